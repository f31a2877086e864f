/* The layout window's process; ui/win/protocol.h has its messages. */
#ifndef UI_WIN_WINDOW_PROCESS_H
#define UI_WIN_WINDOW_PROCESS_H

#include "base/text.h"

/* Shows a window until either side closes. main() calls it before anything else, with the socket
 * as descriptor WINDOW_SOCKET. Returns the exit code: 0, 1 when there was no window, 2 when there
 * is no socket; for _exit(), as SDL's libraries aren't taken down. */
int window_process_run(void);

/* What would show a window: "SDL 2.26.5, DISPLAY=:0", or why it can't be shown. */
void window_describe(struct text *out);

#endif
