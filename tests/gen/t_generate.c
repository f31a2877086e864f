/* Made designs: sizes as in the paper's table, the rules of a netlist, the same for the same seed;
 * and what is counted of a netlist that was counted by hand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "lib/cells.h"
#include "db/layout/placement_check.h"
#include "db/statistics.h"
#include "gen/generate.h"
#include "gen/pack.h"
#include "gen/place.h"
#include "base/random.h"
#include "read/layout/lef.h"
#include "read/liberty/liberty.h"
#include "lib/tap.h"

static struct task task = TASK_INIT;

static const char *asset(const char *name)
{
	static char path[4096];
	const char *srcdir = getenv("srcdir");

	snprintf(path, sizeof path, "%s/assets/ws45/%s", srcdir ? srcdir : ".", name);
	return path;
}

static struct technology *bundled_technology(void)
{
	struct text warnings = TEXT_INIT;
	struct technology *technology = NULL;

	if (lef_read(asset("ws45.lef.gz"), NULL, &warnings, &task, &technology) != STATUS_OK)
		abort();
	text_release(&warnings);
	return technology;
}

static struct library *bundled(const char *path)
{
	struct text warnings = TEXT_INIT;
	struct library *library = NULL;

	if (liberty_read(path, &warnings, &task, &library) != STATUS_OK)
		abort();
	text_release(&warnings);
	return library;
}

/* ---- statistics of a netlist by hand ---- */

/* To the cell added last. */
static void add_arc(struct library *library, const struct lib_arc *arc)
{
	if (library_add_arc(library, arc) != STATUS_OK)
		abort();
	library->cell[library->n_cells - 1].n_arcs++;
}

/* Of arcs whose delays aren't looked at. */
#define NO_TABLES .delay = {-1, -1}, .slew = {-1, -1}

static struct library *counted_library(void)
{
	static const struct lib_arc arcs[] = {
		{.from = 0, .to = 2, .kind = LIB_COMBINATIONAL, .when = -1, NO_TABLES},
		{.from = 0, .to = 2, .kind = LIB_COMBINATIONAL, .when = 0, NO_TABLES},
		{.from = 1, .to = 2, .kind = LIB_COMBINATIONAL, .when = -1, NO_TABLES},
	};
	static const struct lib_arc launch = {
		.from = 0, .to = 2, .kind = LIB_LAUNCH, .when = -1, NO_TABLES};
	static const struct lib_arc setup = {
		.from = 0, .to = 1, .kind = LIB_SETUP, .when = -1, NO_TABLES};
	struct library *library = cells_empty("counted");

	cells_cell(library, "AND");
	cells_pin(library, "A", LIB_INPUT, 1);
	cells_pin(library, "B", LIB_INPUT, 1);
	cells_pin(library, "Z", LIB_OUTPUT, 0);
	for (int i = 0; i < 3; i++)
		add_arc(library, &arcs[i]);
	cells_cell(library, "FF");
	cells_pin(library, "C", LIB_INPUT, 1);
	library->pin[library->n_pins - 1].is_clock = true;
	cells_pin(library, "D", LIB_INPUT, 1);
	cells_pin(library, "Q", LIB_OUTPUT, 0);
	cells_pin(library, "IQ", LIB_INTERNAL, 0);
	add_arc(library, &launch);
	add_arc(library, &setup);
	library_close(library);
	return library;
}

static int32_t connected(struct netlist *n, const char *name, int32_t master, int32_t a, int32_t b,
			 int32_t z)
{
	int32_t x;

	netlist_add_instance(n, name, master, &x);
	netlist_connect(n, n->instance_pin[x], a);
	netlist_connect(n, n->instance_pin[x] + 1, b);
	netlist_connect(n, n->instance_pin[x] + 2, z);
	return x;
}

/* r launches u1 and u2 (u1 in between), which meet in u3; that goes back to r and out. */
static struct netlist *counted_netlist(void)
{
	struct library *library = counted_library();
	struct netlist *n;
	int32_t and, ff, id, net[6];
	static const char *const name[] = {"c", "a", "z", "q", "n1", "n2"};

	netlist_new("counted", &n);
	netlist_add_cell(n, library, 0, NULL, -1, &and);
	netlist_add_cell(n, library, 1, NULL, -1, &ff);
	library_unref(library);
	netlist_add_port(n, "c", LIB_INPUT, &id);
	netlist_add_port(n, "a", LIB_INPUT, &id);
	netlist_add_port(n, "z", LIB_OUTPUT, &id);
	for (int i = 0; i < 6; i++)
		netlist_add_net(n, name[i], NET_SIGNAL, &net[i]);
	for (int32_t p = 0; p < 3; p++)
		netlist_connect(n, p, net[p]);
	connected(n, "r", ff, net[0], net[2], net[3]);
	connected(n, "u1", and, net[3], net[1], net[4]);
	connected(n, "u2", and, net[3], net[4], net[5]);
	connected(n, "u3", and, net[5], net[4], net[2]);
	netlist_close(n);
	return n;
}

static void test_statistics(void)
{
	struct netlist *n = counted_netlist();
	struct design_statistics s;

	OK(design_statistics(n, &task, &s) == STATUS_OK, "a netlist is counted");
	OK(s.n_instances == 4 && s.n_gates == 3 && s.n_registers == 1 && s.n_others == 0,
	   "gates and registers");
	OK(s.n_inputs == 2 && s.n_outputs == 1 && s.n_nets == 6 && s.n_pins == 3 + 4 * 3,
	   "ports, nets, pins but for internal ones");
	/* c 1, a 1, z 2 (r, port), q 2, n1 2, n2 1 */
	OK(s.n_net_arcs == 9, "arcs of nets");
	OK(s.n_cell_arcs == 2 * (3 * 2 + 1) && s.n_checks == 1 && s.n_arcs == 9 + 14 + 1,
	   "arcs of cells: those with a condition don't count again");
	OK(s.fan_in[1] == 3 && s.mean_fan_in == 2 && s.n_single_input == 0, "fan-in");
	OK(s.fan_out[1] == 2 && s.fan_out[2] == 3 && s.max_fan_out == 2 && s.n_clock_sinks == 1 &&
		   s.mean_fan_out == 8.0 / 5,
	   "fan-out, without the clock");
	OK(s.n_levels == 3 && s.mean_level == 3 && s.n_looped == 0, "levels");
	OK(s.reconvergence > 0.66 && s.reconvergence < 0.67, "u2 and u3 reconverge, u1 doesn't");
	netlist_unref(n);
}

/* ---- sizes ---- */

static struct netlist *made(struct library *late, struct library *early, struct profile profile,
			    uint64_t seed, int32_t n_clocks, struct constraints **constraints)
{
	struct generate_options options = {.profile = profile,
					   .seed = seed,
					   .n_clocks = n_clocks,
					   .late = late,
					   .early = early};
	struct netlist *netlist = NULL;

	if (generate_netlist(&options, &task, &netlist, constraints) != STATUS_OK)
		return NULL;
	return netlist;
}

static void test_profile(struct library *late, struct library *early, const char *name)
{
	const struct profile *p = profile_find(name);
	struct constraints *constraints = NULL;
	struct design_statistics s = {0};
	struct netlist *n = made(late, early, *p, 1, 1, &constraints);

	if (n && design_statistics(n, &task, &s) != STATUS_OK)
		abort();
	OK(n && s.n_instances == p->n_gates && s.n_pins == p->n_pins &&
		   s.n_registers == p->n_registers && s.n_inputs == p->n_inputs &&
		   s.n_outputs == p->n_outputs,
	   "%s has the gates, pins, ports and registers of its profile", name);
	OK(!p->n_arcs || s.n_arcs == p->n_arcs, "%s has its arcs: %lld of %d", name,
	   (long long)s.n_arcs, (int)p->n_arcs);
	OK(s.n_levels == p->n_levels && s.n_looped == 0, "%s has %d levels and no loops", name,
	   (int)p->n_levels);
	OK(s.rent_exponent > 0.6 && s.rent_exponent < 0.85 && s.reconvergence > 0.3,
	   "%s is local (%.3f) and reconverges (%.3f)", name, s.rent_exponent, s.reconvergence);
	constraints_unref(constraints);
	netlist_unref(n);
}

/* ---- rules ---- */

static void test_rules(struct library *late, struct library *early, int32_t n_gates,
		       int32_t n_clocks)
{
	struct constraints *constraints = NULL;
	struct netlist *n = made(late, early, profile_scale(profile_find("common"), n_gates), 7,
				 n_clocks, &constraints);
	int64_t n_open = 0, n_undriven = 0, n_unused = 0, n_shared = 0;

	if (!n) {
		OK(false, "%d gates, %d clocks", (int)n_gates, (int)n_clocks);
		return;
	}
	for (int32_t p = 0; p < n->n_pins; p++)
		n_open += n->pin_net[p] < 0 && netlist_pin_direction(n, p) == LIB_INPUT;
	for (int32_t net = 0; net < n->n_nets; net++) {
		int32_t size = n->net_pin_row[net + 1] - n->net_pin_row[net], n_ports = 0;

		n_undriven += n->net_n_drivers[net] != 1;
		n_unused += size < 2;
		for (int32_t i = 0; i < size; i++)
			n_ports += n->net_pin[n->net_pin_row[net] + i] < n->n_ports;
		n_shared += n_ports > 1;
	}
	OK(n_open == 0 && n_undriven == 0, "%d gates: inputs are connected, nets have one driver",
	   (int)n_gates);
	OK(n_shared == 0, "%d gates: no net has two ports", (int)n_gates);
	OK(n_unused * 100 < n->n_nets, "%d gates: %lld of %d nets are unused", (int)n_gates,
	   (long long)n_unused, (int)n->n_nets);
	OK(constraints->n_clocks == n_clocks && constraints->clock[n_clocks - 1].propagated &&
		   constraints->clock[n_clocks - 1].period ==
			   n_clocks * constraints->clock[0].period,
	   "%d gates: %d clocks", (int)n_gates, (int)n_clocks);
	constraints_unref(constraints);
	netlist_unref(n);
}

/* Pins that a clock reaches through buffers. */
static void test_clock_trees(struct library *late, struct library *early)
{
	struct constraints *constraints = NULL;
	struct netlist *n =
		made(late, early, profile_scale(profile_find("common"), 30000), 3, 3, &constraints);
	int64_t n_reached[3] = {0}, n_registers = 0, n_lost = 0;

	for (int32_t p = n->n_ports; p < n->n_pins; p++) {
		const struct lib_pin *lib = netlist_lib_pin(n, p, LATE);
		int32_t at = p;

		if (!lib->is_clock)
			continue;
		n_registers++;
		while (at >= n->n_ports) {
			at = n->net_pin[n->net_pin_row[n->pin_net[at]]];
			if (at >= n->n_ports)
				at = n->instance_pin[n->pin_instance[at]];
		}
		if (at < 3)
			n_reached[at]++;
		else
			n_lost++;
	}
	OK(n_lost == 0 && n_reached[0] && n_reached[1] && n_reached[2] &&
		   n_registers == profile_scale(profile_find("common"), 30000).n_registers,
	   "each register hangs on one of the clocks: %lld, %lld, %lld", (long long)n_reached[0],
	   (long long)n_reached[1], (long long)n_reached[2]);
	constraints_unref(constraints);
	netlist_unref(n);
}

static bool same(const struct netlist *a, const struct netlist *b)
{
	return a->n_pins == b->n_pins && a->n_instances == b->n_instances &&
	       !memcmp(a->pin_net, b->pin_net, (size_t)a->n_pins * sizeof *a->pin_net) &&
	       !memcmp(a->instance_master, b->instance_master,
		       (size_t)a->n_instances * sizeof *a->instance_master);
}

static void test_seeds(struct library *late, struct library *early)
{
	struct profile p = profile_scale(profile_find("leon2"), 10000);
	struct constraints *c[3] = {NULL, NULL, NULL};
	struct netlist *a = made(late, early, p, 1, 2, &c[0]),
		       *b = made(late, early, p, 1, 2, &c[1]);
	struct netlist *other = made(late, early, p, 2, 2, &c[2]);

	OK(a && b && same(a, b), "the same seed gives the same netlist");
	OK(a && other && !same(a, other), "another seed another one");
	for (int i = 0; i < 3; i++)
		constraints_unref(c[i]);
	netlist_unref(a);
	netlist_unref(b);
	netlist_unref(other);
}

/* FNV-1a of which net each pin is on. */
static uint64_t sum_of(const struct netlist *n)
{
	uint64_t sum = UINT64_C(0xcbf29ce484222325);

	for (int32_t p = 0; p < n->n_pins; p++)
		sum = (sum ^ (uint32_t)n->pin_net[p]) * UINT64_C(0x100000001b3);
	return sum;
}

/* Scripts and what they expect name pins of made designs, so these stay as they are: with any number of threads, and from one
 * version to the next. */
static void test_threads(struct library *late, struct library *early, const char *name,
			 int32_t n_gates, uint64_t expected)
{
	static const int threads[] = {1, 2, 3, 16};
	struct profile p = profile_scale(profile_find(name), n_gates);
	bool same = true;

	host_worth_set(2);
	for (int i = 0; i < 4; i++) {
		struct constraints *constraints = NULL;
		struct netlist *n;

		host_threads_set(threads[i]);
		n = made(late, early, p, 1, 2, &constraints);
		same = same && n && sum_of(n) == expected;
		if (n && sum_of(n) != expected)
			printf("# %d threads: 0x%llx\n", threads[i], (unsigned long long)sum_of(n));
		constraints_unref(constraints);
		netlist_unref(n);
	}
	host_threads_set(0);
	host_worth_set(0);
	OK(same, "%s of %d gates: pins are on the same nets as ever, by 1, 2, 3 and 16 threads",
	   name, n_gates);
}

/* ---- places ---- */

/* Cells at each other's places. */
static void shuffle(struct placement *placement)
{
	for (int32_t i = placement->n_components - 1; i > 0; i--) {
		int64_t j = random_below(random_bits(5, (uint64_t)i, 0), i + 1);
		struct component *a = &placement->component[i], *b = &placement->component[j];
		int32_t x = a->x, y = a->y;

		a->x = b->x;
		a->y = b->y;
		b->x = x;
		b->y = y;
	}
}

static void test_places(struct library *late, struct library *early, struct technology *technology,
			int32_t n_gates)
{
	struct constraints *constraints = NULL;
	struct netlist *n = made(late, early, profile_scale(profile_find("leon2"), n_gates), 2, 1,
				 &constraints);
	struct placement *placement = NULL;
	struct placement_check *check = NULL;
	struct placement_summary summary;
	int64_t n_faults = 0, wires;

	if (!n || pack_row(n, technology, 2, &task, &placement) != STATUS_OK ||
	    placement_check_new(placement, &task, &check) != STATUS_OK ||
	    placement_summarize(placement, &summary) != STATUS_OK)
		abort();
	for (int f = 0; f < N_FAULTS; f++)
		n_faults += check->n[f];
	OK(check->n_checked == n_gates && n_faults == 0, "%d gates are placed legally",
	   (int)n_gates);
	OK(summary.n_ports[PLACED] == n->n_ports && summary.utilization > 0.6 &&
		   summary.utilization < 0.75,
	   "%d gates: ports are placed, %.2f of the rows taken", (int)n_gates, summary.utilization);
	wires = half_perimeters(placement);
	shuffle(placement);
	OK(n_gates < 10000 || half_perimeters(placement) > 8 * wires,
	   "%d gates: wires are %.1f times shorter than at random", (int)n_gates,
	   (double)half_perimeters(placement) / (double)wires);
	placement_check_free(check);
	placement_unref(placement);
	constraints_unref(constraints);
	netlist_unref(n);
}

static void test_impossible(struct library *late)
{
	struct profile p = profile_scale(profile_find("common"), 1000);
	struct library *poor = cells_library("poor");
	struct constraints *constraints = NULL;

	library_close(poor);
	OK(!made(poor, NULL, p, 1, 1, &constraints), "a library without gates is refused");
	OK(!made(late, NULL, p, 1, 60, &constraints), "more clocks than there is room for, too");
	p.n_pins *= 3;
	OK(!made(late, NULL, p, 1, 1, &constraints), "and more pins than gates can have");
	library_unref(poor);
}

int main(void)
{
	static const char *const profiles[] = {"vga_lcd",         "vga_lcd_iccad",  "b19_iccad",
					       "des_perf_ispd",   "edit_dist_ispd", "mgc_edit_dist",
					       "mgc_matric_mult", "leon2"};
	struct library *late = bundled(asset("ws45_late.lib.gz"));
	struct library *early = bundled(asset("ws45_early.lib.gz"));
	struct technology *technology = bundled_technology();

	test_statistics();
	for (size_t i = 0; i < sizeof profiles / sizeof *profiles; i++)
		test_profile(late, early, profiles[i]);
	test_rules(late, early, 500, 1);
	test_rules(late, early, 4000, 1);
	test_rules(late, early, 50000, 64);
	test_clock_trees(late, early);
	test_seeds(late, early);
	test_threads(late, early, "leon2", 900, UINT64_C(0x2bb5c73efbb9e500));
	test_threads(late, early, "leon2", 60000, UINT64_C(0x346dc678a5a73004));
	test_threads(late, early, "b19_iccad", 200000, UINT64_C(0xd990d628dbce0f1b));
	test_places(late, early, technology, 500);
	test_places(late, early, technology, 7777);
	test_places(late, early, technology, 60000);
	test_impossible(late);
	technology_unref(technology);
	library_unref(late);
	library_unref(early);
	return tap_done();
}
