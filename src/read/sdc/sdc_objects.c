/* Objects: lists of them, their names, and what they are as values of Tcl. */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "read/sdc/sdc_impl.h"

static _Thread_local const struct sdc *current; /* whose objects are written as text */

/* ---- lists of objects ---- */

FREES(sdc_objects_release, struct sdc_objects, x->item);

enum status sdc_objects_add(struct sdc_objects *objects, struct sdc_object object)
{
	return APPEND(objects->item, objects->n, &objects->capacity, object);
}

bool sdc_objects_have(const struct sdc_objects *objects, int32_t id)
{
	for (int32_t i = 0; i < objects->n; i++) {
		if (objects->item[i].id == id)
			return true;
	}
	return false;
}

const char *sdc_kind_name(enum sdc_kind kind)
{
	static const char *const names[N_SDC_KINDS] = {
		[SDC_CLOCK] = "clock",     [SDC_LIB] = "lib",   [SDC_LIB_CELL] = "lib_cell",
		[SDC_LIB_PIN] = "lib_pin", [SDC_CELL] = "cell", [SDC_PORT] = "port",
		[SDC_PIN] = "pin",         [SDC_NET] = "net",   [SDC_DESIGN] = "design"};

	return names[kind];
}

/* A cell that is described twice has its pins after those of later ones, so all are looked at. */
const struct lib_cell *sdc_cell_of_lib_pin(const struct library *library, int32_t pin)
{
	for (int32_t i = 0; i < library->n_cells; i++) {
		const struct lib_cell *cell = &library->cell[i];

		if (pin >= cell->first_pin && pin < cell->first_pin + cell->n_pins)
			return cell;
	}
	return NULL;
}

static void write_library_name(const struct library *library, struct sdc_object object,
			       struct text *out)
{
	const struct lib_cell *cell;

	text_add(out, library->name);
	if (object.kind == SDC_LIB)
		return;
	cell = object.kind == SDC_LIB_CELL ? &library->cell[object.id]
					   : sdc_cell_of_lib_pin(library, object.id);
	if (!cell)
		return;
	text_printf(out, "/%s", names_get(&library->cell_name, cell->name));
	if (object.kind == SDC_LIB_PIN)
		text_printf(out, "/%s", names_get(&library->string, library->pin[object.id].name));
}

void sdc_write_name(const struct sdc *s, struct sdc_object object, struct text *out)
{
	const struct netlist *netlist = s->netlist;

	switch (object.kind) {
	case SDC_CLOCK:
		text_add(out, s->constraints->clock[object.id].name);
		break;
	case SDC_LIB:
	case SDC_LIB_CELL:
	case SDC_LIB_PIN:
		write_library_name(netlist->library[object.library], object, out);
		break;
	case SDC_CELL:
		object_write_name(netlist, OBJECT_CELL, object.id, out);
		break;
	case SDC_PORT:
	case SDC_PIN:
		object_write_name(netlist, OBJECT_PIN, object.id, out);
		break;
	case SDC_NET:
		object_write_name(netlist, OBJECT_NET, object.id, out);
		break;
	case SDC_DESIGN:
	case N_SDC_KINDS:
		text_add(out, netlist->name);
		break;
	}
}

/* ---- values of Tcl ---- */

static void update_string(Tcl_Obj *value);
static void duplicate(Tcl_Obj *from, Tcl_Obj *to);

static const Tcl_ObjType object_type = {"warpscope object", NULL, duplicate, update_string, NULL};

/* Two words of a value: kind and library, number. */
static void put_object(Tcl_Obj *value, struct sdc_object object)
{
	value->internalRep.twoPtrValue.ptr1 =
		(void *)((intptr_t)object.library * N_SDC_KINDS + (intptr_t)object.kind);
	value->internalRep.twoPtrValue.ptr2 = (void *)(intptr_t)object.id;
	value->typePtr = &object_type;
}

static struct sdc_object take_object(const Tcl_Obj *value)
{
	intptr_t first = (intptr_t)value->internalRep.twoPtrValue.ptr1;

	return (struct sdc_object){
		.kind = (enum sdc_kind)(first % N_SDC_KINDS),
		.library = (int32_t)(first / N_SDC_KINDS),
		.id = (int32_t)(intptr_t)value->internalRep.twoPtrValue.ptr2,
	};
}

static void duplicate(Tcl_Obj *from, Tcl_Obj *to)
{
	put_object(to, take_object(from));
}

static void update_string(Tcl_Obj *value)
{
	struct sdc_object object = take_object(value);
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	TCL_HELD Tcl_Obj *inside = NULL;

	text_printf(&name, "%s:", sdc_kind_name(object.kind));
	sdc_write_name(current, object, &name);
	inside = tcl_hold(tcl_new(text_string(&name), name.length));
	value->length = inside->length;
	value->bytes = Tcl_Alloc((unsigned)value->length + 1);
	memcpy(value->bytes, inside->bytes, (size_t)value->length + 1);
}

static Tcl_Obj *sdc_new_object(struct sdc_object object)
{
	Tcl_Obj *value = Tcl_NewObj();

	Tcl_InvalidateStringRep(value);
	put_object(value, object);
	return value;
}

Tcl_Obj *sdc_new_list(const struct sdc_objects *objects)
{
	Tcl_Obj *list = Tcl_NewListObj(0, NULL);

	for (int32_t i = 0; i < objects->n; i++)
		Tcl_ListObjAppendElement(NULL, list, sdc_new_object(objects->item[i]));
	return list;
}

/* A name: its text is always there, its kind (one and more, 0 = not known) is a number, less than 0 of a SDC_PORT_PIN. */
static const Tcl_ObjType name_type = {"warpscope name", NULL, NULL, NULL, NULL};

Tcl_Obj *sdc_new_name(const char *kind, const char *name, int length)
{
	Tcl_Obj *value = tcl_new(name, length);
	int number = N_SDC_KINDS;

	while (kind && --number >= 0 && strcmp(sdc_kind_name((enum sdc_kind)number), kind) != 0)
		;
	value->internalRep.longValue = kind ? number + 1 : 0;
	if (kind && strcmp(kind, SDC_PORT_PIN) == 0)
		value->internalRep.longValue = -(SDC_PORT + 1);
	value->typePtr = &name_type;
	return value;
}

const char *sdc_kind_of_name(const Tcl_Obj *value)
{
	long number = labs(value->internalRep.longValue);

	return number ? sdc_kind_name((enum sdc_kind)(number - 1)) : NULL;
}

bool sdc_is_port_pin(const Tcl_Obj *value)
{
	return sdc_is_name(value) && value->internalRep.longValue < 0;
}

bool sdc_is_name(const Tcl_Obj *value)
{
	return value->typePtr == &name_type;
}

bool sdc_is_name_list(const Tcl_Obj *value)
{
	Tcl_Obj **item, *list = (Tcl_Obj *)value; /* which stays as it is */
	int n;

	if (!value->typePtr || strcmp(value->typePtr->name, "list") != 0 ||
	    Tcl_ListObjGetElements(NULL, list, &n, &item) != TCL_OK)
		return false;
	for (int i = 0; i < n; i++) {
		if (!sdc_is_name(item[i]))
			return false;
	}
	return n > 0;
}

bool sdc_is_master(const struct sdc *s, int32_t master, struct sdc_object object)
{
	const struct master *m = &s->netlist->master[master];
	const struct library *library = s->netlist->library[object.library];
	int32_t cell = object.id;

	if (object.kind == SDC_LIB_PIN)
		cell = (int32_t)(sdc_cell_of_lib_pin(library, object.id) - library->cell);
	for (int split = 0; split < N_SPLITS; split++) {
		if (m->library[split] == library && m->cell[split] == cell)
			return true;
	}
	return false;
}

bool sdc_is_object(const Tcl_Obj *value)
{
	return value->typePtr == &object_type;
}

void sdc_name_objects_of(const struct sdc *s)
{
	current = s;
}

bool sdc_get_object(const struct sdc *s, Tcl_Obj *value, struct sdc_object *object)
{
	const char *text, *colon;

	if (value->typePtr == &object_type) {
		*object = take_object(value);
		return object->kind != SDC_CLOCK || !s->clock[object->id].removed;
	}
	text = tcl_text(value);
	colon = strchr(text, ':');
	for (int kind = 0; colon && kind < N_SDC_KINDS; kind++) {
		const char *name = sdc_kind_name((enum sdc_kind)kind);

		if (strlen(name) == (size_t)(colon - text) &&
		    memcmp(name, text, (size_t)(colon - text)) == 0)
			return sdc_find_exact(s, (enum sdc_kind)kind, colon + 1, object);
	}
	return false;
}

bool sdc_get_one(const struct sdc *s, Tcl_Obj *value, struct sdc_object *object)
{
	Tcl_Obj *item;
	int n;

	if (sdc_is_object(value))
		return sdc_get_object(s, value, object);
	if (Tcl_ListObjLength(NULL, value, &n) != TCL_OK || n != 1 ||
	    Tcl_ListObjIndex(NULL, value, 0, &item) != TCL_OK)
		return false;
	return sdc_get_object(s, item, object);
}
