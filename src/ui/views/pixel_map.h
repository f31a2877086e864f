/* A frame of the layout in a part of the screen: as pixels where the terminal has them, else by half-blocks, else by shades. */
#ifndef UI_VIEWS_PIXEL_MAP_H
#define UI_VIEWS_PIXEL_MAP_H

#include "snap/pixels.h"
#include "ui/ui.h"

/* Half-blocks in colours, not shades. */
bool pixel_map_has_blocks(const struct ui *ui);
/* Ask for the frame of a query, which gets the size of these columns and rows. */
void pixel_map_want(struct ui *ui, struct frame_query *query, int columns, int rows);
/* Draw it, if it is there and as large. */
void pixel_map_draw(const struct ui *ui, const struct snap_pixels *pixels, struct area area);

#endif
