#ifndef SNAP_PLACER_FORCE_H
#define SNAP_PLACER_FORCE_H

/* The forces on a cell: the gradient of the smoothed wire length (pull), per width of a bin, and
 * lambda times that of density (push). */
struct placer_force {
	double pull_x, pull_y, push_x, push_y;
};

#endif
