/* Colours of cells that have their own: the nearest that the terminal has. Curses must be there. */
#ifndef UI_TUI_PAIRS_H
#define UI_TUI_PAIRS_H

#include <stdbool.h>
#include <stdint.h>

/* 256 colours or more, and pairs enough of them. */
bool pairs_are_enough(void);
/* What is written from now on has these colours (struct cell); 0 = the terminal's own. */
void pairs_set(uint32_t fore, uint32_t back);

#endif
