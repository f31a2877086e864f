/*
 * Generated clocks. A clock may be made of one that is defined further down, or that reaches its
 * -source through the netlist, so waveforms are derived after the last command.
 */
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "read/sdc/sdc_impl.h"

/* ---- create_generated_clock ---- */

enum {
	GENERATED_NAME,
	GENERATED_SOURCE,
	GENERATED_MASTER,
	GENERATED_DIVIDE,
	GENERATED_MULTIPLY,
	GENERATED_DUTY,
	GENERATED_INVERT,
	GENERATED_EDGES,
	GENERATED_SHIFT,
	GENERATED_COMBINATIONAL,
	GENERATED_ADD,
	GENERATED_COMMENT
};

static const struct sdc_option generated_options[] = {
	[GENERATED_NAME] = {"-name", SDC_WORD, "NAME",
			    "its name; that of its first source without"},
	[GENERATED_SOURCE] = {"-source", SDC_WORD, "PIN",
			      "the pin or port at which the master clock is taken"},
	[GENERATED_MASTER] = {"-master_clock", SDC_WORD, "CLOCK",
			      "the master, if several clocks arrive there"},
	[GENERATED_DIVIDE] = {"-divide_by", SDC_COUNT, "N", "its frequency is the master's by N"},
	[GENERATED_MULTIPLY] = {"-multiply_by", SDC_COUNT, "N",
				"its frequency is N times the master's"},
	[GENERATED_DUTY] = {"-duty_cycle", SDC_NUMBER, "PERCENT",
			    "with -multiply_by: the part of the period that it is high"},
	[GENERATED_INVERT] = {"-invert", SDC_FLAG, NULL, "it falls where it would rise"},
	[GENERATED_EDGES] = {"-edges", SDC_WORD, "EDGES",
			     "three edges of the master, from 1: it rises, falls and rises there"},
	[GENERATED_SHIFT] = {"-edge_shift", SDC_WORD, "TIMES",
			     "with -edges: shift of each of the three"},
	[GENERATED_COMBINATIONAL] = {"-combinational", SDC_FLAG, NULL,
				     "through gates only, with the master's period"},
	[GENERATED_ADD] = {"-add", SDC_FLAG, NULL, "besides the clocks that its sources have"},
	[GENERATED_COMMENT] = {"-comment", SDC_WORD, "TEXT", "ignored"},
	{0},
};

static enum status take_edges(struct sdc *s, const struct sdc_call *call, struct clock_making *m)
{
	Tcl_Obj *edges = sdc_value(call, GENERATED_EDGES), *item;
	Tcl_Obj *shifts = sdc_value(call, GENERATED_SHIFT);
	int n = 0;

	if (Tcl_ListObjLength(NULL, edges, &n) != TCL_OK || n != 3)
		return sdc_fail(call, "-edges is not a list of three");
	for (int i = 0; i < 3; i++) {
		if (Tcl_ListObjIndex(NULL, edges, i, &item) != TCL_OK ||
		    Tcl_GetIntFromObj(NULL, item, &m->edge[i]) != TCL_OK || m->edge[i] < 1)
			return sdc_fail(call, "-edges: not a whole number from 1");
		/* shifts may part two of one edge */
		if (i > 0 &&
		    (m->edge[i] < m->edge[i - 1] || (m->edge[i] == m->edge[i - 1] && !shifts)))
			return sdc_fail(call, "-edges don't increase");
	}
	if (!shifts)
		return STATUS_OK;
	if (Tcl_ListObjLength(NULL, shifts, &n) != TCL_OK || n != 3)
		return sdc_fail(call, "-edge_shift is not a list of three");
	for (int i = 0; i < 3; i++) {
		if (Tcl_ListObjIndex(NULL, shifts, i, &item) != TCL_OK)
			return sdc_fail(call, "-edge_shift is not a list");
		TRY(sdc_number_of(call, item, "-edge_shift", &m->shift[i]));
		m->shift[i] *= s->time_unit;
	}
	return STATUS_OK;
}

static enum status take_factor(const struct sdc_call *call, int option, int32_t *factor)
{
	double number = sdc_number(call, option);

	if (is_given(number) && number < 1)
		return sdc_fail(call, "%s is less than 1", generated_options[option].name);
	*factor = is_given(number) ? (int)number : 0;
	return STATUS_OK;
}

/* How it is made: by exactly one of -divide_by, -multiply_by, -edges and -combinational. */
static enum status take_way(struct sdc *s, const struct sdc_call *call, struct clock_making *m)
{
	bool edges = sdc_has(call, GENERATED_EDGES);

	TRY(take_factor(call, GENERATED_DIVIDE, &m->divide_by));
	TRY(take_factor(call, GENERATED_MULTIPLY, &m->multiply_by));
	m->combinational = sdc_has(call, GENERATED_COMBINATIONAL);
	m->invert = sdc_has(call, GENERATED_INVERT);
	if ((m->divide_by != 0) + (m->multiply_by != 0) + edges > 1)
		return sdc_fail(call, "-divide_by, -multiply_by and -edges exclude each other");
	if (m->combinational && m->divide_by > 1)
		return sdc_fail(call, "-combinational means -divide_by 1");
	if (edges)
		TRY(take_edges(s, call, m));
	else if (m->combinational && !m->multiply_by)
		m->divide_by = 1;
	else if (!m->divide_by && !m->multiply_by)
		return sdc_fail(
			call, "one of -divide_by, -multiply_by, -edges, -combinational is needed");
	if (sdc_has(call, GENERATED_SHIFT) && !edges)
		return sdc_fail(call, "-edge_shift without -edges");
	if (m->invert && edges)
		return sdc_fail(call, "-invert with -edges");
	if (!sdc_has(call, GENERATED_DUTY))
		return STATUS_OK;
	m->duty_cycle = sdc_number(call, GENERATED_DUTY);
	if (!m->multiply_by)
		return sdc_fail(call, "-duty_cycle without -multiply_by");
	if (!(m->duty_cycle > 0 && m->duty_cycle < 100))
		return sdc_fail(call, "-duty_cycle isn't between 0 and 100 per cent");
	return STATUS_OK;
}

/* Pins and ports as such, nets as their first drivers. */
static enum status take_sources(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word,
				struct sdc_objects *out)
{
	int mask = SDC_MASK(SDC_PORT) | SDC_MASK(SDC_PIN) | SDC_MASK(SDC_NET);
	const struct netlist *netlist = s->netlist;

	TRY(sdc_take_objects(s, call, word, mask, out));
	for (int32_t i = 0; i < out->n; i++) {
		struct sdc_object *object = &out->item[i];

		if (object->kind != SDC_NET)
			continue;
		if (!netlist->net_n_drivers[object->id])
			return sdc_fail(call, "net \"%.100s\" has no driver",
					names_get(&netlist->net_name, object->id));
		object->id = netlist->net_pin[netlist->net_pin_row[object->id]];
		object->kind = netlist->pin_instance[object->id] < 0 ? SDC_PORT : SDC_PIN;
	}
	return STATUS_OK;
}

/* *skip: something that it names isn't there. */
static enum status take_origin(struct sdc *s, const struct sdc_call *call, struct sdc_generated *g,
			       bool *skip)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects pins = {0};

	*skip = false;
	if (!sdc_has(call, GENERATED_SOURCE))
		return sdc_fail(call, "-source is missing");
	if (sdc_has(call, GENERATED_ADD) && !sdc_has(call, GENERATED_MASTER))
		return sdc_fail(call, "-add needs -master_clock");
	TRY(take_sources(s, call, sdc_value(call, GENERATED_SOURCE), &pins));
	if (pins.n > 1)
		return sdc_fail(call, "-source is more than one pin");
	*skip = !pins.n;
	g->source = pins.n ? pins.item[0].id : -1;
	g->master = g->before = -1;
	if (!sdc_has(call, GENERATED_MASTER))
		return STATUS_OK;
	TRY(sdc_take_clock(s, call, sdc_value(call, GENERATED_MASTER), &g->master));
	*skip |= g->master < 0;
	g->making.master_given = true;
	return STATUS_OK;
}

/* The period is that of anything until it is derived. */
static enum status define(struct sdc *s, const struct sdc_call *call,
			  const struct sdc_objects *sources, const struct sdc_generated *generated)
{
	const struct sdc_new_clock new = {
		sdc_value(call, GENERATED_NAME), sources, sdc_has(call, GENERATED_ADD), 2, {0, 1}};
	struct sdc_generated *derive;
	int32_t id;

	TRY(sdc_define_clock(s, call, &new, &id));
	if (id == generated->master)
		return sdc_fail(call, "it is its own master");
	TRY(ALLOC(&derive, 1));
	*derive = *generated;
	derive->line = sdc_line(s);
	s->clock[id].derive = derive;
	return sdc_note_made(s, id);
}

static enum status create_generated_clock(struct sdc *s, const struct sdc_call *call)
{
	struct sdc_generated generated = {0};
	RELEASED_BY(sdc_objects_release) struct sdc_objects sources = {0};
	bool skip;

	TRY(take_way(s, call, &generated.making));
	TRY(take_origin(s, call, &generated, &skip));
	TRY(take_sources(s, call, call->argument[0], &sources));
	if (!skip && sources.n)
		return define(s, call, &sources, &generated);
	sdc_lose(s, call, "its source or master isn't there");
	return STATUS_OK;
}

/* ---- the master that reaches a pin ---- */

/* Pins to go back from, each once. */
struct walk {
	uint8_t *seen; /* owned [n_pins] */
	int32_t *pin;  /* owned [n] */
	int64_t capacity;
	int32_t n;
};

static FREES(walk_release, struct walk, x->seen, x->pin);

static enum status walk_to(struct walk *walk, int32_t pin)
{
	if (walk->seen[pin])
		return STATUS_OK;
	TRY(APPEND(walk->pin, walk->n, &walk->capacity, pin));
	walk->seen[pin] = 1;
	return STATUS_OK;
}

/* Through an instance against the direction of its gates; clocks end at registers. */
static enum status walk_through(const struct netlist *netlist, struct walk *walk, int32_t pin)
{
	int32_t instance = netlist->pin_instance[pin], first = netlist->instance_pin[instance];
	const struct library *library;
	const struct lib_cell *cell = netlist_lib_cell(netlist, instance, LATE, &library);

	for (int32_t a = 0; cell && a < cell->n_arcs; a++) {
		const struct lib_arc *arc = &library->arc[cell->first_arc + a];

		if (arc->to == pin - first &&
		    (arc->kind == LIB_COMBINATIONAL || arc->kind == LIB_THREE_STATE))
			TRY(walk_to(walk, first + arc->from));
	}
	return STATUS_OK;
}

static enum status walk_back(const struct netlist *netlist, struct walk *walk, int32_t pin)
{
	int32_t net = netlist->pin_net[pin];

	if (netlist_drives(netlist, pin) && netlist->pin_instance[pin] >= 0)
		TRY(walk_through(netlist, walk, pin));
	for (int32_t i = net < 0 ? 0 : netlist->net_pin_row[net];
	     net >= 0 && netlist_takes_signals(netlist, pin) && i < netlist->net_pin_row[net + 1];
	     i++) {
		if (netlist_may_drive(netlist, netlist->net_pin[i]))
			TRY(walk_to(walk, netlist->net_pin[i]));
	}
	return STATUS_OK;
}

/* The clocks that are defined at a pin, besides one, each once. */
static enum status add_clocks_at(const struct sdc *s, int32_t pin, int32_t besides,
				 struct sdc_ids *found, bool *any)
{
	*any = false;
	SDC_EACH_SOURCE(s, pin, at)
	{
		int32_t clock = s->sources.item[at].clock, i = 0;

		if (clock == besides)
			continue;
		*any = true;
		while (i < found->n && found->id[i] != clock)
			i++;
		if (i < found->n)
			continue;
		TRY(APPEND(found->id, found->n, &found->capacity, clock));
	}
	return STATUS_OK;
}

/* Of several the last one that was defined, as in OpenSTA. */
static void choose_master(struct sdc *s, int32_t of, const struct sdc_ids *found,
			  struct sdc_generated *g)
{
	RELEASED_BY(text_release) struct text names = TEXT_INIT;

	if (!found->n)
		return;
	SORT(found->id, found->n, compare_int32);
	g->master = found->id[found->n - 1];
	if (found->n == 1 || g->master == g->before)
		return;
	for (int32_t i = 0; i < found->n; i++)
		text_printf(&names, "%s\"%s\"", i ? ", " : "",
			    s->constraints->clock[found->id[i]].name);
	sdc_warn_at(s, g->line,
		    "generated clock \"%s\": several clocks reach its -source: %s; \"%s\", "
		    "defined last, is taken; %s names another",
		    s->constraints->clock[of].name, text_string(&names),
		    s->constraints->clock[g->master].name,
		    g->making.of_library ? "create_generated_clock at its pin" : "-master_clock");
}

/* The walk is empty, and is again, unless memory is short. */
static enum status find_master(struct sdc *s, struct walk *walk, int32_t of,
			       struct sdc_generated *g)
{
	RELEASED_BY(sdc_ids_release) struct sdc_ids found = {0};
	bool any;

	TRY(walk_to(walk, g->source));
	for (int32_t i = 0; i < walk->n; i++) {
		TRY(add_clocks_at(s, walk->pin[i], of, &found, &any));
		if (!any)
			TRY(walk_back(s->netlist, walk, walk->pin[i]));
	}
	choose_master(s, of, &found, g);
	for (int32_t i = 0; i < walk->n; i++)
		walk->seen[walk->pin[i]] = 0;
	walk->n = 0;
	return STATUS_OK;
}

/* ---- waveforms ---- */

static bool is_power_of_2(int n)
{
	return (n & (n - 1)) == 0;
}

/* The edge of that number, from 1, of a waveform that begins with its rise. */
static double edge_time(const double wave[2], double period, int number)
{
	return wave[(number - 1) % 2] + period * ((number - 1) / 2);
}

/* As OpenSTA's Clock::generate() does: a division by a power of two begins at the master's rise and
 * is symmetrical, all others scale the waveform. */
static void derive_waveform(const struct clock_making *m, const double master[2], double period,
			    double wave[2], double *own_period)
{
	double scale = m->divide_by ? m->divide_by : 1.0 / (m->multiply_by ? m->multiply_by : 1);
	double first;

	*own_period = period * scale;
	wave[0] = master[0] * scale;
	wave[1] = master[1] * scale;
	if (m->edge[0]) {
		for (int i = 0; i < 2; i++)
			wave[i] = edge_time(master, period, m->edge[i]) + m->shift[i];
		*own_period = edge_time(master, period, m->edge[2]) + m->shift[2] - wave[0];
	} else if (m->divide_by > 1 && is_power_of_2(m->divide_by)) {
		wave[0] = master[0];
		wave[1] = master[0] + *own_period / 2;
	} else if (m->duty_cycle > 0) {
		wave[1] = wave[0] + *own_period * m->duty_cycle / 100;
	}
	if (m->invert) {
		first = wave[0];
		wave[0] = wave[1];
		wave[1] = first + *own_period;
	}
}

/* Edges by number come from what they are counted as. A divider moves with the rising edge of its
 * clock; all else has the same edge as its master, or the opposite one. */
static enum edge master_edge(const struct clock_making *m, enum edge edge)
{
	if (m->edge[0])
		return (m->edge[edge] - 1) % 2 ? FALL : RISE;
	if (m->divide_by > 1)
		return RISE;
	return (edge == RISE) != m->invert ? RISE : FALL;
}

/* Is it derived? Otherwise its waveform makes no sense. */
static bool derive(struct sdc *s, int32_t id, const struct sdc_generated *g)
{
	const struct clock *from = &s->constraints->clock[g->master];
	struct clock *clock = &s->constraints->clock[id];
	double master[2] = {from->time[RISE], from->time[FALL]}, wave[2], period;

	if (master[1] <= master[0])
		master[1] += from->period;
	derive_waveform(&g->making, master, from->period, wave, &period);
	if (!(period > 0 && period < MOST_PERIOD && wave[0] < wave[1] &&
	      wave[1] - wave[0] < period))
		return false;
	clock->period = period;
	clock->master = g->master;
	clock->master_pin = g->source;
	clock->making = g->making;
	for (int edge = 0; edge < N_EDGES; edge++) {
		clock->time[edge] = sdc_into_period(wave[edge], period);
		clock->master_edge[edge] = master_edge(&g->making, (enum edge)edge);
	}
	return true;
}

/* ---- in order ---- */

static void give_up(struct sdc *s, int32_t id, const char *why)
{
	const struct sdc_generated *g = s->clock[id].derive;
	int64_t line = g->line;

	if (g->making.of_library) {
		sdc_lose_library_clock(s, id, g->master < 0 ? NULL : why);
		return;
	}
	sdc_warn_at(s, line, "generated clock \"%s\" is left out: %s",
		    s->constraints->clock[id].name, why);
	sdc_note_lost(s, line, "create_generated_clock", why);
	sdc_remove_clock(s, id);
}

/* *done when it is derived or given up, and not waiting for its master. */
static enum status derive_one(struct sdc *s, struct walk *walk, int32_t id, bool *done)
{
	struct sdc_generated *g = s->clock[id].derive;

	*done = true;
	if (g->master < 0)
		TRY(find_master(s, walk, id, g));
	if (g->master < 0 || s->clock[g->master].removed) {
		give_up(s, id, "no clock reaches its -source");
		return STATUS_OK;
	}
	if (s->clock[g->master].derive) {
		*done = false;
		return STATUS_OK;
	}
	if (!derive(s, id, g)) {
		give_up(s, id, "its edges don't make a waveform");
		return STATUS_OK;
	}
	free(g);
	s->clock[id].derive = NULL;
	return STATUS_OK;
}

/* Again and again, until none of the clocks that are left goes on. */
static enum status derive_all(struct sdc *s, struct walk *walk, struct sdc_ids *waiting)
{
	int32_t before = -1;
	bool done;

	while (waiting->n != before) {
		int32_t n = 0;

		before = waiting->n;
		for (int32_t i = 0; i < before; i++) {
			int32_t id = waiting->id[i];

			if (s->clock[id].removed)
				continue;
			TRY(derive_one(s, walk, id, &done));
			if (!done)
				waiting->id[n++] = id;
		}
		waiting->n = n;
	}
	return STATUS_OK;
}

/* Generated clocks of earlier scripts follow the clocks that this one defines: a master with another
 * waveform, or a clock nearer to their -source. */
static enum status derive_again(struct sdc *s)
{
	for (int32_t i = 0; i < s->n_clocks && s->defines_clocks; i++) {
		const struct clock *clock = &s->constraints->clock[i];
		const struct clock_making *making = &clock->making;
		struct sdc_generated *derive;

		if (s->clock[i].removed || s->clock[i].derive || clock->master < 0 ||
		    !(making->divide_by || making->multiply_by || making->edge[0]))
			continue;
		TRY(ALLOC(&derive, 1));
		*derive = (struct sdc_generated){
			.source = clock->master_pin,
			.master = making->master_given ? clock->master : -1,
			.before = clock->master,
			.making = *making,
			.line = s->clocks_line,
		};
		s->clock[i].derive = derive;
	}
	s->defines_clocks = false;
	return STATUS_OK;
}

enum status sdc_derive_clocks(struct sdc *s)
{
	RELEASED_BY(sdc_ids_release) struct sdc_ids waiting = {0};
	RELEASED_BY(walk_release) struct walk walk = {0};

	TRY(derive_again(s));
	for (int32_t i = 0; i < s->n_clocks; i++) {
		if (!s->clock[i].removed && s->clock[i].derive)
			TRY(APPEND(waiting.id, waiting.n, &waiting.capacity, i));
	}
	if (!waiting.n)
		return STATUS_OK;
	TRY(ALLOC(&walk.seen, s->netlist->n_pins));
	TRY(sdc_link_sources(s));
	TRY(derive_all(s, &walk, &waiting));
	for (int32_t i = 0; i < waiting.n; i++) {
		if (!s->clock[waiting.id[i]].removed)
			give_up(s, waiting.id[i], "it is its own master");
	}
	return STATUS_OK;
}

const struct sdc_command sdc_generated_commands[] = {
	{"create_generated_clock", "SOURCES", 1, 1, "Define a clock derived from another",
	 generated_options, create_generated_clock, SDC_DONE},
	{0},
};
