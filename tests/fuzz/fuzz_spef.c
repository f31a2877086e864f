/*
 * Fuzz target of the SPEF reader, on the small netlist of tests/lib/small.h: any bytes give parasitics
 * or an error, never a crash, and parasitics are what db/parasitics.h says of them, also when
 * tiled.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "bytes.h"
#include "read/spef/spef.h"
#include "lib/small.h"

int fuzz_spef(const uint8_t *data, size_t size);

static void must(bool condition)
{
	if (!condition)
		abort();
}

static void check_entry(const struct parasitics *p, const struct netlist *netlist, int32_t entry)
{
	int64_t n_nodes = p->node_row[entry + 1] - p->node_row[entry];
	int32_t net = p->net[entry];

	must(net >= 0 && net < netlist->n_nets && p->entry_of_net[net] >= entry);
	must(p->total[entry] >= 0 && isfinite(p->total[entry]) && n_nodes >= 0);
	for (int64_t i = p->node_row[entry]; i < p->node_row[entry + 1]; i++) {
		must(p->node_capacitance[i] >= 0 && isfinite(p->node_capacitance[i]));
		must(p->node_pin[i] == -1 || netlist->pin_net[p->node_pin[i]] == net);
		for (int64_t j = p->node_row[entry]; j < i; j++)
			must(p->node_pin[i] == -1 || p->node_pin[j] != p->node_pin[i]);
	}
	must(p->resistor_row[entry] <= p->resistor_row[entry + 1]);
	for (int64_t i = p->resistor_row[entry]; i < p->resistor_row[entry + 1]; i++) {
		must(p->resistance[i] >= 0 && isfinite(p->resistance[i]));
		must(p->resistor_from[i] >= 0 && p->resistor_from[i] < n_nodes);
		must(p->resistor_to[i] >= 0 && p->resistor_to[i] < n_nodes);
	}
}

static void check(const struct parasitics *p, const struct netlist *netlist)
{
	for (int32_t i = 0; i < p->n_nets; i++)
		check_entry(p, netlist, i);
}

int fuzz_spef(const uint8_t *data, size_t size)
{
	static struct netlist *netlist, *tiled;
	struct task task = TASK_INIT;
	struct text warnings = TEXT_INIT;
	struct spef_source source = {.coupling = 1, .triplet = (int)(size % 3)};
	struct parasitics *parasitics, *two;

	if (!netlist) {
		netlist = small_netlist();
		must(netlist_tile(netlist, 2, &task, &tiled) == STATUS_OK);
	}
	source.netlist = netlist;
	if (spef_read(bytes_file(data, size), &source, &warnings, &task, &parasitics) ==
	    STATUS_OK) {
		check(parasitics, netlist);
		must(parasitics_tile(parasitics, netlist, tiled, &two) == STATUS_OK);
		check(two, tiled);
		parasitics_unref(two);
		parasitics_unref(parasitics);
	}
	text_release(&warnings);
	return 0;
}
