/*
 * Mutations that know what a file is made of: records are swapped, copied and left out, blocks too, numbers are off by
 * one or at the ends of their range, a name takes the place of another. For text of any of the formats, for snapshots, whose
 * records are words of four bytes, and for inputs of fuzz_store, whose are five.
 */
#ifndef TESTS_FUZZ_MUTATE_H
#define TESTS_FUZZ_MUTATE_H

#include <stddef.h>
#include <stdint.h>

/* One mutation of data in place, which has room for `most` bytes; the new size. The same for the same seed. */
size_t mutate_records(uint8_t *data, size_t size, size_t most, unsigned seed);

#endif
