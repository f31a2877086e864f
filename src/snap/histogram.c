#include "snap/histogram.h"

#include <inttypes.h>
#include <stdlib.h>

#include "snap/path_counts.h"

const int32_t histogram_permille[N_PICKS] = {0, 10, 100, 500, 900, 990, 1000};

static void release_histogram(struct snap *snap)
{
	struct snap_histogram *histogram = (struct snap_histogram *)snap;

	for (int32_t s = 0; s < HISTOGRAM_SERIES; s++) /* also one that wasn't completed */
		free(histogram->series[s].name);
	free(histogram->count);
	if (histogram->all)
		path_counts_release(histogram->all);
	free(histogram->all);
}

SNAP_MAKER(histogram, release_histogram)

static int64_t floor_divide(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

struct histogram_axis histogram_choose_axis(int64_t least, int64_t most, int32_t max_bins)
{
	static const int steps[] = {1, 2, 5};
	struct histogram_axis axis = {.width = 1};
	int64_t power = 1;

	max_bins = max_bins > 2 ? max_bins : 2; /* zero is between two of them */
	for (int i = 0;; i++) {
		axis.width = power * steps[i % 3];
		axis.low = floor_divide(least, axis.width) * axis.width;
		if ((most - axis.low) / axis.width < max_bins)
			break;
		power *= i % 3 == 2 ? 10 : 1;
	}
	axis.n_bins = (int32_t)((most - axis.low) / axis.width) + 1;
	return axis;
}

enum status histogram_axis_of_width(int64_t least, int64_t most, int64_t width,
				    struct histogram_axis *axis)
{
	int64_t low = floor_divide(least, width) * width, last = (most - low) / width;

	if (last >= HISTOGRAM_BINS)
		return status_fail(STATUS_USAGE,
				   "bins so narrow would be %" PRId64 "; at most %d are counted",
				   last + 1, HISTOGRAM_BINS);
	*axis = (struct histogram_axis){low, width, (int32_t)last + 1};
	return STATUS_OK;
}

int64_t histogram_sum(const struct snap_histogram *histogram, int32_t bin)
{
	return SUM(int64_t, s, 0, histogram->n_series, histogram->series[s].count[bin]);
}
