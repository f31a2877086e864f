/* Forward density accumulation against its definition: every method, on each device. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/density/device_density.h"
#include "lib/devices.h"
#include "lib/naive_density.h"
#include "lib/tap.h"
#include "snap/density.h"

static const struct rect some_dies[] = {
	{0, 0, 4000000, 4000000},
	{-1234567, -7654321, 1000003, 54321},
	{INT32_MIN / 2, INT32_MIN / 2, INT32_MAX / 2, INT32_MAX / 2},
	{5, 5, 12, 8}, /* bins smaller than a length */
};

static struct density_grid grid_of(const struct rect *die, int32_t columns, int32_t rows)
{
	struct density_grid grid;

	if (density_grid_of(die, columns, rows, &grid) != STATUS_OK)
		abort();
	return grid;
}

/* Batch by batch where there are several, else at once. */
static enum status run(struct density *density, int64_t n, const struct density_options *options)
{
	struct stepper *stepper = density_stepper(density);

	if (options->batch >= n)
		return density_run(density);
	while (!stepper->ops->finished(stepper))
		TRY(stepper->ops->step(stepper, GRAIN_FINE));
	return STATUS_OK;
}

/* The map of boxes that are on the host; NULL when it fails. The caller's to free. */
static void *map_of(struct test_device *d, const struct density_grid *grid,
		    const struct density_box_32 *box, const void *weight, int64_t n,
		    enum density_fit fit, const struct density_options *options)
{
	struct density_boxes boxes = {n, to_device(d->queue, box, n * (int64_t)sizeof *box),
				      weight ? to_device(d->queue, weight, n * 8) : NULL, fit};
	void *map = calloc((size_t)density_grid_bins(grid), 8);
	struct density *density;
	enum status status = density_new(d->queue, grid, &boxes, options, &density);

	if (status == STATUS_OK) {
		status = run(density, n, options);
		if (status == STATUS_OK)
			status = density_read(density, DENSITY_RESULT, map);
		density_free(density);
	}
	device_free(d->queue, (void *)boxes.d_box);
	device_free(d->queue, (void *)boxes.d_weight);
	if (status == STATUS_OK)
		return map;
	free(map);
	return NULL;
}

static bool has_method(struct test_device *d, int method)
{
	return method != DENSITY_COPIES || device_kind(d->device) == DEVICE_CPU;
}

/* All methods, thresholds and sizes of batches that make a difference. */
static bool all_same(struct test_device *d, const struct density_grid *grid,
		     const struct density_box_32 *box, const int64_t *weight, int64_t n,
		     enum density_fit fit, const int64_t *wanted)
{
	static const struct {
		int32_t threshold;
		int64_t batch;
	} ways[] = {{0, 1 << 20}, {1, 7}, {DENSITY_THRESHOLD, 1000}, {INT32_MAX, 1 << 20}};
	bool same = true;

	for (int method = 0; method < N_DENSITY_METHODS; method++) {
		for (size_t w = 0;
		     w < (method == DENSITY_PREFIX || method == DENSITY_PRINTED ? 4 : 1); w++) {
			struct density_options options = {
				.method = (enum density_method)method,
				.precision = DENSITY_EXACT,
				.threshold = ways[w].threshold,
				.batch = n > 5000 ? 3000 : ways[w].batch,
			};
			int64_t *map;

			if (!has_method(d, method))
				continue;
			map = map_of(d, grid, box, weight, n, fit, &options);
			same = same && map &&
			       memcmp(map, wanted, (size_t)density_grid_bins(grid) * 8) == 0;
			free(map);
		}
	}
	return same;
}

static int64_t *random_weights(int64_t n)
{
	int64_t *weight = calloc((size_t)n + 1, sizeof *weight);

	for (int64_t i = 0; i < n; i++)
		weight[i] = random_below(1 << 20) - (1 << 19);
	return weight;
}

/* The same boxes in another order. */
static void shuffle(struct density_box_32 *box, int64_t *weight, int64_t n)
{
	for (int64_t i = n - 1; i > 0; i--) {
		int64_t j = random_below(i + 1), w = weight[i];
		struct density_box_32 b = box[i];

		box[i] = box[j];
		box[j] = b;
		weight[i] = weight[j];
		weight[j] = w;
	}
}

static void check_random(struct test_device *d, const struct rect *die, int32_t columns,
			 int32_t rows, int64_t n)
{
	struct density_grid grid = grid_of(die, columns, rows);
	struct density_box_32 *box = random_boxes(&grid, n);
	int64_t *weight = random_weights(n);
	int64_t *plain = naive_map(&grid, box, NULL, n, DENSITY_AREA);
	int64_t *weighted = naive_map(&grid, box, weight, n, DENSITY_AREA);
	int64_t *wide = naive_map(&grid, box, weight, n, DENSITY_AT_LEAST_A_UNIT);
	int64_t *points = naive_map(&grid, box, NULL, n, DENSITY_POINT);

	OK(all_same(d, &grid, box, NULL, n, DENSITY_AREA, plain) &&
		   all_same(d, &grid, box, weight, n, DENSITY_AREA, weighted),
	   "%s: %ld boxes on %dx%d", d->name, (long)n, columns, rows);
	OK(all_same(d, &grid, box, weight, n, DENSITY_AT_LEAST_A_UNIT, wide) &&
		   all_same(d, &grid, box, NULL, n, DENSITY_POINT, points),
	   "%s: %ld boxes of a unit at least, and points, on %dx%d", d->name, (long)n, columns,
	   rows);
	shuffle(box, weight, n);
	OK(all_same(d, &grid, box, weight, n, DENSITY_AREA, weighted),
	   "%s: in another order, on %dx%d", d->name, columns, rows);
	free(box);
	free(weight);
	free(plain);
	free(weighted);
	free(wide);
	free(points);
}

/* ---- the results of sums ---- */

static double common_length(int32_t a1, int32_t a2, int32_t b1, int32_t b2)
{
	double low = a1 > b1 ? a1 : b1, high = a2 < b2 ? a2 : b2;

	return high > low ? high - low : 0;
}

static void check_areas(struct test_device *d, int32_t columns, int32_t rows)
{
	struct density_grid grid = grid_of(&some_dies[1], columns, rows);
	struct density_options options = DENSITY_OPTIONS_INIT;
	enum { N = 3000 };
	struct density_box_32 *box = random_boxes(&grid, N);
	int64_t *map = map_of(d, &grid, box, NULL, N, DENSITY_AREA, &options), sum = 0, area = 0;
	double width = (double)grid.die.x2 - grid.die.x1,
	       height = (double)grid.die.y2 - grid.die.y1;
	double unit_x = width / ((int64_t)columns << grid.bins.shift);
	double unit_y = height / ((int64_t)rows << grid.bins.shift), real = 0, most = 0;

	for (int64_t i = 0; i < density_grid_bins(&grid); i++)
		sum += map[i];
	for (int64_t i = 0; i < N; i++) {
		struct density_box_32 b = naive_scale(&grid, &box[i], DENSITY_AREA);
		double w = common_length(box[i].x1, box[i].x2, grid.die.x1, grid.die.x2);
		double h = common_length(box[i].y1, box[i].y2, grid.die.y1, grid.die.y2);

		area += (int64_t)(b.x2 - b.x1) * (b.y2 - b.y1);
		real += w * h;
		/* perimeter × half a unit, and the corners where both are off */
		most += w * unit_y + h * unit_x + unit_x * unit_y;
	}
	OK(sum == area, "%s: the sum of the map is the area of the boxes in units", d->name);
	OK(fabs((double)sum * unit_x * unit_y - real) <= most && real > 0,
	   "%s: and nearly their area", d->name);
	free(box);
	free(map);
}

/* Shares of bins, exact and in double precision, against plain double arithmetic on lengths. */
static void check_real(struct test_device *d)
{
	struct density_grid grid = grid_of(&some_dies[0], 40, 33);
	enum { N = 500 };
	struct density_box_32 *box = random_boxes(&grid, N);
	double *wanted = naive_real_map(&grid, box, NULL, N);
	double full = density_full(&grid, DENSITY_EXACT), worst[2] = {0, 0};

	for (int method = 0; method < N_DENSITY_METHODS; method++) {
		struct density_options options = DENSITY_OPTIONS_INIT;
		int64_t *exact;
		double *real;

		options.method = (enum density_method)method;
		if (!has_method(d, method))
			continue;
		exact = map_of(d, &grid, box, NULL, N, DENSITY_AREA, &options);
		options.precision = DENSITY_DOUBLE;
		real = map_of(d, &grid, box, NULL, N, DENSITY_AREA, &options);
		for (int64_t i = 0; i < density_grid_bins(&grid); i++) {
			worst[0] = fmax(worst[0], fabs((double)exact[i] / full - wanted[i]));
			worst[1] = fmax(worst[1], fabs(real[i] - wanted[i]));
		}
		free(exact);
		free(real);
	}
	/* two sides half a unit off each way, of at most N boxes */
	OK(worst[0] <= 2.0 * N / (1 << grid.bins.shift), "%s: exact maps are nearly the real ones",
	   d->name);
	OK(worst[1] < 1e-9 * N, "%s: those in double precision are", d->name);
	free(box);
	free(wanted);
}

/* In double precision a point is as large as a unit, in one bin. */
static void check_real_points(struct test_device *d)
{
	struct density_grid grid = grid_of(&some_dies[1], 30, 50);
	struct density_options options = {DENSITY_PREFIX, DENSITY_DOUBLE, 4, 0, NULL};
	enum { N = 700, BINS = 30 * 50 };
	struct density_box_32 *box = random_boxes(&grid, N);
	double *map = map_of(d, &grid, box, NULL, N, DENSITY_POINT, &options);
	double full = density_full(&grid, DENSITY_EXACT);
	double sum = 0;
	bool whole = map;
	int64_t inside = 0;

	for (int i = 0; i < BINS && map; i++) {
		whole = whole && map[i] * full == floor(map[i] * full);
		sum += map[i] * full;
	}
	for (int i = 0; i < N; i++) {
		struct density_box_32 b = naive_scale(&grid, &box[i], DENSITY_POINT);

		inside += b.x2 > b.x1;
	}
	OK(whole && sum == (double)inside && inside > N / 4, "%s: points in double precision",
	   d->name);
	free(box);
	free(map);
}

/* ---- particular boxes ---- */

static bool all_are(const int64_t *map, int64_t n, int64_t value)
{
	bool same = true;

	for (int64_t i = 0; i < n; i++)
		same = same && map[i] == value;
	return same;
}

static void check_particular(struct test_device *d)
{
	struct density_grid grid = grid_of(&some_dies[0], 32, 16);
	struct density_options options = DENSITY_OPTIONS_INIT;
	const struct density_box_32 huge = {INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX};
	const struct density_box_32 point = {125000, 250000, 125000, 250000};
	const struct density_box_32 bin = {125000, 250000, 250000, 500000}; /* (1, 1) */
	const struct density_box_32 corner = {4000000, 4000000, 4000000, 4000000};
	const struct density_box_32 outside = {-10, -10, -1, -1};
	int64_t full = (int64_t)1 << 2 * grid.bins.shift, n = density_grid_bins(&grid), *map;

	for (options.threshold = 0; options.threshold <= 2048; options.threshold += 2048) {
		map = map_of(d, &grid, &huge, NULL, 1, DENSITY_AREA, &options);
		OK(map && all_are(map, n, full), "%s: a box larger than the die fills it", d->name);
		free(map);
		map = map_of(d, &grid, &bin, NULL, 1, DENSITY_AREA, &options);
		OK(map && map[33] == full && all_are(map, 33, 0) && all_are(map + 34, n - 34, 0),
		   "%s: a box on the borders of a bin fills that alone", d->name);
		free(map);
		map = map_of(d, &grid, &point, NULL, 1, DENSITY_AREA, &options);
		OK(map && all_are(map, n, 0), "%s: a point has no area", d->name);
		free(map);
		map = map_of(d, &grid, &point, NULL, 1, DENSITY_POINT, &options);
		OK(map && map[33] == 1 && all_are(map, 33, 0) && all_are(map + 34, n - 34, 0),
		   "%s: but may count; on a border it is in the bin above", d->name);
		free(map);
		map = map_of(d, &grid, &corner, NULL, 1, DENSITY_POINT, &options);
		OK(map && map[n - 1] == 1 && all_are(map, n - 1, 0),
		   "%s: the upper corner of the die is in its last bin", d->name);
		free(map);
		map = map_of(d, &grid, &outside, NULL, 1, DENSITY_AT_LEAST_A_UNIT, &options);
		OK(map && all_are(map, n, 0), "%s: what is off the die isn't there", d->name);
		free(map);
	}
}

/* Many boxes on one spot, and a weight that sums just fit. */
static void check_pile(struct test_device *d)
{
	struct density_grid grid = grid_of(&some_dies[0], 64, 64);
	enum { N = 100000 };
	struct density_box_32 *box = calloc(N, sizeof *box);
	int64_t *weight = calloc(N, sizeof *weight), *wanted,
		heavy = INT64_MAX >> 2 * grid.bins.shift;
	int64_t n = test_size_wanted(N) ? N : 1000;

	for (int64_t i = 0; i < n; i++) {
		box[i] = (struct density_box_32){1000001, 1000003, 1500001, 1200007};
		weight[i] = heavy / n;
	}
	wanted = naive_map(&grid, box, weight, n, DENSITY_AREA);
	OK(all_same(d, &grid, box, weight, n, DENSITY_AREA, wanted),
	   "%s: %ld heavy boxes on one spot", d->name, (long)n);
	free(box);
	free(weight);
	free(wanted);
}

/* ---- stages ---- */

/* The differences of each stage, summed up by hand, lead to the next. */
static void check_stages(struct test_device *d)
{
	struct density_grid grid = grid_of(&some_dies[1], 37, 21);
	struct density_options options = {DENSITY_PREFIX, DENSITY_EXACT, 4, 40, NULL};
	enum { N = 100, BINS = 37 * 21 };
	struct density_box_32 *box = random_boxes(&grid, N);
	int64_t *wanted = naive_map(&grid, box, NULL, N, DENSITY_AREA);
	struct density_boxes boxes = {N, to_device(d->queue, box, N * (int64_t)sizeof *box), NULL,
				      DENSITY_AREA};
	int64_t differences[BINS], rows[BINS], direct[BINS], result[BINS];
	struct density *density;
	struct stepper *stepper;
	struct snap_density *snap;
	bool sums = true;

	if (density_new(d->queue, &grid, &boxes, &options, &density) != STATUS_OK)
		abort();
	stepper = density_stepper(density);
	OK(stepper->ops->step(stepper, GRAIN_FINE) == STATUS_OK && density_n_added(density) == 40 &&
		   density_stage(density) == DENSITY_BOXES,
	   "%s: a fine step is a batch", d->name);
	OK(stepper->ops->step(stepper, GRAIN_COARSE) == STATUS_OK &&
		   density_n_added(density) == N && density_stage(density) == DENSITY_ROWS &&
		   density_read(density, DENSITY_DIFFERENCES, differences) == STATUS_OK &&
		   density_read(density, DENSITY_RESULT, direct) == STATUS_OK,
	   "%s: a coarse one does the others", d->name);
	OK(stepper->ops->snapshot(stepper, (struct snap **)&snap) == STATUS_OK && !snap->complete &&
		   snap->n_added == N && snap->n_steps == 3 && snap->step[2].ends_level &&
		   snap->value[BINS / 2] * density_full(&grid, DENSITY_EXACT) ==
			   (double)differences[BINS / 2],
	   "%s: a snapshot shows the differences", d->name);
	snap_unref(&snap->snap);
	OK(stepper->ops->step(stepper, GRAIN_FINE) == STATUS_OK &&
		   density_stage(density) == DENSITY_COLUMNS &&
		   density_read(density, DENSITY_DIFFERENCES, rows) == STATUS_OK &&
		   !stepper->ops->finished(stepper) &&
		   stepper->ops->step(stepper, GRAIN_FINE) == STATUS_OK &&
		   stepper->ops->finished(stepper) &&
		   density_read(density, DENSITY_RESULT, result) == STATUS_OK,
	   "%s: rows, then columns", d->name);
	for (int i = 0; i < BINS; i++) {
		int64_t column = 0;

		sums = sums && rows[i] == differences[i] + (i % 37 ? rows[i - 1] : 0);
		for (int above = i; above >= 0; above -= 37)
			column += rows[above];
		sums = sums && result[i] == direct[i] + column;
	}
	OK(sums && memcmp(result, wanted, sizeof result) == 0,
	   "%s: each stage is the sums of the one before", d->name);
	density_free(density);
	device_free(d->queue, (void *)boxes.d_box);
	free(box);
	free(wanted);
}

/* Cancelled, a map starts again. */
static void check_cancel(struct test_device *d)
{
	struct density_grid grid = grid_of(&some_dies[0], 64, 64);
	struct density_options options = {DENSITY_PREFIX, DENSITY_EXACT, 4, 100, NULL};
	enum { N = 1000 };
	struct density_box_32 *box = random_boxes(&grid, N);
	int64_t *wanted = naive_map(&grid, box, NULL, N, DENSITY_AREA);
	struct density_boxes boxes = {N, to_device(d->queue, box, N * (int64_t)sizeof *box), NULL,
				      DENSITY_AREA};
	int64_t *map = calloc((size_t)density_grid_bins(&grid), 8);
	struct density *density;

	if (density_new(d->queue, &grid, &boxes, &options, &density) != STATUS_OK ||
	    queue_sync(d->queue) != STATUS_OK)
		abort();
	for (int i = 0; i < 12; i++)
		density_stepper(density)->ops->step(density_stepper(density), GRAIN_FINE);
	atomic_store(&d->task.cancel, true);
	OK(density_run(density) == STATUS_CANCELLED || density_stage(density) == DENSITY_DONE,
	   "%s: cancelled", d->name);
	atomic_store(&d->task.cancel, false);
	OK(density_run(density) == STATUS_OK &&
		   density_read(density, DENSITY_RESULT, map) == STATUS_OK &&
		   memcmp(map, wanted, (size_t)density_grid_bins(&grid) * 8) == 0,
	   "%s: then complete", d->name);
	density_free(density);
	device_free(d->queue, (void *)boxes.d_box);
	free(box);
	free(wanted);
	free(map);
}

static void check_errors(struct test_device *d)
{
	const struct rect flat = {0, 0, 100, 0};
	struct density_grid grid;

	OK(density_grid_of(&some_dies[0], 0, 5, &grid) == STATUS_USAGE &&
		   density_grid_of(&some_dies[0], 5, DENSITY_MOST_BINS + 1, &grid) == STATUS_USAGE,
	   "no bins, or too many");
	OK(density_grid_of(&flat, 5, 5, &grid) == STATUS_FAILED, "a die without area");
	if (device_kind(d->device) != DEVICE_CPU) {
		struct density_options options = DENSITY_OPTIONS_INIT;
		struct density_box_32 box = {0, 0, 1, 1};

		options.method = DENSITY_COPIES;
		grid = grid_of(&some_dies[0], 4, 4);
		OK(!map_of(d, &grid, &box, NULL, 1, DENSITY_AREA, &options),
		   "%s: no copies for each of its threads", d->name);
	}
}

static void check_device(struct test_device *d)
{
	static const struct {
		int32_t columns, rows;
	} grids[] = {{1, 1}, {16, 16}, {7, 33}, {1031, 3}, {5, 1500}, {129, 97}};
	static const int64_t sizes[] = {0, 1, 31, 33};

	for (size_t g = 0; g < sizeof grids / sizeof *grids; g++) {
		for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
			check_random(d, &some_dies[random_below(4)], grids[g].columns,
				     grids[g].rows, sizes[s]);
	}
	for (int i = 0; i < 4; i++)
		check_random(d, &some_dies[i], 64, 48, test_size_wanted(5000) ? 5000 : 500);
	check_random(d, &some_dies[0], 2048, 700, 100);
	check_random(d, &some_dies[0], DENSITY_MOST_BINS, 2, 100);
	check_random(d, &some_dies[2], 3, DENSITY_MOST_BINS, 100);
	check_areas(d, 61, 16);
	check_areas(d, 300, 512);
	check_real(d);
	check_real_points(d);
	check_particular(d);
	check_pile(d);
	check_stages(d);
	check_cancel(d);
	check_errors(d);
}

int main(void)
{
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		random_seed(2);
		if (!test_device_open(i, &d))
			continue;
		check_device(&d);
		test_device_close(&d);
	}
	return tap_done();
}
