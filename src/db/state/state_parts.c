/*
 * Ends that threads meet: each has a part of what is checked, and ends, relations and groups of its own. These are
 * put together in the order of the parts, which gives them the numbers that one thread would.
 */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "db/state/state_impl.h"

/* A builder beside the others: it reads what they have in common. */
struct ends_part {
	struct state_builder b;
	struct state_graph states; /* owned: ends, relations, groups */
	struct graph graph;        /* owned: sinks */
	enum status status;
	int32_t *relation; /* owned: the numbers of its relations among those of all */
	int64_t first;     /* the place of its first end */
};

static enum status open_part(struct ends_part *part, const struct state_builder *b)
{
	part->b = *b;
	part->states = *b->states;
	part->graph = *b->states->graph;
	part->b.states = &part->states;
	part->b.relations = (struct relations){0};
	part->b.relation_slot = NULL;
	part->b.n_relation_slots = 0;
	part->states.graph = &part->graph;
	part->states.endpoint = NULL;
	part->states.relation = NULL;
	part->states.group = NULL;
	part->states.endpoint_capacity = part->states.relation_capacity = 0;
	part->states.group_capacity = 0;
	part->states.n_relations = part->states.n_groups = 0;
	part->graph.sink_vertex = NULL;
	part->graph.sink_required = NULL;
	part->graph.sink_capacity = part->graph.sink_required_capacity = 0;
	part->graph.n_sinks = 0;
	return b->constraints ? relations_init(b->constraints, &part->b.relations) : STATUS_OK;
}

static void close_part(struct ends_part *part)
{
	for (int32_t g = 0; g < part->states.n_groups; g++)
		free(part->states.group[g]);
	free(part->states.group);
	free(part->states.endpoint);
	free(part->states.relation);
	free(part->graph.sink_vertex);
	free(part->graph.sink_required);
	free(part->b.relation_slot);
	free(part->relation);
	relations_release(&part->b.relations);
}

/* The numbers of a part's relations: those that no part before it has are new. */
static enum status number_relations(struct state_builder *b, struct ends_part *part)
{
	const struct state_graph *states = &part->states;

	TRY(ALLOC(&part->relation, states->n_relations));
	for (int32_t r = 0; r < states->n_relations; r++) {
		struct relation relation = states->relation[r];

		TRY(state_find_group(b, states->group[relation.group], &relation.group));
		TRY(state_find_relation(b, &relation, &part->relation[r]));
	}
	return STATUS_OK;
}

static void copy_ends(const struct state_builder *b, const struct ends_part *part)
{
	struct endpoint *endpoint = b->states->endpoint + part->first;
	int32_t n = part->graph.n_sinks;

	if (n == 0)
		return;
	memcpy(b->states->graph->sink_vertex + part->first, part->graph.sink_vertex,
	       (size_t)n * sizeof *part->graph.sink_vertex);
	memset(b->states->graph->sink_required + part->first, 0,
	       (size_t)n * sizeof *part->graph.sink_required);
	for (int32_t i = 0; i < n; i++) {
		endpoint[i] = part->states.endpoint[i];
		endpoint[i].relation = part->relation[endpoint[i].relation];
	}
}

static enum status join_parts(struct state_builder *b, struct ends_part *part, int parts)
{
	struct state_graph *states = b->states;
	struct graph *graph = states->graph;
	int64_t n = graph->n_sinks;

	for (int p = 0; p < parts; p++) {
		/* a message is of its thread */
		if (part[p].status != STATUS_OK)
			return status_fail(part[p].status, "out of memory");
		TRY(number_relations(b, &part[p]));
		part[p].first = n;
		n += part[p].graph.n_sinks;
	}
	if (n > INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "more than %d sinks", INT32_MAX);
	TRY(GROW(&states->endpoint, &states->endpoint_capacity, n));
	TRY(GROW(&graph->sink_vertex, &graph->sink_capacity, n));
	TRY(GROW(&graph->sink_required, &graph->sink_required_capacity, n));
	OVER_PARTS(p, parts)
	copy_ends(b, &part[p]);
	graph->n_sinks = (int32_t)n;
	return STATUS_OK;
}

static enum status meet_parts(struct state_builder *b, struct ends_part *part, int parts, int64_t n,
			      state_meet_fn *meet)
{
	for (int p = 0; p < parts; p++)
		TRY(open_part(&part[p], b));
	OVER_PARTS(p, parts)
	part[p].status = meet(&part[p].b, part_begin(n, parts, p), part_begin(n, parts, p + 1));
	return join_parts(b, part, parts);
}

enum status state_meet_by_parts(struct state_builder *b, int64_t n, state_meet_fn *meet)
{
	struct ends_part *part;
	int parts = parts_of(n);
	enum status status;

	if (parts == 1)
		return meet(b, 0, n);
	TRY(ALLOC(&part, parts));
	status = meet_parts(b, part, parts, n, meet);
	for (int p = 0; p < parts; p++)
		close_part(&part[p]);
	free(part);
	return status;
}
