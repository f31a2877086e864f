/*
 * Clock gating checks that are inferred: where data meets a clock in a gate whose output it can hold
 * still, it may only change while the clock does. Setup is checked against the edge with which the
 * gate opens, hold against the one with which it closes, both without a margin. As OpenSTA: the
 * gate's function is an AND or OR (or their complements) with the clock as an operand, the enable
 * carries no clock, and the gate's output reaches a register's clock. Cells that Liberty calls clock
 * gates have checks of their own.
 */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "db/constants.h"
#include "db/function.h"
#include "db/state/state_impl.h"

/* A gate being looked at. */
struct gate {
	int32_t instance;
	const struct master *master;
	const struct library *library;
	const struct lib_cell *cell;
	int8_t *value; /* owned: enum logic of the instance's pins */
	int64_t capacity;
};

/* What is found once the first gate asks for it: most designs have none. */
struct found {
	bool there;
	struct constants constants; /* owned */
	uint8_t *cone; /* owned [n_vertices]: from there a clock reaches a register's clock */
};

static enum status find(const struct state_builder *b, struct found *found)
{
	const struct timing_graph *timing = b->timing;

	if (found->there)
		return STATUS_OK;
	found->there = true;
	TRY(constants_find(b->netlist, b->constraints, b->task, &found->constants));
	TRY(ALLOC(&found->cone, timing->graph->n_vertices));
	for (int32_t v = 0; v < timing->graph->n_vertices; v++)
		found->cone[v] = b->is_captured[v];
	for (int32_t a = 0; a < timing->n_possible; a++) {
		/* where another clock is defined, registers of that one are behind */
		if (!state_launches(b, a) && b->is_source[timing->graph->arc_to[a] / N_EDGES])
			found->cone[timing->graph->arc_from[a]] = 1;
	}
	state_sweep_back(b, found->cone);
	return STATUS_OK;
}

/* ---- pins of a gate ---- */

static bool has_kind(const struct state_builder *b, int32_t pin, enum tag_kind kind)
{
	for (int32_t v = pin * N_EDGES; v < (pin + 1) * N_EDGES; v++) {
		for (int32_t s = b->states->first[v]; s >= 0; s = b->states->next[s]) {
			const struct tag *tag = state_tag(b->states, s);

			if (tag && tag->kind == kind)
				return true;
		}
	}
	return false;
}

static bool occurs(const int32_t *expression, int32_t pin)
{
	for (; *expression != LIB_END; expression++) {
		if (*expression == pin)
			return true;
	}
	return false;
}

static bool is_fixed_by(struct gate *gate, const int32_t *expression, int32_t clock,
			enum logic level)
{
	struct pin_view view = {.value = gate->value};
	int8_t before = gate->value[clock];
	bool fixed;

	gate->value[clock] = (int8_t)level;
	fixed = function_value(expression, &view) != LOGIC_X;
	gate->value[clock] = before;
	return fixed;
}

/* The level of the clock at which the output follows other pins, while at the other it is fixed;
 * LOGIC_X when it isn't so. */
static enum logic open_level(struct gate *gate, const int32_t *expression, int32_t clock)
{
	bool low = is_fixed_by(gate, expression, clock, LOGIC_0),
	     high = is_fixed_by(gate, expression, clock, LOGIC_1);

	return low == high ? LOGIC_X : low ? LOGIC_1 : LOGIC_0;
}

static bool follows(struct gate *gate, const int32_t *expression, int32_t clock, enum logic level,
		    int32_t enable)
{
	struct pin_view view = {.value = gate->value};
	int8_t before = gate->value[clock];
	int flags;

	gate->value[clock] = (int8_t)level;
	flags = function_follows(expression, &view, enable);
	gate->value[clock] = before;
	return flags != 0;
}

/* ---- checks ---- */

static enum status check_against(struct state_builder *b, int32_t data, int32_t clock_pin,
				 enum split split, enum edge edge)
{
	const struct state_graph *states = b->states;
	int32_t vertex = clock_pin * N_EDGES + (int32_t)edge;

	for (int32_t s = states->first[vertex]; s >= 0; s = states->next[s]) {
		const struct tag *tag = state_tag(states, s);

		if (tag && tag->kind == TAG_CLOCK)
			TRY(state_meet_gating(b, data, s, split));
	}
	return STATUS_OK;
}

static enum status check_enable(struct state_builder *b, int32_t enable, int32_t clock_pin,
				enum logic level)
{
	const struct state_graph *states = b->states;
	enum edge opens = level == LOGIC_1 ? RISE : FALL, closes = level == LOGIC_1 ? FALL : RISE;

	for (int32_t v = enable * N_EDGES; v < (enable + 1) * N_EDGES; v++) {
		for (int32_t s = states->first[v]; s >= 0; s = states->next[s]) {
			if (!(states->flags[s] & STATE_DATA))
				continue;
			TRY(check_against(b, s, clock_pin, LATE, opens));
			TRY(check_against(b, s, clock_pin, EARLY, closes));
		}
	}
	return STATUS_OK;
}

/* All enables of one output's function with one clock. */
static enum status check_function(struct state_builder *b, struct gate *gate,
				  const int32_t *expression, int32_t clock, uint8_t *checked)
{
	int32_t first = b->netlist->instance_pin[gate->instance];
	enum logic level = open_level(gate, expression, clock);

	for (int32_t e = 0; e < gate->master->n_pins && level != LOGIC_X; e++) {
		if (e == clock || checked[e] || gate->value[e] != LOGIC_X ||
		    !occurs(expression, e) || has_kind(b, first + e, TAG_CLOCK) ||
		    !has_kind(b, first + e, TAG_DATA) ||
		    !follows(gate, expression, clock, level, e))
			continue;
		checked[e] = 1;
		TRY(check_enable(b, first + e, first + clock, level));
	}
	return STATUS_OK;
}

static bool leads_to_register(const struct state_builder *b, const uint8_t *cone, int32_t pin)
{
	return b->is_source[pin] || cone[pin * N_EDGES + RISE] || cone[pin * N_EDGES + FALL];
}

/* With one pin as the clock, each enable has one check, whatever outputs follow it. */
static enum status check_clock(struct state_builder *b, struct gate *gate, const uint8_t *cone,
			       int32_t clock)
{
	int32_t first = b->netlist->instance_pin[gate->instance];
	uint8_t *checked;
	enum status status = STATUS_OK;

	TRY(ALLOC(&checked, gate->master->n_pins));
	for (int32_t o = 0; o < gate->master->n_pins && status == STATUS_OK; o++) {
		int32_t function = gate->library->pin[gate->cell->first_pin + o].function;
		const int32_t *expression = &gate->library->expression[function < 0 ? 0 : function];

		if (function >= 0 && occurs(expression, clock) &&
		    leads_to_register(b, cone, first + o))
			status = check_function(b, gate, expression, clock, checked);
	}
	free(checked);
	return status;
}

static enum status take_values(struct gate *gate, const struct constants *constants, int32_t first)
{
	TRY(GROW(&gate->value, &gate->capacity, gate->master->n_pins));
	for (int32_t p = 0; p < gate->master->n_pins; p++)
		gate->value[p] = (int8_t)constants_of(constants, first + p);
	return STATUS_OK;
}

static enum status check_instance(struct state_builder *b, struct gate *gate, struct found *found)
{
	int32_t first = b->netlist->instance_pin[gate->instance];

	gate->library = gate->master->library[LATE];
	gate->cell = gate->library ? &gate->library->cell[gate->master->cell[LATE]] : NULL;
	if (!gate->cell || gate->cell->is_sequential || gate->cell->is_clock_gate ||
	    gate->master->n_pins < 3)
		return STATUS_OK;
	for (int32_t c = 0; c < gate->master->n_pins; c++) {
		if (gate->library->pin[gate->cell->first_pin + c].direction != LIB_INPUT ||
		    !has_kind(b, first + c, TAG_CLOCK))
			continue;
		TRY(find(b, found));
		TRY(take_values(gate, &found->constants, first));
		TRY(check_clock(b, gate, found->cone, c));
	}
	return STATUS_OK;
}

enum status state_add_gating_checks(struct state_builder *b)
{
	struct found found = {0};
	struct gate gate = {0};
	enum status status = STATUS_OK;

	if (!b->constraints || !b->constraints->n_clocks)
		return STATUS_OK;
	for (int32_t x = 0; x < b->netlist->n_instances && status == STATUS_OK; x++) {
		gate.instance = x;
		gate.master = &b->netlist->master[b->netlist->instance_master[x]];
		status = check_instance(b, &gate, &found);
	}
	free(found.cone);
	free(gate.value);
	constants_release(&found.constants);
	return status;
}
