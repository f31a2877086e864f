/* What a timing has against the same made again. */
#ifndef TESTS_LIB_REMADE_H
#define TESTS_LIB_REMADE_H

#include "gpu/timing/timing.h"
#include "lib/devices.h"

/* Each product that is up to date, as it says, is made again of all that is given, and has the same bytes. *n: how many there
 * were. The first that differs is printed. After timing_update(). */
bool remade_alike(struct test_device *d, struct timing *timing, int *n);

#endif
