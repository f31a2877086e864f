/* What lies around a pin, against timing on the host and walks over all arcs; and the paths through
 * it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gpu/inspect/cone.h"
#include "gpu/search/search.h"
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

/* ---- what any list must be ---- */

/* The source of a cone: a timing or a graph. */
struct reader {
	struct test_device *d;
	struct timing *timing;
	struct graph_times *times;
	struct graph *graph;
};

static struct snap_cone *read_cone(const struct reader *r, const struct cone_query *query)
{
	struct snap_cone *cone;

	must(snap_cone_new(r->graph, 1, &cone));
	if (r->timing)
		must(timing_need_required(r->timing));
	if (r->timing)
		must(timing_cone(r->timing, r->d->queue, query, cone));
	else
		must(graph_cone(r->times, r->d->queue, query, cone));
	return cone;
}

static bool same_point(const struct cone_point *a, const struct cone_point *b)
{
	return a->vertex == b->vertex && a->arrival == b->arrival && a->required == b->required &&
	       a->slack == b->slack && a->slew == b->slew && a->load == b->load;
}

static bool same_line(const struct cone_line *a, const struct cone_line *b)
{
	return same_point(&a->point, &b->point) && a->of == b->of && a->arc == b->arc &&
	       a->delay == b->delay && a->decides == b->decides;
}

/* By slack, those without last; and the same lines when they come three at a time. */
static bool is_ordered(const struct reader *r, struct cone_query query, const struct snap_cone *all)
{
	bool good = all->first == 0 && all->n_lines == all->n;

	for (int64_t i = 1; i < all->n_lines; i++)
		good = good && all->line[i - 1].point.slack <= all->line[i].point.slack;
	for (int64_t first = 0; first < all->n + 2 && good; first += 3) {
		struct snap_cone *some;

		query.first = first;
		query.n = 3;
		some = read_cone(r, &query);
		good = some->n == all->n && some->n_all == all->n_all &&
		       (some->n_lines == 3 || some->first + some->n_lines == all->n);
		for (int64_t i = 0; i < some->n_lines; i++)
			good = good && same_line(&some->line[i], &all->line[some->first + i]);
		snap_unref(&some->snap);
	}
	return good;
}

/* With a limit: just the lines up to it. */
static bool is_cut(const struct reader *r, struct cone_query query, const struct snap_cone *all)
{
	int64_t i = all->n_lines / 2, n = 0;
	struct snap_cone *some;
	bool good;

	if (!all->n_lines || all->line[i].point.slack == CONE_NOTHING)
		return true;
	query.slack_max = all->line[i].point.slack;
	some = read_cone(r, &query);
	while (n < all->n_lines && all->line[n].point.slack <= query.slack_max)
		n++;
	good = some->n == n && some->n_lines == n && some->n_all == all->n;
	for (i = 0; i < some->n_lines && good; i++)
		good = same_line(&some->line[i], &all->line[i]);
	snap_unref(&some->snap);
	return good;
}

/* ---- of a netlist ---- */

static struct cone_point point_of(const struct timing *timing, int32_t vertex, enum split split)
{
	int32_t net = timing->image->graph->netlist->pin_net[vertex / N_EDGES];

	return (struct cone_point){
		.vertex = vertex,
		.arrival = timing_vertex_arrival(timing, vertex, split),
		.required = timing_vertex_required(timing, vertex, split),
		.slack = timing_vertex_slack(timing, vertex, split),
		.slew = timing_vertex_slew(timing, vertex, split),
		.load = net < 0 ? 0
				: timing->load[4 * (int64_t)net + N_EDGES * split +
					       vertex % N_EDGES],
	};
}

/* The delay of each arc of the timing graph in a split; owned by the caller. */
static int64_t *delays_of(struct test_device *d, const struct timing *timing, enum split split)
{
	const struct image *image = timing->image->delay_image;
	int32_t n = timing->image->graph->graph->n_arcs, *arc;
	int64_t *delay;

	must(ALLOC(&arc, image->device.n_arcs));
	must(ALLOC(&delay, n));
	from_device(d->queue, arc, image->d_arc, (int64_t)image->device.n_arcs * sizeof *arc);
	for (int32_t e = 0; e < image->device.n_arcs; e++) {
		int32_t fs = timing->delay[N_SPLITS * (int64_t)e + split];

		if (arc[e] < n)
			delay[arc[e]] = fs == DELAY_NONE ? CONE_NOTHING : fs;
	}
	free(arc);
	return delay;
}

static bool same_arc_line(const struct timing *timing, const struct snap_cone *cone,
			  const struct cone_line *line, const int64_t *delay)
{
	const struct graph *graph = timing->image->graph->graph;
	bool in = cone->side == CONE_FANIN;
	int32_t middle = in ? graph->arc_to[line->arc] : graph->arc_from[line->arc];
	int32_t other = in ? graph->arc_from[line->arc] : graph->arc_to[line->arc];
	struct cone_point wanted = point_of(timing, other, cone->split), at;
	bool decides;

	at = point_of(timing, middle, cone->split);
	decides = line->delay != CONE_NOTHING &&
		  (in ? wanted.arrival != CONE_NOTHING && wanted.arrival + line->delay == at.arrival
		      : wanted.required != CONE_NOTHING &&
				   wanted.required - line->delay == at.required);
	return same_point(&line->point, &wanted) && line->of == middle % N_EDGES &&
	       line->delay == delay[line->arc] && line->decides == decides;
}

/* The arcs that end, or begin, at a pin. */
static int64_t count_arcs(const struct graph *graph, int32_t pin, bool in)
{
	int64_t n = 0;

	for (int32_t a = 0; a < graph->n_arcs; a++)
		n += (in ? graph->arc_to[a] : graph->arc_from[a]) / N_EDGES == pin;
	return n;
}

static bool arcs_are_right(const struct reader *r, int32_t pin, enum cone_side side,
			   enum split split, const int64_t *delay)
{
	struct cone_query query = {
		pin * N_EDGES + pin % 2, side, split, CONE_NOTHING, 0, INT32_MAX, false};
	const struct graph *graph = r->timing->image->graph->graph;
	struct snap_cone *cone = read_cone(r, &query);
	bool good = cone->n_points == N_EDGES && cone->n == cone->n_all &&
		    cone->n == count_arcs(graph, pin, side == CONE_FANIN);
	uint8_t *seen;

	must(ALLOC(&seen, graph->n_arcs));
	for (int e = 0; e < N_EDGES && good; e++) {
		struct cone_point wanted = point_of(r->timing, pin * N_EDGES + e, split);

		good = same_point(&cone->point[e], &wanted);
	}
	for (int64_t i = 0; i < cone->n_lines && good; i++) {
		good = !seen[cone->line[i].arc]++ &&
		       same_arc_line(r->timing, cone, &cone->line[i], delay);
	}
	good = good && is_ordered(r, query, cone) && is_cut(r, query, cone);
	free(seen);
	snap_unref(&cone->snap);
	return good;
}

/* Other pins of the same cell, or net: both edges of each. */
static bool pins_are_right(const struct reader *r, int32_t pin, enum cone_side side,
			   enum split split)
{
	struct cone_query query = {pin * N_EDGES, side, split, CONE_NOTHING, 0, INT32_MAX, false};
	const struct netlist *netlist = r->timing->image->graph->netlist;
	const int32_t *of = side == CONE_CELL ? netlist->pin_instance : netlist->pin_net;
	struct snap_cone *cone = read_cone(r, &query);
	int64_t n = 0;
	bool good = true;

	for (int32_t p = 0; p < netlist->n_pins; p++)
		n += p != pin && of[pin] >= 0 && of[p] == of[pin] ? N_EDGES : 0;
	for (int64_t i = 0; i < cone->n_lines; i++) {
		struct cone_point wanted = point_of(r->timing, cone->line[i].point.vertex, split);
		int32_t other = wanted.vertex / N_EDGES;

		good = good && other != pin && of[other] == of[pin] &&
		       same_point(&cone->line[i].point, &wanted);
	}
	good = good && cone->n == n && is_ordered(r, query, cone);
	snap_unref(&cone->snap);
	return good;
}

static bool timing_is_right(struct test_device *d, struct timing *timing)
{
	struct graph *graph = timing->image->graph->graph;
	struct reader r = {.d = d, .timing = timing, .graph = graph};
	int32_t n_pins = timing->image->graph->netlist->n_pins, step = n_pins / 12 + 1;
	bool good = true;

	for (int split = 0; split < N_SPLITS && good; split++) {
		int64_t *delay = delays_of(d, timing, (enum split)split);

		for (int32_t pin = 0; pin < n_pins && good; pin += step) {
			for (int side = 0; side < N_CONE_SIDES && good; side++)
				good = side <= CONE_FANOUT
					       ? arcs_are_right(&r, pin, (enum cone_side)side,
								(enum split)split, delay)
					       : pins_are_right(&r, pin, (enum cone_side)side,
								(enum split)split);
		}
		free(delay);
	}
	return good;
}

static void check_netlists(struct test_device *d)
{
	int n_wrong = 0, n_several = 0;

	for (int i = 0; i < 40; i++) {
		struct random_options options = {
			.n_instances = 1 + i % 20, .scale = 1, .constrained = true};
		struct random_design design;
		struct timing *timing;

		random_seed((uint64_t)i);
		random_design(&options, &design);
		must(timed_new(d->queue, &d->task, &design, true, &timing));
		must(timing_read(timing));
		n_wrong += !timing_is_right(d, timing);
		n_several += !timing->image->states->is_timing_graph;
		timing_free(timing);
		random_design_release(&design);
	}
	OK(n_wrong == 0 && n_several > 0,
	   "%s: pins of constrained designs, %d with several states a vertex", d->name, n_several);
}

static void check_missing(struct test_device *d)
{
	struct cone_query query = {-1, CONE_FANIN, LATE, CONE_NOTHING, 0, 10, false};
	struct random_options options = {.n_instances = 5, .scale = 1, .constrained = true};
	struct random_design design;
	struct timing *timing;
	struct reader r = {.d = d};
	int n_points = 0;

	random_seed(1);
	random_design(&options, &design);
	must(timed_new(d->queue, &d->task, &design, true, &timing));
	must(timing_read(timing));
	r.timing = timing;
	r.graph = timing->image->graph->graph;
	for (int i = 0; i < 2; i++) {
		struct snap_cone *cone = read_cone(&r, &query);

		n_points += cone->n_points + (int)cone->n_lines;
		snap_unref(&cone->snap);
		query.vertex = timing->image->graph->netlist->n_all_pins * N_EDGES;
	}
	OK(n_points == 0, "%s: a pin that isn't there has nothing around it", d->name);
	timing_free(timing);
	random_design_release(&design);
}

/* ---- of a graph ---- */

/* By relaxing all arcs until nothing changes; signs as of arrivals and required times, or
 * of costs. */
struct reference {
	int64_t *arrival, *required; /* owned [n_vertices], CONE_NOTHING = none */
};

static bool better(const struct graph *graph, int64_t now, int64_t then, bool arrival)
{
	bool late = graph->objective == OBJECTIVE_SLACK;

	return then == CONE_NOTHING || (arrival == late ? now > then : now < then);
}

static bool relax(const struct graph *graph, struct reference *r)
{
	bool changed = false;

	for (int32_t a = 0; a < graph->n_arcs; a++) {
		int32_t from = graph->arc_from[a], to = graph->arc_to[a];
		int64_t delay = graph->arc_delay[a];

		if (r->arrival[from] != CONE_NOTHING &&
		    better(graph, r->arrival[from] + delay, r->arrival[to], true)) {
			r->arrival[to] = r->arrival[from] + delay;
			changed = true;
		}
		if (r->required[to] != CONE_NOTHING &&
		    better(graph, r->required[to] - delay, r->required[from], false)) {
			r->required[from] = r->required[to] - delay;
			changed = true;
		}
	}
	return changed;
}

static struct reference reference_of(const struct graph *graph)
{
	struct reference r;

	must(ALLOC(&r.arrival, graph->n_vertices));
	must(ALLOC(&r.required, graph->n_vertices));
	for (int32_t v = 0; v < graph->n_vertices; v++)
		r.arrival[v] = r.required[v] = CONE_NOTHING;
	for (int32_t s = 0; s < graph->n_sources; s++) {
		int32_t v = graph->source_vertex[s];

		if (better(graph, graph->source_arrival[s], r.arrival[v], true))
			r.arrival[v] = graph->source_arrival[s];
	}
	for (int32_t s = 0; s < graph->n_sinks; s++) {
		int32_t v = graph->sink_vertex[s];

		if (better(graph, graph->sink_required[s], r.required[v], false))
			r.required[v] = graph->sink_required[s];
	}
	while (relax(graph, &r))
		;
	return r;
}

static bool graph_point_is_right(const struct graph *graph, const struct reference *r,
				 const struct cone_point *p)
{
	int64_t arrival = r->arrival[p->vertex], required = r->required[p->vertex];
	int64_t slack = CONE_NOTHING;

	if (arrival != CONE_NOTHING && required != CONE_NOTHING)
		slack = graph->objective == OBJECTIVE_SLACK ? required - arrival
							    : arrival - required;
	return p->arrival == arrival && p->required == required && p->slack == slack;
}

static bool vertex_is_right(const struct reader *r, const struct reference *ref, int32_t vertex,
			    enum cone_side side)
{
	struct cone_query query = {vertex, side, LATE, CONE_NOTHING, 0, INT32_MAX, false};
	const struct graph *graph = r->graph;
	struct snap_cone *cone = read_cone(r, &query);
	bool good = cone->n_points == 1 && cone->point[0].vertex == vertex &&
		    graph_point_is_right(graph, ref, &cone->point[0]);
	int64_t n = 0, delays = 0, sum = 0;

	for (int32_t a = 0; a < graph->n_arcs; a++) {
		if ((side == CONE_FANIN ? graph->arc_to[a] : graph->arc_from[a]) != vertex)
			continue;
		n++;
		delays += graph->arc_delay[a] *
			  (1 + (side == CONE_FANIN ? graph->arc_from[a] : graph->arc_to[a]));
	}
	for (int64_t i = 0; i < cone->n_lines; i++) {
		sum += cone->line[i].delay * (1 + cone->line[i].point.vertex);
		good = good && graph_point_is_right(graph, ref, &cone->line[i].point);
	}
	good = good && cone->n == n && sum == delays && is_ordered(r, query, cone) &&
	       is_cut(r, query, cone);
	snap_unref(&cone->snap);
	return good;
}

/* ---- paths through a vertex ---- */

static bool passes(const struct traces *traces, int64_t path, int32_t vertex)
{
	bool found = false;

	for (int64_t p = traces->offset[path]; p < traces->offset[path + 1] - 1; p++)
		found |= traces->vertex[p] == vertex;
	return found;
}

static bool through_is_right(struct search *search, const struct traces *traces, int32_t vertex)
{
	struct snap_through *all, *some;
	int64_t at = 0;
	bool good = true;

	must(search_through(search, LEVEL_NEWEST, vertex, 0, INT32_MAX, &all));
	must(search_through(search, LEVEL_NEWEST, vertex, 1, 2, &some));
	for (int64_t i = 0; i < traces->n_paths; i++) {
		if (!passes(traces, i, vertex))
			continue;
		good = good && at < all->n_rows && all->rank[at] == i &&
		       all->row[at].slack == traces->slack[i];
		at++;
	}
	good = good && all->n == at && all->n_rows == at && some->n == at &&
	       some->n_rows == (at > 2   ? 2
				: at > 1 ? at - 1
					 : 0);
	for (int64_t i = 0; i < some->n_rows; i++)
		good = good && some->rank[i] == all->rank[i + 1];
	snap_unref(&all->snap);
	snap_unref(&some->snap);
	return good;
}

static bool paths_are_right(struct test_device *d, struct image *image)
{
	struct search_options options = SEARCH_OPTIONS_INIT;
	struct traces traces = {0};
	struct search *search;
	struct stepper *stepper;
	bool good = true;

	options.k = 40;
	must(search_begin(image, d->queue, d->queue, &options, 1, &search));
	stepper = search_stepper(search);
	while (!stepper->ops->finished(stepper))
		must(stepper->ops->step(stepper, GRAIN_COARSE));
	must(search_traces(search, LEVEL_NEWEST, 0, INT32_MAX, &traces));
	for (int32_t v = 0; v < image->graph->n_vertices && good; v++)
		good = through_is_right(search, &traces, v);
	traces_release(&traces);
	stepper->ops->end(stepper);
	return good;
}

static void check_graphs(struct test_device *d)
{
	int n_wrong = 0, n_wrong_paths = 0, n_costs = 0;

	random_seed(7);
	for (int i = 0; i < 100; i++) {
		struct graph *graph = brute_random_graph(40, i % 3 ? 1 : 1 << 26, &d->task);
		struct reference ref = reference_of(graph);
		struct reader r = {.d = d, .graph = graph};
		struct image *image;

		must(image_build(d->queue, graph, &image));
		must(graph_times_new(image, &r.times));
		for (int32_t v = 0; v < graph->n_vertices; v++)
			n_wrong += !vertex_is_right(&r, &ref, v, CONE_FANIN) +
				   !vertex_is_right(&r, &ref, v, CONE_FANOUT);
		n_wrong_paths += !paths_are_right(d, image);
		n_costs += graph->objective == OBJECTIVE_COST;
		graph_times_free(r.times);
		image_free(image);
		graph_unref(graph);
		free(ref.arrival);
		free(ref.required);
	}
	OK(n_wrong == 0 && n_costs > 0 && n_costs < 100, "%s: vertices of graphs, %d of costs",
	   d->name, n_costs);
	OK(n_wrong_paths == 0, "%s: the paths through each vertex", d->name);
}

/* ---- one that drives many ---- */

enum { FAN_OUT = 50000 };

static struct graph *wide_graph(struct task *task)
{
	struct text warnings = TEXT_INIT;
	struct graph *graph;
	char name[16];
	bool added;

	must(graph_new("wide", &graph));
	must(graph_add_vertex(graph, "hub", 3, &added));
	must(graph_add_source(graph, 0, 1000));
	for (int32_t i = 1; i <= FAN_OUT; i++) {
		int n = snprintf(name, sizeof name, "v%" PRId32, i);

		must(graph_add_vertex(graph, name, n, &added));
		must(graph_add_arc(graph, 0, i, i % 1000));
		must(graph_add_sink(graph, i, 1000000 + i));
	}
	must(graph_close(graph, &warnings, task));
	text_release(&warnings);
	return graph;
}

/* Slack of v_i is 999000 + i − i % 1000: a thousand of each, in the order of arcs. */
static void check_wide(struct test_device *d)
{
	struct cone_query query = {0, CONE_FANOUT, LATE, CONE_NOTHING, 30500, 60, false};
	struct graph *graph = wide_graph(&d->task);
	struct reader r = {.d = d, .graph = graph};
	struct snap_cone *cone;
	struct image *image;
	bool good;

	must(image_build(d->queue, graph, &image));
	must(graph_times_new(image, &r.times));
	cone = read_cone(&r, &query);
	good = cone->n == FAN_OUT && cone->first == 30500 && cone->n_lines == 60;
	for (int64_t i = 0; i < cone->n_lines; i++) {
		const struct cone_line *line = &cone->line[i];

		/* v1000 is the first of its slack's: those below are 999 */
		good = good && line->point.vertex == 30500 + i + 1 &&
		       line->point.slack == 999000 + (30501 + i) / 1000 * 1000;
	}
	OK(good, "%s: a screen of %d lines, in order", d->name, FAN_OUT);
	snap_unref(&cone->snap);
	graph_times_free(r.times);
	image_free(image);
	graph_unref(graph);
}

int main(void)
{
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		if (!test_device_open(i, &d))
			continue;
		check_netlists(&d);
		check_missing(&d);
		check_graphs(&d);
		if (test_size_wanted(FAN_OUT))
			check_wide(&d);
		test_device_close(&d);
	}
	return tap_done();
}
