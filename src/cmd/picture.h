/* A picture of pixels in memory: rectangles and a line of text, enough for a scale and its numbers.
 */
#ifndef CMD_PICTURE_H
#define CMD_PICTURE_H

#include <stdint.h>

#include "base/status.h"

struct picture {
	int32_t width, height;
	uint8_t *rgb; /* owned, top row first */
};

enum { GLYPH_WIDTH = 6, GLYPH_HEIGHT = 7 }; /* with the gap behind it */

/* White. */
enum status picture_new(int32_t width, int32_t height, struct picture *out);
void picture_release(struct picture *picture);

/* What lies outside is left out. */
void picture_fill(struct picture *picture, int32_t x, int32_t y, int32_t width, int32_t height,
		  const uint8_t *rgb);
/* Small letters, digits and some signs in black, from its upper left corner, each pixel `size`
 * wide; others are blank. */
void picture_text(struct picture *picture, int32_t x, int32_t y, int32_t size, const char *text);

#endif
