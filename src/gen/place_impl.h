/* What the steps of placing share. */
#ifndef GEN_PLACE_IMPL_H
#define GEN_PLACE_IMPL_H

#include "gen/place.h"
#include "gen/rows.h"

struct place {
	struct queue *queue; /* borrowed */
	struct place_options options;
	struct task *task;           /* borrowed */
	struct placement *placement; /* owned until it is handed out */
	struct rows rows;
	struct rect core;
	int32_t n;          /* cells */
	int32_t *component; /* owned [n] */
	int32_t *cell_of;   /* owned [netlist->n_instances]: cell, -1 = a block */
	int32_t *width;     /* owned [n], whole sites */
	int32_t n_free;
	struct rect *free; /* owned [n_free], as in struct placer_problem */
	int64_t *share;    /* owned [n_free] */
	int64_t free_capacity;
	double *x, *y;         /* owned [n]: centres */
	struct placer *placer; /* owned */
	int32_t n_nets;        /* those that pull at cells */
	int32_t *net;          /* owned [n_nets]: of the netlist */
	int32_t *net_row;      /* owned [n_nets + 1] */
	struct place_pin *pin; /* owned: pins of nets */
	int64_t net_capacity, pin_capacity;
};

/* Die, rows, blocks and ports; checks that everything can be placed. */
enum status place_floor(struct place *place);
/* The same where the placement has a floorplan. */
enum status place_floor_open(struct place *place);
/* Ports evenly along the die's edges, clockwise from the lower left corner on; in this order (NULL
 * = their own). */
enum status place_ports(struct placement *placement, const int32_t *order);

/* The nets that pull, once blocks and ports are fixed. */
enum status place_nets(struct place *place);

/* Exchange cells of a legal placement while that makes nets shorter. */
enum status place_detail(struct place *place, int rounds);

#endif
