/* SDF's checks. */
#include <stdlib.h>

#include "gpu/checks/clock_checks.h"
#include "gpu/timing/timing_annotations.h"
#include "base/bits.h"
#include "base/grow.h"
#include "base/order.h"
#include "gpu/delay/look_up.h"
#include "report/sdf_impl.h"

/* ---- values ---- */

/* The reference of data of its split, with the slews that go with it. */
static int64_t value_of(const struct writer *w, const struct check *check)
{
	enum split other = check->split == LATE ? EARLY : LATE;
	struct annotation_key key = timing_check_key(check);
	const struct device_table table = timing_image_table(w->graph, check->table);
	const struct device_tables tables = {NULL, &table, w->graph->number};
	const struct annotation *said =
		w->options->annotations ? annotations_find(w->options->annotations, &key) : NULL;

	if (said && said->given[check->split] != ANNOTATION_NONE)
		return said->given[check->split];
	return fs_of_ps(look_up(&tables, 0, timing_vertex_slew(w->timing, check->clock, other),
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
	int order = ORDER(x->sdf_cond_start, y->sdf_cond_start)
		    ?: ORDER(x->sdf_cond_end, y->sdf_cond_end)
		    ?: ORDER(x->sdf_cond, y->sdf_cond)
		    ?: ORDER(y->when < 0, x->when < 0);

	if (order || x->when < 0)
		return order;
	for (const int32_t *p = &a.library->expression[x->when],
			   *q = &b.library->expression[y->when];
	     !(*p == LIB_END && *q == LIB_END); p++, q++) {
		if (*p != *q)
			return *p < *q ? -1 : 1;
	}
	return 0;
}

/* By kind, edges and condition, of data at one pin; 0: they are one check of SDF. */
static int compare_kinds(const struct netlist *netlist, const struct check *c,
			 const struct check *d)
{
	return ORDER(c->kind, d->kind)
	       ?: ORDER(c->data, d->data)
	       ?: ORDER(c->clock, d->clock)
	       ?: compare_conditions(source_of(netlist, c), source_of(netlist, d));
}

static int compare_checks(const void *a, const void *b, void *timing_graph)
{
	const struct timing_graph *g = timing_graph;
	int32_t i = *(const int32_t *)a, j = *(const int32_t *)b;
	const struct check *c = &g->check[i], *d = &g->check[j];

	return ORDER(c->data / N_EDGES, d->data / N_EDGES)
	       ?: compare_kinds(g->netlist, c, d)
	       ?: ORDER(i, j);
}

enum status sdf_sort_checks(struct writer *w)
{
	const struct timing_graph *g = w->graph;

	TRY(ALLOC(&w->check, g->n_checks));
	for (int32_t i = 0; i < g->n_checks; i++)
		w->check[i] = i;
	if (g->n_checks)
		qsort_r(w->check, (size_t)g->n_checks, sizeof *w->check, compare_checks, (void *)g);
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
