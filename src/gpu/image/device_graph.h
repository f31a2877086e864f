/*
 * A graph whose paths are searched, in device memory: plain C, read by the host and by both compilers.
 *
 * All pointers are device memory, borrowed. Arrays of times are `void *` because one struct serves
 * the 32-bit and the 64-bit build of a kernel: their items are fs_t (see kernel.h), which the
 * comment says as "fs". Single times are int64_t here.
 */
#ifndef GPU_IMAGE_DEVICE_GRAPH_H
#define GPU_IMAGE_DEVICE_GRAPH_H

#include <stdint.h>

/*
 * The state graph. States are numbered by level, level 0 first, where the level of a state is its
 * longest distance (in arcs) to the end of the graph; level 0 holds the dead ends and after them
 * one state for each sink. Arcs are sorted by their tail and, within a tail, in the order of the
 * host graph; sink arcs, which carry the required time, come last.
 */
struct device_graph {
	int32_t n_states, n_arcs, n_sources, n_sinks;
	int32_t first_sink;          /* the state of sink 0 */
	const int32_t *row;          /* [n_states + 1] */
	const int32_t *to;           /* [n_arcs] */
	const void *weight;          /* [n_arcs] fs, FS_NONE = as if it weren't there */
	const int32_t *source_state; /* [n_sources] */
	const void *source_weight;   /* [n_sources] fs: a path's slack starts from it; FS_NONE =
				      * no path starts here */
};

/*
 * Of two arcs 2 i and 2 i + 1: the cost of deviating by each, FS_NONE for forest arcs and those that reach no end, with
 * the sign bit at the last arc of a state. And of the state that has deviation arcs of which the first is one of the
 * two: it has at least two arcs, so there is one such state at most.
 */
struct forest_slot_32 {
	int32_t ahead; /* fs: least cost of any deviation from that state on */
	int32_t next; /* the first arc of the next state on its suffix that has deviation arcs, -1 */
	int32_t cost[2]; /* fs */
} __attribute__((aligned(16)));

struct forest_slot_64 {
	int64_t ahead;
	int32_t next, unused;
	int64_t cost[2];
} __attribute__((aligned(16)));

/* Slots after the last that are there to be read. */
enum { SLOTS_BEYOND = 2 };

/* Bytes of the slots of n arcs; times have fs bytes. */
static inline int64_t forest_slots_bytes(int64_t n_arcs, int64_t fs)
{
	int64_t size = fs == 4 ? sizeof(struct forest_slot_32) : sizeof(struct forest_slot_64);

	return (n_arcs / 2 + 1 + SLOTS_BEYOND) * size;
}

/* The suffix forest, and what a walk along it needs. */
struct device_forest {
	void *dist;      /* [n_states] fs: least slack of any suffix, FS_NONE = no end reached */
	int32_t *forest; /* [n_states]: the arc to follow, -1 at the end */
	int32_t *hops;   /* [n_states]: arcs from here to the end */
	int32_t *n_deviations; /* [n_states]: deviation arcs from here to the end */
	int32_t *first; /* [n_states]: the first arc of the first state from this one on that has
			 * deviation arcs, -1 = there is none */
	void *slot;     /* [forest_slots_bytes()] struct forest_slot_32 or _64 */
	int32_t *end; /* [n_states]: the sink at the end of the suffix, -1 = no end reached; NULL =
		       * not wanted */
};

/* Implicit paths. A path is its parent up to the tail of `arc`, then the arc, then the suffix. */
struct device_records {
	void *slack;     /* fs */
	int32_t *parent; /* a record of the level before, -1 in level 0 */
	int32_t *arc;    /* the deviation arc; in level 0 the source */
	int32_t *source; /* where it starts; NULL = not kept, the chain of parents tells */
};

/* The best paths so far, by (slack, record). Slacks of records are before credit, these with it. */
struct device_ranking {
	void *slack; /* fs */
	int32_t *record;
};

/* Sources in buckets, of each of which a limited number of paths counts. */
struct device_caps {
	const int32_t *bucket; /* [n_sources], -1 = no path starts here; NULL = no caps */
	const void *bound; /* [buckets] fs: paths of the bucket must be below, FS_NONE = no bound */
};

/* What a path's slack gets back for the clock network that its launch and its capture share, both
 * of which it was charged for as if they could differ. */
enum credit_mode {
	CREDIT_NONE,
	/* At the last common pin of one segment, whatever the transitions there: the lesser late − early of the
	 * launch chain's node and the capture chain's. */
	CREDIT_OPENSTA,
	/* At that where the transitions agree: late − early of the launch chain's
	 * node, and for late paths less the same at the root of that chain. */
	CREDIT_TAU,
};

/*
 * The clock network, as nodes with predecessors. For late paths the launch chain goes by up_late
 * and the capture chain by up_early, for early ones the other way round. Differences below 0 are 0.
 *
 * All nodes of a pin have the same rank, and rank[up] > rank[n] in a segment: stepping back the one of less rank
 * then finds the last common pin. A credit must stay below 2^(bits of a time − 3) fs.
 *
 * A chain has a segment for each source on its way: of the clock itself, of its master, … Clocks that begin at one
 * pin share theirs if their masters do. A master's segment has a smaller number than those after it. Chains that reach a pin
 * on different ways, in different segments, have only what is upstream of both in common, however often they meet
 * again. The source of a generated clock has a node in both.
 */
struct device_credit {
	int32_t mode;        /* enum credit_mode; with CREDIT_NONE only latches are looked at */
	int32_t early_paths; /* hold instead of setup */
	int32_t transposed;  /* the searched graph's sinks are the sources below, and the reverse */
	const int32_t *source_clock; /* [sources]: the node that launches, -1 = none: no credit */
	const int32_t *sink_clock;   /* [sinks]: the node that captures, -1 = none */
	const int32_t *up_late;      /* [nodes]: where its late arrival came from, -1 = a root */
	const int32_t *up_early;     /* [nodes]: likewise its early one */
	const int32_t *pin;          /* [nodes] */
	const int32_t *rank;         /* [nodes] */
	const int32_t *segment;      /* [nodes] */
	const uint8_t *place;        /* [nodes]: enum node_place */
	const uint8_t *edge;         /* [nodes]: its transition */
	const int64_t *late, *early; /* [nodes] fs: arrivals */
	int64_t most;                /* fs: no credit of clocks is more; 0 = that isn't known */
	/*
	 * Late data of latches is compared with the opening edge, and may borrow up to `window` after it: within
	 * it has no slack, beyond it's short of what comes later. By sinks of the state graph, of which
	 * end_sink (NULL = the same) has those of the searched graph's ends.
	 */
	const int64_t *window;      /* fs, -1 = no latch; NULL = there are none */
	const int32_t *close_clock; /* the node that closes, -1 = none */
	const int32_t *end_sink;
};

/* Is anything added to slacks? */
#define CREDIT_COUNTS(credit) ((credit)->mode != CREDIT_NONE || (credit)->window)

/* Where a clock goes on after a node. There is credit if that is inside for the launch or the capture. */
enum node_place {
	NODE_INSIDE,
	NODE_AS_DATA, /* a generated clock that launches itself, at its source */
	NODE_OUTSIDE, /* of the design, likewise */
	N_NODE_PLACES,
};

/* A state that drives more others than this is large: in a sweep over fan-outs a warp's, because
 * one thread would take longer with it than all the others with their level. */
enum { LARGE_FAN_OUT = 8 };

/*
 * A bit for each state whose times may be others now, and one for each level that has such states: set by the edit, then by sweeps
 * that find that they are. A sweep (touched_sweep.h) goes to these levels only.
 */
struct touched_states {
	uint64_t *bits;   /* of states, in words of 64 */
	uint64_t *levels; /* of levels, in the order of the sweep; NULL = no sweep goes by them */
	const int32_t *part_row; /* [2 n_levels + 1]: as of struct image */
	int32_t n_levels;
	int32_t forward; /* the sweep begins at the last level */
};

#endif
