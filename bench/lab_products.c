/* bench_lab: products by all methods, and by cuSPARSE. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/grow.h"
#include "lab.h"

static enum status open_products(struct bench *b, const struct sparse *a, struct products *p)
{
	struct sparse_statistics statistics;

	TRY(ALLOC(&p->x, a->n_columns));
	TRY(ALLOC(&p->y, a->n_rows));
	for (int32_t c = 0; c < a->n_columns; c++)
		p->x[c] = (float)(c % 1000 + 1) / 1000;
	TRY(spmv_open(b->queue, a, &p->spmv));
	TRY(DEVICE_ALLOC(b->queue, "x", &p->d_x, a->n_columns));
	TRY(DEVICE_ALLOC(b->queue, "y", &p->d_y, a->n_rows));
	queue_upload(b->queue, p->d_x, p->x, 4 * (int64_t)a->n_columns);
	TRY(sparse_statistics_of(a, &statistics));
	p->chosen = spmv_choose(&statistics);
	return queue_sync(b->queue);
}

static void close_products(struct bench *b, struct products *p)
{
	spmv_close(&p->spmv);
	device_free(b->queue, p->d_x);
	device_free(b->queue, p->d_y);
	queue_settle(b->queue, STATUS_OK);
	free(p->x);
	free(p->y);
}

/* Mean ms of a run of method m, or of an expansion (m = N_SPMV_METHODS). */
static enum status measure_runs(struct bench *b, struct products *p, enum spmv_method m, double *ms)
{
	double begin = 0;

	for (int r = -3; r < b->runs; r++) {
		if (r == 0) {
			TRY(queue_sync(b->queue));
			begin = clock_ms();
		}
		if (m == N_SPMV_METHODS)
			spmv_expand_vector(&p->spmv, p->d_x);
		else if (m == SPMV_SERIAL)
			spmv_serial(p->spmv.a, p->x, p->y);
		else
			spmv_run(&p->spmv, m, p->d_x, p->d_y);
	}
	TRY(queue_sync(b->queue));
	*ms = (clock_ms() - begin) / b->runs;
	return STATUS_OK;
}

static enum status measure_method(struct bench *b, struct products *p, enum spmv_method m)
{
	TRY(spmv_prepare(&p->spmv, m));
	if (spmv_is_expanded(m))
		TRY(measure_runs(b, p, N_SPMV_METHODS, &p->expansion));
	if (m == SPMV_WARPS) {
		p->spmv.uncached = true;
		TRY(measure_runs(b, p, m, &p->uncached));
		p->spmv.uncached = false;
	}
	return measure_runs(b, p, m, &p->ms[m]);
}

/* The largest difference from the serial product, by the size of what is added. */
static enum status compare(struct bench *b, struct products *p, double *worst)
{
	const struct sparse *a = p->spmv.a;
	float *y;
	enum status status;

	TRY(ALLOC(&y, a->n_rows));
	queue_download(b->queue, y, p->d_y, 4 * (int64_t)a->n_rows);
	status = queue_sync(b->queue);
	*worst = 0;
	for (int32_t r = 0; r < a->n_rows; r++) {
		double size = 0;

		for (int32_t e = a->row[r]; e < a->row[r + 1]; e++)
			size += fabs((double)a->value[e] * p->x[a->column[e]]);
		if (size > 0)
			*worst = fmax(*worst, fabs((double)y[r] - p->y[r]) / size);
	}
	free(y);
	return status;
}

static enum status measure_products(struct bench *b, struct products *p)
{
	for (int m = 0; m < N_SPMV_METHODS; m++)
		TRY(measure_method(b, p, (enum spmv_method)m));
	for (int c = 0; c < N_CUSPARSE; c++) {
		p->cusparse[c] = -1;
		if (!b->cusparse)
			continue;
		p->cusparse[c] = cusparse_measure(b->cusparse, &p->spmv, (enum cusparse_algorithm)c,
						  p->d_x, p->d_y, b->runs, &p->prepare[c]);
		TRY(compare(b, p, &p->worst[c]));
		if (p->worst[c] > 1e-4)
			printf("# %s differs from ours by %g\n", cusparse_algorithm_name[c],
			       p->worst[c]);
	}
	return STATUS_OK;
}

double best_cusparse(const struct products *p)
{
	double best = -1;

	for (int c = 0; c < N_CUSPARSE; c++) {
		if (p->cusparse[c] > 0 && (best < 0 || p->cusparse[c] < best))
			best = p->cusparse[c];
	}
	return best;
}

enum spmv_method best_method(const struct products *p, bool expanded)
{
	enum spmv_method best = expanded ? SPMV_EXPANDED : SPMV_ROWS;

	for (int m = SPMV_ROWS; m < N_SPMV_METHODS; m++) {
		if (spmv_is_expanded((enum spmv_method)m) == expanded && p->ms[m] < p->ms[best])
			best = (enum spmv_method)m;
	}
	return best;
}

enum status measure_matrix(struct bench *b, const struct sparse *a, struct products *p)
{
	enum status status;

	*p = (struct products){.spmv = {0}};
	status = open_products(b, a, p);
	if (status == STATUS_OK)
		status = measure_products(b, p);
	close_products(b, p);
	return status;
}

/* What is the best, how far the choice is from it, and it from cuSPARSE's best. */
static void print_best(const struct products *p)
{
	enum spmv_method best = best_method(p, false), reused = best_method(p, true);

	printf("best %s %.4f ms, chosen %.2f of its time", spmv_method_name(best), p->ms[best],
	       p->ms[p->chosen] / p->ms[best]);
	if (best_cusparse(p) > 0)
		printf(", cuSPARSE's best %.4f ms: ours %.2f of its time", best_cusparse(p),
		       p->ms[best] / best_cusparse(p));
	printf("; B&G without texture reads %.4f ms, with %.4f ms", p->uncached, p->ms[SPMV_WARPS]);
	printf("; with x expanded, in %.4f ms: %s %.4f ms\n", p->expansion,
	       spmv_method_name(reused), p->ms[reused]);
}

/* ---- a matrix by itself ---- */

static void print_methods(const struct sparse *a, const struct products *p)
{
	double flops = 2 * (double)sparse_entries(a);

	for (int m = 0; m < N_SPMV_METHODS; m++)
		printf("%-18s %10.4f ms %9.2f GFLOP/s %9.1f GB/s%s\n",
		       spmv_method_name((enum spmv_method)m), p->ms[m], flops / p->ms[m] / 1e6,
		       (double)spmv_bytes(a, (enum spmv_method)m) / p->ms[m] / 1e6,
		       m == (int)p->chosen ? " chosen" : "");
	for (int c = 0; c < N_CUSPARSE; c++) {
		if (p->cusparse[c] > 0)
			printf("%-18s %10.4f ms %9.2f GFLOP/s %9.1f GB/s, prepared in %.3f ms, differs by %.2g\n",
			       cusparse_algorithm_name[c], p->cusparse[c],
			       flops / p->cusparse[c] / 1e6,
			       (double)spmv_bytes(a, SPMV_FUSED) / p->cusparse[c] / 1e6,
			       p->prepare[c], p->worst[c]);
	}
	print_best(p);
}

enum status one_matrix(struct bench *b)
{
	struct products p;
	struct sparse *a;
	enum status status;

	TRY(open_matrix(b, b->matrix, &a));
	printf("%s: %" PRId32 " x %" PRId32 ", %" PRId64 " nonzeros\n", b->matrix, a->n_rows,
	       a->n_columns, sparse_entries(a));
	status = measure_matrix(b, a, &p);
	if (status == STATUS_OK)
		print_methods(a, &p);
	sparse_free(a);
	return status;
}

/* ---- tables 3, 4: GFLOPS ---- */

static void print_products(const struct lab_printed *t, const struct sparse *a,
			   const struct products *p)
{
	double g = 2e-6 * (double)sparse_entries(a);

	printf("%-12s | %12.2f %6.2f %6.2f %6.2f | %9.2f %6.1f %6.1f %6.1f %6.1f %6.1f %6.1f |",
	       t->name, t->cpu, t->warp, t->product, t->warped, g / p->ms[SPMV_SERIAL],
	       g / p->ms[SPMV_WARPS], g / p->ms[SPMV_EXPANDED], g / p->ms[SPMV_WARPED_EXPANDED],
	       g / p->ms[SPMV_MERGE], g / p->ms[SPMV_FUSED], g / p->ms[p->chosen]);
	for (int c = 0; c < N_CUSPARSE; c++)
		printf(c ? " %6.1f" : " %8.1f", p->cusparse[c] > 0 ? g / p->cusparse[c] : 0);
	printf(" | %s, ", lab_kind(t->name));
	print_best(p);
}

enum status table_of_products(struct bench *b)
{
	const struct lab_printed *t;

	printf("%-12s | printed: CPU    B&G    P+S    P+W | here: CPU    B&G    P+S    P+W  merge  fused chosen | cuSPARSE    1      2 |\n",
	       "Instance");
	for (int i = 0; (t = lab_printed_at(i)); i++) {
		struct products p;
		struct sparse *a;
		enum status status;

		if (t->table != b->table || is_left_out(b, t->name))
			continue;
		TRY(open_matrix(b, t->name, &a));
		status = measure_matrix(b, a, &p);
		if (status == STATUS_OK)
			print_products(t, a, &p);
		sparse_free(a);
		TRY(status);
	}
	return STATUS_OK;
}

/* ---- table 6: paths a second ---- */

enum status measure_deltas(struct bench *b, const struct sta *sta, double *ms)
{
	int32_t n = sta->rows->n_rows;
	struct sta_device device;
	int64_t *sum, worst;
	double begin = 0;
	enum status status;

	TRY(ALLOC(&sum, n));
	status = sta_device_open(b->queue, sta, &device);
	for (int r = -3; r < b->runs && status == STATUS_OK; r++) {
		if (r == 0) {
			status = queue_sync(b->queue);
			begin = clock_ms();
		}
		sta_device_run(&device, n);
	}
	if (status == STATUS_OK)
		status = queue_sync(b->queue);
	*ms = (clock_ms() - begin) / b->runs;
	if (status == STATUS_OK) {
		queue_download(b->queue, sum, device.args.arrival, 8 * (int64_t)n);
		status = queue_sync(b->queue);
	}
	if (status == STATUS_OK && sta_wrong(sta, sum, &worst))
		status = status_fail(STATUS_FAILED, "sums are up to %" PRId64 " fs off", worst);
	sta_device_close(&device);
	free(sum);
	return status;
}

static void print_paths(const struct lab_printed *t, double n, const struct products *p,
			double deltas)
{
	printf("%-12s | %13.2e %8.2e %8.2e %8.2e | %10.2e %8.2e %8.2e %8.2e %8.2e %8.2e | %8.2e | %s\n",
	       t->name, t->cpu, t->warp, t->product, t->warped, n / p->ms[SPMV_SERIAL],
	       n / p->ms[SPMV_WARPS], n / p->ms[SPMV_EXPANDED], n / p->ms[SPMV_WARPED_EXPANDED],
	       n / p->ms[SPMV_FUSED], n / deltas, best_cusparse(p) > 0 ? n / best_cusparse(p) : 0,
	       lab_kind(t->name));
}

enum status table_of_paths(struct bench *b)
{
	const struct lab_printed *t;

	printf("%-12s | printed:  CPU      B&G      P+S      P+W | here:  CPU      B&G      P+S      P+W    fused   deltas | cuSPARSE\n",
	       "Instance");
	for (int i = 0; (t = lab_printed_at(i)); i++) {
		struct products p;
		struct sparse *a;
		struct sta sta = {0};
		double deltas = 0;
		enum status status;

		if (t->table != 6 || is_left_out(b, t->name))
			continue;
		TRY(open_matrix(b, t->name, &a));
		status = measure_matrix(b, a, &p);
		if (status != STATUS_OK) {
			sparse_free(a);
			return status;
		}
		TRY(sta_of_matrix(a, &b->task, &sta));
		status = measure_deltas(b, &sta, &deltas);
		if (status == STATUS_OK)
			print_paths(t, a->n_rows * 1e3, &p, deltas);
		sta_release(&sta); /* with the matrix */
		TRY(status);
	}
	return STATUS_OK;
}
