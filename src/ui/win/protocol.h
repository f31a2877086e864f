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
 * Either side going away closes the socket, which ends the other. Neither believes the other: what
 * comes goes through window_message_parse(), and what can't be true then (a slot that isn't there, a
 * frame larger than its memory, SHOWN of what wasn't sent) ends the link too; the window says FAILED
 * before. The memory's size is sealed. SHOWN, SIZE and POINTER always come in the end, the latter two
 * as things are by then; of keys, buttons and the wheel those are lost that come while the explorer
 * is stopped and the socket is full, or faster than a person types.
 */
#ifndef UI_WIN_PROTOCOL_H
#define UI_WIN_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum {
	WINDOW_SOCKET = 3,
	WINDOW_TEXT = 160,
	WINDOW_SLOTS = 2,
	WINDOW_MOST_PIXELS = 16384,  /* along a side */
	WINDOW_MOST_BYTES = 1 << 28, /* of a slot: 8192 × 8192 pixels */
	WINDOW_FAR = 1 << 20,        /* pixels: how far outside a pointer may be */
	WINDOW_MOST_NOTCHES = 100,   /* of a wheel at once */
	WINDOW_MOST_CLICKS = 255,
};

enum window_message_kind {
	/* to the window */
	WINDOW_FRAME, /* show the slot: width × height pixels, 0xXXRRGGBB each, rows without gaps; bytes */
	WINDOW_TITLE, /* text */
	/* from the window */
	WINDOW_READY,   /* width, height: pixels that it has; text: "x11, opengl", SDL's drivers */
	WINDOW_FAILED,  /* text: why there is none; the process ends */
	WINDOW_SHOWN,   /* slot */
	WINDOW_SIZE,    /* width, height */
	WINDOW_POINTER, /* x, y, buttons, modifiers; buttons = −1: it has left */
	WINDOW_BUTTON,  /* x, y, button, down, clicks, modifiers */
	WINDOW_WHEEL,   /* x, y, buttons, modifiers; dx, dy notches: right, away from the user */
	WINDOW_KEY,     /* key: as ui/widgets/key.h numbers them */
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
	char text[WINDOW_TEXT]; /* UTF-8 without control characters, closed by 0 */
};

enum window_side { FROM_EXPLORER, FROM_WINDOW };

/*
 * The n bytes as a message of that side's, the fields that its kind doesn't have 0. STATUS_BAD_INPUT
 * when they aren't one, or a field is out of its range; the message continues "sent …": "a button
 * of 260".
 */
enum status window_message_parse(const void *bytes, size_t n, enum window_side from,
				 struct window_message *out);

/* A key that a window may send: a character, control and a letter, or one that has a name, but
 * nothing that only terminals or records have. */
bool window_key_is_valid(int32_t key);

/* The text of a message: cut where it is too long, with '?' and blanks for what must not be in it. */
void window_text_set(char text[WINDOW_TEXT], const char *from);

/* The largest size that frames may have, of a window that is larger; at least 1 × 1. */
void window_size_clamp(int32_t *width, int32_t *height);

#endif
