/* Where drivers hand on what is at their loads. */
#include "algo/timing.h"

bool timing_has_waves(const struct timing *timing)
{
	return timing->settings.model == DELAY_DMP && timing->image->wires.pin_delay;
}

enum status timing_need_hand(struct timing *timing)
{
	struct timing_image *image = timing->image;
	struct device_timing *d = &image->device;
	int64_t n = N_SPLITS * ((int64_t)d->n_arcs + image->graph->n_latch_arcs);

	d->hand = NULL;
	if (!timing_has_waves(timing))
		return STATUS_OK;
	if (timing->varies_slews && timing->d_arc_increment)
		return status_fail(STATUS_FAILED,
				   "slews of dies aren't sampled by dmp_ceff_elmore; "
				   "set_delay_calculator elmore does");
	if (!image->d_hand)
		TRY(DEVICE_ALLOC(timing->queue, "timing", &image->d_hand, n));
	queue_fill(timing->queue, image->d_hand, UNWRITTEN_BYTE_F64,
		   n * (int64_t)sizeof *image->d_hand);
	d->hand = image->d_hand;
	return STATUS_OK;
}
