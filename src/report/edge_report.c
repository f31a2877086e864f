#include "report/edge_report.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "db/fan_out.h"
#include "db/latches.h"
#include "report/dcalc.h"

enum {
	BY_CONSTRAINT = 1 << 0,
	BY_CONSTANT = 1 << 1,
	BY_LOOP = 1 << 2,
	PRESET_OR_CLEAR = 1 << 3,
};

enum status edge_report_begin(struct edge_report *r, struct timing *timing, struct task *task,
			      struct text *out)
{
	r->out = out;
	r->timing = timing;
	r->graph = timing->image->graph;
	r->netlist = r->graph->netlist;
	TRY(timing_read(timing));
	TRY(timing_read_arc_places(timing));
	TRY(timing_graph_need_fan_out(timing->image->graph));
	TRY(constants_find(r->netlist, r->graph->constraints, task, &r->constants));
	return disables_find(r->netlist, r->graph->constraints, &r->disables);
}

void edge_report_release(struct edge_report *r)
{
	constants_release(&r->constants);
	disables_release(&r->disables);
}

/* ---- arcs of an edge ---- */

struct owner {
	const struct library *library;
	const struct lib_cell *cell;
	int32_t instance;
};

static struct owner owner_of(const struct edge_report *r, struct timing_edge edge)
{
	struct owner owner = {.instance = r->netlist->pin_instance[edge.from]};

	owner.cell = netlist_lib_cell(r->netlist, owner.instance, LATE, &owner.library);
	return owner;
}

/* The arc of the graph between two vertices of an edge, -1 = there is none. */
static int32_t find_arc(const struct edge_report *r, struct timing_edge edge, int from, int to)
{
	int32_t vertex = edge.from * N_EDGES + from;

	if (edge.group == EDGE_OF_WIRE)
		vertex = netlist_driving_vertex(r->netlist, vertex);
	for (int32_t i = r->graph->out_row[vertex]; i < r->graph->out_row[vertex + 1]; i++) {
		int32_t arc = r->graph->out_arc[i], type = r->graph->graph->arc_type[arc];

		if (netlist_named_vertex(r->netlist, r->graph->graph->arc_to[arc]) !=
		    edge.to * N_EDGES + to)
			continue;
		if (edge.group == EDGE_OF_WIRE
			    ? type == ARC_OF_NET
			    : type >= 0 && r->graph->type[type].lib &&
				      r->graph->type[type].lib->group == edge.group)
			return arc;
	}
	return -1;
}

/* Is any of its arcs in the graph, possible or not? */
static bool is_in_graph(const struct edge_report *r, struct timing_edge edge)
{
	return ANY(e, 0, N_EDGES * N_EDGES, find_arc(r, edge, e / N_EDGES, e % N_EDGES) >= 0);
}

/* ---- why it takes no part ---- */

static bool is_constant(const struct edge_report *r, int32_t pin)
{
	return constants_of(&r->constants, pin) != LOGIC_X;
}

/* Of a cell's edge all arcs have to be impossible. */
static bool is_impossible(const struct edge_report *r, struct timing_edge edge)
{
	struct owner owner;

	if (edge.group == EDGE_OF_WIRE)
		return is_constant(r, edge.from) || is_constant(r, edge.to);
	owner = owner_of(r, edge);
	if (!constants_touch(&r->constants, r->netlist, owner.instance))
		return false;
	for (int32_t a = 0; a < owner.cell->n_arcs; a++) {
		const struct lib_arc *arc = &owner.library->arc[owner.cell->first_arc + a];
		int32_t first = r->netlist->instance_pin[owner.instance];

		if (arc->group == edge.group && first + arc->from == edge.from &&
		    first + arc->to == edge.to &&
		    arc_is_possible(&r->constants, r->netlist, owner.instance, owner.library,
				    owner.cell, arc))
			return false;
	}
	return true;
}

/* Two drivers of a net have no arc between them. */
static bool is_wire_to_driver(const struct edge_report *r, struct timing_edge edge)
{
	int32_t net = r->netlist->pin_net[edge.to], first = r->netlist->net_pin_row[net];

	for (int32_t i = first; i < first + r->netlist->net_n_drivers[net]; i++) {
		if (r->netlist->net_pin[i] == edge.to)
			return !netlist_takes_signals(r->netlist, edge.to);
	}
	return false;
}

static bool is_broken(const struct edge_report *r, struct timing_edge edge,
		      const struct lib_arc *arc)
{
	struct owner owner;

	if (!r->graph->graph->n_broken || is_in_graph(r, edge))
		return false;
	if (!arc)
		return !is_wire_to_driver(r, edge);
	owner = owner_of(r, edge);
	return arc->kind < LIB_SET_RESET && !latch_passes(owner.library, owner.cell, arc, NULL);
}

static int reasons_of(const struct edge_report *r, struct timing_edge edge)
{
	const struct lib_arc *arc = edge_lib_arc(r->netlist, edge);
	int32_t instance = arc ? r->netlist->pin_instance[edge.from] : -1;
	int reasons = 0;

	/* OpenSTA lists the nets to a disabled pin too */
	if (arc_is_disabled(&r->disables, instance, edge.from, edge.to) ||
	    (edge.group == EDGE_OF_WIRE && pin_is_disabled(&r->disables, edge.to)))
		reasons |= BY_CONSTRAINT;
	if (is_impossible(r, edge))
		reasons |= BY_CONSTANT;
	if (arc && arc->kind == LIB_SET_RESET)
		reasons |= PRESET_OR_CLEAR;
	if (!reasons && is_broken(r, edge, arc))
		reasons |= BY_LOOP;
	return reasons;
}

static char value_sign(enum logic value)
{
	return value == LOGIC_0 ? '0' : value == LOGIC_1 ? '1' : 'X';
}

/* By instance (ports have none), then by pin. */
static int compare_pins(const struct edge_report *r, int32_t a, int32_t b)
{
	int32_t x = r->netlist->pin_instance[a], y = r->netlist->pin_instance[b];
	int order = strcmp(x < 0 ? "" : names_get(&r->netlist->instance_name, x),
			   y < 0 ? "" : names_get(&r->netlist->instance_name, y));

	return order
		       ?: strcmp(netlist_pin_own_name(r->netlist, a),
				 netlist_pin_own_name(r->netlist, b));
}

static void write_value(const struct edge_report *r, int32_t pin)
{
	if (is_constant(r, pin))
		text_printf(r->out, " %s=%c", netlist_pin_own_name(r->netlist, pin),
			    value_sign(constants_of(&r->constants, pin)));
}

/* By whole names. */
static bool is_after(const struct edge_report *r, int32_t a, int32_t b)
{
	RELEASED_BY(text_release) struct text one = TEXT_INIT, other = TEXT_INIT;

	netlist_write_pin(r->netlist, a, '/', &one);
	netlist_write_pin(r->netlist, b, '/', &other);
	return strcmp(text_string(&one), text_string(&other)) > 0;
}

/* The ends of a wire; the inputs of a cell. */
static void write_values(const struct edge_report *r, struct timing_edge edge)
{
	int32_t instance = r->netlist->pin_instance[edge.from];

	if (edge.group == EDGE_OF_WIRE) {
		bool turned = is_after(r, edge.from, edge.to);

		write_value(r, turned ? edge.to : edge.from);
		write_value(r, turned ? edge.from : edge.to);
		return;
	}
	for (int32_t pin = r->netlist->instance_pin[instance];
	     pin < r->netlist->instance_pin[instance + 1]; pin++) {
		if (netlist_pin_direction(r->netlist, pin) == LIB_INPUT)
			write_value(r, pin);
	}
}

/* "constraint, constant A=0"; in short without the values. */
static void write_reasons(const struct edge_report *r, struct timing_edge edge, int reasons,
			  bool values)
{
	static const char *const name[] = {"constraint", "constant", "loop",
					   "timing_enable_preset_clear_arcs"};
	const char *join = "";

	for (int i = 0; i < 4; i++) {
		if (!(reasons & 1 << i))
			continue;
		text_printf(r->out, "%s%s", join, name[i]);
		if (1 << i == BY_CONSTANT && values)
			write_values(r, edge);
		join = ", ";
	}
}

/* ---- one with its delays ---- */

static void write_end(const struct edge_report *r, int32_t pin, bool whole)
{
	if (whole)
		netlist_write_pin(r->netlist, pin, '/', r->out);
	else
		text_add(r->out, netlist_pin_own_name(r->netlist, pin));
}

static void write_time(const struct edge_report *r, int32_t arc, enum split split)
{
	int64_t delay = arc < 0 ? 0 : timing_graph_arc_delay(r->timing, arc, split);

	report_time(&r->units, delay == FS_NONE_64 ? 0 : delay, 0, r->out);
}

/* What a check demands, by its tables at the slews that there are; see struct dcalc_report. */
static void write_check(const struct edge_report *r, const struct dcalc_report *dcalc,
			struct timing_edge edge, int from, int to)
{
	for (int split = 0; split < N_SPLITS; split++) {
		struct dcalc_report of = *dcalc;
		double ps;

		of.split = (enum split)split;
		ps = dcalc_value(&of, edge, from, to);
		if (split)
			text_add(r->out, ":");
		report_time(&r->units, fs_of_ps(ps), 0, r->out);
	}
}

static void write_transition(const struct edge_report *r, struct timing_edge edge,
			     const struct lib_arc *lib, int from, int to, int reasons)
{
	int32_t arc = find_arc(r, edge, from, to);
	bool impossible = reasons & BY_CONSTANT || arc >= r->graph->n_possible;

	if (impossible || reasons) /* nothing is computed */
		arc = -1;
	text_printf(r->out, "  %c -> %c ", edge_sign(from), edge_sign(to));
	if (lib && lib->kind >= LIB_SETUP) {
		struct dcalc_report dcalc = {.timing = r->timing, .units = r->units};

		write_check(r, &dcalc, edge, from, to);
	} else {
		write_time(r, arc, EARLY);
		text_add(r->out, ":");
		write_time(r, arc, LATE);
	}
	text_add(r->out, impossible ? " disabled\n" : "\n");
}

void edge_report_write(const struct edge_report *r, struct timing_edge edge, bool from, bool to)
{
	const struct lib_arc *arc = edge_lib_arc(r->netlist, edge);
	int reasons = reasons_of(r, edge);
	struct transition transition[N_EDGES * N_EDGES];
	int n;

	write_end(r, edge.from, from);
	text_add(r->out, " -> ");
	write_end(r, edge.to, to);
	if (arc) {
		struct owner owner = owner_of(r, edge);
		struct latch_enable enable;
		const char *role = lib_arc_role(owner.library, owner.cell, arc);

		text_printf(r->out, " %s", role);
		if (latch_passes(owner.library, owner.cell, arc, &enable))
			text_printf(r->out, " enable %s",
				    names_get(&owner.library->string,
					      owner.library->pin[owner.cell->first_pin + enable.pin]
						      .name));
		text_add(r->out, "\n");
	} else {
		text_add(r->out, " wire\n");
	}
	if (reasons) {
		text_add(r->out, "  Disabled by ");
		write_reasons(r, edge, reasons, false);
		text_add(r->out, "\n");
	}
	n = lib_arc_transitions(arc, transition);
	for (int i = 0; i < n; i++)
		write_transition(r, edge, arc, transition[i].from, transition[i].to, reasons);
}

/* ---- all that take no part ---- */

struct disabled {
	struct timing_edge edge;
	int reasons;
};

struct disabled_list {
	const struct edge_report *r;
	struct disabled *item; /* owned */
	int64_t n, capacity;
};

static void disabled_list_release(struct disabled_list *list)
{
	free(list->item);
}

static enum status add_disabled(struct disabled_list *list, const struct edge_list *edges)
{
	for (int32_t i = 0; i < edges->n; i++) {
		const struct lib_arc *arc = edge_lib_arc(list->r->netlist, edges->edge[i]);
		int reasons;

		/* of one pin: widths and periods, which are no edges of OpenSTA's */
		if (arc && arc->from == arc->to)
			continue;
		reasons = reasons_of(list->r, edges->edge[i]);
		if (!reasons)
			continue;
		TRY(APPEND(list->item, list->n, &list->capacity,
			   (struct disabled){edges->edge[i], reasons}));
	}
	return STATUS_OK;
}

static enum status list_disabled(struct disabled_list *list)
{
	const struct netlist *netlist = list->r->netlist;
	RELEASED_BY(edge_list_release) struct edge_list edges = {0};

	for (int32_t x = 0; x < netlist->n_instances; x++) {
		edges.n = 0;
		TRY(edges_within(netlist, x, &edges));
		TRY(add_disabled(list, &edges));
	}
	for (int32_t pin = 0; pin < netlist->n_pins; pin++) {
		edges.n = 0;
		TRY(edges_by_wire(netlist, pin, &edges));
		TRY(add_disabled(list, &edges));
	}
	return STATUS_OK;
}

static int compare_edges(const void *one, const void *other, void *report)
{
	const struct disabled *a = one, *b = other;

	return compare_pins(report, a->edge.from, b->edge.from)
	       ?: compare_pins(report, a->edge.to, b->edge.to)
	       ?: a->edge.group - b->edge.group;
}

static void write_disabled(const struct edge_report *r, const struct disabled *disabled)
{
	struct timing_edge edge = disabled->edge;

	if (edge.group == EDGE_OF_WIRE)
		netlist_write_pin(r->netlist, edge.from, '/', r->out);
	else
		text_printf(
			r->out, "%s %s",
			names_get(&r->netlist->instance_name, r->netlist->pin_instance[edge.from]),
			netlist_pin_own_name(r->netlist, edge.from));
	text_add(r->out, " ");
	write_end(r, edge.to, edge.group == EDGE_OF_WIRE);
	text_add(r->out, " ");
	write_reasons(r, edge, disabled->reasons, true);
	text_add(r->out, "\n");
}

enum status edge_report_disabled(const struct edge_report *r)
{
	RELEASED_BY(disabled_list_release) struct disabled_list list = {.r = r};

	TRY(list_disabled(&list));
	if (list.n)
		qsort_r(list.item, (size_t)list.n, sizeof *list.item, compare_edges, (void *)r);
	for (int64_t i = 0; i < list.n; i++)
		write_disabled(r, &list.item[i]);
	return STATUS_OK;
}

/* ---- constants ---- */

void edge_report_constant(const struct edge_report *r, int32_t pin)
{
	const struct constraints *k = r->graph->constraints;

	text_printf(r->out, "%s %c", netlist_pin_own_name(r->netlist, pin),
		    value_sign(constants_of(&r->constants, pin)));
	for (int32_t i = 0; k && i < k->n_cases; i++) {
		if (k->case_value[i].pin == pin && k->case_value[i].value >= 0)
			text_printf(r->out, " case=%d", (int)k->case_value[i].value);
	}
	text_add(r->out, "\n");
}
