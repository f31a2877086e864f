#include "db/sparse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

void sparse_free(struct sparse *a)
{
	if (!a)
		return;
	FREE_ALL(a->name, a->row, a->column, a->value, a);
}

enum status sparse_new(const char *name, int32_t n_rows, int32_t n_columns, int64_t n,
		       struct sparse **out)
{
	RELEASED_BY(sparse_drop) struct sparse *a = NULL;

	TRY(ALLOC(&a, 1));
	a->n_rows = n_rows;
	a->n_columns = n_columns;
	TRY(duplicate_string(name, &a->name));
	TRY(ALLOC(&a->row, (int64_t)n_rows + 1));
	TRY(ALLOC_ALL(n, &a->column, &a->value));
	HAND_OVER(out, a);
	return STATUS_OK;
}

/* ---- entries in any order ---- */

FREES(triplets_release, struct triplets, x->row, x->column, x->value);

enum status triplets_add(struct triplets *t, int32_t row, int32_t column, float value)
{
	if (t->n == SPARSE_MOST)
		return status_fail(STATUS_FAILED, "a matrix has at most %d entries", SPARSE_MOST);
	TRY(GROW_ALL(&t->capacity, t->n + 1, &t->row, &t->column, &t->value));
	t->row[t->n] = row;
	t->column[t->n] = column;
	t->value[t->n++] = value;
	return STATUS_OK;
}

/* Entry i of the order goes to where its key says: a stable counting sort. The places of keys are made in `start` [n_keys + 1];
 * `order` NULL = as they come. */
static void sort_by(const int32_t *key, int32_t n_keys, const int32_t *order, int64_t n,
		    int32_t *start, int32_t *to)
{
	memset(start, 0, ((size_t)n_keys + 1) * sizeof *start);
	for (int64_t i = 0; i < n; i++)
		start[key[i] + 1]++;
	for (int32_t k = 0; k < n_keys; k++)
		start[k + 1] += start[k];
	for (int64_t i = 0; i < n; i++) {
		int32_t entry = order ? order[i] : (int32_t)i;

		to[start[key[entry]]++] = entry;
	}
}

static enum status sort_triplets(const struct triplets *t, struct task *task, struct sparse *a)
{
	FREED int32_t *start = NULL, *by_column = NULL, *order = NULL;
	int32_t keys = t->n_columns > t->n_rows ? t->n_columns : t->n_rows;

	TRY(ALLOC(&start, (int64_t)keys + 1));
	TRY(ALLOC_ALL(t->n, &by_column, &order));
	sort_by(t->column, t->n_columns, NULL, t->n, start, by_column);
	TRY(task_progress(task, t->n));
	sort_by(t->row, t->n_rows, by_column, t->n, start, order);
	for (int64_t i = 0; i < t->n; i++) {
		a->column[i] = t->column[order[i]];
		a->value[i] = t->value[order[i]];
	}
	/* start[r] is where row r ends by now */
	COPY(a->row + 1, start, t->n_rows);
	return STATUS_OK;
}

enum status sparse_of_triplets(const char *name, const struct triplets *t, struct task *task,
			       struct sparse **out)
{
	RELEASED_BY(sparse_drop) struct sparse *a = NULL;

	TRY(sparse_new(name, t->n_rows, t->n_columns, t->n, &a));
	TRY(sort_triplets(t, task, a));
	HAND_OVER(out, a);
	return STATUS_OK;
}

enum status sparse_transpose(const struct sparse *a, struct task *task, struct sparse **out)
{
	int64_t n = sparse_entries(a);
	RELEASED_BY(sparse_drop) struct sparse *b = NULL;

	TRY(sparse_new(a->name, a->n_columns, a->n_rows, n, &b));
	b->is_pattern = a->is_pattern;
	for (int64_t e = 0; e < n; e++)
		b->row[a->column[e] + 1]++;
	for (int32_t r = 0; r < b->n_rows; r++)
		b->row[r + 1] += b->row[r];
	for (int32_t r = 0; r < a->n_rows; r++) {
		if (r % 65536 == 0 && task_cancelled(task))
			return STATUS_CANCELLED;
		for (int32_t e = a->row[r]; e < a->row[r + 1]; e++) {
			int32_t at = b->row[a->column[e]]++;

			b->column[at] = r;
			b->value[at] = a->value[e];
		}
	}
	memmove(b->row + 1, b->row, (size_t)b->n_rows * sizeof *b->row);
	b->row[0] = 0;
	HAND_OVER(out, b);
	return STATUS_OK;
}

/* ---- what the rows are like ---- */

static void count_entries(const struct sparse *a, struct sparse_statistics *s)
{
	int64_t n_near = 0, n_behind = 0;

	for (int32_t r = 0; r < a->n_rows; r++) {
		for (int32_t e = a->row[r]; e < a->row[r + 1]; e++) {
			int64_t far = llabs((int64_t)r - a->column[e]);

			s->bandwidth = far > s->bandwidth ? far : s->bandwidth;
			if (e == a->row[r])
				continue;
			n_behind++;
			n_near += a->column[e] / 8 == a->column[e - 1] / 8;
			s->duplicates += a->column[e] == a->column[e - 1];
		}
	}
	s->near = n_behind ? (double)n_near / (double)n_behind : 0;
}

/* What warps of 32 rows wait for. */
static void count_idle(const struct sparse *a, struct sparse_statistics *s)
{
	int64_t turns = 0;

	for (int64_t first = 0; first < a->n_rows; first += 32) {
		int32_t most = 0;

		for (int64_t r = first; r < a->n_rows && r < first + 32; r++)
			most = a->row[r + 1] - a->row[r] > most ? a->row[r + 1] - a->row[r] : most;
		turns += most;
	}
	s->idle = turns ? 1 - (double)s->n / (32 * (double)turns) : 0;
}

/* The least length that the given number of rows don't exceed. */
static int32_t length_of_rank(const int32_t *n_rows, int32_t longest, int64_t rank)
{
	int64_t n = 0;

	for (int32_t length = 0; length <= longest; length++) {
		n += n_rows[length];
		if (n >= rank)
			return length;
	}
	return longest;
}

enum status sparse_statistics_of(const struct sparse *a, struct sparse_statistics *out)
{
	struct sparse_statistics s = {.n = sparse_entries(a),
				      .shortest = a->n_rows ? INT32_MAX : 0};
	double squares = 0;
	FREED int32_t *n_rows = NULL;

	s.mean = a->n_rows ? (double)s.n / a->n_rows : 0;
	for (int32_t r = 0; r < a->n_rows; r++) {
		int32_t length = a->row[r + 1] - a->row[r];

		s.longest = length > s.longest ? length : s.longest;
		s.shortest = length < s.shortest ? length : s.shortest;
		s.empty += length == 0;
		squares += (length - s.mean) * (length - s.mean);
	}
	s.deviation = a->n_rows ? sqrt(squares / a->n_rows) : 0;
	TRY(ALLOC(&n_rows, (int64_t)s.longest + 1));
	for (int32_t r = 0; r < a->n_rows; r++)
		n_rows[a->row[r + 1] - a->row[r]]++;
	s.half = length_of_rank(n_rows, s.longest, ((int64_t)a->n_rows + 1) / 2);
	s.most = length_of_rank(n_rows, s.longest, ((int64_t)a->n_rows * 99 + 99) / 100);
	count_entries(a, &s);
	count_idle(a, &s);
	*out = s;
	return STATUS_OK;
}
