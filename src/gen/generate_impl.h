/*
 * The parts of the generator: the shape (the order of instances in the row), the wiring (which pin drives
 * whom) and the netlist made of both.
 */
#ifndef GEN_GENERATE_IMPL_H
#define GEN_GENERATE_IMPL_H

#include <math.h>
#include <stdbool.h>

#include "gen/cells.h"
#include "gen/generate.h"
#include "base/random.h"

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

/* Both are to be released, after an error, too. */
enum status shape_new(const struct generate_options *options, const struct gate_cells *cells,
		      struct task *task, struct shape *out);
void shape_release(struct shape *shape);

enum status wiring_new(struct shape *shape, struct wiring *out);
void wiring_release(struct wiring *wiring);

/* ---- generate_drivers.c ---- */

/* Give all inputs of gates their drivers, and count the fan-out of these; levels must be listed. */
enum status wiring_drive_gates(struct wiring *wiring);

enum {
	DRAW_SIDE = 8, /* 8 draws for each input */
	DRAWS_A_SLOT = 8,
};

static inline uint64_t wiring_draw(const struct wiring *w, int64_t slot, int which)
{
	return random_bits(w->shape->options->seed, (uint64_t)slot, DRAW_SIDE + (unsigned)which);
}

/* A distance of which the part beyond d is d^(-2/3): short ones are many, long ones are there. */
static inline int64_t wiring_distance(uint64_t bits)
{
	double u = random_unit(bits) + 1e-6, v = 1 / u;

	return (int64_t)(v * sqrt(v)) * (bits & 1 ? 1 : -1);
}

static inline int32_t *wiring_fan_out(const struct wiring *w, int32_t driver)
{
	return &w->fan_out[driver >= 0 ? driver : w->shape->n - 1 - driver];
}

static inline bool wiring_is_among(const int32_t *driver, int32_t n, int32_t one)
{
	for (int32_t i = 0; i < n; i++)
		if (driver[i] == one)
			return true;
	return false;
}

static inline int32_t shape_cluster(const struct shape *shape, int32_t window)
{
	int32_t c = window / CLUSTER_WINDOWS;

	return c < shape->n_clusters ? c : shape->n_clusters - 1;
}

static inline int32_t shape_window_of(const struct shape *shape, int32_t instance)
{
	int32_t x = (int32_t)((int64_t)instance * shape->n_windows / shape->n);

	while (shape->window[x].first > instance)
		x--;
	while (shape->window[x + 1].first <= instance)
		x++;
	return x;
}

#endif
