/*
 * What the explorer and its layout window tell each other: messages of fixed size over a socket of
 * packets. The window is a process of its own (the same program, started with --window-helper and
 * the socket as descriptor 3), so that SDL's signals, threads and crashes stay out of the terminal.
 *
 *	explorer                         window
 *	                            <-   READY width height, or FAILED text
 *	FRAME slot (first with fd)  ->
 *	                            <-   SHOWN slot: its pixels were taken, it may be overwritten
 *	                            <-   SIZE, POINTER, BUTTON, WHEEL, KEY as they come
 *	TITLE text                  ->
 *	                            <-   CLOSED: the user has closed it; the process ends
 *
 * Either side going away closes the socket, which ends the other. A message that can't be true
 * (a slot that isn't there, a frame larger than its memory) is answered by FAILED. SHOWN, SIZE and
 * POINTER always come in the end, the latter two as things are by then; of keys, buttons and the
 * wheel those are lost that come while the explorer is stopped and the socket is full.
 */
#ifndef UI_WIN_PROTOCOL_H
#define UI_WIN_PROTOCOL_H

#include <stdint.h>

enum {
	WINDOW_SOCKET = 3,
	WINDOW_TEXT = 160,
	WINDOW_SLOTS = 2,
	WINDOW_MOST_PIXELS = 16384,  /* along a side */
	WINDOW_MOST_BYTES = 1 << 28, /* of a slot: 8192 × 8192 pixels */
};

enum window_message_kind {
	/* to the window */
	WINDOW_FRAME, /* show the slot: width × height pixels, 0xXXRRGGBB each, rows without gaps */
	WINDOW_TITLE, /* text */
	/* from the window */
	WINDOW_READY,   /* width, height: pixels that it has; text: "x11, opengl", SDL's drivers */
	WINDOW_FAILED,  /* text: why there is none; the process ends */
	WINDOW_SHOWN,   /* slot */
	WINDOW_SIZE,    /* width, height */
	WINDOW_POINTER, /* x, y, buttons, modifiers; buttons = −1: it has left */
	WINDOW_BUTTON,  /* x, y, button, down, clicks, modifiers */
	WINDOW_WHEEL,   /* x, y, buttons, modifiers; dx, dy notches: right, away from the user */
	WINDOW_KEY,     /* key: as ui/key.h numbers them */
	WINDOW_CLOSED,
	N_WINDOW_MESSAGES
};

enum window_button { WINDOW_LEFT = 1, WINDOW_MIDDLE = 2, WINDOW_RIGHT = 3 };
enum window_modifier { WINDOW_SHIFT = 1, WINDOW_CONTROL = 2 };

struct window_message {
	int32_t kind; /* enum window_message_kind */
	int32_t slot;
	int32_t width, height; /* pixels */
	int64_t bytes; /* of a slot; a FRAME with a descriptor brings new shared memory of two */
	double x, y;   /* pixels from the upper left corner */
	double dx, dy;
	int32_t buttons; /* 1 << WINDOW_LEFT: that is down */
	int32_t button, down, clicks, modifiers;
	int32_t key;
	char text[WINDOW_TEXT];
};

#endif
