/*
 * Building, closing and tiling of timing graphs. Breaking loops is in loops.c.
 */
#include "db/graph.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "db/far_arcs.h"
#include "db/loops.h"

enum status graph_new(const char *name, struct graph **out)
{
	FREED struct graph *graph = NULL;

	TRY(ALLOC(&graph, 1));
	atomic_init(&graph->refs, 1);
	graph->n_tiles = 1;
	TRY(duplicate_string(name, &graph->name));
	HAND_OVER(out, graph);
	return STATUS_OK;
}

void graph_unref(struct graph *graph)
{
	if (!graph || atomic_fetch_sub(&graph->refs, 1) > 1)
		return;
	free(graph->name);
	names_release(&graph->names);
	if (!graph->arcs_of) {
		FREE_ALL(graph->arc_from, graph->arc_to, graph->arc_delay, graph->arc_type,
			 graph->netlist_vertex);
	}
	graph_unref(graph->arcs_of);
	netlist_unref(graph->netlist);
	graph_unref(graph->named_by);
	FREE_ALL(graph->named_vertex, graph->source_vertex, graph->source_arrival,
		 graph->sink_vertex, graph->sink_required);
	graph_forget_depths(graph);
	free(graph);
}

enum status graph_share_arcs(struct graph *graph, struct graph **out)
{
	struct graph *shared;

	TRY(graph_new(graph->name, &shared));
	shared->objective = graph->objective;
	shared->early = graph->early;
	shared->n_vertices = graph->n_vertices;
	shared->n_tiles = graph->n_tiles;
	shared->netlist = netlist_ref(graph->netlist);
	shared->arcs_of = graph_ref(graph->arcs_of ? graph->arcs_of : graph);
	shared->n_arcs = graph->n_arcs;
	shared->arc_from = graph->arc_from;
	shared->arc_to = graph->arc_to;
	shared->arc_type = graph->arc_type;
	shared->netlist_vertex = graph->netlist_vertex;
	shared->n_broken = graph->n_broken;
	shared->largest_sum = graph->largest_sum;
	*out = shared;
	return STATUS_OK;
}

enum status graph_list_netlist_vertices(const struct graph *graph, int32_t **out)
{
	TRY(ALLOC(out, graph->n_vertices));
	OVER_ITEMS(v, graph->n_vertices)
	(*out)[v] = graph_netlist_vertex(graph, (int32_t)v);
	return STATUS_OK;
}

enum status graph_add_vertex(struct graph *graph, const char *name, int64_t length, bool *added)
{
	int32_t id;

	TRY(names_add(&graph->names, name, length, &id, added));
	graph->n_vertices = graph->names.n;
	return STATUS_OK;
}

static enum status add_arc(struct graph *graph, int32_t from, int32_t to)
{
	int32_t n = graph->n_arcs;

	if (n == INT32_MAX)
		return status_too_many("arcs");
	TRY(GROW(&graph->arc_from, &graph->arc_capacity, n + 1));
	TRY(GROW(&graph->arc_to, &graph->arc_to_capacity, n + 1));
	graph->arc_from[n] = from;
	graph->arc_to[n] = to;
	graph->n_arcs++;
	return STATUS_OK;
}

enum status graph_add_arc(struct graph *graph, int32_t from, int32_t to, int64_t delay)
{
	TRY(GROW(&graph->arc_delay, &graph->arc_delay_capacity, (int64_t)graph->n_arcs + 1));
	TRY(add_arc(graph, from, to));
	graph->arc_delay[graph->n_arcs - 1] = delay;
	return STATUS_OK;
}

enum status graph_need_arcs(struct graph *graph, int64_t n)
{
	TRY(GROW(&graph->arc_from, &graph->arc_capacity, n));
	TRY(GROW(&graph->arc_to, &graph->arc_to_capacity, n));
	return GROW(&graph->arc_type, &graph->arc_type_capacity, n);
}

enum status graph_add_typed_arc(struct graph *graph, int32_t from, int32_t to, int32_t type)
{
	TRY(GROW(&graph->arc_type, &graph->arc_type_capacity, (int64_t)graph->n_arcs + 1));
	TRY(add_arc(graph, from, to));
	graph->arc_type[graph->n_arcs - 1] = type;
	return STATUS_OK;
}

enum status graph_add_source(struct graph *graph, int32_t vertex, int64_t arrival)
{
	int32_t n = graph->n_sources;

	if (n == INT32_MAX)
		return status_too_many("sources");
	TRY(GROW(&graph->source_vertex, &graph->source_capacity, n + 1));
	TRY(GROW(&graph->source_arrival, &graph->source_arrival_capacity, n + 1));
	graph->source_vertex[n] = vertex;
	graph->source_arrival[n] = arrival;
	graph->n_sources++;
	return STATUS_OK;
}

enum status graph_add_sink(struct graph *graph, int32_t vertex, int64_t required)
{
	int32_t n = graph->n_sinks;

	if (n == INT32_MAX)
		return status_too_many("sinks");
	TRY(GROW(&graph->sink_vertex, &graph->sink_capacity, n + 1));
	TRY(GROW(&graph->sink_required, &graph->sink_required_capacity, n + 1));
	graph->sink_vertex[n] = vertex;
	graph->sink_required[n] = required;
	graph->n_sinks++;
	return STATUS_OK;
}

FREES(graph_order_release, struct graph_order, x->row, x->arc, x->vertex, x->level_row);

/*
 * A counting sort by tail. Each thread counts and places the arcs of its vertices, so a place is written once, and arcs
 * keep their order in a row. It looks at the chunks of arcs in which some are, as tails are mostly in the order of
 * memory.
 */
struct sorting {
	const struct graph *graph;
	int32_t *row, *arc;
	int parts;
	int32_t share;      /* vertices of a part */
	uint64_t *parts_in; /* [chunks]: bits of the parts, modulo 64, that have arcs in a chunk */
	int64_t *n_before;  /* [parts]: arcs of each, then of those before it */
};

enum { CHUNK = 1 << 14, PARTS_BITS = 64 };

static void mark_chunk(const struct sorting *s, int64_t chunk)
{
	const int32_t *from = s->graph->arc_from;
	int64_t end = min_i64((chunk + 1) * CHUNK, s->graph->n_arcs);
	int32_t begin = 0, n = 0; /* the vertices of the part that the arc before is in */
	uint64_t bits = 0;

	for (int64_t a = chunk * CHUNK; a < end; a++) {
		if (from[a] >= begin && from[a] - begin < n)
			continue;
		begin = from[a] / s->share * s->share;
		n = s->share;
		bits |= UINT64_C(1) << begin / s->share % PARTS_BITS;
	}
	s->parts_in[chunk] = bits;
}

/* The next chunk from one on in which a part may have arcs. */
static int64_t next_chunk(const struct sorting *s, int part, int64_t chunk, int64_t n)
{
	while (chunk < n && !(s->parts_in[chunk] >> part % PARTS_BITS & 1))
		chunk++;
	return chunk;
}

/* row[v + 1] first counts, then begins, and at last ends what it is of. */
static void sort_part(const struct sorting *s, int part, bool places)
{
	const int32_t *from = s->graph->arc_from;
	int64_t n = ((int64_t)s->graph->n_arcs + CHUNK - 1) / CHUNK, own = 0;
	int32_t begin = (int32_t)min_i64((int64_t)part * s->share, s->graph->n_vertices);
	int32_t end = (int32_t)min_i64((int64_t)begin + s->share, s->graph->n_vertices);
	int32_t sum = (int32_t)s->n_before[part];

	for (int32_t v = begin; v < end && places; v++) {
		int32_t of = s->row[v + 1];

		s->row[v + 1] = sum;
		sum += of;
	}
	for (int64_t c = next_chunk(s, part, 0, n); c < n; c = next_chunk(s, part, c + 1, n)) {
		int32_t last = (int32_t)min_i64((c + 1) * CHUNK, s->graph->n_arcs);

		for (int32_t a = (int32_t)(c * CHUNK); a < last; a++) {
			if (from[a] < begin || from[a] >= end)
				continue;
			if (places)
				s->arc[s->row[from[a] + 1]] = a;
			s->row[from[a] + 1]++;
			own++;
		}
	}
	if (!places)
		s->n_before[part] = own;
}

/* All of that by one thread. */
static void sort_alone(const struct sorting *s)
{
	const int32_t *from = s->graph->arc_from;
	int32_t sum = 0;

	for (int32_t a = 0; a < s->graph->n_arcs; a++)
		s->row[from[a] + 1]++;
	for (int32_t v = 0; v < s->graph->n_vertices; v++) {
		int32_t n = s->row[v + 1];

		s->row[v + 1] = sum;
		sum += n;
	}
	for (int32_t a = 0; a < s->graph->n_arcs; a++)
		s->arc[s->row[from[a] + 1]++] = a;
}

static void sort_arcs(struct sorting *s)
{
	int64_t n_chunks = ((int64_t)s->graph->n_arcs + CHUNK - 1) / CHUNK;

	OVER_PARTS(p, s->parts)
	{
		OVER_PART(c, n_chunks, s->parts, p)
		mark_chunk(s, c);
	}
	OVER_PARTS(p, s->parts)
	sort_part(s, p, false);
	parts_place(s->n_before, s->parts, 0);
	OVER_PARTS(p, s->parts)
	sort_part(s, p, true);
}

static enum status fill_fan_out(const struct graph *graph, int32_t *row, int32_t *arc)
{
	FREED uint64_t *parts_in = NULL;
	FREED int64_t *n_before = NULL;
	struct sorting s = {
		.graph = graph, .row = row, .arc = arc, .parts = parts_of(graph->n_arcs)};

	if (s.parts == 1) {
		sort_alone(&s);
		return STATUS_OK;
	}
	TRY(ALLOC(&parts_in, ((int64_t)graph->n_arcs + CHUNK - 1) / CHUNK));
	TRY(ALLOC(&n_before, s.parts));
	s.share = graph->n_vertices / s.parts + 1;
	s.parts_in = parts_in;
	s.n_before = n_before;
	sort_arcs(&s);
	return STATUS_OK;
}

enum status graph_fan_out(const struct graph *graph, int32_t **row_out, int32_t **arc_out)
{
	FREED int32_t *row = NULL, *arc = NULL;

	TRY(ALLOC(&row, (int64_t)graph->n_vertices + 1));
	TRY(ALLOC(&arc, graph->n_arcs));
	TRY(fill_fan_out(graph, row, arc));
	HAND_OVER(row_out, row);
	HAND_OVER(arc_out, arc);
	return STATUS_OK;
}

struct ends {
	const int32_t *row;   /* fan-out */
	const bool *is_first; /* [vertices]: has no fan-in */
};

static bool is_end(const void *context, int64_t vertex)
{
	const struct ends *ends = context;

	return ends->row[vertex] == ends->row[vertex + 1] && !ends->is_first[vertex];
}

/* Every vertex without fan-in, which are the first level, becomes a source at 0, every one without fan-out a sink at 0; but those
 * without arcs neither: they are no paths. */
static enum status add_ends(struct graph *graph, const struct graph_order *order)
{
	int32_t n_first = order->n_levels ? order->level_row[1] : 0;
	FREED bool *is_first = NULL;
	struct ends ends = {.row = order->row};

	TRY(ALLOC_ALL(n_first, &graph->source_vertex, &graph->source_arrival));
	TRY(ALLOC(&is_first, graph->n_vertices));
	for (int32_t i = 0; i < n_first; i++) {
		int32_t v = order->vertex[i];

		is_first[v] = true;
		if (ends.row[v] < ends.row[v + 1])
			graph->source_vertex[graph->n_sources++] = v;
	}
	ends.is_first = is_first;
	TRY(select_items(graph->n_vertices, is_end, &ends, &graph->sink_vertex, &graph->n_sinks));
	return ALLOC(&graph->sink_required, graph->n_sinks);
}

static int64_t add_capped(int64_t a, int64_t b)
{
	return a > INT64_MAX - b ? INT64_MAX : a + b;
}

/* What is beyond a vertex, itself a sink included. Together, as a sweep looks at both. */
struct beyond {
	int64_t sum; /* the longest of absolute values on a path from here, and the required time */
	int32_t depth; /* arcs to the end, one to a sink's own state among them */
};

/* Of vertices of one level, the last of its order first; *largest: their longest sum. */
static void sweep_part(const struct graph *graph, const struct graph_order *order, int32_t begin,
		       int32_t end, struct beyond *beyond, int64_t *largest)
{
	const int32_t *row = order->row, *arc = order->arc, *vertex = order->vertex;
	const struct far_arcs far = {vertex,        row, arc, graph->arc_to, (const char *)beyond,
				     sizeof *beyond};
	int64_t most = 0;

	for (int32_t i = end - 1; i >= begin; i--) {
		struct beyond own = beyond[vertex[i]];

		ask_for_far_arcs_back(&far, i);
		for (int32_t j = row[vertex[i]]; j < row[vertex[i] + 1]; j++) {
			const struct beyond *head = &beyond[graph->arc_to[arc[j]]];
			int64_t sum = add_capped(head->sum, llabs(graph->arc_delay[arc[j]]));

			own.sum = max_i64(own.sum, sum);
			own.depth = own.depth > head->depth ? own.depth : head->depth + 1;
		}
		beyond[vertex[i]] = own;
		most = max_i64(most, own.sum);
	}
	*largest = most;
}

/* Level by level from the last, as what a level leads to is in those after it; largest: [host_threads()]. */
static enum status sweep_back(const struct graph *graph, const struct graph_order *order,
			      struct task *task, struct beyond *beyond, int64_t *largest)
{
	int64_t most = 0;

	for (int32_t l = order->n_levels - 1; l >= 0; l--) {
		int32_t begin = order->level_row[l], n = order->level_row[l + 1] - begin;
		int parts = far_parts_of(n);

		if (task_cancelled(task))
			return STATUS_CANCELLED;
		OVER_PARTS(p, parts)
		sweep_part(graph, order, begin + (int32_t)part_begin(n, parts, p),
			   begin + (int32_t)part_begin(n, parts, p + 1), beyond, &largest[p]);
		for (int p = 0; p < parts; p++)
			most = max_i64(most, largest[p]);
	}
	largest[0] = most;
	return STATUS_OK;
}

static enum status sweep_from_sinks(struct graph *graph, const struct graph_order *order,
				    struct task *task, struct beyond *beyond)
{
	FREED int64_t *largest = NULL;

	TRY(ALLOC(&graph->depth, graph->n_vertices));
	TRY(ALLOC(&largest, host_threads()));
	for (int32_t s = 0; s < graph->n_sinks; s++) {
		struct beyond *at = &beyond[graph->sink_vertex[s]];

		*at = (struct beyond){max_i64(at->sum, llabs(graph->sink_required[s])), 1};
	}
	TRY(sweep_back(graph, order, task, beyond, largest));
	OVER_ITEMS(v, graph->n_vertices)
	graph->depth[v] = beyond[v].depth;
	for (int32_t s = 0; s < graph->n_sources; s++)
		largest[0] = max_i64(largest[0], add_capped(beyond[graph->source_vertex[s]].sum,
							    llabs(graph->source_arrival[s])));
	graph->largest_sum = largest[0];
	return STATUS_OK;
}

/* largest_sum and depth, by one sweep backward in topological order. */
static enum status look_beyond(struct graph *graph, const struct graph_order *order,
			       struct task *task)
{
	FREED struct beyond *beyond = NULL;

	TRY(ALLOC(&beyond, graph->n_vertices));
	TRY(sweep_from_sinks(graph, order, task, beyond));
	if (graph->largest_sum >= INT64_C(1) << 61)
		return status_fail(STATUS_BAD_INPUT,
				   "%s: error: delays along a path add up to more than 2^61 fs",
				   graph->name);
	return STATUS_OK;
}

/* Sinks become states and arcs of their own when paths are searched. */
static enum status check_counts(int64_t n_vertices, int64_t n_arcs, int32_t n_sinks)
{
	if (n_vertices + n_sinks >= INT32_MAX)
		return status_too_many("vertices and sinks");
	if (n_arcs + n_sinks >= INT32_MAX)
		return status_too_many("arcs and sinks");
	return STATUS_OK;
}

static enum status close_acyclic(struct graph *graph, const struct graph_order *order,
				 struct task *task)
{
	/* A netlist that isn't constrained is just that: it has no paths. */
	graph->objective = graph->n_sources || graph->netlist ? OBJECTIVE_SLACK : OBJECTIVE_COST;
	if (graph->objective == OBJECTIVE_COST)
		TRY(add_ends(graph, order));
	TRY(check_counts(graph->n_vertices, graph->n_arcs, graph->n_sinks));
	return graph->arc_type ? STATUS_OK : look_beyond(graph, order, task);
}

enum status graph_close_ordered(struct graph *graph, const struct loop_choice *choice,
				struct text *warnings, struct task *task, struct graph_order *order)
{
	if (!graph->n_sources != !graph->n_sinks && !graph->netlist)
		return status_fail(STATUS_BAD_INPUT, "%s: error: %s lines without %s lines",
				   graph->name, graph->n_sources ? "source" : "sink",
				   graph->n_sources ? "sink" : "source");
	TRY(graph_break_loops(graph, choice, warnings, task, order));
	return close_acyclic(graph, order, task);
}

enum status graph_close(struct graph *graph, struct text *warnings, struct task *task)
{
	RELEASED_BY(graph_order_release) struct graph_order order = {0};

	TRY(graph_close_ordered(graph, NULL, warnings, task, &order));
	if (graph->depth) {
		graph->out_row = order.row;
		order.row = NULL;
	}
	return STATUS_OK;
}

void graph_forget_depths(struct graph *graph)
{
	FREE_ALL(graph->depth, graph->out_row);
	graph->depth = graph->out_row = NULL;
}

enum status graph_reserve(struct graph *graph, int64_t n_vertices, int64_t n_arcs,
			  int32_t n_sources, int32_t n_sinks, bool typed)
{
	TRY(check_counts(n_vertices, n_arcs, n_sinks));
	TRY(ALLOC_UNSET(&graph->arc_from, n_arcs));
	TRY(ALLOC_UNSET(&graph->arc_to, n_arcs));
	if (typed)
		TRY(ALLOC_UNSET(&graph->arc_type, n_arcs));
	else
		TRY(ALLOC_UNSET(&graph->arc_delay, n_arcs));
	TRY(ALLOC_UNSET(&graph->source_vertex, n_sources));
	TRY(ALLOC_UNSET(&graph->source_arrival, n_sources));
	TRY(ALLOC_UNSET(&graph->sink_vertex, n_sinks));
	TRY(ALLOC_UNSET(&graph->sink_required, n_sinks));
	graph->n_vertices = (int32_t)n_vertices;
	graph->n_arcs = (int32_t)n_arcs;
	graph->n_sources = n_sources;
	graph->n_sinks = n_sinks;
	return STATUS_OK;
}

void graph_close_within(struct graph *graph, const struct graph *base)
{
	graph->objective = base->objective;
	graph->early = base->early;
	graph->largest_sum = base->largest_sum;
}

static enum status copy_names(struct names *to, const struct names *from)
{
	for (int32_t id = 0; id < from->n; id++) {
		const char *name = names_get(from, id);
		int32_t unused;

		TRY(names_add(to, name, (int64_t)strlen(name), &unused, NULL));
	}
	return STATUS_OK;
}

static enum status tile_into(struct graph *to, const struct graph *from, int32_t n,
			     struct task *task)
{
	TRY(copy_names(&to->names, &from->names));
	TRY(GROW(&to->arc_from, &to->arc_capacity, (int64_t)from->n_arcs * n));
	TRY(GROW(&to->arc_to, &to->arc_to_capacity, (int64_t)from->n_arcs * n));
	TRY(GROW(&to->arc_delay, &to->arc_delay_capacity, (int64_t)from->n_arcs * n));
	for (int32_t t = 0; t < n; t++) {
		int32_t base = t * from->n_vertices;

		TRY(task_progress(task, t));
		for (int32_t a = 0; a < from->n_arcs; a++)
			TRY(graph_add_arc(to, base + from->arc_from[a], base + from->arc_to[a],
					  from->arc_delay[a]));
		for (int32_t s = 0; s < from->n_sources; s++)
			TRY(graph_add_source(to, base + from->source_vertex[s],
					     from->source_arrival[s]));
		for (int32_t s = 0; s < from->n_sinks; s++)
			TRY(graph_add_sink(to, base + from->sink_vertex[s],
					   from->sink_required[s]));
	}
	return STATUS_OK;
}

enum status graph_tile(const struct graph *graph, int32_t n, struct task *task, struct graph **out)
{
	RELEASED_BY(graph_drop) struct graph *tiled = NULL;

	if ((int64_t)n * ((int64_t)graph->n_vertices + graph->n_sinks) >= INT32_MAX ||
	    (int64_t)n * ((int64_t)graph->n_arcs + graph->n_sinks) >= INT32_MAX)
		return status_fail(STATUS_FAILED, "%" PRId32 " copies of \"%s\" are too many", n,
				   graph->name);
	TRY(graph_new(graph->name, &tiled));
	tiled->objective = graph->objective;
	tiled->early = graph->early;
	tiled->n_tiles = n * graph->n_tiles;
	tiled->n_vertices = n * graph->n_vertices;
	tiled->n_broken = n * graph->n_broken;
	tiled->largest_sum = graph->largest_sum;
	DOING(task, "copying", n);
	TRY(tile_into(tiled, graph, n, task));
	HAND_OVER(out, tiled);
	return STATUS_OK;
}

void graph_write_name(const struct graph *graph, int32_t vertex, struct text *out)
{
	if (graph->netlist) {
		vertex = graph_netlist_vertex(graph, vertex);
		netlist_write_pin(graph->netlist, vertex / N_EDGES, '/', out);
		text_add(out, vertex % N_EDGES == RISE ? " rise" : " fall");
		return;
	}
	if (graph->named_by) {
		graph_write_name(graph->named_by, graph->named_vertex[vertex], out);
		return;
	}
	if (graph->n_tiles > 1)
		text_printf(out, "t%" PRId32 "/", vertex / graph->names.n);
	text_add(out, names_get(&graph->names, vertex % graph->names.n));
}

int32_t graph_find_vertex(const struct graph *graph, const char *name)
{
	int32_t tile = 0, vertex;
	int length = 0;

	if (graph->n_tiles > 1 && (sscanf(name, "t%" SCNd32 "/%n", &tile, &length) != 1 ||
				   !length || tile < 0 || tile >= graph->n_tiles))
		return -1;
	name += length;
	vertex = names_find(&graph->names, name, (int64_t)strlen(name));
	return vertex < 0 ? -1 : tile * graph->names.n + vertex;
}
