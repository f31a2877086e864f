/* Smooth lines and discs on a canvas, clipped to it. */
#ifndef DRAW_STROKES_H
#define DRAW_STROKES_H

#include "draw/letters.h"

/* From one place to another (pixels), with round ends, `half` its width to either side. */
void canvas_line(const struct canvas *canvas, double x0, double y0, double x1, double y1,
		 double half, uint32_t colour);
void canvas_disc(const struct canvas *canvas, double x, double y, double radius, uint32_t colour);

#endif
