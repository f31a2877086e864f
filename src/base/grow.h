/*
 * Growable arrays: a pointer, a count and a capacity that the owner keeps, and one function that
 * makes room. Also the allocation helpers that turn "no memory" into a status.
 */
#ifndef BASE_GROW_H
#define BASE_GROW_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* n zeroed items of the given size; n may be 0 (the result is still a pointer to be freed). */
enum status alloc_items(void **out, int64_t n, size_t item_size);

/* alloc_items() with the type taken from the pointer that is set. */
#define ALLOC(pointer, n) alloc_items((void **)(pointer), (n), sizeof **(pointer))

/*
 * Make room for `need` items in an array of which *capacity fit now, growing by half. The pointer
 * stays valid and unchanged on failure.
 */
enum status grow_items(void **items, int64_t *capacity, int64_t need, size_t item_size);

#define GROW(pointer, capacity, need)                                                              \
	grow_items((void **)(pointer), (capacity), (need), sizeof **(pointer))

#endif
