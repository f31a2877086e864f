/* What styles look like; only ui/tui includes this, in front of ncurses' own header or
 * after it. */
#ifndef UI_TUI_THEMES_H
#define UI_TUI_THEMES_H

#include <ncurses.h>

#include "ui/widgets/surface.h"
#include "ui/tui/terminal.h"

/* ncurses names some of its macros as we do. */
#undef lines
#undef columns

/* Colour numbers of 256, then of 8. -1 = the terminal's own. */
struct look {
	short color_256, color_8;
	attr_t attribute;
};

struct look theme_look(enum theme theme, enum style style);
/* Red, green and blue (0xRRGGBB) of one of the 256 colours that terminals share, from 16 on. */
int theme_rgb(int number);

#endif
