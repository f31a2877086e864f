/*
 * Quadratic wires: the equilibrium of a system of springs between cells, one axis at a time.
 *
 * A net is springs from its outermost pins to all others and between these two (the bound-to-bound
 * model), each as stiff as one by its length, so that the energy is near to the net's extent; as
 * that changes with the places, it is solved again and again. The system is symmetric and positive,
 * solved by conjugate gradients in a fixed order of sums.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gen/place_impl.h"

enum { MOST_STEPS = 60 };

struct spring {
	int32_t a, b;
	double weight;
};

struct system {
	int32_t n;
	double *diagonal, *right; /* owned [n] */
	struct spring *spring;    /* owned */
	int64_t n_springs, spring_capacity;
	double *residue, *direction, *product; /* owned [n] */
};

static void release(struct system *system)
{
	free(system->diagonal);
	free(system->right);
	free(system->spring);
	free(system->residue);
	free(system->direction);
	free(system->product);
}

static enum status prepare(struct system *system, int32_t n)
{
	system->n = n;
	TRY(ALLOC(&system->diagonal, n));
	TRY(ALLOC(&system->right, n));
	TRY(ALLOC(&system->residue, n));
	TRY(ALLOC(&system->direction, n));
	return ALLOC(&system->product, n);
}

/* ---- springs ---- */

/* A pin on one axis. */
struct end {
	int32_t cell;
	double offset; /* from the cell's centre, or where it is */
	double at;
};

static struct end end_of(const struct place *place, bool vertical, int32_t pin)
{
	const struct place_pin *p = &place->pin[pin];
	struct end end = {p->cell, vertical ? p->dy : p->dx, 0};

	end.at = end.offset;
	if (p->cell >= 0)
		end.at += (vertical ? place->y : place->x)[p->cell];
	return end;
}

static void pull(struct system *system, const struct end *end, double weight, double to)
{
	system->diagonal[end->cell] += weight;
	system->right[end->cell] += weight * (to - end->offset);
}

static enum status join(struct system *system, const struct end *a, const struct end *b,
			double weight)
{
	if (a->cell < 0 && b->cell < 0)
		return STATUS_OK;
	if (a->cell < 0 || b->cell < 0) {
		pull(system, a->cell < 0 ? b : a, weight, a->cell < 0 ? a->offset : b->offset);
		return STATUS_OK;
	}
	if (a->cell == b->cell)
		return STATUS_OK;
	system->diagonal[a->cell] += weight;
	system->diagonal[b->cell] += weight;
	system->right[a->cell] += weight * (b->offset - a->offset);
	system->right[b->cell] += weight * (a->offset - b->offset);
	TRY(APPEND(system->spring, system->n_springs, &system->spring_capacity,
		   (struct spring){a->cell, b->cell, weight}));
	return STATUS_OK;
}

static enum status join_net(const struct place *place, struct system *system, bool vertical,
			    int32_t net)
{
	int32_t first = place->net_row[net], end = place->net_row[net + 1];
	int32_t low = first, high = first;
	double least = place->rows.height, share = 1.0 / (end - first - 1);
	struct end bound[2];

	for (int32_t i = first + 1; i < end; i++) {
		double at = end_of(place, vertical, i).at;

		if (at < end_of(place, vertical, low).at)
			low = i;
		if (at >= end_of(place, vertical, high).at)
			high = i;
	}
	bound[0] = end_of(place, vertical, low);
	bound[1] = end_of(place, vertical, high);
	for (int32_t i = first; i < end; i++) {
		struct end inner = end_of(place, vertical, i);

		if (i == low)
			continue;
		for (int side = 0; side < (i == high ? 1 : 2); side++) {
			double length = fabs(inner.at - bound[side].at);

			TRY(join(system, &inner, &bound[side],
				 share / (length > least ? length : least)));
		}
	}
	return STATUS_OK;
}

/* ---- solving ---- */

static void multiply(struct system *system, const double *x)
{
	double *out = system->product;

	for (int32_t i = 0; i < system->n; i++)
		out[i] = system->diagonal[i] * x[i];
	for (int64_t i = 0; i < system->n_springs; i++) {
		const struct spring *s = &system->spring[i];

		out[s->a] -= s->weight * x[s->b];
		out[s->b] -= s->weight * x[s->a];
	}
}

static double dot(const struct system *system, const double *a, const double *b)
{
	double sum = 0;

	for (int32_t i = 0; i < system->n; i++)
		sum += a[i] * b[i];
	return sum;
}

/* r' D⁻¹ r */
static double weigh_residue(const struct system *system)
{
	double sum = 0;

	for (int32_t i = 0; i < system->n; i++)
		sum += system->residue[i] * system->residue[i] / system->diagonal[i];
	return sum;
}

static void begin_solving(struct system *system, const double *x)
{
	multiply(system, x);
	for (int32_t i = 0; i < system->n; i++) {
		if (system->diagonal[i] <= 0) /* nothing pulls it */
			system->diagonal[i] = 1, system->right[i] = system->product[i] = x[i];
		system->residue[i] = system->right[i] - system->product[i];
		system->direction[i] = system->residue[i] / system->diagonal[i];
	}
}

static enum status solve(struct system *system, double *x, struct task *task)
{
	double rest, first;

	begin_solving(system, x);
	first = rest = weigh_residue(system);
	for (int step = 0; step < MOST_STEPS && rest > 1e-7 * first && rest > 0; step++) {
		double length, next;

		if (task_cancelled(task))
			return STATUS_CANCELLED;
		multiply(system, system->direction);
		length = rest / dot(system, system->direction, system->product);
		for (int32_t i = 0; i < system->n; i++) {
			x[i] += length * system->direction[i];
			system->residue[i] -= length * system->product[i];
		}
		next = weigh_residue(system);
		for (int32_t i = 0; i < system->n; i++)
			system->direction[i] = system->residue[i] / system->diagonal[i] +
					       next / rest * system->direction[i];
		rest = next;
	}
	return STATUS_OK;
}

/* Cells keep inside the core. */
static void clamp(struct place *place, bool vertical, double *x)
{
	double low = vertical ? place->core.y1 : place->core.x1;
	double high = vertical ? place->core.y2 : place->core.x2;

	for (int32_t i = 0; i < place->n; i++) {
		double half = (vertical ? place->rows.height : place->width[i]) * 0.5;

		if (x[i] < low + half)
			x[i] = low + half;
		else if (x[i] > high - half)
			x[i] = high - half;
	}
}

static enum status build(struct place *place, struct system *system, bool vertical,
			 const double *target, double weight)
{
	const double *x = vertical ? place->y : place->x;
	double least = place->rows.height;

	TRY(prepare(system, place->n));
	for (int32_t net = 0; net < place->n_nets; net++)
		TRY(join_net(place, system, vertical, net));
	for (int32_t i = 0; target && i < place->n; i++) {
		double distance = fabs(x[i] - target[i]);
		double w = weight / (distance > least ? distance : least);

		system->diagonal[i] += w;
		system->right[i] += w * target[i];
	}
	return STATUS_OK;
}

enum status place_solve(struct place *place, bool vertical, const double *target, double weight)
{
	struct system system = {0};
	double *x = vertical ? place->y : place->x;
	enum status status = build(place, &system, vertical, target, weight);

	if (status == STATUS_OK)
		status = solve(&system, x, place->task);
	release(&system);
	clamp(place, vertical, x);
	return status;
}
