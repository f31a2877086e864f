/*
 * Argument structs of a netlist's timing: k_delay.cu, k_states.cu, k_inspect.cu, k_weights.cu and
 * k_credit.cu; included by kernels.h, after what they share with searches.
 */
#ifndef GPU_TIMING_TIMING_ARGS_H
#define GPU_TIMING_TIMING_ARGS_H

/* ---- k_delay.cu ---- */

#define DELAY_NONE       INT32_MAX /* an arc that nothing comes through */
#define LARGEST_DELAY_PS 2.1e6

/* Types of arcs besides those of cells, which are numbered from 0. */
#define ARC_OF_NET  (-1)
#define ARC_OF_SINK (-2)

#include "gpu/delay/wire_args.h"

#include "gpu/delay/network_args.h"

struct net_loads_args {
	const int32_t *net_pin_row, *net_pin; /* drivers first */
	const int32_t *net_n_drivers;
	const double *net_capacitance;  /* [2 nets] fF by split, NULL = none */
	const uint8_t *net_flags;       /* [nets]: LOAD_WITHOUT_PINS, NULL = all 0 */
	const int32_t *pin_kind;        /* [n_pins] */
	const double *kind_capacitance; /* [4 n_kinds] fF */
	int32_t with_drivers;
	double *load; /* out [4 nets] fF */
};

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

struct timing_summary;

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

struct set_slews_args {
	const struct device_slew *given;
	double *slew;
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

struct drive_ports_args {
	struct device_timing timing;
	const struct device_driver *driver;
	const struct device_drive *drive;
	int64_t *extra; /* out [2 items] fs: what the load adds to the delay of the cell */
};

struct delay_sweep_args {
	struct device_timing timing;
	int64_t n_levels;
};

struct delay_levels_args {
	struct delay_sweep_args sweep;
	const int32_t *increment; /* [arcs] fs */
};

struct wave_sweep_args {
	struct delay_sweep_args sweep;
	int32_t *taken; /* [1], for the kernel's own use */
};

struct wave_levels_args {
	struct delay_sweep_args sweep;
};

/* Nets that outputs drive in parallel, at an edge. */
struct parallel_delays_args {
	struct device_timing timing;
	const int32_t *load; /* [items / 2]: the state of one of the net's loads */
};

struct parallel_slews_args {
	struct device_timing timing;
	const int32_t *load;
};

struct wire_arcs_args {
	const int32_t *arc;  /* the host's arc of each arc */
	const int32_t *type; /* as of gather_types */
	int32_t n_typed;
	uint8_t *is_wire; /* out [items] */
};

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

struct resolve_constants_args {
	const struct device_constant *given;
	const int64_t *extra;
	int64_t *constant; /* out [2 items] fs */
};

struct clear_arrivals_args {
	struct device_states states;
};

struct device_seed {
	int32_t state;
	int32_t driver;     /* adds to it, -1 = none */
	int64_t arrival[2]; /* fs, FS_NONE_64 = none */
};

struct set_seeds_args {
	const struct device_seed *seed;
	const int64_t *extra;
	int64_t *arrival;
};

struct place_flags_args {
	const int32_t *number;  /* of the item at each place: states of an image, or arcs */
	const uint8_t *of_item; /* [n] */
	int32_t n;              /* those from here on have none: 0 */
	uint8_t *flags;         /* out, by place */
};

/* Arcs of a state graph have their delays from arcs of the timing graph. */
struct place_delays_args {
	const int32_t *
		number; /* of each arc of the image, in the state graph; those from n on lead to sinks */
	int32_t n;
	const uint8_t *
		passes; /* [n]: those where something passes are the timing graph's of that number; NULL = … */
	const int32_t *from; /* … [n]: arcs of it, ~constants or ARC_NOWHERE */
	const int32_t *
		place; /* of each arc of the timing graph in its image; NULL = the images are one */
	int32_t n_timing;    /* arcs of the timing graph; those after it, through latches, … */
	int32_t first_latch; /* … have delays from this place on */
	int32_t *arc;        /* out: places of delays, ~constants or ARC_NOWHERE */
};

struct arrival_sweep_args {
	struct device_states states;
};

struct device_endpoint {
	int32_t clock, data;           /* states; clock -1 = the constant is the required time */
	int32_t clock_slew, data_slew; /* states of the timing graph */
	int32_t table;                 /* of the check, -1 = none */
	int32_t split;
	int32_t reference;  /* of a data check, whose arrival counts for the clock's; -1 = none */
	int32_t pin, group; /* of the netlist; of paths */
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

struct latch_delays_args {
	struct device_timing timing;
	const struct latch_output *output;
	const struct latch_input *input;
	uint8_t *is_given;  /* in and out [n_states]: SLEW_ bits */
	int32_t *n_changed; /* slews that are other than before */
};

struct latch_windows_args {
	struct device_states states;
	struct device_tables tables;
	const double *slew; /* of the timing graph */
	const struct device_endpoint *endpoint;
	struct device_latches latches;
	int32_t is_single;
};

struct latch_departures_args {
	struct device_states states;
	const struct device_endpoint *endpoint;
	struct device_latches latches;
	int32_t with_credit; /* late data may be forgiven what its clocks share */
	int32_t ends;        /* what still changes is taken to borrow all it may */
};

struct set_departures_args {
	struct device_latches latches;
	int64_t *arrival;
};

struct latch_required_args {
	struct device_states states;
	const struct device_endpoint *endpoint;
	struct device_latches latches;
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

struct reference_arrivals_args {
	struct device_states states;
	struct device_references references;
};

struct check_endpoints_args {
	struct device_states states;
	struct device_tables tables;
	const double *slew; /* of the timing graph */
	const struct device_endpoint *endpoint;
	int32_t is_single; /* checks aren't derated */
};

#include "gpu/timing/touched_args.h"

/* Of a single die: early ones become the late ones. */
struct single_delays_args {
	int32_t *delay; /* [2 arcs] fs */
};

struct single_slews_args {
	double *slew; /* [2 states] ps */
};

struct single_extras_args {
	int64_t *extra; /* [2 drivers] fs */
};

/* A die of gpu/ssta/ssta.h that is open: what its delays and checks differ by from the nominal ones. */
struct open_die_args {
	const int32_t *increment; /* [arcs] fs */
	int32_t *delay;           /* [2 arcs] fs */
	struct timing_summary *summary;
};

struct open_checks_args {
	struct device_states states;
	const struct device_endpoint *endpoint;
	const int32_t *increment; /* [sinks] fs */
};

struct required_sweep_args {
	struct device_states states;
};

/* What the host reads back after an update. */
struct timing_summary {
	int64_t largest; /* no path's sum passes it, fs; by path_sums */
	int32_t n_bad;   /* delays and slews that are no numbers, or too large */
};

/* ---- k_inspect.cu ---- */

struct endpoint_slacks_args {
	struct device_states states;
	const struct device_endpoint *endpoint;
	int64_t *slack; /* out [n_sinks] fs, FS_NONE_64 = unconstrained */
};

/* Values to be counted are sorted as unsigned keys: this turns int64_t into one and back. What has
 * no value is FS_NONE_64, the last of all. */
#define VALUE_SIGN (UINT64_C(1) << 63)

struct endpoint_values_args {
	struct device_states states;
	const struct device_endpoint *endpoint;
	int32_t split;
	const int64_t *slack;  /* [n_sinks] fs, with credit; NULL = before it */
	const uint8_t *chosen; /* [groups]: those that count, NULL = all */
	/* [n_sinks] kinds of endpoints, of which this one counts; NULL = all do */
	const uint8_t *kind;
	int32_t of_kind;
	int64_t low,
		high; /* pins whose slack is from low up to, but without high count; low ≥ high = all */
	uint64_t *key;  /* out [n_sinks]: slack, fs */
	int32_t *group; /* out [n_sinks]: of that, -1 = no value */
	int32_t *sink;  /* out [n_sinks]: that has it, -1 = none; NULL = not wanted */
};

/* Of the endpoint pins of a split, each with its worst slack. */
struct slack_totals {
	int64_t wns; /* fs: the least, whatever its sign; FS_NONE_64 = no endpoint has any */
	int64_t tns; /* fs: the sum of negative ones */
	int32_t n_endpoints, n_violated;
};

struct slack_totals_args {
	struct device_states states;
	const struct device_endpoint *endpoint;
	const int64_t *slack; /* [n_sinks] fs, with credit; NULL = before it */
	int32_t split;
	int64_t n_items;
	struct slack_totals *totals; /* in and out */
};

struct timing_point {
	int64_t arrival; /* fs */
	double slew;     /* ps */
	double load;     /* fF: of the net at the point */
};

struct gather_points_args {
	struct device_timing timing;
	const int64_t *arrival;    /* of states */
	const int32_t *state;      /* which; those of vertices */
	const int32_t *slew_state; /* the same in the timing graph */
	int32_t split;
	struct timing_point *point; /* out */
};

/* ---- k_weights.cu ---- */

struct gather_types_args {
	const int32_t *in_arc; /* [items] */
	const int32_t *arc;    /* the host's arc of each arc */
	const int32_t *type;   /* of the host's arcs; those after n_typed are of sinks */
	int32_t n_typed;
	int32_t *in_type; /* out [items] */
};

struct path_sums_args {
	struct device_states states;
	int64_t *sum; /* scratch [n_states] fs */
	const int64_t
		*window; /* [n_sinks] fs: what latches' data may borrow; with states.borrowed */
};

enum { BOUND_CHUNK = 1024 }; /* of one item of path_bounds */

struct path_bounds_args {
	struct device_states states;
	const int64_t *window;    /* as of path_sums */
	const int32_t *level_row; /* [n_levels + 1]: states */
	int32_t n_levels, n_sources;
	const int32_t *source_state; /* [n_sources] */
	int64_t *largest; /* in and out [n_levels + 2] fs, by level; arrivals, required times */
};

struct arc_weights_args {
	struct device_states states;
	const struct device_endpoint *endpoint;
	int32_t split;
	void *weight; /* out [items] fs */
};

struct touched_weights_args {
	struct arc_weights_args weights; /* out: of touched states alone */
	const uint64_t *touched;         /* [items] words of states */
	struct touched_states changed;   /* in and out: those whose arcs weigh something else */
};

struct source_weights_args {
	const int64_t *arrival;      /* [2 n_states] fs */
	const int32_t *source_state; /* [items] */
	int32_t split;
	void *weight; /* out [items] fs */
};

struct path_weights_args {
	struct device_states states;
	const struct device_endpoint *endpoint;
	const int32_t *source_state; /* of the state graph */
	const int32_t *from;         /* [items]: an arc of it, or ~ a source */
	int32_t split;
	int32_t unconstrained; /* only endpoints count of which nothing is demanded */
	void *weight;          /* out [items] fs */
};

/* ---- k_launches.cu ---- */

/*
 * Lists of launches, worst first; of each branch two at most. Entry e of slot s is list[e × n_slots + s], so that
 * neighbours read side by side. An entry is the worst path to the state among those launched at one node of the
 * clock network: fs_t key, minus the arrival (late) or the arrival, of which the least is the worst; and the node,
 * -1 = no clock is propagated there: no credit. Sums of paths fit fs_t.
 */
struct device_launches {
	int32_t most; /* entries of a list */
	int64_t n_slots;
	/* [n_states + 1]: the list of each state is that of its slot; where the next state has the
	 * same one, it has none. NULL = slots are states */
	const int64_t *slot;
	uint8_t *n;            /* [n_slots]: entries there are */
	void *list;            /* [most × n_slots] */
	const int32_t *branch; /* [nodes], see launch_branches */
	const int32_t *odd;
};

/* Bytes of an entry. */
#define LAUNCH_ENTRY_BYTES(fs_bits) ((fs_bits) / 4)

struct launch_branches_args {
	struct device_credit credit;
	int32_t *
		branch; /* out [items]: the node above in the launching chain, or the node itself */
	int32_t *odd;   /* out: 1 when credit may be less further down; zeroed before */
	int64_t *largest; /* out: no credit is larger, fs; zeroed before */
};

struct launch_sources_args {
	const int32_t *source_state; /* [items] */
	int32_t *source;             /* out [n_states]: the source there; -1 before */
};

struct launch_sweep_args {
	struct device_states states;
	struct device_credit credit;
	const int32_t *source; /* [n_states], -1 = none */
	const int64_t *largest;
	int32_t split;
	struct device_launches launches;
};

struct credit_slacks_args {
	struct device_states states;
	const struct device_endpoint *endpoint;
	struct device_credit credit;
	struct device_launches launches;
	int32_t split;
	uint8_t *open;   /* in and out [n_sinks]: its slack isn't known yet */
	int64_t *slack;  /* out [n_sinks] fs, with credit; FS_NONE_64 = unconstrained */
	int64_t *n_open; /* out: of those that were and still are; zeroed before */
};

struct open_endpoints_args {
	const struct device_endpoint *endpoint;
	int32_t split;
	uint8_t *open; /* out [items] */
};

struct launch_marks_args {
	const struct device_endpoint *endpoint;
	const uint8_t *open;
	int32_t *mark; /* out [n_states]: 1 where a sink that is open begins; zeroed before */
};

struct launch_cone_args {
	struct device_states states;
	int32_t *mark; /* in and out [n_states]: 1 for all that leads there */
};

/* ---- k_pin_slacks.cu ---- */

/* Lists of captures are lists of launches the other way: the worst required time to the state among those captured
 * at one node, key the required time (late) or minus it. */
struct capture_branches_args {
	struct device_credit credit;
	int32_t *
		branch; /* out [items]: the node above in the capturing chain, or the node itself */
};

struct capture_sweep_args {
	struct device_states states;
	const struct device_endpoint *endpoint;
	struct device_credit credit;
	const int64_t *largest;
	int32_t split;
	struct device_launches captures;
};

struct pin_slacks_args {
	struct device_credit credit;
	struct device_launches launches, captures;
	uint8_t *open; /* in and out [items]: the state's slack isn't known yet */
	int64_t *
		slack; /* out [items] fs, with credit, of those that aren't open any more; FS_NONE_64 = no path */
	int64_t *n_open; /* out: of those that were and still are; zeroed before */
};

struct pin_marks_args {
	const uint8_t *open;
	int32_t *mark; /* out [items] */
};

struct capture_cone_args {
	struct device_states states;
	int32_t *mark; /* in and out [n_states]: 1 for all that is reached from there */
};

struct clock_slacks_args {
	struct device_credit credit;
	const int32_t *source_state; /* [items] */
	const int32_t *state;        /* [nodes]: of each node */
	int64_t *slack;              /* in and out [n_states] fs */
};

struct clock_rest_args {
	struct device_states states;
	int32_t split;
	int64_t *slack; /* in and out [items] fs */
};

/* ---- k_credit.cu ---- */

/* The states of clock networks, numbered for themselves as nodes. */
struct clock_nodes_args {
	struct device_states states;
	const int32_t *state;        /* [items]: of each node */
	const int32_t *node;         /* [n_states]: of each state, -1 = none */
	const int32_t *pin;          /* [items] */
	const int32_t *segment;      /* [nodes] */
	int32_t *up_late, *up_early; /* out [items] nodes, -1 = a root */
	int64_t *late, *early;       /* out [items] fs; both 0 where either is missing */
	int64_t *most;               /* out fs, at least what is there: late − early */
};

struct common_pins_args {
	struct device_credit credit;
	const int32_t *source, *sink; /* [items]: of the searched graph */
	int32_t *pin;                 /* out [items]: where they meet last, -1 = nowhere */
};

#endif
