/*
 * The device image of a netlist's timing: its graphs and, on top of them, nets, pins, tables and
 * endpoints, uploaded once. It has room for what is computed too; gpu/timing/timing.c says when.
 */
#ifndef GPU_IMAGE_TIMING_IMAGE_H
#define GPU_IMAGE_TIMING_IMAGE_H

#include "db/rc.h"
#include "db/state/state_edit.h"
#include "db/state/state_graph.h"
#include "gpu/image/device_timing.h"
#include "gpu/image/image.h"
#include "gpu/image/tag_spreader.h"

/* Latches; all zero when there are none. */
struct latch_image {
	int32_t n_latches, n_departures;
	struct device_latches device;  /* device pointers, owned */
	int32_t n_outputs;             /* with arcs through latches */
	struct latch_output *d_output; /* device, owned */
	struct latch_input *d_input;   /* device, owned */
	uint8_t *d_given; /* device, owned [states of the timing graph]: is_given without latches */
};

/* What is annotated; all zero when nothing is. */
struct annotation_image {
	int32_t n_slews;
	struct device_slew *d_slew; /* device, owned [n_slews] */
	uint8_t *
		d_is_given; /* device, owned [states of the timing graph]: is_given without them; NULL = there are none */
};

struct timing_image {
	struct timing_graph *graph; /* owned */
	struct state_graph *states; /* owned */
	struct queue *queue;        /* borrowed */
	/* owned: of the timing graph; its sinks are the endpoints of the state graph that it was first made with */
	struct image *delay_image;
	struct device_timing device; /* device pointers, owned */
	/* device pointers, owned; n_nodes 0 = no parasitics; its trees are NULL once they were swept */
	struct device_wires wires;
	int32_t *d_taken;          /* device, owned [1]: of wave_sweep; made with d_hand */
	union device_hand *d_hand; /* device, owned; NULL = not made: device.hand has it, or not */
	struct device_networks networks; /* device pointers, owned; likewise */
	int32_t *d_pin_place;            /* device, owned [n_all_pins]; NULL = all 0 */
	double *d_net_capacitance;       /* device, owned [2 n_nets]; NULL = none */
	uint8_t *d_net_flags;            /* device, owned [n_nets]; NULL = all 0 */
	/* device, owned: the kind of each pin [n_pins], and the capacitances of kinds [4 n_kinds] fF; a port is a
	 * kind by itself, others have that of their master's pin */
	uint8_t *library_class; /* owned, host [n_libraries of the netlist]: in device.thresholds */
	int32_t n_thresholds;   /* classes; 1 = all libraries have the same */
	int32_t *d_pin_kind;
	double *d_kind_capacitance;
	int32_t *d_net_pin_row, *d_net_pin, *d_net_n_drivers; /* device, owned */
	int32_t *d_mirror_row; /* device, owned: levels of pairs (state, split) from the last */
	int32_t n_wire_levels;
	int32_t *d_wire_row, *d_wire_mirror_row; /* device, owned [n_wire_levels + 1] */
	int64_t n_parallel;                      /* nets that outputs drive in parallel, by edge */
	int32_t *
		d_parallel_load; /* device, owned [n_parallel]: the state of one of the net's loads */
	int32_t n_alone;         /* such nets whose outputs are each timed as if alone */
	int32_t n_slews, n_drivers;
	struct device_slew *d_slew;     /* device, owned [n_slews] */
	struct device_driver *d_driver; /* device, owned [n_drivers] */
	struct device_drive *d_drive;   /* device, owned */
	int64_t *d_extra;               /* device, owned [2 n_drivers] fs */
	/* borrowed from delay_image, host [2 n_pins]: states of the timing graph */
	const int32_t *vertex_state;

	/* Of the state graph: for path searches too, weights as of the last update. It is the delay
	 * image when both graphs are one, else owned. */
	struct image *image;
	struct device_states device_states; /* device pointers, owned */
	/* device, owned: levels of pairs, forward in two parts, see struct image */
	int32_t *d_state_part_row, *d_state_mirror_row;
	struct device_endpoint *d_endpoint; /* device, owned [n_sinks] */
	struct device_seed *d_seed;         /* device, owned [n_seeds] */
	struct device_constant *d_constant; /* device, owned [n_constants] */
	/* borrowed from the image, host [n_states of the state graph]: their numbers in it */
	const int32_t *state_place;
	struct latch_image latches;
	struct device_references references; /* device pointers, owned; all zero = no data checks */
	struct annotation_image annotated;
	struct tag_spreader spreader; /* makes other states of the timing graph */
	/* Owned: memory of images no longer used, for the next ones. */
	struct image_left left_of_graph, left_of_states;
};

/* To be called while a timing graph still has its topological order: computes its depths from it, if the device of this
 * queue would take longer. STATUS_NO_MEMORY. */
enum status timing_image_need_depths(const struct queue *queue, struct timing_graph *graph);
/* Upload a timing graph and its states, which are owned from then on, also on failure. */
enum status timing_image_new(struct queue *queue, struct timing_graph *graph,
			     struct state_graph *states, struct timing_image **out);
void timing_image_free(struct timing_image *timing); /* NULL is fine */

/* Free the states, what is made of them, and annotated checks; delays of the timing graph stay, computed and annotated. */
void timing_image_forget_states(struct timing_image *timing);
/*
 * Other states instead, which are owned from then on, also on failure; the timing graph may have other slews (then
 * same_slews is false) and ends. Where states are the timing graph, delays have to be computed again, from the loads that
 * there are, and annotated delays and slews go; that takes the graph's depths. Else delays stay, and annotated slews go with
 * other ones. On failure it is of no more use.
 */
enum status timing_image_restate(struct timing_image *timing, struct state_graph *states,
				 bool same_slews);
/* After timing_image_forget_states(): free the timing graph too, and all that is made of it. Wires and loads stay. */
void timing_image_forget_graph(struct timing_image *timing);
/* After that: another graph and states of the same netlist, owned from then on, also on failure; delays have to be computed
 * again. */
enum status timing_image_rebuild(struct timing_image *timing, struct timing_graph *graph,
				 struct state_graph *states);

/* Put wires on it, or take them away (NULL). The forest is only read. */
enum status timing_image_set_wires(struct timing_image *timing, const struct rc_forest *rc);
/* network_image.c: the wires that are no trees, solved for the delays of pins. */
enum status network_image_upload(struct timing_image *timing, const struct rc_networks *networks);
enum status network_image_solve(struct timing_image *timing);
void network_image_drop(struct timing_image *timing);
void network_image_release(struct timing_image *timing);
/* The trees and networks of a forest, to be swept into the delays of pins that the wires have: of all nets, or again of some that
 * have no places of their own. */
enum status timing_image_put_trees(struct timing_image *timing, const struct rc_forest *rc);
/* Once the delays of pins are known: the trees are of no more use, until wires are put on it again. */
void timing_image_drop_trees(struct timing_image *timing);

/* Bring what an edit of constraints has changed to the device. STATUS_DEVICE_MEMORY and others: it is of no use any
 * more. */
enum status timing_image_put(struct timing_image *timing, const struct state_changes *changes);
/* A delay of the timing graph, by place in its image, and what is annotated of it, fs. */
struct annotated_delay {
	int32_t place, given[N_SPLITS], added[N_SPLITS]; /* as in struct annotation */
};

/* What is annotated, on the host. */
struct annotated_values {
	/* [2 delays of the timing graph] fs, by place and split, as in struct device_timing; NULL = none … */
	int32_t *given_delay, *added_delay; /* owned */
	int32_t n_delays;                   /* … but these */
	struct annotated_delay *delay;      /* owned [n_delays] */
	int32_t *given_check; /* owned [n_sinks] fs, as in struct device_states; NULL = none */
	int32_t n_slews;
	struct device_slew *slew; /* owned [n_slews] */
};

/* Put it on it, where nothing of the kind is yet. After a failure nothing is annotated. */
enum status timing_image_annotate(struct timing_image *timing,
				  const struct annotated_values *values);
void timing_image_forget_annotations(struct timing_image *timing);
/* Some delays, whatever is there of them; the checks of some sinks, fs. */
enum status timing_image_annotate_delays(struct timing_image *timing,
					 const struct annotated_delay *delay, int32_t n);
enum status timing_image_annotate_checks(struct timing_image *timing, const int32_t *sink,
					 const int32_t *given, int32_t n);

/* What delays are multiplied by, on the host: a class for each state of the delay image that ends an arc, and of
 * each class its factors. */
enum {
	DERATE_FACTORS = 8
}; /* of cells early and late, of nets; of delays from 0 on, and below 0 */

struct derate_rows {
	int32_t *state_class; /* owned [states] */
	int32_t n_classes;
	double (*factor)[DERATE_FACTORS]; /* owned */
	int64_t capacity;
};

void derate_rows_release(struct derate_rows *rows);
/* By these from now on, or (NULL) by set_timing_derate alone. */
enum status timing_image_derate(struct timing_image *timing, const struct derate_rows *rows);
/* What delays that end at a vertex are derated as: those of a clock (also on the way to a generated one), of data, or
 * both. */
enum delay_domain {
	DELAYS_OF_CLOCK = DOMAIN_CLOCK,
	DELAYS_OF_DATA = DOMAIN_DATA,
	DELAYS_OF_BOTH,
	N_DELAY_DOMAINS
};

enum delay_domain timing_domain(const struct state_graph *states, int32_t vertex);

/* ---- for the parts of it ---- */

/* Device memory of an array of the host, on its way; the host's must stay until the queue is
 * synced. */
enum status timing_image_upload(struct queue *queue, const void *from, int64_t n, size_t size,
				const void *d_out);
#define UPLOAD(queue, from, n, d_pointer)                                                          \
	timing_image_upload((queue), (from), (n), sizeof **(d_pointer), (const void *)(d_pointer))
/* The same of one that stays as long as the image. */
#define LEND(queue, from, n, d_pointer)                                                            \
	device_lend((queue), "timing", (from), (int64_t)(n) * (int64_t)sizeof **(d_pointer),       \
		    (const void **)(void *)(d_pointer))
/* Rows of levels with `times` items for each of theirs, and the same counted from the last item,
 * for sweeps the other way. Either may be NULL. */
enum status timing_image_upload_rows(struct queue *queue, const int32_t *row, int32_t n_levels,
				     int32_t times, int32_t **d_row, int32_t **d_mirror);

/* What constraints say of ports and delays; arrays that are there are lost. */
enum status timing_image_upload_slews(struct timing_image *timing);
/* The values of the first n of the slews that are there. */
enum status timing_image_put_slews(struct timing_image *timing, int32_t n);
enum status timing_image_upload_drivers(struct timing_image *timing);
/* The capacitances of ports, which are the loads outside, then of the masters' pins; by corner. */
void timing_image_fill_capacitances(const struct timing_graph *graph,
				    double (*out)[N_SPLITS][N_EDGES]);

/* timing_image.c: the image of the timing graph; tables; what constraints say of its delays, with room for these; states. */
enum status timing_image_build_graph(struct timing_image *timing);
enum status timing_image_build_tables(struct timing_image *timing);
/* As kernels have a table, by axes of its own. */
struct device_table timing_image_table(const struct timing_graph *graph, int32_t id);
enum status timing_image_build_given(struct timing_image *timing);
enum status timing_image_build_states(struct timing_image *timing);

/* The capacitances of a master's pin, fF; left as they are where it has none. */
void timing_image_scale_capacitances(const struct timing_graph *graph, const struct master *master,
				     int32_t pin, enum split split, double out[N_EDGES]);

/* A library's class: the thresholds in device_timing.thresholds. */
uint8_t threshold_image_class(const struct timing_image *timing, const struct library *library);
/* threshold_image.c: what libraries measure by, once nets are there; the classes of pins, once drivers of ports are. */
enum status threshold_image_build(struct timing_image *timing);
enum status threshold_image_put_pins(struct timing_image *timing);

/* parallel_image.c: nets that outputs drive in parallel, once the image of the timing graph and room for delays are there. */
enum status parallel_image_build(struct timing_image *timing);
void parallel_image_release(struct timing_image *timing);

/* state_image.c: what belongs to the state graph. */
enum status state_image_build(struct timing_image *timing);
void state_image_release(struct timing_image *timing);
/* After an edit: all seeds; the constants of all endpoints, and their factors and groups, if these may be others; all there is of
 * these, ascending. */
enum status state_image_put_seeds(struct timing_image *timing);
enum status state_image_put_values(struct timing_image *timing, bool derates, bool groups);
enum status state_image_put_endpoints(struct timing_image *timing, const int32_t *sink, int32_t n);
/* reference_image.c: once the states are there. */
enum status reference_image_build(struct timing_image *timing);
void reference_image_release(struct timing_image *timing);
/* derate_image.c: all of it; the factors of classes that are the same */
enum status derate_image_build(struct timing_image *timing);
enum status derate_image_put(struct timing_image *timing);
/* annotation_image.c: what is by sink; what is by places in the image of the timing graph; of that the slews, before others
 * are given */
void annotation_image_forget_checks(struct timing_image *timing);
void annotation_image_forget_places(struct timing_image *timing);
void annotation_image_forget_slews(struct timing_image *timing);
/* latch_image.c: the same. */
enum status latch_image_build(struct timing_image *timing);
void latch_image_release(struct timing_image *timing);

#endif
