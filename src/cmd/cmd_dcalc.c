/* How delays come about: report_dcalc. */
#include "db/fan_out.h"
#include "report/dcalc.h"
#include "session/objects.h"
#include "session/session.h"

enum { DCALC_FROM, DCALC_TO, DCALC_MIN, DCALC_MAX, DCALC_DIGITS, DCALC_CORNER, DCALC_SCENE };

static const struct option dcalc_options[] = {
	[DCALC_FROM] = {"-from", OPTION_WORD, "PIN", "what leads from this pin or port on"},
	[DCALC_TO] = {"-to", OPTION_WORD, "PIN", "what leads to this one"},
	[DCALC_MIN] = {"-min", OPTION_FLAG, NULL, "early delays, and checks of hold"},
	[DCALC_MAX] = {"-max", OPTION_FLAG, NULL, "late delays, and checks of setup (default)"},
	[DCALC_DIGITS] = OPTION_DIGITS,
	[DCALC_CORNER] = {"-corner", OPTION_MISSING, NULL, NULL},
	[DCALC_SCENE] = {"-scene", OPTION_MISSING, NULL, NULL},
	{0},
};

/* Those of both ends, where both are given; the last of the library first, as OpenSTA has them. */
static enum status write_edges(const struct call *call, const struct dcalc_report *r, int32_t from,
			       int32_t to, const struct edge_list *edges)
{
	for (int32_t i = edges->n - 1; i >= 0; i--) {
		struct timing_edge edge = edges->edge[i];

		if ((call->option[DCALC_FROM].given && edge.from != from) ||
		    (call->option[DCALC_TO].given && edge.to != to))
			continue;
		TRY(dcalc_write(r, edge));
	}
	return STATUS_OK;
}

static enum status begin(struct call *call, struct dcalc_report *r)
{
	struct session *session = call->session;

	TRY(design_need_netlist(&session->design));
	TRY(report_units_parse(call, DCALC_DIGITS, session->design.netlist, &r->units));
	TRY(call_exclusive(call, DCALC_MIN, DCALC_MAX));
	if (!call->option[DCALC_FROM].given && !call->option[DCALC_TO].given)
		return call_fail(call, STATUS_USAGE, "-from or -to is needed");
	TRY(session_need_timing(session));
	r->timing = session->design.timing;
	r->split = call->option[DCALC_MIN].given ? EARLY : LATE;
	r->out = call->out;
	TRY(timing_read_values(r->timing));
	TRY(timing_read_arc_places(r->timing));
	return timing_graph_need_fan_out(r->timing->image->graph);
}

static enum status report_dcalc(struct call *call)
{
	const struct netlist *netlist = call->session->design.netlist;
	RELEASED_BY(edge_list_release) struct edge_list edges = {0};
	struct dcalc_report r = {0};
	int32_t from = -1, to = -1;

	TRY(begin(call, &r));
	if (call->option[DCALC_FROM].given)
		TRY(need_pin(call, call->option[DCALC_FROM].word, &from));
	if (call->option[DCALC_TO].given)
		TRY(need_pin(call, call->option[DCALC_TO].word, &to));
	TRY(to >= 0 ? edges_to(netlist, to, &edges) : edges_from(netlist, from, &edges));
	return write_edges(call, &r, from, to, &edges);
}

const struct command dcalc_commands[] = {
	{"report_dcalc", report_dcalc, IN_SESSION, NULL, 0, 0, dcalc_options,
	 "Report how delays, slews and checks are looked up: loads and slews, the segment of each table, the result"},
	{0},
};
