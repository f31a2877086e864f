/*
 * The product of a graph and a query. A set of numbers of groups passed is a word of bits, one word
 * a vertex: so a depth-first search from the sources finds what leads to an end, a sweep back
 * through its order what paths reach, and what is left is numbered by counting bits.
 */
#include "path_product.h"

#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "db/loops.h"

/* Between two looks at the cancel flag: a millisecond or so. */
enum { ITEMS_AT_ONCE = 1 << 16 };

struct product {
	const struct graph *base;
	const struct path_query *query;
	struct task *task;
	int32_t *row, *arc; /* owned: fan-out of the base */
	/* owned [n_vertices]: a vertex after all that it leads to; at its end the stack */
	int32_t *order;
	int32_t n_ordered;
	int32_t *next; /* owned [n_vertices]: place in `arc` to look at next, + 1; 0 = not seen */
	uint8_t *has_sink; /* owned [n_vertices]: an allowed one */
	/* Sets of numbers of groups passed, owned [n_vertices]: with which one may reach a
	 * vertex, before it counts itself, and get to an end; and with which paths leave it. */
	uint64_t *entering, *leaving;
	int32_t *first; /* owned [n_vertices]: the first state of each vertex */
	int64_t n_vertices, n_arcs;
	int32_t n_sources, n_sinks;
	struct path_graph *out; /* owned until it is done */
};

/* What only the search and the sweep need. */
static void release_order(struct product *p)
{
	free(p->row);
	free(p->arc);
	free(p->order);
	free(p->next);
	free(p->has_sink);
	p->row = p->arc = p->order = p->next = NULL;
	p->has_sink = NULL;
}

static void product_release(struct product *p)
{
	release_order(p);
	free(p->entering);
	free(p->leaving);
	free(p->first);
	path_graph_free(p->out);
}

/* ---- the rule ---- */

static uint64_t groups_of(const struct product *p, int32_t vertex)
{
	return p->query->n_groups ? p->query->vertex_groups[vertex] : 0;
}

/* What the numbers of a set become at a vertex of these groups. */
static uint64_t enter(uint64_t set, uint64_t groups)
{
	while (set & groups)
		set = (set & ~groups) | (set & groups) << 1;
	return set;
}

/* And back: all numbers that become one of the set there. */
static uint64_t before_entering(uint64_t set, uint64_t groups)
{
	uint64_t before = set & ~groups, more = before >> 1 & groups;

	while (more & ~before) {
		before |= more;
		more = before >> 1 & groups;
	}
	return before;
}

static bool vertex_allowed(const struct product *p, int32_t vertex)
{
	return !p->query->vertex_ok || p->query->vertex_ok[vertex];
}

/* The part of a set that may take an arc, as far as the arc and its ends tell. */
static uint64_t admitted(const struct product *p, uint64_t set, int32_t arc)
{
	if (p->query->arc_ok && !p->query->arc_ok[arc])
		return 0;
	if (!vertex_allowed(p, p->base->arc_from[arc]) || !vertex_allowed(p, p->base->arc_to[arc]))
		return 0;
	/* A path that has passed nothing yet is at a source. */
	if (p->query->first_at_once && set & 1 && !(groups_of(p, p->base->arc_to[arc]) & 1))
		set &= ~UINT64_C(1);
	return set;
}

static bool source_allowed(const struct product *p, int32_t source)
{
	return (!p->query->source_ok || p->query->source_ok[source]) &&
	       vertex_allowed(p, p->base->source_vertex[source]);
}

static bool sink_allowed(const struct product *p, int32_t sink)
{
	return (!p->query->sink_ok || p->query->sink_ok[sink]) &&
	       vertex_allowed(p, p->base->sink_vertex[sink]);
}

/* The number with which paths begin at their source's vertex, as a set. */
static uint64_t source_set(const struct product *p, int32_t source)
{
	return UINT64_C(1) << (p->query->source_passed ? p->query->source_passed[source] : 0);
}

static uint64_t all_passed(const struct product *p)
{
	return UINT64_C(1) << p->query->n_groups;
}

/* ---- what leads to an end ---- */

static enum status begin(struct product *p)
{
	const struct graph *base = p->base;

	TRY(graph_fan_out(base, &p->row, &p->arc));
	TRY(ALLOC(&p->order, base->n_vertices));
	TRY(ALLOC(&p->next, base->n_vertices));
	TRY(ALLOC(&p->has_sink, base->n_vertices));
	TRY(ALLOC(&p->entering, base->n_vertices));
	TRY(ALLOC(&p->leaving, base->n_vertices));
	for (int32_t s = 0; s < base->n_sinks; s++)
		p->has_sink[base->sink_vertex[s]] |= sink_allowed(p, s);
	return STATUS_OK;
}

/* All that a vertex leads to is done, and so is it. */
static void finish(struct product *p, int32_t v)
{
	uint64_t set = p->has_sink[v] ? all_passed(p) : 0;

	for (int32_t j = p->row[v]; j < p->row[v + 1]; j++)
		set |= admitted(p, p->entering[p->base->arc_to[p->arc[j]]], p->arc[j]);
	p->entering[v] = before_entering(set, groups_of(p, v));
	p->order[p->n_ordered++] = v;
}

/* The stack grows down from the end of `order`: what is in one isn't in the other. */
static enum status search_from(struct product *p, int32_t root)
{
	int32_t n = p->base->n_vertices, top = n;

	p->order[--top] = root;
	p->next[root] = p->row[root] + 1;
	while (top < n) {
		int32_t v = p->order[top], j = p->next[v]++ - 1, to;

		if (j < p->row[v + 1]) {
			to = p->base->arc_to[p->arc[j]];
			if (!p->next[to]) {
				p->next[to] = p->row[to] + 1;
				p->order[--top] = to;
			}
			continue;
		}
		top++;
		finish(p, v);
		if (p->n_ordered % ITEMS_AT_ONCE == 0)
			TRY(task_progress(p->task, p->n_ordered));
	}
	return STATUS_OK;
}

static enum status search_backward(struct product *p)
{
	for (int32_t s = 0; s < p->base->n_sources; s++) {
		if (source_allowed(p, s) && !p->next[p->base->source_vertex[s]])
			TRY(search_from(p, p->base->source_vertex[s]));
	}
	return STATUS_OK;
}

/* ---- what paths reach ---- */

/* Let paths go on from a vertex; what they come with is in `leaving`, and only such as gets to an
 * end. */
static void go_on(struct product *p, int32_t v)
{
	uint64_t set = enter(p->leaving[v], groups_of(p, v));

	p->leaving[v] = set;
	p->n_vertices += count_bits(set);
	for (int32_t j = p->row[v]; set && j < p->row[v + 1]; j++) {
		int32_t to = p->base->arc_to[p->arc[j]];
		uint64_t taken = p->entering[to] & admitted(p, set, p->arc[j]);

		p->leaving[to] |= taken;
		p->n_arcs += count_bits(taken);
	}
}

static enum status sweep_forward(struct product *p)
{
	const struct graph *base = p->base;

	for (int32_t s = 0; s < base->n_sources; s++) {
		int32_t v = base->source_vertex[s];

		if (source_allowed(p, s))
			p->leaving[v] |= source_set(p, s) & p->entering[v];
	}
	for (int32_t i = p->n_ordered - 1; i >= 0; i--) {
		go_on(p, p->order[i]);
		if (i % ITEMS_AT_ONCE == 0)
			TRY(task_progress(p->task, 2 * (int64_t)p->n_ordered - i));
	}
	return STATUS_OK;
}

/* ---- what is kept ---- */

static bool source_kept(const struct product *p, int32_t source)
{
	return source_allowed(p, source) &&
	       p->entering[p->base->source_vertex[source]] & source_set(p, source);
}

static bool sink_kept(const struct product *p, int32_t sink)
{
	return sink_allowed(p, sink) && p->leaving[p->base->sink_vertex[sink]] & all_passed(p);
}

/* The number of a state: those before it at its vertex are counted. */
static int32_t state_of(const struct product *p, int32_t vertex, uint64_t passed)
{
	return p->first[vertex] + count_bits(p->leaving[vertex] & (passed - 1));
}

/* The state of a path at a vertex, after this many groups. */
static int32_t state_entered(const struct product *p, int32_t vertex, uint64_t passed)
{
	return state_of(p, vertex, enter(passed, groups_of(p, vertex)));
}

static enum status number_states(struct product *p)
{
	struct path_graph *out = p->out;
	int32_t n = 0;

	TRY(ALLOC(&out->vertex, p->n_vertices));
	TRY(ALLOC(&out->passed, p->n_vertices));
	TRY(ALLOC(&p->first, p->base->n_vertices));
	for (int32_t v = 0; v < p->base->n_vertices; v++) {
		p->first[v] = n;
		for (uint64_t set = p->leaving[v]; set; set &= set - 1) {
			out->vertex[n] = v;
			out->passed[n++] = (uint8_t)__builtin_ctzll(set);
		}
	}
	return STATUS_OK;
}

static enum status write_arcs(struct product *p)
{
	const struct graph *base = p->base;
	struct graph *graph = p->out->graph;
	int32_t *from = p->out->transposed ? graph->arc_to : graph->arc_from;
	int32_t *to = p->out->transposed ? graph->arc_from : graph->arc_to;
	int32_t n = 0;

	TRY(ALLOC(&p->out->arc, p->n_arcs));
	for (int32_t a = 0; a < base->n_arcs; a++) {
		int32_t tail = base->arc_from[a], head = base->arc_to[a];
		uint64_t set = p->leaving[tail];

		if (a % ITEMS_AT_ONCE == 0)
			TRY(task_progress(p->task, 2 * (int64_t)base->n_vertices + a));
		for (set = set ? p->entering[head] & admitted(p, set, a) : 0; set; set &= set - 1) {
			uint64_t passed = set & -set;

			from[n] = state_of(p, tail, passed);
			to[n] = state_entered(p, head, passed);
			if (graph->arc_type)
				graph->arc_type[n] = base->arc_type[a];
			else
				graph->arc_delay[n] = base->arc_delay[a];
			p->out->arc[n++] = a;
		}
	}
	return STATUS_OK;
}

/* The base's sources, as sinks when transposed: minus an arrival is required there. */
static enum status write_sources(struct product *p)
{
	struct path_graph *out = p->out;
	bool transposed = out->transposed;
	int32_t *state = transposed ? out->graph->sink_vertex : out->graph->source_vertex, n = 0;
	int64_t *time = transposed ? out->graph->sink_required : out->graph->source_arrival;
	int32_t **number = transposed ? &out->sink : &out->source;

	TRY(ALLOC(number, p->n_sources));
	for (int32_t s = 0; s < p->base->n_sources; s++) {
		if (!source_kept(p, s))
			continue;
		state[n] = state_entered(p, p->base->source_vertex[s], source_set(p, s));
		time[n] = (transposed ? -1 : 1) * p->base->source_arrival[s];
		(*number)[n++] = s;
	}
	return STATUS_OK;
}

static enum status write_sinks(struct product *p)
{
	struct path_graph *out = p->out;
	bool transposed = out->transposed;
	int32_t *state = transposed ? out->graph->source_vertex : out->graph->sink_vertex, n = 0;
	int64_t *time = transposed ? out->graph->source_arrival : out->graph->sink_required;
	int32_t **number = transposed ? &out->source : &out->sink;

	TRY(ALLOC(number, p->n_sinks));
	for (int32_t s = 0; s < p->base->n_sinks; s++) {
		if (!sink_kept(p, s))
			continue;
		state[n] = state_of(p, p->base->sink_vertex[s], all_passed(p));
		time[n] = (transposed ? -1 : 1) * p->base->sink_required[s];
		(*number)[n++] = s;
	}
	return STATUS_OK;
}

static enum status write_graph(struct product *p)
{
	const struct graph *base = p->base;
	struct path_graph *out = p->out;

	for (int32_t s = 0; s < base->n_sources; s++)
		p->n_sources += source_kept(p, s);
	for (int32_t s = 0; s < base->n_sinks; s++)
		p->n_sinks += sink_kept(p, s);
	out->transposed = p->query->transposed;
	TRY(graph_new(base->name, &out->graph));
	TRY(graph_reserve(out->graph, p->n_vertices, p->n_arcs,
			  out->transposed ? p->n_sinks : p->n_sources,
			  out->transposed ? p->n_sources : p->n_sinks, base->arc_type));
	TRY(number_states(p));
	TRY(write_arcs(p));
	TRY(write_sources(p));
	TRY(write_sinks(p));
	graph_close_within(out->graph, base);
	return STATUS_OK;
}

static enum status make_product(struct product *p)
{
	TRY(ALLOC(&p->out, 1));
	TRY(begin(p));
	TRY(search_backward(p));
	TRY(sweep_forward(p));
	release_order(p);
	return write_graph(p);
}

enum status path_graph_new(const struct graph *base, const struct path_query *query,
			   struct task *task, struct path_graph **out)
{
	struct product p = {.base = base, .query = query, .task = task};
	enum status status;

	if (query->n_groups > PATH_GROUPS_MAX)
		return status_fail(STATUS_BAD_INPUT, "more than %d lists of points to pass through",
				   PATH_GROUPS_MAX);
	task_begin(task, "selecting paths", 2 * (int64_t)base->n_vertices + base->n_arcs);
	status = make_product(&p);
	task_end(task);
	if (status == STATUS_OK) {
		*out = p.out;
		p.out = NULL;
	}
	product_release(&p);
	return status;
}
