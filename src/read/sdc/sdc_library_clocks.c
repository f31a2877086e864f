/*
 * Clocks that cells of the library make (generated_clock groups): each instance has one, by the name of
 * its pin, as create_generated_clock would define it there. They are defined before a script's first command,
 * so that commands can name them, and are removed again after the last where no clock reaches their
 * master pin. A clock that a command defines at the pin takes the place of it.
 */
#include <string.h>

#include "base/grow.h"
#include "read/sdc/sdc_impl.h"

static struct clock_making making_of(const struct lib_generated_clock *from)
{
	struct clock_making making = {
		.divide_by = from->divide_by,
		.multiply_by = from->multiply_by,
		.duty_cycle = from->duty_cycle,
		.invert = from->invert,
		.of_library = true,
	};

	memcpy(making.edge, from->edge, sizeof making.edge);
	memcpy(making.shift, from->shift, sizeof making.shift);
	return making;
}

static void note_once(struct sdc *s, const char *what)
{
	struct constraints *k = s->constraints;

	for (int32_t i = 0; i < k->n_unsupported; i++) {
		if (strcmp(k->unsupported[i].what, what) == 0)
			return;
	}
	sdc_warn_at(s, 0, "%s", what);
	if (!s->options->ignore_unsupported)
		constraints_add_unsupported(k, what); /* memory_ran_short() */
}

static void lose(struct sdc *s, int32_t pin, const char *why)
{
	const struct netlist *netlist = s->netlist;
	int32_t instance = netlist->pin_instance[pin];
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	text_printf(&text, "the clock that cell \"%s\" makes at ",
		    netlist->master[netlist->instance_master[instance]].name);
	netlist_write_pin(netlist, pin, '/', &text);
	text_printf(&text, " is left out: %s", why);
	if (text_status(&text) == STATUS_OK)
		note_once(s, text_string(&text));
}

/* The period is that of anything until it is derived. */
static enum status define(struct sdc *s, int32_t pin, int32_t source, const char *name,
			  const struct lib_generated_clock *from)
{
	struct sdc_generated *derive;
	int32_t id;

	TRY(constraints_add_clock(s->constraints, name, 2, 0, 1, &id));
	TRY(sdc_note_clocks(s));
	TRY(sdc_add_source(s, id, pin));
	TRY(ALLOC(&derive, 1));
	*derive = (struct sdc_generated){
		.source = source, .master = -1, .before = -1, .making = making_of(from)};
	s->clock[id].derive = derive;
	s->clock[id].last = true;
	return sdc_note_made(s, id);
}

static enum status add_at(struct sdc *s, int32_t first, const struct lib_generated_clock *clock)
{
	int32_t pin = first + clock->pin;
	RELEASED_BY(text_release) struct text name = TEXT_INIT;

	TRY(sdc_link_sources(s));
	if (sdc_first_source(s, pin) >= 0)
		return STATUS_OK;
	netlist_write_pin(s->netlist, pin, '/', &name);
	TRY(text_status(&name));
	if (constraints_find_clock(s->constraints, text_string(&name)) < 0)
		return define(s, pin, first + clock->master, text_string(&name), clock);
	lose(s, pin, "another clock has its name");
	return STATUS_OK;
}

enum status sdc_add_library_clocks(struct sdc *s)
{
	const struct netlist *netlist = s->netlist;
	bool any = netlist_makes_clocks(netlist);

	for (int32_t i = 0; any && i < netlist->n_instances; i++) {
		const struct library *library;
		const struct lib_cell *cell = netlist_lib_cell(netlist, i, LATE, &library);

		for (int32_t c = 0; cell && c < cell->n_generated_clocks; c++)
			TRY(add_at(s, netlist->instance_pin[i],
				   &library->generated_clock[cell->first_generated_clock + c]));
	}
	return STATUS_OK;
}

bool sdc_is_library_clock(const struct sdc *s, int32_t clock)
{
	const struct sdc_generated *derive = s->clock[clock].derive;

	return derive ? derive->making.of_library : s->constraints->clock[clock].making.of_library;
}

void sdc_lose_library_clock(struct sdc *s, int32_t clock, const char *why)
{
	if (why)
		lose(s, s->constraints->clock[clock].source[0], why);
	sdc_remove_clock(s, clock);
}
