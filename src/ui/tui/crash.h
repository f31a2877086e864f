/* How a process that crashes gives its terminal back; there is one terminal. */
#ifndef UI_TUI_CRASH_H
#define UI_TUI_CRASH_H

#include <stdbool.h>
#include <termios.h>

/* A terminal of another process keeps its modes: a shell that edits a line has set its own. */
bool crash_in_foreground(int fd);
/* From now on a crash is handled; curses must be there. */
void crash_guard(void);
/* The terminal is ours: this is put back; −1 = it isn't any more. */
void crash_set_terminal(int fd, const struct termios *mode);

#endif
