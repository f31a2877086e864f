/*
 * Commands made of words. Each word is quoted when it is added, so no name, path or value can
 * become code. All functions that run commands take a script; text is run only if the user wrote
 * it. A script is one line.
 */
#ifndef SESSION_SCRIPT_H
#define SESSION_SCRIPT_H

#include "base/text.h"

struct script {
	struct text tcl; /* private */
	bool is_next;    /* the next word begins a command; callers may set it */
};

#define SCRIPT_INIT                                                                                \
	{                                                                                          \
		TEXT_INIT, true                                                                    \
	}

void script_release(struct script *script);
/* Add words, up to NULL, to the last command. */
void script_add(struct script *script, const char *word, ...) __attribute__((sentinel));
void script_add_all(struct script *script, const char *word, va_list more);
/* Add an option (NULL = none) and its formatted value, one word. */
void script_option(struct script *script, const char *option, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Add the elements of a Tcl list as words; other text as one word. */
void script_add_list(struct script *script, const char *list);
/* Add commands from a literal, with Tcl's substitutions; the next word begins another command. */
#define script_fixed(script, literal) script_add_fixed(script, "" literal "")
void script_add_fixed(struct script *script, const char *literal);

/* The script as Tcl text, "" if it is empty. */
const char *script_string(const struct script *script);
enum status script_status(const struct script *script);

#endif
