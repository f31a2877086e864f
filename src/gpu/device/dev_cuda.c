/*
 * A CUDA GPU as a device: each queue is a stream. Plain C over the runtime's C interface; what
 * needs nvcc is in k_*.cu and prim_cuda.cu.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/grow.h"
#include "gpu/device/cuda_gpus.h"
#include "gpu/device/cuda_stage.h"
#include "gpu/device/device_impl.h"
#include "gpu/device/prim_cuda.h"
#include "gpu/kernel/cuda_launch.h"
#include "gpu/kernel/kernels.h"

enum {
	ASK_MS = 100,         /* how long a sync sleeps before it looks whether the GPU lives */
	SWEEP_CLUSTER = 16,   /* blocks, or as many as there can be */
	STAGE_SIZE = 1 << 14, /* bytes of small downloads on their way */
	MAX_STAGED = 16,
};

/* How long a sync asks before it sleeps, ms. */
static const double spin_ms = 2;

#define K(name, shape, wide) cuda_kernel name##_cuda_32, name##_cuda_##wide;
#include "gpu/kernel/kernels.def"
#undef K

static cuda_kernel *const kernels[N_KERNELS][2] = {
#define K(name, shape, wide) {name##_cuda_32, name##_cuda_##wide},
#include "gpu/kernel/kernels.def"
#undef K
};

struct cuda_device {
	struct device device;
	int index;
	bool has_clusters; /* blocks can have a barrier with those nearby */
};

/* A launch between two events, until a sync finds them past. */
struct timing {
	cudaEvent_t begin, end; /* owned */
	struct profile_note note;
};

struct cuda_queue {
	struct queue queue;
	struct cuda_launch launch;
	/* One thread drives the queue, so its plans are its own. */
	struct cuda_sweep_plan plan[N_KERNELS][2]; /* as kernels */
	struct cuda_scratch scratch;
	enum status status; /* the first failure since the last sync */
	char text[256];
	int done_fd; /* eventfd: a sync is through */
	/* A copy to ordinary memory would make its caller wait without serving readings. Small ones go
	 * to pinned memory and to their places at the sync. */
	char *stage; /* owned: pinned [STAGE_SIZE], and after it what is shared */
	struct {
		void *to; /* borrowed */
		int64_t at, bytes;
	} staged[MAX_STAGED];
	int n_staged;
	int64_t stage_used;
	struct cuda_stage large; /* copies */
	/* Of the launches since the last sync that the accounts want; the events are kept for the
	 * next. */
	struct timing *timings; /* owned [n_events], the first n_timings are under way */
	int64_t n_timings, n_events, timings_capacity;
};

static struct cuda_queue *cuda_queue(struct queue *queue)
{
	return (struct cuda_queue *)queue;
}

static void use_gpu_of(const struct queue *queue)
{
	cuda_use_gpu(((const struct cuda_device *)queue->device)->index);
}

/* Keep the first failure; true when there is none. */
static bool check(struct cuda_queue *q, cudaError_t error, const char *what)
{
	if (error == cudaSuccess)
		return true;
	cudaGetLastError(); /* so that it isn't found again by the next call */
	if (q->status == STATUS_OK) {
		q->status =
			error == cudaErrorMemoryAllocation ? STATUS_DEVICE_MEMORY : STATUS_DEVICE;
		snprintf(q->text, sizeof q->text, "%s: %s", what, cudaGetErrorString(error));
	}
	return false;
}

/* ---- accounts ---- */

/* Two events more. */
static bool make_events(struct cuda_queue *q)
{
	struct timing *t;

	if (GROW(&q->timings, &q->timings_capacity, q->n_events + 1) != STATUS_OK)
		return false;
	t = &q->timings[q->n_events];
	if (cudaEventCreate(&t->begin) != cudaSuccess)
		return false;
	if (cudaEventCreate(&t->end) != cudaSuccess) {
		cudaEventDestroy(t->begin);
		return false;
	}
	q->n_events++;
	return true;
}

/* What can't be measured is left out of the accounts. */
static void begin_timing(struct cuda_queue *q)
{
	if (!q->queue.note.wanted)
		return;
	if ((q->n_timings < q->n_events || make_events(q)) &&
	    cudaEventRecord(q->timings[q->n_timings].begin, q->launch.stream) == cudaSuccess)
		return;
	q->queue.note.wanted = false;
	cudaGetLastError();
}

static void end_timing(struct cuda_queue *q)
{
	struct timing *t;

	if (!q->queue.note.wanted)
		return;
	q->queue.note.wanted = false;
	t = &q->timings[q->n_timings];
	if (cudaEventRecord(t->end, q->launch.stream) != cudaSuccess) {
		cudaGetLastError();
		return;
	}
	t->note = q->queue.note;
	q->n_timings++;
}

/* The stream is through. */
static void take_timings(struct cuda_queue *q)
{
	for (int64_t i = 0; i < q->n_timings; i++) {
		const struct timing *t = &q->timings[i];
		float ms;

		if (cudaEventElapsedTime(&ms, t->begin, t->end) == cudaSuccess)
			profile_add(q->queue.device, &t->note, ms);
		else
			cudaGetLastError();
	}
	q->n_timings = 0;
}

static void free_timings(struct cuda_queue *q)
{
	for (int64_t i = 0; i < q->n_events; i++) {
		cudaEventDestroy(q->timings[i].begin);
		cudaEventDestroy(q->timings[i].end);
	}
	free(q->timings);
}

/* ---- one operation after another ---- */

/* May the next operation be queued? */
static bool ready(struct cuda_queue *q)
{
	use_gpu_of(&q->queue);
	if (q->status == STATUS_OK && queue_cancelled(&q->queue))
		q->status = STATUS_CANCELLED;
	if (q->status == STATUS_OK)
		begin_timing(q);
	return q->status == STATUS_OK;
}

/* After an operation was queued: a debug build waits for it, so that it gets the blame. */
static void queued(struct cuda_queue *q, cudaError_t error, const char *what)
{
	end_timing(q);
#ifdef WARPSCOPE_DEBUG
	if (error == cudaSuccess)
		error = cudaStreamSynchronize(q->launch.stream);
#endif
	check(q, error, what);
}

/* ---- queues and memory ---- */

static enum status cuda_queue_new(struct device *device, struct task *task, struct queue **out)
{
	struct cuda_queue *q;
	cudaError_t error;

	TRY(ALLOC(&q, 1));
	q->queue.task = task;
	q->queue.device = device;
	q->done_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (q->done_fd < 0) {
		free(q);
		return status_fail(STATUS_DEVICE, "cannot create an eventfd: %s", strerror(errno));
	}
	q->launch.multiprocessors = device->width;
	q->launch.has_clusters = ((struct cuda_device *)device)->has_clusters;
	use_gpu_of(&q->queue);
	error = cudaStreamCreateWithFlags(&q->launch.stream, cudaStreamNonBlocking);
	if (error == cudaSuccess)
		error = cudaMallocHost((void **)&q->stage, STAGE_SIZE + QUEUE_SHARED);
	if (error != cudaSuccess) {
		cudaGetLastError(); /* so that it isn't found again by the next call */
		if (q->launch.stream)
			cudaStreamDestroy(q->launch.stream);
		close(q->done_fd);
		free(q);
		return status_fail(STATUS_DEVICE, "cannot create a CUDA stream: %s",
				   cudaGetErrorString(error));
	}
	q->scratch.stream = q->large.stream = q->launch.stream;
	q->queue.shared = q->stage + STAGE_SIZE;
	memset(q->queue.shared, 0, QUEUE_SHARED);
	*out = &q->queue;
	return STATUS_OK;
}

static void cuda_queue_free(struct queue *queue)
{
	struct cuda_queue *q = cuda_queue(queue);

	use_gpu_of(queue);
	if (q->scratch.memory)
		cudaFreeAsync(q->scratch.memory, q->launch.stream);
	cudaStreamSynchronize(q->launch.stream);
	take_timings(q);
	free_timings(q);
	cuda_stage_release(&q->large);
	cudaStreamDestroy(q->launch.stream);
	cudaFreeHost(q->stage);
	close(q->done_fd);
	free(q);
}

static enum status cuda_alloc(struct queue *queue, int64_t bytes, void **d_out)
{
	cudaError_t error;

	use_gpu_of(queue);
	error = cudaMallocAsync(d_out, (size_t)bytes, cuda_queue(queue)->launch.stream);
	if (error == cudaSuccess)
		return STATUS_OK;
	cudaGetLastError();
	return STATUS_DEVICE_MEMORY;
}

static void cuda_free(struct queue *queue, void *d_memory)
{
	use_gpu_of(queue);
	cudaFreeAsync(d_memory, cuda_queue(queue)->launch.stream);
}

static void copy(struct queue *queue, void *to, const void *from, int64_t bytes,
		 enum cudaMemcpyKind kind, const char *what)
{
	struct cuda_queue *q = cuda_queue(queue);

	if (ready(q))
		queued(q, cudaMemcpyAsync(to, from, (size_t)bytes, kind, q->launch.stream), what);
}

static void cuda_make(struct queue *queue, void *d_to, int64_t n, size_t item_size, make_fn *make,
		      const void *context)
{
	struct cuda_queue *q = cuda_queue(queue);

	if (ready(q))
		queued(q, cuda_stage_make(&q->large, d_to, n, item_size, make, context), "upload");
}

static void copy_bytes(const void *from, int64_t begin, int64_t end, void *out)
{
	memcpy(out, (const char *)from + begin, (size_t)(end - begin));
}

static void cuda_upload(struct queue *queue, void *d_to, const void *from, int64_t bytes)
{
	if (cuda_stage_pays(from, bytes))
		cuda_make(queue, d_to, bytes, 1, copy_bytes, from);
	else
		copy(queue, d_to, from, bytes, cudaMemcpyHostToDevice, "upload");
}

static void cuda_download(struct queue *queue, void *to, const void *d_from, int64_t bytes)
{
	struct cuda_queue *q = cuda_queue(queue);

	if (q->n_staged < MAX_STAGED && q->stage_used + bytes <= STAGE_SIZE) {
		q->staged[q->n_staged].to = to;
		q->staged[q->n_staged].at = q->stage_used;
		q->staged[q->n_staged++].bytes = bytes;
		to = q->stage + q->stage_used;
		q->stage_used += (bytes + 15) / 16 * 16;
	} else if (cuda_stage_pays(to, bytes)) {
		if (ready(q))
			queued(q, cuda_stage_download(&q->large, to, d_from, bytes), "download");
		return;
	}
	copy(queue, to, d_from, bytes, cudaMemcpyDeviceToHost, "download");
}

/* What was downloaded to its places, when the queue got that far. */
static void unstage(struct cuda_queue *q)
{
	for (int i = 0; i < q->n_staged && q->status == STATUS_OK; i++)
		memcpy(q->staged[i].to, q->stage + q->staged[i].at, (size_t)q->staged[i].bytes);
	q->n_staged = 0;
	q->stage_used = 0;
}

static void cuda_copy(struct queue *queue, void *d_to, const void *d_from, int64_t bytes)
{
	copy(queue, d_to, d_from, bytes, cudaMemcpyDeviceToDevice, "copy");
}

static void cuda_fill(struct queue *queue, void *d_to, int byte, int64_t bytes)
{
	struct cuda_queue *q = cuda_queue(queue);

	if (ready(q))
		queued(q, cudaMemsetAsync(d_to, byte, (size_t)bytes, q->launch.stream), "fill");
}

static void CUDART_CB write_eventfd(void *context)
{
	uint64_t one = 1;

	while (write((int)(intptr_t)context, &one, sizeof one) < 0 && errno == EINTR)
		;
}

static void cuda_signal(struct queue *queue, int eventfd)
{
	struct cuda_queue *q = cuda_queue(queue);
	void *context = (void *)(intptr_t)eventfd;

	use_gpu_of(queue);
	if (!check(q, cudaLaunchHostFunc(q->launch.stream, write_eventfd, context), "signal"))
		write_eventfd(context); /* no thread may wait forever */
}

/* Is the stream through (cudaSuccess), not yet (cudaErrorNotReady), or dead? */
static cudaError_t ask(struct cuda_queue *q)
{
	cudaError_t error = cudaStreamQuery(q->launch.stream);

	if (error == cudaErrorNotReady)
		cudaGetLastError(); /* so that the next launch isn't blamed for it */
	return error;
}

/* Most waits are shorter than going to sleep and being woken takes. */
static cudaError_t spin(struct cuda_queue *q)
{
	double end = clock_ms() + spin_ms;
	cudaError_t error;

	do
		error = ask(q);
	while (error == cudaErrorNotReady && clock_ms() < end);
	return error;
}

/* Sleep until the stream is through. After a fault the function that should wake us is never
 * called, so look now and then. */
static cudaError_t sleep_until_done(struct cuda_queue *q)
{
	cudaError_t error = cudaErrorNotReady;
	uint64_t stale;
	ssize_t ignored = read(q->done_fd, &stale, sizeof stale);

	(void)ignored;
	cuda_signal(&q->queue, q->done_fd);
	while (error == cudaErrorNotReady && !queue_poll(&q->queue, q->done_fd, ASK_MS))
		error = ask(q);
	return error == cudaErrorNotReady ? cudaStreamSynchronize(q->launch.stream) : error;
}

static enum status cuda_sync(struct queue *queue)
{
	struct cuda_queue *q = cuda_queue(queue);
	cudaError_t error;
	enum status status;

	use_gpu_of(queue);
	check(q, cuda_stage_finish(&q->large, q->status == STATUS_OK), "download");
	error = spin(q);
	if (error == cudaErrorNotReady)
		error = sleep_until_done(q);
	check(q, error, "kernel");
	take_timings(q);
	unstage(q);
	status = q->status;
	q->status = STATUS_OK;
	if (status != STATUS_OK && status != STATUS_CANCELLED)
		status_fail(status, "%s", q->text);
	return status;
}

/* ---- kernels and primitives ---- */

/* A block on each multiprocessor, in clusters of this many, as far as they are resident at once; 0 =
 * that isn't possible here. */
static unsigned resident_blocks(const void *function, cudaLaunchConfig_t *config, unsigned cluster,
				unsigned multiprocessors)
{
	int clusters = 0;
	unsigned most = multiprocessors / cluster;

	config->attrs[1].val.clusterDim.x = cluster;
	config->gridDim.x = cluster;
	if (cudaOccupancyMaxActiveClusters(&clusters, function, config) != cudaSuccess) {
		cudaGetLastError();
		return 0;
	}
	return ((unsigned)clusters < most ? (unsigned)clusters : most) * cluster;
}

/* In the largest clusters that there can be. What isn't possible is tried again the next time. */
static void plan_sweep(const void *function, cudaLaunchConfig_t *config, int multiprocessors,
		       struct cuda_sweep_plan *plan)
{
	cudaFuncSetAttribute(function, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
	for (unsigned cluster = SWEEP_CLUSTER; cluster > 0 && plan->blocks == 0; cluster /= 2) {
		plan->blocks =
			resident_blocks(function, config, cluster, (unsigned)multiprocessors);
		plan->cluster = cluster;
	}
}

cudaError_t cuda_launch_items(const void *function, const void *args, int64_t n,
			      int64_t items_per_block, int block, const struct cuda_launch *launch)
{
	void *parameters[] = {(void *)args, &n};
	cudaLaunchAttribute early = {.id = cudaLaunchAttributeProgrammaticStreamSerialization,
				     .val.programmaticStreamSerializationAllowed = 1};
	cudaLaunchConfig_t config = {
		.gridDim = {cuda_launch_blocks(launch, n, items_per_block), 1, 1},
		.blockDim = {(unsigned)block, 1, 1},
		.stream = launch->stream,
		.attrs = &early,
		.numAttrs = launch->has_clusters ? 1 : 0};

	return cudaLaunchKernelExC(&config, function, parameters);
}

cudaError_t cuda_launch_sweep(const void *function, const void *args, const int32_t *level_row,
			      int64_t n_levels, int block, const struct cuda_launch *launch)
{
	void *parameters[] = {(void *)args, &level_row, &n_levels};
	cudaLaunchAttribute attributes[2] = {
		{.id = cudaLaunchAttributeCooperative, .val.cooperative = 1},
		{.id = cudaLaunchAttributeClusterDimension, .val.clusterDim = {1, 1, 1}}};
	cudaLaunchConfig_t config = {.gridDim = {(unsigned)launch->multiprocessors, 1, 1},
				     .blockDim = {(unsigned)block, 1, 1},
				     .stream = launch->stream,
				     .attrs = attributes,
				     .numAttrs = 1};
	struct cuda_sweep_plan *plan = launch->plan;

	if (launch->has_clusters) {
		config.numAttrs = 2;
		if (plan->blocks == 0)
			plan_sweep(function, &config, launch->multiprocessors, plan);
		config.gridDim.x = plan->blocks;
		attributes[1].val.clusterDim.x = plan->cluster;
	}
	return cudaLaunchKernelExC(&config, function, parameters);
}

static void cuda_launch(struct queue *queue, enum kernel_id kernel, int fs_bits, const void *args,
			const int32_t *d_level_row, int64_t n)
{
	struct cuda_queue *q = cuda_queue(queue);
	int wide = fs_bits == 64;
	cuda_kernel *other = (cuda_kernel *)stand_in_of(queue->device, (int)kernel);
	cuda_kernel *run = other ? other : kernels[kernel][wide];

	q->launch.plan = &q->plan[kernel][wide];
	if (ready(q))
		queued(q, run(args, d_level_row, n, &q->launch), cost_name((int)kernel));
}

static void cuda_prim_scan(struct queue *queue, const int32_t *d_in, int64_t *d_out, int64_t n)
{
	struct cuda_queue *q = cuda_queue(queue);

	if (ready(q))
		queued(q, cuda_scan(d_in, d_out, n, &q->scratch), "scan");
}

static void cuda_prim_sum(struct queue *queue, const int32_t *d_in, int64_t *d_out, int64_t n)
{
	struct cuda_queue *q = cuda_queue(queue);

	if (ready(q))
		queued(q, cuda_sum(d_in, d_out, n, &q->scratch), "sum");
}

static void cuda_prim_max(struct queue *queue, const int32_t *d_in, int32_t *d_out, int64_t n)
{
	struct cuda_queue *q = cuda_queue(queue);

	if (ready(q))
		queued(q, cuda_max(d_in, d_out, n, &q->scratch), "max");
}

static void cuda_prim_select(struct queue *queue, const uint8_t *d_flag, int32_t *d_out,
			     int64_t *d_n_out, int64_t n)
{
	struct cuda_queue *q = cuda_queue(queue);

	if (ready(q))
		queued(q, cuda_select(d_flag, d_out, d_n_out, n, &q->scratch), "select");
}

static void cuda_prim_histogram(struct queue *queue, const int32_t *d_bin, int64_t n,
				int32_t *d_count, int32_t n_bins)
{
	struct cuda_queue *q = cuda_queue(queue);

	if (ready(q))
		queued(q, cuda_histogram(d_bin, n, d_count, n_bins, &q->scratch), "histogram");
}

static void cuda_prim_sort(struct queue *queue, int key_bits, int n_bits, const void *d_keys,
			   void *d_keys_out, const int32_t *d_values, int32_t *d_values_out,
			   int64_t n)
{
	struct cuda_queue *q = cuda_queue(queue);

	if (ready(q))
		queued(q,
		       cuda_sort(key_bits, n_bits, d_keys, d_keys_out, d_values, d_values_out, n,
				 &q->scratch),
		       "sort");
}

struct rows {
	const int32_t *d_key;
	int64_t n;
	int32_t n_rows;
	int32_t *d_row, *d_order;
	int32_t *d_number, *d_sorted; /* temporary [n]: 0, 1, 2, …; the keys */
};

/* As a sort by the keys: rows begin where sorted keys change. */
static cudaError_t group_rows(struct cuda_queue *q, const struct rows *r)
{
	struct iota_args iota = {.out = r->d_number};
	struct row_bounds_args bounds = {
		.key = r->d_sorted, .n_keys = (int32_t)r->n, .n_rows = r->n_rows, .row = r->d_row};
	cudaError_t error = cudaSuccess;

	if (r->n)
		error = kernels[KERNEL_ID_iota][0](&iota, NULL, r->n, &q->launch);
	if (r->n && error == cudaSuccess)
		error = cuda_sort(32, bits_for(r->n_rows), r->d_key, r->d_sorted, r->d_number,
				  r->d_order, r->n, &q->scratch);
	if (error == cudaSuccess)
		error = kernels[KERNEL_ID_row_bounds][0](&bounds, NULL, (int64_t)r->n_rows + 1,
							 &q->launch);
	return error;
}

static void cuda_prim_rows(struct queue *queue, const int32_t *d_key, int64_t n, int32_t n_rows,
			   int32_t *d_row, int32_t *d_order)
{
	struct cuda_queue *q = cuda_queue(queue);
	size_t bytes = (size_t)n * sizeof(int32_t) * (d_order ? 2 : 3) + 1;
	struct rows rows = {d_key, n, n_rows, d_row, d_order, NULL, NULL};
	cudaError_t error;

	if (!ready(q))
		return;
	error = cudaMallocAsync((void **)&rows.d_number, bytes, q->scratch.stream);
	if (error == cudaSuccess) {
		rows.d_sorted = rows.d_number + n;
		if (!d_order)
			rows.d_order = rows.d_sorted + n;
		error = group_rows(q, &rows);
		cudaFreeAsync(rows.d_number, q->scratch.stream);
	}
	queued(q, error, "rows");
}

/* ---- the device ---- */

static void cuda_close(struct device *device)
{
	free(device);
}

/* Copies go to it without a stop in between; where that can't be had they stop there. */
static int64_t cuda_kernel_heap(struct queue *queue, int64_t wanted)
{
	size_t size = 0, free_memory, all = 0;

	use_gpu_of(queue);
	if (cudaMemGetInfo(&free_memory, &all) == cudaSuccess)
		wanted = min_i64(wanted, (int64_t)all / 8);
	/* It fails after a kernel has allocated, when the heap is what it was made. */
	cudaDeviceSetLimit(cudaLimitMallocHeapSize, (size_t)wanted);
	cudaDeviceGetLimit(&size, cudaLimitMallocHeapSize);
	cudaGetLastError();
	return (int64_t)size;
}

static void cuda_pin(void *memory, int64_t bytes)
{
	if (cudaHostRegister(memory, (size_t)bytes, cudaHostRegisterDefault) != cudaSuccess)
		cudaGetLastError();
}

static void cuda_unpin(void *memory)
{
	if (cudaHostUnregister(memory) != cudaSuccess)
		cudaGetLastError();
}

static const struct device_ops cuda_ops = {
	.close = cuda_close,
	.queue_new = cuda_queue_new,
	.queue_free = cuda_queue_free,
	.alloc = cuda_alloc,
	.free = cuda_free,
	.upload = cuda_upload,
	.make = cuda_make,
	.download = cuda_download,
	.copy = cuda_copy,
	.fill = cuda_fill,
	.sync = cuda_sync,
	.launch = cuda_launch,
	.scan = cuda_prim_scan,
	.sum = cuda_prim_sum,
	.max = cuda_prim_max,
	.select = cuda_prim_select,
	.histogram = cuda_prim_histogram,
	.kernel_heap = cuda_kernel_heap,
	.pin = cuda_pin,
	.unpin = cuda_unpin,
	.sort = cuda_prim_sort,
	.rows = cuda_prim_rows,
};

/* Freed memory stays with the process, so that allocating again costs next to nothing. */
static void keep_freed_memory(int index)
{
	cudaMemPool_t pool;
	uint64_t all = UINT64_MAX;

	if (cudaDeviceGetDefaultMemPool(&pool, index) == cudaSuccess)
		cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all);
	cudaGetLastError();
}

enum status cuda_device_open(const struct device_config *config, struct text *why_not,
			     struct device **out)
{
	struct cudaDeviceProp properties;
	struct cuda_device *cuda;
	int index = config->index < 0 ? cuda_own_gpu() : config->index;
	cudaError_t error = cuda_probe(index, &properties);

	if (error != cudaSuccess) {
		text_add(why_not, cudaGetErrorString(error));
		return status_fail(STATUS_NO_DEVICE, "no usable GPU %d: %s", index,
				   cudaGetErrorString(error));
	}
	keep_freed_memory(index);
	TRY(ALLOC(&cuda, 1));
	cuda->index = index;
	cuda->has_clusters = properties.major >= 9;
	cuda->device.ops = &cuda_ops;
	cuda->device.kind = DEVICE_CUDA;
	cuda->device.width = properties.multiProcessorCount;
	cuda_describe(&properties, cuda->device.name, sizeof cuda->device.name);
	*out = &cuda->device;
	return STATUS_OK;
}
