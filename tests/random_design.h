/*
 * Random designs for tests of timing: a pair of libraries with all sorts of tables, arcs and
 * checks, a netlist of their cells, constraints, and parasitics that are mostly trees. The numbers
 * come from the stream of devices.h.
 */
#ifndef TESTS_RANDOM_DESIGN_H
#define TESTS_RANDOM_DESIGN_H

#include "db/constraints.h"
#include "db/parasitics.h"

struct random_design {
	struct library *late, *early;    /* owned; early may be NULL: the late one serves both */
	struct netlist *netlist;         /* owned, closed */
	struct constraints *constraints; /* owned, NULL = none */
	struct parasitics *parasitics;   /* owned, NULL = none */
};

struct random_options {
	int32_t n_instances;
	double scale; /* of the times in tables; 1 is about 20 ps a cell */
	double early; /* how much larger early ones are; 0 = a little smaller */
	bool odd; /* unusual things too: unconnected, multiply driven, unconstrained, no trees */
};

void random_design(const struct random_options *options, struct random_design *out);
void random_design_release(struct random_design *design);

/* random_library.c: the same cells in both splits, but for what one of them lacks. */
void random_libraries(const struct random_options *options, struct library **late,
		      struct library **early);
/* random_wires.c */
struct parasitics *random_parasitics(const struct netlist *netlist, bool odd);

double random_real(double low, double high);
bool random_one_in(int n);

#endif
