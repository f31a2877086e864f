/*
 * Reading a netlist's timing for the screen: only what is asked for is copied to the host. It runs
 * on any queue, at any time between two updates, also while paths are searched.
 */
#ifndef GPU_INSPECT_TIMING_READ_H
#define GPU_INSPECT_TIMING_READ_H

#include "gpu/timing/timing.h"
#include "snap/summary.h"

/* Groups, histograms and what is left out of the analysis. The timing is up to date. Slacks with credit only if
 * they are there for the mode (timing_slacks.h). */
enum status timing_summarize(struct timing *timing, struct queue *queue, enum credit_mode mode,
			     struct snap_summary *summary);

/* Slews, loads and what its end is checked against, for a path of a search of that split in a graph
 * of paths (NULL = the state graph). */
enum status timing_fill_path(struct timing *timing, struct queue *queue, enum split split,
			     const struct path_graph *paths, struct snap_path *path);

#endif
