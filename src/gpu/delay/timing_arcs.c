/* Reading the delays of the timing graph's arcs by the graph's arc numbers. */
#include <stdlib.h>

#include "base/grow.h"
#include "gpu/image/graph_args.h"
#include "gpu/timing/timing.h"

/* The order of the image's arcs, the other way round. */
static enum status download_places(struct queue *queue, const struct image *image, int32_t *place)
{
	struct invert_order_args invert = {.order = image->d_arc};
	int32_t n = image->device.n_arcs;
	enum status status;

	TRY(DEVICE_ALLOC(queue, "reading", &invert.place, n));
	LAUNCH(queue, invert_order, 32, &invert, n);
	queue_download(queue, place, invert.place, n * (int64_t)sizeof *place);
	status = queue_sync(queue);
	device_free(queue, invert.place);
	return status;
}

enum status timing_read_arc_places(struct timing *timing)
{
	const struct image *image = timing->image->delay_image;
	FREED int32_t *place = NULL;

	if (timing->arc_place)
		return STATUS_OK;
	TRY(ALLOC(&place, image->device.n_arcs));
	TRY(download_places(timing->queue, image, place));
	HAND_OVER(&timing->arc_place, place);
	return STATUS_OK;
}
