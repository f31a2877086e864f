#include "base/parallel.h"

#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"

enum { WORTH = 1 << 13 }; /* items below which one thread is faster */

static atomic_int n_set, worth_set;

int host_threads(void)
{
	int n = atomic_load_explicit(&n_set, memory_order_relaxed);

	return n > 0 ? n : omp_get_num_procs();
}

void host_threads_set(int n)
{
	atomic_store_explicit(&n_set, n, memory_order_relaxed);
}

void host_worth_set(int n)
{
	atomic_store_explicit(&worth_set, n, memory_order_relaxed);
}

int parts_of(int64_t n)
{
	int n_threads = host_threads(), set;

	set = atomic_load_explicit(&worth_set, memory_order_relaxed);
	if (n < (set > 0 ? set : WORTH))
		return 1;
	n /= (set > 0 ? set : WORTH) / 2;
	return n < n_threads ? (int)n : n_threads;
}

int64_t parts_place(int64_t *n, int n_parts, int64_t begin)
{
	for (int p = 0; p < n_parts; p++) {
		int64_t own = n[p];

		n[p] = begin;
		begin += own;
	}
	return begin;
}

/* ---- items that are asked for ---- */

enum { WORD = 64 };

static void list_words(const uint64_t *bits, int64_t begin, int64_t end, int32_t *out)
{
	for (int64_t w = begin; w < end; w++) {
		for (uint64_t left = bits[w]; left; left &= left - 1)
			*out++ = (int32_t)(w * WORD + __builtin_ctzll(left));
	}
}

enum status list_bits(const uint64_t *bits, int64_t n, int32_t **out, int32_t *n_out)
{
	int64_t n_words = bit_words(n);
	int parts = parts_of(n);
	FREED int64_t *first = NULL; /* [parts]: how many each part has, then where they begin */

	*out = NULL;
	*n_out = 0;
	TRY(ALLOC(&first, parts));
	OVER_PARTS(p, parts)
	{
		OVER_PART(w, n_words, parts, p)
		first[p] += __builtin_popcountll(bits[w]);
	}
	*n_out = (int32_t)parts_place(first, parts, 0);
	TRY(ALLOC(out, *n_out));
	OVER_PARTS(p, parts)
	list_words(bits, part_begin(n_words, parts, p), part_begin(n_words, parts, p + 1),
		   *out + first[p]);
	return STATUS_OK;
}

enum status select_items(int64_t n, select_fn *is_one, const void *context, int32_t **out,
			 int32_t *n_out)
{
	int64_t n_words = bit_words(n);
	int parts = parts_of(n); /* whether threads pay is asked of the items, not of their words */
	FREED uint64_t *bits = NULL;

	*out = NULL;
	*n_out = 0;
	TRY(ALLOC(&bits, n_words));
	OVER_PARTS(p, parts)
	{
		OVER_PART(w, n_words, parts, p)
		{
			int64_t begin = w * WORD, end = begin + WORD < n ? begin + WORD : n;

			for (int64_t i = begin; i < end; i++)
				bits[w] |= (uint64_t)is_one(context, i) << (i - begin);
		}
	}
	return list_bits(bits, n, out, n_out);
}
