/*
 * Curves and marks over two axes, as data: drawn as text here, as pixels by report/chart_image.c.
 */
#ifndef SNAP_CHART_H
#define SNAP_CHART_H

#include <stdbool.h>

#include "base/status.h"
#include "base/text.h"
#include "snap/lab.h"

enum { CHART_LINES = 3, CHART_MARKS = LAB_ROWS, CHART_TICKS = 12 };

struct chart_axis {
	char title[96];
	bool is_log;      /* base 10; `low` and `high` are values all the same, above 0 */
	double low, high; /* low < high */
};

struct chart_line {
	char name[32];
	int32_t n;
	double *x, *y; /* owned [n]; x ascends */
};

struct chart_mark {
	char sign;
	char name[80];
	double x, y;
};

struct chart {
	char title[LAB_TITLE];
	struct chart_axis x, y;
	int32_t n_lines, n_marks;
	struct chart_line line[CHART_LINES];
	struct chart_mark mark[CHART_MARKS];
};

struct chart_tick {
	double at; /* 0 … 1 along the axis */
	char text[16];
};

/* The place of a value along an axis: 0 … 1 within it. */
double chart_place(const struct chart_axis *axis, double value);
/* Round values, at most `most`; returns how many. */
int32_t chart_ticks(const struct chart_axis *axis, int32_t most,
		    struct chart_tick tick[CHART_TICKS]);

/* At least 30 × 8 characters, ASCII, with the names of the marks below if `legend`. */
void chart_write(const struct chart *chart, int32_t width, int32_t height, bool legend,
		 struct text *out);
/* What the marks' signs mean: a line each, or with a width > 0 as many beside each other as there is room for, by the
 * first word alone. */
void chart_write_names(const struct chart *chart, int32_t width, struct text *out);
void chart_release(struct chart *chart);

/* ---- lab_chart.c: what the lab has to draw ---- */

enum lab_chart { LAB_ROOFLINE, LAB_RESIDUAL, LAB_WIRES };
#define LAB_CHARTS "roofline|residual|wires"

/* The roofline of a table: what memory and arithmetic allow for work a byte, and a mark a method; or the residuals or the wire lengths of a
 * placement's iterations. STATUS_FAILED when nothing of it has been measured. */
enum status lab_chart_make(enum lab_chart what, const struct lab_table *table,
			   const struct lab_point *point, int32_t n_points, struct chart *out);

#endif
