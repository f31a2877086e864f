/* What dies are like: moments of exact sums, of an endpoint, a group or the chip. */
#include <math.h>

#include "base/grow.h"
#include "gpu/ssta/ssta_impl.h"

/* Central moments of the deviations, in double from exact sums: one rounding each. */
static void statistics_of(const struct ssta_sums *s, int64_t nominal, struct ssta_statistics *out)
{
	double size = (double)s->n, unit = ldexp(1, s->shift), mean, m2, m3, m4;

	*out = (struct ssta_statistics){.n = s->n, .n_failing = s->n_failing};
	if (s->n == 0)
		return;
	mean = (double)s->power[1] / size;
	out->mean = (double)nominal + unit * mean;
	/* n·Σd² − (Σd)² is exact in 128 bits: |d| < 2^24, n ≤ 2^30 */
	m2 = (double)(s->n * s->power[2] - s->power[1] * s->power[1]) / size / size;
	m3 = (double)s->power[3] / size - 3 * mean * ((double)s->power[2] / size) +
	     2 * mean * mean * mean;
	m4 = (double)s->power[4] / size - 4 * mean * ((double)s->power[3] / size) +
	     6 * mean * mean * ((double)s->power[2] / size) - 3 * mean * mean * mean * mean;
	if (m2 <= 0)
		return;
	out->sigma = unit * sqrt(s->n > 1 ? m2 * size / (size - 1) : m2);
	out->skew = m3 / (m2 * sqrt(m2));
	out->kurtosis = m4 / (m2 * m2) - 3;
	out->mean_error = out->sigma / sqrt(size);
	out->sigma_error = unit * sqrt(m4 - m2 * m2 > 0 ? m4 - m2 * m2 : 0) / (2 * sqrt(m2 * size));
	out->mean_within = 1.96 * out->mean_error;
	out->sigma_within = 1.96 * out->sigma_error;
}

static ssta_wide wide_of(const struct ssta_sum *sum)
{
	return (ssta_wide)sum->high * ((ssta_wide)1 << 32) + sum->low;
}

void ssta_endpoint_statistics(const struct ssta *ssta, int32_t i, struct ssta_statistics *out)
{
	const struct ssta_moments *m = &ssta->moments[i];
	ssta_wide p[N_SSTA_POWERS];
	struct ssta_sums sums = {.n = ssta_n(ssta), .n_failing = m->n_failing};

	for (int j = 0; j < N_SSTA_POWERS; j++)
		p[j] = wide_of(&m->sum[j]);
	sums.power[1] = p[SSTA_D];
	sums.power[2] = p[SSTA_H] * (1 << 24) + p[SSTA_L];
	sums.power[3] = p[SSTA_DH] * (1 << 24) + p[SSTA_DL];
	sums.power[4] = p[SSTA_HH] * ((ssta_wide)1 << 48) + p[SSTA_HL] * (1 << 25) + p[SSTA_LL];
	statistics_of(&sums, ssta->program.nominal[i], out);
}

/* Of values whose lowest bits `low` don't count: how far their deviations are to be shifted, at least as far as `shift`. */
static int shift_of(const int64_t *value, int64_t n, int low, int64_t nominal, int shift)
{
	for (int64_t i = 0; i < n; i++) {
		ssta_wide d = (ssta_wide)(value[i] >> low) - nominal;

		while ((d < 0 ? -d : d) >> shift >= 1 << 24)
			shift++;
	}
	return shift;
}

static void add_values(struct ssta_sums *s, const int64_t *value, int64_t n, int low,
		       int64_t nominal)
{
	ssta_wide unit = (ssta_wide)1 << s->shift;

	for (int64_t i = 0; i < n; i++) {
		ssta_wide far = (ssta_wide)(value[i] >> low) - nominal;
		int64_t d = (int64_t)(s->shift ? far / unit : far), square = d * d;

		s->power[1] += d;
		s->power[2] += square;
		s->power[3] += (ssta_wide)square * d;
		s->power[4] += (ssta_wide)square * square;
		s->n_failing += value[i] < 0;
	}
	s->n += n;
}

void ssta_statistics_of(const int64_t *value, int64_t n, int64_t nominal,
			struct ssta_statistics *out)
{
	struct ssta_sums sums = {.shift = shift_of(value, n, 0, nominal, 0)};

	add_values(&sums, value, n, 0, nominal);
	statistics_of(&sums, nominal, out);
}

void ssta_chip_statistics(struct ssta *ssta, int64_t n, struct ssta_statistics *out)
{
	int64_t nominal = ssta_nominal(ssta, -1);
	struct ssta_sums *s = &ssta->sums;
	int shift = shift_of(ssta->chip + s->n, n - s->n, SSTA_END_BITS, nominal, s->shift);

	if (shift > s->shift)
		*s = (struct ssta_sums){.shift = shift};
	add_values(s, ssta->chip + s->n, n - s->n, SSTA_END_BITS, nominal);
	statistics_of(s, nominal, out);
}
