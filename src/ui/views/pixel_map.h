/* A frame of the layout in a part of the screen: as pixels if the terminal can, else as
 * half-blocks, else as shades. */
#ifndef UI_VIEWS_PIXEL_MAP_H
#define UI_VIEWS_PIXEL_MAP_H

#include "snap/pixels.h"
#include "ui/ui.h"

/* Are maps drawn as coloured half-blocks rather than shades? */
bool pixel_map_has_blocks(const struct ui *ui);
/* Request the frame of a query, whose size is set to these columns and rows. */
void pixel_map_want(struct ui *ui, struct frame_query *query, int columns, int rows);
/* The size of a screen cell in pixels. */
void pixel_map_cell(const struct ui *ui, int *width, int *height);
/* Draw a swatch of a map's colour, in a cell of the screen. */
void pixel_map_swatch(const struct ui *ui, struct area area, int x, int y, uint32_t colour);
/* A character over a map of half-blocks or shades. */
struct map_glyph {
	int x, y; /* cells of the area */
	uint32_t glyph, colour;
};
void pixel_map_glyph(const struct ui *ui, const struct snap_pixels *pixels, struct area area,
		     const struct map_glyph *glyph);
/* Has the map been read, in the size of the area? */
bool pixel_map_fits(const struct ui *ui, const struct snap_pixels *pixels, struct area area);
/* Draw the map, if it fits. */
void pixel_map_draw(const struct ui *ui, const struct snap_pixels *pixels, struct area area);

#endif
