/* Levelization and the sweep of arrivals, against counting and relaxing on the host, against the
 * arrivals of cones and of timing, and kernel by kernel at odd sizes. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/timing/arrivals.h"
#include "gpu/inspect/cone.h"
#include "base/grow.h"
#include "lib/brute.h"
#include "lib/devices.h"
#include "lib/random_design.h"
#include "lib/tap.h"
#include "lib/timed.h"

static void must(enum status status)
{
	if (status == STATUS_OK)
		return;
	printf("Bail out! %s\n", status_text(status));
	exit(1);
}

/* ---- the naive reference ---- */

/* Written from the definition; owned [n_vertices]. */
struct reference {
	int32_t n_levels;
	int32_t *level, *fan_in;
	int64_t *arrival; /* ARRIVAL_NONE = none */
};

static void release(struct reference *r)
{
	free(r->level);
	free(r->fan_in);
	free(r->arrival);
}

/* Longest ways, by relaxing all arcs until nothing changes. */
static void find_levels(const struct graph *graph, struct reference *r)
{
	must(ALLOC(&r->level, graph->n_vertices));
	must(ALLOC(&r->fan_in, graph->n_vertices));
	for (int32_t a = 0; a < graph->n_arcs; a++)
		r->fan_in[graph->arc_to[a]]++;
	for (bool changed = true; changed;) {
		changed = false;
		for (int32_t a = 0; a < graph->n_arcs; a++) {
			int32_t least = r->level[graph->arc_from[a]] + 1;

			if (r->level[graph->arc_to[a]] >= least)
				continue;
			r->level[graph->arc_to[a]] = least;
			changed = true;
		}
	}
	for (int32_t v = 0; v < graph->n_vertices; v++)
		r->n_levels = r->level[v] >= r->n_levels ? r->level[v] + 1 : r->n_levels;
}

static bool better(bool late, int64_t now, int64_t then)
{
	return then == ARRIVAL_NONE || (late ? now > then : now < then);
}

/* Of a graph with given delays: those of sources, then relaxed until nothing changes. */
static void find_arrivals(const struct graph *graph, struct reference *r)
{
	bool late = graph->objective == OBJECTIVE_SLACK, changed = true;

	must(ALLOC(&r->arrival, graph->n_vertices));
	for (int32_t v = 0; v < graph->n_vertices; v++)
		r->arrival[v] = ARRIVAL_NONE;
	for (int32_t s = 0; s < graph->n_sources; s++) {
		int64_t *at = &r->arrival[graph->source_vertex[s]];

		if (better(late, graph->source_arrival[s], *at))
			*at = graph->source_arrival[s];
	}
	while (changed) {
		changed = false;
		for (int32_t a = 0; a < graph->n_arcs; a++) {
			int64_t from = r->arrival[graph->arc_from[a]];
			int64_t *to = &r->arrival[graph->arc_to[a]];

			if (from == ARRIVAL_NONE || !better(late, from + graph->arc_delay[a], *to))
				continue;
			*to = from + graph->arc_delay[a];
			changed = true;
		}
	}
}

/* ---- comparison ---- */

static struct snap_arrivals *read_all(struct arrivals *arrivals, int64_t place, int64_t level,
				      int64_t chosen)
{
	const struct arrivals_request wanted = {.serial = 1,
						.place = place,
						.n_levels = INT32_MAX,
						.level = level,
						.n = INT32_MAX,
						.chosen = chosen};
	struct snap_arrivals *snap;

	must(arrivals_read(arrivals, &wanted, &snap));
	return snap;
}

/* What a vertex has at the place of a snapshot. `delays` are those of the reference's graph, NULL
 * where they aren't on the host. */
static bool row_is_right(const struct graph *graph, const struct reference *r,
			 const struct snap_arrivals *snap, const struct arrival_row *row,
			 bool delays)
{
	bool swept = r->level[row->vertex] < snap->n_swept, found = false;
	int64_t arrival = swept ? r->arrival[row->vertex] : ARRIVAL_NONE;
	int32_t left = 0;

	for (int32_t a = 0; a < graph->n_arcs; a++) {
		if (graph->arc_to[a] != row->vertex)
			continue;
		left += r->level[graph->arc_from[a]] >= snap->n_counted;
		found |= graph->arc_from[a] == row->from &&
			 (!delays || graph->arc_delay[a] == row->delay);
	}
	return r->level[row->vertex] == snap->row_level && row->arrival == arrival &&
	       row->fan_in == r->fan_in[row->vertex] && row->left == left &&
	       (row->from < 0 ||
		(found && swept && r->arrival[row->from] + row->delay == row->arrival));
}

/* The vertices of a level in the order of their numbers, and the level's figures. */
static bool level_is_right(const struct graph *graph, const struct reference *r,
			   const struct snap_arrivals *snap, bool delays)
{
	const struct arrival_level *level = &snap->level[snap->row_level];
	int64_t n = 0, n_arcs = 0, n_arrived = 0, least = ARRIVAL_NONE, largest = ARRIVAL_NONE;
	int32_t widest = 0;
	bool good = true;

	for (int32_t v = 0; v < graph->n_vertices; v++) {
		if (r->level[v] != snap->row_level)
			continue;
		good = good && n < snap->n_rows && snap->row[n].vertex == v &&
		       row_is_right(graph, r, snap, &snap->row[n], delays);
		n++;
		n_arcs += r->fan_in[v];
		widest = r->fan_in[v] > widest ? r->fan_in[v] : widest;
		if (r->arrival[v] == ARRIVAL_NONE)
			continue;
		n_arrived++;
		if (better(false, r->arrival[v], least))
			least = r->arrival[v];
		if (better(true, r->arrival[v], largest))
			largest = r->arrival[v];
	}
	return good && n == snap->n_rows && level->n_vertices == n && level->n_arcs == n_arcs &&
	       level->widest_fan_in == widest && level->n_arrived == n_arrived &&
	       level->least == least && level->largest == largest;
}

/* At each place of the timeline, all that can be read. */
static bool places_are_right(const struct graph *graph, const struct reference *r,
			     struct arrivals *arrivals, int64_t n_steps, int64_t every, bool delays)
{
	bool good = true;

	for (int64_t place = -1; place < n_steps && good; place += every) {
		for (int32_t l = 0; l < r->n_levels && good; l++) {
			struct snap_arrivals *snap = read_all(arrivals, place, l, -1);

			good = snap->n_all == r->n_levels && level_is_right(graph, r, snap, delays);
			snap_unref(&snap->snap);
		}
	}
	return good;
}

/* Coarse steps: each level of one, then of the other. */
static bool timeline_is_right(const struct snap_timeline *t, int32_t n_levels)
{
	bool good = t->finished;
	int32_t next = 0;

	for (int64_t i = 0; i < t->n_steps; i++) {
		good = good && t->step[i].level == next;
		next += t->step[i].ends_level;
	}
	return good && next == 2 * n_levels;
}

/* Step it to its end by either grain; the steps that there were. */
static int64_t run(struct arrivals *arrivals, enum grain grain)
{
	struct stepper *stepper = arrivals_stepper(arrivals);
	struct snap_timeline *timeline;
	int64_t n;

	while (!stepper->ops->finished(stepper))
		must(stepper->ops->step(stepper, grain));
	must(stepper->ops->step(stepper, grain)); /* nothing */
	must(stepper->ops->timeline(stepper, &timeline));
	n = timeline->n_steps;
	snap_unref(&timeline->snap);
	return n;
}

static bool graph_is_right(struct test_device *d, struct image *image, const struct reference *r,
			   enum grain grain, int64_t every)
{
	struct snap_timeline *timeline;
	struct arrivals *arrivals;
	int64_t n;
	bool good;

	must(arrivals_begin(image, d->queue, d->queue, 1, &arrivals));
	n = run(arrivals, grain);
	must(arrivals_stepper(arrivals)->ops->timeline(arrivals_stepper(arrivals), &timeline));
	good = timeline_is_right(timeline, r->n_levels) &&
	       places_are_right(image->graph, r, arrivals, n, every, true);
	snap_unref(&timeline->snap);
	arrivals_stepper(arrivals)->ops->end(arrivals_stepper(arrivals));
	return good;
}

static void check_graphs(struct test_device *d)
{
	int n_wrong = 0, n_costs = 0;

	random_seed(18);
	for (int i = 0; i < 150; i++) {
		struct graph *graph = brute_random_graph(1 + i % 64, i % 3 ? 1 : 1 << 26, &d->task);
		struct reference r = {0};
		struct image *image;

		find_levels(graph, &r);
		find_arrivals(graph, &r);
		must(image_build(d->queue, graph, &image));
		n_wrong += !graph_is_right(d, image, &r, (enum grain)(i % 2), 1 + i % 3);
		n_costs += graph->objective == OBJECTIVE_COST;
		image_free(image);
		graph_unref(graph);
		release(&r);
	}
	OK(n_wrong == 0 && n_costs > 0 && n_costs < 150,
	   "%s: graphs, at each place of the timeline; %d of costs", d->name, n_costs);
}

/* ---- as cones have them ---- */

static bool as_cones_have_it(struct test_device *d, struct image *image, const struct reference *r)
{
	const struct graph *graph = image->graph;
	struct graph_times *times;
	bool good = true;

	must(graph_times_new(image, &times));
	for (int32_t v = 0; v < graph->n_vertices && good; v++) {
		struct cone_query query = {v, CONE_FANIN, LATE, CONE_NOTHING, 0, 1, false};
		struct snap_cone *cone;

		must(snap_cone_new(image->graph, 1, &cone));
		must(graph_cone(times, d->queue, &query, cone));
		good = cone->point[0].arrival == r->arrival[v];
		snap_unref(&cone->snap);
	}
	graph_times_free(times);
	return good;
}

/* ---- of netlists: arrivals are timing's ---- */

/* Where paths come from and where data goes, the arrival of the state; else none, or the same. */
static bool arrivals_are_timings(const struct timing *timing, struct arrivals *arrivals,
				 const struct reference *r, enum split split, int64_t *n_same)
{
	bool good = true;

	for (int32_t l = 0; l < r->n_levels && good; l++) {
		struct snap_arrivals *snap = read_all(arrivals, INT64_MAX, l, -1);

		for (int64_t i = 0; i < snap->n_rows && good; i++) {
			int32_t v = snap->row[i].vertex;

			r->arrival[v] = snap->row[i].arrival;
			if (snap->row[i].arrival == ARRIVAL_NONE)
				continue;
			good = snap->row[i].arrival == timing_arrival(timing, v, split);
			++*n_same;
		}
		snap_unref(&snap->snap);
	}
	return good;
}

static bool netlist_is_right(struct test_device *d, struct timing *timing, enum split split,
			     int64_t *n_same)
{
	struct reference r = {0};
	struct arrivals *arrivals;
	struct image *image;
	int64_t n;
	bool good;

	must(timing_search_image(timing, split, &image));
	must(arrivals_begin(image, d->queue, d->queue, 1, &arrivals));
	/* other weights that come later change nothing */
	must(timing_search_image(timing, split == LATE ? EARLY : LATE, &image));
	find_levels(image->graph, &r);
	must(ALLOC(&r.arrival, image->graph->n_vertices));
	n = run(arrivals, GRAIN_COARSE);
	good = arrivals_are_timings(timing, arrivals, &r, split, n_same) &&
	       places_are_right(image->graph, &r, arrivals, n, n - 1, false);
	for (int32_t s = 0; s < image->graph->n_sources && good; s++)
		good = r.arrival[image->graph->source_vertex[s]] != ARRIVAL_NONE ||
		       timing_arrival(timing, image->graph->source_vertex[s], split) ==
			       ARRIVAL_NONE;
	arrivals_stepper(arrivals)->ops->end(arrivals_stepper(arrivals));
	release(&r);
	return good;
}

static void check_netlists(struct test_device *d)
{
	int64_t n_same = 0;
	int n_wrong = 0;

	for (int i = 0; i < 30; i++) {
		struct random_options options = {
			.n_instances = 1 + i % 20, .scale = 1, .constrained = true};
		struct random_design design;
		struct timing *timing;

		random_seed((uint64_t)i);
		random_design(&options, &design);
		must(timed_new(d->queue, &d->task, &design, true, &timing));
		must(timing_read(timing));
		for (int split = 0; split < N_SPLITS; split++)
			n_wrong += !netlist_is_right(d, timing, (enum split)split, &n_same);
		timing_free(timing);
		random_design_release(&design);
	}
	OK(n_wrong == 0 && n_same > 1000, "%s: arrivals of constrained designs are timing's",
	   d->name);
}

/* ---- odd sizes ---- */

/* Layers of this number of vertices, each with arcs from a few of the one before; times that may pass 32
 * bits. */
static struct graph *layered_graph(int32_t n, int32_t n_layers, int64_t scale, struct task *task)
{
	struct text warnings = TEXT_INIT;
	struct graph *graph;
	char name[16];
	bool added;

	must(graph_new("layers", &graph));
	for (int32_t v = 0; v < n * n_layers; v++) {
		int length = snprintf(name, sizeof name, "v%" PRId32, v);

		must(graph_add_vertex(graph, name, length, &added));
		for (int i = 0; v >= n && i < 1 + v % 3; i++)
			must(graph_add_arc(graph, v / n * n - n + (int32_t)random_below(n), v,
					   scale * random_below(1000)));
		if (v < n && v % 5)
			must(graph_add_source(graph, v, scale * random_below(100)));
		if (v / n == n_layers - 1)
			must(graph_add_sink(graph, v, scale * 2000));
	}
	must(graph_add_source(graph, 0, 0));
	must(graph_close(graph, &warnings, task));
	text_release(&warnings);
	return graph;
}

static void check_sizes(struct test_device *d)
{
	static const int32_t sizes[] = {1, 2, 31, 33, 255, 257, 1023, 1025, 4099};
	int n_wrong = 0;

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct reference r = {0};
		struct graph *graph;
		struct image *image;

		if (!test_size_wanted(sizes[i]))
			continue;
		graph = layered_graph(sizes[i], 4, i % 2 ? 1 << 26 : 1, &d->task);
		find_levels(graph, &r);
		find_arrivals(graph, &r);
		must(image_build(d->queue, graph, &image));
		n_wrong += image->fs_bits != (i % 2 ? 64 : 32);
		n_wrong += sizes[i] < 1000 && !graph_is_right(d, image, &r, GRAIN_COARSE, 4);
		n_wrong += sizes[i] < 300 && !as_cones_have_it(d, image, &r);
		if (sizes[i] >= 1000) {
			struct arrivals *arrivals;

			must(arrivals_begin(image, d->queue, d->queue, 1, &arrivals));
			run(arrivals, GRAIN_FINE);
			for (int32_t l = 0; l < r.n_levels; l++) {
				struct snap_arrivals *snap = read_all(arrivals, INT64_MAX, l, -1);

				for (int64_t j = 0; j < snap->n_rows; j++) {
					int32_t v = snap->row[j].vertex;

					n_wrong += r.level[v] != l || snap->row[j].left != 0 ||
						   snap->row[j].arrival != r.arrival[v];
				}
				snap_unref(&snap->snap);
			}
			arrivals_stepper(arrivals)->ops->end(arrivals_stepper(arrivals));
		}
		image_free(image);
		graph_unref(graph);
		release(&r);
	}
	OK(n_wrong == 0, "%s: layers of odd sizes, in 32 and 64 bits", d->name);
}

/* ---- the arcs of a chosen vertex ---- */

static bool arcs_are_right(const struct graph *graph, const struct reference *r,
			   const struct snap_arrivals *snap)
{
	int64_t sum = 0, wanted = 0;
	bool good = snap->chosen_row.vertex == snap->row[snap->chosen].vertex;

	for (int32_t a = 0; a < graph->n_arcs; a++) {
		if (graph->arc_to[a] == snap->chosen_row.vertex)
			wanted += graph->arc_delay[a] * (1 + graph->arc_from[a]);
	}
	for (int32_t i = 0; i < snap->n_arcs_read; i++) {
		const struct arrival_arc *arc = &snap->arc[i];

		sum += arc->delay * (1 + arc->from);
		good = good &&
		       arc->level ==
			       (r->level[arc->from] < snap->n_found ? r->level[arc->from] : -1) &&
		       arc->arrival == (r->level[arc->from] < snap->n_swept ? r->arrival[arc->from]
									    : ARRIVAL_NONE);
	}
	return good &&
	       (snap->n_arcs_read < snap->chosen_row.fan_in ? snap->n_arcs_read == ARRIVAL_ARCS
							    : sum == wanted);
}

static void check_arcs(struct test_device *d)
{
	int n_wrong = 0;

	for (int i = 0; i < 30; i++) {
		struct graph *graph = brute_random_graph(40, 1, &d->task);
		struct reference r = {0};
		struct arrivals *arrivals;
		struct image *image;

		find_levels(graph, &r);
		find_arrivals(graph, &r);
		must(image_build(d->queue, graph, &image));
		must(arrivals_begin(image, d->queue, d->queue, 1, &arrivals));
		run(arrivals, GRAIN_COARSE);
		for (int32_t l = 0; l < r.n_levels; l++) {
			struct snap_arrivals *snap;

			for (int64_t place = -1; place < 5 * r.n_levels; place++) {
				snap = read_all(arrivals, place, l, 0);
				n_wrong += !arcs_are_right(graph, &r, snap);
				snap_unref(&snap->snap);
			}
			snap = read_all(arrivals, INT64_MAX, l, INT32_MAX);
			n_wrong += snap->chosen != -1;
			snap_unref(&snap->snap);
		}
		arrivals_stepper(arrivals)->ops->end(arrivals_stepper(arrivals));
		image_free(image);
		graph_unref(graph);
		release(&r);
	}
	OK(n_wrong == 0, "%s: the arcs into a vertex", d->name);
}

/* ---- cut short ---- */

/* Cancelled before each coarse step, and after a fine one: what comes of it is the same. */
static void check_cancelled(struct test_device *d)
{
	int n_wrong = 0, n_cancelled = 0;

	random_seed(3);
	for (int i = 0; i < 20; i++) {
		struct graph *graph = brute_random_graph(50, 1, &d->task);
		struct reference r = {0};
		struct arrivals *arrivals;
		struct stepper *stepper;
		struct image *image;

		find_levels(graph, &r);
		find_arrivals(graph, &r);
		must(image_build(d->queue, graph, &image));
		must(arrivals_begin(image, d->queue, d->queue, 1, &arrivals));
		stepper = arrivals_stepper(arrivals);
		while (!stepper->ops->finished(stepper)) {
			if (random_below(2))
				must(stepper->ops->step(stepper, GRAIN_FINE));
			if (stepper->ops->finished(stepper))
				break;
			atomic_store(&d->task.cancel, true);
			n_cancelled +=
				stepper->ops->step(stepper, GRAIN_COARSE) == STATUS_CANCELLED;
			atomic_store(&d->task.cancel, false);
			must(stepper->ops->step(stepper, GRAIN_COARSE));
		}
		n_wrong += !places_are_right(graph, &r, arrivals, run(arrivals, GRAIN_COARSE), 3,
					     true);
		stepper->ops->end(stepper);
		image_free(image);
		graph_unref(graph);
		release(&r);
	}
	OK(n_wrong == 0 && n_cancelled > 20, "%s: steps that are cancelled and taken again",
	   d->name);
}

int main(void)
{
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		if (!test_device_open(i, &d))
			continue;
		check_graphs(&d);
		check_netlists(&d);
		check_sizes(&d);
		check_arcs(&d);
		check_cancelled(&d);
		test_device_close(&d);
	}
	return tap_done();
}
