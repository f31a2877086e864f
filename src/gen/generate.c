/*
 * From the shape and the wiring to a netlist and its constraints.
 */
#include "gen/generate.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gen/generate_impl.h"
#include "gen/random.h"

enum draw {
	DRAW_FUNCTION = 64,
	MOST_DRAWS = 4, /* for a function that is there in a drive that is strong enough */
};

static const double mean_wire_load = 2;  /* fF a sink: about what placements give */
static const double external_part = 0.2; /* of a period: what lies outside the ports */
static const double uncertainty = 20;    /* ps */

/* The netlist being built: masters by cell of the late library. */
struct building {
	const struct wiring *wiring;
	const struct shape *shape;
	struct netlist *netlist;
	int32_t *master;      /* owned [library->n_cells], -1 = not used yet */
	int32_t *output_port; /* owned [n]: number of the output port that an instance drives, -1 */
	int32_t first_out;    /* port out[0] */
};

/* ---- cells ---- */

static const struct drives *draw_function(const struct building *b, int32_t instance, int n_inputs,
					  double load)
{
	const struct gate_cells *cells = b->shape->cells;
	const struct drives *functions = cells->function[n_inputs];
	int32_t n = cells->n_functions[n_inputs], shares = 0, i = 0;

	for (int32_t f = 0; f < n; f++)
		shares += functions[f].share;
	for (unsigned tries = 0; tries < MOST_DRAWS; tries++) {
		int64_t r = random_below(random_bits(b->shape->options->seed, (uint64_t)instance,
						     DRAW_FUNCTION + tries),
					 shares);

		for (i = 0; r >= functions[i].share; i++)
			r -= functions[i].share;
		if (functions[i].max_load[functions[i].n - 1] >= load)
			break;
	}
	return &functions[i];
}

static int32_t choose_cell(const struct building *b, int32_t instance)
{
	const struct shape *shape = b->shape;
	const struct gate_cells *cells = shape->cells;
	double load = b->wiring->load[instance];

	switch (shape->kind[instance]) {
	case ROW_CLOCK_BUFFER:
		return drives_choose(&cells->clock_buffers, load);
	case ROW_REGISTER:
		return drives_choose(&cells->registers, load);
	default:
		return drives_choose(draw_function(b, instance, shape->n_inputs[instance], load),
				     load);
	}
}

static enum status find_master(struct building *b, int32_t cell, int32_t *master)
{
	const struct generate_options *options = b->shape->options;
	const char *name = names_get(&options->late->cell_name, cell);
	int32_t early = options->early ? library_find_cell(options->early, name) : -1;

	if (b->master[cell] < 0)
		TRY(netlist_add_cell(b->netlist, options->late, cell,
				     early < 0 ? NULL : options->early, early, &b->master[cell]));
	*master = b->master[cell];
	return STATUS_OK;
}

/* ---- ports and nets ---- */

static enum status add_port(struct building *b, enum lib_direction direction, const char *format,
			    int32_t number)
{
	char name[32];
	int32_t port;

	snprintf(name, sizeof name, format, (int)number);
	return netlist_add_port(b->netlist, name, direction, &port);
}

static enum status add_ports(struct building *b)
{
	int32_t n_clocks = b->shape->options->n_clocks;

	for (int32_t i = 0; i < n_clocks; i++)
		TRY(add_port(b, LIB_INPUT, "clk%d", i));
	for (int32_t i = 0; i < b->wiring->n_data_inputs; i++)
		TRY(add_port(b, LIB_INPUT, "in[%d]", i));
	b->first_out = b->netlist->n_ports;
	for (int32_t i = 0; i < b->shape->options->profile.n_outputs; i++)
		TRY(add_port(b, LIB_OUTPUT, "out[%d]", i));
	return STATUS_OK;
}

/* Nets of the input ports have their numbers, those of instances follow in their order. */
static enum status add_nets(struct building *b)
{
	struct netlist *netlist = b->netlist;
	char name[32];
	int32_t net;

	for (int32_t p = 0; p < b->first_out; p++) {
		TRY(netlist_add_net(netlist, names_get(&netlist->port_name, p), NET_SIGNAL, &net));
		netlist_connect(netlist, p, net);
	}
	for (int32_t i = 0; i < b->shape->n; i++) {
		if (!(i & 0xffff))
			TRY(task_progress(b->shape->task, i));
		if (b->output_port[i] >= 0) {
			int32_t port = b->first_out + b->output_port[i];

			TRY(netlist_add_net(netlist, names_get(&netlist->port_name, port),
					    NET_SIGNAL, &net));
			netlist_connect(netlist, port, net);
		} else {
			snprintf(name, sizeof name, "n%" PRId32, i);
			TRY(netlist_add_net(netlist, name, NET_SIGNAL, &net));
		}
	}
	return STATUS_OK;
}

/* ---- instances ---- */

static int32_t net_of_driver(const struct building *b, int32_t driver)
{
	return driver >= 0 ? b->first_out + driver : b->shape->options->n_clocks - 1 - driver;
}

static enum status add_instance(struct building *b, int32_t i)
{
	static const char *const prefix[] = {
		[ROW_CLOCK_BUFFER] = "ck", [ROW_REGISTER] = "r", [ROW_GATE] = "u"};
	const struct wiring *w = b->wiring;
	int32_t cell = choose_cell(b, i), master, instance, pin;
	struct cell_pins pins = gate_cell_pins(b->shape->options->late, cell);
	char name[32];

	TRY(find_master(b, cell, &master));
	snprintf(name, sizeof name, "%s%" PRId32, prefix[b->shape->kind[i]], i);
	TRY(netlist_add_instance(b->netlist, name, master, &instance));
	pin = b->netlist->instance_pin[instance];
	for (int32_t k = 0; k < pins.n_inputs; k++)
		netlist_connect(b->netlist, pin + pins.input[k],
				net_of_driver(b, w->driver[w->slot_row[i] + k]));
	netlist_connect(b->netlist, pin + pins.output, b->first_out + i);
	return STATUS_OK;
}

/* The roots of the clock trees, which have no driver in the row. */
static void connect_clocks(struct building *b)
{
	for (int32_t d = 0; d < b->shape->options->n_clocks; d++) {
		const struct clock_domain *domain = &b->shape->domain[d];
		int32_t root = domain->level[domain->n_levels - 1].buffer[0];
		int32_t cell = choose_cell(b, root);
		struct cell_pins pins = gate_cell_pins(b->shape->options->late, cell);

		netlist_connect(b->netlist, b->netlist->instance_pin[root] + pins.input[0], d);
	}
}

static enum status build(struct building *b)
{
	const struct shape *shape = b->shape;

	TRY(ALLOC(&b->master, shape->options->late->n_cells));
	TRY(ALLOC(&b->output_port, shape->n));
	memset(b->master, -1, (size_t)shape->options->late->n_cells * sizeof *b->master);
	memset(b->output_port, -1, (size_t)shape->n * sizeof *b->output_port);
	for (int32_t o = 0; o < shape->options->profile.n_outputs; o++)
		b->output_port[b->wiring->output[o]] = o;
	TRY(add_ports(b));
	TRY(add_nets(b));
	for (int32_t i = 0; i < shape->n; i++) {
		if (!(i & 0xffff))
			TRY(task_progress(shape->task, i));
		TRY(add_instance(b, i));
	}
	connect_clocks(b);
	return netlist_close(b->netlist);
}

enum status wiring_to_netlist(const struct wiring *wiring, struct netlist **out)
{
	struct building b = {.wiring = wiring, .shape = wiring->shape};
	enum status status;

	TRY(netlist_new(wiring->shape->options->profile.name, &b.netlist));
	b.netlist->names_differ = true;
	status = build(&b);
	free(b.master);
	free(b.output_port);
	if (status != STATUS_OK) {
		netlist_unref(b.netlist);
		return status;
	}
	*out = b.netlist;
	return STATUS_OK;
}

/* ---- constraints ---- */

static enum status add_clocks(struct constraints *constraints, const struct netlist *netlist,
			      int32_t n, double period)
{
	for (int32_t i = 0; i < n; i++) {
		double own = period * (i + 1);
		struct clock *clock;
		int32_t id;

		TRY(constraints_add_clock(constraints, names_get(&netlist->port_name, i), own, 0,
					  own / 2, &id));
		clock = &constraints->clock[id];
		clock->propagated = true;
		clock->uncertainty[EARLY] = clock->uncertainty[LATE] = uncertainty;
		TRY(clock_add_source(clock, i));
	}
	return STATUS_OK;
}

enum status generate_constraints(const struct wiring *wiring, const struct netlist *netlist,
				 struct constraints **out)
{
	const struct generate_options *options = wiring->shape->options;
	const struct gate_cells *cells = wiring->shape->cells;
	double period = options->period;
	enum status status;

	/* Most gates drive more than one sink, and a register is worth some: as many as this. */
	if (period <= 0)
		period = (double)(int64_t)(cells->gate_delay * (options->profile.n_levels + 4));
	TRY(constraints_new("", netlist, out));
	status = add_clocks(*out, netlist, options->n_clocks, period);
	for (int32_t p = options->n_clocks; status == STATUS_OK && p < netlist->n_ports; p++) {
		double delay = (double)fs_of_ps(external_part * period) / 1000;
		struct external_delay external = {
			.reference = -1,
			.pin = p,
			.clock_edge = CLOCK_EDGE(0, RISE),
			.delay = {{delay, delay}, {delay, delay}},
		};

		status = constraints_add_external(*out, netlist->port_direction[p] == LIB_INPUT,
						  &external);
	}
	if (status != STATUS_OK)
		constraints_unref(*out);
	return status;
}

/* ---- all ---- */

static enum status make(struct shape *shape, struct netlist **netlist,
			struct constraints **constraints)
{
	struct wiring wiring;
	enum status status;

	TRY(wiring_new(shape, &wiring));
	status = wiring_to_netlist(&wiring, netlist);
	if (status == STATUS_OK) {
		status = generate_constraints(&wiring, *netlist, constraints);
		if (status != STATUS_OK)
			netlist_unref(*netlist);
	}
	wiring_release(&wiring);
	return status;
}

enum status generate_netlist(const struct generate_options *options, struct task *task,
			     struct netlist **netlist, struct constraints **constraints)
{
	struct gate_cells *cells;
	struct shape shape;
	enum status status;

	TRY(ALLOC(&cells, 1));
	status = gate_cells_choose(options->late, options->profile.inverse_output,
				   options->wires ? mean_wire_load : 0, cells);
	task_begin(task, "generating", options->profile.n_gates);
	if (status == STATUS_OK)
		status = shape_new(options, cells, task, &shape);
	if (status == STATUS_OK) {
		status = make(&shape, netlist, constraints);
		shape_release(&shape);
	}
	task_end(task);
	free(cells);
	return status;
}
