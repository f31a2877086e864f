#include "gpu/place/cg.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/grow.h"
#include "gpu/place/cg_args.h"
#include "gpu/spmv/spmv.h"

/* ---- the matrix ---- */

/* What is uploaded: the matrix without its diagonal, the tiles of its rows, and the diagonal. */
struct cg_matrix {
	int32_t *row, *column; /* owned [rows + 1], [n] */
	float *value;          /* owned [n] */
	struct lab_tile *tile; /* owned [tiles + 1] */
	float *diagonal;       /* owned [n_diagonal]: ones after the rows */
	int64_t n_diagonal;
	int32_t n_tiles;
};

static FREES(matrix_release, struct cg_matrix, x->row, x->column, x->value, x->tile, x->diagonal);

static enum status part_row(const struct sparse *a, int32_t r, struct cg_matrix *m)
{
	int32_t n = m->row[r];
	float diagonal = 0;

	for (int32_t e = a->row[r]; e < a->row[r + 1]; e++) {
		if (a->column[e] == r) {
			diagonal += a->value[e];
			continue;
		}
		m->column[n] = a->column[e];
		m->value[n++] = a->value[e];
	}
	if (!(diagonal > 0))
		return status_fail(STATUS_FAILED,
				   "%s isn't positive definite: the diagonal of row %" PRId32
				   " is %g",
				   a->name, r + 1, (double)diagonal);
	m->row[r + 1] = n;
	m->diagonal[r] = diagonal;
	return STATUS_OK;
}

static enum status part_matrix(const struct sparse *a, struct cg_matrix *m)
{
	TRY(ALLOC(&m->row, (int64_t)a->n_rows + 1));
	TRY(ALLOC_ALL(sparse_entries(a), &m->column, &m->value));
	TRY(ALLOC(&m->tile, (int64_t)a->n_rows + 1));
	m->n_diagonal = (a->n_rows + (int64_t)CG_CHUNK - 1) / CG_CHUNK * CG_CHUNK;
	TRY(ALLOC(&m->diagonal, m->n_diagonal));
	for (int32_t r = 0; r < a->n_rows; r++)
		TRY(part_row(a, r, m));
	for (int64_t i = a->n_rows; i < m->n_diagonal; i++)
		m->diagonal[i] = 1;
	m->n_tiles = lab_tiles(m->row, a->n_rows, CG_TILE_ENTRIES, CG_TILE_ROWS, m->tile);
	return STATUS_OK;
}

static enum status upload_matrix(struct cg *cg, const struct sparse *a, const struct cg_matrix *m)
{
	struct cg_args *k = &cg->args;
	int64_t n = m->row[a->n_rows];

	k->a.n_columns = a->n_columns;
	k->a.n = (int32_t)n;
	k->n_tiles = m->n_tiles;
	TRY(device_put(cg->queue, "lab rows", m->row, 4 * ((int64_t)a->n_rows + 1), &k->a.row));
	TRY(device_put(cg->queue, "lab columns", m->column, 4 * n, &k->a.column));
	TRY(device_put(cg->queue, "lab values", m->value, 4 * n, &k->a.value));
	TRY(device_put(cg->queue, "lab diagonal", m->diagonal, 4 * m->n_diagonal, &k->diagonal));
	return device_put(cg->queue, "lab tiles", m->tile,
			  (m->n_tiles + 1) * (int64_t)sizeof *m->tile, &k->tile);
}

static enum status open_matrix(struct cg *cg, const struct sparse *a)
{
	RELEASED_BY(matrix_release) struct cg_matrix m = {0};

	return queue_settle(cg->queue, part_matrix(a, &m) ?: upload_matrix(cg, a, &m));
}

/* ---- open ---- */

/* A vector with zeros up to the end of its last chunk. */
static enum status alloc_vector(struct cg *cg, float **d_out)
{
	int64_t n = (int64_t)cg->args.n_chunks * CG_CHUNK;

	TRY(DEVICE_ALLOC(cg->queue, "lab vectors", d_out, n));
	queue_fill(cg->queue, *d_out, 0, 4 * n);
	return STATUS_OK;
}

static enum status alloc_vectors(struct cg *cg, const struct cg_options *options)
{
	struct cg_args *k = &cg->args;
	int64_t sums = k->n_tiles > k->n_chunks ? k->n_tiles : k->n_chunks;

	TRY(alloc_vector(cg, &k->x));
	TRY(alloc_vector(cg, &k->s));
	TRY(alloc_vector(cg, &k->p));
	TRY(alloc_vector(cg, &k->q));
	if (options->preconditioner == CG_POLYNOMIAL)
		TRY(alloc_vector(cg, &k->z));
	TRY(DEVICE_ALLOC(cg->queue, "lab sums", &k->partial, 2 * sums * k->n_systems));
	TRY(DEVICE_ALLOC(cg->queue, "lab sums", &k->state, 1));
	k->most = options->most + 1;
	return DEVICE_ALLOC(cg->queue, "lab sums", &k->residual, (int64_t)k->most * k->n_systems);
}

static enum status open_arrays(struct cg *cg, const struct cg_system *system,
			       const struct cg_options *options)
{
	struct cg_args *k = &cg->args;
	int64_t n = (int64_t)system->a->n_rows * k->n_systems;

	k->n_chunks = (int32_t)((n + CG_CHUNK - 1) / CG_CHUNK);
	TRY(open_matrix(cg, system->a));
	TRY(alloc_vectors(cg, options));
	TRY(device_put(cg->queue, "lab vectors", system->b, n * 4, &k->b));
	if (system->start)
		queue_upload(cg->queue, k->x, system->start, n * 4);
	return STATUS_OK;
}

enum status cg_open(struct queue *queue, const struct cg_system *system,
		    const struct cg_options *options, struct cg *out)
{
	const struct sparse *a = system->a;
	enum status status;

	*out = (struct cg){.queue = queue};
	if (a->n_rows != a->n_columns)
		return status_fail(STATUS_FAILED, "%s isn't square", a->name);
	out->args.n_systems = system->n_systems;
	out->args.preconditioner = (int32_t)options->preconditioner;
	out->args.tolerance = options->tolerance;
	out->args.a.n_rows = a->n_rows;
	status = queue_settle(queue, open_arrays(out, system, options));
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
	DEVICE_FREE_ALL(cg->queue, &k->a.row, &k->a.column, &k->a.value, &k->tile, &k->diagonal,
			&k->b, &k->x, &k->s, &k->p, &k->q, &k->z, &k->partial, &k->state,
			&k->residual);
	*cg = (struct cg){0};
}

/* ---- iterations ---- */

static void multiply(struct cg *cg, enum cg_product what)
{
	struct cg_multiply_args args = {cg->args, (int32_t)what};

	if (cg->args.n_systems == 1)
		LAUNCH(cg->queue, cg_multiply, 32, &args, cg->args.n_tiles);
	else
		LAUNCH(cg->queue, cg_multiply_pair, 32, &args, cg->args.n_tiles);
}

static void update(struct cg *cg, bool begins)
{
	struct cg_update_args args = {cg->args, begins};

	LAUNCH(cg->queue, cg_update, 32, &args, cg->args.n_chunks);
}

static void direct(struct cg *cg, bool begins)
{
	struct cg_direct_args args = {cg->args, begins};

	if (cg->args.preconditioner == CG_POLYNOMIAL)
		multiply(cg, CG_PRODUCT_POLYNOMIAL);
	LAUNCH(cg->queue, cg_direct, 32, &args,
	       ((int64_t)cg->args.a.n_rows * cg->args.n_systems + CG_FOUR - 1) / CG_FOUR);
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
	if (state->broken == CG_PRECONDITIONER_BROKEN)
		return status_fail(
			STATUS_FAILED,
			"the polynomial preconditioner isn't positive definite for this matrix, as iteration %" PRId32
			" finds; the diagonal (jacobi) is",
			cg_iterations(state));
	if (state->broken)
		return status_fail(STATUS_FAILED,
				   "the matrix isn't positive definite, as iteration %" PRId32
				   " finds",
				   cg_iterations(state));
	return STATUS_OK;
}

enum status cg_solution(struct cg *cg, float *x)
{
	return queue_read(cg->queue, x, cg->args.x,
			  4 * (int64_t)cg->args.a.n_rows * cg->args.n_systems);
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
	int64_t rows = a->n_rows, systems = n_systems, n = sparse_entries(a), product, update,
		direct;

	for (int32_t r = 0; r < a->n_rows; r++) {
		for (int32_t e = a->row[r]; e < a->row[r + 1]; e++)
			n -= a->column[e] == r;
	}
	product = 8 * n + (8 + 8 * systems) * rows; /* where rows begin, the diagonal; p, q */
	update = (4 + 12 * systems) * rows;         /* the diagonal; s twice, q */
	direct = 20 * systems * rows;               /* x and p twice, s */
	return (preconditioner == CG_POLYNOMIAL ? 2 : 1) * product + update + direct;
}

double cg_operations(const struct sparse *a, int32_t n_systems)
{
	return n_systems * (2.0 * (double)sparse_entries(a) + 10.0 * a->n_rows);
}
