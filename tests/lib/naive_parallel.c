/*
 * Outputs that drive one net in parallel in the naive reference: what a load adds to an arc's delay is combined harmonically with
 * what it adds at each other output, there by the arc that makes slack worst; slews likewise, at the outputs and at their loads.
 */
#include <math.h>
#include <stdlib.h>

#include "base/grow.h"
#include "naive_timing.h"

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* Of each vertex: arcs of gates and of latches that lead to it, wires from it. */
struct counts {
	int32_t *gates, *latches, *wires;
};

static void count(const struct naive_arc *arc, int64_t n, int32_t *gates, int32_t *wires)
{
	for (int64_t a = 0; a < n; a++) {
		if (arc[a].library)
			gates[arc[a].to]++;
		else if (arc[a].split == LATE)
			wires[arc[a].from]++;
	}
}

/* No latch, with wires to all that the net drives. */
static bool is_whole(const struct naive *n, const struct counts *counts, int32_t v)
{
	const struct netlist *netlist = n->in.netlist;
	int32_t net = netlist->pin_net[v / 2];
	int n_loads = 0;

	for (int32_t j = netlist->net_pin_row[net]; j < netlist->net_pin_row[net + 1]; j++)
		n_loads +=
			netlist->net_pin[j] != v / 2 && naive_takes(netlist, netlist->net_pin[j]);
	return n_loads && !counts->latches[v] && counts->wires[v] == n_loads;
}

static bool is_candidate(const struct naive *n, const struct counts *counts, int32_t v)
{
	const struct netlist *netlist = n->in.netlist;
	int32_t pin = v / 2, x = netlist->pin_instance[pin];
	const struct master *m = x < 0 ? NULL : &netlist->master[netlist->instance_master[x]];
	const struct library *library = m ? m->library[LATE] : NULL;
	int32_t lib_pin;

	if (!library || netlist_pin_direction(netlist, pin) != LIB_OUTPUT)
		return false;
	lib_pin = library_find_pin(
		library, m->cell[LATE],
		names_get(&netlist->pin_name, m->pin_name[pin - netlist->instance_pin[x]]));
	return library->pin[library->cell[m->cell[LATE]].first_pin + lib_pin].three_state < 0 &&
	       counts->gates[v] + counts->latches[v] > 0;
}

void naive_find_parallel(struct naive *n)
{
	const struct netlist *netlist = n->in.netlist;
	struct counts counts;
	int32_t *latch_wires;

	must(ALLOC(&counts.gates, n->n_vertices));
	must(ALLOC(&counts.latches, n->n_vertices));
	must(ALLOC(&counts.wires, n->n_vertices));
	must(ALLOC(&latch_wires, n->n_vertices));
	count(n->arc, n->n_arcs, counts.gates, counts.wires);
	count(n->impossible, n->n_impossible, counts.gates, counts.wires);
	count(n->arc + n->n_arcs, n->n_latch_arcs, counts.latches, latch_wires);
	free(latch_wires);
	must(ALLOC(&n->parallel, n->n_vertices));
	must(ALLOC(&n->share, 2 * (int64_t)n->n_vertices));
	for (int64_t i = 0; i < 2 * (int64_t)n->n_vertices; i++)
		n->share[i] = 1;
	for (int64_t at = 0; at < 2 * (int64_t)netlist->n_nets; at++) {
		int32_t net = (int32_t)(at / 2), begin = netlist->net_pin_row[net];
		int n_drivers = 0;
		bool whole = true;

		for (int32_t j = begin; j < netlist->net_pin_row[net + 1]; j++) {
			int32_t v = 2 * netlist->net_pin[j] + (int32_t)(at % 2);

			if (netlist->net_n_drivers[net] < 2 || !is_candidate(n, &counts, v))
				continue;
			n_drivers++;
			whole &= is_whole(n, &counts, v);
			n->parallel[v] = true;
		}
		for (int32_t j = begin; j < netlist->net_pin_row[net + 1]; j++)
			n->parallel[2 * netlist->net_pin[j] + at % 2] &= n_drivers > 1 && whole;
	}
	free(counts.gates);
	free(counts.latches);
	free(counts.wires);
}

/* The j-th pin of an output's net at its edge, −1 after the last. */
static int32_t beside(const struct naive *n, int32_t v, int32_t j)
{
	const struct netlist *netlist = n->in.netlist;
	int32_t net = netlist->pin_net[v / 2];

	j += netlist->net_pin_row[net];
	return j < netlist->net_pin_row[net + 1] ? 2 * netlist->net_pin[j] + v % 2 : -1;
}

/* In whole parts of the least, so that sums don't depend on their order. */
static int64_t conductance(double least, double ps)
{
	return ps > 0 ? (int64_t)(fmin(least / ps, pow(2, 20)) * pow(2, 40)) : 0;
}

void naive_share_slew(struct naive *n, int32_t v, enum split split)
{
	double least = INFINITY, own = n->slew[2 * (int64_t)v + split];
	int64_t sum = 0;
	int32_t other;

	for (int32_t j = 0; (other = beside(n, v, j)) >= 0; j++) {
		double *slew = &n->slew[2 * (int64_t)other + split];

		if (!n->parallel[other])
			continue;
		naive_need_slew(n, other, split);
		least = *slew > 0 ? fmin(least, *slew) : least;
	}
	for (int32_t j = 0; (other = beside(n, v, j)) >= 0; j++)
		sum += n->parallel[other] ? conductance(least, n->slew[2 * (int64_t)other + split])
					  : 0;
	n->share[2 * (int64_t)v + split] = own > 0 ? least * (pow(2, 40) / (double)sum) / own : 1;
}

/* What the load adds to an arc. */
static double load_delay(struct naive *n, const struct naive_arc *arc)
{
	double slew = naive_tail_slew(n, arc->from, arc->split, arc->kind == NAIVE_LAUNCH), out;

	return naive_gate_delay(n, arc, slew, &out) -
	       naive_table(arc->library, arc->delay_lut, slew, 0);
}

static struct naive_arc *any_arc(struct naive *n, int64_t a)
{
	return a < n->n_arcs ? &n->arc[a] : &n->impossible[a - n->n_arcs];
}

/* Of each output and split by the arc that makes slack worst; 0 = it has none. */
static double *output_delays(struct naive *n)
{
	double *worst;

	must(ALLOC(&worst, 2 * (int64_t)n->n_vertices));
	for (int64_t i = 0; i < 2 * (int64_t)n->n_vertices; i++)
		worst[i] = NAN;
	for (int64_t a = 0; a < n->n_arcs + n->n_impossible; a++) {
		struct naive_arc *arc = any_arc(n, a);
		double *at = &worst[2 * (int64_t)arc->to + arc->split], delay;

		if (!n->parallel[arc->to] || !arc->library || arc->delay == NAIVE_NONE)
			continue;
		delay = load_delay(n, arc);
		if (isnan(*at) || (arc->split == LATE ? delay > *at : delay < *at))
			*at = delay;
	}
	for (int64_t i = 0; i < 2 * (int64_t)n->n_vertices; i++)
		worst[i] = isnan(worst[i]) ? 0 : worst[i];
	return worst;
}

static void reduce(struct naive *n, const double *worst, struct naive_arc *arc)
{
	double delay, least = INFINITY, at;
	int64_t own, others = 0;
	int32_t other;

	if (!arc->library || !n->parallel[arc->to] || arc->delay == NAIVE_NONE)
		return;
	for (int32_t j = 0; (other = beside(n, arc->to, j)) >= 0; j++) {
		at = n->parallel[other] ? worst[2 * (int64_t)other + arc->split] : 0;
		least = at > 0 ? fmin(least, at) : least;
	}
	for (int32_t j = 0; (other = beside(n, arc->to, j)) >= 0; j++) {
		if (other != arc->to && n->parallel[other])
			others += conductance(least, worst[2 * (int64_t)other + arc->split]);
	}
	delay = load_delay(n, arc);
	own = conductance(isinf(least) ? 0 : least, delay);
	arc->reduction = own ? least * (pow(2, 40) / (double)(own + others)) - delay : 0;
}

void naive_combine(struct naive *n)
{
	double *worst = output_delays(n);

	for (int64_t a = 0; a < n->n_arcs + n->n_impossible; a++)
		reduce(n, worst, any_arc(n, a));
	free(worst);
	for (int64_t a = 0; a < n->n_arcs + n->n_impossible; a++) {
		struct naive_arc *arc = any_arc(n, a);
		double slew;

		if (arc->reduction != 0)
			arc->delay = naive_through(n, arc,
						   naive_tail_slew(n, arc->from, arc->split,
								   arc->kind == NAIVE_LAUNCH),
						   NULL, &slew);
	}
	for (int32_t v = 0; v < n->n_vertices; v++) {
		for (int split = 0; split < 2 && n->parallel[v]; split++)
			n->slew[2 * (int64_t)v + split] *= n->share[2 * (int64_t)v + split];
	}
}
