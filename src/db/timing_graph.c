/*
 * From a netlist to its timing graph. What an instance contributes depends on its master alone, so
 * the arcs and checks of each master are listed once and then repeated for its instances.
 */
#include "db/timing_graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "db/constants.h"
#include "db/disables.h"
#include "db/loops.h"

/* An arc between two edges of two pins of a master. */
struct master_arc {
	int32_t from, to; /* 2·pin + edge, within the master */
	int32_t type;
	const struct lib_arc *lib; /* of the late half, where it has one; borrowed */
};

struct master_check {
	struct check check;        /* vertices within the master */
	const struct lib_arc *lib; /* borrowed */
};

/* What each instance of a master brings. */
struct pattern {
	int32_t n_arcs, n_checks;
	struct master_arc *arc;     /* owned */
	struct master_check *check; /* owned */
	int64_t arc_capacity, check_capacity;
	int32_t n_latch_arcs, n_set_reset_arcs;
};

struct builder {
	struct timing_graph *timing;
	const struct netlist *netlist;
	struct pattern *pattern; /* owned [n_masters] */
	int32_t *first_table;    /* owned [n_libraries]: of each library's tables */
	struct constants constants;
	struct disables disables;
	/* Arcs that constants make impossible: they come last, and must not close loops. Owned. */
	struct master_arc *impossible;
	int64_t n_impossible, impossible_capacity;
};

/* ---- tables ---- */

static struct table to_table(const struct lut *lut, int64_t first_number)
{
	struct table table = {.first = first_number + lut->first, .n = {lut->n[0], lut->n[1]}};

	for (int axis = 0; axis < 2; axis++) {
		bool of_slew =
			lut->variable[axis] == LUT_SLEW || lut->variable[axis] == LUT_RELATED_SLEW;

		table.n_points[axis] = lut->variable[axis] == LUT_NONE ? 0 : lut->n[axis];
		table.operand[axis] = of_slew ? OPERAND_SLEW : OPERAND_OTHER;
	}
	return table;
}

static enum status add_tables(struct builder *b)
{
	struct timing_graph *timing = b->timing;

	TRY(ALLOC(&b->first_table, b->netlist->n_libraries));
	for (int32_t l = 0; l < b->netlist->n_libraries; l++) {
		const struct library *library = b->netlist->library[l];

		b->first_table[l] = timing->n_tables;
		TRY(GROW(&timing->table, &timing->table_capacity,
			 (int64_t)timing->n_tables + library->n_luts));
		TRY(GROW(&timing->number, &timing->number_capacity,
			 timing->n_numbers + library->n_numbers));
		for (int32_t i = 0; i < library->n_luts; i++)
			timing->table[timing->n_tables++] =
				to_table(&library->lut[i], timing->n_numbers);
		if (library->n_numbers)
			memcpy(timing->number + timing->n_numbers, library->number,
			       (size_t)library->n_numbers * sizeof *library->number);
		timing->n_numbers += library->n_numbers;
	}
	return STATUS_OK;
}

static int32_t table_of(const struct builder *b, const struct library *library, int32_t lut)
{
	int32_t l = 0;

	if (lut < 0)
		return -1;
	while (b->netlist->library[l] != library)
		l++;
	return b->first_table[l] + lut;
}

/* ---- the arcs of a master ---- */

/* A master's cell in one split. */
struct half {
	const struct builder *b;
	struct pattern *pattern;
	const struct master *master;
	enum split split;
	const struct library *library;
	const struct lib_cell *cell;
	int32_t *late_pin; /* owned [cell's pins]: the master's pin, -1 = the late cell has none */
	/* Arcs that the late half has brought, and whether they have found their partner: owned. */
	int32_t n_late;
	bool *taken;
};

static enum status add_arc(struct half *half, const struct lib_arc *lib, struct master_arc arc,
			   int32_t delay, int32_t slew)
{
	struct timing_graph *timing = half->b->timing;
	struct pattern *pattern = half->pattern;
	struct arc_type *type;

	/* An early arc joins the first late one like it that is still alone. */
	for (int32_t i = 0; i < half->n_late; i++) {
		if (half->taken[i] || pattern->arc[i].from != arc.from ||
		    pattern->arc[i].to != arc.to)
			continue;
		half->taken[i] = true;
		timing->type[pattern->arc[i].type].delay[half->split] = delay;
		timing->type[pattern->arc[i].type].slew[half->split] = slew;
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

static enum status add_delay_arc(struct half *half, const struct lib_arc *lib)
{
	int32_t from = half->late_pin[lib->from], to = half->late_pin[lib->to];

	for (int out = 0; out < N_EDGES; out++) {
		int32_t delay = table_of(half->b, half->library, lib->delay[out]);
		int32_t slew = table_of(half->b, half->library, lib->slew[out]);

		for (int in = 0; in < N_EDGES && delay >= 0; in++) {
			struct master_arc arc = {from * N_EDGES + in, to * N_EDGES + out, 0, lib};

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
		int32_t table = table_of(half->b, half->library, lib->delay[out]);

		for (int in = 0; in < N_EDGES && table >= 0; in++) {
			if (!lib->from_edge[in])
				continue;
			TRY(GROW(&pattern->check, &pattern->check_capacity, pattern->n_checks + 1));
			pattern->check[pattern->n_checks++].check =
				(struct check){kind, half->split, clock * N_EDGES + in,
					       data * N_EDGES + out, table};
			pattern->check[pattern->n_checks - 1].lib = lib;
		}
	}
	return STATUS_OK;
}

/* Does this delay arc pass through a latch while it is open? */
static bool is_through_latch(const struct half *half, const struct lib_arc *lib)
{
	const struct lib_cell *cell = half->cell;
	bool latch = false, checked = false;

	for (int32_t s = 0; s < cell->n_states; s++)
		latch |= half->library->state[cell->first_state + s].kind == LIB_LATCH;
	for (int32_t a = 0; latch && a < cell->n_arcs; a++) {
		const struct lib_arc *other = &half->library->arc[cell->first_arc + a];

		checked |= other->kind == LIB_SETUP && other->to == lib->from;
	}
	return checked;
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
		if (!is_through_latch(half, lib))
			return add_delay_arc(half, lib);
		half->pattern->n_latch_arcs += late;
		return STATUS_OK;
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

static enum status list_half(struct builder *b, int32_t m, enum split split)
{
	const struct master *master = &b->netlist->master[m];
	struct half half = {.b = b,
			    .pattern = &b->pattern[m],
			    .master = master,
			    .split = split,
			    .library = master->library[split]};
	enum status status;

	if (!half.library)
		return STATUS_OK; /* a black box */
	half.cell = &half.library->cell[master->cell[split]];
	status = map_pins(&half);
	if (status == STATUS_OK && split == EARLY) {
		half.n_late = half.pattern->n_arcs;
		status = ALLOC(&half.taken, half.n_late);
	}
	for (int32_t a = 0; a < half.cell->n_arcs && status == STATUS_OK; a++)
		status = add_lib_arc(&half, &half.library->arc[half.cell->first_arc + a]);
	free(half.late_pin);
	free(half.taken);
	return status;
}

/* So that the checks of a pin follow each other, whatever order the library has its checks in. */
static void sort_checks(struct pattern *pattern)
{
	for (int32_t c = 1; c < pattern->n_checks; c++) {
		struct master_check check = pattern->check[c];
		int32_t pin = check.check.data / N_EDGES, at = c;

		for (; at > 0 && pattern->check[at - 1].check.data / N_EDGES > pin; at--)
			pattern->check[at] = pattern->check[at - 1];
		pattern->check[at] = check;
	}
}

static enum status list_patterns(struct builder *b)
{
	TRY(ALLOC(&b->pattern, b->netlist->n_masters));
	for (int32_t m = 0; m < b->netlist->n_masters; m++) {
		if (!b->netlist->master[m].n_instances)
			continue;
		TRY(list_half(b, m, LATE));
		TRY(list_half(b, m, EARLY));
		sort_checks(&b->pattern[m]);
	}
	return STATUS_OK;
}

/* ---- what constants leave of it ---- */

/* The library and cell that an arc of a master is of. */
static void owner_of(const struct builder *b, int32_t master, const struct lib_arc *arc,
		     const struct library **library, const struct lib_cell **cell)
{
	const struct master *m = &b->netlist->master[master];
	int split = LATE;

	if (arc < m->library[LATE]->arc || arc >= m->library[LATE]->arc + m->library[LATE]->n_arcs)
		split = EARLY;
	*library = m->library[split];
	*cell = &m->library[split]->cell[m->cell[split]];
}

static bool arc_stays_possible(const struct builder *b, int32_t instance,
			       const struct master_arc *arc)
{
	const struct library *library;
	const struct lib_cell *cell;
	enum lib_sense sense;

	owner_of(b, b->netlist->instance_master[instance], arc->lib, &library, &cell);
	if (!arc_is_possible(&b->constants, b->netlist, instance, library, cell, arc->lib))
		return false;
	if (arc->lib->kind == LIB_LAUNCH)
		return true;
	sense = arc_sense_under(&b->constants, b->netlist, instance, library, cell, arc->lib);
	return sense == LIB_NON_UNATE ||
	       (sense == LIB_POSITIVE_UNATE) == (arc->from % N_EDGES == arc->to % N_EDGES);
}

static bool check_stays_possible(const struct builder *b, int32_t instance,
				 const struct master_check *check)
{
	const struct library *library;
	const struct lib_cell *cell;

	owner_of(b, b->netlist->instance_master[instance], check->lib, &library, &cell);
	return arc_is_possible(&b->constants, b->netlist, instance, library, cell, check->lib);
}

/* ---- the graph ---- */

static bool is_constant(const struct builder *b, int32_t pin)
{
	return constants_of(&b->constants, pin) != LOGIC_X;
}

/* An arc of the netlist; an impossible one comes behind all others, for its slew: that of a cell's
 * from a pin that is constant itself doesn't count. */
static enum status add_graph_arc(struct builder *b, int32_t from, int32_t to, int32_t type,
				 bool possible)
{
	if (possible)
		return graph_add_typed_arc(b->timing->graph, from, to, type);
	if (type >= 0 && is_constant(b, from / N_EDGES))
		return STATUS_OK;
	TRY(GROW(&b->impossible, &b->impossible_capacity, b->n_impossible + 1));
	b->impossible[b->n_impossible++] = (struct master_arc){from, to, type, NULL};
	return STATUS_OK;
}

static enum status add_net_arc(struct builder *b, int32_t from, int32_t to)
{
	bool possible = !is_constant(b, from) && !is_constant(b, to);

	if (arc_is_disabled(&b->disables, -1, from, to)) {
		b->timing->n_disabled++;
		return STATUS_OK;
	}
	for (int edge = 0; edge < N_EDGES; edge++)
		TRY(add_graph_arc(b, from * N_EDGES + edge, to * N_EDGES + edge, ARC_OF_NET,
				  possible));
	return STATUS_OK;
}

static enum status add_net_arcs(struct builder *b, int32_t net)
{
	const struct netlist *netlist = b->netlist;
	int32_t begin = netlist->net_pin_row[net], end = netlist->net_pin_row[net + 1];
	int32_t loads = begin + netlist->net_n_drivers[net];

	for (int32_t d = begin; d < loads; d++) {
		for (int32_t l = loads; l < end; l++)
			TRY(add_net_arc(b, netlist->net_pin[d], netlist->net_pin[l]));
	}
	return STATUS_OK;
}

/* Is something between two vertices of an instance's master turned off? */
static bool is_disabled(struct builder *b, int32_t instance, int32_t from, int32_t to)
{
	int32_t first = b->netlist->instance_pin[instance];
	bool disabled = arc_is_disabled(&b->disables, instance, first + from / N_EDGES,
					first + to / N_EDGES);

	b->timing->n_disabled += disabled;
	return disabled;
}

static enum status add_instance(struct builder *b, int32_t instance)
{
	struct timing_graph *timing = b->timing;
	const struct pattern *pattern = &b->pattern[b->netlist->instance_master[instance]];
	int32_t base = b->netlist->instance_pin[instance] * N_EDGES;
	bool touched = constants_touch(&b->constants, b->netlist, instance);

	for (int32_t a = 0; a < pattern->n_arcs; a++) {
		const struct master_arc *arc = &pattern->arc[a];

		if (!is_disabled(b, instance, arc->from, arc->to))
			TRY(add_graph_arc(b, base + arc->from, base + arc->to, arc->type,
					  !touched || arc_stays_possible(b, instance, arc)));
	}
	TRY(GROW(&timing->check, &timing->check_capacity,
		 (int64_t)timing->n_checks + pattern->n_checks));
	for (int32_t c = 0; c < pattern->n_checks; c++) {
		const struct master_check *from = &pattern->check[c];
		struct check *check = &timing->check[timing->n_checks];

		if (is_disabled(b, instance, from->check.clock, from->check.data) ||
		    (touched && !check_stays_possible(b, instance, from)))
			continue;
		timing->n_checks++;
		*check = from->check;
		check->clock += base;
		check->data += base;
	}
	timing->n_latch_arcs += pattern->n_latch_arcs;
	timing->n_set_reset_arcs += pattern->n_set_reset_arcs;
	return STATUS_OK;
}

static enum status add_all(struct builder *b, struct task *task)
{
	const struct netlist *netlist = b->netlist;

	for (int32_t n = 0; n < netlist->n_nets; n++)
		TRY(add_net_arcs(b, n));
	for (int32_t i = 0; i < netlist->n_instances; i++) {
		if (i % 4096 == 0)
			TRY(task_progress(task, i));
		TRY(add_instance(b, i));
	}
	return STATUS_OK;
}

/* ---- what drives the ports ---- */

static enum status add_drive(struct builder *b, const struct driving_arc *given)
{
	struct timing_graph *timing = b->timing;
	const struct library *library = b->netlist->library[given->library];
	const struct lib_arc *arc = &library->arc[given->arc];

	TRY(GROW(&timing->drive, &timing->drive_capacity, (int64_t)timing->n_drives + 1));
	timing->drive[timing->n_drives++] = (struct drive_arc){
		.split = given->split,
		.delay = table_of(b, library, arc->delay[given->to_edge]),
		.slew = table_of(b, library, arc->slew[given->to_edge]),
		.slew_in = given->slew,
	};
	return STATUS_OK;
}

/* The arcs of a port's driving cell that end with one edge. */
static enum status add_driver(struct builder *b, int32_t port, int edge)
{
	struct timing_graph *timing = b->timing;
	const struct constraints *constraints = timing->constraints;
	const struct port_constraint *given = &constraints->port[port];
	struct driver driver = {port * N_EDGES + edge, timing->n_drives, 0};

	for (int32_t i = 0; i < given->n_driving_arcs; i++) {
		const struct driving_arc *arc =
			&constraints->driving_arc[given->first_driving_arc + i];

		if ((int)arc->to_edge == edge)
			TRY(add_drive(b, arc));
	}
	driver.n = timing->n_drives - driver.first;
	if (!driver.n)
		return STATUS_OK;
	TRY(GROW(&timing->driver, &timing->driver_capacity, (int64_t)timing->n_drivers + 1));
	timing->driver[timing->n_drivers++] = driver;
	return STATUS_OK;
}

static enum status add_ports(struct builder *b)
{
	struct timing_graph *timing = b->timing;
	const struct constraints *constraints = timing->constraints;

	for (int32_t p = 0; constraints && p < constraints->n_ports; p++) {
		for (int edge = 0; edge < N_EDGES; edge++) {
			struct given_slew slew = {.vertex = p * N_EDGES + edge};

			for (int split = 0; split < N_SPLITS; split++) {
				double given = constraints->port[p].slew[split][edge];

				slew.slew[split] = is_given(given) ? given : 0;
			}
			TRY(add_driver(b, p, edge));
			if (slew.slew[EARLY] > 0 || slew.slew[LATE] > 0)
				TRY(timing_graph_add_slew(timing, &slew));
		}
	}
	return STATUS_OK;
}

enum status timing_graph_add_slew(struct timing_graph *timing, const struct given_slew *slew)
{
	TRY(GROW(&timing->slew, &timing->slew_capacity, (int64_t)timing->n_slews + 1));
	timing->slew[timing->n_slews++] = *slew;
	return STATUS_OK;
}

static void forget_order(struct timing_graph *timing)
{
	free(timing->out_row);
	free(timing->out_arc);
	free(timing->order);
	timing->out_row = timing->out_arc = timing->order = NULL;
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

static enum status reorder(struct timing_graph *timing, struct task *task, bool *has_loop)
{
	forget_order(timing);
	return graph_find_order(timing->graph, task, &timing->out_row, &timing->out_arc,
				&timing->order, has_loop);
}

static enum status add_impossible(struct builder *b, struct task *task)
{
	struct timing_graph *timing = b->timing;
	int32_t *place;
	bool has_loop = false;
	enum status status = STATUS_OK;

	TRY(ALLOC(&place, timing->graph->n_vertices));
	for (int32_t i = 0; i < timing->graph->n_vertices; i++)
		place[timing->order[i]] = i;
	for (int64_t i = 0; i < b->n_impossible && status == STATUS_OK; i++)
		status = graph_add_typed_arc(timing->graph, b->impossible[i].from,
					     b->impossible[i].to, b->impossible[i].type);
	if (status == STATUS_OK)
		status = reorder(timing, task, &has_loop);
	if (status == STATUS_OK && has_loop) {
		drop_backward(timing, place);
		status = reorder(timing, task, &has_loop);
	}
	free(place);
	return status;
}

static enum status build(struct builder *b, struct text *warnings, struct task *task)
{
	struct timing_graph *timing = b->timing;
	struct graph *graph;

	TRY(graph_new(b->netlist->name, &timing->graph));
	graph = timing->graph;
	graph->netlist = netlist_ref(timing->netlist);
	if (b->netlist->n_pins > INT32_MAX / N_EDGES)
		return status_fail(STATUS_NO_MEMORY, "%s: more than %d pins", graph->name,
				   INT32_MAX / N_EDGES);
	graph->n_vertices = b->netlist->n_pins * N_EDGES;
	/* there, also when no arc is: delays are computed */
	TRY(GROW(&graph->arc_type, &graph->arc_type_capacity, 1));
	TRY(constants_find(b->netlist, b->timing->constraints, task, &b->constants));
	TRY(disables_find(b->netlist, b->timing->constraints, &b->disables));
	TRY(derates_find(b->netlist, b->timing->constraints, &b->timing->derates));
	TRY(add_tables(b));
	TRY(list_patterns(b));
	TRY(add_all(b, task));
	TRY(add_ports(b));
	TRY(graph_close_ordered(graph, warnings, task, &b->timing->out_row, &b->timing->out_arc,
				&b->timing->order));
	b->timing->n_possible = graph->n_arcs;
	return b->n_impossible ? add_impossible(b, task) : STATUS_OK;
}

enum status timing_graph_new(struct netlist *netlist, struct constraints *constraints,
			     struct text *warnings, struct task *task, struct timing_graph **out)
{
	struct builder b = {.netlist = netlist};
	enum status status;

	TRY(ALLOC(&b.timing, 1));
	b.timing->netlist = netlist_ref(netlist);
	if (constraints)
		b.timing->constraints = constraints_ref(constraints);
	task_begin(task, "building the timing graph", netlist->n_instances);
	status = build(&b, warnings, task);
	task_end(task);
	for (int32_t m = 0; b.pattern && m < netlist->n_masters; m++) {
		free(b.pattern[m].arc);
		free(b.pattern[m].check);
	}
	free(b.pattern);
	free(b.first_table);
	constants_release(&b.constants);
	disables_release(&b.disables);
	free(b.impossible);
	if (status != STATUS_OK) {
		timing_graph_free(b.timing);
		return status;
	}
	*out = b.timing;
	return STATUS_OK;
}

void timing_graph_free(struct timing_graph *timing)
{
	if (!timing)
		return;
	graph_unref(timing->graph);
	netlist_unref(timing->netlist);
	constraints_unref(timing->constraints);
	free(timing->type);
	free(timing->table);
	free(timing->number);
	free(timing->check);
	free(timing->driver);
	free(timing->drive);
	free(timing->slew);
	derates_release(&timing->derates);
	free(timing->out_row);
	free(timing->out_arc);
	free(timing->order);
	free(timing);
}
