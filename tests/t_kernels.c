/*
 * Every kernel against a plain loop, on each device, at sizes around nothing, a warp, a block and a
 * few million, for 32-bit and 64-bit times. The searches as a whole are compared in t_search.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devices.h"
#include "gpu/image.h"
#include "tap.h"

static const int64_t sizes[] = {0, 1, 31, 33, 1000, 2000000};

enum { N_SIZES = sizeof sizes / sizeof *sizes };

#define NONE INT64_MAX /* "no time" in the references */

/* ---- times ---- */

static int64_t none_of(int bits)
{
	return bits == 32 ? INT32_MAX : INT64_MAX;
}

/* Host times to a device array of the width, NONE as that width's. */
static void *times_to_device(struct queue *q, int bits, const int64_t *times, int64_t n)
{
	int32_t *narrow = malloc((size_t)(n + 1) * 4);
	void *d;

	for (int64_t i = 0; i < n; i++)
		narrow[i] = times[i] == NONE ? INT32_MAX : (int32_t)times[i];
	d = to_device(q, bits == 32 ? (void *)narrow : (void *)times, n * bits / 8);
	free(narrow);
	return d;
}

static int64_t *times_from_device(struct queue *q, int bits, const void *d, int64_t n)
{
	int64_t *times = malloc((size_t)(n + 1) * 8);
	int32_t *narrow = malloc((size_t)(n + 1) * 4);

	from_device(q, bits == 32 ? (void *)narrow : (void *)times, d, n * bits / 8);
	for (int64_t i = 0; i < n && bits == 32; i++)
		times[i] = narrow[i] == INT32_MAX ? NONE : narrow[i];
	free(narrow);
	return times;
}

static bool same_times(struct queue *q, int bits, const void *d, const int64_t *times, int64_t n)
{
	int64_t *got = times_from_device(q, bits, d, n);
	bool same = memcmp(got, times, (size_t)n * 8) == 0;

	free(got);
	return same;
}

static bool same_items(struct queue *q, const int32_t *d, const int32_t *items, int64_t n)
{
	int32_t *got = malloc((size_t)(n + 1) * 4);
	bool same;

	from_device(q, got, d, n * 4);
	same = memcmp(got, items, (size_t)n * 4) == 0;
	free(got);
	return same;
}

static int compare_times(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

static int64_t *random_times(int64_t n, int64_t below)
{
	int64_t *times = malloc((size_t)(n + 1) * 8);

	for (int64_t i = 0; i < n; i++)
		times[i] = random_below(below) - below / 3;
	return times;
}

static int64_t *sorted_times(int64_t n, int64_t below)
{
	int64_t *times = random_times(n, below);

	qsort(times, (size_t)n, 8, compare_times);
	return times;
}

static int32_t *random_order(int64_t n)
{
	int32_t *order = malloc((size_t)(n + 1) * 4);

	for (int64_t i = 0; i < n; i++) {
		int64_t j = random_below(i + 1);

		order[i] = order[j];
		order[j] = (int32_t)i;
	}
	return order;
}

/* ---- a random graph and the reference of everything about it ---- */

struct reference {
	struct graph *graph;
	int32_t n, m;	    /* states and arcs, sinks' included */
	int32_t n_levels;
	int32_t *level;	    /* [n] by vertex, sinks behind */
	int32_t *vertex;    /* [n]: state to vertex */
	int32_t *state;	    /* [n]: vertex to state */
	int32_t *row, *to;  /* by state */
	int64_t *weight;
	int64_t *dist, *delta, *ahead;
	int32_t *forest, *hops, *n_deviations, *after;
};

/* A path of `n` vertices' worth of random arcs, mostly short ones, between random names. */
static struct graph *random_graph(int64_t n, int bits, struct task *task)
{
	int64_t scale = bits == 32 ? 1 : INT64_C(1) << 24;
	int32_t *place = random_order(n);
	struct text warnings = TEXT_INIT;
	struct graph *g;
	char name[16];
	bool added;

	graph_new("random", &g);
	for (int64_t v = 0; v < n; v++) {
		int length = snprintf(name, sizeof name, "v%lld", (long long)v);

		graph_add_vertex(g, name, length, &added);
	}
	for (int64_t a = 0; a < 2 * n && n > 1; a++) {
		int64_t from = random_below(n - 1), reach = n - 1 - from;
		int64_t to = from + 1 + random_below(reach < n / 20 + 5 ? reach : n / 20 + 5);

		graph_add_arc(g, place[from], place[to], scale * random_below(1000));
	}
	for (int64_t s = 0; s < n / 10 + 1 && n > 0; s++) {
		graph_add_source(g, place[random_below(n / 4 + 1)], scale * random_below(1000));
		graph_add_sink(g, place[n - 1 - random_below(n / 3 + 1)], scale * random_below(1000));
	}
	if (graph_close(g, &warnings, task) != STATUS_OK)
		abort();
	text_release(&warnings);
	free(place);
	if (bits == 64) /* small graphs would fit otherwise */
		g->largest_sum = INT64_C(1) << 40;
	return g;
}

#define NEW(pointer, count) ((pointer) = calloc((size_t)(count) + 1, sizeof *(pointer)))

static int32_t arc_from(const struct graph *g, int32_t a)
{
	return a < g->n_arcs ? g->arc_from[a] : g->sink_vertex[a - g->n_arcs];
}

static int32_t arc_to(const struct graph *g, int32_t a)
{
	return a < g->n_arcs ? g->arc_to[a] : g->n_vertices + a - g->n_arcs;
}

/* Longest distance to an end, by repeated passes in reverse topological order of a plain DFS. */
static void reference_levels(struct reference *r, const int32_t *row, const int32_t *arc)
{
	int32_t *stack, *next, depth;
	char *seen;

	NEW(stack, r->n);
	NEW(next, r->n);
	NEW(seen, r->n);
	for (int32_t root = 0; root < r->n; root++) {
		if (seen[root])
			continue;
		seen[root] = 1;
		stack[depth = 0] = root;
		while (depth >= 0) {
			int32_t v = stack[depth];

			if (next[v] < row[v + 1] - row[v]) {
				int32_t u = arc_to(r->graph, arc[row[v] + next[v]++]);

				if (!seen[u]) {
					seen[u] = 1;
					stack[++depth] = u;
				}
				continue;
			}
			for (int32_t j = row[v]; j < row[v + 1]; j++) {
				int32_t l = r->level[arc_to(r->graph, arc[j])] + 1;

				r->level[v] = l > r->level[v] ? l : r->level[v];
			}
			depth--;
		}
		r->n_levels = r->level[root] + 1 > r->n_levels ? r->level[root] + 1 : r->n_levels;
	}
	free(stack);
	free(next);
	free(seen);
}

static void reference_forest(struct reference *r)
{
	for (int32_t v = 0; v < r->n; v++) {
		bool sink = r->vertex[v] >= r->graph->n_vertices;
		int32_t next;

		r->dist[v] = sink ? 0 : NONE;
		r->forest[v] = -1;
		for (int32_t e = r->row[v]; e < r->row[v + 1]; e++) {
			int64_t d = r->dist[r->to[e]];

			if (d != NONE && d + r->weight[e] < r->dist[v]) {
				r->dist[v] = d + r->weight[e];
				r->forest[v] = e;
			}
		}
		r->ahead[v] = NONE;
		for (int32_t e = r->row[v]; e < r->row[v + 1]; e++) {
			int64_t d = r->dist[r->to[e]];

			r->delta[e] = NONE;
			if (e == r->forest[v] || d == NONE)
				continue;
			r->delta[e] = d + r->weight[e] - r->dist[v];
			r->n_deviations[v]++;
			r->ahead[v] = r->delta[e] < r->ahead[v] ? r->delta[e] : r->ahead[v];
		}
		r->after[v] = -1;
		if (r->forest[v] < 0)
			continue;
		next = r->to[r->forest[v]];
		r->hops[v] = r->hops[next] + 1;
		r->n_deviations[v] += r->n_deviations[next];
		r->ahead[v] = r->ahead[next] < r->ahead[v] ? r->ahead[next] : r->ahead[v];
		/* the first state behind that has deviations of its own, by walking */
		for (int32_t u = next;; u = r->to[r->forest[u]]) {
			for (int32_t e = r->row[u]; e < r->row[u + 1]; e++) {
				if (r->delta[e] != NONE)
					r->after[v] = u;
			}
			if (r->after[v] >= 0 || r->forest[u] < 0)
				break;
		}
	}
}

static int compare_level_vertex(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

static void reference_new(struct reference *r, struct graph *graph)
{
	int32_t *row, *arc;
	int64_t *key;

	*r = (struct reference){.graph = graph};
	r->n = graph->n_vertices + graph->n_sinks;
	r->m = graph->n_arcs + graph->n_sinks;
	NEW(r->level, r->n);
	NEW(r->vertex, r->n);
	NEW(r->state, r->n);
	NEW(r->row, r->n + 1);
	NEW(r->to, r->m);
	NEW(r->weight, r->m);
	NEW(r->dist, r->n);
	NEW(r->delta, r->m);
	NEW(r->ahead, r->n);
	NEW(r->forest, r->n);
	NEW(r->hops, r->n);
	NEW(r->n_deviations, r->n);
	NEW(r->after, r->n);
	NEW(row, r->n + 2);
	NEW(arc, r->m);
	NEW(key, r->n);
	for (int32_t a = 0; a < r->m; a++)
		row[arc_from(graph, a) + 2]++;
	for (int32_t v = 0; v < r->n; v++)
		row[v + 2] += row[v + 1];
	for (int32_t a = 0; a < r->m; a++)
		arc[row[arc_from(graph, a) + 1]++] = a;
	reference_levels(r, row, arc);
	for (int32_t v = 0; v < r->n; v++)
		key[v] = ((int64_t)r->level[v] << 32) + v;
	qsort(key, (size_t)r->n, 8, compare_level_vertex);
	for (int32_t s = 0; s < r->n; s++) {
		r->vertex[s] = (int32_t)(key[s] & UINT32_MAX);
		r->state[r->vertex[s]] = s;
	}
	for (int32_t s = 0, e = 0; s < r->n; s++) {
		int32_t v = r->vertex[s];

		for (int32_t j = row[v]; j < row[v + 1]; j++, e++) {
			int32_t a = arc[j];

			r->to[e] = r->state[arc_to(graph, a)];
			r->weight[e] = a < graph->n_arcs ? -graph->arc_delay[a]
							 : graph->sink_required[a - graph->n_arcs];
		}
		r->row[s + 1] = e;
	}
	reference_forest(r);
	free(row);
	free(arc);
	free(key);
}

static void reference_free(struct reference *r)
{
	void *arrays[] = {r->level, r->vertex, r->state,  r->row,  r->to,	    r->weight, r->dist,
			  r->delta, r->ahead,  r->forest, r->hops, r->n_deviations, r->after};

	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
		free(arrays[i]);
}

/* ---- the graph and the forest ---- */

/* row_bounds, levelize_*, invert_order, relabel_arcs, gather_arcs, iota: through the image. */
static bool same_image(struct queue *q, const struct reference *r, struct image *image)
{
	const struct graph *g = r->graph;
	int32_t *source = malloc((size_t)(g->n_sources + 1) * 4);
	bool same = image->n_levels == r->n_levels && image->device.n_states == r->n &&
		    image->device.n_arcs == r->m &&
		    memcmp(image->state_vertex, r->vertex, (size_t)r->n * 4) == 0 &&
		    same_items(q, image->device.row, r->row, r->n + 1) &&
		    same_items(q, image->device.to, r->to, r->m) &&
		    same_times(q, image->fs_bits, image->device.weight, r->weight, r->m);

	for (int32_t s = 0; s < g->n_sources; s++)
		source[s] = r->state[g->source_vertex[s]];
	same = same && same_items(q, image->device.source_state, source, g->n_sources);
	free(source);
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

static void alloc_forest(struct queue *q, int bits, const struct reference *r,
			 struct device_forest *f)
{
	f->dist = to_device(q, NULL, (int64_t)r->n * bits / 8);
	f->forest = to_device(q, NULL, (int64_t)r->n * 4);
	f->hops = to_device(q, NULL, (int64_t)r->n * 4);
	f->n_deviations = to_device(q, NULL, (int64_t)r->n * 4);
	f->after = to_device(q, NULL, (int64_t)r->n * 4);
	f->ahead = to_device(q, NULL, (int64_t)r->n * bits / 8);
	f->delta = to_device(q, NULL, (int64_t)r->m * bits / 8);
}

static void free_forest(struct queue *q, struct device_forest *f)
{
	void *arrays[] = {f->dist, f->forest, f->hops, f->n_deviations, f->after, f->ahead, f->delta};

	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
		device_free(q, arrays[i]);
}

static bool same_forest(struct queue *q, const struct reference *r, struct image *image,
			struct device_forest *f)
{
	struct forest_sweep_args args = {image->device, *f};
	int bits = image->fs_bits;

	SWEEP(q, forest_sweep, bits, &args, image->d_level_row, image->n_levels);
	return same_times(q, bits, f->dist, r->dist, r->n) &&
	       same_items(q, f->forest, r->forest, r->n) &&
	       same_items(q, f->hops, r->hops, r->n) &&
	       same_items(q, f->n_deviations, r->n_deviations, r->n) &&
	       same_items(q, f->after, r->after, r->n) &&
	       same_times(q, bits, f->ahead, r->ahead, r->n) &&
	       same_times(q, bits, f->delta, r->delta, r->m);
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
	same = same_times(q, bits, dist, r->dist, r->n) &&
	       same_items(q, forest, r->forest, r->n) && same_items(q, hops, r->hops, r->n);
	device_free(q, dist);
	device_free(q, buffer);
	device_free(q, bitmap);
	device_free(q, forest);
	device_free(q, hops);
	device_free(q, d_changed);
	return same;
}

/* ---- levels ---- */

/* Records on host and device. */
struct records {
	int64_t n;
	int64_t *slack;
	int32_t *parent, *arc;
	struct device_records device;
};

static void records_new(struct queue *q, int bits, int64_t n, struct records *r)
{
	r->n = n;
	NEW(r->slack, n);
	NEW(r->parent, n);
	NEW(r->arc, n);
	r->device.slack = to_device(q, NULL, n * bits / 8);
	r->device.parent = to_device(q, NULL, n * 4);
	r->device.arc = to_device(q, NULL, n * 4);
}

static void records_free(struct queue *q, struct records *r)
{
	free(r->slack);
	free(r->parent);
	free(r->arc);
	device_free(q, r->device.slack);
	device_free(q, r->device.parent);
	device_free(q, r->device.arc);
}

static void records_upload(struct queue *q, int bits, struct records *r)
{
	device_free(q, r->device.slack);
	device_free(q, r->device.parent);
	device_free(q, r->device.arc);
	r->device.slack = times_to_device(q, bits, r->slack, r->n);
	r->device.parent = to_device(q, r->parent, r->n * 4);
	r->device.arc = to_device(q, r->arc, r->n * 4);
}

static bool records_same(struct queue *q, int bits, const struct records *r)
{
	return same_times(q, bits, r->device.slack, r->slack, r->n) &&
	       same_items(q, r->device.parent, r->parent, r->n) &&
	       same_items(q, r->device.arc, r->arc, r->n);
}

/* The children of parents first …, by walking the reference's forest; returns how many. With out
 * NULL they are only counted. */
static int64_t reference_children(const struct reference *r, const struct records *parents,
				  int64_t first, bool from_sources, int64_t bound, int32_t *n_child,
				  int32_t *n_candidate, struct records *out)
{
	int64_t total = 0;

	for (int64_t p = first; p < parents->n; p++) {
		int32_t v = from_sources ? r->state[r->graph->source_vertex[parents->arc[p]]]
					 : r->to[parents->arc[p]];

		n_child[p - first] = n_candidate[p - first] = 0;
		for (;; v = r->to[r->forest[v]]) {
			for (int32_t e = r->row[v]; e < r->row[v + 1]; e++) {
				int64_t slack;

				if (r->delta[e] == NONE)
					continue;
				n_candidate[p - first]++;
				slack = parents->slack[p] + r->delta[e];
				if (slack >= bound)
					continue;
				n_child[p - first]++;
				if (out) {
					out->slack[total] = slack;
					out->parent[total] = (int32_t)p;
					out->arc[total] = e;
				}
				total++;
			}
			if (r->forest[v] < 0)
				break;
		}
	}
	return total;
}

/* count_sources, expand_sources */
static bool same_sources(struct queue *q, const struct reference *r, struct image *image,
			 const struct device_forest *f, int64_t bound)
{
	int bits = image->fs_bits;
	int32_t first = r->graph->n_sources / 3, n = r->graph->n_sources - first;
	struct records out;
	int32_t *n_child, at = 0;
	int32_t *d_child = to_device(q, NULL, (int64_t)n * 4);
	int64_t *d_offset = to_device(q, NULL, ((int64_t)n + 1) * 8);
	struct count_sources_args count = {image->device, f->dist, bound, first, d_child};
	struct expand_sources_args expand = {.graph = image->device,
					     .dist = f->dist,
					     .bound = bound,
					     .first = first,
					     .offset = d_offset};
	bool same;

	NEW(n_child, n);
	records_new(q, bits, n, &out);
	for (int32_t s = first; s < r->graph->n_sources; s++) {
		int64_t d = r->dist[r->state[r->graph->source_vertex[s]]];

		n_child[s - first] = d != NONE && d - r->graph->source_arrival[s] < bound;
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
	free(n_child);
	device_free(q, d_child);
	device_free(q, d_offset);
	return same;
}

/* Random parents whose suffixes reach an end. */
static void random_parents(struct queue *q, int bits, const struct reference *r, int64_t n,
			   bool from_sources, struct records *out)
{
	records_new(q, bits, n, out);
	out->n = 0;
	for (int64_t tries = 0; tries < 4 * n && out->n < n; tries++) {
		int32_t arc = (int32_t)random_below(from_sources ? r->graph->n_sources : r->m);
		int32_t head = from_sources ? r->state[r->graph->source_vertex[arc]] : r->to[arc];

		if (r->dist[head] == NONE)
			continue;
		out->arc[out->n] = arc;
		out->parent[out->n] = -1;
		out->slack[out->n++] = random_below(2000);
	}
	records_upload(q, bits, out);
}

/* count_children and expand_children, or the paper's count_paths and expand_paths */
static bool same_children(struct queue *q, const struct reference *r, struct image *image,
			  const struct device_forest *f, bool from_sources, int64_t bound,
			  bool paper)
{
	int bits = image->fs_bits;
	int64_t wanted = r->m == 0 || (from_sources && r->graph->n_sources == 0) ? 0
			 : r->n < 100000 ? r->n : 100000;
	struct records parents, out;
	int64_t first, n, total;
	int32_t *n_child, *n_candidate, *d_child, *d_candidate;
	int64_t *d_offset;
	bool same;

	random_parents(q, bits, r, wanted, from_sources, &parents);
	first = parents.n / 5;
	n = parents.n - first;
	NEW(n_child, n);
	NEW(n_candidate, n);
	total = reference_children(r, &parents, first, from_sources, bound, n_child, n_candidate,
				   NULL);
	records_new(q, bits, total, &out);
	reference_children(r, &parents, first, from_sources, bound, n_child, n_candidate, &out);
	d_child = to_device(q, NULL, n * 4);
	d_candidate = to_device(q, NULL, n * 4);
	d_offset = to_device(q, NULL, (n + 1) * 8);
	if (paper) {
		struct count_paths_args count = {image->device, f->dist, f->forest,
						 parents.device, (int32_t)first, from_sources,
						 d_child};

		LAUNCH(q, count_paths, bits, &count, n);
		same = same_items(q, d_child, n_candidate, n);
	} else {
		struct count_children_args count = {
			image->device, *f,	    parents.device, bound == NONE ? none_of(bits) : bound,
			(int32_t)first, from_sources, d_child,	      d_candidate};

		LAUNCH(q, count_children, bits, &count, n);
		same = same_items(q, d_child, n_child, n) &&
		       same_items(q, d_candidate, n_candidate, n);
	}
	prim_scan(q, d_child, d_offset, n);
	if (paper) {
		struct expand_paths_args expand = {image->device, f->dist, f->forest,
						   parents.device, (int32_t)first, from_sources,
						   d_offset, out.device, 0};

		LAUNCH(q, expand_paths, bits, &expand, n);
	} else {
		struct expand_children_args expand = {
			image->device, *f,	     parents.device,
			bound == NONE ? none_of(bits) : bound,
			(int32_t)first, from_sources, d_offset,	      out.device, 0};

		LAUNCH(q, expand_children, bits, &expand, n);
	}
	same = same && records_same(q, bits, &out);
	records_free(q, &parents);
	records_free(q, &out);
	free(n_child);
	free(n_candidate);
	device_free(q, d_child);
	device_free(q, d_candidate);
	device_free(q, d_offset);
	return same;
}

/* ---- lists ---- */

static bool same_cut(struct queue *q, int64_t n)
{
	int64_t *offset, *d_offset;
	struct batch_summary *d_summary = to_device(q, NULL, sizeof *d_summary), got;
	bool same = true;

	NEW(offset, n + 1);
	for (int64_t i = 0; i < n; i++)
		offset[i + 1] = offset[i] + random_below(4);
	d_offset = to_device(q, offset, (n + 1) * 8);
	for (int t = 0; t < 4; t++) {
		int64_t room = t == 0 ? 0 : random_below(2 * n + 2), parents = n > 0;
		struct cut_batch_args args = {d_offset, n, room, d_summary};

		while (parents < n && offset[parents + 1] <= room)
			parents++;
		LAUNCH(q, cut_batch, 32, &args, 1);
		from_device(q, &got, d_summary, sizeof got);
		same = same && got.n_batch_parents == parents &&
		       got.n_batch_children == offset[parents];
	}
	free(offset);
	device_free(q, d_offset);
	device_free(q, d_summary);
	return same;
}

/* slack_keys, gather_records */
static bool same_keys(struct queue *q, int bits, int64_t n)
{
	struct records in, out;
	int32_t *order = random_order(n), *d_order = to_device(q, order, n * 4), *iota;
	int64_t *times = random_times(n, 1000000), *keys;
	void *d_key = to_device(q, NULL, n * bits / 8);
	int32_t *d_index = to_device(q, NULL, n * 4);
	struct slack_keys_args key = {.base = -1000000, .key = d_key, .index = d_index};
	struct gather_records_args gather = {.order = d_order};
	bool same;

	records_new(q, bits, n, &in);
	records_new(q, bits, n, &out);
	NEW(iota, n);
	NEW(keys, n);
	for (int64_t i = 0; i < n; i++) {
		in.slack[i] = times[i];
		in.parent[i] = (int32_t)random_below(1000);
		in.arc[i] = (int32_t)random_below(1000);
		iota[i] = (int32_t)i;
		keys[i] = times[i] + 1000000;
	}
	for (int64_t i = 0; i < n; i++) {
		out.slack[i] = in.slack[order[i]];
		out.parent[i] = in.parent[order[i]];
		out.arc[i] = in.arc[order[i]];
	}
	records_upload(q, bits, &in);
	key.slack = in.device.slack;
	LAUNCH(q, slack_keys, bits, &key, n);
	gather.from = in.device;
	gather.to = out.device;
	LAUNCH(q, gather_records, bits, &gather, n);
	same = same_times(q, bits, d_key, keys, n) && same_items(q, d_index, iota, n) &&
	       records_same(q, bits, &out);
	records_free(q, &in);
	records_free(q, &out);
	free(order);
	free(times);
	free(iota);
	free(keys);
	device_free(q, d_order);
	device_free(q, d_key);
	device_free(q, d_index);
	return same;
}

/* split_ranking, merge_ranking; many equal slacks */
static bool same_merge(struct queue *q, int bits, int64_t n_top, int64_t n_level, int64_t k)
{
	int64_t spread = n_top / 7 + 3;
	int64_t *top = sorted_times(n_top, spread), *level = sorted_times(n_level, spread), *out;
	int64_t min = random_below(3) ? INT64_MIN : spread / 5, below = 0, limit, n, i = 0, j = 0;
	int32_t *record, *order = random_order(n_top);
	void *d_top = times_to_device(q, bits, top, n_top);
	void *d_level = times_to_device(q, bits, level, n_level), *d_out;
	int32_t *d_order = to_device(q, order, n_top * 4), *d_record;
	struct split_summary *d_summary = to_device(q, NULL, sizeof *d_summary), got;
	struct split_ranking_args split = {d_top, n_top, d_level, n_level, k, min, d_summary};
	bool same;

	for (int64_t t = 0; t < n_top; t++)
		below += top[t] < min;
	for (int64_t t = 0; t < n_level; t++)
		below += level[t] < min;
	limit = below + k;
	n = n_top + n_level < limit ? n_top + n_level : limit;
	NEW(out, n);
	NEW(record, n);
	for (int64_t o = 0; o < n; o++) {
		bool from_top = j == n_level || (i < n_top && top[i] <= level[j]);

		out[o] = from_top ? top[i] : level[j];
		record[o] = from_top ? order[i] : (int32_t)(1000 + j);
		i += from_top;
		j += !from_top;
	}
	LAUNCH(q, split_ranking, bits, &split, 1);
	from_device(q, &got, d_summary, sizeof got);
	same = got.n_merged == n && got.n_taken == j && got.n_below == below &&
	       got.kth_slack == (n == limit && n > 0 ? out[n - 1] : none_of(bits)) &&
	       got.first_slack == (n_top + n_level == 0 ? none_of(bits)
				   : n_top == 0	        ? level[0]
				   : n_level == 0 || top[0] <= level[0] ? top[0]
									: level[0]);
	d_out = to_device(q, NULL, n * bits / 8);
	d_record = to_device(q, NULL, n * 4);
	{
		struct merge_ranking_args merge = {{d_top, d_order}, n_top, d_level, n_level, 1000,
						   {d_out, d_record}, n};

		LAUNCH(q, merge_ranking, bits, &merge, (n + MERGE_TILE - 1) / MERGE_TILE);
	}
	same = same && same_times(q, bits, d_out, out, n) && same_items(q, d_record, record, n);
	free(top);
	free(level);
	free(out);
	free(record);
	free(order);
	device_free(q, d_top);
	device_free(q, d_level);
	device_free(q, d_out);
	device_free(q, d_order);
	device_free(q, d_record);
	device_free(q, d_summary);
	return same;
}

static bool same_error(struct queue *q, int bits, int64_t n)
{
	int64_t *a = random_times(n, 1 << 28), *b = random_times(n, 1 << 28), largest = 0, got = 0;
	void *d_a = times_to_device(q, bits, a, n), *d_b = times_to_device(q, bits, b, n);
	int64_t *d_largest = to_device(q, &got, 8);
	struct ranking_error_args args = {d_a, d_b, n, d_largest};

	for (int64_t i = 0; i < n; i++)
		largest = llabs(a[i] - b[i]) > largest ? llabs(a[i] - b[i]) : largest;
	LAUNCH(q, ranking_error, bits, &args, (n + ERROR_TILE - 1) / ERROR_TILE);
	from_device(q, &got, d_largest, 8);
	free(a);
	free(b);
	device_free(q, d_a);
	device_free(q, d_b);
	device_free(q, d_largest);
	return got == largest;
}

/* ---- rows and traces ---- */

/* A random path, as records (sources, then deviations in path order), states and arrivals. */
enum { MAX_PATH = 4000 };

struct random_path {
	int64_t slack;
	int32_t record; /* its last */
	int32_t n_deviations, n;
	int32_t source, state[MAX_PATH];
	uint8_t deviates[MAX_PATH];
	int64_t arrival[MAX_PATH];
};

/* Append the records of a random path; false when it would be too long. */
static bool random_path(const struct reference *r, struct records *records, struct random_path *p)
{
	const struct graph *g = r->graph;
	int32_t v;

	p->source = (int32_t)random_below(g->n_sources);
	v = r->state[g->source_vertex[p->source]];
	if (r->dist[v] == NONE || r->hops[v] + 1 >= MAX_PATH)
		return false;
	p->n = p->n_deviations = 0;
	p->slack = r->dist[v] - g->source_arrival[p->source];
	p->state[0] = v;
	p->arrival[0] = g->source_arrival[p->source];
	p->deviates[0] = 0;
	records->slack[records->n] = p->slack;
	records->parent[records->n] = -1;
	records->arc[records->n] = p->source;
	p->record = (int32_t)records->n++;
	for (;;) {
		int32_t e = r->forest[v];

		if (r->row[v + 1] - r->row[v] > 1 && p->n_deviations < 6 && random_below(3) == 0) {
			int32_t other = r->row[v] +
					(int32_t)random_below(r->row[v + 1] - r->row[v]);

			if (r->delta[other] != NONE)
				e = other;
		}
		if (e < 0 || ++p->n >= MAX_PATH)
			break;
		p->deviates[p->n] = e != r->forest[v];
		if (p->deviates[p->n]) {
			p->n_deviations++;
			p->slack += r->delta[e];
			records->slack[records->n] = p->slack;
			records->parent[records->n] = p->record;
			records->arc[records->n] = e;
			p->record = (int32_t)records->n++;
		}
		v = r->to[e];
		p->state[p->n] = v;
		p->arrival[p->n] = p->arrival[p->n - 1] - r->weight[e];
		if (r->vertex[v] >= g->n_vertices)
			p->arrival[p->n] = r->weight[e];
	}
	p->n++;
	return p->n < MAX_PATH;
}

struct paths {
	int64_t n;
	struct random_path *path;
	struct records records;
};

static bool same_rows(struct queue *q, const struct reference *r, struct image *image,
		      const struct device_forest *f, const struct paths *paths)
{
	int bits = image->fs_bits;
	int64_t n = paths->n, n_all = paths->records.n;
	int64_t *slack = malloc((size_t)(n_all + 1) * 8);
	int32_t *record = malloc((size_t)(n_all + 1) * 4);
	struct { int64_t slack; int32_t record; } *key = malloc((size_t)(n_all + 1) * sizeof *key);
	struct path_row *rows = malloc((size_t)(n_all + 1) * sizeof *rows);
	struct path_rows_args args = {.graph = image->device,
				      .forest = *f,
				      .record = paths->records.device,
				      .n_ranking = n_all,
				      .first = n_all / 3};
	bool same = true;

	/* rank all records: compare_times looks at the first field, the sort is made stable by it */
	for (int64_t i = 0; i < n_all; i++) {
		key[i].slack = paths->records.slack[i] * n_all + i;
		key[i].record = (int32_t)i;
	}
	qsort(key, (size_t)n_all, sizeof *key, compare_times);
	for (int64_t i = 0; i < n_all; i++) {
		record[i] = key[i].record;
		slack[i] = paths->records.slack[record[i]];
	}
	args.ranking.slack = times_to_device(q, bits, slack, n_all);
	args.ranking.record = to_device(q, record, n_all * 4);
	args.row = to_device(q, NULL, n_all * (int64_t)sizeof *rows);
	LAUNCH(q, path_rows, bits, &args, n_all - args.first);
	from_device(q, rows, args.row, (n_all - args.first) * (int64_t)sizeof *rows);
	for (int64_t i = args.first; i < n_all && same; i++) {
		const struct path_row *row = &rows[i - args.first];
		int32_t parent = paths->records.parent[record[i]];

		same = row->record == record[i] && row->slack == slack[i] &&
		       (parent < 0 ? row->parent_rank == -1 : record[row->parent_rank] == parent);
		for (int64_t p = 0; p < n && same; p++) {
			const struct random_path *path = &paths->path[p];

			if (path->record == record[i])
				same = row->n_deviations == path->n_deviations &&
				       row->source == path->source &&
				       row->n_points == path->n - 1 &&
				       r->vertex[path->state[path->n - 1]] ==
					       r->graph->n_vertices + row->sink;
		}
	}
	device_free(q, args.ranking.slack);
	device_free(q, args.ranking.record);
	device_free(q, args.row);
	free(slack);
	free(record);
	free(key);
	free(rows);
	return same;
}

static bool same_traces(struct queue *q, struct image *image, const struct device_forest *f,
			const struct paths *paths)
{
	int bits = image->fs_bits;
	int64_t n = paths->n, total = 0, at = 0;
	int32_t *record, *length, *state;
	int64_t *arrival;
	uint8_t *deviates;
	struct trace_lengths_args lengths = {image->device, *f, paths->records.device, NULL, NULL};
	struct trace_points_args points = {.graph = image->device,
					   .forest = *f,
					   .record = paths->records.device,
					   .late = 1};
	int32_t *d_record, *d_length;
	int64_t *d_offset;
	bool same;

	NEW(record, n);
	NEW(length, n);
	for (int64_t p = 0; p < n; p++) {
		record[p] = paths->path[p].record;
		length[p] = paths->path[p].n;
		total += length[p];
	}
	d_record = to_device(q, record, n * 4);
	d_length = to_device(q, NULL, n * 4);
	d_offset = to_device(q, NULL, (n + 1) * 8);
	lengths.path = points.path = d_record;
	lengths.length = d_length;
	LAUNCH(q, trace_lengths, bits, &lengths, n);
	same = same_items(q, d_length, length, n);
	prim_scan(q, d_length, d_offset, n);
	points.offset = d_offset;
	points.state = to_device(q, NULL, total * 4);
	points.arc = to_device(q, NULL, total * 4);
	points.deviates = to_device(q, NULL, total);
	points.arrival = to_device(q, NULL, total * 8);
	if (same)
		LAUNCH(q, trace_points, bits, &points, n);
	NEW(state, total);
	NEW(arrival, total);
	NEW(deviates, total);
	from_device(q, state, points.state, total * 4);
	from_device(q, arrival, points.arrival, total * 8);
	from_device(q, deviates, points.deviates, total);
	for (int64_t p = 0; p < n && same; at += length[p++]) {
		const struct random_path *path = &paths->path[p];

		same = memcmp(state + at, path->state, (size_t)path->n * 4) == 0 &&
		       memcmp(arrival + at, path->arrival, (size_t)path->n * 8) == 0 &&
		       memcmp(deviates + at, path->deviates, (size_t)path->n) == 0;
	}
	free(record);
	free(length);
	free(state);
	free(arrival);
	free(deviates);
	device_free(q, d_record);
	device_free(q, d_length);
	device_free(q, d_offset);
	device_free(q, points.state);
	device_free(q, points.arc);
	device_free(q, points.deviates);
	device_free(q, points.arrival);
	return same;
}

/* flag_children, child_rows */
static bool same_child_rows(struct queue *q, const struct reference *r, struct image *image,
			    const struct paths *paths)
{
	const struct records *all = &paths->records;
	int64_t n = all->n, n_rank = 0;
	int32_t *order = random_order(n), *d_order = to_device(q, order, n * 4);
	uint8_t *flag = malloc((size_t)n + 1), *d_flag = to_device(q, NULL, n);
	int32_t parent = n > 0 ? (int32_t)random_below(n) : 0, *rank, *d_rank;
	struct flag_children_args flags = {all->device, d_order, parent, d_flag};
	struct child_rows_args args = {image->device, all->device, d_order, NULL, NULL};
	struct child_row *rows;
	bool same = true;

	NEW(rank, n);
	NEW(rows, n);
	LAUNCH(q, flag_children, 32, &flags, n);
	from_device(q, flag, d_flag, n);
	for (int64_t i = 0; i < n; i++) {
		same = same && !!flag[i] == (all->parent[order[i]] == parent);
		if (all->parent[order[i]] >= 0)
			rank[n_rank++] = (int32_t)i;
	}
	d_rank = to_device(q, rank, n_rank * 4);
	args.rank = d_rank;
	args.row = to_device(q, NULL, n_rank * (int64_t)sizeof *rows);
	LAUNCH(q, child_rows, image->fs_bits, &args, n_rank);
	from_device(q, rows, args.row, n_rank * (int64_t)sizeof *rows);
	for (int64_t i = 0; i < n_rank && same; i++) {
		int32_t record = order[rank[i]], arc = all->arc[record], tail = rows[i].tail;

		same = rows[i].rank == rank[i] && rows[i].slack == all->slack[record] &&
		       r->row[tail] <= arc && arc < r->row[tail + 1];
	}
	free(order);
	free(flag);
	free(rank);
	free(rows);
	device_free(q, d_order);
	device_free(q, d_flag);
	device_free(q, d_rank);
	device_free(q, args.row);
	return same;
}

/* ---- all of it ---- */

static void check_paths(struct test_device *d, const struct reference *r, struct image *image,
			const struct device_forest *f, long long size)
{
	struct paths paths = {0};
	struct queue *q = d->queue;
	int64_t wanted = r->graph->n_sources == 0 ? 0 : size < 300 ? size : 300;

	NEW(paths.path, wanted);
	records_new(q, image->fs_bits, 8 * wanted, &paths.records);
	paths.records.n = 0;
	for (int64_t tries = 0; tries < 4 * wanted && paths.n < wanted; tries++) {
		int64_t mark = paths.records.n;

		if (mark + 8 > 8 * wanted)
			break;
		if (random_path(r, &paths.records, &paths.path[paths.n]))
			paths.n++;
		else
			paths.records.n = mark;
	}
	records_upload(q, image->fs_bits, &paths.records);
	OK(same_rows(q, r, image, f, &paths), "%s: path_rows of %lld paths, %d bit", d->name,
	   (long long)paths.n, image->fs_bits);
	OK(same_traces(q, image, f, &paths), "%s: trace_lengths and trace_points", d->name);
	OK(same_child_rows(q, r, image, &paths), "%s: flag_children and child_rows", d->name);
	records_free(q, &paths.records);
	free(paths.path);
}

static void check_graph(struct test_device *d, int64_t size, int bits)
{
	struct queue *q = d->queue;
	struct graph *graph = random_graph(size, bits, &d->task);
	struct reference r;
	struct image *image;
	struct device_forest f;
	long long n = size;

	reference_new(&r, graph);
	if (image_build(q, graph, &image) != STATUS_OK)
		abort();
	alloc_forest(q, bits, &r, &f);
	OK(same_image(q, &r, image), "%s: image of %lld vertices, %d bit", d->name, n, bits);
	OK(same_fan_in(q, &r, image), "%s: its fan-in", d->name);
	OK(same_forest(q, &r, image, &f), "%s: forest_sweep", d->name);
	OK(same_paper_forest(q, &r, image), "%s: propagate, update, trace_forest, hops", d->name);
	OK(same_sources(q, &r, image, &f, none_of(bits)) && same_sources(q, &r, image, &f, -500),
	   "%s: count_sources, expand_sources", d->name);
	OK(same_children(q, &r, image, &f, false, NONE, false) &&
		   same_children(q, &r, image, &f, true, 700, false) &&
		   same_children(q, &r, image, &f, false, 2200, false),
	   "%s: count_children, expand_children", d->name);
	OK(same_children(q, &r, image, &f, false, NONE, true) &&
		   same_children(q, &r, image, &f, true, NONE, true),
	   "%s: count_paths, expand_paths", d->name);
	check_paths(d, &r, image, &f, n);
	free_forest(q, &f);
	image_free(image);
	reference_free(&r);
	graph_unref(graph);
}

static void check_lists(struct test_device *d, int64_t n, int bits)
{
	struct queue *q = d->queue;
	long long size = n;

	OK(same_cut(q, n), "%s: cut_batch of %lld", d->name, size);
	OK(same_keys(q, bits, n), "%s: slack_keys, gather_records of %lld, %d bit", d->name, size,
	   bits);
	OK(same_merge(q, bits, n, n / 2, n + 5) && same_merge(q, bits, n, 0, n / 2 + 1) &&
		   same_merge(q, bits, 0, n, n) && same_merge(q, bits, n / 3, n, n / 2 + 1),
	   "%s: split_ranking, merge_ranking of %lld, %d bit", d->name, size, bits);
	OK(same_error(q, bits, n), "%s: ranking_error of %lld, %d bit", d->name, size, bits);
}

int main(void)
{
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		if (!test_device_open(i, &d))
			continue;
		random_seed(7);
		for (int s = 0; s < N_SIZES && test_size_wanted(sizes[s]); s++) {
			check_graph(&d, sizes[s], 32);
			check_lists(&d, sizes[s], 32);
			/* the same code with wider times: no need to be large again */
			check_graph(&d, sizes[s] / 10, 64);
			check_lists(&d, sizes[s] / 10, 64);
		}
		test_device_close(&d);
	}
	return tap_done();
}
