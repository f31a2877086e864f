/* Wires of the naive reference: each net's resistors as a tree, walked by recursion. */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "naive_timing.h"

/* One net. Arrays by node. */
struct tree {
	struct naive *naive;
	const struct parasitics *parasitics;
	int32_t entry, root, n_nodes;
	int32_t driver; /* the pin at the root */
	int64_t n_resistors;
	int64_t *row, *touching; /* owned: the resistors at each node, by number */
	int64_t *next;           /* owned: where row is filled */
	bool *seen;              /* owned */
	bool loops;
	int splits; /* a mask: what it is for */
	int split, edge;
	double *capacitance, *delay, *moment; /* owned */
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* The pin that drives a load for its delay, of the drivers that aren't itself: the only one, or where the net has one
 * driver but for ports of both directions that one, else none: -1. */
static int32_t find_driver(const struct netlist *netlist, int32_t net, int32_t load)
{
	int32_t begin = netlist->net_pin_row[net], end = netlist->net_pin_row[net + 1];
	int32_t n_cells = netlist->net_n_drivers[net], ports = 0, cell = -1, port = -1;

	for (int32_t j = begin; j < end; j++) {
		int32_t pin = netlist->net_pin[j];

		if (netlist_drives(netlist, pin)) {
			cell = cell < 0 || cell == load ? pin : cell;
		} else if (naive_drives(netlist, pin)) {
			port = port < 0 ? pin : port;
			ports++;
		}
	}
	if (n_cells > 1 && end - begin == 2)
		return cell;
	if (n_cells > 1 || (n_cells == 0 && ports != 1))
		return -1;
	return n_cells == 1 && cell != load ? cell : port;
}

/* The node of a pin, -1 = none. */
static int32_t node_of(const struct tree *t, int32_t pin)
{
	const struct parasitics *p = t->parasitics;

	for (int32_t n = 0; n < t->n_nodes && pin >= 0; n++) {
		if (p->node_pin[p->node_row[t->entry] + n] == pin)
			return n;
	}
	return -1;
}

static int64_t resistor(const struct tree *t, int64_t i)
{
	return t->parasitics->resistor_row[t->entry] + i;
}

static void list_touching(struct tree *t)
{
	const struct parasitics *p = t->parasitics;
	int64_t n = 0;

	for (int64_t i = 0; i < t->n_resistors; i++) {
		t->row[p->resistor_from[resistor(t, i)] + 1]++;
		t->row[p->resistor_to[resistor(t, i)] + 1]++;
	}
	for (int32_t v = 0; v < t->n_nodes; v++) {
		n += t->row[v + 1];
		t->row[v + 1] = n;
		t->next[v] = t->row[v];
	}
	for (int64_t i = 0; i < t->n_resistors; i++) {
		int32_t from = p->resistor_from[resistor(t, i)];
		int32_t to = p->resistor_to[resistor(t, i)];

		t->touching[t->next[from]++] = i;
		if (from != to)
			t->touching[t->next[to]++] = i;
	}
}

/* The node at the other end of the j-th resistor at v; -1 = it leads back, or nowhere. */
static int32_t other_end(const struct tree *t, int32_t v, int64_t by, int64_t j, int64_t *which)
{
	const struct parasitics *p = t->parasitics;
	int64_t r = resistor(t, t->touching[j]);

	*which = t->touching[j];
	if (*which == by || p->resistor_from[r] == p->resistor_to[r])
		return -1;
	return p->resistor_from[r] == v ? p->resistor_to[r] : p->resistor_from[r];
}

static void visit(struct tree *t, int32_t v, int64_t by)
{
	t->seen[v] = true;
	for (int64_t j = t->row[v]; j < t->next[v] && !t->loops; j++) {
		int64_t which;
		int32_t to = other_end(t, v, by, j, &which);

		if (to >= 0 && t->seen[to])
			t->loops = true;
		else if (to >= 0)
			visit(t, to, which);
	}
}

/* Every pin of the net must have been seen. */
static bool sees_all_pins(const struct tree *t)
{
	const struct netlist *netlist = t->naive->in.netlist;
	const struct parasitics *p = t->parasitics;
	int32_t net = p->net[t->entry];
	const int32_t *node_pin = p->node_pin + p->node_row[t->entry];

	for (int32_t j = netlist->net_pin_row[net]; j < netlist->net_pin_row[net + 1]; j++) {
		bool found = false;

		for (int32_t n = 0; n < t->n_nodes; n++)
			found |= t->seen[n] && node_pin[n] == netlist->net_pin[j];
		if (!found)
			return false;
	}
	return true;
}

static double own(const struct tree *t, int32_t v)
{
	const struct parasitics *p = t->parasitics;
	int64_t node = p->node_row[t->entry] + v;
	double c = p->node_capacitance[node];

	if (p->node_pin[node] >= 0 && v != t->root &&
	    p->origin[t->entry].includes_pins != PARASITICS_ALL_PINS)
		c += naive_capacitance(t->naive, p->node_pin[node], (enum split)t->split,
				       (enum edge)t->edge);
	return c;
}

static double subtree_capacitance(struct tree *t, int32_t v, int64_t by)
{
	double sum = 0;

	for (int64_t j = t->row[v]; j < t->next[v]; j++) {
		int64_t which;
		int32_t to = other_end(t, v, by, j, &which);

		if (to >= 0)
			sum += subtree_capacitance(t, to, which);
	}
	t->capacitance[v] = own(t, v) + sum;
	return t->capacitance[v];
}

/* The second and third moments of what is seen from a node on. */
static void moments(struct tree *t, int32_t v, int64_t by, double out[2])
{
	out[0] = out[1] = 0;
	for (int64_t j = t->row[v]; j < t->next[v]; j++) {
		int64_t which;
		int32_t to = other_end(t, v, by, j, &which);
		double m[2], r, c;

		if (to < 0)
			continue;
		moments(t, to, which, m);
		r = t->parasitics->resistance[resistor(t, which)];
		c = t->capacitance[to];
		out[0] += m[0] - r * c * c;
		out[1] += m[1] - 2 * r * c * m[0] + r * r * c * c * c;
	}
}

/* The pi with the moments that the driver sees. */
static void reduce(struct tree *t)
{
	double total = t->capacitance[t->root], m[2];
	double *pi = t->naive->pi[4 * (int64_t)t->driver + 2 * t->split + t->edge];

	moments(t, t->root, -1, m);
	pi[0] = total;
	pi[1] = pi[2] = 0;
	if (m[0] < 0 && m[1] > 0) {
		pi[2] = m[0] * m[0] / m[1];
		pi[1] = -m[1] * m[1] / (m[0] * m[0] * m[0]);
		pi[0] = total - pi[2];
	}
}

static void delays(struct tree *t, int32_t v, int64_t by)
{
	for (int64_t j = t->row[v]; j < t->next[v]; j++) {
		int64_t which;
		int32_t to = other_end(t, v, by, j, &which);

		if (to < 0)
			continue;
		t->delay[to] = t->delay[v] +
			       t->parasitics->resistance[resistor(t, which)] * t->capacitance[to];
		delays(t, to, which);
	}
}

static double subtree_moment(struct tree *t, int32_t v, int64_t by)
{
	double sum = 0;

	for (int64_t j = t->row[v]; j < t->next[v]; j++) {
		int64_t which;
		int32_t to = other_end(t, v, by, j, &which);

		if (to >= 0)
			sum += subtree_moment(t, to, which);
	}
	t->moment[v] = own(t, v) * t->delay[v] + sum;
	return t->moment[v];
}

static void impulses(struct tree *t, int32_t v, int64_t by, double beta)
{
	struct naive *naive = t->naive;
	int32_t pin = t->parasitics->node_pin[t->parasitics->node_row[t->entry] + v];

	if (pin >= 0 &&
	    find_driver(naive->in.netlist, naive->in.netlist->pin_net[pin], pin) == t->driver) {
		double impulse = 2 * beta - t->delay[v] * t->delay[v];
		int64_t at = 4 * (int64_t)pin + 2 * t->split + t->edge;

		naive->wire_delay[at] = t->delay[v];
		naive->wire_impulse[at] = impulse > 0 ? impulse : 0;
	}
	for (int64_t j = t->row[v]; j < t->next[v]; j++) {
		int64_t which;
		int32_t to = other_end(t, v, by, j, &which);

		if (to >= 0)
			impulses(t, to, which,
				 beta + t->parasitics->resistance[resistor(t, which)] *
						 t->moment[to]);
	}
}

/* From one driver: the delays of the pins that it is chosen for. */
static void walk_from(struct tree *t)
{
	for (int c = 0; c < 4 && !t->naive->in.lumped; c++) {
		if (!(t->splits & 1 << c / 2))
			continue;
		t->split = c / 2;
		t->edge = c % 2;
		t->delay[t->root] = 0;
		subtree_capacitance(t, t->root, -1);
		reduce(t);
		delays(t, t->root, -1);
		subtree_moment(t, t->root, -1);
		impulses(t, t->root, -1, 0);
	}
}

static void walk_tree(struct tree *t)
{
	const struct netlist *netlist = t->naive->in.netlist;
	int32_t net = t->parasitics->net[t->entry];
	bool good = false;

	list_touching(t);
	for (int32_t j = netlist->net_pin_row[net]; j < netlist->net_pin_row[net + 1]; j++) {
		bool drives;

		t->driver = netlist->net_pin[j];
		if (!naive_drives(netlist, t->driver))
			continue;
		drives = netlist->net_n_drivers[net] == 1 && netlist_drives(netlist, t->driver);
		for (int32_t i = netlist->net_pin_row[net];
		     i < netlist->net_pin_row[net + 1] && !drives; i++)
			drives |= naive_takes(netlist, netlist->net_pin[i]) &&
				  find_driver(netlist, net, netlist->net_pin[i]) == t->driver;
		t->root = drives ? node_of(t, t->driver) : -1;
		if (t->root < 0)
			continue;
		memset(t->seen, 0, (size_t)t->n_nodes * sizeof *t->seen);
		t->loops = false;
		visit(t, t->root, -1);
		good = !t->loops && sees_all_pins(t);
		if (good)
			walk_from(t);
	}
	t->naive->n_lumped += !good;
}

static void wire(struct naive *naive, const struct parasitics *p, int32_t entry, int splits)
{
	struct tree t = {.naive = naive, .parasitics = p, .entry = entry, .splits = splits};

	t.n_nodes = (int32_t)(p->node_row[entry + 1] - p->node_row[entry]);
	t.n_resistors = p->resistor_row[entry + 1] - p->resistor_row[entry];
	must(ALLOC(&t.row, (int64_t)t.n_nodes + 1));
	must(ALLOC(&t.next, t.n_nodes));
	must(ALLOC(&t.touching, 2 * t.n_resistors));
	must(ALLOC(&t.seen, t.n_nodes));
	must(ALLOC(&t.capacitance, t.n_nodes));
	must(ALLOC(&t.delay, t.n_nodes));
	must(ALLOC(&t.moment, t.n_nodes));
	walk_tree(&t);
	free(t.row);
	free(t.next);
	free(t.touching);
	free(t.seen);
	free(t.capacitance);
	free(t.delay);
	free(t.moment);
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

	for (int32_t pin = 0; elmore && pin < naive->in.netlist->n_pins; pin++) {
		for (int c = 0; c < 4; c++) {
			double delay = elmore[2 * pin + c / 2];

			if (!is_given(delay) || naive->in.lumped)
				continue;
			naive->wire_delay[4 * pin + c] = delay;
			naive->wire_impulse[4 * pin + c] = delay * delay;
		}
	}
}

void naive_wires(struct naive *naive)
{
	bool same = !naive->in.early_parasitics;

	put_elmore(naive);
	if (naive->in.parasitics)
		wires_of(naive, naive->in.parasitics, same ? 3 : 2);
	if (!same)
		wires_of(naive, naive->in.early_parasitics, 1);
}
