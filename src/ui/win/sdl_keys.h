/* Keys of SDL as ui/widgets/key.h numbers them, and as a terminal would send them. */
#ifndef UI_WIN_SDL_KEYS_H
#define UI_WIN_SDL_KEYS_H

#include <SDL.h>
#include <stdint.h>

/* The key that went down; UI_KEY_NONE for those that come as text, and for modifiers alone. */
int32_t sdl_key(SDL_Keysym symbol);

/* The first character of a typed text (UTF-8), and *text moved after it; UI_KEY_NONE at its end
 * and where it isn't UTF-8, which ends it. */
int32_t sdl_text_key(const char **text);

/* enum window_modifier of SDL's. */
int32_t sdl_modifiers(SDL_Keymod state);

#endif
