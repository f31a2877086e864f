/* A grid of dots, several to a character: in braille where the terminal can, else in quarter blocks, else in
 * ASCII. */
#ifndef UI_WIDGETS_DOTS_H
#define UI_WIDGETS_DOTS_H

#include "ui/widgets/plot.h"

/* Dots of a character. */
struct dots {
	enum glyphs glyphs;
	int columns, rows; /* dots in a character */
	int width, height; /* characters */
	uint8_t *mask;     /* owned [height * width]: bit r * columns + c */
	uint8_t *style;    /* owned [height * width] */
};

/* For this many characters; false when memory is short. To be released also then. */
bool dots_init(struct dots *d, enum glyphs glyphs, int width, int height);
void dots_release(struct dots *d);
/* A dot, and the style of its character; nothing outside of the grid. */
void dots_set(struct dots *d, int x, int y, enum style style);
void dots_show(const struct dots *d, struct area area);

#endif
