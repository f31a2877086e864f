#include "gpu/timing/arrivals.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/grow.h"
#include "gpu/device/word_args.h"
#include "gpu/image/graph_args.h"
#include "gpu/timing/arrival_args.h"
#include "gpu/timing/arrivals_impl.h"

static const char memory_name[] = "arrivals";

enum {
	SMALLEST_COUNT = 1024, /* items that a count is launched with at least */
	UNKNOWN_LEVEL = 0x7f,  /* each byte of a level that isn't known */
};

/* ---- beginning and end ---- */

static void end(struct stepper *stepper)
{
	struct arrivals *a = (struct arrivals *)stepper;

	DEVICE_FREE_ALL(a->queue, &a->d_vertex, &a->d_remaining, &a->d_level, &a->d_prefix,
			&a->d_came, &a->d_order, &a->d_key, &a->d_sorted, &a->d_fan_in,
			&a->d_in_weight, &a->d_counts, &a->d_frontier);
	free(a->level);
	free(a->begin);
	free(a->step);
	free(a->place);
	free(a);
}

static enum status alloc_all(struct arrivals *a)
{
	int64_t n = a->image->device.n_states, m = a->image->device.n_arcs;

	TRY(DEVICE_ALLOC(a->queue, memory_name, &a->d_vertex, n));
	TRY(DEVICE_ALLOC(a->queue, memory_name, &a->d_remaining, n));
	TRY(DEVICE_ALLOC(a->queue, memory_name, &a->d_level, n));
	TRY(DEVICE_ALLOC(a->queue, memory_name, &a->d_prefix, n));
	TRY(DEVICE_ALLOC(a->queue, memory_name, &a->d_came, n));
	TRY(DEVICE_ALLOC(a->queue, memory_name, &a->d_order, n));
	TRY(DEVICE_ALLOC(a->queue, memory_name, &a->d_frontier, n));
	TRY(DEVICE_ALLOC(a->queue, memory_name, &a->d_key, n));
	TRY(DEVICE_ALLOC(a->queue, memory_name, &a->d_sorted, n));
	TRY(DEVICE_ALLOC(a->queue, memory_name, &a->d_fan_in, n));
	TRY(DEVICE_ALLOC(a->queue, memory_name, &a->d_counts, 1));
	return device_alloc(a->queue, memory_name, m * (a->fs_bits / 8), &a->d_in_weight);
}

/* Weights in the order of the fan-in, and what states begin with. */
static enum status copy_weights(struct arrivals *a)
{
	const struct image *image = a->image;
	struct gather_arcs_args gather = {.order = image->d_in_arc,
					  .weight = image->device.weight,
					  .weight_out = a->d_in_weight};
	struct fill_times_args fill = {a->d_prefix, FS_NONE_64};
	struct prefix_seeds_args seeds = {image->device.source_state, image->device.source_weight,
					  a->d_prefix};
	int64_t n = image->device.n_states;

	queue_upload(a->queue, a->d_vertex, image->state_vertex, n * (int64_t)sizeof(int32_t));
	queue_fill(a->queue, a->d_came, 0xff, n * (int64_t)sizeof(int32_t));
	queue_fill(a->queue, a->d_level, UNKNOWN_LEVEL, n * (int64_t)sizeof(int32_t));
	LAUNCH(a->queue, gather_arcs, a->fs_bits, &gather, image->device.n_arcs);
	LAUNCH(a->queue, fill_times, 64, &fill, n);
	LAUNCH(a->queue, prefix_seeds, a->fs_bits, &seeds, image->device.n_sources);
	return queue_sync(a->queue);
}

/* ---- levelization ---- */

static enum status read_counts(struct arrivals *a, struct arrival_counts *counts)
{
	queue_download(a->queue, counts, a->d_counts, (int64_t)sizeof *counts);
	return queue_sync(a->queue);
}

static void describe(struct snap_step *step, int32_t level, const char *label)
{
	*step = (struct snap_step){.level = level, .label = label};
}

/* All in-degrees; those of 0 are the first frontier. */
static enum status find_degrees(struct arrivals *a, struct snap_step *step)
{
	const struct image *image = a->image;
	struct levelize_start_args start = {image->d_in_row, a->d_remaining, a->d_level,
					    a->d_frontier, &a->d_counts->n_frontier};
	struct arrival_counts counts;

	queue_fill(a->queue, a->d_counts, 0, (int64_t)sizeof *a->d_counts);
	LAUNCH(a->queue, levelize_start, 32, &start, image->device.n_states);
	queue_fill(a->queue, a->d_level, UNKNOWN_LEVEL,
		   image->device.n_states * (int64_t)sizeof *a->d_level);
	TRY(read_counts(a, &counts));
	a->n_frontier = counts.n_frontier;
	a->torn = false;
	describe(step, 0, "degrees");
	snprintf(step->text, sizeof step->text, "of %" PRId32 " vertices",
		 image->graph->n_vertices);
	return STATUS_OK;
}

/* The arcs out of the last level take one each from the in-degrees of their heads. */
static enum status count_down(struct arrivals *a, struct snap_step *step)
{
	const struct device_graph *d = &a->image->device;
	int32_t last = a->now.n_found - 1;
	int64_t n = a->level[last].n_vertices;
	struct levelize_step_args count = {.in_row = d->row,
					   .in_from = d->to,
					   .frontier = a->d_order + a->begin[last],
					   .n_frontier = &a->d_counts->n_level,
					   .n_items = max_i64(n, SMALLEST_COUNT),
					   .next_level = last + 1,
					   .remaining = a->d_remaining,
					   .level = a->d_level,
					   .next = a->d_frontier,
					   .n_next = &a->d_counts->n_frontier};
	struct arcs_left_args left = {a->image->d_in_row, a->image->d_in_from, a->d_level,
				      a->now.n_counted, a->d_remaining};
	struct arrival_counts counts = {.n_level = (int32_t)n};

	queue_upload(a->queue, a->d_counts, &counts, (int64_t)sizeof counts);
	if (a->torn)
		LAUNCH(a->queue, arcs_left, 32, &left, d->n_states);
	a->torn = true;
	LAUNCH(a->queue, levelize_step, 32, &count, count.n_items);
	TRY(read_counts(a, &counts));
	a->torn = false;
	a->n_frontier = counts.n_frontier;
	a->now.n_counted++;
	describe(step, last + 1, "count");
	snprintf(step->text, sizeof step->text, "arcs out of level %" PRId32, last);
	return STATUS_OK;
}

/* The frontier, sorted and without sinks, is the next level. */
static void queue_frontier(struct arrivals *a, int32_t *d_state)
{
	int64_t n = a->n_frontier;
	struct frontier_keys_args keys = {a->d_frontier, a->d_vertex, a->d_key};
	struct level_facts_args facts = {.key = a->d_sorted,
					 .state = d_state,
					 .n = a->n_frontier,
					 .n_vertices = a->image->graph->n_vertices,
					 .number = a->now.n_found,
					 .in_row = a->image->d_in_row,
					 .level = a->d_level,
					 .fan_in = a->d_fan_in,
					 .n_level = &a->d_counts->n_level};

	queue_fill(a->queue, a->d_counts, 0, (int64_t)sizeof *a->d_counts);
	LAUNCH(a->queue, frontier_keys, 32, &keys, n);
	prim_sort(a->queue, 32, bits_for(a->image->device.n_states), a->d_key, a->d_sorted,
		  a->d_frontier, d_state, n);
	LAUNCH(a->queue, level_facts, 32, &facts, n);
	prim_sum(a->queue, a->d_fan_in, &a->d_counts->n_arcs, n);
	prim_max(a->queue, a->d_fan_in, &a->d_counts->widest, n);
}

static enum status find_frontier(struct arrivals *a, struct snap_step *step)
{
	int64_t n = a->now.n_found;
	struct arrival_counts counts;
	struct arrival_level *level;

	TRY(GROW(&a->level, &a->level_capacity, n + 1));
	TRY(GROW(&a->begin, &a->begin_capacity, n + 2));
	queue_frontier(a, a->d_order + (n ? a->begin[n] : 0));
	TRY(read_counts(a, &counts));
	if (counts.n_level == 0 && a->image->graph->n_vertices > 0)
		return status_fail(STATUS_FAILED, "%s: no vertex of a loop has a level",
				   a->image->graph->name);
	level = &a->level[n];
	*level = (struct arrival_level){.n_vertices = counts.n_level,
					.n_arcs = counts.n_arcs,
					.widest_fan_in = counts.n_level ? counts.widest : 0,
					.least = ARRIVAL_NONE,
					.largest = ARRIVAL_NONE};
	a->begin[0] = 0;
	a->begin[n + 1] = a->begin[n] + counts.n_level;
	a->now.n_found++;
	a->now.levelized = a->begin[n + 1] == a->image->graph->n_vertices;
	describe(step, (int32_t)n, "frontier");
	step->ends_level = true;
	snprintf(step->text, sizeof step->text, "%" PRId64 " %s, %" PRId64 " %s in",
		 level->n_vertices, level->n_vertices == 1 ? "vertex" : "vertices", level->n_arcs,
		 level->n_arcs == 1 ? "arc" : "arcs");
	return STATUS_OK;
}

/* ---- the sweep ---- */

static int64_t signed_time(const struct arrivals *a, int64_t prefix)
{
	return a->late ? -prefix : prefix;
}

static void write_range(const struct arrival_level *level, int32_t l, char *out, size_t size)
{
	if (level->n_arrived)
		snprintf(out, size, "level %" PRId32 ": %s to %s", l, PS(level->least),
			 PS(level->largest));
	else
		snprintf(out, size, "level %" PRId32 ": none", l);
}

static enum status sweep_level(struct arrivals *a, struct snap_step *step)
{
	int32_t l = a->now.n_swept;
	struct arrival_level *level = &a->level[l];
	const int32_t *d_state = a->d_order + a->begin[l];
	struct level_arrivals_args sweep = {d_state,        a->image->d_in_row, a->image->d_in_from,
					    a->d_in_weight, a->d_prefix,        a->d_came};
	struct level_range_args range = {d_state, level->n_vertices, a->d_prefix,
					 &a->d_counts->range};
	struct arrival_counts counts = {.range = {INT64_MAX, INT64_MIN, 0}};

	queue_upload(a->queue, a->d_counts, &counts, (int64_t)sizeof counts);
	LAUNCH(a->queue, level_arrivals, a->fs_bits, &sweep, level->n_vertices);
	LAUNCH(a->queue, level_range, 32, &range,
	       (level->n_vertices + RANGE_TILE - 1) / RANGE_TILE);
	TRY(read_counts(a, &counts));
	level->n_arrived = counts.range.n;
	if (counts.range.n) {
		int64_t x = signed_time(a, counts.range.least);
		int64_t y = signed_time(a, counts.range.largest);

		level->least = min_i64(x, y);
		level->largest = max_i64(x, y);
	}
	a->now.n_swept++;
	describe(step, a->now.n_found + l, "arrivals");
	step->ends_level = true;
	write_range(level, l, step->text, sizeof step->text);
	return STATUS_OK;
}

/* ---- as a stepper ---- */

static bool finished(const struct stepper *stepper)
{
	const struct arrivals *a = (const struct arrivals *)stepper;

	return a->now.levelized && a->now.n_swept == a->now.n_found;
}

/* Coarse steps are numbered through: the sweep's come after the levels. */
static void note_ms(struct arrivals *a, int32_t number)
{
	if (number < a->now.n_found)
		a->level[number].level_ms = a->ms;
	else
		a->level[number - a->now.n_found].sweep_ms = a->ms;
	a->ms = 0;
}

static enum status fine_step(struct arrivals *a)
{
	const struct snap_step *last;
	double begin = clock_ms();
	struct snap_step step;

	TRY(GROW(&a->step, &a->step_capacity, a->n_steps + 1));
	TRY(GROW(&a->place, &a->place_capacity, a->n_steps + 1));
	last = a->n_steps ? &a->step[a->n_steps - 1] : NULL;
	if (a->now.levelized)
		TRY(sweep_level(a, &step));
	else if (!last)
		TRY(find_degrees(a, &step));
	else if (last->ends_level)
		TRY(count_down(a, &step));
	else
		TRY(find_frontier(a, &step));
	a->ms += clock_ms() - begin;
	if (step.ends_level)
		note_ms(a, step.level);
	a->step[a->n_steps] = step;
	a->place[a->n_steps++] = a->now;
	return STATUS_OK;
}

/* The coarse step that was cut short is gone, with its fine steps. */
static void undo(struct arrivals *a)
{
	while (a->n_steps && !a->step[a->n_steps - 1].ends_level)
		a->n_steps--;
	a->now = a->n_steps ? a->place[a->n_steps - 1] : (struct arrival_place){0};
	a->torn = true;
	a->ms = 0;
}

static enum status step(struct stepper *stepper, enum grain grain)
{
	struct arrivals *a = (struct arrivals *)stepper;
	enum status status;

	if (finished(stepper))
		return STATUS_OK;
	do
		status = fine_step(a);
	while (status == STATUS_OK && grain == GRAIN_COARSE && !a->step[a->n_steps - 1].ends_level);
	if (status != STATUS_OK)
		undo(a);
	return status;
}

static enum status timeline(struct stepper *stepper, struct snap_timeline **out)
{
	const struct arrivals *a = (const struct arrivals *)stepper;

	TRY(snap_timeline_new(STEPPER_ARRIVALS, a->serial, a->step, a->n_steps, out));
	(*out)->finished = finished(stepper);
	return STATUS_OK;
}

static const struct stepper_ops ops = {
	.step = step,
	.finished = finished,
	.timeline = timeline,
	.end = end,
};

enum status arrivals_begin(struct image *image, struct queue *queue, struct queue *view_queue,
			   int64_t serial, struct arrivals **out)
{
	struct arrivals *a;
	enum status status;

	TRY(image_need_fan_in(image));
	TRY(ALLOC(&a, 1));
	a->stepper.ops = &ops;
	a->image = image;
	a->queue = queue;
	a->view_queue = view_queue;
	a->serial = serial;
	a->late = image->late;
	a->fs_bits = image->fs_bits;
	status = alloc_all(a);
	if (status == STATUS_OK)
		status = copy_weights(a);
	if (status != STATUS_OK) {
		end(&a->stepper);
		return status;
	}
	*out = a;
	return STATUS_OK;
}

struct stepper *arrivals_stepper(struct arrivals *arrivals)
{
	return &arrivals->stepper;
}

bool arrivals_late(const struct arrivals *arrivals)
{
	return arrivals->late;
}

struct graph *arrivals_graph(const struct arrivals *arrivals)
{
	return arrivals->image->graph;
}

int64_t arrivals_serial(const struct arrivals *arrivals)
{
	return arrivals->serial;
}

int32_t arrivals_levels(const struct arrivals *arrivals, const struct arrival_level **level,
			int32_t *n_swept)
{
	*level = arrivals->level;
	*n_swept = arrivals->now.n_swept;
	return arrivals->now.n_found;
}
