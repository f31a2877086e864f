/* What warpscope finds where it runs: for people whose screen or GPU is not what they expect. */
#ifndef DOCTOR_H
#define DOCTOR_H

#include "gpu/device/device.h"
#include "ui/tui/graphics.h"

/* Write it to standard output; the process' exit code: 0 when all that is needed is there,
 * else 1. */
int doctor_run(const struct device_config *config, enum graphics_choice graphics);

#endif
