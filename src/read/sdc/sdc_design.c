/*
 * Settings of the inside of a design: case analysis, disabled arcs, derates; current_design,
 * current_instance and units.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "db/edges.h"
#include "read/sdc/sdc_impl.h"

/* ---- set_case_analysis ---- */

static enum status put_case(struct constraints *k, const struct case_value *value)
{
	for (int32_t i = 0; i < k->n_cases; i++) {
		if (k->case_value[i].pin != value->pin)
			continue;
		k->case_value[i] = *value;
		return STATUS_OK;
	}
	return APPEND(k->case_value, k->n_cases, &k->case_capacity, *value);
}

static enum status put_cases(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word,
			     struct case_value value)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects pins = {0};

	TRY(sdc_need_pins(s, call, word, &pins));
	for (int32_t i = 0; i < pins.n; i++) {
		value.pin = pins.item[i].id;
		TRY(put_case(s->constraints, &value));
	}
	return STATUS_OK;
}

static enum status set_case_analysis(struct sdc *s, const struct sdc_call *call)
{
	static const struct {
		const char *name;
		int32_t value;
	} values[] = {{"0", 0},     {"zero", 0},    {"1", 1},     {"one", 1},
		      {"rise", -1}, {"rising", -1}, {"fall", -1}, {"falling", -1}};
	const char *word = tcl_text(call->argument[0]);

	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		if (strcmp(values[i].name, word) == 0)
			return put_cases(s, call, call->argument[1],
					 (struct case_value){.value = values[i].value});
	}
	return sdc_fail(call, "\"%.100s\" is none of 0, 1, zero, one, rising, falling", word);
}

static enum status set_logic(struct sdc *s, const struct sdc_call *call)
{
	return put_cases(s, call, call->argument[0],
			 (struct case_value){.value = sdc_is_called(call, "set_logic_one"),
					     .is_logic = true});
}

static enum status unset_case_analysis(struct sdc *s, const struct sdc_call *call)
{
	struct constraints *k = s->constraints;
	RELEASED_BY(sdc_objects_release) struct sdc_objects pins = {0};

	TRY(sdc_need_pins(s, call, call->argument[0], &pins));
	KEEP(k->case_value, k->n_cases, !sdc_objects_have(&pins, k->case_value[i].pin));
	return STATUS_OK;
}

/* ---- set_disable_timing ---- */

enum { DISABLE_FROM, DISABLE_TO };

static const struct sdc_option disable_options[] = {
	[DISABLE_FROM] = {"-from", SDC_WORD, "PIN", "of cells: arcs from this pin"},
	[DISABLE_TO] = {"-to", SDC_WORD, "PIN", "of cells: arcs to this pin"},
	{0},
};

static enum status add_disabled(struct constraints *k, int32_t instance, int32_t master,
				int32_t from, int32_t to)
{
	return APPEND(k->disabled, k->n_disabled, &k->disabled_capacity,
		      (struct disabled_arc){
			      .instance = instance, .from = from, .to = to, .master = master});
}

/* All arcs at a pin of the netlist, those of nets too. */
static enum status disable_pin(struct constraints *k, int32_t pin)
{
	return add_disabled(k, -1, -1, pin, -1);
}

/* All arcs at a pin of a library cell: those from it and those to it. */
static enum status disable_master_pin(struct constraints *k, int32_t master, int32_t pin)
{
	TRY(add_disabled(k, -1, master, pin, -1));
	return add_disabled(k, -1, master, -1, pin);
}

static int32_t find_pin_of(const struct netlist *netlist, int32_t master, const char *name)
{
	const struct master *m = &netlist->master[master];
	int32_t id = names_find(&netlist->pin_name, name, (int64_t)strlen(name));

	for (int32_t p = 0; p < m->n_pins; p++) {
		if (m->pin_name[p] == id)
			return p;
	}
	return -1;
}

/* The pins that a name means in a master: one, or the bits of a bus; a single -1 without a name. */
static enum status pins_of_master(struct sdc *s, const struct sdc_call *call, int32_t master,
				  Tcl_Obj *word, struct sdc_objects *pins)
{
	const struct master *m = &s->netlist->master[master];
	const char *name = word ? tcl_text(word) : NULL;
	int32_t pin = name ? find_pin_of(s->netlist, master, name) : -1;
	size_t length = name ? strlen(name) : 0;

	if (!name || pin >= 0)
		return sdc_objects_add(pins, (struct sdc_object){.kind = SDC_PIN, .id = pin});
	for (int32_t p = 0; p < m->n_pins; p++) {
		const char *other = names_get(&s->netlist->pin_name, m->pin_name[p]);

		if (strncmp(other, name, length) == 0 && other[length] == '[')
			TRY(sdc_objects_add(pins, (struct sdc_object){.kind = SDC_PIN, .id = p}));
	}
	if (pins->n)
		return STATUS_OK;
	return sdc_fail(call, "cell \"%.100s\" has no pin \"%.100s\"", m->name, name);
}

/* From and to are pins of a master: as they are, or of an instance of it. */
static enum status disable_arcs(struct sdc *s, const struct sdc_call *call, int32_t instance,
				int32_t master)
{
	int32_t of = instance < 0 ? master : s->netlist->instance_master[instance];
	int32_t first = instance < 0 ? 0 : s->netlist->instance_pin[instance];
	RELEASED_BY(sdc_objects_release) struct sdc_objects from = {0}, to = {0};

	TRY(pins_of_master(s, call, of, sdc_value(call, DISABLE_FROM), &from));
	TRY(pins_of_master(s, call, of, sdc_value(call, DISABLE_TO), &to));
	for (int32_t f = 0; f < from.n; f++) {
		for (int32_t t = 0; t < to.n; t++) {
			int32_t a = from.item[f].id, b = to.item[t].id;

			TRY(add_disabled(s->constraints, instance, master, a < 0 ? -1 : first + a,
					 b < 0 ? -1 : first + b));
		}
	}
	return STATUS_OK;
}

/* A library's cell or pin means the masters that are that cell, late or early. */
static enum status disable_of_library(struct sdc *s, const struct sdc_call *call,
				      struct sdc_object object)
{
	const struct library *library = s->netlist->library[object.library];
	const char *name = NULL;

	if (object.kind == SDC_LIB_PIN)
		name = names_get(&library->string, library->pin[object.id].name);
	for (int32_t m = 0; m < s->netlist->n_masters; m++) {
		int32_t pin;

		if (!sdc_is_master(s, m, object))
			continue;
		if (object.kind == SDC_LIB_CELL) {
			TRY(disable_arcs(s, call, -1, m));
			continue;
		}
		pin = find_pin_of(s->netlist, m, name);
		if (pin >= 0)
			TRY(disable_master_pin(s->constraints, m, pin));
	}
	return STATUS_OK;
}

static enum status disable(struct sdc *s, const struct sdc_call *call, struct sdc_object object)
{
	switch (object.kind) {
	case SDC_CELL:
		return disable_arcs(s, call, object.id, -1);
	case SDC_LIB_CELL:
	case SDC_LIB_PIN:
		return disable_of_library(s, call, object);
	default:
		return disable_pin(s->constraints, object.id);
	}
}

static const int disable_mask = SDC_MASK(SDC_CELL) | SDC_MASK(SDC_PORT) | SDC_MASK(SDC_PIN) |
				SDC_MASK(SDC_LIB_CELL) | SDC_MASK(SDC_LIB_PIN);

struct crossing {
	struct constraints *constraints;
	const struct netlist *netlist;
};

static enum status disable_wire(void *context, int32_t load)
{
	struct crossing *c = context;
	int32_t net = c->netlist->pin_net[load], first = c->netlist->net_pin_row[net];

	for (int32_t i = first; i < first + c->netlist->net_n_drivers[net]; i++)
		TRY(add_disabled(c->constraints, -1, -1, c->netlist->net_pin[i], load));
	return STATUS_OK;
}

/* At the pin of a block it is the wires that pass it; a block isn't disabled, as in OpenSTA. */
static enum status disable_hierarchical(struct sdc *s, const struct sdc_call *call,
					struct sdc_object object)
{
	struct crossing crossing = {s->constraints, s->netlist};

	if (object.kind == SDC_CELL)
		return sdc_fail(call, "blocks aren't supported, only cells");
	return object_leaves(s->netlist, OBJECT_PIN, object.id, disable_wire, &crossing);
}

static enum status disable_objects(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word,
				   bool any_edge)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects objects = {0};

	TRY(sdc_take_whole(s, call, word, disable_mask, &objects));
	if (!objects.n && !any_edge)
		sdc_skip(s, call->command->name, "none of its objects is there");
	for (int32_t i = 0; i < objects.n; i++) {
		struct sdc_object object = objects.item[i];
		bool in_netlist = object.kind == SDC_CELL || object.kind == SDC_PIN;

		TRY(in_netlist && sdc_is_hierarchical(s, object)
			    ? disable_hierarchical(s, call, object)
			    : disable(s, call, object));
	}
	return STATUS_OK;
}

/* Edges of get_timing_edges among the objects: all arcs between the pins of one. Other objects are put into `rest`. */
static enum status disable_edges(struct sdc *s, Tcl_Obj *word, Tcl_Obj *rest, bool *any)
{
	Tcl_Obj **item;
	int n;

	*any = false;
	if (Tcl_ListObjGetElements(NULL, word, &n, &item) != TCL_OK)
		return STATUS_OK;
	for (int i = 0; i < n; i++) {
		struct timing_edge edge;

		if (!edge_parse_name(s->netlist, tcl_text(item[i]), &edge)) {
			Tcl_ListObjAppendElement(NULL, rest, item[i]);
			continue;
		}
		*any = true;
		TRY(add_disabled(s->constraints,
				 edge.group == EDGE_OF_WIRE ? -1
							    : s->netlist->pin_instance[edge.from],
				 -1, edge.from, edge.to));
	}
	return STATUS_OK;
}

static enum status set_disable_timing(struct sdc *s, const struct sdc_call *call)
{
	TCL_HELD Tcl_Obj *rest = tcl_hold(Tcl_NewListObj(0, NULL));
	Tcl_Obj *word = call->argument[0];
	bool any = false;

	if (strstr(tcl_text(word), "timing_edge:"))
		TRY(disable_edges(s, word, rest, &any));
	return disable_objects(s, call, any ? rest : word, any);
}

static bool is_among(const struct disabled_arc *arc, const struct disabled_arc *list, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		if (memcmp(arc, &list[i], sizeof *arc) == 0)
			return true;
	}
	return false;
}

/* The same arcs are made at the end of the array, looked for before it, and go with what they
 * equal. */
static enum status unset_disable_timing(struct sdc *s, const struct sdc_call *call)
{
	struct constraints *k = s->constraints;
	int32_t before = k->n_disabled, n = before;

	TRY(set_disable_timing(s, call));
	KEEP(k->disabled, n,
	     !is_among(&k->disabled[i], &k->disabled[before], k->n_disabled - before));
	k->n_disabled = n;
	return STATUS_OK;
}

/* ---- set_timing_derate ---- */

enum {
	DERATE_EARLY,
	DERATE_LATE,
	DERATE_RISE,
	DERATE_FALL,
	DERATE_OF_CLOCK,
	DERATE_OF_DATA,
	DERATE_OF_NET,
	DERATE_OF_CELL,
	DERATE_OF_CHECK
};

static const struct sdc_option derate_options[] = {
	[DERATE_EARLY] = {"-early", SDC_FLAG, NULL, "early delays"},
	[DERATE_LATE] = {"-late", SDC_FLAG, NULL, "late delays"},
	[DERATE_RISE] = {"-rise", SDC_FLAG, NULL, "of delays that end with a rising edge"},
	[DERATE_FALL] = {"-fall", SDC_FLAG, NULL, "of delays that end with a falling edge"},
	[DERATE_OF_CLOCK] = {"-clock", SDC_FLAG, NULL, "in clock networks only"},
	[DERATE_OF_DATA] = {"-data", SDC_FLAG, NULL, "outside of clock networks only"},
	[DERATE_OF_NET] = {"-net_delay", SDC_FLAG, NULL, "delays of wires"},
	[DERATE_OF_CELL] = {"-cell_delay", SDC_FLAG, NULL, "delays of cells"},
	[DERATE_OF_CHECK] = {"-cell_check", SDC_FLAG, NULL, "checks"},
	{0},
};

static int derate_flags(const struct sdc_call *call)
{
	int what = 0;

	what |= sdc_has(call, DERATE_OF_NET) ? DERATE_NET : 0;
	what |= sdc_has(call, DERATE_OF_CELL) ? DERATE_CELL : 0;
	what |= sdc_has(call, DERATE_OF_CHECK) ? DERATE_CHECK : 0;
	return what;
}

static enum status add_derate(struct sdc *s, const struct sdc_call *call, struct derate derate)
{
	struct constraints *k = s->constraints;
	int splits = sdc_splits(call, DERATE_EARLY, DERATE_LATE);
	bool clock = sdc_has(call, DERATE_OF_CLOCK), data = sdc_has(call, DERATE_OF_DATA);

	derate.what |= clock || !data ? DERATE_CLOCK : 0;
	derate.what |= data || !clock ? DERATE_DATA : 0;
	for (int split = 0; split < N_SPLITS; split++) {
		if (!(splits & 1 << split))
			continue;
		derate.split = (enum split)split;
		TRY(APPEND(k->derate, k->n_derates, &k->derate_capacity, derate));
	}
	return STATUS_OK;
}

/* Of an object: cells' delays unless flags say otherwise, a net's delay always. */
static enum status derate_object(struct sdc *s, const struct sdc_call *call,
				 struct sdc_object object, struct derate derate)
{
	int what = derate_flags(call) & (DERATE_CELL | DERATE_CHECK);

	derate.what = what ? what : DERATE_CELL;
	if (object.kind == SDC_CELL) {
		derate.instance = object.id;
		return add_derate(s, call, derate);
	}
	if (object.kind == SDC_NET) {
		derate.net = object.id;
		derate.what = DERATE_NET;
		return add_derate(s, call, derate);
	}
	for (int32_t m = 0; m < s->netlist->n_masters; m++) {
		derate.master = m;
		if (sdc_is_master(s, m, object))
			TRY(add_derate(s, call, derate));
	}
	return STATUS_OK;
}

static enum status derate_objects(struct sdc *s, const struct sdc_call *call, struct derate derate)
{
	int mask = SDC_MASK(SDC_CELL) | SDC_MASK(SDC_NET) | SDC_MASK(SDC_LIB_CELL) |
		   SDC_MASK(SDC_DESIGN);
	RELEASED_BY(sdc_objects_release) struct sdc_objects objects = {0};

	TRY(sdc_need_objects(s, call, call->argument[1], mask, "none of its objects is there",
			     &objects));
	for (int32_t i = 0; i < objects.n; i++)
		TRY(objects.item[i].kind == SDC_DESIGN
			    ? add_derate(s, call, derate)
			    : derate_object(s, call, objects.item[i], derate));
	return STATUS_OK;
}

static enum status set_timing_derate(struct sdc *s, const struct sdc_call *call)
{
	struct derate derate = {.instance = -1, .master = -1, .net = -1};

	TRY(sdc_number_of(call, call->argument[0], "the factor", &derate.factor));
	if (derate.factor < 0)
		return sdc_fail(call, "the factor is negative");
	if (!sdc_has(call, DERATE_EARLY) && !sdc_has(call, DERATE_LATE))
		return sdc_fail(call, "-early or -late is needed");
	derate.edges = sdc_edges(call, DERATE_RISE, DERATE_FALL);
	derate.what = derate_flags(call);
	if (!derate.what)
		derate.what = DERATE_NET | DERATE_CELL;
	return call->n_arguments > 1 ? derate_objects(s, call, derate)
				     : add_derate(s, call, derate);
}

static enum status unset_timing_derate(struct sdc *s, const struct sdc_call *call)
{
	(void)call;
	s->constraints->n_derates = 0;
	return STATUS_OK;
}

/* ---- units ---- */

enum {
	UNIT_TIME,
	UNIT_CAPACITANCE,
	UNIT_RESISTANCE,
	UNIT_VOLTAGE,
	UNIT_CURRENT,
	UNIT_POWER,
	UNIT_DISTANCE
};

static const struct sdc_option unit_options[] = {
	[UNIT_TIME] = {"-time", SDC_WORD, "UNIT", "of times, such as 1ns"},
	[UNIT_CAPACITANCE] = {"-capacitance", SDC_WORD, "UNIT", "of capacitances, such as 1pF"},
	[UNIT_RESISTANCE] = {"-resistance", SDC_WORD, "UNIT", "of resistances, such as 1kOhm"},
	[UNIT_VOLTAGE] = {"-voltage", SDC_WORD, "UNIT", "ignored"},
	[UNIT_CURRENT] = {"-current", SDC_WORD, "UNIT", "ignored"},
	[UNIT_POWER] = {"-power", SDC_WORD, "UNIT", "ignored"},
	[UNIT_DISTANCE] = {"-distance", SDC_WORD, "UNIT", "ignored"},
	{0},
};

bool sdc_parse_unit(const char *word, const char *suffix, double *scale)
{
	static const char prefixes[] = "fpnumkM";
	static const double factors[] = {1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 1e3, 1e6};
	char *end;
	const char *prefix;

	*scale = strtod(word, &end);
	if (end == word)
		*scale = 1;
	prefix = *end ? strchr(prefixes, *end) : NULL;
	/* "m" alone is a suffix too, "f" of farads is not: what is left decides */
	if (prefix && strcasecmp(end + 1, suffix) == 0) {
		*scale *= factors[prefix - prefixes];
		return *scale > 0 && isfinite(*scale);
	}
	return strcasecmp(end, suffix) == 0 && *scale > 0 && isfinite(*scale);
}

/* The units of times, capacitances, resistances: ours in SI units, their suffix, where they are
 * kept. */
struct unit {
	int option;
	const char *name, *suffix;
	double si;
	double *value;
};

/* What a unit is in ours, or a warning when that isn't known. */
static enum status take_unit(const struct sdc_call *call, const struct unit *unit, bool *given,
			     double *value)
{
	Tcl_Obj *word = sdc_value(call, unit->option);

	*given = word;
	if (!word)
		return STATUS_OK;
	if (!sdc_parse_unit(tcl_text(word), unit->suffix, value))
		return sdc_fail(call, "\"%.100s\" is no unit of %s", tcl_text(word), unit->name);
	*value /= unit->si;
	return STATUS_OK;
}

/* set_units says what the units are, and is warned of when they aren't; set_cmd_units sets them. */
static enum status units(struct sdc *s, const struct sdc_call *call)
{
	const struct unit all[] = {
		{UNIT_TIME, "time", "s", 1e-12, &s->time_unit},
		{UNIT_CAPACITANCE, "capacitance", "f", 1e-15, &s->capacitance_unit},
		{UNIT_RESISTANCE, "resistance", "ohm", 1e3, &s->resistance_unit},
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		double value = 0;
		bool given;

		TRY(take_unit(call, &all[i], &given, &value));
		if (!given)
			continue;
		if (sdc_is_called(call, "set_cmd_units"))
			*all[i].value = value;
		else if (fabs(value - *all[i].value) > 1e-6 * value)
			sdc_warn(s,
				 "%s: the unit of %s is %g times that of the library, which counts",
				 call->command->name, all[i].name, value / *all[i].value);
	}
	return STATUS_OK;
}

/* ---- where ---- */

static enum status current_design(struct sdc *s, const struct sdc_call *call)
{
	struct sdc_object design = {.kind = SDC_DESIGN}, given;
	const char *name = call->n_arguments ? tcl_text(call->argument[0]) : NULL;
	RELEASED_BY(sdc_objects_release) struct sdc_objects list = {0};

	TRY(sdc_objects_add(&list, design));
	if (name && !sdc_get_one(s, call->argument[0], &given) &&
	    strcmp(name, s->netlist->name) != 0)
		sdc_warn(s, "%s: the design is \"%s\", not \"%.200s\"", call->command->name,
			 s->netlist->name, name);
	sdc_give(s, sdc_new_list(&list));
	return STATUS_OK;
}

/* Names are those of the top level: another instance would change them all. */
static enum status current_instance(struct sdc *s, const struct sdc_call *call)
{
	const char *name = call->n_arguments ? tcl_text(call->argument[0]) : "";

	if (*name && strcmp(name, s->netlist->name) != 0)
		return sdc_fail(call, "an instance other than the top isn't supported: \"%.100s\"",
				name);
	return STATUS_OK;
}

static enum status set_hierarchy_separator(struct sdc *s, const struct sdc_call *call)
{
	(void)s;
	if (strcmp(tcl_text(call->argument[0]), "/") != 0)
		return sdc_fail(call, "a separator other than / isn't supported: \"%.100s\"",
				tcl_text(call->argument[0]));
	return STATUS_OK;
}

const struct sdc_command sdc_design_commands[] = {
	{"set_case_analysis", "VALUE PINS", 2, 2, "Set pins to a constant, or to one edge only",
	 NULL, set_case_analysis, SDC_DONE},
	{"unset_case_analysis", "PINS", 1, 1, "Remove this constraint", NULL, unset_case_analysis,
	 SDC_DONE},
	{"set_logic_zero", "PINS", 1, 1, "Set pins to 0", NULL, set_logic, SDC_DONE},
	{"set_logic_one", "PINS", 1, 1, "Set pins to 1", NULL, set_logic, SDC_DONE},
	{"set_disable_timing", "OBJECTS", 1, 1,
	 "Disable arcs of cells, library cells, pins and ports", disable_options,
	 set_disable_timing, SDC_DONE},
	{"unset_disable_timing", "OBJECTS", 1, 1, "Remove this constraint", disable_options,
	 unset_disable_timing, SDC_DONE},
	{"set_timing_derate", "FACTOR ?OBJECTS?", 1, 2, "Set factors of early and late delays",
	 derate_options, set_timing_derate, SDC_DONE},
	{"unset_timing_derate", NULL, 0, 0, "Remove all derates", NULL, unset_timing_derate,
	 SDC_DONE},
	{"set_units", NULL, 0, 0, "Check that the units are those of the library", unit_options,
	 units, SDC_DONE},
	{"set_cmd_units", NULL, 0, 0, "The units of what follows", unit_options, units, SDC_DONE},
	{"current_design", "?NAME?", 0, 1, "Return the design, or check its name", NULL,
	 current_design, SDC_ASKS},
	{"current_instance", "?NAME?", 0, 1, "Accepted for the top instance", NULL,
	 current_instance, SDC_DONE},
	{"set_hierarchy_separator", "SEPARATOR", 1, 1, "Accepted for the separator /", NULL,
	 set_hierarchy_separator, SDC_DONE},
	{0},
};
