/*
 * The walk of one thread of a step against the enumeration of all paths: which parent it has,
 * how many children, where their places are, where each leaves.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/search/search.h"
#include "lib/brute.h"
#include "lib/devices.h"
#include "lib/tap.h"

struct run {
	const struct brute *b;
	struct search *search;
	struct snap_search *told;
	bool bounded;
	bool kept[BRUTE_MAX_PATHS];
	int64_t n_walks;
};

/* The bound when a level was begun; false when there was none. */
static bool bound_before(const struct run *run, int32_t level, int64_t *bound)
{
	const struct snap_level *before = level > 0 ? &run->told->level[level - 1] : NULL;

	*bound = before && before->full ? before->bound : 0;
	return run->bounded && before && before->full;
}

/* Which paths are records: of each level the first of those whose parents are. */
static void find_records(struct run *run)
{
	const struct brute *b = run->b;

	memset(run->kept, 0, sizeof run->kept);
	for (int32_t level = 0; level < run->told->n_levels; level++) {
		int64_t left = run->told->level[level].n_kept;

		for (int32_t r = 0; r < b->n; r++) {
			const struct brute_path *p = &b->path[b->order[r]];

			if (p->n_deviations == level && (level == 0 || run->kept[p->parent]) &&
			    left-- > 0)
				run->kept[b->order[r]] = true;
		}
	}
}

/* The p-th record of a level, -1 = there is none. */
static int32_t record_of(const struct run *run, int32_t level, int64_t p)
{
	const struct brute *b = run->b;

	for (int32_t r = 0; r < b->n; r++) {
		if (run->kept[b->order[r]] && b->path[b->order[r]].n_deviations == level &&
		    p-- == 0)
			return b->order[r];
	}
	return -1;
}

static int compare_children(const void *a, const void *b)
{
	const struct brute_path *x = *(const struct brute_path *const *)a;
	const struct brute_path *y = *(const struct brute_path *const *)b;

	if (x->step != y->step)
		return x->step < y->step ? -1 : 1;
	return x->position < y->position ? -1 : x->position > y->position;
}

static int64_t find_children(const struct brute *b, int32_t parent, const struct brute_path **child)
{
	int64_t n = 0;

	for (int32_t i = 0; i < b->n; i++) {
		if (b->path[i].parent == parent)
			child[n++] = &b->path[i];
	}
	qsort(child, (size_t)n, sizeof *child, compare_children);
	return n;
}

/* The arc that a child deviates by: of the graph, or of its sink after them. */
static bool same_arc(const struct brute *b, const struct brute_path *child,
		     const struct brute_path *parent, const struct snap_walk_arc *arc)
{
	const struct graph *g = b->graph;
	int32_t i = 0, a;

	while (i < child->n_arcs && i < parent->n_arcs && child->arc[i] == parent->arc[i])
		i++;
	if (i == child->n_arcs) {
		int32_t v = g->sink_vertex[child->sink];

		return arc->to == -1 && arc->from == v;
	}
	a = child->arc[i];
	return arc->from == g->arc_from[a] && arc->to == g->arc_to[a] &&
	       arc->delay == g->arc_delay[a];
}

static bool same_walk(struct run *run, const struct snap_walk *walk, int32_t level, int32_t parent,
		      int64_t place)
{
	static const struct brute_path *child[BRUTE_MAX_PATHS];
	const struct brute_path *p = &run->b->path[parent];
	int64_t n = find_children(run->b, parent, child), n_below = 0, bound;
	bool bounded = bound_before(run, level, &bound), same;

	same = walk->slack == p->slack && walk->n_candidates == n && walk->place == place &&
	       walk->has_bound == bounded && (!bounded || walk->bound == bound) &&
	       walk->startpoint == run->b->graph->source_vertex[p->source] &&
	       walk->endpoint == run->b->graph->sink_vertex[p->sink] &&
	       walk->n_deviations == level - 1 && walk->n_arc == (n < WALK_ARCS ? n : WALK_ARCS);
	for (int64_t i = 0; i < n && same; i++) {
		bool below = !bounded || child[i]->slack < bound;
		const struct snap_walk_arc *arc = &walk->arc[i];

		if (i < walk->n_arc)
			same = arc->slack == child[i]->slack &&
			       arc->cost == child[i]->slack - p->slack && !arc->in_forest &&
			       arc->place == (below ? place + n_below : -1) &&
			       same_arc(run->b, child[i], p, arc);
		n_below += below;
	}
	return same && walk->n_children == n_below;
}

/* All parents of a level, one after another. */
static bool check_level(struct run *run, int32_t level)
{
	int64_t place = 0;
	bool same = true;

	for (int64_t p = 0; p < run->told->level[level].n_parents && same; p++) {
		struct snap_walk *walk;

		if (search_walk_parent(run->search, level, p, &walk) != STATUS_OK)
			return false;
		same = same_walk(run, walk, level, record_of(run, level - 1, p), place) &&
		       walk->parent == p && !walk->has_child;
		place += walk->n_children;
		run->n_walks++;
		snap_unref(&walk->snap);
	}
	return same;
}

/* The sources, whose children are their best paths. */
static bool check_sources(struct run *run)
{
	const struct graph *g = run->b->graph;
	int64_t place = 0;
	bool same = true;

	for (int32_t s = 0; s < g->n_sources && same; s++) {
		struct snap_walk *walk;
		int32_t best = 0;

		if (search_walk_parent(run->search, 0, s, &walk) != STATUS_OK)
			return false;
		while (best < run->b->n &&
		       (run->b->path[best].source != s || run->b->path[best].n_deviations))
			best++;
		same = walk->startpoint == g->source_vertex[s] && walk->head == walk->startpoint &&
		       walk->place == place && walk->n_children == (best < run->b->n) &&
		       (best == run->b->n || walk->slack == run->b->path[best].slack);
		place += walk->n_children;
		run->n_walks++;
		snap_unref(&walk->snap);
	}
	return same;
}

/* At the end of a level: does the path at a rank get the part that it had? */
static bool check_rank(struct run *run, int64_t step, int32_t level, int64_t rank)
{
	struct snap_rows *rows;
	struct snap_walk *walk;
	const struct snap_row *row;
	bool same;

	if (search_rows(run->search, level, rank, 1, &rows) != STATUS_OK)
		return false;
	if (search_walk(run->search, step, level, rank, &walk) != STATUS_OK)
		return false;
	row = rows->row;
	same = walk->level == level && walk->rank == rank && walk->path &&
	       walk->path->rank == rank && walk->first == (row->n_deviations < level - 1);
	if (row->n_deviations == level && level > 0)
		same = same && walk->has_child && walk->child_rank == rank &&
		       walk->child_arc.slack == row->slack &&
		       walk->parent_rank == row->parent_rank &&
		       walk->child_arc.place == walk->place + walk->child;
	else if (row->n_deviations == level - 1)
		same = same && !walk->has_child && walk->parent_rank == rank &&
		       walk->slack == row->slack;
	else if (level > 0 && run->told->level[level].n_kept > 0)
		same = same && walk->has_child && walk->child_sorted == 0;
	run->n_walks++;
	snap_unref(&rows->snap);
	snap_unref(&walk->snap);
	return same;
}

static bool check_steps(struct run *run)
{
	bool same = true;

	for (int64_t step = 0; step < run->told->timeline->n_steps && same; step++) {
		int32_t level = run->told->timeline->step[step].level;
		int64_t n = level < 0 ? 0 : run->told->level[level].n_ranked;

		if (run->told->timeline->step[step].ends_level && n > 0)
			same = check_rank(run, step, level, random_below(n));
	}
	return same;
}

/* The forest as vertices have it: following it gives the best path of each source. */
static bool check_forest(struct run *run)
{
	const struct graph *g = run->b->graph;
	struct snap_walk *walk;
	bool same = true;

	if (search_walk(run->search, 0, -1, 0, &walk) != STATUS_OK)
		return false;
	same = walk->level == -1 && walk->forest;
	for (int32_t i = 0; i < run->b->n && same; i++) {
		const struct brute_path *p = &run->b->path[i];
		int32_t v = g->source_vertex[p->source];

		for (int32_t a = 0; a < p->n_arcs && same && !p->n_deviations; a++) {
			same = walk->forest[v] == p->arc[a];
			v = g->arc_to[p->arc[a]];
		}
		if (!p->n_deviations)
			same = same && walk->forest[v] == g->n_arcs + p->sink;
	}
	snap_unref(&walk->snap);
	return same;
}

static bool check_search(struct image *image, struct queue *queue, struct run *run,
			 const struct search_options *options)
{
	struct stepper *stepper;
	struct snap *snap;
	bool same = search_begin(image, queue, queue, options, 1, &run->search) == STATUS_OK;

	if (!same)
		return false;
	stepper = search_stepper(run->search);
	while (!stepper->ops->finished(stepper) && same)
		same = stepper->ops->step(stepper, GRAIN_COARSE) == STATUS_OK;
	same = same && stepper->ops->snapshot(stepper, &snap) == STATUS_OK;
	if (same) {
		run->told = (struct snap_search *)snap;
		run->bounded = options->method == METHOD_BOUNDED;
		find_records(run);
		same = check_forest(run) && check_sources(run);
		for (int32_t l = 1; l < run->told->n_levels && same; l++)
			same = check_level(run, l);
		same = same && check_steps(run);
		snap_unref(snap);
	}
	stepper->ops->end(stepper);
	return same;
}

static void check_random(struct test_device *d, int n_graphs, int64_t scale)
{
	static struct brute b;
	static struct run run;
	int n = 0, wrong = 0;

	run.b = &b;
	run.n_walks = 0;
	random_seed(7);
	while (n < n_graphs && wrong < 3) {
		uint64_t seed = random_get_state();
		struct graph *g = brute_random_graph(9, scale, &d->task);
		struct search_options options = SEARCH_OPTIONS_INIT;
		struct image *image;

		if (brute_run(&b, g) && b.n > 0) {
			options.k = 1 + random_below(b.n + 1);
			options.method = random_below(3) == 0 ? METHOD_PAPER_HOST
					 : random_below(2)    ? METHOD_PAPER
							      : METHOD_BOUNDED;
			if (image_build(d->queue, g, &image) != STATUS_OK)
				abort();
			if (!check_search(image, d->queue, &run, &options)) {
				wrong++;
				printf("# wrong: random state %llu\n", (unsigned long long)seed);
			}
			image_free(image);
			n++;
		}
		graph_unref(g);
	}
	OK(wrong == 0 && run.n_walks > n, "%s, %s: %d random graphs, %lld walks", d->name,
	   scale > 1 ? "64 bit" : "32 bit", n, (long long)run.n_walks);
}

int main(void)
{
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		if (!test_device_open(i, &d))
			continue;
		check_random(&d, i == 0 ? 2000 : 100, 1);
		check_random(&d, i == 0 ? 200 : 20, INT64_C(1) << 32);
		test_device_close(&d);
	}
	return tap_done();
}
