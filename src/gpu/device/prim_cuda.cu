/*
 * Primitives on the GPU: thin wrappers of CUB. This file and sort_cuda.cu are C++ beyond the common subset.
 */
#include "gpu/device/prim_cuda.h"

#include <cub/device/device_histogram.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

namespace
{

/* Temporary memory up to here stays with the queue, as asking for it takes as long as a small
 * kernel. */
constexpr size_t keep_bytes = 1 << 24;

/* Run a CUB call twice, as it wants: once for the size of its temporary memory, once for real. */
template <typename Call> cudaError_t with_temporary(struct cuda_scratch *scratch, Call call)
{
	void *memory = nullptr;
	size_t bytes = 0;
	cudaError_t error = call(nullptr, bytes);

	bytes = bytes ? bytes : 1;
	if (error == cudaSuccess)
		error = cuda_temporary(scratch, bytes, &memory);
	if (error != cudaSuccess)
		return error;
	error = call(memory, bytes);
	cuda_done_with(scratch, memory);
	return error;
}

/* in[i], and 0 after the end, so that an exclusive sum of n + 1 items ends with the total. */
struct padded {
	const int32_t *in;
	int64_t n;

	__host__ __device__ int64_t operator()(int64_t i) const
	{
		return i < n ? in[i] : 0;
	}
};

struct widen {
	__host__ __device__ int64_t operator()(int32_t x) const
	{
		return x;
	}
};

template <typename Key>
cudaError_t sort(int n_bits, const void *keys, void *keys_out, const int32_t *values,
		 int32_t *values_out, int64_t n, struct cuda_scratch *scratch)
{
	return with_temporary(scratch, [=](void *temporary, size_t &bytes) {
		return cub::DeviceRadixSort::SortPairs(temporary, bytes, (const Key *)keys,
						       (Key *)keys_out, values, values_out, n, 0,
						       n_bits, scratch->stream);
	});
}

} /* namespace */

cudaError_t cuda_temporary(struct cuda_scratch *scratch, size_t bytes, void **memory)
{
	cudaError_t error;

	if (bytes > keep_bytes)
		return cudaMallocAsync(memory, bytes, scratch->stream);
	if (bytes > scratch->size) {
		if (scratch->memory)
			cudaFreeAsync(scratch->memory, scratch->stream);
		scratch->size = 0;
		error = cudaMallocAsync(&scratch->memory, 2 * bytes, scratch->stream);
		if (error != cudaSuccess) {
			scratch->memory = nullptr;
			return error;
		}
		scratch->size = 2 * bytes;
	}
	*memory = scratch->memory;
	return cudaSuccess;
}

void cuda_done_with(struct cuda_scratch *scratch, void *memory)
{
	if (memory != scratch->memory)
		cudaFreeAsync(memory, scratch->stream);
}

cudaError_t cuda_scan(const int32_t *in, int64_t *out, int64_t n, struct cuda_scratch *scratch)
{
	auto items = thrust::make_transform_iterator(thrust::counting_iterator<int64_t>(0),
						     padded{in, n});

	return with_temporary(scratch, [=](void *temporary, size_t &bytes) {
		return cub::DeviceScan::ExclusiveSum(temporary, bytes, items, out, n + 1,
						     scratch->stream);
	});
}

cudaError_t cuda_sum(const int32_t *in, int64_t *out, int64_t n, struct cuda_scratch *scratch)
{
	auto items = thrust::make_transform_iterator(in, widen());

	return with_temporary(scratch, [=](void *temporary, size_t &bytes) {
		return cub::DeviceReduce::Sum(temporary, bytes, items, out, n, scratch->stream);
	});
}

cudaError_t cuda_max(const int32_t *in, int32_t *out, int64_t n, struct cuda_scratch *scratch)
{
	return with_temporary(scratch, [=](void *temporary, size_t &bytes) {
		return cub::DeviceReduce::Max(temporary, bytes, in, out, n, scratch->stream);
	});
}

cudaError_t cuda_select(const uint8_t *flag, int32_t *out, int64_t *n_out, int64_t n,
			struct cuda_scratch *scratch)
{
	thrust::counting_iterator<int32_t> index(0);

	return with_temporary(scratch, [=](void *temporary, size_t &bytes) {
		return cub::DeviceSelect::Flagged(temporary, bytes, index, flag, out, n_out, n,
						  scratch->stream);
	});
}

cudaError_t cuda_histogram(const int32_t *bin, int64_t n, int32_t *count, int32_t n_bins,
			   struct cuda_scratch *scratch)
{
	if (n == 0)
		return cudaMemsetAsync(count, 0, (size_t)n_bins * sizeof *count, scratch->stream);
	return with_temporary(scratch, [=](void *temporary, size_t &bytes) {
		return cub::DeviceHistogram::HistogramEven(temporary, bytes, bin, count, n_bins + 1,
							   0, n_bins, n, scratch->stream);
	});
}

cudaError_t cuda_sort(int key_bits, int n_bits, const void *keys, void *keys_out,
		      const int32_t *values, int32_t *values_out, int64_t n,
		      struct cuda_scratch *scratch)
{
	if (cuda_sorts_at_once(key_bits, n, scratch)) {
		cudaError_t error = cuda_sort_at_once(key_bits, n_bits, keys, keys_out, values,
						      values_out, n, scratch);

		if (error != cudaErrorCooperativeLaunchTooLarge)
			return error;
		cudaGetLastError(); /* others have part of the GPU */
	}
	return key_bits == 32
		       ? sort<uint32_t>(n_bits, keys, keys_out, values, values_out, n, scratch)
		       : sort<uint64_t>(n_bits, keys, keys_out, values, values_out, n, scratch);
}
