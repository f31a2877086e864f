/*
 * The clock network as chains of parents, to find the last common node of a launch and a capture.
 */
#include "gpu/credit/credit_args.h"
#include "gpu/image/credit.h"
#include "gpu/timing/state_times.h"

/* The first of a state's tails from which its arrival comes, -1 = it was given. */
DEVICE_INLINE int32_t came_from(const struct device_states *s, int32_t state, int split)
{
	int64_t at = s->arrival[2 * (int64_t)state + split];

	for (int32_t j = s->in_row[state]; j < s->in_row[state + 1]; j++) {
		int64_t tail = s->arrival[2 * (int64_t)s->in_from[j] + split];
		int64_t delay = state_delay(s, s->in_arc[j], split);

		if (tail != FS_NONE_64 && delay != FS_NONE_64 && tail + delay == at)
			return s->in_from[j];
	}
	return -1;
}

/* Item: node. Two states of one pin in a segment, where a way to a generated clock begins, count as one. */
KERNEL(clock_nodes, k, i)
{
	const struct device_states *s = &k->states;
	int64_t early = s->arrival[2 * (int64_t)k->state[i]];
	int64_t late = s->arrival[2 * (int64_t)k->state[i] + 1];
	bool both = early != FS_NONE_64 && late != FS_NONE_64;

	for (int split = 0; split < 2; split++) {
		int32_t up = came_from(s, k->state[i], split);

		while (up >= 0 && k->node[up] >= 0 && k->pin[k->node[up]] == k->pin[i] &&
		       k->segment[k->node[up]] == k->segment[i])
			up = came_from(s, up, split);
		(split ? k->up_late : k->up_early)[i] = up < 0 ? -1 : k->node[up];
	}
	k->late[i] = both ? late : 0;
	k->early[i] = both ? early : 0;
	if (both && late - early > flow_peek_64(k->most))
		atomic_max_64(k->most, late - early);
}

/* Item: path, by its ends. */
KERNEL(common_pins, k, i)
{
	int32_t launch, capture;
	bool meet = credit_meet(&k->credit, k->source[i], k->sink[i], &launch, &capture);

	k->pin[i] = meet ? k->credit.pin[launch] : -1;
}
