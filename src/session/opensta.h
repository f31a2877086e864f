/* OpenSTA's commands: which are here, what is otherwise, and why others aren't, so that a script that uses
 * one of those fails with a sentence that helps. */
#ifndef SESSION_OPENSTA_H
#define SESSION_OPENSTA_H

#include "base/text.h"

/* Of one of its commands, what is otherwise here: for one that isn't here why, or what does the same.
 * NULL = no such command is known, or nothing is to be said. */
const char *opensta_note(const char *name);
/* Has its command an option? */
bool opensta_has_option(const char *name, const char *option);
/* The same of what is inside of OpenSTA ("sta::worst_slack_cmd") and of older commands: what has its place here. */
const char *opensta_internal_note(const char *name);
/* Append the tables of doc/opensta.md, once all tables of commands are there. */
void opensta_write(struct text *out);

#endif
