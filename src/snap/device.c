#include "snap/device.h"

#include "base/grow.h"

static void release_device(struct snap *snap)
{
	struct snap_device *device = (struct snap_device *)snap;

	FREE_ALL(device->name, device->why, device->list, device->memory, device->kernel);
}

enum status snap_device_new(int64_t serial, int32_t n_memory, int32_t n_kernels,
			    struct snap_device **out)
{
	struct snap_device *device;

	TRY(snap_new((void **)&device, sizeof *device, release_device, NULL, serial));
	if (ALLOC(&device->memory, n_memory) != STATUS_OK ||
	    ALLOC(&device->kernel, n_kernels) != STATUS_OK) {
		snap_unref(&device->snap);
		return STATUS_NO_MEMORY;
	}
	*out = device;
	return STATUS_OK;
}

double snap_kernel_share(const struct snap_kernel *kernel, double bandwidth)
{
	if (kernel->unknown || kernel->ms <= 0 || bandwidth <= 0)
		return -1;
	return (double)(kernel->streamed + kernel->gathered) / (kernel->ms * bandwidth);
}
