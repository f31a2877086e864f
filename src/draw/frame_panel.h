/*
 * Lines of text over a frame: a hint at the lower edge, a list of keys, a menu. Lines are "KEY\tWORDS",
 * separated by newlines; the first of a list or a menu is its title.
 */
#ifndef DRAW_FRAME_PANEL_H
#define DRAW_FRAME_PANEL_H

#include <stdbool.h>

#include "draw/letters.h"

enum { PANEL_LINES = 64 };

struct panel {
	const char *text;      /* borrowed */
	bool is_hint, is_menu; /* else a list */
	int32_t row;           /* of a menu, from 0 after the title: the one that is selected … */
	double pointer_x, pointer_y; /* … unless the pointer is on another */
	uint32_t ink, paper, accent; /* of words, their background, keys */
};

/* Where the lines of a menu lie. */
struct panel_rows {
	int32_t x, y, width, row_height, n;
};

/* What has no room is cut, lines at the end are left out. `rows` is set for a menu. */
void frame_panel_draw(const struct panel *panel, int32_t letters, bool plain,
		      const struct canvas *canvas, struct panel_rows *rows);

#endif
