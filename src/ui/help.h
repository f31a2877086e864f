/* What `keys` lists over the view: the view's keys, what the words on the screen mean, and the keys that are the same everywhere. */
#ifndef UI_HELP_H
#define UI_HELP_H

#include "ui/ui.h"

/* Which words with an explanation are on the screen as it is now: they are listed from then on. */
void help_scan_screen(struct ui *ui);
void help_draw(struct ui *ui, struct area area);

#endif
