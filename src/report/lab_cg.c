/* Linear systems solved by conjugate gradients, with one right side and with two at once, each checked and measured. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

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
	RELEASED_BY(cg_close) struct cg cg = {0};
	enum status status;

	endless.tolerance = 0;
	TRY(cg_open(session->queue, s, &endless, &cg));
	status = lab_measure(session, run_iterations, &cg, runs, row);
	row->ms /= MEASURED;
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

/* residual: the larger |b − A x| / |b| of the systems, computed from x in double precision. */
struct solution {
	int32_t iterations, restarts;
	double residual;
};

/* Until the recurrence of the residual is below the tolerance, or `most` iterations are done. */
static enum status iterate(struct session *session, const struct cg_system *s, int32_t most,
			   struct cg *cg, struct cg_state *state)
{
	*state = (struct cg_state){.over = 0};
	while (!state->over && cg->queued < most) {
		int32_t left = most - cg->queued;

		cg_iterate(cg, left < MEASURED ? left : MEASURED);
		TRY(cg_read(cg, state, NULL));
		TRY(task_progress(&session->task, convergence(state, s->n_systems)));
	}
	return STATUS_OK;
}

/* The recurrence drifts from the residual. Where it ends above the tolerance it begins again from what was found, as long
 * as that at least halves the residual. */
static enum status solve_cg(struct session *session, const struct cg_system *s,
			    const struct cg_options *options, struct cg *cg, float *x,
			    struct solution *out)
{
	double before = INFINITY;
	struct cg_state state;

	*out = (struct solution){0};
	for (;;) {
		TRY(iterate(session, s, options->most - out->iterations, cg, &state));
		TRY(cg_solution(cg, x));
		out->iterations += cg_iterations(&state);
		out->residual = cg_true_residual(s->a, s->n_systems, 0, s->b, x);
		if (s->n_systems > 1)
			out->residual = fmax(out->residual,
					     cg_true_residual(s->a, s->n_systems, 1, s->b, x));
		if (!state.over || out->residual <= options->tolerance ||
		    !(out->residual <= before / 2) || out->iterations >= options->most)
			return STATUS_OK;
		before = out->residual;
		cg_begin(cg, cg->args.x);
		out->restarts++;
	}
}

static enum status solve(struct session *session, const struct cg_system *s,
			 const struct cg_options *options, struct lab_row *row, float *x)
{
	struct solution solution;
	char restarts[48] = "";
	struct cg cg;
	enum status status;

	TRY(cg_open(session->queue, s, options, &cg));
	status = solve_cg(session, s, options, &cg, x, &solution);
	cg_close(&cg);
	TRY(queue_settle(session->queue, status));
	row->digest = lab_digest(x, (int64_t)s->a->n_rows * s->n_systems);
	if (solution.restarts)
		snprintf(restarts, sizeof restarts, ", restarts: %" PRId32, solution.restarts);
	snprintf(row->note, LAB_NOTE,
		 "%" PRId32 " iterations%s%s; residual in double precision %.2g",
		 solution.iterations, restarts,
		 solution.residual <= options->tolerance ? "" : ", not solved", solution.residual);
	return STATUS_OK;
}

enum status lab_run_cg(struct session *session, struct lab *lab, const struct cg_system *s,
		       const struct cg_options *options, int32_t runs)
{
	struct lab_row *row = lab_add(lab, row_names[options->preconditioner][s->n_systems - 1]);
	int64_t n = (int64_t)s->a->n_rows * s->n_systems;
	FREED float *x = NULL;

	TRY(ALLOC(&x, n));
	TRY(measure(session, s, options, runs, row));
	TRY(solve(session, s, options, row, x));
	row->work = cg_operations(s->a, s->n_systems);
	row->bytes = cg_bytes(s->a, s->n_systems, options->preconditioner);
	TRY(lab_keep(lab, s->a->n_rows, s->n_systems, "row", "x"));
	for (int64_t i = 0; i < n; i++)
		lab->y[i] = x[i];
	return STATUS_OK;
}
