/*
 * Reading a search: rows of the ranking, whole paths, convergence. Kernels make only the requested
 * rows, which are copied to the host. Everything here runs on the view queue and reads nothing that
 * a step under way writes: only records of complete levels and the newest complete ranking.
 */
#include <assert.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/grow.h"
#include "gpu/search/list_args.h"
#include "gpu/search/search_args.h"
#include "gpu/search/search_impl.h"
#include "gpu/search/search_retime.h"

static const char memory_name[] = "reading";

/* ---- the ranking after an earlier level ---- */

/* Queue the ranking of search->view and one more level. */
static enum status rank_view_level(struct search *search, const struct search_level *level)
{
	struct rank_job job = {.queue = search->view_queue,
			       .ranker = &search->view_ranker,
			       .top = &search->view,
			       .n_top = search->view_n,
			       .record = search_records_from(search, &search->pool, level->first),
			       .first = level->first,
			       .n = level->n,
			       .out = &search->view_spare,
			       .n_out = level->n_ranking};

	if (search->credit_or_caps)
		return search_rank(search, &job);
	TRY(columns_reserve(job.queue, job.out, job.n_out, 0));
	search_merge(search, &job, NULL);
	return STATUS_OK;
}

/* Queue the merge of one more level into search->view. */
static enum status merge_view_level(struct search *search, const struct search_level *level)
{
	struct columns merged;

	TRY(rank_view_level(search, level));
	merged = search->view_spare;
	search->view_spare = search->view;
	search->view = merged;
	search->view_n = level->n_ranking;
	return STATUS_OK;
}

static enum status merge_view(struct search *search, int32_t level)
{
	enum status status = STATUS_OK, synced;

	search->view_level = -1;
	search->view_n = 0;
	for (int32_t l = 0; l <= level && status == STATUS_OK; l++)
		status = merge_view_level(search, &search->levels[l]);
	/* Also on failure: no more reads of the records when this returns. */
	synced = queue_sync(search->view_queue);
	TRY(status);
	TRY(synced);
	search->view_level = level;
	return STATUS_OK;
}

static struct search_reading make_reading(const struct search *search,
					  const struct columns *ranking,
					  const struct search_level *level, int32_t number)
{
	int64_t n = search_n_counting(search, level->n_ranking, level->n_below);

	return (struct search_reading){columns_ranking(ranking), level->n_below + n, level->n_below,
				       number};
}

enum status search_open_reading(struct search *search, int32_t level,
				struct search_reading *reading)
{
	int32_t newest = (int32_t)search->n_levels - 1;

	*reading = (struct search_reading){.level = -1};
	if (level < 0 || newest < 0)
		return STATUS_OK;
	level = level < newest ? level : newest;
	if (level < newest && search->view_level != level)
		TRY(merge_view(search, level));
	*reading = make_reading(search, level < newest ? &search->view : &search->top,
				&search->levels[level], level);
	return STATUS_OK;
}

enum status search_open_ranking(struct search *search, int32_t *level,
				struct device_ranking *ranking, int64_t *n)
{
	struct search_reading reading;

	TRY(search_open_reading(search, *level, &reading));
	*level = reading.level;
	*n = reading.n - reading.n_below;
	*ranking = reading.ranking;
	if (*n > 0) {
		ranking->slack = (char *)ranking->slack + reading.n_below * search_fs_size(search);
		ranking->record += reading.n_below;
	}
	return STATUS_OK;
}

/* ---- rows ---- */

struct snap_row search_make_row(const struct search *search, const struct path_row *row,
				int64_t n_below)
{
	const struct graph *graph = search->image->graph;
	return (struct snap_row){
		.slack = row->slack,
		.credit = row->credit,
		.borrowed = row->borrowed,
		.n_deviations = row->n_deviations,
		.parent_rank = row->parent_rank < n_below ? -1 : row->parent_rank - n_below,
		.startpoint = graph ? graph->source_vertex[row->source] : -1,
		.endpoint = graph ? graph->sink_vertex[row->sink] : -1,
		.source = row->source,
		.sink = row->sink,
		.n_points = row->n_points,
		.rank = row->rank - n_below,
		.record = row->record,
		.graph_slack = row->graph_slack,
	};
}

enum status search_read_rows(struct search *search, const struct search_reading *reading,
			     const struct listing *listing, int64_t first, int64_t n,
			     struct snap_row *rows)
{
	struct queue *queue = search->view_queue;
	FREED struct path_row *read = NULL;
	const int32_t *d_order = listing ? listing->d_order : NULL;
	struct path_rows_args args = {
		.graph = search->image->device,
		.forest = search->forest,
		.record = columns_records(&search->pool),
		.ranking = reading->ranking,
		.n_ranking = reading->n,
		.first = reading->n_below + (d_order ? 0 : first),
		.credit = search->credit,
		.order = d_order ? d_order + first : NULL,
		.own = search_retimed_paths(search, reading->level),
		.rank_of =
			search_is_path_based(search, reading->level) ? search->ranked.d_rank : NULL,
	};
	DEVICE_HELD held = {queue, {&args.row}};

	TRY(DEVICE_ALLOC(queue, memory_name, &args.row, n));
	TRY(ALLOC(&read, n)); /* from here on nothing fails before it has been read */
	LAUNCH(queue, path_rows, search->image->fs_bits, &args, n);
	TRY(queue_read(queue, read, args.row, n * (int64_t)sizeof *read));
	for (int64_t i = 0; i < n; i++)
		rows[i] = search_make_row(search, &read[i], reading->n_below);
	return STATUS_OK;
}

/* Where the window lies. */
static enum status place_window(struct search *search, const struct search_reading *reading,
				const struct listing *listing, const struct list_window *window,
				struct snap_rows *snap)
{
	int64_t n = max_i64(window->n, 0), first = window->first;

	TRY(search_list_place(search, reading, listing, window->follow, &snap->followed));
	if (snap->followed >= 0)
		first = min_i64(snap->followed - n / 2, listing->n - n);
	snap->n_shown = listing->n;
	snap->first = min_i64(max_i64(first, 0), listing->n);
	snap->n = min_i64(n, listing->n - snap->first);
	return STATUS_OK;
}

enum status search_list_rows(struct search *search, int32_t level, const struct list_filter *filter,
			     const struct list_window *window, struct snap_rows **out)
{
	struct search_reading reading;
	struct listing listing;
	SNAP_HELD struct snap_rows *snap = NULL;
	double begin = clock_ms();

	TRY(search_open_reading(search, level, &reading));
	TRY(queue_settle_failure(search->view_queue,
				 search_list_open(search, &reading, filter, &listing)));
	TRY(snap_rows_new(search->image->graph, search->serial, &snap));
	snap->level = reading.level;
	snap->edition = filter ? filter->edition : 0;
	snap->n_ranked = reading.n - reading.n_below;
	snap->retimed = search_is_path_based(search, reading.level);
	TRY(queue_settle_failure(search->view_queue,
				 place_window(search, &reading, &listing, window, snap)));
	TRY(ALLOC(&snap->row, snap->n));
	TRY(search_read_rows(search, &reading, &listing, snap->first, snap->n, snap->row));
	snap->ms = clock_ms() - begin;
	HAND_OVER(out, snap);
	return STATUS_OK;
}

enum status search_rows(struct search *search, int32_t level, int64_t first, int64_t n,
			struct snap_rows **out)
{
	struct list_window window = {first, n, -1};

	return search_list_rows(search, level, NULL, &window, out);
}

/* ---- traces ---- */

void device_traces_release(struct queue *queue, struct device_traces *t)
{
	DEVICE_FREE_ALL(queue, &t->length, &t->offset, &t->state, &t->arc, &t->deviates,
			&t->arrival);
}

enum status search_trace_records(struct search *search, const int32_t *d_record,
				 struct device_traces *t)
{
	struct queue *queue = search->view_queue;
	struct trace_lengths_args lengths = {
		.graph = search->image->device,
		.forest = search->forest,
		.record = columns_records(&search->pool),
		.path = d_record,
	};
	struct trace_points_args points = {
		.graph = search->image->device,
		.forest = search->forest,
		.record = columns_records(&search->pool),
		.path = d_record,
		.late = search->image->late,
	};

	TRY(DEVICE_ALLOC(queue, memory_name, &t->length, t->n));
	TRY(DEVICE_ALLOC(queue, memory_name, &t->offset, t->n + 1));
	lengths.length = t->length;
	LAUNCH(queue, trace_lengths, search->image->fs_bits, &lengths, t->n);
	prim_scan(queue, t->length, t->offset, t->n);
	TRY(queue_read(queue, &t->n_points, t->offset + t->n, sizeof t->n_points));
	TRY(DEVICE_ALLOC(queue, memory_name, &t->arc, t->n_points));
	points.offset = t->offset;
	points.arc = t->arc;
	if (t->arcs_alone) {
		LAUNCH(queue, trace_points, search->image->fs_bits, &points, t->n);
		return STATUS_OK;
	}
	TRY(DEVICE_ALLOC_ALL(queue, memory_name, t->n_points, &t->state, &t->deviates,
			     &t->arrival));
	points.state = t->state;
	points.deviates = t->deviates;
	points.arrival = t->arrival;
	LAUNCH(queue, trace_points, search->image->fs_bits, &points, t->n);
	return STATUS_OK;
}

FREES(traces_release, struct traces, x->slack, x->offset, x->vertex, x->arrival, x->graph, x->slew);

/* Times as the image has them, to 64 bit. */
void search_widen_times(int fs_bits, const void *from, int64_t n, int64_t *to)
{
	for (int64_t i = 0; i < n; i++)
		to[i] = fs_bits == 32 ? ((const int32_t *)from)[i] : ((const int64_t *)from)[i];
}

static enum status download_traces(struct search *search, const struct search_reading *reading,
				   int64_t first, const struct device_traces *t, struct traces *out)
{
	struct queue *queue = search->view_queue;
	int64_t size = search_fs_size(search), n = t->n, n_points = t->n_points;
	const char *slack = reading->ranking.slack;

	TRY(ALLOC(&out->slack, n));
	TRY(ALLOC(&out->offset, n + 1));
	TRY(ALLOC_ALL(n_points, &out->vertex, &out->arrival));
	if (n == 0)
		return STATUS_OK;
	/* The slacks land in the upper half of their array when they are half as wide. */
	queue_download(queue, (char *)out->slack + n * (8 - size),
		       slack + (reading->n_below + first) * size, n * size);
	queue_download(queue, out->offset, t->offset, (n + 1) * (int64_t)sizeof *out->offset);
	queue_download(queue, out->vertex, t->state, n_points * (int64_t)sizeof *out->vertex);
	queue_download(queue, out->arrival, t->arrival, n_points * (int64_t)sizeof *out->arrival);
	TRY(queue_sync(queue));
	search_widen_times(search->image->fs_bits, (char *)out->slack + n * (8 - size), n,
			   out->slack);
	for (int64_t i = 0; i < n_points && search->image->state_vertex; i++)
		out->vertex[i] = search->image->state_vertex[out->vertex[i]];
	out->n_paths = n;
	return STATUS_OK;
}

/* Instead of the bounds that the search goes by, what the paths have by themselves and by the graph. */
static enum status fill_own_traces(struct search *search, const int32_t *d_record,
				   struct traces *out)
{
	const struct retime_query query = {&search->ranked.retiming, search->ranked.paths};
	int64_t n_points = out->offset[out->n_paths];
	RELEASED_BY(retimed_paths_release) struct retimed_paths own = {0};
	FREED int32_t *record = NULL;

	TRY(ALLOC(&record, out->n_paths));
	TRY(queue_read(search->view_queue, record, d_record,
		       out->n_paths * (int64_t)sizeof *record));
	TRY(search_retime_records(search, &query, record, out->n_paths, &own));
	TRY(ALLOC_ALL(n_points, &out->graph, &out->slew));
	for (int64_t i = 0; i < out->n_paths; i++)
		out->slack[i] = own.path[i].slack;
	for (int64_t i = 0; i < n_points; i++) {
		out->arrival[i] = own.point[i].arrival;
		out->graph[i] = own.point[i].graph;
		out->slew[i] = own.point[i].slew;
	}
	return STATUS_OK;
}

enum status search_traces(struct search *search, int32_t level, int64_t first, int64_t n,
			  struct traces *out)
{
	struct device_traces t = {0};
	struct search_reading reading;
	const int32_t *d_record = NULL;
	enum status status;

	traces_release(out);
	TRY(search_open_reading(search, level, &reading));
	first = max_i64(first, 0);
	t.n = max_i64(0, min_i64(n, reading.n - reading.n_below - first));
	if (t.n > 0)
		d_record = reading.ranking.record + reading.n_below + first;
	status = search_trace_records(search, d_record, &t)
			 ?: download_traces(search, &reading, first, &t, out);
	if (status == STATUS_OK && search->own.wanted && t.n > 0)
		status = fill_own_traces(search, d_record, out);
	if (status != STATUS_OK) {
		queue_sync(search->view_queue); /* no more reads of the records */
		traces_release(out);
	}
	device_traces_release(search->view_queue, &t);
	return status;
}

/* ---- one path ---- */

/* What one path's snapshot is made from; device memory is owned. */
struct path_reading {
	struct search *search;
	struct search_reading reading;
	struct device_traces trace;
	struct snap_path *snap;
	int32_t record;
	int32_t *state; /* owned, host [n_points + 1] */
	struct chosen_ranks children;
	struct child_row *child; /* device */
};

static void path_reading_release(struct path_reading *p)
{
	struct queue *queue = p->search->view_queue;

	device_traces_release(queue, &p->trace);
	DEVICE_FREE_ALL(queue, &p->children.flag, &p->children.rank, &p->children.n_rank,
			&p->child);
	free(p->state);
	snap_drop(&p->snap);
}

static enum status fill_points(struct path_reading *p)
{
	struct search *search = p->search;
	struct queue *queue = search->view_queue;
	struct snap_path *snap = p->snap;
	int64_t n = p->trace.n_points;
	FREED int64_t *arrival = NULL;
	FREED uint8_t *deviates = NULL;

	TRY(ALLOC_ALL(n, &p->state, &snap->point, &arrival, &deviates));
	queue_download(queue, p->state, p->trace.state, n * (int64_t)sizeof *p->state);
	queue_download(queue, arrival, p->trace.arrival, n * (int64_t)sizeof *arrival);
	queue_download(queue, deviates, p->trace.deviates, n);
	TRY(queue_sync(queue));
	for (int64_t i = 0; i + 1 < n; i++) {
		snap->point[i] = (struct snap_point){
			.vertex = search->image->state_vertex[p->state[i]],
			.arrival = arrival[i],
			.delay = i > 0 ? arrival[i] - arrival[i - 1] : 0,
			.deviates = deviates[i],
		};
	}
	snap->n_points = n - 1;
	snap->required = arrival[n - 1] + snap->row.borrowed;
	snap->other_sink = deviates[n - 1];
	return STATUS_OK;
}

/* What a late path borrows at a latch by graph-based analysis, 0 elsewhere; `end`: its sink, after its last point. */
static int64_t graph_borrowed(const struct retimed_path *path, const struct retimed_point *end,
			      int32_t split)
{
	return split == LATE && path->graph_slack != FS_NONE_64 && end->graph != FS_NONE_64
		       ? path->graph_slack - path->credit - (end->graph - end[-1].graph)
		       : 0;
}

/* Instead of the bounds that the search goes by, what the path has by itself and by the graph. */
static enum status fill_own_points(struct path_reading *p)
{
	struct snap_path *snap = p->snap;
	RELEASED_BY(retimed_paths_release) struct retimed_paths own = {0};

	TRY(search_retime_record(p->search, p->record, &own));
	for (int64_t i = 0; i < snap->n_points; i++) {
		const struct retimed_point *point = &own.point[i];
		struct snap_point *out = &snap->point[i];

		out->arrival = point->arrival;
		out->graph_arrival = point->graph;
		out->delay = i > 0 ? point->arrival - point[-1].arrival : 0;
		out->graph_delay = i > 0 ? point->graph - point[-1].graph : 0;
		out->slew = point->slew;
	}
	snap->required = own.point[snap->n_points].arrival + own.path[0].borrowed;
	snap->graph_required = own.point[snap->n_points].graph +
			       graph_borrowed(&own.path[0], &own.point[snap->n_points],
					      p->search->ranked.retiming.split);
	snap->row.borrowed = own.path[0].borrowed;
	snap->row.slack = own.path[0].slack;
	snap->row.graph_slack = own.path[0].graph_slack;
	snap->row.credit = own.path[0].credit;
	retimed_path_measures(&own.path[0], &snap->row);
	snap->retimed = true;
	return STATUS_OK;
}

enum status search_alloc_ranks(struct search *search, const struct search_reading *reading,
			       struct chosen_ranks *out)
{
	struct queue *queue = search->view_queue;
	int64_t n = reading->n - reading->n_below;

	TRY(DEVICE_ALLOC_ALL(queue, memory_name, n, &out->flag, &out->rank));
	return DEVICE_ALLOC(queue, memory_name, &out->n_rank, 1);
}

enum status search_choose_ranks(struct search *search, const struct search_reading *reading,
				const struct chosen_ranks *ranks, int64_t *n)
{
	struct queue *queue = search->view_queue;

	prim_select(queue, ranks->flag, ranks->rank, ranks->n_rank, reading->n - reading->n_below);
	return queue_read(queue, n, ranks->n_rank, sizeof *n);
}

/* The ranks whose parent is this path, as a list on the device. */
static enum status find_children(struct path_reading *p)
{
	struct search *search = p->search;
	struct flag_children_args flags = {
		.record = columns_records(&search->pool),
		.ranking_record = p->reading.ranking.record + p->reading.n_below,
		.parent = p->record,
	};

	TRY(search_alloc_ranks(search, &p->reading, &p->children));
	flags.flag = p->children.flag;
	LAUNCH(search->view_queue, flag_children, 32, &flags, p->reading.n - p->reading.n_below);
	return search_choose_ranks(search, &p->reading, &p->children, &p->snap->n_children);
}

static int32_t point_of_state(const struct path_reading *p, int32_t state)
{
	int32_t i = 0;

	while (i + 1 < p->snap->n_points && p->state[i] != state)
		i++;
	return i;
}

static enum status fill_children(struct path_reading *p, int64_t max_child)
{
	struct search *search = p->search;
	struct queue *queue = search->view_queue;
	struct snap_path *snap = p->snap;
	struct child_rows_args args = {
		.graph = search->image->device,
		.record = columns_records(&search->pool),
		.ranking_record = p->reading.ranking.record + p->reading.n_below,
		.ranking_slack = (char *)p->reading.ranking.slack +
				 p->reading.n_below * search_fs_size(search),
	};
	FREED struct child_row *rows = NULL;

	TRY(find_children(p));
	snap->n_child = min_i64(snap->n_children, max_child);
	TRY(ALLOC(&snap->child, snap->n_child));
	TRY(DEVICE_ALLOC(queue, memory_name, &p->child, snap->n_child));
	args.rank = p->children.rank;
	args.row = p->child;
	LAUNCH(queue, child_rows, search->image->fs_bits, &args, snap->n_child);
	TRY(ALLOC(&rows, snap->n_child));
	TRY(queue_read(queue, rows, p->child, snap->n_child * (int64_t)sizeof *rows));
	for (int64_t i = 0; i < snap->n_child; i++) {
		snap->child[i] = (struct snap_child){
			.rank = rows[i].rank,
			.point = point_of_state(p, rows[i].tail),
			.cost = rows[i].slack - snap->row.slack,
		};
	}
	return STATUS_OK;
}

static enum status fill_path(struct path_reading *p, int64_t max_child)
{
	const int32_t *d_record = p->reading.ranking.record + p->reading.n_below + p->snap->rank;

	TRY(search_read_rows(p->search, &p->reading, NULL, p->snap->rank, 1, &p->snap->row));
	p->record = p->snap->row.record;
	p->trace.n = 1;
	TRY(search_trace_records(p->search, d_record, &p->trace));
	TRY(fill_points(p));
	TRY(fill_children(p, max_child));
	return p->search->own.wanted ? fill_own_points(p) : STATUS_OK;
}

enum status search_path(struct search *search, int32_t level, int64_t rank, int64_t max_child,
			struct snap_path **out)
{
	RELEASED_BY(path_reading_release) struct path_reading p = {.search = search};

	TRY(search_open_reading(search, level, &p.reading));
	if (rank < 0 || rank >= p.reading.n - p.reading.n_below)
		return status_fail(STATUS_FAILED, "there is no path %lld", (long long)rank + 1);
	TRY(snap_path_new(search->image->graph, search->serial, &p.snap));
	p.snap->level = p.reading.level;
	p.snap->rank = rank;
	/* after a failure there are no more reads of the records */
	TRY(queue_settle_failure(search->view_queue, fill_path(&p, max_child)));
	HAND_OVER(out, p.snap);
	return STATUS_OK;
}

/* ---- convergence ---- */

static enum status queue_errors(struct search *search, const struct search *against,
				int64_t *d_error, struct snap_errors *snap)
{
	struct queue *queue = search->view_queue;
	int64_t size = search_fs_size(search);

	search->view_level = -1;
	search->view_n = 0;
	for (int64_t l = 0; l < search->n_levels; l++) {
		const struct search_level *level = &search->levels[l];
		struct ranking_error_args args = {.largest = d_error + l};
		int64_t n_ranks;

		TRY(merge_view_level(search, level));
		n_ranks = search_n_counting(search, level->n_ranking, level->n_below);
		args.n = min_i64(n_ranks, search_count(against));
		if (args.n > 0) {
			args.a = (char *)columns_ranking(&search->view).slack +
				 level->n_below * size;
			args.b = (char *)columns_ranking(&against->top).slack +
				 against->n_below * size;
		}
		snap->missing[l] = search_count(against) - args.n;
		if (level->info.retimes) /* it is that ranking, and merges nothing */
			continue;
		LAUNCH(queue, ranking_error, search->image->fs_bits, &args,
		       (args.n + ERROR_TILE - 1) / ERROR_TILE);
	}
	return STATUS_OK;
}

static enum status fill_errors(struct search *search, const struct search *against,
			       struct snap_errors *snap)
{
	struct queue *queue = search->view_queue;
	int64_t n = search->n_levels, *d_error = NULL;
	DEVICE_HELD held = {queue, {&d_error}};

	TRY(ALLOC_ALL(n, &snap->error, &snap->missing));
	TRY(DEVICE_ALLOC(queue, memory_name, &d_error, n));
	queue_fill(queue, d_error, 0, n * (int64_t)sizeof *d_error);
	/* after a failure there are no more reads of the records */
	TRY(queue_settle_failure(queue, queue_errors(search, against, d_error, snap)));
	snap->n_levels = (int32_t)n;
	return queue_read(queue, snap->error, d_error, n * (int64_t)sizeof *d_error);
}

enum status search_errors(struct search *search, const struct search *exact,
			  struct snap_errors **out)
{
	const struct search *against = exact ? exact : search;
	SNAP_HELD struct snap_errors *snap = NULL;

	assert(against->image == search->image);
	TRY(snap_errors_new(search->image->graph, search->serial, &snap));
	snap->exact = against->state == SEARCH_EXACT;
	snap->n_exact = search_count(against);
	TRY(fill_errors(search, against, snap));
	HAND_OVER(out, snap);
	return STATUS_OK;
}
