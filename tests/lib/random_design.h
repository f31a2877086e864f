/*
 * Random designs for tests of timing: a pair of libraries with all sorts of tables, arcs and
 * checks, a netlist of their cells, constraints, and parasitics that are mostly trees. The numbers
 * come from the stream of devices.h.
 */
#ifndef TESTS_LIB_RANDOM_DESIGN_H
#define TESTS_LIB_RANDOM_DESIGN_H

#include "db/constraints.h"
#include "db/net_wires.h"
#include "db/rc.h"
#include "devices.h"

struct random_design {
	struct library *late, *early;    /* owned; early may be NULL: the late one serves both */
	struct netlist *netlist;         /* owned, closed */
	struct constraints *constraints; /* owned, NULL = none */
	struct parasitics *parasitics;   /* owned, NULL = none; early too unless … */
	struct parasitics *early_parasitics; /* owned, NULL = … they are the same */
	struct wire_models models;           /* owned */
};

struct random_options {
	int32_t n_instances;
	double scale; /* of the times in tables; 1 is about 20 ps a cell */
	double early; /* how much larger early ones are; 0 = a little smaller */
	bool odd; /* unusual things too: unconnected, multiply driven, unconstrained, no trees */
	/*
	 * A small design of gates.h's cells (n_instances gates, and as many registers and clock
	 * buffers as go with them) instead, with clock trees, dividers, and constraints of all
	 * kinds; late is nowhere faster than early, no clock's network reconverges. With odd,
	 * clocks also go where data goes, internal pins have input delays, and lists of exceptions
	 * are empty.
	 */
	bool constrained;
	bool parallel; /* of constrained ones: now and then two gates side by side, where clocks may reconverge */
	bool latches;   /* of constrained ones: instead of some registers */
	bool two_sided; /* of constrained ones: with ports of both directions */
	/* Parasitics differ early and late, some have pins in them, models go before some. */
	bool wires;
	bool data_checks; /* of constrained ones without latches: set_data_check, non-sequential checks, retaining delays */
};

void random_design(const struct random_options *options, struct random_design *out);
void random_design_release(struct random_design *design);

/* random_library.c: the same cells in both splits, but for what one of them lacks. */
void random_libraries(const struct random_options *options, struct library **late,
		      struct library **early);
/* Now and then other thresholds than those of the other library. */
void random_thresholds(struct library *library);
/* random_wires.c */
struct parasitics *random_parasitics(const struct netlist *netlist, bool odd);
void random_wires(const struct random_options *options, struct random_design *design);
/* Refers to the design. */
struct rc_source random_rc_source(const struct random_design *design);

/* Where clocks begin or may be defined in a constrained design. */
enum { RANDOM_MOST_ORIGINS = 6, RANDOM_MOST_TAPS = 12 };

struct random_clocks {
	/* Ports and outputs of dividers. A divider's parent is the origin it is clocked by; else
	 * -1. */
	int n_origins;
	struct {
		int32_t pin;
		int parent;
	} origin[RANDOM_MOST_ORIGINS];
	/* Outputs of buffers and inverters downstream of one origin. */
	int n_taps;
	struct {
		int32_t pin;
		int origin;
	} tap[RANDOM_MOST_TAPS];
};

/* random_clocked.c: libraries and netlist. */
void random_clocked(const struct random_options *options, struct random_design *out,
		    struct random_clocks *clocks);
/* random_constraints.c, random_exceptions.c */
struct constraints *random_constraints(const struct random_options *options,
				       const struct netlist *netlist,
				       const struct random_clocks *clocks);
void random_exceptions(struct constraints *constraints, const struct netlist *netlist, bool odd);
/* Are there path delays or required times? Then inputs without constraints count too. NULL = none. */
bool random_all_inputs(const struct constraints *constraints);
void random_filter(const struct constraints *constraints, const struct netlist *netlist, bool odd,
		   struct path_filter *filter);
/* A multiple of 1/8 ps: exact in double and in fs. */
double random_eighths(double low, double high);

/*
 * A test of random designs, all of it: n of them, or $WARPSCOPE_TEST_GRAPHS, on the first device, a part (a fourth,
 * …) on the others; or by the arguments STATE GATES [odd|even [SCALE [any]]] one design on each. main()'s
 * result.
 */
struct random_test {
	int n, part;
	void (*check)(struct test_device *d, int n);
	bool (*one)(struct test_device *d, uint64_t state, const struct random_options *options);
};

int test_random_designs(int argc, char **argv, const struct random_test *test);

double random_real(double low, double high);
bool random_one_in(int n);

#endif
