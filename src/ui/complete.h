/* Completion of the word before the cursor: what it may become, as a list from which Tab chooses, and what is known of
 * the command that is being typed. */
#ifndef UI_COMPLETE_H
#define UI_COMPLETE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "snap/candidates.h"
#include "ui/widgets/surface.h"

struct prompt;

struct candidate {
	char *word;       /* owned; as it is meant, not as Tcl has to read it */
	const char *help; /* borrowed, of a table; NULL = none */
};

/* What Tab has found; one candidate is inserted at once and not listed. */
struct completions {
	struct candidate *candidate; /* owned [n], in the order of their names */
	int64_t n, capacity;
	int64_t chosen; /* the one that is in the line, -1 = none yet */
	int begin;      /* of the word in the line */
	/* Names of the design that are asked for: bits of snap/candidates.h, 0 = none are; and the word. */
	int64_t kinds;
	char word[CANDIDATES_WORD];
};

void completions_clear(struct completions *completions);
void completions_release(struct completions *completions);

/* Tab: complete the word, or list what it may become; while that is listed, choose the next of them, or the one before.
 * `hint` says why nothing happens. */
void prompt_complete(struct prompt *prompt, bool back, struct text *hint);
/* The names that were asked for are there: go on with them. */
void prompt_take_names(struct prompt *prompt, const struct snap_candidates *names,
		       struct text *hint);
/* A click at a place of the area that the list was drawn in: choose the candidate there. */
void prompt_click(struct prompt *prompt, struct area area, int x, int y);
/* The list, in the last rows of an area; nothing when there is none. */
void completions_draw(const struct completions *completions, struct area area, uint32_t line);
/* The command that is typed, or its option at the cursor, with its arguments and help; nothing is appended when that is
 * no command. */
void prompt_describe(const struct prompt *prompt, struct text *out);

#endif
