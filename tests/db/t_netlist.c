/* Netlists: what is built is what is found again, also in copies. */
#include <stdlib.h>
#include <string.h>

#include "lib/cells.h"
#include "db/netlist.h"
#include "lib/tap.h"

/* The library once more with NAND2's pins in another order, and QN missing. */
static struct library *other_library(void)
{
	struct library *library = cells_empty("early");

	cells_cell(library, "NAND2");
	cells_pin(library, "Y", LIB_OUTPUT, 0);
	cells_pin(library, "A", LIB_INPUT, 0.25);
	cells_pin(library, "B", LIB_INPUT, 0.5);
	cells_cell(library, "DFF");
	cells_pin(library, "CK", LIB_INPUT, 0.125);
	cells_pin(library, "D", LIB_INPUT, 0.25);
	cells_pin(library, "Q", LIB_OUTPUT, 0);
	return library;
}

/*
 * a, ck, y: ports; u1 = NAND2(A: a, B: 1, Y: n1), r = DFF(CK: ck, D: n1, Q: y), h/box = BOX(p0: n1)
 */
static struct netlist *build(void)
{
	static const char *const box_pin[] = {"p0", "a/b"};
	struct library *late = cells_library("late"), *early = other_library();
	struct netlist *n;
	int32_t nand, dff, box, id, u1, r, hbox, net[5];

	if (netlist_new("top", &n) != STATUS_OK)
		abort();
	netlist_add_cell(n, late, 1, early, 0, &nand);
	netlist_add_cell(n, late, 2, early, 1, &dff);
	netlist_add_black_box(n, "BOX", 2, box_pin, &box);
	library_unref(late);
	library_unref(early);
	netlist_add_port(n, "a", LIB_INPUT, &id);
	netlist_add_port(n, "ck", LIB_INPUT, &id);
	netlist_add_port(n, "y", LIB_OUTPUT, &id);
	netlist_add_net(n, "a", NET_SIGNAL, &net[0]);
	netlist_add_net(n, "ck", NET_SIGNAL, &net[1]);
	netlist_add_net(n, "y", NET_SIGNAL, &net[2]);
	netlist_add_net(n, "n1", NET_SIGNAL, &net[3]);
	netlist_add_net(n, "one", NET_ONE, &net[4]);
	netlist_add_instance(n, "u1", nand, &u1);
	netlist_add_instance(n, "h/box", box, &hbox);
	netlist_add_instance(n, "r", dff, &r);
	netlist_add_alias(n, "also/y", net[2]);
	netlist_add_alias(n, "a", net[2]);
	for (int32_t p = 0; p < 3; p++)
		netlist_connect(n, p, net[p]);
	netlist_connect(n, n->instance_pin[u1], net[0]);
	netlist_connect(n, n->instance_pin[u1] + 1, net[4]);
	netlist_connect(n, n->instance_pin[u1] + 2, net[3]);
	netlist_connect(n, n->instance_pin[hbox], net[3]);
	netlist_connect(n, n->instance_pin[r], net[1]);
	netlist_connect(n, n->instance_pin[r] + 1, net[3]);
	netlist_connect(n, n->instance_pin[r] + 2, net[2]);
	if (netlist_close(n) != STATUS_OK)
		abort();
	return n;
}

static int32_t find_pin(const struct netlist *n, const char *name)
{
	return netlist_find_pin(n, name, (int64_t)strlen(name));
}

static int32_t find_net(const struct netlist *n, const char *name)
{
	return netlist_find_net(n, name, (int64_t)strlen(name));
}

static void check_built(const struct netlist *n)
{
	int32_t n1 = find_net(n, "n1");
	const int32_t *pins = &n->net_pin[n->net_pin_row[n1]];

	OK(n->n_ports == 3 && n->n_instances == 3 && n->n_nets == 5 && n->n_pins == 3 + 3 + 2 + 5,
	   "counts");
	OK(n->instance_pin[0] == 3 && n->instance_pin[1] == 6 && n->instance_pin[3] == n->n_pins,
	   "ports first, then instance by instance");
	OK(n->pin_instance[2] == -1 && n->pin_instance[3] == 0 && n->pin_instance[8] == 2,
	   "pins know their instance");
	OK(n->net_pin_row[n1 + 1] - n->net_pin_row[n1] == 3 && pins[0] == find_pin(n, "u1/Y") &&
		   pins[1] == find_pin(n, "h/box/p0") && pins[2] == find_pin(n, "r/D"),
	   "a net's pins: its driver, what may drive it, its load");
	OK(n->net_n_drivers[n1] == 2 && n->net_n_drivers[find_net(n, "a")] == 1 &&
		   n->net_n_drivers[find_net(n, "one")] == 0,
	   "drivers counted");
	OK(n->pin_net[find_pin(n, "r/QN")] == -1, "a pin that isn't connected");
	OK(n->net_constant[find_net(n, "one")] == NET_ONE, "a tied net");
	OK(find_net(n, "also/y") == find_net(n, "y") && find_net(n, "a") == 0 &&
		   n->alias_name.n == 1,
	   "another name of a net, unless it is one's own");
	OK(n->master[0].n_instances == 1 && n->n_libraries == 2, "masters and libraries");
}

static void check_found(const struct netlist *n)
{
	struct text text = TEXT_INIT;

	OK(find_pin(n, "ck") == 1 && find_pin(n, "nothing") == -1 && find_pin(n, "u1/Z") == -1 &&
		   find_pin(n, "/") == -1 && find_pin(n, "") == -1,
	   "pins by name");
	OK(find_pin(n, "h/box/a/b") == n->instance_pin[1] + 1, "slashes in the name of a pin");
	OK(netlist_find_instance_pin(n, 2, "D", 1) == n->instance_pin[2] + 1 &&
		   netlist_find_instance_pin(n, 2, "A", 1) == -1,
	   "pins of an instance");
	netlist_write_pin(n, find_pin(n, "h/box/p0"), ':', &text);
	text_add(&text, " ");
	netlist_write_pin(n, 1, '/', &text);
	OK(strcmp(text_string(&text), "h/box:p0 ck") == 0, "names written");
	text_release(&text);
}

static void check_libraries(const struct netlist *n)
{
	int32_t b = find_pin(n, "u1/B");

	OK(netlist_lib_pin(n, b, LATE)->capacitance[LATE][RISE] == 1.5 &&
		   netlist_lib_pin(n, b, EARLY)->capacitance[EARLY][RISE] == 0.5,
	   "early and late pins belong together by name");
	OK(netlist_lib_pin(n, find_pin(n, "r/QN"), LATE) &&
		   !netlist_lib_pin(n, find_pin(n, "r/QN"), EARLY),
	   "a pin that one split lacks");
	OK(!netlist_lib_pin(n, 0, LATE) && !netlist_lib_pin(n, find_pin(n, "h/box/p0"), LATE),
	   "ports and black boxes have none");
	OK(netlist_drives(n, 0) && !netlist_drives(n, 2) && !netlist_drives(n, b) &&
		   netlist_drives(n, find_pin(n, "h/box/p0")) &&
		   !netlist_drives(n, find_pin(n, "r/IQ")),
	   "the drivers");
}

static void check_tiles(const struct netlist *n)
{
	struct task task = TASK_INIT;
	struct netlist *two, *six, *same;
	int32_t pin, net;

	if (!OK(netlist_tile(n, 2, &task, &two) == STATUS_OK, "two copies"))
		return;
	OK(two->n_tiles == 2 && two->n_pins == 2 * n->n_pins && two->n_ports == 6, "counts");
	pin = find_pin(two, "t1/r/Q");
	net = find_net(two, "t1/y");
	OK(net == n->n_nets + find_net(n, "y") && two->pin_net[pin] == net &&
		   two->pin_net[find_pin(two, "t1/y")] == net && two->net_n_drivers[net] == 1 &&
		   find_net(two, "t1/also/y") == net,
	   "a copy is connected as the original");
	OK(netlist_tile(two, 3, &task, &six) == STATUS_OK && six->n_tiles == 6 &&
		   six->pin_net[find_pin(six, "t5/r/Q")] == find_net(six, "t5/y") &&
		   find_net(six, "t5/y") == 5 * n->n_nets + find_net(n, "y"),
	   "copies of copies are counted through");
	netlist_unref(six);
	OK(netlist_tile(n, 1, &task, &same) == STATUS_OK &&
		   find_pin(same, "r/Q") == find_pin(n, "r/Q"),
	   "one copy keeps its names");
	netlist_unref(same);
	OK(netlist_tile(n, 0, &task, &same) == STATUS_FAILED &&
		   netlist_tile(n, INT32_MAX / 4, &task, &same) == STATUS_FAILED,
	   "none, or too many");
	atomic_store(&task.cancel, true);
	OK(netlist_tile(n, 2, &task, &same) == STATUS_CANCELLED, "cancelled");
	netlist_unref(two);
}

static void check_bad(void)
{
	struct netlist *n;
	int32_t id;

	netlist_new("bad", &n);
	netlist_add_black_box(n, "B", 0, NULL, &id);
	OK(netlist_add_black_box(n, "B", 0, NULL, &id) == STATUS_BAD_INPUT, "a cell twice");
	netlist_add_port(n, "p", LIB_INPUT, &id);
	OK(netlist_add_port(n, "p", LIB_INPUT, &id) == STATUS_BAD_INPUT, "a port twice");
	netlist_add_net(n, "n", NET_SIGNAL, &id);
	OK(netlist_add_net(n, "n", NET_SIGNAL, &id) == STATUS_BAD_INPUT, "a net twice");
	netlist_add_instance(n, "x", 0, &id);
	OK(netlist_add_instance(n, "x", 0, &id) == STATUS_BAD_INPUT &&
		   strcmp(status_text(STATUS_BAD_INPUT), "instance \"x\" is there twice") == 0,
	   "an instance twice");
	OK(netlist_close(n) == STATUS_OK && n->n_pins == 1 && n->instance_pin[1] == 1,
	   "what was good stays");
	netlist_unref(n);
	netlist_new("empty", &n);
	OK(netlist_close(n) == STATUS_OK && n->net_pin_row[0] == 0 && n->instance_pin[0] == 0,
	   "nothing at all");
	netlist_unref(n);
	netlist_unref(NULL);
}

int main(void)
{
	struct netlist *n = build();

	check_built(n);
	check_found(n);
	check_libraries(n);
	check_tiles(n);
	netlist_unref(n);
	check_bad();
	return tap_done();
}
