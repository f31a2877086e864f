/* The kernels that can be tried, and their cases. Sums of numbers with fractions would depend on their order, so values are whole. */
#include <inttypes.h>
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

/* ---- arrays of a case ---- */

static const size_t type_size[] = {[TRY_I32] = 4,
				   [TRY_I64] = 8,
				   [TRY_U64] = 8,
				   [TRY_U8] = 1,
				   [TRY_F32] = 4,
				   [TRY_BOX] = sizeof(struct density_box_32),
				   [TRY_EDGE] = sizeof(struct deviation_edge_64)};

size_t try_type_size(enum try_type type)
{
	return type_size[type];
}

static enum status add(struct try_case *c, struct try_array array)
{
	struct try_array *a = &c->array[c->n_arrays];
	char *data;

	TRY(ALLOC(&data, array.n * (int64_t)type_size[array.type]));
	/* What is there before the kernel writes is nothing that it would. */
	if (array.out)
		memset(data, 0xa5, (size_t)array.n * type_size[array.type]);
	*a = array;
	a->data = data;
	c->n_arrays++;
	return STATUS_OK;
}

#define IN(kernel, field, type_, count)                                                            \
	((struct try_array){.name = #field,                                                        \
			    .at = offsetof(struct kernel##_args, field),                           \
			    .type = (type_),                                                       \
			    .n = (count)})
#define OUT(kernel, field, type_, count)                                                           \
	((struct try_array){.name = #field,                                                        \
			    .at = offsetof(struct kernel##_args, field),                           \
			    .type = (type_),                                                       \
			    .n = (count),                                                          \
			    .out = true})

/* The data of the array that was added last but `back`. */
static void *added(const struct try_case *c, int back)
{
	return c->array[c->n_arrays - 1 - back].data;
}

static enum status add_copy(struct try_case *c, struct try_array array, const void *from)
{
	TRY(add(c, array));
	memcpy(added(c, 0), from, (size_t)array.n * type_size[array.type]);
	return STATUS_OK;
}

void try_case_free(struct try_case *c)
{
	for (int a = 0; a < c->n_arrays; a++)
		free(c->array[a].data);
	memset(c, 0, sizeof *c);
}

/* ---- the suffix forest, state by state ---- */

struct suffixes {
	int64_t *dist;   /* owned [n_states]: to an end, FS_NONE_64 = it reaches none */
	int32_t *forest; /* owned [n_states]: the first arc of a shortest suffix, -1 */
	int32_t *n;      /* owned [n_states]: deviation arcs along it */
};

static void suffixes_free(struct suffixes *x)
{
	free(x->dist);
	free(x->forest);
	free(x->n);
}

static bool leads_on(const struct try_source *s, const struct suffixes *x, int32_t arc)
{
	return s->weight[arc] != FS_NONE_64 && x->dist[s->to[arc]] != FS_NONE_64;
}

static void suffix_of(const struct try_source *s, const struct suffixes *x, int32_t v)
{
	bool is_sink = v >= s->first_sink && v < s->first_sink + s->n_sinks;
	int32_t n = 0;

	x->dist[v] = is_sink ? 0 : FS_NONE_64;
	x->forest[v] = -1;
	for (int32_t e = s->row[v]; e < s->row[v + 1]; e++) {
		if (!leads_on(s, x, e))
			continue;
		n++;
		if (x->dist[v] == FS_NONE_64 || x->dist[s->to[e]] + s->weight[e] < x->dist[v]) {
			x->dist[v] = x->dist[s->to[e]] + s->weight[e];
			x->forest[v] = e;
		}
	}
	x->n[v] = x->forest[v] < 0 ? n : n - 1 + x->n[s->to[x->forest[v]]];
}

static enum status suffixes_make(const struct try_source *s, struct suffixes *x)
{
	enum status status;

	memset(x, 0, sizeof *x);
	status = ALLOC(&x->dist, s->n_states);
	if (status == STATUS_OK)
		status = ALLOC(&x->forest, s->n_states);
	if (status == STATUS_OK)
		status = ALLOC(&x->n, s->n_states);
	for (int32_t v = 0; status == STATUS_OK && v < s->n_states; v++)
		suffix_of(s, x, v);
	if (status != STATUS_OK)
		suffixes_free(x);
	return status;
}

/* ---- spmv_rows: the graph as a matrix of small numbers ---- */

static enum status make_spmv_rows(const struct try_source *s, struct try_case *c)
{
	struct spmv_rows_args args = {.a = {s->n_states, s->n_states, s->n_arcs, NULL, NULL, NULL}};
	float *value, *x;

	c->n = s->n_states;
	if (c->n == 0)
		return STATUS_OK;
	memcpy(c->args, &args, sizeof args);
	TRY(add_copy(c, IN(spmv_rows, a.row, TRY_I32, s->n_states + (int64_t)1), s->row));
	TRY(add_copy(c, IN(spmv_rows, a.column, TRY_I32, s->n_arcs), s->to));
	TRY(add(c, IN(spmv_rows, a.value, TRY_F32, s->n_arcs)));
	value = added(c, 0);
	for (int32_t e = 0; e < s->n_arcs; e++)
		value[e] = (float)(1 + random_below(random_bits(1, (uint64_t)e, 0), 15));
	TRY(add(c, IN(spmv_rows, x, TRY_F32, s->n_states)));
	x = added(c, 0);
	for (int32_t v = 0; v < s->n_states; v++)
		x[v] = (float)(1 + random_below(random_bits(2, (uint64_t)v, 0), 7));
	return add(c, OUT(spmv_rows, y, TRY_F32, s->n_states));
}

/* ---- propagate_distance: a round in which three of four states have changed ---- */

static void fill_fan_in(const struct try_source *s, int32_t *row, int32_t *from, int64_t *weight)
{
	for (int32_t e = 0; e < s->n_arcs; e++)
		row[s->to[e] + 1]++;
	for (int32_t v = 0; v < s->n_states; v++)
		row[v + 1] += row[v];
	/* row[v] is where the next arc of v goes, and so in the end where those of v + 1 begin */
	for (int32_t v = 0; v < s->n_states; v++) {
		for (int32_t e = s->row[v]; e < s->row[v + 1]; e++) {
			int32_t at = row[s->to[e]]++;

			from[at] = v;
			weight[at] = s->weight[e];
		}
	}
	memmove(row + 1, row, sizeof *row * (size_t)s->n_states);
	row[0] = 0;
}

static enum status make_round(const struct try_source *s, const struct suffixes *x,
			      struct try_case *c)
{
	uint8_t *bitmap;
	int64_t *buffer;

	TRY(add(c, IN(propagate_distance, in_row, TRY_I32, s->n_states + (int64_t)1)));
	TRY(add(c, IN(propagate_distance, in_from, TRY_I32, s->n_arcs)));
	TRY(add(c, IN(propagate_distance, in_weight, TRY_I64, s->n_arcs)));
	fill_fan_in(s, added(c, 2), added(c, 1), added(c, 0));
	TRY(add_copy(c, IN(propagate_distance, dist, TRY_I64, s->n_states), x->dist));
	TRY(add(c, OUT(propagate_distance, buffer, TRY_I64, s->n_states)));
	TRY(add(c, OUT(propagate_distance, bitmap, TRY_U8, s->n_states)));
	buffer = added(c, 1);
	bitmap = added(c, 0);
	for (int32_t v = 0; v < s->n_states; v++) {
		bitmap[v] = x->dist[v] != FS_NONE_64 &&
			    random_below(random_bits(3, (uint64_t)v, 0), 4) > 0;
		buffer[v] = random_below(random_bits(4, (uint64_t)v, 0), 8) == 0 ? x->dist[v]
										 : FS_NONE_64;
	}
	return STATUS_OK;
}

static enum status make_propagate_distance(const struct try_source *s, struct try_case *c)
{
	struct suffixes x;
	enum status status;

	c->n = s->n_states;
	if (c->n == 0)
		return STATUS_OK;
	TRY(suffixes_make(s, &x));
	status = make_round(s, &x, c);
	suffixes_free(&x);
	return status;
}

/* ---- count_edges, expand_edges: parents that deviate to states all over the graph ---- */

static void fill_parents(const struct try_source *s, const struct suffixes *x, int64_t n,
			 struct deviation_edge_64 *edge)
{
	for (int64_t i = 0; i < n; i++) {
		int32_t v = (int32_t)random_below(random_bits(5, (uint64_t)i, 0), s->n_states);

		while (x->dist[v] == FS_NONE_64)
			v = v > 0 ? v - 1 : s->n_states - 1;
		edge[i] = (struct deviation_edge_64){.level = 1,
						     .from = -1,
						     .to = v,
						     .parent = (int32_t)(i / 2),
						     .arc = -1,
						     .slack = x->dist[v]};
	}
}

static enum status make_walk(const struct try_source *s, const struct suffixes *x, bool expands,
			     struct try_case *c)
{
	struct device_graph graph = {.n_states = s->n_states,
				     .n_arcs = s->n_arcs,
				     .first_sink = s->first_sink,
				     .n_sinks = s->n_sinks};
	struct deviation_edge_64 *edge;
	int32_t n_children = 0;

	/* Both begin with the same arguments. */
	_Static_assert(offsetof(struct count_edges_args, level) ==
			       offsetof(struct expand_edges_args, level),
		       "level");
	memcpy(c->args, &graph, sizeof graph);
	TRY(add_copy(c, IN(count_edges, graph.row, TRY_I32, s->n_states + (int64_t)1), s->row));
	TRY(add_copy(c, IN(count_edges, graph.to, TRY_I32, s->n_arcs), s->to));
	TRY(add_copy(c, IN(count_edges, graph.weight, TRY_I64, s->n_arcs), s->weight));
	TRY(add_copy(c, IN(count_edges, dist, TRY_I64, s->n_states), x->dist));
	TRY(add_copy(c, IN(count_edges, forest, TRY_I32, s->n_states), x->forest));
	TRY(add(c, IN(count_edges, level, TRY_EDGE, c->n)));
	edge = added(c, 0);
	fill_parents(s, x, c->n, edge);
	if (!expands) {
		c->array[c->n_arrays - 1].out = true;
		return add(c, OUT(count_edges, n_child, TRY_I32, c->n));
	}
	for (int64_t i = 0; i < c->n; i++) {
		if (n_children + x->n[edge[i].to] > MOST_CHILDREN) {
			c->n = c->array[c->n_arrays - 1].n = i;
			break;
		}
		n_children += x->n[edge[i].to];
		edge[i].child_offset = n_children;
	}
	return add(c, OUT(expand_edges, next, TRY_EDGE, n_children));
}

static enum status make_edges(const struct try_source *s, bool expands, struct try_case *c)
{
	struct suffixes x;
	enum status status;

	c->n = s->n_sinks == 0 ? 0 : s->n_states < MOST_PARENTS ? s->n_states : MOST_PARENTS;
	if (c->n == 0)
		return STATUS_OK;
	TRY(suffixes_make(s, &x));
	status = make_walk(s, &x, expands, c);
	suffixes_free(&x);
	return status;
}

static enum status make_count_edges(const struct try_source *s, struct try_case *c)
{
	return make_edges(s, false, c);
}

static enum status make_expand_edges(const struct try_source *s, struct try_case *c)
{
	return make_edges(s, true, c);
}

/* ---- density ---- */

static enum status make_density_printed(const struct try_source *s, struct try_case *c)
{
	struct density_printed_args args = {.bins = s->bins, .threshold = THRESHOLD};
	int64_t bins = (int64_t)s->bins.columns * s->bins.rows;

	c->n = s->n_boxes;
	if (c->n == 0)
		return STATUS_OK;
	memcpy(c->args, &args, sizeof args);
	TRY(add_copy(c, IN(density_printed, box, TRY_BOX, s->n_boxes), s->box));
	TRY(add(c, OUT(density_printed, difference, TRY_U64, bins)));
	TRY(add(c, OUT(density_printed, map, TRY_U64, bins)));
	memset(added(c, 0), 0, (size_t)bins * sizeof(uint64_t));
	memset(added(c, 1), 0, (size_t)bins * sizeof(uint64_t));
	return STATUS_OK;
}

/* Algorithm 1: the map has what D sums up to, too, and D is done with. */
static void finish_density(const struct try_case *c, void *const data[TRY_ARRAYS])
{
	struct density_printed_args args;
	uint64_t *d = data[1], *map = data[2];

	memcpy(&args, c->args, sizeof args);
	for (int64_t b = 0, n = (int64_t)args.bins.columns * args.bins.rows; b < n; b++) {
		int64_t u = b % args.bins.columns, below = b - args.bins.columns;

		d[b] += (u > 0 ? d[b - 1] : 0) + (below >= 0 ? d[below] : 0) -
			(u > 0 && below >= 0 ? d[below - 1] : 0);
		map[b] += d[b];
	}
	memset(d, 0, sizeof *d * (size_t)args.bins.columns * (size_t)args.bins.rows);
}

/* How many boxes begin in each bin. */
static enum status make_row_sums(const struct try_source *s, struct try_case *c)
{
	struct row_sums_args args = {.bins = s->bins};
	int64_t bins = (int64_t)s->bins.columns * s->bins.rows;
	uint64_t *map;

	c->n = s->n_boxes ? s->bins.rows : 0;
	if (c->n == 0)
		return STATUS_OK;
	memcpy(c->args, &args, sizeof args);
	TRY(add(c, OUT(row_sums, map, TRY_U64, bins)));
	map = added(c, 0);
	memset(map, 0, (size_t)bins * sizeof *map);
	for (int32_t i = 0; i < s->n_boxes; i++) {
		int64_t u = s->box[i].x1 >> s->bins.shift, v = s->box[i].y1 >> s->bins.shift;

		if (u < s->bins.columns && v < s->bins.rows)
			map[v * s->bins.columns + u]++;
	}
	return STATUS_OK;
}

/* ---- the table ---- */

cpu_kernel spmv_rows_cpu_32, propagate_distance_cpu_64, count_edges_cpu_64, expand_edges_cpu_64,
	density_printed_cpu_32, row_sums_cpu_32;

#define T(name, bits, item, about, finish)                                                         \
	{                                                                                          \
#name, item, about, KERNEL_ID_##name, bits, sizeof(struct name##_args),            \
			name##_cpu_##bits, make_##name, finish                                     \
	}

static const struct try_kernel kernels[] = {
	T(spmv_rows, 32, "row", "a sparse matrix by a vector: y = A x", NULL),
	T(propagate_distance, 64, "state", "algorithm 1 of [CPG-J]: a round of shortest suffixes",
	  NULL),
	T(count_edges, 64, "parent", "algorithm 2 of [CPG-J]: how many children a path has", NULL),
	T(expand_edges, 64, "parent", "algorithm 3 of [CPG-J]: write them", NULL),
	T(density_printed, 32, "box", "algorithms 2, 3 and 6 of [Density]: boxes to bins",
	  finish_density),
	T(row_sums, 32, "row of bins", "algorithm 1 of [Density], its rows: prefix sums", NULL),
	{0},
};

const struct try_kernel *try_kernel_at(int i)
{
	return kernels[i].name ? &kernels[i] : NULL;
}

const struct try_kernel *try_kernel_find(const char *name)
{
	for (int i = 0; kernels[i].name; i++) {
		if (strcmp(kernels[i].name, name) == 0)
			return &kernels[i];
	}
	return NULL;
}

/* ---- entries as text ---- */

static void write_fields(int n, const char *const name[], const int64_t value[],
			 const int64_t other[], struct text *out)
{
	const char *before = "";

	for (int f = 0; f < n; f++) {
		if (other && value[f] == other[f])
			continue;
		text_printf(out, "%s%s %" PRId64, before, name[f], value[f]);
		before = ", ";
	}
}

static void edge_fields(const void *entry, int64_t field[7])
{
	struct deviation_edge_64 e;

	memcpy(&e, entry, sizeof e);
	memcpy(field, (int64_t[]){e.level, e.from, e.to, e.parent, e.child_offset, e.arc, e.slack},
	       7 * sizeof *field);
}

static void box_fields(const void *entry, int64_t field[4])
{
	struct density_box_32 b;

	memcpy(&b, entry, sizeof b);
	memcpy(field, (int64_t[]){b.x1, b.y1, b.x2, b.y2}, 4 * sizeof *field);
}

void try_write_entry(enum try_type type, const void *entry, const void *other, struct text *out)
{
	static const char *const edge[] = {"level",        "from", "to",   "parent",
					   "child_offset", "arc",  "slack"};
	static const char *const box[] = {"x1", "y1", "x2", "y2"};
	int64_t a[7], b[7];
	union {
		int32_t i32;
		int64_t i64;
		uint64_t u64;
		uint8_t u8;
		float f32;
	} v = {0};

	if (type == TRY_EDGE || type == TRY_BOX) {
		void (*fields)(const void *, int64_t *) =
			type == TRY_EDGE ? edge_fields : box_fields;

		fields(entry, a);
		if (other)
			fields(other, b);
		write_fields(type == TRY_EDGE ? 7 : 4, type == TRY_EDGE ? edge : box, a,
			     other ? b : NULL, out);
		return;
	}
	memcpy(&v, entry, type_size[type]);
	if (type == TRY_I32)
		text_printf(out, "%" PRId32, v.i32);
	else if (type == TRY_I64 && v.i64 == FS_NONE_64)
		text_add(out, "FS_NONE");
	else if (type == TRY_I64)
		text_printf(out, "%" PRId64, v.i64);
	else if (type == TRY_U64)
		text_printf(out, "%" PRIu64, v.u64);
	else if (type == TRY_U8)
		text_printf(out, "%d", v.u8);
	else
		text_printf(out, "%.9g", (double)v.f32);
}
