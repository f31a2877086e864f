/*
 * What gpu/device/cuda_stage.c calls of CUDA, on the host, for tests of when it waits: a stream does its copies as late as
 * it may, when something waits for them, or as soon as they are queued.
 */
#ifndef TESTS_LIB_LAZY_CUDA_H
#define TESTS_LIB_LAZY_CUDA_H

#include <stddef.h>
#include <stdint.h>

typedef enum {
	cudaSuccess,
	cudaErrorMemoryAllocation,
	cudaErrorUnknown,
} cudaError_t;

enum { cudaEventDisableTiming };
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
enum cudaMemoryType { cudaMemoryTypeUnregistered, cudaMemoryTypeHost };

struct cudaPointerAttributes {
	enum cudaMemoryType type;
};

typedef struct lazy_stream *cudaStream_t;
typedef struct lazy_event *cudaEvent_t;

#define cudaMallocHost           lazy_malloc_host
#define cudaFreeHost             lazy_free_host
#define cudaEventCreateWithFlags lazy_event_create
#define cudaEventDestroy         lazy_event_destroy
#define cudaEventRecord          lazy_event_record
#define cudaEventSynchronize     lazy_event_synchronize
#define cudaStreamSynchronize    lazy_stream_synchronize
#define cudaMemcpyAsync          lazy_copy
#define cudaPointerGetAttributes lazy_attributes
#define cudaGetLastError         lazy_last_error

cudaError_t cudaMallocHost(void **memory, size_t bytes);
cudaError_t cudaFreeHost(void *memory);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
			    cudaStream_t stream);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *out, const void *memory);
cudaError_t cudaGetLastError(void);

#endif
