/* The value of each bin of a density map, where bins are large enough on the screen to have it written into them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/letters.h"
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
static bool cells_are_free(struct area area, int x, int row, int n, bool halves)
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
	if (n > 0 && x + n <= area.width && (at_cursor || cells_are_free(area, x, y, n, each == 2)))
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

/* ---- as pixels ---- */

/* Pixels of a bin. */
static void bin_size(const struct ui *ui, const struct density_frame *f, double size[2])
{
	size[0] = ui->surface.cell_width / f->bins_x;
	size[1] = ui->surface.cell_height / f->bins_y;
}

bool density_has_numbers(const struct ui *ui, const struct density_frame *f)
{
	const struct snap_density_picture *p = density_of(ui)->picture;
	bool small = p->columns <= SMALL_MAP && p->rows <= SMALL_MAP;
	double size[2];

	bin_size(ui, f, size);
	return p->width >= p->window.columns && p->height >= p->window.rows &&
	       size[0] >= (small ? LEAST_SMALL : LEAST) * ui->surface.cell_width &&
	       size[1] >= ui->surface.cell_height;
}

/* As exactly as a width in pixels allows. */
static void write_between(struct letters *letters, double value, double width, char *out)
{
	int32_t w = 0, h;

	for (int columns = 6; columns > 0; columns--) {
		write_in(value, columns, out);
		letters_size(letters, out, &w, &h);
		if (out[0] && w <= width)
			return;
	}
	out[0] = '\0';
}

/* In its middle, black or white, what can be read there. */
static void number_bin(struct letters *letters, const struct canvas *c, double x, double y,
		       const char *number)
{
	int32_t w, h, at_x = (int32_t)x, at_y = (int32_t)y;

	letters_size(letters, number, &w, &h);
	if (at_x < 0 || at_y < 0 || at_x >= c->width || at_y >= c->height)
		return;
	letters_draw(letters, c, at_x, at_y - h / 2, LETTERS_MIDDLE,
		     density_over(c->pixel[(int64_t)(at_y - h / 2 + 1) * c->width + at_x - w / 2]) &
			     ~COLOUR_SET,
		     number);
}

void density_number_pixels(const struct ui *ui, const struct density_frame *f,
			   const struct canvas *c)
{
	const struct snap_density_picture *p = density_of(ui)->picture;
	struct letters *letters = letters_of(ui->surface.cell_height, 0);
	int width = p->width / p->window.columns, height = p->height / p->window.rows;
	double size[2];
	char number[LONGEST];

	bin_size(ui, f, size);
	for (int row = 0; row < p->window.rows; row++) {
		for (int column = 0; column < p->window.columns; column++) {
			double value = p->value[(int64_t)row * height * p->width + column * width];

			if (isnan(value))
				continue;
			write_between(letters, value, size[0] - 4, number);
			number_bin(letters, c,
				   c->width / 2.0 +
					   (column + 0.5 - p->window.columns / 2.0) * size[0],
				   c->height / 2.0 + (row + 0.5 - p->window.rows / 2.0) * size[1],
				   number);
		}
	}
}
