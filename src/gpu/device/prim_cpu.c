/*
 * Primitives on the CPU. The range is cut into one part a thread; parts are counted first and
 * written second, so results don't depend on the number of threads.
 */
#include "gpu/device/prim_cpu.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "gpu/device/cpu_memory.h"

enum { WORTH = 1 << 14 }; /* items below which one thread is faster */

static int cpu_parts(int64_t n, int n_threads)
{
	return n < WORTH ? 1 : n_threads;
}

/* Counts of parts become where each begins. Returns their sum. */
static int64_t places_of_counts(int64_t *base, int parts)
{
	int64_t total = 0;

	for (int p = 0; p < parts; p++) {
		int64_t sum = base[p];

		base[p] = total;
		total += sum;
	}
	return total;
}

enum status cpu_scan(const int32_t *in, int64_t *out, int64_t n, int n_threads)
{
	int parts = cpu_parts(n, n_threads);
	int64_t *base, total;

	TRY(ALLOC(&base, parts));
#pragma omp parallel for num_threads(parts) if (parts > 1)
	for (int p = 0; p < parts; p++) {
		for (int64_t i = part_begin(n, parts, p); i < part_begin(n, parts, p + 1); i++)
			base[p] += in[i];
	}
	total = places_of_counts(base, parts);
#pragma omp parallel for num_threads(parts) if (parts > 1)
	for (int p = 0; p < parts; p++) {
		int64_t sum = base[p];

		for (int64_t i = part_begin(n, parts, p); i < part_begin(n, parts, p + 1); i++) {
			out[i] = sum;
			sum += in[i];
		}
	}
	out[n] = total;
	free(base);
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
	int64_t *base, total;

	TRY(ALLOC(&base, parts));
#pragma omp parallel for num_threads(parts) if (parts > 1)
	for (int p = 0; p < parts; p++) {
		for (int64_t i = part_begin(n, parts, p); i < part_begin(n, parts, p + 1); i++)
			base[p] += flag[i] != 0;
	}
	total = places_of_counts(base, parts);
#pragma omp parallel for num_threads(parts) if (parts > 1)
	for (int p = 0; p < parts; p++) {
		int64_t at = base[p];

		for (int64_t i = part_begin(n, parts, p); i < part_begin(n, parts, p + 1); i++) {
			if (flag[i])
				out[at++] = (int32_t)i;
		}
	}
	*n_out = total;
	free(base);
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

		for (int64_t i = part_begin(n, parts, p); i < part_begin(n, parts, p + 1); i++) {
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
		for (int64_t i = part_begin(n, parts, p); i < part_begin(n, parts, p + 1); i++)
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
		for (int64_t i = part_begin(n, parts, p); i < part_begin(n, parts, p + 1); i++) {
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

enum status cpu_sort(int key_bits, int n_bits, const void *keys, void *keys_out,
		     const int32_t *values, int32_t *values_out, int64_t n,
		     const struct cpu_launch *launch)
{
	int parts = cpu_parts(n, launch->n_threads);
	struct pairs in = {(void *)keys, (int32_t *)values}, out = {keys_out, values_out};
	struct pairs spare = {NULL, NULL};
	int64_t(*place)[N_DIGITS] = NULL;
	enum status status = ALLOC(&place, parts);

	if (status == STATUS_OK) {
		spare.key = cpu_memory_take((size_t)n * (size_t)key_bits / 8);
		spare.value = cpu_memory_take((size_t)n * sizeof *spare.value);
		if (!spare.key || !spare.value)
			status = status_fail(STATUS_NO_MEMORY, "out of memory");
	}
	if (status == STATUS_OK)
		sort_pairs(key_bits, n_bits, in, out, spare, n, parts, place, launch);
	free(place);
	cpu_memory_give(spare.key);
	cpu_memory_give(spare.value);
	return status;
}
