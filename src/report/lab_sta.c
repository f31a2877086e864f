/* Timing of paths as products, and other ways to the same numbers: each is checked and measured. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/grow.h"
#include "report/lab.h"

struct timings {
	struct session *session;
	const struct sta *sta; /* borrowed */
	struct spmv spmv;
	struct sta_device deltas;
	struct sta_forest forest;
	struct sta_arrivals arrivals;
	enum spmv_method method;
	float *d_x, *d_y; /* owned */
	float *y;         /* owned [rows] */
	int64_t *sum;     /* owned [rows] */
};

/* ---- what is measured ---- */

static enum status run_serial(void *context)
{
	struct timings *t = context;

	sta_serial(t->sta, t->sum);
	return STATUS_OK;
}

static enum status run_float(void *context)
{
	struct timings *t = context;

	spmv_run(&t->spmv, t->method, t->d_x, t->d_y);
	return STATUS_OK;
}

static enum status run_deltas(void *context)
{
	struct timings *t = context;

	sta_device_run(&t->deltas, t->sta->rows->n_rows);
	return STATUS_OK;
}

static enum status run_forest(void *context)
{
	sta_forest_run(&((struct timings *)context)->forest);
	return STATUS_OK;
}

static enum status run_sweep(void *context)
{
	sta_arrivals_sweep(&((struct timings *)context)->arrivals);
	return STATUS_OK;
}

static enum status run_products(void *context)
{
	sta_arrivals_product(&((struct timings *)context)->arrivals);
	return STATUS_OK;
}

/* ---- rows of the table ---- */

/* How many of the sums equal the paths' own arrivals. */
static void note_sums(const struct timings *t, struct lab_row *row)
{
	int64_t worst, wrong = sta_wrong(t->sta, t->sum, &worst);

	row->digest = lab_digest(t->sum, 2 * (int64_t)t->sta->rows->n_rows);
	if (wrong)
		snprintf(row->note, LAB_NOTE, "%" PRId64 " paths are up to %.3f ps off", wrong,
			 (double)worst / 1000);
	else
		snprintf(row->note, LAB_NOTE, "all arrivals to the femtosecond");
}

static enum status add_serial(struct timings *t, struct lab *lab, int32_t runs)
{
	struct lab_row *row = lab_add(lab, "serial");

	TRY(lab_measure(t->session, run_serial, t, runs, row));
	row->work = t->sta->rows->n_rows;
	row->bytes = spmv_bytes(t->sta->rows, SPMV_SERIAL);
	note_sums(t, row);
	TRY(lab_keep(lab, t->sta->rows->n_rows, 1, "path", "arrival, ps"));
	for (int32_t r = 0; r < t->sta->rows->n_rows; r++)
		lab->y[r] = (double)t->sum[r] / 1000;
	return STATUS_OK;
}

static enum status add_float(struct timings *t, struct lab *lab, int32_t runs)
{
	struct lab_row *row = lab_add(lab, spmv_method_name(t->method));
	int32_t n = t->sta->rows->n_rows;

	TRY(spmv_prepare(&t->spmv, t->method));
	TRY(lab_measure(t->session, run_float, t, runs, row));
	TRY(queue_read(t->session->queue, t->y, t->d_y, 4 * (int64_t)n));
	row->work = n;
	row->bytes = spmv_bytes(t->sta->rows, t->method);
	row->idle = spmv_idle(t->sta->rows, t->method);
	row->digest = lab_digest(t->y, n);
	snprintf(row->note, LAB_NOTE, "up to %.3f ps off", sta_worst(t->sta, t->y) / 1000);
	return STATUS_OK;
}

static enum status add_deltas(struct timings *t, struct lab *lab, int32_t runs)
{
	struct lab_row *row = lab_add(lab, "deltas");
	int32_t n = t->sta->rows->n_rows;

	TRY(lab_measure(t->session, run_deltas, t, runs, row));
	TRY(queue_read(t->session->queue, t->sum, t->deltas.args.arrival, 8 * (int64_t)n));
	row->work = n;
	row->bytes = sta_delta_bytes(t->sta);
	note_sums(t, row);
	return STATUS_OK;
}

static enum status add_forest(struct timings *t, struct lab *lab, int32_t runs)
{
	struct lab_row *row = lab_add(lab, "forest");
	int64_t n, n_wrong;

	TRY(lab_measure(t->session, run_forest, t, runs, row));
	TRY(sta_forest_check(&t->forest, &n, &n_wrong));
	row->work = (double)n;
	row->bytes = 32 * n;
	snprintf(row->note, LAB_NOTE,
		 "slacks of %" PRId64 " paths from their parents', %" PRId64 " wrong", n, n_wrong);
	return STATUS_OK;
}

static enum status add_arrivals(struct timings *t, struct lab *lab, bool products, int32_t runs)
{
	struct lab_row *row = lab_add(lab, products ? "min-plus" : "sweep");
	const struct image *image = t->arrivals.image;
	int64_t n = image->device.n_states, arcs = image->device.n_arcs, fs = image_fs_size(image),
		steps;
	FREED int64_t *prefix = NULL;
	enum status status;

	TRY(lab_measure(t->session, products ? run_products : run_sweep, t, runs, row));
	TRY(ALLOC(&prefix, n));
	status = sta_arrivals_read(&t->arrivals, products, prefix, &steps);
	row->work = t->sta->rows->n_rows;
	row->bytes = steps * ((products ? 20 : 8) * n + (8 + fs) * arcs);
	row->digest = lab_digest(prefix, 2 * n);
	snprintf(row->note, LAB_NOTE, "arrivals of all %" PRId64 " states, %" PRId64 " %s", n,
		 products ? steps : image->n_levels, products ? "products" : "levels");
	return status;
}

/* ---- all of them ---- */

static enum status open_timings(struct timings *t, struct search *search)
{
	const struct sparse *a = t->sta->rows;
	struct queue *queue = t->session->queue;
	FREED float *x = NULL;

	TRY(ALLOC_ALL(a->n_rows, &t->y, &t->sum));
	TRY(spmv_open(queue, a, &t->spmv));
	TRY(sta_device_open(queue, t->sta, &t->deltas));
	TRY(DEVICE_ALLOC(queue, "lab vectors", &t->d_x, a->n_columns));
	TRY(DEVICE_ALLOC(queue, "lab vectors", &t->d_y, a->n_rows));
	TRY(ALLOC(&x, a->n_columns));
	for (int32_t c = 0; c < a->n_columns; c++)
		x[c] = (float)((double)t->sta->delay[c] / 1000);
	queue_upload(queue, t->d_x, x, 4 * (int64_t)a->n_columns);
	TRY(queue_settle(queue, STATUS_OK));
	if (!search)
		return STATUS_OK;
	TRY(sta_forest_open(search, &t->forest));
	return sta_arrivals_open(t->session->image, &t->arrivals);
}

static enum status run_all(struct timings *t, struct lab *lab, int32_t runs)
{
	static const enum spmv_method methods[] = {SPMV_ROWS,   SPMV_WARPS, SPMV_PRODUCT,
						   SPMV_WARPED, SPMV_MERGE, SPMV_FUSED};

	TRY(add_serial(t, lab, runs));
	for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
		t->method = methods[m];
		TRY(add_float(t, lab, runs));
		TRY(task_breathe(&t->session->task));
	}
	TRY(add_deltas(t, lab, runs));
	if (t->forest.search)
		TRY(add_forest(t, lab, runs));
	if (!t->arrivals.image)
		return STATUS_OK;
	TRY(add_arrivals(t, lab, false, runs));
	return add_arrivals(t, lab, true, runs);
}

enum status lab_run_sta(struct session *session, struct lab *lab, const struct sta *sta,
			struct search *search, const char *what, int32_t runs)
{
	struct timings t = {.session = session, .sta = sta};
	char title[LAB_TITLE];
	enum status status;

	snprintf(title, sizeof title,
		 "%.60s: %" PRId32 " paths, %" PRId32 " columns, %" PRId64 " points; %" PRId64
		 " columns have several delays; %" PRId32 " groups of 16 bits",
		 what, sta->rows->n_rows, sta->rows->n_columns, sparse_entries(sta->rows),
		 sta->n_ambiguous, sta->deltas.n_groups);
	DOING(&session->task, "timing paths", 0);
	status = lab_begin(session, lab, "sta", "Gpaths/s", title) ?: open_timings(&t, search) ?: run_all(&t, lab, runs);
	spmv_close(&t.spmv);
	sta_device_close(&t.deltas);
	sta_forest_close(&t.forest);
	sta_arrivals_close(&t.arrivals);
	device_free(session->queue, t.d_x);
	device_free(session->queue, t.d_y);
	status = queue_settle(session->queue, status);
	FREE_ALL(t.y, t.sum);
	if (status == STATUS_OK)
		lab_finish(lab, NULL);
	else
		lab->table.n = 0;
	return status;
}
