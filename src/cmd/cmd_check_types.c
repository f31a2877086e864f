/* report_check_types: of each type of check the worst, or all that are violated. */
#include "base/bits.h"
#include "base/grow.h"
#include "cmd/checks_options.h"
#include "report/clock_report.h"
#include "report/limit_report.h"
#include "session/objects.h"

#define TYPE_OPTIONS(X)                                                                            \
	X(TYPE_MAX_DELAY, "-max_delay", OPTION_FLAG, NULL, "setup, and other late paths")          \
	X(TYPE_MIN_DELAY, "-min_delay", OPTION_FLAG, NULL, "hold, and other early paths")          \
	X(TYPE_RECOVERY, "-recovery", OPTION_FLAG, NULL, "recovery of presets and clears")         \
	X(TYPE_REMOVAL, "-removal", OPTION_FLAG, NULL, "removal of presets and clears")            \
	X(TYPE_GATING_SETUP, "-clock_gating_setup", OPTION_FLAG, NULL, "setup of clock gates")     \
	X(TYPE_GATING_HOLD, "-clock_gating_hold", OPTION_FLAG, NULL, "hold of clock gates")        \
	X(TYPE_MAX_SLEW, "-max_slew", OPTION_FLAG, NULL, "how slow signals may be")                \
	X(TYPE_MIN_SLEW, "-min_slew", OPTION_FLAG, NULL, "how fast signals may be")                \
	X(TYPE_MAX_TRANSITION, "-max_transition", OPTION_FLAG, NULL,                               \
	  "-max_slew in the words of OpenSTA 2")                                                   \
	X(TYPE_MIN_TRANSITION, "-min_transition", OPTION_FLAG, NULL,                               \
	  "-min_slew in the words of OpenSTA 2")                                                   \
	X(TYPE_MAX_FANOUT, "-max_fanout", OPTION_FLAG, NULL, "how large fan-outs may be")          \
	X(TYPE_MIN_FANOUT, "-min_fanout", OPTION_FLAG, NULL, "how large fan-outs have to be")      \
	X(TYPE_MAX_CAPACITANCE, "-max_capacitance", OPTION_FLAG, NULL, "how large loads may be")   \
	X(TYPE_MIN_CAPACITANCE, "-min_capacitance", OPTION_FLAG, NULL,                             \
	  "how large loads have to be")                                                            \
	X(TYPE_WIDTH, "-min_pulse_width", OPTION_FLAG, NULL, "widths of clocks' pulses")           \
	X(TYPE_PERIOD, "-min_period", OPTION_FLAG, NULL, "periods of clocks")                      \
	X(TYPE_SKEW, "-max_skew", OPTION_FLAG, NULL, "skews between clock pins of a cell")         \
	X(TYPE_VIOLATORS, "-violators", OPTION_FLAG, NULL,                                         \
	  "all that are violated, not the worst only")                                             \
	X(TYPE_ALL_VIOLATORS, "-all_violators", OPTION_FLAG, NULL, "the same")                     \
	X(TYPE_VERBOSE, "-verbose", OPTION_FLAG, NULL, "how each comes about")                     \
	X(TYPE_FORMAT, "-format", OPTION_CHOICE, CHECKS_FORMATS,                                   \
	  "of paths: report_checks -format (slack_only; full with -verbose)")                      \
	X(TYPE_FIELDS, "-fields", OPTION_WORD, "FIELDS", "of paths: report_checks -fields")        \
	X(TYPE_NET, "-net", OPTION_WORD, "NET",                                                    \
	  "of slews, fan-outs, loads and skews those at the pins of a net only")                   \
	X(TYPE_MOST, "-max_count", OPTION_COUNT, "N", "at most N of each type (1)")                \
	X(TYPE_DIGITS, DIGITS_FIELDS)                                                              \
	X(TYPE_WHOLE, "-no_line_splits", OPTION_FLAG, NULL, "leave long lines whole")              \
	X(TYPE_CORNER, "-corner", OPTION_MISSING, NULL, NULL)                                      \
	X(TYPE_SCENES, "-scenes", OPTION_MISSING, NULL, NULL)

OPTION_TABLE(type_options, TYPE_OPTIONS);

enum { N_TYPES = TYPE_VIOLATORS };

struct types {
	struct call *call;
	struct session *session;
	bool wanted[N_TYPES];
	bool violated, verbose;
	int32_t most;
	int32_t net; /* -1 = all */
	struct report_units units;
};

/* All where none is asked for, but each under one name. */
static void take_types(struct types *t)
{
	bool any = false;

	for (int type = 0; type < N_TYPES; type++) {
		t->wanted[type] = t->call->option[type].given;
		any |= t->wanted[type];
	}
	for (int type = 0; type < N_TYPES && !any; type++)
		t->wanted[type] = type != TYPE_MAX_TRANSITION && type != TYPE_MIN_TRANSITION;
}

/* How many of n checks by slack are reported. */
static int32_t count_shown(const struct types *t, int32_t n, int32_t n_violated)
{
	return t->violated ? n_violated : (int32_t)min_i64(n, t->most);
}

/* ---- paths ---- */

static uint32_t kinds_of(const struct types *t)
{
	static const uint32_t kinds[] = {
		[TYPE_RECOVERY] = 1 << ENDPOINT_RECOVERY,
		[TYPE_REMOVAL] = 1 << ENDPOINT_REMOVAL,
		[TYPE_GATING_SETUP] = 1 << ENDPOINT_GATING_SETUP,
		[TYPE_GATING_HOLD] = 1 << ENDPOINT_GATING_HOLD,
	};
	const uint32_t apart = kinds[TYPE_RECOVERY] | kinds[TYPE_REMOVAL] |
			       kinds[TYPE_GATING_SETUP] | kinds[TYPE_GATING_HOLD];
	uint32_t wanted = 0;

	for (int type = TYPE_RECOVERY; type <= TYPE_GATING_HOLD; type++)
		wanted |= t->wanted[type] ? kinds[type] : 0;
	if (t->wanted[TYPE_MAX_DELAY] || t->wanted[TYPE_MIN_DELAY])
		wanted |= ((1U << N_ENDPOINT_KINDS) - 1) & ~apart;
	return wanted;
}

/* Late and early ones of the kinds that are of both, where only one of them is asked for: apart. */
static enum status report_paths(struct types *t)
{
	const struct option_value *given = t->call->option;
	RELEASED_BY(checks_request_release) struct checks_request request = CHECKS_REQUEST_INIT;
	struct path_report report = {.out = t->call->out};

	TRY(checks_open(t->call, false, &report));
	report.units = t->units;
	report.format = given[TYPE_FORMAT].given ? checks_format(given[TYPE_FORMAT].number)
			: t->verbose             ? PATH_FULL
						 : PATH_SLACK_ONLY;
	report.whole_lines = given[TYPE_WHOLE].given;
	request.split[LATE] = t->wanted[TYPE_MAX_DELAY] || t->wanted[TYPE_RECOVERY] ||
			      t->wanted[TYPE_GATING_SETUP];
	request.split[EARLY] =
		t->wanted[TYPE_MIN_DELAY] || t->wanted[TYPE_REMOVAL] || t->wanted[TYPE_GATING_HOLD];
	request.query.kinds[LATE] = request.query.kinds[EARLY] = kinds_of(t);
	for (int split = 0; split < N_SPLITS; split++) {
		if (!t->wanted[split == LATE ? TYPE_MAX_DELAY : TYPE_MIN_DELAY])
			request.query.kinds[split] &=
				1 << ENDPOINT_RECOVERY | 1 << ENDPOINT_REMOVAL |
				1 << ENDPOINT_GATING_SETUP | 1 << ENDPOINT_GATING_HOLD;
	}
	request.query.k = t->violated ? INT32_MAX - 1 : t->most;
	if (t->violated)
		request.query.slack_max = 0;
	TRY(checks_take_fields(t->call, TYPE_FIELDS, &report));
	return checks_report(t->call, &report, &request);
}

/* ---- design rules ---- */

struct limit_type {
	int option;
	enum limit_kind kind;
	enum split split;
	bool old_names;
};

static enum status report_limit(struct types *t, const struct limit_type *type,
				struct limit_finder *finder)
{
	struct limit_report report = {
		.out = t->call->out,
		.netlist = t->session->design.netlist,
		.units = t->units,
		.verbose = t->verbose,
		.old_names = type->old_names,
	};
	struct limit_query query = {
		.kind = type->kind,
		.split = type->split,
		.net = t->net,
		.violated = t->violated,
		.most = t->most,
	};
	RELEASED_BY(limit_checks_release) struct limit_checks checks = {0};

	TRY(limit_checks_find(finder, &query, &checks));
	limit_report_write(&report, type->kind, type->split, &checks);
	return STATUS_OK;
}

static enum status report_limits(struct types *t)
{
	static const struct limit_type types[] = {
		{TYPE_MAX_SLEW, LIMIT_SLEW, LATE, false},
		{TYPE_MIN_SLEW, LIMIT_SLEW, EARLY, false},
		{TYPE_MAX_TRANSITION, LIMIT_SLEW, LATE, true},
		{TYPE_MIN_TRANSITION, LIMIT_SLEW, EARLY, true},
		{TYPE_MAX_FANOUT, LIMIT_FANOUT, LATE, false},
		{TYPE_MIN_FANOUT, LIMIT_FANOUT, EARLY, false},
		{TYPE_MAX_CAPACITANCE, LIMIT_CAPACITANCE, LATE, false},
		{TYPE_MIN_CAPACITANCE, LIMIT_CAPACITANCE, EARLY, false},
	};
	RELEASED_BY(limit_finder_drop) struct limit_finder *finder = NULL;

	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		if (!t->wanted[types[i].option])
			continue;
		if (!finder)
			TRY(limit_finder_new(t->session->design.timing, &t->session->task,
					     &finder));
		TRY(report_limit(t, &types[i], finder));
	}
	return STATUS_OK;
}

/* ---- clocks ---- */

static enum status report_clocks(struct types *t)
{
	RELEASED_BY(clock_report_release) struct clock_report report = CLOCK_REPORT_INIT;
	struct timing *timing = t->session->design.timing;
	RELEASED_BY(clock_checks_release) struct clock_checks checks = {0};
	int32_t n_pulses, n_periods;

	TRY(clock_checks_find(timing, t->session->cppr, &checks));
	clock_checks_sort(timing, &checks);
	n_pulses = FIRST(i, 0, checks.n_pulses, checks.pulse[i].slack >= 0);
	n_periods = FIRST(i, 0, checks.n_periods, checks.period[i].slack >= 0);
	report.units = t->units;
	clock_report_begin(&report, timing, t->call->out);
	if (t->wanted[TYPE_WIDTH])
		clock_report_pulses(&report, &checks, count_shown(t, checks.n_pulses, n_pulses),
				    t->verbose);
	if (t->wanted[TYPE_PERIOD])
		clock_report_periods(&report, &checks, count_shown(t, checks.n_periods, n_periods),
				     t->verbose);
	return STATUS_OK;
}

/* With -net only constrained pins of that net. */
static void keep_net(const struct types *t, struct skew_checks *checks)
{
	const struct state_graph *states = t->session->design.timing->image->states;
	const int32_t *net = t->session->design.netlist->pin_net;

	KEEP(checks->check, checks->n,
	     t->net < 0 || net[state_pin(states, checks->check[i].clock)] == t->net);
}

static enum status report_skews(struct types *t)
{
	RELEASED_BY(clock_report_release) struct clock_report report = CLOCK_REPORT_INIT;
	struct timing *timing = t->session->design.timing;
	RELEASED_BY(skew_checks_release) struct skew_checks checks = {0};
	int32_t n;

	TRY(skew_checks_find(timing, &checks));
	keep_net(t, &checks);
	n = FIRST(i, 0, checks.n, checks.check[i].slack >= 0);
	report.units = t->units;
	clock_report_begin(&report, timing, t->call->out);
	clock_report_skews(&report, &checks, count_shown(t, checks.n, n), t->verbose);
	return STATUS_OK;
}

/* ---- the command ---- */

static enum status report_all(struct types *t)
{
	bool paths = ANY(type, TYPE_MAX_DELAY, TYPE_GATING_HOLD + 1, t->wanted[type]);

	if (paths)
		TRY(report_paths(t));
	TRY(report_limits(t));
	TRY(timing_read(t->session->design.timing));
	if (t->wanted[TYPE_WIDTH] || t->wanted[TYPE_PERIOD])
		TRY(report_clocks(t));
	return t->wanted[TYPE_SKEW] ? report_skews(t) : STATUS_OK;
}

static enum status report_check_types(struct call *call)
{
	const struct option_value *given = call->option;
	struct types t = {
		.call = call,
		.session = call->session,
		.violated = given[TYPE_VIOLATORS].given || given[TYPE_ALL_VIOLATORS].given,
		.verbose = given[TYPE_VERBOSE].given,
		.most = given[TYPE_MOST].given ? (int32_t)given[TYPE_MOST].number : 1,
		.net = -1,
	};

	TRY(design_need_netlist(&call->session->design));
	take_types(&t);
	TRY(report_units_parse(call, TYPE_DIGITS, call->session->design.netlist, &t.units));
	if (given[TYPE_NET].given)
		TRY(need_object(call, OBJECT_NET, given[TYPE_NET].word, &t.net));
	TRY(session_need_timing(call->session));
	TRY(timing_update(call->session->design.timing));
	return report_all(&t);
}

const struct command check_type_commands[] = {
	{"report_check_types", report_check_types, IN_SESSION, NULL, 0, 0, type_options,
	 "Report the worst of each type of check, or all that are violated: paths, slews, fan-outs, loads, clocks"},
	{0},
};
