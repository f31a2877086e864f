/*
 * Loops. A graph without any costs one pass of Kahn's algorithm; only when vertices are left over
 * is the depth-first search run that decides which arcs to break.
 */
#include "db/loops.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

enum {
	NAMED_ARCS = 10,    /* broken arcs that are listed one by one */
	NAMED_VERTICES = 8, /* vertices of a loop that are listed */
};

/* Kahn's algorithm; *n_ordered < n_vertices tells that there is a loop. */
static enum status topological_order(const struct graph *graph, const int32_t *row,
				     const int32_t *arc, struct task *task, int32_t *order,
				     int32_t *n_ordered)
{
	int32_t *fan_in, n = 0;

	TRY(ALLOC(&fan_in, graph->n_vertices));
	for (int32_t a = 0; a < graph->n_arcs; a++)
		fan_in[graph->arc_to[a]]++;
	for (int32_t v = 0; v < graph->n_vertices; v++) {
		if (!fan_in[v])
			order[n++] = v;
	}
	for (int32_t i = 0; i < n && !task_cancelled(task); i++) {
		for (int32_t j = row[order[i]]; j < row[order[i] + 1]; j++) {
			if (--fan_in[graph->arc_to[arc[j]]] == 0)
				order[n++] = graph->arc_to[arc[j]];
		}
	}
	free(fan_in);
	*n_ordered = n;
	return task_cancelled(task) ? STATUS_CANCELLED : STATUS_OK;
}

struct loop_search {
	struct graph *graph;
	const int32_t *row, *arc;
	struct text *warnings;
	char *state;    /* owned [n_vertices]: NEW, OPEN (on the stack) or DONE */
	int32_t *stack; /* owned [n_vertices]: the path from the root */
	int32_t *next;  /* owned [n_vertices]: position in row of the next arc to follow */
	bool *broken;   /* owned [n_arcs] */
	int32_t n_broken;
};

enum { NEW, OPEN, DONE };

/* "warning: loop "a" -> "b" -> … -> "a"", for the part of the stack above `to`. */
static void name_loop(struct loop_search *s, int32_t depth, int32_t to)
{
	int32_t first = depth;

	while (s->stack[first] != to)
		first--;
	text_printf(s->warnings, "%s: warning: loop", s->graph->name);
	for (int32_t i = first; i <= depth; i++) {
		if (i - first == NAMED_VERTICES && i < depth) {
			text_printf(s->warnings, " ... (%" PRId32 " more)", depth - i + 1);
			break;
		}
		text_add(s->warnings, i > first ? " -> \"" : " \"");
		graph_write_name(s->graph, s->stack[i], s->warnings);
		text_add(s->warnings, "\"");
	}
	text_add(s->warnings, " -> \"");
	graph_write_name(s->graph, to, s->warnings);
	text_add(s->warnings, "\"\n");
}

static void break_arc(struct loop_search *s, int32_t depth, int32_t arc)
{
	if (!s->n_broken)
		name_loop(s, depth, s->graph->arc_to[arc]);
	s->broken[arc] = true;
	if (s->n_broken++ >= NAMED_ARCS)
		return;
	text_printf(s->warnings, "%s: warning: loop broken at arc \"", s->graph->name);
	graph_write_name(s->graph, s->graph->arc_from[arc], s->warnings);
	text_add(s->warnings, "\" -> \"");
	graph_write_name(s->graph, s->graph->arc_to[arc], s->warnings);
	text_add(s->warnings, "\"\n");
}

static void search_from(struct loop_search *s, int32_t root)
{
	int32_t depth = 0;

	s->stack[0] = root;
	s->state[root] = OPEN;
	while (depth >= 0) {
		int32_t v = s->stack[depth], a, to;

		if (s->next[v] == s->row[v + 1]) {
			s->state[v] = DONE;
			depth--;
			continue;
		}
		a = s->arc[s->next[v]++];
		to = s->graph->arc_to[a];
		if (s->state[to] == OPEN) {
			break_arc(s, depth, a);
		} else if (s->state[to] == NEW) {
			s->state[to] = OPEN;
			s->stack[++depth] = to;
		}
	}
}

static void remove_broken(struct graph *graph, const bool *broken)
{
	int32_t kept = 0;

	for (int32_t a = 0; a < graph->n_arcs; a++) {
		if (broken[a])
			continue;
		graph->arc_from[kept] = graph->arc_from[a];
		graph->arc_to[kept] = graph->arc_to[a];
		graph->arc_delay[kept] = graph->arc_delay[a];
		if (graph->arc_type)
			graph->arc_type[kept] = graph->arc_type[a];
		kept++;
	}
	graph->n_arcs = kept;
}

static enum status search_loops(struct loop_search *s, struct task *task)
{
	struct graph *graph = s->graph;

	TRY(ALLOC(&s->state, graph->n_vertices));
	TRY(ALLOC(&s->stack, graph->n_vertices));
	TRY(ALLOC(&s->next, graph->n_vertices));
	TRY(ALLOC(&s->broken, graph->n_arcs));
	memcpy(s->next, s->row, (size_t)graph->n_vertices * sizeof *s->next);
	for (int32_t v = 0; v < graph->n_vertices; v++) {
		if (s->state[v] == NEW)
			search_from(s, v);
		if (task_cancelled(task))
			return STATUS_CANCELLED;
	}
	if (s->n_broken > NAMED_ARCS)
		text_printf(s->warnings, "%s: warning: loops broken at %" PRId32 " more arcs\n",
			    graph->name, s->n_broken - NAMED_ARCS);
	graph->n_broken = s->n_broken;
	remove_broken(graph, s->broken);
	return STATUS_OK;
}

static enum status break_with(struct graph *graph, struct text *warnings, struct task *task,
			      const int32_t *row, const int32_t *arc)
{
	struct loop_search s = {.graph = graph, .row = row, .arc = arc, .warnings = warnings};
	enum status status = search_loops(&s, task);

	free(s.state);
	free(s.stack);
	free(s.next);
	free(s.broken);
	return status;
}

enum status graph_find_order(const struct graph *graph, struct task *task, int32_t **row,
			     int32_t **arc, int32_t **order, bool *has_loop)
{
	int32_t n_ordered;

	TRY(graph_fan_out(graph, row, arc));
	TRY(ALLOC(order, graph->n_vertices));
	TRY(topological_order(graph, *row, *arc, task, *order, &n_ordered));
	*has_loop = n_ordered < graph->n_vertices;
	return STATUS_OK;
}

enum status graph_break_loops(struct graph *graph, struct text *warnings, struct task *task,
			      int32_t **row, int32_t **arc, int32_t **order)
{
	int32_t n_ordered;
	bool has_loop;

	TRY(graph_find_order(graph, task, row, arc, order, &has_loop));
	if (!has_loop)
		return STATUS_OK;
	TRY(break_with(graph, warnings, task, *row, *arc));
	free(*row);
	free(*arc);
	*row = *arc = NULL;
	TRY(graph_fan_out(graph, row, arc));
	return topological_order(graph, *row, *arc, task, *order, &n_ordered);
}
