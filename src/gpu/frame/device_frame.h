/* What is drawn over a map. */
#ifndef GPU_FRAME_DEVICE_FRAME_H
#define GPU_FRAME_DEVICE_FRAME_H

#include <stdint.h>

enum frame_shape_kind {
	FRAME_LINE, /* from (x1, y1) to (x2, y2) */
	FRAME_FILL, /* a rectangle between them */
};

struct frame_shape {
	float x1, y1, x2, y2; /* pixels */
	float half;           /* of a line's width */
	int32_t kind;
	uint32_t colour; /* 0xAARRGGBB */
};

#endif
