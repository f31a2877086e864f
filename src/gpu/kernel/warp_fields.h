/* What recorded warps call the arrays, the items and the commands of kernels. */
#ifndef GPU_KERNEL_WARP_FIELDS_H
#define GPU_KERNEL_WARP_FIELDS_H

#include <stddef.h>

#include "gpu/kernel/kernel_ids.h"

/* The pointer at this offset of a kernel's arguments, "graph.to"; NULL = the table doesn't have it. String constants. */
const char *warp_field(enum kernel_id kernel, size_t offset);
/* What an item of it is: "state"; "item" where the table doesn't have it. */
const char *warp_item(enum kernel_id kernel);
/* A command that launches it, on any design for which that command works; NULL = the table has none. */
const char *warp_command(enum kernel_id kernel);
/* The kernel of a name, N_KERNELS = there is none. */
enum kernel_id kernel_find(const char *name);
/* Entry i of the kernels of the table, with item and command; N_KERNELS after the last. */
enum kernel_id warp_kernel_at(int i);

#endif
