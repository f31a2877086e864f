/* The primitives of the CUDA device, from CUB; device.h documents what they compute. Device
 * pointers. */
#ifndef GPU_DEVICE_PRIM_CUDA_H
#define GPU_DEVICE_PRIM_CUDA_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A stream, and temporary memory that its primitives use one after another. */
struct cuda_scratch {
	cudaStream_t stream;
	void *memory; /* owned, from the stream's pool */
	size_t size;
	int sort_blocks
		[2]; /* of sort_cuda.cu, by the width of keys: 0 = not known yet, -1 = none */
};

/* Memory of a size for one call; give it back by the other. */
cudaError_t cuda_temporary(struct cuda_scratch *scratch, size_t bytes, void **memory);
void cuda_done_with(struct cuda_scratch *scratch, void *memory);

cudaError_t cuda_scan(const int32_t *in, int64_t *out, int64_t n, struct cuda_scratch *scratch);
cudaError_t cuda_sum(const int32_t *in, int64_t *out, int64_t n, struct cuda_scratch *scratch);
cudaError_t cuda_max(const int32_t *in, int32_t *out, int64_t n, struct cuda_scratch *scratch);
cudaError_t cuda_select(const uint8_t *flag, int32_t *out, int64_t *n_out, int64_t n,
			struct cuda_scratch *scratch);
cudaError_t cuda_histogram(const int32_t *bin, int64_t n, int32_t *count, int32_t n_bins,
			   struct cuda_scratch *scratch);
cudaError_t cuda_sort(int key_bits, int n_bits, const void *keys, void *keys_out,
		      const int32_t *values, int32_t *values_out, int64_t n,
		      struct cuda_scratch *scratch);

/* The same in one launch (sort_cuda.cu), where that is faster. */
bool cuda_sorts_at_once(int key_bits, int64_t n, struct cuda_scratch *scratch);
cudaError_t cuda_sort_at_once(int key_bits, int n_bits, const void *keys, void *keys_out,
			      const int32_t *values, int32_t *values_out, int64_t n,
			      struct cuda_scratch *scratch);

#ifdef __cplusplus
}
#endif

#endif
