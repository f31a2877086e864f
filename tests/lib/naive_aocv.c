#include "naive_aocv.h"

#include <math.h>
#include <string.h>

#include "naive_paths.h"

/* ---- which table ---- */

/* One of the words is "*" or the name. */
static bool names(const char *spec, const char *name)
{
	size_t n = strlen(name);

	for (const char *at = spec; *at; at += strspn(at, " ")) {
		size_t length = strcspn(at, " ");

		if ((length == 1 && *at == '*') || (length == n && memcmp(at, name, length) == 0))
			return true;
		at += length;
	}
	return false;
}

/* How closely a table names what a delay is of: 0 = not at all. `instance`: of a cell, or that drives the net. */
static int closeness(const struct netlist *netlist, const struct aocv_table *t, bool of_cell,
		     int32_t instance)
{
	const char *master =
		instance < 0 ? "" : netlist->master[netlist->instance_master[instance]].name;

	switch (t->object) {
	case AOCV_DESIGN:
		return 1;
	case AOCV_LIB_CELL:
		return instance >= 0 && of_cell && names(t->spec, master) ? 2 : 0;
	case AOCV_CELL:
		return instance >= 0 && names(t->spec, names_get(&netlist->instance_name, instance))
			       ? 3
			       : 0;
	case N_AOCV_OBJECTS:
		break;
	}
	return 0;
}

static int32_t table_of(const struct naive *n, const struct naive_delay *d, bool of_clock)
{
	bool of_cell = d->of_cell;
	const struct netlist *netlist = n->in.netlist;
	const struct aocv *tables = n->in.aocv->tables;
	int32_t pin = d->vertex / 2, net = netlist->pin_net[pin], found = -1, instance;
	int closest = 1;

	instance = of_cell ? netlist->pin_instance[pin] : -1;
	if (!of_cell && net >= 0 && netlist->net_n_drivers[net] > 0)
		instance = netlist->pin_instance[netlist->net_pin[netlist->net_pin_row[net]]];
	for (int32_t i = 0; i < tables->n_tables; i++) {
		const struct aocv_table *t = &tables->table[i];
		int close = closeness(netlist, t, of_cell, instance);

		if (!(t->what & (of_cell ? DERATE_CELL : DERATE_NET)) ||
		    !(t->what & (of_clock ? DERATE_CLOCK : DERATE_DATA)) ||
		    !(t->edges & 1 << d->vertex % 2) || !(t->splits & 1 << d->split) ||
		    (t->group[0] && strcmp(t->group, tables->group) != 0) || close < closest)
			continue;
		closest = close;
		found = i;
	}
	return found;
}

/* ---- its factor ---- */

/* The value of a row of points, linear between them. */
static double along(const double *at, const double *value, int32_t n, int32_t stride, double x)
{
	if (n <= 1 || x <= at[0])
		return value[0];
	for (int32_t i = 1; i < n; i++) {
		double part = (x - at[i - 1]) / (at[i] - at[i - 1]);

		if (x < at[i])
			return value[(i - 1) * stride] +
			       part * (value[i * stride] - value[(i - 1) * stride]);
	}
	return value[(n - 1) * stride];
}

static double factor_at(const struct aocv *tables, int32_t i, double depth, double distance)
{
	const struct aocv_table *t = &tables->table[i];
	const double *depths = tables->number + t->first, *distances = depths + t->n_depths;
	const double *value = distances + t->n_distances;
	int32_t width = t->n_depths ? t->n_depths : 1, rows = t->n_distances ? t->n_distances : 1;
	double column[64];

	for (int32_t j = 0; j < rows; j++)
		column[j] = along(depths, value + j * width, t->n_depths, 1, depth);
	return along(distances, column, rows, 1, distance);
}

struct worst {
	bool largest, any;
	double factor;
};

static void look_at(struct worst *w, double factor)
{
	if (!w->any || (w->largest ? factor > w->factor : factor < w->factor))
		w->factor = factor;
	w->any = true;
}

/* At a depth, at all distances up to one. */
static void look_along(const struct aocv *tables, int32_t i, double depth, double distance,
		       struct worst *w)
{
	const struct aocv_table *t = &tables->table[i];
	const double *distances = tables->number + t->first + t->n_depths;

	look_at(w, factor_at(tables, i, depth, 0));
	look_at(w, factor_at(tables, i, depth, distance));
	for (int32_t j = 0; j < t->n_distances; j++) {
		if (distances[j] <= distance)
			look_at(w, factor_at(tables, i, depth, distances[j]));
	}
}

/* The largest distance of any two cells or ports; INFINITY when something isn't placed. */
static double farthest(const struct naive *n)
{
	double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};

	if (!n->in.aocv->place || !n->in.netlist->n_pins)
		return INFINITY;
	for (int32_t p = 0; p < n->in.netlist->n_pins; p++) {
		for (int a = 0; a < 2; a++) {
			double at = n->in.aocv->place[p][a];

			if (isnan(at))
				return INFINITY;
			low[a] = at < low[a] ? at : low[a];
			high[a] = at > high[a] ? at : high[a];
		}
	}
	return sqrt((high[0] - low[0]) * (high[0] - low[0]) +
		    (high[1] - low[1]) * (high[1] - low[1]));
}

/* As far from the worst as rounding may be: of what depends on anything. */
static double beyond(const struct aocv_table *t, const struct worst *w)
{
	double by = t->n_depths > 1 || t->n_distances > 1 ? w->factor / 1099511627776.0 : 0;

	return w->largest ? w->factor + by : w->factor - by;
}

double naive_aocv_factor(const struct naive *n, const struct naive_measures *by,
			 const struct naive_delay *delay, bool of_clock, double otherwise)
{
	const struct aocv *tables = n->in.aocv->tables;
	int32_t i = table_of(n, delay, of_clock), depth;
	struct worst w = {.largest = (delay->split == LATE) == (delay->ps >= 0)};
	bool of_cell = delay->of_cell;
	const struct aocv_table *t;

	if (i < 0)
		return otherwise;
	t = &tables->table[i];
	if (by && isinf(by->distance))
		look_along(tables, i, of_cell ? by->cells : by->nets, INFINITY, &w);
	else if (by)
		w.factor = factor_at(tables, i, of_cell ? by->cells : by->nets, by->distance);
	if (by)
		return w.factor;
	depth = n->clocked[delay->vertex] ? 1
		: of_cell                 ? n->in.aocv->cells[delay->vertex]
					  : n->in.aocv->nets[delay->vertex];
	for (int32_t d = depth; d < depth + 64; d++)
		look_along(tables, i, d, farthest(n), &w);
	return beyond(t, &w);
}

/* ---- what a path is derated by ---- */

struct box {
	const struct naive *n;
	double low[2], high[2];
	bool known;
};

static void add_pin(struct box *box, int32_t pin)
{
	for (int a = 0; a < 2; a++) {
		double at = box->n->in.aocv->place ? box->n->in.aocv->place[pin][a] : NAN;

		box->known &= !isnan(at);
		box->low[a] = at < box->low[a] ? at : box->low[a];
		box->high[a] = at > box->high[a] ? at : box->high[a];
	}
}

static bool is_cell_output(const struct netlist *netlist, int32_t pin)
{
	return netlist->pin_instance[pin] >= 0 && netlist_drives(netlist, pin);
}

struct naive_measures naive_aocv_measure(const struct naive *n, const struct naive_path *path,
					 int cppr)
{
	const struct netlist *netlist = n->in.netlist;
	struct box box = {n, {INFINITY, INFINITY}, {-INFINITY, -INFINITY}, true};
	struct naive_measures out = {0, 0, INFINITY};
	struct naive_ways ways;

	for (int32_t i = 0; i < path->n_vertices; i++)
		add_pin(&box, path->vertex[i] / 2);
	for (int32_t i = 0; i + 1 < path->n_vertices; i++) {
		out.cells += n->arc[path->arc[i]].library != NULL;
		out.nets += n->arc[path->arc[i]].library == NULL;
	}
	naive_clock_ways(n, path, (enum naive_cppr)cppr, &ways);
	for (int32_t i = 0; i < ways.n_launch; i++) {
		bool beyond_common = ways.meet && i + 1 < ways.n_launch;
		bool cell = is_cell_output(netlist, ways.launch[i] / 2);

		out.cells += beyond_common && cell;
		out.nets += beyond_common && !cell;
		add_pin(&box, ways.launch[i] / 2);
	}
	for (int32_t i = 0; i < ways.n_capture; i++)
		add_pin(&box, ways.capture[i] / 2);
	naive_clock_ways_release(&ways);
	if (box.known)
		out.distance = sqrt((box.high[0] - box.low[0]) * (box.high[0] - box.low[0]) +
				    (box.high[1] - box.low[1]) * (box.high[1] - box.low[1]));
	return out;
}
