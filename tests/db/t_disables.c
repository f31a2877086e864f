/* Disabled arcs: each form of set_disable_timing, then random ones against a search of the list. */
#include <stdlib.h>

#include "base/grow.h"
#include "db/disables.h"
#include "lib/small.h"
#include "lib/tap.h"

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

static void add(struct constraints *constraints, int32_t instance, int32_t master, int32_t from,
		int32_t to)
{
	must(GROW(&constraints->disabled, &constraints->disabled_capacity,
		  (int64_t)constraints->n_disabled + 1));
	constraints->disabled[constraints->n_disabled++] = (struct disabled_arc){
		.instance = instance, .from = from, .to = to, .master = master};
}

/* ---- by hand ---- */

/* Of the arcs of u1, h/u2 and net n1, those that are off, a bit each: A->Y and B->Y of u1, A->Y of
 * u2, and n1 from u1/Y to u2/A and to the register's D. */
enum { U1_A = 1, U1_B = 2, U2 = 4, NET_U2 = 8, NET_D = 16, ALL = 31 };

static int off(const struct netlist *netlist, const struct constraints *constraints)
{
	static const char *const ends[5][2] = {{"u1/A", "u1/Y"},
					       {"u1/B", "u1/Y"},
					       {"h/u2/A", "h/u2/Y"},
					       {"u1/Y", "h/u2/A"},
					       {"u1/Y", "h/r$[3]/D"}};
	struct disables disables;
	int bits = 0;

	must(disables_find(netlist, constraints, &disables));
	for (int i = 0; i < 5; i++) {
		int32_t from = small_pin(netlist, ends[i][0]), to = small_pin(netlist, ends[i][1]);
		int32_t instance = i < 3 ? netlist->pin_instance[from] : -1;

		bits |= arc_is_disabled(&disables, instance, from, to) << i;
	}
	disables_release(&disables);
	return bits;
}

static int off_with(const struct netlist *netlist, int32_t instance, int32_t master, int32_t from,
		    int32_t to)
{
	struct constraints *constraints;
	int bits;

	must(constraints_new("test", netlist, &constraints));
	add(constraints, instance, master, from, to);
	bits = off(netlist, constraints);
	constraints_unref(constraints);
	return bits;
}

static void check_forms(void)
{
	struct netlist *netlist = small_netlist();
	struct constraints *constraints;
	int32_t a = small_pin(netlist, "u1/A"), y = small_pin(netlist, "u1/Y");
	int32_t u2_a = small_pin(netlist, "h/u2/A"), u1 = netlist->pin_instance[a];
	int32_t nand = netlist->instance_master[u1];

#define OFF(...) off_with(netlist, __VA_ARGS__)
	OK(off(netlist, NULL) == 0, "without constraints");
	must(constraints_new("test", netlist, &constraints));
	OK(off(netlist, constraints) == 0, "none disabled");
	OK(OFF(-1, -1, a, -1) == U1_A, "an input: the arcs from it");
	OK(OFF(-1, -1, -1, a) == U1_A, "the same pin, given as an end");
	OK(OFF(-1, -1, y, -1) == (U1_A | U1_B | NET_U2 | NET_D), "an output: its net's too");
	OK(OFF(-1, -1, u2_a, -1) == U2, "a load: not its net's, which ends there");
	OK(OFF(-1, -1, small_pin(netlist, "a"), -1) == 0,
	   "a port: not what is downstream of its net");
	OK(OFF(u1, -1, -1, -1) == (U1_A | U1_B), "an instance: not its nets");
	OK(OFF(u1, -1, a, -1) == U1_A, "an instance's from a pin");
	OK(OFF(u1, -1, y, -1) == 0, "… isn't about its net");
	OK(OFF(u1, -1, -1, y) == (U1_A | U1_B), "an instance's to a pin");
	OK(OFF(u1, -1, a, y) == U1_A, "an instance's from and to");
	OK(OFF(-1, -1, y, u2_a) == NET_U2, "an arc of a net");
	OK(OFF(-1, nand, -1, -1) == (U1_A | U1_B), "a library cell");
	OK(OFF(-1, nand, 1, -1) == U1_B, "a library cell's from a pin");
	OK(OFF(-1, nand, -1, 2) == (U1_A | U1_B), "… to a pin");
	OK(OFF(-1, nand, 0, 2) == U1_A, "… from and to");
	OK(OFF(-1, nand, 2, 0) == 0, "… the other way round");
#undef OFF
	constraints_unref(constraints);
	netlist_unref(netlist);
}

/* ---- at random ---- */

static uint64_t state;

static int32_t below(int32_t n) /* splitmix64 */
{
	uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (int32_t)((z ^ z >> 31) % (uint64_t)n);
}

static void add_random(const struct netlist *netlist, struct constraints *constraints)
{
	int32_t from = below(netlist->n_pins - netlist->n_ports) + netlist->n_ports, to;
	int32_t x = netlist->pin_instance[from], first = netlist->instance_pin[x];
	int32_t master = netlist->instance_master[x];

	to = first + below(netlist->instance_pin[x + 1] - first);
	switch (below(8)) {
	case 0:
		add(constraints, -1, -1, from, -1);
		break;
	case 1:
		add(constraints, -1, -1, from, below(netlist->n_pins));
		break;
	case 2:
		add(constraints, x, -1, from, below(3) ? to : -1);
		break;
	case 3:
		add(constraints, x, -1, -1, to);
		break;
	case 4:
		add(constraints, -1, master, from - first, -1);
		break;
	case 5:
		add(constraints, -1, master, -1, to - first);
		break;
	default:
		add(constraints, -1, master, from - first, to - first);
	}
}

static bool fits(const struct netlist *netlist, const struct disabled_arc *d, int32_t instance,
		 int32_t from, int32_t to, bool is_check)
{
	int32_t base = d->master < 0 ? 0 : instance < 0 ? -1 : netlist->instance_pin[instance];
	bool at_from = d->from < 0 || d->from + base == from;
	bool at_to = d->to < 0 || d->to + base == to;

	if (is_check && d->from < 0 && (d->master < 0 || d->to < 0))
		return d->instance < 0 && d->master < 0 && d->to == from; /* a pin */
	if (d->master >= 0)
		return instance >= 0 && netlist->instance_master[instance] == d->master &&
		       at_from && at_to;
	if (d->instance < 0 && d->to < 0)
		return from == d->from || (instance >= 0 && !is_check && to == d->from);
	if (d->from >= 0 && d->to >= 0)
		return at_from && at_to;
	return instance == d->instance && at_from && at_to;
}

static bool is_listed(const struct netlist *netlist, const struct constraints *constraints,
		      int32_t instance, int32_t from, int32_t to, bool is_check)
{
	for (int32_t i = 0; i < constraints->n_disabled; i++) {
		if (fits(netlist, &constraints->disabled[i], instance, from, to, is_check))
			return true;
	}
	return false;
}

static void check_random(void)
{
	struct netlist *netlist = small_netlist();
	int n_wrong = 0, n_off = 0, n_on = 0;

	for (int round = 0; round < 200; round++) {
		struct constraints *constraints;
		struct disables disables;

		must(constraints_new("random", netlist, &constraints));
		for (int i = below(40); i > 0; i--)
			add_random(netlist, constraints);
		must(disables_find(netlist, constraints, &disables));
		for (int32_t i = 0; i < netlist->n_pins * netlist->n_pins; i++) {
			int32_t from = i / netlist->n_pins, to = i % netlist->n_pins;
			int32_t x = netlist->pin_instance[from];
			bool is_off;

			x = x == netlist->pin_instance[to] ? x : -1;
			is_off = arc_is_disabled(&disables, x, from, to);
			n_wrong += is_off != is_listed(netlist, constraints, x, from, to, false);
			if (x >= 0)
				n_wrong += check_is_disabled(&disables, x, from, to) !=
					   is_listed(netlist, constraints, x, from, to, true);
			n_off += is_off;
			n_on += !is_off;
		}
		disables_release(&disables);
		constraints_unref(constraints);
	}
	OK(n_wrong == 0 && n_off > 1000 && n_on > 1000, "random ones, all pairs of pins");
	netlist_unref(netlist);
}

int main(void)
{
	check_forms();
	check_random();
	return tap_done();
}
