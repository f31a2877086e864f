/*
 * A set of keys of one width, numbered from 0 in the order in which they were added: pairs of numbers,
 * rows of a table. For names see base/names.h.
 */
#ifndef BASE_KEYS_H
#define BASE_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

struct keys {
	int32_t width; /* bytes of a key, which has no padding: bytes that are equal are equal keys */
	int32_t n;
	char *data; /* owned [n · width]: key i begins at i · width */
	int64_t capacity;
	int32_t *slot;   /* owned: open addressing; number and one more, 0 = free */
	int64_t n_slots; /* a power of two, or 0 */
};

/* Add a key; *id is its number, *added whether it is new (may be NULL). STATUS_NO_MEMORY. */
enum status keys_add(struct keys *keys, const void *key, int32_t *id, bool *added);
/* The number of a key, -1 when it isn't there. */
int32_t keys_find(const struct keys *keys, const void *key);
/* Take out all keys; their memory and their width stay. */
void keys_clear(struct keys *keys);
void keys_release(struct keys *keys);

#endif
