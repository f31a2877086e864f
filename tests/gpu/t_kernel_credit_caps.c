/* The kernels of credit and caps against plain loops, on each device. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/device/word_args.h"
#include "gpu/search/search_args.h"
#include "lib/kernel_reference.h"
#include "lib/naive_limits.h"
#include "lib/tap.h"

enum { N_STATES = 300, N_SOURCES = 200, N_SINKS = 70, N_ARCS = 500 };

static int32_t *random_items(int64_t n, int64_t from, int64_t to)
{
	int32_t *items;

	NEW(items, n);
	for (int64_t i = 0; i < n; i++)
		items[i] = (int32_t)(from + random_below(to - from));
	return items;
}

/* Whether a device array of bytes holds 0 where these do. */
static bool same_flags(struct queue *q, const uint8_t *d_flag, const uint8_t *flag, int64_t n)
{
	uint8_t *got = malloc((size_t)n + 1);
	bool same = true;

	from_device(q, got, d_flag, n);
	for (int64_t i = 0; i < n; i++)
		same = same && !got[i] == !flag[i];
	free(got);
	return same;
}

/* ---- credit ---- */

/* add_credits, on arcs and sources that lead to states whose ends are known. */
static bool same_credits(struct queue *q, int bits, int64_t n)
{
	int32_t *to = random_items(N_ARCS, 0, N_STATES), *at = random_items(N_SOURCES, 0, N_STATES);
	int32_t *end = random_items(N_STATES, 0, N_SINKS), *source = random_items(n, 0, N_SOURCES);
	struct naive_limits limits = {.k = 1};
	struct add_credits_args args = {.end = to_device(q, end, N_STATES * 4)};
	struct records records;
	int64_t *slack;
	bool same;

	records_new(q, bits, n, &records);
	NEW(slack, n);
	limits_random_credit(&limits, q, N_SOURCES, N_SINKS, 1);
	for (int64_t i = 0; i < n; i++) {
		bool first = random_below(4) == 0;
		int32_t head;

		records.parent[i] = first ? -1 : (int32_t)random_below(1000);
		records.arc[i] = first ? source[i] : (int32_t)random_below(N_ARCS);
		records.slack[i] = random_below(1000000) - 500000;
		head = first ? at[source[i]] : to[records.arc[i]];
		slack[i] = records.slack[i] + limits_credit(&limits, source[i], end[head]);
	}
	records_upload(q, bits, &records);
	args.record = records.device;
	args.record.source = to_device(q, source, n * 4);
	args.graph.to = to_device(q, to, N_ARCS * 4);
	args.graph.source_state = to_device(q, at, N_SOURCES * 4);
	args.credit = limits.device;
	args.slack = to_device(q, NULL, n * bits / 8);
	LAUNCH(q, add_credits, bits, &args, n);
	same = same_times(q, bits, args.slack, slack, n);
	records_free(q, &records);
	limits_release(&limits, q);
	device_free(q, (void *)args.end);
	device_free(q, args.record.source);
	device_free(q, (void *)args.graph.to);
	device_free(q, (void *)args.graph.source_state);
	device_free(q, args.slack);
	free(to);
	free(at);
	free(end);
	free(source);
	free(slack);
	return same;
}

/* inherit_sources, gather_records with sources */
static bool same_sources(struct queue *q, int bits, int64_t n)
{
	int32_t *source = random_items(1000, 0, N_SOURCES), *inherited, *moved;
	int32_t *order = random_order(n);
	struct inherit_sources_args inherit = {.source = to_device(q, source, 1000 * 4)};
	struct gather_records_args gather = {.order = to_device(q, order, n * 4)};
	struct records records, to;
	bool same;

	NEW(inherited, n);
	NEW(moved, n);
	records_new(q, bits, n, &records);
	records_new(q, bits, n, &to);
	for (int64_t i = 0; i < n; i++) {
		records.parent[i] = (int32_t)random_below(1001) - 1;
		records.arc[i] = (int32_t)random_below(N_SOURCES);
		inherited[i] = records.parent[i] < 0 ? records.arc[i] : source[records.parent[i]];
	}
	for (int64_t i = 0; i < n; i++)
		moved[i] = inherited[order[i]];
	records_upload(q, bits, &records);
	records.device.source = to_device(q, NULL, n * 4);
	to.device.source = to_device(q, NULL, n * 4);
	inherit.child = gather.from = records.device;
	gather.to = to.device;
	LAUNCH(q, inherit_sources, 32, &inherit, n);
	LAUNCH(q, gather_records, bits, &gather, n);
	same = same_items(q, records.device.source, inherited, n) &&
	       same_items(q, to.device.source, moved, n);
	device_free(q, (void *)inherit.source);
	device_free(q, (void *)gather.order);
	device_free(q, records.device.source);
	device_free(q, to.device.source);
	records_free(q, &records);
	records_free(q, &to);
	free(source);
	free(order);
	free(inherited);
	free(moved);
	return same;
}

/* ---- rankings ---- */

/* gather_ranking, of as many as there are, with and without records of their own. */
static bool same_gather(struct queue *q, int bits, int64_t n, bool counted)
{
	int64_t *slack = random_times(n, 1000), *moved, some = counted ? random_below(n + 1) : n;
	int32_t *record = random_items(n, 0, 1000), *order = random_order(n), *numbers;
	void *d_slack = times_to_device(q, bits, slack, n);
	int32_t *d_record = to_device(q, record, n * 4);
	struct gather_ranking_args args = {
		.from = {d_slack, counted ? d_record : NULL},
		.first_record = 77,
		.order = to_device(q, order, n * 4),
		.n = counted ? to_device(q, &some, 8) : NULL,
		.to = {to_device(q, NULL, n * bits / 8), to_device(q, NULL, n * 4)}};
	bool same;

	NEW(moved, n);
	NEW(numbers, n);
	for (int64_t i = 0; i < some; i++) {
		moved[i] = slack[order[i]];
		numbers[i] = counted ? record[order[i]] : 77 + order[i];
	}
	LAUNCH(q, gather_ranking, bits, &args, n);
	same = same_times(q, bits, args.to.slack, moved, some) &&
	       same_items(q, args.to.record, numbers, some);
	device_free(q, d_slack);
	device_free(q, d_record);
	device_free(q, (void *)args.order);
	device_free(q, (void *)args.n);
	device_free(q, args.to.slack);
	device_free(q, args.to.record);
	free(slack);
	free(record);
	free(order);
	free(moved);
	free(numbers);
	return same;
}

/* merge_ranking of a level whose records are in another order than its slacks */
static bool same_merge(struct queue *q, int bits, int64_t n)
{
	int64_t *level = sorted_times(n, n / 3 + 2);
	int32_t *record = random_order(n);
	struct merge_ranking_args args = {
		.level = times_to_device(q, bits, level, n),
		.n_level = n,
		.first_record = 1 << 30,
		.out = {to_device(q, NULL, n * bits / 8), to_device(q, NULL, n * 4)},
		.n_out = n,
		.level_record = to_device(q, record, n * 4)};
	bool same;

	LAUNCH(q, merge_ranking, bits, &args, (n + MERGE_TILE - 1) / MERGE_TILE);
	same = same_times(q, bits, args.out.slack, level, n) &&
	       same_items(q, args.out.record, record, n);
	device_free(q, (void *)args.level);
	device_free(q, (void *)args.level_record);
	device_free(q, args.out.slack);
	device_free(q, args.out.record);
	free(level);
	free(record);
	return same;
}

/* record_buckets: of records before and after the first of the level */
static bool same_buckets(struct queue *q, int64_t n)
{
	int32_t first = 400, *record = random_items(n, 0, 1000), *bucket, *source, *key, *iota;
	struct record_buckets_args args = {.first_record = first};
	bool same;

	bucket = random_items(N_SOURCES, 0, 60);
	source = random_items(1000, 0, N_SOURCES);
	NEW(key, n);
	NEW(iota, n);
	for (int64_t i = 0; i < n; i++) {
		key[i] = bucket[source[record[i]]];
		iota[i] = (int32_t)i;
	}
	args.record = to_device(q, record, n * 4);
	args.source = to_device(q, source, first * INT64_C(4));
	args.level_source = to_device(q, source + first, (1000 - first) * INT64_C(4));
	args.bucket = to_device(q, bucket, N_SOURCES * 4);
	args.key = to_device(q, NULL, n * 4);
	args.index = to_device(q, NULL, n * 4);
	LAUNCH(q, record_buckets, 32, &args, n);
	same = same_items(q, args.key, key, n) && same_items(q, args.index, iota, n);
	device_free(q, (void *)args.record);
	device_free(q, (void *)args.source);
	device_free(q, (void *)args.level_source);
	device_free(q, (void *)args.bucket);
	device_free(q, args.key);
	device_free(q, args.index);
	free(record);
	free(bucket);
	free(source);
	free(key);
	free(iota);
	return same;
}

/* cap_buckets: by counting along the ranking */
static bool same_caps(struct queue *q, int bits, int64_t n, int64_t per_bucket)
{
	int32_t n_buckets = (int32_t)(n / 3 + 2), *bucket = random_items(n, 0, n_buckets), *begin;
	int32_t *key, *order, *count;
	int64_t *slack = sorted_times(n, n / 2 + 2), *bound;
	uint8_t *flag;
	struct cap_buckets_args args = {.per_bucket = per_bucket};
	bool same, with_bounds = random_below(4) > 0;

	NEW(begin, n_buckets + 1);
	NEW(count, n_buckets);
	NEW(key, n);
	NEW(order, n);
	NEW(flag, n);
	NEW(bound, n_buckets);
	for (int32_t b = 0; b < n_buckets; b++)
		bound[b] = NONE;
	for (int64_t i = 0; i < n; i++)
		begin[bucket[i] + 1]++;
	for (int32_t b = 0; b < n_buckets; b++)
		begin[b + 1] += begin[b];
	for (int64_t i = 0; i < n; i++) {
		int32_t b = bucket[i], at = begin[b] + count[b]++;

		key[at] = b;
		order[at] = (int32_t)i;
		flag[i] = count[b] <= per_bucket;
		if (count[b] == per_bucket)
			bound[b] = slack[i];
	}
	args.key = to_device(q, key, n * 4);
	args.order = to_device(q, order, n * 4);
	args.slack = times_to_device(q, bits, slack, n);
	args.flag = to_device(q, NULL, n);
	if (with_bounds) {
		struct fill_times_args fill = {.value = none_of(bits)};

		fill.out = args.bound = to_device(q, NULL, n_buckets * INT64_C(8));
		LAUNCH(q, fill_times, bits, &fill, n_buckets);
	}
	LAUNCH(q, cap_buckets, bits, &args, n);
	same = same_flags(q, args.flag, flag, n) &&
	       (!with_bounds || same_times(q, bits, args.bound, bound, n_buckets));
	device_free(q, (void *)args.key);
	device_free(q, (void *)args.order);
	device_free(q, (void *)args.slack);
	device_free(q, args.flag);
	device_free(q, args.bound);
	free(bucket);
	free(begin);
	free(key);
	free(order);
	free(count);
	free(slack);
	free(bound);
	free(flag);
	return same;
}

/* cut_ranking: by counting */
static bool same_cut(struct queue *q, int bits, int64_t n)
{
	int64_t spread = n / 5 + 3, none = none_of(bits);
	int64_t *list = sorted_times(n, spread), n_level = random_below(n + 1);
	int64_t *level = sorted_times(n_level, spread);
	struct cut_ranking_args args = {.n = n, .n_level = n_level};
	bool same = true;

	args.slack = times_to_device(q, bits, list, n);
	args.level = times_to_device(q, bits, level, n_level);
	args.summary = to_device(q, NULL, sizeof *args.summary);
	for (int t = 0; t < 6; t++) {
		int64_t some = random_below(n + 1), all = t % 2 ? some : n, end = 0, below = 0;
		int64_t useful = 0, kth;
		struct partition_summary got;

		args.n_chosen = t % 2 ? to_device(q, &some, 8) : NULL;
		args.k = random_below(5) ? 1 + random_below(n + 2) : INT64_MAX;
		args.slack_min = random_below(3) ? spread / 4 : INT64_MIN;
		args.end = random_below(3) ? random_below(spread) : none;
		args.bound = random_below(2) ? random_below(spread) : none;
		while (end < all && list[end] < args.end)
			end++;
		while (below < end && list[below] < args.slack_min)
			below++;
		kth = end - below >= args.k ? list[below + args.k - 1] : none;
		while (useful < n_level && level[useful] < kth && level[useful] <= args.bound)
			useful++;
		LAUNCH(q, cut_ranking, bits, &args, 1);
		from_device(q, &got, args.summary, sizeof got);
		same = same && got.n_merged == (kth == none ? end : below + args.k) &&
		       got.kth_slack == kth && got.n_below == below &&
		       got.first_slack == (got.n_merged ? list[0] : none) &&
		       got.least_slack == (n_level ? level[0] : none) && got.n_useful == useful;
		device_free(q, (void *)args.n_chosen);
	}
	device_free(q, (void *)args.slack);
	device_free(q, (void *)args.level);
	device_free(q, args.summary);
	free(list);
	free(level);
	return same;
}

/* ---- what stays ---- */

/* mark_ranked, renumber_ranking */
static bool same_marks(struct queue *q, int64_t n)
{
	/* a level of n records after 1000 others; the ranking holds some of both */
	int64_t n_list = n / 2 + n % 2, stay = random_below(n_list + 1);
	int32_t *record = random_order(n), *ranked, *place = random_order(n), *renumbered;
	struct partition_summary summary = {.n_merged = stay};
	struct mark_ranked_args mark = {.first_record = 1000};
	struct renumber_ranking_args renumber = {.first_record = 1000};
	bool same;

	NEW(ranked, n);
	NEW(renumbered, n_list);
	for (int64_t i = 0; i < n_list; i++) {
		bool earlier = random_below(3) == 0;

		if (!earlier && i < stay)
			ranked[record[i]] = 1;
		renumbered[i] = earlier ? record[i] % 1000 : 1000 + place[record[i]];
		record[i] = earlier ? record[i] % 1000 : 1000 + record[i];
	}
	mark.record = renumber.record = to_device(q, record, n_list * 4);
	mark.summary = to_device(q, &summary, sizeof summary);
	mark.ranked = to_device(q, NULL, n * 4);
	renumber.place = to_device(q, place, n * 4);
	queue_fill(q, mark.ranked, 0, n * 4);
	LAUNCH(q, mark_ranked, 32, &mark, n_list);
	LAUNCH(q, renumber_ranking, 32, &renumber, n_list);
	same = same_items(q, mark.ranked, ranked, n) &&
	       same_items(q, renumber.record, renumbered, n_list);
	device_free(q, renumber.record);
	device_free(q, (void *)mark.summary);
	device_free(q, mark.ranked);
	device_free(q, (void *)renumber.place);
	free(record);
	free(ranked);
	free(place);
	free(renumbered);
	return same;
}

static bool same_keep(struct queue *q, int bits, int64_t n, bool capped)
{
	int32_t *source = random_items(n, 0, N_SOURCES), *bucket = random_items(N_SOURCES, 0, 9);
	int32_t *ranked = random_items(n, 0, 2);
	int64_t *bound = random_times(9, 1000), none = none_of(bits);
	struct partition_summary summary = {.kth_slack = random_below(2) ? 500 : none};
	struct keep_records_args args = {.bound = random_below(2) ? 400 : none};
	struct records records;
	uint8_t *flag;
	bool same;

	records_new(q, bits, n, &records);
	NEW(flag, n);
	bound[3] = NONE;
	for (int64_t i = 0; i < n; i++) {
		int64_t slack = records.slack[i] = random_below(900) - 200;

		flag[i] = (slack < args.bound && slack < summary.kth_slack &&
			   (!capped || slack < bound[bucket[source[i]]])) ||
			  ranked[i];
	}
	records_upload(q, bits, &records);
	args.record = records.device;
	args.record.source = to_device(q, source, n * 4);
	args.ranked = to_device(q, ranked, n * 4);
	args.summary = to_device(q, &summary, sizeof summary);
	args.flag = to_device(q, NULL, n);
	if (capped) {
		args.caps.bucket = to_device(q, bucket, N_SOURCES * 4);
		args.caps.bound = times_to_device(q, bits, bound, 9);
	}
	LAUNCH(q, keep_records, bits, &args, n);
	same = same_flags(q, args.flag, flag, n);
	device_free(q, args.record.source);
	device_free(q, (void *)args.ranked);
	device_free(q, (void *)args.summary);
	device_free(q, args.flag);
	device_free(q, (void *)args.caps.bucket);
	device_free(q, (void *)args.caps.bound);
	records_free(q, &records);
	free(source);
	free(bucket);
	free(ranked);
	free(bound);
	free(flag);
	return same;
}

static void check_limits(struct test_device *d, int64_t n, int bits)
{
	struct queue *q = d->queue;
	long long size = n;
	bool same = true;

	for (int i = 0; i < (n < 10000 ? 16 : 2); i++) /* modes, splits and directions are random */
		same = same && same_credits(q, bits, n);
	OK(same, "%s: add_credits of %lld, %d bit", d->name, size, bits);
	OK(same_sources(q, bits, n), "%s: inherit_sources, gather_records", d->name);
	OK(same_gather(q, bits, n, false) && same_gather(q, bits, n, true), "%s: gather_ranking",
	   d->name);
	OK(same_merge(q, bits, n), "%s: merge_ranking with records", d->name);
	OK(same_buckets(q, n), "%s: record_buckets", d->name);
	OK(same_caps(q, bits, n, 1) && same_caps(q, bits, n, 2) && same_caps(q, bits, n, 5) &&
		   same_caps(q, bits, n, INT64_MAX),
	   "%s: cap_buckets", d->name);
	OK(same_cut(q, bits, n), "%s: cut_ranking", d->name);
	OK(same_marks(q, n), "%s: mark_ranked, renumber_ranking", d->name);
	OK(same_keep(q, bits, n, false) && same_keep(q, bits, n, true), "%s: keep_records",
	   d->name);
}

int main(void)
{
	return run_on_devices(check_limits);
}
