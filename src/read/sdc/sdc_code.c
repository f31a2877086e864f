/*
 * Constraints as bytes. Each function here puts a thing down, or takes it up and checks it, so that
 * both sides are written once. Numbers are as the machine has them: both sides are the same
 * program.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/units.h"
#include "read/sdc/sdc_impl.h"

enum { STREAM_VERSION = 0x5dc00008 };

/* ---- coding ---- */

struct coder {
	struct text *out;     /* NULL = taking apart */
	const char *at, *end; /* what is left */
	const char *wrong;    /* what was wrong first */
	const struct netlist *netlist;
	struct constraints *constraints;
};

static void code_bytes(struct coder *c, void *data, int64_t n)
{
	if (c->out) {
		text_append(c->out, data, n);
	} else if (c->wrong || c->end - c->at < n) {
		c->wrong = c->wrong ? c->wrong : "it ends too early";
		memset(data, 0, (size_t)n);
	} else {
		memcpy(data, c->at, (size_t)n);
		c->at += n;
	}
}

static void code_wrong(struct coder *c, const char *what)
{
	if (!c->wrong)
		c->wrong = what;
}

/* A whole number of a range; what isn't in it becomes its least. */
static int64_t code_whole(struct coder *c, int64_t value, int64_t least, int64_t most,
			  const char *what)
{
	int32_t n = (int32_t)value;

	code_bytes(c, &n, sizeof n);
	if (!c->out && (n < least || n > most)) {
		code_wrong(c, what);
		n = (int32_t)least;
	}
	return n;
}

static void code_id(struct coder *c, int32_t *id, int32_t least, int32_t n, const char *what)
{
	*id = (int32_t)code_whole(c, *id, least, (int64_t)n - 1, what);
}

static void code_bool(struct coder *c, bool *value)
{
	*value = code_whole(c, *value, 0, 1, "a flag");
}

static void code_edge(struct coder *c, enum edge *edge)
{
	*edge = (enum edge)code_whole(c, *edge, RISE, FALL, "an edge");
}

static void code_split(struct coder *c, enum split *split)
{
	*split = (enum split)code_whole(c, *split, EARLY, LATE, "a split");
}

static void code_real(struct coder *c, double *value)
{
	code_bytes(c, value, sizeof *value);
	if (c->out || is_in_range(*value))
		return;
	code_wrong(c, "a number");
	*value = 0;
}

/* The same, or not given. */
static void code_given(struct coder *c, double *value, int n)
{
	for (int i = 0; i < n; i++) {
		bool given = is_given(value[i]);

		code_bool(c, &given);
		if (given)
			code_real(c, &value[i]);
		else
			value[i] = NOT_GIVEN;
	}
}

static void code_corners(struct coder *c, double value[N_SPLITS][N_EDGES])
{
	code_given(c, &value[0][0], N_SPLITS * N_EDGES);
}

/* Without control characters. */
static bool is_clean(const char *name)
{
	for (; *name; name++) {
		if ((unsigned char)*name < 0x20 || *name == 0x7f)
			return false;
	}
	return true;
}

/* An owned string, NULL when it isn't there. */
static void code_string(struct coder *c, char **string)
{
	int32_t n = *string ? (int32_t)strlen(*string) : -1;

	code_id(c, &n, -1, SDC_MOST_TEXT, "the length of a name");
	if (n < 0)
		return;
	if (c->out) {
		text_append(c->out, *string, n);
		return;
	}
	if (c->end - c->at < n) {
		code_wrong(c, "it ends too early");
		return;
	}
	*string = strndup(c->at, (size_t)n);
	c->at += n;
	if (!*string || !is_clean(*string))
		code_wrong(c, "a name");
}

/* How many of something follow; each takes a byte or more. */
static void code_count(struct coder *c, int32_t *n)
{
	*n = (int32_t)code_whole(c, *n, 0, c->out ? INT32_MAX : c->end - c->at, "a count");
}

/*
 * An array of a thing, zeroed before it is taken up. When memory or the stream ends, the array
 * holds what was taken.
 */
#define CODE_ARRAY(c, array, n, capacity, code)                                                    \
	do {                                                                                       \
		int32_t code_n = (n);                                                              \
		code_count((c), &code_n);                                                          \
		for (int32_t code_i = 0; code_i < code_n && !(c)->wrong; code_i++) {               \
			if (!(c)->out) {                                                           \
				if (GROW(&(array), &(capacity), (int64_t)code_i + 1) !=            \
				    STATUS_OK) {                                                   \
					code_wrong((c), "out of memory");                          \
					break;                                                     \
				}                                                                  \
				memset(&(array)[code_i], 0, sizeof *(array));                      \
				(n) = code_i + 1;                                                  \
			}                                                                          \
			code((c), &(array)[code_i]);                                               \
		}                                                                                  \
	} while (0)

/* ---- the things of constraints ---- */

static void code_pin(struct coder *c, int32_t *pin)
{
	code_id(c, pin, 0, c->netlist->n_pins, "a pin");
}

static void code_clock_edge(struct coder *c, int32_t *edge, int32_t least)
{
	code_id(c, edge, least, c->constraints->n_clocks * N_EDGES, "an edge of a clock");
}

static void code_making(struct coder *c, struct clock_making *making)
{
	making->divide_by = (int32_t)code_whole(c, making->divide_by, 0, INT32_MAX, "a divisor");
	making->multiply_by = (int32_t)code_whole(c, making->multiply_by, 0, INT32_MAX, "a factor");
	code_real(c, &making->duty_cycle);
	code_bool(c, &making->invert);
	code_bool(c, &making->combinational);
	code_bool(c, &making->master_given);
	code_bool(c, &making->of_library);
	for (int i = 0; i < 3; i++) {
		making->edge[i] = (int32_t)code_whole(c, making->edge[i], 0, INT32_MAX, "an edge");
		code_real(c, &making->shift[i]);
	}
}

/* Clocks refer to each other: their number comes first. */
static void code_clock(struct coder *c, struct clock *clock)
{
	int64_t capacity = 0;

	code_string(c, &clock->name);
	if (!clock->name || !*clock->name)
		code_wrong(c, "a clock without a name");
	code_real(c, &clock->period);
	for (int edge = 0; edge < N_EDGES; edge++) {
		code_real(c, &clock->time[edge]);
		if (!(clock->period > 0 && clock->period < MOST_PERIOD && clock->time[edge] >= 0 &&
		      clock->time[edge] <= clock->period))
			code_wrong(c, "a waveform");
	}
	code_bool(c, &clock->propagated);
	code_bool(c, &clock->add);
	code_bool(c, &clock->one_cycle);
	CODE_ARRAY(c, clock->source, clock->n_sources, capacity, code_pin);
	code_id(c, &clock->master, -1, c->constraints->n_clocks, "a master");
	code_id(c, &clock->master_pin, -1, c->netlist->n_pins, "a pin of a master");
	for (int edge = 0; edge < N_EDGES; edge++)
		code_edge(c, &clock->master_edge[edge]);
	code_making(c, &clock->making);
	code_corners(c, clock->source_latency);
	code_corners(c, clock->network_latency);
	code_corners(c, clock->transition);
	code_given(c, clock->uncertainty, N_SPLITS);
}

/* Each is another, and found by its name. */
static void code_names_of_clocks(struct coder *c)
{
	bool twice;

	if (constraints_name_clocks(c->constraints, &twice) != STATUS_OK)
		code_wrong(c, "out of memory");
	else if (twice)
		code_wrong(c, "two clocks of one name");
}

static void code_clocks(struct coder *c)
{
	struct constraints *constraints = c->constraints;
	int32_t n = constraints->n_clocks;

	code_count(c, &n);
	if (!c->out && !c->wrong) {
		if (n > INT32_MAX / N_EDGES ||
		    GROW(&constraints->clock, &constraints->clock_capacity, n) != STATUS_OK) {
			code_wrong(c, "the number of clocks");
			return;
		}
		if (n)
			memset(constraints->clock, 0, (size_t)n * sizeof *constraints->clock);
		constraints->n_clocks = n;
	}
	for (int32_t i = 0; i < constraints->n_clocks && !c->wrong; i++)
		code_clock(c, &constraints->clock[i]);
	if (!c->out && !c->wrong)
		code_names_of_clocks(c);
}

static void code_clock_pin(struct coder *c, struct clock_pin *at)
{
	code_pin(c, &at->pin);
	code_id(c, &at->clock, -1, c->constraints->n_clocks, "a clock at a pin");
	code_bool(c, &at->propagated);
	code_corners(c, at->source_latency);
	code_corners(c, at->network_latency);
	code_given(c, at->uncertainty, N_SPLITS);
}

static void code_external(struct coder *c, struct external_delay *delay)
{
	code_pin(c, &delay->pin);
	code_clock_edge(c, &delay->clock_edge, -1);
	code_id(c, &delay->reference, -1, c->netlist->n_pins, "a reference pin");
	code_bool(c, &delay->source_latency_included);
	code_bool(c, &delay->network_latency_included);
	code_corners(c, delay->delay);
}

static void code_uncertainty(struct coder *c, struct clock_uncertainty *uncertainty)
{
	code_clock_edge(c, &uncertainty->from, 0);
	code_clock_edge(c, &uncertainty->to, 0);
	code_given(c, uncertainty->uncertainty, N_SPLITS);
}

static void code_clock_group(struct coder *c, struct clock_group *group)
{
	code_id(c, &group->set, 0, INT32_MAX, "a set of clock groups");
	code_id(c, &group->group, 0, INT32_MAX, "a clock group");
	code_id(c, &group->clock, 0, c->constraints->n_clocks, "a clock of a group");
	group->kind = (enum clock_group_kind)code_whole(c, group->kind, 0, N_CLOCK_GROUP_KINDS - 1,
							"a kind of clock groups");
}

static void code_driving_arc(struct coder *c, struct driving_arc *driving)
{
	code_id(c, &driving->library, 0, c->netlist->n_libraries, "a library");
	code_id(c, &driving->arc, 0, c->wrong ? 1 : c->netlist->library[driving->library]->n_arcs,
		"a driving arc");
	code_edge(c, &driving->from_edge);
	code_edge(c, &driving->to_edge);
	code_split(c, &driving->split);
	code_real(c, &driving->slew);
}

/* ---- exceptions ---- */

static void code_edges(struct coder *c, int32_t *edges)
{
	*edges = (int32_t)code_whole(c, *edges, 0, EDGES_BOTH, "edges");
}

static void code_point(struct coder *c, struct point *point)
{
	point->kind =
		(enum point_kind)code_whole(c, point->kind, POINT_PIN, POINT_CLOCK, "a point");
	code_id(c, &point->id, 0,
		point->kind == POINT_PIN ? c->netlist->n_pins : c->constraints->n_clocks,
		"the pin or clock of a point");
	code_edges(c, &point->edges);
}

static void code_points(struct coder *c, struct point_list *list)
{
	code_bool(c, &list->given);
	CODE_ARRAY(c, list->point, list->n, list->capacity, code_point);
	if (!list->given && list->n)
		code_wrong(c, "points that aren't given");
}

static void code_filter(struct coder *c, struct path_filter *filter)
{
	int64_t capacity = filter->n_throughs;

	code_points(c, &filter->from);
	code_points(c, &filter->to);
	CODE_ARRAY(c, filter->through, filter->n_throughs, capacity, code_points);
	for (int32_t i = 0; i < filter->n_throughs; i++) {
		if (!filter->through[i].given)
			code_wrong(c, "a -through");
	}
	code_edges(c, &filter->to_edges);
}

static void code_exception(struct coder *c, struct exception *exception)
{
	exception->kind = (enum exception_kind)code_whole(c, exception->kind, EXCEPTION_FALSE,
							  EXCEPTION_MARGIN, "an exception");
	for (int split = 0; split < N_SPLITS; split++)
		code_bool(c, &exception->applies[split]);
	code_filter(c, &exception->filter);
	code_real(c, &exception->delay);
	code_bool(c, &exception->ignore_clock_latency);
	code_bool(c, &exception->probe);
	exception->multiplier =
		(int32_t)code_whole(c, exception->multiplier, INT32_MIN, INT32_MAX, "");
	code_bool(c, &exception->of_start);
	code_string(c, &exception->name);
	if (exception->kind == EXCEPTION_GROUP && !exception->name)
		code_wrong(c, "a path group without a name");
	code_bytes(c, &exception->line, sizeof exception->line);
}

/* ---- the rest ---- */

static void code_case(struct coder *c, struct case_value *value)
{
	code_pin(c, &value->pin);
	value->value = (int32_t)code_whole(c, value->value, -1, 1, "a case value");
	value->is_logic = code_whole(c, value->is_logic, 0, 1, "a logic value");
}

static void code_disabled(struct coder *c, struct disabled_arc *disabled)
{
	int32_t n_pins = c->netlist->n_pins;

	code_id(c, &disabled->master, -1, c->netlist->n_masters, "a master of disabled arcs");
	if (disabled->master >= 0)
		n_pins = c->netlist->master[disabled->master].n_pins;
	code_id(c, &disabled->instance, -1, c->netlist->n_instances,
		"an instance of disabled arcs");
	code_id(c, &disabled->from, -1, n_pins, "a pin of disabled arcs");
	code_id(c, &disabled->to, -1, n_pins, "a pin of disabled arcs");
}

static void code_derate(struct coder *c, struct derate *derate)
{
	code_id(c, &derate->instance, -1, c->netlist->n_instances, "an instance of a derate");
	code_id(c, &derate->master, -1, c->netlist->n_masters, "a master of a derate");
	code_id(c, &derate->net, -1, c->netlist->n_nets, "a net of a derate");
	derate->what = (int32_t)code_whole(c, derate->what, 0, 2 * DERATE_DATA - 1, "a derate");
	derate->edges = (int32_t)code_whole(c, derate->edges, 1, EDGES_BOTH, "edges of a derate");
	code_split(c, &derate->split);
	code_real(c, &derate->factor);
}

static void code_local(struct coder *c, struct local_rule *rule)
{
	rule->kind =
		(enum local_kind)code_whole(c, rule->kind, 0, N_LOCAL_KINDS - 1, "a kind of rule");
	code_id(c, &rule->pin, -1, c->netlist->n_pins, "a pin of a rule");
	code_id(c, &rule->instance, -1, c->netlist->n_instances, "an instance of a rule");
	code_id(c, &rule->clock, -1, c->constraints->n_clocks, "a clock of a rule");
	code_id(c, &rule->from, -1, c->netlist->n_pins, "a related pin");
	code_edges(c, &rule->from_edges);
	code_edges(c, &rule->edges);
	code_id(c, &rule->level, -1, N_CLOCK_SENSES, "a level");
	code_corners(c, rule->value);
	if (((rule->kind == LOCAL_DATA_CHECK || rule->kind == LOCAL_SENSE) && rule->pin < 0) ||
	    (rule->kind == LOCAL_DATA_CHECK) != (rule->from >= 0) ||
	    (rule->kind == LOCAL_SENSE && rule->level < 0))
		code_wrong(c, "a rule without its pin");
}

static void code_limit(struct coder *c, struct design_limit *limit)
{
	limit->kind = (enum limit_kind)code_whole(c, limit->kind, 0, N_LIMIT_KINDS - 1,
						  "a kind of limit");
	code_split(c, &limit->split);
	code_id(c, &limit->pin, -1, c->netlist->n_pins, "a pin of a limit");
	code_id(c, &limit->instance, -1, c->netlist->n_instances, "an instance of a limit");
	code_id(c, &limit->master, -1, c->netlist->n_masters, "a master of a limit");
	code_id(c, &limit->clock, -1, c->constraints->n_clocks, "a clock of a limit");
	code_corners(c, limit->value);
	if ((limit->pin >= 0) + (limit->instance >= 0) + (limit->master >= 0) +
		    (limit->clock >= 0) >
	    1)
		code_wrong(c, "a limit of several objects");
}

static void code_group_name(struct coder *c, struct clock_group_name *name)
{
	code_id(c, &name->set, 0, INT32_MAX, "a set of clock groups");
	code_string(c, &name->name);
	if (!name->name)
		code_wrong(c, "a set of clock groups without its name");
}

static void code_unsupported(struct coder *c, struct unsupported *unsupported)
{
	code_string(c, &unsupported->what);
	if (!unsupported->what)
		code_wrong(c, "something unsupported without a name");
}

static void code_port(struct coder *c, struct port_constraint *port)
{
	int32_t n = c->constraints->n_driving_arcs;

	code_corners(c, port->slew);
	for (int i = 0; i < N_SPLITS * N_EDGES; i++)
		code_real(c, &port->load[i / N_EDGES][i % N_EDGES]);
	for (int i = 0; i < N_SPLITS * N_EDGES; i++)
		code_real(c, &port->wire_load[i / N_EDGES][i % N_EDGES]);
	for (int i = 0; i < N_SPLITS * N_EDGES; i++) {
		code_real(c, &port->fan_out[i / N_EDGES][i % N_EDGES]);
		if (port->fan_out[i / N_EDGES][i % N_EDGES] < 0)
			code_wrong(c, "a number of loads");
	}
	code_id(c, &port->first_driving_arc, 0, n + 1, "a port's driving arcs");
	code_id(c, &port->n_driving_arcs, 0, n - port->first_driving_arc + 1,
		"a port's driving arcs");
	code_bool(c, &port->has_required);
	for (int i = 0; i < N_SPLITS * N_EDGES; i++)
		code_real(c, &port->required[i / N_EDGES][i % N_EDGES]);
}

static bool is_plain_port(const struct port_constraint *port)
{
	bool plain = !port->has_required && port->n_driving_arcs == 0;

	for (int i = 0; i < N_SPLITS * N_EDGES; i++)
		plain = plain && !is_given(port->slew[i / N_EDGES][i % N_EDGES]) &&
			port_load(port, i / N_EDGES, i % N_EDGES) == 0 &&
			port->fan_out[i / N_EDGES][i % N_EDGES] == 0;
	return plain;
}

/* Many ports and nets have no settings: a list of numbers with their settings, closed by -1.
 */
static void code_ports(struct coder *c)
{
	int32_t n = c->constraints->n_ports, id = -1;

	if (c->out) {
		for (id = 0; id < n; id++) {
			if (is_plain_port(&c->constraints->port[id]))
				continue;
			code_id(c, &id, -1, n, "a port");
			code_port(c, &c->constraints->port[id]);
		}
		id = -1;
		code_id(c, &id, -1, n, "a port");
		return;
	}
	for (;;) {
		code_id(c, &id, -1, n, "a port");
		if (id < 0 || c->wrong)
			return;
		code_port(c, &c->constraints->port[id]);
	}
}

static void code_net_loads(struct coder *c)
{
	struct constraints *constraints = c->constraints;
	int32_t n = constraints->n_nets, id = -1;
	bool any = constraints->net_load;

	code_bool(c, &any);
	if (!any)
		return;
	if (!c->out && ALLOC(&constraints->net_load, n) != STATUS_OK) {
		code_wrong(c, "out of memory");
		return;
	}
	for (id = 0; id < n && !c->out; id++)
		constraints->net_load[id] = NOT_GIVEN;
	for (id = 0; id < n && c->out; id++) {
		if (!is_given(constraints->net_load[id]))
			continue;
		code_id(c, &id, -1, n, "a net");
		code_real(c, &constraints->net_load[id]);
	}
	for (id = -1;;) {
		code_id(c, &id, -1, n, "a net");
		if (id < 0 || c->wrong || c->out)
			return;
		code_real(c, &constraints->net_load[id]);
	}
}

static void code_wire_load(struct coder *c)
{
	for (int split = 0; split < N_SPLITS; split++) {
		struct wire_model *k = &c->constraints->wire_model[split];
		int32_t n = c->netlist->n_libraries;

		k->library = (int32_t)code_whole(c, k->library, -1, n - 1, "a wire load's library");
		n = c->at <= c->end && k->library >= 0
			    ? c->netlist->library[k->library]->n_wire_loads
			    : 0;
		k->load = (int32_t)code_whole(c, k->load, -1, n - 1, "a wire load");
	}
}

static void code_conditions(struct coder *c)
{
	for (int split = 0; split < N_SPLITS; split++) {
		struct operating_conditions *k = &c->constraints->conditions[split];
		int32_t n = c->netlist->n_libraries;

		k->library = (int32_t)code_whole(c, k->library, -1, n - 1,
						 "a library of operating conditions");
		n = c->at <= c->end && k->library >= 0
			    ? c->netlist->library[k->library]->n_conditions
			    : 0;
		k->conditions = (int32_t)code_whole(c, k->conditions, k->library < 0 ? -1 : 0,
						    n - 1, "operating conditions");
	}
	c->constraints->is_single =
		code_whole(c, c->constraints->is_single, 0, 1, "an analysis type") != 0;
}

static void code_all(struct coder *c)
{
	struct constraints *k = c->constraints;

	code_whole(c, STREAM_VERSION, STREAM_VERSION, STREAM_VERSION, "the version");
	code_clocks(c);
	CODE_ARRAY(c, k->clock_pin, k->n_clock_pins, k->clock_pin_capacity, code_clock_pin);
	CODE_ARRAY(c, k->input_delay, k->n_input_delays, k->input_delay_capacity, code_external);
	CODE_ARRAY(c, k->output_delay, k->n_output_delays, k->output_delay_capacity, code_external);
	CODE_ARRAY(c, k->uncertainty, k->n_uncertainties, k->uncertainty_capacity,
		   code_uncertainty);
	CODE_ARRAY(c, k->clock_group, k->n_clock_groups, k->clock_group_capacity, code_clock_group);
	CODE_ARRAY(c, k->driving_arc, k->n_driving_arcs, k->driving_arc_capacity, code_driving_arc);
	CODE_ARRAY(c, k->exception, k->n_exceptions, k->exception_capacity, code_exception);
	CODE_ARRAY(c, k->case_value, k->n_cases, k->case_capacity, code_case);
	CODE_ARRAY(c, k->disabled, k->n_disabled, k->disabled_capacity, code_disabled);
	CODE_ARRAY(c, k->derate, k->n_derates, k->derate_capacity, code_derate);
	CODE_ARRAY(c, k->local, k->n_locals, k->local_capacity, code_local);
	CODE_ARRAY(c, k->limit, k->n_limits, k->limit_capacity, code_limit);
	CODE_ARRAY(c, k->group_name, k->n_group_names, k->group_name_capacity, code_group_name);
	CODE_ARRAY(c, k->unsupported, k->n_unsupported, k->unsupported_capacity, code_unsupported);
	code_ports(c);
	code_net_loads(c);
	code_wire_load(c);
	code_conditions(c);
	if (!c->out && c->at < c->end)
		code_wrong(c, "there is more after its end");
}

enum status sdc_put_constraints(const struct netlist *netlist, struct constraints *constraints,
				struct text *out)
{
	struct coder c = {.out = out, .netlist = netlist, .constraints = constraints};

	code_all(&c);
	return text_status(out);
}

const char *sdc_take_constraints(const char *data, int64_t length, const struct netlist *netlist,
				 struct constraints *constraints)
{
	struct coder c = {
		.at = data, .end = data + length, .netlist = netlist, .constraints = constraints};

	code_all(&c);
	return c.wrong;
}
