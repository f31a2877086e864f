/* The kernels that can be tried, and their cases. Values are whole, as sums of others would depend on their order. */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/random.h"
#include "gpu/density/density_args.h"
#include "gpu/kernel/values.h"
#include "gpu/search/paper/paper_args.h"
#include "gpu/spmv/spmv_args.h"
#include "gpu/try/try.h"

enum { MOST_PARENTS = 100000, MOST_CHILDREN = 1 << 20, THRESHOLD = 4 };

static const size_t type_size[] = {[TRY_I32] = 4,
				   [TRY_I64] = 8,
				   [TRY_U64] = 8,
				   [TRY_U8] = 1,
				   [TRY_F32] = 4,
				   [TRY_BOX] = sizeof(struct density_box_32),
				   [TRY_EDGE] = sizeof(struct deviation_edge_64)};

/* What is there before a kernel writes is nothing that it would write. */
static void *put(struct try_case *c, struct try_array array)
{
	struct try_array *a = &c->array[c->n_arrays];

	*a = array;
	a->bytes = a->n * (int64_t)type_size[a->type];
	if (c->status == STATUS_OK)
		c->status = alloc_items((void **)&a->data, a->bytes, 1);
	if (c->status != STATUS_OK)
		return NULL;
	c->n_arrays++;
	if (a->from)
		memcpy(a->data, a->from, (size_t)a->bytes);
	else if (a->out)
		memset(a->data, 0xa5, (size_t)a->bytes);
	return a->data;
}

#define ARRAY(kernel, field, type, n, ...)                                                         \
	put(c, (struct try_array){#field, offsetof(struct kernel##_args, field), type, n,          \
				  __VA_ARGS__})
#define IN  .out = false
#define OUT .out = true

static int64_t draw(uint64_t seed, int64_t i, int64_t n)
{
	return random_below(random_bits(seed, (uint64_t)i, 0), n);
}

/* The graph as a matrix of small numbers. */
static void make_spmv_rows(const struct try_source *s, struct try_case *c)
{
	struct spmv_rows_args args = {.a = {s->n, s->n, s->n_arcs, NULL, NULL, NULL}};
	float *value, *x;

	c->n = s->n;
	memcpy(c->args, &args, sizeof args);
	ARRAY(spmv_rows, a.row, TRY_I32, s->n + (int64_t)1, IN, s->row);
	ARRAY(spmv_rows, a.column, TRY_I32, s->n_arcs, IN, s->to);
	value = ARRAY(spmv_rows, a.value, TRY_F32, s->n_arcs, IN);
	x = ARRAY(spmv_rows, x, TRY_F32, s->n, IN);
	ARRAY(spmv_rows, y, TRY_F32, s->n, OUT);
	for (int32_t e = 0; value && e < s->n_arcs; e++)
		value[e] = (float)(1 + draw(1, e, 15));
	for (int32_t v = 0; x && v < s->n; v++)
		x[v] = (float)(1 + draw(2, v, 7));
}

/* ---- the suffix forest ---- */

/* Of each state its distance to an end, the first arc of a shortest suffix, and how many deviations are along it. */
static void find_suffixes(const struct try_source *s, int64_t *dist, int32_t *forest, int32_t *n)
{
	for (int32_t v = 0; v < s->n; v++) {
		bool is_sink = v >= s->first_sink && v < s->first_sink + s->n_sinks;

		dist[v] = is_sink ? 0 : FS_NONE_64;
		forest[v] = -1;
		n[v] = 0;
		for (int32_t e = s->row[v]; e < s->row[v + 1]; e++) {
			int64_t rest = dist[s->to[e]];

			if (s->weight[e] == FS_NONE_64 || rest == FS_NONE_64)
				continue;
			n[v]++;
			if (dist[v] != FS_NONE_64 && rest + s->weight[e] >= dist[v])
				continue;
			dist[v] = rest + s->weight[e];
			forest[v] = e;
		}
		if (forest[v] >= 0)
			n[v] += n[s->to[forest[v]]] - 1;
	}
}

/* row[v] is first where the next arc into v goes, and so in the end where those of v + 1 begin. */
static void fill_fan_in(const struct try_source *s, int32_t *row, int32_t *from, int64_t *weight)
{
	for (int32_t e = 0; e < s->n_arcs; e++)
		row[s->to[e] + 1]++;
	for (int32_t v = 0; v < s->n; v++)
		row[v + 1] += row[v];
	for (int32_t v = 0; v < s->n; v++) {
		for (int32_t e = s->row[v]; e < s->row[v + 1]; e++) {
			weight[row[s->to[e]]] = s->weight[e];
			from[row[s->to[e]]++] = v;
		}
	}
	memmove(row + 1, row, sizeof *row * (size_t)s->n);
	row[0] = 0;
}

/* A round in which three of four states have changed, and some have an offer already. */
static void make_propagate_distance(const struct try_source *s, struct try_case *c)
{
	int32_t *row = ARRAY(propagate_distance, in_row, TRY_I32, s->n + (int64_t)1, IN);
	int32_t *from = ARRAY(propagate_distance, in_from, TRY_I32, s->n_arcs, IN), *unused[2];
	int64_t *weight = ARRAY(propagate_distance, in_weight, TRY_I64, s->n_arcs, IN);
	int64_t *dist = ARRAY(propagate_distance, dist, TRY_I64, s->n, IN);
	int64_t *buffer = ARRAY(propagate_distance, buffer, TRY_I64, s->n, OUT);
	uint8_t *bitmap = ARRAY(propagate_distance, bitmap, TRY_U8, s->n, OUT);

	c->n = s->n;
	if (c->status == STATUS_OK)
		c->status = ALLOC(&unused[0], 2 * (int64_t)s->n);
	if (c->status != STATUS_OK)
		return;
	fill_fan_in(s, row, from, weight);
	find_suffixes(s, dist, unused[0], unused[0] + s->n);
	for (int32_t v = 0; v < s->n; v++) {
		bitmap[v] = dist[v] != FS_NONE_64 && draw(3, v, 4) > 0;
		buffer[v] = draw(4, v, 8) == 0 ? dist[v] : FS_NONE_64;
	}
	free(unused[0]);
}

/* Parents that deviate to states all over the graph, of which as many as MOST_CHILDREN allows. */
static void fill_parents(const struct try_source *s, struct try_case *c, const int64_t *dist,
			 const int32_t *n, bool expands)
{
	struct try_array *level = &c->array[c->n_arrays - 1];
	struct deviation_edge_64 *edge = (struct deviation_edge_64 *)level->data;
	int32_t end = 0;

	for (int64_t i = 0; i < c->n; i++) {
		int32_t v = (int32_t)draw(5, i, s->n);

		while (dist[v] == FS_NONE_64)
			v = v > 0 ? v - 1 : s->n - 1;
		if (expands && end + n[v] > MOST_CHILDREN) {
			c->n = i;
			break;
		}
		end += n[v];
		edge[i] = (struct deviation_edge_64){
			1, -1, v, (int32_t)(i / 2), expands ? end : 0, -1, dist[v]};
	}
	level->n = c->n;
	level->bytes = c->n * (int64_t)sizeof *edge;
	if (expands)
		ARRAY(expand_edges, next, TRY_EDGE, end, OUT);
}

/* Algorithms 2 and 3, whose arguments begin alike. */
static void make_walk(const struct try_source *s, struct try_case *c, bool expands)
{
	struct device_graph graph = {.n_states = s->n,
				     .n_arcs = s->n_arcs,
				     .first_sink = s->first_sink,
				     .n_sinks = s->n_sinks};
	int64_t *dist;
	int32_t *forest, *n = NULL;

	_Static_assert(offsetof(struct count_edges_args, level) ==
			       offsetof(struct expand_edges_args, level),
		       "");
	c->n = s->n_sinks == 0 ? 0 : s->n < MOST_PARENTS ? s->n : MOST_PARENTS;
	memcpy(c->args, &graph, sizeof graph);
	ARRAY(count_edges, graph.row, TRY_I32, s->n + (int64_t)1, IN, s->row);
	ARRAY(count_edges, graph.to, TRY_I32, s->n_arcs, IN, s->to);
	ARRAY(count_edges, graph.weight, TRY_I64, s->n_arcs, IN, s->weight);
	dist = ARRAY(count_edges, dist, TRY_I64, s->n, IN);
	forest = ARRAY(count_edges, forest, TRY_I32, s->n, IN);
	if (!expands)
		ARRAY(count_edges, n_child, TRY_I32, c->n, OUT);
	ARRAY(count_edges, level, TRY_EDGE, c->n, .out = !expands);
	if (c->status == STATUS_OK)
		c->status = ALLOC(&n, s->n);
	if (c->status != STATUS_OK)
		return;
	find_suffixes(s, dist, forest, n);
	fill_parents(s, c, dist, n, expands);
	free(n);
}

static void make_count_edges(const struct try_source *s, struct try_case *c)
{
	make_walk(s, c, false);
}

static void make_expand_edges(const struct try_source *s, struct try_case *c)
{
	make_walk(s, c, true);
}

/* ---- density ---- */

static void make_density_printed(const struct try_source *s, struct try_case *c)
{
	struct density_printed_args args = {.bins = s->bins, .threshold = THRESHOLD};
	int64_t bins = (int64_t)s->bins.columns * s->bins.rows;
	void *d, *a;

	c->n = s->n_boxes;
	memcpy(c->args, &args, sizeof args);
	d = ARRAY(density_printed, difference, TRY_U64, bins, OUT);
	a = ARRAY(density_printed, map, TRY_U64, bins, OUT);
	ARRAY(density_printed, box, TRY_BOX, s->n_boxes, IN, s->box);
	if (c->status != STATUS_OK)
		return;
	memset(d, 0, (size_t)bins * sizeof(uint64_t));
	memset(a, 0, (size_t)bins * sizeof(uint64_t));
}

/* Algorithm 1: the map gets what D sums up to, and D is done with. */
static void finish_density(const struct try_case *c, void *const data[TRY_ARRAYS])
{
	struct density_printed_args args;
	uint64_t *d = data[0], *map = data[1];
	int64_t n = c->array[0].n;

	memcpy(&args, c->args, sizeof args);
	for (int64_t b = 0; b < n; b++) {
		int64_t u = b % args.bins.columns, below = b - args.bins.columns;

		d[b] += (u > 0 ? d[b - 1] : 0) + (below >= 0 ? d[below] : 0) -
			(u > 0 && below >= 0 ? d[below - 1] : 0);
		map[b] += d[b];
	}
	memset(d, 0, sizeof *d * (size_t)n);
}

/* How many boxes begin in each bin. */
static void make_row_sums(const struct try_source *s, struct try_case *c)
{
	struct row_sums_args args = {.bins = s->bins};
	int64_t bins = (int64_t)s->bins.columns * s->bins.rows;
	uint64_t *from = ARRAY(row_sums, from, TRY_U64, bins, IN);

	ARRAY(row_sums, map, TRY_U64, bins, OUT);
	c->n = s->n_boxes ? s->bins.rows : 0;
	memcpy(c->args, &args, sizeof args);
	if (from)
		memset(from, 0, (size_t)bins * sizeof *from);
	for (int32_t i = 0; from && i < s->n_boxes; i++) {
		int64_t u = s->box[i].x1 >> s->bins.shift, v = s->box[i].y1 >> s->bins.shift;

		if (u < s->bins.columns && v < s->bins.rows)
			from[v * s->bins.columns + u]++;
	}
}

/* ---- the table ---- */

cpu_kernel spmv_rows_cpu_32, propagate_distance_cpu_64, count_edges_cpu_64, expand_edges_cpu_64,
	density_printed_cpu_32, row_sums_cpu_32;

#define T(name, bits, item, about, finish)                                                         \
	{                                                                                          \
#name, item, about, KERNEL_ID_##name, bits, name##_cpu_##bits, make_##name, finish \
	}

const struct try_kernel try_kernels[] = {
	T(spmv_rows, 32, "row", "a sparse matrix by a vector: y = A x", NULL),
	T(propagate_distance, 64, "state", "algorithm 1 of [CPG-J]: a round of shortest suffixes",
	  NULL),
	T(count_edges, 64, "parent", "algorithm 2 of [CPG-J]: how many children a path has", NULL),
	T(expand_edges, 64, "parent", "algorithm 3 of [CPG-J]: write them", NULL),
	T(density_printed, 32, "box", "algorithms 2, 3, 6 of [Density]: boxes to bins",
	  finish_density),
	T(row_sums, 32, "row of bins", "algorithm 1 of [Density], its rows: prefix sums", NULL),
	{0},
};

enum status try_case_make(const struct try_kernel *kernel, const struct try_source *source,
			  struct try_case *out)
{
	*out = (struct try_case){.kernel = kernel};
	kernel->make(source, out);
	return out->status;
}

void try_case_free(struct try_case *c)
{
	for (int a = 0; a < c->n_arrays; a++)
		free(c->array[a].data);
}
