/*
 * Delays and slews of outputs that drive a net in parallel, after the sweeps of k_delay.cu, in
 * which loads have taken each output's share of the slew.
 */
#include "gpu/delay/delay_args.h"
#include "gpu/delay/hand_on.h"

/* The delay of an arc, by its place in the fan-in of an output and by the graph's slew, and what of that the load makes; false
 * where nothing comes through a cell. */
DEVICE_INLINE bool load_delay(const struct device_timing *t, int64_t output, int32_t j, int split,
			      double *delay, double *by_load)
{
	struct way way = {t->in_type[j], t->state_vertex[output], split, t->in_arc[j],
			  t->in_from[j]};
	double slew_in = t->slew[SPLITS * way.from + split], slew;

	if (way.type < 0 || t->delay[SPLITS * way.place + split] == DELAY_NONE ||
	    !through_own(t, &way, slew_in, delay, &slew))
		return false;
	*by_load = *delay - look_up(&t->tables, t->tables.type[way.type].delay[split], slew_in, 0);
	return true;
}

/* What the load makes of the arc of an output that makes slack worst. */
DEVICE_INLINE double worst_load_delay(const struct device_timing *t, int64_t output, int split)
{
	double worst = 0, delay = 0, by_load = 0;
	bool any = false;

	for (int32_t j = t->in_row[output]; j < t->in_row[output + 1]; j++) {
		if (!load_delay(t, output, j, split, &delay, &by_load))
			continue;
		if (!any || (split ? by_load > worst : by_load < worst))
			worst = by_load;
		any = true;
	}
	return worst;
}

/* The delays of the arcs of an output, with the parts of the others. */
DEVICE_INLINE void reduce_delays(const struct device_timing *t, int64_t output, int split,
				 double least, int64_t others)
{
	double delay = 0, by_load = 0;

	for (int32_t j = t->in_row[output]; j < t->in_row[output + 1]; j++) {
		int64_t arc = SPLITS * (int64_t)t->in_arc[j] + split, own;

		if (!load_delay(t, output, j, split, &delay, &by_load))
			continue;
		own = harmonic_part(least, by_load);
		t->reduction[arc] = own > 0 ? harmonic_sum(least, own + others) - by_load : 0;
		delay = derated(t, output, false, split, settled_delay(t, arc, delay));
		t->delay[arc] = round_delay(delay, 0, &t->summary->n_bad);
	}
}

/*
 * Item: net that outputs drive in parallel, at an edge, and split; after the sweeps, as only arrivals need delays. What the load
 * adds to the delay of an arc is combined with that of the others harmonically, of each other by its arc that makes slack worst.
 * Floor: as of delay_sweep, four times for the arcs of these outputs.
 */
KERNEL(parallel_delays, k, i)
{
	const struct device_timing *t = &k->timing;
	int32_t load = k->load[i / SPLITS];
	int split = (int)(i % SPLITS);
	double least = 0;
	int64_t parts = 0;

	for (int pass = 0; pass < 3; pass++) {
		for (int32_t j = t->in_row[load]; j < t->in_row[load + 1]; j++) {
			int32_t output = t->in_from[j];
			double own;

			if (!is_parallel(t, output))
				continue;
			own = worst_load_delay(t, output, split);
			if (pass == 0)
				least = least_positive(least, own);
			else if (pass == 1)
				parts += harmonic_part(least, own);
			else
				reduce_delays(t, output, split, least,
					      parts - harmonic_part(least, own));
		}
	}
}

/* The same item, after all delays are there: the slews at the outputs, which their loads have found already. Floor: 16 bytes an
 * output. */
KERNEL(parallel_slews, k, i)
{
	const struct device_timing *t = &k->timing;
	int32_t load = k->load[i / SPLITS];
	int split = (int)(i % SPLITS);
	double together = parallel_slew(t, load, split);

	for (int32_t j = t->in_row[load]; j < t->in_row[load + 1]; j++) {
		int32_t output = t->in_from[j];

		if (is_parallel(t, output))
			t->slew[SPLITS * (int64_t)output + split] *=
				parallel_share(t, output, split, together);
	}
}
