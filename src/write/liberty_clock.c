/* Clocks that cells make. */
#include <inttypes.h>

#include "write/liberty_impl.h"

static void write_edges(struct liberty_writer *w, const struct lib_generated_clock *clock)
{
	struct text *out = &w->out.text;

	text_printf(out, "\t\t\tedges : \"%" PRId32 " %" PRId32 " %" PRId32 "\";\n", clock->edge[0],
		    clock->edge[1], clock->edge[2]);
	text_add(out, "\t\t\tshifts : \"");
	for (int i = 0; i < 3; i++) {
		text_add(out, i ? " " : "");
		text_number_in(out, clock->shift[i], w->library->time_unit);
	}
	text_add(out, "\";\n");
}

static void write_clock(struct liberty_writer *w, const struct lib_generated_clock *clock)
{
	liberty_open(w, 2, "generated_clock", liberty_pin_name(w, clock->pin));
	liberty_put_string(w, 3, "clock_pin", liberty_pin_name(w, clock->pin));
	liberty_put_string(w, 3, "master_pin", liberty_pin_name(w, clock->master));
	if (clock->edge[0])
		write_edges(w, clock);
	else if (clock->multiply_by)
		liberty_put_number(w, 3, "multiplied_by", clock->multiply_by, 1);
	else
		liberty_put_number(w, 3, "divided_by", clock->divide_by, 1);
	if (clock->duty_cycle > 0)
		liberty_put_number(w, 3, "duty_cycle", clock->duty_cycle, 1);
	if (clock->invert)
		liberty_put_true(w, 3, "invert");
	liberty_close(w, 2);
}

void liberty_write_generated_clocks(struct liberty_writer *w)
{
	const struct lib_cell *cell = w->cell;

	for (int32_t i = 0; i < cell->n_generated_clocks; i++)
		write_clock(w, &w->library->generated_clock[cell->first_generated_clock + i]);
}
