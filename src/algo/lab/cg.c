#include "algo/lab/cg.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

const char cg_preconditioner_names[] = "none|jacobi|polynomial";

static int64_t chunks_of(const struct cg_args *k)
{
	int64_t rows = CG_CHUNK / k->n_systems;

	return (k->a.n_rows + rows - 1) / rows;
}

/* ---- open ---- */

static enum status find_inverse(const struct sparse *a, enum cg_preconditioner preconditioner,
				float *inverse)
{
	for (int32_t r = 0; r < a->n_rows; r++) {
		float diagonal = 0;

		for (int32_t e = a->row[r]; e < a->row[r + 1]; e++)
			diagonal += a->column[e] == r ? a->value[e] : 0;
		if (!(diagonal > 0))
			return status_fail(
				STATUS_FAILED,
				"%s isn't positive definite: the diagonal of row %" PRId32 " is %g",
				a->name, r + 1, (double)diagonal);
		inverse[r] = preconditioner == CG_NONE ? 1 : 1 / diagonal;
	}
	return STATUS_OK;
}

static enum status alloc_vectors(struct cg *cg, const struct cg_options *options)
{
	struct cg_args *k = &cg->args;
	int64_t n = (int64_t)k->a.n_rows * k->n_systems;
	int64_t sums = k->n_tiles > chunks_of(k) ? k->n_tiles : chunks_of(k);

	TRY(DEVICE_ALLOC(cg->queue, "lab vectors", &k->x, n));
	TRY(DEVICE_ALLOC(cg->queue, "lab vectors", &k->r, n));
	TRY(DEVICE_ALLOC(cg->queue, "lab vectors", &k->p, n));
	TRY(DEVICE_ALLOC(cg->queue, "lab vectors", &k->q, n));
	if (options->preconditioner == CG_POLYNOMIAL) {
		TRY(DEVICE_ALLOC(cg->queue, "lab vectors", &k->s, n));
		TRY(DEVICE_ALLOC(cg->queue, "lab vectors", &k->z, n));
	}
	TRY(DEVICE_ALLOC(cg->queue, "lab sums", &k->partial, 2 * sums * k->n_systems));
	TRY(DEVICE_ALLOC(cg->queue, "lab sums", &k->state, 1));
	k->most = options->most + 1;
	return DEVICE_ALLOC(cg->queue, "lab sums", &k->residual, (int64_t)k->most * k->n_systems);
}

static enum status upload(struct cg *cg, const char *name, const float *items, int64_t n,
			  const float **d_out)
{
	float *d_items;

	TRY(DEVICE_ALLOC(cg->queue, name, &d_items, n));
	*d_out = d_items;
	queue_upload(cg->queue, d_items, items, n * 4);
	return queue_sync(cg->queue);
}

static enum status open_arrays(struct cg *cg, const struct sparse *a, const float *b,
			       const float *x0, const struct cg_options *options)
{
	struct cg_args *k = &cg->args;
	int64_t n = (int64_t)a->n_rows * k->n_systems;
	float *inverse;
	enum status status;

	TRY(ALLOC(&inverse, a->n_rows));
	status = find_inverse(a, options->preconditioner, inverse);
	if (status == STATUS_OK)
		status = upload(cg, "lab diagonal", inverse, a->n_rows, &k->inverse);
	free(inverse);
	TRY(status);
	TRY(spmv_open(cg->queue, a, &cg->spmv));
	k->a = cg->spmv.d;
	k->n_tiles = cg->spmv.n_tiles;
	k->first = cg->spmv.d_first;
	TRY(upload(cg, "lab vectors", b, n, &k->b));
	TRY(alloc_vectors(cg, options));
	if (x0)
		queue_upload(cg->queue, k->x, x0, n * 4);
	else
		queue_fill(cg->queue, k->x, 0, n * 4);
	return queue_sync(cg->queue);
}

enum status cg_open(struct queue *queue, const struct sparse *a, int32_t n_systems, const float *b,
		    const float *x0, const struct cg_options *options, struct cg *out)
{
	enum status status;

	*out = (struct cg){.queue = queue};
	if (a->n_rows != a->n_columns)
		return status_fail(STATUS_FAILED, "%s isn't square", a->name);
	out->args.n_systems = n_systems;
	out->args.preconditioner = (int32_t)options->preconditioner;
	out->args.tolerance = options->tolerance;
	out->args.a.n_rows = a->n_rows;
	status = open_arrays(out, a, b, x0, options);
	if (status == STATUS_OK)
		cg_begin(out, out->args.x);
	else
		cg_close(out);
	return status;
}

void cg_close(struct cg *cg)
{
	struct cg_args *k = &cg->args;

	if (!cg->queue)
		return;
	device_free(cg->queue, (void *)k->inverse);
	device_free(cg->queue, (void *)k->b);
	device_free(cg->queue, k->x);
	device_free(cg->queue, k->r);
	device_free(cg->queue, k->p);
	device_free(cg->queue, k->q);
	device_free(cg->queue, k->s);
	device_free(cg->queue, k->z);
	device_free(cg->queue, k->partial);
	device_free(cg->queue, k->state);
	device_free(cg->queue, k->residual);
	spmv_close(&cg->spmv);
	*cg = (struct cg){0};
}

/* ---- iterations ---- */

static void multiply(struct cg *cg, enum cg_product what)
{
	struct cg_multiply_args args = {cg->args, (int32_t)what};

	LAUNCH(cg->queue, cg_multiply, 32, &args, cg->args.n_tiles);
}

static void update(struct cg *cg, bool begins)
{
	struct cg_update_args args = {cg->args, begins};

	LAUNCH(cg->queue, cg_update, 32, &args, chunks_of(&cg->args));
}

static void direct(struct cg *cg, bool begins)
{
	struct cg_direct_args args = {cg->args, begins};

	if (cg->args.preconditioner == CG_POLYNOMIAL)
		multiply(cg, CG_PRODUCT_POLYNOMIAL);
	LAUNCH(cg->queue, cg_direct, 32, &args, cg->args.a.n_rows);
}

void cg_begin(struct cg *cg, const float *d_x0)
{
	int64_t bytes = 4 * (int64_t)cg->args.a.n_rows * cg->args.n_systems;

	if (!d_x0)
		queue_fill(cg->queue, cg->args.x, 0, bytes);
	else if (d_x0 != cg->args.x)
		queue_copy(cg->queue, cg->args.x, d_x0, bytes);
	queue_fill(cg->queue, cg->args.state, 0, sizeof *cg->args.state);
	multiply(cg, CG_PRODUCT_BEGIN);
	update(cg, true);
	direct(cg, true);
	cg->queued = 0;
}

void cg_iterate(struct cg *cg, int32_t n)
{
	for (int32_t i = 0; i < n; i++, cg->queued++) {
		multiply(cg, CG_PRODUCT_DIRECTION);
		update(cg, false);
		direct(cg, false);
	}
}

/* ---- what came of it ---- */

enum status cg_read(struct cg *cg, struct cg_state *state, double *residual)
{
	queue_download(cg->queue, state, cg->args.state, sizeof *state);
	if (residual)
		queue_download(cg->queue, residual, cg->args.residual,
			       (int64_t)cg->args.most * cg->args.n_systems * 8);
	TRY(queue_sync(cg->queue));
	if (cg->args.a.n_rows == 0) {
		/* nothing ran */
		*state = (struct cg_state){.solved = {1, 1}, .iterations = 1, .over = 1};
	}
	if (state->broken)
		return status_fail(STATUS_FAILED,
				   "the matrix isn't positive definite, as iteration %" PRId32
				   " finds",
				   cg_iterations(state));
	return STATUS_OK;
}

enum status cg_solution(struct cg *cg, float *x)
{
	queue_download(cg->queue, x, cg->args.x,
		       4 * (int64_t)cg->args.a.n_rows * cg->args.n_systems);
	return queue_sync(cg->queue);
}

double cg_true_residual(const struct sparse *a, int32_t n_systems, int32_t system, const float *b,
			const float *x)
{
	double rr = 0, bb = 0;

	for (int32_t r = 0; r < a->n_rows; r++) {
		double right = b[(int64_t)n_systems * r + system], rest = right;

		for (int32_t e = a->row[r]; e < a->row[r + 1]; e++)
			rest -= (double)a->value[e] * x[(int64_t)n_systems * a->column[e] + system];
		rr += rest * rest;
		bb += right * right;
	}
	return bb > 0 ? sqrt(rr / bb) : sqrt(rr);
}

int64_t cg_bytes(const struct sparse *a, int32_t n_systems, enum cg_preconditioner preconditioner)
{
	int64_t rows = a->n_rows, systems = n_systems, product = 8 * sparse_entries(a) + 4 * rows;
	int64_t iteration = product + 8 * rows * systems; /* p, q */
	int64_t update = (12 * systems + 4) * rows;       /* r twice, q, the diagonal */
	int64_t direction = (20 * systems + 4) * rows;    /* x and p twice, r, the diagonal */

	if (preconditioner == CG_POLYNOMIAL)
		return iteration + update + direction + product + (12 * systems + 4) * rows +
		       4 * rows * systems;
	return iteration + update + direction;
}

double cg_operations(const struct sparse *a, int32_t n_systems)
{
	return n_systems * (2.0 * (double)sparse_entries(a) + 10.0 * a->n_rows);
}
