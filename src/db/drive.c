#include "db/drive.h"

/* Of one edge of the output. */
typedef double measure(const struct library *library, const struct lib_arc *arc, int edge);

/* The variables of a table at no slew and this load. */
static double table_at(const struct library *library, const struct lut *lut, double load)
{
	return lut_value(library, lut, lut->variable[0] == LUT_LOAD ? load : 0,
			 lut->variable[1] == LUT_LOAD ? load : 0);
}

/* The largest load of a table, fF; 0 = it doesn't depend on the load. */
static double largest_load(const struct library *library, const struct lut *lut)
{
	const double *axis = library->number + lut->first;

	for (int a = 0; a < 2; a++) {
		if (lut->variable[a] == LUT_NONE)
			continue;
		if (lut->variable[a] == LUT_LOAD)
			return axis[lut->n[a] - 1];
		axis += lut->n[a];
	}
	return 0;
}

static double resistance(const struct library *library, const struct lib_arc *arc, int edge)
{
	const struct lut *lut = arc->slew[edge] < 0 ? NULL : &library->lut[arc->slew[edge]];
	double load = lut ? largest_load(library, lut) : 0;

	return load > 0 ? table_at(library, lut, load) / load : 0;
}

static double intrinsic(const struct library *library, const struct lib_arc *arc, int edge)
{
	return arc->delay[edge] < 0 ? 0 : table_at(library, &library->lut[arc->delay[edge]], 0);
}

static double extreme(const struct library *library, const struct lib_cell *cell, int32_t pin,
		      unsigned edges, enum split split, measure *of)
{
	double found = 0;

	for (int32_t a = cell->first_arc; a < cell->first_arc + cell->n_arcs; a++) {
		const struct lib_arc *arc = &library->arc[a];

		if (arc->to != pin || arc->kind > LIB_SET_RESET)
			continue;
		for (int edge = 0; edge < N_EDGES; edge++) {
			double value = edges & 1U << edge ? of(library, arc, edge) : 0;

			if (value > 0 && (found == 0 || (split == LATE) == (value > found)))
				found = value;
		}
	}
	return found;
}

double lib_pin_drive_resistance(const struct library *library, const struct lib_cell *cell,
				int32_t pin, unsigned edges, enum split split)
{
	return extreme(library, cell, pin, edges, split, resistance);
}

double lib_pin_intrinsic_delay(const struct library *library, const struct lib_cell *cell,
			       int32_t pin, unsigned edges, enum split split)
{
	return extreme(library, cell, pin, edges, split, intrinsic);
}
