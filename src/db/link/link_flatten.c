/* The flat netlist, from the top on: each instance of a module once, with the nets of its bits. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "db/hierarchy.h"
#include "db/supplies.h"
#include "db/link/link_impl.h"

enum { MOST_SUFFIXES = 100 }; /* tried to make a name that is there already another one */

/* ---- names ---- */

/*
 * The name with what is before it. The name may be there already: "u1/a" may be a net of u1 and one
 * whose name was escaped.
 */
static const char *full_name(struct linker *l, const char *name)
{
	if (!l->prefix.length)
		return name;
	text_clear(&l->name);
	text_append(&l->name, l->prefix.data, l->prefix.length);
	text_add(&l->name, name);
	return text_string(&l->name);
}

/* The first of name$2, name$3, … that isn't there. */
static enum status other_name(struct linker *l, const char *what, const struct names *taken,
			      const char *name, struct text *other)
{
	for (int i = 2; i < MOST_SUFFIXES; i++) {
		text_clear(other);
		text_printf(other, "%s$%d", name, i);
		TRY(text_status(other));
		if (names_find(taken, other->data, other->length) >= 0)
			continue;
		if (link_warns(l, WARN_NAMES))
			text_printf(l->warnings,
				    "warning: %s \"%.200s\" is there already, this one is called "
				    "\"%.200s\"\n",
				    what, name, other->data);
		return STATUS_OK;
	}
	return status_fail(STATUS_BAD_INPUT, "too many %ss are called \"%.200s\"", what, name);
}

/* Of a net by its constant, of an instance by its master. */
typedef enum status add_named(struct netlist *netlist, const char *name, int32_t of, int32_t *id);

static enum status add_constant_net(struct netlist *netlist, const char *name, int32_t constant,
				    int32_t *net)
{
	return netlist_add_net(netlist, name, (enum net_constant)constant, net);
}

/* By this name, or if it is taken by another one. */
static enum status add_by_name(struct linker *l, add_named *add, const char *name, int32_t of,
			       int32_t *id)
{
	bool is_net = add == add_constant_net;
	enum status status = add(l->netlist, name, of, id);
	RELEASED_BY(text_release) struct text other = TEXT_INIT;

	if (status != STATUS_BAD_INPUT)
		return status;
	status = other_name(l, is_net ? "net" : "instance",
			    is_net ? &l->netlist->net_name : &l->netlist->instance_name, name,
			    &other)
			 ?: add(l->netlist, other.data, of, id);
	return status;
}

static enum status add_net(struct linker *l, const char *name, enum net_constant constant,
			   int32_t *net)
{
	return add_by_name(l, add_constant_net, name, (int32_t)constant, net);
}

static enum status add_instance(struct linker *l, const char *name, int32_t master,
				int32_t *instance)
{
	return add_by_name(l, netlist_add_instance, name, master, instance);
}

/* ---- nets ---- */

enum status link_tied_net(struct linker *l, int32_t constant, int32_t *net)
{
	bool one = constant == BIT_ONE;

	if (l->tied_net[one] < 0)
		TRY(add_net(l, one ? "1'b1" : "1'b0", one ? NET_ONE : NET_ZERO, &l->tied_net[one]));
	*net = l->tied_net[one];
	return STATUS_OK;
}

/* The net of a bit of a module whose context begins there; -1 for none. */
static enum status net_of_bit(struct linker *l, const struct unit *unit, int64_t context,
			      int32_t bit, int32_t *net)
{
	*net = -1;
	if (bit >= 0)
		*net = l->context[context + l->class[unit->first_bit + bit]];
	else if (bit != BIT_NONE)
		return link_tied_net(l, bit, net);
	return STATUS_OK;
}

/* Name a bit of a net of the module; the text is in l->name. */
static const char *bit_name(struct linker *l, const struct module_net *net, int32_t i)
{
	if (!net->is_bus)
		return full_name(l, link_string(l, net->name));
	text_clear(&l->name);
	text_append(&l->name, text_string(&l->prefix), l->prefix.length);
	modules_write_bit(l->modules, net, i, &l->name);
	return text_string(&l->name);
}

void link_warn_ties(struct linker *l, const char *net)
{
	if (link_warns(l, WARN_TIES))
		text_printf(l->warnings,
			    "warning: net \"%.200s\" is tied to both 0 and 1; 0 taken\n", net);
}

static enum status add_class_net(struct linker *l, const char *name, uint8_t flag, int32_t *net)
{
	bool zero = flag & BIT_IS_ZERO, one = flag & BIT_IS_ONE;

	if (zero && one)
		link_warn_ties(l, name);
	return add_net(l, name, zero ? NET_ZERO : one ? NET_ONE : NET_SIGNAL, net);
}

/* Nets of the classes that no port has brought in. */
static enum status add_nets(struct linker *l, const struct module *module, const struct unit *unit,
			    int64_t context)
{
	const int32_t *class = l->class + unit->first_bit;
	const uint8_t *flag = l->flag + unit->first_bit;

	for (int32_t n = module->first_net; n < module->first_net + module->n_nets; n++) {
		const struct module_net *net = &l->modules->net[n];
		int32_t width = module_net_width(net);

		TRY(link_step(l));
		for (int32_t i = 0; i < width; i++) {
			int32_t bit = net->first_bit + i;

			if (class[bit] != bit)
				continue;
			if (l->context[context + bit] < 0)
				TRY(add_class_net(l, bit_name(l, net, i), flag[bit],
						  &l->context[context + bit]));
			else /* it came by a port */
				TRY(hierarchy_add_net(l->netlist->hierarchy, bit_name(l, net, i),
						      l->context[context + bit]));
		}
	}
	return text_status(&l->name);
}

/* Names of bits that another one represents. */
static enum status add_aliases(struct linker *l, const struct module *module,
			       const struct unit *unit, int64_t context)
{
	const int32_t *class = l->class + unit->first_bit;

	if (!unit->n_aliases)
		return STATUS_OK;
	for (int32_t n = module->first_net; n < module->first_net + module->n_nets; n++) {
		const struct module_net *net = &l->modules->net[n];
		int32_t width = module_net_width(net);

		TRY(link_step(l));
		for (int32_t i = 0; i < width; i++) {
			int32_t bit = net->first_bit + i;

			if (class[bit] != bit)
				TRY(netlist_add_alias(l->netlist, bit_name(l, net, i),
						      l->context[context + class[bit]]));
		}
	}
	return text_status(&l->name);
}

/* ---- modules ---- */

static enum status flatten_module(struct linker *l, int32_t index, int32_t instance,
				  int64_t outer_context, const struct unit *outer);

/* Room for the nets of a module's bits, none known yet. */
static enum status open_context(struct linker *l, int32_t n_bits, int64_t *context)
{
	*context = l->n_context;
	TRY(GROW(&l->context, &l->context_capacity, l->n_context + n_bits + 1));
	memset(l->context + l->n_context, -1, (size_t)n_bits * sizeof *l->context);
	l->n_context += n_bits;
	return STATUS_OK;
}

/* An instance of a module: nets of the module around it, and of its own. */
struct inside {
	int32_t instance;
	const struct unit *outer;
	int64_t outer_context;
	const struct unit *unit;
	int64_t context;
};

/* One connection of an instance to a port of its module; only literal constants, or only nets. */
static enum status bind_port(struct linker *l, const struct inside *at, int32_t c, bool constants)
{
	const struct modules *m = l->modules;
	int32_t s = l->connection_socket[c];
	struct connected on = module_connected(m, at->instance, c, s < 0 ? 0 : l->socket[s].width);

	for (int32_t i = 1; s >= 0 && i <= on.n && i <= l->socket[s].width; i++) {
		int32_t inner = m->port_bit[l->socket[s].first + l->socket[s].width - i];
		int64_t class;

		if (inner < 0 || (on.bit[on.n - i] < 0) != constants)
			continue;
		class = at->context + l->class[at->unit->first_bit + inner];
		if (l->context[class] < 0)
			TRY(net_of_bit(l, at->outer, at->outer_context, on.bit[on.n - i],
				       &l->context[class]));
	}
	return STATUS_OK;
}

/* What an instance connects to its module's ports. Nets go before literal constants, which may be at
 * another port of the same class. */
static enum status bind_ports(struct linker *l, const struct inside *at)
{
	const struct module_instance *instance = &l->modules->instance[at->instance];

	for (int constants = 0; constants < 2; constants++) {
		for (int32_t c = instance[0].first_connection; c < instance[1].first_connection;
		     c++)
			TRY(bind_port(l, at, c, constants));
	}
	return STATUS_OK;
}

static enum status connect_ports(struct linker *l, const struct module *module,
				 const struct unit *unit, int64_t context)
{
	const struct modules *m = l->modules;
	int32_t first = m->port[module->first_port].first_bit;

	for (int32_t p = 0; p < l->netlist->n_ports; p++) {
		int32_t net;

		TRY(net_of_bit(l, unit, context, m->port_bit[first + p], &net));
		netlist_connect(l->netlist, p, net);
	}
	return STATUS_OK;
}

/* The net of what an instance connects to a supply, SUPPLY_ZERO, SUPPLY_ONE, or -1 = nothing. */
static int32_t find_supply(struct linker *l, const struct unit *unit, int64_t context,
			   int32_t instance, const char *name)
{
	const struct modules *m = l->modules;

	for (int32_t c = m->instance[instance].first_connection;
	     c < m->instance[instance + 1].first_connection; c++) {
		int32_t s = l->connection_socket[c], bit;
		struct connected on = module_connected(m, instance, c, 1);

		if (s < 0 || l->socket[s].width > 0 || on.n == 0 ||
		    strcmp(link_string(l, m->connection[c].port), name) != 0)
			continue;
		bit = on.bit[on.n - 1];
		if (bit >= 0)
			return l->context[context + l->class[unit->first_bit + bit]];
		return bit == BIT_ZERO ? SUPPLY_ZERO : bit == BIT_ONE ? SUPPLY_ONE : -1;
	}
	return -1;
}

/* Instance id of the netlist has supplies that are connected. */
enum status link_note_supplies(struct linker *l, const struct flat_module *at, int32_t instance,
			       int32_t id)
{
	const struct master *master = &l->netlist->master[l->netlist->instance_master[id]];
	const struct library *library = master->library[LATE];
	const struct lib_cell *cell = &library->cell[master->cell[LATE]];

	text_clear(&l->name);
	for (int32_t i = 0; i < cell->n_supplies; i++) {
		const char *name =
			names_get(&library->string, library->supply[cell->first_supply + i]);
		int32_t net = find_supply(l, at->unit, at->context, instance, name);

		if (net != -1)
			supplies_add(&l->name, name, (int64_t)strlen(name), net);
	}
	TRY(text_status(&l->name));
	if (l->name.length == 0)
		return STATUS_OK;
	return notes_set(&l->netlist->supply, id, id + 1, l->name.data, l->name.length);
}

static enum status connect_pins(struct linker *l, const struct flat_module *at, int32_t instance,
				int32_t id)
{
	const struct modules *m = l->modules;
	int32_t first_pin = l->netlist->instance_pin[id];
	bool any_supply = false;

	for (int32_t c = m->instance[instance].first_connection;
	     c < m->instance[instance + 1].first_connection; c++) {
		int32_t s = l->connection_socket[c];
		struct connected on =
			module_connected(m, instance, c, s < 0 ? 0 : l->socket[s].width);

		for (int32_t i = 1; s >= 0 && i <= on.n && i <= l->socket[s].width; i++) {
			int32_t net;

			TRY(net_of_bit(l, at->unit, at->context, on.bit[on.n - i], &net));
			netlist_connect(l->netlist,
					first_pin + l->socket[s].first + l->socket[s].width - i,
					net);
		}
		any_supply = any_supply || (s >= 0 && l->socket[s].width == 0);
	}
	return any_supply ? link_note_supplies(l, at, instance, id) : STATUS_OK;
}

/* The name of a bit of a port, into l->name. */
static enum status write_port_bit(struct linker *l, const struct module_port *port, int32_t width,
				  int32_t i)
{
	text_clear(&l->name);
	if (port->net >= 0) {
		modules_write_bit(l->modules, &l->modules->net[port->net], i, &l->name);
	} else {
		text_add(&l->name, link_string(l, port->name));
		if (width > 1)
			text_printf(&l->name, "[%" PRId32 "]", width - 1 - i);
	}
	return text_status(&l->name);
}

/* The pins of the block that is made, bit by bit as its module's ports. */
static enum status add_block_pins(struct linker *l, const struct module *module,
				  const struct unit *unit, int64_t context)
{
	const struct modules *m = l->modules;

	for (int32_t p = module->first_port; p < module->first_port + module->n_ports; p++) {
		int32_t width = m->port[p + 1].first_bit - m->port[p].first_bit;

		for (int32_t i = 0; i < width; i++) {
			int32_t net;

			TRY(net_of_bit(l, unit, context, m->port_bit[m->port[p].first_bit + i],
				       &net));
			TRY(write_port_bit(l, &m->port[p], width, i));
			TRY(hierarchy_add_pin(l->netlist->hierarchy, text_string(&l->name),
					      m->port[p].direction, net));
		}
	}
	return STATUS_OK;
}

/* A module's instance, whose name is in the prefix. */
static enum status flatten_block(struct linker *l, int32_t module, int32_t instance,
				 int64_t context, const struct unit *unit)
{
	const char *of = link_string(l, l->modules->module[module].name);
	int32_t outer = l->block;

	TRY(hierarchy_add_block(l->netlist->hierarchy, text_string(&l->prefix), of, outer,
				&l->block));
	text_append(&l->prefix, "/", 1);
	TRY(text_status(&l->prefix));
	TRY(flatten_module(l, module, instance, context, unit));
	l->block = outer;
	return STATUS_OK;
}

static enum status flatten_instance(struct linker *l, int32_t instance,
				    const struct flat_module *at)
{
	const struct module_instance *x = &l->modules->instance[instance];
	const struct target *target = &l->target[l->target_of[x->master]];
	const char *name = link_string(l, x->name), *source;
	int64_t length = l->prefix.length;
	int32_t id;

	TRY(link_step(l));
	if (target->module >= 0) {
		text_add(&l->prefix, name);
		TRY(text_status(&l->prefix));
		TRY(flatten_block(l, target->module, instance, at->context, at->unit));
		l->prefix.length = length;
		l->prefix.data[length] = '\0';
		return STATUS_OK;
	}
	TRY(add_instance(l, full_name(l, name), target->master, &id));
	TRY(text_status(&l->name));
	TRY(hierarchy_add_instance(l->netlist->hierarchy, l->block));
	source = notes_get(&l->modules->source, instance);
	if (source)
		TRY(notes_set(&l->netlist->source, id, id + 1, source, (int64_t)strlen(source)));
	return connect_pins(l, at, instance, id);
}

static enum status flatten_one_by_one(struct linker *l, int32_t first, int32_t end,
				      const struct flat_module *at)
{
	for (int32_t i = first; i < end; i++)
		TRY(flatten_instance(l, i, at));
	return STATUS_OK;
}

/* Is it an instance of a module? Of those of one, from 0. */
struct inner {
	const struct linker *linker;
	int32_t first;
};

static bool is_inner(const void *context, int64_t i)
{
	const struct inner *inner = context;
	const struct linker *l = inner->linker;
	int32_t master = l->modules->instance[inner->first + i].master;

	return l->target[l->target_of[master]].module >= 0;
}

/* Cells between two instances of modules by threads, if they are many. */
static enum status flatten_cells(struct linker *l, int32_t first, int32_t end,
				 const struct flat_module *at)
{
	if (parts_of(end - first) > 1)
		return link_add_cells(l, at, first, end);
	return flatten_one_by_one(l, first, end, at);
}

static enum status flatten_instances(struct linker *l, const struct flat_module *at)
{
	int32_t first = at->module->first_instance, end = first + at->module->n_instances;
	struct inner inner = {l, first};
	FREED int32_t *between = NULL;
	int32_t n, from = first;

	if (!l->netlist->names_differ || parts_of(end - first) == 1)
		return flatten_one_by_one(l, first, end, at);
	TRY(select_items(end - first, is_inner, &inner, &between, &n));
	for (int32_t i = 0; i < n; i++) {
		TRY(flatten_cells(l, from, first + between[i], at));
		TRY(flatten_instance(l, first + between[i], at));
		from = first + between[i] + 1;
	}
	return flatten_cells(l, from, end, at);
}

/* A module once; instance -1 is the top. As deep as the hierarchy, which is limited. */
static enum status flatten_module(struct linker *l, int32_t index, int32_t instance,
				  int64_t outer_context, const struct unit *outer)
{
	const struct module *module = &l->modules->module[index];
	const struct unit *unit = &l->unit[index];
	struct flat_module at = {module, unit, 0};
	int64_t context;

	TRY(open_context(l, module->n_bits, &context));
	at.context = context;
	if (instance >= 0) {
		const struct inside inside = {instance, outer, outer_context, unit, context};

		TRY(bind_ports(l, &inside));
	}
	if (l->netlist->names_differ && parts_of(module->n_nets) > 1)
		TRY(link_add_nets(l, &at));
	else
		TRY(add_nets(l, module, unit, context));
	TRY(add_aliases(l, module, unit, context));
	if (instance >= 0 && l->block >= 0)
		TRY(add_block_pins(l, module, unit, context));
	if (instance < 0)
		TRY(connect_ports(l, module, unit, context));
	TRY(flatten_instances(l, &at));
	l->n_context = context;
	return STATUS_OK;
}

/* ---- the top's ports ---- */

static enum status add_port_bit(struct linker *l, const struct module_port *port, int32_t width,
				int32_t i)
{
	int32_t id;

	TRY(write_port_bit(l, port, width, i));
	TRY(netlist_add_port(l->netlist, text_string(&l->name), port->direction, &id));
	l->netlist->port_is_bit[id] =
		port->net >= 0 ? l->modules->net[port->net].is_bus : width > 1;
	return STATUS_OK;
}

static enum status add_ports(struct linker *l)
{
	const struct module *module = &l->modules->module[l->top];

	for (int32_t p = 0; p < module->n_ports; p++) {
		const struct module_port *port = &l->modules->port[module->first_port + p];
		int32_t width = port[1].first_bit - port->first_bit;

		for (int32_t i = 0; i < width; i++)
			TRY(add_port_bit(l, port, width, i));
	}
	return STATUS_OK;
}

static bool any_bus(const struct linker *l)
{
	const struct modules *m = l->modules;

	for (int32_t i = 0; i < l->n_order; i++) {
		const struct module *module = &m->module[l->order[i]];

		for (int32_t n = 0; n < module->n_nets; n++) {
			if (m->net[module->first_net + n].is_bus)
				return true;
		}
	}
	return false;
}

/*
 * Are all names different without looking at each? Those of a module are, so are those that paths of
 * different modules precede, unless a name looks like a path itself, a bit of a bus or a constant's
 * net.
 */
static bool names_differ(const struct linker *l)
{
	const struct names *names = &l->modules->string;
	int64_t n = names->data_length;
	int parts = parts_of(n);
	bool level = false, bit = false, constant = false;

	OVER_PARTS(p, parts)
	{
		const char *text = names->data + part_begin(n, parts, p);
		size_t length = (size_t)(part_begin(n, parts, p + 1) - part_begin(n, parts, p));
		/* each name ends by a NUL, so at the last part's end no more is looked at */
		size_t on = p + 1 < parts && length > 0 ? 2 : 0;

		if (l->n_order > 1 && memchr(text, '/', length))
			__atomic_store_n(&level, true, __ATOMIC_RELAXED);
		if (memchr(text, ']', length))
			__atomic_store_n(&bit, true, __ATOMIC_RELAXED);
		if (memmem(text, length + on, "1'b", 3))
			__atomic_store_n(&constant, true, __ATOMIC_RELAXED);
	}
	return !level && !constant && (!bit || !any_bus(l));
}

enum status link_flatten(struct linker *l)
{
	l->block = -1;
	l->netlist->names_differ = names_differ(l);
	TRY(hierarchy_new(&l->netlist->hierarchy));
	TRY(add_ports(l));
	TRY(flatten_module(l, l->top, -1, 0, NULL));
	return netlist_close(l->netlist);
}
