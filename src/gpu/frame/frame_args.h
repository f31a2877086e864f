/* Arguments of k_frame.cu. Pixels are 0xXXRRGGBB, top row first. */
#ifndef GPU_FRAME_FRAME_ARGS_H
#define GPU_FRAME_FRAME_ARGS_H

#include <stdint.h>

#include "gpu/density/device_density.h"
#include "gpu/frame/device_frame.h"

/* Where a pixel lies: pixel (i, j)'s centre is x0 + i × x_right + j × x_down from the die's left
 * edge, in lengths, and so on. */
struct frame_ground {
	double x0, x_right, x_down, y0, y_right, y_down;
	double width, height; /* of the die */
	/* Rectangles, from the die's corner, that a polygon is cut into; none: all of it is die. */
	const struct density_box_32 *part;
	int32_t n_parts;
};

/* A map whose values are places on a scale: 1 … 65535; 0 = there is none. */
struct frame_map {
	int32_t columns, rows;
	const uint16_t *level;  /* [rows][columns], NULL = there is no map */
	const uint32_t *colour; /* [256] along the scale */
	int32_t rest; /* of bins that share a pixel the one farthest from this level is shown */
	double bins_x, bins_y;   /* a length */
	double reach_x, reach_y; /* bins to either side of a pixel's centre that are looked at */
};

struct frame_halve_args {
	int32_t columns, rows; /* of the finer map */
	const uint16_t *level;
	int32_t rest;
	uint16_t *halved; /* out [(rows + 1) / 2][(columns + 1) / 2] */
};

/* Components by the part of the die that contains them, of columns × rows parts. */
struct frame_cells {
	const struct density_box_32 *box; /* from the die's lower left corner; x2 < x1 = nowhere */
	const uint8_t *fixed;
	const int32_t *part_row; /* [columns × rows + 1] */
	const int32_t *part_cell;
	int32_t columns, rows;
	double parts_x, parts_y; /* a length */
	double pixel;            /* lengths */
	int32_t outline, fill;   /* 255ths of outlines, and of the inside of fixed ones */
	const uint8_t *tint;     /* of each cell one of … */
	const uint32_t *colour;  /* [FRAME_TINTS] 0xXXRRGGBB */
	int32_t tinted;          /* cells have these colours */
};

struct frame_flat_args {
	int32_t width; /* of the frame */
	struct frame_ground ground;
	struct frame_map map;
	struct frame_cells cells;
	uint32_t background, die, ink;
	uint32_t *pixel; /* out */
};

struct frame_relief_args {
	int32_t width, height;
	struct frame_ground ground;
	struct frame_map map;
	int32_t most; /* pixels that a map of level 65535 stands above the ground */
	uint32_t background, die;
	uint32_t *pixel; /* out */
};

enum {
	FRAME_TILE = 16, /* pixels along each axis */
	FRAME_RUN = 32,  /* pixels of a row that an item of frame_flat or frame_shapes has */
};

struct frame_shapes_args {
	int32_t width, tiles_x;
	const int32_t *tile_row;   /* of each tile, row by row, which shapes touch it, */
	const int32_t *tile_shape; /* later ones over earlier ones */
	const struct frame_shape *shape;
	uint32_t *pixel; /* in and out */
};

#endif
