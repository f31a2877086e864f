/*
 * Saved slacks as a text file, for another run; times in fs:
 *
 *     warpscope-slacks 1 NAME DESIGN KIND
 *     setup|hold PIN SLACK GROUP ?PART ... LAUNCH CAPTURE POINT ...?
 *     end
 *
 * An endpoint, its path group and, if it was kept, its worst path: the parts of the slack (enum slack_part), clocks, and points
 * as INSTANCE PIN CELL net|cell DELAY. Blanks, control characters and "%" of names are written as %XX, an empty name as "%", and
 * a pin as "INSTANCE%00PIN".
 */
#ifndef SESSION_SLACKS_FILE_H
#define SESSION_SLACKS_FILE_H

#include "base/task.h"
#include "session/saved_slacks.h"

/* Write a file, whole or not at all. */
enum status slacks_write(const struct saved_slacks *saved, const char *path, struct task *task);
/* Read a file; `name` replaces the set's name unless NULL. Owned by the caller. STATUS_BAD_INPUT
 * with a place: no end, parts that don't add up to the slack, … */
enum status slacks_read(const char *path, const char *name, struct task *task,
			struct saved_slacks **out);

#endif
