/*
 * Paths of a netlist that stay when the search that found them has ended: rows and points. They are of the
 * timing in which they were found.
 */
#ifndef REPORT_FOUND_PATHS_H
#define REPORT_FOUND_PATHS_H

#include "report/path_report.h"
#include "session/parts.h"

struct found_path {
	enum split split;
	bool unconstrained; /* of the timing with paths of which nothing is demanded */
	struct snap_row
		row;        /* startpoint, endpoint, source and sink are those of the state graph */
	int32_t common_pin; /* as in struct report_path */
	int64_t first, n;   /* its points: n from `first` on */
	bool retimed;       /* by path-based analysis: its points have slews and graph arrivals */
};

struct found_paths {
	int64_t n;
	struct found_path *path; /* owned [n] */
	int64_t n_points;
	int32_t *state;   /* owned [n_points], of the state graph */
	int64_t *arrival; /* owned [n_points] fs */
	/* owned [n_points], of paths re-timed, as in struct report_path; NULL = of others */
	double *slew;
	int64_t *graph;
	int64_t capacity, state_capacity, arrival_capacity, slew_capacity, graph_capacity;
	int64_t first_id; /* of path 0, for the names that scripts have of them */
	int64_t edition;  /* of the design's timings; see struct design */
};

/* The session's; first_id is 0 before they are first found. */
PART_DATA(struct found_paths, session_found, found_paths_part)

/* None is left; first_id goes on, so that no two paths have one name. */
void found_paths_release(struct found_paths *paths);

/* Append a copy of a path of a report's split and timing. STATUS_NO_MEMORY. */
enum status found_paths_add(struct found_paths *paths, const struct path_report *report,
			    const struct report_path *path);

/* Sort by slack, the worst first; equal ones keep their order. */
void found_paths_sort(struct found_paths *paths);

/* Path i; borrows it and its points. */
struct report_path found_paths_get(const struct found_paths *paths, int64_t i);

#endif
