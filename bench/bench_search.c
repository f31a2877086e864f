/*
 * How long reading a graph and searching its paths takes, the graph resident and nothing of the
 * answer kept between runs:
 *
 *	bench_search [-d cpu|cuda] [-threads N] [-tile N] [-k K] [-mdl N]
 *		[-method bounded|paper|paper-fused|paper-dynamic|paper-host] [-runs N] [-table] [-phases] [-kernels] [-lists]
 *		[-transpose] [-caps N] [-credit opensta|tau] graph.dag
 *	bench_search … [-retime] -max LIB -min LIB -profile NAME[:GATES]
 *
 * -table: only the medians of each method with 10, 15, 20 deviation levels at most and until exact,
 * as in tables II and IV of [CPG-J].
 * -phases: also one run phase by phase, waiting after each: a line for each phase and level.
 * -kernels: also -runs runs with accounts kept: for each kernel what it took in one of them, and
 * how the bytes that it must move compare with what memory can.
 * -lists: also filters and orders of what was found (lists.h).
 * -profile: the late paths of a made design (gen/profile.h) in place of a graph that is read.
 * -retime: also all that was found re-timed, of what is made.
 * -transpose: from the sinks to the sources. -caps: N paths of each pin with sources. -credit: with
 * a made-up clock tree that drives all sources and sinks.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/input.h"
#include "bench.h"
#include "credit_caps.h"
#include "gpu/search/search_retime.h"
#include "kernels.h"
#include "lists.h"
#include "made.h"
#include "read/dag.h"

struct bench {
	struct device_config device;
	struct search_options options;
	int tile, runs;
	bool transpose, table, phases, kernels, lists, retime;
	int64_t per_bucket;                 /* 0 = no caps */
	enum credit_mode credit;            /* 0 = none */
	const char *path;                   /* of the graph … */
	const char *profile, *late, *early; /* … or what is made */
	struct task task;
	struct queue *queue;
	struct image *image;
	struct path_image *paths; /* of what is made */
	struct design design;     /* that is made; it owns the image then */
};

static int usage(void)
{
	fprintf(stderr,
		"usage: bench_search [-d cpu|cuda] [-threads N] [-tile N] [-k K] [-mdl N] "
		"[-method bounded|paper|paper-fused|paper-dynamic|paper-host] [-runs N] [-table] [-phases] [-kernels] [-lists] "
		"[-transpose] [-caps N] [-credit opensta|tau] graph.dag\n"
		"       bench_search ... [-retime] -max LIB -min LIB -profile NAME[:GATES]\n");
	return 2;
}

static bool is_method(const char *word, enum search_method *method)
{
	for (int m = 0; m < N_METHODS; m++) {
		if (strcmp(word, search_method_name((enum search_method)m)) == 0) {
			*method = (enum search_method)m;
			return true;
		}
	}
	return false;
}

static bool parse(struct bench *b, int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		const char *value = i + 1 < argc ? argv[i + 1] : "";

		if (strcmp(argv[i], "-table") == 0) {
			b->table = true;
			continue;
		}
		if (strcmp(argv[i], "-phases") == 0) {
			b->phases = true;
			continue;
		}
		if (strcmp(argv[i], "-lists") == 0) {
			b->lists = true;
			continue;
		}
		if (strcmp(argv[i], "-retime") == 0) {
			b->retime = true;
			continue;
		}
		if (strcmp(argv[i], "-kernels") == 0) {
			b->kernels = true;
			continue;
		}
		if (strcmp(argv[i], "-transpose") == 0) {
			b->transpose = true;
			continue;
		}
		if (argv[i][0] != '-') {
			b->path = argv[i];
			continue;
		}
		if (strcmp(argv[i], "-d") == 0)
			b->device.kind = strcmp(value, "cuda") == 0 ? DEVICE_CUDA : DEVICE_CPU;
		else if (strcmp(argv[i], "-threads") == 0)
			b->device.n_threads = atoi(value);
		else if (strcmp(argv[i], "-tile") == 0)
			b->tile = atoi(value);
		else if (strcmp(argv[i], "-k") == 0)
			b->options.k = atoll(value);
		else if (strcmp(argv[i], "-mdl") == 0)
			b->options.max_level = atoi(value);
		else if (strcmp(argv[i], "-method") == 0 && is_method(value, &b->options.method))
			;
		else if (strcmp(argv[i], "-runs") == 0)
			b->runs = atoi(value);
		else if (strcmp(argv[i], "-profile") == 0)
			b->profile = value;
		else if (strcmp(argv[i], "-max") == 0)
			b->late = value;
		else if (strcmp(argv[i], "-min") == 0)
			b->early = value;
		else if (strcmp(argv[i], "-caps") == 0)
			b->per_bucket = atoll(value);
		else if (strcmp(argv[i], "-credit") == 0)
			b->credit = strcmp(value, "tau") == 0 ? CREDIT_TAU : CREDIT_OPENSTA;
		else
			return false;
		i++;
	}
	if (b->profile && (b->path || !b->late || !b->early || b->transpose || b->tile > 1 ||
			   b->per_bucket || b->credit))
		return false;
	if (b->retime && !b->profile)
		return false;
	return (b->path || b->profile) && b->runs > 0 && b->options.k > 0;
}

static enum status search_once(struct bench *b, double *ms, int64_t *n_levels)
{
	struct search *search;
	struct stepper *stepper;
	struct snap *snap;
	double begin = clock_ms();

	TRY(search_begin(b->image, b->queue, b->queue, &b->options, 1, &search));
	stepper = search_stepper(search);
	while (!stepper->ops->finished(stepper))
		TRY(stepper->ops->step(stepper, GRAIN_COARSE));
	*ms = clock_ms() - begin;
	TRY(stepper->ops->snapshot(stepper, &snap));
	*n_levels = ((struct snap_search *)snap)->n_levels;
	snap_unref(snap);
	stepper->ops->end(stepper);
	return queue_sync(b->queue);
}

/* Bytes of the text, as a reader of plain lines sees them. */
static int64_t text_size(struct bench *b)
{
	struct input in;
	const char *begin, *end;
	int64_t size = 0;
	bool more;

	if (input_open(&in, b->path, &b->task) != STATUS_OK)
		return 0;
	while (input_line(&in, &begin, &end, &more) == STATUS_OK && more)
		size += end - begin + 1;
	input_close(&in);
	return size;
}

/* The graph to be searched. */
static enum status make_graph(struct bench *b, const struct graph *graph, struct graph **out)
{
	struct graph *transposed;
	enum status status;

	if (!b->transpose)
		return graph_tile(graph, b->tile, &b->task, out);
	TRY(transpose_graph(graph, &b->task, &transposed));
	status = graph_tile(transposed, b->tile, &b->task, out);
	graph_unref(transposed);
	return status;
}

struct figures {
	int argc;
	char **argv;
	const char *device;
};

static void tell(const struct figures *f, const char *figure, double value, const char *unit)
{
	bench_figure(f->argc, f->argv, f->device, figure, value, unit);
}

static enum status open_made(struct bench *b, const struct figures *f)
{
	struct path_image *paths;
	double begin = clock_ms();

	TRY(made_design(b->profile, b->late, b->early, b->queue, &b->task, &b->design, &paths));
	tell(f, "made, timed and ready for paths", clock_ms() - begin, "ms");
	tell(f, "vertices", path_image_vertices(paths), "");
	tell(f, "arcs", paths->image->device.n_arcs - paths->image->device.n_sinks, "");
	tell(f, "levels of the graph", paths->image->n_levels, "");
	b->image = paths->image;
	b->paths = paths;
	return STATUS_OK;
}

static enum status open_read(struct bench *b, const struct figures *f, struct search_caps *caps,
			     struct device_credit *credit)
{
	struct text warnings = TEXT_INIT;
	struct graph *graph, *tiled;
	int64_t bytes = text_size(b);
	double begin = clock_ms();

	TRY(dag_read(b->path, LATE, &warnings, &b->task, &graph));
	tell(f, "read", (double)bytes / (clock_ms() - begin) / 1e3, "MB/s");
	TRY(make_graph(b, graph, &tiled));
	begin = clock_ms();
	TRY(image_build(b->queue, tiled, &b->image));
	tell(f, "build", clock_ms() - begin, "ms");
	if (b->per_bucket) {
		TRY(caps_of_pins(tiled, b->per_bucket, caps));
		b->options.caps = caps;
	}
	if (b->credit) {
		TRY(make_clock_tree(tiled, b->queue, b->credit, b->transpose, credit));
		b->options.credit = credit;
	}
	graph_unref(graph);
	graph_unref(tiled);
	return STATUS_OK;
}

/* What each step of a search took, the waits between them included. */
static enum status tell_phases(struct bench *b, const struct figures *f)
{
	struct search *search;
	struct stepper *stepper;
	struct snap *snap;

	TRY(search_begin(b->image, b->queue, b->queue, &b->options, 1, &search));
	stepper = search_stepper(search);
	for (int64_t n = 0; !stepper->ops->finished(stepper); n++) {
		double begin = clock_ms();
		char name[64];

		TRY(stepper->ops->step(stepper, GRAIN_FINE));
		begin = clock_ms() - begin;
		TRY(stepper->ops->snapshot(stepper, &snap));
		if (n < ((struct snap_search *)snap)->timeline->n_steps) {
			const struct snap_step *step =
				&((struct snap_search *)snap)->timeline->step[n];

			snprintf(name, sizeof name, "level %d, %s", (int)step->level, step->label);
			tell(f, name, begin, "ms");
		}
		snap_unref(snap);
	}
	stepper->ops->end(stepper);
	return queue_sync(b->queue);
}

static void tell_list(void *context, const char *figure, double ms)
{
	tell(context, figure, ms, "ms");
}

static enum status tell_lists(struct bench *b, struct figures *f)
{
	struct search *search;
	struct stepper *stepper;
	enum status status;

	TRY(search_begin(b->image, b->queue, b->queue, &b->options, 1, &search));
	stepper = search_stepper(search);
	while (!stepper->ops->finished(stepper))
		TRY(stepper->ops->step(stepper, GRAIN_COARSE));
	status = lists_measure(search, b->runs, tell_list, f);
	stepper->ops->end(stepper);
	TRY(status);
	return queue_sync(b->queue);
}

/* All that was found re-timed, downloads included. */
static enum status tell_retiming(struct bench *b, const struct figures *f, struct device *device)
{
	struct bench_kernels kernels = {f->argc, f->argv, f->device, device, 0};
	double *ms = calloc((size_t)b->runs, sizeof *ms), points = 0;
	struct device_retiming retiming;
	struct retime_query query = {&retiming, b->paths};
	struct retimed_paths out;
	struct search *search;
	struct stepper *stepper;

	TRY(timing_retiming(b->design.timing, LATE, CREDIT_NONE, &retiming));
	TRY(search_begin(b->image, b->queue, b->queue, &b->options, 1, &search));
	stepper = search_stepper(search);
	while (!stepper->ops->finished(stepper))
		TRY(stepper->ops->step(stepper, GRAIN_COARSE));
	for (int i = -1; i < 2 * b->runs; i++) { /* the second half with accounts, if asked for */
		double begin = clock_ms();

		if (i == b->runs && !b->kernels)
			break;
		if (i == b->runs)
			TRY(bench_kernels_begin(&kernels, b->queue));
		TRY(search_retime(search, &query, b->options.k, &out));
		if (i < b->runs)
			ms[i < 0 ? 0 : i] = clock_ms() - begin;
		for (int64_t p = 0; p < out.n && i < 0; p++)
			points += out.path[p].n_points;
		retimed_paths_release(&out);
	}
	if (b->kernels)
		bench_kernels_end(&kernels, "re-timing, ", b->runs);
	tell(f, "points of paths re-timed", points, "");
	tell(f, "re-timing, median", bench_quantile(ms, b->runs, 0.5), "ms");
	tell(f, "re-timing, least", ms[0], "ms");
	tell(f, "re-timing, most", ms[b->runs - 1], "ms");
	free(ms);
	stepper->ops->end(stepper);
	return queue_sync(b->queue);
}

static enum status tell_kernels(struct bench *b, const struct figures *f, struct device *device)
{
	struct bench_kernels kernels = {f->argc, f->argv, f->device, device, 0};
	double with = 0;
	int64_t n_levels;

	TRY(bench_kernels_begin(&kernels, b->queue));
	for (int i = 0; i < b->runs; i++) {
		double ms;

		TRY(search_once(b, &ms, &n_levels));
		with += ms;
	}
	bench_kernels_end(&kernels, "", b->runs);
	tell(f, "search with accounts kept", with / b->runs, "ms");
	return STATUS_OK;
}

/* The papers' methods have no bound, so until exact is a long way: they are measured with a
 * cap alone. */
static enum status tell_table(struct bench *b, const struct figures *f)
{
	static const int32_t caps[] = {10, 15, 20, -1};
	double *ms = calloc((size_t)b->runs, sizeof *ms);
	int64_t n_levels;
	char name[64];

	for (int m = 0; m < N_METHODS; m++) {
		b->options.method = (enum search_method)m;
		for (int c = 0; c < 4 - (m != METHOD_BOUNDED); c++) {
			b->options.max_level = caps[c];
			for (int i = -1; i < b->runs; i++)
				TRY(search_once(b, &ms[i < 0 ? 0 : i], &n_levels));
			if (caps[c] < 0)
				snprintf(name, sizeof name, "%s, exact after level %d, median",
					 search_method_name(b->options.method), (int)n_levels - 1);
			else
				snprintf(name, sizeof name, "%s, MDL %d, median",
					 search_method_name(b->options.method), (int)caps[c]);
			tell(f, name, bench_quantile(ms, b->runs, 0.5), "ms");
		}
	}
	free(ms);
	return STATUS_OK;
}

static enum status measure(struct bench *b, const struct figures *f, struct device *device)
{
	struct device_memory total;
	int64_t n_levels = 0, before, resident = bench_resident();
	double *ms = calloc((size_t)b->runs, sizeof *ms);

	device_memory_table(device, NULL, 0, &total);
	before = total.bytes;
	for (int i = -1; i < b->runs; i++) /* the first one warms up */
		TRY(search_once(b, &ms[i < 0 ? 0 : i], &n_levels));
	tell(f, "search, median", bench_quantile(ms, b->runs, 0.5), "ms");
	tell(f, "search, least", ms[0], "ms");
	tell(f, "search, most", ms[b->runs - 1], "ms");
	tell(f, "levels", (double)n_levels, "");
	device_memory_table(device, NULL, 0, &total);
	tell(f, "device memory, peak over the graph", (double)(total.peak - before) / 1e6, "MB");
	tell(f, "resident memory, growth by searching",
	     (double)(bench_peak_resident() - resident) / 1e6, "MB");
	free(ms);
	if (b->phases)
		TRY(tell_phases(b, f));
	return b->kernels ? tell_kernels(b, f, device) : STATUS_OK;
}

static enum status run(struct bench *b, int argc, char **argv)
{
	struct figures figures = {argc, argv, NULL};
	struct device *device;
	struct search_caps caps = {0};
	struct device_credit credit = {0};

	TRY(device_open(&b->device, NULL, &device));
	TRY(queue_new(device, &b->task, &b->queue));
	figures.device = device_name(device);
	TRY(b->profile ? open_made(b, &figures) : open_read(b, &figures, &caps, &credit));
	TRY(b->table ? tell_table(b, &figures) : measure(b, &figures, device));
	if (b->lists)
		TRY(tell_lists(b, &figures));
	if (b->retime)
		TRY(tell_retiming(b, &figures, device));
	release_credit_caps(b->queue, &caps, &credit);
	if (!b->profile)
		image_free(b->image);
	design_release(&b->design);
	queue_free(b->queue);
	device_close(device);
	return STATUS_OK;
}

int main(int argc, char **argv)
{
	struct bench b = {.device = {.kind = DEVICE_CPU},
			  .options = SEARCH_OPTIONS_INIT,
			  .tile = 1,
			  .runs = 20,
			  .task = TASK_INIT};
	enum status status;

	b.options.k = 100000;
	if (!parse(&b, argc, argv))
		return usage();
	status = run(&b, argc, argv);
	if (status != STATUS_OK)
		fprintf(stderr, "bench_search: %s\n", status_text(status));
	return status != STATUS_OK;
}
