/*
 * The device's side of db/state/state_spreader.h: kernels (gpu/image/k_tag_sets.cu) propagate the tags of data. The CPU device works
 * in the host's arrays; a GPU in its own memory, from which the states and arcs are copied to the host.
 */
#ifndef GPU_IMAGE_TAG_SPREADER_H
#define GPU_IMAGE_TAG_SPREADER_H

#include "db/state/state_spreader.h"
#include "gpu/device/device.h"
#include "gpu/image/image.h"

struct tag_spreader {
	struct state_spreader spreader; /* first */
	struct queue *queue;            /* borrowed */
	/* The timing graph in topological order, by place: lent by the host, or device memory. */
	const struct timing_graph *timing; /* borrowed: whose places these are; NULL = none */
	int32_t n_placed;                  /* and which of those that it had */
	const int32_t *row, *arc, *head, *order, *place; /* place: of each vertex */
	const uint8_t *launches;
	bool keeps_arcs; /* the states that it makes may leave them here: state_graph_need_arcs() */
	/* The states made last, if they are in device memory and more than the timing graph's vertices: their arcs, and the arc of
	 * the timing graph from which each takes its delay. Kept until the next are made, if the host needs them. */
	const struct state_graph *made; /* borrowed: the states that these are of; NULL = none */
	struct image_left arcs;         /* owned */
	int32_t *d_type;                /* device, owned [arcs.n_arcs] */
};

/* The queue has to outlive it. Copies of a timing graph are kept for the next states of that graph. */
void tag_spreader_init(struct tag_spreader *spreader, struct queue *queue);
/* Free the arcs of the states made last: they go, or their image has been built and the host has the arcs. */
void tag_spreader_drop_made(struct tag_spreader *spreader);
/* To be called before the timing graph is freed; the spreader can then be used for another one. */
void tag_spreader_forget(struct tag_spreader *spreader);

/* The states of a timing graph by a spreader for them alone: see state_graph_new(). STATUS_NO_MEMORY, and what queue_sync()
 * gives. */
enum status tag_spreader_states(struct queue *queue, struct timing_graph *timing, int options,
				struct task *task, struct state_graph **out);

#endif
