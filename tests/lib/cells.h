/*
 * Small libraries made by hand, for tests that need libraries.
 *
 *	struct library *library = cells_library("small");	INV, NAND2, DFF, RAM
 *	cells_cell(library, "BUF");	one more cell, whose pins follow
 *	cells_pin(library, "A", LIB_INPUT, 1.0);
 *	library_unref(library);
 */
#ifndef TESTS_LIB_CELLS_H
#define TESTS_LIB_CELLS_H

#include "db/library.h"

/* A library without cells. */
struct library *cells_empty(const char *name);

/*
 * INV (A, Y), NAND2 (A, B, Y), DFF (CK, D, Q, QN and the internal IQ) and RAM (CK, A[3:0], Q[0:1]);
 * each with the supplies VDD and VSS. Without arcs and tables.
 */
struct library *cells_library(const char *name);

/* Append a cell, then pins and buses of the cell added last; aborts when out of memory. */
void cells_cell(struct library *library, const char *name);
void cells_pin(struct library *library, const char *name, enum lib_direction direction,
	       double capacitance);
void cells_bus(struct library *library, const char *name, int32_t from, int32_t to,
	       enum lib_direction direction, double capacitance);
void cells_supply(struct library *library, const char *name);

#endif
