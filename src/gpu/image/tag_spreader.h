/*
 * The device's side of db/state/state_spreader.h: data spreads by kernels (gpu/image/k_tag_sets.cu), on processors in the host's
 * arrays, on a GPU in its memory, from where the host gets copies.
 */
#ifndef GPU_IMAGE_TAG_SPREADER_H
#define GPU_IMAGE_TAG_SPREADER_H

#include "db/state/state_spreader.h"
#include "gpu/device/device.h"
#include "gpu/image/image.h"

struct tag_spreader {
	struct state_spreader spreader; /* first */
	struct queue *queue;            /* borrowed */
	/* Of the timing graph, by place: lent by the host, or device memory. */
	const struct timing_graph *timing; /* borrowed: whose places these are; NULL = none */
	int32_t n_placed;                  /* and which of those that it had */
	const int32_t *row, *arc, *head, *order, *place; /* place: of each vertex */
	const uint8_t *launches;
	/* What it has made last, if that is in memory of the device, and isn't the timing graph: arcs, and where each of them has
	 * its delay from. */
	const struct state_graph *made; /* borrowed: the states that these are of; NULL = none */
	struct image_left arcs;         /* owned */
	int32_t *d_type;                /* device, owned [arcs.n_arcs] */
};

/* On a queue that outlives it. What it has of a timing graph it keeps for the next states. */
void tag_spreader_init(struct tag_spreader *spreader, struct queue *queue);
/* Once there is an image of what it has made, or it isn't wanted. */
void tag_spreader_drop_made(struct tag_spreader *spreader);
/* Before the timing graph goes; it can be used again. */
void tag_spreader_forget(struct tag_spreader *spreader);

/* The states of a timing graph by a spreader for them alone: see state_graph_new(). STATUS_NO_MEMORY, and what queue_sync()
 * gives. */
enum status tag_spreader_states(struct queue *queue, struct timing_graph *timing, int options,
				struct task *task, struct state_graph **out);

#endif
