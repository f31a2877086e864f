/*
 * Times as text. Inside warpscope a time is a whole number of femtoseconds; files and reports speak
 * picoseconds with decimals. Both directions are exact decimal arithmetic: no floating point.
 */
#ifndef BASE_UNITS_H
#define BASE_UNITS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* A number in a file stays below this many femtoseconds (about 19 minutes), so that sums of a
 * few can't overflow; sums along paths are checked when a graph is closed. */
#define FS_INPUT_LIMIT (INT64_C(1) << 60)

/* Is a number of a file in range, as a time in ps or a quantity in another of our units? NaN isn't. */
static inline bool is_in_range(double value)
{
	return fabs(value) < FS_INPUT_LIMIT / 1000.0;
}

enum { PS_TEXT_SIZE = 32 };

enum decimal {
	DECIMAL_OK,
	DECIMAL_NOT_A_NUMBER, /* nothing was consumed */
	DECIMAL_OUT_OF_RANGE,
};

/*
 * Read a decimal number of picoseconds (optional sign, digits with an optional point, optional
 * exponent) from [*at, end) and round it to femtoseconds, halves away from zero. On success *at is
 * after the number; what follows is the caller's business.
 */
enum decimal parse_ps(const char **at, const char *end, int64_t *fs);

/*
 * Read a decimal number (sign, digits with an optional point, exponent) from [*at, end) as the
 * nearest double; `end` must be followed by something that is no part of a number (a NUL). What
 * overflows is out of range; "nan" and "inf" are not numbers.
 */
enum decimal parse_real(const char **at, const char *end, double *out);

/* Write fs as picoseconds with three decimals ("-1362.999") and a NUL; returns the length. */
int format_ps(char out[PS_TEXT_SIZE], int64_t fs);
/* The same for the %s of a format; the string is there until the block ends. */
#define PS(fs) ps_string((fs), (char[PS_TEXT_SIZE]){0})
const char *ps_string(int64_t fs, char buffer[PS_TEXT_SIZE]);

#endif
