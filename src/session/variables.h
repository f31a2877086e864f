/*
 * Settings that are Tcl variables, as in OpenSTA: a value takes effect with `set`, which fails for
 * an invalid one.
 */
#ifndef SESSION_VARIABLES_H
#define SESSION_VARIABLES_H

#include "session/parts.h"

struct Tcl_Interp;

struct session_variables {
	char *link_path;     /* owned: names of libraries in order of preference; NULL = as read */
	bool no_black_boxes; /* cells that no library has are errors */
	bool propagates;     /* new clocks are propagated */
	int report_digits;   /* decimals of reports without -digits */
	uint32_t left_out;   /* bits of sdc_variables that have an unsupported value */
};

PART_DATA(struct session_variables, session_variables, variables_part)

/* Define the variables, with the session's values. The session must outlive the interpreter. */
void variables_bind(struct Tcl_Interp *interp, struct session *session);

/* Define a variable for each setting of the screen, by name (NULL = no screen); command `setting`
 * reads and writes their values. */
void variables_bind_settings(struct Tcl_Interp *interp, const char *const *names);

/* The number of variables set to an unsupported value that could make slack worse; appends the
 * first one's name. */
int variables_left_out(const struct session *session, struct text *first);

/* Append a variable's help; false = no such variable. */
bool variable_write_help(const char *name, struct text *out);

/* Append the variables as entries of the manual page. */
void variables_write_manual(struct text *out);

#endif
