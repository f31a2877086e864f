/*
 * A list with a selected line and a window that follows it, or text of which only the window moves.
 * Lines that are too long are moved sideways.
 */
#ifndef UI_WIDGETS_LIST_H
#define UI_WIDGETS_LIST_H

#include <stdbool.h>
#include <stdint.h>

#include "ui/widgets/surface.h"

enum list_move {
	MOVE_UP,
	MOVE_DOWN,
	MOVE_PAGE_UP,
	MOVE_PAGE_DOWN,
	MOVE_HALF_UP,
	MOVE_HALF_DOWN,
	MOVE_FIRST,
	MOVE_LAST,
};

struct list {
	int64_t n, selected, top;
	int height; /* lines in the window */
	int y;      /* the row of the screen where it begins, for clicks; 0 = they select nothing */
	bool across;  /* its lines lie side by side: sideways moves move the selection */
	bool is_text; /* no line is selected: moves move the window */
	int shift;    /* columns that lines are moved to the left … */
	int hidden;   /* … and that the longest has more than there is room for */
};

/* A new length and window; what was selected stays as far as it can. */
void list_fit(struct list *list, int64_t n, int height);
/* The same with the rows of an area as its window, where a click selects a line. */
void list_place(struct list *list, int64_t n, struct area area);
/* Mark the selected line in that area: a sign in its first column, and the style of what is
 * selected over all columns. */
void list_mark(const struct list *list, struct area area, const char *sign);
void list_move(struct list *list, enum list_move move, int64_t times);
void list_select(struct list *list, int64_t line);
/* A line in the window takes this many of the columns. */
void list_reach(struct list *list, int columns, int width);
/* Move sideways, as far as there is something. */
void list_shift(struct list *list, int columns);
/* The line for "n of m": the one selected, or the last in the window. */
int64_t list_at(const struct list *list);

#endif
