/* Accounts of kernels, and how fast memory is. */
#include "gpu/device/profile.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/order.h"
#include "gpu/device/device_impl.h"
#include "gpu/device/word_args.h"

enum {
	LARGE_CPU = 256 << 20, /* bytes of a buffer that caches don't hold */
	LARGE_GPU = 512 << 20,
	COPIES_GPU = 4, /* between two looks at the clock */
	ROUNDS = 3,
};

void device_profile(struct device *device, bool on)
{
	atomic_store(&device->profiling, on);
}

void device_profile_walks(struct device *device, bool on)
{
	atomic_store(&device->measuring, on);
}

bool queue_profiles_walks(const struct queue *queue)
{
	return queue_profiled(queue) &&
	       atomic_load_explicit(&queue->device->measuring, memory_order_relaxed);
}

void device_profile_reset(struct device *device)
{
	pthread_mutex_lock(&device->lock);
	memset(device->profile, 0, sizeof device->profile);
	pthread_mutex_unlock(&device->lock);
}

/* ---- keeping accounts ---- */

bool queue_profiled(const struct queue *queue)
{
	return atomic_load_explicit(&queue->device->profiling, memory_order_relaxed) &&
	       !queue->unprofiled;
}

void queue_unprofiled(struct queue *queue, bool off)
{
	queue->unprofiled = off;
}

static void add_cost(struct kernel_cost *sum, const struct kernel_cost *cost)
{
	sum->items += cost->items;
	sum->streamed += cost->streamed;
	sum->gathered += cost->gathered;
	sum->unknown = sum->unknown || cost->unknown;
	sum->at_least = sum->at_least || cost->at_least;
}

void profile_add(struct device *device, const struct profile_note *note, double ms)
{
	struct kernel_profile *p = &device->profile[note->id];

	pthread_mutex_lock(&device->lock);
	p->launches++;
	p->ms += ms;
	add_cost(&p->cost, &note->cost);
	pthread_mutex_unlock(&device->lock);
}

void queue_lacks_bytes(struct queue *queue, enum kernel_id kernel)
{
	struct device *device = queue->device;

	pthread_mutex_lock(&device->lock);
	device->profile[kernel].cost.at_least = true;
	pthread_mutex_unlock(&device->lock);
}

void queue_add_bytes(struct queue *queue, enum kernel_id kernel, int64_t streamed, int64_t gathered)
{
	struct device *device = queue->device;

	pthread_mutex_lock(&device->lock);
	device->profile[kernel].cost.streamed += streamed;
	device->profile[kernel].cost.gathered += gathered;
	pthread_mutex_unlock(&device->lock);
}

/* ---- reading them ---- */

static int compare(const void *a, const void *b)
{
	const struct kernel_profile *p = a, *q = b;

	return ORDER(q->ms, p->ms) ?: strcmp(p->name, q->name);
}

int device_profile_table(struct device *device, struct kernel_profile rows[N_COSTS])
{
	int n = 0;

	pthread_mutex_lock(&device->lock);
	for (int i = 0; i < N_COSTS; i++) {
		if (device->profile[i].launches == 0)
			continue;
		rows[n] = device->profile[i];
		rows[n++].name = cost_name(i);
	}
	pthread_mutex_unlock(&device->lock);
	qsort(rows, (size_t)n, sizeof *rows, compare);
	return n;
}

/* ---- bandwidth ---- */

static void copy_by_kernel(struct queue *queue, void *d_to, const void *d_from, int64_t bytes)
{
	struct copy_words_args args = {.from = d_from, .to = d_to};

	LAUNCH(queue, copy_words, 32, &args, bytes / 8);
}

/* The shortest time of a copy, ms. */
static enum status time_copies(struct queue *queue,
			       void (*copy)(struct queue *, void *, const void *, int64_t),
			       void *const d_buffer[2], int64_t bytes, double *least)
{
	int copies = queue->device->kind == DEVICE_CUDA ? COPIES_GPU : 1;

	for (int round = 0; round <= ROUNDS; round++) { /* the first one warms up */
		double begin;

		TRY(queue_sync(queue));
		begin = clock_ms();
		for (int i = 0; i < copies; i++)
			copy(queue, d_buffer[i % 2], d_buffer[1 - i % 2], bytes);
		TRY(queue_sync(queue));
		begin = (clock_ms() - begin) / copies;
		*least = round > 0 && begin < *least ? begin : *least;
	}
	return STATUS_OK;
}

static enum status measure_copies(struct queue *queue, void *const d_buffer[2], int64_t bytes,
				  double *bytes_per_ms)
{
	double least = 1e300;

	queue_fill(queue, d_buffer[0], 1, bytes);
	queue_fill(queue, d_buffer[1], 2, bytes);
	TRY(time_copies(queue, queue_copy, d_buffer, bytes, &least));
	TRY(time_copies(queue, copy_by_kernel, d_buffer, bytes, &least));
	*bytes_per_ms = 2 * (double)bytes / least;
	return STATUS_OK;
}

double device_known_bandwidth(struct device *device)
{
	double known;

	pthread_mutex_lock(&device->lock);
	known = device->bandwidth;
	pthread_mutex_unlock(&device->lock);
	return known;
}

/* Not accounted for as memory: nothing of it stays. */
static enum status alloc_buffers(struct queue *queue, int64_t bytes, void *d_buffer[2])
{
	struct device *device = queue->device;

	if (device->memory_limit && device->bytes + 2 * bytes > device->memory_limit)
		return status_fail(STATUS_DEVICE_MEMORY,
				   "not enough device memory to measure its bandwidth");
	TRY(device->ops->alloc(queue, bytes, &d_buffer[0]));
	return device->ops->alloc(queue, bytes, &d_buffer[1]);
}

enum status device_bandwidth(struct queue *queue, double *bytes_per_ms)
{
	struct device *device = queue->device;
	int64_t bytes = device->kind == DEVICE_CUDA ? LARGE_GPU : LARGE_CPU;
	bool unprofiled = queue->unprofiled;
	void *d_buffer[2] = {NULL, NULL};
	enum status status;

	*bytes_per_ms = device_known_bandwidth(device);
	if (*bytes_per_ms > 0)
		return STATUS_OK;
	status = alloc_buffers(queue, bytes, d_buffer);
	queue_unprofiled(queue, true);
	if (status == STATUS_OK)
		status = measure_copies(queue, d_buffer, bytes, bytes_per_ms);
	queue_unprofiled(queue, unprofiled);
	for (int i = 0; i < 2; i++) {
		if (d_buffer[i])
			device->ops->free(queue, d_buffer[i]);
	}
	pthread_mutex_lock(&device->lock);
	device->bandwidth = *bytes_per_ms;
	pthread_mutex_unlock(&device->lock);
	return status;
}
