/*
 * How long the timing of a netlist takes, from files to slacks, step by step:
 *
 *	bench_timing [-d cpu|cuda] [-threads N] [-tile N] [-runs N] [-min LIB] [-max LIB] [-lib LIB]
 *		[-spef FILE] [-timing FILE] [-kernels] netlist.v
 *	bench_timing … -max LIB -min LIB -profile NAME[:GATES]
 *
 * -kernels: also -runs updates with accounts kept: what each kernel took in one of them, and how
 * the bytes that it must move compare with what memory can.
 * -profile: a made design (gen/profile.h) without wires in place of a netlist that is read.
 * "update" is everything on the device once uploaded: wires, loads, delays, arrivals, checks,
 * required times; "from loads" the same without the wires' moments.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "bench.h"
#include "session/design.h"
#include "db/link/link.h"
#include "kernels.h"
#include "made.h"
#include "read/liberty/liberty.h"
#include "read/spef/spef.h"
#include "read/tau.h"
#include "read/verilog/verilog.h"

struct bench {
	int argc;
	char **argv;
	struct device_config device;
	int tile, runs;
	bool kernels;
	const char *verilog, *spef, *timing, *profile;
	struct task task;
	struct text warnings;
	struct design design;
	struct queue *queue;
	const char *name;
	double begin;
};

static int usage(void)
{
	fprintf(stderr, "usage: bench_timing [-d cpu|cuda] [-threads N] [-tile N] [-runs N] "
			"[-min LIB] [-max LIB] [-lib LIB] [-spef FILE] [-timing FILE] [-kernels] "
			"netlist.v\n"
			"       bench_timing ... -max LIB -min LIB -profile NAME[:GATES]\n");
	return 2;
}

static void tell(struct bench *b, const char *figure)
{
	double now = clock_ms();

	bench_figure(b->argc, b->argv, b->name, figure, now - b->begin, "ms");
	b->begin = clock_ms();
}

static enum status read_library(struct bench *b, const char *path, bool early, bool late)
{
	struct library *library;

	TRY(liberty_read(path, &b->warnings, &b->task, &library));
	if (early && late)
		TRY(design_add_library(&b->design, EARLY, library_ref(library)));
	return design_add_library(&b->design, late ? LATE : EARLY, library);
}

/* Options in their order, libraries as they come. */
static enum status take_option(struct bench *b, const char *name, const char *value)
{
	if (strcmp(name, "-min") == 0)
		return read_library(b, value, true, false);
	if (strcmp(name, "-max") == 0)
		return read_library(b, value, false, true);
	if (strcmp(name, "-lib") == 0)
		return read_library(b, value, true, true);
	if (strcmp(name, "-d") == 0)
		b->device.kind = strcmp(value, "cuda") == 0 ? DEVICE_CUDA : DEVICE_CPU;
	else if (strcmp(name, "-threads") == 0)
		b->device.n_threads = atoi(value);
	else if (strcmp(name, "-tile") == 0)
		b->tile = atoi(value);
	else if (strcmp(name, "-runs") == 0)
		b->runs = atoi(value);
	else if (strcmp(name, "-spef") == 0)
		b->spef = value;
	else if (strcmp(name, "-profile") == 0)
		b->profile = value;
	else if (strcmp(name, "-timing") == 0)
		b->timing = value;
	else
		return status_fail(STATUS_USAGE, "unknown option \"%s\"", name);
	return STATUS_OK;
}

static enum status parse(struct bench *b)
{
	for (int i = 1; i < b->argc; i++) {
		if (b->argv[i][0] != '-') {
			b->verilog = b->argv[i];
			continue;
		}
		if (strcmp(b->argv[i], "-kernels") == 0) {
			b->kernels = true;
			continue;
		}
		if (i + 1 == b->argc)
			return status_fail(STATUS_USAGE, "\"%s\" needs a value", b->argv[i]);
		TRY(take_option(b, b->argv[i], b->argv[i + 1]));
		i++;
	}
	if (!b->verilog == !b->profile || b->runs < 1 || b->tile < 1 || (b->profile && b->tile > 1))
		return status_fail(STATUS_USAGE, "a netlist, and at least one run and copy");
	return STATUS_OK;
}

static enum status read_design(struct bench *b)
{
	struct design *d = &b->design;
	struct netlist *netlist, *tiled;
	struct parasitics *parasitics = NULL, *wires = NULL;
	struct constraints *constraints = NULL, *all = NULL;

	TRY(verilog_read(b->verilog, &d->modules, &b->warnings, &b->task));
	tell(b, "read netlist");
	TRY(link_netlist(&(struct link_sources){.modules = &d->modules,
						.library = {d->library[EARLY], d->library[LATE]},
						.n_libraries = {d->n_libraries[EARLY],
								d->n_libraries[LATE]}},
			 &b->warnings, &b->task, &netlist));
	tell(b, "link");
	if (b->spef)
		TRY(spef_read(b->spef, &(struct spef_source)SPEF_SOURCE_INIT(netlist), &b->warnings,
			      &b->task, &parasitics));
	tell(b, "read parasitics");
	if (b->timing)
		TRY(tau_read(b->timing, netlist, &b->warnings, &b->task, &constraints));
	TRY(netlist_tile(netlist, b->tile, &b->task, &tiled));
	if (parasitics)
		TRY(parasitics_tile(parasitics, netlist, tiled, &wires));
	if (constraints)
		TRY(constraints_tile(constraints, tiled, &all));
	parasitics_unref(parasitics);
	constraints_unref(constraints);
	netlist_unref(netlist);
	design_set_netlist(d, tiled);
	if (wires)
		TRY(design_set_parasitics(d, wires));
	design_set_constraints(d, all);
	return STATUS_OK;
}

static enum status measure_updates(struct bench *b, enum timing_product stage, const char *figure,
				   double *ms)
{
	for (int i = -1; i < b->runs; i++) { /* the first one warms up */
		double begin = clock_ms();

		timing_outdate(b->design.timing, stage);
		TRY(timing_update(b->design.timing));
		TRY(timing_need_required(b->design.timing));
		ms[i < 0 ? 0 : i] = clock_ms() - begin;
	}
	bench_figure(b->argc, b->argv, b->name, figure, bench_quantile(ms, b->runs, 0.5), "ms");
	return STATUS_OK;
}

static enum status tell_kernels(struct bench *b, struct device *device)
{
	struct bench_kernels kernels = {b->argc, b->argv, b->name, device, 0};

	TRY(bench_kernels_begin(&kernels, b->queue));
	for (int i = 0; i < b->runs; i++) {
		timing_outdate(b->design.timing, TIMING_WIRES);
		TRY(timing_update(b->design.timing));
		TRY(timing_need_required(b->design.timing));
	}
	bench_kernels_end(&kernels, "", b->runs);
	return STATUS_OK;
}

static enum status run(struct bench *b, struct device **device)
{
	double *ms;
	struct device_memory total;

	b->begin = clock_ms();
	TRY(parse(b));
	TRY(device_open(&b->device, NULL, device));
	b->name = device_name(*device);
	TRY(queue_new(*device, &b->task, &b->queue));
	b->begin = clock_ms();
	TRY(b->profile ? made_netlist(b->profile, &b->task, &b->design) : read_design(b));
	b->begin = clock_ms();
	TRY(design_need_timing(&b->design, b->queue, &b->task, &b->warnings));
	tell(b, "build, upload and first update");
	ms = calloc((size_t)b->runs, sizeof *ms);
	if (!ms)
		return STATUS_NO_MEMORY;
	TRY(measure_updates(b, TIMING_WIRES, "update, median", ms));
	TRY(measure_updates(b, TIMING_LOADS, "from loads, median", ms));
	TRY(measure_updates(b, TIMING_CHECKS, "required times, median", ms));
	bench_figure(b->argc, b->argv, b->name, "instances", b->design.netlist->n_instances, "");
	bench_figure(b->argc, b->argv, b->name, "states", b->design.timing->image->device.n_states,
		     "");
	bench_figure(b->argc, b->argv, b->name, "arcs", b->design.timing->image->device.n_arcs, "");
	device_memory_table(*device, NULL, 0, &total);
	bench_figure(b->argc, b->argv, b->name, "device memory", (double)total.bytes / 1e6, "MB");
	free(ms);
	return b->kernels ? tell_kernels(b, *device) : STATUS_OK;
}

int main(int argc, char **argv)
{
	struct bench b = {.argc = argc,
			  .argv = argv,
			  .device = {.kind = DEVICE_CPU},
			  .tile = 1,
			  .runs = 20,
			  .task = TASK_INIT,
			  .warnings = TEXT_INIT};
	struct device *device = NULL;
	enum status status = run(&b, &device);

	if (status != STATUS_OK)
		fprintf(stderr, "bench_timing: %s\n", status_text(status));
	design_release(&b.design);
	text_release(&b.warnings);
	queue_free(b.queue);
	device_close(device);
	return status == STATUS_USAGE ? usage() : status != STATUS_OK;
}
