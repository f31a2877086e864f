#include "ui/tui/pairs.h"

#include <math.h>
#include <ncurses.h>
#include <string.h>

#include "ui/tui/direct.h"
#include "ui/tui/themes.h"
#include "ui/widgets/surface.h"

enum {
	PAIRS = 4096,     /* fewer would be reused within a frame */
	DIRECT = 1 << 24, /* colours are red, green and blue themselves */
	OWN = 16,         /* users choose these; the cube and the greys follow */
	CACHED = 4096,    /* a power of two */
	MOST = 1 << 16,   /* pairs that are kept, if the terminal has as many */
	PLACES = 2 * MOST,
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

/* Pairs from N_STYLES + 1 on, by the numbers of their colours. Curses' own alloc_pair() looks each up in a tree and,
 * when it has too few, gives other colours to a pair that is shown. */
static struct {
	uint64_t colours; /* + 2 of both; 0 = no pair has this place */
	int pair;
} known[PLACES];
static int n_known;
/* The numbers of all pairs, styles' too; −1 = the terminal's own. */
static struct pair_colours {
	int fore, back;
} colours_of[N_STYLES + 1 + MOST];
static bool ran_out;

void pairs_forget(void)
{
	memset(known, 0, sizeof known);
	n_known = 0;
	ran_out = false;
}

bool pairs_ran_out(void)
{
	return ran_out;
}

int pairs_of(uint32_t fore, uint32_t back)
{
	int f = number_of(fore), b = number_of(back);
	uint64_t colours = ((uint64_t)(f + 2) << 32) | (uint32_t)(b + 2);
	uint32_t at = (uint32_t)((colours * UINT64_C(0x9e3779b97f4a7c15)) >> 32) % PLACES;

	while (known[at].colours && known[at].colours != colours)
		at = (at + 1) % PLACES;
	if (known[at].colours)
		return known[at].pair;
	if (n_known == MOST || N_STYLES + 1 + n_known >= COLOR_PAIRS ||
	    init_extended_pair(N_STYLES + 1 + n_known, f, b) != OK) {
		ran_out = true;
		return 0;
	}
	colours_of[N_STYLES + 1 + n_known] = (struct pair_colours){f, b};
	known[at].colours = colours;
	known[at].pair = N_STYLES + 1 + n_known++;
	return known[at].pair;
}

void pairs_set_style(int style, int fore)
{
	colours_of[style + 1] = (struct pair_colours){fore, -1};
	init_extended_pair(style + 1, fore, -1);
}

/* ---- spelling ---- */

static char *put_number(char *p, int n)
{
	if (n >= 10)
		p = put_number(p, n / 10);
	*p++ = (char)('0' + n % 10);
	return p;
}

/* `ground` is '3' for the text, '4' for the background. */
static char *put_colour(char *p, char ground, int number)
{
	*p++ = '\033';
	*p++ = '[';
	*p++ = ground;
	if (number < 0) {
		*p++ = '9';
	} else if (COLORS >= DIRECT) {
		memcpy(p, "8;2;", 4);
		p = put_number(p + 4, number >> 16 & 255);
		*p++ = ';';
		p = put_number(p, number >> 8 & 255);
		*p++ = ';';
		p = put_number(p, number & 255);
	} else {
		memcpy(p, "8;5;", 4);
		p = put_number(p + 4, number);
	}
	*p++ = 'm';
	return p;
}

void pairs_spell(const char *bytes, int64_t n, struct text *out)
{
	const char *end = bytes + n, *begin;
	struct pair_colours now = {-2, -2};

	while ((begin = memchr(bytes, DIRECT_PAIR_BEGIN, (size_t)(end - bytes)))) {
		struct pair_colours next;
		char text[64], *p = text;
		int pair = 0;

		text_append(out, bytes, begin - bytes);
		if (memchr(bytes, '\033', (size_t)(begin - bytes)))
			now = (struct pair_colours){-2, -2}; /* which may have set others */
		for (bytes = begin + 1; bytes < end && *bytes >= '0' && *bytes <= '9'; bytes++)
			pair = pair * 10 + *bytes - '0';
		if (bytes < end && *bytes == DIRECT_PAIR_END)
			bytes++;
		next = colours_of[pair < N_STYLES + 1 + MOST ? pair : 0];
		if (next.fore != now.fore)
			p = put_colour(p, '3', next.fore);
		if (next.back != now.back)
			p = put_colour(p, '4', next.back);
		text_append(out, text, p - text);
		now = next;
	}
	text_append(out, bytes, end - bytes);
}
