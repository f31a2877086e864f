/* What $TERM is: whether curses knows it, and how many colours it has. */
#ifndef UI_TUI_TYPE_H
#define UI_TUI_TYPE_H

#include <ncurses.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"
#include "ui/tui/replies.h"

/* A $TERM that isn't known here, as of a terminal whose description is on another machine, becomes xterm-256color if the
 * terminal answers, else vt100; a line says so. False where nothing had to be done or could be. Keys that come meanwhile are
 * appended to *keys. */
bool type_fall_back(int fd, struct replies *replies, struct text *keys, struct text *note);
/* Is $TERM known, and can such a terminal show a picture? Asked before anything is written. STATUS_NO_TERMINAL. */
enum status terminal_type_check(int fd);
/* Do $COLORTERM or the terminal's description say that it has 24 bits of colour? */
bool type_is_direct(int fd);
/* A screen with a private description of $TERM (direct.h), of 24 bits (rgb) or 256 colours; NULL where curses doesn't take it,
 * or the terminal's 256 are written otherwise. */
SCREEN *type_open_own(int fd, bool rgb, FILE *sheet, FILE *in);

#endif
