/*
 * Random netlists with a technology to place them in, for tests of what makes layouts.
 */
#ifndef TESTS_LIB_PLACED_DESIGN_H
#define TESTS_LIB_PLACED_DESIGN_H

#include "gen/place.h"

/* How a design is made. */
struct recipe {
	int32_t n_cells, n_blocks;
	int32_t reach; /* inputs come from one of this many cells before, rarely from further away */
	uint64_t seed;
};

/*
 * cells_library()'s cells and BUF (A, Y), CLKBUF (A, Y); ports ck, rst, in0 …, out0 …: every third
 * cell is a DFF clocked by ck, every sixth NAND2 takes rst, a few cells are at no net. Blocks are
 * RAMs. Aborts when out of memory.
 */
struct netlist *placed_netlist(const struct recipe *recipe);

/*
 * A site of 0.2 × 1.4 µm, routing layers m1 … m4 with resistance and capacitance, macros INV,
 * NAND2, DFF, BUF, CLKBUF of CLASS CORE, RAM of CLASS BLOCK, and fillers of 1, 2, 4 and 8 sites.
 */
struct technology *placed_technology(void);

/* place_design() on a CPU device of its own, with two threads. */
enum status place_on_cpu(struct netlist *netlist, struct technology *technology,
			 const struct place_options *options, struct task *task,
			 struct place_report *report, struct placement **out);

#endif
