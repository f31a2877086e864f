/* What libFuzzer calls, for the target that the makefile names. */
#include <stddef.h>
#include <stdint.h>

#include "mutate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size,
			size_t most); /* libFuzzer's own, with the dictionary */
int TARGET(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	return TARGET(data, size);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
	if (seed % 2)
		return LLVMFuzzerMutate(data, size, most);
	return mutate_records(data, size, most, seed / 2);
}
