/* The worst paths of a group by path-based analysis (gpu/search/bucket_paths.h), in the shape in which reports read paths. */
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "report/path_find.h"

/* Of each sink of the state graph, from that of the paths' sources. */
static enum status list_buckets(const struct path_finder *finder, int32_t **out)
{
	const struct path_image *paths = finder->image;
	int32_t n = finder->timing->image->states->graph->n_sinks;

	TRY(ALLOC(out, n));
	for (int32_t s = 0; s < n; s++)
		(*out)[s] = -1;
	for (int32_t s = 0; s < paths->image->device.n_sources; s++)
		(*out)[paths->source[s]] = finder->bucket[s];
	return STATUS_OK;
}

/* What isn't listed may have less slack than the last that is, by as much. */
static void note_gap(struct path_finder *finder)
{
	const struct bucket_paths *found = &finder->path_based;
	int64_t last = found->n ? found->path[found->n - 1].path.slack : found->known;

	if (found->exact)
		return;
	finder->inexact = true;
	finder->known = min_i64(finder->known, found->known);
	finder->gap = max_i64(finder->gap, last - found->known);
}

enum status path_pba_search(struct path_finder *finder, int32_t n_buckets, int64_t *n)
{
	const struct path_query_options *options = finder->options;
	struct session *session = finder->session;
	struct bucket_paths_query query = {
		.timing = finder->timing,
		.queue = session->queue,
		.view_queue = session->view_queue,
		.task = &session->task,
		.split = finder->split,
		.mode = options->before_credit ? CREDIT_NONE : session->cppr,
		.paths = finder->image,
		.unconstrained = finder->unconstrained,
		.n_buckets = n_buckets,
		.k = options->k,
		.per_bucket = options->per_endpoint,
		.slack_min = finder->unconstrained ? INT64_MIN : options->slack_min,
		.slack_max = finder->unconstrained ? INT64_MAX : options->slack_max,
		.limit = options->pba_limit,
		.points = true,
	};
	FREED int32_t *bucket = NULL;
	enum status status;

	bucket_paths_release(&finder->path_based);
	TRY(list_buckets(finder, &bucket));
	query.bucket = bucket;
	DOING(&session->task, "path-based analysis", 0);
	status = bucket_paths_find(&query, &finder->path_based);
	*n = finder->path_based.n;
	if (status == STATUS_OK)
		note_gap(finder);
	return status;
}

/* ---- reading ---- */

static struct snap_row make_row(const struct path_finder *finder, int64_t rank)
{
	const struct bucket_paths *found = &finder->path_based;
	const struct retimed_path *path = &found->path[rank].path;
	const struct graph *graph = finder->timing->image->states->graph;
	const struct retimed_point *end = found->point + found->path[rank].first + path->n_points;
	struct snap_row row = {
		.slack = path->slack,
		.credit = path->credit,
		.borrowed = path->borrowed,
		.n_deviations = -1,
		.parent_rank = -1,
		.startpoint = graph->source_vertex[path->source],
		.endpoint = graph->sink_vertex[path->sink],
		.source = path->source,
		.sink = path->sink,
		.n_points = path->n_points,
		.rank = rank,
		.record = path->record,
		.graph_slack = path->graph_slack,
		.margin = finder->unconstrained ? 0 : end->arrival - end->graph,
	};

	retimed_path_measures(path, &row);
	return row;
}

static enum status alloc_traces(struct traces *traces, int64_t n, int64_t n_points)
{
	TRY(ALLOC(&traces->slack, n));
	TRY(ALLOC(&traces->offset, n + 1));
	return ALLOC_ALL(n_points, &traces->vertex, &traces->arrival, &traces->graph,
			 &traces->slew);
}

/* As those of a search, with the sink after the last point. */
static void fill_trace(const struct path_finder *finder, int64_t rank, int64_t i, struct traces *t)
{
	const struct timing_image *image = finder->timing->image;
	const struct bucket_path *path = &finder->path_based.path[rank];
	const struct retimed_point *point = finder->path_based.point + path->first;
	int64_t first = t->offset[i], n = path->path.n_points;

	t->slack[i] = path->path.slack;
	for (int64_t p = 0; p <= n; p++) {
		t->vertex[first + p] = image->image->state_vertex[point[p].state];
		t->arrival[first + p] = point[p].arrival;
		t->graph[first + p] = point[p].graph;
		t->slew[first + p] = point[p].slew;
	}
	t->vertex[first + n] = image->states->graph->n_vertices + path->path.sink;
	t->offset[i + 1] = first + n + 1;
}

static enum status read_traces(const struct path_finder *finder, int64_t first, int64_t n,
			       struct traces *traces)
{
	int64_t n_points = 0;

	traces_release(traces);
	for (int64_t i = 0; i < n; i++)
		n_points += finder->path_based.path[first + i].path.n_points + 1;
	TRY(alloc_traces(traces, n, n_points));
	for (int64_t i = 0; i < n; i++)
		fill_trace(finder, first + i, i, traces);
	traces->n_paths = n;
	return STATUS_OK;
}

enum status path_pba_read(struct path_finder *finder, int64_t first, int64_t n,
			  struct snap_rows **rows, struct traces *traces)
{
	TRY(snap_rows_new(finder->timing->image->states->graph, 0, rows));
	TRY(ALLOC(&(*rows)->row, n));
	if (traces)
		TRY(read_traces(finder, first, n, traces));
	(*rows)->first = first;
	(*rows)->n = n;
	(*rows)->n_ranked = (*rows)->n_shown = finder->path_based.n;
	for (int64_t i = 0; i < n; i++)
		(*rows)->row[i] = make_row(finder, first + i);
	return STATUS_OK;
}
