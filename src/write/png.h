/* Pictures as PNG (libpng). */
#ifndef WRITE_PNG_H
#define WRITE_PNG_H

#include <stdint.h>

#include "base/status.h"
#include "base/task.h"

/* width × height pixels of 0xXXRRGGBB, top row first; XX isn't written. STATUS_IO, STATUS_NO_MEMORY,
 * STATUS_CANCELLED. */
enum status png_write(const char *path, int32_t width, int32_t height, const uint32_t *pixel,
		      struct task *task);

#endif
