#include "base/grow.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static _Thread_local bool ran_short;

bool memory_ran_short(void)
{
	bool was = ran_short;

	ran_short = false;
	return was;
}

void memory_note_short(void)
{
	ran_short = true;
}

char *copy_string(const char *string)
{
	char *copy = string ? strdup(string) : NULL;

	if (string && !copy)
		memory_note_short();
	return copy;
}

static enum status no_memory(int64_t n, size_t item_size)
{
	memory_note_short();
	return status_fail(STATUS_NO_MEMORY, "out of memory (%" PRId64 " items of %zu bytes)", n,
			   item_size);
}

enum status alloc_items(void **out, int64_t n, size_t item_size)
{
	void *items = n < 0 ? NULL : calloc(n ? (size_t)n : 1, item_size);

	*out = items;
	return items ? STATUS_OK : no_memory(n, item_size);
}

enum status alloc_large_items(void **out, int64_t n, size_t item_size)
{
	const uintptr_t page = 1 << 21;
	uintptr_t begin, end;

	TRY(alloc_items(out, n, item_size));
	begin = ((uintptr_t)*out + page - 1) / page * page;
	end = ((uintptr_t)*out + (size_t)n * item_size) / page * page;
	if (begin < end)
		madvise((void *)begin, end - begin, MADV_HUGEPAGE);
	return STATUS_OK;
}

enum status grow_items(void **items, int64_t *capacity, int64_t need, size_t item_size)
{
	int64_t wanted = *capacity + *capacity / 2;
	void *grown;

	if (need <= *capacity)
		return STATUS_OK;
	if (wanted < need)
		wanted = need;
	if (wanted < 16)
		wanted = 16;
	if ((uint64_t)wanted > SIZE_MAX / item_size)
		return no_memory(wanted, item_size);
	grown = realloc(*items, (size_t)wanted * item_size);
	if (!grown)
		return no_memory(wanted, item_size);
	*items = grown;
	*capacity = wanted;
	return STATUS_OK;
}
