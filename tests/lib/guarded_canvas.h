/* Canvases with untouched pixels around them, for tests of what draws on them. */
#ifndef TESTS_LIB_GUARDED_CANVAS_H
#define TESTS_LIB_GUARDED_CANVAS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "draw/letters.h"

enum { GUARD = 8192, UNTOUCHED = 0x5a123456 };

static inline struct canvas new_canvas(int32_t width, int32_t height)
{
	size_t n = (size_t)width * (size_t)height + 2 * GUARD;
	uint32_t *pixel = malloc(n * sizeof *pixel);

	if (!pixel)
		abort();
	for (size_t i = 0; i < n; i++)
		pixel[i] = UNTOUCHED;
	return (struct canvas){width, height, pixel + GUARD};
}

static inline void free_canvas(struct canvas *canvas)
{
	free(canvas->pixel - GUARD);
}

static inline bool is_guarded(const struct canvas *canvas)
{
	const uint32_t *end = canvas->pixel + (int64_t)canvas->width * canvas->height;

	for (int i = 0; i < GUARD; i++) {
		if (canvas->pixel[-1 - i] != UNTOUCHED || end[i] != UNTOUCHED)
			return false;
	}
	return true;
}

#endif
