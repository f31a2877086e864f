/*
 * Delays and slews of a netlist, early and late together. The model is the one of [CPG-J], section
 * II: NLDM tables for cells, the first two moments of an RC tree for wires (Elmore's delay and the
 * impulse of PERI), slews merged by their worst.
 *
 * Quantities come in fours (early rise, early fall, late rise, late fall: corner = 2·split + edge)
 * or in pairs by split, side by side, so that one access gets them all. Delays are computed in
 * double, in the same order of operations everywhere, and rounded once to femtoseconds; from there
 * on times are whole numbers.
 */
#include "gpu/delay/delay_args.h"
#include "gpu/delay/hand_on.h"

/* How many arcs a lane of a sweep of delays has in hand; more would take more registers than there are. */
enum { DELAYS_AT_ONCE = 2 };

/* ---- wires ---- */

/* The capacitance at a node itself: the wire's and, but for the driver, the pin's. */
DEVICE_INLINE double own_capacitance(const struct device_wires *w, int64_t v, int corner)
{
	int32_t pin = w->pin[v];
	double c = w->capacitance[v];

	if (pin < 0 || w->parent[v] < 0 || w->flags[v] & WIRE_INCLUDES_PINS << corner / 2)
		return c;
	return c + w->kind_capacitance[CORNERS * (int64_t)w->pin_kind[pin] + corner];
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
 * written and read eight times, and the node itself (28 bytes) four times: 0.6 KB, for 10M nodes 1.5
 * ms on an H200, and a grid barrier of 1–2 µs for each level of the deepest tree.
 */

/*
 * From the last, so after its children. The capacitance of its subtree, which is the first moment of its admittance, and two
 * more: Y after a resistor R is Y − R·Y² + R²·Y³. At a root they are reduced to a pi.
 */
SWEEP_KERNEL(wire_capacitance, k, level, i)
{
	const struct device_wires *w = &k->wires;
	int64_t item = CORNERS * (int64_t)w->n_nodes - 1 - i, v = item / CORNERS;
	int corner = (int)(item % CORNERS);
	double y2 = 0, y3 = 0;

	(void)level;
	for (int32_t child = w->child_row[v]; child < w->child_row[v + 1]; child++) {
		int64_t at = CORNERS * (int64_t)child + corner;
		double r = w->resistance[child], c1 = w->subtree[at], c2 = w->delay[at];

		y2 += c2 - r * c1 * c1;
		y3 += w->third[at] - 2 * r * c1 * c2 + r * r * c1 * c1 * c1;
	}
	w->subtree[item] = own_capacitance(w, v, corner) + sum_of_children(w, v, corner);
	w->delay[item] = y2;
	w->third[item] = y3;
	if (w->flags[v] & WIRE_DRIVES << corner / 2)
		w->pi[CORNERS * (int64_t)w->pin_driver[w->pin[v]] + corner] =
			reduce_to_pi(w->subtree[item], y2, y3);
}

/* After its parent. Elmore's delay: D(v) = D(parent) + R·Cap(v), in place of y2. */
SWEEP_KERNEL(wire_delay, k, level, item)
{
	const struct device_wires *w = &k->wires;
	int64_t v = item / CORNERS, parent = w->parent[v], corner = item % CORNERS;

	(void)level;
	w->delay[item] = parent < 0 ? 0
				    : w->delay[CORNERS * parent + corner] +
					      w->resistance[v] * w->subtree[item];
}

/* After its children. Σ of C·D over its subtree, in place of its capacitance. */
SWEEP_KERNEL(wire_moment, k, level, i)
{
	const struct device_wires *w = &k->wires;
	int64_t item = CORNERS * (int64_t)w->n_nodes - 1 - i, v = item / CORNERS;
	int corner = (int)(item % CORNERS);

	(void)level;
	w->subtree[item] =
		own_capacitance(w, v, corner) * w->delay[item] + sum_of_children(w, v, corner);
}

/*
 * After its parent. β(v) = β(parent) + R·ΣC·D, in place of the sum, and at a pin the wire's delay
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
	if (w->flags[v] & WIRE_IS_DELAY << corner / 2) {
		d = w->resistance[v];
		impulse = d * d;
	}
	if (pin >= 0 && w->flags[v] & WIRE_GIVES << corner / 2) {
		w->pin_delay[CORNERS * pin + corner] = d;
		w->pin_impulse[CORNERS * pin + corner] = impulse > 0 ? impulse : 0;
	}
}

/* Item: net. */
KERNEL(net_loads, k, net)
{
	sum_net_load(k, net);
}

/* ---- what comes through arcs ---- */

/* Item: slew that is given at a state. */
KERNEL(set_slews, k, i)
{
	for (int split = 0; split < SPLITS; split++) {
		if (k->given[i].splits & 1 << split)
			k->slew[SPLITS * (int64_t)k->given[i].state + split] =
				k->given[i].slew[split];
	}
}

/* One of a driving cell's arcs: what the load adds to its delay, and its slew; by dmp_ceff_elmore its wave, and what that is
 * at the loads, with what the load adds. */
DEVICE_INLINE void through_drive(const struct device_timing *t, const struct device_drive *a,
				 int32_t state, bool first, double *delay, double *slew)
{
	int32_t vertex = t->state_vertex[state];
	const struct device_thresholds *at = &t->thresholds[2 * a->thresholds + vertex % 2];
	const struct device_tables tables = t->tables;
	struct gate gate = {&tables, a->delay, a->slew, a->slew_in, at};
	struct device_pi pi;
	struct device_wave wave;

	if (!t->hand) {
		double load = load_at(t, vertex, a->split);

		*delay = gate_delay(&gate, load);
		*slew = a->slew < 0 ? 0 : look_up(&t->tables, a->slew, a->slew_in, load);
		*delay -= gate_delay(&gate, 0);
		return;
	}
	pi = wire_at(t, vertex, a->split);
	drive_wire(&gate, &pi, t->lumps, &wave, delay);
	*slew = wave.slew;
	*delay -= gate_delay(&gate, 0);
	for (int32_t e = t->row[state]; e < t->row[state + 1]; e++) {
		union device_hand *out = &t->hand[SPLITS * (int64_t)e + a->split];
		struct at_load worst = load_of(t, state, e, a->split, !first);

		if (worst.load < 0)
			continue;
		add_wave(t, &worst, at, &pi, &wave, *delay);
		out->load.delay = worst.delay;
		out->load.slew = worst.slew;
	}
}

/*
 * Item: driving cell at one edge of a port. Its slew is that of the worst of the cell's arcs into
 * the wire of the port; what the load adds to their delay comes on top of arrivals, derated as a net's, or by
 * dmp_ceff_elmore on top of the delays to loads.
 */
KERNEL(drive_ports, k, i)
{
	const struct device_timing *t = &k->timing;
	const struct device_driver *driver = &k->driver[i];

	for (int split = 0; split < SPLITS; split++) {
		double worst_slew = 0, worst = 0;
		int32_t rounded;
		bool first = true;

		for (int32_t d = driver->first; d < driver->first + driver->n; d++) {
			const struct device_drive *a = &k->drive[d];
			double delay, slew;

			if (a->split != split || a->delay < 0)
				continue;
			through_drive(t, a, driver->state, first, &delay, &slew);
			if (first || (split ? delay > worst : delay < worst))
				worst = delay;
			if (first || (split ? slew > worst_slew : slew < worst_slew))
				worst_slew = slew;
			first = false;
		}
		rounded = round_delay(derated(t, driver->state, true, split, worst), worst_slew,
				      &t->summary->n_bad);
		k->extra[SPLITS * i + split] = t->hand || rounded == DELAY_NONE ? 0 : rounded;
		t->slew[SPLITS * (int64_t)driver->state + split] = worst_slew;
	}
}

/* A state and split of a sweep, and how far it is. */
struct slewed {
	int64_t v;      /* the state, −1 = none */
	int32_t vertex; /* of cells and nets whose delays matter */
	int32_t net;    /* at the vertex, −1 = none */
	int split;
	double sign, worst;       /* of slews, the least early one is the largest of the negated */
	const int32_t *increment; /* of a die, or NULL */
	double load;              /* of cells, fF */
	bool parallel; /* outputs may drive in parallel, so slews of whole levels are there … */
	double together; /* … of which this is known at loads, −1 = not yet: see parallel_share() */
};

/* The slew at a driver, of which the part is taken that others in parallel leave. */
DEVICE_INLINE double slew_in_parallel(const struct device_timing *t, struct slewed *s,
				      int64_t output, double slew)
{
	if (s->together < 0)
		s->together = parallel_slew(t, s->v, s->split);
	return slew * parallel_share(t, output, s->split, s->together);
}

/*
 * DELAYS_AT_ONCE arcs from place j on, every stride-th: their delays are written, the worst slew is noted. All that doesn't
 * depend on slews is read before these are there. All lanes of the warp wait for them together, or none.
 */
DEVICE_INLINE void delays_from(const struct device_timing *t, struct slewed *s, int32_t j,
			       int32_t end, int stride, bool flows)
{
	const double *from[DELAYS_AT_ONCE];
	double slew_in[DELAYS_AT_ONCE];
	int32_t place[DELAYS_AT_ONCE], type[DELAYS_AT_ONCE];
	bool of_cell = false;

	for (int32_t a = 0; a < DELAYS_AT_ONCE; a++) {
		int32_t at = j + a * stride;
		bool is_there = at < end;

		type[a] = is_there ? t->in_type[at] : ARC_OF_SINK;
		place[a] = is_there ? t->in_arc[at] : -1;
		from[a] = t->slew + (is_there ? SPLITS * (int64_t)t->in_from[at] + s->split : 0);
	}
	for (int32_t a = 0; a < DELAYS_AT_ONCE; a++) {
		slew_in[a] = type[a] == ARC_OF_SINK ? 0 : flow_peek_f64(from[a]);
		of_cell |= type[a] >= 0;
	}
	if (of_cell && s->net >= 0)
		s->load = t->load[CORNERS * (int64_t)s->net + 2 * s->split + s->vertex % 2];
	if (flows)
		flow_wait_f64(from, slew_in, DELAYS_AT_ONCE);
	for (int32_t a = 0; a < DELAYS_AT_ONCE; a++) {
		int64_t arc = SPLITS * (int64_t)place[a] + s->split;
		int32_t rounded = DELAY_NONE;
		struct way way = {type[a], s->vertex, s->split, place[a], -1};
		double delay, slew;

		if (place[a] < 0)
			continue;
		if (type[a] == ARC_OF_SINK) {
			t->delay[arc] = 0;
			continue;
		}
		if (!flows)
			slew_in[a] = flow_wait_alone_f64(from[a], slew_in[a]);
		if (t->pin_place)
			way.from = t->in_from[j + a * stride];
		if (s->parallel && type[a] == ARC_OF_NET &&
		    is_parallel(t, t->in_from[j + a * stride]))
			slew_in[a] = slew_in_parallel(t, s, t->in_from[j + a * stride], slew_in[a]);
		if (way.type < 0)
			through_wire(t, &way, slew_in[a], &delay, &slew);
		if (way.type < 0 || through_gate(t, &way, s->load, slew_in[a], &delay, &slew)) {
			delay = settled_delay(t, arc, delay);
			rounded = round_delay(derated(t, s->v, type[a] < 0, s->split, delay), slew,
					      &t->summary->n_bad);
		}
		if (s->increment && type[a] >= 0 && rounded != DELAY_NONE)
			slew *= slew_share(delay, s->increment[place[a]]);
		t->delay[arc] = rounded;
		/* a table's slew may be negative where it is extrapolated */
		if (rounded != DELAY_NONE && s->sign * slew > s->worst)
			s->worst = s->sign * slew;
	}
}

/* One item of the sweeps below, −1 in a lane that has none; a state's slews in a die go by increments, if there are any. */
DEVICE_INLINE void delay_item(const struct delay_sweep_args *k, int64_t level, int64_t i,
			      struct team team, bool flows, const int32_t *increment)
{
	const struct device_timing *t = &k->timing;
	int64_t item = i < 0 ? 0 : SPLITS * (int64_t)t->n_states - 1 - i, v = item / SPLITS;
	int split = (int)(item % SPLITS);
	int32_t j = i < 0 ? 0 : t->in_row[v] + team.lane, end = i < 0 ? 0 : t->in_row[v + 1];
	bool is_sink = v >= t->first_sink && level + 1 == k->n_levels, keeps;
	struct slewed s = {.v = v, .vertex = is_sink ? -1 : t->state_vertex[v], .split = split};

	s.net = s.vertex < 0 ? -1 : t->pin_net[s.vertex / 2];
	s.sign = split ? 1 : -1;
	s.worst = NO_SLEW;
	s.increment = increment;
	s.load = 0;
	s.parallel = !flows && t->parallel;
	s.together = -1;
	if (!flows && t->is_given && t->is_given[v] & SLEW_OF_LATCH << split)
		s.worst = s.sign * t->slew[item];
	delays_from(t, &s, j, end, team.width, flows);
	for (j += team.width * DELAYS_AT_ONCE; j < end; j += team.width * DELAYS_AT_ONCE)
		delays_from(t, &s, j, end, team.width, false);
	s.worst = team_max_double(team, s.worst);
	keeps = i < 0 || (slew_may_be_given(t, v, split) && !flow_lacks_f64(t->slew[item]));
	/* + 0: of 0 and −0 either may have been the largest */
	if (!keeps && team.lane == 0)
		flow_put_f64(&t->slew[item], s.worst == NO_SLEW ? 0 : s.sign * s.worst + 0.0);
}

/* All slews are UNWRITTEN_BYTE_F64 before those that are given. */
DEVICE_INLINE void FS_NAME(delay_sweep_unwrite)(const struct delay_sweep_args *k, int64_t i)
{
	(void)k;
	(void)i;
}

/*
 * Item: state and split, counted from the last, so after its tails. Pulls the slew through its
 * fan-in arcs and leaves their delays. A state without fan-in has the slew it was given, or 0.
 *
 * Writes its own slew and the delays of the arcs that lead to it; each arc leads to one state.
 * Reads the slews of its tails, which are of higher levels, when they are there.
 *
 * Floor per arc and split: two look-ups of 4 values and 2 axes each (about 20 loads from cache), 8
 * bytes gathered, 12 streamed or scattered; for 16M arcs 0.7 GB from memory, 0.2 ms on an H200. Measured for 191 levels
 * of leon2's profile (11M arcs): 1.70 ms, with a barrier between levels 2.67 ms. Its 760 M instructions of warps (ncu) take 0.7 ms at least; what else there is wasn't
 * measured. With the tables' axes read before the slews are there it takes 2.3 ms, and memory's traffic is 2.5 GB for 1.1: registers spill.
 */
FLOW_SPREAD_SWEEP_KERNEL(delay_sweep, k, level, i, team)
{
	delay_item(k, level, i, team, true, NULL);
}

/*
 * The same level by level: where slews that latches got are merged with those of other arcs, where outputs drive nets in parallel,
 * and in a die whose slews deviate with its delays; these get their increments later (open_die). Floor: 4 bytes more an arc, and a grid barrier
 * of 1 µs a level.
 */
SPREAD_SWEEP_KERNEL(delay_levels, k, level, i, team)
{
	delay_item(&k->sweep, level, i, team, false, k->increment);
}

/* An output of a latch whose loads get what its waves are there. */
struct latch_hands {
	int32_t state;
	bool keeps;   /* its slew is given */
	bool alone;   /* there is nothing yet */
	bool changed; /* at some load it is worse than before */
};

DEVICE_INLINE void latch_hands_on(const struct device_timing *t, const struct way *way,
				  const struct device_pi *pi, const struct device_wave *wave,
				  struct latch_hands *l)
{
	const struct device_thresholds *at = thresholds_at(t, way->vertex, way->split);

	for (int32_t e = t->row[l->state]; e < t->row[l->state + 1]; e++) {
		union device_hand *out = &t->hand[SPLITS * (int64_t)e + way->split];
		struct at_load worst = load_of(t, l->state, e, way->split, !l->alone);

		if (worst.load < 0)
			continue;
		add_wave(t, &worst, at, pi, wave, 0);
		l->changed |= worst.delay != out->load.delay || worst.slew != out->load.slew;
		out->load.delay = worst.delay;
		out->load.slew = worst.slew;
	}
	l->alone = false;
}

/* What comes through one arc of a latch, by slews or waves. */
DEVICE_INLINE bool through_latch(const struct device_timing *t, const struct way *way,
				 struct latch_hands *l, double *delay, double *slew)
{
	double slew_in = t->slew[SPLITS * way->from + way->split];
	struct device_wave *wave;
	struct device_pi pi;

	if (!t->hand)
		return through_arc(t, way, slew_in, delay, slew);
	wave = &t->hand[SPLITS * way->place + way->split].gate;
	pi = wire_at(t, way->vertex, way->split);
	if (!through_driver(t, way, &pi, slew_in, wave, delay))
		return false;
	*slew = wave->slew;
	if (!l->keeps && is_sensible(*delay) && is_sensible(*slew))
		latch_hands_on(t, way, &pi, wave, l);
	return true;
}

/* What leaves one output of a latch by data, of one split: 1 when its slew is other than before. */
DEVICE_INLINE int latch_delays_split(const struct latch_delays_args *k,
				     const struct latch_output *output, int split)
{
	const struct device_timing *t = &k->timing;
	int32_t v = output->state;
	uint8_t given = k->is_given[v];
	bool alone = !(given & SLEW_OF_LATCH << split) && t->in_row[v] == t->in_row[v + 1];
	struct latch_hands hands = {v, (given & (SLEW_GIVEN | SLEW_ANNOTATED << split)) != 0, alone,
				    false};
	double sign = split ? 1 : -1, worst = NO_SLEW, *at = &t->slew[SPLITS * (int64_t)v + split];

	for (int32_t j = output->first; j < output->first + output->n; j++) {
		const struct latch_input *input = &k->input[j];
		int64_t arc = SPLITS * (int64_t)input->arc + split;
		struct way way = {input->type, t->state_vertex[v], split, input->arc, input->state};
		int32_t rounded = DELAY_NONE;
		double delay, slew;

		if (through_latch(t, &way, &hands, &delay, &slew))
			rounded = round_delay(
				derated(t, v, false, split, settled_delay(t, arc, delay)), slew,
				&t->summary->n_bad);
		t->delay[arc] = rounded;
		if (rounded != DELAY_NONE && sign * slew > worst)
			worst = sign * slew;
	}
	if (hands.keeps || worst == NO_SLEW || (!alone && worst <= sign * *at && !hands.changed))
		return 0;
	if (alone || worst > sign * *at)
		*at = sign * worst + 0.0;
	k->is_given[v] = (uint8_t)(given | SLEW_OF_LATCH << split);
	return 1;
}

/*
 * Item: output of a latch. The delays of the arcs that data takes through the open latch, which the sweep
 * doesn't know, and the output's slew where theirs is worse: from then on the sweep merges it with those of the
 * other arcs, and is made once more. Slews only get worse by it. Both splits are one item, as they share a byte of
 * is_given. Floor: as of delay_sweep, for these arcs.
 */
KERNEL(latch_delays, k, i)
{
	int32_t n = 0;

	for (int split = 0; split < SPLITS; split++)
		n += latch_delays_split(k, &k->output[i], split);
	if (n)
		atomic_add_i32(k->n_changed, n);
}
