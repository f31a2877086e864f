/*
 * Counting a netlist. Rent's rule is in rent.c.
 */
#include "db/statistics.h"

#include <math.h>

#include "base/grow.h"

/* What instances of a master count as. */
enum role {
	OTHER,
	GATE,
	REGISTER,
};

struct master_counts {
	enum role role;
	int32_t n_inputs, n_pins, n_cell_arcs, n_checks;
};

struct counting {
	const struct netlist *netlist;
	struct design_statistics *out;
	struct master_counts *master; /* owned [n_masters] */
	int32_t *level;               /* owned [n_instances]: of gates, -1 = none */
	struct task *task;
};

/* ---- masters ---- */

/* Is there an arc of these pins and of this kind before arc i? Groups with `when` count once. */
static bool seen_before(const struct lib_arc *first, int32_t i)
{
	for (int32_t j = 0; j < i; j++)
		if (first[j].from == first[i].from && first[j].to == first[i].to &&
		    first[j].kind == first[i].kind)
			return true;
	return false;
}

static void count_arcs(const struct library *library, const struct lib_cell *cell,
		       struct master_counts *counts)
{
	const struct lib_arc *first = library->arc + cell->first_arc;

	for (int32_t i = 0; i < cell->n_arcs; i++) {
		if (first[i].kind == LIB_OTHER || seen_before(first, i))
			continue;
		if (first[i].kind >= LIB_SETUP)
			counts->n_checks++;
		else
			counts->n_cell_arcs++;
	}
}

static struct master_counts count_master(const struct master *master)
{
	struct master_counts counts = {.role = OTHER};
	const struct lib_cell *cell;
	int32_t n_outputs = 0;

	for (int32_t i = 0; i < master->n_pins; i++) {
		counts.n_pins += master->direction[i] != LIB_INTERNAL;
		counts.n_inputs += master->direction[i] == LIB_INPUT;
		n_outputs += master->direction[i] == LIB_OUTPUT;
	}
	if (!master->library[LATE])
		return counts;
	cell = &master->library[LATE]->cell[master->cell[LATE]];
	count_arcs(master->library[LATE], cell, &counts);
	if (cell->is_sequential && !cell->is_macro && !cell->is_memory && counts.n_pins <= 16)
		counts.role = REGISTER;
	else if (!cell->is_sequential && counts.n_inputs && n_outputs)
		counts.role = GATE;
	return counts;
}

static enum status count_masters(struct counting *c)
{
	const struct netlist *netlist = c->netlist;
	struct design_statistics *out = c->out;

	TRY(ALLOC(&c->master, netlist->n_masters));
	for (int32_t i = 0; i < netlist->n_masters; i++) {
		const struct master *master = &netlist->master[i];
		struct master_counts counts = count_master(master);
		int64_t n = master->n_instances;

		c->master[i] = counts;
		out->n_instances += n;
		out->n_gates += counts.role == GATE ? n : 0;
		out->n_registers += counts.role == REGISTER ? n : 0;
		out->n_others += counts.role == OTHER ? n : 0;
		out->n_pins += n * counts.n_pins;
		out->n_cell_arcs += 2 * n * counts.n_cell_arcs;
		out->n_checks += n * counts.n_checks;
		if (counts.role != GATE)
			continue;
		out->n_single_input += counts.n_inputs == 1 ? n : 0;
		out->fan_in[(counts.n_inputs < FAN_IN_CLASSES ? counts.n_inputs : FAN_IN_CLASSES) -
			    1] += n;
		out->mean_fan_in += (double)n * counts.n_inputs;
	}
	if (out->n_gates)
		out->mean_fan_in /= (double)out->n_gates;
	return STATUS_OK;
}

/* ---- nets ---- */

static bool is_clock_pin(const struct netlist *netlist, int32_t pin)
{
	const struct lib_pin *lib = netlist_lib_pin(netlist, pin, LATE);

	return lib && lib->is_clock;
}

static int fan_out_class(int32_t n)
{
	return n <= 4 ? n : n <= 8 ? 5 : n <= 16 ? 6 : n <= 64 ? 7 : 8;
}

static void count_net(struct counting *c, int32_t net, int64_t *n_driven, int64_t *n_driven_sinks)
{
	const struct netlist *netlist = c->netlist;
	struct design_statistics *out = c->out;
	int32_t n_drivers = netlist->net_n_drivers[net], n_clocks = 0;
	int32_t first = netlist->net_pin_row[net] + n_drivers, last = netlist->net_pin_row[net + 1];

	for (int32_t i = first; i < last; i++)
		n_clocks += is_clock_pin(netlist, netlist->net_pin[i]);
	out->n_clock_sinks += n_clocks;
	out->n_net_arcs += (int64_t)n_drivers * (last - first);
	if (!n_drivers || n_clocks)
		return;
	++*n_driven;
	*n_driven_sinks += last - first;
	out->fan_out[fan_out_class(last - first)]++;
	if (last - first > out->max_fan_out)
		out->max_fan_out = last - first;
}

static enum status count_nets(struct counting *c)
{
	const struct netlist *netlist = c->netlist;
	int64_t n_driven = 0, n_sinks = 0;

	c->out->n_nets = netlist->n_nets;
	for (int32_t net = 0; net < netlist->n_nets; net++) {
		if (!(net & 0xffff))
			TRY(task_progress(c->task, net));
		count_net(c, net, &n_driven, &n_sinks);
	}
	for (int32_t p = 0; p < netlist->n_ports; p++) {
		c->out->n_inputs += netlist->port_direction[p] != LIB_OUTPUT;
		c->out->n_outputs += netlist->port_direction[p] != LIB_INPUT;
	}
	c->out->n_pins += netlist->n_ports;
	if (n_driven)
		c->out->mean_fan_out = (double)n_sinks / (double)n_driven;
	return STATUS_OK;
}

/* ---- levels ---- */

static enum role role_of(const struct counting *c, int32_t instance)
{
	return c->master[c->netlist->instance_master[instance]].role;
}

static bool is_input(const struct netlist *netlist, int32_t pin)
{
	return netlist_pin_direction(netlist, pin) == LIB_INPUT;
}

/* The instance that drives the net of a pin when it is a gate, else -1. */
static int32_t gate_before(const struct counting *c, int32_t pin)
{
	const struct netlist *netlist = c->netlist;
	int32_t net = netlist->pin_net[pin], driver;

	if (net < 0 || !netlist->net_n_drivers[net])
		return -1;
	driver = netlist->pin_instance[netlist->net_pin[netlist->net_pin_row[net]]];
	return driver >= 0 && role_of(c, driver) == GATE ? driver : -1;
}

/* Gates not yet levelled are counted down in `waiting`; those that wait no more go into
 * the queue. */
static void pass_on(struct counting *c, int32_t gate, int32_t *waiting, int32_t *queue, int32_t *n)
{
	const struct netlist *netlist = c->netlist;

	for (int32_t p = netlist->instance_pin[gate]; p < netlist->instance_pin[gate + 1]; p++) {
		int32_t net = netlist->pin_net[p];

		if (net < 0 || is_input(netlist, p) ||
		    netlist->net_pin[netlist->net_pin_row[net]] != p)
			continue;
		for (int32_t i = netlist->net_pin_row[net] + 1; i < netlist->net_pin_row[net + 1];
		     i++) {
			int32_t sink = netlist->pin_instance[netlist->net_pin[i]];

			if (sink < 0 || role_of(c, sink) != GATE ||
			    !is_input(netlist, netlist->net_pin[i]))
				continue;
			if (c->level[sink] < c->level[gate] + 1)
				c->level[sink] = c->level[gate] + 1;
			if (!--waiting[sink])
				queue[(*n)++] = sink;
		}
	}
}

static enum status sweep(struct counting *c, int32_t *waiting, int32_t *queue)
{
	const struct netlist *netlist = c->netlist;
	int32_t n = 0;

	for (int32_t i = 0; i < netlist->n_instances; i++) {
		c->level[i] = role_of(c, i) == GATE ? 1 : -1;
		for (int32_t p = netlist->instance_pin[i];
		     c->level[i] > 0 && p < netlist->instance_pin[i + 1]; p++)
			waiting[i] += is_input(netlist, p) && gate_before(c, p) >= 0;
		if (c->level[i] > 0 && !waiting[i])
			queue[n++] = i;
	}
	for (int32_t i = 0; i < n; i++) {
		if (!(i & 0xffff))
			TRY(task_progress(c->task, i));
		pass_on(c, queue[i], waiting, queue, &n);
	}
	for (int32_t i = 0; i < netlist->n_instances; i++) {
		if (c->level[i] > 0 && waiting[i])
			c->level[i] = -1;
		c->out->n_looped += role_of(c, i) == GATE && c->level[i] < 0;
		if (c->level[i] > c->out->n_levels)
			c->out->n_levels = c->level[i];
	}
	return STATUS_OK;
}

/* The depth of logic at registers and output ports. */
static void count_ends(struct counting *c)
{
	const struct netlist *netlist = c->netlist;
	int64_t sum = 0, n = 0;

	for (int32_t p = 0; p < netlist->n_pins; p++) {
		int32_t x = netlist->pin_instance[p], gate;

		if (netlist->pin_net[p] < 0 || netlist_drives(netlist, p) ||
		    (x >= 0 && (role_of(c, x) != REGISTER || is_clock_pin(netlist, p))))
			continue;
		gate = gate_before(c, p);
		sum += gate >= 0 && c->level[gate] > 0 ? c->level[gate] : 0;
		n++;
	}
	c->out->mean_level = n ? (double)sum / (double)n : 0;
}

static enum status count_levels(struct counting *c)
{
	FREED int32_t *waiting = NULL, *queue = NULL;

	TRY(ALLOC_ALL(c->netlist->n_instances, &c->level, &waiting, &queue));
	TRY(sweep(c, waiting, queue));
	count_ends(c);
	return STATUS_OK;
}

/* ---- reconvergence ---- */

enum {
	MOST_SAMPLES = 50000,
	MOST_IN_CONE = 256,
};

/* The nets before one input: its own, and those before the gates that drive them. */
struct cone {
	int32_t n, net[MOST_IN_CONE];
};

static bool in_cone(const struct cone *cone, int32_t net)
{
	for (int32_t i = 0; i < cone->n; i++)
		if (cone->net[i] == net)
			return true;
	return false;
}

static void add_to_cone(struct cone *cone, int32_t net)
{
	if (net >= 0 && cone->n < MOST_IN_CONE && !in_cone(cone, net))
		cone->net[cone->n++] = net;
}

static void find_cone(const struct counting *c, int32_t pin, struct cone *cone)
{
	const struct netlist *netlist = c->netlist;
	int32_t begin = 0;

	cone->n = 0;
	add_to_cone(cone, netlist->pin_net[pin]);
	for (int level = 0; level < RECONVERGENCE_LEVELS; level++) {
		int32_t end = cone->n;

		for (int32_t i = begin; i < end; i++) {
			int32_t net = cone->net[i], gate;

			if (!netlist->net_n_drivers[net])
				continue;
			gate = gate_before(c, netlist->net_pin[netlist->net_pin_row[net]]);
			if (gate < 0)
				continue;
			for (int32_t p = netlist->instance_pin[gate];
			     p < netlist->instance_pin[gate + 1]; p++)
				if (is_input(netlist, p))
					add_to_cone(cone, netlist->pin_net[p]);
		}
		begin = end;
	}
}

static bool meets(const struct counting *c, int32_t gate)
{
	const struct netlist *netlist = c->netlist;
	struct cone all = {0}, one;
	bool found = false;

	for (int32_t p = netlist->instance_pin[gate]; p < netlist->instance_pin[gate + 1]; p++) {
		if (!is_input(netlist, p) || netlist->pin_net[p] < 0)
			continue;
		find_cone(c, p, &one);
		for (int32_t i = 0; i < one.n && !found; i++)
			found = in_cone(&all, one.net[i]);
		for (int32_t i = 0; i < one.n; i++)
			add_to_cone(&all, one.net[i]);
	}
	return found;
}

static enum status count_reconvergence(struct counting *c)
{
	const struct netlist *netlist = c->netlist;
	int32_t step = netlist->n_instances / MOST_SAMPLES + 1;
	int64_t n = 0, n_meeting = 0;

	for (int32_t i = 0; i < netlist->n_instances; i += step) {
		if (role_of(c, i) != GATE || c->master[netlist->instance_master[i]].n_inputs < 2)
			continue;
		if (!(n & 0xff))
			TRY(task_progress(c->task, i));
		n++;
		n_meeting += meets(c, i);
	}
	c->out->reconvergence = n ? (double)n_meeting / (double)n : 0;
	return STATUS_OK;
}

/* ---- all ---- */

/* A line through the logarithms; clusters that are most of the design have few nets for another
 * reason (Rent's second region) and don't count. */
static void fit_rent(struct design_statistics *out, const struct rent_point *point, int n)
{
	double sx = 0, sy = 0, sxx = 0, sxy = 0, m = 0, most = (double)out->n_instances / 16;

	for (int i = 0; i < n; i++) {
		double x, y;

		if (point[i].size < 2 || point[i].size > most || point[i].terminals <= 0)
			continue;
		x = log(point[i].size);
		y = log(point[i].terminals);
		m++;
		sx += x;
		sy += y;
		sxx += x * x;
		sxy += x * y;
	}
	if (m < 2)
		return;
	out->rent_exponent = (m * sxy - sx * sy) / (m * sxx - sx * sx);
	out->rent_terminals = exp((sy - out->rent_exponent * sx) / m);
}

static enum status count_all(struct counting *c)
{
	struct rent_point point[RENT_POINTS];
	int n;

	TRY(count_masters(c));
	TRY(count_nets(c));
	c->out->n_arcs = c->out->n_net_arcs + c->out->n_cell_arcs + c->out->n_checks;
	TRY(count_levels(c));
	TRY(count_reconvergence(c));
	TRY(rent_points(c->netlist, c->task, point, &n));
	fit_rent(c->out, point, n);
	return STATUS_OK;
}

enum status design_statistics(const struct netlist *netlist, struct task *task,
			      struct design_statistics *out)
{
	struct counting c = {.netlist = netlist, .out = out, .task = task};
	enum status status;

	*out = (struct design_statistics){0};
	task_begin(task, "counting", 0);
	status = count_all(&c);
	task_end(task);
	FREE_ALL(c.master, c.level);
	return status;
}
