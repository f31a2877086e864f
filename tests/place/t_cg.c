/* Conjugate gradients against a dense solve, on each device, with the same bits everywhere. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/matrices.h"
#include "gpu/place/cg.h"
#include "lib/devices.h"
#include "lib/naive_sparse.h"
#include "lib/tap.h"

enum { MOST = 3000 };

static float random_value(void)
{
	return (float)random_below(1 << 20) * 0x1p-19F - 1;
}

static void add(struct triplets *t, int64_t row, int64_t column, float value)
{
	if (triplets_add(t, (int32_t)row, (int32_t)column, value) != STATUS_OK)
		abort();
}

/* Springs between vertices, each of which holds on to something; one of them has springs to all when it has a hub. */
static struct sparse *springs(int32_t n, bool hub)
{
	struct triplets t = {.n_rows = n, .n_columns = n};
	float *diagonal = calloc((size_t)n + 1, sizeof *diagonal);
	struct task task = TASK_INIT;
	struct sparse *a;

	for (int32_t v = 0; v < n; v++) {
		for (int i = 0; i < (hub ? 1 : 3) && n > 1; i++) {
			int64_t to = hub ? 0 : random_below(n);
			float pull = (float)(1 + random_below(64)) / 16;

			if (to == v)
				continue;
			add(&t, v, to, -pull);
			add(&t, to, v, -pull);
			diagonal[v] += pull;
			diagonal[to] += pull;
		}
	}
	for (int32_t v = 0; v < n; v++) {
		add(&t, v, v, diagonal[v]);
		add(&t, v, v,
		    (float)(1 + random_below(8)) / 4); /* twice at its place: they add up */
	}
	free(diagonal);
	if (sparse_of_triplets("springs", &t, &task, &a) != STATUS_OK)
		abort();
	triplets_release(&t);
	return a;
}

struct run {
	float *x;
	int32_t iterations;
	double residual[2 * (MOST + 1)];
};

/* From 0; in one go, or an iteration at a time. */
static bool solve(struct test_device *d, const struct sparse *a, int32_t n_systems, const float *b,
		  enum cg_preconditioner with, bool by_one, struct run *out)
{
	struct cg_options options = {with, 1e-6, MOST};
	struct cg_state state = {.over = 0};
	struct cg cg;

	if (cg_open(d->queue, &(struct cg_system){a, n_systems, b, NULL}, &options, &cg) !=
	    STATUS_OK)
		return false;
	for (int i = 0; i < MOST && !state.over; i += by_one ? 1 : 100) {
		cg_iterate(&cg, by_one ? 1 : 100);
		if (cg_read(&cg, &state, out->residual) != STATUS_OK)
			return false;
	}
	out->iterations = cg_iterations(&state);
	if (cg_solution(&cg, out->x) != STATUS_OK)
		return false;
	cg_close(&cg);
	return state.over;
}

static bool is_near(const struct run *run, const double *wanted, int64_t n)
{
	double worst = 0, size = 0;

	for (int64_t i = 0; i < n; i++) {
		worst = fmax(worst, fabs(run->x[i] - wanted[i]));
		size = fmax(size, fabs(wanted[i]));
	}
	return worst <= 2e-4 * size + 1e-30;
}

/* Solutions of the first device. */
static struct run kept[64];
static int n_kept;

static bool is_kept(int i, const struct run *run, int64_t n)
{
	if (i == n_kept) {
		kept[n_kept] = *run;
		kept[n_kept].x = malloc((size_t)n * 4 + 1);
		memcpy(kept[n_kept++].x, run->x, (size_t)n * 4);
		return true;
	}
	return kept[i].iterations == run->iterations &&
	       memcmp(kept[i].x, run->x, (size_t)n * 4) == 0;
}

static int check_matrix(struct test_device *d, const struct sparse *a, const char *what, int at)
{
	int32_t n = a->n_rows;
	float *b = malloc((size_t)n * 8 + 1);
	double *wanted = calloc(2 * (size_t)n + 1, sizeof *wanted);
	struct run *run = malloc(sizeof *run), *again = malloc(sizeof *again);

	for (int64_t i = 0; i < 2 * (int64_t)n; i++)
		b[i] = random_value();
	run->x = malloc((size_t)n * 8 + 1);
	again->x = malloc((size_t)n * 8 + 1);
	for (int32_t systems = 1; systems <= 2; systems++) {
		sparse_solve_dense(a, systems, b, wanted);
		for (int with = CG_NONE; with < N_CG_PRECONDITIONERS; with++) {
			bool good =
				solve(d, a, systems, b, (enum cg_preconditioner)with, false, run) &&
				is_near(run, wanted, (int64_t)n * systems);

			OK(good,
			   "%s: %s, %d at once, preconditioner %d: as a dense solve, %d iterations",
			   d->name, what, systems, with, run->iterations);
			good = solve(d, a, systems, b, (enum cg_preconditioner)with, true, again) &&
			       again->iterations == run->iterations &&
			       memcmp(again->x, run->x, (size_t)n * 4 * (size_t)systems) == 0;
			OK(good && is_kept(at++, run, (int64_t)n * systems),
			   "%s: %s: the same one by one, and on the first device", d->name, what);
		}
	}
	free(run->x);
	free(again->x);
	free(run);
	free(again);
	free(b);
	free(wanted);
	return at;
}

/* A hub with springs to all others, solved by eliminating these. */
static void solve_hub(const struct sparse *a, const float *b, double *x)
{
	int32_t n = a->n_rows;
	double *diagonal = calloc((size_t)n, sizeof *diagonal),
	       *pull = calloc((size_t)n, sizeof *pull);

	for (int32_t r = 0; r < n; r++) {
		for (int32_t e = a->row[r]; e < a->row[r + 1]; e++)
			*(a->column[e] == r ? &diagonal[r] : &pull[r]) += (double)a->value[e];
	}
	for (int v = 0; v < 2; v++) {
		double right = b[v], left = diagonal[0];

		for (int32_t r = 1; r < n; r++) {
			right -= pull[r] * b[2 * r + v] / diagonal[r];
			left -= pull[r] * pull[r] / diagonal[r];
		}
		x[v] = right / left;
		for (int32_t r = 1; r < n; r++)
			x[2 * r + v] = (b[2 * r + v] - pull[r] * x[v]) / diagonal[r];
	}
	free(diagonal);
	free(pull);
}

/* A row that is longer than a tile. */
static int check_long_row(struct test_device *d, int at)
{
	struct sparse *a = springs(3 * FUSED_PRODUCTS, true);
	size_t n = 2 * (size_t)a->n_rows;
	float *b = malloc(n * sizeof *b);
	double *wanted = malloc(n * sizeof *wanted);
	struct run *run = malloc(sizeof *run);

	run->x = malloc(n * sizeof *run->x);
	for (size_t i = 0; i < n; i++)
		b[i] = random_value();
	solve_hub(a, b, wanted);
	for (int with = CG_NONE; with < N_CG_PRECONDITIONERS; with++) {
		bool good = solve(d, a, 2, b, (enum cg_preconditioner)with, false, run) &&
			    is_near(run, wanted, (int64_t)n);

		OK(good, "%s: a row of %d entries, preconditioner %d: %d iterations", d->name,
		   a->row[1], with, run->iterations);
		OK(is_kept(at++, run, (int64_t)n), "%s: the same as on the first device", d->name);
	}
	free(run->x);
	free(run);
	free(b);
	free(wanted);
	sparse_free(a);
	return at;
}

/* From other places than 0, started again, and with right sides of which one is 0. */
static void check_beginnings(struct test_device *d)
{
	struct cg_options options = {CG_JACOBI, 1e-6, MOST};
	struct sparse *a = springs(33, false);
	float b[66], x0[66], x[66], again[66], zero[66] = {0};
	struct cg_state state;
	double wanted[66];
	bool good;
	struct cg cg;

	for (int i = 0; i < 66; i++)
		b[i] = i % 2 ? random_value() : 0;
	sparse_solve_dense(a, 2, b, wanted);
	for (int i = 0; i < 66; i++)
		x0[i] = random_value();
	good = cg_open(d->queue, &(struct cg_system){a, 2, b, x0}, &options, &cg) == STATUS_OK;
	cg_iterate(&cg, 200);
	good = good && cg_read(&cg, &state, NULL) == STATUS_OK && cg_solution(&cg, x) == STATUS_OK;
	for (int i = 1; i < 66; i += 2)
		good = good && fabs(x[i] - wanted[i]) < 1e-4;
	OK(good && state.solved[1], "%s: from somewhere else", d->name);
	cg_begin(&cg, NULL);
	cg_iterate(&cg, 200);
	good = cg_read(&cg, &state, NULL) == STATUS_OK && cg_solution(&cg, x) == STATUS_OK;
	for (int i = 0; i < 66; i++)
		good = good && (i % 2 ? fabs(x[i] - wanted[i]) < 1e-4 : x[i] == 0);
	OK(good && state.over, "%s: started again from 0; where the right side is 0, so is x",
	   d->name);
	cg_begin(&cg, NULL);
	cg_iterate(&cg, 3);
	good = cg_solution(&cg, x) == STATUS_OK;
	cg_iterate(&cg, 5);
	cg_begin(&cg, NULL);
	for (int i = 0; i < 3; i++)
		cg_iterate(&cg, 1);
	good = good && cg_solution(&cg, again) == STATUS_OK;
	OK(good && memcmp(x, again, sizeof x) == 0 && memcmp(x, zero, sizeof x) != 0,
	   "%s: the result of three iterations is the same after five more", d->name);
	cg_close(&cg);
	good = cg_open(d->queue, &(struct cg_system){a, 1, zero, NULL}, &options, &cg) == STATUS_OK;
	cg_iterate(&cg, 2);
	good = good && cg_read(&cg, &state, NULL) == STATUS_OK && cg_solution(&cg, x) == STATUS_OK;
	OK(good && state.over && cg_iterations(&state) == 0 && memcmp(x, zero, 33 * 4) == 0,
	   "%s: nothing to be solved is solved at once", d->name);
	cg_close(&cg);
	sparse_free(a);
}

static void check_refused(struct test_device *d)
{
	struct triplets t = {.n_rows = 2, .n_columns = 2};
	struct cg_options options = {CG_JACOBI, 1e-6, 10};
	struct task task = TASK_INIT;
	float b[2] = {1, -1};
	struct cg_state state;
	struct sparse *a;
	struct cg cg;

	add(&t, 0, 0, 1);
	add(&t, 0, 1, 2);
	add(&t, 1, 0, 2);
	add(&t, 1, 1, 1);
	if (sparse_of_triplets("saddle", &t, &task, &a) != STATUS_OK ||
	    cg_open(d->queue, &(struct cg_system){a, 1, b, NULL}, &options, &cg) != STATUS_OK)
		abort();
	cg_iterate(&cg, 5);
	OK(cg_read(&cg, &state, NULL) == STATUS_FAILED,
	   "%s: what isn't positive definite is found out", d->name);
	cg_close(&cg);
	a->value[0] = 0;
	OK(cg_open(d->queue, &(struct cg_system){a, 1, b, NULL}, &options, &cg) == STATUS_FAILED,
	   "%s: so is a diagonal of 0", d->name);
	sparse_free(a);
	triplets_release(&t);
}

/* A large one, which has no dense solve: its residual in double precision. */
static int check_large(struct test_device *d, int at)
{
	struct cg_options options = {CG_JACOBI, 1e-5, 2000};
	struct cg_state state;
	struct sparse *a;
	struct run run;
	struct cg cg;
	bool good;
	float *b;

	a = springs(100000, false);
	b = malloc((size_t)a->n_rows * 8);
	run.x = malloc((size_t)a->n_rows * 8);
	for (int64_t i = 0; i < 2 * (int64_t)a->n_rows; i++)
		b[i] = random_value();
	if (cg_open(d->queue, &(struct cg_system){a, 2, b, NULL}, &options, &cg) != STATUS_OK)
		abort();
	cg_iterate(&cg, 300);
	good = cg_read(&cg, &state, NULL) == STATUS_OK && state.over &&
	       cg_solution(&cg, run.x) == STATUS_OK;
	OK(good && cg_true_residual(a, 2, 0, b, run.x) < 2e-5 &&
		   cg_true_residual(a, 2, 1, b, run.x) < 2e-5,
	   "%s: 100,000 rows, %d iterations, residual %.2g", d->name, cg_iterations(&state),
	   cg_true_residual(a, 2, 0, b, run.x));
	run.iterations = cg_iterations(&state);
	OK(is_kept(at++, &run, 2 * (int64_t)a->n_rows), "%s: the same as on the first device",
	   d->name);
	cg_close(&cg);
	sparse_free(a);
	free(b);
	free(run.x);
	return at;
}

int main(void)
{
	static const int32_t sizes[] = {0, 1, 2, 31, 33, 300};

	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;
		int at = 0;

		random_seed(3);
		if (!test_device_open(i, &d))
			continue;
		for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
			struct sparse *a = springs(sizes[s], false);
			char what[32];

			snprintf(what, sizeof what, "%d rows", sizes[s]);
			at = check_matrix(&d, a, what, at);
			sparse_free(a);
		}
		if (test_size_wanted(2500)) {
			struct sparse *a = springs(700, true);

			at = check_matrix(&d, a, "a hub", at);
			sparse_free(a);
		}
		at = check_long_row(&d, at);
		check_beginnings(&d);
		if (test_size_wanted(100000))
			at = check_large(&d, at);
		check_refused(&d);
		test_device_close(&d);
	}
	for (int i = 0; i < n_kept; i++)
		free(kept[i].x);
	return tap_done();
}
