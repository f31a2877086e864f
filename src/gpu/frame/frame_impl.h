/* What frame.c and frame_shapes.c share. */
#ifndef GPU_FRAME_FRAME_IMPL_H
#define GPU_FRAME_FRAME_IMPL_H

#include "gpu/frame/frame.h"

/* The tiles of the frame that shapes touch. */
struct frame_tiles {
	int32_t columns, rows;
	int32_t *row, *shape; /* owned */
	bool place;
};

/* With columns and rows set: which shapes touch each, as a CSR. */
enum status frame_sort_into_tiles(const struct frame_shapes *shapes, struct frame_tiles *tiles);

#endif
