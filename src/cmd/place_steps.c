#include "cmd/place_steps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/grow.h"
#include "cmd/place_timing.h"
#include "report/density.h"
#include "snap/forces.h"

/* Overlap below which a phase ends; the last one ends with the iterations. */
static const double phases[] = {0.9, 0.7, 0.5, 0.3, 0.15};
enum { N_PHASES = sizeof phases / sizeof *phases, TIME_EACH = 15 /* iterations */ };

/* Overlap from which on places say something of wires. */
#define TIMED_BELOW 0.6

/* What was known of timing after an iteration. */
struct timed {
	double wns, tns; /* fs, NAN = nothing yet */
};

struct place_steps {
	struct stepper stepper;
	struct session *session; /* borrowed */
	struct netlist *netlist; /* owned reference */
	struct place *place;     /* owned */
	struct placement *shown; /* owned reference: what the session has of ours; NULL = not yet */
	struct placement *begun; /* owned reference: at the beginning */
	struct placement *spread;   /* owned reference: what was legalised; NULL = not yet */
	struct placement *finished; /* owned reference: on sites; NULL = not yet */
	struct place_report report; /* of that */
	int64_t serial;
	int32_t n;     /* iterations known */
	int32_t phase; /* of the least overlap so far */
	int32_t at;    /* that the placement shows; n + 1 = it is finished */
	bool busy;
	bool is_timed;
	int32_t timed_at; /* iteration that was timed last */
	struct place_timing timing;
	struct timed *timed; /* owned [n + 1]: after each iteration; the last once it is finished */
	int64_t timed_capacity;
};

static struct place_steps *steps_of(struct stepper *stepper)
{
	return (struct place_steps *)stepper;
}

static void end(struct stepper *stepper)
{
	struct place_steps *s = steps_of(stepper);

	place_free(s->place);
	place_timing_end(&s->timing);
	free(s->timed);
	placement_unref(s->finished);
	placement_unref(s->spread);
	placement_unref(s->begun);
	placement_unref(s->shown);
	netlist_unref(s->netlist);
	free(s);
}

/* ---- showing ---- */

static enum status show_at(struct place_steps *s, int32_t at)
{
	struct placement *placement;

	if (at > s->n) {
		placement = placement_ref(s->finished);
	} else {
		TRY(placer_go(place_placer(s->place), at));
		TRY(place_look(s->place, &placement));
	}
	placement_unref(s->shown);
	s->shown = placement_ref(placement);
	s->at = at;
	return density_move_placement(s->session, placement);
}

/* Has the session the netlist and the places that it was given? */
static bool is_ours(const struct place_steps *s)
{
	const struct design *design = &s->session->design;

	return design->netlist == s->netlist && (!s->shown || design->placement == s->shown);
}

static enum status show(struct stepper *stepper, int64_t place)
{
	struct place_steps *s = steps_of(stepper);
	int32_t last = s->n + (s->finished != NULL);
	int32_t at = place + 1 > last ? last : (int32_t)place + 1;
	enum status status;

	/* what is read while it computes is of where it was */
	if (s->busy || at == s->at || !is_ours(s))
		return STATUS_OK;
	s->busy = true;
	status = show_at(s, at);
	s->busy = false;
	return status;
}

/* ---- steps ---- */

static int32_t phase_of(double overflow)
{
	return FIRST(phase, 0, N_PHASES, overflow >= phases[phase]);
}

/* ---- timing ---- */

/* Wires and slacks of where cells are; nets pull accordingly from now on. */
static enum status time_places(struct place_steps *s)
{
	RELEASED_BY(placement_drop) struct placement *placement = NULL;

	TRY(place_look(s->place, &placement));
	TRY(place_timing_update(s->session, placement, &s->timing));
	return place_set_weights(s->place, s->timing.weight);
}

/* Of step i, from 0: what was known after it. */
static enum status note_timing(struct place_steps *s, int32_t i)
{
	bool known = s->timing.totals.wns != FS_NONE_64;

	TRY(GROW(&s->timed, &s->timed_capacity, (int64_t)i + 1));
	s->timed[i].wns = known ? (double)s->timing.totals.wns : (double)NAN;
	s->timed[i].tns = known ? (double)s->timing.totals.tns : (double)NAN;
	return STATUS_OK;
}

static enum status finish(struct place_steps *s)
{
	RELEASED_BY(placement_drop) struct placement *finished = NULL;

	TRY(placer_go(place_placer(s->place), placer_best(place_placer(s->place))));
	if (!s->spread)
		TRY(place_look(s->place, &s->spread));
	TRY(place_finish(s->place, &s->report, &finished));
	TRY(s->is_timed ? place_timing_update(s->session, finished, &s->timing) : STATUS_OK);
	TRY(note_timing(s, s->n));
	HAND_OVER(&s->finished, finished);
	return STATUS_OK;
}

/* From the newest iteration on, which this may have failed after, or been cancelled. */
static enum status time_if_due(struct place_steps *s)
{
	struct placer *placer = place_placer(s->place);

	if (!s->is_timed || !s->n || s->n % TIME_EACH || s->timed_at == s->n ||
	    placer_over(placer) || placer_points(placer)[s->n].overflow >= TIMED_BELOW)
		return STATUS_OK;
	TRY(time_places(s));
	s->timed_at = s->n;
	return note_timing(s, s->n - 1);
}

/* An iteration, or the end; *phase_ends after the last of a phase. */
static enum status go_on(struct place_steps *s, bool *phase_ends)
{
	struct placer *placer = place_placer(s->place);
	int32_t before = s->phase, now;

	TRY(placer_go(placer, s->n));
	TRY(time_if_due(s));
	*phase_ends = true;
	if (placer_over(placer))
		return finish(s);
	TRY(placer_step(placer));
	TRY(note_timing(s, placer_iterations(placer) - 1));
	s->n = placer_iterations(placer);
	now = phase_of(placer_points(placer)[s->n].overflow);
	s->phase = now > before ? now : before;
	*phase_ends = placer_over(placer) || now > before;
	return time_if_due(s);
}

/* Iterations that were complete when it is cancelled stay. */
static enum status step(struct stepper *stepper, enum grain grain)
{
	struct place_steps *s = steps_of(stepper);
	bool phase_ends = false;
	enum status status = STATUS_OK;

	if (s->finished)
		return STATUS_OK;
	s->busy = true;
	do {
		status = go_on(s, &phase_ends);
		if (status == STATUS_OK && grain == GRAIN_COARSE)
			status = task_progress(&s->session->task, s->n);
		if (status == STATUS_OK && grain == GRAIN_COARSE)
			status = task_breathe(&s->session->task);
	} while (status == STATUS_OK && grain == GRAIN_COARSE && !phase_ends);
	if (status == STATUS_OK)
		status = show_at(s, s->n + (s->finished != NULL));
	s->busy = false;
	return status;
}

static bool finished(const struct stepper *stepper)
{
	return ((const struct place_steps *)stepper)->finished != NULL;
}

static void write_step(const struct placer_point *point, const struct timed *timed,
		       struct snap_step *out)
{
	out->label = "spread";
	snprintf(out->text, sizeof out->text, "overflow %.3f, wires %.1f um", point->overflow,
		 microns((int64_t)point->length));
	out->value[PLACE_CURVE_WIRES] = microns((int64_t)point->length);
	out->value[PLACE_CURVE_OVERFLOW] = point->overflow;
	out->value[PLACE_CURVE_LAMBDA] = point->lambda;
	out->value[PLACE_CURVE_WNS] = timed->wns;
	out->value[PLACE_CURVE_TNS] = timed->tns;
}

static void write_end(const struct place_steps *s, struct snap_step *out)
{
	out->label = "legalise";
	out->ends_level = true;
	snprintf(out->text, sizeof out->text, "improved: wires %.1f um", s->report.wires);
	out->value[PLACE_CURVE_WIRES] = s->report.wires;
	out->value[PLACE_CURVE_OVERFLOW] = out->value[PLACE_CURVE_LAMBDA] = (double)NAN;
	out->value[PLACE_CURVE_WNS] = s->timed[s->n].wns;
	out->value[PLACE_CURVE_TNS] = s->timed[s->n].tns;
}

static enum status timeline(struct stepper *stepper, struct snap_timeline **out)
{
	struct place_steps *s = steps_of(stepper);
	const struct placer_point *point = placer_points(place_placer(s->place));
	int32_t n = s->n + (s->finished != NULL), level = 0, phase = phase_of(point[0].overflow);
	FREED struct snap_step *done = NULL;

	TRY(ALLOC(&done, n));
	for (int32_t i = 0; i < s->n; i++) {
		int32_t next = phase_of(point[i + 1].overflow);

		done[i].level = level;
		done[i].ends_level = next > phase || (i + 1 == s->n && s->finished);
		level += done[i].ends_level;
		phase = next > phase ? next : phase;
		write_step(&point[i + 1], &s->timed[i], &done[i]);
	}
	if (s->finished) {
		done[s->n].level = level;
		write_end(s, &done[s->n]);
	}
	TRY(snap_timeline_new(STEPPER_PLACE, s->serial, done, n, out));
	(*out)->finished = s->finished != NULL;
	return STATUS_OK;
}

/* ---- forces ---- */

/* On sites nothing moves cells any more. */
static enum status read_forces(struct place_steps *s, const struct forces_query *q,
			       struct snap_forces *f)
{
	struct placer *placer = place_placer(s->place);

	if (s->at > s->n)
		return STATUS_OK;
	f->iteration = s->at;
	TRY(placer_go(placer, s->at));
	if (q->component >= 0 && q->component < s->netlist->n_instances &&
	    place_moves(s->place, q->component)) {
		TRY(place_force_of(s->place, q->component, &f->force));
		f->has_force = true;
	}
	if (q->columns < 1 || q->rows < 1)
		return STATUS_OK;
	f->core = placer_core(placer);
	f->columns = q->columns < FORCES_COLUMNS ? q->columns : FORCES_COLUMNS;
	f->rows = q->rows < FORCES_ROWS ? q->rows : FORCES_ROWS;
	TRY(placer_field(placer, f->columns, f->rows, f->field));
	for (int32_t i = 0, n = f->columns * f->rows; i < n; i++)
		f->strongest = fmax(f->strongest, hypot(f->field[i], f->field[n + i]));
	return STATUS_OK;
}

static enum status forces(struct stepper *stepper, const struct forces_query *query,
			  struct snap_forces **out)
{
	struct place_steps *s = steps_of(stepper);
	enum status status;

	TRY(snap_forces_new(s->serial, out));
	if (!is_ours(s) || !s->shown)
		return STATUS_OK;
	(*out)->of = placement_ref(s->shown);
	(*out)->from = placement_ref(s->at > s->n ? s->spread : s->begun);
	/* what is read while it computes has no forces */
	if (s->busy)
		return STATUS_OK;
	s->busy = true;
	status = read_forces(s, query, *out);
	s->busy = false;
	if (status != STATUS_OK)
		snap_unref(&(*out)->snap);
	return status;
}

static const struct stepper_ops steps_ops = {
	.step = step,
	.finished = finished,
	.timeline = timeline,
	.show = show,
	.forces = forces,
	.end = end,
};

/* ---- begin ---- */

static struct place_steps *current(struct session *session)
{
	return steps_of(session->stepper[STEPPER_PLACE]);
}

enum status place_steps_begin(struct session *session, const struct place_options *options,
			      bool is_timed)
{
	struct place_steps *s;
	enum status status;

	if (is_timed)
		TRY(place_timing_check(session));
	TRY(ALLOC(&s, 1));
	s->stepper.ops = &steps_ops;
	s->session = session;
	s->netlist = netlist_ref(session->design.netlist);
	s->serial = ++session->n_begun;
	s->at = -1;
	s->is_timed = is_timed;
	status = place_timing_begin(s->netlist, &s->timing)
			 ?: place_begin(session->view_queue, s->netlist, options, &session->task,
					&s->place);
	if (status == STATUS_OK) {
		s->phase = phase_of(placer_points(place_placer(s->place))[0].overflow);
		status = show_at(s, 0);
	}
	if (status == STATUS_OK)
		s->begun = placement_ref(s->shown);
	if (status != STATUS_OK) {
		end(&s->stepper);
		return status;
	}
	return session_begin_stepper(session, STEPPER_PLACE, &s->stepper);
}

static enum status need_steps(struct session *session, struct place_steps **out)
{
	struct place_steps *s = current(session);

	if (!s)
		return status_fail(STATUS_FAILED,
				   "nothing is being placed; place_design -paused begins");
	if (!is_ours(s))
		return status_fail(
			STATUS_FAILED,
			"the placement has changed since; place_design -paused starts over");
	*out = s;
	return STATUS_OK;
}

static enum status need_stepper(struct session *session, struct stepper **out)
{
	struct place_steps *s = NULL;

	TRY(need_steps(session, &s));
	*out = &s->stepper;
	return STATUS_OK;
}

enum status place_steps_look(struct session *session, struct place_report *out)
{
	struct place_steps *s = NULL;

	TRY(need_steps(session, &s));
	*out = s->report;
	if (!s->finished)
		place_describe(s->place, out);
	return STATUS_OK;
}

enum status place_steps_point(struct session *session, struct placer_point *out)
{
	struct place_steps *s = NULL;

	TRY(session_follow(session, STEPPER_PLACE));
	TRY(need_steps(session, &s));
	*out = placer_points(place_placer(s->place))[s->at > s->n ? s->n : s->at];
	if (s->at > s->n)
		out->length = (double)half_perimeters(s->finished);
	return STATUS_OK;
}

enum status place_steps_force(struct session *session, int32_t instance, int32_t *iteration,
			      struct placer_force *out)
{
	struct place_steps *s = NULL;

	TRY(session_follow(session, STEPPER_PLACE));
	TRY(need_steps(session, &s));
	if (s->at > s->n)
		return status_fail(
			STATUS_FAILED,
			"cells are on sites, where nothing moves them; go back to an iteration");
	*iteration = s->at;
	TRY(placer_go(place_placer(s->place), s->at));
	return place_force_of(s->place, instance, out);
}

static void drop(struct session *session)
{
	session_begin_stepper(session, STEPPER_PLACE, NULL);
}

const struct session_part place_part = {
	.need_stepper[STEPPER_PLACE] = need_stepper, .drop = drop, .drops_at = LOSS_DESIGN};
