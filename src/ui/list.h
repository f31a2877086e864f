/* A list with a selected line and a window that follows it. */
#ifndef UI_LIST_H
#define UI_LIST_H

#include <stdint.h>

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
};

/* A new length and window; what was selected stays as far as it can. */
void list_fit(struct list *list, int64_t n, int height);
void list_move(struct list *list, enum list_move move, int64_t times);
void list_select(struct list *list, int64_t line);

#endif
