/* Worst paths to endpoints, searched from the endpoints back. */
#ifndef REPORT_ENDPOINT_PATHS_H
#define REPORT_ENDPOINT_PATHS_H

#include "session/session.h"
#include "snap/endpoints.h"

/* The worst path to each of n pins that has one, by slack: *path is [*n_found], owned by the caller, with points of
 * the state graph but without what is timed. Searched on the device, so while nothing else computes there; of a design
 * with slacks. */
enum status session_worst_paths(struct session *session, const struct endpoint_filter *choice,
				const int32_t *pin, int64_t n, struct snap_path ***path,
				int64_t *n_found);

#endif
