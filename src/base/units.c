#include "base/units.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* The digits of a number without its point: value × 10^exponent. */
struct decimal_digits {
	uint64_t value;
	int exponent;
	bool any;
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static const char *read_digits(const char *p, const char *end, struct decimal_digits *d)
{
	bool point = false;

	for (; p < end && (is_digit(*p) || (*p == '.' && !point)); p++) {
		if (*p == '.') {
			point = true;
			continue;
		}
		d->any = true;
		if (d->value < UINT64_C(100000000000000000)) {
			d->value = d->value * 10 + (uint64_t)(*p - '0');
			d->exponent -= point;
		} else {
			/* Eighteen digits are kept: what is cut is below a femtosecond in every
			 * number under 100 s. */
			d->exponent += !point;
		}
	}
	return p;
}

static const char *read_exponent(const char *p, const char *end, int *exponent)
{
	const char *start = p;
	bool negative = false;
	int value = 0;

	if (p == end || (*p != 'e' && *p != 'E'))
		return p;
	p++;
	if (p < end && (*p == '+' || *p == '-'))
		negative = *p++ == '-';
	if (p == end || !is_digit(*p))
		return start;
	for (; p < end && is_digit(*p); p++) {
		if (value < 10000)
			value = value * 10 + (*p - '0');
	}
	*exponent += negative ? -value : value;
	return p;
}

/* value × 10^exponent rounded to a whole number, halves up; false when it passes the limit. */
static bool scale(uint64_t value, int exponent, int64_t *out)
{
	uint64_t last = 0;

	for (; exponent < 0 && value; exponent++) {
		last = value % 10;
		value /= 10;
		/* Only the digit before the point rounds; the ones after it were cut, which
		 * "halves up" allows. */
	}
	if (exponent < 0)
		last = 0;
	for (; exponent > 0 && value; exponent--) {
		if (value > (uint64_t)FS_INPUT_LIMIT / 10)
			return false;
		value *= 10;
	}
	value += last >= 5;
	if (value >= (uint64_t)FS_INPUT_LIMIT)
		return false;
	*out = (int64_t)value;
	return true;
}

enum decimal parse_ps(const char **at, const char *end, int64_t *fs)
{
	struct decimal_digits d = {0, 3, false}; /* ps to fs: × 10^3 */
	const char *p = *at;
	bool negative = false;
	int64_t magnitude;

	if (p < end && (*p == '+' || *p == '-'))
		negative = *p++ == '-';
	p = read_digits(p, end, &d);
	if (!d.any)
		return DECIMAL_NOT_A_NUMBER;
	p = read_exponent(p, end, &d.exponent);
	*at = p;
	if (!scale(d.value, d.exponent, &magnitude))
		return DECIMAL_OUT_OF_RANGE;
	*fs = negative ? -magnitude : magnitude;
	return DECIMAL_OK;
}

/* value × 10^exponent where both are exact doubles, so that one rounding remains; else strtod(). */
static double to_real(const struct decimal_digits *d, const char *begin)
{
	static const double ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
				     1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
				     1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

	if (d->value < UINT64_C(1) << 53 && d->exponent >= -22 && d->exponent <= 22)
		return d->exponent < 0 ? (double)d->value / ten[-d->exponent]
				       : (double)d->value * ten[d->exponent];
	return strtod(begin, NULL);
}

enum decimal parse_real(const char **at, const char *end, double *out)
{
	struct decimal_digits d = {0, 0, false};
	const char *p = *at, *begin;
	bool negative = false;

	if (p < end && (*p == '+' || *p == '-'))
		negative = *p++ == '-';
	begin = p;
	p = read_digits(p, end, &d);
	if (!d.any)
		return DECIMAL_NOT_A_NUMBER;
	p = read_exponent(p, end, &d.exponent);
	*at = p;
	*out = to_real(&d, begin);
	if (isinf(*out))
		return DECIMAL_OUT_OF_RANGE;
	if (negative)
		*out = -*out;
	return DECIMAL_OK;
}

int format_ps(char out[PS_TEXT_SIZE], int64_t fs)
{
	uint64_t magnitude = fs < 0 ? -(uint64_t)fs : (uint64_t)fs;

	return snprintf(out, PS_TEXT_SIZE, "%s%" PRIu64 ".%03u", fs < 0 ? "-" : "",
			magnitude / 1000, (unsigned)(magnitude % 1000));
}

const char *ps_string(int64_t fs, char buffer[PS_TEXT_SIZE])
{
	format_ps(buffer, fs);
	return buffer;
}
