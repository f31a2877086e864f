/*
 * Graph-based timing analysis on the device ([CPG-J], section II): wires, loads, delays, slews and
 * arrivals by one sweep forward, checks, required times by one sweep backward. A change of a
 * setting computes only what follows from it.
 */
#ifndef GPU_TIMING_TIMING_H
#define GPU_TIMING_TIMING_H

#include "db/annotations.h"
#include "db/state/filters.h"
#include "gpu/image/path_image.h"
#include "gpu/image/timing_image.h"

enum delay_model {
	DELAY_ELMORE, /* with parasitics: the first two moments of each RC tree */
	DELAY_LUMPED, /* wires are a capacitance */
	DELAY_DMP, /* with parasitics: effective capacitances, waves, and Elmore's delays to loads */
};

/* What is computed from a timing's inputs, each product after those that it is computed from (timing_products.c). */
enum timing_product {
	/* Delays of wires, loads, delays and slews, arrivals, required times of endpoints: each is computed from the inputs and
	 * the one before. timing_update() computes those that are out of date, or of these what edits have touched
	 * (timing_touched.h). */
	TIMING_WIRES,
	TIMING_LOADS,
	TIMING_DELAYS,
	TIMING_ARRIVALS,
	TIMING_CHECKS,
	TIMING_SWEPT, /* not a product: its edition is that of the last sweep over the whole design */
	TIMING_REQUIRED, /* required times of all states */
	TIMING_BOUND,    /* the bound of all paths' sums: `largest` */
	TIMING_CREDIT,   /* arrivals in clock networks */
	TIMING_RETIMING, /* bounds of delays of paths */
	/* For each split: the weights of the image, which has room for one split's; slacks after credit of endpoints and of
	 * states, in one mode */
	TIMING_WEIGHTS,
	TIMING_SLACKS = TIMING_WEIGHTS + N_SPLITS,
	TIMING_PIN_SLACKS = TIMING_SLACKS + N_SPLITS,
	N_TIMING_PRODUCTS = TIMING_PIN_SLACKS + N_SPLITS,
};

struct timing_editions {
	int64_t last; /* the newest edition that was given out */
	/* of each product; 0 = never made, or an input has changed */
	int64_t made[N_TIMING_PRODUCTS];
};

struct timing_settings {
	enum delay_model model;
	bool load_includes_driver_pin;
	bool forgives; /* paths get credit, and a latch's data may borrow that much more */
};

/* A part of the paths that was asked for last, forward or backward. */
struct timing_paths {
	struct path_image *image; /* owned, NULL = none yet */
	struct path_filter filter;
};

/* The states of clock networks, by number among themselves; see struct device_credit. */
struct clock_network {
	bool built;
	int32_t n;
	int32_t *source_node, *sink_node; /* owned, host: of the state graph's sources and sinks */
	int32_t *close_node; /* the same of sinks that are latches: of the closing edge; -1 */
	int32_t *d_node_of, *d_state; /* device, owned: node of each state, state of each node */
	int64_t *d_most;              /* device, owned: device.most */
	struct device_credit device;  /* its arrays owned, its modes unset */
	bool launches, captures;      /* some source has a node, some sink */
};

/* Rounds in which the slacks of endpoints with credit are found; see timing_slacks.h. */
enum { SLACK_ROUNDS = 3 };

/* The slacks of sinks with credit, when first asked for; see timing_slacks.h. */
struct credited_slacks {
	enum credit_mode mode; /* what they are with */
	int64_t *d_slack;      /* device, owned [n_sinks] fs, FS_NONE_64 = none */
	/* Entries of lists in each round, 64 at most: 0 = as many as pay, -1 = no such round. The result is
	 * the same. */
	int32_t length[SLACK_ROUNDS];
	int64_t n_open[N_SPLITS][SLACK_ROUNDS]; /* sinks that weren't known after each round */
};

/* The slacks of states with credit, when first asked for; see timing_pin_slacks.h. */
struct pin_slacks {
	enum credit_mode mode;
	int64_t *
		d_slack[N_SPLITS]; /* device, owned [n_states] fs, FS_NONE_64 = no path; by place */
	/* States whose slack is a bound below which no path's is, as too many launches and captures
	 * come together there. */
	int64_t n_bounds[N_SPLITS];
	int32_t length[SLACK_ROUNDS]; /* as in struct credited_slacks */
	int64_t n_open[N_SPLITS][SLACK_ROUNDS];
};

/* The states of each vertex on the device, for readings by vertex; see struct device_cone. */
struct vertex_states {
	int32_t *d_first, *d_next; /* device, owned; NULL = not made yet */
	uint8_t *d_counts;         /* device, owned */
};

/* Results that are copied to the host on demand. */
enum timing_array {
	HOST_ARRIVAL,
	HOST_REQUIRED,
	HOST_SLEW,
	HOST_DELAY,
	HOST_CONSTANT,
	HOST_LOAD,
	HOST_BORROWED,
	HOST_WINDOW,
	HOST_IN_ROW,
	HOST_IN_FROM,
	HOST_IN_ARC,
	HOST_ARC,
	HOST_GRAPH_ARC,
	N_TIMING_ARRAYS
};

/* Host memory for these copies. It is kept from one copy to the next, so that its pages needn't be mapped again; it is empty
 * where the host reads the device's memory. An array can be there in part, page by page. */
struct timing_memory {
	struct timing *owner; /* the timing whose memory it is */
	enum status status;   /* of values that were asked for */
	struct {
		void *bytes; /* owned */
		int64_t capacity, n_pages;
		uint8_t *is_there; /* owned, by page; once n_pages isn't 0 */
	} of[N_TIMING_ARRAYS];
};

struct aocv_image;
struct label_space;
struct product_arrivals;
struct product_space;
struct retime_image;
struct touched_items;

struct timing {
	struct timing_image *image; /* owned */
	struct queue *queue;        /* borrowed */
	struct timing_settings settings;
	/* device, owned: what the delays of arcs (by place) and the checks of sinks differ by from
	 * the nominal ones, fs; NULL = by nothing */
	int32_t *d_arc_increment, *d_check_increment;
	bool varies_slews; /* slews deviate as delays do, by the same increments */
	bool underated;    /* delays are without the factors of set_timing_derate */
	bool single;       /* early delays and slews are the late ones, without derates */
	struct timing_editions editions;
	int64_t largest;   /* no path's sum passes it, fs: TIMING_BOUND */
	int32_t n_endless; /* latches' inputs in loops that gain time each round: they borrow all */
	struct timing_memory *memory; /* owned */
	/* What was computed last, on the host when first asked for: in `memory`, unless device memory is the host's: then
	 * it is the device's. The first two by places in the image of states, the next two by those in the delay
	 * image. */
	int64_t *arrival, *required; /* [2 n_states] fs: by split, FS_NONE_64 = none */
	double *slew;                /* [2 n_states] ps */
	int32_t *delay;              /* [2 n_arcs] fs, DELAY_NONE = nothing comes through */
	int64_t *constant;           /* [2 n_constants] fs: constant delays, by split */
	double *load;                /* [4 n_nets] fF, by corner 2·split + edge */
	/* [n_sinks] fs: what latches' data borrows, and at most may; NULL = there are no latches */
	int64_t *borrowed, *window;
	/* The fan-in of states on the host, and where the delays of their arcs are, when first
	 * asked for; owned as those above. */
	int32_t *in_row, *in_from, *in_arc, *arc, *graph_arc;
	int32_t *
		arc_place; /* owned, host, when first asked for: where delays of the graph's arcs are */
	struct timing_paths paths[2]; /* forward, backward */
	struct clock_network network;
	/* Owned, host [n_all_pins]: ranks of pins in the networks (credit_find_ranks()) of the clocks
	 * whose states have this number; NULL = not found. */
	int32_t *pin_rank;
	int64_t ranked_clocks;
	struct credited_slacks slacks;
	struct pin_slacks pin_slacks;
	struct vertex_states vertex_states;
	struct aocv_image *aocv;       /* owned, see timing_aocv.h; NULL = no tables */
	struct retime_image *retime;   /* owned, see timing_retime.h; NULL = not made yet */
	struct touched_items *touched; /* owned, see timing_touched.h; NULL = not made yet */
	struct annotations *pulses; /* owned: widths and periods that are annotated, NULL = none */
	/* owned, host [2 checks of the timing graph] fs, by split: what is annotated of them; NULL = nothing, or not looked up */
	int32_t *check_value;
	/* owned, host [2 vertices of ports], by split: how many wires from it are given; NULL = none of any */
	int32_t *given_wires;
	/* For queries, owned; NULL = not made yet. Arcs that data takes (device, by place in the image
	 * of states); the products forward and backward. */
	uint8_t *d_data_arc;
	struct filter_index *filters;
	struct label_space *labels;
	struct product_space *product[2];
	struct product_arrivals *arrivals[N_SPLITS]; /* of what was computed last */
};

/* Take over a timing graph and its states (also on failure); nothing is computed yet. */
enum status timing_new(struct queue *queue, struct timing_graph *graph, struct state_graph *states,
		       struct timing **out);
void timing_free(struct timing *timing); /* NULL is fine */
/* Drop everything that was computed from the states but the image's own arrays, for timing_restate(). There must be no
 * increments. */
void timing_forget_states(struct timing *timing);

enum status timing_set_wires(struct timing *timing, const struct rc_forest *rc);
void timing_set(struct timing *timing, const struct timing_settings *settings);

/* Add these increments (fs, by place in the delay image and by sink) to the nominal delays and checks, until the next call.
 * NULL for both = none. */
enum status timing_set_increments(struct timing *timing, const int32_t *arc, const int32_t *check);

/* Whether the slews after arcs deviate from the nominal ones by the same share as the delays do by their increments; delays
 * and checks are then looked up with such slews. */
void timing_vary_slews(struct timing *timing, bool varies);

/* Whether both splits have the late delays and slews, without derates, as in a single die, whose clock trees then have
 * no credit. Early and late latencies and delays of constraints stay as they are. */
void timing_set_single(struct timing *timing, bool single);

/* Whether delays are without derates, as files of delays have them. */
void timing_set_underated(struct timing *timing, bool underated);

/* Is the product up to date? */
bool timing_has(const struct timing *timing, int product);
/* Was the product up to date at the last sweep over the whole design, or made since? If so, updates of what edits touch keep
 * it up to date. */
bool timing_keeps(const struct timing *timing, int product);
/* Record that the product was made. To be called after the queue has settled. */
void timing_made(struct timing *timing, int product);
/* The same for the products that timing_update() makes, from `first` on. */
void timing_updated(struct timing *timing, int first);
/* Record that an input of the product has changed. */
void timing_outdate(struct timing *timing, int product);

/* An arc of a cell between two vertices, in a split. */
struct arc_asked {
	const struct lib_arc *lib;
	int32_t from, to;
	enum split split;
};

/* Do drivers hand on what arrives at their loads, by dmp_ceff_elmore (hand_on.h)? Then what follows from a slew that was set isn't
 * computed by touches (TOUCH_BEHIND_SLEW). */
bool timing_has_waves(const struct timing *timing);
/* If they do, give the image's device timing the array for it, marked as unwritten; if not, none. */
enum status timing_need_hand(struct timing *timing);
/* After the sweeps of delays: those of outputs in parallel, and their slews. */
void timing_combine_parallel(struct timing *timing, const struct device_timing *device);

/* What an arc of a cell makes of its wire, by dmp_ceff_elmore; the arc of the timing graph is the first from a vertex to another
 * that a library's arc says; false, when there is none. After timing_read_arc_places(); graph->out_row is there. */
struct arc_wave {
	struct device_wave wave;
	struct device_pi pi;
	int n_rounds;     /* of Newton's method */
	double reduction; /* ps: what other outputs of the net add to its delay, by any calculator; see struct device_timing */
};
enum status timing_read_wave(const struct timing *timing, const struct arc_asked *asked,
			     struct arc_wave *out, bool *found);
/* What the library of a vertex measures by, as thresholds_at() of arc_delay.h. Syncs the queue. */
enum status timing_read_thresholds(struct queue *queue, const struct device_timing *device,
				   int32_t vertex, enum split split, struct device_thresholds *out);
/* A wave found again on the host: what it was before the first round of Newton's method and after each. Where the method
 * begins again it is there before the first round once more. */
struct wave_rounds {
	int n, n_begun;
	struct device_wave at[256];
};
/* An arc of a cell in a split, the slew at its input (ps), the thresholds at its output and what it drives there. */
struct wave_asked {
	const struct arc_type *type;
	enum split split;
	double slew_in;
	const struct device_thresholds *at;
	const struct device_pi *pi;
};
struct device_wave timing_find_wave(const struct timing_graph *graph,
				    const struct wave_asked *asked, struct wave_rounds *rounds);
/* ---- gpu/delay/timing_delays.c ---- */

/* Compute the delays of pins and the loads that drivers see from the RC trees and networks that the image has, and free
 * those. */
enum status timing_sweep_wires(struct timing *timing);
/* The arguments of the kernel that computes the loads of nets. */
struct net_loads_args;
struct net_loads_args timing_loads(const struct timing *timing);
void timing_compute_loads(struct timing *timing);
/* Set the slews that constraints name, and those at the outputs of ports' driving cells. */
void timing_give_slews(struct timing *timing);
/* What kernels of delays are given: without derates where delays are to have none. */
struct device_timing timing_device(const struct timing *timing);
/* Queue the sweep of all delays and slews; level by level, for slews of latches, of a die or of outputs in parallel. */
void timing_sweep_delays(struct timing *timing, const struct device_timing *device);
void timing_sweep_delay_levels(struct timing *timing, const struct device_timing *device);

/* STATUS_BAD_INPUT as of timing_update(). */
enum status timing_check_summary(const struct timing *timing, const struct timing_summary *summary);

/* Compute what isn't up to date, except the required times of states that aren't endpoints. STATUS_BAD_INPUT when a
 * delay or slew is no number or beyond 2.1 us. */
enum status timing_update(struct timing *timing);
/* Compute those too, after timing_update(): searches of paths don't need them. */
enum status timing_need_required(struct timing *timing);

/* The graph for path searches of a split, its weights up to date. Borrowed. */
enum status timing_search_image(struct timing *timing, enum split split, struct image **out);

/* Make timing->arrivals of a split, which queries of labels share until arrivals are computed again. The space is that of
 * forward queries. */
enum status timing_need_arrivals(struct timing *timing, const struct product_space *space,
				 enum split split);

/* Bring timing up to date and bound the sums of paths, which decides how many bits weights have: timing_fs_bits(). */
enum status timing_bound_paths(struct timing *timing);
int timing_fs_bits(const struct timing *timing);
/* The same for other delays and required times: *largest, fs, is a bound of all paths' sums; see timing_bits_of(). */
enum status timing_sum_paths(struct timing *timing, const struct device_states *states,
			     int64_t *largest);
static inline int timing_bits_of(int64_t largest)
{
	return largest < LARGEST_SUM_32 ? 32 : 64;
}
void timing_free_network(struct timing *timing);
/* Make the states of vertices, which never change, on a queue of the caller's. */
enum status timing_need_vertex_states(struct timing *timing, struct queue *queue);

/* Bring timing up to date and copy its results to the host, into the arrays of struct timing. */
enum status timing_read(struct timing *timing);

/* Bring timing up to date; results are copied page by page when the functions below are asked for them, so that a report of few
 * paths copies what it prints. Where a copy fails they return 0, and timing_values_status(), which is called after each
 * command, returns the error once. On the thread that owns the timing. */
enum status timing_read_values(struct timing *timing);
enum status timing_values_status(const struct timing *timing);

/* Copy the fan-in of states to the host: in_row, in_from, in_arc and arc of struct timing. It stays valid when delays change. */
enum status timing_read_fan_in(struct timing *timing);
/* Invalidate what timing_read() and timing_read_fan_in() copied; the memory is kept. */
void timing_drop_results(struct timing *timing);
void timing_drop_fan_in(struct timing *timing);
/* For timing_new() and timing_free(). */
enum status timing_alloc(struct timing **out);
void timing_free_memory(struct timing *timing);

/* Make arc_place of struct timing: where the delays of the timing graph's arcs are. It stays valid when delays change. */
enum status timing_read_arc_places(struct timing *timing);
/* After that and timing_read(): the delay of an arc of the timing graph, fs; FS_NONE_64 = nothing
 * comes through. */
int64_t timing_graph_arc_delay(const struct timing *timing, int32_t arc, enum split split);

/* All of the following after timing_read() or timing_read_values(). States are those of the state graph, not places. */

/* Arrival and required time of a state, fs, FS_NONE_64 = none. */
int64_t timing_arrival(const struct timing *timing, int32_t state, enum split split);
int64_t timing_required(const struct timing *timing, int32_t state, enum split split);
/* The worst arrival, required time and slack of any sort at a vertex of the netlist, FS_NONE_64 =
 * none. */
int64_t timing_vertex_arrival(const struct timing *timing, int32_t vertex, enum split split);
int64_t timing_vertex_required(const struct timing *timing, int32_t vertex, enum split split);
int64_t timing_vertex_slack(const struct timing *timing, int32_t vertex, enum split split);
/* The worst at a vertex of the netlist, as timing_vertex_slack(). */
int64_t timing_vertex_slack_of(const struct timing *timing, const int64_t *slack, int32_t vertex);
/* What the load adds to the delay of each driving cell, fs: [2 drivers of the timing graph], by split. The caller frees it,
 * also after a failure. */
enum status timing_read_drives(const struct timing *timing, int64_t **out);
/* What a net's driver sees at an edge, fF. */
double timing_net_load(const struct timing *timing, int32_t net, enum split split, int edge);
/* The slew at a vertex of the netlist, ps. */
double timing_vertex_slew(const struct timing *timing, int32_t vertex, enum split split);
/* The slew that checks of clocks (pulse widths, periods, skews) use: that of an ideal clock where one arrives. */
double timing_clock_slew(const struct timing *timing, int32_t vertex, enum split split);

/* Of an arc of the image in a split, fs: as state_delay() of k_states.cu. */
int64_t timing_delay_of_arc(const struct timing *timing, int32_t arc, enum split split);

/* Where the arrival of a state came from in a split: the first of its tails from which it comes
 * exactly so, -1 = none, it was given; and (by NULL = not asked) by which arc of the timing graph, -1 = with a constant
 * delay. */
enum status timing_came_from(struct timing *timing, enum split split, int32_t state, int32_t *from,
			     int32_t *by);

/* Required time and slack of sink s in its split, FS_NONE_64 = unconstrained; of a latch with what its worst
 * data borrows. */
int64_t timing_sink_required(const struct timing *timing, int32_t sink);
/* Its required time without what is borrowed, which is what paths are compared with. */
int64_t timing_sink_opening(const struct timing *timing, int32_t sink);
int64_t timing_sink_slack(const struct timing *timing, int32_t sink);
/* What a latch's data may borrow at most, fs. */
int64_t timing_sink_window(const struct timing *timing, int32_t sink);

#endif
