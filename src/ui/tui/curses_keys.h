/* The keys of ncurses as ours (ui/widgets/key.h). */
#ifndef UI_TUI_CURSES_KEYS_H
#define UI_TUI_CURSES_KEYS_H

#include <ncurses.h>

/* Keys that ncurses has no number for; define_key() gives them these. */
enum {
	KEY_PASTE_BEGIN = KEY_MAX + 1,
	KEY_PASTE_END,
};

/* What get_wch() returned, and the key that it gave; the mouse's event is taken too. UI_KEY_NONE for
 * what a mouse does that is no key. */
int curses_key(int kind, wint_t key);

#endif
