/* What scripts ask of the lab: numbers that are the same on every machine, and those that were measured. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/lab.h"

/* ---- of the matrix ---- */

static enum status write_row_length(const struct call *call, const struct lab *lab)
{
	const char *word = call->n_arguments > 1 ? call->argument[1] : "";
	char *end;
	long row = strtol(word, &end, 10);

	if (!*word || *end || row < 1 || row > lab->matrix->n_rows)
		return status_fail(STATUS_USAGE,
				   "lab_property length expects a row from 1 to %" PRId32,
				   lab->matrix->n_rows);
	text_printf(call->result, "%" PRId32, lab->matrix->row[row] - lab->matrix->row[row - 1]);
	return STATUS_OK;
}

/* false = it isn't one of the matrix. */
static bool write_matrix_property(const struct lab *lab, const char *name, struct text *out)
{
	const struct sparse_statistics *s = &lab->statistics;

	if (strcmp(name, "rows") == 0)
		text_printf(out, "%" PRId32, lab->matrix->n_rows);
	else if (strcmp(name, "columns") == 0)
		text_printf(out, "%" PRId32, lab->matrix->n_columns);
	else if (strcmp(name, "nonzeros") == 0)
		text_printf(out, "%" PRId64, s->n);
	else if (strcmp(name, "mean") == 0)
		text_printf(out, "%.2f", s->mean);
	else if (strcmp(name, "longest") == 0)
		text_printf(out, "%" PRId32, s->longest);
	else if (strcmp(name, "empty") == 0)
		text_printf(out, "%" PRId32, s->empty);
	else if (strcmp(name, "hits") == 0)
		text_printf(out, "%.4f", spmv_hit_ratio(lab->matrix, SUMS_ROWS, SUMS_SHARED));
	else
		return false;
	return true;
}

/* ---- of a method ---- */

static const struct lab_row *find_row(const struct lab *lab, const char *method)
{
	int32_t found = FIRST(i, 0, lab->table.n, strcmp(lab->table.row[i].method, method) == 0);

	return found < lab->table.n ? &lab->table.row[found] : NULL;
}

static enum status write_method_property(const struct call *call, const struct lab *lab,
					 const char *name)
{
	const char *method = call->n_arguments > 1 ? call->argument[1] : "";
	const struct lab_row *row = find_row(lab, method);
	struct text *out = call->result;

	if (!row)
		return status_fail(STATUS_USAGE,
				   "lab_property %s: the lab has no method \"%.100s\"", name,
				   method);
	if (strcmp(name, "bytes") == 0)
		text_printf(out, "%" PRId64, row->bytes);
	else if (strcmp(name, "idle") == 0)
		text_printf(out, "%.4f", row->idle < 0 ? 0 : row->idle);
	else if (strcmp(name, "digest") == 0)
		text_printf(out, "%016" PRIx64, row->digest);
	else if (strcmp(name, "error") == 0)
		text_printf(out, "%.3g", row->error < 0 ? 0 : row->error);
	else if (strcmp(name, "note") == 0)
		text_add(out, row->note);
	else
		text_printf(out, "%.6f", row->ms);
	return STATUS_OK;
}

/* ---- of a placement ---- */

static enum status write_point(const struct call *call, const struct lab *lab, const char *name)
{
	const struct lab_point *last = lab->n_points ? &lab->point[lab->n_points - 1] : NULL;

	if (!last)
		return status_fail(STATUS_FAILED, "no placement is solved; lab_cg begins one");
	if (strcmp(name, "iterations") == 0)
		text_printf(call->result, "%" PRId32, lab->n_points - 1);
	else if (strcmp(name, "residual") == 0)
		text_printf(call->result, "%.3g %.3g", last->residual[0], last->residual[1]);
	else
		text_printf(call->result, "%.0f %.0f", lab->point[0].wires, last->wires);
	return STATUS_OK;
}

#define MATRIX_PROPERTIES "rows|columns|nonzeros|mean|longest|empty|hits|length"
#define METHOD_PROPERTIES "bytes|idle|digest|error|note|ms"
#define POINT_PROPERTIES  "iterations|residual|wires"

static enum status property(struct call *call)
{
	const struct lab *lab = session_lab(call->session);
	const char *name = call->argument[0];
	int index;

	TRY(call_choose(call, MATRIX_PROPERTIES "|" METHOD_PROPERTIES "|" POINT_PROPERTIES,
			&index));
	if (!lab)
		return status_fail(
			STATUS_FAILED,
			"the lab has done nothing yet; lab_spmv, lab_bfs, lab_cg and lab_sta do");
	if (choice_find(POINT_PROPERTIES, name) >= 0)
		return write_point(call, lab, name);
	if (choice_find(METHOD_PROPERTIES, name) >= 0)
		return write_method_property(call, lab, name);
	if (!lab->matrix)
		return status_fail(STATUS_FAILED, "the lab has no matrix");
	if (strcmp(name, "length") == 0)
		return write_row_length(call, lab);
	write_matrix_property(lab, name, call->result);
	return STATUS_OK;
}

const struct command lab_property_commands[] = {
	{"lab_property", property, IN_SESSION, "PROPERTY ?METHOD|ROW?", 1, 2, NULL,
	 "Return a value of the lab: rows, columns, nonzeros, mean, longest, empty, hits; length ROW; bytes, idle, digest, error, note, ms METHOD; "
	 "iterations, residual, wires"},
	{0},
};
