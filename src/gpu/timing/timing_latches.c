/*
 * Time borrowing: what leaves an open latch depends on what arrives there, which other latches may have
 * borrowed. So all is swept until nothing changes: departures only get later (late) and earlier
 * (early), each within its latch's pulse. Where a loop of latches gains time each round, that takes
 * too long; what still changes then is taken to borrow all it may, which is pessimistic.
 */
#include "gpu/timing/timing_latches.h"

#include "gpu/delay/delay_args.h"
#include "gpu/device/word_args.h"
#include "gpu/timing/timing_args.h"

enum {
	SLEW_SWEEPS = 64,  /* slews settle after a few latches in a row */
	MOST_SWEEPS = 256, /* as many latches in a row may borrow from each other */
};

static enum status read_changed(struct timing *timing, int32_t *n_changed)
{
	int32_t *d_changed = timing->image->latches.device.n_changed;

	queue_download(timing->queue, n_changed, d_changed, sizeof *n_changed);
	return queue_sync(timing->queue);
}

static void clear_changed(struct timing *timing)
{
	int32_t *d_changed = timing->image->latches.device.n_changed;

	queue_fill(timing->queue, d_changed, 0, sizeof *d_changed);
}

/* ---- delays ---- */

void timing_begin_slews(struct timing *timing)
{
	struct timing_image *image = timing->image;

	if (image->latches.n_outputs)
		queue_copy(timing->queue, (void *)image->device.is_given, image->latches.d_given,
			   image->device.n_states);
}

enum status timing_latch_delays(struct timing *timing, const struct device_timing *device,
				timing_sweep_fn *sweep)
{
	struct latch_image *l = &timing->image->latches;
	struct latch_delays_args args = {
		.timing = *device,
		.output = l->d_output,
		.input = l->d_input,
		.is_given = (uint8_t *)device->is_given,
		.n_changed = l->device.n_changed,
	};
	int32_t n_changed = 1;

	for (int i = 0; l->n_outputs && n_changed && i < SLEW_SWEEPS; i++) {
		if (i > 0)
			sweep(timing, device);
		clear_changed(timing);
		LAUNCH(timing->queue, latch_delays, 32, &args, l->n_outputs);
		TRY(read_changed(timing, &n_changed));
	}
	return STATUS_OK;
}

/* ---- departures ---- */

static void find_windows(struct timing *timing)
{
	struct timing_image *image = timing->image;
	struct latch_windows_args args = {image->device_states,  image->device.tables,
					  image->device.slew,    image->d_endpoint,
					  image->latches.device, timing->single};

	LAUNCH(timing->queue, latch_windows, 32, &args, image->latches.n_latches);
}

enum status timing_settle_latches(struct timing *timing, timing_arrive_fn *arrive)
{
	struct timing_image *image = timing->image;
	struct latch_image *l = &image->latches;
	struct latch_departures_args depart = {.states = image->device_states,
					       .endpoint = image->d_endpoint,
					       .latches = l->device,
					       .with_credit = timing->settings.forgives};
	struct set_departures_args set = {l->device, image->device_states.arrival};
	struct fill_times_args none = {.out = l->device.leaves, .value = FS_NONE_64};
	int32_t n_changed = 0;

	timing->n_endless = 0;
	arrive(timing, NULL);
	if (!l->n_departures)
		return STATUS_OK;
	LAUNCH(timing->queue, fill_times, 64, &none, (int64_t)l->n_departures * N_SPLITS);
	find_windows(timing);
	for (int32_t i = 0;; i++) {
		depart.ends = i > MOST_SWEEPS;
		clear_changed(timing);
		LAUNCH(timing->queue, latch_departures, 32, &depart, l->n_departures);
		TRY(read_changed(timing, &n_changed));
		if (!n_changed)
			return STATUS_OK;
		if (depart.ends)
			timing->n_endless += n_changed;
		arrive(timing, &set);
	}
}

void timing_latch_required(struct timing *timing)
{
	struct timing_image *image = timing->image;
	struct latch_image *l = &image->latches;
	struct latch_required_args args = {image->device_states, image->d_endpoint, l->device};
	int64_t n = image->device_states.n_sinks;

	if (!l->n_latches)
		return;
	queue_fill(timing->queue, l->device.sink_window, 0xff,
		   n * (int64_t)sizeof *l->device.sink_window);
	queue_fill(timing->queue, l->device.borrowed, 0, n * (int64_t)sizeof *l->device.borrowed);
	LAUNCH(timing->queue, latch_required, 32, &args, l->n_latches);
}
