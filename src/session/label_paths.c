/* Compares the k worst paths in the labels' subgraph with the k worst that fulfil the query. */
#include <stdlib.h>

#include "gpu/labels/device_labels.h"
#include "gpu/labels/graph_paths.h"
#include "gpu/timing/timing_paths.h"
#include "base/grow.h"
#include "session/labels.h"

/* One of the two searches: what it runs on, and what of it belongs to whom. */
struct side {
	struct path_image *image; /* owned, or of `parts` */
	struct graph_paths parts; /* of a graph that was read */
	struct search *search;    /* owned */
	struct snap_rows *rows;   /* owned reference */
	struct traces *traces;    /* borrowed */
};

static void side_release(struct session *session, struct side *side)
{
	if (side->search)
		search_stepper(side->search)->ops->end(search_stepper(side->search));
	snap_unref(side->rows ? &side->rows->snap : NULL);
	if (session->design.netlist)
		path_image_free(side->image);
	else
		graph_paths_release(&side->parts);
}

static enum status make_image(struct session *session, const struct path_filter *filter, bool early,
			      struct side *side)
{
	struct timing *timing = session->design.timing;
	RELEASED_BY(text_release) struct text warnings = TEXT_INIT; /* which label_query has told */

	if (session->design.netlist) {
		TRY(timing_bound_paths(timing));
		TRY(timing_new_paths(timing, filter, false, &warnings, &session->task,
				     &side->image));
		TRY(timing_weigh_paths(timing, side->image, early ? EARLY : LATE, false));
	} else {
		graph_paths_init(&side->parts, session->base);
		TRY(graph_path_image(&side->parts, filter, &warnings, &session->task,
				     &side->image));
	}
	return path_image_need_paths(side->image);
}

/* Sources, sinks and vertices of the searched part as those of all of it. */
static void translate(struct side *side)
{
	const struct path_graph *paths = side->image->paths;
	struct traces *t = side->traces;

	for (int64_t i = 0; i < t->n_paths; i++) {
		struct snap_row *row = &side->rows->row[i];

		for (int64_t p = t->offset[i]; p < t->offset[i + 1] - 1; p++)
			t->vertex[p] = paths->vertex[t->vertex[p]];
		row->source = paths->source[row->source];
		row->sink = paths->sink[row->sink];
	}
}

static enum status find(struct session *session, const struct path_filter *filter, int64_t k,
			bool early, struct side *side)
{
	struct search_options options = SEARCH_OPTIONS_INIT;
	struct stepper *stepper;

	options.k = k;
	options.early = early;
	TRY(make_image(session, filter, early, side));
	TRY(search_begin(side->image->image, session->queue, session->view_queue, &options, 0,
			 &side->search));
	stepper = search_stepper(side->search);
	while (!stepper->ops->finished(stepper))
		TRY(stepper->ops->step(stepper, GRAIN_COARSE));
	TRY(search_rows(side->search, LEVEL_NEWEST, 0, k, &side->rows));
	TRY(search_traces(side->search, LEVEL_NEWEST, 0, k, side->traces));
	translate(side);
	return STATUS_OK;
}

bool path_fulfils(const struct path_query *q, const struct snap_row *row, const int32_t *vertex,
		  int64_t n)
{
	int32_t passed = q->source_passed ? q->source_passed[row->source] : 0;

	if ((q->source_ok && !q->source_ok[row->source]) || (q->sink_ok && !q->sink_ok[row->sink]))
		return false;
	for (int64_t i = 0; i < n; i++) {
		if (q->vertex_ok && !q->vertex_ok[vertex[i]])
			return false;
		while (passed < q->n_groups && q->vertex_groups[vertex[i]] >> passed & 1)
			passed++;
		if (q->first_at_once && i == 1 && passed == 0)
			return false;
	}
	return passed >= q->n_groups;
}

/* The region of a vertex by its label; of equal ones the last, the one past the end is what has none. */
static int32_t region_of(const struct label_inquiry *q, const struct labels_state *state,
			 int32_t vertex)
{
	int32_t label = state->label[vertex], r = q->asked.n;

	if (label == LABEL_FIRST || label == 0)
		return label ? 0 : r + 1;
	while (r > 0 && state->rank[q->asked.pin[r - 1].pin] != label)
		r--;
	return r;
}

/*
 * The point of a false path from which the arc leads that admitted it: the first one into a region that is entered by
 * a pin which the path hasn't passed. Where it begins in such a region this is its first arc, where it ends too early
 * the last one.
 */
static int32_t admitting_point(const struct label_inquiry *q, const struct labels_state *state,
			       const int32_t *path, int64_t n)
{
	int32_t n_edges = q->space->n_edges, passed = 0;

	for (int64_t i = 0; i < n; i++) {
		int32_t v = label_vertex(q, path[i]);
		const struct label_pin *pin = &q->asked.pin[passed];

		if (region_of(q, state, v) > passed)
			return i ? (int32_t)i - 1 : 0;
		passed += passed < q->asked.n && pin->pin == v / n_edges &&
			  (n_edges == 1 || pin->edges >> v % n_edges & 1);
	}
	return n > 1 ? (int32_t)n - 2 : 0;
}

static void mark_false(const struct label_inquiry *q, const struct labels_state *state,
		       const struct side *side, struct label_paths *out)
{
	const struct traces *t = &out->found;

	for (int64_t i = 0; i < t->n_paths; i++) {
		const int32_t *path = t->vertex + t->offset[i];
		int64_t n = t->offset[i + 1] - t->offset[i] - 1;

		out->is_false[i] = !path_fulfils(&q->query.query, &side->rows->row[i], path, n);
		if (out->is_false[i])
			out->admitted[i] = admitting_point(q, state, path, n);
		out->counts.n_false += out->is_false[i];
	}
}

/* An arc is cut by what its ends are, so those of one pair of states all are or none is. */
static bool is_kept(const struct label_inquiry *q, const struct labels_state *state, int32_t from,
		    int32_t to)
{
	int32_t u = label_vertex(q, from), v = label_vertex(q, to);

	return state->label[u] && state->label[v] &&
	       (state->label[u] == state->label[v] ||
		state->rank[u / q->space->n_edges] == state->label[v]);
}

static void mark_lost(const struct label_inquiry *q, const struct side *side,
		      const struct labels_state *state, const struct label_result *ends,
		      struct label_paths *out)
{
	const struct traces *t = &out->exact;

	for (int64_t i = 0; i < t->n_paths; i++) {
		const struct snap_row *row = &side->rows->row[i];
		bool kept = ends->source_ok[row->source] && ends->sink_ok[row->sink];

		for (int64_t p = t->offset[i]; p < t->offset[i + 1] - 2; p++)
			kept = kept && is_kept(q, state, t->vertex[p], t->vertex[p + 1]);
		out->is_lost[i] = !kept;
		out->counts.n_lost += !kept;
	}
}

static enum status compare(struct session *session, int64_t k, bool early, struct side *found,
			   struct side *exact, struct label_paths *out)
{
	struct label_inquiry *q = session_inquiry(session);
	RELEASED_BY(path_filter_release) struct path_filter filter = PATH_FILTER_INIT;
	RELEASED_BY(labels_state_release) struct labels_state state = {0};
	RELEASED_BY(label_result_release) struct label_result ends = {0};

	TRY(find(session, &q->filter, k, early, found));
	TRY(path_filter_copy(&filter, &q->filter));
	filter.rule = RULE_EXACT;
	TRY(find(session, &filter, k, early, exact));
	out->counts.n_found = out->found.n_paths;
	out->counts.n_exact = out->exact.n_paths;
	TRY(ALLOC(&out->is_false, out->counts.n_found));
	TRY(ALLOC(&out->is_lost, out->counts.n_exact));
	TRY(ALLOC(&out->admitted, out->counts.n_found));
	TRY(labels_read(q->labels, &state));
	mark_false(q, &state, found, out);
	TRY(labels_result(q->labels, &ends));
	mark_lost(q, exact, &state, &ends, out);
	return STATUS_OK;
}

enum status session_find_worst(struct session *session, const struct path_filter *filter,
			       bool early, struct snap_rows **rows, struct traces *traces)
{
	struct side side = {.traces = traces};
	enum status status;

	side.parts.filter = (struct path_filter)PATH_FILTER_INIT;
	status = find(session, filter, 1, early, &side);
	*rows = NULL;
	if (status == STATUS_OK) {
		HAND_OVER(rows, side.rows);
	}
	side_release(session, &side);
	return status;
}

static void find_cut(const struct label_inquiry *q, const struct labels_state *state,
		     const int32_t *path, int64_t n, struct label_cut *out)
{
	for (int64_t i = 0; i + 1 < n; i++) {
		int32_t u = label_vertex(q, path[i]), v = label_vertex(q, path[i + 1]);

		if (is_kept(q, state, path[i], path[i + 1]))
			continue;
		out->cut = true;
		out->from = path[i];
		out->to = path[i + 1];
		out->rank = state->rank[u / q->space->n_edges];
		out->label[0] = state->label[u];
		out->label[1] = state->label[v];
		return;
	}
}

/* Is the state one where labels let paths begin, or end? */
static bool is_end_kept(const int32_t *at, int32_t n, const uint8_t *ok, int32_t state)
{
	return ANY(i, 0, n, at[i] == state && ok[i]);
}

enum status label_find_cut(struct label_inquiry *q, const int32_t *path, int64_t n,
			   struct label_cut *out)
{
	RELEASED_BY(labels_state_release) struct labels_state state = {0};
	RELEASED_BY(label_result_release) struct label_result ends = {0};

	*out = (struct label_cut){.from = -1, .to = -1};
	if (!q->labels || !labels_stepper(q->labels)->ops->finished(labels_stepper(q->labels)))
		return status_fail(STATUS_FAILED, "there are no labels, or not yet all of them");
	out->conflict = labels_conflict(q->labels) >= 0;
	out->cut = out->conflict;
	TRY(labels_read(q->labels, &state));
	if (!out->cut)
		find_cut(q, &state, path, n, out);
	if (!out->cut)
		TRY(labels_result(q->labels, &ends));
	if (!out->cut)
		out->cut = !is_end_kept(q->graph->source_vertex, q->graph->n_sources,
					ends.source_ok, path[0]) ||
			   !is_end_kept(q->graph->sink_vertex, q->graph->n_sinks, ends.sink_ok,
					path[n - 1]);
	return STATUS_OK;
}

enum status session_compare_label_paths(struct session *session, int64_t k, bool early,
					struct label_paths *out)
{
	struct side found = {.traces = &out->found}, exact = {.traces = &out->exact};
	struct label_inquiry *q = session_inquiry(session);
	enum status status;

	*out = (struct label_paths){0};
	if (!q || !q->labels ||
	    !labels_stepper(q->labels)->ops->finished(labels_stepper(q->labels)))
		return status_fail(STATUS_FAILED, "there are no labels, or not yet all of them");
	found.parts.filter = exact.parts.filter = (struct path_filter)PATH_FILTER_INIT;
	status = compare(session, k, early, &found, &exact, out);
	side_release(session, &found);
	side_release(session, &exact);
	return status;
}

enum status session_need_false_paths(struct session *session, const struct label_paths **out)
{
	struct label_inquiry *q = session_inquiry(session);
	struct stepper *labels = q && q->labels ? labels_stepper(q->labels) : NULL;
	enum status status;

	*out = NULL;
	if (!labels || q->filter.rule != RULE_PAPER || !labels->ops->finished(labels) || q->shown)
		return STATUS_OK;
	if (!q->paths) {
		TRY(ALLOC(&q->paths, 1));
		status = session_compare_label_paths(session, MOST_FALSE, false, q->paths);
		if (status != STATUS_OK) {
			label_paths_release(q->paths);
			RESET(free, q->paths);
			return status;
		}
	}
	*out = q->paths;
	return STATUS_OK;
}

void label_write_path(const struct label_inquiry *q, const int32_t *state, int64_t n,
		      struct text *out)
{
	for (int64_t i = 0; i < n; i++) {
		text_add(out, i ? " " : "");
		label_write_vertex(q->graph, label_vertex(q, state[i]), out);
	}
}

void label_paths_release(struct label_paths *paths)
{
	FREE_ALL(paths->is_false, paths->is_lost, paths->admitted);
	traces_release(&paths->found);
	traces_release(&paths->exact);
}
