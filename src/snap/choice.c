#include "snap/choice.h"

#include <stdlib.h>
#include <string.h>

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

static bool same_list(const struct path_choice *a, const struct path_choice *b)
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

enum status path_choice_new(const struct choice_parts *parts, const struct path_choice *before,
			    struct path_choice **out)
{
	static atomic_int_least64_t editions;
	struct path_choice *choice;
	enum status status = STATUS_OK;

	TRY(ALLOC(&choice, 1));
	atomic_init(&choice->refs, 1);
	choice->column = parts->column;
	choice->inverted = parts->inverted;
	choice->only_marked = parts->only_marked;
	choice->only_worst = parts->only_worst;
	choice->n_marks = parts->n_marks;
	if (parts->pattern[strspn(parts->pattern, " ")])
		status = path_pattern_parse(parts->pattern, &choice->pattern);
	if (status == STATUS_OK)
		status = ALLOC(&choice->mark, parts->n_marks);
	if (status != STATUS_OK) {
		path_choice_unref(choice);
		return status;
	}
	if (parts->n_marks)
		memcpy(choice->mark, parts->mark, (size_t)parts->n_marks * sizeof *choice->mark);
	choice->edition = before && same_list(choice, before) ? before->edition
							      : atomic_fetch_add(&editions, 1) + 1;
	*out = choice;
	return STATUS_OK;
}

struct path_choice *path_choice_ref(struct path_choice *choice)
{
	if (choice)
		atomic_fetch_add(&choice->refs, 1);
	return choice;
}

void path_choice_unref(struct path_choice *choice)
{
	if (!choice || atomic_fetch_sub(&choice->refs, 1) > 1)
		return;
	path_pattern_free(choice->pattern);
	free(choice->mark);
	free(choice);
}

struct choice_parts path_choice_parts(const struct path_choice *choice)
{
	if (!choice)
		return (struct choice_parts){.pattern = ""};
	return (struct choice_parts){
		.pattern = choice->pattern ? choice->pattern->text : "",
		.column = choice->column,
		.inverted = choice->inverted,
		.only_marked = choice->only_marked,
		.only_worst = choice->only_worst,
		.n_marks = choice->n_marks,
		.mark = choice->mark,
	};
}

bool path_choice_is_plain(const struct path_choice *choice)
{
	return !choice || (!choice->pattern && choice->column == COLUMN_SLACK &&
			   !choice->inverted && !choice->only_marked && !choice->only_worst);
}

static int compare_records(const void *a, const void *b)
{
	int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

	return x < y ? -1 : x > y;
}

bool path_choice_has_mark(const struct path_choice *choice, int32_t record)
{
	return choice && choice->n_marks > 0 &&
	       bsearch(&record, choice->mark, (size_t)choice->n_marks, sizeof *choice->mark,
		       compare_records);
}
