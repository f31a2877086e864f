/* What keeps paths out of the list. */
#ifndef CMD_EXPLAIN_H
#define CMD_EXPLAIN_H

#include "cmd/command.h"
#include "cmd/path_find.h"

/* "set_false_path, FILE:LINE" */
void explain_write_exception(const struct constraints *constraints, int32_t number,
			     struct text *out);

/*
 * Say what takes away all paths that fit a filter in a split: constraints are left out until there
 * is one. The timing is up to date, and nothing of it changes.
 */
enum status explain_absence(struct call *call, const struct path_filter *filter, enum split split);

#endif
