/* A picture of pixels in memory: rectangles and a line of text, enough for a scale and its numbers.
 */
#ifndef DRAW_PICTURE_H
#define DRAW_PICTURE_H

#include <stdint.h>

#include "base/status.h"
#include "draw/glyphs.h"

struct picture {
	int32_t width, height;
	uint8_t *rgb; /* owned, top row first */
};

/* White. */
enum status picture_new(int32_t width, int32_t height, struct picture *out);
void picture_release(struct picture *picture);

/* What lies outside is left out. */
void picture_fill(struct picture *picture, int32_t x, int32_t y, int32_t width, int32_t height,
		  const uint8_t *rgb);
/* UTF-8 in the little letters of draw/glyphs.h, black, from its upper left corner, each pixel `size`
 * wide. */
void picture_text(struct picture *picture, int32_t x, int32_t y, int32_t size, const char *text);

#endif
