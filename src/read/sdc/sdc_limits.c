/* Design rules: how large slews, loads and fan-outs may be, or have to be. */
#include <string.h>

#include "read/sdc/sdc_impl.h"

enum { LIMIT_CLOCK_PATH, LIMIT_DATA_PATH, LIMIT_RISE, LIMIT_FALL };

static const struct sdc_option slew_options[] = {
	[LIMIT_CLOCK_PATH] = {"-clock_path", SDC_FLAG, NULL, "of a clock: in its network only"},
	[LIMIT_DATA_PATH] = {"-data_path", SDC_FLAG, NULL, "of a clock: in what it launches only"},
	[LIMIT_RISE] = {"-rise", SDC_FLAG, NULL, "of a clock: rising edges only"},
	[LIMIT_FALL] = {"-fall", SDC_FLAG, NULL, "of a clock: falling edges only"},
	{0},
};

static enum status add_masters(struct sdc *s, struct sdc_object object, struct design_limit limit)
{
	for (int32_t m = 0; m < s->netlist->n_masters; m++) {
		limit.master = m;
		if (sdc_is_master(s, m, object))
			TRY(constraints_add_limit(s->constraints, &limit));
	}
	return STATUS_OK;
}

static enum status add_limit(struct sdc *s, struct sdc_object object, struct design_limit limit)
{
	switch (object.kind) {
	case SDC_CLOCK:
		limit.clock = object.id;
		break;
	case SDC_CELL:
		limit.instance = object.id;
		break;
	case SDC_PORT:
	case SDC_PIN:
		limit.pin = object.id;
		break;
	case SDC_LIB_CELL:
		return add_masters(s, object, limit);
	default:
		break; /* of the design */
	}
	return constraints_add_limit(s->constraints, &limit);
}

/* Of clocks, or of other objects. */
static void set_value(const struct sdc_call *call, bool of_clock, double value,
		      struct design_limit *limit)
{
	bool slew = of_clock && limit->kind == LIMIT_SLEW;
	int edges = slew ? sdc_edges(call, LIMIT_RISE, LIMIT_FALL) : EDGES_BOTH;
	int places = slew ? sdc_splits(call, LIMIT_DATA_PATH, LIMIT_CLOCK_PATH)
			  : (1 << N_LIMIT_PLACES) - 1;

	for (int place = 0; place < N_LIMIT_PLACES; place++) {
		for (int edge = 0; edge < N_EDGES; edge++)
			limit->value[place][edge] =
				places & 1 << place && edges & 1 << edge ? value : NOT_GIVEN;
	}
}

/* The options are of clocks; of other objects they don't count, as in OpenSTA. */
static void check_options(struct sdc *s, const struct sdc_call *call,
			  const struct sdc_objects *objects)
{
	for (int32_t i = 0; i < objects->n && call->n_given; i++) {
		if (objects->item[i].kind == SDC_CLOCK)
			continue;
		sdc_warn(s, "%s: %s is for clocks only: ignored", call->command->name,
			 call->command->options[call->given[0].option].name);
		return;
	}
}

/* "set_max_transition" limits slews, late ones. */
static void take_kind(const struct sdc *s, const struct sdc_command *command,
		      struct design_limit *limit, double *unit)
{
	const char *what = command->name + strlen("set_max_");

	limit->split = strncmp(command->name, "set_max_", strlen("set_max_")) == 0 ? LATE : EARLY;
	limit->kind = strcmp(what, "transition") == 0    ? LIMIT_SLEW
		      : strcmp(what, "capacitance") == 0 ? LIMIT_CAPACITANCE
							 : LIMIT_FANOUT;
	*unit = limit->kind == LIMIT_SLEW          ? s->time_unit
		: limit->kind == LIMIT_CAPACITANCE ? s->capacitance_unit
						   : 1;
}

static enum status set_limit(struct sdc *s, const struct sdc_call *call)
{
	struct design_limit limit = {.pin = -1, .instance = -1, .master = -1, .clock = -1};
	int mask = SDC_MASK(SDC_DESIGN) | SDC_MASK(SDC_PORT) | SDC_MASK(SDC_PIN) |
		   SDC_MASK(SDC_CELL) | SDC_MASK(SDC_LIB_CELL);
	RELEASED_BY(sdc_objects_release) struct sdc_objects objects = {0};
	double value, unit;

	take_kind(s, call->command, &limit, &unit);
	TRY(sdc_number_of(call, call->argument[0], "the limit", &value));
	if (value < 0)
		return sdc_fail(call, "the limit is negative");
	if (limit.kind == LIMIT_SLEW)
		mask |= SDC_MASK(SDC_CLOCK);
	TRY(sdc_need_objects(s, call, call->argument[1], mask, "none of its objects is there",
			     &objects));
	check_options(s, call, &objects);
	for (int32_t i = 0; i < objects.n; i++) {
		set_value(call, objects.item[i].kind == SDC_CLOCK, value * unit, &limit);
		TRY(add_limit(s, objects.item[i], limit));
	}
	return STATUS_OK;
}

const struct sdc_command sdc_limit_commands[] = {
	{"set_max_transition", "SLEW OBJECTS", 2, 2,
	 "Limit the slews in the design, at ports, cells or pins, or in a clock's domain",
	 slew_options, set_limit, SDC_DONE},
	{"set_min_transition", "SLEW OBJECTS", 2, 2, "Set the least slews", slew_options, set_limit,
	 SDC_DONE},
	{"set_max_capacitance", "CAPACITANCE OBJECTS", 2, 2,
	 "Limit the loads in the design, or at ports, cells or pins", NULL, set_limit, SDC_DONE},
	{"set_min_capacitance", "CAPACITANCE OBJECTS", 2, 2, "Set the least loads", NULL, set_limit,
	 SDC_DONE},
	{"set_max_fanout", "FANOUT OBJECTS", 2, 2,
	 "Limit the fan-outs in the design, or at ports, cells or pins", NULL, set_limit, SDC_DONE},
	{"set_min_fanout", "FANOUT OBJECTS", 2, 2, "Set the least fan-outs", NULL, set_limit,
	 SDC_DONE},
	{0},
};
