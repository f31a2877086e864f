/* Charts of snap/chart.h in a terminal that shows pixels: lines and marks are drawn, the words are the terminal's. */
#ifndef UI_WIDGETS_CHART_H
#define UI_WIDGETS_CHART_H

#include "snap/chart.h"
#include "ui/widgets/plot.h"

/* The mark `selected` (-1 = none) has a ring. The names of the marks stand below where there is room. False, with nothing
 * drawn, where there are no pixels or the area is too small: chart_write() is for those. */
bool chart_plot(const struct chart *chart, int selected, enum glyphs glyphs, struct area area);

#endif
