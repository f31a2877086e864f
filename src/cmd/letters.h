/*
 * Text in pictures: by SDL2_ttf in a font that fontconfig names, or, where these aren't there, in
 * the little letters of cmd/picture.h. Both libraries are loaded when text is first drawn, so that
 * who draws none needs none; no part of SDL is initialised.
 */
#ifndef CMD_LETTERS_H
#define CMD_LETTERS_H

#include <stdint.h>

/* Pixels of 0xXXRRGGBB, in rows without gaps. */
struct canvas {
	int32_t width, height;
	uint32_t *pixel; /* borrowed */
};

/* Letters of a line of so many pixels; kept until the end of the process. `plain`: the little ones,
 * which look the same on every machine. */
struct letters;
struct letters *letters_of(int32_t height, int plain);

/* What the text takes; UTF-8. */
void letters_size(struct letters *letters, const char *text, int32_t *width, int32_t *height);

enum { LETTERS_LEFT, LETTERS_MIDDLE, LETTERS_RIGHT };

/* From x (its left end, middle or right end), and the line's upper edge; what lies outside of the
 * canvas is left out. */
void letters_draw(struct letters *letters, const struct canvas *canvas, int32_t x, int32_t y,
		  int where, uint32_t colour, const char *text);

/* A rectangle, of which the colour makes up `alpha` 255ths. */
void canvas_fill(const struct canvas *canvas, int32_t x, int32_t y, int32_t width, int32_t height,
		 uint32_t colour, int32_t alpha);

#endif
