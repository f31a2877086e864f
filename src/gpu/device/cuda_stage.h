/*
 * Large copies between ordinary memory of the host and the GPU, through pinned memory. CUDA's own way has one thread
 * that fills its pinned memory; here all threads of the host do, while what they filled before is on its way: 76 MiB in
 * 1.9 ms instead of 12.2 (bench_copies, 16 cores beside an H200).
 */
#ifndef GPU_DEVICE_CUDA_STAGE_H
#define GPU_DEVICE_CUDA_STAGE_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stdint.h>

#include "gpu/device/device.h"

enum { STAGE_SLOTS = 3 };

/* Where what is downloaded to a slot goes; bytes 0 = nowhere any more. */
struct stage_piece {
	void *to; /* borrowed */
	int64_t bytes;
};

/* Of one queue, whose thread uses it; zeroed but for the stream, it has no memory yet. */
struct cuda_stage {
	cudaStream_t stream;           /* borrowed */
	char *slot[STAGE_SLOTS];       /* pinned [slot_bytes], side by side: the first is owned */
	cudaEvent_t done[STAGE_SLOTS]; /* owned: what was copied from a slot, or to it, is there */
	struct stage_piece piece[STAGE_SLOTS];
	int64_t slot_bytes;
	bool is_short; /* there was no memory to pin for larger ones */
	int next;
};

void cuda_stage_release(struct cuda_stage *stage);

/* Is a copy of this memory faster this way? */
bool cuda_stage_pays(const void *host, int64_t bytes);

/* Device memory of n items that make() writes (queue_make()), none of them larger than 64 KiB; all has been made when it
 * returns. */
cudaError_t cuda_stage_make(struct cuda_stage *stage, void *d_to, int64_t n, size_t item_size,
			    make_fn *make, const void *context);
/* The last pieces stay in their slots until these are used again, or cuda_stage_finish() takes all to their places, or (takes =
 * false) forgets them: so another copy follows without a gap. */
cudaError_t cuda_stage_download(struct cuda_stage *stage, void *to, const void *d_from,
				int64_t bytes);
cudaError_t cuda_stage_finish(struct cuda_stage *stage, bool takes);

#endif
