/* The tables of all libraries in one place, scaled to the operating conditions of each split. */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "db/scaling.h"
#include "db/timing_impl.h"

static struct table to_table(const struct lut *lut, int64_t first_number)
{
	struct table table = {.first = first_number + lut->first, .n = {lut->n[0], lut->n[1]}};

	for (int axis = 0; axis < 2; axis++) {
		bool of_slew =
			lut->variable[axis] == LUT_SLEW || lut->variable[axis] == LUT_RELATED_SLEW;

		table.n_points[axis] = lut->variable[axis] == LUT_NONE ? 0 : lut->n[axis];
		table.operand[axis] = of_slew ? OPERAND_SLEW : OPERAND_OTHER;
	}
	return table;
}

static const struct lib_conditions *conditions_of(const struct timing_builder *b, enum split split)
{
	return scaling_conditions(b->netlist, b->timing->constraints, split);
}

/* Does a library need tables for early delays of their own? */
static bool splits_agree(const struct timing_builder *b, const struct library *library)
{
	return scaling_agrees(library, conditions_of(b, EARLY), conditions_of(b, LATE));
}

enum status timing_find_first_tables(struct timing_builder *b)
{
	int32_t n = 0;

	for (int split = 0; split < N_SPLITS; split++)
		TRY(ALLOC(&b->first_table[split], b->netlist->n_libraries));
	for (int32_t l = 0; l < b->netlist->n_libraries; l++) {
		const struct library *library = b->netlist->library[l];

		b->first_table[EARLY][l] = b->first_table[LATE][l] = n;
		n += library->n_luts;
		if (splits_agree(b, library))
			continue;
		b->first_table[EARLY][l] = n;
		n += library->n_luts;
	}
	return STATUS_OK;
}

void timing_free_first_tables(struct timing_builder *b)
{
	for (int split = 0; split < N_SPLITS; split++)
		free(b->first_table[split]);
}

/* The values of a table, which follow its axes. */
static void scale_table(const struct lut *lut, double factor, double *number)
{
	double *value = number + lut->first;
	int64_t n = (int64_t)lut->n[0] * lut->n[1];

	for (int axis = 0; axis < 2; axis++)
		value += lut->variable[axis] == LUT_NONE ? 0 : lut->n[axis];
	for (int64_t i = 0; i < n && factor != 1; i++)
		value[i] *= factor;
}

static enum status add_tables_of(struct timing_builder *b, const struct library *library,
				 enum split split)
{
	struct timing_graph *timing = b->timing;
	const struct lib_conditions *conditions = conditions_of(b, split);
	double *number;

	TRY(GROW(&timing->table, &timing->table_capacity,
		 (int64_t)timing->n_tables + library->n_luts));
	TRY(GROW(&timing->number, &timing->number_capacity,
		 timing->n_numbers + library->n_numbers));
	if (!library->n_luts)
		return STATUS_OK;
	number = timing->number + timing->n_numbers;
	COPY(number, library->number, library->n_numbers);
	for (int32_t i = 0; i < library->n_luts; i++) {
		const struct lut *lut = &library->lut[i];

		timing->table[timing->n_tables++] = to_table(lut, timing->n_numbers);
		scale_table(lut, scaling_of_table(library, lut, conditions), number);
	}
	timing->n_numbers += library->n_numbers;
	return STATUS_OK;
}

enum status timing_add_tables(struct timing_builder *b)
{
	TRY(timing_find_first_tables(b));
	for (int32_t l = 0; l < b->netlist->n_libraries; l++) {
		const struct library *library = b->netlist->library[l];

		TRY(add_tables_of(b, library, LATE));
		if (!splits_agree(b, library))
			TRY(add_tables_of(b, library, EARLY));
	}
	return STATUS_OK;
}

int32_t timing_table_of(const struct timing_builder *b, const struct library *library,
			enum split split, int32_t lut)
{
	int32_t l = 0;

	if (lut < 0)
		return -1;
	while (b->netlist->library[l] != library)
		l++;
	return b->first_table[split][l] + lut;
}
