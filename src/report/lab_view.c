/* What the screen shows of the lab: its table, a picture of its matrix, and one row of it closely. */
#include <stdio.h>
#include <string.h>

#include "report/lab.h"
#include "session/parts.h"

/* `share` of n entries, `zoom` times halved, around the one looked at. */
static void find_window(int32_t n, double at, int32_t zoom, int32_t *first, int32_t *end)
{
	int64_t size = zoom < 31 ? (int64_t)n >> zoom : 0, begin;

	size = size < 1 ? (n > 0) : size;
	begin = (int64_t)(at * n) - size / 2;
	begin = begin < 0 ? 0 : begin > n - size ? n - size : begin;
	*first = (int32_t)begin;
	*end = (int32_t)(begin + size);
}

static void count_entries(const struct sparse *a, struct snap_lab *s)
{
	int64_t high = (int64_t)s->end_row - s->first_row,
		wide = (int64_t)s->end_column - s->first_column;

	for (int32_t r = s->first_row; r < s->end_row; r++) {
		uint32_t *line =
			s->count + (r - s->first_row) * (int64_t)s->height / high * s->width;

		for (int32_t e = a->row[r]; e < a->row[r + 1]; e++) {
			int32_t c = a->column[e];

			if (c >= s->first_column && c < s->end_column)
				line[(c - s->first_column) * (int64_t)s->width / wide]++;
		}
	}
}

static void look_at_row(const struct sparse *a, struct snap_lab *s, int32_t row)
{
	s->row = row < 0 ? 0 : row >= a->n_rows ? a->n_rows - 1 : row;
	if (a->n_rows == 0)
		return;
	s->first_lane = s->row / LAB_WARP * LAB_WARP;
	for (int32_t r = s->first_lane; r < a->n_rows && r < s->first_lane + LAB_WARP; r++)
		s->length[s->n_lanes++] = a->row[r + 1] - a->row[r];
	for (int32_t e = a->row[s->row]; e < a->row[s->row + 1] && s->n_entries < LAB_ENTRIES;
	     e++) {
		s->column[s->n_entries] = a->column[e];
		s->value[s->n_entries++] = a->value[e];
	}
}

/* x is 1 at the sources; y = A'x, and x = y for the next wave, as the print has it: counts of paths. */
static void make_wave(const struct lab *lab, struct snap_lab *s, int32_t wave)
{
	const struct sparse *a = lab->matrix;

	for (int32_t v = 0; v < a->n_rows; v++) {
		s->met[v] = (int32_t)lab->y[v];
		s->product[v] = s->met[v] == 0;
		s->n_waves = s->met[v] + 1 > s->n_waves ? s->met[v] + 1 : s->n_waves;
	}
	s->wave = wave < s->n_waves ? wave : s->n_waves - 1;
	for (int32_t w = 0; w <= s->wave; w++) {
		memcpy(s->x, s->product, sizeof s->x);
		memset(s->product, 0, sizeof s->product);
		for (int32_t v = 0; v < a->n_rows; v++) {
			for (int32_t e = a->row[v]; e < a->row[v + 1]; e++)
				s->product[a->column[e]] += s->x[v];
		}
	}
}

static void copy_small(const struct lab *lab, struct snap_lab *s, int32_t wave)
{
	const struct sparse *a = lab->matrix;

	if (a->n_rows < 1 || a->n_rows > LAB_SMALL_ROWS || a->n_columns > LAB_SMALL_ROWS ||
	    s->n > LAB_SMALL)
		return;
	s->n_small = (int32_t)s->n;
	memcpy(s->small_row, a->row, (size_t)(a->n_rows + 1) * sizeof *a->row);
	memcpy(s->small_column, a->column, (size_t)s->n * sizeof *a->column);
	memcpy(s->small_value, a->value, (size_t)s->n * sizeof *a->value);
	if (lab->y && lab->y_columns == 1 && lab->n_y == a->n_rows &&
	    strcmp(lab->y_value, "steps") == 0)
		make_wave(lab, s, wave);
}

static void fill_matrix(const struct lab *lab, const struct lab_request *wanted, struct snap_lab *s)
{
	const struct sparse *a = lab->matrix;
	double at = a->n_rows ? (double)wanted->row / a->n_rows : 0;

	s->has_matrix = true;
	snprintf(s->matrix, sizeof s->matrix, "%s", a->name);
	s->n_rows = a->n_rows;
	s->n_columns = a->n_columns;
	s->n = lab->statistics.n;
	s->longest = lab->statistics.longest;
	s->half = lab->statistics.half;
	s->most = lab->statistics.most;
	s->mean = lab->statistics.mean;
	s->idle = lab->statistics.idle;
	find_window(a->n_rows, at, wanted->zoom, &s->first_row, &s->end_row);
	find_window(a->n_columns, at, wanted->zoom, &s->first_column, &s->end_column);
	if (s->width > 0 && s->height > 0)
		count_entries(a, s);
	look_at_row(a, s, wanted->row);
	s->has_y = lab->y && lab->y_columns == 1 && lab->n_y == a->n_rows && a->n_rows > 0;
	s->y = s->has_y ? lab->y[s->row] : 0;
	copy_small(lab, s, wanted->wave > 0 ? wanted->wave : 0);
}

static enum status answer_lab(struct session *session, const struct lab_request *wanted,
			      struct snap_lab **out)
{
	const struct lab *lab = session_lab(session);
	int32_t width = wanted->width > 0 ? wanted->width : 0,
		height = wanted->height > 0 ? wanted->height : 0;
	struct snap_lab *s;

	TRY(snap_lab_new(wanted->edition, width, height, lab ? lab->n_points : 0, &s));
	if (lab) {
		s->table = lab->table;
		if (lab->n_points)
			memcpy(s->point, lab->point, (size_t)lab->n_points * sizeof *s->point);
		if (lab->matrix)
			fill_matrix(lab, wanted, s);
	}
	*out = s;
	return STATUS_OK;
}

ANSWER(lab, snap_lab)

const struct session_part lab_view_part = {.answer[READ_lab] = answer_any_lab};
