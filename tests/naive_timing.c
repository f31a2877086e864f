#include "naive_timing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* ---- what there is ---- */

static void add_arc(struct naive *n, struct naive_arc arc)
{
	must(GROW(&n->arc, &n->arc_capacity, n->n_arcs + 1));
	n->arc[n->n_arcs++] = arc;
}

static void add_start(struct naive *n, int32_t vertex)
{
	n->n_starts += !n->starts[vertex];
	n->starts[vertex] = true;
}

static void add_check(struct naive *n, struct naive_check check)
{
	must(GROW(&n->check, &n->check_capacity, n->n_checks + 1));
	n->check[n->n_checks++] = check;
}

static void add_nets(struct naive *n)
{
	const struct netlist *netlist = n->in.netlist;

	for (int32_t net = 0; net < netlist->n_nets; net++) {
		int32_t begin = netlist->net_pin_row[net], end = netlist->net_pin_row[net + 1];

		for (int32_t i = begin; i < end; i++) {
			int32_t from = netlist->net_pin[i];

			for (int32_t j = begin; j < end && netlist_drives(netlist, from); j++) {
				int32_t to = netlist->net_pin[j];

				for (int c = 0; c < 4 && !netlist_drives(netlist, to); c++)
					add_arc(n,
						(struct naive_arc){.from = 2 * from + c % 2,
								   .to = 2 * to + c % 2,
								   .split = (enum split)(c / 2)});
			}
		}
	}
}

/* The pin of an instance that a pin of its cell of that split is; -1 = the late cell has none. */
static int32_t pin_of(const struct netlist *netlist, int32_t x, enum split split, int32_t lib_pin)
{
	const struct master *m = &netlist->master[netlist->instance_master[x]];
	const struct library *library = m->library[split];
	const struct lib_cell *cell = &library->cell[m->cell[split]];
	const char *name =
		names_get(&library->string, library->pin[cell->first_pin + lib_pin].name);

	return netlist_find_instance_pin(netlist, x, name, (int64_t)strlen(name));
}

/* A latch's data passes while it is open, which isn't done yet: those arcs are left out. */
static bool is_latched(const struct library *library, const struct lib_cell *cell,
		       const struct lib_arc *arc)
{
	bool latch = false, has_setup = false;

	for (int32_t s = 0; s < cell->n_states; s++)
		latch |= library->state[cell->first_state + s].kind == LIB_LATCH;
	for (int32_t a = 0; a < cell->n_arcs; a++)
		has_setup |= library->arc[cell->first_arc + a].kind == LIB_SETUP &&
			     library->arc[cell->first_arc + a].to == arc->from;
	return latch && has_setup;
}

static bool goes_together(const struct lib_arc *arc, int in, int out)
{
	if (!arc->from_edge[in] || arc->delay[out] < 0)
		return false;
	if (arc->kind == LIB_LAUNCH || arc->sense == LIB_NON_UNATE)
		return true;
	return arc->sense == LIB_POSITIVE_UNATE ? in == out : in != out;
}

static void add_check_arc(struct naive *n, const struct lib_arc *arc, struct naive_check check,
			  int32_t clock, int32_t data)
{
	bool setup = check.kind == NAIVE_SETUP || check.kind == NAIVE_RECOVERY;

	if (check.split != (setup ? LATE : EARLY))
		return;
	if (setup && n->in.constraints && n->in.constraints->n_clocks)
		check.constant = llround(n->in.constraints->clock[0].period * 1000);
	for (int in = 0; in < 2; in++) {
		for (int out = 0; out < 2; out++) {
			if (!arc->from_edge[in] || arc->delay[out] < 0)
				continue;
			check.clock = 2 * clock + in;
			check.data = 2 * data + out;
			check.lut = arc->delay[out];
			add_check(n, check);
		}
	}
}

static void add_cell_arc(struct naive *n, const struct library *library, enum split split,
			 const struct lib_arc *arc, int32_t from, int32_t to)
{
	for (int in = 0; in < 2; in++) {
		for (int out = 0; out < 2; out++) {
			if (!goes_together(arc, in, out))
				continue;
			add_arc(n, (struct naive_arc){.from = 2 * from + in,
						      .to = 2 * to + out,
						      .split = split,
						      .library = library,
						      .delay_lut = arc->delay[out],
						      .slew_lut = arc->slew[out]});
			if (arc->kind == LIB_LAUNCH)
				add_start(n, 2 * from + in);
		}
	}
}

static void add_lib_arc(struct naive *n, int32_t x, enum split split, const struct lib_arc *arc)
{
	static const enum naive_check_kind kinds[] = {
		[LIB_SETUP] = NAIVE_SETUP,
		[LIB_HOLD] = NAIVE_HOLD,
		[LIB_RECOVERY] = NAIVE_RECOVERY,
		[LIB_REMOVAL] = NAIVE_REMOVAL,
	};
	const struct master *m = &n->in.netlist->master[n->in.netlist->instance_master[x]];
	const struct library *library = m->library[split];
	const struct lib_cell *cell = &library->cell[m->cell[split]];
	int32_t from = pin_of(n->in.netlist, x, split, arc->from);
	int32_t to = pin_of(n->in.netlist, x, split, arc->to);
	bool delay = arc->kind == LIB_COMBINATIONAL || arc->kind == LIB_THREE_STATE;

	if (from < 0 || to < 0)
		return;
	if ((delay && !is_latched(library, cell, arc)) || arc->kind == LIB_LAUNCH)
		add_cell_arc(n, library, split, arc, from, to);
	if (arc->kind >= LIB_SETUP && arc->kind <= LIB_REMOVAL)
		add_check_arc(n, arc,
			      (struct naive_check){
				      .kind = kinds[arc->kind], .split = split, .library = library},
			      from, to);
}

static void add_instances(struct naive *n)
{
	const struct netlist *netlist = n->in.netlist;

	for (int32_t x = 0; x < netlist->n_instances; x++) {
		const struct master *m = &netlist->master[netlist->instance_master[x]];

		for (int split = 0; split < N_SPLITS && m->library[split]; split++) {
			const struct lib_cell *cell = &m->library[split]->cell[m->cell[split]];

			for (int32_t a = 0; a < cell->n_arcs; a++)
				add_lib_arc(n, x, (enum split)split,
					    &m->library[split]->arc[cell->first_arc + a]);
		}
	}
}

static void add_ports(struct naive *n)
{
	const struct constraints *constraints = n->in.constraints;

	for (int32_t p = 0; constraints && p < constraints->n_ports; p++) {
		const struct port_constraint *given = &constraints->port[p];

		for (int c = 0; c < 4; c++) {
			int64_t at = 4 * (int64_t)p + 2 * (c % 2) + c / 2;

			if (given->has_arrival && n->in.netlist->port_direction[p] == LIB_INPUT) {
				n->arrival[at] = llround(given->arrival[c / 2][c % 2] * 1000);
				n->slew[at] = given->slew[c / 2][c % 2];
				add_start(n, 2 * p + c % 2);
			}
			if (given->has_required)
				add_check(n,
					  (struct naive_check){
						  .kind = NAIVE_OUTPUT,
						  .split = (enum split)(c / 2),
						  .clock = -1,
						  .data = 2 * p + c % 2,
						  .constant = llround(
							  given->required[c / 2][c % 2] * 1000)});
		}
	}
}

static void list_by(const struct naive *n, bool in, int64_t *row, int64_t *list)
{
	for (int64_t a = 0; a < n->n_arcs; a++)
		row[(in ? n->arc[a].to : n->arc[a].from) + 1]++;
	for (int32_t v = 0; v < n->n_vertices; v++)
		row[v + 1] += row[v];
	for (int64_t a = n->n_arcs - 1; a >= 0; a--)
		list[--row[(in ? n->arc[a].to : n->arc[a].from) + 1]] = a;
	memmove(row, row + 1, (size_t)n->n_vertices * sizeof *row);
	row[n->n_vertices] = n->n_arcs;
}

/* ---- capacitances and tables ---- */

double naive_capacitance(const struct naive *n, int32_t pin, enum split split, enum edge edge)
{
	const struct netlist *netlist = n->in.netlist;
	int32_t x = netlist->pin_instance[pin];
	const struct master *m;
	const char *name;
	int32_t lib_pin;

	if (x < 0)
		return n->in.constraints ? n->in.constraints->port[pin].load : 0;
	m = &netlist->master[netlist->instance_master[x]];
	if (!m->library[split])
		return 0;
	name = names_get(&netlist->pin_name, m->pin_name[pin - netlist->instance_pin[x]]);
	lib_pin = library_find_pin(m->library[split], m->cell[split], name);
	if (lib_pin < 0)
		return 0;
	lib_pin += m->library[split]->cell[m->cell[split]].first_pin;
	return m->library[split]->pin[lib_pin].capacitance[split][edge];
}

static void compute_loads(struct naive *n)
{
	const struct netlist *netlist = n->in.netlist;
	const struct parasitics *p = n->in.parasitics;

	for (int32_t net = 0; net < netlist->n_nets; net++) {
		int32_t entry = p ? p->entry_of_net[net] : -1;

		for (int c = 0; c < 4; c++) {
			double sum = 0;

			for (int64_t i = entry < 0 ? 0 : p->node_row[entry];
			     entry >= 0 && i < p->node_row[entry + 1]; i++)
				sum += p->node_capacitance[i];
			for (int32_t j = netlist->net_pin_row[net];
			     j < netlist->net_pin_row[net + 1]; j++) {
				int32_t pin = netlist->net_pin[j];

				if (n->in.with_drivers || !netlist_drives(netlist, pin))
					sum += naive_capacitance(n, pin, (enum split)(c / 2),
								 (enum edge)(c % 2));
			}
			n->load[4 * (int64_t)net + c] = sum;
		}
	}
}

/* The last segment that begins at or below x, else the first one. */
static int32_t segment(const double *axis, int32_t n_points, double x)
{
	int32_t found = 0;

	for (int32_t i = 1; i < n_points - 1; i++) {
		if (axis[i] <= x)
			found = i;
	}
	return found;
}

static double line(double x0, double x1, double y0, double y1, double x)
{
	return y0 + (x - x0) / (x1 - x0) * (y1 - y0);
}

/* The value of a table for the slew of its input (or clock), and the load or the data's slew. */
static double table_value(const struct library *library, int32_t id, double slew, double other)
{
	const struct lut *lut = &library->lut[id];
	const double *number = library->number + lut->first;
	const double *axis[2] = {NULL, NULL};
	double x[2] = {0, 0}, side[2];
	int32_t at[2] = {0, 0};

	for (int i = 0; i < 2; i++) {
		if (lut->variable[i] == LUT_NONE)
			continue;
		axis[i] = number;
		number += lut->n[i];
		x[i] = lut->variable[i] == LUT_SLEW || lut->variable[i] == LUT_RELATED_SLEW ? slew
											    : other;
		at[i] = segment(axis[i], lut->n[i], x[i]);
	}
	for (int j = 0; j < 2 && at[1] + j < lut->n[1]; j++) {
		const double *value = number + at[0] * lut->n[1] + at[1] + j;

		side[j] = lut->n[0] < 2 ? value[0]
					: line(axis[0][at[0]], axis[0][at[0] + 1], value[0],
					       value[lut->n[1]], x[0]);
	}
	return lut->n[1] < 2 ? side[0]
			     : line(axis[1][at[1]], axis[1][at[1] + 1], side[0], side[1], x[1]);
}

/* Whole fs, half away from zero; what isn't sensible counts. */
static int64_t round_ps(struct naive *n, double ps, double slew)
{
	if (fabs(ps) < 2.1e6 && fabs(slew) < 2.1e6)
		return ps < 0 ? -(int64_t)(-ps * 1000 + 0.5) : (int64_t)(ps * 1000 + 0.5);
	n->n_bad++;
	return NAIVE_NONE;
}

/* ---- arrivals and required times ---- */

static void through(struct naive *n, struct naive_arc *arc, double slew, double *slew_out)
{
	const struct netlist *netlist = n->in.netlist;
	int64_t corner = 4 * (int64_t)(arc->to / 2) + 2 * arc->split + arc->to % 2;
	int32_t net = netlist->pin_net[arc->to / 2];
	double load;

	if (!arc->library) {
		double impulse = n->wire_impulse[corner];

		*slew_out = impulse > 0 ? sqrt(slew * slew + impulse) : slew;
		arc->delay = round_ps(n, n->wire_delay[corner], *slew_out);
		return;
	}
	load = net < 0 ? 0 : n->load[4 * (int64_t)net + 2 * arc->split + arc->to % 2];
	*slew_out = arc->slew_lut < 0 ? 0 : table_value(arc->library, arc->slew_lut, slew, load);
	arc->delay = round_ps(n, table_value(arc->library, arc->delay_lut, slew, load), *slew_out);
}

static void arrive(struct naive *n, int32_t v, enum split split)
{
	int64_t at = 2 * (int64_t)v + split;

	if (n->done[at])
		return;
	n->done[at] = true;
	for (int64_t j = n->in_row[v]; j < n->in_row[v + 1]; j++) {
		struct naive_arc *arc = &n->arc[n->in_arc[j]];
		int64_t from = 2 * (int64_t)arc->from + split, time;
		double slew;

		if (arc->split != split)
			continue;
		arrive(n, arc->from, split);
		arc->delay = NAIVE_NONE;
		if (n->arrival[from] == NAIVE_NONE)
			continue;
		through(n, arc, n->slew[from], &slew);
		if (arc->delay == NAIVE_NONE)
			continue;
		time = n->arrival[from] + arc->delay;
		if (n->arrival[at] == NAIVE_NONE) {
			n->arrival[at] = time;
			n->slew[at] = slew;
		} else if (split == LATE) {
			n->arrival[at] = time > n->arrival[at] ? time : n->arrival[at];
			n->slew[at] = slew > n->slew[at] ? slew : n->slew[at];
		} else {
			n->arrival[at] = time < n->arrival[at] ? time : n->arrival[at];
			n->slew[at] = slew < n->slew[at] ? slew : n->slew[at];
		}
	}
}

static void tighten(struct naive *n, int64_t at, enum split split, int64_t required)
{
	int64_t *r = &n->required[at];

	if (*r == NAIVE_NONE || (split == LATE ? required < *r : required > *r))
		*r = required;
}

static void check(struct naive *n, struct naive_check *c)
{
	int64_t data = 2 * (int64_t)c->data + c->split;
	int64_t clock = 2 * (int64_t)c->clock + 1 - c->split, margin;

	c->required = c->constant;
	if (c->clock >= 0) {
		c->required = NAIVE_NONE;
		if (n->arrival[clock] == NAIVE_NONE || n->arrival[data] == NAIVE_NONE)
			return;
		margin = round_ps(n, table_value(c->library, c->lut, n->slew[clock], n->slew[data]),
				  0);
		if (margin == NAIVE_NONE)
			return;
		c->required =
			n->arrival[clock] + c->constant + (c->split == LATE ? -margin : margin);
	}
	tighten(n, data, c->split, c->required);
}

static void require(struct naive *n, int32_t v, enum split split)
{
	int64_t at = 2 * (int64_t)v + split;

	if (n->done[at])
		return;
	n->done[at] = true;
	for (int64_t j = n->out_row[v]; j < n->out_row[v + 1]; j++) {
		const struct naive_arc *arc = &n->arc[n->out_arc[j]];
		int64_t to = 2 * (int64_t)arc->to + split;

		if (arc->split != split)
			continue;
		require(n, arc->to, split);
		if (arc->delay != NAIVE_NONE && n->required[to] != NAIVE_NONE)
			tighten(n, at, split, n->required[to] - arc->delay);
	}
}

/* ---- all of it ---- */

static void alloc_results(struct naive *n)
{
	int64_t n_pins = n->in.netlist->n_pins;

	must(ALLOC(&n->starts, n->n_vertices));
	must(ALLOC(&n->arrival, 4 * n_pins));
	must(ALLOC(&n->required, 4 * n_pins));
	must(ALLOC(&n->slew, 4 * n_pins));
	must(ALLOC(&n->done, 4 * n_pins));
	must(ALLOC(&n->wire_delay, 4 * n_pins));
	must(ALLOC(&n->wire_impulse, 4 * n_pins));
	must(ALLOC(&n->load, 4 * (int64_t)n->in.netlist->n_nets));
	must(ALLOC(&n->in_row, (int64_t)n->n_vertices + 2));
	must(ALLOC(&n->out_row, (int64_t)n->n_vertices + 2));
	for (int64_t i = 0; i < 4 * n_pins; i++)
		n->arrival[i] = n->required[i] = NAIVE_NONE;
}

void naive_timing(struct naive *n, const struct naive_input *in)
{
	*n = (struct naive){.in = *in, .n_vertices = 2 * in->netlist->n_pins};
	alloc_results(n);
	add_nets(n);
	add_instances(n);
	add_ports(n);
	must(ALLOC(&n->in_arc, n->n_arcs));
	must(ALLOC(&n->out_arc, n->n_arcs));
	list_by(n, true, n->in_row, n->in_arc);
	list_by(n, false, n->out_row, n->out_arc);
	naive_wires(n);
	compute_loads(n);
	for (int32_t v = 0; v < n->n_vertices; v++)
		for (int split = 0; split < N_SPLITS; split++)
			arrive(n, v, (enum split)split);
	for (int64_t c = 0; c < n->n_checks; c++)
		check(n, &n->check[c]);
	memset(n->done, 0, 2 * (size_t)n->n_vertices * sizeof *n->done);
	for (int32_t v = 0; v < n->n_vertices; v++)
		for (int split = 0; split < N_SPLITS; split++)
			require(n, v, (enum split)split);
}

void naive_release(struct naive *n)
{
	free(n->arc);
	free(n->check);
	free(n->starts);
	free(n->arrival);
	free(n->required);
	free(n->slew);
	free(n->load);
	free(n->wire_delay);
	free(n->wire_impulse);
	free(n->in_row);
	free(n->out_row);
	free(n->in_arc);
	free(n->out_arc);
	free(n->done);
	*n = (struct naive){0};
}
