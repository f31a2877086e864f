/*
 * Arguments of k_ssta_cone.cu: dies of a part of the graph, of which every arrival is kept.
 *
 * A part is the fan-in of an endpoint, or a path. Its nodes are in topological order, and the ops (struct
 * ssta_op) of a node follow each other; sources are nodes of the same part.
 */
#ifndef GPU_SSTA_SSTA_CONE_ARGS_H
#define GPU_SSTA_SSTA_CONE_ARGS_H

#include <stdint.h>

#include "gpu/ssta/device_ssta.h"

/* Quads of samples that a team does side by side. */
enum { SSTA_CONE_QUADS = 32 };

struct ssta_cone_part {
	int32_t first_op, end_op, first_sink, end_sink;
	int32_t first_node; /* of node_row */
	int32_t padding;
};

/* Some quads of samples in a part. */
struct ssta_cone_work {
	int64_t first; /* of quad[] */
	int64_t out;   /* where its slacks go */
	int32_t part, n;
};

/* Item: of work. */
struct ssta_cone_args {
	struct ssta_samples samples;
	const struct ssta_cone_part *part;
	const struct ssta_op *op;
	const int32_t *node_row; /* [nodes + 1 of each part]: ops */
	const struct ssta_sink *sink;
	const struct ssta_cone_work *work;
	const uint32_t *quad; /* a sample / 4 */
	/* by place in quad[]: bits of the samples whose worst paths are counted; NULL = none are */
	const uint8_t *counted;
	int64_t *at; /* fs: [nodes × 4 × SSTA_CONE_QUADS] for each item, on the CPU each thread */
	int64_t stride;  /* times from one to the next */
	int64_t *slack;  /* out, fs: 4 of each quad; NULL = they aren't asked for */
	int64_t *passed; /* out: by op, then by sink: samples whose worst path passes it */
	int64_t n_ops;   /* of all parts */
};

#endif
