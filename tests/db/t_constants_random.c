/* Constants of random netlists, against a simulation of all assignments of their inputs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "lib/cells.h"
#include "db/constants.h"
#include "lib/logic_cells.h"
#include "lib/tap.h"

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

static void add_case(struct constraints *constraints, int32_t pin, int32_t value)
{
	must(GROW(&constraints->case_value, &constraints->case_capacity,
		  (int64_t)constraints->n_cases + 1));
	constraints->case_value[constraints->n_cases++] = (struct case_value){pin, value, false};
}

static uint64_t random_state;

static int below(int n) /* splitmix64 */
{
	uint64_t z = random_state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (int)((z ^ z >> 31) % (uint64_t)n);
}

/* A random expression of the first n of "ABCD", in postfix. */
static int random_function(char *to, int n, int depth)
{
	int length = 0;

	if (depth == 0 || below(4) == 0) {
		to[length++] = below(12) ? "ABCD"[below(n)] : "01"[below(2)];
	} else {
		length += random_function(to, n, depth - 1);
		length += random_function(to + length, n, depth - 1);
		to[length++] = "&|^"[below(3)];
	}
	if (below(3) == 0)
		to[length++] = '!';
	return length;
}

enum { MOST_INPUTS = 6, N_GATES = 14, N_CELLS = 6 };

struct gate {
	char function[200], when[200];
	int n_inputs;
};

/* The value of a function for bits of its inputs: the test's own, by recursion from the end. */
static bool value_from_end(const char *begin, const char **end, unsigned inputs)
{
	char c = *--*end;
	bool a, b;

	if (c >= 'A')
		return c == '^'   ? (a = value_from_end(begin, end, inputs),
                                   b = value_from_end(begin, end, inputs), a != b)
		       : c == '|' ? (a = value_from_end(begin, end, inputs),
				     b = value_from_end(begin, end, inputs), a || b)
				  : (inputs >> (c - 'A') & 1) != 0;
	if (c == '0' || c == '1')
		return c == '1';
	if (c == '!')
		return !value_from_end(begin, end, inputs);
	a = value_from_end(begin, end, inputs);
	b = value_from_end(begin, end, inputs);
	return a && b;
}

static bool gate_value(const char *function, unsigned inputs)
{
	const char *end = function + strlen(function);

	return value_from_end(function, &end, inputs);
}

static struct library *random_gates(struct gate *gate)
{
	struct library *library = cells_empty("random");
	char name[16];

	for (int c = 0; c < N_CELLS; c++) {
		struct gate *g = &gate[c];

		g->n_inputs = 1 + below(4);
		g->function[random_function(g->function, g->n_inputs, 3)] = '\0';
		g->when[random_function(g->when, g->n_inputs, 1)] = '\0';
		snprintf(name, sizeof name, "G%d", c);
		logic_cell(library, name,
			   (const char *[]){"A", "AB", "ABC", "ABCD"}[g->n_inputs - 1], g->function,
			   NULL);
		for (int i = 0; i < g->n_inputs; i++) {
			logic_arc(library, "ABCD"[i], 'Y', LIB_COMBINATIONAL,
				  (enum lib_sense)below(3), NULL);
			/* of another kind, or it would be the default of the others */
			logic_arc(library, "ABCD"[i], 'Y', LIB_SET_RESET, LIB_NON_UNATE, g->when);
		}
	}
	must(library_close(library));
	return library;
}

struct trial {
	struct gate gate[N_CELLS];
	struct netlist *netlist;
	int n_inputs;
	int case_of[MOST_INPUTS + 5 * N_GATES];  /* by pin: -1 = none */
	bool seen[MOST_INPUTS + 5 * N_GATES][2]; /* by pin and value */
	/* by instance and input: the output would rise, fall with it; with `when` true */
	bool toggles[N_GATES][4][2];
	bool when_seen[N_GATES];
};

static void random_netlist(struct trial *t, struct library *library)
{
	char name[16];
	int32_t id, x;

	must(netlist_new("random", &t->netlist));
	for (int32_t c = 0; c < N_CELLS; c++)
		must(netlist_add_cell(t->netlist, library, c, NULL, -1, &id));
	t->n_inputs = 1 + below(MOST_INPUTS);
	for (int p = 0; p < t->n_inputs; p++) {
		snprintf(name, sizeof name, "i%d", p);
		must(netlist_add_port(t->netlist, name, LIB_INPUT, &id));
	}
	must(netlist_add_net(t->netlist, "zero", NET_ZERO, &id));
	must(netlist_add_net(t->netlist, "one", NET_ONE, &id));
	for (int p = 0; p < t->n_inputs + N_GATES; p++) {
		snprintf(name, sizeof name, "n%d", p);
		must(netlist_add_net(t->netlist, name, NET_SIGNAL, &id));
		if (p < t->n_inputs)
			netlist_connect(t->netlist, p, id);
	}
	for (int g = 0; g < N_GATES; g++) {
		int c = below(N_CELLS), n = t->gate[c].n_inputs;

		snprintf(name, sizeof name, "g%d", g);
		must(netlist_add_instance(t->netlist, name, c, &x));
		for (int i = 0; i < n; i++) /* a tie now and then, else what is there already */
			netlist_connect(t->netlist, t->netlist->instance_pin[x] + i,
					below(9) ? 2 + below(t->n_inputs + g) : below(2));
		netlist_connect(t->netlist, t->netlist->instance_pin[x] + n, 2 + t->n_inputs + g);
	}
	must(netlist_close(t->netlist));
}

static struct constraints *random_cases(struct trial *t)
{
	struct constraints *constraints;

	must(constraints_new("random", t->netlist, &constraints));
	for (int32_t p = 0; p < t->netlist->n_pins; p++) {
		t->case_of[p] = below(10) ? -1 : below(2);
		if (t->case_of[p] >= 0)
			add_case(constraints, p, t->case_of[p]);
	}
	return constraints;
}

static bool put(struct trial *t, int32_t pin, bool value)
{
	if (t->case_of[pin] >= 0)
		value = t->case_of[pin];
	t->seen[pin][value] = true;
	return value;
}

static void simulate_gate(struct trial *t, int g, bool *net)
{
	int c = t->netlist->instance_master[g], n = t->gate[c].n_inputs;
	int32_t first = t->netlist->instance_pin[g];
	unsigned inputs = 0;

	for (int i = 0; i < n; i++)
		inputs |= (unsigned)put(t, first + i, net[t->netlist->pin_net[first + i]]) << i;
	for (int i = 0; i < n; i++) {
		bool at_0 = gate_value(t->gate[c].function, inputs & ~(1u << i));
		bool at_1 = gate_value(t->gate[c].function, inputs | 1u << i);

		t->toggles[g][i][0] |= at_1 && !at_0;
		t->toggles[g][i][1] |= at_0 && !at_1;
	}
	t->when_seen[g] |= gate_value(t->gate[c].when, inputs);
	net[t->netlist->pin_net[first + n]] =
		put(t, first + n, gate_value(t->gate[c].function, inputs));
}

static void simulate(struct trial *t)
{
	for (unsigned inputs = 0; inputs < 1u << t->n_inputs; inputs++) {
		bool net[2 + MOST_INPUTS + N_GATES] = {false, true};

		for (int p = 0; p < t->n_inputs; p++)
			net[2 + p] = put(t, p, inputs >> p & 1);
		for (int g = 0; g < N_GATES; g++)
			simulate_gate(t, g, net);
	}
}

struct tally {
	int constants, wrong_constants, off, wrong_off, unate, wrong_unate, whens, wrong_whens;
	int tree_missed; /* gates with inputs all constant whose output isn't found */
};

static void compare_arc(const struct trial *t, const struct constants *constants, int g,
			const struct lib_arc *arc, struct tally *tally)
{
	const struct netlist *netlist = t->netlist;
	const struct master *master = &netlist->master[netlist->instance_master[g]];
	const struct lib_cell *cell = &master->library[LATE]->cell[master->cell[LATE]];
	int32_t first = netlist->instance_pin[g];
	bool by_case = t->case_of[first + arc->from] >= 0 || t->case_of[first + arc->to] >= 0;
	bool varies = t->seen[first + arc->from][0] && t->seen[first + arc->from][1];
	const bool *toggles = t->toggles[g][arc->from];
	bool possible = arc_is_possible(constants, netlist, g, master->library[LATE], cell, arc);
	enum lib_sense sense =
		arc_sense_under(constants, netlist, g, master->library[LATE], cell, arc);

	if (arc->kind == LIB_SET_RESET) {
		tally->whens += !possible;
		tally->wrong_whens += !possible && t->when_seen[g] && !by_case && varies &&
				      (toggles[0] || toggles[1]);
		return;
	}
	if (!possible) {
		bool wanted = arc->sense == LIB_NON_UNATE        ? toggles[0] || toggles[1]
			      : arc->sense == LIB_POSITIVE_UNATE ? toggles[0]
								 : toggles[1];

		tally->off++;
		tally->wrong_off += wanted && !by_case && varies;
	} else if (arc->sense == LIB_NON_UNATE && sense != LIB_NON_UNATE) {
		tally->unate++;
		tally->wrong_unate += toggles[sense == LIB_POSITIVE_UNATE];
	}
}

static void compare(const struct trial *t, const struct constants *constants, struct tally *tally)
{
	const struct netlist *netlist = t->netlist;

	for (int32_t p = 0; p < netlist->n_pins; p++) {
		enum logic value = constants_of(constants, p);

		tally->constants += value != LOGIC_X;
		tally->wrong_constants += value != LOGIC_X && t->seen[p][1 - value];
		tally->wrong_constants += t->case_of[p] >= 0 && (int)value != t->case_of[p];
	}
	for (int g = 0; g < N_GATES; g++) {
		const struct master *master = &netlist->master[netlist->instance_master[g]];
		const struct lib_cell *cell = &master->library[LATE]->cell[master->cell[LATE]];
		bool all = true;

		for (int i = 0; i < cell->n_pins - 1; i++)
			all &= constants_of(constants, netlist->instance_pin[g] + i) != LOGIC_X;
		tally->tree_missed +=
			all && constants_of(constants, netlist->instance_pin[g + 1] - 1) == LOGIC_X;
		for (int32_t a = 0; a < cell->n_arcs; a++)
			compare_arc(t, constants, g,
				    &master->library[LATE]->arc[cell->first_arc + a], tally);
	}
}

static void check_random(void)
{
	struct tally tally = {0};
	struct task task = TASK_INIT;

	for (int round = 0; round < 400; round++) {
		struct trial *t = calloc(1, sizeof *t);
		struct constraints *constraints;
		struct constants constants;
		struct library *library;

		random_state = (uint64_t)round;
		library = random_gates(t->gate);
		random_netlist(t, library);
		constraints = random_cases(t);
		simulate(t);
		must(constants_find(t->netlist, constraints, &task, &constants));
		compare(t, &constants, &tally);
		constants_release(&constants);
		constraints_unref(constraints);
		netlist_unref(t->netlist);
		library_unref(library);
		free(t);
	}
	printf("# %d constants, %d arcs off, %d by condition, %d unate\n", tally.constants,
	       tally.off, tally.whens, tally.unate);
	OK(tally.constants > 1000 && tally.wrong_constants == 0, "constants never change");
	OK(tally.tree_missed == 0, "constant inputs make constant outputs");
	OK(tally.off > 1000 && tally.wrong_off == 0, "arcs that are off never toggle");
	OK(tally.whens > 1000 && tally.wrong_whens == 0, "nor do those with a condition");
	OK(tally.unate > 100 && tally.wrong_unate == 0, "senses under constants hold");
}

int main(void)
{
	check_random();
	return tap_done();
}
