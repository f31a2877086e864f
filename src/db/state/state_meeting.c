/*
 * What data is compared with where it meets a check, an output delay or a path delay: the relation of the
 * two clock edges, the exception that wins, and the required time.
 */
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/hash.h"
#include "db/state/state_impl.h"

enum { MOST_ENDS = 1 << 19 }; /* at a vertex */

static bool is_gating(const struct meeting *meeting)
{
	return meeting->kind == ENDPOINT_GATING_SETUP || meeting->kind == ENDPOINT_GATING_HOLD;
}

/* Path delays don't concern checks that aren't of a register. */
static bool ignores_delays(const struct state_builder *b, const struct meeting *meeting)
{
	return is_gating(meeting) ||
	       (meeting->zero_cycle && b->states->flags[meeting->clock] & STATE_DATA);
}

static enum status find_set(struct state_builder *b, const struct path_end *end, int32_t *group)
{
	RELEASED_BY(text_release) struct text set = TEXT_INIT;

	*group = -1;
	TRY(exceptions_find_groups(&b->exceptions, end, &set));
	return set.length ? state_find_group(b, text_string(&set), group) : STATUS_OK;
}

enum status state_find_path_group(struct state_builder *b, const struct meeting *meeting,
				  const struct exception *delay, const struct path_end *end,
				  int32_t *group)
{
	const struct constraints *constraints = b->constraints;
	int32_t capture = meeting->capture_edge;

	if (end && b->exceptions.has_groups) {
		TRY(find_set(b, end, group));
		if (*group >= 0)
			return STATUS_OK;
	}
	if (meeting->kind == ENDPOINT_RECOVERY || meeting->kind == ENDPOINT_REMOVAL)
		return state_find_group(b, "asynchronous", group);
	if (is_gating(meeting))
		return state_find_group(b, "gated clock", group);
	/* A path delay counts with the clock that captures, if there is one. */
	if (capture < 0 || (delay && delay->ignore_clock_latency))
		return state_find_group(b, "path delay", group);
	return state_find_group(b, constraints->clock[capture / N_EDGES].name, group);
}

int64_t state_edge_time(const struct state_builder *b, int32_t clock_edge)
{
	if (clock_edge < 0)
		return 0;
	return fs_of_ps(b->constraints->clock[clock_edge / N_EDGES].time[clock_edge % N_EDGES]);
}

/* By set_path_margin; with a path delay a negative one would loosen the path's own limit. */
static int64_t find_margin(const struct state_builder *b, const struct path_end *end, bool is_delay)
{
	int32_t e = exceptions_find_margin(&b->exceptions, end);
	int64_t margin = e < 0 ? 0 : fs_of_ps(b->constraints->exception[e].delay);

	return is_delay ? max_i64(margin, 0) : margin;
}

static int64_t find_multicycle(struct state_builder *b, const struct path_end *end,
			       int32_t exception, bool zero_cycle)
{
	const struct exception *all = b->constraints->exception, *found[N_SPLITS] = {NULL, NULL};
	bool is_one = exception >= 0 && all[exception].kind == EXCEPTION_MULTICYCLE;

	if (is_one)
		found[end->split] = &all[exception];
	/* A hold check follows the setup's multicycle, also when it has none of its own. */
	if (end->split == EARLY) {
		int32_t setup = exceptions_find_multicycle(&b->exceptions, end, LATE);

		found[LATE] = setup < 0 ? NULL : &all[setup];
	}
	if (!found[EARLY] && !found[LATE])
		return 0;
	return multicycle_shift(b->constraints, end->launch_edge, end->capture_edge, end->split,
				found[LATE], found[EARLY], zero_cycle ? 0 : 1);
}

/* ---- one endpoint ---- */

static void note_sink(struct state_builder *b, const struct meeting *meeting)
{
	if (b->has_sink) /* other threads may do so too */
		__atomic_fetch_or(&b->has_sink[meeting->data], (uint8_t)(1 << meeting->split),
				  __ATOMIC_RELAXED);
}

static enum status count_end(struct state_builder *b, int32_t vertex)
{
	b->n_ends_there = vertex == b->end_vertex ? b->n_ends_there + 1 : 1;
	b->end_vertex = vertex;
	if (b->n_ends_there <= MOST_ENDS)
		return STATUS_OK;
	return status_fail(STATUS_FAILED,
			   "more than %d pairs of clocks are checked at one pin; set_clock_groups "
			   "and set_false_path leave out those that don't belong together",
			   MOST_ENDS);
}

/* A new one, or the one that is met again. */
static enum status take_endpoint(struct state_builder *b, const struct meeting *meeting,
				 struct endpoint **out)
{
	struct state_graph *states = b->states;
	int32_t n = states->graph->n_sinks;

	if (b->again) {
		*out = b->again;
		b->again = NULL;
		return STATUS_OK;
	}
	TRY(count_end(b, state_vertex(states, meeting->data)));
	TRY(GROW(&states->endpoint, &states->capacity.endpoint, (int64_t)n + 1));
	TRY(graph_add_sink(states->graph, meeting->data, 0));
	*out = &states->endpoint[n];
	return STATUS_OK;
}

static enum status add_endpoint(struct state_builder *b, const struct meeting *meeting,
				int32_t relation, int64_t constant)
{
	struct state_graph *states = b->states;
	struct endpoint *endpoint;

	TRY(take_endpoint(b, meeting, &endpoint));
	*endpoint = (struct endpoint){
		.kind = meeting->kind,
		.split = meeting->split,
		.relation = relation,
		.clock = meeting->clock,
		.clock_vertex = meeting->clock_vertex,
		.reference = meeting->reference,
		.table = meeting->table,
		.check = meeting->check,
		.output = meeting->output,
		.external = meeting->external,
		.latency = meeting->latency,
		.constant = constant,
		.derate = 1,
	};
	if (meeting->table >= 0)
		endpoint->derate = check_factor(
			&b->timing->derates,
			b->netlist->pin_instance[state_pin(states, meeting->data)],
			state_vertex(states, meeting->data) % N_EDGES, DOMAIN_DATA, meeting->split);
	note_sink(b, meeting);
	return meeting->departure < 0
		       ? STATUS_OK
		       : state_add_latch(b, meeting->departure, meeting->closes, meeting->table);
}

enum status state_add_endpoint(struct state_builder *b, const struct meeting *meeting,
			       const struct relation *relation, int64_t constant)
{
	int32_t id;

	TRY(state_find_relation(b, relation, &id));
	return add_endpoint(b, meeting, id, constant);
}

/* set_max_delay and set_min_delay count from the launching edge; what captures counts without its
 * own edge. */
static int64_t delay_constant(const struct state_builder *b, const struct relation *relation)
{
	return fs_of_ps(b->constraints->exception[relation->exception].delay) +
	       state_edge_time(b, relation->launch_edge) -
	       state_edge_time(b, relation->capture_edge);
}

/* Arrivals are those of the first period; so the capture counts from there too. */
static int64_t cycle_constant(const struct state_builder *b, const struct relation *relation)
{
	return relation->capture_time - state_edge_time(b, relation->capture_edge) -
	       (relation->launch_time - state_edge_time(b, relation->launch_edge)) +
	       relation->multicycle;
}

/* What a clock is uncertain by at a vertex, the worst of its modes there; before any pin that says it, `before`. */
static int64_t uncertainty_at(const struct state_builder *b, int32_t vertex, int32_t clock_edge,
			      enum split split, int64_t before)
{
	const struct state_graph *states = b->states;
	int64_t worst = FS_NOTHING;

	for (int32_t s = state_first(states, vertex); s >= 0; s = state_next(states, s)) {
		const struct tag *tag = state_tag(states, s);
		int64_t own;

		if (!tag || tag->kind != TAG_CLOCK || tag->clock_edge != clock_edge)
			continue;
		own = state_mode_of(b, tag).uncertainty[split];
		own = own == FS_NOTHING ? before : own;
		worst = worst == FS_NOTHING ? own : max_i64(worst, own);
	}
	return worst == FS_NOTHING ? before : worst;
}

/* Of the clock that launches a data check's reference, where it does; where launches aren't kept apart, the worst of
 * any pin. */
static int64_t reference_uncertainty(const struct state_builder *b, const struct meeting *meeting,
				     const struct relation *relation)
{
	const struct state_graph *states = b->states;
	int64_t worst = relation->uncertainty;
	int32_t start;

	for (int32_t m = 1; m < states->n_modes && meeting->reference < 0; m++) {
		int64_t own = states->mode[m].uncertainty[relation->split];

		worst = own == FS_NOTHING ? worst : max_i64(worst, own);
	}
	if (meeting->reference < 0)
		return worst;
	start = states->references.reference[meeting->reference].start;
	/* a clock that is data brings what it is uncertain by at the related pin */
	return uncertainty_at(b,
			      state_vertex(states, state_is_clock_as_data(states, start)
							   ? meeting->clock
							   : start),
			      relation->capture_edge, relation->split, relation->uncertainty);
}

/* What the capturing clock is uncertain by where it captures: one between clocks goes before that of a pin. */
static void pass_uncertainty(const struct state_builder *b, const struct meeting *meeting,
			     struct relation *relation)
{
	const struct tag *tag = meeting->clock < 0 ? NULL : state_tag(b->states, meeting->clock);
	int64_t own;

	if (relation->between_clocks || !b->basis.is_uncertain || !tag)
		return;
	if (tag->kind == TAG_DATA)
		relation->uncertainty = reference_uncertainty(b, meeting, relation);
	if (tag->kind != TAG_CLOCK)
		return;
	own = state_mode_of(b, tag).uncertainty[relation->split];
	if (own != FS_NOTHING)
		relation->uncertainty = own;
}

static enum status relate(struct state_builder *b, const struct meeting *meeting,
			  struct relation *relation, bool *exclusive)
{
	struct clock_pair pair;

	TRY(relations_pair(&b->relations, relation->launch_edge, relation->capture_edge, &pair));
	*exclusive = pair.exclusive;
	relation->launch_time = pair.relation.launch[relation->split];
	relation->capture_time = pair.relation.capture[relation->split];
	relation->between_clocks = pair.inter_clock[relation->split];
	if (is_given(pair.uncertainty[relation->split]))
		relation->uncertainty = fs_of_ps(pair.uncertainty[relation->split]);
	pass_uncertainty(b, meeting, relation);
	return STATUS_OK;
}

/*
 * Of a data check: setup against the edge that launches the reference with the data or last before it, hold
 * one period of the source earlier: the edges that a hold check compares.
 */
static enum status relate_within_cycle(struct state_builder *b, struct relation *relation)
{
	struct clock_pair pair;

	TRY(relations_pair(&b->relations, relation->launch_edge, relation->capture_edge, &pair));
	relation->launch_time = pair.relation.launch[EARLY];
	relation->capture_time = pair.relation.capture[EARLY];
	if (relation->split == EARLY)
		relation->launch_time +=
			fs_of_ps(b->constraints->clock[relation->launch_edge / N_EDGES].period);
	return STATUS_OK;
}

static int32_t n_exceptions_begun(const struct state_graph *states, const struct progress *progress)
{
	int32_t n = progress->n;

	while (n > 0 && states->progress_item[progress->first + n - 1].exception >= FIRST_PSEUDO)
		n--;
	return n;
}

bool state_is_for(const struct state_builder *b, int32_t data, const struct exception *exception)
{
	const struct tag *tag = state_tag(b->states, data);
	bool ignores = exception && exception->kind == EXCEPTION_DELAY &&
		       exception->ignore_clock_latency && tag->clock_edge >= 0;

	return progress_is_without_latency(b->states, tag->progress) == ignores;
}

/* A path delay that ignores the latency of clocks: from the launching edge on. */
static enum status meet_at_once(struct state_builder *b, const struct meeting *meeting,
				struct relation *relation)
{
	struct meeting at_once = *meeting;
	int64_t time = state_edge_time(b, relation->launch_edge);

	if (meeting->departure >= 0) /* the check itself */
		at_once.clock_vertex = state_vertex(b->states, meeting->closes);
	at_once.clock = at_once.departure = -1;
	at_once.latency = 0;
	relation->launch_time = relation->capture_time = time;
	relation->uncertainty = 0;
	relation->between_clocks = false;
	return state_add_endpoint(
		b, &at_once, relation,
		time + fs_of_ps(b->constraints->exception[relation->exception].delay) -
			meeting->external +
			(meeting->split == LATE ? -relation->margin : relation->margin));
}

/* Of a latch the pair with the closing edge is compared; the opening edge is the one before it. */
static enum status open_latch(struct state_builder *b, const struct meeting *meeting,
			      struct relation *relation)
{
	struct clock_pair pair;

	TRY(relations_pair(&b->relations, relation->launch_edge,
			   state_tag(b->states, meeting->closes)->clock_edge, &pair));
	state_open_relation(b, &pair.relation, relation);
	return STATUS_OK;
}

/*
 * A path delay to an output counts up to the output delay. Latency of the capturing clock isn't part of
 * that (SDC names it for registers alone, OpenSTA 3 counts it, 2.0 doesn't): it counts where it makes
 * slack worse.
 */
static void leave_out_latency(struct meeting *meeting)
{
	if (meeting->kind != ENDPOINT_OUTPUT || meeting->split != LATE)
		return;
	meeting->clock = -1;
	meeting->latency = min_i64(meeting->latency, 0);
}

/* One of which nothing is demanded, by an exception (exception_makes_ends_false()). */
static enum status meet_falsely(struct state_builder *b, const struct meeting *meeting,
				const struct relation *as, int32_t exception)
{
	struct relation relation = {
		.split = as->split,
		.launch_edge = as->launch_edge,
		.capture_edge = as->capture_edge,
		.exception = exception,
		.group = NO_GROUP,
	};

	return state_add_endpoint(b, meeting, &relation, FS_NOTHING);
}

/* Without a path delay: both sides have a clock, or at an output the delay has. */
static bool may_be_checked(const struct state_builder *b, const struct tag *tag,
			   const struct meeting *meeting)
{
	return meeting->capture_edge >= 0 &&
	       (tag->clock_edge >= 0 || (meeting->kind == ENDPOINT_OUTPUT && !b->leaves_unclocked));
}

/* The endpoint of one meeting, unless nothing constrains it. */
static enum status meet(struct state_builder *b, const struct meeting *given)
{
	struct meeting changed = *given, *meeting = &changed;
	const struct state_graph *states = b->states;
	const struct tag *tag = state_tag(states, meeting->data);
	const struct progress *progress = &states->progress[tag->progress];
	struct path_end end = {
		.split = meeting->split,
		.launch_edge = tag->clock_edge,
		.capture_edge = meeting->capture_edge,
		.vertex = state_vertex(states, meeting->data),
		.n_items = n_exceptions_begun(states, progress),
		.item = progress->n ? &states->progress_item[progress->first] : NULL,
	};
	struct relation relation = {.split = meeting->split,
				    .launch_edge = tag->clock_edge,
				    .capture_edge = meeting->capture_edge};
	const struct exception *exception;
	bool exclusive = false, is_delay;
	int32_t false_path; /* what makes the end false, -1 = nothing */
	int64_t constant;

	relation.exception = exceptions_find(&b->exceptions, &end);
	false_path =
		exceptions_make_false(&b->exceptions, relation.exception) ? relation.exception : -1;
	if (false_path >= 0) {
		note_sink(b, meeting);
		relation.exception = exceptions_find_beside(&b->exceptions, &end);
	}
	exception = relation.exception < 0 ? NULL : &b->constraints->exception[relation.exception];
	is_delay = exception && exception->kind == EXCEPTION_DELAY;
	if (is_delay && ignores_delays(b, meeting)) {
		relation.exception =
			exceptions_find_multicycle(&b->exceptions, &end, meeting->split);
		exception = relation.exception < 0 ? NULL
						   : &b->constraints->exception[relation.exception];
		is_delay = false;
	}
	if ((exception && exception->kind == EXCEPTION_FALSE) ||
	    (false_path >= 0 && meeting->departure >= 0) ||
	    !state_is_for(b, meeting->data, exception)) {
		note_sink(b, meeting);
		return STATUS_OK;
	}
	if (!is_delay && !may_be_checked(b, tag, meeting))
		return STATUS_OK;
	if (meeting->capture_edge >= 0)
		TRY(relate(b, meeting, &relation, &exclusive));
	if (exclusive)
		return STATUS_OK;
	if (false_path >= 0)
		return meet_falsely(b, meeting, &relation, false_path);
	if (meeting->departure >= 0)
		TRY(open_latch(b, meeting, &relation));
	if (meeting->zero_cycle)
		TRY(relate_within_cycle(b, &relation));
	if (meeting->kind == ENDPOINT_GATING_HOLD)
		gating_hold_relation(b->constraints, relation.launch_edge, relation.capture_edge,
				     &relation.launch_time, &relation.capture_time);
	relation.margin = find_margin(b, &end, is_delay);
	if (is_delay && exception->ignore_clock_latency) {
		TRY(state_find_path_group(b, meeting, exception, &end, &relation.group));
		return meet_at_once(b, meeting, &relation);
	}
	if (is_delay) {
		relation.launch_time = state_edge_time(b, relation.launch_edge);
		relation.capture_time = state_edge_time(b, relation.capture_edge);
		constant = delay_constant(b, &relation);
		leave_out_latency(meeting);
	} else {
		relation.multicycle =
			find_multicycle(b, &end, relation.exception, meeting->zero_cycle);
		constant = cycle_constant(b, &relation);
	}
	constant += meeting->split == LATE ? -relation.uncertainty - relation.margin
					   : relation.uncertainty + relation.margin;
	if (meeting->clock < 0 && meeting->capture_edge >= 0)
		constant += state_edge_time(b, meeting->capture_edge) + meeting->latency;
	constant -= meeting->external;
	if (llabs(constant) >= FS_INPUT_LIMIT)
		return status_fail(STATUS_BAD_INPUT,
				   "%s: times of clocks and constraints add up to 2^60 fs or more",
				   b->netlist->name);
	TRY(state_find_path_group(b, meeting, is_delay ? exception : NULL, &end, &relation.group));
	return state_add_endpoint(b, meeting, &relation, constant);
}

/* ---- what met before ---- */

/* Where the result of a meeting is kept, with its key; NULL = it isn't one of many alike. */
static struct met *find_met(struct state_builder *b, const struct meeting *meeting, struct met *key)
{
	const struct state_graph *states = b->states;
	int32_t vertex = state_vertex(states, meeting->data);
	uint64_t hash;

	if (meeting->kind > ENDPOINT_REMOVAL || meeting->clock < 0 || meeting->departure >= 0 ||
	    b->has_sink || b->again || b->exceptions.n_ignoring ||
	    exceptions_name(&b->exceptions, vertex / N_EDGES))
		return NULL;
	*key = (struct met){
		.data = states->tag_of[meeting->data],
		.clock = states->tag_of[meeting->clock],
		.kind = (int32_t)meeting->kind,
		.edge = vertex % N_EDGES,
	};
	hash = hash_number(hash_pair(key->data, key->clock), hash_pair(key->kind, key->edge));
	return &b->met[hash % MOST_MET];
}

static bool same_met(const struct met *a, const struct met *b)
{
	return a->data == b->data && a->clock == b->clock && a->kind == b->kind &&
	       a->edge == b->edge;
}

enum status state_meet(struct state_builder *b, const struct meeting *meeting)
{
	int32_t n = b->states->graph->n_sinks;
	struct met key, *met = find_met(b, meeting, &key);

	if (b->task && task_cancelled(b->task))
		return STATUS_CANCELLED;
	if (!met)
		return meet(b, meeting);
	if (met->relation != MET_NEVER && same_met(met, &key))
		return met->relation == MET_NOTHING
			       ? STATUS_OK
			       : add_endpoint(b, meeting, met->relation - MET_FIRST, met->constant);
	TRY(meet(b, meeting));
	*met = key;
	met->relation = MET_NOTHING;
	if (b->states->graph->n_sinks > n) {
		met->relation = b->states->endpoint[n].relation + MET_FIRST;
		met->constant = b->states->endpoint[n].constant;
	}
	return STATUS_OK;
}
