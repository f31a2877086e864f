/* Collections of objects: all_inputs, all_registers, …, what belongs to what, and lists as collections.
 */
#include <string.h>

#include "base/grow.h"
#include "db/clock_reach.h"
#include "db/latches.h"
#include "read/sdc/sdc_impl.h"

/* The objects as the result. */
static enum status give(struct sdc *s, const struct sdc_objects *objects)
{
	sdc_give(s, sdc_new_list(objects));
	return STATUS_OK;
}

/* ---- all of a kind ---- */

enum { INPUTS_NO_CLOCKS };

static const struct sdc_option inputs_options[] = {
	[INPUTS_NO_CLOCKS] = {"-no_clocks", SDC_FLAG, NULL,
			      "without those that clocks are defined at"},
	{0},
};

static enum status all_ports(struct sdc *s, enum lib_direction direction, bool no_clocks)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects ports = {0};

	TRY(no_clocks ? sdc_link_sources(s) : STATUS_OK);
	for (int32_t p = 0; p < s->netlist->n_ports; p++) {
		enum lib_direction own = s->netlist->port_direction[p];

		if ((own == direction || own == LIB_INOUT) &&
		    !(no_clocks && sdc_first_source(s, p) >= 0))
			TRY(sdc_objects_add(&ports,
					    (struct sdc_object){.kind = SDC_PORT, .id = p}));
	}
	return give(s, &ports);
}

static enum status all_inputs(struct sdc *s, const struct sdc_call *call)
{
	return all_ports(s, LIB_INPUT, sdc_has(call, INPUTS_NO_CLOCKS));
}

static enum status all_outputs(struct sdc *s, const struct sdc_call *call)
{
	(void)call;
	return all_ports(s, LIB_OUTPUT, false);
}

static enum status all_clocks(struct sdc *s, const struct sdc_call *call)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects clocks = {0};

	(void)call;
	for (int32_t c = 0; c < s->constraints->n_clocks; c++) {
		if (!s->clock[c].removed)
			TRY(sdc_objects_add(&clocks,
					    (struct sdc_object){.kind = SDC_CLOCK, .id = c}));
	}
	return give(s, &clocks);
}

/* ---- all_registers ---- */

enum {
	REGISTERS_CELLS,
	REGISTERS_CLOCK_PINS,
	REGISTERS_DATA_PINS,
	REGISTERS_OUTPUT_PINS,
	REGISTERS_ASYNC_PINS,
	REGISTERS_EDGE,
	REGISTERS_LEVEL,
	REGISTERS_CLOCK,
	REGISTERS_RISE_CLOCK,
	REGISTERS_FALL_CLOCK
};

static const struct sdc_option registers_options[] = {
	[REGISTERS_CELLS] = {"-cells", SDC_FLAG, NULL, "the cells, as without any option"},
	[REGISTERS_CLOCK_PINS] = {"-clock_pins", SDC_FLAG, NULL, "their clock pins"},
	[REGISTERS_DATA_PINS] = {"-data_pins", SDC_FLAG, NULL, "their data pins"},
	[REGISTERS_OUTPUT_PINS] = {"-output_pins", SDC_FLAG, NULL, "their outputs"},
	[REGISTERS_ASYNC_PINS] = {"-async_pins", SDC_FLAG, NULL, "their preset and clear pins"},
	[REGISTERS_EDGE] = {"-edge_triggered", SDC_FLAG, NULL, "flip-flops only"},
	[REGISTERS_LEVEL] = {"-level_sensitive", SDC_FLAG, NULL, "latches only"},
	[REGISTERS_CLOCK] = {"-clock", SDC_WORD, "CLOCK",
			     "those that an edge of these clocks triggers"},
	[REGISTERS_RISE_CLOCK] = {"-rise_clock", SDC_WORD, "CLOCK", "the rising one"},
	[REGISTERS_FALL_CLOCK] = {"-fall_clock", SDC_WORD, "CLOCK", "the falling one"},
	{0},
};

/* OpenSTA counts pins with a width or a period to keep as clocks and resets. */
static bool has_pulses(const struct lib_pin *pin)
{
	return pin->min_width[RISE] >= 0 || pin->min_width[FALL] >= 0 || pin->min_period >= 0;
}

/* Is a pin of a cell (both counted as the library does) what an option asks for? */
static bool is_register_pin(const struct library *library, const struct lib_cell *cell, int32_t pin,
			    int option)
{
	for (int32_t a = cell->first_arc; a < cell->first_arc + cell->n_arcs; a++) {
		const struct lib_arc *arc = &library->arc[a];
		bool check = arc->kind == LIB_SETUP || arc->kind == LIB_HOLD;
		bool async = arc->kind == LIB_RECOVERY || arc->kind == LIB_REMOVAL;

		if ((option == REGISTERS_CLOCK_PINS && arc->from == pin &&
		     (check || async || arc->kind == LIB_LAUNCH)) ||
		    (option == REGISTERS_DATA_PINS && arc->to == pin && (check || async) &&
		     !has_pulses(&library->pin[cell->first_pin + pin])) ||
		    (option == REGISTERS_OUTPUT_PINS && arc->to == pin &&
		     arc->kind == LIB_LAUNCH) ||
		    (option == REGISTERS_ASYNC_PINS &&
		     ((arc->to == pin && async) ||
		      (arc->from == pin && arc->kind == LIB_SET_RESET))))
			return true;
	}
	return false;
}

bool sdc_is_clock_pin(const struct sdc *s, int32_t pin)
{
	int32_t instance = s->netlist->pin_instance[pin];
	const struct library *library;
	const struct lib_cell *cell = netlist_lib_cell(s->netlist, instance, LATE, &library);

	return cell && is_register_pin(library, cell, pin - s->netlist->instance_pin[instance],
				       REGISTERS_CLOCK_PINS);
}

bool sdc_is_lib_clock_pin(const struct library *library, int32_t pin)
{
	const struct lib_cell *cell = sdc_cell_of_lib_pin(library, pin);

	return cell && is_register_pin(library, cell, pin - cell->first_pin, REGISTERS_CLOCK_PINS);
}

/* Cells with flip-flops or, when nothing says what they are, with checks, but for clock gates; or with latches. */
static bool is_register(const struct library *library, const struct lib_cell *cell, bool edge,
			bool level)
{
	bool latch = lib_cell_has_state(library, cell, LIB_LATCH);
	bool flop = lib_cell_has_state(library, cell, LIB_FF) || (!latch && !cell->is_clock_gate);

	return cell->is_sequential && ((latch && level) || (flop && edge));
}

/* What is asked for, and by which clocks; reached NULL = by any or none. */
struct register_query {
	int option;
	bool edge, level;
	const uint8_t *reached; /* borrowed [n_pins]: see clock_reach_add() */
};

/* Does an edge of the clocks trigger a clock pin of a cell? */
static bool is_triggered(const struct register_query *q, const struct library *library,
			 const struct lib_cell *cell, int32_t first, int32_t pin)
{
	for (int32_t a = cell->first_arc; a < cell->first_arc + cell->n_arcs; a++) {
		const struct lib_arc *arc = &library->arc[a];
		unsigned edges = 0;

		if (arc->from != pin ||
		    !is_register_pin(library, cell, pin, REGISTERS_CLOCK_PINS) ||
		    arc->kind == LIB_COMBINATIONAL || arc->kind == LIB_THREE_STATE)
			continue;
		for (int edge = 0; edge < N_EDGES; edge++) {
			if (arc->from_edge[edge])
				edges |= CLOCK_REACH_BIT(RISE, edge) | CLOCK_REACH_BIT(FALL, edge);
		}
		if (q->reached[first + pin] & edges)
			return true;
	}
	return false;
}

static bool is_clocked(const struct register_query *q, const struct library *library,
		       const struct lib_cell *cell, int32_t first)
{
	for (int32_t p = 0; p < cell->n_pins && q->reached; p++) {
		if (is_triggered(q, library, cell, first, p))
			return true;
	}
	return !q->reached;
}

static enum status add_register(struct sdc *s, const struct register_query *q, int32_t instance,
				struct sdc_objects *out)
{
	const struct netlist *netlist = s->netlist;
	const struct library *library;
	const struct lib_cell *cell = netlist_lib_cell(netlist, instance, LATE, &library);
	int32_t first = netlist->instance_pin[instance];

	if (!library || !is_register(library, cell, q->edge, q->level) ||
	    !is_clocked(q, library, cell, first))
		return STATUS_OK;
	if (q->option == REGISTERS_CELLS)
		return sdc_objects_add(out, (struct sdc_object){.kind = SDC_CELL, .id = instance});
	for (int32_t p = 0; p < cell->n_pins; p++) {
		if (is_register_pin(library, cell, p, q->option) &&
		    (q->option != REGISTERS_CLOCK_PINS || !q->reached ||
		     is_triggered(q, library, cell, first, p)))
			TRY(sdc_objects_add(out,
					    (struct sdc_object){.kind = SDC_PIN, .id = first + p}));
	}
	return STATUS_OK;
}

/* What edges of the clocks of an option reach. */
static enum status reach_clocks(struct sdc *s, const struct sdc_call *call, int option,
				unsigned edges, uint8_t **reached)
{
	struct task task = TASK_INIT;
	RELEASED_BY(sdc_objects_release) struct sdc_objects clocks = {0};

	if (!sdc_has(call, option))
		return STATUS_OK;
	TRY(sdc_take_clocks(s, call, sdc_value(call, option), &clocks));
	if (!*reached)
		TRY(ALLOC(reached, s->netlist->n_pins));
	for (int32_t i = 0; i < clocks.n; i++)
		TRY(clock_reach_add(s->netlist, s->constraints,
				    &s->constraints->clock[clocks.item[i].id], edges, &task,
				    *reached));
	return STATUS_OK;
}

static enum status all_registers(struct sdc *s, const struct sdc_call *call)
{
	bool edge = sdc_has(call, REGISTERS_EDGE), level = sdc_has(call, REGISTERS_LEVEL);
	FREED uint8_t *reached = NULL;
	struct register_query query = {.edge = edge || !level, .level = level || !edge};
	RELEASED_BY(sdc_objects_release) struct sdc_objects objects = {0};

	for (int i = REGISTERS_CELLS; i <= REGISTERS_ASYNC_PINS; i++) {
		if (!sdc_has(call, i))
			continue;
		if (query.option != REGISTERS_CELLS)
			return sdc_fail(call, "one kind of pins at a time");
		query.option = i;
	}
	TRY(sdc_link_sources(s));
	TRY(reach_clocks(s, call, REGISTERS_CLOCK, 1U << RISE | 1U << FALL, &reached));
	TRY(reach_clocks(s, call, REGISTERS_RISE_CLOCK, 1U << RISE, &reached));
	TRY(reach_clocks(s, call, REGISTERS_FALL_CLOCK, 1U << FALL, &reached));
	query.reached = reached;
	for (int32_t i = 0; i < s->netlist->n_instances; i++)
		TRY(add_register(s, &query, i, &objects));
	return give(s, &objects);
}

/* ---- lists as collections ---- */

/* All that a word holds, of any kind, lists of lists flat; blocks stay blocks. */
static enum status take_any(struct sdc *s, const struct sdc_call *call, int argument,
			    struct sdc_objects *out)
{
	return sdc_take_whole(s, call, call->argument[argument], SDC_MASK(N_SDC_KINDS) - 1, out);
}

static enum status sizeof_collection(struct sdc *s, const struct sdc_call *call)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects objects = {0};

	TRY(take_any(s, call, 0, &objects));
	sdc_give(s, Tcl_NewIntObj(objects.n));
	return STATUS_OK;
}

enum { COLLECTION_UNIQUE };

static const struct sdc_option collection_options[] = {
	[COLLECTION_UNIQUE] = {"-unique", SDC_FLAG, NULL, "each object once"},
	{0},
};

static enum status make_unique(struct sdc *s, struct sdc_objects *objects)
{
	RELEASED_BY(sdc_once_end) struct sdc_once once = {.s = s, .out = objects};
	int32_t n = objects->n;

	objects->n = 0;
	TRY(sdc_once_begin(&once, s, objects));
	for (int32_t i = 0; i < n; i++)
		TRY(sdc_once_add(&once, objects->item[i]));
	return STATUS_OK;
}

static enum status add_to_collection(struct sdc *s, const struct sdc_call *call)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects objects = {0};

	TRY(take_any(s, call, 0, &objects));
	TRY(take_any(s, call, 1, &objects));
	if (sdc_has(call, COLLECTION_UNIQUE))
		TRY(make_unique(s, &objects));
	return give(s, &objects);
}

static enum status append_to_collection(struct sdc *s, const struct sdc_call *call)
{
	Tcl_Obj *old = Tcl_ObjGetVar2(s->interp, call->argument[0], NULL, 0);
	RELEASED_BY(sdc_objects_release) struct sdc_objects objects = {0};

	if (old)
		TRY(sdc_take_whole(s, call, old, SDC_MASK(N_SDC_KINDS) - 1, &objects));
	TRY(take_any(s, call, 1, &objects));
	if (sdc_has(call, COLLECTION_UNIQUE))
		TRY(make_unique(s, &objects));
	if (!Tcl_ObjSetVar2(s->interp, call->argument[0], NULL, sdc_new_list(&objects), 0))
		return sdc_fail(call, "can't set \"%.100s\"", tcl_text(call->argument[0]));
	return give(s, &objects);
}

static enum status remove_from_collection(struct sdc *s, const struct sdc_call *call)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects objects = {0}, without = {0}, set = {0};
	RELEASED_BY(sdc_once_end) struct sdc_once once = {.s = s, .out = &set};

	TRY(take_any(s, call, 0, &objects));
	TRY(take_any(s, call, 1, &without));
	TRY(sdc_once_begin(&once, s, &set));
	for (int32_t i = 0; i < without.n; i++)
		TRY(sdc_once_add(&once, without.item[i]));
	KEEP(objects.item, objects.n, !sdc_once_has(&once, objects.item[i]));
	return give(s, &objects);
}

static enum status filter_collection(struct sdc *s, const struct sdc_call *call)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects objects = {0};

	TRY(take_any(s, call, 0, &objects));
	TRY(sdc_filter_objects(s, call, call->argument[1], &objects));
	return give(s, &objects);
}

static enum status index_collection(struct sdc *s, const struct sdc_call *call)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects objects = {0};
	int index;

	TRY(take_any(s, call, 0, &objects));
	if (Tcl_GetIntFromObj(NULL, call->argument[1], &index) != TCL_OK || index < 0 ||
	    index >= objects.n)
		return sdc_fail(call, "no object number \"%.100s\"", tcl_text(call->argument[1]));
	return give(s, &(struct sdc_objects){.item = &objects.item[index], .n = 1});
}

/* ---- names and properties ---- */

/* The name of one object as it is, of several as a list; full names stay known as names. */
static enum status give_properties(struct sdc *s, const struct sdc_call *call, const char *property)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects objects = {0};
	bool is_name = strcmp(property, "full_name") == 0;
	TCL_HELD Tcl_Obj *list = tcl_hold(Tcl_NewListObj(0, NULL));
	Tcl_Obj *value = list;

	TRY(take_any(s, call, 0, &objects));
	for (int32_t i = 0; i < objects.n; i++) {
		RELEASED_BY(text_release) struct text text = TEXT_INIT;
		const char *kind = sdc_kind_name(objects.item[i].kind);

		if (!sdc_property(s, objects.item[i], property, &text))
			return sdc_fail(call, "a %s has no property \"%.100s\"", kind, property);
		value = is_name ? sdc_new_name(kind, text_string(&text), (int)text.length)
				: tcl_new(text_string(&text), (int)text.length);
		Tcl_ListObjAppendElement(NULL, list, value);
	}
	sdc_give(s, objects.n == 1 ? value : list);
	return STATUS_OK;
}

static enum status get_object_name(struct sdc *s, const struct sdc_call *call)
{
	return give_properties(s, call, "full_name");
}

static enum status get_name(struct sdc *s, const struct sdc_call *call)
{
	return give_properties(s, call, "name");
}

enum { PROPERTY_OBJECT_TYPE };

static const struct sdc_option property_options[] = {
	[PROPERTY_OBJECT_TYPE] = {"-object_type", SDC_WORD, "KIND", "ignored"},
	{0},
};

/* "sources" of clocks are objects; all others are text. */
static enum status get_property(struct sdc *s, const struct sdc_call *call)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects objects = {0}, sources = {0};

	if (strcmp(tcl_text(call->argument[1]), "sources") != 0)
		return give_properties(s, call, tcl_text(call->argument[1]));
	TRY(sdc_take_objects(s, call, call->argument[0], SDC_MASK(SDC_CLOCK), &objects));
	for (int32_t i = 0; i < objects.n; i++) {
		const struct clock *clock = &s->constraints->clock[objects.item[i].id];

		for (int32_t j = 0; j < clock->n_sources; j++) {
			struct sdc_object pin = {.kind = SDC_PIN, .id = clock->source[j]};

			if (s->netlist->pin_instance[pin.id] < 0)
				pin.kind = SDC_PORT;
			TRY(sdc_objects_add(&sources, pin));
		}
	}
	return give(s, &sources);
}

const struct sdc_command sdc_all_commands[] = {
	{"all_inputs", NULL, 0, 0, "Return input and bidirectional ports", inputs_options,
	 all_inputs, SDC_ASKS},
	{"all_outputs", NULL, 0, 0, "Return output and bidirectional ports", NULL, all_outputs,
	 SDC_ASKS},
	{"all_clocks", NULL, 0, 0, "Return clocks", NULL, all_clocks, SDC_ASKS},
	{"all_registers", NULL, 0, 0, "Return flip-flops and latches, or their pins",
	 registers_options, all_registers, SDC_ASKS},
	{0},
};

const struct sdc_command sdc_collection_commands[] = {
	{"sizeof_collection", "OBJECTS", 1, 1, "Return the number of objects", NULL,
	 sizeof_collection, SDC_ASKS_ANY},
	{"add_to_collection", "OBJECTS OBJECTS", 2, 2, "Return the union of two collections",
	 collection_options, add_to_collection, SDC_ASKS_ANY},
	{"append_to_collection", "VARIABLE OBJECTS", 2, 2, "Add to those of a variable",
	 collection_options, append_to_collection, SDC_SCRIPT},
	{"remove_from_collection", "OBJECTS OBJECTS", 2, 2,
	 "Return the objects of the first collection that aren't in the second", NULL,
	 remove_from_collection, SDC_ASKS_ANY},
	{"filter_collection", "OBJECTS EXPRESSION", 2, 2,
	 "Return the objects whose properties satisfy an expression", NULL, filter_collection,
	 SDC_ASKS_ANY},
	{"index_collection", "OBJECTS INDEX", 2, 2,
	 "Return one object of a collection, counted from 0", NULL, index_collection, SDC_ASKS_ANY},
	{"get_object_name", "OBJECTS", 1, 1, "Return full names of objects", NULL, get_object_name,
	 SDC_ASKS_ANY},
	{"get_full_name", "OBJECTS", 1, 1, "Return full names of objects", NULL, get_object_name,
	 SDC_ASKS_ANY},
	{"get_name", "OBJECTS", 1, 1, "Return names of objects within the level above", NULL,
	 get_name, SDC_ASKS_ANY},
	{"get_property", "OBJECT NAME", 2, 2, "A property of objects", property_options,
	 get_property, SDC_SCRIPT},
	{"get_attribute", "OBJECT NAME", 2, 2, "A property of objects", property_options,
	 get_property, SDC_SCRIPT},
	{0},
};
