/*
 * Text in pictures: by SDL2_ttf in a font that fontconfig names, or, where these aren't there, in
 * the little letters of draw/glyphs.h. Both libraries are loaded when text is first drawn, so that
 * a caller that draws none needs none; no part of SDL is initialised. Lines that were drawn are kept, so that
 * drawing them again is blending. Threads wait for each other.
 */
#ifndef DRAW_LETTERS_H
#define DRAW_LETTERS_H

#include <stdint.h>

/* Pixels of 0xXXRRGGBB, in rows without gaps; XX is left as it is. */
struct canvas {
	int32_t width, height;
	uint32_t *pixel; /* borrowed */
};

enum {
	LETTERS_LEAST = 8, /* pixels of a line */
	LETTERS_MOST = 128,
	LETTERS_LONGEST = 1024, /* bytes of a text that are looked at */
};

/* Letters with lines of this many pixels, or the nearest size; kept until the end of
 * the process, never NULL. Plain: the little ones, which look the same on every machine. */
enum letters_kind { LETTERS_SANS, LETTERS_PLAIN, LETTERS_MONO };
struct letters;
struct letters *letters_of(int32_t height, int kind);

/* What the text takes: its width and a line's height. UTF-8, one line: what isn't a character is
 * '?'. */
void letters_size(struct letters *letters, const char *text, int32_t *width, int32_t *height);
int32_t letters_width(struct letters *letters, const char *text);

/* As much of the text as is at most so wide: all of it, or its beginning and "…", or nothing. */
void letters_fit(struct letters *letters, const char *text, int32_t width,
		 char out[LETTERS_LONGEST]);

enum { LETTERS_LEFT, LETTERS_MIDDLE, LETTERS_RIGHT };

/* From x (its left end, middle or right end), and the line's upper edge; what lies outside of the
 * canvas is left out. */
void letters_draw(struct letters *letters, const struct canvas *canvas, int32_t x, int32_t y,
		  int where, uint32_t colour, const char *text);

/* In the little letters, black, from its upper left corner, each of their pixels `size` wide. */
void letters_draw_little(const struct canvas *canvas, int32_t x, int32_t y, int32_t size,
			 const char *text);

/* A rectangle, of which the colour makes up `alpha` 255ths. */
void canvas_fill(const struct canvas *canvas, int32_t x, int32_t y, int32_t width, int32_t height,
		 uint32_t colour, int32_t alpha);

#endif
