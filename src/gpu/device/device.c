/*
 * The front of both devices: choosing one, accounting memory by name, passing calls on.
 */
#include <inttypes.h>
#include <omp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/grow.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "gpu/device/device_impl.h"
#include "gpu/device/warp_impl.h"

struct allocation {
	struct allocation *next;
	void *d_memory; /* device */
	int64_t bytes;
	int64_t row;  /* in device->memory */
	bool is_lent; /* it is the host's */
};

static enum status open_auto(const struct device_config *config, struct text *why,
			     struct device **out)
{
#ifdef HAVE_CUDA
	RELEASED_BY(text_release) struct text why_not = TEXT_INIT;
	enum status status = cuda_device_open(config, &why_not, out);

	if (status == STATUS_OK || config->kind == DEVICE_CUDA)
		return status;
	if (why)
		text_printf(why, "no GPU here (%s): using the CPU", text_string(&why_not));
#else
	if (config->kind == DEVICE_CUDA)
		return status_fail(
			STATUS_NO_DEVICE,
			"warpscope was built without CUDA; -d cpu computes on processors");
	if (why)
		text_add(why, "built without CUDA: using the CPU");
#endif
	return cpu_device_open(config, out);
}

enum status device_open(const struct device_config *config, struct text *why, struct device **out)
{
	struct device *device;

	if (config->kind == DEVICE_CPU)
		TRY(cpu_device_open(config, &device));
	else
		TRY(open_auto(config, why, &device));
	device->memory_limit = config->memory_limit;
	device->host_threads = config->n_threads > 0 ? config->n_threads : omp_get_num_procs();
	host_threads_set(device->host_threads);
	/* A GPU refuses what it hasn't got; the machine would kill the process instead. */
	if (!device->memory_limit && device->kind == DEVICE_CPU)
		device->memory_limit = memory_available() / 5 * 4;
	pthread_mutex_init(&device->lock, NULL);
	*out = device;
	return STATUS_OK;
}

void device_config_of(const struct device_config *config, int number, struct device_config *out)
{
	int n = config->kind == DEVICE_CPU;
	long n_threads = config->n_threads;

	*out = *config;
	out->n_more = 0;
	for (int i = 0; i < config->n_more; i++)
		n += config->more[i].kind == DEVICE_CPU;
	if (number > 0) {
		out->kind = config->more[number - 1].kind;
		out->index = config->more[number - 1].index;
	}
	if (n < 2)
		return;
	n_threads = n_threads ? n_threads : sysconf(_SC_NPROCESSORS_ONLN);
	out->n_threads = n_threads > n ? (int)(n_threads / n) : 1;
}

void device_close(struct device *device)
{
	if (!device)
		return;
	pthread_mutex_destroy(&device->lock);
	free(device->memory);
	device->ops->close(device);
}

const char *device_name(const struct device *device)
{
	return device->name;
}

enum device_kind device_kind(const struct device *device)
{
	return device->kind;
}

int device_host_threads(const struct device *device)
{
	return device->host_threads;
}

int device_width(const struct device *device)
{
	return device->width;
}

void device_write_runtime(struct text *out)
{
#ifdef HAVE_CUDA
	cuda_write_runtime(out);
#else
	text_add(out, "built without CUDA");
#endif
}

void device_list(struct text *out)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	text_printf(out, "cpu: %ld processor%s\n", n, n == 1 ? "" : "s");
#ifdef HAVE_CUDA
	cuda_device_list(out);
#else
	text_add(out, "cuda: warpscope was built without CUDA\n");
#endif
}

/* ---- memory ---- */

static enum status memory_row(struct device *device, const char *name, int64_t *row)
{
	for (*row = 0; *row < device->n_memory; ++*row) {
		if (strcmp(device->memory[*row].name, name) == 0)
			return STATUS_OK;
	}
	return APPEND(device->memory, device->n_memory, &device->memory_capacity,
		      (struct device_memory){.name = name});
}

static void account(struct device *device, int64_t row, int64_t bytes)
{
	struct device_memory *m = &device->memory[row];

	m->bytes += bytes;
	m->peak = m->bytes > m->peak ? m->bytes : m->peak;
	device->bytes += bytes;
	device->peak = device->bytes > device->peak ? device->bytes : device->peak;
}

static enum status alloc_locked(struct queue *queue, struct allocation *a, const char *name)
{
	struct device *device = queue->device;

	TRY(memory_row(device, name, &a->row));
	if (device->memory_limit && device->bytes + a->bytes > device->memory_limit)
		return status_fail(STATUS_DEVICE_MEMORY,
				   "out of device memory: \"%s\" needs %" PRId64 " bytes, %" PRId64
				   " of %" PRId64 " are in use",
				   name, a->bytes, device->bytes, device->memory_limit);
	if (device->ops->alloc(queue, a->bytes ? a->bytes : 1, &a->d_memory) != STATUS_OK)
		return status_fail(STATUS_DEVICE_MEMORY,
				   "out of device memory: \"%s\" needs %" PRId64 " bytes, %" PRId64
				   " are in use",
				   name, a->bytes, device->bytes);
	account(device, a->row, a->bytes);
	a->next = device->allocations;
	device->allocations = a;
	return STATUS_OK;
}

enum status device_alloc(struct queue *queue, const char *name, int64_t bytes, void **d_out)
{
	FREED struct allocation *a = NULL;
	enum status status;

	TRY(ALLOC(&a, 1));
	a->bytes = bytes;
	pthread_mutex_lock(&queue->device->lock);
	status = alloc_locked(queue, a, name);
	pthread_mutex_unlock(&queue->device->lock);
	TRY(status);
	*d_out = a->d_memory;
	a = NULL; /* the device's */
	return STATUS_OK;
}

enum status device_put(struct queue *queue, const char *name, const void *from, int64_t bytes,
		       void *d_out)
{
	void *d_memory;

	TRY(device_alloc(queue, name, bytes, &d_memory));
	queue_upload(queue, d_memory, from, bytes);
	*(void **)d_out = d_memory;
	return STATUS_OK;
}

void device_free(struct queue *queue, void *d_memory)
{
	struct device *device = queue->device;
	struct allocation **at, *found;

	if (!d_memory)
		return;
	pthread_mutex_lock(&device->lock);
	for (at = &device->allocations; (*at)->d_memory != d_memory;)
		at = &(*at)->next;
	found = *at;
	*at = found->next;
	account(device, found->row, -found->bytes);
	pthread_mutex_unlock(&device->lock);
	if (!found->is_lent)
		device->ops->free(queue, d_memory);
	free(found);
}

void device_free_all(struct queue *queue, void *const pointers[], size_t n)
{
	for (size_t i = 0; i < n; i++) {
		void *d_memory;

		memcpy(&d_memory, pointers[i], sizeof d_memory);
		device_free(queue, d_memory);
		d_memory = NULL;
		memcpy(pointers[i], &d_memory, sizeof d_memory);
	}
}

void device_free_held(struct device_held *held)
{
	size_t n = 0;

	while (n < sizeof held->pointer / sizeof *held->pointer && held->pointer[n])
		n++;
	device_free_all(held->queue, held->pointer, n);
}

static enum status take_lent(struct queue *queue, const char *name, const void *from)
{
	struct device *device = queue->device;
	struct allocation *a;
	enum status status;

	TRY(ALLOC(&a, 1));
	a->d_memory = (void *)from;
	a->is_lent = true;
	pthread_mutex_lock(&device->lock);
	status = memory_row(device, name, &a->row);
	if (status == STATUS_OK) {
		a->next = device->allocations;
		device->allocations = a;
	}
	pthread_mutex_unlock(&device->lock);
	if (status != STATUS_OK)
		free(a);
	return status;
}

bool device_in_host_memory(const struct queue *queue)
{
	return queue->device->ops->in_host_memory;
}

void device_stand_in(struct device *device, const struct stand_in *other)
{
	device->other = other ? *other : (struct stand_in){0};
}

void device_trim(struct queue *queue)
{
	if (queue->device->ops->trim)
		queue->device->ops->trim();
}

enum status device_lend(struct queue *queue, const char *name, const void *from, int64_t bytes,
			const void **d_out)
{
	if (!device_in_host_memory(queue) || !from)
		return device_put(queue, name, from, bytes, (void *)d_out);
	TRY(take_lent(queue, name, from));
	*d_out = from;
	return STATUS_OK;
}

int device_memory_table(struct device *device, struct device_memory *rows, int capacity,
			struct device_memory *total)
{
	int n;

	pthread_mutex_lock(&device->lock);
	n = (int)device->n_memory;
	for (int i = 0; i < n && i < capacity; i++)
		rows[i] = device->memory[i];
	*total = (struct device_memory){"total", device->bytes, device->peak};
	pthread_mutex_unlock(&device->lock);
	return n;
}

int64_t device_memory_places(struct device *device, struct memory_place *places, int64_t capacity)
{
	int64_t n = 0;

	pthread_mutex_lock(&device->lock);
	for (const struct allocation *a = device->allocations; a; a = a->next, n++) {
		if (n < capacity)
			places[n] = (struct memory_place){device->memory[a->row].name,
							  (uint64_t)(uintptr_t)a->d_memory};
	}
	pthread_mutex_unlock(&device->lock);
	return n;
}

/* ---- accounts ---- */

/* Report the operation that is queued next, if profiling, and no other. */
static void note(struct queue *queue, int id, struct kernel_cost cost)
{
	if (queue_profiled(queue))
		queue->note = (struct profile_note){true, id, cost};
}

static void note_end(struct queue *queue)
{
	queue->note.wanted = false;
}

/* n items of this many bytes each. */
static struct kernel_cost streamed(int64_t n, int64_t bytes)
{
	return (struct kernel_cost){.items = n, .streamed = n * bytes};
}

/* ---- queues ---- */

enum status queue_new(struct device *device, struct task *task, struct queue **out)
{
	return device->ops->queue_new(device, task, out);
}

void queue_free(struct queue *queue)
{
	if (queue)
		queue->device->ops->queue_free(queue);
}

struct device *queue_device(const struct queue *queue)
{
	return queue->device;
}

bool queue_poll(struct queue *queue, int eventfd, int timeout_ms)
{
	struct task *task = queue->task;
	struct pollfd fds[2] = {
		{.fd = eventfd, .events = POLLIN},
		{.fd = task && task->breathe ? task->wake_fd : -1, .events = POLLIN},
	};
	uint64_t count;

	for (;;) {
		int n = poll(fds, 2, timeout_ms);

		if (n == 0)
			return false;
		if (n < 0)
			continue; /* a signal: the only way for it to fail here */
		if (fds[1].revents & POLLIN)
			task->breathe(task->context);
		if (fds[0].revents & POLLIN && read(eventfd, &count, sizeof count) > 0)
			return true;
	}
}

int64_t device_kernel_heap(struct queue *queue, int64_t wanted)
{
	if (queue->device->ops->kernel_heap)
		return queue->device->ops->kernel_heap(queue, wanted);
	return INT64_MAX;
}

void device_pin(struct device *device, void *memory, int64_t bytes)
{
	if (device->ops->pin)
		device->ops->pin(memory, bytes);
}

void device_unpin(struct device *device, void *memory)
{
	if (device->ops->unpin)
		device->ops->unpin(memory);
}

void queue_upload(struct queue *queue, void *d_to, const void *from, int64_t bytes)
{
	if (bytes <= 0)
		return;
	note(queue, COST_UPLOAD, streamed(bytes, 1));
	queue->device->ops->upload(queue, d_to, from, bytes);
	note_end(queue);
}

void queue_make(struct queue *queue, void *d_to, int64_t n, size_t item_size, make_fn *make,
		const void *context)
{
	if (n <= 0)
		return;
	note(queue, COST_UPLOAD, streamed(n * (int64_t)item_size, 1));
	queue->device->ops->make(queue, d_to, n, item_size, make, context);
	note_end(queue);
}

void queue_download(struct queue *queue, void *to, const void *d_from, int64_t bytes)
{
	if (bytes <= 0)
		return;
	note(queue, COST_DOWNLOAD, streamed(bytes, 1));
	queue->device->ops->download(queue, to, d_from, bytes);
	note_end(queue);
}

void queue_copy(struct queue *queue, void *d_to, const void *d_from, int64_t bytes)
{
	if (bytes <= 0)
		return;
	note(queue, COST_COPY, streamed(bytes, 2));
	queue->device->ops->copy(queue, d_to, d_from, bytes);
	note_end(queue);
}

void queue_fill(struct queue *queue, void *d_to, int byte, int64_t bytes)
{
	if (bytes <= 0)
		return;
	note(queue, COST_FILL, streamed(bytes, 1));
	queue->device->ops->fill(queue, d_to, byte, bytes);
	note_end(queue);
}

void *queue_shared(struct queue *queue)
{
	return queue->shared;
}

enum status queue_sync(struct queue *queue)
{
	return queue->device->ops->sync(queue);
}

enum status queue_settle(struct queue *queue, enum status status)
{
	enum status of_wait = queue_sync(queue);

	return status == STATUS_OK ? of_wait : status;
}

enum status queue_settle_failure(struct queue *queue, enum status status)
{
	return status == STATUS_OK ? STATUS_OK : queue_settle(queue, status);
}

void queue_launch(struct queue *queue, enum kernel_id kernel, int fs_bits, const void *args,
		  const int32_t *d_level_row, int64_t n)
{
	if (n <= 0)
		return;
	if (queue_profiled(queue))
		note(queue, kernel, kernel_cost(kernel, fs_bits, args, n));
	queue->device->ops->launch(queue, kernel, fs_bits, args, d_level_row, n);
	note_end(queue);
}

/* ---- primitives ---- */

/* The flags; how many indices are written only the device knows. */
static struct kernel_cost select_cost(int64_t n)
{
	struct kernel_cost cost = streamed(n, 1);

	cost.at_least = true;
	return cost;
}

/* A radix sort by eight bits a pass, as it is on both devices: the keys to be counted, then all of
 * it read and written in each pass. */
static struct kernel_cost sort_cost(int key_bits, int n_bits, int64_t n)
{
	int64_t passes = (n_bits + 7) / 8, key = key_bits / 8;

	return streamed(n, key + 2 * passes * (key + 4));
}

void prim_scan(struct queue *queue, const int32_t *d_in, int64_t *d_out, int64_t n)
{
	note(queue, COST_SCAN, streamed(n, 12));
	queue->device->ops->scan(queue, d_in, d_out, n);
	note_end(queue);
}

void prim_sum(struct queue *queue, const int32_t *d_in, int64_t *d_out, int64_t n)
{
	note(queue, COST_SUM, streamed(n, 4));
	queue->device->ops->sum(queue, d_in, d_out, n);
	note_end(queue);
}

void prim_max(struct queue *queue, const int32_t *d_in, int32_t *d_out, int64_t n)
{
	note(queue, COST_MAX, streamed(n, 4));
	queue->device->ops->max(queue, d_in, d_out, n);
	note_end(queue);
}

void prim_select(struct queue *queue, const uint8_t *d_flag, int32_t *d_out, int64_t *d_n_out,
		 int64_t n)
{
	note(queue, COST_SELECT, select_cost(n));
	queue->device->ops->select(queue, d_flag, d_out, d_n_out, n);
	note_end(queue);
}

void prim_histogram(struct queue *queue, const int32_t *d_bin, int64_t n, int32_t *d_count,
		    int32_t n_bins)
{
	note(queue, COST_HISTOGRAM, streamed(n, 4));
	queue->device->ops->histogram(queue, d_bin, n, d_count, n_bins);
	note_end(queue);
}

void prim_sort(struct queue *queue, int key_bits, int n_bits, const void *d_keys, void *d_keys_out,
	       const int32_t *d_values, int32_t *d_values_out, int64_t n)
{
	if (n <= 0)
		return;
	note(queue, COST_SORT, sort_cost(key_bits, n_bits, n));
	queue->device->ops->sort(queue, key_bits, n_bits, d_keys, d_keys_out, d_values,
				 d_values_out, n);
	note_end(queue);
}

/* Keys and what is grouped by them are moved twice, which is less than sorting does. */
void prim_rows(struct queue *queue, const int32_t *d_key, int64_t n, int32_t n_rows, int32_t *d_row,
	       int32_t *d_order)
{
	note(queue, COST_ROWS, streamed(n, d_order ? 8 : 4));
	queue->device->ops->rows(queue, d_key, n, n_rows, d_row, d_order);
	note_end(queue);
}
