#include "cmd/lab_place.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gen/place.h"
#include "gpu/place/quadratic.h"
#include "report/density.h"
#include "report/lab.h"

struct lab_place {
	struct stepper stepper;
	struct session *session;    /* borrowed */
	struct placement *original; /* owned reference: where cells were */
	struct placement *shown;    /* borrowed: what the session has of ours; NULL = not yet */
	struct quadratic quadratic;
	struct cg cg;
	struct cg_options options;
	float *solution; /* owned [rows][2] */
	float *d_start;  /* owned: [rows][2]; NULL = 0 */
	int64_t serial;
	int32_t n;      /* iterations known */
	int32_t at;     /* iterations that the placement shows; 0 = the original */
	int32_t queued; /* iterations that the device has done, or will do */
	bool solved, over, busy;
	struct lab_point *point; /* owned [n + 1] */
	int64_t point_capacity;
	/* Owned [n_restarts]: iterations after which the recurrence was given up for the residual of what was found. */
	int32_t *restart, n_restarts;
	int64_t restart_capacity;
	double before; /* the residual at the last one */
};

static struct lab_place *place_of(struct stepper *stepper)
{
	return (struct lab_place *)stepper;
}

static void lab_place_free(struct lab_place *p)
{
	if (!p)
		return;
	if (p->cg.queue) {
		device_free(p->cg.queue, p->d_start);
		cg_close(&p->cg);
	}
	quadratic_release(&p->quadratic);
	placement_unref(p->original);
	FREE_ALL(p->solution, p->point, p->restart, p);
}

static void end(struct stepper *stepper)
{
	struct lab *lab = session_lab(place_of(stepper)->session);

	lab->point = NULL;
	lab->n_points = 0;
	lab_place_free(place_of(stepper));
}

/* ---- showing ---- */

/* Have the session show what the solution on the device is, or the original. */
static enum status show_at(struct lab_place *p, int32_t at)
{
	struct placement *placement;

	if (at == 0) {
		TRY(density_move_placement(p->session, placement_ref(p->original)));
		p->shown = p->original;
		p->at = 0;
		return STATUS_OK;
	}
	TRY(cg_solution(&p->cg, p->solution));
	TRY(placement_copy(p->original, p->original->netlist, true, &placement));
	quadratic_apply(&p->quadratic, p->solution, placement);
	TRY(density_move_placement(p->session, placement));
	p->shown = placement;
	p->at = at;
	return STATUS_OK;
}

/* ---- steps ---- */

/* The recurrence has ended above the tolerance: go on from what was found, as long as that at least halves the residual. */
static enum status note_restart(struct lab_place *p, int32_t i, double worst)
{
	p->over = !(worst <= p->before / 2);
	if (p->over)
		return STATUS_OK;
	p->before = worst;
	return APPEND(p->restart, p->n_restarts, &p->restart_capacity, i);
}

/* Residuals are those of the solution so far, in double precision: what the recurrence has drifts from them. */
static enum status read_point(struct lab_place *p, int32_t i)
{
	struct cg_state state;
	double worst = 0;

	TRY(cg_read(&p->cg, &state, NULL));
	TRY(cg_solution(&p->cg, p->solution));
	TRY(GROW(&p->point, &p->point_capacity, i + 1));
	if (p->session->stepper[STEPPER_CG] == &p->stepper)
		session_lab(p->session)->point = p->point; /* it may have moved */
	for (int v = 0; v < 2; v++) {
		p->point[i].residual[v] =
			cg_true_residual(p->quadratic.matrix, 2, v, p->quadratic.b, p->solution);
		worst = fmax(worst, p->point[i].residual[v]);
	}
	p->solved = worst <= p->options.tolerance;
	p->over = p->solved || i >= p->options.most;
	return state.over && !p->over ? note_restart(p, i, worst) : STATUS_OK;
}

/* Run the device up to iteration `at`; from the start if it is beyond. */
static void run_to(struct lab_place *p, int32_t at)
{
	if (p->queued > at) {
		cg_begin(&p->cg, p->d_start);
		p->queued = 0;
	}
	while (p->queued < at) {
		int32_t next = at;

		for (int32_t r = 0; r < p->n_restarts; r++) {
			if (p->restart[r] == p->queued)
				cg_begin(&p->cg, p->cg.args.x);
			else if (p->restart[r] > p->queued && p->restart[r] < next)
				next = p->restart[r];
		}
		cg_iterate(&p->cg, next - p->queued);
		p->queued = next;
	}
}

static enum status iterate(struct lab_place *p)
{
	run_to(p, p->n + 1);
	TRY(read_point(p, p->n + 1));
	TRY(show_at(p, p->n + 1));
	p->point[p->n + 1].wires = (double)half_perimeters(p->session->design.placement) / 40000;
	p->n++;
	session_lab(p->session)->point = p->point;
	session_lab(p->session)->n_points = p->n + 1;
	return STATUS_OK;
}

static enum status step(struct stepper *stepper, enum grain grain)
{
	struct lab_place *p = place_of(stepper);
	enum status status;

	(void)grain;
	if (p->over)
		return STATUS_OK;
	p->busy = true;
	status = iterate(p);
	p->busy = false;
	return status;
}

static bool finished(const struct stepper *stepper)
{
	return ((const struct lab_place *)stepper)->over;
}

static enum status timeline(struct stepper *stepper, struct snap_timeline **out)
{
	struct lab_place *p = place_of(stepper);
	FREED struct snap_step *done = NULL;

	TRY(ALLOC(&done, p->n));
	for (int32_t i = 0; i < p->n; i++) {
		const struct lab_point *at = &p->point[i + 1];

		done[i] = (struct snap_step){.level = i, .ends_level = true, .label = "solve"};
		snprintf(done[i].text, sizeof done[i].text,
			 "residual x %.3g, y %.3g; wires %.0f um", at->residual[0], at->residual[1],
			 at->wires);
	}
	TRY(snap_timeline_new(STEPPER_CG, p->serial, done, p->n, out));
	(*out)->finished = p->over;
	return STATUS_OK;
}

static enum status go_to(struct lab_place *p, int32_t at)
{
	if (at > 0)
		run_to(p, at);
	return show_at(p, at);
}

static enum status show(struct stepper *stepper, int64_t place)
{
	struct lab_place *p = place_of(stepper);
	int32_t at = place + 1 > p->n ? p->n : (int32_t)place + 1;
	enum status status;

	/* what is read while it computes is of where it was */
	if (p->busy || at == p->at || p->session->design.placement != p->shown)
		return STATUS_OK;
	p->busy = true;
	status = go_to(p, at);
	p->busy = false;
	return status;
}

static const struct stepper_ops place_ops = {
	.step = step,
	.finished = finished,
	.timeline = timeline,
	.show = show,
	.end = end,
};

/* ---- begin ---- */

static enum status open_place(struct lab_place *p, bool from_places)
{
	struct session *session = p->session;
	struct cg_system system;
	int64_t n;

	TRY(quadratic_new(p->original, &session->task, &p->quadratic));
	n = 2 * (int64_t)p->quadratic.matrix->n_rows;
	TRY(ALLOC(&p->solution, n));
	system = (struct cg_system){p->quadratic.matrix, 2, p->quadratic.b,
				    from_places ? p->quadratic.start : NULL};
	TRY(cg_open(session->view_queue, &system, &p->options, &p->cg));
	if (from_places) {
		TRY(DEVICE_ALLOC(p->cg.queue, "lab vectors", &p->d_start, n));
		queue_upload(p->cg.queue, p->d_start, p->quadratic.start, 4 * n);
	}
	TRY(read_point(p, 0));
	p->point[0].wires = (double)half_perimeters(p->original) / 40000;
	return STATUS_OK;
}

/* A restart begins where the first run did. */
static enum status put_back(struct session *session)
{
	struct lab_place *p = place_of(session->stepper[STEPPER_CG]);

	if (!p || p->at == 0 || p->shown != session->design.placement)
		return STATUS_OK;
	return show_at(p, 0);
}

/* The lab's matrix is this one, for its pictures and products. */
static enum status keep_matrix(struct lab_place *p)
{
	const struct sparse *a = p->quadratic.matrix;
	struct sparse *copy;
	struct lab *lab;

	TRY(sparse_new(a->name, a->n_rows, a->n_columns, sparse_entries(a), &copy));
	memcpy(copy->row, a->row, ((size_t)a->n_rows + 1) * sizeof *a->row);
	memcpy(copy->column, a->column, (size_t)sparse_entries(a) * sizeof *a->column);
	memcpy(copy->value, a->value, (size_t)sparse_entries(a) * sizeof *a->value);
	return lab_set_matrix(p->session, copy, &lab);
}

enum status lab_place_begin(struct session *session, const struct cg_options *options,
			    bool from_places)
{
	struct lab_place *p;
	struct lab *lab;
	enum status status;

	TRY(design_need_placement(&session->design));
	TRY(lab_need(session, &lab));
	TRY(put_back(session));
	TRY(ALLOC(&p, 1));
	p->stepper.ops = &place_ops;
	p->session = session;
	p->original = placement_ref(session->design.placement);
	p->shown = p->original;
	p->options = *options;
	p->before = INFINITY;
	p->serial = ++session->n_begun;
	status = open_place(p, from_places) ?: keep_matrix(p);
	if (status != STATUS_OK) {
		lab_place_free(p);
		return status;
	}
	TRY(session_begin_stepper(session, STEPPER_CG, &p->stepper));
	lab->point = p->point;
	lab->n_points = 1;
	return STATUS_OK;
}

enum status session_need_cg_stepper(struct session *session, struct stepper **out)
{
	struct lab_place *p = place_of(session->stepper[STEPPER_CG]);

	if (!p)
		return status_fail(STATUS_FAILED, "no placement is solved; lab_cg begins one");
	if (p->shown != session->design.placement)
		return status_fail(STATUS_FAILED,
				   "the placement has changed since; lab_cg starts over");
	*out = &p->stepper;
	return STATUS_OK;
}

enum status lab_place_read(struct session *session, struct lab_place_state *out)
{
	struct stepper *stepper = NULL;
	struct lab_place *p;

	TRY(session_need_cg_stepper(session, &stepper));
	p = place_of(stepper);
	*out = (struct lab_place_state){
		.n_cells = p->quadratic.n_cells,
		.n_stars = p->quadratic.n_stars,
		.n_held = p->quadratic.n_held,
		.n_rows = p->quadratic.matrix->n_rows,
		.n_entries = sparse_entries(p->quadratic.matrix),
		.iterations = p->n,
		.residual = {p->point[p->n].residual[0], p->point[p->n].residual[1]},
		.wires = p->point[p->n].wires,
		.restarts = p->n_restarts,
		.over = p->over,
		.solved = p->solved};
	return STATUS_OK;
}

const struct session_part lab_place_part = {.need_stepper[STEPPER_CG] = session_need_cg_stepper};
