/* The naive reference of path-based analysis: along each listed path with its own slews. */
#ifndef TESTS_LIB_NAIVE_RETIME_H
#define TESTS_LIB_NAIVE_RETIME_H

#include "naive_paths.h"

/* One path; false when a number is bad. Its credits stay what they are. */
struct naive_retimed {
	int64_t *arrival;                      /* owned [n_vertices] fs, at each vertex */
	double *slew;                          /* owned [n_vertices] ps; NAN = not told */
	int64_t required, slack, graph_slack;  /* fs, before credit */
	int64_t with_credit[N_NAIVE_CPPR + 1]; /* the slack, by enum naive_cppr */
	struct naive_measures by;
};

/* `cppr`: enum naive_cppr, or N_NAIVE_CPPR: by which AOCV knows where clocks part. */
bool naive_retime(struct naive *naive, const struct naive_path *path, int cppr,
		  struct naive_retimed *out);
void naive_retimed_release(struct naive_retimed *retimed);

#endif
