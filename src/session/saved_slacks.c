#include "session/saved_slacks.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gpu/inspect/endpoint_list.h"

/* ---- keeping ---- */

void saved_paths_free(char ***path, int32_t n)
{
	for (int32_t i = 0; *path && i < n; i++)
		free((*path)[i]);
	RESET(free, *path);
}

void saved_slacks_free(struct saved_slacks *saved)
{
	if (!saved)
		return;
	FREE_ALL(saved->name, saved->design, saved->kind);
	for (int split = 0; split < N_SPLITS; split++) {
		FREE_ALL(saved->slack[split], saved->of_group[split]);
		saved_paths_free(&saved->path[split], saved->pin.n);
	}
	names_release(&saved->pin);
	names_release(&saved->group);
	free(saved);
}

static void match_release(struct slack_match *match)
{
	free(match->id);
	for (int split = 0; split < N_SPLITS; split++) {
		free(match->slack[split]);
		saved_paths_free(&match->path[split], match->n_before);
	}
	*match = (struct slack_match){0};
}

const char *const slack_kind[] = {"without CPPR", "after CPPR (tau)", "after CPPR (opensta)"};

const char *session_slack_kind(const struct session *session)
{
	if (!session_removes_pessimism(session))
		return slack_kind[0];
	return slack_kind[session->cppr == CREDIT_TAU ? 1 : 2];
}

/* The pin of a sink, if it is the pin's first; else -1. */
static int32_t first_pin(const struct state_graph *states, int32_t sink)
{
	const int32_t *vertex = states->graph->sink_vertex;
	int32_t pin = state_pin(states, vertex[sink]);

	return sink > 0 && state_pin(states, vertex[sink - 1]) == pin ? -1 : pin;
}

/* A pin's name as it is kept. */
static void write_key(const struct netlist *netlist, int32_t pin, struct text *key)
{
	text_clear(key);
	netlist_write_pin(netlist, pin, '\0', key);
}

/* From a sink's place to that of its endpoint, which isn't after it. */
static enum status add_endpoint(struct saved_slacks *saved, const struct state_graph *states,
				int32_t sink, struct text *key)
{
	int32_t pin = first_pin(states, sink), id;
	bool added;

	if (pin < 0 ||
	    (saved->slack[EARLY][sink] == FS_NONE_64 && saved->slack[LATE][sink] == FS_NONE_64))
		return STATUS_OK;
	write_key(states->timing->netlist, pin, key);
	TRY(text_status(key));
	TRY(names_add(&saved->pin, key->data, key->length, &id, &added));
	for (int split = 0; split < N_SPLITS; split++) {
		int32_t of = saved->of_group[split][sink];

		saved->slack[split][id] = saved->slack[split][sink];
		saved->of_group[split][id] = -1;
		if (of >= 0)
			TRY(names_add(&saved->group, states->group[of],
				      (int64_t)strlen(states->group[of]),
				      &saved->of_group[split][id], &added));
	}
	return STATUS_OK;
}

static enum status read_slacks(struct session *session, struct saved_slacks *saved)
{
	struct timing *timing = session->design.timing;
	const struct state_graph *states = timing->image->states;
	int32_t n = states->graph->n_sinks;
	RELEASED_BY(text_release) struct text key = TEXT_INIT;

	for (int split = 0; split < N_SPLITS; split++) {
		TRY(ALLOC_ALL(n, &saved->slack[split], &saved->of_group[split]));
		TRY(endpoint_values_read(timing, session->queue, (enum split)split,
					 !session_removes_pessimism(session), saved->slack[split],
					 saved->of_group[split]));
	}
	for (int32_t s = 0; s < n; s++)
		TRY(add_endpoint(saved, states, s, &key));
	return STATUS_OK;
}

/* Each endpoint once, as timing_slack_totals() has them. */
static void add_up(struct saved_slacks *saved)
{
	for (int split = 0; split < N_SPLITS; split++) {
		struct slack_totals *totals = &saved->totals[split];

		*totals = (struct slack_totals){.wns = FS_NONE_64};
		for (int32_t i = 0; i < saved->pin.n; i++) {
			int64_t slack = saved->slack[split][i];

			totals->n_endpoints += slack != FS_NONE_64;
			totals->n_violated += slack < 0;
			totals->tns += slack < 0 ? slack : 0;
			totals->wns = slack < totals->wns ? slack : totals->wns;
		}
	}
}

/* ---- the store ---- */

static int find_place(const struct slack_store *store, const char *name)
{
	return FIRST(i, 0, store->n, strcmp(store->set[i]->name, name) == 0);
}

/* Those of the same name go. */
static enum status has_room(const struct slack_store *store, const struct saved_slacks *saved)
{
	int64_t bytes = saved->bytes;
	int place = find_place(store, saved->name);

	if (place == store->n && store->n == MOST_SAVED_SLACKS)
		return status_fail(STATUS_FAILED,
				   "save_slacks: %d are kept already; delete_slacks makes room",
				   MOST_SAVED_SLACKS);
	for (int i = 0; i < store->n; i++)
		bytes += i == place ? 0 : store->set[i]->bytes;
	if (bytes > MOST_SAVED_BYTES)
		return status_fail(STATUS_FAILED,
				   "save_slacks: they would take %" PRId64
				   " MiB together, of at most %" PRId64
				   "; delete_slacks makes room",
				   bytes >> 20, MOST_SAVED_BYTES >> 20);
	return STATUS_OK;
}

static enum status count_bytes(const struct slack_store *store, struct saved_slacks *saved)
{
	saved->bytes = (int64_t)sizeof *saved + saved->pin.data_capacity +
		       saved->pin.start_capacity * (int64_t)sizeof *saved->pin.start +
		       saved->pin.n_slots * (int64_t)sizeof *saved->pin.slot +
		       N_SPLITS * (int64_t)saved->pin.n *
			       (int64_t)(sizeof **saved->slack + sizeof **saved->of_group);
	for (int split = 0; split < N_SPLITS; split++) {
		saved->n_paths[split] = 0;
		for (int32_t i = 0; saved->path[split] && i < saved->pin.n; i++) {
			const char *path = saved->path[split][i];

			saved->n_paths[split] += path != NULL;
			saved->bytes += (int64_t)sizeof path + (path ? (int64_t)strlen(path) : 0);
		}
	}
	return has_room(store, saved);
}

enum status session_add_saved(struct session *session, struct saved_slacks *saved)
{
	struct slack_store *store = session_saved(session);
	int place = find_place(store, saved->name);
	enum status status;

	add_up(saved);
	status = count_bytes(store, saved);
	if (status != STATUS_OK) {
		saved_slacks_free(saved);
		return status;
	}
	if (place < store->n)
		session_delete_saved(session, store->set[place]);
	saved->serial = ++store->n_ever;
	store->set[store->n++] = saved;
	return STATUS_OK;
}

enum status session_make_saved(struct session *session, const char *name, struct saved_slacks **out)
{
	struct saved_slacks *saved;
	enum status status;

	TRY(session_need_timing(session));
	TRY(timing_need_slacks(session->design.timing, session->cppr, SLACKS_OF_BOTH,
			       &session->task));
	TRY(ALLOC(&saved, 1));
	saved->name = copy_string(name);
	saved->design = design_title(&session->design);
	saved->kind = copy_string(session_slack_kind(session));
	status = saved->name && saved->design && saved->kind
			 ? read_slacks(session, saved)
			 : status_fail(STATUS_NO_MEMORY, "out of memory");
	if (status != STATUS_OK)
		saved_slacks_free(saved);
	*out = saved;
	return status;
}

enum status session_find_saved(const struct session *session, const char *name,
			       struct saved_slacks **out)
{
	const struct slack_store *store = session_saved(session);
	struct nearest nearest = nearest_to(name ? name : "");
	RELEASED_BY(text_release) struct text hint = TEXT_INIT;
	int place = name ? find_place(store, name) : store->n - 1;

	if (!store->n)
		return status_fail(STATUS_FAILED, "no slacks are saved; save_slacks saves them");
	if (place < store->n) {
		*out = store->set[place];
		return STATUS_OK;
	}
	for (int i = 0; i < store->n; i++)
		nearest_offer(&nearest, store->set[i]->name, (int)strlen(store->set[i]->name));
	nearest_write(&nearest, &hint);
	status_fail(STATUS_FAILED, "no slacks are saved as \"%.100s\"%s", name, text_string(&hint));
	return STATUS_FAILED;
}

struct saved_slacks *session_compared(const struct session *session)
{
	const struct slack_store *store = session_saved(session);
	int found = FIRST(i, 0, store->n, store->set[i]->serial == store->compared);

	return found < store->n ? store->set[found] : store->n ? store->set[store->n - 1] : NULL;
}

void session_delete_saved(struct session *session, const struct saved_slacks *saved)
{
	struct slack_store *store = session_saved(session);
	int i = FIRST(s, 0, store->n, store->set[s] == saved);

	if (i == store->n)
		return;
	saved_slacks_free(store->set[i]);
	memmove(store->set + i, store->set + i + 1, (size_t)(--store->n - i) * sizeof *store->set);
	match_release(&store->match);
}

void session_drop_saved(struct session *session)
{
	while (session_saved(session)->n)
		session_delete_saved(session, session_saved(session)->set[0]);
}

const struct session_part saved_slacks_part = {.size = sizeof(struct slack_store),
					       .drop = session_drop_saved};

/* ---- matching ---- */

/* The id before of each entry now: of a sink by its pin's name, or of what was saved later. */
static enum status match_now(const struct state_graph *states, const struct saved_slacks *before,
			     const struct saved_slacks *now, int64_t n_now, int32_t *id)
{
	RELEASED_BY(text_release) struct text key = TEXT_INIT;

	for (int32_t i = 0; i < n_now; i++) {
		int32_t pin = now ? -1 : first_pin(states, i);

		id[i] = -1;
		if (now)
			id[i] = names_find(&before->pin, names_get(&now->pin, i),
					   names_length(&now->pin, i));
		if (pin < 0)
			continue;
		write_key(states->timing->netlist, pin, &key);
		id[i] = names_find(&before->pin, key.data, key.length);
	}
	return text_status(&key);
}

/* Those that no entry now has are put after them. */
static enum status add_gone(const struct saved_slacks *before, struct slack_match *match)
{
	FREED uint8_t *met = NULL;

	TRY(ALLOC(&met, before->pin.n));
	for (int64_t i = 0; i < match->n_now; i++) {
		if (match->id[i] >= 0)
			met[match->id[i]] = 1;
	}
	match->n = match->n_now;
	for (int32_t id = 0; id < before->pin.n; id++) {
		if (!met[id])
			match->id[match->n++] = id;
	}
	return STATUS_OK;
}

static enum status fill_match(const struct state_graph *states, const struct saved_slacks *before,
			      const struct saved_slacks *now, struct slack_match *match)
{
	TRY(ALLOC(&match->id, match->n_now + before->pin.n));
	TRY(match_now(states, before, now, match->n_now, match->id));
	TRY(add_gone(before, match));
	for (int split = 0; split < N_SPLITS; split++) {
		TRY(ALLOC(&match->slack[split], match->n));
		for (int64_t i = 0; i < match->n; i++)
			match->slack[split][i] =
				match->id[i] < 0 ? FS_NONE_64 : before->slack[split][match->id[i]];
	}
	return STATUS_OK;
}

static enum status need_match(struct session *session, const struct saved_slacks *before,
			      const struct saved_slacks *now)
{
	const struct state_graph *states = now ? NULL : session->design.timing->image->states;
	struct slack_match *match = &session_saved(session)->match;
	struct slack_match wanted = {.before = before->serial,
				     .now = now ? now->serial : 0,
				     .timing_edition = now ? 0 : session->design.timing_edition,
				     .n_now = now ? now->pin.n : states->graph->n_sinks};
	enum status status;

	if (match->id && match->before == wanted.before && match->now == wanted.now &&
	    match->timing_edition == wanted.timing_edition)
		return STATUS_OK;
	match_release(match);
	wanted.n_before = before->pin.n;
	status = fill_match(states, before, now, &wanted);
	if (status == STATUS_OK)
		*match = wanted;
	else
		match_release(&wanted);
	return status;
}

/* ---- comparing ---- */

enum status session_compare_slacks(struct session *session, struct queue *queue,
				   const struct saved_slacks *before,
				   const struct saved_slacks *now, enum split split,
				   struct slack_comparison *out)
{
	struct timing *timing = session->design.timing;
	const struct slack_match *match = &session_saved(session)->match;
	struct compared_slacks entries;

	*out = (struct slack_comparison){.before = before, .now = now, .split = split};
	TRY(need_match(session, before, now));
	out->match = match;
	entries = (struct compared_slacks){match->slack[split], match->n};
	if (now)
		return slack_changes_of_slacks(
			queue, (struct compared_slacks){now->slack[split], match->n_now},
			now->of_group[split], entries, &out->changes);
	out->states = timing->image->states;
	return slack_changes_of_timing(timing, queue, split, !session_removes_pessimism(session),
				       entries, &out->changes);
}

void slack_comparison_release(struct slack_comparison *comparison)
{
	slack_changes_release(&comparison->changes);
}

/* As it is kept, with a slash. */
static void write_saved_pin(const struct names *names, int32_t id, struct text *out)
{
	const char *name = names_get(names, id);
	int64_t length = names_length(names, id), instance = (int64_t)strlen(name);

	text_append(out, name, instance);
	if (instance == length)
		return;
	text_add(out, "/");
	text_append(out, name + instance + 1, length - instance - 1);
}

void slack_comparison_write_pin(const struct slack_comparison *comparison,
				const struct change_row *row, struct text *out)
{
	const struct state_graph *states = comparison->states;

	if (row->entry >= comparison->match->n_now || comparison->match->id[row->entry] >= 0)
		write_saved_pin(&comparison->before->pin, comparison->match->id[row->entry], out);
	else if (comparison->now)
		write_saved_pin(&comparison->now->pin, row->entry, out);
	else
		netlist_write_pin(states->timing->netlist,
				  state_pin(states, states->graph->sink_vertex[row->entry]), '/',
				  out);
}

static const char *saved_group(const struct saved_slacks *saved, enum split split, int32_t id)
{
	int32_t group = saved->of_group[split][id];

	return group < 0 ? "" : names_get(&saved->group, group);
}

const char *slack_comparison_group(const struct slack_comparison *comparison,
				   const struct change_row *row)
{
	const struct state_graph *states = comparison->states;

	if (row->now == FS_NONE_64)
		return saved_group(comparison->before, comparison->split,
				   comparison->match->id[row->entry]);
	if (comparison->now)
		return saved_group(comparison->now, comparison->split, row->entry);
	return states->group[states->relation[states->endpoint[row->sink].relation].group];
}

enum status slack_comparison_histogram(const struct slack_comparison *comparison,
				       const struct histogram_query *query, int64_t serial,
				       struct snap_histogram **out)
{
	const struct state_graph *states = comparison->states;
	const struct names *groups = comparison->now ? &comparison->now->group : NULL;
	FREED char **name = NULL;

	if (states)
		return slack_changes_histogram(&comparison->changes, query, states->n_groups,
					       states->group, serial, out);
	TRY(ALLOC(&name, groups->n));
	for (int32_t g = 0; g < groups->n; g++)
		name[g] = groups->data + groups->start[g];
	return slack_changes_histogram(&comparison->changes, query, groups->n, name, serial, out);
}

/* ---- by pin ---- */

enum status saved_slacks_find(const struct saved_slacks *saved, const struct netlist *netlist,
			      int32_t pin, int32_t *id)
{
	RELEASED_BY(text_release) struct text key = TEXT_INIT;
	enum status status;

	write_key(netlist, pin, &key);
	status = text_status(&key);
	*id = status == STATUS_OK ? names_find(&saved->pin, key.data, key.length) : -1;
	return status;
}

enum status session_saved_slack(const struct session *session, int32_t pin, enum split split,
				const char *group, int64_t *slack)
{
	const struct saved_slacks *saved = session_compared(session);
	int32_t id;

	*slack = FS_NONE_64;
	if (!saved)
		return STATUS_OK;
	TRY(saved_slacks_find(saved, session->design.netlist, pin, &id));
	if (id >= 0 && (!group || strcmp(group, saved_group(saved, split, id)) == 0))
		*slack = saved->slack[split][id];
	return STATUS_OK;
}

enum status session_pin_changes(struct session *session, struct queue *queue,
				const struct saved_slacks *before, enum split split,
				int64_t *change)
{
	struct timing *timing = session->design.timing;
	const struct state_graph *states = timing->image->states;
	int32_t n = states->graph->n_sinks;
	const int64_t *was;
	FREED int64_t *slack = NULL;

	TRY(need_match(session, before, NULL));
	was = session_saved(session)->match.slack[split];
	TRY(ALLOC(&slack, n));
	TRY(endpoint_values_read(timing, queue, split, !session_removes_pessimism(session), slack,
				 NULL));
	for (int32_t p = 0; p < states->timing->netlist->n_pins; p++)
		change[p] = FS_NONE_64;
	for (int32_t s = 0; s < n; s++) {
		if (slack[s] != FS_NONE_64 && was[s] != FS_NONE_64)
			change[first_pin(states, s)] = slack[s] - was[s];
	}
	return STATUS_OK;
}
