#include "gpu/inspect/cone.h"

#include "base/bits.h"
#include "base/grow.h"
#include "gpu/device/word_args.h"
#include "gpu/inspect/cone_args.h"
#include "gpu/timing/arrival_args.h"

static const char memory_name[] = "reading";

/* ---- one reading ---- */

enum { N_COUNTS = 3 }; /* of cone_count */

/* Device memory owned, but for what the cone names. */
struct reading {
	struct queue *queue;
	struct device_cone cone;
	struct cone_lines lines;
	const int32_t *row; /* device: of the stretches */
	int32_t point[2];   /* states of the middle */
	int n_points;
	int64_t n; /* items of the lines */
	uint64_t *key, *sorted;
	int32_t *index, *order, *list, *middle;
	int64_t *count;
	struct cone_row *rows;
};

static void reading_release(struct reading *r)
{
	DEVICE_FREE_ALL(r->queue, &r->key, &r->sorted, &r->index, &r->order, &r->list, &r->middle,
			&r->count, &r->rows);
}

/* The arcs of the middle's states. */
static enum status find_stretches(struct reading *r)
{
	int32_t bounds[2][2] = {{0}};

	for (int p = 0; p < r->n_points; p++)
		queue_download(r->queue, bounds[p], r->row + r->point[p], sizeof bounds[p]);
	TRY(queue_sync(r->queue));
	for (int p = 0; p < 2; p++) {
		r->lines.begin[p] = bounds[p][0];
		r->lines.n[p] = bounds[p][1] - bounds[p][0];
	}
	r->n = (int64_t)r->lines.n[0] + r->lines.n[1];
	return STATUS_OK;
}

static enum status order_lines(struct reading *r, int64_t slack_max)
{
	struct cone_keys_args keys = {.cone = r->cone, .lines = r->lines};
	struct cone_count_args count = {.n = r->n, .slack_max = slack_max};

	TRY(DEVICE_ALLOC_ALL(r->queue, memory_name, r->n, &r->key, &r->sorted, &r->index,
			     &r->order));
	TRY(DEVICE_ALLOC(r->queue, memory_name, &r->count, N_COUNTS));
	keys.key = r->key;
	keys.line = r->index;
	LAUNCH(r->queue, cone_keys, 32, &keys, r->n);
	prim_sort(r->queue, 64, 64, r->key, r->sorted, r->index, r->order, r->n);
	count.key = r->sorted;
	count.count = r->count;
	LAUNCH(r->queue, cone_count, 32, &count, 1);
	return STATUS_OK;
}

/* n lines from the first on, and after them the points of the middle. */
static enum status read_rows(struct reading *r, int64_t first, int64_t n, struct cone_row *rows,
			     int64_t *count)
{
	struct cone_rows_args args = {.cone = r->cone, .lines = r->lines, .line = r->order + first};
	int64_t n_rows = n + r->n_points;

	TRY(DEVICE_ALLOC(r->queue, memory_name, &r->rows, n_rows));
	TRY(DEVICE_ALLOC(r->queue, memory_name, &r->middle, r->n_points));
	args.row = r->rows;
	LAUNCH(r->queue, cone_rows, 32, &args, n);
	queue_upload(r->queue, r->middle, r->point, r->n_points * (int64_t)sizeof *r->point);
	args.lines = (struct cone_lines){.n = {r->n_points, 0}, .list = r->middle};
	args.line = NULL;
	args.row = r->rows + n;
	LAUNCH(r->queue, cone_rows, 32, &args, r->n_points);
	queue_download(r->queue, rows, r->rows, n_rows * (int64_t)sizeof *rows);
	queue_download(r->queue, count, r->count, N_COUNTS * (int64_t)sizeof *count);
	return queue_sync(r->queue);
}

/* ---- into the snapshot ---- */

static struct cone_point make_point(const struct cone_row *row, const int32_t *state_vertex)
{
	return (struct cone_point){
		.vertex = state_vertex[row->state],
		.arrival = row->arrival,
		.required = row->required,
		.slack = row->slack,
		.slew = row->slew,
		.load = row->load,
	};
}

/* Do the worst times of the middle come along this arc? */
static bool decides(const struct snap_cone *snap, const struct cone_line *line)
{
	const struct cone_point *middle = &snap->point[line->of], *other = &line->point;

	if (line->delay == CONE_NOTHING)
		return false;
	if (snap->side == CONE_FANIN)
		return other->arrival != CONE_NOTHING &&
		       other->arrival + line->delay == middle->arrival;
	return other->required != CONE_NOTHING && other->required - line->delay == middle->required;
}

static enum status fill_lines(struct snap_cone *snap, const struct cone_row *rows, int64_t n,
			      const int64_t *count, const int32_t *state_vertex)
{
	snap->n_all = count[0];
	snap->n = count[1];
	snap->largest = count[2];
	snap->first = min_i64(snap->first, snap->n);
	snap->n_lines = min_i64(n, snap->n - snap->first);
	for (int p = 0; p < snap->n_points; p++)
		snap->point[p] = make_point(&rows[n + p], state_vertex);
	TRY(ALLOC(&snap->line, snap->n_lines));
	for (int64_t i = 0; i < snap->n_lines; i++) {
		struct cone_line *line = &snap->line[i];

		*line = (struct cone_line){
			.point = make_point(&rows[i], state_vertex),
			.of = rows[i].which,
			.arc = rows[i].arc,
			.delay = rows[i].delay,
			.words = -1,
		};
		line->decides = rows[i].arc >= 0 && decides(snap, line);
	}
	return STATUS_OK;
}

/* The reading is prepared but for the order of its lines. */
static enum status read_cone(struct reading *r, const struct cone_query *query,
			     const int32_t *state_vertex, struct snap_cone *snap)
{
	int64_t count[N_COUNTS], first = max_i64(0, min_i64(query->first, r->n));
	int64_t n = max_i64(0, min_i64(query->n, r->n - first));
	FREED struct cone_row *rows = NULL;

	snap->first = first;
	snap->n_points = r->n_points;
	TRY(order_lines(r, query->slack_max));
	TRY(ALLOC(&rows, n + r->n_points));
	TRY(read_rows(r, first, n, rows, count));
	return fill_lines(snap, rows, n, count, state_vertex);
}

static void copy_query(const struct cone_query *query, struct snap_cone *snap)
{
	snap->vertex = query->vertex;
	snap->side = query->side;
	snap->split = query->split;
	snap->slack_max = query->slack_max;
	snap->credited = query->credited;
}

/* ---- of a netlist ---- */

/* By place in the image: the first state of each vertex, the next of each, and what they count for.
 */
struct host_states {
	int32_t *first, *next; /* owned [states of the delay image], [states] */
	uint8_t *counts;       /* owned [states] */
};

static uint8_t counts_for(const struct state_graph *states, int32_t state)
{
	const struct tag *tag = state_tag(states, state);

	if (!tag || tag_is_on_way(tag))
		return COUNTS_NOTHING;
	return state_is_without_latency(states, state) ? COUNTS_SLACK : COUNTS_TIMES;
}

static void fill_states(const struct timing_image *image, struct host_states *h)
{
	const struct state_graph *states = image->states;
	int32_t n_vertices = image->graph->graph->n_vertices;

	for (int32_t s = 0; s < image->delay_image->device.n_states; s++) {
		int32_t v = image->delay_image->state_vertex[s];
		int32_t state = v < n_vertices ? state_first(states, v) : -1;

		h->first[s] = state < 0 ? -1 : image->state_place[state];
	}
	for (int32_t s = 0; s < image->device_states.n_states; s++)
		h->next[s] = -1;
	for (int32_t state = 0; state < states->graph->n_vertices; state++) {
		int32_t at = image->state_place[state], next = state_next(states, state);

		h->next[at] = next < 0 ? -1 : image->state_place[next];
		h->counts[at] = counts_for(states, state);
	}
}

static enum status make_states(const struct timing_image *image, struct queue *queue,
			       struct host_states *h, struct vertex_states *out)
{
	TRY(ALLOC(&h->first, image->delay_image->device.n_states));
	TRY(ALLOC_ALL(image->device_states.n_states, &h->next, &h->counts));
	fill_states(image, h);
	TRY(UPLOAD(queue, h->first, image->delay_image->device.n_states, &out->d_first));
	TRY(UPLOAD(queue, h->next, image->device_states.n_states, &out->d_next));
	return UPLOAD(queue, h->counts, image->device_states.n_states, &out->d_counts);
}

enum status timing_need_vertex_states(struct timing *timing, struct queue *queue)
{
	struct vertex_states *out = &timing->vertex_states;
	struct host_states h = {0};
	enum status status;

	if (out->d_first)
		return STATUS_OK;
	status = queue_settle(queue, make_states(timing->image, queue, &h, out));
	if (status != STATUS_OK)
		DEVICE_FREE_ALL(queue, &out->d_first, &out->d_next, &out->d_counts);
	FREE_ALL(h.first, h.next, h.counts);
	return status;
}

static struct device_cone cone_of_timing(const struct timing *timing, enum split split)
{
	const struct timing_image *image = timing->image;

	return (struct device_cone){
		.late = split == LATE,
		.first_sink = image->device.first_sink,
		.n_sinks = image->device.n_sinks,
		.to = image->delay_image->device.to,
		.in_from = image->device.in_from,
		.in_arc = image->device.in_arc,
		.arc = image->delay_image->d_arc,
		.arrival = image->device_states.arrival,
		.required = image->device_states.required,
		.first = timing->vertex_states.d_first,
		.next = timing->vertex_states.d_next,
		.counts = timing->vertex_states.d_counts,
		.delay = image->device.delay,
		.slew = image->device.slew,
		.load = image->device.load,
		.state_vertex = image->device.state_vertex,
		.pin_net = image->device.pin_net,
	};
}

/* The pins of the cell or of the net, as a range of the netlist or of its nets' pins. */
static void find_pins(const struct netlist *netlist, int32_t pin, enum cone_side side,
		      int32_t *begin, int32_t *end)
{
	int32_t of = side == CONE_CELL ? netlist->pin_instance[pin] : netlist->pin_net[pin];

	*begin = *end = 0;
	if (of < 0)
		return;
	*begin = side == CONE_CELL ? netlist->instance_pin[of] : netlist->net_pin_row[of];
	*end = side == CONE_CELL ? netlist->instance_pin[of + 1] : netlist->net_pin_row[of + 1];
}

/* The states of all these pins but the middle's, on the device. */
static enum status list_pins(struct reading *r, const struct timing_image *image, int32_t pin,
			     enum cone_side side)
{
	const struct netlist *netlist = image->graph->netlist;
	int32_t begin, end;
	FREED int32_t *state = NULL;

	find_pins(netlist, pin, side, &begin, &end);
	TRY(ALLOC(&state, N_EDGES * ((int64_t)end - begin)));
	for (int32_t i = begin; i < end; i++) {
		int32_t other = side == CONE_CELL ? i : netlist->net_pin[i];

		for (int e = 0; e < N_EDGES && other != pin; e++)
			state[r->n++] = image->vertex_state[other * N_EDGES + e];
	}
	TRY(UPLOAD(r->queue, state, r->n, &r->list));
	r->lines = (struct cone_lines){.n = {(int32_t)r->n, 0}, .list = r->list};
	return queue_sync(r->queue);
}

enum status timing_cone(struct timing *timing, struct queue *queue, const struct cone_query *query,
			struct snap_cone *snap)
{
	const struct timing_image *image = timing->image;
	RELEASED_BY(reading_release) struct reading r = {.queue = queue, .n_points = N_EDGES};
	int32_t pin = query->vertex / N_EDGES;
	bool arcs = query->side == CONE_FANIN || query->side == CONE_FANOUT;

	copy_query(query, snap);
	if (query->vertex < 0 || pin >= image->graph->netlist->n_all_pins)
		return STATUS_OK;
	TRY(timing_need_vertex_states(timing, queue));
	r.cone = cone_of_timing(timing, query->split);
	if (query->credited) {
		r.cone.pin_slack = timing->pin_slacks.d_slack[query->split];
		snap->n_bounds = timing->pin_slacks.n_bounds[query->split];
	}
	r.lines.fan_in = query->side == CONE_FANIN;
	r.row = r.lines.fan_in ? image->device.in_row : image->delay_image->device.row;
	for (int e = 0; e < N_EDGES; e++)
		r.point[e] = image->vertex_state[pin * N_EDGES + e];
	TRY(arcs ? find_stretches(&r) : list_pins(&r, image, pin, query->side));
	return read_cone(&r, query, image->delay_image->state_vertex, snap);
}

/* ---- of a graph ---- */

void graph_times_free(struct graph_times *times)
{
	if (!times)
		return;
	DEVICE_FREE_ALL(times->image->queue, &times->prefix, &times->suffix);
	FREE_ALL(times->place, times);
}

static void sweep_times(struct graph_times *times, const int32_t *d_mirror)
{
	const struct image *image = times->image;
	const struct device_graph *d = &image->device;
	struct fill_times_args fill = {times->prefix, FS_NONE_64};
	struct prefix_seeds_args seeds = {d->source_state, d->source_weight, times->prefix};
	struct prefix_sweep_args prefix = {d->n_states,     image->d_in_row, image->d_in_from,
					   image->d_in_arc, d->weight,       times->prefix};
	struct suffix_sweep_args suffix = {d->row,     d->to,     d->first_sink,
					   d->n_sinks, d->weight, times->suffix};

	LAUNCH(image->queue, fill_times, 64, &fill, d->n_states);
	LAUNCH(image->queue, prefix_seeds, image->fs_bits, &seeds, d->n_sources);
	SWEEP(image->queue, prefix_sweep, image->fs_bits, &prefix, d_mirror, image->n_levels);
	SWEEP(image->queue, suffix_sweep, image->fs_bits, &suffix, image->d_part_row,
	      image->n_levels);
}

static enum status compute_times(struct graph_times *times)
{
	const struct image *image = times->image;
	int64_t n = image->device.n_states;
	int32_t *d_mirror = NULL;
	DEVICE_HELD held = {image->queue, {&d_mirror}};

	TRY(ALLOC(&times->place, image->graph->n_vertices));
	for (int32_t s = 0; s < n; s++) {
		if (image->state_vertex[s] < image->graph->n_vertices)
			times->place[image->state_vertex[s]] = s;
	}
	TRY(image_need_fan_in(times->image));
	TRY(DEVICE_ALLOC_ALL(image->queue, "cones", n, &times->prefix, &times->suffix));
	TRY(timing_image_upload_rows(image->queue, image->level_row, image->n_levels, 1, NULL,
				     &d_mirror));
	sweep_times(times, d_mirror);
	return queue_sync(image->queue);
}

enum status graph_times_new(struct image *image, struct graph_times **out)
{
	RELEASED_BY(graph_times_drop) struct graph_times *times = NULL;

	TRY(ALLOC(&times, 1));
	times->image = image;
	TRY(compute_times(times));
	HAND_OVER(out, times);
	return STATUS_OK;
}

enum status graph_cone(struct graph_times *times, struct queue *queue,
		       const struct cone_query *query, struct snap_cone *snap)
{
	const struct image *image = times->image;
	RELEASED_BY(reading_release) struct reading r = {.queue = queue, .n_points = 1};

	copy_query(query, snap);
	if (query->vertex < 0 || query->vertex >= image->graph->n_vertices ||
	    (query->side != CONE_FANIN && query->side != CONE_FANOUT))
		return STATUS_OK;
	r.cone = (struct device_cone){
		.late = image->late,
		.first_sink = image->device.first_sink,
		.n_sinks = image->device.n_sinks,
		.to = image->device.to,
		.in_from = image->d_in_from,
		.in_arc = image->d_in_arc,
		.weight = image->device.weight,
		.prefix = times->prefix,
		.suffix = times->suffix,
		.fs_bits = image->fs_bits,
	};
	r.lines.fan_in = query->side == CONE_FANIN;
	r.row = r.lines.fan_in ? image->d_in_row : image->device.row;
	r.point[0] = times->place[query->vertex];
	TRY(find_stretches(&r));
	return read_cone(&r, query, image->state_vertex, snap);
}

enum status graph_slacks(struct graph_times *times, struct queue *queue, const int32_t *vertex,
			 int64_t n, int64_t *slack)
{
	FREED int64_t *suffix = NULL;

	TRY(ALLOC(&suffix, n));
	for (int64_t i = 0; i < n; i++) {
		int32_t place = times->place[vertex[i]];

		queue_download(queue, &slack[i], times->prefix + place, sizeof *slack);
		queue_download(queue, &suffix[i], times->suffix + place, sizeof *suffix);
	}
	TRY(queue_sync(queue));
	for (int64_t i = 0; i < n; i++)
		slack[i] = slack[i] == FS_NONE_64 || suffix[i] == FS_NONE_64 ? FS_NONE_64
									     : slack[i] + suffix[i];
	return STATUS_OK;
}
