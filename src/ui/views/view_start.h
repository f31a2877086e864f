/* View Start: the worst paths, the causes of their slack, and their places; the search that found
 * them is replayed once. */
#ifndef UI_VIEWS_VIEW_START_H
#define UI_VIEWS_VIEW_START_H

#include "ui/ui.h"

/* Show the view instead of Paths, and replay the search if this version hasn't done so before. */
void start_open(struct ui *ui);
/* Skip the rest of a replay. */
void start_finish(struct ui *ui);
/* Milliseconds until the next frame of a replay, −1 = none. */
int start_wait(const struct ui *ui);

#endif
