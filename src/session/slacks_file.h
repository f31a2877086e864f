/*
 * Saved slacks as a text file, for another run; times in fs:
 *
 *     warpscope-slacks 1
 *     s NAME DESIGN KIND
 *     e PIN HOLD GROUP SETUP GROUP     an endpoint: slacks, or "-", and path groups
 *     p SPLIT ENDPOINT PART ... LAUNCH CAPTURE POINT ...
 *                                      the worst path to one (counted from 0) of hold (0) or setup (1): what its slack is the
 *                                      sum of (enum slack_part), clocks, and points as INSTANCE PIN CELL net|cell DELAY
 *     end
 *
 * In names a blank, a control character and "%" are %XX; a pin's is "INSTANCE%00PIN"; "%" alone is no name.
 */
#ifndef SESSION_SLACKS_FILE_H
#define SESSION_SLACKS_FILE_H

#include "base/task.h"
#include "session/saved_slacks.h"

/* The file is there whole or not at all. */
enum status slacks_write(const struct saved_slacks *saved, const char *path, struct task *task);
/* By another name unless NULL; the caller's. STATUS_BAD_INPUT with a place: no end, parts that aren't the slack, … */
enum status slacks_read(const char *path, const char *name, struct task *task,
			struct saved_slacks **out);

#endif
