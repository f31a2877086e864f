/*
 * The naive reference of constrained timing: every path of a small design, one by one, with what
 * its end demands of it. From naive_timing.h's delays by plain recursion; no tags, no graph of
 * states.
 *
 * What starts: data that a clock edge launches at a register's clock pin; an input delay (one at a
 * source of its own clock doesn't; that clock starts there); at 0 ports without any, and
 * registers that no clock reaches.
 * Data doesn't pass pins where a clock is defined, nor registers.
 *
 * Where it ends, at a pin with output delays: by each of those; else, with checks: by each check
 * and each clock edge that reaches its clock pin, as a clock; by each check alone if no clock
 * reaches any of them. A port with a required time (TAU) ends as well, whatever exceptions say. A
 * pin with none of these is an end for path delays, if a max or min delay names it in its -to, or
 * no arc leaves it. Beside all that, the enable of a clock gate ends by each clock edge at the gate, and the
 * pin of a data check by all that is launched somewhere and reaches the related pin (naive_references.c), as
 * does that of a non-sequential check.
 *
 * Slacks: setup: capture (early) + relation − launch (late) …; one without a capturing clock edge,
 * or without a launching one, is there for path delays only; without a launching one also for output delays. Clock groups exclude pairs, path
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
	NAIVE_END_DATA,     /* set_data_check; of end_id and reference also non-sequential checks */
};

/* timing.md's two definitions of the credit for what clock paths have in common. */
enum naive_cppr { NAIVE_CPPR_TAU, NAIVE_CPPR_STA, N_NAIVE_CPPR };

struct naive_path {
	enum split split;
	enum naive_end end;
	int32_t end_id; /* in naive.check, constraints->output_delay, naive.gate, constraints->local; -1 */
	int32_t reference;   /* of a data check, in naive.reference; -1 = not one */
	int32_t input_delay; /* in constraints->input_delay; -1 = a register's clock pin, or none */
	int32_t launch, capture; /* clock edges, 2·clock + edge; -1 = none */
	int32_t delay_exception; /* the max/min delay it is held to, -1 = none */
	const char *group;       /* borrowed; of several: with newlines between them, sorted */
	/* fs, before any credit; the last two are NAIVE_NONE where the check's margin is no number
	 */
	int64_t arrival, required, slack;
	int64_t latency;  /* in arrival: the launching clock's, fs */
	bool of_register; /* it begins at a register's clock pin */
	bool of_clock;    /* it begins at a clock's source: a clock as data */
	bool of_latch;    /* it begins where data leaves a latch, at its input … */
	int32_t enable;   /* … which that vertex opened */
	/* It ends at a latch: when that opens, and for how long data may borrow, fs; NAIVE_NONE = it doesn't.
	 * The required time is the former, the slack 0 while it borrows. */
	int64_t opening, window;
	int32_t opens; /* the enable's vertex with the opening edge */
	int64_t shift; /* what takes data that comes after it into the first period of the opening edge */
	int64_t credit[N_NAIVE_CPPR]; /* ≥ 0, to be added to the slack */
	bool external_credit;         /* for an input or output delay of a generated clock */
	int32_t n_vertices;
	int32_t *vertex; /* owned: 2·pin + edge, from the startpoint to the endpoint */
	int64_t *arc;    /* owned [n_vertices - 1]: in naive.arc */
};

/*
 * What leaves a latch (naive_latches.c). A path that reaches its data input after the edge that opens it,
 * which is the one before the first closing edge after the launch, with latency and uncertainty but without
 * credit, leaves when it comes, or at the latest at the end of borrowing (with the most credit that there may be),
 * as data that the opening edge launches; the worst of all those is where paths begin. Where any late data leaves,
 * the first of all early data that would end there leaves, at the opening edge at the soonest. What comes sooner ends there.
 */
struct naive_departure {
	int32_t vertex, edge;      /* data input, clock edge that opens */
	int32_t opens;             /* enable's vertex */
	int64_t arrival[N_SPLITS]; /* fs, NAIVE_NONE = nothing leaves */
	int64_t first;             /* of early data, in the first period of the opening edge */
};

struct naive_paths {
	struct naive timing;
	int64_t n_departures, departure_capacity;
	struct naive_departure *departure; /* owned */
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
	int64_t per_endpoint;             /* … of which at most this many end at one pin */
	int unique; /* of those of a group through the same pins (1), with the same edges (2), the worst */
	int64_t slack_min, slack_max; /* fs, both included */
};

#define NAIVE_QUERY_INIT                                                                           \
	{                                                                                          \
		.split = LATE, .cppr = N_NAIVE_CPPR, .per_group = INT64_MAX,                       \
		.per_endpoint = INT64_MAX, .slack_min = INT64_MIN, .slack_max = INT64_MAX          \
	}

/* Indices of the paths, worst first in the order of naive_sort(); returns how many. `index` has
 * room for paths->n. Among equal slacks that order decides what a limit cuts off. */
int64_t naive_select(struct naive_paths *paths, const struct naive_query *query, int64_t *index);

/* naive_ends.c: the slack of a path that ends at a latch, with credit at the opening and the closing edge. */
int64_t naive_latch_slack(const struct naive_path *path, int64_t opens, int64_t closes);
/* For how long its data may borrow if the latch's setup time were longer by that, fs. */
int64_t naive_latch_window_with(const struct naive *naive, const struct naive_path *path,
				int64_t change);

/* naive_ends.c: the vertex at which the clock of a gate checks a path. */
int32_t naive_gate_clock(const struct naive *naive, const struct naive_path *path);

/* naive_latches.c: does a check close a latch? Then also the enable's vertex with the edge that opens it. */
bool naive_latch_of_check(const struct naive *naive, const struct naive_check *check,
			  int32_t *opens);
/* List all, with nothing that leaves; then let what is listed in paths leave, and tell whether that changed
 * anything. */
void naive_list_departures(struct naive_paths *paths);
bool naive_leave(struct naive_paths *paths);
/* An early path that would end at a latch if it were late. */
void naive_come_early(struct naive_paths *paths, const struct naive_path *path);

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

/* The worst arrivals of what one clock edge launches at one vertex. */
void naive_arrivals_from(const struct naive *naive, enum split split, int32_t launch, int32_t start,
			 bool clocks, int64_t *arrival);
/* Is a pin one of a set_data_check? */
bool naive_has_data_check(const struct constraints *constraints, int32_t pin);
/* naive_references.c: all data that reaches related pins. */
void naive_list_references(struct naive *naive);

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
/* Are paths false that begin at a vertex, wherever they end? Then nothing arrives by them. And do some become so
 * on their way? */
bool naive_begins_false(const struct naive *naive, int32_t vertex);
bool naive_turns_false(const struct naive *naive);
/* The exception of a kind that a path has to follow in a split, -1 = none. */
const char *naive_groups(const struct constraints *constraints, enum split split,
			 const struct naive_path *path); /* "" = none */
int32_t naive_exception(const struct constraints *constraints, enum exception_kind kind,
			enum split split, const struct naive_path *path);

/* naive_cppr.c: fill in the credits. */
void naive_credit(const struct naive *naive, struct naive_path *path);

/*
 * The ways of the clocks of a path, from its register on: to the last pin that both have by a definition of credit (and
 * `meet`), else (and with N_NAIVE_CPPR) to their roots. An end without a clock's network has none.
 */
struct naive_ways {
	bool meet;
	int32_t n_launch, n_capture;
	int32_t *launch, *capture; /* owned: vertices */
};

void naive_clock_ways(const struct naive *naive, const struct naive_path *path,
		      enum naive_cppr cppr, struct naive_ways *out);
void naive_clock_ways_release(struct naive_ways *ways);

/* naive_segments.c: where set_max_delay and set_min_delay cut paths. Does one begin at a vertex, may one
 * end at a pin; and does what comes along an arc's tail (or begins there) go no further? */
bool naive_segment_starts(const struct naive *n, int32_t vertex);
bool naive_segment_ends(const struct naive *n, int32_t pin);
bool naive_segment_cuts(const struct naive *n, const struct naive_arc *arc, bool begins);

#endif
