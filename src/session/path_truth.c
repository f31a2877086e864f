#include "session/path_truth.h"

#include <stdlib.h>

#include "base/grow.h"
#include "gpu/timing/timing_paths.h"
#include "session/labels.h"

void session_drop_truth(struct session *session)
{
	filter_query_release(&session_truth(session)->query);
	*session_truth(session) = (struct path_truth){0};
}

const struct session_part path_truth_part = {.size = sizeof(struct path_truth),
					     .drop = session_drop_truth};

static enum status make_query(struct session *session, struct filter_query *query)
{
	struct filter_context context = {.graph = session->base ? session->base->graph : NULL};
	RELEASED_BY(text_release) struct text warnings = TEXT_INIT; /* which the search has told */
	FREED uint8_t *data_arc = NULL;

	if (!session->design.netlist)
		return filter_to_query(&session_query(session)->filter, &context, query);
	return timing_filter_query(session->design.timing, &session_query(session)->filter,
				   &warnings, query, &data_arc);
}

enum status session_make_truth(struct session *session)
{
	session_drop_truth(session);
	if (session_query(session)->filter.rule == RULE_EXACT)
		return STATUS_OK;
	session_truth(session)->serial = session_query(session)->serial;
	return make_query(session, &session_truth(session)->query);
}

enum status session_count_false(struct session *session, const struct path_filter *filter,
				const char *words, int64_t k, bool early, struct label_counts *out)
{
	RELEASED_BY(label_paths_release) struct label_paths paths = {0};
	enum status status;

	TRY(session_ask_labels(session, filter, words, false));
	status = session_compare_label_paths(session, k, early, &paths);
	*out = paths.counts;
	if (!session->has_screen) /* steps without -of are still those of the search */
		board_set_stepper(session->board, STEPPER_SEARCH);
	return status;
}

/* Sources, sinks and vertices are of the searched part. */
static bool is_false(const struct session *session, const struct snap_row *row, int32_t *vertex,
		     int64_t n)
{
	const struct path_graph *part = session->paths ? session->paths->paths : NULL;
	struct snap_row whole = *row;

	if (part) {
		whole.source = part->source[row->source];
		whole.sink = part->sink[row->sink];
	}
	for (int64_t i = 0; i < n && part; i++)
		vertex[i] = part->vertex[vertex[i]];
	return !path_fulfils(&session_truth(session)->query.query, &whole, vertex, n);
}

/* Rows whose ranks follow each other are traced at once. */
static enum status judge_run(struct session *session, int32_t level, struct snap_row *row,
			     int64_t n)
{
	RELEASED_BY(traces_release) struct traces traces = {0};

	TRY(search_traces(session->search, level, row->rank, n, &traces));
	for (int64_t i = 0; i < traces.n_paths; i++)
		row[i].is_false = is_false(session, &row[i], traces.vertex + traces.offset[i],
					   traces.offset[i + 1] - traces.offset[i] - 1);
	return STATUS_OK;
}

enum status session_mark_false_rows(struct session *session, int32_t level, struct snap_rows *rows)
{
	int64_t n;

	if (session_truth(session)->serial != session_query(session)->serial)
		return STATUS_OK;
	for (int64_t i = 0; i < rows->n; i += n) {
		for (n = 1; i + n < rows->n && rows->row[i + n].rank == rows->row[i].rank + n; n++)
			;
		TRY(judge_run(session, level, &rows->row[i], n));
	}
	return STATUS_OK;
}
