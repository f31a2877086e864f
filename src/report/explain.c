#include "report/explain.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/grow.h"
#include "db/state/filters.h"
#include "gpu/image/tag_spreader.h"

/* ---- what can be left out, in the order in which it is put back ---- */

enum cause_kind { CAUSE_DISABLE, CAUSE_CASE, CAUSE_CLOCKS, CAUSE_FALSE };

struct cause {
	enum cause_kind kind;
	int32_t number; /* in its array of the constraints; of clock groups the set */
};

struct causes {
	const struct constraints *constraints; /* borrowed, NULL = none */
	struct cause *cause;                   /* owned */
	int32_t n;
	int32_t alone; /* only this one is left out; -1 = those from some number on are */
	int64_t capacity;
};

static enum status add_cause(struct causes *causes, enum cause_kind kind, int32_t number)
{
	return APPEND(causes->cause, causes->n, &causes->capacity, (struct cause){kind, number});
}

static enum status list_causes(struct causes *causes, enum split split)
{
	const struct constraints *c = causes->constraints;

	for (int32_t i = 0; c && i < c->n_disabled; i++)
		TRY(add_cause(causes, CAUSE_DISABLE, i));
	for (int32_t i = 0; c && i < c->n_cases; i++)
		TRY(add_cause(causes, CAUSE_CASE, i));
	for (int32_t i = 0; c && i < c->n_clock_groups; i++) {
		if (i == 0 || c->clock_group[i].set != c->clock_group[i - 1].set)
			TRY(add_cause(causes, CAUSE_CLOCKS, c->clock_group[i].set));
	}
	for (int32_t i = 0; c && i < c->n_exceptions; i++) {
		if (c->exception[i].kind == EXCEPTION_FALSE && c->exception[i].applies[split])
			TRY(add_cause(causes, CAUSE_FALSE, i));
	}
	return STATUS_OK;
}

/* Causes from the n-th on are left out, or one alone: is this among them? */
static bool is_left_out(const struct causes *causes, int32_t n, enum cause_kind kind,
			int32_t number)
{
	return ANY(i, n, causes->n,
		   (causes->alone < 0 || causes->alone == i) && causes->cause[i].kind == kind &&
			   causes->cause[i].number == number);
}

/* A copy of the constraints with the first n causes alone. */
static enum status make_constraints(const struct causes *causes, int32_t n, enum split split,
				    struct constraints **out)
{
	struct constraints *c;

	*out = NULL;
	if (!causes->constraints)
		return STATUS_OK;
	TRY(constraints_copy(causes->constraints, &c));
	KEEP(c->disabled, c->n_disabled, !is_left_out(causes, n, CAUSE_DISABLE, i));
	KEEP(c->case_value, c->n_cases, !is_left_out(causes, n, CAUSE_CASE, i));
	KEEP(c->clock_group, c->n_clock_groups,
	     !is_left_out(causes, n, CAUSE_CLOCKS, c->clock_group[i].set));
	/* One that applies to nothing is as if it weren't there, and the others keep their numbers.
	 */
	for (int32_t i = 0; i < c->n_exceptions; i++) {
		if (is_left_out(causes, n, CAUSE_FALSE, i))
			c->exception[i].applies[split] = false;
	}
	*out = c;
	return STATUS_OK;
}

/* ---- is there a path? ---- */

/* One question. */
struct inquiry {
	struct call *call;
	const struct path_filter *filter;
	enum split split;
	struct causes causes;
	bool starts, ends; /* of the last graph looked at: is there a startpoint, an endpoint that
			      fits? */
};

static void inquiry_release(struct inquiry *q)
{
	free(q->causes.cause);
}

/* Where data runs, and ends that are of this split and have something demanded. */
static enum status list_allowed(struct state_graph *states, enum split split, uint8_t **arc,
				uint8_t **sink)
{
	const struct graph *graph = states->graph;

	TRY(state_graph_need_arcs(states));
	TRY(ALLOC(arc, graph->n_arcs));
	TRY(ALLOC(sink, graph->n_sinks));
	for (int32_t a = 0; a < graph->n_arcs; a++)
		(*arc)[a] =
			state_delay(states, a) >= 0 && states->flags[graph->arc_to[a]] & STATE_DATA;
	for (int32_t s = 0; s < graph->n_sinks; s++)
		(*sink)[s] = states->endpoint[s].split == split &&
			     states->endpoint[s].kind != ENDPOINT_UNCONSTRAINED &&
			     !endpoint_is_false(states, &states->endpoint[s]);
	return STATUS_OK;
}

static enum status list_edges(const struct state_graph *states, int32_t **source, int32_t **sink)
{
	const struct graph *graph = states->graph;

	TRY(ALLOC(source, graph->n_sources));
	TRY(ALLOC(sink, graph->n_sinks));
	for (int32_t s = 0; s < graph->n_sources; s++)
		(*source)[s] = state_tag(states, graph->source_vertex[s])->clock_edge;
	for (int32_t s = 0; s < graph->n_sinks; s++)
		(*sink)[s] = states->relation[states->endpoint[s].relation].capture_edge;
	return STATUS_OK;
}

static bool has_any(const uint8_t *flag, int32_t n)
{
	for (int32_t i = 0; flag && i < n; i++) {
		if (flag[i])
			return true;
	}
	return !flag && n > 0; /* no flags: all */
}

static enum status count_paths(struct inquiry *q, struct state_graph *states,
			       struct filter_query *query, bool *exists)
{
	struct task *task = &q->call->session->task;
	int32_t group = 0;
	FREED uint8_t *arc = NULL, *sink = NULL;
	enum status status;

	TRY(list_allowed(states, q->split, &arc, &sink));
	for (int32_t s = 0; s < states->graph->n_sinks; s++)
		sink[s] = sink[s] && (!query->query.sink_ok || query->query.sink_ok[s]);
	q->starts = has_any(query->query.source_ok, states->graph->n_sources);
	q->ends = has_any(sink, states->graph->n_sinks);
	query->query.arc_ok = arc;
	query->query.sink_ok = sink;
	DOING(task, "selecting paths", states->graph->n_vertices);
	status = path_query_stuck(states->graph, &query->query, task, &group);
	*exists = group < 0;
	return status;
}

static enum status ask_states(struct inquiry *q, struct state_graph *states, bool *exists)
{
	struct filter_context context = {
		.graph = states->graph,
		.netlist = states->timing->netlist,
		.state_flags = states->flags,
	};
	RELEASED_BY(filter_query_release) struct filter_query query = {0};
	FREED int32_t *source = NULL, *sink = NULL;

	TRY(list_edges(states, &source, &sink));
	context.source_clock_edge = source;
	context.sink_clock_edge = sink;
	TRY(filter_to_query(q->filter, &context, &query));
	return count_paths(q, states, &query, exists);
}

RELEASER(timing_graph_drop, struct timing_graph, timing_graph_free)
RELEASER(state_graph_drop, struct state_graph, state_graph_free)

/* Is there a path with the first n causes in force? */
static enum status has_path(struct inquiry *q, int32_t n, bool *exists)
{
	struct session *session = q->call->session;
	RELEASED_BY(constraints_drop) struct constraints *constraints = NULL;
	RELEASED_BY(timing_graph_drop) struct timing_graph *graph = NULL;
	RELEASED_BY(state_graph_drop) struct state_graph *states = NULL;
	RELEASED_BY(text_release) struct text warnings = TEXT_INIT;

	TRY(make_constraints(&q->causes, n, q->split, &constraints));
	TRY(timing_graph_new(session->design.netlist, constraints, &warnings, &session->task,
			     &graph));
	TRY(tag_spreader_states(session->queue, graph,
				session->design.leaves_unclocked ? STATES_LEAVE_UNCLOCKED : 0,
				&session->task, &states));
	TRY(ask_states(q, states, exists));
	return task_breathe(&session->task);
}

/* ---- words ---- */

static void write_pin(const struct inquiry *q, int32_t pin)
{
	netlist_write_pin(q->call->session->design.netlist, pin, '/', q->call->out);
}

static void write_disable(const struct inquiry *q, const struct disabled_arc *d)
{
	const struct netlist *netlist = q->call->session->design.netlist;
	struct text *out = q->call->out;

	text_add(out, "set_disable_timing of ");
	if (d->master >= 0)
		text_printf(out, "cell %s", netlist->master[d->master].name);
	else if (d->from < 0 && d->to < 0 && d->instance >= 0)
		text_add(out, names_get(&netlist->instance_name, d->instance));
	else if (d->from >= 0)
		write_pin(q, d->from);
	if (d->master < 0 && d->to >= 0) {
		text_add(out, d->from >= 0 ? " to " : "");
		write_pin(q, d->to);
	}
}

static void write_clocks(const struct inquiry *q, int32_t set)
{
	const struct constraints *c = q->causes.constraints;
	const char *before = "set_clock_groups of ";

	for (int32_t i = 0; i < c->n_clock_groups; i++) {
		if (c->clock_group[i].set != set)
			continue;
		text_printf(q->call->out, "%s%s", before, c->clock[c->clock_group[i].clock].name);
		before = ", ";
	}
}

static void write_points(const struct inquiry *q, const char *option, const struct point_list *list)
{
	struct text *out = q->call->out;

	if (!list->given || !list->n)
		return;
	text_printf(out, " %s ", option);
	if (list->point[0].kind == POINT_CLOCK)
		text_add(out, q->causes.constraints->clock[list->point[0].id].name);
	else
		write_pin(q, list->point[0].id);
	if (list->n > 1)
		text_printf(out, " (and %" PRId32 " more)", list->n - 1);
}

static void write_filter(const struct inquiry *q, const struct path_filter *filter)
{
	write_points(q, "-from", &filter->from);
	for (int i = 0; i < filter->n_throughs; i++)
		write_points(q, "-through", &filter->through[i]);
	write_points(q, "-to", &filter->to);
}

static void write_cause(const struct inquiry *q, const struct cause *cause, bool others)
{
	const struct constraints *c = q->causes.constraints;
	struct text *out = q->call->out;

	switch (cause->kind) {
	case CAUSE_DISABLE:
		write_disable(q, &c->disabled[cause->number]);
		break;
	case CAUSE_CASE:
		text_printf(out, "set_case_analysis %" PRId32 " at ",
			    c->case_value[cause->number].value);
		write_pin(q, c->case_value[cause->number].pin);
		break;
	case CAUSE_CLOCKS:
		write_clocks(q, cause->number);
		break;
	case CAUSE_FALSE:
		explain_write_exception(c, cause->number, out);
		write_filter(q, &c->exception[cause->number].filter);
		break;
	}
	text_add(out, others ? " takes the last, but without it others would\n" : " takes them\n");
}

/* ---- ways through the netlist ---- */

/* The edges of a pin, then those of its driving side. */
static int32_t side_vertex(const struct timing_graph *graph, int32_t pin, int number)
{
	int32_t side = number < N_EDGES ? pin : netlist_driving_side(graph->netlist, pin);

	return side * N_EDGES + number % N_EDGES;
}

/* Mark what can be reached from the pins of a list; with arcs that constants make impossible too,
 * or without. */
static enum status reach(const struct timing_graph *graph, const struct point_list *from,
			 bool impossible, uint8_t *seen)
{
	FREED int32_t *todo = NULL;
	int32_t n = 0;

	TRY(ALLOC(&todo, graph->graph->n_vertices));
	for (int32_t i = 0; i < from->n; i++) {
		for (int e = 0; e < 2 * N_EDGES; e++) {
			int32_t v = side_vertex(graph, from->point[i].id, e);

			if (!seen[v]++)
				todo[n++] = v;
		}
	}
	while (n > 0) {
		int32_t v = todo[--n];

		for (int32_t j = graph->out_row[v]; j < graph->out_row[v + 1]; j++) {
			int32_t arc = graph->out_arc[j], to = graph->graph->arc_to[arc];

			if ((arc < graph->n_possible || impossible) && !seen[to]) {
				seen[to] = 1;
				todo[n++] = to;
			}
		}
	}
	return STATUS_OK;
}

/* Does a way lead from one list of pins to another? */
static enum status is_reached(const struct timing_graph *graph, const struct point_list *from,
			      const struct point_list *to, bool impossible, bool *reached)
{
	FREED uint8_t *seen = NULL;

	*reached = point_list_has(from, POINT_CLOCK) ||
		   point_list_has(to, POINT_CLOCK); /* not said by pins */
	TRY(ALLOC(&seen, graph->graph->n_vertices));
	TRY(reach(graph, from, impossible, seen));
	for (int32_t i = 0; i < to->n && !*reached; i++)
		for (int e = 0; e < 2 * N_EDGES; e++)
			*reached |= seen[side_vertex(graph, to->point[i].id, e)];
	return STATUS_OK;
}

static void write_list(const struct inquiry *q, const struct point_list *list)
{
	write_pin(q, list->point[0].id);
	if (list->n > 1)
		text_printf(q->call->out, " (or %" PRId32 " more)", list->n - 1);
}

/* Say which of the legs no way leads along; *said when one does not. */
static enum status write_gap(const struct inquiry *q, const struct timing_graph *graph,
			     const struct point_list *from, const struct point_list *to, bool *said)
{
	struct text *out = q->call->out;
	bool reached;

	TRY(is_reached(graph, from, to, false, &reached));
	if (reached)
		return STATUS_OK;
	TRY(is_reached(graph, from, to, true, &reached));
	*said = true;
	text_add(out, reached ? "constants of the netlist stop all ways from "
			      : "no timing arcs lead from ");
	write_list(q, from);
	text_add(out, " to ");
	write_list(q, to);
	text_add(out, "\n");
	return STATUS_OK;
}

/* The lists one after another, those that are given and have pins. */
static enum status write_gaps(const struct inquiry *q, const struct timing_graph *graph)
{
	const struct path_filter *f = q->filter;
	const struct point_list *before = f->from.given && f->from.n ? &f->from : NULL;
	bool said = !q->starts || !q->ends;
	int legs = 0;

	if (said)
		text_add(q->call->out, !q->starts ? "nothing is launched at such a startpoint\n"
						  : "nothing is demanded at such an endpoint\n");
	for (int i = 0; i <= f->n_throughs && !said; i++) {
		const struct point_list *next = i < f->n_throughs ? &f->through[i] : &f->to;

		if (!next->given || !next->n)
			continue;
		legs += before != NULL;
		if (before)
			TRY(write_gap(q, graph, before, next, &said));
		before = next;
	}
	if (!said)
		text_printf(q->call->out,
			    "%sno path that is launched and has something demanded at its "
			    "end passes %s: look at check_setup\n",
			    legs ? "each of these is reached from the one before, but " : "",
			    legs ? "all of them" : "there");
	return STATUS_OK;
}

/* With nothing left out: of a netlist without those constraints. */
static enum status explain_structure(struct inquiry *q)
{
	struct session *session = q->call->session;
	RELEASED_BY(constraints_drop) struct constraints *constraints = NULL;
	RELEASED_BY(timing_graph_drop) struct timing_graph *graph = NULL;
	RELEASED_BY(text_release) struct text warnings = TEXT_INIT;

	TRY(make_constraints(&q->causes, 0, q->split, &constraints));
	TRY(timing_graph_new(session->design.netlist, constraints, &warnings, &session->task,
			     &graph));
	return write_gaps(q, graph);
}

/* ---- the question ---- */

/* Paths only become less as causes are put back: so the one that takes the last is found by
 * halving. *cause is -1 when there is no path without all of them, their number when there is one
 * with all. */
static enum status find_cause(struct inquiry *q, int32_t *cause)
{
	int32_t low = 0, high = q->causes.n;
	bool exists = false;

	*cause = -1;
	TRY(has_path(q, 0, &exists));
	if (!exists)
		return STATUS_OK;
	TRY(has_path(q, high, &exists));
	if (exists)
		low = high;
	while (high - low > 1) {
		int32_t middle = low + (high - low) / 2;

		TRY(has_path(q, middle, &exists));
		if (exists)
			low = middle;
		else
			high = middle;
	}
	*cause = low;
	return STATUS_OK;
}

enum status explain_absence(struct call *call, const struct path_filter *filter, enum split split)
{
	RELEASED_BY(inquiry_release)
	struct inquiry q = {
		.call = call,
		.filter = filter,
		.split = split,
		.causes = {.constraints = call->session->design.constraints, .alone = -1}};
	bool exists = false;
	int32_t cause = -1;
	enum status status;

	text_printf(call->out, "there is no such %s path: ", split == LATE ? "late" : "early");
	TRY(list_causes(&q.causes, split));
	TRY(find_cause(&q, &cause));
	if (cause < 0)
		return explain_structure(&q);
	if (cause == q.causes.n) {
		text_add(call->out, "nothing comes through with the delays that it has\n");
		return STATUS_OK;
	}
	q.causes.alone = cause;
	status = has_path(&q, 0, &exists);
	write_cause(&q, &q.causes.cause[cause], !exists);
	return status;
}

void explain_write_exception(const struct constraints *constraints, int32_t number,
			     struct text *out)
{
	const struct exception *exception = &constraints->exception[number];

	switch (exception->kind) {
	case EXCEPTION_FALSE:
		text_add(out, "set_false_path");
		break;
	case EXCEPTION_DELAY:
		text_add(out, exception->applies[LATE] ? "set_max_delay" : "set_min_delay");
		break;
	case EXCEPTION_MULTICYCLE:
		text_printf(out, "set_multicycle_path %" PRId32, exception->multiplier);
		break;
	case EXCEPTION_GROUP:
		text_add(out, "group_path");
		break;
	case EXCEPTION_MARGIN:
		text_add(out, "set_path_margin");
		break;
	}
	if (exception->line > 0)
		text_printf(out, ", %s:%" PRId64, constraints->path, exception->line);
}
