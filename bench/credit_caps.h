/* What bench_search chooses paths by: endpoints with caps, and a clock tree for credit. */
#ifndef BENCH_CREDIT_CAPS_H
#define BENCH_CREDIT_CAPS_H

#include "gpu/search/search.h"

/* A new graph with all arcs the other way round and sources and sinks exchanged: it has the same
 * paths with the same slacks. */
enum status transpose_graph(const struct graph *graph, struct task *task, struct graph **out);

/* Each pin with sources is a bucket: vertices are called pin/R and pin/F, one after the other. */
enum status caps_of_pins(const struct graph *graph, int64_t per_bucket, struct search_caps *out);

/*
 * A clock tree on the device: buffers by fan-out of CLOCK_FAN_OUT until there is one for each of
 * the launching or capturing ends, which are spread over the leaves by their numbers. Late and
 * early drift apart by 3 ps a stage.
 */
enum { CLOCK_FAN_OUT = 5 };
enum status make_clock_tree(const struct graph *graph, struct queue *queue, enum credit_mode mode,
			    bool transposed, struct device_credit *out);

void release_credit_caps(struct queue *queue, struct search_caps *caps,
			 struct device_credit *credit);

#endif
