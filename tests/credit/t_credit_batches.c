/*
 * Searches with credit and caps whose levels have more children than fit one batch: against sorting
 * all paths, and against themselves for another number of paths, which makes other batches.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/search/search.h"
#include "lib/devices.h"
#include "lib/naive_limits.h"
#include "lib/tap.h"

enum {
	FAN = 70000, /* arcs at a vertex: more than a small batch holds */
	N_ENDS = 4,
	N_SINKS = 5,
	N_SECOND = 40, /* arcs at the vertices between, when there are two stages */
};

static void add_vertices(struct graph *g, char first, int n)
{
	bool added;

	for (int i = 0; i < n; i++) {
		char name[2] = {(char)(first + i), '\0'};

		graph_add_vertex(g, name, 1, &added);
	}
}

static void add_fan(struct graph *g, int32_t from, int32_t to, int n_to, int n, int64_t spread)
{
	for (int c = 0; c < n; c++)
		graph_add_arc(g, from, to + (int32_t)random_below(n_to), -random_below(spread));
}

/* Sources, each before a fan of arcs to the sinks, or to vertices with fans of their own. */
static struct graph *wide_graph(int64_t spread, bool two_stages, struct task *task)
{
	struct text warnings = TEXT_INIT;
	struct graph *g;

	graph_new("wide", &g);
	add_vertices(g, 'a', N_ENDS);
	add_vertices(g, 'm', N_ENDS);
	add_vertices(g, 'v', N_SINKS);
	for (int e = 0; e < N_ENDS; e++) {
		graph_add_source(g, e, 0);
		if (two_stages)
			add_fan(g, e, N_ENDS, N_ENDS, FAN, spread);
		else
			add_fan(g, e, 2 * N_ENDS, N_SINKS, FAN, spread);
		if (two_stages)
			add_fan(g, N_ENDS + e, 2 * N_ENDS, N_SINKS, N_SECOND, spread);
	}
	for (int s = 0; s < N_SINKS; s++)
		graph_add_sink(g, 2 * N_ENDS + s, 0);
	if (graph_close(g, &warnings, task) != STATUS_OK)
		abort();
	text_release(&warnings);
	return g;
}

/* Caps that let many paths in, and credits of the same size as costs. */
static void wide_limits(struct naive_limits *limits, struct queue *q, const struct graph *g,
			bool capped, bool credited)
{
	*limits = (struct naive_limits){
		.slack_min = INT64_MIN, .slack_max = INT64_MAX, .max_level = -1};
	if (capped) {
		limits_random_caps(limits, N_ENDS);
		limits->per_bucket = random_below(2) ? 300 : 30000;
		limits->caps.per_bucket = limits->per_bucket;
	}
	if (credited)
		limits_random_credit(limits, q, g->n_sources, g->n_sinks, 1);
}

static struct search *run(struct test_device *d, struct image *image,
			  const struct naive_limits *limits)
{
	struct search_options options = limits_options(limits);
	struct search *search;
	struct stepper *stepper;

	options.batch = 2 * options.k + (1 << 16);
	if (search_begin(image, d->queue, d->queue, &options, 1, &search) != STATUS_OK)
		abort();
	stepper = search_stepper(search);
	while (!stepper->ops->finished(stepper)) {
		if (stepper->ops->step(stepper, GRAIN_COARSE) != STATUS_OK)
			abort();
	}
	return search;
}

static struct snap_rows *read_all(struct search *search, int32_t level, int64_t k)
{
	struct snap_rows *rows;

	if (search_rows(search, level, 0, k, &rows) != STATUS_OK)
		abort();
	return rows;
}

static void end(struct search *search)
{
	search_stepper(search)->ops->end(search_stepper(search));
}

/* ---- against sorting ---- */

struct flat_path {
	int64_t slack, before; /* with credit and without */
	int64_t parent;        /* slack of the source's best path, before credit */
	int32_t deviates, source, arc, sink;
};

static int compare_flat(const void *x, const void *y)
{
	const struct flat_path *a = x, *b = y;

	if (a->slack != b->slack)
		return a->slack < b->slack ? -1 : 1;
	if (a->deviates != b->deviates)
		return a->deviates - b->deviates;
	if (a->before != b->before)
		return a->before < b->before ? -1 : 1;
	if (a->parent != b->parent)
		return a->parent < b->parent ? -1 : 1;
	if (a->source != b->source)
		return a->source - b->source;
	return a->arc - b->arc;
}

/* All paths of a graph of one stage, in order; arcs are in the order of their sources. */
static struct flat_path *sort_paths(const struct graph *g, const struct naive_limits *limits)
{
	struct flat_path *path = malloc((size_t)g->n_arcs * sizeof *path);

	for (int32_t e = 0; e < N_ENDS; e++) {
		int32_t best = e * FAN;

		for (int32_t a = e * FAN; a < (e + 1) * FAN; a++)
			best = -g->arc_delay[a] < -g->arc_delay[best] ? a : best;
		for (int32_t a = e * FAN; a < (e + 1) * FAN; a++) {
			int32_t sink = g->arc_to[a] - 2 * N_ENDS;

			path[a] = (struct flat_path){
				.slack = -g->arc_delay[a] + limits_credit(limits, e, sink),
				.before = -g->arc_delay[a],
				.parent = -g->arc_delay[best],
				.deviates = a != best,
				.source = e,
				.arc = a,
				.sink = sink,
			};
		}
	}
	qsort(path, (size_t)g->n_arcs, sizeof *path, compare_flat);
	return path;
}

static bool same_as_sorted(const struct flat_path *path, int32_t n_paths,
			   const struct naive_limits *limits, const struct snap_rows *rows)
{
	int64_t rank = 0, taken[16] = {0};

	for (int32_t i = 0; i < n_paths && rank < limits->k; i++) {
		const struct flat_path *p = &path[i];
		const struct snap_row *row = &rows->row[rank];
		int32_t bucket = limits->bucket ? limits->bucket[p->source] : -1;

		if (limits->bucket && (bucket < 0 || taken[bucket]++ >= limits->per_bucket))
			continue;
		if (p->slack < limits->slack_min || p->slack > limits->slack_max)
			continue;
		if (rank >= rows->n || row->slack != p->slack ||
		    row->slack - row->credit != p->before || row->source != p->source ||
		    row->sink != p->sink || row->n_deviations != p->deviates)
			return false;
		rank++;
	}
	return rows->n == rank && rows->n_ranked == rank;
}

static bool check_sorted(struct test_device *d, struct image *image, int64_t k, bool capped,
			 bool credited, bool limited)
{
	const struct graph *g = image->graph;
	struct naive_limits limits;
	struct flat_path *path;
	struct search *search;
	struct snap_rows *rows;
	bool same;

	wide_limits(&limits, d->queue, g, capped, credited);
	limits.k = k;
	path = sort_paths(g, &limits);
	if (limited) {
		limits.slack_min = path[random_below(g->n_arcs / 3)].slack;
		limits.slack_max = path[g->n_arcs / 3 + random_below(g->n_arcs / 3)].slack;
	}
	search = run(d, image, &limits);
	rows = read_all(search, LEVEL_NEWEST, k);
	same = same_as_sorted(path, g->n_arcs, &limits, rows);
	snap_unref(&rows->snap);
	end(search);
	limits_release(&limits, d->queue);
	free(path);
	return same;
}

/* ---- against itself ---- */

static bool same_row(const struct snap_row *a, const struct snap_row *b, int64_t n)
{
	/* a parent may be in the longer ranking alone */
	int64_t parent = b->parent_rank < n ? b->parent_rank : -1;

	return a->slack == b->slack && a->credit == b->credit && a->source == b->source &&
	       a->sink == b->sink && a->n_deviations == b->n_deviations && a->parent_rank == parent;
}

/* The first paths of more, also as they were after the first levels: there parents tell which. */
static bool is_prefix(struct search *few, struct search *more, int64_t n_few, int64_t n_more)
{
	bool same = true;

	for (int32_t level = 0; level < 5 && same; level++) {
		int32_t which = level == 4 ? LEVEL_NEWEST : level;
		struct snap_rows *a = read_all(few, which, n_few);
		struct snap_rows *b = read_all(more, which, n_more);

		same = a->n <= b->n && (a->n == n_few || a->n == b->n);
		for (int64_t r = 0; r < a->n && same; r++)
			same = same_row(&a->row[r], &b->row[r], a->n);
		snap_unref(&a->snap);
		snap_unref(&b->snap);
	}
	return same;
}

static bool check_prefix(struct test_device *d, struct image *image, bool capped, bool credited)
{
	static const int64_t ks[] = {1, 100, 5000, 100000};
	struct naive_limits limits;
	struct search *more, *few;
	bool same = true;

	wide_limits(&limits, d->queue, image->graph, capped, credited);
	limits.k = ks[3];
	more = run(d, image, &limits);
	for (int i = 0; i < 3 && same; i++) {
		limits.k = ks[i];
		few = run(d, image, &limits);
		same = is_prefix(few, more, ks[i], ks[3]);
		end(few);
	}
	end(more);
	limits_release(&limits, d->queue);
	return same;
}

static void check(struct test_device *d, const char *what, int64_t spread)
{
	static const char *const with[] = {"", "caps", "credit", "caps and credit"};

	for (int stages = 1; stages <= 2; stages++) {
		struct graph *g = wide_graph(spread, stages == 2, &d->task);
		struct image *image;

		if (image_build(d->queue, g, &image) != STATUS_OK)
			abort();
		for (int w = 1; w < 4 && stages == 1; w++)
			OK(check_sorted(d, image, 8, w & 1, w & 2, false) &&
				   check_sorted(d, image, 50000, w & 1, w & 2, false) &&
				   check_sorted(d, image, 3000, w & 1, w & 2, true),
			   "%s: %s, %s, as sorted", d->name, what, with[w]);
		for (int w = 1; w < 4 && stages == 2; w++)
			OK(check_prefix(d, image, w & 1, w & 2),
			   "%s: %s, %s, two stages: fewer paths are the first of more", d->name,
			   what, with[w]);
		image_free(image);
		graph_unref(g);
	}
}

int main(void)
{
	random_seed(1);
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		if (!test_device_open(i, &d))
			continue;
		check(&d, "random costs", 100000);
		check(&d, "many ties", 40);
		test_device_close(&d);
	}
	return tap_done();
}
