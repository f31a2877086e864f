/* Objects by their names: exact ones, patterns, and the nearest of what isn't there. */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/order.h"
#include "db/query_levels.h"
#include "read/sdc/sdc_impl.h"

/* ---- by name ---- */

/* The clock of a name, -1 = none. */
static int32_t sdc_find_clock(const struct sdc *s, const char *name)
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

/* By its exact name: "LIB/CELL", or "CELL" of the last library that has it; either may have slashes of its own. */
static bool find_lib_cell(const struct sdc *s, const char *name, struct sdc_object *object)
{
	object->kind = SDC_LIB_CELL;
	for (object->library = s->netlist->n_libraries - 1; object->library >= 0;
	     object->library--) {
		object->id = library_find_named(s->netlist->library[object->library], name);
		if (object->id >= 0)
			return true;
	}
	return false;
}

/* Of a cell, the pin of that name. */
static bool find_pin_of(const struct sdc *s, const char *name, struct sdc_object *object)
{
	const struct library *library = s->netlist->library[object->library];
	int32_t pin = library_find_pin(library, object->id, name);

	object->kind = SDC_LIB_PIN;
	object->id = library->cell[object->id].first_pin + pin;
	return pin >= 0;
}

/* "LIB/CELL/PIN" or "CELL/PIN". */
static bool find_lib_pin(const struct sdc *s, const char *name, struct sdc_object *object)
{
	RELEASED_BY(text_release) struct text cell = TEXT_INIT;
	bool found = false;

	for (const char *slash = strrchr(name, '/'); slash && slash > name && !found;
	     slash = memrchr(name, '/', (size_t)(slash - name))) {
		text_clear(&cell);
		text_append(&cell, name, slash - name);
		found = find_lib_cell(s, text_string(&cell), object) &&
			find_pin_of(s, slash + 1, object);
	}
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

bool sdc_find_exact(const struct sdc *s, enum sdc_kind kind, const char *name,
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
		object->id = object_find_any(s->netlist, object_kind_of(kind), name);
		return object->id >= 0;
	}
}

/* ---- by pattern ---- */

static bool is_pattern(const char *name, const struct query_options *options)
{
	return options->regexp || options->nocase || options->hierarchical || strpbrk(name, "*?\\");
}

/* A name that isn't the netlist's; a regular expression is Tcl's. */
static bool name_matches(const char *pattern, const char *name, const struct query_options *options)
{
	RELEASED_BY(text_release) struct text whole = TEXT_INIT;

	if (!options->regexp)
		return glob_match(pattern, name, options->nocase, false);
	text_printf(&whole, "%s^(?:%s)$", options->nocase ? "(?i)" : "", pattern);
	return Tcl_RegExpMatch(NULL, name, text_string(&whole)) > 0;
}

/* Does a pattern match names one below the other, divided by its slashes? Names may have slashes of their own. */
static bool parts_match(const char *pattern, const char *const *part, int n, bool nocase)
{
	const char *slash = n > 1 ? pattern_next_level(pattern) : NULL;
	bool matches = n == 1 && glob_match(pattern, part[0], nocase, false);
	RELEASED_BY(text_release) struct text head = TEXT_INIT;

	for (; slash && !matches; slash = pattern_next_level(slash + 1)) {
		text_clear(&head);
		text_append(&head, pattern, slash - pattern);
		matches = glob_match(text_string(&head), part[0], nocase, false) &&
			  parts_match(slash + 1, part + 1, n - 1, nocase);
	}
	return matches;
}

/* An object of a library; its name may be given without the library's. */
static enum status match_one(struct sdc *s, struct sdc_object object, int n_levels,
			     const char *pattern, const struct query_options *options,
			     struct sdc_objects *out)
{
	const struct library *library = s->netlist->library[object.library];
	const struct lib_cell *cell = object.kind == SDC_LIB_CELL ? &library->cell[object.id]
				      : object.kind == SDC_LIB_PIN
					      ? sdc_cell_of_lib_pin(library, object.id)
					      : NULL;
	const char *part[3] = {library->name};
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	const char *name;
	bool matches;
	int n = 1;

	if (cell)
		part[n++] = names_get(&library->cell_name, cell->name);
	if (object.kind == SDC_LIB_PIN)
		part[n++] = names_get(&library->string, library->pin[object.id].name);
	if (!options->regexp) {
		matches = parts_match(pattern, part, n, options->nocase) ||
			  (n > 1 && parts_match(pattern, part + 1, n - 1, options->nocase));
		return matches ? sdc_objects_add(out, object) : STATUS_OK;
	}
	sdc_write_name(s, object, &text);
	name = text_string(&text);
	if (n_levels < n - 1 && strchr(name, '/'))
		name = strchr(name, '/') + 1;
	matches = name_matches(pattern, name, options);
	return matches ? sdc_objects_add(out, object) : STATUS_OK;
}

struct named_cell {
	const char *name;
	int32_t id;
};

static int compare_cells(const void *a, const void *b)
{
	return strcmp(((const struct named_cell *)a)->name, ((const struct named_cell *)b)->name);
}

/* A cell, or its pins in their order. */
static enum status match_cell(struct sdc *s, struct sdc_object object, int n_levels,
			      const char *pattern, const struct query_options *options,
			      struct sdc_objects *out)
{
	const struct lib_cell *cell = &s->netlist->library[object.library]->cell[object.id];

	if (object.kind == SDC_LIB_CELL)
		return match_one(s, object, n_levels, pattern, options, out);
	for (int32_t p = 0; p < cell->n_pins; p++) {
		object.id = cell->first_pin + p;
		TRY(match_one(s, object, n_levels, pattern, options, out));
	}
	return STATUS_OK;
}

/* Its cells by name, as in OpenSTA. Pins that no cell has any more are skipped. */
static enum status match_library(struct sdc *s, int32_t number, enum sdc_kind kind,
				 const char *pattern, const struct query_options *options,
				 struct sdc_objects *out)
{
	const struct library *library = s->netlist->library[number];
	struct sdc_object object = {.kind = kind, .library = number};
	FREED struct named_cell *cell = NULL;
	int n_levels = 0;

	for (const char *at = pattern; *at; at++)
		n_levels += *at == '/';
	if (kind == SDC_LIB)
		return match_one(s, object, n_levels, pattern, options, out);
	TRY(ALLOC(&cell, library->n_cells));
	for (int32_t i = 0; i < library->n_cells; i++)
		cell[i] = (struct named_cell){names_get(&library->cell_name, library->cell[i].name),
					      i};
	SORT(cell, library->n_cells, compare_cells);
	for (int32_t i = 0; i < library->n_cells; i++) {
		object.id = cell[i].id;
		TRY(match_cell(s, object, n_levels, pattern, options, out));
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

		if (s->clock[i].removed || !name_matches(pattern, name, options))
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

	if (!is_pattern(pattern, options) && sdc_find_exact(s, kind, pattern, &object))
		return sdc_objects_add(out, object);
	switch (kind) {
	case SDC_CLOCK:
		return is_pattern(pattern, options) ? match_clocks(s, pattern, options, out)
						    : STATUS_OK;
	case SDC_LIB:
	case SDC_LIB_CELL:
	case SDC_LIB_PIN:
		return match_libraries(s, kind, pattern, options, out);
	case SDC_DESIGN:
		if (name_matches(pattern, s->netlist->name, options))
			return sdc_objects_add(out, (struct sdc_object){.kind = SDC_DESIGN});
		return STATUS_OK;
	default:
		return match_netlist(s, kind, pattern, options, out);
	}
}

/* ---- what is like a name ---- */

void sdc_write_nearest(struct sdc *s, enum sdc_kind kind, const char *name, struct text *out)
{
	const char *nearest = NULL;
	int best = (int)(strlen(name) / 3); /* as names_nearest() */

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
