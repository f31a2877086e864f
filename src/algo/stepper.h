/*
 * What iterates does so in steps of two grains: coarse ones that a user thinks in (a deviation
 * level, a batch of samples) and fine ones that are about a kernel each. Whatever drives steps
 * (commands, timeline keys, play) works on this and knows no algorithm.
 */
#ifndef ALGO_STEPPER_H
#define ALGO_STEPPER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/task.h"

enum grain { GRAIN_COARSE, GRAIN_FINE, N_GRAINS };

struct stepper;
struct snap;

struct stepper_ops {
	const char *name;             /* "path search" */
	const char *grains[N_GRAINS]; /* "level", "kernel" */
	/* One step; nothing when finished. On failure or cancellation the coarse steps that were
	 * complete stay, and stepping may go on; fine steps of the one that wasn't are gone. */
	enum status (*step)(struct stepper *stepper, enum grain grain);
	bool (*finished)(const struct stepper *stepper);
	/* A snapshot of all steps so far. */
	enum status (*snapshot)(struct stepper *stepper, struct snap **out);
	void (*end)(struct stepper *stepper);
};

struct stepper {
	const struct stepper_ops *ops;
};

#endif
