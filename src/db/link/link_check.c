/*
 * Connections of the modules that are instantiated: which socket each goes to, and which bits of a
 * module are one net because of assigns or of what the modules inside do with their ports. Modules
 * are taken from the leaves to the top, so that an instance's module is known when its parent is
 * looked at and no union reaches beyond a module.
 */
#include <inttypes.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "db/link/link_impl.h"

/* ---- classes ---- */

static int32_t find_class(int32_t *class, int32_t bit)
{
	while (class[bit] != bit) {
		class[bit] = class[class[bit]];
		bit = class[bit];
	}
	return bit;
}

/* Of two, the port represents both, else the one declared first. */
static void unite(struct linker *l, const struct unit *unit, int32_t a, int32_t b)
{
	int32_t *class = l->class + unit->first_bit;
	uint8_t *flag = l->flag + unit->first_bit;
	bool port_a, port_b;

	a = find_class(class, a);
	b = find_class(class, b);
	if (a == b)
		return;
	port_a = flag[a] & BIT_IS_PORT;
	port_b = flag[b] & BIT_IS_PORT;
	if (port_a != port_b ? port_b : b < a) {
		int32_t other = a;

		a = b;
		b = other;
	}
	class[b] = a;
	l->united = true;
	flag[a] |= flag[b] & (BIT_IS_ZERO | BIT_IS_ONE);
}

static void tie(struct linker *l, const struct unit *unit, int32_t bit, uint8_t ties)
{
	bit = find_class(l->class + unit->first_bit, bit);
	l->flag[unit->first_bit + bit] |= ties & (BIT_IS_ZERO | BIT_IS_ONE);
}

static uint8_t tie_of(int32_t constant)
{
	return constant == BIT_ZERO ? BIT_IS_ZERO : constant == BIT_ONE ? BIT_IS_ONE : 0;
}

/* Two bits, or a bit and a constant, that are the same. */
static void join(struct linker *l, const struct unit *unit, int32_t a, int32_t b)
{
	if (a >= 0 && b >= 0)
		unite(l, unit, a, b);
	else if (a >= 0)
		tie(l, unit, a, tie_of(b));
	else if (b >= 0)
		tie(l, unit, b, tie_of(a));
}

static void begin_classes(struct linker *l, const struct module *module, const struct unit *unit)
{
	const struct modules *m = l->modules;
	int32_t *class = l->class + unit->first_bit;
	uint8_t *flag = l->flag + unit->first_bit;

	l->united = false;
	OVER_ITEMS(i, module->n_bits)
	class[i] = (int32_t)i;
	OVER_ITEMS(i, module->n_nets)
	{
		const struct module_net *net = &m->net[module->first_net + i];
		uint8_t ties = net->constant == NET_ZERO  ? BIT_IS_ZERO
			       : net->constant == NET_ONE ? BIT_IS_ONE
							  : 0;

		memset(flag + net->first_bit, ties | (net->is_port ? BIT_IS_PORT : 0),
		       (size_t)module_net_width(net));
	}
	for (int32_t i = module->first_assign; i < module->first_assign + module->n_assigns; i++)
		join(l, unit, m->assign_left[i], m->assign_right[i]);
}

static void end_classes(struct linker *l, const struct module *module, struct unit *unit)
{
	int32_t *class = l->class + unit->first_bit;

	for (int32_t i = 0; i < module->n_bits && l->united; i++) {
		class[i] = find_class(class, i);
		unit->n_aliases += class[i] != i;
	}
}

/* ---- connections ---- */

/* Where in the text, and the object. */
struct site {
	int32_t module, instance;
	const struct target *target;
};

static void begin_warning(struct linker *l, const struct site *site)
{
	link_write_place(l, site->module, site->instance, l->warnings);
	text_add(l->warnings, "warning: ");
}

static void warn_no_port(struct linker *l, const struct site *site, int32_t port, int32_t position)
{
	if (!link_warns(l, WARN_NO_PORT))
		return;
	begin_warning(l, site);
	if (port >= 0)
		text_printf(l->warnings, "\"%.200s\" has no port \"%.200s\"; left unconnected\n",
			    link_string(l, site->target->name), link_string(l, port));
	else
		text_printf(l->warnings,
			    "\"%.200s\" has no port at position %" PRId32 "; left unconnected\n",
			    link_string(l, site->target->name), position + 1);
}

static void warn_width(struct linker *l, const struct site *site, int32_t socket, int32_t n_bits)
{
	if (!link_warns(l, WARN_WIDTH))
		return;
	begin_warning(l, site);
	text_printf(l->warnings,
		    "%" PRId32 " bits connected to the %" PRId32
		    " of port \"%.200s\" of \"%.200s\"\n",
		    n_bits, l->socket[socket].width,
		    l->socket[socket].name >= 0 ? link_string(l, l->socket[socket].name) : "",
		    link_string(l, site->target->name));
}

/* Is it only constants that find no place at the left? */
static bool leftover_is_constant(const int32_t *bits, int32_t n)
{
	for (int32_t i = 0; i < n; i++)
		if (bits[i] >= 0)
			return false;
	return true;
}

static enum status connected_twice(const struct linker *l, const struct site *site, int32_t socket)
{
	RELEASED_BY(text_release) struct text place = TEXT_INIT;
	int32_t name = l->socket[socket].name;

	link_write_place(l, site->module, site->instance, &place);
	return status_fail(STATUS_BAD_INPUT,
			   "%serror: port \"%.200s\" of instance \"%.200s\" is connected twice",
			   text_string(&place), name >= 0 ? link_string(l, name) : "",
			   link_string(l, l->modules->instance[site->instance].name));
}

/* The socket of connection i of an instance, -1 when it is left out; that of a supply is no pin's. */
static enum status find_socket(struct linker *l, const struct site *site, int32_t i, int32_t *out)
{
	const struct modules *m = l->modules;
	const struct target *target = site->target;
	int32_t c = m->instance[site->instance].first_connection + i;
	int32_t port = m->connection[c].port;
	struct connected connected;
	struct socket *socket;

	*out = -1;
	if (port >= 0)
		*out = link_find_socket(l, target, port, i);
	else if (target->module < 0 && !target->library[LATE])
		*out = link_find_socket(l, target, link_position_name(l, i), i);
	else if (i < target->n_positional)
		*out = target->first_socket + i;
	if (*out < 0) {
		warn_no_port(l, site, port, i);
		return STATUS_OK;
	}
	socket = &l->socket[*out];
	if (socket->instance == site->instance)
		return connected_twice(l, site, *out);
	socket->instance = site->instance;
	connected = module_connected(m, site->instance, c, socket->width);
	if ((target->module >= 0 || socket->width > 0) && connected.n &&
	    connected.n != socket->width &&
	    !(connected.n > socket->width &&
	      leftover_is_constant(connected.bit, connected.n - socket->width)))
		warn_width(l, site, *out, connected.n);
	return STATUS_OK;
}

/* ---- instances of modules ---- */

/*
 * One bit of the parent on a port's bit of the module inside: what that module ties is tied out
 * here, and two bits on one class of its are one net.
 */
static void join_through(struct linker *l, const struct unit *unit, const struct unit *inside,
			 int32_t instance, int32_t bit, int32_t inner)
{
	int32_t class;

	if (bit == BIT_NONE)
		return;
	if (inner < 0) {
		join(l, unit, bit, inner);
		return;
	}
	class = inside->first_bit + l->class[inside->first_bit + inner];
	if (bit >= 0)
		tie(l, unit, bit, l->flag[class]);
	if (l->outer_stamp[class] != instance) {
		l->outer_stamp[class] = instance;
		l->outer[class] = bit;
		return;
	}
	join(l, unit, bit, l->outer[class]);
	if (bit >= 0)
		l->outer[class] = bit;
}

static void join_port(struct linker *l, const struct unit *unit, const struct site *site,
		      int32_t connection)
{
	const struct modules *m = l->modules;
	const struct socket *socket = &l->socket[l->connection_socket[connection]];
	struct connected on = module_connected(m, site->instance, connection, socket->width);
	const struct unit *inside = &l->unit[site->target->module];
	const int32_t *inner = &m->port_bit[socket->first];

	for (int32_t i = 1; i <= on.n && i <= socket->width; i++)
		join_through(l, unit, inside, site->instance, on.bit[on.n - i],
			     inner[socket->width - i]);
}

static enum status check_instance(struct linker *l, const struct unit *unit,
				  const struct site *site)
{
	const struct module_instance *instance = &l->modules->instance[site->instance];
	int32_t n = instance[1].first_connection - instance->first_connection;

	for (int32_t i = 0; i < n; i++) {
		int32_t connection = instance->first_connection + i;

		TRY(link_step(l));
		TRY(find_socket(l, site, i, &l->connection_socket[connection]));
		if (site->target->module >= 0 && l->connection_socket[connection] >= 0)
			join_port(l, unit, site, connection);
	}
	return STATUS_OK;
}

static enum status check_one(struct linker *l, int32_t module, int32_t instance)
{
	int32_t master = l->modules->instance[instance].master;
	struct site site = {
		.module = module, .instance = instance, .target = &l->target[l->target_of[master]]};

	TRY(link_step(l));
	return check_instance(l, &l->unit[module], &site);
}

static enum status check_module(struct linker *l, int32_t index)
{
	const struct module *module = &l->modules->module[index];

	bool shared = parts_of(module->n_instances) > 1;

	begin_classes(l, module, &l->unit[index]);
	if (shared)
		TRY(link_check_many(l, index, check_one));
	for (int32_t i = 0; i < module->n_instances && !shared; i++)
		TRY(check_one(l, index, module->first_instance + i));
	end_classes(l, module, &l->unit[index]);
	return STATUS_OK;
}

enum status link_check(struct linker *l)
{
	int64_t n = 0;

	for (int32_t i = 0; i < l->n_order; i++) {
		l->unit[l->order[i]].first_bit = (int32_t)n;
		n += l->modules->module[l->order[i]].n_bits;
		if (n > INT32_MAX)
			return status_fail(STATUS_NO_MEMORY, "more than %d bits in the modules",
					   INT32_MAX);
	}
	TRY(ALLOC_ALL(n, &l->class, &l->flag));
	TRY(ALLOC_ALL(l->unit[l->top].first_bit, &l->outer, &l->outer_stamp));
	TRY(ALLOC(&l->connection_socket, l->modules->n_connections));
	OVER_ITEMS(i, l->unit[l->top].first_bit)
	l->outer_stamp[i] = -1;
	for (int32_t i = 0; i < l->n_order; i++)
		TRY(check_module(l, l->order[i]));
	return STATUS_OK;
}
