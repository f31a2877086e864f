/* The worst paths to endpoints as saved slacks keep them: lines of words (see session/slacks_file.h). */
#ifndef SESSION_SAVED_PATHS_H
#define SESSION_SAVED_PATHS_H

#include "session/saved_slacks.h"

enum { WORDS_OF_POINT = 5 };

/* A name as a word after a blank, escaped; "" = none. */
void saved_path_add_word(struct text *out, const char *name, int64_t length);
/* Append what the slack is made of, fs; and read that, up to *end. False: these aren't numbers, or too large ones. */
void saved_path_add_parts(struct text *out, const int64_t *part);
bool saved_path_parts(const char *line, int64_t *part, const char **end);

/* Add the differences of a row's worst paths and what became of their cells; NULL: of all rows that are worse, and cells of
 * another size. Nothing where a side has no path. */
void slack_comparison_blame(const struct slack_comparison *comparison, const struct change_row *row,
			    struct slack_blame *blame);

#endif
