#include "report/found_paths.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/order.h"

void found_paths_release(struct found_paths *paths)
{
	FREE_ALL(paths->path, paths->state, paths->arrival, paths->slew, paths->graph);
	*paths = (struct found_paths){.first_id = paths->first_id + paths->n,
				      .edition = paths->edition};
}

enum status found_paths_add(struct found_paths *paths, const struct path_report *report,
			    const struct report_path *path)
{
	int64_t first = paths->n_points, end = first + path->n;

	TRY(GROW(&paths->path, &paths->capacity, paths->n + 1));
	TRY(GROW(&paths->state, &paths->state_capacity, end));
	TRY(GROW(&paths->arrival, &paths->arrival_capacity, end));
	memcpy(paths->state + first, path->state, (size_t)path->n * sizeof *paths->state);
	memcpy(paths->arrival + first, path->arrival, (size_t)path->n * sizeof *paths->arrival);
	if (path->slew) {
		TRY(GROW(&paths->slew, &paths->slew_capacity, end));
		TRY(GROW(&paths->graph, &paths->graph_capacity, end));
		memcpy(paths->slew + first, path->slew, (size_t)path->n * sizeof *paths->slew);
		memcpy(paths->graph + first, path->graph, (size_t)path->n * sizeof *paths->graph);
	}
	paths->path[paths->n++] = (struct found_path){
		.split = report->split,
		.unconstrained = (report->states->made_by - 1) & STATES_UNCONSTRAINED,
		.row = *path->row,
		.common_pin = path->common_pin,
		.first = first,
		.n = path->n,
		.retimed = path->slew != NULL,
	};
	paths->n_points = end;
	return STATUS_OK;
}

/* They were added in the order of their points. */
static int compare_slacks(const void *a, const void *b)
{
	const struct found_path *x = a, *y = b;

	return ORDER(x->row.slack, y->row.slack) ?: ORDER(x->first, y->first);
}

void found_paths_sort(struct found_paths *paths)
{
	if (paths->n)
		qsort(paths->path, (size_t)paths->n, sizeof *paths->path, compare_slacks);
}

struct report_path found_paths_get(const struct found_paths *paths, int64_t i)
{
	const struct found_path *path = &paths->path[i];

	return (struct report_path){
		.row = &path->row,
		.n = path->n,
		.state = paths->state + path->first,
		.arrival = paths->arrival + path->first,
		.common_pin = path->common_pin,
		.slew = path->retimed ? paths->slew + path->first : NULL,
		.graph = path->retimed ? paths->graph + path->first : NULL,
	};
}

static void drop_found(struct session *session)
{
	found_paths_release(session_found(session));
}

const struct session_part found_paths_part = {
	.size = sizeof(struct found_paths), .drop = drop_found, .drops_at = LOSS_PATHS};
