/*
 * Data where vertices have several tags, by threads. First the set of tags of each vertex, level by level: what leaves a
 * vertex leads to later levels, so threads only add to the sets of heads. When all sets are complete, states are numbered by
 * vertex and tag, and arcs by the place of their tail in the order, its arcs and its states: numbers don't depend on
 * threads. Where a tag or a set of exceptions isn't made yet, a vertex is left to be done after its level, one after
 * another.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "db/far_arcs.h"
#include "db/state/state_impl.h"

enum {
	CHUNK = 256,    /* members that a thread takes at once */
	NO_MEMBER = -1, /* in a set that is empty: NO_MEMBER as its tag, too */
	NO_STATE = -1,
	/* of vertices */
	LAUNCHES = 1 << 0, /* some of its arcs are of a register's clock, or may be */
	NAMED = 1 << 1,    /* tags may change there, or stop */
};

/* A tag in the set of a vertex, and the member after it. */
struct tag_member {
	int32_t tag, next;
};

/* A thread, or the builder itself. */
/* All that is asked about most vertices, so that it takes one line of the cache. */
struct tag_set {
	struct tag_member first;
	int32_t state; /* the only state of the vertex; NO_STATE = it has none, or several */
	int32_t mark;
};

struct tag_thread {
	struct state_builder *b; /* borrowed */
	struct item_list items;  /* owned: the set of exceptions that is looked for */
	int64_t next, end;       /* of its chunk */
	int32_t *tag;            /* owned: of a set, ascending */
	int64_t tag_capacity;
	bool is_left; /* what was led on from takes something new, or room */
	int64_t n;    /* what its part has, then where that begins */
	enum status status;
	struct state_builder look; /* of a thread: makes nothing */
};

struct tag_sets {
	struct state_builder *b;
	struct tag_set *set;       /* owned [n_vertices] */
	struct tag_member *member; /* owned [capacity]: all others, of which threads take chunks */
	int64_t capacity, n_taken;
	int32_t *n_arcs; /* owned [n_vertices], by order: arcs that leave the states of a vertex */
	uint8_t *is_left; /* owned [of the widest level] */
	uint8_t *stays; /* owned [n_stays]: a tag goes on as it is but to NAMED vertices */
	int32_t n_stays;
	int64_t stays_capacity;
	struct tag_thread *thread; /* owned [n_threads] */
	int n_threads;
	struct tag_thread alone;
};

/* ---- members ---- */

static bool has_room(struct tag_sets *sets, struct tag_thread *t)
{
	if (t->next < t->end)
		return true;
	t->next = __atomic_fetch_add(&sets->n_taken, CHUNK, __ATOMIC_RELAXED);
	t->end = t->next + CHUNK <= sets->capacity ? t->next + CHUNK : t->next;
	return t->next < t->end;
}

/* Is a tag among the members from one to before another? */
static bool has_tag(const struct tag_sets *sets, int32_t from, int32_t end, int32_t tag)
{
	bool found = false;

	for (; from != end && !found; from = sets->member[from].next)
		found = sets->member[from].tag == tag;
	return found;
}

static const struct tag_member *next_member(const struct tag_sets *sets, const struct tag_member *m)
{
	return m->next == NO_MEMBER ? NULL : &sets->member[m->next];
}

/* Others may add to the same set: what they added meanwhile is looked at, too. */
static void add_member(struct tag_sets *sets, struct tag_thread *t, struct tag_member *first,
		       int32_t tag)
{
	int32_t at = __atomic_load_n(&first->next, __ATOMIC_ACQUIRE), seen = NO_MEMBER;

	while (!has_tag(sets, at, seen, tag)) {
		seen = at;
		if (!has_room(sets, t)) {
			t->is_left = true;
			return;
		}
		sets->member[t->next] = (struct tag_member){tag, at};
		if (__atomic_compare_exchange_n(&first->next, &at, (int32_t)t->next, false,
						__ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
			t->next++;
			return;
		}
	}
}

static void add_tag(struct tag_sets *sets, struct tag_thread *t, int32_t vertex, int32_t tag)
{
	struct tag_member *first = &sets->set[vertex].first;
	int32_t there = __atomic_load_n(&first->tag, __ATOMIC_RELAXED);

	if (there == NO_MEMBER && __atomic_compare_exchange_n(&first->tag, &there, tag, false,
							      __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		return;
	if (there != tag)
		add_member(sets, t, first, tag);
}

/* The tags of a set, ascending, in t->tag; their number. */
static int32_t list_tags(const struct tag_sets *sets, struct tag_thread *t, int32_t vertex)
{
	const struct tag_member *m = &sets->set[vertex].first;
	int32_t n = 0;

	for (; m && t->status == STATUS_OK; m = next_member(sets, m)) {
		t->status = GROW(&t->tag, &t->tag_capacity, (int64_t)n + 1);
		if (t->status == STATUS_OK)
			t->tag[n++] = m->tag;
	}
	if (n > 1)
		qsort(t->tag, (size_t)n, sizeof *t->tag, compare_int32);
	return n;
}

/* ---- level by level ---- */

static int32_t mark_of(const struct state_builder *b, int32_t vertex)
{
	int32_t pin = vertex / N_EDGES;
	bool named = (b->is_source && b->is_source[pin]) ||
		     (b->exceptions.named && b->exceptions.named[pin]);

	return (b->is_captured[vertex] ? LAUNCHES : 0) | (named ? NAMED : 0);
}

static void note_tags(struct tag_sets *sets)
{
	struct state_graph *states = sets->b->states;

	for (; sets->n_stays < states->n_tags; sets->n_stays++) {
		if (GROW(&sets->stays, &sets->stays_capacity, (int64_t)sets->n_stays + 1) !=
		    STATUS_OK)
			return; /* then it is asked for */
		sets->stays[sets->n_stays] = state_tag_stays(sets->b, sets->n_stays);
	}
}

/* The tag that one becomes by an arc; TAG_NONE, TAG_UNKNOWN. */
static inline int32_t tag_ahead(const struct tag_sets *sets, struct tag_thread *t, int32_t vertex,
				int32_t tag, int32_t arc, bool launching)
{
	int32_t head = t->b->timing->graph->arc_to[arc], ahead;

	if (!launching && tag < sets->n_stays && sets->stays[tag] &&
	    !(sets->set[head].mark & NAMED))
		return tag;
	t->status = state_tag_ahead(t->b, vertex, tag, arc, launching, &ahead);
	return t->status == STATUS_OK ? ahead : TAG_NONE;
}

/* Of one tag by one arc; t->n counts those that something follows. */
static bool lead_tag_on(struct tag_sets *sets, struct tag_thread *t, int32_t vertex, int32_t tag,
			int32_t arc, bool launching)
{
	int32_t ahead = tag_ahead(sets, t, vertex, tag, arc, launching);

	t->is_left |= ahead == TAG_UNKNOWN;
	if (ahead < 0)
		return false;
	add_tag(sets, t, t->b->timing->graph->arc_to[arc], ahead);
	t->n++;
	return true;
}

/* Clocks by an arc that launches, where paths begin then. */
static void launch(struct tag_sets *sets, struct tag_thread *t, int32_t vertex, int32_t arc)
{
	struct state_graph *states = t->b->states;

	for (int32_t s = states->first[vertex]; s >= 0 && t->status == STATUS_OK;
	     s = states->next[s]) {
		if (lead_tag_on(sets, t, vertex, states->tag_of[s], arc, true))
			states->flags[s] |= STATE_START;
	}
}

/* Data by another; in the order of tags where new ones may get their numbers. */
static void pass_on(struct tag_sets *sets, struct tag_thread *t, int32_t vertex, int32_t arc)
{
	const struct tag_member *m = &sets->set[vertex].first;
	int32_t n = t->b->only_looks || m->tag == NO_MEMBER ? 0 : list_tags(sets, t, vertex);

	for (int32_t i = 0; i < n && t->status == STATUS_OK; i++)
		lead_tag_on(sets, t, vertex, t->tag[i], arc, false);
	for (; t->b->only_looks && m && m->tag != NO_MEMBER && t->status == STATUS_OK;
	     m = next_member(sets, m))
		lead_tag_on(sets, t, vertex, m->tag, arc, false);
}

/* All that leaves a vertex; t->n: its arcs. */
static void lead_on(struct tag_sets *sets, struct tag_thread *t, int32_t vertex)
{
	const struct timing_graph *timing = t->b->timing;
	bool may_launch = sets->set[vertex].mark & LAUNCHES;

	t->n = 0;
	t->is_left = false;
	if (!may_launch && sets->set[vertex].first.tag == NO_MEMBER)
		return;
	for (int32_t j = timing->out_row[vertex];
	     j < timing->out_row[vertex + 1] && t->status == STATUS_OK; j++) {
		int32_t arc = timing->out_arc[j];

		if (arc >= timing->n_possible)
			continue;
		if (may_launch && state_launches(t->b, arc))
			launch(sets, t, vertex, arc);
		else
			pass_on(sets, t, vertex, arc);
	}
}

static enum status grow_members(struct tag_sets *sets)
{
	sets->n_taken = min_i64(sets->n_taken, sets->capacity);
	return GROW(&sets->member, &sets->capacity, sets->n_taken + CHUNK);
}

/* By the builder itself, which makes what is new. */
static enum status lead_on_alone(struct tag_sets *sets, int32_t vertex, int32_t *n_arcs)
{
	struct tag_thread *t = &sets->alone;

	do {
		if (t->next == t->end)
			TRY(grow_members(sets));
		lead_on(sets, t, vertex);
		TRY(t->status);
	} while (t->is_left);
	*n_arcs = (int32_t)t->n;
	return STATUS_OK;
}

static void begin_looking(struct tag_thread *t, const struct state_builder *b)
{
	t->look = *b;
	t->look.items = t->items;
	t->look.only_looks = true;
	t->b = &t->look;
}

/* A part of a level; true = some of its vertices are left. */
static bool lead_part_on(struct tag_sets *sets, struct tag_thread *t, int32_t begin, int64_t from,
			 int64_t to, int64_t n)
{
	const struct timing_graph *timing = sets->b->timing;
	const struct far_arcs far = {timing->order + begin,
				     timing->out_row,
				     timing->out_arc,
				     timing->graph->arc_to,
				     (const char *)sets->set,
				     sizeof *sets->set};
	bool any_left = false;

	begin_looking(t, sets->b);
	for (int64_t i = from; i < to && t->status == STATUS_OK; i++) {
		ask_for_far_arcs(&far, i, n);
		lead_on(sets, t, far.vertex[i]);
		sets->n_arcs[begin + i] = (int32_t)t->n;
		sets->is_left[i] = t->is_left;
		any_left |= t->is_left;
	}
	t->items = t->look.items;
	return any_left;
}

/* The first status of a thread that isn't OK; its message is the thread's. */
static enum status status_of_threads(const struct tag_sets *sets)
{
	for (int p = 0; p < sets->n_threads; p++) {
		if (sets->thread[p].status != STATUS_OK)
			return status_fail(sets->thread[p].status, "out of memory");
	}
	return STATUS_OK;
}

static enum status lead_level_on(struct tag_sets *sets, int32_t begin, int32_t n)
{
	int parts = far_parts_of(n);
	bool any_left = false;

	note_tags(sets);
	OVER_PARTS(p, parts)
	{
		if (lead_part_on(sets, &sets->thread[p], begin, part_begin(n, parts, p),
				 part_begin(n, parts, p + 1), n))
			__atomic_store_n(&any_left, true, __ATOMIC_RELAXED);
	}
	TRY(status_of_threads(sets));
	for (int32_t i = 0; any_left && i < n; i++) {
		if (sets->is_left[i])
			TRY(lead_on_alone(sets, sets->b->timing->order[begin + i],
					  &sets->n_arcs[begin + i]));
	}
	return STATUS_OK;
}

/* ---- states ---- */

static void count_states(const struct tag_sets *sets, struct tag_thread *t, int64_t from,
			 int64_t to)
{
	const struct state_graph *states = sets->b->states;

	t->n = 0;
	for (int64_t v = from; v < to && t->status == STATUS_OK; v++) {
		int32_t n = 0;

		if (sets->set[v].first.tag == NO_MEMBER)
			continue;
		if (states->first[v] < 0 && sets->set[v].first.next == NO_MEMBER)
			t->n++;
		else
			n = list_tags(sets, t, (int32_t)v);
		for (int32_t i = 0; i < n; i++)
			t->n += state_find(sets->b, (int32_t)v, t->tag[i]) < 0;
	}
}

/* Those that a vertex has no state for get one, after its others. */
static void number_states_at(const struct tag_sets *sets, struct tag_thread *t, int32_t vertex)
{
	struct state_graph *states = sets->b->states;
	int32_t n = list_tags(sets, t, vertex);

	for (int32_t i = 0; i < n; i++) {
		int32_t state = (int32_t)t->n, *link = &states->first[vertex];

		while (*link >= 0 && states->tag_of[*link] != t->tag[i])
			link = &states->next[*link];
		if (*link >= 0)
			continue;
		states->graph->netlist_vertex[state] = vertex;
		states->tag_of[state] = t->tag[i];
		states->flags[state] = STATE_DATA;
		states->next[state] = -1;
		*link = state;
		t->n++;
	}
	if (states->next[states->first[vertex]] < 0)
		sets->set[vertex].state = states->first[vertex];
}

static enum status need_states(struct tag_sets *sets, int parts)
{
	struct state_builder *b = sets->b;
	struct state_graph *states = b->states;
	int64_t n = states->graph->n_vertices;

	for (int p = 0; p < parts; p++) {
		int64_t own = sets->thread[p].n;

		sets->thread[p].n = n;
		n += own;
	}
	if (n > INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "more than %d states", INT32_MAX);
	TRY(GROW(&states->graph->netlist_vertex, &b->vertex_capacity, n));
	TRY(GROW(&states->tag_of, &states->state_capacity, n));
	TRY(GROW(&states->next, &states->next_capacity, n));
	TRY(GROW(&states->flags, &states->flags_capacity, n));
	states->graph->n_vertices = (int32_t)n;
	return STATUS_OK;
}

static enum status number_states(struct tag_sets *sets)
{
	int64_t n = sets->b->timing->graph->n_vertices;
	int parts = parts_of(n);

	OVER_PARTS(p, parts)
	count_states(sets, &sets->thread[p], part_begin(n, parts, p), part_begin(n, parts, p + 1));
	TRY(status_of_threads(sets));
	TRY(need_states(sets, parts));
	OVER_PARTS(p, parts)
	{
		OVER_PART(v, n, parts, p)
		{
			if (sets->set[v].first.tag != NO_MEMBER)
				number_states_at(sets, &sets->thread[p], (int32_t)v);
		}
	}
	return status_of_threads(sets);
}

/* ---- arcs ---- */

/* Those of one arc of the timing graph, from place t->n on. */
static void add_arc(const struct tag_sets *sets, struct tag_thread *t, int32_t state, int32_t tag,
		    int32_t arc, bool launching)
{
	const struct graph *timing = t->b->timing->graph;
	struct graph *graph = t->b->states->graph;
	int32_t ahead = tag_ahead(sets, t, timing->arc_from[arc], tag, arc, launching);
	int32_t head = timing->arc_to[arc], only = sets->set[head].state;

	if (ahead == TAG_NONE)
		return;
	graph->arc_from[t->n] = state;
	graph->arc_to[t->n] = only == NO_STATE ? state_find(t->b, head, ahead) : only;
	graph->arc_type[t->n++] = arc;
}

static void add_arcs_of(const struct tag_sets *sets, struct tag_thread *t, int32_t vertex,
			int32_t arc)
{
	const struct state_graph *states = t->b->states;
	const struct tag_set *set = &sets->set[vertex];
	bool launching = set->mark & LAUNCHES && state_launches(t->b, arc);

	if (set->state != NO_STATE && !launching) {
		add_arc(sets, t, set->state, set->first.tag, arc, false);
		return;
	}
	for (int32_t s = states->first[vertex]; s >= 0 && t->status == STATUS_OK;
	     s = states->next[s])
		add_arc(sets, t, s, states->tag_of[s], arc, launching);
}

static void add_part_of_arcs(const struct tag_sets *sets, struct tag_thread *t, int64_t from,
			     int64_t to)
{
	const struct timing_graph *timing = sets->b->timing;
	const struct far_arcs far = {timing->order,
				     timing->out_row,
				     timing->out_arc,
				     timing->graph->arc_to,
				     (const char *)sets->set,
				     sizeof *sets->set};

	begin_looking(t, sets->b);
	for (int64_t i = from; i < to && t->status == STATUS_OK; i++) {
		int32_t vertex = timing->order[i];

		ask_for_far_arcs(&far, i, to);
		for (int32_t j = timing->out_row[vertex];
		     sets->n_arcs[i] && j < timing->out_row[vertex + 1]; j++) {
			if (timing->out_arc[j] < timing->n_possible)
				add_arcs_of(sets, t, vertex, timing->out_arc[j]);
		}
	}
	t->items = t->look.items;
}

static enum status need_arcs(struct tag_sets *sets, int parts)
{
	struct graph *graph = sets->b->states->graph;
	int64_t n = sets->b->timing->graph->n_vertices, arcs = graph->n_arcs;

	OVER_PARTS(p, parts)
	{
		int64_t sum = 0;

		OVER_PART(i, n, parts, p)
		sum += sets->n_arcs[i];
		sets->thread[p].n = sum;
	}
	for (int p = 0; p < parts; p++) {
		int64_t own = sets->thread[p].n;

		sets->thread[p].n = arcs;
		arcs += own;
	}
	if (arcs > INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "more than %d arcs", INT32_MAX);
	TRY(GROW(&graph->arc_from, &graph->arc_capacity, arcs));
	TRY(GROW(&graph->arc_to, &graph->arc_to_capacity, arcs));
	TRY(GROW(&graph->arc_type, &graph->arc_type_capacity, arcs));
	graph->n_arcs = (int32_t)arcs;
	return STATUS_OK;
}

static enum status add_arcs(struct tag_sets *sets)
{
	int64_t n = sets->b->timing->graph->n_vertices;
	int parts = far_parts_of(n);

	TRY(need_arcs(sets, parts));
	OVER_PARTS(p, parts)
	add_part_of_arcs(sets, &sets->thread[p], part_begin(n, parts, p),
			 part_begin(n, parts, p + 1));
	return status_of_threads(sets);
}

/* ---- all of it ---- */

/* With the data that begins somewhere. */
static enum status begin_sets(struct tag_sets *sets)
{
	struct state_builder *b = sets->b;
	const struct timing_graph *timing = b->timing;
	struct state_graph *states = b->states;
	int64_t n = timing->graph->n_vertices, widest = 0;

	for (int32_t l = 0; l < timing->n_levels; l++)
		widest = max_i64(widest, timing->level_row[l + 1] - timing->level_row[l]);
	TRY(ALLOC(&sets->is_left, widest));
	TRY(ALLOC_UNSET(&sets->n_arcs, n));
	TRY(ALLOC_UNSET(&sets->set, n));
	OVER_ITEMS(v, n)
	sets->set[v] = (struct tag_set){{NO_MEMBER, NO_MEMBER}, NO_STATE, mark_of(b, (int32_t)v)};
	sets->n_threads = host_threads();
	TRY(ALLOC(&sets->thread, sets->n_threads));
	TRY(GROW(&sets->member, &sets->capacity, n / 4 + (int64_t)CHUNK * sets->n_threads));
	sets->alone.b = b;
	for (int32_t s = 0; s < states->graph->n_vertices; s++) {
		if (!(states->flags[s] & STATE_DATA))
			continue;
		if (sets->alone.next == sets->alone.end)
			TRY(grow_members(sets));
		add_tag(sets, &sets->alone, states->graph->netlist_vertex[s], states->tag_of[s]);
	}
	return STATUS_OK;
}

static enum status run_sets(struct tag_sets *sets)
{
	const struct timing_graph *timing = sets->b->timing;

	TRY(begin_sets(sets));
	for (int32_t l = 0; l < timing->n_levels; l++) {
		int32_t begin = timing->level_row[l];

		TRY(lead_level_on(sets, begin, timing->level_row[l + 1] - begin));
		TRY(task_progress(sets->b->task, (timing->graph->n_vertices + begin) / 2));
	}
	TRY(number_states(sets));
	return add_arcs(sets);
}

enum status state_spread_sets(struct state_builder *b)
{
	struct tag_sets sets = {.b = b};
	enum status status = run_sets(&sets);

	for (int p = 0; sets.thread && p < sets.n_threads; p++) {
		free(sets.thread[p].items.item);
		free(sets.thread[p].tag);
	}
	free(sets.alone.tag);
	free(sets.thread);
	free(sets.set);
	free(sets.stays);
	free(sets.member);
	free(sets.n_arcs);
	free(sets.is_left);
	return status;
}
