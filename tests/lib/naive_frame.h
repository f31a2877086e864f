/*
 * What a frame of the layout window shows, pixel by pixel from the definitions in snap/frame.h,
 * gpu/frame/frame.h and gpu/frame/frame_args.h: all cells, all bins and all shapes are looked at for each.
 */
#ifndef TESTS_LIB_NAIVE_FRAME_H
#define TESTS_LIB_NAIVE_FRAME_H

#include "gpu/frame/frame.h"

/* The map that is shown, as for frame_set_map(); level NULL = none. */
struct naive_map {
	int32_t columns, rows, rest;
	const uint16_t *level;
	const uint32_t *colour;
};

/* Colours by type, as tests give them to frame_set_tints(). */
#define NAIVE_TINT(type) (0x102030u * ((uint32_t)(type) + 1))

/* The ground, without shapes. No more than a thousand cells that aren't all of the same height. */
void naive_ground(const struct frame_drawing *drawing, const struct placement *placement,
		  const struct naive_map *map, uint32_t *pixels);

/* The smallest component there. */
int32_t naive_component_at(const struct placement *placement, double x, double y);

/* As the caller asked for it, not cut to the frame. */
struct naive_shape {
	double x1, y1, x2, y2, half;
	bool is_line;
	uint32_t colour;
};

/* Over what is there, in double. */
void naive_shapes(const struct naive_shape *shape, int64_t n, int32_t width, int32_t height,
		  uint32_t *pixels);
/* As they are drawn, in float: the same bytes. */
void naive_kept_shapes(const struct frame_shapes *shapes, int32_t width, int32_t height,
		       uint32_t *pixels);

#endif
