/*
 * Memory of the CPU device. Large blocks that were freed are kept and used again, as the system clears
 * new pages: system time of building the leon2 profile was 6.4 s with it and 7.9 s without in the one
 * comparison that was made, on a busy machine. Blocks in use and kept together never exceed the largest
 * amount that was in use before.
 */
#ifndef GPU_DEVICE_CPU_MEMORY_H
#define GPU_DEVICE_CPU_MEMORY_H

#include <stddef.h>

/* What is in it is whatever it is; NULL = there is none. Any thread. */
void *cpu_memory_take(size_t bytes);
void cpu_memory_give(void *memory); /* NULL is fine */
/* What is kept goes back to the system; how much was in use before doesn't count from then on. */
void cpu_memory_trim(void);

#endif
