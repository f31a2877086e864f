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

/* ---- window_panel.c ---- */

/* The panel of the query: keys, menu, or the hint while it is shown. */
void window_panel_fill(const struct ui *ui, struct frame_query *q);
/* The window is there: a hint for a while, but not in replays. */
void window_panel_opened(struct ui *ui);
/* So long the hint is still shown, ms; 0 = there is none. */
double window_panel_ms(const struct ui *ui);
/* A key, or a button, in the window; false when it means what it means without a panel. */
bool window_panel_key(struct ui *ui, int32_t key);
bool window_panel_press(struct ui *ui, double x, double y);
/* The pointer has moved: over a menu it selects. */
void window_panel_pointer(struct ui *ui);

/* ---- window_mouse.c ---- */

/* One that window_message_parse() has let through. STATUS_BAD_INPUT when it can't be now; the message
 * goes on from "sent …". */
enum status window_take_message(struct ui *ui, const struct window_message *message);
/* The window is no longer there, and why. */
void window_ended(struct ui *ui, enum style style, const char *why);
/* A frame has brought what was clicked on. */
void window_take_pick(struct ui *ui, const struct snap_frame *frame);

#endif
