/* Linear systems solved by conjugate gradients, with one right side and with two at once, each checked and measured. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/grow.h"
#include "report/lab.h"

enum { MEASURED = 20 }; /* iterations in a row */

static const char *const row_names[N_CG_PRECONDITIONERS][CG_SYSTEMS] = {
	{"none", "none, two"}, {"jacobi", "jacobi, two"}, {"polynomial", "polynomial, two"}};

static enum status run_iterations(void *context)
{
	cg_iterate(context, MEASURED);
	return STATUS_OK;
}

static enum status measure(struct session *session, const struct cg_system *s,
			   const struct cg_options *options, int32_t runs, struct lab_row *row)
{
	struct cg_options endless = *options;
	struct cg cg;
	enum status status;

	endless.tolerance = 0;
	TRY(cg_open(session->queue, s, &endless, &cg));
	status = lab_measure(session, run_iterations, &cg, runs, row);
	row->ms /= MEASURED;
	cg_close(&cg);
	return queue_settle(session->queue, status);
}

/* How far the residual has come, by its logarithm; of CG_SOLVED. */
static int64_t convergence(const struct cg_state *state, int32_t n_systems)
{
	double least = 1;

	for (int32_t s = 0; s < n_systems; s++) {
		if (state->rr[s] > state->stop[s] && state->stop[s] > 0)
			least = fmin(least, log(state->size[s] / state->rr[s]) /
						    log(state->size[s] / state->stop[s]));
	}
	return least > 0 ? (int64_t)(least * CG_SOLVED) : 0;
}

static enum status solve(struct session *session, const struct cg_system *s,
			 const struct cg_options *options, struct lab_row *row, float *x)
{
	struct cg_state state = {.over = 0};
	struct cg cg;
	enum status status;

	TRY(cg_open(session->queue, s, options, &cg));
	status = STATUS_OK;
	while (status == STATUS_OK && !state.over && cg.queued < options->most) {
		int32_t left = options->most - cg.queued;

		cg_iterate(&cg, left < MEASURED ? left : MEASURED);
		status = cg_read(&cg, &state, NULL);
		if (status == STATUS_OK)
			status = task_progress(&session->task, convergence(&state, s->n_systems));
	}
	if (status == STATUS_OK)
		status = cg_solution(&cg, x);
	cg_close(&cg);
	TRY(queue_settle(session->queue, status));
	row->digest = lab_digest(x, (int64_t)s->a->n_rows * s->n_systems);
	snprintf(row->note, LAB_NOTE, "%" PRId32 " iterations%s; residual in double precision %.2g",
		 cg_iterations(&state), state.over ? "" : ", not solved",
		 cg_true_residual(s->a, s->n_systems, 0, s->b, x));
	return STATUS_OK;
}

enum status lab_run_cg(struct session *session, struct lab *lab, const struct cg_system *s,
		       const struct cg_options *options, int32_t runs)
{
	struct lab_row *row = lab_add(lab, row_names[options->preconditioner][s->n_systems - 1]);
	int64_t n = (int64_t)s->a->n_rows * s->n_systems;
	float *x;
	enum status status;

	TRY(ALLOC(&x, n));
	status = measure(session, s, options, runs, row);
	if (status == STATUS_OK)
		status = solve(session, s, options, row, x);
	row->work = cg_operations(s->a, s->n_systems);
	row->bytes = cg_bytes(s->a, s->n_systems, options->preconditioner);
	if (status != STATUS_OK) {
		free(x);
		return status;
	}
	free(lab->y);
	lab->y = x;
	lab->n_y = n;
	return STATUS_OK;
}
