/*
 * The devices: queues, memory and primitives, each primitive against a plain loop, at sizes around
 * nothing, a warp, a block and the threshold from which threads are used.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "gpu/device/word_args.h"
#include "lib/devices.h"
#include "lib/tap.h"

static const int64_t sizes[] = {0, 1, 31, 33, 1000, 20000, 3000000};

enum { N_SIZES = sizeof sizes / sizeof *sizes };

static int32_t *random_items(int64_t n, int32_t below)
{
	int32_t *items = malloc((size_t)(n + 1) * sizeof *items);

	for (int64_t i = 0; i < n; i++)
		items[i] = (int32_t)random_below(below);
	return items;
}

/* Item i is i + 1, three times. */
static void make_triples(const void *context, int64_t begin, int64_t end, void *out)
{
	int32_t *item = out;

	for (int64_t i = begin; i < end; i++) {
		for (int j = 0; j < 3; j++)
			*item++ = (int32_t)i + *(const int32_t *)context;
	}
}

/* Through several slots of pinned memory too, and back; again where there is something already. */
static bool check_made(struct queue *q, int64_t n)
{
	int64_t bytes = 12 * n;
	int32_t *got = malloc((size_t)bytes + 1), one = 1, two = 2, *d_items;
	char *d_shifted = to_device(q, NULL, bytes + 1);
	bool same = true;

	d_items = to_device(q, NULL, bytes);
	queue_make(q, d_items, n, 12, make_triples, &two);
	queue_make(q, d_items, n, 12, make_triples, &one);
	from_device(q, got, d_items, bytes);
	for (int64_t i = 0; i < 3 * n; i++)
		same = same && got[i] == i / 3 + 1;
	queue_upload(q, d_shifted + 1, got, bytes);
	same = same && queue_sync(q) == STATUS_OK;
	if (bytes)
		memset(got, 0, (size_t)bytes);
	from_device(q, got, d_shifted + 1, bytes);
	for (int64_t i = 0; i < 3 * n; i++)
		same = same && got[i] == i / 3 + 1;
	device_free(q, d_items);
	device_free(q, d_shifted);
	free(got);
	return same;
}

static bool check_scan(struct queue *q, int64_t n)
{
	int32_t *in = random_items(n, INT32_MAX);
	int64_t *out = malloc((size_t)(n + 1) * sizeof *out), sum = 0;
	int32_t *d_in = to_device(q, in, n * 4);
	int64_t *d_out = to_device(q, NULL, (n + 1) * 8);
	bool same = true;

	prim_scan(q, d_in, d_out, n);
	from_device(q, out, d_out, (n + 1) * 8);
	for (int64_t i = 0; i <= n; i++) {
		same = same && out[i] == sum;
		sum += i < n ? in[i] : 0;
	}
	device_free(q, d_in);
	device_free(q, d_out);
	free(in);
	free(out);
	return same;
}

static bool check_reduce(struct queue *q, int64_t n)
{
	int32_t *in = random_items(n, INT32_MAX), max = INT32_MIN, got_max;
	int64_t sum = 0, got_sum;
	int32_t *d_in, *d_max = to_device(q, NULL, 4);
	int64_t *d_sum = to_device(q, NULL, 8);

	for (int64_t i = 0; i < n; i++) {
		in[i] -= INT32_MAX / 2;
		sum += in[i];
		max = in[i] > max ? in[i] : max;
	}
	d_in = to_device(q, in, n * 4);
	prim_sum(q, d_in, d_sum, n);
	prim_max(q, d_in, d_max, n);
	from_device(q, &got_sum, d_sum, 8);
	from_device(q, &got_max, d_max, 4);
	device_free(q, d_in);
	device_free(q, d_sum);
	device_free(q, d_max);
	free(in);
	return got_sum == sum && got_max == max;
}

static bool check_select(struct queue *q, int64_t n)
{
	uint8_t *flag = malloc((size_t)n + 1);
	int32_t *out = malloc((size_t)(n + 1) * sizeof *out);
	uint8_t *d_flag;
	int32_t *d_out = to_device(q, NULL, n * 4);
	int64_t *d_n = to_device(q, NULL, 8), got = -1, at = 0;
	bool same = true;

	for (int64_t i = 0; i < n; i++)
		flag[i] = random_below(4) == 0 ? (uint8_t)(1 + random_below(255)) : 0;
	d_flag = to_device(q, flag, n);
	prim_select(q, d_flag, d_out, d_n, n);
	from_device(q, &got, d_n, 8);
	from_device(q, out, d_out, n * 4);
	for (int64_t i = 0; i < n; i++) {
		if (flag[i])
			same = same && out[at++] == i;
	}
	device_free(q, d_flag);
	device_free(q, d_out);
	device_free(q, d_n);
	free(flag);
	free(out);
	return same && got == at;
}

static bool check_histogram(struct queue *q, int64_t n, int32_t n_bins)
{
	int32_t *bin = random_items(n, n_bins + 2);
	int32_t *count = calloc((size_t)n_bins, sizeof *count);
	int32_t *got = malloc((size_t)n_bins * sizeof *got);
	int32_t *d_bin, *d_count = to_device(q, NULL, (int64_t)n_bins * 4);
	bool same;

	for (int64_t i = 0; i < n; i++) {
		bin[i]--; /* one below and one above the range as well */
		if (bin[i] >= 0 && bin[i] < n_bins)
			count[bin[i]]++;
	}
	d_bin = to_device(q, bin, n * 4);
	prim_histogram(q, d_bin, n, d_count, n_bins);
	from_device(q, got, d_count, (int64_t)n_bins * 4);
	same = memcmp(got, count, (size_t)n_bins * 4) == 0;
	device_free(q, d_bin);
	device_free(q, d_count);
	free(bin);
	free(count);
	free(got);
	return same;
}

/* Sorted by the low bits, equal ones in their old order (values are the old places). */
static bool is_sorted(const uint64_t *in, const int32_t *value, const void *out, int key_bits,
		      uint64_t mask, int64_t n)
{
	for (int64_t i = 0; i < n; i++) {
		uint64_t key =
			key_bits == 32 ? ((const uint32_t *)out)[i] : ((const uint64_t *)out)[i];
		bool ok = value[i] >= 0 && value[i] < n && in[value[i]] == key;

		if (ok && i > 0) {
			uint64_t a = in[value[i - 1]] & mask, b = key & mask;

			ok = a < b || (a == b && value[i - 1] < value[i]);
		}
		if (!ok)
			return false;
	}
	return true;
}

static bool check_sort(struct queue *q, int64_t n, int key_bits, int n_bits, int distinct_bits)
{
	uint64_t *in = malloc((size_t)(n + 1) * 8), *keys = calloc((size_t)n + 1, 8);
	uint64_t all = key_bits == 32 ? UINT32_MAX : UINT64_MAX;
	uint64_t mask = n_bits == 64 ? UINT64_MAX : (UINT64_C(1) << n_bits) - 1;
	int32_t *value = malloc((size_t)(n + 1) * 4);
	void *d_in, *d_out;
	int32_t *d_value, *d_value_out;
	bool same;

	for (int64_t i = 0; i < n; i++) {
		in[i] = (random_next() << (64 - distinct_bits) >> (64 - n_bits)) & all;
		if (key_bits == 32)
			((uint32_t *)keys)[i] = (uint32_t)in[i];
		else
			keys[i] = in[i];
		value[i] = (int32_t)i;
	}
	d_in = to_device(q, keys, n * key_bits / 8);
	d_out = to_device(q, NULL, n * key_bits / 8);
	d_value = to_device(q, value, n * 4);
	d_value_out = to_device(q, NULL, n * 4);
	prim_sort(q, key_bits, n_bits, d_in, d_out, d_value, d_value_out, n);
	from_device(q, keys, d_out, n * key_bits / 8);
	from_device(q, value, d_value_out, n * 4);
	same = is_sorted(in, value, keys, key_bits, mask, n);
	device_free(q, d_in);
	device_free(q, d_out);
	device_free(q, d_value);
	device_free(q, d_value_out);
	free(in);
	free(keys);
	free(value);
	return same;
}

/* `even`: rows of about the same length; else most items are in a few. */
static bool check_rows(struct queue *q, int64_t n, int32_t n_rows, bool even)
{
	int32_t *key = random_items(n, n_rows), *row = malloc(((size_t)n_rows + 1) * 4);
	int32_t *order = malloc((size_t)(n + 1) * 4), *alone = malloc(((size_t)n_rows + 1) * 4);
	int32_t *d_key, *d_row = to_device(q, NULL, ((int64_t)n_rows + 1) * 4);
	int32_t *d_order = to_device(q, NULL, n * 4);
	bool same;

	for (int64_t i = 0; i < n && !even; i++)
		key[i] = random_below(4) ? key[i] / 1000 * (n_rows / 1000 + 1) % n_rows : key[i];
	d_key = to_device(q, key, n * 4);
	prim_rows(q, d_key, n, n_rows, d_row, d_order);
	from_device(q, row, d_row, ((int64_t)n_rows + 1) * 4);
	from_device(q, order, d_order, n * 4);
	prim_rows(q, d_key, n, n_rows, d_row, NULL);
	from_device(q, alone, d_row, ((int64_t)n_rows + 1) * 4);
	same = row[0] == 0 && row[n_rows] == n && memcmp(row, alone, ((size_t)n_rows + 1) * 4) == 0;
	for (int32_t r = 0; r < n_rows && same; r++) {
		for (int32_t i = row[r]; i < row[r + 1] && same; i++)
			same = order[i] >= 0 && order[i] < n && key[order[i]] == r &&
			       (i == row[r] || order[i - 1] < order[i]);
	}
	device_free(q, d_key);
	device_free(q, d_row);
	device_free(q, d_order);
	free(key);
	free(row);
	free(alone);
	free(order);
	return same;
}

static void check_primitives(struct test_device *d)
{
	for (int i = 0; i < N_SIZES; i++) {
		long long n = sizes[i];

		if (!test_size_wanted(n))
			continue;
		OK(check_made(d->queue, n), "%s: %lld items made and copied", d->name, n);
		OK(check_scan(d->queue, n), "%s: scan of %lld", d->name, n);
		OK(check_reduce(d->queue, n), "%s: sum and max of %lld", d->name, n);
		OK(check_select(d->queue, n), "%s: select from %lld", d->name, n);
		OK(check_histogram(d->queue, n, 1) && check_histogram(d->queue, n, 100) &&
			   check_histogram(d->queue, n, 50000),
		   "%s: histogram of %lld", d->name, n);
		OK(check_sort(d->queue, n, 32, 32, 32) && check_sort(d->queue, n, 32, 13, 6) &&
			   check_sort(d->queue, n, 32, 31, 3),
		   "%s: sort of %lld 32-bit keys", d->name, n);
		OK(check_rows(d->queue, n, 1, true) && check_rows(d->queue, n, 700, true) &&
			   check_rows(d->queue, n, 5000, true) &&
			   check_rows(d->queue, n, 3000000, true) &&
			   check_rows(d->queue, n, 70000, false),
		   "%s: rows of %lld", d->name, n);
		OK(check_sort(d->queue, n, 64, 64, 64) && check_sort(d->queue, n, 64, 37, 5),
		   "%s: sort of %lld 64-bit keys", d->name, n);
	}
}

static void check_memory(struct test_device *d)
{
	struct device_memory rows[16], total;
	void *a, *b, *none;
	int n;

	device_alloc(d->queue, "first", 1000, &a);
	device_alloc(d->queue, "second", 500, &b);
	device_free(d->queue, a);
	device_alloc(d->queue, "second", 700, &a);
	n = device_memory_table(d->device, rows, 16, &total);
	OK(n >= 2 && total.bytes == 1200 && total.peak >= 1500, "%s: memory in all", d->name);
	for (int i = 0; i < n; i++) {
		if (strcmp(rows[i].name, "first") == 0)
			OK(rows[i].bytes == 0 && rows[i].peak == 1000, "%s: memory by name",
			   d->name);
		if (strcmp(rows[i].name, "second") == 0)
			OK(rows[i].bytes == 1200 && rows[i].peak == 1200, "%s: its sum", d->name);
	}
	device_free(d->queue, a);
	device_free(d->queue, b);
	OK(device_alloc(d->queue, "huge", INT64_C(1) << 50, &none) == STATUS_DEVICE_MEMORY,
	   "%s: too much memory is a status", d->name);
	OK(device_alloc(d->queue, "after", 100, &a) == STATUS_OK &&
		   queue_sync(d->queue) == STATUS_OK,
	   "%s: and does no harm", d->name);
	device_free(d->queue, a);
}

static void check_cancel(struct test_device *d)
{
	int32_t *d_items = to_device(d->queue, NULL, 4000000), items[2] = {7, 7};
	struct iota_args iota = {d_items};

	atomic_store(&d->task.cancel, true);
	LAUNCH(d->queue, iota, 32, &iota, 1000000);
	queue_download(d->queue, items, d_items, sizeof items);
	OK(queue_sync(d->queue) == STATUS_CANCELLED && items[1] == 7, "%s: cancel", d->name);
	atomic_store(&d->task.cancel, false);
	LAUNCH(d->queue, iota, 32, &iota, 1000000);
	queue_download(d->queue, items, d_items, sizeof items);
	OK(queue_sync(d->queue) == STATUS_OK && items[1] == 1, "%s: and go on", d->name);
	device_free(d->queue, d_items);
}

static void breathe(void *context)
{
	struct task *task = context;
	uint64_t count;

	if (read(task->wake_fd, &count, sizeof count) > 0)
		atomic_fetch_add(&task->done, 1);
}

static void check_events(struct test_device *d)
{
	int32_t *d_items = to_device(d->queue, NULL, 40000000);
	struct iota_args iota = {d_items};
	uint64_t one = 1;
	/* a GPU is asked for some milliseconds first */
	int n_launches = device_kind(d->device) == DEVICE_CUDA ? 1000 : 50;

	d->task.wake_fd = eventfd(0, EFD_NONBLOCK);
	d->task.breathe = breathe;
	d->task.context = &d->task;
	if (write(d->task.wake_fd, &one, sizeof one) < 0)
		abort();
	for (int i = 0; i < n_launches; i++)
		LAUNCH(d->queue, iota, 32, &iota, 10000000);
	OK(queue_sync(d->queue) == STATUS_OK, "%s: a wait in which requests are served", d->name);
	if (strcmp(d->name, "CPU") != 0) /* which has no waits */
		OK(atomic_load(&d->task.done) == 1, "%s: and one was", d->name);
	close(d->task.wake_fd);
	d->task.breathe = NULL;
	device_free(d->queue, d_items);
}

static void check_limit(void)
{
	struct device_config config = {.kind = DEVICE_CPU, .immediate = true, .memory_limit = 1000};
	struct device *device;
	struct queue *queue;
	enum status status;
	void *a, *b;

	device_open(&config, NULL, &device);
	queue_new(device, NULL, &queue);
	OK(device_alloc(queue, "a", 600, &a) == STATUS_OK, "within the limit");
	status = device_alloc(queue, "b", 600, &b);
	OK(status == STATUS_DEVICE_MEMORY, "beyond the limit: %s", status_text(status));
	device_free(queue, a);
	queue_free(queue);
	device_close(device);
}

int main(void)
{
	random_seed(1);
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		if (!test_device_open(i, &d))
			continue;
		check_memory(&d);
		check_primitives(&d);
		check_cancel(&d);
		check_events(&d);
		test_device_close(&d);
	}
	check_limit();
	return tap_done();
}
