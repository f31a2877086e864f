#include "gpu/search/search_retime.h"

#include <inttypes.h>

#include "base/grow.h"
#include "gpu/delay/retime_args.h"
#include "gpu/search/search_impl.h"

static const char memory_name[] = "re-timing";

enum { PATHS_AT_ONCE = 1 << 17 };

FREES(retimed_paths_release, struct retimed_paths, x->path, x->bound, x->offset, x->point);

/* Some paths under way; device memory, owned. */
struct retiming_run {
	struct search *search;
	const struct retime_query *query;
	const int32_t *d_record; /* borrowed */
	struct device_traces traces;
	struct retimed_path *d_path;
	struct retimed_point *d_point;
};

static void release_run(struct retiming_run *r)
{
	struct queue *queue = r->search->view_queue;

	device_traces_release(queue, &r->traces);
	DEVICE_FREE_ALL(queue, &r->d_path, &r->d_point);
}

static enum status queue_run(struct retiming_run *r, bool points)
{
	struct queue *queue = r->search->view_queue;
	const struct path_image *paths = r->query->paths;
	struct retime_paths_args args = {
		.retiming = *r->query->retiming,
		.record = r->d_record,
		.arc_from = paths ? path_image_arc_from(paths) : NULL,
		.source_from = paths ? paths->d_source_from : NULL,
		.transposed = paths && paths->transposed,
	};
	struct retime_derated_args derated;

	TRY(search_trace_records(r->search, r->d_record, &r->traces));
	TRY(DEVICE_ALLOC(queue, memory_name, &r->d_path, r->traces.n));
	if (points)
		TRY(DEVICE_ALLOC(queue, memory_name, &r->d_point, r->traces.n_points));
	args.offset = r->traces.offset;
	args.arc = r->traces.arc;
	args.path = r->d_path;
	args.point = r->d_point;
	derated.paths = args;
	if (args.retiming.aocv.table)
		LAUNCH(queue, retime_derated, 32, &derated, r->traces.n);
	else
		LAUNCH(queue, retime_paths, 32, &args, r->traces.n);
	return STATUS_OK;
}

static enum status read_points(struct retiming_run *r, struct retimed_paths *out)
{
	struct queue *queue = r->search->view_queue;
	int64_t n = r->traces.n, n_points = r->traces.n_points;

	TRY(ALLOC(&out->offset, n + 1));
	TRY(ALLOC(&out->point, n_points));
	queue_download(queue, out->offset, r->traces.offset,
		       (n + 1) * (int64_t)sizeof *out->offset);
	queue_download(queue, out->point, r->d_point, n_points * (int64_t)sizeof *out->point);
	return STATUS_OK;
}

/* Paths `at` … of `out`, which has room for them. */
static enum status run(struct retiming_run *r, int64_t at, bool points, struct retimed_paths *out)
{
	TRY(queue_run(r, points));
	queue_download(r->search->view_queue, out->path + at, r->d_path,
		       r->traces.n * (int64_t)sizeof *out->path);
	return points ? read_points(r, out) : STATUS_OK;
}

static enum status check_numbers(struct search *search, const struct device_retiming *retiming)
{
	struct timing_summary summary;

	TRY(queue_read(search->view_queue, &summary, retiming->timing.summary, sizeof summary));
	if (summary.n_bad > 0)
		return status_fail(STATUS_BAD_INPUT,
				   "%" PRId32
				   " delays or slews along paths are no numbers, or beyond 2.1 us",
				   summary.n_bad);
	return STATUS_OK;
}

static void forget_bad(struct search *search, const struct device_retiming *retiming)
{
	queue_fill(search->view_queue, &retiming->timing.summary->n_bad, 0,
		   sizeof retiming->timing.summary->n_bad);
}

/* The slacks land in the upper half of their array when they are half as wide. */
static enum status read_bounds(struct search *search, const struct search_reading *reading,
			       struct retimed_paths *out)
{
	int64_t size = search_fs_size(search);
	void *half = (char *)out->bound + out->n * ((int64_t)sizeof *out->bound - size);

	TRY(queue_read(search->view_queue, half,
		       (const char *)reading->ranking.slack + reading->n_below * size,
		       out->n * size));
	search_widen_times(search->image->fs_bits, half, out->n, out->bound);
	return STATUS_OK;
}

enum status search_retime(struct search *search, const struct retime_query *query, int64_t n,
			  struct retimed_paths *out)
{
	struct search_reading reading;

	*out = (struct retimed_paths){0};
	TRY(search_open_reading(search, LEVEL_NEWEST, &reading));
	n = max_i64(0, min_i64(n, reading.n - reading.n_below));
	TRY(ALLOC_ALL(n, &out->path, &out->bound));
	out->n = n;
	if (!n)
		return STATUS_OK;
	TRY(read_bounds(search, &reading, out));
	forget_bad(search, query->retiming);
	for (int64_t i = 0; i < n; i += PATHS_AT_ONCE) {
		RELEASED_BY(release_run)
		struct retiming_run r = {
			.search = search,
			.query = query,
			.d_record = reading.ranking.record + reading.n_below + i,
			.traces = {.n = min_i64(PATHS_AT_ONCE, n - i), .arcs_alone = true},
		};

		TRY(queue_settle(search->view_queue, run(&r, i, false, out)));
	}
	return check_numbers(search, query->retiming);
}

enum status search_retime_records(struct search *search, const struct retime_query *query,
				  const int32_t *record, int64_t n, struct retimed_paths *out)
{
	struct queue *queue = search->view_queue;
	RELEASED_BY(release_run)
	struct retiming_run r = {
		.search = search, .query = query, .traces = {.n = n, .arcs_alone = true}};
	int32_t *d_record = NULL;
	DEVICE_HELD held = {queue, {&d_record}};

	*out = (struct retimed_paths){0};
	TRY(ALLOC(&out->path, n));
	out->n = n;
	TRY(DEVICE_PUT(queue, memory_name, &d_record, record, n));
	r.d_record = d_record;
	forget_bad(search, query->retiming);
	TRY(queue_settle(queue, n ? run(&r, 0, true, out) : STATUS_OK));
	return check_numbers(search, query->retiming);
}

void retimed_path_measures(const struct retimed_path *path, struct snap_row *row)
{
	row->n_cells = path->n_cells;
	row->n_nets = path->n_nets;
	row->distance = path->distance;
}
