/* Commands that search paths. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cmd/filter_options.h"
#include "report/chart_image.h"
#include "report/pba.h"
#include "session/labels.h"
#include "session/objects.h"
#include "session/path_truth.h"

enum {
	FIND_FILTER,
	FIND_MAX_PATHS = FIND_FILTER + N_FILTER_OPTIONS,
	FIND_MDL,
	FIND_METHOD,
	FIND_SCAN,
	FIND_SLACK_MAX,
	FIND_SLACK_MIN,
	FIND_DELAY,
	FIND_PAUSED,
	FIND_PBA,
	FIND_PBA_LIMIT,
	FIND_PBA_CHART,
};

enum { PBA_WIDTH = 960, PBA_HEIGHT = 640 };

static const struct option find_options[] = {
	FILTER_OPTIONS,
	[FIND_MAX_PATHS] = {"-max_paths", OPTION_COUNT, "K", "how many paths to find (1)"},
	[FIND_MDL] = {"-mdl", OPTION_WORD, "N|exact",
		      "stop after deviation level N, or when the result is exact (exact)"},
	[FIND_METHOD] =
		{"-method", OPTION_CHOICE, "bounded|paper|paper-fused|paper-dynamic|paper-host",
		 "bounded leaves out what can't be in the result; paper is the papers' "
		 "pipeline, paper-fused as the journal's last section fuses it, paper-dynamic with kernels that "
		 "allocate memory and launch kernels, as its listings have it, paper-host as the "
		 "conference has it: each level is downloaded, sorted by the host and uploaded "
		 "(bounded)"},
	[FIND_SCAN] =
		{"-scan", OPTION_CHOICE, "brent-kung|kogge-stone",
		 "with paper-fused and paper-dynamic, how a block sums up its counts; the result is the same "
		 "(brent-kung)"},
	[FIND_SLACK_MAX] = {"-slack_max", OPTION_TIME, "PS", "only paths with at most this slack"},
	[FIND_SLACK_MIN] =
		{"-slack_min", OPTION_TIME, "PS",
		 "only paths with at least this slack; all those below are searched too, so choose limits near the worst"},
	[FIND_DELAY] = {"-path_delay", OPTION_CHOICE, "max|min",
			"of a netlist: latest (setup) or earliest (hold) paths (max)"},
	[FIND_PAUSED] = {"-paused", OPTION_FLAG, NULL, "only begin; step goes on"},
	[FIND_PBA] =
		{"-pba", OPTION_FLAG, NULL,
		 "the K worst by path-based analysis, in which each path has its own slews, compared with graph-based analysis"},
	[FIND_PBA_LIMIT] = {"-pba_limit", OPTION_COUNT, "N", "as of report_checks (1000000)"},
	[FIND_PBA_CHART] = {"-pba_chart", OPTION_WORD, "FILE.png",
			    "both slacks of each of these paths as a picture; - is as text"},
	{0},
};

static enum status parse_mdl(const char *word, int32_t *max_level)
{
	char *end;
	long value;

	if (strcmp(word, "exact") == 0)
		return STATUS_OK;
	value = strtol(word, &end, 10);
	if (end == word || *end || value < 0 || value >= INT32_MAX)
		return status_fail(STATUS_USAGE,
				   "find_paths: -mdl expects a level from 0 or exact, not "
				   "\"%.100s\"",
				   word);
	*max_level = (int32_t)value;
	return STATUS_OK;
}

static enum status begin_search(struct call *call, const struct search_options *options)
{
	RELEASED_BY(path_filter_release) struct path_filter filter = PATH_FILTER_INIT;

	TRY(session_need_graph(call->session));
	TRY(filter_parse(call, FIND_FILTER, &filter));
	text_clear(&session_query(call->session)->words);
	filter_write_words(call, &session_query(call->session)->words);
	if (filter.rule != RULE_EXACT) {
		list_add(&session_query(call->session)->words, "-filter");
		list_add(&session_query(call->session)->words,
			 call->option[FIND_FILTER + FILTER_RULE].word);
	}
	return session_begin_search(call->session, options, &filter);
}

/* What the list says of itself, too. */
static enum status tell_false(struct call *call)
{
	struct session *session = call->session;
	struct label_counts counts;

	TRY(filter_report_false(call, &session_query(session)->filter,
				session_query(session)->options.k,
				session_query(session)->options.early, &counts));
	if (!session_truth(session)->serial)
		return STATUS_OK;
	session_truth(session)->counts = counts;
	return session_put_search(session);
}

/* What it took to find paths in a part of the graph. */
static enum status note_run(struct session *session, double began)
{
	const struct graph *part = session->paths ? session->paths->paths->graph : NULL;

	if (!part || !session_query(session)->words.length)
		return STATUS_OK;
	session_note_run(session, true, (int64_t)part->n_vertices + part->n_arcs, began);
	return STATUS_OK;
}

static enum status draw_both(struct call *call, const struct search_path_based *own,
			     const char *file)
{
	RELEASED_BY(chart_release) struct chart chart = {0};

	TRY(pba_chart(own, &chart));
	if (strcmp(file, "-") == 0) {
		chart_write(&chart, 76, 20, true, call->out);
		text_add(call->out, "- path-based, * graph-based\n");
	} else {
		TRY(chart_save(&chart, PBA_WIDTH, PBA_HEIGHT, false, file, &call->session->task));
	}
	return STATUS_OK;
}

/* What paths have by their own slews beside what they have by the graph. */
static enum status compare_both(struct call *call)
{
	const struct option_value *chart = &call->option[FIND_PBA_CHART];
	const struct search_path_based *own = search_path_based(call->session->search);

	pba_write(own, call->out);
	return chart->given ? draw_both(call, own, chart->word) : STATUS_OK;
}

/* What can't be ranked by own slacks. */
static enum status check_path_based(const struct call *call)
{
	static const int excluded[] = {FIND_MDL, FIND_METHOD, FIND_SCAN, FIND_FILTER + FILTER_RULE};
	const struct option_value *given = call->option;

	if (!given[FIND_PBA].given && (given[FIND_PBA_LIMIT].given || given[FIND_PBA_CHART].given))
		return call_fail(call, STATUS_USAGE, "-pba_limit and -pba_chart go with -pba");
	if (!given[FIND_PBA].given)
		return STATUS_OK;
	for (size_t i = 0; i < sizeof excluded / sizeof *excluded; i++) {
		if (excluded[i] == FIND_MDL || given[excluded[i]].number != 0)
			TRY(call_exclusive(call, FIND_PBA, excluded[i]));
	}
	TRY(call_exclusive(call, FIND_PBA_CHART, FIND_PAUSED));
	if (!call->session->design.netlist)
		return call_fail(call, STATUS_USAGE,
				 "-pba is for netlists: a timing graph "
				 "has one delay per arc");
	return STATUS_OK;
}

static enum status find_paths(struct call *call)
{
	const struct option_value *given = call->option;
	struct search_options options = SEARCH_OPTIONS_INIT;
	double began;

	if (given[FIND_MAX_PATHS].given)
		options.k = given[FIND_MAX_PATHS].number;
	if (given[FIND_MDL].given)
		TRY(parse_mdl(given[FIND_MDL].word, &options.max_level));
	options.early = given[FIND_DELAY].number == 1;
	options.method = (enum search_method)given[FIND_METHOD].number;
	options.scan = (enum block_scan)given[FIND_SCAN].number;
	if (given[FIND_SCAN].given && options.method != METHOD_PAPER_FUSED &&
	    options.method != METHOD_PAPER_DYNAMIC)
		return call_fail(call, STATUS_USAGE,
				 "-scan is for -method paper-fused and paper-dynamic");
	if (given[FIND_SLACK_MAX].given)
		options.slack_max = given[FIND_SLACK_MAX].number;
	if (given[FIND_SLACK_MIN].given)
		options.slack_min = given[FIND_SLACK_MIN].number;
	if (options.method != METHOD_BOUNDED &&
	    (given[FIND_SLACK_MAX].given || given[FIND_SLACK_MIN].given))
		return call_fail(call, STATUS_USAGE,
				 "slack limits need -method bounded: the papers' "
				 "pipelines have none");
	if (options.slack_min > options.slack_max)
		return call_fail(call, STATUS_USAGE, "-slack_min is above -slack_max");
	TRY(check_path_based(call));
	if (given[FIND_PBA].given) {
		options.retiming = &session_query(call->session)->retiming;
		options.retime_limit =
			given[FIND_PBA_LIMIT].given ? given[FIND_PBA_LIMIT].number : RETIME_LIMIT;
	}
	began = clock_ms();
	TRY(begin_search(call, &options));
	if (given[FIND_PAUSED].given)
		return STATUS_OK;
	TRY(session_run_search(call->session));
	TRY(note_run(call->session, began));
	TRY(tell_false(call));
	return given[FIND_PBA].given ? compare_both(call) : STATUS_OK;
}

enum { RECOMPUTE_DELAY, RECOMPUTE_PBA };
enum { DELAY_MAX, DELAY_MIN, DELAY_OTHER };

static const struct option recompute_options[] = {
	[RECOMPUTE_DELAY] = {"-path_delay", OPTION_CHOICE, "max|min|other",
			     "of a netlist: setup, hold, or whichever was not used last"},
	[RECOMPUTE_PBA] =
		{"-pba", OPTION_CHOICE, "on|off|flip",
		 "by path-based slacks, by graph-based ones, or by whichever was not used last"},
	{0},
};

/* Path-based, or not any more. */
static enum status choose_analysis(struct call *call, struct search_options *options)
{
	const struct option_value *pba = &call->option[RECOMPUTE_PBA];
	bool wanted = pba->number == 2 ? !options->retiming : pba->number == 0;

	if (!pba->given)
		return STATUS_OK;
	if (wanted && !call->session->design.netlist)
		return call_fail(call, STATUS_USAGE,
				 "-pba is for netlists: a timing graph "
				 "has one delay per arc");
	if (wanted && (options->method != METHOD_BOUNDED || options->max_level >= 0 ||
		       session_query(call->session)->filter.rule != RULE_EXACT))
		return call_fail(call, STATUS_USAGE,
				 "-pba goes neither with -method nor with "
				 "-mdl nor with -filter; find the paths without");
	options->retiming = wanted ? &session_query(call->session)->retiming : NULL;
	options->retime_limit = RETIME_LIMIT;
	return STATUS_OK;
}

/* An edit may have given names other pins, so they are looked up again. */
static enum status begin_again(struct session *session, const struct search_options *options)
{
	RELEASED_BY(script_release) struct script query = SCRIPT_INIT;
	enum status status;

	session_query(session)->options = *options;
	session_write_query(session, &query);
	script_add(&query, "-paused", NULL);
	status = session_run(session, &query);
	session_query(session)->tried_edition = session->design.timing_edition;
	return status;
}

static enum status recompute(struct call *call)
{
	const struct option_value *delay = &call->option[RECOMPUTE_DELAY];
	struct search_options options = session_query(call->session)->options;
	bool lost = !call->session->search && session_query(call->session)->asked;

	if (!lost)
		TRY(session_need_search(call->session));
	if (delay->given && !call->session->design.netlist)
		return call_fail(call, STATUS_USAGE,
				 "-path_delay is for netlists: a timing "
				 "graph has one delay per arc");
	if (delay->given)
		options.early =
			delay->number == DELAY_OTHER ? !options.early : delay->number == DELAY_MIN;
	TRY(choose_analysis(call, &options));
	TRY(lost ? begin_again(call->session, &options)
		 : session_begin_search(call->session, &options,
					&session_query(call->session)->filter));
	return session_run_search(call->session);
}

const struct command path_commands[] = {
	{"find_paths", find_paths, IN_SESSION, NULL, 0, 0, find_options,
	 "Find the paths of least slack (or cost), level by level"},
	{"recompute", recompute, IN_SESSION, NULL, 0, 0, recompute_options,
	 "Find the paths again, with the same options"},
	{0},
};
