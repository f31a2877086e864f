/* bench_lab: conjugate gradients and searches. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/grow.h"
#include "gen/matrices.h"
#include "gpu/place/cg.h"
#include "gpu/spmv/bfs.h"
#include "lab.h"

/* Table 9: ms. */
static const struct {
	const char *name;
	int32_t n_vertices;
	double cpu, gpu;
} printed_searches[] = {{"b18", 333740, 869.45, 67.22},
			{"b18_1", 315683, 802.28, 63.02},
			{"b19", 673144, 1795.15, 130.43},
			{"b19_1", 638283, 1685.31, 120.83}};

enum { N_SEARCHES = sizeof printed_searches / sizeof *printed_searches };

/* ---- table 8: conjugate gradients ---- */

struct cg_times {
	double ms;
	int32_t iterations; /* until it is solved to 1e-5 */
};

static enum status measure_iterations(struct bench *b, const struct sparse *a, int32_t n_systems,
				      const float *right, enum cg_preconditioner with, double *ms)
{
	enum { ITERATIONS = 50 };
	struct cg_options endless = {with, 0, 1 << 20};
	double begin = 0;
	struct cg cg;
	enum status status;

	status = cg_open(b->queue, &(struct cg_system){a, n_systems, right, NULL}, &endless, &cg);
	for (int r = -1; r < 1 && status == STATUS_OK; r++) {
		begin = clock_ms();
		cg_iterate(&cg, ITERATIONS);
		status = queue_sync(b->queue);
	}
	*ms = (clock_ms() - begin) / ITERATIONS;
	cg_close(&cg);
	return status;
}

static enum status count_iterations(struct bench *b, const struct sparse *a, int32_t n_systems,
				    const float *right, enum cg_preconditioner with, int32_t *n)
{
	struct cg_options options = {with, 1e-5, 3000};
	struct cg_state state = {.over = 0};
	struct cg cg;
	enum status status;

	status = cg_open(b->queue, &(struct cg_system){a, n_systems, right, NULL}, &options, &cg);
	while (status == STATUS_OK && !state.over && cg.queued < options.most) {
		cg_iterate(&cg, 50);
		status = cg_read(&cg, &state, NULL);
	}
	*n = cg_iterations(&state);
	cg_close(&cg);
	return status;
}

/* Of right sides `b2` [rows][2], of which one system takes the first; NULL = some numbers. */
static enum status measure_cg(struct bench *b, const struct sparse *a, int32_t n_systems,
			      const float *b2, enum cg_preconditioner with, struct cg_times *out)
{
	float *right;
	enum status status;

	TRY(ALLOC(&right, (int64_t)a->n_rows * n_systems));
	for (int64_t i = 0; i < (int64_t)a->n_rows * n_systems; i++)
		right[i] = b2 ? b2[i * 2 / n_systems] : (float)(i % 1000) / 1000 - 0.5F;
	status = measure_iterations(b, a, n_systems, right, with, &out->ms);
	if (status == STATUS_OK)
		status = count_iterations(b, a, n_systems, right, with, &out->iterations);
	free(right);
	return status;
}

enum status largest_cg(struct bench *b)
{
	static const char *const words[] = {"x alone", "x and y at once"};
	struct sparse *a;
	enum status status;

	TRY(open_matrix(b, "new_blue7", &a));
	printf("new_blue7: %" PRId32 " rows, %" PRId64 " nonzeros\n", a->n_rows, sparse_entries(a));
	status = STATUS_OK;
	for (int32_t n = 1; n <= CG_SYSTEMS && status == STATUS_OK; n++) {
		int64_t bytes = cg_bytes(a, n, CG_JACOBI);
		struct cg_times t;

		status = measure_cg(b, a, n, NULL, CG_JACOBI, &t);
		if (status == STATUS_OK)
			printf("%-16s %9.4f ms an iteration, %.1f MB (%.1f GB/s); solved to 1e-5 in %" PRId32
			       "\n",
			       words[n - 1], t.ms, (double)bytes / 1e6, (double)bytes / t.ms / 1e6,
			       t.iterations);
	}
	sparse_free(a);
	return status;
}

/* What is measured of a matrix: one system, two, and one with the polynomial. */
static enum status print_cg(struct bench *b, const struct sparse *a, const float *b2,
			    const char *what)
{
	struct cg_times one, two, polynomial;

	TRY(measure_cg(b, a, 1, b2, CG_JACOBI, &one));
	TRY(measure_cg(b, a, 2, b2, CG_JACOBI, &two));
	TRY(measure_cg(b, a, 1, b2, CG_POLYNOMIAL, &polynomial));
	printf(" | %7.2f %8.4f ms %8.4f ms | %5" PRId32 " %5" PRId32
	       " of %8.4f ms | %6.1f MB | %s\n",
	       cg_operations(a, 1) / one.ms / 1e6, one.ms, two.ms, one.iterations,
	       polynomial.iterations, polynomial.ms, (double)cg_bytes(a, 1, CG_JACOBI) / 1e6, what);
	return STATUS_OK;
}

static enum status use_cg(struct bench *b, const struct lab_design *design)
{
	const struct quadratic *q = &design->quadratic;

	printf("%-12s | %12s %6s %6s %6s", design->name, "-", "-", "-", "-");
	return print_cg(b, q->matrix, q->b, design->is_made ? "made, of this profile" : "a design");
}

enum status table_of_cg(struct bench *b)
{
	const struct lab_printed *t;

	printf("%-12s | printed: CPU    B&G    P+S    P+W | here: GFLOPS, an iteration  x and y | to 1e-5: jacobi, polynomial | moves\n",
	       "Instance");
	for (int i = 0; (t = lab_printed_at(i)); i++) {
		struct sparse *a;
		enum status status;

		if (t->table != 8)
			continue;
		if (is_left_out(b, t->name))
			continue;
		TRY(open_matrix(b, t->name, &a));
		printf("%-12s | %12.2f %6.2f %6.2f %6.2f", t->name, t->cpu, t->warp, t->product,
		       t->warped);
		status = print_cg(b, a, NULL, lab_kind(t->name));
		sparse_free(a);
		TRY(status);
	}
	return each_design(b, use_cg);
}

/* ---- table 9: searches ---- */

static enum status measure_search(struct bench *b, struct bfs *bfs, enum bfs_method method,
				  double *ms)
{
	struct bfs_result result;
	int32_t *dist;
	double begin = 0;
	enum status status;

	TRY(ALLOC(&dist, bfs->d.n));
	status = STATUS_OK;
	for (int r = -1; r < b->runs && status == STATUS_OK; r++) {
		if (r == 0)
			begin = clock_ms();
		status = method == BFS_QUEUE ? bfs_on_host(bfs, method, dist, &result)
					     : bfs_run(bfs, method);
		if (status == STATUS_OK)
			status = queue_sync(b->queue);
	}
	*ms = (clock_ms() - begin) / b->runs;
	free(dist);
	return status;
}

enum status table_of_searches(struct bench *b)
{
	printf("%-12s | printed: # nodes   CPU ms   GPU ms | here: # nodes  depth    queue  printed  product top-down bottom-up switching\n",
	       "Instance");
	for (int i = 0; i < N_SEARCHES; i++) {
		static const enum bfs_method methods[] = {BFS_QUEUE,       BFS_PRINTED,
							  BFS_PRODUCT,     BFS_FROM_TOP,
							  BFS_FROM_BOTTOM, BFS_BY_TURNS};
		enum { N = sizeof methods / sizeof *methods };
		struct sparse *a;
		struct bfs bfs;
		double ms[N];
		enum status status;

		if (is_left_out(b, printed_searches[i].name))
			continue;
		TRY(open_matrix(b, printed_searches[i].name, &a));
		status = bfs_open(b->queue, a, -1, &b->task, &bfs);
		for (int m = 0; m < N && status == STATUS_OK; m++)
			status = measure_search(b, &bfs, methods[m], &ms[m]);
		if (status == STATUS_OK)
			printf("%-12s | %16" PRId32 " %8.2f %8.2f | %13" PRId32 " %6" PRId32
			       " %8.3f %8.3f %8.3f %8.3f %9.3f %9.3f  %s\n",
			       printed_searches[i].name, printed_searches[i].n_vertices,
			       printed_searches[i].cpu, printed_searches[i].gpu, a->n_rows,
			       bfs.depth, ms[0], ms[1], ms[2], ms[3], ms[4], ms[5],
			       lab_kind(printed_searches[i].name));
		bfs_close(&bfs);
		sparse_free(a);
		TRY(status);
	}
	return STATUS_OK;
}
