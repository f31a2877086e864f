/* What the benchmarks share: medians, memory, and a line of RESULTS.tsv for each figure. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "gpu/device/device_config.h"

/* The value below which the share p of n values lies (0.5 = the median); sorts them. */
double bench_quantile(double *values, int n, double p);

/* Take -d cpu|cuda or -threads N; false = the option is another one. */
bool bench_device_option(struct device_config *device, const char *name, const char *value);

/* Resident memory of this process, and the most it ever was, in bytes. */
int64_t bench_resident(void);
int64_t bench_peak_resident(void);

/*
 * One figure on standard output: "commit <tab> machine <tab> command <tab> figure <tab> value <tab>
 * unit". The commit is $BENCH_COMMIT, the machine this one's processors and, when not NULL, the
 * device.
 */
void bench_figure(int argc, char **argv, const char *device, const char *figure, double value,
		  const char *unit);

#endif
