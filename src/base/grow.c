#include "base/grow.h"

#include <inttypes.h>
#include <malloc.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/memory.h"
#include "base/parallel.h"

enum {
	PAGE = 4096,
	MAPPED = 4 << 20,
	LARGE = 4 << 20,
	KEPT = 64 << 20,
	SHARED = 8 << 20,
	ASKED = 1 << 28
};

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

void memory_begin(void)
{
	mallopt(M_MMAP_THRESHOLD, MAPPED);
	mallopt(M_TRIM_THRESHOLD, KEPT);
}

void memory_trim(void)
{
	malloc_trim(0);
}

char *copy_string(const char *string)
{
	char *copy = string ? strdup(string) : NULL;

	if (string && !copy)
		memory_note_short();
	return copy;
}

enum status duplicate_string(const char *string, char **out)
{
	*out = copy_string(string);
	return *out || !string ? STATUS_OK : status_fail(STATUS_NO_MEMORY, "out of memory");
}

static enum status no_memory(int64_t n, size_t item_size)
{
	memory_note_short();
	return status_fail(STATUS_NO_MEMORY, "out of memory (%" PRId64 " items of %zu bytes)", n,
			   item_size);
}

/*
 * Large arrays in pages of 2 MiB: the system makes and clears 512 times fewer of them, and graphs,
 * which are walked in no order of memory, find theirs without a walk of the page table. What the C
 * library has mapped is asked for as a whole, or mremap() would find two mappings and realloc() copy.
 */
static void want_large_pages(void *items, size_t bytes)
{
	uintptr_t begin = (uintptr_t)items / PAGE * PAGE;
	uintptr_t end = ((uintptr_t)items + malloc_usable_size(items) + PAGE - 1) / PAGE * PAGE;

	if (bytes >= LARGE)
		madvise((void *)begin, end - begin, MADV_HUGEPAGE);
}

void touch_bytes(void *items, int64_t begin, int64_t end)
{
	for (int64_t i = begin; i < end; i += PAGE)
		((volatile char *)items)[i] = 0;
}

void touch_together(void *items, int64_t bytes)
{
	int parts = bytes < SHARED || omp_in_parallel() ? 1 : host_threads();

	if (parts == 1)
		return;
	OVER_PARTS(p, parts)
	touch_bytes(items, part_begin(bytes, parts, p), part_begin(bytes, parts, p + 1));
}

/* The kernel promises memory that it lacks, and ends the process that writes to it. */
static bool is_there(double n, size_t item_size)
{
	double bytes = n * (double)item_size;

	return bytes < ASKED || bytes < (double)memory_available();
}

void free_all(void *const *pointer, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(pointer[i]);
}

void free_pointer(void *pointer)
{
	free(*(void **)pointer);
}

enum status alloc_items(void **out, int64_t n, size_t item_size)
{
	bool fits = n >= 0 && is_there((double)n, item_size);
	void *items = fits ? calloc(n ? (size_t)n : 1, item_size) : NULL;

	*out = items;
	if (!items)
		return no_memory(n, item_size);
	want_large_pages(items, (size_t)n * item_size);
	touch_together(items, n * (int64_t)item_size);
	return STATUS_OK;
}

enum status alloc_unset(void **out, int64_t n, size_t item_size)
{
	bool fits = n >= 0 && (uint64_t)n <= SIZE_MAX / item_size && is_there((double)n, item_size);
	void *items = fits ? malloc(n ? (size_t)n * item_size : 1) : NULL;

	*out = items;
	if (!items)
		return no_memory(n, item_size);
	want_large_pages(items, (size_t)n * item_size);
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
	if ((uint64_t)wanted > SIZE_MAX / item_size ||
	    !is_there((double)(wanted - *capacity), item_size))
		return no_memory(wanted, item_size);
	grown = realloc(*items, (size_t)wanted * item_size);
	if (!grown)
		return no_memory(wanted, item_size);
	want_large_pages(grown, (size_t)wanted * item_size);
	*items = grown;
	*capacity = wanted;
	return STATUS_OK;
}
