/*
 * Building and asking a technology.
 */
#include "db/layout/technology.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/keyed.h"

enum status technology_new(const char *path, struct technology **out)
{
	struct technology *technology;

	TRY(ALLOC(&technology, 1));
	atomic_init(&technology->refs, 1);
	technology->path = strdup(path);
	if (!technology->path) {
		free(technology);
		return status_fail(STATUS_NO_MEMORY, "out of memory");
	}
	*out = technology;
	return STATUS_OK;
}

void technology_unref(struct technology *technology)
{
	if (!technology || atomic_fetch_sub(&technology->refs, 1) > 1)
		return;
	free(technology->path);
	names_release(&technology->layer_name);
	names_release(&technology->site_name);
	names_release(&technology->macro_name);
	names_release(&technology->string);
	FREE_ALL(technology->layer, technology->site, technology->macro, technology->pin,
		 technology->shape, technology);
}

/* ---- copying ---- */

static enum status copy_names(const struct names *from, struct names *to)
{
	int32_t id;

	for (int32_t i = 0; i < from->n; i++) {
		const char *name = names_get(from, i);

		TRY(names_add(to, name, (int64_t)strlen(name), &id, NULL));
	}
	return STATUS_OK;
}

#define COPY_OF(what)                                                                              \
	do {                                                                                       \
		TRY(GROW(&to->what, &to->what##_capacity, from->n_##what##s));                     \
		COPY(to->what, from->what, from->n_##what##s);                                     \
		to->n_##what##s = from->n_##what##s;                                               \
	} while (0)

static enum status copy(const struct technology *from, struct technology *to)
{
	to->manufacturing_grid = from->manufacturing_grid;
	to->units = from->units;
	to->n_described_layers = from->n_described_layers;
	to->n_described_macros = from->n_described_macros;
	TRY(copy_names(&from->layer_name, &to->layer_name));
	TRY(copy_names(&from->site_name, &to->site_name));
	TRY(copy_names(&from->macro_name, &to->macro_name));
	TRY(copy_names(&from->string, &to->string));
	COPY_OF(layer);
	COPY_OF(site);
	COPY_OF(macro);
	COPY_OF(pin);
	COPY_OF(shape);
	return STATUS_OK;
}

enum status technology_copy(const struct technology *technology, const char *path,
			    struct technology **out)
{
	RELEASED_BY(technology_drop) struct technology *to = NULL;

	TRY(technology_new(path, &to));
	TRY(copy(technology, to));
	HAND_OVER(out, to);
	return STATUS_OK;
}

/* ---- closing ---- */

/* to[i]: where layer i goes. */
static void order_layers(const struct technology *technology, int32_t *to)
{
	int32_t n_named = 0;

	for (int32_t i = 0; i < technology->n_layers; i++) {
		int32_t level = technology->layer[i].level;

		to[i] = level >= 0 ? level : technology->n_described_layers + n_named++;
	}
}

static enum status move_layers(struct technology *technology, const int32_t *to,
			       struct tech_layer *layer, int32_t *from)
{
	RELEASED_BY(names_release) struct names names = {0};

	for (int32_t i = 0; i < technology->n_layers; i++) {
		from[to[i]] = i;
		layer[to[i]] = technology->layer[i];
	}
	for (int32_t i = 0; i < technology->n_layers; i++) {
		const char *name = names_get(&technology->layer_name, from[i]);
		int32_t id;

		TRY(names_add(&names, name, (int64_t)strlen(name), &id, NULL));
	}
	names_release(&technology->layer_name);
	technology->layer_name = names;
	names = (struct names){0};
	COPY(technology->layer, layer, technology->n_layers);
	for (int32_t i = 0; i < technology->n_shapes; i++) {
		int32_t *of = &technology->shape[i].layer;

		*of = *of < 0 ? -1 : to[*of];
	}
	return STATUS_OK;
}

static void guess_sites(struct technology *technology)
{
	for (int32_t i = 0; i < technology->n_macros; i++) {
		const struct tech_macro *macro = &technology->macro[i];
		struct tech_site *site = macro->site < 0 ? NULL : &technology->site[macro->site];

		if (site && !site->described && macro->height &&
		    (!site->height || macro->height < site->height))
			site->height = macro->height;
	}
}

enum status technology_close(struct technology *technology)
{
	int32_t n = technology->n_layers;
	FREED int32_t *to = NULL, *from = NULL;
	FREED struct tech_layer *layer = NULL;

	TRY(ALLOC_ALL(n, &to, &from, &layer));
	if (n) {
		order_layers(technology, to);
		TRY(move_layers(technology, to, layer, from));
	}
	guess_sites(technology);
	return STATUS_OK;
}

/* ---- adding ---- */

enum status technology_add_layer(struct technology *technology, const char *name, int64_t length,
				 int32_t *layer)
{
	int32_t level;
	bool added;

	TRY(GROW(&technology->layer, &technology->layer_capacity, technology->n_layers + 1));
	TRY(names_add(&technology->layer_name, name, length, layer, &added));
	if (added)
		technology->layer[*layer].level = -1;
	if (technology->layer[*layer].level < 0)
		level = technology->n_described_layers++;
	else
		level = technology->layer[*layer].level;
	technology->layer[*layer] = (struct tech_layer){.kind = TECH_OTHER_LAYER, .level = level};
	technology->n_layers = technology->layer_name.n;
	return STATUS_OK;
}

enum status technology_add_site(struct technology *technology, const char *name, int64_t length,
				int32_t *site)
{
	TRY(GROW(&technology->site, &technology->site_capacity, technology->n_sites + 1));
	TRY(names_add(&technology->site_name, name, length, site, NULL));
	technology->site[*site] = (struct tech_site){.described = true};
	technology->n_sites = technology->site_name.n;
	return STATUS_OK;
}

enum status technology_add_macro(struct technology *technology, const char *name, int64_t length,
				 int32_t *macro)
{
	bool added;

	TRY(GROW(&technology->macro, &technology->macro_capacity, technology->n_macros + 1));
	TRY(names_add(&technology->macro_name, name, length, macro, &added));
	if (added || !technology->macro[*macro].described)
		technology->n_described_macros++;
	technology->macro[*macro] = (struct tech_macro){.described = true,
							.site = -1,
							.first_pin = technology->n_pins,
							.first_obstruction = technology->n_shapes};
	technology->n_macros = technology->macro_name.n;
	return STATUS_OK;
}

enum status technology_name_layer(struct technology *technology, const char *name, int64_t length,
				  int32_t *layer)
{
	bool added;

	TRY(GROW(&technology->layer, &technology->layer_capacity, technology->n_layers + 1));
	TRY(names_add(&technology->layer_name, name, length, layer, &added));
	if (added)
		technology->layer[*layer] =
			(struct tech_layer){.kind = TECH_OTHER_LAYER, .level = -1};
	technology->n_layers = technology->layer_name.n;
	return STATUS_OK;
}

enum status technology_name_site(struct technology *technology, const char *name, int64_t length,
				 int32_t *site)
{
	bool added;

	TRY(GROW(&technology->site, &technology->site_capacity, technology->n_sites + 1));
	TRY(names_add(&technology->site_name, name, length, site, &added));
	if (added)
		technology->site[*site] = (struct tech_site){0};
	technology->n_sites = technology->site_name.n;
	return STATUS_OK;
}

enum status technology_name_macro(struct technology *technology, const char *name, int64_t length,
				  int32_t *macro)
{
	bool added;

	TRY(GROW(&technology->macro, &technology->macro_capacity, technology->n_macros + 1));
	TRY(names_add(&technology->macro_name, name, length, macro, &added));
	if (added)
		technology->macro[*macro] = (struct tech_macro){.site = -1};
	technology->n_macros = technology->macro_name.n;
	return STATUS_OK;
}

enum status technology_add_pin(struct technology *technology, int32_t name, int32_t *pin)
{
	if (technology->n_pins == INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "more than %d pins of macros", INT32_MAX);
	TRY(GROW(&technology->pin, &technology->pin_capacity, technology->n_pins + 1));
	*pin = technology->n_pins++;
	technology->pin[*pin] = (struct tech_pin){
		.name = name, .direction = LIB_INOUT, .first_shape = technology->n_shapes};
	return STATUS_OK;
}

enum status technology_add_shape(struct technology *technology, const struct tech_shape *shape)
{
	if (technology->n_shapes == INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "more than %d shapes of macros", INT32_MAX);
	return APPEND(technology->shape, technology->n_shapes, &technology->shape_capacity, *shape);
}

/* ---- asking ---- */

int32_t technology_find_macro(const struct technology *technology, const char *name)
{
	return names_find(&technology->macro_name, name, (int64_t)strlen(name));
}

static bool is_physical(const struct technology *technology, const struct tech_macro *macro)
{
	for (int32_t i = 0; i < macro->n_pins; i++) {
		enum tech_use use = technology->pin[macro->first_pin + i].use;

		if (use != TECH_POWER && use != TECH_GROUND)
			return false;
	}
	return macro->described;
}

bool technology_is_physical(const struct technology *technology, const char *macro)
{
	int32_t id = technology ? technology_find_macro(technology, macro) : -1;

	return id >= 0 && is_physical(technology, &technology->macro[id]);
}

enum status technology_list_physical(const struct technology *technology, struct names *out)
{
	for (int32_t i = 0; technology && i < technology->n_macros; i++) {
		const char *name = names_get(&technology->macro_name, i);
		int32_t id;

		if (is_physical(technology, &technology->macro[i]))
			TRY(names_add(out, name, (int64_t)strlen(name), &id, NULL));
	}
	return STATUS_OK;
}

enum status technology_find_pins(const struct technology *technology, int32_t macro,
				 const struct names *names, const int32_t *name, int32_t n,
				 int32_t *pin)
{
	const struct tech_macro *m = &technology->macro[macro];
	FREED struct keyed *by_name = NULL;

	TRY(ALLOC(&by_name, m->n_pins));
	for (int32_t i = 0; i < m->n_pins; i++)
		by_name[i] = (struct keyed){technology->pin[m->first_pin + i].name, i};
	TRY(keyed_sort(by_name, m->n_pins));
	for (int32_t i = 0; i < n; i++) {
		const char *text = names_get(names, name[i]);
		int32_t id = names_find(&technology->string, text, (int64_t)strlen(text));
		int32_t begin, end;

		keyed_find(by_name, m->n_pins, id, &begin, &end);
		pin[i] = begin < end ? m->first_pin + by_name[begin].item : -1;
	}
	return STATUS_OK;
}

void technology_pin_centre(const struct technology *technology, const struct tech_macro *macro,
			   int32_t pin, int32_t *x, int32_t *y)
{
	const struct tech_pin *p = &technology->pin[pin];
	struct rect box;

	*x = macro->width / 2;
	*y = macro->height / 2;
	if (!p->n_shapes)
		return;
	box = technology->shape[p->first_shape].rect;
	for (int32_t i = 1; i < p->n_shapes; i++)
		box = rect_join(&box, &technology->shape[p->first_shape + i].rect);
	*x = (int32_t)(((int64_t)box.x1 + box.x2) / 2);
	*y = (int32_t)(((int64_t)box.y1 + box.y2) / 2);
}
