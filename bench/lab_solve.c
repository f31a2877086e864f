/* bench_lab: conjugate gradients and searches. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "algo/lab/bfs.h"
#include "algo/lab/cg.h"
#include "base/clock.h"
#include "base/grow.h"
#include "gen/matrices.h"
#include "lab.h"

/* Table 9: ms. */
static const struct {
	const char *name;
	double cpu, gpu;
} printed_searches[] = {{"b18", 869.45, 67.22},
			{"b18_1", 802.28, 63.02},
			{"b19", 1795.15, 130.43},
			{"b19_1", 1685.31, 120.83}};

enum { N_SEARCHES = sizeof printed_searches / sizeof *printed_searches };

/* ---- table 8: conjugate gradients ---- */

static enum status measure_cg(struct bench *b, const struct sparse *a, int32_t n_systems,
			      enum cg_preconditioner with, double *ms, int32_t *iterations)
{
	enum { ITERATIONS = 50 };
	struct cg_options endless = {with, 0, 1 << 20}, options = {with, 1e-5, 3000};
	struct cg_state state = {.over = 0};
	double begin = 0;
	struct cg cg;
	float *right;
	enum status status;

	TRY(ALLOC(&right, (int64_t)a->n_rows * n_systems));
	for (int64_t i = 0; i < (int64_t)a->n_rows * n_systems; i++)
		right[i] = (float)(i % 1000) / 1000 - 0.5F;
	status = cg_open(b->queue, a, n_systems, right, NULL, &endless, &cg);
	for (int r = -1; r < 1 && status == STATUS_OK; r++) {
		begin = clock_ms();
		cg_iterate(&cg, ITERATIONS);
		status = queue_sync(b->queue);
	}
	*ms = (clock_ms() - begin) / ITERATIONS;
	cg_close(&cg);
	if (status == STATUS_OK)
		status = cg_open(b->queue, a, n_systems, right, NULL, &options, &cg);
	while (status == STATUS_OK && !state.over && cg.queued < options.most) {
		cg_iterate(&cg, 50);
		status = cg_read(&cg, &state, NULL);
	}
	*iterations = cg_iterations(&state);
	cg_close(&cg);
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
		int32_t iterations;
		double ms;

		status = measure_cg(b, a, n, CG_JACOBI, &ms, &iterations);
		if (status == STATUS_OK)
			printf("%-16s %9.4f ms an iteration, %.1f MB (%.1f GB/s), %" PRId64
			       " gathers; solved to 1e-5 in %" PRId32 "\n",
			       words[n - 1], ms, (double)bytes / 1e6, (double)bytes / ms / 1e6,
			       sparse_entries(a), iterations);
	}
	sparse_free(a);
	return status;
}

enum status table_of_cg(struct bench *b)
{
	const struct lab_printed *t;

	printf("%-12s | printed: CPU    B&G    P+S    P+W | ours: GFLOP/s   ms an iteration, x and y at once | iterations: jacobi, polynomial\n",
	       "Instance");
	for (int i = 0; (t = lab_printed_at(i)); i++) {
		double one, two, polynomial;
		int32_t n_jacobi, n_polynomial, n_two;
		struct sparse *a;
		enum status status;

		if (t->table != 8 || is_too_large(b, t))
			continue;
		TRY(open_matrix(b, t->name, &a));
		status = measure_cg(b, a, 1, CG_JACOBI, &one, &n_jacobi);
		if (status == STATUS_OK)
			status = measure_cg(b, a, 2, CG_JACOBI, &two, &n_two);
		if (status == STATUS_OK)
			status = measure_cg(b, a, 1, CG_POLYNOMIAL, &polynomial, &n_polynomial);
		if (status == STATUS_OK)
			printf("%-12s | %12.2f %6.2f %6.2f %6.2f | %13.2f %17.4f %16.4f | %d of %.4f ms, %d of %.4f ms; floor %.0f MB\n",
			       t->name, t->cpu, t->warp, t->product, t->warped,
			       cg_operations(a, 1) / one / 1e6, one, two, n_jacobi, one,
			       n_polynomial, polynomial, (double)cg_bytes(a, 1, CG_JACOBI) / 1e6);
		sparse_free(a);
		TRY(status);
	}
	return STATUS_OK;
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
	printf("%-6s %8s %6s | printed: CPU ms   GPU ms | ours:  queue  printed  product top-down bottom-up switching\n",
	       "", "# nodes", "depth");
	for (int i = 0; i < N_SEARCHES; i++) {
		static const enum bfs_method methods[] = {BFS_QUEUE,       BFS_PRINTED,
							  BFS_PRODUCT,     BFS_FROM_TOP,
							  BFS_FROM_BOTTOM, BFS_BY_TURNS};
		enum { N = sizeof methods / sizeof *methods };
		struct sparse *a;
		struct bfs bfs;
		double ms[N];
		enum status status;

		TRY(open_matrix(b, printed_searches[i].name, &a));
		status = bfs_open(b->queue, a, -1, &b->task, &bfs);
		for (int m = 0; m < N && status == STATUS_OK; m++)
			status = measure_search(b, &bfs, methods[m], &ms[m]);
		if (status == STATUS_OK)
			printf("%-6s %8" PRId32 " %6" PRId32
			       " | %15.2f %8.2f | %12.3f %8.3f %8.3f %8.3f %9.3f %9.3f\n",
			       printed_searches[i].name, a->n_rows, bfs.depth,
			       printed_searches[i].cpu, printed_searches[i].gpu, ms[0], ms[1],
			       ms[2], ms[3], ms[4], ms[5]);
		bfs_close(&bfs);
		sparse_free(a);
		TRY(status);
	}
	return STATUS_OK;
}
