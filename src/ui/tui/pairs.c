#include "ui/tui/pairs.h"

#include <math.h>
#include <ncurses.h>

#include "ui/tui/themes.h"
#include "ui/widgets/surface.h"

enum {
	PAIRS = 4096,     /* fewer would be reused within a frame */
	DIRECT = 1 << 24, /* colours are red, green and blue themselves */
	OWN = 16,         /* users choose these; the cube and the greys follow */
	CACHED = 4096,    /* a power of two */
};

bool pairs_are_enough(void)
{
	return COLORS >= 256 && COLOR_PAIRS >= PAIRS;
}

/* Lightness and two colours, in which equal distances look alike: Oklab (B. Ottosson, 2020), of 8-bit sRGB. */
struct lab {
	double l, a, b;
};

static double linear(int c)
{
	double x = c / 255.0;

	return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}

static struct lab lab_of(uint32_t rgb)
{
	double r = linear(rgb >> 16 & 255), g = linear(rgb >> 8 & 255), b = linear(rgb & 255);
	double l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
	double m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
	double s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);

	return (struct lab){0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
			    1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
			    0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

int pairs_nearest(uint32_t rgb)
{
	static struct lab lab[256];
	static uint32_t key[CACHED]; /* colour + 1 */
	static uint8_t found[CACHED];
	uint32_t at = (rgb & 0xffffff) * 2654435761u >> 20;
	double best = INFINITY;
	struct lab c;

	rgb &= 0xffffff;
	if (key[at] == rgb + 1)
		return found[at];
	for (int i = OWN; lab[255].l == 0 && i < 256; i++)
		lab[i] = lab_of((uint32_t)theme_rgb(i));
	c = lab_of(rgb);
	for (int i = OWN; i < 256; i++) {
		double dl = lab[i].l - c.l, da = lab[i].a - c.a, db = lab[i].b - c.b;
		double distance = dl * dl + da * da + db * db;

		if (distance < best) {
			best = distance;
			found[at] = (uint8_t)i;
		}
	}
	key[at] = rgb + 1;
	return found[at];
}

static int number_of(uint32_t colour)
{
	if (!(colour & COLOUR_SET))
		return -1;
	return COLORS >= DIRECT ? (int)(colour & 0xffffff) : pairs_nearest(colour);
}

void pairs_set(uint32_t fore, uint32_t back)
{
	int pair = alloc_pair(number_of(fore), number_of(back));

	if (pair < 0)
		pair = 0;
	attr_set(A_NORMAL, 0, &pair);
}
