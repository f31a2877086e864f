/* Arguments of k_bfs.cu: breadth-first search and shortest paths as products. */
#ifndef GPU_SPMV_BFS_ARGS_H
#define GPU_SPMV_BFS_ARGS_H

#include <stdint.h>

#include "gpu/spmv/device_matrix.h"

/* Bottom-up where a frontier has more than one arc in this number: finding what a vertex is reached from costs less then than telling it
 * from all sides. */
enum { BFS_SWITCH = 8 };

struct bfs_begin_args {
	struct lab_graph graph;
	const int32_t *source; /* [items]; NULL = vertices without arcs into them */
	int32_t *dist;         /* out [n]: −1, sources 0, in two launches: first of n, */
	int32_t marks;  /* then with `marks` of the sources, or of n without a list of them */
	int32_t *queue; /* out [arcs]: the heads of the arcs out of them, in any order */
	int32_t *count; /* [LAB_PHASES], zeroed before; [0] counts them */
};

struct lab_frontier {
	struct lab_graph graph;
	int32_t *dist; /* [n]: distance, or level; −1 = not reached yet */
	int32_t *
		remaining; /* [n] of levels: arcs into it from vertices without one; NULL = distances */
	int32_t *
		queue[2]; /* [arcs]: heads of the arcs out of the vertices of phase p, in [p % 2] */
	int32_t *count;   /* [LAB_PHASES]: of such arcs */
};

struct bfs_frontier_args {
	struct lab_frontier frontier;
	int64_t *phase_at; /* [3]: the loop's two, and how many phases there were */
	int32_t direction; /* enum bfs_direction */
};

/* As printed: y = Aᵀx by the product kernels, and then this. */
struct bfs_visited_args {
	const float *y;
	int32_t step;
	int32_t *dist;     /* [n] */
	uint8_t *visited;  /* [n] */
	int32_t *overflow; /* the first step in which a count is infinite; INT32_MAX before */
};

enum { BFS_ALL_ITEMS = 1024 };

struct bfs_all_args {
	const uint8_t *visited;
	int32_t n;
	int32_t *all; /* other than 0 before; 0 where one isn't */
};

/* One launch for all of it: counts of paths by whole numbers that stay at the largest when they pass it. */
struct bfs_product_args {
	struct lab_graph graph;
	uint64_t *x
		[2]; /* [n]: paths with as many arcs as phases that lead here, of phase p in [p % 2] */
	uint64_t *paths; /* [n]: of any length */
	int32_t *dist;   /* [n] */
	int32_t *count;  /* [LAB_PHASES]: vertices with paths of this length; [0] isn't 0 */
	int64_t *phase_at;
};

struct level_frontier_args {
	struct lab_frontier frontier;
	int64_t *phase_at; /* [3], as above */
};

struct level_product_args {
	struct lab_graph graph;
	int32_t *level[2]; /* [n] */
	int32_t *count;    /* [LAB_PHASES]: of vertices whose level has changed */
	int64_t *phase_at;
};

struct shortest_product_args {
	struct lab_graph graph;
	float *length[2]; /* [n], LAB_FAR = not reached */
	int32_t *count;
	int64_t *phase_at;
};

#endif
