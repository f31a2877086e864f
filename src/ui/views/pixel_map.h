/* A frame of the layout in a part of the screen: as pixels where the terminal has them, else by half-blocks, else by shades. */
#ifndef UI_VIEWS_PIXEL_MAP_H
#define UI_VIEWS_PIXEL_MAP_H

#include "snap/pixels.h"
#include "ui/ui.h"

/* Half-blocks in colours, not shades. */
bool pixel_map_has_blocks(const struct ui *ui);
/* Ask for the frame of a query, which gets the size of these columns and rows. */
void pixel_map_want(struct ui *ui, struct frame_query *query, int columns, int rows);
/* Pixels that a cell of the screen has. */
void pixel_map_cell(const struct ui *ui, int *width, int *height);
/* A colour of the map beside it, in a cell of the screen. */
void pixel_map_swatch(const struct ui *ui, struct area area, int x, int y, uint32_t colour);
/* A letter over a map of half-blocks or shades. */
struct map_glyph {
	int x, y; /* cells of the area */
	uint32_t glyph, colour;
};
void pixel_map_glyph(const struct ui *ui, const struct snap_pixels *pixels, struct area area,
		     const struct map_glyph *glyph);
/* Is it there, and as large? */
bool pixel_map_fits(const struct ui *ui, const struct snap_pixels *pixels, struct area area);
/* Draw it, if so. */
void pixel_map_draw(const struct ui *ui, const struct snap_pixels *pixels, struct area area);

#endif
