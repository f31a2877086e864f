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

/* Item: arc. None where nothing comes through, into a startpoint, and to endpoints of the other split. */
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
