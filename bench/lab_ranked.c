/*
 * bench_lab -of ranked: timing as a product, with rows that are the worst paths of a graph. They share most of their points with the paths that
 * they deviate from, which random rows of the same length don't.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "gpu/search/search.h"
#include "gpu/image/image.h"
#include "lab.h"

/* Of the size of b18, and as deep as its paths are long in table 5. */
enum { VERTICES = 333740, LEVELS = 144, PATHS = 100000 };

static uint64_t random_of(uint64_t *state)
{
	*state = *state * 6364136223846793005 + 1442695040888963407;
	return *state >> 33;
}

/* Levels of one width, each vertex with an arc or two from the level before; all paths have LEVELS vertices. */
static enum status add_arcs(struct graph *graph)
{
	int32_t width = VERTICES / LEVELS;
	uint64_t state = 1;
	char name[24];
	bool added;

	for (int32_t v = 0; v < width * LEVELS; v++)
		TRY(graph_add_vertex(graph, name, snprintf(name, sizeof name, "v%" PRId32, v),
				     &added));
	for (int32_t v = width; v < width * LEVELS; v++) {
		for (uint64_t n = 1 + random_of(&state) % 2; n > 0; n--)
			TRY(graph_add_arc(graph,
					  (v / width - 1) * width +
						  (int32_t)(random_of(&state) % (uint64_t)width),
					  v, 10000 + (int64_t)(random_of(&state) % 100000)));
	}
	for (int32_t v = 0; v < width; v++) {
		TRY(graph_add_source(graph, v, 0));
		TRY(graph_add_sink(graph, v + width * (LEVELS - 1), 20000000));
	}
	return STATUS_OK;
}

static enum status make_graph(struct bench *b, struct graph **out)
{
	struct text warnings = TEXT_INIT;
	enum status status;

	TRY(graph_new("ranked", out));
	status = add_arcs(*out);
	if (status == STATUS_OK)
		status = graph_close(*out, &warnings, &b->task);
	text_release(&warnings);
	if (status != STATUS_OK)
		graph_unref(*out);
	return status;
}

static enum status find_rows(struct bench *b, struct search *search, struct sta *out)
{
	struct stepper *stepper = search_stepper(search);
	struct traces traces = {0};
	enum status status = STATUS_OK;

	while (status == STATUS_OK && !stepper->ops->finished(stepper))
		status = stepper->ops->step(stepper, GRAIN_COARSE);
	if (status == STATUS_OK)
		status = search_traces(search, LEVEL_NEWEST, 0, PATHS, &traces);
	if (status == STATUS_OK)
		status = sta_of_traces(&traces, STA_ARCS, NULL, true, &b->task, out);
	traces_release(&traces);
	return status;
}

static enum status make_rows(struct bench *b, struct sta *out)
{
	struct search_options options = SEARCH_OPTIONS_INIT;
	struct search *search = NULL;
	struct image *image = NULL;
	struct graph *graph;
	enum status status;

	options.k = PATHS;
	TRY(make_graph(b, &graph));
	status = image_build(b->queue, graph, &image);
	if (status == STATUS_OK)
		status = search_begin(image, b->queue, b->queue, &options, 1, &search);
	if (status == STATUS_OK)
		status = find_rows(b, search, out);
	if (search) {
		struct stepper *stepper = search_stepper(search);

		stepper->ops->end(stepper);
	}
	image_free(image);
	graph_unref(graph);
	return status;
}

enum status ranked_paths(struct bench *b)
{
	struct products p;
	double deltas = 0;
	struct sta sta;
	enum status status;

	TRY(make_rows(b, &sta));
	printf("ranked paths: %" PRId32 " x %" PRId32 ", %" PRId64 " points, %" PRId32
	       " groups of 16 bits\n",
	       sta.rows->n_rows, sta.rows->n_columns, sparse_entries(sta.rows),
	       sta.deltas.n_groups);
	status = measure_matrix(b, sta.rows, &p);
	if (status == STATUS_OK)
		status = measure_deltas(b, &sta, &deltas);
	if (status == STATUS_OK) {
		enum spmv_method best = best_method(&p, false);

		printf("deltas %.4f ms (%.1f MB), %s %.4f ms", deltas,
		       (double)sta_delta_bytes(&sta) / 1e6, spmv_method_name(best), p.ms[best]);
		for (int c = 0; c < N_CUSPARSE; c++) {
			if (p.cusparse[c] > 0)
				printf(", %s %.4f ms", cusparse_algorithm_name[c], p.cusparse[c]);
		}
		if (best_cusparse(&p) > 0)
			printf("; deltas %.2f of its best", deltas / best_cusparse(&p));
		putchar('\n');
	}
	sta_release(&sta);
	return status;
}
