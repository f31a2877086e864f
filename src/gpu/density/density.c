/*
 * Density accumulation: memory, stages and their launches, forward and backward.
 */
#include "gpu/density/density.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gpu/density/density_args.h"
#include "gpu/density/density_impl.h"
#include "snap/density.h"

const char *const density_method_name[N_DENSITY_METHODS] = {"prefix", "naive",  "threads",
							    "warp",   "copies", "printed"};

enum { MOST_SHIFT = 12, UNITS_SHIFT = 21 };

/*
 * Boxes on at most this many bins go straight to them. Up to 16 that is forward never more additions than the
 * differences, and backward never more loads. On an H200 forward 9: 12 is 4 % faster for cells on 1024 × 1024 bins,
 * 4 % slower for nets, and slower where both arrays exceed the cache; backward corners are always faster.
 */
enum { PRINTED_THRESHOLD = 4 }; /* section IV of the paper */
enum { FORWARD_CPU = 16, FORWARD_CUDA = 9, UNDER_CPU = 16, UNDER_CUDA = 0 };

/*
 * Bins whose differences stay in a GPU's cache while boxes stream by: where there are more, boxes are gone
 * through once for each part of the rows. Found by trying on an H200: of 2048 × 2048 two parts are
 * faster than one and than three, of 1024 × 1024 one is faster than two.
 */
enum { CACHED_BINS = 2 << 20, MOST_PARTS = 4 };

struct density {
	struct stepper stepper;
	struct queue *queue; /* borrowed */
	struct density_grid grid;
	struct density_boxes boxes;
	struct density_options options;
	void *d_box; /* device, owned; NULL where they have been scaled, or are as they are added */
	void *d_map; /* device, owned */
	void *d_difference; /* device, owned; NULL unless DENSITY_PREFIX, in pairs, or _PRINTED */
	void *d_direct;     /* part of it: what went straight to bins; NULL unless DENSITY_PREFIX */
	void *d_copy;       /* device, owned; NULL unless DENSITY_COPIES */
	int32_t n_copies;
	enum density_stage stage;
	bool begun;   /* the maps are zero or more */
	int64_t next; /* box */
	int32_t n_steps;
	struct snap_step step[SNAP_DENSITY_STEPS]; /* the newest ones */
	const char *name, *unit;
	double factor;
};

/* ---- the grid ---- */

enum status density_grid_of(const struct rect *die, int32_t columns, int32_t rows,
			    struct density_grid *out)
{
	int32_t longer = columns > rows ? columns : rows, log = 0;

	if (columns < 1 || rows < 1 || longer > DENSITY_MOST_BINS)
		return status_fail(STATUS_USAGE, "a grid has from 1 to %d bins along an axis",
				   DENSITY_MOST_BINS);
	if (die->x2 <= die->x1 || die->y2 <= die->y1)
		return status_fail(STATUS_FAILED, "the die has no area");
	while (1 << log < longer)
		log++;
	log = UNITS_SHIFT - log; /* at least 8 */
	*out = (struct density_grid){{columns, rows, log > MOST_SHIFT ? MOST_SHIFT : log}, *die};
	return STATUS_OK;
}

double density_full(const struct density_grid *grid, int precision)
{
	return precision == DENSITY_EXACT ? (double)((int64_t)1 << 2 * grid->bins.shift) : 1;
}

static struct density_axis axis_of(int32_t low, int32_t high, int32_t bins, int32_t shift)
{
	struct density_axis axis = {low,  high,          (uint32_t)high - (uint32_t)low,
				    bins, bins << shift, 0};

	axis.per_length = (double)axis.units / axis.length;
	return axis;
}

static struct density_scaling scaling_of(const struct density_grid *grid, enum density_fit fit)
{
	return (struct density_scaling){
		axis_of(grid->die.x1, grid->die.x2, grid->bins.columns, grid->bins.shift),
		axis_of(grid->die.y1, grid->die.y2, grid->bins.rows, grid->bins.shift),
		(int32_t)fit};
}

void density_scale(struct queue *queue, const struct density_grid *grid,
		   const struct density_boxes *boxes, int precision, void *d_scaled)
{
	struct scale_boxes_args args = {scaling_of(grid, boxes->fit), boxes->d_box, d_scaled};

	LAUNCH(queue, scale_boxes, precision, &args, boxes->n);
}

static bool on_cpu(struct queue *queue)
{
	return device_kind(queue_device(queue)) == DEVICE_CPU;
}

static int32_t threshold_of(struct queue *queue, const struct density_options *options, int32_t cpu,
			    int32_t cuda)
{
	if (options->threshold >= 0)
		return options->threshold;
	return on_cpu(queue) ? cpu : cuda;
}

static int64_t scaled_size(int precision)
{
	return precision == DENSITY_EXACT ? (int64_t)sizeof(struct density_box_32)
					  : (int64_t)sizeof(struct density_box_64);
}

enum status density_scale_to_host(struct queue *queue, const struct density_grid *grid,
				  const struct density_boxes *boxes, int precision, void *scaled)
{
	int64_t bytes = boxes->n * scaled_size(precision);
	void *d_box = NULL;
	DEVICE_HELD held = {queue, {&d_box}};

	TRY(device_alloc(queue, "density boxes", bytes, &d_box));
	density_scale(queue, grid, boxes, precision, d_box);
	return queue_read(queue, scaled, d_box, bytes);
}

/* ---- prefix sums ---- */

static void sum_columns(struct queue *queue, int precision, const struct column_sums_args *args)
{
	int32_t each = on_cpu(queue) ? 1 : DENSITY_COLUMN_GROUP;

	LAUNCH(queue, column_sums, precision, args, (args->bins.columns + each - 1) / each);
}

/* Algorithm 1 as it is printed: a thread for each row, then for each column, in place or added to another map. */
static void columns_as_printed(struct queue *queue, const struct density_bins *bins, int precision,
			       void *d_map, void *d_out)
{
	struct columns_printed_args columns = {
		.bins = *bins, .map = d_map, .adds = d_out != d_map, .out = d_out};

	LAUNCH(queue, columns_printed, precision, &columns, bins->columns);
}

static void rows_as_printed(struct queue *queue, const struct density_bins *bins, int precision,
			    void *d_map)
{
	struct rows_printed_args rows = {.bins = *bins, .map = d_map};

	LAUNCH(queue, rows_printed, precision, &rows, bins->rows);
}

/* ---- beginning and end ---- */

static const struct stepper_ops ops;

/* Differences in pairs, then what goes straight to bins: on a GPU in pairs, too. */
static int64_t difference_bytes(const struct density *d)
{
	int maps = d->options.method != DENSITY_PREFIX ? 1 : on_cpu(d->queue) ? 3 : 4;

	return maps * 8 * density_grid_bins(&d->grid);
}

static enum status alloc_maps(struct density *d)
{
	struct queue *queue = d->queue;
	int64_t map = 8 * density_grid_bins(&d->grid);

	TRY(device_alloc(queue, "density", map, &d->d_map));
	if (d->options.method == DENSITY_PREFIX || d->options.method == DENSITY_PRINTED)
		TRY(device_alloc(queue, "density", difference_bytes(d), &d->d_difference));
	if (d->options.method == DENSITY_PREFIX) {
		d->d_direct = (char *)d->d_difference + 2 * map;
		return STATUS_OK;
	}
	if (d->boxes.fit != DENSITY_SCALED)
		TRY(device_alloc(queue, "density boxes",
				 d->boxes.n * scaled_size(d->options.precision), &d->d_box));
	if (d->options.method != DENSITY_COPIES)
		return STATUS_OK;
	if (!on_cpu(queue))
		return status_fail(STATUS_FAILED,
				   "a map for each thread is a method for the CPU: a GPU has too "
				   "many threads; take prefix, threads or naive");
	d->n_copies = device_width(queue_device(queue));
	return device_alloc(queue, "density copies", d->n_copies * map, &d->d_copy);
}

enum status density_new(struct queue *queue, const struct density_grid *grid,
			const struct density_boxes *boxes, const struct density_options *options,
			struct density **out)
{
	RELEASED_BY(density_drop) struct density *d = NULL;

	TRY(ALLOC(&d, 1));
	d->stepper.ops = &ops;
	d->queue = queue;
	d->grid = *grid;
	d->boxes = *boxes;
	d->options = *options;
	if (d->options.batch < 1)
		d->options.batch = DENSITY_BATCH;
	density_name(d, "boxes", "1", 1 / density_full(grid, options->precision));
	TRY(alloc_maps(d));
	HAND_OVER(out, d);
	return STATUS_OK;
}

void density_free(struct density *d)
{
	if (!d)
		return;
	DEVICE_FREE_ALL(d->queue, &d->d_box, &d->d_map, &d->d_difference, &d->d_copy);
	free(d);
}

static void end(struct stepper *stepper)
{
	density_free((struct density *)stepper);
}

struct stepper *density_stepper(struct density *density)
{
	return &density->stepper;
}

void density_name(struct density *density, const char *name, const char *unit, double factor)
{
	density->name = name;
	density->unit = unit;
	density->factor = factor;
}

double density_factor(const struct density *density)
{
	return density->factor;
}

/* ---- steps ---- */

/* All maps zero, no box added. */
static void begin(struct density *d)
{
	int64_t map = 8 * density_grid_bins(&d->grid);

	d->stage = DENSITY_BOXES;
	d->next = 0;
	d->n_steps = 0;
	if (d->d_box)
		density_scale(d->queue, &d->grid, &d->boxes, d->options.precision, d->d_box);
	if (!d->d_direct)
		queue_fill(d->queue, d->d_map, 0, map);
	if (d->d_difference)
		queue_fill(d->queue, d->d_difference, 0, difference_bytes(d));
	if (d->d_copy)
		queue_fill(d->queue, d->d_copy, 0, d->n_copies * map);
	d->begun = true;
}

static int32_t parts_of(const struct density *d)
{
	int64_t parts = (density_grid_bins(&d->grid) + CACHED_BINS - 1) / CACHED_BINS;

	if (on_cpu(d->queue))
		return 1;
	return parts < MOST_PARTS ? (int32_t)parts : MOST_PARTS;
}

static void launch_batch(struct density *d, const void *box, const void *weight, int64_t n)
{
	int bits = d->options.precision;
	struct density_bins bins = d->grid.bins;
	struct density_differences_args differences = {
		.bins = bins,
		.scaling = scaling_of(&d->grid, d->boxes.fit),
		.n = n,
		.box = box,
		.weight = weight,
		.threshold = threshold_of(d->queue, &d->options, FORWARD_CPU, FORWARD_CUDA),
		.difference = d->d_difference,
		.direct = d->d_direct,
	};
	int32_t n_parts = parts_of(d);
	struct density_naive_args naive = {bins, box, weight, d->d_map};
	struct density_quads_args quads = {bins, box, weight, d->d_map};
	struct density_team_args team = {bins, box, weight, d->d_map};
	struct density_printed_args printed = {
		.bins = bins,
		.box = box,
		.weight = weight,
		.threshold =
			threshold_of(d->queue, &d->options, PRINTED_THRESHOLD, PRINTED_THRESHOLD),
		.difference = d->d_difference,
		.map = d->d_map,
	};
	struct density_copies_args copies = {bins, box, weight, d->d_copy};

	switch (d->options.method) {
	case DENSITY_NAIVE:
		LAUNCH(d->queue, density_naive, bits, &naive, n);
		return;
	case DENSITY_THREADS:
		LAUNCH(d->queue, density_quads, bits, &quads, n);
		return;
	case DENSITY_WARP:
		LAUNCH(d->queue, density_team, bits, &team, n);
		return;
	case DENSITY_PRINTED:
		LAUNCH(d->queue, density_printed, bits, &printed, n);
		return;
	case DENSITY_COPIES:
		LAUNCH(d->queue, density_copies, bits, &copies, n);
		return;
	default:
		for (int32_t part = 0; part < n_parts; part++) {
			differences.first_row = (int32_t)((int64_t)bins.rows * part / n_parts);
			differences.end_row = (int32_t)((int64_t)bins.rows * (part + 1) / n_parts);
			LAUNCH(d->queue, density_differences, bits, &differences, DENSITY_ITEMS(n));
		}
	}
}

/* From the next box on. */
static void add_batch(struct density *d, int64_t most, char *text, size_t size)
{
	int64_t n = d->boxes.n - d->next;
	const char *box = d->d_box ? d->d_box : (const void *)d->boxes.d_box;
	const char *weight = d->boxes.d_weight;

	n = n < most ? n : most;
	box += d->next * (d->d_box ? scaled_size(d->options.precision)
				   : (int64_t)sizeof(struct density_box_32));
	launch_batch(d, box, weight ? weight + 8 * d->next : NULL, n);
	snprintf(text, size, "boxes %" PRId64 " to %" PRId64 " of %" PRId64, d->next, d->next + n,
		 d->boxes.n);
	d->next += n;
	if (d->next == d->boxes.n)
		d->stage = d->d_difference || d->d_copy ? DENSITY_ROWS : DENSITY_DONE;
}

static void join(struct density *d)
{
	struct join_copies_args args = {.copy = d->d_copy,
					.n_bins = density_grid_bins(&d->grid),
					.n_copies = d->n_copies,
					.map = d->d_map};

	LAUNCH(d->queue, join_copies, d->options.precision, &args, args.n_bins);
}

void density_restart(struct density *density)
{
	density->begun = false;
	density->stage = DENSITY_BOXES;
	density->next = 0;
	density->n_steps = 0;
}

static void add_rows(struct density *d)
{
	struct row_sums_args args = {d->grid.bins, 1, d->d_difference, d->d_map};

	if (d->options.method == DENSITY_PRINTED)
		rows_as_printed(d->queue, &d->grid.bins, d->options.precision, d->d_difference);
	else
		LAUNCH(d->queue, row_sums, d->options.precision, &args, args.bins.rows);
}

static void add_columns(struct density *d)
{
	struct column_sums_args args = {d->grid.bins, d->d_map, d->d_direct, d->d_map};

	if (d->options.method == DENSITY_PRINTED)
		columns_as_printed(d->queue, &d->grid.bins, d->options.precision, d->d_difference,
				   d->d_map);
	else
		sum_columns(d->queue, d->options.precision, &args);
}

static void note(struct density *d, const struct snap_step *step)
{
	if (d->n_steps == SNAP_DENSITY_STEPS) {
		memmove(d->step, d->step + 1, (SNAP_DENSITY_STEPS - 1) * sizeof *d->step);
		d->n_steps--;
	}
	d->step[d->n_steps++] = *step;
}

/* A kernel, or a few that belong together, with `most` boxes at most. Does it end a level? */
static bool fine_step(struct density *d, int64_t most)
{
	struct snap_step step = {.level = (int32_t)d->stage};

	if (!d->begun)
		begin(d);
	switch (d->stage) {
	case DENSITY_BOXES:
		step.label = d->d_difference ? "differences" : "bins";
		add_batch(d, most, step.text, sizeof step.text);
		break;
	case DENSITY_ROWS:
		step.label = d->d_copy ? "join" : "row sums";
		snprintf(step.text, sizeof step.text, "%" PRId32 " %s",
			 d->d_copy ? d->n_copies : d->grid.bins.rows,
			 d->d_copy ? "copies" : "rows");
		if (d->d_copy)
			join(d);
		else
			add_rows(d);
		d->stage = d->d_copy ? DENSITY_DONE : DENSITY_COLUMNS;
		break;
	default:
		step.label = "column sums";
		snprintf(step.text, sizeof step.text, "%" PRId32 " columns", d->grid.bins.columns);
		add_columns(d);
		d->stage = DENSITY_DONE;
	}
	step.ends_level = (int32_t)d->stage != step.level;
	note(d, &step);
	return step.ends_level;
}

/* Sums are made in place: what was cut short is no map. */
static enum status wait_for_sums(struct density *d)
{
	enum status status = queue_sync(d->queue);

	if (status != STATUS_OK)
		density_restart(d);
	return status;
}

static enum status step(struct stepper *stepper, enum grain grain)
{
	struct density *d = (struct density *)stepper;

	if (d->stage == DENSITY_DONE)
		return STATUS_OK;
	while (!fine_step(d, d->options.batch) && grain != GRAIN_FINE)
		;
	return wait_for_sums(d);
}

static bool finished(const struct stepper *stepper)
{
	return ((const struct density *)stepper)->stage == DENSITY_DONE;
}

void density_queue(struct density *density)
{
	while (density->stage != DENSITY_DONE)
		fine_step(density, density->boxes.n);
}

enum status density_run(struct density *density)
{
	density_queue(density);
	return wait_for_sums(density);
}

/* ---- reading ---- */

enum density_stage density_stage(const struct density *density)
{
	return density->stage;
}

int64_t density_n_added(const struct density *density)
{
	return density->next;
}

void *density_device_map(struct density *density)
{
	if (!density->begun)
		begin(density);
	return density->d_map;
}

/* A row's sums: of the lower halves of its pairs and the upper ones of the row below. */
static void join_pairs(const struct density *d, const int64_t *pair, int64_t *values)
{
	int64_t n = density_grid_bins(&d->grid), columns = d->grid.bins.columns;

	for (int64_t b = 0; b < n; b++) {
		int64_t above = b < columns ? 0 : pair[2 * (b - columns) + 1];
		double sum, other;

		values[b] = (int64_t)((uint64_t)pair[2 * b] + (uint64_t)above);
		if (d->options.precision == DENSITY_EXACT)
			continue;
		memcpy(&sum, &pair[2 * b], sizeof sum);
		memcpy(&other, &above, sizeof other);
		sum += other;
		memcpy(&values[b], &sum, sizeof sum);
	}
}

static enum status read_pairs(struct density *d, const void *d_pair, int64_t *values)
{
	int64_t n = 2 * density_grid_bins(&d->grid);
	FREED int64_t *pair = NULL;

	TRY(ALLOC(&pair, n));
	queue_download(d->queue, pair, d_pair, 8 * n);
	TRY(queue_sync(d->queue));
	join_pairs(d, pair, values);
	return STATUS_OK;
}

enum status density_read(struct density *density, enum density_map map, void *values)
{
	const void *d_map = density_device_map(density);
	bool result = map == DENSITY_RESULT, prefix = density->d_direct != NULL;

	if (!result && (!density->d_difference || (prefix && density->stage == DENSITY_DONE)))
		return status_fail(STATUS_FAILED, "the map has no differences");
	if (prefix && density->stage <= (result ? DENSITY_COLUMNS : DENSITY_ROWS)) {
		d_map = result ? density->d_direct : density->d_difference;
		if (!result || !on_cpu(density->queue))
			return read_pairs(density, d_map, values);
	} else if (!result && !prefix) {
		d_map = density->d_difference;
	}
	queue_download(density->queue, values, d_map, 8 * density_grid_bins(&density->grid));
	return queue_sync(density->queue);
}

/* In place: both are 8 bytes. */
static void to_values(void *sums, int precision, double factor, int64_t n)
{
	double *value = sums;

	for (int64_t i = 0; i < n; i++) {
		int64_t whole;

		memcpy(&whole, &value[i], sizeof whole);
		value[i] = (precision == DENSITY_EXACT ? (double)whole : value[i]) * factor;
	}
}

/* The result when it is there; until then the differences of a method that has them. */
static enum status snapshot(struct stepper *stepper, struct snap **out)
{
	struct density *d = (struct density *)stepper;
	bool complete = d->stage == DENSITY_DONE || !d->d_difference;
	SNAP_HELD struct snap_density *snap = NULL;

	TRY(snap_density_new(d->grid.bins.columns, d->grid.bins.rows, &d->grid.die, &snap));
	snap->name = d->name;
	snap->unit = d->unit;
	snap->method = density_method_name[d->options.method];
	snap->precision = d->options.precision == DENSITY_EXACT ? "exact" : "double";
	snap->complete = d->stage == DENSITY_DONE;
	snap->n_boxes = d->boxes.n;
	snap->n_added = d->next;
	snap->n_steps = d->n_steps;
	COPY(snap->step, d->step, d->n_steps);
	TRY(density_read(d, complete ? DENSITY_RESULT : DENSITY_DIFFERENCES, snap->value));
	to_values(snap->value, d->options.precision, d->factor, density_grid_bins(&d->grid));
	*out = &snap->snap;
	snap = NULL;
	return STATUS_OK;
}

static const struct stepper_ops ops = {
	.step = step,
	.finished = finished,
	.snapshot = snapshot,
	.end = end,
};

/* ---- backward ---- */

void density_sum_as_printed(struct queue *queue, const struct density_bins *bins, int precision,
			    void *d_map, bool columns)
{
	rows_as_printed(queue, bins, precision, d_map);
	if (columns)
		columns_as_printed(queue, bins, precision, d_map, d_map);
}

/* The print's prefix sums of the weights, in place, then each box. */
static enum status under_printed(struct queue *queue, const struct density_options *options,
				 const struct under_naive_args *naive, int64_t n)
{
	int64_t map = 8 * (int64_t)naive->bins.columns * naive->bins.rows;
	struct under_printed_args args = {
		.bins = naive->bins,
		.box = naive->box,
		.weight = naive->weight,
		.threshold = threshold_of(queue, options, PRINTED_THRESHOLD, PRINTED_THRESHOLD),
		.under = naive->under};
	void *d_prefix = NULL;
	DEVICE_HELD held = {queue, {&d_prefix}};

	TRY(device_alloc(queue, "density", map, &d_prefix));
	args.prefix = d_prefix;
	queue_copy(queue, d_prefix, naive->weight, map);
	density_sum_as_printed(queue, &naive->bins, options->precision, d_prefix, true);
	LAUNCH(queue, under_printed, options->precision, &args, n);
	return STATUS_OK;
}

/* The prefix sums of the weights, in pairs, then each box as it is scaled. */
static enum status under_prefix(struct queue *queue, const struct density_grid *grid,
				const struct density_boxes *boxes,
				const struct density_options *options, const void *d_weight,
				const struct density_under *under)
{
	int64_t map = 8 * density_grid_bins(grid);
	struct row_sums_args rows = {.bins = grid->bins, .from = d_weight};
	struct column_sums_args columns = {.bins = grid->bins};
	struct under_prefix_args args = {
		.bins = grid->bins,
		.scaling = scaling_of(grid, boxes->fit),
		.n = boxes->n,
		.box = boxes->d_box,
		.weight = d_weight,
		.threshold = threshold_of(queue, options, UNDER_CPU, UNDER_CUDA),
		.under = *under};
	DEVICE_HELD held = {queue, {&rows.map, &columns.out}};

	TRY(device_alloc(queue, "density", map, &rows.map));
	TRY(device_alloc(queue, "density", 2 * map, &columns.out));
	columns.map = rows.map;
	args.prefix = columns.out;
	LAUNCH(queue, row_sums, options->precision, &rows, grid->bins.rows);
	sum_columns(queue, options->precision, &columns);
	LAUNCH(queue, under_prefix, options->precision, &args, DENSITY_ITEMS(boxes->n));
	return STATUS_OK;
}

enum status density_under(struct queue *queue, const struct density_grid *grid,
			  const struct density_boxes *boxes, const struct density_options *options,
			  const void *d_weight, const struct density_under *under)
{
	struct under_naive_args naive = {.bins = grid->bins, .weight = d_weight, .under = *under};
	struct under_quads_args quads = {.bins = grid->bins, .weight = d_weight, .under = *under};
	struct under_team_args team = {.bins = grid->bins, .weight = d_weight, .under = *under};
	void *d_box = NULL;
	DEVICE_HELD held = {queue, {&d_box}};

	if (options->method == DENSITY_COPIES)
		return status_fail(STATUS_USAGE, "a map for each thread is a method for forward "
						 "accumulation: backward, no box writes to "
						 "another's result");
	if (options->method == DENSITY_PREFIX)
		return under_prefix(queue, grid, boxes, options, d_weight, under);
	naive.box = boxes->d_box;
	if (boxes->fit != DENSITY_SCALED) {
		TRY(device_alloc(queue, "density boxes", boxes->n * scaled_size(options->precision),
				 &d_box));
		density_scale(queue, grid, boxes, options->precision, d_box);
		naive.box = d_box;
	}
	team.box = quads.box = naive.box;
	if (options->method == DENSITY_PRINTED)
		return under_printed(queue, options, &naive, boxes->n);
	if (options->method == DENSITY_THREADS)
		LAUNCH(queue, under_quads, options->precision, &quads, boxes->n);
	else if (options->method == DENSITY_WARP)
		LAUNCH(queue, under_team, options->precision, &team, boxes->n);
	else
		LAUNCH(queue, under_naive, options->precision, &naive, boxes->n);
	return STATUS_OK;
}
