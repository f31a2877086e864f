/*
 * Searches in a graph that a square matrix is the arcs of: distances, levels and shortest paths, by frontiers and by products ([SpMV],
 * section 5), and on the host by a queue or a heap, to compare with. See gpu/spmv/k_bfs.cu.
 */
#ifndef GPU_SPMV_BFS_H
#define GPU_SPMV_BFS_H

#include "gpu/spmv/spmv.h"

enum bfs_method {
	BFS_QUEUE, /* on the host, one vertex after another */
	BFS_PRINTED, /* y = Aᵀx by product + summation, the visited kernel and the logical and, as in the paper */
	BFS_PRODUCT,  /* the same in one kernel, counting paths of all lengths in whole numbers */
	BFS_FROM_TOP, /* a frontier tells its heads */
	BFS_FROM_BOTTOM,  /* those that aren't reached look for one that is */
	BFS_BY_TURNS,     /* whichever has fewer arcs to look at */
	LEVELS_QUEUE,     /* longest distances from vertices without arcs into them, on the host */
	LEVELS_PRODUCT,   /* by products over (max, +) until nothing changes */
	LEVELS_FRONTIER,  /* a vertex is on the next level when its last predecessor is done */
	SHORTEST_HEAP,    /* least sums of weights, on the host (Dijkstra) */
	SHORTEST_PRODUCT, /* by products over (min, +) until nothing changes (Garland) */
	N_BFS_METHODS,
};

const char *bfs_method_name(enum bfs_method method);

struct bfs_result {
	int32_t n_reached, depth; /* vertices; the largest distance or level */
	int64_t steps;            /* products or frontiers; 0 = the host's */
	bool never_ends;     /* the printed loop, as there are vertices that can't be reached */
	int32_t overflow;    /* the step in which a printed count becomes infinite; 0 = none */
	bool saturated;      /* a whole one reached 2^64 − 1 */
	uint64_t most_paths; /* to one vertex */
	bool has_cycles;     /* then there are no levels, and no numbers of paths */
};

struct bfs {
	struct queue *queue; /* borrowed */
	const struct sparse
		*a;         /* borrowed: arcs from its rows to its columns; weights are |values| */
	struct sparse *in;  /* owned: turned round, all values 1 */
	float *in_weight;   /* owned [arcs] */
	struct spmv spmv;   /* of `in` */
	struct lab_graph d; /* owned arrays, but for those of spmv */
	int32_t n_sources;
	int32_t *d_source; /* owned; NULL = vertices without arcs into them */
	int32_t *source;   /* owned [n_sources]: what they are */
	/* owned, of n items each */
	int32_t *d_dist, *d_level[2], *d_remaining;
	int32_t *d_queue[2]; /* owned [arcs] */
	uint64_t *d_count[2], *d_paths;
	float *d_y[2];
	uint8_t *d_visited;
	/* owned, of n items each: what products begin with, 1 at sources and 0 elsewhere, lengths 0 and LAB_FAR; and arcs into vertices */
	float *d_first_y, *d_first_length;
	uint64_t *d_first_count;
	uint8_t *d_first_visited;
	int32_t *d_first_remaining;
	void *d_counters; /* owned: struct bfs_counters of bfs.c */
	bool is_acyclic;  /* known once opened */
	int32_t depth; /* of a search by turns, once it is opened: how many products the printed loop needs */
	int32_t n_reached;
};

/* Borrow a matrix; from `from` (−1 = from all vertices without arcs into them, or the first one if each has some). STATUS_FAILED if it isn't
 * square, STATUS_DEVICE_MEMORY, STATUS_NO_MEMORY. */
enum status bfs_open(struct queue *queue, const struct sparse *a, int32_t from, struct task *task,
		     struct bfs *out);
void bfs_close(struct bfs *bfs); /* all zero is fine */

/* Does the method have an answer here? If not, a sentence why not; else NULL. */
const char *bfs_refuses(const struct bfs *bfs, enum bfs_method method);
/* Queue it; the printed method syncs after each step. Not for those of the host. */
enum status bfs_run(struct bfs *bfs, enum bfs_method method);
/* What the last run found: dist [n], −1 = not reached; lengths are floats, bit by bit. */
enum status bfs_read(struct bfs *bfs, enum bfs_method method, int32_t *dist,
		     struct bfs_result *result);
/* How many of n are reached, and the depth; LAB_FAR = not reached. */
void bfs_count_reached(enum bfs_method method, const int32_t *dist, int32_t n,
		       struct bfs_result *result);
/* The same by the host alone. */
enum status bfs_on_host(const struct bfs *bfs, enum bfs_method method, int32_t *dist,
			struct bfs_result *result);

#endif
