/* The worst paths of endpoints in saved slacks: lines of words (see session/slacks_file.h). */
#ifndef SESSION_SAVED_PATHS_H
#define SESSION_SAVED_PATHS_H

#include "session/saved_slacks.h"

enum { WORDS_OF_POINT = 5 };

/* Append a blank and a name as an escaped word; "" = no name. */
void saved_path_add_word(struct text *out, const char *name, int64_t length);
/* Append the parts of a slack, fs; parse them, up to *end. False: not numbers, or too large. */
void saved_path_add_parts(struct text *out, const int64_t *part);
bool saved_path_parts(const char *line, int64_t *part, const char **end);

/* Add the differences between a row's worst paths before and now to `blame`, with the changes of
 * their cells. Row NULL: of all rows that got worse, with cells of another size. Adds nothing where
 * a path is missing. */
void slack_comparison_blame(const struct slack_comparison *comparison, const struct change_row *row,
			    struct slack_blame *blame);

#endif
