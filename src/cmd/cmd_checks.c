/* Commands that report the worst paths of a netlist, as OpenSTA's do. */
#include <stdlib.h>
#include <string.h>

#include "algo/timing_slacks.h"
#include "base/bits.h"
#include "base/grow.h"
#include "base/print.h"
#include "cmd/filter_options.h"
#include "session/objects.h"
#include "report/path_find.h"
#include "report/path_report.h"

enum { PATHS_AT_ONCE = 1 << 10 }; /* between two flushes */

enum {
	CHECKS_FILTER,
	CHECKS_DELAY = CHECKS_FILTER + N_FILTER_OPTIONS,
	CHECKS_FORMAT,
	CHECKS_FIELDS,
	CHECKS_DIGITS,
	CHECKS_GROUP,
	CHECKS_GROUP_PATHS,
	CHECKS_ENDPOINT,
	CHECKS_ENDPOINT_PATHS,
	CHECKS_UNIQUE,
	CHECKS_SLACK_MAX,
	CHECKS_SLACK_MIN,
	CHECKS_PATH_GROUP,
	CHECKS_UNCONSTRAINED,
	CHECKS_WHOLE_LINES,
};

/* What -path_delay names, in the order of its choices: the splits, and the edges where data ends.
 */
static const struct {
	bool split[N_SPLITS];
	int to_edges;
} path_delays[] = {
	{{[LATE] = true}, EDGES_BOTH},
	{{[EARLY] = true}, EDGES_BOTH},
	{{[EARLY] = true, [LATE] = true}, EDGES_BOTH},
	{{[LATE] = true}, EDGES_RISE},
	{{[LATE] = true}, EDGES_FALL},
	{{[EARLY] = true}, EDGES_RISE},
	{{[EARLY] = true}, EDGES_FALL},
};

static const struct option checks_options[] = {
	FILTER_OPTIONS,
	[CHECKS_DELAY] = {"-path_delay", OPTION_CHOICE,
			  "max|min|min_max|max_rise|max_fall|min_rise|min_fall",
			  "setup, hold, or hold and then setup (max); of data that rises or falls "
			  "where it ends"},
	[CHECKS_FORMAT] =
		{"-format", OPTION_CHOICE,
		 "full|full_clock|full_clock_expanded|short|end|slack_only|summary|json",
		 "every point, with those of the clocks, with those on the way to generated clocks, "
		 "its ends alone, one line a path, or JSON (full)"},
	[CHECKS_FIELDS] = {"-fields", OPTION_WORD, "{capacitance slew fanout input_pin net}",
			   "more columns and lines of full reports"},
	[CHECKS_DIGITS] = OPTION_DIGITS,
	[CHECKS_GROUP] = {"-group_count", OPTION_COUNT, "K", "how many paths of each group (1)"},
	[CHECKS_GROUP_PATHS] = {"-group_path_count", OPTION_COUNT, "K", "the same"},
	[CHECKS_ENDPOINT] = {"-endpoint_count", OPTION_COUNT, "N",
			     "how many paths an endpoint may have in a group (1)"},
	[CHECKS_ENDPOINT_PATHS] = {"-endpoint_path_count", OPTION_COUNT, "N", "the same"},
	[CHECKS_UNIQUE] = {"-unique_paths_to_endpoint", OPTION_FLAG, NULL,
			   "of the paths through the same pins only the worst"},
	[CHECKS_SLACK_MAX] = {"-slack_max", OPTION_WORD, "TIME",
			      "only paths with at most this slack"},
	[CHECKS_SLACK_MIN] = {"-slack_min", OPTION_WORD, "TIME",
			      "only paths with at least this slack"},
	[CHECKS_PATH_GROUP] = {"-path_group", OPTION_WORD, "NAMES", "only these path groups (all)"},
	[CHECKS_UNCONSTRAINED] = {"-unconstrained", OPTION_FLAG, NULL,
				  "if there are no others, paths of which nothing is demanded"},
	[CHECKS_WHOLE_LINES] = {"-no_line_splits", OPTION_FLAG, NULL, "leave long lines whole"},
	{"-sort_by_slack", OPTION_MISSING, NULL, NULL},
	{"-corner", OPTION_MISSING, NULL, NULL},
	{0},
};

/* ---- what was asked for ---- */

static enum status parse_field(struct path_report *report, const char *word, int length)
{
	static const char *const known[] = {"capacitance", "slew", "fanout", "input_pins", "nets"};
	bool *const field[] = {&report->capacitance, &report->slew, &report->fanout,
			       &report->input_pin, &report->net};

	for (int f = 0; f < 5; f++) {
		/* "cap", "net" and "input_pin" are in use too */
		if (length >= 3 && strncmp(known[f], word, (size_t)length) == 0) {
			*field[f] = true;
			return STATUS_OK;
		}
	}
	return status_fail(STATUS_USAGE,
			   "report_checks: unknown field \"%.*s\"; known are capacitance, slew, "
			   "fanout, input_pin, net",
			   length, word);
}

static enum status parse_fields(struct path_report *report, const char *words)
{
	for (const char *at = words + strspn(words, " \t\n"); *at;) {
		size_t length = strcspn(at, " \t\n");

		TRY(parse_field(report, at, (int)min_i64((int64_t)length, 100)));
		at += length;
		at += strspn(at, " \t\n");
	}
	return STATUS_OK;
}

static int64_t given_count(const struct call *call, int option, int other)
{
	const struct option_value *given = call->option;

	if (given[other].given)
		return given[other].number;
	return given[option].given ? given[option].number : -1;
}

static void parse_counts(const struct call *call, struct path_query_options *options)
{
	int64_t k = given_count(call, CHECKS_GROUP, CHECKS_GROUP_PATHS);
	int64_t per_endpoint = given_count(call, CHECKS_ENDPOINT, CHECKS_ENDPOINT_PATHS);

	options->k = k < 0 ? 1 : k;
	options->per_endpoint = per_endpoint < 0 ? 1 : per_endpoint;
	options->unique = call->option[CHECKS_UNIQUE].given;
}

static enum path_format format_of(const struct call *call)
{
	static const enum path_format format[] = {
		PATH_FULL,    PATH_FULL_CLOCK, PATH_FULL_CLOCK_EXPANDED,
		PATH_SHORT,   PATH_END,        PATH_SLACK_ONLY,
		PATH_SUMMARY, PATH_JSON};

	return format[call->option[CHECKS_FORMAT].number];
}

static enum status parse_checks(const struct call *call, struct path_report *report,
				struct path_query_options *options)
{
	const struct option_value *given = call->option;

	report->format = format_of(call);
	report->whole_lines = given[CHECKS_WHOLE_LINES].given;
	parse_counts(call, options);
	TRY(report_units_parse(call, CHECKS_DIGITS, report->netlist, &report->units));
	if (given[CHECKS_FIELDS].given)
		TRY(parse_fields(report, given[CHECKS_FIELDS].word));
	if (given[CHECKS_SLACK_MAX].given)
		TRY(report_parse_time(call, CHECKS_SLACK_MAX, &report->units, &options->slack_max));
	if (given[CHECKS_SLACK_MIN].given)
		TRY(report_parse_time(call, CHECKS_SLACK_MIN, &report->units, &options->slack_min));
	if (options->slack_min > options->slack_max)
		return status_fail(STATUS_USAGE, "report_checks: -slack_min is above -slack_max");
	if (given[CHECKS_PATH_GROUP].given)
		TRY(path_groups_choose(call->command->name, report->states,
				       given[CHECKS_PATH_GROUP].word, &options->group_chosen));
	TRY(filter_parse(call, CHECKS_FILTER, &options->filter));
	options->filter.to_edges = path_delays[given[CHECKS_DELAY].number].to_edges;
	return STATUS_OK;
}

/* ---- writing them ---- */

static bool is_lines(const struct path_report *report)
{
	return report->format == PATH_END || report->format == PATH_SLACK_ONLY;
}

static enum status write_path(struct path_report *report, const struct report_path *path)
{
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

/* Some paths of the group that was searched. */
static enum status write_some(struct call *call, struct path_report *report,
			      struct path_finder *finder, int64_t first, int64_t n)
{
	struct traces traces = {0};
	struct snap_rows *rows = NULL;
	enum status status =
		path_finder_read(finder, first, n, &rows, is_lines(report) ? NULL : &traces);

	for (int64_t i = 0; status == STATUS_OK && i < rows->n; i++) {
		struct report_path path = {.row = &rows->row[i], .common_pin = -1};

		if (traces.n_paths) {
			path.n = traces.offset[i + 1] - traces.offset[i] - 1;
			path.state = traces.vertex + traces.offset[i];
			path.arrival = traces.arrival + traces.offset[i];
		}
		if (report->format == PATH_JSON)
			status = path_finder_common_pin(finder, path.row, &path.common_pin);
		if (status == STATUS_OK)
			status = write_path(report, &path);
		report->any = true;
	}
	traces_release(&traces);
	snap_unref(rows ? &rows->snap : NULL);
	TRY(status);
	TRY(call_flush(call));
	return task_breathe(&call->session->task);
}

/* Only -format end has a table for each group; the others name it in each line, or not. */
static enum status write_group(struct call *call, struct path_report *report,
			       struct path_finder *finder, int32_t group)
{
	int64_t n;

	TRY(path_finder_search(finder, group, &n));
	if (!n)
		return STATUS_OK;
	if (!report->any || report->format == PATH_END)
		path_write_head(report, report->states->group[group]);
	for (int64_t i = 0; i < n; i += PATHS_AT_ONCE)
		TRY(write_some(call, report, finder, i, min_i64(PATHS_AT_ONCE, n - i)));
	if (report->format == PATH_END)
		text_add(call->out, "\n");
	return STATUS_OK;
}

static enum status write_unconstrained(struct call *call, struct path_report *report,
				       struct path_finder *finder)
{
	int32_t group = report->states->n_groups;
	enum status status;

	while (--group >= 0 && strcmp(report->states->group[group], "unconstrained") != 0)
		;
	if (group < 0)
		return STATUS_OK;
	finder->unconstrained = true;
	TRY(timing_weigh_paths(finder->timing, finder->image, report->split, true));
	status = write_group(call, report, finder, group);
	finder->unconstrained = false;
	TRY(status);
	return timing_weigh_paths(finder->timing, finder->image, report->split, false);
}

static enum status write_groups(struct call *call, struct path_report *report,
				struct path_finder *finder)
{
	const uint8_t *chosen = finder->options->group_chosen;
	int32_t *order = NULL;
	enum status status = path_group_order(report->states, &order);

	for (int32_t i = 0; status == STATUS_OK && i < report->states->n_groups; i++) {
		if (!chosen || chosen[order[i]])
			status = write_group(call, report, finder, order[i]);
	}
	free(order);
	return status;
}

static enum status write_split(struct call *call, struct path_report *report,
			       const struct path_query_options *options, bool unconstrained)
{
	struct text warnings = TEXT_INIT;
	struct path_finder finder;
	enum status status =
		path_finder_begin(&finder, call->session, options, report->split, &warnings);

	if (!unconstrained) /* else it was told before */
		print_error("%s", text_string(&warnings));
	text_release(&warnings);
	if (status == STATUS_OK)
		status = unconstrained ? write_unconstrained(call, report, &finder)
				       : write_groups(call, report, &finder);
	path_finder_end(&finder);
	return status;
}

/* Timing of the netlist, up to date and on the host. */
static enum status open_timing(struct call *call, struct timing **timing)
{
	TRY(session_need_timing(call->session));
	*timing = call->session->design.timing;
	return timing_read(*timing);
}

static enum status write_splits(struct call *call, struct path_report *report,
				const struct path_query_options *options, bool unconstrained)
{
	for (int split = 0; split < N_SPLITS; split++) {
		if (!path_delays[call->option[CHECKS_DELAY].number].split[split])
			continue;
		report->split = (enum split)split;
		TRY(write_split(call, report, options, unconstrained));
	}
	return STATUS_OK;
}

static enum status write_report(struct call *call, struct path_report *report,
				const struct path_query_options *options)
{
	if (report->format == PATH_JSON)
		text_add(call->out, "{\"checks\": [\n");
	TRY(write_splits(call, report, options, false));
	if (!report->any && call->option[CHECKS_UNCONSTRAINED].given)
		TRY(write_splits(call, report, options, true));
	if (report->format == PATH_JSON)
		text_add(call->out, report->any ? "\n]\n}\n" : "]\n}\n");
	else if (!report->any)
		text_add(call->out, "No paths found.\n");
	else if (report->format == PATH_SLACK_ONLY || report->format == PATH_SUMMARY)
		text_add(call->out, "\n");
	return STATUS_OK;
}

/* Of a filter by labels. */
static enum status tell_false(struct call *call, const struct path_query_options *options)
{
	struct label_counts counts;

	for (int split = 0; split < N_SPLITS; split++) {
		if (path_delays[call->option[CHECKS_DELAY].number].split[split])
			TRY(filter_tell_false(call, &options->filter, options->k, split == EARLY,
					      &counts));
	}
	return STATUS_OK;
}

static enum status report_checks(struct call *call)
{
	struct path_query_options options = {
		.filter = PATH_FILTER_INIT, .slack_min = INT64_MIN, .slack_max = INT64_MAX};
	struct path_report report = {.out = call->out, .cppr = call->session->cppr != CREDIT_NONE};
	enum status status;

	TRY(design_need_netlist(&call->session->design));
	if (call->option[CHECKS_UNCONSTRAINED].given && !call->session->design.unconstrained) {
		session_outdate(call->session);
		design_show_unconstrained(&call->session->design);
	}
	TRY(open_timing(call, &report.timing));
	report.graph = report.timing->image->graph;
	report.states = report.timing->image->states;
	report.constraints = report.graph->constraints;
	report.netlist = report.graph->netlist;
	status = parse_checks(call, &report, &options);
	if (status == STATUS_OK)
		status = write_report(call, &report, &options);
	if (status == STATUS_OK)
		status = tell_false(call, &options);
	path_filter_release(&options.filter);
	free(options.group_chosen);
	return status;
}

/* ---- the worst and the sum ---- */

enum { WORST_MIN, WORST_MAX, WORST_DIGITS };

static const struct option worst_options[] = {
	[WORST_MIN] = {"-min", OPTION_FLAG, NULL, "of hold"},
	[WORST_MAX] = {"-max", OPTION_FLAG, NULL, "of setup (this)"},
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
	int64_t *slack;
	enum status status;

	if (min && call->option[WORST_MAX].given)
		return status_fail(STATUS_USAGE, "%s: -min and -max exclude each other",
				   call->command->name);
	TRY(session_need_timing(call->session));
	timing = call->session->design.timing;
	TRY(report_units_parse(call, WORST_DIGITS, timing->image->graph->netlist, &worst->units));
	worst->split = min ? EARLY : LATE;
	TRY(timing_need_slacks(timing, call->session->cppr, &call->session->task));
	TRY(ALLOC(&slack, timing->image->device_states.n_sinks));
	status = timing_read_slacks(timing, timing->queue, slack, NULL);
	if (status == STATUS_OK)
		slack_totals_of(timing->image->states, slack, worst->split, &worst->totals);
	free(slack);
	return status;
}

static enum status write_worst(struct call *call, const char *what, const struct worst *worst,
			       int64_t slack)
{
	text_printf(call->out, "%s %s ", what, worst->split == LATE ? "max" : "min");
	if (slack == FS_NONE_64)
		text_add(call->out, "INF");
	else
		report_time(&worst->units, slack, 0, call->out);
	text_add(call->out, "\n");
	return STATUS_OK;
}

static enum status report_wns(struct call *call)
{
	struct worst worst;

	TRY(find_worst(call, &worst));
	return write_worst(call, "wns", &worst, min_i64(worst.totals.wns, 0));
}

static enum status report_tns(struct call *call)
{
	struct worst worst;

	TRY(find_worst(call, &worst));
	return write_worst(call, "tns", &worst, worst.totals.tns);
}

static enum status report_worst_slack(struct call *call)
{
	struct worst worst;

	TRY(find_worst(call, &worst));
	return write_worst(call, "worst slack", &worst, worst.totals.wns);
}

const struct command checks_commands[] = {
	{"report_checks", NULL, 0, 0, "Report the worst paths of a netlist, group by group",
	 checks_options, report_checks, IN_SESSION},
	{"report_wns", NULL, 0, 0, "The worst negative slack, 0 when there is none", worst_options,
	 report_wns, IN_SESSION},
	{"report_tns", NULL, 0, 0, "The sum of the worst negative slacks of all endpoints",
	 worst_options, report_tns, IN_SESSION},
	{"report_worst_slack", NULL, 0, 0, "The worst slack, INF when nothing is constrained",
	 worst_options, report_worst_slack, IN_SESSION},
	{0},
};
