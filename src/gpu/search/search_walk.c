/*
 * The work of one thread in a step of a search: its parent, its walk, the arcs on the walk, and the
 * places of its children. Finished levels keep no counts, so the children of the parents before it
 * are counted again; the walk is repeated by gpu/search/k_walk.cu. Like all reading functions it
 * runs on the view queue and reads nothing that a step under way writes.
 */
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "gpu/search/list_args.h"
#include "gpu/search/paper/paper_args.h"
#include "gpu/search/search_args.h"
#include "gpu/search/search_impl.h"

struct walking {
	struct search *search;
	struct snap_walk *snap;
	int32_t record;        /* of the parent; -1 = it is a source */
	int32_t child;         /* record, -1 = none */
	int32_t arc;           /* that the child deviates by, -1 = none */
	int64_t source_weight; /* fs, when it is a source */
	/* device, owned */
	int32_t *count; /* [2][parents before]: children, candidates */
	int64_t *place;
	int32_t *id; /* [3]: the record, its rank, and that of the child */
	struct path_row *row;
	struct walk_arc *walk_arc;
	struct walk_summary *summary;
};

static const char memory_name[] = "reading";

static void walking_release(struct walking *w)
{
	struct queue *queue = w->search->view_queue;

	DEVICE_FREE_ALL(queue, &w->count, &w->place, &w->id, &w->row, &w->walk_arc, &w->summary);
	snap_drop(&w->snap);
}

static int64_t widen(const struct search *search, const void *time)
{
	return search->image->fs_bits == 32 ? *(const int32_t *)time : *(const int64_t *)time;
}

/* ---- which parent ---- */

/* A record's parent and arc. */
static enum status read_record(struct search *search, int32_t record, int32_t *parent, int32_t *arc)
{
	struct device_records pool = columns_records(&search->pool);

	queue_download(search->view_queue, parent, pool.parent + record, sizeof *parent);
	queue_download(search->view_queue, arc, pool.arc + record, sizeof *arc);
	return queue_sync(search->view_queue);
}

static bool is_in_level(const struct search *search, int32_t level, int32_t record)
{
	const struct search_level *l = &search->levels[level];

	return level >= 0 && level < search->n_levels && record >= l->first &&
	       record < l->first + l->n;
}

/* The path at the rank, as a row; false when it isn't there. */
static enum status read_rank(struct search *search, const struct search_reading *reading,
			     int64_t rank, struct snap_row *row, bool *there)
{
	*there = rank >= 0 && rank < reading->n - reading->n_below;
	return *there ? search_read_rows(search, reading, NULL, rank, 1, row) : STATUS_OK;
}

/* Of level 0 and the forest: the source of the path at the rank, else of the worst. */
static enum status choose_source(struct walking *w, const struct search_reading *reading,
				 int64_t rank)
{
	struct search *search = w->search;
	struct search_reading first = *reading;
	struct snap_row row;
	bool there;

	TRY(read_rank(search, reading, rank, &row, &there));
	w->snap->first = !there;
	if (!there && reading->level < 0 && search->n_levels > 0) {
		TRY(search_open_reading(search, 0, &first));
		TRY(read_rank(search, &first, 0, &row, &there));
	}
	w->snap->parent = there ? row.source : 0;
	return STATUS_OK;
}

static enum status choose_parent(struct walking *w, const struct search_reading *reading,
				 int64_t rank)
{
	struct search *search = w->search;
	int32_t level = w->snap->level, parent = -1, arc;
	struct snap_row row;
	bool there;

	TRY(read_rank(search, reading, rank, &row, &there));
	if (there && is_in_level(search, level, row.record))
		w->child = row.record;
	else if (there && is_in_level(search, level - 1, row.record))
		parent = row.record;
	w->snap->first = parent < 0 && w->child < 0;
	if (w->snap->first && level == reading->level && search->levels[level].n > 0)
		w->child = (int32_t)search->levels[level].first;
	else if (w->snap->first)
		parent = (int32_t)search->levels[level - 1].first;
	if (w->child >= 0) {
		TRY(read_record(search, w->child, &parent, &arc));
		w->arc = arc;
	}
	w->record = parent;
	w->snap->parent = w->record - search->levels[level - 1].first;
	return STATUS_OK;
}

/* ---- its place ---- */

static int64_t first_bound(const struct search *search, int32_t level)
{
	if (level < 0)
		return search->none;
	return level < search->n_levels ? search->levels[level].first_bound : search->first_bound;
}

/* The children of the level that its first n parents have. */
static void queue_count(struct search *search, int32_t level, int32_t *count, int64_t n)
{
	int64_t bound = first_bound(search, level);
	int32_t first = level > 0 ? (int32_t)search->levels[level - 1].first : 0;
	struct count_sources_args sources = {.graph = search->image->device,
					     .dist = search->forest.dist,
					     .bound = bound,
					     .n_child = count};
	struct count_children_args children = {.graph = search->image->device,
					       .forest = search->forest,
					       .record = columns_records(&search->pool),
					       .bound = bound,
					       .first = first,
					       .from_sources = level == 1,
					       .n_child = count,
					       .n_parents = n};
	struct count_paths_args paths = {.graph = search->image->device,
					 .dist = search->forest.dist,
					 .forest = search->forest.forest,
					 .record = columns_records(&search->pool),
					 .first = first,
					 .from_sources = level == 1,
					 .n_child = count};
	int fs_bits = search->image->fs_bits;

	if (level == 0)
		LAUNCH(search->view_queue, count_sources, fs_bits, &sources, n);
	else if (search->method->bounded)
		LAUNCH(search->view_queue, count_children, fs_bits, &children,
		       (n + COUNT_PARENTS - 1) / COUNT_PARENTS);
	else
		LAUNCH(search->view_queue, count_paths, fs_bits, &paths, n);
}

/* The children of all parents before it. */
static enum status find_place(struct walking *w)
{
	struct queue *queue = w->search->view_queue;
	int64_t n = w->snap->parent;

	if (w->snap->level < 0)
		return STATUS_OK;
	TRY(DEVICE_ALLOC(queue, memory_name, &w->count, n));
	TRY(DEVICE_ALLOC(queue, memory_name, &w->place, 1));
	queue_count(w->search, w->snap->level, w->count, n);
	prim_sum(queue, w->count, w->place, n);
	return queue_read(queue, &w->snap->place, w->place, sizeof w->snap->place);
}

/* ---- its description ---- */

/* A parent may have left the ranking since: so its row is that of a ranking of it alone. */
static enum status describe_parent(struct walking *w, const struct search_reading *reading)
{
	struct search *search = w->search;
	struct queue *queue = search->view_queue;
	struct snap_walk *snap = w->snap;
	int32_t id[3] = {w->record, -1, -1};
	char *slack = columns_records(&search->pool).slack;
	struct path_rows_args rows = {
		.graph = search->image->device,
		.forest = search->forest,
		.record = columns_records(&search->pool),
		.n_ranking = 1,
	};
	struct find_record_args find = {.ranking_record = reading->ranking.record,
					.record = w->record};
	struct path_row row;
	struct snap_row made;

	TRY(DEVICE_ALLOC(queue, memory_name, &w->id, 3));
	TRY(DEVICE_ALLOC(queue, memory_name, &w->row, 1));
	queue_upload(queue, w->id, id, sizeof id);
	rows.ranking = (struct device_ranking){slack + w->record * search_fs_size(search), w->id};
	rows.row = w->row;
	LAUNCH(queue, path_rows, search->image->fs_bits, &rows, 1);
	find.rank = w->id + 1;
	LAUNCH(queue, find_record, 32, &find, reading->n);
	find.record = w->child;
	find.rank = w->id + 2;
	LAUNCH(queue, find_record, 32, &find, reading->n);
	queue_download(queue, &row, w->row, sizeof row);
	queue_download(queue, id, w->id, sizeof id);
	TRY(queue_sync(queue));
	made = search_make_row(search, &row, 0);
	snap->slack = made.slack;
	snap->n_deviations = made.n_deviations;
	snap->startpoint = made.startpoint;
	snap->endpoint = made.endpoint;
	snap->parent_rank = id[1] < reading->n_below ? -1 : id[1] - reading->n_below;
	snap->child_rank = id[2] < reading->n_below ? -1 : id[2] - reading->n_below;
	snap->credited = CREDIT_COUNTS(&search->credit);
	return STATUS_OK;
}

static void describe_source(struct walking *w)
{
	const struct graph *graph = w->search->image->graph;

	w->snap->startpoint = graph->source_vertex[w->snap->parent];
	w->snap->endpoint = -1;
	w->snap->parent_rank = -1;
}

/* ---- the walk ---- */

/* The state where it begins, and the slack of the children after the deltas. */
static enum status find_begin(struct walking *w, int32_t *state)
{
	struct search *search = w->search;
	struct queue *queue = search->view_queue;
	const struct device_graph *graph = &search->image->device;
	int64_t weight, parent = w->snap->parent;
	int32_t arc;

	if (w->record >= 0)
		TRY(read_record(search, w->record, &(int32_t){0}, &arc));
	else
		arc = (int32_t)parent;
	queue_download(queue, state,
		       w->record < 0 || w->snap->level == 1 ? graph->source_state + arc
							    : graph->to + arc,
		       sizeof *state);
	if (w->record < 0)
		queue_download(queue, &weight,
			       (const char *)graph->source_weight + arc * search_fs_size(search),
			       search_fs_size(search));
	TRY(queue_sync(queue));
	if (w->record < 0)
		w->source_weight = widen(search, &weight);
	return STATUS_OK;
}

static struct snap_walk_arc make_arc(const struct walking *w, const struct walk_arc *a)
{
	const struct image *image = w->search->image;
	const struct snap_walk *snap = w->snap;
	int32_t to = image->state_vertex[a->head];
	bool is_sink = to >= image->graph->n_vertices;

	return (struct snap_walk_arc){
		.from = image->state_vertex[a->tail],
		.to = is_sink ? -1 : to,
		.delay = image->late && !is_sink ? -a->weight : a->weight,
		.dist = a->dist,
		.cost = a->delta,
		.slack = snap->slack + a->delta,
		.place = a->place < 0 || w->record < 0 ? -1 : snap->place + a->place,
		.in_forest = a->in_forest,
	};
}

static enum status take_arcs(struct walking *w, const struct walk_summary *s)
{
	struct queue *queue = w->search->view_queue;
	struct snap_walk *snap = w->snap;
	struct walk_arc arc[WALK_ARCS + 1];

	TRY(queue_read(queue, arc, w->walk_arc, sizeof arc));
	TRY(ALLOC(&snap->arc, s->n_listed));
	for (snap->n_arc = 0; snap->n_arc < s->n_listed; snap->n_arc++)
		snap->arc[snap->n_arc] = make_arc(w, &arc[snap->n_arc]);
	if (s->wanted < 0)
		return STATUS_OK;
	snap->has_child = true;
	snap->child = s->wanted;
	snap->child_sorted = w->child - w->search->levels[snap->level].first;
	snap->child_arc = make_arc(w, &arc[WALK_ARCS]);
	return STATUS_OK;
}

static enum status take_walk(struct walking *w)
{
	struct search *search = w->search;
	struct queue *queue = search->view_queue;
	struct snap_walk *snap = w->snap;
	bool one = w->record < 0; /* of a source only the first state counts */
	int64_t bound = first_bound(search, snap->level);
	struct walk_suffix_args args = {
		.graph = search->image->device,
		.dist = search->forest.dist,
		.forest = search->forest.forest,
		.max_states = one ? 1 : INT32_MAX,
		.room = search->none,
		.wanted = w->arc,
		.all = one,
		.n_arcs = WALK_ARCS,
	};
	struct walk_summary s;
	bool reaches;

	TRY(find_begin(w, &args.state));
	if (!one && search->method->bounded && bound != search->none)
		args.room = bound - snap->slack;
	TRY(DEVICE_ALLOC(queue, memory_name, &w->walk_arc, WALK_ARCS + 1));
	TRY(DEVICE_ALLOC(queue, memory_name, &w->summary, 1));
	args.arc = w->walk_arc;
	args.summary = w->summary;
	LAUNCH(queue, walk_suffix, search->image->fs_bits, &args, 1);
	TRY(queue_read(queue, &s, w->summary, sizeof s));
	snap->head = search->image->state_vertex[args.state];
	if (snap->head >= search->image->graph->n_vertices)
		snap->head = -1;
	snap->dist = s.dist;
	reaches = s.dist != search->none && w->source_weight != search->none;
	if (one)
		snap->slack = reaches ? s.dist + w->source_weight : 0;
	snap->n_vertices = one ? 1 : s.n_states - 1; /* without the sink's state */
	snap->n_candidates = s.n_deviations;
	snap->n_children = one ? reaches && snap->slack < bound : s.n_below;
	snap->has_bound = bound != search->none && (search->method->bounded || snap->level == 0);
	snap->bound = bound;
	return take_arcs(w, &s);
}

/* ---- small graphs ---- */

/* The forest by vertices. Arcs keep their order within a state, sinks after them. */
static enum status take_forest(struct search *search, struct snap_walk *snap, const int32_t *row,
			       const int32_t *forest, const char *dist)
{
	const struct graph *graph = search->image->graph;
	FREED int32_t *out_row = NULL, *out_arc = NULL;

	TRY(graph_fan_out(graph, &out_row, &out_arc));
	for (int64_t state = 0; state < search->image->device.n_states; state++) {
		int32_t v = search->image->state_vertex[state], place, n, sink = 0;

		if (v >= graph->n_vertices)
			continue;
		snap->dist_of[v] = widen(search, dist + state * search_fs_size(search));
		place = forest[state] - row[state];
		n = out_row[v + 1] - out_row[v];
		if (forest[state] < 0) {
			snap->forest[v] = -1;
		} else if (place < n) {
			snap->forest[v] = out_arc[out_row[v] + place];
		} else {
			for (place -= n; graph->sink_vertex[sink] != v || place-- > 0; sink++)
				;
			snap->forest[v] = graph->n_arcs + sink;
		}
	}
	return STATUS_OK;
}

static enum status read_forest(struct search *search, struct snap_walk *snap)
{
	struct queue *queue = search->view_queue;
	const struct device_graph *d = &search->image->device;
	int32_t row[2 * WALK_DRAWN + 1], forest[2 * WALK_DRAWN];
	int64_t dist[2 * WALK_DRAWN], n = d->n_states,
				      n_vertices = search->image->graph->n_vertices;

	if (n_vertices > WALK_DRAWN || n > 2 * WALK_DRAWN || search->n_steps == 0)
		return STATUS_OK;
	TRY(ALLOC_ALL(n_vertices, &snap->forest, &snap->dist_of));
	queue_download(queue, row, d->row, (n + 1) * (int64_t)sizeof *row);
	queue_download(queue, forest, search->forest.forest, n * (int64_t)sizeof *forest);
	queue_download(queue, dist, search->forest.dist, n * search_fs_size(search));
	TRY(queue_sync(queue));
	return take_forest(search, snap, row, forest, (const char *)dist);
}

/* ---- */

static enum status describe(struct walking *w, const struct search_reading *reading)
{
	struct search *search = w->search;
	struct snap_walk *snap = w->snap;

	if (w->record >= 0)
		TRY(describe_parent(w, reading));
	else
		describe_source(w);
	TRY(find_place(w));
	TRY(take_walk(w));
	for (int64_t i = 0; i < search->n_steps && i <= snap->step; i++)
		snap->n_batches += search->steps[i].level == snap->level &&
				   strcmp(search->steps[i].label, "scan") == 0;
	return STATUS_OK;
}

static enum status fill_walk(struct walking *w, int64_t rank)
{
	struct search *search = w->search;
	struct snap_walk *snap = w->snap;
	struct search_reading reading;

	TRY(search_open_reading(search, snap->shown, &reading));
	snap->n_parents = snap->level > 0 ? search->levels[snap->level - 1].n
					  : search->image->device.n_sources;
	if (rank >= 0)
		TRY(snap->level > 0 ? choose_parent(w, &reading, rank)
				    : choose_source(w, &reading, rank));
	else if (snap->level > 0)
		w->record = (int32_t)(search->levels[snap->level - 1].first + snap->parent);
	/* choosing may have read another ranking */
	TRY(search_open_reading(search, snap->shown, &reading));
	TRY(describe(w, &reading));
	if (rank >= 0 && rank < reading.n - reading.n_below &&
	    search->image->graph->n_vertices <= WALK_DRAWN)
		TRY(search_path(search, snap->shown, rank, 0, &snap->path));
	return read_forest(search, snap);
}

static enum status make_walk(struct walking *w, int64_t rank, struct snap_walk **out)
{
	/* after a failure there are no more reads of the records */
	TRY(queue_settle_failure(w->search->view_queue, fill_walk(w, rank)));
	HAND_OVER(out, w->snap);
	return STATUS_OK;
}

enum status search_walk(struct search *search, int64_t step, int32_t level, int64_t rank,
			struct snap_walk **out)
{
	RELEASED_BY(walking_release)
	struct walking w = {.search = search, .record = -1, .child = -1, .arc = -1};

	if (step < 0 || step >= search->n_steps)
		return status_fail(STATUS_FAILED, "there is no step %lld", (long long)step);
	if (search->own.wanted && (step == 0 || (search->own.there && step == search->n_steps - 1)))
		return status_fail(STATUS_FAILED, "nothing is walked in this step");
	TRY(snap_walk_new(search->image->graph, search->serial, &w.snap));
	w.snap->step = step;
	w.snap->level = search->steps[step].level;
	w.snap->shown = level;
	w.snap->rank = rank;
	return make_walk(&w, max_i64(rank, 0), out);
}

enum status search_walk_parent(struct search *search, int32_t level, int64_t parent,
			       struct snap_walk **out)
{
	RELEASED_BY(walking_release)
	struct walking w = {.search = search, .record = -1, .child = -1, .arc = -1};
	int32_t n_levels = (int32_t)search->n_levels - search->own.there;
	int64_t n = level > 0 && level <= n_levels      ? search->levels[level - 1].n
		    : level == 0 && search->n_steps > 0 ? search->image->device.n_sources
							: 0;

	if (parent < 0 || parent >= n)
		return status_fail(STATUS_FAILED, "level %d has no parent %lld", (int)level,
				   (long long)parent + 1);
	TRY(snap_walk_new(search->image->graph, search->serial, &w.snap));
	w.snap->step = search->n_steps - 1;
	w.snap->level = level;
	w.snap->shown = LEVEL_NEWEST;
	w.snap->parent = parent;
	return make_walk(&w, -1, out);
}

/* ---- records ---- */

/* Their ends: of arcs by the graph's number of each. */
static enum status find_ends(struct search *search, const int32_t *arc, bool sources,
			     struct snap_records *snap)
{
	const struct graph *graph = search->image->graph;
	int32_t place[MOST_RECORDS];

	for (int64_t i = 0; i < snap->n && !sources; i++)
		queue_download(search->view_queue, &place[i], search->image->d_arc + arc[i],
			       sizeof *place);
	TRY(queue_sync(search->view_queue));
	for (int64_t i = 0; i < snap->n; i++) {
		struct snap_record *r = &snap->record[i];
		int32_t a = sources ? arc[i] : place[i];

		r->from = sources             ? -1
			  : a < graph->n_arcs ? graph->arc_from[a]
					      : graph->sink_vertex[a - graph->n_arcs];
		r->to = sources             ? graph->source_vertex[a]
			: a < graph->n_arcs ? graph->arc_to[a]
					    : -1;
		if (sources)
			r->parent = a;
	}
	return STATUS_OK;
}

/* What each has for the next level, and the sums of that. */
static enum status count_records(struct search *search, int32_t *count, int64_t *sum,
				 struct snap_records *snap)
{
	struct queue *queue = search->view_queue;
	int64_t first = snap->asked.first, before = 0;
	int32_t n_children[MOST_RECORDS];

	queue_count(search, (int32_t)snap->asked.level + 1, count, first + snap->n);
	prim_sum(queue, count, sum, first);
	queue_download(queue, &before, sum, sizeof before);
	queue_download(queue, n_children, count + first, snap->n * (int64_t)sizeof *n_children);
	TRY(queue_sync(queue));
	for (int64_t i = 0; i < snap->n; i++) {
		before += n_children[i];
		snap->record[i].n_children = n_children[i];
		snap->record[i].offset = before;
	}
	return STATUS_OK;
}

static enum status fill_records(struct search *search, struct snap_records *snap)
{
	struct queue *queue = search->view_queue;
	struct device_records pool = columns_records(&search->pool);
	int32_t level = (int32_t)snap->asked.level, parent[MOST_RECORDS], arc[MOST_RECORDS];
	int64_t slack[MOST_RECORDS], at = search->levels[level].first + snap->asked.first;
	int64_t fs = search_fs_size(search), *sum = NULL;
	int32_t *count = NULL;
	DEVICE_HELD held = {queue, {&count, &sum}};

	TRY(ALLOC(&snap->record, snap->n));
	queue_download(queue, parent, pool.parent + at, snap->n * (int64_t)sizeof *parent);
	queue_download(queue, arc, pool.arc + at, snap->n * (int64_t)sizeof *arc);
	queue_download(queue, slack, (const char *)pool.slack + at * fs, snap->n * fs);
	TRY(queue_sync(queue));
	for (int64_t i = 0; i < snap->n; i++) {
		snap->record[i].parent = level ? parent[i] - search->levels[level - 1].first : -1;
		snap->record[i].slack = widen(search, (const char *)slack + i * fs);
	}
	TRY(find_ends(search, arc, level == 0, snap));
	TRY(DEVICE_ALLOC(queue, memory_name, &count, snap->asked.first + snap->n));
	TRY(DEVICE_ALLOC(queue, memory_name, &sum, 1));
	return count_records(search, count, sum, snap);
}

enum status search_records(struct search *search, const struct records_request *wanted,
			   struct snap_records **out)
{
	int64_t n_levels = search->n_levels - search->own.there;
	SNAP_HELD struct snap_records *snap = NULL;

	if (wanted->level < 0 || wanted->level >= n_levels)
		return status_fail(STATUS_FAILED, "there are no records of level %lld",
				   (long long)wanted->level);
	TRY(snap_records_new(search->image->graph, search->serial, &snap));
	snap->asked = *wanted;
	snap->n_all = search->levels[wanted->level].n;
	snap->asked.first = min_i64(max_i64(wanted->first, 0), snap->n_all);
	snap->n = min_i64(min_i64(max_i64(wanted->n, 0), MOST_RECORDS),
			  snap->n_all - snap->asked.first);
	/* after a failure there are no more reads of the records */
	TRY(queue_settle_failure(search->view_queue, fill_records(search, snap)));
	HAND_OVER(out, snap);
	return STATUS_OK;
}
