/*
 * Words and numbers of SPEF: what every token goes through is inline, the rest is in spef_scan.c.
 */
#ifndef READ_SPEF_SPEF_SCAN_H
#define READ_SPEF_SPEF_SCAN_H

#include <ctype.h>
#include <string.h>

#include "read/spef/spef_impl.h"

/* Far beyond what a wire has, yet sums stay finite: 1 F in fF, 1 TΩ in kΩ. */
#define SPEF_LARGEST_CAPACITANCE 1e15
#define SPEF_LARGEST_RESISTANCE  1e9

/* STATUS_BAD_INPUT: what was expected, and the word that is here. */
enum status spef_expected(struct spef *spef, const char *what) __attribute__((cold));
enum status spef_out_of_range(struct spef *spef, const char *place) __attribute__((cold));
/* Past everything in front of the next keyword; quoted text hides keywords. */
enum status spef_skip_to_keyword(struct spef *spef);
/* The next keyword of the net at hand, up to its *END; where another net begins is an error. */
enum status spef_take_keyword(struct spef *spef, struct word *word);
/* Past that *END. */
enum status spef_skip_section(struct spef *spef);

/* A number or triplet at the word; *is_number is false, and nothing taken, when it is neither. */
enum status spef_try_value(struct spef *spef, bool *is_number, double *value);
enum status spef_take_value(struct spef *spef, const char *what, double *value);
/* The value at a place, in our unit: finite, and 0 when it was negative. */
enum status spef_convert(struct spef *spef, const char *place, double unit, double largest,
			 double *value);

/* The word at which walk_skip_blanks() stopped; empty at the end. */
static inline struct word spef_word_here(const struct spef *spef)
{
	struct word word = {.begin = spef->walk.at};
	const char *p = spef->walk.at;

	while (!walk_blank(*p))
		p++;
	word.length = p - spef->walk.at;
	return word;
}

/* A star followed by a letter, which no index is. */
static inline bool spef_at_keyword(const struct spef *spef)
{
	return spef->walk.at[0] == '*' && isalpha((unsigned char)spef->walk.at[1]);
}

static inline bool spef_at_end(const struct spef *spef)
{
	return spef->walk.at >= spef->walk.end;
}

/* The next word, which isn't a keyword. */
static inline enum status spef_take_word(struct spef *spef, const char *what, struct word *word)
{
	TRY(walk_skip_blanks(&spef->walk));
	*word = spef_word_here(spef);
	if (word->length == 0 || spef_at_keyword(spef))
		return spef_expected(spef, what);
	spef->walk.at += word->length;
	return STATUS_OK;
}

#endif
