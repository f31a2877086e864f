/* Steiner trees and the parasitics made of them. */
#include <stdlib.h>
#include <string.h>

#include "gen/place.h"
#include "gen/steiner.h"
#include "gen/wires.h"
#include "lib/placed_design.h"
#include "lib/tap.h"

static struct task task = TASK_INIT;

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* ---- trees ---- */

static int64_t distance(const int32_t *x, const int32_t *y, int32_t a, int32_t b)
{
	return llabs((int64_t)x[a] - x[b]) + llabs((int64_t)y[a] - y[b]);
}

/* A minimum spanning tree's, the plain way. */
static int64_t spanning_length(const int32_t *x, const int32_t *y, int32_t n)
{
	int64_t *way = calloc((size_t)n, sizeof *way), sum = 0;

	for (int32_t i = 1; i < n; i++)
		way[i] = distance(x, y, 0, i);
	way[0] = -1;
	for (int32_t k = 1; k < n; k++) {
		int32_t next = -1;

		for (int32_t i = 0; i < n; i++)
			if (way[i] >= 0 && (next < 0 || way[i] < way[next]))
				next = i;
		sum += way[next];
		way[next] = -1;
		for (int32_t i = 0; i < n; i++)
			if (way[i] > distance(x, y, i, next))
				way[i] = distance(x, y, i, next);
	}
	free(way);
	return sum;
}

static int64_t half_perimeter(const int32_t *x, const int32_t *y, int32_t n)
{
	int32_t x1 = x[0], x2 = x[0], y1 = y[0], y2 = y[0];

	for (int32_t i = 1; i < n; i++) {
		x1 = x[i] < x1 ? x[i] : x1;
		x2 = x[i] > x2 ? x[i] : x2;
		y1 = y[i] < y1 ? y[i] : y1;
		y2 = y[i] > y2 ? y[i] : y2;
	}
	return (int64_t)x2 - x1 + y2 - y1;
}

/* Does every node come up to the root, and do the lists of children say the same? */
static bool is_tree(const struct steiner *s)
{
	bool tree = s->parent[0] == -1;
	int32_t listed = 0;

	for (int32_t i = 1; i < s->n && tree; i++) {
		int32_t v = i, steps = 0;

		while (v > 0 && steps++ <= s->n)
			v = s->parent[v];
		tree = v == 0;
	}
	for (int32_t i = 0; i < s->n && tree; i++)
		for (int32_t c = s->first_child[i]; c >= 0 && tree; c = s->next[c]) {
			tree = s->parent[c] == i;
			listed++;
		}
	return tree && listed == s->n - 1;
}

static int64_t steiner_length(const struct steiner *s)
{
	int64_t length = 0;

	for (int32_t i = 0; i < s->n; i++) {
		int32_t p = s->parent[i];

		if (p >= 0)
			length += llabs((int64_t)s->x[i] - s->x[p]) +
				  llabs((int64_t)s->y[i] - s->y[p]);
	}
	return length;
}

/* Many nets of n places within a square; small squares have places that coincide. */
static void trees(int32_t n, uint64_t extent, int rounds)
{
	struct steiner s = {0};
	uint64_t state = extent * 77 + (uint64_t)n;
	bool tree = true, bounded = true, exact = true;
	int64_t sum = 0, spanning = 0;

	for (int round = 0; round < rounds; round++) {
		int64_t length, least, most;
		int32_t *x, *y;

		must(steiner_begin(&s, n));
		x = malloc((size_t)n * sizeof *x);
		y = malloc((size_t)n * sizeof *y);
		for (int32_t i = 0; i < n; i++) {
			s.x[i] = x[i] = (int32_t)(next_random(&state) % extent) - 50;
			s.y[i] = y[i] = (int32_t)(next_random(&state) % extent);
		}
		must(steiner_build(&s));
		length = steiner_length(&s);
		least = half_perimeter(x, y, n);
		most = spanning_length(x, y, n);
		tree &= is_tree(&s) && s.n < 2 * n && !memcmp(s.x, x, (size_t)n * sizeof *x) &&
			!memcmp(s.y, y, (size_t)n * sizeof *y);
		bounded &= length >= least && length <= most;
		exact &= n > 3 || length == least;
		sum += length;
		spanning += most;
		free(x);
		free(y);
	}
	OK(tree, "%d places within %d: trees, the places untouched", (int)n, (int)extent);
	OK(bounded && exact, "no longer than spanning trees: %.3f of them",
	   spanning ? (double)sum / (double)spanning : 1.0);
	if (n >= 10 && extent > 1000)
		OK((double)sum < 0.95 * (double)spanning, "and clearly shorter");
	steiner_release(&s);
}

/* ---- parasitics ---- */

static struct placement *make(void)
{
	struct netlist *netlist = placed_netlist(&(struct recipe){300, 2, 20, 9});
	struct technology *technology = placed_technology();
	struct place_options options = {.utilization = 0.7, .aspect = 1, .seed = 1};
	struct place_report report;
	struct placement *p;

	must(place_on_cpu(netlist, technology, &options, &task, &report, &p));
	technology_unref(technology);
	netlist_unref(netlist);
	return p;
}

static bool near(double a, double b)
{
	return a - b < 1e-9 * (1 + b) && b - a < 1e-9 * (1 + b);
}

/* All pins of the net once, resistors that span its nodes from the driver on. */
static bool spans(const struct parasitics *p, const struct netlist *netlist, int32_t entry)
{
	int32_t net = p->net[entry], first = netlist->net_pin_row[net];
	int32_t n_pins = netlist->net_pin_row[net + 1] - first;
	int64_t base = p->node_row[entry], n = p->node_row[entry + 1] - base;
	bool *seen = calloc((size_t)n, sizeof *seen), good = n >= n_pins;

	for (int32_t i = 0; i < n && good; i++)
		good = p->node_pin[base + i] == (i < n_pins ? netlist->net_pin[first + i] : -1);
	good = good && p->resistor_row[entry + 1] - p->resistor_row[entry] == n - 1;
	seen[0] = true;
	for (int64_t i = p->resistor_row[entry]; i < p->resistor_row[entry + 1] && good; i++) {
		good = seen[p->resistor_from[i]] && !seen[p->resistor_to[i]];
		seen[p->resistor_to[i]] = true;
	}
	free(seen);
	return good;
}

static void wires(void)
{
	struct placement *placement = make();
	const struct netlist *netlist = placement->netlist;
	struct wire_unit unit = {{0.002, 0.004}, {0.1, 0.3}};
	struct wire_report report;
	struct parasitics *p;
	double resistance = 0, capacitance = 0, total = 0;
	bool all = true;
	int32_t expected = 0;

	must(estimate_wires(placement, &unit, &task, &report, &p));
	for (int32_t net = 0; net < netlist->n_nets; net++) {
		bool wired = netlist->net_pin_row[net + 1] - netlist->net_pin_row[net] >= 2;

		all &= (p->entry_of_net[net] >= 0) == wired;
		expected += wired;
	}
	OK(all && p->n_nets == expected && report.n_nets == expected,
	   "nets with two pins and more have wires");
	for (int32_t i = 0; i < p->n_nets; i++) {
		double sum = 0;

		all &= spans(p, netlist, i);
		for (int64_t k = p->node_row[i]; k < p->node_row[i + 1]; k++)
			sum += p->node_capacitance[k];
		all &= near(sum, p->total[i]);
		capacitance += sum;
		total += p->total[i];
		for (int64_t k = p->resistor_row[i]; k < p->resistor_row[i + 1]; k++)
			resistance += p->resistance[k];
	}
	OK(all, "each is a tree from its driver, with all its pins");
	OK(near(total, capacitance) && near(report.capacitance, capacitance) &&
		   near(report.resistance, resistance),
	   "totals add up");
	/* x and y have different units: two sums, two unknowns */
	total = (capacitance * 0.004 - resistance * 0.3) / (0.1 * 0.004 - 0.3 * 0.002) +
		(resistance * 0.1 - capacitance * 0.002) / (0.1 * 0.004 - 0.3 * 0.002);
	OK(total < 1.001 * report.length && report.length < 1.001 * total,
	   "and are length times unit: %g um of %g", total, report.length);
	OK(report.length >= microns(half_perimeters(placement)) && report.n_unplaced == 0,
	   "%g um are no less than the half perimeters", report.length);
	parasitics_unref(p);
	placement_unref(placement);
}

static void unplaced(void)
{
	struct placement *placement = make();
	struct wire_unit unit = {{0.002, 0.002}, {0.1, 0.1}};
	struct wire_report all, some, none;
	struct parasitics *p;
	bool spanned = true;

	must(estimate_wires(placement, &unit, &task, &all, &p));
	parasitics_unref(p);
	for (int32_t i = 0; i < placement->n_components; i += 10)
		placement->component[i].status = UNPLACED;
	must(estimate_wires(placement, &unit, &task, &some, &p));
	for (int32_t i = 0; i < p->n_nets; i++)
		spanned &= spans(p, placement->netlist, i);
	OK(some.n_nets == all.n_nets && some.length < all.length && some.n_unplaced > 0 && spanned,
	   "pins that aren't placed are named and have no wire");
	parasitics_unref(p);
	for (int32_t i = 0; i < placement->n_components; i++)
		placement->component[i].status = UNPLACED;
	for (int32_t i = 0; i < placement->netlist->n_ports; i++)
		placement->port[i].status = UNPLACED;
	must(estimate_wires(placement, &unit, &task, &none, &p));
	OK(none.length <= 0 && none.n_nets == all.n_nets, "without any place no wire at all");
	parasitics_unref(p);
	task.cancel = true;
	OK(estimate_wires(placement, &unit, &task, &none, &p) == STATUS_CANCELLED,
	   "it can be cancelled");
	task.cancel = false;
	placement_unref(placement);
}

static void units(void)
{
	static const char *const m3[] = {"m3"}, *const two[] = {"m2", "m3"}, *const m9[] = {"m9"};
	struct technology *t = placed_technology();
	struct wire_unit u;

	must(wire_unit_of(t, m3, 1, &u));
	OK(near(u.resistance[0], 0.0003 / 0.1) && near(u.resistance[1], u.resistance[0]) &&
		   near(u.capacitance[0], 0.05 * 0.1 + 2 * 0.06),
	   "one layer serves both directions");
	must(wire_unit_of(t, two, 2, &u));
	OK(near(u.resistance[0], 0.003) && near(u.resistance[1], 0.0035) &&
		   near(u.capacitance[1], 0.005 + 2 * 0.05),
	   "two have one each");
	must(wire_unit_of(t, NULL, 0, &u));
	OK(near(u.resistance[0], 0.003) && near(u.resistance[1], (0.0035 + 0.0025) / 2),
	   "all but the lowest are averaged");
	OK(wire_unit_of(t, m9, 1, &u) == STATUS_FAILED, "m9 isn't there");
	technology_unref(t);
	must(technology_new("empty.lef", &t));
	OK(wire_unit_of(t, NULL, 0, &u) == STATUS_FAILED, "without layers there is none");
	technology_unref(t);
}

int main(void)
{
	trees(1, 1000, 3);
	trees(2, 1000, 200);
	trees(3, 1000, 2000);
	trees(4, 1000, 2000);
	trees(7, 5, 2000);
	trees(10, 100000, 1000);
	trees(24, 100000, 200);
	trees(25, 100000, 200);
	trees(40, 8, 200);
	trees(60, 1, 10);
	trees(300, 30, 30);
	trees(3000, 2000000, 2);
	wires();
	unplaced();
	units();
	return tap_done();
}
