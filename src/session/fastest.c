#include "session/fastest.h"

#include <stdlib.h>

#include "base/grow.h"
#include "db/cells_alike.h"
#include "session/cells.h"

struct operation {
	double slew, load; /* ps, fF */
};

static struct operation middle_of(const struct library *library, const struct lut *lut)
{
	const double *axis = library->number + lut->first;
	struct operation middle = {0, 0};

	for (int a = 0; a < 2; a++) {
		if (lut->variable[a] == LUT_SLEW)
			middle.slew = axis[lut->n[a] / 2];
		if (lut->variable[a] == LUT_LOAD)
			middle.load = axis[lut->n[a] / 2];
		axis += lut->variable[a] == LUT_NONE ? 0 : lut->n[a];
	}
	return middle;
}

static double along(const struct lut *lut, int axis, struct operation at)
{
	return lut->variable[axis] == LUT_LOAD ? at.load : at.slew;
}

/* Of a cell's delays, ps. Without `at` it is set to the middle of the first table. False where there is none. */
static bool worst_delay(const struct library *library, int32_t cell, bool finds,
			struct operation *at, double *worst)
{
	const struct lib_cell *c = &library->cell[cell];
	bool any = false;

	for (int32_t i = 0; i < c->n_arcs * N_EDGES; i++) {
		const struct lib_arc *arc = &library->arc[c->first_arc + i / N_EDGES];
		int32_t table = arc->kind > LIB_SET_RESET ? -1 : arc->delay[i % N_EDGES];
		const struct lut *lut = table < 0 ? NULL : &library->lut[table];
		double delay;

		if (!lut)
			continue;
		if (finds && !any)
			*at = middle_of(library, lut);
		delay = lut_value(library, lut, along(lut, 0, *at), along(lut, 1, *at));
		*worst = any && *worst > delay ? *worst : delay;
		any = true;
	}
	return any;
}

/* Is it what replace_cell would take by that name, with the early cell alike too? */
static bool can_replace(const struct design *design, const struct early_late_cell *now,
			const struct library *library, int32_t cell, struct early_late_cell *out)
{
	return !library->cell[cell].dont_use &&
	       lib_cells_alike(now->library[LATE], now->cell[LATE], library, cell) &&
	       design_find_cell(design, names_get(&library->cell_name, cell), out) == STATUS_OK &&
	       out->library[LATE] == library && out->cell[LATE] == cell &&
	       lib_cells_alike(now->library[EARLY], now->cell[EARLY], out->library[EARLY],
			       out->cell[EARLY]);
}

/* False where the cell is the fastest itself, or says nothing of what it computes. */
static bool find_fastest(const struct design *design, const struct early_late_cell *now,
			 struct early_late_cell *out)
{
	struct early_late_cell other;
	struct operation at;
	double least, delay;
	bool found = false;

	if (now->cell[LATE] < 0 || now->cell[EARLY] < 0 ||
	    !worst_delay(now->library[LATE], now->cell[LATE], true, &at, &least))
		return false;
	for (int32_t i = design->n_libraries[LATE] - 1; i >= 0; i--) {
		const struct library *library = design->library[LATE][i];

		for (int32_t c = 0; c < library->n_cells; c++) {
			if (!can_replace(design, now, library, c, &other) ||
			    !worst_delay(library, c, false, &at, &delay) || delay >= least)
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
	struct cell_replacement *by;
	struct {
		bool known, is_other;
		struct early_late_cell cell;
	} * of; /* [n_masters] */
	enum status status;
	int32_t n = 0;

	TRY(ALLOC(&by, netlist->n_instances));
	status = ALLOC(&of, netlist->n_masters);
	for (int32_t x = 0; x < netlist->n_instances && status == STATUS_OK; x++) {
		int32_t m = netlist->instance_master[x];
		struct early_late_cell now = netlist_cell_of(netlist, x);

		if (!of[m].known)
			of[m].is_other = find_fastest(design, &now, &of[m].cell);
		of[m].known = true;
		if (of[m].is_other)
			by[n++] = (struct cell_replacement){x, of[m].cell};
	}
	if (status == STATUS_OK)
		status = netlist_replace_cells(netlist, by, n, task, out);
	free(by);
	free(of);
	return status;
}
