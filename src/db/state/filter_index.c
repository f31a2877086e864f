/* Where the states, sources and sinks of pins and clocks are: made once, so that a filter costs what its
 * lists have. */
#include "db/state/filter_index.h"

#include <stdlib.h>

#include "base/grow.h"

/* ---- under keys ---- */

static int compare_keyed(const void *a, const void *b)
{
	const struct keyed *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return (x->item > y->item) - (x->item < y->item);
}

void keyed_find(const struct keyed *list, int32_t n, int32_t key, int32_t *begin, int32_t *end)
{
	int32_t low = 0, high = n;

	while (low < high) {
		int32_t middle = low + (high - low) / 2;

		if (list[middle].key < key)
			low = middle + 1;
		else
			high = middle;
	}
	*begin = low;
	while (low < n && list[low].key == key)
		low++;
	*end = low;
}

/* ok: NULL = all. */
static enum status make_ends(const struct filter_index *index, int32_t n, const int32_t *state,
			     const int32_t *clock_edge, const uint8_t *ok, struct end_index *out)
{
	TRY(ALLOC(&out->at, n));
	TRY(ALLOC(&out->clocked, clock_edge ? n : 0));
	for (int32_t i = 0; i < n; i++) {
		if (ok && !ok[i])
			continue;
		out->at[out->n++] = (struct keyed){filter_index_key(index, state[i]), i};
		if (clock_edge && clock_edge[i] >= 0)
			out->clocked[out->n_clocked++] = (struct keyed){clock_edge[i], i};
	}
	if (out->n)
		qsort(out->at, (size_t)out->n, sizeof *out->at, compare_keyed);
	if (out->n_clocked)
		qsort(out->clocked, (size_t)out->n_clocked, sizeof *out->clocked, compare_keyed);
	return STATUS_OK;
}

/* ---- states ---- */

static enum status list_states(struct filter_index *index)
{
	int32_t n = index->context.graph->n_vertices;

	TRY(ALLOC(&index->first, index->n_keys));
	TRY(ALLOC(&index->next, n));
	for (int32_t k = 0; k < index->n_keys; k++)
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
	if (!of->tag_of || of->tag_of[key] >= 0)
		return key;
	return of->upper ? upper_states_first(of->upper, key) : -1;
}

int32_t filter_index_next(const struct filter_index *index, int32_t state)
{
	if (index->context.next)
		return index->context.next[state];
	return index->context.upper ? upper_states_next(index->context.upper, state) : -1;
}

enum status filter_index_need_fan_in(struct filter_index *index)
{
	const struct graph *graph = index->context.graph;
	int32_t *row;

	if (index->in_arc)
		return STATUS_OK;
	free(index->in_row);
	/* while it is filled, a row begins one place later */
	TRY(ALLOC(&index->in_row, (int64_t)graph->n_vertices + 2));
	TRY(ALLOC(&index->in_arc, graph->n_arcs));
	row = index->in_row + 1;
	for (int32_t a = 0; a < graph->n_arcs; a++)
		row[graph->arc_to[a] + 1]++;
	for (int32_t v = 0; v < graph->n_vertices; v++)
		row[v + 1] += row[v];
	for (int32_t a = 0; a < graph->n_arcs; a++)
		index->in_arc[row[graph->arc_to[a]]++] = a;
	return STATUS_OK;
}

/* ---- all of it ---- */

static enum status fill_index(struct filter_index *index, const struct filter_context *context)
{
	const struct graph *graph = context->graph;
	const struct netlist *netlist = context->netlist;
	int32_t n_pins = netlist ? netlist->n_all_pins : graph->n_vertices;

	index->context = *context;
	index->context.source_clock_edge = index->context.sink_clock_edge = NULL;
	index->context.sink_ok = NULL;
	index->n_edges = netlist ? N_EDGES : 1;
	index->n_keys = n_pins * index->n_edges;
	if (netlist && !context->first && !context->upper && graph->netlist_vertex)
		TRY(list_states(index));
	TRY(make_ends(index, graph->n_sources, graph->source_vertex, context->source_clock_edge,
		      NULL, &index->sources));
	TRY(make_ends(index, graph->n_sinks, graph->sink_vertex, context->sink_clock_edge,
		      context->sink_ok, &index->sinks));
	TRY(ALLOC(&index->state_groups, graph->n_vertices));
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
