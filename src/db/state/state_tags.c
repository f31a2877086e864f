/* Tags and what they hold, states, arcs and seeds: each once. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/hash.h"
#include "db/state/state_impl.h"

/* ---- tables ---- */

/* Room in a table of open addressing for twice the number of things and one more, all free. */
enum status hash_slots_renew(int32_t **slot, int64_t *n_slots, int64_t n)
{
	int64_t n_new = 64;
	int32_t *renewed;

	while (n_new < 4 * n + 4)
		n_new *= 2;
	TRY(ALLOC(&renewed, n_new));
	free(*slot);
	*slot = renewed;
	*n_slots = n_new;
	return STATUS_OK;
}

/* ---- tags ---- */

static enum status add_tag(struct state_graph *states, struct tag tag, int32_t *id)
{
	TRY(GROW(&states->tag, &states->capacity.tag, (int64_t)states->n_tags + 1));
	*id = states->n_tags;
	states->tag[states->n_tags++] = tag;
	return STATUS_OK;
}

static int32_t *plain_place(const struct state_builder *b, enum tag_kind kind, int32_t clock_edge)
{
	int32_t n = b->constraints ? b->constraints->n_clocks * N_EDGES : 0;

	return &b->plain_tag[(int32_t)kind * (n + 1) + clock_edge + 1];
}

/* The place of a tag in the table, or where it would be. */
static int32_t *tag_slot(const struct state_builder *b, const struct tag *tag)
{
	uint64_t hash = hash_number(hash_pair(tag->clock_edge, tag->progress), tag->kind);

	for (;; hash++) {
		int32_t *slot = &b->tag_slot[hash & (uint64_t)(b->n_tag_slots - 1)];
		const struct tag *t = *slot ? &b->states->tag[*slot - 1] : NULL;

		if (!t || (t->progress == tag->progress && t->clock_edge == tag->clock_edge &&
			   t->kind == tag->kind))
			return slot;
	}
}

static enum status find_tag_with_progress(struct state_builder *b, struct tag tag, int32_t *id)
{
	struct state_graph *states = b->states;
	int32_t *slot;

	if (2 * (int64_t)states->n_tags + 2 > b->n_tag_slots) {
		TRY(hash_slots_renew(&b->tag_slot, &b->n_tag_slots, states->n_tags));
		for (int32_t i = 0; i < states->n_tags; i++)
			*tag_slot(b, &states->tag[i]) = i + 1;
	}
	slot = tag_slot(b, &tag);
	if (!*slot) {
		TRY(add_tag(states, tag, id));
		*slot = states->n_tags;
	}
	*id = *slot - 1;
	return STATUS_OK;
}

void state_note_tags(struct state_builder *b)
{
	for (int32_t i = 0; i < b->states->n_tags; i++) {
		const struct tag *tag = &b->states->tag[i];

		if (!tag->progress)
			*plain_place(b, tag->kind, tag->clock_edge) = i;
	}
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
	return find_tag_with_progress(b, (struct tag){kind, clock_edge, progress}, tag);
}

/* ---- states ---- */

int32_t state_find(const struct state_builder *b, int32_t vertex, int32_t tag)
{
	int32_t s = state_first(b->states, vertex);

	while (s >= 0 && b->states->tag_of[s] != tag)
		s = state_next(b->states, s);
	return s;
}

/* A new one after the last of its vertex, -1 = it is the first. */
static enum status link_state(struct state_graph *states, int32_t vertex, int32_t last,
			      int32_t state)
{
	TRY(GROW(&states->next, &states->capacity.next, (int64_t)state + 1));
	if (last < 0)
		states->first[vertex] = state;
	else
		states->next[last] = state;
	states->next[state] = -1;
	return STATUS_OK;
}

static enum status add_or_get(struct state_builder *b, int32_t vertex, int32_t tag, int32_t *state)
{
	struct state_graph *states = b->states;
	struct graph *graph = states->graph;
	int32_t n = graph->n_vertices, last = -1;

	for (int32_t s = state_first(states, vertex); s >= 0; s = state_next(states, s)) {
		last = s;
		if (states->tag_of[s] == tag) {
			*state = s;
			return STATUS_OK;
		}
	}
	if (b->fixed) {
		b->conflict = true;
		*state = 0;
		return STATUS_OK;
	}
	if (n == INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "more than %d states", INT32_MAX);
	TRY(GROW(&graph->netlist_vertex, &b->vertex_capacity, (int64_t)n + 1));
	TRY(GROW(&states->tag_of, &states->capacity.state, (int64_t)n + 1));
	TRY(GROW(&states->flags, &states->capacity.flags, (int64_t)n + 1));
	TRY(link_state(states, vertex, last, n));
	graph->netlist_vertex[n] = vertex;
	states->tag_of[n] = tag;
	states->flags[n] = states->tag[tag].kind == TAG_DATA ? STATE_DATA : 0;
	graph->n_vertices = n + 1;
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
	b->conflict |= b->fixed || states->tag_of[vertex] >= 0;
	states->tag_of[vertex] = tag;
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

enum status state_need_states(struct state_builder *b, int64_t n)
{
	struct state_graph *states = b->states;

	if (n > INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "more than %d states", INT32_MAX);
	TRY(GROW(&states->graph->netlist_vertex, &b->vertex_capacity, n));
	TRY(GROW(&states->tag_of, &states->capacity.state, n));
	TRY(GROW(&states->next, &states->capacity.next, n));
	TRY(GROW(&states->flags, &states->capacity.flags, n));
	states->graph->n_vertices = (int32_t)n;
	return STATUS_OK;
}

/* ---- arcs and seeds ---- */

enum status state_need_arcs(struct state_builder *b, int64_t n)
{
	struct graph *graph = b->states->graph;

	if (n > INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "more than %d arcs", INT32_MAX);
	TRY(graph_need_arcs(graph, n));
	graph->n_arcs = (int32_t)n;
	return STATUS_OK;
}

/* Some arc has the delay of none: say it of each. */
static enum status need_delays(struct state_graph *states)
{
	if (states->arc)
		return STATUS_OK;
	TRY(ALLOC(&states->arc, states->graph->n_arcs));
	for (int32_t a = 0; a < states->graph->n_arcs; a++)
		states->arc[a] = states->passes[a] ? a : ARC_BLOCKED;
	free(states->passes);
	states->passes = NULL;
	return STATUS_OK;
}

enum status state_add_arc(struct state_builder *b, int32_t from, int32_t to, int32_t arc,
			  int32_t delay)
{
	if (b->fixed) {
		b->conflict = true;
		return STATUS_OK;
	}
	if (!b->flat)
		return graph_add_typed_arc(b->states->graph, from, to, delay);
	b->conflict |= arc < 0;
	if (arc < 0)
		return STATUS_OK;
	if (arc != delay)
		TRY(need_delays(b->states));
	if (b->states->arc)
		b->states->arc[arc] = delay;
	else
		b->states->passes[arc] = 1;
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
	TRY(GROW(&states->constant, &states->capacity.constant, (int64_t)states->n_constants + 1));
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

	/* a file may say that there is a seed where there is none */
	for (int32_t i = 0; states->flags[seed->state] & STATE_SEEDED && i < states->n_seeds; i++) {
		struct seed *old = &states->seed[i];

		if (old->state != seed->state)
			continue;
		for (int split = 0; split < N_SPLITS; split++)
			old->arrival[split] = worst_of(old->arrival[split], seed->arrival[split],
						       (enum split)split);
		return STATUS_OK;
	}
	TRY(GROW(&states->seed, &states->capacity.seed, (int64_t)states->n_seeds + 1));
	states->flags[seed->state] |= STATE_SEEDED;
	states->seed[states->n_seeds++] = *seed;
	return STATUS_OK;
}

enum status state_group_names(const struct state_graph *states, struct names *names)
{
	int32_t id;

	if (names->n > states->n_groups)
		names_cut(names, 0);
	for (int32_t g = names->n; g < states->n_groups; g++)
		TRY(names_add(names, states->group[g], (int64_t)strlen(states->group[g]), &id,
			      NULL));
	return STATUS_OK;
}

int32_t state_group_member(const struct state_graph *states, const struct names *names, int32_t set,
			   int i)
{
	const char *name = states->group[set];

	if (!state_group_is_set(states, set))
		return i ? -1 : set;
	for (; i && name; i--)
		name = (name = strchr(name, '\n')) ? name + 1 : NULL;
	return name ? names_find(names, name, (int64_t)strcspn(name, "\n")) : -1;
}

bool state_group_has(const struct state_graph *states, int32_t set, int32_t group)
{
	const char *at = states->group[set], *name = states->group[group];
	size_t length = strlen(name);

	if (set == group)
		return true;
	while (at && (strncmp(at, name, length) != 0 || (at[length] && at[length] != '\n')))
		at = (at = strchr(at, '\n')) ? at + 1 : NULL;
	return at != NULL;
}

char *state_group_label(const char *name)
{
	char *label = copy_string(name);

	for (char *at = label; at && (at = strchr(at, '\n'));)
		*at = '+';
	return label;
}

enum status state_find_group(struct state_builder *b, const char *name, int32_t *group)
{
	struct state_graph *states = b->states;
	bool is_set = strchr(name, '\n') != NULL;
	enum status status;
	char *copy;

	TRY(state_group_names(states, &b->relations.group_name));
	*group = names_find(&b->relations.group_name, name, (int64_t)strlen(name));
	if (*group >= 0)
		return STATUS_OK;
	for (const char *at = name; is_set && *at; at += strcspn(at, "\n"), at += *at != '\0') {
		copy = strndup(at, strcspn(at, "\n"));
		if (!copy)
			return status_fail(STATUS_NO_MEMORY, "out of memory");
		status = state_find_group(b, copy, group);
		free(copy);
		TRY(status);
	}
	*group = states->n_groups;
	TRY(GROW(&states->group, &states->capacity.group, (int64_t)states->n_groups + 1));
	copy = strdup(name);
	if (!copy)
		return status_fail(STATUS_NO_MEMORY, "out of memory");
	states->group[states->n_groups++] = copy;
	return STATUS_OK;
}

/* ---- relations ---- */

static bool same_relation(const struct relation *a, const struct relation *b)
{
	return a->split == b->split && a->launch_edge == b->launch_edge &&
	       a->capture_edge == b->capture_edge && a->multicycle == b->multicycle &&
	       a->exception == b->exception && a->group == b->group && a->margin == b->margin &&
	       a->launch_time == b->launch_time && a->capture_time == b->capture_time &&
	       a->uncertainty == b->uncertainty && a->between_clocks == b->between_clocks;
}

/* Where a relation is in the table, or would be. */
static int32_t *relation_place(const struct state_builder *b, const struct relation *r)
{
	uint64_t hash = hash_number(0, hash_pair(r->launch_edge, r->capture_edge));

	hash = hash_number(hash, hash_pair(r->exception, r->group));
	hash = hash_number(hash, (uint64_t)r->multicycle << 1 ^ (uint64_t)r->split);
	for (;; hash++) {
		int32_t *slot = &b->relation_slot[hash & (uint64_t)(b->n_relation_slots - 1)];

		if (!*slot || same_relation(&b->states->relation[*slot - 1], r))
			return slot;
	}
}

/* Room for one more, the table at most half full. */
static enum status grow_relations(struct state_builder *b)
{
	int32_t *old = b->relation_slot;
	int64_t n_old = b->n_relation_slots;

	if (2 * (int64_t)b->states->n_relations + 2 <= n_old)
		return STATUS_OK;
	b->relation_slot = NULL;
	b->n_relation_slots = n_old ? 2 * n_old : 64;
	while (2 * (int64_t)b->states->n_relations + 2 > b->n_relation_slots)
		b->n_relation_slots *= 2;
	if (ALLOC(&b->relation_slot, b->n_relation_slots) != STATUS_OK) {
		b->relation_slot = old;
		b->n_relation_slots = n_old;
		return STATUS_NO_MEMORY;
	}
	free(old);
	for (int32_t i = 0; i < b->states->n_relations; i++)
		*relation_place(b, &b->states->relation[i]) = i + 1;
	return STATUS_OK;
}

enum status state_find_relation(struct state_builder *b, const struct relation *relation,
				int32_t *id)
{
	struct state_graph *states = b->states;
	int32_t *slot;

	TRY(grow_relations(b));
	slot = relation_place(b, relation);
	if (!*slot) {
		TRY(APPEND(states->relation, states->n_relations, &states->capacity.relation,
			   *relation));
		*slot = states->n_relations;
	}
	*id = *slot - 1;
	return STATUS_OK;
}
