/* The field of a charge on a grid: see k_field.cu. */
#ifndef GPU_PLACE_FIELD_H
#define GPU_PLACE_FIELD_H

#include "gpu/device/device.h"
#include "gpu/place/place_args.h"

struct field {
	struct queue *queue; /* borrowed */
	struct field_axis axis[2];
	double step[2];                  /* frequencies of the transforms are multiples of these */
	double *d_spectrum, *d_along[2]; /* owned [bins] */
	int64_t *d_field[2];             /* owned [bins]: x and y, times 2^PLACE_FIELD_SHIFT */
};

/* Of 2^log[0] columns and 2^log[1] rows, each from 1 to PLACE_SIDE_SHIFT, whose bins are `aspect` times as high as wide. To be
 * closed also when this fails. */
enum status field_open(struct queue *queue, const int32_t log[2], double aspect, struct field *out);
void field_close(struct field *field); /* all zero is fine */

/*
 * Queue the field of three charges together, [bins] each: where a full bin has `full`, it is in widths of a bin. Values above `most` in size
 * are cut to it.
 */
void field_of(struct field *field, const int64_t *const charge[3], double full, double most);

#endif
