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

/* ---- capacitances and tables ---- */

double naive_capacitance(const struct naive *n, int32_t pin, enum split split, enum edge edge)
{
	const struct netlist *netlist = n->in.netlist;
	int32_t x = netlist->pin_instance[pin];
	const struct master *m;
	const char *name;
	int32_t lib_pin;

	if (x < 0)
		return n->in.constraints ? port_load(&n->in.constraints->port[pin], split, edge)
					 : 0;
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

/* The wire alone: what set_load says of it goes before a model, and that before parasitics. */
static double wire_capacitance(const struct naive *n, int32_t net, enum split split,
			       bool *with_pins)
{
	const struct constraints *c = n->in.constraints;
	const struct parasitics *p = naive_parasitics(n, split);
	int32_t entry = p ? p->entry_of_net[net] : -1;
	double sum = 0;

	*with_pins = false;
	if (c && c->net_load && is_given(c->net_load[net]))
		return c->net_load[net];
	*with_pins = naive_has_model(n, net, split);
	if (*with_pins)
		return n->in.models->load[2 * net + split];
	*with_pins = entry >= 0 && parasitics_has_pins(p, entry);
	for (int64_t i = entry < 0 ? 0 : p->node_row[entry];
	     entry >= 0 && i < p->node_row[entry + 1]; i++)
		sum += p->node_capacitance[i];
	return sum;
}

/* Ports of both directions drive beside the others, or beside what is outside. */
static bool has_several_drivers(const struct netlist *netlist, int32_t net)
{
	bool any_port = false;

	for (int32_t j = netlist->net_pin_row[net]; j < netlist->net_pin_row[net + 1]; j++)
		any_port |= netlist->net_pin[j] < netlist->n_ports &&
			    netlist->port_direction[netlist->net_pin[j]] == LIB_INOUT;
	return any_port || netlist->net_n_drivers[net] > 1;
}

static void compute_loads(struct naive *n)
{
	const struct netlist *netlist = n->in.netlist;

	for (int32_t net = 0; net < netlist->n_nets; net++) {
		for (int c = 0; c < 4; c++) {
			bool with_pins;
			double sum = wire_capacitance(n, net, (enum split)(c / 2), &with_pins);

			for (int32_t j = netlist->net_pin_row[net];
			     j < netlist->net_pin_row[net + 1] && !with_pins; j++) {
				int32_t pin = netlist->net_pin[j];

				if (n->in.with_drivers || has_several_drivers(netlist, net) ||
				    !netlist_drives(netlist, pin))
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

double naive_table(const struct library *library, int32_t id, double slew, double other)
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

/* ---- derates ---- */

/* How closely a derate names an object: 0 = not this one. An instance or net is closer than a
 * master, that is closer than the design. */
static int closeness(const struct naive *n, const struct derate *d, int32_t x, int32_t net)
{
	if (d->instance >= 0)
		return d->instance == x ? 3 : 0;
	if (d->net >= 0)
		return d->net == net ? 3 : 0;
	if (d->master >= 0)
		return x >= 0 && d->master == n->in.netlist->instance_master[x] ? 2 : 0;
	return 1;
}

/* what: DERATE_CELL, _NET or _CHECK; of a delay that ends at v; x or net: of the delay, -1 = none. */
static double derate_as(const struct naive *n, int what, enum split split, int32_t v, bool of_clock,
			int32_t x, int32_t net)
{
	const struct constraints *c = n->in.constraints;
	int closest = 0;
	double factor = 1;

	for (int32_t i = 0; c && i < c->n_derates; i++) {
		const struct derate *d = &c->derate[i];
		int close = closeness(n, d, x, net);

		if (!(d->what & what) || !(d->what & (of_clock ? DERATE_CLOCK : DERATE_DATA)) ||
		    !(d->edges & 1 << v % 2) || d->split != split || close == 0 || close < closest)
			continue;
		closest = close;
		factor = d->factor;
	}
	return factor;
}

/* A factor of a delay that ends at v, in clock networks or outside them. */
static double factor_as(const struct naive *n, const struct naive_measures *by,
			const struct naive_delay *d, bool of_clock)
{
	const struct netlist *netlist = n->in.netlist;
	double factor = derate_as(n, d->of_cell ? DERATE_CELL : DERATE_NET, d->split, d->vertex,
				  of_clock, d->of_cell ? netlist->pin_instance[d->vertex / 2] : -1,
				  d->of_cell ? -1 : netlist->pin_net[d->vertex / 2]);

	return n->in.aocv ? naive_aocv_factor(n, by, d, of_clock, factor) : factor;
}

/* A delay, ps, derated; where clocks and data pass by the worse of both factors, which paths have then, too. */
static double derated(const struct naive *n, const struct naive_measures *by,
		      const struct naive_delay *d)
{
	bool shared = n->shared[d->vertex];
	double factor = factor_as(n, shared ? NULL : by, d, n->clocked[d->vertex]), other;
	bool late = d->split == LATE;

	if (!shared)
		return d->ps * factor;
	other = factor_as(n, NULL, d, false);
	if (n->in.aocv && d->ps < 0)
		late = !late;
	return d->ps * ((other > factor) == late ? other : factor);
}

/* ---- driving cells ---- */

static double net_load_at(const struct naive *n, int32_t port, int corner)
{
	int32_t net = n->in.netlist->pin_net[port];

	return net < 0 ? 0 : n->load[4 * (int64_t)net + corner];
}

static double worse_of(enum split split, double a, double b)
{
	return (split == LATE) == (a > b) ? a : b;
}

/* The slew and the delay beyond that without load of the worst of the arcs that drive one corner of
 * a port; false when there is none. */
static bool drive(struct naive *n, int32_t port, enum split split, int edge, double *slew,
		  double *delay)
{
	const struct constraints *c = n->in.constraints;
	const struct port_constraint *given = &c->port[port];
	double load = net_load_at(n, port, 2 * split + edge);
	bool found = false;

	for (int32_t i = 0; i < given->n_driving_arcs; i++) {
		const struct driving_arc *d = &c->driving_arc[given->first_driving_arc + i];
		const struct library *library = n->in.netlist->library[d->library];
		const struct lib_arc *arc = &library->arc[d->arc];
		double out = 0, more;

		if (d->split != split || (int)d->to_edge != edge || arc->delay[edge] < 0)
			continue;
		if (arc->slew[edge] >= 0)
			out = naive_table(library, arc->slew[edge], d->slew, load);
		more = naive_table(library, arc->delay[edge], d->slew, load) -
		       naive_table(library, arc->delay[edge], d->slew, 0);
		*slew = found ? worse_of(split, out, *slew) : out;
		*delay = found ? worse_of(split, more, *delay) : more;
		found = true;
	}
	return found;
}

/* Slews of ports and what their driving cells add to arrivals. */
static void compute_ports(struct naive *n)
{
	const struct constraints *c = n->in.constraints;

	must(ALLOC(&n->drive, 4 * (int64_t)n->in.netlist->n_ports));
	for (int32_t p = 0; c && p < c->n_ports; p++) {
		for (int k = 0; k < 4; k++) {
			enum split split = (enum split)(k / 2);
			double given = c->port[p].slew[split][k % 2];
			int32_t v = 2 * netlist_driving_side(n->in.netlist, p) + k % 2;
			double *slew = &n->slew[2 * (int64_t)v + split];
			double delay = 0;

			*slew = is_given(given) ? given : 0;
			if (!drive(n, p, split, k % 2, slew, &delay))
				continue;
			if (n->in.hands) {
				*slew = naive_port_slew(n, p, split, k % 2);
				continue; /* what the load adds is on the wires */
			}
			delay = derated(n, NULL, &(struct naive_delay){false, split, v, delay});
			n->drive[4 * (int64_t)p + k] = round_ps(n, delay, *slew);
			if (n->drive[4 * (int64_t)p + k] == NAIVE_NONE)
				n->drive[4 * (int64_t)p + k] = 0;
		}
	}
}

/* ---- delays and slews ---- */

/* Slew at the tail of an arc, or at the clock of a check: of an ideal clock at registers. */
double naive_tail_slew(const struct naive *n, int32_t v, enum split split, bool of_register)
{
	int64_t at = 2 * (int64_t)v + split;

	return of_register && n->ideal[v] ? n->ideal_slew[at] : n->slew[at];
}

double naive_gate_delay(struct naive *n, const struct naive_arc *arc, double slew, double *slew_out)
{
	int32_t net = n->in.netlist->pin_net[arc->to / 2];
	double load;

	if (n->in.hands)
		return naive_drive(n, arc, slew, slew_out);
	load = net < 0 ? 0 : n->load[4 * (int64_t)net + 2 * arc->split + arc->to % 2];
	*slew_out = arc->slew_lut < 0 ? 0 : naive_table(arc->library, arc->slew_lut, slew, load);
	return naive_table(arc->library, arc->delay_lut, slew, load);
}

double naive_die_share(const struct naive *n, const struct naive_arc *arc, double delay)
{
	double by = n->in.increment ? n->in.increment(arc->from, arc->to) : 0;

	return delay > 0 ? fmax(1 + by / (1000 * delay), 0) : 1;
}

int64_t naive_through(struct naive *n, const struct naive_arc *arc, double slew,
		      const struct naive_measures *by, double *slew_out)
{
	double delay;

	if (arc->library) {
		delay = naive_gate_delay(n, arc, slew, slew_out) + arc->reduction;
		*slew_out *= naive_die_share(n, arc, delay);
	} else if (n->in.hands) {
		delay = naive_receive(n, arc, slew, slew_out);
	} else {
		int64_t at = 4 * naive_wire(n, arc->from / 2, arc->to / 2) + 2 * arc->split +
			     arc->to % 2;
		double impulse = n->wire_impulse[at];

		delay = n->wire_delay[at];
		*slew_out = impulse > 0 ? sqrt(slew * slew + impulse) : slew;
	}
	return round_ps(
		n,
		derated(n, by,
			&(struct naive_delay){arc->library != NULL, arc->split, arc->to, delay}),
		*slew_out);
}

/* From an output in parallel with others comes a share of its slew. */
static void through(struct naive *n, struct naive_arc *arc, double *slew_out)
{
	double slew = naive_tail_slew(n, arc->from, arc->split, arc->kind == NAIVE_LAUNCH);

	if (!arc->library && n->parallel[arc->from]) {
		naive_share_slew(n, arc->from, arc->split);
		if (!n->in.hands)
			slew *= n->share[2 * (int64_t)arc->from + arc->split];
	}
	arc->delay = naive_through(n, arc, slew, NULL, slew_out);
}

static void compute_slew(struct naive *n, int32_t v, enum split split);

void naive_need_slew(struct naive *n, int32_t v, enum split split)
{
	compute_slew(n, v, split);
}

/* A slew that a port was given stands against all that comes along nets; 0 doesn't. */
bool naive_keeps_slew(const struct naive *n, int32_t v)
{
	const struct constraints *c = n->in.constraints;

	return c && v / 2 < c->n_ports && n->in.netlist->port_direction[v / 2] != LIB_INOUT &&
	       (c->port[v / 2].slew[EARLY][v % 2] > 0 || c->port[v / 2].slew[LATE][v % 2] > 0);
}

/* What one arc brings to the slew at its head. */
static void merge_slew(struct naive *n, struct naive_arc *arc, bool *found)
{
	int64_t at = 2 * (int64_t)arc->to + arc->split;
	double slew;

	compute_slew(n, arc->from, arc->split);
	through(n, arc, &slew);
	if (arc->delay == NAIVE_NONE || naive_keeps_slew(n, arc->to))
		return;
	n->slew[at] = *found ? worse_of(arc->split, slew, n->slew[at]) : slew;
	*found = true;
}

/* A vertex without arcs into it keeps what its port has, or 0. */
static void compute_slew(struct naive *n, int32_t v, enum split split)
{
	int64_t at = 2 * (int64_t)v + split;
	bool found = false;

	if (n->done[at])
		return;
	n->done[at] = true;
	if (!isnan(n->forced[at])) {
		n->slew[at] = n->forced[at];
		found = true;
	}
	for (int64_t j = n->in_row[v]; j < n->in_row[v + 1]; j++) {
		if (n->arc[n->in_arc[j]].split == split)
			merge_slew(n, &n->arc[n->in_arc[j]], &found);
	}
	for (int64_t a = 0; a < n->n_impossible; a++) {
		if (n->impossible[a].split == split && n->impossible[a].to == v)
			merge_slew(n, &n->impossible[a], &found);
	}
}

/* Does no other arc lead to a vertex? */
static bool is_alone(const struct naive *n, int32_t v)
{
	bool alone = n->in_row[v] == n->in_row[v + 1];

	for (int64_t a = 0; a < n->n_impossible; a++)
		alone &= n->impossible[a].to != v;
	return alone;
}

/* What comes through latches can go round: until no slew at an output is worse than it was taken for. */
static bool force_slews(struct naive *n)
{
	bool changed = false;

	for (int64_t a = n->n_arcs; a < n->n_arcs + n->n_latch_arcs; a++) {
		struct naive_arc *arc = &n->arc[a];
		int64_t at = 2 * (int64_t)arc->to + arc->split;
		double slew;

		through(n, arc, &slew);
		if (arc->delay == NAIVE_NONE || n->ideal[arc->to] ||
		    ((!is_alone(n, arc->to) || !isnan(n->forced[at])) &&
		     worse_of(arc->split, slew, n->slew[at]) == n->slew[at]))
			continue;
		n->forced[at] = slew;
		n->slew[at] = slew;
		changed = true;
	}
	return changed;
}

/* The delays of the die. */
static void open_die(struct naive *n, struct naive_arc *arc, int64_t n_arcs)
{
	for (int64_t a = 0; a < n_arcs && n->in.increment; a++) {
		if (arc[a].library && arc[a].delay != NAIVE_NONE)
			arc[a].delay += n->in.increment(arc[a].from, arc[a].to);
	}
}

static void compute_slews(struct naive *n)
{
	size_t size = 2 * (size_t)n->n_vertices;
	int64_t n_bad = n->n_bad;
	double *given; /* of ports; where a loop is cut, nothing of the pass before comes round */

	must(ALLOC(&given, (int64_t)size));
	memcpy(given, n->slew, size * sizeof *given);
	do {
		n->n_bad = n_bad;
		memset(n->done, 0, size * sizeof *n->done);
		memcpy(n->slew, given, size * sizeof *given);
		for (int32_t v = 0; v < n->n_vertices; v++)
			for (int split = 0; split < N_SPLITS; split++)
				compute_slew(n, v, (enum split)split);
	} while (force_slews(n));
	free(given);
	naive_combine(n);
	open_die(n, n->arc, n->n_arcs);
	open_die(n, n->impossible, n->n_impossible);
}

int64_t naive_margin(struct naive *n, const struct naive_check *c, double data_slew)
{
	double clock = naive_tail_slew(n, c->clock, (enum split)(1 - c->split), !c->non_sequential);
	int32_t x = n->in.netlist->pin_instance[c->data / 2];

	return round_ps(n,
			naive_table(c->library, c->lut, clock, data_slew) *
				derate_as(n, DERATE_CHECK, c->split, c->data, false, x, -1),
			0);
}

/* A bad one counts where a path ends at it. */
static void compute_margin(struct naive *n, struct naive_check *c)
{
	int64_t n_bad = n->n_bad;

	c->margin = naive_margin(n, c, naive_tail_slew(n, c->data, c->split, false));
	n->n_bad = n_bad;
}

/* ---- all of it ---- */

static void alloc_results(struct naive *n)
{
	int64_t n_pins = n->in.netlist->n_all_pins;

	must(ALLOC(&n->slew, 4 * n_pins));
	must(ALLOC(&n->done, 4 * n_pins));
	must(ALLOC(&n->forced, 4 * n_pins));
	for (int64_t i = 0; i < 4 * n_pins; i++)
		n->forced[i] = NAN;
	must(ALLOC(&n->load, 4 * (int64_t)n->in.netlist->n_nets));
}

void naive_timing(struct naive *n, const struct naive_input *in)
{
	*n = (struct naive){.in = *in, .n_vertices = 2 * in->netlist->n_all_pins};
	alloc_results(n);
	naive_constants(n);
	naive_arcs(n);
	naive_clock_networks(n);
	naive_gates(n);
	naive_mark_shared(n);
	naive_wires(n);
	naive_find_parallel(n);
	compute_loads(n);
	compute_ports(n);
	compute_slews(n);
	for (int64_t c = 0; c < n->n_checks; c++)
		compute_margin(n, &n->check[c]);
	naive_clock_arrivals(n);
}

void naive_release(struct naive *n)
{
	free(n->arc);
	free(n->check);
	free(n->impossible);
	free(n->in_row);
	free(n->out_row);
	free(n->in_arc);
	free(n->out_arc);
	free(n->check_row);
	free(n->check_at);
	free(n->gate);
	free(n->reference);
	free(n->value);
	free(n->reached);
	free(n->clock_arrival);
	free(n->clocked);
	free(n->shared);
	free(n->ideal);
	free(n->on_way);
	free(n->ideal_slew);
	free(n->slew);
	free(n->drive);
	free(n->load);
	free(n->wire_delay);
	free(n->wire_impulse);
	free(n->wire_seen);
	free(n->wire_row);
	free(n->driver_row);
	free(n->done);
	free(n->forced);
	free(n->parallel);
	free(n->share);
	*n = (struct naive){0};
}
