/*
 * Building and asking a technology.
 */
#include "db/technology.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

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

struct technology *technology_ref(struct technology *technology)
{
	atomic_fetch_add(&technology->refs, 1);
	return technology;
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
	free(technology->layer);
	free(technology->site);
	free(technology->macro);
	free(technology->pin);
	free(technology->shape);
	free(technology);
}

enum status technology_add_layer(struct technology *technology, const char *name, int64_t length,
				 int32_t *layer)
{
	bool added;

	TRY(GROW(&technology->layer, &technology->layer_capacity, technology->n_layers + 1));
	TRY(names_add(&technology->layer_name, name, length, layer, &added));
	technology->layer[*layer] = (struct tech_layer){.kind = TECH_OTHER_LAYER};
	technology->n_layers = technology->layer_name.n;
	return STATUS_OK;
}

enum status technology_add_site(struct technology *technology, const char *name, int64_t length,
				int32_t *site)
{
	bool added;

	TRY(GROW(&technology->site, &technology->site_capacity, technology->n_sites + 1));
	TRY(names_add(&technology->site_name, name, length, site, &added));
	technology->site[*site] = (struct tech_site){0};
	technology->n_sites = technology->site_name.n;
	return STATUS_OK;
}

enum status technology_add_macro(struct technology *technology, const char *name, int64_t length,
				 int32_t *macro)
{
	bool added;

	TRY(GROW(&technology->macro, &technology->macro_capacity, technology->n_macros + 1));
	TRY(names_add(&technology->macro_name, name, length, macro, &added));
	technology->macro[*macro] = (struct tech_macro){.site = -1,
							.first_pin = technology->n_pins,
							.first_obstruction = technology->n_shapes};
	technology->n_macros = technology->macro_name.n;
	return STATUS_OK;
}

enum status technology_add_pin(struct technology *technology, int32_t name, int32_t *pin)
{
	if (technology->n_pins == INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "more than %d pins of macros", INT32_MAX);
	TRY(GROW(&technology->pin, &technology->pin_capacity, technology->n_pins + 1));
	*pin = technology->n_pins++;
	technology->pin[*pin] = (struct tech_pin){.name = name,
						  .direction = LIB_INOUT,
						  .first_shape = technology->n_shapes};
	return STATUS_OK;
}

enum status technology_add_shape(struct technology *technology, const struct tech_shape *shape)
{
	if (technology->n_shapes == INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "more than %d shapes of macros", INT32_MAX);
	TRY(GROW(&technology->shape, &technology->shape_capacity, technology->n_shapes + 1));
	technology->shape[technology->n_shapes++] = *shape;
	return STATUS_OK;
}

int32_t technology_find_macro(const struct technology *technology, const char *name)
{
	return names_find(&technology->macro_name, name, (int64_t)strlen(name));
}

int32_t technology_find_pin(const struct technology *technology, int32_t macro, const char *name)
{
	const struct tech_macro *m = &technology->macro[macro];
	int32_t id = names_find(&technology->string, name, (int64_t)strlen(name));

	for (int32_t i = 0; id >= 0 && i < m->n_pins; i++)
		if (technology->pin[m->first_pin + i].name == id)
			return m->first_pin + i;
	return -1;
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
	for (int32_t i = 1; i < p->n_shapes; i++) {
		const struct rect *r = &technology->shape[p->first_shape + i].rect;

		box.x1 = r->x1 < box.x1 ? r->x1 : box.x1;
		box.y1 = r->y1 < box.y1 ? r->y1 : box.y1;
		box.x2 = r->x2 > box.x2 ? r->x2 : box.x2;
		box.y2 = r->y2 > box.y2 ? r->y2 : box.y2;
	}
	*x = (int32_t)(((int64_t)box.x1 + box.x2) / 2);
	*y = (int32_t)(((int64_t)box.y1 + box.y2) / 2);
}
