/* Searches in a graph by all methods, each looked at and measured. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gpu/spmv/bfs.h"
#include "report/lab.h"

struct searches {
	struct bfs bfs;
	enum bfs_method method;
	int32_t *dist; /* owned [vertices] */
};

static bool is_host(enum bfs_method method)
{
	return method == BFS_QUEUE || method == LEVELS_QUEUE || method == SHORTEST_HEAP;
}

static enum status run_search(void *context)
{
	struct searches *s = context;
	struct bfs_result result;

	if (is_host(s->method))
		return bfs_on_host(&s->bfs, s->method, s->dist, &result);
	return bfs_run(&s->bfs, s->method);
}

/* What a search has to read and write at least: its arcs and vertices, once, or in each step. */
static int64_t bytes_of(const struct bfs *b, enum bfs_method method, int64_t steps)
{
	int64_t n = b->d.n, arcs = b->d.n_arcs;

	switch (method) {
	case BFS_PRINTED:
		return steps * (16 * arcs + 22 * n);
	case BFS_PRODUCT:
		return steps * (4 * arcs + 28 * n);
	case LEVELS_PRODUCT:
		return steps * (4 * arcs + 12 * n);
	case SHORTEST_PRODUCT:
		return steps * (8 * arcs + 12 * n);
	default:
		return 4 * arcs + 12 * n;
	}
}

static void note(const struct bfs *b, const struct bfs_result *r, enum bfs_method method,
		 struct lab_row *row)
{
	if (method == BFS_PRINTED && r->never_ends)
		snprintf(row->note, LAB_NOTE,
			 "as printed it never ends: %" PRId32 " can't be reached%s",
			 b->d.n - r->n_reached, r->overflow ? "; counts overflow" : "");
	else if (method == BFS_PRINTED && r->overflow)
		snprintf(row->note, LAB_NOTE, "counts of paths overflow in step %" PRId32,
			 r->overflow);
	else if (method == BFS_PRODUCT && r->saturated)
		snprintf(row->note, LAB_NOTE,
			 "%" PRId64 " steps; counts of paths saturate at 2^64 - 1", r->steps);
	else if (method == BFS_PRODUCT)
		snprintf(row->note, LAB_NOTE,
			 "%" PRId64 " steps; up to %" PRIu64 " paths to a vertex", r->steps,
			 r->most_paths);
	else if (!is_host(method))
		snprintf(row->note, LAB_NOTE, "%" PRId64 " steps", r->steps);
}

/* −1 where a vertex isn't reached. */
static enum status keep_distances(struct lab *lab, const struct searches *s)
{
	bool weighs = s->method == SHORTEST_HEAP || s->method == SHORTEST_PRODUCT;

	TRY(lab_keep(lab, s->bfs.d.n, 1, "vertex",
		     weighs                      ? "length"
		     : s->method <= BFS_BY_TURNS ? "steps"
						 : "level"));
	for (int32_t v = 0; v < s->bfs.d.n; v++) {
		float length;

		memcpy(&length, &s->dist[v], sizeof length);
		lab->y[v] = !weighs ? s->dist[v] : length >= LAB_FAR ? -1 : (double)length;
	}
	return STATUS_OK;
}

static enum status run_method(struct session *session, struct lab *lab, struct searches *s,
			      int32_t runs)
{
	struct lab_row *row = lab_add(lab, bfs_method_name(s->method));
	struct bfs_result result;

	TRY(lab_measure(session, run_search, s, runs, row));
	if (is_host(s->method))
		TRY(bfs_on_host(&s->bfs, s->method, s->dist, &result));
	else
		TRY(bfs_read(&s->bfs, s->method, s->dist, &result));
	row->work = s->bfs.d.n;
	row->bytes = is_host(s->method) ? 0 : bytes_of(&s->bfs, s->method, result.steps);
	row->digest = lab_digest(s->dist, s->bfs.d.n);
	note(&s->bfs, &result, s->method, row);
	return lab->y ? STATUS_OK : keep_distances(lab, s);
}

static enum status run_methods(struct session *session, struct lab *lab, struct searches *s,
			       const struct lab_bfs *options)
{
	const char *why = options->method >= 0
				  ? bfs_refuses(&s->bfs, (enum bfs_method)options->method)
				  : NULL;

	if (why)
		return status_fail(STATUS_FAILED, "lab_bfs: %s", why);
	TRY(ALLOC(&s->dist, s->bfs.d.n));
	RESET(free, lab->y);
	for (int m = 0; m < N_BFS_METHODS; m++) {
		s->method = (enum bfs_method)m;
		if ((options->method >= 0 && m != options->method) ||
		    bfs_refuses(&s->bfs, s->method))
			continue;
		TRY(run_method(session, lab, s, options->runs));
		TRY(task_breathe(&session->task));
	}
	return STATUS_OK;
}

enum status lab_run_bfs(struct session *session, struct lab *lab, const struct lab_bfs *options)
{
	struct searches s = {.method = BFS_QUEUE};
	char title[LAB_TITLE];
	enum status status;

	DOING(&session->task, "searching", 0);
	status = bfs_open(session->queue, lab->matrix, options->from, &session->task, &s.bfs);
	if (status == STATUS_OK) {
		snprintf(title, sizeof title,
			 "%.80s: %" PRId32 " vertices, %" PRId32 " arcs, %" PRId32
			 " sources; %" PRId32 " are reached, depth %" PRId32 "%s",
			 lab->matrix->name, s.bfs.d.n, s.bfs.d.n_arcs, s.bfs.n_sources,
			 s.bfs.n_reached, s.bfs.depth, s.bfs.is_acyclic ? "" : ", with cycles");
		status = lab_begin(session, lab, "bfs", "Gvertices/s", title);
	}
	if (status == STATUS_OK)
		status = run_methods(session, lab, &s, options);
	bfs_close(&s.bfs);
	free(s.dist);
	if (status == STATUS_OK)
		lab_finish(lab, NULL);
	else
		lab->table.n = 0;
	return status;
}
