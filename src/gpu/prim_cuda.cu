/*
 * Primitives on the GPU: thin wrappers of CUB. The one file in C++ beyond the common subset.
 */
#include "gpu/prim_cuda.h"

#include <cub/device/device_histogram.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

namespace
{

/* Run a CUB call twice, as it wants: once for the size of its temporary memory, once for real. */
template <typename Call> cudaError_t with_temporary(cudaStream_t stream, Call call)
{
	void *temporary = nullptr;
	size_t bytes = 0;
	cudaError_t error = call(temporary, bytes);

	if (error != cudaSuccess)
		return error;
	error = cudaMallocAsync(&temporary, bytes ? bytes : 1, stream);
	if (error != cudaSuccess)
		return error;
	error = call(temporary, bytes);
	cudaFreeAsync(temporary, stream);
	return error;
}

/* in[i], and 0 behind the end, so that an exclusive sum of n + 1 items ends with the total. */
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
		 int32_t *values_out, int64_t n, cudaStream_t stream)
{
	return with_temporary(stream, [=](void *temporary, size_t &bytes) {
		return cub::DeviceRadixSort::SortPairs(temporary, bytes, (const Key *)keys,
						       (Key *)keys_out, values, values_out, n, 0,
						       n_bits, stream);
	});
}

} /* namespace */

cudaError_t cuda_scan(const int32_t *in, int64_t *out, int64_t n, cudaStream_t stream)
{
	auto items = thrust::make_transform_iterator(thrust::counting_iterator<int64_t>(0),
						     padded{in, n});

	return with_temporary(stream, [=](void *temporary, size_t &bytes) {
		return cub::DeviceScan::ExclusiveSum(temporary, bytes, items, out, n + 1, stream);
	});
}

cudaError_t cuda_sum(const int32_t *in, int64_t *out, int64_t n, cudaStream_t stream)
{
	auto items = thrust::make_transform_iterator(in, widen());

	return with_temporary(stream, [=](void *temporary, size_t &bytes) {
		return cub::DeviceReduce::Sum(temporary, bytes, items, out, n, stream);
	});
}

cudaError_t cuda_max(const int32_t *in, int32_t *out, int64_t n, cudaStream_t stream)
{
	return with_temporary(stream, [=](void *temporary, size_t &bytes) {
		return cub::DeviceReduce::Max(temporary, bytes, in, out, n, stream);
	});
}

cudaError_t cuda_select(const uint8_t *flag, int32_t *out, int64_t *n_out, int64_t n,
			cudaStream_t stream)
{
	thrust::counting_iterator<int32_t> index(0);

	return with_temporary(stream, [=](void *temporary, size_t &bytes) {
		return cub::DeviceSelect::Flagged(temporary, bytes, index, flag, out, n_out, n,
						  stream);
	});
}

cudaError_t cuda_histogram(const int32_t *bin, int64_t n, int32_t *count, int32_t n_bins,
			   cudaStream_t stream)
{
	if (n == 0)
		return cudaMemsetAsync(count, 0, (size_t)n_bins * sizeof *count, stream);
	return with_temporary(stream, [=](void *temporary, size_t &bytes) {
		return cub::DeviceHistogram::HistogramEven(temporary, bytes, bin, count, n_bins + 1,
							   0, n_bins, n, stream);
	});
}

cudaError_t cuda_sort(int key_bits, int n_bits, const void *keys, void *keys_out,
		      const int32_t *values, int32_t *values_out, int64_t n, cudaStream_t stream)
{
	return key_bits == 32
		       ? sort<uint32_t>(n_bits, keys, keys_out, values, values_out, n, stream)
		       : sort<uint64_t>(n_bits, keys, keys_out, values, values_out, n, stream);
}
