/*
 * The readings: requests of the screen, each answered by a snapshot. Of each kind one request is
 * pending at a time, and a newer one replaces it. A kind is a line here, a request beside its
 * snapshot, and a part of the session (session/parts.h) that answers it; the board and the explorer
 * generate their typed functions from this list.
 *
 *	X(name, request, answer)
 *
 * Earlier lines are answered first.
 */
#ifndef SNAP_READINGS_H
#define SNAP_READINGS_H

#include "snap/arrivals.h"
#include "snap/changes.h"
#include "snap/candidates.h"
#include "snap/cone.h"
#include "snap/density_picture.h"
#include "snap/device.h"
#include "snap/endpoints.h"
#include "snap/frame.h"
#include "snap/histogram.h"
#include "snap/labels.h"
#include "snap/ssta.h"
#include "snap/lab.h"
#include "snap/pixels.h"
#include "snap/summary.h"
#include "snap/typed.h"
#include "snap/warp.h"

#define READINGS(X)                                                                                \
	X(typed, typed_request, snap_typed)                                                        \
	X(candidates, candidates_request, snap_candidates)                                         \
	X(rows, rows_request, snap_rows)                                                           \
	X(path, path_request, snap_path)                                                           \
	X(errors, errors_request, snap_errors)                                                     \
	X(summary, summary_request, snap_summary)                                                  \
	X(totals, totals_request, snap_totals)                                                     \
	X(endpoints, endpoints_request, snap_endpoints)                                            \
	X(endpoint_path, endpoint_path_request, snap_endpoint_path)                                \
	X(endpoint_starts, endpoint_starts_request, snap_endpoint_starts)                          \
	X(changes, changes_request, snap_changes)                                                  \
	X(walk, walk_request, snap_walk)                                                           \
	X(records, records_request, snap_records)                                                  \
	X(histogram, histogram_request, snap_histogram)                                            \
	X(match, match_request, snap_match)                                                        \
	X(device, device_request, snap_device)                                                     \
	X(cone_above, cone_request, snap_cone)                                                     \
	X(cone_below, cone_request, snap_cone)                                                     \
	X(through, through_request, snap_through)                                                  \
	X(density, density_request, snap_density_picture)                                          \
	X(labels, labels_request, snap_labels)                                                     \
	X(arrivals, arrivals_request, snap_arrivals)                                               \
	X(ssta, ssta_request, snap_ssta)                                                           \
	X(ssta_dies, ssta_dies_request, snap_ssta_dies)                                            \
	X(frame, frame_request, snap_frame)                                                        \
	X(pixels, pixels_request, snap_pixels)                                                     \
	X(lab, lab_request, snap_lab)                                                              \
	X(warp, warp_request, snap_warp)

enum reading_kind {
#define X(name, request, answer) READ_##name,
	READINGS(X)
#undef X
		N_READINGS
};

union request {
#define X(name, request, answer) struct request name;
	READINGS(X)
#undef X
};

/* Bytes of the request of a kind. */
size_t request_size(enum reading_kind kind);

#endif
