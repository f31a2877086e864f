/* Properties of objects. */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "db/drive.h"
#include "db/hierarchy.h"
#include "read/sdc/sdc_impl.h"

/* ---- lists ---- */

void sdc_list_add(struct text *list, const char *name)
{
	int flags, more = (list->length ? TCL_DONT_QUOTE_HASH : 0) |
			  (strpbrk(name, "\n\r") ? TCL_DONT_USE_BRACES : 0);
	FREED char *element = malloc((size_t)Tcl_ScanElement(name, &flags) + 1);

	if (!element) {
		list->status = STATUS_NO_MEMORY;
		memory_note_short();
		return;
	}
	Tcl_ConvertElement(name, element, flags | more);
	if (list->length)
		text_add(list, " ");
	text_add(list, element);
}

/* ---- properties ---- */

/* Of a pin of an instance, whose name may have slashes of its own. */
static const char *own_pin_name(const struct netlist *netlist, int32_t pin)
{
	int32_t x = netlist->pin_instance[pin];
	const struct master *master = &netlist->master[netlist->instance_master[x]];

	return names_get(&netlist->pin_name, master->pin_name[pin - netlist->instance_pin[x]]);
}

/* Its name on the last level. */
static const char *own_name(const struct sdc *s, struct sdc_object object, const char *full)
{
	const struct library *library =
		s->netlist->n_libraries ? s->netlist->library[object.library] : NULL;

	if (sdc_is_hierarchical(s, object))
		return last_part(full);
	switch (object.kind) {
	case SDC_PIN:
		return own_pin_name(s->netlist, object.id);
	case SDC_LIB_CELL:
		return names_get(&library->cell_name, library->cell[object.id].name);
	case SDC_LIB_PIN:
		return names_get(&library->string, library->pin[object.id].name);
	case SDC_CELL:
	case SDC_NET:
		return last_part(full);
	default:
		return full;
	}
}

static void add_flag(struct text *out, bool flag)
{
	text_add(out, flag ? "1" : "0");
}

static void add_number(struct text *out, double value)
{
	text_printf(out, "%.6f", value);
}

static bool pin_property(const struct sdc *s, int32_t pin, const char *name, struct text *out)
{
	const struct lib_pin *lib = netlist_lib_pin(s->netlist, pin, LATE);
	bool is_port = s->netlist->pin_instance[pin] < 0;

	if (strcmp(name, "direction") == 0 || strcmp(name, "pin_direction") == 0 ||
	    strcmp(name, "port_direction") == 0)
		text_add(out, lib_direction_name(netlist_pin_direction(s->netlist, pin)));
	else if (strcmp(name, "is_port") == 0)
		add_flag(out, is_port);
	else if (strcmp(name, "is_clock") == 0 || strcmp(name, "is_clock_pin") == 0 ||
		 strcmp(name, "is_register_clock") == 0)
		add_flag(out, lib && (lib->is_clock || sdc_is_clock_pin(s, pin)));
	else if (strcmp(name, "liberty_port") == 0 && is_port)
		text_add(out, ""); /* a port of the design is none of a library */
	else if (strcmp(name, "lib_pin_name") == 0 && !is_port)
		text_add(out, own_pin_name(s->netlist, pin));
	else
		return false;
	return true;
}

/* Buffers (positive) and inverters: one input, whose value or inverse the only output has. */
static bool is_repeater(const struct library *library, const struct lib_cell *cell, bool inverts)
{
	const int32_t *f;
	int32_t input = -1, function = -1;

	for (int32_t p = 0; cell && p < cell->n_pins; p++) {
		const struct lib_pin *pin = &library->pin[cell->first_pin + p];

		if (pin->direction == LIB_INPUT && input < 0)
			input = p;
		else if (pin->direction == LIB_OUTPUT && function < 0 && pin->function >= 0)
			function = pin->function;
		else
			return false;
	}
	if (input < 0 || function < 0)
		return false;
	f = &library->expression[function];
	return f[0] == input && (inverts ? f[1] == LIB_NOT && f[2] == LIB_END : f[1] == LIB_END);
}

static bool lib_cell_property(const struct library *library, const struct lib_cell *cell,
			      const char *name, struct text *out)
{
	if (strcmp(name, "is_buffer") == 0)
		add_flag(out, is_repeater(library, cell, false));
	else if (strcmp(name, "is_inverter") == 0)
		add_flag(out, is_repeater(library, cell, true));
	else if (strcmp(name, "dont_use") == 0)
		add_flag(out, cell && cell->dont_use);
	else if (strcmp(name, "library") == 0)
		text_add(out, library ? library->name : "");
	else if (strcmp(name, "filename") == 0)
		text_add(out, library ? library->path : "");
	else if (strcmp(name, "is_sequential") == 0)
		add_flag(out, cell && cell->is_sequential);
	else if (strcmp(name, "is_memory") == 0 || strcmp(name, "is_memory_cell") == 0)
		add_flag(out, cell && cell->is_memory);
	else if (strcmp(name, "is_macro") == 0)
		add_flag(out, cell && cell->is_macro);
	else if (strcmp(name, "is_clock_gate") == 0)
		add_flag(out, cell && cell->is_clock_gate);
	else if (strcmp(name, "area") == 0)
		add_number(out, cell ? cell->area : 0);
	else
		return false;
	return true;
}

bool sdc_is_cell_property(const char *name)
{
	return strcmp(name, "liberty_cell") == 0 || strcmp(name, "lib_cell") == 0 ||
	       strcmp(name, "cell") == 0;
}

static bool cell_property(const struct sdc *s, int32_t instance, const char *name, struct text *out)
{
	const struct library *library;
	const struct lib_cell *cell = netlist_lib_cell(s->netlist, instance, LATE, &library);
	const char *of = s->netlist->master[s->netlist->instance_master[instance]].name;

	if (strcmp(name, "ref_name") == 0)
		text_add(out, of);
	else if (sdc_is_cell_property(name) && cell) /* as get_lib_cells calls it */
		text_printf(out, "%s/%s", library->name, of);
	else if (sdc_is_cell_property(name))
		text_add(out, strcmp(name, "cell") == 0 ? of : "");
	else if (strcmp(name, "is_black_box") == 0)
		add_flag(out, !cell);
	else
		return lib_cell_property(library, cell, name, out);
	return true;
}

/* A list of Tcl. */
static void add_sources(const struct sdc *s, const struct clock *clock, struct text *out)
{
	for (int32_t i = 0; i < clock->n_sources; i++) {
		RELEASED_BY(text_release) struct text name = TEXT_INIT;

		netlist_write_pin(s->netlist, clock->source[i], '/', &name);
		sdc_list_add(out, text_string(&name));
	}
}

static bool clock_property(const struct sdc *s, int32_t id, const char *name, struct text *out)
{
	const struct clock *clock = &s->constraints->clock[id];
	bool generated = clock->master >= 0 || s->clock[id].derive;

	if (strcmp(name, "period") == 0)
		add_number(out, clock->period / s->time_unit);
	else if (strcmp(name, "is_generated") == 0)
		add_flag(out, generated);
	else if (strcmp(name, "is_propagated") == 0 || strcmp(name, "propagated_clock") == 0)
		add_flag(out, clock->propagated);
	else if (strcmp(name, "is_virtual") == 0)
		add_flag(out, clock->n_sources == 0);
	else if (strcmp(name, "sources") == 0)
		add_sources(s, clock, out);
	else
		return false;
	return true;
}

/* "drive_resistance_max_rise", "intrinsic_delay", …: is it one of these? */
static bool add_drive(const struct sdc *s, const struct library *library, int32_t id,
		      const char *name, struct text *out)
{
	static const char *const split[] = {[EARLY] = "_min", [LATE] = "_max"};
	static const char *const edge[] = {[RISE] = "_rise", [FALL] = "_fall"};
	const struct lib_cell *cell = sdc_cell_of_lib_pin(library, id);
	bool drive = strncmp(name, "drive_resistance", 16) == 0;
	const char *at = name + (drive ? 16 : 15);
	unsigned edges = 1U << RISE | 1U << FALL;
	enum split of = LATE;

	if (!drive && strncmp(name, "intrinsic_delay", 15) != 0)
		return false;
	for (int i = 0; i < N_SPLITS && *at; i++) {
		for (int e = 0; e < N_EDGES; e++) {
			if (strncmp(at, split[i], 4) == 0 && strcmp(at + 4, edge[e]) == 0) {
				of = (enum split)i;
				edges = 1U << e;
				at += strlen(at);
			}
		}
	}
	if (*at || !cell)
		return false;
	id -= cell->first_pin;
	add_number(out,
		   drive ? lib_pin_drive_resistance(library, cell, id, edges, of) /
				   s->resistance_unit
			 : lib_pin_intrinsic_delay(library, cell, id, edges, of) / s->time_unit);
	return true;
}

static bool lib_pin_property(const struct sdc *s, const struct library *library, int32_t id,
			     const char *name, struct text *out)
{
	const struct lib_pin *pin = &library->pin[id];
	const struct lib_cell *cell;

	if (strcmp(name, "direction") == 0 || strcmp(name, "pin_direction") == 0)
		text_add(out, lib_direction_name(pin->direction));
	else if (strcmp(name, "is_clock") == 0)
		add_flag(out, pin->is_clock);
	else if (strcmp(name, "is_register_clock") == 0)
		add_flag(out, sdc_is_lib_clock_pin(library, id));
	else if (strcmp(name, "capacitance") == 0)
		add_number(out, pin->capacitance[LATE][RISE] / s->capacitance_unit);
	else if (strcmp(name, "port_direction") == 0)
		text_add(out, lib_direction_name(pin->direction));
	else if (strcmp(name, "lib_cell") == 0 && (cell = sdc_cell_of_lib_pin(library, id)))
		text_printf(out, "%s/%s", library->name,
			    names_get(&library->cell_name, cell->name));
	else
		return add_drive(s, library, id, name, out);
	return true;
}

static bool own_property(const struct sdc *s, struct sdc_object object, const char *name,
			 struct text *out)
{
	const struct library *library =
		s->netlist->n_libraries ? s->netlist->library[object.library] : NULL;

	switch (object.kind) {
	case SDC_PORT:
	case SDC_PIN:
		return pin_property(s, object.id, name, out);
	case SDC_CELL:
		return cell_property(s, object.id, name, out);
	case SDC_CLOCK:
		return clock_property(s, object.id, name, out);
	case SDC_LIB:
		if (strcmp(name, "filename") == 0)
			text_add(out, library->path);
		return strcmp(name, "filename") == 0;
	case SDC_LIB_CELL:
		return lib_cell_property(library, &library->cell[object.id], name, out);
	case SDC_LIB_PIN:
		return lib_pin_property(s, library, object.id, name, out);
	default:
		return false;
	}
}

/* Of a block or a pin of one. */
static bool block_property(const struct sdc *s, struct sdc_object object, const char *name,
			   struct text *out)
{
	const struct hierarchy *h = s->netlist->hierarchy;
	int32_t block = object.id - s->netlist->n_instances, pin = object.id - s->netlist->n_pins;

	if (object.kind == SDC_CELL && strcmp(name, "ref_name") == 0)
		text_add(out, names_get(&h->module_name, h->module[block]));
	else if (object.kind == SDC_PIN &&
		 (strcmp(name, "direction") == 0 || strcmp(name, "pin_direction") == 0))
		text_add(out, lib_direction_name((enum lib_direction)h->direction[pin]));
	else if (object.kind == SDC_CELL && strcmp(name, "is_black_box") == 0)
		add_flag(out, false);
	else if (object.kind == SDC_CELL)
		return lib_cell_property(NULL, NULL, name, out);
	else if (strcmp(name, "lib_pin_name") == 0)
		text_add(out, names_get(&h->pin_name, h->name_of[pin]));
	else if (strncmp(name, "is_", 3) == 0)
		add_flag(out, false);
	else
		return false;
	return true;
}

bool sdc_property(const struct sdc *s, struct sdc_object object, const char *name, struct text *out)
{
	RELEASED_BY(text_release) struct text full = TEXT_INIT;
	bool known = true;

	sdc_write_name(s, object, &full);
	if (strcmp(name, "full_name") == 0)
		text_add(out, text_string(&full));
	else if (strcmp(name, "name") == 0 || strcmp(name, "base_name") == 0)
		text_add(out, own_name(s, object, text_string(&full)));
	else if (strcmp(name, "object_class") == 0)
		text_add(out, sdc_kind_name(object.kind));
	else if (strcmp(name, "is_hierarchical") == 0)
		add_flag(out, sdc_is_hierarchical(s, object));
	else if (sdc_is_hierarchical(s, object))
		known = block_property(s, object, name, out);
	else
		known = own_property(s, object, name, out);
	return known;
}

bool sdc_object_property(const struct netlist *netlist, enum object_kind kind, int32_t id,
			 const char *property, struct text *out)
{
	static const enum sdc_kind kinds[N_OBJECT_KINDS] = {[OBJECT_PIN] = SDC_PIN,
							    [OBJECT_CELL] = SDC_CELL,
							    [OBJECT_NET] = SDC_NET,
							    [OBJECT_PORT] = SDC_PORT};
	const struct sdc s = {.netlist = netlist};

	return sdc_property(&s, (struct sdc_object){.kind = kinds[kind], .id = id}, property, out);
}

enum status sdc_ask_property(const struct netlist *netlist, struct constraints *constraints,
			     const struct sdc_question *question, struct text *out, bool *found,
			     bool *known)
{
	static const struct sdc_options options = SDC_OPTIONS_INIT;
	struct sdc_object object;
	RELEASED_BY(sdc_release) struct sdc s = {.fd = -1};

	*found = *known = false;
	TRY(sdc_init_asking(&s, netlist, constraints, &options));
	for (int k = 0; k < N_SDC_KINDS && !*found; k++) {
		if (strcmp(sdc_kind_name((enum sdc_kind)k), question->kind) == 0)
			*found = sdc_find_exact(&s, (enum sdc_kind)k, question->name, &object);
	}
	*known = *found && sdc_property(&s, object, question->property, out);
	return text_status(out);
}
