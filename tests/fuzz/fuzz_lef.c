/*
 * Fuzz target of the LEF reader: any bytes give a technology or an error, never a crash, and a
 * technology is what db/layout/technology.h says of it, also when the same is read on top of it once more.
 */
#include <stdint.h>
#include <stdlib.h>

#include "bytes.h"
#include "read/layout/lef.h"

int fuzz_lef(const uint8_t *data, size_t size);

static void must(bool condition)
{
	if (!condition)
		abort();
}

static void check_shapes(const struct technology *t, int32_t first, int32_t n)
{
	must(first >= 0 && n >= 0 && n <= t->n_shapes - first);
	for (int32_t i = first; i < first + n; i++) {
		const struct rect *r = &t->shape[i].rect;

		must(t->shape[i].layer >= -1 && t->shape[i].layer < t->n_layers);
		must(r->x1 <= r->x2 && r->y1 <= r->y2);
	}
}

static void check_macro(const struct technology *t, const struct tech_macro *macro)
{
	must(macro->width >= 0 && macro->height >= 0);
	must(macro->site >= -1 && macro->site < t->n_sites);
	must(macro->n_pins >= 0 && macro->n_pins <= t->n_pins - macro->first_pin);
	for (int32_t p = macro->first_pin; p < macro->first_pin + macro->n_pins; p++) {
		must(t->pin[p].name >= 0 && t->pin[p].name < t->string.n);
		check_shapes(t, t->pin[p].first_shape, t->pin[p].n_shapes);
	}
	if (macro->described)
		check_shapes(t, macro->first_obstruction, macro->n_obstructions);
}

static void check(const struct technology *t)
{
	must(t->n_layers == t->layer_name.n && t->n_sites == t->site_name.n);
	must(t->n_macros == t->macro_name.n);
	for (int32_t i = 0; i < t->n_layers; i++)
		must(t->layer[i].level == (i < t->n_described_layers ? i : -1));
	for (int32_t i = 0; i < t->n_macros; i++)
		check_macro(t, &t->macro[i]);
}

int fuzz_lef(const uint8_t *data, size_t size)
{
	struct task task = TASK_INIT;
	struct text warnings = TEXT_INIT;
	struct technology *once, *twice;
	const char *path = bytes_file(data, size);

	if (lef_read(path, NULL, &warnings, &task, &once) == STATUS_OK) {
		check(once);
		must(lef_read(path, once, &warnings, &task, &twice) == STATUS_OK);
		check(twice);
		must(twice->n_macros == once->n_macros && twice->n_layers == once->n_layers);
		technology_unref(once);
		technology_unref(twice);
	}
	text_release(&warnings);
	return 0;
}
