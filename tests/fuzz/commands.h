/* Commands of the table on a design, chosen by chance, for fuzz targets. */
#ifndef TESTS_FUZZ_COMMANDS_H
#define TESTS_FUZZ_COMMANDS_H

#include <stdint.h>

/* Open a snapshot in a session, and run n commands on it with names of the design and small numbers: all but those that read
 * files, measure, or make designs of any size. They may fail. What they write goes into a folder of their own. */
void commands_run(const char *path, uint64_t seed, int n);

#endif
