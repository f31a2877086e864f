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

/* A vertex whose last arc may be that from the one at a place of the order. */
struct candidate {
	int32_t vertex, place;
};

/* What a thread finds of the next level: candidates, of which those from `first` on stay and are put at a place. */
struct found {
	int32_t n, first, at;
	int64_t capacity;
	struct candidate *candidate; /* owned */
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
	/* Owned, by vertex: arcs that haven't been passed; where threads share levels (stride 2) ALONE = it has one at all,
	 * and next to it the place of the last tail, -1 = found. */
	int32_t *left;
	int64_t stride;
	struct found *found; /* owned [n_found] */
	int n_found;
};

enum { ALONE = -1 };

/* Two threads take as long as one, which goes once over a level; so do more over one of half as many vertices as have
 * that many far_parts_of(). */
enum { WORTH_SHARING = 3 };

static bool shares_levels(const struct peeling *p)
{
	return p->stride > 1;
}

/* By few threads: each looks at all arcs, one after another in memory, and counts those to its vertices. */
static void count_own_fan_in(const struct peeling *p, int parts)
{
	const int32_t *to = p->graph->arc_to;
	int32_t *left = p->left;

	OVER_PARTS(part, parts)
	{
		int32_t begin = (int32_t)part_begin(p->graph->n_vertices, parts, part);
		int32_t end = (int32_t)part_begin(p->graph->n_vertices, parts, part + 1);

		for (int32_t a = 0; a < p->graph->n_arcs; a++) {
			if (to[a] >= begin && to[a] < end)
				left[to[a]]++;
		}
	}
}

/* By many. */
static void count_fan_in(const struct peeling *p, int parts)
{
	enum { EARLY_BY = 16 };
	const int32_t *to = p->graph->arc_to;
	int32_t n = p->graph->n_arcs;

	OVER_PARTS(part, parts)
	{
		int64_t end = part_begin(n, parts, part + 1);

		for (int64_t a = part_begin(n, parts, part); a < end; a++) {
			if (a + EARLY_BY < end)
				__builtin_prefetch(&p->left[to[a + EARLY_BY] * p->stride], 1);
			__atomic_fetch_add(&p->left[to[a] * p->stride], 1, __ATOMIC_RELAXED);
		}
	}
}

static bool has_no_fan_in(const void *context, int64_t vertex)
{
	const struct peeling *p = context;

	return !p->left[vertex * p->stride];
}

/* The first level, in the order of vertices. */
static int32_t begin_alone(const struct peeling *p)
{
	int32_t n = 0;

	for (int32_t v = 0; v < p->graph->n_vertices; v++) {
		if (!p->left[v])
			p->order->vertex[n++] = v;
	}
	return n;
}

/* The same where threads share levels; vertices with one arc are marked. */
static enum status begin_together(const struct peeling *p, int32_t *n)
{
	FREED int32_t *vertex = NULL;

	TRY(select_items(p->graph->n_vertices, has_no_fan_in, p, &vertex, n));
	COPY(p->order->vertex, vertex, *n);
	OVER_ITEMS(v, p->graph->n_vertices)
	{
		if (p->left[v * p->stride] == 1)
			p->left[v * p->stride] = ALONE;
	}
	return STATUS_OK;
}

static enum status begin_peeling(const struct peeling *p, int32_t *n)
{
	int parts = parts_of(p->graph->n_arcs);

	if (shares_levels(p)) {
		count_fan_in(p, parts);
		return begin_together(p, n);
	}
	count_own_fan_in(p, parts);
	*n = begin_alone(p);
	return STATUS_OK;
}

static struct far_arcs far_of(const struct peeling *p)
{
	const struct graph_order *o = p->order;

	return (struct far_arcs){o->vertex,
				 o->row,
				 o->arc,
				 p->graph->arc_to,
				 (const char *)p->left,
				 sizeof *p->left * (size_t)p->stride};
}

static int32_t peel_alone(struct peeling *p, int32_t begin, int32_t end)
{
	const struct graph_order *o = p->order;
	const struct far_arcs far = far_of(p);
	int32_t n = end;

	for (int32_t i = begin; i < end; i++) {
		int32_t v = o->vertex[i];

		ask_for_far_arcs(&far, i, n);
		for (int32_t j = o->row[v]; j < o->row[v + 1]; j++) {
			int32_t head = p->graph->arc_to[o->arc[j]];
			int32_t *left = &p->left[head * p->stride];

			if (*left == ALONE || --*left == 0)
				o->vertex[n++] = head;
		}
	}
	return n;
}

static void note(struct found *found, int32_t vertex, int32_t place)
{
	if (GROW(&found->candidate, &found->capacity, (int64_t)found->n + 1) != STATUS_OK)
		found->lacks_memory = true;
	else
		found->candidate[found->n++] = (struct candidate){vertex, place};
}

/* Pass an arc from a place of the order to a vertex with several. */
static void count_down(int32_t *left, int32_t place, int32_t head, struct found *found)
{
	int32_t last = __atomic_load_n(&left[1], __ATOMIC_RELAXED);

	while (last < place && !__atomic_compare_exchange_n(&left[1], &last, place, false,
							    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
	__atomic_fetch_sub(&left[0], 1, __ATOMIC_RELAXED);
	if (last <= place)
		note(found, head, place);
}

static void find_candidates(struct peeling *p, int64_t begin, int64_t end, struct found *found)
{
	const struct graph_order *o = p->order;
	const struct far_arcs far = far_of(p);

	for (int64_t i = begin; i < end; i++) {
		int32_t v = o->vertex[i];

		ask_for_far_arcs(&far, i, end);
		for (int32_t j = o->row[v]; j < o->row[v + 1]; j++) {
			int32_t head = p->graph->arc_to[o->arc[j]];
			int32_t *left = &p->left[head * p->stride];

			if (__atomic_load_n(left, __ATOMIC_RELAXED) == ALONE)
				note(found, head, (int32_t)i);
			else
				count_down(left, (int32_t)i, head, found);
		}
	}
}

/* Those whose last arc it was stay, at the end of the array; backward, so that of parallel arcs the last counts. */
static void keep_last(struct peeling *p, struct found *found)
{
	int32_t first = found->n;

	for (int32_t c = found->n - 1; c >= 0; c--) {
		struct candidate own = found->candidate[c];
		int32_t *left = &p->left[own.vertex * p->stride];

		if (*left != ALONE) {
			if (*left || __atomic_load_n(&left[1], __ATOMIC_RELAXED) != own.place)
				continue;
			__atomic_store_n(&left[1], -1, __ATOMIC_RELAXED);
		}
		found->candidate[--first] = own;
	}
	found->first = first;
}

static enum status peel_together(struct peeling *p, int32_t begin, int32_t end, int32_t *n_out)
{
	int64_t n = end - begin;
	int parts = far_parts_of(n);
	int32_t at = end;

	OVER_PARTS(part, parts)
	{
		struct found own = p->found[part]; /* those of threads share lines of memory */

		own.n = 0;
		find_candidates(p, begin + part_begin(n, parts, part),
				begin + part_begin(n, parts, part + 1), &own);
		p->found[part] = own;
	}
	OVER_PARTS(part, parts)
	keep_last(p, &p->found[part]);
	for (int part = 0; part < parts; part++) {
		struct found *found = &p->found[part];

		if (found->lacks_memory)
			return status_fail(STATUS_NO_MEMORY, "out of memory");
		found->at = at;
		at += found->n - found->first;
	}
	OVER_PARTS(part, parts)
	{
		const struct found *found = &p->found[part];

		for (int32_t c = found->first; c < found->n; c++)
			p->order->vertex[found->at + c - found->first] = found->candidate[c].vertex;
	}
	*n_out = at;
	return STATUS_OK;
}

static enum status peel(struct peeling *p, struct task *task, int32_t *n_ordered)
{
	struct graph_order *o = p->order;
	int32_t begin = 0, n = 0;

	TRY(begin_peeling(p, &n));
	TRY(GROW(&o->level_row, &o->level_capacity, 1));
	o->level_row[0] = 0;
	while (begin < n) {
		int32_t end = n;

		if (task_cancelled(task))
			return STATUS_CANCELLED;
		TRY(GROW(&o->level_row, &o->level_capacity, (int64_t)o->n_levels + 2));
		o->level_row[++o->n_levels] = end;
		if (shares_levels(p) && far_parts_of((end - begin) / 2) >= WORTH_SHARING)
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
	enum status status;

	p.stride = parts_of(graph->n_vertices) >= WORTH_SHARING ? 2 : 1;
	order->n_levels = 0;
	status = ALLOC(&p.left, graph->n_vertices * p.stride) ?: ALLOC(&p.found, p.n_found)
		 ?: peel(&p, task, n_ordered);
	for (int i = 0; p.found && i < p.n_found; i++)
		free(p.found[i].candidate);
	free(p.found);
	free(p.left);
	return status;
}

struct loop_search {
	struct graph *graph;
	const int32_t *row, *arc;
	struct text *warnings;
	char *state;    /* owned [n_vertices]: NEW, OPEN (on the stack) or DONE */
	int32_t *stack; /* owned [n_vertices]: the path from the root */
	int32_t *next;  /* owned [n_vertices]: position in row of the next arc to follow */
	int32_t *place; /* owned [n_vertices]: on the stack, of those that are OPEN */
	/* Owned [n_vertices], by place and enum loop_arc: the last place below from which the arc up is one; -1 = none. */
	int32_t (*last)[N_LOOP_ARCS];
	bool *broken;     /* owned [n_arcs] */
	uint8_t *of;      /* owned [n_arcs]: enum loop_arc */
	int32_t n_broken; /* arcs */
	int32_t n_told;   /* pairs of their ends, each in one warning */
	int64_t n_steps;
};

enum { NEW, OPEN, DONE };

/* "warning: loop "a" -> "b" -> … -> "a"", for the part of the stack above `to`. */
static void name_loop(struct loop_search *s, int32_t depth, int32_t to)
{
	int32_t first = s->place[to];

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
	int32_t from = s->graph->arc_from[arc];
	bool told = false; /* of another arc between the same ends */

	for (int32_t j = s->row[from]; j < s->row[from + 1] && !told; j++)
		told = s->broken[s->arc[j]] && s->graph->arc_to[s->arc[j]] == s->graph->arc_to[arc];
	s->broken[arc] = true;
	s->n_broken++;
	if (told || s->n_told++ >= NAMED_ARCS)
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

static void push(struct loop_search *s, int32_t vertex, int32_t depth)
{
	s->stack[depth] = vertex;
	s->place[vertex] = depth;
	s->state[vertex] = OPEN;
	if (depth == 0) {
		memset(s->last, -1, sizeof *s->last);
		return;
	}
	memcpy(s->last[depth], s->last[depth - 1], sizeof *s->last);
	s->last[depth][s->of[arc_behind(s, depth - 1)]] = depth - 1;
}

/* The place on the stack of the tail of the arc at which the loop that an arc from its end closes is broken. */
static int32_t choose_break(const struct loop_search *s, int32_t depth, int32_t closing)
{
	int32_t first = s->place[s->graph->arc_to[closing]];
	const int32_t *last = s->last[depth];
	enum loop_arc of = (enum loop_arc)s->of[closing];

	if (of != LOOP_BREAK && last[LOOP_BREAK] >= first)
		return last[LOOP_BREAK];
	return of == LOOP_KEEP && last[LOOP_ANY] >= first ? last[LOOP_ANY] : depth;
}

/* Break the loop that an arc from the end of the stack closes; what is above the break on the stack is as if it had not
 * been seen. Returns the depth that is left. */
static int32_t break_loop(struct loop_search *s, int32_t depth, int32_t closing)
{
	int32_t at = choose_break(s, depth, closing);

	if (!s->n_broken)
		name_loop(s, depth, s->graph->arc_to[closing]);
	break_arc(s, arc_behind(s, at));
	/* arcs before the last one lead to vertices that are DONE: the search goes on with the last */
	for (int32_t i = at + 1; i <= depth; i++) {
		s->state[s->stack[i]] = NEW;
		s->next[s->stack[i]]--;
	}
	return at;
}

static enum status search_from(struct loop_search *s, int32_t root, struct task *task)
{
	int32_t depth = 0;

	push(s, root, 0);
	while (depth >= 0) {
		int32_t v = s->stack[depth], a, to;

		if (s->n_steps++ % 4096 == 0 && task_cancelled(task))
			return STATUS_CANCELLED;
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
			push(s, to, ++depth);
		}
	}
	return STATUS_OK;
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

	TRY(ALLOC(&s->of, graph->n_arcs));
	if (choice)
		TRY(choice->find(choice->context, order, s->of));
	TRY(ALLOC_ALL(graph->n_vertices, &s->state, &s->place, &s->last, &s->stack, &s->next));
	TRY(ALLOC(&s->broken, graph->n_arcs));
	COPY(s->next, s->row, graph->n_vertices);
	for (int32_t v = 0; v < graph->n_vertices; v++) {
		if (s->state[v] == NEW)
			TRY(search_from(s, v, task));
	}
	if (s->n_told > NAMED_ARCS)
		text_printf(s->warnings, "%s: warning: loops broken at %" PRId32 " more arcs\n",
			    graph->name, s->n_told - NAMED_ARCS);
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

	FREE_ALL(s.state, s.stack, s.next, s.place, s.last, s.broken, s.of);
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
