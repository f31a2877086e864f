/*
 * How long density accumulation takes, forward and backward, by each method:
 *
 *	bench_density [-d cpu|cuda] [-threads N] [-boxes nets|cells] [-n N] [-grid MxN] [-runs N]
 *		[-method prefix|naive|threads|warp|copies|printed] [-precision exact|double] [-threshold N[,N…]]
 *		[-scale F] [-stages N]
 *
 * Boxes are made, with the sizes of bigblue4's (table II and III of [Density]): 2.2M nets that cover
 * 7000 bins of 1024 × 1024 on average, from points to the whole die; or 5M cells on 2.3; sides times
 * F. In stage s of N their places are within the s/N of the die around its middle: from the clump
 * that placement begins with to where it ends. "forward" is everything from boxes in lengths on the
 * device to the map there: scaling, clearing, adding, sums; "backward" from a map to the sum under
 * each box, without the gradient and with it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "bench.h"
#include "gpu/density/density.h"

enum {
	MOST_THRESHOLDS = 16,
	BASE = 1024,
	WARM_MS = 50, /* of runs that don't count: until a GPU's clock is up */
};

struct bench {
	int argc;
	char **argv;
	struct device_config device;
	struct task task;
	struct queue *queue;
	const char *name;
	int runs, method; /* −1 = all */
	bool cells;
	int64_t n;
	double scale;
	int stage, n_stages;
	int32_t columns, rows;
	int precision, n_thresholds;
	int32_t threshold[MOST_THRESHOLDS];
	struct density_grid grid;
	struct density_boxes boxes;
};

static int usage(void)
{
	fprintf(stderr,
		"usage: bench_density [-d cpu|cuda] [-threads N] [-boxes nets|cells] [-n N]\n"
		"       [-grid MxN] [-runs N] [-method prefix|naive|threads|warp|copies|printed]\n"
		"       [-precision exact|double] [-threshold N,N,...] [-scale F] [-stages N]\n");
	return 2;
}

/* ---- options ---- */

static enum status take_method(struct bench *b, const char *value)
{
	for (b->method = 0; b->method < N_DENSITY_METHODS; b->method++) {
		if (strcmp(density_method_name[b->method], value) == 0)
			return STATUS_OK;
	}
	return status_fail(STATUS_USAGE, "unknown method \"%s\"", value);
}

static void take_thresholds(struct bench *b, const char *value)
{
	b->n_thresholds = 0;
	while (value && b->n_thresholds < MOST_THRESHOLDS) {
		b->threshold[b->n_thresholds++] = atoi(value);
		value = strchr(value, ',');
		value += value != NULL;
	}
}

static enum status take_option(struct bench *b, const char *name, const char *value)
{
	if (bench_device_option(&b->device, name, value))
		return STATUS_OK;
	if (strcmp(name, "-boxes") == 0)
		b->cells = strcmp(value, "cells") == 0;
	else if (strcmp(name, "-n") == 0)
		b->n = atoll(value);
	else if (strcmp(name, "-runs") == 0)
		b->runs = atoi(value);
	else if (strcmp(name, "-scale") == 0)
		b->scale = atof(value);
	else if (strcmp(name, "-stages") == 0)
		b->n_stages = atoi(value);
	else if (strcmp(name, "-precision") == 0)
		b->precision = strcmp(value, "double") == 0 ? DENSITY_DOUBLE : DENSITY_EXACT;
	else if (strcmp(name, "-threshold") == 0)
		take_thresholds(b, value);
	else if (strcmp(name, "-method") == 0)
		return take_method(b, value);
	else if (strcmp(name, "-grid") != 0 ||
		 sscanf(value, "%dx%d", (int *)&b->columns, (int *)&b->rows) != 2)
		return status_fail(STATUS_USAGE, "unknown option \"%s\"", name);
	return STATUS_OK;
}

static enum status parse(struct bench *b)
{
	for (int i = 1; i + 1 < b->argc; i += 2)
		TRY(take_option(b, b->argv[i], b->argv[i + 1]));
	if (b->argc % 2 == 0 || b->runs < 1 || b->n < 0 || b->n_stages < 1 || b->scale <= 0)
		return status_fail(STATUS_USAGE, "options with a value each");
	if (b->n == 0)
		b->n = b->cells ? 5000000 : 2200000;
	return STATUS_OK;
}

/* ---- boxes ---- */

static uint64_t random_state = 1;

/* splitmix64, as 0 … 1 */
static double random_share(void)
{
	uint64_t z = (random_state += UINT64_C(0x9E3779B97F4A7C15));

	z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
	return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/* A side in shares of the die. Of a net exp(−12.2 u): its mean is a 12.2th, hence of the area 7000
 * bins of 1024². Of a cell 0.5 to 2.5 of those bins, and a row high. */
static double side(const struct bench *b, bool high)
{
	if (b->cells)
		return (high ? 1.55 : 0.5 + 2 * random_share()) / BASE;
	return exp(-12.2 * random_share());
}

static void random_interval(const struct bench *b, bool high, int32_t length, int32_t *low,
			    int32_t *top)
{
	double wide = fmin(b->scale * side(b, high), 1);
	double at = (0.5 + (random_share() - 0.5) * b->stage / b->n_stages) * (1 - wide);

	*low = (int32_t)(at * length);
	*top = (int32_t)((at + wide) * length);
}

static enum status make_boxes(struct bench *b)
{
	const struct rect die = {0, 0, 1 << 30, 1 << 30};
	struct density_box_32 *box = malloc((size_t)b->n * sizeof *box);
	double covered = 0;
	enum status status;

	if (!box)
		return STATUS_NO_MEMORY;
	for (int64_t i = 0; i < b->n; i++) {
		random_interval(b, false, die.x2, &box[i].x1, &box[i].x2);
		random_interval(b, true, die.y2, &box[i].y1, &box[i].y2);
		covered += ((double)box[i].x2 - box[i].x1) * ((double)box[i].y2 - box[i].y1);
	}
	status = density_grid_of(&die, b->columns, b->rows, &b->grid);
	b->boxes = (struct density_boxes){.n = b->n, .fit = DENSITY_AREA};
	if (status == STATUS_OK)
		status = DEVICE_ALLOC(b->queue, "boxes", (struct density_box_32 **)&b->boxes.d_box,
				      b->n);
	if (status == STATUS_OK) {
		queue_upload(b->queue, (void *)b->boxes.d_box, box, b->n * (int64_t)sizeof *box);
		status = queue_sync(b->queue);
	}
	free(box);
	bench_figure(b->argc, b->argv, b->name, "boxes", (double)b->n, "");
	bench_figure(b->argc, b->argv, b->name, "mean area of a box",
		     covered / (double)b->n / 0x1p60 * b->columns * b->rows, "bins");
	return status;
}

/* ---- measuring ---- */

static void tell(struct bench *b, const char *what, const struct density_options *o, double *ms)
{
	char figure[96], stage[32] = "";
	int n;

	if (b->n_stages > 1)
		snprintf(stage, sizeof stage, "stage %d of %d, ", b->stage, b->n_stages);
	n = snprintf(figure, sizeof figure, "%s%s, %s", stage, what,
		     density_method_name[o->method]);
	if (o->method == DENSITY_PREFIX && o->threshold >= 0)
		snprintf(figure + n, sizeof figure - (size_t)n, ", threshold %d",
			 (int)o->threshold);
	bench_figure(b->argc, b->argv, b->name, figure, bench_quantile(ms, b->runs, 0.5), "ms");
}

static enum status forward(struct bench *b, struct density *density,
			   const struct density_options *o, double *ms)
{
	double start = clock_ms();

	for (int i = -1; i < b->runs; i += clock_ms() - start >= WARM_MS) {
		double begin = clock_ms();

		density_restart(density);
		TRY(density_run(density));
		ms[i < 0 ? 0 : i] = clock_ms() - begin;
	}
	tell(b, "forward", o, ms);
	return STATUS_OK;
}

static enum status backward(struct bench *b, const void *d_map, const struct density_options *o,
			    const struct density_under *under, double *ms)
{
	double start = clock_ms();

	for (int i = -1; i < b->runs; i += clock_ms() - start >= WARM_MS) {
		double begin = clock_ms();

		TRY(density_under(b->queue, &b->grid, &b->boxes, o, d_map, under));
		TRY(queue_sync(b->queue));
		ms[i < 0 ? 0 : i] = clock_ms() - begin;
	}
	tell(b, under->right ? "backward with gradient" : "backward", o, ms);
	return STATUS_OK;
}

static enum status measure(struct bench *b, const struct density_options *o,
			   const struct density_under *under, double *ms)
{
	struct density_under sum_alone = {.sum = under->sum};
	struct density *density;
	void *d_map;
	enum status status;

	TRY(density_new(b->queue, &b->grid, &b->boxes, o, &density));
	d_map = density_device_map(density);
	status = forward(b, density, o, ms);
	if (status == STATUS_OK && o->method != DENSITY_COPIES)
		status = backward(b, d_map, o, &sum_alone, ms);
	if (status == STATUS_OK && o->method != DENSITY_COPIES)
		status = backward(b, d_map, o, under, ms);
	density_free(density);
	return status;
}

static enum status measure_all(struct bench *b, const struct density_under *under, double *ms)
{
	struct density_options o = DENSITY_OPTIONS_INIT;

	o.precision = b->precision;
	for (int method = 0; method < N_DENSITY_METHODS; method++) {
		if ((b->method >= 0 && method != b->method) ||
		    (method == DENSITY_COPIES && b->device.kind != DEVICE_CPU))
			continue;
		o.method = (enum density_method)method;
		for (int t = 0; t < (method == DENSITY_PREFIX ? b->n_thresholds : 1); t++) {
			o.threshold = b->threshold[t];
			TRY(measure(b, &o, under, ms));
		}
	}
	return STATUS_OK;
}

static enum status measure_stages(struct bench *b, const struct density_under *under, double *ms)
{
	for (b->stage = 1; b->stage <= b->n_stages; b->stage++) {
		enum status status = make_boxes(b);

		if (status == STATUS_OK)
			status = measure_all(b, under, ms);
		device_free(b->queue, (void *)b->boxes.d_box);
		TRY(status);
	}
	return STATUS_OK;
}

static enum status run(struct bench *b, struct device **device)
{
	struct density_under under = {NULL, NULL, NULL};
	double *ms;
	enum status status;

	TRY(parse(b));
	TRY(device_open(&b->device, NULL, device));
	b->name = device_name(*device);
	TRY(queue_new(*device, &b->task, &b->queue));
	TRY(device_alloc(b->queue, "sums", 8 * b->n, &under.sum));
	TRY(device_alloc(b->queue, "sums", 8 * b->n, &under.right));
	TRY(device_alloc(b->queue, "sums", 8 * b->n, &under.up));
	ms = calloc((size_t)b->runs, sizeof *ms);
	if (!ms)
		return STATUS_NO_MEMORY;
	status = measure_stages(b, &under, ms);
	free(ms);
	device_free(b->queue, under.sum);
	device_free(b->queue, under.right);
	device_free(b->queue, under.up);
	return status;
}

int main(int argc, char **argv)
{
	struct bench b = {.argc = argc,
			  .argv = argv,
			  .device = {.kind = DEVICE_CPU},
			  .task = TASK_INIT,
			  .runs = 11,
			  .scale = 1,
			  .n_stages = 1,
			  .method = -1,
			  .columns = BASE,
			  .rows = BASE,
			  .precision = DENSITY_EXACT,
			  .n_thresholds = 1,
			  .threshold = {DENSITY_THRESHOLD}};
	struct device *device = NULL;
	enum status status = run(&b, &device);

	if (status != STATUS_OK)
		fprintf(stderr, "bench_density: %s\n", status_text(status));
	queue_free(b.queue);
	device_close(device);
	return status == STATUS_USAGE ? usage() : status != STATUS_OK;
}
