/* The state of a script: its beginning, its end, and the clocks that are removed on the way. */
#include <stdlib.h>

#include "base/messages.h"
#include "base/grow.h"
#include "db/constraints_fields.h"
#include "read/sdc/sdc_impl.h"

static void take_units(struct sdc *s)
{
	struct units units = netlist_units(s->netlist);

	s->time_unit = units.time;
	s->capacitance_unit = units.capacitance;
	s->resistance_unit = units.resistance;
}

static void begin(struct sdc *s, const struct netlist *netlist, const struct sdc_options *options)
{
	*s = (struct sdc){.netlist = netlist, .options = options, .fd = -1, .next_set = -1};
	s->first_message = messages_n_words();
	s->messages = (struct text)TEXT_INIT;
	s->error = (struct text)TEXT_INIT;
	s->propagates = options->propagates;
	take_units(s);
}

enum status sdc_init(struct sdc *s, const struct netlist *netlist, const struct constraints *old,
		     const struct sdc_options *options, const char *path)
{
	begin(s, netlist, options);
	TRY(old ? constraints_copy(old, &s->constraints)
		: constraints_new(path, netlist, &s->constraints));
	TRY(sdc_note_clocks(s));
	return sdc_add_library_clocks(s);
}

enum status sdc_init_asking(struct sdc *s, const struct netlist *netlist, struct constraints *old,
			    const struct sdc_options *options)
{
	begin(s, netlist, options);
	if (old)
		s->constraints = constraints_ref(old);
	else
		TRY(constraints_new("", netlist, &s->constraints));
	return sdc_note_clocks(s);
}

void sdc_release(struct sdc *s)
{
	if (s->result)
		Tcl_DecrRefCount(s->result);
	if (s->interp)
		Tcl_DeleteInterp(s->interp);
	constraints_unref(s->constraints);
	annotations_free(s->annotations);
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
	sdc_sources_release(&s->sources);
	free(s->made.id);
	keys_release(&s->uncertain);
	FREE_ALL(s->clock, s->body, s->lone_group, s->end, s->bound);
	*s = (struct sdc){.fd = -1};
}

enum status sdc_note_clocks(struct sdc *s)
{
	int32_t n = s->constraints->n_clocks;

	TRY(GROW(&s->clock, &s->clock_capacity, n));
	while (s->n_clocks < n) {
		s->clock[s->n_clocks] = (struct sdc_clock){0};
		if (s->constraints->clock[s->n_clocks++].master >= 0)
			TRY(sdc_note_made(s, s->n_clocks - 1));
	}
	return STATUS_OK;
}

/* ---- clocks that go ---- */

static void forget_delays(struct external_delay *delay, int32_t n, int32_t clock)
{
	for (int32_t i = 0; i < n; i++) {
		if (delay[i].clock_edge >= 0 && delay[i].clock_edge / N_EDGES == clock)
			sdc_set_corners(delay[i].delay, EDGES_BOTH, EDGES_BOTH, NOT_GIVEN);
	}
}

/* Is there nothing left of a list that was given? */
static bool forget_points(struct point_list *list, int32_t clock)
{
	bool any = list->n > 0;

	KEEP(list->point, list->n,
	     list->point[i].kind != POINT_CLOCK || list->point[i].id != clock);
	return any && list->n == 0;
}

static void forget_exceptions(struct constraints *k, int32_t clock)
{
	for (int32_t i = 0; i < k->n_exceptions; i++) {
		struct path_filter *filter = &k->exception[i].filter;
		bool from = forget_points(&filter->from, clock),
		     to = forget_points(&filter->to, clock);

		if (from || to)
			sdc_drop_exception(&k->exception[i]);
	}
	sdc_close_gaps(k);
}

void sdc_drop_exception(struct exception *exception)
{
	fields_release(&exception_schema, exception);
	exception->line = -1;
}

void sdc_close_gaps(struct constraints *k)
{
	KEEP(k->exception, k->n_exceptions, k->exception[i].line >= 0);
}

enum status sdc_note_made(struct sdc *s, int32_t clock)
{
	if (s->clock[clock].made)
		return STATUS_OK;
	TRY(APPEND(s->made.id, s->made.n, &s->made.capacity, clock));
	s->clock[clock].made = true;
	return STATUS_OK;
}

/* Clocks that are made of it look for another master, or go too when their waveform was derived
 * before this script: then they are after *last. */
static void forget_master(struct sdc *s, int32_t master, int32_t *last)
{
	for (int32_t i = 0; i < s->made.n; i++) {
		int32_t id = s->made.id[i];
		struct sdc_clock *clock = &s->clock[id];

		if (clock->removed)
			continue;
		if (clock->derive && clock->derive->master == master)
			clock->derive->master = -1;
		if (clock->derive || s->constraints->clock[id].master != master)
			continue;
		clock->removed = true;
		clock->removed_next = -1;
		s->clock[*last].removed_next = id;
		*last = id;
	}
}

static void forget_clock(struct sdc *s, int32_t clock)
{
	struct constraints *k = s->constraints;
	int32_t n_groups = k->n_clock_groups, n_uncertainties = k->n_uncertainties;

	free(s->clock[clock].derive);
	s->clock[clock].derive = NULL;
	forget_delays(k->input_delay, k->n_input_delays, clock);
	forget_delays(k->output_delay, k->n_output_delays, clock);
	KEEP(k->local, k->n_locals, k->local[i].clock != clock);
	KEEP(k->limit, k->n_limits, k->limit[i].clock != clock);
	KEEP(k->uncertainty, k->n_uncertainties,
	     k->uncertainty[i].from / N_EDGES != clock && k->uncertainty[i].to / N_EDGES != clock);
	KEEP(k->clock_group, k->n_clock_groups, k->clock_group[i].clock != clock);
	KEEP(k->clock_pin, k->n_clock_pins, k->clock_pin[i].clock != clock);
	if (k->n_uncertainties < n_uncertainties)
		keys_clear(&s->uncertain);
	if (k->n_clock_groups < n_groups)
		s->next_set = -1;
	forget_exceptions(k, clock);
}

void sdc_remove_clock(struct sdc *s, int32_t clock)
{
	int32_t last = clock;

	s->clock[clock].removed = true;
	s->clock[clock].removed_next = -1;
	for (int32_t c = clock; c >= 0; c = s->clock[c].removed_next) {
		forget_clock(s, c);
		forget_master(s, c, &last);
	}
}

/* ---- the end ---- */

/* New numbers of clocks, without those that were removed; new ones of libraries come last, so that others are in the
 * order of their commands. */
static enum status number_clocks(const struct sdc *s, int32_t **number)
{
	int32_t n = 0;

	TRY(ALLOC(number, s->n_clocks));
	for (int last = 0; last < 2; last++) {
		for (int32_t i = 0; i < s->n_clocks; i++) {
			if (s->clock[i].last == last)
				(*number)[i] = s->clock[i].removed ? -1 : n++;
		}
	}
	return STATUS_OK;
}

static enum status close_clocks(struct constraints *k, const int32_t *number)
{
	struct clock *old = k->clock;
	bool same = true, twice;
	int32_t kept = 0;

	for (int32_t i = 0; i < k->n_clocks; i++)
		same &= number[i] == i;
	if (same)
		return STATUS_OK;
	fields_renumber(&constraints_arrays, k, &(struct numbering){.new_clock = number});
	k->clock = NULL;
	k->clock_capacity = 0;
	if (GROW(&k->clock, &k->clock_capacity, k->n_clocks) != STATUS_OK) {
		k->clock = old;
		k->clock_capacity = k->n_clocks;
		return STATUS_NO_MEMORY;
	}
	for (int32_t i = 0; i < k->n_clocks; i++) {
		if (number[i] >= 0) {
			k->clock[number[i]] = old[i];
			kept++;
		} else {
			fields_release(&clock_schema, &old[i]);
		}
	}
	free(old);
	k->n_clocks = kept;
	return constraints_name_clocks(k, &twice);
}

static bool has_corner(const struct external_delay *delay)
{
	bool any = false;

	for (int c = 0; c < N_SPLITS * N_EDGES; c++)
		any |= is_given(delay->delay[c / N_EDGES][c % N_EDGES]);
	return any;
}

/* What lost all of its corners refers to no clock any more. */
static void close_delays(struct constraints *k)
{
	KEEP(k->input_delay, k->n_input_delays, has_corner(&k->input_delay[i]));
	KEEP(k->output_delay, k->n_output_delays, has_corner(&k->output_delay[i]));
}

static bool says_something(const struct clock_pin *at)
{
	struct clock_pin plain;

	fields_begin(&clock_pin_schema, &plain);
	plain.pin = at->pin;
	plain.clock = at->clock;
	return fields_differ(&clock_pin_schema, at, &plain);
}

static void close_pins(struct constraints *k)
{
	KEEP(k->clock_pin, k->n_clock_pins, says_something(&k->clock_pin[i]));
}

enum status sdc_finish(struct sdc *s)
{
	int32_t *number = NULL;
	enum status status;

	TRY(sdc_derive_clocks(s));
	TRY(sdc_complete_groups(s));
	close_delays(s->constraints);
	close_pins(s->constraints);
	TRY(sdc_tell_ends(s));
	TRY(number_clocks(s, &number));
	status = close_clocks(s->constraints, number);
	free(number);
	for (int32_t i = 0; i < s->n_clocks; i++)
		free(s->clock[i].derive);
	s->n_clocks = 0;
	s->made.n = 0;
	sdc_sources_release(&s->sources);
	TRY(status);
	return sdc_note_clocks(s);
}
