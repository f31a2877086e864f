/*
 * cuSPARSE as a yardstick: loaded when it is there, by nothing else than this benchmark.
 */
#ifndef BENCH_CUSPARSE_H
#define BENCH_CUSPARSE_H

#include "gpu/spmv/spmv.h"

enum cusparse_algorithm { CUSPARSE_DEFAULT, CUSPARSE_CSR_1, CUSPARSE_CSR_2, N_CUSPARSE };

extern const char *const cusparse_algorithm_name[N_CUSPARSE];

struct cusparse; /* NULL = it isn't there */

/* NULL with a line on standard error when it can't be loaded. */
struct cusparse *cusparse_load(void);
void cusparse_unload(struct cusparse *c);
/*
 * y = A x for a matrix that is on the device: mean ms of a number of products, with the buffer and the preprocessing made before, whose ms are in
 * *prepare. Below 0 when it fails; d_y has the result.
 */
double cusparse_measure(struct cusparse *c, struct spmv *a, enum cusparse_algorithm algorithm,
			const float *d_x, float *d_y, int runs, double *prepare);

#endif
