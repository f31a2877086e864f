/*
 * Primitives on the CPU. The range is cut into one part a thread; parts are counted first and
 * written second, so results don't depend on the number of threads.
 */
#include "gpu/device/prim_cpu.h"

#include <inttypes.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "gpu/device/cpu_memory.h"

enum { WORTH = 1 << 14 }; /* items below which one thread is faster */

static enum status no_memory(int64_t n, size_t item_size)
{
	return status_fail(STATUS_NO_MEMORY, "out of memory (%" PRId64 " items of %zu bytes)", n,
			   item_size);
}

static int cpu_parts(int64_t n, int n_threads)
{
	return n < WORTH ? 1 : n_threads;
}

enum status cpu_scan(const int32_t *in, int64_t *out, int64_t n, int n_threads)
{
	int parts = cpu_parts(n, n_threads);
	FREED int64_t *base = NULL;

	TRY(ALLOC(&base, parts));
#pragma omp parallel for num_threads(parts) if (parts > 1)
	for (int p = 0; p < parts; p++) {
		OVER_PART(i, n, parts, p)
		base[p] += in[i];
	}
	out[n] = parts_place(base, parts, 0);
#pragma omp parallel for num_threads(parts) if (parts > 1)
	for (int p = 0; p < parts; p++) {
		int64_t sum = base[p];

		OVER_PART(i, n, parts, p)
		{
			out[i] = sum;
			sum += in[i];
		}
	}
	return STATUS_OK;
}

int64_t cpu_sum(const int32_t *in, int64_t n, int n_threads)
{
	int parts = cpu_parts(n, n_threads);
	int64_t sum = 0;

#pragma omp parallel for num_threads(parts) if (parts > 1) reduction(+ : sum)
	for (int64_t i = 0; i < n; i++)
		sum += in[i];
	return sum;
}

int32_t cpu_max(const int32_t *in, int64_t n, int n_threads)
{
	int parts = cpu_parts(n, n_threads);
	int32_t largest = INT32_MIN;

#pragma omp parallel for num_threads(parts) if (parts > 1) reduction(max : largest)
	for (int64_t i = 0; i < n; i++)
		largest = in[i] > largest ? in[i] : largest;
	return largest;
}

enum status cpu_select(const uint8_t *flag, int32_t *out, int64_t *n_out, int64_t n, int n_threads)
{
	int parts = cpu_parts(n, n_threads);
	FREED int64_t *base = NULL;

	TRY(ALLOC(&base, parts));
#pragma omp parallel for num_threads(parts) if (parts > 1)
	for (int p = 0; p < parts; p++) {
		OVER_PART(i, n, parts, p)
		base[p] += flag[i] != 0;
	}
	*n_out = parts_place(base, parts, 0);
#pragma omp parallel for num_threads(parts) if (parts > 1)
	for (int p = 0; p < parts; p++) {
		int64_t at = base[p];

		OVER_PART(i, n, parts, p)
		{
			if (flag[i])
				out[at++] = (int32_t)i;
		}
	}
	return STATUS_OK;
}

enum status cpu_histogram(const int32_t *bin, int64_t n, int32_t *count, int32_t n_bins,
			  int n_threads)
{
	/* A copy of the bins a thread, as long as that costs less than the items. */
	int parts = (int64_t)n_bins * n_threads > n ? 1 : cpu_parts(n, n_threads);
	int32_t *copy = NULL;

	memset(count, 0, (size_t)n_bins * sizeof *count);
	if (parts > 1)
		TRY(ALLOC(&copy, (int64_t)n_bins * parts));
#pragma omp parallel for num_threads(parts) if (parts > 1)
	for (int p = 0; p < parts; p++) {
		int32_t *mine = copy ? copy + (int64_t)n_bins * p : count;

		OVER_PART(i, n, parts, p)
		{
			if ((uint32_t)bin[i] < (uint32_t)n_bins)
				mine[bin[i]]++;
		}
	}
	for (int p = 0; p < parts && copy; p++) {
		for (int32_t b = 0; b < n_bins; b++)
			count[b] += copy[(int64_t)n_bins * p + b];
	}
	free(copy);
	return STATUS_OK;
}

/*
 * Least-significant-digit radix sort, eight bits a pass. Each pass counts the digits of each part,
 * turns the counts into places (digit by digit, part by part, which keeps it stable) and moves the
 * pairs. A digit that all keys share costs no move. The passes go back and forth between a spare
 * set of buffers and the output; when the last one lands in the spare set, it is copied.
 */
enum { DIGIT_BITS = 8, N_DIGITS = 1 << DIGIT_BITS };

struct pairs {
	void *key;
	int32_t *value;
};

static inline unsigned digit_of(int key_bits, const void *keys, int64_t i, int shift, unsigned mask)
{
	uint64_t key = key_bits == 32 ? ((const uint32_t *)keys)[i] : ((const uint64_t *)keys)[i];

	return (unsigned)(key >> shift) & mask;
}

static void count_digits(int key_bits, const void *keys, int64_t n, int parts, int shift,
			 unsigned mask, int64_t (*place)[N_DIGITS])
{
#pragma omp parallel for num_threads(parts) if (parts > 1)
	for (int p = 0; p < parts; p++) {
		memset(place[p], 0, sizeof place[p]);
		OVER_PART(i, n, parts, p)
		place[p][digit_of(key_bits, keys, i, shift, mask)]++;
	}
}

/* Counts to places; false when one digit has them all. */
static bool place_digits(int64_t n, int parts, int64_t (*place)[N_DIGITS])
{
	int64_t total = 0;

	for (int d = 0; d < N_DIGITS; d++) {
		int64_t begin = total;

		for (int p = 0; p < parts; p++) {
			int64_t count = place[p][d];

			place[p][d] = total;
			total += count;
		}
		if (total - begin == n)
			return false;
	}
	return true;
}

static void move_pairs(int key_bits, struct pairs from, struct pairs to, int64_t n, int parts,
		       int shift, unsigned mask, int64_t (*place)[N_DIGITS])
{
#pragma omp parallel for num_threads(parts) if (parts > 1)
	for (int p = 0; p < parts; p++) {
		OVER_PART(i, n, parts, p)
		{
			int64_t at = place[p][digit_of(key_bits, from.key, i, shift, mask)]++;

			if (key_bits == 32)
				((uint32_t *)to.key)[at] = ((const uint32_t *)from.key)[i];
			else
				((uint64_t *)to.key)[at] = ((const uint64_t *)from.key)[i];
			to.value[at] = from.value[i];
		}
	}
}

static void sort_pairs(int key_bits, int n_bits, struct pairs in, struct pairs out,
		       struct pairs spare, int64_t n, int parts, int64_t (*place)[N_DIGITS],
		       const struct cpu_launch *launch)
{
	struct pairs from = in, to = spare;

	for (int shift = 0; shift < n_bits; shift += DIGIT_BITS) {
		int bits = n_bits - shift < DIGIT_BITS ? n_bits - shift : DIGIT_BITS;
		unsigned mask = (1u << bits) - 1;

		if (cpu_launch_cancelled(launch))
			return;
		count_digits(key_bits, from.key, n, parts, shift, mask, place);
		if (!place_digits(n, parts, place))
			continue;
		move_pairs(key_bits, from, to, n, parts, shift, mask, place);
		from = to;
		to = to.key == spare.key ? out : spare;
	}
	if (from.key != out.key) {
		memcpy(out.key, from.key, (size_t)n * (size_t)key_bits / 8);
		memcpy(out.value, from.value, (size_t)n * sizeof *out.value);
	}
}

static void give_pairs(struct pairs *pairs)
{
	cpu_memory_give(pairs->key);
	cpu_memory_give(pairs->value);
}

enum status cpu_sort(int key_bits, int n_bits, const void *keys, void *keys_out,
		     const int32_t *values, int32_t *values_out, int64_t n,
		     const struct cpu_launch *launch)
{
	int parts = cpu_parts(n, launch->n_threads);
	struct pairs in = {(void *)keys, (int32_t *)values}, out = {keys_out, values_out};
	RELEASED_BY(give_pairs) struct pairs spare = {NULL, NULL};
	FREED int64_t(*place)[N_DIGITS] = NULL;

	TRY(ALLOC(&place, parts));
	spare.key = cpu_memory_take((size_t)n * (size_t)key_bits / 8);
	spare.value = cpu_memory_take((size_t)n * sizeof *spare.value);
	if (!spare.key || !spare.value)
		return no_memory(n, (size_t)key_bits / 8 + sizeof *spare.value);
	sort_pairs(key_bits, n_bits, in, out, spare, n, parts, place, launch);
	return STATUS_OK;
}

/*
 * Rows. Items are moved to blocks of neighbouring rows first, each part of them in its order, so that within a
 * block, which a thread's cache holds, a counting sort is all there is to do.
 */
enum { BLOCK_BITS = 10, MOST_BLOCKS = 1 << BLOCK_BITS };

struct row_item {
	int32_t key, number;
};

struct rows {
	const int32_t *key;
	int64_t n;
	int32_t n_rows;
	int shift; /* rows of a block, as a power of two */
	int parts;
	int64_t (*place)[MOST_BLOCKS + 1]; /* owned [parts]: where the next item of a block goes */
	int32_t *moved;                    /* the keys, block by block; with an order … */
	struct row_item *item;             /* … both */
	int64_t begin[MOST_BLOCKS + 1];
	int32_t *row, *order;
};

static void count_blocks(struct rows *r)
{
	int64_t total = 0;

#pragma omp parallel for num_threads(r->parts) if (r->parts > 1)
	for (int p = 0; p < r->parts; p++) {
		memset(r->place[p], 0, sizeof r->place[p]);
		OVER_PART(i, r->n, r->parts, p)
		r->place[p][r->key[i] >> r->shift]++;
	}
	for (int b = 0; b < MOST_BLOCKS; b++) {
		r->begin[b] = total;
		for (int p = 0; p < r->parts; p++) {
			int64_t count = r->place[p][b];

			r->place[p][b] = total;
			total += count;
		}
	}
	r->begin[MOST_BLOCKS] = total;
}

static void move_to_blocks(struct rows *r, const struct cpu_launch *launch)
{
#pragma omp parallel for num_threads(r->parts) if (r->parts > 1)
	for (int p = 0; p < r->parts; p++) {
		int64_t *place = r->place[p], end = part_begin(r->n, r->parts, p + 1);

		for (int64_t i = part_begin(r->n, r->parts, p); i < end; i++) {
			int32_t key = r->key[i];
			int64_t at = place[key >> r->shift]++;

			if (r->item)
				r->item[at] = (struct row_item){key, (int32_t)i};
			else
				r->moved[at] = key;
			if (i % (1 << 20) == 0 && cpu_launch_cancelled(launch))
				break;
		}
	}
}

/* The rows of a block, and what is in them; next: [rows of a block]. */
static void fill_block(const struct rows *r, int block, int32_t *next)
{
	int64_t first = (int64_t)block << r->shift, n = r->n_rows - first;
	int64_t begin = r->begin[block], end = r->begin[block + 1];
	int32_t at = (int32_t)begin;

	if (n > INT64_C(1) << r->shift)
		n = INT64_C(1) << r->shift;
	if (n <= 0)
		return;
	memset(next, 0, (size_t)n * sizeof *next);
	for (int64_t i = begin; i < end; i++)
		next[(r->item ? r->item[i].key : r->moved[i]) - first]++;
	for (int64_t k = 0; k < n; k++) {
		int32_t count = next[k];

		r->row[first + k] = next[k] = at;
		at += count;
	}
	for (int64_t i = begin; i < end && r->item; i++)
		r->order[next[r->item[i].key - first]++] = r->item[i].number;
}

static enum status fill_blocks(struct rows *r, const struct cpu_launch *launch)
{
	int64_t size = INT64_C(1) << r->shift;
	FREED int32_t *next = NULL;

	TRY(ALLOC(&next, size * r->parts));
#pragma omp parallel for schedule(dynamic, 1) num_threads(r->parts) if (r->parts > 1)
	for (int b = 0; b < MOST_BLOCKS; b++) {
		if (!cpu_launch_cancelled(launch))
			fill_block(r, b, next + size * omp_get_thread_num());
	}
	r->row[r->n_rows] = (int32_t)r->n;
	return STATUS_OK;
}

enum status cpu_rows(const int32_t *key, int64_t n, int32_t n_rows, int32_t *row, int32_t *order,
		     const struct cpu_launch *launch)
{
	int bits = bits_for(n_rows);
	struct rows r = {.key = key,
			 .n = n,
			 .n_rows = n_rows,
			 .shift = bits > BLOCK_BITS ? bits - BLOCK_BITS : 0,
			 .parts = cpu_parts(n, launch->n_threads),
			 .row = row,
			 .order = order};
	size_t size = order ? sizeof *r.item : sizeof *r.moved;
	void *moved = cpu_memory_take((size_t)n * size + 1);
	enum status status = moved ? ALLOC(&r.place, r.parts) : no_memory(n, size);

	if (order)
		r.item = moved;
	else
		r.moved = moved;
	if (status == STATUS_OK) {
		count_blocks(&r);
		move_to_blocks(&r, launch);
		status = cpu_launch_cancelled(launch) ? STATUS_OK : fill_blocks(&r, launch);
	}
	free(r.place);
	cpu_memory_give(moved);
	return status;
}
