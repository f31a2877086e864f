/*
 * Random netlists with clock trees: ports that clocks come by, buffers, inverters, gates and muxes
 * in their networks, dividers; registers on their leaves and gates between the registers.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "devices.h"
#include "gates.h"
#include "random_design.h"

enum { MOST_LEAVES = 32, MOST_NETS = 256, MOST_REGISTERS = 12 };

struct maker {
	const struct random_options *options;
	struct netlist *netlist;
	struct random_clocks *clocks;
	int n_leaves; /* clock nets */
	struct {
		char net[16];
		int origin; /* -1 = of several */
	} leaf[MOST_LEAVES];
	int n_nets; /* data nets that are driven */
	char net[MOST_NETS][16];
	int n_inputs, n_outputs, n_registers, n_instances;
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

double random_eighths(double low, double high)
{
	return low + (double)random_below((int64_t)((high - low) * 8) + 1) / 8;
}

/* ---- nets ---- */

static void offer_leaf(struct maker *m, const char *net, int origin)
{
	if (m->n_leaves == MOST_LEAVES)
		return;
	snprintf(m->leaf[m->n_leaves].net, sizeof m->leaf[0].net, "%s", net);
	m->leaf[m->n_leaves++].origin = origin;
}

static void offer(struct maker *m, const char *net)
{
	if (m->n_nets < MOST_NETS)
		snprintf(m->net[m->n_nets++], sizeof m->net[0], "%s", net);
}

static const char *any_net(const struct maker *m)
{
	if (m->options->odd && random_one_in(12))
		return m->leaf[random_below(m->n_leaves)].net;
	return m->net[random_below(m->n_nets)];
}

static int32_t add(struct maker *m, const char *cell, const char *connections)
{
	char name[16];

	snprintf(name, sizeof name, "u%d", m->n_instances++);
	return gates_instance(m->netlist, name, cell, connections);
}

/* ---- clock networks ---- */

static void add_ports(struct maker *m)
{
	int n_clocks = 1 + (int)random_below(3);
	char name[16];

	m->n_inputs = 2 + (int)random_below(3);
	m->n_outputs = 1 + (int)random_below(3);
	for (int i = 0; i < n_clocks; i++) {
		snprintf(name, sizeof name, "clk%d", i);
		gates_port(m->netlist, name, LIB_INPUT);
		m->clocks->origin[m->clocks->n_origins].pin = i;
		m->clocks->origin[m->clocks->n_origins].parent = -1;
		offer_leaf(m, name, m->clocks->n_origins++);
	}
	for (int i = 0; i < m->n_inputs; i++) {
		snprintf(name, sizeof name, "in%d", i);
		gates_port(m->netlist, name, LIB_INPUT);
		offer(m, name);
	}
	for (int i = 0; i < m->n_outputs; i++) {
		int32_t port;

		/* their nets come later */
		snprintf(name, sizeof name, "out%d", i);
		must(netlist_add_port(m->netlist, name, LIB_OUTPUT, &port));
	}
}

/* Of a net of its own, or, once there are some, of one that something else drives too. */
static void add_two_sided(struct maker *m)
{
	int32_t port;

	gates_port(m->netlist, "io0", LIB_INOUT);
	offer(m, "io0");
	must(netlist_add_port(m->netlist, "io1", LIB_INOUT, &port));
}

static void add_buffer(struct maker *m, int leaf)
{
	int origin = m->leaf[leaf].origin;
	char net[16], connections[64];
	int32_t x;

	snprintf(net, sizeof net, "k%d", m->n_instances);
	snprintf(connections, sizeof connections, "A=%s Y=%s", m->leaf[leaf].net, net);
	x = add(m, random_one_in(3) ? "INV" : "BUF", connections);
	if (origin >= 0 && m->clocks->n_taps < RANDOM_MOST_TAPS) {
		m->clocks->tap[m->clocks->n_taps].pin = m->netlist->instance_pin[x] + 1;
		m->clocks->tap[m->clocks->n_taps++].origin = origin;
	}
	offer_leaf(m, net, origin);
}

/* With data at the other input, which a constant may decide. */
static void add_clock_gate(struct maker *m, int leaf)
{
	static const char *const cells[] = {"AND2", "OR2", "XOR2", "NAND2"};
	char net[16], connections[64];

	snprintf(net, sizeof net, "k%d", m->n_instances);
	snprintf(connections, sizeof connections, "A=%s B=in%d Y=%s", m->leaf[leaf].net,
		 (int)random_below(m->n_inputs), net);
	/* non-unate ones make two ways for each edge */
	add(m, cells[random_below(4)], connections);
	offer_leaf(m, net, -1);
}

static void add_clock_mux(struct maker *m, int leaf)
{
	int other = (int)random_below(m->n_leaves);
	char net[16], connections[80];

	if (m->leaf[leaf].origin < 0 || m->leaf[other].origin < 0 ||
	    m->leaf[leaf].origin == m->leaf[other].origin)
		return;
	/* one that is downstream of the other would reconverge */
	for (int o = m->leaf[leaf].origin; o >= 0; o = m->clocks->origin[o].parent)
		for (int p = m->leaf[other].origin; p >= 0; p = m->clocks->origin[p].parent)
			if (o == p)
				return;
	snprintf(net, sizeof net, "k%d", m->n_instances);
	snprintf(connections, sizeof connections, "A=%s B=%s S=in0 Y=%s", m->leaf[leaf].net,
		 m->leaf[other].net, net);
	add(m, "MUX2", connections);
	offer_leaf(m, net, -1);
}

static void add_divider(struct maker *m, int leaf)
{
	struct random_clocks *clocks = m->clocks;
	char net[16], connections[80];
	int32_t x;

	if (m->leaf[leaf].origin < 0 || clocks->n_origins == RANDOM_MOST_ORIGINS)
		return;
	snprintf(net, sizeof net, "k%d", m->n_instances);
	snprintf(connections, sizeof connections, "D=n%s CK=%s Q=%s QN=n%s", net, m->leaf[leaf].net,
		 net, net);
	x = add(m, random_one_in(4) ? "DFFN" : "DFF", connections);
	clocks->origin[clocks->n_origins].pin = m->netlist->instance_pin[x] + 3;
	clocks->origin[clocks->n_origins].parent = m->leaf[leaf].origin;
	offer_leaf(m, net, clocks->n_origins++);
}

static void add_trees(struct maker *m)
{
	int n = 3 + (int)random_below(7);

	for (int i = 0; i < n; i++) {
		int leaf = (int)random_below(m->n_leaves), what = (int)random_below(10);

		if (what < 6)
			add_buffer(m, leaf);
		else if (what < 8)
			add_divider(m, leaf);
		else if (what < 9)
			add_clock_gate(m, leaf);
		else
			add_clock_mux(m, leaf);
	}
}

/* ---- data ---- */

/* Their outputs are there before anything uses them; the nets of D and RN are known at last. */
static void offer_registers(struct maker *m)
{
	char name[16];

	m->n_registers = 2 + (int)random_below(MOST_REGISTERS - 2);
	if (m->n_registers > 2 + m->options->n_instances)
		m->n_registers = 2 + m->options->n_instances;
	for (int i = 0; i < 2 * m->n_registers; i++) {
		snprintf(name, sizeof name, "q%d", i);
		if (i % 2 == 0 || random_one_in(4))
			offer(m, name);
	}
}

static void add_registers(struct maker *m)
{
	for (int i = 0; i < m->n_registers; i++) {
		char connections[160];
		const char *clock = m->leaf[random_below(m->n_leaves)].net;
		int n = snprintf(connections, sizeof connections, "CK=%s Q=q%d QN=q%d", clock,
				 2 * i, 2 * i + 1);

		if (!random_one_in(12))
			n += snprintf(connections + n, sizeof connections - (size_t)n, " D=%s",
				      any_net(m));
		if (m->options->latches && random_one_in(2)) {
			add(m, random_one_in(2) ? "DLH" : "DLL", connections);
			continue;
		}
		if (random_one_in(2))
			snprintf(connections + n, sizeof connections - (size_t)n, " RN=%s",
				 any_net(m));
		add(m, random_one_in(4) ? "DFFN" : "DFF", connections);
	}
}

static void add_gates(struct maker *m)
{
	static const char *const cells[] = {"INV", "BUF",  "NAND2", "NOR2", "AND2",
					    "OR2", "XOR2", "MUX2",  "TIE0", "TIE1"};

	for (int32_t i = 0; i < m->options->n_instances; i++) {
		int cell = (int)random_below(random_one_in(4) ? 10 : 8);
		int n_inputs = cell < 2 ? 1 : cell < 7 ? 2 : cell < 8 ? 3 : 0, n;
		char net[16], connections[120];

		snprintf(net, sizeof net, "n%d", i);
		n = snprintf(connections, sizeof connections, "Y=%s", net);
		for (int k = 0; k < n_inputs; k++)
			n += snprintf(connections + n, sizeof connections - (size_t)n, " %c=%s",
				      "ABS"[k], any_net(m));
		add(m, cells[cell], connections);
		if (m->options->parallel && random_one_in(24))
			add(m, cells[cell], connections);
		offer(m, net);
	}
}

static void connect_outputs(struct maker *m)
{
	for (int32_t p = 0; p < m->netlist->n_ports; p++) {
		const char *net = any_net(m);

		if (m->netlist->pin_net[p] < 0)
			netlist_connect(m->netlist, p,
					netlist_find_net(m->netlist, net, (int64_t)strlen(net)));
	}
}

/* ---- all of it ---- */

static void make_libraries(const struct random_options *options, struct random_design *out)
{
	struct gates_options late = {.factor = options->scale,
				     .random = true,
				     .retaining = options->data_checks,
				     .non_sequential = options->data_checks},
			     early = late;
	uint64_t state = random_get_state(), after;

	out->late = test_gates_library("late", &late);
	if (random_one_in(5))
		return;
	after = random_get_state();
	random_seed(state);
	early.factor *= 0.75;
	out->early = test_gates_library("early", &early);
	random_seed(after);
}

void random_clocked(const struct random_options *options, struct random_design *out,
		    struct random_clocks *clocks)
{
	struct maker m = {.options = options, .clocks = clocks};

	*clocks = (struct random_clocks){0};
	make_libraries(options, out);
	must(netlist_new("random", &out->netlist));
	m.netlist = out->netlist;
	gates_masters(m.netlist, out->late, out->early);
	add_ports(&m);
	if (options->two_sided)
		add_two_sided(&m);
	add_trees(&m);
	offer_registers(&m);
	add_gates(&m);
	add_registers(&m);
	connect_outputs(&m);
	must(netlist_close(m.netlist));
}
