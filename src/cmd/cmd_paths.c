/* Commands that search paths. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/filter_options.h"
#include "cmd/objects.h"

enum {
	FIND_FILTER,
	FIND_MAX_PATHS = FIND_FILTER + N_FILTER_OPTIONS,
	FIND_MDL,
	FIND_METHOD,
	FIND_SLACK_MAX,
	FIND_SLACK_MIN,
	FIND_DELAY,
	FIND_PAUSED
};

static const struct option find_options[] = {
	FILTER_OPTIONS,
	[FIND_MAX_PATHS] = {"-max_paths", OPTION_COUNT, "K", "how many paths to find (1)"},
	[FIND_MDL] = {"-mdl", OPTION_WORD, "N|exact",
		      "stop after deviation level N, or when the result is exact (exact)"},
	[FIND_METHOD] =
		{"-method", OPTION_CHOICE, "bounded|paper|paper-fused",
		 "bounded leaves out what can't come into the result; paper is the papers' "
		 "pipeline as printed, paper-fused as their last section fuses it (bounded)"},
	[FIND_SLACK_MAX] = {"-slack_max", OPTION_TIME, "PS", "only paths with at most this slack"},
	[FIND_SLACK_MIN] =
		{"-slack_min", OPTION_TIME, "PS",
		 "only paths with at least this slack; all those below are found too, so it is for "
		 "limits near the worst"},
	[FIND_DELAY] = {"-path_delay", OPTION_CHOICE, "max|min",
			"of a netlist: latest (setup) or earliest (hold) paths (max)"},
	[FIND_PAUSED] = {"-paused", OPTION_FLAG, NULL, "only begin; step goes on"},
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

/* " -from {a b}", so that it may be said again. */
static void write_filter_words(const struct call *call, struct text *out)
{
	text_clear(out);
	for (int i = 0; i < call->n_repeated; i++) {
		struct text word = TEXT_INIT;

		list_add(&word, call->repeated[i].word);
		text_printf(out, " %s %s", find_options[call->repeated[i].option].name,
			    text_string(&word));
		text_release(&word);
	}
}

static enum status begin_search(struct call *call, const struct search_options *options)
{
	struct path_filter filter = PATH_FILTER_INIT;
	enum status status = STATUS_OK;

	if (call->n_repeated && !call->session->design.netlist)
		return status_fail(STATUS_USAGE,
				   "find_paths: -from, -through and -to are for netlists");
	status = filter_parse(call, FIND_FILTER, &filter);
	if (status == STATUS_OK) {
		write_filter_words(call, &call->session->filter_words);
		status = session_begin_search(call->session, options, &filter);
	}
	path_filter_release(&filter);
	return status;
}

static enum status find_paths(struct call *call)
{
	const struct option_value *given = call->option;
	struct search_options options = SEARCH_OPTIONS_INIT;

	if (given[FIND_MAX_PATHS].given)
		options.k = given[FIND_MAX_PATHS].number;
	if (given[FIND_MDL].given)
		TRY(parse_mdl(given[FIND_MDL].word, &options.max_level));
	options.early = given[FIND_DELAY].number == 1;
	options.method = (enum search_method)given[FIND_METHOD].number;
	if (given[FIND_SLACK_MAX].given)
		options.slack_max = given[FIND_SLACK_MAX].number;
	if (given[FIND_SLACK_MIN].given)
		options.slack_min = given[FIND_SLACK_MIN].number;
	if (options.method != METHOD_BOUNDED &&
	    (given[FIND_SLACK_MAX].given || given[FIND_SLACK_MIN].given))
		return status_fail(STATUS_USAGE,
				   "find_paths: slack limits need -method bounded: the papers' "
				   "pipelines have none");
	if (options.slack_min > options.slack_max)
		return status_fail(STATUS_USAGE, "find_paths: -slack_min is above -slack_max");
	TRY(begin_search(call, &options));
	if (given[FIND_PAUSED].given)
		return STATUS_OK;
	return session_run_search(call->session);
}

enum { RECOMPUTE_DELAY };
enum { DELAY_MAX, DELAY_MIN, DELAY_OTHER };

static const struct option recompute_options[] = {
	[RECOMPUTE_DELAY] = {"-path_delay", OPTION_CHOICE, "max|min|other",
			     "of a netlist: setup, hold, or that of both which it wasn't"},
	{0},
};

static enum status recompute(struct call *call)
{
	const struct option_value *delay = &call->option[RECOMPUTE_DELAY];
	struct search_options options = call->session->options;

	TRY(session_need_search(call->session));
	if (delay->given && !call->session->design.netlist)
		return status_fail(STATUS_USAGE, "recompute: -path_delay is for netlists: a timing "
						 "graph has one delay per arc");
	if (delay->given)
		options.early =
			delay->number == DELAY_OTHER ? !options.early : delay->number == DELAY_MIN;
	TRY(session_begin_search(call->session, &options, &call->session->filter));
	return session_run_search(call->session);
}

const struct command path_commands[] = {
	{"find_paths", NULL, 0, 0, "Find the paths of least slack (or cost), level by level",
	 find_options, find_paths, IN_SESSION},
	{"recompute", NULL, 0, 0, "Find the paths again, with the options of before",
	 recompute_options, recompute, IN_SESSION},
	{0},
};
