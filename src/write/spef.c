#include "write/spef.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "base/grow.h"
#include "base/output.h"

struct writer {
	const struct parasitics *parasitics; /* borrowed */
	const struct netlist *netlist;       /* borrowed */
	bool levels;                         /* slashes divide them */
	struct output out;
	/* owned: the number of each in the name map, 0 = it isn't there */
	int32_t *net, *instance, *port;
	int64_t done;
};

/* Two slashes would begin a comment. */
static bool is_level(const struct writer *w, const char *name, const char *at)
{
	return w->levels && *at == '/' && (at == name || at[-1] != '/');
}

/* What isn't a letter or digit is escaped, so that neither the divider nor brackets mean anything;
 * those of a bus' bit do mean one. */
static enum status write_name(struct writer *w, const char *name, bool bus)
{
	const char *open = bus ? strrchr(name, '[') : NULL;

	if (!*name)
		return output_refuse(&w->out, name, "names of SPEF aren't empty");
	for (const char *p = name; *p; p++) {
		if ((unsigned char)*p <= ' ')
			return output_refuse(&w->out, name, "names of SPEF have no blanks");
		if (!isalnum((unsigned char)*p) && *p != '_' && !(open && p >= open) &&
		    !is_level(w, name, p))
			text_append(&w->out.text, "\\", 1);
		text_append(&w->out.text, p, 1);
	}
	return STATUS_OK;
}

/* A number after the delimiter would be an inner node. */
static enum status write_pin_name(struct writer *w, const char *name, bool bus)
{
	if (*name && !name[strspn(name, "0123456789")])
		text_append(&w->out.text, "\\", 1);
	return write_name(w, name, bus);
}

/* ---- the name map ---- */

static bool counts(const struct writer *w, int32_t entry)
{
	return w->parasitics->entry_of_net[w->parasitics->net[entry]] == entry;
}

static void use_pin(struct writer *w, int32_t pin)
{
	int32_t instance = pin < 0 ? -1 : w->netlist->pin_instance[pin];

	if (pin >= 0 && instance < 0)
		w->port[pin] = 1;
	else if (instance >= 0)
		w->instance[instance] = 1;
}

static void find_used(struct writer *w)
{
	const struct parasitics *p = w->parasitics;

	for (int32_t entry = 0; entry < p->n_nets; entry++) {
		if (!counts(w, entry))
			continue;
		w->net[p->net[entry]] = 1;
		for (int64_t i = p->node_row[entry]; i < p->node_row[entry + 1]; i++)
			use_pin(w, p->node_pin[i]);
	}
}

/* Is it a bit of a bus: of a port, or of the net of its name? */
static bool is_bus_bit(const struct writer *w, const struct names *names, const char *name)
{
	int32_t port = names == &w->netlist->instance_name
			       ? -1
			       : netlist_find_port(w->netlist, name, (int64_t)strlen(name));

	return port >= 0 && w->netlist->port_is_bit[port] && netlist_bit_of(name);
}

static enum status map_names(struct writer *w, const struct names *names, int32_t *number,
			     int32_t *next)
{
	for (int32_t i = 0; i < names->n; i++) {
		const char *name = names_get(names, i);

		if (!number[i])
			continue;
		number[i] = ++*next;
		text_printf(&w->out.text, "*%" PRId32 " ", number[i]);
		TRY(write_name(w, name, is_bus_bit(w, names, name)));
		text_add(&w->out.text, "\n");
		TRY(output_step(&w->out, w->done));
	}
	return STATUS_OK;
}

static enum status write_map(struct writer *w)
{
	const struct netlist *netlist = w->netlist;
	int32_t next = 0;

	find_used(w);
	text_add(&w->out.text, "\n*NAME_MAP\n");
	TRY(map_names(w, &netlist->net_name, w->net, &next));
	TRY(map_names(w, &netlist->instance_name, w->instance, &next));
	return map_names(w, &netlist->port_name, w->port, &next);
}

static char direction_of(const struct netlist *netlist, int32_t pin)
{
	switch (netlist_pin_direction(netlist, pin)) {
	case LIB_INPUT:
		return 'I';
	case LIB_OUTPUT:
		return 'O';
	case LIB_INOUT:
	case LIB_INTERNAL:
		break;
	}
	return 'B';
}

static enum status write_header(struct writer *w)
{
	struct text *out = &w->out.text;

	if (strpbrk(w->netlist->name, "\"\n"))
		return output_refuse(&w->out, w->netlist->name,
				     "texts of SPEF have neither quotes nor ends of lines");
	text_printf(out, "*SPEF \"IEEE 1481-1998\"\n*DESIGN \"%s\"\n", w->netlist->name);
	text_add(out, "*DATE \"\"\n*VENDOR \"\"\n*PROGRAM \"warpscope\"\n*VERSION \"\"\n"
		      "*DESIGN_FLOW \"NAME_SCOPE LOCAL\" \"PIN_CAP NONE\"\n"
		      "*DIVIDER /\n*DELIMITER :\n*BUS_DELIMITER []\n"
		      "*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n*L_UNIT 1 HENRY\n");
	return STATUS_OK;
}

static enum status write_ports(struct writer *w)
{
	bool any = false;

	for (int32_t p = 0; p < w->netlist->n_ports; p++) {
		if (!w->port[p])
			continue;
		text_add(&w->out.text, any ? "" : "\n*PORTS\n");
		any = true;
		text_printf(&w->out.text, "*%" PRId32 " %c\n", w->port[p],
			    direction_of(w->netlist, p));
		TRY(output_step(&w->out, w->done));
	}
	return STATUS_OK;
}

/* ---- nets ---- */

static enum status write_node(struct writer *w, int32_t entry, int64_t node)
{
	const struct parasitics *p = w->parasitics;
	const struct netlist *netlist = w->netlist;
	int64_t i = p->node_row[entry] + node;
	int32_t pin = p->node_pin[i];
	int32_t x = pin < 0 ? -1 : netlist->pin_instance[pin];

	if (pin < 0) {
		text_printf(&w->out.text, "*%" PRId32 ":%" PRId64, w->net[p->net[entry]], node + 1);
	} else if (x < 0) {
		text_printf(&w->out.text, "*%" PRId32, w->port[pin]);
	} else {
		const char *name = netlist_pin_own_name(netlist, pin);

		text_printf(&w->out.text, "*%" PRId32 ":", w->instance[x]);
		return write_pin_name(w, name, netlist_bit_of(name) != NULL);
	}
	return STATUS_OK;
}

/* The last pin that is a node; inner nodes before it have to be named with the pins to keep their
 * numbers. */
static int64_t last_pin(const struct parasitics *p, int32_t entry)
{
	int64_t n = p->node_row[entry + 1] - p->node_row[entry];

	while (n > 0 && p->node_pin[p->node_row[entry] + n - 1] < 0)
		n--;
	return n;
}

static enum status write_connections(struct writer *w, int32_t entry)
{
	const struct parasitics *p = w->parasitics;
	int64_t n = last_pin(p, entry);

	text_add(&w->out.text, n ? "*CONN\n" : "");
	for (int64_t i = 0; i < n; i++) {
		int32_t pin = p->node_pin[p->node_row[entry] + i];

		text_add(&w->out.text, pin < 0 ? "*N " : pin < w->netlist->n_ports ? "*P " : "*I ");
		TRY(write_node(w, entry, i));
		if (pin < 0)
			text_add(&w->out.text, " *C 0 0\n");
		else
			text_printf(&w->out.text, " %c\n", direction_of(w->netlist, pin));
	}
	return STATUS_OK;
}

/* Inner nodes that no line named so far, though they have no capacitance, and all that have one. */
static enum status write_capacitors(struct writer *w, int32_t entry)
{
	const struct parasitics *p = w->parasitics;
	int64_t first = p->node_row[entry], n = p->node_row[entry + 1] - first;
	int64_t named = last_pin(p, entry), line = 0;

	for (int64_t i = 0; i < n; i++) {
		double value = p->node_capacitance[first + i];

		if (value == 0 && i < named && (line || i < n - 1))
			continue;
		text_printf(&w->out.text, "%s%" PRId64 " ", line ? "" : "*CAP\n", line + 1);
		TRY(write_node(w, entry, i));
		text_add(&w->out.text, " ");
		text_number(&w->out.text, value);
		text_add(&w->out.text, "\n");
		line++;
	}
	return STATUS_OK;
}

static enum status write_resistors(struct writer *w, int32_t entry)
{
	const struct parasitics *p = w->parasitics;
	int64_t first = p->resistor_row[entry];

	for (int64_t i = first; i < p->resistor_row[entry + 1]; i++) {
		text_printf(&w->out.text, "%s%" PRId64 " ", i == first ? "*RES\n" : "",
			    i - first + 1);
		TRY(write_node(w, entry, p->resistor_from[i]));
		text_add(&w->out.text, " ");
		TRY(write_node(w, entry, p->resistor_to[i]));
		text_add(&w->out.text, " ");
		text_number(&w->out.text, p->resistance[i]);
		text_add(&w->out.text, "\n");
	}
	return STATUS_OK;
}

/* The pi that the first resistor is of, and the delays that the others are. */
static enum status write_reduced(struct writer *w, int32_t entry)
{
	const struct parasitics *p = w->parasitics;
	struct text *out = &w->out.text;
	int64_t first = p->resistor_row[entry];

	text_add(out, "*DRIVER ");
	TRY(write_node(w, entry, p->resistor_from[first]));
	text_add(out, "\n*CELL -\n*C2_R1_C1 ");
	text_number(out, p->node_capacitance[p->node_row[entry] + p->resistor_from[first]]);
	text_add(out, " ");
	text_number(out, p->resistance[first]);
	text_add(out, " ");
	text_number(out, p->node_capacitance[p->node_row[entry] + p->resistor_to[first]]);
	text_add(out, "\n*LOADS\n");
	for (int64_t i = first + 1; i < p->resistor_row[entry + 1]; i++) {
		text_add(out, "*RC ");
		TRY(write_node(w, entry, p->resistor_to[i]));
		text_add(out, " ");
		text_number(out, p->resistance[i]);
		text_add(out, "\n");
	}
	text_add(out, "*END\n");
	return output_step(&w->out, ++w->done);
}

static enum status write_net(struct writer *w, int32_t entry)
{
	const struct parasitics *p = w->parasitics;
	bool reduced = p->origin[entry].includes_pins == PARASITICS_REDUCED &&
		       p->origin[entry].block != PARASITICS_JOINED &&
		       p->resistor_row[entry + 1] > p->resistor_row[entry];

	text_printf(&w->out.text, "\n*%c_NET *%" PRId32 " ", reduced ? 'R' : 'D',
		    w->net[p->net[entry]]);
	text_number(&w->out.text, p->total[entry]);
	text_add(&w->out.text, "\n");
	if (reduced)
		return write_reduced(w, entry);
	TRY(write_connections(w, entry));
	TRY(write_capacitors(w, entry));
	TRY(write_resistors(w, entry));
	text_add(&w->out.text, "*END\n");
	return output_step(&w->out, ++w->done);
}

static enum status write_all(struct writer *w)
{
	TRY(write_header(w));
	TRY(write_map(w));
	TRY(write_ports(w));
	for (int32_t entry = 0; entry < w->parasitics->n_nets; entry++) {
		if (counts(w, entry))
			TRY(write_net(w, entry));
	}
	return STATUS_OK;
}

enum status spef_write(const char *path, const struct parasitics *parasitics,
		       const struct netlist *netlist, bool levels, struct task *task)
{
	struct writer w = {.parasitics = parasitics, .netlist = netlist, .levels = levels};
	enum status status;
	DOING(task, "writing SPEF", parasitics->n_nets);

	status = ALLOC(&w.net, netlist->n_nets)
		 ?: ALLOC(&w.instance, netlist->n_instances)
		 ?: ALLOC(&w.port, netlist->n_ports)
		 ?: output_open(&w.out, path, task)
		 ?: output_close(&w.out, write_all(&w));
	FREE_ALL(w.net, w.instance, w.port);
	return status;
}
