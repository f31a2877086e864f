/* The worst data path from one launch to the reference of a data check. */
#ifndef GPU_TIMING_TIMING_REFERENCES_H
#define GPU_TIMING_TIMING_REFERENCES_H

#include "gpu/timing/timing.h"

/* States from where a path begins to its end, with arrivals in the first period of the launching edge. */
struct timing_trace {
	int32_t n;
	int32_t *state;   /* owned [n] */
	int64_t *arrival; /* owned [n] fs */
	int64_t state_capacity, arrival_capacity;
};

/*
 * Of a sink that is a data check (endpoint_is_data_check()): the reference's path, which has the worst
 * arrival of those from its start, or of all where these aren't kept apart. timing_read() comes before.
 * STATUS_NO_MEMORY.
 */
enum status timing_trace_reference(struct timing *timing, int32_t sink, struct timing_trace *out);
void timing_trace_release(struct timing_trace *trace);

#endif
