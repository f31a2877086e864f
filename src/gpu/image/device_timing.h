/* A design with its tables, wires and states in device memory, as kernels of delays and of timing read it. */
#ifndef GPU_IMAGE_DEVICE_TIMING_H
#define GPU_IMAGE_DEVICE_TIMING_H

#include <stdint.h>

#include "gpu/image/device_graph.h"

/*
 * ---- wires: what they are for drivers and loads, between the kernels that find it (k_delay.cu: trees, k_networks.cu: others) and
 * those of delays. Times ps, capacitances fF, resistances kΩ. ----
 */

/* Flags of nodes and nets, << split; those of db/rc.h. */
enum {
	WIRE_GIVES = 1,
	WIRE_INCLUDES_PINS = 4,
	WIRE_DRIVES = 16,
	WIRE_IS_DELAY = 64,
	LOAD_WITHOUT_PINS = 1
};

/*
 * A wire reduced to a pi: c2 at the driver, c1 after r. Its admittance y1·s + y2·s² + y3·s³ + … has the first three
 * moments of the network (P. R. O'Brien and T. L. Savarino, ICCAD 1989), see reduce_to_pi(). All 0: there is no network, and the net's
 * load counts.
 */
struct device_pi {
	double c2, r, c1;
};

/* The RC forest; nodes by depth. [4 n] are fours by corner: 2·split + edge. */
struct device_wires {
	int32_t n_nodes;
	const int32_t *parent;          /* [n_nodes], -1 = a root */
	const int32_t *child_row;       /* [n_nodes + 1] */
	const int32_t *pin;             /* [n_nodes], -1 = none */
	const uint8_t *flags;           /* [n_nodes]: WIRE_ */
	const double *resistance;       /* [n_nodes] kΩ */
	const double *capacitance;      /* [n_nodes] fF */
	const int32_t *pin_kind;        /* [n_pins], see struct timing_image */
	const double *kind_capacitance; /* [4 n_kinds] fF */
	double *subtree;                /* scratch [4 n_nodes]: capacitance, then ΣC·D, then β */
	double *delay;                  /* scratch [4 n_nodes] ps; before it y2 of its subtree */
	double *third;                  /* scratch [4 n_nodes]: y3 of its subtree */
	double *pin_delay; /* out [4 places] ps, at the pins that have a node; see struct rc_networks */
	double *pin_impulse; /* out [4 places] ps² */
	const int32_t *
		pin_driver; /* [n_all_pins]: number of a pin that drives a tree or a network, −1 = it doesn't */
	struct device_pi *pi; /* out [4 drivers]: what it sees */
};

/* Wires that are no trees: db/rc_network.h. */
struct device_network {
	int32_t first, n, driver, splits;
	double capacitance;
};

struct device_network_node {
	double ground, capacitance;
	int32_t pin, place, link, flags;
};

struct device_network_link {
	double conductance;
	int32_t node, unused;
};

struct device_networks {
	int32_t n, n_nodes, n_links;
	const struct device_network *network;
	struct device_network_node *node; /* [n_nodes + 1] */
	struct device_network_link *link; /* [n_links] */
	double *share;  /* scratch [n_links]: of a node's conductance, that to one neighbour */
	double *pivot;  /* scratch [n_nodes] 1/kΩ: all conductance of a node */
	double *moment; /* scratch [4 n_nodes]: Elmore's delay … */
	double *second; /* scratch [4 n_nodes] … and that of C∘D */
};

/* What a library measures by, at an edge; parts of the swing. */
struct device_thresholds {
	double low, high; /* of slews */
	double in, out;   /* of delays */
	double derate;    /* what is between low and high, of a slew of its tables */
	double log_out, log_rest, log_slew; /* ln out, ln(1 − out), ln((1 − low) / (1 − high)) */
};

/* What an arc of a gate makes of a wire. */
struct device_wave {
	double rd; /* the driver's resistance; 0 = there is no wave, and delay and slew are the tables' */
	double t0, dt;   /* its ramp */
	double crossing; /* when the driver's pin crosses the threshold of delays */
	double ceff;     /* by which its tables are looked up */
	double slew;     /* at the driver's pin, as tables have it */
};

/* What an arc of the timing graph hands on: of a cell its wave, of a net what is at the load, the worst of all waves at its
 * driver. */
union device_hand {
	struct device_wave gate;
	struct {
		double delay, slew;
	} load;
};

/* ---- delays ---- */

#define DELAY_NONE       INT32_MAX /* an arc that nothing comes through */
#define LARGEST_DELAY_PS 2.1e6

/* Types of arcs besides those of cells, which are numbered from 0. */
#define ARC_OF_NET  (-1)
#define ARC_OF_SINK (-2)

/* See struct table and struct arc_type of db/timing_graph.h. */
struct device_table {
	int64_t axes;   /* in device_tables.number: index_1, index_2; tables with the same
		       * share them */
	int64_t values; /* n[0] × n[1], index_2 running fastest */
	int32_t n[2], n_points[2], operand[2];
};

struct device_arc_type {
	int32_t delay[2], slew[2]; /* by split */
};

struct device_tables {
	const struct device_arc_type *type;
	const struct device_table *table;
	const double *number;
};

/* What a state's slew is known to be before the sweep. */
enum {
	SLEW_GIVEN = 1, /* given: the sweep leaves it */
	SLEW_OF_LATCH =
		2, /* << split: at least that of data through a latch, which is there already */
	SLEW_ANNOTATED = 8, /* << split: as SLEW_GIVEN, in that split */
};

/* The delays of the timing graph. [2 n] are pairs by split: early, late. */
struct device_timing {
	int32_t n_states, n_arcs, n_sinks, first_sink;
	const int32_t *in_row, *in_from;
	const int32_t *in_arc;  /* the arc of each fan-in place */
	const int32_t *in_type; /* its type: of a cell, ARC_OF_NET, ARC_OF_SINK */
	const int32_t *state_vertex;
	const int32_t *pin_net;
	/* [n_states]: SLEW_ bits, NULL = none has any that has a fan-in */
	const uint8_t *is_given;
	/* [n_states]: what its delays are derated by, in derate; NULL = by nothing */
	const int32_t *derate_class;
	const double *
		derate; /* [8 n]: cells' early and late, nets', of delays from 0 on; the same of others */
	struct device_tables tables;
	/* [2 delays] fs, NULL = none: delays that are annotated, DELAY_NONE = it is computed; and what is
	 * added to others */
	const int32_t *given_delay, *added_delay;
	const double *load;        /* [4 nets] fF */
	const double *pin_delay;   /* [4 places] ps, NULL = wires have no delay */
	const double *pin_impulse; /* [4 places] ps² */
	const int32_t *pin_place;  /* [n_all_pins], NULL = all 0; see struct rc_networks */
	/* [2 n_all_pins] by split: of the pin's library, in thresholds, [2 n] by edge; NULL = all are the same */
	const uint8_t *pin_class;
	const struct device_thresholds *thresholds;
	/* [2 n_arcs and those of latches]: of dmp_ceff_elmore, and where thresholds differ; else NULL */
	union device_hand *hand;
	int32_t lumps; /* there are no waves: wires are as by lumped_cap or elmore */
	const uint8_t *
		parallel; /* [n_states]: an output that drives its net with others; NULL = none does */
	double *reduction; /* [2 delays] ps: what that adds to a delay, negative; NULL = nothing */
	const int32_t *row, *to;   /* fan-out */
	const uint8_t *is_wire;    /* [n_arcs], by place: it is along a net */
	const int32_t *pin_driver; /* as in struct device_wires; NULL = there are none */
	const struct device_pi *pi;
	double *slew;                   /* [2 n_states] ps */
	int32_t *delay;                 /* [2 n_arcs] fs */
	struct timing_summary *summary; /* n_bad counts, zeroed before */
};

struct device_slew {
	int32_t state;
	int32_t splits; /* mask of 1 << split: where it is given */
	double slew[2]; /* ps */
};

struct device_drive {
	int32_t split;
	int32_t delay, slew; /* tables */
	int32_t thresholds;  /* of its library, in device_timing.thresholds */
	double slew_in;      /* ps */
};

struct device_driver {
	int32_t state;
	int32_t first, n; /* of its drives */
};

/* ---- states ---- */

/* Of device_states.arc: no arrival comes through. */
#define ARC_NOWHERE INT32_MIN

/* Of device_states.flags: paths run through it, paths begin here, an arrival is given. */
enum { FLAG_DATA = 1 << 0, FLAG_START = 1 << 1, FLAG_SEEDED = 1 << 2 };

/* Arrivals and required times on the state graph (db/state/state_graph.h). */
struct device_states {
	int32_t n_states, n_arcs, n_sinks, first_sink;
	const int32_t *row, *to; /* fan-out */
	const int32_t *in_row, *in_from, *in_arc;
	const int32_t *arc;      /* [n_arcs]: place in the timing graph, ~constant or ARC_NOWHERE */
	const int64_t *constant; /* [2 constants] fs, FS_NONE_64 = nothing comes through */
	const int32_t *delay;    /* of the timing graph */
	const uint8_t *flags;    /* [n_states], as in struct state_graph */
	/* [n_sinks] fs: checks that are annotated, DELAY_NONE = as the table has it; NULL = none is */
	const int32_t *given_check;
	int64_t *arrival;         /* [2 n_states] fs, FS_NONE_64 = none */
	int64_t *required;        /* [2 n_states] fs, FS_NONE_64 = none */
	const int64_t *reference; /* [2 references] fs: arrivals of the references of data checks */
	/* [n_sinks] fs: what the required time of a latch's data is after the opening edge, with which paths
	 * are compared; NULL = there are no latches */
	const int64_t *borrowed;
	struct timing_summary *summary;
};

struct device_constant {
	int32_t driver; /* adds to it, -1 = none */
	int64_t delay[2];
};

struct device_seed {
	int32_t state;
	int32_t driver;     /* adds to it, -1 = none */
	int64_t arrival[2]; /* fs, FS_NONE_64 = none */
};

struct device_endpoint {
	int32_t clock, data;           /* states; clock -1 = the constant is the required time */
	int32_t clock_slew, data_slew; /* states of the timing graph */
	int32_t table;                 /* of the check, -1 = none */
	int32_t split;
	int32_t reference;  /* of a data check, whose arrival counts for the clock's; -1 = none */
	int32_t pin, group; /* of the netlist; of paths, -1 = it is false */
	int64_t constant;   /* fs */
	double derate;      /* of the check */
};

/* See struct latch and struct departure of db/state/state_graph.h; by places in the images. */
struct device_latch {
	int32_t sink, data, closes;
	int32_t clock_slew, data_slew; /* states of the timing graph */
	int32_t table;
	int64_t constant, limit, shift; /* fs */
	double derate;
};

struct device_departure {
	int32_t state, opens;
	int64_t edge; /* fs, FS_NONE_64 = with latency */
	int32_t first, n;
};

/* Latches, and what leaves them: found by sweeping until nothing changes. */
struct device_latches {
	const struct device_latch *latch;
	const struct device_departure *departure;
	const int32_t *departing;
	/* fs: from the opening edge to the end of borrowing; of [n_latches] and [n_sinks], where -1 = it is no
	 * latch's */
	int64_t *window, *sink_window;
	int64_t *borrowed;  /* [n_sinks] */
	int64_t *leaves;    /* [2 departures] fs, FS_NONE_64 = nothing does */
	int32_t *n_changed; /* departures that are other than before */
};

/* The outputs of latches, whose arcs through are computed after the sweep of delays. */
struct latch_output {
	int32_t state; /* of the timing graph */
	int32_t first, n;
};

struct latch_input {
	int32_t state, type;
	int32_t arc; /* place of the delay */
};

/* See struct launch_reference of db/state/state_graph.h; by places in the image, heads before tails. */
struct device_references {
	int32_t n_cones;
	const int32_t *row;    /* [n_cones + 1]: entries of a cone */
	const int32_t *state;  /* [entries] */
	const uint8_t *is_end; /* [entries]: it is one of the related pin itself */
	const int32_t *start;  /* [entries]: the reference that begins there, -1 = none */
	int64_t *onward;       /* [2 entries] fs: the worst delay from there to the related pin */
	int64_t *arrival; /* out [2 references] fs: worst at the related pin, FS_NONE_64 = none */
};

/* What the host reads back after an update. */
struct timing_summary {
	int64_t largest; /* no path's sum passes it, fs; by path_sums */
	int32_t n_bad;   /* delays and slews that are no numbers, or too large */
};

/* ---- edits ---- */

/* What an edit has touched: bits of states. */
struct device_touched {
	struct touched_states
		delay; /* of the timing graph: the delays that lead there, and the slew */
	struct touched_states arrival, required;
	uint64_t *ends; /* of sinks */
	uint64_t *
		weights; /* of states whose arcs may weigh something else since weights were made */
	/* 1 = arrivals that required times depend on have changed: all sinks count as touched */
	int32_t *all_ends;
	/* Bits of states that required times depend on: their arrivals, and (of the timing graph) slews. */
	const uint64_t *captures, *slew_captures;
	/*
	 * [levels of the timing graph + 2] fs, zeroed before: by how much the largest delay grew that leads to a level; then
	 * arrivals where paths begin, and required times. No path's sum grows by more than all of it.
	 */
	int64_t *growth;
};

#endif
