/* Arcs and checks of the naive reference: what the netlist and its libraries have, if it is on. */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "naive_timing.h"

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

static void add_arc(struct naive *n, struct naive_arc arc, bool possible)
{
	if (possible) {
		must(GROW(&n->arc, &n->arc_capacity, n->n_arcs + 1));
		n->arc[n->n_arcs++] = arc;
	} else if (arc.kind == NAIVE_NET ||
		   n->value[netlist_named_pin(n->in.netlist, arc.from / 2)] < 0) {
		must(GROW(&n->impossible, &n->impossible_capacity, n->n_impossible + 1));
		n->impossible[n->n_impossible++] = arc;
	}
}

static void add_check(struct naive *n, struct naive_check check)
{
	must(GROW(&n->check, &n->check_capacity, n->n_checks + 1));
	n->check[n->n_checks++] = check;
}

/* ---- what is off ---- */

/* Is the arc between two pins, of instance x or along a net (-1), disabled? Checks and wires are by the
 * pin that they come from. */
static bool is_disabled(const struct naive *n, int32_t x, int32_t from, int32_t to, bool is_check)
{
	const struct netlist *netlist = n->in.netlist;
	const struct constraints *c = n->in.constraints;

	for (int32_t i = 0; c && i < c->n_disabled; i++) {
		const struct disabled_arc *d = &c->disabled[i];
		bool within = d->master >= 0 || d->instance >= 0;
		int32_t first = d->master >= 0 && x >= 0 ? netlist->instance_pin[x] : 0;
		bool is_from = d->from < 0 || first + d->from == from;
		bool is_to = d->to < 0 || first + d->to == to;

		if (!within && (d->from < 0 || d->to < 0 || d->from == d->to)) {
			int32_t alone = d->from < 0 ? d->to : d->from;

			if (from == alone || (to == alone && x >= 0 && !is_check))
				return true;
		} else if (within &&
			   (x < 0 || (d->master >= 0 ? d->master != netlist->instance_master[x]
						     : d->instance != x))) {
			continue;
		} else if (is_check && d->from < 0 && !(d->master >= 0 && d->to >= 0)) {
			continue;
		} else if (is_from && is_to) {
			return true;
		}
	}
	return false;
}

static bool are_free(const struct naive *n, int32_t from, int32_t to)
{
	return n->value[from] < 0 && n->value[to] < 0;
}

/* ---- nets ---- */

/* Of both directions: ports, and pins of cells from which an arc leads. */
static bool is_of_both(const struct netlist *netlist, int32_t pin)
{
	int32_t x = netlist->pin_instance[pin];
	const struct master *m = x < 0 ? NULL : &netlist->master[netlist->instance_master[x]];
	bool leads = !m;

	if (netlist_pin_direction(netlist, pin) != LIB_INOUT)
		return false;
	for (int32_t a = 0;
	     m && m->library[LATE] && a < m->library[LATE]->cell[m->cell[LATE]].n_arcs; a++) {
		const struct lib_arc *arc =
			&m->library[LATE]->arc[m->library[LATE]->cell[m->cell[LATE]].first_arc + a];

		leads |= naive_pin(netlist, x, LATE, arc->from) == pin;
	}
	return leads;
}

bool naive_drives(const struct netlist *netlist, int32_t pin)
{
	return netlist_drives(netlist, pin) || is_of_both(netlist, pin);
}

bool naive_takes(const struct netlist *netlist, int32_t pin)
{
	return !netlist_drives(netlist, pin) || is_of_both(netlist, pin);
}

static void add_net_arcs(struct naive *n, int32_t from, int32_t to)
{
	int32_t side = netlist_driving_side(n->in.netlist, from);

	if (is_disabled(n, -1, from, to, false))
		return;
	for (int c = 0; c < 4; c++)
		add_arc(n,
			(struct naive_arc){.from = 2 * side + c % 2,
					   .to = 2 * to + c % 2,
					   .split = (enum split)(c / 2),
					   .kind = NAIVE_NET},
			are_free(n, from, to));
}

static void add_nets(struct naive *n)
{
	const struct netlist *netlist = n->in.netlist;

	for (int32_t net = 0; net < netlist->n_nets; net++) {
		int32_t begin = netlist->net_pin_row[net], end = netlist->net_pin_row[net + 1];

		for (int32_t i = begin; i < end; i++) {
			int32_t from = netlist->net_pin[i];

			if (!naive_drives(netlist, from))
				continue;
			for (int32_t j = begin; j < end; j++) {
				int32_t to = netlist->net_pin[j];

				if (from != to && naive_takes(netlist, to))
					add_net_arcs(n, from, to);
			}
		}
	}
}

/* ---- instances ---- */

int32_t naive_pin(const struct netlist *netlist, int32_t x, enum split split, int32_t lib_pin)
{
	const struct master *m = &netlist->master[netlist->instance_master[x]];
	const struct library *library = m->library[split];
	const struct lib_cell *cell = &library->cell[m->cell[split]];
	const char *name =
		names_get(&library->string, library->pin[cell->first_pin + lib_pin].name);

	return netlist_find_instance_pin(netlist, x, name, (int64_t)strlen(name));
}

/* A latch's data passes while it is open: the setup check of the arc's input that closes it, -1 = not one. Latches
 * here have one. */
static int32_t closing_check(const struct library *library, const struct lib_cell *cell,
			     const struct lib_arc *arc)
{
	bool latch = false;
	int32_t check = -1;

	for (int32_t s = 0; s < cell->n_states; s++)
		latch |= library->state[cell->first_state + s].kind == LIB_LATCH;
	for (int32_t a = 0; a < cell->n_arcs; a++) {
		if (library->arc[cell->first_arc + a].kind == LIB_SETUP &&
		    library->arc[cell->first_arc + a].to == arc->from)
			check = cell->first_arc + a;
	}
	return latch ? check : -1;
}

static bool goes_together(const struct lib_arc *arc, int in, int out)
{
	if (!arc->from_edge[in] || arc->delay[out] < 0)
		return false;
	if (arc->kind == LIB_LAUNCH || arc->sense == LIB_NON_UNATE)
		return true;
	return arc->sense == LIB_POSITIVE_UNATE ? in == out : in != out;
}

static void add_check_arcs(struct naive *n, const struct lib_arc *arc, struct naive_check check,
			   int32_t clock, int32_t data)
{
	bool setup = check.kind == NAIVE_SETUP || check.kind == NAIVE_RECOVERY;

	if (check.split != (setup ? LATE : EARLY))
		return;
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

static void add_cell_arcs(struct naive *n, int32_t x, struct naive_arc made,
			  const struct lib_arc *arc, bool possible)
{
	int32_t from = made.from, to = netlist_driving_side(n->in.netlist, made.to);

	for (int in = 0; in < 2; in++) {
		for (int out = 0; out < 2; out++) {
			if (!goes_together(arc, in, out))
				continue;
			made.from = 2 * from + in;
			made.to = 2 * to + out;
			made.delay_lut = arc->delay[out];
			made.slew_lut = arc->slew[out];
			if (made.split == EARLY && arc->retaining[out])
				made.delay_lut = arc->retaining[out] - 1;
			if (made.split == EARLY && arc->retain_slew[out])
				made.slew_lut = arc->retain_slew[out] - 1;
			add_arc(n, made,
				possible && naive_can_pass(n, x, made.split, arc, (enum edge)in,
							   (enum edge)out));
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
	int32_t from = naive_pin(n->in.netlist, x, split, arc->from);
	int32_t to = naive_pin(n->in.netlist, x, split, arc->to);
	bool combinational = arc->kind == LIB_COMBINATIONAL || arc->kind == LIB_THREE_STATE;
	int32_t closing = combinational ? closing_check(library, cell, arc) : -1, closes = -1;
	bool possible;

	if (from < 0 || to < 0 || is_disabled(n, x, from, to, arc->kind >= LIB_SETUP))
		return;
	possible = are_free(n, from, to) && naive_can_happen(n, x, split, arc);
	if (closing >= 0) {
		const struct lib_arc *check = &library->arc[closing];
		int32_t enable = naive_pin(n->in.netlist, x, split, check->from);

		closes = 2 * enable + (check->from_edge[FALL] ? FALL : RISE);
		/* one that never opens; one that is always open is a gate */
		if (n->value[enable] >= 0 && n->value[enable] != closes % 2)
			return;
		if (n->value[enable] >= 0)
			closes = -1;
		else if (!possible)
			return;
	}
	if (combinational || arc->kind == LIB_LAUNCH)
		add_cell_arcs(n, x,
			      (struct naive_arc){.from = from,
						 .to = to,
						 .split = split,
						 .kind = closes >= 0     ? NAIVE_LATCH
							 : combinational ? NAIVE_CELL
									 : NAIVE_LAUNCH,
						 .library = library,
						 .closes = closes},
			      arc, possible);
	if (possible && arc->kind >= LIB_SETUP && arc->kind <= LIB_REMOVAL)
		add_check_arcs(n, arc,
			       (struct naive_check){
				       .kind = kinds[arc->kind],
				       .split = split,
				       .non_sequential = lib_timing_types[arc->type].non_sequential,
				       .library = library},
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

/* ---- by vertex and by pin ---- */

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

static void list_checks(struct naive *n)
{
	int32_t n_pins = n->n_vertices / 2;

	must(ALLOC(&n->check_row, (int64_t)n_pins + 2));
	must(ALLOC(&n->check_at, n->n_checks));
	for (int64_t c = 0; c < n->n_checks; c++)
		n->check_row[n->check[c].data / 2 + 2]++;
	for (int32_t p = 0; p < n_pins; p++)
		n->check_row[p + 2] += n->check_row[p + 1];
	for (int64_t c = 0; c < n->n_checks; c++)
		n->check_at[n->check_row[n->check[c].data / 2 + 1]++] = c;
}

/* Those through latches go after all others. */
static void part_latches(struct naive *n)
{
	struct naive_arc *latch;
	int64_t kept = 0;

	must(ALLOC(&latch, n->n_arcs));
	for (int64_t a = 0; a < n->n_arcs; a++) {
		if (n->arc[a].kind == NAIVE_LATCH)
			latch[n->n_latch_arcs++] = n->arc[a];
		else
			n->arc[kept++] = n->arc[a];
	}
	for (int64_t a = 0; a < n->n_latch_arcs; a++)
		n->arc[kept + a] = latch[a];
	n->n_arcs = kept;
	free(latch);
}

void naive_arcs(struct naive *n)
{
	add_nets(n);
	add_instances(n);
	part_latches(n);
	must(ALLOC(&n->in_row, (int64_t)n->n_vertices + 2));
	must(ALLOC(&n->out_row, (int64_t)n->n_vertices + 2));
	must(ALLOC(&n->in_arc, n->n_arcs));
	must(ALLOC(&n->out_arc, n->n_arcs));
	list_by(n, true, n->in_row, n->in_arc);
	list_by(n, false, n->out_row, n->out_arc);
	list_checks(n);
}
