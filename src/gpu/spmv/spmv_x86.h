/*
 * Rows of sparse products on the CPU by AVX2, where the machine has it and $WARPSCOPE_VECTORS isn't "any": the same bits as k_spmv.cu's loops. Entry e
 * of a row goes to partial sum e % lanes, and these are added pair by pair, half of them apart, a quarter, … A lane without an entry adds +0, which
 * changes no sum, as none is ever −0. Products and sums are rounded apart.
 *
 * Rows that are summed in order aren't here: eight of them side by side would be three gathers a turn, which take longer than single reads.
 * Nor are there 512 bits: a gather of sixteen takes as long as two of eight.
 */
#ifndef GPU_SPMV_SPMV_X86_H
#define GPU_SPMV_SPMV_X86_H

#include "gpu/spmv/device_matrix.h"
#include "gpu/ssta/ssta_vectors.h"

#ifdef SSTA_X86
#include <immintrin.h>

enum { SPMV_WIDTH = 8 };

/* clang-format off */
#define SPMV_AVX2 __attribute__((target("avx2")))
/* clang-format on */

SPMV_AVX2 static inline __m256i spmv_steps(void)
{
	return _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0);
}

SPMV_AVX2 static inline __m256i spmv_load(const int32_t *at)
{
	return _mm256_loadu_si256((const __m256i *)(const void *)at);
}

SPMV_AVX2 static inline __m256 spmv_gather(const float *from, __m256i at, __m256i has)
{
	return _mm256_mask_i32gather_ps(_mm256_setzero_ps(), from, at, _mm256_castsi256_ps(has), 4);
}

/* Pair by pair: 4 apart, 2, 1. */
SPMV_AVX2 static inline float spmv_sum(__m256 a)
{
	__m128 b = _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));

	b = _mm_add_ps(b, _mm_movehl_ps(b, b));
	return _mm_cvtss_f32(_mm_add_ss(b, _mm_shuffle_ps(b, b, 1)));
}

/* SPMV_WIDTH / lanes rows side by side. One that is much longer than its neighbours goes on by itself. */
SPMV_AVX2 static inline void spmv_group(const struct lab_csr *a, const float *x, float *y,
					int32_t r, int32_t lanes)
{
	int32_t from[SPMV_WIDTH], to[SPMV_WIDTH];
	int32_t turns = 2 * ((a->row[r + SPMV_WIDTH / lanes] - a->row[r]) / SPMV_WIDTH) + 4;
	__m256 sums = _mm256_setzero_ps();
	float sum[SPMV_WIDTH];
	__m256i at, end;

	for (int l = 0; l < SPMV_WIDTH; l++) {
		from[l] = a->row[r + l / lanes] + l % lanes;
		to[l] = a->row[r + l / lanes + 1];
	}
	at = spmv_load(from);
	end = spmv_load(to);
	for (int32_t t = 0; t < turns; t++) {
		__m256i has = _mm256_cmpgt_epi32(end, at), column;

		if (_mm256_testz_si256(has, has))
			break;
		column = _mm256_mask_i32gather_epi32(_mm256_setzero_si256(), a->column, at, has, 4);
		sums = _mm256_add_ps(sums, _mm256_mul_ps(spmv_gather(a->value, at, has),
							 spmv_gather(x, column, has)));
		at = _mm256_add_epi32(at, _mm256_set1_epi32(lanes));
	}
	_mm256_storeu_ps(sum, sums);
	_mm256_storeu_si256((__m256i *)(void *)from, at);
	for (int l = 0; l < SPMV_WIDTH; l++) {
		for (int32_t e = from[l]; e < to[l]; e += lanes)
			sum[l] += a->value[e] * x[a->column[e]];
	}
	for (int g = 0; g < SPMV_WIDTH / lanes; g++) {
		float *row = sum + g * lanes;

		for (int32_t step = lanes / 2; step > 0; step /= 2) {
			for (int32_t l = 0; l < step; l++)
				row[l] += row[l + step];
		}
		y[r + g] = row[0];
	}
}

/* A row by SPMV_WIDTH lanes or a multiple of it, up to LAB_LANES. */
SPMV_AVX2 static inline float spmv_row(const struct lab_csr *a, const float *x, int32_t r,
				       int32_t lanes)
{
	__m256 part[LAB_LANES / SPMV_WIDTH];
	int32_t e = a->row[r], end = a->row[r + 1], vectors = lanes / SPMV_WIDTH;

	for (int v = 0; v < vectors; v++)
		part[v] = _mm256_setzero_ps();
	for (; e + lanes <= end; e += lanes) {
		for (int v = 0; v < vectors; v++) {
			int32_t i = e + v * SPMV_WIDTH;

			part[v] = _mm256_add_ps(
				part[v],
				_mm256_mul_ps(_mm256_loadu_ps(a->value + i),
					      _mm256_i32gather_ps(x, spmv_load(a->column + i), 4)));
		}
	}
	for (int v = 0; v < vectors && e < end; v++, e += SPMV_WIDTH) {
		__m256i has = _mm256_cmpgt_epi32(_mm256_set1_epi32(end - e), spmv_steps());
		__m256i column = _mm256_maskload_epi32(a->column + e, has);

		part[v] =
			_mm256_add_ps(part[v], _mm256_mul_ps(_mm256_maskload_ps(a->value + e, has),
							     spmv_gather(x, column, has)));
	}
	for (int step = vectors / 2; step > 0; step /= 2) {
		for (int v = 0; v < step; v++)
			part[v] = _mm256_add_ps(part[v], part[v + step]);
	}
	return spmv_sum(part[0]);
}

SPMV_AVX2 static inline int32_t spmv_some(const struct lab_csr *a, const float *x, float *y,
					  int32_t r, int32_t end, int32_t lanes)
{
	if (lanes >= SPMV_WIDTH) {
		for (; r < end; r++)
			y[r] = spmv_row(a, x, r, lanes);
		return r;
	}
	for (; r + SPMV_WIDTH / lanes <= end; r += SPMV_WIDTH / lanes)
		spmv_group(a, x, y, r, lanes);
	return r;
}

/* One copy for each number of lanes. */
SPMV_AVX2 SSTA_FAST static int32_t spmv_rows_by(const struct lab_csr *a, const float *x, float *y,
						int32_t r, int32_t end, int32_t lanes)
{
	switch (lanes) {
	case 2:
		return spmv_some(a, x, y, r, end, 2);
	case 4:
		return spmv_some(a, x, y, r, end, 4);
	case 8:
		return spmv_some(a, x, y, r, end, 8);
	case 16:
		return spmv_some(a, x, y, r, end, 16);
	default:
		return spmv_some(a, x, y, r, end, LAB_LANES);
	}
}

#endif

/* Rows first … end − 1 of y = A x by `lanes` lanes each (2, 4, … LAB_LANES), as far as vectors do them; the first that is left. */
static inline int32_t spmv_vector_rows(const struct lab_csr *a, const float *x, float *y,
				       int32_t first, int32_t end, int32_t lanes)
{
#ifdef SSTA_X86
	if (ssta_width() >= 256)
		return spmv_rows_by(a, x, y, first, end, lanes);
#endif
	(void)a;
	(void)x;
	(void)y;
	(void)end;
	(void)lanes;
	return first;
}

#endif
