#include "gpu/inspect/slack_changes.h"

#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "gpu/inspect/change_args.h"
#include "gpu/timing/result_args.h"
#include "gpu/inspect/histogram_impl.h"

static const char memory_name[] = "reading";

enum { SUM_ITEMS = 4096 }; /* of change_sums: each has every 4096th entry */

/* ---- comparing ---- */

static enum status take_before(struct slack_changes *c, const int64_t *before)
{
	int64_t n = c->pairs.n;

	TRY(DEVICE_ALLOC(c->queue, memory_name, &c->d_before, n));
	TRY(DEVICE_ALLOC_ALL(c->queue, memory_name, c->pairs.n_now, &c->d_now, &c->d_group));
	queue_upload(c->queue, c->d_before, before, n * (int64_t)sizeof *before);
	c->pairs.before = c->d_before;
	c->pairs.now = c->d_now;
	c->pairs.group = c->d_group;
	return STATUS_OK;
}

/* From counts of codes, and from sums. */
static void add_up(const int32_t code[CHANGE_CODES], const struct change_sums *sums,
		   struct change_totals *totals)
{
	static const enum change_list of[] = {CHANGES_WORSE, CHANGES_SAME, CHANGES_BETTER};

	for (int i = 0; i < CHANGE_CODES; i++) {
		const int sign[2] = {i / 9, i / 3 % 3};
		enum change_list list = !sign[0]   ? CHANGES_NEW
					: !sign[1] ? CHANGES_GONE
						   : of[i % 3];

		for (int s = 0; s < 2; s++) {
			totals->n[s] += sign[s] ? code[i] : 0;
			totals->n_violated[s] += sign[s] == 1 ? code[i] : 0;
		}
		totals->n_list[CHANGES_ALL] += code[i];
		totals->n_list[CHANGES_CHANGED] += list == CHANGES_SAME ? 0 : code[i];
		totals->n_list[list] += code[i];
		totals->n_broken += sign[0] != 1 && sign[1] == 1 ? code[i] : 0;
		totals->n_mended += sign[0] == 1 && sign[1] == 2 ? code[i] : 0;
	}
	for (int s = 0; s < 2 && sums; s++) {
		totals->wns[s] = totals->n[s] ? sums->least[s] : 0;
		totals->most[s] = totals->n[s] ? sums->most[s] : 0;
		totals->tns[s] = sums->tns[s];
	}
}

static enum status compare(struct slack_changes *c)
{
	int64_t n = c->pairs.n;
	struct endpoint_changes_args args = {.pairs = c->pairs};
	struct change_sums_args sum = {.pairs = c->pairs, .n_items = min_i64(n, SUM_ITEMS)};
	struct change_sums sums = {{INT64_MAX, INT64_MAX}, {INT64_MIN, INT64_MIN}, {0, 0}};
	int32_t code[CHANGE_CODES];

	TRY(DEVICE_ALLOC_ALL(c->queue, memory_name, n, &c->d_key, &c->d_key_group, &c->d_order,
			     &c->d_sorted, &c->d_item, &c->d_sorted_item, &c->d_code));
	TRY(DEVICE_ALLOC(c->queue, memory_name, &c->d_count, CHANGE_CODES));
	TRY(DEVICE_ALLOC(c->queue, memory_name, &c->d_sums, 1));
	args.key = c->d_key;
	args.group = c->d_key_group;
	args.order = c->d_order;
	args.item = c->d_item;
	args.code = c->d_code;
	sum.sums = c->d_sums;
	queue_upload(c->queue, c->d_sums, &sums, sizeof sums);
	LAUNCH(c->queue, endpoint_changes, 32, &args, n);
	LAUNCH(c->queue, change_sums, 32, &sum, sum.n_items);
	prim_histogram(c->queue, c->d_code, n, c->d_count, CHANGE_CODES);
	prim_sort(c->queue, 64, 64, c->d_order, c->d_sorted, c->d_item, c->d_sorted_item, n);
	queue_download(c->queue, code, c->d_count, sizeof code);
	queue_download(c->queue, &sums, c->d_sums, sizeof sums);
	TRY(queue_sync(c->queue));
	add_up(code, &sums, &c->totals);
	return STATUS_OK;
}

enum status slack_changes_of_timing(struct timing *timing, struct queue *queue, enum split split,
				    bool without_credit, struct compared_slacks before,
				    struct slack_changes *out)
{
	RELEASED_BY(queue_rest) struct queue *rests = queue; /* before.slack is the caller's */
	int64_t n_sinks = timing->image->device_states.n_sinks;
	struct endpoint_values_args values =
		histogram_endpoint_values(timing, split, without_credit);

	*out = (struct slack_changes){.queue = queue, .pairs = {.n = before.n, .n_now = n_sinks}};
	TRY(take_before(out, before.slack));
	TRY(DEVICE_ALLOC(queue, memory_name, &out->d_sink, n_sinks));
	values.key = out->d_now;
	values.group = out->d_group;
	values.sink = out->d_sink;
	LAUNCH(queue, endpoint_values, 32, &values, n_sinks);
	return compare(out);
}

enum status slack_changes_of_slacks(struct queue *queue, struct compared_slacks now,
				    const int32_t *group, struct compared_slacks before,
				    struct slack_changes *out)
{
	FREED uint64_t *key = NULL;
	RELEASED_BY(queue_rest) struct queue *rests = queue; /* it may read all of these arrays */

	*out = (struct slack_changes){.queue = queue, .pairs = {.n = before.n, .n_now = now.n}};
	TRY(ALLOC(&key, now.n));
	for (int64_t i = 0; i < now.n; i++)
		key[i] = (uint64_t)now.slack[i] ^ VALUE_SIGN;
	TRY(take_before(out, before.slack));
	queue_upload(queue, out->d_now, key, now.n * (int64_t)sizeof *key);
	queue_upload(queue, out->d_group, group, now.n * (int64_t)sizeof *group);
	return compare(out);
}

void slack_changes_release(struct slack_changes *c)
{
	if (c->queue)
		DEVICE_FREE_ALL(c->queue, &c->d_before, &c->d_now, &c->d_key, &c->d_order,
				&c->d_sorted, &c->d_group, &c->d_sink, &c->d_item,
				&c->d_sorted_item, &c->d_code, &c->d_count, &c->d_key_group,
				&c->d_sums);
	*c = (struct slack_changes){0};
}

/* ---- reading ---- */

enum status slack_changes_rows(const struct slack_changes *c, enum change_list list, int64_t first,
			       int64_t n, struct change_row *row)
{
	int64_t begin = change_list_begin(&c->totals, list);
	struct change_rows_args args = {
		.pairs = c->pairs, .sink = c->d_sink, .item = c->d_sorted_item + begin + first};
	DEVICE_HELD held = {c->queue, {&args.row}};

	TRY(DEVICE_ALLOC(c->queue, memory_name, &args.row, n));
	LAUNCH(c->queue, change_rows, 32, &args, n);
	return queue_read(c->queue, row, args.row, n * (int64_t)sizeof *row);
}

static enum status count_changes(const struct slack_changes *c, const struct histogram_query *query,
				 struct histogram_values *v, struct snap_histogram *h)
{
	TRY(histogram_values_alloc(v));
	queue_copy(v->queue, v->key, c->d_key, v->n * (int64_t)sizeof *v->key);
	queue_copy(v->queue, v->group, c->d_key_group, v->n * (int64_t)sizeof *v->group);
	return histogram_count(v, query, false, h);
}

enum status slack_changes_histogram(const struct slack_changes *c,
				    const struct histogram_query *query, int32_t n_groups,
				    char *const *name, int64_t serial, struct snap_histogram **out)
{
	RELEASED_BY(histogram_values_release)
	struct histogram_values v = {
		.queue = c->queue, .n = c->pairs.n, .n_groups = n_groups, .name = name};
	SNAP_HELD struct snap_histogram *h = NULL;

	TRY(snap_histogram_new(NULL, serial, &h));
	TRY(queue_settle(c->queue, count_changes(c, query, &v, h)));
	HAND_OVER(out, h);
	return STATUS_OK;
}

enum status slack_changes_cells(const struct slack_changes *c, const int64_t low[2],
				const int64_t width[2], const int32_t n[2], int32_t *count)
{
	struct change_cells_args args = {.pairs = c->pairs};
	int32_t *d_count = NULL, n_cells = n[0] * n[1];
	DEVICE_HELD held = {c->queue, {&args.cell, &d_count}};

	memcpy(args.low, low, sizeof args.low);
	memcpy(args.width, width, sizeof args.width);
	memcpy(args.n, n, sizeof args.n);
	TRY(DEVICE_ALLOC(c->queue, memory_name, &args.cell, c->pairs.n));
	TRY(DEVICE_ALLOC(c->queue, memory_name, &d_count, n_cells));
	LAUNCH(c->queue, change_cells, 32, &args, c->pairs.n);
	prim_histogram(c->queue, args.cell, c->pairs.n, d_count, n_cells);
	return queue_read(c->queue, count, d_count, n_cells * (int64_t)sizeof *count);
}
