#include "snap/lab.h"

#include <stdlib.h>

#include "base/grow.h"

static void release(struct snap *snap)
{
	struct snap_lab *lab = (struct snap_lab *)snap;

	free(lab->count);
	free(lab->point);
}

enum status snap_lab_new(int64_t serial, int32_t width, int32_t height, int32_t n_points,
			 struct snap_lab **out)
{
	struct snap_lab *lab;

	TRY(snap_new((void **)&lab, sizeof *lab, release, NULL, serial));
	lab->width = width;
	lab->height = height;
	lab->n_points = n_points;
	if (ALLOC(&lab->count, (int64_t)width * height) != STATUS_OK ||
	    ALLOC(&lab->point, n_points) != STATUS_OK) {
		snap_unref(&lab->snap);
		return STATUS_NO_MEMORY;
	}
	*out = lab;
	return STATUS_OK;
}
