/* What k_boxes.cu and k_density.cu call coordinates, sums and boxes: whole numbers (32), or in double
 * precision (64), as gpu/density/density_args.h says. */
#ifndef GPU_DENSITY_DENSITY_TYPES_H
#define GPU_DENSITY_DENSITY_TYPES_H

#include "gpu/density/device_density.h"
#include "gpu/kernel/kernel.h"

typedef int32_t coord_32;
typedef double coord_64;
typedef uint64_t sum_32;
typedef double sum_64;
typedef struct density_box_32 box_32;
typedef struct density_box_64 box_64;

#endif
