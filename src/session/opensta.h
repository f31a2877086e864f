/* OpenSTA's commands: which are supported, with what differences, and why others aren't, for the
 * errors of scripts that use those. */
#ifndef SESSION_OPENSTA_H
#define SESSION_OPENSTA_H

#include "base/text.h"

/* The differences of a command of OpenSTA; for an unsupported one, why or what replaces it. NULL =
 * no such command, or no differences. */
const char *opensta_note(const char *name);
/* Does OpenSTA's command have this option? */
bool opensta_has_option(const char *name, const char *option);
/* What replaces an internal ("sta::worst_slack_cmd") or older command of OpenSTA; NULL = no such
 * command. */
const char *opensta_internal_note(const char *name);
/* Append the tables of doc/opensta.md, after all tables of commands were added. */
void opensta_write(struct text *out);

#endif
