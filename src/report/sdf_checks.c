/* SDF's checks. */
#include <stdlib.h>

#include "gpu/checks/clock_checks.h"
#include "gpu/timing/timing_annotations.h"
#include "base/bits.h"
#include "base/grow.h"
#include "report/sdf_impl.h"

/* ---- values ---- */

static double along_axis(const double *axis, int32_t n, double x, int32_t *segment)
{
	int32_t i = 0;

	if (n < 2)
		return *segment = 0, 0;
	while (i + 2 < n && x >= axis[i + 1])
		i++;
	*segment = i;
	return (x - axis[i]) / (axis[i + 1] - axis[i]);
}

/* The value of a table as kernels have it (look_up()). */
static double check_value(const struct timing_graph *g, const struct table *t, double clock,
			  double data)
{
	const double *x_axis = g->number + t->first, *y_axis = x_axis + t->n_points[0];
	const double *value = y_axis + t->n_points[1];
	double at[2] = {t->operand[0] == OPERAND_OTHER ? data : clock,
			t->operand[1] == OPERAND_OTHER ? data : clock};
	double part[2], side[2] = {0, 0};
	int32_t i, j;

	part[0] = along_axis(x_axis, t->n[0], at[0], &i);
	part[1] = along_axis(y_axis, t->n[1], at[1], &j);
	for (int k = 0; k < (t->n[1] > 1 ? 2 : 1); k++) {
		const double *v = value + i * t->n[1] + j + k;

		side[k] = t->n[0] > 1 ? v[0] + part[0] * (v[t->n[1]] - v[0]) : v[0];
	}
	return t->n[1] > 1 ? side[0] + part[1] * (side[1] - side[0]) : side[0];
}

/* The reference of data of its split, with the slews that go with it. */
static int64_t value_of(const struct writer *w, const struct check *check)
{
	enum split other = check->split == LATE ? EARLY : LATE;
	struct annotation_key key = timing_check_key(check);
	const struct annotation *said =
		w->options->annotations ? annotations_find(w->options->annotations, &key) : NULL;

	if (said && said->given[check->split] != ANNOTATION_NONE)
		return said->given[check->split];
	return fs_of_ps(check_value(w->graph, &w->graph->table[check->table],
				    timing_vertex_slew(w->timing, check->clock, other),
				    timing_vertex_slew(w->timing, check->data, check->split)));
}

/* ---- conditions ---- */

/* What of the library a check is. */
struct source {
	const struct library *library;
	const struct lib_arc *arc;
};

static struct source source_of(const struct netlist *netlist, const struct check *check)
{
	int32_t instance = netlist->pin_instance[check->data / N_EDGES];
	const struct master *m = &netlist->master[netlist->instance_master[instance]];
	const struct library *library = m->library[LATE];
	int32_t cell = m->cell[LATE], arc = check->arc;

	if (!library || arc >= library->cell[cell].n_arcs) {
		arc -= library ? library->cell[cell].n_arcs : 0;
		library = m->library[EARLY];
		cell = m->cell[EARLY];
	}
	return (struct source){library, &library->arc[library->cell[cell].first_arc + arc]};
}

/* Where a check has one. A check of another condition is another one; first come those without any, as readers
 * take these for all. */
static int compare_conditions(struct source a, struct source b)
{
	const struct lib_arc *x = a.arc, *y = b.arc;

	if (x->sdf_cond_start != y->sdf_cond_start)
		return x->sdf_cond_start < y->sdf_cond_start ? -1 : 1;
	if (x->sdf_cond_end != y->sdf_cond_end)
		return x->sdf_cond_end < y->sdf_cond_end ? -1 : 1;
	if (x->sdf_cond != y->sdf_cond)
		return x->sdf_cond < y->sdf_cond ? -1 : 1;
	if ((x->when < 0) != (y->when < 0))
		return x->when < 0 ? -1 : 1;
	for (const int32_t *p = x->when < 0 ? NULL : &a.library->expression[x->when],
			   *q = x->when < 0 ? NULL : &b.library->expression[y->when];
	     p && !(*p == LIB_END && *q == LIB_END); p++, q++) {
		if (*p != *q)
			return *p < *q ? -1 : 1;
	}
	return 0;
}

static int compare_values(int32_t a, int32_t b)
{
	return (a > b) - (a < b);
}

/* By kind, edges and condition, of data at one pin; 0: they are one check of SDF. */
static int compare_kinds(const struct netlist *netlist, const struct check *c,
			 const struct check *d)
{
	if (c->kind != d->kind)
		return compare_values((int32_t)c->kind, (int32_t)d->kind);
	if (c->data != d->data)
		return compare_values(c->data, d->data);
	if (c->clock != d->clock)
		return compare_values(c->clock, d->clock);
	return compare_conditions(source_of(netlist, c), source_of(netlist, d));
}

/* The graph whose numbers are sorted, which qsort() doesn't hand on. */
static _Thread_local const struct timing_graph *sorted_graph;

static int compare_checks(const void *a, const void *b)
{
	int32_t i = *(const int32_t *)a, j = *(const int32_t *)b;
	const struct check *c = &sorted_graph->check[i], *d = &sorted_graph->check[j];
	int order = compare_values(c->data / N_EDGES, d->data / N_EDGES);

	if (!order)
		order = compare_kinds(sorted_graph->netlist, c, d);
	return order ? order : compare_values(i, j);
}

enum status sdf_sort_checks(struct writer *w)
{
	const struct timing_graph *g = w->graph;

	TRY(ALLOC(&w->check, g->n_checks));
	for (int32_t i = 0; i < g->n_checks; i++)
		w->check[i] = i;
	sorted_graph = g;
	if (g->n_checks)
		qsort(w->check, (size_t)g->n_checks, sizeof *w->check, compare_checks);
	return STATUS_OK;
}

/* ---- entries ---- */

/* " (COND condition (posedge D))", or without a condition. */
static enum status write_end(struct writer *w, const struct check *check, int32_t vertex,
			     struct source source, int32_t text)
{
	struct text *out = &w->out.text;
	bool conditional = text || (vertex == check->data && source.arc->when >= 0);

	if (conditional) {
		text_add(out, " (COND ");
		TRY(sdf_condition(w, w->netlist->pin_instance[vertex / N_EDGES], source.library,
				  source.arc, text, out));
	}
	TRY(sdf_write_edge(w, vertex));
	if (conditional)
		text_add(out, ")");
	return STATUS_OK;
}

static enum status write_check(struct writer *w, const struct check *check, int64_t fs)
{
	static const char *const name[] = {[CHECK_SETUP] = "SETUP",
					   [CHECK_HOLD] = "HOLD",
					   [CHECK_RECOVERY] = "RECOVERY",
					   [CHECK_REMOVAL] = "REMOVAL"};
	struct source source = source_of(w->netlist, check);
	const struct lib_arc *arc = source.arc;

	text_printf(&w->out.text, "   (%s", name[check->kind]);
	TRY(write_end(w, check, check->data, source,
		      arc->sdf_cond_start ? arc->sdf_cond_start : arc->sdf_cond));
	TRY(write_end(w, check, check->clock, source,
		      arc->sdf_cond_end ? arc->sdf_cond_end : arc->sdf_cond));
	sdf_write_triple(w, fs, fs);
	text_add(&w->out.text, ")\n");
	return STATUS_OK;
}

static enum status begin_checks(struct writer *w, int32_t instance, bool *begun, bool *any)
{
	TRY(sdf_begin_cell(w, instance, begun));
	if (!*any)
		text_add(&w->out.text, "  (TIMINGCHECK\n");
	*any = true;
	return STATUS_OK;
}

/* Pulses and periods of a pin. */
static enum status write_pulses(struct writer *w, int32_t instance, int32_t pin, bool *begun,
				bool *any)
{
	double ps;

	for (int edge = 0; edge < N_EDGES; edge++) {
		ps = clock_checks_width(w->timing, pin, (enum edge)edge);
		if (ps < 0)
			continue;
		TRY(begin_checks(w, instance, begun, any));
		text_add(&w->out.text, "   (WIDTH");
		TRY(sdf_write_edge(w, pin * N_EDGES + edge));
		sdf_write_triple(w, fs_of_ps(ps), fs_of_ps(ps));
		text_add(&w->out.text, ")\n");
	}
	ps = clock_checks_period(w->timing, pin);
	if (ps < 0)
		return STATUS_OK;
	TRY(begin_checks(w, instance, begun, any));
	text_add(&w->out.text, "   (PERIOD ");
	TRY(sdf_write_name(w, netlist_pin_own_name(w->netlist, pin)));
	sdf_write_triple(w, fs_of_ps(ps), fs_of_ps(ps));
	text_add(&w->out.text, ")\n");
	return STATUS_OK;
}

/* Checks of an instance, those of the same edges and condition once: the strictest. */
enum status sdf_write_checks(struct writer *w, int32_t instance, bool *begun)
{
	const struct timing_graph *g = w->graph;
	int32_t begin = w->netlist->instance_pin[instance],
		end = w->netlist->instance_pin[instance + 1];
	bool any = false;

	while (w->next_check < g->n_checks) {
		const struct check *check = &g->check[w->check[w->next_check]];
		int64_t fs = INT64_MIN;

		if (check->data / N_EDGES >= end)
			break;
		for (; w->next_check < g->n_checks; w->next_check++) {
			const struct check *next = &g->check[w->check[w->next_check]];

			if (compare_kinds(w->netlist, check, next))
				break;
			fs = max_i64(fs, value_of(w, next));
		}
		TRY(begin_checks(w, instance, begun, &any));
		TRY(write_check(w, check, fs));
	}
	for (int32_t pin = begin; pin < end; pin++)
		TRY(write_pulses(w, instance, pin, begun, &any));
	if (any)
		text_add(&w->out.text, "  )\n");
	return STATUS_OK;
}
