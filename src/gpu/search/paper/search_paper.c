/*
 * The papers' pipeline as printed ([CPG-J], section IV; [CPG], section III): relaxation until
 * nothing changes, then per level all children of all parents, sorted, the best k kept. The kernels
 * are in gpu/search/paper/k_paper.cu.
 *
 * [CPG] sorts on the host, because "the array we sort is not large"; [CPG-J] (section VI) found
 * that this takes 90 % of the time and does it on the device, which is in search_fused.c. Here the
 * device sorts, too, by a primitive; search_host.c leaves it to the host.
 */
#include "gpu/device/word_args.h"
#include "gpu/search/paper/paper_args.h"
#include "gpu/search/search_impl.h"

struct propagation {
	struct search *search;
	void *buffer;       /* device: the papers' distance buffer */
	uint8_t *bitmap;    /* device: states whose distance changed in the step before */
	int32_t *n_changed; /* device */
};

static void propagation_release(struct propagation *p)
{
	DEVICE_FREE_ALL(p->search->queue, &p->buffer, &p->bitmap, &p->n_changed);
}

/* All distances none but those of the sinks, which are marked as changed. */
static enum status propagation_begin(struct propagation *p)
{
	struct search *search = p->search;
	struct image *image = search->image;
	struct queue *queue = search->queue;
	int64_t n = image->device.n_states, size = search_fs_size(search);
	int64_t sinks = image->device.first_sink * size, sinks_size = image->device.n_sinks * size;
	struct fill_times_args fill = {.value = search->none};

	TRY(device_alloc(queue, "propagation", n * size, &p->buffer));
	TRY(DEVICE_ALLOC(queue, "propagation", &p->bitmap, n));
	TRY(DEVICE_ALLOC(queue, "propagation", &p->n_changed, 1));
	fill.out = search->forest.dist;
	LAUNCH(queue, fill_times, image->fs_bits, &fill, n);
	fill.out = p->buffer;
	LAUNCH(queue, fill_times, image->fs_bits, &fill, n);
	queue_fill(queue, (char *)search->forest.dist + sinks, 0, sinks_size);
	queue_fill(queue, (char *)p->buffer + sinks, 0, sinks_size);
	queue_fill(queue, p->bitmap, 0, n);
	queue_fill(queue, p->bitmap + image->device.first_sink, 1, image->device.n_sinks);
	return STATUS_OK;
}

static enum status propagate(struct propagation *p)
{
	struct search *search = p->search;
	struct image *image = search->image;
	int32_t n = image->device.n_states, n_changed = 1;
	struct propagate_distance_args propagate = {
		.in_row = image->d_in_row,
		.in_from = image->d_in_from,
		.in_weight = image->d_in_weight,
		.dist = search->forest.dist,
		.buffer = p->buffer,
		.bitmap = p->bitmap,
	};
	struct update_distance_args update = {
		.dist = search->forest.dist,
		.buffer = p->buffer,
		.bitmap = p->bitmap,
		.n_changed = p->n_changed,
	};

	while (n_changed > 0) {
		LAUNCH(search->queue, propagate_distance, image->fs_bits, &propagate, n);
		queue_fill(search->queue, p->n_changed, 0, sizeof *p->n_changed);
		LAUNCH(search->queue, update_distance, image->fs_bits, &update, n);
		TRY(queue_read(search->queue, &n_changed, p->n_changed, sizeof n_changed));
	}
	return STATUS_OK;
}

enum status search_paper_forest(struct search *search)
{
	struct image *image = search->image;
	RELEASED_BY(propagation_release) struct propagation p = {.search = search};
	struct trace_forest_args trace = {image->device, search->forest.dist,
					  search->forest.forest};
	struct forest_hops_args hops = {image->device, search->forest.forest, search->forest.hops};

	TRY(image_need_fan_in_weights(image));
	TRY(propagation_begin(&p));
	TRY(propagate(&p));
	LAUNCH(search->queue, trace_forest, image->fs_bits, &trace, image->device.n_states);
	SWEEP(search->queue, forest_hops, 32, &hops, image->d_level_row, image->n_levels);
	return STATUS_OK;
}

static void paper_count(struct search *search, int64_t first, int64_t n)
{
	struct count_paths_args args = {.graph = search->image->device,
					.dist = search->forest.dist,
					.forest = search->forest.forest,
					.record = columns_records(&search->pool),
					.first = (int32_t)first,
					.from_sources = search->level == 1,
					.n_child = search->parents.d[PARENT_CHILDREN]};

	if (search->level == 0) {
		search_count_sources(search, first, n);
		return;
	}
	LAUNCH(search->queue, count_paths, search->image->fs_bits, &args, n);
	/* Without a bound every deviation is a child. */
	queue_copy(search->queue, search->parents.d[PARENT_CANDIDATES],
		   search->parents.d[PARENT_CHILDREN], n * (int64_t)sizeof(int32_t));
}

static enum status paper_expand(struct search *search, int64_t first, int64_t n, int64_t at)
{
	struct expand_paths_args args = {.graph = search->image->device,
					 .dist = search->forest.dist,
					 .forest = search->forest.forest,
					 .record = columns_records(&search->pool),
					 .first = (int32_t)first,
					 .from_sources = search->level == 1,
					 .offset = search->parents.d[PARENT_OFFSET],
					 .child = columns_records(&search->child),
					 .child_first = at};

	if (search->level == 0)
		search_expand_sources(search, first, n, at);
	else
		LAUNCH(search->queue, expand_paths, search->image->fs_bits, &args, n);
	return STATUS_OK;
}

const struct method_ops paper_method = {
	.name = "paper",
	.label = search_labels,
	.forest = search_paper_forest,
	.count = paper_count,
	.scan = search_scan,
	.expand = paper_expand,
	.sort = search_sort,
	.bounded = false,
};
