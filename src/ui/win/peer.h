/*
 * The window's end of the socket to the explorer. Sending never waits: an explorer that is stopped
 * (^Z) must not freeze its window. What is state is owed until there is room; keys, buttons and
 * notches of the wheel are lost then.
 */
#ifndef UI_WIN_PEER_H
#define UI_WIN_PEER_H

#include <stdbool.h>

#include "ui/win/protocol.h"

struct peer {
	unsigned owed; /* bits: what of the below has changed since it was sent */
	int32_t width, height;
	struct window_message pointer;
};

/* A message as it came, not looked at. */
struct peer_packet {
	struct window_message message;
	size_t size;    /* bytes that came; only that many of the message are there */
	int descriptor; /* owned; −1 = none */
};

/* Whether descriptor WINDOW_SOCKET is such a socket. */
bool peer_is_there(void);

/* Waits for the next message; false when the explorer has closed its end. */
bool peer_receive(struct peer_packet *packet);

/* State: sent now or, when there is no room, by a later peer_pay(). */
void peer_send_size(struct peer *peer, int width, int height);
void peer_send_shown(struct peer *peer, int slot);
/* Only noted: of many motions peer_pay() sends the last. */
void peer_note_pointer(struct peer *peer, const struct window_message *pointer);

/* Sends what is owed; true when nothing is any more. */
bool peer_pay(struct peer *peer);

/* An event that belongs after what is owed; lost when there is no room. */
void peer_send_event(struct peer *peer, const struct window_message *message);

/* The first or the last word, waited for a second at most. */
void peer_send_word(const struct window_message *message);

#endif
