/*
 * What a device has to supply, and what both share. Only the files of gpu/ include this.
 */
#ifndef GPU_DEVICE_DEVICE_IMPL_H
#define GPU_DEVICE_DEVICE_IMPL_H

#include <pthread.h>
#include <stdatomic.h>

#include "gpu/device/device.h"
#include "gpu/device/profile.h"

struct device_ops {
	bool in_host_memory; /* what the host has is device memory too */
	void (*close)(struct device *device);
	/* sets the fields of struct queue too */
	enum status (*queue_new)(struct device *device, struct task *task, struct queue **out);
	void (*queue_free)(struct queue *queue);
	/* plain memory, without accounting; free is ordered after the queue's work */
	enum status (*alloc)(struct queue *queue, int64_t bytes, void **d_out);
	void (*free)(struct queue *queue, void *d_memory);
	void (*upload)(struct queue *queue, void *d_to, const void *from, int64_t bytes);
	void (*make)(struct queue *queue, void *d_to, int64_t n, size_t item_size, make_fn *make,
		     const void *context);
	void (*download)(struct queue *queue, void *to, const void *d_from, int64_t bytes);
	void (*copy)(struct queue *queue, void *d_to, const void *d_from, int64_t bytes);
	void (*fill)(struct queue *queue, void *d_to, int byte, int64_t bytes);
	enum status (*sync)(struct queue *queue);
	void (*launch)(struct queue *queue, enum kernel_id kernel, int fs_bits, const void *args,
		       const int32_t *d_level_row, int64_t n);
	void (*scan)(struct queue *queue, const int32_t *d_in, int64_t *d_out, int64_t n);
	void (*sum)(struct queue *queue, const int32_t *d_in, int64_t *d_out, int64_t n);
	void (*max)(struct queue *queue, const int32_t *d_in, int32_t *d_out, int64_t n);
	void (*select)(struct queue *queue, const uint8_t *d_flag, int32_t *d_out, int64_t *d_n_out,
		       int64_t n);
	void (*histogram)(struct queue *queue, const int32_t *d_bin, int64_t n, int32_t *d_count,
			  int32_t n_bins);
	void (*rows)(struct queue *queue, const int32_t *d_key, int64_t n, int32_t n_rows,
		     int32_t *d_row, int32_t *d_order);
	/* may be NULL: nothing is to do */
	int64_t (*kernel_heap)(struct queue *queue, int64_t wanted);
	void (*pin)(void *memory, int64_t bytes);
	void (*unpin)(void *memory);
	void (*trim)(void);
	void (*sort)(struct queue *queue, int key_bits, int n_bits, const void *d_keys,
		     void *d_keys_out, const int32_t *d_values, int32_t *d_values_out, int64_t n);
};

struct allocation;
struct warp_recorder;

/* The part of a device that both kinds have; theirs begins with it. */
struct device {
	const struct device_ops *ops; /* borrowed */
	enum device_kind kind;
	int width;
	char name[128];
	int host_threads;
	int64_t memory_limit;
	pthread_mutex_t lock;           /* of the fields below */
	struct allocation *allocations; /* owned: list of what is allocated */
	struct device_memory *memory;   /* owned: one row a name */
	int64_t n_memory, memory_capacity;
	int64_t bytes, peak;
	struct kernel_profile profile[N_COSTS]; /* without names */
	double bandwidth;                       /* bytes a ms, 0 = not measured */
	atomic_bool profiling, measuring;       /* not under the lock */
	struct stand_in other;                  /* no entry = none */
	struct warp_recorder
		*recorder; /* owned: of warp_impl.h, with a lock of its own; NULL on a GPU */
};

/* What the accounts want of the operation that is being queued. */
struct profile_note {
	bool wanted;
	int id; /* enum kernel_id or cost_id */
	struct kernel_cost cost;
};

struct queue {
	struct device *device; /* borrowed */
	void *shared;          /* owned [QUEUE_SHARED]: host and device see it */
	struct task *task;     /* borrowed, may be NULL */
	struct profile_note note;
	bool unprofiled;
};

/* The entry that another has for a kernel, NULL = it is ours. */
static inline void *stand_in_of(const struct device *device, int kernel)
{
	return (int)device->other.kernel == kernel ? device->other.entry : NULL;
}

static inline bool queue_cancelled(const struct queue *queue)
{
	return queue->task && task_cancelled(queue->task);
}

/* Wait until the eventfd is readable and take it, letting the task breathe meanwhile; false when
 * that didn't come within this many milliseconds (-1 = forever). */
bool queue_poll(struct queue *queue, int eventfd, int timeout_ms);

/* An operation that was noted took so long. */
void profile_add(struct device *device, const struct profile_note *note, double ms);

enum status cpu_device_open(const struct device_config *config, struct device **out);

#ifdef HAVE_CUDA
/* `why_not` gets the reason when there is no usable GPU of that index (STATUS_NO_DEVICE). */
enum status cuda_device_open(const struct device_config *config, struct text *why_not,
			     struct device **out);
void cuda_write_runtime(struct text *out);
/* The GPUs' lines of device_list(). */
void cuda_device_list(struct text *out);
#endif

#endif
