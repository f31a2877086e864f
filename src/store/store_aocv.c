/* AOCV tables. */
#include "base/grow.h"
#include "store/store_impl.h"

SAME_SIZE(aocv_table, 56);
SAME_SIZE(aocv, 56);

/* Where the numbers of a table begin follows from the tables before it. */
static void code_table(struct coder *c, struct aocv *aocv, struct aocv_table *t)
{
	enum { ALL_EDGES = 3, ALL_SPLITS = 3 };
	const int32_t all = DERATE_CELL | DERATE_NET | DERATE_CLOCK | DERATE_DATA;

	CODE_ENUM(c, t->object, AOCV_CELL, "an AOCV table");
	code_name(c, &t->spec);
	code_name(c, &t->group);
	code_int(c, &t->edges, 1, ALL_EDGES, "an AOCV table");
	code_int(c, &t->splits, 1, ALL_SPLITS, "an AOCV table");
	code_int(c, &t->what, 1, 255, "an AOCV table");
	if (t->what & ~all)
		code_wrong(c, "an AOCV table");
	code_int(c, &t->n_depths, 0, AOCV_MOST_POINTS, "the depths of an AOCV table");
	code_int(c, &t->n_distances, 0, AOCV_MOST_POINTS, "the distances of an AOCV table");
	if (c->saving)
		return;
	t->first = aocv->n_numbers;
	aocv->n_numbers += aocv_n_numbers(t);
}

static const char *check_tables(void *object, struct late_run *run)
{
	const struct aocv *aocv = object;

	(void)run;
	for (int32_t i = 0; i < aocv->n_tables; i++) {
		const struct aocv_table *t = &aocv->table[i];

		if (!aocv_is_sound(t, aocv->number + t->first))
			return "an AOCV table";
	}
	return NULL;
}

void code_aocv(struct coder *c, const struct netlist *netlist, struct aocv **aocv)
{
	struct aocv *a;
	int32_t n;

	if (!code_is_there(c, *aocv) || coder_failed(c))
		return;
	if (!netlist) {
		code_wrong(c, "AOCV tables of no netlist");
		return;
	}
	if (!c->saving)
		code_fail(c, ALLOC(aocv, 1));
	if (coder_failed(c))
		return;
	a = *aocv;
	code_name(c, &a->group);
	n = a->n_tables;
	code_count(c, &n);
	CODE_ROOM(c, &a->table, n);
	if (!c->saving)
		a->table_capacity = coder_failed(c) ? 0 : n;
	for (int32_t i = 0; i < n && !coder_failed(c); i++) {
		a->n_tables = c->saving ? n : i + 1;
		code_table(c, a, &a->table[i]);
	}
	CODE_ITEMS(c, &a->number, a->n_numbers, check_reals, ANY_ITEMS, "a number of AOCV");
	if (c->saving)
		return;
	a->number_capacity = coder_failed(c) ? 0 : a->n_numbers;
	code_later(c, check_tables, a, NULL);
}
