/* Searches in random graphs by all methods, against plain ones, on each device. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/spmv/bfs.h"
#include "gen/matrices.h"
#include "lib/devices.h"
#include "lib/tap.h"

enum shape { SPARSE_DAG, WIDE_DAG, CHAIN, STAR, CYCLIC, APART, PARALLEL, LOOPS, NO_ARCS, N_SHAPES };

static const char *const shape_names[N_SHAPES] = {
	"sparse",      "wide",     "a chain",       "a star",
	"with cycles", "in parts", "parallel arcs", "arcs from v to itself",
	"no arcs"};

static void add(struct triplets *t, int64_t from, int64_t to)
{
	if (triplets_add(t, (int32_t)from, (int32_t)to, (float)random_below(1000) / 8) != STATUS_OK)
		abort();
}

static struct sparse *random_graph(enum shape shape, int32_t n)
{
	struct triplets t = {.n_rows = n, .n_columns = n};
	struct task task = TASK_INIT;
	struct sparse *a;

	for (int64_t v = 0; v < n; v++) {
		if (shape == CHAIN && v + 1 < n)
			add(&t, v, v + 1);
		if (shape == STAR && v)
			add(&t, 0, v);
		if (shape == APART && v % 10 != 9 && v + 1 < n)
			add(&t, v, v + 1);
		for (int64_t i = random_below(4); i > 0 && v + 1 < n; i--) {
			if (shape == SPARSE_DAG)
				add(&t, v, v + 1 + random_below(n - v - 1 < 50 ? n - v - 1 : 50));
			if (shape == WIDE_DAG)
				add(&t, v, v + 1 + random_below(n - v - 1));
			if (shape == CYCLIC)
				add(&t, v, random_below(n));
			for (int twice = 0; shape == PARALLEL && twice < 3; twice++)
				add(&t, v, v + 1 + (n - v - 1 > i ? i : 0));
			if (shape == LOOPS)
				add(&t, v, random_below(2) ? v : random_below(n));
		}
	}
	if (sparse_of_triplets("graph", &t, &task, &a) != STATUS_OK)
		abort();
	triplets_release(&t);
	return a;
}

/* ---- plain definitions ---- */

/* Distances by looking at all arcs until nothing changes. */
static void naive_distances(const struct bfs *b, int32_t *dist)
{
	const struct sparse *a = b->a;
	bool changed = true;

	memset(dist, -1, (size_t)a->n_rows * sizeof *dist);
	for (int32_t s = 0; s < b->n_sources; s++)
		dist[b->source[s]] = 0;
	while (changed) {
		changed = false;
		for (int32_t v = 0; v < a->n_rows; v++) {
			for (int32_t e = a->row[v]; e < a->row[v + 1] && dist[v] >= 0; e++) {
				int32_t *head = &dist[a->column[e]];

				if (*head < 0 || *head > dist[v] + 1) {
					*head = dist[v] + 1;
					changed = true;
				}
			}
		}
	}
}

/* Levels of a graph whose arcs lead to larger vertices. */
static void naive_levels(const struct sparse *a, int32_t *level)
{
	memset(level, 0, (size_t)a->n_rows * sizeof *level);
	for (int32_t v = 0; v < a->n_rows; v++) {
		for (int32_t e = a->row[v]; e < a->row[v + 1]; e++) {
			int32_t *head = &level[a->column[e]];

			*head = level[v] + 1 > *head ? level[v] + 1 : *head;
		}
	}
}

/* The largest number of paths to a vertex of such a graph. */
static uint64_t naive_paths(const struct bfs *b)
{
	const struct sparse *a = b->a;
	uint64_t *paths = calloc((size_t)a->n_rows + 1, sizeof *paths), most = 0;

	for (int32_t s = 0; s < b->n_sources; s++)
		paths[b->source[s]] = 1;
	for (int32_t v = 0; v < a->n_rows; v++) {
		most = paths[v] > most ? paths[v] : most;
		for (int32_t e = a->row[v]; e < a->row[v + 1]; e++) {
			uint64_t sum = paths[a->column[e]] + paths[v];

			paths[a->column[e]] = sum < paths[v] ? UINT64_MAX : sum;
		}
	}
	free(paths);
	return most;
}

/* ---- all methods ---- */

static bool same(const int32_t *a, const int32_t *b, int32_t n)
{
	return n == 0 || memcmp(a, b, (size_t)n * sizeof *a) == 0;
}

static bool run(struct bfs *b, enum bfs_method method, int32_t *dist, struct bfs_result *r)
{
	/* twice: nothing of a run before may matter */
	return bfs_run(b, method) == STATUS_OK && bfs_run(b, method) == STATUS_OK &&
	       bfs_read(b, method, dist, r) == STATUS_OK;
}

static void check_graph(struct test_device *d, const struct sparse *a, int32_t from, bool acyclic,
			const char *what)
{
	size_t size = (size_t)a->n_rows * sizeof(int32_t) + 1;
	int32_t *wanted = malloc(size), *got = malloc(size), *levels = malloc(size);
	struct task task = TASK_INIT;
	struct bfs_result r, host;
	bool good = true;
	struct bfs b;

	if (bfs_open(d->queue, a, from, &task, &b) != STATUS_OK)
		abort();
	naive_distances(&b, wanted);
	good = bfs_on_host(&b, BFS_QUEUE, got, &host) == STATUS_OK && same(got, wanted, a->n_rows);
	OK(good, "%s: %s: a queue", d->name, what);
	for (int m = BFS_PRINTED; m <= BFS_BY_TURNS; m++) {
		if (bfs_refuses(&b, (enum bfs_method)m)) {
			OK(!acyclic, "%s: %s: cycles are refused", d->name, what);
			continue;
		}
		good = run(&b, (enum bfs_method)m, got, &r) && same(got, wanted, a->n_rows) &&
		       r.depth == host.depth && r.n_reached == host.n_reached;
		if (m == BFS_PRINTED)
			good = good && r.never_ends == (host.n_reached < a->n_rows);
		if (m == BFS_PRODUCT)
			good = good && r.most_paths == naive_paths(&b) &&
			       r.saturated == (r.most_paths == UINT64_MAX);
		OK(good, "%s: %s: %s", d->name, what, bfs_method_name((enum bfs_method)m));
	}
	if (acyclic) {
		naive_levels(a, levels);
		good = bfs_on_host(&b, LEVELS_QUEUE, got, &r) == STATUS_OK &&
		       same(got, levels, a->n_rows);
		good = good && run(&b, LEVELS_FRONTIER, got, &r) && same(got, levels, a->n_rows);
		good = good && run(&b, LEVELS_PRODUCT, got, &r) && same(got, levels, a->n_rows);
		OK(good, "%s: %s: levels", d->name, what);
	}
	good = bfs_on_host(&b, SHORTEST_HEAP, wanted, &host) == STATUS_OK;
	good = good && run(&b, SHORTEST_PRODUCT, got, &r) && same(got, wanted, a->n_rows) &&
	       r.n_reached == host.n_reached;
	OK(good, "%s: %s: shortest paths", d->name, what);
	bfs_close(&b);
	free(wanted);
	free(got);
	free(levels);
}

/* Counts double at each of 200 diamonds: more than floats can be, and than 64 bits hold. */
static void check_overflow(struct test_device *d)
{
	enum { DIAMONDS = 200, N = 3 * DIAMONDS + 1 };
	struct triplets t = {.n_rows = N, .n_columns = N};
	struct task task = TASK_INIT;
	int32_t dist[N];
	struct bfs_result r;
	struct sparse *a;
	struct bfs b;

	for (int v = 0; v < 3 * DIAMONDS; v += 3) {
		add(&t, v, v + 1);
		add(&t, v, v + 2);
		add(&t, v + 1, v + 3);
		add(&t, v + 2, v + 3);
	}
	if (sparse_of_triplets("diamonds", &t, &task, &a) != STATUS_OK ||
	    bfs_open(d->queue, a, 0, &task, &b) != STATUS_OK)
		abort();
	OK(run(&b, BFS_PRINTED, dist, &r) && r.overflow == 256,
	   "%s: printed counts pass 2^128 in step %d", d->name, r.overflow);
	OK(run(&b, BFS_PRODUCT, dist, &r) && r.saturated, "%s: whole ones stop at 2^64 - 1",
	   d->name);
	OK(r.depth == 400, "%s: the depth is right all the same", d->name);
	bfs_close(&b);
	sparse_free(a);
	triplets_release(&t);
}

/* Do all arcs lead to larger vertices? */
static bool is_acyclic(const struct sparse *a)
{
	for (int32_t v = 0; v < a->n_rows; v++) {
		for (int32_t e = a->row[v]; e < a->row[v + 1]; e++) {
			if (a->column[e] <= v)
				return false;
		}
	}
	return true;
}

static void check_device(struct test_device *d)
{
	static const int32_t sizes[] = {0, 1, 31, 33, 1000, 20011};

	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
		for (int shape = 0; shape < N_SHAPES; shape++) {
			struct sparse *a;
			char what[64];

			/* a chain has as many phases as vertices */
			if (!test_size_wanted(sizes[s]) ||
			    (sizes[s] > 2000 && (shape == CHAIN || shape == APART)))
				continue;
			snprintf(what, sizeof what, "%d, %s", sizes[s], shape_names[shape]);
			a = random_graph((enum shape)shape, sizes[s]);
			check_graph(d, a, shape % 2 || sizes[s] == 0 ? -1 : 0, is_acyclic(a), what);
			sparse_free(a);
		}
	}
	check_overflow(d);
}

int main(void)
{
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		random_seed(7);
		if (!test_device_open(i, &d))
			continue;
		check_device(&d);
		test_device_close(&d);
	}
	return tap_done();
}
