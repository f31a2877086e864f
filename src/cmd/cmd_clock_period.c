/* report_clock_min_period: at which period the worst path within a clock would just be met. */
#include "base/grow.h"
#include "cmd/clock_list.h"
#include "report/path_find.h"
#include "report/report_units.h"

enum { PERIOD_CLOCKS, PERIOD_PORTS, PERIOD_DIGITS };

static const struct option period_options[] = {
	[PERIOD_CLOCKS] = {"-clocks", OPTION_WORD, "CLOCKS", "these clocks only"},
	[PERIOD_PORTS] = {"-include_port_paths", OPTION_FLAG, NULL,
			  "also paths from input and to output ports"},
	[PERIOD_DIGITS] = OPTION_DIGITS,
	{0},
};

struct period_finder {
	struct session *session;
	const struct state_graph *states;
	const struct netlist *netlist;
	bool ports;
	uint8_t *chosen; /* borrowed [n_sinks] */
};

/* Setup within the clock, from one edge to the same one, in the period that it has by itself. */
static bool is_within(const struct period_finder *f, int32_t sink, int32_t clock)
{
	const struct endpoint *endpoint = &f->states->endpoint[sink];
	const struct relation *relation = &f->states->relation[endpoint->relation];

	if (endpoint->split != LATE || relation->launch_edge < 0 ||
	    relation->launch_edge != relation->capture_edge ||
	    relation->launch_edge / N_EDGES != clock || relation->exception >= 0 ||
	    state_latch_of_sink(f->states, sink) >= 0)
		return false;
	return endpoint->kind == ENDPOINT_SETUP || endpoint->kind == ENDPOINT_RECOVERY ||
	       endpoint->kind == ENDPOINT_NONSEQ_SETUP ||
	       (f->ports && endpoint->kind == ENDPOINT_OUTPUT);
}

static enum status leave_ports_out(const struct period_finder *f, struct path_filter *filter)
{
	filter->exclude.given = true;
	for (int32_t p = 0; p < f->netlist->n_ports; p++) {
		if (f->netlist->port_direction[p] != LIB_OUTPUT)
			TRY(point_list_add(&filter->exclude,
					   (struct point){POINT_PIN, p, EDGES_BOTH}));
	}
	return STATUS_OK;
}

/* The worst slack of such paths, FS_NONE_64 = there is none. */
static enum status find_worst(struct period_finder *f, const struct path_query_options *options,
			      int64_t *slack)
{
	RELEASED_BY(path_finder_end) struct path_finder finder = {0};
	SNAP_HELD struct snap_rows *rows = NULL;
	int64_t n = 0;

	*slack = FS_NONE_64;
	TRY(path_finder_begin(&finder, f->session, options, LATE, NULL));
	TRY(path_finder_search(&finder, ALL_GROUPS, &n));
	if (n)
		TRY(path_finder_read(&finder, 0, 1, &rows, NULL));
	if (rows)
		*slack = rows->row[0].slack;
	return STATUS_OK;
}

/* fs, 0 = no path asks for one. */
static enum status find_period(struct period_finder *f, int32_t clock, int64_t *period)
{
	RELEASED_BY(path_filter_release) struct path_filter filter = PATH_FILTER_INIT;
	struct path_query_options options = {.k = 1,
					     .per_endpoint = 1,
					     .slack_min = INT64_MIN,
					     .slack_max = INT64_MAX,
					     .sink_chosen = f->chosen};
	int64_t own = fs_of_ps(f->session->design.constraints->clock[clock].period), slack;
	bool any = false;

	*period = 0;
	for (int32_t s = 0; s < f->states->graph->n_sinks; s++) {
		f->chosen[s] = is_within(f, s, clock);
		any |= f->chosen[s];
	}
	if (!any)
		return STATUS_OK;
	if (!f->ports)
		TRY(leave_ports_out(f, &filter));
	options.filter = filter;
	TRY(find_worst(f, &options, &slack));
	if (slack != FS_NONE_64 && slack < own)
		*period = own - slack;
	return STATUS_OK;
}

static enum status report_periods(struct call *call, const struct clock_list *clocks)
{
	FREED uint8_t *chosen = NULL;
	struct period_finder f = {
		.session = call->session,
		.states = call->session->design.timing->image->states,
		.netlist = call->session->design.netlist,
		.ports = call->option[PERIOD_PORTS].given,
	};
	struct report_units units;

	TRY(report_units_parse(call, PERIOD_DIGITS, f.netlist, &units));
	TRY(ALLOC(&chosen, f.states->graph->n_sinks));
	f.chosen = chosen;
	for (int i = 0; i < clocks->n; i++) {
		int64_t period;

		TRY(find_period(&f, clocks->id[i], &period));
		text_printf(call->out, "%s period_min = %s",
			    call->session->design.constraints->clock[clocks->id[i]].name,
			    REPORTED(&units, period));
		if (period)
			text_printf(call->out, " fmax = %.2f\n", 1e9 / (double)period);
		else
			text_add(call->out, " fmax = inf\n");
	}
	return STATUS_OK;
}

static enum status report_clock_min_period(struct call *call)
{
	struct session *session = call->session;
	RELEASED_BY(clock_list_release) struct clock_list clocks = {0};

	TRY(session_need_timing(session));
	TRY(timing_read(session->design.timing));
	TRY(clock_list_take(call, PERIOD_CLOCKS, &clocks));
	return clocks.n ? report_periods(call, &clocks) : STATUS_OK;
}

const struct command clock_period_commands[] = {
	{"report_clock_min_period", report_clock_min_period, IN_SESSION, NULL, 0, 0, period_options,
	 "Report the least period of clocks at which paths between successive edges of the same kind meet timing, and the largest "
	 "frequency, MHz"},
	{0},
};
