#include "ui/win/sdl_keys.h"

#include <stddef.h>

#include "ui/widgets/key.h"
#include "ui/win/protocol.h"

static const struct {
	SDL_Keycode symbol;
	int32_t key, shifted;
} table[] = {
	{SDLK_RETURN, UI_KEY_ENTER, UI_KEY_ENTER},
	{SDLK_KP_ENTER, UI_KEY_ENTER, UI_KEY_ENTER},
	{SDLK_TAB, UI_KEY_TAB, UI_KEY_S_TAB},
	{SDLK_ESCAPE, UI_KEY_ESC, UI_KEY_ESC},
	{SDLK_BACKSPACE, UI_KEY_BACKSPACE, UI_KEY_BACKSPACE},
	{SDLK_DELETE, UI_KEY_DELETE, UI_KEY_DELETE},
	{SDLK_INSERT, UI_KEY_INSERT, UI_KEY_INSERT},
	{SDLK_UP, UI_KEY_UP, UI_KEY_S_UP},
	{SDLK_DOWN, UI_KEY_DOWN, UI_KEY_S_DOWN},
	{SDLK_LEFT, UI_KEY_LEFT, UI_KEY_LEFT},
	{SDLK_RIGHT, UI_KEY_RIGHT, UI_KEY_RIGHT},
	{SDLK_HOME, UI_KEY_HOME, UI_KEY_S_HOME},
	{SDLK_END, UI_KEY_END, UI_KEY_S_END},
	{SDLK_PAGEUP, UI_KEY_PAGE_UP, UI_KEY_PAGE_UP},
	{SDLK_PAGEDOWN, UI_KEY_PAGE_DOWN, UI_KEY_PAGE_DOWN},
};

/* Control and a letter; four of them are keys of a terminal's. */
static int32_t control_key(int letter)
{
	switch (letter) {
	case 'h':
		return UI_KEY_BACKSPACE;
	case 'i':
		return UI_KEY_TAB;
	case 'j':
	case 'm':
		return UI_KEY_ENTER;
	default:
		return UI_KEY_CONTROL(letter);
	}
}

int32_t sdl_key(SDL_Keysym symbol)
{
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		if (table[i].symbol == symbol.sym)
			return symbol.mod & KMOD_SHIFT ? table[i].shifted : table[i].key;
	}
	if (symbol.sym >= SDLK_F1 && symbol.sym <= SDLK_F12)
		return UI_KEY_F1 + symbol.sym - SDLK_F1;
	if (symbol.mod & KMOD_CTRL && symbol.sym >= 'a' && symbol.sym <= 'z')
		return control_key(symbol.sym);
	return UI_KEY_NONE;
}

/* Not mbrtowc(): a window's text is UTF-8 in any locale. */
int32_t sdl_text_key(const char **text)
{
	const unsigned char *p = (const unsigned char *)*text;
	int more = *p >= 0xf0 ? 3 : *p >= 0xe0 ? 2 : *p >= 0xc0 ? 1 : 0;
	int32_t wide = more ? *p & (0x3f >> more) : *p;

	if (*p < ' ' || *p == 0x7f || (*p >= 0x80 && *p < 0xc0) || *p > 0xf4)
		return UI_KEY_NONE;
	for (int i = 1; i <= more; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return UI_KEY_NONE;
		wide = wide << 6 | (p[i] & 0x3f);
	}
	*text += more + 1;
	return wide == ' ' ? UI_KEY_SPACE : wide;
}

int32_t sdl_modifiers(SDL_Keymod state)
{
	return (state & KMOD_SHIFT ? WINDOW_SHIFT : 0) | (state & KMOD_CTRL ? WINDOW_CONTROL : 0);
}
