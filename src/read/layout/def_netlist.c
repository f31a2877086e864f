/*
 * A netlist of what DEF itself says: a black box for each macro, with the pins that nets connect.
 */
#include <stdlib.h>

#include "base/grow.h"
#include "base/order.h"
#include "read/layout/def_impl.h"

/* Pins of macros: those that are connected somewhere, each once. */
struct used {
	const struct def *def;
	struct names pair; /* macro and pin name, as eight bytes: the number of each */
	int32_t *of;       /* owned [n_connections]: its pair, -1 = of a port */
	int32_t *row;      /* owned [n_macros + 1]: pairs by macro … */
	int32_t *pin;      /* owned [pair.n]: … as pin names … */
	int32_t *place;    /* owned [pair.n]: … and the place of each in its macro */
	int32_t *master;   /* owned [n_macros], -1 = no component */
};

static void release(struct used *used)
{
	names_release(&used->pair);
	FREE_ALL(used->of, used->row, used->pin, used->place, used->master);
}

static void read_pair(const struct used *used, int32_t pair, int32_t *macro, int32_t *pin)
{
	int32_t both[2];

	memcpy(both, names_get(&used->pair, pair), sizeof both);
	*macro = both[0];
	*pin = both[1];
}

static enum status collect(struct used *used)
{
	const struct def *def = used->def;

	TRY(ALLOC(&used->of, def->n_connections));
	for (int64_t i = 0; i < def->n_connections; i++) {
		const struct def_connection *c = &def->connection[i];
		int32_t both[2];

		used->of[i] = -1;
		if (c->component < 0)
			continue;
		both[0] = def->component[c->component].macro;
		both[1] = c->pin;
		TRY(names_add(&used->pair, (const char *)both, sizeof both, &used->of[i], NULL));
	}
	return STATUS_OK;
}

struct key {
	int32_t macro, pin, pair;
	const char *name;
};

COMPARER(compare_keys, struct key, ORDER(x->macro, y->macro) ?: strcmp(x->name, y->name))

/* Rows of the sorted pairs, and the place of each. */
static void number(struct used *used, const struct key *key, int32_t n_macros)
{
	for (int32_t i = 0; i < used->pair.n; i++)
		used->row[key[i].macro + 1]++;
	for (int32_t m = 0; m < n_macros; m++)
		used->row[m + 1] += used->row[m];
	for (int32_t i = 0; i < used->pair.n; i++) {
		used->pin[i] = key[i].pin;
		used->place[key[i].pair] = i - used->row[key[i].macro];
	}
}

/* By macro, then by name: an order that doesn't depend on that of the nets. */
static enum status sort(struct used *used)
{
	int32_t n_macros = used->def->technology->n_macros;
	FREED struct key *key = NULL;

	TRY(ALLOC(&used->row, (int64_t)n_macros + 1));
	TRY(ALLOC_ALL(used->pair.n, &used->pin, &used->place, &key));
	for (int32_t i = 0; i < used->pair.n; i++) {
		read_pair(used, i, &key[i].macro, &key[i].pin);
		key[i].pair = i;
		key[i].name = names_get(&used->def->pin_name, key[i].pin);
	}
	SORT(key, used->pair.n, compare_keys);
	number(used, key, n_macros);
	return STATUS_OK;
}

/* ---- masters ---- */

/* Directions of LEF, for the pins that it has. */
static enum status direct(const struct used *used, int32_t macro, const struct netlist *netlist,
			  struct master *master)
{
	const struct technology *technology = used->def->technology;
	FREED int32_t *pin = NULL;

	TRY(ALLOC(&pin, master->n_pins));
	TRY(technology_find_pins(technology, macro, &netlist->pin_name, master->pin_name,
				 master->n_pins, pin));
	for (int32_t p = 0; p < master->n_pins; p++) {
		if (pin[p] >= 0)
			master->direction[p] = technology->pin[pin[p]].direction;
	}
	return STATUS_OK;
}

static enum status add_master(const struct used *used, int32_t macro, struct netlist *netlist)
{
	const struct def *def = used->def;
	const char *name = names_get(&def->technology->macro_name, macro);
	const int32_t *pin = used->pin + used->row[macro];
	int32_t n = used->row[macro + 1] - used->row[macro];
	FREED const char **names = NULL;

	TRY(ALLOC(&names, n));
	for (int32_t i = 0; i < n; i++)
		names[i] = names_get(&def->pin_name, pin[i]);
	TRY(netlist_add_black_box(netlist, name, n, names, &used->master[macro]));
	memset(netlist->master[used->master[macro]].is_bit, true,
	       (size_t)n); /* brackets of LEF are of buses */
	return direct(used, macro, netlist, &netlist->master[used->master[macro]]);
}

static enum status add_masters(struct used *used, struct netlist *netlist)
{
	const struct def *def = used->def;
	int32_t n_macros = def->technology->n_macros;

	TRY(ALLOC(&used->master, n_macros));
	for (int32_t m = 0; m < n_macros; m++)
		used->master[m] = -1;
	for (int32_t i = 0; i < def->component_name.n; i++) {
		int32_t macro = def->component[i].macro;

		if (used->master[macro] < 0)
			TRY(add_master(used, macro, netlist));
	}
	return STATUS_OK;
}

/* ---- the rest ---- */

static enum status add_all(const struct used *used, struct netlist *netlist)
{
	const struct def *def = used->def;
	int32_t id;

	for (int32_t i = 0; i < def->port_name.n; i++) {
		TRY(netlist_add_port(netlist, names_get(&def->port_name, i), def->port[i].direction,
				     &id));
		netlist->port_is_bit[id] = def->port[i].is_bit;
	}
	for (int32_t i = 0; i < def->net_name.n; i++)
		TRY(netlist_add_net(netlist, names_get(&def->net_name, i), NET_SIGNAL, &id));
	for (int32_t i = 0; i < def->component_name.n; i++)
		TRY(netlist_add_instance(netlist, names_get(&def->component_name, i),
					 used->master[def->component[i].macro], &id));
	return STATUS_OK;
}

static void connect(const struct used *used, struct netlist *netlist)
{
	const struct def *def = used->def;

	for (int32_t i = 0; i < def->port_name.n; i++) {
		const struct def_port *port = &def->port[i];
		const char *net = port->net < 0 ? NULL : names_get(&def->string, port->net);

		if (net)
			netlist_connect(netlist, i,
					names_find(&def->net_name, net, (int64_t)strlen(net)));
	}
	for (int64_t i = 0; i < def->n_connections; i++) {
		const struct def_connection *c = &def->connection[i];

		if (c->component < 0)
			netlist_connect(netlist, c->pin, c->net);
		else
			netlist_connect(netlist,
					netlist->instance_pin[c->component] +
						used->place[used->of[i]],
					c->net);
	}
}

static enum status make(struct used *used, struct netlist *netlist)
{
	TRY(collect(used));
	TRY(sort(used));
	TRY(add_masters(used, netlist));
	TRY(add_all(used, netlist));
	connect(used, netlist);
	return netlist_close(netlist);
}

enum status def_make_netlist(struct def *def, struct netlist **out)
{
	RELEASED_BY(release) struct used used = {.def = def};
	RELEASED_BY(netlist_drop) struct netlist *netlist = NULL;

	TRY(netlist_new(def->design ? def->design : "design", &netlist));
	TRY(make(&used, netlist));
	HAND_OVER(out, netlist);
	return STATUS_OK;
}
