#include "snap/density.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

const char *const density_quantity_name[N_DENSITY_QUANTITIES] = {
	"cells",    "movable", "fixed", "macros", "pins",    "rudy",
	"pin_rudy", "nets",    "slack", "change", "critical"};

SNAP_OWNS(density, snap->value)

enum status snap_density_new(int32_t columns, int32_t rows, const struct rect *die,
			     struct snap_density **out)
{
	SNAP_HELD struct snap_density *map = NULL;

	TRY(snap_new((void **)&map, sizeof *map, release_density, NULL, 0));
	map->columns = columns;
	map->rows = rows;
	map->die = *die;
	map->name = map->method = map->precision = "";
	map->unit = "1";
	TRY(ALLOC(&map->value, (int64_t)columns * rows));
	HAND_OVER(out, map);
	return STATUS_OK;
}

static int64_t n_bins(const struct snap_density *map)
{
	return (int64_t)map->columns * map->rows;
}

static int32_t border(int32_t low, int32_t high, int32_t i, int32_t n)
{
	return (int32_t)(low + ((int64_t)high - low) * i / n);
}

struct rect snap_density_bin(const struct snap_density *map, int32_t column, int32_t row)
{
	const struct rect *d = &map->die;

	return (struct rect){border(d->x1, d->x2, column, map->columns),
			     border(d->y1, d->y2, row, map->rows),
			     border(d->x1, d->x2, column + 1, map->columns),
			     border(d->y1, d->y2, row + 1, map->rows)};
}

/* µm² of a bin. */
static double snap_density_bin_area(const struct snap_density *map)
{
	return rect_area(&map->die) / (double)n_bins(map);
}

enum status snap_density_subtract(const struct snap_density *a, const struct snap_density *b,
				  struct snap_density **out)
{
	struct snap_density *map;

	if (a->columns != b->columns || a->rows != b->rows ||
	    memcmp(&a->die, &b->die, sizeof a->die) != 0 || strcmp(a->unit, b->unit) != 0)
		return status_fail(STATUS_FAILED,
				   "maps of different grids or units can't be subtracted");
	TRY(snap_density_new(a->columns, a->rows, &a->die, &map));
	map->unit = a->unit;
	map->method = a->method;
	map->precision = a->precision;
	map->complete = a->complete && b->complete;
	for (int64_t i = 0; i < n_bins(map); i++)
		map->value[i] = a->value[i] - b->value[i];
	*out = map;
	return STATUS_OK;
}

/* ---- statistics ---- */

struct density_summary snap_density_summarize(const struct snap_density *map)
{
	struct density_summary s = {0};
	double sum = 0;

	for (int64_t i = 0; i < n_bins(map); i++) {
		double value = map->value[i];

		if (isnan(value))
			continue;
		if (s.n_values == 0 || value < s.min) {
			s.min = value;
			s.least = (int32_t)i;
		}
		if (s.n_values == 0 || value > s.max) {
			s.max = value;
			s.most = (int32_t)i;
		}
		s.n_values++;
		s.n_empty += value == 0;
		sum += value;
	}
	s.mean = s.n_values ? sum / (double)s.n_values : 0;
	s.sum = sum * snap_density_bin_area(map);
	return s;
}

static void swap(double *a, double *b)
{
	double c = *a;

	*a = *b;
	*b = c;
}

/* Brings the value of rank k to v[k], smaller ones before it (Hoare's selection). */
static void select_rank(double *v, int64_t n, int64_t k)
{
	int64_t low = 0, high = n - 1;

	while (low < high) {
		int64_t i = low, j = high;
		double pivot = v[low + (high - low) / 2];

		while (i <= j) {
			while (v[i] < pivot)
				i++;
			while (v[j] > pivot)
				j--;
			if (i <= j)
				swap(&v[i++], &v[j--]);
		}
		if (k <= j)
			high = j;
		else if (k >= i)
			low = i;
		else
			return;
	}
}

enum status snap_density_quantiles(const struct snap_density *map, const double *p, int n,
				   double *out)
{
	int64_t n_values = 0;
	FREED double *v = NULL;

	TRY(ALLOC(&v, n_bins(map)));
	for (int64_t i = 0; i < n_bins(map); i++) {
		if (!isnan(map->value[i]))
			v[n_values++] = map->value[i];
	}
	for (int q = 0; q < n; q++) {
		int64_t k = (int64_t)(p[q] * (double)(n_values - 1) + 0.5);

		out[q] = 0;
		if (n_values == 0)
			continue;
		select_rank(v, n_values, k);
		out[q] = v[k];
	}
	return STATUS_OK;
}

struct density_overflow snap_density_overflow(const struct snap_density *map, double target)
{
	struct density_overflow over = {0};
	double above = 0, sum = 0;

	for (int64_t i = 0; i < n_bins(map); i++) {
		double value = map->value[i];

		if (value > 0)
			sum += value;
		if (!(value > target))
			continue;
		over.n_bins++;
		above += value - target;
	}
	over.sum = above * snap_density_bin_area(map);
	over.share = sum > 0 ? above / sum : 0;
	return over;
}

/* Insertion into a short list: n is what fits on a page. */
int32_t snap_density_top(const struct snap_density *map, bool least, int32_t *bin, int32_t n)
{
	int32_t found = 0;

	for (int64_t i = 0; i < n_bins(map); i++) {
		double value = map->value[i];
		int32_t at = found;

		if (isnan(value))
			continue;
		while (at > 0 &&
		       (least ? value < map->value[bin[at - 1]] : value > map->value[bin[at - 1]]))
			at--;
		if (at == n)
			continue;
		found += found < n;
		memmove(bin + at + 1, bin + at, (size_t)(found - at - 1) * sizeof *bin);
		bin[at] = (int32_t)i;
	}
	return found;
}

/* ---- pictures ---- */

void snap_density_share(int32_t i, int32_t n, int32_t bins, int32_t *first, int32_t *last)
{
	*first = (int32_t)((int64_t)i * bins / n);
	*last = bins < n ? *first : (int32_t)(((int64_t)(i + 1) * bins + n - 1) / n) - 1;
}

static bool stands_out(enum density_outlier outlier, double value, double other)
{
	if (outlier == OUTLIER_FARTHEST)
		return fabs(value) > fabs(other);
	return outlier == OUTLIER_LEAST ? value < other : value > other;
}

void snap_density_window(const struct snap_density *map, enum density_outlier outlier,
			 const struct rect *bins, int32_t columns, int32_t rows, double *out)
{
	for (int32_t y = 0; y < rows; y++) {
		int32_t low, high;

		snap_density_share(rows - 1 - y, rows, bins->y2 - bins->y1, &low, &high);
		for (int32_t x = 0; x < columns; x++) {
			double *cell = &out[(int64_t)y * columns + x];
			int32_t left, right;

			snap_density_share(x, columns, bins->x2 - bins->x1, &left, &right);
			*cell = (double)NAN;
			for (int32_t v = bins->y1 + low; v <= bins->y1 + high; v++) {
				for (int32_t u = bins->x1 + left; u <= bins->x1 + right; u++) {
					double value = map->value[(int64_t)v * map->columns + u];

					if (isnan(*cell) || stands_out(outlier, value, *cell))
						*cell = value;
				}
			}
		}
	}
}

void snap_density_picture(const struct snap_density *map, bool least, int32_t columns, int32_t rows,
			  double *out)
{
	snap_density_window(map, least ? OUTLIER_LEAST : OUTLIER_MOST,
			    &(struct rect){0, 0, map->columns, map->rows}, columns, rows, out);
}
