/*
 * The worst path of each endpoint. Arrivals and required times know its slack, and where an arrival
 * came from gives the path: exact, and no search is needed.
 */
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "cmd/path_report.h"

static int compare_rows(const void *a, const void *b)
{
	const struct snap_row *x = a, *y = b;

	if (x->slack != y->slack)
		return x->slack < y->slack ? -1 : 1;
	return x->sink < y->sink ? -1 : x->sink > y->sink;
}

/* Sinks of one pin follow each other, those of its splits mixed. */
static int64_t list_endpoints(const struct path_report *report,
			      const struct search_options *options, struct snap_row *row)
{
	const struct graph *graph = report->graph->graph;
	int64_t n = 0, n_kept = 0;
	int32_t pin = -1;

	for (int32_t s = 0; s < graph->n_sinks; s++) {
		int32_t vertex = graph->sink_vertex[s];
		int64_t slack = report->graph->endpoint[s].split == report->split
					? timing_sink_slack(report->timing, s)
					: FS_NONE_64;

		if (slack == FS_NONE_64)
			continue;
		if (vertex / N_EDGES != pin)
			row[n++].slack = FS_NONE_64;
		pin = vertex / N_EDGES;
		if (slack < row[n - 1].slack)
			row[n - 1] = (struct snap_row){.slack = slack,
						       .parent_rank = -1,
						       .startpoint = -1,
						       .source = -1,
						       .endpoint = vertex,
						       .sink = s};
	}
	for (int64_t i = 0; i < n; i++) {
		if (row[i].slack >= options->slack_min && row[i].slack <= options->slack_max)
			row[n_kept++] = row[i];
	}
	return n_kept;
}

enum status endpoint_rows(const struct path_report *report, const struct search_options *options,
			  struct snap_rows **out)
{
	struct snap_rows *rows;
	enum status status;

	TRY(snap_rows_new(report->graph->graph, 0, &rows));
	status = ALLOC(&rows->row, report->graph->graph->n_sinks);
	if (status != STATUS_OK) {
		snap_unref(&rows->snap);
		return status;
	}
	rows->n_ranked = list_endpoints(report, options, rows->row);
	qsort(rows->row, (size_t)rows->n_ranked, sizeof *rows->row, compare_rows);
	rows->n = min_i64(rows->n_ranked, options->k);
	*out = rows;
	return STATUS_OK;
}

/* ---- traces ---- */

/* What traces are made in. */
struct tracer {
	const struct path_report *report;
	struct traces *out;
	uint8_t *is_start; /* owned [n_vertices] */
	int64_t n;         /* points so far */
	int64_t vertex_capacity, arrival_capacity;
};

static enum status add_point(struct tracer *t, int32_t vertex, int64_t arrival)
{
	TRY(GROW(&t->out->vertex, &t->vertex_capacity, t->n + 1));
	TRY(GROW(&t->out->arrival, &t->arrival_capacity, t->n + 1));
	t->out->vertex[t->n] = vertex;
	t->out->arrival[t->n++] = arrival;
	return STATUS_OK;
}

static void reverse(struct traces *out, int64_t first, int64_t end)
{
	for (; first + 1 < end; first++) {
		int32_t vertex = out->vertex[--end];
		int64_t arrival = out->arrival[end];

		out->vertex[end] = out->vertex[first];
		out->arrival[end] = out->arrival[first];
		out->vertex[first] = vertex;
		out->arrival[first] = arrival;
	}
}

/* From the endpoint back to a startpoint, turned around, and the sink behind it. */
static enum status trace_row(struct tracer *t, const struct snap_row *row)
{
	const struct path_report *report = t->report;
	const struct timing_image *image = report->timing->image;
	int32_t state = image->vertex_state[row->endpoint], vertex = row->endpoint;
	int64_t first = t->n;

	for (;;) {
		TRY(add_point(t, vertex,
			      report->timing->arrival[N_SPLITS * (int64_t)state + report->split]));
		if (t->is_start[vertex])
			break;
		TRY(timing_came_from(report->timing, report->split, state, &state));
		if (state < 0)
			break;
		vertex = image->image->state_vertex[state];
	}
	reverse(t->out, first, t->n);
	return add_point(t, report->graph->graph->n_vertices + row->sink,
			 path_required(report, row));
}

static enum status trace_rows(struct tracer *t, const struct snap_rows *rows, int64_t first,
			      int64_t end)
{
	const struct graph *graph = t->report->graph->graph;

	TRY(ALLOC(&t->is_start, graph->n_vertices));
	for (int32_t s = 0; s < graph->n_sources; s++)
		t->is_start[graph->source_vertex[s]] = 1;
	TRY(ALLOC(&t->out->slack, end - first));
	TRY(ALLOC(&t->out->offset, end - first + 1));
	for (int64_t i = first; i < end; i++) {
		t->out->slack[i - first] = rows->row[i].slack;
		TRY(trace_row(t, &rows->row[i]));
		t->out->offset[i - first + 1] = t->n;
	}
	t->out->n_paths = end - first;
	return STATUS_OK;
}

enum status endpoint_traces(const struct path_report *report, const struct snap_rows *rows,
			    int64_t first, int64_t end, struct traces *out)
{
	struct tracer t = {.report = report, .out = out};
	enum status status;

	traces_release(out);
	status = trace_rows(&t, rows, first, end);
	free(t.is_start);
	return status;
}
