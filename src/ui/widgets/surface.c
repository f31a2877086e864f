#include "ui/widgets/surface.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#include "base/grow.h"
#include "base/utf8.h"

enum {
	TAB_COLUMNS = 8,
	/* Unicode's blanks of ten widths, in a terminal all one cell: no row of an image is like another, or a terminal that
	 * shows this would scroll the screen, and the image with it. */
	BLANKS = 0x2000,
	N_BLANKS = 10,
};

enum status surface_resize(struct surface *surface, int width, int height)
{
	struct cell *cell;

	TRY(ALLOC(&cell, (int64_t)width * height));
	free(surface->cell);
	surface->cell = cell;
	surface->width = width;
	surface->height = height;
	surface_clear(surface);
	return STATUS_OK;
}

static void drop_images(struct surface *surface)
{
	for (int i = 0; i < surface->n_images; i++) {
		RESET(free, surface->made[i]);
	}
	surface->n_images = 0;
}

void surface_release(struct surface *surface)
{
	drop_images(surface);
	free(surface->cell);
	*surface = (struct surface){0};
}

void surface_clear(struct surface *surface)
{
	for (int i = 0; i < surface->width * surface->height; i++)
		surface->cell[i] = (struct cell){' ', STYLE_NORMAL, 0, 0};
	surface->cursor_x = surface->cursor_y = -1;
	drop_images(surface);
}

struct area surface_area(struct surface *surface)
{
	return (struct area){surface, 0, 0, surface->width, surface->height};
}

/* The part of [0, length) that [first, first + n) covers. */
static void clip(int length, int *first, int *n)
{
	if (*first < 0) {
		*n += *first;
		*first = 0;
	}
	if (*n > length - *first)
		*n = length - *first;
	if (*n < 0)
		*n = 0;
}

struct area area_rows(struct area area, int first, int n)
{
	clip(area.height, &first, &n);
	area.y += first;
	area.height = n;
	return area;
}

struct area area_columns(struct area area, int first, int n)
{
	clip(area.width, &first, &n);
	area.x += first;
	area.width = n;
	return area;
}

bool area_contains(struct area area, int x, int y)
{
	return x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
}

void area_put(struct area area, int x, int y, enum style style, uint32_t glyph)
{
	if (x < 0 || y < 0 || x >= area.width || y >= area.height)
		return;
	area.surface->cell[(area.y + y) * area.surface->width + area.x + x] =
		(struct cell){glyph, (uint8_t)style, 0, 0};
}

void area_put_colours(struct area area, int x, int y, uint32_t glyph, uint32_t fore, uint32_t back)
{
	if (x < 0 || y < 0 || x >= area.width || y >= area.height)
		return;
	area.surface->cell[(area.y + y) * area.surface->width + area.x + x] =
		(struct cell){glyph, STYLE_NORMAL, fore, back};
}

void area_ground(struct area area, int y, uint32_t colour)
{
	for (int x = 0; x < area.width && y >= 0 && y < area.height; x++)
		area_put_colours(
			area, x, y,
			area.surface->cell[(area.y + y) * area.surface->width + area.x + x].glyph,
			COLOUR_SET, COLOUR_SET | colour);
}

void area_fill(struct area area, int x, int y, enum style style, uint32_t glyph)
{
	for (; x < area.width; x++)
		area_put(area, x, y, style, glyph);
}

void area_style_row(struct area area, int y, enum style style)
{
	if (y < 0 || y >= area.height)
		return;
	for (int x = 0; x < area.width; x++)
		area.surface->cell[(area.y + y) * area.surface->width + area.x + x].style =
			(uint8_t)style;
}

/* Columns of a character at a column of its text; what the terminal could not place becomes '?'. */
static int glyph_columns(uint32_t *glyph, int column)
{
	int n = *glyph < 0x80 ? 1 : wcwidth((wchar_t)*glyph);

	if (*glyph == '\t') {
		*glyph = ' ';
		return TAB_COLUMNS - column % TAB_COLUMNS;
	}
	if (n == 1 || n == 2)
		return n;
	*glyph = '?';
	return 1;
}

int area_text(struct area area, int x, int y, enum style style, const char *text)
{
	int begin = x;

	while (*text && x < area.width) {
		uint32_t glyph = utf8_take(&text);
		int n = glyph_columns(&glyph, x - begin);
		/* The rest of a wide glyph is covered by it, if it is in the area. */
		uint32_t rest = glyph == ' ' || x < 0 ? ' ' : 0;

		if (x + n > area.width)
			break;
		area_put(area, x, y, style, glyph);
		for (int i = 1; i < n; i++)
			area_put(area, x + i, y, style, rest);
		x += n;
	}
	return x;
}

int area_text_cut(struct area area, int x, int y, enum style style, const char *text)
{
	if (x + text_columns(text) <= area.width)
		return area_text(area, x, y, style, text);
	area_text(area_columns(area, 0, area.width - 3), x, y, style, text);
	if (x + 3 <= area.width)
		area_text_right(area, area.width, y, style, "...");
	return area.width;
}

int area_printf(struct area area, int x, int y, enum style style, const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return area_text(area, x, y, style, text);
}

int text_columns(const char *text)
{
	int n = 0;

	while (*text) {
		uint32_t glyph = utf8_take(&text);

		n += glyph_columns(&glyph, n);
	}
	return n;
}

void area_text_right(struct area area, int x, int y, enum style style, const char *text)
{
	area_text(area, x - text_columns(text), y, style, text);
}

bool area_text_end(struct area area, int used, int y, enum style style, const char *text)
{
	bool fits = used + 1 + text_columns(text) <= area.width;

	if (fits)
		area_text_right(area, area.width, y, style, text);
	return fits;
}

/* The bytes of the next line of a paragraph that fit the width, broken at a blank if there
 * is one. */
static size_t line_length(const char *text, int width)
{
	const char *p = text, *blank = NULL;
	int n = 0;

	while (*p && *p != '\n') {
		const char *here = p;
		uint32_t glyph = utf8_take(&p);

		n += glyph_columns(&glyph, n);
		if (n > width)
			return blank         ? (size_t)(blank - text)
			       : here > text ? (size_t)(here - text)
					     : 1;
		if (glyph == ' ')
			blank = here;
	}
	return (size_t)(p - text);
}

int area_paragraph(struct area area, int skip, enum style style, const char *text)
{
	char line[1024];
	int y = 0;

	while (*text) {
		size_t length = line_length(text, area.width);

		snprintf(line, sizeof line, "%.*s", (int)length, text);
		area_text(area, 0, y - skip, style, line);
		text += length;
		if (*text == ' ' || *text == '\n')
			text++;
		y++;
	}
	return y;
}

bool area_image(struct area area, const uint32_t *pixel)
{
	struct surface *s = area.surface;

	if (!s->cell_width || s->n_images == SURFACE_IMAGES || area.width < 1 || area.height < 1)
		return false;
	s->image[s->n_images++] =
		(struct surface_image){area.x, area.y, area.width, area.height, pixel};
	for (int y = 0; y < area.height; y++) {
		for (int x = 0; x < area.width; x++) {
			int row = area.y + y;

			area_put(area, x, y, STYLE_IMAGE,
				 BLANKS + (uint32_t)(x % 2 ? row / N_BLANKS : row) % N_BLANKS);
		}
	}
	return true;
}

uint32_t *area_canvas(struct area area, uint32_t colour)
{
	struct surface *s = area.surface;
	int64_t n = (int64_t)area.width * s->cell_width * area.height * s->cell_height;
	uint32_t *pixel;

	if (n == 0 || s->n_images == SURFACE_IMAGES || ALLOC(&pixel, n) != STATUS_OK)
		return NULL;
	for (int64_t i = 0; i < n; i++)
		pixel[i] = colour;
	s->made[s->n_images] = pixel;
	area_image(area, pixel);
	return pixel;
}

/* ---- dumps ---- */

static void dump_glyph(struct text *out, uint32_t g)
{
	char utf8[4];

	text_append(out, utf8, utf8_put(g, utf8));
}

/* What a cell looks like: its style, or how light its colours are. */
static char cell_letter(const struct cell *cell)
{
	static const char letters[] = {
#define X(name, letter) letter,
		STYLE_LIST(X)
#undef X
	};
	uint32_t rgb = cell->fore ? cell->fore : cell->back;

	if (!rgb)
		return letters[cell->style];
	return (char)('G' +
		      (3 * (rgb >> 16 & 255) + 6 * (rgb >> 8 & 255) + (rgb & 255)) * 19 / 2550);
}

void surface_dump(const struct surface *surface, bool styles, struct text *out)
{
	for (int y = 0; y < surface->height * (styles ? 2 : 1); y++) {
		const struct cell *row = surface->cell + y % surface->height * surface->width;
		bool letter = y >= surface->height;
		int end = surface->width;

		while (end > 0 &&
		       (letter ? cell_letter(&row[end - 1]) == '.' : row[end - 1].glyph == ' '))
			end--;
		for (int x = 0; x < end; x++) {
			char style = cell_letter(&row[x]);

			if (letter)
				text_append(out, &style, 1);
			else if (row[x].glyph)
				dump_glyph(out, row[x].glyph);
		}
		text_append(out, "\n", 1);
	}
}
