/*
 * A search as a whole: its memory, its steps, its snapshots. A level's phases are in search_level.c,
 * the two methods in search_bounded.c and search_paper.c, reading in search_read.c.
 */
#include <stdlib.h>
#include <string.h>

#include "algo/search_impl.h"
#include "base/bits.h"
#include "base/grow.h"

/* ---- buffers ---- */

static void record_buffer_release(struct queue *queue, struct record_buffer *buffer)
{
	device_free(queue, buffer->device.slack);
	device_free(queue, buffer->device.parent);
	device_free(queue, buffer->device.arc);
	*buffer = (struct record_buffer){0};
}

/* Twice what there was, at least what is needed. */
static int64_t grown(int64_t capacity, int64_t need)
{
	return max_i64(need, 2 * capacity);
}

static enum status record_buffer_alloc(struct search *search, const char *name,
				       struct record_buffer *buffer, int64_t capacity)
{
	buffer->capacity = capacity;
	TRY(device_alloc(search->queue, name, capacity * search_fs_size(search),
			 &buffer->device.slack));
	TRY(DEVICE_ALLOC(search->queue, name, &buffer->device.parent, capacity));
	return DEVICE_ALLOC(search->queue, name, &buffer->device.arc, capacity);
}

void queue_copy_records(struct search *search, const struct device_records *from, int64_t n,
			 const struct device_records *to, int64_t at)
{
	struct queue *queue = search->queue;
	int64_t size = search_fs_size(search);

	queue_copy(queue, (char *)to->slack + at * size, from->slack, n * size);
	queue_copy(queue, to->parent + at, from->parent, n * (int64_t)sizeof(int32_t));
	queue_copy(queue, to->arc + at, from->arc, n * (int64_t)sizeof(int32_t));
}

enum status record_buffer_reserve(struct search *search, const char *name,
				  struct record_buffer *buffer, int64_t need, int64_t keep)
{
	struct record_buffer larger = {0};
	enum status status;

	if (need <= buffer->capacity)
		return STATUS_OK;
	if (need >= INT32_MAX)
		return status_fail(STATUS_DEVICE_MEMORY, "more than 2^31 paths in one level");
	status = record_buffer_alloc(search, name, &larger, grown(buffer->capacity, need));
	/* Readings may come while this waits: until the copy is there they find the old buffer. */
	if (status == STATUS_OK && keep > 0) {
		queue_copy_records(search, &buffer->device, keep, &larger.device, 0);
		status = queue_sync(search->queue);
	}
	if (status != STATUS_OK) {
		record_buffer_release(search->queue, &larger);
		return status;
	}
	record_buffer_release(search->queue, buffer);
	*buffer = larger;
	return STATUS_OK;
}

void ranking_buffer_release(struct queue *queue, struct ranking_buffer *buffer)
{
	device_free(queue, buffer->device.slack);
	device_free(queue, buffer->device.record);
	*buffer = (struct ranking_buffer){0};
}

enum status ranking_buffer_reserve(struct search *search, struct queue *queue, const char *name,
				   struct ranking_buffer *buffer, int64_t need)
{
	int64_t capacity = grown(buffer->capacity, need);

	if (need <= buffer->capacity)
		return STATUS_OK;
	ranking_buffer_release(queue, buffer);
	TRY(device_alloc(queue, name, capacity * search_fs_size(search), &buffer->device.slack));
	TRY(DEVICE_ALLOC(queue, name, &buffer->device.record, capacity));
	buffer->capacity = capacity;
	return STATUS_OK;
}

void search_merge(struct search *search, struct queue *queue, const struct ranking_buffer *top,
		  int64_t n_top, int64_t first, int64_t n, const struct ranking_buffer *out,
		  int64_t n_out)
{
	struct merge_ranking_args args = {
		.top = top->device,
		.n_top = n_top,
		.level = (char *)search->pool.device.slack + first * search_fs_size(search),
		.n_level = n,
		.first_record = (int32_t)first,
		.out = out->device,
		.n_out = n_out,
	};

	LAUNCH(queue, merge_ranking, search->image->fs_bits, &args,
	       (n_out + MERGE_TILE - 1) / MERGE_TILE);
}

/* ---- beginning and end ---- */

static enum status alloc_forest(struct search *search)
{
	struct queue *queue = search->queue;
	struct device_forest *f = &search->forest;
	int64_t n = search->image->device.n_states, m = search->image->device.n_arcs;
	int64_t size = search_fs_size(search);

	TRY(device_alloc(queue, "suffix forest", n * size, &f->dist));
	TRY(DEVICE_ALLOC(queue, "suffix forest", &f->forest, n));
	TRY(DEVICE_ALLOC(queue, "suffix forest", &f->hops, n));
	if (!search->method->bounded)
		return STATUS_OK;
	TRY(DEVICE_ALLOC(queue, "suffix forest", &f->n_deviations, n));
	TRY(DEVICE_ALLOC(queue, "suffix forest", &f->after, n));
	TRY(device_alloc(queue, "suffix forest", n * size, &f->ahead));
	return device_alloc(queue, "deviation costs", m * size, &f->delta);
}

static void search_end(struct stepper *stepper)
{
	struct search *search = (struct search *)stepper;
	struct queue *queue = search->queue;
	void *arrays[] = {search->forest.dist,	   search->forest.forest,
			  search->forest.hops,	   search->forest.n_deviations,
			  search->forest.after,	   search->forest.ahead,
			  search->forest.delta,	   search->d_n_child,
			  search->d_n_candidate,   search->d_offset,
			  search->d_key,	   search->d_sorted_key,
			  search->d_index,	   search->d_order,
			  search->d_readback};

	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
		device_free(queue, arrays[i]);
	record_buffer_release(queue, &search->pool);
	record_buffer_release(queue, &search->child);
	record_buffer_release(queue, &search->sorted);
	ranking_buffer_release(queue, &search->top);
	ranking_buffer_release(queue, &search->spare);
	ranking_buffer_release(search->view_queue, &search->view);
	ranking_buffer_release(search->view_queue, &search->view_spare);
	free(search->levels);
	free(search->steps);
	free(search);
}

/* ---- steps ---- */

static bool search_finished(const struct stepper *stepper)
{
	return ((const struct search *)stepper)->phase == PHASE_DONE;
}

static enum status search_step(struct stepper *stepper, enum grain grain)
{
	struct search *search = (struct search *)stepper;
	enum status status = STATUS_OK;

	search->cancelled = false;
	while (search->phase != PHASE_DONE && status == STATUS_OK) {
		status = search_phase_step(search, grain);
		if (grain == GRAIN_FINE ||
		    (search->n_steps > 0 && search->steps[search->n_steps - 1].ends_level))
			break;
	}
	if (status != STATUS_OK) {
		search->cancelled = status == STATUS_CANCELLED;
		search_level_reset(search);
	}
	return status;
}

static enum status copy_items(void **out, const void *items, int64_t n, size_t size)
{
	TRY(alloc_items(out, n, size));
	if (n > 0)
		memcpy(*out, items, (size_t)n * size);
	return STATUS_OK;
}

static enum status fill_snapshot(struct search *search, struct snap_search *snap)
{
	snap->k = search->options.k;
	snap->max_level = search->options.max_level;
	snap->method = search->method->name;
	snap->state = search->state;
	snap->cancelled = search->cancelled;
	snap->n_ranked = search->n_top - search->n_below;
	snap->n_below = search->n_below;
	snap->has_paths = search->n_top > 0;
	snap->worst_slack = search->worst_slack;
	TRY(ALLOC(&snap->level, search->n_levels));
	for (int64_t l = 0; l < search->n_levels; l++)
		snap->level[l] = search->levels[l].info;
	snap->n_levels = (int32_t)search->n_levels;
	TRY(copy_items((void **)&snap->step, search->steps, search->n_steps,
		       sizeof *search->steps));
	snap->n_steps = search->n_steps;
	return STATUS_OK;
}

static enum status search_snapshot(struct stepper *stepper, struct snap **out)
{
	struct search *search = (struct search *)stepper;
	struct snap_search *snap;
	enum status status;

	TRY(snap_search_new(search->image->graph, search->serial, &snap));
	status = fill_snapshot(search, snap);
	if (status != STATUS_OK) {
		snap_unref(&snap->snap);
		return status;
	}
	*out = &snap->snap;
	return STATUS_OK;
}

static const struct stepper_ops search_ops = {
	.name = "path search",
	.grains = {"level", "kernel"},
	.step = search_step,
	.finished = search_finished,
	.snapshot = search_snapshot,
	.end = search_end,
};

struct stepper *search_stepper(struct search *search)
{
	return &search->stepper;
}

enum status search_begin(struct image *image, struct queue *queue, struct queue *view_queue,
			 const struct search_options *options, int64_t serial,
			 struct search **out)
{
	struct search *search;
	enum status status;

	TRY(ALLOC(&search, 1));
	search->stepper.ops = &search_ops;
	search->image = image;
	search->queue = queue;
	search->view_queue = view_queue;
	search->options = *options;
	search->method = options->method == METHOD_PAPER ? &paper_method : &bounded_method;
	search->serial = serial;
	search->none = image_fs_none(image);
	search->bound = search->none;
	/* Slacks stay far within ± none / 2: limits beyond are as good as these. */
	if (options->slack_max < search->none / 2)
		search->bound = max_i64(options->slack_max, -search->none / 2) + 1;
	search->view_level = -1;
	status = alloc_forest(search);
	if (status == STATUS_OK)
		status = DEVICE_ALLOC(queue, "search", &search->d_readback, 1);
	if (status != STATUS_OK) {
		search_end(&search->stepper);
		return status;
	}
	*out = search;
	return STATUS_OK;
}
