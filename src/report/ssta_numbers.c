/* Shares, quantiles and correlations of values in dies. */
#include <math.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/order.h"
#include "report/ssta.h"

#define SIGMAS_95 1.959963984540054

int64_t dies_quantile(int64_t n, double percent, double sigmas)
{
	double p = percent / 100, place = (double)n * p + sigmas * sqrt((double)n * p * (1 - p));
	int64_t at = (int64_t)floor(place);

	return at < 0 ? 0 : at >= n ? n - 1 : at;
}

/* Wilson's interval of a share k/n at 95 %. */
static void dies_interval(int64_t k, int64_t n, double *low, double *high)
{
	const double z = SIGMAS_95;
	double size = (double)n, p = (double)k / size, bound = z * z / size;
	double middle = (p + bound / 2) / (1 + bound);
	double half = z * sqrt((p * (1 - p) + bound / 4) / size) / (1 + bound);

	*low = middle - half > 0 ? middle - half : 0;
	*high = middle + half < 1 ? middle + half : 1;
}

/* ---- of samples that aren't independent ---- */

enum status dies_replicates(const struct die_values *v, struct ssta_replicates *out)
{
	struct ssta_options options = {
		.begin = v->begin, .sampling = v->sampling, .strata = v->strata};

	TRY(ssta_replicates_new(&options, v->slack, v->n, out));
	for (int i = 0; i < SSTA_REPLICATES && out->value; i++)
		qsort(out->value + out->row[i], (size_t)(out->row[i + 1] - out->row[i]),
		      sizeof *out->value, compare_int64);
	return STATUS_OK;
}

/* What an estimate by replicates is off by; of a quantile, or of the share at or above a limit. */
static double within(const struct ssta_replicates *r, bool is_share, double percent, int64_t limit)
{
	double estimate[SSTA_REPLICATES];
	struct ssta_error error;
	int32_t n_there = 0;

	for (int i = 0; i < SSTA_REPLICATES; i++) {
		const int64_t *value = r->value + r->row[i];
		int64_t n = r->row[i + 1] - r->row[i];

		if (n > 0 && is_share)
			estimate[n_there++] =
				(double)(n - sorted_below(value, n, limit)) / (double)n;
		else if (n > 0)
			estimate[n_there++] = (double)value[dies_quantile(n, percent, 0)];
	}
	ssta_spread(estimate, n_there, &error);
	return error.within;
}

void dies_quantile_interval(const int64_t *value, int64_t n, const struct ssta_replicates *r,
			    double percent, double *low, double *high)
{
	double half;

	*low = (double)value[dies_quantile(n, percent, -1.96)];
	*high = (double)value[dies_quantile(n, percent, 1.96)];
	if (r->n < 2)
		return;
	half = within(r, false, percent, 0);
	*low = (double)value[dies_quantile(n, percent, 0)] - half;
	*high = (double)value[dies_quantile(n, percent, 0)] + half;
}

/* Where no replicate differs from another, as of independent dies. */
void dies_share_interval(const int64_t *value, int64_t n, const struct ssta_replicates *r,
			 int64_t limit, double *low, double *high)
{
	int64_t k = n - sorted_below(value, n, limit);
	double half = r->n > 1 ? within(r, true, 0, limit) : 0, share = (double)k / (double)n;

	dies_interval(k, n, low, high);
	if (!(half > 0))
		return;
	*low = share - half > 0 ? share - half : 0;
	*high = share + half < 1 ? share + half : 1;
}

static int64_t count_in(const int64_t *value, int64_t n, int64_t low, int64_t high)
{
	return sorted_below(value, n, high) - sorted_below(value, n, low);
}

double dies_count_within(const int64_t *value, int64_t n, const struct ssta_replicates *r,
			 int64_t low, int64_t high)
{
	double count = (double)count_in(value, n, low, high), estimate[SSTA_REPLICATES];
	struct ssta_error error = {0};
	int32_t n_there = 0;

	for (int i = 0; i < SSTA_REPLICATES && r->n > 1; i++) {
		int64_t each = r->row[i + 1] - r->row[i];

		if (each > 0)
			estimate[n_there++] =
				(double)n / (double)each *
				(double)count_in(r->value + r->row[i], each, low, high);
	}
	ssta_spread(estimate, n_there, &error);
	return error.within > 0 ? error.within : SIGMAS_95 * sqrt(count * (1 - count / (double)n));
}

double dies_normal_share(double mean, double sigma, double low, double high)
{
	double scale = sigma * sqrt(2);

	if (!(scale > 0))
		return 0;
	return (erfc((low - mean) / scale) - erfc((high - mean) / scale)) / 2;
}

__extension__ typedef __int128 wide;

double dies_correlation(const int64_t *a, const int64_t *b, int64_t n, double *low, double *high)
{
	wide sa = 0, sb = 0, aa = 0, bb = 0, ab = 0;
	double va, vb, r, z, half;

	*low = -1;
	*high = 1;
	if (n == 0)
		return 0;
	for (int64_t i = 0; i < n; i++) {
		wide x = a[i] - a[0], y = b[i] - b[0];

		sa += x;
		sb += y;
		aa += x * x;
		bb += y * y;
		ab += x * y;
	}
	va = (double)((wide)n * aa - sa * sa);
	vb = (double)((wide)n * bb - sb * sb);
	if (!(va > 0) || !(vb > 0))
		return 0;
	r = (double)((wide)n * ab - sa * sb) / (sqrt(va) * sqrt(vb));
	r = r > 1 ? 1 : r < -1 ? -1 : r;
	if (n <= 3 || r >= 1 || r <= -1) {
		*low = n <= 3 ? -1 : r;
		*high = n <= 3 ? 1 : r;
		return r;
	}
	z = atanh(r);
	half = SIGMAS_95 / sqrt((double)n - 3);
	*low = tanh(z - half);
	*high = tanh(z + half);
	return r;
}
