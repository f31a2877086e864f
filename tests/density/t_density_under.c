/* Backward density accumulation, and the kernels that make boxes and weights, against plain loops.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/density/density_args.h"
#include "lib/kernel_reference.h"
#include "lib/naive_density.h"
#include "lib/tap.h"

static const struct rect die = {-2000000, 1000, 2000000, 3001000};

/* ---- backward ---- */

/* Device arrays for the sum under n boxes. */
static struct density_under under_new(struct queue *queue, int64_t n, bool gradient)
{
	struct density_under under = {.sum = to_device(queue, NULL, n * 8)};

	if (gradient) {
		under.right = to_device(queue, NULL, n * 8);
		under.up = to_device(queue, NULL, n * 8);
	}
	return under;
}

static void under_free(struct queue *queue, struct density_under *under)
{
	device_free(queue, under->sum);
	device_free(queue, under->right);
	device_free(queue, under->up);
}

static bool same_8(struct queue *queue, const void *d_items, const int64_t *items, int64_t n)
{
	int64_t *got = calloc((size_t)n + 1, 8);
	bool same;

	from_device(queue, got, d_items, n * 8);
	same = memcmp(got, items, (size_t)n * 8) == 0;
	free(got);
	return same;
}

struct wanted {
	int64_t *sum, *right, *up;
};

static bool same_under(struct test_device *d, const struct density_grid *grid,
		       const struct density_boxes *boxes, const void *d_weight,
		       const struct density_options *options, const struct wanted *wanted,
		       bool gradient)
{
	struct density_under under = under_new(d->queue, boxes->n, gradient);
	bool same = density_under(d->queue, grid, boxes, options, d_weight, &under) == STATUS_OK &&
		    same_8(d->queue, under.sum, wanted->sum, boxes->n);

	if (gradient)
		same = same && same_8(d->queue, under.right, wanted->right, boxes->n) &&
		       same_8(d->queue, under.up, wanted->up, boxes->n);
	under_free(d->queue, &under);
	return same;
}

static bool has_threshold(int method)
{
	return method == DENSITY_PREFIX || method == DENSITY_PRINTED;
}

static void check_under(struct test_device *d, int32_t columns, int32_t rows, int64_t n)
{
	static const int32_t thresholds[] = {0, 1, DENSITY_THRESHOLD, INT32_MAX};
	struct density_grid grid;
	struct density_box_32 *box;
	struct density_boxes boxes = {.n = n, .fit = DENSITY_AREA};
	struct wanted wanted;
	int64_t *weight, n_bins;
	void *d_weight;
	bool same = true;

	if (density_grid_of(&die, columns, rows, &grid) != STATUS_OK)
		abort();
	n_bins = density_grid_bins(&grid);
	box = random_boxes(&grid, n);
	NEW(weight, n_bins);
	NEW(wanted.sum, n);
	NEW(wanted.right, n);
	NEW(wanted.up, n);
	for (int64_t b = 0; b < n_bins; b++)
		weight[b] = random_below(1 << 16) - (1 << 15);
	for (int64_t i = 0; i < n; i++)
		naive_under(&grid, &box[i], weight, &wanted.sum[i], &wanted.right[i],
			    &wanted.up[i]);
	boxes.d_box = to_device(d->queue, box, n * (int64_t)sizeof *box);
	d_weight = to_device(d->queue, weight, n_bins * 8);
	for (int method = 0; method < N_DENSITY_METHODS; method++) {
		for (int w = 0; w < (has_threshold(method) ? 4 : 1); w++) {
			struct density_options options = {(enum density_method)method,
							  DENSITY_EXACT, thresholds[w], 0, NULL};

			if (method == DENSITY_COPIES)
				continue;
			same = same &&
			       same_under(d, &grid, &boxes, d_weight, &options, &wanted, true) &&
			       same_under(d, &grid, &boxes, d_weight, &options, &wanted, false);
		}
	}
	OK(same && same_8(d->queue, d_weight, weight, n_bins), "%s: under %ld boxes on %dx%d",
	   d->name, (long)n, columns, rows);
	device_free(d->queue, (void *)boxes.d_box);
	device_free(d->queue, d_weight);
	free(box);
	free(weight);
	free(wanted.sum);
	free(wanted.right);
	free(wanted.up);
}

/* A box that isn't on a border grows by just its gradient when it moves by a unit. */
static void check_gradient(void)
{
	struct density_grid grid = {{8, 8, 10}, {0, 0, 8 << 10, 8 << 10}};
	struct density_box_32 box = {1500, 700, 4100, 3000}, right = {1501, 700, 4101, 3000},
			      up = {1500, 701, 4100, 3001};
	int64_t weight[64], sum, by_right, by_up, moved, ignored;

	for (int b = 0; b < 64; b++)
		weight[b] = random_below(1000);
	naive_under(&grid, &box, weight, &sum, &by_right, &by_up);
	naive_under(&grid, &right, weight, &moved, &ignored, &ignored);
	OK(2 * (moved - sum) == by_right && by_right != 0, "a step to the right is the gradient");
	naive_under(&grid, &up, weight, &moved, &ignored, &ignored);
	OK(2 * (moved - sum) == by_up && by_up != 0, "a step up is, too");
}

/* Double precision: the same sums, but for rounding. */
static void check_under_real(struct test_device *d)
{
	enum { N = 300, BINS = 24 * 18 };
	struct density_grid grid;
	struct density_boxes boxes = {.n = N, .fit = DENSITY_AREA};
	struct density_box_32 *box;
	double weight[BINS], first[3][N], got[3][N], worst = 0, most = 0;
	void *d_weight;

	if (density_grid_of(&die, 24, 18, &grid) != STATUS_OK)
		abort();
	box = random_boxes(&grid, N);
	for (int b = 0; b < BINS; b++)
		weight[b] = (double)random_below(1000) / 1000;
	boxes.d_box = to_device(d->queue, box, N * (int64_t)sizeof *box);
	d_weight = to_device(d->queue, weight, BINS * 8);
	for (int method = 0; method < N_DENSITY_METHODS; method++) {
		struct density_options options = {(enum density_method)method, DENSITY_DOUBLE, 3, 0,
						  NULL};
		struct density_under under = under_new(d->queue, N, true);

		if (method == DENSITY_COPIES) { /* forward only */
			under_free(d->queue, &under);
			continue;
		}

		if (density_under(d->queue, &grid, &boxes, &options, d_weight, &under) != STATUS_OK)
			abort();
		from_device(d->queue, got[0], under.sum, sizeof got[0]);
		from_device(d->queue, got[1], under.right, sizeof got[1]);
		from_device(d->queue, got[2], under.up, sizeof got[2]);
		if (method == 0)
			memcpy(first, got, sizeof first);
		for (int q = 0; q < 3; q++) {
			for (int i = 0; i < N; i++) {
				worst = fmax(worst, fabs(got[q][i] - first[q][i]));
				most = fmax(most, fabs(got[q][i]));
			}
		}
		under_free(d->queue, &under);
	}
	OK(worst < 1e-9 && most > 10, "%s: all methods are nearly the same in double precision",
	   d->name);
	device_free(d->queue, (void *)boxes.d_box);
	device_free(d->queue, d_weight);
	free(box);
}

/* The mean over a box of a map of its own is what it covers of the bins. */
static void check_both_ways(struct test_device *d)
{
	struct density_grid grid = {{50, 40, 9}, die};
	const struct density_box_32 box = {-1700003, 99999, 1250001, 2222222};
	struct density_options options = DENSITY_OPTIONS_INIT;
	struct density_boxes boxes = {1, to_device(d->queue, &box, sizeof box), NULL, DENSITY_AREA};
	struct density_under under = under_new(d->queue, 1, false);
	struct density *density;
	int64_t *map = calloc(2000, 8), sum = 0, got;

	if (density_new(d->queue, &grid, &boxes, &options, &density) != STATUS_OK ||
	    density_run(density) != STATUS_OK ||
	    density_read(density, DENSITY_RESULT, map) != STATUS_OK ||
	    density_under(d->queue, &grid, &boxes, &options, density_device_map(density), &under) !=
		    STATUS_OK)
		abort();
	for (int b = 0; b < 2000; b++)
		sum += map[b] * map[b];
	from_device(d->queue, &got, under.sum, 8);
	OK(got == sum && sum > 0, "%s: backward is forward the other way round", d->name);
	density_free(density);
	under_free(d->queue, &under);
	device_free(d->queue, (void *)boxes.d_box);
	free(map);
}

/* ---- boxes and weights ---- */

struct nets {
	int64_t n, n_pins;
	int32_t *row, *pin, *x, *y, *net;
	struct density_box_32 *box;
};

/* Nets of no, one or a few pins, one of very many; some pins lie nowhere. */
static void nets_new(struct nets *nets, int64_t n)
{
	nets->n = n;
	NEW(nets->row, n + 1);
	NEW(nets->box, n);
	for (int64_t i = 0; i < n; i++)
		nets->row[i + 1] = nets->row[i] + (int32_t)(i == 3 ? 1000 : random_below(5));
	nets->n_pins = nets->row[n];
	NEW(nets->pin, nets->n_pins);
	NEW(nets->x, nets->n_pins);
	NEW(nets->y, nets->n_pins);
	NEW(nets->net, nets->n_pins);
	for (int64_t i = 0; i < n; i++) {
		struct density_box_32 box = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};

		for (int32_t j = nets->row[i]; j < nets->row[i + 1]; j++) {
			int32_t p = (int32_t)((int64_t)j * 7 % nets->n_pins);

			if (nets->n_pins % 7 == 0)
				p = j;
			nets->pin[j] = p;
			nets->net[p] = random_below(9) ? (int32_t)i : -1;
			nets->x[p] = (int32_t)random_next();
			nets->y[p] = (int32_t)random_next();
			if (random_below(6) == 0 || nets->x[p] == DENSITY_NOWHERE) {
				nets->x[p] = DENSITY_NOWHERE;
				continue;
			}
			box.x1 = nets->x[p] < box.x1 ? nets->x[p] : box.x1;
			box.y1 = nets->y[p] < box.y1 ? nets->y[p] : box.y1;
			box.x2 = nets->x[p] > box.x2 ? nets->x[p] : box.x2;
			box.y2 = nets->y[p] > box.y2 ? nets->y[p] : box.y2;
		}
		nets->box[i] = box;
	}
}

static void nets_free(struct nets *nets)
{
	free(nets->row);
	free(nets->pin);
	free(nets->x);
	free(nets->y);
	free(nets->net);
	free(nets->box);
}

/* net_boxes, net_weights and pin_weights, the latter two in both precisions */
static void check_nets(struct test_device *d, int64_t n)
{
	struct queue *q = d->queue;
	struct nets nets;
	struct net_boxes_args boxes;
	struct net_weights_args w = {
		.micron = 40000, .thinnest_x = 0.25, .thinnest_y = 0.5, .scale = 1 << 20};
	struct pin_weights_args p;
	struct density_box_32 *got;
	int64_t *whole, *of_pin;
	double *real;
	bool same;

	nets_new(&nets, n);
	NEW(got, n);
	NEW(whole, n);
	NEW(real, n);
	NEW(of_pin, nets.n_pins);
	boxes = (struct net_boxes_args){
		to_device(q, nets.row, (n + 1) * 4), to_device(q, nets.pin, nets.n_pins * 4),
		to_device(q, nets.x, nets.n_pins * 4), to_device(q, nets.y, nets.n_pins * 4),
		to_device(q, NULL, n * (int64_t)sizeof *got)};
	LAUNCH(q, net_boxes, 32, &boxes, n);
	from_device(q, got, boxes.box, n * (int64_t)sizeof *got);
	same = memcmp(got, nets.box, (size_t)n * sizeof *got) == 0;
	for (int64_t i = 0; i < n; i++) {
		double x = ((double)nets.box[i].x2 - nets.box[i].x1) / 40000;
		double y = ((double)nets.box[i].y2 - nets.box[i].y1) / 40000;

		real[i] = x < 0 ? 0 : (x + y) / (fmax(x, 0.25) * fmax(y, 0.5)) * (1 << 20);
		whole[i] = (int64_t)floor(real[i] + 0.5);
	}
	w.box = boxes.box;
	w.weight = to_device(q, NULL, n * 8);
	p = (struct pin_weights_args){to_device(q, nets.net, nets.n_pins * 4), w.weight,
				      to_device(q, NULL, nets.n_pins * 8)};
	for (int precision = DENSITY_EXACT; precision <= DENSITY_DOUBLE; precision += 32) {
		const int64_t *of_net =
			precision == DENSITY_EXACT ? whole : (const int64_t *)(void *)real;

		for (int64_t i = 0; i < nets.n_pins; i++)
			of_pin[i] = nets.net[i] < 0 ? 0 : of_net[nets.net[i]];
		LAUNCH(q, net_weights, precision, &w, n);
		LAUNCH(q, pin_weights, precision, &p, nets.n_pins);
		same = same && same_8(q, w.weight, of_net, n) &&
		       same_8(q, p.weight, of_pin, nets.n_pins);
	}
	OK(same, "%s: boxes and wire of %ld nets", d->name, (long)n);
	device_free(q, (void *)boxes.net_pin_row);
	device_free(q, (void *)boxes.net_pin);
	device_free(q, (void *)boxes.pin_x);
	device_free(q, (void *)boxes.pin_y);
	device_free(q, boxes.box);
	device_free(q, w.weight);
	device_free(q, (void *)p.pin_net);
	device_free(q, p.weight);
	free(got);
	free(whole);
	free(real);
	free(of_pin);
	nets_free(&nets);
}

/* bin_minima: the least value of the boxes that touch a bin */
static void check_minima(struct test_device *d, int64_t n)
{
	struct density_grid grid = {{37, 29, 10}, die};
	struct density_box_32 *box = random_boxes(&grid, n);
	int64_t *value, *map, n_bins = density_grid_bins(&grid);
	struct bin_minima_args args = {.bins = grid.bins};

	NEW(value, n);
	NEW(map, n_bins);
	for (int64_t b = 0; b < n_bins; b++)
		map[b] = INT64_MAX;
	for (int64_t i = 0; i < n; i++) {
		box[i] = naive_scale(&grid, &box[i], DENSITY_AT_LEAST_A_UNIT);
		value[i] = random_below(7) ? random_below(2000000) - 1000000 : INT64_MAX;
		for (int64_t b = 0; b < n_bins; b++) {
			if (naive_common(&grid, &box[i], (int32_t)(b % 37), (int32_t)(b / 37)) &&
			    value[i] < map[b])
				map[b] = value[i];
		}
	}
	args.box = to_device(d->queue, box, n * (int64_t)sizeof *box);
	args.value = to_device(d->queue, value, n * 8);
	args.map = to_device(d->queue, NULL, n_bins * 8);
	queue_fill(d->queue, args.map, 0x7f, n_bins * 8);
	LAUNCH(d->queue, bin_minima, 32, &args, n);
	for (int64_t b = 0; b < n_bins; b++)
		map[b] = map[b] == INT64_MAX ? INT64_C(0x7f7f7f7f7f7f7f7f) : map[b];
	OK(same_8(d->queue, args.map, map, n_bins), "%s: least values of %ld boxes", d->name,
	   (long)n);
	device_free(d->queue, (void *)args.box);
	device_free(d->queue, (void *)args.value);
	device_free(d->queue, args.map);
	free(box);
	free(value);
	free(map);
}

int main(void)
{
	static const int64_t sizes[] = {0, 1, 31, 33, 5000};

	random_seed(3);
	check_gradient();
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		random_seed(4);
		if (!test_device_open(i, &d))
			continue;
		for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
			check_under(&d, 48, 64, sizes[s]);
			check_nets(&d, sizes[s]);
			check_minima(&d, sizes[s]);
		}
		check_under(&d, 1, 1, 100);
		check_under(&d, 1031, 3, 100);
		check_under(&d, 5, 1500, 100);
		check_under_real(&d);
		check_both_ways(&d);
		test_device_close(&d);
	}
	return tap_done();
}
