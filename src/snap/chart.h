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
	bool is_log;      /* base 10; `low` and `high` are values, not logarithms, and above 0 */
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
/* So that it has the value. */
void chart_widen(struct chart_axis *axis, double value);
/* Ticks at round values, at most `most`; returns their number. */
int32_t chart_ticks(const struct chart_axis *axis, int32_t most,
		    struct chart_tick tick[CHART_TICKS]);

/* Draw a chart in ASCII, at least 30 × 8 characters, with the names of the marks below if
 * `legend`. */
void chart_write(const struct chart *chart, int32_t width, int32_t height, bool legend,
		 struct text *out);
/* The legend of the marks: a line each, or with a width > 0 as many in a line as fit, by the first
 * word of each name. */
void chart_write_names(const struct chart *chart, int32_t width, struct text *out);
void chart_release(struct chart *chart);

/* ---- lab_chart.c: charts of the lab ---- */

enum lab_chart { LAB_ROOFLINE, LAB_RESIDUAL, LAB_WIRES };
#define LAB_CHARTS "roofline|residual|wires"

/* The roofline of a table: the rate allowed by memory and arithmetic over the work per byte, with a
 * mark a method; or the residuals or wire lengths over a placement's iterations. STATUS_FAILED if
 * nothing was measured. */
enum status lab_chart_make(enum lab_chart what, const struct lab_table *table,
			   const struct lab_point *point, int32_t n_points, struct chart *out);

#endif
