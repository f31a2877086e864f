#include "gpu/place/quadratic.h"

#include <math.h>

#include "base/grow.h"

enum { CLIQUE_PINS = 3 };

/* Of a spring to the die's centre that holds what nothing else does. */
#define WEAK 0.01

struct end {
	int32_t row;  /* -1 = fixed */
	double at[2]; /* where it is fixed, or where the pin is from the cell's corner */
};

struct builder {
	const struct placement *placement; /* borrowed */
	struct quadratic *q;               /* borrowed */
	struct triplets springs;
	int32_t *row;     /* owned [components]: -1 = fixed */
	double *diagonal; /* owned [rows] */
	double *b;        /* owned [rows][2] */
	int32_t *group;   /* owned [rows]: union-find */
	uint8_t *is_held; /* owned [rows]: of group roots, held by something fixed */
	struct end *end;  /* owned: of a net */
	int64_t end_capacity;
	int32_t n_rows;
};

/* ---- what moves ---- */

static bool moves(const struct placement *p, int32_t component)
{
	const struct component *c = &p->component[component];

	return c->status != FIXED && c->status != COVER && c->macro >= 0;
}

static int32_t count_ends(const struct placement *p, int32_t net)
{
	return p->netlist->net_pin_row[net + 1] - p->netlist->net_pin_row[net];
}

static enum status number_rows(struct builder *b)
{
	const struct netlist *netlist = b->placement->netlist;
	struct quadratic *q = b->q;

	TRY(ALLOC_ALL(netlist->n_instances, &b->row, &q->component));
	for (int32_t i = 0; i < netlist->n_instances; i++) {
		bool has_net = false;

		for (int32_t p = netlist->instance_pin[i]; p < netlist->instance_pin[i + 1]; p++)
			has_net = has_net || netlist->pin_net[p] >= 0;
		b->row[i] = -1;
		if (!has_net || !moves(b->placement, i))
			continue;
		q->component[q->n_cells] = i;
		b->row[i] = q->n_cells++;
	}
	b->n_rows = q->n_cells;
	for (int32_t net = 0; net < netlist->n_nets; net++)
		b->n_rows += count_ends(b->placement, net) > CLIQUE_PINS;
	if (q->n_cells == 0)
		return status_fail(STATUS_FAILED, "nothing of the placement moves");
	return STATUS_OK;
}

/* In halves of the die from its centre. */
static double scaled(const struct quadratic *q, double at, int axis)
{
	return (at - q->centre[axis]) / q->unit;
}

/* The end of a net at a pin; false if it has no place. */
static bool find_end(const struct builder *b, int32_t pin, struct end *end)
{
	const struct placement *p = b->placement;
	int32_t instance = p->netlist->pin_instance[pin], x, y;
	struct component *c = instance < 0 ? NULL : &p->component[instance];

	if (!placement_pin(p, pin, &x, &y)) {
		if (instance < 0 || b->row[instance] < 0)
			return false;
		*end = (struct end){b->row[instance], {0, 0}}; /* not placed: its corner is used */
		return true;
	}
	if (c && b->row[instance] >= 0)
		*end = (struct end){b->row[instance],
				    {(x - c->x) / b->q->unit, (y - c->y) / b->q->unit}};
	else
		*end = (struct end){-1, {scaled(b->q, x, 0), scaled(b->q, y, 1)}};
	return true;
}

/* ---- springs ---- */

static int32_t root_of(struct builder *b, int32_t row)
{
	while (b->group[row] != row) {
		b->group[row] = b->group[b->group[row]];
		row = b->group[row];
	}
	return row;
}

static void hold(struct builder *b, const struct end *end, const struct end *fixed, double pull)
{
	b->diagonal[end->row] += pull;
	for (int axis = 0; axis < 2; axis++)
		b->b[2 * (int64_t)end->row + axis] += pull * (fixed->at[axis] - end->at[axis]);
	b->is_held[root_of(b, end->row)] = 1;
}

static enum status add_spring(struct builder *b, const struct end *s, const struct end *t,
			      double pull)
{
	int32_t from, to;

	if (s->row == t->row)
		return STATUS_OK; /* of one cell, or both fixed */
	if (s->row < 0 || t->row < 0) {
		hold(b, s->row < 0 ? t : s, s->row < 0 ? s : t, pull);
		return STATUS_OK;
	}
	b->diagonal[s->row] += pull;
	b->diagonal[t->row] += pull;
	for (int axis = 0; axis < 2; axis++) {
		double offset = pull * (t->at[axis] - s->at[axis]);

		b->b[2 * (int64_t)s->row + axis] += offset;
		b->b[2 * (int64_t)t->row + axis] -= offset;
	}
	from = root_of(b, s->row);
	to = root_of(b, t->row);
	if (from != to) {
		b->group[from > to ? from : to] = from > to ? to : from;
		b->is_held[from > to ? to : from] |= b->is_held[from > to ? from : to];
	}
	TRY(triplets_add(&b->springs, s->row, t->row, (float)-pull));
	return triplets_add(&b->springs, t->row, s->row, (float)-pull);
}

static enum status add_net(struct builder *b, int32_t net, int32_t *star)
{
	const struct netlist *netlist = b->placement->netlist;
	int32_t begin = netlist->net_pin_row[net], n = 0, all = count_ends(b->placement, net);
	bool has_star = all > CLIQUE_PINS;

	TRY(GROW(&b->end, &b->end_capacity, all + 1));
	for (int32_t i = 0; i < all; i++)
		n += find_end(b, netlist->net_pin[begin + i], &b->end[n]);
	if (has_star) {
		struct end centre = {(*star)++, {0, 0}};

		for (int32_t i = 0; i < n; i++)
			TRY(add_spring(b, &b->end[i], &centre, (double)n / (n > 1 ? n - 1 : 1)));
		return STATUS_OK;
	}
	for (int32_t i = 0; i < n; i++) {
		for (int32_t j = i + 1; j < n; j++)
			TRY(add_spring(b, &b->end[i], &b->end[j], 1.0 / (n - 1)));
	}
	return STATUS_OK;
}

static enum status add_nets(struct builder *b, struct task *task)
{
	const struct netlist *netlist = b->placement->netlist;
	int32_t star = b->q->n_cells;

	TRY(ALLOC(&b->diagonal, b->n_rows));
	TRY(ALLOC(&b->b, 2 * (int64_t)b->n_rows));
	TRY(ALLOC_ALL(b->n_rows, &b->group, &b->is_held));
	for (int32_t r = 0; r < b->n_rows; r++)
		b->group[r] = r;
	for (int32_t net = 0; net < netlist->n_nets; net++) {
		TRY(add_net(b, net, &star));
		if (net % 65536 == 0)
			TRY(task_progress(task, net));
	}
	b->q->n_stars = star - b->q->n_cells;
	return STATUS_OK;
}

/* ---- the matrix ---- */

/* Entries of one place become one; the places stay in order. */
static void join_duplicates(struct sparse *a)
{
	int32_t n = 0, begin = 0;

	for (int32_t r = 0; r < a->n_rows; r++) {
		int32_t end = a->row[r + 1], first = n;

		for (int32_t e = begin; e < end; e++) {
			if (n > first && a->column[n - 1] == a->column[e]) {
				a->value[n - 1] += a->value[e];
				continue;
			}
			a->column[n] = a->column[e];
			a->value[n++] = a->value[e];
		}
		begin = end;
		a->row[r + 1] = n;
	}
}

static enum status close_matrix(struct builder *b, struct task *task)
{
	struct quadratic *q = b->q;
	int32_t n_fixed = 0;

	for (int32_t r = 0; r < b->n_rows; r++) {
		bool held = b->is_held[root_of(b, r)];

		n_fixed += held;
		q->n_held += !held && r < q->n_cells;
		TRY(triplets_add(&b->springs, r, r, (float)(b->diagonal[r] + (held ? 0 : WEAK))));
	}
	if (n_fixed == 0)
		return status_fail(
			STATUS_FAILED,
			"nothing holds the cells: neither ports nor fixed components are on their nets");
	b->springs.n_rows = b->springs.n_columns = b->n_rows;
	TRY(sparse_of_triplets(b->placement->netlist->name, &b->springs, task, &q->matrix));
	join_duplicates(q->matrix);
	TRY(ALLOC(&q->b, 2 * (int64_t)b->n_rows));
	for (int64_t i = 0; i < 2 * (int64_t)b->n_rows; i++)
		q->b[i] = (float)b->b[i];
	TRY(ALLOC(&q->start, 2 * (int64_t)b->n_rows));
	for (int32_t i = 0; i < q->n_cells; i++) {
		const struct component *c = &b->placement->component[q->component[i]];

		if (c->status == UNPLACED)
			continue;
		q->start[2 * (int64_t)i] = (float)scaled(q, c->x, 0);
		q->start[2 * (int64_t)i + 1] = (float)scaled(q, c->y, 1);
	}
	return STATUS_OK;
}

enum status quadratic_new(const struct placement *placement, struct task *task,
			  struct quadratic *out)
{
	struct builder b = {.placement = placement, .q = out};
	const struct rect *die = &placement->die;
	double width = (double)die->x2 - die->x1, height = (double)die->y2 - die->y1;
	enum status status;

	*out = (struct quadratic){.unit = fmax(fmax(width, height) / 2, 1),
				  .centre = {die->x1 + width / 2, die->y1 + height / 2}};
	status = number_rows(&b) ?: add_nets(&b, task) ?: close_matrix(&b, task);
	triplets_release(&b.springs);
	FREE_ALL(b.row, b.diagonal, b.b, b.group, b.is_held, b.end);
	if (status != STATUS_OK)
		quadratic_release(out);
	return status;
}

void quadratic_release(struct quadratic *q)
{
	sparse_free(q->matrix);
	FREE_ALL(q->component, q->b, q->start);
	*q = (struct quadratic){0};
}

/* As a length between two others; what is no number is the least. */
static int32_t length_of(double at, double least, double most)
{
	return (int32_t)lround(at > least ? (at < most ? at : most) : least);
}

void quadratic_apply(const struct quadratic *q, const float *solution, struct placement *placement)
{
	const struct rect *die = &placement->die;

	for (int32_t i = 0; i < q->n_cells; i++) {
		struct component *c = &placement->component[q->component[i]];

		c->x = length_of(solution[2 * (int64_t)i] * q->unit + q->centre[0], die->x1,
				 die->x2);
		c->y = length_of(solution[2 * (int64_t)i + 1] * q->unit + q->centre[1], die->y1,
				 die->y2);
		if (c->status == UNPLACED)
			c->status = PLACED;
	}
}
