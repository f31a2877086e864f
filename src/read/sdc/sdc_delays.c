/* Arrivals at inputs and demands on outputs: set_input_delay, set_output_delay. */
#include <string.h>

#include "base/grow.h"
#include "read/sdc/sdc_impl.h"

enum {
	DELAY_CLOCK,
	DELAY_CLOCK_FALL,
	DELAY_RISE,
	DELAY_FALL,
	DELAY_MAX,
	DELAY_MIN,
	DELAY_ADD,
	DELAY_SOURCE_LATENCY,
	DELAY_NETWORK_LATENCY,
	DELAY_REFERENCE
};

static const struct sdc_option delay_options[] = {
	[DELAY_CLOCK] = {"-clock", SDC_WORD, "CLOCK", "the clock that it is counted from"},
	[DELAY_CLOCK_FALL] = {"-clock_fall", SDC_FLAG, NULL, "from its falling edge"},
	[DELAY_RISE] = {"-rise", SDC_FLAG, NULL, "of the rising edge only"},
	[DELAY_FALL] = {"-fall", SDC_FLAG, NULL, "of the falling edge only"},
	[DELAY_MAX] = {"-max", SDC_FLAG, NULL, "for setup only"},
	[DELAY_MIN] = {"-min", SDC_FLAG, NULL, "for hold only"},
	[DELAY_ADD] = {"-add_delay", SDC_FLAG, NULL, "besides what other clocks' edges bring"},
	[DELAY_SOURCE_LATENCY] = {"-source_latency_included", SDC_FLAG, NULL,
				  "the clock's source latency is part of it"},
	[DELAY_NETWORK_LATENCY] = {"-network_latency_included", SDC_FLAG, NULL,
				   "the clock's network latency is part of it"},
	[DELAY_REFERENCE] = {"-reference_pin", SDC_WORD, "PIN",
			     "the clock's arrival at this pin counts"},
	{0},
};

/* ---- the delays of a pin ---- */

static struct external_delay *delays_of(struct sdc *s, bool input, int32_t *n)
{
	*n = input ? s->constraints->n_input_delays : s->constraints->n_output_delays;
	return input ? s->constraints->input_delay : s->constraints->output_delay;
}

/* Chain the delays that aren't yet to the others of their pins. */
static enum status chain_delays(struct sdc *s, bool input)
{
	struct sdc_chain *chain = &s->chain[input];
	int32_t n;
	const struct external_delay *delay = delays_of(s, input, &n);

	if (!chain->head) {
		TRY(ALLOC(&chain->head, s->netlist->n_pins));
		memset(chain->head, -1, (size_t)s->netlist->n_pins * sizeof *chain->head);
	}
	TRY(GROW(&chain->next, &chain->capacity, n));
	for (; chain->n < n; chain->n++) {
		int32_t pin = delay[chain->n].pin;

		chain->next[chain->n] = chain->head[pin];
		chain->head[pin] = chain->n;
	}
	return STATUS_OK;
}

/* Without -add_delay a delay goes before all that the pin has in these corners. What is left with
 * no corner is taken out at the end. */
static void clear_others(struct sdc *s, bool input, const struct external_delay *with, int splits,
			 int edges)
{
	int32_t n;
	struct external_delay *delay = delays_of(s, input, &n);

	for (int32_t i = s->chain[input].head[with->pin]; i >= 0; i = s->chain[input].next[i]) {
		if (delay[i].clock_edge != with->clock_edge)
			sdc_set_corners(delay[i].delay, splits, edges, NOT_GIVEN);
	}
}

static struct external_delay *find_delay(struct sdc *s, bool input, int32_t pin, int32_t clock_edge)
{
	int32_t n;
	struct external_delay *delay = delays_of(s, input, &n);

	for (int32_t i = s->chain[input].head[pin]; i >= 0; i = s->chain[input].next[i]) {
		if (delay[i].clock_edge == clock_edge)
			return &delay[i];
	}
	return NULL;
}

static bool counts_alike(const struct external_delay *a, const struct external_delay *b)
{
	return a->reference == b->reference &&
	       a->source_latency_included == b->source_latency_included &&
	       a->network_latency_included == b->network_latency_included;
}

/* Of two values for a corner, with -add_delay, the one that leaves less time. */
static double worse(enum split split, double a, double b)
{
	return (split == LATE) == (a > b) ? a : b;
}

/* One delay a pin and clock edge, corner by corner the last value given, or with -add_delay the worse. */
static enum status put_delay(struct sdc *s, const struct sdc_call *call, bool input,
			     const struct external_delay *delay)
{
	int splits = sdc_splits(call, DELAY_MIN, DELAY_MAX);
	int edges = sdc_edges(call, DELAY_RISE, DELAY_FALL);
	struct external_delay *old;

	TRY(chain_delays(s, input));
	if (!sdc_has(call, DELAY_ADD))
		clear_others(s, input, delay, splits, edges);
	old = find_delay(s, input, delay->pin, delay->clock_edge);
	if (!old)
		return constraints_add_external(s->constraints, input, delay);
	if (sdc_has(call, DELAY_ADD) && !counts_alike(old, delay))
		sdc_unsupported(
			s, call,
			"-add_delay with another reference pin or latency for the same edge is");
	for (int c = 0; c < N_SPLITS * N_EDGES; c++) {
		double *to = &old->delay[c / N_EDGES][c % N_EDGES];
		double value = delay->delay[c / N_EDGES][c % N_EDGES];

		if (is_given(value))
			*to = sdc_has(call, DELAY_ADD) && is_given(*to)
				      ? worse((enum split)(c / N_EDGES), *to, value)
				      : value;
	}
	old->reference = delay->reference;
	old->source_latency_included = delay->source_latency_included;
	old->network_latency_included = delay->network_latency_included;
	return STATUS_OK;
}

/* ---- the commands ---- */

static bool has_clock(const struct sdc *s, int32_t pin, int32_t clock)
{
	SDC_EACH_SOURCE(s, pin, at)
	{
		if (s->sources.item[at].clock == clock)
			return true;
	}
	return false;
}

/* A delay at what can't have it is skipped: an input delay of an output, the other way round, and
 * one that is counted from the clock that is defined there. */
static bool is_wrong_port(struct sdc *s, const struct sdc_call *call, struct sdc_object object,
			  int32_t clock_edge, bool input)
{
	enum lib_direction direction = netlist_pin_direction(s->netlist, object.id);

	if (clock_edge >= 0 && has_clock(s, object.id, clock_edge / N_EDGES)) {
		sdc_warn(s, "%s: clock \"%s\" is defined at that %s itself, skipped",
			 call->command->name, s->constraints->clock[clock_edge / N_EDGES].name,
			 sdc_kind_name(object.kind));
		return true;
	}
	if (object.kind != SDC_PORT || direction != (input ? LIB_OUTPUT : LIB_INPUT))
		return false;
	sdc_warn(s, "%s: port \"%s\" is an %s", call->command->name,
		 names_get(&s->netlist->port_name, object.id), input ? "output" : "input");
	return true;
}

static enum status take_edge(struct sdc *s, const struct sdc_call *call, int32_t *clock_edge,
			     bool *skip)
{
	int32_t clock;

	*clock_edge = -1;
	*skip = false;
	if (!sdc_has(call, DELAY_CLOCK)) {
		if (sdc_has(call, DELAY_CLOCK_FALL))
			return sdc_fail(call, "-clock_fall without -clock");
		return STATUS_OK;
	}
	TRY(sdc_take_clock(s, call, sdc_value(call, DELAY_CLOCK), &clock));
	*skip = clock < 0;
	if (clock >= 0)
		*clock_edge = CLOCK_EDGE(clock, sdc_has(call, DELAY_CLOCK_FALL) ? FALL : RISE);
	return STATUS_OK;
}

/* A latency of a pin takes precedence over the clock's. */
static enum status take_reference(struct sdc *s, const struct sdc_call *call,
				  struct external_delay *delay, bool *skip)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects pins = {0};

	delay->reference = -1;
	if (!sdc_has(call, DELAY_REFERENCE))
		return STATUS_OK;
	if (delay->clock_edge < 0)
		return sdc_fail(call, "-reference_pin without -clock");
	if (delay->source_latency_included || delay->network_latency_included) {
		sdc_warn(s, "%s: %s is ignored with -reference_pin", call->command->name,
			 delay->source_latency_included ? "-source_latency_included"
							: "-network_latency_included");
		delay->source_latency_included = delay->network_latency_included = false;
	}
	TRY(sdc_take_pins(s, call, sdc_value(call, DELAY_REFERENCE), &pins));
	if (pins.n > 1)
		return sdc_fail(call, "-reference_pin is more than one pin");
	*skip = !pins.n;
	delay->reference = pins.n ? pins.item[0].id : -1;
	return STATUS_OK;
}

static enum status put_delays(struct sdc *s, const struct sdc_call *call, bool input,
			      struct external_delay *delay)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects pins = {0};

	TRY(sdc_need_pins(s, call, call->argument[1], &pins));
	TRY(sdc_link_sources(s));
	for (int32_t i = 0; i < pins.n; i++) {
		if (is_wrong_port(s, call, pins.item[i], delay->clock_edge, input))
			continue;
		delay->pin = pins.item[i].id;
		TRY(put_delay(s, call, input, delay));
	}
	return STATUS_OK;
}

static enum status set_delay(struct sdc *s, const struct sdc_call *call)
{
	bool input = sdc_is_called(call, "set_input_delay"), skip;
	struct external_delay delay = {
		.source_latency_included = sdc_has(call, DELAY_SOURCE_LATENCY),
		.network_latency_included = sdc_has(call, DELAY_NETWORK_LATENCY),
	};
	double time;

	TRY(sdc_number_of(call, call->argument[0], "the delay", &time));
	TRY(take_edge(s, call, &delay.clock_edge, &skip));
	if (skip) {
		sdc_lose(s, call, "its clock isn't there");
		return STATUS_OK;
	}
	TRY(take_reference(s, call, &delay, &skip));
	if (skip) {
		sdc_lose(s, call, "its reference pin isn't there");
		return STATUS_OK;
	}
	sdc_set_corners(delay.delay, EDGES_BOTH, EDGES_BOTH, NOT_GIVEN);
	sdc_set_corners(delay.delay, sdc_splits(call, DELAY_MIN, DELAY_MAX),
			sdc_edges(call, DELAY_RISE, DELAY_FALL), time * s->time_unit);
	return put_delays(s, call, input, &delay);
}

/* ---- taking back ---- */

static const struct sdc_option unset_options[] = {
	[DELAY_CLOCK] = {"-clock", SDC_WORD, "CLOCK", "that counted from this clock"},
	[DELAY_CLOCK_FALL] = {"-clock_fall", SDC_FLAG, NULL, "from its falling edge"},
	[DELAY_RISE] = {"-rise", SDC_FLAG, NULL, "of the rising edge only"},
	[DELAY_FALL] = {"-fall", SDC_FLAG, NULL, "of the falling edge only"},
	[DELAY_MAX] = {"-max", SDC_FLAG, NULL, "for setup only"},
	[DELAY_MIN] = {"-min", SDC_FLAG, NULL, "for hold only"},
	{0},
};

static void clear_delay(struct sdc *s, const struct sdc_call *call, bool input, int32_t pin,
			int32_t clock_edge)
{
	struct external_delay *delay = find_delay(s, input, pin, clock_edge);

	if (delay)
		sdc_set_corners(delay->delay, sdc_splits(call, DELAY_MIN, DELAY_MAX),
				sdc_edges(call, DELAY_RISE, DELAY_FALL), NOT_GIVEN);
}

static enum status unset_delay(struct sdc *s, const struct sdc_call *call)
{
	bool input = sdc_is_called(call, "unset_input_delay"), skip;
	RELEASED_BY(sdc_objects_release) struct sdc_objects pins = {0};
	int32_t clock_edge;

	TRY(take_edge(s, call, &clock_edge, &skip));
	TRY(chain_delays(s, input));
	TRY(sdc_take_pins(s, call, call->argument[0], &pins));
	for (int32_t i = 0; i < pins.n && !skip; i++)
		clear_delay(s, call, input, pins.item[i].id, clock_edge);
	return STATUS_OK;
}

const struct sdc_command sdc_delay_commands[] = {
	{"set_input_delay", "TIME PINS", 2, 2,
	 "Set arrival times at inputs, after an edge of a clock", delay_options, set_delay,
	 SDC_DONE},
	{"set_output_delay", "TIME PINS", 2, 2,
	 "Set required times at outputs, before an edge of a clock", delay_options, set_delay,
	 SDC_DONE},
	{"unset_input_delay", "PINS", 1, 1, "Remove this constraint", unset_options, unset_delay,
	 SDC_DONE},
	{"unset_output_delay", "PINS", 1, 1, "Remove this constraint", unset_options, unset_delay,
	 SDC_DONE},
	{0},
};
