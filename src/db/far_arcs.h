/*
 * Loops over vertices in an order that isn't that of memory wait for each of their arcs and heads. They ask for
 * those of the vertices that come soon, step by step, as each is where the one before says.
 */
#ifndef DB_FAR_ARCS_H
#define DB_FAR_ARCS_H

#include <stddef.h>
#include <stdint.h>

struct far_arcs {
	const int32_t *vertex;    /* in the order of the loop */
	const int32_t *row, *arc; /* the CSR of arcs by tail */
	const int32_t *to;        /* heads by arc */
	const char *head;         /* what the loop looks at of a head … */
	size_t head_size;         /* … and its size */
};

/* Before the loop's i-th of n vertices. */
static inline void ask_for_far_arcs(const struct far_arcs *far, int64_t i, int64_t n)
{
	enum { STEP = 5, ARCS = 2 };
	const int32_t *row = far->row;
	int32_t v;

	if (i + 4 * STEP >= n)
		return;
	__builtin_prefetch(&row[far->vertex[i + 4 * STEP]]);
	__builtin_prefetch(&far->arc[row[far->vertex[i + 3 * STEP]]]);
	v = far->vertex[i + 2 * STEP];
	for (int32_t j = row[v]; j < row[v + 1] && j < row[v] + ARCS; j++)
		__builtin_prefetch(&far->to[far->arc[j]]);
	v = far->vertex[i + STEP];
	for (int32_t j = row[v]; j < row[v + 1] && j < row[v] + ARCS; j++)
		__builtin_prefetch(far->head + far->head_size * (size_t)far->to[far->arc[j]], 1);
}

#endif
