/* Tags and what they hold, states, arcs and seeds: each once. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "db/state_impl.h"

/* ---- tags ---- */

static enum status add_tag(struct state_graph *states, struct tag tag, int32_t *id)
{
	TRY(GROW(&states->tag, &states->tag_capacity, (int64_t)states->n_tags + 1));
	*id = states->n_tags;
	states->tag[states->n_tags++] = tag;
	return STATUS_OK;
}

static int32_t *plain_place(const struct state_builder *b, enum tag_kind kind, int32_t clock_edge)
{
	int32_t n = b->constraints ? b->constraints->n_clocks * N_EDGES : 0;

	return &b->plain_tag[(int32_t)kind * (n + 1) + clock_edge + 1];
}

enum status state_find_tag(struct state_builder *b, enum tag_kind kind, int32_t clock_edge,
			   int32_t progress, int32_t *tag)
{
	struct state_graph *states = b->states;

	if (!progress) {
		int32_t *place = plain_place(b, kind, clock_edge);

		if (*place < 0)
			TRY(add_tag(states, (struct tag){kind, clock_edge, 0}, place));
		*tag = *place;
		return STATUS_OK;
	}
	for (*tag = states->n_tags - 1; *tag >= 0; --*tag) {
		const struct tag *t = &states->tag[*tag];

		if (t->progress == progress && t->clock_edge == clock_edge && t->kind == kind)
			return STATUS_OK;
	}
	return add_tag(states, (struct tag){kind, clock_edge, progress}, tag);
}

/* ---- states ---- */

int32_t state_find(const struct state_builder *b, int32_t vertex, int32_t tag)
{
	int32_t s = b->states->first[vertex];

	while (s >= 0 && b->states->tag_of[s] != tag)
		s = b->states->next[s];
	return s;
}

static enum status add_or_get(struct state_builder *b, int32_t vertex, int32_t tag, int32_t *state)
{
	struct state_graph *states = b->states;
	int32_t *link = &states->first[vertex], n = states->graph->n_vertices;

	for (; *link >= 0; link = &states->next[*link]) {
		if (states->tag_of[*link] == tag) {
			*state = *link;
			return STATUS_OK;
		}
	}
	if (n == INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "more than %d states", INT32_MAX);
	*link = n; /* before the arrays of links move */
	TRY(GROW(&states->vertex, &states->vertex_capacity, (int64_t)n + 1));
	TRY(GROW(&states->tag_of, &states->state_capacity, (int64_t)n + 1));
	TRY(GROW(&states->next, &states->next_capacity, (int64_t)n + 1));
	TRY(GROW(&states->flags, &states->flags_capacity, (int64_t)n + 1));
	states->vertex[n] = vertex;
	states->tag_of[n] = tag;
	states->next[n] = -1;
	states->flags[n] = states->tag[tag].kind == TAG_DATA ? STATE_DATA : 0;
	states->graph->n_vertices = n + 1;
	*state = n;
	return STATUS_OK;
}

/* Where a vertex is the state itself, it has room for one tag. */
static void get_flat(struct state_builder *b, int32_t vertex, int32_t tag, int32_t *state)
{
	struct state_graph *states = b->states;

	*state = vertex;
	if (states->tag_of[vertex] == tag)
		return;
	b->conflict |= states->tag_of[vertex] >= 0;
	states->tag_of[vertex] = tag;
	states->first[vertex] = vertex;
	states->flags[vertex] |= states->tag[tag].kind == TAG_DATA ? STATE_DATA : 0;
}

enum status state_get(struct state_builder *b, int32_t vertex, int32_t tag, int32_t *state)
{

	if (b->flat) {
		get_flat(b, vertex, tag, state);
		return STATUS_OK;
	}
	return add_or_get(b, vertex, tag, state);
}

/* ---- exceptions begun ---- */

enum { MOST_ITEMS = 1024 }; /* begun by one path; more are dropped, which no design has */

/* A set that is being made. */
struct item_list {
	int32_t n;
	struct progress_item item[MOST_ITEMS];
};

static void list_set(struct item_list *list, int32_t exception, int32_t passed)
{
	int32_t i = list->n;

	while (i > 0 && list->item[i - 1].exception >= exception)
		i--;
	if (i < list->n && list->item[i].exception == exception) {
		list->item[i].passed = passed;
		return;
	}
	if (list->n == MOST_ITEMS)
		return;
	memmove(&list->item[i + 1], &list->item[i], (size_t)(list->n - i) * sizeof *list->item);
	list->item[i] = (struct progress_item){exception, passed};
	list->n++;
}

static void list_load(const struct state_graph *states, int32_t progress, struct item_list *list)
{
	const struct progress *p = &states->progress[progress];

	list->n = p->n;
	if (p->n)
		memcpy(list->item, &states->progress_item[p->first],
		       (size_t)p->n * sizeof *list->item);
}

static enum status intern(struct state_builder *b, const struct item_list *list, int32_t *progress)
{
	struct state_graph *states = b->states;
	size_t size = (size_t)list->n * sizeof *list->item;

	for (*progress = 0; *progress < states->n_progress; ++*progress) {
		const struct progress *p = &states->progress[*progress];

		if (p->n == list->n &&
		    (!size || !memcmp(&states->progress_item[p->first], list->item, size)))
			return STATUS_OK;
	}
	TRY(GROW(&states->progress, &states->progress_capacity, (int64_t)states->n_progress + 1));
	TRY(GROW(&states->progress_item, &states->item_capacity,
		 (int64_t)states->n_progress_items + list->n));
	states->progress[states->n_progress++] =
		(struct progress){states->n_progress_items, list->n};
	if (size)
		memcpy(&states->progress_item[states->n_progress_items], list->item, size);
	states->n_progress_items += list->n;
	return STATUS_OK;
}

/* How many -throughs of an exception lie behind; -1 = it hasn't begun. One without pins in its
 * -from has begun as soon as a path has. */
static int32_t passed_so_far(const struct state_builder *b, const struct item_list *list,
			     int32_t exception, int32_t clock_edge)
{
	const struct point_list *from = &b->constraints->exception[exception].filter.from;

	for (int32_t i = 0; i < list->n; i++) {
		if (list->item[i].exception == exception)
			return list->item[i].passed;
	}
	return !from->given || point_list_has_clock(from, clock_edge) ? 0 : -1;
}

/* A vertex counts for one -through of an exception at most, so the first that fits it is taken. */
static bool pass_throughs(const struct state_builder *b, int32_t clock_edge, int32_t vertex,
			  struct item_list *list)
{
	int32_t n, last = -1;
	const struct exception_point *point =
		exception_points(&b->exceptions, vertex / N_EDGES, &n);
	bool changed = false;

	for (int32_t i = 0; i < n; i++) {
		int32_t e = point[i].exception;

		if (point[i].list < 0 || point[i].list == EXCEPTION_TO || e == last ||
		    !(point[i].edges & 1 << vertex % N_EDGES) ||
		    passed_so_far(b, list, e, clock_edge) != point[i].list)
			continue;
		list_set(list, e, point[i].list + 1);
		last = e;
		changed = true;
	}
	return changed;
}

static void begin_at(const struct state_builder *b, int32_t vertex, struct item_list *list)
{
	int32_t n;
	const struct exception_point *point =
		exception_points(&b->exceptions, vertex / N_EDGES, &n);

	for (int32_t i = 0; i < n; i++) {
		if (point[i].list == EXCEPTION_FROM && point[i].edges & 1 << vertex % N_EDGES)
			list_set(list, point[i].exception, 0);
	}
}

static bool is_named(const struct state_builder *b, int32_t vertex)
{
	return b->exceptions.named && b->exceptions.named[vertex / N_EDGES];
}

enum status progress_begin(struct state_builder *b, int32_t clock_edge, int32_t start,
			   int32_t vertex, int32_t *progress)
{
	struct item_list list;

	*progress = 0;
	if (!is_named(b, start) && !is_named(b, vertex))
		return STATUS_OK;
	list.n = 0;
	begin_at(b, start, &list);
	if (vertex != start)
		begin_at(b, vertex, &list);
	pass_throughs(b, clock_edge, start, &list);
	if (vertex != start)
		pass_throughs(b, clock_edge, vertex, &list);
	return intern(b, &list, progress);
}

enum status progress_begin_apart(struct state_builder *b, int32_t clock_edge, int32_t vertex,
				 int32_t *progress)
{
	struct item_list list = {.n = 0};

	begin_at(b, vertex, &list);
	pass_throughs(b, clock_edge, vertex, &list);
	list_set(&list, APART, 0);
	return intern(b, &list, progress);
}

bool progress_may_ignore(const struct state_builder *b, int32_t clock_edge, int32_t progress)
{
	struct item_list list;

	if (!b->exceptions.n_ignoring)
		return false;
	list_load(b->states, progress, &list);
	for (int32_t i = 0; i < b->exceptions.n_ignoring; i++) {
		if (passed_so_far(b, &list, b->exceptions.ignoring[i], clock_edge) >= 0)
			return true;
	}
	return false;
}

enum status progress_without_latency(struct state_builder *b, int32_t *progress)
{
	struct item_list list;

	list_load(b->states, *progress, &list);
	list_set(&list, WITHOUT_LATENCY, 0);
	return intern(b, &list, progress);
}

bool progress_is_without_latency(const struct state_graph *states, int32_t progress)
{
	const struct progress *p = &states->progress[progress];

	for (int32_t i = p->n - 1; i >= 0 && i >= p->n - 2; i--) {
		if (states->progress_item[p->first + i].exception == WITHOUT_LATENCY)
			return true;
	}
	return false;
}

bool state_is_without_latency(const struct state_graph *states, int32_t state)
{
	const struct tag *tag = state_tag(states, state);

	return tag &&
	       (tag->kind == TAG_LAUNCH || progress_is_without_latency(states, tag->progress));
}

enum status progress_advance(struct state_builder *b, const struct tag *tag, int32_t vertex,
			     int32_t *progress)
{
	struct item_list list;

	*progress = tag->progress;
	if (!is_named(b, vertex))
		return STATUS_OK;
	list_load(b->states, tag->progress, &list);
	return pass_throughs(b, tag->clock_edge, vertex, &list) ? intern(b, &list, progress)
								: STATUS_OK;
}

/* ---- arcs and seeds ---- */

enum status state_add_arc(struct state_builder *b, int32_t from, int32_t to, int32_t arc,
			  int32_t delay)
{
	if (!b->flat)
		return graph_add_typed_arc(b->states->graph, from, to, delay);
	if (arc >= 0)
		b->states->arc[arc] = delay;
	b->conflict |= arc < 0;
	return STATUS_OK;
}

enum status state_add_constant(struct state_builder *b, const int64_t delay[N_SPLITS],
			       int32_t driver, int32_t *arc)
{
	struct state_graph *states = b->states;

	for (int32_t c = 0; c < states->n_constants; c++) {
		const struct constant_delay *old = &states->constant[c];

		if (old->driver == driver && old->delay[EARLY] == delay[EARLY] &&
		    old->delay[LATE] == delay[LATE]) {
			*arc = ~c;
			return STATUS_OK;
		}
	}
	TRY(GROW(&states->constant, &states->constant_capacity, (int64_t)states->n_constants + 1));
	*arc = ~states->n_constants;
	states->constant[states->n_constants++] =
		(struct constant_delay){driver, {delay[EARLY], delay[LATE]}};
	return STATUS_OK;
}

static int64_t worst_of(int64_t a, int64_t b, enum split split)
{
	if (a == FS_NOTHING || b == FS_NOTHING)
		return a == FS_NOTHING ? b : a;
	return split == LATE ? max_i64(a, b) : min_i64(a, b);
}

enum status state_add_seed(struct state_builder *b, const struct seed *seed)
{
	struct state_graph *states = b->states;

	if (states->flags[seed->state] & STATE_SEEDED) {
		struct seed *old = states->seed;

		while (old->state != seed->state)
			old++;
		for (int split = 0; split < N_SPLITS; split++)
			old->arrival[split] = worst_of(old->arrival[split], seed->arrival[split],
						       (enum split)split);
		return STATUS_OK;
	}
	TRY(GROW(&states->seed, &states->seed_capacity, (int64_t)states->n_seeds + 1));
	states->flags[seed->state] |= STATE_SEEDED;
	states->seed[states->n_seeds++] = *seed;
	return STATUS_OK;
}

enum status state_find_group(struct state_builder *b, const char *name, int32_t *group)
{
	struct state_graph *states = b->states;
	char *copy;

	for (*group = 0; *group < states->n_groups; ++*group) {
		if (strcmp(states->group[*group], name) == 0)
			return STATUS_OK;
	}
	TRY(GROW(&states->group, &states->group_capacity, (int64_t)states->n_groups + 1));
	copy = strdup(name);
	if (!copy)
		return status_fail(STATUS_NO_MEMORY, "out of memory");
	states->group[states->n_groups++] = copy;
	return STATUS_OK;
}
