/* What instances are instances of, and what of it can be connected. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/order.h"
#include "db/link/link_impl.h"

/* ---- looking for masters ---- */

static void find_cell(const struct linker *l, enum split split, const char *name,
		      struct target *target)
{
	for (int32_t i = l->n_libraries[split] - 1; i >= l->n_left_out[split]; i--) {
		int32_t cell = library_find_cell(l->library[split][i], name);

		if (cell < 0)
			continue;
		target->library[split] = l->library[split][i];
		target->cell[split] = cell;
		return;
	}
}

static void find_cells(struct linker *l, const char *name, struct target *target)
{
	find_cell(l, LATE, name, target);
	find_cell(l, EARLY, name, target);
	for (int split = 0; split < N_SPLITS; split++) {
		int other = N_SPLITS - 1 - split;

		if (target->library[split] || !target->library[other])
			continue;
		target->library[split] = target->library[other];
		target->cell[split] = target->cell[other];
		if (l->n_libraries[split] && link_warns(l, WARN_SPLITS))
			text_printf(l->warnings,
				    "warning: no %s library has cell \"%.200s\", the other "
				    "split's serves both\n",
				    split == EARLY ? "early" : "late", name);
	}
}

enum status link_target(struct linker *l, int32_t name, int32_t *out)
{
	const char *text = link_string(l, name);
	struct target *target;

	*out = l->target_of[name];
	if (*out >= 0)
		return STATUS_OK;
	TRY(GROW(&l->target, &l->target_capacity, (int64_t)l->n_targets + 1));
	target = &l->target[l->n_targets];
	*target = (struct target){.name = name,
				  .module = modules_find(l->modules, text),
				  .cell = {-1, -1},
				  .master = -1};
	if (target->module < 0)
		find_cells(l, text, target);
	*out = l->target_of[name] = l->n_targets++;
	return STATUS_OK;
}

/* ---- sockets ---- */

static enum status add_socket(struct linker *l, struct target *target, int32_t name, int32_t first,
			      int32_t width)
{
	if (l->n_sockets == INT32_MAX - 1)
		return status_fail(STATUS_NO_MEMORY, "more than %d ports of masters",
				   INT32_MAX - 1);
	TRY(GROW(&l->socket, &l->socket_capacity, (int64_t)l->n_sockets + 1));
	l->socket[l->n_sockets++] =
		(struct socket){.name = name, .first = first, .width = width, .instance = -1};
	target->n_sockets++;
	return STATUS_OK;
}

static int32_t find_string(const struct linker *l, const char *text)
{
	return names_find(&l->modules->string, text, (int64_t)strlen(text));
}

static enum status add_module_sockets(struct linker *l, struct target *target)
{
	const struct module *module = &l->modules->module[target->module];

	for (int32_t i = 0; i < module->n_ports; i++) {
		const struct module_port *port = &l->modules->port[module->first_port + i];

		TRY(add_socket(l, target, port->name, port->first_bit,
			       port[1].first_bit - port->first_bit));
	}
	target->n_positional = target->n_sockets;
	return STATUS_OK;
}

/* Those with a position: pins, and buses in the place of their first pin. */
static enum status add_pin_sockets(struct linker *l, struct target *target, const int32_t *bus_at)
{
	const struct library *library = target->library[LATE];
	const struct lib_cell *cell = &library->cell[target->cell[LATE]];
	int32_t width;

	for (int32_t i = 0; i < cell->n_pins; i += width) {
		const struct lib_pin *pin = &library->pin[cell->first_pin + i];
		int32_t name = pin->name;

		width = 1;
		if (bus_at[i] >= 0) {
			name = library->bus[bus_at[i]].name;
			width = library->bus[bus_at[i]].n_pins;
		} else if (pin->direction == LIB_INTERNAL) {
			continue;
		}
		TRY(add_socket(l, target, find_string(l, names_get(&library->string, name)), i,
			       width));
	}
	target->n_positional = target->n_sockets;
	return STATUS_OK;
}

/* Those that only have a name: bits of buses, and supplies. */
static enum status add_named_sockets(struct linker *l, struct target *target)
{
	const struct library *library = target->library[LATE];
	const struct lib_cell *cell = &library->cell[target->cell[LATE]];

	for (int32_t b = 0; b < cell->n_buses; b++) {
		const struct lib_bus *bus = &library->bus[cell->first_bus + b];

		for (int32_t i = bus->first_pin; i < bus->first_pin + bus->n_pins; i++) {
			int32_t name = library->pin[cell->first_pin + i].name;

			TRY(add_socket(l, target, find_string(l, names_get(&library->string, name)),
				       i, 1));
		}
	}
	for (int32_t i = 0; i < cell->n_supplies; i++) {
		int32_t name = library->supply[cell->first_supply + i];

		TRY(add_socket(l, target, find_string(l, names_get(&library->string, name)), 0, 0));
	}
	return STATUS_OK;
}

static enum status add_cell_sockets(struct linker *l, struct target *target)
{
	const struct library *library = target->library[LATE];
	const struct lib_cell *cell = &library->cell[target->cell[LATE]];
	enum status status;
	FREED int32_t *bus_at = NULL;

	target->n_pins = cell->n_pins;
	TRY(ALLOC(&bus_at, cell->n_pins));
	for (int32_t i = 0; i < cell->n_pins; i++)
		bus_at[i] = -1;
	for (int32_t b = cell->first_bus; b < cell->first_bus + cell->n_buses; b++)
		if (library->bus[b].n_pins > 0)
			bus_at[library->bus[b].first_pin] = b;
	status = add_pin_sockets(l, target, bus_at);
	return status == STATUS_OK ? add_named_sockets(l, target) : status;
}

/* ---- black boxes ---- */

int32_t link_position_name(const struct linker *l, int32_t i)
{
	char text[16];
	int32_t id;

	snprintf(text, sizeof text, "p%" PRId32, i);
	id = find_string(l, text);
	return id >= 0 ? id : -2 - i;
}

/* Note what an instance connects of its black box. */
static enum status note_box_instance(struct linker *l, const struct module_instance *instance)
{
	const struct modules *m = l->modules;

	for (int32_t c = instance->first_connection; c < instance[1].first_connection; c++) {
		const struct module_connection *connection = &m->connection[c];
		int32_t width = connection[1].first_bit - connection->first_bit;
		int32_t key[2] = {l->target_of[instance->master], connection->port};
		int32_t id;
		bool added;

		if (key[1] < 0)
			key[1] = link_position_name(l, c - instance->first_connection);
		TRY(names_add(&l->box_socket, (const char *)key, sizeof key, &id, &added));
		TRY(GROW(&l->box_width, &l->box_width_capacity, (int64_t)id + 1));
		if (added)
			l->box_width[id] = 1;
		/* of an array each has its part, where that comes out even */
		if (instance->n_copies > 1 && width % instance->n_copies == 0)
			width /= instance->n_copies;
		if (width > l->box_width[id])
			l->box_width[id] = width;
	}
	return STATUS_OK;
}

static bool is_box(const struct target *target)
{
	return target->module < 0 && !target->library[LATE];
}

static enum status note_boxes(struct linker *l)
{
	const struct modules *m = l->modules;
	bool any = false;

	for (int32_t t = 0; t < l->n_targets; t++)
		any |= is_box(&l->target[t]);
	if (!any)
		return STATUS_OK;
	for (int32_t i = 0; i < l->n_order; i++) {
		const struct module *module = &m->module[l->order[i]];

		for (int32_t x = 0; x < module->n_instances; x++) {
			const struct module_instance *instance =
				&m->instance[module->first_instance + x];

			TRY(link_step(l));
			if (is_box(&l->target[l->target_of[instance->master]]))
				TRY(note_box_instance(l, instance));
		}
	}
	return STATUS_OK;
}

static void box_key(const struct linker *l, int32_t id, int32_t key[2])
{
	memcpy(key, names_get(&l->box_socket, id), 2 * sizeof *key);
}

/* Sockets lie together by target: count, then place them in the order of their appearance. */
static enum status add_box_sockets(struct linker *l)
{
	FREED int32_t *row = NULL;
	int32_t key[2];

	TRY(ALLOC(&row, (int64_t)l->n_targets + 1));
	for (int32_t id = 0; id < l->box_socket.n; id++) {
		box_key(l, id, key);
		row[key[0]]++;
	}
	for (int32_t t = 0; t < l->n_targets; t++) {
		struct target *target = &l->target[t];
		int32_t n = row[t];

		if (!is_box(target))
			continue;
		target->first_socket = row[t] = l->n_sockets;
		for (int32_t i = 0; i < n; i++)
			TRY(add_socket(l, target, -1, 0, 0));
		target->n_positional = 0;
	}
	for (int32_t id = 0; id < l->box_socket.n; id++) {
		struct socket *socket;

		box_key(l, id, key);
		socket = &l->socket[row[key[0]]++];
		socket->name = key[1];
		socket->width = l->box_width[id];
	}
	return STATUS_OK;
}

/* Number the pins of a black box through. */
static enum status number_box_pins(struct linker *l, struct target *target)
{
	int64_t n = 0;

	for (int32_t s = target->first_socket; s < target->first_socket + target->n_sockets; s++) {
		if (n + l->socket[s].width > INT32_MAX)
			return status_fail(STATUS_NO_MEMORY,
					   "cell \"%.200s\" has more than %d pins",
					   link_string(l, target->name), INT32_MAX);
		l->socket[s].first = (int32_t)n;
		n += l->socket[s].width;
	}
	target->n_pins = (int32_t)n;
	return STATUS_OK;
}

/* ---- by name ---- */

static int compare_sockets(const void *a, const void *b, void *socket)
{
	const struct socket *s = socket;
	int32_t i = *(const int32_t *)a, j = *(const int32_t *)b;

	return ORDER(s[i].name, s[j].name) ?: ORDER(i, j);
}

enum status link_sockets(struct linker *l)
{
	TRY(note_boxes(l));
	for (int32_t t = 0; t < l->n_targets; t++) {
		struct target *target = &l->target[t];

		target->first_socket = l->n_sockets;
		if (target->module >= 0)
			TRY(add_module_sockets(l, target));
		else if (!is_box(target))
			TRY(add_cell_sockets(l, target));
	}
	TRY(add_box_sockets(l));
	TRY(ALLOC(&l->by_name, l->n_sockets));
	for (int32_t s = 0; s < l->n_sockets; s++)
		l->by_name[s] = s;
	for (int32_t t = 0; t < l->n_targets; t++) {
		struct target *target = &l->target[t];

		if (is_box(target))
			TRY(number_box_pins(l, target));
		qsort_r(l->by_name + target->first_socket, (size_t)target->n_sockets,
			sizeof *l->by_name, compare_sockets, l->socket);
	}
	return STATUS_OK;
}

int32_t link_find_socket(const struct linker *l, const struct target *target, int32_t name,
			 int32_t likely)
{
	int32_t first = target->first_socket, end = first + target->n_sockets, at;

	if (likely < target->n_sockets && l->socket[first + likely].name == name)
		return first + likely;
	at = FIRST_NOT(i, first, end, l->socket[l->by_name[i]].name < name);
	return at < end && l->socket[l->by_name[at]].name == name ? l->by_name[at] : -1;
}

/* ---- masters of the netlist ---- */

/* The names of a black box' pins, each with its NUL, in one text. */
static void write_box_pins(const struct linker *l, const struct target *target, struct text *out)
{
	for (int32_t i = 0; i < target->n_sockets; i++) {
		const struct socket *socket = &l->socket[target->first_socket + i];

		for (int32_t bit = socket->width - 1; bit >= 0; bit--) {
			if (socket->name >= 0)
				text_add(out, link_string(l, socket->name));
			else
				text_printf(out, "p%" PRId32, -2 - socket->name);
			if (socket->width > 1)
				text_printf(out, "[%" PRId32 "]", bit);
			text_append(out, "", 1);
		}
	}
}

static enum status add_box(struct linker *l, struct target *target, struct text *names)
{
	const char *at;
	FREED const char **pin_name = NULL;

	write_box_pins(l, target, names);
	TRY(text_status(names));
	TRY(ALLOC(&pin_name, target->n_pins));
	at = text_string(names);
	for (int32_t i = 0; i < target->n_pins; i++) {
		pin_name[i] = at;
		at += strlen(at) + 1;
	}
	TRY(netlist_add_black_box(l->netlist, link_string(l, target->name), target->n_pins,
				  pin_name, &target->master));
	for (int32_t s = target->first_socket; s < target->first_socket + target->n_sockets; s++)
		memset(l->netlist->master[target->master].is_bit + l->socket[s].first,
		       l->socket[s].width > 1, (size_t)l->socket[s].width);
	return STATUS_OK;
}

enum status link_masters(struct linker *l)
{
	for (int32_t t = 0; t < l->n_targets; t++) {
		struct target *target = &l->target[t];
		struct text names = TEXT_INIT;
		enum status status = STATUS_OK;

		if (is_box(target))
			status = add_box(l, target, &names);
		else if (target->module < 0)
			status = netlist_add_cell(l->netlist, target->library[LATE],
						  target->cell[LATE], target->library[EARLY],
						  target->cell[EARLY], &target->master);
		text_release(&names);
		TRY(status);
	}
	return STATUS_OK;
}
