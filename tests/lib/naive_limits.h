/*
 * The naive reference of credit and caps: clock networks with their chains written out, and the
 * ranking of all paths of a small graph by sorting them. Written from the definitions in
 * gpu/search/search.h and gpu/kernel/kernels.h, with none of warpscope's code.
 */
#ifndef TESTS_LIB_NAIVE_LIMITS_H
#define TESTS_LIB_NAIVE_LIMITS_H

#include "brute.h"
#include "gpu/search/search.h"

/* A clock network: nodes are transitions of pins, pins are numbered from the roots on. */
enum { CLOCK_MAX_NODES = 80 };

struct clock_network {
	int32_t n;
	int32_t up[2][CLOCK_MAX_NODES]; /* by split: early, late */
	int32_t pin[CLOCK_MAX_NODES], rank[CLOCK_MAX_NODES];
	int32_t segment[CLOCK_MAX_NODES];
	uint8_t place[CLOCK_MAX_NODES];
	uint8_t edge[CLOCK_MAX_NODES];
	int64_t arrival[2][CLOCK_MAX_NODES]; /* fs, by split */
};

/* A random one; late arrivals are mostly, not always, after early ones. Times are multiples of
 * scale. */
void clock_random(struct clock_network *clock, int64_t scale);

/* The credit between two nodes, -1 = none; by writing out both chains. */
int64_t clock_credit(const struct clock_network *clock, enum credit_mode mode, bool early,
		     int32_t launch, int32_t capture);

/* What the paths of a graph are chosen by. */
struct naive_limits {
	int64_t k, slack_min, slack_max;
	int32_t max_level;
	/* owned: [n_sources], NULL = no caps */
	int32_t *bucket;
	int32_t n_buckets;
	int64_t per_bucket;
	/* owned: [n_sources] and [n_sinks] of the graph, NULL = no credit */
	struct clock_network clock;
	int32_t *source_clock, *sink_clock;
	enum credit_mode mode;
	bool early, transposed;
	/* device, owned: the same for a search, and what its options point to */
	struct device_credit device;
	struct search_caps caps;
};

/* Random caps of n sources: per_bucket up to 4, buckets that are empty, sources of none. */
void limits_random_caps(struct naive_limits *limits, int32_t n_sources);
/* A random clock network and random places of the ends in it, here and on the device. */
void limits_random_credit(struct naive_limits *limits, struct queue *queue, int32_t n_sources,
			  int32_t n_sinks, int64_t scale);
/* Caps, credit or both for a graph. */
void limits_random(struct naive_limits *limits, struct queue *queue, const struct graph *graph,
		   int64_t scale);
void limits_release(struct naive_limits *limits, struct queue *queue);

/* Options for a search that chooses by it. */
struct search_options limits_options(const struct naive_limits *limits);

int64_t limits_credit(const struct naive_limits *limits, int32_t source, int32_t sink);

/* A ranking: paths of brute by rank, and their slacks with credit. */
struct naive_ranking {
	int32_t n;
	int32_t path[BRUTE_MAX_PATHS];
	int64_t slack[BRUTE_MAX_PATHS];
};

/* The ranking of the paths of at most this many deviations; more than k of them if k is smaller. */
void limits_rank(const struct naive_limits *limits, const struct brute *brute, int32_t level,
		 struct naive_ranking *out);

#endif
