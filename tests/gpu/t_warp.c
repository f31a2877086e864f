/*
 * Recorded warps, compared with what the plain loop of a kernel does: sparse products by a thread or a warp a row, whose
 * loads follow from the lengths of the rows alone; blocks that wait at barriers, a sweep and a loop. And a recording
 * leaves no trace in the results.
 */
#include <stdlib.h>
#include <string.h>

#include "gpu/device/warp.h"
#include "gpu/spmv/spmv_args.h"
#include "lib/devices.h"
#include "lib/tap.h"

enum { ROWS = 1000, COLUMNS = 700, LONGEST = 90 };

struct matrix {
	int32_t row[ROWS + 1], *column;
	float *value, x[COLUMNS], y[ROWS];
	struct lab_csr d;
	float *d_x, *d_y;
};

static void make_matrix(struct queue *q, struct matrix *m)
{
	int32_t n = 0;

	for (int32_t r = 0; r < ROWS; r++) {
		m->row[r] = n;
		n += (int32_t)(random_below(3) ? random_below(6) : random_below(LONGEST));
	}
	m->row[ROWS] = n;
	m->column = malloc((size_t)n * sizeof *m->column);
	m->value = malloc((size_t)n * sizeof *m->value);
	for (int32_t e = 0; e < n; e++) {
		m->column[e] = (int32_t)random_below(COLUMNS);
		m->value[e] = (float)random_below(1000) / 8;
	}
	for (int32_t c = 0; c < COLUMNS; c++)
		m->x[c] = (float)random_below(1000) / 8;
	m->d = (struct lab_csr){.n_rows = ROWS,
				.n_columns = COLUMNS,
				.n = n,
				.row = to_device(q, m->row, sizeof m->row),
				.column = to_device(q, m->column, n * 4),
				.value = to_device(q, m->value, n * 4)};
	m->d_x = to_device(q, m->x, sizeof m->x);
	m->d_y = to_device(q, NULL, sizeof m->y);
}

static void free_matrix(struct queue *q, struct matrix *m)
{
	device_free(q, (void *)m->d.row);
	device_free(q, (void *)m->d.column);
	device_free(q, (void *)m->d.value);
	device_free(q, m->d_x);
	device_free(q, m->d_y);
	free(m->column);
	free(m->value);
}

static const struct warp_array *array_of(const struct warp_recording *r, const char *name)
{
	for (int32_t a = 0; a < r->n_arrays; a++) {
		if (strcmp(r->array[a].name, name) == 0)
			return &r->array[a];
	}
	return NULL;
}

/* How many different units of 4-byte entries these are. */
static int32_t units_of(const int64_t *index, int n, int32_t unit)
{
	int32_t count = 0;

	for (int i = 0; i < n; i++) {
		bool seen = false;

		for (int j = 0; j < i && !seen; j++)
			seen = index[j] * 4 / unit == index[i] * 4 / unit;
		count += !seen;
	}
	return count;
}

/* ---- a thread a row ---- */

/* Step t of the loop: lane l has entry t of its row. */
static bool same_loop(const struct matrix *m, const struct warp_recording *r, const char *name,
		      int64_t warp, bool gathered)
{
	int32_t t = 0, sectors = 0, lines = 0, least = 0;
	int64_t lanes = 0;
	const struct warp_array *array = array_of(r, name);

	for (int32_t s = 0; s < r->n_steps; s++) {
		const struct warp_step *step = &r->step[s];
		int64_t index[WARP_WIDTH];
		int n = 0;

		if (step->array < 0 || strcmp(r->array[step->array].name, name) != 0)
			continue;
		for (int l = 0; l < WARP_WIDTH; l++) {
			int64_t row = WARP_WIDTH * warp + l;
			int32_t e = row < ROWS ? m->row[row] + t : 0;
			bool active = row < ROWS && e < m->row[row + 1];
			int64_t wanted = active && gathered ? m->column[e] : e;

			if (active != (step->active >> l & 1) ||
			    (active && step->index[l] != wanted))
				return false;
			if (active)
				index[n++] = wanted;
		}
		sectors += units_of(index, n, WARP_SECTOR);
		lines += units_of(index, n, WARP_LINE);
		least += (4 * units_of(index, n, 4) + WARP_SECTOR - 1) / WARP_SECTOR;
		lanes += n;
		t++;
	}
	return array && array->n_steps == t && array->n_lanes == lanes &&
	       array->sectors == sectors && array->lines == lines && array->least == least;
}

static bool same_rows(const struct matrix *m, const struct warp_recording *r, int64_t warp)
{
	int32_t longest = 0;
	int64_t n_rows =
		ROWS - WARP_WIDTH * warp < WARP_WIDTH ? ROWS - WARP_WIDTH * warp : WARP_WIDTH;
	const struct warp_array *column = array_of(r, "a.column"), *y = array_of(r, "y");

	for (int l = 0; l < WARP_WIDTH; l++) {
		int64_t row = WARP_WIDTH * warp + l;

		if (r->item[l] != (row < ROWS ? row : -1))
			return false;
		if (row < ROWS && m->row[row + 1] - m->row[row] > longest)
			longest = m->row[row + 1] - m->row[row];
	}
	return r->n_warps == (ROWS + WARP_WIDTH - 1) / WARP_WIDTH && column &&
	       column->n_steps == longest && y && y->n_steps == 1 && y->n_lanes == n_rows &&
	       same_loop(m, r, "a.column", warp, false) &&
	       same_loop(m, r, "a.value", warp, false) && same_loop(m, r, "x", warp, true);
}

static struct warp_recording *record_rows(struct test_device *d, const struct matrix *m,
					  int64_t warp)
{
	struct warp_wish wish = {
		.kernel = KERNEL_ID_spmv_rows, .warp = warp, .level = -1, .launch = -1};
	struct warp_recording *r = NULL;
	int64_t seen;

	OK(device_record_warp(d->device, &wish) == STATUS_OK, "%s: recording begins", d->name);
	LAUNCH(d->queue, spmv_rows, 32, (&(struct spmv_rows_args){m->d, m->d_x, m->d_y}), ROWS);
	OK(queue_sync(d->queue) == STATUS_OK &&
		   device_take_warp(d->device, &r, &seen) == STATUS_OK && r && seen == 1,
	   "%s: warp %d is recorded", d->name, (int)warp);
	device_record_warp(d->device, NULL);
	return r;
}

static void check_rows(struct test_device *d, struct matrix *m)
{
	float before[ROWS], after[ROWS];

	LAUNCH(d->queue, spmv_rows, 32, (&(struct spmv_rows_args){m->d, m->d_x, m->d_y}), ROWS);
	from_device(d->queue, before, m->d_y, sizeof before);
	for (int64_t warp = 0; warp <= ROWS / WARP_WIDTH; warp += ROWS / WARP_WIDTH / 3) {
		struct warp_recording *r = record_rows(d, m, warp);

		OK(r && same_rows(m, r, warp), "%s: the loads of a thread a row, warp %d", d->name,
		   (int)warp);
		warp_recording_free(r);
	}
	from_device(d->queue, after, m->d_y, sizeof after);
	OK(memcmp(before, after, sizeof before) == 0, "%s: the product is the same", d->name);
}

/* ---- a warp a row ---- */

/* Step t has entries 32 t … 32 t + 31 of the row; then the sum goes from lane to lane in five steps. */
static bool same_warp_row(const struct matrix *m, const struct warp_recording *r, int32_t row)
{
	int32_t n = m->row[row + 1] - m->row[row], t = 0, shuffles = 0, stores = 0;

	for (int32_t s = 0; s < r->n_steps; s++) {
		const struct warp_step *step = &r->step[s];

		shuffles += step->what == WARP_SHUFFLE && step->active == UINT32_MAX;
		stores += step->what == WARP_STORE && step->active == 1 && step->index[0] == row;
		if (step->array < 0 || strcmp(r->array[step->array].name, "a.column") != 0)
			continue;
		for (int l = 0; l < WARP_WIDTH; l++) {
			bool active = WARP_WIDTH * t + l < n;

			if (active != (step->active >> l & 1) ||
			    (active && step->index[l] != m->row[row] + WARP_WIDTH * t + l))
				return false;
		}
		t++;
	}
	return t == (n + WARP_WIDTH - 1) / WARP_WIDTH && shuffles == 5 && stores == 1 &&
	       r->item[31] == row;
}

static void check_warps(struct test_device *d, struct matrix *m)
{
	for (int32_t row = 0; row < ROWS; row += 97) {
		struct warp_wish wish = {
			.kernel = KERNEL_ID_spmv_warps, .warp = row, .level = -1, .launch = 0};
		struct warp_recording *r = NULL;
		int64_t seen;

		device_record_warp(d->device, &wish);
		LAUNCH(d->queue, spmv_warps, 32,
		       (&(struct spmv_warps_args){m->d, m->d_x, m->d_y, 0}), ROWS);
		OK(queue_sync(d->queue) == STATUS_OK &&
			   device_take_warp(d->device, &r, &seen) == STATUS_OK && r &&
			   same_warp_row(m, r, row),
		   "%s: the loads of a warp a row, row %d", d->name, (int)row);
		device_record_warp(d->device, NULL);
		warp_recording_free(r);
	}
}

/* ---- blocks ---- */

/* Rows of a block are read through shared memory: what each lane loads from the device is a run of products. */
static void check_sums(struct test_device *d, struct matrix *m)
{
	struct warp_wish wish = {
		.kernel = KERNEL_ID_spmv_sums, .warp = 1, .level = -1, .launch = -1};
	struct spmv_sums_args args = {
		.n_rows = ROWS, .n = m->d.n, .row = m->d.row, .product = m->d.value, .y = m->d_y};
	int32_t barriers = 0, first = 0, cached = m->d.n < SUMS_SHARED ? m->d.n : SUMS_SHARED;
	int64_t loads = 0, from_shared = 0, expected = 0, seen;
	struct warp_recording *r = NULL;

	device_record_warp(d->device, &wish);
	LAUNCH(d->queue, spmv_sums, 32, &args, (ROWS + SUMS_ROWS - 1) / SUMS_ROWS);
	OK(queue_sync(d->queue) == STATUS_OK &&
		   device_take_warp(d->device, &r, &seen) == STATUS_OK && r,
	   "%s: a warp of a block is recorded", d->name);
	device_record_warp(d->device, NULL);
	for (int32_t s = 0; r && s < r->n_steps; s++) {
		const struct warp_step *step = &r->step[s];

		barriers += step->what == WARP_BARRIER && step->active == UINT32_MAX;
		from_shared += step->shared && step->what == WARP_LOAD
				       ? __builtin_popcount(step->active)
				       : 0;
		if (step->array >= 0 && strcmp(r->array[step->array].name, "product") == 0)
			loads += __builtin_popcount(step->active);
	}
	for (int32_t l = 0; l < WARP_WIDTH; l++) {
		for (int32_t c = first + WARP_WIDTH + l; c < cached; c += 256)
			expected++;
		for (int32_t e = m->row[WARP_WIDTH + l]; e < m->row[WARP_WIDTH + l + 1]; e++) {
			expected += e >= SUMS_SHARED;
			from_shared -= e < SUMS_SHARED;
		}
	}
	OK(barriers == 1 && loads == expected && from_shared == 0,
	   "%s: its loads, and those from shared memory", d->name);
	warp_recording_free(r);
}

/* ---- what is not recorded ---- */

static void check_wishes(struct test_device *d, struct matrix *m)
{
	struct warp_wish wish = {
		.kernel = KERNEL_ID_spmv_rows, .warp = 1000, .level = -1, .launch = 1};
	struct warp_recording *r = NULL;
	int64_t seen;

	device_record_warp(d->device, &wish);
	LAUNCH(d->queue, spmv_rows, 32, (&(struct spmv_rows_args){m->d, m->d_x, m->d_y}), ROWS);
	queue_sync(d->queue);
	OK(device_take_warp(d->device, &r, &seen) == STATUS_OK && !r && seen == 1,
	   "%s: the second launch isn't the first", d->name);
	LAUNCH(d->queue, spmv_rows, 32, (&(struct spmv_rows_args){m->d, m->d_x, m->d_y}), ROWS);
	queue_sync(d->queue);
	OK(device_take_warp(d->device, &r, &seen) == STATUS_OK && r && r->launch == 1 &&
		   r->n_steps == 0 && r->item[0] == -1 && r->n_warps == 32,
	   "%s: a warp that the launch doesn't have", d->name);
	warp_recording_free(r);
	device_record_warp(d->device, NULL);
}

int main(void)
{
	static struct matrix m;
	struct test_device d;

	for (int i = 0; i < N_TEST_DEVICES; i++) {
		if (!test_device_open(i, &d))
			continue;
		if (!device_can_record(d.device)) {
			struct warp_wish wish = {.kernel = KERNEL_ID_spmv_rows};

			OK(device_record_warp(d.device, &wish) == STATUS_NO_DEVICE,
			   "%s: records no warps, and says so", d.name);
			test_device_close(&d);
			continue;
		}
		make_matrix(d.queue, &m);
		check_rows(&d, &m);
		check_warps(&d, &m);
		check_sums(&d, &m);
		check_wishes(&d, &m);
		free_matrix(d.queue, &m);
		test_device_close(&d);
	}
	return tap_done();
}
