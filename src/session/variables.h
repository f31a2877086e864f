/*
 * Settings that are Tcl variables, as in OpenSTA: what `set` gives them counts at once, and what
 * they can't be is an error of that `set`.
 */
#ifndef SESSION_VARIABLES_H
#define SESSION_VARIABLES_H

#include <tcl.h>

#include "base/text.h"

struct session;

/* Make them, with the values of the session. Both must live as long as the interpreter. */
void variables_bind(Tcl_Interp *interp, struct session *session);

/* Make one of each setting of the screen, by the names of the list (NULL = there is no screen):
 * the command `setting` reads and writes their values. */
void variables_bind_settings(Tcl_Interp *interp, const char *const *names);

/* How many are set to what isn't supported and may find less slack; the first one's name is appended. */
int variables_left_out(const struct session *session, struct text *first);

/* Append what one is for; false = there is none of this name. */
bool variable_write_help(const char *name, struct text *out);

/* Append them as entries of the manual page. */
void variables_write_manual(struct text *out);

#endif
