/* The kernels of lists (batches, sort keys, rankings) against plain loops, on each device. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/search/search_args.h"
#include "lib/kernel_reference.h"
#include "lib/tap.h"

static bool same_cut(struct queue *q, int64_t n)
{
	int64_t *offset, *d_offset;
	struct batch_summary *d_summary = to_device(q, NULL, sizeof *d_summary), got;
	bool same = true;

	NEW(offset, n + 1);
	for (int64_t i = 0; i < n; i++)
		offset[i + 1] = offset[i] + random_below(4);
	d_offset = to_device(q, offset, (n + 1) * 8);
	for (int t = 0; t < 4; t++) {
		int64_t room = t == 0 ? 0 : random_below(2 * n + 2), parents = n > 0;
		struct cut_batch_args args = {d_offset, n, room, d_summary};

		while (parents < n && offset[parents + 1] <= room)
			parents++;
		LAUNCH(q, cut_batch, 32, &args, 1);
		from_device(q, &got, d_summary, sizeof got);
		same = same && got.n_children == offset[n] && got.n_batch_parents == parents &&
		       got.n_batch_children == offset[parents];
	}
	free(offset);
	device_free(q, d_offset);
	device_free(q, d_summary);
	return same;
}

/* slack_keys, gather_records */
static bool same_keys(struct queue *q, int bits, int64_t n)
{
	struct records in, out;
	int32_t *order = random_order(n), *d_order = to_device(q, order, n * 4), *iota;
	int64_t *times = random_times(n, 1000000), *keys;
	void *d_key = to_device(q, NULL, n * bits / 8);
	int32_t *d_index = to_device(q, NULL, n * 4);
	struct slack_keys_args key = {.base = -1000000, .key = d_key, .index = d_index};
	struct gather_records_args gather = {.order = d_order};
	bool same;

	records_new(q, bits, n, &in);
	records_new(q, bits, n, &out);
	NEW(iota, n);
	NEW(keys, n);
	for (int64_t i = 0; i < n; i++) {
		in.slack[i] = times[i];
		in.parent[i] = (int32_t)random_below(1000);
		in.arc[i] = (int32_t)random_below(1000);
		iota[i] = (int32_t)i;
		keys[i] = times[i] + 1000000;
	}
	for (int64_t i = 0; i < n; i++) {
		out.slack[i] = in.slack[order[i]];
		out.parent[i] = in.parent[order[i]];
		out.arc[i] = in.arc[order[i]];
	}
	records_upload(q, bits, &in);
	key.slack = in.device.slack;
	LAUNCH(q, slack_keys, bits, &key, n);
	gather.from = in.device;
	gather.to = out.device;
	LAUNCH(q, gather_records, bits, &gather, n);
	same = same_times(q, bits, d_key, keys, n) && same_items(q, d_index, iota, n) &&
	       records_same(q, bits, &out);
	records_free(q, &in);
	records_free(q, &out);
	free(order);
	free(times);
	free(iota);
	free(keys);
	device_free(q, d_order);
	device_free(q, d_key);
	device_free(q, d_index);
	return same;
}

/* partition_ranking, merge_ranking; many equal slacks */
static bool same_merge(struct queue *q, int bits, int64_t n_top, int64_t n_level, int64_t k)
{
	int64_t spread = n_top / 7 + 3;
	int64_t *top = sorted_times(n_top, spread), *level = sorted_times(n_level, spread), *out;
	int64_t min = random_below(3) ? INT64_MIN : spread / 5, below = 0, limit, n, i = 0, j = 0;
	int32_t *record, *order = random_order(n_top);
	void *d_top = times_to_device(q, bits, top, n_top);
	void *d_level = times_to_device(q, bits, level, n_level), *d_out;
	int32_t *d_order = to_device(q, order, n_top * 4), *d_record;
	struct partition_summary *d_summary = to_device(q, NULL, sizeof *d_summary), got;
	/* Half of the times their numbers are only known on the device. */
	bool limited = random_below(2);
	int64_t *d_limit = to_device(q, &n_level, sizeof n_level),
		*d_merged = to_device(q, NULL, 8), merged;
	struct partition_ranking_args partition = {.top = d_top,
						   .n_top = n_top,
						   .level = d_level,
						   .n_level = limited ? n_level + 7 : n_level,
						   .level_limit = limited ? d_limit : NULL,
						   .k = k,
						   .slack_min = min,
						   .summary = d_summary,
						   .n_merged = d_merged};
	bool same;

	for (int64_t t = 0; t < n_top; t++)
		below += top[t] < min;
	for (int64_t t = 0; t < n_level; t++)
		below += level[t] < min;
	limit = below + k;
	n = n_top + n_level < limit ? n_top + n_level : limit;
	NEW(out, n);
	NEW(record, n);
	for (int64_t o = 0; o < n; o++) {
		bool from_top = j == n_level || (i < n_top && top[i] <= level[j]);

		out[o] = from_top ? top[i] : level[j];
		record[o] = from_top ? order[i] : (int32_t)(1000 + j);
		i += from_top;
		j += !from_top;
	}
	LAUNCH(q, partition_ranking, bits, &partition, 1);
	from_device(q, &got, d_summary, sizeof got);
	from_device(q, &merged, d_merged, sizeof merged);
	same = merged == n && got.n_merged == n && got.n_taken == j && got.n_below == below &&
	       got.kth_slack == (n == limit && n > 0 ? out[n - 1] : none_of(bits)) &&
	       got.first_slack == (n_top + n_level == 0                 ? none_of(bits)
				   : n_top == 0                         ? level[0]
				   : n_level == 0 || top[0] <= level[0] ? top[0]
									: level[0]);
	d_out = to_device(q, NULL, n * bits / 8);
	d_record = to_device(q, NULL, n * 4);
	{
		struct merge_ranking_args merge = {.top = {d_top, d_order},
						   .n_top = n_top,
						   .level = d_level,
						   .n_level = partition.n_level,
						   .level_limit = partition.level_limit,
						   .first_record = 1000,
						   .out = {d_out, d_record},
						   .n_out = limited ? n + 3 * MERGE_TILE : n,
						   .out_limit = limited ? d_merged : NULL};

		LAUNCH(q, merge_ranking, bits, &merge, (merge.n_out + MERGE_TILE - 1) / MERGE_TILE);
	}
	same = same && same_times(q, bits, d_out, out, n) && same_items(q, d_record, record, n);
	device_free(q, d_limit);
	device_free(q, d_merged);
	free(top);
	free(level);
	free(out);
	free(record);
	free(order);
	device_free(q, d_top);
	device_free(q, d_level);
	device_free(q, d_out);
	device_free(q, d_order);
	device_free(q, d_record);
	device_free(q, d_summary);
	return same;
}

static bool same_error(struct queue *q, int bits, int64_t n)
{
	int64_t *a = random_times(n, 1 << 28), *b = random_times(n, 1 << 28), largest = 0, got = 0;
	void *d_a = times_to_device(q, bits, a, n), *d_b = times_to_device(q, bits, b, n);
	int64_t *d_largest = to_device(q, &got, 8);
	struct ranking_error_args args = {d_a, d_b, n, d_largest};

	for (int64_t i = 0; i < n; i++)
		largest = llabs(a[i] - b[i]) > largest ? llabs(a[i] - b[i]) : largest;
	LAUNCH(q, ranking_error, bits, &args, (n + ERROR_TILE - 1) / ERROR_TILE);
	from_device(q, &got, d_largest, 8);
	free(a);
	free(b);
	device_free(q, d_a);
	device_free(q, d_b);
	device_free(q, d_largest);
	return got == largest;
}

static void check_lists(struct test_device *d, int64_t n, int bits)
{
	struct queue *q = d->queue;
	long long size = n;

	OK(same_cut(q, n), "%s: cut_batch of %lld", d->name, size);
	OK(same_keys(q, bits, n), "%s: slack_keys, gather_records of %lld, %d bit", d->name, size,
	   bits);
	OK(same_merge(q, bits, n, n / 2, n + 5) && same_merge(q, bits, n, 0, n / 2 + 1) &&
		   same_merge(q, bits, 0, n, n) && same_merge(q, bits, n / 3, n, n / 2 + 1),
	   "%s: partition_ranking, merge_ranking of %lld, %d bit", d->name, size, bits);
	OK(same_error(q, bits, n), "%s: ranking_error of %lld, %d bit", d->name, size, bits);
}

int main(void)
{
	return run_on_devices(check_lists);
}
