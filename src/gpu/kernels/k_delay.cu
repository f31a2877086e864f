/*
 * Delays and slews of a netlist, early and late together. The model is the one of seed 000, section
 * II: NLDM tables for cells, the first two moments of an RC tree for wires (Elmore's delay and the
 * impulse of PERI), slews merged by their worst.
 *
 * Quantities come in fours (early rise, early fall, late rise, late fall: corner = 2·split + edge)
 * or in pairs by split, side by side, so that one access gets them all. Delays are computed in
 * double, in the same order of operations everywhere, and rounded once to femtoseconds; from there
 * on times are whole numbers.
 */
#include "gpu/kernels/look_up.h"

enum { CORNERS = 4, SPLITS = 2 };

#define NO_SLEW (-2 * LARGEST_DELAY_PS)

/* ---- wires ---- */

/* The capacitance at a node itself: the wire's and, but for the driver, the pin's. */
DEVICE_INLINE double own_capacitance(const struct device_wires *w, int64_t v, int corner)
{
	int64_t pin = w->pin[v];
	double c = w->capacitance[v];

	return pin >= 0 && w->parent[v] >= 0 ? c + w->pin_capacitance[CORNERS * pin + corner] : c;
}

DEVICE_INLINE double sum_of_children(const struct device_wires *w, int64_t v, int corner)
{
	double sum = 0;

	for (int32_t child = w->child_row[v]; child < w->child_row[v + 1]; child++)
		sum += w->subtree[CORNERS * (int64_t)child + corner];
	return sum;
}

/*
 * Item of the wire sweeps: node and corner. Floor of the four together: per node 4 × 8 bytes
 * written and read six times, and the node itself (28 bytes) four times: 0.5 KB, for 10M nodes 1.2
 * ms on an H200, and a grid barrier of 1–2 µs for each level of the deepest tree.
 */

/* From the last, so behind its children. The capacitance of its subtree. */
SWEEP_KERNEL(wire_capacitance, k, level, i)
{
	const struct device_wires *w = &k->wires;
	int64_t item = CORNERS * (int64_t)w->n_nodes - 1 - i, v = item / CORNERS;
	int corner = (int)(item % CORNERS);

	(void)level;
	w->subtree[item] = own_capacitance(w, v, corner) + sum_of_children(w, v, corner);
}

/* Behind its parent. Elmore's delay: D(v) = D(parent) + R·Cap(v). */
SWEEP_KERNEL(wire_delay, k, level, item)
{
	const struct device_wires *w = &k->wires;
	int64_t v = item / CORNERS, parent = w->parent[v], corner = item % CORNERS;

	(void)level;
	w->delay[item] = parent < 0 ? 0
				    : w->delay[CORNERS * parent + corner] +
					      w->resistance[v] * w->subtree[item];
}

/* Behind its children. Σ of C·D over its subtree, in place of its capacitance. */
SWEEP_KERNEL(wire_moment, k, level, i)
{
	const struct device_wires *w = &k->wires;
	int64_t item = CORNERS * (int64_t)w->n_nodes - 1 - i, v = item / CORNERS;
	int corner = (int)(item % CORNERS);

	(void)level;
	w->subtree[item] = own_capacitance(w, v, corner) * w->delay[item] +
			   sum_of_children(w, v, corner);
}

/*
 * Behind its parent. β(v) = β(parent) + R·ΣC·D, in place of the sum, and at a pin the wire's delay
 * and its impulse 2β − D², which rounding can make a little negative.
 */
SWEEP_KERNEL(wire_impulse, k, level, item)
{
	const struct device_wires *w = &k->wires;
	int64_t v = item / CORNERS, corner = item % CORNERS;
	int64_t parent = w->parent[v], pin = w->pin[v];
	double d = w->delay[item], beta = 0, impulse;

	(void)level;
	if (parent >= 0)
		beta = w->subtree[CORNERS * parent + corner] + w->resistance[v] * w->subtree[item];
	w->subtree[item] = beta;
	impulse = 2 * beta - d * d;
	if (pin >= 0) {
		w->pin_delay[CORNERS * pin + corner] = d;
		w->pin_impulse[CORNERS * pin + corner] = impulse > 0 ? impulse : 0;
	}
}

/* Item: net. Its load: the wire and the pins, those of drivers only when asked for. */
KERNEL(net_loads, k, net)
{
	int32_t begin = k->net_pin_row[net], end = k->net_pin_row[net + 1];
	int32_t first = k->with_drivers ? begin : begin + k->net_n_drivers[net];

	for (int c = 0; c < CORNERS; c++) {
		double sum = k->net_capacitance ? k->net_capacitance[net] : 0;

		for (int32_t j = first; j < end; j++)
			sum += k->pin_capacitance[CORNERS * (int64_t)k->net_pin[j] + c];
		k->load[CORNERS * net + c] = sum;
	}
}

/* ---- what comes through arcs ---- */

/* What comes through one arc in one split; false when nothing does. */
DEVICE_INLINE bool through_arc(const struct device_timing *t, int32_t type, int32_t vertex,
			       int split, double slew_in, double *delay, double *slew)
{
	int64_t pin = vertex / 2;
	int corner = 2 * split + vertex % 2;
	const struct device_arc_type *a = &t->tables.type[type < 0 ? 0 : type];
	double load;

	if (type < 0) {
		double impulse = t->pin_impulse ? t->pin_impulse[CORNERS * pin + corner] : 0;

		*delay = t->pin_delay ? t->pin_delay[CORNERS * pin + corner] : 0;
		*slew = impulse > 0 ? square_root(slew_in * slew_in + impulse) : slew_in;
		return true;
	}
	if (a->delay[split] < 0)
		return false;
	load = t->pin_net[pin] < 0 ? 0 : t->load[CORNERS * (int64_t)t->pin_net[pin] + corner];
	*slew = 0;
	if (a->slew[split] < 0)
		*delay = look_up(&t->tables, a->delay[split], slew_in, load);
	else
		look_up_both(&t->tables, a->delay[split], a->slew[split], slew_in, load, delay,
			     slew);
	return true;
}

/* What a delay that ends at a state is multiplied by. */
DEVICE_INLINE double derate_at(const struct device_timing *t, int64_t state, bool net, int split)
{
	return t->derate_class ? t->derate[4 * (int64_t)t->derate_class[state] + 2 * net + split]
			       : 1;
}

/* Item: slew that is given at a state. */
KERNEL(set_slews, k, i)
{
	for (int split = 0; split < SPLITS; split++)
		k->slew[SPLITS * (int64_t)k->given[i].state + split] = k->given[i].slew[split];
}

/*
 * Item: driving cell at one edge of a port. Its slew is that of the worst of the cell's arcs into
 * the load of the port's net; what the load adds to their delay comes on top of arrivals.
 */
KERNEL(drive_ports, k, i)
{
	const struct device_timing *t = &k->timing;
	const struct device_driver *driver = &k->driver[i];
	int32_t vertex = t->state_vertex[driver->state], net = t->pin_net[vertex / 2];

	for (int split = 0; split < SPLITS; split++) {
		double load =
			net < 0 ? 0 : t->load[CORNERS * (int64_t)net + 2 * split + vertex % 2];
		double worst_slew = 0, worst = 0;
		int32_t rounded;
		bool first = true;

		for (int32_t d = driver->first; d < driver->first + driver->n; d++) {
			const struct device_drive *a = &k->drive[d];
			double delay, slew;

			if (a->split != split || a->delay < 0)
				continue;
			delay = look_up(&t->tables, a->delay, a->slew_in, load) -
				look_up(&t->tables, a->delay, a->slew_in, 0);
			slew = a->slew < 0 ? 0 : look_up(&t->tables, a->slew, a->slew_in, load);
			if (first || (split ? delay > worst : delay < worst))
				worst = delay;
			if (first || (split ? slew > worst_slew : slew < worst_slew))
				worst_slew = slew;
			first = false;
		}
		rounded = round_delay(worst * derate_at(t, driver->state, false, split), worst_slew,
				      &t->summary->n_bad);
		k->extra[SPLITS * i + split] = rounded == DELAY_NONE ? 0 : rounded;
		t->slew[SPLITS * (int64_t)driver->state + split] = worst_slew;
	}
}

/* What a slew is multiplied by in a die in which the delay of its arc (ps) differs by an increment (fs): it
 * deviates by the same share, and isn't negative. */
DEVICE_INLINE double slew_share(double delay, int32_t increment)
{
	double share = delay > 0 ? 1 + (double)increment / (1000 * delay) : 1;

	return share > 0 ? share : 0;
}

/* One item of the sweeps below; a state's slews in a die go by increments, if there are any. */
DEVICE_INLINE void delay_sweep_item(const struct delay_sweep_args *k, int64_t level, int64_t i,
				    struct team team, const int32_t *increment)
{
	const struct device_timing *t = &k->timing;
	const int32_t *__restrict__ in_from = t->in_from;
	const int32_t *__restrict__ in_arc = t->in_arc;
	const int32_t *__restrict__ in_type = t->in_type;
	int64_t item = SPLITS * (int64_t)t->n_states - 1 - i, v = item / SPLITS;
	int split = (int)(item % SPLITS);
	int32_t begin = t->in_row[v], end = t->in_row[v + 1];
	bool given = begin == end || (t->is_given && t->is_given[v]);
	/* of slews, the least early one is the largest of the negated */
	double sign = split ? 1 : -1, worst = NO_SLEW;
	int32_t vertex = v < t->first_sink || level + 1 < k->n_levels ? t->state_vertex[v] : -1;

	for (int32_t j = begin + team.lane; j < end; j += team.width * ARCS_AT_ONCE) {
		int32_t from[ARCS_AT_ONCE];
		double slew_in[ARCS_AT_ONCE];

		for (int32_t a = 0; a < ARCS_AT_ONCE; a++)
			from[a] = in_from[j + a * team.width < end ? j + a * team.width : j];
		for (int32_t a = 0; a < ARCS_AT_ONCE; a++)
			slew_in[a] = t->slew[SPLITS * (int64_t)from[a] + split];
		for (int32_t a = 0; a < ARCS_AT_ONCE && j + a * team.width < end; a++) {
			int64_t arc = SPLITS * (int64_t)in_arc[j + a * team.width] + split;
			int32_t type = in_type[j + a * team.width], rounded = DELAY_NONE;
			double delay, slew;

			if (type == ARC_OF_SINK) {
				t->delay[arc] = 0;
				continue;
			}
			if (through_arc(t, type, vertex, split, slew_in[a], &delay, &slew))
				rounded = round_delay(delay * derate_at(t, v, type < 0, split),
						      slew, &t->summary->n_bad);
			if (increment && type >= 0 && rounded != DELAY_NONE)
				slew *= slew_share(delay, increment[in_arc[j + a * team.width]]);
			t->delay[arc] = rounded;
			/* a table's slew may be negative where it is extrapolated */
			if (rounded != DELAY_NONE && sign * slew > worst)
				worst = sign * slew;
		}
	}
	worst = team_max_double(team, worst);
	if (given || team.lane)
		return;
	/* + 0: of 0 and −0 either may have been the largest */
	t->slew[item] = worst == NO_SLEW ? 0 : sign * worst + 0.0;
}

/*
 * Item: state and split, counted from the last, so behind its tails. Pulls the slew through its
 * fan-in arcs and leaves their delays. A state without fan-in has the slew it was given, or 0.
 *
 * Writes its own slew and the delays of the arcs that lead to it; each arc leads to one state.
 * Reads the slews of its tails, which are of higher levels and complete.
 *
 * Floor per arc and split: two look-ups of 4 values and 2 axes each (about 20 loads from cache), 8
 * bytes gathered, 12 streamed or scattered; for 16M arcs 0.7 GB from memory, 0.2 ms on an H200, and
 * a grid barrier of 1 µs a level. Lanes share the arcs of a state, so that in small levels one with
 * many doesn't keep all others waiting. Measured: 2.5 ms for 180 levels, six times the floor: a
 * multiprocessor issues in 27 % of the cycles; from one instruction to the next a warp waits 10.6
 * cycles for the chain of a dozen loads from a state to a table's values, and 12.0 at the barrier,
 * as 160 levels have too few states to fill the GPU.
 */
SPREAD_SWEEP_KERNEL(delay_sweep, k, level, i, team)
{
	delay_sweep_item(k, level, i, team, NULL);
}

/* The same in a die whose slews deviate with its delays; these get their increments later (open_die). Floor: 4
 * bytes more an arc. */
SPREAD_SWEEP_KERNEL(die_sweep, k, level, i, team)
{
	delay_sweep_item(&k->sweep, level, i, team, k->increment);
}
