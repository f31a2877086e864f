/*
 * Small line plots in text: a grid of dots several to a character, drawn in braille where the
 * terminal can, else in quarter blocks, else in ASCII.
 */
#ifndef UI_WIDGETS_PLOT_H
#define UI_WIDGETS_PLOT_H

#include "ui/widgets/surface.h"

enum glyphs { GLYPHS_BRAILLE, GLYPHS_BLOCK, GLYPHS_ASCII };

struct plot_line {
	const double *y; /* borrowed [n]; NAN = no value */
	int n;
	enum style style;
	const char *name; /* borrowed, after the title in the line's colour; NULL = none */
};

struct plot {
	const char *title;
	const char *unit;    /* of y, after the title; NULL = none */
	const char *x_label; /* what counts along x: "level" */
	/* the text when there are no values; NULL = that there are none yet */
	const char *empty;
	bool log_y; /* values ≤ 0 are drawn on the floor */
	struct plot_line line[2];
	int n_lines;
	int n_x; /* points along x, at least 2 are drawn apart */
	/* x is a logarithm of what is written there: natural ones of the first and the last point;
	 * equal = x counts points */
	double log_low, log_high;
	/* or what is written at the first and the last point; equal = x counts points */
	double x_low, x_high;
	int mark_x; /* the point of the timeline, −1 = none */
	int digits; /* of the axis' labels; 0 = times: three below 10, else whole numbers */
};

/* Draw into the area: title, axis, labels and lines. Too small an area says so. */
void plot_draw(const struct plot *plot, enum glyphs glyphs, struct area area);

#endif
