/* What the forward maps of a placement and their backward accumulation share. */
#ifndef GPU_DENSITY_DENSITY_IMPL_H
#define GPU_DENSITY_DENSITY_IMPL_H

#include "gpu/density/density_maps.h"

/* ---- density.c ---- */

/* Algorithm 1 of [Density], the print's own kernels, in place: a map summed along its rows, then along its columns. */
void density_sum_as_printed(struct queue *queue, const struct density_bins *bins, int precision,
			    void *d_map, bool columns);

/* ---- density_maps.c ---- */

/* The box of each component that is part of the quantity's map; the others have none. */
enum status density_component_boxes(struct queue *queue, const struct placement *placement,
				    enum density_quantity quantity, struct density_boxes *out);
/* The box around the placed pins of each net, without weights; d_box is the caller's, also after a failure. */
enum status density_net_boxes(const struct density_layout *on, struct density_boxes *out);
/* Of a bin, µm. */
void density_bin_sides(const struct density_grid *grid, double *width, double *height);
/* A map that adds up, finished, still on the device. */
enum status density_run_quantity(const struct density_layout *on, enum density_quantity quantity,
				 const struct density_options *options, struct density **out);

#endif
