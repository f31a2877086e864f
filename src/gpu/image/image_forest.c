/* Weights that change, and the suffix forest between two searches of one image. */
#include <stdlib.h>

#include "gpu/image/image.h"

static const char memory_name[] = "edits";

enum { WORD_BITS = 64 };

static int64_t words_of(int64_t bits)
{
	return (bits + WORD_BITS - 1) / WORD_BITS;
}

int64_t image_state_words(const struct image *image)
{
	return words_of(image->device.n_states);
}

int64_t image_level_words(const struct image *image)
{
	return words_of(image->n_levels);
}

struct touched_states image_touched(const struct image *image, uint64_t *d_words, bool forward)
{
	return (struct touched_states){.bits = d_words,
				       .levels = d_words + image_state_words(image),
				       .part_row = image->d_part_row,
				       .n_levels = image->n_levels,
				       .forward = forward};
}

static void clear_changes(struct image *image)
{
	queue_fill(image->queue, image->changed.bits, 0,
		   (image_state_words(image) + image_level_words(image)) *
			   (int64_t)sizeof *image->changed.bits);
}

void image_forest_free(struct queue *queue, struct image_forest *forest)
{
	struct device_forest *f = &forest->device;

	DEVICE_FREE_ALL(queue, &f->dist, &f->forest, &f->hops, &f->n_deviations, &f->first,
			&f->slot, &f->end);
	*forest = (struct image_forest){0};
}

static bool is_of_weights(const struct image *image, const struct image_forest *forest)
{
	return forest->device.dist && forest->n_renewed == image->n_renewed &&
	       forest->n_changes >= image->changes_from;
}

bool image_take_forest(struct image *image, bool with_ends, struct image_forest *out)
{
	struct image_forest kept = image->kept;

	image->kept = (struct image_forest){0};
	if (!is_of_weights(image, &kept) || (with_ends && !kept.device.end)) {
		image_forest_free(image->queue, &kept);
		return false;
	}
	*out = kept;
	return true;
}

void image_leave_forest(struct image *image, struct image_forest *forest)
{
	if (!image->keeps_forest || !is_of_weights(image, forest)) {
		image_forest_free(image->queue, forest);
		return;
	}
	image_forest_free(image->queue, &image->kept);
	image->kept = *forest;
	*forest = (struct image_forest){0};
}

void image_end_searches(struct image *image)
{
	if (!image)
		return;
	image_forest_free(image->queue, &image->kept);
	DEVICE_FREE_ALL(image->queue, &image->d_in_weight, &image->changed.bits);
	graph_unref(image->graph);
	image->graph = NULL;
}

bool image_forest_is_old(const struct image *image, const struct image_forest *forest)
{
	return forest->n_changes < image->n_changes;
}

void image_forest_is_new(struct image *image, struct image_forest *forest)
{
	if (image->changed.bits && image_forest_is_old(image, forest)) {
		clear_changes(image);
		image->changes_from = image->n_changes;
	}
	forest->n_renewed = image->n_renewed;
	forest->n_changes = image->n_changes;
}

/* ---- weights that change ---- */

enum status image_need_changes(struct image *image)
{
	uint64_t *d_words;

	TRY(image_need_fan_in(image));
	if (image->changed.bits)
		return STATUS_OK;
	TRY(DEVICE_ALLOC(image->queue, memory_name, &d_words,
			 image_state_words(image) + image_level_words(image)));
	image->changed = image_touched(image, d_words, false);
	clear_changes(image);
	return STATUS_OK;
}

void image_change_weights(struct image *image)
{
	DEVICE_FREE(image->queue, image->d_in_weight);
	image->n_changes++;
}

/* ---- weights that change ---- */

static enum status new_times(struct image *image, const char *name, int64_t n, int fs_bits,
			     const void **d_times)
{
	void *d_new;

	TRY(device_alloc(image->queue, name, n * (fs_bits / 8), &d_new));
	device_free(image->queue, (void *)*d_times);
	*d_times = d_new;
	return STATUS_OK;
}

enum status image_renew_weights(struct image *image, int fs_bits, bool late)
{
	struct device_graph *device = &image->device;

	DEVICE_FREE(image->queue, image->d_in_weight);
	/* Always for 64 bit, so that when there's memory for one of them only both are still long
	 * enough for what they hold. */
	if (fs_bits != image->fs_bits) {
		TRY(new_times(image, "graph weights", device->n_arcs, 64, &device->weight));
		TRY(new_times(image, "graph sources", device->n_sources, 64,
			      &device->source_weight));
	}
	image->fs_bits = fs_bits;
	image->late = late;
	image->n_renewed++;
	image_forest_free(image->queue, &image->kept);
	return STATUS_OK;
}
