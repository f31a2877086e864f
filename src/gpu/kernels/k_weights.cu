/*
 * From the delays of a netlist to the weights that a path search goes by. Late: required times of
 * the endpoints, minus delays, minus arrivals of the startpoints; early the other way round.
 */
#include "gpu/kernels/touched_bits.h"

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
 * Item: state, after its heads. The largest sum of absolute values along any path from here on, of
 * either split, with its required time; into the summary from where paths begin, with the arrival.
 * An early path isn't bounded by the late arrivals when a library says that early is slower.
 * Floor: as of required_sweep, for both splits at once.
 */
TEAM_SWEEP_KERNEL(path_sums, k, level, v, t)
{
	const struct device_states *s = &k->states;
	int64_t sum = 0, arrival = 0;

	for (int split = 0; split < 2; split++) {
		if (level == 0 && s->required[2 * v + split] != FS_NONE_64)
			sum = FS_NAME(larger_of)(sum, s->required[2 * v + split]);
		if (level == 0 && s->borrowed && v >= s->first_sink &&
		    v < s->first_sink + s->n_sinks)
			sum += k->window[v - s->first_sink] > 0 ? k->window[v - s->first_sink] : 0;
		/* both: what a path gets back of pessimism is the difference of two arrivals */
		if (s->arrival[2 * v + split] != FS_NONE_64)
			arrival += FS_NAME(larger_of)(0, s->arrival[2 * v + split]);
	}
	for (int32_t e = s->row[v] + t.lane; e < s->row[v + 1]; e += t.width) {
		int32_t from = s->arc[e];
		int64_t delay = 0;

		for (int split = 0; split < 2 && from >= 0; split++) {
			if (s->delay[2 * (int64_t)from + split] != DELAY_NONE)
				delay = FS_NAME(larger_of)(delay,
							   s->delay[2 * (int64_t)from + split]);
		}
		sum = FS_NAME(larger_of)(sum, k->sum[s->to[e]] + delay);
	}
	sum = team_max(t, sum);
	if (t.lane)
		return;
	k->sum[v] = sum;
	if (k->states.flags[v] & FLAG_START)
		atomic_max_64(&s->summary->largest, sum + arrival);
}

/* What an arc weighs. None where no data runs, and to endpoints of the other split. */
DEVICE_INLINE fs_t FS_NAME(arc_weight)(const struct device_states *s,
				       const struct device_endpoint *endpoint, int split, int64_t e)
{
	int32_t head = s->to[e], sink = head - s->first_sink, from = s->arc[e];
	int64_t w;
	bool there;

	if (sink >= 0 && sink < s->n_sinks) {
		w = s->required[2 * (int64_t)head + split];
		if (s->borrowed && w != FS_NONE_64)
			w -= s->borrowed[sink];
		there = w != FS_NONE_64 && endpoint[sink].split == split;
		w = split ? w : -w;
	} else {
		w = from >= 0 ? s->delay[2 * (int64_t)from + split] : DELAY_NONE;
		there = w != DELAY_NONE && s->flags[head] & FLAG_DATA;
		w = split ? -w : w;
	}
	return there ? (fs_t)w : FS_NONE;
}

DEVICE_INLINE fs_t FS_NAME(source_weight)(const int64_t *arrival, int32_t state, int split)
{
	int64_t at = arrival[2 * (int64_t)state + split];

	return at == FS_NONE_64 ? FS_NONE : (fs_t)(split ? -at : at);
}

/* Item: arc. */
KERNEL(arc_weights, k, e)
{
	((fs_t *)k->weight)[e] = FS_NAME(arc_weight)(&k->states, k->endpoint, k->split, e);
}

/* Item: word of states that were touched since the weights were made. Floor: 8 bytes a word; for an arc of a touched state
 * that of arc_weights. */
QUAD_KERNEL(touched_weights, k, i, t)
{
	const struct arc_weights_args *w = &k->weights;
	const struct device_states *s = &w->states;

	for (uint64_t bits = k->touched[i] & lane_bits(t); bits; bits &= bits - 1) {
		int64_t v = TOUCH_BITS * i + first_bit_64(bits);
		bool changed = false;

		for (int32_t e = s->row[v]; e < s->row[v + 1]; e++) {
			fs_t now = FS_NAME(arc_weight)(s, w->endpoint, w->split, e);
			fs_t *at = (fs_t *)w->weight + e;

			changed |= now != *at;
			*at = now;
		}
		if (changed)
			touch(k->changed, v);
	}
}

/* Item: source. */
KERNEL(source_weights, k, s)
{
	((fs_t *)k->weight)[s] = FS_NAME(source_weight)(k->arrival, k->source_state[s], k->split);
}

/* The weight of an arc when the endpoints are those of which nothing is demanded, all alike. */
DEVICE_INLINE fs_t FS_NAME(free_weight)(const struct device_states *s,
					const struct device_endpoint *endpoint, int split,
					int64_t e)
{
	int32_t sink = s->to[e] - s->first_sink;

	if (sink < 0 || sink >= s->n_sinks)
		return FS_NAME(arc_weight)(s, endpoint, split, e);
	return endpoint[sink].constant == FS_NONE_64 && endpoint[sink].split == split ? 0 : FS_NONE;
}

/* Item: arc or source of a graph made of paths of the state graph. */
KERNEL(path_weights, k, i)
{
	int32_t from = k->from[i];
	fs_t weight;

	if (from < 0)
		weight =
			FS_NAME(source_weight)(k->states.arrival, k->source_state[~from], k->split);
	else if (k->unconstrained)
		weight = FS_NAME(free_weight)(&k->states, k->endpoint, k->split, from);
	else
		weight = FS_NAME(arc_weight)(&k->states, k->endpoint, k->split, from);
	((fs_t *)k->weight)[i] = weight;
}

#if FS_BITS == 32
#undef FS_BITS
#define FS_BITS 64
#include "gpu/kernels/k_weights.cu"
#endif
