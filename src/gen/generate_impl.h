/*
 * The parts of the generator: the shape (the order of instances in the row), the wiring (which pin drives
 * whom) and the netlist made of both.
 */
#ifndef GEN_GENERATE_IMPL_H
#define GEN_GENERATE_IMPL_H

#include "gen/cells.h"
#include "gen/generate.h"

enum {
	WINDOW = 512,        /* instances, about */
	CLUSTER_WINDOWS = 8, /* of as many windows */
	LEAF_SINKS = 20,     /* registers that a clock buffer drives … */
	TREE_SINKS = 16,     /* … and buffers that one does */
	MOST_CLOCK_LEVELS = 12,
};

enum row_kind {
	ROW_CLOCK_BUFFER,
	ROW_REGISTER,
	ROW_GATE,
};

struct window {
	int32_t first; /* instance: clock buffers, then registers, then gates */
	int32_t n_buffers, n_registers, n_gates;
};

/* A clock's tree: buffers of level 0 drive registers, those of a level the buffers of the one
 * below; the last level is one buffer, which the clock's port drives. */
struct clock_level {
	int32_t n;
	int32_t *buffer; /* owned [n]: instances */
};

struct clock_domain {
	int32_t first_window, n_windows;
	int32_t n_levels;
	struct clock_level level[MOST_CLOCK_LEVELS];
};

struct shape {
	const struct generate_options *options;
	const struct gate_cells *cells;
	struct task *task;
	int32_t n, n_gates, n_registers, n_windows, n_clusters;
	struct window *window;       /* owned [n_windows + 1]: the last only ends */
	struct clock_domain *domain; /* owned [n_clocks] */
	uint8_t *kind;               /* owned [n]: enum row_kind */
	uint8_t *n_inputs;           /* owned [n]: that are connected */
	uint8_t *level;              /* owned [n]: of gates from 1, registers 0 */
	int32_t *cluster_depth;      /* owned [n_clusters]: levels */
};

/* What drives an input: an instance, or the input port −1 − port (clocks aside). */
struct wiring {
	struct shape *shape;
	int32_t *slot_row; /* owned [n + 1]: inputs of each instance, of a register data, then
			     * clock */
	int32_t *driver;   /* owned: of each input */
	int32_t *fan_out;  /* owned [n + n data inputs]: ports after the instances */
	float *load;       /* owned [n]: fF, about */
	int32_t *output;   /* owned [n_outputs]: instance downstream of each output port */
	/* Instances of each level in the order of the row; ports are strewn among those of
	 * level 0. */
	int32_t *level_row, *level_member; /* owned [n_levels + 2], [n + ports] */
	int32_t *cluster_start; /* owned [n_levels + 1][n_clusters + 1]: where a cluster's begin */
	int32_t n_data_inputs, n_levels;
};

enum status shape_new(const struct generate_options *options, const struct gate_cells *cells,
		      struct task *task, struct shape *out);
void shape_release(struct shape *shape);

enum status wiring_new(struct shape *shape, struct wiring *out);
void wiring_release(struct wiring *wiring);

enum status wiring_to_netlist(const struct wiring *wiring, struct netlist **out);
enum status generate_constraints(const struct wiring *wiring, const struct netlist *netlist,
				 struct constraints **out);

static inline int32_t shape_cluster(const struct shape *shape, int32_t window)
{
	int32_t c = window / CLUSTER_WINDOWS;

	return c < shape->n_clusters ? c : shape->n_clusters - 1;
}

#endif
