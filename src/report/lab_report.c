/* What is printed and written of the lab. */
#include <inttypes.h>

#include "base/output.h"
#include "report/lab.h"

/* The paper's simulator of shared memory (section 3.2.2): 5 or 6 products a thread. */
static void write_hits(const struct sparse *a, struct text *out)
{
	static const int32_t blocks[] = {64, 128, 256, 512};

	text_printf(out, "%-12s", "in shared");
	for (int b = 0; b < 4; b++)
		text_printf(out, "%s%" PRId32 " rows %.1f %% and %.1f %%", b ? ", " : " ",
			    blocks[b], 100 * spmv_hit_ratio(a, blocks[b], 5 * blocks[b]),
			    100 * spmv_hit_ratio(a, blocks[b], 6 * blocks[b]));
	text_add(out, " of the products, by 5 and 6 a thread\n");
}

void lab_write_matrix(const struct lab *lab, struct text *out)
{
	const struct sparse_statistics *s = &lab->statistics;

	text_printf(out, "%-12s %s%s\n", "matrix", lab->matrix->name,
		    lab->matrix->is_pattern ? ", a pattern" : "");
	text_printf(out, "%-12s %12" PRId32 "\n", "rows", lab->matrix->n_rows);
	text_printf(out, "%-12s %12" PRId32 "\n", "columns", lab->matrix->n_columns);
	text_printf(out, "%-12s %12" PRId64 "\n", "nonzeros", s->n);
	text_printf(out,
		    "%-12s %12.2f mean, %.2f deviation, %" PRId32 " to %" PRId32
		    "; half up to %" PRId32 ", 99 %% up to %" PRId32 "\n",
		    "a row", s->mean, s->deviation, s->shortest, s->longest, s->half, s->most);
	text_printf(out, "%-12s %12" PRId32 " rows\n", "empty", s->empty);
	text_printf(out, "%-12s %12" PRId64 "\n", "duplicates", s->duplicates);
	text_printf(out, "%-12s %12" PRId64 "\n", "bandwidth", s->bandwidth);
	text_printf(out, "%-12s %11.1f%% in the same 32 bytes of x as the one before\n", "near",
		    100 * s->near);
	text_printf(out, "%-12s %11.1f%% of the lanes' turns with a thread for each row\n", "idle",
		    100 * s->idle);
	write_hits(lab->matrix, out);
}

void lab_write_results(const struct lab *lab, struct text *out)
{
	const struct lab_table *table = &lab->table;

	text_printf(out, "%s\n%-18s %-16s %10s\n", table->title, "method", "digest", "error");
	EACH_ITEM(row, table->row, table->n) {
		text_printf(out, "%-18s %016" PRIx64, row->method, row->digest);
		if (row->error >= 0)
			text_printf(out, " %10.3g\n", row->error);
		else
			text_printf(out, " %10s\n", "exact");
	}
}

enum status lab_write_vector(const struct lab *lab, int64_t n, struct text *out)
{
	if (!lab->y)
		return status_fail(STATUS_FAILED, "the lab has no result yet");
	text_printf(out, "%10s  %s\n", lab->y_row, lab->y_value);
	for (int64_t i = 0; i < n && i < lab->n_y; i++) {
		text_printf(out, "%10" PRId64, i + lab->y_first);
		for (int32_t c = 0; c < lab->y_columns; c++) {
			text_add(out, "  ");
			text_number(out, lab->y[i * lab->y_columns + c]);
		}
		text_add(out, "\n");
	}
	return STATUS_OK;
}

/* "87.1% copies"; "-" where nothing is known. */
static void write_roof(const struct lab_table *table, const struct lab_row *row, struct text *out)
{
	double share;
	enum lab_roof roof = lab_roof_of(table, row, &share);

	if (roof == LAB_NO_ROOF)
		text_printf(out, " %8s %-13s", "-", "      -");
	else
		text_printf(out, " %8.1f %s%5.1f%% %-6s", (double)row->bytes / row->ms / 1e6,
			    roof == LAB_ABOVE ? ">" : " ", roof == LAB_ABOVE ? 100 : 100 * share,
			    lab_roof_name[roof]);
}

void lab_write_report(const struct lab *lab, struct text *out)
{
	const struct lab_table *table = &lab->table;
	bool is_above = false;
	double share;

	text_printf(out, "%s\n%s: memory copies %.1f GB/s, reads %.1f GB/s", table->title,
		    table->device, table->copy_rate / 1e6, table->read_rate / 1e6);
	if (lab->peak_rate > 0)
		text_printf(out, ", arithmetic %.1f GFLOP/s", lab->peak_rate / 1e6);
	text_add(out, "\n\n");
	text_printf(out, "%-18s %10s %10s %8s %-13s %6s %6s  %-16s %6s\n", "method", "ms",
		    table->work, "GB/s", "   of roof", "bytes", "idle", "digest", "runs");
	EACH_ITEM(row, table->row, table->n) {
		text_printf(out, "%-18s %10.4f %10.3f", row->method, row->ms,
			    row->ms > 0 ? row->work / row->ms / 1e6 : 0);
		write_roof(table, row, out);
		is_above |= lab_roof_of(table, row, &share) == LAB_ABOVE;
		if (row->bytes && lab->statistics.n)
			text_printf(out, " %6.1f", (double)row->bytes / (double)lab->statistics.n);
		else
			text_printf(out, " %6s", "-");
		if (row->idle >= 0)
			text_printf(out, " %5.1f%%", 100 * row->idle);
		else
			text_printf(out, " %6s", "-");
		text_printf(out, "  %016" PRIx64 " %6" PRId32 "%s%s\n", row->digest, row->runs,
			    row->is_best ? " best" : "", row->is_chosen ? " chosen" : "");
	}
	if (is_above)
		text_add(
			out,
			"> 100 % caches: more bytes a second than memory copies or reads, so caches "
			"have them, or the time is too short to measure\n");
	for (int32_t i = 0; i < table->n; i++) {
		if (*table->row[i].note)
			text_printf(out, "%s: %s\n", table->row[i].method, table->row[i].note);
	}
}

enum status lab_chart_of(const struct session *session, enum lab_chart what, struct chart *out)
{
	static const struct lab_table none;
	const struct lab *lab = session_lab(session);

	if (what == LAB_ROOFLINE)
		TRY(lab_need_table(session, &lab));
	return lab_chart_make(what, lab ? &lab->table : &none, lab ? lab->point : NULL,
			      lab ? lab->n_points : 0, out);
}

/* ---- files ---- */

static enum status put_table(const struct lab_table *table, struct output *out)
{
	text_printf(
		&out->text,
		"method,ms,runs,work,rate_unit,bytes,idle,error,digest,apart_ms,copy_GBps,note\n");
	for (int32_t i = 0; i < table->n; i++) {
		const struct lab_row *row = &table->row[i];

		text_printf(&out->text,
			    "%s,%.6f,%" PRId32 ",%.0f,%s,%" PRId64 ",%.4f,%.4g,%016" PRIx64
			    ",%.6f,%.3f,\"%s\"\n",
			    row->method, row->ms, row->runs, row->work, table->work, row->bytes,
			    row->idle, row->error, row->digest, row->apart_ms,
			    table->copy_rate / 1e6, row->note);
		TRY(output_step(out, i));
	}
	return STATUS_OK;
}

static enum status put_matrix(const struct sparse *a, struct output *out)
{
	text_printf(&out->text,
		    "%%%%MatrixMarket matrix coordinate %s general\n%" PRId32 " %" PRId32
		    " %" PRId64 "\n",
		    a->is_pattern ? "pattern" : "real", a->n_rows, a->n_columns, sparse_entries(a));
	for (int32_t r = 0; r < a->n_rows; r++) {
		for (int32_t e = a->row[r]; e < a->row[r + 1]; e++) {
			text_printf(&out->text, "%" PRId32 " %" PRId32, r + 1, a->column[e] + 1);
			if (!a->is_pattern) {
				text_add(&out->text, " ");
				text_number(&out->text, a->value[e]);
			}
			text_add(&out->text, "\n");
		}
		TRY(output_step(out, r));
	}
	return STATUS_OK;
}

static enum status put_vector(const struct lab *lab, struct output *out)
{
	int64_t n = lab->n_y * lab->y_columns;

	text_printf(&out->text,
		    "%%%%MatrixMarket matrix array real general\n%% %s of each %s\n%" PRId64
		    " %" PRId32 "\n",
		    lab->y_value, lab->y_row, lab->n_y, lab->y_columns);
	/* column by column */
	for (int64_t i = 0; i < n; i++) {
		text_number(&out->text, lab->y[i % lab->n_y * lab->y_columns + i / lab->n_y]);
		text_add(&out->text, "\n");
		TRY(output_step(out, i));
	}
	return STATUS_OK;
}

enum status lab_write_file(const struct lab *lab, enum lab_file what, const char *path,
			   struct task *task)
{
	struct output out;
	enum status status;

	if (what == LAB_FILE_MATRIX && !lab->matrix)
		return status_fail(STATUS_FAILED, "the lab has no matrix");
	if (what == LAB_FILE_VECTOR && !lab->y)
		return status_fail(STATUS_FAILED, "the lab has no result yet");
	TRY(output_open(&out, path, task));
	if (what == LAB_FILE_MATRIX)
		status = put_matrix(lab->matrix, &out);
	else if (what == LAB_FILE_VECTOR)
		status = put_vector(lab, &out);
	else
		status = put_table(&lab->table, &out);
	return output_close(&out, status);
}
