/*
 * The kernels of graphs, forests and deviation levels against plain loops, on each device, for
 * 32-bit and 64-bit times; those of lists and of traces have tests of their own. The searches as a
 * whole are compared in t_search.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "gpu/device/word_args.h"
#include "gpu/image/device_timing.h"
#include "gpu/image/graph_args.h"
#include "gpu/search/paper/paper_args.h"
#include "gpu/search/search_args.h"
#include "gpu/timing/timing_args.h"
#include "lib/kernel_reference.h"
#include "lib/tap.h"

/* ---- the graph and the forest ---- */

/* levelize_*, invert_order, relabel_arcs, gather_arcs, iota: through the image. */
static bool same_image(struct queue *q, const struct reference *r, struct image *image)
{
	const struct graph *g = r->graph;
	int32_t *source = malloc((size_t)(g->n_sources + 1) * 4);
	bool same = image->n_levels == r->n_levels && image->device.n_states == r->n &&
		    image->device.n_arcs == r->m &&
		    (!r->n || memcmp(image->state_vertex, r->vertex, (size_t)r->n * 4) == 0) &&
		    same_items(q, image->device.row, r->row, r->n + 1) &&
		    same_items(q, image->device.to, r->to, r->m) &&
		    same_times(q, image->fs_bits, image->device.weight, r->weight, r->m);

	for (int32_t s = 0; s < g->n_sources; s++)
		source[s] = r->state[g->source_vertex[s]];
	same = same && same_items(q, image->device.source_state, source, g->n_sources);
	free(source);
	return same;
}

/* row_bounds: of all rows, of those before the first key and after the last, and of no key. */
static bool same_bounds(struct queue *q, int32_t n_keys, int32_t n_rows)
{
	int32_t *key, *row, at = 0;
	struct row_bounds_args args = {.n_keys = n_keys, .n_rows = n_rows};
	bool same;

	NEW(key, n_keys + 1);
	NEW(row, n_rows + 1);
	for (int32_t i = 0; i < n_keys; i++)
		key[i] = n_rows / 4 + (int32_t)random_below(n_rows / 2 + 1);
	if (n_keys)
		qsort(key, (size_t)n_keys, sizeof *key, compare_int32);
	for (int32_t r = 0; r <= n_rows; r++) {
		while (at < n_keys && key[at] < r)
			at++;
		row[r] = at;
	}
	args.key = to_device(q, key, (int64_t)n_keys * (int64_t)sizeof *key);
	args.row = to_device(q, NULL, ((int64_t)n_rows + 1) * (int64_t)sizeof *row);
	LAUNCH(q, row_bounds, 32, &args, (int64_t)n_rows + 1);
	same = same_items(q, args.row, row, n_rows + 1);
	device_free(q, (void *)args.key);
	device_free(q, args.row);
	free(key);
	free(row);
	return same;
}

/* restore_arcs: of the first of them, and of all. */
static bool same_restored(struct queue *q, const struct reference *r, const struct image *image)
{
	const struct graph *g = r->graph;
	struct restore_arcs_args args = {.row = image->device.row,
					 .to = image->device.to,
					 .arc = image->d_arc,
					 .vertex = image->d_vertex};
	bool same = true;

	for (int i = 1; i <= 2; i++) {
		int32_t n = g->n_arcs * i / 2;
		int64_t bytes = (int64_t)n * (int64_t)sizeof(int32_t);

		args.n_arcs = n;
		args.from_out = to_device(q, NULL, bytes);
		args.to_out = to_device(q, NULL, bytes);
		LAUNCH(q, restore_arcs, 32, &args, image->device.n_states);
		same = same && same_items(q, args.from_out, g->arc_from, n) &&
		       same_items(q, args.to_out, g->arc_to, n);
		device_free(q, args.from_out);
		device_free(q, args.to_out);
	}
	return same;
}

/* place_flags: the states from the middle on count as sinks'. */
static bool same_flags(struct queue *q, const struct reference *r, const struct image *image)
{
	uint8_t *of_state, *flags;
	struct place_flags_args args = {.number = image->d_vertex, .n = r->n / 2};
	bool same = true;

	NEW(of_state, r->n + 1);
	NEW(flags, r->n + 1);
	for (int32_t s = 0; s < r->n; s++)
		of_state[s] = (uint8_t)random_below(256);
	args.of_item = to_device(q, of_state, args.n);
	args.flags = to_device(q, NULL, r->n);
	LAUNCH(q, place_flags, 32, &args, r->n);
	from_device(q, flags, args.flags, r->n);
	for (int32_t i = 0; i < r->n; i++) {
		int32_t s = image->state_vertex[i];

		same = same && flags[i] == (s < args.n ? of_state[s] : 0);
	}
	device_free(q, (void *)args.of_item);
	device_free(q, args.flags);
	free(of_state);
	free(flags);
	return same;
}

/* data_arcs: of random flags of states, and delays of arcs. */
static bool same_data_arcs(struct queue *q, const struct reference *r, const struct image *image)
{
	const struct device_graph *g = &image->device;
	struct data_arcs_args args = {
		.to = g->to, .first_sink = g->first_sink, .n_sinks = g->n_sinks};
	uint8_t *flags, *is_data;
	int32_t *arc, *to;
	bool same = true;

	NEW(flags, r->n + 1);
	NEW(is_data, g->n_arcs + 1);
	NEW(arc, g->n_arcs + 1);
	NEW(to, g->n_arcs + 1);
	for (int32_t s = 0; s < r->n; s++)
		flags[s] = (uint8_t)random_below(256);
	for (int32_t e = 0; e < g->n_arcs; e++)
		arc[e] = random_below(4) ? e : random_below(2) ? ~e : ARC_NOWHERE;
	args.flags = to_device(q, flags, r->n);
	args.arc = to_device(q, arc, g->n_arcs * (int64_t)sizeof *arc);
	args.is_data = to_device(q, NULL, g->n_arcs);
	LAUNCH(q, data_arcs, 32, &args, g->n_arcs);
	from_device(q, is_data, args.is_data, g->n_arcs);
	from_device(q, to, g->to, g->n_arcs * (int64_t)sizeof *to);
	for (int32_t e = 0; e < g->n_arcs; e++) {
		bool is_sink = image->state_vertex[to[e]] >= r->graph->n_vertices;

		same = same && is_data[e] == (is_sink || (arc[e] >= 0 && flags[to[e]] & FLAG_DATA));
	}
	device_free(q, (void *)args.flags);
	device_free(q, (void *)args.arc);
	device_free(q, args.is_data);
	free(flags);
	free(is_data);
	free(arc);
	free(to);
	return same;
}

/* row_tails and gather_arcs of the fan-in graph: each arc once, at its head, in its order. */
static bool same_fan_in(struct queue *q, const struct reference *r, struct image *image)
{
	int32_t *row, *from, *place;
	int64_t *weight;
	bool same;

	if (image_need_fan_in_weights(image) != STATUS_OK)
		return false;
	NEW(row, r->n + 2);
	NEW(from, r->m);
	NEW(weight, r->m);
	for (int32_t e = 0; e < r->m; e++)
		row[r->to[e] + 1]++;
	for (int32_t v = 0; v < r->n; v++)
		row[v + 1] += row[v];
	NEW(place, r->n + 1);
	memcpy(place, row, (size_t)(r->n + 1) * 4);
	for (int32_t v = 0; v < r->n; v++) {
		for (int32_t e = r->row[v]; e < r->row[v + 1]; e++) {
			weight[place[r->to[e]]] = r->weight[e];
			from[place[r->to[e]]++] = v;
		}
	}
	same = same_items(q, image->d_in_row, row, r->n + 1) &&
	       same_items(q, image->d_in_from, from, r->m) &&
	       same_times(q, image->fs_bits, image->d_in_weight, weight, r->m);
	free(row);
	free(from);
	free(weight);
	free(place);
	return same;
}

/* What is in the slots of a forest, of whichever width. */
struct slots {
	struct forest_slot_32 *narrow; /* one of these, owned */
	struct forest_slot_64 *wide;
};

static struct forest_slot_64 slot_of(const struct slots *slots, int32_t arc)
{
	const struct forest_slot_32 *narrow = slots->narrow + arc / 2;

	if (slots->wide)
		return slots->wide[arc / 2];
	return (struct forest_slot_64){
		narrow->ahead, narrow->next, 0, {narrow->cost[0], narrow->cost[1]}};
}

static bool same_time(int64_t got, int64_t wanted, int bits)
{
	return got == (wanted == NONE ? none_of(bits) : wanted);
}

static bool has_deviations(const struct reference *r, int32_t v)
{
	for (int32_t e = r->row[v]; e < r->row[v + 1]; e++) {
		if (r->delta[e] != NONE)
			return true;
	}
	return false;
}

/* The first arc of a state, -1 = there is no state. */
static int32_t first_arc(const struct reference *r, int32_t v)
{
	return v < 0 ? -1 : r->row[v];
}

/* The costs of a state's arcs, and their least from the third on. */
static bool same_costs(const struct reference *r, const struct slots *slots, int32_t v, int bits)
{
	int32_t begin = r->row[v], end = r->row[v + 1];
	int64_t sign = bits == 32 ? INT32_MIN : INT64_MIN, rest = NONE;
	bool same = true;

	for (int32_t e = begin; e < end; e++) {
		int64_t cost = slot_of(slots, e).cost[e % 2];

		same = same && (cost < 0) == (e == end - 1) &&
		       same_time(cost & ~sign, r->delta[e], bits);
		if (e >= begin + 2 && r->delta[e] < rest)
			rest = r->delta[e];
	}
	if (end - begin >= 4 - begin % 2)
		same = same && same_time(slot_of(slots, begin + 2).ahead, rest, bits);
	return same;
}

static bool same_slots(struct queue *q, const struct reference *r, struct device_forest *f,
		       int bits)
{
	int64_t bytes = forest_slots_bytes(r->m, bits / 8);
	void *read = malloc((size_t)bytes);
	struct slots slots = {bits == 32 ? read : NULL, bits == 32 ? NULL : read};
	int32_t *first;
	bool same = true;

	NEW(first, r->n);
	from_device(q, read, f->slot, bytes);
	for (int32_t v = 0; v < r->n; v++) {
		bool deviates = has_deviations(r, v);
		struct forest_slot_64 slot = slot_of(&slots, r->row[v]);

		first[v] = first_arc(r, deviates ? v : r->after[v]);
		same = same && same_costs(r, &slots, v, bits);
		if (deviates)
			same = same && slot.next == first_arc(r, r->after[v]) &&
			       same_time(slot.ahead, r->ahead[v], bits);
	}
	same = same && same_items(q, f->first, first, r->n);
	free(first);
	free(read);
	return same;
}

static bool same_forest(struct queue *q, const struct reference *r, struct image *image,
			struct device_forest *f)
{
	struct forest_sweep_args args = {image->device, *f};
	int bits = image->fs_bits;

	SWEEP(q, forest_sweep, bits, &args, image->d_part_row, image->n_levels);
	return same_times(q, bits, f->dist, r->dist, r->n) &&
	       same_items(q, f->forest, r->forest, r->n) && same_items(q, f->hops, r->hops, r->n) &&
	       same_items(q, f->n_deviations, r->n_deviations, r->n) &&
	       same_items(q, f->end, r->end, r->n) && same_slots(q, r, f, bits);
}

/* fill_times, propagate_distance, update_distance, trace_forest, forest_hops */
static bool same_paper_forest(struct queue *q, const struct reference *r, struct image *image)
{
	int bits = image->fs_bits;
	int64_t sinks = (int64_t)image->device.first_sink, n_sinks = r->graph->n_sinks;
	void *dist = to_device(q, NULL, (int64_t)r->n * bits / 8);
	void *buffer = to_device(q, NULL, (int64_t)r->n * bits / 8);
	uint8_t *bitmap = to_device(q, NULL, r->n);
	int32_t *forest = to_device(q, NULL, (int64_t)r->n * 4);
	int32_t *hops = to_device(q, NULL, (int64_t)r->n * 4);
	int32_t *d_changed = to_device(q, NULL, 4), changed = 1;
	struct fill_times_args fill = {dist, none_of(bits)};
	struct propagate_distance_args propagate = {
		image->d_in_row, image->d_in_from, image->d_in_weight, dist, buffer, bitmap};
	struct update_distance_args update = {dist, buffer, bitmap, d_changed};
	struct trace_forest_args trace = {image->device, dist, forest};
	struct forest_hops_args count = {image->device, forest, hops};
	bool same;

	LAUNCH(q, fill_times, bits, &fill, r->n);
	fill.out = buffer;
	LAUNCH(q, fill_times, bits, &fill, r->n);
	queue_fill(q, (char *)dist + sinks * bits / 8, 0, n_sinks * bits / 8);
	queue_fill(q, (char *)buffer + sinks * bits / 8, 0, n_sinks * bits / 8);
	queue_fill(q, bitmap, 0, r->n);
	queue_fill(q, bitmap + sinks, 1, n_sinks);
	while (changed) {
		LAUNCH(q, propagate_distance, bits, &propagate, r->n);
		queue_fill(q, d_changed, 0, 4);
		LAUNCH(q, update_distance, bits, &update, r->n);
		from_device(q, &changed, d_changed, 4);
	}
	LAUNCH(q, trace_forest, bits, &trace, r->n);
	SWEEP(q, forest_hops, 32, &count, image->d_level_row, image->n_levels);
	same = same_times(q, bits, dist, r->dist, r->n) && same_items(q, forest, r->forest, r->n) &&
	       same_items(q, hops, r->hops, r->n);
	device_free(q, dist);
	device_free(q, buffer);
	device_free(q, bitmap);
	device_free(q, forest);
	device_free(q, hops);
	device_free(q, d_changed);
	return same;
}

/* ---- levels ---- */

enum { N_BUCKETS = 5 };

/* Caps of a few buckets with random bounds, or none. */
struct caps {
	int32_t *bucket; /* [n_sources], NULL = no caps */
	int64_t bound[N_BUCKETS];
	struct device_caps device;
};

/* Buckets from `least` on, -1 or 0. */
static void random_caps(struct queue *q, int bits, const struct reference *r, bool capped,
			int least, struct caps *out)
{
	int64_t scale = bits == 32 ? 1 : INT64_C(1) << 24;
	int32_t n = r->graph->n_sources;

	*out = (struct caps){NULL};
	if (!capped)
		return;
	NEW(out->bucket, n);
	for (int32_t s = 0; s < n; s++)
		out->bucket[s] = least + (int32_t)random_below(N_BUCKETS - least);
	for (int b = 0; b < N_BUCKETS; b++)
		out->bound[b] = random_below(4) ? scale * (random_below(3000) - 700) : NONE;
	out->device.bucket = to_device(q, out->bucket, n * INT64_C(4));
	out->device.bound = times_to_device(q, bits, out->bound, N_BUCKETS);
}

static void caps_free(struct queue *q, struct caps *caps)
{
	free(caps->bucket);
	device_free(q, (void *)caps->device.bucket);
	device_free(q, (void *)caps->device.bound);
}

/* The bound of a source; no path of it counts when it has no bucket. */
static int64_t bound_of(const struct caps *caps, int32_t source, int64_t bound)
{
	if (!caps->bucket)
		return bound;
	if (caps->bucket[source] < 0)
		return INT64_MIN;
	return caps->bound[caps->bucket[source]] < bound ? caps->bound[caps->bucket[source]]
							 : bound;
}

/* count_sources, expand_sources */
static bool same_sources(struct queue *q, const struct reference *r, struct image *image,
			 const struct device_forest *f, int64_t bound, bool capped)
{
	int bits = image->fs_bits;
	int32_t first = r->graph->n_sources / 3, n = r->graph->n_sources - first;
	struct records out;
	int32_t *n_child, at = 0;
	int32_t *d_child = to_device(q, NULL, (int64_t)n * 4);
	int64_t *d_offset = to_device(q, NULL, ((int64_t)n + 1) * 8);
	struct count_sources_args count = {.graph = image->device,
					   .dist = f->dist,
					   .bound = bound,
					   .first = first,
					   .n_child = d_child};
	struct caps caps;
	struct expand_sources_args expand = {.graph = image->device,
					     .dist = f->dist,
					     .bound = bound,
					     .first = first,
					     .offset = d_offset};
	bool same;

	random_caps(q, bits, r, capped, -1, &caps);
	count.caps = expand.caps = caps.device;
	NEW(n_child, n);
	records_new(q, bits, n, &out);
	for (int32_t s = first; s < r->graph->n_sources; s++) {
		int64_t d = r->dist[r->state[r->graph->source_vertex[s]]];

		n_child[s - first] =
			d != NONE && d - r->graph->source_arrival[s] < bound_of(&caps, s, bound);
		if (!n_child[s - first])
			continue;
		out.slack[at] = d - r->graph->source_arrival[s];
		out.parent[at] = -1;
		out.arc[at++] = s;
	}
	out.n = at;
	LAUNCH(q, count_sources, bits, &count, n);
	same = same_items(q, d_child, n_child, n);
	prim_scan(q, d_child, d_offset, n);
	expand.child = out.device;
	LAUNCH(q, expand_sources, bits, &expand, n);
	same = same && records_same(q, bits, &out);
	records_free(q, &out);
	caps_free(q, &caps);
	free(n_child);
	device_free(q, d_child);
	device_free(q, d_offset);
	return same;
}

/* The parents as records of table I; of level 0 as it leaves them. */
static void *edges_of(struct queue *q, const struct reference *r, int bits,
		      const struct records *parents, bool from_sources)
{
	int64_t size =
		bits == 32 ? sizeof(struct deviation_edge_32) : sizeof(struct deviation_edge_64);
	struct deviation_edge_32 *narrow;
	struct deviation_edge_64 *wide;
	void *d_edge;

	NEW(narrow, parents->n);
	NEW(wide, parents->n);
	for (int64_t i = 0; i < parents->n; i++) {
		int32_t a = parents->arc[i];

		wide[i].to = from_sources ? r->state[r->graph->source_vertex[a]] : r->to[a];
		wide[i].child_offset = -1;
		wide[i].slack = parents->slack[i];
		narrow[i].to = wide[i].to;
		narrow[i].child_offset = -1;
		narrow[i].slack = (int32_t)wide[i].slack;
	}
	d_edge = to_device(q, bits == 32 ? (void *)narrow : (void *)wide, parents->n * size);
	free(narrow);
	free(wide);
	return d_edge;
}

/* count_edges, offset_edges, expand_edges, take_edges */
static bool same_edges(struct queue *q, const struct reference *r, struct image *image,
		       const struct device_forest *f, bool from_sources)
{
	int bits = image->fs_bits;
	int64_t size =
		bits == 32 ? sizeof(struct deviation_edge_32) : sizeof(struct deviation_edge_64);
	struct family level;
	int64_t n, *d_offset;
	int32_t *d_child;
	void *d_edge, *d_next;
	bool same;

	family_new(q, bits, r, min_i64(r->n, 100000), from_sources, &level);
	family_find(q, bits, r, from_sources, &level);
	n = level.n;
	d_edge = edges_of(q, r, bits, &level.parents, from_sources);
	d_next = to_device(q, NULL, level.children.n * size);
	d_child = to_device(q, NULL, n * 4);
	d_offset = to_device(q, NULL, (n + 1) * 8);
	{
		char *edges = (char *)d_edge + level.first * size;
		struct count_edges_args count = {image->device, f->dist, f->forest, edges, d_child};
		struct offset_edges_args offset = {d_offset, edges};
		struct expand_edges_args expand = {image->device, f->dist,     f->forest,
						   edges,         level.first, d_next};
		struct take_edges_args take = {d_next, 0, level.children.device};

		LAUNCH(q, count_edges, bits, &count, n);
		same = same_items(q, d_child, level.n_candidate, n);
		prim_scan(q, d_child, d_offset, n);
		LAUNCH(q, offset_edges, bits, &offset, n);
		LAUNCH(q, expand_edges, bits, &expand, n);
		LAUNCH(q, take_edges, bits, &take, level.children.n);
	}
	same = same && records_same(q, bits, &level.children);
	family_free(q, &level);
	device_free(q, d_edge);
	device_free(q, d_next);
	device_free(q, d_child);
	device_free(q, d_offset);
	return same;
}

/* place_children, with room for all children, for some or for none: what came before, and where a batch is cut. */
static bool same_places(struct queue *q, const struct count_children_args *count,
			const int32_t *n_child, int64_t room)
{
	int64_t n = count->n_parents, n_tiles = (n + COUNT_PARENTS - 1) / COUNT_PARENTS;
	int64_t *begin, *tile, *offset, *d_tile = to_device(q, NULL, (n_tiles + 1) * 8);
	int64_t parents = n > 0;
	struct batch_summary *d_summary = to_device(q, NULL, sizeof *d_summary), got;
	struct place_children_args place = {d_tile, count->offset,       n,
					    room,   count->n_candidates, d_summary};
	bool same = true;

	NEW(begin, n + 1);
	NEW(tile, n_tiles + 1);
	NEW(offset, n + 1);
	for (int64_t p = 0; p < n; p++)
		begin[p + 1] = begin[p] + n_child[p];
	while (parents < n && begin[parents + 1] <= room)
		parents++;
	queue_copy(q, d_tile, count->tile, n_tiles * 8);
	LAUNCH(q, place_children, 32, &place, 1);
	from_device(q, &got, d_summary, sizeof got);
	from_device(q, tile, d_tile, n_tiles * 8);
	from_device(q, offset, count->offset, n * 8);
	for (int64_t p = 0; p < n; p++)
		same = same && tile[p / COUNT_PARENTS] + offset[p] == begin[p];
	same = same && got.n_children == begin[n] && got.n_batch_parents == parents &&
	       got.n_batch_children == begin[parents];
	free(begin);
	free(tile);
	free(offset);
	device_free(q, d_tile);
	device_free(q, d_summary);
	return same;
}

/* count_children and expand_children, or the paper's count_paths and expand_paths */
static bool same_children(struct queue *q, const struct reference *r, struct image *image,
			  const struct device_forest *f, bool from_sources, int64_t bound,
			  bool capped, bool paper)
{
	int bits = image->fs_bits;
	struct family level;
	int64_t n, total, *d_offset, *d_tile, *d_candidates, counted;
	int32_t *source, *d_child, first;
	struct caps caps;
	bool same;

	family_new(q, bits, r, min_i64(r->n, 100000), from_sources, &level);
	random_caps(q, bits, r, capped, 0, &caps);
	NEW(source, level.parents.n);
	for (int64_t p = 0; p < level.parents.n; p++) {
		source[p] = (int32_t)random_below(r->graph->n_sources);
		level.bound[p] = bound_of(&caps, source[p], bound);
	}
	level.parents.device.source = to_device(q, source, level.parents.n * 4);
	family_find(q, bits, r, from_sources, &level);
	first = (int32_t)level.first;
	n = level.n;
	total = level.children.n;
	d_child = to_device(q, NULL, n * 4);
	counted = 5; /* what is counted on from */
	d_candidates = to_device(q, &counted, sizeof counted);
	d_offset = to_device(q, NULL, (n + 1) * 8);
	d_tile = to_device(q, NULL, (n / COUNT_PARENTS + 1) * 8);
	if (paper) {
		struct count_paths_args count = {
			image->device, f->dist,      f->forest, level.parents.device,
			first,         from_sources, d_child};

		LAUNCH(q, count_paths, bits, &count, n);
		same = same_items(q, d_child, level.n_candidate, n);
		prim_scan(q, d_child, d_offset, n);
	} else {
		struct count_children_args count = {.graph = image->device,
						    .forest = *f,
						    .record = level.parents.device,
						    .bound = bound == NONE ? none_of(bits) : bound,
						    .first = first,
						    .from_sources = from_sources,
						    .n_parents = n,
						    .n_child = d_child,
						    .offset = d_offset,
						    .tile = d_tile,
						    .n_candidates = d_candidates,
						    .caps = caps.device};
		struct place_children_args place = {
			.tile = d_tile,
			.offset = d_offset,
			.n_parents = n,
			.room = total,
			.n_candidates = d_candidates,
			.summary = to_device(q, NULL, sizeof *place.summary)};

		LAUNCH(q, count_children, bits, &count, (n + COUNT_PARENTS - 1) / COUNT_PARENTS);
		from_device(q, &counted, d_candidates, sizeof counted);
		same = same_items(q, d_child, level.n_child, n) &&
		       counted == 5 + level.n_candidates &&
		       same_places(q, &count, level.n_child, total) &&
		       same_places(q, &count, level.n_child, total / 2) &&
		       same_places(q, &count, level.n_child, total / 300) &&
		       same_places(q, &count, level.n_child, 0);
		LAUNCH(q, place_children, 32, &place, 1);
		device_free(q, place.summary);
	}
	if (paper) {
		struct expand_paths_args expand = {image->device,
						   f->dist,
						   f->forest,
						   level.parents.device,
						   first,
						   from_sources,
						   d_offset,
						   level.children.device,
						   0};

		LAUNCH(q, expand_paths, bits, &expand, n);
	} else {
		struct expand_children_args expand = {.graph = image->device,
						      .forest = *f,
						      .record = level.parents.device,
						      .bound =
							      bound == NONE ? none_of(bits) : bound,
						      .first = first,
						      .from_sources = from_sources,
						      .tile = d_tile,
						      .offset = d_offset,
						      .n_child = d_child,
						      .room = total,
						      .child = level.children.device,
						      .caps = caps.device};

		LAUNCH(q, expand_children, bits, &expand, n);
	}
	same = same && records_same(q, bits, &level.children);
	device_free(q, level.parents.device.source);
	family_free(q, &level);
	caps_free(q, &caps);
	free(source);
	device_free(q, d_child);
	device_free(q, d_candidates);
	device_free(q, d_offset);
	device_free(q, d_tile);
	return same;
}

/* ---- all of it ---- */

static void check_graph(struct test_device *d, int64_t size, int bits)
{
	struct queue *q = d->queue;
	struct graph_case c;
	long long n = size;

	graph_case_new(d, size, bits, &c);
	OK(same_image(q, &c.r, c.image), "%s: image of %lld vertices, %d bit", d->name, n, bits);
	OK(same_bounds(q, c.r.m, c.r.n + 3) && same_bounds(q, c.r.n / 8, c.r.n + 3) &&
		   same_bounds(q, 0, c.r.n + 3),
	   "%s: row_bounds of %lld rows", d->name, n);
	OK(same_restored(q, &c.r, c.image) && same_flags(q, &c.r, c.image) &&
		   same_data_arcs(q, &c.r, c.image),
	   "%s: arcs and flags of %lld vertices, %d bit", d->name, n, bits);
	OK(same_fan_in(q, &c.r, c.image), "%s: its fan-in", d->name);
	OK(same_forest(q, &c.r, c.image, &c.f), "%s: forest_sweep", d->name);
	OK(same_paper_forest(q, &c.r, c.image), "%s: propagate, update, trace_forest, hops",
	   d->name);
	OK(same_sources(q, &c.r, c.image, &c.f, none_of(bits), false) &&
		   same_sources(q, &c.r, c.image, &c.f, -500, false) &&
		   same_sources(q, &c.r, c.image, &c.f, none_of(bits), true) &&
		   same_sources(q, &c.r, c.image, &c.f, 0, true),
	   "%s: count_sources, expand_sources", d->name);
	OK(same_children(q, &c.r, c.image, &c.f, false, NONE, false, false) &&
		   same_children(q, &c.r, c.image, &c.f, true, 700, false, false) &&
		   same_children(q, &c.r, c.image, &c.f, false, 2200, false, false) &&
		   same_children(q, &c.r, c.image, &c.f, false, NONE, true, false) &&
		   same_children(q, &c.r, c.image, &c.f, true, 1500, true, false),
	   "%s: count_children, expand_children", d->name);
	OK(same_children(q, &c.r, c.image, &c.f, false, NONE, false, true) &&
		   same_children(q, &c.r, c.image, &c.f, true, NONE, false, true),
	   "%s: count_paths, expand_paths", d->name);
	OK(same_edges(q, &c.r, c.image, &c.f, false) && same_edges(q, &c.r, c.image, &c.f, true),
	   "%s: count_edges, offset_edges, expand_edges, take_edges", d->name);
	graph_case_free(d, &c);
}

int main(void)
{
	return run_on_devices(check_graph);
}
