/* Objects as values of Tcl, and what the words of a command mean as objects. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "read/sdc_impl.h"

enum {
	DEEPEST_LIST = 16,
	MOST_NEAREST = 50, /* names that a like one is looked for: that takes long */
};

static _Thread_local const struct sdc *current; /* whose objects are written as text */

/* ---- lists of objects ---- */

void sdc_objects_release(struct sdc_objects *objects)
{
	free(objects->item);
	*objects = (struct sdc_objects){0};
}

enum status sdc_objects_add(struct sdc_objects *objects, struct sdc_object object)
{
	TRY(GROW(&objects->item, &objects->capacity, (int64_t)objects->n + 1));
	objects->item[objects->n++] = object;
	return STATUS_OK;
}

const char *sdc_kind_name(enum sdc_kind kind)
{
	static const char *const names[N_SDC_KINDS] = {
		[SDC_CLOCK] = "clock",     [SDC_LIB] = "lib",   [SDC_LIB_CELL] = "lib_cell",
		[SDC_LIB_PIN] = "lib_pin", [SDC_CELL] = "cell", [SDC_PORT] = "port",
		[SDC_PIN] = "pin",         [SDC_NET] = "net",   [SDC_DESIGN] = "design"};

	return names[kind];
}

/* A cell that is described twice has its pins behind those of later ones, so all are looked at. */
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
		text_add(out, names_get(&netlist->instance_name, object.id));
		break;
	case SDC_PORT:
	case SDC_PIN:
		netlist_write_pin(netlist, object.id, '/', out);
		break;
	case SDC_NET:
		text_add(out, names_get(&netlist->net_name, object.id));
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
	struct text name = TEXT_INIT;

	text_printf(&name, "%s:", sdc_kind_name(object.kind));
	sdc_write_name(current, object, &name);
	value->length = (int)name.length;
	value->bytes = Tcl_Alloc((unsigned)name.length + 1);
	memcpy(value->bytes, text_string(&name), (size_t)name.length + 1);
	text_release(&name);
}

Tcl_Obj *sdc_new_object(struct sdc_object object)
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

/* ---- by name ---- */

int32_t sdc_find_clock(const struct sdc *s, const char *name)
{
	int32_t clock = constraints_find_clock(s->constraints, name);

	return clock >= 0 && s->clock[clock].removed ? -1 : clock;
}

static enum object_kind object_kind_of(enum sdc_kind kind)
{
	switch (kind) {
	case SDC_CELL:
		return OBJECT_CELL;
	case SDC_NET:
		return OBJECT_NET;
	case SDC_PORT:
		return OBJECT_PORT;
	default:
		return OBJECT_PIN;
	}
}

/* By its exact name: "LIB/CELL" or "CELL" of any library. */
static bool find_lib_cell(const struct sdc *s, const char *name, struct sdc_object *object)
{
	const char *slash = strchr(name, '/');

	object->kind = SDC_LIB_CELL;
	for (object->library = 0; object->library < s->netlist->n_libraries; object->library++) {
		const struct library *library = s->netlist->library[object->library];

		if (slash && (strncmp(library->name, name, (size_t)(slash - name)) != 0 ||
			      library->name[slash - name]))
			continue;
		object->id = library_find_cell(library, slash ? slash + 1 : name);
		if (object->id >= 0)
			return true;
	}
	return false;
}

/* "LIB/CELL/PIN" or "CELL/PIN". */
static bool find_lib_pin(const struct sdc *s, const char *name, struct sdc_object *object)
{
	const char *slash = strrchr(name, '/');
	struct text cell = TEXT_INIT;
	bool found = false;

	if (!slash)
		return false;
	text_append(&cell, name, slash - name);
	if (find_lib_cell(s, text_string(&cell), object)) {
		const struct library *library = s->netlist->library[object->library];
		int32_t pin = library_find_pin(library, object->id, slash + 1);

		found = pin >= 0;
		object->kind = SDC_LIB_PIN;
		object->id = library->cell[object->id].first_pin + pin;
	}
	text_release(&cell);
	return found;
}

static bool find_library(const struct sdc *s, const char *name, struct sdc_object *object)
{
	for (int32_t i = 0; i < s->netlist->n_libraries; i++) {
		if (strcmp(s->netlist->library[i]->name, name) != 0)
			continue;
		*object = (struct sdc_object){.kind = SDC_LIB, .library = i};
		return true;
	}
	return false;
}

static bool find_exact(const struct sdc *s, enum sdc_kind kind, const char *name,
		       struct sdc_object *object)
{
	*object = (struct sdc_object){.kind = kind};
	switch (kind) {
	case SDC_CLOCK:
		object->id = sdc_find_clock(s, name);
		return object->id >= 0;
	case SDC_LIB:
		return find_library(s, name, object);
	case SDC_LIB_CELL:
		return find_lib_cell(s, name, object);
	case SDC_LIB_PIN:
		return find_lib_pin(s, name, object);
	case SDC_DESIGN:
		return strcmp(s->netlist->name, name) == 0;
	default:
		object->id = object_find(s->netlist, object_kind_of(kind), name);
		return object->id >= 0;
	}
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
	text = Tcl_GetString(value);
	colon = strchr(text, ':');
	for (int kind = 0; colon && kind < N_SDC_KINDS; kind++) {
		const char *name = sdc_kind_name((enum sdc_kind)kind);

		if (strlen(name) == (size_t)(colon - text) &&
		    memcmp(name, text, (size_t)(colon - text)) == 0)
			return find_exact(s, (enum sdc_kind)kind, colon + 1, object);
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

/* ---- by pattern ---- */

static bool is_pattern(const char *name, const struct query_options *options)
{
	return options->regexp || options->nocase || options->hierarchical || strpbrk(name, "*?\\");
}

/* A name that isn't the netlist's; a regular expression is Tcl's. */
static bool name_matches(const char *pattern, const char *name, const struct query_options *options,
			 bool levels)
{
	struct text whole = TEXT_INIT;
	bool matches;

	if (!options->regexp)
		return glob_match(pattern, name, options->nocase, levels);
	text_printf(&whole, "%s^(?:%s)$", options->nocase ? "(?i)" : "", pattern);
	matches = Tcl_RegExpMatch(NULL, name, text_string(&whole)) > 0;
	text_release(&whole);
	return matches;
}

/* An object of a library; its name may be given without the library's. */
static enum status match_one(struct sdc *s, struct sdc_object object, int n_levels,
			     const char *pattern, const struct query_options *options,
			     struct sdc_objects *out)
{
	int levels = object.kind == SDC_LIB ? 0 : object.kind == SDC_LIB_CELL ? 1 : 2;
	struct text text = TEXT_INIT;
	const char *name;
	bool matches;

	sdc_write_name(s, object, &text);
	name = text_string(&text);
	if (n_levels < levels && strchr(name, '/'))
		name = strchr(name, '/') + 1;
	matches = name_matches(pattern, name, options, true);
	text_release(&text);
	return matches ? sdc_objects_add(out, object) : STATUS_OK;
}

/* Pins that no cell has any more are passed over. */
static enum status match_library(struct sdc *s, int32_t number, enum sdc_kind kind,
				 const char *pattern, const struct query_options *options,
				 struct sdc_objects *out)
{
	const struct library *library = s->netlist->library[number];
	struct sdc_object object = {.kind = kind, .library = number};
	int n_levels = 0;

	for (const char *at = pattern; *at; at++)
		n_levels += *at == '/';
	if (kind == SDC_LIB)
		return match_one(s, object, n_levels, pattern, options, out);
	for (int32_t i = 0; i < library->n_cells; i++) {
		const struct lib_cell *cell = &library->cell[i];

		object.id = i;
		if (kind == SDC_LIB_CELL)
			TRY(match_one(s, object, n_levels, pattern, options, out));
		for (int32_t p = 0; p < cell->n_pins && kind == SDC_LIB_PIN; p++) {
			object.id = cell->first_pin + p;
			TRY(match_one(s, object, n_levels, pattern, options, out));
		}
	}
	return STATUS_OK;
}

static enum status match_libraries(struct sdc *s, enum sdc_kind kind, const char *pattern,
				   const struct query_options *options, struct sdc_objects *out)
{
	for (int32_t i = 0; i < s->netlist->n_libraries; i++)
		TRY(match_library(s, i, kind, pattern, options, out));
	return STATUS_OK;
}

static enum status match_clocks(struct sdc *s, const char *pattern,
				const struct query_options *options, struct sdc_objects *out)
{
	for (int32_t i = 0; i < s->constraints->n_clocks; i++) {
		struct sdc_object object = {.kind = SDC_CLOCK, .id = i};
		const char *name = s->constraints->clock[i].name;

		if (s->clock[i].removed || !name_matches(pattern, name, options, false))
			continue;
		TRY(sdc_objects_add(out, object));
	}
	return STATUS_OK;
}

/* Objects of the netlist; the list they are found in is used again and again. */
static enum status match_netlist(struct sdc *s, enum sdc_kind kind, const char *pattern,
				 const struct query_options *options, struct sdc_objects *out)
{
	enum object_kind object_kind = object_kind_of(kind);
	struct object_list *found = &s->found[object_kind];
	enum status status;

	if (!found->seen)
		TRY(object_list_init(found, s->netlist, object_kind));
	status = query_objects(s->netlist, pattern, options, found);
	for (int32_t i = 0; i < found->n; i++) {
		found->seen[found->id[i]] = 0;
		if (status == STATUS_OK)
			status = sdc_objects_add(
				out, (struct sdc_object){.kind = kind, .id = found->id[i]});
	}
	found->n = 0;
	return status;
}

enum status sdc_match(struct sdc *s, enum sdc_kind kind, const char *pattern,
		      const struct query_options *options, struct sdc_objects *out)
{
	struct sdc_object object;

	if (!is_pattern(pattern, options) && find_exact(s, kind, pattern, &object))
		return sdc_objects_add(out, object);
	switch (kind) {
	case SDC_CLOCK:
		return match_clocks(s, pattern, options, out);
	case SDC_LIB:
	case SDC_LIB_CELL:
	case SDC_LIB_PIN:
		return match_libraries(s, kind, pattern, options, out);
	case SDC_DESIGN:
		if (name_matches(pattern, s->netlist->name, options, false))
			return sdc_objects_add(out, (struct sdc_object){.kind = SDC_DESIGN});
		return STATUS_OK;
	default:
		return match_netlist(s, kind, pattern, options, out);
	}
}

/* ---- what isn't there ---- */

static void write_nearest(struct sdc *s, enum sdc_kind kind, const char *name, struct text *out)
{
	const char *nearest = NULL;
	int best = (int)(strlen(name) / 3) + 1;

	if (kind == SDC_CELL || kind == SDC_NET || kind == SDC_PORT || kind == SDC_PIN) {
		object_write_nearest(s->netlist, object_kind_of(kind), name, out);
		return;
	}
	for (int32_t i = 0; kind == SDC_CLOCK && i < s->constraints->n_clocks; i++) {
		const char *other = s->constraints->clock[i].name;
		int distance = edit_distance(name, (int64_t)strlen(name), other,
					     (int64_t)strlen(other), best);

		if (s->clock[i].removed || distance > best)
			continue;
		best = distance - 1;
		nearest = other;
	}
	for (int32_t i = 0; kind == SDC_LIB_CELL && !nearest && i < s->netlist->n_libraries; i++)
		nearest = names_nearest(&s->netlist->library[i]->cell_name, name,
					(int64_t)strlen(name));
	text_add(out, nearest ? nearest : "");
}

void sdc_warn_missing(struct sdc *s, int mask, const char *name)
{
	struct text text = TEXT_INIT, nearest = TEXT_INIT;
	const char *join = "";
	int rest;

	for (int kind = 0; kind < N_SDC_KINDS; kind++) {
		if (!(mask & SDC_MASK(kind)))
			continue;
		text_printf(&text, "%s%s", join, sdc_kind_name((enum sdc_kind)kind));
		rest = mask >> (kind + 1);
		join = rest & (rest - 1) ? ", " : " or ";
		if (!nearest.length && s->n_nearest < MOST_NEAREST && strlen(name) < 200)
			write_nearest(s, (enum sdc_kind)kind, name, &nearest);
	}
	s->n_nearest++;
	if (nearest.length)
		sdc_warn(s, "no %s \"%.200s\"; nearest \"%s\"", text_string(&text), name,
			 text_string(&nearest));
	else
		sdc_warn(s, "no %s \"%.200s\"", text_string(&text), name);
	text_release(&text);
	text_release(&nearest);
}

/* ---- words of commands ---- */

/* Names are looked up as OpenSTA does: as the most general kind first. */
static enum status take_name(struct sdc *s, const char *name, int mask, struct sdc_objects *out)
{
	static const enum sdc_kind order[] = {SDC_CLOCK,   SDC_LIB,  SDC_LIB_CELL,
					      SDC_LIB_PIN, SDC_CELL, SDC_PORT,
					      SDC_PIN,     SDC_NET,  SDC_DESIGN};
	static const struct query_options options;
	int32_t before = out->n;

	for (size_t i = 0; i < sizeof order / sizeof *order && out->n == before; i++) {
		if (mask & SDC_MASK(order[i]))
			TRY(sdc_match(s, order[i], name, &options, out));
	}
	if (out->n == before)
		sdc_warn_missing(s, mask, name);
	return STATUS_OK;
}

static enum status take_one(struct sdc *s, const struct sdc_call *call, struct sdc_object object,
			    int mask, struct sdc_objects *out)
{
	struct text name = TEXT_INIT;

	if (mask & SDC_MASK(object.kind))
		return sdc_objects_add(out, object);
	sdc_write_name(s, object, &name);
	sdc_warn(s, "%s: a %s can't be given here: \"%.200s\"", call->command->name,
		 sdc_kind_name(object.kind), text_string(&name));
	text_release(&name);
	return STATUS_OK;
}

/* An object, or a name. */
static enum status take_one_word(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word,
				 int mask, struct sdc_objects *out)
{
	struct sdc_object object;

	if (sdc_get_object(s, word, &object))
		return take_one(s, call, object, mask, out);
	return take_name(s, Tcl_GetString(word), mask, out);
}

static enum status take_word(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word, int mask,
			     int depth, struct sdc_objects *out)
{
	enum status status = STATUS_OK;
	Tcl_Obj *item;
	int n;

	if (sdc_is_object(word))
		return take_one_word(s, call, word, mask, out);
	if (Tcl_ListObjLength(NULL, word, &n) != TCL_OK || depth == DEEPEST_LIST)
		return take_name(s, Tcl_GetString(word), mask, out);
	if (n == 1 && Tcl_ListObjIndex(NULL, word, 0, &item) == TCL_OK &&
	    strcmp(Tcl_GetString(item), Tcl_GetString(word)) == 0)
		return take_one_word(s, call, item, mask, out);
	Tcl_IncrRefCount(word);
	for (int i = 0; i < n && status == STATUS_OK; i++) {
		/* looking a name up may change what kind of value the list is */
		if (Tcl_ListObjIndex(NULL, word, i, &item) != TCL_OK)
			break;
		Tcl_IncrRefCount(item);
		status = take_word(s, call, item, mask, depth + 1, out);
		Tcl_DecrRefCount(item);
	}
	Tcl_DecrRefCount(word);
	return status;
}

enum status sdc_take_objects(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word, int mask,
			     struct sdc_objects *out)
{
	return take_word(s, call, word, mask, 0, out);
}

enum status sdc_take_pins(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word,
			  struct sdc_objects *out)
{
	return sdc_take_objects(s, call, word, SDC_MASK(SDC_PORT) | SDC_MASK(SDC_PIN), out);
}

static bool has_source(const struct clock *clock, int32_t pin)
{
	for (int32_t i = 0; i < clock->n_sources; i++) {
		if (clock->source[i] == pin)
			return true;
	}
	return false;
}

/* The clocks that are defined at a pin. */
static enum status clocks_at(struct sdc *s, const struct sdc_call *call, struct sdc_object pin,
			     struct sdc_objects *out)
{
	int32_t before = out->n;
	struct text name = TEXT_INIT;

	for (int32_t i = 0; i < s->constraints->n_clocks; i++) {
		if (!s->clock[i].removed && has_source(&s->constraints->clock[i], pin.id))
			TRY(sdc_objects_add(out, (struct sdc_object){.kind = SDC_CLOCK, .id = i}));
	}
	if (out->n > before)
		return STATUS_OK;
	sdc_write_name(s, pin, &name);
	sdc_warn(s, "%s: no clock is defined at %s \"%.200s\"", call->command->name,
		 sdc_kind_name(pin.kind), text_string(&name));
	text_release(&name);
	return STATUS_OK;
}

enum status sdc_take_clocks(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word,
			    struct sdc_objects *out)
{
	int mask = SDC_MASK(SDC_CLOCK) | SDC_MASK(SDC_PORT) | SDC_MASK(SDC_PIN);
	struct sdc_objects objects = {0};
	enum status status = sdc_take_objects(s, call, word, mask, &objects);

	for (int32_t i = 0; i < objects.n && status == STATUS_OK; i++)
		status = objects.item[i].kind == SDC_CLOCK
				 ? sdc_objects_add(out, objects.item[i])
				 : clocks_at(s, call, objects.item[i], out);
	sdc_objects_release(&objects);
	return status;
}

enum status sdc_take_clock(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word,
			   int32_t *clock)
{
	struct sdc_objects objects = {0};
	enum status status = sdc_take_objects(s, call, word, SDC_MASK(SDC_CLOCK), &objects);

	*clock = objects.n ? objects.item[0].id : -1;
	if (status == STATUS_OK && objects.n > 1)
		status = sdc_fail(call, "\"%.100s\" is more than one clock", Tcl_GetString(word));
	sdc_objects_release(&objects);
	return status;
}
