/* Worst paths to endpoints, searched from the endpoints back. */
#ifndef REPORT_ENDPOINT_PATHS_H
#define REPORT_ENDPOINT_PATHS_H

#include "gpu/search/search.h"
#include "session/session.h"
#include "snap/endpoints.h"

/* The worst path to each of n pins that has one, by slack: *path is [*n_found], owned by the caller, with points of
 * the state graph but without what is timed. Searched on the device, so while nothing else computes there; of a design
 * with slacks. */
enum status session_worst_paths(struct session *session, const struct endpoint_filter *choice,
				const int32_t *pin, int64_t n, struct snap_path ***path,
				int64_t *n_found);

/* The same as rows and, unless NULL, traces, as path_finder_read() has them; *rows is NULL if there are none; `pin` NULL: to
 * the n worst endpoints. */
enum status session_find_worst_to(struct session *session, const struct endpoint_filter *filter,
				  const int32_t *pin, int64_t n, struct snap_rows **rows,
				  struct traces *traces);

#endif
