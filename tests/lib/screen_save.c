/* The screen of a model as a PNG file. */
#include <stdlib.h>

#include "base/utf8.h"
#include "draw/glyphs.h"
#include "draw/letters.h"
#include "screen_model.h"
#include "write/png.h"

/* A character in its cell, as well as that goes with little letters. */
static bool has_ink(uint32_t glyph, int u, int v, int width, int height)
{
	if (glyph >= 0x2580 && glyph <= 0x2588)
		return glyph == 0x2580 ? v < height / 2
				       : v >= height - height * (int)(glyph - 0x2580) / 8;
	if (glyph >= 0x2589 && glyph <= 0x258f)
		return u < width * (int)(0x2590 - glyph) / 8;
	if (glyph == 0x2500)
		return v == height / 2;
	if (glyph == 0x2502)
		return u == width / 2;
	if (glyph >= 0x2800 && glyph < 0x2900) {
		static const int dot[4][2] = {{1, 8}, {2, 16}, {4, 32}, {64, 128}};

		return u % (width / 2) < 2 && v % (height / 4) < 2 &&
		       (glyph & (uint32_t)dot[v * 4 / height][u * 2 / width]);
	}
	u = u * 6 / width;
	v = (v - 2) * 9 / height;
	return glyph > ' ' && u < 5 && v >= 0 && v < GLYPH_HEIGHT && glyph_of(glyph)[v] & 16 >> u;
}

/* Characters that fill their cells, so that lines meet; others may come from a font. */
static bool fills_cell(uint32_t glyph)
{
	return (glyph >= 0x2580 && glyph <= 0x258f) || glyph == 0x2500 || glyph == 0x2502 ||
	       (glyph >= 0x2800 && glyph < 0x2900);
}

static uint32_t saved_pixel(const struct model *m, int x, int y, bool by_font)
{
	const struct model_cell *c = &m->cell[y / m->cell_height * m->columns + x / m->cell_width];
	uint32_t colour;

	if (model_pixel(m, x, y, &colour))
		return colour;
	return (!by_font || fills_cell(c->glyph)) &&
			       has_ink(c->glyph, x % m->cell_width, y % m->cell_height,
				       m->cell_width, m->cell_height)
		       ? c->fore
		       : c->back;
}

/* Each in the middle of its cell; none on a picture. */
static void draw_letters(const struct model *m, const struct canvas *canvas)
{
	struct letters *letters = letters_of(m->cell_height, 0);

	for (int i = 0; i < m->rows * m->columns; i++) {
		const struct model_cell *c = &m->cell[i];
		int x = i % m->columns * m->cell_width + m->cell_width / 2;
		int y = i / m->columns * m->cell_height;
		char utf8[8] = "";
		uint32_t colour;

		if (c->glyph <= ' ' || fills_cell(c->glyph) ||
		    model_pixel(m, x, y + m->cell_height / 2, &colour))
			continue;
		utf8[utf8_put(c->glyph, utf8)] = '\0';
		letters_draw(letters, canvas, x, y, LETTERS_MIDDLE, c->fore, utf8);
	}
}

enum status model_save(const struct model *m, const char *path, bool by_font)
{
	int width = m->columns * m->cell_width, height = m->rows * m->cell_height;
	uint32_t *pixel = calloc((size_t)(width * height), sizeof *pixel);
	struct canvas canvas = {width, height, pixel};
	struct task task = TASK_INIT;
	enum status status;

	for (int i = 0; i < width * height; i++)
		pixel[i] = saved_pixel(m, i % width, i / width, by_font);
	if (by_font)
		draw_letters(m, &canvas);
	status = png_write(path, width, height, pixel, &task);
	free(pixel);
	return status;
}
