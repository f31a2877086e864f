#include "ui/tui/curses_keys.h"

#include <stddef.h>

#include "ui/widgets/key.h"

static int translate(wint_t key)
{
	static const struct {
		int curses, key;
	} table[] = {
		{KEY_UP, UI_KEY_UP},
		{KEY_DOWN, UI_KEY_DOWN},
		{KEY_LEFT, UI_KEY_LEFT},
		{KEY_RIGHT, UI_KEY_RIGHT},
		{KEY_HOME, UI_KEY_HOME},
		{KEY_END, UI_KEY_END},
		{KEY_PPAGE, UI_KEY_PAGE_UP},
		{KEY_NPAGE, UI_KEY_PAGE_DOWN},
		{KEY_SHOME, UI_KEY_S_HOME},
		{KEY_SEND, UI_KEY_S_END},
		{KEY_SR, UI_KEY_S_UP},
		{KEY_SF, UI_KEY_S_DOWN},
		{KEY_BTAB, UI_KEY_S_TAB},
		{KEY_ENTER, UI_KEY_ENTER},
		{KEY_BACKSPACE, UI_KEY_BACKSPACE},
		{KEY_DC, UI_KEY_DELETE},
		{KEY_IC, UI_KEY_INSERT},
		{KEY_PASTE_BEGIN, UI_KEY_PASTE_BEGIN},
		{KEY_PASTE_END, UI_KEY_PASTE_END},
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		if (table[i].curses == (int)key)
			return table[i].key;
	}
	if (key >= KEY_F(1) && key <= KEY_F(12))
		return UI_KEY_F1 + (int)key - KEY_F(1);
	return UI_KEY_OTHER;
}

static int translate_character(wint_t key)
{
	switch (key) {
	case '\r':
	case '\n':
		return UI_KEY_ENTER;
	case '\t':
		return UI_KEY_TAB;
	case 27:
		return UI_KEY_ESC;
	case 8:
	case 127:
		return UI_KEY_BACKSPACE;
	case ' ':
		return UI_KEY_SPACE;
	default:
		return (int)key;
	}
}

/* A press or a turn of the wheel; UI_KEY_NONE for what else a mouse does. */
static int translate_mouse(void)
{
	MEVENT event;

	if (getmouse(&event) != OK)
		return UI_KEY_NONE;
	if (event.bstate & BUTTON4_PRESSED)
		return UI_KEY_WHEEL_UP;
	if (event.bstate & BUTTON5_PRESSED)
		return UI_KEY_WHEEL_DOWN;
	if (!(event.bstate & BUTTON1_PRESSED) || event.x < 0 || event.y < 0 || event.x > 999 ||
	    event.y > 999)
		return UI_KEY_NONE;
	return UI_KEY_CLICK(event.x, event.y);
}

int curses_key(int kind, wint_t key)
{
	if (kind != KEY_CODE_YES)
		return translate_character(key);
	return key == KEY_MOUSE ? translate_mouse() : translate(key);
}
