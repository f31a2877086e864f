/* Clock gating checks of the naive reference: functions are tried with all values of their pins. */
#include <stdlib.h>

#include "base/grow.h"
#include "naive_timing.h"

enum { MOST_PINS = 12 };

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

static bool carries_clock(const struct naive *n, int32_t pin)
{
	int32_t n_edges = n->in.constraints ? 2 * n->in.constraints->n_clocks : 0;

	for (int32_t i = 0; i < 4 * n_edges; i++) {
		if (naive_reaches(n, i / 4, (enum split)(i / 2 % 2), 2 * pin + i % 2))
			return true;
	}
	return false;
}

bool naive_may_gate(const struct naive *n, int32_t pin)
{
	const struct netlist *netlist = n->in.netlist;
	int32_t x = netlist->pin_instance[pin];
	const struct master *master = x < 0 ? NULL : &netlist->master[netlist->instance_master[x]];
	const struct library *library = master ? master->library[LATE] : NULL;
	const struct lib_cell *cell = library ? &library->cell[master->cell[LATE]] : NULL;
	bool clocked = false;

	if (pin >= netlist->n_pins) /* the driving side of an inout pin: no input */
		return false;
	if (!cell || cell->is_sequential || cell->is_clock_gate || master->n_pins < 3 ||
	    library->pin[cell->first_pin + pin - netlist->instance_pin[x]].direction != LIB_INPUT)
		return false;
	for (int32_t p = 0; p < master->n_pins; p++)
		clocked |= carries_clock(n, netlist->instance_pin[x] + p);
	return clocked && !carries_clock(n, pin);
}

/* Is a register's clock downstream of a vertex, or a pin where a clock is defined? known: 1: yes, -1: no,
 * 0: not known yet. */
static bool leads_to_register(const struct naive *n, int32_t v, int8_t *known)
{
	bool found = known[v] ? known[v] > 0 : naive_is_source(n, v / 2);

	for (int64_t j = n->out_row[v]; j < n->out_row[v + 1] && !found && !known[v]; j++) {
		const struct naive_arc *arc = &n->arc[n->out_arc[j]];

		found = arc->kind == NAIVE_LAUNCH || leads_to_register(n, arc->to, known);
	}
	known[v] = found ? 1 : -1;
	return found;
}

/* The function of a cell's pin for values of its pins, as bits. */
static bool evaluate(const struct library *library, int32_t function, uint32_t values)
{
	bool stack[LIB_EXPRESSION_DEPTH];
	int depth = 0;

	for (const int32_t *e = &library->expression[function]; *e != LIB_END; e++) {
		if (*e >= 0)
			stack[depth++] = values >> *e & 1;
		else if (*e == LIB_ZERO || *e == LIB_ONE)
			stack[depth++] = *e == LIB_ONE;
		else if (*e == LIB_NOT)
			stack[depth - 1] = !stack[depth - 1];
		else {
			bool right = stack[--depth], *left = &stack[depth - 1];

			*left = *e == LIB_AND  ? *left && right
				: *e == LIB_OR ? *left || right
					       : *left != right;
		}
	}
	return stack[0];
}

struct tried {
	bool at[2][2];   /* by the clock's level: the output was 0, was 1 */
	bool follows[2]; /* … and it follows the enable */
};

/* All values of the pins that agree with the constants. */
static struct tried try_all(const struct naive *n, const struct library *library, int32_t function,
			    int32_t first, int32_t n_pins, int32_t clock, int32_t enable)
{
	struct tried tried = {0};

	for (uint32_t values = 0; values < UINT32_C(1) << n_pins; values++) {
		int level = (int)(values >> clock & 1);
		bool out, agrees = true;

		for (int32_t p = 0; p < n_pins; p++)
			agrees &= n->value[first + p] < 0 ||
				  n->value[first + p] == (int)(values >> p & 1);
		if (!agrees)
			continue;
		out = evaluate(library, function, values);
		tried.at[level][out] = true;
		tried.follows[level] |=
			out != evaluate(library, function, values ^ UINT32_C(1) << enable);
	}
	return tried;
}

static bool occurs(const struct library *library, int32_t function, int32_t pin)
{
	for (const int32_t *e = &library->expression[function]; *e != LIB_END; e++) {
		if (*e == pin)
			return true;
	}
	return false;
}

static bool is_listed(const struct naive *n, int32_t enable, int32_t clock)
{
	for (int64_t g = 0; g < n->n_gates; g++) {
		if (n->gate[g].enable == enable && n->gate[g].clock == clock)
			return true;
	}
	return false;
}

/* At which level of the clock does set_clock_gating_check say that the gate is open? -1 = it says nothing. Of the
 * enable, the cell and the clock's pin in this order. */
static int level_said(const struct naive *n, int32_t enable, int32_t clock)
{
	const struct constraints *c = n->in.constraints;
	int said[3] = {-1, -1, -1};

	for (int32_t i = 0; i < c->n_locals; i++) {
		const struct local_rule *r = &c->local[i];

		if (r->kind != LOCAL_GATING || r->clock >= 0)
			continue;
		if (r->pin == enable)
			said[0] = r->level;
		else if (r->pin < 0 && r->instance == n->in.netlist->pin_instance[enable])
			said[1] = r->level;
		else if (r->pin == clock)
			said[2] = r->level;
	}
	return said[0] >= 0 ? said[0] : said[1] >= 0 ? said[1] : said[2];
}

static bool is_off(const struct naive *n, int32_t pin)
{
	const struct constraints *c = n->in.constraints;
	bool off = false;

	for (int32_t i = 0; i < c->n_locals; i++) {
		const struct local_rule *r = &c->local[i];

		off |= r->kind == LOCAL_NO_GATING &&
		       (r->pin == pin ||
			(r->pin < 0 && r->instance == n->in.netlist->pin_instance[pin]));
	}
	return off;
}

static void add_gate(struct naive *n, int32_t enable, int32_t clock, bool opens_high)
{
	if (is_listed(n, enable, clock))
		return;
	must(GROW(&n->gate, &n->gate_capacity, n->n_gates + 1));
	n->gate[n->n_gates++] = (struct naive_gate){enable, clock, opens_high};
}

static void try_pair(struct naive *n, const struct library *library, int32_t function,
		     int32_t first, int32_t n_pins, int32_t clock, int32_t enable)
{
	struct tried tried = try_all(n, library, function, first, n_pins, clock, enable);
	int said = level_said(n, first + enable, first + clock);
	bool fixed[2];

	if (is_off(n, first + enable) || is_off(n, first + clock))
		return;
	if (said >= 0) {
		add_gate(n, first + enable, first + clock, said == 1);
		return;
	}
	for (int level = 0; level < 2; level++)
		fixed[level] = tried.at[level][0] != tried.at[level][1];
	if (fixed[0] != fixed[1] && tried.follows[fixed[0]])
		add_gate(n, first + enable, first + clock, fixed[0]);
}

static void list_gates_of(struct naive *n, int32_t x, int8_t *known)
{
	const struct netlist *netlist = n->in.netlist;
	const struct master *master = &netlist->master[netlist->instance_master[x]];
	const struct library *library = master->library[LATE];
	const struct lib_cell *cell = library ? &library->cell[master->cell[LATE]] : NULL;
	int32_t first = netlist->instance_pin[x], n_pins = master->n_pins;

	if (!cell || cell->is_sequential || cell->is_clock_gate || n_pins > MOST_PINS)
		return;
	for (int32_t i = 0; i < n_pins * n_pins * n_pins; i++) {
		int32_t clock = i / n_pins / n_pins, o = i / n_pins % n_pins, enable = i % n_pins;
		int32_t function = library->pin[cell->first_pin + o].function;

		if (library->pin[cell->first_pin + clock].direction == LIB_INPUT && function >= 0 &&
		    enable != clock && n->value[first + enable] < 0 &&
		    occurs(library, function, clock) && occurs(library, function, enable) &&
		    carries_clock(n, first + clock) && !carries_clock(n, first + enable) &&
		    (leads_to_register(n, 2 * (first + o), known) ||
		     leads_to_register(n, 2 * (first + o) + 1, known)))
			try_pair(n, library, function, first, n_pins, clock, enable);
	}
}

void naive_gates(struct naive *n)
{
	int8_t *known;

	if (!n->in.constraints || !n->in.constraints->n_clocks)
		return;
	must(ALLOC(&known, n->n_vertices));
	for (int64_t c = 0; c < n->n_checks; c++) {
		if (!n->check[c].non_sequential)
			known[n->check[c].clock] = 1;
	}
	for (int32_t x = 0; x < n->in.netlist->n_instances; x++)
		list_gates_of(n, x, known);
	free(known);
}
