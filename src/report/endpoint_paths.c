/*
 * What view Endpoints shows beside the slacks: where the worst path to each pin begins and how many failing
 * ones the search has found, and the worst path to one pin in full. The worst paths are searched from the
 * endpoints back, as those of report_checks are, which takes a device that nothing else computes on.
 */
#include <stdlib.h>

#include "base/grow.h"
#include "gpu/inspect/endpoint_list.h"
#include "gpu/inspect/histogram.h"
#include "gpu/inspect/timing_read.h"
#include "report/arithmetic.h"
#include "report/endpoint_paths.h"
#include "report/path_find.h"
#include "session/endpoints.h"
#include "session/search.h"

/* ---- searching ---- */

/* The worst path to each of these pins (NULL: to the n worst), one a pin: a request for a finder, to be released. */
static enum status make_query(const struct session *session, const struct endpoint_filter *filter,
			      const int32_t *pin, int64_t n, struct path_query_options *out)
{
	int32_t n_groups = session->design.timing->image->states->n_groups;

	*out = (struct path_query_options){.filter = PATH_FILTER_INIT,
					   .k = n,
					   .per_endpoint = 1,
					   .slack_min = INT64_MIN,
					   .slack_max = INT64_MAX,
					   .before_credit = filter->before};
	out->filter.to.given = pin != NULL;
	for (int64_t i = 0; pin && i < n; i++)
		TRY(point_list_add(&out->filter.to, (struct point){POINT_PIN, pin[i], EDGES_BOTH}));
	if (filter->group < 0)
		return STATUS_OK;
	TRY(ALLOC(&out->group_chosen, n_groups));
	out->group_chosen[filter->group] = 1;
	return STATUS_OK;
}

enum status session_find_worst_to(struct session *session, const struct endpoint_filter *filter,
				  const int32_t *pin, int64_t n, struct snap_rows **rows,
				  struct traces *traces)
{
	RELEASED_BY(path_query_release) struct path_query_options query = {0};
	RELEASED_BY(path_finder_end) struct path_finder finder = {0};
	int64_t n_found = 0;

	TRY(make_query(session, filter, pin, n, &query));
	TRY(path_finder_begin(&finder, session, &query, filter->split, NULL));
	TRY(path_finder_search(&finder, ALL_GROUPS, &n_found));
	return n_found ? path_finder_read(&finder, 0, n_found, rows, traces) : STATUS_OK;
}

/* ---- startpoints ---- */

/* The row of a pin; -1 = it has none. */
static int64_t find_pin(const int32_t *pin, int64_t n, int32_t wanted)
{
	while (--n >= 0 && pin[n] != wanted)
		;
	return n;
}

/* A row's path is the one with the row's slack, or its startpoint is left out. */
static enum status fill_starts(struct session *session, const struct endpoint_list *list,
			       const int32_t *pin, struct snap_endpoint_starts *starts)
{
	const struct state_graph *states = session->design.timing->image->states;
	struct endpoint_filter filter = session_endpoint_filter(session, &starts->asked.of);
	SNAP_HELD struct snap_rows *rows = NULL;

	TRY(session_find_worst_to(session, &filter, pin, list->n, &rows, NULL));
	for (int64_t i = 0; rows && i < rows->n; i++) {
		const struct snap_row *row = &rows->row[i];
		int64_t at = find_pin(pin, list->n, state_pin(states, row->endpoint));
		RELEASED_BY(text_release) struct text name = TEXT_INIT;

		if (at < 0 || starts->row[at].pin || row->slack != list->slack[at])
			continue;
		netlist_write_pin(states->timing->netlist, state_pin(states, row->startpoint), '/',
				  &name);
		starts->row[at].pin = copy_string(text_string(&name));
		if (!starts->row[at].pin)
			return STATUS_NO_MEMORY;
	}
	return STATUS_OK;
}

/* ---- failing paths ---- */

static bool counts_search(const struct session *session,
			  const struct endpoint_starts_request *asked)
{
	return session->search && asked->search == session_query(session)->serial &&
	       session_search_split(session) == asked->of.split;
}

/* The rows that the searched graph's sinks belong to; n for the others. */
static enum status place_sinks(const struct session *session, const int32_t *pin, int64_t n,
			       int32_t **out)
{
	const struct state_graph *states = session->design.timing->image->states;
	int32_t n_sinks = session->image->graph->n_sinks;
	FREED int32_t *row_of_pin = NULL;

	TRY(ALLOC(out, n_sinks));
	TRY(ALLOC(&row_of_pin, states->timing->netlist->n_pins));
	for (int64_t i = 0; i < n; i++)
		row_of_pin[pin[i]] = (int32_t)(i + 1);
	for (int32_t s = 0; s < n_sinks; s++) {
		int32_t state = states->graph->sink_vertex[session_sink(session, s)];
		int32_t row = row_of_pin[state_pin(states, state)];

		(*out)[s] = row ? row - 1 : (int32_t)n;
	}
	return STATUS_OK;
}

static enum status count_failing(struct session *session, const int32_t *pin,
				 struct snap_endpoint_starts *starts)
{
	FREED int32_t *place = NULL, *count = NULL;

	if (!counts_search(session, &starts->asked))
		return STATUS_OK;
	TRY(ALLOC(&count, starts->n));
	TRY(place_sinks(session, pin, starts->n, &place));
	TRY(search_count_failing(session->search, (int32_t)starts->asked.level, place,
				 (int32_t)starts->n, count));
	for (int64_t i = 0; i < starts->n; i++)
		starts->row[i].n_failing = count[i];
	return STATUS_OK;
}

/* ---- the rows of a window ---- */

static enum status fill_rows(struct session *session, struct snap_endpoint_starts *starts)
{
	struct timing *timing = session->design.timing;
	const struct state_graph *states = timing->image->states;
	struct endpoint_filter filter = session_endpoint_filter(session, &starts->asked.of);
	RELEASED_BY(endpoint_list_release) struct endpoint_list list = {0};
	FREED int32_t *pin = NULL;

	starts->first = starts->asked.first;
	TRY(endpoint_list_read(timing, session->view_queue, &filter, starts->asked.first,
			       starts->asked.n, &list));
	TRY(ALLOC_ALL(list.n, &starts->row, &pin));
	starts->n = list.n;
	for (int64_t i = 0; i < starts->n; i++)
		pin[i] = state_pin(states, states->graph->sink_vertex[list.sink[i]]);
	TRY(count_failing(session, pin, starts));
	starts->pending = !session->idle;
	return session->idle && list.n ? fill_starts(session, &list, pin, starts) : STATUS_OK;
}

/* Are there slacks to be listed? */
static bool has_slacks(const struct session *session, const struct endpoint_filter *filter)
{
	const struct timing *timing = session->design.timing;

	return timing && timing_has(timing, TIMING_CHECKS) &&
	       !session_endpoints_pending(session, filter);
}

static enum status fill_window(struct session *session, struct snap_endpoint_starts *starts)
{
	starts->pending = true;
	return has_slacks(session, &starts->asked.of) ? fill_rows(session, starts) : STATUS_OK;
}

/* ---- one path ---- */

/* Of the i-th path that was read. */
static enum status fill_points(const struct traces *traces, int64_t i, struct snap_path *path)
{
	int64_t first = traces->offset[i], n = traces->offset[i + 1] - first - 1;

	TRY(ALLOC(&path->point, n));
	path->n_points = n;
	for (int64_t p = first; p < first + n; p++)
		path->point[p - first] = (struct snap_point){
			.vertex = traces->vertex[p],
			.arrival = traces->arrival[p],
			.delay = p > first ? traces->arrival[p] - traces->arrival[p - 1] : 0,
		};
	path->required = traces->arrival[first + n];
	return STATUS_OK;
}

static enum status make_path(struct session *session, const struct endpoint_filter *filter,
			     const struct snap_row *row, const struct traces *traces,
			     struct snap_path *path)
{
	struct timing *timing = session->design.timing;
	struct device_credit credit;

	path->row = *row;
	path->common_pin = -1;
	TRY(fill_points(traces, 0, path));
	if (row->credit) {
		TRY(timing_credit(timing, filter->split, session->cppr, NULL, &credit));
		TRY(timing_common_pins(session->view_queue, &credit, &row->source, &row->sink, 1,
				       &path->common_pin));
	}
	return timing_fill_path(timing, session->view_queue, filter->split, NULL, path);
}

static enum status find_path(struct session *session, struct snap_endpoint_path *out)
{
	struct endpoint_filter filter = session_endpoint_filter(session, &out->asked.of);
	const struct netlist *netlist = session->design.timing->image->states->timing->netlist;
	int32_t pin = (int32_t)out->asked.pin;
	SNAP_HELD struct snap_rows *rows = NULL;
	RELEASED_BY(traces_release) struct traces traces = {0};

	if (pin < 0 || pin >= netlist->n_pins)
		return STATUS_OK; /* of another design */
	TRY(session_find_worst_to(session, &filter, &pin, 1, &rows, &traces));
	if (rows && rows->n) {
		TRY(snap_path_new(session->design.timing->image->states->graph, 0, &out->path));
		TRY(make_path(session, &filter, &rows->row[0], &traces, out->path));
	}
	return STATUS_OK;
}

static enum status fill_path(struct session *session, struct snap_endpoint_path *answer)
{
	const struct endpoint_path_request *asked = &answer->asked;

	answer->pending = !session->idle || !has_slacks(session, &asked->of);
	if (!answer->pending)
		TRY(find_path(session, answer));
	return answer->path ? arithmetic_fill(session, asked->first, asked->last, answer->path)
			    : STATUS_OK;
}

/* ---- of many ---- */

static enum status keep_paths(struct session *session, const struct snap_rows *rows,
			      const struct traces *traces, struct snap_path **path,
			      int64_t *n_found)
{
	for (int64_t i = 0; i < rows->n; i++) {
		TRY(snap_path_new(session->design.timing->image->states->graph, 0, &path[i]));
		*n_found = i + 1;
		path[i]->row = rows->row[i];
		TRY(fill_points(traces, i, path[i]));
	}
	return STATUS_OK;
}

enum status session_worst_paths(struct session *session, const struct endpoint_filter *choice,
				const int32_t *pin, int64_t n, struct snap_path ***path,
				int64_t *n_found)
{
	SNAP_HELD struct snap_rows *rows = NULL;
	RELEASED_BY(traces_release) struct traces traces = {0};
	enum status status;

	*path = NULL;
	*n_found = 0;
	if (n == 0)
		return STATUS_OK;
	status = session_find_worst_to(session, choice, pin, n, &rows, &traces);
	if (status == STATUS_OK && rows)
		status = ALLOC(path, rows->n);
	if (status == STATUS_OK && rows)
		status = keep_paths(session, rows, &traces, *path, n_found);
	for (int64_t i = 0; status != STATUS_OK && i < *n_found; i++)
		snap_unref(&(*path)[i]->snap);
	if (status != STATUS_OK) {
		RESET(free, *path);
		*n_found = 0;
	}
	return status;
}

ANSWER_BY(endpoint_starts, fill_window)
ANSWER_BY(endpoint_path, fill_path)

const struct session_part endpoint_paths_part = {
	.answer[READ_endpoint_starts] = answer_any_endpoint_starts,
	.answer[READ_endpoint_path] = answer_any_endpoint_path};
