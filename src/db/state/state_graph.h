/*
 * The state graph: what paths are searched in, and what arrivals and required times are computed
 * on. A state is a vertex of the timing graph (a pin and an edge) and a tag that says what comes
 * along there: a clock in its network, or data with the clock edge that launched it and the
 * exceptions it has begun. So each endpoint has one required time for each sort of arrival, and
 * never one for all.
 *
 * Its arcs take their delays from those of the timing graph. Where every vertex has one tag at
 * most, as with a single clock, it is the timing graph itself and costs nothing.
 */
#ifndef DB_STATE_STATE_GRAPH_H
#define DB_STATE_STATE_GRAPH_H

#include "db/timing_graph.h"

enum tag_kind {
	TAG_DATA,
	TAG_CLOCK,
	TAG_INSERTION, /* on the way from a master clock's source to a generated one's */
	TAG_LAUNCH,    /* at a register's clock: where paths without clock latency begin */
};

struct tag {
	enum tag_kind kind;
	/* What launched the data, -1 = no clock; the edge of the clock; CLOCK_EDGE(clock, RISE) of
	 * the generated clock. */
	int32_t clock_edge;
	int32_t progress; /* of data: the set of exceptions begun, 0 = none */
};

/*
 * An exception on its way: the first `passed` of its -through lists lie behind. Or one of these,
 * which come last. The edge of a clock that is used as data is no register's output. What may end at a path delay that ignores the latency of clocks begins twice:
 * with latency, for all other ends, and without, for that.
 */
enum {
	CLOCK_AS_DATA = INT32_MAX - 2, /* the path begins at a clock's source */
	WITHOUT_LATENCY,
	APART, /* the path began with an input delay where others come through */
};

struct progress_item {
	int32_t exception, passed;
};

struct progress {
	int32_t first, n; /* in state_graph->progress_item, by exception */
};

enum endpoint_kind {
	ENDPOINT_SETUP,
	ENDPOINT_HOLD,
	ENDPOINT_RECOVERY,
	ENDPOINT_REMOVAL,
	ENDPOINT_GATING_SETUP, /* of an inferred clock gate, whose clock and edge are the endpoint's */
	ENDPOINT_GATING_HOLD,
	ENDPOINT_OUTPUT, /* an output delay, or a required time at a port */
	ENDPOINT_DELAY,  /* set_max_delay or set_min_delay alone */
	/* Nothing is demanded: no slack, unless such paths are asked for; then minus the arrival
	 * (late), or the arrival. */
	ENDPOINT_UNCONSTRAINED,
	N_ENDPOINT_KINDS
};

/* What many endpoints have in common: how a capturing clock edge relates to a launching one. All
 * fs. */
struct relation {
	enum split split;
	int32_t launch_edge, capture_edge; /* clock edges, -1 = none */
	int64_t launch_time, capture_time; /* of the two edges that are compared */
	int64_t multicycle;                /* what that shifts the capture by */
	int64_t uncertainty;
	bool between_clocks; /* the uncertainty is one of -from and -to */
	int32_t exception;   /* multicycle or delay, -1 = none */
	int32_t group;
};

/* A sink of the graph: a check or a required time, of one sort of arrival, in one split. */
struct endpoint {
	enum endpoint_kind kind;
	enum split split;
	int32_t relation;
	int32_t clock; /* the state whose arrival it is checked against, -1 = none */
	/* of the timing graph, of a check (its slew matters) or of a gate's clock; else -1 */
	int32_t clock_vertex;
	int32_t table;    /* of the check, -1 = none */
	int64_t external; /* fs: output delay */
	int64_t latency;  /* fs: of the capturing clock, where it has no state */
	/* fs: what is added to the clock's arrival, or the required time itself without a clock;
	 * the check comes on top */
	int64_t constant; /* FS_NOTHING when unconstrained */
	double derate;    /* of the check */
};

/* No time in a split: nothing arrives, nothing comes through. As FS_NONE_64 of the kernels. */
#define FS_NOTHING INT64_MAX

/* A state with a given arrival, fs; FS_NOTHING in a split = nothing arrives. */
struct seed {
	int32_t state;
	int32_t driver; /* in timing->driver: what the driving cell of the port adds, -1 = none */
	int64_t arrival[N_SPLITS];
};

/* Data that comes to a port with a propagated generated clock: the state where that begins. */
struct clocked_input {
	int32_t state, clock;
};

/* An arc whose delay is the same for all, ~constant, or that no arrival comes through. */
#define ARC_BLOCKED INT32_MIN

struct constant_delay {
	int32_t driver;          /* in timing->driver: adds to it, -1 = none */
	int64_t delay[N_SPLITS]; /* fs, or FS_NOTHING */
};

enum {
	STATE_DATA = 1 << 0,   /* paths run through it */
	STATE_START = 1 << 1,  /* paths begin here */
	STATE_SEEDED = 1 << 2, /* it has a seed */
};

struct state_graph {
	struct timing_graph *timing; /* borrowed: who owns it owns this too */
	struct graph *graph;         /* owned reference; vertices are states */
	bool is_timing_graph;
	int32_t n_tags;
	struct tag *tag; /* owned */
	int32_t n_progress;
	struct progress *progress; /* owned; 0 is empty */
	int32_t n_progress_items;
	struct progress_item *progress_item; /* owned */
	/* owned [n_vertices of graph]; a vertex of the timing graph that nothing comes to is a
	 * state without tag (-1) when both graphs are one */
	int32_t *vertex, *tag_of;
	uint8_t *flags;
	/* owned: the states of each vertex of the timing graph, -1 = none (more) */
	int32_t *first, *next;
	int32_t *arc; /* owned [n_arcs]: of the timing graph, ~constant, or ARC_BLOCKED */
	int32_t n_constants;
	struct constant_delay *constant; /* owned */
	int32_t n_seeds;
	struct seed *seed; /* owned */
	int32_t n_inputs;
	struct clocked_input *input; /* owned */
	int32_t n_relations;
	struct relation *relation; /* owned */
	struct endpoint *endpoint; /* owned [graph->n_sinks]; those of a pin follow each other */
	int32_t n_groups;
	char **group; /* owned, each too: names of path groups */
	int64_t tag_capacity, progress_capacity, item_capacity, state_capacity, next_capacity;
	int64_t vertex_capacity, flags_capacity, arc_capacity, constant_capacity, seed_capacity;
	int64_t relation_capacity, endpoint_capacity, group_capacity, input_capacity;
};

/* Make the states of a timing graph and its constraints; with `unconstrained` also endpoints of
 * which nothing is demanded, and paths from inputs of which nothing is said. STATUS_NO_MEMORY
 * beyond 2^31 − 1 of them. */
enum status state_graph_new(struct timing_graph *timing, bool unconstrained, struct task *task,
			    struct state_graph **out);
void state_graph_free(struct state_graph *states); /* NULL is fine */

/* Latency of a clock's edge, fs: up to its sources, and in the network behind, which a propagated
 * clock has in its paths instead. */
int64_t clock_latency(const struct clock *clock, enum split split, int edge, bool with_source,
		      bool with_network);

/* The tag of a state, NULL = it has none. */
static inline const struct tag *state_tag(const struct state_graph *states, int32_t state)
{
	return states->tag_of[state] < 0 ? NULL : &states->tag[states->tag_of[state]];
}

/* Does data count there as if clocks came at once? It is there for some path delays alone. */
bool state_is_without_latency(const struct state_graph *states, int32_t state);
/* Is it data that a clock's edge is, from the clock's source on? */
bool state_is_clock_as_data(const struct state_graph *states, int32_t state);

#endif
