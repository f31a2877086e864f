/*
 * Fuzz target of the reader of parts of runs: any bytes give a part or an error, never a crash, and what
 * was read is as large as its head says.
 */
#include <stdint.h>
#include <stdlib.h>

#include "bytes.h"
#include "read/ssta_part.h"

int fuzz_ssta_part(const uint8_t *data, size_t size);

int fuzz_ssta_part(const uint8_t *data, size_t size)
{
	struct task task = TASK_INIT;
	struct ssta_part part;
	volatile int64_t sum = 0;

	if (ssta_part_read(bytes_file(data, size), &task, &part) != STATUS_OK)
		return 0;
	if (part.end <= part.begin || part.n_ends < 1)
		abort();
	for (int64_t i = 0; i < (int64_t)part.n_ends * SSTA_PART_SUMS; i++)
		sum = part.sum[i];
	for (int64_t i = 0; i < (part.end - part.begin) * ssta_part_columns(&part); i++)
		sum = part.row[i];
	ssta_part_release(&part);
	(void)sum;
	return 0;
}
