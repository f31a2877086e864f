/*
 * From the shape and the wiring to a netlist and its constraints.
 */
#include "gen/generate.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/decimal.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "gen/generate_impl.h"
#include "base/random.h"

enum draw {
	DRAW_FUNCTION = 64,
	MOST_DRAWS = 4, /* for a function that is there in a drive that is strong enough */
};

static const double mean_wire_load = 2;  /* fF a sink: about what placements give */
static const double external_part = 0.2; /* of a period: what lies outside the ports */
static const double uncertainty = 20;    /* ps */

/* The netlist being built. */
struct building {
	const struct wiring *wiring;
	const struct shape *shape;
	struct netlist *netlist;
	int32_t *cell;          /* owned [n]: of the late library, of each instance */
	int32_t *master;        /* owned [library->n_cells], -1 = not used */
	struct cell_pins *pins; /* owned [library->n_cells]: of those that are used */
	int32_t *output_port; /* owned [n]: number of the output port that an instance drives, -1 */
	int32_t first_out;    /* port out[0] */
	int32_t first_net;    /* of the instances */
	int parts;
	struct names_part *names; /* owned [parts] */
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

static enum status add_master(struct building *b, int32_t cell)
{
	const struct generate_options *options = b->shape->options;
	const char *name = names_get(&options->late->cell_name, cell);
	int32_t early = options->early ? library_find_cell(options->early, name) : -1;

	b->pins[cell] = gate_cell_pins(options->late, cell);
	return netlist_add_cell(b->netlist, options->late, cell, early < 0 ? NULL : options->early,
				early, &b->master[cell]);
}

/* A cell and the first instance of it. */
struct first_use {
	int32_t instance, cell;
};

/* The cells of a part of the instances, and of each cell the first of these. */
static void choose_cells(const struct building *b, int part, int32_t *first)
{
	int32_t n = b->shape->n;

	for (int32_t c = 0; c < b->shape->options->late->n_cells; c++)
		first[c] = INT32_MAX;
	OVER_PART(i, n, b->parts, part)
	{
		int32_t cell = choose_cell(b, (int32_t)i);

		b->cell[i] = cell;
		if (first[cell] == INT32_MAX)
			first[cell] = (int32_t)i;
	}
}

/* Masters in the order in which instances first have them. first: [parts · n_cells]. */
static enum status add_in_order(struct building *b, const int32_t *first, struct first_use *use)
{
	int32_t n_cells = b->shape->options->late->n_cells, n = 0;

	for (int32_t c = 0; c < n_cells; c++) {
		int32_t least = INT32_MAX;

		for (int p = 0; p < b->parts && least == INT32_MAX; p++)
			least = first[(int64_t)p * n_cells + c];
		if (least < INT32_MAX)
			use[n++] = (struct first_use){least, c};
	}
	SORT(use, n, compare_int32);
	for (int32_t i = 0; i < n; i++)
		TRY(add_master(b, use[i].cell));
	return STATUS_OK;
}

static enum status add_masters(struct building *b)
{
	int32_t n_cells = b->shape->options->late->n_cells;
	FREED int32_t *first = NULL;
	FREED struct first_use *use = NULL;

	TRY(ALLOC(&first, (int64_t)b->parts * n_cells));
	TRY(ALLOC(&use, n_cells));
	OVER_PARTS(p, b->parts)
	choose_cells(b, p, first + (int64_t)p * n_cells);
	return add_in_order(b, first, use);
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

/* A letter or two and a number. */
static void next_numbered(struct names_part *names, const char *letters, int32_t number)
{
	int length = (int)strlen(letters), digits = decimal_length(number);
	char *to = names_next(names, length + digits);

	if (!to)
		return;
	memcpy(to, letters, (size_t)length);
	decimal_write(to + length, digits, number);
}

static void next_of_port(const struct netlist *netlist, struct names_part *names, int32_t port)
{
	int64_t length = names_length(&netlist->port_name, port);
	char *to = names_next(names, length);

	if (to)
		memcpy(to, names_get(&netlist->port_name, port), (size_t)length);
}

static void name_nets(const struct building *b, int part)
{
	struct names_part names = b->names[part];
	int32_t n = b->shape->n;

	OVER_PART(i, n, b->parts, part)
	{
		if (b->output_port[i] >= 0)
			next_of_port(b->netlist, &names, b->first_out + b->output_port[i]);
		else
			next_numbered(&names, "n", (int32_t)i);
	}
	b->names[part] = names;
}

/* Nets of the input ports have their numbers, those of instances follow in their order. */
static enum status add_nets(struct building *b)
{
	struct netlist *netlist = b->netlist;
	int32_t net;

	for (int32_t p = 0; p < b->first_out; p++) {
		TRY(netlist_add_net(netlist, names_get(&netlist->port_name, p), NET_SIGNAL, &net));
		netlist_connect(netlist, p, net);
	}
	OVER_PARTS(p, b->parts)
	name_nets(b, p);
	TRY(netlist_add_nets(netlist, b->names, b->parts, &b->first_net));
	OVER_PARTS(p, b->parts)
	name_nets(b, p);
	for (int32_t o = 0; o < b->shape->options->profile.n_outputs; o++)
		netlist_connect(netlist, b->first_out + o, b->first_net + b->wiring->output[o]);
	return task_progress(b->shape->task, b->shape->n);
}

/* ---- instances ---- */

static int32_t net_of_driver(const struct building *b, int32_t driver)
{
	return driver >= 0 ? b->first_net + driver : b->shape->options->n_clocks - 1 - driver;
}

static void name_instances(const struct building *b, int part)
{
	static const char *const prefix[] = {
		[ROW_CLOCK_BUFFER] = "ck", [ROW_REGISTER] = "r", [ROW_GATE] = "u"};
	struct names_part names = b->names[part];
	int32_t n = b->shape->n;

	OVER_PART(i, n, b->parts, part)
	next_numbered(&names, prefix[b->shape->kind[i]], (int32_t)i);
	b->names[part] = names;
}

static int32_t master_of(const void *context, int64_t i)
{
	const struct building *b = context;

	return b->master[b->cell[i]];
}

static void connect_instance(const struct building *b, int32_t i)
{
	const struct wiring *w = b->wiring;
	const struct cell_pins *pins = &b->pins[b->cell[i]];
	int32_t pin = b->netlist->instance_pin[i];

	for (int32_t k = 0; k < pins->n_inputs; k++)
		netlist_connect(b->netlist, pin + pins->input[k],
				net_of_driver(b, w->driver[w->slot_row[i] + k]));
	netlist_connect(b->netlist, pin + pins->output, b->first_net + i);
}

static enum status add_instances(struct building *b)
{
	int32_t first;

	memset(b->names, 0, (size_t)b->parts * sizeof *b->names);
	OVER_PARTS(p, b->parts)
	name_instances(b, p);
	TRY(netlist_add_instances(b->netlist, b->names, b->parts, master_of, b, &first));
	OVER_PARTS(p, b->parts)
	name_instances(b, p);
	OVER_ITEMS(i, b->shape->n)
	connect_instance(b, (int32_t)i);
	return task_progress(b->shape->task, b->shape->n);
}

/* The roots of the clock trees, which have no driver in the row. */
static void connect_clocks(struct building *b)
{
	for (int32_t d = 0; d < b->shape->options->n_clocks; d++) {
		const struct clock_domain *domain = &b->shape->domain[d];
		int32_t root = domain->level[domain->n_levels - 1].buffer[0];
		int32_t input = b->pins[b->cell[root]].input[0];

		netlist_connect(b->netlist, b->netlist->instance_pin[root] + input, d);
	}
}

static enum status build(struct building *b)
{
	const struct shape *shape = b->shape;
	int32_t n_cells = shape->options->late->n_cells;

	TRY(ALLOC(&b->cell, shape->n));
	TRY(ALLOC_ALL(n_cells, &b->pins, &b->master));
	TRY(ALLOC(&b->output_port, shape->n));
	TRY(ALLOC(&b->names, b->parts));
	for (int32_t c = 0; c < n_cells; c++)
		b->master[c] = -1;
	OVER_ITEMS(i, shape->n)
	b->output_port[i] = -1;
	for (int32_t o = 0; o < shape->options->profile.n_outputs; o++)
		b->output_port[b->wiring->output[o]] = o;
	TRY(add_masters(b));
	TRY(add_ports(b));
	TRY(add_nets(b));
	TRY(add_instances(b));
	connect_clocks(b);
	return netlist_close(b->netlist);
}

static FREES(building_release, struct building, x->cell, x->master, x->pins, x->output_port,
	     x->names);

static enum status wiring_to_netlist(const struct wiring *wiring, struct netlist **out)
{
	RELEASED_BY(netlist_drop) struct netlist *netlist = NULL;
	RELEASED_BY(building_release)
	struct building b = {
		.wiring = wiring, .shape = wiring->shape, .parts = parts_of(wiring->shape->n)};

	TRY(netlist_new(wiring->shape->options->profile.name, &netlist));
	netlist->names_differ = true;
	b.netlist = netlist;
	TRY(build(&b));
	HAND_OVER(out, netlist);
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

static enum status generate_constraints(const struct wiring *wiring, const struct netlist *netlist,
					struct constraints **out)
{
	const struct generate_options *options = wiring->shape->options;
	const struct gate_cells *cells = wiring->shape->cells;
	RELEASED_BY(constraints_drop) struct constraints *made = NULL;
	double period = options->period;

	/* Most gates drive more than one sink, and a register is worth some: as many as this. */
	if (period <= 0)
		period = (double)(int64_t)(cells->gate_delay * (options->profile.n_levels + 4));
	TRY(constraints_new("", netlist, &made));
	TRY(add_clocks(made, netlist, options->n_clocks, period));
	for (int32_t p = options->n_clocks; p < netlist->n_ports; p++) {
		double delay = (double)fs_of_ps(external_part * period) / 1000;
		struct external_delay external = {
			.reference = -1,
			.pin = p,
			.clock_edge = CLOCK_EDGE(0, RISE),
			.delay = {{delay, delay}, {delay, delay}},
		};

		TRY(constraints_add_external(made, netlist->port_direction[p] == LIB_INPUT,
					     &external));
	}
	HAND_OVER(out, made);
	return STATUS_OK;
}

/* ---- all ---- */

static enum status make(struct shape *shape, struct netlist **netlist,
			struct constraints **constraints)
{
	RELEASED_BY(wiring_release) struct wiring wiring = {0};
	RELEASED_BY(netlist_drop) struct netlist *made = NULL;

	TRY(wiring_new(shape, &wiring));
	TRY(wiring_to_netlist(&wiring, &made));
	TRY(generate_constraints(&wiring, made, constraints));
	HAND_OVER(netlist, made);
	return STATUS_OK;
}

enum status generate_netlist(const struct generate_options *options, struct task *task,
			     struct netlist **netlist, struct constraints **constraints)
{
	FREED struct gate_cells *cells = NULL;
	RELEASED_BY(shape_release) struct shape shape = {0};

	TRY(ALLOC(&cells, 1));
	TRY(gate_cells_choose(options->late, options->profile.inverse_output,
			      options->wires ? mean_wire_load : 0, cells));
	DOING(task, "generating", options->profile.n_gates);
	TRY(shape_new(options, cells, task, &shape));
	return make(&shape, netlist, constraints);
}
