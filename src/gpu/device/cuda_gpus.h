/* The GPUs that CUDA's runtime finds. */
#ifndef GPU_DEVICE_CUDA_GPUS_H
#define GPU_DEVICE_CUDA_GPUS_H

#include <cuda_runtime_api.h>
#include <stddef.h>

/* What is queued, allocated and recorded by a thread is on the GPU that it has chosen last. */
cudaError_t cuda_use_gpu(int index);

/* The GPU of this process among those that mpirun has started on the host; several share one where there are fewer. */
int cuda_own_gpu(void);

/* Choose a GPU, read its properties and launch a kernel there. */
cudaError_t cuda_probe(int index, struct cudaDeviceProp *properties);

/* Its name, size and memory, for people. */
void cuda_describe(const struct cudaDeviceProp *properties, char *out, size_t size);

#endif
