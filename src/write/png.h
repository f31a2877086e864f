/* Pictures as PNG (libpng). */
#ifndef WRITE_PNG_H
#define WRITE_PNG_H

#include <stdint.h>

#include "base/status.h"
#include "base/task.h"

/* width × height pixels of red, green, blue, top row first. STATUS_IO, STATUS_NO_MEMORY,
 * STATUS_CANCELLED. */
enum status png_write_rgb(const char *path, int32_t width, int32_t height, const uint8_t *rgb,
			  struct task *task);

#endif
