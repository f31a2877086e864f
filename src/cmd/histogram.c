#include "cmd/histogram.h"

#include <stdlib.h>

#include "base/grow.h"

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
		int32_t *group;
		enum status status;

		TRY(list_groups(states, paths ? paths->sink : NULL, n, &group));
		status = search_set_groups(session->search, states->n_groups, states->group, group,
					   NULL);
		free(group);
		TRY(status);
	}
	return search_histogram(session->search, level, query, out);
}

enum status finder_histogram(struct path_finder *finder, const struct histogram_query *query,
			     struct snap_histogram **out)
{
	const struct state_graph *states = finder->timing->image->states;
	const struct path_graph *paths = finder->image->paths;
	int32_t *group;
	enum status status;

	TRY(list_groups(states, paths->source, paths->graph->n_sources, &group));
	status = search_set_groups(finder->search, states->n_groups, states->group, NULL, group);
	free(group);
	TRY(status);
	return search_histogram(finder->search, LEVEL_NEWEST, query, out);
}

enum status session_histogram(struct session *session, const struct want *want,
			      struct snap_histogram **out)
{
	struct timing *timing = session->design.timing;

	if (want->histogram.quantity != HISTOGRAM_ENDPOINTS) {
		if (!session->search || want->serial != session->serial)
			return STATUS_FAILED;
		return session_path_histogram(session, want->level, &want->histogram, out);
	}
	if (!timing || timing->stage != TIMING_DONE)
		return STATUS_FAILED;
	return timing_histogram(timing, session->view_queue, &want->histogram, want->serial, out);
}
