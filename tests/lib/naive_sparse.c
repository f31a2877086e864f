#include "naive_sparse.h"

#include <math.h>
#include <stdlib.h>

bool sparse_is_near(const struct sparse *a, const float *x, const float *y)
{
	for (int32_t r = 0; r < a->n_rows; r++) {
		double sum = 0, size = 0;
		int32_t n = a->row[r + 1] - a->row[r];

		for (int32_t e = a->row[r]; e < a->row[r + 1]; e++) {
			double product = (double)a->value[e] * x[a->column[e]];

			sum += product;
			size += fabs(product);
		}
		if (!(fabs(sum - y[r]) <= (n + 1) * 0x1p-24 * size))
			return false;
	}
	return true;
}

void sparse_solve_dense(const struct sparse *a, int32_t n_systems, const float *b, double *x)
{
	int64_t n = a->n_rows;
	double *l = calloc((size_t)(n * n) + 1, sizeof *l);

	for (int64_t r = 0; r < n; r++) {
		for (int32_t e = a->row[r]; e < a->row[r + 1]; e++)
			l[r * n + a->column[e]] += (double)a->value[e];
	}
	for (int64_t c = 0; c < n; c++) {
		for (int64_t k = 0; k < c; k++)
			l[c * n + c] -= l[c * n + k] * l[c * n + k];
		l[c * n + c] = sqrt(l[c * n + c]);
		for (int64_t r = c + 1; r < n; r++) {
			for (int64_t k = 0; k < c; k++)
				l[r * n + c] -= l[r * n + k] * l[c * n + k];
			l[r * n + c] /= l[c * n + c];
		}
	}
	for (int32_t v = 0; v < n_systems; v++) {
		for (int64_t r = 0; r < n; r++) {
			double sum = b[r * n_systems + v];

			for (int64_t k = 0; k < r; k++)
				sum -= l[r * n + k] * x[k * n_systems + v];
			x[r * n_systems + v] = sum / l[r * n + r];
		}
		for (int64_t r = n - 1; r >= 0; r--) {
			double sum = x[r * n_systems + v];

			for (int64_t k = r + 1; k < n; k++)
				sum -= l[k * n + r] * x[k * n_systems + v];
			x[r * n_systems + v] = sum / l[r * n + r];
		}
	}
	free(l);
}
