/*
 * Why a query has no path. A set of numbers of groups passed is a word of bits, one word a vertex, and a
 * sweep over the vertices in their order finds with which ones paths reach each.
 */
#include "db/path_graph.h"

#include <stdlib.h>

#include "base/grow.h"
#include "db/loops.h"

/* Between two looks at the cancel flag: a millisecond or so. */
enum { ITEMS_AT_ONCE = 1 << 16 };

struct product {
	const struct graph *base;
	const struct path_query *query;
	struct graph_order order; /* owned: of the base */
	/* Sets of numbers of groups passed with which paths leave a vertex, owned [n_vertices]. */
	uint64_t *leaving;
};

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

void path_graph_free(struct path_graph *path_graph)
{
	if (!path_graph)
		return;
	graph_unref(path_graph->graph);
	FREE_ALL(path_graph->vertex, path_graph->passed, path_graph->arc, path_graph->source,
		 path_graph->sink, path_graph);
}

/* ---- queries without paths ---- */

/* Let all that reaches a vertex go on, whether it gets to an end or not. */
static void wander_on(struct product *p, int32_t v, uint64_t *seen)
{
	const struct graph_order *order = &p->order;
	uint64_t set = enter(p->leaving[v], groups_of(p, v));

	*seen |= set;
	p->leaving[v] = set;
	for (int32_t j = order->row[v]; set && j < order->row[v + 1]; j++)
		p->leaving[p->base->arc_to[order->arc[j]]] |= admitted(p, set, order->arc[j]);
}

static enum status find_stuck(struct product *p, struct task *task, int32_t *group)
{
	const struct graph *base = p->base;
	uint64_t seen = 0;
	bool has_loop;

	TRY(graph_find_order(base, task, &p->order, &has_loop));
	TRY(ALLOC(&p->leaving, base->n_vertices));
	for (int32_t s = 0; s < base->n_sources; s++) {
		if (source_allowed(p, s))
			p->leaving[base->source_vertex[s]] |= source_set(p, s);
	}
	for (int32_t i = 0; i < base->n_vertices; i++) {
		wander_on(p, p->order.vertex[i], &seen);
		if (i % ITEMS_AT_ONCE == 0)
			TRY(task_progress(task, i));
	}
	*group = 0;
	while (*group < p->query->n_groups && seen >> (*group + 1))
		++*group;
	for (int32_t s = 0; s < base->n_sinks; s++) {
		if (sink_allowed(p, s) && p->leaving[base->sink_vertex[s]] & all_passed(p))
			*group = -1;
	}
	return STATUS_OK;
}

enum status path_query_stuck(const struct graph *base, const struct path_query *query,
			     struct task *task, int32_t *group)
{
	struct product p = {.base = base, .query = query};
	enum status status = find_stuck(&p, task, group);

	graph_order_release(&p.order);
	free(p.leaving);
	return status;
}
