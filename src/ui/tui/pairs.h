/* Colours of cells that have their own: the nearest that the terminal has. Curses must be there. */
#ifndef UI_TUI_PAIRS_H
#define UI_TUI_PAIRS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

/* 256 colours or more, and pairs enough of them. */
bool pairs_are_enough(void);
/* Of the 256 colours that terminals share, from 16 on, the one that looks most like 0xRRGGBB. */
int pairs_nearest(uint32_t rgb);
/* Curses' pair, above those of styles, for the colours of a struct cell, of which 0 = the terminal's own. It keeps them until
 * pairs_forget(); 0 = all pairs have colours. */
int pairs_of(uint32_t fore, uint32_t back);
/* Did it return 0 since then? */
bool pairs_ran_out(void);
/* The pair of a style, style + 1: this number's colour on what the terminal has. */
void pairs_set_style(int style, int fore);
/* Append what curses has written, with colours in place of the pairs that it names (direct.h); those that stay aren't repeated. */
void pairs_spell(const char *bytes, int64_t n, struct text *out);
/* Curses has begun again, or its pairs were reset. */
void pairs_forget(void);

#endif
