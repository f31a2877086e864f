/* What lies around a pin: its fan-in, its fan-out, or a list of others, by slack. */
#include "gpu/image/device_timing.h"
#include "gpu/inspect/cone_args.h"
#include "gpu/kernel/kernel.h"
#include "gpu/search/sorted_keys.h"

DEVICE_INLINE int64_t cone_slack(int32_t late, int64_t arrival, int64_t required)
{
	if (arrival == FS_NONE_64 || required == FS_NONE_64)
		return FS_NONE_64;
	return late ? required - arrival : arrival - required;
}

/* The worst of the states of a vertex, as timing_vertex_arrival(), … of gpu/timing/timing.h. */
DEVICE_INLINE void cone_times_of_vertex(const struct device_cone *c, int32_t state,
					struct cone_row *row)
{
	for (int32_t s = c->first[state]; s >= 0; s = c->next[s]) {
		int64_t arrival = c->arrival[2 * (int64_t)s + c->late];
		int64_t required = c->required[2 * (int64_t)s + c->late], slack;

		if (c->counts[s] == COUNTS_NOTHING)
			continue;
		slack = c->pin_slack ? c->pin_slack[s] : cone_slack(c->late, arrival, required);
		row->slack = slack < row->slack ? slack : row->slack;
		if (c->counts[s] != COUNTS_TIMES)
			continue;
		if (arrival != FS_NONE_64 &&
		    (row->arrival == FS_NONE_64 ||
		     (c->late ? arrival > row->arrival : arrival < row->arrival)))
			row->arrival = arrival;
		if (required != FS_NONE_64 &&
		    (row->required == FS_NONE_64 ||
		     (c->late ? required < row->required : required > row->required)))
			row->required = required;
	}
}

/* Slack is prefix + suffix; which of them is an arrival depends on the sign. */
DEVICE_INLINE void cone_times_of_state(const struct device_cone *c, int32_t state,
				       struct cone_row *row)
{
	int64_t prefix = c->prefix[state], suffix = c->suffix[state];

	if (prefix != FS_NONE_64)
		row->arrival = c->late ? -prefix : prefix;
	if (suffix != FS_NONE_64)
		row->required = c->late ? suffix : -suffix;
	row->slack = cone_slack(c->late, row->arrival, row->required);
}

DEVICE_INLINE struct cone_row cone_at(const struct device_cone *c, int32_t state)
{
	struct cone_row row = {state, -1, 0, FS_NONE_64, FS_NONE_64, FS_NONE_64, FS_NONE_64, 0, 0};

	if (c->weight)
		cone_times_of_state(c, state, &row);
	else
		cone_times_of_vertex(c, state, &row);
	return row;
}

/* The place of a line among the arcs of its stretch, or in the list. */
DEVICE_INLINE int32_t cone_place(const struct cone_lines *lines, int64_t i, int32_t *which)
{
	*which = i >= lines->n[0];
	return *which ? lines->begin[1] + (int32_t)(i - lines->n[0]) : lines->begin[0] + (int32_t)i;
}

DEVICE_INLINE int32_t cone_neighbour(const struct device_cone *c, const struct cone_lines *lines,
				     int32_t place)
{
	if (lines->list)
		return lines->list[place];
	return lines->fan_in ? c->in_from[place] : c->to[place];
}

DEVICE_INLINE int32_t cone_is_sink(const struct device_cone *c, int32_t state)
{
	return state >= c->first_sink && state < c->first_sink + c->n_sinks;
}

/* Item: line. Its slack as an unsigned key; those without come after them, states of sinks last of all. */
KERNEL(cone_keys, k, i)
{
	const struct device_cone *c = &k->cone;
	int32_t which, state = cone_neighbour(c, &k->lines, cone_place(&k->lines, i, &which));
	uint64_t key = UINT64_MAX;

	if (!cone_is_sink(c, state)) {
		int64_t slack = cone_at(c, state).slack;

		key = slack == FS_NONE_64 ? UINT64_MAX - 1
					  : (uint64_t)slack ^ ((uint64_t)1 << 63);
	}
	k->key[i] = key;
	k->line[i] = (int32_t)i;
}

/* One item. */
KERNEL(cone_count, k, i)
{
	const uint64_t bias = (uint64_t)1 << 63;
	int64_t with_slack = keys_below(k->key, k->n, UINT64_MAX - 1);

	k->count[3 * i] = keys_below(k->key, k->n, UINT64_MAX);
	k->count[3 * i + 1] =
		k->slack_max == FS_NONE_64
			? k->count[3 * i]
			: keys_below(k->key, with_slack, ((uint64_t)k->slack_max ^ bias) + 1);
	k->count[3 * i + 2] = with_slack ? (int64_t)(k->key[with_slack - 1] ^ bias) : FS_NONE_64;
}

DEVICE_INLINE int64_t cone_delay(const struct device_cone *c, int32_t arc)
{
	int64_t weight;

	if (!c->weight)
		return c->delay[2 * (int64_t)arc + c->late] == DELAY_NONE
			       ? FS_NONE_64
			       : c->delay[2 * (int64_t)arc + c->late];
	weight = c->fs_bits == 32 ? ((const int32_t *)c->weight)[arc]
				  : ((const int64_t *)c->weight)[arc];
	if (weight == (c->fs_bits == 32 ? FS_NONE_32 : FS_NONE_64))
		return FS_NONE_64;
	return c->late ? -weight : weight;
}

/* Item: line of the window. Those of sinks, which are no pins, are never read. */
KERNEL(cone_rows, k, i)
{
	const struct device_cone *c = &k->cone;
	int32_t which, place = cone_place(&k->lines, k->line ? k->line[i] : i, &which);
	struct cone_row row = cone_at(c, cone_neighbour(c, &k->lines, place));

	row.which = which;
	if (!k->lines.list) {
		int32_t arc = k->lines.fan_in ? c->in_arc[place] : place;

		row.arc = c->arc ? c->arc[arc] : arc;
		row.delay = cone_delay(c, arc);
	}
	if (!c->weight && !cone_is_sink(c, row.state)) {
		int32_t vertex = c->state_vertex[row.state], net = c->pin_net[vertex / 2];

		row.slew = c->slew[2 * (int64_t)row.state + c->late];
		row.load = net < 0 ? 0 : c->load[4 * (int64_t)net + 2 * c->late + vertex % 2];
	}
	k->row[i] = row;
}
