/*
 * A die of Monte-Carlo SSTA as the timing of a netlist: the nominal delays and checks become its own.
 * All that follows (arrivals, required times, searches) knows nothing of it.
 */
#include "gpu/delay/look_up.h"
#include "gpu/timing/timing_args.h"

/* Item: arc. The same increment in both splits, so early stays below late. Floor: 4 bytes read, 16 read
 * and written. */
KERNEL(open_die, k, arc)
{
	for (int split = 0; split < 2; split++) {
		int64_t delay = k->delay[2 * arc + split];

		if (delay == DELAY_NONE)
			continue;
		delay += k->increment[arc];
		if (!is_sensible((double)delay / 1000)) {
			atomic_add_i32(&k->summary->n_bad, 1);
			delay = 0;
		}
		k->delay[2 * arc + split] = (int32_t)delay;
	}
}

/* Item: sink. A check that takes longer makes the required time of setup earlier, that of hold later. */
KERNEL(open_checks, k, i)
{
	int split = k->endpoint[i].split;
	int64_t *required = &k->states.required[2 * (k->states.first_sink + i) + split];

	if (*required != FS_NONE_64)
		*required += split ? -k->increment[i] : k->increment[i];
}

/* ---- a single die ---- */

/* Item: arc. Early delays become the late ones, where there are any: what only early has stays. Floor: 4 bytes
 * read, 4 written. */
KERNEL(single_delays, k, arc)
{
	if (k->delay[2 * arc + 1] != DELAY_NONE)
		k->delay[2 * arc] = k->delay[2 * arc + 1];
}

/* Item: state of the timing graph. Floor: 8 bytes read, 8 written. */
KERNEL(single_slews, k, i)
{
	k->slew[2 * i] = k->slew[2 * i + 1];
}

/* Item: driving cell at an edge of a port; what it adds to the given arrival. Floor: as above. */
KERNEL(single_extras, k, i)
{
	k->extra[2 * i] = k->extra[2 * i + 1];
}
