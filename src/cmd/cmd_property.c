/* get_property: what is known of a pin, cell, net or port, for scripts. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/order.h"
#include "cmd/cmd_edges.h"
#include "cmd/cmd_timing_paths.h"
#include "read/sdc/sdc.h"
#include "report/report_units.h"
#include "session/objects.h"
#include "session/session.h"

enum { PROPERTY_TYPE };

static const struct option property_options[] = {
	[PROPERTY_TYPE] = {"-object_type", OPTION_CHOICE,
			   "pin|cell|net|port|instance|clock|lib|lib_cell|lib_pin",
			   "what the name is; else the first of these that has such a property"},
	{0},
};

/* What is asked for, and where the answer goes. */
struct asked {
	struct call *call;
	const struct netlist *netlist;
	enum object_kind kind;
	int32_t id;
	const char *property;
	struct report_units units;
	struct text *out;
};

/* A property of one kind of object; timing ones are recognised by their names, see below. */
struct property {
	const char *name;
	enum status (*write)(const struct asked *a);
};

/* ---- names ---- */

/* What SDC's get_property says of it, too. */
static enum status write_plain(const struct asked *a)
{
	sdc_object_property(a->netlist, a->kind, a->id, a->property, a->out);
	return STATUS_OK;
}

/* Of a pin the same as full_name. */
static enum status write_pin_name(const struct asked *a)
{
	object_write_name(a->netlist, a->kind, a->id, a->out);
	return STATUS_OK;
}

/* The name within its cell or level. */
static enum status write_name(const struct asked *a)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;

	object_write_name(a->netlist, a->kind, a->id, &name);
	text_add(a->out, last_part(text_string(&name)));
	return STATUS_OK;
}

static int32_t instance_of(const struct asked *a)
{
	return a->kind == OBJECT_CELL ? a->id : a->netlist->pin_instance[a->id];
}

static enum status write_ref_name(const struct asked *a)
{
	const struct netlist *netlist = a->netlist;

	text_add(a->out, netlist->master[netlist->instance_master[instance_of(a)]].name);
	return STATUS_OK;
}

/* Of a library, as get_lib_cells calls it; of a black box none. */
static enum status write_lib_cell(const struct asked *a)
{
	a->call->names_kind = "lib_cell";
	a->call->is_one_name = true;
	return write_plain(a);
}

static enum status write_cell(const struct asked *a)
{
	text_add(a->out, names_get(&a->netlist->instance_name, instance_of(a)));
	return STATUS_OK;
}

/* ---- nets and loads ---- */

static int32_t net_of(const struct asked *a)
{
	return a->kind == OBJECT_NET ? object_flat_net(a->netlist, a->id)
				     : a->netlist->pin_net[a->id];
}

static enum status write_net(const struct asked *a)
{
	if (net_of(a) >= 0)
		text_add(a->out, names_get(&a->netlist->net_name, net_of(a)));
	return STATUS_OK;
}

static enum status write_fanout(const struct asked *a)
{
	const struct netlist *netlist = a->netlist;
	int32_t net = net_of(a);
	int32_t n = net < 0 ? 0
			    : netlist->net_pin_row[net + 1] - netlist->net_pin_row[net] -
				      netlist->net_n_drivers[net];

	text_printf(a->out, "%" PRId32, n);
	return STATUS_OK;
}

static enum status need_timing(const struct asked *a, struct timing **timing)
{
	TRY(session_need_timing(a->call->session));
	*timing = a->call->session->design.timing;
	return timing_read_values(*timing);
}

static void write_ff(const struct asked *a, double ff)
{
	text_printf(a->out, "%.9g", ff / a->units.capacitance);
}

/* All that a driver of the net sees, the larger of its two edges. */
static enum status write_load(const struct asked *a)
{
	struct timing *timing;
	int32_t net = net_of(a);

	TRY(need_timing(a, &timing));
	write_ff(a, net < 0 ? 0
			    : fmax(timing_net_load(timing, net, LATE, RISE),
				   timing_net_load(timing, net, LATE, FALL)));
	return STATUS_OK;
}

/* Of the pin alone: the library's, or what is outside of a port. */
static enum status write_pin_capacitance(const struct asked *a)
{
	const struct lib_pin *lib = netlist_lib_pin(a->netlist, a->id, LATE);
	const struct constraints *constraints = a->call->session->design.constraints;

	if (lib)
		write_ff(a, fmax(lib->capacitance[LATE][RISE], lib->capacitance[LATE][FALL]));
	else
		write_ff(a, a->kind == OBJECT_PORT && constraints
				    ? fmax(port_load(&constraints->port[a->id], LATE, RISE),
					   port_load(&constraints->port[a->id], LATE, FALL))
				    : 0);
	return STATUS_OK;
}

/* ---- timing ---- */

/* "slack_max_rise": a quantity, a split (max when it isn't said) and an edge (the worse one). */
struct quantity {
	enum { SLACK, ARRIVAL, REQUIRED, SLEW } what;
	enum split split;
	int first_edge, last_edge;
};

static const char *skip(const char *at, const char *word)
{
	size_t length = strlen(word);

	return strncmp(at, word, length) == 0 ? at + length : NULL;
}

/* OpenSTA 2's names in today's order. */
static const char *modern_name(const char *name)
{
	static const char *const names[][2] = {{"max_rise_slack", "slack_max_rise"},
					       {"max_fall_slack", "slack_max_fall"},
					       {"min_rise_slack", "slack_min_rise"},
					       {"min_fall_slack", "slack_min_fall"},
					       {"actual_rise_transition_max", "slew_max_rise"},
					       {"actual_fall_transition_max", "slew_max_fall"},
					       {"actual_rise_transition_min", "slew_min_rise"},
					       {"actual_fall_transition_min", "slew_min_fall"}};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (strcmp(name, names[i][0]) == 0)
			return names[i][1];
	}
	return name;
}

static bool parse_quantity(const char *name, struct quantity *q)
{
	static const char *const what[] = {"slack", "arrival", "required", "slew"};
	const char *at = NULL, *next;
	int w = -1;

	name = modern_name(name);
	while (!at && ++w < 4)
		at = skip(name, what[w]);
	if (!at)
		return false;
	*q = (struct quantity){.what = w, .split = LATE, .first_edge = RISE, .last_edge = FALL};
	if ((next = skip(at, "_min")) != NULL)
		q->split = EARLY;
	else
		next = skip(at, "_max");
	at = next ? next : at;
	if ((next = skip(at, "_rise")) != NULL)
		q->last_edge = RISE;
	else if ((next = skip(at, "_fall")) != NULL)
		q->first_edge = FALL;
	at = next ? next : at;
	return !*at;
}

/* Of one edge, fs (slews too); FS_NONE_64 = none. */
static int64_t quantity_at(const struct timing *timing, const struct quantity *q, int32_t vertex)
{
	switch (q->what) {
	case ARRIVAL:
		return timing_vertex_arrival(timing, vertex, q->split);
	case REQUIRED:
		return timing_vertex_required(timing, vertex, q->split);
	case SLEW:
		return fs_of_ps(timing_vertex_slew(timing, vertex, q->split));
	case SLACK:
		break;
	}
	return timing_vertex_slack(timing, vertex, q->split);
}

static enum status write_quantity(const struct asked *a, const struct quantity *q)
{
	struct timing *timing;
	int64_t worst = FS_NONE_64;
	/* The worse edge has the larger late arrival and slew, and the smaller of everything else.
	 */
	bool larger = (q->what == ARRIVAL || q->what == SLEW) == (q->split == LATE);

	if (q->what == SLACK)
		larger = false;
	TRY(need_timing(a, &timing));
	for (int edge = q->first_edge; edge <= q->last_edge; edge++) {
		int64_t value = quantity_at(timing, q, a->id * N_EDGES + edge);

		if (value != FS_NONE_64 &&
		    (worst == FS_NONE_64 || (larger ? value > worst : value < worst)))
			worst = value;
	}
	if (worst != FS_NONE_64)
		report_exact_time(&a->units, worst, a->out);
	else
		text_add(a->out, q->what == ARRIVAL ? "-INF" : "INF");
	return STATUS_OK;
}

/* ---- clocks at a pin ---- */

/* The clock of a state that is reached, as a clock only or also as what launched data; -1 = none. */
static int32_t clock_of(const struct timing *timing, int32_t state, bool with_data)
{
	const struct tag *tag = state_tag(timing->image->states, state);

	if (!tag || tag->clock_edge < 0 ||
	    (tag->kind != TAG_CLOCK && (tag->kind != TAG_DATA || !with_data)) ||
	    (timing_arrival(timing, state, EARLY) == FS_NONE_64 &&
	     timing_arrival(timing, state, LATE) == FS_NONE_64))
		return -1;
	return tag->clock_edge / N_EDGES;
}

static enum status write_clock_names(const struct asked *a, bool with_data)
{
	const struct state_graph *states;
	const struct constraints *constraints;
	struct timing *timing;
	FREED const char **name = NULL;
	FREED uint8_t *seen = NULL;
	int32_t n = 0;

	a->call->names_kind = "clock";
	TRY(need_timing(a, &timing));
	states = timing->image->states;
	constraints = timing->image->graph->constraints;
	if (!constraints)
		return STATUS_OK;
	TRY(ALLOC_ALL(constraints->n_clocks, &name, &seen));
	for (int32_t v = a->id * N_EDGES; v < (a->id + 1) * N_EDGES; v++) {
		for (int32_t s = state_first(states, v); s >= 0; s = state_next(states, s)) {
			int32_t clock = clock_of(timing, s, with_data);

			if (clock < 0 || seen[clock])
				continue;
			seen[clock] = 1;
			name[n++] = constraints->clock[clock].name;
		}
	}
	qsort(name, (size_t)n, sizeof *name, compare_strings);
	for (int32_t i = 0; i < n; i++)
		list_add(a->out, name[i]);
	return STATUS_OK;
}

static enum status write_clocks(const struct asked *a)
{
	return write_clock_names(a, false);
}

static enum status write_clock_domains(const struct asked *a)
{
	return write_clock_names(a, true);
}

/* ---- the tables ---- */

static const struct property pin_properties[] = {
	{"name", write_pin_name},
	{"full_name", write_plain},
	{"object_class", write_plain},
	{"lib_pin_name", write_name},
	{"direction", write_plain},
	{"cell", write_cell},
	{"ref_name", write_ref_name},
	{"net", write_net},
	{"capacitance", write_pin_capacitance},
	{"load", write_load},
	{"fanout", write_fanout},
	{"clocks", write_clocks},
	{"clock_domains", write_clock_domains},
	{0},
};
static const struct property cell_properties[] = {
	{"name", write_name},
	{"full_name", write_plain},
	{"object_class", write_plain},
	{"ref_name", write_ref_name},
	{"lib_cell", write_lib_cell},
	{"liberty_cell", write_lib_cell},
	{"library", write_plain},
	{"area", write_plain},
	{"is_sequential", write_plain},
	{"is_black_box", write_plain},
	{0},
};
static const struct property net_properties[] = {
	{"name", write_name},
	{"full_name", write_plain},
	{"object_class", write_plain},
	{"capacitance", write_load},
	{"load", write_load},
	{"fanout", write_fanout},
	{0},
};
static const struct property port_properties[] = {
	{"name", write_name},
	{"full_name", write_plain},
	{"object_class", write_plain},
	{"direction", write_plain},
	{"net", write_net},
	{"liberty_port", write_plain},
	{"capacitance", write_pin_capacitance},
	{"load", write_load},
	{"fanout", write_fanout},
	{0},
};

static const struct property *const properties[N_OBJECT_KINDS] = {
	[OBJECT_PIN] = pin_properties,
	[OBJECT_CELL] = cell_properties,
	[OBJECT_NET] = net_properties,
	[OBJECT_PORT] = port_properties,
};

static bool has_timing(enum object_kind kind)
{
	return kind == OBJECT_PIN || kind == OBJECT_PORT;
}

/* Is there such a property? Then write it. */
static enum status write_property(struct asked *a, bool *known)
{
	const struct property *p = properties[a->kind];
	struct quantity quantity;

	*known = true;
	for (; p->name; p++) {
		if (strcmp(p->name, a->property) == 0)
			return p->write(a);
	}
	if (has_timing(a->kind) && parse_quantity(a->property, &quantity))
		return write_quantity(a, &quantity);
	*known = false;
	return STATUS_OK;
}

static enum status unknown_property(const struct asked *a)
{
	RELEASED_BY(text_release) struct text known = TEXT_INIT;

	for (const struct property *p = properties[a->kind]; p->name; p++)
		text_printf(&known, " %s", p->name);
	if (has_timing(a->kind))
		text_add(&known, " slack arrival required slew, with _max or _min, then _rise or "
				 "_fall");
	status_fail(STATUS_FAILED, "get_property: %ss have no property \"%.100s\"; known are%s",
		    object_kind_name(a->kind), a->property, text_string(&known));
	return STATUS_FAILED;
}

static enum status no_object(const struct asked *a, const char *name)
{
	RELEASED_BY(text_release) struct text nearest = TEXT_INIT;

	for (int kind = 0; kind < N_OBJECT_KINDS && !nearest.length; kind++)
		object_write_nearest(a->netlist, (enum object_kind)kind, name, &nearest);
	status_fail(STATUS_FAILED,
		    "get_property: there is no pin, cell, net or port \"%.100s\"%s%.100s%s", name,
		    NEAREST(text_string(&nearest)));
	return STATUS_FAILED;
}

/* What isn't of the flat netlist: clocks, libraries and what is in them, blocks. */
static enum status try_others(struct asked *a, const char *name, const char *kind, bool *found,
			      bool *known)
{
	static const char *const kinds[] = {"clock", "lib", "lib_cell", "lib_pin", "cell", "pin"};

	*found = *known = false;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !*known; i++) {
		const struct sdc_question question = {kinds[i], name, a->property};
		bool is_one;

		if (kind && strcmp(kind, kinds[i]) != 0)
			continue;
		TRY(sdc_ask_property(a->netlist, a->call->session->design.constraints, &question,
				     a->out, &is_one, known));
		*found |= is_one;
	}
	return STATUS_OK;
}

static enum status need_other(struct asked *a, const char *name, const char *kind)
{
	bool found, known;

	TRY(try_others(a, name, kind, &found, &known));
	if (known)
		return STATUS_OK;
	return found ? status_fail(STATUS_FAILED,
				   "get_property: %s \"%.100s\" has no property \"%.100s\"", kind,
				   name, a->property)
		     : status_fail(STATUS_FAILED, "get_property: there is no %s \"%.100s\"", kind,
				   name);
}

/* The first kind of object that has this name and this property; of one whose kind is known, that. */
static enum status try_kinds(struct asked *a, const char *name, const char *of_kind)
{
	int first_found = -1;
	bool found, is_known;

	for (int kind = 0; kind < N_OBJECT_KINDS; kind++) {
		bool known;

		if (of_kind && strcmp(of_kind, object_kind_name((enum object_kind)kind)) != 0)
			continue;
		a->kind = (enum object_kind)kind;
		a->id = a->kind == OBJECT_NET ? object_find_any(a->netlist, a->kind, name)
					      : object_find(a->netlist, a->kind, name);
		if (a->id < 0)
			continue;
		if (first_found < 0)
			first_found = kind;
		TRY(write_property(a, &known));
		if (known)
			return STATUS_OK;
	}
	TRY(try_others(a, name, of_kind, &found, &is_known));
	if (is_known)
		return STATUS_OK;
	if (first_found < 0 && found)
		return status_fail(STATUS_FAILED,
				   "get_property: \"%.100s\" has no property \"%.100s\"", name,
				   a->property);
	if (first_found < 0)
		return no_object(a, name);
	a->kind = (enum object_kind)first_found;
	return unknown_property(a);
}

/* What the one object of a word is known to be; NULL = that isn't known. Lives as long as the program. */
static const char *kind_of(const struct call *call, const char *word)
{
	RELEASED_BY(words_free) struct words words = {0};

	words_of(call, word, &words);
	return words.n == 1 && words.kind ? words.kind[0] : NULL;
}

static enum status ask(struct call *call, const struct netlist *netlist)
{
	const struct option_value *type = &call->option[PROPERTY_TYPE];
	struct asked a = {.call = call, .property = call->argument[1], .out = call->result};
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	bool known;

	a.netlist = netlist;
	a.units = report_units_of(a.netlist);
	if (type->given && type->number > N_OBJECT_KINDS) {
		static const char *const kinds[] = {"clock", "lib", "lib_cell", "lib_pin"};

		TRY(one_object(call, call->argument[0], &name));
		return need_other(&a, text_string(&name), kinds[type->number - N_OBJECT_KINDS - 1]);
	}
	if (type->given) {
		a.kind = (enum object_kind)(type->number == N_OBJECT_KINDS ? OBJECT_CELL
									   : type->number);
		TRY(need_object(call, a.kind, call->argument[0], &a.id));
		TRY(write_property(&a, &known));
		return known ? STATUS_OK : unknown_property(&a);
	}
	TRY(one_object(call, call->argument[0], &name));
	return is_path_name(call, text_string(&name))
		       ? write_path_property(call, text_string(&name))
	       : is_edge_name(call, text_string(&name))
		       ? write_edge_property(call, text_string(&name))
		       : try_kinds(&a, text_string(&name), kind_of(call, call->argument[0]));
}

static enum status get_property(struct call *call)
{
	RELEASED_BY(netlist_drop) struct netlist *netlist = NULL;

	TRY(design_need_libraries(&call->session->design, &netlist));
	return ask(call, netlist);
}

const struct command property_commands[] = {
	{"get_property", get_property, IN_SESSION, "OBJECT PROPERTY", 2, 2, property_options,
	 "Return a property of a pin, cell, net, port, clock, library cell or library, such as full_name, ref_name, direction, fanout or "
	 "slack_max_rise, or of a path of find_timing_paths: startpoint, endpoint, their clocks, "
	 "slack, points, of which each has pin, arrival, required and slack"},
	{0},
};
