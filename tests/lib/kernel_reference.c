#include "kernel_reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/image/device_graph.h"
#include "tap.h"

/* ---- times ---- */

int64_t none_of(int bits)
{
	return bits == 32 ? INT32_MAX : INT64_MAX;
}

/* Host times to a device array of the width, NONE as that width's. */
void *times_to_device(struct queue *q, int bits, const int64_t *times, int64_t n)
{
	int32_t *narrow = malloc((size_t)(n + 1) * 4);
	void *d;

	for (int64_t i = 0; i < n; i++)
		narrow[i] = times[i] == NONE ? INT32_MAX : (int32_t)times[i];
	d = to_device(q, bits == 32 ? (void *)narrow : (void *)times, n * bits / 8);
	free(narrow);
	return d;
}

int64_t *times_from_device(struct queue *q, int bits, const void *d, int64_t n)
{
	int64_t *times = malloc((size_t)(n + 1) * 8);
	int32_t *narrow = malloc((size_t)(n + 1) * 4);

	from_device(q, bits == 32 ? (void *)narrow : (void *)times, d, n * bits / 8);
	for (int64_t i = 0; i < n && bits == 32; i++)
		times[i] = narrow[i] == INT32_MAX ? NONE : narrow[i];
	free(narrow);
	return times;
}

bool same_times(struct queue *q, int bits, const void *d, const int64_t *times, int64_t n)
{
	int64_t *got = times_from_device(q, bits, d, n);
	bool same = memcmp(got, times, (size_t)n * 8) == 0;

	free(got);
	return same;
}

bool same_items(struct queue *q, const int32_t *d, const int32_t *items, int64_t n)
{
	int32_t *got = malloc((size_t)(n + 1) * 4);
	bool same;

	from_device(q, got, d, n * 4);
	same = memcmp(got, items, (size_t)n * 4) == 0;
	free(got);
	return same;
}

int compare_times(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

int64_t *random_times(int64_t n, int64_t below)
{
	int64_t *times = malloc((size_t)(n + 1) * 8);

	for (int64_t i = 0; i < n; i++)
		times[i] = random_below(below) - below / 3;
	return times;
}

int64_t *sorted_times(int64_t n, int64_t below)
{
	int64_t *times = random_times(n, below);

	qsort(times, (size_t)n, 8, compare_times);
	return times;
}

int32_t *random_order(int64_t n)
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

/* A path of `n` vertices' worth of random arcs, mostly short ones, between random names; some
 * vertices are hubs. */
struct graph *random_graph(int64_t n, int bits, struct task *task)
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
		int64_t from = random_below(n - 1), hub = from - from % 64, reach, to;

		from = random_below(4) ? from : hub;
		reach = n - 1 - from;
		to = from + 1 + random_below(reach < n / 20 + 5 ? reach : n / 20 + 5);

		graph_add_arc(g, place[from], place[to], scale * random_below(1000));
	}
	for (int64_t s = 0; s < n / 10 + 1 && n > 0; s++) {
		graph_add_source(g, place[random_below(n / 4 + 1)], scale * random_below(1000));
		graph_add_sink(g, place[n - 1 - random_below(n / 3 + 1)],
			       scale * random_below(1000));
	}
	if (graph_close(g, &warnings, task) != STATUS_OK)
		abort();
	text_release(&warnings);
	free(place);
	if (bits == 64) /* small graphs would fit otherwise */
		g->largest_sum = INT64_C(1) << 40;
	return g;
}

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
		r->end[v] = sink ? r->vertex[v] - r->graph->n_vertices : -1;
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
		r->end[v] = r->end[next];
		r->n_deviations[v] += r->n_deviations[next];
		r->ahead[v] = r->ahead[next] < r->ahead[v] ? r->ahead[next] : r->ahead[v];
		/* the first state after it that has deviations of its own, by walking */
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

void reference_new(struct reference *r, struct graph *graph)
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
	NEW(r->end, r->n);
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
		key[v] = ((int64_t)(2 * r->level[v] + (row[v + 1] - row[v] <= LARGE_FAN_OUT))
			  << 32) +
			 v;
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

void reference_free(struct reference *r)
{
	void *arrays[] = {r->level,  r->vertex,       r->state, r->row,   r->to,
			  r->weight, r->dist,         r->delta, r->ahead, r->forest,
			  r->hops,   r->n_deviations, r->after, r->end};

	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
		free(arrays[i]);
}

/* ---- forests and records on the device ---- */

void alloc_forest(struct queue *q, int bits, const struct reference *r, struct device_forest *f)
{
	f->dist = to_device(q, NULL, (int64_t)r->n * bits / 8);
	f->forest = to_device(q, NULL, (int64_t)r->n * 4);
	f->hops = to_device(q, NULL, (int64_t)r->n * 4);
	f->n_deviations = to_device(q, NULL, (int64_t)r->n * 4);
	f->first = to_device(q, NULL, (int64_t)r->n * 4);
	f->slot = to_device(q, NULL, forest_slots_bytes(r->m, bits / 8));
	f->end = to_device(q, NULL, (int64_t)r->n * 4);
}

void free_forest(struct queue *q, struct device_forest *f)
{
	void *arrays[] = {f->dist, f->forest, f->hops, f->n_deviations, f->first, f->slot, f->end};

	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
		device_free(q, arrays[i]);
}

void graph_case_new(struct test_device *d, int64_t size, int bits, struct graph_case *out)
{
	struct graph *graph = random_graph(size, bits, &d->task);

	reference_new(&out->r, graph);
	if (image_build(d->queue, graph, &out->image) != STATUS_OK)
		abort();
	alloc_forest(d->queue, bits, &out->r, &out->f);
}

void graph_case_free(struct test_device *d, struct graph_case *c)
{
	struct graph *graph = c->r.graph;

	free_forest(d->queue, &c->f);
	image_free(c->image);
	reference_free(&c->r);
	graph_unref(graph);
}

void records_new(struct queue *q, int bits, int64_t n, struct records *r)
{
	r->n = n;
	NEW(r->slack, n);
	NEW(r->parent, n);
	NEW(r->arc, n);
	r->device.slack = to_device(q, NULL, n * bits / 8);
	r->device.parent = to_device(q, NULL, n * 4);
	r->device.arc = to_device(q, NULL, n * 4);
	r->device.source = NULL;
}

void records_free(struct queue *q, struct records *r)
{
	free(r->slack);
	free(r->parent);
	free(r->arc);
	device_free(q, r->device.slack);
	device_free(q, r->device.parent);
	device_free(q, r->device.arc);
}

void records_upload(struct queue *q, int bits, struct records *r)
{
	device_free(q, r->device.slack);
	device_free(q, r->device.parent);
	device_free(q, r->device.arc);
	r->device.slack = times_to_device(q, bits, r->slack, r->n);
	r->device.parent = to_device(q, r->parent, r->n * 4);
	r->device.arc = to_device(q, r->arc, r->n * 4);
}

bool records_same(struct queue *q, int bits, const struct records *r)
{
	return same_times(q, bits, r->device.slack, r->slack, r->n) &&
	       same_items(q, r->device.parent, r->parent, r->n) &&
	       same_items(q, r->device.arc, r->arc, r->n);
}

/* ---- parents and children ---- */

void family_new(struct queue *q, int bits, const struct reference *r, int64_t n, bool from_sources,
		struct family *out)
{
	struct records *parents = &out->parents;

	if (r->m == 0 || r->graph->n_sources == 0)
		n = 0;
	*out = (struct family){.n = 0};
	records_new(q, bits, n, parents);
	parents->n = 0;
	for (int64_t tries = 0; tries < 4 * n && parents->n < n; tries++) {
		int32_t arc = (int32_t)random_below(from_sources ? r->graph->n_sources : r->m);
		int32_t head = from_sources ? r->state[r->graph->source_vertex[arc]] : r->to[arc];

		if (r->dist[head] == NONE)
			continue;
		parents->arc[parents->n] = arc;
		parents->parent[parents->n] = -1;
		parents->slack[parents->n++] = random_below(2000);
	}
	records_upload(q, bits, parents);
	NEW(out->bound, parents->n);
	for (int64_t p = 0; p < parents->n; p++)
		out->bound[p] = NONE;
	out->first = parents->n / 5;
	out->n = parents->n - out->first;
}

/* How many children there are; with out they are written. */
static int64_t find_children(const struct reference *r, bool from_sources, struct family *f,
			     struct records *out)
{
	int64_t total = 0;

	for (int64_t p = f->first; p < f->parents.n; p++) {
		int32_t arc = f->parents.arc[p], *n_child = &f->n_child[p - f->first];
		int32_t *n_candidate = &f->n_candidate[p - f->first];
		int32_t v = from_sources ? r->state[r->graph->source_vertex[arc]] : r->to[arc];

		*n_child = *n_candidate = 0;
		for (;; v = r->to[r->forest[v]]) {
			for (int32_t e = r->row[v]; e < r->row[v + 1]; e++) {
				int64_t slack;

				if (r->delta[e] == NONE)
					continue;
				++*n_candidate;
				slack = f->parents.slack[p] + r->delta[e];
				if (slack >= f->bound[p])
					continue;
				++*n_child;
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

void family_find(struct queue *q, int bits, const struct reference *r, bool from_sources,
		 struct family *f)
{
	f->n = f->parents.n - f->first;
	NEW(f->n_child, f->n);
	NEW(f->n_candidate, f->n);
	records_new(q, bits, find_children(r, from_sources, f, NULL), &f->children);
	find_children(r, from_sources, f, &f->children);
	for (int64_t p = 0; p < f->n; p++)
		f->n_candidates += f->n_candidate[p];
}

void family_free(struct queue *q, struct family *f)
{
	records_free(q, &f->parents);
	records_free(q, &f->children);
	free(f->bound);
	free(f->n_child);
	free(f->n_candidate);
}

/* ---- a test program ---- */

/* The largest has threads of a GPU take several items each. On a CPU a kernel is one loop, of which several threads share what is
 * large enough; larger ones would take most of the time and show nothing else. */
enum { LARGEST = 2000000, LARGEST_BY_THREADS = 40000, LARGEST_BY_ONE = 1000 };

static int64_t largest_on(const struct test_device *d)
{
	if (getenv("WARPSCOPE_TEST_LARGEST") || device_kind(d->device) != DEVICE_CPU)
		return LARGEST;
	return device_host_threads(d->device) > 1 ? LARGEST_BY_THREADS : LARGEST_BY_ONE;
}

int run_on_devices(void (*check)(struct test_device *d, int64_t size, int bits))
{
	static const int64_t sizes[] = {0, 1, 31, 33, LARGEST_BY_ONE, LARGEST_BY_THREADS, LARGEST};

	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		if (!test_device_open(i, &d))
			continue;
		random_seed(7);
		for (size_t s = 0; s < sizeof sizes / sizeof *sizes && test_size_wanted(sizes[s]);
		     s++) {
			if (sizes[s] > largest_on(&d))
				continue;
			check(&d, sizes[s], 32);
			/* the same code with wider times: no need to be large again */
			check(&d, sizes[s] / 10, 64);
		}
		test_device_close(&d);
	}
	return tap_done();
}
