/*
 * From a netlist to its timing graph. What an instance contributes depends on its master alone, so
 * the arcs and checks of each master are listed once and then repeated for its instances.
 */
#include "db/timing_graph.h"

#include <stdlib.h>

#include "base/grow.h"
#include "base/keyed.h"
#include "base/keys.h"
#include "base/order.h"
#include "base/parallel.h"
#include "db/annotations.h"
#include "db/clock_arcs.h"
#include "db/far_arcs.h"
#include "db/latches.h"
#include "db/loops.h"
#include "db/timing_impl.h"

/* ---- the arcs of a master ---- */

/* A master's cell in one split. */
struct half {
	const struct timing_builder *b;
	struct pattern *pattern;
	const struct master *master;
	enum split split;
	const struct library *library;
	const struct lib_cell *cell;
	int32_t *late_pin; /* owned [cell's pins]: the master's pin, -1 = the late cell has none */
	/* Arcs that the late half has brought and that have no partner yet, by their ends. */
	struct keys ends; /* the vertices of each */
	int32_t *alone;   /* owned [ends.n]: the first arc of these, -1 = none */
	int32_t *next;    /* owned [late arcs]: the next one of the same ends, -1 = none */
};

/* In the early half: a list of the late arcs for each pair of ends. */
static enum status list_late_arcs(struct half *half)
{
	const struct pattern *pattern = half->pattern;

	TRY(ALLOC_ALL(pattern->n_arcs, &half->alone, &half->next));
	for (int32_t i = pattern->n_arcs - 1; i >= 0; i--) {
		int32_t ends[] = {pattern->arc[i].from, pattern->arc[i].to}, id;
		bool added;

		TRY(keys_add(&half->ends, ends, &id, &added));
		half->next[i] = added ? -1 : half->alone[id];
		half->alone[id] = i;
		if (i % 4096 == 0 && task_cancelled(half->b->task))
			return STATUS_CANCELLED;
	}
	return STATUS_OK;
}

static enum status add_arc(struct half *half, const struct lib_arc *lib, struct master_arc arc,
			   int32_t delay, int32_t slew)
{
	struct timing_graph *timing = half->b->timing;
	struct pattern *pattern = half->pattern;
	int32_t ends[] = {arc.from, arc.to}, id = half->alone ? keys_find(&half->ends, ends) : -1;
	struct arc_type *type;

	/* An early arc joins the first late one like it that is still alone. */
	if (id >= 0 && half->alone[id] >= 0) {
		type = &timing->type[pattern->arc[half->alone[id]].type];
		type->delay[half->split] = delay;
		type->slew[half->split] = slew;
		half->alone[id] = half->next[half->alone[id]];
		return STATUS_OK;
	}
	TRY(GROW(&timing->type, &timing->type_capacity, timing->n_types + 1));
	TRY(GROW(&pattern->arc, &pattern->arc_capacity, pattern->n_arcs + 1));
	type = &timing->type[timing->n_types];
	*type = (struct arc_type){{-1, -1}, {-1, -1}, lib->kind == LIB_LAUNCH, lib, half->library};
	type->delay[half->split] = delay;
	type->slew[half->split] = slew;
	arc.type = timing->n_types++;
	pattern->arc[pattern->n_arcs++] = arc;
	return STATUS_OK;
}

static bool edges_go_together(const struct lib_arc *arc, int from, int to)
{
	if (arc->kind == LIB_LAUNCH || arc->sense == LIB_NON_UNATE)
		return true;
	return (arc->sense == LIB_POSITIVE_UNATE) == (from == to);
}

static int32_t table_of_half(const struct half *half, int32_t lut)
{
	return timing_table_of(half->b, half->library, half->split, lut);
}

static enum status add_delay_arc(struct half *half, const struct lib_arc *lib)
{
	int32_t from = half->late_pin[lib->from], to = half->late_pin[lib->to], closes = -1;
	struct latch_enable enable;

	if (latch_passes(half->library, half->cell, lib, &enable) &&
	    half->late_pin[enable.pin] >= 0)
		closes = half->late_pin[enable.pin] * N_EDGES + (int32_t)enable.closes;
	for (int out = 0; out < N_EDGES; out++) {
		int32_t delay = table_of_half(half, lib->delay[out]);
		int32_t slew = table_of_half(half, lib->slew[out]);

		/* what comes soonest */
		if (half->split == EARLY && delay >= 0 && lib->retaining[out])
			delay = table_of_half(half, lib->retaining[out] - 1);
		if (half->split == EARLY && lib->retaining[out] && lib->retain_slew[out])
			slew = table_of_half(half, lib->retain_slew[out] - 1);

		for (int in = 0; in < N_EDGES && delay >= 0; in++) {
			struct master_arc arc = {from * N_EDGES + in, to * N_EDGES + out, 0, lib,
						 closes};

			if (!lib->from_edge[in] || !edges_go_together(lib, in, out))
				continue;
			TRY(add_arc(half, lib, arc, delay, slew));
		}
	}
	return STATUS_OK;
}

static enum status add_check(struct half *half, const struct lib_arc *lib, enum check_kind kind)
{
	struct pattern *pattern = half->pattern;
	int32_t clock = half->late_pin[lib->from], data = half->late_pin[lib->to];

	for (int out = 0; out < N_EDGES; out++) {
		int32_t table = table_of_half(half, lib->delay[out]);

		for (int in = 0; in < N_EDGES && table >= 0; in++) {
			if (!lib->from_edge[in])
				continue;
			TRY(GROW(&pattern->check, &pattern->check_capacity, pattern->n_checks + 1));
			pattern->check[pattern->n_checks++].check =
				(struct check){kind,
					       half->split,
					       clock * N_EDGES + in,
					       data * N_EDGES + out,
					       table,
					       lib_timing_types[lib->type].non_sequential,
					       master_arc_number(half->master, lib)};
			pattern->check[pattern->n_checks - 1].lib = lib;
		}
	}
	return STATUS_OK;
}

/* Setup and recovery are checks of the late cell, hold and removal of the early one. */
static enum status add_lib_arc(struct half *half, const struct lib_arc *lib)
{
	bool late = half->split == LATE;

	if (half->late_pin[lib->from] < 0 || half->late_pin[lib->to] < 0)
		return STATUS_OK;
	switch (lib->kind) {
	case LIB_COMBINATIONAL:
	case LIB_THREE_STATE:
	case LIB_LAUNCH:
		return add_delay_arc(half, lib);
	case LIB_SET_RESET:
		half->pattern->n_set_reset_arcs += late;
		return STATUS_OK;
	case LIB_SETUP:
		return late ? add_check(half, lib, CHECK_SETUP) : STATUS_OK;
	case LIB_RECOVERY:
		return late ? add_check(half, lib, CHECK_RECOVERY) : STATUS_OK;
	case LIB_HOLD:
		return late ? STATUS_OK : add_check(half, lib, CHECK_HOLD);
	case LIB_REMOVAL:
		return late ? STATUS_OK : add_check(half, lib, CHECK_REMOVAL);
	case LIB_OTHER:
		break;
	}
	return STATUS_OK;
}

static enum status map_pins(struct half *half)
{
	const struct master *master = half->master;

	TRY(ALLOC(&half->late_pin, half->cell->n_pins));
	for (int32_t p = 0; p < half->cell->n_pins; p++)
		half->late_pin[p] = half->split == LATE ? p : -1;
	for (int32_t p = 0; half->split == EARLY && p < master->n_pins; p++) {
		if (master->early_pin[p] >= 0)
			half->late_pin[master->early_pin[p]] = p;
	}
	return STATUS_OK;
}

static void half_release(struct half *half)
{
	keys_release(&half->ends);
	FREE_ALL(half->late_pin, half->alone, half->next);
}

static enum status list_half(struct timing_builder *b, int32_t m, enum split split)
{
	const struct master *master = &b->netlist->master[m];
	RELEASED_BY(half_release)
	struct half half = {.b = b,
			    .pattern = &b->pattern[m],
			    .master = master,
			    .split = split,
			    .library = master->library[split],
			    .ends.width = 2 * sizeof(int32_t)};

	if (!half.library)
		return STATUS_OK; /* a black box */
	half.cell = &half.library->cell[master->cell[split]];
	TRY(map_pins(&half));
	if (split == EARLY)
		TRY(list_late_arcs(&half));
	for (int32_t a = 0; a < half.cell->n_arcs; a++) {
		TRY(add_lib_arc(&half, &half.library->arc[half.cell->first_arc + a]));
		if (a % 4096 == 4095 && task_cancelled(b->task))
			return STATUS_CANCELLED;
	}
	return STATUS_OK;
}

/* So that the checks of a pin follow each other, whatever order the library has its checks in. */
static enum status sort_checks(struct pattern *pattern)
{
	struct master_check *sorted;
	FREED struct keyed *order = NULL;

	TRY(ALLOC(&order, pattern->n_checks));
	for (int32_t c = 0; c < pattern->n_checks; c++)
		order[c] = (struct keyed){pattern->check[c].check.data / N_EDGES, c};
	TRY(keyed_sort(order, pattern->n_checks));
	TRY(ALLOC(&sorted, pattern->n_checks));
	for (int32_t c = 0; c < pattern->n_checks; c++)
		sorted[c] = pattern->check[order[c].item];
	free(pattern->check);
	pattern->check = sorted;
	return STATUS_OK;
}

enum status timing_list_pattern(struct timing_builder *b, int32_t master)
{
	TRY(list_half(b, master, LATE));
	TRY(list_half(b, master, EARLY));
	return sort_checks(&b->pattern[master]);
}

FREES(timing_free_pattern, struct pattern, x->arc, x->check);

static enum status list_patterns(struct timing_builder *b)
{
	TRY(ALLOC(&b->pattern, b->netlist->n_masters));
	for (int32_t m = 0; m < b->netlist->n_masters; m++) {
		if (b->netlist->master[m].n_instances)
			TRY(timing_list_pattern(b, m));
	}
	return STATUS_OK;
}

/* ---- what drives the ports ---- */

static enum status add_drive(struct timing_builder *b, const struct driving_arc *given)
{
	struct timing_graph *timing = b->timing;
	const struct library *library = b->netlist->library[given->library];
	const struct lib_arc *arc = &library->arc[given->arc];

	return APPEND(timing->drive, timing->n_drives, &timing->drive_capacity,
		      (struct drive_arc){
			      .split = given->split,
			      .delay = timing_table_of(b, library, given->split,
						       arc->delay[given->to_edge]),
			      .slew = timing_table_of(b, library, given->split,
						      arc->slew[given->to_edge]),
			      .library = given->library,
			      .slew_in = given->slew,
		      });
}

/* The arcs of a port's driving cell that end with one edge. */
static enum status add_driver(struct timing_builder *b, int32_t port, int edge)
{
	struct timing_graph *timing = b->timing;
	const struct constraints *constraints = timing->constraints;
	const struct port_constraint *given = &constraints->port[port];
	struct driver driver = {netlist_driving_side(timing->netlist, port) * N_EDGES + edge,
				timing->n_drives, 0};

	for (int32_t i = 0; i < given->n_driving_arcs; i++) {
		const struct driving_arc *arc =
			&constraints->driving_arc[given->first_driving_arc + i];

		if ((int)arc->to_edge == edge)
			TRY(add_drive(b, arc));
	}
	driver.n = timing->n_drives - driver.first;
	if (!driver.n)
		return STATUS_OK;
	return APPEND(timing->driver, timing->n_drivers, &timing->driver_capacity, driver);
}

static enum status add_drivers(struct timing_builder *b)
{
	const struct constraints *constraints = b->timing->constraints;

	for (int32_t p = 0; constraints && p < constraints->n_ports; p++) {
		for (int edge = 0; edge < N_EDGES; edge++)
			TRY(add_driver(b, p, edge));
	}
	return STATUS_OK;
}

static bool same_vertices(const struct driver *a, const struct driver *b, int32_t n)
{
	bool same = true;

	for (int32_t i = 0; i < n && same; i++)
		same = a[i].vertex == b[i].vertex;
	return same;
}

enum status timing_graph_edit_drivers(struct timing_graph *timing, bool *same)
{
	struct timing_builder b = {.netlist = timing->netlist, .timing = timing};
	struct driver *old = timing->driver;
	int32_t n_old = timing->n_drivers;
	enum status status;

	timing->driver = NULL;
	timing->n_drivers = timing->n_drives = 0;
	timing->driver_capacity = 0;
	status = timing_find_first_tables(&b) ?: add_drivers(&b);
	timing_free_first_tables(&b);
	*same = status == STATUS_OK && n_old == timing->n_drivers &&
		same_vertices(old, timing->driver, n_old);
	free(old);
	return status;
}

enum status timing_graph_add_port_slews(struct timing_graph *timing)
{
	const struct constraints *constraints = timing->constraints;

	for (int32_t p = 0; constraints && p < constraints->n_ports; p++) {
		for (int edge = 0; edge < N_EDGES; edge++) {
			struct given_slew slew = {
				.vertex =
					netlist_driving_side(timing->netlist, p) * N_EDGES + edge};

			for (int split = 0; split < N_SPLITS; split++) {
				double given = constraints->port[p].slew[split][edge];

				slew.slew[split] = is_given(given) ? given : 0;
			}
			if (slew.slew[EARLY] > 0 || slew.slew[LATE] > 0)
				TRY(timing_graph_add_slew(timing, &slew));
		}
	}
	return STATUS_OK;
}

enum status timing_graph_add_slew(struct timing_graph *timing, const struct given_slew *slew)
{
	return APPEND(timing->slew, timing->n_slews, &timing->slew_capacity, *slew);
}

/* If they close a loop, only those that run along the order of the others stay. */
static void drop_backward(struct timing_graph *timing, const int32_t *place)
{
	struct graph *graph = timing->graph;
	int32_t n = timing->n_possible;

	for (int32_t a = n; a < graph->n_arcs; a++) {
		if (place[graph->arc_from[a]] >= place[graph->arc_to[a]])
			continue;
		graph->arc_from[n] = graph->arc_from[a];
		graph->arc_to[n] = graph->arc_to[a];
		graph->arc_type[n++] = graph->arc_type[a];
	}
	graph->n_arcs = n;
}

static void take_order(struct timing_graph *timing, const struct graph_order *order)
{
	timing->out_row = order->row;
	timing->out_arc = order->arc;
	timing->order = order->vertex;
	timing->n_levels = order->n_levels;
	timing->level_row = order->level_row;
}

static void forget_places(struct timing_graph *timing)
{
	FREE_ALL(timing->place_row, timing->place_arc, timing->place_head, timing->place_of,
		 timing->place_launches);
	timing->place_row = timing->place_arc = timing->place_head = timing->place_of = NULL;
	timing->place_launches = NULL;
}

static void forget_order(struct timing_graph *timing)
{
	forget_places(timing);
	FREE_ALL(timing->out_row, timing->out_arc, timing->order, timing->level_row);
	take_order(timing, &(struct graph_order){0});
}

static int32_t depth_of(const struct timing_graph *timing, int32_t v)
{
	int32_t depth = timing->depth[v];

	for (int32_t j = timing->out_row[v]; j < timing->out_row[v + 1]; j++) {
		int32_t head = timing->graph->arc_to[timing->out_arc[j]];

		depth = timing->depth[head] >= depth ? timing->depth[head] + 1 : depth;
	}
	return depth;
}

enum status timing_graph_find_depths(struct timing_graph *timing)
{
	const struct graph *graph = timing->graph;
	struct far_arcs far = {.row = timing->out_row,
			       .arc = timing->out_arc,
			       .to = graph->arc_to,
			       .head_size = sizeof *timing->depth};

	TRY(ALLOC(&timing->depth, graph->n_vertices));
	far.head = (const char *)timing->depth;
	for (int32_t s = 0; s < graph->n_sinks; s++)
		timing->depth[graph->sink_vertex[s]] = 1;
	for (int32_t l = timing->n_levels - 1; l >= 0; l--) {
		int64_t n = timing->level_row[l + 1] - timing->level_row[l];
		int parts = parts_of(n);

		far.vertex = timing->order + timing->level_row[l];
		OVER_PARTS(p, parts)
		{
			for (int64_t i = part_begin(n, parts, p); i < part_begin(n, parts, p + 1);
			     i++) {
				ask_for_far_arcs(&far, i, n);
				timing->depth[far.vertex[i]] = depth_of(timing, far.vertex[i]);
			}
		}
	}
	return STATUS_OK;
}

void timing_graph_forget_depths(struct timing_graph *timing)
{
	free(timing->depth);
	timing->depth = NULL;
	if (!timing->out_arc) {
		free(timing->out_row);
		timing->out_row = NULL;
	}
}

void timing_graph_forget_places(struct timing_graph *timing)
{
	forget_places(timing);
	free(timing->out_arc);
	timing->out_arc = NULL;
	if (!timing->depth) {
		free(timing->out_row);
		timing->out_row = NULL;
	}
}

static enum status reorder(struct timing_graph *timing, struct task *task, bool *has_loop)
{
	struct graph_order order = {0};
	enum status status;

	forget_order(timing);
	status = graph_find_order(timing->graph, task, &order, has_loop);
	take_order(timing, &order);
	return status;
}

static enum status add_impossible(struct timing_builder *b, struct task *task)
{
	struct timing_graph *timing = b->timing;
	FREED int32_t *place = NULL;
	bool has_loop = false;

	TRY(ALLOC(&place, timing->graph->n_vertices));
	for (int32_t i = 0; i < timing->graph->n_vertices; i++)
		place[timing->order[i]] = i;
	for (int64_t i = 0; i < b->n_impossible; i++)
		TRY(graph_add_typed_arc(timing->graph, b->impossible[i].from, b->impossible[i].to,
					b->impossible[i].type));
	TRY(reorder(timing, task, &has_loop));
	if (has_loop) {
		drop_backward(timing, place);
		TRY(reorder(timing, task, &has_loop));
	}
	return STATUS_OK;
}

COMPARER(compare_heads, struct master_arc,
	 ORDER(x->to, y->to) ?: ORDER(x->from, y->from) ?: ORDER(x->type, y->type))

/* Arcs through latches follow those that the graph knows, by their heads: no sweep follows
 * them, so they close no loop. */
static enum status add_latch_arcs(struct timing_builder *b)
{
	struct timing_graph *timing = b->timing;
	struct graph *graph = timing->graph;
	int32_t n = graph->n_arcs;

	TRY(ALLOC(&timing->latch_closes, b->n_latch));
	SORT(b->latch, b->n_latch, compare_heads);
	for (int64_t i = 0; i < b->n_latch; i++) {
		TRY(graph_add_typed_arc(graph, b->latch[i].from, b->latch[i].to, b->latch[i].type));
		timing->latch_closes[i] = b->latch[i].closes;
	}
	timing->n_latch_arcs = graph->n_arcs - n;
	graph->n_arcs = n;
	return STATUS_OK;
}

static enum status build(struct timing_builder *b, struct text *warnings, struct task *task)
{
	struct timing_graph *timing = b->timing;
	const struct loop_choice choice = {clock_arcs_choose, timing};
	struct graph_order order = {0};
	struct graph *graph;
	enum status status;

	TRY(graph_new(b->netlist->name, &timing->graph));
	graph = timing->graph;
	graph->netlist = netlist_ref(timing->netlist);
	if (b->netlist->n_all_pins > INT32_MAX / N_EDGES)
		return status_fail(STATUS_NO_MEMORY, "%s: more than %d pins", graph->name,
				   INT32_MAX / N_EDGES);
	graph->n_vertices = b->netlist->n_all_pins * N_EDGES;
	/* there, also when no arc is: delays are computed */
	TRY(GROW(&graph->arc_type, &graph->arc_type_capacity, 1));
	TRY(constants_find(b->netlist, b->timing->constraints, task, &b->constants));
	TRY(disables_find(b->netlist, b->timing->constraints, &b->disables));
	TRY(derates_find(b->netlist, b->timing->constraints, &b->timing->derates));
	TRY(timing_add_tables(b));
	TRY(list_patterns(b));
	TRY(timing_add_arcs(b));
	TRY(add_drivers(b));
	TRY(timing_graph_add_port_slews(timing));
	status = graph_close_ordered(graph, &choice, warnings, task, &order);
	take_order(timing, &order);
	TRY(status);
	b->timing->n_possible = graph->n_arcs;
	if (b->n_impossible)
		TRY(add_impossible(b, task));
	return add_latch_arcs(b);
}

static void builder_release(struct timing_builder *b)
{
	for (int32_t m = 0; b->pattern && m < b->netlist->n_masters; m++)
		timing_free_pattern(&b->pattern[m]);
	timing_free_first_tables(b);
	constants_release(&b->constants);
	disables_release(&b->disables);
	FREE_ALL(b->pattern, b->impossible, b->latch);
	timing_graph_free(b->timing);
}

enum status timing_graph_new(struct netlist *netlist, struct constraints *constraints,
			     struct text *warnings, struct task *task, struct timing_graph **out)
{
	RELEASED_BY(builder_release) struct timing_builder b = {.netlist = netlist, .task = task};

	TRY(ALLOC(&b.timing, 1));
	b.timing->netlist = netlist_ref(netlist);
	if (constraints)
		b.timing->constraints = constraints_ref(constraints);
	DOING(task, "building the timing graph", netlist->n_instances);
	TRY(build(&b, warnings, task));
	HAND_OVER(out, b.timing);
	return STATUS_OK;
}

void timing_graph_free(struct timing_graph *timing)
{
	if (!timing)
		return;
	graph_unref(timing->graph);
	netlist_unref(timing->netlist);
	constraints_unref(timing->constraints);
	derates_release(&timing->derates);
	forget_order(timing);
	FREE_ALL(timing->type, timing->table, timing->number, timing->check, timing->driver,
		 timing->drive, timing->slew, timing->latch_closes, timing->depth, timing);
}
