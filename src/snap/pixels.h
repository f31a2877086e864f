/*
 * Pixels for the terminal: a frame of the layout, drawn like the window's (snap/frame.h), of the
 * texts only names. The snapshot contains the pixels.
 */
#ifndef SNAP_PIXELS_H
#define SNAP_PIXELS_H

#include "snap/forces.h"
#include "snap/frame.h"

enum { PIXELS_MOST = 8192 /* along an axis */, PIXELS_KEYS = 12, PIXELS_VALUES = 5 };

REQUEST_BEGIN
struct pixels_request {
	int64_t edition, map; /* another after each command; board_map_edition() */
	struct frame_query query;
};
REQUEST_END

/* The legend for the colours of cells (enum frame_by). */
struct pixels_legend {
	char title[72];
	bool has_values; /* the first PIXELS_VALUES keys are values of a scale */
	char unit[16];   /* of the values, "" = none */
	int32_t n;
	struct {
		uint32_t colour;
		double value;
		char text[48];
	} key[PIXELS_KEYS];
};

struct snap_pixels {
	struct snap snap;
	struct frame_query query; /* as it was asked */
	uint32_t *
		pixel; /* owned [query.height][query.width], 0xXXRRGGBB, from the top; NULL = none */
	struct camera camera; /* that was used */
	struct pixels_legend legend;
	struct snap_forces *
		forces; /* owned reference, NULL = nothing is being placed, or they weren't asked for */
	struct netlist *netlist; /* owned reference: of the placement, NULL = there is no picture */
	int32_t picked;          /* component at the query's pointer, -1 = none */
	bool by_levels;          /* columns are levels of logic, as nothing is placed */
};

enum status snap_pixels_new(int64_t serial, const struct frame_query *query,
			    struct snap_pixels **out);

#endif
