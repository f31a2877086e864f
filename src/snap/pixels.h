/*
 * Pixels for the terminal: a frame of the layout, drawn by what draws the window's (snap/frame.h), without what
 * is written over it but for names. The snapshot has the pixels itself.
 */
#ifndef SNAP_PIXELS_H
#define SNAP_PIXELS_H

#include "snap/frame.h"

enum { PIXELS_MOST = 8192 }; /* along an axis */

REQUEST_BEGIN
struct pixels_request {
	int64_t edition, map; /* another after each command; board_map_edition() */
	struct frame_query query;
};
REQUEST_END

struct snap_pixels {
	struct snap snap;
	struct frame_query query; /* as it was asked */
	uint32_t *
		pixel; /* owned [query.height][query.width], 0xXXRRGGBB, from the top; NULL = none */
	bool by_levels; /* columns are levels of logic, as nothing is placed */
};

enum status snap_pixels_new(int64_t serial, const struct frame_query *query,
			    struct snap_pixels **out);

#endif
