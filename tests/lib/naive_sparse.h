/* What products and solutions of sparse matrices are compared with. */
#ifndef TESTS_LIB_NAIVE_SPARSE_H
#define TESTS_LIB_NAIVE_SPARSE_H

#include <stdbool.h>

#include "db/sparse.h"

/* Is y [rows] as near to A x, summed in double precision, as the additions of a row in single precision allow? */
bool sparse_is_near(const struct sparse *a, const float *x, const float *y);
/* Solve A x = b by Cholesky's method on the dense matrix in double precision; b and x are [rows][systems]. A has to be symmetric
 * positive definite. */
void sparse_solve_dense(const struct sparse *a, int32_t n_systems, const float *b, double *x);

#endif
