#include "gpu/device/cuda_stage.h"

#include <omp.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/parallel.h"

enum {
	LEAST_SLOT = 1 << 16, /* bytes: less isn't worth it */
	SMALL_SLOT = 1 << 20, /* of copies that fill no more than all of these */
	MOST_SLOT = 1 << 23,  /* half of that, and copies take 1.3 to 1.6 times as long */
	PAYS = 1 << 19,       /* smaller copies are left to CUDA */
	A_PART = 1 << 17,     /* bytes that a thread is worth */
};

static int parts_of_bytes(int64_t bytes)
{
	return omp_in_parallel() ? 1 : (int)min_i64(host_threads(), bytes / A_PART + 1);
}

static void take(char *to, const char *from, int64_t bytes)
{
	int parts = parts_of_bytes(bytes);

	OVER_PARTS(p, parts)
	{
		int64_t begin = part_begin(bytes, parts, p);

		memcpy(to + begin, from + begin, (size_t)(part_begin(bytes, parts, p + 1) - begin));
	}
}

/* A slot that nothing is copied from or to any more; what came there goes to its place. */
static cudaError_t empty_slot(struct cuda_stage *stage, int s)
{
	struct stage_piece piece = stage->piece[s];
	cudaError_t error = cudaEventSynchronize(stage->done[s]);

	stage->piece[s].bytes = 0;
	if (error == cudaSuccess && piece.bytes)
		take(piece.to, stage->slot[s], piece.bytes);
	return error;
}

cudaError_t cuda_stage_finish(struct cuda_stage *stage, bool takes)
{
	cudaError_t error = cudaSuccess;

	for (int i = 0; i < STAGE_SLOTS && takes && error == cudaSuccess; i++) {
		int s = (stage->next + i) % STAGE_SLOTS;

		if (stage->piece[s].bytes)
			error = empty_slot(stage, s);
	}
	memset(stage->piece, 0, sizeof stage->piece);
	return error;
}

static void free_slots(struct cuda_stage *stage)
{
	cudaFreeHost(stage->slot[0]);
	memset(stage->slot, 0, sizeof stage->slot);
	stage->slot_bytes = 0;
}

void cuda_stage_release(struct cuda_stage *stage)
{
	free_slots(stage);
	for (int i = 0; i < STAGE_SLOTS; i++) {
		if (stage->done[i])
			cudaEventDestroy(stage->done[i]);
		stage->done[i] = NULL;
	}
}

bool cuda_stage_pays(const void *host, int64_t bytes)
{
	struct cudaPointerAttributes of;

	if (bytes < PAYS)
		return false;
	if (cudaPointerGetAttributes(&of, host) == cudaSuccess)
		return of.type == cudaMemoryTypeUnregistered;
	cudaGetLastError(); /* so that it isn't found again by the next call */
	return true;
}

static cudaError_t make_slots(struct cuda_stage *stage, int64_t size)
{
	cudaError_t error = cudaMallocHost((void **)&stage->slot[0], (size_t)size * STAGE_SLOTS);

	for (int i = 0; i < STAGE_SLOTS && error == cudaSuccess; i++) {
		stage->slot[i] = stage->slot[0] + i * size;
		if (!stage->done[i])
			error = cudaEventCreateWithFlags(&stage->done[i], cudaEventDisableTiming);
	}
	if (error == cudaSuccess)
		stage->slot_bytes = size;
	else
		free_slots(stage);
	return error;
}

/* Slots for a copy of this size, as far as there is memory to pin: a copy goes by smaller ones too. Pinning takes longer
 * than many copies, so there are two sizes. */
static cudaError_t need_slots(struct cuda_stage *stage, int64_t bytes)
{
	int64_t size = bytes > STAGE_SLOTS * SMALL_SLOT ? MOST_SLOT : SMALL_SLOT;
	cudaError_t error;

	if (size <= stage->slot_bytes || (stage->is_short && stage->slot_bytes))
		return cudaSuccess;
	error = cuda_stage_finish(stage, true);
	if (error == cudaSuccess)
		error = cudaStreamSynchronize(stage->stream);
	free_slots(stage);
	if (error == cudaSuccess)
		error = make_slots(stage, size);
	while (error == cudaErrorMemoryAllocation && size > LEAST_SLOT) {
		cudaGetLastError(); /* so that it isn't found again by the next call */
		stage->is_short = true;
		size /= 2;
		error = make_slots(stage, size);
	}
	return error;
}

/* Items begin … end − 1 into a slot. */
static void fill(char *slot, int64_t begin, int64_t end, size_t item_size, make_fn *make,
		 const void *context)
{
	int64_t n = end - begin;
	int parts = parts_of_bytes(n * (int64_t)item_size);

	OVER_PARTS(p, parts)
	{
		int64_t first = part_begin(n, parts, p);

		make(context, begin + first, begin + part_begin(n, parts, p + 1),
		     slot + first * (int64_t)item_size);
	}
}

cudaError_t cuda_stage_make(struct cuda_stage *stage, void *d_to, int64_t n, size_t item_size,
			    make_fn *make, const void *context)
{
	cudaError_t error = need_slots(stage, n * (int64_t)item_size);
	int64_t at_once = error == cudaSuccess ? stage->slot_bytes / (int64_t)item_size : 0;

	for (int64_t i = 0; i < n && error == cudaSuccess; i += at_once) {
		int64_t end = min_i64(n, i + at_once);
		int s = stage->next;

		error = empty_slot(stage, s);
		if (error != cudaSuccess)
			break;
		fill(stage->slot[s], i, end, item_size, make, context);
		error = cudaMemcpyAsync((char *)d_to + i * (int64_t)item_size, stage->slot[s],
					(size_t)(end - i) * item_size, cudaMemcpyHostToDevice,
					stage->stream);
		if (error == cudaSuccess)
			error = cudaEventRecord(stage->done[s], stage->stream);
		stage->next = (s + 1) % STAGE_SLOTS;
	}
	return error;
}

/* Piece after piece goes to slot after slot. While one is taken out of its slot, others are on their way to theirs. */
cudaError_t cuda_stage_download(struct cuda_stage *stage, void *to, const void *d_from,
				int64_t bytes)
{
	cudaError_t error = need_slots(stage, bytes);
	int64_t size = stage->slot_bytes;

	touch_together(to, bytes); /* while the device still computes that */
	for (int64_t at = 0; at < bytes && error == cudaSuccess; at += size) {
		int64_t n = min_i64(bytes - at, size);
		int s = stage->next;

		error = empty_slot(stage, s);
		if (error == cudaSuccess)
			error = cudaMemcpyAsync(stage->slot[s], (const char *)d_from + at,
						(size_t)n, cudaMemcpyDeviceToHost, stage->stream);
		if (error == cudaSuccess)
			error = cudaEventRecord(stage->done[s], stage->stream);
		if (error == cudaSuccess)
			stage->piece[s] = (struct stage_piece){(char *)to + at, n};
		stage->next = (s + 1) % STAGE_SLOTS;
	}
	return error;
}
