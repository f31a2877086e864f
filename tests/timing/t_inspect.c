/* What the screen reads of a netlist's timing, against the whole of it on the host. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "db/link/link.h"
#include "gpu/image/tag_spreader.h"
#include "gpu/inspect/endpoint_list.h"
#include "gpu/inspect/histogram.h"
#include "gpu/inspect/timing_read.h"
#include "lib/devices.h"
#include "lib/tap.h"
#include "lib/timed.h"
#include "read/liberty/liberty.h"
#include "read/spef/spef.h"
#include "read/tau.h"
#include "read/verilog/verilog.h"

static struct task task = TASK_INIT;
static struct text warnings = TEXT_INIT;

static void must(enum status status)
{
	if (status == STATUS_OK)
		return;
	printf("Bail out! %s\n", status_text(status));
	exit(1);
}

static const char *data(const char *name)
{
	static char path[1024];
	const char *srcdir = getenv("srcdir");

	snprintf(path, sizeof path, "%s/tests/data/%s", srcdir ? srcdir : ".", name);
	return path;
}

/* n copies of the small netlist. */
static struct timing *open_timing(struct queue *queue, int32_t n)
{
	struct library *library;
	struct modules modules = {0};
	struct netlist *one, *netlist;
	struct parasitics *wires, *tiled_wires;
	struct constraints *constraints, *tiled_constraints;
	struct timing_graph *graph;
	struct state_graph *states;
	struct rc_forest *rc;
	struct timing *timing;

	must(liberty_read(data("stage.lib"), &warnings, &task, &library));
	must(verilog_read(data("stage.v"), &modules, &warnings, &task));
	must(link_netlist(&(struct link_sources){.modules = &modules,
						 .library = {&library, &library},
						 .n_libraries = {1, 1}},
			  &warnings, &task, &one));
	must(spef_read(data("stage.spef"), &(struct spef_source)SPEF_SOURCE_INIT(one), &warnings,
		       &task, &wires));
	must(tau_read(data("stage.timing"), one, &warnings, &task, &constraints));
	must(netlist_tile(one, n, &task, &netlist));
	must(parasitics_tile(wires, one, netlist, &tiled_wires));
	must(constraints_tile(constraints, netlist, &tiled_constraints));
	must(timing_graph_new(netlist, tiled_constraints, &warnings, &task, &graph));
	must(tag_spreader_states(queue, graph, false, &task, &states));
	must(timing_new(queue, graph, states, &timing));
	must(rc_forest_new(&(struct rc_source){.parasitics = {tiled_wires, tiled_wires},
					       .constraints = tiled_constraints,
					       .netlist = netlist},
			   &warnings, &task, &rc));
	must(timing_set_wires(timing, rc));
	must(timing_read(timing));
	rc_forest_free(rc);
	parasitics_unref(wires);
	parasitics_unref(tiled_wires);
	constraints_unref(constraints);
	constraints_unref(tiled_constraints);
	netlist_unref(one);
	netlist_unref(netlist);
	modules_release(&modules);
	library_unref(library);
	return timing;
}

/* ---- the summary ---- */

static bool same_bins(const struct summary_group *g, const struct histogram_axis *axis)
{
	int64_t n = 0, n_violated = 0, first = -1;

	for (int64_t b = 0; b < SUMMARY_BINS; b++) {
		n += g->bin[b];
		n_violated += axis->low + b * axis->width < 0 ? g->bin[b] : 0;
		first = first < 0 && g->bin[b] ? b : first;
		if (b >= axis->n_bins && g->bin[b])
			return false;
	}
	return n == g->n_endpoints && n_violated == g->n_violated &&
	       (!n || (g->wns - axis->low) / axis->width == first);
}

static bool same_group(const struct timing *timing, const struct snap_summary *summary,
		       enum split split, int kind)
{
	const struct summary_group *g = &summary->slacks[SLACKS_BEFORE].group[split][kind];
	struct timing_totals t = timing_worst(timing, split, (enum endpoint_kind)kind);

	return g->n_endpoints == t.n_endpoints && g->n_violated == t.n_violated &&
	       g->tns == t.tns && (!t.n_endpoints || g->wns == t.wns) &&
	       same_bins(g, &summary->slacks[SLACKS_BEFORE].axis[split]);
}

static bool same_summary(struct test_device *d, struct timing *timing)
{
	struct snap_summary *summary;
	bool same = true;

	must(snap_summary_new(NULL, 1, &summary));
	must(timing_summarize(timing, d->queue, CREDIT_NONE, summary));
	for (int split = 0; split < N_SPLITS; split++) {
		for (int kind = 0; kind <= SUMMARY_ALL; kind++)
			same = same && same_group(timing, summary, (enum split)split, kind);
	}
	same = same && summary->timed;
	snap_unref(&summary->snap);
	return same;
}

/* Of copies of the small netlist. */
static void check_counts(struct test_device *d, struct timing *timing)
{
	struct snap_summary *summary;

	must(snap_summary_new(NULL, 1, &summary));
	must(timing_summarize(timing, d->queue, CREDIT_NONE, summary));
	OK(summary->slacks[SLACKS_WITH].group[LATE][SUMMARY_ALL].n_endpoints % 12 == 0 &&
		   summary->n_counts == 2 &&
		   strcmp(summary->count[1].what, "clear arcs off") == 0 &&
		   summary->count[1].n == 4 * summary->count[0].n,
	   "%s: what is unconstrained and left out", d->name);
	snap_unref(&summary->snap);
}

/* ---- histograms ---- */

/* The worst slack of a pin in a split, of the groups chosen, and the group of the first that has
 * it. */
static int64_t naive_worst(const struct timing *timing, int32_t pin, enum split split,
			   const uint8_t *chosen, int32_t *group)
{
	const struct state_graph *states = timing->image->states;
	int64_t worst = FS_NONE_64;

	for (int32_t s = 0; s < states->graph->n_sinks; s++) {
		const struct endpoint *e = &states->endpoint[s];
		int32_t g = states->relation[e->relation].group;

		if (state_vertex(states, states->graph->sink_vertex[s]) / N_EDGES != pin ||
		    e->split != split || (chosen && !chosen[g]) ||
		    timing_sink_slack(timing, s) >= worst)
			continue;
		worst = timing_sink_slack(timing, s);
		*group = g;
	}
	return worst;
}

/* Take a pin out of the counts; false when it isn't among them. */
static bool take_out(struct snap_histogram *h, const char *group, int64_t slack)
{
	int32_t bin;

	if (slack < h->axis.low)
		return h->n_below-- > 0;
	bin = (int32_t)((slack - h->axis.low) / h->axis.width);
	if (bin >= h->axis.n_bins)
		return h->n_above-- > 0;
	for (int32_t s = 0; s < h->n_series; s++) {
		if (strcmp(h->series[s].name, group) == 0 ||
		    strcmp(h->series[s].name, "others") == 0)
			return h->series[s].count[bin]-- > 0;
	}
	return false;
}

static bool same_histogram(struct timing *timing, struct queue *queue,
			   const struct histogram_query *query)
{
	const struct state_graph *states = timing->image->states;
	int32_t n_pins = timing->image->graph->netlist->n_pins;
	int64_t n = 0, n_negative = 0, least = INT64_MAX, most = INT64_MIN;
	struct snap_histogram *h;
	bool same = true;

	must(timing_histogram(timing, queue, query, 1, &h));
	for (int32_t pin = 0; pin < n_pins && same; pin++) {
		int32_t group = -1;
		int64_t slack = naive_worst(timing, pin, query->split, query->chosen, &group);

		if (slack == FS_NONE_64)
			continue;
		n++;
		n_negative += slack < 0;
		least = slack < least ? slack : least;
		most = slack > most ? slack : most;
		same = take_out(h, states->group[group], slack);
	}
	for (int32_t b = 0; b < h->axis.n_bins; b++)
		same = same && histogram_sum(h, b) == 0;
	same = same && h->n == n && h->n_negative == n_negative && !h->n_below && !h->n_above &&
	       (!n || (h->pick[PICK_LEAST] == least && h->pick[PICK_MOST] == most));
	snap_unref(&h->snap);
	return same;
}

/* Of both splits: all, of a given width, closer, and without the first group. */
static bool same_histograms(struct timing *timing, struct queue *queue)
{
	uint8_t chosen[1024];
	bool same = true;

	memset(chosen, 1, sizeof chosen);
	chosen[0] = 0;
	for (int split = 0; split < N_SPLITS && same; split++) {
		struct histogram_query query = {.split = (enum split)split, .max_bins = 20};

		same = same_histogram(timing, queue, &query);
		query.low = -1000;
		query.high = 50000;
		same = same && same_histogram(timing, queue, &query);
		query.width = 3000;
		same = same && same_histogram(timing, queue, &query);
		query.chosen = chosen;
		same = same && timing->image->states->n_groups <= 1024 &&
		       same_histogram(timing, queue, &query);
	}
	return same;
}

/* ---- the list of endpoints ---- */

/* All pins that have a slack, each once, in order. */
static bool same_list(struct timing *timing, struct queue *queue, enum split split)
{
	const struct state_graph *states = timing->image->states;
	int32_t n_pins = timing->image->graph->netlist->n_pins;
	struct endpoint_list list, part;
	int64_t n = 0, n_violated = 0;
	const struct endpoint_filter filter = {
		.split = split, .before = true, .kind = -1, .group = -1};
	bool same = true;

	must(endpoint_list_read(timing, queue, &filter, 0, INT32_MAX, &list));
	for (int32_t pin = 0; pin < n_pins; pin++) {
		int32_t group;
		int64_t slack = naive_worst(timing, pin, split, NULL, &group);

		n += slack != FS_NONE_64;
		n_violated += slack < 0;
	}
	for (int64_t i = 0; i < list.n && same; i++) {
		int32_t group, sink = list.sink[i];
		int32_t pin = state_vertex(states, states->graph->sink_vertex[sink]) / N_EDGES;

		same = list.slack[i] == naive_worst(timing, pin, split, NULL, &group) &&
		       list.slack[i] == timing_sink_slack(timing, sink) &&
		       states->endpoint[sink].split == split &&
		       (i == 0 || list.slack[i - 1] < list.slack[i] ||
			(list.slack[i - 1] == list.slack[i] && list.sink[i - 1] < sink));
	}
	same = same && list.n == n && list.n_all == n && list.n_violated == n_violated;
	must(endpoint_list_read(timing, queue, &filter, n / 2, 3, &part));
	for (int64_t i = 0; i < part.n && same; i++)
		same = part.sink[i] == list.sink[n / 2 + i];
	same = same && part.n == (n - n / 2 < 3 ? n - n / 2 : 3);
	endpoint_list_release(&part);
	endpoint_list_release(&list);
	return same;
}

/* ---- points ---- */

/* A path that goes through all states, to a sink. */
static struct snap_path *path_of_all(const struct timing *timing, int32_t sink)
{
	struct graph *graph = timing->image->states->graph;
	struct snap_path *path;

	must(snap_path_new(graph, 1, &path));
	must(alloc_items((void **)&path->point, graph->n_vertices, sizeof *path->point));
	path->n_points = graph->n_vertices;
	path->row.sink = sink;
	path->required = timing_sink_required(timing, sink);
	for (int32_t v = 0; v < graph->n_vertices; v++) {
		path->point[v].vertex = v;
		path->point[v].arrival = v;
	}
	return path;
}

/* From an edge of the first period to the launching one that is compared, fs. */
static int64_t shift_of(const struct timing *timing, const struct relation *r)
{
	const struct constraints *c = timing->image->graph->constraints;

	if (r->launch_edge < 0)
		return r->launch_time;
	return r->launch_time -
	       fs_of_ps(c->clock[r->launch_edge / N_EDGES].time[r->launch_edge % N_EDGES]);
}

static bool same_points(const struct timing *timing, const struct snap_path *path)
{
	const struct state_graph *states = timing->image->states;
	const struct netlist *netlist = timing->image->graph->netlist;
	enum split split = path->split;
	int64_t shift = shift_of(timing, &path->relation);

	for (int32_t s = 0; s < path->n_points; s++) {
		int32_t v = state_vertex(states, s);
		int64_t net = netlist->pin_net[v / N_EDGES];
		double load = net < 0 ? 0 : timing->load[4 * net + 2 * split + v % N_EDGES];

		if (path->point[s].slew != timing_vertex_slew(timing, v, split) ||
		    path->point[s].load != load || path->point[s].arrival != s + shift)
			return false;
	}
	return path->required == timing_sink_required(timing, path->row.sink) + shift;
}

static bool same_relation(const struct relation *a, const struct relation *b)
{
	return a->launch_edge == b->launch_edge && a->capture_edge == b->capture_edge &&
	       a->launch_time == b->launch_time && a->capture_time == b->capture_time &&
	       a->multicycle == b->multicycle && a->uncertainty == b->uncertainty &&
	       a->exception == b->exception && a->group == b->group;
}

static bool same_end(const struct timing *timing, const struct snap_path *path)
{
	const struct state_graph *states = timing->image->states;
	const struct endpoint *e = &states->endpoint[path->row.sink];
	enum split other = path->split == LATE ? EARLY : LATE;

	if (!path->timed || path->split != e->split || path->endpoint.kind != e->kind ||
	    path->constraints != timing->image->graph->constraints ||
	    !same_relation(&path->relation, &states->relation[e->relation]))
		return false;
	if (e->clock < 0)
		return path->clock_vertex < 0;
	return path->clock_vertex == state_vertex(states, e->clock) &&
	       path->clock_arrival == timing_arrival(timing, e->clock, other);
}

/* As many sinks as can be looked at in a moment, spread over all. */
static bool same_paths(struct test_device *d, struct timing *timing)
{
	const struct state_graph *states = timing->image->states;
	int32_t n = states->graph->n_sinks, step = n / 40 + 1;
	bool same = true;

	for (int32_t s = 0; s < n && same; s += step) {
		struct snap_path *path;

		if (timing_sink_required(timing, s) == FS_NONE_64)
			continue; /* no path ends there */
		path = path_of_all(timing, s);
		must(timing_fill_path(timing, d->queue, states->endpoint[s].split, NULL, path));
		same = same_points(timing, path) && same_end(timing, path);
		snap_unref(&path->snap);
	}
	return same;
}

/* ---- designs with many sorts of arrivals at a vertex ---- */

static void check_random(struct test_device *d)
{
	int n_wrong = 0, n_several = 0;

	for (int i = 0; i < 60; i++) {
		struct random_options options = {
			.n_instances = i % 20, .scale = 1, .constrained = true};
		struct random_design design;
		struct timing *timing;

		random_seed((uint64_t)i);
		random_design(&options, &design);
		must(timed_new(d->queue, &d->task, &design, true, &timing));
		must(timing_read(timing));
		n_wrong += !same_summary(d, timing) || !same_paths(d, timing) ||
			   !same_histograms(timing, d->queue) ||
			   !same_list(timing, d->queue, LATE) ||
			   !same_list(timing, d->queue, EARLY);
		n_several += !timing->image->states->is_timing_graph;
		timing_free(timing);
		random_design_release(&design);
	}
	OK(n_wrong == 0 && n_several > 0,
	   "%s: constrained designs, %d with several states a vertex", d->name, n_several);
}

int main(void)
{
	static const int32_t copies[] = {1, 33, 1000};

	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		if (!test_device_open(i, &d))
			continue;
		for (int c = 0; c < 3 && test_size_wanted(26 * copies[c]); c++) {
			struct timing *timing = open_timing(d.queue, copies[c]);

			OK(same_summary(&d, timing), "%s: groups and histograms", d.name);
			check_counts(&d, timing);
			if (c < 2) /* the naive count is quadratic */
				OK(same_histograms(timing, d.queue), "%s: histograms by group",
				   d.name);
			OK(same_paths(&d, timing), "%s: slews, loads and clocks along paths",
			   d.name);
			timing_free(timing);
		}
		check_random(&d);
		test_device_close(&d);
	}
	text_release(&warnings);
	return tap_done();
}
