/*
 * Data by threads. First the set of tags of each vertex, level by level: what leaves a vertex leads to later levels, so
 * threads only add to the sets of heads. When all sets are complete, states are numbered by place in the order and by tag,
 * and arcs by the place of their tail, its arcs and its states: numbers don't depend on threads. Where vertices are states
 * a set has one member at most. Where a tag or a set of exceptions isn't made yet, a vertex is left to be done after its
 * level, one after another.
 *
 * What is asked about a vertex is in one line of the cache, by place: a sweep reads tails and arcs one after another, and
 * waits for its heads alone.
 */
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "db/fan_out.h"
#include "db/state/state_impl.h"

enum {
	CHUNK = 256,    /* members that a thread takes at once */
	NO_MEMBER = -1, /* in a set that is empty: NO_MEMBER as its tag, too */
	NO_STATE = -1,
	AHEAD = 16, /* arcs whose heads are fetched early */
	WORK = 4,   /* of a vertex, in items of a loop */
	/* of vertices */
	LAUNCHES = 1 << 0, /* some of its arcs are of a register's clock, or may be */
	NAMED = 1 << 1,    /* tags may change there, or stop */
	BEGINS = 1 << 2,   /* it has states already */
};

/* A tag in the set of a vertex, and the member after it. */
struct tag_member {
	int32_t tag, next;
};

struct tag_set {
	struct tag_member first;
	int32_t state; /* the only one of the vertex; NO_STATE = it has none, or several */
	int32_t mark;
};

/* A thread, or the builder itself. */
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
	struct tag_set *set; /* owned [n_vertices], by place, as all here */
	/* Owned: those after the first. Threads take chunks; a vertex for whose heads there is no room is left, too. */
	struct tag_member *member;
	int64_t capacity, n_taken;
	int32_t *n_arcs;  /* owned [n_vertices]: arcs that leave the states of a vertex */
	uint8_t *is_left; /* owned [n_vertices] */
	uint8_t *stays;   /* owned [n_stays]: a tag goes on as it is but to NAMED vertices */
	int32_t n_stays;
	int64_t stays_capacity;
	bool conflict;             /* where vertices are states, one would have two tags */
	struct tag_thread *thread; /* owned [n_threads] */
	int n_threads;
	struct tag_thread alone;
};

/* ---- members ---- */

static const struct tag_member *next_member(const struct tag_sets *sets, const struct tag_member *m)
{
	return m->next == NO_MEMBER ? NULL : &sets->member[m->next];
}

static bool has_room(struct tag_sets *sets, struct tag_thread *t)
{
	if (t->next < t->end)
		return true;
	t->next = __atomic_fetch_add(&sets->n_taken, CHUNK, __ATOMIC_RELAXED);
	t->end = t->next + CHUNK <= min_i64(sets->capacity, INT32_MAX) ? t->next + CHUNK : t->next;
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

static void add_tag(struct tag_sets *sets, struct tag_thread *t, int32_t place, int32_t tag)
{
	struct tag_member *first = &sets->set[place].first;
	int32_t there = __atomic_load_n(&first->tag, __ATOMIC_RELAXED);

	if (there == NO_MEMBER && __atomic_compare_exchange_n(&first->tag, &there, tag, false,
							      __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		return;
	if (there == tag)
		return;
	if (sets->b->flat)
		__atomic_store_n(&sets->conflict, true, __ATOMIC_RELAXED);
	else
		add_member(sets, t, first, tag);
}

/* The tags of a set, ascending, in t->tag; their number. */
static int32_t list_tags(const struct tag_sets *sets, struct tag_thread *t, int32_t place)
{
	const struct tag_member *m = &sets->set[place].first;
	int32_t n = 0;

	for (m = m->tag == NO_MEMBER ? NULL : m; m && t->status == STATUS_OK;
	     m = next_member(sets, m)) {
		t->status = GROW(&t->tag, &t->tag_capacity, (int64_t)n + 1);
		if (t->status == STATUS_OK)
			t->tag[n++] = m->tag;
	}
	if (n > 1)
		qsort(t->tag, (size_t)n, sizeof *t->tag, compare_int32);
	return n;
}

/* ---- level by level ---- */

/* An arc by its place, with what is known of it. */
struct tag_arc {
	int32_t arc, tail, head; /* vertices by place */
	bool launching;
};

static struct tag_arc arc_at(const struct tag_sets *sets, int32_t tail, int32_t j)
{
	const struct timing_graph *timing = sets->b->timing;
	struct tag_arc arc = {timing->place_arc[j], tail, timing->place_head[j], false};

	arc.launching = sets->set[tail].mark & LAUNCHES && state_launches(sets->b, arc.arc);
	return arc;
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
static inline int32_t tag_ahead(const struct tag_sets *sets, struct tag_thread *t,
				const struct tag_arc *arc, int32_t tag)
{
	int32_t ahead;

	if (!arc->launching && tag < sets->n_stays && sets->stays[tag] &&
	    !(sets->set[arc->head].mark & NAMED))
		return tag;
	t->status = state_tag_ahead(t->b, tag, arc->arc, arc->launching, &ahead);
	return t->status == STATUS_OK ? ahead : TAG_NONE;
}

/* t->n counts what something follows by an arc. */
static void lead_tag_on(struct tag_sets *sets, struct tag_thread *t, const struct tag_arc *arc,
			int32_t tag)
{
	int32_t ahead = tag_ahead(sets, t, arc, tag);

	t->is_left |= ahead == TAG_UNKNOWN;
	if (ahead < 0)
		return;
	add_tag(sets, t, arc->head, ahead);
	t->n++;
}

/* In the order of tags where new ones may get their numbers. */
static void lead_set_on(struct tag_sets *sets, struct tag_thread *t, const struct tag_arc *arc)
{
	const struct tag_member *m = t->b->only_looks ? &sets->set[arc->tail].first : NULL;
	int32_t n = m ? 0 : list_tags(sets, t, arc->tail);

	for (int32_t i = 0; i < n && t->status == STATUS_OK; i++)
		lead_tag_on(sets, t, arc, t->tag[i]);
	for (; m && t->status == STATUS_OK; m = next_member(sets, m))
		lead_tag_on(sets, t, arc, m->tag);
}

/* All that leaves a vertex; t->n: its arcs. */
static void lead_on(struct tag_sets *sets, struct tag_thread *t, int32_t place)
{
	const int32_t *row = sets->b->timing->place_row + place;

	t->n = 0;
	t->is_left = false;
	if (sets->set[place].first.tag == NO_MEMBER)
		return;
	for (int32_t j = row[0]; j < row[1] && t->status == STATUS_OK; j++) {
		struct tag_arc arc = arc_at(sets, place, j);

		lead_set_on(sets, t, &arc);
	}
}

static enum status grow_members(struct tag_sets *sets)
{
	sets->n_taken = min_i64(sets->n_taken, sets->capacity);
	if (sets->n_taken + CHUNK > INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "more than %d states", INT32_MAX);
	return GROW(&sets->member, &sets->capacity, sets->n_taken + CHUNK);
}

/* By the builder itself, which makes what is new. */
static enum status lead_on_alone(struct tag_sets *sets, int32_t place)
{
	struct tag_thread *t = &sets->alone;

	do {
		if (t->next == t->end)
			TRY(grow_members(sets));
		lead_on(sets, t, place);
		TRY(t->status);
	} while (t->is_left);
	sets->n_arcs[place] = (int32_t)t->n;
	return STATUS_OK;
}

static void begin_looking(struct tag_thread *t, const struct state_builder *b)
{
	t->look = *b;
	t->look.items = t->items;
	t->look.only_looks = true;
	t->b = &t->look;
}

static void end_looking(struct tag_thread *own, struct tag_thread *t)
{
	own->items = own->look.items;
	own->b = NULL;
	*t = *own;
}

static void fetch_heads(const struct tag_sets *sets, int32_t place)
{
	const struct timing_graph *timing = sets->b->timing;
	int32_t end = timing->place_row[timing->graph->n_vertices];

	for (int32_t j = timing->place_row[place] + AHEAD;
	     j < timing->place_row[place + 1] + AHEAD && j < end; j++)
		__builtin_prefetch(&sets->set[timing->place_head[j]], 1);
}

/* Places begin … end − 1 of a level; true = some of its vertices are left. */
static bool lead_part_on(struct tag_sets *sets, struct tag_thread *t, int64_t begin, int64_t end)
{
	struct tag_thread own = *t; /* those of threads share lines of the cache */
	bool any_left = false;

	begin_looking(&own, sets->b);
	for (int64_t i = begin; i < end && own.status == STATUS_OK; i++) {
		fetch_heads(sets, (int32_t)i);
		lead_on(sets, &own, (int32_t)i);
		sets->n_arcs[i] = (int32_t)own.n;
		sets->is_left[i] = own.is_left;
		any_left |= own.is_left;
	}
	end_looking(&own, t);
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
	int parts = parts_of(WORK * (int64_t)n);
	bool any_left = false;

	note_tags(sets);
	OVER_PARTS(p, parts)
	{
		if (lead_part_on(sets, &sets->thread[p], begin + part_begin(n, parts, p),
				 begin + part_begin(n, parts, p + 1)))
			__atomic_store_n(&any_left, true, __ATOMIC_RELAXED);
	}
	TRY(status_of_threads(sets));
	for (int32_t i = begin; any_left && i < begin + n && !sets->conflict; i++) {
		if (sets->is_left[i])
			TRY(lead_on_alone(sets, i));
	}
	return STATUS_OK;
}

/* ---- states ---- */

/* Has it one tag, whose state is the first of the vertex? */
static bool is_plain(const struct tag_set *set)
{
	return !(set->mark & BEGINS) && set->first.next == NO_MEMBER;
}

static void count_states(const struct tag_sets *sets, struct tag_thread *t, int64_t begin,
			 int64_t end)
{
	const struct state_builder *b = sets->b;

	t->n = 0;
	for (int64_t i = begin; i < end && t->status == STATUS_OK; i++) {
		const struct tag_set *set = &sets->set[i];
		int32_t n = 0;

		if (set->first.tag == NO_MEMBER)
			continue;
		if (is_plain(set))
			t->n++;
		else
			n = list_tags(sets, t, (int32_t)i);
		for (int32_t k = 0; k < n; k++)
			t->n += state_find(b, b->timing->order[i], t->tag[k]) < 0;
	}
}

static int32_t add_state(const struct tag_sets *sets, struct tag_thread *t, int32_t vertex,
			 int32_t tag)
{
	struct state_graph *states = sets->b->states;
	int32_t state = (int32_t)t->n++;

	states->graph->netlist_vertex[state] = vertex;
	states->tag_of[state] = tag;
	states->flags[state] = STATE_DATA;
	states->next[state] = -1;
	return state;
}

/* Tags for which a vertex has no state get one, after its others. */
static void number_several(const struct tag_sets *sets, struct tag_thread *t, int32_t place)
{
	struct state_graph *states = sets->b->states;
	int32_t vertex = sets->b->timing->order[place], n = list_tags(sets, t, place);

	for (int32_t i = 0; i < n; i++) {
		int32_t *link = &states->first[vertex];

		while (*link >= 0 && states->tag_of[*link] != t->tag[i])
			link = &states->next[*link];
		if (*link < 0)
			*link = add_state(sets, t, vertex, t->tag[i]);
	}
	if (n && states->next[states->first[vertex]] < 0)
		sets->set[place].state = states->first[vertex];
}

static void number_states_at(const struct tag_sets *sets, struct tag_thread *t, int32_t place)
{
	struct tag_set *set = &sets->set[place];
	int32_t vertex = sets->b->timing->order[place];

	if (set->first.tag == NO_MEMBER)
		return;
	if (is_plain(set))
		sets->b->states->first[vertex] = set->state =
			add_state(sets, t, vertex, set->first.tag);
	else
		number_several(sets, t, place);
}

/* Where vertices are states. */
static void tag_state_at(const struct tag_sets *sets, int32_t place)
{
	struct state_graph *states = sets->b->states;
	struct tag_set *set = &sets->set[place];
	int32_t vertex = sets->b->timing->order[place];

	if (set->first.tag == NO_MEMBER)
		return;
	set->state = vertex;
	states->tag_of[vertex] = set->first.tag;
	if (states->tag[set->first.tag].kind == TAG_DATA)
		states->flags[vertex] |= STATE_DATA;
}

/* What the parts have follows what there is. */
static int64_t place_parts(struct tag_sets *sets, int parts, int64_t begin)
{
	for (int p = 0; p < parts; p++) {
		int64_t own = sets->thread[p].n;

		sets->thread[p].n = begin;
		begin += own;
	}
	return begin;
}

static enum status number_states(struct tag_sets *sets)
{
	struct state_builder *b = sets->b;
	int64_t n = b->timing->graph->n_vertices;
	int parts = parts_of(n);

	if (!b->flat) {
		OVER_PARTS(p, parts)
		count_states(sets, &sets->thread[p], part_begin(n, parts, p),
			     part_begin(n, parts, p + 1));
		TRY(status_of_threads(sets));
		TRY(state_need_states(b, place_parts(sets, parts, b->states->graph->n_vertices)));
	}
	OVER_PARTS(p, parts)
	{
		OVER_PART(i, n, parts, p)
		{
			if (b->flat)
				tag_state_at(sets, (int32_t)i);
			else
				number_states_at(sets, &sets->thread[p], (int32_t)i);
		}
	}
	return status_of_threads(sets);
}

/* ---- arcs ---- */

static void let_pass(struct state_graph *states, int32_t arc)
{
	if (states->arc)
		states->arc[arc] = arc;
	else
		states->passes[arc] = 1;
}

/* What leads from a state by an arc, if something does. Paths begin at a clock that launches. */
static void add_arc(const struct tag_sets *sets, struct tag_thread *t, const struct tag_arc *arc,
		    int32_t state, int32_t tag)
{
	struct state_graph *states = sets->b->states;
	struct graph *graph = states->graph;
	int32_t ahead = tag_ahead(sets, t, arc, tag), to = sets->set[arc->head].state;

	if (ahead == TAG_NONE)
		return;
	if (arc->launching && states->tag[tag].kind == TAG_CLOCK)
		states->flags[state] |= STATE_START;
	if (sets->b->flat) {
		let_pass(states, arc->arc);
		return;
	}
	graph->arc_from[t->n] = state;
	graph->arc_to[t->n] =
		to == NO_STATE ? state_find(sets->b, sets->b->timing->order[arc->head], ahead) : to;
	graph->arc_type[t->n++] = arc->arc;
}

static void add_arcs_of(const struct tag_sets *sets, struct tag_thread *t,
			const struct tag_arc *arc)
{
	const struct state_graph *states = sets->b->states;
	const struct tag_set *set = &sets->set[arc->tail];

	if (set->state != NO_STATE) {
		add_arc(sets, t, arc, set->state, set->first.tag);
		return;
	}
	for (int32_t s = states->first[sets->b->timing->order[arc->tail]];
	     s >= 0 && t->status == STATUS_OK; s = states->next[s])
		add_arc(sets, t, arc, s, states->tag_of[s]);
}

static void add_part_of_arcs(const struct tag_sets *sets, struct tag_thread *t, int64_t begin,
			     int64_t end)
{
	const int32_t *row = sets->b->timing->place_row;
	struct tag_thread own = *t;

	begin_looking(&own, sets->b);
	for (int64_t i = begin; i < end && own.status == STATUS_OK; i++) {
		fetch_heads(sets, (int32_t)i);
		for (int32_t j = row[i]; sets->n_arcs[i] && j < row[i + 1]; j++) {
			struct tag_arc arc = arc_at(sets, (int32_t)i, j);

			add_arcs_of(sets, &own, &arc);
		}
	}
	end_looking(&own, t);
}

static enum status need_arcs(struct tag_sets *sets, int parts)
{
	int64_t n = sets->b->timing->graph->n_vertices;

	OVER_PARTS(p, parts)
	{
		int64_t sum = 0;

		OVER_PART(i, n, parts, p)
		sum += sets->n_arcs[i];
		sets->thread[p].n = sum;
	}
	return state_need_arcs(sets->b, place_parts(sets, parts, sets->b->states->graph->n_arcs));
}

static enum status add_arcs(struct tag_sets *sets)
{
	int64_t n = sets->b->timing->graph->n_vertices;
	int parts = parts_of(WORK * n);

	if (!sets->b->flat)
		TRY(need_arcs(sets, parts));
	OVER_PARTS(p, parts)
	add_part_of_arcs(sets, &sets->thread[p], part_begin(n, parts, p),
			 part_begin(n, parts, p + 1));
	return status_of_threads(sets);
}

/* ---- all of it ---- */

static int32_t mark_of(const struct state_builder *b, int32_t vertex)
{
	int32_t pin = vertex / N_EDGES;
	bool named = (b->is_source && b->is_source[pin]) ||
		     (b->exceptions.named && b->exceptions.named[pin]);

	return (b->is_captured[vertex] ? LAUNCHES : 0) | (named ? NAMED : 0) |
	       (state_first(b->states, vertex) >= 0 ? BEGINS : 0);
}

/* What its mark needs. */
static void fetch_vertex(const struct state_builder *b, int32_t vertex)
{
	__builtin_prefetch(&b->is_captured[vertex]);
	if (b->is_source)
		__builtin_prefetch(&b->is_source[vertex / N_EDGES]);
	if (b->exceptions.named)
		__builtin_prefetch(&b->exceptions.named[vertex / N_EDGES]);
	__builtin_prefetch(b->flat ? &b->states->tag_of[vertex] : &b->states->first[vertex]);
}

/* What there is already: clocks, and data that begins there. */
static void begin_set(struct tag_sets *sets, struct tag_thread *t, int64_t place)
{
	const struct state_graph *states = sets->b->states;
	int32_t vertex = sets->b->timing->order[place];

	sets->set[place] =
		(struct tag_set){{NO_MEMBER, NO_MEMBER}, NO_STATE, mark_of(sets->b, vertex)};
	for (int32_t s = state_first(states, vertex); s >= 0; s = state_next(states, s))
		add_tag(sets, t, (int32_t)place, states->tag_of[s]);
}

static enum status begin_sets(struct tag_sets *sets)
{
	struct state_builder *b = sets->b;
	int64_t n = b->timing->graph->n_vertices;
	int parts = parts_of(n);

	TRY(timing_graph_need_places(b->owner));
	sets->n_threads = host_threads();
	sets->alone.b = b;
	TRY(ALLOC(&sets->thread, sets->n_threads));
	TRY(ALLOC_UNSET(&sets->is_left, n));
	TRY(ALLOC_UNSET(&sets->n_arcs, n));
	TRY(ALLOC_UNSET(&sets->set, n));
	if (!b->flat)
		TRY(GROW(&sets->member, &sets->capacity,
			 b->states->graph->n_vertices + n / 4 + (int64_t)CHUNK * sets->n_threads));
	OVER_PARTS(p, parts)
	{
		OVER_PART(i, n, parts, p)
		{
			if (i + AHEAD < n)
				fetch_vertex(b, b->timing->order[i + AHEAD]);
			begin_set(sets, &sets->thread[p], i);
		}
	}
	return STATUS_OK;
}

static enum status run_sets(struct tag_sets *sets)
{
	struct state_builder *b = sets->b;
	const struct timing_graph *timing = b->timing;

	TRY(begin_sets(sets));
	for (int32_t l = 0; l < timing->n_levels && !sets->conflict; l++) {
		int32_t begin = timing->level_row[l];

		TRY(lead_level_on(sets, begin, timing->level_row[l + 1] - begin));
		TRY(task_progress(b->task, (timing->graph->n_vertices + begin) / 2));
	}
	b->conflict |= sets->conflict;
	if (b->conflict)
		return STATUS_OK;
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
