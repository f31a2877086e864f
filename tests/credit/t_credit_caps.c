/*
 * Path search with credit and caps against exhaustive enumeration on small random graphs: every
 * path, forevery k, after every level, stepped at both grains.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/search/search.h"
#include "lib/brute.h"
#include "lib/devices.h"
#include "lib/naive_limits.h"
#include "lib/tap.h"

/* One search and what it must find. */
struct trial {
	const struct brute *brute;
	const struct naive_limits *limits;
	struct search *search;
	struct snap_search *info;
};

static bool run_search(struct image *image, struct queue *queue,
		       const struct search_options *options, struct search **out)
{
	enum grain grain = random_below(4) ? GRAIN_COARSE : GRAIN_FINE;
	struct search_options batched = *options; /* into so few that there are several */
	struct stepper *stepper;

	if (options->method == METHOD_BOUNDED && random_below(2))
		batched.batch = 1 + random_below(12);
	if (search_begin(image, queue, queue, &batched, 1, out) != STATUS_OK)
		return false;
	stepper = search_stepper(*out);
	while (!stepper->ops->finished(stepper)) {
		if (stepper->ops->step(stepper, grain) != STATUS_OK)
			return false;
	}
	return true;
}

/* ---- what is read ---- */

static int32_t rank_of(const struct naive_ranking *r, int32_t path)
{
	for (int32_t i = 0; i < r->n; i++) {
		if (r->path[i] == path)
			return i;
	}
	return -1;
}

static bool same_row(const struct trial *t, const struct naive_ranking *r, int32_t rank,
		     const struct snap_row *row)
{
	const struct graph *g = t->brute->graph;
	const struct brute_path *p = &t->brute->path[r->path[rank]];

	return row->slack == r->slack[rank] &&
	       row->credit == limits_credit(t->limits, p->source, p->sink) &&
	       row->slack - row->credit == p->slack && row->n_deviations == p->n_deviations &&
	       row->parent_rank == (p->parent < 0 ? -1 : rank_of(r, p->parent)) &&
	       row->source == p->source && row->sink == p->sink &&
	       row->startpoint == g->source_vertex[p->source] &&
	       row->endpoint == g->sink_vertex[p->sink] && row->n_points == p->n_arcs + 1;
}

static bool same_rows(const struct trial *t, const struct naive_ranking *r, int32_t level)
{
	struct snap_rows *rows;
	bool same;

	if (search_rows(t->search, level, 0, r->n + 1, &rows) != STATUS_OK)
		return false;
	same = rows->n == r->n && rows->n_ranked == r->n;
	for (int32_t i = 0; i < r->n && same; i++)
		same = same_row(t, r, i, &rows->row[i]);
	snap_unref(&rows->snap);
	return same;
}

static bool same_traces(const struct trial *t, const struct naive_ranking *r, int32_t level)
{
	const struct graph *g = t->brute->graph;
	struct traces traces = {0};
	bool same = search_traces(t->search, level, 0, r->n + 1, &traces) == STATUS_OK &&
		    traces.n_paths == r->n;

	for (int32_t i = 0; i < r->n && same; i++) {
		const struct brute_path *p = &t->brute->path[r->path[i]];
		const int32_t *vertex = traces.vertex + traces.offset[i];

		same = traces.slack[i] == r->slack[i] &&
		       traces.offset[i + 1] - traces.offset[i] == p->n_arcs + 2 &&
		       vertex[0] == g->source_vertex[p->source] &&
		       vertex[p->n_arcs + 1] == g->n_vertices + p->sink;
		for (int32_t a = 0; a < p->n_arcs && same; a++)
			same = vertex[a + 1] == g->arc_to[p->arc[a]];
	}
	traces_release(&traces);
	return same;
}

/* One path in full, and those that deviate from it. */
static bool same_path(const struct trial *t, const struct naive_ranking *r, int32_t level)
{
	int32_t rank = (int32_t)random_below(r->n), child = 0;
	struct snap_path *path;
	bool same;

	if (search_path(t->search, level, rank, BRUTE_MAX_PATHS, &path) != STATUS_OK)
		return false;
	same = same_row(t, r, rank, &path->row) && path->n_child == path->n_children;
	for (int32_t i = 0; i < r->n && same; i++) {
		if (t->brute->path[r->path[i]].parent != r->path[rank])
			continue;
		same = child < path->n_child && path->child[child].rank == i &&
		       path->child[child].cost == r->slack[i] - r->slack[rank];
		child++;
	}
	same = same && child == path->n_child;
	snap_unref(&path->snap);
	return same;
}

/* The largest distance of each level's ranking from the last. */
static bool same_errors(const struct trial *t, const struct naive_ranking *last)
{
	static struct naive_ranking r;
	struct snap_errors *errors;
	bool same;

	if (search_errors(t->search, NULL, &errors) != STATUS_OK)
		return false;
	same = errors->n_levels == t->info->n_levels;
	for (int32_t l = 0; l < errors->n_levels && same; l++) {
		int64_t largest = 0;

		limits_rank(t->limits, t->brute, l, &r);
		for (int32_t i = 0; i < r.n && i < last->n; i++)
			largest = llabs(r.slack[i] - last->slack[i]) > largest
					  ? llabs(r.slack[i] - last->slack[i])
					  : largest;
		same = errors->error[l] == largest &&
		       errors->missing[l] == last->n - (r.n < last->n ? r.n : last->n);
	}
	snap_unref(&errors->snap);
	return same;
}

/* ---- searches ---- */

static bool same_info(const struct trial *t, const struct naive_ranking *last)
{
	const struct snap_search *info = t->info;

	return info->state == SEARCH_EXACT && info->n_ranked == last->n &&
	       search_count(t->search) == last->n &&
	       snap_search_ranked(info, info->n_levels - 1) == last->n;
}

/* All that can be read after the end, and after some level. */
static bool same_everything(const struct trial *t)
{
	static struct naive_ranking last, earlier;
	int32_t level = (int32_t)random_below(t->info->n_levels + 1) - 1;

	limits_rank(t->limits, t->brute, INT32_MAX, &last);
	limits_rank(t->limits, t->brute, level, &earlier);
	if (!same_info(t, &last) || !same_rows(t, &last, LEVEL_NEWEST) ||
	    !same_rows(t, &earlier, level) || !same_traces(t, &earlier, level) ||
	    !same_traces(t, &last, LEVEL_NEWEST))
		return false;
	if (earlier.n > 0 && !same_path(t, &earlier, level))
		return false;
	return (last.n == 0 || same_path(t, &last, LEVEL_NEWEST)) && same_errors(t, &last);
}

static bool check_limits(struct image *image, struct queue *queue, const struct brute *b,
			 const struct naive_limits *limits)
{
	struct search_options options = limits_options(limits);
	struct trial t = {.brute = b, .limits = limits};
	bool same = run_search(image, queue, &options, &t.search);

	same = same && search_stepper(t.search)->ops->snapshot(
			       search_stepper(t.search), (struct snap **)&t.info) == STATUS_OK;
	same = same && same_everything(&t);
	if (t.info)
		snap_unref(&t.info->snap);
	if (t.search)
		search_stepper(t.search)->ops->end(search_stepper(t.search));
	return same;
}

/* Limits at or beside the slacks of paths. */
static void random_limits(struct naive_limits *limits, const struct brute *b)
{
	const struct brute_path *low = &b->path[random_below(b->n)];
	const struct brute_path *high = &b->path[random_below(b->n)];

	if (random_below(3))
		limits->slack_min = low->slack + limits_credit(limits, low->source, low->sink) +
				    random_below(2);
	if (random_below(2))
		limits->slack_max = high->slack + limits_credit(limits, high->source, high->sink) -
				    random_below(2);
}

/* ---- paths to each endpoint ---- */

static struct graph *transpose(const struct graph *g, struct task *task)
{
	struct text warnings = TEXT_INIT;
	struct graph *t;

	graph_new("transposed", &t);
	for (int32_t v = 0; v < g->n_vertices; v++) {
		char name[16];
		bool added;
		int length = snprintf(name, sizeof name, "v%d", v);

		graph_add_vertex(t, name, length, &added);
	}
	for (int32_t a = 0; a < g->n_arcs; a++)
		graph_add_arc(t, g->arc_to[a], g->arc_from[a], g->arc_delay[a]);
	for (int32_t s = 0; s < g->n_sinks; s++)
		graph_add_source(t, g->sink_vertex[s], -g->sink_required[s]);
	for (int32_t s = 0; s < g->n_sources; s++)
		graph_add_sink(t, g->source_vertex[s], -g->source_arrival[s]);
	if (graph_close(t, &warnings, task) != STATUS_OK)
		abort();
	text_release(&warnings);
	return t;
}

static int compare_slacks(const void *x, const void *y)
{
	const int64_t *a = x, *b = y;

	return *a < *b ? -1 : *a > *b;
}

/* The slacks of the first paths of each bucket of sinks, in order; returns how many. */
static int32_t slacks_by_endpoint(const struct brute *b, const struct naive_limits *limits,
				  int64_t *out)
{
	static int64_t of_bucket[BRUTE_MAX_PATHS];
	int32_t n = 0;

	for (int32_t bucket = 0; bucket < limits->n_buckets; bucket++) {
		int32_t m = 0;

		for (int32_t i = 0; i < b->n; i++) {
			const struct brute_path *p = &b->path[i];

			if (limits->bucket[p->sink] == bucket)
				of_bucket[m++] =
					p->slack + limits_credit(limits, p->sink, p->source);
		}
		qsort(of_bucket, (size_t)m, sizeof *of_bucket, compare_slacks);
		for (int32_t i = 0; i < m && i < limits->per_bucket; i++)
			out[n++] = of_bucket[i];
	}
	qsort(out, (size_t)n, sizeof *out, compare_slacks);
	return n;
}

/* On the transposed graph caps are on sinks: the same slacks as by enumerating the graph itself. */
static bool check_transposed(struct test_device *d, const struct brute *b)
{
	static int64_t slack[BRUTE_MAX_PATHS];
	struct graph *g = transpose(b->graph, &d->task);
	struct naive_limits limits = {
		.slack_min = INT64_MIN, .slack_max = INT64_MAX, .max_level = -1};
	struct search_options options;
	struct search *search = NULL;
	struct snap_rows *rows = NULL;
	struct image *image;
	int64_t n;
	bool same;

	if (image_build(d->queue, g, &image) != STATUS_OK)
		abort();
	limits_random_caps(&limits, g->n_sources);
	if (random_below(2))
		limits_random_credit(&limits, d->queue, g->n_sources, g->n_sinks, 1);
	limits.k = 1 + random_below(b->n + 1);
	n = slacks_by_endpoint(b, &limits, slack);
	n = n < limits.k ? n : limits.k;
	options = limits_options(&limits);
	same = run_search(image, d->queue, &options, &search) &&
	       search_rows(search, LEVEL_NEWEST, 0, n + 1, &rows) == STATUS_OK && rows->n == n;
	for (int64_t i = 0; i < n && same; i++)
		same = rows->row[i].slack == slack[i];
	if (rows)
		snap_unref(&rows->snap);
	if (search)
		search_stepper(search)->ops->end(search_stepper(search));
	limits_release(&limits, d->queue);
	image_free(image);
	graph_unref(g);
	return same;
}

/* ---- all of it ---- */

struct totals {
	int graphs, searches, wrong;
};

static bool check_graph(struct test_device *d, struct graph *g, const struct brute *b,
			int64_t scale, struct totals *t)
{
	struct queue *queue = d->queue;
	struct naive_limits limits;
	struct image *image;
	bool same;

	if (image_build(queue, g, &image) != STATUS_OK)
		return false;
	/* credit that goes with the width of times */
	limits_random(&limits, queue, g, image->fs_bits == 64 ? scale : 1);
	for (limits.k = 1, same = true; limits.k <= b->n + 1 && same; limits.k++, t->searches++)
		same = check_limits(image, queue, b, &limits);
	for (int i = 0; i < 6 && same && b->n > 0; i++, t->searches++) {
		limits.k = 1 + random_below(b->n);
		limits.slack_min = INT64_MIN;
		limits.slack_max = INT64_MAX;
		random_limits(&limits, b);
		same = check_limits(image, queue, b, &limits);
	}
	limits_release(&limits, queue);
	image_free(image);
	t->graphs++;
	if (g->objective == OBJECTIVE_SLACK && same) {
		same = check_transposed(d, b);
		t->searches++;
	}
	return same;
}

static void check_random(struct test_device *d, int n_graphs, int64_t scale)
{
	static struct brute b;
	struct totals t = {0};

	random_seed(1);
	while (t.graphs < n_graphs && t.wrong < 3) {
		uint64_t seed = random_get_state();
		struct graph *g = brute_random_graph(9, scale, &d->task);

		if (brute_run(&b, g) && !check_graph(d, g, &b, scale, &t)) {
			t.wrong++;
			printf("# wrong: random state %llu\n", (unsigned long long)seed);
		}
		graph_unref(g);
	}
	OK(t.wrong == 0, "%s, %s: %d random graphs, every k (%d searches)", d->name,
	   scale > 1 ? "64 bit" : "32 bit", t.graphs, t.searches);
}

int main(void)
{
	return test_random_graphs(3000, check_random);
}
