/*
 * The CPU as a device: each queue is a worker thread that takes operations from a ring, one after
 * another; kernels spread over OpenMP threads inside an operation. Where a screen has to answer
 * while all processors compute, the workers run at a lower priority.
 */
#include <errno.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "gpu/device/cpu_memory.h"
#include "gpu/device/device_impl.h"
#include "gpu/device/prim_cpu.h"
#include "gpu/device/warp_impl.h"
#include "gpu/kernel/cpu_launch.h"
#include "gpu/kernel/kernels.h"

enum {
	RING = 256,      /* operations that may wait */
	ARGS_SIZE = 720, /* of the largest argument struct */
	NICENESS = 10,
	SHARED_ALIGNMENT = 64,
};

#define K(name, shape, wide)                                                                       \
	cpu_kernel name##_cpu_32, name##_cpu_##wide;                                               \
	_Static_assert(sizeof(struct name##_args) <= ARGS_SIZE, "ARGS_SIZE is too small");
#include "gpu/kernel/kernels.def"
#undef K

static cpu_kernel *const kernels[N_KERNELS][2] = {
#define K(name, shape, wide) {name##_cpu_32, name##_cpu_##wide},
#include "gpu/kernel/kernels.def"
#undef K
};

static const size_t args_size[N_KERNELS] = {
#define K(name, shape, wide) sizeof(struct name##_args),
#include "gpu/kernel/kernels.def"
#undef K
};

struct cpu_device {
	struct device device;
	bool immediate, background;
};

struct cpu_queue;

/* One operation; what the fields mean is the business of `run`. */
struct cpu_op {
	enum status (*run)(struct cpu_queue *queue, const struct cpu_op *op);
	bool always; /* also when the queue has failed or was cancelled */
	void *to;
	const void *from;
	const int32_t *values, *level_row;
	int32_t *values_out;
	int64_t n;
	int a, b;
	struct profile_note note;
	unsigned char args[ARGS_SIZE];
};

struct cpu_queue {
	struct queue queue;
	bool immediate;
	struct cpu_launch launch;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t filled, drained;
	struct cpu_op ring[RING];
	unsigned head, tail; /* operations head … tail − 1 wait; counted modulo 2^32 */
	bool closing;
	enum status status; /* the first failure since the last sync */
	char text[256];
	int done_fd; /* eventfd: a sync is through */
	char shared[QUEUE_SHARED + SHARED_ALIGNMENT - 1];
};

static struct cpu_queue *cpu_queue(struct queue *queue)
{
	return (struct cpu_queue *)queue;
}

static enum status run_noted(struct cpu_queue *q, const struct cpu_op *op)
{
	double begin = clock_ms();
	enum status status = op->run(q, op);

	profile_add(q->queue.device, &op->note, clock_ms() - begin);
	return status;
}

static void run_op(struct cpu_queue *q, const struct cpu_op *op)
{
	enum status status;

	if (op->always) {
		op->run(q, op); /* may tell a sync, whose thread has the queue from then on */
		return;
	}
	if (q->status == STATUS_OK && queue_cancelled(&q->queue))
		q->status = STATUS_CANCELLED;
	if (q->status != STATUS_OK)
		return;
	status = op->note.wanted ? run_noted(q, op) : op->run(q, op);
	if (status != STATUS_OK && q->status == STATUS_OK) {
		q->status = status;
		snprintf(q->text, sizeof q->text, "%s", status_text(status));
	}
	/* A kernel that saw the flag left things undone. */
	if (q->status == STATUS_OK && queue_cancelled(&q->queue))
		q->status = STATUS_CANCELLED;
}

static void *worker(void *context)
{
	struct cpu_queue *q = context;

	/* OpenMP's threads inherit it from this one. */
	if (((struct cpu_device *)q->queue.device)->background)
		setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), NICENESS);
	pthread_mutex_lock(&q->lock);
	for (;;) {
		while (q->head == q->tail && !q->closing)
			pthread_cond_wait(&q->filled, &q->lock);
		if (q->head == q->tail)
			break;
		pthread_mutex_unlock(&q->lock);
		run_op(q, &q->ring[q->head % RING]);
		pthread_mutex_lock(&q->lock);
		q->head++;
		pthread_cond_signal(&q->drained);
	}
	pthread_mutex_unlock(&q->lock);
	return NULL;
}

static void put(struct cpu_queue *q, struct cpu_op *op)
{
	op->note = q->queue.note;
	if (q->immediate) {
		run_op(q, op);
		return;
	}
	pthread_mutex_lock(&q->lock);
	while (q->tail - q->head == RING)
		pthread_cond_wait(&q->drained, &q->lock);
	q->ring[q->tail % RING] = *op;
	q->tail++;
	pthread_cond_signal(&q->filled);
	pthread_mutex_unlock(&q->lock);
}

/* ---- queues and memory ---- */

static enum status start_worker(struct cpu_queue *q)
{
	q->done_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (q->done_fd < 0)
		return status_fail(STATUS_FAILED, "no eventfd: %s", strerror(errno));
	pthread_mutex_init(&q->lock, NULL);
	pthread_cond_init(&q->filled, NULL);
	pthread_cond_init(&q->drained, NULL);
	if (pthread_create(&q->thread, NULL, worker, q) != 0) {
		close(q->done_fd);
		return status_fail(STATUS_FAILED, "no thread for the CPU device");
	}
	return STATUS_OK;
}

static enum status cpu_queue_new(struct device *device, struct task *task, struct queue **out)
{
	FREED struct cpu_queue *q = NULL;

	TRY(ALLOC(&q, 1));
	q->immediate = ((struct cpu_device *)device)->immediate;
	q->launch.n_threads = device->width;
	q->launch.cancel = task ? &task->cancel : NULL;
	q->queue.task = task;
	q->queue.device = device;
	q->queue.shared = q->shared + (-(uintptr_t)q->shared & (SHARED_ALIGNMENT - 1));
	if (!q->immediate)
		TRY(start_worker(q));
	*out = &q->queue;
	q = NULL;
	return STATUS_OK;
}

static void cpu_queue_free(struct queue *queue)
{
	struct cpu_queue *q = cpu_queue(queue);

	if (!q->immediate) {
		pthread_mutex_lock(&q->lock);
		q->closing = true;
		pthread_cond_signal(&q->filled);
		pthread_mutex_unlock(&q->lock);
		pthread_join(q->thread, NULL);
		pthread_mutex_destroy(&q->lock);
		pthread_cond_destroy(&q->filled);
		pthread_cond_destroy(&q->drained);
		close(q->done_fd);
	}
	free(q);
}

static enum status cpu_alloc(struct queue *queue, int64_t bytes, void **d_out)
{
	(void)queue;
	*d_out = cpu_memory_take((size_t)bytes);
	return *d_out ? STATUS_OK : STATUS_DEVICE_MEMORY;
}

static enum status run_free(struct cpu_queue *q, const struct cpu_op *op)
{
	(void)q;
	cpu_memory_give(op->to);
	return STATUS_OK;
}

static void cpu_free(struct queue *queue, void *d_memory)
{
	struct cpu_op op = {.run = run_free, .always = true, .to = d_memory};

	put(cpu_queue(queue), &op);
}

/* Bytes that a thread copies or fills at once: two of the pages that it may be the first to touch. */
enum { AT_ONCE = 1 << 22 };

/* clang-format off */
/* c = 0, AT_ONCE, … below n: where pieces begin, which threads share, each those that lie together. */
#define OVER_PIECES(q, c, n)                                                                       \
	PARALLEL_PRAGMA(omp parallel for schedule(static) num_threads((q)->launch.n_threads) if ((n) > AT_ONCE)) \
	for (int64_t c = 0; c < (n); c += AT_ONCE)
/* clang-format on */

static size_t piece(const struct cpu_op *op, int64_t begin)
{
	return (size_t)(op->n - begin < AT_ONCE ? op->n - begin : AT_ONCE);
}

static enum status run_copy(struct cpu_queue *q, const struct cpu_op *op)
{
	OVER_PIECES(q, c, op->n)
	{
		if (!cpu_launch_cancelled(&q->launch))
			memcpy((char *)op->to + c, (const char *)op->from + c, piece(op, c));
	}
	return STATUS_OK;
}

static void cpu_copy(struct queue *queue, void *to, const void *from, int64_t bytes)
{
	struct cpu_op op = {.run = run_copy, .to = to, .from = from, .n = bytes};

	put(cpu_queue(queue), &op);
}

/* Making an item takes longer than copying it. */
enum { MADE_AT_ONCE = 1 << 18 };

/* `args` of an operation that makes items. */
struct make_args {
	make_fn *make;
	size_t item_size;
};

static enum status run_make(struct cpu_queue *q, const struct cpu_op *op)
{
	struct make_args args;
	int64_t at_once;

	memcpy(&args, op->args, sizeof args);
	at_once = max_i64(MADE_AT_ONCE / (int64_t)args.item_size, 1);
#pragma omp parallel for schedule(static) num_threads(q->launch.n_threads) if (op->n > at_once)
	for (int64_t i = 0; i < op->n; i += at_once) {
		if (!cpu_launch_cancelled(&q->launch))
			args.make(op->from, i, min_i64(op->n, i + at_once),
				  (char *)op->to + i * (int64_t)args.item_size);
	}
	return STATUS_OK;
}

static void cpu_make(struct queue *queue, void *d_to, int64_t n, size_t item_size, make_fn *make,
		     const void *context)
{
	struct cpu_op op = {.run = run_make, .to = d_to, .from = context, .n = n};
	struct make_args args = {make, item_size};

	memcpy(op.args, &args, sizeof args);
	put(cpu_queue(queue), &op);
}

static enum status run_fill(struct cpu_queue *q, const struct cpu_op *op)
{
	OVER_PIECES(q, c, op->n)
	{
		if (!cpu_launch_cancelled(&q->launch))
			memset((char *)op->to + c, op->a, piece(op, c));
	}
	return STATUS_OK;
}

static void cpu_fill(struct queue *queue, void *d_to, int byte, int64_t bytes)
{
	struct cpu_op op = {.run = run_fill, .to = d_to, .a = byte, .n = bytes};

	put(cpu_queue(queue), &op);
}

static enum status run_signal(struct cpu_queue *q, const struct cpu_op *op)
{
	uint64_t one = 1;

	(void)q;
	while (write(op->a, &one, sizeof one) < 0 && errno == EINTR)
		;
	return STATUS_OK;
}

static void cpu_signal(struct queue *queue, int eventfd)
{
	struct cpu_op op = {.run = run_signal, .always = true, .a = eventfd};

	put(cpu_queue(queue), &op);
}

static enum status cpu_sync(struct queue *queue)
{
	struct cpu_queue *q = cpu_queue(queue);
	enum status status;

	if (!q->immediate) {
		cpu_signal(queue, q->done_fd);
		queue_poll(queue, q->done_fd, -1);
	}
	/* The worker has nothing left, so its fields are ours until the next put(). */
	status = q->status;
	q->status = STATUS_OK;
	if (status != STATUS_OK && status != STATUS_CANCELLED)
		status_fail(status, "%s", q->text);
	return status;
}

/* ---- kernels and primitives ---- */

static enum status run_launch(struct cpu_queue *q, const struct cpu_op *op)
{
	cpu_kernel *other = (cpu_kernel *)stand_in_of(q->queue.device, op->a);
	cpu_kernel *run = other ? other : kernels[op->a][op->b];
	struct warp_recorder *recorder = q->queue.device->recorder;

	if (warp_is_wanted(recorder, (enum kernel_id)op->a))
		warp_launch(recorder, &(struct warp_launch){.device = q->queue.device,
							    .kernel = (enum kernel_id)op->a,
							    .fs_bits = op->b ? 64 : 32,
							    .args = op->args,
							    .args_size = args_size[op->a],
							    .level_row = op->level_row,
							    .n = op->n,
							    .run = run,
							    .launch = &q->launch});
	else
		run(op->args, op->level_row, op->n, &q->launch);
	return STATUS_OK;
}

static void cpu_launch(struct queue *queue, enum kernel_id kernel, int fs_bits, const void *args,
		       const int32_t *d_level_row, int64_t n)
{
	struct cpu_op op = {.run = run_launch,
			    .a = kernel,
			    .b = fs_bits == 64,
			    .level_row = d_level_row,
			    .n = n};

	memcpy(op.args, args, args_size[kernel]);
	put(cpu_queue(queue), &op);
}

static enum status run_scan(struct cpu_queue *q, const struct cpu_op *op)
{
	return cpu_scan(op->values, op->to, op->n, q->launch.n_threads);
}

static void cpu_prim_scan(struct queue *queue, const int32_t *d_in, int64_t *d_out, int64_t n)
{
	struct cpu_op op = {.run = run_scan, .values = d_in, .to = d_out, .n = n};

	put(cpu_queue(queue), &op);
}

static enum status run_sum(struct cpu_queue *q, const struct cpu_op *op)
{
	*(int64_t *)op->to = cpu_sum(op->values, op->n, q->launch.n_threads);
	return STATUS_OK;
}

static void cpu_prim_sum(struct queue *queue, const int32_t *d_in, int64_t *d_out, int64_t n)
{
	struct cpu_op op = {.run = run_sum, .values = d_in, .to = d_out, .n = n};

	put(cpu_queue(queue), &op);
}

static enum status run_max(struct cpu_queue *q, const struct cpu_op *op)
{
	*op->values_out = cpu_max(op->values, op->n, q->launch.n_threads);
	return STATUS_OK;
}

static void cpu_prim_max(struct queue *queue, const int32_t *d_in, int32_t *d_out, int64_t n)
{
	struct cpu_op op = {.run = run_max, .values = d_in, .values_out = d_out, .n = n};

	put(cpu_queue(queue), &op);
}

static enum status run_select(struct cpu_queue *q, const struct cpu_op *op)
{
	return cpu_select(op->from, op->values_out, op->to, op->n, q->launch.n_threads);
}

static void cpu_prim_select(struct queue *queue, const uint8_t *d_flag, int32_t *d_out,
			    int64_t *d_n_out, int64_t n)
{
	struct cpu_op op = {
		.run = run_select, .from = d_flag, .values_out = d_out, .to = d_n_out, .n = n};

	put(cpu_queue(queue), &op);
}

static enum status run_histogram(struct cpu_queue *q, const struct cpu_op *op)
{
	return cpu_histogram(op->values, op->n, op->values_out, op->a, q->launch.n_threads);
}

static void cpu_prim_histogram(struct queue *queue, const int32_t *d_bin, int64_t n,
			       int32_t *d_count, int32_t n_bins)
{
	struct cpu_op op = {
		.run = run_histogram, .values = d_bin, .n = n, .values_out = d_count, .a = n_bins};

	put(cpu_queue(queue), &op);
}

static enum status run_sort(struct cpu_queue *q, const struct cpu_op *op)
{
	return cpu_sort(op->a, op->b, op->from, op->to, op->values, op->values_out, op->n,
			&q->launch);
}

static void cpu_prim_sort(struct queue *queue, int key_bits, int n_bits, const void *d_keys,
			  void *d_keys_out, const int32_t *d_values, int32_t *d_values_out,
			  int64_t n)
{
	struct cpu_op op = {.run = run_sort,
			    .a = key_bits,
			    .b = n_bits,
			    .from = d_keys,
			    .to = d_keys_out,
			    .values = d_values,
			    .values_out = d_values_out,
			    .n = n};

	put(cpu_queue(queue), &op);
}

static enum status run_rows(struct cpu_queue *q, const struct cpu_op *op)
{
	return cpu_rows(op->values, op->n, op->a, op->to, op->values_out, &q->launch);
}

static void cpu_prim_rows(struct queue *queue, const int32_t *d_key, int64_t n, int32_t n_rows,
			  int32_t *d_row, int32_t *d_order)
{
	struct cpu_op op = {.run = run_rows,
			    .values = d_key,
			    .n = n,
			    .a = n_rows,
			    .to = d_row,
			    .values_out = d_order};

	put(cpu_queue(queue), &op);
}

/* ---- the device ---- */

static void cpu_close(struct device *device)
{
	device_record_warp(device, NULL);
	pthread_mutex_destroy(&device->recorder->lock);
	FREE_ALL(device->recorder, device);
}

static const struct device_ops cpu_ops = {
	.in_host_memory = true,
	.trim = cpu_memory_trim,
	.close = cpu_close,
	.queue_new = cpu_queue_new,
	.queue_free = cpu_queue_free,
	.alloc = cpu_alloc,
	.free = cpu_free,
	.upload = cpu_copy,
	.make = cpu_make,
	.download = cpu_copy,
	.copy = cpu_copy,
	.fill = cpu_fill,
	.sync = cpu_sync,
	.launch = cpu_launch,
	.scan = cpu_prim_scan,
	.sum = cpu_prim_sum,
	.max = cpu_prim_max,
	.select = cpu_prim_select,
	.histogram = cpu_prim_histogram,
	.sort = cpu_prim_sort,
	.rows = cpu_prim_rows,
};

enum status cpu_device_open(const struct device_config *config, struct device **out)
{
	FREED struct cpu_device *cpu = NULL;

	TRY(ALLOC(&cpu, 1));
	TRY(ALLOC(&cpu->device.recorder, 1));
	pthread_mutex_init(&cpu->device.recorder->lock, NULL);
	cpu->immediate = config->immediate;
	cpu->background = config->background;
	cpu->device.ops = &cpu_ops;
	cpu->device.kind = DEVICE_CPU;
	cpu->device.width = config->n_threads > 0 ? config->n_threads : omp_get_num_procs();
	snprintf(cpu->device.name, sizeof cpu->device.name, "CPU, %d thread%s", cpu->device.width,
		 cpu->device.width == 1 ? "" : "s");
	*out = &cpu->device;
	cpu = NULL;
	return STATUS_OK;
}
