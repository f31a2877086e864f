/* The delays of the timing graph's arcs, by the graph's own numbers. */
#include <stdlib.h>

#include "algo/timing.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "gpu/kernels/kernels.h"

enum status timing_read_arc_places(struct timing *timing)
{
	const struct image *image = timing->image->delay_image;
	int32_t n = image->device.n_arcs, *graph_arc, *place;
	enum status status;

	if (timing->arc_place)
		return STATUS_OK;
	TRY(ALLOC(&graph_arc, n));
	status = ALLOC(&place, n);
	if (status == STATUS_OK) {
		queue_download(timing->queue, graph_arc, image->d_arc,
			       n * (int64_t)sizeof *graph_arc);
		status = queue_sync(timing->queue);
	}
	if (status == STATUS_OK) {
		OVER_ITEMS(i, n)
		place[graph_arc[i]] = (int32_t)i;
		timing->arc_place = place;
		place = NULL;
	}
	free(graph_arc);
	free(place);
	return status;
}

int64_t timing_graph_arc_delay(const struct timing *timing, int32_t arc, enum split split)
{
	int32_t delay = timing->delay[N_SPLITS * (int64_t)timing->arc_place[arc] + split];

	return delay == DELAY_NONE ? FS_NONE_64 : delay;
}
