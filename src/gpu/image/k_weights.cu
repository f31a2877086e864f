/*
 * From the delays of a netlist to the weights that a path search goes by. Late: required times of
 * the endpoints, minus delays, minus arrivals of the startpoints; early the other way round.
 */
#include "gpu/image/touched_bits.h"
#include "gpu/image/weight_args.h"

/* Item: place in the fan-in. */
KERNEL(gather_types, k, j)
{
	int32_t a = k->arc[k->in_arc[j]];

	k->in_type[j] = a < k->n_typed ? k->type[a] : ARC_OF_SINK;
}

/* Item: arc, by place. Floor: 9 bytes. */
KERNEL(wire_arcs, k, i)
{
	int32_t a = k->arc[i];

	k->is_wire[i] = a < k->n_typed && k->type[a] == ARC_OF_NET;
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

/* The largest delay of arcs e, e + width, … before the end, of either split. */
DEVICE_INLINE int64_t FS_NAME(largest_delay)(const struct device_states *s, int64_t e, int64_t end,
					     int width)
{
	int64_t most = 0;

	for (; e < end; e += width) {
		int64_t from = s->arc[e];

		for (int split = 0; split < 2 && from >= 0; split++) {
			int32_t delay = s->delay[2 * from + split];

			most = delay == DELAY_NONE ? most : FS_NAME(larger_of)(most, delay);
		}
	}
	return most;
}

/* The level of an arc's tail. Arcs are in the order of their tails, so of levels. */
DEVICE_INLINE int32_t FS_NAME(arc_level)(const struct path_bounds_args *k, int64_t e)
{
	int32_t low = 0, high = k->n_levels;

	while (high - low > 1) {
		int32_t middle = low + (high - low) / 2;

		if (k->states.row[k->level_row[middle]] <= e)
			low = middle;
		else
			high = middle;
	}
	return low;
}

DEVICE_INLINE void FS_NAME(bound_delays)(const struct path_bounds_args *k, int64_t begin,
					 int64_t end, struct team t)
{
	const struct device_states *s = &k->states;
	int32_t level = FS_NAME(arc_level)(k, begin);

	for (; begin < end; level++) {
		int64_t stop = s->row[k->level_row[level + 1]], most;

		stop = stop < end ? stop : end;
		most = team_max(t, FS_NAME(largest_delay)(s, begin + t.lane, stop, t.width));
		if (t.lane == 0 && most > 0)
			atomic_max_64(&k->largest[level], most);
		begin = stop;
	}
}

/* As path_sums has them. */
DEVICE_INLINE int64_t FS_NAME(size_of_arrival)(const struct device_states *s, int64_t v)
{
	int64_t sum = 0;

	for (int split = 0; split < 2; split++) {
		if (s->arrival[2 * v + split] != FS_NONE_64)
			sum += FS_NAME(larger_of)(0, s->arrival[2 * v + split]);
	}
	return sum;
}

DEVICE_INLINE int64_t FS_NAME(size_of_required)(const struct path_bounds_args *k, int64_t sink)
{
	const struct device_states *s = &k->states;
	int64_t most = 0;

	for (int split = 0; split < 2; split++) {
		int64_t at = s->required[2 * (s->first_sink + sink) + split];

		most = at == FS_NONE_64 ? most : FS_NAME(larger_of)(most, at);
	}
	return most + (s->borrowed && k->window[sink] > 0 ? k->window[sink] : 0);
}

/*
 * Item: BOUND_CHUNK arcs, then sources, then sinks. For each level the largest delay that leads on from there, and the largest
 * arrival where paths begin and required time: no path's sum passes all of them together. The host asks path_sums
 * where that is too much. Floor: 12 bytes an arc, 20 a source, 16 a sink, all but streamed: for leon2's profile 0.13 GB,
 * 0.04 ms on an H200.
 */
TEAM_KERNEL(path_bounds, k, i, t)
{
	int64_t n_arcs = k->states.n_arcs, most = 0;
	int64_t arc_chunks = (n_arcs + BOUND_CHUNK - 1) / BOUND_CHUNK;
	int64_t source_chunks = (k->n_sources + BOUND_CHUNK - 1) / BOUND_CHUNK;
	int64_t chunk = i < arc_chunks                   ? i
			: i < arc_chunks + source_chunks ? i - arc_chunks
							 : i - arc_chunks - source_chunks;
	int64_t n = i < arc_chunks                   ? n_arcs
		    : i < arc_chunks + source_chunks ? k->n_sources
						     : k->states.n_sinks;
	int64_t begin = chunk * BOUND_CHUNK,
		end = begin + BOUND_CHUNK < n ? begin + BOUND_CHUNK : n;
	bool is_source = i < arc_chunks + source_chunks;

	if (i < arc_chunks) {
		FS_NAME(bound_delays)(k, begin, end, t);
		return;
	}
	for (int64_t j = begin + t.lane; j < end; j += t.width) {
		int64_t size = is_source ? FS_NAME(size_of_arrival)(&k->states, k->source_state[j])
					 : FS_NAME(size_of_required)(k, j);

		most = size > most ? size : most;
	}
	most = team_max(t, most);
	if (t.lane == 0 && most > 0)
		atomic_max_64(&k->largest[k->n_levels + !is_source], most);
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
			touch_state(&k->changed, v, 1);
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
	return endpoint[sink].constant == FS_NONE_64 && endpoint[sink].split == split &&
			       endpoint[sink].group >= 0
		       ? 0
		       : FS_NONE;
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
#include "gpu/image/k_weights.cu"
#endif
