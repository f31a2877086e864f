#include "gen/matrices.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/random.h"

enum kind {
	GRID,      /* five or seven points */
	ROWS,      /* made row by row */
	SYMMETRIC, /* positive definite, for conjugate gradients */
	PATHS,     /* a row is a path: ascending columns all over the width */
	ARCS,      /* of a levelised graph without cycles: columns after the row */
};

/* How a stand-in is made. */
struct recipe {
	struct made_matrix made;
	enum kind kind;
	double skew; /* of the rows, the share that is 50 times as long */
	int block;   /* rows in a row that have their columns in common, and columns side by side */
	double window; /* columns are so far from the row's own place at most, as a share of the width; 1 = anywhere */
	double far; /* share of the columns that are anywhere all the same */
};

static const struct recipe recipes[] = {
	{{"ns3Da", 1, 20414, 20414, 1679599, false}, ROWS, 0.002, 1, 0.2, 0.05},
	{{"raefsky3", 1, 21200, 21200, 1488768, false}, ROWS, 0, 8, 0.05, 0},
	{{"venkat01", 1, 62424, 62424, 1717792, false}, ROWS, 0, 4, 0.02, 0},
	{{"Yangliu", 1, 235620, 235620, 17563926, false}, ROWS, 0, 3, 0.02, 0},
	{{"b18_100K", 1, 100000, 333740, 14327592, false}, PATHS, 0, 1, 1, 1},
	{{"Lin", 2, 256000, 256000, 1766400, true}, GRID, 0, 1, 0, 0},
	{{"t2em", 2, 921632, 921632, 4590832, false}, ROWS, 0, 1, 0.002, 0},
	{{"ecology1", 2, 1000000, 1000000, 4996000, true}, GRID, 0, 1, 0, 0},
	{{"cont11", 2, 1468599, 1961394, 5382999, false}, ROWS, 0, 1, 0.001, 0},
	{{"sls", 2, 1748122, 62729, 6804304, false}, ROWS, 0, 1, 0.3, 0.3},
	{{"G3_circuit", 2, 1585478, 1585478, 7660826, false}, ROWS, 0, 1, 0.002, 0.02},
	{{"thermal2", 2, 1228045, 1228045, 8580313, false}, ROWS, 0, 1, 0.2, 0.02},
	{{"kkt_power", 2, 2063494, 2063494, 12771361, false}, ROWS, 0.002, 1, 0.1, 0.1},
	{{"Freescale1", 2, 3428755, 3428755, 17052626, false}, ROWS, 0.001, 1, 0.05, 0.05},
	{{"b18_50K", 5, 50000, 333740, 7057712, false}, PATHS, 0, 1, 1, 1},
	{{"b19_50K", 5, 50000, 673144, 5562170, false}, PATHS, 0, 1, 1, 1},
	{{"b19_100K", 5, 100000, 673144, 11332042, false}, PATHS, 0, 1, 1, 1},
	{{"new_blue1", 7, 398096, 398096, 1595758, false}, SYMMETRIC, 0, 1, 0.01, 0.05},
	{{"new_blue2", 7, 529672, 529672, 2340198, false}, SYMMETRIC, 0, 1, 0.01, 0.05},
	{{"new_blue3", 7, 561819, 561819, 1875296, false}, SYMMETRIC, 0, 1, 0.01, 0.05},
	{{"new_blue4", 7, 784321, 784321, 3152532, false}, SYMMETRIC, 0, 1, 0.01, 0.05},
	{{"new_blue5", 7, 1447872, 1447872, 6287726, false}, SYMMETRIC, 0, 1, 0.01, 0.05},
	{{"new_blue6", 7, 1521703, 1521703, 6287132, false}, SYMMETRIC, 0, 1, 0.01, 0.05},
	{{"new_blue7", 7, 3068717, 3068717, 15120230, false}, SYMMETRIC, 0, 1, 0.01, 0.05},
	{{"b18", 9, 333740, 333740, 500610, false}, ARCS, 0, 1, 0.01, 0},
	{{"b18_1", 9, 315683, 315683, 473524, false}, ARCS, 0, 1, 0.01, 0},
	{{"b19", 9, 673144, 673144, 1009716, false}, ARCS, 0, 1, 0.01, 0},
	{{"b19_1", 9, 638283, 638283, 957424, false}, ARCS, 0, 1, 0.01, 0},
};

enum {
	N_RECIPES = sizeof recipes / sizeof *recipes,
	SKEWED = 50,
	GRAPH_LEVELS = 120,
	CANCEL_ROWS = 65536
};

const struct made_matrix *made_matrix_at(int i)
{
	return i < N_RECIPES ? &recipes[i].made : NULL;
}

const struct made_matrix *made_matrix_find(const char *name)
{
	for (int i = 0; i < N_RECIPES; i++) {
		if (strcmp(recipes[i].made.name, name) == 0)
			return &recipes[i].made;
	}
	return NULL;
}

/* How many letters two names have in common from the first one on, and at the end. */
static int likeness(const char *a, const char *b)
{
	size_t n = 0, m = 0, la = strlen(a), lb = strlen(b);

	while (n < la && n < lb && (a[n] | 32) == (b[n] | 32))
		n++;
	while (m < la - n && m < lb - n && (a[la - m - 1] | 32) == (b[lb - m - 1] | 32))
		m++;
	return (int)(2 * (n + m)) - (int)(la > lb ? la - lb : lb - la);
}

const char *made_matrix_nearest(const char *name)
{
	int best = 0;

	for (int i = 1; i < N_RECIPES; i++) {
		if (likeness(name, recipes[i].made.name) > likeness(name, recipes[best].made.name))
			best = i;
	}
	return recipes[best].made.name;
}

/* ---- rows ---- */

/* From −1 to 1, never 0, of an entry. */
static float value_of(uint64_t seed, int64_t entry)
{
	uint64_t bits = random_bits(seed, (uint64_t)entry, 9);
	float value = (float)(1 + (bits >> 41)) * 0x1p-23F;

	return bits & 1 ? -value : value;
}

/* Sort columns and move what is there twice to where nothing is yet: up, and at the end of the width down. */
static void separate(int32_t *column, int32_t n, int32_t n_columns)
{
	SORT(column, n, compare_int32);
	for (int32_t e = 1; e < n; e++) {
		if (column[e] <= column[e - 1])
			column[e] = column[e - 1] + 1;
	}
	for (int32_t e = n - 1, most = n_columns - 1; e >= 0 && column[e] > most; e--, most--)
		column[e] = most;
}

struct row_law {
	enum row_lengths lengths;
	double skew; /* of the rows, the share that is SKEWED times as long */
};

static double weight_of(const struct row_law *law, uint64_t seed, int32_t row)
{
	double u = random_unit(random_bits(seed, (uint64_t)row, 0));

	if (law->lengths == LENGTHS_RANDOM)
		return u;
	if (law->lengths == LENGTHS_POWER)
		return 1 / (u + 0.001);
	return u < law->skew ? SKEWED : 1;
}

/* Places of rows so that the lengths add up to n: proportional to weights; the first rows are empty. */
static void place_rows(struct sparse *a, int64_t n, const struct row_law *law, uint64_t seed,
		       int32_t n_empty)
{
	double total = 0, sum = 0;
	int32_t most = a->n_columns;

	for (int32_t r = n_empty; r < a->n_rows; r++)
		total += weight_of(law, seed, r);
	for (int32_t r = n_empty; r < a->n_rows; r++) {
		int64_t end;

		sum += weight_of(law, seed, r);
		end = r == a->n_rows - 1 ? n : (int64_t)((double)n * (sum / total));
		if (end - a->row[r] > most)
			end = a->row[r] + most;
		a->row[r + 1] = (int32_t)end;
	}
}

/* A column near to the row's own place, or anywhere: nearer ones are more frequent. */
static int32_t column_of(const struct recipe *recipe, const struct sparse *a, int32_t row,
			 uint64_t seed, int64_t draw)
{
	uint64_t bits = random_bits(seed, (uint64_t)draw, 1);
	double u = random_unit(bits), width = recipe->window * a->n_columns;
	double own = a->n_rows ? (double)row / a->n_rows * a->n_columns : 0, at;

	if (random_unit(random_bits(seed, (uint64_t)draw, 2)) < recipe->far)
		return (int32_t)(u * a->n_columns);
	at = own + (bits & 1 ? 1 : -1) * (1 + width * u * u * u);
	return at < 0 ? 0 : at >= a->n_columns ? a->n_columns - 1 : (int32_t)at;
}

static void make_row(const struct recipe *recipe, struct sparse *a, int32_t row, uint64_t seed)
{
	int32_t begin = a->row[row], n = a->row[row + 1] - begin, block = recipe->block;
	int32_t group = row / block * block;

	for (int32_t e = 0; e < n; e++) {
		int64_t draw = (int64_t)group * 65536 + e / block;
		int32_t first = e / block == 0 && a->n_rows == a->n_columns
					? group
					: column_of(recipe, a, group, seed, draw);

		first = first / block * block + e % block;
		a->column[begin + e] = first < a->n_columns ? first : a->n_columns - 1;
	}
	separate(a->column + begin, n, a->n_columns);
	for (int32_t e = 0; e < n; e++)
		a->value[begin + e] = value_of(seed, begin + e);
}

/* A path goes through the whole width in even strides, with jitter: neither is near to the one before. */
static void make_path(struct sparse *a, int32_t row, uint64_t seed)
{
	int32_t begin = a->row[row], n = a->row[row + 1] - begin;

	for (int32_t e = 0; e < n; e++) {
		double u = random_unit(random_bits(seed, (uint64_t)begin + (uint64_t)e, 3));

		a->column[begin + e] = (int32_t)((e + u) / n * a->n_columns);
		a->value[begin + e] = 1;
	}
	separate(a->column + begin, n, a->n_columns);
}

/* The arcs into a vertex: the first from the level before, so that it is as far from level 0 as its level says, others mostly too. Levels are
 * of one width; those of level 0 have none. */
static void make_arcs(struct sparse *a, int32_t row, uint64_t seed)
{
	int32_t begin = a->row[row], n = a->row[row + 1] - begin;
	int32_t width = (a->n_columns + GRAPH_LEVELS - 1) / GRAPH_LEVELS, level = row / width;

	for (int32_t e = 0; e < n; e++) {
		uint64_t bits = random_bits(seed, (uint64_t)begin + (uint64_t)e, 4);
		int32_t back = e && bits % 16 == 0 && level > 1 ? 2 : 1;

		a->column[begin + e] = (level - back) * width + (int32_t)random_below(bits, width);
		a->value[begin + e] = 1;
	}
	separate(a->column + begin, n, (level > 0 ? level : 1) * width);
}

static enum status make_rows(const struct recipe *recipe, enum row_lengths lengths, uint64_t seed,
			     struct task *task, struct sparse **out)
{
	const struct made_matrix *made = &recipe->made;
	struct row_law law = {lengths, recipe->skew};
	RELEASED_BY(sparse_drop) struct sparse *a = NULL;

	TRY(sparse_new(made->name, made->n_rows, made->n_columns, made->n, &a));
	place_rows(a, made->n, &law, seed,
		   recipe->kind == ARCS ? (a->n_rows + GRAPH_LEVELS - 1) / GRAPH_LEVELS : 0);
	a->is_pattern = recipe->kind == PATHS || recipe->kind == ARCS;
	for (int32_t r = 0; r < a->n_rows; r++) {
		if (r % CANCEL_ROWS == 0 && task_cancelled(task))
			return STATUS_CANCELLED;
		if (recipe->kind == PATHS)
			make_path(a, r, seed);
		else if (recipe->kind == ARCS)
			make_arcs(a, r, seed); /* of vertices that lead to r */
		else
			make_row(recipe, a, r, seed);
	}
	if (recipe->kind == ARCS)
		return sparse_transpose(a, task, out);
	HAND_OVER(out, a);
	return STATUS_OK;
}

/* ---- grids ---- */

/* Neighbours along three sides; a diagonal of 2 for each direction that the grid has: positive definite. */
static enum status make_grid(const struct made_matrix *made, int32_t nx, int32_t ny, int32_t nz,
			     struct sparse **out)
{
	int32_t offset[6] = {-nx * ny, -nx, -1, 1, nx, nx * ny}, n = 0;
	struct sparse *a;

	TRY(sparse_new(made->name, made->n_rows, made->n_columns, made->n, &a));
	for (int32_t r = 0; r < a->n_rows; r++) {
		int32_t x = r % nx, y = r / nx % ny, z = r / nx / ny;
		bool has[6] = {z > 0, y > 0, x > 0, x < nx - 1, y < ny - 1, z < nz - 1};

		for (int d = 0; d < 6; d++) {
			if (d == 3) {
				a->column[n] = r;
				a->value[n++] = nz > 1 ? 6 : 4;
			}
			if (has[d]) {
				a->column[n] = r + offset[d];
				a->value[n++] = -1;
			}
		}
		a->row[r + 1] = n;
	}
	*out = a;
	return STATUS_OK;
}

/* ---- symmetric ones ---- */

/* Springs between near vertices, each of two entries; the diagonal is their sum and something to hold on to. A number of nonzeros
 * that doesn't fit into pairs is made up by one more on the diagonal, at a place that then has two. */
static enum status add_springs(const struct recipe *recipe, uint64_t seed, struct triplets *t,
			       float *diagonal, struct task *task)
{
	const struct made_matrix *made = &recipe->made;
	struct sparse sizes = {.n_rows = made->n_rows, .n_columns = made->n_columns};
	int64_t n_springs = (made->n - made->n_rows) / 2;

	for (int64_t s = 0; s < n_springs; s++) {
		int32_t from = (int32_t)(s * made->n_rows / n_springs);
		int32_t to = column_of(recipe, &sizes, from, seed, s);
		float pull = value_of(seed, s);

		pull = pull < 0 ? -pull : pull;
		if (to == from)
			to = from ? from - 1 : 1;
		diagonal[from] += pull;
		diagonal[to] += pull;
		TRY(triplets_add(t, from, to, -pull));
		TRY(triplets_add(t, to, from, -pull));
		if (s % CANCEL_ROWS == 0 && task_cancelled(task))
			return STATUS_CANCELLED;
	}
	for (int32_t r = 0; r < made->n_rows; r++)
		TRY(triplets_add(t, r, r, diagonal[r] + (r % 64 == 0 ? 0.5F : 0.001F)));
	for (int32_t r = 0; t->n < made->n; r++)
		TRY(triplets_add(t, r, r, 0.25F));
	return STATUS_OK;
}

static enum status make_symmetric(const struct recipe *recipe, uint64_t seed, struct task *task,
				  struct sparse **out)
{
	RELEASED_BY(triplets_release)
	struct triplets t = {.n_rows = recipe->made.n_rows, .n_columns = recipe->made.n_columns};
	FREED float *diagonal = NULL;

	TRY(ALLOC(&diagonal, t.n_rows));
	TRY(add_springs(recipe, seed, &t, diagonal, task));
	return sparse_of_triplets(recipe->made.name, &t, task, out);
}

enum status made_matrix_make(const struct made_matrix *what, struct task *task, struct sparse **out)
{
	const struct recipe *recipe = (const struct recipe *)what; /* its first member */

	switch (recipe->kind) {
	case GRID:
		if (strcmp(what->name, "ecology1") == 0)
			return make_grid(what, 1000, 1000, 1, out);
		return make_grid(what, 80, 80, 40, out);
	case SYMMETRIC:
		return make_symmetric(recipe, (uint64_t)what->n, task, out);
	case ROWS:
	case PATHS:
	case ARCS:
		break;
	}
	return make_rows(recipe, LENGTHS_SKEWED, (uint64_t)what->n, task, out);
}

enum status matrix_of_law(const struct matrix_law *law, struct task *task, struct sparse **out)
{
	struct recipe recipe = {
		.made = {.n_rows = law->n_rows, .n_columns = law->n_columns, .n = law->n},
		.kind = law->symmetric ? SYMMETRIC : ROWS,
		.skew = law->lengths == LENGTHS_SKEWED ? 0.002 : 0,
		.block = 1,
		.window = law->window,
		.far = 1 - law->near};
	char name[96];

	snprintf(name, sizeof name, "made, %d x %d", law->n_rows, law->n_columns);
	recipe.made.name = name;
	if (law->symmetric && law->n_rows > 1)
		return make_symmetric(&recipe, law->seed, task, out);
	return make_rows(&recipe, law->lengths, law->seed, task, out);
}
