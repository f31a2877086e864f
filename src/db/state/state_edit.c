/*
 * Edits that leave states as they are. Seeds are made once more by what made them, with what was made as all
 * there is; each end that may differ is met once more. Of the many ends that are alike in all that a constraint
 * could name, one is met for all.
 */
#include "db/state/state_edit.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "db/fan_out.h"
#include "db/state/state_impl.h"

struct editor {
	struct state_builder b;
	struct state_graph *states;
	struct timing_graph *timing;
	const struct constraints_change *change;
	struct constraints *before; /* owned reference */
	struct state_changes *out;
};

/* ---- what can't be ---- */

/* Generated clocks begin where others reach them, and clocks at pins have modes of their own: then times are
 * delays of arcs too. */
static bool has_clocks_behind_others(const struct constraints *constraints)
{
	bool any = constraints->n_clock_pins > 0;

	for (int32_t c = 0; c < constraints->n_clocks; c++)
		any |= constraints->clock[c].master >= 0;
	return any;
}

static bool ignores_latency(const struct exception_index *exceptions)
{
	return exceptions->n_ignoring > 0;
}

/* What paths have begun doesn't go: a snapshot may say anything of that. */
static bool begun_stays(const struct state_graph *states, const int32_t *number)
{
	bool stays = true;

	for (int32_t i = 0; i < states->n_progress_items && number && stays; i++) {
		int32_t exception = states->progress_item[i].exception;

		stays = exception >= FIRST_PSEUDO || number[exception] >= 0;
	}
	return stays;
}

static bool is_possible(const struct editor *e)
{
	const struct constraints_change *change = e->change;
	bool ends = change->all_ends || change->n_pins;

	if (e->states->n_latches || e->timing->n_latch_arcs || e->states->references.n ||
	    !e->states->graph->n_vertices || !begun_stays(e->states, change->exception))
		return false;
	if ((change->clocks || change->inputs) &&
	    (has_clocks_behind_others(e->b.constraints) || e->states->n_inputs ||
	     ignores_latency(&e->b.exceptions)))
		return false;
	if (change->clock_slews && e->b.constraints->n_clock_pins)
		return false;
	/* which states have an ENDPOINT_UNCONSTRAINED depends on which ends are false */
	if (change->ends && e->b.unconstrained)
		return false;
	return !ends || !ignores_latency(&e->b.exceptions);
}

/* ---- numbers of exceptions ---- */

enum { NO_EXCEPTION = -2 };

static void renumber_exceptions(struct state_graph *states, const int32_t *number)
{
	for (int32_t i = 0; i < states->n_progress_items && number; i++) {
		int32_t *e = &states->progress_item[i].exception;

		if (*e < FIRST_PSEUDO)
			*e = number[*e];
	}
	for (int32_t r = 0; r < states->n_relations && number; r++) {
		int32_t *e = &states->relation[r].exception;

		/* what was by one that is gone is no other's: its ends are met again */
		*e = *e < 0 ? -1 : number[*e] < 0 ? NO_EXCEPTION : number[*e];
	}
}

/* ---- seeds ---- */

static enum status prepare_tags(struct state_builder *b)
{
	int32_t n_edges = b->constraints->n_clocks * N_EDGES + 1;
	int32_t n = (TAG_LAUNCH + 1) * n_edges;

	TRY(ALLOC(&b->plain_tag, n));
	memset(b->plain_tag, -1, (size_t)n * sizeof *b->plain_tag);
	for (int32_t t = 0; t < b->states->n_tags; t++) {
		const struct tag *tag = &b->states->tag[t];

		if (!tag->progress)
			b->plain_tag[(int32_t)tag->kind * n_edges + tag->clock_edge + 1] = t;
	}
	return STATUS_OK;
}

static bool has_clocks_as_data(const struct state_graph *states)
{
	bool any = false;

	for (int32_t s = 0; s < states->n_seeds && !any; s++)
		any = state_is_clock_as_data(states, states->seed[s].state);
	return any;
}

/* All that seeds are made of, as when they were made first. */
static enum status seed_again(struct editor *e, bool clocks_as_data)
{
	struct state_builder *b = &e->b;

	/* lists of exceptions, and where clocks lead as data, are found by sweeps */
	if (clocks_as_data || b->constraints->n_exceptions)
		TRY(timing_graph_need_order(e->timing));
	TRY(prepare_tags(b));
	TRY(state_mark_sources(b));
	if (b->exceptions.has_delays)
		TRY(state_mark_captured(b));
	TRY(state_find_reach(b));
	TRY(state_find_segments(b));
	if (clocks_as_data)
		TRY(state_find_data_cone(b));
	TRY(state_seed_clocks(b));
	TRY(state_seed_inputs(b));
	return clocks_as_data ? state_seed_clock_data(b) : STATUS_OK;
}

/* Which have other arrivals; the others are as they were. */
static enum status compare_seeds(struct editor *e, const struct seed *old, bool *done)
{
	const struct state_graph *states = e->states;
	struct state_changes *out = e->out;

	for (int32_t i = 0; i < states->n_seeds && *done; i++) {
		const struct seed *now = &states->seed[i];

		*done = old[i].state == now->state && old[i].driver == now->driver;
		if (!*done || memcmp(old[i].arrival, now->arrival, sizeof now->arrival) == 0)
			continue;
		TRY(APPEND(out->seeded, out->n_seeded, &out->seeded_capacity, now->state));
		out->clock_seeds |= state_tag(states, now->state)->kind != TAG_DATA;
	}
	out->seeds = out->n_seeded > 0;
	return STATUS_OK;
}

/* New ones beside the old, to be compared with them. */
static enum status edit_seeds(struct editor *e, bool *done)
{
	struct state_graph *states = e->states;
	struct seed *old = states->seed;
	int32_t n_old = states->n_seeds;
	bool clocks_as_data = has_clocks_as_data(states);
	enum status status;

	for (int32_t i = 0; i < n_old; i++)
		states->flags[old[i].state] &= (uint8_t)~STATE_SEEDED;
	states->seed = NULL;
	states->n_seeds = 0;
	states->capacity.seed = 0;
	/* clocks aren't as the basis' constraints have them: next states spread them again */
	if (states->basis)
		states->basis->clocks.n_states = 0;
	e->b.fixed = true;
	status = seed_again(e, clocks_as_data);
	/* registers without a clock stay what they are */
	for (int32_t i = 0; i < n_old && status == STATUS_OK; i++) {
		if (state_begins_unclocked(states, old[i].state))
			status = state_add_seed(&e->b, &old[i]);
	}
	e->b.fixed = false;
	*done = status == STATUS_OK && !e->b.conflict;
	*done &= states->n_seeds == n_old;
	if (*done)
		status = compare_seeds(e, old, done);
	free(old);
	return status;
}

/* ---- slews ---- */

/* What was given at ports comes first, then what ideal clocks have; these stay at the same vertices. */
static enum status edit_slews(struct editor *e)
{
	struct timing_graph *timing = e->timing;
	struct given_slew *old = timing->slew;
	int32_t n_old = timing->n_slews, n_ports = 0;
	enum status status;

	for (int32_t p = 0; p < e->before->n_ports; p++) {
		for (int edge = 0; edge < N_EDGES; edge++)
			n_ports += e->before->port[p].slew[EARLY][edge] > 0 ||
				   e->before->port[p].slew[LATE][edge] > 0;
	}
	timing->slew = NULL;
	timing->n_slews = 0;
	timing->slew_capacity = 0;
	status = timing_graph_add_port_slews(timing);
	e->out->n_port_slews = timing->n_slews;
	for (int32_t i = n_ports; i < n_old && status == STATUS_OK; i++) {
		struct given_slew slew = old[i];

		if (e->change->clock_slews)
			state_ideal_slew(e->b.states, slew.vertex, &slew);
		status = timing_graph_add_slew(timing, &slew);
	}
	e->out->slews = true;
	e->out->clock_slews = e->change->clock_slews;
	e->out->slews_moved = timing->n_slews != n_old;
	for (int32_t i = 0; i < n_ports && !e->out->slews_moved; i++)
		e->out->slews_moved = old[i].vertex != timing->slew[i].vertex;
	free(old);
	return status;
}

/* ---- ends ---- */

static enum status note_sink(struct editor *e, int32_t sink)
{
	struct state_changes *out = e->out;

	TRY(APPEND(out->sink, out->n_sinks, &out->sink_capacity, sink));
	return STATUS_OK;
}

static enum status meet_one(struct editor *e, int32_t sink, bool *done)
{
	*done = state_can_meet_again(&e->b, sink);
	return *done ? state_meet_again(&e->b, sink, done) : STATUS_OK;
}

enum status state_need_first_sinks(struct state_graph *states)
{
	int32_t n = states->timing->netlist->n_pins;

	if (states->first_sink)
		return STATUS_OK;
	TRY(ALLOC(&states->first_sink, n));
	memset(states->first_sink, -1, (size_t)n * sizeof *states->first_sink);
	for (int32_t s = states->graph->n_sinks - 1; s >= 0; s--)
		states->first_sink[state_pin(states, states->graph->sink_vertex[s])] = s;
	return STATUS_OK;
}

/* Those of a pin follow each other. */
static enum status note_sinks_of(struct editor *e, int32_t pin)
{
	const struct state_graph *states = e->states;
	int32_t s = states->first_sink[pin];

	while (s >= 0 && s < states->graph->n_sinks &&
	       state_pin(states, states->graph->sink_vertex[s]) == pin)
		TRY(note_sink(e, s++));
	return STATUS_OK;
}

/* Those that are named. */
static enum status list_named(struct editor *e)
{
	struct state_changes *out = e->out;
	int32_t n = 0;

	TRY(state_need_first_sinks(e->states));
	for (int32_t i = 0; i < e->change->n_pins; i++)
		TRY(note_sinks_of(e, e->change->pin[i]));
	if (out->n_sinks)
		qsort(out->sink, (size_t)out->n_sinks, sizeof *out->sink, compare_int32);
	for (int32_t i = 0; i < out->n_sinks; i++) {
		if (!n || out->sink[n - 1] != out->sink[i])
			out->sink[n++] = out->sink[i];
	}
	out->n_sinks = n;
	return STATUS_OK;
}

static enum status edit_named_ends(struct editor *e, bool *done)
{
	TRY(list_named(e));
	for (int32_t i = 0; i < e->out->n_sinks && *done; i++)
		TRY(meet_one(e, e->out->sink[i], done));
	return STATUS_OK;
}

/* ---- all ends ---- */

/* Ends of the same old relation, kind and edge, with a clock's state or without, have another relation and constant
 * in common, if no exception names the pin and no path to it has begun one. */
struct alike {
	int32_t sink; /* one of them, -1 = there is none … */
	int32_t relation;
	int64_t constant; /* … as it is now */
};

enum { PER_RELATION = N_ENDPOINT_KINDS * 2 * N_EDGES };

static int64_t alike_place(const struct state_graph *states, int64_t sink)
{
	const struct endpoint *end = &states->endpoint[sink];
	int edge = state_vertex(states, states->graph->sink_vertex[sink]) % N_EDGES;

	return (int64_t)end->relation * PER_RELATION +
	       ((int)end->kind * 2 + (end->clock >= 0)) * N_EDGES + edge;
}

/* Then a relation that was the same by chance needn't stay it. */
static bool has_own_uncertainty(const struct editor *e, const struct endpoint *end)
{
	const struct tag *tag;

	if (!e->b.basis.is_uncertain || end->clock < 0)
		return false;
	tag = state_tag(e->states, end->clock);
	return tag->kind == TAG_CLOCK &&
	       state_mode_of(&e->b, tag).uncertainty[end->split] != FS_NOTHING;
}

static bool is_plain(const struct editor *e, int64_t sink)
{
	const struct state_graph *states = e->states;
	const struct endpoint *end = &states->endpoint[sink];
	int32_t state = states->graph->sink_vertex[sink];
	const struct tag *tag = state_tag(states, state);

	return tag &&
	       (end->kind == ENDPOINT_SETUP || end->kind == ENDPOINT_HOLD ||
		end->kind == ENDPOINT_RECOVERY || end->kind == ENDPOINT_REMOVAL) &&
	       !end->external && !end->latency && !states->progress[tag->progress].n &&
	       !has_own_uncertainty(e, end) &&
	       !exceptions_name(&e->b.exceptions, state_pin(states, state));
}

/* One end of each sort. */
static void find_sorts(const struct editor *e, struct alike *alike)
{
	int64_t n = e->states->graph->n_sinks;
	int parts = parts_of(n);

	OVER_PARTS(p, parts)
	{
		for (int64_t s = part_begin(n, parts, p); s < part_begin(n, parts, p + 1); s++) {
			int32_t *sink = &alike[alike_place(e->states, s)].sink;

			if (__atomic_load_n(sink, __ATOMIC_RELAXED) < 0 && is_plain(e, s))
				__atomic_store_n(sink, (int32_t)s, __ATOMIC_RELAXED);
		}
	}
}

/* What became of it; the end itself stays as it was until all have a place. */
static enum status meet_sorts(struct editor *e, struct alike *alike, int64_t n, bool *done)
{
	for (int64_t i = 0; i < n && *done; i++) {
		int32_t sink = alike[i].sink;
		struct endpoint old;

		if (sink < 0)
			continue;
		old = e->states->endpoint[sink];
		TRY(meet_one(e, sink, done));
		alike[i].relation = e->states->endpoint[sink].relation;
		alike[i].constant = e->states->endpoint[sink].constant;
		e->states->endpoint[sink] = old;
	}
	return STATUS_OK;
}

/* Of plain ends; the others are marked. */
static void take_sorts(struct editor *e, const struct alike *alike, uint8_t *left)
{
	const struct relation *relation = e->states->relation;
	int64_t n = e->states->graph->n_sinks;
	int parts = parts_of(n), other_groups = 0;

	OVER_PARTS(p, parts)
	{
		bool moves = false;

		for (int64_t s = part_begin(n, parts, p); s < part_begin(n, parts, p + 1); s++) {
			struct endpoint *end = &e->states->endpoint[s];
			const struct alike *as;

			left[s] = !is_plain(e, s);
			if (left[s])
				continue;
			as = &alike[alike_place(e->states, s)];
			moves |= relation[end->relation].group != relation[as->relation].group;
			end->relation = as->relation;
			end->constant = as->constant;
		}
		__atomic_fetch_or(&other_groups, moves, __ATOMIC_RELAXED);
	}
	e->out->other_groups |= other_groups != 0;
}

static enum status meet_all(struct editor *e, struct alike *alike, uint8_t *left, bool *done)
{
	int64_t n = (int64_t)e->states->n_relations * PER_RELATION;

	for (int64_t i = 0; i < n; i++)
		alike[i].sink = -1;
	find_sorts(e, alike);
	TRY(meet_sorts(e, alike, n, done));
	if (!*done)
		return STATUS_OK;
	take_sorts(e, alike, left);
	for (int32_t s = 0; s < e->states->graph->n_sinks && *done; s++) {
		if (!left[s])
			continue;
		TRY(note_sink(e, s));
		TRY(meet_one(e, s, done));
	}
	return STATUS_OK;
}

static enum status edit_all_ends(struct editor *e, bool *done)
{
	FREED struct alike *alike = NULL;
	FREED uint8_t *left = NULL;

	e->out->all_ends = true;
	TRY(ALLOC(&alike, (int64_t)e->states->n_relations * PER_RELATION));
	TRY(ALLOC(&left, e->states->graph->n_sinks));
	return meet_all(e, alike, left, done);
}

static enum status edit_derates(struct editor *e)
{
	const struct derates *derates = &e->timing->derates;
	const struct state_graph *states = e->states;

	TRY(derates_find_again(e->b.netlist, e->b.constraints, &e->timing->derates,
			       &e->out->same_classes));
	OVER_ITEMS(s, states->graph->n_sinks)
	{
		struct endpoint *end = &states->endpoint[s];
		int32_t vertex = state_vertex(states, states->graph->sink_vertex[s]);

		if (end->table >= 0)
			end->derate =
				check_factor(derates, e->b.netlist->pin_instance[vertex / N_EDGES],
					     vertex % N_EDGES, DOMAIN_DATA, end->split);
	}
	e->out->derates = e->out->all_ends = true;
	return STATUS_OK;
}

/* Output delays may count from where a generated clock begins, which depends on what leads there. */
static enum status find_generated(struct editor *e)
{
	const struct constraints *k = e->b.constraints;
	bool any = false;

	for (int32_t i = 0; i < k->n_output_delays; i++) {
		int32_t edge = k->output_delay[i].clock_edge;

		any |= edge >= 0 && k->clock[edge / N_EDGES].master >= 0;
	}
	if (!any)
		return STATUS_OK;
	TRY(timing_graph_need_order(e->timing));
	TRY(state_find_clock_pins(&e->b));
	TRY(state_find_insertions(&e->b));
	return state_find_cones(&e->b);
}

static enum status edit_ends(struct editor *e, bool *done)
{
	const struct constraints_change *change = e->change;

	if (change->all_ends || change->n_pins) {
		TRY(state_find_uncertain(&e->b));
		TRY(find_generated(e));
	}
	if (change->all_ends)
		TRY(edit_all_ends(e, done));
	else if (change->n_pins)
		TRY(edit_named_ends(e, done));
	else
		return STATUS_OK;
	/* relations and groups that came or went change the numbers of others */
	return *done ? state_number_relations(e->states, &e->out->all_groups) : STATUS_OK;
}

/* ---- all of it ---- */

static enum status prepare(struct editor *e)
{
	TRY(exception_index_init(&e->b.exceptions, e->b.netlist, e->b.constraints));
	return relations_init(e->b.constraints, &e->b.relations);
}

static enum status edit(struct editor *e, bool *done)
{
	const struct constraints_change *change = e->change;

	renumber_exceptions(e->states, change->exception);
	e->out->loads = change->loads;
	if (change->derates)
		TRY(edit_derates(e));
	if (change->drivers)
		TRY(timing_graph_edit_drivers(e->timing, done));
	e->out->drivers = change->drivers;
	if (*done && (change->port_slews || change->clock_slews))
		TRY(edit_slews(e));
	if (*done && (change->clocks || change->inputs))
		TRY(edit_seeds(e, done));
	return *done ? edit_ends(e, done) : STATUS_OK;
}

enum status state_graph_edit(struct state_graph *states, struct timing_graph *timing,
			     const struct constraints_change *change, struct constraints *now,
			     struct state_changes *out, bool *done)
{
	struct editor e = {.b = {.states = states,
				 .owner = timing,
				 .timing = timing,
				 .netlist = timing->netlist,
				 .constraints = now,
				 .flat = states->is_timing_graph,
				 .unconstrained = state_free_group(states) >= 0,
				 .leaves_unclocked = states->leaves_unclocked,
				 .output_cone = states->output_cone},
			   .states = states,
			   .timing = timing,
			   .change = change,
			   .before = timing->constraints,
			   .out = out};
	enum status status = prepare(&e);

	*out = (struct state_changes){0};
	*done = out->begun = status == STATUS_OK && is_possible(&e);
	if (*done) {
		timing->constraints = constraints_ref(now);
		status = edit(&e, done);
		constraints_unref(e.before);
	}
	states->output_cone = e.b.output_cone;
	e.b.output_cone = NULL;
	state_builder_release(&e.b);
	return status;
}

void state_changes_release(struct state_changes *changes)
{
	free(changes->sink);
	free(changes->seeded);
	*changes = (struct state_changes){0};
}
