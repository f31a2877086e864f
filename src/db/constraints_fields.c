#include "db/constraints_fields.h"

/* ---- rows ---- */

#define ROW(struct_, kind_, type, member, ...)                                                     \
	{                                                                                          \
		.kind = (kind_), .offset = offsetof(struct struct_, member), .size = sizeof(type), \
		.n = sizeof(((struct struct_ *)NULL)->member) / sizeof(type), __VA_ARGS__          \
	}
#define BOOL(struct_, member, change_)                                                             \
	ROW(struct_, FIELD_BOOL, bool, member, .change = (change_), .what = "a flag")
#define REAL(struct_, member, change_) ROW(struct_, FIELD_REAL, double, member, .change = (change_))
#define GIVEN(struct_, member, change_)                                                            \
	ROW(struct_, FIELD_GIVEN, double, member, .change = (change_))
/* missing_: what is wrong when it isn't there; NULL = it needn't be */
#define STRING(struct_, member, missing_, change_)                                                 \
	ROW(struct_, FIELD_STRING, char *, member, .what = (missing_), .change = (change_))
#define INT(struct_, member, least_, most_, what_, change_)                                        \
	ROW(struct_, FIELD_INT, int32_t, member, .least = (least_), .most = (most_),               \
	    .what = (what_), .change = (change_))
#define BELOW(struct_, member, least_, below_, what_, change_)                                     \
	ROW(struct_, FIELD_INT, int32_t, member, .least = (least_), .below = (below_),             \
	    .what = (what_), .change = (change_))
#define ID(struct_, kind_, member, least_, what_, change_)                                         \
	ROW(struct_, FIELD_##kind_, int32_t, member, .least = (least_), .what = (what_),           \
	    .change = (change_))
#define STRUCT(struct_, member, type, change_)                                                     \
	ROW(struct_, FIELD_STRUCT, struct type, member, .of = &type##_schema, .change = (change_))
#define ARRAY_UP_TO(struct_, member, type, count_, capacity_, most_, what_, change_)               \
	ROW(struct_, FIELD_ARRAY, void *, member, .of = &type##_schema, .change = (change_),       \
	    .what = (what_), .most = (most_), .count = offsetof(struct struct_, count_),           \
	    .capacity = offsetof(struct struct_, capacity_))
#define ARRAY(struct_, member, type, count_, capacity_, change_)                                   \
	ARRAY_UP_TO(struct_, member, type, count_, capacity_, INT32_MAX, "items", change_)

/* The table of a struct. It has another size than when its rows were written: a field is new, or has gone. On other
 * ABIs than this one sizes aren't checked. */
#ifdef __LP64__
#define SAME_SIZE(type, size_)                                                                     \
	_Static_assert(sizeof(struct type) == (size_), "a row for each field of " #type)
#else
#define SAME_SIZE(type, size_) _Static_assert(1, "")
#endif
#define SCHEMA(name, type, size_, check_)                                                          \
	const struct schema name = {.size = sizeof(struct type),                                   \
				    .n = sizeof type##_fields / sizeof *type##_fields,             \
				    .field = type##_fields,                                        \
				    .check = (check_)};                                            \
	SAME_SIZE(type, size_)

/* ---- clocks ---- */

struct pin_number {
	int32_t pin;
};

static const struct field pin_number_fields[] = {
	ID(pin_number, PIN, pin, 0, "a pin", CHANGES_CLOCKS),
};
static SCHEMA(pin_number_schema, pin_number, 4, NULL);

static const struct field clock_making_fields[] = {
	INT(clock_making, divide_by, 0, INT32_MAX, "a divisor", 0),
	INT(clock_making, multiply_by, 0, INT32_MAX, "a factor", 0),
	REAL(clock_making, duty_cycle, 0),
	BOOL(clock_making, invert, 0),
	BOOL(clock_making, combinational, 0),
	BOOL(clock_making, master_given, 0),
	BOOL(clock_making, of_library, 0),
	INT(clock_making, edge[0], 0, INT32_MAX, "an edge", 0),
	REAL(clock_making, shift[0], 0),
	INT(clock_making, edge[1], 0, INT32_MAX, "an edge", 0),
	REAL(clock_making, shift[1], 0),
	INT(clock_making, edge[2], 0, INT32_MAX, "an edge", 0),
	REAL(clock_making, shift[2], 0),
};
static SCHEMA(clock_making_schema, clock_making, 56, NULL);

static const char *check_clock(const void *item)
{
	const struct clock *clock = item;
	bool fits = clock->period > 0 && clock->period < MOST_PERIOD;

	if (!*clock->name)
		return "a clock without a name";
	for (int edge = 0; edge < N_EDGES; edge++)
		fits &= clock->time[edge] >= 0 && clock->time[edge] <= clock->period;
	return fits ? NULL : "a waveform";
}

static const struct field clock_fields[] = {
	STRING(clock, name, "a clock without a name", CHANGES_CLOCKS),
	REAL(clock, period, CHANGES_EDGES),
	REAL(clock, time, CHANGES_EDGES),
	BOOL(clock, propagated, CHANGES_CLOCKS),
	BOOL(clock, add, CHANGES_CLOCKS),
	BOOL(clock, one_cycle, CHANGES_EDGES),
	ARRAY(clock, source, pin_number, n_sources, source_capacity, CHANGES_CLOCKS),
	ID(clock, CLOCK, master, -1, "a master", CHANGES_CLOCKS),
	ID(clock, PIN, master_pin, -1, "a pin of a master", CHANGES_CLOCKS),
	INT(clock, master_edge, RISE, FALL, "an edge", CHANGES_CLOCKS),
	STRUCT(clock, making, clock_making, 0),
	GIVEN(clock, source_latency, CHANGES_EDGES),
	GIVEN(clock, network_latency, CHANGES_EDGES),
	GIVEN(clock, transition, CHANGES_CLOCK_SLEWS),
	GIVEN(clock, uncertainty, CHANGES_ENDS),
};
SCHEMA(clock_schema, clock, 240, check_clock);

static const struct field clock_pin_fields[] = {
	ID(clock_pin, PIN, pin, 0, "a pin", CHANGES_STRUCTURE),
	ID(clock_pin, CLOCK, clock, -1, "a clock at a pin", CHANGES_STRUCTURE),
	BOOL(clock_pin, propagated, CHANGES_STRUCTURE),
	GIVEN(clock_pin, source_latency, CHANGES_STRUCTURE),
	GIVEN(clock_pin, network_latency, CHANGES_STRUCTURE),
	GIVEN(clock_pin, uncertainty, CHANGES_STRUCTURE),
};
SCHEMA(clock_pin_schema, clock_pin, 96, NULL);

static const struct field clock_uncertainty_fields[] = {
	ID(clock_uncertainty, CLOCK_EDGE, from, 0, "an edge of a clock", CHANGES_ENDS),
	ID(clock_uncertainty, CLOCK_EDGE, to, 0, "an edge of a clock", CHANGES_ENDS),
	GIVEN(clock_uncertainty, uncertainty, CHANGES_ENDS),
};
static SCHEMA(clock_uncertainty_schema, clock_uncertainty, 24, NULL);

/* To timing all kinds are the same. */
static const struct field clock_group_fields[] = {
	ROW(clock_group, FIELD_SET, int32_t, set, .most = INT32_MAX - 1,
	    .what = "a set of clock groups", .change = CHANGES_STRUCTURE),
	INT(clock_group, group, 0, INT32_MAX - 1, "a clock group", CHANGES_STRUCTURE),
	ID(clock_group, CLOCK, clock, 0, "a clock of a group", CHANGES_STRUCTURE),
	INT(clock_group, kind, 0, N_CLOCK_GROUP_KINDS - 1, "a kind of clock groups", 0),
};
SCHEMA(clock_group_schema, clock_group, 16, NULL);

static const struct field clock_group_name_fields[] = {
	ROW(clock_group_name, FIELD_SET, int32_t, set, .most = INT32_MAX - 1,
	    .what = "a set of clock groups"),
	STRING(clock_group_name, name, "a set of clock groups without its name", 0),
};
static SCHEMA(clock_group_name_schema, clock_group_name, 16, NULL);

/* ---- ports ---- */

static const struct field external_delay_fields[] = {
	ID(external_delay, PIN, pin, 0, "a pin", CHANGES_STRUCTURE),
	ID(external_delay, CLOCK_EDGE, clock_edge, -1, "an edge of a clock", CHANGES_STRUCTURE),
	ID(external_delay, PIN, reference, -1, "a reference pin", CHANGES_STRUCTURE),
	BOOL(external_delay, source_latency_included, CHANGES_STRUCTURE),
	BOOL(external_delay, network_latency_included, CHANGES_STRUCTURE),
	GIVEN(external_delay, delay, CHANGES_DELAYS),
};
static SCHEMA(external_delay_schema, external_delay, 48, NULL);

static int64_t below_arcs(const struct coding *x, const void *item)
{
	const struct driving_arc *driving = item;

	return x->netlist->library[driving->library]->n_arcs;
}

static const struct field driving_arc_fields[] = {
	ID(driving_arc, LIBRARY, library, 0, "a library", CHANGES_DRIVERS),
	BELOW(driving_arc, arc, 0, below_arcs, "a driving arc", CHANGES_DRIVERS),
	INT(driving_arc, from_edge, RISE, FALL, "an edge", CHANGES_DRIVERS),
	INT(driving_arc, to_edge, RISE, FALL, "an edge", CHANGES_DRIVERS),
	INT(driving_arc, split, EARLY, LATE, "a split", CHANGES_DRIVERS),
	REAL(driving_arc, slew, CHANGES_DRIVERS),
};
SCHEMA(driving_arc_schema, driving_arc, 32, NULL);

static int64_t below_first_driver(const struct coding *x, const void *item)
{
	(void)item;
	return (int64_t)x->constraints->n_driving_arcs + 1;
}

static int64_t below_drivers(const struct coding *x, const void *item)
{
	const struct port_constraint *port = item;

	return below_first_driver(x, item) - port->first_driving_arc;
}

static const char *check_port(const void *item)
{
	const struct port_constraint *port = item;
	bool fits = true;

	for (int c = 0; c < N_SPLITS * N_EDGES; c++)
		fits &= port->fan_out[c / N_EDGES][c % N_EDGES] >= 0;
	return fits ? NULL : "a number of loads";
}

static const struct field port_constraint_fields[] = {
	GIVEN(port_constraint, slew, CHANGES_PORT_SLEWS),
	REAL(port_constraint, load, CHANGES_LOADS),
	REAL(port_constraint, wire_load, CHANGES_LOADS),
	REAL(port_constraint, fan_out, CHANGES_NET_LOADS),
	ROW(port_constraint, FIELD_DRIVING_ARC, int32_t, first_driving_arc,
	    .below = below_first_driver, .what = "a port's driving arcs",
	    .change = CHANGES_DRIVERS),
	ROW(port_constraint, FIELD_INT, int32_t, n_driving_arcs, .below = below_drivers,
	    .what = "a port's driving arcs", .change = CHANGES_DRIVERS),
	BOOL(port_constraint, has_required, CHANGES_STRUCTURE),
	REAL(port_constraint, required, CHANGES_REQUIRED),
};
SCHEMA(port_constraint_schema, port_constraint, 176, check_port);

/* ---- exceptions ---- */

static const struct field point_fields[] = {
	INT(point, kind, POINT_PIN, POINT_CLOCK, "a point", CHANGES_PATHS),
	ID(point, POINT, id, 0, "the pin or clock of a point", CHANGES_PATHS),
	INT(point, edges, 0, EDGES_BOTH, "edges", CHANGES_PATHS),
};
static SCHEMA(point_schema, point, 12, NULL);

static const char *check_points(const void *item)
{
	const struct point_list *list = item;

	return !list->given && list->n ? "points that aren't given" : NULL;
}

static const struct field point_list_fields[] = {
	BOOL(point_list, given, CHANGES_PATHS),
	ARRAY(point_list, point, point, n, capacity, CHANGES_PATHS),
};
SCHEMA(point_list_schema, point_list, 24, check_points);

static const char *check_filter(const void *item)
{
	const struct path_filter *filter = item;
	bool given = true;

	for (int32_t i = 0; i < filter->n_throughs; i++)
		given &= filter->through[i].given;
	return given ? NULL : "a -through";
}

/* Exceptions exclude nothing, and have no rule. */
static const struct field path_filter_fields[] = {
	STRUCT(path_filter, from, point_list, CHANGES_PATHS),
	STRUCT(path_filter, to, point_list, CHANGES_PATHS),
	ARRAY(path_filter, through, point_list, n_throughs, through_capacity, CHANGES_PATHS),
	INT(path_filter, to_edges, 0, EDGES_BOTH, "edges", CHANGES_PATHS),
	ROW(path_filter, FIELD_STRUCT, struct point_list, exclude, .of = &point_list_schema,
	    .change = CHANGES_PATHS, .uncoded = true),
	ROW(path_filter, FIELD_INT, int32_t, rule, .change = CHANGES_PATHS, .uncoded = true),
};
SCHEMA(path_filter_schema, path_filter, 104, check_filter);

static const char *check_exception(const void *item)
{
	const struct exception *exception = item;

	return exception->kind == EXCEPTION_GROUP && !exception->name
		       ? "a path group without a name"
		       : NULL;
}

static const struct field exception_fields[] = {
	INT(exception, kind, EXCEPTION_FALSE, EXCEPTION_MARGIN, "an exception", CHANGES_PATHS),
	BOOL(exception, applies, CHANGES_CHECKS),
	STRUCT(exception, filter, path_filter, CHANGES_PATHS),
	REAL(exception, delay, CHANGES_EXCEPTIONS),
	BOOL(exception, ignore_clock_latency, CHANGES_PATHS),
	BOOL(exception, probe, CHANGES_PATHS),
	INT(exception, multiplier, INT32_MIN, INT32_MAX, "", CHANGES_EXCEPTIONS),
	BOOL(exception, of_start, CHANGES_EXCEPTIONS),
	STRING(exception, name, NULL, CHANGES_EXCEPTIONS),
	ROW(exception, FIELD_LONG, int64_t, line),
};
SCHEMA(exception_schema, exception, 152, check_exception);

/* ---- the rest ---- */

static const struct field case_value_fields[] = {
	ID(case_value, PIN, pin, 0, "a pin", CHANGES_CONSTANTS),
	INT(case_value, value, -1, 1, "a case value", CHANGES_CONSTANTS),
	ROW(case_value, FIELD_BOOL, bool, is_logic, .what = "a logic value",
	    .change = CHANGES_CONSTANTS),
};
static SCHEMA(case_value_schema, case_value, 12, NULL);

static int64_t below_disabled(const struct coding *x, const void *item)
{
	const struct disabled_arc *disabled = item;

	return disabled->master < 0 ? x->netlist->n_pins
				    : x->netlist->master[disabled->master].n_pins;
}

static const struct field disabled_arc_fields[] = {
	ID(disabled_arc, MASTER, master, -1, "a master of disabled arcs", CHANGES_DISABLED),
	ID(disabled_arc, INSTANCE, instance, -1, "an instance of disabled arcs", CHANGES_DISABLED),
	ROW(disabled_arc, FIELD_DISABLED, int32_t, from, .least = -1, .below = below_disabled,
	    .what = "a pin of disabled arcs", .change = CHANGES_DISABLED),
	ROW(disabled_arc, FIELD_DISABLED, int32_t, to, .least = -1, .below = below_disabled,
	    .what = "a pin of disabled arcs", .change = CHANGES_DISABLED),
};
static SCHEMA(disabled_arc_schema, disabled_arc, 16, NULL);

static const struct field derate_fields[] = {
	ID(derate, INSTANCE, instance, -1, "an instance of a derate", CHANGES_DERATES),
	ID(derate, MASTER, master, -1, "a master of a derate", CHANGES_DERATES),
	ID(derate, NET, net, -1, "a net of a derate", CHANGES_DERATES),
	INT(derate, what, 0, 2 * DERATE_DATA - 1, "a derate", CHANGES_DERATES),
	INT(derate, edges, 1, EDGES_BOTH, "edges of a derate", CHANGES_DERATES),
	INT(derate, split, EARLY, LATE, "a split", CHANGES_DERATES),
	REAL(derate, factor, CHANGES_DERATES),
};
static SCHEMA(derate_schema, derate, 40, NULL);

static const char *check_rule(const void *item)
{
	const struct local_rule *rule = item;
	bool is_check = rule->kind == LOCAL_DATA_CHECK, is_sense = rule->kind == LOCAL_SENSE;

	return ((is_check || is_sense) && rule->pin < 0) || is_check != (rule->from >= 0) ||
			       (is_sense && rule->level < 0)
		       ? "a rule without its pin"
		       : NULL;
}

static const struct field local_rule_fields[] = {
	INT(local_rule, kind, 0, N_LOCAL_KINDS - 1, "a kind of rule", CHANGES_STRUCTURE),
	ID(local_rule, PIN, pin, -1, "a pin of a rule", CHANGES_STRUCTURE),
	ID(local_rule, INSTANCE, instance, -1, "an instance of a rule", CHANGES_STRUCTURE),
	ID(local_rule, CLOCK, clock, -1, "a clock of a rule", CHANGES_STRUCTURE),
	ID(local_rule, PIN, from, -1, "a related pin", CHANGES_STRUCTURE),
	INT(local_rule, from_edges, 0, EDGES_BOTH, "edges", CHANGES_STRUCTURE),
	INT(local_rule, edges, 0, EDGES_BOTH, "edges", CHANGES_STRUCTURE),
	INT(local_rule, level, -1, N_CLOCK_SENSES - 1, "a level", CHANGES_STRUCTURE),
	GIVEN(local_rule, value, CHANGES_RULES),
};
SCHEMA(local_rule_schema, local_rule, 64, check_rule);

static const char *check_limit(const void *item)
{
	const struct design_limit *limit = item;
	int n = (limit->pin >= 0) + (limit->instance >= 0) + (limit->master >= 0) +
		(limit->clock >= 0);

	return n > 1 ? "a limit of several objects" : NULL;
}

/* Timing doesn't go by them. */
static const struct field design_limit_fields[] = {
	INT(design_limit, kind, 0, N_LIMIT_KINDS - 1, "a kind of limit", 0),
	INT(design_limit, split, EARLY, LATE, "a split", 0),
	ID(design_limit, PIN, pin, -1, "a pin of a limit", 0),
	ID(design_limit, INSTANCE, instance, -1, "an instance of a limit", 0),
	ID(design_limit, MASTER, master, -1, "a master of a limit", 0),
	ID(design_limit, CLOCK, clock, -1, "a clock of a limit", 0),
	GIVEN(design_limit, value, 0),
};
static SCHEMA(design_limit_schema, design_limit, 56, check_limit);

static const struct field unsupported_fields[] = {
	STRING(unsupported, what, "something unsupported without a name", 0),
};
static SCHEMA(unsupported_schema, unsupported, 8, NULL);

static const struct library *library_at(const struct coding *x, int32_t library)
{
	return library < 0 ? NULL : x->netlist->library[library];
}

static int64_t below_wire_loads(const struct coding *x, const void *item)
{
	const struct library *library = library_at(x, ((const struct wire_model *)item)->library);

	return library ? library->n_wire_loads : 0;
}

static const struct field wire_model_fields[] = {
	ID(wire_model, LIBRARY, library, -1, "a wire load's library", CHANGES_NET_LOADS),
	BELOW(wire_model, load, -1, below_wire_loads, "a wire load", CHANGES_NET_LOADS),
};
static SCHEMA(wire_model_schema, wire_model, 8, NULL);

static int64_t below_conditions(const struct coding *x, const void *item)
{
	const struct operating_conditions *at = item;
	const struct library *library = library_at(x, at->library);

	return library ? library->n_conditions : 0;
}

static const char *check_conditions(const void *item)
{
	const struct operating_conditions *at = item;

	return at->library >= 0 && at->conditions < 0 ? "operating conditions" : NULL;
}

static const struct field operating_conditions_fields[] = {
	ID(operating_conditions, LIBRARY, library, -1, "a library of operating conditions",
	   CHANGES_CONDITIONS),
	BELOW(operating_conditions, conditions, -1, below_conditions, "operating conditions",
	      CHANGES_CONDITIONS),
};
static SCHEMA(operating_conditions_schema, operating_conditions, 8, check_conditions);

/* ---- all of it ---- */

static const struct field constraints_fields[] = {
	ARRAY_UP_TO(constraints, clock, clock, n_clocks, clock_capacity, INT32_MAX / N_EDGES,
		    "clocks", CHANGES_CLOCKS),
	ARRAY(constraints, clock_pin, clock_pin, n_clock_pins, clock_pin_capacity,
	      CHANGES_STRUCTURE),
	ARRAY(constraints, input_delay, external_delay, n_input_delays, input_delay_capacity,
	      CHANGES_STRUCTURE),
	ARRAY(constraints, output_delay, external_delay, n_output_delays, output_delay_capacity,
	      CHANGES_STRUCTURE),
	ARRAY(constraints, uncertainty, clock_uncertainty, n_uncertainties, uncertainty_capacity,
	      CHANGES_ENDS),
	ARRAY(constraints, clock_group, clock_group, n_clock_groups, clock_group_capacity,
	      CHANGES_STRUCTURE),
	ARRAY(constraints, driving_arc, driving_arc, n_driving_arcs, driving_arc_capacity,
	      CHANGES_DRIVERS),
	ARRAY(constraints, exception, exception, n_exceptions, exception_capacity,
	      CHANGES_EXCEPTIONS),
	ARRAY(constraints, case_value, case_value, n_cases, case_capacity, CHANGES_CONSTANTS),
	ARRAY(constraints, disabled, disabled_arc, n_disabled, disabled_capacity, CHANGES_DISABLED),
	ARRAY(constraints, derate, derate, n_derates, derate_capacity, CHANGES_DERATES),
	ARRAY(constraints, local, local_rule, n_locals, local_capacity, CHANGES_STRUCTURE),
	ARRAY(constraints, limit, design_limit, n_limits, limit_capacity, 0),
	ARRAY(constraints, group_name, clock_group_name, n_group_names, group_name_capacity, 0),
	ARRAY_UP_TO(constraints, unsupported, unsupported, n_unsupported, unsupported_capacity,
		    MOST_UNSUPPORTED, "commands left out", 0),
};
SCHEMA(constraints_arrays, constraints, 496, NULL);

static const struct field settings_fields[] = {
	STRUCT(constraints, wire_model, wire_model, CHANGES_NET_LOADS),
	STRUCT(constraints, conditions, operating_conditions, CHANGES_CONDITIONS),
	ROW(constraints, FIELD_BOOL, bool, is_single, .what = "an analysis type",
	    .change = CHANGES_CONDITIONS),
};
const struct schema constraints_settings = {.size = sizeof(struct constraints),
					    .n = sizeof settings_fields / sizeof *settings_fields,
					    .field = settings_fields};
