#include "ui/tui/pairs.h"

#include <ncurses.h>
#include <stddef.h>
#include <stdlib.h>

#include "ui/widgets/surface.h"

enum {
	PAIRS = 4096,     /* fewer would be given away again within a frame */
	DIRECT = 1 << 24, /* colours are red, green and blue themselves */
	CUBE = 16,        /* where 6 x 6 x 6 colours begin … */
	GREYS = 232,      /* … and 24 greys, … */
	NEARLY_GREY = 48, /* … which take the place of no other colour */
};

bool pairs_are_enough(void)
{
	return COLORS >= 256 && COLOR_PAIRS >= PAIRS;
}

static const int level[6] = {0, 95, 135, 175, 215, 255};

static int nearest_level(int c)
{
	int best = 0;

	for (int i = 1; i < 6; i++) {
		if (abs(level[i] - c) < abs(level[best] - c))
			best = i;
	}
	return best;
}

static int distance(int r, int g, int b, int r2, int g2, int b2)
{
	return 3 * (r - r2) * (r - r2) + 6 * (g - g2) * (g - g2) + (b - b2) * (b - b2);
}

/* Of the 256 that xterm began with: the cube or a grey. */
static int of_256(int r, int g, int b)
{
	int i = nearest_level(r), j = nearest_level(g), k = nearest_level(b);
	int step = ((r + g + b) / 3 - 8 + 5) / 10, grey;

	step = step < 0 ? 0 : step > 23 ? 23 : step;
	grey = 8 + 10 * step;
	if (abs(r - g) < NEARLY_GREY && abs(g - b) < NEARLY_GREY && abs(r - b) < NEARLY_GREY &&
	    distance(r, g, b, grey, grey, grey) < distance(r, g, b, level[i], level[j], level[k]))
		return GREYS + step;
	return CUBE + 36 * i + 6 * j + k;
}

static int number_of(uint32_t colour)
{
	int r = colour >> 16 & 255, g = colour >> 8 & 255, b = colour & 255;

	if (!(colour & COLOUR_SET))
		return -1;
	return COLORS >= DIRECT ? (int)(colour & 0xffffff) : of_256(r, g, b);
}

void pairs_set(uint32_t fore, uint32_t back)
{
	int pair = alloc_pair(number_of(fore), number_of(back));

	if (pair < 0)
		pair = 0;
	attr_set(A_NORMAL, 0, &pair);
}
