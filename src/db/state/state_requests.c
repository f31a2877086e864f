/*
 * States of clocks that threads find where vertices have several. Vertices that don't lead to one another are spread from block by
 * block: each thread asks, for its part of a block, for states by their vertex and tag (struct state_request); each then
 * looks up those of its share of the vertices, in the order of all requests; and those that aren't there get numbers
 * in that order. So states, tags and arcs have the numbers that one thread gives them.
 */
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "db/far_arcs.h"
#include "db/state/state_impl.h"

enum {
	BLOCK = 1 << 17, /* vertices: their requests stay in the caches */
	NEAR = 16,       /* vertices in a row whose states one thread looks up */
	AHEAD = 12,      /* requests whose states are fetched early */
	LINE = 64 / sizeof(int32_t),
	WORTH_SHARING = 2,
	WORK = 8, /* of a vertex, in items of a loop */
};

/* What comes after the last state of a vertex: nothing, or the request that is the first for a new one. */
static int32_t code_of(int32_t request)
{
	return -2 - request;
}

static int share_of(const struct state_spreading *s, int32_t vertex)
{
	uint32_t hash = (uint32_t)(vertex / NEAR) * UINT32_C(2654435769);

	return (int)((uint64_t)hash * (uint64_t)s->parts >> 32);
}

enum status state_spreading_begin(struct state_builder *b, struct state_spreading *s)
{
	*s = (struct state_spreading){.b = b, .n_parts = host_threads()};
	TRY(ALLOC(&s->part, s->n_parts));
	for (int p = 0; p < s->n_parts; p++) {
		/* on lines of the cache that no other thread writes to */
		TRY(ALLOC(&s->part[p].begin, 3 * s->n_parts + LINE));
		s->part[p].end = s->part[p].begin + s->n_parts;
		s->part[p].at = s->part[p].end + s->n_parts;
	}
	return STATUS_OK;
}

void state_spreading_release(struct state_spreading *s)
{
	for (int p = 0; s->part && p < s->n_parts; p++) {
		free(s->part[p].request);
		free(s->part[p].begin);
	}
	free(s->part);
	free(s->sought);
}

enum status state_request(struct state_asker *asker, const struct state_request *request)
{
	struct state_requests *own = asker->own;

	TRY(APPEND(own->request, own->n, &own->capacity, *request));
	return STATUS_OK;
}

/* ---- one block ---- */

static void ask_part(struct state_spreading *s, const int32_t *vertex, int64_t n, int p)
{
	const struct timing_graph *timing = s->b->timing;
	const struct far_arcs far = {vertex,
				     timing->out_row,
				     timing->out_arc,
				     timing->graph->arc_to,
				     (const char *)s->b->states->first,
				     sizeof(int32_t)};
	struct state_requests own = s->part[p];
	struct state_asker asker = {s->b, &own};

	own.n = 0;
	own.is_left = false;
	own.status = STATUS_OK;
	for (int64_t i = part_begin(n, s->parts, p);
	     i < part_begin(n, s->parts, p + 1) && own.status == STATUS_OK && !own.is_left; i++) {
		ask_for_far_arcs(&far, i, n);
		own.status = s->ask(&asker, vertex[i]);
	}
	s->part[p] = own;
}

static void count_shares(const struct state_spreading *s, int p)
{
	const struct state_requests *own = &s->part[p];

	for (int k = 0; k < s->parts; k++)
		own->end[k] = 0;
	for (int32_t i = 0; i < own->n; i++)
		own->end[share_of(s, own->request[i].head)]++;
}

/* Where the requests of each share and part are among all, and room for those and their arcs. */
static enum status place_requests(struct state_spreading *s)
{
	int64_t n = 0, arcs = s->b->states->graph->n_arcs;

	for (int p = 0; p < s->parts; p++) {
		s->part[p].first_arc = (int32_t)arcs;
		arcs += s->part[p].n;
	}
	for (int k = 0; k < s->parts; k++) {
		for (int p = 0; p < s->parts; p++) {
			s->part[p].begin[k] = (int32_t)n;
			n += s->part[p].end[k];
			s->part[p].end[k] = (int32_t)n;
		}
	}
	TRY(GROW(&s->sought, &s->capacity, n));
	return state_need_arcs(s->b, arcs);
}

/* For a loop over a part's requests in their order: the next place in each share. */
static void begin_shares(const struct state_spreading *s, int p)
{
	for (int k = 0; k < s->parts; k++)
		s->part[p].at[k] = s->part[p].begin[k];
}

static int32_t next_place(const struct state_spreading *s, int p, int32_t head)
{
	return s->part[p].at[share_of(s, head)]++;
}

static void share_part(const struct state_spreading *s, int p)
{
	const struct state_requests *own = &s->part[p];

	begin_shares(s, p);
	for (int32_t i = 0; i < own->n; i++) {
		struct state_sought *sought = &s->sought[next_place(s, p, own->request[i].head)];

		sought->head = own->request[i].head;
		sought->tag = own->request[i].tag;
	}
}

/* Its state, or the first request for it, this one if there is none before. */
static void look_up(const struct state_spreading *s, int32_t id)
{
	const struct state_graph *states = s->b->states;
	struct state_sought *sought = &s->sought[id];
	int32_t last = -1, *link = &states->first[sought->head];

	for (; *link >= 0; last = *link, link = &states->next[*link]) {
		if (states->tag_of[*link] == sought->tag) {
			sought->to = *link;
			return;
		}
	}
	sought->after = last;
	for (; *link < -1; link = &s->sought[code_of(*link)].next) {
		if (s->sought[code_of(*link)].tag == sought->tag) {
			sought->to = *link;
			return;
		}
		sought->after = AFTER_REQUEST;
	}
	sought->next = -1;
	sought->to = *link = code_of(id);
}

/* Of a share of the vertices, in the order of all requests. */
static void look_up_share(const struct state_spreading *s, int k)
{
	int32_t end = s->part[s->parts - 1].end[k];

	for (int32_t id = s->part[0].begin[k]; id < end; id++) {
		if (id + 2 * AHEAD < end)
			__builtin_prefetch(&s->b->states->first[s->sought[id + 2 * AHEAD].head], 1);
		if (id + AHEAD < end) {
			int32_t first = s->b->states->first[s->sought[id + AHEAD].head];

			if (first >= 0)
				__builtin_prefetch(&s->b->states->tag_of[first]);
		}
		look_up(s, id);
	}
}

static void count_new(const struct state_spreading *s, int p)
{
	struct state_requests *own = &s->part[p];
	int32_t n = 0;

	for (int k = 0; k < s->parts; k++) {
		for (int32_t id = own->begin[k]; id < own->end[k]; id++)
			n += s->sought[id].to == code_of(id);
	}
	own->n_new = n;
}

static enum status place_new(struct state_spreading *s)
{
	int64_t n = s->b->states->graph->n_vertices;

	for (int p = 0; p < s->parts; p++) {
		s->part[p].first_new = (int32_t)n;
		n += s->part[p].n_new;
	}
	return state_need_states(s->b, n);
}

static void number_new(const struct state_spreading *s, int p)
{
	const struct state_requests *own = &s->part[p];
	struct state_graph *states = s->b->states;
	int32_t number = own->first_new;

	begin_shares(s, p);
	for (int32_t i = 0; i < own->n; i++) {
		const struct state_request *r = &own->request[i];
		int32_t id = next_place(s, p, r->head);

		if (s->sought[id].to != code_of(id))
			continue;
		s->sought[id].to = number;
		states->graph->netlist_vertex[number] = r->head;
		states->tag_of[number] = r->tag;
		states->flags[number++] = states->tag[r->tag].kind == TAG_DATA ? STATE_DATA : 0;
	}
}

/* What was a code has a number now. */
static int32_t number_of(const struct state_spreading *s, int32_t code)
{
	return code < -1 ? s->sought[code_of(code)].to : code;
}

static void link_new(const struct state_spreading *s, const struct state_sought *sought)
{
	struct state_graph *states = s->b->states;

	states->next[sought->to] = number_of(s, sought->next);
	if (sought->after >= 0)
		states->next[sought->after] = sought->to;
	else if (sought->after != AFTER_REQUEST)
		states->first[sought->head] = sought->to;
}

static void link_part(const struct state_spreading *s, int p)
{
	const struct state_requests *own = &s->part[p];
	struct graph *graph = s->b->states->graph;
	int32_t number = own->first_new;

	begin_shares(s, p);
	for (int32_t i = 0; i < own->n; i++) {
		const struct state_request *r = &own->request[i];
		const struct state_sought *sought = &s->sought[next_place(s, p, r->head)];

		graph->arc_from[own->first_arc + i] = r->from;
		graph->arc_to[own->first_arc + i] = number_of(s, sought->to);
		graph->arc_type[own->first_arc + i] = r->delay;
		if (sought->to != number)
			continue;
		link_new(s, sought);
		number++;
	}
}

/* Asked by threads; *left: it takes more than states that are looked up. */
static enum status ask_block(struct state_spreading *s, const int32_t *vertex, int64_t n,
			     bool *left)
{
	OVER_PARTS(p, s->parts)
	ask_part(s, vertex, n, p);
	*left = false;
	for (int p = 0; p < s->parts; p++) {
		/* a message is of its thread */
		if (s->part[p].status != STATUS_OK)
			return status_fail(s->part[p].status, "out of memory");
		*left |= s->part[p].is_left;
	}
	return STATUS_OK;
}

static enum status find_states(struct state_spreading *s)
{
	OVER_PARTS(p, s->parts)
	count_shares(s, p);
	TRY(place_requests(s));
	OVER_PARTS(p, s->parts)
	share_part(s, p);
	OVER_PARTS(k, s->parts)
	look_up_share(s, k);
	OVER_PARTS(p, s->parts)
	count_new(s, p);
	TRY(place_new(s));
	OVER_PARTS(p, s->parts)
	number_new(s, p);
	OVER_PARTS(p, s->parts)
	link_part(s, p);
	return STATUS_OK;
}

enum status state_spread_by_parts(struct state_spreading *s, const int32_t *vertex, int64_t n)
{
	bool left;

	for (int64_t at = 0; at < n; at += BLOCK) {
		int64_t own = min_i64(n - at, BLOCK);

		s->parts = parts_of(WORK * own);
		left = s->parts < WORTH_SHARING;
		if (!left)
			TRY(ask_block(s, vertex + at, own, &left));
		for (int64_t i = at; left && i < at + own; i++)
			TRY(s->alone(s->b, vertex[i]));
		if (!left)
			TRY(find_states(s));
	}
	return STATUS_OK;
}
