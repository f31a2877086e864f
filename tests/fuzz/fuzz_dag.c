/*
 * Fuzz target of the weighted-DAG reader: any bytes give a graph or an error, never a crash, and a
 * graph that was read is searched. Built with --enable-fuzz by clang for libFuzzer; in `make check`
 * the same function runs over the corpus (t_corpus).
 */
#include <stdint.h>
#include <stdlib.h>

#include "gpu/search/search.h"
#include "bytes.h"
#include "read/dag.h"

int fuzz_dag(const uint8_t *data, size_t size);

static void search(struct graph *graph)
{
	static const struct device_config config = {
		.kind = DEVICE_CPU, .n_threads = 1, .immediate = true, .memory_limit = 1 << 26};
	static struct device *device;
	static struct queue *queue;
	struct search_options options = SEARCH_OPTIONS_INIT;
	struct image *image;
	struct search *s;

	if (!device && (device_open(&config, NULL, &device) != STATUS_OK ||
			queue_new(device, NULL, &queue) != STATUS_OK))
		abort();
	if (image_build(queue, graph, &image) != STATUS_OK)
		return;
	options.k = 50;
	if (search_begin(image, queue, queue, &options, 1, &s) == STATUS_OK) {
		struct stepper *stepper = search_stepper(s);
		struct traces traces = {0};

		while (!stepper->ops->finished(stepper) &&
		       stepper->ops->step(stepper, GRAIN_COARSE) == STATUS_OK)
			;
		search_traces(s, LEVEL_NEWEST, 0, 50, &traces);
		traces_release(&traces);
		stepper->ops->end(stepper);
	}
	image_free(image);
}

int fuzz_dag(const uint8_t *data, size_t size)
{
	struct task task = TASK_INIT;
	struct text warnings = TEXT_INIT;
	struct graph *graph;

	/* the corpus has files of both lengths, and most are read for both splits as they change */
	if (dag_read(bytes_file(data, size), size % 2 ? EARLY : LATE, &warnings, &task, &graph) ==
	    STATUS_OK) {
		if (graph->n_vertices < 5000)
			search(graph);
		graph_unref(graph);
	}
	text_release(&warnings);
	return 0;
}
