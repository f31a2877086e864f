/* Clocks: create_clock and the settings of clocks. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "read/sdc/sdc_impl.h"

/* ---- create_clock ---- */

enum { CLOCK_NAME, CLOCK_PERIOD, CLOCK_WAVEFORM, CLOCK_ADD, CLOCK_COMMENT };

static const struct sdc_option create_clock_options[] = {
	[CLOCK_NAME] = {"-name", SDC_WORD, "NAME", "its name; that of its first source without"},
	[CLOCK_PERIOD] = {"-period", SDC_NUMBER, "TIME", "its period"},
	[CLOCK_WAVEFORM] = {"-waveform", SDC_WORD, "EDGES",
			    "times at which it rises and falls; 0 and half a period without"},
	[CLOCK_ADD] = {"-add", SDC_FLAG, NULL, "besides the clocks that its sources have"},
	[CLOCK_COMMENT] = {"-comment", SDC_WORD, "TEXT", "ignored"},
	{0},
};

double sdc_into_period(double time, double period)
{
	time = fmod(time, period);
	return time < 0 ? time + period : time;
}

static enum status take_waveform(struct sdc *s, const struct sdc_call *call, double period,
				 double time[N_EDGES])
{
	Tcl_Obj *word = sdc_value(call, CLOCK_WAVEFORM), *item;
	int n;

	time[RISE] = 0;
	time[FALL] = period / 2;
	if (!word)
		return STATUS_OK;
	if (Tcl_ListObjLength(NULL, word, &n) != TCL_OK || n < 2 || n % 2)
		return sdc_fail(call, "-waveform is not an even number of times: \"%.100s\"",
				tcl_text(word));
	if (n > 2)
		sdc_unsupported(s, call, "a -waveform of more than two edges is");
	for (int i = 0; i < 2; i++) {
		if (Tcl_ListObjIndex(NULL, word, i, &item) != TCL_OK)
			return sdc_fail(call, "-waveform is not a list");
		TRY(sdc_number_of(call, item, "-waveform", &time[i]));
		time[i] *= s->time_unit;
	}
	if (!(time[RISE] < time[FALL]))
		return sdc_fail(call, "-waveform: times don't increase");
	if (time[FALL] - time[RISE] >= period)
		return sdc_fail(call, "-waveform: it is high for a period or longer");
	time[RISE] = sdc_into_period(time[RISE], period);
	time[FALL] = sdc_into_period(time[FALL], period);
	return STATUS_OK;
}

enum status sdc_check_name(const struct sdc_call *call, const char *name)
{
	enum { LONGEST_NAME = 1000 };

	if (strlen(name) > LONGEST_NAME)
		return sdc_fail(call, "a name of more than %d bytes", LONGEST_NAME);
	for (const char *at = name; *at; at++) {
		if ((unsigned char)*at < 0x20 || *at == 0x7f)
			return sdc_fail(call, "a name with a control character");
	}
	return *name ? STATUS_OK : sdc_fail(call, "an empty name");
}

/* Its name is that of its first source when none is given. */
static enum status name_clock(struct sdc *s, const struct sdc_call *call, Tcl_Obj *given,
			      const struct sdc_objects *sources, struct text *name)
{
	if (given)
		text_add(name, tcl_text(given));
	else if (sources->n)
		sdc_write_name(s, sources->item[0], name);
	else
		return sdc_fail(call, "neither a name nor a source");
	TRY(text_status(name));
	return sdc_check_name(call, text_string(name));
}

enum status sdc_define_clock(struct sdc *s, const struct sdc_call *call,
			     const struct sdc_new_clock *new, int32_t *id)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	struct clock *clock;
	int32_t old;

	TRY(name_clock(s, call, new->name, new->sources, &name));
	old = constraints_find_clock(s->constraints, text_string(&name));
	if (old >= 0)
		TRY(sdc_drop_sources(s, old));
	TRY(constraints_add_clock(s->constraints, text_string(&name), new->period, new->time[RISE],
				  new->time[FALL], id));
	TRY(sdc_note_clocks(s));
	s->clock[*id].removed = false;
	free(s->clock[*id].derive);
	s->clock[*id].derive = NULL;
	if (!new->add)
		TRY(sdc_displace_clocks(s, new->sources, *id));
	s->defines_clocks = true;
	s->clocks_line = sdc_line(s);
	clock = &s->constraints->clock[*id];
	clock->add = new->add;
	for (int32_t i = 0; i < new->sources->n; i++)
		TRY(sdc_add_source(s, *id, new->sources->item[i].id));
	if (s->propagates && new->sources->n)
		s->constraints->clock[*id].propagated = true;
	return STATUS_OK;
}

static enum status create_clock(struct sdc *s, const struct sdc_call *call)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects sources = {0};
	struct sdc_new_clock new = {
		.name = sdc_value(call, CLOCK_NAME),
		.sources = &sources,
		.add = sdc_has(call, CLOCK_ADD),
		.period = sdc_number(call, CLOCK_PERIOD) * s->time_unit,
	};
	int32_t id;

	if (!sdc_has(call, CLOCK_PERIOD))
		return sdc_fail(call, "-period is missing");
	if (!(new.period > 0 && new.period < MOST_PERIOD))
		return sdc_fail(call, "-period: \"%.100s\" is no time above 0 and below 1.15 s",
				tcl_text(sdc_value(call, CLOCK_PERIOD)));
	TRY(take_waveform(s, call, new.period, new.time));
	if (call->n_arguments)
		TRY(sdc_take_pins(s, call, call->argument[0], &sources));
	if (!call->n_arguments || sources.n)
		return sdc_define_clock(s, call, &new, &id);
	sdc_lose(s, call, "none of its sources is there");
	return STATUS_OK;
}

/* ---- for each clock of a word ---- */

/* Do something with each clock of a word; with none of them it is skipped with a warning. */
static enum status sdc_for_clocks(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word,
				  void (*set)(struct sdc *s, const struct sdc_call *call,
					      struct clock *clock, const void *context),
				  const void *context)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects clocks = {0};

	TRY(sdc_take_clocks(s, call, word, &clocks));
	if (!clocks.n)
		sdc_skip(s, call->command->name, "it names no clock");
	for (int32_t i = 0; i < clocks.n; i++)
		set(s, call, &s->constraints->clock[clocks.item[i].id], context);
	return STATUS_OK;
}

/* ---- set_clock_transition ---- */

enum { TRANSITION_RISE, TRANSITION_FALL, TRANSITION_MIN, TRANSITION_MAX };

static const struct sdc_option transition_options[] = {
	[TRANSITION_RISE] = {"-rise", SDC_FLAG, NULL, "of the rising edge only"},
	[TRANSITION_FALL] = {"-fall", SDC_FLAG, NULL, "of the falling edge only"},
	[TRANSITION_MIN] = {"-min", SDC_FLAG, NULL, "the least"},
	[TRANSITION_MAX] = {"-max", SDC_FLAG, NULL, "the most"},
	{0},
};

struct transition {
	int splits, edges;
	double value;
};

static void set_transition(struct sdc *s, const struct sdc_call *call, struct clock *clock,
			   const void *context)
{
	const struct transition *transition = context;

	if (clock->n_sources == 0)
		sdc_warn(s, "%s: \"%s\" is a virtual clock", call->command->name, clock->name);
	else
		sdc_set_corners(clock->transition, transition->splits, transition->edges,
				transition->value);
}

static enum status set_clock_transition(struct sdc *s, const struct sdc_call *call)
{
	struct transition transition = {
		.splits = sdc_splits(call, TRANSITION_MIN, TRANSITION_MAX),
		.edges = sdc_edges(call, TRANSITION_RISE, TRANSITION_FALL),
	};

	TRY(sdc_number_of(call, call->argument[0], "the transition", &transition.value));
	if (transition.value < 0)
		return sdc_fail(call, "the transition is negative");
	transition.value *= s->time_unit;
	return sdc_for_clocks(s, call, call->argument[1], set_transition, &transition);
}

static enum status unset_clock_transition(struct sdc *s, const struct sdc_call *call)
{
	static const struct transition none = {EDGES_BOTH, EDGES_BOTH, NOT_GIVEN};

	return sdc_for_clocks(s, call, call->argument[0], set_transition, &none);
}

/* ---- delete_clock ---- */

static enum status delete_clock(struct sdc *s, const struct sdc_call *call)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects clocks = {0};

	TRY(sdc_take_objects(s, call, call->argument[0], SDC_MASK(SDC_CLOCK), &clocks));
	for (int32_t i = 0; i < clocks.n; i++) {
		int32_t id = clocks.item[i].id;

		if (sdc_is_library_clock(s, id))
			return sdc_fail(call,
					"clock \"%.200s\" is the library's: a clock that is "
					"created at its pin takes its place",
					s->constraints->clock[id].name);
		sdc_remove_clock(s, id);
	}
	return STATUS_OK;
}

const struct sdc_command sdc_clock_commands[] = {
	{"create_clock", "?SOURCES?", 0, 1, "Define a clock at ports and pins, or a virtual one",
	 create_clock_options, create_clock, SDC_DONE},
	{"delete_clock", "CLOCKS", 1, 1, "Remove clocks and the constraints that name them", NULL,
	 delete_clock, SDC_DONE},
	{"delete_generated_clock", "CLOCKS", 1, 1,
	 "Remove clocks and the constraints that name them", NULL, delete_clock, SDC_DONE},
	{"set_clock_transition", "TIME CLOCKS", 2, 2, "Set the slew of ideal clocks at registers",
	 transition_options, set_clock_transition, SDC_DONE},
	{"unset_clock_transition", "CLOCKS", 1, 1, "Remove this constraint", NULL,
	 unset_clock_transition, SDC_DONE},
	{0},
};
