#include "query_lists.h"

#include <stdlib.h>

#include "devices.h"

static void *items(int32_t n, size_t size)
{
	void *array = calloc((size_t)n + 1, size);

	if (!array)
		abort();
	return array;
}

/* Each item changes places with one before it. */
static void shuffle(int32_t *list, int32_t n, uint8_t *values, uint64_t *words)
{
	for (int32_t i = 1; i < n; i++) {
		int32_t j = (int32_t)random_below(i + 1), item = list[i];

		list[i] = list[j];
		list[j] = item;
		if (values) {
			uint8_t value = values[i];

			values[i] = values[j];
			values[j] = value;
		}
		if (words) {
			uint64_t word = words[i];

			words[i] = words[j];
			words[j] = word;
		}
	}
}

static void list_ends(const struct graph *graph, const struct path_query *q,
		      struct query_lists *out)
{
	struct path_lists *l = &out->lists;

	out->source = items(graph->n_sources, sizeof *out->source);
	out->passed = items(graph->n_sources, 1);
	out->sink = items(graph->n_sinks, sizeof *out->sink);
	for (int32_t s = 0; s < graph->n_sources; s++) {
		if (q->source_ok && !q->source_ok[s])
			continue;
		out->passed[l->n_sources] = q->source_passed ? q->source_passed[s] : 0;
		out->source[l->n_sources++] = s;
	}
	for (int32_t s = 0; s < graph->n_sinks; s++) {
		if (!q->sink_ok || q->sink_ok[s])
			out->sink[l->n_sinks++] = s;
	}
	l->from = q->source_ok || q->source_passed;
	l->to = q->sink_ok;
	shuffle(out->source, l->n_sources, out->passed, NULL);
	shuffle(out->sink, l->n_sinks, NULL, NULL);
}

void query_lists_make(const struct graph *graph, const struct path_query *q,
		      struct query_lists *out)
{
	struct path_lists *l = &out->lists;

	*out = (struct query_lists){0};
	list_ends(graph, q, out);
	out->grouped = items(graph->n_vertices, sizeof *out->grouped);
	out->groups = items(graph->n_vertices, sizeof *out->groups);
	out->excluded = items(graph->n_vertices, sizeof *out->excluded);
	for (int32_t v = 0; v < graph->n_vertices; v++) {
		if (q->n_groups && q->vertex_groups[v]) {
			out->groups[l->n_grouped] = q->vertex_groups[v];
			out->grouped[l->n_grouped++] = v;
		}
		if (q->vertex_ok && !q->vertex_ok[v])
			out->excluded[l->n_excluded++] = v;
	}
	shuffle(out->grouped, l->n_grouped, NULL, out->groups);
	shuffle(out->excluded, l->n_excluded, NULL, NULL);
	l->n_groups = q->n_groups;
	l->first_at_once = q->first_at_once;
	l->transposed = q->transposed;
	l->source = out->source;
	l->passed = out->passed;
	l->sink = out->sink;
	l->grouped = out->grouped;
	l->groups = out->groups;
	l->excluded = out->excluded;
}

void query_lists_release(struct query_lists *lists)
{
	free(lists->source);
	free(lists->passed);
	free(lists->sink);
	free(lists->grouped);
	free(lists->groups);
	free(lists->excluded);
	*lists = (struct query_lists){0};
}

uint8_t *arc_flags_by_place(const struct image *image, const uint8_t *flags)
{
	int32_t n = image->device.n_arcs, *arc = items(n, sizeof *arc);
	uint8_t *by_place = items(n, 1), *d_flags;

	from_device(image->queue, arc, image->d_arc, n * (int64_t)sizeof *arc);
	for (int32_t e = 0; e < n; e++)
		by_place[e] = arc[e] >= image->graph->n_arcs || flags[arc[e]];
	d_flags = to_device(image->queue, by_place, n);
	free(arc);
	free(by_place);
	return d_flags;
}
