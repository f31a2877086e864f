/*
 * The numbers of relations and path groups: those that ends have, in the order in which ends first have them, so that they
 * don't depend on how the ends came about.
 */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "db/state/state_impl.h"

/* A relation and the first end that has it. */
struct first_use {
	int32_t sink, relation;
};

static int compare_uses(const void *a, const void *b)
{
	const struct first_use *x = a, *y = b;

	return (x->sink > y->sink) - (x->sink < y->sink);
}

/* The first end that has each relation, by each part of the ends: [parts · n_relations], INT32_MAX = none. */
static void find_firsts(const struct state_graph *states, int parts, int32_t *first)
{
	int32_t n = states->n_relations;
	int64_t n_sinks = states->graph->n_sinks;

	OVER_PARTS(p, parts)
	{
		int32_t *own = first + (int64_t)p * n;

		for (int32_t r = 0; r < n; r++)
			own[r] = INT32_MAX;
		for (int64_t s = part_begin(n_sinks, parts, p);
		     s < part_begin(n_sinks, parts, p + 1); s++) {
			int32_t *at = &own[states->endpoint[s].relation];

			if (*at == INT32_MAX)
				*at = (int32_t)s;
		}
	}
}

/* Relations that ends have, by the first of these. */
static enum status list_uses(const struct state_graph *states, struct first_use **out, int32_t *n)
{
	int parts = parts_of(states->graph->n_sinks);
	int32_t *first;

	*n = 0;
	TRY(ALLOC(&first, (int64_t)parts * states->n_relations));
	if (ALLOC(out, states->n_relations) != STATUS_OK) {
		free(first);
		return STATUS_NO_MEMORY;
	}
	find_firsts(states, parts, first);
	for (int32_t r = 0; r < states->n_relations; r++) {
		for (int p = 0; p < parts; p++) {
			int32_t sink = first[(int64_t)p * states->n_relations + r];

			if (sink == INT32_MAX)
				continue;
			(*out)[(*n)++] = (struct first_use){sink, r};
			break;
		}
	}
	if (*n)
		qsort(*out, (size_t)*n, sizeof **out, compare_uses);
	free(first);
	return STATUS_OK;
}

/* ---- their numbers ---- */

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

		if (g == NO_GROUP || number[g] >= 0) /* and those of its set have one, too */
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
	states->capacity.group = states->n_groups;
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
		if (relation[i].group != NO_GROUP)
			relation[i].group = group[relation[i].group];
		number[use[i].relation] = i;
	}
	OVER_ITEMS(s, keeps_numbers(use, n) ? 0 : states->graph->n_sinks)
	{
		struct endpoint *e = &states->endpoint[s];

		e->relation = number[e->relation];
	}
	free(number);
	free(states->relation);
	states->relation = relation;
	states->capacity.relation = states->n_relations;
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
		changed = !is_in_order(states, use, n, group, n_groups);
	if (changed)
		status = move_relations(states, use, n, group);
	for (int32_t g = 0; g < states->n_groups && changed; g++)
		*moved |= group[g] != g;
	if (changed && status == STATUS_OK)
		status = move_groups(states, group, n_groups);
	free(use);
	free(group);
	return status;
}
