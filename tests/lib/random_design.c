#include "random_design.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/grow.h"
#include "devices.h"
#include "tap.h"

/* What the netlist is built with: nets that may be loaded, and pins that wait for all nets. */
struct maker {
	const struct random_options *options;
	struct netlist *netlist;
	int32_t *net;     /* owned: driven nets, in an order in which loads come after drivers */
	bool *loaded;     /* owned, by net */
	int32_t *waiting; /* owned: pins that no arc leaves, so that loops can't come */
	int64_t n_nets, n_waiting, net_capacity, loaded_capacity, waiting_capacity;
	int32_t clock;    /* net of the clock port */
	int32_t last_new; /* the newest driven net */
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

static int32_t new_net(struct maker *m)
{
	char name[24];
	int32_t net;

	snprintf(name, sizeof name, "n%d", m->netlist->n_nets);
	must(netlist_add_net(m->netlist, name, NET_SIGNAL, &net));
	must(GROW(&m->loaded, &m->loaded_capacity, net + 1));
	m->loaded[net] = false;
	return net;
}

static void offer(struct maker *m, int32_t net)
{
	must(GROW(&m->net, &m->net_capacity, m->n_nets + 1));
	m->net[m->n_nets++] = net;
}

static void load(struct maker *m, int32_t pin, int32_t net)
{
	netlist_connect(m->netlist, pin, net);
	m->loaded[net] = true;
}

static void add_port(struct maker *m, const char *stem, int i, enum lib_direction direction)
{
	char name[16];
	int32_t port;

	snprintf(name, sizeof name, "%s%d", stem, i);
	must(netlist_add_port(m->netlist, name, direction, &port));
}

static void add_ports(struct maker *m)
{
	int n_in = 2 + (int)random_below(5), n_out = 1 + (int)random_below(4);

	add_port(m, "clk", 0, LIB_INPUT);
	for (int i = 0; i < n_in; i++)
		add_port(m, "in", i, LIB_INPUT);
	for (int i = 0; i < n_out; i++)
		add_port(m, "out", i, LIB_OUTPUT);
	if (m->options->odd && random_one_in(3))
		add_port(m, "io", 0, LIB_INOUT);
	for (int32_t p = 0; p <= n_in; p++) {
		int32_t net;

		if (p > 1 && m->options->odd && random_one_in(20))
			continue;
		net = new_net(m);
		netlist_connect(m->netlist, p, net);
		offer(m, net);
	}
	m->clock = 0;
}

static void add_masters(struct maker *m, const struct random_design *d)
{
	static const char *const pins[] = {"P", "Q"};
	int32_t id;

	for (int32_t c = 0; c < d->late->n_cells; c++)
		must(netlist_add_cell(m->netlist, d->late, c, d->early, d->early ? c : -1, &id));
	must(netlist_add_black_box(m->netlist, "BOX", 2, pins, &id));
}

/* Does a delay leave this pin of the late or of the early cell? Clocks' do. */
static bool is_passed(const struct master *master, int32_t pin)
{
	for (int split = 0; split < N_SPLITS; split++) {
		const struct library *library = master->library[split];
		int32_t p = split == LATE ? pin : master->early_pin[pin];
		const struct lib_cell *cell;

		if (!library || p < 0)
			continue;
		cell = &library->cell[master->cell[split]];
		for (int32_t a = 0; a < cell->n_arcs; a++) {
			const struct lib_arc *arc = &library->arc[cell->first_arc + a];

			if (arc->from == p && arc->kind <= LIB_LAUNCH)
				return true;
		}
	}
	return false;
}

static void connect_input(struct maker *m, const struct master *master, int32_t x, int32_t i)
{
	int32_t pin = m->netlist->instance_pin[x] + i;
	int64_t window = random_one_in(2) ? m->n_nets : m->n_nets < 8 ? m->n_nets : 8;

	if (m->options->odd && random_one_in(40))
		return;
	if (m->options->odd && random_one_in(60)) {
		load(m, pin, new_net(m));
	} else if (!is_passed(master, i)) {
		must(GROW(&m->waiting, &m->waiting_capacity, m->n_waiting + 1));
		m->waiting[m->n_waiting++] = pin;
	} else if (names_get(&m->netlist->pin_name, master->pin_name[i])[0] == 'C' &&
		   master->n_pins == 7 && !random_one_in(3)) {
		load(m, pin, m->clock);
	} else {
		load(m, pin, m->net[m->n_nets - 1 - random_below(window)]);
	}
}

static void add_instance(struct maker *m, int32_t i)
{
	struct netlist *netlist = m->netlist;
	int32_t box = netlist->n_masters - 1, x, made[4], n_made = 0;
	int32_t id = m->options->odd && random_one_in(60) ? box : (int32_t)random_below(box);
	const struct master *master = &netlist->master[id];
	char name[24];

	snprintf(name, sizeof name, "u%d", i);
	must(netlist_add_instance(netlist, name, id, &x));
	for (int32_t p = 0; p < master->n_pins; p++) {
		if (master->direction[p] == LIB_INPUT)
			connect_input(m, master, x, p);
		if (master->direction[p] == LIB_INOUT && id != box) {
			/* without other drivers: what comes in may lead to where these come from */
			made[n_made] = new_net(m);
			m->loaded[made[n_made]] = true;
			netlist_connect(netlist, netlist->instance_pin[x] + p, made[n_made++]);
		}
		if (id == box && random_one_in(2))
			load(m, netlist->instance_pin[x] + p, m->net[random_below(m->n_nets)]);
		if (master->direction[p] != LIB_OUTPUT || (m->options->odd && random_one_in(30)))
			continue;
		/* one more driver for a net without a load */
		if (m->options->odd && m->last_new && !m->loaded[m->last_new] && random_one_in(6)) {
			netlist_connect(netlist, netlist->instance_pin[x] + p, m->last_new);
			continue;
		}
		made[n_made] = new_net(m);
		netlist_connect(netlist, netlist->instance_pin[x] + p, made[n_made++]);
	}
	while (n_made > 0) {
		m->last_new = made[--n_made];
		offer(m, m->last_new);
	}
}

static void finish(struct maker *m)
{
	struct netlist *netlist = m->netlist;

	for (int64_t w = 0; w < m->n_waiting; w++)
		netlist_connect(netlist, m->waiting[w], m->net[random_below(m->n_nets)]);
	for (int32_t p = 0; p < netlist->n_ports; p++) {
		if (netlist->port_direction[p] != LIB_INPUT &&
		    (!m->options->odd || !random_one_in(20)))
			netlist_connect(netlist, p,
					m->net[m->n_nets - 1 -
					       random_below(m->n_nets < 6 ? m->n_nets : 6)]);
	}
	must(netlist_close(netlist));
	free(m->net);
	free(m->loaded);
	free(m->waiting);
}

/* As in a TAU .timing file: one clock, arrivals and required times at ports. */
static void add_clock(struct constraints *constraints, bool odd)
{
	struct clock *clock;
	double period = random_eighths(20, 400);
	int32_t id;

	must(constraints_add_clock(constraints, "clk", period, 0, period / 2, &id));
	clock = &constraints->clock[id];
	clock->propagated = !odd || !random_one_in(6);
	if (!odd || !random_one_in(6))
		must(clock_add_source(clock, 0));
	for (int c = 0; c < 4; c++)
		clock->source_latency[c / 2][c % 2] = random_eighths(0, 20);
}

static struct constraints *tau_constraints(const struct netlist *netlist, bool odd)
{
	struct constraints *constraints;
	int rarely = odd ? 6 : 1 << 20;

	must(constraints_new("random", netlist, &constraints));
	if (!odd || !random_one_in(4))
		add_clock(constraints, odd);
	for (int32_t p = 0; p < netlist->n_ports; p++) {
		struct port_constraint *port = &constraints->port[p];
		bool input = netlist->port_direction[p] == LIB_INPUT;
		struct external_delay delay = {
			.reference = -1,
			.pin = p,
			.clock_edge = constraints->n_clocks ? CLOCK_EDGE(0, RISE) : -1,
			.source_latency_included = true,
			.network_latency_included = true,
		};

		port->has_required = input == random_one_in(rarely);
		for (int c = 0; c < 4; c++) {
			delay.delay[c / 2][c % 2] = random_eighths(-20, 50);
			port->load[c / 2][c % 2] = random_real(0, 5);
			port->slew[c / 2][c % 2] = random_one_in(4)   ? NOT_GIVEN
						   : random_one_in(4) ? 0
								      : random_real(0, 30);
			port->required[c / 2][c % 2] = random_eighths(-50, 300);
		}
		if (p > 0 && input != random_one_in(rarely))
			must(constraints_add_external(constraints, true, &delay));
	}
	return constraints;
}

static void constrained_design(const struct random_options *options, struct random_design *out)
{
	struct random_clocks clocks;

	random_clocked(options, out, &clocks);
	out->constraints = random_constraints(options, out->netlist, &clocks);
	random_exceptions(out->constraints, out->netlist, options->odd);
	if (random_one_in(2))
		random_wires(options, out);
}

void random_design(const struct random_options *options, struct random_design *out)
{
	struct maker m = {.options = options};

	*out = (struct random_design){0};
	if (options->constrained) {
		constrained_design(options, out);
		return;
	}
	random_libraries(options, &out->late, &out->early);
	must(netlist_new("random", &out->netlist));
	m.netlist = out->netlist;
	add_masters(&m, out);
	add_ports(&m);
	for (int32_t i = 0; i < options->n_instances; i++)
		add_instance(&m, i);
	finish(&m);
	if (!options->odd || !random_one_in(20))
		out->constraints = tau_constraints(out->netlist, options->odd);
	if (!random_one_in(4))
		random_wires(options, out);
}

void random_design_release(struct random_design *design)
{
	netlist_unref(design->netlist);
	constraints_unref(design->constraints);
	parasitics_unref(design->parasitics);
	parasitics_unref(design->early_parasitics);
	free(design->models.load);
	free(design->models.far);
	free(design->models.resistance);
	free(design->models.elmore);
	library_unref(design->late);
	library_unref(design->early);
	*design = (struct random_design){0};
}

int test_random_designs(int argc, char **argv, const struct random_test *test)
{
	const char *all = getenv("WARPSCOPE_TEST_GRAPHS");
	int n = all ? atoi(all) : test->n;

	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		if (!test_device_open(i, &d))
			continue;
		if (argc > 2) {
			struct random_options options = {.n_instances = atoi(argv[2]),
							 .scale = argc > 4 ? atof(argv[4]) : 1,
							 .odd = argc > 3 && argv[3][0] == 'o',
							 .constrained = argc < 6,
							 .latches = argc == 5,
							 .data_checks =
								 getenv("WARPSCOPE_TEST_DATA")};

			OK(test->one(&d, strtoull(argv[1], NULL, 10), &options), "%s", d.name);
		} else {
			test->check(&d, test_part(n, i == 0 ? 1 : test->part));
		}
		test_device_close(&d);
	}
	return tap_done();
}
