#include "lib/naive_tags.h"

#include <stdlib.h>

#include "lib/devices.h"

enum { N_DATA = 25, FAN_OUT = 6 };

/* ---- a random case ---- */

static void make_graph(struct naive_tags *c)
{
	int32_t at = 0;

	c->n_levels = c->n ? 1 + (int32_t)random_below(c->n < 40 ? c->n : 40) : 0;
	NEW(c->level_row, c->n_levels + 1);
	for (int32_t l = 0; l <= c->n_levels; l++)
		c->level_row[l] = c->n_levels ? (int32_t)((int64_t)c->n * l / c->n_levels) : 0;
	NEW(c->row, c->n + 1);
	NEW(c->head, FAN_OUT * (int64_t)c->n);
	NEW(c->arc, FAN_OUT * (int64_t)c->n);
	for (int32_t l = 0; l < c->n_levels; l++) {
		int32_t end = c->level_row[l + 1];

		for (int32_t i = c->level_row[l]; i < end; i++) {
			for (int64_t a = end < c->n ? random_below(FAN_OUT) : 0; a > 0; a--)
				c->head[at++] = end + (int32_t)random_below(c->n - end);
			c->row[i + 1] = at;
		}
	}
	c->m = at;
	c->order = random_order(c->n);
	NEW(c->place, c->n);
	for (int32_t i = 0; i < c->n; i++)
		c->place[c->order[i]] = i;
}

/* Arcs have the numbers of a random order; those of some tails launch. */
static void make_marks(struct naive_tags *c)
{
	int32_t *number = random_order(c->m);

	NEW(c->mark, c->n);
	NEW(c->marks, c->n);
	NEW(c->listed, c->n);
	NEW(c->listed_bits, c->n);
	for (int32_t i = 0; i < c->n; i++) {
		bool launches = random_below(6) == 0;

		c->mark[i] = (uint8_t)((launches ? TAGS_LAUNCH : 0) |
				       (random_below(8) ? TAGS_CHECKED : 0) |
				       (random_below(8) ? TAGS_COUNT : 0));
		c->marks[i] = c->mark[i];
		for (int32_t j = c->row[i]; j < c->row[i + 1]; j++)
			c->arc[j] = launches && random_below(4) ? ~number[j] : number[j];
		if (random_below(12))
			continue;
		c->listed[c->n_listed] = c->order[i];
		c->listed_bits[c->n_listed] = random_below(8) == 0   ? TAGS_STOP
					      : random_below(2) == 0 ? TAGS_FROM
								     : TAGS_PASS;
		c->marks[i] |= c->listed_bits[c->n_listed++];
	}
	NEW(c->ahead, (int64_t)c->n * AHEAD_WORDS);
	for (int64_t w = 0; w < (int64_t)c->n * AHEAD_WORDS; w++)
		c->ahead[w] = random_next() | random_next() | random_next();
	free(number);
}

/* One of those of data; see make_tags(). */
static int32_t data_tag(int32_t i)
{
	static const int32_t of_eight[] = {0, 2, 3, 5, 6};

	return i / 5 * 8 + of_eight[i % 5];
}

static void make_tags(struct naive_tags *c)
{
	static const int32_t kinds[] = {TAG_IS_DATA,
					TAG_IS_CLOCK,
					TAG_IS_DATA | TAG_NEEDS_CHECKS,
					TAG_IS_DATA,
					TAG_IS_LAUNCHED,
					TAG_IS_DATA | TAG_NEEDS_COUNT,
					TAG_IS_DATA,
					TAG_IS_LAUNCHED | TAG_NEEDS_COUNT};

	c->n_tags = c->one_tag ? 2 : MOST_TAGS;
	for (int32_t t = 0; t < c->n_tags; t++) {
		struct device_tag *tag = &c->tag[t];

		*tag = (struct device_tag){kinds[t % 8], UNKNOWN_TAG, c->n_needs, 0};
		c->launched[t] = c->one_tag             ? 0
				 : random_below(8) == 0 ? NO_TAG
							: data_tag((int32_t)random_below(N_DATA));
		if (tag->kind & TAG_IS_DATA && !c->one_tag)
			tag->n_needs = t == 0 ? MANY_NEEDS : (int32_t)random_below(3);
		for (int32_t i = 0; i < tag->n_needs; i++)
			c->need[c->n_needs++] = (int32_t)random_below(64 * AHEAD_WORDS);
	}
}

static void add_state(struct naive_tags *c, int32_t vertex, int32_t tag)
{
	int32_t s = c->n_there++;

	c->vertex_of[s] = vertex;
	c->tag_of[s] = tag;
	c->flags[s] = (uint8_t)random_below(2);
	c->next[s] = c->first[vertex];
	c->first[vertex] = s;
}

/* At a sixth of the vertices, one to three. */
static void make_states(struct naive_tags *c)
{
	int64_t room = 3 * (int64_t)c->n + (int64_t)MOST_TAGS * c->n;

	NEW(c->first, c->n);
	NEW(c->next, room);
	NEW(c->tag_of, room);
	NEW(c->vertex_of, room);
	NEW(c->flags, room);
	for (int32_t v = 0; v < c->n; v++) {
		bool begins = c->one_tag ? c->place[v] < c->level_row[1] : random_below(6) == 0;

		c->first[v] = -1;
		c->tag_of[v] = c->flat ? -1 : c->tag_of[v];
		if (begins && c->flat)
			c->tag_of[v] = c->one_tag ? 1 : (int32_t)random_below(c->n_tags);
		else if (begins)
			for (int32_t t = (int32_t)random_below(5); t < c->n_tags; t += 17)
				add_state(c, v, t);
	}
	c->n_states = c->flat ? c->n : c->n_there;
}

void naive_tags_new(int32_t n, struct naive_tags *c)
{
	c->n = n;
	make_graph(c);
	make_marks(c);
	make_tags(c);
	make_states(c);
}

/* ---- what comes of it ---- */

int32_t naive_tags_answer(const struct naive_tags *c, int64_t key, int64_t what)
{
	uint64_t hash = TAG_STEP_HASH(3 * key + 1, what) * UINT64_C(0x9e3779b97f4a7c15) >> 33;

	if (hash % 4 == 0)
		return NO_TAG;
	return c->one_tag ? 0 : data_tag((int32_t)(hash / 4 % N_DATA));
}

static int32_t by_need(const struct naive_tags *c, int32_t head, int32_t tag)
{
	const struct device_tag *t = &c->tag[tag];
	uint64_t lacks = 0;
	bool others = false;

	for (int32_t i = 0; i < t->n_needs; i++) {
		int32_t need = c->need[t->first + i];

		if (c->ahead[(int64_t)c->order[head] * AHEAD_WORDS + need / 64] >> need % 64 & 1)
			continue;
		if (i < MOST_NEEDS)
			lacks |= UINT64_C(1) << i;
		else
			others = true;
	}
	if (c->marks[head] & TAGS_PASS || others)
		return naive_tags_answer(c, N_TAG_STEPS * (int64_t)tag + STEP_PASSED, head);
	return lacks ? naive_tags_answer(c, N_TAG_STEPS * (int64_t)tag + STEP_DROPPED,
					 (int64_t)lacks)
		     : tag;
}

static int32_t becomes(const struct naive_tags *c, int32_t tail, int32_t j, int32_t tag)
{
	int32_t head = c->head[j], kind = c->tag[tag].kind;

	if (c->marks[head] & TAGS_STOP ||
	    (kind & TAG_NEEDS_COUNT && !(c->marks[head] & TAGS_COUNT)) ||
	    (kind & TAG_NEEDS_CHECKS && !(c->marks[head] & TAGS_CHECKED)))
		return NO_TAG;
	if (c->arc[j] >= 0)
		return kind & TAG_IS_DATA ? by_need(c, head, tag) : NO_TAG;
	if (!(kind & (TAG_IS_CLOCK | TAG_IS_LAUNCHED)))
		return NO_TAG;
	if (c->marks[tail] & (TAGS_PASS | TAGS_FROM) || c->marks[head] & TAGS_PASS)
		return naive_tags_answer(c, N_TAG_STEPS * (int64_t)tag + STEP_LAUNCHED, j);
	return c->launched[tag];
}

static void find_sets(struct naive_tags *c)
{
	NEW(c->set, c->n);
	NEW(c->n_arcs, c->n);
	for (int32_t s = 0; s < c->n_states; s++) {
		if (c->tag_of[s] >= 0)
			c->set[c->place[c->flat ? s : c->vertex_of[s]]] |= UINT64_C(1)
									   << c->tag_of[s];
	}
	for (int32_t i = 0; i < c->n; i++) {
		c->conflict |= c->flat && c->set[i] & (c->set[i] - 1);
		for (int32_t j = c->row[i]; j < c->row[i + 1]; j++) {
			for (int32_t t = 0; t < c->n_tags; t++) {
				int32_t ahead = c->set[i] >> t & 1 ? becomes(c, i, j, t) : NO_TAG;

				if (ahead < 0)
					continue;
				c->set[c->head[j]] |= UINT64_C(1) << ahead;
				c->n_arcs[i]++;
			}
		}
	}
}

static int32_t state_of(const struct naive_tags *c, int32_t place, int32_t tag)
{
	int32_t s = c->first[c->order[place]];

	while (s >= 0 && c->tag_of[s] != tag)
		s = c->next[s];
	return s;
}

static void find_states(struct naive_tags *c)
{
	for (int32_t i = 0; i < c->n; i++) {
		int32_t *link = &c->first[c->order[i]];

		while (*link >= 0)
			link = &c->next[*link];
		for (int32_t t = 0; t < c->n_tags; t++) {
			if (!(c->set[i] >> t & 1) || state_of(c, i, t) >= 0)
				continue;
			c->tag_of[c->n_states] = t;
			c->vertex_of[c->n_states] = c->order[i];
			c->flags[c->n_states] = DATA_FLAG;
			c->next[c->n_states] = -1;
			*link = c->n_states;
			link = &c->next[c->n_states++];
		}
	}
}

static void find_arcs_of(struct naive_tags *c, int32_t place, int32_t j)
{
	for (int32_t s = c->first[c->order[place]]; s >= 0; s = c->next[s]) {
		int32_t ahead = becomes(c, place, j, c->tag_of[s]), own = c->arc[j];

		if (ahead < 0)
			continue;
		if (own < 0 && c->tag[c->tag_of[s]].kind & TAG_IS_CLOCK)
			c->flags[s] |= START_FLAG;
		c->from[c->n_new_arcs] = s;
		c->to[c->n_new_arcs] = state_of(c, c->head[j], ahead);
		c->type[c->n_new_arcs++] = own < 0 ? ~own : own;
	}
}

static void find_flat(struct naive_tags *c)
{
	for (int32_t i = 0; i < c->n; i++) {
		int32_t v = c->order[i], tag = 0;

		while (tag < c->n_tags && !(c->set[i] >> tag & 1))
			tag++;
		if (tag == c->n_tags)
			continue;
		c->tag_of[v] = tag;
		c->flags[v] |= c->tag[tag].kind & TAG_IS_DATA ? DATA_FLAG : 0;
		for (int32_t j = c->row[i]; j < c->row[i + 1]; j++) {
			if (becomes(c, i, j, tag) < 0)
				continue;
			c->passes[c->arc[j] < 0 ? ~c->arc[j] : c->arc[j]] = 1;
			if (c->arc[j] < 0 && c->tag[tag].kind & TAG_IS_CLOCK)
				c->flags[v] |= START_FLAG;
		}
	}
}

void naive_tags_find(struct naive_tags *c)
{
	int64_t n = 0;

	find_sets(c);
	for (int32_t i = 0; i < c->n; i++)
		n += c->n_arcs[i];
	NEW(c->from, n);
	NEW(c->to, n);
	NEW(c->type, n);
	NEW(c->passes, c->m);
	if (c->conflict)
		return;
	if (c->flat) {
		find_flat(c);
		return;
	}
	find_states(c);
	for (int32_t i = 0; i < c->n; i++) {
		for (int32_t j = c->row[i]; j < c->row[i + 1]; j++)
			find_arcs_of(c, i, j);
	}
}

void naive_tags_free(struct naive_tags *c)
{
	void *arrays[] = {c->level_row, c->row,    c->head,        c->arc,   c->order, c->place,
			  c->mark,      c->listed, c->listed_bits, c->marks, c->ahead, c->first,
			  c->next,      c->tag_of, c->vertex_of,   c->flags, c->set,   c->n_arcs,
			  c->from,      c->to,     c->type,        c->passes};

	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
		free(arrays[i]);
}
