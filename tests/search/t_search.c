/*
 * Path search against exhaustive enumeration on small random graphs: every path, in order, for
 * every k, with each method.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/search/search.h"
#include "lib/brute.h"
#include "lib/devices.h"
#include "lib/tap.h"

static bool run_search(struct image *image, struct queue *queue,
		       const struct search_options *options, struct search **out)
{
	struct search_options batched = *options; /* into so few that there are several */
	struct stepper *stepper;

	if (random_below(2))
		batched.batch = 1 + random_below(12);
	batched.small = (enum search_small)random_below(3);
	if (search_begin(image, queue, queue, &batched, 1, out) != STATUS_OK)
		return false;
	stepper = search_stepper(*out);
	while (!stepper->ops->finished(stepper)) {
		if (stepper->ops->step(stepper, GRAIN_COARSE) != STATUS_OK)
			return false;
	}
	return true;
}

/* Does the trace of a path name the same vertices and arrivals? */
static bool same_trace(const struct brute *b, const struct brute_path *p, const struct traces *t,
		       int64_t i)
{
	const struct graph *g = b->graph;
	int64_t at = t->offset[i], n = t->offset[i + 1] - at;
	int64_t arrival = g->source_arrival[p->source];

	if (n != p->n_arcs + 2 || t->vertex[at] != g->source_vertex[p->source] ||
	    t->arrival[at] != arrival)
		return false;
	for (int32_t a = 0; a < p->n_arcs; a++) {
		arrival += g->arc_delay[p->arc[a]];
		if (t->vertex[at + a + 1] != g->arc_to[p->arc[a]] ||
		    t->arrival[at + a + 1] != arrival)
			return false;
	}
	return t->vertex[at + n - 1] == g->n_vertices + p->sink &&
	       t->arrival[at + n - 1] == g->sink_required[p->sink];
}

/* Compare the first k with the reference from rank `from` on. */
static bool same_paths(struct search *search, const struct brute *b, int64_t from, int64_t k)
{
	struct snap_rows *rows = NULL;
	struct traces traces = {0};
	int64_t n = b->n - from < k ? b->n - from : k;
	bool same = search_rows(search, LEVEL_NEWEST, 0, k + 1, &rows) == STATUS_OK &&
		    search_traces(search, LEVEL_NEWEST, 0, k, &traces) == STATUS_OK &&
		    rows->n == n && rows->n_ranked == n && traces.n_paths == n;

	for (int64_t r = 0; r < n && same; r++) {
		const struct brute_path *p = &b->path[b->order[from + r]];
		int64_t parent = p->parent < 0 ? -1 : b->path[p->parent].rank - from;
		const struct snap_row *row = &rows->row[r];

		same = row->slack == p->slack && row->n_deviations == p->n_deviations &&
		       row->parent_rank == (parent < 0 ? -1 : parent) &&
		       row->startpoint == b->graph->source_vertex[p->source] &&
		       row->endpoint == b->graph->sink_vertex[p->sink] &&
		       row->n_points == p->n_arcs + 1 && traces.slack[r] == p->slack &&
		       same_trace(b, p, &traces, r);
	}
	if (rows)
		snap_unref(&rows->snap);
	traces_release(&traces);
	return same;
}

static bool check_k(struct image *image, struct queue *queue, const struct brute *b,
		    enum search_method method, int64_t k)
{
	struct search_options options = SEARCH_OPTIONS_INIT;
	struct search *search = NULL;
	struct snap *snap = NULL;
	bool same;

	options.k = k;
	options.method = method;
	same = run_search(image, queue, &options, &search) && same_paths(search, b, 0, k);
	if (same) {
		same = search_stepper(search)->ops->snapshot(search_stepper(search), &snap) ==
			       STATUS_OK &&
		       ((struct snap_search *)snap)->state == SEARCH_EXACT;
		snap_unref(snap);
	}
	if (search)
		search_stepper(search)->ops->end(search_stepper(search));
	return same;
}

/* With limits on the slack the paths are those of the reference within them. */
static bool check_limits(struct image *image, struct queue *queue, struct brute *b)
{
	struct search_options options = SEARCH_OPTIONS_INIT;
	struct search *search = NULL;
	int32_t n = b->n, from = 0, to = n;
	bool same;

	if (n == 0)
		return true;
	options.k = 1 + random_below(n);
	if (random_below(2))
		options.slack_min = b->path[b->order[random_below(n)]].slack + random_below(2);
	if (random_below(2))
		options.slack_max = b->path[b->order[random_below(n)]].slack - random_below(2);
	while (from < n && b->path[b->order[from]].slack < options.slack_min)
		from++;
	while (to > from && b->path[b->order[to - 1]].slack > options.slack_max)
		to--;
	b->n = to;
	same = run_search(image, queue, &options, &search) &&
	       same_paths(search, b, from, options.k);
	b->n = n;
	if (search)
		search_stepper(search)->ops->end(search_stepper(search));
	return same;
}

/* Below a level cap the paths are the first of those with so few deviations. */
static bool same_capped(struct search *search, const struct brute *b, int32_t max_level, int64_t k)
{
	struct snap_rows *rows = NULL;
	bool same = search_rows(search, LEVEL_NEWEST, 0, k, &rows) == STATUS_OK;
	int64_t r = 0;

	for (int32_t i = 0; i < b->n && r < k && same; i++) {
		const struct brute_path *p = &b->path[b->order[i]];

		if (p->n_deviations > max_level)
			continue;
		same = r < rows->n && rows->row[r].slack == p->slack &&
		       rows->row[r].n_deviations == p->n_deviations &&
		       rows->row[r].startpoint == b->graph->source_vertex[p->source] &&
		       rows->row[r].endpoint == b->graph->sink_vertex[p->sink] &&
		       rows->row[r].n_points == p->n_arcs + 1;
		r++;
	}
	same = same && rows->n == r;
	if (rows)
		snap_unref(&rows->snap);
	return same;
}

/* What a search says of its levels. */
static struct snap_search *told(struct search *search)
{
	struct snap *snap;

	if (search_stepper(search)->ops->snapshot(search_stepper(search), &snap) != STATUS_OK)
		abort();
	return (struct snap_search *)snap;
}

static bool same_levels(struct search *a, struct search *b)
{
	struct snap_search *x = told(a), *y = told(b);
	bool same = x->n_levels == y->n_levels && x->state == y->state;

	for (int32_t l = 0; l < x->n_levels && same; l++)
		same = x->level[l].n_parents == y->level[l].n_parents &&
		       x->level[l].n_candidates == y->level[l].n_candidates &&
		       x->level[l].n_kept == y->level[l].n_kept &&
		       x->level[l].bound == y->level[l].bound;
	snap_unref(&x->snap);
	snap_unref(&y->snap);
	return same;
}

/* With a level cap each method finds the same, and both of the papers' by the same levels. */
static bool check_cap(struct image *image, struct queue *queue, const struct brute *b)
{
	struct search_options options = SEARCH_OPTIONS_INIT;
	struct search *search[N_METHODS] = {NULL};
	bool same = true;

	options.k = 1 + random_below(b->n + 1);
	options.max_level = (int32_t)random_below(4);
	for (int m = 0; m < N_METHODS && same; m++) {
		options.method = (enum search_method)m;
		same = run_search(image, queue, &options, &search[m]) &&
		       same_capped(search[m], b, options.max_level, options.k);
	}
	same = same && same_levels(search[METHOD_PAPER], search[METHOD_PAPER_FUSED]) &&
	       same_levels(search[METHOD_PAPER], search[METHOD_PAPER_DYNAMIC]) &&
	       same_levels(search[METHOD_PAPER], search[METHOD_PAPER_HOST]);
	for (int m = 0; m < N_METHODS; m++) {
		if (search[m])
			search_stepper(search[m])->ops->end(search_stepper(search[m]));
	}
	return same;
}

/* Two searches on one queue, which take turns after any phase, are as each alone is. */
static bool check_turns(struct image *image, struct queue *queue, struct brute *b)
{
	struct search_options options = SEARCH_OPTIONS_INIT;
	struct search *turn[2], *alone[2];
	int64_t k[2];
	bool same = b->n > 0;

	if (!same)
		return true;
	for (int i = 0; i < 2; i++) {
		options.k = k[i] = 1 + random_below(b->n);
		options.method = (enum search_method)random_below(N_METHODS);
		same = same && run_search(image, queue, &options, &alone[i]) &&
		       search_begin(image, queue, queue, &options, 1, &turn[i]) == STATUS_OK;
	}
	for (int i = 0; same && i < 2; i++) {
		struct stepper *last = search_stepper(turn[i]);

		while (same && !last->ops->finished(last)) {
			struct stepper *next = search_stepper(turn[random_below(2)]);

			same = next->ops->finished(next) ||
			       next->ops->step(next, GRAIN_FINE) == STATUS_OK;
		}
	}
	for (int i = 0; i < 2; i++) {
		same = same && same_levels(turn[i], alone[i]) && same_paths(turn[i], b, 0, k[i]);
		search_stepper(turn[i])->ops->end(search_stepper(turn[i]));
		search_stepper(alone[i])->ops->end(search_stepper(alone[i]));
	}
	return same;
}

struct totals {
	int graphs, searches, wrong;
};

static bool check_graph(struct queue *queue, struct graph *g, struct brute *b, struct totals *t)
{
	struct image *image;
	bool same;

	if (!brute_run(b, g))
		return true;
	t->graphs++;
	same = image_build(queue, g, &image) == STATUS_OK;
	for (int64_t k = 1; k <= b->n + 1 && same; k++) {
		for (int m = 0; m < N_METHODS && same; m++, t->searches++)
			same = check_k(image, queue, b, (enum search_method)m, k);
	}
	for (int i = 0; i < 2 && same; i++, t->searches += N_METHODS)
		same = check_cap(image, queue, b);
	for (int i = 0; i < 4 && same; i++, t->searches++)
		same = check_limits(image, queue, b);
	for (int i = 0; i < 2 && same; i++, t->searches += 2)
		same = check_turns(image, queue, b);
	if (image)
		image_free(image);
	return same;
}

static void check_random(struct test_device *d, int n_graphs, int64_t scale)
{
	const int most = 9;
	static struct brute b;
	struct totals t = {0};

	random_seed(1);
	while (t.graphs < n_graphs && t.wrong < 3) {
		uint64_t seed = random_get_state();
		struct graph *g = brute_random_graph(most, scale, &d->task);

		if (!check_graph(d->queue, g, &b, &t)) {
			t.wrong++;
			printf("# wrong: random state %llu\n", (unsigned long long)seed);
		}
		graph_unref(g);
	}
	OK(t.wrong == 0, "%s, %s: %d random graphs of up to %d vertices, every k (%d searches)",
	   d->name, scale > 1 ? "64 bit" : "32 bit", t.graphs, most, t.searches);
}

int main(void)
{
	return test_random_graphs(3000, check_random);
}
