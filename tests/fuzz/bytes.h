/* The bytes of a fuzz target as a file: in memory, the same one again and again. */
#ifndef TESTS_FUZZ_BYTES_H
#define TESTS_FUZZ_BYTES_H

#include <stddef.h>
#include <stdint.h>

/* A path that the bytes can be read from until the next call; aborts when that fails. */
const char *bytes_file(const uint8_t *data, size_t size);

#endif
