/* A kernel of the reader's beside ours on a device: time, the bytes that can't be avoided, one warp. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gpu/device/profile.h"
#include "gpu/device/warp.h"
#include "gpu/try/try_impl.h"

enum { RUNS = 7, YOURS = 0, OURS = 1 };

struct desk {
	const struct try_run *r;
	const struct try_case *c;
	struct device *device;
	struct queue *queue;
	void *d_array[TRY_ARRAYS]; /* device, owned */
	unsigned char args[TRY_ARGS];
	double ms[2], rate; /* of a launch: the median; bytes a ms of a copy */
	struct warp_recording *warp[2];
};

static enum status desk_open(struct desk *d, const struct device_config *config)
{
	TRY(device_open(config, NULL, &d->device));
	TRY(queue_new(d->device, NULL, &d->queue));
	memcpy(d->args, d->c->args, TRY_ARGS);
	for (int a = 0; a < d->c->n_arrays; a++) {
		const struct try_array *array = &d->c->array[a];

		TRY(device_put(d->queue, array->name, array->data,
			       array->n * (int64_t)try_type_size(array->type), &d->d_array[a]));
		memcpy(d->args + array->at, &d->d_array[a], sizeof d->d_array[a]);
	}
	return queue_sync(d->queue);
}

static void desk_close(struct desk *d)
{
	warp_recording_free(d->warp[0]);
	warp_recording_free(d->warp[1]);
	for (int a = 0; a < TRY_ARRAYS; a++)
		if (d->d_array[a])
			device_free(d->queue, d->d_array[a]);
	if (d->queue)
		queue_free(d->queue);
	device_close(d->device);
}

/* From now on the reader's entry, or ours. */
static void choose(struct desk *d, int whose, void *entry)
{
	struct stand_in other = {d->r->kernel->id, entry, d->r->warp};

	device_stand_in(d->device, whose == YOURS ? &other : NULL);
}

/* On what is there before, not on what a launch has left. */
static enum status launch(struct desk *d)
{
	for (int a = 0; a < d->c->n_arrays; a++) {
		const struct try_array *array = &d->c->array[a];

		if (array->out)
			queue_upload(d->queue, d->d_array[a], array->data,
				     array->n * (int64_t)try_type_size(array->type));
	}
	queue_launch(d->queue, d->r->kernel->id, d->r->kernel->fs_bits, d->args, NULL, d->c->n);
	return queue_sync(d->queue);
}

/* ---- time ---- */

static int compare_times(const void *a, const void *b)
{
	double p = *(const double *)a, q = *(const double *)b;

	return p < q ? -1 : p > q;
}

static double time_of_launch(const struct desk *d)
{
	struct kernel_profile row[N_COSTS];
	int n = device_profile_table(d->device, row);

	for (int i = 0; i < n; i++) {
		if (strcmp(row[i].name, d->r->kernel->name) == 0)
			return row[i].ms;
	}
	return 0;
}

/* By turns, so that both meet the same machine. */
static enum status measure_times(struct desk *d, void *entry)
{
	double ms[2][RUNS];

	TRY(device_bandwidth(d->queue, &d->rate));
	device_profile(d->device, true);
	for (int run = 0; run < RUNS; run++) {
		for (int whose = 0; whose < 2; whose++) {
			choose(d, whose, entry);
			device_profile_reset(d->device);
			TRY(launch(d));
			ms[whose][run] = time_of_launch(d);
		}
	}
	device_profile(d->device, false);
	for (int whose = 0; whose < 2; whose++) {
		qsort(ms[whose], RUNS, sizeof **ms, compare_times);
		d->ms[whose] = ms[whose][RUNS / 2];
	}
	return STATUS_OK;
}

static void write_times(struct desk *d, const char *prefix, struct try_run *r)
{
	struct kernel_cost cost = kernel_cost(r->kernel->id, r->kernel->fs_bits, d->args, d->c->n);
	double bytes = (double)(cost.streamed + cost.gathered);

	text_printf(&r->report, "\n%-34s %14s %14s\n", device_name(d->device), "yours", "ours");
	text_printf(&r->report, "%-34s %11.4f ms %11.4f ms\n", "time of a launch, median of 7",
		    d->ms[YOURS], d->ms[OURS]);
	if (cost.unknown) {
		text_printf(&r->report, "%-34s %14s %14s\n", "bytes at least", "not known",
			    "not known");
	} else {
		text_printf(&r->report, "%-34s %11.0f kB %11.0f kB\n",
			    cost.at_least ? "bytes at least" : "bytes", bytes / 1e3, bytes / 1e3);
		text_printf(&r->report, "%-34s %9.1f GB/s %9.1f GB/s\n", "as fast as",
			    bytes / d->ms[YOURS] / 1e6, bytes / d->ms[OURS] / 1e6);
		text_printf(&r->report, "%-34s %11.4f ms  (a copy: %.1f GB/s)\n",
			    "floor: these bytes as a copy", bytes / d->rate, d->rate / 1e6);
	}
	text_printf(&r->result, "%sms %.6f\n%sours_ms %.6f\n", prefix, d->ms[YOURS], prefix,
		    d->ms[OURS]);
}

/* ---- a warp of the middle ---- */

static enum status record_one(struct desk *d, int64_t warp, struct warp_recording **out)
{
	struct warp_wish wish = {
		.kernel = d->r->kernel->id, .warp = warp, .level = -1, .launch = -1};
	enum status status;
	int64_t seen;

	TRY(device_record_warp(d->device, &wish));
	status = launch(d);
	if (status == STATUS_OK)
		status = device_take_warp(d->device, out, &seen);
	device_record_warp(d->device, NULL);
	return status;
}

static enum status record_warps(struct desk *d)
{
	for (int whose = 0; whose < 2; whose++) {
		struct warp_recording *first = NULL;
		int64_t n = 0;

		choose(d, whose, d->r->cpu);
		TRY(record_one(d, 0, &first));
		n = first ? first->n_warps : 0;
		warp_recording_free(first);
		TRY(record_one(d, n / 2, &d->warp[whose]));
		if (!d->warp[whose])
			return status_fail(STATUS_FAILED, "no warp was recorded");
	}
	return STATUS_OK;
}

static int64_t items_of(const struct warp_recording *w)
{
	int64_t n = 0;

	for (int l = 0; l < WARP_WIDTH; l++)
		n += w->item[l] >= 0 && (l == 0 || w->item[l] != w->item[l - 1]);
	return n;
}

static double percent(int64_t part, int64_t all)
{
	return all ? 100.0 * (double)part / (double)all : 0;
}

static void write_arrays(const struct desk *d, struct try_run *r)
{
	const struct warp_recording *y = d->warp[YOURS], *o = d->warp[OURS];

	for (int32_t i = 0; i < y->n_arrays; i++) {
		const struct warp_array *a = &y->array[i];
		int64_t ours = 0;

		for (int32_t j = 0; j < o->n_arrays; j++)
			ours += strcmp(o->array[j].name, a->name) == 0 ? o->array[j].sectors : 0;
		text_printf(&r->report, "  sectors of %-21s %14" PRId64 " %14" PRId64 "\n", a->name,
			    a->sectors, ours);
		text_printf(&r->result, "sectors:%s %" PRId64 "\nleast:%s %" PRId64 "\n", a->name,
			    a->sectors, a->name, a->least);
	}
}

static void write_warps(const struct desk *d, struct try_run *r)
{
	const struct warp_recording *y = d->warp[YOURS], *o = d->warp[OURS];
	const int64_t rows[][2] = {{items_of(y), items_of(o)},
				   {y->n_steps, o->n_steps},
				   {y->sectors, o->sectors},
				   {y->least, o->least}};
	static const char *const names[] = {"its items", "steps", "sectors of 32 bytes",
					    "sectors that would do"};

	text_printf(&r->report, "\n%-34s %14s %14s\n", "a warp of the middle", "yours", "ours");
	for (int i = 0; i < 2; i++)
		text_printf(&r->report, "%-34s %14" PRId64 " %14" PRId64 "\n", names[i], rows[i][0],
			    rows[i][1]);
	text_printf(&r->report, "%-34s %12.1f %% %12.1f %%\n", "lane-steps used",
		    percent(y->lane_steps, (int64_t)y->n_steps * WARP_WIDTH),
		    percent(o->lane_steps, (int64_t)o->n_steps * WARP_WIDTH));
	for (int i = 2; i < 4; i++)
		text_printf(&r->report, "%-34s %14" PRId64 " %14" PRId64 "\n", names[i], rows[i][0],
			    rows[i][1]);
	text_printf(&r->report, "%-34s %12.1f %% %12.1f %%\n", "bytes wanted of those moved",
		    percent(y->wanted, y->sectors * WARP_SECTOR),
		    percent(o->wanted, o->sectors * WARP_SECTOR));
	text_printf(&r->result,
		    "items %" PRId64 "\nsteps %" PRId64 "\nsectors %" PRId64 "\nleast %" PRId64
		    "\nused %" PRId64 "\nslots %" PRId64 "\nwanted %" PRId64 "\nmoved %" PRId64
		    "\n",
		    rows[0][0], rows[1][0], rows[2][0], rows[3][0], y->lane_steps,
		    (int64_t)y->n_steps * WARP_WIDTH, y->wanted, y->sectors * WARP_SECTOR);
	write_arrays(d, r);
}

static enum status measure(struct desk *d, struct try_run *r)
{
	const struct device_config config = {.kind = DEVICE_CPU, .n_threads = r->n_threads};

	TRY(desk_open(d, &config));
	TRY(measure_times(d, r->cpu));
	write_times(d, "", r);
	if (!r->warp) {
		text_add(&r->report,
			 "\nno warp is recorded: the compiler can't say where memory is used\n");
		return STATUS_OK;
	}
	TRY(record_warps(d));
	write_warps(d, r);
	return STATUS_OK;
}

enum status try_measure(struct try_run *r, const struct try_case *c)
{
	struct desk d = {.r = r, .c = c};
	enum status status = measure(&d, r);

	desk_close(&d);
	return status;
}

/* ---- on a GPU ---- */

static enum status download(struct desk *d, void *result[TRY_ARRAYS])
{
	for (int a = 0; a < d->c->n_arrays; a++) {
		const struct try_array *array = &d->c->array[a];
		int64_t bytes = array->n * (int64_t)try_type_size(array->type);

		if (!array->out)
			continue;
		TRY(alloc_items(&result[a], bytes, 1));
		queue_download(d->queue, result[a], d->d_array[a], bytes);
	}
	return queue_sync(d->queue);
}

static enum status compare_on_gpu(struct desk *d, struct try_run *r, enum try_verdict *verdict)
{
	void *result[2][TRY_ARRAYS] = {{NULL}};
	struct text where = TEXT_INIT;
	enum status status = STATUS_OK;

	for (int whose = 0; whose < 2 && status == STATUS_OK; whose++) {
		choose(d, whose, r->gpu_entry);
		status = launch(d);
		if (status == STATUS_OK)
			status = download(d, result[whose]);
	}
	if (status == STATUS_OK && !try_same(r->kernel, d->c, result[0], result[1], &where)) {
		text_printf(&r->report, "on the GPU: %s\n", text_string(&where));
		*verdict = TRY_DIFFERS;
	}
	for (int a = 0; a < TRY_ARRAYS; a++) {
		free(result[0][a]);
		free(result[1][a]);
	}
	text_release(&where);
	return status;
}

static enum status measure_gpu(struct desk *d, struct try_run *r, enum try_verdict *verdict)
{
	const struct device_config config = {.kind = DEVICE_CUDA, .index = r->gpu};

	TRY(desk_open(d, &config));
	TRY(compare_on_gpu(d, r, verdict));
	if (*verdict != TRY_PASSES)
		return STATUS_OK;
	TRY(measure_times(d, r->gpu_entry));
	write_times(d, "gpu_", r);
	return STATUS_OK;
}

enum status try_measure_gpu(struct try_run *r, const struct try_case *c, enum try_verdict *verdict)
{
	struct desk d = {.r = r, .c = c};
	enum status status = measure_gpu(&d, r, verdict);

	desk_close(&d);
	return status;
}
