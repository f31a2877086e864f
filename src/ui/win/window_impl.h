/* What the parts of the layout window's side of the explorer share. */
#ifndef UI_WIN_WINDOW_IMPL_H
#define UI_WIN_WINDOW_IMPL_H

#include "ui/ui.h"

/* ---- window_link.c ---- */

/* A message, with a descriptor if it isn't −1. */
void window_tell(struct window_ui *w, const struct window_message *message, int descriptor);
/* Is no process there that was closed? It ends when its socket does; one that doesn't is made to. */
bool window_reap(struct window_ui *w);
/* Wait until that is so. */
void window_wait_for_end(struct window_ui *w);

/* ---- window_mouse.c ---- */

/* One that window_message_parse() has let through. STATUS_BAD_INPUT when it can't be now; what is said
 * goes on from "sent …". */
enum status window_take_message(struct ui *ui, const struct window_message *message);
/* The window is no longer there, and why. */
void window_ended(struct ui *ui, enum style style, const char *why);
/* A frame has brought what was clicked on. */
void window_take_pick(struct ui *ui, const struct snap_frame *frame);

#endif
