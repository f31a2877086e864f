#include "algo/timing_touched.h"

#include <stdlib.h>

#include "base/grow.h"

static const char memory_name[] = "edits";

enum { TOUCH_BITS = 64 };

struct touched {
	struct device_touched device; /* owned */
	/* Where the words of each level are, in the order of a sweep: of the delay image forward; of the image
	 * forward, and backward by parts. Device, owned */
	int32_t *d_delay_row, *d_arrival_row, *d_required_row;
	bool weights; /* are there weights that aren't up to date? */
	int64_t n_growth;
	int64_t *growth; /* owned, host [n_growth] */
	enum timing_stage
		first;   /* what would have to be computed of all, if it weren't by touches */
	int64_t largest; /* as the timing had it before: -1 = not known */
};

static int64_t words_of(int64_t bits)
{
	return (bits + TOUCH_BITS - 1) / TOUCH_BITS;
}

void touched_free(struct queue *queue, struct touched *touched)
{
	struct device_touched *d;

	if (!touched)
		return;
	d = &touched->device;
	void *arrays[] = {d->delay,
			  d->arrival,
			  d->required,
			  d->ends,
			  d->weights,
			  d->all_ends,
			  (void *)d->captures,
			  (void *)d->slew_captures,
			  d->growth,
			  touched->d_delay_row,
			  touched->d_arrival_row,
			  touched->d_required_row};

	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
		device_free(queue, arrays[i]);
	free(touched->growth);
	free(touched);
}

/* ---- making it ---- */

static enum status alloc_bits(struct queue *queue, int64_t n, uint64_t **d_bits)
{
	TRY(DEVICE_ALLOC(queue, memory_name, d_bits, words_of(n)));
	queue_fill(queue, *d_bits, 0, words_of(n) * (int64_t)sizeof **d_bits);
	return STATUS_OK;
}

static enum status find_captures(struct timing *timing, struct touched *t)
{
	const struct timing_image *image = timing->image;
	struct capture_bits_args args = {.endpoint = image->d_endpoint};

	TRY(alloc_bits(timing->queue, image->device_states.n_states, &args.captures));
	t->device.captures = args.captures;
	TRY(alloc_bits(timing->queue, image->device.n_states, &args.slew_captures));
	t->device.slew_captures = args.slew_captures;
	LAUNCH(timing->queue, capture_bits, 32, &args, image->device_states.n_sinks);
	return STATUS_OK;
}

static enum status make(struct timing *timing, struct touched *t)
{
	const struct timing_image *image = timing->image;
	const struct image *delays = image->delay_image, *states = image->image;
	struct queue *queue = timing->queue;

	TRY(image_upload_words(queue, delays->level_row, delays->n_levels, true, &t->d_delay_row));
	TRY(image_upload_words(queue, states->level_row, states->n_levels, true,
			       &t->d_arrival_row));
	TRY(image_upload_words(queue, states->part_row, 2 * states->n_levels, false,
			       &t->d_required_row));
	TRY(alloc_bits(queue, delays->device.n_states, &t->device.delay));
	TRY(alloc_bits(queue, states->device.n_states, &t->device.arrival));
	TRY(alloc_bits(queue, states->device.n_states, &t->device.required));
	TRY(alloc_bits(queue, states->device.n_states, &t->device.weights));
	TRY(alloc_bits(queue, states->device.n_sinks, &t->device.ends));
	TRY(DEVICE_ALLOC(queue, memory_name, &t->device.all_ends, 1));
	t->n_growth = delays->n_levels + 2;
	TRY(ALLOC(&t->growth, t->n_growth));
	TRY(DEVICE_ALLOC(queue, memory_name, &t->device.growth, t->n_growth));
	TRY(find_captures(timing, t));
	return image->states->is_timing_graph ? queue_sync(queue)
					      : timing_need_vertex_states(timing, queue);
}

static enum status need_touched(struct timing *timing)
{
	struct touched *t;
	enum status status;

	if (timing->touched)
		return STATUS_OK;
	TRY(ALLOC(&t, 1));
	status = make(timing, t);
	if (status != STATUS_OK) {
		queue_sync(timing->queue);
		touched_free(timing->queue, t);
		return status;
	}
	timing->touched = t;
	return STATUS_OK;
}

/* Nothing is touched. */
static void clear(struct timing *timing)
{
	const struct timing_image *image = timing->image;
	struct touched *t = timing->touched;
	struct queue *queue = timing->queue;
	int64_t size = sizeof *t->device.delay;

	queue_fill(queue, t->device.delay, 0, words_of(image->device.n_states) * size);
	queue_fill(queue, t->device.arrival, 0, words_of(image->device_states.n_states) * size);
	queue_fill(queue, t->device.required, 0, words_of(image->device_states.n_states) * size);
	queue_fill(queue, t->device.ends, 0, words_of(image->device_states.n_sinks) * size);
	queue_fill(queue, t->device.all_ends, 0, sizeof *t->device.all_ends);
	queue_fill(queue, t->device.growth, 0, t->n_growth * (int64_t)sizeof *t->growth);
	t->first = TIMING_DONE;
	t->largest = timing->largest;
}

/* ---- what is touched ---- */

bool timing_can_touch(const struct timing *timing)
{
	const struct timing_image *image = timing->image;

	return timing->stage >= TIMING_TOUCHED && !image->graph->n_latch_arcs &&
	       !image->latches.n_departures && !image->latches.n_latches &&
	       !image->references.n_cones && !timing->d_arc_increment && !timing->single &&
	       !timing->underated;
}

static enum timing_stage stage_of(enum touch touch)
{
	static const enum timing_stage stage[] = {
		[TOUCH_DELAYS] = TIMING_DELAYS,     [TOUCH_BEHIND_SLEW] = TIMING_DELAYS,
		[TOUCH_ARRIVALS] = TIMING_ARRIVALS, [TOUCH_ENDS] = TIMING_CHECKS,
		[TOUCH_LEAVING] = TIMING_CHECKS,
	};

	return stage[touch];
}

static void fill_args(const struct timing *timing, enum touch touch, struct touch_states_args *args)
{
	const struct device_touched *d = &timing->touched->device;
	const struct device_timing *delays = &timing->image->device;
	const struct image *image = timing->image->delay_image;

	args->own = touch == TOUCH_DELAYS     ? d->delay
		    : touch == TOUCH_ARRIVALS ? d->arrival
		    : touch == TOUCH_ENDS     ? d->ends
		    : touch == TOUCH_LEAVING  ? d->required
					      : NULL;
	args->heads = touch == TOUCH_BEHIND_SLEW ? d->delay : NULL;
	args->row = image->device.row;
	args->to = image->device.to;
	args->first_sink = delays->first_sink;
	args->n_sinks = delays->n_sinks;
}

enum status timing_touch(struct timing *timing, enum touch touch, const int32_t *item, int32_t n)
{
	struct touch_states_args args = {0};
	enum timing_stage stage = stage_of(touch);
	int32_t *d_item = NULL;
	enum status status;

	if (!n)
		return STATUS_OK;
	if (!timing_can_touch(timing)) {
		timing_outdate(timing, stage);
		return STATUS_OK;
	}
	TRY(need_touched(timing));
	if (timing->stage == TIMING_DONE)
		clear(timing);
	if (stage < timing->touched->first)
		timing->touched->first = stage;
	timing_outdate(timing, TIMING_TOUCHED);
	fill_args(timing, touch, &args);
	status = DEVICE_ALLOC(timing->queue, memory_name, &d_item, n);
	if (status == STATUS_OK) {
		queue_upload(timing->queue, d_item, item, n * (int64_t)sizeof *item);
		args.state = d_item;
		LAUNCH(timing->queue, touch_states, 32, &args, n);
		args.own = timing->touched->device.weights;
		if (touch == TOUCH_LEAVING)
			LAUNCH(timing->queue, touch_states, 32, &args, n);
	}
	status = queue_settle(timing->queue, status);
	device_free(timing->queue, d_item);
	return status;
}

void timing_forget_bound(struct timing *timing)
{
	timing->largest = -1;
	if (timing->touched)
		timing->touched->largest = -1;
}

enum timing_stage timing_first_touched(const struct timing *timing)
{
	return timing->stage == TIMING_TOUCHED ? timing->touched->first : timing->stage;
}

/* ---- computing ---- */

static void sweep_delays(struct timing *timing)
{
	struct timing_image *image = timing->image;
	const struct image *delays = image->delay_image;
	struct touched *t = timing->touched;
	bool elmore = timing->settings.model == DELAY_ELMORE;
	struct delay_touched_args args = {
		.timing = image->device,
		.states = image->device_states,
		.touched = t->device,
		.words = {delays->d_level_row, t->d_delay_row, delays->n_levels},
		.row = delays->device.row,
		.to = delays->device.to,
		.first = timing->vertex_states.d_first,
		.next = timing->vertex_states.d_next,
	};

	args.timing.pin_delay = elmore ? image->wires.pin_delay : NULL;
	args.timing.pin_impulse = elmore ? image->wires.pin_impulse : NULL;
	if (image->states->is_timing_graph)
		args.first = args.next = NULL;
	SWEEP(timing->queue, delay_touched, 32, &args, t->d_delay_row, delays->n_levels);
}

static void sweep_arrivals(struct timing *timing)
{
	const struct timing_image *image = timing->image;
	struct touched *t = timing->touched;
	struct arrival_touched_args args = {
		.states = image->device_states,
		.touched = t->device,
		.words = {image->image->d_level_row, t->d_arrival_row, image->image->n_levels},
		.seed = image->d_seed,
		.n_seeds = image->states->n_seeds,
		.extra = image->d_extra,
		.growth = image->delay_image->n_levels,
	};

	SWEEP(timing->queue, arrival_touched, 32, &args, t->d_arrival_row, image->image->n_levels);
}

static void sweep_required(struct timing *timing)
{
	const struct timing_image *image = timing->image;
	struct touched *t = timing->touched;
	struct check_touched_args check = {
		.check = {image->device_states, image->device.tables, image->device.slew,
			  image->d_endpoint, timing->single},
		.touched = t->device,
		.growth = image->delay_image->n_levels + 1,
	};
	struct required_touched_args args = {
		.states = image->device_states,
		.touched = t->device,
		.words = {image->image->d_part_row, t->d_required_row, image->image->n_levels},
	};

	LAUNCH(timing->queue, check_touched, 32, &check, words_of(image->device_states.n_sinks));
	if (timing->has_required)
		SWEEP(timing->queue, required_touched, 32, &args, t->d_required_row,
		      image->image->n_levels);
}

/* The bound of path sums, if it is known. When it is too large for short times, it is computed again. */
static void grow_bound(struct timing *timing)
{
	const struct touched *t = timing->touched;
	int64_t grown = t->largest;

	if (grown < 0)
		return;
	for (int64_t i = 0; i < t->n_growth; i++)
		grown += t->growth[i];
	if (timing_bits_of(grown) == 32)
		timing->largest = grown;
}

enum status timing_update_touched(struct timing *timing)
{
	struct touched *t = timing->touched;

	if (t->first <= TIMING_DELAYS)
		sweep_delays(timing);
	if (t->first <= TIMING_ARRIVALS)
		sweep_arrivals(timing);
	sweep_required(timing);
	t->weights = true;
	queue_download(timing->queue, t->growth, t->device.growth,
		       t->n_growth * (int64_t)sizeof *t->growth);
	TRY(timing_read_summary(timing));
	grow_bound(timing);
	return STATUS_OK;
}

/* ---- weights ---- */

static void clear_weights(struct timing *timing)
{
	struct touched *t = timing->touched;

	queue_fill(timing->queue, t->device.weights, 0,
		   words_of(timing->image->device_states.n_states) *
			   (int64_t)sizeof *t->device.weights);
	t->weights = false;
}

void timing_forget_touched_weights(struct timing *timing)
{
	if (timing->touched)
		clear_weights(timing);
}

enum status timing_touch_weights(struct timing *timing, enum split split)
{
	struct timing_image *image = timing->image;
	struct touched *t = timing->touched;
	struct touched_weights_args args = {.weights = {image->device_states, image->d_endpoint,
							split,
							(void *)image->image->device.weight}};
	struct source_weights_args sources = {image->device_states.arrival,
					      image->image->device.source_state, split,
					      (void *)image->image->device.source_weight};
	int fs_bits = timing_fs_bits(timing);

	if (!t || !t->weights)
		return STATUS_OK;
	TRY(image_need_changes(image->image));
	image_change_weights(image->image);
	args.touched = t->device.weights;
	args.changed = image->image->d_changed;
	LAUNCH(timing->queue, touched_weights, fs_bits, &args,
	       words_of(image->device_states.n_states));
	LAUNCH(timing->queue, source_weights, fs_bits, &sources, image->image->device.n_sources);
	clear_weights(timing);
	return queue_sync(timing->queue);
}

/* ---- levels ---- */

static enum status count_levels(struct timing *timing, struct queue *queue, int32_t *n_levels)
{
	const struct timing_image *image = timing->image;
	struct live_levels_args args = {.states = image->device_states,
					.endpoint = image->d_endpoint};
	int32_t *d_level, largest = 0;
	enum status status;

	TRY(DEVICE_ALLOC(queue, "reading", &d_level, (int64_t)args.states.n_states + 1));
	args.level = d_level;
	args.largest = d_level + args.states.n_states;
	queue_fill(queue, args.largest, 0, sizeof *args.largest);
	SWEEP(queue, live_levels, 32, &args, image->image->d_part_row, image->image->n_levels);
	queue_download(queue, &largest, args.largest, sizeof largest);
	status = queue_sync(queue);
	device_free(queue, d_level);
	*n_levels = largest + 1;
	return status;
}

enum status timing_count_levels(struct timing *timing, struct queue *queue, int32_t *n_levels)
{
	*n_levels = timing->image->image->n_levels;
	if (!timing->image->states->n_gone || !*n_levels)
		return STATUS_OK;
	if (!timing->n_live_levels)
		TRY(count_levels(timing, queue, &timing->n_live_levels));
	*n_levels = timing->n_live_levels;
	return STATUS_OK;
}
