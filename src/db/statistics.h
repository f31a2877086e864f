/*
 * What a netlist is like, in numbers: how large, how its gates and nets are made up, how deep the
 * logic is, how much of it reconverges, how local its wiring is. For judging whether a made design
 * is like real ones.
 */
#ifndef DB_STATISTICS_H
#define DB_STATISTICS_H

#include "base/task.h"
#include "db/netlist.h"

enum {
	FAN_IN_CLASSES = 6,  /* 1, 2, 3, 4, 5, 6 and more inputs of a gate */
	FAN_OUT_CLASSES = 9, /* 0, 1, 2, 3, 4, to 8, to 16, to 64, and more sinks of a net */
};

struct design_statistics {
	int64_t n_inputs, n_outputs; /* ports; inouts count as both */
	int64_t n_instances, n_gates, n_registers,
		n_others;       /* others: macros, black boxes, fillers */
	int64_t n_single_input; /* of the gates: inverters, buffers */
	int64_t n_nets, n_pins; /* those of supplies don't count, nor internal ones */
	/* As OpenTimer counts arcs (table II of the PBA paper): those of nets; those of cells, a
	 * pair of pins each, early and late apart; checks. */
	int64_t n_net_arcs, n_cell_arcs, n_checks, n_arcs;
	int64_t fan_in[FAN_IN_CLASSES]; /* gates by number of inputs */
	double mean_fan_in;
	int64_t fan_out[FAN_OUT_CLASSES]; /* nets with a driver, clocks left out, by sinks */
	double mean_fan_out;
	int64_t max_fan_out;
	int64_t n_clock_sinks; /* pins that Liberty calls clocks */
	/* Gates on the longest way from a register or port to one. */
	int32_t n_levels;
	double mean_level; /* of what arrives at registers and output ports */
	int64_t n_looped;  /* gates in or after combinational loops: without a level */
	/* Of gates with several inputs: the share where two of these come from a common gate or
	 * source within RECONVERGENCE_LEVELS before. */
	double reconvergence;
	/* Rent's rule T = t B^p, fitted to clusters of B instances with T nets that leave them. */
	double rent_exponent, rent_terminals;
};

enum { RECONVERGENCE_LEVELS = 4 };

/* STATUS_NO_MEMORY, STATUS_CANCELLED. */
enum status design_statistics(const struct netlist *netlist, struct task *task,
			      struct design_statistics *out);

/* One point of Rent's rule: the mean number of instances of a cluster, and of nets that leave it. */
struct rent_point {
	double size, terminals;
};

/*
 * Clusters of growing size, each merged of two that share most nets (heavy-edge matching, small
 * nets weigh more), and how many nets leave them on average. At most RENT_POINTS.
 */
enum { RENT_POINTS = 32 };
enum status rent_points(const struct netlist *netlist, struct task *task, struct rent_point *point,
			int *n);

#endif
