#include "kernels.h"

#include <stdio.h>

#include "bench.h"
#include "gpu/device/profile.h"

static void tell(const struct bench_kernels *b, const char *what, const char *kernel,
		 const char *figure, double value, const char *unit)
{
	char name[128];

	snprintf(name, sizeof name, "%s%s%s%s", what, kernel, *kernel ? ", " : "", figure);
	bench_figure(b->argc, b->argv, b->name, name, value, unit);
}

/* A cost that can be more has "at least" in its name. */
static void tell_kernel(const struct bench_kernels *b, const char *what,
			const struct kernel_profile *p, int runs)
{
	double bytes = (double)(p->cost.streamed + p->cost.gathered);
	bool least = p->cost.at_least;

	tell(b, what, p->name, "launches", (double)p->launches / runs, "");
	tell(b, what, p->name, "items", (double)p->cost.items / runs, "");
	tell(b, what, p->name, "time", p->ms / runs, "ms");
	if (p->cost.unknown)
		return;
	tell(b, what, p->name, least ? "streamed at least" : "streamed",
	     (double)p->cost.streamed / runs / 1e6, "MB");
	tell(b, what, p->name, least ? "gathered at least" : "gathered",
	     (double)p->cost.gathered / runs / 1e6, "MB");
	tell(b, what, p->name, least ? "share of bandwidth at least" : "share of bandwidth",
	     p->ms > 0 ? 100 * bytes / (p->ms * b->bandwidth) : 0, "%");
}

enum status bench_kernels_begin(struct bench_kernels *b, struct queue *queue)
{
	TRY(device_bandwidth(queue, &b->bandwidth));
	device_profile_reset(b->device);
	device_profile(b->device, true);
	device_profile_walks(b->device, true);
	return STATUS_OK;
}

void bench_kernels_end(struct bench_kernels *b, const char *what, int runs)
{
	struct kernel_profile rows[N_COSTS];
	double ms = 0;
	int n;

	device_profile(b->device, false);
	device_profile_walks(b->device, false);
	n = device_profile_table(b->device, rows);
	tell(b, what, "", "bandwidth", b->bandwidth / 1e6, "GB/s");
	for (int i = 0; i < n; i++) {
		tell_kernel(b, what, &rows[i], runs);
		ms += rows[i].ms;
	}
	tell(b, what, "", "all kernels, time", ms / runs, "ms");
}
