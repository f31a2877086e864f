/*
 * States against the naive reference: on random designs with constraints of all kinds, every path
 * that a search on the state graph finds, with everything that a report says of it, is one that
 * recursion finds, and the other way round; also with credit of either definition, and for fewer
 * paths than there are. And the slacks of vertices and endpoints are the worst of these paths.
 *
 * `t_states STATE GATES [odd|even [SCALE [any]]]` runs one design.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/grow.h"
#include "gpu/inspect/path_counts.h"
#include "gpu/timing/timing_paths.h"
#include "lib/devices.h"
#include "lib/found.h"
#include "lib/random_design.h"
#include "lib/tap.h"
#include "lib/timed.h"

enum { MOST_PATHS = 2000 }; /* of a design; more are too many to list */

struct totals {
	int designs, too_many, bad, several, searches, wrong;
	int64_t paths, credits;
	int64_t latched; /* paths that begin where data leaves a latch */
	int64_t related; /* paths that end at a data check */
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* ---- paths ---- */

static const enum credit_mode modes[] = {
	[NAIVE_CPPR_TAU] = CREDIT_TAU,
	[NAIVE_CPPR_STA] = CREDIT_OPENSTA,
	[N_NAIVE_CPPR] = CREDIT_NONE,
};

/* What is searched: the state graph, or a path graph of all of it. */
struct searched {
	struct test_device *device;
	struct timing *timing;
	enum split split;
	struct image *image;
	struct path_image *paths; /* NULL = the state graph */
};

static void open_searched(struct searched *s, bool part)
{
	struct text warnings = TEXT_INIT;

	s->paths = NULL;
	if (part) {
		must(timing_path_image(s->timing, &(struct timing_query){.split = s->split},
				       &warnings, &s->device->task, &s->paths));
		must(path_image_need_paths(s->paths));
		s->image = s->paths->image;
	} else {
		must(timing_search_image(s->timing, s->split, &s->image));
	}
	text_release(&warnings);
}

static void search(const struct searched *s, enum naive_cppr cppr, int64_t k, struct found *found)
{
	struct search_options options = SEARCH_OPTIONS_INIT;
	struct device_credit credit;

	*found = (struct found){0};
	options.k = k;
	options.early = s->split == EARLY;
	if (timing_counts_credit(s->timing, modes[cppr])) {
		must(timing_credit(s->timing, s->split, modes[cppr], s->paths, &credit));
		options.credit = &credit;
	}
	found_search(found, s->device->queue, s->timing, s->image,
		     s->paths ? s->paths->paths : NULL, &options);
}

static bool same_search(const struct searched *s, struct found *wanted, enum naive_cppr cppr,
			struct totals *totals)
{
	struct found all, some;
	int64_t k = 1 + random_below(wanted->n + 1);
	bool same;

	search(s, cppr, wanted->n + 5, &all);
	same = found_same("all paths", &all, wanted);
	found_release(&all);
	if (!same)
		return false;
	search(s, cppr, k, &some);
	same = some.n == (k < wanted->n ? k : wanted->n) &&
	       found_begin("the first paths", &some, wanted);
	found_release(&some);
	totals->searches += 2;
	return same;
}

static bool same_paths(struct test_device *d, struct timing *t, const struct naive_paths *paths,
		       enum split split, struct totals *totals)
{
	struct searched s = {.device = d, .timing = t, .split = split};
	bool same = true;

	for (int i = 0; i < 2 * (N_NAIVE_CPPR + 1) && same; i++) {
		enum naive_cppr cppr = (enum naive_cppr)(N_NAIVE_CPPR - i / 2);
		struct found wanted = {0};

		found_naive(&wanted, paths, split, cppr);
		open_searched(&s, i % 2);
		same = same_search(&s, &wanted, cppr, totals);
		for (int64_t p = 0; p < wanted.n; p++)
			totals->credits += wanted.path[p].credit > 0;
		found_release(&wanted);
		if (!same)
			printf("# credit %d, %s\n", (int)modes[cppr],
			       i % 2 ? "path graph" : "state graph");
	}
	return same;
}

/* All of them counted by slack, before credit and before latches borrow: the numbers below some slacks. */
static bool same_counts(struct timing *t, const struct naive_paths *paths, enum split split)
{
	const struct path_counts_query query = {
		.max_bins = 30, .max_fine = 400, .low = INT64_MIN, .high = INT64_MAX};
	struct path_counts c;
	struct image *image;
	double n = 0;
	bool same = true;

	must(timing_search_image(t, split, &image));
	must(path_counts_make(image, &query, &c));
	for (int64_t i = 0; i < paths->n; i++)
		n += paths->path[i].split == split;
	for (int32_t b = 0; b <= c.n_bins && c.n > 0 && same; b += 1 + (int32_t)random_below(60)) {
		int64_t edge = c.axis.low + b * c.width;
		struct path_bounds bounds = path_counts_below(&c, edge);
		double below = 0;

		for (int64_t i = 0; i < paths->n; i++) {
			const struct naive_path *p = &paths->path[i];
			int64_t slack = p->required - p->arrival;

			below += p->split == split && (split == LATE ? slack : -slack) < edge;
		}
		same = bounds.least <= below && below <= bounds.most;
	}
	same = same && c.n == n;
	if (!same)
		printf("# counted: %.0f of %.0f paths\n", c.n, n);
	path_counts_release(&c);
	return same;
}

/* ---- vertices and endpoints ---- */

/* Do clocks go on from here, or to a generated clock? Then what is downstream is not in paths. */
static bool leads_clocks_on(const struct naive *n, int32_t v)
{
	bool leads = false;

	for (int32_t c = 0; c < n->in.constraints->n_clocks; c++)
		leads |= n->in.constraints->clock[c].master >= 0;
	for (int64_t j = n->out_row[v]; j < n->out_row[v + 1]; j++)
		leads |= n->arc[n->out_arc[j]].kind != NAIVE_LAUNCH;
	return leads && n->clocked[v];
}

static bool same_slacks(const struct timing *t, const struct naive_paths *paths, enum split split)
{
	const struct naive *n = &paths->timing;
	int64_t *worst;
	bool *latched; /* a path there ends at a latch: required times are those of the latch's worst data */
	bool same = true;

	must(ALLOC(&worst, n->n_vertices));
	must(ALLOC(&latched, n->n_vertices));
	for (int32_t v = 0; v < n->n_vertices; v++)
		worst[v] = FS_NONE_64;
	for (int64_t i = 0; i < paths->n; i++) {
		const struct naive_path *p = &paths->path[i];

		for (int32_t k = 0; k < p->n_vertices && p->split == split; k++) {
			if (p->slack < worst[p->vertex[k]])
				worst[p->vertex[k]] = p->slack;
			latched[p->vertex[k]] |= p->opens >= 0;
		}
	}
	for (int32_t v = 0; v < n->n_vertices && same; v++) {
		int64_t slack = timing_vertex_slack(t, v, split);
		int32_t other = netlist_driving_vertex(n->in.netlist, v); /* of the same pin */

		if (worst[other] < worst[v])
			worst[v] = worst[other];
		same = slack == worst[v] || leads_clocks_on(n, v) || leads_clocks_on(n, other) ||
		       latched[v] || latched[other];
		if (!same)
			printf("# slack of vertex %d: %lld, not %lld\n", (int)v, (long long)slack,
			       (long long)worst[v]);
	}
	free(worst);
	free(latched);
	return same;
}

struct worst {
	int64_t wns, tns;
	int32_t n_endpoints, n_violated;
};

static struct worst worst_of(const struct found *found, int32_t n_pins, int kind)
{
	struct worst w = {.wns = FS_NONE_64};
	int64_t *slack;

	must(ALLOC(&slack, n_pins));
	for (int32_t p = 0; p < n_pins; p++)
		slack[p] = FS_NONE_64;
	for (int64_t i = 0; i < found->n; i++) {
		const struct found_path *p = &found->path[i];
		int32_t pin = p->vertex[p->n - 1] / N_EDGES;

		if ((kind == N_ENDPOINT_KINDS || (int)p->kind == kind) && p->slack < slack[pin])
			slack[pin] = p->slack;
	}
	for (int32_t p = 0; p < n_pins; p++) {
		w.n_endpoints += slack[p] != FS_NONE_64;
		w.n_violated += slack[p] < 0;
		w.tns += slack[p] < 0 ? slack[p] : 0;
		w.wns = slack[p] < w.wns ? slack[p] : w.wns;
	}
	free(slack);
	return w;
}

static bool same_worst(const struct timing *t, const struct naive_paths *paths, enum split split)
{
	struct found found = {0};
	bool same = true;

	found_naive(&found, paths, split, N_NAIVE_CPPR);
	for (int kind = 0; kind <= N_ENDPOINT_KINDS && same; kind++) {
		struct worst w = worst_of(&found, paths->timing.in.netlist->n_pins, kind);
		struct timing_totals ours = timing_worst(t, split, (enum endpoint_kind)kind);

		same = ours.wns == w.wns && ours.tns == w.tns &&
		       ours.n_endpoints == w.n_endpoints && ours.n_violated == w.n_violated;
		if (!same)
			printf("# worst of kind %d: %lld, not %lld; TNS %lld, not %lld; %d endpoints, not %d; %d violated, not %d\n",
			       kind, (long long)ours.wns, (long long)w.wns, (long long)ours.tns,
			       (long long)w.tns, ours.n_endpoints, w.n_endpoints, ours.n_violated,
			       w.n_violated);
	}
	found_release(&found);
	return same;
}

/* ---- a design ---- */

/* The same said of pins: ideal clocks that are propagated from their sources on. */
static struct constraints *by_pins(const struct constraints *constraints)
{
	struct constraints *k;

	must(constraints_copy(constraints, &k));
	for (int32_t c = 0; c < k->n_clocks; c++) {
		struct clock *clock = &k->clock[c];
		struct clock_pin *at;

		for (int32_t i = 0; clock->propagated && i < clock->n_sources; i++) {
			must(constraints_add_clock_pin(k, clock->source[i], c, &at));
			at->propagated = true;
		}
		for (int i = 0; clock->propagated && i < 4; i++)
			clock->network_latency[i / 2][i % 2] = NOT_GIVEN;
		clock->propagated = clock->propagated && !clock->n_sources;
	}
	return k;
}

static bool same_design(struct test_device *d, const struct random_design *design,
			const struct naive_paths *paths, bool pins, struct totals *totals)
{
	const struct timing_settings settings = {paths->timing.in.lumped ? DELAY_LUMPED
									 : DELAY_ELMORE,
						 paths->timing.in.with_drivers, true};
	struct random_design changed = *design;
	struct timing *t;
	bool same = true;

	if (pins)
		changed.constraints = by_pins(design->constraints);
	must(timed_new(d->queue, &d->task, &changed, true, &t));
	timing_set(t, &settings);
	must(timing_read(t));
	for (int split = 0; split < N_SPLITS && same; split++)
		same = same_paths(d, t, paths, (enum split)split, totals) &&
		       same_counts(t, paths, (enum split)split) &&
		       same_slacks(t, paths, (enum split)split) &&
		       same_worst(t, paths, (enum split)split);
	totals->several += !t->image->states->is_timing_graph;
	timing_free(t);
	if (pins)
		constraints_unref(changed.constraints);
	return same;
}

static bool check_state(struct test_device *d, uint64_t state, const struct random_options *options,
			struct totals *totals)
{
	struct random_design design;
	struct naive_paths paths;
	struct naive_input in;
	bool same = true;

	random_seed(state);
	random_design(options, &design);
	in = (struct naive_input){.netlist = design.netlist,
				  .constraints = design.constraints,
				  .parasitics = design.parasitics,
				  .lumped = state % 4 == 1,
				  .with_drivers = state % 8 > 5,
				  .all_inputs = random_all_inputs(design.constraints)};
	totals->designs++;
	if (naive_paths(&in, MOST_PATHS, &paths))
		same = !design.constraints ||
		       (same_design(d, &design, &paths, false, totals) &&
			(state % 3 || same_design(d, &design, &paths, true, totals)));
	else if (paths.timing.n_bad)
		totals->bad++;
	else
		totals->too_many++;
	totals->paths += paths.n;
	for (int64_t i = 0; i < paths.n; i++) {
		totals->latched += paths.path[i].of_latch;
		totals->related += paths.path[i].reference >= 0;
	}
	naive_paths_release(&paths);
	random_design_release(&design);
	totals->wrong += !same;
	if (!same)
		printf("# wrong: %s, state %llu, %d gates%s%s\n", d->name,
		       (unsigned long long)state, (int)options->n_instances,
		       options->odd ? ", odd" : "", options->constrained ? "" : ", TAU");
	return same;
}

static void check_random(struct test_device *d, int n)
{
	static const struct {
		uint64_t state;
		int n_instances;
	} once[] = {
		{2135, 3},   /* a loop of gates that slews of a latch reach */
		{50154, 10}, /* a clock that was stopped is the enable of another's gate */
	};
	struct totals t = {0};

	for (int i = 0; i < n && t.wrong < 5; i++) {
		struct random_options options = {.n_instances = i % 13,
						 .scale = 1,
						 .odd = i % 3 == 2,
						 .constrained = i % 8 > 0,
						 .latches = i % 5 < 2,
						 .data_checks = i % 5 > 1};

		check_state(d, (uint64_t)i, &options, &t);
	}
	for (size_t i = 0; i < sizeof once / sizeof *once; i++) {
		struct random_options options = {.n_instances = once[i].n_instances,
						 .scale = 1,
						 .odd = true,
						 .constrained = true,
						 .latches = true};

		check_state(d, once[i].state, &options, &t);
	}
	OK(t.wrong == 0,
	   "%s: %lld paths of %d designs (%d with several states a vertex) in %d searches, %lld "
	   "with credit, %lld from open latches, %lld to data checks",
	   d->name, (long long)t.paths, t.designs, t.several, t.searches, (long long)t.credits,
	   (long long)t.latched, (long long)t.related);
	OK(t.too_many + t.bad <= t.designs / 10 && (t.designs < 10 || t.several > t.designs / 2),
	   "%s: few have too many (%d) or bad numbers (%d)", d->name, t.too_many, t.bad);
}

static bool check_one(struct test_device *d, uint64_t state, const struct random_options *options)
{
	struct totals t = {0};

	return check_state(d, state, options, &t);
}

int main(int argc, char **argv)
{
	return test_random_designs(argc, argv,
				   &(struct random_test){1200, 10, check_random, check_one});
}
