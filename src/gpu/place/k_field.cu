/*
 * The electric field of charges on a grid with reflecting borders, as ePlace spreads cells (J. Lu et al., "ePlace: electrostatics-based placement
 * using fast Fourier transform and Nesterov's method", TODAES 2015): with the cosine transform a(u, v) of the charge
 *
 *	E_x = sum a w_u / (w_u^2 + w_v^2) sin(w_u x) cos(w_v y),  E_y likewise;  w_u = pi u / columns, w_v = pi v / rows
 *
 * without a(0, 0): the mean charge pushes nowhere. Transforms of real rows go through one of complex numbers with as many entries, two rows at
 * once (J. Makhoul, "A fast cosine transform in one and two dimensions", 1980): what comes out is written transposed, so that rows are read in
 * order each time. Three launches, in double precision; 96 bytes a bin. All orders are fixed.
 */
#include "gpu/kernel/kernel.h"
#include "gpu/place/place_args.h"

struct field_complex {
	double re[1 << PLACE_SIDE_SHIFT], im[1 << PLACE_SIDE_SHIFT];
};

struct field_pair {
	double a, b;
} __attribute__((aligned(16)));

/* Where entry n of the reordered row comes from: even entries upward, then odd ones downward. */
DEVICE_INLINE int32_t field_source(int32_t log, int32_t n)
{
	int32_t side = 1 << log;

	return n < side / 2 || log == 0 ? 2 * n : 2 * (side - 1 - n) + 1;
}

/* Entries in reversed order to their transform; direction -1 forward, 1 back, not divided. */
DEVICE_INLINE void field_transform(struct block b, struct field_complex *s, const struct field_axis *axis, double direction)
{
	for (int32_t stage = 0; stage < axis->log; stage++) {
		int32_t half = 1 << stage;

		block_barrier(b);
		for (int32_t j = b.thread; j < 1 << (axis->log - 1); j += b.width) {
			int32_t k = j & (half - 1), low = ((j >> stage) << (stage + 1)) + k, high = low + half;
			struct place_wave w = axis->wave[k << (axis->log + 1 - stage)];
			double sine = direction * w.sine;
			double re = s->re[high] * w.cosine - s->im[high] * sine;
			double im = s->re[high] * sine + s->im[high] * w.cosine;

			s->re[high] = s->re[low] - re;
			s->im[high] = s->im[low] - im;
			s->re[low] += re;
			s->im[low] += im;
		}
	}
	block_barrier(b);
}

/* The cosine transforms of two real rows, at index k and side - k, from the transform of the first + i second. */
DEVICE_INLINE void field_cosines(struct field_complex *s, const struct field_axis *axis, int32_t k)
{
	int32_t side = 1 << axis->log, other = (side - k) & (side - 1);
	double a = s->re[k], b = s->im[k], c = s->re[other], d = s->im[other];
	double re_1 = (a + c) * 0.5, im_1 = (b - d) * 0.5, re_2 = (b + d) * 0.5, im_2 = (c - a) * 0.5;
	struct place_wave w = axis->wave[k], v = axis->wave[side - k];

	s->re[k] = w.cosine * re_1 + w.sine * im_1;
	s->im[k] = w.cosine * re_2 + w.sine * im_2;
	if (other == k)
		return;
	s->re[other] = v.cosine * re_1 - v.sine * im_1;
	s->im[other] = v.cosine * re_2 - v.sine * im_2;
}

/* What leads back to a row whose cosine transform has `at` at k and `mirror` at side - k, 0 there for k = 0. Both rows go through one transform: the second is multiplied by i. */
DEVICE_INLINE void field_put(struct field_complex *s, int32_t p, struct place_wave w, struct field_pair first, struct field_pair second)
{
	double re_1 = w.cosine * first.a + w.sine * first.b, im_1 = w.sine * first.a - w.cosine * first.b;
	double re_2 = w.cosine * second.a + w.sine * second.b, im_2 = w.sine * second.a - w.cosine * second.b;

	s->re[p] = re_1 - im_2;
	s->im[p] = im_1 + re_2;
}

#define field_rows_shared_32 field_complex

DEVICE_INLINE double field_charge(const struct field_rows_args *k, int64_t bin)
{
	int64_t sum = 0;

	for (int c = 0; c < 3; c++)
		sum += k->charge[c] ? k->charge[c][bin] : 0;
	return (double)sum * k->factor;
}

/* Item: two rows, by a block. Floor: 24 bytes a bin read, 8 written. */
BLOCK_KERNEL(field_rows, k, i, b, shared)
{
	int32_t side = 1 << k->x.log, rows = 1 << k->y.log;
	int64_t first = 2 * i * side;

	for (int32_t p = b.thread; p < side; p += b.width) {
		int32_t from = field_source(k->x.log, k->x.reversed[p]);

		shared->re[p] = field_charge(k, first + from);
		shared->im[p] = field_charge(k, first + side + from);
	}
	field_transform(b, shared, &k->x, -1);
	for (int32_t u = b.thread; u <= side / 2; u += b.width)
		field_cosines(shared, &k->x, u);
	block_barrier(b);
	for (int32_t u = b.thread; u < side; u += b.width) {
		struct field_pair pair = {shared->re[u], shared->im[u]};

		*(struct field_pair *)(k->spectrum + (int64_t)u * rows + 2 * i) = pair;
	}
}

#define field_columns_shared_32 field_complex

/* Entries j and side - j of a sum of cosines, times a constant. */
DEVICE_INLINE struct field_pair field_cosine_at(const double *entry, int32_t side, int32_t j, double constant)
{
	struct field_pair pair = {entry[j] * constant, j > 0 ? entry[side - j] * constant : 0};

	return pair;
}

/* A sum of sines is one of cosines whose entries are mirrored, with the sign of every second result turned; entry j is scaled by constant + slope j. */
DEVICE_INLINE struct field_pair field_sine_at(const double *entry, int32_t side, int32_t j, double constant, double slope)
{
	struct field_pair pair = {0, 0};

	if (j > 0) {
		pair.a = entry[side - j] * (constant + slope * (side - j));
		pair.b = entry[j] * (constant + slope * j);
	}
	return pair;
}

/* Results of two neighbouring columns to rows. */
DEVICE_INLINE void field_write(struct block b, const struct field_columns_args *k, const struct field_complex *s, int64_t column, bool sines, double *out)
{
	int32_t rows = 1 << k->y.log, columns = 1 << k->x.log;

	for (int32_t n = b.thread; n < rows; n += b.width) {
		int32_t y = field_source(k->y.log, n);
		double sign = sines && (y & 1) ? -1 : 1;
		struct field_pair pair = {sign * s->re[n], sign * s->im[n]};

		*(struct field_pair *)(out + (int64_t)y * columns + column) = pair;
	}
	block_barrier(b);
}

/* Item: two columns, by a block, whose spectrum no other one touches. Floor: 8 bytes a bin read, 8 for the spectrum and 16 written. */
BLOCK_KERNEL(field_columns, k, i, b, shared)
{
	int32_t rows = 1 << k->y.log;
	double *first = k->spectrum + 2 * i * rows, *second = first + rows;
	double w_1 = k->step_x * (double)(2 * i), w_2 = k->step_x * (double)(2 * i + 1);

	for (int32_t p = b.thread; p < rows; p += b.width) {
		int32_t from = field_source(k->y.log, k->y.reversed[p]);

		shared->re[p] = first[from];
		shared->im[p] = second[from];
	}
	field_transform(b, shared, &k->y, -1);
	for (int32_t v = b.thread; v <= rows / 2; v += b.width)
		field_cosines(shared, &k->y, v);
	block_barrier(b);
	for (int32_t v = b.thread; v < rows; v += b.width) {
		double w = k->step_y * v, squares_1 = w_1 * w_1 + w * w, squares_2 = w_2 * w_2 + w * w;

		first[v] = squares_1 > 0 ? shared->re[v] / squares_1 : 0;
		second[v] = shared->im[v] / squares_2;
	}
	block_barrier(b);
	for (int32_t p = b.thread; p < rows; p += b.width) {
		int32_t v = k->y.reversed[p];

		field_put(shared, p, k->y.wave[v], field_cosine_at(first, rows, v, w_1), field_cosine_at(second, rows, v, w_2));
	}
	field_transform(b, shared, &k->y, 1);
	field_write(b, k, shared, 2 * i, false, k->along_x);
	for (int32_t p = b.thread; p < rows; p += b.width) {
		int32_t v = k->y.reversed[p];

		field_put(shared, p, k->y.wave[v], field_sine_at(first, rows, v, 0, k->step_y), field_sine_at(second, rows, v, 0, k->step_y));
	}
	field_transform(b, shared, &k->y, 1);
	field_write(b, k, shared, 2 * i, true, k->along_y);
}

#define field_back_shared_32 field_complex

DEVICE_INLINE int64_t field_whole(double value, double factor, double most)
{
	double scaled = value * factor;

	return (int64_t)(scaled > most ? most : scaled < -most ? -most : scaled);
}

/* Item: row, by a block: sines of one field, cosines of the other. Floor: 16 bytes a bin read, 16 written. */
BLOCK_KERNEL(field_back, k, i, b, shared)
{
	int32_t side = 1 << k->x.log;
	int64_t first = i * side;

	for (int32_t p = b.thread; p < side; p += b.width) {
		int32_t u = k->x.reversed[p];

		field_put(shared, p, k->x.wave[u], field_sine_at(k->along_x + first, side, u, 1, 0), field_cosine_at(k->along_y + first, side, u, 1));
	}
	field_transform(b, shared, &k->x, 1);
	for (int32_t n = b.thread; n < side; n += b.width) {
		int32_t x = field_source(k->x.log, n);

		k->field_x[first + x] = field_whole(x & 1 ? -shared->re[n] : shared->re[n], k->factor, k->most);
		k->field_y[first + x] = field_whole(shared->im[n], k->factor, k->most);
	}
}

/* Item: part of the core, of one of both fields. The mean of its bins, with those that it shares with the next part. Floor: 8 bytes a bin read. */
KERNEL(field_means, k, i)
{
	int64_t n = (int64_t)k->across * k->up, part = i % n, sum = 0;
	int32_t x = (int32_t)(part % k->across), y = (int32_t)(part / k->across);
	int32_t left = (int32_t)((int64_t)x * k->columns / k->across), low = (int32_t)((int64_t)y * k->rows / k->up);
	int32_t right = (int32_t)(((int64_t)(x + 1) * k->columns + k->across - 1) / k->across);
	int32_t high = (int32_t)(((int64_t)(y + 1) * k->rows + k->up - 1) / k->up);

	for (int32_t row = low; row < high; row++) {
		for (int32_t column = left; column < right; column++)
			sum += k->field[i / n][(int64_t)row * k->columns + column];
	}
	k->mean[i] = (double)sum / ((double)(right - left) * (high - low));
}
