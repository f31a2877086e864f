/*
 * The device image of a netlist's timing: the state graph with its tables, loads, wires and endpoints,
 * uploaded once. What is computed lies in it too; algo/timing.c says when.
 */
#ifndef GPU_TIMING_IMAGE_H
#define GPU_TIMING_IMAGE_H

#include "db/rc.h"
#include "db/timing_graph.h"
#include "gpu/image.h"

struct timing_image {
	struct timing_graph *graph; /* owned */
	struct image *image;	    /* owned: for path searches, weights as of the last update */
	struct queue *queue;	    /* borrowed */
	struct device_timing device; /* device pointers, owned */
	struct device_wires wires;   /* device pointers, owned; n_nodes 0 = no parasitics */
	double *d_net_capacitance;   /* device, owned [n_nets]; NULL = no parasitics */
	double *d_pin_capacitance;   /* device, owned [4 n_pins] */
	int32_t *d_net_pin_row, *d_net_pin, *d_net_n_drivers; /* device, owned */
	/* device, owned [n_levels + 1]: levels of pairs (state, split), and those from the last */
	int32_t *d_pair_row, *d_mirror_row;
	int32_t n_wire_levels;
	int32_t *d_wire_row, *d_wire_mirror_row; /* device, owned [n_wire_levels + 1] */
	struct device_endpoint *d_endpoint;	 /* device, owned [n_sinks] */
	struct device_start *d_start;		 /* device, owned [n_starts] */
	int32_t n_starts;
	uint8_t *d_is_startpoint; /* device, owned [n_states] */
	int32_t *vertex_state; /* owned, host [2 n_pins] */
};

/* Upload a timing graph, which is owned from then on, also on failure. */
enum status timing_image_new(struct queue *queue, struct timing_graph *graph,
			     struct timing_image **out);
void timing_image_free(struct timing_image *timing); /* NULL is fine */

/* Put wires on it, or take them away (NULL). The forest is only read. */
enum status timing_image_set_wires(struct timing_image *timing, const struct rc_forest *rc);

#endif
