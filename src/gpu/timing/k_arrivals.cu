/*
 * Levelization forwards and the sweep of arrivals, a level a launch, so that both can be looked at
 * ([CPG-J], II-A and V-A). The frontier itself goes on by levelize_step of k_levelize.cu with
 * fan-in and fan-out exchanged; here is what makes its levels repeatable, and the sums.
 */
#include "gpu/kernel/kernel.h"
#include "gpu/timing/arrival_args.h"

#if FS_BITS == 32

/* Item: place in the frontier, which is in any order. Sorted by vertex, it is the same in each run,
 * and sinks come last. Floor: 4 bytes streamed, 4 gathered, 4 written. */
KERNEL(frontier_keys, k, i)
{
	k->key[i] = (uint32_t)k->vertex[k->frontier[i]];
}

/*
 * Item: place in the sorted frontier. Gives its state the level's number, and counts the arcs into
 * it; the last one that is no sink writes how many these are. Floor: 8 bytes streamed, 8 gathered
 * (in_row, whose two entries lie side by side), 8 written.
 */
KERNEL(level_facts, k, i)
{
	int32_t v = k->state[i], is_sink = k->key[i] >= (uint32_t)k->n_vertices;

	k->fan_in[i] = is_sink ? 0 : k->in_row[v + 1] - k->in_row[v];
	if (is_sink)
		return;
	k->level[v] = k->number;
	if (i + 1 == k->n || k->key[i + 1] >= (uint32_t)k->n_vertices)
		*k->n_level = (int32_t)i + 1;
}

DEVICE_INLINE int32_t arcs_left_of(const int32_t *in_row, const int32_t *in_from,
				   const int32_t *level, int32_t counted, int32_t v)
{
	int32_t n = 0;

	for (int32_t j = in_row[v]; j < in_row[v + 1]; j++)
		n += level[in_from[j]] >= counted;
	return n;
}

/* Item: state. What is left of its in-degree when the levels so far have been counted down:
 * after a count that was cut short. Floor: 8 bytes streamed a state; 4 streamed and 4 gathered an
 * arc. */
KERNEL(arcs_left, k, v)
{
	k->remaining[v] = arcs_left_of(k->in_row, k->in_from, k->level, k->counted, (int32_t)v);
}

/* Item: tile of a level's states. Least and largest of their prefixes, and how many have one: one
 * atomic of each for a tile, in any order. Floor: 4 bytes streamed, 8 gathered a state. */
TEAM_KERNEL(level_range, k, i, t)
{
	int64_t begin = i * RANGE_TILE, end = begin + RANGE_TILE, least = INT64_MAX;
	int64_t negated = INT64_MAX;
	int32_t n = 0;

	end = end < k->n ? end : k->n;
	for (int64_t j = begin + t.lane; j < end; j += t.width) {
		int64_t at = k->prefix[k->state[j]];

		if (at == FS_NONE_64)
			continue;
		least = at < least ? at : least;
		negated = -at < negated ? -at : negated;
		n++;
	}
	least = team_min_64(t, least);
	negated = team_min_64(t, negated);
	n = team_sum(t, n);
	if (t.lane || n == 0)
		return;
	atomic_min_64(&k->range->least, least);
	atomic_max_64(&k->range->largest, -negated);
	atomic_add_i64(&k->range->n, n);
}

#endif

/*
 * Item: state of a level, whose tails are all of lower ones and done. The least sum over the arcs
 * into it (which is the latest arrival where weights are negated delays), unless what it begins
 * with is less; of equal sums the first arc's. Writes the entries of its own state alone, and
 * nothing new when it is done again.
 *
 * Floor: 4 bytes streamed (state), 8 gathered (in_row) and 12 read and written a state; by arc 4
 * and a weight streamed, 8 gathered: on an H200, for 8.6M states and 11.2M arcs of 32 bits, 0.3 ms,
 * and 3.4 µs for each level's launch, which is what stopping between levels costs.
 */
KERNEL(level_arrivals, k, i)
{
	const fs_t *__restrict__ weight = (const fs_t *)k->in_weight;
	const int32_t *__restrict__ in_from = k->in_from;
	int32_t v = k->state[i], arc = -1;
	int64_t best = k->prefix[v];

	for (int32_t j = k->in_row[v]; j < k->in_row[v + 1]; j++) {
		int64_t at = k->prefix[in_from[j]];

		if (at == FS_NONE_64 || weight[j] == FS_NONE || at + weight[j] >= best)
			continue;
		best = at + weight[j];
		arc = j;
	}
	if (arc < 0)
		return;
	k->prefix[v] = best;
	k->came[v] = arc;
}

DEVICE_INLINE int64_t FS_NAME(weight_at)(const struct device_arrivals *a, int32_t j)
{
	fs_t weight = ((const fs_t *)a->in_weight)[j];

	return weight == FS_NONE ? FS_NONE_64 : weight;
}

/* Item: state that is looked at. */
KERNEL(arrival_states, k, i)
{
	const struct device_arrivals *a = &k->arrivals;
	int32_t v = k->state[i], came = a->came[v];
	struct arrival_state row;

	row.prefix = a->prefix[v];
	row.weight = came < 0 ? FS_NONE_64 : FS_NAME(weight_at)(a, came);
	row.state = v;
	row.from = came < 0 ? -1 : a->in_from[came];
	row.fan_in = a->in_row[v + 1] - a->in_row[v];
	row.left = arcs_left_of(a->in_row, a->in_from, a->level, a->counted, v);
	k->row[i] = row;
}

/* Item: arc into a state that is looked at. */
KERNEL(arrival_fan_ins, k, i)
{
	const struct device_arrivals *a = &k->arrivals;
	int32_t j = k->begin + (int32_t)i, from = a->in_from[j];
	struct arrival_fan_in row;

	row.prefix = a->prefix[from];
	row.weight = FS_NAME(weight_at)(a, j);
	row.state = from;
	row.level = a->level[from];
	k->row[i] = row;
}

/* ---- a graph with given delays ---- */

/* Item: source. Several may share a state: the least stays, whatever the order. */
KERNEL(prefix_seeds, k, i)
{
	fs_t weight = ((const fs_t *)k->source_weight)[i];

	if (weight != FS_NONE)
		atomic_min_64(&k->prefix[k->source_state[i]], weight);
}

/* Item: state, counted from the last, so after its tails. The least slack of any way from a
 * source, or what it begins with. Floor: 8 bytes written a state; 12 streamed and 8 + 4 gathered an
 * arc. */
SWEEP_KERNEL(prefix_sweep, k, level, i)
{
	const fs_t *__restrict__ weight = (const fs_t *)k->weight;
	int64_t v = k->n_states - 1 - i, best = k->prefix[v];

	(void)level;
	for (int32_t j = k->in_row[v]; j < k->in_row[v + 1]; j++) {
		int64_t at = k->prefix[k->in_from[j]];
		fs_t w = weight[k->in_arc[j]];

		if (at != FS_NONE_64 && w != FS_NONE && at + w < best)
			best = at + w;
	}
	k->prefix[v] = best;
}

/* Item: state, after its heads. The least slack of any way to a sink. Floor: as
 * of prefix_sweep. */
TEAM_SWEEP_KERNEL(suffix_sweep, k, level, v, t)
{
	const fs_t *__restrict__ weight = (const fs_t *)k->weight;
	int64_t best = FS_NONE_64;

	(void)level;
	if (v >= k->first_sink && v < k->first_sink + k->n_sinks)
		best = 0;
	for (int32_t e = k->row[v] + t.lane; e < k->row[v + 1]; e += t.width) {
		int64_t at = k->suffix[k->to[e]];

		if (at != FS_NONE_64 && weight[e] != FS_NONE && at + weight[e] < best)
			best = at + weight[e];
	}
	best = team_min_64(t, best);
	if (t.lane == 0)
		k->suffix[v] = best;
}

#if FS_BITS == 32
#undef FS_BITS
#define FS_BITS 64
#include "gpu/timing/k_arrivals.cu"
#endif
