/* The value of each bin of a density map, where bins are large enough on the screen to have it written into them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/views/view_density.h"

enum {
	SMALL_MAP =
		16, /* bins along an axis: such a map, of a lesson, has numbers as soon as they fit, */
	LEAST_SMALL = 3, /* into this many columns, … */
	LEAST = 6,       /* … others only where there is room around them */
	LONGEST = 12,
};

/* ".25", "1", "-83": a value in a number of columns, as exactly as they allow; "" = it doesn't fit. */
static void write_in(double value, int columns, char *out)
{
	char text[64];

	out[0] = '\0';
	for (int digits = 4; digits > 0 && !out[0]; digits--) {
		const char *shown = text;

		snprintf(text, sizeof text, "%.*g", digits, value);
		if (strncmp(text, "0.", 2) == 0)
			shown++;
		if ((int)strlen(shown) <= columns && strlen(shown) < LONGEST)
			strcpy(out, shown);
	}
}

/* Is there nothing but the map in these cells? */
static bool is_free(struct area area, int x, int row, int n, bool halves)
{
	const struct cell *cell =
		&area.surface->cell[(area.y + row) * area.surface->width + area.x + x];

	for (int i = 0; i < n; i++) {
		uint32_t glyph = cell[i].glyph;

		if (halves && (glyph != DENSITY_UPPER_HALF || cell[i].fore != cell[i].back))
			return false;
		if (!halves && (glyph >= 0x80 || glyph == '|' || (glyph >= '0' && glyph <= '9') ||
				(glyph >= 'A' && glyph <= 'z' && glyph != 'X')))
			return false;
	}
	return true;
}

/* Black or white, what can be read on a colour; the other way round for the bin at the cursor. */
static void put_number(struct area area, int x, int row, const char *number, bool at_cursor)
{
	const struct cell *cell =
		&area.surface->cell[(area.y + row) * area.surface->width + area.x + x];
	uint32_t back = cell->back;

	for (int i = 0; number[i]; i++) {
		uint32_t ink = density_over(back);

		if (back)
			area_put_colours(area, x + i, row, (uint32_t)number[i],
					 at_cursor ? back : ink, at_cursor ? ink : back);
		else
			area_put(area, x + i, row, at_cursor ? STYLE_SELECTED : STYLE_STRONG,
				 (uint32_t)number[i]);
	}
}

/* Column and row of the picture's bins, from its upper left corner. */
static void draw_number(const struct snap_density_picture *p, struct area area, int each,
			int column, int row)
{
	int width = p->width / p->window.columns, height = p->height / p->window.rows;
	int left = column * width, top = (row * height + each - 1) / each,
	    bottom = (row + 1) * height / each; /* rows of the screen that are the bin's alone */
	double value = p->value[(int64_t)row * height * p->width + left];
	bool at_cursor = p->cursor_x / width == column && p->cursor_y / height == row;
	int y = at_cursor ? p->cursor_y / each : (top + bottom - 1) / 2, n, x;
	char number[LONGEST];

	if (isnan(value) || top >= bottom || y < top || y >= bottom || y >= area.height)
		return;
	write_in(value, width > LEAST_SMALL ? width - 1 : width, number);
	n = (int)strlen(number);
	x = left + (width - n) / 2;
	if (n > 0 && x + n <= area.width && (at_cursor || is_free(area, x, y, n, each == 2)))
		put_number(area, x, y, number, at_cursor);
}

void density_draw_numbers(const struct ui *ui, struct area area)
{
	const struct snap_density_picture *p = density_of(ui)->picture;
	bool small = p->columns <= SMALL_MAP && p->rows <= SMALL_MAP;

	if (p->width < p->window.columns * (small ? LEAST_SMALL : LEAST) ||
	    p->height < p->window.rows)
		return;
	for (int row = 0; row < p->window.rows; row++) {
		for (int column = 0; column < p->window.columns; column++)
			draw_number(p, area, density_rows_each(ui), column, row);
	}
}
