/*
 * Wires of the naive reference: of each driver of a net the dense system of its conductances, in long double, by Gaussian
 * elimination. What a resistor of 0 connects is one node.
 */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "naive_timing.h"

/* One net as one driver sees it. */
struct network {
	struct naive *naive;
	const struct parasitics *parasitics;
	int32_t entry, n_nodes;
	int32_t driver; /* a pin */
	int32_t *
		of_node; /* owned: unknown of each node; 0 = that of the driver, -1 = not connected */
	int32_t n;       /* unknowns 1 … n − 1 */
	int splits;      /* a mask: what it is for */
	long double *a; /* owned [n × n]: conductances, then eliminated */
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* ---- places ---- */

static int32_t driver_number(const struct netlist *netlist, int32_t pin)
{
	int32_t net = netlist->pin_net[pin], n = 0;

	for (int32_t j = netlist->net_pin_row[net]; netlist->net_pin[j] != pin; j++)
		n += naive_drives(netlist, netlist->net_pin[j]);
	return n;
}

int64_t naive_wire(const struct naive *n, int32_t from, int32_t to)
{
	const struct netlist *netlist = n->in.netlist;
	int32_t pin = netlist_named_pin(netlist, from), net = netlist->pin_net[pin];
	int32_t begin = netlist->net_pin_row[net], end = netlist->net_pin_row[net + 1];

	for (int32_t j = begin; j < end; j++) {
		if (netlist->net_pin[j] == to)
			return n->wire_row[net] +
			       (int64_t)driver_number(netlist, pin) * (end - begin) + j - begin;
	}
	return -1;
}

bool naive_pi(const struct naive *n, int32_t pin, int corner, double pi[3])
{
	const struct netlist *netlist = n->in.netlist;
	int32_t driver = netlist_named_pin(netlist, pin), net = netlist->pin_net[driver];
	int32_t n_drivers = 0, n_loads = 0;
	const double *y;

	if (n->in.pi) {
		y = n->in.pi + 12 * (int64_t)n->in.pin_driver[pin] + 3 * corner;
		if (n->in.pin_driver[pin] >= 0)
			memcpy(pi, y, 3 * sizeof *pi);
		return n->in.pin_driver[pin] >= 0 && pi[0] + pi[2] > 0;
	}
	if (net < 0 || !naive_drives(netlist, driver))
		return false;
	for (int32_t j = netlist->net_pin_row[net]; j < netlist->net_pin_row[net + 1]; j++) {
		int32_t other = netlist->net_pin[j];

		n_drivers += naive_drives(netlist, other);
		n_loads += other != driver && naive_takes(netlist, other);
	}
	if (n_drivers > 1 && !n_loads)
		return false;
	y = n->wire_seen + 12 * (n->driver_row[net] + driver_number(netlist, driver)) + 3 * corner;
	pi[0] = y[0];
	pi[1] = pi[2] = 0;
	if (y[1] < 0 && y[2] > 0) {
		pi[2] = y[1] * y[1] / y[2];
		pi[1] = -y[2] * y[2] / (y[1] * y[1] * y[1]);
		pi[0] = y[0] - pi[2];
	}
	return y[0] > 0;
}

static void place_wires(struct naive *n)
{
	const struct netlist *netlist = n->in.netlist;

	must(ALLOC(&n->wire_row, (int64_t)netlist->n_nets + 1));
	must(ALLOC(&n->driver_row, (int64_t)netlist->n_nets + 1));
	for (int32_t net = 0; net < netlist->n_nets; net++) {
		int32_t begin = netlist->net_pin_row[net], end = netlist->net_pin_row[net + 1];
		int64_t drivers = 0;

		for (int32_t j = begin; j < end; j++)
			drivers += naive_drives(netlist, netlist->net_pin[j]);
		n->driver_row[net + 1] = n->driver_row[net] + drivers;
		n->wire_row[net + 1] = n->wire_row[net] + drivers * (end - begin);
	}
	must(ALLOC(&n->wire_delay, 4 * n->wire_row[netlist->n_nets]));
	must(ALLOC(&n->wire_impulse, 4 * n->wire_row[netlist->n_nets]));
	must(ALLOC(&n->wire_seen, 12 * n->driver_row[netlist->n_nets]));
}

/* ---- the system ---- */

/* Nodes get the smallest number of what they are connected to, by any resistors or by those of 0. */
static void spread(const struct network *w, int32_t *number, bool any)
{
	const struct parasitics *p = w->parasitics;
	bool changed = true;

	for (int32_t v = 0; v < w->n_nodes; v++)
		number[v] = v;
	while (changed) {
		changed = false;
		for (int64_t r = p->resistor_row[w->entry]; r < p->resistor_row[w->entry + 1];
		     r++) {
			int32_t *a = &number[p->resistor_from[r]], *b = &number[p->resistor_to[r]];

			if (*a == *b || !(any || p->resistance[r] == 0))
				continue;
			*a = *b = *a < *b ? *a : *b;
			changed = true;
		}
	}
}

/* The unknowns; false when the driver has no node. */
static bool number_unknowns(struct network *w)
{
	const struct parasitics *p = w->parasitics;
	int32_t root = -1, *group, *piece;

	for (int32_t v = 0; v < w->n_nodes; v++) {
		if (p->node_pin[p->node_row[w->entry] + v] == w->driver)
			root = v;
		w->of_node[v] = -1;
	}
	if (root < 0)
		return false;
	must(ALLOC(&group, w->n_nodes));
	must(ALLOC(&piece, w->n_nodes));
	spread(w, piece, true);
	spread(w, group, false);
	w->n = 1;
	for (int32_t v = 0; v < w->n_nodes; v++) {
		if (group[v] == group[root])
			w->of_node[v] = 0;
		else if (piece[v] == piece[root])
			w->of_node[v] = group[v] == v ? w->n++ : w->of_node[group[v]];
	}
	free(group);
	free(piece);
	return true;
}

static void fill(struct network *w)
{
	const struct parasitics *p = w->parasitics;

	memset(w->a, 0, (size_t)w->n * (size_t)w->n * sizeof *w->a);
	for (int64_t r = p->resistor_row[w->entry]; r < p->resistor_row[w->entry + 1]; r++) {
		int32_t from = w->of_node[p->resistor_from[r]], to = w->of_node[p->resistor_to[r]];

		if (from < 0 || from == to)
			continue;
		w->a[from * w->n + from] += 1 / (long double)p->resistance[r];
		w->a[to * w->n + to] += 1 / (long double)p->resistance[r];
		w->a[from * w->n + to] -= 1 / (long double)p->resistance[r];
		w->a[to * w->n + from] -= 1 / (long double)p->resistance[r];
	}
	for (int32_t k = 1; k < w->n; k++) {
		for (int32_t i = k + 1; i < w->n; i++) {
			long double factor = w->a[i * w->n + k] / w->a[k * w->n + k];

			w->a[i * w->n + k] = factor;
			for (int32_t j = k + 1; j < w->n && factor != 0; j++)
				w->a[i * w->n + j] -= factor * w->a[k * w->n + j];
		}
	}
}

static void solve(const struct network *w, long double *x)
{
	x[0] = 0;
	for (int32_t k = 1; k < w->n; k++) {
		for (int32_t i = k + 1; i < w->n; i++)
			x[i] -= w->a[i * w->n + k] * x[k];
	}
	for (int32_t k = w->n - 1; k > 0; k--) {
		for (int32_t j = k + 1; j < w->n; j++)
			x[k] -= w->a[k * w->n + j] * x[j];
		x[k] /= w->a[k * w->n + k];
	}
}

static long double own(const struct network *w, int32_t v, int corner)
{
	const struct parasitics *p = w->parasitics;
	int64_t node = p->node_row[w->entry] + v;
	long double c = p->node_capacitance[node];

	if (p->node_pin[node] >= 0 && p->node_pin[node] != w->driver &&
	    !parasitics_has_pins(p, w->entry))
		c += naive_capacitance(w->naive, p->node_pin[node], (enum split)(corner / 2),
				       (enum edge)(corner % 2));
	return c;
}

/* One corner: first and second moments, then what is seen of them. */
static void solve_corner(const struct network *w, int corner)
{
	struct naive *naive = w->naive;
	const struct parasitics *p = w->parasitics;
	long double *d, *beta, y[3] = {0, 0, 0};
	int32_t net = p->net[w->entry];

	must(ALLOC(&d, w->n));
	must(ALLOC(&beta, w->n));
	for (int32_t v = 0; v < w->n_nodes; v++) {
		if (w->of_node[v] >= 0)
			d[w->of_node[v]] += own(w, v, corner);
		else
			y[0] += p->node_capacitance[p->node_row[w->entry] + v];
	}
	for (int32_t i = 0; i < w->n; i++)
		y[0] += d[i];
	solve(w, d);
	for (int32_t v = 0; v < w->n_nodes; v++) {
		if (w->of_node[v] >= 0)
			beta[w->of_node[v]] += own(w, v, corner) * d[w->of_node[v]];
	}
	for (int32_t i = 0; i < w->n; i++)
		y[1] -= beta[i];
	solve(w, beta);
	for (int32_t v = 0; v < w->n_nodes; v++) {
		int32_t pin = p->node_pin[p->node_row[w->entry] + v], i = w->of_node[v];
		long double impulse = i < 0 ? 0 : 2 * beta[i] - d[i] * d[i];
		int64_t at;

		if (i < 0)
			continue;
		y[2] += own(w, v, corner) * beta[i];
		if (pin < 0)
			continue;
		at = 4 * naive_wire(naive, w->driver, pin) + corner;
		naive->wire_delay[at] = (double)d[i];
		naive->wire_impulse[at] = impulse > 0 ? (double)impulse : 0;
	}
	for (int i = 0; i < 3; i++)
		naive->wire_seen[12 * (naive->driver_row[net] +
				       driver_number(naive->in.netlist, w->driver)) +
				 3 * corner + i] = (double)y[i];
	free(d);
	free(beta);
}

/* How many of the pins that a driver drives have no wire from it. */
static int32_t missing_loads(const struct network *w, bool has_root)
{
	const struct netlist *netlist = w->naive->in.netlist;
	const struct parasitics *p = w->parasitics;
	int32_t net = p->net[w->entry], n = 0;

	for (int32_t j = netlist->net_pin_row[net]; j < netlist->net_pin_row[net + 1]; j++) {
		int32_t pin = netlist->net_pin[j];
		bool found = false;

		for (int32_t v = 0; v < w->n_nodes && has_root; v++)
			found |=
				w->of_node[v] >= 0 && p->node_pin[p->node_row[w->entry] + v] == pin;
		n += pin != w->driver && naive_takes(netlist, pin) && !found;
	}
	return n;
}

static void wire(struct naive *naive, const struct parasitics *p, int32_t entry, int splits)
{
	const struct netlist *netlist = naive->in.netlist;
	struct network w = {.naive = naive, .parasitics = p, .entry = entry, .splits = splits};
	int32_t net = p->net[entry], n_missing = 0;

	w.n_nodes = (int32_t)(p->node_row[entry + 1] - p->node_row[entry]);
	must(ALLOC(&w.of_node, w.n_nodes));
	for (int32_t j = netlist->net_pin_row[net]; j < netlist->net_pin_row[net + 1]; j++) {
		bool has_root;

		w.driver = netlist->net_pin[j];
		if (!naive_drives(netlist, w.driver))
			continue;
		has_root = number_unknowns(&w);
		n_missing += missing_loads(&w, has_root);
		if (!has_root)
			continue;
		must(ALLOC(&w.a, (int64_t)w.n * w.n));
		fill(&w);
		for (int c = 0; c < 4 && !naive->in.lumped; c++) {
			if (splits & 1 << c / 2)
				solve_corner(&w, c);
		}
		free(w.a);
	}
	free(w.of_node);
	if (p->resistor_row[entry] == p->resistor_row[entry + 1])
		naive->n_lumped += n_missing > 0;
	else
		naive->n_untimed += n_missing > 0;
}

/* Has set_load said what the wire is? Then it is lumped. */
static bool is_overridden(const struct naive *naive, int32_t net)
{
	const struct constraints *c = naive->in.constraints;

	return c && c->net_load && is_given(c->net_load[net]);
}

const struct parasitics *naive_parasitics(const struct naive *naive, enum split split)
{
	return split == EARLY && naive->in.early_parasitics ? naive->in.early_parasitics
							    : naive->in.parasitics;
}

bool naive_has_model(const struct naive *naive, int32_t net, enum split split)
{
	const struct wire_models *models = naive->in.models;

	return models && models->load && is_given(models->load[2 * net + split]);
}

/* A net that is given twice has what was given last. */
static void wires_of(struct naive *naive, const struct parasitics *p, int splits)
{
	int32_t *last;

	must(ALLOC(&last, naive->in.netlist->n_nets));
	for (int32_t e = 0; e < p->n_nets; e++)
		last[p->net[e]] = e;
	for (int32_t e = 0; e < p->n_nets; e++) {
		int wanted = splits;

		for (int split = 0; split < 2; split++) {
			if (naive_has_model(naive, p->net[e], (enum split)split))
				wanted &= ~(1 << split);
		}
		if (wanted && last[p->net[e]] == e && !is_overridden(naive, p->net[e]))
			wire(naive, p, e, wanted);
	}
	free(last);
}

/* A wire of one resistor and one capacitor has the impulse D². */
static void put_elmore(struct naive *naive)
{
	const double *elmore = naive->in.models ? naive->in.models->elmore : NULL;
	const struct netlist *netlist = naive->in.netlist;

	for (int32_t pin = 0; elmore && pin < netlist->n_pins; pin++) {
		int32_t net = netlist->pin_net[pin];

		for (int32_t j = net < 0 ? 0 : 4 * netlist->net_pin_row[net];
		     net >= 0 && j < 4 * netlist->net_pin_row[net + 1]; j++) {
			int32_t driver = netlist->net_pin[j / 4];
			double delay = elmore[2 * pin + j % 4 / 2];
			int64_t at;

			if (!is_given(delay) || naive->in.lumped || !naive_drives(netlist, driver))
				continue;
			at = 4 * naive_wire(naive, driver, pin) + j % 4;
			naive->wire_delay[at] = delay;
			naive->wire_impulse[at] = delay * delay;
		}
	}
}

/* What set_pi_model says that the only driver of a net sees, at both edges. */
static void put_models(struct naive *naive)
{
	const struct wire_models *models = naive->in.models;

	for (int32_t i = 0; i < 2 * naive->in.netlist->n_nets; i++) {
		double *seen = naive->wire_seen + 12 * naive->driver_row[i / 2] + 6 * (i % 2);

		if (is_overridden(naive, i / 2) ||
		    !naive_has_model(naive, i / 2, (enum split)(i % 2)))
			continue;
		for (int edge = 0; edge < 2; edge++, seen += 3) {
			double far = models->far[i], r = models->resistance[i];

			seen[0] = models->load[i];
			seen[1] = -r * far * far;
			seen[2] = r * r * far * far * far;
		}
	}
}

void naive_wires(struct naive *naive)
{
	bool same = !naive->in.early_parasitics;

	place_wires(naive);
	put_elmore(naive);
	put_models(naive);
	if (naive->in.parasitics)
		wires_of(naive, naive->in.parasitics, same ? 3 : 2);
	if (!same)
		wires_of(naive, naive->in.early_parasitics, 1);
}
