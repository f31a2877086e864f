/* View Start: the worst paths, why they are late, and where they lie; the search that found them is replayed once. */
#ifndef UI_VIEWS_VIEW_START_H
#define UI_VIEWS_VIEW_START_H

#include "ui/ui.h"

/* Show the view in place of Paths, and replay the search where this version hasn't yet. */
void start_open(struct ui *ui);
/* A replay has shown all there is, whatever of it had time. */
void start_finish(struct ui *ui);
/* Milliseconds until the next frame of a replay, −1 = there is none. */
int start_wait(const struct ui *ui);

#endif
