/*
 * The naive reference of constrained timing: every path of a small design, one by one, with what
 * its end demands of it. From naive_timing.h's delays by plain recursion; no tags, no graph of
 * states.
 *
 * What starts: data that a clock edge launches at a register's clock pin; an input delay (one at a
 * source of its own clock doesn't; that clock starts there); with all_inputs, ports without any.
 * Data doesn't pass pins where a clock is defined, nor registers.
 *
 * Where it ends, at a pin with output delays: by each of those; else, with checks: by each check
 * and each clock edge that comes to its clock pin, as a clock; by each check alone if no clock
 * comes to any of them. A port with a required time (TAU) ends as well, whatever exceptions say. A
 * pin with none of these is an end for path delays, if a max or min delay names it in its -to, or
 * no arc leaves it. Beside all that, the enable of a clock gate ends by each clock edge at the gate.
 *
 * Slacks: setup: capture (early) + relation − launch (late) …; one without a capturing clock edge,
 * or without a launching one, is there for path delays only. Clock groups exclude pairs, path
 * delays too.
 */
#ifndef TESTS_LIB_NAIVE_PATHS_H
#define TESTS_LIB_NAIVE_PATHS_H

#include "naive_timing.h"

enum naive_end {
	NAIVE_END_CHECK,
	NAIVE_END_OUTPUT,   /* set_output_delay */
	NAIVE_END_REQUIRED, /* TAU */
	NAIVE_END_OPEN,     /* of path delays alone */
	NAIVE_END_GATE,     /* a clock gating check */
};

/* timing.md's two definitions of the credit for what clock paths have in common. */
enum naive_cppr { NAIVE_CPPR_TAU, NAIVE_CPPR_STA, N_NAIVE_CPPR };

struct naive_path {
	enum split split;
	enum naive_end end;
	int32_t end_id;      /* in naive.check, constraints->output_delay, naive.gate; -1 */
	int32_t input_delay; /* in constraints->input_delay; -1 = a register's clock pin, or none */
	int32_t launch, capture; /* clock edges, 2·clock + edge; -1 = none */
	int32_t delay_exception; /* the max/min delay it is held to, -1 = none */
	const char *group;       /* borrowed */
	/* fs, before any credit; the last two are NAIVE_NONE where the check's margin is no number
	 */
	int64_t arrival, required, slack;
	int64_t latency;              /* in arrival: the launching clock's, fs */
	bool of_clock;                /* it begins at a clock's source: a clock as data */
	int64_t credit[N_NAIVE_CPPR]; /* ≥ 0, to be added to the slack */
	bool external_credit;         /* for an input or output delay of a generated clock */
	int32_t n_vertices;
	int32_t *vertex; /* owned: 2·pin + edge, from the startpoint to the endpoint */
	int64_t *arc;    /* owned [n_vertices - 1]: in naive.arc */
};

struct naive_paths {
	struct naive timing;
	int64_t n, capacity;
	struct naive_path *path; /* owned; by slack (before credit), see naive_sort() */
};

/* Enumerate; false when there are more than `most`, or bad numbers in delays or at ends
 * (timing.n_bad): then there are none. Must be released either way. */
bool naive_paths(const struct naive_input *in, int64_t most, struct naive_paths *out);
void naive_paths_release(struct naive_paths *paths);

/* Slack with the credit of a definition, or of none (N_NAIVE_CPPR). */
int64_t naive_slack(const struct naive_path *path, enum naive_cppr cppr);
/* By that, then by split, group, vertices, arcs, edges and end: the same for the same paths. */
void naive_sort(struct naive_path *path, int64_t n, enum naive_cppr cppr);

/* What a report asks for. */
struct naive_query {
	enum split split;
	enum naive_cppr cppr;
	const char *group;                /* NULL = all */
	const struct path_filter *filter; /* NULL = all; see naive_is_asked_for() */
	int64_t per_group;                /* the worst of each group … */
	int64_t per_endpoint;             /* … of which at most so many end at one pin */
	bool unique;                      /* of those through the same pins of a group, the worst */
	int64_t slack_min, slack_max;     /* fs, both included */
};

#define NAIVE_QUERY_INIT                                                                           \
	{                                                                                          \
		.split = LATE, .cppr = N_NAIVE_CPPR, .per_group = INT64_MAX,                       \
		.per_endpoint = INT64_MAX, .slack_min = INT64_MIN, .slack_max = INT64_MAX          \
	}

/* Indices of the paths, worst first in the order of naive_sort(); returns how many. `index` has
 * room for paths->n. Among equal slacks that order decides what a limit cuts off. */
int64_t naive_select(struct naive_paths *paths, const struct naive_query *query, int64_t *index);

/* naive_ends.c: the vertex at which the clock of a gate checks a path. */
int32_t naive_gate_clock(const struct naive *naive, const struct naive_path *path);

/* naive_starts.c */
struct naive_start {
	int32_t vertex;
	int32_t launch;      /* clock edge, -1 = none */
	int32_t input_delay; /* -1 = a register's clock pin, or none */
	bool is_register;    /* the path goes on along launch arcs */
	bool is_clock;       /* a clock as data, at its source */
	int64_t arrival;     /* fs, with the edge's time and latency */
	int64_t latency;
};

typedef void naive_start_fn(void *context, const struct naive_start *start);
void naive_starts(const struct naive *naive, enum split split, naive_start_fn *add_start,
		  void *context);
/* The worst arrival of data at each vertex that a clock edge (-1 = none) launched, whatever
 * exceptions say; of clocks as data where an end lies ahead. fs, NAIVE_NONE. For designs of any
 * size. */
void naive_arrivals(const struct naive *naive, enum split split, int32_t launch, int64_t *arrival);

/* naive_required.c: from those arrivals, and for constraints without exceptions, the worst required
 * times of that data, and of the clock edge in its network where it launches some; of any size. */
void naive_required(const struct naive *naive, enum split split, int32_t launch,
		    const int64_t *arrival, int64_t *data, int64_t *clock);

/* naive_ends.c: all ends of a path at its last vertex; add_end() is called with each, its required
 * time and group filled in. */
typedef void naive_end_fn(void *context, const struct naive_path *path);
void naive_ends(const struct naive *naive, struct naive_path *path, naive_end_fn *add_end,
		void *context);

/* naive_exceptions.c: is a path what the filter of an exception is about? */
bool naive_meets(const struct path_filter *filter, const struct naive_path *path);
/* The same for a report, where -from may name the output by which a path leaves its register: then
 * it begins there. */
bool naive_is_asked_for(const struct path_filter *filter, const struct naive_path *path);
/* The exception of a kind that a path has to follow in a split, -1 = none. */
int32_t naive_exception(const struct constraints *constraints, enum exception_kind kind,
			enum split split, const struct naive_path *path);

/* naive_cppr.c: fill in the credits. */
void naive_credit(const struct naive *naive, struct naive_path *path);

/* naive_segments.c: where set_max_delay and set_min_delay cut paths. Does one begin at a vertex, may one
 * end at a pin; and does what comes along an arc's tail (or begins there) go no further? */
bool naive_segment_starts(const struct naive *n, int32_t vertex);
bool naive_segment_ends(const struct naive *n, int32_t pin);
bool naive_segment_cuts(const struct naive *n, const struct naive_arc *arc, bool begins);

#endif
