/*
 * Path-based analysis: delays and the check at a path's end by the path's own slew at each point,
 * instead of the worst slew of all paths there. Tables, wires and rounding are those of k_delay.cu
 * and k_states.cu: in a netlist with a single path both give the same delays.
 *
 * Also the weights for exact ranking by re-timed slack: by these each path's slack is a lower bound
 * of its re-timed one.
 */
#include "gpu/delay/aocv.h"
#include "gpu/delay/hand_on.h"
#include "gpu/delay/latch.h"
#include "gpu/delay/retime_args.h"
#include "gpu/image/credit.h"

#define SLEW_WIDENING (1.0 / ((int64_t)1 << 40)) /* what evaluating a table may be off by, and far more */

/* ---- paths ---- */

/* Entry p of n of a path from its source on: ~source, then arcs, the last to the sink. */
DEVICE_INLINE int32_t path_entry(const struct retime_paths_args *k, int64_t begin, int32_t n, int32_t p)
{
	int32_t at = k->transposed ? n - 1 - p : p, arc = k->arc[begin + at];

	if (at == 0)
		return k->source_from ? k->source_from[arc] : ~arc;
	return k->arc_from ? k->arc_from[arc] : arc;
}

/* The required time of a sink for data that comes with a slew; see check_endpoints. */
DEVICE_INLINE int64_t retimed_required(const struct device_retiming *r, int32_t sink, double slew)
{
	const struct device_endpoint *e = &r->endpoint[sink];
	int64_t required = e->constant;
	int other = 1 - e->split;
	int32_t rounded;

	if (e->clock >= 0 && required != FS_NONE_64) {
		int64_t at = capture_arrival(&r->states, e, other);

		required = at == FS_NONE_64 ? FS_NONE_64 : required + at;
	}
	if (e->table < 0 || required == FS_NONE_64)
		return required;
	rounded = check_at(&r->states, &r->timing.tables, e->table, sink,
			   r->timing.slew[SPLITS * (int64_t)e->clock_slew + other], slew, e->derate);
	return rounded == DELAY_NONE ? FS_NONE_64 : required + (e->split ? -rounded : rounded);
}

/* What late data of a latch may borrow, if it comes with a slew, -1 = it's none; a pulse that is too short is off the
 * required time. See latch_required. */
DEVICE_INLINE int64_t retimed_window(const struct device_retiming *r, int32_t sink, double slew, int64_t *required)
{
	int32_t id = r->sink_latch && r->split ? r->sink_latch[sink] : -1;
	const struct device_latch *l;
	int64_t window;

	if (id < 0)
		return -1;
	l = &r->latch[id];
	window = latch_window(&r->states, r->endpoint, l,
			      latch_setup(&r->states, &r->timing.tables, r->timing.slew, l, slew, l->derate));
	if (window < 0 && *required != FS_NONE_64)
		*required += window;
	return window < 0 ? 0 : window;
}

/* Have paths the slew of the graph at a state? So they have where it is annotated, and where outputs in parallel make it. */
DEVICE_INLINE bool has_graph_slew(const struct device_timing *t, int64_t state, int split)
{
	return (t->is_given && t->is_given[state] & SLEW_ANNOTATED << split) || is_parallel(t, state);
}

/* What is between a required time and an arrival; of an endpoint of which nothing is demanded the arrival is
 * compared with 0. */
DEVICE_INLINE int64_t slack_between(int split, bool free, int64_t required, int64_t arrival)
{
	if (free)
		required = 0;
	if (required == FS_NONE_64)
		return FS_NONE_64;
	return split ? required - arrival : arrival - required;
}

/* What the derates of a path depend on: gone along once before its delays are. */
DEVICE_INLINE void measure_path(const struct retime_paths_args *k, int64_t begin, int32_t n, int32_t source,
				struct aocv_path *by)
{
	const struct device_retiming *r = &k->retiming;
	const struct device_timing *t = &r->timing;
	int32_t entry = path_entry(k, begin, n, 1), sink;

	aocv_add_pin(&r->aocv, t->state_vertex[r->source_slew[source]] / 2, by);
	for (int32_t p = 1; p + 1 < n; p++) {
		struct retime_arc arc = r->arc[entry];
		int32_t vertex = arc.vertex < 0 ? ~arc.vertex : arc.vertex;

		if (arc.place >= 0) {
			by->n_cells += arc.type >= 0;
			by->n_nets += arc.type < 0;
			aocv_add_pin(&r->aocv, vertex / 2, by);
		}
		entry = path_entry(k, begin, n, p + 1);
	}
	sink = r->states.to[entry] - r->states.first_sink;
	aocv_add_clocks(&r->aocv, &r->credit, source, sink, by);
	aocv_measure(&r->aocv, by);
}

/* A delay of a path, derated; by AOCV or not, which is known when it is compiled. */
DEVICE_INLINE double path_derated(const struct device_retiming *r, const struct aocv_path *by, bool aocv, int32_t head,
				  bool net, double delay)
{
	return aocv ? aocv_derated(&r->aocv, &r->timing, head, 2 * net + r->split, delay, by)
		    : derated(&r->timing, head, net, r->split, delay);
}

/* A path, see retime_paths. */
DEVICE_INLINE void retime_path(const struct retime_paths_args *k, int64_t i, bool aocv)
{
	const struct device_retiming *r = &k->retiming;
	const struct device_timing *t = &r->timing;
	int64_t begin = k->offset[i];
	int32_t n = (int32_t)(k->offset[i + 1] - begin), source = ~path_entry(k, begin, n, 0);
	int32_t state = r->source_state[source], entry = path_entry(k, begin, n, 1);
	int split = r->split;
	int64_t arrival = r->states.arrival[SPLITS * (int64_t)state + split], graph = arrival;
	double slew = t->slew[SPLITS * (int64_t)r->source_slew[source] + split];
	struct retime_arc following = r->arc[entry];
	int32_t tail = r->source_slew[source]; /* the state of the timing graph that it has reached */
	bool bad = arrival == FS_NONE_64;
	struct retimed_path path;
	const struct device_endpoint *e;
	int64_t required, graph_required, window;
	struct aocv_path by = {0, 0, true, INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN, 0};

	if (aocv)
		measure_path(k, begin, n, source, &by);
	for (int32_t p = 1; p + 1 < n; p++) {
		int32_t next = path_entry(k, begin, n, p + 1), rounded = DELAY_NONE, graph_delay;
		struct retime_arc arc = following;
		int32_t vertex = arc.vertex < 0 ? ~arc.vertex : arc.vertex;
		struct way way = {arc.type, vertex, split, arc.place, tail};
		double delay, out = 0;

		following = r->arc[next];
		if (k->point) {
			k->point[begin + p - 1] = (struct retimed_point){arrival, graph, slew, state};
			state = r->states.to[entry];
		}
		graph_delay = arc.place < 0 ? DELAY_NONE : t->delay[SPLITS * (int64_t)arc.place + split];
		if (arc.place >= 0 && through_own(t, &way, slew, &delay, &out))
			rounded = round_delay(
				path_derated(r, &by, aocv, arc.head, arc.type < 0,
					     settled_delay(t, SPLITS * (int64_t)arc.place + split, delay)),
				out, &t->summary->n_bad);
		bad |= rounded == DELAY_NONE || graph_delay == DELAY_NONE;
		arrival += bad ? 0 : rounded;
		graph += bad ? 0 : graph_delay;
		slew = arc.vertex < 0 || has_graph_slew(t, arc.head, split)
			       ? t->slew[SPLITS * (int64_t)arc.head + split]
			       : out;
		tail = arc.head;
		entry = next;
	}
	path.source = source;
	path.sink = r->states.to[entry] - r->states.first_sink;
	path.record = k->record[i];
	path.n_points = n - 1;
	path.n_cells = by.n_cells;
	path.n_nets = by.n_nets;
	path.distance = by.distance;
	e = &r->endpoint[path.sink];
	required = retimed_required(r, path.sink, slew);
	graph_required = r->states.required[SPLITS * (int64_t)r->states.to[entry] + split];
	if (r->states.borrowed && graph_required != FS_NONE_64)
		graph_required -= r->states.borrowed[path.sink];
	window = retimed_window(r, path.sink, slew, &required);
	if (k->point) {
		k->point[begin + n - 2] = (struct retimed_point){arrival, graph, slew, state};
		k->point[begin + n - 1] =
			(struct retimed_point){required, graph_required, slew, r->states.to[entry]};
	}
	path.credit = credit_of_clocks(&r->credit, source, path.sink);
	path.slack = bad ? FS_NONE_64 : slack_between(split, e->constant == FS_NONE_64, required, arrival);
	path.graph_slack =
		bad ? FS_NONE_64 : slack_between(split, e->constant == FS_NONE_64, graph_required, graph);
	path.borrowed = 0;
	if (path.slack != FS_NONE_64 && window >= 0)
		path.borrowed = credit_of_latch(&r->credit, source, path.sink, path.slack, window, path.credit) -
				(path.slack + path.credit);
	path.slack += path.slack == FS_NONE_64 ? 0 : path.credit + path.borrowed;
	path.graph_slack += path.graph_slack == FS_NONE_64
				    ? 0
				    : credit_between(&r->credit, source, path.sink, path.graph_slack, NULL);
	k->path[i] = path;
}

/*
 * Item: path. Along it from its startpoint, whose arrival and slew are those of the graph: the clock network isn't
 * re-timed, as credit is found in it.
 *
 * Floor of a point: 4 bytes of the list and 16 of the arc; the graph's delay, its net and the load after it, or delay
 * and impulse of a wire: 20 more, scattered; two look-ups of 4 values and 2 axes each, from cache. Scattered reads take
 * 32 bytes each, so 150 a point: for 100,000 paths of leon2's profile, of 163 points each, 2.4 GB, 0.5 ms on an H200.
 * And a path is a chain of some six reads a point, each 300 to 600 cycles: 0.3 ms whatever else runs. All paths are
 * under way at once (132 × 2048 threads). The next point's arc is read before this one's tables are.
 */
KERNEL(retime_paths, k, i)
{
	retime_path(k, i, false);
}

/* The same with AOCV: each path is walked twice, first for its depths and box. Floor: 12 bytes a point more. */
KERNEL(retime_derated, k, i)
{
	retime_path(&k->paths, i, true);
}

/* ---- bounds ---- */

/* Where a table may have its extremes along an axis, for operands in a range: at the range's ends (0, 1) and at the
 * axis' points between them (2, …). False = this is no such place. */
DEVICE_INLINE bool may_be_extreme(const double *axis, int32_t n, struct slew_range range, int32_t place, double *at)
{
	if (place >= 2) {
		*at = axis[place - 2];
		return *at > range.low && *at < range.high;
	}
	*at = place ? range.high : range.low;
	return place == 0 || (n > 1 && range.high > range.low);
}

/* The least and the largest value of a table whose operands are in ranges: from point to point it is linear in each
 * operand. */
DEVICE_INLINE struct slew_range table_range(const struct device_tables *tables, int32_t id, struct slew_range slew,
					    struct slew_range other)
{
	const struct device_table *t = &tables->table[id];
	const double *x_axis = tables->number + t->axes, *y_axis = x_axis + t->n_points[0];
	struct slew_range along_x = t->operand[0] ? other : slew, along_y = t->operand[1] ? other : slew;
	int32_t n_x = t->n[0] > 1 ? t->n[0] + 2 : 1, n_y = t->n[1] > 1 ? t->n[1] + 2 : 1;
	struct slew_range out = {0, 0};
	bool any = false;

	for (int32_t i = 0; i < n_x; i++) {
		double x, y;

		if (!may_be_extreme(x_axis, t->n[0], along_x, i, &x))
			continue;
		for (int32_t j = 0; j < n_y; j++) {
			struct table_place p;
			double value;

			if (!may_be_extreme(y_axis, t->n[1], along_y, j, &y))
				continue;
			p = find_place_at(tables, t, x, y);
			value = value_at(tables, t, &p);
			out.low = any && out.low < value ? out.low : value;
			out.high = any && out.high > value ? out.high : value;
			any = true;
		}
	}
	return out;
}

DEVICE_INLINE bool is_range(struct slew_range r)
{
	return r.high > r.low;
}

/* What evaluating a table between the places looked at may differ by. */
DEVICE_INLINE struct slew_range widened(struct slew_range r)
{
	double low = r.low < 0 ? -r.low : r.low, high = r.high < 0 ? -r.high : r.high;
	double by = (low > high ? low : high) * SLEW_WIDENING;

	return (struct slew_range){r.low - by, r.high + by};
}

/* Slews after a wire: √(slew² + impulse) grows with how far the slew is from 0. */
DEVICE_INLINE struct slew_range wire_range(double impulse, struct slew_range in)
{
	double low = in.low < 0 ? -in.low : in.low, high = in.high < 0 ? -in.high : in.high;
	double near = in.low <= 0 && in.high >= 0 ? 0 : low < high ? low : high;
	double far = low > high ? low : high;

	if (impulse <= 0)
		return in;
	return (struct slew_range){square_root(near * near + impulse), square_root(far * far + impulse)};
}

/* What comes through a wire for slews in a range. */
DEVICE_INLINE void range_through_wire(const struct device_timing *t, const struct way *way, struct slew_range in,
				      struct slew_range *delay, struct slew_range *slew)
{
	int64_t at = wire_corner(t, way->from, way->vertex, way->split);

	if (t->hand) {
		through_hand(t, way, in.low, &delay->low, &slew->low);
		through_hand(t, way, in.high, &delay->high, &slew->high);
		return;
	}
	*slew = wire_range(t->pin_impulse ? t->pin_impulse[at] : 0, in);
	delay->low = delay->high = t->pin_delay ? t->pin_delay[at] : 0;
}

/* What may come through an arc for slews in a range, as through_own() has it for one of them; delays in ps. */
DEVICE_INLINE bool range_through_arc(const struct device_timing *t, const struct way *way, struct slew_range in,
				     struct slew_range *delay, struct slew_range *slew)
{
	const struct device_arc_type *a = &t->tables.type[way->type < 0 ? 0 : way->type];
	const struct device_wave *wave = t->hand ? &t->hand[SPLITS * way->place + way->split].gate : NULL;
	double load, graph_delay = 0, graph_slew = 0;
	struct slew_range at;
	struct device_pi pi;

	if (!is_range(in)) {
		if (!through_own(t, way, in.low, &delay->low, &slew->low))
			return false;
		delay->high = delay->low;
		slew->high = slew->low;
		return true;
	}
	if (way->type < 0) {
		range_through_wire(t, way, in, delay, slew);
		return true;
	}
	if (a->delay[way->split] < 0)
		return false;
	load = wave ? wave->ceff : load_at(t, way->vertex, way->split);
	at = (struct slew_range){load, load};
	*delay = widened(table_range(&t->tables, a->delay[way->split], in, at));
	*slew = (struct slew_range){0, 0};
	if (a->slew[way->split] >= 0)
		*slew = widened(table_range(&t->tables, a->slew[way->split], in, at));
	if (!wave)
		return true;
	through_gate(t, way, load, t->slew[SPLITS * way->from + way->split], &graph_delay, &graph_slew);
	pi = wire_at(t, way->vertex, way->split);
	if (wave->rd > 0 && is_far(&pi)) {
		delay->low = wave->crossing + (delay->low - graph_delay);
		delay->high = wave->crossing + (delay->high - graph_delay);
	}
	slew->low = wave->slew + (slew->low - graph_slew);
	slew->high = wave->slew + (slew->high - graph_slew);
	return true;
}

/* What is annotated is what it is, for all slews. */
DEVICE_INLINE void settle_range(const struct device_timing *t, int64_t arc, struct slew_range *delay)
{
	delay->low = settled_delay(t, arc, delay->low);
	delay->high = settled_delay(t, arc, delay->high);
}

/* The worst of a range of delays, rounded away from what is better. */
DEVICE_INLINE int32_t worst_delay(struct slew_range delay, int split, struct slew_range slew, int32_t *n_bad)
{
	double worst = split == (delay.low > delay.high) ? delay.low : delay.high;
	int32_t rounded = round_delay(worst, is_sensible(slew.low) ? slew.high : slew.low, n_bad);

	if (rounded == DELAY_NONE || delay.low == delay.high)
		return rounded;
	return split ? rounded + 1 : rounded - 1;
}

/*
 * Item: state and split, counted from the last, so after its tails; as delay_sweep. Between which values slews can be
 * there, whatever path they come along, and the worst that the delays of the arcs to it can be for those at their
 * tails. The graph's slews are among them, as they are merged of these.
 *
 * Floor per arc and split: that of delay_sweep, and 16 bytes gathered instead of 8; where slews differ two look-ups a
 * table, and one for each point of its axis between them.
 */
SPREAD_SWEEP_KERNEL(bound_sweep, k, level, i, team)
{
	const struct device_timing *t = &k->timing;
	int64_t item = i < 0 ? 0 : SPLITS * (int64_t)t->n_states - 1 - i, v = item / SPLITS;
	int split = (int)(item % SPLITS);
	int32_t begin = t->in_row[v], end = i < 0 ? begin : t->in_row[v + 1];
	bool given = begin == end || (t->is_given && t->is_given[v] & SLEW_GIVEN) || has_graph_slew(t, v, split);
	double high = -4 * LARGEST_DELAY_PS, low = high; /* of the negated */
	struct slew_range there = {1, 0};
	int32_t vertex = v < t->first_sink || level + 1 < k->n_levels ? t->state_vertex[v] : -1;

	for (int32_t j = begin + team.lane; j < end; j += team.width) {
		struct slew_range in = k->range[SPLITS * (int64_t)t->in_from[j] + split], delay, slew;
		int64_t arc = SPLITS * (int64_t)t->in_arc[j] + split;
		int32_t type = t->in_type[j], worst = DELAY_NONE;
		struct way way = {type, vertex, split, t->in_arc[j], t->in_from[j]};

		if (type == ARC_OF_SINK) {
			k->delay[arc] = 0;
			continue;
		}
		if (range_through_arc(t, &way, in, &delay, &slew)) {
			settle_range(t, arc, &delay);
			delay.low = derated(t, v, type < 0, split, delay.low);
			delay.high = derated(t, v, type < 0, split, delay.high);
			worst = worst_delay(delay, split, slew, &t->summary->n_bad);
		}
		k->delay[arc] = worst;
		if (worst == DELAY_NONE)
			continue;
		high = slew.high > high ? slew.high : high;
		low = -slew.low > low ? -slew.low : low;
	}
	high = team_max_double(team, high);
	low = team_max_double(team, low);
	if (team.lane || i < 0)
		return;
	if (k->with_latches)
		there = k->range[item]; /* not a number but at outputs of latches */
	if (there.low <= there.high) {
		high = there.high > high ? there.high : high;
		low = -there.low > low ? -there.low : low;
	}
	if (given || high == -4 * LARGEST_DELAY_PS)
		low = -(high = t->slew[item]);
	k->range[item] = (struct slew_range){-low, high};
}

/* Item: output of a latch, before bound_sweep. Paths that data begins at the input of an open latch have the slew of the
 * graph there, so the delay is the graph's; the range of the slews that they bring. Floor: as latch_delays. */
KERNEL(bound_latches, k, i)
{
	const struct device_timing *t = &k->timing;
	const struct latch_output *output = &k->output[i];

	for (int32_t j = output->first; j < output->first + output->n; j++) {
		for (int split = 0; split < SPLITS; split++) {
			const struct latch_input *input = &k->input[j];
			struct slew_range *range = &k->range[SPLITS * (int64_t)output->state + split];
			int64_t arc = SPLITS * (int64_t)input->arc + split;
			struct way way = {input->type, t->state_vertex[output->state], split, input->arc,
					  input->state};
			double delay, slew = 0;

			k->delay[arc] = t->delay[arc];
			if (t->delay[arc] == DELAY_NONE ||
			    !through_own(t, &way, t->slew[SPLITS * way.from + split], &delay, &slew))
				continue;
			if (!(range->low <= range->high))
				*range = (struct slew_range){slew, slew};
			range->low = slew < range->low ? slew : range->low;
			range->high = slew > range->high ? slew : range->high;
		}
	}
}

/* Item: latch, after bound_endpoints. The least that late data may borrow, whatever its slew. Floor: as
 * latch_windows. */
KERNEL(bound_windows, k, i)
{
	const struct device_states *s = &k->states;
	const struct device_latch *l = &k->latch[i];
	struct slew_range data = k->range[SPLITS * (int64_t)l->data_slew + 1], clock, check;
	int64_t *required = &s->required[SPLITS * ((int64_t)s->first_sink + l->sink) + 1], window;
	int32_t setup = 0, fixed = s->given_check ? s->given_check[l->sink] : DELAY_NONE;

	clock.low = clock.high = k->slew[SPLITS * (int64_t)l->clock_slew];
	if (l->table >= 0) {
		check = table_range(&k->tables, l->table, clock, data);
		if (fixed != DELAY_NONE)
			check.low = check.high = fixed / 1000.0;
		else if (is_range(data))
			check = widened(check);
		check.low *= l->derate;
		check.high *= l->derate;
		setup = worst_delay(check, 1, clock, &s->summary->n_bad);
	}
	window = latch_window(s, k->endpoint, l, setup);
	if (window < 0 && *required != FS_NONE_64)
		*required += window;
	k->window[l->sink] = window < 0 ? 0 : window;
}

/* Item: endpoint. The worst required time that data can meet there: as check_endpoints, with all slews of the data.
 * Floor: as check_endpoints. */
KERNEL(bound_endpoints, k, i)
{
	const struct device_states *s = &k->states;
	const struct device_endpoint *e = &k->endpoint[i];
	int64_t sink = s->first_sink + i, required = e->constant;
	int other = 1 - e->split;

	if (e->clock >= 0 && required != FS_NONE_64) {
		int64_t at = capture_arrival(s, e, other);
		int64_t data = s->arrival[SPLITS * (int64_t)e->data + e->split];

		required = at == FS_NONE_64 || data == FS_NONE_64 ? FS_NONE_64 : required + at;
	}
	if (e->table >= 0 && required != FS_NONE_64) {
		double at = k->slew[SPLITS * (int64_t)e->clock_slew + other];
		struct slew_range clock = {at, at}, data = k->range[SPLITS * (int64_t)e->data_slew + e->split];
		struct slew_range check = table_range(&k->tables, e->table, clock, data);
		int32_t worst, fixed = s->given_check ? s->given_check[i] : DELAY_NONE;

		if (fixed != DELAY_NONE)
			check.low = check.high = fixed / 1000.0;
		else if (is_range(data))
			check = widened(check);
		check.low *= e->derate;
		check.high *= e->derate;
		worst = worst_delay(check, 1, clock, &s->summary->n_bad);
		required = worst == DELAY_NONE ? FS_NONE_64 : required + (e->split ? -worst : worst);
	}
	s->required[SPLITS * sink + e->split] = required;
	s->required[SPLITS * sink + other] = FS_NONE_64;
}
