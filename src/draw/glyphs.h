/* Little letters of 5 by 7 pixels: all printable signs of ASCII and some that units have. */
#ifndef DRAW_GLYPHS_H
#define DRAW_GLYPHS_H

#include <stdint.h>

enum { GLYPH_WIDTH = 6, GLYPH_HEIGHT = 7 }; /* with the gap after it */

/* Rows from the top, the left pixel in the bit of 16. What isn't there is an empty box. */
const uint8_t *glyph_of(uint32_t character);

#endif
