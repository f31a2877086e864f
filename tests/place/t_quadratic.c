/*
 * Quadratic placement: where the solution has them no cell is pulled anywhere. The forces are worked out from the nets alone, all of them as
 * cliques, in double precision.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/place.h"
#include "gpu/place/cg.h"
#include "gpu/place/quadratic.h"
#include "lib/devices.h"
#include "lib/placed_design.h"
#include "lib/tap.h"

/* A pin in scaled places: of a cell by the solution, or fixed. */
struct pin {
	int32_t cell; /* of the quadratic, -1 = fixed */
	double at[2];
};

static bool find_pin(const struct placement *p, const struct quadratic *q, const int32_t *cell_of,
		     const float *x, int32_t pin, struct pin *out)
{
	int32_t instance = p->netlist->pin_instance[pin], at[2];

	if (!placement_pin(p, pin, &at[0], &at[1]))
		return false;
	out->cell = instance < 0 ? -1 : cell_of[instance];
	for (int a = 0; a < 2; a++) {
		out->at[a] = (at[a] - q->centre[a]) / q->unit;
		if (out->cell >= 0) {
			int32_t corner = a ? p->component[instance].y : p->component[instance].x;

			out->at[a] = x[2 * (int64_t)out->cell + a] + (at[a] - corner) / q->unit;
		}
	}
	return true;
}

/* The largest force on a cell, by the sum of what pulls at it. */
static double worst_force(const struct placement *p, const struct quadratic *q, const float *x)
{
	const struct netlist *netlist = p->netlist;
	int32_t *cell_of = malloc((size_t)netlist->n_instances * sizeof *cell_of + 1);
	double *force = calloc(2 * (size_t)q->n_cells, sizeof *force),
	       *size = calloc(2 * (size_t)q->n_cells, sizeof *size), worst = 0;

	memset(cell_of, -1, (size_t)netlist->n_instances * sizeof *cell_of);
	for (int32_t i = 0; i < q->n_cells; i++)
		cell_of[q->component[i]] = i;
	for (int32_t net = 0; net < netlist->n_nets; net++) {
		int32_t begin = netlist->net_pin_row[net],
			all = netlist->net_pin_row[net + 1] - begin, n = 0;
		struct pin *pin = calloc((size_t)all + 1, sizeof *pin);

		for (int32_t i = 0; i < all; i++)
			n += find_pin(p, q, cell_of, x, netlist->net_pin[begin + i], &pin[n]);
		for (int32_t i = 0; i < n; i++) {
			for (int32_t j = 0; j < n; j++) {
				if (i == j || pin[i].cell < 0)
					continue;
				for (int a = 0; a < 2; a++) {
					double pull = (pin[j].at[a] - pin[i].at[a]) / (n - 1);

					force[2 * pin[i].cell + a] += pull;
					size[2 * pin[i].cell + a] += fabs(pull);
				}
			}
		}
		free(pin);
	}
	for (int32_t i = 0; i < 2 * q->n_cells; i++)
		worst = fmax(worst, fabs(force[i]) / (size[i] + 0.01));
	free(cell_of);
	free(force);
	free(size);
	return worst;
}

static bool solve(struct test_device *d, const struct quadratic *q, float *x)
{
	struct cg_options options = {CG_JACOBI, 1e-6, 3000};
	struct cg_state state;
	struct cg cg;
	enum status status;

	if (cg_open(d->queue, &(struct cg_system){q->matrix, 2, q->b, q->start}, &options, &cg) !=
	    STATUS_OK)
		return false;
	cg_iterate(&cg, 1500);
	status = cg_read(&cg, &state, NULL);
	if (status == STATUS_OK)
		status = cg_solution(&cg, x);
	cg_close(&cg);
	return status == STATUS_OK && state.over;
}

static bool is_symmetric(const struct sparse *a, struct task *task)
{
	struct sparse *b;
	bool same;

	if (sparse_transpose(a, task, &b) != STATUS_OK)
		abort();
	same = memcmp(a->row, b->row, ((size_t)a->n_rows + 1) * 4) == 0 &&
	       memcmp(a->column, b->column, (size_t)sparse_entries(a) * 4) == 0 &&
	       memcmp(a->value, b->value, (size_t)sparse_entries(a) * 4) == 0;
	sparse_free(b);
	return same;
}

static void check(struct test_device *d, const struct recipe *recipe)
{
	struct place_options options = {.utilization = 0.6, .aspect = 1, .seed = 1};
	struct netlist *netlist = placed_netlist(recipe);
	struct technology *technology = placed_technology();
	struct task task = TASK_INIT;
	struct sparse_statistics s;
	struct place_report report;
	struct placement *p, *moved;
	struct quadratic q;
	bool inside = true;
	float *x;

	if (place_on_cpu(netlist, technology, &options, &task, &report, &p) != STATUS_OK ||
	    quadratic_new(p, &task, &q) != STATUS_OK)
		abort();
	x = calloc(2 * (size_t)q.matrix->n_rows, sizeof *x);
	OK(is_symmetric(q.matrix, &task) && sparse_statistics_of(q.matrix, &s) == STATUS_OK &&
		   s.duplicates == 0 && s.empty == 0,
	   "%s: %d cells, %d stars: symmetric, without duplicates", d->name, q.n_cells, q.n_stars);
	OK(solve(d, &q, x), "%s: it is solved", d->name);
	OK(worst_force(p, &q, x) < 2e-3, "%s: nothing is pulled anywhere: %g", d->name,
	   worst_force(p, &q, x));
	OK(worst_force(p, &q, q.start) > 0.1, "%s: before, something was", d->name);
	if (placement_copy(p, netlist, true, &moved) != STATUS_OK)
		abort();
	quadratic_apply(&q, x, moved);
	for (int32_t i = 0; i < p->n_components; i++) {
		const struct component *c = &moved->component[i];

		inside = inside && c->x >= p->die.x1 && c->x <= p->die.x2 && c->y >= p->die.y1 &&
			 c->y <= p->die.y2;
		inside = inside && (p->component[i].status != FIXED ||
				    (c->x == p->component[i].x && c->y == p->component[i].y));
	}
	OK(inside, "%s: cells are on the die, fixed ones where they were", d->name);
	quadratic_release(&q);
	placement_unref(p);
	placement_unref(moved);
	netlist_unref(netlist);
	technology_unref(technology);
	free(x);
}

int main(void)
{
	static const struct recipe recipes[] = {{40, 0, 8, 1}, {300, 2, 20, 2}, {2000, 3, 60, 3}};

	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		if (!test_device_open(i, &d))
			continue;
		for (size_t r = 0; r < sizeof recipes / sizeof *recipes; r++)
			check(&d, &recipes[r]);
		test_device_close(&d);
	}
	return tap_done();
}
