/*
 * Fuzz target of the TAU reader, on the small netlist of tests/small.h: any bytes give constraints
 * or an error, never a crash, and all numbers are finite.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "bytes.h"
#include "read/tau.h"
#include "small.h"

int fuzz_tau(const uint8_t *data, size_t size);

static void must(bool condition)
{
	if (!condition)
		abort();
}

static void check(const struct constraints *c, const struct netlist *netlist)
{
	must(c->n_ports == netlist->n_ports);
	for (int32_t i = 0; i < c->n_clocks; i++) {
		const struct clock *clock = &c->clock[i];

		must(clock->port >= 0 && clock->port < c->n_ports && clock->period > 0 &&
		     isfinite(clock->period) && clock->fall >= 0 && clock->fall <= clock->period);
	}
	for (int32_t p = 0; p < c->n_ports; p++) {
		must(isfinite(c->port[p].load) && c->port[p].load >= 0);
		for (int i = 0; i < 4; i++)
			must(isfinite(c->port[p].arrival[i / 2][i % 2]) &&
			     isfinite(c->port[p].required[i / 2][i % 2]) &&
			     c->port[p].slew[i / 2][i % 2] >= 0);
	}
}

int fuzz_tau(const uint8_t *data, size_t size)
{
	static struct netlist *netlist, *tiled;
	struct task task = TASK_INIT;
	struct text warnings = TEXT_INIT;
	struct constraints *constraints, *two;

	if (!netlist) {
		netlist = small_netlist();
		must(netlist_tile(netlist, 2, &task, &tiled) == STATUS_OK);
	}
	if (tau_read(bytes_file(data, size), netlist, &warnings, &task, &constraints) ==
	    STATUS_OK) {
		check(constraints, netlist);
		must(constraints_tile(constraints, tiled, &two) == STATUS_OK);
		check(two, tiled);
		must(two->n_clocks == 2 * constraints->n_clocks);
		constraints_unref(two);
		constraints_unref(constraints);
	}
	text_release(&warnings);
	return 0;
}
