/* The state graph: what searches run in. */
#include <string.h>

#include "base/grow.h"
#include "store/store_impl.h"

SAME_SIZE(state_graph, 552);
SAME_SIZE(tag, 12);
SAME_SIZE(progress, 8);
SAME_SIZE(clock_mode, 40);
SAME_SIZE(constant_delay, 24);
SAME_SIZE(relation, 72);
SAME_SIZE(latch, 56);
SAME_SIZE(departure, 32);
SAME_SIZE(clocked_input, 8);

/* ---- tags ---- */

static int32_t n_clock_edges(const struct state_graph *states)
{
	const struct constraints *constraints = states->timing->constraints;

	return constraints ? constraints->n_clocks * N_EDGES : 0;
}

static void code_tag(struct coder *c, const struct state_graph *states, struct tag *tag)
{
	int32_t n_progress = states->n_progress;

	CODE_ENUM(c, tag->kind, TAG_LAUNCH, "the kind of a tag");
	code_id(c, &tag->clock_edge, tag->kind == TAG_DATA || tag->kind == TAG_LAUNCH ? -1 : 0,
		n_clock_edges(states), "the clock of a tag");
	if (tag->kind == TAG_CLOCK)
		n_progress = states->n_modes ? states->n_modes : 1;
	code_id(c, &tag->progress, 0, n_progress, "how far a tag is");
}

static bool is_item(const struct state_graph *states, const struct progress_item *item)
{
	const struct constraints *constraints = states->timing->constraints;

	if (item->exception >= FIRST_PSEUDO)
		return item->passed >= 0;
	return constraints && item->exception >= 0 && item->exception < constraints->n_exceptions &&
	       item->passed >= 0 &&
	       item->passed <= constraints->exception[item->exception].filter.n_throughs;
}

static void code_progress_item(struct coder *c, const struct state_graph *states,
			       struct progress_item *item)
{
	code_int(c, &item->exception, 0, INT32_MAX, "an exception begun");
	code_int(c, &item->passed, 0, INT32_MAX, "an exception begun");
	if (!c->saving && !is_item(states, item))
		code_wrong(c, "an exception begun");
}

static void code_progress(struct coder *c, const struct state_graph *states, struct progress *p)
{
	code_range(c, &p->first, &p->n, states->n_progress_items, "exceptions begun");
}

static void code_mode(struct coder *c, const struct state_graph *states, struct clock_mode *mode)
{
	(void)states;
	code_bool(c, &mode->propagated);
	for (int split = 0; split < N_SPLITS; split++) {
		code_long(c, &mode->latency[split], INT64_MIN, INT64_MAX, "a latency");
		code_long(c, &mode->uncertainty[split], INT64_MIN, INT64_MAX, "an uncertainty");
	}
}

static void code_tags(struct coder *c, struct state_graph *states)
{
	code_count(c, &states->n_modes);
	CODE_EACH(c, states, mode, n_modes, code_mode);
	code_count(c, &states->n_progress_items);
	CODE_EACH(c, states, progress_item, n_progress_items, code_progress_item);
	code_count(c, &states->n_progress);
	CODE_EACH(c, states, progress, n_progress, code_progress);
	if (!states->n_progress || states->progress[0].n)
		code_wrong(c, "exceptions begun");
	code_count(c, &states->n_tags);
	CODE_EACH(c, states, tag, n_tags, code_tag);
}

/* ---- times ---- */

/* That sums of a few of them don't overflow; or none. */
static void code_time(struct coder *c, int64_t *time)
{
	code_long(c, time, INT64_MIN, INT64_MAX, "a time");
	if (!c->saving && *time != FS_NOTHING && (*time > MOST_TIME || *time < -MOST_TIME))
		code_wrong(c, "a time");
}

static bool is_time(int64_t time)
{
	return time == FS_NOTHING || (time <= MOST_TIME && time >= -MOST_TIME);
}

static void code_constant(struct coder *c, const struct state_graph *states,
			  struct constant_delay *constant)
{
	code_id(c, &constant->driver, -1, states->timing->n_drivers, "a driver");
	for (int split = 0; split < N_SPLITS; split++)
		code_time(c, &constant->delay[split]);
}

_Static_assert(sizeof(struct seed) == 24, "seeds have no padding");

static bool is_seed(const struct state_graph *states, const struct seed *seed)
{
	return seed->state >= 0 && seed->state < states->graph->n_vertices && seed->driver >= -1 &&
	       seed->driver < states->timing->n_drivers && is_time(seed->arrival[EARLY]) &&
	       is_time(seed->arrival[LATE]);
}

/* of: the state graph */
CHECK_EACH(check_seeds, struct seed, is_seed(rule->of, item))

/* ---- endpoints ---- */

static void code_relation(struct coder *c, const struct state_graph *states,
			  struct relation *relation)
{
	const struct constraints *constraints = states->timing->constraints;
	int32_t n_edges = n_clock_edges(states);

	CODE_ENUM(c, relation->split, LATE, "a split");
	code_id(c, &relation->launch_edge, -1, n_edges, "the edge that launches");
	code_id(c, &relation->capture_edge, -1, n_edges, "the edge that captures");
	code_time(c, &relation->launch_time);
	code_time(c, &relation->capture_time);
	code_time(c, &relation->multicycle);
	code_time(c, &relation->uncertainty);
	code_time(c, &relation->margin);
	code_bool(c, &relation->between_clocks);
	code_id(c, &relation->exception, -1, constraints ? constraints->n_exceptions : 0,
		"the exception of a relation");
	code_id(c, &relation->group, NO_GROUP, states->n_groups, "a path group");
	if (relation->group == NO_GROUP && !coder_failed(c) &&
	    (relation->exception < 0 ||
	     !exception_makes_ends_false(&constraints->exception[relation->exception])))
		code_wrong(c, "a path group");
}

/* Clocks of which each making of timing warns again: generated ones, which have a master and a source. */
static void code_generated(struct coder *c, const struct state_graph *states, int32_t *edge,
			   int32_t edges)
{
	const struct clock *clock;

	code_id(c, edge, 0, n_clock_edges(states) / edges, "a generated clock");
	if (coder_failed(c) || c->saving)
		return;
	clock = &states->timing->constraints->clock[edges == 1 ? *edge / N_EDGES : *edge];
	if (clock->master < 0 || clock->n_sources < 1)
		code_wrong(c, "a generated clock");
}

static void code_lost(struct coder *c, const struct state_graph *states, int32_t *clock)
{
	code_generated(c, states, clock, N_EDGES);
}

static void code_opposite(struct coder *c, const struct state_graph *states, int32_t *edge)
{
	code_generated(c, states, edge, 1);
}

/* The groups of a set are groups, too. */
static void check_groups(struct coder *c, const struct state_graph *states)
{
	RELEASED_BY(names_release) struct names names = {0};
	enum status status = state_group_names(states, &names);

	if (status == STATUS_OK && names.n < states->n_groups)
		code_wrong(c, "a path group");
	for (int32_t g = 0; g < states->n_groups && status == STATUS_OK; g++) {
		const char *name = states->group[g];

		if (names_find(&names, name, (int64_t)strcspn(name, "\n")) < 0)
			code_wrong(c, "a set of path groups");
	}
	if (status != STATUS_OK)
		code_fail(c, status);
}

static void code_relations(struct coder *c, struct state_graph *states)
{
	code_count(c, &states->n_groups);
	CODE_ROOM(c, &states->group, states->n_groups);
	if (coder_failed(c) && !c->saving)
		states->n_groups = 0; /* nothing to be freed one by one */
	for (int32_t i = 0; i < states->n_groups; i++)
		code_name(c, &states->group[i]);
	if (!c->saving && !coder_failed(c))
		check_groups(c, states);
	code_count(c, &states->n_relations);
	CODE_EACH(c, states, relation, n_relations, code_relation);
}

_Static_assert(sizeof(struct endpoint) == 72, "clean_endpoint() copies each member");

static void clean_endpoint(void *to, const void *from)
{
	const struct endpoint *endpoint = from;
	struct endpoint *out = to;

	out->kind = endpoint->kind;
	out->split = endpoint->split;
	out->relation = endpoint->relation;
	out->clock = endpoint->clock;
	out->reference = endpoint->reference;
	out->clock_vertex = endpoint->clock_vertex;
	out->table = endpoint->table;
	out->output = endpoint->output;
	out->check = endpoint->check;
	out->external = endpoint->external;
	out->latency = endpoint->latency;
	out->constant = endpoint->constant;
	out->derate = endpoint->derate;
}

static bool is_endpoint(const struct state_graph *states, const struct endpoint *e)
{
	const struct timing_graph *timing = states->timing;
	const struct constraints *k = timing->constraints;

	if (e->output < 0 || e->output > (k ? k->n_output_delays : 0))
		return false;
	if ((uint32_t)e->kind >= N_ENDPOINT_KINDS || (uint32_t)e->split >= N_SPLITS ||
	    e->relation < 0 || e->relation >= states->n_relations || e->clock < -1 ||
	    e->clock >= states->graph->n_vertices || e->reference != -1 || e->clock_vertex < -1 ||
	    e->clock_vertex >= timing->graph->n_vertices || e->table < -1 ||
	    e->table >= timing->n_tables || e->check < -1 || e->check >= timing->n_checks ||
	    (e->table >= 0 && e->check < 0))
		return false;
	/* A check against a clock's state has its edge, and its slew for the table; one of a path delay has neither. */
	if (e->kind <= ENDPOINT_NONSEQ_HOLD && e->clock >= 0 &&
	    states->relation[e->relation].capture_edge < 0)
		return false;
	if ((e->constant == FS_NOTHING) !=
	    (e->kind == ENDPOINT_UNCONSTRAINED || endpoint_is_false(states, e)))
		return false;
	return (e->table < 0 || e->clock_vertex >= 0) && is_time(e->external) &&
	       is_time(e->latency) && is_time(e->constant) && check_reals(&e->derate, 0, 1, NULL);
}

CHECK_EACH(check_endpoints, struct endpoint, is_endpoint(rule->of, item))

/* ---- latches ---- */

static void code_latch(struct coder *c, const struct state_graph *states, struct latch *latch)
{
	code_id(c, &latch->sink, 0, states->graph->n_sinks, "the endpoint of a latch");
	code_id(c, &latch->departure, 0, states->n_departures, "the departure of a latch");
	code_id(c, &latch->closes, 0, states->graph->n_vertices, "the enable of a latch");
	code_id(c, &latch->close_vertex, 0, states->timing->graph->n_vertices,
		"the enable of a latch");
	code_id(c, &latch->table, -1, states->timing->n_tables, "the table of a latch");
	code_time(c, &latch->constant);
	code_time(c, &latch->limit);
	code_time(c, &latch->shift);
	code_real(c, &latch->derate);
	if (latch > states->latch && latch[-1].sink >= latch->sink)
		code_wrong(c, "the order of latches");
}

static void code_departure(struct coder *c, const struct state_graph *states,
			   struct departure *departure)
{
	code_id(c, &departure->state, 0, states->graph->n_vertices, "a departure");
	code_id(c, &departure->opens, 0, states->graph->n_vertices, "a departure");
	code_id(c, &departure->closes_vertex, 0, states->timing->graph->n_vertices, "a departure");
	code_time(c, &departure->edge);
	code_range(c, &departure->first, &departure->n, states->n_departing,
		   "the latches of a departure");
	if (departure > states->departure && departure[-1].state >= departure->state)
		code_wrong(c, "the order of departures");
}

static void code_departing(struct coder *c, const struct state_graph *states, int32_t *latch)
{
	code_id(c, latch, 0, states->n_latches, "a latch");
}

static void code_input(struct coder *c, const struct state_graph *states,
		       struct clocked_input *input)
{
	code_id(c, &input->state, 0, states->graph->n_vertices, "an input");
	code_id(c, &input->clock, -1, states->graph->n_vertices, "an input");
}

static void code_latches(struct coder *c, struct state_graph *states)
{
	CODE_COUNTS(c, &states->n_latches, &states->n_departures, &states->n_departing);
	CODE_EACH(c, states, latch, n_latches, code_latch);
	CODE_EACH(c, states, departure, n_departures, code_departure);
	CODE_EACH(c, states, departing, n_departing, code_departing);
	code_count(c, &states->n_inputs);
	CODE_EACH(c, states, input, n_inputs, code_input);
}

/* ---- all of it ---- */

/* ARC_BLOCKED, ~constant, or an arc: below = arcs, least = -constants */
CHECK_EACH(check_delays, int32_t,
	   *item == ARC_BLOCKED || (*item >= rule->least && *item < rule->below))

/* Which arcs pass; or from where each has its delay. */
static void code_delays(struct coder *c, struct state_graph *states)
{
	const struct timing_graph *timing = states->timing;
	struct rule any = INDICES(-(int64_t)states->n_constants,
				  (int64_t)timing->graph->n_arcs + timing->n_latch_arcs);
	bool passes = states->passes != NULL;

	if (!states->is_timing_graph) {
		CODE_ITEMS(c, &states->graph->arc_type, states->graph->n_arcs, check_delays, any,
			   "the delay of an arc");
		return;
	}
	code_bool(c, &passes);
	if (passes)
		CODE_ITEMS(c, &states->passes, states->graph->n_arcs, check_bytes, INDICES(0, 2),
			   "the delay of an arc");
	else
		CODE_ITEMS(c, &states->arc, states->graph->n_arcs, check_delays, any,
			   "the delay of an arc");
}

static void code_vertices(struct coder *c, const struct state_graph *states)
{
	struct graph *graph = states->graph;
	int32_t *vertex = NULL;

	if (c->saving && graph_list_netlist_vertices(graph, &vertex) != STATUS_OK) {
		code_fail(c, STATUS_NO_MEMORY);
		return;
	}
	CODE_GIVEN(c, c->saving ? &vertex : &graph->netlist_vertex, graph->n_vertices,
		   check_indices, INDICES(0, states->timing->graph->n_vertices),
		   "the vertex of a state");
}

/* Arrays that were read have room for what is in them. */
static void note_room(struct state_graph *states)
{
	struct graph *graph = states->graph;

	states->n_begun = graph->n_vertices;
	states->n_begun_arcs = graph->n_arcs;
	states->capacity.mode = states->n_modes;
	states->capacity.tag = states->n_tags;
	states->capacity.progress = states->n_progress;
	states->capacity.item = states->n_progress_items;
	states->capacity.state = states->capacity.flags = graph->n_vertices;
	states->capacity.constant = states->n_constants;
	states->capacity.seed = states->n_seeds;
	states->capacity.relation = states->n_relations;
	states->capacity.group = states->n_groups;
	states->capacity.endpoint = graph->n_sinks;
	graph->sink_capacity = graph->sink_required_capacity = graph->n_sinks;
	graph->source_capacity = graph->source_arrival_capacity = graph->n_sources;
	states->capacity.input = states->n_inputs;
	states->capacity.latch = states->n_latches;
	states->capacity.departure = states->n_departures;
	states->warned.lost_capacity = states->warned.n_lost;
	states->warned.opposite_capacity = states->warned.n_opposite;
}

static void code_body(struct coder *c, struct state_graph *states)
{
	int32_t n = states->graph->n_vertices;

	CODE_INDICES(c, &states->tag_of, n, -1, states->n_tags, "the tag of a state");
	CODE_ITEMS(c, &states->flags, n, check_bytes, INDICES(0, 2 * STATE_SHARED),
		   "the flags of a state");
	if (!states->is_timing_graph)
		code_vertices(c, states);
	code_delays(c, states);
	code_int(c, &states->n_seeds, 0, INT32_MAX, "a number of seeds");
	CODE_ITEMS(c, &states->seed, states->n_seeds, check_seeds, ((struct rule){.of = states}),
		   "a seed");
	CODE_PADDED(c, &states->endpoint, states->graph->n_sinks, clean_endpoint, check_endpoints,
		    ((struct rule){.of = states}), "an endpoint");
	code_latches(c, states);
	if (!c->saving)
		note_room(states);
	code_later(c, check_states, states, NULL);
}

/* By which options: only with these are they made again by edits. */
static void code_maker(struct coder *c, struct state_graph *states)
{
	int32_t made_by = states->made_by;

	code_int(c, &made_by, 1, 1 + STATES_UNCONSTRAINED + STATES_LEAVE_UNCLOCKED,
		 "options of states");
	if (c->saving)
		return;
	states->made_by = (uint8_t)made_by;
}

void code_states(struct coder *c, struct stored_design *design)
{
	struct state_graph *states = design->states;
	bool is_timing_graph = c->saving && states->is_timing_graph;

	code_bool(c, &is_timing_graph);
	if (!c->saving) {
		if (coder_failed(c))
			return;
		if (ALLOC(&design->states, 1) != STATUS_OK) {
			code_fail(c, STATUS_NO_MEMORY);
			return;
		}
		states = design->states;
		states->timing = design->timing;
		states->is_timing_graph = is_timing_graph;
		code_fail(c, new_graph_of_states(design->netlist, states));
		if (coder_failed(c))
			return;
	}
	code_bool(c, &states->leaves_unclocked);
	code_maker(c, states);
	code_tags(c, states);
	code_count(c, &states->n_constants);
	CODE_EACH(c, states, constant, n_constants, code_constant);
	code_relations(c, states);
	code_count(c, &states->warned.n_lost);
	CODE_EACH(c, states, warned.lost, warned.n_lost, code_lost);
	code_count(c, &states->warned.n_opposite);
	CODE_EACH(c, states, warned.opposite, warned.n_opposite, code_opposite);
	code_graph_of_states(c, states);
	if (!coder_failed(c))
		code_body(c, states);
}
