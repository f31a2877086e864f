/*
 * Loops of the host that its processors share. A range is cut into parts, one a thread, in their order;
 * the result of a loop must not depend on how many there are: parts are counted first and written
 * second, or write what is theirs alone.
 */
#ifndef BASE_PARALLEL_H
#define BASE_PARALLEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

/* Threads of such a loop: as many as were set, or as the machine has processors. */
int host_threads(void);
void host_threads_set(int n); /* 0 = one a processor; not while a loop runs */

/* Loops of this many items are shared already, 2 at least; 0 = of as many as pay. For tests, whose designs are small. */
void host_worth_set(int n);

/* How many parts n items are cut into: a single one where a second thread costs more than it saves. */
int parts_of(int64_t n);

/* Where a part of n items begins, and the one before it ends. */
static inline int64_t part_begin(int64_t n, int n_parts, int part)
{
	return n / n_parts * part + (n % n_parts < part ? n % n_parts : part);
}

/* Of each part how many items it makes; then where its own begin, if the first begin at `begin`. Returns where they end. */
int64_t parts_place(int64_t *n, int n_parts, int64_t begin);

/* clang-format off */
#define PARALLEL_PRAGMA(...) _Pragma(#__VA_ARGS__)

/* All loops ask for the same number of threads, also where some have nothing to do: OpenMP ends those that one loop
 * leaves out, and the next starts them again. */
#define ALL_THREADS_IF(shared) num_threads(host_threads()) if (shared)

/* for (int part = 0; part < n_parts; part++), a thread each. */
#define OVER_PARTS(part, n_parts)                                                                  \
	PARALLEL_PRAGMA(omp parallel for schedule(static, 1) ALL_THREADS_IF((n_parts) > 1))         \
	for (int part = 0; part < (n_parts); part++)

/* The items of a part of n: for (int64_t i = …), which divides only once. */
#define OVER_PART(i, n, n_parts, part)                                                             \
	for (int64_t i = part_begin(n, n_parts, part), end_of_##i = part_begin(n, n_parts, (part) + 1); i < end_of_##i; i++)

/* for (int64_t i = 0; i < n; i++), whose turns have nothing to do with each other. */
#define OVER_ITEMS(i, n)                                                                           \
	PARALLEL_PRAGMA(omp parallel for schedule(static) ALL_THREADS_IF(parts_of(n) > 1))          \
	for (int64_t i = 0; i < (n); i++)
/* for (int i = 0; i < n; i++), jobs of different lengths that the threads take one after another. */
#define OVER_JOBS(i, n)                                                                            \
	PARALLEL_PRAGMA(omp parallel for schedule(dynamic, 1) ALL_THREADS_IF((n) > 1))         \
	for (int i = 0; i < (n); i++)
/* clang-format on */

/* The items of 0 … n − 1 whose bit is set, ascending: *out [*n_out] is the caller's. STATUS_NO_MEMORY. */
enum status list_bits(const uint64_t *bits, int64_t n, int32_t **out, int32_t *n_out);

/* Is one of n items among those that are asked for? */
typedef bool select_fn(const void *context, int64_t item);

/* The items of 0 … n − 1 that is_one() says are, ascending: *out [*n_out] is the caller's. Each is asked about
 * once, by any thread. STATUS_NO_MEMORY. */
enum status select_items(int64_t n, select_fn *is_one, const void *context, int32_t **out,
			 int32_t *n_out);

#endif
