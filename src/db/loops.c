/*
 * Loops. A graph without any costs one pass of Kahn's algorithm; only when vertices are left over
 * is the depth-first search run that decides which arcs to break.
 */
#include "db/loops.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "db/far_arcs.h"

enum {
	NAMED_ARCS = 10,    /* broken arcs that are listed one by one */
	NAMED_VERTICES = 8, /* vertices of a loop that are listed */
};

/* What a thread finds of the next level. */
struct found {
	int32_t n;
	int64_t capacity;
	int32_t *vertex; /* owned */
	bool lacks_memory;
};

/*
 * Kahn's algorithm with a queue, level by level. A vertex comes after the arc that was its last: in a
 * level that threads share, that is the one of which the tail comes last (and of parallel arcs the
 * last), so the order is the same whichever thread counts it down to 0.
 */
struct peeling {
	const struct graph *graph;
	struct graph_order *order;
	int32_t *fan_in; /* owned: arcs that haven't been passed */
	int32_t *last;   /* owned, NULL = no level was shared: place of the last tail, -1 = found */
	struct found *found; /* owned [n_found] */
	int n_found;
};

static void count_fan_in(const struct graph *graph, int32_t *fan_in)
{
	int parts = parts_of(graph->n_arcs);

	OVER_PARTS(p, parts)
	{
		int32_t begin = (int32_t)part_begin(graph->n_vertices, parts, p);
		int32_t end = (int32_t)part_begin(graph->n_vertices, parts, p + 1);

		for (int32_t a = 0; a < graph->n_arcs; a++) {
			if (graph->arc_to[a] >= begin && graph->arc_to[a] < end)
				fan_in[graph->arc_to[a]]++;
		}
	}
}

static int32_t peel_alone(struct peeling *p, int32_t begin, int32_t end)
{
	const struct graph_order *o = p->order;
	const struct far_arcs far = {
		o->vertex,        o->row, o->arc, p->graph->arc_to, (const char *)p->fan_in,
		sizeof *p->fan_in};
	int32_t n = end;

	for (int32_t i = begin; i < end; i++) {
		int32_t v = o->vertex[i];

		ask_for_far_arcs(&far, i, n);
		for (int32_t j = o->row[v]; j < o->row[v + 1]; j++) {
			int32_t head = p->graph->arc_to[o->arc[j]];

			if (--p->fan_in[head] == 0)
				o->vertex[n++] = head;
		}
	}
	return n;
}

static void count_down(struct peeling *p, int32_t i)
{
	const struct graph_order *o = p->order;

	for (int32_t j = o->row[o->vertex[i]]; j < o->row[o->vertex[i] + 1]; j++) {
		int32_t head = p->graph->arc_to[o->arc[j]];
		int32_t last = __atomic_load_n(&p->last[head], __ATOMIC_RELAXED);

		while (last < i && !__atomic_compare_exchange_n(&p->last[head], &last, i, false,
								__ATOMIC_RELAXED, __ATOMIC_RELAXED))
			;
		__atomic_fetch_sub(&p->fan_in[head], 1, __ATOMIC_RELAXED);
	}
}

/* The vertices whose last arc leaves the one at a place of the order; backward, so that of parallel arcs
 * the last counts. */
static void find_next(struct peeling *p, int32_t i, struct found *found)
{
	const struct graph_order *o = p->order;
	int32_t v = o->vertex[i], begin = found->n;

	for (int32_t j = o->row[v + 1] - 1; j >= o->row[v]; j--) {
		int32_t head = p->graph->arc_to[o->arc[j]];

		if (p->fan_in[head] || __atomic_load_n(&p->last[head], __ATOMIC_RELAXED) != i)
			continue;
		__atomic_store_n(&p->last[head], -1, __ATOMIC_RELAXED);
		if (GROW(&found->vertex, &found->capacity, (int64_t)found->n + 1) != STATUS_OK) {
			found->lacks_memory = true;
			return;
		}
		found->vertex[found->n++] = head;
	}
	for (int32_t a = begin, b = found->n - 1; a < b; a++, b--) {
		int32_t head = found->vertex[a];

		found->vertex[a] = found->vertex[b];
		found->vertex[b] = head;
	}
}

static enum status peel_together(struct peeling *p, int32_t begin, int32_t end, int32_t *n_out)
{
	int64_t n = end - begin;
	int parts = parts_of(n);
	int32_t at = end;

	if (!p->last)
		TRY(ALLOC(&p->last, p->graph->n_vertices));
	OVER_PARTS(part, parts)
	{
		for (int64_t i = part_begin(n, parts, part); i < part_begin(n, parts, part + 1);
		     i++)
			count_down(p, begin + (int32_t)i);
	}
	OVER_PARTS(part, parts)
	{
		p->found[part].n = 0;
		for (int64_t i = part_begin(n, parts, part); i < part_begin(n, parts, part + 1);
		     i++)
			find_next(p, begin + (int32_t)i, &p->found[part]);
	}
	for (int part = 0; part < parts; part++) {
		const struct found *found = &p->found[part];

		if (found->lacks_memory)
			return status_fail(STATUS_NO_MEMORY, "out of memory");
		if (found->n)
			memcpy(p->order->vertex + at, found->vertex,
			       (size_t)found->n * sizeof *found->vertex);
		at += found->n;
	}
	*n_out = at;
	return STATUS_OK;
}

/* Two threads take as long as one, which goes once over a level. */
enum { WORTH_SHARING = 3 };

static enum status peel(struct peeling *p, struct task *task, int32_t *n_ordered)
{
	struct graph_order *o = p->order;
	int32_t begin = 0, n = 0;

	for (int32_t v = 0; v < p->graph->n_vertices; v++) {
		if (!p->fan_in[v])
			o->vertex[n++] = v;
	}
	TRY(GROW(&o->level_row, &o->level_capacity, 1));
	o->level_row[0] = 0;
	while (begin < n) {
		int32_t end = n;

		if (task_cancelled(task))
			return STATUS_CANCELLED;
		TRY(GROW(&o->level_row, &o->level_capacity, (int64_t)o->n_levels + 2));
		o->level_row[++o->n_levels] = end;
		if (parts_of(end - begin) >= WORTH_SHARING)
			TRY(peel_together(p, begin, end, &n));
		else
			n = peel_alone(p, begin, end);
		begin = end;
	}
	*n_ordered = n;
	return STATUS_OK;
}

/* *n_ordered < n_vertices tells that there is a loop. */
static enum status topological_order(const struct graph *graph, struct task *task,
				     struct graph_order *order, int32_t *n_ordered)
{
	struct peeling p = {.graph = graph, .order = order, .n_found = host_threads()};
	enum status status = ALLOC(&p.fan_in, graph->n_vertices);

	order->n_levels = 0;
	if (status == STATUS_OK)
		status = ALLOC(&p.found, p.n_found);
	if (status == STATUS_OK) {
		count_fan_in(graph, p.fan_in);
		status = peel(&p, task, n_ordered);
	}
	for (int i = 0; p.found && i < p.n_found; i++)
		free(p.found[i].vertex);
	free(p.found);
	free(p.fan_in);
	free(p.last);
	return status;
}

struct loop_search {
	struct graph *graph;
	const int32_t *row, *arc;
	struct text *warnings;
	char *state;    /* owned [n_vertices]: NEW, OPEN (on the stack) or DONE */
	int32_t *stack; /* owned [n_vertices]: the path from the root */
	int32_t *next;  /* owned [n_vertices]: position in row of the next arc to follow */
	bool *broken;   /* owned [n_arcs] */
	uint8_t *of;    /* owned [n_arcs]: enum loop_arc; NULL = LOOP_ANY */
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

static void break_arc(struct loop_search *s, int32_t arc)
{
	s->broken[arc] = true;
	if (s->n_broken++ >= NAMED_ARCS)
		return;
	text_printf(s->warnings, "%s: warning: loop broken at arc \"", s->graph->name);
	graph_write_name(s->graph, s->graph->arc_from[arc], s->warnings);
	text_add(s->warnings, "\" -> \"");
	graph_write_name(s->graph, s->graph->arc_to[arc], s->warnings);
	text_add(s->warnings, "\"\n");
}

static int32_t arc_behind(const struct loop_search *s, int32_t at)
{
	return s->arc[s->next[s->stack[at]] - 1];
}

/* The place on the stack of the tail of the arc at which the loop that an arc from its end closes is broken. */
static int32_t choose_break(const struct loop_search *s, int32_t depth, int32_t closing)
{
	int32_t first = depth, any = -1;

	if (!s->of)
		return depth;
	while (s->stack[first] != s->graph->arc_to[closing])
		first--;
	for (int32_t i = depth; i >= first; i--) {
		enum loop_arc of = (enum loop_arc)s->of[arc_behind(s, i)];

		if (of == LOOP_BREAK)
			return i;
		if (of == LOOP_ANY && any < 0)
			any = i;
	}
	return any < 0 ? depth : any;
}

/* Break the loop that an arc from the end of the stack closes; what is above the break on the stack is as if it had not
 * been seen. Returns the depth that is left. */
static int32_t break_loop(struct loop_search *s, int32_t depth, int32_t closing)
{
	int32_t at = choose_break(s, depth, closing);

	if (!s->n_broken)
		name_loop(s, depth, s->graph->arc_to[closing]);
	break_arc(s, arc_behind(s, at));
	for (int32_t i = at + 1; i <= depth; i++) {
		s->state[s->stack[i]] = NEW;
		s->next[s->stack[i]] = s->row[s->stack[i]];
	}
	return at;
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
		if (s->broken[a])
			continue;
		if (s->state[to] == OPEN) {
			depth = break_loop(s, depth, a);
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
		if (graph->arc_type)
			graph->arc_type[kept] = graph->arc_type[a];
		else
			graph->arc_delay[kept] = graph->arc_delay[a];
		kept++;
	}
	graph->n_arcs = kept;
}

static enum status search_loops(struct loop_search *s, const struct loop_choice *choice,
				const struct graph_order *order, struct task *task)
{
	struct graph *graph = s->graph;

	if (choice) {
		TRY(ALLOC(&s->of, graph->n_arcs));
		TRY(choice->find(choice->context, order, s->of));
	}

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

static enum status break_with(struct graph *graph, const struct loop_choice *choice,
			      struct text *warnings, struct task *task,
			      const struct graph_order *order)
{
	struct loop_search s = {
		.graph = graph, .row = order->row, .arc = order->arc, .warnings = warnings};
	enum status status = search_loops(&s, choice, order, task);

	free(s.state);
	free(s.stack);
	free(s.next);
	free(s.broken);
	free(s.of);
	return status;
}

enum status graph_find_order(const struct graph *graph, struct task *task,
			     struct graph_order *order, bool *has_loop)
{
	int32_t n_ordered = 0;

	TRY(graph_fan_out(graph, &order->row, &order->arc));
	TRY(ALLOC(&order->vertex, graph->n_vertices));
	TRY(topological_order(graph, task, order, &n_ordered));
	*has_loop = n_ordered < graph->n_vertices;
	return STATUS_OK;
}

enum status graph_break_loops(struct graph *graph, const struct loop_choice *choice,
			      struct text *warnings, struct task *task, struct graph_order *order)
{
	bool has_loop;

	TRY(graph_find_order(graph, task, order, &has_loop));
	if (!has_loop)
		return STATUS_OK;
	TRY(break_with(graph, choice, warnings, task, order));
	graph_order_release(order);
	return graph_find_order(graph, task, order, &has_loop);
}
