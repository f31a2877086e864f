/*
 * A netlist without a placement, drawn by levels of logic: a column a level (the largest number of cells that data passes before
 * it), as wide as it has cells; in a column cells are in the order of the cells that drive them (barycentres,
 * one sweep; K. Sugiyama et al., "Methods for visual understanding of hierarchical system structures", 1981).
 */
#include <math.h>
#include <stdlib.h>

#include "base/grow.h"
#include "base/order.h"
#include "db/layout/placement_levels.h"
#include "db/loops.h"

enum { SIDE = 1 << 20 }; /* of the die, in its units */

struct cell {
	int32_t instance, level;
	double drivers; /* where the cells that drive it are, 0 … 1 */
};

struct levels {
	const struct timing_graph *timing;
	struct graph_order order; /* owned */
	struct cell *cell;        /* owned [n_instances]: by instance, then by level and drivers */
	double *sum;              /* owned [n_instances], of places of drivers; … */
	int32_t *n_drivers;       /* … their number, owned */
	int32_t *row;             /* owned [n_levels + 1], into the cells by level */
	int32_t n_levels;
};

static int32_t larger(int32_t a, int32_t b)
{
	return a > b ? a : b;
}

static int32_t instance_of(const struct levels *l, int32_t vertex)
{
	return l->timing->netlist->pin_instance[vertex / N_EDGES];
}

/* Data begins at what launches it, so that a clock's tree doesn't push its registers to the right. */
static bool begins(const struct levels *l, int32_t arc)
{
	int32_t type = l->timing->graph->arc_type[arc];

	return type >= 0 && type < l->timing->n_types && l->timing->type[type].launches;
}

static enum status find_levels(struct levels *l)
{
	const struct graph *graph = l->timing->graph;
	FREED int32_t *depth = NULL;

	TRY(ALLOC(&depth, graph->n_vertices));
	for (int32_t i = 0; i < graph->n_vertices; i++) {
		int32_t v = l->order.vertex[i], instance = instance_of(l, v);

		if (instance >= 0)
			l->cell[instance].level = larger(l->cell[instance].level, depth[v]);
		for (int32_t j = l->order.row[v]; j < l->order.row[v + 1]; j++) {
			int32_t arc = l->order.arc[j], head = graph->arc_to[arc];
			int32_t to =
				begins(l, arc) ? 0 : depth[v] + (instance_of(l, head) != instance);

			depth[head] = larger(depth[head], to);
		}
	}
	return STATUS_OK;
}

COMPARER(compare_cells, struct cell,
	 ORDER(x->level, y->level) ?: ORDER(x->drivers, y->drivers)
		 ?: ORDER(x->instance, y->instance))

static enum status count_levels(struct levels *l)
{
	int32_t n = l->timing->netlist->n_instances;

	SORT(l->cell, n, compare_cells);
	l->n_levels = n ? l->cell[n - 1].level + 1 : 0;
	TRY(ALLOC(&l->row, l->n_levels + 1));
	for (int32_t i = 0; i < n; i++)
		l->row[l->cell[i].level + 1]++;
	for (int32_t k = 0; k < l->n_levels; k++)
		l->row[k + 1] += l->row[k];
	return STATUS_OK;
}

/* Of what a cell drives. */
static void tell_place(struct levels *l, int32_t instance, double y)
{
	const struct netlist *netlist = l->timing->netlist;

	for (int32_t v = netlist->instance_pin[instance] * N_EDGES;
	     v < netlist->instance_pin[instance + 1] * N_EDGES; v++) {
		for (int32_t j = l->order.row[v]; j < l->order.row[v + 1]; j++) {
			int32_t to = instance_of(l, l->timing->graph->arc_to[l->order.arc[j]]);

			if (to < 0 || to == instance)
				continue;
			l->sum[to] += y;
			l->n_drivers[to]++;
		}
	}
}

/* The cells of a level in its column, rows upwards. */
static void place_level(struct levels *l, int32_t level, double left, double width, double pitch,
			struct placement *placement)
{
	struct cell *cell = l->cell + l->row[level];
	int32_t n = l->row[level + 1] - l->row[level];
	int32_t columns = larger(1, (int32_t)(width / pitch + 0.5));
	int32_t rows = (n + columns - 1) / columns;

	for (int32_t i = 0; i < n; i++) {
		int32_t of = cell[i].instance;

		cell[i].drivers = l->n_drivers[of] ? l->sum[of] / l->n_drivers[of] : 0.5;
	}
	SORT(cell, n, compare_cells);
	for (int32_t i = 0; i < n; i++) {
		double y = (i / columns + 0.5) / rows;
		struct component *c = &placement->component[cell[i].instance];

		c->x = (int32_t)(left + (i % columns + 0.5) / columns * width);
		c->y = (int32_t)(y * SIDE);
		c->status = PLACED;
		tell_place(l, cell[i].instance, y);
	}
}

/* Columns are as wide as they have cells, but one with few cells half as wide as the mean. */
static void place_cells(struct levels *l, struct placement *placement)
{
	double n = l->timing->netlist->n_instances, least = n / (2 * l->n_levels), all = 0,
	       left = 0;
	double pitch = SIDE / sqrt(n + 1);

	for (int32_t k = 0; k < l->n_levels; k++)
		all += fmax(l->row[k + 1] - l->row[k], least);
	for (int32_t k = 0; k < l->n_levels; k++) {
		double width = fmax(l->row[k + 1] - l->row[k], least) / all * SIDE;

		place_level(l, k, left, width, pitch, placement);
		left += width;
	}
}

/* Inputs on the left, outputs on the right. */
static void place_ports(struct placement *placement)
{
	const struct netlist *netlist = placement->netlist;

	for (int32_t p = 0; p < netlist->n_ports; p++) {
		struct placed_port *port = &placement->port[p];

		port->status = PLACED;
		port->x = netlist->port_direction[p] == LIB_INPUT ? 0 : SIDE;
		port->y = (int32_t)((p + 0.5) / netlist->n_ports * SIDE);
	}
}

static void release(struct levels *l)
{
	graph_order_release(&l->order);
	FREE_ALL(l->cell, l->sum, l->n_drivers, l->row);
}

static enum status place(struct levels *l, struct task *task, struct placement *placement)
{
	int32_t n = l->timing->netlist->n_instances;
	bool has_loop; /* never: they are broken */

	TRY(graph_find_order(l->timing->graph, task, &l->order, &has_loop));
	TRY(ALLOC_ALL(n, &l->cell, &l->sum, &l->n_drivers));
	for (int32_t i = 0; i < n; i++)
		l->cell[i].instance = i;
	TRY(find_levels(l));
	TRY(count_levels(l));
	place_cells(l, placement);
	place_ports(placement);
	placement->die = (struct rect){0, 0, SIDE, SIDE};
	return STATUS_OK;
}

enum status placement_by_levels(const struct timing_graph *timing, struct task *task,
				struct placement **out)
{
	RELEASED_BY(release) struct levels l = {.timing = timing};
	RELEASED_BY(technology_drop) struct technology *technology = NULL;
	RELEASED_BY(placement_drop) struct placement *placement = NULL;

	TRY(technology_new("", &technology));
	TRY(technology_close(technology));
	TRY(placement_new("", timing->netlist, technology, &placement));
	TRY(place(&l, task, placement));
	HAND_OVER(out, placement);
	return STATUS_OK;
}
