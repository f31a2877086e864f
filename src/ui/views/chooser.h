/*
 * The listed paths: filter, order and marks, with undo and redo; the pattern searched for; and the
 * copied commands. All changes of the list go through these functions.
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

/* A state of the list, for undo. */
struct chosen {
	char *query;                /* owned: the command that finds the paths, NULL = none yet */
	struct list_filter *filter; /* owned reference, NULL = all by slack */
	int64_t constraints;        /* number of the set of constraints (session/edits.h) */
	char *edit;                 /* owned: the edit that made this set, NULL = none */
	enum edit_undone undone;    /* by an undo of this edit */
};

struct chosen_stack {
	struct chosen item[N_UNDO]; /* oldest first */
	int n;
};

struct chooser {
	struct chosen now;
	struct chosen_stack undo, redo;
	int64_t serial;         /* of the last search seen */
	int64_t script;         /* number of the script whose query is shown */
	struct board_edit edit; /* the board's last one seen */
	/* 1 + record of the selected path, around which a new list is shown; 0 = none */
	int32_t follow;
	int64_t follow_from;   /* the place that was selected before */
	int64_t shown_edition; /* of the list whose rows are shown */
	int64_t go_to;         /* 1 + place to show a new list from; 0 = from `follow` */
	/* while a pattern is typed: */
	struct list_filter *before; /* owned reference: restored when typing is cancelled */
	int64_t origin;             /* the place where the search begins */
	int32_t origin_follow;
	/* searching in the list: the pattern (owned reference), ids of the last request and
	 * answer */
	struct list_filter *sought;
	int64_t asked, answered;
	int64_t n_along;    /* without a match: paths that match by names along the path */
	bool marked_asked;  /* the search is for marks, not for the pattern */
	struct text copied; /* the copy register */
};

void chooser_release(struct chooser *chooser);

/* Take over changes of the board: a new query, rows of a new list, a match. */
void chooser_refresh(struct ui *ui);
/* The number of listed paths, as far as known. */
int64_t chooser_n_listed(const struct ui *ui);
/* If no startpoint or endpoint matches the typed or listed pattern: the same pattern for names
 * along the paths, and the number of paths that match it; 0 = none. */
int64_t chooser_count_along(const struct ui *ui, struct text *out);
/* Likewise for the pattern searched for: the typed line is replaced, if paths match. */
void chooser_search_along(struct ui *ui);
/* List the paths that match along their way. */
bool chooser_go_along(struct ui *ui);
/* Are all paths listed, by slack? */
bool chooser_is_plain(const struct ui *ui);
/* Are found paths left out of the list, by a pattern, marks or the worst to each endpoint? */
bool chooser_leaves_out(const struct ui *ui);
/* The edition of the list: differs for different lists. */
int64_t chooser_edition(const struct ui *ui);

/* Select a path by its rank. Returns true if the list had to be replaced by all paths by slack;
 * then chooser_return() with the place that was selected restores the old list. */
bool chooser_go_to(struct ui *ui, int64_t rank);
void chooser_return(struct ui *ui, int64_t place);

/* Set filter and order, and keep the old ones for undo. */
enum status chooser_set_filter(struct ui *ui, const struct list_filter_parts *parts);
/* List all paths, in the same order; false if all are listed already. */
bool chooser_clear_filter(struct ui *ui);
/* Toggle the mark of the selected path. */
enum status chooser_toggle_mark(struct ui *ui);
/* Undo, redo; false if there is nothing to. */
bool chooser_undo(struct ui *ui);
bool chooser_redo(struct ui *ui);
/* What chooser_undo() would undo: "u undoes the filter", "u undoes set_false_path -to q, B
 * compares"; false = nothing. */
bool chooser_write_undo(const struct ui *ui, struct text *out);

/* Search for a pattern, or again for the last one (NULL), from the selected path on. */
enum status chooser_search(struct ui *ui, const char *pattern, bool backward);

/* Search for the next marked path. */
enum status chooser_search_marked(struct ui *ui, bool backward);

/* Begin to type a filter ('\\') or a search ('/'); handle an event of the typed line. */
void chooser_type(struct ui *ui, char sign);
void chooser_typed(struct ui *ui, enum prompt_event event);

/* The commands that make the same list. */
void chooser_write(const struct ui *ui, struct script *out);
/* "131 of 2048 match aes*"; nothing if all paths are listed. */
void chooser_write_listed(const struct ui *ui, struct text *out);

#endif
