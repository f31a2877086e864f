/*
 * Filters (-from, -through, -to) on random graphs whose vertices are states of a small netlist: the
 * paths that they select against all paths, each looked at by itself.
 *
 * `t_filters STATE` runs one random graph.
 */
#include <stdio.h>
#include <stdlib.h>

#include "db/state/filters.h"
#include "lib/devices.h"
#include "lib/listed.h"
#include "lib/path_product.h"
#include "lib/small.h"
#include "lib/tap.h"

enum {
	MOST_VERTICES = 14,
	MOST_ENDS = 16, /* sources or sinks */
	QUERIES = 8,    /* a graph */
};

static struct brute base_paths, made_paths;
static struct listed expected[BRUTE_MAX_PATHS], found[BRUTE_MAX_PATHS];
static struct task task = TASK_INIT;

static void must(enum status status)
{
	if (status != STATUS_OK) {
		printf("Bail out! %s\n", status_text(status));
		exit(1);
	}
}

/* Pins that sources, outputs of their instances and points are taken from. */
static const char *const pins[] = {"h/r$[3]/CK", "h/r$[3]/Q", "h/r$[3]/QN", "h/r$[3]/D", "u1/A",
				   "u1/Y",       "a",         "y",          "m/CK"};

enum { N_PINS = sizeof pins / sizeof *pins, N_CLOCKS = 2 };

struct filter_case {
	struct filter_context context;
	int32_t state_vertex[MOST_VERTICES];
	int32_t source_clock_edge[MOST_ENDS], sink_clock_edge[MOST_ENDS];
	struct path_filter filter;
};

static int32_t random_pin(const struct netlist *netlist)
{
	return small_pin(netlist, pins[random_below(N_PINS)]);
}

static void random_points(struct point_list *list, const struct netlist *netlist, bool clocks)
{
	list->given = true;
	for (int64_t n = random_below(4); n > 0; n--) {
		bool clock = clocks && random_below(4) == 0;
		struct point point = {clock ? POINT_CLOCK : POINT_PIN,
				      clock ? (int32_t)random_below(N_CLOCKS + 1)
					    : random_pin(netlist),
				      1 + (int32_t)random_below(3)};

		must(point_list_add(list, point));
	}
}

static void random_filter(struct filter_case *c, const struct netlist *netlist, struct graph *g)
{
	struct point_list *through;

	*c = (struct filter_case){.filter = PATH_FILTER_INIT};
	for (int32_t v = 0; v < g->n_vertices; v++)
		c->state_vertex[v] = N_EDGES * random_pin(netlist) + (int32_t)random_below(2);
	g->netlist_vertex = c->state_vertex; /* lent as long as there is a case */
	for (int32_t s = 0; s < g->n_sources; s++)
		c->source_clock_edge[s] = (int32_t)random_below(N_CLOCKS * N_EDGES + 1) - 1;
	for (int32_t s = 0; s < g->n_sinks; s++)
		c->sink_clock_edge[s] = (int32_t)random_below(N_CLOCKS * N_EDGES + 1) - 1;
	c->context = (struct filter_context){
		.graph = g,
		.netlist = netlist,
		.source_clock_edge = c->source_clock_edge,
		.sink_clock_edge = random_below(4) ? c->sink_clock_edge : NULL,
	};
	if (random_below(3))
		random_points(&c->filter.from, netlist, true);
	if (random_below(3) == 0)
		random_points(&c->filter.to, netlist, true);
	for (int64_t n = random_below(6) - 3; n > 0; n--) {
		must(path_filter_add_through(&c->filter, &through));
		random_points(through, netlist, false);
	}
	if (random_below(3) == 0)
		c->filter.to_edges = 1 + (int32_t)random_below(2);
	if (random_below(3) == 0)
		random_points(&c->filter.exclude, netlist, false);
}

static bool point_is(const struct point *point, enum point_kind kind, int32_t id_and_edge)
{
	return point->kind == kind && id_and_edge >= 0 && point->id == id_and_edge / N_EDGES &&
	       point->edges >> id_and_edge % N_EDGES & 1;
}

static bool list_has(const struct point_list *list, int32_t vertex, int32_t clock_edge)
{
	for (int32_t i = 0; i < list->n; i++) {
		if (point_is(&list->point[i], POINT_PIN, vertex) ||
		    point_is(&list->point[i], POINT_CLOCK, clock_edge))
			return true;
	}
	return false;
}

/* Is it an output of the source's instance? */
static bool is_output_of(const struct netlist *netlist, int32_t pin, int32_t source_pin)
{
	return netlist->pin_instance[pin] >= 0 &&
	       netlist->pin_instance[pin] == netlist->pin_instance[source_pin] &&
	       netlist_drives(netlist, pin);
}

static int32_t netlist_vertex(const struct filter_case *c, const struct listed *path, int32_t step)
{
	return c->state_vertex[listed_vertex(c->context.graph, path, step)];
}

static bool throughs_from(const struct filter_case *c, const struct listed *path, int32_t list,
			  int32_t step)
{
	if (list == c->filter.n_throughs)
		return true;
	for (; step <= path->n_arcs; step++) {
		if (list_has(&c->filter.through[list], netlist_vertex(c, path, step), -1) &&
		    throughs_from(c, path, list + 1, step))
			return true;
	}
	return false;
}

/* Is one of the pins that are left out on the way, or at its ends? */
static bool is_excluded(const struct filter_case *c, const struct listed *path)
{
	bool excluded = false;

	for (int32_t i = 0; i <= path->n_arcs; i++)
		excluded |= list_has(&c->filter.exclude, netlist_vertex(c, path, i), -1);
	return excluded;
}

static bool passes(const struct filter_case *c, const struct listed *path)
{
	int32_t begin = netlist_vertex(c, path, 0), end = netlist_vertex(c, path, path->n_arcs);
	const int32_t *capture = c->context.sink_clock_edge;
	bool from = !c->filter.from.given ||
		    list_has(&c->filter.from, begin, c->source_clock_edge[path->source]);
	int32_t first = 0; /* step for -through */

	if (!from && path->n_arcs > 0) {
		int32_t second = netlist_vertex(c, path, 1);

		/* Then it begins there. */
		first = 1;
		from = is_output_of(c->context.netlist, second / N_EDGES, begin / N_EDGES) &&
		       list_has(&c->filter.from, second, -1);
	}
	return from && !is_excluded(c, path) && c->filter.to_edges >> end % N_EDGES & 1 &&
	       (!c->filter.to.given ||
		list_has(&c->filter.to, end, capture ? capture[path->sink] : -1)) &&
	       throughs_from(c, path, 0, first);
}

static bool starts_at(const struct filter_case *c, int32_t pin)
{
	const struct graph *g = c->context.graph;
	bool starts = false;

	for (int32_t s = 0; s < g->n_sources; s++) {
		int32_t v = g->source_vertex[s], own = c->state_vertex[v] / N_EDGES;

		starts |= own == pin;
		for (int32_t a = 0; a < g->n_arcs; a++)
			starts |= g->arc_from[a] == v &&
				  c->state_vertex[g->arc_to[a]] / N_EDGES == pin &&
				  is_output_of(c->context.netlist, pin, own);
	}
	return starts;
}

static bool ends_at(const struct filter_case *c, int32_t pin)
{
	for (int32_t s = 0; s < c->context.graph->n_sinks; s++) {
		if (c->state_vertex[c->context.graph->sink_vertex[s]] / N_EDGES == pin)
			return true;
	}
	return false;
}

/* Is exactly what isn't a startpoint or endpoint reported as such? */
static bool unmet_is(const struct filter_case *c, const struct point_list *list,
		     bool (*is_end)(const struct filter_case *, int32_t), int32_t n,
		     const int32_t *unmet)
{
	const int32_t *instance = c->context.netlist->pin_instance;
	int32_t next = 0;

	for (int32_t i = 0; i < list->n; i++) {
		int32_t pin = list->point[i].id;
		bool met = list->point[i].kind == POINT_CLOCK || is_end(c, pin);

		for (int32_t j = 0; j < list->n && !met; j++) {
			const struct point *other = &list->point[j];

			met = other->kind == POINT_PIN &&
			      ((instance[pin] >= 0 && instance[other->id] == instance[pin] &&
				is_end(c, other->id)) ||
			       (j < i && other->id == pin));
		}
		if (!met && (next == n || unmet[next++] != pin))
			return false;
	}
	return next == n;
}

static bool check_filter(const struct netlist *netlist, struct graph *g, int64_t *n_paths)
{
	static struct filter_case c;
	struct filter_query query;
	struct path_graph *made;
	int32_t n = 0;
	bool same;

	random_filter(&c, netlist, g);
	must(filter_to_query(&c.filter, &c.context, &query));
	must(path_graph_new(g, &query.query, &task, &made));
	for (int32_t i = 0; i < base_paths.n; i++) {
		expected[n] = listed_path(&base_paths.path[i]);
		n += passes(&c, &expected[n]);
	}
	same = brute_run(&made_paths, made->graph) &&
	       unmet_is(&c, &c.filter.from, starts_at, query.n_not_from, query.not_from) &&
	       unmet_is(&c, &c.filter.to, ends_at, query.n_not_to, query.not_to);
	for (int32_t i = 0; i < made_paths.n && same; i++)
		same = listed_translate(g, &query.query, made, &made_paths.path[i], &found[i]);
	same = same && listed_same(expected, n, found, made_paths.n);
	*n_paths += n;
	path_graph_free(made);
	filter_query_release(&query);
	path_filter_release(&c.filter);
	return same;
}

static bool check_filters(int64_t *n_paths)
{
	struct graph *g = brute_random_graph(MOST_VERTICES, 1, &task);
	struct netlist *netlist = small_netlist();
	bool same = true;

	if (brute_run(&base_paths, g) && base_paths.n <= 300) {
		for (int i = 0; i < QUERIES && same; i++)
			same = check_filter(netlist, g, n_paths);
	}
	netlist_unref(netlist);
	g->netlist_vertex = NULL;
	graph_unref(g);
	return same;
}

/* ---- all of it ---- */

static void check_many(int n)
{
	int64_t n_paths = 0;
	int wrong = 0;

	random_seed(1);
	for (int i = 0; i < n && wrong < 3; i++) {
		uint64_t state = random_get_state();

		if (!check_filters(&n_paths)) {
			wrong++;
			printf("# wrong: random state %llu\n", (unsigned long long)state);
		}
	}
	OK(wrong == 0 && n_paths > n, "%d random graphs, %d filters of each (%lld paths)", n,
	   QUERIES, (long long)n_paths);
}

/* $WARPSCOPE_TEST_GRAPHS sets the number of graphs. */
int main(int argc, char **argv)
{
	const char *all = getenv("WARPSCOPE_TEST_GRAPHS");
	int64_t n_paths = 0;

	if (argc > 1) {
		random_seed(strtoull(argv[1], NULL, 10));
		OK(check_filters(&n_paths), "one graph");
		return tap_done();
	}
	check_many(all ? atoi(all) : 3000);
	return tap_done();
}
