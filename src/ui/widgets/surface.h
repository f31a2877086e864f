/*
 * The screen as a grid of cells that views draw on. The terminal shows it, tests dump it; neither
 * has a part in what is drawn.
 */
#ifndef UI_WIDGETS_SURFACE_H
#define UI_WIDGETS_SURFACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

/* What a cell means; the terminal decides what that looks like. The letter is for dumps. */
#define STYLE_LIST(X)                                                                              \
	X(NORMAL, '.')                                                                             \
	X(DIM, 'd')                                                                                \
	X(STRONG, 'b')                                                                             \
	X(TITLE, 't')                                                                              \
	X(TAB, 'a')                                                                                \
	X(TAB_ON, 'A')                                                                             \
	X(SELECTED, 's')                                                                           \
	X(BAD, '-')                                                                                \
	X(GOOD, '+')                                                                               \
	X(ACCENT, 'x')                                                                             \
	X(PLOT_1, '1')                                                                             \
	X(PLOT_2, '2')                                                                             \
	X(ERROR, '!')                                                                              \
	X(KEY, 'k')                                                                                \
	X(PROMPT, 'p')                                                                             \
	X(IMAGE, 'i')

enum style {
#define X(name, letter) STYLE_##name,
	STYLE_LIST(X)
#undef X
		N_STYLES
};

struct cell {
	uint32_t glyph; /* Unicode; 0 = covered by the wide glyph before it */
	uint8_t style;
	uint32_t fore, back; /* COLOUR_SET and 24 bits of red, green, blue; 0 = as the style says */
};

#define COLOUR_SET 0x1000000u

enum { SURFACE_IMAGES = 4 };

/* Pixels over some cells, which have STYLE_IMAGE: what is written on them hides it there. */
struct surface_image {
	int x, y, columns, rows; /* cells */
	const uint32_t *pixel; /* borrowed [rows * cell_height][columns * cell_width], 0xXXRRGGBB */
};

struct surface {
	int width, height;
	struct cell *cell;           /* owned [height * width] */
	int cursor_x, cursor_y;      /* where the terminal's cursor is shown; -1 = nowhere */
	int cell_width, cell_height; /* pixels; 0 = it shows text alone */
	struct surface_image image[SURFACE_IMAGES];
	uint32_t *made[SURFACE_IMAGES]; /* owned: pixels that area_canvas() gave */
	int n_images;
	uint32_t ink[N_STYLES], paper; /* colours of what is drawn in pixels, 0xRRGGBB */
};

/* A rectangle of a surface; drawing is clipped to it. */
struct area {
	struct surface *surface; /* borrowed */
	int x, y, width, height;
};

/* Set the size and clear. */
enum status surface_resize(struct surface *surface, int width, int height);
void surface_release(struct surface *surface);
void surface_clear(struct surface *surface);
struct area surface_area(struct surface *surface);

/* Parts of an area; outside of it they are empty. */
struct area area_rows(struct area area, int first, int n);
struct area area_columns(struct area area, int first, int n);
/* Is a cell of the surface in it? */
bool area_contains(struct area area, int x, int y);

/* UTF-8 text at (x, y) of the area, x may be negative; tabs are expanded, other control characters
 * become '?'. Returns the column after it. */
int area_text(struct area area, int x, int y, enum style style, const char *text);
/* The same, but what is too long ends in "...": a number that is cut would be another one. */
int area_text_cut(struct area area, int x, int y, enum style style, const char *text);
int area_printf(struct area area, int x, int y, enum style style, const char *format, ...)
	__attribute__((format(printf, 5, 6)));
/* Text that ends at column x − 1. */
void area_text_right(struct area area, int x, int y, enum style style, const char *text);
/* The same at the right end of a row whose first `used` columns are taken; false when it doesn't
 * fit. */
bool area_text_end(struct area area, int used, int y, enum style style, const char *text);
void area_put(struct area area, int x, int y, enum style style, uint32_t glyph);
/* In colours of its own; a dump with styles has a letter from G (dark) to Z for them. */
void area_put_colours(struct area area, int x, int y, uint32_t glyph, uint32_t fore, uint32_t back);
/* Give a row a ground of its own, 0xRRGGBB, with dark letters. */
void area_ground(struct area area, int y, uint32_t colour);
/* Fill a row from column x on with a glyph. */
void area_fill(struct area area, int x, int y, enum style style, uint32_t glyph);
/* Give a whole row another style. */
void area_style_row(struct area area, int y, enum style style);
/* Text broken at blanks into the width; returns the rows used. `skip` rows at its top are
 * left out. */
int area_paragraph(struct area area, int skip, enum style style, const char *text);

/* Show pixels, of all of the area, in place of its cells; they are there until the surface is cleared. False
 * where there is text alone, or there are too many images. */
bool area_image(struct area area, const uint32_t *pixel);
/* The same with pixels that are the surface's, all `colour` to begin with, to be drawn on; NULL = there are none. */
uint32_t *area_canvas(struct area area, uint32_t colour);

/* Columns that UTF-8 text takes. */
int text_columns(const char *text);

/* The grid as text, a line a row, without blanks at the ends; with styles after it when asked. */
void surface_dump(const struct surface *surface, bool styles, struct text *out);

#endif
