/*
 * Building, closing and asking a flat netlist. Copies side by side are in netlist_tile.c.
 */
#include "db/netlist.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "db/hierarchy.h"

enum { FEW_PINS = 16 }; /* of a master, that are gone through to find one */

enum { MOST_SLASHES = 16 }; /* in the name of a pin itself: "u1/a/b/c" may be pin "a/b/c" of u1 */

enum status netlist_new(const char *name, struct netlist **out)
{
	FREED struct netlist *netlist = NULL;

	TRY(ALLOC(&netlist, 1));
	atomic_init(&netlist->refs, 1);
	netlist->n_tiles = 1;
	TRY(duplicate_string(name, &netlist->name));
	HAND_OVER(out, netlist);
	return STATUS_OK;
}

static FREES(master_release, struct master, x->name, x->pin_name, x->early_pin, x->direction,
	     x->is_bit);

void netlist_unref(struct netlist *netlist)
{
	if (!netlist || atomic_fetch_sub(&netlist->refs, 1) > 1)
		return;
	for (int32_t i = 0; i < netlist->n_masters; i++)
		master_release(&netlist->master[i]);
	for (int32_t i = 0; i < netlist->n_libraries; i++)
		library_unref(netlist->library[i]);
	names_release(&netlist->master_name);
	names_release(&netlist->pin_name);
	names_release(&netlist->port_name);
	names_release(&netlist->instance_name);
	notes_release(&netlist->source);
	notes_release(&netlist->supply);
	names_release(&netlist->net_name);
	names_release(&netlist->alias_name);
	hierarchy_free(netlist->hierarchy);
	FREE_ALL(netlist->name, netlist->library, netlist->master, netlist->port_direction,
		 netlist->port_is_bit, netlist->instance_master, netlist->instance_pin,
		 netlist->net_constant, netlist->alias_net, netlist->pin_net, netlist->pin_instance,
		 netlist->two_sided, netlist->net_pin_row, netlist->net_pin, netlist->net_n_drivers,
		 netlist);
}

/* ---- building ---- */

static enum status named_twice(const char *what, const char *name)
{
	return status_fail(STATUS_BAD_INPUT, "%s \"%.200s\" is there twice", what, name);
}

enum status netlist_add_library(struct netlist *netlist, struct library *library)
{
	int64_t capacity = netlist->n_libraries;

	for (int32_t i = 0; i < netlist->n_libraries; i++)
		if (netlist->library[i] == library)
			return STATUS_OK;
	return APPEND(netlist->library, netlist->n_libraries, &capacity, library_ref(library));
}

/* A master without pins yet, under a new name. */
static enum status add_master(struct netlist *netlist, const char *name, int32_t n_pins,
			      struct master **out)
{
	struct master *master;
	int32_t id;
	bool added;

	TRY(GROW(&netlist->master, &netlist->master_capacity, netlist->n_masters + 1));
	TRY(names_add(&netlist->master_name, name, (int64_t)strlen(name), &id, &added));
	if (!added)
		return named_twice("cell", name);
	master = &netlist->master[netlist->n_masters++];
	*master = (struct master){.cell = {-1, -1}};
	*out = master;
	TRY(ALLOC_ALL(n_pins, &master->pin_name, &master->early_pin, &master->direction,
		      &master->is_bit));
	return duplicate_string(name, &master->name);
}

static enum status add_master_pin(struct netlist *netlist, struct master *master, const char *name,
				  enum lib_direction direction, int32_t early_pin)
{
	TRY(names_add(&netlist->pin_name, name, (int64_t)strlen(name),
		      &master->pin_name[master->n_pins], NULL));
	master->direction[master->n_pins] = direction;
	master->early_pin[master->n_pins] = early_pin;
	master->n_pins++;
	return STATUS_OK;
}

enum status netlist_add_cell(struct netlist *netlist, struct library *late, int32_t late_cell,
			     struct library *early, int32_t early_cell, int32_t *master)
{
	const struct lib_cell *cell = &late->cell[late_cell];
	struct master *m;

	if (!early) {
		early = late;
		early_cell = late_cell;
	}
	TRY(netlist_add_library(netlist, late));
	TRY(netlist_add_library(netlist, early));
	TRY(add_master(netlist, names_get(&late->cell_name, cell->name), cell->n_pins, &m));
	m->library[LATE] = late;
	m->library[EARLY] = early;
	m->cell[LATE] = late_cell;
	m->cell[EARLY] = early_cell;
	for (int32_t i = 0; i < cell->n_pins; i++) {
		const struct lib_pin *pin = &late->pin[cell->first_pin + i];
		const char *pin_name = names_get(&late->string, pin->name);

		TRY(add_master_pin(netlist, m, pin_name, pin->direction,
				   early == late && early_cell == late_cell
					   ? i
					   : library_find_pin(early, early_cell, pin_name)));
	}
	*master = netlist->n_masters - 1;
	return STATUS_OK;
}

enum status netlist_add_black_box(struct netlist *netlist, const char *name, int32_t n_pins,
				  const char *const *pin_name, int32_t *master)
{
	struct master *m;

	TRY(add_master(netlist, name, n_pins, &m));
	for (int32_t i = 0; i < n_pins; i++)
		TRY(add_master_pin(netlist, m, pin_name[i], LIB_INOUT, -1));
	*master = netlist->n_masters - 1;
	return STATUS_OK;
}

/* Room for n more pins, which aren't connected yet. */
static enum status add_pins(struct netlist *netlist, int32_t n)
{
	int64_t need = (int64_t)netlist->n_pins + n;

	if (need > INT32_MAX)
		return status_too_many("pins");
	/* never NULL, not even for none */
	TRY(GROW(&netlist->pin_net, &netlist->pin_net_capacity, need + 1));
	memset(netlist->pin_net + netlist->n_pins, -1, (size_t)n * sizeof *netlist->pin_net);
	netlist->n_pins += n;
	return STATUS_OK;
}

enum status netlist_add_port(struct netlist *netlist, const char *name,
			     enum lib_direction direction, int32_t *port)
{
	bool added;

	assert(netlist->n_instances == 0);
	TRY(GROW_ALL(&netlist->port_capacity, netlist->n_ports + 1, &netlist->port_direction,
		     &netlist->port_is_bit));
	TRY(names_add(&netlist->port_name, name, (int64_t)strlen(name), port, &added));
	if (!added)
		return named_twice("port", name);
	TRY(add_pins(netlist, 1));
	netlist->port_direction[*port] = direction;
	netlist->port_is_bit[*port] = false;
	netlist->n_ports++;
	return STATUS_OK;
}

static enum status add_name(const struct netlist *netlist, struct names *names, const char *what,
			    const char *name, int32_t *id)
{
	int64_t length = (int64_t)strlen(name);
	bool added;

	if (netlist->names_differ)
		return names_append(names, name, length, id);
	TRY(names_add(names, name, length, id, &added));
	return added ? STATUS_OK : named_twice(what, name);
}

enum status netlist_add_net(struct netlist *netlist, const char *name, enum net_constant constant,
			    int32_t *net)
{
	TRY(GROW(&netlist->net_constant, &netlist->net_capacity, netlist->n_nets + 1));
	TRY(add_name(netlist, &netlist->net_name, "net", name, net));
	netlist->net_constant[*net] = (uint8_t)constant;
	netlist->n_nets++;
	return STATUS_OK;
}

enum status netlist_add_alias(struct netlist *netlist, const char *name, int32_t net)
{
	int64_t length = (int64_t)strlen(name);
	int32_t id;
	bool added;

	if (names_find(&netlist->net_name, name, length) >= 0)
		return STATUS_OK;
	TRY(GROW(&netlist->alias_net, &netlist->alias_capacity,
		 (int64_t)netlist->alias_name.n + 1));
	TRY(names_add(&netlist->alias_name, name, length, &id, &added));
	if (added)
		netlist->alias_net[id] = net;
	return STATUS_OK;
}

enum status netlist_add_instance(struct netlist *netlist, const char *name, int32_t master,
				 int32_t *instance)
{
	int32_t n = netlist->n_instances;

	if (n == INT32_MAX)
		return status_too_many("instances");
	TRY(GROW(&netlist->instance_master, &netlist->instance_capacity, n + 1));
	TRY(GROW(&netlist->instance_pin, &netlist->instance_pin_capacity, (int64_t)n + 2));
	TRY(add_name(netlist, &netlist->instance_name, "instance", name, instance));
	netlist->instance_master[n] = master;
	netlist->instance_pin[n] = netlist->n_pins;
	TRY(add_pins(netlist, netlist->master[master].n_pins));
	netlist->instance_pin[n + 1] = netlist->n_pins;
	netlist->master[master].n_instances++;
	netlist->n_instances++;
	return STATUS_OK;
}

void netlist_connect(struct netlist *netlist, int32_t pin, int32_t net)
{
	assert(pin >= 0 && pin < netlist->n_pins && net >= -1 && net < netlist->n_nets);
	netlist->pin_net[pin] = net;
}

/* ---- closing ---- */

static void number_instances(struct netlist *netlist)
{
	for (int32_t p = 0; p < netlist->n_ports; p++)
		netlist->pin_instance[p] = -1;
	OVER_ITEMS(x, netlist->n_instances)
	{
		for (int32_t p = netlist->instance_pin[x]; p < netlist->instance_pin[x + 1]; p++)
			netlist->pin_instance[p] = (int32_t)x;
	}
}

/* Where a pin stands among those of its net: sure drivers, possible ones, loads. */
enum { SURE_DRIVER, POSSIBLE_DRIVER, LOAD };

static inline int port_rank(enum lib_direction direction)
{
	return direction == LIB_INPUT ? SURE_DRIVER : LOAD;
}

static inline int pin_rank(enum lib_direction direction)
{
	return direction == LIB_OUTPUT  ? SURE_DRIVER
	       : direction == LIB_INOUT ? POSSIBLE_DRIVER
					: LOAD;
}

struct closing {
	struct netlist *netlist;
	/* [n_nets]: how many of a rank, then where the next one goes */
	int32_t *place[LOAD + 1];
	bool places; /* they are counted */
};

static inline void close_pin(const struct closing *c, int32_t pin, int rank)
{
	int32_t net = c->netlist->pin_net[pin], at;

	if (net < 0)
		return;
	at = __atomic_fetch_add(&c->place[rank][net], 1, __ATOMIC_RELAXED);
	if (c->places)
		c->netlist->net_pin[at] = pin;
}

static void close_pins_of(const struct closing *c, int32_t instance)
{
	const struct netlist *n = c->netlist;
	const enum lib_direction *direction = n->master[n->instance_master[instance]].direction;
	int32_t first = n->instance_pin[instance];

	for (int32_t p = first; p < n->instance_pin[instance + 1]; p++)
		close_pin(c, p, pin_rank(direction[p - first]));
}

static void close_pins(const struct closing *c)
{
	const struct netlist *n = c->netlist;

	OVER_ITEMS(x, n->n_instances)
	close_pins_of(c, (int32_t)x);
	for (int32_t p = 0; p < n->n_ports; p++)
		close_pin(c, p, port_rank(n->port_direction[p]));
}

/* Pins of one rank, which threads have put down in any order. Most are few. */
static void sort_pins(int32_t *pin, int32_t n)
{
	enum { FEW = 16 };

	if (n > FEW) {
		SORT(pin, n, compare_int32);
		return;
	}
	for (int32_t i = 1; i < n; i++) {
		int32_t own = pin[i], j = i;

		for (; j > 0 && pin[j - 1] > own; j--)
			pin[j] = pin[j - 1];
		pin[j] = own;
	}
}

static void sort_net(const struct closing *c, int32_t net)
{
	int32_t begin = c->netlist->net_pin_row[net];

	for (int rank = 0; rank <= LOAD; rank++) {
		sort_pins(c->netlist->net_pin + begin, c->place[rank][net] - begin);
		begin = c->place[rank][net];
	}
}

/* A part of the nets: where its pins begin, at first its own number of them, then where they end. */
static void place_nets(const struct closing *c, int parts, int p, int32_t *sum)
{
	struct netlist *netlist = c->netlist;
	int32_t *const *place = c->place;
	int64_t begin = part_begin(netlist->n_nets, parts, p);
	int64_t end = part_begin(netlist->n_nets, parts, p + 1);
	int32_t at = *sum;

	for (int64_t net = begin; net < end; net++) {
		netlist->net_pin_row[net] = at;
		netlist->net_n_drivers[net] = place[SURE_DRIVER][net] + place[POSSIBLE_DRIVER][net];
		for (int rank = 0; rank <= LOAD; rank++) {
			int32_t count = place[rank][net];

			place[rank][net] = at;
			at += count;
		}
	}
	*sum = at;
}

static int32_t count_pins(const struct closing *c, int parts, int p)
{
	int32_t n = 0;

	for (int64_t net = part_begin(c->netlist->n_nets, parts, p);
	     net < part_begin(c->netlist->n_nets, parts, p + 1); net++) {
		for (int rank = 0; rank <= LOAD; rank++)
			n += c->place[rank][net];
	}
	return n;
}

/* net_pin_row, and in `place` where each rank of a net begins. */
static enum status find_places(const struct closing *c, int32_t *n_pins)
{
	int parts = parts_of(c->netlist->n_nets);
	FREED int32_t *sum = NULL;

	*n_pins = 0;
	TRY(ALLOC(&sum, parts));
	OVER_PARTS(p, parts)
	sum[p] = count_pins(c, parts, p);
	for (int p = 0; p < parts; p++) {
		int32_t own = sum[p];

		sum[p] = *n_pins;
		*n_pins += own;
	}
	OVER_PARTS(p, parts)
	place_nets(c, parts, p, &sum[p]);
	return STATUS_OK;
}

/* Each net's pins by rank, within a rank by number. */
static enum status close_nets(struct netlist *netlist)
{
	int32_t n = netlist->n_nets, sum;
	FREED int32_t *place = NULL;
	struct closing closing = {.netlist = netlist, .places = false};

	TRY(ALLOC(&place, (LOAD + 1) * (int64_t)n));
	for (int rank = 0; rank <= LOAD; rank++)
		closing.place[rank] = place + rank * (int64_t)n;
	close_pins(&closing);
	TRY(find_places(&closing, &sum));
	netlist->net_pin_row[n] = sum;
	TRY(ALLOC(&netlist->net_pin, sum));
	closing.places = true;
	close_pins(&closing);
	OVER_ITEMS(net, n)
	sort_net(&closing, (int32_t)net);
	return STATUS_OK;
}

enum status netlist_close(struct netlist *netlist)
{
	/* without instances nothing has made room for the last entry */
	TRY(GROW(&netlist->instance_pin, &netlist->instance_pin_capacity, 1));
	netlist->instance_pin[netlist->n_instances] = netlist->n_pins;
	TRY(ALLOC(&netlist->pin_instance, netlist->n_pins));
	TRY(ALLOC(&netlist->net_pin_row, (int64_t)netlist->n_nets + 1));
	TRY(ALLOC(&netlist->net_n_drivers, netlist->n_nets));
	number_instances(netlist);
	TRY(close_nets(netlist));
	return netlist_find_sides(netlist);
}

/* ---- asking ---- */

void netlist_drop_tables(const struct netlist *netlist)
{
	names_drop_slots(&netlist->net_name);
	names_drop_slots(&netlist->alias_name);
	names_drop_slots(&netlist->instance_name);
	if (netlist->hierarchy)
		names_drop_slots(&netlist->hierarchy->net_name);
}

int32_t netlist_find_net(const struct netlist *netlist, const char *name, int64_t length)
{
	int32_t net = names_find(&netlist->net_name, name, length);

	if (net < 0) {
		int32_t alias = names_find(&netlist->alias_name, name, length);

		net = alias < 0 ? -1 : netlist->alias_net[alias];
	}
	if (net < 0 && netlist->hierarchy) {
		int32_t inner = names_find(&netlist->hierarchy->net_name, name, length);

		net = inner < 0 ? -1 : netlist->hierarchy->net[inner];
	}
	return net;
}

int32_t netlist_find_instance(const struct netlist *netlist, const char *name, int64_t length)
{
	return names_find(&netlist->instance_name, name, length);
}

int32_t netlist_find_port(const struct netlist *netlist, const char *name, int64_t length)
{
	return names_find(&netlist->port_name, name, length);
}

int32_t netlist_find_instance_pin(const struct netlist *netlist, int32_t instance, const char *name,
				  int64_t length)
{
	const struct master *master = &netlist->master[netlist->instance_master[instance]];
	int32_t id = names_find(&netlist->pin_name, name, length), pin;

	if (id >= 0 && master->library[LATE] && master->n_pins > FEW_PINS) {
		pin = library_find_pin(master->library[LATE], master->cell[LATE],
				       names_get(&netlist->pin_name, id));
		return pin < 0 ? -1 : netlist->instance_pin[instance] + pin;
	}
	for (int32_t i = 0; id >= 0 && i < master->n_pins; i++)
		if (master->pin_name[i] == id)
			return netlist->instance_pin[instance] + i;
	return -1;
}

int32_t netlist_find_pin(const struct netlist *netlist, const char *name, int64_t length)
{
	int32_t pin = netlist_find_port(netlist, name, length);

	return pin >= 0 ? pin : netlist_find_inner_pin(netlist, name, length);
}

int32_t netlist_find_inner_pin(const struct netlist *netlist, const char *name, int64_t length)
{
	int32_t pin = -1;
	int n_slashes = 0;

	for (int64_t i = length - 1; i > 0 && pin < 0 && n_slashes < MOST_SLASHES; i--) {
		int32_t instance;

		if (name[i] != '/')
			continue;
		n_slashes++;
		instance = netlist_find_instance(netlist, name, i);
		if (instance >= 0)
			pin = netlist_find_instance_pin(netlist, instance, name + i + 1,
							length - i - 1);
	}
	return pin;
}

static double unit_of(double set, double library)
{
	return set > 0 ? set : library > 0 ? library : 1;
}

struct units netlist_units(const struct netlist *netlist)
{
	const struct library *l = netlist->n_libraries ? netlist->library[0] : NULL;
	const struct units *set = &netlist->units;

	return (struct units){
		.time = unit_of(set->time, l ? l->time_unit : 1),
		.capacitance = unit_of(set->capacitance, l ? l->capacitance_unit : 1),
		.resistance = unit_of(set->resistance, l ? l->resistance_unit : 1),
	};
}

void netlist_write_pin(const struct netlist *netlist, int32_t pin, char join, struct text *out)
{
	int32_t x = netlist->pin_instance[pin];
	const struct master *master;

	pin = netlist_named_pin(netlist, pin);
	if (x < 0) {
		text_add(out, names_get(&netlist->port_name, pin));
		return;
	}
	master = &netlist->master[netlist->instance_master[x]];
	text_add(out, names_get(&netlist->instance_name, x));
	text_append(out, &join, 1);
	text_add(out,
		 names_get(&netlist->pin_name, master->pin_name[pin - netlist->instance_pin[x]]));
}

const struct lib_pin *master_lib_pin(const struct master *master, int32_t pin, enum split split)
{
	const struct library *library = master->library[split];

	if (split == EARLY)
		pin = master->early_pin[pin];
	if (!library || pin < 0)
		return NULL;
	return &library->pin[library->cell[master->cell[split]].first_pin + pin];
}

const struct lib_cell *netlist_lib_cell(const struct netlist *netlist, int32_t instance,
					enum split split, const struct library **library)
{
	const struct master *master =
		instance < 0 ? NULL : &netlist->master[netlist->instance_master[instance]];

	*library = master ? master->library[split] : NULL;
	return *library ? &(*library)->cell[master->cell[split]] : NULL;
}

const struct lib_pin *netlist_lib_pin(const struct netlist *netlist, int32_t pin, enum split split)
{
	int32_t x = netlist->pin_instance[pin];

	if (x < 0)
		return NULL;
	return master_lib_pin(&netlist->master[netlist->instance_master[x]],
			      netlist_named_pin(netlist, pin) - netlist->instance_pin[x], split);
}

enum lib_direction netlist_pin_direction(const struct netlist *netlist, int32_t pin)
{
	int32_t x = netlist->pin_instance[pin];

	pin = netlist_named_pin(netlist, pin);
	if (x < 0)
		return netlist->port_direction[pin];
	return netlist->master[netlist->instance_master[x]]
		.direction[pin - netlist->instance_pin[x]];
}

const char *netlist_pin_own_name(const struct netlist *netlist, int32_t pin)
{
	int32_t instance = netlist->pin_instance[pin];
	const struct master *master;

	pin = netlist_named_pin(netlist, pin);
	if (instance < 0)
		return names_get(&netlist->port_name, pin);
	master = &netlist->master[netlist->instance_master[instance]];
	return names_get(&netlist->pin_name,
			 master->pin_name[pin - netlist->instance_pin[instance]]);
}

const char *netlist_bit_of(const char *name)
{
	const char *open = strrchr(name, '[');
	size_t n_digits = open ? strspn(open + 1, "0123456789") : 0;

	return open && open > name && strcmp(open + 1 + n_digits, "]") == 0 ? open : NULL;
}

bool netlist_drives(const struct netlist *netlist, int32_t pin)
{
	enum lib_direction direction = netlist_pin_direction(netlist, pin);

	if (netlist->pin_instance[pin] < 0)
		return direction == LIB_INPUT || pin >= netlist->n_pins;
	return direction == LIB_OUTPUT || direction == LIB_INOUT;
}

bool netlist_makes_clocks(const struct netlist *netlist)
{
	for (int32_t m = 0; m < netlist->n_masters; m++) {
		const struct master *master = &netlist->master[m];
		const struct library *library = master->library[LATE];

		if (library && master->n_instances > 0 &&
		    library->cell[master->cell[LATE]].n_generated_clocks > 0)
			return true;
	}
	return false;
}
