/* Which launch, level and warp is recorded, and what comes of it. */
#include <stdio.h>
#include <stdlib.h>

#include "base/grow.h"
#include "gpu/device/device_impl.h"
#include "gpu/device/warp_impl.h"
#include "gpu/device/warp_lanes.h"
#include "gpu/kernel/kernels.h"

#ifdef HAVE_WARP_CODE

#define K(name, shape, wide) extern const struct warp_code name##_warp_32, name##_warp_##wide;
#include "gpu/kernel/kernels.def"
#undef K

static const struct warp_code *const codes[N_KERNELS][2] = {
#define K(name, shape, wide) {&name##_warp_32, &name##_warp_##wide},
#include "gpu/kernel/kernels.def"
#undef K
};

static const struct warp_code *code_of(enum kernel_id kernel, int fs_bits)
{
	return codes[kernel][fs_bits == 64];
}

#else

static const struct warp_code *code_of(enum kernel_id kernel, int fs_bits)
{
	(void)kernel;
	(void)fs_bits;
	return NULL;
}

#endif

static const struct warp_code *code_of_launch(const struct warp_launch *l)
{
	return stand_in_of(l->device, (int)l->kernel) ? l->device->other.warp
						      : code_of(l->kernel, l->fs_bits);
}

/* How many rows of level_row a level has; 0 = it isn't a sweep. */
static int parts_of(enum kernel_id kernel)
{
	enum {
		PARTS_ITEM = 0,
		PARTS_TEAM = 0,
		PARTS_QUAD = 0,
		PARTS_BLOCK = 0,
		PARTS_LOOP = 0,
		PARTS_NESTED = 0
	};
	enum {
		PARTS_SWEEP = 1,
		PARTS_SPREAD_SWEEP = 1,
		PARTS_TEAM_SWEEP = 2,
		PARTS_TOUCHED_SWEEP = 2
	};
	enum {
		PARTS_FLOW_SWEEP = PARTS_SWEEP,
		PARTS_FLOW_SPREAD_SWEEP = PARTS_SPREAD_SWEEP,
		PARTS_FLOW_TAKEN_SWEEP = PARTS_SPREAD_SWEEP,
		PARTS_FLOW_TEAM_SWEEP = PARTS_TEAM_SWEEP
	};
	static const uint8_t parts[N_KERNELS] = {
#define K(name, shape, wide) PARTS_##shape,
#include "gpu/kernel/kernels.def"
#undef K
	};

	return parts[kernel];
}

/* ---- what is recorded ---- */

static void note_failure(struct warp_recorder *recorder, enum status status)
{
	recorder->status = status;
	snprintf(recorder->why, sizeof recorder->why, "%s", status_text(status));
}

static void record(struct warp_recorder *recorder, const struct warp_launch *launch,
		   const struct warp_work *work, struct warp_recording *r)
{
	const struct warp_code *code = code_of_launch(launch);
	struct warp_events events[WARP_WIDTH] = {{0}};
	enum status status;

	r->wish = recorder->wish;
	r->fs_bits = launch->fs_bits;
	r->launch = recorder->n_launches - 1;
	r->n_warps = (code->n_threads(work) + WARP_WIDTH - 1) / WARP_WIDTH;
	for (int l = 0; l < WARP_WIDTH; l++)
		events[l].item = -1;
	status = r->wish.warp < r->n_warps
			 ? warp_lanes_run(code, work, r->wish.warp, launch->args_size, events)
			 : STATUS_OK;
	if (status == STATUS_OK)
		status = warp_steps_make(launch, events, r);
	for (int l = 0; l < WARP_WIDTH; l++)
		free(events[l].event);
	if (status != STATUS_OK) {
		note_failure(recorder, status);
		warp_recording_free(r);
		return;
	}
	warp_recording_free(recorder->newest);
	recorder->newest = r;
}

/* Of launches and levels the one that was asked for, or those with more items than all before. */
static void record_if(struct warp_recorder *recorder, const struct warp_launch *launch,
		      const struct warp_work *work, int64_t n_levels)
{
	const struct warp_wish *wish = &recorder->wish;
	struct warp_recording *r;
	int64_t n = n_levels && work->end ? work->end - work->begin : work->n;

	if (recorder->status != STATUS_OK || n <= 0)
		return;
	if ((wish->launch >= 0 && wish->launch != recorder->n_launches - 1) ||
	    (n_levels && wish->level >= 0 && wish->level != work->level) ||
	    (recorder->newest && n <= recorder->newest->n_items))
		return;
	if (ALLOC(&r, 1) != STATUS_OK) {
		note_failure(recorder, STATUS_NO_MEMORY);
		return;
	}
	r->n_items = n;
	r->level = n_levels ? work->level : -1;
	r->n_levels = n_levels;
	record(recorder, launch, work, r);
}

/* ---- launches ---- */

static void run_part(const struct warp_launch *l, int64_t first, int64_t end)
{
	struct cpu_launch launch = *l->launch;

	launch.first = first;
	if (end > first)
		l->run(l->args, l->level_row, end, &launch);
}

/* Of a sweep that goes by what is touched the code says how many items a level has. */
static int64_t items_of(const struct warp_launch *l, const struct warp_code *code, int parts,
			int64_t level)
{
	const int32_t *row = l->level_row + parts * level;

	return code->n_items ? code->n_items(l->args, level) : row[parts] - row[0];
}

/* A level of a sweep is recorded when those before are through. */
static void launch_sweep(struct warp_recorder *recorder, const struct warp_launch *l,
			 const struct warp_code *code, int parts)
{
	const int32_t *row = l->level_row;
	int64_t chosen = recorder->wish.level;
	struct warp_work work = {.args = l->args, .n = l->n};

	if (chosen < 0 || chosen >= l->n) {
		int64_t most = -1;

		int64_t end = l->n > 2 ? 1 : 0; /* dead ends and sinks have little to do */

		for (int64_t v = end; v < l->n - end && recorder->wish.level < 0; v++) {
			int64_t n = items_of(l, code, parts, v);

			chosen = n > most ? v : chosen;
			most = n > most ? n : most;
		}
	}
	if (chosen >= 0 && chosen < l->n) {
		work.level = chosen;
		work.n = items_of(l, code, parts, chosen);
		if (!code->n_items) {
			work.begin = row[parts * chosen];
			work.middle = row[parts * chosen + parts - 1];
			work.end = row[parts * (chosen + 1)];
		}
		run_part(l, 0, chosen);
		record_if(recorder, l, &work, l->n);
		run_part(l, chosen, l->n);
		return;
	}
	run_part(l, 0, l->n);
}

static void launch_loop(struct warp_recorder *recorder, const struct warp_launch *l,
			const struct warp_code *code)
{
	int64_t phase;

	for (phase = 0; phase < l->n && !cpu_launch_cancelled(l->launch); phase++) {
		struct warp_work work = {
			.args = l->args, .level = phase, .n = code->n_items(l->args, phase)};

		if (work.n <= 0)
			break;
		record_if(recorder, l, &work, phase + 1);
		run_part(l, phase, phase + 1);
	}
	if (recorder->newest && recorder->newest->launch == recorder->n_launches - 1)
		recorder->newest->n_levels = phase;
}

void warp_launch(struct warp_recorder *recorder, const struct warp_launch *l)
{
	const struct warp_code *code = code_of_launch(l);
	int parts = parts_of(l->kernel);

	pthread_mutex_lock(&recorder->lock);
	recorder->n_launches++;
	if (parts) {
		launch_sweep(recorder, l, code, parts);
	} else if (code->n_items) {
		launch_loop(recorder, l, code);
	} else {
		struct warp_work work = {.args = l->args, .n = l->n};

		record_if(recorder, l, &work, 0);
		l->run(l->args, l->level_row, l->n, l->launch);
	}
	if (recorder->newest)
		recorder->newest->n_launches = recorder->n_launches;
	pthread_mutex_unlock(&recorder->lock);
}

/* ---- the front ---- */

bool device_can_record(const struct device *device)
{
	return device->kind == DEVICE_CPU && code_of((enum kernel_id)0, 32) != NULL;
}

enum status device_record_warp(struct device *device, const struct warp_wish *wish)
{
	struct warp_recorder *recorder = device->recorder;

	if (wish && device->kind != DEVICE_CPU)
		return status_fail(
			STATUS_NO_DEVICE,
			"warps are recorded on the CPU, by the code of the GPU: start with --device cpu");
	if (wish && !device_can_record(device))
		return status_fail(
			STATUS_NO_DEVICE,
			"this build doesn't record warps: its compiler has no -fsanitize=thread");
	if (!recorder)
		return STATUS_OK;
	pthread_mutex_lock(&recorder->lock);
	warp_recording_free(recorder->newest);
	recorder->newest = NULL;
	recorder->n_launches = 0;
	recorder->status = STATUS_OK;
	if (wish)
		recorder->wish = *wish;
	atomic_store(&recorder->on, wish != NULL);
	pthread_mutex_unlock(&recorder->lock);
	return STATUS_OK;
}

enum status device_take_warp(struct device *device, struct warp_recording **out, int64_t *seen)
{
	struct warp_recorder *recorder = device->recorder;
	enum status status;

	*out = NULL;
	*seen = 0;
	if (!recorder)
		return STATUS_OK;
	pthread_mutex_lock(&recorder->lock);
	status = recorder->status;
	if (status != STATUS_OK && status != STATUS_NO_MEMORY)
		status_fail(status, "%s", recorder->why);
	if (status == STATUS_OK) {
		*out = recorder->newest;
		recorder->newest = NULL;
	}
	*seen = recorder->n_launches;
	pthread_mutex_unlock(&recorder->lock);
	return status;
}

void warp_recording_free(struct warp_recording *recording)
{
	if (!recording)
		return;
	FREE_ALL(recording->step, recording->array, recording);
}
