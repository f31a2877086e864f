/* Endpoint pins by their slack, sorted on the device: only the rows that are asked for are copied to the host. */
#ifndef GPU_INSPECT_ENDPOINT_LIST_H
#define GPU_INSPECT_ENDPOINT_LIST_H

#include "gpu/timing/timing.h"
#include "snap/endpoints.h"

/* Rows first … first + n − 1 of those chosen, worst first; owned by the caller. */
struct endpoint_list {
	int64_t n_all, n_violated; /* pins that have a slack */
	int64_t n;
	int64_t *slack; /* fs */
	int32_t *sink;  /* of the state graph: the first with the pin's worst slack */
};

/*
 * With credit if such slacks are there (timing_slacks.h), or before it. On any queue between two updates of the
 * timing. Fails as the device does; to be released also then.
 */
enum status endpoint_list_read(struct timing *timing, struct queue *queue,
			       const struct endpoint_filter *filter, int64_t first, int64_t n,
			       struct endpoint_list *out);
void endpoint_list_release(struct endpoint_list *list);

/* The same of all sinks in their order, [n_sinks] each: the first sink of a pin has its worst slack, fs, and its
 * path group (NULL = not wanted); the others have FS_NONE_64 and -1, as pins without a slack do. */
enum status endpoint_values_read(struct timing *timing, struct queue *queue, enum split split,
				 bool before, int64_t *slack, int32_t *group);

#endif
