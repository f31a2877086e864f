/*
 * The order in which a network is eliminated, and the conductances that this fills in: minimum degree (A. George, J. Liu, "The
 * evolution of the minimum degree ordering algorithm", SIAM Review 1989) on lists of neighbours, without its refinements, as
 * nets are small and nearly trees.
 */
#include "db/rc_network.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/order.h"

/* Of a net, with all its drivers: links, and steps of the elimination. */
enum { MOST_LINKS = 1 << 24, MOST_STEPS = 1 << 28 };
/* A resistor below this is one of that: no delay shows the difference. */
#define LEAST_RESISTANCE 1e-30

/* A node of the network at hand, by its number in the source; 0 is the driver's. */
struct node {
	int64_t begin; /* of its links to neighbours in the pool, where there is room for some */
	double ground;
	int32_t n, room, stamp,
		at; /* at: where a neighbour is in the list of the node with its stamp */
	int32_t next, previous; /* of its degree; -1 = none */
	int32_t head;           /* the first node with as many neighbours as this one's number */
	int32_t place;          /* in the order */
};

struct rc_network_maker {
	const struct netlist *netlist; /* borrowed */
	struct rc_networks *to;        /* borrowed */
	int64_t network_capacity, node_capacity, link_capacity, place_capacity;
	int64_t n_links, n_steps; /* of the net at hand */
	int32_t net, stamp;
	const struct rc_network_source *source; /* borrowed: at hand */
	struct node *node;                      /* owned */
	struct rc_network_link *pool;           /* owned */
	int64_t own_capacity, n_pool, pool_capacity;
};

enum status rc_network_maker_new(const struct netlist *netlist, struct rc_networks *networks,
				 struct rc_network_maker **out)
{
	TRY(ALLOC(out, 1));
	**out = (struct rc_network_maker){.netlist = netlist, .to = networks, .net = -1};
	return STATUS_OK;
}

void rc_network_maker_free(struct rc_network_maker *m)
{
	if (!m)
		return;
	FREE_ALL(m->node, m->pool, m);
}

FREES(rc_networks_release, struct rc_networks, x->network, x->node, x->link, x->pin_place,
      x->place_pin);

/* ---- neighbours ---- */

/* Of node v; a list without room moves to the end of the pool. */
static enum status add_neighbour(struct rc_network_maker *m, int32_t v, int32_t to,
				 double conductance)
{
	struct node *of = &m->node[v];

	if (of->n == of->room) {
		of->room = 2 * of->room + 2;
		TRY(GROW(&m->pool, &m->pool_capacity, m->n_pool + of->room));
		COPY(m->pool + m->n_pool, m->pool + of->begin, of->n);
		of->begin = m->n_pool;
		m->n_pool += of->room;
	}
	m->pool[of->begin + of->n++] = (struct rc_network_link){conductance, to, 0};
	return STATUS_OK;
}

/* From the resistors at node v, side by side as one. */
static enum status list_neighbours(struct rc_network_maker *m, int32_t v)
{
	const struct rc_network_source *s = m->source;
	const struct parasitics *p = s->parasitics;

	m->stamp++;
	for (int32_t i = s->row[s->node[v]]; i < s->row[s->node[v] + 1]; i++) {
		int64_t r = p->resistor_row[s->entry] + s->resistor[i];
		int32_t from = s->place[p->resistor_from[r]], to = s->place[p->resistor_to[r]];
		double conductance = 1 / (p->resistance[r] > LEAST_RESISTANCE ? p->resistance[r]
									      : LEAST_RESISTANCE);
		struct node *other = &m->node[from == v ? to : from];

		if (from == to)
			continue;
		if (from == 0 || to == 0) {
			m->node[v].ground += conductance;
		} else if (other->stamp == m->stamp) {
			m->pool[m->node[v].begin + other->at].conductance += conductance;
		} else {
			other->stamp = m->stamp;
			other->at = m->node[v].n;
			TRY(add_neighbour(m, v, (int32_t)(other - m->node), conductance));
		}
	}
	return STATUS_OK;
}

/* ---- the order ---- */

/* Among those of its degree, and out of them. */
static void put_in_list(struct rc_network_maker *m, int32_t v)
{
	int32_t *head = &m->node[m->node[v].n].head;

	m->node[v].next = *head;
	m->node[v].previous = -1;
	if (*head >= 0)
		m->node[*head].previous = v;
	*head = v;
}

static void take_from_list(struct rc_network_maker *m, int32_t v)
{
	struct node *node = &m->node[v];

	if (node->previous >= 0)
		m->node[node->previous].next = node->next;
	else
		m->node[node->n].head = node->next;
	if (node->next >= 0)
		m->node[node->next].previous = node->previous;
}

/* Of node a, which loses v: those of v's links that it hasn't. */
static enum status pass_links(struct rc_network_maker *m, int32_t a, int32_t v, int32_t n)
{
	const struct rc_network_link *link = m->to->link + m->to->n_links;
	struct node *node = &m->node[a];

	take_from_list(m, a);
	node->stamp = ++m->stamp;
	for (int32_t j = 0; j < node->n; j++) {
		struct rc_network_link *at = &m->pool[node->begin + j];

		if (at->node == v)
			*at = m->pool[node->begin + --node->n];
		if (j < node->n)
			m->node[at->node].stamp = m->stamp;
	}
	m->n_steps += n + node->n;
	for (int32_t j = 0; j < n; j++) {
		if (m->node[link[j].node].stamp != m->stamp)
			TRY(add_neighbour(m, a, link[j].node, 0));
	}
	put_in_list(m, a);
	return STATUS_OK;
}

/* Nodes of the fewest neighbours first; their links are to numbers in the source. */
static enum status order_nodes(struct rc_network_maker *m, int32_t first)
{
	struct rc_networks *to = m->to;
	int32_t degree = 0;

	for (int32_t i = 0; i + 1 < m->source->n; i++) {
		int32_t v, n;

		degree = degree > 0 ? degree - 1 : 0;
		while (m->node[degree].head < 0)
			degree++;
		v = m->node[degree].head;
		n = m->node[v].n;
		take_from_list(m, v);
		m->node[v].place = first + i;
		to->node[first + i].link = to->n_links;
		m->n_links += n;
		if (m->n_links > MOST_LINKS || m->n_steps > MOST_STEPS)
			return STATUS_OK;
		TRY(GROW(&to->link, &m->link_capacity, (int64_t)to->n_links + n));
		if (n) /* of none there is no pool */
			COPY(to->link + to->n_links, m->pool + m->node[v].begin, n);
		for (int32_t j = 0; j < n; j++)
			TRY(pass_links(m, to->link[to->n_links + j].node, v, n));
		to->n_links += n;
	}
	return STATUS_OK;
}

COMPARER(compare_links, struct rc_network_link, ORDER(x->node, y->node))

/* From numbers in the source to the order, and in it. */
static void sort_links(struct rc_network_maker *m, int32_t first_link)
{
	struct rc_networks *to = m->to;

	for (int32_t i = first_link; i < to->n_links; i++)
		to->link[i].node = m->node[to->link[i].node].place;
	for (int32_t v = 1; v < m->source->n; v++) {
		int32_t at = m->node[v].place, begin = to->node[at].link;
		int32_t end = at + 1 < to->n_nodes ? to->node[at + 1].link : to->n_links;

		SORT(to->link + begin, end - begin, compare_links);
	}
}

/* ---- nets with several drivers ---- */

/* Places of the delays of its pins, unless there are some for another driver, or split. */
static enum status place_pins(struct rc_network_maker *m, int32_t net)
{
	const struct netlist *netlist = m->netlist;
	int32_t begin = netlist->net_pin_row[net], end = netlist->net_pin_row[net + 1], n = 0;
	struct rc_networks *to = m->to;

	if (!to->pin_place)
		TRY(ALLOC(&to->pin_place, netlist->n_all_pins));
	for (int32_t i = begin; i < end; i++) {
		if (netlist_may_drive(netlist, netlist->net_pin[i]))
			to->pin_place[netlist_driving_side(netlist, netlist->net_pin[i])] = n++;
	}
	for (int32_t i = begin; i < end; i++) {
		int32_t pin = netlist->net_pin[i];

		if (!netlist_takes_signals(netlist, pin) || to->pin_place[pin])
			continue;
		if (to->n_places > INT32_MAX / 8 - netlist->n_all_pins - n)
			return status_fail(STATUS_NO_MEMORY, "too many drivers of nets");
		to->pin_place[pin] = netlist->n_all_pins + to->n_places;
		TRY(GROW(&to->place_pin, &m->place_capacity, (int64_t)to->n_places + n));
		for (int32_t j = 0; j < n; j++)
			to->place_pin[to->n_places++] = pin;
	}
	return STATUS_OK;
}

/* ---- all of a network ---- */

static enum status begin(struct rc_network_maker *m)
{
	struct rc_networks *to = m->to;
	int64_t n = m->source->n;

	if (to->n_nodes + n > INT32_MAX / 4 || to->n_links > INT32_MAX - 2 * MOST_LINKS)
		return status_fail(STATUS_NO_MEMORY, "more than %d nodes of networks",
				   INT32_MAX / 4);
	TRY(GROW(&to->network, &m->network_capacity, (int64_t)to->n + 1));
	TRY(GROW(&to->node, &m->node_capacity, to->n_nodes + n));
	TRY(GROW(&m->node, &m->own_capacity, n));
	memset(m->node, 0, (size_t)n * sizeof *m->node);
	m->n_pool = m->stamp = 0;
	for (int32_t v = 0; v < n; v++)
		m->node[v].head = -1;
	for (int32_t v = 1; v < n; v++)
		TRY(list_neighbours(m, v));
	for (int32_t v = (int32_t)n - 1; v > 0; v--)
		put_in_list(m, v);
	return STATUS_OK;
}

static void fill_nodes(struct rc_network_maker *m)
{
	const struct rc_network_source *s = m->source;
	const int32_t *pin_place = s->rank < 0 ? NULL : m->to->pin_place;
	int64_t base = s->parasitics->node_row[s->entry];

	for (int32_t v = 1; v < s->n; v++) {
		struct rc_network_node *node = &m->to->node[m->node[v].place];
		int32_t pin = s->parasitics->node_pin[base + s->node[v]];

		node->ground = m->node[v].ground;
		node->capacitance = s->parasitics->node_capacitance[base + s->node[v]];
		node->pin = pin < 0 ? -1 : pin;
		node->place = pin >= 0 && pin_place ? pin_place[pin] + s->rank : pin;
		node->flags = s->splits * s->flags[v];
	}
}

enum status rc_network_add(struct rc_network_maker *m, const struct rc_network_source *source,
			   const char **why)
{
	const struct parasitics *p = source->parasitics;
	int32_t net = p->net[source->entry], first = m->to->n_nodes, n_links = m->to->n_links;

	if (net != m->net)
		m->n_links = m->n_steps = 0;
	m->net = net;
	m->source = source;
	if (source->rank >= 0)
		TRY(place_pins(m, net));
	m->n_links += source->n;
	if (m->n_links <= MOST_LINKS) {
		TRY(begin(m));
		TRY(order_nodes(m, first));
	}
	if (m->n_links > MOST_LINKS || m->n_steps > MOST_STEPS) {
		m->to->n_links = n_links;
		*why = "its network of resistors is too large";
		return STATUS_OK;
	}
	m->to->n_nodes += source->n - 1;
	sort_links(m, n_links);
	fill_nodes(m);
	m->to->network[m->to->n++] = (struct rc_network){
		first, source->n - 1, source->driver, source->splits,
		p->node_capacitance[p->node_row[source->entry] + source->node[0]] + source->apart};
	return STATUS_OK;
}

enum status rc_network_close(struct rc_network_maker *m)
{
	TRY(GROW(&m->to->node, &m->node_capacity, (int64_t)m->to->n_nodes + 1));
	m->to->node[m->to->n_nodes] = (struct rc_network_node){.link = m->to->n_links};
	return STATUS_OK;
}
