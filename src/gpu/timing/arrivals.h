/*
 * Levelization of a graph forwards, and the sweep of arrivals over its levels, as a stepper: what
 * graph-based analysis begins with ([SSTA], IV: a level is one more than the highest of its
 * fan-ins; [CPG-J], II).
 *
 * Levelization counts in-degrees down: vertices without fan-in are level 0 and the first frontier;
 * each arc out of the frontier takes one from the in-degree of its head, and heads at 0 are the
 * next frontier. The sweep then gives each vertex of a level the latest (or earliest) sum of a
 * tail's arrival and the arc's delay. Coarse steps are the levels of the one and then of the other,
 * fine ones about a kernel each.
 *
 * All results are the same on any device: levels, the order of vertices in them (by number),
 * arrivals, and which arc decides (the first of equal ones in the order of the image's fan-in).
 */
#ifndef GPU_TIMING_ARRIVALS_H
#define GPU_TIMING_ARRIVALS_H

#include "snap/stepper.h"
#include "gpu/image/image.h"
#include "snap/arrivals.h"

struct arrivals;

/*
 * Prepare the stepper on an image with the weights of the wanted split; they are copied, so the
 * image's may change later. The image must outlive the stepper. `queue` computes, `view_queue` (may
 * be the same) serves arrivals_read(). `serial` marks timeline and snapshots.
 */
enum status arrivals_begin(struct image *image, struct queue *queue, struct queue *view_queue,
			   int64_t serial, struct arrivals **out);
struct stepper *arrivals_stepper(struct arrivals *arrivals);

/* Late arrivals? False for early ones and for costs of an objective. */
bool arrivals_late(const struct arrivals *arrivals);
struct graph *arrivals_graph(const struct arrivals *arrivals);
int64_t arrivals_serial(const struct arrivals *arrivals);

/* The levels so far, [n]; sweep figures of the first *n_swept. Borrowed until the next step. */
int32_t arrivals_levels(const struct arrivals *arrivals, const struct arrival_level **level,
			int32_t *n_swept);

/* Answer a request, between two steps or within one from the task's breathe(). Ranges are cut to
 * the available data. Fails as the device does, or by STATUS_NO_MEMORY. */
enum status arrivals_read(struct arrivals *arrivals, const struct arrivals_request *wanted,
			  struct snap_arrivals **out);

#endif
