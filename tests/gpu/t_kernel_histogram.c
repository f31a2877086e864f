/* The kernels that count values, against plain loops, on each device. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/inspect/histogram_args.h"
#include "lib/kernel_reference.h"
#include "lib/tap.h"

enum { N_GROUPS = 5, N_SERIES = 3, BINS = 9 };

static uint64_t key_of(int64_t value)
{
	return (uint64_t)value + (UINT64_C(1) << 63);
}

/* Values around zero, some of which are none. */
static int64_t *random_values(int64_t n)
{
	int64_t *value = random_times(n, 4000);

	for (int64_t i = 0; i < n; i++) {
		value[i] -= 2000;
		if (random_below(7) == 0)
			value[i] = NONE;
	}
	return value;
}

static bool same_picks(struct queue *q, int64_t n)
{
	static const int32_t permille[VALUE_PICKS] = {0, 1, 10, 333, 500, 900, 999, 1000};
	int64_t *value = random_values(n), n_values = 0, n_negative = 0;
	struct pick_values_args args = {.n = n};
	struct value_picks got;
	uint64_t *key;
	bool same;

	NEW(key, n);
	qsort(value, (size_t)n, sizeof *value, compare_times);
	for (int64_t i = 0; i < n; i++) {
		key[i] = key_of(value[i]);
		n_values += value[i] != NONE;
		n_negative += value[i] < 0;
	}
	args.key = to_device(q, key, n * 8);
	args.picks = to_device(q, NULL, sizeof got);
	memcpy(args.permille, permille, sizeof permille);
	LAUNCH(q, pick_values, 32, &args, VALUE_PICKS);
	from_device(q, &got, args.picks, sizeof got);
	same = got.n == n_values && got.n_negative == n_negative;
	for (int p = 0; p < VALUE_PICKS && same; p++) {
		int64_t rank = 0;

		/* the first that this many don't pass */
		while (rank + 1 < n_values && (rank + 1) * 1000 < n_values * permille[p])
			rank++;
		same = got.value[p] == (n_values ? value[rank] : 0);
	}
	device_free(q, (void *)args.key);
	device_free(q, args.picks);
	free(value);
	free(key);
	return same;
}

static int32_t naive_bin(const struct value_bins_args *args, int64_t value, int32_t series)
{
	for (int32_t b = 0; b < args->n_bins; b++) {
		if (value >= args->low + b * args->width &&
		    value < args->low + (b + 1) * args->width)
			return series * args->n_bins + b;
	}
	return args->n_series * args->n_bins + (value >= args->low);
}

static bool same_value_bins(struct queue *q, int64_t n)
{
	static const int32_t series[N_GROUPS] = {2, 0, 0, 1, 2};
	int64_t *value = random_values(n);
	int32_t *group, *wanted;
	uint64_t *key;
	struct value_bins_args args = {.series = to_device(q, series, sizeof series),
				       .low = -1500,
				       .width = 1 + random_below(400),
				       .n_bins = BINS,
				       .n_series = N_SERIES};
	bool same;

	NEW(key, n);
	NEW(group, n);
	NEW(wanted, n);
	for (int64_t i = 0; i < n; i++) {
		key[i] = key_of(value[i]);
		group[i] = value[i] == NONE ? -1 : (int32_t)random_below(N_GROUPS);
		wanted[i] = group[i] < 0 ? -1 : naive_bin(&args, value[i], series[group[i]]);
	}
	args.key = to_device(q, key, n * 8);
	args.group = to_device(q, group, n * 4);
	args.bin = to_device(q, NULL, n * 4);
	LAUNCH(q, value_bins, 32, &args, n);
	same = same_items(q, args.bin, wanted, n);
	device_free(q, (void *)args.key);
	device_free(q, (void *)args.group);
	device_free(q, (void *)args.series);
	device_free(q, args.bin);
	free(value);
	free(key);
	free(group);
	free(wanted);
	return same;
}

static void check(struct test_device *d, int64_t n, int bits)
{
	if (bits == 64)
		return; /* there is one version */
	OK(same_picks(d->queue, n), "%s: pick_values of %lld", d->name, (long long)n);
	OK(same_value_bins(d->queue, n), "%s: value_bins of %lld", d->name, (long long)n);
}

int main(void)
{
	return run_on_devices(check);
}
