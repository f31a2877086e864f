/*
 * Path-based analysis against the naive reference, on random designs with constraints of all kinds whose tables rise
 * and fall along slews: every path re-timed, forward and from the endpoints back, with its arrivals and slews; and the
 * worst by these slacks, of all and of each endpoint, however few paths a search takes. Half of the designs have AOCV
 * tables, half of these places too; of the others some are by dmp_ceff_elmore, or their libraries differ in thresholds.
 *
 * `t_retime STATE GATES [odd|latches|odd-latches]` runs one design.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "gpu/search/bucket_paths.h"
#include "lib/devices.h"
#include "lib/naive_retime.h"
#include "lib/random_aocv.h"
#include "lib/random_design.h"
#include "lib/tap.h"
#include "lib/timed.h"

enum { MOST_PATHS = 2000 };

struct totals {
	int designs, wrong, hands, parallel;
	int64_t paths, worse, better, moved, searches, again, inexact, own, derated, tight;
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* ---- designs ---- */

/* Let tables rise and fall along their slews, by the same in both libraries. */
static void bend(struct library *library)
{
	for (int32_t i = 0; library && i < library->n_luts; i++) {
		const struct lut *lut = &library->lut[i];
		double *value = library->number + lut->first;

		for (int a = 0; a < 2; a++)
			value += lut->variable[a] == LUT_NONE ? 0 : lut->n[a];
		for (int32_t j = 0; j < lut->n[0] * lut->n[1]; j++)
			value[j] += ((i * 7 + j / lut->n[1] * 5) % 4) * 0.5;
	}
}

/* ---- the reference ---- */

struct wanted {
	const struct naive_path *path;
	struct naive_retimed retimed;
	int64_t slack; /* with credit */
};

struct wanted_paths {
	int64_t n;
	struct wanted *path; /* owned, by slack */
};

static int compare_wanted(const void *a, const void *b)
{
	const struct wanted *x = a, *y = b;

	return (x->slack > y->slack) - (x->slack < y->slack);
}

static void release_wanted(struct wanted_paths *w)
{
	for (int64_t i = 0; i < w->n; i++)
		naive_retimed_release(&w->path[i].retimed);
	free(w->path);
	*w = (struct wanted_paths){0};
}

static void list_wanted(struct naive_paths *paths, enum split split, enum naive_cppr cppr,
			struct wanted_paths *w)
{
	*w = (struct wanted_paths){0};
	must(ALLOC(&w->path, paths->n));
	for (int64_t i = 0; i < paths->n; i++) {
		const struct naive_path *p = &paths->path[i];
		struct wanted *to = &w->path[w->n];

		if (p->split != split)
			continue;
		w->n++;
		to->path = p;
		if (!naive_retime(&paths->timing, p, (int)cppr, &to->retimed))
			abort();
		to->slack = to->retimed.with_credit[cppr];
	}
	if (w->n)
		qsort(w->path, (size_t)w->n, sizeof *w->path, compare_wanted);
}

/* ---- ours ---- */

static int32_t vertex_of(const struct timing *t, int32_t place)
{
	return state_vertex(t->image->states, t->image->image->state_vertex[place]);
}

static bool is_near(double a, double b)
{
	return fabs(a - b) <= 1e-9 * (fabs(a) + fabs(b));
}

static bool same_points(const struct timing *t, const struct retimed_path *path,
			const struct retimed_point *point, const struct wanted *w)
{
	int64_t first = w->retimed.arrival[0];

	if (path->n_points != w->path->n_vertices)
		return false;
	for (int32_t i = 0; i < path->n_points; i++) {
		if (vertex_of(t, point[i].state) != w->path->vertex[i] ||
		    point[i].arrival - point[0].arrival != w->retimed.arrival[i] - first ||
		    (!isnan(w->retimed.slew[i]) && !is_near(point[i].slew, w->retimed.slew[i])))
			return false;
	}
	return true;
}

/* By what AOCV derates it. */
static bool same_measures(const struct timing *t, const struct retimed_path *path,
			  const struct naive_measures *by)
{
	if (!t->aocv)
		return !path->n_cells && !path->n_nets;
	return path->n_cells == by->cells && path->n_nets == by->nets &&
	       (!t->aocv->device.by_distance ? path->distance == AOCV_NO_DISTANCE
		: isinf(by->distance)        ? path->distance >= AOCV_ANY_DISTANCE
					     : is_near(path->distance, by->distance));
}

static bool is_same(const struct timing *t, const struct retimed_path *path,
		    const struct retimed_point *point, const struct wanted *w, enum naive_cppr cppr)
{
	return path->slack == w->slack && path->graph_slack == naive_slack(w->path, cppr) &&
	       same_measures(t, path, &w->retimed.by) &&
	       (w->path->opens >= 0 ||
		path->credit == naive_slack(w->path, cppr) - w->path->slack) &&
	       same_points(t, path, point, w);
}

static void tell(const struct timing *t, int64_t i, const struct retimed_path *path,
		 const struct retimed_point *point)
{
	printf("# path %lld of slack %lld (%lld by the graph, credit %lld; %d cells, %d nets, %g um) isn't there:",
	       (long long)i, (long long)path->slack, (long long)path->graph_slack,
	       (long long)path->credit, (int)path->n_cells, (int)path->n_nets, path->distance);
	for (int32_t p = 0; p < path->n_points; p++)
		printf(" %d@%lld/%.3f", (int)vertex_of(t, point[p].state),
		       (long long)point[p].arrival, point[p].slew);
	printf("\n");
}

/* Each of ours is one of theirs, another each time. */
static bool all_among(const struct timing *t, const struct bucket_paths *ours,
		      const struct wanted_paths *w, enum naive_cppr cppr)
{
	uint8_t *taken;
	bool same = true;

	must(ALLOC(&taken, w->n + 1));
	for (int64_t i = 0; i < ours->n && same; i++) {
		const struct bucket_path *p = &ours->path[i];

		same = false;
		for (int64_t j = 0; j < w->n && !same; j++) {
			same = !taken[j] &&
			       is_same(t, &p->path, ours->point + p->first, &w->path[j], cppr);
			taken[j] |= same;
		}
		if (!same)
			tell(t, i, &p->path, ours->point + p->first);
	}
	free(taken);
	return same;
}

/* ---- the worst ---- */

struct asked {
	int64_t k, per_endpoint, slack_min, slack_max, limit;
};

/* Slacks of the reference's paths that are asked for, in order. */
static int64_t select_wanted(const struct timing *t, const struct wanted_paths *w,
			     const struct asked *a, int64_t *slack)
{
	int32_t *count;
	int64_t n = 0;

	must(ALLOC(&count, t->image->graph->netlist->n_pins));
	for (int64_t i = 0; i < w->n && n < a->k; i++) {
		const struct naive_path *p = w->path[i].path;

		if (w->path[i].slack > a->slack_max ||
		    count[p->vertex[p->n_vertices - 1] / N_EDGES]++ >= a->per_endpoint)
			continue;
		if (w->path[i].slack >= a->slack_min)
			slack[n++] = w->path[i].slack;
	}
	free(count);
	return n;
}

struct run {
	struct test_device *device;
	struct timing *timing;
	enum split split;
	enum credit_mode mode;
	struct path_image *paths;
};

/* A bucket for each endpoint's pin, or one for all. */
static void fill_buckets(const struct run *r, bool each, int32_t *bucket, int32_t *n_buckets)
{
	const struct state_graph *states = r->timing->image->states;
	int32_t *rank, n = 0;

	must(ALLOC(&rank, states->timing->netlist->n_pins));
	for (int32_t s = 0; s < states->graph->n_sinks; s++) {
		int32_t pin = state_vertex(states, states->graph->sink_vertex[s]) / N_EDGES;

		if (each && !rank[pin])
			rank[pin] = ++n;
		bucket[s] = states->endpoint[s].split != r->split ? -1 : each ? rank[pin] - 1 : 0;
	}
	free(rank);
	*n_buckets = each ? n : 1;
}

static void find(const struct run *r, const struct asked *a, struct bucket_paths *out)
{
	struct bucket_paths_query query = {
		.timing = r->timing,
		.queue = r->device->queue,
		.view_queue = r->device->queue,
		.task = &r->device->task,
		.split = r->split,
		.mode = r->mode,
		.paths = r->paths,
		.k = a->k,
		.per_bucket = a->per_endpoint,
		.slack_min = a->slack_min,
		.slack_max = a->slack_max,
		.limit = a->limit,
		.points = true,
	};
	int32_t *bucket;

	must(ALLOC(&bucket, r->timing->image->states->graph->n_sinks));
	fill_buckets(r, a->per_endpoint < a->k, bucket, &query.n_buckets);
	query.bucket = bucket;
	must(bucket_paths_find(&query, out));
	free(bucket);
}

static bool same_slacks(const struct bucket_paths *ours, const int64_t *slack, int64_t n)
{
	for (int64_t i = 0; i < n || i < ours->n; i++) {
		if (i < n && i < ours->n && ours->path[i].path.slack == slack[i])
			continue;
		printf("# %lld paths, not %lld; path %lld has %lld, not %lld\n", (long long)ours->n,
		       (long long)n, (long long)i,
		       i < ours->n ? (long long)ours->path[i].path.slack : -1LL,
		       i < n ? (long long)slack[i] : -1LL);
		return false;
	}
	return true;
}

/* With a limit on the paths re-timed: what is reported as exact is. */
static bool holds(const struct bucket_paths *ours, const int64_t *slack, int64_t n)
{
	int64_t at = 0;

	for (int64_t i = 0; i < n && slack[i] < ours->known; i++, at++) {
		if (at >= ours->n || ours->path[at].path.slack != slack[i])
			return same_slacks(ours, slack, n) || ours->exact;
	}
	return !ours->exact || same_slacks(ours, slack, n);
}

/* ---- a search that is path-based ---- */

static struct search *search_own_slacks(const struct run *r, const struct asked *a)
{
	struct search_options options = SEARCH_OPTIONS_INIT;
	struct device_retiming retiming;
	struct device_credit credit;
	struct path_image *paths;
	struct search *search;
	struct stepper *stepper;

	must(timing_path_image(r->timing, &(struct timing_query){.split = r->split}, NULL,
			       &r->device->task, &paths));
	must(path_image_need_paths(paths));
	must(timing_retiming(r->timing, r->split, r->mode, &retiming));
	must(timing_weigh_bounds(r->timing, paths, r->split, false));
	options.k = a->k;
	options.slack_min = a->slack_min;
	options.slack_max = a->slack_max;
	options.early = r->split == EARLY;
	options.retiming = &retiming;
	options.retimed_in = paths;
	options.retime_limit = a->limit < MOST_PATHS ? a->limit : 2 * MOST_PATHS;
	if (timing_counts_credit(r->timing, r->mode)) {
		must(timing_bound_credit(r->timing, r->split, r->mode, paths, &credit));
		options.credit = &credit;
	}
	must(search_begin(paths->image, r->device->queue, r->device->queue, &options, 1, &search));
	stepper = search_stepper(search);
	while (!stepper->ops->finished(stepper))
		must(stepper->ops->step(stepper, random_below(2) ? GRAIN_COARSE : GRAIN_FINE));
	return search;
}

/* Rows by rank, and those by what the graph was pessimistic by. */
static bool same_rows(struct search *search)
{
	const struct search_path_based *own = search_path_based(search);
	struct list_filter_parts parts = {.pattern = "pessimism>=0", .column = COLUMN_PESSIMISM};
	struct list_window window = {0, own->n, -1};
	struct list_filter *choice;
	struct snap_rows *rows, *sorted;
	int64_t n = 0, last = INT64_MIN;
	bool same;

	must(search_rows(search, LEVEL_NEWEST, 0, own->n, &rows));
	must(list_filter_new(&parts, NULL, &choice));
	must(search_list_rows(search, LEVEL_NEWEST, choice, &window, &sorted));
	same = rows->n == own->n && rows->retimed;
	for (int64_t i = 0; i < rows->n && same; i++) {
		const struct snap_row *row = &rows->row[i];
		const struct retimed_path *path = &own->path[i];

		n += path->slack >= path->graph_slack;
		same = row->slack == path->slack && row->graph_slack == path->graph_slack &&
		       row->credit == path->credit && row->record == path->record &&
		       (row->parent_rank < 0 || row->n_deviations > 0);
	}
	same = same && sorted->n == n;
	for (int64_t i = 0; i < sorted->n && same; i++) {
		int64_t pessimism = sorted->row[i].slack - sorted->row[i].graph_slack;

		same = pessimism >= last && pessimism >= 0;
		last = pessimism;
	}
	snap_unref(&rows->snap);
	snap_unref(&sorted->snap);
	list_filter_unref(choice);
	return same;
}

/* Its paths as they are read: of the reference's, and their stages add up. */
static bool same_paths(const struct run *r, struct search *search)
{
	for (int64_t i = 0; i < search_path_based(search)->n; i++) {
		struct snap_path *path;
		int64_t slack, graph;
		bool same;

		must(search_path(search, LEVEL_NEWEST, i, 0, &path));
		slack = path->required - path->point[path->n_points - 1].arrival;
		graph = path->graph_required - path->point[path->n_points - 1].graph_arrival;
		slack = (r->split == LATE ? slack : -slack) + path->row.credit;
		graph = (r->split == LATE ? graph : -graph) + path->row.credit;
		same = path->retimed && slack == path->row.slack && graph == path->row.graph_slack;
		for (int64_t p = 1; p < path->n_points && same; p++)
			same = path->point[p].delay ==
				       path->point[p].arrival - path->point[p - 1].arrival &&
			       path->point[p].graph_delay ==
				       path->point[p].graph_arrival -
					       path->point[p - 1].graph_arrival;
		snap_unref(&path->snap);
		if (!same)
			return false;
	}
	return true;
}

/* The same ranking as by buckets, and what is read of it. */
static bool check_search(const struct run *r, const struct asked *a, const int64_t *slack,
			 int64_t n, struct totals *t)
{
	struct search *search = search_own_slacks(r, a);
	const struct search_path_based *own = search_path_based(search);
	bool same = own->there;

	for (int64_t i = 0; i < own->n && same; i++)
		same = own->exact ? i < n && own->path[i].slack == slack[i]
				  : own->path[i].slack >= slack[i];
	same = same && (!own->exact || own->n == n) && (own->exact || a->limit < MOST_PATHS);
	if (!same)
		printf("# the search has %lld paths, not %lld%s\n", (long long)own->n, (long long)n,
		       own->exact ? "" : ", inexact");
	same = same && same_rows(search) && same_paths(r, search);
	if (!same)
		printf("# rows or paths of the search are others\n");
	t->own += own->n;
	search_stepper(search)->ops->end(search_stepper(search));
	return same;
}

static bool check_asked(const struct run *r, const struct asked *a, const struct wanted_paths *w,
			enum naive_cppr cppr, struct totals *t)
{
	struct bucket_paths ours;
	int64_t *slack, n;
	bool same;

	must(ALLOC(&slack, w->n));
	n = select_wanted(r->timing, w, a, slack);
	find(r, a, &ours);
	same = all_among(r->timing, &ours, w, cppr);
	if (same && ours.exact)
		same = same_slacks(&ours, slack, n);
	else if (same)
		same = a->per_endpoint < a->k || holds(&ours, slack, n);
	t->searches++;
	t->again += ours.n_rounds > 1;
	t->inexact += !ours.exact;
	if (!ours.exact && a->limit > 2 * MOST_PATHS) {
		printf("# inexact without need\n");
		same = false;
	}
	if (!same)
		printf("# k %lld, of each endpoint %lld, from %lld to %lld, limit %lld\n",
		       (long long)a->k, (long long)a->per_endpoint, (long long)a->slack_min,
		       (long long)a->slack_max, (long long)a->limit);
	bucket_paths_release(&ours);
	if (same && a->per_endpoint == INT64_MAX)
		same = check_search(r, a, slack, n, t);
	free(slack);
	return same;
}

static int64_t any_slack(const struct wanted_paths *w)
{
	return w->n ? w->path[random_below(w->n)].slack : 0;
}

static bool check_worst(const struct run *r, const struct wanted_paths *w, enum naive_cppr cppr,
			struct totals *t)
{
	int64_t few = 1 + random_below(w->n + 1), some = any_slack(w);
	const struct asked asked[] = {
		{w->n + 5, INT64_MAX, INT64_MIN, INT64_MAX, INT64_C(1) << 40},
		{few, INT64_MAX, INT64_MIN, INT64_MAX, INT64_C(1) << 40},
		{1, INT64_MAX, INT64_MIN, INT64_MAX, INT64_C(1) << 40},
		{w->n + 5, 1, INT64_MIN, INT64_MAX, INT64_C(1) << 40},
		{few, 1 + random_below(3), INT64_MIN, INT64_MAX, INT64_C(1) << 40},
		{few, INT64_MAX, some, INT64_MAX, INT64_C(1) << 40},
		{few, 2, INT64_MIN, some, INT64_C(1) << 40},
		{1 + random_below(5), INT64_MAX, INT64_MIN, INT64_MAX, 1},
		{2, 1, INT64_MIN, INT64_MAX, 1},
	};

	for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
		if (!check_asked(r, &asked[i], w, cppr, t))
			return false;
	}
	return true;
}

/* ---- forward ---- */

/* All paths of the state graph, or of a path graph of it, forward. */
static bool check_forward(struct run *r, bool part, const struct wanted_paths *w,
			  enum naive_cppr cppr)
{
	struct search_options options = SEARCH_OPTIONS_INIT;
	struct device_retiming retiming;
	struct retime_query query = {&retiming, NULL};
	struct bucket_paths ours = {0};
	struct retimed_paths read, all;
	struct path_image *paths = NULL;
	struct search *search;
	struct image *image;
	struct stepper *stepper;
	int32_t *record;
	bool same;

	if (part) {
		must(timing_path_image(r->timing, &(struct timing_query){.split = r->split}, NULL,
				       &r->device->task, &paths));
		must(path_image_need_paths(paths));
		image = paths->image;
		query.paths = paths;
	} else {
		must(timing_search_image(r->timing, r->split, &image));
	}
	must(timing_retiming(r->timing, r->split, r->mode, &retiming));
	options.k = w->n + 5;
	options.early = r->split == EARLY;
	must(search_begin(image, r->device->queue, r->device->queue, &options, 1, &search));
	stepper = search_stepper(search);
	while (!stepper->ops->finished(stepper))
		must(stepper->ops->step(stepper, GRAIN_COARSE));
	must(search_retime(search, &query, INT64_MAX / 2, &all));
	must(ALLOC(&record, all.n));
	for (int64_t i = 0; i < all.n; i++)
		record[i] = all.path[i].record;
	must(search_retime_records(search, &query, record, all.n, &read));
	same = all.n == w->n && read.n == w->n &&
	       (!all.n || memcmp(all.path, read.path, (size_t)all.n * sizeof *all.path) == 0);
	must(GROW(&ours.path, &ours.capacity, all.n + 1));
	for (int64_t i = 0; i < all.n; i++)
		ours.path[i] = (struct bucket_path){.path = read.path[i], .first = read.offset[i]};
	ours.n = all.n;
	ours.point = read.point;
	same = same && all_among(r->timing, &ours, w, cppr);
	free(ours.path);
	free(record);
	retimed_paths_release(&all);
	retimed_paths_release(&read);
	stepper->ops->end(stepper);
	if (!same)
		printf("# forward, %s\n", part ? "path graph" : "state graph");
	return same;
}

/* ---- designs ---- */

static void count(const struct wanted_paths *w, struct totals *t)
{
	int64_t before = INT64_MIN;

	for (int64_t i = 0; i < w->n; i++) {
		int64_t graph = w->path[i].retimed.graph_slack;

		t->paths++;
		t->worse += w->path[i].retimed.slack < graph;
		t->better += w->path[i].retimed.slack > graph;
		t->moved += graph < before;
		before = graph;
	}
}

static bool check_mode(struct run *r, struct naive_paths *paths, enum naive_cppr cppr,
		       struct totals *t)
{
	struct wanted_paths wanted;
	bool same = true;

	list_wanted(paths, r->split, cppr, &wanted);
	if (cppr == N_NAIVE_CPPR)
		count(&wanted, t);
	for (int part = 0; part < 2 && same; part++)
		same = check_forward(r, part, &wanted, cppr);
	must(timing_path_image(r->timing,
			       &(struct timing_query){.split = r->split, .backward = true}, NULL,
			       &r->device->task, &r->paths));
	must(path_image_need_paths(r->paths));
	same = same && check_worst(r, &wanted, cppr, t);
	release_wanted(&wanted);
	return same;
}

static bool check_timing(struct test_device *d, struct timing *timing, struct naive_paths *paths,
			 struct totals *t)
{
	static const enum credit_mode modes[] = {
		[NAIVE_CPPR_TAU] = CREDIT_TAU,
		[NAIVE_CPPR_STA] = CREDIT_OPENSTA,
		[N_NAIVE_CPPR] = CREDIT_NONE,
	};
	bool same = true;

	for (int i = 0; i < N_SPLITS * (N_NAIVE_CPPR + 1) && same; i++) {
		struct run r = {.device = d,
				.timing = timing,
				.split = (enum split)(i % N_SPLITS),
				.mode = modes[i / N_SPLITS]};

		same = check_mode(&r, paths, (enum naive_cppr)(i / N_SPLITS), t);
		if (!same)
			printf("# split %d, credit %d\n", (int)r.split, (int)r.mode);
	}
	return same;
}

static bool check_state(struct test_device *d, uint64_t state, const struct random_options *options,
			struct totals *t)
{
	const struct timing_settings settings = {state % 3 ? DELAY_ELMORE : DELAY_DMP, false, true};
	struct random_design design;
	struct random_derating derating;
	struct naive_paths paths;
	struct naive_input in;
	struct timing *timing;
	bool same = true, listed;

	random_seed(state);
	random_design(options, &design);
	for (int split = 0; split < N_SPLITS && state % 4; split++)
		bend(split == EARLY ? design.early : design.late);
	if (design.early)
		random_thresholds(design.early);
	must(timed_new(d->queue, &d->task, &design, true, &timing));
	timing_set(timing, &settings);
	random_derating(design.netlist, timing, &derating);
	in = (struct naive_input){.netlist = design.netlist,
				  .constraints = design.constraints,
				  .parasitics = design.parasitics,
				  .all_inputs = random_all_inputs(design.constraints),
				  .aocv = derating.aocv ? &derating.naive : NULL,
				  .dmp = settings.model == DELAY_DMP};
	(void)timing_update(timing);
	in.hands = timing_has_waves(timing);
	if (in.dmp)
		must(timed_take_seen(d->queue, timing, &in.pin_driver, &in.pi));
	/* no latches in the reference; early wires may be slower than late ones, which AOCV's depths of clocks aren't made for */
	listed = (!in.hands || !(timing->image->graph->n_latch_arcs || derating.aocv)) &&
		 naive_paths(&in, MOST_PATHS, &paths);
	t->hands += listed && in.hands;
	t->parallel += listed && timing->image->n_parallel > 0;
	if (listed && timing_read(timing) == STATUS_OK)
		same = random_derating_holds(&derating, &paths, &t->derated, &t->tight) &&
		       check_timing(d, timing, &paths, t);
	timing_free(timing);
	t->designs += listed;
	t->wrong += !same;
	if (listed)
		naive_paths_release(&paths);
	free((void *)in.pin_driver);
	free((void *)in.pi);
	if (!same)
		printf("# wrong: %s, state %llu, %d gates%s%s%s%s\n", d->name,
		       (unsigned long long)state, (int)options->n_instances,
		       options->odd ? ", odd" : "", options->latches ? ", latches" : "",
		       derating.aocv ? ", AOCV" : "", derating.placement ? ", placed" : "");
	random_derating_release(&derating);
	random_design_release(&design);
	return same;
}

static void check_random(struct test_device *d, int n)
{
	struct totals t = {0};

	for (int i = 0; i < n && t.wrong < 5; i++) {
		struct random_options options = {.n_instances = i % 7 ? i % 11 : 12 + i % 30,
						 .scale = 1,
						 .odd = i % 3 == 2,
						 .constrained = true,
						 .parallel = true,
						 .latches = i % 4 == 1};

		check_state(d, (uint64_t)i, &options, &t);
	}
	OK(t.wrong == 0 && t.worse > 0 && t.better > t.worse && t.moved > 0 && t.again > 0 &&
		   t.inexact > 0 && t.designs > n / 2 && t.hands > 0 && t.parallel > 0 &&
		   t.tight > t.derated / 10,
	   "%s: %lld paths of %d designs re-timed, %d with waves or thresholds, %d with outputs in parallel, %lld better and %lld worse than by the graph, %lld in "
	   "another order; of %lld queries %lld took several searches, %lld were reported as inexact; %lld paths ranked by searches by own slacks; AOCV at %lld points, at %lld the least depth is the path's",
	   d->name, (long long)t.paths, t.designs, t.hands, t.parallel, (long long)t.better,
	   (long long)t.worse, (long long)t.moved, (long long)t.searches, (long long)t.again,
	   (long long)t.inexact, (long long)t.own, (long long)t.derated, (long long)t.tight);
}

/* $WARPSCOPE_TEST_GRAPHS sets the number of designs. */
int main(int argc, char **argv)
{
	const char *all = getenv("WARPSCOPE_TEST_GRAPHS");
	int n = all ? atoi(all) : 200;

	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;
		struct totals t = {0};

		if (!test_device_open(i, &d))
			continue;
		if (argc > 2) {
			struct random_options options = {
				.n_instances = atoi(argv[2]),
				.scale = 1,
				.odd = strncmp(argv[argc - 1], "odd", 3) == 0,
				.latches = strstr(argv[argc - 1], "latch") != NULL,
				.constrained = true};

			OK(check_state(&d, strtoull(argv[1], NULL, 10), &options, &t), "%s",
			   d.name);
		} else {
			check_random(&d, i == 0 ? n : n / 6);
		}
		test_device_close(&d);
	}
	return tap_done();
}
