/*
 * A netlist made of a SPEF file's own names, and what a naive line reader counts in it: real files
 * are read without their designs, and compared.
 */
#ifndef TESTS_LIB_SPEF_MADE_H
#define TESTS_LIB_SPEF_MADE_H

#include "db/netlist.h"

struct spef_made {
	struct netlist *netlist;
	int64_t n_nets, n_pins, n_nodes, n_resistors;
	double capacitance, resistance, total; /* sums in the file's units; totals of *D_NET */
};

/* Lines must be as usual tools write them; false when the file can't be read. */
bool spef_make(const char *path, struct spef_made *made);

#endif
