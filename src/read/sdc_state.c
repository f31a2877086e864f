/* The state of a script: its beginning, its end, and the clocks that are removed on the way. */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "read/sdc_impl.h"

/* Numbers are in the units of the first library. */
static void take_units(struct sdc *s)
{
	const struct library *library = s->netlist->n_libraries ? s->netlist->library[0] : NULL;

	s->time_unit = library && library->time_unit > 0 ? library->time_unit : 1;
	s->capacitance_unit =
		library && library->capacitance_unit > 0 ? library->capacitance_unit : 1;
	s->resistance_unit = library && library->resistance_unit > 0 ? library->resistance_unit : 1;
}

enum status sdc_init(struct sdc *s, const struct netlist *netlist, const struct constraints *old,
		     const struct sdc_options *options, const char *path)
{
	enum status status;

	*s = (struct sdc){.netlist = netlist, .options = options, .fd = -1};
	s->messages = (struct text)TEXT_INIT;
	s->error = (struct text)TEXT_INIT;
	take_units(s);
	status = old ? constraints_copy(old, &s->constraints)
		     : constraints_new(path, netlist, &s->constraints);
	if (status == STATUS_OK)
		status = sdc_note_clocks(s);
	if (status != STATUS_OK)
		sdc_release(s);
	return status;
}

void sdc_release(struct sdc *s)
{
	if (s->interp)
		Tcl_DeleteInterp(s->interp);
	constraints_unref(s->constraints);
	text_release(&s->messages);
	text_release(&s->error);
	for (int32_t i = 0; i < s->n_clocks; i++)
		free(s->clock[i].derive);
	for (int32_t i = 0; i < s->n_bodies; i++)
		free(s->body[i].name);
	for (int kind = 0; kind < N_OBJECT_KINDS; kind++)
		object_list_release(&s->found[kind]);
	for (int i = 0; i < 2; i++) {
		free(s->chain[i].head);
		free(s->chain[i].next);
	}
	free(s->clock);
	free(s->body);
	free(s->lone_group);
	free(s->load);
	free(s->bound);
	*s = (struct sdc){.fd = -1};
}

enum status sdc_note_clocks(struct sdc *s)
{
	int32_t n = s->constraints->n_clocks;

	TRY(GROW(&s->clock, &s->clock_capacity, n));
	while (s->n_clocks < n)
		s->clock[s->n_clocks++] = (struct sdc_clock){0};
	return STATUS_OK;
}

enum status sdc_finish(struct sdc *s)
{
	(void)s;
	return STATUS_OK;
}
