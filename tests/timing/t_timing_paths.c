/*
 * Paths of netlists: what a search finds on a timing, late and early, against all paths listed from
 * the timing's own delays and required times: their slacks, and of small designs everything.
 *
 * `t_timing_paths STATE INSTANCES SCALE [odd|even [constrained]]` runs one design.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gpu/search/search.h"
#include "lib/brute.h"
#include "lib/cells.h"
#include "lib/devices.h"
#include "lib/tap.h"
#include "lib/timed.h"

enum {
	MOST_PATHS = 3000, /* of a design; more are too many to list */
	MOST_BRUTE = 40,   /* that are compared in full */
};

/* A split's paths as a graph: late as it is, early with all signs turned. */
struct listed {
	struct graph *graph;
	int32_t *sink; /* owned: the timing's sink of each */
	int64_t slack[MOST_PATHS];
	int n;              /* MOST_PATHS + 1 = too many */
	int32_t *row, *arc; /* fan-out */
};

struct totals {
	int designs, searches, wrong, wide, brute, bounds;
	int64_t paths;
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* ---- the reference ---- */

/* The delays of the timing graph's arcs. */
static int32_t *host_delays(struct queue *queue, const struct timing *t, enum split split)
{
	int32_t n = t->image->device.n_arcs, *arc, *delay;

	must(ALLOC(&arc, n));
	must(ALLOC(&delay, n));
	from_device(queue, arc, t->image->delay_image->d_arc, (int64_t)n * (int64_t)sizeof *arc);
	for (int32_t e = 0; e < n; e++)
		delay[arc[e]] = t->delay[2 * (int64_t)e + split];
	free(arc);
	return delay;
}

/* Those of data only: a clock's paths precede the sources. */
static void add_arcs(struct graph *g, const struct timing *t, const int32_t *delay, int sign)
{
	const struct state_graph *states = t->image->states;
	const struct graph *from = states->graph;

	for (int32_t a = 0; a < from->n_arcs; a++) {
		int32_t of = state_delay(states, a);

		if (of >= 0 && delay[of] != DELAY_NONE &&
		    states->flags[from->arc_to[a]] & STATE_DATA)
			must(graph_add_arc(g, from->arc_from[a], from->arc_to[a],
					   sign * (int64_t)delay[of]));
	}
}

static void list_from(struct listed *l, int32_t v, int64_t so_far)
{
	const struct graph *g = l->graph;

	for (int32_t s = 0; s < g->n_sinks && l->n <= MOST_PATHS; s++) {
		if (g->sink_vertex[s] != v)
			continue;
		if (l->n < MOST_PATHS)
			l->slack[l->n] = g->sink_required[s] - so_far;
		l->n++;
	}
	for (int32_t j = l->row[v]; j < l->row[v + 1] && l->n <= MOST_PATHS; j++)
		list_from(l, g->arc_to[l->arc[j]], so_far + g->arc_delay[l->arc[j]]);
}

static int compare_slack(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static void list_paths(struct queue *queue, const struct timing *t, enum split split,
		       struct listed *l)
{
	const struct state_graph *states = t->image->states;
	const struct graph *from = states->graph;
	int32_t *delay = host_delays(queue, t, split);
	int sign = split == LATE ? 1 : -1;

	l->n = 0;
	must(graph_new("paths", &l->graph));
	l->graph->n_vertices = from->n_vertices;
	must(ALLOC(&l->sink, from->n_sinks));
	add_arcs(l->graph, t, delay, sign);
	free(delay);
	for (int32_t s = 0; s < from->n_sources; s++) {
		int32_t v = from->source_vertex[s];
		int64_t at = timing_arrival(t, v, split);

		if (at != FS_NONE_64)
			must(graph_add_source(l->graph, v, sign * at));
	}
	for (int32_t s = 0; s < from->n_sinks; s++) {
		int64_t r = timing_sink_required(t, s);

		if (r == FS_NONE_64 || states->endpoint[s].split != split)
			continue;
		l->sink[l->graph->n_sinks] = s;
		must(graph_add_sink(l->graph, from->sink_vertex[s], sign * r));
	}
	must(graph_fan_out(l->graph, &l->row, &l->arc));
	for (int32_t s = 0; s < l->graph->n_sources; s++)
		list_from(l, l->graph->source_vertex[s], l->graph->source_arrival[s]);
	if (l->n <= MOST_PATHS)
		qsort(l->slack, (size_t)l->n, sizeof *l->slack, compare_slack);
}

static void unlist(struct listed *l)
{
	graph_unref(l->graph);
	free(l->sink);
	free(l->row);
	free(l->arc);
}

/* ---- comparing ---- */

static bool search(struct image *image, struct queue *queue, enum search_method method, int64_t k,
		   enum split split, struct search **out)
{
	struct search_options options = SEARCH_OPTIONS_INIT;
	struct stepper *stepper;

	options.k = k;
	options.method = method;
	options.early = split == EARLY;
	if (search_begin(image, queue, queue, &options, 1, out) != STATUS_OK)
		return false;
	stepper = search_stepper(*out);
	while (!stepper->ops->finished(stepper)) {
		if (stepper->ops->step(stepper, GRAIN_COARSE) != STATUS_OK)
			return false;
	}
	return true;
}

static bool same_slacks(struct search *s, const struct listed *l, int64_t k)
{
	struct snap_rows *rows = NULL;
	int64_t n = l->n < k ? l->n : k;
	bool same = search_rows(s, LEVEL_NEWEST, 0, k + 1, &rows) == STATUS_OK && rows->n == n;

	for (int64_t r = 0; r < n && same; r++)
		same = rows->row[r].slack == l->slack[r];
	if (rows)
		snap_unref(&rows->snap);
	return same;
}

/* The points of a path and their arrivals. */
static bool same_trace(const struct timing *t, const struct listed *l, const struct brute_path *p,
		       const struct traces *traces, int64_t i, int sign)
{
	const struct graph *g = l->graph;
	int64_t at = traces->offset[i], last = traces->offset[i + 1] - 1;
	int64_t arrival = g->source_arrival[p->source];

	if (last - at != p->n_arcs + 1 || traces->vertex[at] != g->source_vertex[p->source])
		return false;
	for (int32_t a = 0; a < p->n_arcs; a++) {
		if (traces->arrival[at + a] != sign * arrival)
			return false;
		arrival += g->arc_delay[p->arc[a]];
		if (traces->vertex[at + a + 1] != g->arc_to[p->arc[a]])
			return false;
	}
	return traces->arrival[last - 1] == sign * arrival &&
	       traces->vertex[last] == t->image->states->graph->n_vertices + l->sink[p->sink] &&
	       traces->arrival[last] == sign * g->sink_required[p->sink];
}

static bool same_paths(struct search *s, const struct timing *t, const struct listed *l,
		       const struct brute *b, int64_t k, enum split split)
{
	struct snap_rows *rows = NULL;
	struct traces traces = {0};
	int64_t n = b->n < k ? b->n : k;
	bool same = search_rows(s, LEVEL_NEWEST, 0, k, &rows) == STATUS_OK && rows->n == n &&
		    search_traces(s, LEVEL_NEWEST, 0, k, &traces) == STATUS_OK &&
		    traces.n_paths == n;

	for (int64_t r = 0; r < n && same; r++) {
		const struct brute_path *p = &b->path[b->order[r]];

		same = rows->row[r].slack == p->slack &&
		       rows->row[r].n_deviations == p->n_deviations &&
		       rows->row[r].parent_rank == (p->parent < 0 ? -1 : b->path[p->parent].rank) &&
		       same_trace(t, l, p, &traces, r, split == LATE ? 1 : -1);
	}
	if (rows)
		snap_unref(&rows->snap);
	traces_release(&traces);
	return same;
}

static bool check_k(struct queue *queue, struct image *image, const struct timing *t,
		    const struct listed *l, const struct brute *b, int64_t k, enum split split)
{
	bool same = true;

	for (int method = 0; method < N_METHODS && same; method++) {
		struct search *s = NULL;

		same = search(image, queue, (enum search_method)method, k, split, &s) &&
		       same_slacks(s, l, k) && (!b || same_paths(s, t, l, b, k, split));
		if (!same)
			printf("# wrong: %s, method %d, k %lld of %d\n", split ? "late" : "early",
			       method, (long long)k, l->n);
		if (s)
			search_stepper(s)->ops->end(search_stepper(s));
	}
	return same;
}

static int wanted_bits(const struct listed *l)
{
	return l->graph->largest_sum < INT64_C(1) << 29 ? 32 : 64;
}

static void *read_array(struct queue *queue, const void *d_array, int64_t bytes)
{
	void *array = malloc((size_t)bytes + 1);

	if (!array)
		abort();
	from_device(queue, array, d_array, bytes);
	return array;
}

static int64_t larger_size(int64_t most, int64_t time)
{
	return time == FS_NONE_64 || llabs(time) < most ? most : llabs(time);
}

/* The largest delays of all levels, arrival and required time together. */
static int64_t level_bound(struct queue *queue, const struct timing *t)
{
	const struct device_states *s = &t->image->device_states;
	const struct image *image = t->image->image;
	int64_t n = s->n_states, at_start = 0, at_end = 0, sum = 0;
	int32_t *row = read_array(queue, s->row, (n + 1) * 4);
	int32_t *arc = read_array(queue, s->arc, (int64_t)s->n_arcs * 4);
	int32_t *delay = read_array(queue, s->delay, (int64_t)t->image->device.n_arcs * 8);
	uint8_t *flags = read_array(queue, s->flags, n);
	int64_t *arrival = read_array(queue, s->arrival, n * 16);
	int64_t *required = read_array(queue, s->required, n * 16);

	for (int32_t l = 0; l < image->n_levels; l++) {
		int64_t most = 0;

		for (int32_t e = row[image->level_row[l]]; e < row[image->level_row[l + 1]]; e++) {
			for (int split = 0; split < N_SPLITS && arc[e] >= 0; split++) {
				if (delay[2 * arc[e] + split] != DELAY_NONE)
					most = larger_size(most, delay[2 * arc[e] + split]);
			}
		}
		sum += most;
	}
	for (int64_t v = 0; v < n; v++) {
		int64_t both = larger_size(0, arrival[2 * v]) + larger_size(0, arrival[2 * v + 1]);

		if (flags[v] & FLAG_START && both > at_start)
			at_start = both;
		if (v >= s->first_sink && v < s->first_sink + s->n_sinks)
			at_end = larger_size(larger_size(at_end, required[2 * v]),
					     required[2 * v + 1]);
	}
	free(row);
	free(arc);
	free(delay);
	free(flags);
	free(arrival);
	free(required);
	return sum + at_start + at_end;
}

/* Short times where that says so; else no path is longer than the longest. */
static bool same_bound(struct queue *queue, const struct timing *t, struct totals *totals)
{
	int64_t bound = level_bound(queue, t);

	if (t->image->latches.n_latches)
		return true;
	totals->bounds++;
	return bound < INT64_C(1) << 29 ? t->largest == bound : t->largest <= bound;
}

static bool check_split(struct queue *queue, struct timing *t, enum split split,
			struct totals *totals)
{
	static struct listed l;
	static struct brute b;
	struct text warnings = TEXT_INIT;
	struct task task = TASK_INIT;
	struct image *image;
	bool same = true, brute = false;

	if (timing_search_image(t, split, &image) != STATUS_OK || timing_read(t) != STATUS_OK)
		return false;
	same = same_bound(queue, t, totals);
	list_paths(queue, t, split, &l);
	if (l.n > 0) {
		must(graph_close(l.graph, &warnings, &task));
		same = same && l.graph->largest_sum <= t->largest &&
		       image->fs_bits >= wanted_bits(&l);
		brute = l.n <= MOST_BRUTE && brute_run(&b, l.graph);
		totals->brute += brute;
	}
	for (int i = 0; i < 4 && same && l.n <= MOST_PATHS; i++) {
		int64_t k = i == 0 ? 1 : i == 1 ? l.n + 5 : 1 + random_below(l.n + 1);

		same = check_k(queue, image, t, &l, brute ? &b : NULL, k, split);
		totals->searches += 2;
	}
	totals->paths += l.n <= MOST_PATHS ? l.n : 0;
	totals->wide += image->fs_bits == 64;
	text_release(&warnings);
	unlist(&l);
	return same;
}

/* ---- designs ---- */

static bool check_design(struct test_device *d, uint64_t state,
			 const struct random_options *options, struct totals *totals)
{
	static const struct timing_settings other = {.model = DELAY_LUMPED};
	struct random_design design;
	struct timing *t = NULL;
	bool same = true;

	random_seed(state);
	random_design(options, &design);
	if (timed_new(d->queue, &d->task, &design, true, &t) == STATUS_OK &&
	    timing_update(t) == STATUS_OK) {
		same = check_split(d->queue, t, LATE, totals) &&
		       check_split(d->queue, t, EARLY, totals) &&
		       check_split(d->queue, t, LATE, totals);
		timing_set(t, &other);
		same = same && check_split(d->queue, t, EARLY, totals);
		totals->designs++;
	}
	timing_free(t);
	random_design_release(&design);
	totals->wrong += !same;
	if (!same)
		printf("# wrong: %s, %d instances, scale %g, random state %llu\n", d->name,
		       (int)options->n_instances, options->scale, (unsigned long long)state);
	return same;
}

/* ---- a chain whose early paths are far apart ---- */

static int32_t add_scalar(struct library *library, double value)
{
	struct lut lut = {.n = {1, 1}, .first = library->n_numbers};
	int32_t id;

	must(library_add_number(library, value));
	must(library_add_lut(library, &lut, &id));
	return id;
}

/* A buffer of n arcs that take 10 ps, 1.5 µs, 1.5 µs, … */
static struct library *buffers(const char *name, int n)
{
	struct library *library = cells_empty(name);

	cells_cell(library, "BUF");
	cells_pin(library, "A", LIB_INPUT, 1);
	cells_pin(library, "Y", LIB_OUTPUT, 0);
	for (int i = 0; i < n; i++) {
		struct lib_arc arc = {.from = 0,
				      .to = 1,
				      .sense = LIB_POSITIVE_UNATE,
				      .from_edge = {true, true},
				      .when = -1};

		arc.delay[0] = arc.delay[1] = add_scalar(library, i ? 1.5e6 : 10);
		arc.slew[0] = arc.slew[1] = add_scalar(library, 5);
		must(library_add_arc(library, &arc));
		library->cell[0].n_arcs++;
	}
	must(library_close(library));
	return library;
}

static void chain(struct random_design *design, int n)
{
	struct netlist *netlist;
	int32_t id, net;

	*design = (struct random_design){.late = buffers("late", 1), .early = buffers("early", 2)};
	must(netlist_new("chain", &netlist));
	must(netlist_add_cell(netlist, design->late, 0, design->early, 0, &id));
	must(netlist_add_port(netlist, "in", LIB_INPUT, &id));
	must(netlist_add_port(netlist, "out", LIB_OUTPUT, &id));
	must(netlist_add_net(netlist, "in", NET_SIGNAL, &net));
	netlist_connect(netlist, 0, net);
	for (int i = 0; i < n; i++) {
		char name[16];

		snprintf(name, sizeof name, "u%d", i);
		must(netlist_add_instance(netlist, name, 0, &id));
		netlist_connect(netlist, netlist->instance_pin[id], net);
		must(netlist_add_net(netlist, name, NET_SIGNAL, &net));
		netlist_connect(netlist, netlist->instance_pin[id] + 1, net);
	}
	netlist_connect(netlist, 1, net);
	must(netlist_close(netlist));
	must(constraints_new("chain", netlist, &design->constraints));
	must(constraints_add_external(design->constraints, true,
				      &(struct external_delay){.pin = 0, .clock_edge = -1}));
	design->constraints->port[1].has_required = true;
	design->netlist = netlist;
}

/* Arrivals are tens of ps, sums along other paths are µs: too much for 32 bits of fs. */
static void check_far_apart(struct test_device *d)
{
	struct random_design design;
	struct totals totals = {0};
	struct timing *t;

	chain(&design, 5);
	must(timed_new(d->queue, &d->task, &design, true, &t));
	OK(check_split(d->queue, t, EARLY, &totals) && check_split(d->queue, t, LATE, &totals) &&
		   totals.paths == 2 * (32 + 1),
	   "%s: early paths of 50 ps and of 7.5 us", d->name);
	timing_free(t);
	random_design_release(&design);
}

static void check_random(struct test_device *d, int n)
{
	struct totals t = {0};

	for (int i = 0; i < n && t.wrong < 3; i++) {
		struct random_options options = {.n_instances = 1 + i % 11,
						 .scale = i % 8 ? 1 : 3e3,
						 .odd = i % 2,
						 .constrained = i % 4 > 1};

		/* early paths that late arrivals don't bound */
		if (i % 8 == 1)
			options.early = 2e3 * (double)(1 + i % 13);

		check_design(d, (uint64_t)i, &options, &t);
	}
	OK(t.bounds > n, "%s: %d bounds of path sums by levels", d->name, t.bounds);
	OK(t.wrong == 0,
	   "%s: %d random designs, %lld paths in %d searches, %d splits compared in full, %d with "
	   "64 bit",
	   d->name, t.designs, (long long)t.paths, t.searches, t.brute, t.wide);
}

int main(int argc, char **argv)
{
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;
		struct totals t = {0};

		if (!test_device_open(i, &d))
			continue;
		if (argc > 3) {
			struct random_options options = {.n_instances = atoi(argv[2]),
							 .scale = atof(argv[3]),
							 .odd = argc > 4 && argv[4][0] == 'o',
							 .constrained = argc > 5};

			OK(check_design(&d, strtoull(argv[1], NULL, 10), &options, &t), "%s",
			   d.name);
		} else {
			check_random(&d, i == 0 ? 300 : 60);
			check_far_apart(&d);
		}
		test_device_close(&d);
	}
	return tap_done();
}
