/* The suffix forest between two searches of one image. */
#include <stdlib.h>

#include "base/grow.h"
#include "gpu/image/image.h"

static const char memory_name[] = "edits";

enum { WORD_BITS = 64 };

int64_t image_change_words(const struct image *image)
{
	return ((int64_t)image->device.n_states + WORD_BITS - 1) / WORD_BITS;
}

/* With the levels' bytes. */
static int64_t change_bytes(const struct image *image)
{
	return image_change_words(image) * (int64_t)sizeof *image->d_changed + image->n_levels;
}

void image_forest_free(struct queue *queue, struct image_forest *forest)
{
	struct device_forest *f = &forest->device;
	void *arrays[] = {f->dist, f->forest, f->hops, f->n_deviations, f->first, f->slot, f->end};

	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
		device_free(queue, arrays[i]);
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
	DEVICE_FREE(image->queue, image->d_in_weight);
	DEVICE_FREE(image->queue, image->d_changed);
	DEVICE_FREE(image->queue, image->d_word_row);
	graph_unref(image->graph);
	image->graph = NULL;
}

bool image_forest_is_old(const struct image *image, const struct image_forest *forest)
{
	return forest->n_changes < image->n_changes;
}

void image_forest_is_new(struct image *image, struct image_forest *forest)
{
	if (image->d_changed && image_forest_is_old(image, forest)) {
		queue_fill(image->queue, image->d_changed, 0, change_bytes(image));
		image->changes_from = image->n_changes;
	}
	forest->n_renewed = image->n_renewed;
	forest->n_changes = image->n_changes;
}

/* ---- weights that change ---- */

enum status image_upload_words(struct queue *queue, const int32_t *row, int32_t n, int parts,
			       bool mirrored, int32_t **d_row)
{
	int64_t n_all = (int64_t)n + 1 + 2 * (n / parts) + 1;
	int32_t *words, *sweep;
	enum status status;

	TRY(ALLOC(&words, n_all));
	for (int32_t i = 0; i < n; i++) {
		int32_t of = mirrored ? n - 1 - i : i, begin = row[of], end = row[of + 1];

		words[i + 1] = words[i];
		if (begin < end)
			words[i + 1] += (end - 1) / WORD_BITS - begin / WORD_BITS + 1;
	}
	sweep = words + n + 1;
	for (int32_t l = 0; l < n / parts; l++) {
		sweep[2 * l] = words[parts * l];
		sweep[2 * l + 1] = sweep[2 * l + 2] = words[parts * (l + 1)];
	}
	status = DEVICE_ALLOC(queue, memory_name, d_row, n_all);
	if (status == STATUS_OK)
		queue_upload(queue, *d_row, words, n_all * (int64_t)sizeof *words);
	status = queue_settle(queue, status);
	free(words);
	return status;
}

enum status image_need_changes(struct image *image)
{
	TRY(image_need_fan_in(image));
	if (!image->d_word_row)
		TRY(image_upload_words(image->queue, image->part_row, 2 * image->n_levels, 2, false,
				       &image->d_word_row));
	if (image->d_changed)
		return STATUS_OK;
	TRY(device_alloc(image->queue, memory_name, change_bytes(image),
			 (void **)&image->d_changed));
	queue_fill(image->queue, image->d_changed, 0, change_bytes(image));
	return STATUS_OK;
}

void image_change_weights(struct image *image)
{
	DEVICE_FREE(image->queue, image->d_in_weight);
	image->n_changes++;
}
