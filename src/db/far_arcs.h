/*
 * Prefetching for loops over vertices in an order other than that of memory, which would wait for
 * each arc and head. They are prefetched some vertices ahead, in steps, since each address is read
 * from the one before.
 */
#ifndef DB_FAR_ARCS_H
#define DB_FAR_ARCS_H

#include <stddef.h>
#include <stdint.h>

#include "base/parallel.h"

struct far_arcs {
	const int32_t *vertex;    /* in the order of the loop */
	const int32_t *row, *arc; /* the CSR of arcs by tail */
	const int32_t *to;        /* heads by arc */
	const char *head;         /* [heads] the data that the loop reads of a head */
	size_t head_size;         /* bytes of a head's data */
};

enum { FAR_STEP = 5, FAR_COST = 4 };

/* Parts of a parallel loop over n such vertices, each as slow as FAR_COST consecutive items. */
static inline int far_parts_of(int64_t n)
{
	return parts_of(FAR_COST * n);
}

/* Prefetch the row of the vertex four steps ahead, the arcs of that three steps ahead, …; a step is
 * `step` places. */
static inline void ask_along(const struct far_arcs *far, const int32_t *vertex, int64_t step)
{
	enum { ARCS = 2 };
	const int32_t *row = far->row;
	int32_t v;

	__builtin_prefetch(&row[vertex[4 * step]]);
	__builtin_prefetch(&far->arc[row[vertex[3 * step]]]);
	v = vertex[2 * step];
	for (int32_t j = row[v]; j < row[v + 1] && j < row[v] + ARCS; j++)
		__builtin_prefetch(&far->to[far->arc[j]]);
	v = vertex[step];
	for (int32_t j = row[v]; j < row[v + 1] && j < row[v] + ARCS; j++)
		__builtin_prefetch(far->head + far->head_size * (size_t)far->to[far->arc[j]], 1);
}

/* Before the loop's i-th of n vertices. */
static inline void ask_for_far_arcs(const struct far_arcs *far, int64_t i, int64_t n)
{
	if (i + 4 * FAR_STEP < n)
		ask_along(far, far->vertex + i, FAR_STEP);
}

/* Likewise for a loop that goes down to 0 and also reads the vertices' own data. */
static inline void ask_for_far_arcs_back(const struct far_arcs *far, int64_t i)
{
	if (i < 4 * FAR_STEP)
		return;
	ask_along(far, far->vertex + i, -FAR_STEP);
	__builtin_prefetch(far->head + far->head_size * (size_t)far->vertex[i - FAR_STEP], 1);
}

#endif
