/*
 * The states of a state graph (db/state/state_graph.h): which tags data has at each vertex of the timing graph, level by
 * level. What leaves a vertex leads to later levels, so items only add to the sets of heads. When all sets are complete, states
 * are numbered by place in the order and by tag, and arcs by the place of their tail, its arcs and its states: numbers are the
 * same in whatever order items add.
 *
 * A tag goes on as it is but along arcs that launch, to vertices that exceptions name, and where what it needs is no more ahead:
 * there a table says what it becomes. What isn't in the table is asked of the host, and the sweep stops after the level. Then
 * those vertices of the level that lacked something are done again: adding twice is adding once.
 *
 * Races: the first tag of a set, and the link to its other members, are set once, by compare and swap. A member is written before
 * the link that leads to it, and others look at what was linked meanwhile. Marks and sets are complete when their level comes.
 */
#include "gpu/image/tag_set_args.h"
#include "gpu/kernel/kernel.h"

/* Arcs whose heads a processor asks for early. */
enum { HEADS_AHEAD = 16, ROOM_AT_ONCE = 256 };

/* ---- sets ---- */

/* Item: vertex. Floor: 17 bytes. */
KERNEL(clear_tag_sets, k, i)
{
	struct tag_set *set = &k->set[i];

	set->first.tag = NO_TAG;
	set->first.next = NO_MEMBER;
	set->state = NO_STATE;
	set->mark = k->mark[i];
}

/* Item: a vertex that is listed once, and bits. Floor: 12 bytes, and 8 gathered. */
KERNEL(mark_tag_sets, k, i)
{
	k->set[k->place[k->vertex[i]]].mark |= k->mark[i];
}

/* The place of a free member, -1 = there is none. */
DEVICE_INLINE int32_t take_member(const struct device_tag_sets *s)
{
#if defined(__CUDACC__) || defined(KERNEL_WARP)
	int32_t at = atomic_add_i32(&s->counters->n_members, 1);

	return at >= 0 && at < s->capacity ? at : -1;
#else
	struct tag_room *room = &s->room[thread_number()];

	if (room->next == room->end) {
		room->next = atomic_add_i32(&s->counters->n_members, ROOM_AT_ONCE);
		room->end = room->next + ROOM_AT_ONCE;
	}
	if (room->next >= 0 && room->next < s->capacity)
		return room->next++;
	room->next = room->end = 0;
	return -1;
#endif
}

/* Is a tag among the members from one to before another? */
DEVICE_INLINE bool has_tag(const struct device_tag_sets *s, int32_t from, int32_t end, int32_t tag)
{
	bool found = false;

	while (from != end && !found) {
		found = load_published_i32(&s->member[from].tag) == tag;
		from = load_published_i32(&s->member[from].next);
	}
	return found;
}

/* False: there is no room. */
DEVICE_INLINE bool add_member(const struct device_tag_sets *s, struct tag_member *first,
			      int32_t tag)
{
	int32_t at = load_published_i32(&first->next), seen = NO_MEMBER, own = -1;

	while (!has_tag(s, at, seen, tag)) {
		int32_t there;

		seen = at;
		own = own < 0 ? take_member(s) : own;
		if (own < 0)
			return false;
		s->member[own].tag = tag;
		s->member[own].next = at;
		there = atomic_publish_i32(&first->next, at, own);
		if (there == at)
			return true;
		at = there;
	}
	return true; /* what was taken stays unused */
}

DEVICE_INLINE bool add_tag(const struct device_tag_sets *s, int32_t place, int32_t tag)
{
	struct tag_member *first = &s->set[place].first;
	int32_t there = first->tag;

	if (there == NO_TAG)
		there = atomic_swap_i32(&first->tag, NO_TAG, tag);
	if (there == NO_TAG || there == tag)
		return true;
	if (!s->flat)
		return add_member(s, first, tag);
	s->counters->conflict = 1;
	return false;
}

/* Item: a state that is there already, of a clock or where data begins. Those of a vertex are linked as they ascend. Floor: 8 bytes,
 * 28 gathered. */
KERNEL(begin_tag_sets, k, i)
{
	const struct device_tag_sets *s = &k->sets;
	int32_t place;

	if (k->tag_of[i] < 0)
		return;
	place = k->place[k->vertex_of ? k->vertex_of[i] : i];
	s->set[place].mark |= TAGS_BEGIN;
	if (k->first)
		atomic_min_32(&k->first[k->vertex_of[i]], (int32_t)i);
	if (!add_tag(s, place, k->tag_of[i]))
		s->counters->stop = -1;
}

/* ---- how tags go on ---- */

struct tag_arc {
	int32_t tail, at; /* its place */
	int32_t head, head_mark, tail_mark;
	bool launching;
};

DEVICE_INLINE struct tag_arc tag_arc_at(const struct device_tag_sets *s, int32_t tail, int32_t at)
{
	struct tag_arc arc;

	arc.tail = tail;
	arc.at = at;
	arc.head = s->head[at];
	arc.tail_mark = s->set[tail].mark;
	arc.head_mark = s->set[arc.head].mark;
	arc.launching = (arc.tail_mark & TAGS_LAUNCH) && s->arc[at] < 0;
	return arc;
}

/* What the table is asked. */
struct tag_question {
	int32_t step;
	int64_t what;
};

/* Which of the things that a tag needs aren't ahead of a vertex, of the first MOST_NEEDS; *others: are any of the rest? */
DEVICE_INLINE uint64_t tag_lacks(const struct device_tag_sets *s, const struct device_tag *t,
				 int32_t place, bool *others)
{
	const uint64_t *ahead;
	uint64_t lacks = 0;

	*others = false;
	if (!t->n_needs)
		return 0;
	ahead = s->ahead + (int64_t)s->order[place] * s->n_words;
	for (int32_t i = 0; i < t->n_needs; i++) {
		int32_t need = s->need[t->first + i];
		uint64_t lack = ~(ahead[need / 64] >> need % 64) & 1;

		if (i < MOST_NEEDS)
			lacks |= lack << i;
		else
			*others |= lack != 0;
	}
	return lacks;
}

/* What a tag becomes by an arc: NO_TAG, or UNKNOWN_TAG where ask->step says what to ask, or (STEP_LAUNCHED, what −1) what it
 * becomes wherever nothing is named. */
DEVICE_INLINE int32_t tag_ahead(const struct device_tag_sets *s, const struct tag_arc *arc,
				int32_t tag, struct tag_question *ask)
{
	const struct device_tag *t = &s->tag[tag];
	uint64_t lacks;
	bool others;

	if (arc->head_mark & TAGS_STOP)
		return NO_TAG;
	if ((t->kind & TAG_NEEDS_COUNT && !(arc->head_mark & TAGS_COUNT)) ||
	    (t->kind & TAG_NEEDS_CHECKS && !(arc->head_mark & TAGS_CHECKED)))
		return NO_TAG;
	if (arc->launching) {
		if (!(t->kind & (TAG_IS_CLOCK | TAG_IS_LAUNCHED)))
			return NO_TAG;
		ask->step = STEP_LAUNCHED;
		ask->what = -1;
		if (!((arc->tail_mark | arc->head_mark) & TAGS_PASS) &&
		    !(arc->tail_mark & TAGS_FROM))
			return t->launched;
		ask->what = arc->at;
	} else {
		if (!(t->kind & TAG_IS_DATA))
			return NO_TAG;
		lacks = tag_lacks(s, t, arc->head, &others);
		if (arc->head_mark & TAGS_PASS || others) {
			ask->step = STEP_PASSED;
			ask->what = arc->head;
		} else if (lacks) {
			ask->step = STEP_DROPPED;
			ask->what = (int64_t)lacks;
		} else {
			return tag;
		}
	}
	for (uint64_t hash = TAG_STEP_HASH(N_TAG_STEPS * (int64_t)tag + ask->step, ask->what);;
	     hash++) {
		const struct tag_step_slot *slot = &s->slot[hash & (uint64_t)s->slot_mask];

		if (slot->key < 0)
			return UNKNOWN_TAG;
		if (slot->key == N_TAG_STEPS * (int64_t)tag + ask->step && slot->what == ask->what)
			return slot->ahead;
	}
}

DEVICE_INLINE void ask_host(const struct spread_tags_args *k, int32_t arc, int32_t tag,
			    const struct tag_question *ask)
{
	int32_t at;

	if (ask->what < 0 && ask->step == STEP_LAUNCHED) {
		if (k->first_launched[tag] > arc)
			atomic_min_64(&k->first_launched[tag], arc);
		return;
	}
	at = atomic_add_i32(&k->sets.counters->n_requested, 1);
	if (at < 0 || at >= k->n_requests)
		return;
	k->request[at].arc = arc;
	k->request[at].tag = tag;
	k->request[at].step = ask->step;
	k->request[at].what = ask->what;
}

/* ---- level by level ---- */

/* Its tags go on by an arc; how many do, or less than 0 where something lacks. */
DEVICE_INLINE int32_t lead_on(const struct spread_tags_args *k, int32_t place, int32_t at)
{
	const struct device_tag_sets *s = &k->sets;
	struct tag_arc arc = tag_arc_at(s, place, at);
	int32_t tag = s->set[place].first.tag, next = s->set[place].first.next, n = 0;
	bool lacks = false;

	for (;;) {
		struct tag_question ask = {0, 0};
		int32_t ahead = tag_ahead(s, &arc, tag, &ask);

		if (ahead == UNKNOWN_TAG)
			ask_host(k, at, tag, &ask);
		lacks |= ahead == UNKNOWN_TAG || (ahead >= 0 && !add_tag(s, arc.head, ahead));
		n += ahead >= 0;
		if (next == NO_MEMBER)
			break;
		tag = s->member[next].tag;
		next = s->member[next].next;
	}
	return lacks ? -1 : n;
}

/* Item: vertex, after its tails. Floor: 20 bytes, 8 bytes an arc streamed and 16 gathered. */
SPREAD_SWEEP_KERNEL(spread_tags, k, level, i, t)
{
	const struct device_tag_sets *s = &k->sets;
	int32_t n = 0, row, end, last, place = (int32_t)i;
	bool lacks = false;

	if (i < 0)
		return;
	row = s->row[i];
	end = s->row[i + 1];
	last = s->row[s->n_vertices];
	if ((int64_t)load_shared_u64((const uint64_t *)&s->counters->stop) <
		    level + k->first_level ||
	    (level == 0 && k->again && k->n_arcs[i] >= 0))
		return;
	for (int32_t j = row + HEADS_AHEAD; SOON && j < end + HEADS_AHEAD && j < last; j++)
		ask_for(&s->set[s->head[j]]);
	for (int32_t j = row + t.lane; j < end && s->set[i].first.tag != NO_TAG; j += t.width) {
		int32_t own = lead_on(k, place, j);

		lacks |= own < 0;
		n += own;
	}
	n = team_sum(t, n);
	lacks = team_max(t, lacks) != 0;
	if (t.lane != 0)
		return;
	k->n_arcs[i] = lacks ? -1 : n;
	if (lacks)
		atomic_min_64(&s->counters->stop, level + k->first_level);
}

/* ---- states ---- */

/* Has it one tag, whose state is the first of the vertex? */
DEVICE_INLINE bool is_plain(const struct tag_set *set)
{
	return !(set->mark & TAGS_BEGIN) && set->first.next == NO_MEMBER;
}

/* The state among those that are linked from one on; -1 = none. */
DEVICE_INLINE int32_t find_state(const int32_t *next, const int32_t *tag_of, int32_t from,
				 int32_t tag)
{
	while (from >= 0 && tag_of[from] != tag)
		from = next[from];
	return from;
}

/* Item: vertex. How many states its set adds to those it has. Floor: 20 bytes. */
KERNEL(count_new_states, k, i)
{
	const struct device_tag_sets *s = &k->sets;
	const struct tag_set *set = &s->set[i];
	int32_t n = 0, tag = set->first.tag, next = set->first.next;
	int32_t first = set->mark & TAGS_BEGIN ? k->first[s->order[i]] : -1;

	if (is_plain(set)) {
		k->n_new[i] = tag != NO_TAG;
		return;
	}
	for (;;) {
		n += find_state(k->next, k->tag_of, first, tag) < 0;
		if (next == NO_MEMBER)
			break;
		tag = s->member[next].tag;
		next = s->member[next].next;
	}
	k->n_new[i] = n;
}

/* The least tag of a set above one; NO_TAG = there is none. */
DEVICE_INLINE int32_t next_tag(const struct device_tag_sets *s, const struct tag_set *set,
			       int32_t tag)
{
	int32_t least = set->first.tag > tag ? set->first.tag : NO_TAG;

	for (int32_t m = set->first.next; m != NO_MEMBER; m = s->member[m].next) {
		int32_t own = s->member[m].tag;

		if (own > tag && (least == NO_TAG || own < least))
			least = own;
	}
	return least;
}

DEVICE_INLINE void put_state(const struct device_new_states *n, int32_t state, int32_t vertex,
			     int32_t tag)
{
	n->vertex_of[state] = vertex;
	n->tag_of[state] = tag;
	n->flags[state] = (uint8_t)n->data_flag;
	n->next[state] = -1;
}

/* Tags for which a vertex has no state get one, after its others. */
DEVICE_INLINE void number_several(const struct number_new_states_args *k, int32_t place,
				  int32_t vertex, int32_t state)
{
	const struct device_new_states *n = &k->new_states;
	const struct device_tag_sets *s = &k->sets;
	struct tag_set *set = &s->set[place];
	int32_t first = set->mark & TAGS_BEGIN ? n->first[vertex] : -1, last = first;

	while (last >= 0 && n->next[last] >= 0)
		last = n->next[last];
	for (int32_t tag = next_tag(s, set, NO_TAG); tag != NO_TAG; tag = next_tag(s, set, tag)) {
		if (find_state(n->next, n->tag_of, first, tag) >= 0)
			continue;
		put_state(n, state, vertex, tag);
		if (last >= 0)
			n->next[last] = state;
		first = first < 0 ? state : first;
		last = state++;
	}
	n->first[vertex] = first;
	if (first >= 0 && n->next[first] < 0)
		set->state = first;
}

/* Item: vertex. Floor: 37 bytes, and 4 written apart. */
KERNEL(number_new_states, k, i)
{
	const struct device_new_states *n = &k->new_states;
	const struct device_tag_sets *s = &k->sets;
	struct tag_set *set = &s->set[i];
	int32_t vertex = s->order[i], tag = set->first.tag, state;

	if (s->flat) {
		if (tag == NO_TAG)
			return;
		set->state = vertex;
		n->tag_of[vertex] = tag;
		if (s->tag[tag].kind & TAG_IS_DATA)
			n->flags[vertex] |= (uint8_t)n->data_flag;
		return;
	}
	state = n->n_states + (int32_t)k->at[i];
	if (!is_plain(set)) {
		number_several(k, (int32_t)i, vertex, state);
		return;
	}
	n->first[vertex] = tag == NO_TAG ? -1 : state;
	if (tag == NO_TAG)
		return;
	put_state(n, state, vertex, tag);
	set->state = state;
}

/* ---- arcs ---- */

/* What leads from a state by an arc, if something does. Paths begin at a clock that launches. */
DEVICE_INLINE bool add_arc(const struct add_new_arcs_args *k, const struct tag_arc *arc,
			   int32_t state, int32_t tag, int64_t at)
{
	const struct device_new_states *n = &k->new_states;
	const struct device_tag_sets *s = &k->sets;
	struct tag_question ask;
	int32_t ahead = tag_ahead(s, arc, tag, &ask), own = s->arc[arc->at], to;

	if (ahead < 0)
		return false;
	own = own < 0 ? ~own : own;
	if (arc->launching && s->tag[tag].kind & TAG_IS_CLOCK)
		n->flags[state] |= (uint8_t)n->start_flag;
	if (s->flat) {
		if (n->delay)
			n->delay[own] = own;
		else
			n->passes[own] = 1;
		return true;
	}
	to = s->set[arc->head].state;
	n->from[at] = state;
	n->to[at] = to == NO_STATE
			    ? find_state(n->next, n->tag_of, n->first[s->order[arc->head]], ahead)
			    : to;
	n->type[at] = own;
	return true;
}

/* Item: vertex. Floor: 28 bytes, 8 an arc streamed, 16 gathered and 12 written. */
KERNEL(add_new_arcs, k, i)
{
	const struct device_new_states *n = &k->new_states;
	const struct device_tag_sets *s = &k->sets;
	const struct tag_set *set = &s->set[i];
	int32_t row = s->row[i], end = s->row[i + 1], last = s->row[s->n_vertices];
	int64_t at = s->flat ? 0 : n->n_arcs + k->at[i];

	for (int32_t j = row + HEADS_AHEAD; SOON && j < end + HEADS_AHEAD && j < last; j++)
		ask_for(&s->set[s->head[j]]);
	for (int32_t j = row; j < end && k->n_arcs[i]; j++) {
		struct tag_arc arc = tag_arc_at(s, (int32_t)i, j);

		if (set->state != NO_STATE) {
			at += add_arc(k, &arc, set->state, set->first.tag, at);
			continue;
		}
		for (int32_t state = n->first[s->order[i]]; state >= 0; state = n->next[state])
			at += add_arc(k, &arc, state, n->tag_of[state], at);
	}
}
