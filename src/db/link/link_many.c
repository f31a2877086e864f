/*
 * The nets and cells of a large module by threads, each a part of them: what a part adds is counted first and
 * written second, so that numbers are those of adding them one by one.
 */
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "db/hierarchy.h"
#include "db/link/link_impl.h"

/* Names with the path of the module before them. */
static char *next_name(const struct linker *l, struct names_part *names, const char *name,
		       int64_t length, int64_t more)
{
	char *to = names_next(names, l->prefix.length + length + more);

	if (!to)
		return NULL;
	if (l->prefix.length)
		memcpy(to, l->prefix.data, (size_t)l->prefix.length);
	memcpy(to + l->prefix.length, name, (size_t)length);
	return to + l->prefix.length + length;
}

/* ---- connections ---- */

enum { FEW_CONNECTIONS = 32 }; /* of an instance: each pair is compared */

struct checking {
	const struct linker *linker;
	int32_t first; /* of the modules' instances */
};

/* The socket of connection i of an instance of a cell, -1 when there is something to say of it. */
static int32_t find_plain(const struct linker *l, const struct target *target, int32_t instance,
			  int32_t i)
{
	const struct modules *m = l->modules;
	int32_t connection = m->instance[instance].first_connection + i;
	int32_t port = m->connection[connection].port, s = -1, width;
	struct connected on;

	if (port >= 0)
		s = link_find_socket(l, target, port, i);
	else if (i < target->n_positional)
		s = target->first_socket + i;
	if (s < 0)
		return -1;
	width = l->socket[s].width;
	on = module_connected(m, instance, connection, width);
	return width > 0 && on.n > 0 && on.n != width ? -1 : s;
}

static bool is_among(const int32_t *socket, int32_t n, int32_t s)
{
	for (int32_t i = 0; i < n; i++) {
		if (socket[i] == s)
			return true;
	}
	return false;
}

/* The sockets of an instance of a cell are found, unless something isn't plain: then it is true. */
static bool needs_full_check(const void *context, int64_t i)
{
	const struct checking *c = context;
	const struct linker *l = c->linker;
	int32_t instance = c->first + (int32_t)i;
	const struct module_instance *x = &l->modules->instance[instance];
	const struct target *target = &l->target[l->target_of[x->master]];
	int32_t *socket = l->connection_socket + x->first_connection;
	int32_t n = x[1].first_connection - x->first_connection;

	if (target->module >= 0 || n > FEW_CONNECTIONS)
		return true;
	for (int32_t k = 0; k < n; k++) {
		socket[k] = find_plain(l, target, instance, k);
		if (socket[k] < 0 || is_among(socket, k, socket[k]))
			return true;
	}
	return false;
}

enum status link_check_many(struct linker *l, int32_t module, link_check_fn *check_one)
{
	const struct module *of = &l->modules->module[module];
	struct checking checking = {l, of->first_instance};
	int32_t n;
	FREED int32_t *instance = NULL;

	TRY(select_items(of->n_instances, needs_full_check, &checking, &instance, &n));
	for (int32_t i = 0; i < n; i++)
		TRY(check_one(l, module, of->first_instance + instance[i]));
	return task_progress(l->task, l->n_steps += of->n_instances);
}

/* ---- nets ---- */

struct adding_nets {
	struct linker *linker;
	const struct flat_module *at;
	struct names_part *part; /* owned [parts] */
	int parts;
	bool tied_twice; /* one is */
};

/* A bit that gets a net: its name, and its number when names are written. */
static void add_bit(struct adding_nets *a, const struct module_net *net, int32_t i,
		    struct names_part *names)
{
	const struct linker *l = a->linker;
	const char *name = link_string(l, net->name);
	int64_t length = names_length(&l->modules->string, net->name);
	int32_t index = net->is_bus ? module_net_index(net, i) : 0, id = (int32_t)names->id;
	int digits = net->is_bus ? decimal_length(index) : 0;
	char *to = next_name(l, names, name, length, net->is_bus ? digits + 2 : 0);
	uint8_t ties;

	if (!to)
		return;
	if (net->is_bus) {
		*to++ = '[';
		decimal_write(to, digits, index);
		to[digits] = ']';
	}
	ties = l->flag[a->at->unit->first_bit + net->first_bit + i];
	l->context[a->at->context + net->first_bit + i] = id;
	l->netlist->net_constant[id] = ties & BIT_IS_ZERO  ? NET_ZERO
				       : ties & BIT_IS_ONE ? NET_ONE
							   : NET_SIGNAL;
	if (ties & BIT_IS_ZERO && ties & BIT_IS_ONE)
		__atomic_store_n(&a->tied_twice, true, __ATOMIC_RELAXED);
}

static void add_part(struct adding_nets *a, int p)
{
	const struct linker *l = a->linker;
	const struct module *module = a->at->module;
	const int32_t *class = l->class + a->at->unit->first_bit;
	int64_t begin = part_begin(module->n_nets, a->parts, p);
	int64_t end = part_begin(module->n_nets, a->parts, p + 1);
	/* its own, beside those that others write */
	struct names_part names = a->part[p];

	for (int64_t n = module->first_net + begin; n < module->first_net + end; n++) {
		const struct module_net *net = &l->modules->net[n];
		int32_t width = module_net_width(net);

		for (int32_t i = 0; i < width; i++) {
			int32_t bit = net->first_bit + i;

			if (class[bit] == bit && l->context[a->at->context + bit] < 0)
				add_bit(a, net, i, &names);
		}
	}
	a->part[p] = names;
}

/* The names inside of nets that came by ports. */
static enum status name_inner(struct linker *l, const struct flat_module *at)
{
	const int32_t *class = l->class + at->unit->first_bit;
	const struct module *module = at->module;

	for (int32_t n = module->first_net; n < module->first_net + module->n_nets; n++) {
		const struct module_net *net = &l->modules->net[n];
		int32_t width = module_net_width(net);

		for (int32_t i = 0; i < width; i++) {
			int32_t bit = net->first_bit + i;

			if (class[bit] != bit || l->context[at->context + bit] < 0)
				continue;
			text_clear(&l->name);
			text_append(&l->name, text_string(&l->prefix), l->prefix.length);
			modules_write_bit(l->modules, net, i, &l->name);
			TRY(hierarchy_add_net(l->netlist->hierarchy, text_string(&l->name),
					      l->context[at->context + bit]));
		}
	}
	return text_status(&l->name);
}

static void warn_ties(struct linker *l, int32_t first, const struct flat_module *at)
{
	const uint8_t *flag = l->flag + at->unit->first_bit;

	for (int32_t bit = 0; bit < at->module->n_bits; bit++) {
		int32_t net = l->context[at->context + bit];

		if (net >= first && flag[bit] & BIT_IS_ZERO && flag[bit] & BIT_IS_ONE)
			link_warn_ties(l, names_get(&l->netlist->net_name, net));
	}
}

static enum status add_nets(struct adding_nets *a)
{
	struct linker *l = a->linker;
	int32_t first;

	TRY(ALLOC(&a->part, a->parts));
	OVER_PARTS(p, a->parts)
	add_part(a, p);
	TRY(netlist_add_nets(l->netlist, a->part, a->parts, &first));
	OVER_PARTS(p, a->parts)
	add_part(a, p);
	if (a->tied_twice)
		warn_ties(l, first, a->at);
	return task_progress(l->task, l->n_steps += a->at->module->n_nets);
}

enum status link_add_nets(struct linker *l, const struct flat_module *at)
{
	struct adding_nets adding = {.linker = l, .at = at, .parts = parts_of(at->module->n_nets)};
	enum status status = STATUS_OK;

	if (at->module != &l->modules->module[l->top])
		status = name_inner(l, at);
	if (status == STATUS_OK)
		status = add_nets(&adding);
	free(adding.part);
	return status;
}

/* ---- cells ---- */

/* Of a part: literal constants in the order in which it has first seen them. */
struct part_ends {
	int32_t tied[2];
	int n_tied;
	bool any_supply;
};

struct adding_cells {
	struct linker *linker;
	const struct flat_module *at;
	int32_t first, n; /* of the modules' instances */
	int32_t id;       /* the first one's in the netlist */
	int parts;
	struct names_part *names; /* owned [parts] */
	struct part_ends *ends;   /* owned [parts] */
};

static int32_t master_of(const void *context, int64_t i)
{
	const struct adding_cells *a = context;
	const struct linker *l = a->linker;

	return l->target[l->target_of[l->modules->instance[a->first + i].master]].master;
}

static void add_names(const struct adding_cells *a, int p)
{
	const struct linker *l = a->linker;
	struct names_part names = a->names[p];

	OVER_PART(i, a->n, a->parts, p)
	{
		int32_t name = l->modules->instance[a->first + i].name;

		next_name(l, &names, link_string(l, name), names_length(&l->modules->string, name),
			  0);
	}
	a->names[p] = names;
}

static void note_tied(struct part_ends *ends, int32_t constant)
{
	if (ends->n_tied == 2 || (ends->n_tied == 1 && ends->tied[0] == constant))
		return;
	ends->tied[ends->n_tied++] = constant;
}

/* The net of a bit, −1 for none; a literal constant whose net isn't there yet remains one. */
static int32_t net_of_bit(const struct adding_cells *a, int32_t bit, struct part_ends *ends)
{
	const struct linker *l = a->linker;

	if (bit >= 0)
		return l->context[a->at->context + l->class[a->at->unit->first_bit + bit]];
	if (bit == BIT_NONE)
		return -1;
	if (l->tied_net[bit == BIT_ONE] >= 0)
		return l->tied_net[bit == BIT_ONE];
	note_tied(ends, bit);
	return bit;
}

static bool connect_cell(const struct adding_cells *a, int32_t i, struct part_ends *ends)
{
	const struct linker *l = a->linker;
	const struct modules *m = l->modules;
	int32_t instance = a->first + i;
	int32_t *pin_net = l->netlist->pin_net + l->netlist->instance_pin[a->id + i];
	bool any_supply = false;

	for (int32_t c = m->instance[instance].first_connection;
	     c < m->instance[instance + 1].first_connection; c++) {
		int32_t s = l->connection_socket[c];
		const struct socket *socket = &l->socket[s < 0 ? 0 : s];
		struct connected on;

		if (s < 0)
			continue;
		on = module_connected(m, instance, c, socket->width);
		for (int32_t k = 1; k <= on.n && k <= socket->width; k++)
			pin_net[socket->first + socket->width - k] =
				net_of_bit(a, on.bit[on.n - k], ends);
		any_supply |= socket->width == 0;
	}
	return any_supply;
}

static void connect_part(const struct adding_cells *a, int p)
{
	struct part_ends ends = {.any_supply = false};

	OVER_PART(i, a->n, a->parts, p)
	ends.any_supply |= connect_cell(a, (int32_t)i, &ends);
	a->ends[p] = ends;
}

/* Literal constants get their nets in the order of the parts, then the pins that they are connected to. */
static enum status tie_pins(const struct adding_cells *a)
{
	struct linker *l = a->linker;
	struct netlist *netlist = l->netlist;
	int32_t begin = netlist->instance_pin[a->id], end = netlist->n_pins, net;
	bool any = false;

	for (int p = 0; p < a->parts; p++) {
		for (int i = 0; i < a->ends[p].n_tied; i++) {
			TRY(link_tied_net(l, a->ends[p].tied[i], &net));
			any = true;
		}
	}
	if (!any)
		return STATUS_OK;
	OVER_ITEMS(i, end - begin)
	{
		int32_t *at = &netlist->pin_net[begin + i];

		if (*at < BIT_NONE)
			*at = l->tied_net[*at == BIT_ONE];
	}
	return STATUS_OK;
}

static bool has_supply(const struct linker *l, int32_t instance)
{
	const struct modules *m = l->modules;

	for (int32_t c = m->instance[instance].first_connection;
	     c < m->instance[instance + 1].first_connection; c++) {
		if (l->connection_socket[c] >= 0 && l->socket[l->connection_socket[c]].width == 0)
			return true;
	}
	return false;
}

/* What few netlists have: supplies, and places in the RTL. */
static enum status note_rest(const struct adding_cells *a)
{
	struct linker *l = a->linker;
	bool any_supply = false;

	for (int p = 0; p < a->parts; p++)
		any_supply |= a->ends[p].any_supply;
	for (int32_t i = 0; any_supply && i < a->n; i++) {
		if (has_supply(l, a->first + i))
			TRY(link_note_supplies(l, a->at, a->first + i, a->id + i));
	}
	for (int32_t i = 0; i < a->n && a->first + i < l->modules->source.n; i++) {
		const char *source = notes_get(&l->modules->source, a->first + i);

		if (source)
			TRY(notes_set(&l->netlist->source, a->id + i, a->id + i + 1, source,
				      (int64_t)strlen(source)));
	}
	return STATUS_OK;
}

static enum status add_cells(struct adding_cells *a)
{
	struct linker *l = a->linker;

	TRY(ALLOC_ALL(a->parts, &a->names, &a->ends));
	OVER_PARTS(p, a->parts)
	add_names(a, p);
	TRY(netlist_add_instances(l->netlist, a->names, a->parts, master_of, a, &a->id));
	OVER_PARTS(p, a->parts)
	add_names(a, p);
	TRY(hierarchy_add_instances(l->netlist->hierarchy, l->block, a->n));
	OVER_PARTS(p, a->parts)
	connect_part(a, p);
	TRY(tie_pins(a));
	TRY(note_rest(a));
	return task_progress(l->task, l->n_steps += a->n);
}

enum status link_add_cells(struct linker *l, const struct flat_module *at, int32_t first,
			   int32_t end)
{
	struct adding_cells adding = {.linker = l,
				      .at = at,
				      .first = first,
				      .n = end - first,
				      .parts = parts_of(end - first)};
	enum status status = add_cells(&adding);

	free(adding.names);
	free(adding.ends);
	return status;
}
