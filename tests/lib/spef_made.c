#include "spef_made.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/grow.h"

/* A pin of a *CONN section; instance -1: a port. */
struct connection {
	int32_t instance, name, net; /* ids in names below */
};

struct maker {
	struct spef_made *made;
	struct names map, instance, pin, net;
	char **mapped; /* by id in map */
	int64_t mapped_capacity;
	struct connection *connection;
	int64_t n_connections, capacity;
	struct names node; /* of the net at hand, as spelt */
	char net_word[256];
	int32_t net_id;
	char section; /* first letter: C of *CONN, A of *CAP, R of *RES, N of *NAME_MAP, 0 */
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

static int32_t id_of(struct names *names, const char *name)
{
	int32_t id;
	bool added;

	must(names_add(names, name, (int64_t)strlen(name), &id, &added));
	return id;
}

/* The name after "*12", or the word itself; without escapes. */
static void expand(struct maker *m, const char *word, char out[512])
{
	const char *from = word;
	char *to = out;

	if (word[0] == '*') {
		int32_t id = names_find(&m->map, word, (int64_t)strlen(word));

		if (id >= 0)
			from = m->mapped[id];
	}
	for (; *from && to < out + 511; from++)
		if (*from != '\\')
			*to++ = *from;
	*to = '\0';
}

static void take_connection(struct maker *m, char *word)
{
	struct connection c = {.instance = -1, .net = m->net_id};
	char *colon = strrchr(word, ':');
	char name[512];

	id_of(&m->node, word);
	if (colon)
		*colon = '\0';
	expand(m, word, name);
	if (colon) {
		c.instance = id_of(&m->instance, name);
		c.name = id_of(&m->pin, colon + 1);
	} else {
		c.name = id_of(&m->pin, name);
	}
	must(GROW(&m->connection, &m->capacity, m->n_connections + 1));
	m->connection[m->n_connections++] = c;
	m->made->n_pins++;
}

/* Is it known, or an inner node of the net? */
static bool is_own(struct maker *m, const char *word)
{
	size_t n = strlen(m->net_word);

	if (names_find(&m->node, word, (int64_t)strlen(word)) >= 0)
		return true;
	return strncmp(word, m->net_word, n) == 0 && word[n] == ':';
}

static void take_line(struct maker *m, char *word[], int n)
{
	struct spef_made *made = m->made;

	if (m->section == 'N') {
		int32_t id = id_of(&m->map, word[0]);

		must(GROW(&m->mapped, &m->mapped_capacity, id + 1));
		m->mapped[id] = strdup(word[1]);
	} else if (m->section == 'A') {
		double value = strtod(word[n - 1], NULL);

		for (int i = 1; i < n - 1; i++) {
			if (n == 4 && !is_own(m, word[i]))
				continue;
			id_of(&m->node, word[i]);
			made->capacitance += value;
		}
	} else if (m->section == 'R') {
		id_of(&m->node, word[1]);
		id_of(&m->node, word[2]);
		made->resistance += strtod(word[3], NULL);
		made->n_resistors++;
	}
}

static void end_net(struct maker *m)
{
	m->made->n_nodes += m->node.n;
	names_release(&m->node);
	m->section = 0;
}

static void take_keyword(struct maker *m, char *word[], int n)
{
	char name[512];

	if (strcmp(word[0], "*D_NET") == 0 && n == 3) {
		expand(m, word[1], name);
		m->net_id = id_of(&m->net, name);
		snprintf(m->net_word, sizeof m->net_word, "%s", word[1]);
		m->made->total += strtod(word[2], NULL);
		m->made->n_nets++;
	} else if (strcmp(word[0], "*P") == 0 || strcmp(word[0], "*I") == 0) {
		take_connection(m, word[1]);
	} else if (strcmp(word[0], "*END") == 0) {
		end_net(m);
	} else {
		m->section = word[0][1] == 'C' ? word[0][2] : word[0][1];
		m->section = strcmp(word[0], "*NAME_MAP") == 0 ? 'N'
			     : m->section == 'N'               ? 0
							       : m->section;
	}
}

static void take_text(struct maker *m, gzFile gz)
{
	char line[4096], *word[16];

	while (gzgets(gz, line, sizeof line)) {
		char *state, *next = strtok_r(line, " \t\r\n", &state);
		int n = 0;

		for (; next && n < 16; next = strtok_r(NULL, " \t\r\n", &state))
			word[n++] = next;
		if (n == 0)
			continue;
		if (word[0][0] == '*' && (word[0][1] < '0' || word[0][1] > '9'))
			take_keyword(m, word, n);
		else if (n > 1)
			take_line(m, word, n);
	}
}

static int by_instance(const void *a, const void *b)
{
	const struct connection *x = a, *y = b;

	if (x->instance != y->instance)
		return x->instance < y->instance ? -1 : 1;
	return (x->name > y->name) - (x->name < y->name);
}

/* An instance and its master, a black box of its own, of the connections [first, last). */
static void make_instance(struct maker *m, int64_t first, int64_t last)
{
	struct netlist *netlist = m->made->netlist;
	const char *pin[4096];
	int32_t master, id, n = 0;
	char name[32];

	for (int64_t i = first; i < last && n < 4096; i++)
		if (i == first || m->connection[i].name != m->connection[i - 1].name)
			pin[n++] = names_get(&m->pin, m->connection[i].name);
	snprintf(name, sizeof name, "BOX%d", m->connection[first].instance);
	must(netlist_add_black_box(netlist, name, n, pin, &master));
	must(netlist_add_instance(netlist, names_get(&m->instance, m->connection[first].instance),
				  master, &id));
	n = -1;
	for (int64_t i = first; i < last; i++) {
		n += i == first || m->connection[i].name != m->connection[i - 1].name;
		netlist_connect(netlist, netlist->instance_pin[id] + n, m->connection[i].net);
	}
}

static void make_netlist(struct maker *m)
{
	struct netlist *netlist = m->made->netlist;
	int64_t n = m->n_connections, i = 0, first;
	int32_t id;

	qsort(m->connection, (size_t)n, sizeof *m->connection, by_instance);
	for (; i < n && m->connection[i].instance < 0; i++)
		if (i == 0 || m->connection[i].name != m->connection[i - 1].name)
			must(netlist_add_port(netlist, names_get(&m->pin, m->connection[i].name),
					      LIB_INOUT, &id));
	for (int32_t net = 0; net < m->net.n; net++)
		must(netlist_add_net(netlist, names_get(&m->net, net), NET_SIGNAL, &id));
	for (first = 0; first < i; first++) {
		const char *name = names_get(&m->pin, m->connection[first].name);

		netlist_connect(netlist, netlist_find_port(netlist, name, (int64_t)strlen(name)),
				m->connection[first].net);
	}
	for (first = i; first < n; first = i) {
		while (i < n && m->connection[i].instance == m->connection[first].instance)
			i++;
		make_instance(m, first, i);
	}
	must(netlist_close(netlist));
}

bool spef_make(const char *path, struct spef_made *made)
{
	struct maker m = {.made = made};
	gzFile gz = gzopen(path, "rb");

	*made = (struct spef_made){0};
	if (!gz)
		return false;
	must(netlist_new("made", &made->netlist));
	take_text(&m, gz);
	gzclose(gz);
	make_netlist(&m);
	for (int32_t i = 0; i < m.map.n; i++)
		free(m.mapped[i]);
	free(m.mapped);
	free(m.connection);
	names_release(&m.map);
	names_release(&m.instance);
	names_release(&m.pin);
	names_release(&m.net);
	names_release(&m.node);
	return true;
}
