/*
 * Warnings have numbers, by which scripts suppress them: OpenSTA's where it has a warning that says the same, else from
 * 9000 on. Their text distinguishes them. What suppress_msg names isn't printed; errors, and what makes a batch
 * fail, are always printed.
 */
#ifndef BASE_MESSAGES_H
#define BASE_MESSAGES_H

#include "base/text.h"

enum { MESSAGE_OTHER = 9000 }; /* a warning that has no number of its own */

/* A number, or a pattern of '*', '?' and '[…]' for a warning's text after "warning: ". Numbers that no warning has are
 * taken too: scripts of OpenSTA name them. STATUS_NO_MEMORY. */
enum status messages_suppress(const char *word);
/* Is it one that was suppressed? Then it isn't any more. */
bool messages_unsuppress(const char *word);

/* How many words suppress_msg was given; does one from number `first` on suppress this text? */
int32_t messages_n_words(void);
bool messages_suppressed(const char *text, int32_t first);
/* Count the warnings among lines that are about to be printed, and take out those that are suppressed. */
void messages_sift(struct text *lines);

/* How often each was printed and suppressed; with `all` also those that didn't occur. */
void messages_report(bool all, struct text *out);
void messages_release(void);

#endif
