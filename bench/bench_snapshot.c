/*
 * How long a first path takes from a snapshot, with the page cache warm, step by step, and from building instead:
 *
 *	bench_snapshot [-d cpu|cuda] [-threads N] [-runs N] -max LIB -min LIB -profile NAME[:GATES] FILE.wsd
 *
 * A made design (gen/profile.h) without wires is saved to FILE, then opened again, its last device image gone each time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/grow.h"
#include "bench.h"
#include "gpu/search/search.h"
#include "made.h"
#include "read/liberty/liberty.h"
#include "store/store.h"

enum step { STEP_READ, STEP_IMAGE, STEP_UPDATE, STEP_SEARCH, STEP_ALL, N_STEPS };

static const char *const steps[N_STEPS] = {
	[STEP_READ] = "reading and checking, median",
	[STEP_IMAGE] = "image on the device, median",
	[STEP_UPDATE] = "first update, median",
	[STEP_SEARCH] = "first path, median",
	[STEP_ALL] = "all of it, median",
};

struct bench {
	int argc;
	char **argv;
	struct device_config device;
	int runs;
	const char *profile, *late, *early, *path;
	struct task task;
	struct queue *queue;
	struct load_options load;
	const char *name;
};

static int usage(void)
{
	fprintf(stderr, "usage: bench_snapshot [-d cpu|cuda] [-threads N] [-runs N] -max LIB "
			"-min LIB -profile NAME[:GATES] FILE.wsd\n");
	return 2;
}

static bool take_option(struct bench *b, const char *name, const char *value)
{
	if (strcmp(name, "-max") == 0)
		b->late = value;
	else if (strcmp(name, "-min") == 0)
		b->early = value;
	else if (strcmp(name, "-profile") == 0)
		b->profile = value;
	else if (strcmp(name, "-runs") == 0)
		b->runs = atoi(value);
	else
		return bench_device_option(&b->device, name, value);
	return true;
}

static bool parse(struct bench *b)
{
	int i = 1;

	for (; i + 1 < b->argc && b->argv[i][0] == '-'; i += 2) {
		if (!take_option(b, b->argv[i], b->argv[i + 1]))
			return false;
	}
	b->path = b->argv[i];
	return i + 1 == b->argc && b->late && b->early && b->profile && b->runs > 0;
}

static void tell(const struct bench *b, const char *figure, double value, const char *unit)
{
	bench_figure(b->argc, b->argv, b->name, figure, value, unit);
}

static enum status read_library(struct bench *b, const char *path, enum split split,
				struct design *design)
{
	struct text warnings = TEXT_INIT;
	struct library *library;

	TRY(liberty_read(path, &warnings, &b->task, &library));
	text_release(&warnings);
	return design_add_library(design, split, library);
}

/* Make it and save it; its image and all it has go before it is read. */
static enum status save(struct bench *b)
{
	struct design design = {0};
	struct stored_design stored = {0};
	struct text warnings = TEXT_INIT;
	double begin;
	struct stat st;

	TRY(read_library(b, b->late, LATE, &design));
	TRY(read_library(b, b->early, EARLY, &design));
	TRY(made_netlist(b->profile, &b->task, &design));
	begin = clock_ms();
	TRY(design_need_timing(&design, b->queue, &b->task, &warnings));
	tell(b, "building and first update instead", clock_ms() - begin, "ms");
	stored.netlist = design.netlist;
	stored.constraints = design.constraints;
	stored.timing = design.timing->image->graph;
	stored.states = design.timing->image->states;
	begin = clock_ms();
	TRY(design_save(b->path, &stored, b->load.n_threads, &b->task));
	tell(b, "saving", clock_ms() - begin, "ms");
	if (stat(b->path, &st) == 0)
		tell(b, "file", (double)st.st_size / 1e6, "MB");
	text_release(&warnings);
	design_release(&design);
	return STATUS_OK;
}

static enum status find_path(struct bench *b, struct timing *timing)
{
	struct search_options options = SEARCH_OPTIONS_INIT;
	struct search *search;
	struct stepper *stepper;
	struct image *image;
	enum status status = STATUS_OK;

	options.k = 1;
	TRY(timing_search_image(timing, LATE, &image));
	TRY(search_begin(image, b->queue, b->queue, &options, 1, &search));
	stepper = search_stepper(search);
	while (!stepper->ops->finished(stepper) && status == STATUS_OK)
		status = stepper->ops->step(stepper, GRAIN_COARSE);
	stepper->ops->end(stepper);
	return status;
}

static enum status run_once(struct bench *b, double ms[N_STEPS])
{
	struct stored_design stored;
	struct timing *timing;
	double begin = clock_ms(), last = begin;
	enum status status;

	TRY(design_load(b->path, &b->load, &b->task, &stored));
	ms[STEP_READ] = clock_ms() - last;
	last = clock_ms();
	TRY(timing_new(b->queue, stored.timing, stored.states, &timing));
	stored.timing = NULL;
	stored.states = NULL;
	ms[STEP_IMAGE] = clock_ms() - last;
	last = clock_ms();
	status = timing_update(timing);
	ms[STEP_UPDATE] = clock_ms() - last;
	last = clock_ms();
	if (status == STATUS_OK)
		status = find_path(b, timing);
	ms[STEP_SEARCH] = clock_ms() - last;
	ms[STEP_ALL] = clock_ms() - begin;
	timing_free(timing);
	stored_design_release(&stored);
	return status;
}

static enum status run(struct bench *b, struct device **device)
{
	double(*ms)[N_STEPS], *column;

	TRY(device_open(&b->device, NULL, device));
	b->name = device_name(*device);
	b->load.n_threads = device_host_threads(*device);
	TRY(queue_new(*device, &b->task, &b->queue));
	TRY(save(b));
	TRY(ALLOC(&ms, b->runs));
	TRY(ALLOC(&column, b->runs));
	for (int i = 0; i < b->runs; i++)
		TRY(run_once(b, ms[i]));
	for (int step = 0; step < N_STEPS; step++) {
		for (int i = 0; i < b->runs; i++)
			column[i] = ms[i][step];
		tell(b, steps[step], bench_quantile(column, b->runs, 0.5), "ms");
	}
	tell(b, "peak resident", (double)bench_peak_resident() / 1e6, "MB");
	free(column);
	free(ms);
	return STATUS_OK;
}

int main(int argc, char **argv)
{
	struct bench b = {.argc = argc,
			  .argv = argv,
			  .device = {.kind = DEVICE_CPU},
			  .runs = 5,
			  .task = TASK_INIT};
	struct device *device = NULL;
	enum status status;

	if (!parse(&b))
		return usage();
	status = run(&b, &device);
	if (status != STATUS_OK)
		fprintf(stderr, "bench_snapshot: %s\n", status_text(status));
	queue_free(b.queue);
	device_close(device);
	return status != STATUS_OK;
}
