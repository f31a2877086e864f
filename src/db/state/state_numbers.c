/*
 * The numbers of relations and path groups: those that ends have, in the order in which ends first have them, so that they
 * don't depend on how the ends came about.
 */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "db/state/state_impl.h"

/* The first end that has it. */
struct first_use {
	int32_t sink, relation;
};

static int compare_uses(const void *a, const void *b)
{
	const struct first_use *x = a, *y = b;

	return (x->sink > y->sink) - (x->sink < y->sink);
}

/* ---- which ends have them ---- */

void edit_memory_free(struct edit_memory *memory)
{
	if (!memory)
		return;
	free(memory->named);
	free(memory->use);
	free(memory);
}

enum status state_need_edit_memory(struct state_graph *states)
{
	return states->edits ? STATUS_OK : ALLOC(&states->edits, 1);
}

enum status state_need_named(struct state_graph *states, uint8_t **named)
{
	TRY(state_need_edit_memory(states));
	if (!states->edits->named)
		TRY(ALLOC(&states->edits->named, states->timing->netlist->n_all_pins));
	*named = states->edits->named;
	return STATUS_OK;
}

/* Of each relation by each part of the ends: [parts · n_relations]. */
static void find_uses(const struct state_graph *states, int parts, struct relation_use *use)
{
	int32_t n = states->n_relations;
	int64_t n_sinks = states->graph->n_sinks;

	OVER_PARTS(p, parts)
	{
		struct relation_use *own = use + (int64_t)p * n;

		for (int32_t r = 0; r < n; r++)
			own[r] = (struct relation_use){INT32_MAX, 0};
		for (int64_t s = part_begin(n_sinks, parts, p);
		     s < part_begin(n_sinks, parts, p + 1); s++) {
			struct endpoint *e = &states->endpoint[s];

			if (endpoint_is_gone(e)) {
				e->relation = 0;
				continue;
			}
			if (!own[e->relation].n++)
				own[e->relation].first = (int32_t)s;
		}
	}
}

/* All parts together, in the first. */
static enum status count_uses(const struct state_graph *states, struct relation_use **out)
{
	int parts = parts_of(states->graph->n_sinks);
	int32_t n = states->n_relations;
	struct relation_use *use;

	TRY(ALLOC(&use, (int64_t)parts * n));
	find_uses(states, parts, use);
	for (int p = 1; p < parts; p++) {
		for (int32_t r = 0; r < n; r++) {
			const struct relation_use *more = &use[(int64_t)p * n + r];

			use[r].n += more->n;
			use[r].first = more->first < use[r].first ? more->first : use[r].first;
		}
	}
	*out = use;
	return STATUS_OK;
}

enum status state_need_uses(struct state_graph *states)
{
	struct edit_memory *memory;

	TRY(state_need_edit_memory(states));
	memory = states->edits;
	if (memory->knows_uses)
		return STATUS_OK;
	free(memory->use);
	memory->use = NULL;
	TRY(count_uses(states, &memory->use));
	memory->n_uses = states->n_relations;
	memory->use_capacity = states->n_relations;
	memory->knows_uses = true;
	return STATUS_OK;
}

/* The end has it no more. */
static void take_use(const struct state_graph *states, int32_t relation, int32_t sink)
{
	struct relation_use *use = &states->edits->use[relation];
	int32_t s = sink + 1;

	use->n--;
	if (use->first != sink)
		return;
	while (use->n &&
	       (endpoint_is_gone(&states->endpoint[s]) || states->endpoint[s].relation != relation))
		s++;
	use->first = use->n ? s : INT32_MAX;
}

static enum status give_use(struct edit_memory *memory, int32_t relation, int32_t sink)
{
	TRY(GROW(&memory->use, &memory->use_capacity, (int64_t)relation + 1));
	while (memory->n_uses <= relation)
		memory->use[memory->n_uses++] = (struct relation_use){INT32_MAX, 0};
	memory->use[relation].n++;
	if (sink < memory->use[relation].first)
		memory->use[relation].first = sink;
	return STATUS_OK;
}

enum status state_change_use(struct state_graph *states, int32_t sink, const struct endpoint *old)
{
	struct endpoint *now = &states->endpoint[sink];
	bool was = !endpoint_is_gone(old), is = !endpoint_is_gone(now);

	if (!is)
		now->relation = 0;
	if (was == is && (!is || old->relation == now->relation))
		return STATUS_OK;
	if (is)
		TRY(give_use(states->edits, now->relation, sink));
	if (was)
		take_use(states, old->relation, sink);
	return STATUS_OK;
}

/* ---- their numbers ---- */

static enum status list_uses(const struct state_graph *states, struct first_use **out, int32_t *n)
{
	const struct edit_memory *memory = states->edits;
	bool known = memory && memory->knows_uses;
	struct relation_use *use = NULL;
	int32_t n_uses = known ? memory->n_uses : states->n_relations;

	*n = 0;
	if (!known)
		TRY(count_uses(states, &use));
	if (ALLOC(out, states->n_relations) != STATUS_OK) {
		free(use);
		return STATUS_NO_MEMORY;
	}
	for (int32_t r = 0; r < n_uses; r++) {
		int32_t first = known ? memory->use[r].first : use[r].first;

		if (first < INT32_MAX)
			(*out)[(*n)++] = (struct first_use){first, r};
	}
	if (*n)
		qsort(*out, (size_t)*n, sizeof **out, compare_uses);
	free(use);
	return STATUS_OK;
}

int32_t state_free_group(const struct state_graph *states)
{
	int32_t g = states->n_groups;

	while (--g >= 0 && strcmp(states->group[g], "unconstrained") != 0)
		;
	return g;
}

/* New numbers: number[g] of each group, -1 = no state. */
static enum status number_groups(const struct state_graph *states, const struct first_use *use,
				 int32_t n_uses, int32_t *number, int32_t *n_out)
{
	struct names names = {0};
	int32_t n = 0, kept = state_free_group(states);
	enum status status = state_group_names(states, &names);

	for (int32_t g = 0; g < states->n_groups; g++)
		number[g] = -1;
	for (int32_t i = 0; i < n_uses && status == STATUS_OK; i++) {
		int32_t g = states->relation[use[i].relation].group, member = g;

		if (number[g] >= 0) /* and those of its set have one, too */
			continue;
		for (int m = 0; member >= 0; member = state_group_member(states, &names, g, m++)) {
			if (number[member] < 0)
				number[member] = n++;
		}
	}
	if (kept >= 0 && number[kept] < 0)
		number[kept] = n++;
	*n_out = n;
	names_release(&names);
	return status;
}

static enum status move_groups(struct state_graph *states, const int32_t *number, int32_t n)
{
	char **group;

	TRY(ALLOC(&group, states->n_groups));
	for (int32_t g = 0; g < states->n_groups; g++) {
		if (number[g] >= 0)
			group[number[g]] = states->group[g];
		else
			free(states->group[g]);
	}
	free(states->group);
	states->group = group;
	states->group_capacity = states->n_groups;
	states->n_groups = n;
	return STATUS_OK;
}

/* The numbers of those that ends have stay, others are after them. */
static bool keeps_numbers(const struct first_use *use, int32_t n)
{
	bool same = true;

	for (int32_t i = 0; i < n && same; i++)
		same = use[i].relation == i;
	return same;
}

/* What is kept of uses, with their new numbers. */
static enum status move_uses(struct state_graph *states, const struct first_use *use, int32_t n)
{
	struct edit_memory *memory = states->edits;
	struct relation_use *moved;

	if (!memory || !memory->knows_uses)
		return STATUS_OK;
	TRY(ALLOC(&moved, n));
	for (int32_t i = 0; i < n; i++)
		moved[i] = memory->use[use[i].relation];
	free(memory->use);
	memory->use = moved;
	memory->n_uses = n;
	memory->use_capacity = n;
	return STATUS_OK;
}

/* Gone ends have the first relation, so that each has one. */
static enum status move_relations(struct state_graph *states, const struct first_use *use,
				  int32_t n, const int32_t *group)
{
	struct relation *relation;
	int32_t *number;

	TRY(ALLOC(&relation, states->n_relations));
	if (ALLOC(&number, states->n_relations) != STATUS_OK) {
		free(relation);
		return STATUS_NO_MEMORY;
	}
	for (int32_t i = 0; i < n; i++) {
		relation[i] = states->relation[use[i].relation];
		relation[i].group = group[relation[i].group];
		number[use[i].relation] = i;
	}
	OVER_ITEMS(s, keeps_numbers(use, n) ? 0 : states->graph->n_sinks)
	{
		struct endpoint *e = &states->endpoint[s];

		e->relation = endpoint_is_gone(e) ? 0 : number[e->relation];
	}
	free(number);
	free(states->relation);
	states->relation = relation;
	states->relation_capacity = states->n_relations;
	states->n_relations = n;
	return STATUS_OK;
}

static bool is_in_order(const struct state_graph *states, const struct first_use *use, int32_t n,
			const int32_t *group, int32_t n_groups)
{
	bool same = n == states->n_relations && n_groups == states->n_groups;

	for (int32_t i = 0; i < n && same; i++)
		same = use[i].relation == i;
	for (int32_t g = 0; g < n_groups && same; g++)
		same = group[g] == g;
	return same;
}

enum status state_number_relations(struct state_graph *states, bool *moved)
{
	struct first_use *use;
	int32_t n, n_groups = 0, *group = NULL;
	bool changed = false;
	enum status status;

	*moved = false;
	TRY(list_uses(states, &use, &n));
	status = ALLOC(&group, states->n_groups);
	if (status == STATUS_OK)
		status = number_groups(states, use, n, group, &n_groups);
	if (status == STATUS_OK)
		changed = (n > 0 || states->graph->n_sinks == 0) &&
			  !is_in_order(states, use, n, group, n_groups);
	if (changed)
		status = move_relations(states, use, n, group);
	if (changed && status == STATUS_OK)
		status = move_uses(states, use, n);
	for (int32_t g = 0; g < states->n_groups && changed; g++)
		*moved |= group[g] != g;
	if (changed && status == STATUS_OK)
		status = move_groups(states, group, n_groups);
	free(use);
	free(group);
	return status;
}
