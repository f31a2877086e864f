/* Timing as products, on a device. */
#include "gpu/spmv/sta.h"

#include "base/grow.h"
#include "gpu/device/word_args.h"
#include "gpu/image/timing_image.h"
#include "gpu/search/search_impl.h"
#include "gpu/spmv/sta_args.h"
#include "gpu/timing/arrival_args.h"

/* ---- 16 bits an entry ---- */

static enum status open_deltas(const struct sta *sta, struct sta_device *d)
{
	const struct sta_deltas *deltas = &sta->deltas;
	int64_t rows = sta->rows->n_rows, groups = deltas->n_groups;

	TRY(device_put(d->queue, "lab rows", deltas->row, (rows + 1) * 4, &d->args.rows.row));
	TRY(device_put(d->queue, "lab rows", deltas->base, groups * 4, &d->args.rows.base));
	TRY(device_put(d->queue, "lab rows", deltas->begin, (groups + 1) * 4, &d->args.rows.begin));
	TRY(device_put(d->queue, "lab columns", deltas->offset, sparse_entries(sta->rows) * 2,
		       &d->args.rows.offset));
	d->args.rows.is_running = deltas->is_running;
	d->is_single = deltas->is_single;
	TRY(device_put(d->queue, "lab vectors", sta->delay, (int64_t)sta->rows->n_columns * 4,
		       &d->args.delay));
	return DEVICE_ALLOC(d->queue, "lab vectors", &d->args.arrival, rows);
}

enum status sta_device_open(struct queue *queue, const struct sta *sta, struct sta_device *out)
{
	enum status status;

	*out = (struct sta_device){.queue = queue};
	status = queue_settle(queue, open_deltas(sta, out));
	if (status != STATUS_OK)
		sta_device_close(out);
	return status;
}

void sta_device_close(struct sta_device *d)
{
	if (!d->queue)
		return;
	DEVICE_FREE_ALL(d->queue, &d->args.rows.row, &d->args.rows.base, &d->args.rows.begin,
			&d->args.rows.offset, &d->args.delay, &d->args.arrival);
	*d = (struct sta_device){0};
}

void sta_device_run(struct sta_device *d, int32_t n_rows)
{
	struct delta_pairs_args pairs = {d->args.rows, n_rows, d->args.delay, d->args.arrival};

	if (d->is_single)
		LAUNCH(d->queue, delta_pairs, 32, &pairs,
		       (n_rows + (int64_t)DELTA_ROWS - 1) / DELTA_ROWS);
	else
		LAUNCH(d->queue, delta_sums, 32, &d->args, n_rows);
}

/* ---- the forest ---- */

enum status sta_forest_open(struct search *search, struct sta_forest *out)
{
	*out = (struct sta_forest){0};
	if (!search->forest.slot)
		return STATUS_OK;
	out->search = search;
	return DEVICE_ALLOC(search->queue, "lab slacks", &out->d_slack, search->n_records);
}

void sta_forest_close(struct sta_forest *f)
{
	if (f->search)
		device_free(f->search->queue, f->d_slack);
	*f = (struct sta_forest){0};
}

void sta_forest_run(struct sta_forest *f)
{
	struct search *s = f->search;
	struct device_records all = columns_records(&s->pool);
	struct record_slacks_args args = {
		.source_state = s->image->device.source_state,
		.source_weight = s->image->device.source_weight,
		.dist = s->forest.dist,
		.slot = s->forest.slot,
	};

	for (int64_t l = 0; l < s->n_levels; l++) {
		const struct search_level *level = &s->levels[l];

		if (level->n == 0)
			continue;
		args.parent = all.parent + level->first;
		args.arc = all.arc + level->first;
		args.is_first = l == 0;
		args.before = f->d_slack;
		args.slack = f->d_slack + level->first;
		LAUNCH(s->queue, record_slacks, s->image->fs_bits, &args, level->n);
	}
}

static int64_t time_at(const void *times, int bits, int64_t i)
{
	return bits == 32 ? ((const int32_t *)times)[i] : ((const int64_t *)times)[i];
}

enum status sta_forest_check(struct sta_forest *f, int64_t *n, int64_t *n_wrong)
{
	struct search *s = f->search;
	int bits = s->image->fs_bits;
	FREED int64_t *slack = NULL, *said = NULL;

	*n = s->n_records;
	*n_wrong = 0;
	TRY(ALLOC_ALL(*n, &slack, &said));
	queue_download(s->queue, slack, f->d_slack, *n * 8);
	queue_download(s->queue, said, columns_records(&s->pool).slack, *n * (bits / 8));
	TRY(queue_sync(s->queue));
	for (int64_t i = 0; i < *n; i++)
		*n_wrong += slack[i] != time_at(said, bits, i);
	return STATUS_OK;
}

/* ---- arrivals ---- */

struct arrival_counters {
	int64_t phase_at[3];
	int32_t count[LAB_PHASES];
};

static enum status open_arrivals(struct sta_arrivals *a)
{
	struct image *image = a->image;
	int64_t n = image->device.n_states;
	struct fill_times_args fill = {NULL, FS_NONE_64};
	struct prefix_seeds_args seeds = {image->device.source_state, image->device.source_weight,
					  NULL};

	TRY(image_need_fan_in(image));
	TRY(timing_image_upload_rows(image->queue, image->level_row, image->n_levels, 1, NULL,
				     &a->d_mirror));
	TRY(DEVICE_ALLOC(image->queue, "lab arrivals", &a->d_prefix[0], n));
	TRY(DEVICE_ALLOC(image->queue, "lab arrivals", &a->d_prefix[1], n));
	TRY(DEVICE_ALLOC(image->queue, "lab arrivals", &a->d_first, n));
	TRY(device_alloc(image->queue, "lab counters", sizeof(struct arrival_counters),
			 &a->d_counters));
	fill.out = a->d_first;
	seeds.prefix = a->d_first;
	LAUNCH(image->queue, fill_times, 64, &fill, n);
	LAUNCH(image->queue, prefix_seeds, image->fs_bits, &seeds, image->device.n_sources);
	return queue_sync(image->queue);
}

enum status sta_arrivals_open(struct image *image, struct sta_arrivals *out)
{
	enum status status;

	*out = (struct sta_arrivals){.image = image};
	status = open_arrivals(out);
	if (status != STATUS_OK)
		sta_arrivals_close(out);
	return status;
}

void sta_arrivals_close(struct sta_arrivals *a)
{
	if (!a->image)
		return;
	DEVICE_FREE_ALL(a->image->queue, &a->d_mirror, &a->d_prefix[0], &a->d_prefix[1],
			&a->d_first, &a->d_counters);
	*a = (struct sta_arrivals){0};
}

void sta_arrivals_sweep(struct sta_arrivals *a)
{
	const struct image *image = a->image;
	struct prefix_sweep_args args = {image->device.n_states, image->d_in_row,
					 image->d_in_from,       image->d_in_arc,
					 image->device.weight,   a->d_prefix[0]};

	queue_copy(image->queue, a->d_prefix[0], a->d_first, 8 * (int64_t)image->device.n_states);
	SWEEP(image->queue, prefix_sweep, image->fs_bits, &args, a->d_mirror, image->n_levels);
}

void sta_arrivals_product(struct sta_arrivals *a)
{
	static const int32_t some = 1;
	const struct image *image = a->image;
	struct arrival_counters *c = a->d_counters;
	struct prefix_product_args args = {image->device.n_states,
					   image->d_in_row,
					   image->d_in_from,
					   image->d_in_arc,
					   image->device.weight,
					   {a->d_prefix[0], a->d_prefix[1]},
					   c->count,
					   c->phase_at};

	queue_fill(image->queue, c, 0, sizeof *c);
	queue_upload(image->queue, c->count, &some, 4);
	queue_copy(image->queue, a->d_prefix[0], a->d_first, 8 * (int64_t)image->device.n_states);
	queue_launch(image->queue, KERNEL_ID_prefix_product, image->fs_bits, &args, NULL,
		     (int64_t)image->device.n_states + 1);
}

enum status sta_arrivals_read(struct sta_arrivals *a, bool of_products, int64_t *prefix,
			      int64_t *steps)
{
	struct arrival_counters c;

	*steps = 1;
	if (of_products) {
		queue_download(a->image->queue, &c, a->d_counters, sizeof c);
		TRY(queue_sync(a->image->queue));
		*steps = c.phase_at[2];
	}
	return queue_read(a->image->queue, prefix, a->d_prefix[of_products ? *steps % 2 : 0],
			  8 * (int64_t)a->image->device.n_states);
}
