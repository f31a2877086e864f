/* Products by all methods, each looked at and measured. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/grow.h"
#include "base/random.h"
#include "report/lab.h"

struct products {
	struct spmv spmv;
	float *d_x, *d_y; /* owned */
	float *x, *y;     /* owned */
	double *sum,
		*size; /* owned [rows]: in double precision, and of what is added without its sign */
	enum spmv_method method;
};

static enum status run_product(void *context)
{
	struct products *p = context;

	if (p->method == SPMV_SERIAL)
		spmv_serial(p->spmv.a, p->x, p->y);
	else
		spmv_run(&p->spmv, p->method, p->d_x, p->d_y);
	return STATUS_OK;
}

static enum status run_expansion(void *context)
{
	struct products *p = context;

	spmv_expand_vector(&p->spmv, p->d_x);
	return STATUS_OK;
}

static void make_reference(struct products *p)
{
	const struct sparse *a = p->spmv.a;

	for (int32_t r = 0; r < a->n_rows; r++) {
		p->sum[r] = p->size[r] = 0;
		for (int32_t e = a->row[r]; e < a->row[r + 1]; e++) {
			double product = (double)a->value[e] * p->x[a->column[e]];

			p->sum[r] += product;
			p->size[r] += fabs(product);
		}
	}
}

/* The largest difference from the sum in double precision, in units of 2^−24 of what is added. */
static double error_of(const struct products *p)
{
	double worst = 0;

	for (int32_t r = 0; r < p->spmv.a->n_rows; r++) {
		double error = fabs(p->sum[r] - p->y[r]);

		if (p->size[r] > 0 && error > worst * p->size[r])
			worst = error / p->size[r];
	}
	return worst * 0x1p24;
}

static enum status run_method(struct session *session, struct lab *lab, struct products *p,
			      int32_t runs)
{
	struct lab_row *row = lab_add(lab, spmv_method_name(p->method)), apart = {0};
	int64_t rows = p->spmv.a->n_rows;
	bool expands = spmv_is_expanded(p->method);

	TRY(spmv_prepare(&p->spmv, p->method));
	if (expands)
		TRY(lab_measure(session, run_expansion, p, runs, &apart));
	if (p->method == SPMV_WARPS) {
		/* the seed took texture reads out of this kernel */
		p->spmv.uncached = true;
		TRY(lab_measure(session, run_product, p, runs, &apart));
		p->spmv.uncached = false;
	}
	TRY(lab_measure(session, run_product, p, runs, row));
	if (p->method != SPMV_SERIAL) {
		queue_download(session->queue, p->y, p->d_y, rows * 4);
		TRY(queue_sync(session->queue));
	}
	row->apart_ms = expands ? apart.ms : 0;
	row->work = 2 * (double)lab->statistics.n;
	row->bytes = spmv_bytes(p->spmv.a, p->method);
	row->idle = p->method == SPMV_SERIAL ? -1 : spmv_idle(p->spmv.a, p->method);
	row->digest = lab_digest(p->y, rows);
	row->error = error_of(p);
	if (expands)
		snprintf(row->note, sizeof row->note, "expanding the vector takes %.4f ms more",
			 apart.ms);
	if (p->method == SPMV_WARPS)
		snprintf(
			row->note, sizeof row->note,
			"%.4f ms with x past the cache that the SpMV paper's texture reads would use",
			apart.ms);
	if (p->method == SPMV_PRODUCT)
		snprintf(row->note, sizeof row->note,
			 "%.1f %% of the products are in shared memory",
			 100 * spmv_hit_ratio(p->spmv.a, SUMS_ROWS, SUMS_SHARED));
	return STATUS_OK;
}

static enum status run_methods(struct session *session, struct lab *lab, struct products *p,
			       const struct lab_spmv *options)
{
	enum spmv_method chosen = spmv_choose(&lab->statistics);
	int only = options->method == LAB_AUTO ? (int)chosen : options->method;

	make_reference(p);
	for (int m = 0; m < N_SPMV_METHODS; m++) {
		if (only != LAB_ALL && m != only)
			continue;
		p->method = (enum spmv_method)m;
		TRY(run_method(session, lab, p, options->runs));
		TRY(task_breathe(&session->task));
	}
	lab_finish(lab, spmv_method_name(chosen));
	return STATUS_OK;
}

static enum status begin(struct session *session, struct lab *lab, struct products *p, bool ones)
{
	const struct sparse *a = lab->matrix;

	TRY(ALLOC(&p->x, a->n_columns));
	TRY(ALLOC_ALL(a->n_rows, &p->y, &p->sum, &p->size));
	for (int32_t c = 0; c < a->n_columns; c++)
		p->x[c] = ones ? 1 : (float)(random_mix((uint64_t)c) >> 40) * 0x1p-23F - 1;
	TRY(spmv_open(session->queue, a, &p->spmv));
	TRY(DEVICE_ALLOC(session->queue, "lab vectors", &p->d_x, a->n_columns));
	TRY(DEVICE_ALLOC(session->queue, "lab vectors", &p->d_y, a->n_rows));
	queue_upload(session->queue, p->d_x, p->x, (int64_t)a->n_columns * 4);
	return STATUS_OK;
}

enum status lab_run_spmv(struct session *session, struct lab *lab, const struct lab_spmv *options)
{
	struct products p = {0};
	char title[LAB_TITLE];
	enum status status;

	snprintf(title, sizeof title, "%.100s: %" PRId32 " x %" PRId32 ", %" PRId64 " nonzeros",
		 lab->matrix->name, lab->matrix->n_rows, lab->matrix->n_columns, lab->statistics.n);
	DOING(&session->task, "multiplying", 0);
	status = lab_begin(session, lab, "spmv", "GFLOP/s", title)
		 ?: begin(session, lab, &p, options->ones)
		 ?: run_methods(session, lab, &p, options);
	spmv_close(&p.spmv);
	device_free(session->queue, p.d_x);
	device_free(session->queue, p.d_y);
	status = queue_settle(session->queue, status);
	if (status == STATUS_OK) {
		status = lab_keep(lab, lab->matrix->n_rows, 1, "row", "y");
		for (int32_t r = 0; r < lab->matrix->n_rows && status == STATUS_OK; r++)
			lab->y[r] = p.y[r];
	} else {
		lab->table.n = 0;
	}
	FREE_ALL(p.x, p.y, p.sum, p.size);
	return status;
}
