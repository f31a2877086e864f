/*
 * The timing graph and its states as they were built. What follows from these alone isn't stored: where arcs
 * leave vertices (db/fan_out.h), the states of a vertex, derates, the image, in which a loop
 * would come up (gpu/image/image.c).
 */
#include <string.h>

#include "base/grow.h"
#include "db/annotations.h"
#include "store/store_impl.h"

SAME_SIZE(arc_type, 40);
SAME_SIZE(drive_arc, 24);
SAME_SIZE(driver, 12);
SAME_SIZE(given_slew, 24);
SAME_SIZE(graph, 320);

/* ---- graphs of pins ---- */

/* Of a graph whose delays are computed: name and netlist are there. `n_more`: arcs after those it counts. */
static void code_typed_graph(struct coder *c, struct graph *graph, bool has_types, int32_t n_types,
			     int64_t n_more)
{
	int64_t n = (int64_t)graph->n_arcs + n_more;

	CODE_ENUM(c, graph->objective, OBJECTIVE_COST, "what orders paths");
	code_int(c, &graph->n_broken, 0, INT32_MAX, "a number of loops");
	code_long(c, &graph->largest_sum, 0, INT64_MAX, "the largest sum");
	CODE_INDICES(c, &graph->arc_from, n, 0, graph->n_vertices, "the tail of an arc");
	CODE_INDICES(c, &graph->arc_to, n, 0, graph->n_vertices, "the head of an arc");
	if (has_types)
		CODE_INDICES(c, &graph->arc_type, n, ARC_OF_NET, n_types, "the type of an arc");
	if (!c->saving)
		graph->arc_capacity = graph->arc_to_capacity = graph->arc_type_capacity = n;
}

/* Sources and sinks, which are at time 0: their times are computed. */
static void code_ends(struct coder *c, struct graph *graph)
{
	code_int(c, &graph->n_sources, 0, INT32_MAX, "a number of startpoints");
	code_int(c, &graph->n_sinks, 0, INT32_MAX - 1, "a number of endpoints");
	if ((int64_t)graph->n_vertices + graph->n_sinks >= INT32_MAX ||
	    (int64_t)graph->n_arcs + graph->n_sinks >= INT32_MAX)
		code_wrong(c, "a number of endpoints");
	CODE_INDICES(c, &graph->source_vertex, graph->n_sources, 0, graph->n_vertices,
		     "a startpoint");
	CODE_INDICES(c, &graph->sink_vertex, graph->n_sinks, 0, graph->n_vertices, "an endpoint");
	CODE_ROOM(c, &graph->source_arrival, graph->n_sources);
	CODE_ROOM(c, &graph->sink_required, graph->n_sinks);
}

static enum status new_graph(struct netlist *netlist, struct graph **out)
{
	TRY(graph_new(netlist->name, out));
	(*out)->netlist = netlist_ref(netlist);
	return STATUS_OK;
}

/* ---- tables ---- */

/* An arc of a library of the netlist, as numbers. */
static void code_lib_arc(struct coder *c, const struct netlist *netlist, struct arc_type *type)
{
	const struct library_set set = {.n = netlist->n_libraries, .library = netlist->library};
	int32_t library = library_set_find(&set, type->library), arc = 0;

	if (c->saving)
		arc = (int32_t)(type->lib - type->library->arc);
	code_id(c, &library, 0, set.n, "the library of an arc");
	if (coder_failed(c))
		return;
	code_id(c, &arc, 0, set.library[library]->n_arcs, "the arc of a library");
	type->library = set.library[library];
	type->lib = &type->library->arc[arc];
}

static void code_type(struct coder *c, const struct timing_graph *timing, struct arc_type *type)
{
	for (int split = 0; split < N_SPLITS; split++) {
		code_id(c, &type->delay[split], -1, timing->n_tables, "a table of delays");
		code_id(c, &type->slew[split], -1, timing->n_tables, "a table of slews");
	}
	code_bool(c, &type->launches);
	code_lib_arc(c, timing->netlist, type);
}

_Static_assert(sizeof(struct table) == 32, "tables have no padding");

static bool is_table(const struct table *t, int64_t n_numbers)
{
	int64_t n_values = (int64_t)t->n[0] * t->n[1];

	for (int axis = 0; axis < 2; axis++) {
		if (t->n[axis] < 1 || (t->n_points[axis] && t->n_points[axis] != t->n[axis]) ||
		    (t->operand[axis] != OPERAND_SLEW && t->operand[axis] != OPERAND_OTHER))
			return false;
	}
	return t->first >= 0 && t->first <= n_numbers &&
	       t->n_points[0] + (int64_t)t->n_points[1] + n_values <= n_numbers - t->first;
}

/* below: the numbers of all tables */
CHECK_EACH(check_tables, struct table, is_table(item, rule->below))

/* ---- checks, drivers, slews ---- */

_Static_assert(sizeof(struct check) == 28, "checks have no padding");

/* below: vertices; of: their tables' number */
CHECK_EACH(check_checks, struct check,
	   (uint32_t)item->kind <= CHECK_REMOVAL && (uint32_t)item->split < N_SPLITS &&
		   item->clock >= 0 && item->clock < rule->below && item->data >= 0 &&
		   item->data < rule->below && item->table >= 0 &&
		   item->table < *(const int32_t *)rule->of &&
		   (uint32_t)item->non_sequential <= 1 && item->arc >= 0)

static void code_drive(struct coder *c, const struct timing_graph *timing, struct drive_arc *drive)
{
	CODE_ENUM(c, drive->split, LATE, "a split");
	code_id(c, &drive->delay, -1, timing->n_tables, "the table of a driver");
	code_id(c, &drive->slew, -1, timing->n_tables, "the table of a driver");
	code_id(c, &drive->library, 0, timing->netlist->n_libraries, "the library of a driver");
	code_real(c, &drive->slew_in);
}

static void code_driver(struct coder *c, const struct timing_graph *timing, struct driver *driver)
{
	code_id(c, &driver->vertex, 0, timing->graph->n_vertices, "a vertex");
	code_range(c, &driver->first, &driver->n, timing->n_drives, "the arcs of a driver");
}

static void clean_slew(void *to, const void *from)
{
	const struct given_slew *slew = from;
	struct given_slew *out = to;

	out->vertex = slew->vertex;
	memcpy(out->slew, slew->slew, sizeof out->slew);
}

CHECK_EACH(check_slews, struct given_slew,
	   item->vertex >= 0 && item->vertex < rule->below &&
		   check_reals(item->slew, 0, N_SPLITS, rule))

/* ---- the timing graph ---- */

/* Arcs of cells lead through one instance, those of nets along one net. */
static bool is_arc(const struct timing_graph *timing, int64_t arc)
{
	const struct netlist *netlist = timing->netlist;
	const struct graph *graph = timing->graph;
	int32_t from = graph->arc_from[arc] / N_EDGES, to = graph->arc_to[arc] / N_EDGES;

	if (graph->arc_type[arc] == ARC_OF_NET)
		return netlist->pin_net[from] >= 0 &&
		       netlist->pin_net[from] == netlist->pin_net[to];
	return netlist->pin_instance[from] >= 0 &&
	       netlist->pin_instance[from] == netlist->pin_instance[to];
}

/* As it was built: possible arcs by net, then by instance, as timing_graph_find_arcs() relies on; the first is anywhere. */
static bool follows(const struct timing_graph *timing, int64_t arc)
{
	const struct graph *graph = timing->graph;
	const struct netlist *netlist = timing->netlist;
	int32_t pin = graph->arc_from[arc] / N_EDGES, before;
	bool of_net = graph->arc_type[arc] == ARC_OF_NET;

	if (arc == 0 || arc >= timing->n_possible || netlist->n_all_pins > netlist->n_pins)
		return true;
	before = graph->arc_from[arc - 1] / N_EDGES;
	if ((graph->arc_type[arc - 1] == ARC_OF_NET) != of_net)
		return !of_net;
	return of_net ? netlist->pin_net[before] <= netlist->pin_net[pin]
		      : netlist->pin_instance[before] <= netlist->pin_instance[pin];
}

/* Of an arc of its cell, between the pins that this is between. */
static bool is_check(const struct timing_graph *timing, const struct check *check)
{
	const struct netlist *netlist = timing->netlist;
	int32_t clock = check->clock / N_EDGES, data = check->data / N_EDGES;
	int32_t instance = netlist->pin_instance[data], first, number = check->arc;
	const struct master *master;

	if (instance < 0 || instance != netlist->pin_instance[clock])
		return false;
	master = &netlist->master[netlist->instance_master[instance]];
	first = netlist->instance_pin[instance];
	for (int split = N_SPLITS - 1; split >= 0 && master->library[split]; split--) {
		const struct library *library = master->library[split];
		const struct lib_cell *cell = &library->cell[master->cell[split]];

		if (number < cell->n_arcs) {
			const struct lib_arc *arc = &library->arc[cell->first_arc + number];

			return master_pin_of(master, split, arc->from) == clock - first &&
			       master_pin_of(master, split, arc->to) == data - first;
		}
		number -= cell->n_arcs;
	}
	return false;
}

/* And checks are by pin. */
static bool are_of_instances(const struct timing_graph *timing, int n_threads)
{
	int64_t n = (int64_t)timing->graph->n_arcs + timing->n_latch_arcs, n_wrong = 0;

#pragma omp parallel for schedule(static) num_threads(n_threads) reduction(+ : n_wrong)
	for (int64_t a = 0; a < n; a++)
		n_wrong += !is_arc(timing, a) || !follows(timing, a);
#pragma omp parallel for schedule(static) num_threads(n_threads) reduction(+ : n_wrong)
	for (int32_t i = 0; i < timing->n_checks; i++) {
		const struct check *check = &timing->check[i];

		n_wrong += !is_check(timing, check) ||
			   (i > 0 && check[-1].data / N_EDGES > check->data / N_EDGES);
	}
	return n_wrong == 0;
}

static const char *check_timing(void *object, struct late_run *run)
{
	struct timing_graph *timing = object;

	if (!are_of_instances(timing, run->n_threads))
		return "an arc";
	run->status = derates_find(timing->netlist, timing->constraints, &timing->derates);
	return NULL;
}

static void code_timing_body(struct coder *c, struct timing_graph *timing)
{
	struct graph *graph = timing->graph;
	int64_t n_vertices = graph->n_vertices;

	code_int(c, &graph->n_arcs, 0, INT32_MAX - 1, "a number of arcs");
	code_int(c, &timing->n_possible, 0, graph->n_arcs, "a number of arcs");
	code_int(c, &timing->n_latch_arcs, 0, INT32_MAX - graph->n_arcs, "arcs of latches");
	code_int(c, &timing->n_set_reset_arcs, 0, INT32_MAX, "a number of arcs");
	code_int(c, &timing->n_disabled, 0, INT32_MAX, "a number of arcs");
	code_int(c, &timing->n_tables, 0, INT32_MAX, "a number of tables");
	code_int(c, &timing->n_checks, 0, INT32_MAX, "a number of checks");
	code_int(c, &timing->n_slews, 0, INT32_MAX, "a number of slews");
	code_long(c, &timing->n_numbers, 0, INT64_MAX / 1024, "a number of numbers");
	CODE_ITEMS(c, &timing->table, timing->n_tables, check_tables, INDICES(0, timing->n_numbers),
		   "a table");
	CODE_ITEMS(c, &timing->number, timing->n_numbers, check_reals, ANY_ITEMS,
		   "the numbers of tables");
	code_count(c, &timing->n_types);
	CODE_EACH(c, timing, type, n_types, code_type);
	CODE_ITEMS(c, &timing->check, timing->n_checks, check_checks,
		   ((struct rule){.below = n_vertices, .of = &timing->n_tables}), "a check");
	code_count(c, &timing->n_drives);
	CODE_EACH(c, timing, drive, n_drives, code_drive);
	code_count(c, &timing->n_drivers);
	CODE_EACH(c, timing, driver, n_drivers, code_driver);
	CODE_PADDED(c, &timing->slew, timing->n_slews, clean_slew, check_slews,
		    INDICES(0, n_vertices), "a slew");
	code_typed_graph(c, graph, true, timing->n_types, timing->n_latch_arcs);
	CODE_INDICES(c, &timing->latch_closes, timing->n_latch_arcs, 0, n_vertices,
		     "the enable of a latch");
	code_later(c, check_timing, timing, NULL);
}

static enum status new_timing(const struct stored_design *design, struct timing_graph **out)
{
	struct netlist *netlist = design->netlist;

	TRY(ALLOC(out, 1));
	(*out)->netlist = netlist_ref(netlist);
	if (design->constraints)
		(*out)->constraints = constraints_ref(design->constraints);
	TRY(new_graph(netlist, &(*out)->graph));
	(*out)->graph->n_vertices = netlist->n_all_pins * N_EDGES;
	return STATUS_OK;
}

void code_timing(struct coder *c, struct stored_design *design)
{
	if (!code_is_there(c, design->timing) || coder_failed(c))
		return;
	if (!design->netlist || design->netlist->n_all_pins > INT32_MAX / N_EDGES) {
		code_wrong(c, "timing of no netlist");
		return;
	}
	if (!c->saving)
		code_fail(c, new_timing(design, &design->timing));
	if (coder_failed(c))
		return;
	code_timing_body(c, design->timing);
	if (!coder_failed(c))
		code_states(c, design);
}

/* ---- of both graphs ---- */

void code_graph_of_states(struct coder *c, struct state_graph *states)
{
	struct graph *graph = states->graph;

	if (!states->is_timing_graph) {
		code_int(c, &graph->n_vertices, 0, INT32_MAX - 1, "a number of states");
		code_int(c, &graph->n_arcs, 0, INT32_MAX - 1, "a number of arcs");
		code_typed_graph(c, graph, false, 0, 0);
	}
	code_ends(c, graph);
}

enum status new_graph_of_states(struct netlist *netlist, struct state_graph *states)
{
	if (!states->is_timing_graph)
		return new_graph(netlist, &states->graph);
	states->graph = graph_ref(states->timing->graph);
	return STATUS_OK;
}
