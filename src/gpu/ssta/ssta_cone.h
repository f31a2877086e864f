/*
 * Parts of the graph in dies: the fan-in of an endpoint, or a path with the clocks at both its ends. With them
 * slacks that a run hasn't kept are computed again from the keys, and the worst path of a die is known
 * (gpu/ssta/k_ssta_cone.cu). A part doesn't change with the number of dies; it is of the nominal timing.
 */
#ifndef GPU_SSTA_SSTA_CONE_H
#define GPU_SSTA_SSTA_CONE_H

#include "gpu/ssta/device_ssta.h"
#include "gpu/ssta/ssta.h"

struct ssta_cone {
	int32_t n_nodes, n_ops, n_sinks;
	int32_t *node_row;      /* owned [n_nodes + 1]: ops */
	int32_t *node_vertex;   /* owned [n_nodes]: of the timing graph */
	uint8_t *node_split;    /* owned [n_nodes] */
	struct ssta_op *op;     /* owned [n_ops] */
	int64_t *op_before;     /* owned [n_ops] fs: the part of its nominal before its arc */
	struct ssta_sink *sink; /* owned [n_sinks] */
	int32_t *sink_end;      /* owned [n_sinks]: the endpoint it belongs to */
	/* owned: the vertices that a path passes from an op's source to its head, which is the first; then
	 * those from a sink's data on */
	int32_t *hop_row; /* [n_ops + n_sinks + 1] */
	int32_t *hop_vertex;
	int64_t *node_nominal; /* owned [n_nodes] fs; negated where it is early */
	int64_t nominal;       /* the least slack, fs */
};

void ssta_cone_free(struct ssta_cone *cone); /* NULL is fine */
RELEASER(ssta_cone_drop, struct ssta_cone, ssta_cone_free)

/* What makes them: it keeps what is the same for all. The design's timing is the nominal one. */
struct ssta_coner;

enum status ssta_coner_new(const struct ssta *ssta, struct ssta_coner **out);
void ssta_coner_free(struct ssta_coner *coner); /* NULL is fine */
RELEASER(ssta_coner_drop, struct ssta_coner, ssta_coner_free)

/* The fan-in of an endpoint of the run; of −1, of all. */
enum status ssta_cone_of_endpoint(struct ssta_coner *coner, int32_t endpoint,
				  struct ssta_cone **out);
/* The fan-in of a pin, but of data that begin without the latency of their clock. Its slacks are minus its latest arrival, of hold its earliest one. STATUS_FAILED where nothing arrives. */
enum status ssta_cone_of_pin(struct ssta_coner *coner, int32_t pin, struct ssta_cone **out);
/* A path: n states of the state graph, and its sink. The clock's arrival at its beginning is the latest in each
 * die (hold: earliest), that at its end the other way. STATUS_FAILED where it isn't one of the run's split. */
enum status ssta_cone_of_path(struct ssta_coner *coner, const int32_t *state, int64_t n,
			      int32_t sink, struct ssta_cone **out);

/* ---- in dies ---- */

/* The least slack of each of n parts in samples begin … end − 1: slack[part × (end − begin) + sample − begin],
 * fs. */
enum status ssta_cones_run(const struct ssta *ssta, struct ssta_cone *const *cone, int32_t n,
			   int64_t begin, int64_t end, int64_t *slack);
/* In how many of n samples (ascending) the worst path passes each op, then each sink: passed [n_ops + n_sinks]
 * is added to. */
enum status ssta_cone_trace(const struct ssta *ssta, const struct ssta_cone *cone,
			    const int64_t *sample, int64_t n, int64_t *passed);

/* One op in one sample, on the host; times as they are, also where early ones are negated. */
struct ssta_lane {
	int32_t op;
	int64_t source, nominal, increment, delay,
		sum; /* fs: delay = nominal + increment, sum = source + delay */
};

/* Arrivals at all nodes in a sample, fs (negated where they are early): at [n_nodes]; the first sink with
 * the least slack, and that. */
enum status ssta_cone_die(const struct ssta *ssta, const struct ssta_cone *cone, int64_t sample,
			  int64_t *at, int32_t *sink, int64_t *slack);
/* The shared part of z by region in a sample, owned by the caller; NULL when nothing is shared. */
enum status ssta_die_shared(const struct ssta *ssta, int64_t sample, int32_t **out);

struct ssta_cone_sample {
	const struct ssta *ssta;
	const struct ssta_cone *cone;
	int64_t sample;
	int64_t *at;     /* of ssta_cone_die() */
	int32_t *shared; /* of ssta_die_shared() */
};

void ssta_cone_lane(const struct ssta_cone_sample *in, int32_t op, struct ssta_lane *out);
/* z of an op in a sample, to 2^-23. */
double ssta_cone_z(const struct ssta *ssta, const struct ssta_op *op, const int32_t *shared,
		   int64_t sample);

#endif
