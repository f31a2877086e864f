/* Edges of timing in lists: their delays, those that take no part, and constants. */
#include "report/edge_report.h"
#include "session/objects.h"
#include "session/session.h"

static enum status begin(struct call *call, int digits, struct edge_report *r)
{
	struct session *session = call->session;

	TRY(design_need_netlist(&session->design));
	r->units = report_units_of(session->design.netlist);
	if (digits >= 0)
		TRY(report_units_parse(call, digits, session->design.netlist, &r->units));
	TRY(session_need_timing(session));
	return edge_report_begin(r, session->design.timing, &session->task, call->out);
}

/* ---- report_edges ---- */

enum { EDGES_FROM, EDGES_TO, EDGES_DIGITS };

static const struct option edges_options[] = {
	[EDGES_FROM] = {"-from", OPTION_WORD, "PIN", "those that leave this pin or port"},
	[EDGES_TO] = {"-to", OPTION_WORD, "PIN", "those that end at this one"},
	[EDGES_DIGITS] = OPTION_DIGITS,
	{0},
};

/* Those of cells, the last of the library first, then wires; the pin that was asked about by its short name. */
static void write_edges(const struct edge_report *r, int32_t from, int32_t to,
			const struct edge_list *edges)
{
	bool both = from >= 0 && to >= 0;

	for (int wires = 0; wires < 2; wires++) {
		for (int32_t i = 0; i < edges->n; i++) {
			struct timing_edge edge = edges->edge[wires ? i : edges->n - 1 - i];
			bool wire = edge.group == EDGE_OF_WIRE;

			if (wire != wires || (!wire && edge.from == edge.to) ||
			    (from >= 0 && edge.from != from) || (to >= 0 && edge.to != to))
				continue;
			edge_report_write(r, edge, wire && (both || to >= 0),
					  wire && (both || from >= 0));
		}
	}
}

static enum status report_edges(struct call *call)
{
	const struct netlist *netlist = call->session->design.netlist;
	RELEASED_BY(edge_list_release) struct edge_list edges = {0};
	RELEASED_BY(edge_report_release) struct edge_report r = {0};
	int32_t from = -1, to = -1;

	if (!call->option[EDGES_FROM].given && !call->option[EDGES_TO].given)
		return call_fail(call, STATUS_USAGE, "-from or -to is needed");
	TRY(design_need_netlist(&call->session->design));
	if (call->option[EDGES_FROM].given)
		TRY(need_pin(call, call->option[EDGES_FROM].word, &from));
	if (call->option[EDGES_TO].given)
		TRY(need_pin(call, call->option[EDGES_TO].word, &to));
	TRY(begin(call, EDGES_DIGITS, &r));
	TRY(to >= 0 ? edges_to(netlist, to, &edges) : edges_from(netlist, from, &edges));
	write_edges(&r, from, to, &edges);
	return STATUS_OK;
}

/* ---- report_disabled_edges, report_constant ---- */

static enum status report_disabled_edges(struct call *call)
{
	RELEASED_BY(edge_report_release) struct edge_report r = {0};

	TRY(begin(call, -1, &r));
	return edge_report_disabled(&r);
}

/* The pins of an instance or a net, or a pin or port itself. */
static enum status write_constants(struct call *call, const struct edge_report *r)
{
	const struct netlist *netlist = r->netlist;
	const char *word = call->argument[0];
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	int32_t id;

	TRY(one_object(call, word, &name));
	if ((id = object_find(netlist, OBJECT_CELL, text_string(&name))) >= 0) {
		for (int32_t pin = netlist->instance_pin[id]; pin < netlist->instance_pin[id + 1];
		     pin++) {
			if (netlist_pin_direction(netlist, pin) != LIB_INTERNAL)
				edge_report_constant(r, pin);
		}
	} else if (object_find(netlist, OBJECT_PIN, text_string(&name)) < 0 &&
		   object_find(netlist, OBJECT_PORT, text_string(&name)) < 0 &&
		   (id = object_find(netlist, OBJECT_NET, text_string(&name))) >= 0) {
		for (int32_t i = netlist->net_pin_row[id]; i < netlist->net_pin_row[id + 1]; i++)
			edge_report_constant(r, netlist->net_pin[i]);
	} else {
		TRY(need_pin(call, word, &id));
		edge_report_constant(r, id);
	}
	return STATUS_OK;
}

static enum status report_constant(struct call *call)
{
	RELEASED_BY(edge_report_release) struct edge_report r = {0};

	TRY(begin(call, -1, &r));
	return write_constants(call, &r);
}

const struct command edge_report_commands[] = {
	{"report_edges", report_edges, IN_SESSION, NULL, 0, 0, edges_options,
	 "Report the timing edges from, to or between pins, with their delays, earliest:latest"},
	{"report_disabled_edges", report_disabled_edges, IN_SESSION, NULL, 0, 0, NULL,
	 "Report the timing edges that are off: disabled, constant, breaking a loop, preset and clear"},
	{"report_constant", report_constant, IN_SESSION, "OBJECT", 1, 1, NULL,
	 "Report the constant values of a pin or port, or of the pins of a cell or net"},
	{0},
};
