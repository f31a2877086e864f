/* The kernels by number: kernels.def says which there are. */
#ifndef GPU_KERNEL_KERNEL_IDS_H
#define GPU_KERNEL_KERNEL_IDS_H

enum kernel_id {
#define K(name, shape, wide) KERNEL_ID_##name,
#include "gpu/kernel/kernels.def"
#undef K
	N_KERNELS
};

#endif
