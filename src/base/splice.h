/* Arrays in which other items take the place of some, with the least moving: items outside stay, or move by threads. */
#ifndef BASE_SPLICE_H
#define BASE_SPLICE_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* The n_old items from `at` on, which n_new others replace. In an array of these they are ascending and apart. */
struct splice {
	int32_t at, n_old, n_new;
};

/* How many more items there are with all of them. */
int64_t splices_grow(const struct splice *splice, int32_t n_splices);
/*
 * Move what stays of n items to its places: the room for those that are new begins at splice->at, and what the ones
 * before it add. items: with room for all before and after. STATUS_NO_MEMORY; then nothing has moved.
 */
enum status splice_items(void *items, int64_t n, size_t size, const struct splice *splice,
			 int32_t n_splices);

#endif
