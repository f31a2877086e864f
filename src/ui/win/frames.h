/* The shared memory of frames, as the window sees it: messages about it are not trusted. */
#ifndef UI_WIN_FRAMES_H
#define UI_WIN_FRAMES_H

#include <stdint.h>

#include "base/status.h"
#include "ui/win/protocol.h"

struct window_frames {
	const unsigned char *slots; /* mapped: two slots; NULL before the first */
	int64_t bytes;              /* of a slot */
};

/*
 * The pixels of a FRAME, rows of 4 × width bytes, valid until the next one is taken. The descriptor
 * (−1 = none) is that of new memory and closed. STATUS_BAD_INPUT when the message contradicts the memory.
 */
enum status window_frames_take(struct window_frames *frames, const struct window_message *message,
			       int descriptor, const void **pixels);
void window_frames_release(struct window_frames *frames);

#endif
