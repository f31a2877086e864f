/* Arcs into another order, with their times. */
#include "gpu/image/graph_args.h"
#include "gpu/kernel/kernel.h"

/* Item: place of an arc in the new order. Floor: 4 + 4 bytes an arc and array, the reads scattered
 * within what the order mixes. */
KERNEL(gather_arcs, k, i)
{
	const fs_t *weight = (const fs_t *)k->weight;
	fs_t *weight_out = (fs_t *)k->weight_out;
	int32_t a = k->order[i];

	if (k->from)
		k->from_out[i] = k->from[a];
	if (k->to)
		k->to_out[i] = k->to[a];
	if (weight)
		weight_out[i] = weight[a];
}

#if FS_BITS == 32
#undef FS_BITS
#define FS_BITS 64
#include "gpu/image/k_gather.cu"
#endif
