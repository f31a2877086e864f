/*
 * Parallel arrays on the device that grow together: the columns of a table whose rows become more.
 */
#ifndef GPU_DEVICE_COLUMNS_H
#define GPU_DEVICE_COLUMNS_H

#include "gpu/device/device.h"

enum { MAX_COLUMNS = 4 };

struct columns {
	const char *name; /* a string constant: what report_device calls the memory */
	int n;
	int64_t item_size[MAX_COLUMNS]; /* bytes */
	void *d[MAX_COLUMNS];           /* device, owned [capacity] each */
	int64_t capacity;               /* rows */
};

/*
 * Make room for `need` rows, keeping the first `keep`. When rows are kept and have to move this
 * waits for the copy; until then the old arrays are in place, so that concurrent readers find
 * them. On failure (STATUS_DEVICE_MEMORY, or what the queue failed with) nothing has changed, but
 * that rows that were not to be kept may be gone.
 */
enum status columns_reserve(struct queue *queue, struct columns *columns, int64_t need,
			    int64_t keep);
void columns_release(struct queue *queue, struct columns *columns);

/* Queue the copy of the first n rows of one to place `at` of another of the same columns. */
void columns_copy(struct queue *queue, const struct columns *from, int64_t n,
		  const struct columns *to, int64_t at);

#endif
