/* What all samples say of the chip at once, where the program adds them up step by step. */
#ifndef TESTS_LIB_CHIP_STATISTICS_H
#define TESTS_LIB_CHIP_STATISTICS_H

#include "base/grow.h"
#include "gpu/ssta/ssta.h"

/* Of its n samples from the first, with the errors that replicates tell. STATUS_NO_MEMORY. */
static inline enum status chip_statistics(const struct ssta *ssta, int64_t n,
					  struct ssta_statistics *out)
{
	RELEASED_BY(ssta_replicates_release) struct ssta_replicates replicates = {0};
	FREED int64_t *value = NULL;

	TRY(ALLOC(&value, n));
	for (int64_t i = 0; i < n; i++)
		value[i] = ssta_worst(ssta, -1, i, NULL);
	ssta_statistics_of(value, n, ssta_nominal(ssta, -1), out);
	TRY(ssta_replicates_new(ssta_options(ssta), value, n, &replicates));
	ssta_replicate_errors(&replicates, ssta_nominal(ssta, -1), out);
	return STATUS_OK;
}

#endif
