/* Rows of ones in 16 bits an entry, against plain sums, on each device; and the matrix of made paths. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/spmv/sta.h"
#include "lib/devices.h"
#include "lib/tap.h"

/* At least this number of entries a row, but for a row of 40 times as many, in this number of columns. */
static struct sparse *random_rows(int32_t rows, int32_t columns, int32_t least, int32_t most)
{
	struct triplets t = {.n_rows = rows, .n_columns = columns};
	struct task task = TASK_INIT;
	struct sparse *a;

	for (int32_t r = 0; r < rows && columns; r++) {
		for (int64_t n = r == rows / 3 ? 40 * most : least + random_below(most - least + 1);
		     n > 0; n--) {
			if (triplets_add(&t, r, (int32_t)random_below(columns), 1) != STATUS_OK)
				abort();
		}
	}
	if (sparse_of_triplets("rows", &t, &task, &a) != STATUS_OK)
		abort();
	triplets_release(&t);
	a->is_pattern = true;
	return a;
}

static void check_rows(struct test_device *d, int32_t rows, int32_t columns, int32_t least,
		       int32_t most)
{
	struct task task = TASK_INIT;
	int64_t *sum = calloc((size_t)rows + 1, sizeof *sum), worst;
	struct sta_device device;
	struct sta sta;

	if (sta_of_matrix(random_rows(rows, columns, least, most), &task, &sta) != STATUS_OK ||
	    sta_device_open(d->queue, &sta, &device) != STATUS_OK)
		abort();
	for (int32_t r = 0; r < rows; r++) {
		for (int32_t e = sta.rows->row[r]; e < sta.rows->row[r + 1]; e++)
			sum[r] += sta.delay[sta.rows->column[e]];
	}
	OK(sta_wrong(&sta, sum, &worst) == 0 && worst == 0,
	   "%s: %d rows of %d columns: sums on the host", d->name, rows, columns);
	memset(sum, 0xff, (size_t)rows * sizeof *sum);
	sta_device_run(&device, rows);
	from_device(d->queue, sum, device.args.arrival, 8 * (int64_t)rows);
	OK(sta_wrong(&sta, sum, &worst) == 0,
	   "%s: %d rows of %d columns: by %s distances, %d groups", d->name, rows, columns,
	   sta.deltas.is_running ? "running" : "plain", sta.deltas.n_groups);
	if (rows > 100)
		OK(sta.deltas.is_running == (columns > 100000) &&
			   sta.deltas.is_single == (columns <= 65536 && least > 0),
		   "of the sort that suits them");
	sta_device_close(&device);
	sta_release(&sta);
	free(sum);
}

/* Two paths: s -> a -> b, and s -> a by another arc, -> b; the sink is the last point of each. */
static void check_traces(void)
{
	int64_t slack[2] = {0, 0}, offset[3] = {0, 4, 8};
	int32_t vertex[8] = {0, 1, 2, 3, 0, 1, 2, 3}, pin[3] = {0, 1, 2};
	int64_t arrival[8] = {5, 105, 305, 9000, 5, 155, 355, 9000};
	struct traces traces = {.n_paths = 2,
				.slack = slack,
				.offset = offset,
				.vertex = vertex,
				.arrival = arrival};
	struct task task = TASK_INIT;
	int64_t sum[2], worst;
	struct sta sta;

	if (sta_of_traces(&traces, STA_ARCS, pin, true, &task, &sta) != STATUS_OK)
		abort();
	sta_serial(&sta, sum);
	OK(sta.rows->n_columns == 4 && sta.n_ambiguous == 0 && sum[0] == 305 && sum[1] == 355 &&
		   sta_wrong(&sta, sum, &worst) == 0,
	   "columns of arcs: parallel ones are two");
	sta_release(&sta);
	if (sta_of_traces(&traces, STA_PINS, pin, true, &task, &sta) != STATUS_OK)
		abort();
	sta_serial(&sta, sum);
	OK(sta.rows->n_columns == 3 && sta.n_ambiguous == 1 && sum[0] == 355 && sum[1] == 355 &&
		   sta_wrong(&sta, sum, &worst) == 1 && worst == 50,
	   "columns of pins have one delay, the larger");
	sta_release(&sta);
	if (sta_of_traces(&traces, STA_PINS, pin, false, &task, &sta) != STATUS_OK)
		abort();
	sta_serial(&sta, sum);
	OK(sum[0] == 305 && sum[1] == 305, "of early paths the smaller");
	sta_release(&sta);
	arrival[2] = INT64_C(1) << 40;
	OK(sta_of_traces(&traces, STA_ARCS, pin, true, &task, &sta) == STATUS_FAILED,
	   "a delay of a millisecond is too large");
}

int main(void)
{
	static const int32_t sizes[] = {0, 1, 31, 33, 3000};

	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		random_seed(9);
		if (!test_device_open(i, &d))
			continue;
		for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
			check_rows(&d, sizes[s], 5000, 0, 60);
			check_rows(&d, sizes[s], 5000, 1, 60);
			check_rows(&d, sizes[s], 65536, 100, 200);
			check_rows(&d, sizes[s], 3000000, 0, 150);
		}
		check_rows(&d, 100, 0, 0, 10);
		test_device_close(&d);
	}
	check_traces();
	return tap_done();
}
