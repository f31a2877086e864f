/* Where the states, sources and sinks of pins and clocks are: made once, so that a filter costs what its
 * lists have. */
#include "db/state/filter_index.h"

#include <stdlib.h>

#include "base/grow.h"
#include "base/parallel.h"

/* ---- under keys ---- */

/* Sources or sinks that are listed. */
struct ends {
	const struct filter_index *index;
	int32_t n;
	const int32_t *state, *clock_edge; /* [n]; no clock edges: NULL */
	int32_t n_clock_edges;             /* those that have ends are below */
	int parts;
	int32_t *
		by_edge; /* owned [parts * n_clock_edges]: how many each part has of each clock edge, then where they begin */
};

static int32_t highest_edge(const int32_t *clock_edge, int32_t n)
{
	int32_t most = -1;

	PARALLEL_PRAGMA(omp parallel for schedule(static) reduction(max : most) ALL_THREADS_IF(parts_of(n) > 1))
	for (int32_t i = 0; i < n; i++)
		most = clock_edge[i] > most ? clock_edge[i] : most;
	return most;
}

static void count_ends(const struct ends *e)
{
	OVER_PARTS(p, e->parts)
	{
		int32_t *by_edge = e->by_edge + (int64_t)p * e->n_clock_edges;

		OVER_PART(i, e->n, e->parts, p)
		{
			if (e->clock_edge && e->clock_edge[i] >= 0)
				by_edge[e->clock_edge[i]]++;
		}
	}
}

/* From how many each part has to where they begin; how many there are. */
static int32_t begin_parts(int32_t *own, int64_t stride, int parts, int32_t sum)
{
	for (int p = 0; p < parts; p++) {
		int32_t n = own[p * stride];

		own[p * stride] = sum;
		sum += n;
	}
	return sum;
}

static void fill_ends(const struct ends *e, struct end_index *out)
{
	OVER_PARTS(p, e->parts)
	{
		int32_t *by_edge = e->by_edge + (int64_t)p * e->n_clock_edges;

		OVER_PART(i, e->n, e->parts, p)
		{
			int32_t end = (int32_t)i;

			out->at[i] = (struct keyed){filter_index_key(e->index, e->state[i]), end};
			if (e->clock_edge && e->clock_edge[i] >= 0)
				out->clocked[by_edge[e->clock_edge[i]]++] =
					(struct keyed){e->clock_edge[i], end};
		}
	}
}

static enum status list_ends(struct ends *e, struct end_index *out)
{
	e->parts = parts_of(e->n);
	e->n_clock_edges = e->clock_edge ? highest_edge(e->clock_edge, e->n) + 1 : 0;
	TRY(ALLOC(&e->by_edge, (int64_t)e->parts * e->n_clock_edges));
	count_ends(e);
	out->n = e->n;
	for (int32_t edge = 0; edge < e->n_clock_edges; edge++)
		out->n_clocked =
			begin_parts(e->by_edge + edge, e->n_clock_edges, e->parts, out->n_clocked);
	TRY(ALLOC(&out->at, out->n));
	TRY(ALLOC(&out->clocked, out->n_clocked));
	fill_ends(e, out);
	return keyed_sort(out->at, out->n);
}

static enum status make_ends(struct ends ends, struct end_index *out)
{
	enum status status = list_ends(&ends, out);

	free(ends.by_edge);
	return status;
}

/* ---- states ---- */

static enum status list_states(struct filter_index *index)
{
	int32_t n = index->context.graph->n_vertices;

	TRY(ALLOC(&index->first, index->n_keys));
	TRY(ALLOC(&index->next, n));
	OVER_ITEMS(k, index->n_keys)
	index->first[k] = -1;
	for (int32_t v = n - 1; v >= 0; v--) {
		int32_t key = graph_netlist_vertex(index->context.graph, v);

		index->next[v] = index->first[key];
		index->first[key] = v;
	}
	index->context.first = index->first;
	index->context.next = index->next;
	return STATUS_OK;
}

int32_t filter_index_first(const struct filter_index *index, int32_t key)
{
	const struct filter_context *of = &index->context;

	if (of->first)
		return of->first[key];
	return !of->tag_of || of->tag_of[key] >= 0 ? key : -1;
}

int32_t filter_index_next(const struct filter_index *index, int32_t state)
{
	return index->context.next ? index->context.next[state] : -1;
}

/* How many arcs a vertex has had before. */
static int32_t count_in(int32_t *row, bool shared)
{
	return shared ? __atomic_fetch_add(row, 1, __ATOMIC_RELAXED) : (*row)++;
}

/* Threads have met the arcs of a row in any order; they are few. */
static void sort_row(int32_t *arc, int32_t n)
{
	for (int32_t i = 1; i < n; i++) {
		int32_t own = arc[i], j = i;

		for (; j > 0 && arc[j - 1] > own; j--)
			arc[j] = arc[j - 1];
		arc[j] = own;
	}
}

enum status filter_index_need_fan_in(struct filter_index *index)
{
	const struct graph *graph = index->context.graph;
	bool shared = parts_of(graph->n_arcs) > 1;
	int32_t *row;

	if (index->in_arc)
		return STATUS_OK;
	free(index->in_row);
	/* while it is filled, a row begins one place later */
	TRY(ALLOC(&index->in_row, (int64_t)graph->n_vertices + 2));
	TRY(ALLOC(&index->in_arc, graph->n_arcs));
	row = index->in_row + 1;
	OVER_ITEMS(a, graph->n_arcs)
	count_in(&row[graph->arc_to[a] + 1], shared);
	for (int32_t v = 0; v < graph->n_vertices; v++)
		row[v + 1] += row[v];
	OVER_ITEMS(a, graph->n_arcs)
	index->in_arc[count_in(&row[graph->arc_to[a]], shared)] = (int32_t)a;
	if (!shared)
		return STATUS_OK;
	OVER_ITEMS(v, graph->n_vertices)
	sort_row(index->in_arc + index->in_row[v], index->in_row[v + 1] - index->in_row[v]);
	return STATUS_OK;
}

enum status filter_index_need_groups(struct filter_index *index)
{
	return index->state_groups ? STATUS_OK
				   : ALLOC(&index->state_groups, index->context.graph->n_vertices);
}

/* ---- all of it ---- */

static enum status fill_index(struct filter_index *index, const struct filter_context *context)
{
	const struct graph *graph = context->graph;
	const struct netlist *netlist = context->netlist;
	int32_t n_pins = netlist ? netlist->n_all_pins : graph->n_vertices;

	index->context = *context;
	index->context.source_clock_edge = index->context.sink_clock_edge = NULL;
	index->n_edges = netlist ? N_EDGES : 1;
	index->n_keys = n_pins * index->n_edges;
	if (netlist && !context->first && graph->netlist_vertex)
		TRY(list_states(index));
	TRY(make_ends((struct ends){.index = index,
				    .n = graph->n_sources,
				    .state = graph->source_vertex,
				    .clock_edge = context->source_clock_edge},
		      &index->sources));
	TRY(make_ends((struct ends){.index = index,
				    .n = graph->n_sinks,
				    .state = graph->sink_vertex,
				    .clock_edge = context->sink_clock_edge},
		      &index->sinks));
	TRY(ALLOC(&index->source_mark, graph->n_sources));
	TRY(ALLOC(&index->meets, n_pins));
	return ALLOC(&index->instance_meets, netlist ? netlist->n_instances : 0);
}

enum status filter_index_new(const struct filter_context *context, struct filter_index **out)
{
	struct filter_index *index;
	enum status status;

	TRY(ALLOC(&index, 1));
	status = fill_index(index, context);
	if (status != STATUS_OK) {
		filter_index_free(index);
		return status;
	}
	*out = index;
	return STATUS_OK;
}

void filter_index_free(struct filter_index *index)
{
	if (!index)
		return;
	free(index->sources.at);
	free(index->sources.clocked);
	free(index->sinks.at);
	free(index->sinks.clocked);
	free(index->first);
	free(index->next);
	free(index->in_row);
	free(index->in_arc);
	free(index->state_groups);
	free(index->source_mark);
	free(index->meets);
	free(index->instance_meets);
	free(index);
}
