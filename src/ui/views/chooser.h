/*
 * Which paths are listed, in which order, and which are marked; what was before, for undo and redo;
 * the pattern that is looked for; and what was copied. All changes of what is shown come through
 * here.
 */
#ifndef UI_VIEWS_CHOOSER_H
#define UI_VIEWS_CHOOSER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "session/board.h"
#include "session/script.h"
#include "snap/list_filter.h"
#include "ui/prompt.h"

struct ui;

enum { N_UNDO = 100 };

/* What the list shows at a time. */
struct chosen {
	char *query;                /* owned: the command that finds the paths, NULL = none yet */
	struct list_filter *filter; /* owned reference, NULL = all by slack */
	int64_t constraints;        /* the number of their set (session/edits.h) … */
	char *edit;                 /* … and, owned, the edit that has made it, NULL = none has */
	enum edit_undone undone;    /* that edit */
};

struct chosen_stack {
	struct chosen item[N_UNDO]; /* oldest first */
	int n;
};

struct chooser {
	struct chosen now;
	struct chosen_stack undo, redo;
	int64_t serial;         /* of the search that was seen last */
	int64_t script;         /* whose query is shown */
	struct board_edit edit; /* that the board had last */
	/* A list that is new is shown from the path on that was selected: one more than its record,
	 * 0 = none; and the edition whose rows are shown. */
	int32_t follow;
	int64_t follow_from; /* the place that was selected then */
	int64_t shown_edition;
	int64_t go_to; /* or from this place on, plus 1; 0 = from what is followed */
	/* a pattern is typed */
	struct list_filter *before; /* owned reference: what a filter goes back to */
	int64_t origin;             /* the place that a search begins at */
	int32_t origin_follow;
	/* the search: its pattern, owned reference; what was asked last, and what came of it */
	struct list_filter *sought;
	int64_t asked, answered;
	int64_t n_along;    /* nothing matches it, but this many paths do along their way */
	bool marked_asked;  /* it was about marks, not the pattern */
	struct text copied; /* the register */
};

void chooser_release(struct chooser *chooser);

/* Take what the board has now: another query, rows of another list, a match. */
void chooser_refresh(struct ui *ui);
/* How many paths are listed, as far as that is known. */
int64_t chooser_n_listed(const struct ui *ui);
/* Where no end matches what is typed or listed: the pattern by names along the paths, and how many match; 0 = that
 * doesn't help. */
int64_t chooser_count_along(const struct ui *ui, struct text *out);
/* The same of what is looked for: the line becomes that, if it helps. */
void chooser_search_along(struct ui *ui);
/* List these. */
bool chooser_go_along(struct ui *ui);
/* Is something chosen, or another order than by slack? */
bool chooser_is_plain(const struct ui *ui);
/* Are paths that were found left out of the list, by a pattern, marks or the worst to each endpoint? */
bool chooser_leaves_out(const struct ui *ui);
/* Another for each list that differs. */
int64_t chooser_edition(const struct ui *ui);

/* Select a path by its rank. What leaves paths out or orders them otherwise gives way to all by slack: then true,
 * and chooser_return() with the place that was selected shows what was before. */
bool chooser_go_to(struct ui *ui, int64_t rank);
void chooser_return(struct ui *ui, int64_t place);

/* Show these, and remember what was before. */
enum status chooser_set_filter(struct ui *ui, const struct list_filter_parts *parts);
/* All paths again, whatever their order; false when all are. */
bool chooser_clear_filter(struct ui *ui);
/* Take the mark of the selected path away or set it. */
enum status chooser_toggle_mark(struct ui *ui);
/* Back, or forth again; false when there is nothing there. */
bool chooser_undo(struct ui *ui);
bool chooser_redo(struct ui *ui);
/* What chooser_undo() takes back: "u undoes the filter", "u undoes set_false_path -to q, B compares"; false when there is nothing. */
bool chooser_write_undo(const struct ui *ui, struct text *out);

/* Look for a pattern, or again for the last one (NULL), from the selected path on. */
enum status chooser_search(struct ui *ui, const char *pattern, bool backward);

/* Look for the next path that is marked. */
enum status chooser_search_marked(struct ui *ui, bool backward);

/* Type a filter ('\\') or something to look for ('/'); what happened to the line that is typed. */
void chooser_type(struct ui *ui, char sign);
void chooser_typed(struct ui *ui, enum prompt_event event);

/* The Tcl that shows the same. */
void chooser_write(const struct ui *ui, struct script *out);
/* "131 of 2048 match aes*"; nothing when no path is left out. */
void chooser_write_listed(const struct ui *ui, struct text *out);

#endif
