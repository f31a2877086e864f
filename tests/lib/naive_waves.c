/*
 * dmp_ceff_elmore and thresholds in the naive reference: which waves meet at a load, and what is worst there. How a single gate
 * drives a pi is the kernels' own function (wave.h), which is compared with what OpenSTA reports (t_golden_dmp.sh).
 */
#include <math.h>
#include <stdlib.h>

#include "base/grow.h"
#include "gpu/delay/wave.h"
#include "naive_timing.h"

static const struct library *library_of(const struct naive *n, int32_t pin, enum split split)
{
	const struct netlist *netlist = n->in.netlist;
	const struct constraints *c = n->in.constraints;
	int32_t named = netlist_named_vertex(netlist, 2 * pin) / 2,
		x = netlist->pin_instance[named];
	const struct library *of_cell;

	if (x >= 0) {
		of_cell = netlist->master[netlist->instance_master[x]].library[split];
		return of_cell ? of_cell : netlist->library[0];
	}
	for (int32_t i = 0;
	     c && pin == netlist_driving_side(netlist, named) && i < c->port[named].n_driving_arcs;
	     i++) {
		const struct driving_arc *d = &c->driving_arc[c->port[named].first_driving_arc + i];

		if (d->split == split)
			of_cell = netlist->library[d->library];
		if (d->split == split)
			return of_cell;
	}
	return netlist->library[0];
}

static struct device_thresholds thresholds(const struct library *l, int edge)
{
	double low = l->slew_lower[edge] / 100, high = l->slew_upper[edge] / 100;
	double out = l->output_threshold[edge] / 100;

	return (struct device_thresholds){
		low,      high,        l->input_threshold[edge] / 100, out, l->slew_derate,
		log(out), log1p(-out), log((1 - low) / (1 - high))};
}

static bool same_thresholds(const struct library *a, const struct library *b)
{
	bool same = a->slew_derate == b->slew_derate;

	for (int e = 0; e < 2; e++)
		same &= a->slew_lower[e] == b->slew_lower[e] &&
			a->slew_upper[e] == b->slew_upper[e] &&
			a->input_threshold[e] == b->input_threshold[e] &&
			a->output_threshold[e] == b->output_threshold[e];
	return same;
}

static void convert(const struct library *from, const struct library *to, int edge, double *delay,
		    double *slew)
{
	struct device_thresholds a = thresholds(from, edge), b = thresholds(to, edge);
	double shift = *slew * ((b.in - a.out) / (a.high - a.low));

	if (same_thresholds(from, to))
		return;
	*delay += edge ? -shift : shift;
	*slew *= ((b.high - b.low) / b.derate) / ((a.high - a.low) / a.derate);
}

/* ---- waves ---- */

static struct device_pi pi_at(const struct naive *n, int32_t vertex, enum split split)
{
	int corner = 2 * split + vertex % 2;
	int32_t net = n->in.netlist->pin_net[vertex / 2];
	double pi[3], load = net < 0 ? 0 : n->load[4 * (int64_t)net + corner];

	if (n->in.dmp && naive_pi(n, vertex / 2, corner, pi)) {
		double more = load - (pi[0] + pi[2]);

		return (struct device_pi){pi[0], pi[1], pi[2] + (more > load * 1e-9 ? more : 0)};
	}
	return (struct device_pi){load, 0, 0};
}

static void put_table(const struct library *library, int32_t id, struct device_table *out)
{
	const struct lut *lut = &library->lut[id];

	*out = (struct device_table){.axes = lut->first, .values = lut->first};
	for (int i = 0; i < 2; i++) {
		bool there = lut->variable[i] != LUT_NONE;

		out->n[i] = lut->n[i];
		out->n_points[i] = there ? lut->n[i] : 0;
		out->operand[i] = there && lut->variable[i] == LUT_LOAD;
		out->values += out->n_points[i];
	}
}

struct asked {
	const struct library *library;
	int32_t delay, slew; /* luts */
	int32_t vertex;
	enum split split;
	double slew_in;
};

static struct device_wave wave_of(const struct naive *n, const struct asked *a, double *delay)
{
	struct device_table table[2] = {{0}};
	struct device_tables tables = {NULL, table, a->library->number};
	struct device_thresholds at =
		thresholds(library_of(n, a->vertex / 2, a->split), a->vertex % 2);
	struct gate gate = {&tables, 0, a->slew < 0 ? -1 : 1, a->slew_in, &at};
	struct device_pi pi = pi_at(n, a->vertex, a->split);
	struct device_wave wave;

	put_table(a->library, a->delay, &table[0]);
	if (a->slew >= 0)
		put_table(a->library, a->slew, &table[1]);
	if (n->in.dmp) {
		drive_wire(&gate, &pi, false, &wave, delay);
		return wave;
	}
	*delay = naive_table(a->library, a->delay, a->slew_in, pi.c2);
	wave = (struct device_wave){.ceff = pi.c2};
	if (a->slew >= 0)
		wave.slew = naive_table(a->library, a->slew, a->slew_in, pi.c2);
	return wave;
}

static struct device_wave arc_wave(const struct naive *n, const struct naive_arc *arc, double slew,
				   double *delay)
{
	struct asked a = {arc->library, arc->delay_lut, arc->slew_lut, arc->to, arc->split, slew};

	return wave_of(n, &a, delay);
}

static double graph_slew(struct naive *n, const struct naive_arc *arc)
{
	return naive_tail_slew(n, arc->from, arc->split, arc->kind == NAIVE_LAUNCH);
}

/* By the graph's slew the graph's wave; by a path's own its Ceff. */
double naive_drive(struct naive *n, const struct naive_arc *arc, double slew, double *slew_out)
{
	double delay, at_graph = graph_slew(n, arc), own, graph, own_slew = 0, graph_slew = 0;
	struct device_wave wave = arc_wave(n, arc, at_graph, &delay);
	struct device_pi pi = pi_at(n, arc->to, arc->split);

	own = naive_table(arc->library, arc->delay_lut, slew, wave.ceff);
	graph = naive_table(arc->library, arc->delay_lut, at_graph, wave.ceff);
	if (arc->slew_lut >= 0) {
		own_slew = naive_table(arc->library, arc->slew_lut, slew, wave.ceff);
		graph_slew = naive_table(arc->library, arc->slew_lut, at_graph, wave.ceff);
	}
	*slew_out = wave.slew + (own_slew - graph_slew);
	return wave.rd > 0 && pi.c2 * 1000 < pi.c1 ? wave.crossing + (own - graph) : own;
}

/* ---- at loads ---- */

struct worst {
	const struct naive *naive;
	const struct naive_arc *wire;
	double delay, slew, share; /* of the slew of the next wave, in a die */
	bool any;
};

static void add(struct worst *w, const struct library *library, double delay, double slew)
{
	const struct naive_arc *wire = w->wire;
	bool late = wire->split == LATE;

	convert(library, library_of(w->naive, wire->to / 2, wire->split), wire->to % 2, &delay,
		&slew);
	if (!w->any || (late ? delay > w->delay : delay < w->delay))
		w->delay = delay;
	if (!w->any || (late ? slew > w->slew : slew < w->slew))
		w->slew = slew;
	w->any = true;
}

static int64_t place_of(const struct worst *w)
{
	const struct naive_arc *wire = w->wire;

	return 4 * naive_wire(w->naive, wire->from / 2, wire->to / 2) + 2 * wire->split +
	       wire->to % 2;
}

/* As by elmore: √(slew² + impulse). */
static double through_wire(const struct worst *w, double slew, double *delay)
{
	int64_t at = place_of(w);
	double impulse = w->naive->wire_impulse[at];

	*delay = w->naive->wire_delay[at];
	return impulse > 0 ? sqrt(slew * slew + impulse) : slew;
}

static void add_step(struct worst *w, const struct library *library, double slew)
{
	struct device_thresholds at = thresholds(library, w->wire->from % 2);
	double delay, out = through_wire(w, slew, &delay);

	if (w->naive->in.dmp && delay > 0) {
		out = slew + delay * at.log_slew / at.derate;
		delay *= -at.log_rest;
	}
	add(w, library, delay, out);
}

static void add_wave(struct worst *w, const struct library *library, const struct device_wave *wave,
		     double before)
{
	struct device_thresholds at = thresholds(library, w->wire->from % 2);
	struct device_pi pi = pi_at(w->naive, w->wire->from, w->wire->split);
	double delay, slew, own = wave->slew * w->share;

	if (w->naive->in.dmp) {
		wave_at_load(wave, &pi, &at, w->naive->wire_delay[place_of(w)], &delay, &slew);
		slew += own - wave->slew;
	} else {
		slew = through_wire(w, own, &delay);
	}
	add(w, library, before + delay, slew);
}

static void add_arc(struct worst *w, struct naive *n, const struct naive_arc *arc)
{
	struct device_wave wave;
	double delay;

	if (!arc->library || arc->split != w->wire->split || arc->to != w->wire->from)
		return;
	naive_need_slew(n, arc->from, arc->split);
	wave = arc_wave(n, arc, graph_slew(n, arc), &delay);
	w->share = naive_die_share(n, arc, delay);
	if (fabs(delay) < 2.1e6 && fabs(wave.slew) < 2.1e6)
		add_wave(w, library_of(n, arc->to / 2, arc->split), &wave, 0);
}

/* Of a driving cell's arcs: into all that the port drives. */
static void add_drives(struct worst *w, struct naive *n, int32_t port, int edge, double *slew)
{
	const struct constraints *c = n->in.constraints;

	for (int32_t i = 0; c && i < c->port[port].n_driving_arcs; i++) {
		const struct driving_arc *d = &c->driving_arc[c->port[port].first_driving_arc + i];
		const struct library *library = n->in.netlist->library[d->library];
		const struct lib_arc *arc = &library->arc[d->arc];
		struct asked a = {library,       arc->delay[edge], arc->slew[edge],
				  w->wire->from, w->wire->split,   d->slew};
		struct device_wave wave;
		double delay;

		if (d->split != w->wire->split || (int)d->to_edge != edge || a.delay < 0)
			continue;
		wave = wave_of(n, &a, &delay);
		if (isnan(*slew) || (d->split == LATE ? wave.slew > *slew : wave.slew < *slew))
			*slew = wave.slew;
		if (w->wire->to >= 0)
			add_wave(w, library, &wave,
				 delay - naive_table(library, a.delay, d->slew, 0));
	}
}

double naive_port_slew(struct naive *n, int32_t port, enum split split, int edge)
{
	int32_t from = 2 * netlist_driving_side(n->in.netlist, port) + edge;
	struct naive_arc wire = {.from = from, .to = -1, .split = split};
	struct worst worst = {.naive = n, .wire = &wire, .share = 1};
	double slew = NAN;

	add_drives(&worst, n, port, edge, &slew);
	return slew;
}

double naive_receive(struct naive *n, const struct naive_arc *arc, double slew, double *slew_out)
{
	const struct netlist *netlist = n->in.netlist;
	int32_t from = arc->from, pin = netlist_named_vertex(netlist, from) / 2;
	const struct library *library = library_of(n, from / 2, arc->split);
	struct worst worst = {.naive = n, .wire = arc, .share = 1};
	double none = NAN, ratio = 1, shift = 0;

	if (pin < netlist->n_ports)
		add_drives(&worst, n, pin, from % 2, &none);
	for (int64_t j = n->in_row[from]; j < n->in_row[from + 1]; j++)
		add_arc(&worst, n, &n->arc[n->in_arc[j]]);
	for (int64_t a = 0; a < n->n_impossible; a++)
		add_arc(&worst, n, &n->impossible[a]);
	if (!worst.any)
		add_step(&worst, library, n->slew[2 * (int64_t)from + arc->split]);
	convert(library, library_of(n, arc->to / 2, arc->split), arc->to % 2, &shift, &ratio);
	*slew_out = worst.slew * n->share[2 * (int64_t)from + arc->split] +
		    (slew - n->slew[2 * (int64_t)from + arc->split]) * ratio;
	return worst.delay;
}
