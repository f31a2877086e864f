/*
 * The commands of before: a file that sessions share, $XDG_STATE_HOME/warpscope/history, one a line
 * and the last at the end. What can't be read or written is ignored: nothing is typed for the sake of
 * this file.
 */
#ifndef UI_HISTORY_H
#define UI_HISTORY_H

#include "ui/prompt.h"

/* Put a line after those of the prompt, unless it is the last of them; the oldest goes when there
 * are too many. */
void history_remember(struct prompt *prompt, const char *line);
/* Put the file's last lines into a prompt that has none. A file that has grown too long is cut. */
void history_load(struct prompt *prompt);
/* Append a line to the file. */
void history_keep(const char *line);

/* The newest line before number `from` that has the pattern in it, -1 when there is none. */
int history_find(const struct prompt *prompt, const char *pattern, int from);

#endif
