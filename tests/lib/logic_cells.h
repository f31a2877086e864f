/*
 * Cells with functions, for tests of what depends on these. Pins have names of one letter, and a
 * function is written in postfix: "AB&!" is !(A & B), with & | ^ ! 0 1.
 */
#ifndef TESTS_LIB_LOGIC_CELLS_H
#define TESTS_LIB_LOGIC_CELLS_H

#include "db/library.h"

/* The place in library->expression of a function of the cell added last, whose pins are there. */
int32_t logic_function(struct library *library, const char *postfix);

/* A cell: inputs "ABC", output Y of that function with the output not driven where three_state is
 * true (NULL = always driven). Arcs from each input to Y, non-unate. */
void logic_cell(struct library *library, const char *name, const char *inputs, const char *function,
		const char *three_state);

/* One more arc of the cell added last, from pin to pin; when = a function, NULL = always. The rest
 * is for the caller to fill in. */
struct lib_arc *logic_arc(struct library *library, char from, char to, enum lib_arc_kind kind,
			  enum lib_sense sense, const char *when);

#endif
