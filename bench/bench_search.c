/*
 * How long reading a graph and searching its paths takes, the graph resident and nothing of the answer
 * kept between runs:
 *
 *	bench_search [-d cpu|cuda] [-threads N] [-tile N] [-k K] [-mdl N] [-paper] [-runs N]
 *		[-transpose] [-caps N] [-credit opensta|tau] graph.dag
 *
 * -transpose: from the sinks to the sources. -caps: N paths of each pin with sources. -credit: with a
 * clock tree made up behind all sources and sinks.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algo/search.h"
#include "base/input.h"
#include "base/clock.h"
#include "bench.h"
#include "choice.h"
#include "read/dag.h"

struct bench {
	struct device_config device;
	struct search_options options;
	int tile, runs;
	bool transpose;
	int64_t per_bucket;	 /* 0 = no caps */
	enum credit_mode credit; /* 0 = none */
	const char *path;
	struct task task;
	struct queue *queue;
	struct image *image;
};

static int usage(void)
{
	fprintf(stderr, "usage: bench_search [-d cpu|cuda] [-threads N] [-tile N] [-k K] [-mdl N] "
			"[-paper] [-runs N] [-transpose] [-caps N] [-credit opensta|tau] graph.dag\n");
	return 2;
}

static bool parse(struct bench *b, int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		const char *value = i + 1 < argc ? argv[i + 1] : "";

		if (strcmp(argv[i], "-paper") == 0) {
			b->options.method = METHOD_PAPER;
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
		else if (strcmp(argv[i], "-runs") == 0)
			b->runs = atoi(value);
		else if (strcmp(argv[i], "-caps") == 0)
			b->per_bucket = atoll(value);
		else if (strcmp(argv[i], "-credit") == 0)
			b->credit = strcmp(value, "tau") == 0 ? CREDIT_TAU : CREDIT_OPENSTA;
		else
			return false;
		i++;
	}
	return b->path && b->runs > 0 && b->options.k > 0;
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
	TRY(choice_transpose(graph, &b->task, &transposed));
	status = graph_tile(transposed, b->tile, &b->task, out);
	graph_unref(transposed);
	return status;
}

static enum status run(struct bench *b, int argc, char **argv)
{
	struct text warnings = TEXT_INIT;
	struct device *device;
	struct device_memory total;
	struct graph *graph, *tiled;
	struct search_caps caps = {0};
	struct device_credit credit = {0};
	double *ms = calloc((size_t)b->runs, sizeof *ms), begin;
	int64_t n_levels = 0, before, resident, bytes = text_size(b);
	const char *name;

	TRY(device_open(&b->device, NULL, &device));
	TRY(queue_new(device, &b->task, &b->queue));
	name = device_name(device);
	begin = clock_ms();
	TRY(dag_read(b->path, &warnings, &b->task, &graph));
	bench_figure(argc, argv, name, "read", (double)bytes / (clock_ms() - begin) / 1e3, "MB/s");
	TRY(make_graph(b, graph, &tiled));
	begin = clock_ms();
	TRY(image_build(b->queue, tiled, &b->image));
	bench_figure(argc, argv, name, "build", clock_ms() - begin, "ms");
	if (b->per_bucket) {
		TRY(choice_caps(tiled, b->per_bucket, &caps));
		b->options.caps = &caps;
	}
	if (b->credit) {
		TRY(choice_clock(tiled, b->queue, b->credit, b->transpose, &credit));
		b->options.credit = &credit;
	}
	device_memory_table(device, NULL, 0, &total);
	before = total.bytes;
	resident = bench_resident();
	for (int i = -1; i < b->runs; i++) /* the first one warms up */
		TRY(search_once(b, &ms[i < 0 ? 0 : i], &n_levels));
	bench_figure(argc, argv, name, "search, median", bench_quantile(ms, b->runs, 0.5), "ms");
	bench_figure(argc, argv, name, "search, least", ms[0], "ms");
	bench_figure(argc, argv, name, "search, most", ms[b->runs - 1], "ms");
	bench_figure(argc, argv, name, "levels", (double)n_levels, "");
	device_memory_table(device, NULL, 0, &total);
	bench_figure(argc, argv, name, "device memory, peak over the graph",
		     (double)(total.peak - before) / 1e6, "MB");
	bench_figure(argc, argv, name, "resident memory, growth by searching",
		     (double)(bench_peak_resident() - resident) / 1e6, "MB");
	choice_release(b->queue, &caps, &credit);
	image_free(b->image);
	graph_unref(graph);
	graph_unref(tiled);
	queue_free(b->queue);
	device_close(device);
	free(ms);
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
