/* SDF's delays: of wires, and of arcs through cells. */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/order.h"
#include "db/scaling.h"
#include "report/sdf_impl.h"

/* ---- delays from a pin ---- */

static int64_t worse(int64_t a, int64_t b, int split)
{
	if (a == FS_NONE_64 || b == FS_NONE_64)
		return a == FS_NONE_64 ? b : a;
	return (split == LATE) == (a > b) ? a : b;
}

static void take_worse(struct sdf_delay *into, const struct sdf_delay *from)
{
	for (int split = 0; split < N_SPLITS; split++)
		for (int change = 0; change < N_CHANGES; change++)
			into->fs[split][change] =
				worse(into->fs[split][change], from->fs[split][change], split);
}

/* Pins that are inside of a cell aren't SDF's. */
static bool is_inside(const struct writer *w, int32_t pin)
{
	return w->netlist->pin_instance[pin] >= 0 &&
	       netlist_pin_direction(w->netlist, pin) == LIB_INTERNAL;
}

/* How an output changes through an arc to an edge. */
static enum sdf_change change_of(const struct lib_arc *lib, int edge)
{
	const char *type = lib ? lib_timing_types[lib->type].name : NULL;

	if (type && strncmp(type, "three_state_enable", 18) == 0)
		return edge == RISE ? Z_TO_ONE : Z_TO_ZERO;
	if (type && strncmp(type, "three_state_disable", 19) == 0)
		return edge == RISE ? ZERO_TO_Z : ONE_TO_Z;
	return edge == RISE ? ZERO_TO_ONE : ONE_TO_ZERO;
}

static enum status add_delay(struct writer *w, int32_t from, int32_t to, const struct lib_arc *lib,
			     const struct library *library, const int32_t delay[N_SPLITS])
{
	struct sdf_delay *d;

	if (is_inside(w, to / N_EDGES))
		return STATUS_OK;
	TRY(GROW(&w->delay, &w->capacity, w->n + 1));
	d = &w->delay[w->n++];
	*d = (struct sdf_delay){
		netlist_named_pin(w->netlist, to / N_EDGES), from % N_EDGES, lib, library, {{0}}};
	for (int split = 0; split < N_SPLITS; split++) {
		for (int change = 0; change < N_CHANGES; change++)
			d->fs[split][change] = FS_NONE_64;
		if (delay[split] != DELAY_NONE)
			d->fs[split][change_of(lib, to % N_EDGES)] = delay[split];
	}
	return STATUS_OK;
}

static enum status add_arc(struct writer *w, int32_t arc, int64_t place, const int64_t *drive)
{
	const struct graph *graph = w->graph->graph;
	int32_t type = graph->arc_type[arc];
	const struct arc_type *t = type == ARC_OF_NET ? NULL : &w->graph->type[type];
	int32_t n = w->n, edge = graph->arc_to[arc] % N_EDGES;

	TRY(add_delay(w, graph->arc_from[arc], graph->arc_to[arc], t ? t->lib : NULL,
		      t ? t->library : NULL, &w->timing->delay[N_SPLITS * place]));
	for (int split = 0; split < N_SPLITS && w->n > n && drive; split++) {
		if (w->delay[n].fs[split][edge] != FS_NONE_64)
			w->delay[n].fs[split][edge] += drive[split];
	}
	return STATUS_OK;
}

/* What the load adds at a vertex, by split; NULL where no cell drives. Vertices of wires are asked for in their order. */
static const int64_t *drive_at(struct writer *w, int32_t vertex)
{
	if (w->next_driver >= w->graph->n_drivers ||
	    w->graph->driver[w->next_driver].vertex != vertex)
		return NULL;
	return &w->drive[N_SPLITS * (int64_t)w->next_driver++];
}

/* ---- preset and clear ---- */

static double value_at(const struct library *library, int32_t lut, double slew, double load,
		       const struct lib_conditions *conditions)
{
	const struct lut *t = &library->lut[lut];

	return scaled_value(library, t, t->variable[0] == LUT_LOAD ? load : slew,
			    t->variable[1] == LUT_LOAD ? load : slew, conditions);
}

/* Their delays are no part of timing, so they are looked up here; by the late cell's arc in both splits. */
static int32_t set_reset_delay(const struct writer *w, const struct lib_arc *lib,
			       const struct library *library, const struct annotation_key *key,
			       int split)
{
	const struct annotation *said =
		w->options->annotations ? annotations_find(w->options->annotations, key) : NULL;
	int32_t net = w->netlist->pin_net[key->to / N_EDGES];
	double load =
		net < 0 ? 0 : w->timing->load[4 * (int64_t)net + 2 * split + key->to % N_EDGES];
	double ps;

	if (said && said->given[split] != ANNOTATION_NONE)
		return said->given[split];
	ps = value_at(library, lib->delay[key->to % N_EDGES],
		      timing_vertex_slew(w->timing, key->from, (enum split)split), load,
		      scaling_conditions(w->netlist, w->graph->constraints, (enum split)split));
	return (int32_t)fs_of_ps(ps) + (said ? said->added[split] : 0);
}

static enum status add_set_reset(struct writer *w, int32_t pin)
{
	const struct netlist *netlist = w->netlist;
	int32_t instance = netlist->pin_instance[pin];
	const struct library *library;
	const struct lib_cell *cell = netlist_lib_cell(netlist, instance, LATE, &library);

	for (int32_t a = 0; cell && a < cell->n_arcs; a++) {
		const struct lib_arc *lib = &library->arc[cell->first_arc + a];

		if (lib->kind != LIB_SET_RESET ||
		    lib->from != pin - netlist->instance_pin[instance])
			continue;
		for (int e = 0; e < N_EDGES * N_EDGES; e++) {
			struct annotation_key key = {
				ANNOTATED_ARC, pin * N_EDGES + e / N_EDGES,
				(netlist->instance_pin[instance] + lib->to) * N_EDGES + e % N_EDGES,
				a};
			int32_t delay[N_SPLITS];

			if (!lib_arc_leads(lib, e / N_EDGES, e % N_EDGES))
				continue;
			for (int split = 0; split < N_SPLITS; split++)
				delay[split] = set_reset_delay(w, lib, library, &key, split);
			TRY(add_delay(w, key.from, key.to, lib, library, delay));
		}
	}
	return STATUS_OK;
}

/* ---- one for each pin and condition ---- */

static const int32_t *condition_of(const struct sdf_delay *d)
{
	if (!d->lib || d->lib->when < 0)
		return NULL;
	return &d->library->expression[d->lib->when];
}

/* Expressions of one cell. */
static bool is_same_condition(const int32_t *a, const int32_t *b)
{
	if (!a || !b)
		return a == b;
	for (; *a == *b; a++, b++) {
		if (*a == LIB_END)
			return true;
	}
	return false;
}

static int compare_delays(const void *a, const void *b)
{
	const struct sdf_delay *d = a, *e = b;
	int32_t left = d->lib ? d->lib->group : 0, right = e->lib ? e->lib->group : 0;

	return ORDER(d->to, e->to) ?: ORDER(left, right);
}

/* The library's words for it: in library->string, and one more. */
static int32_t called(const struct sdf_delay *d)
{
	return d->lib ? d->lib->sdf_cond : 0;
}

static bool are_alike(const struct sdf_delay *a, const struct sdf_delay *b)
{
	return a->to == b->to && is_same_condition(condition_of(a), condition_of(b)) &&
	       called(a) == called(b);
}

/* Is there a change of which they have different delays? */
static bool differ(const struct sdf_delay *a, const struct sdf_delay *b)
{
	for (int split = 0; split < N_SPLITS; split++) {
		for (int change = 0; change < N_CHANGES; change++) {
			int64_t x = a->fs[split][change], y = b->fs[split][change];

			if (x != FS_NONE_64 && y != FS_NONE_64 && x != y)
				return true;
		}
	}
	return false;
}

/* Join those of the same pin and condition: either of the same edge at the other end, or all that don't differ. */
static void join_delays(struct writer *w, bool by_edge)
{
	int32_t n = 0, first = 0;

	for (int32_t i = 0; i < w->n; i++) {
		struct sdf_delay d = w->delay[i];
		int32_t j;

		if (n && w->delay[first].to != d.to)
			first = n;
		for (j = first; j < n; j++) {
			const struct sdf_delay *e = &w->delay[j];

			if (are_alike(e, &d) &&
			    (by_edge ? e->from_edge == d.from_edge : !differ(e, &d)))
				break;
		}
		if (j == n)
			w->delay[n++] = d;
		else
			take_worse(&w->delay[j], &d);
	}
	w->n = n;
}

/* One for each pin and condition, or two where it depends on the edge at the other end. */
static void merge_delays(struct writer *w)
{
	if (w->n > 1)
		qsort(w->delay, (size_t)w->n, sizeof *w->delay, compare_delays);
	join_delays(w, true);
	join_delays(w, false);
}

/* Is there another one for the other edge? */
static bool depends_on_edge(const struct writer *w, const struct sdf_delay *d)
{
	return ANY(i, 0, w->n, &w->delay[i] != d && are_alike(&w->delay[i], d));
}

enum status sdf_list_delays(struct writer *w, int32_t pin, bool wires)
{
	const struct timing_graph *g = w->graph;
	const struct timing *t = w->timing;
	int32_t side = wires ? netlist_driving_side(w->netlist, pin) : pin;

	w->n = 0;
	if (is_inside(w, pin))
		return STATUS_OK;
	for (int32_t v = N_EDGES * side; v < N_EDGES * (side + 1); v++) {
		const int64_t *drive = wires ? drive_at(w, v) : NULL;

		for (int32_t i = g->out_row[v]; i < g->out_row[v + 1]; i++) {
			int32_t arc = g->out_arc[i];

			if ((g->graph->arc_type[arc] == ARC_OF_NET) == wires)
				TRY(add_arc(w, arc, t->arc_place[arc], drive));
		}
	}
	for (; !wires && w->next_latch < g->n_latch_arcs; w->next_latch++) {
		int32_t i = w->latch_arc[w->next_latch], arc = g->graph->n_arcs + i;

		if (g->graph->arc_from[arc] / N_EDGES > pin)
			break;
		TRY(add_arc(w, arc, (int64_t)t->image->device.n_arcs + i, NULL));
	}
	if (!wires)
		TRY(add_set_reset(w, pin));
	merge_delays(w);
	return STATUS_OK;
}

/* ---- cells ---- */

static bool is_conditional(const struct sdf_delay *d)
{
	return condition_of(d) || called(d);
}

static bool has_conditions(const struct writer *w, int32_t to)
{
	return ANY(i, 0, w->n, w->delay[i].to == to && is_conditional(&w->delay[i]));
}

/* One value where rising and falling are alike, two, or six where there is a third state. */
void sdf_write_delays(struct writer *w, const struct sdf_delay *d)
{
	int n = 1;

	for (int split = 0; split < N_SPLITS; split++) {
		for (int change = ONE_TO_ZERO; change < N_CHANGES; change++) {
			if (change > ONE_TO_ZERO && d->fs[split][change] != FS_NONE_64)
				n = N_CHANGES;
		}
		if (d->fs[split][ZERO_TO_ONE] != d->fs[split][ONE_TO_ZERO] && n == 1)
			n = 2;
	}
	for (int change = 0; change < n; change++)
		sdf_write_triple(w, d->fs[EARLY][change], d->fs[LATE][change]);
}

static enum status write_iopath(struct writer *w, int32_t instance, int32_t from,
				const struct sdf_delay *d)
{
	struct text *out = &w->out.text;
	bool has_condition = is_conditional(d);
	bool is_rest = !has_condition && has_conditions(w, d->to);

	text_add(out, "    ");
	if (has_condition) {
		text_add(out, "(COND ");
		TRY(sdf_condition(w, instance, d->library, d->lib, d->lib->sdf_cond, out));
		text_add(out, " ");
	} else if (is_rest) {
		text_add(out, "(CONDELSE ");
	}
	text_add(out, "(IOPATH");
	if (depends_on_edge(w, d)) {
		TRY(sdf_write_edge(w, N_EDGES * from + d->from_edge));
	} else {
		text_add(out, " ");
		TRY(sdf_write_name(w, netlist_pin_own_name(w->netlist, from)));
	}
	text_add(out, " ");
	TRY(sdf_write_name(w, netlist_pin_own_name(w->netlist, d->to)));
	sdf_write_delays(w, d);
	text_add(out, has_condition || is_rest ? "))\n" : ")\n");
	return STATUS_OK;
}

enum status sdf_write_cell_delays(struct writer *w, int32_t instance, bool *begun)
{
	bool any = false;

	for (int32_t pin = w->netlist->instance_pin[instance];
	     pin < w->netlist->instance_pin[instance + 1]; pin++) {
		TRY(sdf_list_delays(w, pin, false));
		for (int32_t i = 0; i < w->n; i++) {
			TRY(sdf_begin_cell(w, instance, begun));
			if (!any)
				text_add(&w->out.text, "  (DELAY\n   (ABSOLUTE\n");
			any = true;
			TRY(write_iopath(w, instance, pin, &w->delay[i]));
		}
	}
	if (any)
		text_add(&w->out.text, "   )\n  )\n");
	return STATUS_OK;
}
