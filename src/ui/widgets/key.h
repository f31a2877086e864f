/*
 * Keys: a character is its Unicode number, the others have numbers of their own. Their names are
 * what the key table, help and replay files are written with: j, G, ., <Enter>, <C-d>, <S-Home>,
 * <lt>.
 */
#ifndef UI_WIDGETS_KEY_H
#define UI_WIDGETS_KEY_H

#include <stdint.h>

#include "base/status.h"

#define KEY_NAMES(X)                                                                               \
	X(ENTER, "Enter")                                                                          \
	X(TAB, "Tab")                                                                              \
	X(S_TAB, "S-Tab")                                                                          \
	X(ESC, "Esc")                                                                              \
	X(SPACE, "Space")                                                                          \
	X(BACKSPACE, "Backspace")                                                                  \
	X(DELETE, "Delete")                                                                        \
	X(UP, "Up")                                                                                \
	X(DOWN, "Down")                                                                            \
	X(LEFT, "Left")                                                                            \
	X(RIGHT, "Right")                                                                          \
	X(HOME, "Home")                                                                            \
	X(END, "End")                                                                              \
	X(PAGE_UP, "PgUp")                                                                         \
	X(PAGE_DOWN, "PgDn")                                                                       \
	X(S_HOME, "S-Home")                                                                        \
	X(S_END, "S-End")                                                                          \
	X(S_UP, "S-Up")                                                                            \
	X(S_DOWN, "S-Down")                                                                        \
	X(F1, "F1")                                                                                \
	X(F2, "F2")                                                                                \
	X(F3, "F3")                                                                                \
	X(F4, "F4")                                                                                \
	X(F5, "F5")                                                                                \
	X(F6, "F6")                                                                                \
	X(F7, "F7")                                                                                \
	X(F8, "F8")                                                                                \
	X(F9, "F9")                                                                                \
	X(F10, "F10")                                                                              \
	X(F11, "F11")                                                                              \
	X(F12, "F12")                                                                              \
	X(INSERT, "Ins")                                                                           \
	X(WHEEL_UP, "WheelUp")                                                                     \
	X(WHEEL_DOWN, "WheelDown")                                                                 \
	X(BREAK, "Break") /* in records: the ^C that cancels what runs */                          \
	X(OTHER, "Other")                                                                          \
	X(PASTE_BEGIN, "PasteBegin")                                                               \
	X(PASTE_END, "PasteEnd")

enum key_number {
	UI_KEY_NONE = -1,
	UI_KEY_FIRST = 0x200000, /* above Unicode */
#define X(id, name) UI_KEY_##id,
	KEY_NAMES(X)
#undef X
};

/* Control and a letter. */
#define UI_KEY_CONTROL(letter) ((letter)&31)

/* A click into a cell of the screen is a key too, <Click-X-Y>: so it can be replayed. */
#define UI_KEY_CLICK(x, y)   (0x400000 + ((y) << 10 | (x)))
#define UI_KEY_IS_CLICK(key) ((key) >= 0x400000)
#define UI_KEY_CLICK_X(key)  ((key)&1023)
#define UI_KEY_CLICK_Y(key)  ((key) >> 10 & 1023)

/* The first key of a text, and *text moved after it; UI_KEY_NONE for a name that isn't one. */
int32_t key_parse(const char **text);
/* A text that is one key, also without its <>. STATUS_USAGE names the nearest. */
enum status key_parse_one(const char *text, int32_t *key);
/* The name of a key, in a buffer of at least 16 bytes. */
const char *key_text(int32_t key, char *buffer);

#endif
