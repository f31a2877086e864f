/* What the files of kernel_try's process share. */
#ifndef GPU_TRY_TRY_IMPL_H
#define GPU_TRY_TRY_IMPL_H

#include "gpu/device/device.h"
#include "gpu/try/try.h"

struct try_run {
	const struct try_kernel *kernel;
	const char *file, *folder, *headers; /* borrowed */
	int n_threads, gpu;
	struct try_limits limits;
	void *cpu, *warp,
		*gpu_entry; /* the reader's: cpu_kernel, struct warp_code, cuda_kernel; NULL = not compiled */
	struct text report, result;
};

/* Time, bytes and a warp of yours beside ours on a case, into report and result. */
enum status try_measure(struct try_run *r, const struct try_case *c);
/* Results of yours on the GPU beside ours there, then both times. */
enum status try_measure_gpu(struct try_run *r, const struct try_case *c, enum try_verdict *verdict);

#endif
