/* Scatter plots: pairs of values counted on a grid, with the diagonal where both are equal and lines at
 * zero. */
#ifndef UI_WIDGETS_SCATTER_H
#define UI_WIDGETS_SCATTER_H

#include "ui/widgets/plot.h"

/* Arrays of 2: the value along x, and along y. */
struct scatter {
	const char *name[2];  /* borrowed: what is along the axes */
	const int32_t *count; /* borrowed [n[1]][n[0]], lowest row first */
	int64_t low[2], width[2];
	int32_t n[2];
	double unit; /* labels are values over this */
	const char *unit_name;
	bool marked; /* a pair has a mark: */
	int64_t mark[2];
};

/* The grid that fills an area, a dot a cell, with pixels two of them to either side; 0 and 0 = there is no room. */
void scatter_room(struct area area, enum glyphs glyphs, int32_t n[2]);

/* Pairs below the diagonal are bad, those above it good; of a character or a pixel with both it is the bad ones. As
 * pixels, the brighter the more pairs. */
void scatter_draw(const struct scatter *scatter, enum glyphs glyphs, struct area area);

#endif
