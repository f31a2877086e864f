/* Reports about single objects of the netlist: a net, an instance, the slacks of a pin. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "session/objects.h"
#include "report/report_units.h"
#include "session/session.h"

/* ---- report_net ---- */

enum { OBJECT_DIGITS };

#define OPTION_OF_OLD(name)                                                                        \
	{                                                                                          \
		name, OPTION_FLAG, NULL, "accepted: it is always so"                               \
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
	const struct lib_pin *early = netlist_lib_pin(r->netlist, pin, EARLY);
	const struct lib_pin *late = netlist_lib_pin(r->netlist, pin, LATE);
	struct range range = {0, 0};

	if (!late && (pin >= r->netlist->n_ports || !constraints))
		return range;
	if (!late) {
		const double(*load)[N_EDGES] = constraints->port[pin].load;

		range.least = fmin(fmin(load[0][0], load[0][1]), fmin(load[1][0], load[1][1]));
		range.largest = fmax(fmax(load[0][0], load[0][1]), fmax(load[1][0], load[1][1]));
		return range;
	}
	range = (struct range){late->capacitance[LATE][RISE], late->capacitance[LATE][RISE]};
	for (int c = 0; c < N_SPLITS * N_EDGES; c++) {
		const struct lib_pin *lib = c / N_EDGES == LATE || !early ? late : early;
		double value = lib->capacitance[c / N_EDGES][c % N_EDGES];

		range.least = value < range.least ? value : range.least;
		range.largest = value > range.largest ? value : range.largest;
	}
	return range;
}

static double wire_capacitance(const struct net_report *r, int32_t net)
{
	const struct parasitics *p = r->design->parasitics;
	int32_t entry = p ? p->entry_of_net[net] : -1;
	double sum = 0;

	for (int64_t v = entry < 0 ? 0 : p->node_row[entry];
	     entry >= 0 && v < p->node_row[entry + 1]; v++)
		sum += p->node_capacitance[v];
	return sum;
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

/* What the drivers see; the pin of a driver isn't part of it, see set_delay_model. */
static void write_capacitances(const struct net_report *r, int32_t net)
{
	const struct netlist *netlist = r->netlist;
	int32_t end = netlist->net_pin_row[net + 1];
	int32_t loads = netlist->net_pin_row[net] + netlist->net_n_drivers[net];
	double wire = wire_capacitance(r, net);
	struct range pins = {0, 0};

	for (int32_t i = loads; i < end; i++)
		range_add(&pins, pin_capacitance(r, netlist->net_pin[i]));
	text_add(r->out, " Pin capacitance: ");
	write_range(r, pins);
	text_add(r->out, "\n Wire capacitance: ");
	write_range(r, (struct range){wire, wire});
	range_add(&pins, (struct range){wire, wire});
	text_add(r->out, "\n Total capacitance: ");
	write_range(r, pins);
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

/* ---- report_instance ---- */

static void write_pins(const struct netlist *netlist, int32_t instance,
		       enum lib_direction direction, struct text *out)
{
	const struct master *master = &netlist->master[netlist->instance_master[instance]];
	int32_t first = netlist->instance_pin[instance];

	for (int32_t p = 0; p < master->n_pins; p++) {
		int32_t net = netlist->pin_net[first + p];

		if (master->direction[p] == direction)
			text_printf(out, "  %s %s %s\n",
				    names_get(&netlist->pin_name, master->pin_name[p]),
				    lib_direction_name(direction),
				    net < 0 ? "(unconnected)" : names_get(&netlist->net_name, net));
	}
}

static enum status report_instance(struct call *call)
{
	const struct netlist *netlist = call->session->design.netlist;
	const struct master *master;
	struct text *out = call->out;
	int32_t instance;

	TRY(design_need_netlist(&call->session->design));
	TRY(need_object(call, OBJECT_CELL, call->argument[0], &instance));
	master = &netlist->master[netlist->instance_master[instance]];
	text_printf(out, "Instance %s\n Cell: %s\n Library: %s\n",
		    names_get(&netlist->instance_name, instance), master->name,
		    master->library[LATE] ? master->library[LATE]->name : "(black box)");
	text_add(out, " Input pins:\n");
	write_pins(netlist, instance, LIB_INPUT, out);
	text_add(out, " Output pins:\n");
	write_pins(netlist, instance, LIB_OUTPUT, out);
	text_add(out, " Other pins:\n");
	write_pins(netlist, instance, LIB_INOUT, out);
	write_pins(netlist, instance, LIB_INTERNAL, out);
	return STATUS_OK;
}

/* ---- report_slack ---- */

static void write_slack(const struct report_units *units, const struct timing *timing,
			int32_t vertex, struct text *out)
{
	for (int split = 0; split < N_SPLITS; split++) {
		int64_t slack = timing_vertex_slack(timing, vertex, (enum split)split);

		text_add(out, split == EARLY ? " " : ":");
		if (slack == FS_NONE_64)
			text_add(out, "INF");
		else
			report_time(units, slack, 0, out);
	}
}

static enum status report_slack(struct call *call)
{
	struct timing *timing;
	struct report_units units;
	int32_t pin;

	TRY(design_need_netlist(&call->session->design));
	TRY(report_units_parse(call, OBJECT_DIGITS, call->session->design.netlist, &units));
	TRY(need_pin(call, call->argument[0], &pin));
	TRY(session_need_timing(call->session));
	timing = call->session->design.timing;
	TRY(timing_read(timing));
	netlist_write_pin(timing->image->graph->netlist, pin, '/', call->out);
	for (int edge = 0; edge < N_EDGES; edge++) {
		text_add(call->out, edge == RISE ? " r" : " f");
		write_slack(&units, timing, pin * N_EDGES + edge, call->out);
	}
	text_add(call->out, "\n");
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
	TRY(timing_read(timing));
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

/* ---- report_parasitic_annotation ---- */

enum { ANNOTATION_UNANNOTATED };

static const struct option annotation_options[] = {
	[ANNOTATION_UNANNOTATED] = {"-report_unannotated", OPTION_FLAG, NULL, "also name them"},
	{0},
};

static bool has_node(const struct parasitics *p, int32_t entry, int32_t pin)
{
	for (int64_t v = p->node_row[entry]; v < p->node_row[entry + 1]; v++) {
		if (p->node_pin[v] == pin)
			return true;
	}
	return false;
}

/* The pins of a driver's net that its parasitics don't have, as lines. */
static void write_left_out(const struct netlist *netlist, const struct parasitics *p,
			   int32_t driver, struct text *out)
{
	int32_t net = netlist->pin_net[driver];

	for (int32_t i = netlist->net_pin_row[net]; i < netlist->net_pin_row[net + 1]; i++) {
		if (has_node(p, p->entry_of_net[net], netlist->net_pin[i]))
			continue;
		text_add(out, "  ");
		netlist_write_pin(netlist, netlist->net_pin[i], '/', out);
		text_add(out, "\n");
	}
}

/* How many drivers have no parasitics (partly: those that leave pins of the net out); with their names
 * behind that. As OpenSTA 3 counts: pins that drive nothing too, but none of a library's inside. */
static void report_drivers(struct call *call, bool partly)
{
	const struct netlist *netlist = call->session->design.netlist;
	const struct parasitics *p = call->session->design.parasitics;
	struct text names = TEXT_INIT, left_out = TEXT_INIT;
	int64_t n = 0;

	for (int32_t pin = 0; pin < netlist->n_pins; pin++) {
		int32_t net = netlist->pin_net[pin];
		bool has = p && net >= 0 && p->entry_of_net[net] >= 0;

		if (!netlist_drives(netlist, pin) || has != partly)
			continue;
		text_clear(&left_out);
		if (partly)
			write_left_out(netlist, p, pin, &left_out);
		if (partly && !left_out.length)
			continue;
		n++;
		text_add(&names, " ");
		netlist_write_pin(netlist, pin, '/', &names);
		text_printf(&names, "\n%s", text_string(&left_out));
	}
	text_printf(call->out, "Found %" PRId64 " %sunannotated drivers.\n", n,
		    partly ? "partially " : "");
	if (call->option[ANNOTATION_UNANNOTATED].given)
		text_append(call->out, text_string(&names), names.length);
	text_release(&names);
	text_release(&left_out);
}

static enum status report_parasitic_annotation(struct call *call)
{
	TRY(design_need_netlist(&call->session->design));
	report_drivers(call, false);
	report_drivers(call, true);
	return STATUS_OK;
}

const struct command object_commands[] = {
	{"report_net", "NET", 1, 1, "Report the pins of a net and the load of its drivers",
	 object_options, report_net, IN_SESSION},
	{"report_instance", "INSTANCE", 1, 1,
	 "Report the cell of an instance and the nets of its pins", instance_options,
	 report_instance, IN_SESSION},
	{"report_cell", "INSTANCE", 1, 1, "Same as report_instance", instance_options,
	 report_instance, IN_SESSION},
	{"report_parasitic_annotation", NULL, 0, 0,
	 "Report how many drivers have no parasitics, or parasitics that lack pins of the net",
	 annotation_options, report_parasitic_annotation, IN_SESSION},
	{"report_slews", "PIN", 1, 1,
	 "Report the slews at a pin or port: least:largest when it rises, and when it falls",
	 pin_options, report_slews, IN_SESSION},
	{"report_slack", "PIN", 1, 1,
	 "Report the slacks of a pin or port: hold:setup when it rises, and when it falls",
	 pin_options, report_slack, IN_SESSION},
	{0},
};
