/*
 * Commands made of words. Each word is quoted as it is added, so whatever is in a name, a path or a value, it stays the word
 * that it is. What runs commands takes these; text is only what the user wrote. A script is one line.
 */
#ifndef SESSION_SCRIPT_H
#define SESSION_SCRIPT_H

#include "base/text.h"

struct script {
	struct text tcl; /* of script.c alone */
	bool is_next;    /* the next word begins a command; may be set */
};

#define SCRIPT_INIT                                                                                \
	{                                                                                          \
		TEXT_INIT, true                                                                    \
	}

void script_release(struct script *script);
/* Add words, closed by NULL, to the last command. */
void script_add(struct script *script, const char *word, ...) __attribute__((sentinel));
void script_add_all(struct script *script, const char *word, va_list more);
/* An option (NULL = none) and its value: one word, by a format. */
void script_option(struct script *script, const char *option, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* The elements of a Tcl list, each a word; other text is one word. */
void script_add_list(struct script *script, const char *list);
/* Commands that are written out in the program, with substitutions; then words begin another. */
#define script_fixed(script, literal) script_add_fixed(script, "" literal "")
void script_add_fixed(struct script *script, const char *literal);

/* As Tcl, "" when there is nothing. */
const char *script_string(const struct script *script);
enum status script_status(const struct script *script);

#endif
