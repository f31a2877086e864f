/*
 * A small netlist by hand, for tests and fuzz targets of readers that need one.
 *
 *	module small(input a, b, ck, input [1:0] d, output y, inout z);
 *	u1 = NAND2(A: a, B: b, Y: n1), h/u2 = INV(A: n1, Y: y), h/r$[3] = DFF(CK: ck, D: n1, Q: q,
 *	QN: h/q[0]), m = RAM(CK: ck, A[1:0]: d[1:0]), and a net w[1][22] without pins
 *
 * Its library says that times are in ps and capacitances in fF.
 */
#ifndef TESTS_LIB_SMALL_H
#define TESTS_LIB_SMALL_H

#include "db/netlist.h"

struct netlist *small_netlist(void);

/* Pin of a name such as "u1/A" or "a"; aborts when there is none. */
int32_t small_pin(const struct netlist *netlist, const char *name);
int32_t small_net(const struct netlist *netlist, const char *name);

#endif
