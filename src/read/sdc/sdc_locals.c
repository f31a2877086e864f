/*
 * Rules of single pins, cells and clocks: time borrowing, clock gating checks, senses of
 * clocks, data checks.
 */
#include <string.h>

#include "db/constraints_fields.h"
#include "read/sdc/sdc_impl.h"

static struct local_rule new_rule(enum local_kind kind)
{
	struct local_rule rule;

	fields_begin(&local_rule_schema, &rule);
	rule.kind = kind;
	rule.from_edges = rule.edges = EDGES_BOTH;
	return rule;
}

enum {
	OF_OBJECTS =
		SDC_MASK(SDC_CLOCK) | SDC_MASK(SDC_CELL) | SDC_MASK(SDC_PORT) | SDC_MASK(SDC_PIN),
};

/* The rule of an object. */
static struct local_rule rule_of(const struct local_rule *rule, struct sdc_object object)
{
	struct local_rule one = *rule;

	if (object.kind == SDC_CLOCK)
		one.clock = object.id;
	else if (object.kind == SDC_CELL)
		one.instance = object.id;
	else
		one.pin = object.id;
	return one;
}

/* A rule for each object of a word; with none of them there it is skipped with a warning. */
static enum status put_rules(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word, int mask,
			     const struct local_rule *rule)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects objects = {0};

	TRY(sdc_need_objects(s, call, word, mask, "none of its objects is there", &objects));
	for (int32_t i = 0; i < objects.n; i++) {
		struct local_rule one = rule_of(rule, objects.item[i]);

		TRY(constraints_add_local(s->constraints, &one));
	}
	return STATUS_OK;
}

/* What is done with a rule: it is added, or those like it are removed. */
typedef enum status do_with_rule(struct constraints *k, const struct local_rule *rule);

static enum status take_local(struct constraints *k, const struct local_rule *rule)
{
	KEEP(k->local, k->n_locals,
	     k->local[i].kind != rule->kind || k->local[i].pin != rule->pin ||
		     k->local[i].instance != rule->instance || k->local[i].clock != rule->clock ||
		     k->local[i].from != rule->from);
	return STATUS_OK;
}

/* ---- latches ---- */

static enum status set_max_time_borrow(struct sdc *s, const struct sdc_call *call)
{
	struct local_rule rule = new_rule(LOCAL_BORROW);
	double limit;

	TRY(sdc_number_of(call, call->argument[0], "the limit", &limit));
	if (limit < 0)
		return sdc_fail(call, "the limit is negative");
	rule.value[LATE][RISE] = limit * s->time_unit;
	return put_rules(s, call, call->argument[1], OF_OBJECTS, &rule);
}

/* ---- pulse widths ---- */

enum { PULSE_LOW, PULSE_HIGH };

static const struct sdc_option pulse_options[] = {
	[PULSE_LOW] = {"-low", SDC_FLAG, NULL, "of low pulses only"},
	[PULSE_HIGH] = {"-high", SDC_FLAG, NULL, "of high pulses only"},
	{0},
};

static enum status set_min_pulse_width(struct sdc *s, const struct sdc_call *call)
{
	struct local_rule rule = new_rule(LOCAL_PULSE);
	double width;

	TRY(sdc_number_of(call, call->argument[0], "the width", &width));
	if (width < 0)
		return sdc_fail(call, "the width is negative");
	sdc_set_corners(rule.value, 1 << LATE, sdc_edges(call, PULSE_HIGH, PULSE_LOW),
			width * s->time_unit);
	return call->n_arguments > 1 ? put_rules(s, call, call->argument[1], OF_OBJECTS, &rule)
				     : constraints_add_local(s->constraints, &rule);
}

/* ---- clock gating ---- */

enum { GATING_SETUP, GATING_HOLD, GATING_RISE, GATING_FALL, GATING_HIGH, GATING_LOW };

static const struct sdc_option gating_options[] = {
	[GATING_SETUP] = {"-setup", SDC_NUMBER, "TIME", "margin of setup, else 0"},
	[GATING_HOLD] = {"-hold", SDC_NUMBER, "TIME", "margin of hold, else 0"},
	[GATING_RISE] = {"-rise", SDC_FLAG, NULL, "for rising enables only"},
	[GATING_FALL] = {"-fall", SDC_FLAG, NULL, "for falling enables only"},
	[GATING_HIGH] = {"-high", SDC_FLAG, NULL, "the gate is open while the clock is high"},
	[GATING_LOW] = {"-low", SDC_FLAG, NULL, "the gate is open while the clock is low"},
	{0},
};

static enum status set_clock_gating_check(struct sdc *s, const struct sdc_call *call)
{
	struct local_rule rule = new_rule(LOCAL_GATING);
	int edges = sdc_edges(call, GATING_RISE, GATING_FALL);

	if (sdc_has(call, GATING_HIGH) && sdc_has(call, GATING_LOW))
		return sdc_fail(call, "-high and -low exclude each other");
	if (sdc_has(call, GATING_HIGH) || sdc_has(call, GATING_LOW))
		rule.level = sdc_has(call, GATING_HIGH);
	if (rule.level >= 0 && !call->n_arguments)
		return sdc_fail(call, "-high and -low are of cells and pins");
	for (int split = 0; split < N_SPLITS; split++) {
		int option = split == LATE ? GATING_SETUP : GATING_HOLD;

		if (sdc_has(call, option))
			sdc_set_corners(rule.value, 1 << split, edges,
					sdc_number(call, option) * s->time_unit);
	}
	return call->n_arguments ? put_rules(s, call, call->argument[0], OF_OBJECTS, &rule)
				 : constraints_add_local(s->constraints, &rule);
}

/* Of a cell of a library all instances, of a pin of one that pin of all of them. */
static enum status add_gates_of(const struct sdc *s, struct sdc_object of, struct sdc_objects *out)
{
	const struct netlist *n = s->netlist;
	const struct library *library = n->library[of.library];
	bool is_pin = of.kind == SDC_LIB_PIN;
	struct sdc_object cell = {.kind = SDC_LIB_CELL, .id = of.id, .library = of.library};
	const char *pin = is_pin ? names_get(&library->string, library->pin[of.id].name) : "";

	if (is_pin)
		cell.id = (int32_t)(sdc_cell_of_lib_pin(library, of.id) - library->cell);
	for (int32_t i = 0; i < n->n_instances; i++) {
		struct sdc_object one = {.kind = SDC_CELL, .id = i};

		if (!sdc_is_master(s, n->instance_master[i], cell))
			continue;
		if (is_pin) {
			one.kind = SDC_PIN;
			one.id = netlist_find_instance_pin(n, i, pin, (int64_t)strlen(pin));
		}
		if (one.id >= 0)
			TRY(sdc_objects_add(out, one));
	}
	return STATUS_OK;
}

/* The instances and pins that are meant; a port is no gate's pin. */
static enum status take_gates(struct sdc *s, const struct sdc_call *call, struct sdc_objects *out)
{
	const int mask = SDC_MASK(SDC_CELL) | SDC_MASK(SDC_PIN) | SDC_MASK(SDC_PORT) |
			 SDC_MASK(SDC_LIB_CELL) | SDC_MASK(SDC_LIB_PIN);
	RELEASED_BY(sdc_objects_release) struct sdc_objects objects = {0};

	TRY(sdc_take_objects(s, call, call->argument[0], mask, &objects));
	for (int32_t i = 0; i < objects.n; i++) {
		struct sdc_object object = objects.item[i];

		if (object.kind == SDC_LIB_CELL || object.kind == SDC_LIB_PIN)
			TRY(add_gates_of(s, object, out));
		else if (object.kind != SDC_PORT)
			TRY(sdc_objects_add(out, object));
	}
	if (!out->n)
		sdc_skip(s, call->command->name, "no instance and no pin of one is meant");
	return STATUS_OK;
}

static enum status for_gates(struct sdc *s, const struct sdc_call *call, do_with_rule *do_with)
{
	struct local_rule rule = new_rule(LOCAL_NO_GATING);
	RELEASED_BY(sdc_objects_release) struct sdc_objects gates = {0};

	TRY(take_gates(s, call, &gates));
	for (int32_t i = 0; i < gates.n; i++) {
		struct local_rule one = rule_of(&rule, gates.item[i]);

		TRY(do_with(s->constraints, &one));
	}
	return STATUS_OK;
}

static enum status set_disable_clock_gating_check(struct sdc *s, const struct sdc_call *call)
{
	return for_gates(s, call, constraints_add_local);
}

static enum status unset_disable_clock_gating_check(struct sdc *s, const struct sdc_call *call)
{
	return for_gates(s, call, take_local);
}

/* ---- senses of clocks ---- */

enum {
	SENSE_TYPE,
	SENSE_OPTION_POSITIVE,
	SENSE_OPTION_NEGATIVE,
	SENSE_PULSE,
	SENSE_STOP,
	SENSE_CLOCKS
};

static const struct sdc_option sense_options[] = {
	[SENSE_TYPE] = {"-type", SDC_WORD, "TYPE", "clock"},
	[SENSE_OPTION_POSITIVE] = {"-positive", SDC_FLAG, NULL,
				   "clocks pass as they are at their sources"},
	[SENSE_OPTION_NEGATIVE] = {"-negative", SDC_FLAG, NULL, "clocks pass inverted"},
	[SENSE_PULSE] = {"-pulse", SDC_WORD, "SHAPE",
			 "edges of pulses: rise_triggered_high_pulse, rise_triggered_low_pulse, "
			 "fall_triggered_high_pulse, fall_triggered_low_pulse"},
	[SENSE_STOP] = {"-stop_propagation", SDC_FLAG, NULL, "clocks go no further"},
	[SENSE_CLOCKS] = {"-clocks", SDC_WORD, "CLOCKS", "these only"},
	{0},
};

static const char *const pulse_names[] = {
	"rise_triggered_high_pulse",
	"rise_triggered_low_pulse",
	"fall_triggered_high_pulse",
	"fall_triggered_low_pulse",
};

static enum status take_sense(const struct sdc_call *call, int32_t *sense)
{
	Tcl_Obj *pulse = sdc_value(call, SENSE_PULSE);
	int n = sdc_has(call, SENSE_OPTION_POSITIVE) + sdc_has(call, SENSE_OPTION_NEGATIVE) +
		sdc_has(call, SENSE_STOP) + (pulse != NULL);

	if (n != 1)
		return sdc_fail(call, "one of -positive, -negative, -pulse and -stop_propagation "
				      "is needed");
	*sense = sdc_has(call, SENSE_STOP)              ? SENSE_STOPS
		 : sdc_has(call, SENSE_OPTION_POSITIVE) ? SENSE_POSITIVE
							: SENSE_NEGATIVE;
	for (int32_t i = 0; pulse && i < SENSE_FALL_LOW - SENSE_RISE_HIGH + 1; i++) {
		if (strcmp(tcl_text(pulse), pulse_names[i]) == 0) {
			*sense = SENSE_RISE_HIGH + i;
			return STATUS_OK;
		}
	}
	return pulse ? sdc_fail(call, "\"%.100s\" is no shape of pulses", tcl_text(pulse))
		     : STATUS_OK;
}

static enum status put_senses(struct sdc *s, const struct sdc_call *call,
			      const struct sdc_objects *clocks, struct local_rule *rule)
{
	int mask = SDC_MASK(SDC_PORT) | SDC_MASK(SDC_PIN);

	for (int32_t c = 0; c < clocks->n; c++) {
		rule->clock = clocks->item[c].id;
		TRY(put_rules(s, call, call->argument[0], mask, rule));
	}
	return clocks->n ? STATUS_OK : put_rules(s, call, call->argument[0], mask, rule);
}

static enum status set_sense(struct sdc *s, const struct sdc_call *call)
{
	struct local_rule rule = new_rule(LOCAL_SENSE);
	RELEASED_BY(sdc_objects_release) struct sdc_objects clocks = {0};
	Tcl_Obj *type = sdc_value(call, SENSE_TYPE), *word = sdc_value(call, SENSE_CLOCKS);

	if (type && strcmp(tcl_text(type), "data") == 0) {
		/* it would only take paths away */
		sdc_warn(s, "%s: -type data is not supported, ignored", call->command->name);
		return STATUS_OK;
	}
	if (type && strcmp(tcl_text(type), "clock") != 0)
		return sdc_fail(call, "\"%.100s\" is neither clock nor data", tcl_text(type));
	TRY(take_sense(call, &rule.level));
	if (word) {
		TRY(sdc_take_clocks(s, call, word, &clocks));
		if (!clocks.n)
			sdc_skip(s, call->command->name, "none of its clocks is there");
	}
	return !word || clocks.n ? put_senses(s, call, &clocks, &rule) : STATUS_OK;
}

/* ---- data checks ---- */

enum {
	DATA_FROM,
	DATA_RISE_FROM,
	DATA_FALL_FROM,
	DATA_TO,
	DATA_RISE_TO,
	DATA_FALL_TO,
	DATA_SETUP,
	DATA_HOLD,
	DATA_CLOCK
};

static const struct sdc_option data_check_options[] = {
	[DATA_FROM] = {"-from", SDC_WORD, "PIN", "the related pin, whose data is the reference"},
	[DATA_RISE_FROM] = {"-rise_from", SDC_WORD, "PIN", "its rising data only"},
	[DATA_FALL_FROM] = {"-fall_from", SDC_WORD, "PIN", "its falling data only"},
	[DATA_TO] = {"-to", SDC_WORD, "PIN", "the pin whose data is checked"},
	[DATA_RISE_TO] = {"-rise_to", SDC_WORD, "PIN", "its rising data only"},
	[DATA_FALL_TO] = {"-fall_to", SDC_WORD, "PIN", "its falling data only"},
	[DATA_SETUP] = {"-setup", SDC_FLAG, NULL, "data arrives this much before the reference"},
	[DATA_HOLD] = {"-hold", SDC_FLAG, NULL, "data stays this much after the reference"},
	[DATA_CLOCK] = {"-clock", SDC_WORD, "CLOCK", "only against what this clock launches"},
	{0},
};

/* One of three options in a row: its pins, and the edges that it means. */
static enum status take_data_pins(struct sdc *s, const struct sdc_call *call, int first,
				  struct sdc_objects *pins, int32_t *edges)
{
	static const int32_t edges_of[] = {EDGES_BOTH, EDGES_RISE, EDGES_FALL};
	int given = -1;

	for (int i = 0; i < 3; i++) {
		if (!sdc_has(call, first + i))
			continue;
		if (given >= 0)
			return sdc_fail(call, "%s and %s exclude each other",
					data_check_options[first + given].name,
					data_check_options[first + i].name);
		given = i;
	}
	if (given < 0)
		return sdc_fail(call, "%s is missing", data_check_options[first].name);
	*edges = edges_of[given];
	TRY(sdc_take_pins(s, call, sdc_value(call, first + given), pins));
	if (!pins->n && first == DATA_FROM)
		sdc_lose(s, call, "its related pin isn't there");
	else if (!pins->n)
		sdc_skip(s, call->command->name, "none of its pins is there");
	return STATUS_OK;
}

/* What a call names, from each pin to each. */
struct data_check {
	struct local_rule rule;
	struct sdc_objects from, to; /* owned */
	bool nothing;                /* its clock isn't there */
};

static enum status take_data_check(struct sdc *s, const struct sdc_call *call,
				   struct data_check *check)
{
	TRY(take_data_pins(s, call, DATA_FROM, &check->from, &check->rule.from_edges));
	TRY(take_data_pins(s, call, DATA_TO, &check->to, &check->rule.edges));
	if (!sdc_has(call, DATA_CLOCK))
		return STATUS_OK;
	TRY(sdc_take_clock(s, call, sdc_value(call, DATA_CLOCK), &check->rule.clock));
	check->nothing = check->rule.clock < 0;
	return STATUS_OK;
}

static enum status for_data_checks(struct data_check *check, struct constraints *k,
				   do_with_rule *do_with)
{
	for (int32_t f = 0; f < check->from.n && !check->nothing; f++) {
		for (int32_t t = 0; t < check->to.n; t++) {
			check->rule.from = check->from.item[f].id;
			check->rule.pin = check->to.item[t].id;
			TRY(do_with(k, &check->rule));
		}
	}
	return STATUS_OK;
}

static void data_check_release(struct data_check *check)
{
	sdc_objects_release(&check->from);
	sdc_objects_release(&check->to);
}

static enum status set_data_check(struct sdc *s, const struct sdc_call *call)
{
	RELEASED_BY(data_check_release)
	struct data_check check = {.rule = new_rule(LOCAL_DATA_CHECK)};
	int splits = sdc_splits(call, DATA_HOLD, DATA_SETUP);
	double margin;

	TRY(sdc_number_of(call, call->argument[0], "the margin", &margin));
	for (int split = 0; split < N_SPLITS; split++) {
		if (splits & 1 << split)
			check.rule.value[split][RISE] = margin * s->time_unit;
	}
	TRY(take_data_check(s, call, &check));
	return for_data_checks(&check, s->constraints, constraints_add_local);
}

/* Takes the given splits and edges out of all rules that it names. */
static enum status take_back(struct constraints *k, const struct local_rule *rule)
{
	int32_t kept = 0;

	for (int32_t i = 0; i < k->n_locals; i++) {
		struct local_rule old = k->local[i];

		if (old.kind == LOCAL_DATA_CHECK && old.pin == rule->pin &&
		    old.from == rule->from && old.clock == rule->clock &&
		    (old.from_edges & ~rule->from_edges) == 0 && (old.edges & ~rule->edges) == 0) {
			for (int split = 0; split < N_SPLITS; split++) {
				if (is_given(rule->value[split][RISE]))
					old.value[split][RISE] = NOT_GIVEN;
			}
			if (!is_given(old.value[EARLY][RISE]) && !is_given(old.value[LATE][RISE]))
				continue;
		}
		k->local[kept++] = old;
	}
	k->n_locals = kept;
	return STATUS_OK;
}

static enum status unset_data_check(struct sdc *s, const struct sdc_call *call)
{
	RELEASED_BY(data_check_release)
	struct data_check check = {.rule = new_rule(LOCAL_DATA_CHECK)};
	int splits = sdc_splits(call, DATA_HOLD, DATA_SETUP);

	for (int split = 0; split < N_SPLITS; split++)
		check.rule.value[split][RISE] = splits & 1 << split ? 0 : NOT_GIVEN;
	TRY(take_data_check(s, call, &check));
	return for_data_checks(&check, s->constraints, take_back);
}

const struct sdc_command sdc_local_commands[] = {
	{"set_max_time_borrow", "LIMIT OBJECTS", 2, 2,
	 "Limit how long latches borrow after their opening edge", NULL, set_max_time_borrow,
	 SDC_DONE},
	{"set_min_pulse_width", "WIDTH ?OBJECTS?", 1, 2,
	 "Set the minimum pulse width of clocks, at registers' clock pins, cells or pins",
	 pulse_options, set_min_pulse_width, SDC_DONE},
	{"set_clock_gating_check", "?OBJECTS?", 0, 1,
	 "Set margins of clock gates, and the level at which they are open", gating_options,
	 set_clock_gating_check, SDC_DONE},
	{"set_disable_clock_gating_check", "OBJECTS", 1, 1, "Disable inferred clock gating checks",
	 NULL, set_disable_clock_gating_check, SDC_DONE},
	{"unset_disable_clock_gating_check", "OBJECTS", 1, 1, "Remove this constraint", NULL,
	 unset_disable_clock_gating_check, SDC_DONE},
	{"set_disable_inferred_clock_gating", "OBJECTS", 1, 1,
	 "Same as set_disable_clock_gating_check", NULL, set_disable_clock_gating_check, SDC_DONE},
	{"unset_disable_inferred_clock_gating", "OBJECTS", 1, 1,
	 "Same as unset_disable_clock_gating_check", NULL, unset_disable_clock_gating_check,
	 SDC_DONE},
	{"set_data_check", "MARGIN", 1, 1,
	 "Check data against other data: setup before it, hold after it", data_check_options,
	 set_data_check, SDC_DONE},
	{"unset_data_check", "", 0, 0, "Remove this constraint", data_check_options,
	 unset_data_check, SDC_DONE},
	{"set_sense", "PINS", 1, 1, "Set which edges of clocks pass pins", sense_options, set_sense,
	 SDC_DONE},
	{"set_clock_sense", "PINS", 1, 1, "Same as set_sense (its old name)", sense_options,
	 set_sense, SDC_DONE},
	{0},
};
