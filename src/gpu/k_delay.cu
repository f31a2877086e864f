/*
 * Delays, slews, arrivals and required times of a netlist, early and late together. The model is the
 * one of seed 000, section II: NLDM tables for cells, the first two moments of an RC tree for wires
 * (Elmore's delay and the impulse of PERI), slews merged by their worst.
 *
 * Quantities come in fours (early rise, early fall, late rise, late fall: corner = 2·split + edge) or
 * in pairs by split, side by side, so that one access gets them all. Delays are computed in double,
 * in the same order of operations everywhere, and rounded once to femtoseconds; from there on times
 * are whole numbers.
 */
#include "gpu/kernel.h"

enum { CORNERS = 4, SPLITS = 2 };

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
 * Item of the wire sweeps: node and corner. Floor of the four together: per node 4 × 8 bytes written
 * and read six times, and the node itself (28 bytes) four times: 0.5 KB, for 10M nodes 1.2 ms on an
 * H200, and a grid barrier of 1–2 µs for each level of the deepest tree.
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
 * Behind its parent. β(v) = β(parent) + R·ΣC·D, in place of the sum, and at a pin the wire's delay and
 * its impulse 2β − D², which rounding can make a little negative.
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

/* ---- tables ---- */

/* The segment of an axis that holds x, the first or last one outside. */
DEVICE_INLINE int32_t find_segment(const double *axis, int32_t n, double x)
{
	int32_t i = 0;

	while (i + 2 < n && x >= axis[i + 1])
		i++;
	return i;
}

DEVICE_INLINE double between(double a, double b, double part)
{
	return a + part * (b - a);
}

/* Linear along index_1 at both neighbours of index_2, then along index_2; see lut_value(). */
DEVICE_INLINE double look_up(const struct device_tables *tables, int32_t id, double slew,
			     double other)
{
	const struct device_table *t = &tables->table[id];
	const double *__restrict__ x_axis = tables->number + t->first;
	const double *__restrict__ y_axis = x_axis + t->n_points[0];
	const double *__restrict__ value = y_axis + t->n_points[1];
	double x = t->operand[0] ? other : slew, y = t->operand[1] ? other : slew;
	double low, high, part = 0;
	int32_t i = 0, j = 0, n = t->n[1];

	if (t->n[0] > 1) {
		i = find_segment(x_axis, t->n[0], x);
		part = (x - x_axis[i]) / (x_axis[i + 1] - x_axis[i]);
	}
	if (n > 1)
		j = find_segment(y_axis, n, y);
	low = t->n[0] > 1 ? between(value[i * n + j], value[(i + 1) * n + j], part) : value[j];
	if (n == 1)
		return low;
	high = t->n[0] > 1 ? between(value[i * n + j + 1], value[(i + 1) * n + j + 1], part)
			   : value[j + 1];
	return between(low, high, (y - y_axis[j]) / (y_axis[j + 1] - y_axis[j]));
}

DEVICE_INLINE bool is_sensible(double ps)
{
	return ps > -LARGEST_DELAY_PS && ps < LARGEST_DELAY_PS;
}

/* The one rounding to fs; DELAY_NONE and a count when it, or the slew with it, isn't sensible. */
DEVICE_INLINE int32_t round_delay(double ps, double slew, int32_t *n_bad)
{
	if (is_sensible(ps) && is_sensible(slew))
		return (int32_t)(ps * 1000 + (ps < 0 ? -0.5 : 0.5));
	atomic_add_i32(n_bad, 1);
	return DELAY_NONE;
}

/* ---- arrivals ---- */

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
	*delay = look_up(&t->tables, a->delay[split], slew_in, load);
	*slew = a->slew[split] < 0 ? 0 : look_up(&t->tables, a->slew[split], slew_in, load);
	return true;
}

/*
 * Item: state and split, counted from the last, so behind its tails. Pulls arrival and slew through its
 * fan-in arcs and leaves their delays. A startpoint begins with what it was given.
 *
 * Writes its own arrival and slew and the delays of the arcs that lead to it; each arc leads to one
 * state. Reads those of its tails, which are of higher levels and complete.
 *
 * Floor per arc and split: two look-ups of 4 values and 2 axes each (about 20 loads from cache), 16
 * bytes gathered, 16 streamed or scattered; for 16M arcs 1 GB from memory, 0.25 ms on an H200, and a
 * grid barrier of 1–2 µs a level. What it takes is the latency of the look-ups, one behind another.
 */
SWEEP_KERNEL(delay_sweep, k, level, i)
{
	const struct device_timing *t = &k->timing;
	const int32_t *__restrict__ in_from = t->in_from;
	const int32_t *__restrict__ in_arc = t->in_arc;
	const int32_t *__restrict__ in_type = t->in_type;
	int64_t item = SPLITS * (int64_t)t->n_states - 1 - i, v = item / SPLITS;
	int split = (int)(item % SPLITS);
	int64_t best = t->arrival[item];
	double worst = t->slew[item];
	int32_t vertex = v < t->first_sink || level + 1 < k->n_levels ? t->state_vertex[v] : -1;

	for (int32_t j = t->in_row[v]; j < t->in_row[v + 1]; j++) {
		int64_t u = SPLITS * (int64_t)in_from[j] + split;
		int64_t arc = SPLITS * (int64_t)in_arc[j] + split, at = t->arrival[u];
		int32_t rounded = DELAY_NONE;
		bool first = best == FS_NONE_64;
		double delay, slew;

		if (in_type[j] == ARC_OF_SINK) {
			t->delay[arc] = 0;
			continue;
		}
		if (at != FS_NONE_64 &&
		    through_arc(t, in_type[j], vertex, split, t->slew[u], &delay, &slew))
			rounded = round_delay(delay, slew, &t->summary->n_bad);
		t->delay[arc] = rounded;
		if (rounded == DELAY_NONE)
			continue;
		at += rounded;
		if (first || (split ? at > best : at < best))
			best = at;
		/* a table's slew may be negative where it is extrapolated */
		if (first || (split ? slew > worst : slew < worst))
			worst = slew;
	}
	t->arrival[item] = best;
	t->slew[item] = worst;
}

/* Item: startpoint that was given an arrival and a slew. */
KERNEL(set_starts, k, i)
{
	const struct device_start *s = &k->start[i];

	for (int split = 0; split < SPLITS; split++) {
		k->arrival[SPLITS * (int64_t)s->state + split] = s->arrival[split];
		k->slew[SPLITS * (int64_t)s->state + split] = s->slew[split];
	}
}

KERNEL(clear_times, k, i)
{
	k->arrival[i] = FS_NONE_64;
	k->required[i] = FS_NONE_64;
	k->slew[i] = -1;
}

/* ---- required times ---- */

/*
 * Item: endpoint. Setup and recovery: early arrival of the clock + relation − check(clock's early
 * slew, data's late slew); hold and removal: late arrival of the clock + check(late slew, early slew).
 */
KERNEL(check_endpoints, k, s)
{
	const struct device_timing *t = &k->timing;
	const struct device_endpoint *e = &k->endpoint[s];
	int64_t sink = t->first_sink + s, required = e->constant;
	int other = 1 - e->split;
	double check;

	if (e->clock >= 0) {
		int64_t clock = SPLITS * (int64_t)e->clock + other;
		int64_t data = SPLITS * (int64_t)e->data + e->split;
		int32_t rounded = DELAY_NONE;

		if (t->arrival[clock] != FS_NONE_64 && t->arrival[data] != FS_NONE_64) {
			check = look_up(&t->tables, e->table, t->slew[clock], t->slew[data]);
			rounded = round_delay(check, 0, &t->summary->n_bad);
		}
		required = rounded == DELAY_NONE ? FS_NONE_64
						 : t->arrival[clock] + e->constant +
							   (e->split ? -rounded : rounded);
	}
	t->required[SPLITS * sink + e->split] = required;
	t->required[SPLITS * sink + other] = FS_NONE_64;
}

/* Item: state and split, behind its heads. The least late or greatest early required time through its
 * arcs. Floor: as of delay_sweep, without the look-ups. */
SWEEP_KERNEL(required_sweep, k, level, item)
{
	const struct device_timing *t = &k->timing;
	const int32_t *__restrict__ to = t->to;
	const int32_t *__restrict__ delay = t->delay;
	int64_t v = item / SPLITS, best = FS_NONE_64;
	int split = (int)(item % SPLITS);

	if (level == 0 && v >= t->first_sink)
		return;
	for (int32_t e = t->row[v]; e < t->row[v + 1]; e++) {
		int64_t r = t->required[SPLITS * (int64_t)to[e] + split];
		int32_t d = delay[SPLITS * (int64_t)e + split];

		if (r == FS_NONE_64 || d == DELAY_NONE)
			continue;
		r -= d;
		if (best == FS_NONE_64 || (split ? r < best : r > best))
			best = r;
	}
	t->required[item] = best;
}
