#include "db/link/link.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "db/link/link_impl.h"

enum {
	DEEPEST = 1000,  /* levels of hierarchy */
	SHOWN_LINES = 5, /* of each kind of warning */
	SHOWN_BOXES = 20,
	SHOWN_NAMES = 10, /* in a list of candidates or a cycle */
};

/* ---- warnings ---- */

bool link_warns(struct linker *l, enum link_warning kind)
{
	return l->n_warned[kind]++ < SHOWN_LINES && l->warnings;
}

void link_write_place(const struct linker *l, int32_t module, int32_t instance, struct text *out)
{
	const struct modules *m = l->modules;

	text_printf(out, "%.300s:%" PRId32 ":%" PRId32 ": ", m->path[m->module[module].file],
		    m->instance[instance].line, m->instance[instance].column);
}

static void warn_more(struct linker *l)
{
	static const char *const what[N_LINK_WARNINGS] = {
		[WARN_NO_PORT] = "connections to ports that aren't there",
		[WARN_WIDTH] = "connections of another width than their port",
		[WARN_TIES] = "nets tied to both 0 and 1",
		[WARN_NAMES] = "names that are there twice",
		[WARN_SPLITS] = "cells in the libraries of one split only",
		[WARN_UNDRIVEN] = "nets without a driver",
		[WARN_DRIVERS] = "nets with several drivers",
	};

	for (int i = 0; i < N_LINK_WARNINGS; i++)
		if (l->n_warned[i] > SHOWN_LINES)
			text_printf(l->warnings, "warning: … and %" PRId64 " more %s\n",
				    l->n_warned[i] - SHOWN_LINES, what[i]);
}

static bool is_unknown_box(const struct linker *l, const struct master *master)
{
	return !master->library[LATE] &&
	       (!l->known || names_find(l->known, master->name, (int64_t)strlen(master->name)) < 0);
}

static void warn_boxes(struct linker *l)
{
	int64_t n_boxes = 0, n_instances = 0, n_shown = 0;

	for (int32_t i = 0; i < l->netlist->n_masters; i++) {
		const struct master *master = &l->netlist->master[i];

		if (!is_unknown_box(l, master))
			continue;
		n_boxes++;
		n_instances += master->n_instances;
	}
	if (!n_boxes)
		return;
	text_printf(l->warnings,
		    "warning: %" PRId64 " cell%s with %" PRId64
		    " instance%s in no library, taken as "
		    "black boxes\n",
		    n_boxes, n_boxes == 1 ? "" : "s", n_instances, n_instances == 1 ? "" : "s");
	for (int32_t i = 0; i < l->netlist->n_masters && n_shown < SHOWN_BOXES; i++) {
		const struct master *master = &l->netlist->master[i];

		if (!is_unknown_box(l, master))
			continue;
		text_printf(l->warnings, "warning: black box \"%.200s\": %" PRId32 " instance%s\n",
			    master->name, master->n_instances, master->n_instances == 1 ? "" : "s");
		n_shown++;
	}
	if (n_boxes > n_shown)
		text_printf(l->warnings, "warning: … and %" PRId64 " more black boxes\n",
			    n_boxes - n_shown);
}

/* Nothing can be said of a net with one driver that isn't tied, whatever that driver is. */
static bool needs_driver_check(const void *context, int64_t net)
{
	const struct netlist *n = context;

	return n->net_n_drivers[net] != 1 || n->net_constant[net] != NET_SIGNAL;
}

/* Pins that surely drive all the time, and whether any may drive at all, or is there to be driven.
 */
static void count_drivers(const struct netlist *n, int32_t net, int32_t *sure, bool *possible,
			  bool *loads)
{
	*sure = 0;
	*possible = *loads = false;
	for (int32_t i = n->net_pin_row[net]; i < n->net_pin_row[net + 1]; i++) {
		int32_t pin = n->net_pin[i];
		enum lib_direction direction = netlist_pin_direction(n, pin);
		const struct lib_pin *lib_pin = netlist_lib_pin(n, pin, LATE);
		bool is_port = n->pin_instance[pin] < 0;

		if (direction == LIB_INOUT || (lib_pin && lib_pin->three_state >= 0))
			*possible = true;
		else if (netlist_drives(n, pin))
			(*sure)++;
		else if (is_port || direction == LIB_INPUT)
			*loads = true;
	}
}

static void warn_driver(struct linker *l, int32_t net)
{
	const struct netlist *n = l->netlist;
	bool tied = n->net_constant[net] != NET_SIGNAL;
	bool possible, loads;
	int32_t sure;

	count_drivers(n, net, &sure, &possible, &loads);
	if (loads && !sure && !possible && !tied && link_warns(l, WARN_UNDRIVEN))
		text_printf(l->warnings, "warning: net \"%.200s\" has no driver\n",
			    names_get(&n->net_name, net));
	if (sure + tied > 1 && link_warns(l, WARN_DRIVERS))
		text_printf(l->warnings, "warning: net \"%.200s\" has %" PRId32 " drivers%s\n",
			    names_get(&n->net_name, net), sure, tied ? " and is tied" : "");
}

static enum status warn_drivers(struct linker *l)
{
	int32_t n;
	FREED int32_t *net = NULL;

	TRY(select_items(l->netlist->n_nets, needs_driver_check, l->netlist, &net, &n));
	for (int32_t i = 0; i < n; i++) {
		TRY(link_step(l));
		warn_driver(l, net[i]);
	}
	return STATUS_OK;
}

/* ---- which modules ---- */

static const char *module_name(const struct linker *l, int32_t module)
{
	return names_get(&l->modules->string, l->modules->module[module].name);
}

/* Append "path:line:column" of a module. */
static void write_module_place(const struct linker *l, int32_t index, struct text *out)
{
	const struct module *module = &l->modules->module[index];

	text_printf(out, "%.300s:%" PRId32 ":%" PRId32, l->modules->path[module->file],
		    module->line, module->column);
}

/* What is wrong with a module, after its place. */
static enum status __attribute__((format(printf, 4, 5), cold))
fail_at_module(const struct linker *l, int32_t index, enum status status, const char *format, ...)
{
	struct text text = TEXT_INIT;
	va_list args;

	write_module_place(l, index, &text);
	text_add(&text, ": error: ");
	va_start(args, format);
	text_vprintf(&text, format, args);
	va_end(args);
	status_fail(status, "%s", text_string(&text));
	text_release(&text);
	return status;
}

/* A module that instantiates itself: name the way around. */
static enum status recursion(const struct linker *l, int32_t module, int32_t instance)
{
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	int32_t from = l->n_path - 1, n = 0;

	while (l->path[from] != module)
		from--;
	link_write_place(l, l->path[l->n_path - 1], instance, &text);
	text_printf(&text, "error: module \"%.100s\" is inside itself: ", module_name(l, module));
	for (int32_t i = from; i < l->n_path && n < SHOWN_NAMES; i++, n++)
		text_printf(&text, "\"%.50s\" -> ", module_name(l, l->path[i]));
	text_printf(&text, "%s\"%.50s\"", n < l->n_path - from ? "… -> " : "",
		    module_name(l, module));
	return status_fail(STATUS_BAD_INPUT, "%s", text_string(&text));
}

/* Is there something to do for an instance of a module: is its master not known yet, or a module that isn't
 * done? */
struct visiting {
	const struct linker *linker;
	int32_t first; /* of the modules' instances */
};

static bool is_new(const void *context, int64_t i)
{
	const struct visiting *visiting = context;
	const struct linker *l = visiting->linker;
	int32_t target = l->target_of[l->modules->instance[visiting->first + i].master];

	if (target < 0)
		return true;
	target = l->target[target].module;
	return target >= 0 && l->unit[target].state != UNIT_DONE;
}

static enum status visit(struct linker *l, int32_t index);

static enum status visit_instance(struct linker *l, int32_t instance)
{
	int32_t target, inside;

	TRY(link_step(l));
	TRY(link_target(l, l->modules->instance[instance].master, &target));
	inside = l->target[target].module;
	if (inside < 0 || l->unit[inside].state == UNIT_DONE)
		return STATUS_OK;
	if (l->unit[inside].state == UNIT_OPEN)
		return recursion(l, inside, instance);
	return visit(l, inside);
}

/* After the first ones few masters of a module are new. */
static enum status visit_new(struct linker *l, int32_t first, int32_t n)
{
	struct visiting visiting = {l, first};
	int32_t n_found;
	FREED int32_t *found = NULL;

	TRY(select_items(n, is_new, &visiting, &found, &n_found));
	for (int32_t i = 0; i < n_found; i++)
		TRY(visit_instance(l, first + found[i]));
	return STATUS_OK;
}

static enum status visit_instances(struct linker *l, const struct module *module)
{
	enum { LOOKED_AT_ONE_BY_ONE = 1 << 12 };
	int32_t n = module->n_instances, first = module->first_instance;
	int32_t n_first = n > 2 * LOOKED_AT_ONE_BY_ONE ? LOOKED_AT_ONE_BY_ONE : n;

	for (int32_t i = 0; i < n_first; i++)
		TRY(visit_instance(l, first + i));
	return n_first < n ? visit_new(l, first + n_first, n - n_first) : STATUS_OK;
}

/* Put a module after those inside it. As deep as the hierarchy, which is limited. */
static enum status visit(struct linker *l, int32_t index)
{
	if (l->n_path == DEEPEST)
		return fail_at_module(l, index, STATUS_BAD_INPUT,
				      "hierarchy deeper than %d levels at \"%.200s\"", DEEPEST,
				      module_name(l, index));
	l->unit[index].state = UNIT_OPEN;
	l->path[l->n_path++] = index;
	TRY(visit_instances(l, &l->modules->module[index]));
	l->n_path--;
	l->unit[index].state = UNIT_DONE;
	l->order[l->n_order++] = index;
	return STATUS_OK;
}

static enum status several_tops(const struct linker *l, const bool *inside, int32_t n)
{
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	int32_t shown = 0, first = 0;

	for (int32_t i = 0; i < l->modules->n_modules && shown < SHOWN_NAMES; i++) {
		if (inside[i])
			continue;
		if (!shown)
			first = i;
		text_printf(&text, "%s\"%.50s\"", shown++ ? ", " : "", module_name(l, i));
		if (i == first)
			continue; /* the message begins with its place */
		text_add(&text, " (");
		write_module_place(l, i, &text);
		text_add(&text, ")");
	}
	if (n > shown)
		text_add(&text, ", …");
	fail_at_module(l, first, STATUS_BAD_INPUT,
		       "%" PRId32 " modules may be the top, one must be named: %s", n,
		       text_string(&text));
	return STATUS_BAD_INPUT;
}

/* The one module that is in no other. */
static enum status find_root(struct linker *l)
{
	const struct modules *m = l->modules;
	int32_t n = 0;
	FREED bool *inside = NULL;

	TRY(ALLOC(&inside, m->n_modules));
	TRY(modules_mark_inside(m, inside));
	for (int32_t i = 0; i < m->n_modules; i++) {
		if (inside[i])
			continue;
		l->top = i;
		n++;
	}
	if (n > 1)
		TRY(several_tops(l, inside, n));
	else if (n == 0)
		l->top = -1;
	return STATUS_OK;
}

static enum status no_modules(const struct modules *m)
{
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	if (!m->n_files)
		return status_fail(STATUS_BAD_INPUT,
				   "no modules were read; read_verilog reads them");
	text_printf(&text, "%s: error: no modules were read", m->path[0]);
	if (m->n_files > 1)
		text_printf(&text, ", neither here nor in %" PRId32 " more file%s", m->n_files - 1,
			    m->n_files > 2 ? "s" : "");
	status_fail(STATUS_BAD_INPUT, "%s", text_string(&text));
	return STATUS_BAD_INPUT;
}

static enum status find_top(struct linker *l, const char *top)
{
	const char *nearest;

	if (!l->modules->n_modules)
		return no_modules(l->modules);
	if (!top)
		return find_root(l);
	l->top = modules_find(l->modules, top);
	if (l->top >= 0)
		return STATUS_OK;
	nearest = names_nearest(&l->modules->module_name, top, (int64_t)strlen(top));
	return status_fail(STATUS_BAD_INPUT, "no module \"%.200s\"%s%.200s%s", top,
			   NEAREST(nearest));
}

/* ---- how large ---- */

/* What the arrays of a netlist take for one of each, with its share of hash tables, and some air.
 */
enum { BYTES_PER_PIN = 20, BYTES_PER_INSTANCE = 56, BYTES_PER_NET = 56 };

static void add_net_size(const struct linker *l, const struct module_net *net,
			 struct link_size *size)
{
	double width = module_net_width(net);

	size->nets += width;
	size->bytes += width * ((double)names_length(&l->modules->string, net->name) +
				BYTES_PER_NET + (net->is_bus ? 8 : 0));
}

/* The bits of .name(expression) are work even if it is one net many times. */
static void add_port_size(const struct module_port *port, struct link_size *size)
{
	if (port->net < 0)
		size->nets += port[1].first_bit - port->first_bit;
}

static void add_instance_size(const struct linker *l, const struct module_instance *instance,
			      struct link_size *size)
{
	const struct target *target = &l->target[l->target_of[instance->master]];
	double length = (double)names_length(&l->modules->string, instance->name);
	const struct link_size *inside;

	if (target->module < 0) {
		size->instances++;
		size->pins += target->n_pins;
		size->bytes += length + BYTES_PER_INSTANCE + (double)target->n_pins * BYTES_PER_PIN;
		return;
	}
	inside = &l->unit[target->module].size;
	size->hierarchical += 1 + inside->hierarchical;
	size->instances += inside->instances;
	size->pins += inside->pins;
	size->nets += inside->nets;
	size->bytes += inside->bytes + length + BYTES_PER_INSTANCE;
	size->bytes += (length + 1) * (inside->instances + inside->nets + inside->hierarchical);
}

/* Names of the pins of black boxes, which many bits of a long name may make long. */
static double box_bytes(const struct linker *l)
{
	double bytes = 0;

	for (int32_t t = 0; t < l->n_targets; t++) {
		const struct target *target = &l->target[t];

		if (target->module >= 0 || target->library[LATE])
			continue;
		for (int32_t s = target->first_socket; s < target->first_socket + target->n_sockets;
		     s++) {
			int32_t name = l->socket[s].name;

			bytes += (name < 0 ? 16 : (double)strlen(link_string(l, name)) + 64) * 2 *
				 l->socket[s].width;
		}
	}
	return bytes;
}

/* What a part of a module's nets, ports and instances adds. */
static struct link_size size_of_part(const struct linker *l, const struct module *module, int parts,
				     int p)
{
	const struct modules *m = l->modules;
	struct link_size size = {0};

	OVER_PART(i, module->n_nets, parts, p)
	add_net_size(l, &m->net[module->first_net + i], &size);
	OVER_PART(i, module->n_ports, parts, p)
	add_port_size(&m->port[module->first_port + i], &size);
	OVER_PART(i, module->n_instances, parts, p)
	add_instance_size(l, &m->instance[module->first_instance + i], &size);
	return size;
}

static void add_size(struct link_size *size, const struct link_size *part)
{
	size->instances += part->instances;
	size->pins += part->pins;
	size->nets += part->nets;
	size->hierarchical += part->hierarchical;
	size->bytes += part->bytes;
}

static enum status measure(struct linker *l, struct link_size *size)
{
	const struct modules *m = l->modules;
	const struct module *top = &m->module[l->top];
	struct link_size *part;

	TRY(ALLOC(&part, host_threads()));
	for (int32_t i = 0; i < l->n_order; i++) {
		const struct module *module = &m->module[l->order[i]];
		int parts = parts_of((int64_t)module->n_nets + module->n_instances);

		OVER_PARTS(p, parts)
		part[p] = size_of_part(l, module, parts, p);
		for (int p = 0; p < parts; p++)
			add_size(&l->unit[l->order[i]].size, &part[p]);
	}
	free(part);
	*size = l->unit[l->top].size;
	size->pins += m->port[top->first_port + top->n_ports].first_bit -
		      m->port[top->first_port].first_bit;
	size->bytes += box_bytes(l);
	return STATUS_OK;
}

static enum status check_size(const struct linker *l, const struct link_size *size)
{
	const char *name = module_name(l, l->top);
	RELEASED_BY(text_release) struct text what = TEXT_INIT;

	if (!(size->instances < INT32_MAX) || !(size->pins < INT32_MAX) ||
	    !(size->nets < INT32_MAX) || !(size->hierarchical < INT32_MAX))
		return fail_at_module(
			l, l->top, STATUS_BAD_INPUT,
			"\"%.200s\" is too large when flat: %.3g cells, %.3g modules, "
			"%.3g pins, %.3g nets; at most %d of each",
			name, size->instances, size->hierarchical, size->pins, size->nets,
			INT32_MAX);
	write_module_place(l, l->top, &what);
	text_printf(&what, ": error: \"%.200s\" is too large when flat: it", name);
	return memory_allows(text_string(&what), size->bytes, l->task);
}

/* ---- all of it ---- */

/* All that is known without flattening; connections too if they are asked for. */
static enum status prepare(struct linker *l, const char *top, struct link_size *size)
{
	const struct modules *m = l->modules;

	task_begin(l->task, "linking", 0);
	TRY(find_top(l, top));
	TRY(ALLOC_ALL(m->n_modules, &l->unit, &l->order));
	TRY(ALLOC(&l->path, DEEPEST));
	TRY(ALLOC(&l->target_of, m->string.n));
	OVER_ITEMS(i, m->string.n)
	l->target_of[i] = -1;
	/* without a top there is a cycle somewhere, and nothing to do but to find it */
	for (int32_t i = 0; l->top < 0 && i < m->n_modules; i++)
		if (l->unit[i].state == UNIT_UNSEEN)
			TRY(visit(l, i));
	assert(l->top >= 0);
	TRY(visit(l, l->top));
	TRY(link_sockets(l));
	return measure(l, size);
}

static enum status add_libraries(struct linker *l)
{
	for (int split = N_SPLITS - 1; split >= 0; split--)
		for (int32_t i = 0; i < l->n_libraries[split]; i++)
			TRY(netlist_add_library(l->netlist, l->library[split][i]));
	return STATUS_OK;
}

static enum status link_all(struct linker *l, const char *top)
{
	struct link_size size;

	TRY(prepare(l, top, &size));
	TRY(check_size(l, &size));
	TRY(link_compare_libraries(l));
	TRY(link_check(l));
	TRY(netlist_new(module_name(l, l->top), &l->netlist));
	TRY(add_libraries(l));
	TRY(link_masters(l));
	TRY(link_flatten(l));
	warn_boxes(l);
	TRY(warn_drivers(l));
	warn_more(l);
	return STATUS_OK;
}

static void linker_release(struct linker *l)
{
	netlist_unref(l->netlist);
	task_end(l->task);
	FREE_ALL(l->unit, l->order, l->path, l->target_of, l->target, l->socket, l->by_name);
	names_release(&l->box_socket);
	FREE_ALL(l->box_width, l->connection_socket, l->class, l->flag, l->outer, l->outer_stamp,
		 l->context);
	text_release(&l->prefix);
	text_release(&l->name);
}

static struct linker linker_of(const struct link_sources *sources, struct task *task)
{
	struct linker linker = {.modules = sources->modules,
				.known = sources->known,
				.task = task,
				.tied_net = {-1, -1}};

	for (int split = 0; split < N_SPLITS; split++) {
		linker.library[split] = sources->library[split];
		linker.n_libraries[split] = sources->n_libraries[split];
		linker.n_left_out[split] = sources->n_left_out[split];
	}
	return linker;
}

enum status link_netlist(const struct link_sources *sources, struct text *warnings,
			 struct task *task, struct netlist **out)
{
	RELEASED_BY(linker_release) struct linker linker = linker_of(sources, task);

	linker.warnings = warnings;
	TRY(link_all(&linker, sources->top));
	HAND_OVER(out, linker.netlist);
	return STATUS_OK;
}

enum status link_measure(const struct link_sources *sources, struct task *task,
			 struct link_size *size)
{
	RELEASED_BY(linker_release) struct linker linker = linker_of(sources, task);

	return prepare(&linker, sources->top, size);
}
