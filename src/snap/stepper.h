/*
 * The interface of iterative algorithms, which run in steps of two grains (snap/timeline.h).
 * Commands, keys and play drive steppers by it without knowing the algorithm.
 */
#ifndef SNAP_STEPPER_H
#define SNAP_STEPPER_H

#include "snap/timeline.h"

struct stepper;
struct forces_query;
struct snap_forces;

struct stepper_ops {
	/* Do one step; nothing if finished. After a failure or cancellation the completed coarse
	 * steps stay, and stepping may continue; fine steps of the incomplete one are dropped,
	 * unless nothing depends on its completion. */
	enum status (*step)(struct stepper *stepper, enum grain grain);
	bool (*finished)(const struct stepper *stepper);
	/* The timeline of all steps so far. */
	enum status (*timeline)(struct stepper *stepper, struct snap_timeline **out);
	/* Set the readable data to those at a place on the timeline; NULL = data of all places can
	 * be read at any time. */
	enum status (*show)(struct stepper *stepper, int64_t place);
	/* The result of all steps so far; NULL = read by other functions. */
	enum status (*snapshot)(struct stepper *stepper, struct snap **out);
	/* The forces on cells at the place of the last show(); NULL = none. */
	enum status (*forces)(struct stepper *stepper, const struct forces_query *query,
			      struct snap_forces **out);
	void (*end)(struct stepper *stepper);
};

struct stepper {
	const struct stepper_ops *ops;
};

#endif
