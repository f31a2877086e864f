/*
 * Matrices that others have made (SuiteSparse's, in $WARPSCOPE_REFERENCE/data/mtx), read, multiplied, searched and solved on each device:
 * against what a script of its own counted in the files, plain sums, a queue, and a dense solve. Skipped by name without them.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gpu/place/cg.h"
#include "gpu/spmv/bfs.h"
#include "lib/devices.h"
#include "lib/naive_sparse.h"
#include "lib/tap.h"
#include "read/matrix_market.h"

enum solves {
	NOT_DEFINITE, /* isn't positive definite, or isn't symmetric */
	NO_DIAGONAL,  /* entries on it are 0 */
	NO_POLYNOMIAL, /* compared with a dense solve; eigenvalues of M⁻¹ A, M the diagonal, are above 2 */
	DENSE, /* compared with a dense solve */
	LARGE, /* too large for that: its residual alone */
};

static const struct shared {
	const char *file;
	int32_t n_rows, n_columns, n; /* entries with those that symmetry adds */
	double size;                  /* sum of them without signs */
	bool is_pattern, has_zeros;
	enum solves solves;
} shared[] = {
	{"494_bus/494_bus.mtx", 494, 494, 1666, 445300.6791, false, false, DENSE},
	{"685_bus/685_bus.mtx.gz", 685, 685, 3249, 397546.8362, false, false, DENSE},
	{"1138_bus/1138_bus.mtx.gz", 1138, 1138, 4054, 1946340.779, false, false, DENSE},
	{"bcsstk08/bcsstk08.mtx.gz", 1074, 1074, 12960, 5.645709045e11, false, false,
	 NO_POLYNOMIAL},
	{"bcsstk10/bcsstk10.mtx.gz", 1086, 1086, 22070, 1.388418039e10, false, false,
	 NO_POLYNOMIAL},
	{"bcsstk21/bcsstk21.mtx.gz", 3600, 3600, 26600, 2.511735959e11, false, false, LARGE},
	{"bcsstm13/bcsstm13.mtx.gz", 2003, 2003, 21943, 14174.07641, false, true, NO_DIAGONAL},
	{"bcspwr10/bcspwr10.mtx.gz", 5300, 5300, 21842, 21842, true, false, NOT_DEFINITE},
	{"blckhole/blckhole.mtx.gz", 2132, 2132, 14872, 14872, true, false, NOT_DEFINITE},
	{"dwt_2680/dwt_2680.mtx.gz", 2680, 2680, 25026, 25026, true, false, NOT_DEFINITE},
	{"bips98_606/bips98_606.mtx.gz", 7135, 7135, 34738, 4e20, false, false, NOT_DEFINITE},
	{"memplus/memplus.mtx.gz", 17758, 17758, 126150, 813.0049518, false, true, NOT_DEFINITE},
};

enum { N_SHARED = sizeof shared / sizeof *shared };

static void find_file(const char *reference, const char *file, char *path, size_t size)
{
	snprintf(path, size, "%s/data/mtx/%s", reference, file);
}

static float random_value(void)
{
	return (float)random_below(1 << 20) * 0x1p-19F - 1;
}

/* ---- reading ---- */

static double size_of(const struct sparse *a)
{
	double sum = 0;

	for (int64_t e = 0; e < sparse_entries(a); e++)
		sum += fabs((double)a->value[e]);
	return sum;
}

static struct sparse *open_shared(const struct shared *s, const char *path)
{
	struct text warnings = TEXT_INIT;
	struct task task = TASK_INIT;
	struct sparse *a = NULL;
	bool good = matrix_market_read(path, &warnings, &task, &a) == STATUS_OK;

	OK(good && a->n_rows == s->n_rows && a->n_columns == s->n_columns &&
		   sparse_entries(a) == s->n && a->is_pattern == s->is_pattern &&
		   fabs(size_of(a) - s->size) < 1e-6 * s->size,
	   "%s: %d x %d, %d entries", s->file, s->n_rows, s->n_columns, s->n);
	OK((strstr(text_string(&warnings), "of the entries are 0") != NULL) == s->has_zeros,
	   "%s: zeros are %s", s->file, s->has_zeros ? "warned of" : "none");
	text_release(&warnings);
	return a;
}

/* What is no matrix of ours is refused, with its place. */
static void check_refused(const char *reference)
{
	static const char *const files[][2] = {
		{"memplus/memplus_rhs1.mtx.gz",
		 ":1:23: error: a dense array; the lab takes \"coordinate\" only"},
		{"tucker21935/IJ.A.00000.gz",
		 ":1:1: error: expected \"%%MatrixMarket\", found \"0\""},
	};

	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		struct text warnings = TEXT_INIT;
		struct task task = TASK_INIT;
		struct sparse *a;
		char path[1024];
		enum status status;

		find_file(reference, files[i][0], path, sizeof path);
		status = matrix_market_read(path, &warnings, &task, &a);
		OK(status == STATUS_BAD_INPUT &&
			   strcmp(status_text(status) + strlen(path), files[i][1]) == 0,
		   "%s is refused%s", files[i][0], files[i][1]);
		text_release(&warnings);
	}
}

/* ---- the same bits on each device ---- */

struct bits {
	void *at;
	int64_t n; /* bytes */
};

static struct bits kept[512];
static int n_kept;

/* Result i of a device is that of the first one. */
static bool is_kept(int i, const void *at, int64_t n)
{
	if (i < n_kept)
		return kept[i].n == n && memcmp(kept[i].at, at, (size_t)n) == 0;
	if (n_kept == sizeof kept / sizeof *kept)
		abort();
	kept[n_kept] = (struct bits){malloc((size_t)n + 1), n};
	memcpy(kept[n_kept++].at, at, (size_t)n);
	return true;
}

/* ---- products ---- */

static int check_products(struct test_device *d, const struct sparse *a, const char *what, int at)
{
	float *x = malloc((size_t)a->n_columns * sizeof *x),
	      *y = malloc((size_t)a->n_rows * sizeof *y), *d_x, *d_y;
	bool near = true, same = true;
	struct spmv spmv;

	for (int32_t c = 0; c < a->n_columns; c++)
		x[c] = random_value();
	d_x = to_device(d->queue, x, (int64_t)a->n_columns * 4);
	d_y = to_device(d->queue, NULL, (int64_t)a->n_rows * 4);
	if (spmv_open(d->queue, a, &spmv) != STATUS_OK)
		abort();
	for (int m = SPMV_ROWS; m < N_SPMV_METHODS; m++) {
		if (spmv_prepare(&spmv, (enum spmv_method)m) != STATUS_OK)
			abort();
		queue_fill(d->queue, d_y, 0xff, (int64_t)a->n_rows * 4);
		if (spmv_is_expanded((enum spmv_method)m))
			spmv_expand_vector(&spmv, d_x);
		spmv_run(&spmv, (enum spmv_method)m, d_x, d_y);
		from_device(d->queue, y, d_y, (int64_t)a->n_rows * 4);
		near = near && sparse_is_near(a, x, y);
		same = is_kept(at++, y, (int64_t)a->n_rows * 4) && same;
	}
	OK(near && same, "%s: %s: products by all methods", d->name, what);
	spmv_close(&spmv);
	device_free(d->queue, d_x);
	device_free(d->queue, d_y);
	free(x);
	free(y);
	return at;
}

/* ---- searches ---- */

/* A vertex in the middle that leads somewhere. */
static int32_t some_vertex(const struct sparse *a)
{
	int32_t v = a->n_rows / 2;

	while (v + 1 < a->n_rows && a->row[v + 1] - a->row[v] < 2)
		v++;
	return v;
}

static void check_searches(struct test_device *d, const struct sparse *a, const char *what)
{
	int32_t *wanted = malloc((size_t)a->n_rows * sizeof *wanted),
		*got = malloc((size_t)a->n_rows * sizeof *got);
	struct task task = TASK_INIT;
	struct bfs_result host, r;
	bool good;
	struct bfs b;

	if (bfs_open(d->queue, a, some_vertex(a), &task, &b) != STATUS_OK ||
	    bfs_on_host(&b, BFS_QUEUE, wanted, &host) != STATUS_OK)
		abort();
	good = true;
	for (int m = BFS_PRINTED; m <= BFS_BY_TURNS; m++) {
		if (bfs_refuses(&b, (enum bfs_method)m))
			continue;
		good = good && bfs_run(&b, (enum bfs_method)m) == STATUS_OK &&
		       bfs_read(&b, (enum bfs_method)m, got, &r) == STATUS_OK &&
		       memcmp(got, wanted, (size_t)a->n_rows * sizeof *got) == 0 &&
		       r.depth == host.depth && r.n_reached == host.n_reached;
	}
	OK(good && host.depth > 0, "%s: %s: a queue's distances, up to %d, by all methods", d->name,
	   what, host.depth);
	bfs_close(&b);
	free(wanted);
	free(got);
}

/* ---- systems ---- */

/* Right sides of solutions that are known, so that |b| is as large as |A| |x|. */
static void make_right(const struct sparse *a, float *b)
{
	float *x = malloc(2 * (size_t)a->n_rows * sizeof *x);

	for (int64_t i = 0; i < 2 * (int64_t)a->n_rows; i++)
		x[i] = random_value();
	for (int32_t r = 0; r < a->n_rows; r++) {
		double sum[2] = {0, 0};

		for (int32_t e = a->row[r]; e < a->row[r + 1]; e++) {
			for (int v = 0; v < 2; v++)
				sum[v] += (double)a->value[e] * x[2 * a->column[e] + v];
		}
		b[2 * r] = (float)sum[0];
		b[2 * r + 1] = (float)sum[1];
	}
	free(x);
}

/* How far x is from the solution, in the norm that conjugate gradients make small: sqrt(eᵀ A e / xᵀ A x), the larger of both systems. */
static double energy_error(const struct sparse *a, const float *x, const double *wanted)
{
	double worst = 0;

	for (int v = 0; v < 2; v++) {
		double error = 0, all = 0;

		for (int32_t r = 0; r < a->n_rows; r++) {
			for (int32_t e = a->row[r]; e < a->row[r + 1]; e++) {
				int32_t c = a->column[e];

				error += (x[2 * r + v] - wanted[2 * r + v]) * a->value[e] *
					 (x[2 * c + v] - wanted[2 * c + v]);
				all += wanted[2 * r + v] * a->value[e] * wanted[2 * c + v];
			}
		}
		worst = fmax(worst, sqrt(fmax(error, 0) / all));
	}
	return worst;
}

static bool solve(struct test_device *d, const struct sparse *a, const float *b,
		  enum cg_preconditioner with, float *x, int32_t *iterations)
{
	struct cg_options options = {with, 1e-5, 20000};
	struct cg_state state = {.over = 0};
	bool good = true;
	struct cg cg;

	if (cg_open(d->queue, &(struct cg_system){a, 2, b, NULL}, &options, &cg) != STATUS_OK)
		return false;
	while (good && !state.over && cg.queued < options.most) {
		cg_iterate(&cg, 100);
		good = cg_read(&cg, &state, NULL) == STATUS_OK;
	}
	good = good && state.over && cg_solution(&cg, x) == STATUS_OK;
	*iterations = cg_iterations(&state);
	cg_close(&cg);
	return good;
}

static int check_systems(struct test_device *d, const struct sparse *a, const char *what,
			 enum solves solves, int at)
{
	bool dense = solves != LARGE;

	size_t n = 2 * (size_t)a->n_rows;
	float *b = malloc(n * sizeof *b), *x = malloc(n * sizeof *x);
	double *wanted = malloc(n * sizeof *wanted), residual = INFINITY, error = 0;
	int32_t iterations = 0;

	make_right(a, b);
	if (dense && n_kept == at)
		sparse_solve_dense(a, 2, b, wanted);
	for (int with = CG_JACOBI; with <= CG_POLYNOMIAL; with++) {
		bool good = solve(d, a, b, (enum cg_preconditioner)with, x, &iterations);
		bool first = n_kept == at;

		if (with == CG_POLYNOMIAL && solves == NO_POLYNOMIAL) {
			OK(!good && strstr(status_text(STATUS_FAILED), "the polynomial precond"),
			   "%s: %s: the polynomial isn't positive definite", d->name, what);
			continue;
		}
		if (good)
			residual = fmax(cg_true_residual(a, 2, 0, b, x),
					cg_true_residual(a, 2, 1, b, x));
		if (dense && first && good)
			error = energy_error(a, x, wanted);
		OK(good && residual < 5e-5 && error < 5e-3,
		   "%s: %s: solved with preconditioner %d: %d iterations, residual %.1e, %.1e from a dense solve",
		   d->name, what, with, iterations, residual, error);
		OK(is_kept(at++, x, (int64_t)n * 4), "%s: %s: the same as on the first device",
		   d->name, what);
	}
	free(b);
	free(x);
	free(wanted);
	return at;
}

static void check_diagonal(struct test_device *d, const struct sparse *a, const char *what)
{
	struct cg_options options = {CG_JACOBI, 1e-5, 10};
	float *b = calloc((size_t)a->n_rows, sizeof *b);
	struct cg cg;

	OK(cg_open(d->queue, &(struct cg_system){a, 1, b, NULL}, &options, &cg) == STATUS_FAILED &&
		   strstr(status_text(STATUS_FAILED), "isn't positive definite: the diagonal of"),
	   "%s: %s: a diagonal with zeros is refused", d->name, what);
	free(b);
}

/* ---- all of it ---- */

static void check_device(struct test_device *d, struct sparse *const *list)
{
	int at = 0;

	for (int i = 0; i < N_SHARED; i++) {
		const struct shared *s = &shared[i];

		if (!list[i])
			continue;
		at = check_products(d, list[i], s->file, at);
		check_searches(d, list[i], s->file);
		if (s->solves == NO_DIAGONAL)
			check_diagonal(d, list[i], s->file);
		if (s->solves >= NO_POLYNOMIAL)
			at = check_systems(d, list[i], s->file, s->solves, at);
	}
}

int main(void)
{
	const char *reference = getenv("WARPSCOPE_REFERENCE");
	struct sparse *list[N_SHARED] = {NULL};
	char path[1024];

	for (int i = 0; i < N_SHARED; i++) {
		find_file(reference ? reference : "", shared[i].file, path, sizeof path);
		if (!reference || access(path, R_OK) != 0)
			tap_skip(shared[i].file, "no WARPSCOPE_REFERENCE with it");
		else
			list[i] = open_shared(&shared[i], path);
	}
	find_file(reference ? reference : "", "tucker21935", path, sizeof path);
	if (reference && access(path, R_OK) == 0)
		check_refused(reference);
	else
		tap_skip("tucker21935, memplus_rhs1", "no WARPSCOPE_REFERENCE with it");
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		random_seed(21);
		if (!test_device_open(i, &d))
			continue;
		check_device(&d, list);
		test_device_close(&d);
	}
	for (int i = 0; i < N_SHARED; i++)
		sparse_free(list[i]);
	for (int i = 0; i < n_kept; i++)
		free(kept[i].at);
	return tap_done();
}
