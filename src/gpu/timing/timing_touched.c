#include "gpu/timing/timing_touched.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gpu/image/weight_args.h"
#include "gpu/timing/touched_args.h"

static const char memory_name[] = "edits";

enum { TOUCH_BITS = 64 };

/* Some of the items, which an edit has touched. */
struct touched_run {
	enum touch touch;
	int32_t first, n;
};

struct touched_items {
	struct device_touched device; /* owned; all but weights and captures in one piece … */
	uint64_t *d_piece;            /* … which begins here */
	int64_t n_piece;              /* words */
	/* How sums grew, and the summary of the sweeps; owned, host, as at the end of the piece */
	int64_t n_growth, *growth;
	/* What edits touched since all was up to date: owned */
	int32_t n_items, n_runs;
	int32_t *item;
	struct touched_run *run;
	int64_t item_capacity, run_capacity;
};

static int64_t words_of(int64_t bits)
{
	return (bits + TOUCH_BITS - 1) / TOUCH_BITS;
}

void touched_items_free(struct queue *queue, struct touched_items *touched)
{
	struct device_touched *d;

	if (!touched)
		return;
	d = &touched->device;

	DEVICE_FREE_ALL(queue, &touched->d_piece, &d->weights, &d->captures, &d->slew_captures);
	free(touched->growth);
	free(touched->item);
	free(touched->run);
	free(touched);
}

/* ---- making it ---- */

static enum status alloc_bits(struct queue *queue, int64_t n, uint64_t **d_bits)
{
	TRY(DEVICE_ALLOC(queue, memory_name, d_bits, words_of(n)));
	queue_fill(queue, *d_bits, 0, words_of(n) * (int64_t)sizeof **d_bits);
	return STATUS_OK;
}

static enum status find_captures(struct timing *timing, struct touched_items *t)
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

enum { SUMMARY_WORDS = (sizeof(struct timing_summary) + sizeof(int64_t) - 1) / sizeof(int64_t) };

/* What is cleared before an update, in one piece; at its end is what the host reads. */
static enum status alloc_piece(struct timing *timing, struct touched_items *t)
{
	const struct image *delays = timing->image->delay_image, *states = timing->image->image;
	int64_t delay = image_state_words(delays) + image_level_words(delays);
	int64_t state = image_state_words(states) + image_level_words(states);
	int64_t end = words_of(timing->image->device_states.n_sinks);
	uint64_t *at;

	t->n_growth = delays->n_levels + 2;
	t->n_piece = delay + 2 * state + end + 1 + t->n_growth + SUMMARY_WORDS;
	TRY(ALLOC(&t->growth, t->n_growth + SUMMARY_WORDS));
	TRY(DEVICE_ALLOC(timing->queue, memory_name, &t->d_piece, t->n_piece));
	at = t->d_piece;
	t->device.delay = image_touched(delays, at, true);
	t->device.arrival = image_touched(states, at += delay, true);
	t->device.required = image_touched(states, at += state, false);
	t->device.ends = at += state;
	t->device.all_ends = (int32_t *)(at += end);
	t->device.growth = (int64_t *)(at + 1);
	return STATUS_OK;
}

static enum status make(struct timing *timing, struct touched_items *t)
{
	const struct timing_image *image = timing->image;
	struct queue *queue = timing->queue;

	TRY(alloc_piece(timing, t));
	TRY(alloc_bits(queue, image->image->device.n_states, &t->device.weights));
	TRY(find_captures(timing, t));
	return image->states->is_timing_graph ? queue_sync(queue)
					      : timing_need_vertex_states(timing, queue);
}

static enum status need_touched(struct timing *timing)
{
	struct touched_items *t;
	enum status status;

	if (timing->touched)
		return STATUS_OK;
	TRY(ALLOC(&t, 1));
	status = make(timing, t);
	if (status != STATUS_OK) {
		queue_sync(timing->queue);
		touched_items_free(timing->queue, t);
		return status;
	}
	timing->touched = t;
	return STATUS_OK;
}

/* ---- what is touched ---- */

bool timing_can_touch(const struct timing *timing)
{
	const struct timing_image *image = timing->image;

	return (timing_has(timing, TIMING_CHECKS) || timing_is_touched(timing)) &&
	       !image->graph->n_latch_arcs && !image->latches.n_departures &&
	       !image->latches.n_latches && !image->references.n_cones &&
	       !timing->d_arc_increment && !timing->single && !timing->underated;
}

static int product_of(enum touch touch)
{
	static const enum timing_product product[] = {
		[TOUCH_DELAYS] = TIMING_DELAYS,
		[TOUCH_BEHIND_SLEW] = TIMING_DELAYS,
		[TOUCH_ARRIVALS] = TIMING_ARRIVALS,
		[TOUCH_ENDS] = TIMING_CHECKS,
	};

	return product[touch];
}

static enum status note(struct touched_items *t, enum touch touch, const int32_t *item, int32_t n)
{
	TRY(GROW(&t->item, &t->item_capacity, (int64_t)t->n_items + n));
	TRY(GROW(&t->run, &t->run_capacity, (int64_t)t->n_runs + 1));
	memcpy(t->item + t->n_items, item, (size_t)n * sizeof *item);
	t->run[t->n_runs++] = (struct touched_run){touch, t->n_items, n};
	t->n_items += n;
	return STATUS_OK;
}

enum status timing_touch(struct timing *timing, enum touch touch, const int32_t *item, int32_t n)
{
	int product = product_of(touch);
	enum status status;

	if (!n)
		return STATUS_OK;
	if (!timing_can_touch(timing) || (product <= TIMING_DELAYS && timing->image->n_parallel) ||
	    (touch == TOUCH_BEHIND_SLEW && timing_has_waves(timing))) {
		timing_outdate(timing, product);
		return STATUS_OK;
	}
	status = need_touched(timing);
	if (status == STATUS_OK)
		status = note(timing->touched, touch, item, n);
	if (status == STATUS_OK)
		timing->editions.made[product] = 0;
	else
		timing_outdate(timing, product);
	return status;
}

bool timing_is_touched(const struct timing *timing)
{
	return timing->touched && timing->touched->n_runs > 0;
}

void timing_forget_touches(struct timing *timing)
{
	if (timing->touched)
		timing->touched->n_items = timing->touched->n_runs = 0;
}

/* ---- computing ---- */

static void touch_run(const struct timing *timing, const struct touched_run *run,
		      const int32_t *d_item)
{
	const struct device_touched *d = &timing->touched->device;
	const struct device_timing *delays = &timing->image->device;
	const struct image *image = timing->image->delay_image;
	const struct touched_states own[] = {[TOUCH_DELAYS] = d->delay,
					     [TOUCH_ARRIVALS] = d->arrival,
					     [TOUCH_ENDS] = {.bits = d->ends},
					     [TOUCH_BEHIND_SLEW] = {0}};
	struct touch_states_args args = {
		.state = d_item + run->first,
		.own = own[run->touch],
		.row = image->device.row,
		.to = image->device.to,
		.first_sink = delays->first_sink,
		.n_sinks = delays->n_sinks,
	};

	if (run->touch == TOUCH_BEHIND_SLEW)
		args.heads = d->delay;
	LAUNCH(timing->queue, touch_states, 32, &args, run->n);
}

/* The bits of what is noted. */
static enum status set_bits(struct timing *timing, int32_t **d_item)
{
	struct touched_items *t = timing->touched;
	struct queue *queue = timing->queue;

	TRY(DEVICE_ALLOC(queue, memory_name, d_item, t->n_items));
	queue_fill(queue, t->d_piece, 0, t->n_piece * (int64_t)sizeof *t->d_piece);
	queue_upload(queue, *d_item, t->item, t->n_items * (int64_t)sizeof *t->item);
	for (int32_t i = 0; i < t->n_runs; i++)
		touch_run(timing, &t->run[i], *d_item);
	return STATUS_OK;
}

static void compute_delays(struct timing *timing)
{
	struct timing_image *image = timing->image;
	const struct image *delays = image->delay_image;
	struct touched_items *t = timing->touched;
	struct delay_touched_args args = {
		.timing = image->device,
		.states = image->device_states,
		.touched = t->device,
		.sweep = t->device.delay,
		.row = delays->device.row,
		.to = delays->device.to,
		.first = timing->vertex_states.d_first,
		.next = timing->vertex_states.d_next,
	};

	args.timing.summary = (struct timing_summary *)(t->device.growth + t->n_growth);
	if (image->states->is_timing_graph)
		args.first = args.next = NULL;
	SWEEP(timing->queue, delay_touched, 32, &args, delays->d_part_row, delays->n_levels);
}

static void compute_arrivals(struct timing *timing)
{
	const struct timing_image *image = timing->image;
	struct touched_items *t = timing->touched;
	struct arrival_touched_args args = {
		.states = image->device_states,
		.touched = t->device,
		.sweep = t->device.arrival,
		.seed = image->d_seed,
		.n_seeds = image->states->n_seeds,
		.extra = image->d_extra,
		.growth = image->delay_image->n_levels,
	};

	SWEEP(timing->queue, arrival_touched, 32, &args, image->image->d_part_row,
	      image->image->n_levels);
}

static void sweep_required(struct timing *timing)
{
	const struct timing_image *image = timing->image;
	struct touched_items *t = timing->touched;
	struct check_touched_args check = {
		.check = {image->device_states, image->device.tables, image->device.slew,
			  image->d_endpoint, timing->single},
		.touched = t->device,
		.growth = image->delay_image->n_levels + 1,
	};
	struct required_touched_args args = {image->device_states, t->device, t->device.required};

	LAUNCH(timing->queue, check_touched, 32, &check, words_of(image->device_states.n_sinks));
	if (timing_keeps(timing, TIMING_REQUIRED))
		SWEEP(timing->queue, required_touched, 32, &args, image->image->d_part_row,
		      image->image->n_levels);
}

/* The bound of path sums, if it is known. When it is too large for short times, it is computed again. */
static void grow_bound(struct timing *timing)
{
	const struct touched_items *t = timing->touched;
	int64_t grown = timing->largest;

	if (!timing_keeps(timing, TIMING_BOUND))
		return;
	for (int64_t i = 0; i < t->n_growth; i++)
		grown += t->growth[i];
	timing->largest = grown;
	if (timing_bits_of(grown) == 32)
		timing_made(timing, TIMING_BOUND);
	else
		timing_outdate(timing, TIMING_BOUND);
}

static enum status compute(struct timing *timing, int first)
{
	struct touched_items *t = timing->touched;

	if (first <= TIMING_DELAYS)
		compute_delays(timing);
	if (first <= TIMING_ARRIVALS)
		compute_arrivals(timing);
	sweep_required(timing);
	queue_download(timing->queue, t->growth, t->device.growth,
		       (t->n_growth + SUMMARY_WORDS) * (int64_t)sizeof *t->growth);
	TRY(queue_sync(timing->queue));
	TRY(timing_check_summary(timing, (const struct timing_summary *)(t->growth + t->n_growth)));
	timing_updated(timing, first);
	if (timing_keeps(timing, TIMING_REQUIRED))
		timing_made(timing, TIMING_REQUIRED);
	grow_bound(timing);
	return STATUS_OK;
}

/* What is half done is done again, of all, from where edits began. */
enum status timing_update_touched(struct timing *timing, int first)
{
	int32_t *d_item = NULL;
	enum status status = set_bits(timing, &d_item);

	if (status == STATUS_OK)
		status = compute(timing, first);
	if (status != STATUS_OK)
		status = queue_settle(timing->queue, status);
	timing_forget_touches(timing);
	device_free(timing->queue, d_item);
	return status;
}

/* ---- weights ---- */

void timing_forget_touched_weights(struct timing *timing)
{
	struct touched_items *t = timing->touched;

	if (t)
		queue_fill(timing->queue, t->device.weights, 0,
			   words_of(timing->image->device_states.n_states) *
				   (int64_t)sizeof *t->device.weights);
}

enum status timing_touch_weights(struct timing *timing, enum split split)
{
	struct timing_image *image = timing->image;
	struct touched_items *t = timing->touched;
	struct touched_weights_args args = {.weights = {image->device_states, image->d_endpoint,
							split,
							(void *)image->image->device.weight}};
	struct source_weights_args sources = {image->device_states.arrival,
					      image->image->device.source_state, split,
					      (void *)image->image->device.source_weight};
	int fs_bits = timing_fs_bits(timing);

	TRY(image_need_changes(image->image));
	image_change_weights(image->image);
	args.touched = t->device.weights;
	args.changed = image->image->changed;
	LAUNCH(timing->queue, touched_weights, fs_bits, &args,
	       words_of(image->device_states.n_states));
	LAUNCH(timing->queue, source_weights, fs_bits, &sources, image->image->device.n_sources);
	timing_forget_touched_weights(timing);
	return queue_sync(timing->queue);
}
