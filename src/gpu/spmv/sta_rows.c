/* The matrix of paths, and its rows in 16 bits an entry. */
#include <math.h>
#include <stdlib.h>

#include "gpu/spmv/sta.h"
#include "base/bits.h"
#include "base/grow.h"
#include "base/hash.h"
#include "base/keys.h"

/* ---- what has a delay ---- */

/* An arc, found by its ends and delay; of pins by the pin alone. */
struct column {
	int32_t from, to;
	int64_t delay;
	bool ambiguous;
};

struct columns_found {
	struct keys keys;      /* ends and, of an arc, its delay */
	struct column *column; /* owned [keys.n] */
	int64_t capacity;
	bool late;
};

/* The column of what has these ends and this delay; `from` −2: of this pin, whatever its delay. */
static enum status find_column(struct columns_found *t, int32_t from, int32_t to, int64_t delay,
			       int32_t *out)
{
	int64_t key[2] = {(int64_t)hash_pair(from, to), from == -2 ? 0 : delay};
	struct column *c;
	bool added;

	TRY(GROW(&t->column, &t->capacity, (int64_t)t->keys.n + 1));
	TRY(keys_add(&t->keys, key, out, &added));
	c = &t->column[*out];
	if (added)
		*c = (struct column){from, to, delay, false};
	c->ambiguous |= c->delay != delay;
	if (t->late ? delay > c->delay : delay < c->delay)
		c->delay = delay;
	return STATUS_OK;
}

/* ---- rows ---- */

static enum status add_path(struct columns_found *t, const struct traces *traces, int64_t path,
			    const int32_t *pin, struct sparse *rows)
{
	int64_t begin = traces->offset[path],
		end = traces->offset[path + 1] - 1; /* without the sink */
	int32_t n = rows->row[path];

	for (int64_t i = begin; i < end; i++) {
		int32_t vertex = traces->vertex[i], from = i > begin ? traces->vertex[i - 1] : -1;
		int64_t delay = traces->arrival[i] - (i > begin ? traces->arrival[i - 1] : 0);

		if (delay > INT32_MAX || delay < -INT32_MAX)
			return status_fail(
				STATUS_FAILED,
				"a delay of %g ps doesn't fit the lab's 32 bits of femtoseconds",
				(double)delay / 1000);
		TRY(find_column(t, pin ? -2 : from, pin ? pin[vertex] : vertex, delay,
				&rows->column[n++]));
	}
	rows->row[path + 1] = n;
	SORT(rows->column + rows->row[path], n - rows->row[path], compare_int32);
	return STATUS_OK;
}

static enum status add_paths(struct columns_found *t, const struct traces *traces,
			     const int32_t *pin, struct task *task, struct sta *sta)
{
	int64_t n = traces->n_paths, points = n ? traces->offset[n] - n : 0;

	if (points > SPARSE_MOST || n > SPARSE_MOST)
		return status_fail(STATUS_FAILED, "the paths have too many points for a matrix");
	TRY(sparse_new("paths", (int32_t)n, 0, points, &sta->rows));
	sta->rows->is_pattern = true;
	TRY(ALLOC(&sta->arrival, n));
	for (int64_t p = 0; p < n; p++) {
		int64_t last = traces->offset[p + 1] - 2;

		TRY(add_path(t, traces, p, pin, sta->rows));
		sta->arrival[p] = last >= traces->offset[p] ? traces->arrival[last] : 0;
		if (p % 4096 == 0)
			TRY(task_progress(task, p));
	}
	sta->rows->n_columns = t->keys.n;
	for (int64_t e = 0; e < points; e++)
		sta->rows->value[e] = 1;
	TRY(ALLOC(&sta->delay, t->keys.n));
	for (int32_t c = 0; c < t->keys.n; c++) {
		sta->delay[c] = (int32_t)t->column[c].delay;
		sta->n_ambiguous += t->column[c].ambiguous;
	}
	return STATUS_OK;
}

/* ---- 16 bits an entry ---- */

static enum status begin_group(struct sta_deltas *d, int32_t base, int32_t entry)
{
	TRY(GROW(&d->base, &d->group_capacity, d->n_groups + 1));
	TRY(GROW(&d->begin, &d->begin_capacity, d->n_groups + 2));
	d->base[d->n_groups] = base;
	d->begin[d->n_groups++] = entry;
	return STATUS_OK;
}

static enum status fill_deltas(const struct sparse *rows, struct sta_deltas *d)
{
	d->n_groups = 0;
	d->is_single = !d->is_running;
	for (int32_t r = 0; r < rows->n_rows; r++) {
		int32_t from = 0;

		for (int32_t e = rows->row[r]; e < rows->row[r + 1]; e++) {
			if (e == rows->row[r] || rows->column[e] - from > UINT16_MAX) {
				from = rows->column[e];
				TRY(begin_group(d, from, e));
			}
			d->offset[e] = (uint16_t)(rows->column[e] - from);
			from = d->is_running ? rows->column[e] : from;
		}
		d->row[r + 1] = d->n_groups;
		d->is_single = d->is_single && d->n_groups == r + 1;
	}
	d->begin[d->n_groups] = (int32_t)sparse_entries(rows);
	return STATUS_OK;
}

/* Running distances cost a sum over lanes; so rows begin with the others, which are better as long as a group is a row. */
static enum status make_deltas(const struct sparse *rows, struct sta_deltas *d)
{
	TRY(ALLOC(&d->row, (int64_t)rows->n_rows + 1));
	TRY(ALLOC(&d->offset, sparse_entries(rows)));
	TRY(GROW(&d->begin, &d->begin_capacity, 1));
	TRY(fill_deltas(rows, d));
	if (2 * (int64_t)d->n_groups <= 3 * (int64_t)rows->n_rows)
		return STATUS_OK;
	d->is_running = true;
	return fill_deltas(rows, d);
}

enum status sta_of_traces(const struct traces *traces, enum sta_columns columns, const int32_t *pin,
			  bool late, struct task *task, struct sta *out)
{
	struct columns_found table = {.late = late, .keys.width = 2 * sizeof(int64_t)};
	enum status status;

	*out = (struct sta){0};
	status = add_paths(&table, traces, columns == STA_PINS ? pin : NULL, task, out);
	free(table.column);
	keys_release(&table.keys);
	if (status == STATUS_OK)
		status = make_deltas(out->rows, &out->deltas);
	if (status != STATUS_OK)
		sta_release(out);
	return status;
}

enum status sta_of_matrix(struct sparse *rows, struct task *task, struct sta *out)
{
	enum status status;
	uint64_t state = 1;

	*out = (struct sta){.rows = rows};
	status = ALLOC(&out->delay, rows->n_columns) ?: ALLOC(&out->arrival, rows->n_rows);
	for (int32_t c = 0; c < rows->n_columns && status == STATUS_OK; c++) {
		state = state * 6364136223846793005 + 1442695040888963407;
		out->delay[c] = (int32_t)(state >> 33) % 100000;
	}
	status = status ?: make_deltas(rows, &out->deltas) ?: task_progress(task, rows->n_rows);
	if (status != STATUS_OK) {
		sta_release(out);
		return status;
	}
	sta_serial(out, out->arrival);
	return STATUS_OK;
}

void sta_release(struct sta *sta)
{
	sparse_free(sta->rows);
	FREE_ALL(sta->delay, sta->arrival, sta->deltas.row, sta->deltas.base, sta->deltas.begin,
		 sta->deltas.offset);
	*sta = (struct sta){0};
}

/* ---- on the host ---- */

void sta_serial(const struct sta *sta, int64_t *arrival)
{
	for (int32_t r = 0; r < sta->rows->n_rows; r++) {
		int64_t sum = 0;

		for (int32_t e = sta->rows->row[r]; e < sta->rows->row[r + 1]; e++)
			sum += sta->delay[sta->rows->column[e]];
		arrival[r] = sum;
	}
}

double sta_worst(const struct sta *sta, const float *ps)
{
	double worst = 0;

	for (int32_t r = 0; r < sta->rows->n_rows; r++)
		worst = fmax(worst, fabs((double)ps[r] * 1000 - (double)sta->arrival[r]));
	return worst;
}

int64_t sta_wrong(const struct sta *sta, const int64_t *sum, int64_t *worst)
{
	int64_t n = 0;

	*worst = 0;
	for (int32_t r = 0; r < sta->rows->n_rows; r++) {
		int64_t off = llabs(sum[r] - sta->arrival[r]);

		n += off != 0;
		*worst = off > *worst ? off : *worst;
	}
	return n;
}

int64_t sta_delta_bytes(const struct sta *sta)
{
	return 2 * sparse_entries(sta->rows) + 8 * (int64_t)sta->deltas.n_groups +
	       12 * (int64_t)sta->rows->n_rows + 4 * (int64_t)sta->rows->n_columns;
}
