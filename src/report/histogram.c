#include "report/histogram.h"

#include <stdlib.h>

#include "gpu/credit/timing_slacks.h"
#include "base/grow.h"
#include "report/all_paths.h"
#include "session/search.h"

/* The path group of each of n sinks of the state graph; sink NULL = of the first n. */
static enum status list_groups(const struct state_graph *states, const int32_t *sink, int32_t n,
			       int32_t **group)
{
	TRY(ALLOC(group, n));
	for (int32_t s = 0; s < n; s++) {
		const struct endpoint *endpoint = &states->endpoint[sink ? sink[s] : s];

		(*group)[s] = states->relation[endpoint->relation].group;
	}
	return STATUS_OK;
}

enum status session_path_histogram(struct session *session, int32_t level,
				   const struct histogram_query *query, struct snap_histogram **out)
{
	const struct timing *timing = session->design.timing;
	const struct path_graph *paths = session->paths ? session->paths->paths : NULL;

	if (timing && !search_has_groups(session->search)) {
		const struct state_graph *states = timing->image->states;
		int32_t n = paths ? paths->graph->n_sinks : states->graph->n_sinks;
		FREED int32_t *group = NULL;

		TRY(list_groups(states, paths ? paths->sink : NULL, n, &group));
		TRY(search_set_groups(session->search, states->n_groups, states->group, group));
	}
	return search_histogram(session->search, level, query, out);
}

/* Of all path groups, or of one. */
static enum status count_endpoints(struct session *session, const struct histogram_request *wanted,
				   struct histogram_query *query, struct snap_histogram **out)
{
	struct timing *timing = session->design.timing;
	int32_t n_groups = timing->image->states->n_groups;
	FREED uint8_t *chosen = NULL;

	if (wanted->group > 0 && wanted->group <= n_groups) {
		TRY(ALLOC(&chosen, n_groups));
		chosen[wanted->group - 1] = 1;
		query->chosen = chosen;
	}
	return timing_histogram(timing, session->view_queue, query, wanted->serial, out);
}

/* About the newest search, or the timing as it is. */
static enum status answer_histogram(struct session *session, const struct histogram_request *wanted,
				    struct snap_histogram **out)
{
	struct histogram_query query = {.quantity = wanted->quantity,
					.split = wanted->split,
					.before = wanted->before != 0,
					.max_bins = wanted->max_bins,
					.low = wanted->low,
					.high = wanted->high};
	struct timing *timing = session->design.timing;

	if (query.quantity == HISTOGRAM_ALL && !session->design.netlist && session->base)
		return session_read_all_paths(session, wanted, out);
	if (query.quantity != HISTOGRAM_ENDPOINTS && query.quantity != HISTOGRAM_ALL) {
		if (!session->search || wanted->serial != session_query(session)->serial)
			return STATUS_FAILED;
		return session_path_histogram(session, wanted->level, &query, out);
	}
	if (!timing || !timing_has(timing, TIMING_CHECKS))
		return STATUS_FAILED;
	if (query.quantity == HISTOGRAM_ALL)
		return session_read_all_paths(session, wanted, out);
	TRY(session_find_slacks(session));
	if (!query.before && session_removes_pessimism(session) &&
	    !timing_has_slacks(timing, session->cppr))
		return STATUS_FAILED;                        /* pending */
	query.before |= !session_removes_pessimism(session); /* it may be switched off */
	TRY(count_endpoints(session, wanted, &query, out));
	(*out)->query.before = wanted->before != 0;
	(*out)->group = wanted->group;
	return STATUS_OK;
}

ANSWER(histogram, snap_histogram)

const struct session_part histogram_part = {.answer[READ_histogram] = answer_any_histogram};
