/* The lab's matrix and table of results, and its measurements. */
#include "report/lab.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/grow.h"
#include "base/random.h"
#include "gpu/spmv/spmv_args.h"
#include "session/parts.h"

enum {
	COPY_BYTES = 1 << 26, /* of memory copied to measure the bandwidth */
	MEASURE_MS = 100,
	LEAST_RUNS = 3,
	MOST_RUNS = 1000,
};

PART_DATA(struct lab *, slot_of, lab_part)

enum status lab_need(struct session *session, struct lab **out)
{
	struct lab **lab = slot_of(session);

	if (!*lab)
		TRY(ALLOC(lab, 1));
	*out = *lab;
	return STATUS_OK;
}

struct lab *session_lab(const struct session *session)
{
	return *slot_of(session);
}

enum status lab_need_table(const struct session *session, const struct lab **out)
{
	*out = session_lab(session);
	if (!*out || !(*out)->table.n)
		return status_fail(
			STATUS_FAILED,
			"the lab has done nothing yet; lab_spmv, lab_bfs, lab_cg and lab_sta do");
	return STATUS_OK;
}

static void drop_lab(struct session *session)
{
	struct lab **lab = slot_of(session);

	if (!*lab)
		return;
	session_begin_stepper(session, STEPPER_CG, NULL);
	sparse_free((*lab)->matrix);
	FREE_ALL((*lab)->y, *lab);
	*lab = NULL;
}

/* ---- the matrix ---- */

enum status lab_set_matrix(struct session *session, struct sparse *matrix, struct lab **out)
{
	struct sparse_statistics statistics;
	struct lab *lab;
	enum status status = lab_need(session, &lab) ?: sparse_statistics_of(matrix, &statistics);

	if (status != STATUS_OK) {
		sparse_free(matrix);
		return status;
	}
	sparse_free(lab->matrix);
	lab->matrix = matrix;
	lab->statistics = statistics;
	lab->is_made = false;
	RESET(free, lab->y);
	lab->table.n = 0; /* what the device can do stays */
	*out = lab;
	return STATUS_OK;
}

enum status lab_keep(struct lab *lab, int64_t n, int32_t columns, const char *row,
		     const char *value)
{
	RESET(free, lab->y);
	lab->n_y = n;
	lab->y_first = 1;
	lab->y_columns = columns;
	lab->y_row = row;
	lab->y_value = value;
	return ALLOC(&lab->y, n * columns);
}

/* ---- how fast ---- */

enum status lab_measure(struct session *session, lab_run *run, void *context, int32_t runs,
			struct lab_row *row)
{
	double begin, first;

	TRY(run(context));
	TRY(queue_sync(session->queue));
	if (runs == 0) {
		begin = clock_ms();
		TRY(run(context));
		TRY(queue_sync(session->queue));
		first = clock_ms() - begin;
		runs = first * MOST_RUNS < MEASURE_MS ? MOST_RUNS : (int32_t)(MEASURE_MS / first);
		runs = runs < LEAST_RUNS ? LEAST_RUNS : runs;
	}
	begin = clock_ms();
	for (int32_t r = 0; r < runs; r++)
		TRY(run(context));
	TRY(queue_sync(session->queue));
	row->ms = (clock_ms() - begin) / runs;
	row->runs = runs;
	return STATUS_OK;
}

struct streams {
	struct queue *queue;
	struct copy_lines_args copy;
	struct sum_lines_args sum;
	struct multiply_adds_args peak;
	int64_t n_peak; /* items */
};

static enum status run_copy(void *context)
{
	struct streams *s = context;

	LAUNCH(s->queue, copy_lines, 32, &s->copy, COPY_BYTES / 16);
	return STATUS_OK;
}

static enum status run_sum(void *context)
{
	struct streams *s = context;

	LAUNCH(s->queue, sum_lines, 32, &s->sum, COPY_BYTES / 64);
	return STATUS_OK;
}

static enum status run_peak(void *context)
{
	struct streams *s = context;

	LAUNCH(s->queue, multiply_adds, 32, &s->peak, s->n_peak);
	return STATUS_OK;
}

static enum status measure_streams(struct session *session, struct lab_table *table,
				   double *peak_rate, struct streams *s, void *d_from, void *d_to)
{
	struct lab_row row = {0};

	s->copy = (struct copy_lines_args){d_from, d_to};
	s->sum = (struct sum_lines_args){d_from, d_to};
	queue_fill(s->queue, d_from, 1, COPY_BYTES);
	TRY(lab_measure(session, run_copy, s, 0, &row));
	table->copy_rate = 2.0 * COPY_BYTES / row.ms;
	TRY(lab_measure(session, run_sum, s, 0, &row));
	table->read_rate = COPY_BYTES / row.ms;
	s->peak = (struct multiply_adds_args){0.75F, 0.5F, d_to};
	s->n_peak = device_kind(session->device) == DEVICE_CUDA ? 1 << 20 : 1 << 13;
	TRY(lab_measure(session, run_peak, s, 0, &row));
	*peak_rate = 2.0 * PEAK_ROUNDS * PEAK_CHAINS * (double)s->n_peak / row.ms;
	return STATUS_OK;
}

static enum status measure_device(struct session *session, struct lab_table *table,
				  double *peak_rate)
{
	struct streams s = {.queue = session->queue};
	void *d_from = NULL, *d_to = NULL;
	enum status status = device_alloc(s.queue, "lab bandwidth", COPY_BYTES, &d_from)
			     ?: device_alloc(s.queue, "lab bandwidth", COPY_BYTES, &d_to)
			     ?: measure_streams(session, table, peak_rate, &s, d_from, d_to);

	device_free(s.queue, d_from);
	device_free(s.queue, d_to);
	return queue_settle(s.queue, status);
}

enum status lab_begin(struct session *session, struct lab *lab, const char *job, const char *work,
		      const char *title)
{
	struct lab_table *table = &lab->table;
	struct lab_table before = *table;
	bool same_device = strcmp(table->device, device_name(session->device)) == 0;

	*table = (struct lab_table){.work = work};
	snprintf(table->job, sizeof table->job, "%s", job);
	snprintf(table->title, sizeof table->title, "%s", title);
	snprintf(table->device, sizeof table->device, "%s", device_name(session->device));
	table->copy_rate = before.copy_rate;
	table->read_rate = before.read_rate;
	lab->peak_rate = same_device ? lab->peak_rate : 0;
	if (!(before.copy_rate > 0 && same_device))
		TRY(measure_device(session, table, &lab->peak_rate));
	table->peak_rate = strcmp(work, "GFLOP/s") == 0 ? lab->peak_rate : 0;
	return STATUS_OK;
}

struct lab_row *lab_add(struct lab *lab, const char *method)
{
	struct lab_table *table = &lab->table;
	struct lab_row *row = &table->row[table->n < LAB_ROWS ? table->n++ : LAB_ROWS - 1];

	*row = (struct lab_row){.method = method, .idle = -1, .error = -1};
	return row;
}

void lab_finish(struct lab *lab, const char *chosen)
{
	struct lab_row *best = NULL;

	EACH_ITEM(row, lab->table.row, lab->table.n) {
		row->is_chosen = chosen && strcmp(row->method, chosen) == 0;
		if (row->ms > 0 && (!best || row->ms + row->apart_ms < best->ms + best->apart_ms))
			best = row;
	}
	if (best)
		best->is_best = true;
}

uint64_t lab_digest(const void *words, int64_t n)
{
	const unsigned char *at = words;
	uint64_t digest = (uint64_t)n;

	for (int64_t i = 0; i < n; i++) {
		uint32_t word;

		memcpy(&word, at + 4 * i, 4);
		digest = random_mix(digest ^ word);
	}
	return digest;
}

const struct session_part lab_part = {
	.size = sizeof(struct lab *), .drop = drop_lab, .drops_at = LOSS_DESIGN};
