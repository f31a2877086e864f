/* Products of sparse matrices: every method against sums in double precision, on each device, and the same bits everywhere. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/matrices.h"
#include "gpu/spmv/spmv.h"
#include "lib/devices.h"
#include "lib/naive_sparse.h"
#include "lib/tap.h"

/* ---- matrices ---- */

static float random_value(void)
{
	return (float)random_below(1 << 24) * 0x1p-23F - 1;
}

static void add(struct triplets *t, int64_t row, int64_t column)
{
	if (triplets_add(t, (int32_t)row, (int32_t)column, random_value()) != STATUS_OK)
		abort();
}

enum shape {
	EVEN,
	WITH_EMPTY,
	ONE_HUGE,
	WITH_DUPLICATES,
	SKEWED,
	BOUNDARIES,
	NO_ENTRIES,
	LONG_ROWS,
	N_SHAPES
};

static const char *const shape_names[N_SHAPES] = {
	"even rows",   "empty rows",         "one huge row", "with duplicates",
	"skewed rows", "rows that just fit", "no entries",   "long rows"};

/* Lengths at which a method does something else: lanes of a warp, a tile's products, a chunk of merge path, the seed's shared memory. */
static const int64_t boundaries[] = {0,
				     1,
				     LAB_LANES - 1,
				     LAB_LANES,
				     LAB_LANES + 1,
				     MERGE_ITEMS,
				     FUSED_TEAMS,
				     FUSED_TEAMS + 1,
				     SUMS_SHARED - 1,
				     SUMS_SHARED + 1,
				     MERGE_CHUNK - 1,
				     MERGE_CHUNK,
				     MERGE_CHUNK + 1,
				     FUSED_PRODUCTS - 1,
				     FUSED_PRODUCTS,
				     FUSED_PRODUCTS + 1,
				     FUSED_ALONE,
				     FUSED_ALONE + 1};

enum { N_BOUNDARIES = sizeof boundaries / sizeof *boundaries };

static int64_t length_of(enum shape shape, int64_t row, int64_t rows, int64_t columns)
{
	switch (shape) {
	case EVEN:
		return 5;
	case WITH_EMPTY:
		return random_below(3) ? 0 : random_below(7);
	case ONE_HUGE:
		return row == rows / 2 ? 40000 : 1;
	case WITH_DUPLICATES:
		return 2 * columns < 60 ? 2 * columns : 60;
	case SKEWED:
		return random_below(50) ? random_below(4) : random_below(3000);
	case BOUNDARIES:
		return boundaries[random_below(N_BOUNDARIES)];
	case NO_ENTRIES:
		return 0;
	case LONG_ROWS:
	case N_SHAPES:
		break;
	}
	return 100 + random_below(200);
}

static struct sparse *random_sparse(enum shape shape, int32_t rows, int32_t columns)
{
	struct triplets t = {.n_rows = rows, .n_columns = columns};
	struct task task = TASK_INIT;
	struct sparse *a;

	for (int32_t r = 0; r < rows && columns; r++) {
		for (int64_t n = length_of(shape, r, rows, columns); n > 0; n--)
			add(&t, r,
			    shape == WITH_DUPLICATES ? random_below(columns / 4 + 1)
						     : random_below(columns));
	}
	/* not in the order of the rows */
	for (int64_t i = t.n - 1; i > 0; i--) {
		int64_t j = random_below(i + 1);
		int32_t row = t.row[i], column = t.column[i];

		t.row[i] = t.row[j];
		t.column[i] = t.column[j];
		t.row[j] = row;
		t.column[j] = column;
	}
	if (sparse_of_triplets("random", &t, &task, &a) != STATUS_OK)
		abort();
	triplets_release(&t);
	return a;
}

static bool is_sorted(const struct sparse *a)
{
	bool good = a->row[0] == 0;

	for (int32_t r = 0; r < a->n_rows; r++) {
		good = good && a->row[r] <= a->row[r + 1];
		for (int32_t e = a->row[r] + 1; e < a->row[r + 1]; e++)
			good = good && a->column[e - 1] <= a->column[e];
	}
	return good;
}

/* ---- products ---- */

/* The results of the first device, which the others have to have too. */
static float *kept[64];
static int n_kept;

static bool is_kept(int i, const float *y, int64_t n)
{
	if (i == n_kept) {
		kept[n_kept] = malloc((size_t)n * sizeof *y + 1);
		memcpy(kept[n_kept++], y, (size_t)n * sizeof *y);
		return true;
	}
	return memcmp(kept[i], y, (size_t)n * sizeof *y) == 0;
}

static bool run(struct test_device *d, struct spmv *spmv, enum spmv_method method, const float *d_x,
		float *d_y, float *y)
{
	if (spmv_prepare(spmv, method) != STATUS_OK)
		return false;
	/* nothing of an earlier product may be taken for this one's */
	queue_fill(d->queue, d_y, 0xff, (int64_t)spmv->d.n_rows * 4);
	if (spmv_is_expanded(method))
		spmv_expand_vector(spmv, d_x);
	spmv_run(spmv, method, d_x, d_y);
	from_device(d->queue, y, d_y, (int64_t)spmv->d.n_rows * 4);
	return true;
}

/* Is it the same when x isn't read by the nearest cache? */
static bool is_same_uncached(struct test_device *d, struct spmv *spmv, const float *d_x, float *d_y,
			     float *y)
{
	bool same;

	spmv->uncached = true;
	same = run(d, spmv, SPMV_WARPS, d_x, d_y, y) &&
	       is_kept(SPMV_WARPS - SPMV_ROWS, y, spmv->d.n_rows);
	spmv->uncached = false;
	return same;
}

static void check_matrix(struct test_device *d, const struct sparse *a, const char *what,
			 bool is_first)
{
	float *x = malloc((size_t)a->n_columns * sizeof *x + 1),
	      *y = malloc((size_t)a->n_rows * sizeof *y + 1);
	float *serial = malloc((size_t)a->n_rows * sizeof *y + 1);
	bool near = true, same = true, in_order = true;
	struct spmv spmv;
	float *d_x, *d_y;

	for (int32_t c = 0; c < a->n_columns; c++)
		x[c] = random_value();
	d_x = to_device(d->queue, x, (int64_t)a->n_columns * 4);
	d_y = to_device(d->queue, NULL, (int64_t)a->n_rows * 4);
	if (is_first)
		n_kept = 0;
	spmv_serial(a, x, serial);
	near = sparse_is_near(a, x, serial);
	if (spmv_open(d->queue, a, &spmv) != STATUS_OK)
		abort();
	for (int m = SPMV_ROWS; m < N_SPMV_METHODS; m++) {
		near = near && run(d, &spmv, (enum spmv_method)m, d_x, d_y, y) &&
		       sparse_is_near(a, x, y);
		same = same && is_kept(m - SPMV_ROWS, y, a->n_rows);
		if (m == SPMV_ROWS || m == SPMV_PRODUCT || m == SPMV_EXPANDED)
			in_order =
				in_order && memcmp(y, serial, (size_t)a->n_rows * sizeof *y) == 0;
	}
	same = is_same_uncached(d, &spmv, d_x, d_y, y) && same;
	OK(near, "%s: %s: as near as single precision can be", d->name, what);
	OK(in_order, "%s: %s: a thread's sums are those of one after another", d->name, what);
	OK(same, "%s: %s: the same bits as on the first device", d->name, what);
	spmv_close(&spmv);
	device_free(d->queue, d_x);
	device_free(d->queue, d_y);
	free(x);
	free(y);
	free(serial);
}

/* The same matrix on each device. */
static void check_everywhere(enum shape shape, int32_t rows, int32_t columns)
{
	static uint64_t seed = 1;
	bool is_first = true;
	char what[64];

	snprintf(what, sizeof what, "%dx%d, %s", rows, columns, shape_names[shape]);
	seed++;
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;
		struct sparse *a;

		if (!test_device_open(i, &d))
			continue;
		random_seed(seed);
		a = random_sparse(shape, rows, columns);
		if (is_first)
			OK(is_sorted(a), "%s: rows and columns ascend", what);
		check_matrix(&d, a, what, is_first);
		is_first = false;
		sparse_free(a);
		test_device_close(&d);
	}
	for (int i = 0; i < n_kept; i++)
		free(kept[i]);
	n_kept = 0;
}

/* ---- facts of a matrix ---- */

static void check_statistics(void)
{
	struct triplets t = {.n_rows = 5, .n_columns = 100};
	struct task task = TASK_INIT;
	struct sparse_statistics s;
	struct sparse *a, *b, *c;

	add(&t, 3, 8);
	add(&t, 3, 9);
	add(&t, 3, 9);
	add(&t, 3, 99);
	add(&t, 0, 4);
	if (sparse_of_triplets("small", &t, &task, &a) != STATUS_OK ||
	    sparse_statistics_of(a, &s) != STATUS_OK)
		abort();
	OK(s.n == 5 && s.empty == 3 && s.longest == 4 && s.shortest == 0 && s.half == 0 &&
		   s.most == 4,
	   "rows are counted by their lengths");
	OK(s.duplicates == 1 && s.bandwidth == 96 && fabs(s.near - 2.0 / 3) < 1e-12,
	   "so are duplicates and near columns");
	OK(fabs(s.idle - (1 - 5.0 / 128)) < 1e-12, "a warp waits for its longest row");
	OK(fabs(spmv_hit_ratio(a, 4, 2) - 0.4) < 1e-12 && spmv_hit_ratio(a, 256, 100) == 1,
	   "products are in shared memory as far as it goes");
	if (sparse_transpose(a, &task, &b) != STATUS_OK ||
	    sparse_transpose(b, &task, &c) != STATUS_OK)
		abort();
	OK(memcmp(a->row, c->row, 6 * sizeof *a->row) == 0 &&
		   memcmp(a->column, c->column, 5 * sizeof *a->column) == 0 &&
		   memcmp(a->value, c->value, 5 * sizeof *a->value) == 0,
	   "turned round twice it is what it was");
	sparse_free(a);
	sparse_free(b);
	sparse_free(c);
	triplets_release(&t);
}

/* Those of the tables that are small enough to be made here. */
static void check_made(void)
{
	struct task task = TASK_INIT;

	for (int i = 0; made_matrix_at(i); i++) {
		const struct made_matrix *made = made_matrix_at(i);
		struct sparse_statistics s;
		struct sparse *a;
		bool inside = true;

		if (made->n > 5500000)
			continue;
		if (made_matrix_make(made, &task, &a) != STATUS_OK ||
		    sparse_statistics_of(a, &s) != STATUS_OK)
			abort();
		for (int64_t e = 0; e < sparse_entries(a); e++)
			inside = inside && a->column[e] >= 0 && a->column[e] < a->n_columns;
		OK(inside && is_sorted(a) && a->n_rows == made->n_rows &&
			   a->n_columns == made->n_columns && sparse_entries(a) == made->n,
		   "%s has as many rows, columns and nonzeros as table %d says", made->name,
		   made->table);
		if (made->is_exact)
			OK(s.duplicates == 0 && s.bandwidth == (a->n_rows == 1000000 ? 1000 : 6400),
			   "%s is the grid it should be", made->name);
		sparse_free(a);
	}
}

int main(void)
{
	static const int32_t sizes[] = {0, 1, 31, 33, 1000, 20011};

	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
		for (int shape = 0; shape < N_SHAPES; shape++) {
			if (!test_size_wanted(sizes[s]) ||
			    (sizes[s] > 2000 && shape >= WITH_DUPLICATES && shape != NO_ENTRIES))
				continue;
			check_everywhere((enum shape)shape, sizes[s],
					 shape % 2 ? 3 * sizes[s] + 1 : sizes[s]);
		}
	}
	check_everywhere(EVEN, 40, 0);
	check_everywhere(LONG_ROWS, 3000, 50000);
	/* as many rows as a tile may have, and one more */
	check_everywhere(NO_ENTRIES, FUSED_ROWS, 7);
	check_everywhere(WITH_EMPTY, FUSED_ROWS + 1, 7);
	check_statistics();
	if (test_size_wanted(1000000))
		check_made();
	return tap_done();
}
