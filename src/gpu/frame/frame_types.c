/* What cells are: for layouts without a map, where types have colours. */
#include "gpu/frame/frame.h"
#include "base/grow.h"
#include "db/layout/placement_check.h"

/* By the pins that LEF gives a macro. */
static enum frame_type type_of_macro(const struct technology *technology, int32_t macro)
{
	const struct tech_macro *m = &technology->macro[macro];
	int32_t in = 0, out = 0;

	for (int32_t i = 0; i < m->n_pins; i++) {
		const struct tech_pin *pin = &technology->pin[m->first_pin + i];

		if (pin->use == TECH_POWER || pin->use == TECH_GROUND)
			continue;
		in += pin->direction == LIB_INPUT;
		out += pin->direction == LIB_OUTPUT;
	}
	return in == 1 && out == 1 ? FRAME_TYPE_BUFFER : FRAME_TYPE_LOGIC;
}

static enum frame_type type_of_cell(const struct library *library, int32_t cell)
{
	const struct lib_cell *c = &library->cell[cell];
	int32_t in = 0, out = 0;

	if (c->is_clock_gate)
		return FRAME_TYPE_CLOCK_GATE;
	if (c->is_sequential)
		return FRAME_TYPE_REGISTER;
	for (int32_t i = 0; i < c->n_pins; i++) {
		enum lib_direction direction = library->pin[c->first_pin + i].direction;

		in += direction == LIB_INPUT;
		out += direction == LIB_OUTPUT;
	}
	return in == 1 && out == 1 ? FRAME_TYPE_BUFFER : FRAME_TYPE_LOGIC;
}

/* By its place in the technology; core cells need a closer look. */
static enum frame_type type_of_kind(enum placement_kind kind)
{
	switch (kind) {
	case KIND_TIE:
	case KIND_TAP:
	case KIND_FILLER:
	case KIND_ANTENNA:
	case KIND_ENDCAP:
		return FRAME_TYPE_FILLER;
	case KIND_BLOCK:
		return FRAME_TYPE_BLOCK;
	case KIND_PAD:
	case KIND_COVER:
		return FRAME_TYPE_PAD;
	case KIND_UNKNOWN:
		return FRAME_TYPE_UNKNOWN;
	case KIND_CELL:
	case N_KINDS:
		break;
	}
	return FRAME_TYPE_LOGIC;
}

/* Of core cells that are only macros [n_macros], and of masters [n_masters] that a library has. */
static void look_closer(const struct placement *placement, uint8_t *of_macro, uint8_t *of_master)
{
	const struct netlist *netlist = placement->netlist;

	for (int32_t i = 0; i < placement->technology->n_macros; i++)
		of_macro[i] = (uint8_t)type_of_macro(placement->technology, i);
	for (int32_t i = 0; i < netlist->n_masters; i++) {
		const struct master *m = &netlist->master[i];

		of_master[i] = m->library[LATE]
				       ? (uint8_t)type_of_cell(m->library[LATE], m->cell[LATE])
				       : (uint8_t)N_FRAME_TYPES;
	}
}

static void fill(const struct placement *placement, const uint8_t *of_macro,
		 const uint8_t *of_master, uint8_t *type)
{
	const struct netlist *netlist = placement->netlist;

	for (int32_t i = 0; i < placement->n_components; i++) {
		enum placement_kind kind = placement_kind(placement, i);

		type[i] = (uint8_t)type_of_kind(kind);
		if (kind != KIND_CELL)
			continue;
		type[i] = (uint8_t)N_FRAME_TYPES;
		if (i < netlist->n_instances)
			type[i] = of_master[netlist->instance_master[i]];
		if (type[i] == N_FRAME_TYPES)
			type[i] = of_macro[placement->component[i].macro];
	}
}

enum status frame_types_of(const struct placement *placement, uint8_t *type)
{
	FREED uint8_t *of_macro = NULL, *of_master = NULL;

	TRY(ALLOC(&of_macro, placement->technology->n_macros));
	TRY(ALLOC(&of_master, placement->netlist->n_masters));
	look_closer(placement, of_macro, of_master);
	fill(placement, of_macro, of_master, type);
	return STATUS_OK;
}
