/* Annotated delays, checks and slews as part of a design's timing. */
#ifndef GPU_TIMING_TIMING_ANNOTATIONS_H
#define GPU_TIMING_TIMING_ANNOTATIONS_H

#include "gpu/timing/timing.h"
#include "db/annotations.h"

/* The key of an arc of the timing graph (those through latches come after the others), and of a check. */
struct annotation_key timing_arc_key(const struct timing_graph *graph, int32_t arc);
struct annotation_key timing_check_key(const struct check *check);

/* From now on these are annotated (only read; NULL = none), and what follows from what has changed is out of
 * date. */
enum status timing_set_annotations(struct timing *timing, const struct annotations *annotations);
/* The same where only those with these keys, whatever their values, may be others than before: then only what follows
 * from them is. Where that would take longer, or isn't possible, *done is false and nothing has changed. */
enum status timing_change_annotations(struct timing *timing, const struct annotations *annotations,
				      const struct annotations *changed, bool *done);
/* After timing_restate(), of those that were annotated before: set again what went with states and with the image of the timing
 * graph. */
enum status timing_renew_annotations(struct timing *timing, const struct annotations *annotations);

#endif
