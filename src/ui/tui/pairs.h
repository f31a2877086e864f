/* Colours of cells that have their own: the nearest that the terminal has. Curses must be there. */
#ifndef UI_TUI_PAIRS_H
#define UI_TUI_PAIRS_H

#include <stdbool.h>
#include <stdint.h>

/* 256 colours or more, and pairs enough of them. */
bool pairs_are_enough(void);
/* Of the 256 colours that terminals share, from 16 on, the one that looks most like 0xRRGGBB. */
int pairs_nearest(uint32_t rgb);
/* What is written from now on has these colours (struct cell); 0 = the terminal's own. */
void pairs_set(uint32_t fore, uint32_t back);

#endif
