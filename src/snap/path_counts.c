#include "snap/path_counts.h"

#include <stdlib.h>

void path_counts_release(struct path_counts *counts)
{
	RESET(free, counts->count);
}

double path_counts_before(const struct path_counts *counts)
{
	double n = 0;

	for (int64_t b = 0; counts->low + b * counts->width < counts->axis.low; b++)
		n += counts->count[b];
	return n;
}

double path_counts_in(const struct path_counts *counts, int32_t bin)
{
	int64_t parts = counts->axis.width / counts->width;
	int64_t first = (counts->axis.low - counts->low) / counts->width + bin * parts;

	return SUM(double, b, first, first + parts, counts->count[b]);
}

struct path_bounds path_counts_below(const struct path_counts *counts, int64_t slack)
{
	struct path_bounds bounds = {0};

	for (int32_t b = 0; b < counts->n_bins; b++) {
		int64_t low = counts->low + b * counts->width;

		if (low + counts->width + counts->above <= slack)
			bounds.least += counts->count[b];
		if (low - counts->below < slack)
			bounds.most += counts->count[b];
	}
	bounds.open = counts->n_above > 0 &&
		      counts->low + counts->n_bins * counts->width - counts->below < slack;
	bounds.most += bounds.open ? counts->n_above : 0;
	bounds.least *= 1 - counts->rounding;
	bounds.most *= 1 + counts->rounding;
	return bounds;
}
