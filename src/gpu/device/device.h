/*
 * A device: memory, queues of asynchronous work, kernels and primitives. There are two, the CPU
 * (worker threads) and a CUDA GPU, with one table of functions; nothing above this header knows
 * which one it drives.
 *
 * Work is put into a queue and runs in order. An operation that fails, and every one after it,
 * does nothing; the next queue_sync() tells. Pointers called d_ live in device memory and are never
 * dereferenced on the host.
 */
#ifndef GPU_DEVICE_DEVICE_H
#define GPU_DEVICE_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/grow.h"
#include "base/status.h"
#include "base/task.h"
#include "base/text.h"
#include "gpu/device/device_config.h"
#include "gpu/kernel/kernel_ids.h"

struct device;
struct queue;

/* Open a device. DEVICE_AUTO takes the first GPU that runs a trivial kernel, else the CPU; `why`
 * (may be NULL) gets one line on the choice. STATUS_NO_DEVICE when the one asked for
 * isn't there. */
enum status device_open(const struct device_config *config, struct text *why, struct device **out);
void device_close(struct device *device); /* NULL is fine; queues and memory must be gone */

const char *device_name(const struct device *device);
enum device_kind device_kind(const struct device *device);
/* CPU: worker threads; GPU: multiprocessors. */
int device_width(const struct device *device);
/* Threads for what the host makes for it: those of the CPU device, or as many as were asked for. */
int device_host_threads(const struct device *device);

/* "CUDA driver 12.4, runtime 12.4", or why there is none of them. Opens nothing. */
void device_write_runtime(struct text *out);
/* What there is to compute on, a line each: as --device calls it, and what it is. Or that there is
 * no GPU, and why. */
void device_list(struct text *out);

/* ---- memory ---- */

/* Uninitialised device memory under a name (a string constant), for report_device. A size of 0 is
 * fine. STATUS_DEVICE_MEMORY when it doesn't fit; STATUS_NO_MEMORY when the host has none left to
 * account for it. What primitives need for themselves and what is freed after queued work isn't
 * counted. */
enum status device_alloc(struct queue *queue, const char *name, int64_t bytes, void **d_out);
/* The same with the bytes of an array, which are copied as by queue_upload(); d_out points to the pointer. */
enum status device_put(struct queue *queue, const char *name, const void *from, int64_t bytes,
		       void *d_out);
/* Give memory back, after the work queued so far in this queue: code that has queued work on it
 * elsewhere waits for that first. NULL is fine. */
void device_free(struct queue *queue, void *d_memory);

/*
 * The heap that kernels allocate from has up to `wanted` bytes and up to an eighth of the device's memory, apart from
 * the accounts; before the first kernel that does, as it keeps its size from then on. Returns its size, INT64_MAX
 * where that is the host's memory.
 */
int64_t device_kernel_heap(struct queue *queue, int64_t wanted);

/* Freed memory that the device has kept for reuse goes back to the system: after work that isn't done often. */
void device_trim(struct queue *queue);
/* Is device memory host memory? After a sync the host reads it then where it is. */
bool device_in_host_memory(const struct queue *queue);

/*
 * Device memory with what an array of the host has, for kernels that only read it. The array stays as it is,
 * and where it is, until it is given back by device_free(): a device that computes in the host's memory takes
 * the array itself, and accounts for nothing.
 */
enum status device_lend(struct queue *queue, const char *name, const void *from, int64_t bytes,
			const void **d_out);

/* n items of the type that the pointer is set to */
#define DEVICE_ALLOC(queue, name, d_pointer, n)                                                    \
	device_alloc((queue), (name), (int64_t)(n) * (int64_t)sizeof **(d_pointer),                \
		     (void **)(d_pointer))

/* The same of several: DEVICE_ALLOC_ALL(queue, name, n, &d_row, &d_column). */
#define DEVICE_ALLOC_BY(d_pointer, queue, name, n) DEVICE_ALLOC(queue, name, d_pointer, n)
#define DEVICE_ALLOC_WITH(...)                     DEVICE_ALLOC_BY(__VA_ARGS__)
#define DEVICE_ALLOC_WORDS(...)                    __VA_ARGS__
#define DEVICE_ALLOC_OF(with, d_pointer)           DEVICE_ALLOC_WITH(d_pointer, DEVICE_ALLOC_WORDS with)
#define DEVICE_ALLOC_ALL(queue, name, n, ...)      EACH(DEVICE_ALLOC_OF, (queue, name, n), __VA_ARGS__)

#define DEVICE_PUT(queue, name, d_pointer, from, n)                                                \
	device_put((queue), (name), (from), (int64_t)(n) * (int64_t)sizeof **(d_pointer),          \
		   (d_pointer))

/* Free and forget. */
#define DEVICE_FREE(queue, d_pointer)                                                              \
	do {                                                                                       \
		device_free((queue), (d_pointer));                                                 \
		(d_pointer) = NULL;                                                                \
	} while (0)
/* The same of all to which there are pointers. */
void device_free_all(struct queue *queue, void *const pointers[], size_t n);
#define DEVICE_FREE_ALL(queue, ...)                                                                \
	device_free_all((queue), (void *const[]){__VA_ARGS__},                                     \
			sizeof(void *const[]){__VA_ARGS__} / sizeof(void *))
/* The same when the block is left: DEVICE_HELD held = {queue, {&args.row, &d_order}}; the pointers are NULL until they have
 * memory, and may be set to NULL when it is handed over. */
#define DEVICE_HELD RELEASED_BY(device_free_held) struct device_held
struct device_held {
	struct queue *queue;
	void *pointer[8]; /* the first that is NULL ends them */
};
void device_free_held(struct device_held *held);

struct device_memory {
	const char *name; /* a string constant */
	int64_t bytes;    /* now */
	int64_t peak;
};

/* What is allocated by name (at most `capacity` rows are written; returns how many there are), and
 * the device's totals. */
int device_memory_table(struct device *device, struct device_memory *rows, int capacity,
			struct device_memory *total);

/* Tell the device that host memory will be copied to and from again and again, where it can make
 * use of that, until it is unpinned; before it is unmapped, it is. */
void device_pin(struct device *device, void *memory, int64_t bytes);
void device_unpin(struct device *device, void *memory);

/* ---- queues ---- */

/* The task's cancel flag stops what is queued; NULL = nothing does. STATUS_NO_MEMORY, STATUS_FAILED
 * without threads or descriptors, STATUS_DEVICE without a stream. */
enum status queue_new(struct device *device, struct task *task, struct queue **out);
void queue_free(struct queue *queue); /* waits for what is queued; NULL is fine */
struct device *queue_device(const struct queue *queue);

/* The host memory must live, and for downloads isn't filled, until the next queue_sync(). */
void queue_upload(struct queue *queue, void *d_to, const void *from, int64_t bytes);
void queue_download(struct queue *queue, void *to, const void *d_from, int64_t bytes);
/* Writes items begin … end − 1 of an array, the first of them to `out`. Several threads call it at once, with a range each;
 * it starts none itself, allocates nothing and can't fail. */
typedef void make_fn(const void *context, int64_t begin, int64_t end, void *out);
/* Upload n items of up to 64 KiB that are made where they go, without an array of the host. The context and what it leads
 * to must stay as they are until the next queue_sync(): a GPU's items are made at once, the CPU's when it is their turn. */
void queue_make(struct queue *queue, void *d_to, int64_t n, size_t item_size, make_fn *make,
		const void *context);
void queue_copy(struct queue *queue, void *d_to, const void *d_from, int64_t bytes);
void queue_fill(struct queue *queue, void *d_to, int byte, int64_t bytes);

/*
 * Wait until all that was queued is done; meanwhile the task's breathe() is called when its wake_fd
 * is readable. Gives the first failure since the last sync (then the rest was not done):
 * STATUS_CANCELLED, STATUS_DEVICE, STATUS_DEVICE_MEMORY.
 */
enum status queue_sync(struct queue *queue);
/* The same at the end of something that queued: after a failure too, as what was queued still reads
 * the caller's arrays. Gives that failure, else what the wait gives. */
enum status queue_settle(struct queue *queue, enum status status);
/* The same where nothing is queued any more after a success: it waits after a failure alone. */
enum status queue_settle_failure(struct queue *queue, enum status status);
/* For what is left early (TRY()) while the queue may use arrays of the host: RELEASED_BY(queue_rest) struct queue *queue,
 * declared after them, waits before they are freed. */
static inline void queue_rest(struct queue **queue)
{
	(void)queue_sync(*queue);
}
/* Download, and wait: for one array that the host needs at once. */
static inline enum status queue_read(struct queue *queue, void *to, const void *d_from,
				     int64_t bytes)
{
	queue_download(queue, to, d_from, bytes);
	return queue_sync(queue);
}

/*
 * A little memory of the queue's that kernels write and the host reads after a sync: for the few
 * numbers on which the host's next step depends, without a copy. Zeroed at first; code that queues
 * work next may overwrite it.
 */
enum { QUEUE_SHARED = 256 };
void *queue_shared(struct queue *queue);

/* ---- kernels ---- */

/*
 * LAUNCH(queue, name, fs_bits, &args, n): run kernel `name` for items 0 … n − 1, compiled for times
 * of fs_bits (32 or 64; kernels without times take either). The arguments are copied.
 */
#define LAUNCH(queue, name, fs_bits, args, n)                                                      \
	queue_launch((queue), KERNEL_ID_##name, (fs_bits), (const struct name##_args *){(args)},   \
		     NULL, (n))

/*
 * The same for a SWEEP_KERNEL: items level_row[l] … level_row[l + 1] − 1 for each level l in turn,
 * from 0 to n_levels − 1; d_level_row has n_levels + 1 entries. Of a TEAM_SWEEP_KERNEL or FLOW_TEAM_SWEEP_KERNEL it has
 * 2 n_levels + 1: each level's large items, then the others.
 */
#define SWEEP(queue, name, fs_bits, args, d_level_row, n_levels)                                   \
	queue_launch((queue), KERNEL_ID_##name, (fs_bits), (const struct name##_args *){(args)},   \
		     (d_level_row), (n_levels))

void queue_launch(struct queue *queue, enum kernel_id kernel, int fs_bits, const void *args,
		  const int32_t *d_level_row, int64_t n);

/* What launches of one kernel run instead of ours: a cpu_kernel or cuda_kernel, and the struct warp_code of recorded warps. */
struct stand_in {
	enum kernel_id kernel;
	void *entry;
	const void *warp;
};
/* From the next launch on, until NULL; nothing may be queued. Only the process of kernel_try calls it. */
void device_stand_in(struct device *device, const struct stand_in *other);

/* ---- primitives (n may be 0; a lack of memory for their own use is returned by queue_sync()) ---- */

/* Exclusive sum: d_out[i] = Σ d_in[0 … i − 1], d_out[n] = the total. d_out has n + 1 entries. */
void prim_scan(struct queue *queue, const int32_t *d_in, int64_t *d_out, int64_t n);

/* *d_out = Σ d_in; 0 when n is 0. */
void prim_sum(struct queue *queue, const int32_t *d_in, int64_t *d_out, int64_t n);

/* *d_out = the largest of d_in; INT32_MIN when n is 0. */
void prim_max(struct queue *queue, const int32_t *d_in, int32_t *d_out, int64_t n);

/* The indices of the non-zero flags, ascending, and their number. */
void prim_select(struct queue *queue, const uint8_t *d_flag, int32_t *d_out, int64_t *d_n_out,
		 int64_t n);

/* d_count[b] = how many of d_bin equal b, for b < n_bins; other values are not counted. */
void prim_histogram(struct queue *queue, const int32_t *d_bin, int64_t n, int32_t *d_count,
		    int32_t n_bins);

/*
 * Stable ascending sort of pairs by the low n_bits of the keys: unsigned of key_bits (32 or 64).
 * Inputs are left as they are; inputs and outputs don't overlap.
 */
void prim_sort(struct queue *queue, int key_bits, int n_bits, const void *d_keys, void *d_keys_out,
	       const int32_t *d_values, int32_t *d_values_out, int64_t n);

/*
 * Group items by their keys, which are 0 … n_rows − 1: d_order[d_row[r]] … d_order[d_row[r + 1] − 1] are the
 * numbers of those with key r, ascending. d_row has n_rows + 1 entries; without d_order (NULL) it is all
 * that comes out. Inputs and outputs don't overlap.
 */
void prim_rows(struct queue *queue, const int32_t *d_key, int64_t n, int32_t n_rows, int32_t *d_row,
	       int32_t *d_order);

#endif
