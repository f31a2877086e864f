/*
 * The kernels of tags (gpu/image/k_tag_sets.cu) against plain loops. At first they know nothing of what tags become and ask for it;
 * what a host does for them is done here.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/naive_tags.h"
#include "lib/tap.h"

enum { MOST_ROUNDS = 400 };

/* ---- the kernels ---- */

/* What a host does for them. */
struct run {
	struct queue *q;
	struct naive_tags *c;
	struct device_tag_sets sets; /* device pointers, owned */
	struct tag_counters counters;
	struct device_tag tag[MOST_TAGS]; /* as the kernels know them */
	int64_t n_slots, n_steps;
	struct tag_step_slot *slot;
	int32_t *n_arcs, *place, *d_level_row; /* device, owned */
	int64_t *first_launched, *at, *arc_at; /* device, owned */
	struct tag_request *request;           /* device, owned */
	int32_t n_requests, n_rounds;
};

static void run_init(struct run *r, struct queue *q, struct naive_tags *c)
{
	int threads = device_width(queue_device(q));
	int64_t n = c->n;

	*r = (struct run){.q = q, .c = c, .n_requests = 4};
	r->sets = (struct device_tag_sets){.n_vertices = c->n,
					   .n_words = AHEAD_WORDS,
					   .flat = c->flat,
					   .capacity = c->flat ? 0 : 8};
	r->sets.row = to_device(q, c->row, 4 * (n + 1));
	r->sets.arc = to_device(q, c->arc, 4 * (int64_t)c->m);
	r->sets.head = to_device(q, c->head, 4 * (int64_t)c->m);
	r->sets.order = to_device(q, c->order, 4 * n);
	r->sets.ahead = to_device(q, c->ahead, 8 * AHEAD_WORDS * n);
	r->sets.need = to_device(q, c->need, 4 * (int64_t)c->n_needs);
	r->sets.set = to_device(q, NULL, n * (int64_t)sizeof *r->sets.set);
	r->sets.member = to_device(q, NULL, r->sets.capacity * (int64_t)sizeof *r->sets.member);
	r->sets.counters = to_device(q, &r->counters, sizeof r->counters);
	r->sets.room = to_device(q, NULL, threads * (int64_t)sizeof *r->sets.room);
	queue_fill(q, r->sets.room, 0, threads * (int64_t)sizeof *r->sets.room);
	r->n_arcs = to_device(q, NULL, 4 * n);
	r->place = to_device(q, c->place, 4 * n);
	r->d_level_row = to_device(q, c->level_row, 4 * ((int64_t)c->n_levels + 1));
	r->first_launched = to_device(q, NULL, 8 * (int64_t)c->n_tags);
	r->at = to_device(q, NULL, 8 * (n + 1));
	r->arc_at = to_device(q, NULL, 8 * (n + 1));
	r->request = to_device(q, NULL, r->n_requests * (int64_t)sizeof *r->request);
	memcpy(r->tag, c->tag, sizeof r->tag);
	r->n_slots = 8;
	NEW(r->slot, r->n_slots);
	for (int64_t i = 0; i < r->n_slots; i++)
		r->slot[i].key = -1;
}

static void run_free(struct run *r)
{
	struct device_tag_sets *s = &r->sets;

	DEVICE_FREE_ALL(r->q, &s->row, &s->arc, &s->head, &s->order, &s->ahead, &s->need, &s->set,
			&s->member, &s->counters, &s->room, &r->n_arcs, &r->place, &r->d_level_row,
			&r->first_launched, &r->at, &r->arc_at, &r->request);
	free(r->slot);
}

static void put_counters(struct run *r)
{
	r->counters.stop = INT64_MAX;
	r->counters.n_requested = 0;
	if (r->counters.n_members < 0 || r->counters.n_members > r->sets.capacity)
		r->counters.n_members = r->sets.capacity;
	queue_upload(r->q, r->sets.counters, &r->counters, sizeof r->counters);
}

/* Room for more members, with those that are there. */
static void more_members(struct run *r)
{
	int64_t size = sizeof *r->sets.member, n = r->sets.capacity;
	struct tag_member *member = to_device(r->q, NULL, (2 * n + 1024) * size);

	queue_copy(r->q, member, r->sets.member, n * size);
	device_free(r->q, r->sets.member);
	r->sets.member = member;
	r->sets.capacity = (int32_t)(2 * n + 1024);
}

/* The first states of vertices that have some. */
static bool same_firsts(struct run *r, const int32_t *d_first)
{
	const struct naive_tags *c = r->c;
	int32_t *first;
	bool same;

	NEW(first, c->n);
	memset(first, 0x7f, 4 * (size_t)c->n);
	for (int32_t s = c->n_states - 1; s >= 0; s--)
		first[c->vertex_of[s]] = s;
	same = same_items(r->q, d_first, first, c->n);
	free(first);
	return same;
}

/* Sets with marks, and the tags of the states that are there; again where there is no room. */
static bool begin(struct run *r)
{
	struct naive_tags *c = r->c;
	bool same = true;
	struct clear_tag_sets_args clear = {to_device(r->q, c->mark, c->n), r->sets.set};
	struct mark_tag_sets_args mark = {to_device(r->q, c->listed, 4 * (int64_t)c->n_listed),
					  to_device(r->q, c->listed_bits, 4 * (int64_t)c->n_listed),
					  r->place, r->sets.set};
	struct begin_tag_sets_args args = {
		.tag_of = to_device(r->q, c->tag_of, 4 * (int64_t)c->n_states),
		.vertex_of =
			c->flat ? NULL : to_device(r->q, c->vertex_of, 4 * (int64_t)c->n_states),
		.place = r->place};

	if (!c->flat) {
		args.first = to_device(r->q, NULL, 4 * (int64_t)c->n);
		queue_fill(r->q, args.first, 0x7f, 4 * (int64_t)c->n);
	}
	LAUNCH(r->q, clear_tag_sets, 32, &clear, c->n);
	LAUNCH(r->q, mark_tag_sets, 32, &mark, c->n_listed);
	do {
		put_counters(r);
		args.sets = r->sets;
		LAUNCH(r->q, begin_tag_sets, 32, &args, c->n_states);
		from_device(r->q, &r->counters, r->sets.counters, sizeof r->counters);
		if (r->counters.stop < 0 && !c->flat)
			more_members(r);
	} while (r->counters.stop < 0 && !r->counters.conflict);
	if (args.first)
		same = same_firsts(r, args.first);
	DEVICE_FREE_ALL(r->q, &clear.mark, &mark.vertex, &mark.mark, &args.tag_of, &args.vertex_of,
			&args.first);
	return same;
}

static struct tag_step_slot *slot_of(const struct run *r, int64_t key, int64_t what)
{
	uint64_t hash = TAG_STEP_HASH(key, what);

	while (r->slot[hash & (uint64_t)(r->n_slots - 1)].key >= 0 &&
	       (r->slot[hash & (uint64_t)(r->n_slots - 1)].key != key ||
		r->slot[hash & (uint64_t)(r->n_slots - 1)].what != what))
		hash++;
	return &r->slot[hash & (uint64_t)(r->n_slots - 1)];
}

static void tell(struct run *r, int64_t key, int64_t what)
{
	struct tag_step_slot *old = r->slot, *slot = slot_of(r, key, what);
	int64_t n = r->n_slots;

	if (slot->key >= 0)
		return;
	*slot = (struct tag_step_slot){
		.key = key, .what = what, .ahead = naive_tags_answer(r->c, key, what)};
	if (2 * ++r->n_steps < n)
		return;
	r->n_slots = 2 * n;
	NEW(r->slot, r->n_slots);
	for (int64_t i = 0; i < r->n_slots; i++)
		r->slot[i].key = -1;
	for (int64_t i = 0; i < n; i++) {
		if (old[i].key >= 0)
			*slot_of(r, old[i].key, old[i].what) = old[i];
	}
	free(old);
}

/* The answers to all that is asked; false: something is of another level. */
static bool tell_all(struct run *r)
{
	const struct naive_tags *c = r->c;
	int32_t n = r->counters.n_requested, level = (int32_t)r->counters.stop;
	int64_t first[MOST_TAGS];
	struct tag_request *request;
	bool fits = true;

	NEW(request, n);
	from_device(r->q, request, r->request, n * (int64_t)sizeof *request);
	from_device(r->q, first, r->first_launched, 8 * (int64_t)c->n_tags);
	for (int32_t i = 0; i < n; i++) {
		int64_t key = N_TAG_STEPS * (int64_t)request[i].tag + request[i].step;

		fits &= request[i].arc >= c->row[c->level_row[level]] &&
			request[i].arc < c->row[c->level_row[level + 1]];
		tell(r, key, request[i].what);
	}
	for (int32_t t = 0; t < c->n_tags; t++) {
		if (first[t] > INT32_MAX)
			continue;
		fits &= c->arc[first[t]] < 0 && c->tag[t].kind & (TAG_IS_CLOCK | TAG_IS_LAUNCHED);
		r->tag[t].launched = c->launched[t];
	}
	free(request);
	return fits;
}

static bool supply(struct run *r)
{
	if (r->counters.n_requested > r->n_requests) {
		r->n_requests = 2 * r->counters.n_requested;
		device_free(r->q, r->request);
		r->request = to_device(r->q, NULL, r->n_requests * (int64_t)sizeof *r->request);
		return true;
	}
	if (r->counters.n_members >= r->sets.capacity)
		more_members(r);
	return tell_all(r);
}

static void lend_tables(struct run *r)
{
	r->sets.tag = to_device(r->q, r->tag, r->c->n_tags * (int64_t)sizeof *r->tag);
	r->sets.slot = to_device(r->q, r->slot, r->n_slots * (int64_t)sizeof *r->slot);
	r->sets.slot_mask = r->n_slots - 1;
}

static void return_tables(struct run *r)
{
	DEVICE_FREE_ALL(r->q, &r->sets.tag, &r->sets.slot);
}

/* Level by level, as far as each goes. */
static bool spread(struct run *r)
{
	struct spread_tags_args args = {.n_arcs = r->n_arcs, .first_launched = r->first_launched};
	bool fits = true;

	while (fits && args.first_level < r->c->n_levels && !r->counters.conflict) {
		queue_fill(r->q, r->first_launched, 0x7f, 8 * (int64_t)r->c->n_tags);
		put_counters(r);
		lend_tables(r);
		args.sets = r->sets;
		args.request = r->request;
		args.n_requests = r->n_requests;
		SWEEP(r->q, spread_tags, 32, &args, r->d_level_row + args.first_level,
		      r->c->n_levels - args.first_level);
		from_device(r->q, &r->counters, r->sets.counters, sizeof r->counters);
		return_tables(r);
		if (r->counters.stop >= r->c->n_levels)
			break;
		fits = r->counters.stop >= args.first_level && ++r->n_rounds < MOST_ROUNDS &&
		       (r->counters.conflict || supply(r));
		args.first_level = (int32_t)r->counters.stop;
		args.again = 1;
	}
	return fits;
}

static bool same_sets(struct run *r)
{
	const struct naive_tags *c = r->c;
	struct tag_set *set;
	struct tag_member *member;
	bool same = true;

	NEW(set, c->n);
	NEW(member, r->sets.capacity);
	from_device(r->q, set, r->sets.set, c->n * (int64_t)sizeof *set);
	from_device(r->q, member, r->sets.member, r->sets.capacity * (int64_t)sizeof *member);
	for (int32_t i = 0; i < c->n && same; i++) {
		uint64_t bits = 0;

		for (struct tag_member m = set[i].first; m.tag != NO_TAG && same;) {
			same = !(bits >> m.tag & 1); /* each once */
			bits |= UINT64_C(1) << m.tag;
			m = m.next == NO_MEMBER ? (struct tag_member){NO_TAG, NO_MEMBER}
						: member[m.next];
		}
		same = same && bits == c->set[i];
	}
	free(set);
	free(member);
	return same && same_items(r->q, r->n_arcs, c->n_arcs, c->n);
}

/* ---- states and arcs ---- */

static bool same_bytes(struct queue *q, const uint8_t *d, const uint8_t *bytes, int64_t n)
{
	uint8_t *got;
	bool same;

	NEW(got, n);
	from_device(q, got, d, n);
	same = memcmp(got, bytes, (size_t)n) == 0;
	free(got);
	return same;
}

/* Room for n items of which some are there. */
static void *room(struct queue *q, const void *there, int64_t n_there, int64_t n, int64_t size)
{
	char *d = to_device(q, NULL, n * size);

	if (n_there)
		queue_upload(q, d, there, n_there * size);
	if (queue_sync(q) != STATUS_OK)
		abort();
	return d;
}

static void open_states(struct run *r, const struct naive_tags *before, struct device_new_states *d)
{
	int64_t n = r->c->n_states, n_there = before->n_states;

	*d = (struct device_new_states){
		.n_states = before->n_states, .data_flag = DATA_FLAG, .start_flag = START_FLAG};
	d->tag_of = room(r->q, before->tag_of, n_there, n, 4);
	d->flags = room(r->q, before->flags, n_there, n, 1);
	d->first = to_device(r->q, before->first, 4 * (int64_t)r->c->n);
	d->next = room(r->q, before->next, n_there, n, 4);
	d->vertex_of = room(r->q, before->vertex_of, n_there, n, 4);
	d->from = to_device(r->q, NULL, 4 * (int64_t)r->c->n_new_arcs);
	d->to = to_device(r->q, NULL, 4 * (int64_t)r->c->n_new_arcs);
	d->type = to_device(r->q, NULL, 4 * (int64_t)r->c->n_new_arcs);
	if (r->c->n % 2) {
		d->delay = to_device(r->q, NULL, 4 * (int64_t)r->c->m);
		queue_fill(r->q, d->delay, 0xff, 4 * (int64_t)r->c->m);
	} else {
		d->passes = to_device(r->q, NULL, r->c->m);
		queue_fill(r->q, d->passes, 0, r->c->m);
	}
}

/* Where vertices are states: by which arcs something comes, as bytes or as the arcs that delays are of. */
static bool same_passes(struct run *r, const struct device_new_states *d)
{
	const struct naive_tags *c = r->c;
	int32_t *delay;
	bool same;

	if (d->passes)
		return same_bytes(r->q, d->passes, c->passes, c->m);
	NEW(delay, c->m);
	for (int32_t a = 0; a < c->m; a++)
		delay[a] = c->passes[a] ? a : -1;
	same = same_items(r->q, d->delay, delay, c->m);
	free(delay);
	return same;
}

/* How many there will be of all vertices. */
static bool same_counts(struct run *r, const struct device_new_states *d)
{
	struct count_new_states_args args = {.sets = r->sets,
					     .first = d->first,
					     .next = d->next,
					     .tag_of = d->tag_of,
					     .n_new = to_device(r->q, NULL, 4 * (int64_t)r->c->n)};
	int64_t n;

	LAUNCH(r->q, count_new_states, 32, &args, r->c->n);
	prim_scan(r->q, args.n_new, r->at, r->c->n);
	prim_scan(r->q, r->n_arcs, r->arc_at, r->c->n);
	from_device(r->q, &n, r->at + r->c->n, sizeof n);
	device_free(r->q, args.n_new);
	return n == r->c->n_states - r->c->n_there;
}

static bool same_states(struct run *r, const struct naive_tags *before)
{
	const struct naive_tags *c = r->c;
	struct device_new_states d;
	struct number_new_states_args number = {.at = r->at};
	struct add_new_arcs_args arcs = {.n_arcs = r->n_arcs, .at = r->arc_at};
	bool same;

	open_states(r, before, &d);
	lend_tables(r);
	same = c->flat || same_counts(r, &d);
	number.sets = arcs.sets = r->sets;
	number.new_states = arcs.new_states = d;
	if (same) {
		LAUNCH(r->q, number_new_states, 32, &number, c->n);
		LAUNCH(r->q, add_new_arcs, 32, &arcs, c->n);
		same = same_items(r->q, d.tag_of, c->tag_of, c->n_states) &&
		       same_bytes(r->q, d.flags, c->flags, c->n_states);
	}
	if (c->flat)
		same = same && same_passes(r, &d);
	else
		same = same && same_items(r->q, d.first, c->first, c->n) &&
		       same_items(r->q, d.next, c->next, c->n_states) &&
		       same_items(r->q, d.vertex_of, c->vertex_of, c->n_states) &&
		       same_items(r->q, d.from, c->from, c->n_new_arcs) &&
		       same_items(r->q, d.to, c->to, c->n_new_arcs) &&
		       same_items(r->q, d.type, c->type, c->n_new_arcs);
	return_tables(r);
	DEVICE_FREE_ALL(r->q, &d.tag_of, &d.flags, &d.first, &d.next, &d.vertex_of, &d.from, &d.to,
			&d.type, &d.passes, &d.delay);
	return same;
}

static void check_case(struct test_device *d, int64_t size, bool flat, bool one_tag)
{
	struct naive_tags c = {.flat = flat, .one_tag = one_tag}, before;
	uint64_t seed = random_get_state();
	struct run r;
	bool begins, fits, sets, states;

	before = c;
	naive_tags_new((int32_t)size, &before);
	random_seed(seed);
	naive_tags_new((int32_t)size, &c);
	run_init(&r, d->queue, &c);
	begins = begin(&r);
	naive_tags_find(&c);
	fits = spread(&r) && (r.counters.conflict != 0) == c.conflict;
	OK(fits,
	   "%s, %d vertices%s: what is asked for is of one level (%d times), a conflict is found (%d)",
	   d->name, (int)c.n, flat ? " that are states" : "", (int)r.n_rounds, c.conflict);
	sets = begins && (c.conflict || same_sets(&r));
	states = c.conflict || (sets && same_states(&r, &before));
	OK(sets && states, "%s, %d vertices: their tags, %d states, %d arcs", d->name, (int)c.n,
	   (int)c.n_states, (int)c.n_new_arcs);
	run_free(&r);
	naive_tags_free(&before);
	naive_tags_free(&c);
}

static void check(struct test_device *d, int64_t size, int bits)
{
	if (bits != 32) /* there are no times in them */
		return;
	check_case(d, size, false, false);
	check_case(d, size, true, false);
	check_case(d, size, true, true);
}

int main(void)
{
	return run_on_devices(check);
}
