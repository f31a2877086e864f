/*
 * What iterates does so in steps of two grains (snap/timeline.h). Whatever drives steps (commands,
 * keys, play) works on this and knows no algorithm.
 */
#ifndef SNAP_STEPPER_H
#define SNAP_STEPPER_H

#include "snap/timeline.h"

struct stepper;
struct forces_query;
struct snap_forces;

struct stepper_ops {
	/* One step; nothing when finished. On failure or cancellation the coarse steps that were
	 * complete stay, and stepping may go on; fine steps of the one that wasn't are gone, or stay where nothing depends
	 * on the rest of it. */
	enum status (*step)(struct stepper *stepper, enum grain grain);
	bool (*finished)(const struct stepper *stepper);
	/* All steps so far. */
	enum status (*timeline)(struct stepper *stepper, struct snap_timeline **out);
	/* Make what can be read that of a place on the timeline, by whatever way is shortest; NULL:
	 * what there was at earlier places can be read at any time. */
	enum status (*show)(struct stepper *stepper, int64_t place);
	/* What came of all steps so far; NULL when it is read otherwise. */
	enum status (*snapshot)(struct stepper *stepper, struct snap **out);
	/* What moves cells at the place that show() went to last; NULL = it moves none. */
	enum status (*forces)(struct stepper *stepper, const struct forces_query *query,
			      struct snap_forces **out);
	void (*end)(struct stepper *stepper);
};

struct stepper {
	const struct stepper_ops *ops;
};

#endif
