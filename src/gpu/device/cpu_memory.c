#include "gpu/device/cpu_memory.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
	LINE = 64,
	PAGE = 1 << 21, /* a large one, where blocks from here on begin, which are kept … */
	GRAIN = 1
		<< 16, /* … and of which this is a multiple: what is after the last large page has small ones */
	MOST_BLOCKS = 512,
	MOST_KEPT = 64,
};

/* Under ASan and TSan blocks go at once, so that a use after free is found. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define KEEPS false
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define KEEPS false
#endif
#endif
#ifndef KEEPS
#define KEEPS true
#endif

struct block {
	void *memory;
	size_t size;
};

/* Of the process: several devices have the same memory. */
static struct {
	pthread_mutex_t lock;
	struct block used[MOST_BLOCKS], kept[MOST_KEPT]; /* kept: the oldest first */
	int n_used, n_kept;
	size_t used_bytes, kept_bytes, peak; /* peak: the most of used_bytes */
} store = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void remove_block(struct block *blocks, int *n, int at)
{
	--*n;
	memmove(blocks + at, blocks + at + 1, (size_t)(*n - at) * sizeof *blocks);
}

static void drop_oldest(void)
{
	free(store.kept[0].memory);
	store.kept_bytes -= store.kept[0].size;
	remove_block(store.kept, &store.n_kept, 0);
}

/* The smallest that is long enough, and isn't much longer. */
static void *find_kept(size_t size, size_t *size_found)
{
	int best = -1;
	void *memory;

	for (int i = 0; i < store.n_kept; i++) {
		size_t there = store.kept[i].size;

		if (there >= size && there - size <= size / 4 &&
		    (best < 0 || there < store.kept[best].size))
			best = i;
	}
	if (best < 0)
		return NULL;
	memory = store.kept[best].memory;
	*size_found = store.kept[best].size;
	store.kept_bytes -= *size_found;
	remove_block(store.kept, &store.n_kept, best);
	return memory;
}

static void *map_pages(size_t size)
{
	void *memory = aligned_alloc(PAGE, size);

	while (!memory && store.n_kept) {
		drop_oldest();
		memory = aligned_alloc(PAGE, size);
	}
	if (memory)
		madvise(memory, size / PAGE * PAGE, MADV_HUGEPAGE);
	return memory;
}

static void *take_pages(size_t size)
{
	void *memory = find_kept(size, &size);

	if (!memory) {
		while (store.n_kept && store.used_bytes + size + store.kept_bytes > store.peak)
			drop_oldest();
		memory = map_pages(size);
	}
	if (!memory)
		return NULL;
	store.used_bytes += size;
	if (store.used_bytes > store.peak)
		store.peak = store.used_bytes;
	store.used[store.n_used++] = (struct block){memory, size};
	return memory;
}

void *cpu_memory_take(size_t bytes)
{
	size_t large = KEEPS ? GRAIN : PAGE; /* sanitizers only take multiples of the alignment */
	size_t line = bytes < PAGE ? LINE : large, size = (bytes + line - 1) / line * line;
	void *memory = NULL;

	if (bytes < PAGE)
		return aligned_alloc(LINE, size);
	pthread_mutex_lock(&store.lock);
	if (store.n_used < MOST_BLOCKS)
		memory = take_pages(size);
	else
		memory = map_pages(size); /* one that won't be kept */
	pthread_mutex_unlock(&store.lock);
	return memory;
}

void cpu_memory_give(void *memory)
{
	int at;

	pthread_mutex_lock(&store.lock);
	for (at = store.n_used - 1; at >= 0 && store.used[at].memory != memory;)
		at--;
	if (at >= 0) {
		struct block block = store.used[at];

		remove_block(store.used, &store.n_used, at);
		store.used_bytes -= block.size;
		if (KEEPS) {
			if (store.n_kept == MOST_KEPT)
				drop_oldest();
			store.kept[store.n_kept++] = block;
			store.kept_bytes += block.size;
			memory = NULL;
		}
	}
	pthread_mutex_unlock(&store.lock);
	free(memory);
}

void cpu_memory_trim(void)
{
	pthread_mutex_lock(&store.lock);
	while (store.n_kept)
		drop_oldest();
	store.peak = store.used_bytes;
	pthread_mutex_unlock(&store.lock);
}
