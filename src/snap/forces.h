/* What moves cells at an iteration of a global placement, and where they were before. */
#ifndef SNAP_FORCES_H
#define SNAP_FORCES_H

#include "db/layout/placement.h"
#include "snap/placer_force.h"
#include "snap/snap.h"

enum { FORCES_COLUMNS = 24, FORCES_ROWS = 16 }; /* of the field, at most */

struct forces_query {
	int32_t component;     /* whose forces, -1 = none */
	int32_t columns, rows; /* parts of the core whose field is read, 0 = none is */
};

struct snap_forces {
	struct snap snap;
	int32_t iteration; /* -1 = cells are on sites, or nothing is being placed */
	/* Owned references: the placement that this is of, and the one that cells come from: at an iteration the beginning, on sites the iteration that
	 * was legalised. NULL = nothing is being placed. */
	struct placement *of, *from;
	bool has_force; /* of the component asked for */
	struct placer_force force;
	/* Mean field of density by parts of the core, [2][rows][columns], x and y, widths of a bin. */
	struct rect core;
	int32_t columns, rows;
	double field[2 * FORCES_ROWS * FORCES_COLUMNS], strongest;
};

/* Of nothing. */
enum status snap_forces_new(int64_t serial, struct snap_forces **out);
/* Of part i of the field where it is in the middle of (lengths), and which part of the strongest it is along x and y. */
struct field_part {
	double x, y, share_x, share_y;
};
struct field_part snap_forces_part(const struct snap_forces *forces, int32_t i);

#endif
