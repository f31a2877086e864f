/*
 * A small design for tests of SDC, of a library and a netlist written as text, and scripts run on
 *it.
 *
 *	module top(input ck, ck2, a, b, rn, input [1:0] d, output y, z, output [1:0] q, inout io);
 *	cb = BUF(ck -> nck), ci = INV(nck -> nckb), u1 = AND2(a, b -> n1), r0 = DFF(nck, n1 ->
 *q[0]), div = DFF(nck, nq -> nd), iv = INV(nd -> nq), r1 = DFFR(nd, d[0], rn -> q[1]), x1 =
 *XOR2(n1, d[1] -> y), s/f = FA(a, b -> S: z, CO: s/co), s/l = LAT(nckb, d[1] -> s/lq), rc =
 *DFF(nckb, a -> s/lq2) in s, and bb = an unknown BOX(P: a)
 *
 * Its library, "cells", is in ns and pF.
 */
#ifndef TESTS_LIB_SDC_DESIGN_H
#define TESTS_LIB_SDC_DESIGN_H

#include "read/sdc/sdc.h"

struct netlist *sdc_design(void);

/* What became of a script; release it. */
struct sdc_case {
	enum status status;
	char error[1024];             /* its sentence, "" when it succeeded */
	struct constraints *k;        /* owned, NULL when it failed */
	struct text warnings, output; /* owned */
};

/* Run a script, called "t.sdc", on top of `old` (NULL = nothing), with the options of
 * sdc_options(). */
struct sdc_case sdc_run_case(const struct netlist *netlist, const char *script,
			     const struct constraints *old);
struct sdc_case sdc_run_options(const struct netlist *netlist, const char *script,
				const struct constraints *old, const struct sdc_options *options);
void sdc_case_release(struct sdc_case *c);

/* A test that a script succeeds with just these warnings ("" = none); the program ends when it
 * fails. */
struct sdc_case sdc_takes(const struct netlist *netlist, const char *script, const char *warnings);
/* A test that it fails with this error and leaves no constraints. */
void sdc_refuses(const struct netlist *netlist, const char *script, const char *error);

/* "u1/A", "a"; abort when it isn't there. */
int32_t sdc_pin(const struct netlist *netlist, const char *name);
int32_t sdc_cell(const struct netlist *netlist, const char *name);
int32_t sdc_net(const struct netlist *netlist, const char *name);
/* The first clock of constraints with this name; aborts when there is none. */
const struct clock *sdc_clock(const struct constraints *k, const char *name);

/* Are these the four corners: early rise, early fall, late rise, late fall? NAN = not given. */
bool sdc_corners(const double value[N_SPLITS][N_EDGES], double er, double ef, double lr, double lf);

#endif
