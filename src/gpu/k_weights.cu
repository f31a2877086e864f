/*
 * From the delays of a netlist to the weights that a path search goes by. Late: required times of
 * the endpoints, minus delays, minus arrivals of the startpoints; early the other way round.
 */
#include "gpu/kernel.h"

/* Item: place in the fan-in. */
KERNEL(gather_types, k, j)
{
	int32_t a = k->arc[k->in_arc[j]];

	k->in_type[j] = a < k->n_typed ? k->type[a] : ARC_OF_SINK;
}

DEVICE_INLINE int64_t FS_NAME(larger_of)(int64_t largest, int64_t time)
{
	time = time < 0 ? -time : time;
	return time > largest ? time : largest;
}

/*
 * Item: state, behind its heads. The largest sum of absolute values along any path from here on, of
 * either split, with its required time; into the summary from where paths begin, with the arrival.
 * An early path isn't bounded by the late arrivals when a library says that early is slower.
 * Floor: as of required_sweep, for both splits at once.
 */
SWEEP_KERNEL(path_sums, k, level, v)
{
	const struct device_timing *t = &k->timing;
	int64_t sum = 0, arrival = 0;

	for (int split = 0; split < 2; split++) {
		if (level == 0 && t->required[2 * v + split] != FS_NONE_64)
			sum = FS_NAME(larger_of)(sum, t->required[2 * v + split]);
		if (t->arrival[2 * v + split] != FS_NONE_64)
			arrival = FS_NAME(larger_of)(arrival, t->arrival[2 * v + split]);
	}
	for (int32_t e = t->row[v]; e < t->row[v + 1]; e++) {
		int64_t delay = 0;

		for (int split = 0; split < 2; split++) {
			if (t->delay[2 * (int64_t)e + split] != DELAY_NONE)
				delay = FS_NAME(larger_of)(delay, t->delay[2 * (int64_t)e + split]);
		}
		sum = FS_NAME(larger_of)(sum, k->sum[t->to[e]] + delay);
	}
	k->sum[v] = sum;
	if (k->starts[v] || t->in_row[v] == t->in_row[v + 1])
		atomic_max_64(&t->summary->largest, sum + arrival);
}

/* Item: arc. None where nothing comes through, into a startpoint, and to endpoints of the other
 * split. */
KERNEL(arc_weights, k, e)
{
	const struct device_timing *t = &k->timing;
	int32_t head = t->to[e], sink = head - t->first_sink;
	int64_t w = t->delay[2 * e + k->split];
	bool there;

	if (sink >= 0 && sink < t->n_sinks) {
		w = t->required[2 * (int64_t)head + k->split];
		there = w != FS_NONE_64 && k->endpoint[sink].split == k->split;
		w = k->split ? w : -w;
	} else {
		there = w != DELAY_NONE && !k->starts[head];
		w = k->split ? -w : w;
	}
	((fs_t *)k->weight)[e] = there ? (fs_t)w : FS_NONE;
}

/* Item: source. */
KERNEL(source_weights, k, s)
{
	int64_t at = k->arrival[2 * (int64_t)k->source_state[s] + k->split];

	((fs_t *)k->weight)[s] = at == FS_NONE_64 ? FS_NONE : (fs_t)(k->split ? -at : at);
}

#if FS_BITS == 32
#undef FS_BITS
#define FS_BITS 64
#include "gpu/k_weights.cu"
#endif
