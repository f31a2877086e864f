/* Reports about single objects of the netlist: a net, an instance, a pin. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "db/hierarchy.h"
#include "db/scaling.h"
#include "session/objects.h"
#include "report/report_units.h"
#include "session/session.h"

/* ---- report_net ---- */

enum { OBJECT_DIGITS };

#define OPTION_OF_OLD(name)                                                                        \
	{                                                                                          \
		name, OPTION_FLAG, NULL, "accepted: connections are always reported"               \
	}

static const struct option object_options[] = {
	[OBJECT_DIGITS] = OPTION_DIGITS,
	OPTION_OF_OLD("-connections"),
	OPTION_OF_OLD("-verbose"),
	{0},
};

static const struct option pin_options[] = {
	[OBJECT_DIGITS] = OPTION_DIGITS,
	{0},
};

static const struct option instance_options[] = {
	OPTION_OF_OLD("-connections"),
	OPTION_OF_OLD("-verbose"),
	{0},
};

struct net_report {
	struct text *out;
	const struct netlist *netlist;
	const struct design *design;
	struct report_units units;
};

/* From the least to the largest of the splits and edges. */
struct range {
	double least, largest;
};

static void range_add(struct range *sum, struct range more)
{
	sum->least += more.least;
	sum->largest += more.largest;
}

static struct range pin_capacitance(const struct net_report *r, int32_t pin)
{
	const struct constraints *constraints = r->design->constraints;
	bool early = netlist_lib_pin(r->netlist, pin, EARLY) != NULL;
	const struct lib_pin *late = netlist_lib_pin(r->netlist, pin, LATE);
	struct range range = {0, 0};

	if (!late && (pin >= r->netlist->n_ports || !constraints))
		return range;
	range.least = INFINITY;
	for (int c = 0; c < N_SPLITS * N_EDGES; c++) {
		enum split split = (enum split)(c / N_EDGES);
		enum edge edge = (enum edge)(c % N_EDGES);
		double value;

		if (late && split == EARLY && !early)
			continue;
		value = late ? scaled_capacitance(r->netlist, constraints, pin, split, edge)
			     : port_load(&constraints->port[pin], split, edge);
		range.least = value < range.least ? value : range.least;
		range.largest = value > range.largest ? value : range.largest;
	}
	return range;
}

static void write_range(const struct net_report *r, struct range range)
{
	report_capacitance(&r->units, range.least, 0, r->out);
	if (range.least != range.largest) {
		text_add(r->out, "-");
		report_capacitance(&r->units, range.largest, 0, r->out);
	}
}

static void write_pin(const struct net_report *r, int32_t pin, bool loads)
{
	const struct netlist *netlist = r->netlist;
	int32_t instance = netlist->pin_instance[pin];

	text_add(r->out, " ");
	netlist_write_pin(netlist, pin, '/', r->out);
	text_printf(r->out, " %s", lib_direction_name(netlist_pin_direction(netlist, pin)));
	if (instance >= 0)
		text_printf(r->out, " (%s)",
			    netlist->master[netlist->instance_master[instance]].name);
	else
		text_add(r->out, " port");
	if (loads) {
		text_add(r->out, " ");
		write_range(r, pin_capacitance(r, pin));
	}
	text_add(r->out, "\n");
}

/* What the drivers see, early and late; the pin of a driver isn't part of it, see set_delay_model. */
static void write_capacitances(const struct net_report *r, int32_t net)
{
	const struct netlist *netlist = r->netlist;
	int32_t end = netlist->net_pin_row[net + 1];
	int32_t loads = netlist->net_pin_row[net] + netlist->net_n_drivers[net];
	bool with_pins[N_SPLITS];
	double wire[N_SPLITS];
	struct range pins = {0, 0}, wires, total;

	for (int split = 0; split < N_SPLITS; split++)
		wire[split] = net_wires_capacitance(r->design->wires, r->design->constraints, net,
						    (enum split)split, &with_pins[split]);
	for (int32_t i = loads; i < end; i++)
		range_add(&pins, pin_capacitance(r, netlist->net_pin[i]));
	wires = (struct range){fmin(wire[EARLY], wire[LATE]), fmax(wire[EARLY], wire[LATE])};
	total = (struct range){fmin(wire[EARLY] + (with_pins[EARLY] ? 0 : pins.least),
				    wire[LATE] + (with_pins[LATE] ? 0 : pins.least)),
			       fmax(wire[EARLY] + (with_pins[EARLY] ? 0 : pins.largest),
				    wire[LATE] + (with_pins[LATE] ? 0 : pins.largest))};
	text_add(r->out, " Pin capacitance: ");
	write_range(r, pins);
	text_add(r->out, "\n Wire capacitance: ");
	write_range(r, wires);
	if (with_pins[EARLY] || with_pins[LATE])
		text_add(r->out, " with the pins");
	text_add(r->out, "\n Total capacitance: ");
	write_range(r, total);
	text_printf(r->out, "\n Fanout: %" PRId32 "\n", end - loads);
}

static enum status report_net(struct call *call)
{
	struct net_report r = {.out = call->out, .design = &call->session->design};
	int32_t net, begin, loads;

	TRY(design_need_netlist(r.design));
	r.netlist = r.design->netlist;
	TRY(report_units_parse(call, OBJECT_DIGITS, r.netlist, &r.units));
	TRY(need_object(call, OBJECT_NET, call->argument[0], &net));
	TRY(design_need_timed_netlist(&call->session->design, &call->session->task, &r.netlist));
	begin = r.netlist->net_pin_row[net];
	loads = begin + r.netlist->net_n_drivers[net];
	text_printf(r.out, "Net %s\n", names_get(&r.netlist->net_name, net));
	write_capacitances(&r, net);
	text_add(r.out, "\nDriver pins\n");
	for (int32_t i = begin; i < loads; i++)
		write_pin(&r, r.netlist->net_pin[i], false);
	text_add(r.out, "\nLoad pins\n");
	for (int32_t i = loads; i < r.netlist->net_pin_row[net + 1]; i++)
		write_pin(&r, r.netlist->net_pin[i], true);
	return STATUS_OK;
}

/* ---- report_pin ---- */

/* A pin of a block has a number after those of instances. */
static enum status find_pin(const struct call *call, int32_t *pin)
{
	const struct netlist *netlist = call->session->design.netlist;
	RELEASED_BY(text_release) struct text name = TEXT_INIT;

	TRY(one_object(call, call->argument[0], &name));
	*pin = object_find_any(netlist, OBJECT_PIN, text_string(&name));
	return *pin < 0 ? need_pin(call, call->argument[0], pin) : STATUS_OK;
}

static const char *net_name(const struct netlist *netlist, int32_t net)
{
	return net < 0 ? "(unconnected)" : names_get(&netlist->net_name, net);
}

static void report_inner_pin(const struct net_report *r, int32_t pin)
{
	struct range load = pin_capacitance(r, pin);

	netlist_write_pin(r->netlist, pin, '/', r->out);
	text_printf(r->out, " %s%s", lib_direction_name(netlist_pin_direction(r->netlist, pin)),
		    r->netlist->pin_instance[pin] < 0 ? " port" : "");
	if (r->netlist->pin_instance[pin] >= 0 && load.largest > 0) {
		text_add(r->out, " ");
		write_range(r, load);
	}
	text_printf(r->out, " %s\n", net_name(r->netlist, r->netlist->pin_net[pin]));
}

static enum status report_pin(struct call *call)
{
	struct net_report r = {.out = call->out, .design = &call->session->design};
	const struct hierarchy *h;
	int32_t pin;

	TRY(design_need_netlist(r.design));
	r.netlist = r.design->netlist;
	TRY(report_units_parse(call, OBJECT_DIGITS, r.netlist, &r.units));
	TRY(find_pin(call, &pin));
	text_add(r.out, "Pin ");
	if (pin < r.netlist->n_pins) {
		report_inner_pin(&r, pin);
		return STATUS_OK;
	}
	h = r.netlist->hierarchy;
	pin -= r.netlist->n_pins;
	hierarchy_write_pin(h, pin, r.out);
	text_printf(r.out, " hierarchical %s %s\n",
		    lib_direction_name((enum lib_direction)h->direction[pin]),
		    net_name(r.netlist, h->net_of[pin]));
	return STATUS_OK;
}

/* ---- report_instance ---- */

/* Those of some directions (bits), after a title; without one that has to be there where there are none. */
struct pin_section {
	const char *title;
	unsigned directions;
	bool always;
};

static const struct pin_section section[] = {
	{" Input pins:", 1U << LIB_INPUT | 1U << LIB_INOUT, true},
	{" Output pins:", 1U << LIB_OUTPUT | 1U << LIB_INOUT, true},
	{" Other pins:", 1U << LIB_INTERNAL, false},
};

/* An instance's or a block's: how many, and each with its name, direction and net. */
struct pin_list {
	const struct netlist *netlist;
	int32_t first, n;
	bool of_block;
};

static enum lib_direction listed_direction(const struct pin_list *list, int32_t i)
{
	return list->of_block ? (enum lib_direction)list->netlist->hierarchy->direction[i]
			      : netlist_pin_direction(list->netlist, i);
}

static void write_listed(const struct pin_list *list, int32_t i, struct text *out)
{
	const struct netlist *netlist = list->netlist;
	const struct hierarchy *h = netlist->hierarchy;
	int32_t x = list->of_block ? -1 : netlist->pin_instance[i];
	const char *name = list->of_block
				   ? names_get(&h->pin_name, h->name_of[i])
				   : names_get(&netlist->pin_name,
					       netlist->master[netlist->instance_master[x]]
						       .pin_name[i - netlist->instance_pin[x]]);

	text_printf(out, "  %s %s %s\n", name, lib_direction_name(listed_direction(list, i)),
		    net_name(netlist, list->of_block ? h->net_of[i] : netlist->pin_net[i]));
}

static void write_pins(const struct pin_list *list, struct text *out)
{
	for (size_t s = 0; s < sizeof section / sizeof *section; s++) {
		bool titled = section[s].always;

		if (titled)
			text_printf(out, "%s\n", section[s].title);
		for (int32_t i = list->first; i < list->first + list->n; i++) {
			if (!(section[s].directions & 1U << listed_direction(list, i)))
				continue;
			if (!titled)
				text_printf(out, "%s\n", section[s].title);
			titled = true;
			write_listed(list, i, out);
		}
	}
}

/* "top_module/module/": those that a block is in, and its own. */
static void write_modules(const struct netlist *netlist, int32_t block, struct text *out)
{
	const struct hierarchy *h = netlist->hierarchy;

	if (block < 0)
		return;
	write_modules(netlist, h->parent[block], out);
	text_printf(out, "%s/", names_get(&h->module_name, h->module[block]));
}

struct child {
	const char *name, *of;
};

static int compare_children(const void *a, const void *b)
{
	return strcmp(((const struct child *)a)->name, ((const struct child *)b)->name);
}

/* What is in a block itself, by name. */
static enum status write_children(const struct netlist *netlist, int32_t block, struct text *out)
{
	const struct hierarchy *h = netlist->hierarchy;
	const char *own = names_get(&h->block_name, block);
	size_t length = strlen(own);
	FREED struct child *child = NULL;
	int32_t n = 0;

	TRY(ALLOC(&child, (int64_t)h->block_name.n + h->n_instances));
	for (int32_t b = 0; b < h->block_name.n; b++) {
		if (h->parent[b] == block)
			child[n++] = (struct child){names_get(&h->block_name, b),
						    names_get(&h->module_name, h->module[b])};
	}
	for (int32_t x = 0; x < h->n_instances; x++) {
		if (h->instance_block[x] == block)
			child[n++] =
				(struct child){names_get(&netlist->instance_name, x),
					       netlist->master[netlist->instance_master[x]].name};
	}
	qsort(child, (size_t)n, sizeof *child, compare_children);
	text_add(out, n ? " Children:\n" : "");
	for (int32_t i = 0; i < n; i++) {
		const char *name = child[i].name;
		bool begins = strncmp(name, own, length) == 0 && name[length] == '/';

		text_printf(out, "  %s (%s)\n", begins ? name + length + 1 : name, child[i].of);
	}
	return STATUS_OK;
}

static void write_leaf(const struct netlist *netlist, int32_t instance, struct text *out)
{
	const struct master *master = &netlist->master[netlist->instance_master[instance]];
	struct pin_list list = {
		.netlist = netlist, .first = netlist->instance_pin[instance], .n = master->n_pins};

	text_printf(out, "Instance %s\n Cell: %s\n Library: %s\n Path cells: ",
		    names_get(&netlist->instance_name, instance), master->name,
		    master->library[LATE] ? master->library[LATE]->name : "(black box)");
	if (netlist->hierarchy)
		write_modules(netlist, hierarchy_block(netlist->hierarchy, instance), out);
	text_printf(out, "%s\n", master->name);
	write_pins(&list, out);
}

static enum status write_block(const struct netlist *netlist, int32_t block, struct text *out)
{
	const struct hierarchy *h = netlist->hierarchy;
	const char *module = names_get(&h->module_name, h->module[block]);
	struct pin_list list = {.netlist = netlist,
				.of_block = true,
				.first = h->first_pin[block],
				.n = h->first_pin[block + 1] - h->first_pin[block]};

	text_printf(out, "Instance %s\n Cell: %s\n Library: verilog\n Path cells: ",
		    names_get(&h->block_name, block), module);
	write_modules(netlist, h->parent[block], out);
	text_printf(out, "%s\n", module);
	write_pins(&list, out);
	return write_children(netlist, block, out);
}

static enum status report_instance(struct call *call)
{
	const struct netlist *netlist = call->session->design.netlist;
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	int32_t id = -1;

	TRY(design_need_netlist(&call->session->design));
	TRY(one_object(call, call->argument[0], &name));
	id = object_find_any(netlist, OBJECT_CELL, text_string(&name));
	if (id < 0)
		TRY(need_object(call, OBJECT_CELL, call->argument[0], &id));
	if (id >= netlist->n_instances)
		return write_block(netlist, id - netlist->n_instances, call->out);
	TRY(design_need_timed_netlist(&call->session->design, &call->session->task, &netlist));
	write_leaf(netlist, id, call->out);
	return STATUS_OK;
}

/* ---- report_slews ---- */

static enum status report_slews(struct call *call)
{
	static const char *const edge_name[N_EDGES] = {[RISE] = "^", [FALL] = "v"};
	struct timing *timing;
	struct report_units units;
	int32_t pin;

	TRY(design_need_netlist(&call->session->design));
	TRY(report_units_parse(call, OBJECT_DIGITS, call->session->design.netlist, &units));
	TRY(need_pin(call, call->argument[0], &pin));
	TRY(session_need_timing(call->session));
	timing = call->session->design.timing;
	TRY(timing_read_values(timing));
	netlist_write_pin(timing->image->graph->netlist, pin, '/', call->out);
	for (int edge = 0; edge < N_EDGES; edge++) {
		text_printf(call->out, " %s ", edge_name[edge]);
		report_slew(&units, timing_vertex_slew(timing, pin * N_EDGES + edge, EARLY), 0,
			    call->out);
		text_add(call->out, ":");
		report_slew(&units, timing_vertex_slew(timing, pin * N_EDGES + edge, LATE), 0,
			    call->out);
	}
	text_add(call->out, "\n");
	return STATUS_OK;
}

const struct command object_commands[] = {
	{"report_net", report_net, IN_SESSION, "NET", 1, 1, object_options,
	 "Report the pins of a net and the load of its drivers"},
	{"report_instance", report_instance, IN_SESSION, "INSTANCE", 1, 1, instance_options,
	 "Report the cell of an instance and the nets of its pins"},
	{"report_cell", report_instance, IN_SESSION, "INSTANCE", 1, 1, instance_options,
	 "Same as report_instance"},
	{"report_pin", report_pin, IN_SESSION, "PIN", 1, 1, pin_options,
	 "Report the direction, capacitance and net of a pin or port"},
	{"report_slews", report_slews, IN_SESSION, "PIN", 1, 1, pin_options,
	 "Report the slews at a pin or port: least:largest when it rises, and when it falls"},
	{0},
};
