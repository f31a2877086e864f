/*
 * Ends that threads meet: each has a part of what is checked, and ends, relations and groups of its own. These are
 * put together in the order of the parts, which gives them the numbers that one thread would. Where vertices are states
 * an item has one end at most, so each part writes its ends where they would be if all items had one.
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
	struct text message;        /* of status: messages are of their threads */
	int32_t *relation;          /* owned: the numbers of its relations among those of all */
	int64_t first;              /* the place of its first end */
	struct ends_memory *memory; /* borrowed: where its ends' arrays came from and go back to */
	bool in_place;              /* its ends are borrowed instead: a slice of those of all … */
	int64_t slice;              /* … from here on */
};

/* The slice for n items from one on. */
static void take_slice(struct ends_part *part, const struct state_builder *b, int64_t begin,
		       int64_t n)
{
	const struct graph *graph = b->states->graph;

	part->in_place = true;
	part->slice = graph->n_sinks + begin;
	part->states.endpoint = b->states->endpoint + part->slice;
	part->graph.sink_vertex = graph->sink_vertex + part->slice;
	part->graph.sink_required = graph->sink_required + part->slice;
	part->states.capacity.endpoint = n;
	part->graph.sink_capacity = part->graph.sink_required_capacity = n;
}

void state_release_ends(struct state_basis *basis)
{
	for (int i = 0; i < basis->n_ends; i++)
		FREE_ALL(basis->ends[i].endpoint, basis->ends[i].sink_vertex,
			 basis->ends[i].sink_required);
	free(basis->ends);
	basis->ends = NULL;
	basis->n_ends = 0;
}

static enum status need_memory(struct state_basis *basis, int parts)
{
	struct ends_memory *ends;

	if (parts <= basis->n_ends)
		return STATUS_OK;
	TRY(ALLOC(&ends, parts));
	if (basis->n_ends)
		memcpy(ends, basis->ends, (size_t)basis->n_ends * sizeof *ends);
	free(basis->ends);
	basis->ends = ends;
	basis->n_ends = parts;
	return STATUS_OK;
}

static void take_memory(struct ends_part *part, struct ends_memory *memory)
{
	part->memory = memory;
	part->states.endpoint = memory->endpoint;
	part->states.capacity.endpoint = memory->capacity;
	part->graph.sink_vertex = memory->sink_vertex;
	part->graph.sink_capacity = memory->vertex_capacity;
	part->graph.sink_required = memory->sink_required;
	part->graph.sink_required_capacity = memory->required_capacity;
	*memory = (struct ends_memory){0};
}

static void leave_memory(const struct ends_part *part)
{
	*part->memory =
		(struct ends_memory){.endpoint = part->states.endpoint,
				     .capacity = part->states.capacity.endpoint,
				     .sink_vertex = part->graph.sink_vertex,
				     .vertex_capacity = part->graph.sink_capacity,
				     .sink_required = part->graph.sink_required,
				     .required_capacity = part->graph.sink_required_capacity};
}

static enum status open_part(struct ends_part *part, const struct state_builder *b)
{
	part->b = *b;
	part->states = *b->states;
	part->graph = *b->states->graph;
	part->b.states = &part->states;
	part->b.relations = (struct relations){0};
	part->b.relation_slot = NULL;
	part->b.n_relation_slots = 0;
	memset(part->b.met, 0, sizeof part->b.met);
	part->states.graph = &part->graph;
	part->states.relation = NULL;
	part->states.group = NULL;
	part->states.capacity.relation = part->states.capacity.group = 0;
	part->states.n_relations = part->states.n_groups = 0;
	part->graph.n_sinks = 0;
	return b->constraints ? relations_init(b->constraints, &part->b.relations) : STATUS_OK;
}

static void close_part(struct ends_part *part)
{
	for (int32_t g = 0; g < part->states.n_groups; g++)
		free(part->states.group[g]);
	free(part->states.group);
	free(part->states.relation);
	if (part->memory)
		leave_memory(part);
	free(part->b.relation_slot);
	free(part->relation);
	text_release(&part->message);
	relations_release(&part->b.relations);
}

/* The numbers of a part's relations: those that no part before it has are new. */
static enum status number_relations(struct state_builder *b, struct ends_part *part)
{
	const struct state_graph *states = &part->states;

	TRY(ALLOC(&part->relation, states->n_relations));
	for (int32_t r = 0; r < states->n_relations; r++) {
		struct relation relation = states->relation[r];

		if (relation.group != NO_GROUP)
			TRY(state_find_group(b, states->group[relation.group], &relation.group));
		TRY(state_find_relation(b, &relation, &part->relation[r]));
	}
	return STATUS_OK;
}

/* Its ends with the numbers of relations among all; to their place, unless they are there. */
static void finish_ends(const struct state_builder *b, const struct ends_part *part)
{
	struct endpoint *endpoint;
	int32_t n = part->graph.n_sinks;

	if (n == 0)
		return;
	endpoint = part->in_place ? part->states.endpoint : b->states->endpoint + part->first;
	for (int32_t i = 0; i < n; i++) {
		int32_t relation = part->states.endpoint[i].relation;

		if (!part->in_place)
			endpoint[i] = part->states.endpoint[i];
		endpoint[i].relation = part->relation[relation];
	}
	if (part->in_place)
		return;
	memcpy(b->states->graph->sink_vertex + part->first, part->graph.sink_vertex,
	       (size_t)n * sizeof *part->graph.sink_vertex);
	memset(b->states->graph->sink_required + part->first, 0,
	       (size_t)n * sizeof *part->graph.sink_required);
}

/* Where items before it have no end. */
static void move_ends(const struct state_builder *b, const struct ends_part *part)
{
	const struct graph *graph = b->states->graph;
	size_t n = (size_t)part->graph.n_sinks;

	if (!part->in_place || part->first == part->slice || n == 0)
		return;
	memmove(b->states->endpoint + part->first, part->states.endpoint,
		n * sizeof *part->states.endpoint);
	memmove(graph->sink_vertex + part->first, part->graph.sink_vertex,
		n * sizeof *part->graph.sink_vertex);
	memset(graph->sink_required + part->first, 0, n * sizeof *part->graph.sink_required);
}

static enum status need_ends(struct state_builder *b, int64_t n)
{
	struct graph *graph = b->states->graph;

	TRY(GROW(&b->states->endpoint, &b->states->capacity.endpoint, n));
	TRY(GROW(&graph->sink_vertex, &graph->sink_capacity, n));
	return GROW(&graph->sink_required, &graph->sink_required_capacity, n);
}

static enum status join_parts(struct state_builder *b, struct ends_part *part, int parts)
{
	int64_t n = b->states->graph->n_sinks;

	for (int p = 0; p < parts; p++) {
		if (part[p].status != STATUS_OK)
			return status_fail(part[p].status, "%s", text_string(&part[p].message));
		TRY(number_relations(b, &part[p]));
		part[p].first = n;
		n += part[p].graph.n_sinks;
	}
	if (n > INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "more than %d sinks", INT32_MAX);
	TRY(need_ends(b, n));
	OVER_PARTS(p, parts)
	finish_ends(b, &part[p]);
	for (int p = 0; p < parts; p++)
		move_ends(b, &part[p]);
	b->states->graph->n_sinks = (int32_t)n;
	return STATUS_OK;
}

static enum status meet_parts(struct state_builder *b, struct ends_part *part, int parts, int64_t n,
			      state_meet_fn *meet)
{
	bool in_place = b->flat && b->states->graph->n_sinks + n <= INT32_MAX;

	if (in_place)
		TRY(need_ends(b, b->states->graph->n_sinks + n));
	for (int p = 0; p < parts; p++) {
		int64_t begin = part_begin(n, parts, p);

		TRY(open_part(&part[p], b));
		if (!in_place)
			take_memory(&part[p], &b->basis.ends[p]);
		else
			take_slice(&part[p], b, begin, part_begin(n, parts, p + 1) - begin);
	}
	OVER_PARTS(p, parts)
	{
		part[p].status =
			meet(&part[p].b, part_begin(n, parts, p), part_begin(n, parts, p + 1));
		if (part[p].status != STATUS_OK)
			text_add(&part[p].message, status_text(part[p].status));
	}
	return join_parts(b, part, parts);
}

enum status state_meet_by_parts(struct state_builder *b, int64_t n, state_meet_fn *meet)
{
	FREED struct ends_part *part = NULL;
	int parts = parts_of(n);
	enum status status;

	if (parts == 1)
		return meet(b, 0, n);
	TRY(ALLOC(&part, parts));
	TRY(need_memory(&b->basis, parts));
	status = meet_parts(b, part, parts, n, meet);
	for (int p = 0; p < parts; p++)
		close_part(&part[p]);
	return status;
}
