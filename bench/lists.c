#include "lists.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "bench.h"

enum { SCREEN_ROWS = 150 }; /* what a screen asks for at once */

/* The list is made again: it is another filter each time, and its pattern another text. */
static enum status list_once(struct search *search, const char *pattern, enum path_column column,
			     int run, double *ms)
{
	static const struct list_window window = {0, SCREEN_ROWS, -1};
	char text[256];
	struct list_filter_parts parts = {
		.pattern = text, .column = column, .inverted = column != COLUMN_SLACK && run % 2};
	struct list_filter *filter;
	struct snap_rows *rows;
	double begin = clock_ms();
	enum status status;

	snprintf(text, sizeof text, "%s%*s", pattern, *pattern ? run % 2 + 1 : 0, "");
	TRY(list_filter_new(&parts, NULL, &filter));
	status = search_list_rows(search, LEVEL_NEWEST, filter, &window, &rows);
	list_filter_unref(filter);
	TRY(status);
	*ms = clock_ms() - begin;
	snap_unref(&rows->snap);
	return STATUS_OK;
}

static enum status measure(struct search *search, const char *name, const char *pattern,
			   enum path_column column, int runs, lists_tell *tell, void *context)
{
	double *ms = calloc((size_t)runs, sizeof *ms);
	enum status status = ms ? STATUS_OK : STATUS_NO_MEMORY;

	for (int i = 0; i < runs && status == STATUS_OK; i++)
		status = list_once(search, pattern, column, i, &ms[i]);
	if (status == STATUS_OK)
		tell(context, name, bench_quantile(ms, runs, 0.5));
	free(ms);
	return status;
}

static enum status find_once(struct search *search, double *ms)
{
	struct list_filter_parts parts = {.pattern = "there_is_none"};
	struct path_search sought = {.from = 0};
	struct list_filter *filter;
	struct snap_match *match;
	double begin = clock_ms();
	enum status status;

	TRY(list_filter_new(&parts, NULL, &filter));
	sought.sought = filter;
	status = search_match(search, LEVEL_NEWEST, NULL, &sought, &match);
	list_filter_unref(filter);
	TRY(status);
	*ms = clock_ms() - begin;
	snap_unref(&match->snap);
	return STATUS_OK;
}

enum status lists_measure(struct search *search, int runs, lists_tell *tell, void *context)
{
	static const struct {
		const char *name, *pattern;
		enum path_column column;
	} lists[] = {
		{"filter by a part of a name", "1", COLUMN_SLACK},
		{"filter by a glob", "*1*", COLUMN_SLACK},
		{"filter by an expression", "/[13]/", COLUMN_SLACK},
		{"filter by slack", "slack<0", COLUMN_SLACK},
		{"filter by deviations", "dev>=3", COLUMN_SLACK},
		{"filter by pins", "pin:*77*", COLUMN_SLACK},
		{"sort by deviations", "", COLUMN_DEVIATIONS},
		{"sort by points", "", COLUMN_POINTS},
		{"sort by startpoint", "", COLUMN_STARTPOINT},
		{"sort by endpoint", "", COLUMN_ENDPOINT},
		{"sort by credit", "", COLUMN_CREDIT},
		{"sort by endpoint and filter", "1 dev>=3", COLUMN_ENDPOINT},
	};
	double ms;

	TRY(list_once(search, "dev>=3", COLUMN_SLACK, 0, &ms));
	tell(context, "the first list", ms);
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		TRY(measure(search, lists[i].name, lists[i].pattern, lists[i].column, runs, tell,
			    context));
	TRY(find_once(search, &ms));
	TRY(find_once(search, &ms));
	tell(context, "look for a path that isn't there", ms);
	return STATUS_OK;
}
