#include "base/parallel.h"

#include <omp.h>
#include <stdatomic.h>

enum { WORTH = 1 << 13 }; /* items below which one thread is faster */

static atomic_int n_set;

int host_threads(void)
{
	int n = atomic_load_explicit(&n_set, memory_order_relaxed);

	return n > 0 ? n : omp_get_num_procs();
}

void host_threads_set(int n)
{
	atomic_store_explicit(&n_set, n, memory_order_relaxed);
}

int parts_of(int64_t n)
{
	int n_threads = host_threads();

	if (n < WORTH)
		return 1;
	return n / (WORTH / 2) < n_threads ? (int)(n / (WORTH / 2)) : n_threads;
}
