/*
 * The naive reference of timing analysis: the delay model as it is described, pin by pin, by
 * recursion in plain double, from the netlist and its libraries alone. It knows neither the timing
 * graph nor the kernels.
 */
#ifndef TESTS_NAIVE_TIMING_H
#define TESTS_NAIVE_TIMING_H

#include <stdbool.h>

#include "db/constraints.h"
#include "db/parasitics.h"

#define NAIVE_NONE INT64_MAX

enum naive_check_kind { NAIVE_SETUP, NAIVE_HOLD, NAIVE_RECOVERY, NAIVE_REMOVAL, NAIVE_OUTPUT };

struct naive_input {
	const struct netlist *netlist;
	const struct constraints *constraints; /* NULL = none */
	const struct parasitics *parasitics;   /* NULL = none */
	bool lumped, with_drivers;
};

/* In one split; the library is NULL for an arc along a net. */
struct naive_arc {
	int32_t from, to; /* vertices: 2·pin + edge */
	enum split split;
	const struct library *library;
	int32_t delay_lut, slew_lut;
	int64_t delay; /* out: fs, NAIVE_NONE = nothing comes through */
};

struct naive_check {
	enum naive_check_kind kind;
	enum split split;
	int32_t clock, data; /* vertices; clock -1: a required time at a port, which is constant */
	const struct library *library;
	int32_t lut;
	int64_t constant, required; /* fs */
};

struct naive {
	struct naive_input in;
	int32_t n_vertices;
	struct naive_arc *arc; /* owned, like all below */
	struct naive_check *check;
	int64_t n_arcs, n_checks, arc_capacity, check_capacity;
	bool *starts; /* [n_vertices] */
	int32_t n_starts;
	int64_t *arrival, *required;       /* [2 n_vertices] fs: by split; NAIVE_NONE */
	double *slew;                      /* [2 n_vertices] ps, where there is an arrival */
	double *load;                      /* [4 n_nets] fF: by 2·split + edge */
	double *wire_delay, *wire_impulse; /* [4 n_pins] */
	int64_t n_bad;                     /* delays, slews and checks that aren't sensible */
	int32_t n_lumped;                  /* nets whose parasitics are no tree */
	/* arcs into and out of each vertex */
	int64_t *in_row, *out_row, *in_arc, *out_arc;
	bool *done; /* [2 n_vertices] */
};

/* Compute everything; aborts when out of memory. */
void naive_timing(struct naive *naive, const struct naive_input *in);
void naive_release(struct naive *naive);

/* naive_wires.c: wire_delay, wire_impulse and n_lumped. */
void naive_wires(struct naive *naive);
double naive_capacitance(const struct naive *naive, int32_t pin, enum split split, enum edge edge);

#endif
