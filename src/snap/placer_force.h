#ifndef SNAP_PLACER_FORCE_H
#define SNAP_PLACER_FORCE_H

/* What acts on a cell: by how much the smooth length of nets grows when it moves by a width of a bin, and how hard density pushes, times lambda. */
struct placer_force {
	double pull_x, pull_y, push_x, push_y;
};

#endif
