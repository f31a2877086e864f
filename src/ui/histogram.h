/* Histograms in text: a column of blocks for each bin, an axis with a mark at zero. */
#ifndef UI_HISTOGRAM_H
#define UI_HISTOGRAM_H

#include "ui/plot.h"

struct histogram {
	const int32_t *count; /* borrowed [n] */
	int n;
	int selected;           /* the bin that is marked, -1 = none */
	int zero;               /* the bin that begins at zero: the bars before it are bad ones */
	const char *low, *high; /* labels of the ends */
};

/* Two rows of axis and at least one of bars; bins share columns where there are more than columns.
 */
void histogram_draw(const struct histogram *histogram, enum glyphs glyphs, struct area area);

#endif
