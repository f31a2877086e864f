#include "ui/views/pixel_map.h"

enum { PIXELS_A_HALF = 3 }; /* of a frame, along a half-block */

bool pixel_map_has_blocks(const struct ui *ui)
{
	return terminal_has_colours(ui->terminal) && ui->glyphs != GLYPHS_ASCII;
}

void pixel_map_cell(const struct ui *ui, int *width, int *height)
{
	const struct surface *s = &ui->surface;

	*width = s->cell_width ? s->cell_width : PIXELS_A_HALF;
	*height = s->cell_width ? s->cell_height : 2 * PIXELS_A_HALF;
}

void pixel_map_want(struct ui *ui, struct frame_query *query, int columns, int rows)
{
	int width, height;
	struct pixels_request wanted = {.edition = ui->edition,
					.map = board_map_edition(ui->board)};

	pixel_map_cell(ui, &width, &height);
	query->width = columns * width;
	query->height = rows * height;
	wanted.query = *query;
	ui_want_pixels(ui, &wanted);
}

/* The mean of a half-block's pixels. */
static uint32_t mean(const struct snap_pixels *p, int x, int y)
{
	uint32_t sum[3] = {0}, n = PIXELS_A_HALF * PIXELS_A_HALF;

	for (int i = 0; i < PIXELS_A_HALF * PIXELS_A_HALF; i++) {
		uint32_t pixel =
			p->pixel[(int64_t)(y * PIXELS_A_HALF + i / PIXELS_A_HALF) * p->query.width +
				 x * PIXELS_A_HALF + i % PIXELS_A_HALF];

		for (int c = 0; c < 3; c++)
			sum[c] += pixel >> 8 * c & 255;
	}
	return COLOUR_SET | sum[2] / n << 16 | sum[1] / n << 8 | sum[0] / n;
}

/* Without colours: '*' where a path is, else shades. */
static uint32_t shade(uint32_t upper, uint32_t lower)
{
	static const char shades[] = " .:-=";
	int high = 0, blue = (int)((upper & 255) + (lower & 255)) / 2;

	for (int i = 0; i < 2; i++) {
		uint32_t colour = i ? lower : upper;
		int red = colour >> 16 & 255, green = colour >> 8 & 255;

		high |= red > (int)(colour & 255) + 24 || green > (int)(colour & 255) + 6;
	}
	return high ? '*' : (uint32_t)shades[blue > 107 ? 4 : blue < 23 ? 0 : (blue - 23) * 5 / 85];
}

static void draw_halves(const struct snap_pixels *p, bool blocks, struct area area)
{
	for (int y = 0; y < area.height; y++) {
		for (int x = 0; x < area.width; x++) {
			uint32_t upper = mean(p, x, 2 * y), lower = mean(p, x, 2 * y + 1);

			if (blocks)
				area_put_colours(area, x, y, 0x2580, upper, lower);
			else
				area_put(area, x, y, STYLE_NORMAL, shade(upper, lower));
		}
	}
}

void pixel_map_swatch(const struct ui *ui, struct area area, int x, int y, uint32_t colour)
{
	colour |= COLOUR_SET;
	if (pixel_map_has_blocks(ui))
		area_put_colours(area, x, y, 0x2580, colour, colour);
	else
		area_put(area, x, y, STYLE_NORMAL, shade(colour, colour));
}

void pixel_map_glyph(const struct ui *ui, const struct snap_pixels *p, struct area area,
		     const struct map_glyph *g)
{
	if (g->x < 0 || g->y < 0 || g->x >= area.width || g->y >= area.height)
		return;
	if (pixel_map_has_blocks(ui))
		area_put_colours(area, g->x, g->y, g->glyph, COLOUR_SET | g->colour,
				 mean(p, g->x, 2 * g->y));
	else
		area_put(area, g->x, g->y, STYLE_STRONG, g->glyph);
}

bool pixel_map_fits(const struct ui *ui, const struct snap_pixels *p, struct area area)
{
	int width, height;

	pixel_map_cell(ui, &width, &height);
	return p && p->pixel && p->query.width == area.width * width &&
	       p->query.height == area.height * height;
}

void pixel_map_draw(const struct ui *ui, const struct snap_pixels *p, struct area area)
{
	const struct surface *s = &ui->surface;

	if (!pixel_map_fits(ui, p, area))
		return;
	if (s->cell_width)
		area_image(area, p->pixel);
	else
		draw_halves(p, pixel_map_has_blocks(ui), area);
}
