/* Commands that report the worst paths of a netlist, as OpenSTA's do. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "cmd/path_report.h"

enum { PATHS_AT_ONCE = 1 << 10 }; /* between two flushes */

enum {
	CHECKS_DELAY,
	CHECKS_FORMAT,
	CHECKS_FIELDS,
	CHECKS_DIGITS,
	CHECKS_GROUP,
	CHECKS_GROUP_PATHS,
	CHECKS_ENDPOINT,
	CHECKS_ENDPOINT_PATHS,
	CHECKS_SLACK_MAX,
	CHECKS_SLACK_MIN,
};

enum { DELAY_MAX, DELAY_MIN, DELAY_MIN_MAX };

static const struct option checks_options[] = {
	[CHECKS_DELAY] = {"-path_delay", OPTION_CHOICE, "max|min|min_max",
			  "setup, hold, or hold and then setup (max)"},
	[CHECKS_FORMAT] =
		{"-format", OPTION_CHOICE,
		 "full|full_clock|full_clock_expanded|end|slack_only|summary|json",
		 "every point, with those of the clocks, one line a path, or JSON (full)"},
	[CHECKS_FIELDS] = {"-fields", OPTION_WORD, "{capacitance slew fanout input_pin net}",
			   "more columns and lines of full reports"},
	[CHECKS_DIGITS] = OPTION_DIGITS,
	[CHECKS_GROUP] = {"-group_count", OPTION_COUNT, "K",
			  "how many paths, counted over all path groups; an endpoint may have any "
			  "number of them (1)"},
	[CHECKS_GROUP_PATHS] = {"-group_path_count", OPTION_COUNT, "K", "the same"},
	[CHECKS_ENDPOINT] = {"-endpoint_count", OPTION_COUNT, "N",
			     "how many paths an endpoint may have: 1, its worst, which takes no "
			     "search, or at least -group_count (as many as there are)"},
	[CHECKS_ENDPOINT_PATHS] = {"-endpoint_path_count", OPTION_COUNT, "N", "the same"},
	[CHECKS_SLACK_MAX] = {"-slack_max", OPTION_WORD, "TIME",
			      "only paths with at most this slack"},
	[CHECKS_SLACK_MIN] = {"-slack_min", OPTION_WORD, "TIME",
			      "only paths with at least this slack"},
	{"-unique_paths_to_endpoint", OPTION_MISSING, NULL, NULL},
	{"-from", OPTION_MISSING, NULL, NULL},
	{"-rise_from", OPTION_MISSING, NULL, NULL},
	{"-fall_from", OPTION_MISSING, NULL, NULL},
	{"-through", OPTION_MISSING, NULL, NULL},
	{"-rise_through", OPTION_MISSING, NULL, NULL},
	{"-fall_through", OPTION_MISSING, NULL, NULL},
	{"-to", OPTION_MISSING, NULL, NULL},
	{"-rise_to", OPTION_MISSING, NULL, NULL},
	{"-fall_to", OPTION_MISSING, NULL, NULL},
	{"-path_group", OPTION_MISSING, NULL, NULL},
	{"-unconstrained", OPTION_MISSING, NULL, NULL},
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

static enum status parse_counts(const struct call *call, struct path_report *report,
				struct search_options *options)
{
	int64_t k = given_count(call, CHECKS_GROUP, CHECKS_GROUP_PATHS);
	int64_t per_endpoint = given_count(call, CHECKS_ENDPOINT, CHECKS_ENDPOINT_PATHS);

	options->k = k < 0 ? 1 : k;
	/* A limit that can't bite is met; one in between would need more paths than a search keeps.
	 */
	if (per_endpoint < 0 || per_endpoint >= options->k)
		return STATUS_OK;
	report->by_endpoint = per_endpoint == 1;
	if (per_endpoint > 1)
		return status_fail(
			STATUS_FAILED,
			"report_checks: paths of an endpoint can be limited to 1, or not "
			"below -group_count; other numbers are not supported yet");
	return STATUS_OK;
}

static enum path_format format_of(const struct call *call)
{
	static const enum path_format format[] = {
		PATH_FULL, PATH_FULL_CLOCK, PATH_FULL_CLOCK_EXPANDED, PATH_END, PATH_SLACK_ONLY,
		PATH_SUMMARY, PATH_JSON};

	return format[call->option[CHECKS_FORMAT].number];
}

static enum status parse_checks(const struct call *call, struct path_report *report,
				struct search_options *options)
{
	const struct option_value *given = call->option;

	report->format = format_of(call);
	TRY(parse_counts(call, report, options));
	TRY(report_units_parse(call, CHECKS_DIGITS, report->netlist, &report->units));
	if (given[CHECKS_FIELDS].given)
		TRY(parse_fields(report, given[CHECKS_FIELDS].word));
	if (given[CHECKS_SLACK_MAX].given)
		TRY(report_parse_time(call, CHECKS_SLACK_MAX, &report->units, &options->slack_max));
	if (given[CHECKS_SLACK_MIN].given)
		TRY(report_parse_time(call, CHECKS_SLACK_MIN, &report->units, &options->slack_min));
	if (options->slack_min > options->slack_max)
		return status_fail(STATUS_USAGE, "report_checks: -slack_min is above -slack_max");
	return STATUS_OK;
}

/* ---- the search ---- */

/* Does the search that is there hold these paths, to the last? */
static bool search_holds(struct session *session, const struct search_options *options)
{
	const struct search_options *there = &session->options;
	struct snap_search *search;
	bool holds;

	if (!session->search || there->early != options->early ||
	    there->slack_max < options->slack_max || there->slack_min != options->slack_min)
		return false;
	search = board_get_search(session->board);
	holds = search && search->state == SEARCH_EXACT &&
		(there->k >= options->k || search->n_ranked - search->n_below < there->k);
	snap_unref(search ? &search->snap : NULL);
	return holds;
}

/*
 * Paths come from the search that the timeline shows, so that what is reported can also be stepped
 * through, explained and written. A search that already holds them is left as it is, wherever its
 * timeline stands; else a new one takes its place, as find_paths would do it.
 */
static enum status need_search(struct session *session, const struct search_options *options)
{
	if (search_holds(session, options))
		return STATUS_OK;
	TRY(session_begin_search(session, options));
	return session_run_search(session);
}

/* ---- the list, by path groups ---- */

struct group_list {
	struct snap_rows *rows; /* owned reference */
	int32_t n_groups;
	const char **name; /* owned [n_groups], the names borrowed */
	int64_t name_capacity;
	int32_t *group; /* owned [rows->n]: of each row */
};

static void group_list_release(struct group_list *list)
{
	snap_unref(list->rows ? &list->rows->snap : NULL);
	free(list->name);
	free(list->group);
}

static enum status find_group(const struct path_report *report, struct group_list *list, int64_t i)
{
	const char *name = path_group(report, &list->rows->row[i]);

	for (int32_t g = list->n_groups - 1; g >= 0; g--) {
		if (strcmp(list->name[g], name) == 0) {
			list->group[i] = g;
			return STATUS_OK;
		}
	}
	TRY(GROW(&list->name, &list->name_capacity, list->n_groups + 1));
	list->name[list->n_groups] = name;
	list->group[i] = list->n_groups++;
	return STATUS_OK;
}

static enum status read_groups(struct call *call, const struct path_report *report,
			       const struct search_options *options, struct group_list *list)
{
	struct snap_rows *rows;

	if (report->by_endpoint)
		TRY(endpoint_rows(report, options, &list->rows));
	else
		TRY(search_rows(call->session->search, LEVEL_NEWEST, 0, options->k, &list->rows));
	rows = list->rows;
	/* The search may have been one without this limit: the list is ordered by slack. */
	while (rows->n > 0 && rows->row[rows->n - 1].slack > options->slack_max)
		rows->n--;
	TRY(ALLOC(&list->group, rows->n));
	for (int64_t i = 0; i < list->rows->n; i++)
		TRY(find_group(report, list, i));
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

/* Path i of the list; traces has those from `first` on, unless lines do without. */
static struct report_path path_at(const struct group_list *list, int64_t i, int64_t first,
				  const struct traces *traces)
{
	struct report_path path = {.row = &list->rows->row[i]};
	int64_t begin;

	if (traces->n_paths == 0)
		return path;
	begin = traces->offset[i - first];
	path.n = traces->offset[i - first + 1] - begin - 1;
	path.state = traces->vertex + begin;
	path.arrival = traces->arrival + begin;
	return path;
}

/* The paths of a group among some ranks. */
static enum status write_some(struct call *call, struct path_report *report,
			      const struct group_list *list, int32_t group, int64_t first,
			      int64_t end)
{
	struct traces traces = {0};
	enum status status = STATUS_OK;

	if (report->by_endpoint && !is_lines(report))
		status = endpoint_traces(report, list->rows, first, end, &traces);
	else if (!is_lines(report))
		status = search_traces(call->session->search, LEVEL_NEWEST, first, end - first,
				       &traces);
	for (int64_t i = first; i < end && status == STATUS_OK; i++) {
		struct report_path path = path_at(list, i, first, &traces);

		if (list->group[i] == group)
			status = write_path(report, &path);
	}
	traces_release(&traces);
	TRY(status);
	TRY(call_flush(call));
	return task_breathe(&call->session->task);
}

static enum status write_group(struct call *call, struct path_report *report,
			       const struct group_list *list, int32_t group)
{
	bool last = group == list->n_groups - 1;

	/* Only -format end has a table for each group; the others name it in each line, or not. */
	if (group == 0 || report->format == PATH_END)
		path_write_head(report, list->name[group]);
	for (int64_t i = 0; i < list->rows->n; i += PATHS_AT_ONCE)
		TRY(write_some(call, report, list, group, i,
			       min_i64(i + PATHS_AT_ONCE, list->rows->n)));
	if (report->format == PATH_END ||
	    (last && (report->format == PATH_SLACK_ONLY || report->format == PATH_SUMMARY)))
		text_add(call->out, "\n");
	return STATUS_OK;
}

static enum status write_split(struct call *call, struct path_report *report,
			       const struct search_options *options)
{
	struct group_list list = {0};
	enum status status = STATUS_OK;

	if (!report->by_endpoint)
		status = need_search(call->session, options);
	if (status == STATUS_OK)
		status = read_groups(call, report, options, &list);
	if (status == STATUS_OK && list.rows->n == 0 && report->format != PATH_JSON)
		text_add(call->out, "No paths found.\n");
	for (int32_t g = 0; g < list.n_groups && status == STATUS_OK; g++)
		status = write_group(call, report, &list, g);
	group_list_release(&list);
	return status;
}

/* Timing of the netlist, up to date and on the host. */
static enum status open_timing(struct call *call, struct timing **timing)
{
	TRY(session_need_timing(call->session));
	*timing = call->session->design.timing;
	return timing_read(*timing);
}

static enum status report_checks(struct call *call)
{
	struct search_options options = SEARCH_OPTIONS_INIT;
	struct path_report report = {.out = call->out};
	int64_t delay = call->option[CHECKS_DELAY].number;

	TRY(open_timing(call, &report.timing));
	report.graph = report.timing->image->graph;
	report.states = report.timing->image->states;
	report.constraints = report.graph->constraints;
	report.netlist = report.graph->netlist;
	TRY(parse_checks(call, &report, &options));
	if (report.format == PATH_JSON)
		text_add(call->out, "{\"checks\": [\n");
	for (int split = 0; split < N_SPLITS; split++) {
		if (delay != DELAY_MIN_MAX && (delay == DELAY_MIN) != (split == EARLY))
			continue;
		report.split = (enum split)split;
		options.early = split == EARLY;
		TRY(write_split(call, &report, &options));
	}
	if (report.format == PATH_JSON)
		text_add(call->out, report.any ? "\n]\n}\n" : "]\n}\n");
	return STATUS_OK;
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
	int64_t wns, tns;
};

static enum status find_worst(struct call *call, struct worst *worst)
{
	bool min = call->option[WORST_MIN].given;
	struct timing *timing;
	int32_t n_endpoints, n_violated;

	if (min && call->option[WORST_MAX].given)
		return status_fail(STATUS_USAGE, "%s: -min and -max exclude each other",
				   call->command->name);
	TRY(open_timing(call, &timing));
	TRY(report_units_parse(call, WORST_DIGITS, timing->image->graph->netlist, &worst->units));
	worst->split = min ? EARLY : LATE;
	timing_worst(timing, worst->split, N_ENDPOINT_KINDS, &worst->wns, &worst->tns, &n_endpoints,
		     &n_violated);
	return STATUS_OK;
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
	return write_worst(call, "wns", &worst, min_i64(worst.wns, 0));
}

static enum status report_tns(struct call *call)
{
	struct worst worst;

	TRY(find_worst(call, &worst));
	return write_worst(call, "tns", &worst, worst.tns);
}

static enum status report_worst_slack(struct call *call)
{
	struct worst worst;

	TRY(find_worst(call, &worst));
	return write_worst(call, "worst slack", &worst, worst.wns);
}

const struct command checks_commands[] = {
	{"report_checks", NULL, 0, 0,
	 "Report the worst paths of a netlist, of all endpoints together; what find_paths found is "
	 "used where it suffices, else they are searched anew",
	 checks_options, report_checks, IN_SESSION},
	{"report_wns", NULL, 0, 0, "The worst negative slack, 0 when there is none", worst_options,
	 report_wns, IN_SESSION},
	{"report_tns", NULL, 0, 0, "The sum of the worst negative slacks of all endpoints",
	 worst_options, report_tns, IN_SESSION},
	{"report_worst_slack", NULL, 0, 0, "The worst slack, INF when nothing is constrained",
	 worst_options, report_worst_slack, IN_SESSION},
	{0},
};
