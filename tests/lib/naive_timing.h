/*
 * The naive reference of timing analysis: the delay model as it is described, pin by pin, by
 * recursion in plain double, from the netlist, its libraries and its constraints alone. It knows
 * neither the timing graph nor the kernels.
 *
 *	naive_constants.c	which pins are constant, which arcs that makes impossible
 *	naive_arcs.c		arcs and checks that are on
 *	naive_clocks.c		where clocks flow, and their arrivals
 *	naive_gates.c		clock gating checks
 *	naive_wires.c		wires as dense systems of equations
 *	naive_waves.c		what gates make of wires by dmp_ceff_elmore, thresholds
 *	naive_parallel.c	outputs that drive a net together
 *	naive_timing.c		loads, slews, delays, checks' margins
 *
 * Every pin has a slew, every arc a delay, whether or not an arrival comes through. Arcs that
 * constants make impossible are a list of their own: slews count those along nets and those of
 * cells from pins that aren't constant, but nothing else knows them.
 */
#ifndef TESTS_LIB_NAIVE_TIMING_H
#define TESTS_LIB_NAIVE_TIMING_H

#include <stdbool.h>

#include "db/constraints.h"
#include "db/net_wires.h"
#include "naive_aocv.h"

#define NAIVE_NONE INT64_MAX

struct naive_input {
	const struct netlist *netlist;
	const struct constraints *constraints; /* NULL = none */
	const struct parasitics *parasitics;   /* NULL = none */
	bool lumped, with_drivers;
	/* By dmp_ceff_elmore; each arc into a driver has its own delay and slew at a load, as by that, or where thresholds
	 * differ, and there are no arcs through latches. */
	bool dmp, hands;
	/* What drivers see, once that is compared (wire_seen), as waves depend on its last digits: [n_all_pins] which pin is
	 * which, and c2, r and c1 of each in each corner; NULL = as it is found here. */
	const int32_t *pin_driver;
	const double *pi;
	/* Data without a clock comes everywhere (naive_arrivals()); else where an output delay lies ahead. */
	bool all_inputs;
	const struct parasitics *early_parasitics; /* NULL = the same as late */
	const struct wire_models *models;          /* NULL = none */
	const struct naive_aocv *aocv;             /* NULL = none; see naive_aocv.h */
	/* Of a die whose slews deviate by the same share as delays do: what delays of cells are more, fs, by vertices; NULL = none. */
	int32_t (*increment)(int32_t from, int32_t to);
};

enum naive_arc_kind {
	NAIVE_NET,
	NAIVE_CELL,   /* clocks and data pass */
	NAIVE_LAUNCH, /* from a register's clock pin: where data begins */
	NAIVE_LATCH,  /* from a latch's data to its output, while it is open */
};

/* In one split; the library is NULL for an arc along a net. */
struct naive_arc {
	int32_t from, to; /* vertices: 2·pin + edge */
	enum split split;
	enum naive_arc_kind kind;
	const struct library *library;
	int32_t delay_lut, slew_lut;
	int64_t delay;    /* out: fs, NAIVE_NONE = a bad number */
	double reduction; /* ps, of its delay: outputs in parallel */
	int32_t closes;   /* of a latch: the enable's vertex that closes it */
};

enum naive_check_kind { NAIVE_SETUP, NAIVE_HOLD, NAIVE_RECOVERY, NAIVE_REMOVAL };

struct naive_check {
	enum naive_check_kind kind;
	enum split split;
	int32_t clock, data; /* vertices */
	bool non_sequential; /* data at its clock is compared too */
	const struct library *library;
	int32_t lut;
	int64_t margin; /* out: fs, NAIVE_NONE = a bad number */
};

/* Clock gating that is inferred: data and a clock at one gate. */
struct naive_gate {
	int32_t enable, clock; /* pins */
	bool opens_high;       /* with the clock's rising edge there */
};

/* The worst data that an edge launches at a vertex and that reaches a related pin. */
struct naive_reference {
	int32_t vertex, launch, start;
	enum split split;
	bool has_node;   /* launched in a clock's network */
	bool is_clock;   /* a clock as data */
	int64_t arrival; /* fs */
};

struct naive {
	struct naive_input in;
	int32_t n_vertices;
	struct naive_arc *arc; /* owned, like all below */
	struct naive_check *check;
	int64_t n_arcs, n_checks, arc_capacity, check_capacity;
	/* Arcs through latches are after arc[n_arcs]: slews know them, but no recursion along arcs does. */
	int64_t n_latch_arcs;
	double *forced; /* owned [2 n_vertices] ps: slews that come through latches; NAN = none */
	struct naive_arc *impossible; /* owned */
	int64_t n_impossible, impossible_capacity;
	/* arcs into and out of each vertex, of both splits */
	int64_t *in_row, *out_row, *in_arc, *out_arc;
	int64_t *check_row, *check_at; /* checks at each pin */
	struct naive_gate *gate;       /* owned */
	int64_t n_gates, gate_capacity;
	struct naive_reference *reference; /* owned: naive_references.c */
	int64_t n_references, reference_capacity;
	int8_t *value; /* [n_pins]: 0, 1; -1 = no constant */
	/* [n_clocks × 2 edges × 2 splits × n_vertices]: see naive_reaches() */
	bool *reached;
	int64_t *clock_arrival; /* the same: fs, NAIVE_NONE */
	/* [n_vertices]: in the network of a clock or on the way to a generated one; in an ideal
	 * network */
	bool *clocked, *ideal;
	bool *shared;       /* [n_vertices]: clocked, and passed by data on its way to an end */
	bool *on_way;       /* [n_vertices]: of the last generated clock looked at */
	double *ideal_slew; /* [2 n_vertices] ps: in ideal networks */
	double *slew;       /* [2 n_vertices] ps: by split */
	int64_t *drive;     /* [4 n_ports] fs, 2·split + edge: of driving cells */
	double *load;       /* [4 n_nets] fF: by 2·split + edge */
	/* [4 wire_row[n_nets]]: of a net's drivers, each with all pins of the net; see naive_wire() */
	double *wire_delay, *wire_impulse;
	double *wire_seen;              /* [12 driver_row[n_nets]]: y1, y2, y3 of each driver */
	int64_t *wire_row, *driver_row; /* [n_nets + 1] */
	bool *parallel;    /* [n_vertices]: an output that drives its net with others */
	double *share;     /* [2 n_vertices]: what of its slew that leaves */
	int64_t n_bad;     /* delays and slews that aren't sensible */
	int32_t n_lumped;  /* nets whose parasitics have no resistors, but loads */
	int32_t n_untimed; /* others where a driver or a load of it is missing */
	bool *done;        /* [2 n_vertices] */
};

/* Compute everything; aborts when out of memory. */
void naive_timing(struct naive *naive, const struct naive_input *in);
void naive_release(struct naive *naive);

/* The delay of an arc whose tail has a slew, fs, NAIVE_NONE = a bad number, which counts; and the slew at its end. By
 * AOCV that of a path, NULL = by graph-based analysis. */
int64_t naive_through(struct naive *naive, const struct naive_arc *arc, double slew,
		      const struct naive_measures *by, double *slew_out);
/* The margin of a check for data that comes with a slew; likewise. */
int64_t naive_margin(struct naive *naive, const struct naive_check *check, double data_slew);
/* The slew at the tail of an arc, or at the clock of a check: of an ideal clock at registers. */
double naive_tail_slew(const struct naive *naive, int32_t vertex, enum split split,
		       bool of_register);
/* Does a port's given slew stand against all that comes along nets? */
bool naive_keeps_slew(const struct naive *naive, int32_t vertex);

/* naive_waves.c */
/* An arc of a cell by its wave, and the slew at its end; what comes through a wire from the waves at its driver. */
double naive_drive(struct naive *naive, const struct naive_arc *arc, double slew, double *slew_out);
double naive_receive(struct naive *naive, const struct naive_arc *arc, double slew,
		     double *slew_out);
/* The slew of a driven port, NAN = no cell drives it. */
double naive_port_slew(struct naive *naive, int32_t port, enum split split, int edge);
/* The value of a table for the slew of its input (or clock), and the load or the data's slew. */
double naive_table(const struct library *library, int32_t id, double slew, double other);
/* In compute_slew(): that of a vertex is there. */
void naive_need_slew(struct naive *naive, int32_t vertex, enum split split);

/* naive_parallel.c: which outputs; of one the share of its slew, once that is there; in the end delays and slews. */
void naive_find_parallel(struct naive *naive);
void naive_share_slew(struct naive *naive, int32_t vertex, enum split split);
void naive_combine(struct naive *naive);
/* The delay of a cell's arc before that, ps, and its slew. */
/* What a slew is multiplied by in the die, after an arc of a cell with a delay (ps). */
double naive_die_share(const struct naive *n, const struct naive_arc *arc, double delay);
double naive_gate_delay(struct naive *naive, const struct naive_arc *arc, double slew,
			double *slew_out);

/* naive_constants.c */
void naive_constants(struct naive *naive);
/* Can the condition of an arc of instance x be met? */
bool naive_can_happen(const struct naive *naive, int32_t x, enum split split,
		      const struct lib_arc *arc);
/* Can its head change like this when its tail does, all constants being what they are? */
bool naive_can_pass(const struct naive *naive, int32_t x, enum split split,
		    const struct lib_arc *arc, enum edge in, enum edge out);

/* naive_gates.c: once the networks of clocks are known. */
void naive_gates(struct naive *naive);
/* Is it an input without a clock of a gate that has one at another pin? Clocks as data come there. */
bool naive_may_gate(const struct naive *naive, int32_t pin);

/* naive_arcs.c */
void naive_arcs(struct naive *naive);
/* The pin of an instance that a pin of its cell of that split is; -1 = the late cell has none. */
int32_t naive_pin(const struct netlist *netlist, int32_t x, enum split split, int32_t lib_pin);
/* Do signals go from a pin to its net, and from the net to it? Pins of both directions do both. */
bool naive_drives(const struct netlist *netlist, int32_t pin);
bool naive_takes(const struct netlist *netlist, int32_t pin);

/* naive_wires.c: wire_delay, wire_impulse, wire_seen, n_lumped and n_untimed. */
void naive_wires(struct naive *naive);
/* Where the wire from a side of a driver to a pin of its net is; -1 = neither. */
int64_t naive_wire(const struct naive *naive, int32_t from, int32_t to);
/* The pi with the moments that a driver sees in a corner: near, between, far; false = it has no network. */
bool naive_pi(const struct naive *naive, int32_t pin, int corner, double pi[3]);
const struct parasitics *naive_parasitics(const struct naive *naive, enum split split);
bool naive_has_model(const struct naive *naive, int32_t net, enum split split);
double naive_capacitance(const struct naive *naive, int32_t pin, enum split split, enum edge edge);

/* naive_clocks.c: reached, clocked, ideal and ideal_slew; then, with all delays, clock_arrival. */
void naive_clock_networks(struct naive *naive);
void naive_clock_arrivals(struct naive *naive);
/* naive_starts.c: shared, once clocks are known. */
void naive_mark_shared(struct naive *naive);
/* Is any clock defined at a pin? */
bool naive_is_source(const struct naive *naive, int32_t pin);
/* Does an edge of a clock (2·clock + edge) pass an arc as a clock? Where a cell has an arc in one
 * split alone, an ideal clock passes in both. */
bool naive_carries(const struct naive *naive, const struct naive_arc *arc, int32_t clock_edge,
		   enum split split);
/* Does it reach a vertex as a clock? */
bool naive_reaches(const struct naive *naive, int32_t clock_edge, enum split split, int32_t vertex);
/* fs, with the edge's own time; NAIVE_NONE where it doesn't come. */
int64_t naive_clock_arrival(const struct naive *naive, int32_t clock_edge, enum split split,
			    int32_t vertex);
/* Latency before the source of a clock, at one of its pins (-1 = none), fs. */
int64_t naive_source_latency(const struct naive *naive, int32_t clock_edge, enum split split,
			     int32_t pin);
/* Is it computed from the paths from the master's sources? */
bool naive_is_derived(const struct naive *naive, int32_t clock_edge, enum split split);
int64_t naive_network_latency(const struct naive *naive, int32_t clock_edge, enum split split);
/* Ways from an edge at the sources of a clock, after a register's output or before it; -1 = either. */
struct naive_from {
	int32_t clock;
	int edge, launched;
};

/* The worst such way to a vertex along any arcs, fs, counted from the clock's edge; NAIVE_NONE = there is none. *by:
 * the last arc of it, -1 at a source. */
int64_t naive_way(const struct naive *naive, struct naive_from from, enum split split,
		  int32_t vertex, int64_t *by);
/* The same before an arc that they come by. */
struct naive_from naive_before(const struct naive *naive, int64_t arc, struct naive_from from);
/* Is there one, early or late? */
bool naive_has_way(const struct naive *naive, struct naive_from from, int32_t vertex);
/* The only edge of its master by which a generated clock's arrives at a source: the one that -edges names, if it
 * comes there; -1 = both do. */
int naive_only_edge(const struct naive *naive, int32_t clock_edge, int32_t pin);

#endif
