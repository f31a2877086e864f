/* Other exceptions: what is on top, ends and beginnings are put in place of those that there were. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/splice.h"
#include "db/fan_out.h"
#include "db/state/state_layers_impl.h"

/* ---- others on top ---- */

static enum status seed_below(struct state_graph *states)
{
	const struct state_layers *layers = states->layers;

	states->n_seeds = 0;
	for (int32_t i = 0; i < layers->n_seeds; i++)
		TRY(layer_keep_seed(states, &layers->seed[i]));
	return STATUS_OK;
}

/* Has any vertex several states? */
static bool any_has_several(const struct state_graph *states)
{
	const struct graph *graph = states->graph;
	int32_t n = states->timing->graph->n_vertices;
	bool any = false;

	for (int32_t s = states->layers->n_below; s < graph->n_vertices && !any; s++)
		any = state_next(states, state_first(states, state_vertex(states, s))) >= 0;
	for (int32_t v = 0; v < n && !any && !states->layers->is_flat; v++)
		any = states->first[v] >= 0 && states->next[states->first[v]] >= 0;
	return any;
}

static bool is_below_alone(const struct state_graph *states)
{
	const struct state_layers *layers = states->layers;

	return states->graph->n_vertices == layers->n_below &&
	       states->graph->n_arcs == layers->n_arcs_below && !layers->n_states &&
	       !layers->n_arcs;
}

static enum status layer_again(struct state_builder *b, bool *done)
{
	struct state_graph *states = b->states;

	b->vertex_capacity = states->layers->vertex_capacity;
	layer_undo(states);
	if (states->was_read) {
		TRY(layer_fit_below(states, done));
		states->was_read = false;
		if (!*done)
			return STATUS_OK;
	}
	if (b->exceptions.named)
		TRY(layer_put(b, done));
	else
		TRY(seed_below(states));
	if (!*done || (!b->exceptions.named && !states->layers->is_flat))
		return STATUS_OK;
	if (states->layers->is_flat && is_below_alone(states))
		return layer_flatten(b);
	*done &= !states->layers->tried_flat || any_has_several(states);
	return STATUS_OK;
}

/* ---- where paths begin ---- */

static int32_t vertex_of_source(const struct state_graph *states, int32_t source)
{
	int32_t state = states->graph->source_vertex[source];

	return state < 0 ? ~state : state_vertex(states, state);
}

/* They are by vertex: those of one, or where they would be. */
static struct splice find_sources(const struct state_graph *states, int32_t vertex)
{
	int32_t low = 0, high = states->graph->n_sources, n = 0;

	while (low < high) {
		int32_t middle = low + (high - low) / 2;

		if (vertex_of_source(states, middle) < vertex)
			low = middle + 1;
		else
			high = middle;
	}
	while (low + n < states->graph->n_sources && vertex_of_source(states, low + n) == vertex)
		n++;
	return (struct splice){low, n, 0};
}

/* As sinks: those of what is on top have ~vertex. */
static void keep_sources(struct state_graph *states, const int32_t *vertex, int32_t n)
{
	int32_t *source = states->graph->source_vertex;

	for (int32_t i = 0; i < n; i++) {
		struct splice at = find_sources(states, vertex[i]);

		for (int32_t j = at.at; j < at.at + at.n_old; j++) {
			if (source[j] >= states->layers->n_below)
				source[j] = ~vertex[i];
		}
	}
}

static enum status splice_sources(struct state_graph *states, const int32_t *vertex, int32_t n,
				  const struct splice *splice)
{
	struct graph *graph = states->graph;
	int32_t n_old = graph->n_sources;
	int64_t grown = splices_grow(splice, n), by = 0;

	if (n_old + grown > INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "more than %d sources", INT32_MAX);
	TRY(GROW(&graph->source_vertex, &graph->source_capacity, n_old + grown));
	TRY(GROW(&graph->source_arrival, &graph->source_arrival_capacity, n_old + grown));
	TRY(splice_items(graph->source_vertex, n_old, sizeof *graph->source_vertex, splice, n));
	if (grown > 0)
		memset(graph->source_arrival + n_old, 0,
		       (size_t)grown * sizeof *graph->source_arrival);
	graph->n_sources = (int32_t)(n_old + grown);
	for (int32_t i = 0; i < n; i++) {
		state_list_begins(states, vertex[i], splice[i].at + by);
		by += splice[i].n_new - splice[i].n_old;
	}
	return STATUS_OK;
}

/* In place of those that there were at these vertices. */
static enum status put_sources(struct state_graph *states, const int32_t *vertex, int32_t n)
{
	struct splice *splice;
	enum status status;

	TRY(ALLOC(&splice, n));
	for (int32_t i = 0; i < n; i++) {
		splice[i] = find_sources(states, vertex[i]);
		splice[i].n_new = (int32_t)state_count_begins(states, vertex[i]);
	}
	status = splice_sources(states, vertex, n, splice);
	free(splice);
	return status;
}

/* ---- and their ends ---- */

/* In order, each once. */
struct vertex_list {
	int32_t n;
	int64_t capacity;
	int32_t *vertex; /* owned */
};

/* And where states are on top, or are others than below. */
static enum status list_changed(const struct state_graph *states, struct vertex_list *list)
{
	const struct state_layers *layers = states->layers;
	const struct graph *graph = states->graph;
	int64_t n = (int64_t)graph->n_vertices - layers->n_below + layers->n_states;
	int32_t n_kept = 0;

	TRY(GROW(&list->vertex, &list->capacity, list->n + n));
	for (int32_t s = layers->n_below; s < graph->n_vertices; s++)
		list->vertex[list->n++] = state_vertex(states, s);
	for (int32_t i = 0; i < layers->n_states; i++)
		list->vertex[list->n++] = state_vertex(states, layers->state[i].vertex);
	if (list->n)
		qsort(list->vertex, (size_t)list->n, sizeof *list->vertex, compare_int32);
	for (int32_t i = 0; i < list->n; i++) {
		if (!n_kept || list->vertex[n_kept - 1] != list->vertex[i])
			list->vertex[n_kept++] = list->vertex[i];
	}
	list->n = n_kept;
	return STATUS_OK;
}

static enum status meet_all(struct state_builder *b)
{
	struct state_graph *states = b->states;

	for (int32_t g = 0; g < states->n_groups; g++)
		free(states->group[g]);
	states->n_groups = states->n_relations = states->n_gone = 0;
	states->graph->n_sinks = 0;
	/* of relations of ends that were met before one asked for all */
	free(b->relation_slot);
	b->relation_slot = NULL;
	b->n_relation_slots = 0;
	TRY(timing_graph_need_fan_out(b->owner));
	TRY(state_mark_sources(b));
	if (!b->is_captured)
		TRY(state_mark_captured(b));
	return state_add_endpoints(b);
}

static enum status layer_with_ends(struct state_builder *b, const struct constraints *before,
				   struct vertex_list *list, bool *done)
{
	struct state_graph *states = b->states;
	bool stay = layer_ends_may_stay(b, before);

	if (states->was_read) {
		TRY(layer_fit_ends(b, &stay, done));
		if (!*done)
			return STATUS_OK;
	}
	/* a graph that others look at stays as it is */
	if (atomic_load(&states->graph->refs) > 1)
		TRY(layer_own_graph(states));
	TRY(list_changed(states, list));
	keep_sources(states, list->vertex, list->n);
	if (stay)
		TRY(layer_keep_ends(b, list->vertex, list->n, &stay));
	TRY(layer_again(b, done));
	if (!*done)
		return STATUS_OK;
	TRY(list_changed(states, list));
	TRY(put_sources(states, list->vertex, list->n));
	if (stay)
		TRY(layer_meet_again(b, before, list->vertex, list->n, &stay));
	return stay ? STATUS_OK : meet_all(b);
}

enum status state_layer_with_ends(struct state_builder *b, const struct constraints *before,
				  bool *done)
{
	struct vertex_list list = {0};
	enum status status = layer_with_ends(b, before, &list, done);

	free(list.vertex);
	return status;
}
