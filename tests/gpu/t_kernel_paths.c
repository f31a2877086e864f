/* The kernels that make rows and traces of records against walks of random paths, on
 * each device. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/search/list_args.h"
#include "gpu/search/search_args.h"
#include "lib/kernel_reference.h"
#include "lib/naive_limits.h"
#include "lib/tap.h"

/* A random path, as records (sources, then deviations in path order), states and arrivals. */
enum { MAX_PATH = 4000 };

struct random_path {
	int64_t slack;
	int32_t record; /* its last */
	int32_t n_deviations, n;
	int32_t source, state[MAX_PATH];
	uint8_t deviates[MAX_PATH];
	int64_t arrival[MAX_PATH];
};

/* Append the records of a random path; false when it would be too long. */
static bool random_path(const struct reference *r, struct records *records, struct random_path *p)
{
	const struct graph *g = r->graph;
	int32_t v;

	p->source = (int32_t)random_below(g->n_sources);
	v = r->state[g->source_vertex[p->source]];
	if (r->dist[v] == NONE || r->hops[v] + 1 >= MAX_PATH)
		return false;
	p->n = p->n_deviations = 0;
	p->slack = r->dist[v] - g->source_arrival[p->source];
	p->state[0] = v;
	p->arrival[0] = g->source_arrival[p->source];
	p->deviates[0] = 0;
	records->slack[records->n] = p->slack;
	records->parent[records->n] = -1;
	records->arc[records->n] = p->source;
	p->record = (int32_t)records->n++;
	for (;;) {
		int32_t e = r->forest[v];

		if (r->row[v + 1] - r->row[v] > 1 && p->n_deviations < 6 && random_below(3) == 0) {
			int32_t other =
				r->row[v] + (int32_t)random_below(r->row[v + 1] - r->row[v]);

			if (r->delta[other] != NONE)
				e = other;
		}
		if (e < 0 || ++p->n >= MAX_PATH)
			break;
		p->deviates[p->n] = e != r->forest[v];
		if (p->deviates[p->n]) {
			p->n_deviations++;
			p->slack += r->delta[e];
			records->slack[records->n] = p->slack;
			records->parent[records->n] = p->record;
			records->arc[records->n] = e;
			p->record = (int32_t)records->n++;
		}
		v = r->to[e];
		p->state[p->n] = v;
		p->arrival[p->n] = p->arrival[p->n - 1] - r->weight[e];
		if (r->vertex[v] >= g->n_vertices)
			p->arrival[p->n] = r->weight[e];
	}
	p->n++;
	return p->n < MAX_PATH;
}

struct paths {
	int64_t n;
	struct random_path *path;
	struct records records;
};

/* The sources of all records, and their slacks with the credit of a limits; without one
 * for NULL. */
static void end_records(const struct reference *r, const struct records *records,
			const struct naive_limits *limits, int32_t *source, int64_t *slack)
{
	for (int64_t i = 0; i < records->n; i++) {
		int32_t arc = records->arc[i], parent = records->parent[i];
		int32_t head = parent < 0 ? r->state[r->graph->source_vertex[arc]] : r->to[arc];

		source[i] = parent < 0 ? arc : source[parent];
		slack[i] = records->slack[i];
		if (limits)
			slack[i] += limits_credit(limits, source[i], r->end[head]);
	}
}

static const int64_t *sorting;

static int compare_records(const void *a, const void *b)
{
	int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

	if (sorting[x] != sorting[y])
		return sorting[x] < sorting[y] ? -1 : 1;
	return x < y ? -1 : x > y;
}

/* Is the row that of a path, if it is one's last record? */
static bool same_row(const struct reference *r, const struct paths *paths,
		     const struct path_row *row)
{
	for (int64_t p = 0; p < paths->n; p++) {
		const struct random_path *path = &paths->path[p];

		if (path->record == row->record &&
		    (row->n_deviations != path->n_deviations || row->source != path->source ||
		     row->n_points != path->n - 1 ||
		     r->vertex[path->state[path->n - 1]] != r->graph->n_vertices + row->sink))
			return false;
	}
	return true;
}

/* A ranking of all records but the last few, so that some parents aren't in it. */
static bool same_rows(struct queue *q, const struct reference *r, struct image *image,
		      const struct device_forest *f, const struct paths *paths,
		      const struct naive_limits *limits)
{
	int bits = image->fs_bits;
	int64_t n_all = paths->records.n, n = n_all - (limits ? n_all / 4 : 0), *slack, *ranked;
	int32_t *record, *source;
	struct path_row *rows;
	struct path_rows_args args = {.graph = image->device,
				      .forest = *f,
				      .record = paths->records.device,
				      .n_ranking = n,
				      .first = n / 3};
	bool same = true;

	NEW(slack, n_all);
	NEW(ranked, n_all);
	NEW(record, n_all);
	NEW(source, n_all);
	NEW(rows, n_all);
	end_records(r, &paths->records, limits, source, slack);
	for (int64_t i = 0; i < n_all; i++)
		record[i] = (int32_t)i;
	sorting = slack;
	qsort(record, (size_t)n_all, sizeof *record, compare_records);
	for (int64_t i = 0; i < n; i++)
		ranked[i] = slack[record[i]];
	args.ranking.slack = times_to_device(q, bits, ranked, n);
	args.ranking.record = to_device(q, record, n * 4);
	args.record.source = to_device(q, source, n_all * 4);
	args.row = to_device(q, NULL, n * (int64_t)sizeof *rows);
	if (limits)
		args.credit = limits->device;
	LAUNCH(q, path_rows, bits, &args, n - args.first);
	from_device(q, rows, args.row, (n - args.first) * (int64_t)sizeof *rows);
	for (int64_t i = args.first; i < n && same; i++) {
		const struct path_row *row = &rows[i - args.first];
		int32_t parent = paths->records.parent[record[i]], rank = -1;

		for (int32_t j = 0; j < n && parent >= 0; j++)
			rank = record[j] == parent ? j : rank;
		same = row->record == record[i] && row->slack == ranked[i] &&
		       row->credit == ranked[i] - paths->records.slack[record[i]] &&
		       row->parent_rank == rank && same_row(r, paths, row);
	}
	device_free(q, args.ranking.slack);
	device_free(q, args.ranking.record);
	device_free(q, args.record.source);
	device_free(q, args.row);
	free(slack);
	free(ranked);
	free(record);
	free(source);
	free(rows);
	return same;
}

/* The value that path_values should give record i of a ranking, if it is a path's last. */
static bool same_value(const struct reference *r, const struct paths *paths, int32_t record,
		       const struct path_values_args *args, uint64_t key, int32_t group)
{
	for (int64_t p = 0; p < paths->n; p++) {
		const struct random_path *path = &paths->path[p];
		int32_t sink = r->vertex[path->state[path->n - 1]] - r->graph->n_vertices;
		int32_t of = args->sink_group ? sink % 3 : 0;
		int64_t value = args->quantity == PATH_POINTS       ? path->n - 1
				: args->quantity == PATH_DEVIATIONS ? path->n_deviations
								    : path->slack;
		bool none = args->chosen && of == 1;

		if (path->record == record &&
		    (group != (none ? -1 : of) ||
		     key != (uint64_t)(none ? INT64_MAX : value) + (UINT64_C(1) << 63)))
			return false;
	}
	return true;
}

/* Of all records in any order: of each quantity, with groups of sinks and without, all
 * chosen or not the second. */
static bool same_values(struct queue *q, const struct reference *r, struct image *image,
			const struct device_forest *f, const struct paths *paths)
{
	static const uint8_t chosen[3] = {1, 0, 1};
	int64_t n = paths->records.n;
	int32_t n_ends = r->graph->n_sinks;
	int32_t *record = random_order(n), *group, *ends;
	uint8_t *d_chosen = to_device(q, chosen, sizeof chosen);
	int64_t *slack;
	uint64_t *key;
	bool same = true;

	NEW(group, n);
	NEW(slack, n);
	NEW(key, n);
	NEW(ends, n_ends);
	for (int64_t i = 0; i < n; i++)
		slack[i] = paths->records.slack[record[i]];
	for (int32_t i = 0; i < n_ends; i++)
		ends[i] = i % 3;
	for (int t = 0; t < 6 && same; t++) {
		int32_t *d_ends = to_device(q, ends, (int64_t)n_ends * 4);
		struct path_values_args args = {
			.graph = image->device,
			.forest = *f,
			.record = paths->records.device,
			.ranking = {times_to_device(q, image->fs_bits, slack, n),
				    to_device(q, record, n * 4)},
			.quantity = t % 3,
			.sink_group = t < 3 ? d_ends : NULL,
			.chosen = t % 2 ? d_chosen : NULL,
			.key = to_device(q, NULL, n * 8),
			.group = to_device(q, NULL, n * 4)};

		LAUNCH(q, path_values, image->fs_bits, &args, n);
		from_device(q, key, args.key, n * 8);
		from_device(q, group, args.group, n * 4);
		for (int64_t i = 0; i < n && same; i++)
			same = same_value(r, paths, record[i], &args, key[i], group[i]);
		device_free(q, d_ends);
		device_free(q, args.ranking.slack);
		device_free(q, args.ranking.record);
		device_free(q, args.key);
		device_free(q, args.group);
	}
	device_free(q, d_chosen);
	free(record);
	free(group);
	free(slack);
	free(key);
	free(ends);
	return same;
}

static bool same_credited_rows(struct queue *q, const struct reference *r, struct image *image,
			       const struct device_forest *f, const struct paths *paths)
{
	struct naive_limits limits = {.k = 1};
	bool same;

	limits_random_credit(&limits, q, r->graph->n_sources, r->graph->n_sinks, 1);
	same = same_rows(q, r, image, f, paths, &limits);
	limits_release(&limits, q);
	return same;
}

static bool same_traces(struct queue *q, struct image *image, const struct device_forest *f,
			const struct paths *paths)
{
	int bits = image->fs_bits;
	int64_t n = paths->n, total = 0, at = 0;
	int32_t *record, *length, *state;
	int64_t *arrival;
	uint8_t *deviates;
	struct trace_lengths_args lengths = {image->device, *f, paths->records.device, NULL, NULL};
	struct trace_points_args points = {
		.graph = image->device, .forest = *f, .record = paths->records.device, .late = 1};
	int32_t *d_record, *d_length;
	int64_t *d_offset;
	bool same;

	NEW(record, n);
	NEW(length, n);
	for (int64_t p = 0; p < n; p++) {
		record[p] = paths->path[p].record;
		length[p] = paths->path[p].n;
		total += length[p];
	}
	d_record = to_device(q, record, n * 4);
	d_length = to_device(q, NULL, n * 4);
	d_offset = to_device(q, NULL, (n + 1) * 8);
	lengths.path = points.path = d_record;
	lengths.length = d_length;
	LAUNCH(q, trace_lengths, bits, &lengths, n);
	same = same_items(q, d_length, length, n);
	prim_scan(q, d_length, d_offset, n);
	points.offset = d_offset;
	points.state = to_device(q, NULL, total * 4);
	points.arc = to_device(q, NULL, total * 4);
	points.deviates = to_device(q, NULL, total);
	points.arrival = to_device(q, NULL, total * 8);
	if (same)
		LAUNCH(q, trace_points, bits, &points, n);
	NEW(state, total);
	NEW(arrival, total);
	NEW(deviates, total);
	from_device(q, state, points.state, total * 4);
	from_device(q, arrival, points.arrival, total * 8);
	from_device(q, deviates, points.deviates, total);
	for (int64_t p = 0; p < n && same; at += length[p++]) {
		const struct random_path *path = &paths->path[p];

		same = memcmp(state + at, path->state, (size_t)path->n * 4) == 0 &&
		       memcmp(arrival + at, path->arrival, (size_t)path->n * 8) == 0 &&
		       memcmp(deviates + at, path->deviates, (size_t)path->n) == 0;
	}
	free(record);
	free(length);
	free(state);
	free(arrival);
	free(deviates);
	device_free(q, d_record);
	device_free(q, d_length);
	device_free(q, d_offset);
	device_free(q, points.state);
	device_free(q, points.arc);
	device_free(q, points.deviates);
	device_free(q, points.arrival);
	return same;
}

/* flag_children, child_rows */
static bool same_child_rows(struct queue *q, const struct reference *r, struct image *image,
			    const struct paths *paths)
{
	const struct records *all = &paths->records;
	int64_t n = all->n, n_rank = 0;
	int32_t *order = random_order(n), *d_order = to_device(q, order, n * 4);
	uint8_t *flag = malloc((size_t)n + 1), *d_flag = to_device(q, NULL, n);
	int32_t parent = n > 0 ? (int32_t)random_below(n) : 0, *rank, *d_rank;
	struct flag_children_args flags = {all->device, d_order, parent, d_flag};
	struct child_rows_args args = {
		.graph = image->device, .record = all->device, .ranking_record = d_order};
	int64_t *other = random_times(n, 1000);
	struct child_row *rows;
	bool same = true, ranked = random_below(2);

	NEW(rank, n);
	NEW(rows, n);
	LAUNCH(q, flag_children, 32, &flags, n);
	from_device(q, flag, d_flag, n);
	for (int64_t i = 0; i < n; i++) {
		same = same && !!flag[i] == (all->parent[order[i]] == parent);
		if (all->parent[order[i]] >= 0)
			rank[n_rank++] = (int32_t)i;
	}
	d_rank = to_device(q, rank, n_rank * 4);
	args.rank = d_rank;
	args.row = to_device(q, NULL, n_rank * (int64_t)sizeof *rows);
	if (ranked) /* with slacks of its own */
		args.ranking_slack = times_to_device(q, image->fs_bits, other, n);
	LAUNCH(q, child_rows, image->fs_bits, &args, n_rank);
	from_device(q, rows, args.row, n_rank * (int64_t)sizeof *rows);
	for (int64_t i = 0; i < n_rank && same; i++) {
		int32_t record = order[rank[i]], arc = all->arc[record], tail = rows[i].tail;

		same = rows[i].rank == rank[i] &&
		       rows[i].slack == (ranked ? other[rank[i]] : all->slack[record]) &&
		       r->row[tail] <= arc && arc < r->row[tail + 1];
	}
	free(order);
	free(other);
	free(flag);
	free(rank);
	free(rows);
	device_free(q, d_order);
	device_free(q, d_flag);
	device_free(q, d_rank);
	device_free(q, args.row);
	device_free(q, (void *)args.ranking_slack);
	return same;
}

/* walk_suffix from a state, with a room, against a plain loop; an arc of it may be asked for. */
static bool same_walk(struct queue *q, const struct reference *r, struct image *image,
		      const struct device_forest *f, int32_t state)
{
	enum { ROOM = 20 };
	int64_t none = none_of(image->fs_bits);
	bool all = random_below(4) == 0, same = true;
	struct walk_suffix_args args = {
		.graph = image->device,
		.dist = f->dist,
		.forest = f->forest,
		.state = state,
		.max_states = random_below(2) ? INT32_MAX : 1 + (int32_t)random_below(30),
		.room = random_below(2) ? none : random_below(1000),
		.wanted = (int32_t)random_below(r->m),
		.all = all,
		.n_arcs = ROOM,
		.arc = to_device(q, NULL, (ROOM + 1) * (int64_t)sizeof(struct walk_arc)),
		.summary = to_device(q, NULL, sizeof(struct walk_summary)),
	};
	struct walk_arc arc[ROOM + 1];
	struct walk_summary s;
	int32_t n_states = 0, n_deviations = 0, n_below = 0, n_listed = 0, wanted = -1;

	LAUNCH(q, walk_suffix, image->fs_bits, &args, 1);
	from_device(q, arc, args.arc, sizeof arc);
	from_device(q, &s, args.summary, sizeof s);
	for (int32_t v = state; v >= 0 && n_states < args.max_states; n_states++) {
		for (int32_t e = r->row[v]; e < r->row[v + 1]; e++) {
			bool follows = e == r->forest[v];
			bool below = r->delta[e] != NONE &&
				     (args.room == none || r->delta[e] < args.room);

			if (follows ? !all : r->delta[e] == NONE)
				continue;
			if (n_listed < ROOM) {
				const struct walk_arc *a = &arc[n_listed++];

				same = same && a->arc == e && a->tail == v && a->head == r->to[e] &&
				       a->step == n_states && !!a->in_forest == follows &&
				       a->dist == r->dist[r->to[e]] && a->weight == r->weight[e] &&
				       a->delta == (follows ? 0 : r->delta[e]) &&
				       a->place == (below ? n_below : -1);
			}
			if (e == args.wanted && below) {
				wanted = n_below;
				same = same && arc[ROOM].arc == e && arc[ROOM].place == n_below;
			}
			n_below += below;
			n_deviations += !follows;
		}
		v = r->forest[v] < 0 ? -1 : r->to[r->forest[v]];
	}
	device_free(q, args.arc);
	device_free(q, args.summary);
	return same && s.n_states == n_states && s.n_deviations == n_deviations &&
	       s.n_below == n_below && s.n_listed == n_listed && s.wanted == wanted &&
	       s.dist == (r->dist[state] == NONE ? none : r->dist[state]);
}

static bool same_walks(struct queue *q, const struct reference *r, struct image *image,
		       const struct device_forest *f)
{
	bool same = true;

	for (int i = 0; i < 20 && r->n > 0 && r->m > 0 && same; i++)
		same = same_walk(q, r, image, f, (int32_t)random_below(r->n));
	return same;
}

/* find_record */
static bool same_found(struct queue *q, const struct records *all)
{
	int64_t n = all->n, wanted = random_below(n + 1); /* the last is not there */
	int32_t *order = random_order(n), *d_order = to_device(q, order, n * 4), rank = -1;
	struct find_record_args find = {d_order, (int32_t)wanted, to_device(q, &rank, sizeof rank)};
	bool same;

	LAUNCH(q, find_record, 32, &find, n);
	from_device(q, &rank, find.rank, sizeof rank);
	same = wanted == n ? rank == -1 : rank >= 0 && order[rank] == wanted;
	free(order);
	device_free(q, d_order);
	device_free(q, find.rank);
	return same;
}

static void check_paths(struct test_device *d, const struct reference *r, struct image *image,
			const struct device_forest *f, long long size)
{
	struct paths paths = {0};
	struct queue *q = d->queue;
	int64_t wanted = r->graph->n_sources == 0 ? 0 : size < 300 ? size : 300;

	NEW(paths.path, wanted);
	records_new(q, image->fs_bits, 8 * wanted, &paths.records);
	paths.records.n = 0;
	for (int64_t tries = 0; tries < 4 * wanted && paths.n < wanted; tries++) {
		int64_t mark = paths.records.n;

		if (mark + 8 > 8 * wanted)
			break;
		if (random_path(r, &paths.records, &paths.path[paths.n]))
			paths.n++;
		else
			paths.records.n = mark;
	}
	records_upload(q, image->fs_bits, &paths.records);
	OK(same_rows(q, r, image, f, &paths, NULL) && same_credited_rows(q, r, image, f, &paths),
	   "%s: path_rows of %lld paths, %d bit", d->name, (long long)paths.n, image->fs_bits);
	OK(same_values(q, r, image, f, &paths), "%s: path_values", d->name);
	OK(same_traces(q, image, f, &paths), "%s: trace_lengths and trace_points", d->name);
	OK(same_child_rows(q, r, image, &paths), "%s: flag_children and child_rows", d->name);
	OK(same_walks(q, r, image, f) && same_found(q, &paths.records),
	   "%s: walk_suffix and find_record", d->name);
	records_free(q, &paths.records);
	free(paths.path);
}

static void check_graph(struct test_device *d, int64_t size, int bits)
{
	struct forest_sweep_args sweep;
	struct graph_case c;

	graph_case_new(d, size, bits, &c);
	sweep = (struct forest_sweep_args){c.image->device, c.f};
	SWEEP(d->queue, forest_sweep, bits, &sweep, c.image->d_part_row, c.image->n_levels);
	check_paths(d, &c.r, c.image, &c.f, size);
	graph_case_free(d, &c);
}

int main(void)
{
	return run_on_devices(check_graph);
}
