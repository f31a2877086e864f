#include "write/verilog.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/output.h"
#include "db/supplies.h"

/* ---- names ---- */

/* Each between blanks. */
static const char keywords[] =
	" always and assign automatic begin buf bufif0 bufif1 case casex casez cell cmos"
	" config deassign default defparam design disable edge else end endcase endconfig"
	" endfunction endgenerate endmodule endprimitive endspecify endtable endtask event"
	" for force forever fork function generate genvar highz0 highz1 if ifnone incdir"
	" include initial inout input instance integer join large liblist library localparam"
	" logic macromodule medium module nand negedge nmos nor noshowcancelled not notif0"
	" notif1 or output parameter pmos posedge primitive pull0 pull1 pulldown pullup"
	" pulsestyle_ondetect pulsestyle_onevent rcmos real realtime reg release repeat rnmos"
	" rpmos rtran rtranif0 rtranif1 scalared showcancelled signed small specify specparam"
	" strong0 strong1 supply0 supply1 table task time tran tranif0 tranif1 tri tri0 tri1"
	" triand trior trireg unsigned use uwire vectored wait wand weak0 weak1 while wire"
	" wor xnor xor ";

static bool is_keyword(const char *name, int64_t length)
{
	char word[24];
	int n = length < (int64_t)sizeof word ? snprintf(word, sizeof word, " %s ", name) : 0;

	return n > 0 && n < (int)sizeof word && strstr(keywords, word);
}

static bool is_plain(const char *name)
{
	const char *p = name;

	if (!isalpha((unsigned char)*p) && *p != '_')
		return false;
	while (isalnum((unsigned char)*p) || *p == '_' || *p == '$')
		p++;
	return !*p && !is_keyword(name, p - name);
}

static enum status write_name(struct output *to, const char *name)
{
	struct text *out = &to->text;

	if (is_plain(name)) {
		text_add(out, name);
		return STATUS_OK;
	}
	for (const char *p = name; *p; p++) {
		if ((unsigned char)*p <= ' ' || *p == 0x7f)
			return output_refuse(to, name, "names of Verilog have no blanks");
	}
	if (!*name)
		return output_refuse(to, name, "names of Verilog aren't empty");
	text_add(out, "\\");
	text_add(out, name);
	text_add(out, " ");
	return STATUS_OK;
}

/* Where the last index of "a[3]" or "a[-3]" begins and what it is; NULL when there is none. */
static const char *find_index(const char *name, int32_t *index)
{
	const char *open = strrchr(name, '['), *first, *p;
	int64_t value = 0;

	if (!open || open == name)
		return NULL;
	first = open + 1 + (open[1] == '-');
	for (p = first; isdigit((unsigned char)*p) && value <= INT32_MAX; p++)
		value = value * 10 + (*p - '0');
	if (p == first || strcmp(p, "]") != 0 || value > INT32_MAX ||
	    (*first == '0' && p - open > 2))
		return NULL;
	*index = (int32_t)(open[1] == '-' ? -value : value);
	return open;
}

/* Names that lie one after the other: n of a bus "base[first]", "base[first ± 1]", … */
struct run {
	int32_t n;
	int64_t base_length;
	int32_t from, to;
};

typedef const char *name_at(const void *context, int32_t i);

/* The longest bus that begins with name i of `end`; n = 1 and no base when there is none. */
static struct run find_run(name_at *name, const void *context, int32_t i, int32_t end)
{
	const char *first = name(context, i);
	int32_t index, step = 0;
	const char *open = find_index(first, &index);
	struct run run = {.n = 1};

	if (!open)
		return run;
	run.base_length = open - first;
	run.from = run.to = index;
	for (i++; i < end; i++, run.n++) {
		const char *other = name(context, i);

		open = find_index(other, &index);
		if (!open || open - other != run.base_length ||
		    memcmp(first, other, (size_t)run.base_length) != 0 ||
		    (index != run.to + 1 && index != run.to - 1) ||
		    (step && index != run.to + step))
			break;
		step = index - run.to;
		run.to = index;
	}
	return run;
}

/* ---- the writer ---- */

/* Ports that are declared together. */
struct port_group {
	int32_t first;
	struct run run; /* base_length 0: one port by its own name */
};

struct named {
	const char *name; /* borrowed */
	int32_t id;
};

struct writer {
	const struct netlist *netlist;         /* borrowed */
	const struct verilog_options *options; /* borrowed */
	struct output out;
	struct port_group *group; /* owned [n_groups] */
	int32_t n_groups;
	int64_t group_capacity;
	int32_t *port_of_net; /* owned [n_nets]: the port of the net's name that is on it, -1 */
	int32_t *group_of;    /* owned [n_ports] */
	struct named *order;  /* owned [n_instances]: as they are written; NULL = by number */
	struct text name;     /* owned: a base name */
	int64_t done;
};

static const char *port_name(const void *context, int32_t port)
{
	return names_get(&((const struct netlist *)context)->port_name, port);
}

static const char *base_name(struct writer *w, const struct port_group *group)
{
	text_clear(&w->name);
	text_append(&w->name, port_name(w->netlist, group->first), group->run.base_length);
	return text_string(&w->name);
}

/* Bits of a bus stand once, and nothing else has its name: else they are names of their own. */
static enum status may_be_bus(struct writer *w, const struct names *bases,
			      const struct port_group *group, bool *may)
{
	const struct names *nets = &w->netlist->net_name;
	const char *base = base_name(w, group);
	int64_t n = w->name.length;

	TRY(text_status(&w->name));
	*may = names_find(bases, base, n) < 0 && names_find(nets, base, n) < 0 &&
	       netlist_find_port(w->netlist, base, n) < 0;
	return STATUS_OK;
}

static enum status add_group(struct writer *w, struct port_group group)
{
	TRY(GROW(&w->group, &w->group_capacity, (int64_t)w->n_groups + 1));
	for (int32_t i = 0; i < group.run.n; i++)
		w->group_of[group.first + i] = w->n_groups;
	w->group[w->n_groups++] = group;
	return STATUS_OK;
}

static enum status group_port(struct writer *w, struct names *bases, int32_t *port)
{
	const struct netlist *netlist = w->netlist;
	enum lib_direction direction = netlist->port_direction[*port];
	int32_t end = *port + 1, id;
	struct port_group group = {.first = *port};
	bool may = false;

	while (end < netlist->n_ports && netlist->port_direction[end] == direction &&
	       netlist->port_is_bit[end])
		end++;
	group.run = netlist->port_is_bit[*port] ? find_run(port_name, netlist, *port, end)
						: (struct run){.n = 1};
	if (group.run.base_length)
		TRY(may_be_bus(w, bases, &group, &may));
	if (may)
		TRY(names_add(bases, w->name.data, w->name.length, &id, NULL));
	else
		group.run = (struct run){.n = 1};
	*port += group.run.n;
	return add_group(w, group);
}

static enum status group_ports(struct writer *w)
{
	RELEASED_BY(names_release) struct names bases = {0};

	for (int32_t port = 0; port < w->netlist->n_ports;)
		TRY(group_port(w, &bases, &port));
	return STATUS_OK;
}

/* A port and the net of its name are one thing in Verilog. */
static enum status match_ports(struct writer *w)
{
	const struct netlist *netlist = w->netlist;

	memset(w->port_of_net, -1, (size_t)netlist->n_nets * sizeof *w->port_of_net);
	for (int32_t p = 0; p < netlist->n_ports; p++) {
		const char *name = port_name(netlist, p);
		int32_t net = names_find(&netlist->net_name, name, (int64_t)strlen(name));

		if (net < 0)
			continue;
		if (netlist->pin_net[p] != net)
			return output_refuse(&w->out, name,
					     "in Verilog a port is on the net of its name");
		w->port_of_net[net] = p;
	}
	return STATUS_OK;
}

static enum status write_port_bit(struct writer *w, int32_t port)
{
	const struct port_group *group = &w->group[w->group_of[port]];
	int32_t from = group->run.from, i = port - group->first;

	if (!group->run.base_length)
		return write_name(&w->out, port_name(w->netlist, port));
	TRY(write_name(&w->out, base_name(w, group)));
	text_printf(&w->out.text, "[%" PRId32 "]", group->run.to < from ? from - i : from + i);
	return STATUS_OK;
}

/* The net that literal constants share. */
static bool is_literal(const struct netlist *netlist, int32_t net)
{
	uint8_t constant = netlist->net_constant[net];

	return constant != NET_SIGNAL && strcmp(names_get(&netlist->net_name, net),
						constant == NET_ONE ? "1'b1" : "1'b0") == 0;
}

static enum status write_net(struct writer *w, int32_t net)
{
	if (net < 0) {
		text_add(&w->out.text, "1'bz");
		return STATUS_OK;
	}
	if (w->port_of_net[net] >= 0)
		return write_port_bit(w, w->port_of_net[net]);
	if (is_literal(w->netlist, net)) {
		text_add(&w->out.text, w->netlist->net_constant[net] == NET_ONE ? "1'b1" : "1'b0");
		return STATUS_OK;
	}
	return write_name(&w->out, names_get(&w->netlist->net_name, net));
}

/* ---- declarations ---- */

static enum status write_group_name(struct writer *w, const struct port_group *group)
{
	if (group->run.base_length)
		return write_name(&w->out, base_name(w, group));
	return write_name(&w->out, port_name(w->netlist, group->first));
}

static enum status write_ports(struct writer *w)
{
	static const char *const words[] = {"input", "output", "inout", "inout"};
	struct text *out = &w->out.text;

	text_add(out, "module ");
	TRY(write_name(&w->out, w->netlist->name));
	for (int32_t g = 0; g < w->n_groups; g++) {
		text_add(out, g ? ",\n    " : " (");
		TRY(write_group_name(w, &w->group[g]));
		TRY(output_step(&w->out, w->done++));
	}
	text_add(out, w->n_groups ? ");\n" : ";\n");
	EACH_ITEM(group, w->group, w->n_groups) {
		text_printf(out, " %s ", words[w->netlist->port_direction[group->first]]);
		if (group->run.base_length)
			text_printf(out, "[%" PRId32 ":%" PRId32 "] ", group->run.from,
				    group->run.to);
		TRY(write_group_name(w, group));
		text_add(out, ";\n");
		TRY(output_step(&w->out, w->done++));
	}
	return STATUS_OK;
}

static enum status write_wires(struct writer *w)
{
	static const char *const words[] = {
		[NET_SIGNAL] = "wire", [NET_ZERO] = "supply0", [NET_ONE] = "supply1"};
	const struct netlist *netlist = w->netlist;

	text_add(&w->out.text, "\n");
	for (int32_t net = 0; net < netlist->n_nets; net++) {
		if (w->port_of_net[net] >= 0 || is_literal(netlist, net))
			continue;
		text_printf(&w->out.text, " %s ", words[netlist->net_constant[net]]);
		TRY(write_name(&w->out, names_get(&netlist->net_name, net)));
		text_add(&w->out.text, ";\n");
		TRY(output_step(&w->out, w->done++));
	}
	return STATUS_OK;
}

static enum status write_assign(struct writer *w, int32_t port, int32_t net)
{
	text_add(&w->out.text, " assign ");
	TRY(write_port_bit(w, port));
	text_add(&w->out.text, " = ");
	if (net < 0)
		text_add(&w->out.text,
			 w->netlist->net_constant[w->netlist->pin_net[port]] == NET_ONE ? "1'b1"
											: "1'b0");
	else
		TRY(write_net(w, net));
	text_add(&w->out.text, ";\n");
	return output_step(&w->out, w->done++);
}

/* Ports on the net of another name, and tied ones. */
static enum status write_assigns(struct writer *w)
{
	const struct netlist *netlist = w->netlist;

	for (int32_t p = 0; p < netlist->n_ports; p++) {
		int32_t net = netlist->pin_net[p];

		if (net >= 0 && w->port_of_net[net] != p)
			TRY(write_assign(w, p, net));
		else if (net >= 0 && netlist->net_constant[net] != NET_SIGNAL)
			TRY(write_assign(w, p, -1));
	}
	return STATUS_OK;
}

/* ---- other names of nets ---- */

/* That of a port is written already. */
static bool is_to_be_written(const struct writer *w, int32_t alias)
{
	const char *name = names_get(&w->netlist->alias_name, alias);

	return w->options->aliases &&
	       netlist_find_port(w->netlist, name, (int64_t)strlen(name)) < 0;
}

static enum status write_aliases(struct writer *w, bool assigned)
{
	struct text *out = &w->out.text;

	for (int32_t i = 0; i < w->netlist->alias_name.n; i++) {
		if (!is_to_be_written(w, i))
			continue;
		text_add(out, assigned ? " assign " : " wire ");
		TRY(write_name(&w->out, names_get(&w->netlist->alias_name, i)));
		if (assigned) {
			text_add(out, " = ");
			TRY(write_net(w, w->netlist->alias_net[i]));
		}
		text_add(out, ";\n");
		TRY(output_step(&w->out, w->done));
	}
	return STATUS_OK;
}

/* ---- instances ---- */

static const char *pin_name(const void *context, int32_t pin)
{
	const int32_t *name = ((const void *const *)context)[0];
	const struct names *names = ((const void *const *)context)[1];

	return names_get(names, name[pin]);
}

/* The pins from one on that are connected as one: a bus of the library, of a black box the bits
 * from the highest down to 0. */
static struct run pins_together(const struct netlist *netlist, const struct master *master,
				int32_t pin)
{
	const struct library *library = master->library[LATE];
	const void *context[2] = {master->pin_name, &netlist->pin_name};
	int32_t end = pin;
	struct run run;

	if (!library) {
		while (end < master->n_pins && master->is_bit[end])
			end++;
		if (end > pin)
			run = find_run(pin_name, context, pin, end);
		else
			run.n = 1;
		return run.n > 1 && run.to == 0 ? run : (struct run){.n = 1};
	}
	for (int32_t b = 0; b < library->cell[master->cell[LATE]].n_buses; b++) {
		const struct lib_bus *bus =
			&library->bus[library->cell[master->cell[LATE]].first_bus + b];

		if (bus->first_pin == pin && bus->n_pins > 0 && !bus->is_bundle)
			return (struct run){.n = bus->n_pins,
					    .base_length = (int64_t)strlen(
						    names_get(&library->string, bus->name))};
	}
	return (struct run){.n = 1};
}

/* Does any of them have a net? */
static bool is_connected(const struct netlist *netlist, int32_t pin, int32_t n)
{
	while (n > 0 && netlist->pin_net[pin] < 0) {
		pin++;
		n--;
	}
	return n > 0;
}

static enum status write_connection(struct writer *w, const char *name, const struct run *run,
				    int32_t pin)
{
	struct text *out = &w->out.text;

	text_clear(&w->name);
	text_append(&w->name, name, run->base_length ? run->base_length : (int64_t)strlen(name));
	text_add(out, ".");
	TRY(write_name(&w->out, text_string(&w->name)));
	text_add(out, run->base_length ? "({" : "(");
	for (int32_t i = 0; i < run->n; i++) {
		text_add(out, i ? ", " : "");
		if (run->base_length || w->netlist->pin_net[pin] >= 0)
			TRY(write_net(w, w->netlist->pin_net[pin + i]));
	}
	text_add(out, run->base_length ? "})" : ")");
	return text_status(&w->name);
}

/* Those of the library come before its pins, as in most Liberty files. */
static enum status write_supplies(struct writer *w, int32_t instance, const char **join)
{
	const char *at = w->options->supplies ? notes_get(&w->netlist->supply, instance) : NULL;
	struct text *out = &w->out.text;
	struct supply supply;

	while (at && supplies_next(&at, &supply)) {
		text_clear(&w->name);
		text_append(&w->name, supply.name, supply.length);
		text_printf(out, "%s.", *join);
		TRY(write_name(&w->out, text_string(&w->name)));
		text_add(out, "(");
		if (supply.net < 0)
			text_add(out, supply.net == SUPPLY_ONE ? "1'b1" : "1'b0");
		else
			TRY(write_net(w, supply.net));
		text_add(out, ")");
		*join = ",\n    ";
	}
	return text_status(&w->name);
}

static enum status write_instance(struct writer *w, int32_t instance)
{
	const struct netlist *netlist = w->netlist;
	const struct master *master = &netlist->master[netlist->instance_master[instance]];
	struct text *out = &w->out.text;
	const char *join = "";
	struct run run;

	text_add(out, " ");
	TRY(write_name(&w->out, master->name));
	text_add(out, " ");
	TRY(write_name(&w->out, names_get(&netlist->instance_name, instance)));
	text_add(out, " (");
	TRY(write_supplies(w, instance, &join));
	for (int32_t i = 0; i < master->n_pins; i += run.n) {
		int32_t pin = netlist->instance_pin[instance] + i;

		run = pins_together(netlist, master, i);
		/* of a black box nothing else tells that it has the pin */
		if (master->library[LATE] && !is_connected(netlist, pin, run.n))
			continue;
		text_add(out, join);
		TRY(write_connection(w, names_get(&netlist->pin_name, master->pin_name[i]), &run,
				     pin));
		join = ",\n    ";
	}
	text_add(out, ");\n");
	return output_step(&w->out, w->done++);
}

static enum status write_module(struct writer *w)
{
	TRY(write_ports(w));
	TRY(write_wires(w));
	TRY(write_aliases(w, false));
	TRY(write_assigns(w));
	TRY(write_aliases(w, true));
	text_add(&w->out.text, "\n");
	for (int32_t i = 0; i < w->netlist->n_instances; i++) {
		int32_t x = w->order ? w->order[i].id : i;

		if (!w->options->removed || !w->options->removed[w->netlist->instance_master[x]])
			TRY(write_instance(w, x));
	}
	text_add(&w->out.text, "endmodule\n");
	return STATUS_OK;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(((const struct named *)a)->name, ((const struct named *)b)->name);
}

static enum status sort_instances(struct writer *w)
{
	int32_t n = w->netlist->n_instances;

	TRY(ALLOC(&w->order, n));
	for (int32_t i = 0; i < n; i++)
		w->order[i] = (struct named){names_get(&w->netlist->instance_name, i), i};
	if (n)
		qsort(w->order, (size_t)n, sizeof *w->order, compare_names);
	return STATUS_OK;
}

static enum status prepare(struct writer *w)
{
	TRY(ALLOC(&w->port_of_net, w->netlist->n_nets));
	TRY(ALLOC(&w->group_of, w->netlist->n_ports));
	TRY(match_ports(w));
	if (w->options->sorted)
		TRY(sort_instances(w));
	return group_ports(w);
}

enum status verilog_write(const char *path, const struct netlist *netlist,
			  const struct verilog_options *options, struct task *task)
{
	struct writer w = {.netlist = netlist, .options = options, .name = TEXT_INIT};
	enum status status = prepare(&w);

	DOING(task, "writing Verilog",
	      2 * (int64_t)w.n_groups + netlist->n_nets + netlist->n_instances);
	status = status ?: output_open(&w.out, path, task) ?: output_close(&w.out, write_module(&w));
	FREE_ALL(w.port_of_net, w.group_of, w.order, w.group);
	text_release(&w.name);
	return status;
}
