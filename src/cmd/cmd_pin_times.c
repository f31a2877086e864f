/* Arrivals, required times and slacks of a pin by the clock edge that launched what comes there:
 * report_arrivals, report_required, report_slacks. */
#include "report/report_units.h"
#include "session/objects.h"
#include "session/session.h"

enum { TIME_DIGITS };

static const struct option time_options[] = {
	[TIME_DIGITS] = OPTION_DIGITS,
	{0},
};

/* A time of a state, fs, FS_NONE_64 = none. */
typedef int64_t time_of(const struct timing *timing, int32_t state, enum split split);

struct time_kind {
	time_of *time;
	/* Of several states the largest counts, and where there is none: by split. */
	bool largest[N_SPLITS];
	const char *none[N_SPLITS];
};

static int64_t state_slack(const struct timing *timing, int32_t state, enum split split)
{
	int64_t arrival = timing_arrival(timing, state, split),
		required = timing_required(timing, state, split);

	if (arrival == FS_NONE_64 || required == FS_NONE_64)
		return FS_NONE_64;
	return split == LATE ? required - arrival : arrival - required;
}

/* Data begins once more without the latency of its clock where a path delay ignores that. */
static int64_t state_arrival(const struct timing *timing, int32_t state, enum split split)
{
	return state_is_without_latency(timing->image->states, state)
		       ? FS_NONE_64
		       : timing_arrival(timing, state, split);
}

static const struct time_kind arrivals = {
	state_arrival, {[EARLY] = false, [LATE] = true}, {[EARLY] = "INF", [LATE] = "-INF"}};
static const struct time_kind requireds = {
	timing_required, {[EARLY] = true, [LATE] = false}, {[EARLY] = "-INF", [LATE] = "INF"}};
static const struct time_kind slacks = {state_slack, {false, false}, {"INF", "INF"}};

/* Of what an edge of a clock launched (-1 = no clock). */
static int64_t worst_time(const struct timing *timing, const struct time_kind *kind, int32_t vertex,
			  int32_t clock_edge, enum split split)
{
	const struct state_graph *states = timing->image->states;
	int64_t worst = FS_NONE_64;

	for (int32_t s = state_first(states, vertex); s >= 0; s = state_next(states, s)) {
		const struct tag *tag = state_tag(states, s);
		int64_t time;

		if (!tag || (tag->kind != TAG_DATA && tag->kind != TAG_CLOCK) ||
		    tag->clock_edge != clock_edge)
			continue;
		time = kind->time(timing, s, split);
		if (time != FS_NONE_64 &&
		    (worst == FS_NONE_64 || (kind->largest[split] ? time > worst : time < worst)))
			worst = time;
	}
	return worst;
}

/* A line, unless there is no time at all. */
static void write_times(const struct call *call, const struct report_units *units,
			const struct time_kind *kind, int32_t pin, int32_t clock_edge)
{
	const struct timing *timing = call->session->design.timing;
	const struct constraints *constraints = timing->image->graph->constraints;
	int64_t time[N_EDGES][N_SPLITS];
	bool any = false;

	for (int i = 0; i < N_EDGES * N_SPLITS; i++) {
		int64_t *of = &time[i / N_SPLITS][i % N_SPLITS];

		*of = worst_time(timing, kind, pin * N_EDGES + i / N_SPLITS, clock_edge,
				 (enum split)(i % N_SPLITS));
		any |= *of != FS_NONE_64;
	}
	if (!any)
		return;
	if (clock_edge >= 0)
		text_printf(call->out, "(%s %s)", constraints->clock[clock_edge / N_EDGES].name,
			    clock_edge % N_EDGES == RISE ? "^" : "v");
	for (int i = 0; i < N_EDGES * N_SPLITS; i++) {
		int64_t of = time[i / N_SPLITS][i % N_SPLITS];

		if (i % N_SPLITS == 0)
			text_add(call->out, i / N_SPLITS == RISE ? " r " : " f ");
		else
			text_add(call->out, ":");
		if (of == FS_NONE_64)
			text_add(call->out, kind->none[i % N_SPLITS]);
		else
			report_time(units, of, 0, call->out);
	}
	text_add(call->out, "\n");
}

static enum status report_times(struct call *call, const struct time_kind *kind)
{
	const struct constraints *constraints;
	struct report_units units;
	int32_t pin;

	TRY(design_need_netlist(&call->session->design));
	TRY(report_units_parse(call, TIME_DIGITS, call->session->design.netlist, &units));
	TRY(need_pin(call, call->argument[0], &pin));
	TRY(session_need_timing(call->session));
	TRY(timing_read_values(call->session->design.timing));
	constraints = call->session->design.timing->image->graph->constraints;
	for (int32_t e = -1; e < (constraints ? constraints->n_clocks * N_EDGES : 0); e++)
		write_times(call, &units, kind, pin, e);
	return STATUS_OK;
}

static enum status report_arrivals(struct call *call)
{
	return report_times(call, &arrivals);
}

static enum status report_required(struct call *call)
{
	return report_times(call, &requireds);
}

static enum status report_slacks(struct call *call)
{
	return report_times(call, &slacks);
}

const struct command pin_time_commands[] = {
	{"report_arrivals", report_arrivals, IN_SESSION, "PIN", 1, 1, time_options,
	 "Report when data and clocks arrive at a pin or port, earliest:latest, rising and falling, by the launching clock edge"},
	{"report_arrival", report_arrivals, IN_SESSION, "PIN", 1, 1, time_options,
	 "Same as report_arrivals (its name in OpenSTA 2)"},
	{"report_required", report_required, IN_SESSION, "PIN", 1, 1, time_options,
	 "Report when data is required at a pin or port, hold:setup, before CPPR, by the launching clock edge"},
	{"report_slacks", report_slacks, IN_SESSION, "PIN", 1, 1, time_options,
	 "Report the slacks of a pin or port, hold:setup, before CPPR, by the launching clock edge"},
	{"report_slack", report_slacks, IN_SESSION, "PIN", 1, 1, time_options,
	 "The name of report_slacks in OpenSTA"},
	{0},
};
