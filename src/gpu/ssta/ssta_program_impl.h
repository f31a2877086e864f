/* The inside of ssta_program_make(): what it has of the states while it makes a program. */
#ifndef GPU_SSTA_SSTA_PROGRAM_IMPL_H
#define GPU_SSTA_SSTA_PROGRAM_IMPL_H

#include "gpu/ssta/ssta_impl.h"

/* Of value.base, besides states. */
enum { SSTA_NOTHING = -2, SSTA_A_NUMBER = -1 };

/* The value of a state in a split: nothing, a number, or a state that varies and an offset, fs. */
struct value {
	int32_t base;
	int64_t offset;
};

/* A state that varies; times are negated where it is early. */
struct varied {
	int32_t n;      /* ops, from m->op_row on */
	int32_t n_uses; /* ops of live states that have it as a source, and twice the sinks; 0 = none
			 * counts on it */
	int32_t before; /* the state before it in its chain, -1 = it is the first */
	int32_t level;
	int32_t chain; /* of the last one of a chain: its number */
	bool goes_on;  /* it isn't the last one of its chain */
	int64_t least, largest, nominal;
};

/*
 * Nodes (a state in a split) that lead to an endpoint are numbered by levels, the endpoints' first: those
 * of a level don't depend on each other, so threads share them. What comes of it is a function of these
 * numbers, not of the threads.
 */
struct making {
	struct timing *timing;
	const struct ssta_arcs *arcs;
	struct ssta_program *out;
	enum split split;
	int32_t ends_together;
	bool is_plain;
	int n_threads;
	int32_t n_levels, n_nodes;
	int32_t *level_row;   /* [n_levels + 1]: nodes of each level */
	int32_t *number;      /* [2 n_states]: of a state in a split, -1 = it isn't needed */
	struct value *value;  /* [n_nodes]; base is a node */
	struct varied *state; /* [n_nodes]; n = 0: it doesn't vary, or only adds to another */
	int32_t *op_row;      /* [n_nodes + 1]: room for ops */
	struct ssta_op *op;   /* sources are nodes */
};

/* clang-format off */
#define SSTA_PRAGMA(...) _Pragma(#__VA_ARGS__)

/* for (int32_t i = begin; i < end; i++), shared by threads where there is enough to do. */
enum { WORTH_THREADS = 2048, NODES_AT_ONCE = 512 };
#define OVER_NODES(m, i, begin, end)                                                               \
	SSTA_PRAGMA(omp parallel for schedule(dynamic, NODES_AT_ONCE)                              \
		    num_threads((m)->n_threads) if ((end) - (begin) > WORTH_THREADS))              \
	for (int32_t i = (begin); i < (end); i++)
/* clang-format on */

static inline bool op_varies(const struct ssta_op *op)
{
	return op->sigma[0] || op->sigma[1];
}

/* ---- ssta_fan_in.c: what programs and cones are made of; after timing_read() and
 * timing_read_fan_in() ---- */

/* Of a state of the state graph in a split: heads have lower numbers. */
int64_t ssta_node_of(const struct timing *timing, int32_t state, int split);
/* Arrivals that are given, by node, FS_NONE_64 = none; owned by the caller, also on failure. */
enum status ssta_read_seeds(const struct timing *timing, int64_t **out);
/* The same one after another. */
enum status ssta_each_seed(const struct timing *timing,
			   void (*give)(void *context, int64_t node, int64_t arrival),
			   void *context);
/* Does a sink have a slack in the split? Its path group. */
bool ssta_sink_counts(const struct timing *timing, enum split split, int32_t sink);
int32_t ssta_sink_group(const struct timing *timing, int32_t sink);
/* The delay of an arc, fs, and what varies it (or NULL); false: nothing comes through. */
bool ssta_delay_of(const struct timing *timing, const struct ssta_arcs *arcs, int32_t arc,
		   int split, int64_t *delay, const struct ssta_variable **variable);
/* An arc from a value; its delay is negated already where it is early. */
void ssta_op_make(struct ssta_op *op, const struct value *tail, int64_t delay,
		  const struct ssta_variable *variable, bool early);
/* The least and the largest that it adds to its source where |z| ≤ bound (2^-26), fs. */
void ssta_op_bounds(const struct ssta_op *op, int64_t bound, int64_t *least, int64_t *largest);
/* A sink of the values of its data and its clock (NULL = none). */
void ssta_sink_make(const struct timing *timing, const struct ssta_arcs *arcs, int32_t sink,
		    const struct value *data, const struct value *clock, struct ssta_sink *out);

/* ---- ssta_ends.c ---- */

/* The sinks and ends of the split, whose sources are nodes. STATUS_NO_MEMORY. */
enum status ssta_make_ends(struct making *m);

/* ---- ssta_place.c ---- */

/* Put the ops into chains, and give a slot to the last state of each. STATUS_NO_MEMORY. */
enum status ssta_place(struct making *m);

#endif
