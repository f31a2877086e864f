/* The explorer's end of a layout window, for tests: starts the program as a window's process. */
#ifndef TESTS_LIB_WINDOW_HELPER_H
#define TESTS_LIB_WINDOW_HELPER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "ui/win/protocol.h"

enum { WAIT_MS = 20000 }; /* on a busy machine; what comes comes in a few */

struct helper {
	pid_t pid;
	int socket;
	int memory;      /* memfd of two slots, -1 before */
	int64_t bytes;   /* of a slot */
	uint32_t *slots; /* mapped */
};

/* Starts it with the environment changed: "NAME=value", or "NAME" for none; NULL at the end. It
 * runs in the folder, or here when that is NULL. */
bool helper_start(struct helper *helper, const char *folder, const char *const *environment);

/* New shared memory with slots for this many pixels. */
bool helper_grow(struct helper *helper, int64_t pixels);

/* Sends this many bytes of a message; with a descriptor unless that is -1. */
bool helper_send_bytes(struct helper *helper, const void *bytes, size_t n, int descriptor);
bool helper_send(struct helper *helper, const struct window_message *message, int descriptor);

/* Shows a slot, and waits until its pixels were taken. With `memory` the descriptor goes along. */
bool helper_show(struct helper *helper, int slot, int width, int height, bool memory);

/* Waits for the next message of a kind and forgets others. */
bool helper_await(struct helper *helper, int32_t kind, struct window_message *message);
/* Any message that comes within this many ms. */
bool helper_next(struct helper *helper, int ms, struct window_message *message);

/* Closes the socket, if it isn't yet, and waits; 128 + the number of a signal, -1 when it doesn't
 * end within this many ms (it is killed then). */
int helper_end(struct helper *helper, int ms);

#endif
