/*
 * Clock gating checks that are inferred: where data meets a clock in a gate whose output it can hold
 * still, it may only change while the clock does. Setup is checked against the edge with which the
 * gate opens, hold against the one with which it closes, both without a margin. As OpenSTA: the
 * gate's function is an AND or OR (or their complements) with the clock as an operand, the enable
 * carries no clock but what comes back from the gate in a loop, and the gate's output reaches a register's clock. Cells that Liberty calls clock
 * gates have checks of their own.
 */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"
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
		found->cone[v] = b->basis.is_captured[v];
	for (int32_t a = 0; a < timing->n_possible; a++) {
		/* where another clock is defined, registers downstream are of that one */
		if (!state_launches(b, a) && b->basis.is_source[timing->graph->arc_to[a] / N_EDGES])
			found->cone[timing->graph->arc_from[a]] = 1;
	}
	TRY(state_sweep_back(b, found->cone));
	return STATUS_OK;
}

/* ---- pins of a gate ---- */

/* Is there a state of a kind at either edge of a pin? */
static bool state_has_kind(const struct state_builder *b, int32_t pin, enum tag_kind kind)
{
	for (int32_t v = pin * N_EDGES; v < (pin + 1) * N_EDGES; v++) {
		for (int32_t s = state_first(b->states, v); s >= 0; s = state_next(b->states, s)) {
			const struct tag *tag = state_tag(b->states, s);

			if (tag && tag->kind == kind)
				return true;
		}
	}
	return false;
}

enum status state_need_clocked_pins(struct state_builder *b)
{
	const struct state_graph *states = b->states;

	if (b->basis.has_clock)
		return STATUS_OK;
	TRY(ALLOC(&b->basis.has_clock, b->netlist->n_all_pins));
	OVER_ITEMS(s, states->graph->n_vertices)
	{
		const struct tag *tag = state_tag(states, (int32_t)s);

		if (tag && tag->kind == TAG_CLOCK)
			__atomic_store_n(&b->basis.has_clock[state_side(states, (int32_t)s)], 1,
					 __ATOMIC_RELAXED);
	}
	return STATUS_OK;
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

/* What set_clock_gating_check gives for the enable, its cell, the clock's pin, the clock, or all: the first given. */
static const struct local_rule *rule_of(const struct state_builder *b, int i, int32_t enable,
					int32_t clock_pin, int32_t clock)
{
	const int32_t of[][3] = {{enable, -1, -1},
				 {-1, b->netlist->pin_instance[enable], -1},
				 {clock_pin, -1, -1},
				 {-1, -1, clock},
				 {-1, -1, -1}};

	return exceptions_find_local(&b->exceptions, LOCAL_GATING, of[i][0], of[i][1], of[i][2]);
}

enum { RULES = 5, RULES_OF_PINS = 3 };

/* fs; 0 when none is given. */
static int64_t margin_of(const struct state_builder *b, int32_t data, int32_t clock_pin,
			 int32_t clock, enum split split)
{
	int32_t vertex = state_vertex(b->states, data);

	for (int i = 0; i < RULES && b->constraints->n_locals; i++) {
		const struct local_rule *rule = rule_of(b, i, vertex / N_EDGES, clock_pin, clock);

		if (rule && is_given(rule->value[split][vertex % N_EDGES]))
			return fs_of_ps(rule->value[split][vertex % N_EDGES]);
	}
	return 0;
}

/* The level at which a gate is declared open, whatever its function; LOGIC_X = none is given. */
static enum logic level_said(const struct state_builder *b, int32_t enable, int32_t clock_pin)
{
	for (int i = 0; i < RULES_OF_PINS && b->constraints->n_locals; i++) {
		const struct local_rule *rule = rule_of(b, i, enable, clock_pin, -1);

		if (rule && rule->level >= 0)
			return rule->level ? LOGIC_1 : LOGIC_0;
	}
	return LOGIC_X;
}

static bool is_off(const struct state_builder *b, int32_t pin)
{
	return b->constraints->n_locals &&
	       (exceptions_find_local(&b->exceptions, LOCAL_NO_GATING, pin, -1, -1) ||
		exceptions_find_local(&b->exceptions, LOCAL_NO_GATING, -1,
				      b->netlist->pin_instance[pin], -1));
}

static enum status check_against(struct state_builder *b, int32_t data, int32_t clock_pin,
				 enum split split, enum edge edge)
{
	const struct state_graph *states = b->states;
	int32_t vertex = clock_pin * N_EDGES + (int32_t)edge;

	for (int32_t s = state_first(states, vertex); s >= 0; s = state_next(states, s)) {
		const struct tag *tag = state_tag(states, s);

		if (tag && tag->kind == TAG_CLOCK)
			TRY(state_meet_gating(
				b, data, s, split,
				margin_of(b, data, clock_pin, tag->clock_edge / N_EDGES, split)));
	}
	return STATUS_OK;
}

static enum status check_enable(struct state_builder *b, int32_t enable, int32_t clock_pin,
				enum logic level)
{
	const struct state_graph *states = b->states;
	enum edge opens = level == LOGIC_1 ? RISE : FALL, closes = level == LOGIC_1 ? FALL : RISE;

	for (int32_t v = enable * N_EDGES; v < (enable + 1) * N_EDGES; v++) {
		for (int32_t s = state_first(states, v); s >= 0; s = state_next(states, s)) {
			if (!(states->flags[s] & STATE_DATA))
				continue;
			TRY(check_against(b, s, clock_pin, LATE, opens));
			TRY(check_against(b, s, clock_pin, EARLY, closes));
		}
	}
	return STATUS_OK;
}

/* Is a gate's arc from a pin to an output left out, as it closes a loop? Then a clock that reaches the pin has passed
 * the gate already. The functions of gates are unate, so both edges have an arc. */
static bool closes_loop(const struct state_builder *b, int32_t pin, int32_t output)
{
	const struct timing_graph *timing = b->timing;

	for (int32_t v = pin * N_EDGES; v < (pin + 1) * N_EDGES && timing->graph->n_broken; v++) {
		bool leads = false;

		for (int32_t j = timing->out_row[v]; j < timing->out_row[v + 1] && !leads; j++)
			leads = timing->graph->arc_to[timing->out_arc[j]] / N_EDGES == output;
		if (!leads)
			return true;
	}
	return false;
}

/* All enables of one output's function with one clock. */
static enum status check_function(struct state_builder *b, struct gate *gate,
				  const int32_t *expression, int32_t output, int32_t clock,
				  uint8_t *checked)
{
	int32_t first = b->netlist->instance_pin[gate->instance];
	enum logic inferred = open_level(gate, expression, clock);

	for (int32_t e = 0; e < gate->master->n_pins; e++) {
		enum logic said = level_said(b, first + e, first + clock);
		enum logic level = said == LOGIC_X ? inferred : said;

		if (level == LOGIC_X || is_off(b, first + e) || is_off(b, first + clock))
			continue;
		if (e == clock || checked[e] || gate->value[e] != LOGIC_X ||
		    !occurs(expression, e) ||
		    (b->basis.has_clock[first + e] && !closes_loop(b, first + e, output)) ||
		    !state_has_kind(b, first + e, TAG_DATA) ||
		    (said == LOGIC_X && !follows(gate, expression, clock, level, e)))
			continue;
		checked[e] = 1;
		TRY(check_enable(b, first + e, first + clock, level));
	}
	return STATUS_OK;
}

static bool leads_to_register(const struct state_builder *b, const uint8_t *cone, int32_t pin)
{
	return b->basis.is_source[pin] || cone[pin * N_EDGES + RISE] || cone[pin * N_EDGES + FALL];
}

/* With one pin as the clock, each enable has one check, whatever outputs follow it. */
static enum status check_clock(struct state_builder *b, struct gate *gate, const uint8_t *cone,
			       int32_t clock)
{
	int32_t first = b->netlist->instance_pin[gate->instance];
	FREED uint8_t *checked = NULL;

	TRY(ALLOC(&checked, gate->master->n_pins));
	for (int32_t o = 0; o < gate->master->n_pins; o++) {
		int32_t function = gate->library->pin[gate->cell->first_pin + o].function;
		const int32_t *expression =
			function < 0 ? NULL : &gate->library->expression[function];

		if (expression && occurs(expression, clock) &&
		    leads_to_register(b, cone, netlist_driving_side(b->netlist, first + o)))
			TRY(check_function(b, gate, expression,
					   netlist_driving_side(b->netlist, first + o), clock,
					   checked));
	}
	return STATUS_OK;
}

static enum status take_values(struct gate *gate, const struct constants *constants, int32_t first)
{
	TRY(GROW(&gate->value, &gate->capacity, gate->master->n_pins));
	for (int32_t p = 0; p < gate->master->n_pins; p++)
		gate->value[p] = (int8_t)constants_of(constants, first + p);
	return STATUS_OK;
}

/* Can an instance be a gate with a check of the kind that is inferred? */
static bool take_instance(const struct state_builder *b, int32_t instance, struct gate *gate)
{
	gate->instance = instance;
	gate->master = &b->netlist->master[b->netlist->instance_master[instance]];
	gate->library = gate->master->library[LATE];
	gate->cell = gate->library ? &gate->library->cell[gate->master->cell[LATE]] : NULL;
	return gate->cell && !gate->cell->is_sequential && !gate->cell->is_clock_gate &&
	       gate->master->n_pins >= 3;
}

static enum status check_instance(struct state_builder *b, struct gate *gate, struct found *found)
{
	int32_t first = b->netlist->instance_pin[gate->instance];

	for (int32_t c = 0; c < gate->master->n_pins; c++) {
		if (gate->library->pin[gate->cell->first_pin + c].direction != LIB_INPUT ||
		    !b->basis.has_clock[first + c])
			continue;
		TRY(find(b, found));
		TRY(take_values(gate, &found->constants, first));
		TRY(check_clock(b, gate, found->cone, c));
	}
	return STATUS_OK;
}

/* May an instance be a gate, and does a clock reach one of its pins? */
static bool may_be_gate(const void *context, int64_t i)
{
	const struct state_builder *b = context;
	int32_t instance = (int32_t)i;
	struct gate gate = {0};
	bool clocked = false;
	int32_t first = b->netlist->instance_pin[instance];

	if (!take_instance(b, instance, &gate))
		return false;
	for (int32_t p = 0; p < gate.master->n_pins && !clocked; p++)
		clocked = b->basis.has_clock[first + p];
	return clocked;
}

static enum status need_gates(struct state_builder *b)
{
	TRY(state_need_clocked_pins(b));
	return state_select(b, &b->basis.gates, b->netlist->n_instances, may_be_gate);
}

enum status state_add_gating_checks(struct state_builder *b)
{
	struct found found = {0};
	struct gate gate = {0};
	const struct selected *gates = &b->basis.gates;
	enum status status = STATUS_OK;

	if (!b->constraints || !b->constraints->n_clocks)
		return STATUS_OK;
	TRY(need_gates(b));
	for (int32_t i = 0; i < gates->n && status == STATUS_OK; i++) {
		take_instance(b, gates->item[i], &gate);
		status = check_instance(b, &gate, &found);
	}
	free(found.cone);
	free(gate.value);
	constants_release(&found.constants);
	return status;
}

static void mark_enables(const struct state_builder *b, int32_t instance, uint8_t *mark, bool *any)
{
	int32_t first = b->netlist->instance_pin[instance];
	struct gate gate = {0};

	take_instance(b, instance, &gate);
	for (int32_t p = first; p < first + gate.master->n_pins; p++) {
		if (gate.library->pin[gate.cell->first_pin + p - first].direction != LIB_INPUT ||
		    b->basis.has_clock[p])
			continue;
		mark[p * N_EDGES + RISE] = mark[p * N_EDGES + FALL] = 1;
		*any = true;
	}
}

enum status state_mark_enables(struct state_builder *b, uint8_t *mark, bool *any)
{
	*any = false;
	TRY(need_gates(b));
	for (int32_t i = 0; i < b->basis.gates.n; i++)
		mark_enables(b, b->basis.gates.item[i], mark, any);
	return STATUS_OK;
}
