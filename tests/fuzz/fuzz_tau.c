/*
 * Fuzz target of the TAU reader, on the small netlist of tests/lib/small.h: any bytes give constraints
 * or an error, never a crash, and all numbers are finite.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "bytes.h"
#include "read/tau.h"
#include "lib/small.h"

int fuzz_tau(const uint8_t *data, size_t size);

static void must(bool condition)
{
	if (!condition)
		abort();
}

/* All four are numbers, or none is given. */
static void check_corners(const double value[N_SPLITS][N_EDGES])
{
	for (int i = 0; i < 4; i++)
		must(is_given(value[0][0]) ? isfinite(value[i / 2][i % 2])
					   : !is_given(value[i / 2][i % 2]));
}

static void check(const struct constraints *c, const struct netlist *netlist)
{
	must(c->n_ports == netlist->n_ports);
	for (int32_t i = 0; i < c->n_clocks; i++) {
		const struct clock *clock = &c->clock[i];

		must(clock->n_sources == 1 && clock->source[0] >= 0 &&
		     clock->source[0] < c->n_ports && clock->propagated);
		must(clock->period > 0 && isfinite(clock->period) && clock->time[RISE] == 0 &&
		     clock->time[FALL] >= 0 && clock->time[FALL] <= clock->period);
		check_corners(clock->source_latency);
	}
	for (int32_t i = 0; i < c->n_input_delays; i++) {
		const struct external_delay *delay = &c->input_delay[i];

		must(delay->pin >= 0 && delay->pin < c->n_ports &&
		     delay->clock_edge < c->n_clocks * N_EDGES &&
		     (delay->clock_edge >= 0) == (c->n_clocks > 0));
		check_corners(delay->delay);
	}
	for (int32_t p = 0; p < c->n_ports; p++) {
		check_corners(c->port[p].slew);
		for (int i = 0; i < 4; i++)
			must(isfinite(c->port[p].required[i / 2][i % 2]) &&
			     isfinite(c->port[p].load[i / 2][i % 2]) &&
			     c->port[p].load[i / 2][i % 2] >= 0 &&
			     (c->port[p].slew[i / 2][i % 2] >= 0 ||
			      !is_given(c->port[p].slew[i / 2][i % 2])));
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
