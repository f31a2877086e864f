#include "base/keys.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/hash.h"

enum { FIRST_SLOTS = 64 };

static const char *key_at(const struct keys *keys, int32_t id)
{
	return keys->data + (int64_t)id * keys->width;
}

/* Where a key stands, or the free slot where it is to stand. */
static int32_t *find_slot(const struct keys *keys, const void *key)
{
	uint64_t mask = (uint64_t)keys->n_slots - 1, at = hash_bytes(key, keys->width) & mask;

	while (keys->slot[at] &&
	       memcmp(key_at(keys, keys->slot[at] - 1), key, (size_t)keys->width) != 0)
		at = (at + 1) & mask;
	return &keys->slot[at];
}

static enum status grow_slots(struct keys *keys)
{
	int64_t n = keys->n_slots ? 2 * keys->n_slots : FIRST_SLOTS;
	int32_t *slot;

	TRY(ALLOC(&slot, n));
	free(keys->slot);
	keys->slot = slot;
	keys->n_slots = n;
	for (int32_t i = 0; i < keys->n; i++)
		*find_slot(keys, key_at(keys, i)) = i + 1;
	return STATUS_OK;
}

enum status keys_add(struct keys *keys, const void *key, int32_t *id, bool *added)
{
	bool is_new;
	int32_t *slot;

	if (2 * (int64_t)keys->n >= keys->n_slots)
		TRY(grow_slots(keys));
	slot = find_slot(keys, key);
	is_new = !*slot;
	if (is_new) {
		TRY(GROW(&keys->data, &keys->capacity, ((int64_t)keys->n + 1) * keys->width));
		memcpy(keys->data + (int64_t)keys->n * keys->width, key, (size_t)keys->width);
		*slot = ++keys->n;
	}
	*id = *slot - 1;
	if (added)
		*added = is_new;
	return STATUS_OK;
}

int32_t keys_find(const struct keys *keys, const void *key)
{
	return keys->n ? *find_slot(keys, key) - 1 : -1;
}

void keys_clear(struct keys *keys)
{
	if (keys->n)
		memset(keys->slot, 0, (size_t)keys->n_slots * sizeof *keys->slot);
	keys->n = 0;
}

void keys_release(struct keys *keys)
{
	FREE_ALL(keys->data, keys->slot);
	*keys = (struct keys){.width = keys->width};
}
