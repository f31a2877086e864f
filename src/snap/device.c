#include "snap/device.h"

#include "base/grow.h"

SNAP_OWNS(device, snap->name, snap->why, snap->list, snap->memory, snap->kernel)

enum status snap_device_new(int64_t serial, int32_t n_memory, int32_t n_kernels,
			    struct snap_device **out)
{
	SNAP_HELD struct snap_device *device = NULL;

	TRY(snap_new((void **)&device, sizeof *device, release_device, NULL, serial));
	TRY(ALLOC(&device->memory, n_memory));
	TRY(ALLOC(&device->kernel, n_kernels));
	HAND_OVER(out, device);
	return STATUS_OK;
}

double snap_kernel_share(const struct snap_kernel *kernel, double bandwidth)
{
	if (kernel->unknown || kernel->ms <= 0 || bandwidth <= 0)
		return -1;
	return (double)(kernel->streamed + kernel->gathered) / (kernel->ms * bandwidth);
}
