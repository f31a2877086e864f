/* Stands in for db/library.c until that is here. */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "db/library.h"

#define WEAK __attribute__((weak))

WEAK enum status library_new(const char *path, struct library **out)
{
	struct library *library;

	TRY(ALLOC(&library, 1));
	atomic_init(&library->refs, 1);
	library->path = strdup(path);
	*out = library;
	return STATUS_OK;
}

WEAK struct library *library_ref(struct library *library)
{
	atomic_fetch_add(&library->refs, 1);
	return library;
}

WEAK void library_unref(struct library *library)
{
	if (!library || atomic_fetch_sub(&library->refs, 1) > 1)
		return;
	names_release(&library->cell_name);
	names_release(&library->string);
	free(library->name);
	free(library->path);
	free(library->cell);
	free(library->pin);
	free(library->bus);
	free(library->supply);
	free(library);
}

WEAK int32_t library_find_cell(const struct library *library, const char *name)
{
	return names_find(&library->cell_name, name, (int64_t)strlen(name));
}

WEAK int32_t library_find_pin(const struct library *library, int32_t cell, const char *name)
{
	const struct lib_cell *c = &library->cell[cell];

	for (int32_t i = 0; i < c->n_pins; i++)
		if (!strcmp(names_get(&library->string, library->pin[c->first_pin + i].name), name))
			return i;
	return -1;
}

WEAK int32_t library_find_bus(const struct library *library, int32_t cell, const char *name)
{
	const struct lib_cell *c = &library->cell[cell];

	for (int32_t i = 0; i < c->n_buses; i++)
		if (!strcmp(names_get(&library->string, library->bus[c->first_bus + i].name), name))
			return i;
	return -1;
}
