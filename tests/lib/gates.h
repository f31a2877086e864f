/*
 * Small designs of cells that have functions, arcs and checks: by hand, with constant delays that
 *can be added up in one's head, or with random tables.
 *
 *	struct library *library = test_gates_library("late", &(struct gates_options){.factor = 1});
 *	must(netlist_new("hand", &netlist));
 *	gates_masters(netlist, library, NULL);
 *	gates_port(netlist, "clk", LIB_INPUT);
 *	gates_instance(netlist, "b1", "BUF", "A=clk Y=n1");
 *	must(netlist_close(netlist));
 *	gates_pin(netlist, "b1/A");
 *
 * The cells: INV and BUF (A, Y); NAND2, NOR2, AND2, OR2, XOR2 (A, B, Y), the last with an arc for
 *each value of the other pin; MUX2 (A, B, S, Y: B when S); TIE0, TIE1 (Y); DFF and DFFN (D, CK, RN,
 *Q, QN; DFFN works with falling edges); DLH and DLL (D, CK, Q, QN: latches open while CK is high, low).
 */
#ifndef TESTS_LIB_GATES_H
#define TESTS_LIB_GATES_H

#include "db/netlist.h"

struct gates_options {
	double factor; /* of delays, slews and capacitances; of checks it isn't */
	/* Tables of random numbers that grow with slew and load, from the stream of devices.h, so
	 * that the same state with a smaller factor makes a library that is faster everywhere. Else
	 * constants: delays are in GATES_ below, slews and capacitances are 0. */
	bool random;
	bool retaining;      /* random arcs with retaining delays */
	bool non_sequential; /* OR2 and XOR2 with setup and hold checks of A against B */
	bool linear; /* constants, and 0.1 ps more for each ps of slew and each fF of load; slews:
		      * 10 ps and the load in ps; capacitances of inputs: 1 fF. Checks: 0.1 ps more
		      * for each ps of either slew */
};

/* Delays with constants, ps; falling ones of all gates are one more. */
enum {
	GATES_INV = 5,
	GATES_BUF = 10,
	GATES_2 = 8, /* two inputs; MUX2 too */
	GATES_LAUNCH = 20,
	GATES_THROUGH = 15, /* an open latch */
	GATES_SETUP = 12,
	GATES_HOLD = 3,
	GATES_RECOVERY = 9,
	GATES_REMOVAL = 2,
};

struct library *test_gates_library(const char *name, const struct gates_options *options);
/* All cells; early may be NULL. */
void gates_masters(struct netlist *netlist, struct library *late, struct library *early);

/* A port and a net of its name. */
void gates_port(struct netlist *netlist, const char *name, enum lib_direction direction);
/* "A=net Y=net …"; nets come about as they are named. */
int32_t gates_instance(struct netlist *netlist, const char *name, const char *cell,
		       const char *connections);
/* By name, or abort: of a closed netlist. */
int32_t gates_pin(const struct netlist *netlist, const char *name);

#endif
