/*
 * Patterns of paths, as one types them: terms between blanks, all of which must hold.
 *
 *	text		the name of the startpoint or of the endpoint has it in it
 *	te*t te?t t[a-z]	glob(7) for the whole name; '*' passes '/', '\' takes what follows
 *			as it is
 *	/text/		an extended regular expression (POSIX) for a part of it; it ends with the
 *			word
 *	start: end:	before one of these: the startpoint's name alone, or the endpoint's
 *	pin: cell: net:	likewise: the name of any pin along the path, of its cell, of its net; a
 *			graph without a netlist has pins alone
 *	slack<-0.1	also cost, credit (ps), dev, points; with < <= > >= =; of paths re-timed graph (their
 *			slack by graph-based analysis) and pessimism
 *
 * Small letters mean capitals too, unless the term has a capital. '[' and digits and ']' match
 * themselves: that is a bit of a bus. Other letters before a ':' are refused, unless that is "\:".
 */
#ifndef DB_PATH_PATTERN_H
#define DB_PATH_PATTERN_H

#include <regex.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"

enum { PATTERN_NAMES = 8, PATTERN_LENGTH = 1024 }; /* terms that are names; bytes of all */

/* Which names of a path a term is about; some can be both of the first. */
enum {
	NAME_OF_START = 1 << 0,
	NAME_OF_END = 1 << 1,
	NAME_OF_PIN = 1 << 2,
	NAME_OF_CELL = 1 << 3,
	NAME_OF_NET = 1 << 4,
	NAME_ALONG = NAME_OF_PIN | NAME_OF_CELL | NAME_OF_NET, /* a path, between its ends too */
};

/* What can be typed, on a line. */
#define PATTERN_GRAMMAR "t*t /regex/ start: end: pin: cell: net:X slack<0 dev>2 credit points"

/* What has numbers. */
enum path_number {
	NUMBER_SLACK,
	NUMBER_CREDIT,
	NUMBER_DEVIATIONS,
	NUMBER_POINTS,
	NUMBER_GRAPH, /* slack by graph-based analysis, of paths re-timed */
	NUMBER_PESSIMISM,
	N_PATH_NUMBERS
};

struct name_term;

struct path_pattern {
	char *text; /* owned: as it was typed */
	int n_names;
	struct name_term *name[PATTERN_NAMES]; /* owned */
	/* Each number is from here to there, fs for times; INT64_MIN and INT64_MAX = no limit. */
	int64_t low[N_PATH_NUMBERS], high[N_PATH_NUMBERS];
};

/* STATUS_USAGE with a sentence for what is no pattern; a blank one has no terms and means every
 * path. */
enum status path_pattern_parse(const char *text, struct path_pattern **out);
void path_pattern_free(struct path_pattern *pattern); /* NULL is fine */
RELEASER(path_pattern_drop, struct path_pattern, path_pattern_free)

/* The same with names of ends as names of pins along the path; nothing is appended when it has none of
 * these. */
void path_pattern_write_along(const struct path_pattern *pattern, struct text *out);

/* The terms that are about one of these places, a bit each. */
uint8_t path_pattern_terms(const struct path_pattern *pattern, int places);
/* Of them, those that a name matches. Of a name with a word after it ("u1/A rise") a glob or an
 * expression may also mean the name alone. */
uint8_t path_pattern_match(const struct path_pattern *pattern, int places, const char *name);

/* Compile an extended regular expression, for names, which are bytes in any locale. STATUS_USAGE, beginning with `what`: it is
 * none, or compiling it needs too much memory and time. */
enum status name_regex_open(regex_t *regex, const char *text, int flags, const char *what);

#endif
