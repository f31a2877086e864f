/*
 * Bar charts in text: a bar of blocks for each bin, stacked by series, with axes. Series have
 * glyphs of their own, so that colour is never needed.
 */
#ifndef UI_WIDGETS_BARS_H
#define UI_WIDGETS_BARS_H

#include "ui/widgets/plot.h"

enum plot_scale { SCALE_LINEAR, SCALE_LOG, SCALE_CDF, N_SCALES };

enum { BARS_SERIES = 8, BARS_LABELS = 8 }; /* columns of the labels at the left */

struct bars_series {
	const char *name;     /* borrowed; NULL = it needs no name */
	const int32_t *count; /* borrowed [n] */
	int64_t n;            /* for the legend */
};

/* A letter below the axis, and what the legend says of it. */
struct bars_mark {
	char letter;
	int64_t value;
};

/* A height in each bin that is drawn over the bars, as a glyph of its own. */
struct bars_points {
	const char *name;     /* borrowed */
	const int32_t *count; /* borrowed [n] */
	uint32_t glyph;
	char ascii;
};

enum { BARS_POINTS = 2 };

struct bars {
	struct bars_series series[BARS_SERIES];
	int n_series;
	/* borrowed [n]: of one series that has no counts, as 32 bits don't hold them; NULL = of none */
	const double *sums;
	struct bars_points points[BARS_POINTS];
	int n_points;
	const int32_t *error_low, *error_high; /* borrowed [n]: a line from … to; NULL = none */
	int32_t n;           /* bins; those that there is no room for are on other pages */
	int32_t selected;    /* -1 = none */
	int64_t low, width;  /* bin b is from low + b · width on */
	double below, total; /* values before the first bin; all of them: for SCALE_CDF */
	enum plot_scale scale;
	bool signs;           /* bars below zero are bad ones, those above good */
	bool bins_are_values; /* ticks are at the middle of bins that are whole numbers */
	double x_unit;        /* labels are values over this */
	double y_unit;
	const struct bars_mark *mark; /* borrowed [n_marks] */
	int n_marks;
};

/* Bins that an area has room for with two columns each. */
int bars_room(struct area area);

/* The bin of n at a column of an area where they are drawn, with the selected one; -1 = there is none. */
int32_t bars_bin_at(int32_t n, int32_t selected, struct area area, int x);

/* Bars, an axis and a row of labels; a row of marks and of names where there is room. */
void bars_draw(const struct bars *bars, enum glyphs glyphs, struct area area);

#endif
