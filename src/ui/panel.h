/* The panel beside or below a view: the explanation of the step, or a lesson, with a picture of the
 * graph when that is small. */
#ifndef UI_PANEL_H
#define UI_PANEL_H

#include "ui/ui.h"

void panel_draw(struct ui *ui, struct area area);

#endif
