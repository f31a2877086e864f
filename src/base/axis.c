#include "base/axis.h"

#include <math.h>
#include <stdio.h>

double axis_step(double span, int most)
{
	static const int steps[] = {1, 2, 5, 10};
	double power;

	if (!(span > 0) || most < 1)
		return 1;
	power = pow(10, floor(log10(span / most)));
	for (int i = 0; i < 4; i++) {
		if (power * steps[i] * (most + 0.5) >= span) /* a half may be left over */
			return power * steps[i];
	}
	return power * 10;
}

int64_t axis_whole_step(int64_t span, int64_t unit, int most)
{
	static const int steps[] = {1, 2, 5};
	int64_t power = 1;

	for (int i = 0;; i++) {
		int64_t step = power * steps[i % 3];

		if (step % unit == 0 && span / step < most)
			return step;
		if (step > INT64_MAX / 20)
			return step;
		power *= i % 3 == 2 ? 10 : 1;
	}
}

void axis_write(double value, double step, double largest, char *out, size_t size)
{
	static const char *const suffix[] = {"", "k", "M", "G", "T"};
	int digits = 0, thousands = 0;

	for (; thousands < 4 && largest >= 9999.5; thousands++) {
		value /= 1000;
		step /= 1000;
		largest /= 1000;
	}
	if (value == 0)
		thousands = 0;
	while (digits < 6 && step > 0 &&
	       fabs(round(step * pow(10, digits)) - step * pow(10, digits)) >
		       1e-6 * step * pow(10, digits))
		digits++;
	snprintf(out, size, "%.*f%s", digits, value == 0 ? 0 : value, suffix[thousands]);
}
