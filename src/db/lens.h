/*
 * Lenses: the same design, timed as if one kind of thing cost nothing. What slack gains under a lens is what that kind of
 * thing costs; the design stays as it is. Some lenses are other constraints (here), one is wires of which nothing is
 * known, one paths without credit, one a netlist of other cells (session/fastest.c).
 */
#ifndef DB_LENS_H
#define DB_LENS_H

#include "db/constraints.h"

/* X(name, NAME, what timing takes for granted) */
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

/* Sets of them are unsigned: a bit for each. */
#define LENS_BIT(lens) (1U << (lens))
/* Those that are other constraints. */
#define LENSES_CONSTRAIN (LENS_BIT(LENS_CLOCKS) | LENS_BIT(LENS_MARGINS) | LENS_BIT(LENS_BUFFERS))

/* Those under which some annotated values don't count. */
#define LENSES_UNANNOTATE (LENS_BIT(LENS_WIRES) | LENS_BIT(LENS_CELLS))

/* The word of the command line; what is taken for granted. */
const char *lens_name(int lens);
const char *lens_words(int lens);
/* "ideal_wires, no_cppr"; "none". */
void lenses_write(unsigned lenses, struct text *out);

/*
 * The constraints that timing goes by under lenses: a copy where they change something, else a reference to the same. Clocks
 * and exceptions keep their numbers. NULL stays NULL. STATUS_NO_MEMORY.
 */
enum status lenses_constrain(unsigned lenses, const struct netlist *netlist,
			     struct constraints *constraints, struct constraints **out);

#endif
