/*
 * The runtime is linked statically, so the binary starts where there is no driver; any error while
 * a GPU is probed means "no GPU here".
 */
#include "gpu/device/cuda_gpus.h"

#include <stdint.h>
#include <stdio.h>

#include "base/ranks.h"
#include "gpu/device/device_impl.h"
#include "gpu/device/word_args.h"
#include "gpu/kernel/cuda_launch.h"

cuda_kernel iota_cuda_32;

cudaError_t cuda_use_gpu(int index)
{
	static _Thread_local int chosen = -1;
	cudaError_t error = cudaSuccess;

	if (chosen != index)
		error = cudaSetDevice(index);
	chosen = error == cudaSuccess ? index : -1;
	return error;
}

/* An old driver fails only at the first launch. */
static cudaError_t try_launch(int multiprocessors)
{
	struct cuda_launch launch = {.multiprocessors = multiprocessors};
	struct iota_args args;
	int32_t seen[2] = {-1, -1};
	cudaError_t error = cudaMalloc((void **)&args.out, sizeof seen);

	if (error != cudaSuccess)
		return error;
	error = iota_cuda_32(&args, NULL, 2, &launch);
	if (error == cudaSuccess)
		error = cudaMemcpy(seen, args.out, sizeof seen, cudaMemcpyDeviceToHost);
	cudaFree(args.out);
	if (error == cudaSuccess && (seen[0] != 0 || seen[1] != 1))
		return cudaErrorUnknown;
	return error;
}

int cuda_own_gpu(void)
{
	int n = 0;
	cudaError_t error = cudaGetDeviceCount(&n);

	cudaGetLastError();
	return error == cudaSuccess && n > 0 ? ranks_local() % n : 0;
}

cudaError_t cuda_probe(int index, struct cudaDeviceProp *properties)
{
	int n = 0;
	cudaError_t error = cudaGetDeviceCount(&n);

	if (error == cudaSuccess && index >= n)
		error = cudaErrorInvalidDevice;
	if (error == cudaSuccess)
		error = cuda_use_gpu(index);
	if (error == cudaSuccess)
		error = cudaGetDeviceProperties(properties, index);
	if (error == cudaSuccess)
		error = try_launch(properties->multiProcessorCount);
	if (error != cudaSuccess)
		cudaGetLastError();
	return error;
}

void cuda_describe(const struct cudaDeviceProp *properties, char *out, size_t size)
{
	snprintf(out, size, "%.80s, %d multiprocessors, %.1f GiB", properties->name,
		 properties->multiProcessorCount,
		 (double)properties->totalGlobalMem / (double)(1 << 30));
}

void cuda_device_list(struct text *out)
{
	int n = 0;
	cudaError_t error = cudaGetDeviceCount(&n);

	for (int i = 0; i < n && error == cudaSuccess; i++) {
		struct cudaDeviceProp properties;
		char name[128];

		error = cudaGetDeviceProperties(&properties, i);
		if (error != cudaSuccess)
			break;
		cuda_describe(&properties, name, sizeof name);
		text_printf(out, "cuda:%d: %s\n", i, name);
	}
	if (error != cudaSuccess)
		text_printf(out, "cuda: %s\n", cudaGetErrorString(error));
	cudaGetLastError();
}

void cuda_write_runtime(struct text *out)
{
	int driver = 0, runtime = 0;

	cudaDriverGetVersion(&driver);
	cudaRuntimeGetVersion(&runtime);
	cudaGetLastError();
	if (driver)
		text_printf(out, "CUDA driver %d.%d, ", driver / 1000, driver % 1000 / 10);
	else
		text_add(out, "no CUDA driver, ");
	text_printf(out, "runtime %d.%d", runtime / 1000, runtime % 1000 / 10);
}
