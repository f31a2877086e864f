/*
 * Lenses: the design timed as if one cause of delay or margin cost nothing. The gain of slack under
 * a lens is the cost of that cause; the design isn't changed. Some lenses change the constraints
 * (here); the others drop wires, drop credit, or replace cells of the netlist (session/fastest.c).
 */
#ifndef DB_LENS_H
#define DB_LENS_H

#include "db/constraints.h"

/* X(name, NAME, assumption) */
#define LENSES(X)                                                                                  \
	X(ideal_wires, WIRES, "wires without resistance and capacitance")                          \
	X(ideal_clocks, CLOCKS, "clocks that come everywhere at once")                             \
	X(no_margins, MARGINS, "no derates, AOCV tables, uncertainty and path margins")            \
	X(no_buffers, BUFFERS, "no delay through buffers and pairs of inverters in data paths")    \
	X(no_cppr, CPPR, "no credit for the common part of clock paths")                           \
	X(fastest_cells, CELLS, "each cell at its fastest size and threshold; its inputs load more")

enum lens {
#define X(name, NAME, what) LENS_##NAME,
	LENSES(X)
#undef X
		N_LENSES
};

/* Sets of lenses are unsigned, a bit each. */
#define LENS_BIT(lens) (1U << (lens))
/* Lenses that change the constraints. */
#define LENSES_CONSTRAIN (LENS_BIT(LENS_CLOCKS) | LENS_BIT(LENS_MARGINS) | LENS_BIT(LENS_BUFFERS))

/* Lenses under which some annotated values are ignored. */
#define LENSES_UNANNOTATE (LENS_BIT(LENS_WIRES) | LENS_BIT(LENS_CELLS))

/* The name in commands; the assumption. */
const char *lens_name(int lens);
const char *lens_words(int lens);
/* "ideal_wires, no_cppr"; "none". */
void lenses_write(unsigned lenses, struct text *out);

/*
 * The constraints for timing under lenses: a changed copy, or a reference to the same ones if
 * nothing changes. Clocks and exceptions keep their numbers. NULL stays NULL. STATUS_NO_MEMORY.
 */
enum status lenses_constrain(unsigned lenses, const struct netlist *netlist,
			     struct constraints *constraints, struct constraints **out);

#endif
