/*
 * SDL2, loaded when a window is opened: linking it would cost every start of the program 6 ms for
 * the libraries that it brings. sdl.CreateWindow is SDL_CreateWindow, and so on.
 */
#ifndef UI_WIN_SDL_H
#define UI_WIN_SDL_H

#include <SDL.h>

#include "base/status.h"

#define SDL_LIBRARY "libSDL2-2.0.so.0"

#define SDL_FUNCTIONS(X)                                                                           \
	X(CreateRenderer)                                                                          \
	X(CreateTexture)                                                                           \
	X(CreateWindow)                                                                            \
	X(DestroyRenderer)                                                                         \
	X(DestroyTexture)                                                                          \
	X(GL_GetProcAddress)                                                                       \
	X(GetCurrentVideoDriver)                                                                   \
	X(GetDisplayUsableBounds)                                                                  \
	X(GetError)                                                                                \
	X(GetModState)                                                                             \
	X(GetMouseState)                                                                           \
	X(GetRendererInfo)                                                                         \
	X(GetRendererOutputSize)                                                                   \
	X(GetVersion)                                                                              \
	X(GetWindowFlags)                                                                          \
	X(GetWindowSize)                                                                           \
	X(Init)                                                                                    \
	X(PollEvent)                                                                               \
	X(PushEvent)                                                                               \
	X(Quit)                                                                                    \
	X(RegisterEvents)                                                                          \
	X(RenderClear)                                                                             \
	X(RenderCopy)                                                                              \
	X(RenderPresent)                                                                           \
	X(SetHint)                                                                                 \
	X(SetRenderDrawColor)                                                                      \
	X(SetWindowMinimumSize)                                                                    \
	X(SetWindowTitle)                                                                          \
	X(StartTextInput)                                                                          \
	X(UpdateTexture)                                                                           \
	X(WaitEvent)                                                                               \
	X(WaitEventTimeout)

struct sdl {
#define X(name) __typeof__(SDL_##name) *name;
	SDL_FUNCTIONS(X)
#undef X
};

/* What sdl_load() has found; nothing before. */
extern struct sdl sdl;

/* Loads the library, once. STATUS_FAILED when it, or something in it, isn't there. */
enum status sdl_load(void);

#endif
