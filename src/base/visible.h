/*
 * Text for a terminal: what could steer it is made visible.
 *
 * Names come from files of unknown origin. What utf8_steers() says of, but newline and tab,
 * is written as an escape: a control character or DEL as \x1b, a byte that isn't UTF-8 (a raw C1 is
 * none) as \x9b, other characters as \u009b or \U000e0041. The digits are lower case, two, four or
 * eight of them. Where text itself reads like one of these, its last digit is written as one:
 * \x1\x62. So each escape that is complete was made here, and none hides another.
 */
#ifndef BASE_VISIBLE_H
#define BASE_VISIBLE_H

#include <stdbool.h>

enum {
	VISIBLE_IN = 4096, /* bytes that visible_put() takes at once */
	VISIBLE_OUT = 4 * (VISIBLE_IN + 4),
};

/* Where a stream of text is; {0} at its beginning. Characters may be cut anywhere. */
struct visible {
	char held[4]; /* the beginning of a character */
	int n_held;
	/* how much of an escape the text itself has written */
	bool backslash;
	int digits; /* that are wanted yet */
};

/* Make up to VISIBLE_IN bytes visible; returns how many bytes of `out` that are. May be called by
 * signal handlers. */
int visible_put(struct visible *visible, const char *data, int length, char out[VISIBLE_OUT]);
/* The end of the stream: a beginning that is held is no character. */
int visible_end(struct visible *visible, char out[VISIBLE_OUT]);

#endif
