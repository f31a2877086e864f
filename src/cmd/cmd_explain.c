/*
 * explain_path: what a path's slack and rank are made of, and for paths that aren't listed what
 * keeps them out: less than k of them are worse, or a constraint, which is found by leaving
 * constraints out until there is such a path.
 */
#include "report/explain.h"
#include "cmd/filter_options.h"
#include "session/objects.h"
#include "session/search.h"

enum {
	EXPLAIN_FILTER,
	EXPLAIN_RANK = EXPLAIN_FILTER + N_FILTER_OPTIONS,
	EXPLAIN_DELAY,
	EXPLAIN_ARITHMETIC
};

static const struct option explain_options[] = {
	FILTER_OPTIONS,
	[EXPLAIN_RANK] = {"-rank", OPTION_COUNT, "N", "the N-th path that was found"},
	[EXPLAIN_DELAY] = {"-path_delay", OPTION_CHOICE, "max|min",
			   "late or early paths (as the paths found; else max)"},
	[EXPLAIN_ARITHMETIC] =
		{"-arithmetic", OPTION_FLAG, NULL,
		 "with -rank: how the delay of each point comes about, the check and CPPR"},
	{0},
};

/* Pins given one by one are passed in their order. */
static enum status add_pins(struct call *call, struct path_filter *filter)
{
	for (int a = 0; a < call->n_arguments; a++) {
		struct point_list *list;
		int32_t pin;

		TRY(filter_pin(call, call->argument[a], &pin));
		TRY(path_filter_add_through(filter, &list));
		list->given = true;
		TRY(point_list_add(list, (struct point){POINT_PIN, pin, EDGES_BOTH}));
	}
	return STATUS_OK;
}

static void write_words(const struct call *call, struct text *out)
{
	filter_write_words(call, out);
	for (int a = 0; a < call->n_arguments; a++) {
		list_add(out, "-through");
		list_add(out, call->argument[a]);
	}
}

static enum split split_of(const struct call *call)
{
	const struct option_value *delay = &call->option[EXPLAIN_DELAY];

	if (delay->given)
		return delay->number == 1 ? EARLY : LATE;
	return call->session->search ? session_search_split(call->session) : LATE;
}

static enum status explain_path(struct call *call)
{
	const struct option_value *rank = &call->option[EXPLAIN_RANK];
	RELEASED_BY(path_filter_release) struct path_filter filter = PATH_FILTER_INIT;
	RELEASED_BY(text_release) struct text words = TEXT_INIT;

	if (rank->given && (call->n_repeated || call->n_arguments))
		return call_fail(call, STATUS_USAGE,
				 "-rank and other conditions exclude "
				 "each other");
	if (call->option[EXPLAIN_ARITHMETIC].given && !rank->given)
		return call_fail(call, STATUS_USAGE, "-arithmetic needs -rank");
	if (rank->given)
		return explain_listed(call, rank->number - 1,
				      call->option[EXPLAIN_ARITHMETIC].given);
	if (!call->n_repeated && !call->n_arguments)
		return call_fail(call, STATUS_USAGE,
				 "which one? -rank N, pins, or -from, "
				 "-through and -to");
	TRY(session_need_graph(call->session));
	TRY(filter_parse(call, EXPLAIN_FILTER, &filter));
	TRY(add_pins(call, &filter));
	write_words(call, &words);
	return explain_described(call, &filter, text_string(&words), split_of(call));
}

const struct command explain_commands[] = {
	{"explain_path", explain_path, IN_SESSION, "?PINS?", 0, MAX_ARGUMENTS, explain_options,
	 "Explain why a path has its slack and rank, or why a path through these pins isn't listed"},
	{0},
};
