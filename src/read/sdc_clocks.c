/* Clocks: create_clock, and what is said of them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "read/sdc_impl.h"

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

/* A time brought into the first period. */
static double into_period(double time, double period)
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
	if (Tcl_ListObjLength(NULL, word, &n) != TCL_OK || n != 2)
		return sdc_fail(call, "-waveform is not a list of two times: \"%.100s\"",
				Tcl_GetString(word));
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
	time[RISE] = into_period(time[RISE], period);
	time[FALL] = into_period(time[FALL], period);
	return STATUS_OK;
}

enum status sdc_check_name(const struct sdc_call *call, const char *name)
{
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
		text_add(name, Tcl_GetString(given));
	else if (sources->n)
		sdc_write_name(s, sources->item[0], name);
	else
		return sdc_fail(call, "neither a name nor a source");
	TRY(text_status(name));
	return sdc_check_name(call, text_string(name));
}

enum status sdc_define_clock(struct sdc *s, const struct sdc_call *call, Tcl_Obj *given,
			     const struct sdc_objects *sources, bool add, double period,
			     const double time[N_EDGES], int32_t *id)
{
	struct text name = TEXT_INIT;
	struct clock *clock;
	enum status status = name_clock(s, call, given, sources, &name);

	if (status == STATUS_OK)
		status = constraints_add_clock(s->constraints, text_string(&name), period,
					       time[RISE], time[FALL], id);
	text_release(&name);
	TRY(status);
	TRY(sdc_note_clocks(s));
	s->clock[*id].removed = false;
	free(s->clock[*id].derive);
	s->clock[*id].derive = NULL;
	if (!add)
		TRY(sdc_displace_clocks(s, sources, *id));
	clock = &s->constraints->clock[*id];
	clock->add = add;
	for (int32_t i = 0; i < sources->n; i++)
		TRY(clock_add_source(clock, sources->item[i].id));
	return STATUS_OK;
}

static enum status create_clock(struct sdc *s, const struct sdc_call *call)
{
	double period = sdc_number(call, CLOCK_PERIOD) * s->time_unit, time[N_EDGES];
	struct sdc_objects sources = {0};
	int32_t id;
	enum status status = STATUS_OK;

	if (!sdc_has(call, CLOCK_PERIOD))
		return sdc_fail(call, "-period is missing");
	if (!(period > 0))
		return sdc_fail(call, "the period isn't positive");
	TRY(take_waveform(s, call, period, time));
	if (call->n_arguments)
		status = sdc_take_pins(s, call, call->argument[0], &sources);
	if (status == STATUS_OK && call->n_arguments && !sources.n)
		sdc_skip(s, call->command->name, "none of its sources is there");
	else if (status == STATUS_OK)
		status = sdc_define_clock(s, call, sdc_value(call, CLOCK_NAME), &sources,
					  sdc_has(call, CLOCK_ADD), period, time, &id);
	sdc_objects_release(&sources);
	return status;
}

/* ---- for each clock of a word ---- */

enum status sdc_for_clocks(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word,
			   void (*set)(struct sdc *s, struct clock *clock, const void *context),
			   const void *context)
{
	struct sdc_objects clocks = {0};
	enum status status = sdc_take_clocks(s, call, word, &clocks);

	if (status == STATUS_OK && !clocks.n)
		sdc_skip(s, call->command->name, "it names no clock");
	for (int32_t i = 0; i < clocks.n && status == STATUS_OK; i++)
		set(s, &s->constraints->clock[clocks.item[i].id], context);
	sdc_objects_release(&clocks);
	return status;
}

static void set_propagated(struct sdc *s, struct clock *clock, const void *context)
{
	(void)s, (void)context;
	clock->propagated = true;
}

static enum status set_propagated_clock(struct sdc *s, const struct sdc_call *call)
{
	return sdc_for_clocks(s, call, call->argument[0], set_propagated, NULL);
}

const struct sdc_command sdc_clock_commands[] = {
	{"create_clock", "?SOURCES?", 0, 1, "Define a clock at ports and pins, or a virtual one",
	 create_clock_options, create_clock, SDC_DONE},
	{"set_propagated_clock", "CLOCKS", 1, 1,
	 "Let clocks come through their networks, with the delays there", NULL,
	 set_propagated_clock, SDC_DONE},
	{0},
};
