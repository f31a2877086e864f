/*
 * The host's side of k_path_counts.cu. A sweep finds the range of slacks; by the bins that are chosen then a second one finds the
 * shifts of arcs and how many bins each state has; the host places these, so that memory is used again after the last
 * level that reads it; then a launch a level fills them.
 */
#include "gpu/inspect/path_counts.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "gpu/device/profile.h"
#include "gpu/inspect/path_counts_args.h"

static const char memory_name[] = "path counts";

enum {
	MOST_BINS = 100000,
	SOURCE_ITEMS = 1024,
	MOST_PARTIAL = 1 << 23, /* counts that parts of the sources have together */
	LEAST_SOURCES = 64,
	LIVES = 32,
	BESIDE = 0,
	MOVED = 2,
	N_TIMES
};

/* Bins of states of one level that are read last at about the same level. */
struct piece {
	int64_t begin, end;
	int32_t last;
};

struct counting {
	struct image *image;
	struct queue *queue;
	struct path_counts *out;
	struct path_bins state; /* its arrays and the next owned, device */
	int32_t *arc_shift, *source_shift, *d_last;
	double *begins, *partial;
	int64_t *d_times;             /* beside, moved */
	int32_t *same, *n_bin, *last; /* owned [n_states], host */
	int64_t *place;               /* likewise */
	struct piece *piece;          /* owned: those in use, in their order in memory */
	int64_t n_pieces, capacity;
	int64_t n_all, n_at_once; /* bins */
	int64_t bytes_partial;
};

static void counting_release(struct counting *c)
{
	struct path_bins *s = &c->state;

	DEVICE_FREE_ALL(c->queue, &s->same, &s->n_bin, &s->base, &s->low, &s->high, &s->total,
			&s->place, &s->bins, &c->arc_shift, &c->source_shift, &c->d_last,
			&c->begins, &c->partial, &c->d_times);
	FREE_ALL(c->same, c->n_bin, c->last, c->place, c->piece);
}

static enum status alloc_states(struct counting *c)
{
	const struct device_graph *g = &c->image->device;
	struct path_bins *s = &c->state;

	TRY(DEVICE_ALLOC_ALL(c->queue, memory_name, g->n_states, &s->same, &s->n_bin, &s->base,
			     &s->low, &s->high, &s->total, &c->d_last));
	TRY(DEVICE_ALLOC(c->queue, memory_name, &c->arc_shift, g->n_arcs));
	TRY(DEVICE_ALLOC_ALL(c->queue, memory_name, g->n_sources, &c->source_shift, &c->begins));
	return DEVICE_ALLOC(c->queue, memory_name, &c->d_times, N_TIMES);
}

/* Both sweeps over arcs and sources, with n bins of a width from `low` on. */
static enum status find_shifts(struct counting *c, int64_t low, int64_t width, int32_t n,
			       int64_t *times)
{
	struct image *image = c->image;
	struct path_shifts_args shifts = {.graph = image->device,
					  .state = c->state,
					  .width = width,
					  .n_bins = n,
					  .shift = c->arc_shift,
					  .last = c->d_last,
					  .moved = c->d_times + MOVED};
	struct path_begins_args begins = {.graph = image->device,
					  .state = c->state,
					  .low = low,
					  .width = width,
					  .n_bins = n,
					  .n_levels = image->n_levels,
					  .shift = c->source_shift,
					  .begins = c->begins,
					  .last = c->d_last,
					  .beside = c->d_times + BESIDE};

	times[BESIDE] = times[BESIDE + 1] = FS_NONE_64;
	times[MOVED] = 0;
	queue_upload(c->queue, c->d_times, times, N_TIMES * (int64_t)sizeof *times);
	queue_fill(c->queue, c->d_last, 0, image->device.n_states * (int64_t)sizeof *c->d_last);
	SWEEP(c->queue, path_shifts, image->fs_bits, &shifts, image->d_part_row, image->n_levels);
	LAUNCH(c->queue, path_begins, image->fs_bits, &begins, image->device.n_sources);
	return queue_read(c->queue, times, c->d_times, N_TIMES * (int64_t)sizeof *times);
}

/* Bins from the worst slack to one bin beyond those that are shown, as the last paths of these may be counted there. */
static enum status choose_fine(int32_t max_fine, struct path_counts *out)
{
	static const int parts[] = {500, 200, 100, 50, 20, 10, 5, 2, 1};
	const struct histogram_axis *axis = &out->axis;
	int64_t before = max_i64(0, axis->low - out->least), n = INT64_MAX;

	for (int i = 0; i < 9 && n > max_fine; i++) {
		if (axis->width % parts[i])
			continue;
		out->width = axis->width / parts[i];
		out->low = axis->low - (before + out->width - 1) / out->width * out->width;
		n = (axis->low - out->low) / out->width + (int64_t)(axis->n_bins + 1) * parts[i];
	}
	if (n > MOST_BINS)
		return status_fail(STATUS_USAGE,
				   "bins so narrow would be %" PRId64
				   " from the worst slack on; at most %d are counted",
				   n, MOST_BINS);
	out->n_bins = (int32_t)n;
	return ALLOC(&out->count, n);
}

static enum status choose_bins(const struct path_counts_query *query, struct path_counts *out)
{
	int64_t last = max_i64(out->least, min_i64(out->most, query->high - 1));
	int64_t first = min_i64(last, max_i64(out->least, query->low));

	if (query->width)
		TRY(histogram_axis_of_width(first, last, query->width, &out->axis));
	else
		out->axis = histogram_choose_axis(first, last, query->max_bins);
	return choose_fine(query->max_fine, out);
}

/* ---- places ---- */

/* How long after its level a state's bins are kept, as a power of two of levels. */
static int life_of(const struct counting *c, int32_t level, int64_t v)
{
	int life = 0;

	while (level + (INT64_C(1) << life) < c->last[v])
		life++;
	return life;
}

static bool has_bins(const struct counting *c, int64_t v)
{
	return c->same[v] == v && c->n_bin[v] > 0;
}

/* The first place with room for n bins. */
static enum status take_piece(struct counting *c, int64_t n, int32_t last, int64_t *place)
{
	int64_t i = 0, at = 0;

	while (i < c->n_pieces && c->piece[i].begin - at < n)
		at = c->piece[i++].end;
	TRY(GROW(&c->piece, &c->capacity, c->n_pieces + 1));
	memmove(&c->piece[i + 1], &c->piece[i], (size_t)(c->n_pieces++ - i) * sizeof *c->piece);
	c->piece[i] = (struct piece){at, at + n, last};
	c->n_at_once = max_i64(c->n_at_once, at + n);
	c->n_all += n;
	*place = at;
	return STATUS_OK;
}

static enum status place_level(struct counting *c, int32_t level)
{
	int64_t begin = c->image->level_row[level], end = c->image->level_row[level + 1];
	int64_t next[LIVES] = {0}; /* the size of each life's piece, then its next free place */

	for (int64_t v = begin; v < end; v++)
		next[life_of(c, level, v)] += has_bins(c, v) ? c->n_bin[v] : 0;
	for (int life = 0; life < LIVES; life++)
		if (next[life])
			TRY(take_piece(c, next[life], level + (1 << life), &next[life]));
	for (int64_t v = begin; v < end; v++) {
		if (has_bins(c, v)) {
			c->place[v] = next[life_of(c, level, v)];
			next[life_of(c, level, v)] += c->n_bin[v];
		} else if (c->same[v] >= 0) {
			c->place[v] = c->place[c->same[v]];
		}
	}
	KEEP(c->piece, c->n_pieces, c->piece[i].last > level);
	return STATUS_OK;
}

static enum status place_bins(struct counting *c)
{
	int64_t n = c->image->device.n_states;

	TRY(ALLOC_ALL(n, &c->same, &c->n_bin, &c->last, &c->place));
	queue_download(c->queue, c->same, c->state.same, n * (int64_t)sizeof *c->same);
	queue_download(c->queue, c->n_bin, c->state.n_bin, n * (int64_t)sizeof *c->n_bin);
	queue_download(c->queue, c->last, c->d_last, n * (int64_t)sizeof *c->last);
	TRY(queue_sync(c->queue));
	for (int32_t l = 0; l < c->image->n_levels; l++)
		TRY(place_level(c, l));
	DEVICE_FREE_ALL(c->queue, &c->state.base, &c->state.low, &c->state.high, &c->state.total,
			&c->d_last);
	TRY(DEVICE_ALLOC(c->queue, memory_name, &c->state.place, n));
	TRY(DEVICE_ALLOC(c->queue, memory_name, &c->state.bins, c->n_at_once));
	queue_upload(c->queue, c->state.place, c->place, n * (int64_t)sizeof *c->place);
	return STATUS_OK;
}

/* ---- counts ---- */

static void fill_levels(struct counting *c)
{
	struct path_level_bins_args args = {
		.graph = c->image->device, .state = c->state, .shift = c->arc_shift};
	const int32_t *row = c->image->level_row;

	for (int32_t l = 0; l < c->image->n_levels; l++) {
		args.first = row[l];
		LAUNCH(c->queue, path_level_bins, 32, &args, row[l + 1] - row[l]);
	}
	if (queue_profiled(c->queue))
		queue_add_bytes(c->queue, KERNEL_ID_path_level_bins, 0, c->out->bytes_moved);
}

/* Sources in as many parts as are summed side by side, and these in order. */
static enum status sum_sources(struct counting *c)
{
	int64_t n = c->image->device.n_sources;
	/* fewer parts where each has many bins */
	int64_t most = max_i64(1, min_i64(SOURCE_ITEMS, MOST_PARTIAL / (c->out->n_bins + 1)));
	int64_t each = max_i64(LEAST_SOURCES, (n + most - 1) / most);
	int64_t n_items = (n + each - 1) / each, n_counts = n_items * (c->out->n_bins + 1);
	struct path_source_bins_args args = {.graph = c->image->device,
					     .state = c->state,
					     .shift = c->source_shift,
					     .begins = c->begins,
					     .each = each,
					     .n_bins = c->out->n_bins};
	FREED double *counts = NULL;
	enum status status;

	c->bytes_partial = n_counts * (int64_t)sizeof *c->partial;
	TRY(DEVICE_ALLOC(c->queue, memory_name, &c->partial, n_counts));
	args.out = c->partial;
	args.total = c->partial + n_items * c->out->n_bins;
	LAUNCH(c->queue, path_source_bins, 32, &args, n_items);
	TRY(ALLOC(&counts, n_counts));
	queue_download(c->queue, counts, c->partial, n_counts * (int64_t)sizeof *counts);
	status = queue_sync(c->queue);
	for (int64_t i = 0; i < n_items; i++) {
		for (int32_t b = 0; b < c->out->n_bins; b++)
			c->out->count[b] += counts[i * c->out->n_bins + b];
		c->out->n += counts[n_items * c->out->n_bins + i];
	}
	return status;
}

static void summarize(const struct counting *c, struct path_counts *out)
{
	const struct device_graph *g = &c->image->device;

	out->bytes_of_bins = c->n_all * (int64_t)sizeof *c->state.bins;
	out->bytes_at_once = c->n_at_once * (int64_t)sizeof *c->state.bins;
	/* the larger of what there is while shifts are found and while bins are filled */
	out->bytes = 4 * (int64_t)g->n_arcs + 12 * (int64_t)g->n_sources +
		     max_i64(44 * (int64_t)g->n_states,
			     16 * (int64_t)g->n_states + out->bytes_at_once + c->bytes_partial);
	out->n_above = out->n;
	for (int32_t b = 0; b < out->n_bins; b++)
		out->n_above -= out->count[b];
	if (out->n >= 0x1p53)
		out->rounding = ((double)g->n_arcs + g->n_sources) * 0x1p-53;
	if (out->n_above < out->n * out->rounding)
		out->n_above = 0;
}

static enum status count(struct counting *c, const struct path_counts_query *query)
{
	const int64_t everything = INT64_C(1) << 61;
	struct path_counts *out = c->out;
	int64_t times[N_TIMES];

	TRY(alloc_states(c));
	TRY(find_shifts(c, 0, everything, 1, times));
	if (times[BESIDE] == FS_NONE_64)
		return STATUS_OK; /* there are no paths */
	out->least = times[BESIDE];
	out->most = everything - 1 - times[BESIDE + 1];
	TRY(choose_bins(query, out));
	TRY(find_shifts(c, out->low, out->width, out->n_bins, times));
	out->below = max_i64(0, -times[BESIDE]);
	out->above = max_i64(0, -times[BESIDE + 1]);
	out->bytes_moved = times[MOVED] * (int64_t)sizeof *c->state.bins;
	TRY(place_bins(c));
	fill_levels(c);
	TRY(sum_sources(c));
	if (!isfinite(out->n))
		return status_fail(STATUS_FAILED, "there are more than 1e308 paths");
	summarize(c, out);
	return STATUS_OK;
}

enum status path_counts_make(struct image *image, const struct path_counts_query *query,
			     struct path_counts *out)
{
	struct counting c = {.image = image, .queue = image->queue, .out = out};
	enum status status;

	*out = (struct path_counts){0};
	status = queue_settle(c.queue, count(&c, query));
	counting_release(&c);
	if (status != STATUS_OK)
		path_counts_release(out);
	return status;
}
