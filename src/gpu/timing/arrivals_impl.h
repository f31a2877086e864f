/* Shared by arrivals.c, which steps, and arrivals_read.c. */
#ifndef GPU_TIMING_ARRIVALS_IMPL_H
#define GPU_TIMING_ARRIVALS_IMPL_H

#include "gpu/timing/arrival_args.h"
#include "gpu/timing/arrivals.h"

/* Levels found, counted down and swept at a place of the timeline. */
struct arrival_place {
	int32_t n_found, n_counted, n_swept;
	bool levelized;
};

/* Device memory (d_) is owned. */
struct arrivals {
	struct stepper stepper;
	struct image *image; /* borrowed */
	struct queue *queue, *view_queue;
	int64_t serial;
	bool late;   /* of the image's weights at the beginning */
	int fs_bits; /* their width */

	/* By state: */
	int32_t *d_vertex;    /* its vertex, or n_vertices + its sink */
	int32_t *d_remaining; /* in-degree not counted down yet */
	int32_t *d_level;     /* above all levels = not known yet */
	int64_t *d_prefix;    /* fs: the least signed sum so far, FS_NONE_64 = none */
	int32_t *d_came;      /* place in the fan-in of the deciding arc, -1 = none */
	int32_t *d_order;     /* states by level and vertex, those of level l from begin[l] on */
	int32_t *d_frontier;  /* the frontier, in any order */
	uint32_t *d_key, *d_sorted;
	int32_t *d_fan_in;
	void *d_in_weight; /* [n_arcs] fs, in the order of the fan-in */
	/* Read back by the host: states of the frontier, of the level, its widest fan-in. */
	struct arrival_counts {
		int64_t n_arcs;
		struct level_range range;
		int32_t n_frontier, n_level, widest;
	} * d_counts;

	/* Host, owned: */
	struct arrival_level *level;
	int64_t *begin; /* [n_found + 1]: their states in d_order */
	struct snap_step *step;
	struct arrival_place *place; /* [n_steps]: after each */
	int64_t level_capacity, begin_capacity, step_capacity, place_capacity, n_steps;
	struct arrival_place now;
	int32_t n_frontier; /* states in d_frontier */
	double ms;          /* of the coarse step under way */
	bool torn;          /* a cancelled step has left d_remaining invalid */
};

#endif
