/*
 * Warnings of commands, of which scripts may suppress some (suppress_msg): those whose text matches a
 * pattern. Errors, and what makes a batch fail, are never among them. Of the command thread.
 */
#ifndef SESSION_MESSAGES_H
#define SESSION_MESSAGES_H

#include "base/text.h"

/* A pattern of '*', '?' and '[…]' for a warning's text behind "warning: ". STATUS_NO_MEMORY. */
enum status messages_suppress(const char *pattern);
/* Is it one that was suppressed? Then it isn't any more. */
bool messages_unsuppress(const char *pattern);
/* To standard error, line by line, without what is suppressed. */
void messages_print(const struct text *warnings);
void messages_release(void);

#endif
