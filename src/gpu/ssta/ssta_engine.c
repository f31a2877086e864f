/*
 * The devices that compute dies: each has the program and slots of its own, and takes a part of the
 * samples. A die is a function of its number alone and moments are sums of whole numbers, so what comes
 * of it is the same however samples are shared.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "gpu/ssta/paper/ssta_twister.h"
#include "gpu/ssta/ssta_args.h"
#include "gpu/ssta/ssta_impl.h"

static const char name[] = "ssta";

enum {
	CPU_SLOT_BYTES = 1 << 20, /* of slots at once on the CPU: they stay in its cache */
	CHUNK_BLOCKS = 4,         /* of samples that a team does of an end */
	GPU_BLOCKS_EACH = 8,      /* blocks a multiprocessor in a level */
};

/* ---- making one ---- */

#define PUT(from, n, d_pointer)                                                                    \
	timing_image_upload(e->queue, (from), (n), sizeof **(d_pointer), (const void *)(d_pointer))

static enum status upload(const struct ssta *ssta, struct ssta_engine *e)
{
	const struct ssta_program *p = &ssta->program;

	TRY(PUT(ssta_normal_table, NORMAL_PIECES, &e->d_table));
	TRY(PUT(p->op, p->n_ops, &e->d_op));
	TRY(PUT(p->sink, p->n_sinks, &e->d_sink));
	TRY(PUT(p->end, p->n_ends, &e->d_end));
	TRY(PUT(p->chain_row, p->n_chains + 1, &e->d_chain_row));
	TRY(PUT(p->chain_slot, p->n_chains, &e->d_chain_slot));
	if (ssta->factors.n_regions) {
		TRY(PUT(ssta->factors.row, ssta->factors.n_rows + 1, &e->d_factor_row));
		TRY(PUT(ssta->factors.factor, ssta->factors.n_factors, &e->d_factor));
		TRY(PUT(ssta_sobol_directions(), SOBOL_DIMENSIONS * SOBOL_BITS, &e->d_sobol));
	}
	return DEVICE_ALLOC(e->queue, name, &e->d_moments, p->n_ends);
}

/* Slots for as many blocks at once as are good, and fit. */
static enum status alloc_wave(const struct ssta *ssta, struct ssta_engine *e)
{
	const struct ssta_program *p = &ssta->program;
	int64_t slots = (int64_t)p->n_slots * SSTA_BLOCK * ssta->fs_bits / 8;
	int64_t n_blocks = SSTA_LARGEST_STEP / SSTA_BLOCK, n;
	enum status status;

	if (ssta_is_paper(ssta))
		n_blocks = TWISTER_LANES / SSTA_BLOCK;
	else if (device_kind(queue_device(e->queue)) == DEVICE_CPU)
		n_blocks = min_i64(n_blocks, max_i64(1, CPU_SLOT_BYTES / max_i64(slots, 1)));
	for (;; n_blocks /= 2) {
		status = device_alloc(e->queue, name, slots * n_blocks, &e->d_slot);
		if (status != STATUS_DEVICE_MEMORY || n_blocks == 1 || ssta_is_paper(ssta))
			break;
	}
	TRY(status);
	n = n_blocks * SSTA_BLOCK;
	e->n_blocks = (int32_t)n_blocks;
	if (ssta->factors.n_regions)
		TRY(DEVICE_ALLOC(e->queue, name, &e->d_shared, n * ssta->factors.n_rows));
	return DEVICE_ALLOC(e->queue, name, &e->d_group, n * p->n_groups);
}

enum status ssta_engine_resize(struct ssta *ssta, struct ssta_engine *e)
{
	int64_t n = (int64_t)e->n_blocks * SSTA_BLOCK;

	queue_upload(e->queue, e->d_end, ssta->program.end,
		     ssta->program.n_ends * (int64_t)sizeof *e->d_end);
	DEVICE_FREE(e->queue, e->d_series);
	free(e->wave);
	e->wave = NULL;
	TRY(DEVICE_ALLOC(e->queue, name, &e->d_series, n * ssta->options.n_series));
	return ALLOC(&e->wave, n * (ssta->program.n_groups + ssta->options.n_series));
}

static enum status open_engine(struct ssta *ssta, struct ssta_engine *e)
{
	TRY(upload(ssta, e));
	TRY(alloc_wave(ssta, e));
	if (ssta_is_paper(ssta))
		TRY(ssta_paper_open(ssta, e));
	TRY(ssta_engine_resize(ssta, e));
	return queue_sync(e->queue);
}

/* Of several devices an error says which one it is. */
static enum status name_device(const struct ssta *ssta, const struct ssta_engine *e,
			       enum status status)
{
	char text[512];

	if (status == STATUS_OK || status == STATUS_CANCELLED || ssta->n_engines == 1)
		return status;
	snprintf(text, sizeof text, "%s", status_text(status));
	return status_fail(status, "device %d of %d (%s): %s", (int)(e - ssta->engine) + 1,
			   ssta->n_engines, device_name(queue_device(e->queue)), text);
}

enum status ssta_engine_open(struct ssta *ssta, struct ssta_engine *e)
{
	return name_device(ssta, e, queue_settle(e->queue, open_engine(ssta, e)));
}

void ssta_engine_close(struct ssta_engine *e)
{
	DEVICE_FREE_ALL(e->queue, &e->d_table, &e->d_op, &e->d_sink, &e->d_end, &e->d_slot,
			&e->d_shared, &e->d_chain_row, &e->d_chain_slot, &e->d_factor, &e->d_group,
			&e->d_moments, &e->d_factor_row, &e->d_series, &e->d_sobol);
	ssta_paper_close(e);
	free(e->wave);
}

void ssta_engine_clear(const struct ssta *ssta, struct ssta_engine *e)
{
	queue_fill(e->queue, e->d_moments, 0, ssta->program.n_ends * (int64_t)sizeof *e->d_moments);
	if (ssta_is_paper(ssta))
		queue_fill(e->queue, e->paper.d_raised, 0, sizeof *e->paper.d_raised);
}

/* ---- running it ---- */

/* Do arcs have words that aren't independent? */
static bool is_even(const struct ssta *ssta)
{
	return ssta->options.sampling == SSTA_STRATIFIED ||
	       ssta->options.sampling == SSTA_ANTITHETIC;
}

static void launch_level(const struct ssta *ssta, struct ssta_engine *e,
			 const struct ssta_samples *samples, int32_t level)
{
	const struct ssta_program *p = &ssta->program;
	int32_t first = p->level_row[level], n = p->level_row[level + 1] - first;
	bool cpu = device_kind(queue_device(e->queue)) == DEVICE_CPU;
	struct ssta_level_args args = {.samples = *samples,
				       .op = e->d_op,
				       .chain_row = e->d_chain_row + first,
				       .chain_slot = e->d_chain_slot + first,
				       .n_chains = n,
				       .n_items = (int64_t)n * samples->n_blocks,
				       .slot = e->d_slot};

	if (!cpu)
		args.n_items =
			min_i64((args.n_items + 7) / 8,
				(int64_t)device_width(queue_device(e->queue)) * GPU_BLOCKS_EACH);
	if (n > 0 && is_even(ssta))
		LAUNCH(e->queue, ssta_level_even, ssta->fs_bits, &args, args.n_items);
	else if (n > 0)
		LAUNCH(e->queue, ssta_level, ssta->fs_bits, &args, args.n_items);
}

/* Samples that are in one wave; nothing when there are none. A wave of the paper's methods is always whole. */
struct wave {
	int64_t first, begin, end; /* first: a multiple of the engine's unit */
	int32_t n_blocks;
};

static void launch_ends(const struct ssta *ssta, struct ssta_engine *e,
			const struct ssta_samples *samples, const struct wave *w, int32_t level)
{
	const struct ssta_program *p = &ssta->program;
	int32_t first = p->end_row[level], n = p->end_row[level + 1] - first;
	struct ssta_ends_args args = {.samples = *samples,
				      .begin = (int32_t)(w->begin - w->first),
				      .end = (int32_t)(w->end - w->first),
				      .n_chunks =
					      (samples->n_blocks + CHUNK_BLOCKS - 1) / CHUNK_BLOCKS,
				      .chunk = CHUNK_BLOCKS,
				      .sink = e->d_sink,
				      .ends = e->d_end + first,
				      .slot = e->d_slot,
				      .moments = e->d_moments,
				      .group = e->d_group,
				      .series = e->d_series};

	if (n > 0 && is_even(ssta))
		LAUNCH(e->queue, ssta_ends_even, ssta->fs_bits, &args, (int64_t)n * args.n_chunks);
	else if (n > 0)
		LAUNCH(e->queue, ssta_ends, ssta->fs_bits, &args, (int64_t)n * args.n_chunks);
}

int64_t ssta_wave_unit(const struct ssta *ssta)
{
	return ssta_is_paper(ssta) ? TWISTER_LANES : SSTA_BLOCK;
}

static void queue_wave(const struct ssta *ssta, struct ssta_engine *e, const struct wave *w)
{
	int64_t width = (int64_t)w->n_blocks * SSTA_BLOCK;
	int64_t n_groups = ssta->program.n_groups;
	struct ssta_samples samples = ssta_samples_of(ssta, e);

	samples.first = w->first;
	samples.n_blocks = w->n_blocks;
	queue_fill(e->queue, e->d_group, 0x7f, n_groups * width * (int64_t)sizeof *e->d_group);
	if (e->d_shared)
		ssta_launch_shared(ssta, e, e->queue, e->d_shared, &samples);
	if (ssta_is_paper(ssta))
		ssta_paper_begin(ssta, e, &samples);
	for (int32_t l = 0; l < ssta->program.n_levels; l++) {
		if (ssta_is_paper(ssta))
			ssta_paper_level(ssta, e, &samples, l, w->begin, w->end);
		else
			launch_level(ssta, e, &samples, l);
		launch_ends(ssta, e, &samples, w, l);
	}
}

/* Its results to the host. A device copies into memory that isn't pinned when it gets to it, and the
 * host waits for that: so all engines' kernels are launched before. */
static void queue_results(const struct ssta *ssta, const struct ssta_engine *e,
			  const struct wave *w)
{
	int64_t width = (int64_t)w->n_blocks * SSTA_BLOCK;
	int64_t n_groups = ssta->program.n_groups, n_series = ssta->options.n_series;

	queue_download(e->queue, e->wave, e->d_group, n_groups * width * (int64_t)sizeof *e->wave);
	queue_download(e->queue, e->wave + n_groups * width, e->d_series,
		       n_series * width * (int64_t)sizeof *e->wave);
}

/* From the wave's arrays to where they stay; the chip's worst slack is the least of the groups'. */
static void keep_wave(struct ssta *ssta, const struct ssta_engine *e, const struct wave *w)
{
	int64_t n = ssta->options.end - ssta->options.begin;
	int64_t width = (int64_t)w->n_blocks * SSTA_BLOCK;
	int64_t from = w->begin - w->first, to = w->begin - ssta->options.begin;
	int64_t n_samples = w->end - w->begin, *chip = ssta->chip + to;
	size_t bytes = (size_t)n_samples * sizeof *chip;
	const int64_t *wave = e->wave;

	memset(chip, 0x7f, bytes);
	for (int32_t g = 0; g < ssta->program.n_groups; g++, wave += width) {
		memcpy(ssta->group + g * n + to, wave + from, bytes);
		for (int64_t i = 0; i < n_samples; i++)
			chip[i] = min_i64(chip[i], wave[from + i]);
	}
	for (int32_t s = 0; s < ssta->options.n_series; s++, wave += width)
		memcpy(ssta->series + s * n + to, wave + from, bytes);
}

/* The next wave of an engine that has samples left[0] … left[1] − 1 to do; false = none. */
static bool take_wave(const struct ssta *ssta, const struct ssta_engine *e, int64_t left[2],
		      struct wave *w)
{
	int64_t width = (int64_t)e->n_blocks * SSTA_BLOCK, unit = ssta_wave_unit(ssta);

	w->begin = left[0];
	w->first = left[0] / unit * unit;
	w->end = min_i64(left[1], w->first + width);
	w->n_blocks = ssta_is_paper(ssta)
			      ? e->n_blocks
			      : (int32_t)((w->end - w->first + SSTA_BLOCK - 1) / SSTA_BLOCK);
	left[0] = w->end;
	return w->begin < w->end;
}

/* A wave on each engine that has some left, side by side; *more: there were any. */
static enum status run_round(struct ssta *ssta, int64_t left[][2], bool *more)
{
	struct wave wave[MOST_DEVICES];
	bool has[MOST_DEVICES];
	enum status status = STATUS_OK;

	*more = false;
	for (int32_t i = 0; i < ssta->n_engines; i++) {
		has[i] = take_wave(ssta, &ssta->engine[i], left[i], &wave[i]);
		if (has[i])
			queue_wave(ssta, &ssta->engine[i], &wave[i]);
		*more |= has[i];
	}
	for (int32_t i = 0; i < ssta->n_engines; i++) {
		struct ssta_engine *e = &ssta->engine[i];
		enum status one = STATUS_OK;

		if (has[i]) {
			queue_results(ssta, e, &wave[i]);
			one = queue_sync(e->queue);
		}
		if (status == STATUS_OK)
			status = name_device(ssta, e, one);
		if (has[i] && one == STATUS_OK)
			keep_wave(ssta, e, &wave[i]);
	}
	return status;
}

enum status ssta_engines_run(struct ssta *ssta, int64_t begin, int64_t end)
{
	int64_t left[MOST_DEVICES][2], unit = ssta_wave_unit(ssta), first = begin / unit;
	int64_t n = (end + unit - 1) / unit - first;
	bool more = true;

	for (int32_t i = 0; i < ssta->n_engines; i++) {
		int64_t from = (first + n * i / ssta->n_engines) * unit;
		int64_t to = (first + n * (i + 1) / ssta->n_engines) * unit;

		left[i][0] = max_i64(from, begin);
		left[i][1] = min_i64(to, end);
	}
	while (more)
		TRY(run_round(ssta, left, &more));
	return STATUS_OK;
}

static void add_moments(struct ssta_moments *to, const struct ssta_moments *from)
{
	for (int p = 0; p < N_SSTA_POWERS; p++) {
		to->sum[p].low += from->sum[p].low;
		to->sum[p].high += from->sum[p].high;
	}
	to->n_failing += from->n_failing;
	to->n_large += from->n_large;
}

enum status ssta_engines_read_raised(struct ssta *ssta)
{
	ssta->n_raised = 0;
	for (int32_t i = 0; i < ssta->n_engines && ssta_is_paper(ssta); i++) {
		const struct ssta_engine *e = &ssta->engine[i];
		int64_t n = 0;

		queue_download(e->queue, &n, e->paper.d_raised, sizeof n);
		TRY(name_device(ssta, e, queue_sync(e->queue)));
		ssta->n_raised += n;
	}
	return STATUS_OK;
}

enum status ssta_engines_read(struct ssta *ssta)
{
	int64_t n = ssta->program.n_ends, bytes = n * (int64_t)sizeof *ssta->moments;
	FREED struct ssta_moments *more = NULL;

	queue_download(ssta->queue, ssta->moments, ssta->engine[0].d_moments, bytes);
	TRY(queue_sync(ssta->queue));
	if (ssta->n_engines == 1)
		return STATUS_OK;
	TRY(ALLOC(&more, n));
	for (int32_t i = 1; i < ssta->n_engines; i++) {
		struct ssta_engine *e = &ssta->engine[i];

		queue_download(e->queue, more, e->d_moments, bytes);
		TRY(name_device(ssta, e, queue_sync(e->queue)));
		OVER_ITEMS(j, n)
		add_moments(&ssta->moments[j], &more[j]);
	}
	return STATUS_OK;
}
