#include "snap/list_filter.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"

static const char *const column_names[N_PATH_COLUMNS] = {"slack",      "deviations", "points",
							 "startpoint", "endpoint",   "from",
							 "credit",     "graph",      "pessimism"};

const char *path_column_name(enum path_column column)
{
	return column_names[column];
}

int path_column_find(const char *name)
{
	size_t length = strlen(name);

	if (strcmp(name, "rank") == 0)
		return COLUMN_SLACK;
	for (int c = 0; length > 0 && c < N_PATH_COLUMNS; c++) {
		if (strncmp(column_names[c], name, length) == 0)
			return c;
	}
	return -1;
}

static bool same_list(const struct list_filter *a, const struct list_filter *b)
{
	const char *a_text = a->pattern ? a->pattern->text : "";
	const char *b_text = b->pattern ? b->pattern->text : "";

	return strcmp(a_text, b_text) == 0 && a->column == b->column &&
	       a->inverted == b->inverted && a->only_marked == b->only_marked &&
	       a->only_worst == b->only_worst &&
	       (!a->only_marked ||
		(a->n_marks == b->n_marks &&
		 memcmp(a->mark, b->mark, (size_t)a->n_marks * sizeof *a->mark) == 0));
}

enum status list_filter_new(const struct list_filter_parts *parts, const struct list_filter *before,
			    struct list_filter **out)
{
	static atomic_int_least64_t editions;
	RELEASED_BY(list_filter_drop) struct list_filter *filter = NULL;

	TRY(ALLOC(&filter, 1));
	atomic_init(&filter->refs, 1);
	filter->column = parts->column;
	filter->inverted = parts->inverted;
	filter->only_marked = parts->only_marked;
	filter->only_worst = parts->only_worst;
	filter->n_marks = parts->n_marks;
	if (parts->pattern[strspn(parts->pattern, " ")])
		TRY(path_pattern_parse(parts->pattern, &filter->pattern));
	TRY(ALLOC(&filter->mark, parts->n_marks));
	if (parts->n_marks)
		memcpy(filter->mark, parts->mark, (size_t)parts->n_marks * sizeof *filter->mark);
	filter->edition = before && same_list(filter, before) ? before->edition
							      : atomic_fetch_add(&editions, 1) + 1;
	HAND_OVER(out, filter);
	return STATUS_OK;
}

struct list_filter *list_filter_ref(struct list_filter *filter)
{
	if (filter)
		atomic_fetch_add(&filter->refs, 1);
	return filter;
}

void list_filter_unref(struct list_filter *filter)
{
	if (!filter || atomic_fetch_sub(&filter->refs, 1) > 1)
		return;
	path_pattern_free(filter->pattern);
	FREE_ALL(filter->mark, filter);
}

struct list_filter_parts list_filter_parts(const struct list_filter *filter)
{
	if (!filter)
		return (struct list_filter_parts){.pattern = ""};
	return (struct list_filter_parts){
		.pattern = filter->pattern ? filter->pattern->text : "",
		.column = filter->column,
		.inverted = filter->inverted,
		.only_marked = filter->only_marked,
		.only_worst = filter->only_worst,
		.n_marks = filter->n_marks,
		.mark = filter->mark,
	};
}

bool list_filter_is_plain(const struct list_filter *filter)
{
	return !filter || (!filter->pattern && filter->column == COLUMN_SLACK &&
			   !filter->inverted && !filter->only_marked && !filter->only_worst);
}

bool list_filter_has_mark(const struct list_filter *filter, int32_t record)
{
	return filter && filter->n_marks > 0 &&
	       bsearch(&record, filter->mark, (size_t)filter->n_marks, sizeof *filter->mark,
		       compare_int32);
}
