/* The lens fastest_cells: the netlist with each cell at its fastest size and threshold. */
#include <stdlib.h>

#include "base/grow.h"
#include "db/cells_alike.h"
#include "session/cells.h"
#include "session/design.h"

/* A value of each variable of tables (enum lut_variable), 0 where there is no such axis. */
enum { N_VARIABLES = LUT_CONSTRAINED_SLEW + 1 };

static void find_middle(const struct library *library, const struct lut *lut,
			double at[N_VARIABLES])
{
	const double *axis = library->number + lut->first;

	for (int a = 0; a < 2; a++) {
		if (lut->variable[a] == LUT_NONE)
			continue;
		at[lut->variable[a]] = axis[lut->n[a] / 2];
		axis += lut->n[a];
	}
}

/* Of a cell's delays, ps, -1 = it has none. `finds`: at the middle of the first table, which goes into `at`. */
static double worst_delay(const struct library *library, int32_t cell, bool finds,
			  double at[N_VARIABLES])
{
	const struct lib_cell *c = &library->cell[cell];
	double worst = -1;

	for (int32_t i = 0; i < c->n_arcs * N_EDGES; i++) {
		const struct lib_arc *arc = &library->arc[c->first_arc + i / N_EDGES];
		int32_t table = arc->kind > LIB_SET_RESET ? -1 : arc->delay[i % N_EDGES];
		const struct lut *lut = table < 0 ? NULL : &library->lut[table];
		double delay;

		if (lut && finds)
			find_middle(library, lut, at);
		finds &= !lut;
		delay = lut ? lut_value(library, lut, at[lut->variable[0]], at[lut->variable[1]])
			    : worst;
		worst = delay > worst ? delay : worst;
	}
	return worst;
}

/* Does replace_cell take it by its name, and is the early cell of that name alike too? */
static bool can_replace(const struct design *design, const struct early_late_cell *now,
			const struct library *library, int32_t cell, struct early_late_cell *out)
{
	return !library->cell[cell].dont_use &&
	       lib_cells_alike(now->library[LATE], now->cell[LATE], library, cell) &&
	       design_find_cell(design, names_get(&library->cell_name, cell), out) == STATUS_OK &&
	       out->library[LATE] == library &&
	       lib_cells_alike(now->library[EARLY], now->cell[EARLY], out->library[EARLY],
			       out->cell[EARLY]);
}

/* False where the cell is the fastest itself, or says nothing of what it computes. */
static bool find_fastest(const struct design *design, const struct early_late_cell *now,
			 struct early_late_cell *out)
{
	double at[N_VARIABLES] = {0}, least, delay;
	struct early_late_cell other;
	bool found = false;

	if (now->cell[LATE] < 0 || now->cell[EARLY] < 0)
		return false;
	least = worst_delay(now->library[LATE], now->cell[LATE], true, at);
	for (int32_t i = 0; i < design->n_libraries[LATE]; i++) {
		const struct library *library = design->library[LATE][i];

		for (int32_t c = 0; c < library->n_cells; c++) {
			if (!can_replace(design, now, library, c, &other))
				continue;
			delay = worst_delay(library, c, false, at);
			if (delay < 0 || delay >= least)
				continue;
			least = delay;
			*out = other;
			found = true;
		}
	}
	return found;
}

enum status design_make_fast(const struct design *design, struct task *task, struct netlist **out)
{
	const struct netlist *netlist = design->netlist;
	FREED struct cell_replacement *by = NULL;
	FREED struct {
		bool known, is_other;
		struct early_late_cell cell;
	} *of = NULL; /* [n_masters] */
	int32_t n = 0;

	TRY(ALLOC(&by, netlist->n_instances));
	TRY(ALLOC(&of, netlist->n_masters));
	for (int32_t x = 0; x < netlist->n_instances; x++) {
		int32_t m = netlist->instance_master[x];
		struct early_late_cell now = netlist_cell_of(netlist, x);

		if (!of[m].known)
			of[m].is_other = find_fastest(design, &now, &of[m].cell);
		of[m].known = true;
		if (of[m].is_other)
			by[n++] = (struct cell_replacement){x, of[m].cell};
	}
	return netlist_replace_cells(netlist, by, n, task, out);
}
