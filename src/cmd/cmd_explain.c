/*
 * explain_path: what a path's slack and rank are made of, and for paths that aren't listed what
 * keeps them out: less than k of them are worse, or a constraint, which is found by leaving
 * constraints out until there is such a path.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "cmd/explain.h"
#include "cmd/filter_options.h"
#include "cmd/objects.h"

enum { EXPLAIN_FILTER, EXPLAIN_RANK = EXPLAIN_FILTER + N_FILTER_OPTIONS, EXPLAIN_DELAY };

static const struct option explain_options[] = {
	FILTER_OPTIONS,
	[EXPLAIN_RANK] = {"-rank", OPTION_COUNT, "N", "the N-th path that was found"},
	[EXPLAIN_DELAY] = {"-path_delay", OPTION_CHOICE, "max|min",
			   "late or early paths (as the paths found; else max)"},
	{0},
};

/* ---- a path that is listed ---- */

static void write_edge_of_clock(const struct constraints *constraints, int32_t edge, int64_t time,
				struct text *out)
{
	text_printf(out, "clock %s (%s edge) at ", constraints->clock[edge / N_EDGES].name,
		    edge % N_EDGES == RISE ? "rise" : "fall");
	text_ps(out, time, 0);
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
	}
	if (exception->line > 0)
		text_printf(out, ", %s:%" PRId64, constraints->path, exception->line);
}

/* What the required time is held against. */
static void write_relation(const struct snap_path *path, struct text *out)
{
	const struct relation *r = &path->relation;

	if (r->launch_edge >= 0) {
		text_add(out, "launched by ");
		write_edge_of_clock(path->constraints, r->launch_edge, r->launch_time, out);
		text_add(out, "\n");
	}
	if (r->capture_edge >= 0) {
		text_add(out, "captured by ");
		write_edge_of_clock(path->constraints, r->capture_edge, r->capture_time, out);
		if (r->multicycle) {
			text_add(out, ", moved by ");
			text_ps(out, r->multicycle, 0);
		}
		text_add(out, "\n");
	}
	if (r->exception >= 0) {
		text_add(out, "by the exception ");
		explain_write_exception(path->constraints, r->exception, out);
		text_add(out, "\n");
	}
	if (r->uncertainty) {
		text_printf(out, "%suncertainty ", r->between_clocks ? "inter-clock " : "clock ");
		text_ps(out, r->uncertainty, 0);
		text_add(out, "\n");
	}
}

static void write_sum(const struct snap_path *path, struct text *out)
{
	bool late = !path->timed || path->split == LATE;
	int64_t arrival = path->point[path->n_points - 1].arrival;

	text_add(out, "slack ");
	text_ps(out, path->row.slack, 0);
	text_printf(out, " = %s ", late ? "required" : "arrival");
	text_ps(out, late ? path->required : arrival, 0);
	text_printf(out, " - %s ", late ? "arrival" : "required");
	text_ps(out, late ? arrival : path->required, 0);
	if (path->row.credit) {
		text_add(out, " + pessimism removed ");
		text_ps(out, path->row.credit, 0);
	}
	text_add(out, "\n");
}

/* How it came into the ranking. */
static void write_deviation(const struct snap_path *path, struct text *out)
{
	int64_t at = path->n_points - 1;

	if (!path->row.n_deviations) {
		text_add(out, "it deviates from no other: the worst from its startpoint on\n");
		return;
	}
	while (at > 0 && !path->point[at].deviates)
		at--;
	text_printf(out, "%" PRId32 " deviation%s; the last one ", path->row.n_deviations,
		    path->row.n_deviations == 1 ? "" : "s");
	if (path->row.parent_rank >= 0)
		text_printf(out, "from path %" PRId64 " ", path->row.parent_rank + 1);
	if (path->other_sink || at == 0) {
		text_add(out, "at its end\n");
		return;
	}
	text_add(out, "behind ");
	graph_write_name(path->snap.graph, path->point[at - 1].vertex, out);
	text_add(out, "\n");
}

/* The slacks before and behind it. */
static enum status write_neighbours(struct session *session, int32_t level, int64_t rank,
				    struct text *out)
{
	struct snap_rows *rows;

	TRY(search_rows(session->search, level, rank > 0 ? rank - 1 : 0, rank > 0 ? 3 : 2, &rows));
	for (int64_t i = 0; i < rows->n; i++) {
		int64_t other = rows->first + i;

		if (other == rank)
			continue;
		text_printf(out, "path %" PRId64 " has ", other + 1);
		text_ps(out, rows->row[i].slack, 0);
		text_add(out, "\n");
	}
	snap_unref(&rows->snap);
	return STATUS_OK;
}

static enum status write_listed(struct call *call, int64_t rank)
{
	struct session *session = call->session;
	struct snap_search *search;
	struct snap_path *path;
	struct text *out = call->out;
	bool cost;
	int32_t level;

	TRY(session_need_search(session));
	search = session_shown(session, &level);
	text_printf(out, "path %" PRId64 " in a ranking of ", rank + 1);
	snap_search_write_state(search, level, out);
	snap_unref(&search->snap);
	TRY(session_path(session, level, rank, 0, &path));
	cost = path->snap.graph->objective == OBJECTIVE_COST;
	text_add(out, "\n");
	graph_write_name(path->snap.graph, path->row.startpoint, out);
	text_add(out, " -> ");
	graph_write_name(path->snap.graph, path->row.endpoint, out);
	text_printf(out, ", %" PRId64 " points\n", path->n_points);
	if (path->timed)
		write_relation(path, out);
	if (cost) {
		text_add(out, "cost ");
		text_ps(out, path->row.slack, 0);
		text_add(out, "\n");
	} else {
		write_sum(path, out);
	}
	write_deviation(path, out);
	snap_unref(&path->snap);
	return write_neighbours(session, level, rank, out);
}

/* ---- a path that is described ---- */

/* The worst path that fits, and its points; owned. */
struct worst_path {
	int64_t n; /* 0 = there is none */
	struct snap_rows *rows;
	struct traces traces;
};

static void worst_path_release(struct worst_path *worst)
{
	snap_unref(worst->rows ? &worst->rows->snap : NULL);
	traces_release(&worst->traces);
}

static enum status find_worst_path(struct session *session, const struct path_filter *filter,
				   enum split split, struct worst_path *out)
{
	struct path_query_options options = {.filter = *filter,
					     .k = 1,
					     .per_endpoint = 1,
					     .slack_min = INT64_MIN,
					     .slack_max = INT64_MAX};
	struct text warnings = TEXT_INIT;
	struct path_finder finder;
	enum status status = path_finder_begin(&finder, session, &options, split, &warnings);

	if (status == STATUS_OK)
		status = path_finder_search(&finder, ALL_GROUPS, &out->n);
	if (status == STATUS_OK && out->n)
		status = path_finder_read(&finder, 0, 1, &out->rows, &out->traces);
	path_finder_end(&finder);
	text_release(&warnings);
	return status;
}

static void write_points(const struct session *session, const struct worst_path *worst,
			 struct text *out)
{
	const struct state_graph *states = session->design.timing->image->states;

	for (int64_t p = 0; p < worst->traces.offset[1] - 1; p++) {
		int32_t vertex = states->vertex[worst->traces.vertex[p]];

		text_add(out, p ? "\n  " : "  ");
		netlist_write_pin(states->timing->netlist, vertex / N_EDGES, '/', out);
		text_add(out, vertex % N_EDGES == RISE ? " ^" : " v");
	}
	text_add(out, "\n");
}

/* Is a path of the ranking this one: the same pins and edges? */
static enum status is_same(struct session *session, int32_t level, int64_t rank,
			   const struct worst_path *worst, bool *same)
{
	const struct state_graph *states = session->design.timing->image->states;
	int64_t n = worst->traces.offset[1] - 1;
	struct traces traces = {0};
	enum status status = search_traces(session->search, level, rank, 1, &traces);

	*same = status == STATUS_OK && traces.n_paths == 1 && traces.offset[1] - 1 == n;
	for (int64_t p = 0; *same && p < n; p++)
		*same = graph_netlist_vertex(session->graph, traces.vertex[p]) ==
			states->vertex[worst->traces.vertex[p]];
	traces_release(&traces);
	return status;
}

/* The first rank whose slack isn't below this one. */
static enum status find_slack(struct session *session, int32_t level, int64_t n, int64_t slack,
			      int64_t *rank)
{
	int64_t low = 0, high = n;

	while (low < high) {
		int64_t middle = low + (high - low) / 2;
		struct snap_rows *rows;

		TRY(search_rows(session->search, level, middle, 1, &rows));
		if (rows->n && rows->row[0].slack < slack)
			low = middle + 1;
		else
			high = middle;
		snap_unref(&rows->snap);
	}
	*rank = low;
	return STATUS_OK;
}

/* Its rank among those of the same slack, -1 = it isn't there. */
static enum status find_rank(struct session *session, int32_t level, int64_t n,
			     const struct worst_path *worst, int64_t *rank)
{
	int64_t slack = worst->rows->row[0].slack, at;
	bool same = false;

	TRY(find_slack(session, level, n, slack, &at));
	*rank = -1;
	for (; at < n && !same; at++) {
		struct snap_rows *rows;
		bool equal;

		TRY(search_rows(session->search, level, at, 1, &rows));
		equal = rows->n && rows->row[0].slack == slack;
		snap_unref(&rows->snap);
		if (!equal)
			break;
		TRY(is_same(session, level, at, worst, &same));
		*rank = same ? at : -1;
	}
	return STATUS_OK;
}

/* Why a path that there is isn't among those found. */
static enum status write_cut(struct call *call, const struct snap_search *search, int32_t level,
			     int64_t slack)
{
	static const struct path_filter everything = PATH_FILTER_INIT;
	const struct search_options *options = &call->session->options;
	int64_t n = snap_search_ranked(search, level), last = INT64_MIN;
	struct text *out = call->out;
	struct snap_rows *rows;

	if (n > 0) {
		TRY(search_rows(call->session->search, level, n - 1, 1, &rows));
		last = rows->row[0].slack;
		snap_unref(&rows->snap);
	}
	text_add(out, "not listed: ");
	if (slack < options->slack_min || slack > options->slack_max) {
		text_add(out, "its slack is outside of -slack_min and -slack_max of find_paths\n");
	} else if (n >= search->k && slack >= last) {
		text_printf(out, "%" PRId64 " paths were asked for, and the last has slack ",
			    search->k);
		text_ps(out, last, 0);
		text_add(out, "; find_paths with a larger -max_paths, or with these conditions\n");
	} else if (!path_filter_equal(&call->session->filter, &everything)) {
		text_add(out, "find_paths had other conditions\n");
	} else {
		text_printf(out, "the search is %s at this place of the timeline\n",
			    search_state_text(search->state));
	}
	return STATUS_OK;
}

static enum status write_place(struct call *call, enum split split, const struct worst_path *worst)
{
	struct session *session = call->session;
	struct snap_search *search;
	struct text *out = call->out;
	int64_t rank = -1;
	int32_t level;
	enum status status;

	text_add(out, "there is such a path; the worst one, with slack ");
	text_ps(out, worst->rows->row[0].slack, 0);
	text_add(out, ":\n");
	write_points(session, worst, out);
	if (!session->search) {
		text_add(out, "not listed: no paths were searched; find_paths does\n");
		return STATUS_OK;
	}
	if (session->options.early != (split == EARLY)) {
		text_printf(out, "not listed: find_paths looked for %s paths\n",
			    split == EARLY ? "late" : "early");
		return STATUS_OK;
	}
	search = session_shown(session, &level);
	status = find_rank(session, level, snap_search_ranked(search, level), worst, &rank);
	if (status == STATUS_OK && rank >= 0)
		status = write_listed(call, rank);
	else if (status == STATUS_OK)
		status = write_cut(call, search, level, worst->rows->row[0].slack);
	snap_unref(&search->snap);
	return status;
}

/* ---- the command ---- */

/* Pins given one by one are passed in their order. */
static enum status add_pins(struct call *call, struct path_filter *filter)
{
	for (int a = 0; a < call->n_arguments; a++) {
		struct point_list *list;
		int32_t pin;

		TRY(need_pin(call, call->argument[a], &pin));
		TRY(path_filter_add_through(filter, &list));
		list->given = true;
		TRY(point_list_add(list, (struct point){POINT_PIN, pin, EDGES_BOTH}));
	}
	return STATUS_OK;
}

static enum status explain_described(struct call *call, const struct path_filter *filter)
{
	const struct option_value *delay = &call->option[EXPLAIN_DELAY];
	enum split split = delay->given ? delay->number == 1 ? EARLY : LATE
			   : call->session->search && call->session->options.early ? EARLY
										   : LATE;
	struct worst_path worst = {0};
	enum status status;

	TRY(session_need_timing(call->session));
	TRY(timing_read(call->session->design.timing));
	status = find_worst_path(call->session, filter, split, &worst);
	if (status == STATUS_OK)
		status = worst.n ? write_place(call, split, &worst)
				 : explain_absence(call, filter, split);
	worst_path_release(&worst);
	return status;
}

static enum status explain_path(struct call *call)
{
	const struct option_value *rank = &call->option[EXPLAIN_RANK];
	struct path_filter filter = PATH_FILTER_INIT;
	enum status status;

	if (rank->given && (call->n_repeated || call->n_arguments))
		return status_fail(STATUS_USAGE, "explain_path: -rank and other conditions exclude "
						 "each other");
	if (rank->given)
		return write_listed(call, rank->number - 1);
	if (!call->n_repeated && !call->n_arguments)
		return status_fail(STATUS_USAGE,
				   "explain_path: which one? -rank N, pins, or -from, "
				   "-through and -to");
	TRY(design_need_netlist(&call->session->design));
	status = filter_parse(call, EXPLAIN_FILTER, &filter);
	if (status == STATUS_OK)
		status = add_pins(call, &filter);
	if (status == STATUS_OK)
		status = explain_described(call, &filter);
	path_filter_release(&filter);
	return status;
}

const struct command explain_commands[] = {
	{"explain_path", "?PINS?", 0, MAX_ARGUMENTS,
	 "Say why a path has its slack and rank, or why a path through these pins isn't listed",
	 explain_options, explain_path, IN_SESSION},
	{0},
};
