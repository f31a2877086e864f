#include "db/scaling.h"

const struct lib_conditions *scaling_conditions(const struct netlist *netlist,
						const struct constraints *constraints,
						enum split split)
{
	bool late = split == LATE || (constraints && constraints->is_single);
	const struct operating_conditions *given =
		constraints ? &constraints->conditions[late ? LATE : EARLY] : NULL;

	if (!given || given->library < 0 || given->library >= netlist->n_libraries)
		return NULL;
	return &netlist->library[given->library]->conditions[given->conditions];
}

double scaling_factor(const struct library *library, int32_t scaling, enum lib_scale scale,
		      enum edge edge, const struct lib_conditions *given)
{
	const struct lib_conditions *in = given;
	double product = 1;

	if (!in && library->default_conditions >= 0)
		in = &library->conditions[library->default_conditions];
	if (!in || scaling >= library->n_scalings)
		return 1;
	for (int p = 0; p < N_PVT; p++)
		product *= 1 + (in->value[p] - library->nominal[p]) *
				       library->scaling[scaling].factor[scale][edge][p];
	return product;
}

double scaling_of_table(const struct library *library, const struct lut *lut,
			const struct lib_conditions *given)
{
	return scaling_factor(library, lut->scaling, (enum lib_scale)(lut->scaled_as / N_EDGES),
			      (enum edge)(lut->scaled_as % N_EDGES), given);
}

double scaling_of_pin(const struct library *library, const struct lib_cell *cell,
		      const struct lib_conditions *given)
{
	return scaling_factor(library, cell->scaling, SCALE_PIN_CAPACITANCE, RISE, given);
}

double scaled_capacitance(const struct netlist *netlist, const struct constraints *constraints,
			  int32_t pin, enum split split, enum edge edge)
{
	const struct master *master =
		&netlist->master[netlist->instance_master[netlist->pin_instance[pin]]];
	const struct library *library = master->library[split];

	return netlist_lib_pin(netlist, pin, split)->capacitance[split][edge] *
	       scaling_of_pin(library, &library->cell[master->cell[split]],
			      scaling_conditions(netlist, constraints, split));
}

double scaled_value(const struct library *library, const struct lut *lut, double x, double y,
		    const struct lib_conditions *given)
{
	return scaling_of_table(library, lut, given) * lut_value(library, lut, x, y);
}

bool scaling_agrees(const struct library *library, const struct lib_conditions *a,
		    const struct lib_conditions *b)
{
	for (int32_t i = 0; a != b && i < library->n_scalings; i++) {
		for (int j = 0; j < N_LIB_SCALES * N_EDGES; j++) {
			enum lib_scale scale = (enum lib_scale)(j / N_EDGES);
			enum edge edge = (enum edge)(j % N_EDGES);

			if (scaling_factor(library, i, scale, edge, a) !=
			    scaling_factor(library, i, scale, edge, b))
				return false;
		}
	}
	return true;
}
