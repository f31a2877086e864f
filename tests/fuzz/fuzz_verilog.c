/*
 * Fuzz target of the Verilog reader and of linking: any bytes give modules or an error, and modules
 * give a netlist that agrees with itself or an error. Two libraries that differ a little are there.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "lib/cells.h"
#include "db/link/link.h"
#include "read/verilog/verilog.h"

#define LARGEST 100000.0

int fuzz_verilog(const uint8_t *data, size_t size);

static void check(bool holds)
{
	if (!holds)
		abort();
}

static void check_netlist(const struct netlist *n)
{
	int32_t pin = n->n_ports;

	for (int32_t x = 0; x < n->n_instances; x++) {
		check(n->instance_pin[x] == pin);
		pin += n->master[n->instance_master[x]].n_pins;
		check(netlist_find_instance(n, names_get(&n->instance_name, x),
					    (int64_t)strlen(names_get(&n->instance_name, x))) == x);
	}
	check(pin == n->n_pins);
	for (int32_t net = 0; net < n->n_nets; net++) {
		int32_t first = n->net_pin_row[net];

		check(n->net_pin_row[net + 1] >= first + n->net_n_drivers[net]);
		for (int32_t i = first; i < n->net_pin_row[net + 1]; i++) {
			check(n->pin_net[n->net_pin[i]] == net);
			check(netlist_drives(n, n->net_pin[i]) ==
			      (i < first + n->net_n_drivers[net]));
		}
	}
	for (int32_t i = 0; i < n->alias_name.n; i++)
		check(n->alias_net[i] >= 0 && n->alias_net[i] < n->n_nets);
}

static void link_modules(const struct modules *modules, const char *top)
{
	static struct library *library[2];
	struct task task = TASK_INIT;
	struct text warnings = TEXT_INIT;
	struct netlist *netlist;
	struct link_size size;

	if (!library[0]) {
		library[0] = cells_library("late");
		library[1] = cells_empty("early");
		cells_cell(library[1], "NAND2");
		cells_pin(library[1], "Y", LIB_OUTPUT, 0);
		cells_pin(library[1], "A", LIB_INPUT, 0);
	}
	if (link_measure(&(struct link_sources){.modules = modules,
						.top = top,
						.library = {&library[1], library},
						.n_libraries = {1, 1}},
			 &task, &size) != STATUS_OK)
		return;
	if (size.instances + size.pins + size.nets + size.hierarchical > LARGEST ||
	    size.bytes > 1000 * LARGEST)
		return;
	if (link_netlist(&(struct link_sources){.modules = modules,
						.top = top,
						.library = {&library[1], library},
						.n_libraries = {1, 1}},
			 &warnings, &task, &netlist) == STATUS_OK) {
		check_netlist(netlist);
		netlist_unref(netlist);
	}
	text_release(&warnings);
}

int fuzz_verilog(const uint8_t *data, size_t size)
{
	struct task task = TASK_INIT;
	struct text warnings = TEXT_INIT;
	struct modules modules = {0};

	if (verilog_read(bytes_file(data, size), &modules, &warnings, &task) == STATUS_OK &&
	    modules.n_modules > 0) {
		link_modules(&modules, NULL);
		link_modules(&modules, names_get(&modules.module_name, 0));
	}
	modules_release(&modules);
	text_release(&warnings);
	return 0;
}
