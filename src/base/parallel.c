#include "base/parallel.h"

#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>

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

struct selection {
	int64_t n;
	select_fn *is_one;
	const void *context;
	uint64_t *bits; /* owned: a bit for each item */
	int parts;
	int64_t *first; /* owned [parts]: how many each part has, then where they begin */
};

static uint64_t select_word(const struct selection *s, int64_t word)
{
	int64_t begin = word * WORD, end = begin + WORD < s->n ? begin + WORD : s->n;
	uint64_t bits = 0;

	for (int64_t i = begin; i < end; i++)
		bits |= (uint64_t)s->is_one(s->context, i) << (i - begin);
	return bits;
}

static void list_words(const uint64_t *bits, int64_t begin, int64_t end, int32_t *out)
{
	for (int64_t w = begin; w < end; w++) {
		for (uint64_t left = bits[w]; left; left &= left - 1)
			*out++ = (int32_t)(w * WORD + __builtin_ctzll(left));
	}
}

static enum status select_by_parts(struct selection *s, int32_t **out, int32_t *n_out)
{
	int64_t n_words = (s->n + WORD - 1) / WORD;

	TRY(ALLOC(&s->bits, n_words));
	TRY(ALLOC(&s->first, s->parts));
	OVER_PARTS(p, s->parts)
	{
		int64_t own = 0;

		OVER_PART(w, n_words, s->parts, p)
		{
			s->bits[w] = select_word(s, w);
			own += __builtin_popcountll(s->bits[w]);
		}
		s->first[p] = own;
	}
	*n_out = (int32_t)parts_place(s->first, s->parts, 0);
	TRY(ALLOC(out, *n_out));
	OVER_PARTS(p, s->parts)
	list_words(s->bits, part_begin(n_words, s->parts, p), part_begin(n_words, s->parts, p + 1),
		   *out + s->first[p]);
	return STATUS_OK;
}

enum status select_items(int64_t n, select_fn *is_one, const void *context, int32_t **out,
			 int32_t *n_out)
{
	struct selection s = {.n = n, .is_one = is_one, .context = context, .parts = parts_of(n)};
	enum status status;

	*out = NULL;
	*n_out = 0;
	status = select_by_parts(&s, out, n_out);
	FREE_ALL(s.bits, s.first);
	return status;
}
