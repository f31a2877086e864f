#include "db/left_out.h"

#include <inttypes.h>

static const char *left_out_of(const struct master *master)
{
	for (int split = 0; split < N_SPLITS; split++) {
		const struct library *library = master->library[split];
		const struct lib_cell *cell = library ? &library->cell[master->cell[split]] : NULL;

		if (cell && cell->left_out)
			return names_get(&library->string, cell->left_out - 1);
	}
	return NULL;
}

int32_t netlist_left_out(const struct netlist *netlist, struct text *first)
{
	int32_t n = 0;

	for (int32_t m = 0; netlist && m < netlist->n_masters; m++) {
		const struct master *master = &netlist->master[m];
		const char *what = master->n_instances > 0 ? left_out_of(master) : NULL;

		if (!what)
			continue;
		if (n++ == 0 && first)
			text_printf(first, "cell \"%s\" of %" PRId32 " instance%s: %s",
				    master->name, master->n_instances,
				    master->n_instances == 1 ? "" : "s", what);
	}
	return n;
}
