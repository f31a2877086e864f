/*
 * How many of all paths of a graph have which slack, before credit: k_path_counts.cu says how, and how exactly. The paths are those
 * that a search of the same image finds.
 */
#ifndef GPU_INSPECT_PATH_COUNTS_H
#define GPU_INSPECT_PATH_COUNTS_H

#include "gpu/image/image.h"
#include "snap/path_counts.h"

/*
 * Count them, on the image's queue, which must be idle; the weights are those that it has. The result is the same on all devices. Fails as
 * the device does, STATUS_DEVICE_MEMORY also where there is no room for the bins.
 */
enum status path_counts_make(struct image *image, const struct path_counts_query *query,
			     struct path_counts *out);

#endif
