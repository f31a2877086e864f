/*
 * What maps of a placement show: the boxes that a quantity is made of, on the device, and what lies
 * under each cell.
 */
#ifndef GPU_DENSITY_DENSITY_MAPS_H
#define GPU_DENSITY_DENSITY_MAPS_H

#include "gpu/density/density.h"
#include "gpu/timing/timing.h"
#include "db/layout/placement.h"
#include "snap/density.h"

/* What is mapped, and onto which bins. */
struct density_layout {
	struct queue *queue; /* borrowed, as the others */
	const struct placement *placement;
	const struct density_grid *grid;
};

/* Is a component part of a map of components; of another map: of its cells? */
bool density_counts(const struct placement *placement, int32_t component,
		    enum density_quantity quantity);

/* The boxes of a quantity. */
struct density_source {
	struct queue *queue;        /* borrowed */
	struct density_boxes boxes; /* its arrays owned */
	const char *name, *unit;    /* string constants */
	double factor;              /* of sums */
};

/* STATUS_CANCELLED, no memory. Not for DENSITY_SLACK and what comes after it. */
enum status density_source_new(const struct density_layout *on, enum density_quantity quantity,
			       const struct density_options *options, struct density_source *out);
void density_source_release(struct density_source *source);

/* A finished map of a quantity but these. */
enum status density_map_of(const struct density_layout *on, enum density_quantity quantity,
			   const struct density_options *options, struct snap_density **out);

/* DENSITY_SLACK; timing_read() has been done. With credit by of_state, [n_states] of timing_read_pin_slacks(), or NULL:
 * before it. Bins without a cell that has a slack are NAN. Into
 * slack: [n_components] of each component, fs, FS_NONE_64 = none. */
enum status density_slacks(const struct density_layout *on, const struct timing *timing,
			   enum split split, const int64_t *of_state, int64_t *slack,
			   struct snap_density **out);

/* The worst slack of any pin of a component, as above. */
int64_t density_component_slack(const struct placement *placement, const struct timing *timing,
				enum split split, const int64_t *of_state, int32_t component);

/* DENSITY_CHANGE: of change[p] of each pin p, fs, FS_NONE_64 = none. Bins without a cell that has any are NAN. Into
 * value: [n_components] the least of each component. */
enum status density_changes(const struct density_layout *on, const int64_t *change, int64_t *value,
			    struct snap_density **out);

/* DENSITY_CRITICAL: of n dies the worst path of passed[p] passes pin p. Bins without a cell that it passes in any
 * are NAN. Into value: [n_components] −(dies) of each component, FS_NONE_64 = none. */
enum status density_critical(const struct density_layout *on, const int64_t *passed, int64_t n,
			     int64_t *value, struct snap_density **out);

/* The sum of a map under a component. */
struct density_cell {
	double mean;      /* of the values that it covers; NAN = it has no area on the die */
	double right, up; /* how Σ value × common area grows with a move, value × µm² for a µm */
};

/*
 * Backward: the sum of a map under each component, [n_components] into out. The weights are those
 * of the exact map, halved until the sums fit.
 */
enum status density_cells(const struct density_layout *on, enum density_quantity quantity,
			  const struct density_options *options, struct density_cell *out);

/* A field summed along its rows and, with `columns`, then along its columns: matrix P of [Density], figure 3. Bins
 * without a value count as 0. */
enum status density_prefix_sums(const struct density_layout *on, const struct snap_density *field,
				bool columns, struct snap_density **out);

/* What a field is summed up under. */
enum density_shape { DENSITY_UNDER_CELLS, DENSITY_UNDER_NETS };

/* The same of any map on the grid, under each component or in the box of each net, out [n_nets] then; of slacks for one; bins without a value count as 0. The method may not be
 * DENSITY_COPIES. */
enum status density_field_under(const struct density_layout *on, const struct snap_density *field,
				const struct density_options *options, enum density_shape shape,
				struct density_cell *out);

#endif
