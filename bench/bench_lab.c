/*
 * The lab's kernels beside what [SpMV] printed (GTX 280, Core 2 Duo of 3.33 GHz) and beside cuSPARSE:
 *
 *	bench_lab [-d cpu|cuda] [-threads N] [-runs N] [-most N] -table 1…9
 *	bench_lab [-d cpu|cuda] [-threads N] [-runs N] -matrix NAME|FILE
 *	bench_lab [-d cpu|cuda] [-threads N] [-runs N] -of cg|ranked
 *
 * A table is printed as in the paper, a line an instance: the printed figures, and ours by the same methods, and then ours of today; instances
 * of more than `most` nonzeros are left out. Matrices are gen/matrices.h's stand-ins: sizes and lengths of rows are the paper's. After the
 * placements of tables 7 and 8 come those of designs: loom, adaptec1 of $WARPSCOPE_REFERENCE (../shared), and made ones. Times are the
 * mean of `runs` products; nothing is copied to or from the device meanwhile. Vectors are expanded beforehand, as in the paper; the time of that
 * is reported apart, and "best" is of the methods that don't. cuSPARSE's results are compared with ours; $WARPSCOPE_CUSPARSE is its file.
 *
 * -of cg: an iteration on the largest placement matrix, x alone, and x and y at once. -of ranked: rows are the worst 100,000 paths of a graph of
 * the size of b18, which share most of their points.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "gen/matrices.h"
#include "lab.h"
#include "read/matrix_market.h"

static const struct lab_printed printed[] = {
	{3, "ns3Da", 0.51, 5.02, 3.79, 18.08},
	{3, "raefsky3", 0.53, 12.29, 5.41, 14.54},
	{3, "venkat01", 0.53, 8.13, 5.71, 8.63},
	{3, "Yangliu", 0.49, 9.08, 5.67, 20.20},
	{3, "b18_100K", 0.55, 5.14, 5.12, 27.42},
	{4, "Lin", 0.26, 1.23, 9.23, 1.28},
	{4, "t2em", 0.29, 1.54, 12.41, 1.68},
	{4, "ecology1", 0.24, 0.93, 9.03, 1.01},
	{4, "cont11", 0.31, 1.14, 10.66, 1.25},
	{4, "sls", 0.28, 1.18, 10.10, 1.32},
	{4, "G3_circuit", 0.21, 0.91, 8.86, 0.99},
	{4, "thermal2", 0.21, 1.24, 8.97, 1.35},
	{4, "kkt_power", 0.26, 1.23, 5.70, 1.34},
	{4, "Freescale1", 0.29, 1.65, 11.56, 1.88},
	{6, "b18_50K", 1.95e6, 1.78e7, 1.80e7, 1.02e8},
	{6, "b18_100K", 1.92e6, 1.79e7, 1.79e7, 9.57e7},
	{6, "b19_50K", 2.46e6, 1.98e7, 2.34e7, 1.10e8},
	{6, "b19_100K", 2.42e6, 2.01e7, 2.37e7, 1.14e8},
	{8, "new_blue1", 0.26, 1.27, 4.84, 1.35},
	{8, "new_blue2", 0.28, 1.40, 5.63, 1.50},
	{8, "new_blue3", 0.27, 1.08, 5.84, 1.12},
	{8, "new_blue4", 0.28, 1.30, 5.08, 1.39},
	{8, "new_blue5", 0.25, 1.39, 6.02, 1.51},
	{8, "new_blue6", 0.26, 1.33, 6.44, 1.43},
	{8, "new_blue7", 0.25, 1.57, 7.33, 1.71},
};

enum { N_PRINTED = sizeof printed / sizeof *printed };

const struct lab_printed *lab_printed_at(int i)
{
	return i < N_PRINTED ? &printed[i] : NULL;
}

bool is_left_out(const struct bench *b, const char *name)
{
	if (made_matrix_find(name)->n <= b->most)
		return false;
	printf("%-12s | left out: -most\n", name);
	return true;
}

const char *lab_kind(const char *name)
{
	return made_matrix_find(name)->is_exact ? "exact" : "stand-in";
}

static int usage(void)
{
	fprintf(stderr,
		"usage: bench_lab [-d cpu|cuda] [-threads N] [-runs N] [-most NONZEROS] -table 1...9 | -matrix NAME|FILE | -of cg|ranked\n");
	return 2;
}

static enum status take_option(struct bench *b, const char *name, const char *value)
{
	if (bench_device_option(&b->device, name, value))
		return STATUS_OK;
	if (strcmp(name, "-runs") == 0)
		b->runs = atoi(value);
	else if (strcmp(name, "-most") == 0)
		b->most = atoll(value);
	else if (strcmp(name, "-table") == 0)
		b->table = atoi(value);
	else if (strcmp(name, "-matrix") == 0)
		b->matrix = value;
	else if (strcmp(name, "-of") == 0)
		b->cg = !(b->ranked = strcmp(value, "ranked") == 0) && strcmp(value, "cg") == 0;
	else
		return status_fail(STATUS_USAGE, "unknown option \"%s\"", name);
	return STATUS_OK;
}

static enum status parse(struct bench *b)
{
	for (int i = 1; i + 1 < b->argc; i += 2)
		TRY(take_option(b, b->argv[i], b->argv[i + 1]));
	if (b->argc % 2 == 0 || b->runs < 1 ||
	    (!b->matrix && !b->cg && !b->ranked && (b->table < 1 || b->table > 9)))
		return status_fail(STATUS_USAGE, "options with a value each");
	return STATUS_OK;
}

enum status open_matrix(struct bench *b, const char *name, struct sparse **out)
{
	const struct made_matrix *made = made_matrix_find(name);
	struct text warnings = TEXT_INIT;
	enum status status;

	if (made)
		return made_matrix_make(made, &b->task, out);
	status = matrix_market_read(name, &warnings, &b->task, out);
	fputs(text_string(&warnings), stderr);
	text_release(&warnings);
	return status;
}

static enum status run(struct bench *b, struct device **device)
{
	TRY(parse(b));
	TRY(device_open(&b->device, NULL, device));
	TRY(queue_new(*device, &b->task, &b->queue));
	if (device_kind(*device) == DEVICE_CUDA)
		b->cusparse = cusparse_load();
	printf("# %s\n", device_name(*device));
	if (b->matrix)
		return one_matrix(b);
	if (b->cg || b->ranked)
		return b->cg ? largest_cg(b) : ranked_paths(b);
	switch (b->table) {
	case 3:
	case 4:
		return table_of_products(b);
	case 6:
		return table_of_paths(b);
	case 8:
		return table_of_cg(b);
	case 9:
		return table_of_searches(b);
	default:
		return table_of_sizes(b);
	}
}

int main(int argc, char **argv)
{
	struct bench b = {.argc = argc,
			  .argv = argv,
			  .device = {.kind = DEVICE_CPU},
			  .task = TASK_INIT,
			  .runs = 20,
			  .most = INT64_MAX};
	struct device *device = NULL;
	enum status status = run(&b, &device);

	if (status != STATUS_OK)
		fprintf(stderr, "bench_lab: %s\n", status_text(status));
	cusparse_unload(b.cusparse);
	queue_free(b.queue);
	device_close(device);
	return status == STATUS_USAGE ? usage() : status != STATUS_OK;
}
