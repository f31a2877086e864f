/*
 * Which cells are buffers.
 */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/order.h"
#include "gen/clock_tree_impl.h"

/* A cell of the late libraries, and the early one of its name. */
struct candidate {
	struct library *late, *early; /* borrowed */
	int32_t late_cell, early_cell;
};

/* One input, one output that follows it, no state. Pins by cell. */
static bool is_buffer(const struct library *library, int32_t cell, int32_t *input, int32_t *output)
{
	const struct lib_cell *c = &library->cell[cell];
	const struct lib_pin *pin = &library->pin[c->first_pin];
	const int32_t *function;

	*input = *output = -1;
	if (c->is_sequential || c->is_clock_gate || c->is_macro || c->dont_use || c->n_pins != 2)
		return false;
	for (int32_t i = 0; i < 2; i++) {
		if (pin[i].direction == LIB_INPUT)
			*input = i;
		if (pin[i].direction == LIB_OUTPUT && pin[i].three_state < 0)
			*output = i;
	}
	if (*input < 0 || *output < 0 || pin[*output].function < 0)
		return false;
	function = &library->expression[pin[*output].function];
	return function[0] == *input && function[1] == LIB_END;
}

/* The master of a cell, which is added if the netlist doesn't have it. */
static enum status find_master(struct netlist *netlist, const struct candidate *c, int32_t *master)
{
	const char *name = names_get(&c->late->cell_name, c->late->cell[c->late_cell].name);

	*master = names_find(&netlist->master_name, name, (int64_t)strlen(name));
	if (*master >= 0)
		return STATUS_OK;
	return netlist_add_cell(netlist, c->late, c->late_cell, c->early, c->early_cell, master);
}

static enum status add(struct buffers *buffers, struct netlist *netlist, const struct candidate *c)
{
	struct buffer b;
	const struct lib_pin *pin;
	int64_t capacity = buffers->n;

	if (!is_buffer(c->late, c->late_cell, &b.input, &b.output))
		return STATUS_OK;
	TRY(find_master(netlist, c, &b.master));
	if (netlist->master[b.master].library[LATE] != c->late ||
	    netlist->master[b.master].cell[LATE] != c->late_cell)
		return STATUS_OK; /* another library's cell of the same name was linked */
	pin = &c->late->pin[c->late->cell[c->late_cell].first_pin];
	b.capacitance = pin[b.input].capacitance[LATE][RISE];
	b.drives = pin[b.output].max_capacitance;
	return APPEND(buffers->buffer, buffers->n, &capacity, b);
}

static bool is_named(const struct tree_options *options, const char *name)
{
	for (int32_t i = 0; i < options->n_buffers; i++)
		if (strcmp(options->buffer[i], name) == 0)
			return true;
	return false;
}

/* A pair of libraries that the netlist was linked with; its cells. */
static enum status add_cells(struct buffers *buffers, struct netlist *netlist,
			     const struct tree_options *options, struct candidate *c, bool clock)
{
	for (c->late_cell = 0; c->late_cell < c->late->n_cells; c->late_cell++) {
		const char *name = names_get(&c->late->cell_name, c->late->cell[c->late_cell].name);

		if (options->n_buffers ? !is_named(options, name)
				       : (strncmp(name, "CLKBUF", 6) == 0) != clock)
			continue;
		c->early_cell = library_find_cell(c->early, name);
		if (c->early_cell >= 0)
			TRY(add(buffers, netlist, c));
	}
	return STATUS_OK;
}

static enum status add_libraries(struct buffers *buffers, struct netlist *netlist,
				 const struct tree_options *options, bool clock)
{
	int32_t n = netlist->n_masters;

	for (int32_t i = 0; i < n; i++) {
		const struct master *m = &netlist->master[i];
		struct candidate c = {(struct library *)m->library[LATE],
				      (struct library *)m->library[EARLY], -1, -1};
		bool seen = !c.late;

		for (int32_t k = 0; k < i && !seen; k++)
			seen = netlist->master[k].library[LATE] == c.late &&
			       netlist->master[k].library[EARLY] == c.early;
		if (!seen)
			TRY(add_cells(buffers, netlist, options, &c, clock));
	}
	return STATUS_OK;
}

COMPARER(by_drive, struct buffer, ORDER(x->drives, y->drives) ?: ORDER(x->master, y->master))

static enum status check_named(const struct buffers *buffers, const struct netlist *netlist,
			       const struct tree_options *options)
{
	for (int32_t i = 0; i < options->n_buffers; i++) {
		bool found = false;

		for (int32_t k = 0; k < buffers->n && !found; k++)
			found = strcmp(netlist->master[buffers->buffer[k].master].name,
				       options->buffer[i]) == 0;
		if (!found)
			return status_fail(STATUS_FAILED,
					   "\"%.100s\" is no buffer of the libraries",
					   options->buffer[i]);
	}
	if (!buffers->n)
		return status_fail(STATUS_FAILED, "the libraries have no buffer");
	return STATUS_OK;
}

enum status buffers_find(struct buffers *buffers, struct netlist *netlist,
			 const struct tree_options *options)
{
	TRY(add_libraries(buffers, netlist, options, options->clock));
	if (!buffers->n && !options->n_buffers)
		TRY(add_libraries(buffers, netlist, options, !options->clock));
	TRY(check_named(buffers, netlist, options));
	SORT(buffers->buffer, buffers->n, by_drive);
	return STATUS_OK;
}

FREES(buffers_release, struct buffers, x->buffer);

const struct buffer *buffers_choose(const struct buffers *buffers, double capacitance)
{
	for (int32_t i = 0; i < buffers->n; i++)
		if (buffers->buffer[i].drives >= capacitance)
			return &buffers->buffer[i];
	return &buffers->buffer[buffers->n - 1];
}
