#include "gpu/spmv/bfs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gpu/spmv/bfs_args.h"

/* In device memory. */
struct bfs_counters {
	int64_t phase_at[3]; /* the last one is how many there were */
	int32_t count[LAB_PHASES];
	int32_t all, overflow;
};

static struct bfs_counters *d_counters(const struct bfs *b)
{
	return b->d_counters;
}

const char *bfs_method_name(enum bfs_method method)
{
	static const char *const names[N_BFS_METHODS] = {
		"queue",           "printed",       "product",         "top-down",
		"bottom-up",       "switching",     "levels-queue",    "levels-product",
		"levels-frontier", "shortest-heap", "shortest-product"};

	return names[method];
}

/* ---- open ---- */

static enum status turn_round(struct bfs *b, struct task *task)
{
	int64_t n = sparse_entries(b->a);

	TRY(sparse_transpose(b->a, task, &b->in));
	TRY(ALLOC(&b->in_weight, n));
	for (int64_t e = 0; e < n; e++) {
		b->in_weight[e] = fabsf(b->in->value[e]);
		b->in->value[e] = 1;
	}
	return STATUS_OK;
}

static enum status choose_sources(struct bfs *b, int32_t from)
{
	int32_t n = b->a->n_rows;

	TRY(ALLOC(&b->source, n));
	for (int32_t v = 0; v < n && from < 0; v++) {
		if (b->in->row[v + 1] == b->in->row[v])
			b->source[b->n_sources++] = v;
	}
	if (b->n_sources == 0 && n)
		b->source[b->n_sources++] = from < 0 ? 0 : from;
	return STATUS_OK;
}

static enum status upload_graph(struct bfs *b)
{
	int64_t n = b->a->n_rows, arcs = sparse_entries(b->a);

	TRY(spmv_open(b->queue, b->in, &b->spmv));
	b->d.n = (int32_t)n;
	b->d.n_arcs = (int32_t)arcs;
	b->d.in_row = b->spmv.d.row;
	b->d.in_from = b->spmv.d.column;
	TRY(device_put(b->queue, "lab arcs", b->a->row, (n + 1) * 4, &b->d.out_row));
	TRY(device_put(b->queue, "lab arcs", b->a->column, arcs * 4, &b->d.out_to));
	TRY(device_put(b->queue, "lab arcs", b->in_weight, arcs * 4, &b->d.in_weight));
	TRY(device_put(b->queue, "lab sources", b->source, (int64_t)b->n_sources * 4,
		       &b->d_source));
	return queue_sync(b->queue);
}

static enum status alloc_vertices(struct bfs *b)
{
	int64_t n = b->a->n_rows;

	TRY(DEVICE_ALLOC(b->queue, "lab distances", &b->d_dist, n));
	TRY(DEVICE_ALLOC(b->queue, "lab distances", &b->d_remaining, n));
	TRY(DEVICE_ALLOC(b->queue, "lab paths", &b->d_paths, n));
	TRY(DEVICE_ALLOC(b->queue, "lab distances", &b->d_visited, n));
	TRY(device_alloc(b->queue, "lab counters", sizeof(struct bfs_counters), &b->d_counters));
	for (int i = 0; i < 2; i++) {
		TRY(DEVICE_ALLOC(b->queue, "lab frontiers", &b->d_queue[i], b->d.n_arcs));
		TRY(DEVICE_ALLOC(b->queue, "lab levels", &b->d_level[i], n));
		TRY(DEVICE_ALLOC(b->queue, "lab paths", &b->d_count[i], n));
		TRY(DEVICE_ALLOC(b->queue, "lab vectors", &b->d_y[i], n));
	}
	return spmv_prepare(&b->spmv, SPMV_PRODUCT);
}

/* An array of n items on the device that is the host's, which goes. */
static enum status keep(struct bfs *b, const char *name, void *items, int64_t item, void *d_out)
{
	enum status status = device_put(b->queue, name, items, item * b->d.n, d_out);

	status = queue_settle(b->queue, status);
	free(items);
	return status;
}

/* What each run begins with. */
static enum status upload_first(struct bfs *b)
{
	int32_t n = b->a->n_rows, *remaining;
	float *y, *length;
	uint64_t *count;
	uint8_t *visited;

	TRY(ALLOC(&y, n));
	for (int32_t s = 0; s < b->n_sources; s++)
		y[b->source[s]] = 1;
	TRY(keep(b, "lab vectors", y, 4, &b->d_first_y));
	TRY(ALLOC(&length, n));
	for (int32_t v = 0; v < n; v++)
		length[v] = LAB_FAR;
	for (int32_t s = 0; s < b->n_sources; s++)
		length[b->source[s]] = 0;
	TRY(keep(b, "lab vectors", length, 4, &b->d_first_length));
	TRY(ALLOC(&count, n));
	for (int32_t s = 0; s < b->n_sources; s++)
		count[b->source[s]] = 1;
	TRY(keep(b, "lab paths", count, 8, &b->d_first_count));
	TRY(ALLOC(&visited, n));
	for (int32_t s = 0; s < b->n_sources; s++)
		visited[b->source[s]] = 1;
	TRY(keep(b, "lab distances", visited, 1, &b->d_first_visited));
	TRY(ALLOC(&remaining, n));
	for (int32_t v = 0; v < n; v++)
		remaining[v] = b->in->row[v + 1] - b->in->row[v];
	return keep(b, "lab distances", remaining, 4, &b->d_first_remaining);
}

/* The arguments of the printed loop, and whether there are levels. */
static enum status look(struct bfs *b)
{
	struct bfs_result result;
	FREED int32_t *dist = NULL;

	TRY(ALLOC(&dist, b->a->n_rows));
	TRY(bfs_on_host(b, LEVELS_QUEUE, dist, &result));
	b->is_acyclic = !result.has_cycles;
	TRY(bfs_on_host(b, BFS_QUEUE, dist, &result));
	b->depth = result.depth;
	b->n_reached = result.n_reached;
	return STATUS_OK;
}

enum status bfs_open(struct queue *queue, const struct sparse *a, int32_t from, struct task *task,
		     struct bfs *out)
{
	enum status status;

	*out = (struct bfs){.queue = queue, .a = a};
	if (a->n_rows != a->n_columns)
		return status_fail(STATUS_FAILED, "a graph has as many rows as columns; %s hasn't",
				   a->name);
	status = turn_round(out, task) ?: choose_sources(out, from) ?: look(out)
		 ?: upload_graph(out) ?: alloc_vertices(out) ?: upload_first(out);
	if (status != STATUS_OK)
		bfs_close(out);
	return status;
}

void bfs_close(struct bfs *b)
{
	if (!b->queue)
		return;
	DEVICE_FREE_ALL(b->queue, &b->d.out_row, &b->d.out_to, &b->d.in_weight, &b->d_source,
			&b->d_dist, &b->d_remaining, &b->d_paths, &b->d_visited, &b->d_counters,
			&b->d_first_y, &b->d_first_length, &b->d_first_count, &b->d_first_visited,
			&b->d_first_remaining);
	for (int i = 0; i < 2; i++) {
		DEVICE_FREE_ALL(b->queue, &b->d_queue[i], &b->d_level[i], &b->d_count[i],
				&b->d_y[i]);
	}
	spmv_close(&b->spmv);
	queue_settle(b->queue, STATUS_OK);
	sparse_free(b->in);
	free(b->in_weight);
	free(b->source);
	*b = (struct bfs){0};
}

const char *bfs_refuses(const struct bfs *b, enum bfs_method method)
{
	if (!b->is_acyclic && method == BFS_PRODUCT)
		return "the graph has cycles, so there is no end of paths";
	if (!b->is_acyclic &&
	    (method == LEVELS_QUEUE || method == LEVELS_PRODUCT || method == LEVELS_FRONTIER))
		return "the graph has cycles, so there are no levels";
	return NULL;
}

/* ---- on the device ---- */

/* Distances −1, those of the sources 0, and the first frontier. */
static void begin(struct bfs *b)
{
	struct bfs_counters *c = d_counters(b);
	struct bfs_begin_args args = {b->d, b->d_source, b->d_dist, 0, b->d_queue[0], c->count};

	queue_fill(b->queue, c, 0, sizeof *c);
	LAUNCH(b->queue, bfs_begin, 32, &args, b->d.n);
	args.marks = 1;
	LAUNCH(b->queue, bfs_begin, 32, &args, b->n_sources);
}

static struct lab_frontier frontier_of(const struct bfs *b)
{
	return (struct lab_frontier){
		b->d, b->d_dist, NULL, {b->d_queue[0], b->d_queue[1]}, d_counters(b)->count};
}

static void run_frontier(struct bfs *b, enum bfs_direction direction)
{
	struct bfs_frontier_args args = {frontier_of(b), d_counters(b)->phase_at,
					 (int32_t)direction};

	begin(b);
	queue_launch(b->queue, KERNEL_ID_bfs_frontier, 32, &args, NULL, b->d.n);
}

static void run_product(struct bfs *b)
{
	static const int32_t some = 1;
	struct bfs_counters *c = d_counters(b);
	struct bfs_product_args args = {
		b->d, {b->d_count[0], b->d_count[1]}, b->d_paths, b->d_dist, c->count, c->phase_at};

	begin(b);
	queue_copy(b->queue, b->d_count[0], b->d_first_count, 8 * (int64_t)b->d.n);
	queue_copy(b->queue, b->d_paths, b->d_first_count, 8 * (int64_t)b->d.n);
	queue_upload(b->queue, c->count, &some, 4);
	queue_launch(b->queue, KERNEL_ID_bfs_product, 32, &args, NULL, (int64_t)b->d.n + 1);
}

enum { LOOKS = 16 }; /* steps between two looks at whether all are visited: a wait each */

/* Product, summation, visited, and; steps after the last one change nothing. */
static enum status run_printed(struct bfs *b)
{
	static const int32_t none = INT32_MAX;
	struct bfs_counters *c = d_counters(b);
	struct bfs_visited_args visited = {NULL, 0, b->d_dist, b->d_visited, &c->overflow};
	struct bfs_all_args all = {b->d_visited, b->d.n, &c->all};
	int32_t is_through = 0;

	begin(b);
	queue_copy(b->queue, b->d_y[0], b->d_first_y, 4 * (int64_t)b->d.n);
	queue_copy(b->queue, b->d_visited, b->d_first_visited, b->d.n);
	queue_upload(b->queue, &c->overflow, &none, 4);
	for (int32_t step = 0; !is_through && step < b->depth; step++) {
		spmv_run(&b->spmv, SPMV_PRODUCT, b->d_y[step % 2], b->d_y[(step + 1) % 2]);
		visited.y = b->d_y[(step + 1) % 2];
		visited.step = step + 1;
		LAUNCH(b->queue, bfs_visited, 32, &visited, b->d.n);
		queue_fill(b->queue, &c->all, 0xff, sizeof c->all);
		LAUNCH(b->queue, bfs_all, 32, &all,
		       ((int64_t)b->d.n + BFS_ALL_ITEMS - 1) / BFS_ALL_ITEMS);
		if (step % LOOKS != LOOKS - 1 && step != b->depth - 1)
			continue;
		queue_download(b->queue, &is_through, &c->all, 4);
		TRY(queue_sync(b->queue));
	}
	return STATUS_OK;
}

static void run_level_product(struct bfs *b)
{
	static const int32_t some = 1;
	struct bfs_counters *c = d_counters(b);
	struct level_product_args args = {
		b->d, {b->d_level[0], b->d_level[1]}, c->count, c->phase_at};

	queue_fill(b->queue, c, 0, sizeof *c);
	queue_fill(b->queue, b->d_level[0], 0, 4 * (int64_t)b->d.n);
	queue_upload(b->queue, c->count, &some, 4);
	queue_launch(b->queue, KERNEL_ID_level_product, 32, &args, NULL, (int64_t)b->d.n + 1);
}

static void run_level_frontier(struct bfs *b)
{
	struct bfs_counters *c = d_counters(b);
	struct bfs_begin_args from = {b->d, NULL, b->d_dist, 0, b->d_queue[0], c->count};
	struct level_frontier_args args = {frontier_of(b), c->phase_at};

	queue_fill(b->queue, c, 0, sizeof *c);
	LAUNCH(b->queue, bfs_begin, 32, &from, b->d.n);
	from.marks = 1;
	LAUNCH(b->queue, bfs_begin, 32, &from, b->d.n);
	queue_copy(b->queue, b->d_remaining, b->d_first_remaining, 4 * (int64_t)b->d.n);
	args.frontier.remaining = b->d_remaining;
	queue_launch(b->queue, KERNEL_ID_level_frontier, 32, &args, NULL, (int64_t)b->d.n + 1);
}

static void run_shortest(struct bfs *b)
{
	static const int32_t some = 1;
	struct bfs_counters *c = d_counters(b);
	struct shortest_product_args args = {b->d, {b->d_y[0], b->d_y[1]}, c->count, c->phase_at};

	queue_fill(b->queue, c, 0, sizeof *c);
	queue_copy(b->queue, b->d_y[0], b->d_first_length, 4 * (int64_t)b->d.n);
	queue_upload(b->queue, c->count, &some, 4);
	queue_launch(b->queue, KERNEL_ID_shortest_product, 32, &args, NULL, (int64_t)b->d.n + 1);
}

enum status bfs_run(struct bfs *b, enum bfs_method method)
{
	switch (method) {
	case BFS_PRINTED:
		return run_printed(b);
	case BFS_PRODUCT:
		run_product(b);
		break;
	case BFS_FROM_TOP:
		run_frontier(b, BFS_TOP_DOWN);
		break;
	case BFS_FROM_BOTTOM:
		run_frontier(b, BFS_BOTTOM_UP);
		break;
	case BFS_BY_TURNS:
		run_frontier(b, BFS_SWITCHING);
		break;
	case LEVELS_PRODUCT:
		run_level_product(b);
		break;
	case LEVELS_FRONTIER:
		run_level_frontier(b);
		break;
	case SHORTEST_PRODUCT:
		run_shortest(b);
		break;
	case BFS_QUEUE:
	case LEVELS_QUEUE:
	case SHORTEST_HEAP:
	case N_BFS_METHODS:
		break;
	}
	return STATUS_OK;
}

/* ---- what came of it ---- */

static bool is_length(enum bfs_method method)
{
	return method == SHORTEST_HEAP || method == SHORTEST_PRODUCT;
}

static bool is_far(int32_t bits)
{
	float length;

	memcpy(&length, &bits, 4);
	return length >= LAB_FAR;
}

void bfs_count_reached(enum bfs_method method, const int32_t *dist, int32_t n, struct bfs_result *r)
{
	r->n_reached = r->depth = 0;
	for (int32_t v = 0; v < n; v++) {
		r->n_reached += is_length(method) ? !is_far(dist[v]) : dist[v] >= 0;
		r->depth = !is_length(method) && dist[v] > r->depth ? dist[v] : r->depth;
	}
}

static enum status read_paths(struct bfs *b, struct bfs_result *r)
{
	FREED uint64_t *paths = NULL;
	enum status status;

	TRY(ALLOC(&paths, b->d.n));
	queue_download(b->queue, paths, b->d_paths, 8 * (int64_t)b->d.n);
	status = queue_sync(b->queue);
	for (int32_t v = 0; v < b->d.n && status == STATUS_OK; v++)
		r->most_paths = paths[v] > r->most_paths ? paths[v] : r->most_paths;
	r->saturated = r->most_paths == UINT64_MAX;
	return status;
}

enum status bfs_read(struct bfs *b, enum bfs_method method, int32_t *dist, struct bfs_result *r)
{
	struct bfs_counters c;
	const void *d_dist = b->d_dist;

	*r = (struct bfs_result){.has_cycles = !b->is_acyclic};
	TRY(queue_read(b->queue, &c, b->d_counters, sizeof c));
	r->steps = c.phase_at[2];
	if (method == LEVELS_PRODUCT)
		d_dist = b->d_level[r->steps % 2];
	if (method == SHORTEST_PRODUCT)
		d_dist = b->d_y[r->steps % 2];
	queue_download(b->queue, dist, d_dist, 4 * (int64_t)b->d.n);
	TRY(queue_sync(b->queue));
	bfs_count_reached(method, dist, b->d.n, r);
	if (method == BFS_PRINTED) {
		r->steps = b->depth;
		r->never_ends = r->n_reached < b->d.n;
		r->overflow = c.overflow == INT32_MAX ? 0 : c.overflow;
	}
	return method == BFS_PRODUCT ? read_paths(b, r) : STATUS_OK;
}
