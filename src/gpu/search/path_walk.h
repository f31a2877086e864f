/*
 * Where paths begin, and the walk along the suffix forest as the papers print it ([CPG-J],
 * algorithms 2 and 3), by kernels of more than one file. It has no guard: a kernel file includes it
 * once for each width of times.
 */
#include "gpu/image/device_graph.h"
#include "gpu/kernel/kernel.h"

/* Where the walk for the children of a record starts: after its deviation arc. */
DEVICE_INLINE int32_t FS_NAME(head_state)(const struct device_graph *graph, const int32_t *arc,
					  int64_t record, int32_t from_sources)
{
	int32_t a = arc[record];

	return from_sources ? graph->source_state[a] : graph->to[a];
}

/* Slack of the worst path from a source, fs; FS_NONE if no path starts there. */
DEVICE_INLINE fs_t FS_NAME(source_slack)(const struct device_graph *graph, const fs_t *dist,
					 int64_t source)
{
	fs_t d = dist[graph->source_state[source]];
	fs_t w = ((const fs_t *)graph->source_weight)[source];

	return d == FS_NONE || w == FS_NONE ? FS_NONE : d + w;
}

/* Is an arc out of forest_arc's tail a deviation: not forest_arc, and with a sink ahead? */
DEVICE_INLINE bool FS_NAME(is_deviation)(const struct device_graph *graph, const fs_t *dist,
					 int32_t arc, int32_t forest_arc)
{
	return arc != forest_arc && dist[graph->to[arc]] != FS_NONE &&
	       ((const fs_t *)graph->weight)[arc] != FS_NONE;
}

/* How many deviation arcs there are along the suffix from a state. */
DEVICE_INLINE int32_t FS_NAME(count_walk)(const struct device_graph *graph, const fs_t *dist,
					  const int32_t *forest, int32_t v)
{
	const int32_t *__restrict__ row = graph->row;
	int32_t n = 0;

	for (;;) {
		for (int32_t e = row[v]; e < row[v + 1]; e++)
			n += FS_NAME(is_deviation)(graph, dist, e, forest[v]);
		if (forest[v] < 0)
			return n;
		v = graph->to[forest[v]];
	}
}

/* Write a record for each deviation of a parent, in the order of the walk, from place `at` on. */
DEVICE_INLINE void FS_NAME(expand_walk)(const struct device_graph *graph, const fs_t *dist,
					const int32_t *forest, const struct device_records *parents,
					int64_t parent, int32_t from_sources,
					const struct device_records *child, int64_t at)
{
	const int32_t *__restrict__ row = graph->row;
	const fs_t *__restrict__ weight = (const fs_t *)graph->weight;
	fs_t *child_slack = (fs_t *)child->slack;
	fs_t slack = ((const fs_t *)parents->slack)[parent];
	int32_t v = FS_NAME(head_state)(graph, parents->arc, parent, from_sources);

	for (;;) {
		for (int32_t e = row[v]; e < row[v + 1]; e++) {
			if (!FS_NAME(is_deviation)(graph, dist, e, forest[v]))
				continue;
			child_slack[at] = slack + dist[graph->to[e]] + weight[e] - dist[v];
			child->parent[at] = (int32_t)parent;
			child->arc[at] = e;
			at++;
		}
		if (forest[v] < 0)
			return;
		v = graph->to[forest[v]];
	}
}
