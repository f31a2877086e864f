/*
 * The arcs and checks of a timing graph: those of nets, then those of instances, as their masters'
 * patterns have them. Threads share them.
 */
#include "base/bits.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "db/timing_impl.h"

/*
 * What nets, or instances, in a row bring: first counted, then written to where these numbers say, which
 * go on counting.
 */
struct part {
	bool writes;
	int64_t n_arcs, n_impossible, n_latch, n_checks;
	int32_t n_set_reset_arcs, n_disabled;
};

/* ---- what constants leave ---- */

/* The library and cell that an arc of a master is of. */
static void owner_of(const struct timing_builder *b, int32_t master, const struct lib_arc *arc,
		     const struct library **library, const struct lib_cell **cell)
{
	const struct master *m = &b->netlist->master[master];
	int split = LATE;

	if (arc < m->library[LATE]->arc || arc >= m->library[LATE]->arc + m->library[LATE]->n_arcs)
		split = EARLY;
	*library = m->library[split];
	*cell = &m->library[split]->cell[m->cell[split]];
}

static bool arc_stays_possible(const struct timing_builder *b, int32_t instance,
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

static bool check_stays_possible(const struct timing_builder *b, int32_t instance,
				 const struct master_check *check)
{
	const struct library *library;
	const struct lib_cell *cell;

	owner_of(b, b->netlist->instance_master[instance], check->lib, &library, &cell);
	return arc_is_possible(&b->constants, b->netlist, instance, library, cell, check->lib);
}

/* ---- the graph ---- */

static bool is_constant(const struct timing_builder *b, int32_t pin)
{
	return constants_of(&b->constants, pin) != LOGIC_X;
}

/* An arc of the netlist; an impossible one comes after all others, for its slew: that of a cell's
 * from a pin that is constant itself doesn't count. */
static void add_graph_arc(const struct timing_builder *b, struct part *part,
			  const struct master_arc *arc, bool possible)
{
	struct graph *graph = b->timing->graph;

	if (possible) {
		if (part->writes) {
			graph->arc_from[part->n_arcs] = arc->from;
			graph->arc_to[part->n_arcs] = arc->to;
			graph->arc_type[part->n_arcs] = arc->type;
		}
		part->n_arcs++;
		return;
	}
	if (arc->type >= 0 && is_constant(b, netlist_named_pin(b->netlist, arc->from / N_EDGES)))
		return;
	if (part->writes)
		b->impossible[part->n_impossible] = *arc;
	part->n_impossible++;
}

static void add_net_arc(const struct timing_builder *b, struct part *part, int32_t from, int32_t to)
{
	bool possible = !is_constant(b, from) && !is_constant(b, to);
	int32_t side = netlist_driving_side(b->netlist, from);

	if (arc_is_disabled(&b->disables, -1, from, to)) {
		part->n_disabled++;
		return;
	}
	for (int edge = 0; edge < N_EDGES; edge++) {
		struct master_arc arc = {.from = side * N_EDGES + edge,
					 .to = to * N_EDGES + edge,
					 .type = ARC_OF_NET,
					 .closes = -1};

		add_graph_arc(b, part, &arc, possible);
	}
}

/* With pins of both directions: from each driving side to all others. */
static void add_all_net_arcs(const struct timing_builder *b, struct part *part, int32_t net)
{
	const struct netlist *netlist = b->netlist;
	int32_t begin = netlist->net_pin_row[net], end = netlist->net_pin_row[net + 1];

	for (int32_t d = begin; d < end; d++) {
		int32_t from = netlist->net_pin[d];

		if (task_cancelled(b->task))
			return;
		for (int32_t l = begin; l < end && netlist_may_drive(netlist, from); l++) {
			int32_t to = netlist->net_pin[l];

			if (l != d && netlist_takes_signals(netlist, to))
				add_net_arc(b, part, from, to);
		}
	}
}

static void add_net_arcs(const struct timing_builder *b, struct part *part, int32_t net)
{
	const struct netlist *netlist = b->netlist;
	int32_t begin = netlist->net_pin_row[net], end = netlist->net_pin_row[net + 1];
	int32_t loads = begin + netlist->net_n_drivers[net];

	if (netlist->n_all_pins > netlist->n_pins) {
		add_all_net_arcs(b, part, net);
		return;
	}
	for (int32_t d = begin; d < loads && !task_cancelled(b->task); d++) {
		for (int32_t l = loads; l < end; l++)
			add_net_arc(b, part, netlist->net_pin[d], netlist->net_pin[l]);
	}
}

/* Is something between two vertices of an instance's master turned off? */
static bool is_disabled(const struct timing_builder *b, struct part *part, int32_t instance,
			int32_t from, int32_t to)
{
	int32_t first = b->netlist->instance_pin[instance];
	bool disabled = arc_is_disabled(&b->disables, instance, first + from / N_EDGES,
					first + to / N_EDGES);

	part->n_disabled += disabled;
	return disabled;
}

/* An arc through a latch whose enable changes is a list of its own; one that is always open is as any
 * other, and of one that never opens there is none. */
static void add_latch_arc(const struct timing_builder *b, struct part *part,
			  const struct master_arc *arc, bool possible)
{
	enum logic enable = constants_of(&b->constants, arc->closes / N_EDGES);
	bool is_open = enable == (arc->closes % N_EDGES == FALL ? LOGIC_1 : LOGIC_0);

	if (is_open) {
		add_graph_arc(b, part, arc, possible);
		return;
	}
	if (enable != LOGIC_X || !possible)
		return;
	if (part->writes)
		b->latch[part->n_latch] = *arc;
	part->n_latch++;
}

static bool is_disabled_check(const struct timing_builder *b, struct part *part, int32_t instance,
			      const struct check *check)
{
	int32_t first = b->netlist->instance_pin[instance];
	bool disabled = check_is_disabled(&b->disables, instance, first + check->clock / N_EDGES,
					  first + check->data / N_EDGES);

	part->n_disabled += disabled;
	return disabled;
}

static void add_checks(const struct timing_builder *b, struct part *part, int32_t instance,
		       bool touched)
{
	const struct pattern *pattern = &b->pattern[b->netlist->instance_master[instance]];
	int32_t base = b->netlist->instance_pin[instance] * N_EDGES;

	for (int32_t c = 0; c < pattern->n_checks; c++) {
		const struct master_check *from = &pattern->check[c];
		struct check check = from->check;

		if (is_disabled_check(b, part, instance, &check) ||
		    (touched && !check_stays_possible(b, instance, from)))
			continue;
		check.clock += base;
		check.data += base;
		if (part->writes)
			b->timing->check[part->n_checks] = check;
		part->n_checks++;
	}
}

static void add_instance(const struct timing_builder *b, struct part *part, int32_t instance)
{
	const struct pattern *pattern = &b->pattern[b->netlist->instance_master[instance]];
	int32_t base = b->netlist->instance_pin[instance] * N_EDGES;
	bool touched = constants_touch(&b->constants, b->netlist, instance);

	for (int32_t a = 0; a < pattern->n_arcs; a++) {
		struct master_arc arc = pattern->arc[a];
		bool possible = !touched || arc_stays_possible(b, instance, &arc);

		if (is_disabled(b, part, instance, arc.from, arc.to))
			continue;
		arc.from += base;
		arc.to = netlist_driving_vertex(b->netlist, arc.to + base);
		arc.closes += arc.closes < 0 ? 0 : base;
		if (arc.closes >= 0)
			add_latch_arc(b, part, &arc, possible);
		else
			add_graph_arc(b, part, &arc, possible);
	}
	add_checks(b, part, instance, touched);
	part->n_set_reset_arcs += pattern->n_set_reset_arcs;
}

/* Parts are of nets, then of instances: arcs come in this order. */
/* Counted in a copy, as parts share lines of memory. */
static void add_part(const struct timing_builder *b, struct part *part, int n_parts, int which)
{
	const struct netlist *netlist = b->netlist;
	struct part own = *part;
	bool of_nets = which < n_parts;
	int64_t n = of_nets ? netlist->n_nets : netlist->n_instances;
	int place = of_nets ? which : which - n_parts;
	int32_t begin = (int32_t)part_begin(n, n_parts, place);
	int32_t end = (int32_t)part_begin(n, n_parts, place + 1);

	for (int32_t i = begin; i < end; i++) {
		if (i % 4096 == 0 && task_cancelled(b->task))
			return;
		if (of_nets)
			add_net_arcs(b, &own, i);
		else
			add_instance(b, &own, i);
	}
	*part = own;
}

/* From what each part has to where it begins, and room for all. */
static enum status place_parts(struct timing_builder *b, struct part *parts, int n)
{
	struct timing_graph *timing = b->timing;
	struct graph *graph = timing->graph;
	struct part sum = {0};
	int64_t n_all;

	for (int p = 0; p < n; p++) {
		struct part own = parts[p];

		timing->n_set_reset_arcs += own.n_set_reset_arcs;
		timing->n_disabled += own.n_disabled;
		parts[p] = sum;
		parts[p].writes = true;
		sum.n_arcs += own.n_arcs;
		sum.n_impossible += own.n_impossible;
		sum.n_latch += own.n_latch;
		sum.n_checks += own.n_checks;
	}
	n_all = sum.n_arcs + sum.n_impossible + sum.n_latch;
	if (n_all > INT32_MAX || sum.n_checks > INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "more than %d arcs", INT32_MAX);
	TRY(GROW(&graph->arc_from, &graph->arc_capacity, n_all));
	TRY(GROW(&graph->arc_to, &graph->arc_to_capacity, n_all));
	TRY(GROW(&graph->arc_type, &graph->arc_type_capacity, n_all));
	TRY(GROW(&timing->check, &timing->check_capacity, sum.n_checks));
	TRY(ALLOC(&b->impossible, sum.n_impossible));
	TRY(ALLOC(&b->latch, sum.n_latch));
	graph->n_arcs = (int32_t)sum.n_arcs;
	timing->n_checks = (int32_t)sum.n_checks;
	b->n_impossible = sum.n_impossible;
	b->n_latch = sum.n_latch;
	return STATUS_OK;
}

/* A net's arcs are all pairs of drivers and loads: counting them could take long. */
static enum status check_nets(const struct netlist *netlist)
{
	double n = 0;

	for (int32_t i = 0; i < netlist->n_nets; i++) {
		int32_t n_pins = netlist->net_pin_row[i + 1] - netlist->net_pin_row[i];

		n += (double)netlist->net_n_drivers[i] * (n_pins - netlist->net_n_drivers[i]);
	}
	return n * N_EDGES <= INT32_MAX
		       ? STATUS_OK
		       : status_fail(STATUS_NO_MEMORY,
				     "%s: nets have %.3g arcs, from each driver to each load; at "
				     "most %d",
				     netlist->name, n * N_EDGES, INT32_MAX);
}

enum status timing_add_arcs(struct timing_builder *b)
{
	int n = parts_of(max_i64(b->netlist->n_nets, b->netlist->n_instances));
	FREED struct part *parts = NULL;

	TRY(check_nets(b->netlist));
	TRY(ALLOC(&parts, 2 * (int64_t)n));
	OVER_PARTS(p, 2 * n)
	add_part(b, &parts[p], n, p);
	TRY(task_progress(b->task, b->netlist->n_instances / 2));
	TRY(place_parts(b, parts, 2 * n));
	OVER_PARTS(p, 2 * n)
	add_part(b, &parts[p], n, p);
	return task_progress(b->task, b->netlist->n_instances);
}
