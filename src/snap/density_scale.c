#include "snap/density_scale.h"

#include <math.h>
#include <stdlib.h>

#include "base/order.h"

const char *const density_scale_name[N_DENSITY_SCALES] = {"linear", "log", "equalised"};

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return ORDER(x, y);
}

static void sort_values(struct density_shares *s, const double *value, int64_t n)
{
	s->sorted = malloc((size_t)n * sizeof *s->sorted);
	for (int64_t i = 0; s->sorted && i < n; i++) {
		if (isnan(value[i]))
			continue;
		s->sorted[s->n++] = value[i];
		s->n_below += value[i] < 0;
	}
	if (s->n)
		qsort(s->sorted, (size_t)s->n, sizeof *s->sorted, compare);
}

void density_shares_init(struct density_shares *shares, enum density_scale kind,
			 struct density_range range, const double *value, int64_t n)
{
	double most = fmax(fabs(range.low), fabs(range.high));

	*shares = (struct density_shares){.kind = kind,
					  .is_signed = range.is_signed,
					  .least = range.least,
					  .low = range.low,
					  .high = range.high};
	if (range.is_signed && !range.least) { /* both sides alike */
		shares->low = -most;
		shares->high = most;
	}
	if (kind == DENSITY_EQUALISED)
		sort_values(shares, value, n);
}

void density_shares_release(struct density_shares *shares)
{
	free(shares->sorted);
	*shares = (struct density_shares){0};
}

/* ---- from a value to its share ---- */

/* The rank of a value among those on its side of 0, counted from there. */
static double share_of_rank(const struct density_shares *s, double value)
{
	int64_t below = FIRST_NOT(i, 0, s->n, s->sorted[i] < value), n;

	if (!s->is_signed)
		return s->n > 1 ? (double)below / (double)(s->n - 1) : 0;
	if (value < 0)
		return -(double)(s->n_below - below) / (double)(s->n_below ? s->n_below : 1);
	n = s->n - s->n_below;
	return value == 0 || n == 0 ? 0 : (double)(below + 1 - s->n_below) / (double)n;
}

static double log_share(double share)
{
	return share > 0 ? fmax(0, 1 + log10(share) / DENSITY_DECADES) : 0;
}

double density_share(const struct density_shares *s, double value)
{
	double end = value < 0 ? -s->low : s->high, share;

	if (s->kind == DENSITY_EQUALISED)
		return share_of_rank(s, value);
	if (s->is_signed) {
		share = end > 0 ? fabs(value) / end : 0;
		share = s->kind == DENSITY_LOG ? log_share(share) : share;
		return value < 0 ? -share : share;
	}
	if (s->kind == DENSITY_LOG)
		return s->high > 0 ? log_share(value / s->high) : 0;
	return s->high > s->low ? (value - s->low) / (s->high - s->low) : value > 0;
}

/* ---- places ---- */

double density_share_place(const struct density_shares *s, double share)
{
	double place = !s->is_signed ? share : s->least ? 0.5 - share / 2 : 0.5 + share / 2;

	return fmin(1, fmax(0, place));
}

/* The value at a rank on its side of 0. */
static double value_of_rank(const struct density_shares *s, double share)
{
	int64_t first = share < 0 || !s->is_signed ? 0 : s->n_below, n = s->n - s->n_below, at;

	if (s->n == 0 || (s->is_signed && share == 0))
		return 0;
	if (!s->is_signed)
		return s->sorted[(int64_t)(share * (double)(s->n - 1) + 0.5)];
	at = share < 0 ? s->n_below - (int64_t)(-share * (double)s->n_below + 0.5)
		       : s->n_below + (int64_t)(share * (double)n + 0.5) - 1;
	at = at < first ? first : at;
	return s->sorted[at < s->n ? at : s->n - 1];
}

double density_value_at(const struct density_shares *s, double place)
{
	double share = !s->is_signed ? place : s->least ? 1 - 2 * place : 2 * place - 1;
	double end = share < 0 ? -s->low : s->high, size = fabs(share);

	if (s->kind == DENSITY_EQUALISED)
		return value_of_rank(s, share);
	if (s->is_signed && share == 0)
		return 0; /* between the ends of both sides of a logarithmic one, too */
	if (s->kind == DENSITY_LOG)
		size = pow(10, DENSITY_DECADES * (size - 1));
	else if (!s->is_signed)
		return s->low + share * (s->high - s->low);
	return copysign(size * fmax(end, 0), share);
}
