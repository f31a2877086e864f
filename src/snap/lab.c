#include "snap/lab.h"

#include <stdlib.h>

#include "base/grow.h"

SNAP_OWNS(lab, snap->count, snap->point)

enum status snap_lab_new(int64_t serial, int32_t width, int32_t height, int32_t n_points,
			 struct snap_lab **out)
{
	SNAP_HELD struct snap_lab *lab = NULL;

	TRY(snap_new((void **)&lab, sizeof *lab, release_lab, NULL, serial));
	lab->width = width;
	lab->height = height;
	lab->n_points = n_points;
	TRY(ALLOC(&lab->count, (int64_t)width * height));
	TRY(ALLOC(&lab->point, n_points));
	HAND_OVER(out, lab);
	return STATUS_OK;
}
