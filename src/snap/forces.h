/* The forces on cells in an iteration of a global placement, and the cells' earlier places. */
#ifndef SNAP_FORCES_H
#define SNAP_FORCES_H

#include "db/layout/placement.h"
#include "snap/placer_force.h"
#include "snap/snap.h"

enum { FORCES_COLUMNS = 24, FORCES_ROWS = 16 }; /* of the field, at most */

struct forces_query {
	int32_t component;     /* whose forces, -1 = none */
	int32_t columns, rows; /* parts of the core whose field is read, 0 = none */
};

struct snap_forces {
	struct snap snap;
	int32_t iteration; /* -1 = cells are legalised, or nothing is being placed */
	/* Owned references: the placement, and the one that its cells moved from: of an iteration,
	 * the initial placement; of a legalised one, the iteration before. NULL = nothing is being
	 * placed. */
	struct placement *of, *from;
	bool has_force; /* `force` is that of the requested component */
	struct placer_force force;
	/* Mean field of density by parts of the core, [2][rows][columns], x and y, widths of a bin. */
	struct rect core;
	int32_t columns, rows;
	double field[2 * FORCES_ROWS * FORCES_COLUMNS], strongest;
};

/* A snapshot without forces. */
enum status snap_forces_new(int64_t serial, struct snap_forces **out);
/* The centre of part i of the field (lengths), and its field along x and y as shares of the
 * strongest. */
struct field_part {
	double x, y, share_x, share_y;
};
struct field_part snap_forces_part(const struct snap_forces *forces, int32_t i);

#endif
