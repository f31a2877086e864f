#include "devices.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "tap.h"

/* Tests ask for more memory than there is, on purpose. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "allocator_may_return_null=1";
}

const char *__tsan_default_options(void);
const char *__tsan_default_options(void)
{
	return "allocator_may_return_null=1";
}

/* Several threads run the same kernels: more items would take long and show nothing else. So it is with one beyond a million. */
enum { LARGEST_WITH_THREADS = 100000, LARGEST_WITH_ONE = 1000000 };

static int64_t largest_here = INT64_MAX; /* on the device that was opened last */

bool test_device_open(int i, struct test_device *out)
{
	static const struct {
		const char *name;
		struct device_config config;
	} list[N_TEST_DEVICES] = {
		{"CPU", {.kind = DEVICE_CPU, .n_threads = 1, .immediate = true}},
		{"CPU, 3 threads", {.kind = DEVICE_CPU, .n_threads = 3}},
		{"GPU", {.kind = DEVICE_CUDA}},
	};

	const char *wanted = getenv("WARPSCOPE_TEST_DEVICE");

	*out = (struct test_device){.name = list[i].name, .task = TASK_INIT};
	largest_here = list[i].config.n_threads > 1    ? LARGEST_WITH_THREADS
		       : list[i].config.n_threads == 1 ? LARGEST_WITH_ONE
						       : INT64_MAX;
	if (wanted && strncmp(list[i].name, wanted, strlen(wanted)) != 0) {
		tap_skip(list[i].name, "WARPSCOPE_TEST_DEVICE is another one");
		return false;
	}
	if (device_open(&list[i].config, NULL, &out->device) != STATUS_OK) {
		tap_skip(list[i].name, "no GPU");
		return false;
	}
	if (queue_new(out->device, &out->task, &out->queue) != STATUS_OK)
		abort();
	return true;
}

bool test_size_wanted(int64_t n)
{
	const char *largest = getenv("WARPSCOPE_TEST_LARGEST");

	return n <= (largest ? atoll(largest) : largest_here);
}

void test_device_close(struct test_device *device)
{
	queue_free(device->queue);
	device_close(device->device);
}

int test_part(int n, int part)
{
	return n / part > 0 ? n / part : 1;
}

/* What waits (threads, GPU) gets a few: the kernels are the same, and tests of kernels compare each
 * by itself. */
int test_random_graphs(int n, void (*check)(struct test_device *d, int n, int64_t scale))
{
	const char *all = getenv("WARPSCOPE_TEST_GRAPHS");

	n = all ? atoi(all) : n;
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		if (!test_device_open(i, &d))
			continue;
		check(&d, test_part(n, i == 0 ? 1 : 20), 1);
		check(&d, test_part(n, i == 0 ? 10 : 200), INT64_C(1) << 32);
		test_device_close(&d);
	}
	return tap_done();
}

static uint64_t random_state;

void random_seed(uint64_t seed)
{
	random_state = seed;
}

uint64_t random_get_state(void)
{
	return random_state;
}

uint64_t random_next(void)
{
	uint64_t z = (random_state += UINT64_C(0x9E3779B97F4A7C15));

	z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
	return z ^ (z >> 31);
}

void *to_device(struct queue *queue, const void *items, int64_t bytes)
{
	void *d_items;

	if (device_alloc(queue, "test", bytes, &d_items) != STATUS_OK)
		abort();
	if (items)
		queue_upload(queue, d_items, items, bytes);
	else
		queue_fill(queue, d_items, 0xa5, bytes);
	if (queue_sync(queue) != STATUS_OK)
		abort();
	return d_items;
}

void from_device(struct queue *queue, void *items, const void *d_items, int64_t bytes)
{
	queue_download(queue, items, d_items, bytes);
	if (queue_sync(queue) != STATUS_OK) {
		printf("# %s\n", status_text(STATUS_DEVICE));
		abort();
	}
}

void test_task_breathes(struct task *task, void (*breathe)(void *context), void *context)
{
	uint64_t always = UINT64_MAX - 1;

	task->wake_fd = eventfd(0, EFD_CLOEXEC);
	if (write(task->wake_fd, &always, sizeof always) < 0)
		abort();
	task->breathe = breathe;
	task->context = context;
}
