/*
 * set_propagated_clock and set_clock_latency, of clocks and of pins. A setting of a pin that is the only
 * source of a clock is the clock's, but for latency of the network: that is of registers downstream of the pin
 * alone, as in OpenSTA, and external delays don't have it. Settings of other pins are kept by the pins.
 */
#include "read/sdc/sdc_impl.h"

enum { CLOCK_OR_PIN = SDC_MASK(SDC_CLOCK) | SDC_MASK(SDC_PORT) | SDC_MASK(SDC_PIN) };

struct latency {
	bool source;
	int splits, edges;
	double value;     /* NOT_GIVEN takes it away */
	int32_t of_clock; /* at pins, -1 = any */
};

/* ---- set_propagated_clock ---- */

/* Its network replaces a latency that was set before, as in OpenSTA. */
static void set_propagated(struct sdc *s, const struct sdc_call *call, struct clock *clock,
			   bool propagated)
{
	if (propagated && clock->n_sources == 0) {
		sdc_warn(s, "%s: \"%s\" is a virtual clock", call->command->name, clock->name);
		return;
	}
	clock->propagated = propagated;
	if (propagated)
		sdc_set_corners(clock->network_latency, EDGES_BOTH, EDGES_BOTH, NOT_GIVEN);
}

/* Is the pin the only source of a clock that isn't to be another? */
static bool is_its_source(const struct sdc *s, int32_t clock, int32_t of_clock)
{
	return s->constraints->clock[clock].n_sources == 1 && (of_clock < 0 || of_clock == clock);
}

static enum status propagate_pin(struct sdc *s, const struct sdc_call *call, int32_t pin,
				 bool propagated)
{
	struct clock_pin *at = constraints_find_clock_pin(s->constraints, pin, -1);
	bool done = false;

	SDC_EACH_SOURCE(s, pin, i)
	{
		int32_t id = s->sources.item[i].clock;

		if (!is_its_source(s, id, -1))
			continue;
		set_propagated(s, call, &s->constraints->clock[id], propagated);
		done = true;
	}
	for (int32_t i = 0; i < s->constraints->n_clock_pins && propagated; i++) {
		if (s->constraints->clock_pin[i].pin ==
		    pin) /* as of a clock, what came last counts */
			sdc_set_corners(s->constraints->clock_pin[i].network_latency, EDGES_BOTH,
					EDGES_BOTH, NOT_GIVEN);
	}
	if (done || (!propagated && !at))
		return STATUS_OK;
	TRY(constraints_add_clock_pin(s->constraints, pin, -1, &at));
	at->propagated = propagated;
	return STATUS_OK;
}

/* The clocks and pins of a word, whose clocks' sources are known then. Release them, also on failure. */
static enum status take_clocks_and_pins(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word,
					struct sdc_objects *out)
{
	TRY(sdc_need_objects(s, call, word, CLOCK_OR_PIN, "it names no clock", out));
	return sdc_link_sources(s);
}

static enum status propagate(struct sdc *s, const struct sdc_call *call)
{
	bool propagated = sdc_is_called(call, "set_propagated_clock");
	RELEASED_BY(sdc_objects_release) struct sdc_objects objects = {0};

	TRY(take_clocks_and_pins(s, call, call->argument[0], &objects));
	for (int32_t i = 0; i < objects.n; i++) {
		if (objects.item[i].kind == SDC_CLOCK)
			set_propagated(s, call, &s->constraints->clock[objects.item[i].id],
				       propagated);
		else
			TRY(propagate_pin(s, call, objects.item[i].id, propagated));
	}
	return STATUS_OK;
}

/* ---- set_clock_latency ---- */

enum {
	LATENCY_SOURCE,
	LATENCY_CLOCK,
	LATENCY_RISE,
	LATENCY_FALL,
	LATENCY_MIN,
	LATENCY_MAX,
	LATENCY_EARLY,
	LATENCY_LATE
};

static const struct sdc_option latency_options[] = {
	[LATENCY_SOURCE] = {"-source", SDC_FLAG, NULL, "before the source, not after it"},
	[LATENCY_CLOCK] = {"-clock", SDC_WORD, "CLOCK", "of the clocks at a pin, this one"},
	[LATENCY_RISE] = {"-rise", SDC_FLAG, NULL, "of the rising edge only"},
	[LATENCY_FALL] = {"-fall", SDC_FLAG, NULL, "of the falling edge only"},
	[LATENCY_MIN] = {"-min", SDC_FLAG, NULL, "the least"},
	[LATENCY_MAX] = {"-max", SDC_FLAG, NULL, "the most"},
	[LATENCY_EARLY] = {"-early", SDC_FLAG, NULL, "with -source: the earliest"},
	[LATENCY_LATE] = {"-late", SDC_FLAG, NULL, "with -source: the latest"},
	{0},
};

/* Latency of the network instead of the network: the clock is ideal from here on, as in OpenSTA. */
static void set_latency(struct clock *clock, const struct latency *latency)
{
	if (!latency->source && is_given(latency->value))
		clock->propagated = false;
	sdc_set_corners(latency->source ? clock->source_latency : clock->network_latency,
			latency->splits, latency->edges, latency->value);
}

/* Before a clock's source it is that of the clock there: elsewhere it would mean nothing. */
static bool is_before_source(struct sdc *s, const struct sdc_call *call, struct sdc_object pin,
			     const struct latency *latency)
{
	RELEASED_BY(text_release) struct text what = TEXT_INIT;

	SDC_EACH_SOURCE(s, pin.id, at)
	{
		if (latency->of_clock < 0 || latency->of_clock == s->sources.item[at].clock)
			return true;
	}
	text_printf(&what, "-source latency at %s \"", sdc_kind_name(pin.kind));
	sdc_write_name(s, pin, &what);
	text_add(&what, "\", where no clock is defined, is");
	sdc_unsupported(s, call, text_string(&what));
	return false;
}

static enum status set_latency_at(struct sdc *s, const struct sdc_call *call, struct sdc_object pin,
				  const struct latency *latency)
{
	struct clock_pin *at =
		constraints_find_clock_pin(s->constraints, pin.id, latency->of_clock);
	bool done = false, given = is_given(latency->value);

	SDC_EACH_SOURCE(s, pin.id, i)
	{
		int32_t id = s->sources.item[i].clock;

		if (!latency->source || !is_its_source(s, id, latency->of_clock))
			continue;
		set_latency(&s->constraints->clock[id], latency);
		done = true;
	}
	if (done || (!given && !at) ||
	    (given && latency->source && !is_before_source(s, call, pin, latency)))
		return STATUS_OK;
	TRY(constraints_add_clock_pin(s->constraints, pin.id, latency->of_clock, &at));
	sdc_set_corners(latency->source ? at->source_latency : at->network_latency, latency->splits,
			latency->edges, latency->value);
	if (given && !latency->source)
		at->propagated = false;
	return STATUS_OK;
}

/* What the flags say of the corners; -early and -late go before -min and -max. */
static enum status take_latency(const struct sdc_call *call, struct latency *latency)
{
	bool is_split = sdc_has(call, LATENCY_EARLY) || sdc_has(call, LATENCY_LATE);

	latency->source = sdc_has(call, LATENCY_SOURCE);
	latency->edges = sdc_edges(call, LATENCY_RISE, LATENCY_FALL);
	latency->splits = is_split ? sdc_splits(call, LATENCY_EARLY, LATENCY_LATE)
				   : sdc_splits(call, LATENCY_MIN, LATENCY_MAX);
	latency->of_clock = -1;
	if (is_split && !latency->source)
		return sdc_fail(call, "-early and -late need -source");
	return STATUS_OK;
}

static enum status apply_latency(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word,
				 const struct latency *latency)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects objects = {0};

	TRY(take_clocks_and_pins(s, call, word, &objects));
	for (int32_t i = 0; i < objects.n; i++) {
		if (objects.item[i].kind == SDC_CLOCK)
			set_latency(&s->constraints->clock[objects.item[i].id], latency);
		else
			TRY(set_latency_at(s, call, objects.item[i], latency));
	}
	return STATUS_OK;
}

static enum status take_latency_clock(struct sdc *s, const struct sdc_call *call,
				      struct latency *latency)
{
	if (!sdc_has(call, LATENCY_CLOCK))
		return STATUS_OK;
	return sdc_take_clock(s, call, sdc_value(call, LATENCY_CLOCK), &latency->of_clock);
}

static enum status set_clock_latency(struct sdc *s, const struct sdc_call *call)
{
	struct latency latency;

	TRY(take_latency(call, &latency));
	TRY(sdc_number_of(call, call->argument[0], "the latency", &latency.value));
	latency.value *= s->time_unit;
	TRY(take_latency_clock(s, call, &latency));
	return apply_latency(s, call, call->argument[1], &latency);
}

static enum status unset_clock_latency(struct sdc *s, const struct sdc_call *call)
{
	struct latency latency;

	TRY(take_latency(call, &latency));
	latency.value = NOT_GIVEN;
	TRY(take_latency_clock(s, call, &latency));
	return apply_latency(s, call, call->argument[0], &latency);
}

const struct sdc_command sdc_clock_pin_commands[] = {
	{"set_propagated_clock", "CLOCKS|PINS", 1, 1,
	 "Propagate clocks through their networks, with the delays there; of pins: downstream of them",
	 NULL, propagate, SDC_DONE},
	{"unset_propagated_clock", "CLOCKS|PINS", 1, 1, "Make clocks ideal again", NULL, propagate,
	 SDC_DONE},
	{"set_clock_latency", "TIME CLOCKS|PINS", 2, 2,
	 "Set the latency of clocks up to their sources, or of ideal ones up to registers (downstream of pins)",
	 latency_options, set_clock_latency, SDC_DONE},
	{"unset_clock_latency", "CLOCKS|PINS", 1, 1, "Remove this constraint", latency_options,
	 unset_clock_latency, SDC_DONE},
	{0},
};
