/* Commands that report the worst paths of a netlist, as OpenSTA's do. */
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/print.h"
#include "cmd/checks_options.h"
#include "gpu/credit/timing_slacks.h"
#include "session/objects.h"

/* ---- writing paths ---- */

static enum status write_path(void *to, struct path_report *report, const struct report_path *path)
{
	(void)to;
	switch (report->format) {
	case PATH_FULL:
	case PATH_FULL_CLOCK:
	case PATH_FULL_CLOCK_EXPANDED:
		return path_write_full(report, path);
	case PATH_SHORT:
		path_write_labels(report, path);
		text_add(report->out, "\n\n");
		return STATUS_OK;
	case PATH_JSON:
		return path_write_json(report, path);
	case PATH_END:
	case PATH_SLACK_ONLY:
	case PATH_SUMMARY:
		break;
	}
	path_write_line(report, path);
	return STATUS_OK;
}

/* Only -format end has a table for each group; the others name it in each line, or not. */
static enum status begin_group(void *to, struct path_report *report, int32_t group)
{
	(void)to;
	if (!report->any || report->format == PATH_END)
		path_write_head(report, report->states->group[group]);
	return STATUS_OK;
}

static enum status end_group(void *to, struct path_report *report, int32_t group)
{
	(void)to;
	(void)group;
	if (report->format == PATH_END)
		text_add(report->out, "\n");
	return STATUS_OK;
}

static enum status flush(void *to)
{
	return call_flush(to);
}

/* JSON stays as it is. */
static void write_inexact(struct call *call, const struct path_report *report)
{
	RELEASED_BY(text_release) struct text line = TEXT_INIT;

	checks_write_inexact(report, &line);
	if (line.length && report->format == PATH_JSON)
		print_error("warning: %s", text_string(&line));
	else
		text_add(call->out, text_string(&line));
}

static void end_report(struct path_report *report)
{
	bool table = report->format == PATH_SLACK_ONLY || report->format == PATH_SUMMARY;

	if (report->format == PATH_JSON) {
		text_add(report->out, report->any ? "\n]\n}\n" : "]\n}\n");
		return;
	}
	if (!report->any && table)
		path_write_head(report, "");
	if (!report->any)
		text_add(report->out, "No paths found.\n");
	if (table || (!report->any && report->format == PATH_END))
		text_add(report->out, "\n");
}

enum status checks_report(struct call *call, struct path_report *report,
			  struct checks_request *request)
{
	const struct path_visitor visitor = {.to = call,
					     .begin = begin_group,
					     .end = end_group,
					     .take = write_path,
					     .pause = flush};

	request->points = report->format != PATH_END && report->format != PATH_SLACK_ONLY;
	request->common_pins = report->format == PATH_JSON;
	if (report->format == PATH_JSON)
		text_add(call->out, "{\"checks\": [\n");
	TRY(path_walk(call->session, report, request, &visitor));
	end_report(report);
	write_inexact(call, report);
	return checks_report_false(call, request);
}

/* What a command's own options say; units come first, as limits are in them. */
typedef enum status parse_options(struct call *call, struct path_report *report,
				  struct checks_request *request);

static enum status report_paths(struct call *call, bool unconstrained, parse_options *parse)
{
	RELEASED_BY(checks_request_release) struct checks_request request = CHECKS_REQUEST_INIT;
	RELEASED_BY(checks_close) struct call *open = call;
	struct path_report report = {.out = call->out};

	TRY(checks_open(open, unconstrained, &report));
	TRY(parse(call, &report, &request));
	return checks_report(call, &report, &request);
}

/* ---- report_checks ---- */

enum {
	CHECKS_FORMAT = N_CHECKS_OPTIONS,
	CHECKS_FIELDS,
	CHECKS_DIGITS,
	CHECKS_WHOLE_LINES,
	CHECKS_PBA_OPTIONS,
};

static const struct option checks_options[] = {
	CHECKS_OPTIONS,
	[CHECKS_FORMAT] =
		{"-format", OPTION_CHOICE, CHECKS_FORMATS,
		 "every point, with those of the clocks, with those on the way to generated clocks, "
		 "its ends only, one line a path, or JSON (full)"},
	[CHECKS_FIELDS] = {"-fields", OPTION_WORD,
			   "{capacitance slew fanout input_pin net src_attr}",
			   "more columns and lines of full reports"},
	[CHECKS_DIGITS] = OPTION_DIGITS,
	[CHECKS_WHOLE_LINES] = {"-no_line_splits", OPTION_FLAG, NULL, "leave long lines whole"},
	PBA_OPTIONS,
	{0},
};

static enum status parse_field(const struct call *call, struct path_report *report,
			       const char *word, int length)
{
	static const char *const known[] = {"capacitance", "slew", "fanout",
					    "input_pins",  "nets", "src_attr"};
	bool *const field[] = {&report->capacitance, &report->slew, &report->fanout,
			       &report->input_pin,   &report->net,  &report->src_attr};

	for (int f = 0; f < 6; f++) {
		/* "cap", "net" and "input_pin" are in use too */
		if (length >= 3 && strncmp(known[f], word, (size_t)length) == 0) {
			*field[f] = true;
			return STATUS_OK;
		}
	}
	if (length >= 3 && strncmp("hierarchical_pins", word, (size_t)length) == 0) {
		print_error("warning: %s: ignored; pins of blocks have no lines in paths\n",
			    call->command->name);
		return STATUS_OK;
	}
	return call_fail(call, STATUS_USAGE,
			 "unknown field \"%.*s\"; known are capacitance, slew, "
			 "fanout, input_pin, net, src_attr",
			 length, word);
}

enum status checks_take_fields(const struct call *call, int option, struct path_report *report)
{
	const char *words = call->option[option].word ? call->option[option].word : "";

	for (const char *at = words + strspn(words, " \t\n"); *at;) {
		size_t length = strcspn(at, " \t\n");

		TRY(parse_field(call, report, at, (int)min_i64((int64_t)length, 100)));
		at += length;
		at += strspn(at, " \t\n");
	}
	return STATUS_OK;
}

enum path_format checks_format(int64_t choice)
{
	static const enum path_format format[] = {
		PATH_FULL,    PATH_FULL_CLOCK, PATH_FULL_CLOCK_EXPANDED,
		PATH_SHORT,   PATH_END,        PATH_SLACK_ONLY,
		PATH_SUMMARY, PATH_JSON};

	return format[choice];
}

static enum status parse_checks(struct call *call, struct path_report *report,
				struct checks_request *request)
{
	const struct option_value *given = call->option;

	report->format = checks_format(given[CHECKS_FORMAT].number);
	report->whole_lines = given[CHECKS_WHOLE_LINES].given;
	TRY(report_units_parse(call, CHECKS_DIGITS, report->netlist, &report->units));
	TRY(checks_take_fields(call, CHECKS_FIELDS, report));
	TRY(checks_take_pba(call, CHECKS_PBA_OPTIONS, CHECKS_UNIQUE, 2, request));
	return checks_parse(call, report, request);
}

static enum status report_checks(struct call *call)
{
	return report_paths(call, call->option[CHECKS_UNCONSTRAINED].given, parse_checks);
}

/* ---- report_timing ---- */

enum {
	TIMING_FILTER,
	TIMING_DELAY = TIMING_FILTER + N_FILTER_OPTIONS,
	TIMING_MAX_PATHS,
	TIMING_NWORST,
	TIMING_UNIQUE,
	TIMING_SLACK_BELOW,
	TIMING_SLACK_ABOVE,
	TIMING_GROUP,
	TIMING_SORT,
	TIMING_FORMAT,
	TIMING_CAPACITANCE,
	TIMING_SLEW,
	TIMING_INPUT_PINS,
	TIMING_NETS,
	TIMING_DIGITS,
	TIMING_WHOLE_LINES,
	TIMING_PBA_OPTIONS,
};

static const struct option timing_options[] = {
	FILTER_OPTIONS,
	[TIMING_DELAY] = {"-delay_type", OPTION_CHOICE, CHECKS_DELAYS,
			  "report_checks -path_delay: setup, hold, or hold and then setup (max)"},
	[TIMING_MAX_PATHS] = {"-max_paths", OPTION_COUNT, "K",
			      "report_checks -group_count: how many paths of each group (-nworst)"},
	[TIMING_NWORST] =
		{"-nworst", OPTION_COUNT, "N",
		 "report_checks -endpoint_count: how many paths an endpoint may have in a "
		 "group (1)"},
	[TIMING_UNIQUE] = {"-unique_pins", OPTION_FLAG, NULL,
			   "report_checks -unique_paths_to_endpoint: of the paths through the same "
			   "pins only the worst"},
	[TIMING_SLACK_BELOW] = {"-slack_lesser_than", OPTION_WORD, "TIME",
				"only paths with less slack than this"},
	[TIMING_SLACK_ABOVE] = {"-slack_greater_than", OPTION_WORD, "TIME",
				"only paths with more slack than this"},
	[TIMING_GROUP] = {"-group", OPTION_WORD, "NAMES",
			  "report_checks -path_group: only these path groups (all)"},
	[TIMING_SORT] = {"-sort_by", OPTION_CHOICE, "group|slack",
			 "group by group, or the paths of all groups together, in order of slack "
			 "(group)"},
	[TIMING_FORMAT] = {"-path_type", OPTION_CHOICE,
			   "full|full_clock|full_clock_expanded|short|end|summary",
			   "report_checks -format (full)"},
	[TIMING_CAPACITANCE] = {"-capacitance", OPTION_FLAG, NULL, "a column of loads"},
	[TIMING_SLEW] = {"-transition_time", OPTION_FLAG, NULL, "a column of slews"},
	[TIMING_INPUT_PINS] = {"-input_pins", OPTION_FLAG, NULL, "lines of inputs, too"},
	[TIMING_NETS] = {"-nets", OPTION_FLAG, NULL, "lines of nets and a column of fan-outs"},
	[TIMING_DIGITS] = {"-significant_digits", OPTION_WORD, "N", "decimals of numbers (2)"},
	[TIMING_WHOLE_LINES] = {"-nosplit", OPTION_FLAG, NULL, "leave long lines whole"},
	PBA_OPTIONS,
	{0},
};

static void take_columns(const struct call *call, struct path_report *report)
{
	static const enum path_format format[] = {
		PATH_FULL,  PATH_FULL_CLOCK, PATH_FULL_CLOCK_EXPANDED,
		PATH_SHORT, PATH_END,        PATH_SUMMARY};
	const struct option_value *given = call->option;

	report->format = format[given[TIMING_FORMAT].number];
	report->capacitance = given[TIMING_CAPACITANCE].given;
	report->slew = given[TIMING_SLEW].given;
	report->input_pin = given[TIMING_INPUT_PINS].given;
	report->net = report->fanout = given[TIMING_NETS].given;
	report->whole_lines = given[TIMING_WHOLE_LINES].given;
}

static enum status parse_timing(struct call *call, struct path_report *report,
				struct checks_request *request)
{
	const struct option_value *given = call->option;
	struct path_query_options *query = &request->query;

	take_columns(call, report);
	TRY(report_units_parse(call, TIMING_DIGITS, report->netlist, &report->units));
	query->per_endpoint = given[TIMING_NWORST].given ? given[TIMING_NWORST].number : 1;
	query->k = given[TIMING_MAX_PATHS].given ? given[TIMING_MAX_PATHS].number
						 : query->per_endpoint;
	query->unique = given[TIMING_UNIQUE].given ? PATH_UNIQUE_PINS : PATH_EACH;
	TRY(checks_take_pba(call, TIMING_PBA_OPTIONS, TIMING_UNIQUE, 1, request));
	request->by_slack = given[TIMING_SORT].number == 1;
	TRY(checks_take_slacks(call, TIMING_SLACK_BELOW, TIMING_SLACK_ABOVE, &report->units,
			       request));
	/* these limits are outside; times are whole femtoseconds */
	query->slack_max -= given[TIMING_SLACK_BELOW].given;
	query->slack_min += given[TIMING_SLACK_ABOVE].given;
	TRY(checks_take_groups(call, TIMING_GROUP, report, request));
	TRY(filter_parse(call, TIMING_FILTER, &query->filter));
	checks_take_delay(given[TIMING_DELAY].number, request);
	return STATUS_OK;
}

static enum status report_timing(struct call *call)
{
	return report_paths(call, false, parse_timing);
}

/* ---- the worst and the sum ---- */

enum { WORST_MIN, WORST_MAX, WORST_DIGITS };

static const struct option worst_options[] = {
	[WORST_MIN] = {"-min", OPTION_FLAG, NULL, "of hold"},
	[WORST_MAX] = {"-max", OPTION_FLAG, NULL, "of setup (default)"},
	[WORST_DIGITS] = OPTION_DIGITS,
	{0},
};

struct worst {
	struct report_units units;
	enum split split;
	struct slack_totals totals;
};

/* With what paths get back of common path pessimism. */
static enum status find_worst(struct call *call, struct worst *worst)
{
	bool min = call->option[WORST_MIN].given;
	struct timing *timing;

	TRY(call_exclusive(call, WORST_MIN, WORST_MAX));
	TRY(session_need_timing(call->session));
	timing = call->session->design.timing;
	TRY(report_units_parse(call, WORST_DIGITS, timing->image->graph->netlist, &worst->units));
	worst->split = min ? EARLY : LATE;
	TRY(timing_need_slacks(timing, call->session->cppr, (enum slacks_of)(1 << worst->split),
			       &call->session->task));
	return timing_slack_totals(timing, timing->queue, worst->split, false, &worst->totals);
}

/* What commands call it. */
static const struct {
	const char *command;
	bool is_sum, is_negative; /* of all endpoints; 0 where none is violated */
	const char *label; /* in a report; NULL = it is a value for scripts, with all digits */
} worst_commands[] = {
	{"report_wns", false, true, "wns"},
	{"report_tns", true, false, "tns"},
	{"report_worst_slack", false, false, "worst slack"},
	{"worst_slack", false, false, NULL},
	{"worst_negative_slack", false, true, NULL},
	{"total_negative_slack", true, false, NULL},
};

static enum status report_worst(struct call *call)
{
	struct worst worst;
	int64_t slack;
	int i = 0;

	while (strcmp(worst_commands[i].command, call->command->name) != 0)
		i++;
	TRY(find_worst(call, &worst));
	slack = worst_commands[i].is_sum ? worst.totals.tns : worst.totals.wns;
	if (worst_commands[i].is_negative)
		slack = min_i64(slack, 0);
	if (worst_commands[i].label) {
		text_printf(call->out, "%s %s %s\n", worst_commands[i].label,
			    worst.split == LATE ? "max" : "min",
			    slack == FS_NONE_64 ? "INF" : REPORTED(&worst.units, slack));
	} else if (slack == FS_NONE_64) {
		text_add(call->result, "INF");
	} else {
		report_exact_time(&worst.units, slack, call->result);
	}
	return STATUS_OK;
}

static enum status path_group_names(struct call *call)
{
	struct design *design = &call->session->design;
	const struct state_graph *states;
	FREED int32_t *order = NULL;
	int32_t n;

	TRY(session_need_timing(call->session));
	states = design->timing->image->states;
	TRY(path_group_order(states, &order, &n));
	for (int32_t i = 0; i < n; i++)
		list_add(call->result, states->group[order[i]]);
	return STATUS_OK;
}

static const struct option value_options[] = {
	[WORST_MIN] = {"-min", OPTION_FLAG, NULL, "of hold"},
	[WORST_MAX] = {"-max", OPTION_FLAG, NULL, "of setup (default)"},
	/* find_worst() looks at it */
	[WORST_DIGITS] = {"-digits", OPTION_MISSING, NULL, NULL},
	{0},
};

const struct command checks_commands[] = {
	{"report_checks", report_checks, IN_SESSION, NULL, 0, 0, checks_options,
	 "Report the worst paths of a netlist, group by group"},
	{"report_timing", report_timing, IN_SESSION, NULL, 0, 0, timing_options,
	 "Report the worst paths with PrimeTime's options"},
	{"report_wns", report_worst, IN_SESSION, NULL, 0, 0, worst_options,
	 "Report the worst negative slack, 0 when there is none"},
	{"report_tns", report_worst, IN_SESSION, NULL, 0, 0, worst_options,
	 "Report the sum of the worst negative slacks of all endpoints"},
	{"report_worst_slack", report_worst, IN_SESSION, NULL, 0, 0, worst_options,
	 "Report the worst slack, INF when nothing is constrained"},
	{"worst_slack", report_worst, IN_SESSION, NULL, 0, 0, value_options,
	 "Return the worst slack, INF when nothing is constrained"},
	{"worst_negative_slack", report_worst, IN_SESSION, NULL, 0, 0, value_options,
	 "Return the worst negative slack, 0 when there is none"},
	{"path_group_names", path_group_names, IN_SESSION, NULL, 0, 0, NULL,
	 "Return the names of the path groups that have endpoints, in the order of report_checks"},
	{"total_negative_slack", report_worst, IN_SESSION, NULL, 0, 0, value_options,
	 "Return the sum of the worst negative slacks of all endpoints"},
	{0},
};
