#include "ui/widgets/dots.h"

#include <stdlib.h>

#include "base/grow.h"

bool dots_init(struct dots *d, enum glyphs glyphs, int width, int height)
{
	static const struct {
		int columns, rows;
	} size[] = {[GLYPHS_BRAILLE] = {2, 4}, [GLYPHS_BLOCK] = {2, 2}, [GLYPHS_ASCII] = {1, 1}};

	*d = (struct dots){.glyphs = glyphs,
			   .columns = size[glyphs].columns,
			   .rows = size[glyphs].rows,
			   .width = width,
			   .height = height};
	return ALLOC(&d->mask, width * height) == STATUS_OK &&
	       ALLOC(&d->style, width * height) == STATUS_OK;
}

void dots_release(struct dots *d)
{
	FREE_ALL(d->mask, d->style);
}

void dots_set(struct dots *d, int x, int y, enum style style)
{
	int cell = y / d->rows * d->width + x / d->columns;

	if (x < 0 || y < 0 || x >= d->width * d->columns || y >= d->height * d->rows)
		return;
	d->mask[cell] |= (uint8_t)(1 << (y % d->rows * d->columns + x % d->columns));
	d->style[cell] = (uint8_t)style;
}

static uint32_t dots_glyph(const struct dots *d, uint8_t mask)
{
	/* Braille numbers its dots down the columns, with the lowest row apart. */
	static const uint8_t braille[8] = {0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80};
	static const uint32_t quarters[16] = {' ',    0x2598, 0x259d, 0x2580, 0x2596, 0x258c,
					      0x259e, 0x259b, 0x2597, 0x259a, 0x2590, 0x259c,
					      0x2584, 0x2599, 0x259f, 0x2588};
	uint32_t glyph = 0x2800;

	if (d->glyphs == GLYPHS_ASCII)
		return '*';
	if (d->glyphs == GLYPHS_BLOCK)
		return quarters[mask & 15];
	for (int i = 0; i < 8; i++)
		glyph |= mask >> i & 1 ? braille[i] : 0u;
	return glyph;
}

void dots_show(const struct dots *d, struct area area)
{
	for (int y = 0; y < d->height; y++) {
		for (int x = 0; x < d->width; x++) {
			uint8_t mask = d->mask[y * d->width + x];

			if (mask)
				area_put(area, x, y, (enum style)d->style[y * d->width + x],
					 dots_glyph(d, mask));
		}
	}
}
