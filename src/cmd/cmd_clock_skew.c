/* How late clocks reach registers, and how far apart those that a path joins. */
#include <string.h>

#include "gpu/checks/clock_skew.h"
#include "cmd/clock_list.h"
#include "report/report_units.h"
#include "session/session.h"

struct skew_report {
	struct call *call;
	struct timing *timing;
	struct report_units units;
	struct clock_list clocks;
	bool internal;
};

/* The timing, and the clocks asked for by name. */
static enum status begin(struct call *call, int clocks, int digits, struct skew_report *r)
{
	struct session *session = call->session;

	r->call = call;
	TRY(design_need_netlist(&session->design));
	TRY(report_units_parse(call, digits, session->design.netlist, &r->units));
	TRY(session_need_timing(session));
	TRY(timing_read(session->design.timing));
	r->timing = session->design.timing;
	return clock_list_take(call, clocks, &r->clocks);
}

static void end(struct skew_report *r)
{
	clock_list_release(&r->clocks);
}

static void write_time(const struct skew_report *r, int64_t fs)
{
	const char *string = REPORTED(&r->units, fs);

	string += string[0] == '-' && !string[strspn(string, "-0.")];
	text_printf(r->call->out, "%7s", string);
}

static void write_pin(const struct skew_report *r, int32_t state)
{
	netlist_write_pin(r->timing->image->graph->netlist,
			  state_pin(r->timing->image->states, state), '/', r->call->out);
}

static const char *clock_name(const struct skew_report *r, int i)
{
	return r->timing->image->graph->constraints->clock[r->clocks.id[i]].name;
}

/* ---- report_clock_skew ---- */

enum { SKEW_SETUP, SKEW_HOLD, SKEW_CLOCK, SKEW_CLOCKS, SKEW_INTERNAL, SKEW_DIGITS, SKEW_CORNER };

static const struct option skew_options[] = {
	[SKEW_SETUP] = {"-setup", OPTION_FLAG, NULL,
			"late launches against early captures (default)"},
	[SKEW_HOLD] = {"-hold", OPTION_FLAG, NULL, "early launches against late captures"},
	[SKEW_CLOCK] = {"-clock", OPTION_WORD, "CLOCKS", "these clocks only"},
	[SKEW_CLOCKS] = {"-clocks", OPTION_WORD, "CLOCKS", "the same"},
	[SKEW_INTERNAL] = {"-include_internal_latency", OPTION_FLAG, NULL,
			   "with the delays of clocks inside cells, as libraries have them"},
	[SKEW_DIGITS] = OPTION_DIGITS,
	[SKEW_CORNER] = {"-corner", OPTION_MISSING, NULL, NULL},
	{0},
};

static void write_end(const struct skew_report *r, const struct clock_latency *latency, int sign,
		      const char *what)
{
	int edge = state_vertex(r->timing->image->states, latency->state) % N_EDGES;

	write_time(r, sign * (latency->source + latency->network));
	text_printf(r->call->out, " %s latency ", what);
	write_pin(r, latency->state);
	text_add(r->call->out, edge == RISE ? " ^\n" : " v\n");
	if (!latency->internal)
		return;
	write_time(r, sign * latency->internal);
	text_printf(r->call->out, " %s internal clock delay\n", what);
}

static void write_skew(const struct skew_report *r, const struct clock_skew *skew, bool hold)
{
	write_end(r, &skew->from, 1, "source");
	write_end(r, &skew->to, -1, "target");
	if (skew->uncertainty) {
		write_time(r, skew->uncertainty);
		text_add(r->call->out, " clock uncertainty\n");
	}
	write_time(r, skew->credit);
	text_add(r->call->out, " CRPR\n--------------\n");
	write_time(r, skew->skew);
	text_add(r->call->out, hold ? " hold skew\n" : " setup skew\n");
}

static enum status report_skews(const struct skew_report *r, bool hold)
{
	struct session *session = r->call->session;

	for (int i = 0; i < r->clocks.n; i++) {
		struct clock_skew_query query = {.clock = r->clocks.id[i],
						 .split = hold ? EARLY : LATE,
						 .mode = session->cppr,
						 .internal = r->internal};
		struct clock_skew skew;

		TRY(clock_skew_find(r->timing, &query, &session->task, &skew));
		text_printf(r->call->out, "Clock %s\n", clock_name(r, i));
		if (skew.launch >= 0)
			write_skew(r, &skew, hold);
		else
			text_add(r->call->out, "No launch/capture paths found.\n");
		text_add(r->call->out, "\n");
	}
	return STATUS_OK;
}

static enum status report_clock_skew(struct call *call)
{
	const struct option_value *given = call->option;
	RELEASED_BY(end) struct skew_report r = {.internal = given[SKEW_INTERNAL].given};

	TRY(call_exclusive(call, SKEW_SETUP, SKEW_HOLD));
	TRY(begin(call, given[SKEW_CLOCK].given ? SKEW_CLOCK : SKEW_CLOCKS, SKEW_DIGITS, &r));
	return report_skews(&r, given[SKEW_HOLD].given);
}

/* ---- report_clock_latency ---- */

enum { LATENCY_CLOCK, LATENCY_CLOCKS, LATENCY_INTERNAL, LATENCY_DIGITS, LATENCY_CORNER };

static const struct option latency_options[] = {
	[LATENCY_CLOCK] = {"-clock", OPTION_WORD, "CLOCKS", "these clocks only"},
	[LATENCY_CLOCKS] = {"-clocks", OPTION_WORD, "CLOCKS", "the same"},
	[LATENCY_INTERNAL] = {"-include_internal_latency", OPTION_FLAG, NULL,
			      "with the delays of clocks inside cells, as libraries have them"},
	[LATENCY_DIGITS] = OPTION_DIGITS,
	[LATENCY_CORNER] = {"-corner", OPTION_MISSING, NULL, NULL},
	{0},
};

/* A line of two columns, early and late. */
static void write_both(const struct skew_report *r, int64_t early, int64_t late, const char *what)
{
	write_time(r, early);
	text_add(r->call->out, " ");
	write_time(r, late);
	text_printf(r->call->out, " %s\n", what);
}

static int64_t total_of(const struct clock_latency *latency)
{
	return latency->source + latency->network + latency->internal;
}

static void write_latency(const struct skew_report *r, const struct clock_latency of[N_SPLITS])
{
	struct text *out = r->call->out;

	text_add(out, "    min     max\n");
	write_both(r, of[EARLY].source, of[LATE].source, "source latency");
	write_time(r, of[EARLY].network);
	text_printf(out, " %7s network latency ", "");
	write_pin(r, of[EARLY].state);
	text_printf(out, "\n%7s ", "");
	write_time(r, of[LATE].network);
	text_add(out, " network latency ");
	write_pin(r, of[LATE].state);
	text_add(out, "\n");
	if (of[EARLY].internal || of[LATE].internal)
		write_both(r, of[EARLY].internal, of[LATE].internal, "internal clock delay");
	text_add(out, "---------------\n");
	write_both(r, total_of(&of[EARLY]), total_of(&of[LATE]), "latency");
	text_printf(out, "%7s ", "");
	write_time(r, total_of(&of[LATE]) - total_of(&of[EARLY]));
	text_add(out, " skew\n\n");
}

static enum status report_latencies(const struct skew_report *r)
{
	static const char *const edge[] = {[RISE] = "rise", [FALL] = "fall"};

	for (int i = 0; i < r->clocks.n; i++) {
		struct clock_latencies latencies;

		TRY(clock_latencies_find(r->timing, r->clocks.id[i], r->internal, &latencies));
		text_printf(r->call->out, "Clock %s\n", clock_name(r, i));
		for (int e = 0; e < N_EDGES * N_EDGES; e++) {
			const struct clock_latency *of = latencies.of[e / N_EDGES][e % N_EDGES];

			if (of[EARLY].state < 0 || of[LATE].state < 0)
				continue;
			text_printf(r->call->out, "%s -> %s\n", edge[e / N_EDGES],
				    edge[e % N_EDGES]);
			write_latency(r, of);
		}
		text_add(r->call->out, "\n");
	}
	return STATUS_OK;
}

static enum status report_clock_latency(struct call *call)
{
	const struct option_value *given = call->option;
	RELEASED_BY(end) struct skew_report r = {.internal = given[LATENCY_INTERNAL].given};

	TRY(begin(call, given[LATENCY_CLOCK].given ? LATENCY_CLOCK : LATENCY_CLOCKS, LATENCY_DIGITS,
		  &r));
	return report_latencies(&r);
}

const struct command clock_skew_commands[] = {
	{"report_clock_skew", report_clock_skew, IN_SESSION, NULL, 0, 0, skew_options,
	 "Report the largest difference of a clock's arrivals at two registers that a path joins"},
	{"report_clock_latency", report_clock_latency, IN_SESSION, NULL, 0, 0, latency_options,
	 "Report the earliest and latest arrivals of clocks at registers, with the pins"},
	{0},
};
