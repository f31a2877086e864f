/* Where a path that is described is in the list, or what keeps it out. */
#include <inttypes.h>

#include "base/bits.h"
#include "base/grow.h"
#include "db/state/filters.h"
#include "gpu/labels/device_labels.h"
#include "report/explain.h"
#include "session/labels.h"

enum { ROWS_AT_ONCE = 1 << 16 };

/* ---- the worst path that fits ---- */

/* Its row and its points, which are states of the whole graph; owned. */
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

/* Is the search of that split one by own slacks? Then so is the worst path. */
static bool session_ranks_own(const struct session *session, enum split split)
{
	return session->search && search_path_based(session->search)->wanted &&
	       session_search_split(session) == split;
}

static enum status find_of_netlist(struct session *session, const struct path_filter *filter,
				   enum split split, struct worst_path *out)
{
	struct path_query_options options = {.filter = *filter,
					     .k = 1,
					     .per_endpoint = 1,
					     .slack_min = INT64_MIN,
					     .slack_max = INT64_MAX,
					     .path_based = session_ranks_own(session, split),
					     .pba_limit =
						     session_query(session)->options.retime_limit};
	RELEASED_BY(text_release) struct text warnings = TEXT_INIT;
	RELEASED_BY(path_finder_end) struct path_finder finder = {0};

	TRY(path_finder_begin(&finder, session, &options, split, &warnings));
	TRY(path_finder_search(&finder, ALL_GROUPS, &out->n));
	return out->n ? path_finder_read(&finder, 0, 1, &out->rows, &out->traces) : STATUS_OK;
}

/* What labels would leave isn't asked here. */
static enum status find_worst_path(struct session *session, const struct path_filter *given,
				   enum split split, struct worst_path *out)
{
	RELEASED_BY(path_filter_release) struct path_filter filter = PATH_FILTER_INIT;

	TRY(path_filter_copy(&filter, given));
	filter.rule = RULE_EXACT;
	if (session->design.netlist)
		return find_of_netlist(session, &filter, split, out);
	TRY(session_find_worst(session, &filter, false, &out->rows, &out->traces));
	out->n = out->rows->n;
	return STATUS_OK;
}

static const struct graph *whole_graph(const struct session *session)
{
	return session->design.netlist ? session->design.timing->image->states->graph
				       : session->base->graph;
}

/* Pin and edge of a state of the whole graph, or the vertex that it is. */
static int32_t vertex_of(const struct session *session, int32_t state)
{
	return session->design.netlist ? state_vertex(session->design.timing->image->states, state)
				       : state;
}

/* The same of a vertex of the graph that is searched. */
static int32_t vertex_found(const struct session *session, int32_t vertex)
{
	return session->design.netlist ? graph_netlist_vertex(session->graph, vertex)
				       : graph_read_vertex(session->graph, vertex);
}

static void write_state(const struct session *session, int32_t state, struct text *out)
{
	int32_t vertex = vertex_of(session, state);

	if (!session->design.netlist) {
		graph_write_name(whole_graph(session), vertex, out);
		return;
	}
	netlist_write_pin(session->design.netlist, vertex / N_EDGES, '/', out);
	text_add(out, vertex % N_EDGES == RISE ? " ^" : " v");
}

static void write_points(const struct session *session, const struct worst_path *worst,
			 struct text *out)
{
	for (int64_t p = 0; p < worst->traces.offset[1] - 1; p++) {
		text_add(out, p ? "\n  " : "  ");
		write_state(session, worst->traces.vertex[p], out);
	}
	text_add(out, "\n");
}

/* ---- its rank ---- */

/* Is a path of the ranking this one: the same pins and edges? */
static enum status is_same(struct session *session, int32_t level, int64_t rank,
			   const struct worst_path *worst, bool *same)
{
	int64_t n = worst->traces.offset[1] - 1;
	RELEASED_BY(traces_release) struct traces traces = {0};

	TRY(search_traces(session->search, level, rank, 1, &traces));
	*same = traces.n_paths == 1 && traces.offset[1] - 1 == n;
	for (int64_t p = 0; *same && p < n; p++)
		*same = vertex_found(session, traces.vertex[p]) ==
			vertex_of(session, worst->traces.vertex[p]);
	return STATUS_OK;
}

/* The first rank whose slack isn't below this one. */
static enum status find_slack(struct session *session, int32_t level, int64_t n, int64_t slack,
			      int64_t *rank)
{
	int64_t low = 0, high = n;

	while (low < high) {
		int64_t middle = low + (high - low) / 2;
		SNAP_HELD struct snap_rows *rows = NULL;

		TRY(search_rows(session->search, level, middle, 1, &rows));
		if (rows->n && rows->row[0].slack < slack)
			low = middle + 1;
		else
			high = middle;
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
		SNAP_HELD struct snap_rows *rows = NULL;

		TRY(search_rows(session->search, level, at, 1, &rows));
		if (!rows->n || rows->row[0].slack != slack)
			break;
		TRY(is_same(session, level, at, worst, &same));
		*rank = same ? at : -1;
	}
	return STATUS_OK;
}

/* The first path that ends at the same pin, -1 = none. */
static enum status find_endpoint(struct session *session, int32_t level, int64_t n,
				 const struct worst_path *worst, int64_t *rank, int64_t *slack)
{
	int32_t n_edges = session->design.netlist ? N_EDGES : 1;
	int32_t end =
		vertex_of(session, worst->traces.vertex[worst->traces.offset[1] - 2]) / n_edges;

	*rank = -1;
	for (int64_t at = 0, n_read; at < n && *rank < 0; at += n_read) {
		SNAP_HELD struct snap_rows *rows = NULL;

		TRY(search_rows(session->search, level, at, ROWS_AT_ONCE, &rows));
		n_read = max_i64(rows->n, 1);
		for (int64_t i = 0; i < rows->n && *rank < 0; i++) {
			if (vertex_found(session, rows->row[i].endpoint) / n_edges != end)
				continue;
			*rank = at + i;
			*slack = rows->row[i].slack;
		}
	}
	return STATUS_OK;
}

/* ---- what find_paths asked for ---- */

/* A condition of find_paths that a path doesn't meet. */
struct unmet {
	const char *option; /* NULL = it meets all */
	const struct point_list *list;
	const char *words;
	int32_t state; /* that is excluded, -1 = none */
};

static bool begins_there(const struct graph *graph, const uint8_t *ok, const uint8_t *passed,
			 int32_t state, int32_t *n_passed)
{
	bool any = !ok;

	*n_passed = 0;
	for (int32_t s = 0; s < graph->n_sources && ok; s++) {
		if (graph->source_vertex[s] != state || !ok[s])
			continue;
		any = true;
		if (passed && passed[s] > *n_passed)
			*n_passed = passed[s];
	}
	return any;
}

static void find_unmet(const struct path_filter *filter, const struct path_query *q,
		       const struct graph *graph, const struct worst_path *worst, struct unmet *out)
{
	const int32_t *state = worst->traces.vertex;
	int64_t n = worst->traces.offset[1] - 1;
	int32_t passed, sink = worst->rows->row[0].sink, leading = q->first_at_once ? 1 : 0;

	*out = (struct unmet){.state = -1};
	if (!begins_there(graph, q->source_ok, q->source_passed, state[0], &passed))
		*out = (struct unmet){"-from", &filter->from, ", where it doesn't begin", -1};
	for (int64_t i = 0; i < n && !out->option; i++) {
		if (q->vertex_ok && !q->vertex_ok[state[i]])
			*out = (struct unmet){"-exclude", &filter->exclude, ", and it passes ",
					      state[i]};
		while (passed < q->n_groups && q->vertex_groups[state[i]] >> passed & 1)
			passed++;
		if (q->first_at_once && i == 1 && passed == 0 && !out->option)
			*out = (struct unmet){"-from", &filter->from, ", where it doesn't begin",
					      -1};
	}
	if (!out->option && passed < q->n_groups)
		*out = (struct unmet){"-through", &filter->through[passed - leading],
				      passed > leading ? ", which it doesn't pass after those ahead"
						       : ", which it doesn't pass",
				      -1};
	if (!out->option && q->sink_ok && !q->sink_ok[sink])
		*out = (struct unmet){"-to", &filter->to, ", where it doesn't end", -1};
}

/* *met: a path of all these conditions. */
static enum status write_unmet(struct call *call, const struct worst_path *worst, bool *met)
{
	struct session *session = call->session;
	struct filter_context context = {.graph = whole_graph(session),
					 .netlist = session->design.netlist};
	RELEASED_BY(filter_query_release) struct filter_query query = {0};
	RELEASED_BY(text_release) struct text warnings = TEXT_INIT;
	FREED uint8_t *data_arc = NULL;
	struct unmet unmet;

	if (session->design.netlist)
		TRY(timing_filter_query(session->design.timing, &session_query(session)->filter,
					&warnings, &query, &data_arc));
	else
		TRY(filter_to_query(&session_query(session)->filter, &context, &query));
	find_unmet(&session_query(session)->filter, &query.query, context.graph, worst, &unmet);
	*met = !unmet.option;
	if (unmet.option) {
		text_add(call->out, "not listed: find_paths asks for ");
		filter_write_list(unmet.option, unmet.list, &context, call->out);
		text_add(call->out, unmet.words);
		if (unmet.state >= 0)
			write_state(session, unmet.state, call->out);
		text_add(call->out, "\n");
	}
	return STATUS_OK;
}

/* ---- labels ---- */

static void write_label(int32_t label, struct text *out)
{
	if (label == LABEL_FIRST)
		text_add(out, "max");
	else
		text_printf(out, "%" PRId32, label);
}

/* ": label max != 3, rank 4 != 3". What has label 0 is cut before the tests. */
static void write_tests(const struct label_cut *at, struct text *out)
{
	if (!at->label[0] || !at->label[1]) {
		text_printf(out, ": the label of its %s is 0", at->label[0] ? "head" : "tail");
		return;
	}
	text_add(out, ": label ");
	write_label(at->label[0], out);
	text_add(out, " != ");
	write_label(at->label[1], out);
	text_printf(out, ", rank %" PRId32 " != ", at->rank);
	write_label(at->label[1], out);
}

/* "WHOSE cut it at D -> F: label max != 3, rank 4 != 3"; *cut unless they leave it, which only `tell` says. */
static enum status write_cut(struct call *call, const char *whose, const struct worst_path *worst,
			     bool tell, bool *cut)
{
	struct session *session = call->session;
	struct text *out = call->out;
	struct label_cut at;

	TRY(label_find_cut(session_inquiry(session), worst->traces.vertex,
			   worst->traces.offset[1] - 1, &at));
	*cut = at.cut;
	if (!at.cut && !tell)
		return STATUS_OK;
	text_add(out, whose);
	if (!at.cut) {
		text_add(out, " leave it\n");
	} else if (at.conflict) {
		text_add(out, " cut everything: the ranks of its pins don't fall\n");
	} else if (at.from < 0) {
		text_add(out, " don't let paths begin where it begins, or end where it ends\n");
	} else {
		text_add(out, " cut it at ");
		write_state(session, at.from, out);
		text_add(out, " -> ");
		write_state(session, at.to, out);
		write_tests(&at, out);
		text_add(out, "\n");
	}
	return STATUS_OK;
}

static bool has_labels(const struct session *session)
{
	return session_inquiry(session) && session_inquiry(session)->labels &&
	       labels_stepper(session_inquiry(session)->labels)
		       ->ops->finished(labels_stepper(session_inquiry(session)->labels));
}

/* What those of find_paths -filter do. */
static enum status write_cut_of_list(struct call *call, const struct worst_path *worst, bool *cut)
{
	struct session *session = call->session;

	*cut = false;
	if (session_query(session)->filter.rule == RULE_EXACT)
		return STATUS_OK;
	if (!has_labels(session) ||
	    !path_filter_equal(&session_inquiry(session)->filter, &session_query(session)->filter))
		TRY(session_ask_labels(session, &session_query(session)->filter,
				       text_string(&session_query(session)->words), false));
	return write_cut(call, "not listed: the labels of find_paths", worst, false, cut);
}

/* And those of label_query, or of -filter here. */
static enum status write_cut_of_query(struct call *call, const struct worst_path *worst)
{
	struct session *session = call->session;
	RELEASED_BY(text_release) struct text whose = TEXT_INIT;
	bool cut;

	if (!has_labels(session))
		return STATUS_OK;
	text_printf(&whose, "the labels of %s", text_string(&session_inquiry(session)->words));
	return write_cut(call, text_string(&whose), worst, true, &cut);
}

/* ---- what keeps it out ---- */

/* After the k-th, outside of limits, or not found yet. */
static enum status write_beyond(struct call *call, const struct snap_search *search, int32_t level,
				int64_t slack)
{
	const struct search_options *options = &session_query(call->session)->options;
	int64_t n = snap_search_ranked(search, level), last = INT64_MIN;
	struct text *out = call->out;
	SNAP_HELD struct snap_rows *rows = NULL;

	if (n > 0) {
		TRY(search_rows(call->session->search, level, n - 1, 1, &rows));
		last = rows->row[0].slack;
	}
	text_add(out, "not listed: ");
	if (slack < options->slack_min || slack > options->slack_max) {
		text_add(out, "its slack is outside of -slack_min and -slack_max of find_paths\n");
	} else if (n >= search->k && slack >= last) {
		text_printf(out,
			    "%" PRId64 " paths were asked for, and the last has %s %s, %s less; "
			    "find_paths with a larger -max_paths, or with these conditions\n",
			    search->k,
			    search->snap.graph->objective == OBJECTIVE_COST ? "cost" : "slack",
			    PS(last), PS(slack - last));
	} else {
		text_printf(out, "the search is %s at this place of the timeline\n",
			    search_state_text(search->state));
	}
	return STATUS_OK;
}

static enum status write_endpoint(struct call *call, const struct snap_search *search,
				  int32_t level, const struct worst_path *worst)
{
	int64_t rank, slack = 0;

	TRY(find_endpoint(call->session, level, snap_search_ranked(search, level), worst, &rank,
			  &slack));
	if (rank < 0)
		text_add(call->out, "no path to its endpoint is listed\n");
	else
		text_printf(call->out,
			    "another path to its endpoint is listed: path %" PRId64 " has %s\n",
			    rank + 1, PS(slack));
	return STATUS_OK;
}

static enum status write_absent(struct call *call, const struct snap_search *search, int32_t level,
				const struct worst_path *worst)
{
	bool met = true, cut = false;

	TRY(write_unmet(call, worst, &met));
	if (met)
		TRY(write_cut_of_list(call, worst, &cut));
	if (met && !cut)
		TRY(write_beyond(call, search, level, worst->rows->row[0].slack));
	return write_endpoint(call, search, level, worst);
}

static enum status write_place(struct call *call, enum split split, const struct worst_path *worst)
{
	struct session *session = call->session;
	SNAP_HELD struct snap_search *search = NULL;
	struct text *out = call->out;
	int64_t rank = -1;
	int32_t level;

	text_printf(out, "there is such a path; the worst one, with %s %s:\n",
		    whole_graph(session)->objective == OBJECTIVE_COST ? "cost" : "slack",
		    PS(worst->rows->row[0].slack));
	write_points(session, worst, out);
	if (!session->search) {
		text_add(out, "not listed: no paths were searched; find_paths does\n");
		return STATUS_OK;
	}
	if (session_search_split(session) != split) {
		text_printf(out, "not listed: find_paths looked for %s paths\n",
			    split == EARLY ? "late" : "early");
		return STATUS_OK;
	}
	search = session_shown_search(session, &level);
	if (search->retimes && (level < 0 || !search->level[level].retimes)) {
		text_add(
			out,
			"not judged: at this place of the timeline the list is by bounds; goto last\n");
		return STATUS_OK;
	}
	TRY(find_rank(session, level, snap_search_ranked(search, level), worst, &rank));
	return rank >= 0 ? explain_listed(call, rank, false)
			 : write_absent(call, search, level, worst);
}

/* ---- what there is none of ---- */

static enum status write_stuck(struct call *call, const struct path_filter *filter)
{
	struct session *session = call->session;
	struct filter_context context = {.graph = whole_graph(session)};
	RELEASED_BY(filter_query_release) struct filter_query query = {0};
	int32_t group;

	TRY(filter_to_query(filter, &context, &query));
	TRY(path_query_stuck(context.graph, &query.query, &session->task, &group));
	text_add(call->out, "there is no such path: ");
	filter_write_stuck(filter, &context, &query.query, group, call->out);
	text_add(call->out, "\n");
	return STATUS_OK;
}

enum status explain_described(struct call *call, const struct path_filter *filter,
			      const char *words, enum split split)
{
	struct session *session = call->session;
	RELEASED_BY(worst_path_release) struct worst_path worst = {0};

	if (session->design.netlist) {
		TRY(session_need_timing(session));
		TRY(timing_read_values(session->design.timing));
	} else {
		TRY(session_check_split(session, split == EARLY));
	}
	if (filter->rule != RULE_EXACT)
		TRY(session_ask_labels(session, filter, words, false));
	TRY(find_worst_path(session, filter, split, &worst));
	if (!worst.n)
		return session->design.netlist ? explain_absence(call, filter, split)
					       : write_stuck(call, filter);
	TRY(write_place(call, split, &worst));
	return write_cut_of_query(call, &worst);
}
