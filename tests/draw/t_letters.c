/* Text in pictures: nothing beside the canvas, any bytes, and little letters where there is no
 * font. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "draw/glyphs.h"
#include "draw/letters.h"
#include "lib/guarded_canvas.h"
#include "lib/tap.h"

/* ---- libraries that aren't there ---- */

static const char *missing = "";

/* In place of the system's, which it asks. */
void *dlopen(const char *name, int flags);
void *dlopen(const char *name, int flags)
{
	static void *(*real)(const char *, int);

	if (!real) {
		void *symbol = dlsym(RTLD_NEXT, "dlopen");

		memcpy(&real, &symbol, sizeof real);
	}
	return name && *missing && strstr(name, missing) ? NULL : real(name, flags);
}

/* ---- canvases ---- */

static int64_t n_touched(const struct canvas *canvas)
{
	int64_t n = 0;

	for (int64_t i = 0; i < (int64_t)canvas->width * canvas->height; i++)
		n += canvas->pixel[i] != UNTOUCHED;
	return n;
}

static bool same_pixels(const struct canvas *a, const struct canvas *b)
{
	return a->width == b->width && a->height == b->height &&
	       memcmp(a->pixel, b->pixel, 4 * (size_t)a->width * (size_t)a->height) == 0;
}

/* ---- the tests ---- */

static struct canvas sample(struct letters *letters)
{
	struct canvas canvas = new_canvas(300, 40);

	letters_draw(letters, &canvas, 4, 4, LETTERS_LEFT, 0xffffff, "lane2_mac_acc_reg_39_ 5 µm");
	return canvas;
}

/* In a process of its own, since libraries are looked for once. */
static bool falls_back(const char *library, const char *fonts)
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		struct canvas little, other;

		missing = library;
		if (fonts)
			setenv("FONTCONFIG_FILE", fonts, 1);
		little = sample(letters_of(18, true));
		other = sample(letters_of(18, false));
		_exit(same_pixels(&little, &other) && n_touched(&little) > 100 ? 0 : 1);
	}
	return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static void test_fallback(void)
{
	const char *srcdir = getenv("srcdir");
	char file[4096], *fonts;

	snprintf(file, sizeof file, "%s/tests/data/no_fonts.conf", srcdir ? srcdir : ".");
	fonts = realpath(file, NULL);
	OK(falls_back("SDL2_ttf", NULL), "no SDL2_ttf: little letters");
	OK(falls_back("fontconfig", NULL), "no fontconfig: little letters");
	OK(fonts && falls_back("", fonts), "no fonts: little letters");
	free(fonts);
}

static void test_font(void)
{
	struct canvas little = sample(letters_of(18, true)), font = sample(letters_of(18, false));

	if (same_pixels(&little, &font))
		tap_skip("a font", "no SDL2_ttf, fontconfig or fonts");
	else
		OK(n_touched(&font) > 100 && is_guarded(&font), "a font");
	free_canvas(&little);
	free_canvas(&font);
}

static const int sizes[][2] = {{0, 0}, {1, 1}, {40, 30}, {300, 200}, {1280, 800}, {3840, 2160}};
static const int32_t places[] = {INT32_MIN, -100000, -30, -1, 0, 1, 29, 299, 100000, INT32_MAX};

/* At all of the places, from all ends. */
static bool stays_inside(const struct canvas *canvas, const char *text, int plain)
{
	enum { N = sizeof places / sizeof *places };
	struct letters *letters = letters_of(plain ? 18 : 13, plain);

	for (int i = 0; i < N * N * 3; i++)
		letters_draw(letters, canvas, places[i % N], places[i / N % N], i / N / N, 0xffffff,
			     text);
	return is_guarded(canvas);
}

static void test_inside(void)
{
	char *longest = malloc(10001);
	const char *texts[] = {"", "u7/ZN", "\xff\xc3(\x80 \xed\xa0\x80 \xf4\x90\x80\x80\xc3",
			       "a\nb\tc", longest};
	bool good = true;

	memset(longest, 'W', 10000);
	longest[10000] = 0;
	for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct canvas canvas = new_canvas(sizes[i][0], sizes[i][1]);

		for (unsigned t = 0; t < sizeof texts / sizeof *texts; t++)
			good = good && stays_inside(&canvas, texts[t], 0) &&
			       stays_inside(&canvas, texts[t], 1);
		OK(good && (i < 2 || n_touched(&canvas) > 0), "%d × %d: nothing beside it",
		   sizes[i][0], sizes[i][1]);
		free_canvas(&canvas);
	}
	free(longest);
}

/* A canvas shows what a larger one shows there. */
static void test_clipped(void)
{
	struct canvas small = new_canvas(40, 30), large = new_canvas(440, 230);
	bool good = true;

	for (int i = 0; i < 200 && good; i++) {
		struct letters *letters = letters_of(10 + i % 9, i % 2);
		int32_t x = -60 + 7 * i % 110, y = -20 + 3 * i % 55;
		uint32_t colour = 0x10305u * (uint32_t)i;

		letters_draw(letters, &small, x, y, i % 3, colour, "reg_39_/D");
		letters_draw(letters, &large, x + 200, y + 100, i % 3, colour, "reg_39_/D");
		canvas_fill(&small, y, x, 9, 5, colour, 100);
		canvas_fill(&large, y + 200, x + 100, 9, 5, colour, 100);
		for (int v = 0; v < 30; v++)
			good = good && memcmp(small.pixel + 40 * v,
					      large.pixel + 440 * (v + 100) + 200, 160) == 0;
	}
	OK(good && is_guarded(&small) && is_guarded(&large), "a canvas is a part of a larger one");
	free_canvas(&small);
	free_canvas(&large);
}

static void test_little(void)
{
	static const char wanted[] = " ... "
				     ".   ."
				     ".    "
				     ".    "
				     ".    "
				     ".   ."
				     " ... ";
	struct canvas canvas = new_canvas(5, 7);
	char found[36] = "";
	bool all = true;

	letters_draw(letters_of(9, true), &canvas, 0, -1, LETTERS_LEFT, 0xabcdef, "C");
	for (int i = 0; i < 35; i++)
		found[i] = canvas.pixel[i] == 0x5aabcdef ? '.' : ' ';
	OK(strcmp(found, wanted) == 0, "a letter, pixel by pixel; the highest byte stays");
	free_canvas(&canvas);
	for (uint32_t c = ' ' + 1; c <= '~'; c++) {
		for (uint32_t d = ' '; d < c; d++)
			all = all && memcmp(glyph_of(c), glyph_of(d), GLYPH_HEIGHT) != 0;
	}
	OK(all && glyph_of(0xb5) == glyph_of(0xb5) && glyph_of(0xb5) != glyph_of(0x4e00),
	   "all printable signs differ");
}

static void test_size(void)
{
	for (int plain = 0; plain < 2; plain++) {
		struct letters *letters = letters_of(18, plain);
		int32_t none, one, many, height;

		letters_size(letters, "", &none, &height);
		OK(none == 0 && height == 18, "%d: nothing has no width, but a line", plain);
		letters_size(letters, "µ", &one, &height);
		letters_size(letters, "µµµµ", &many, &height);
		OK(one > 3 && many > 3 * one && many < 5 * one, "%d: characters have", plain);
		OK(letters_of(18, plain) == letters, "%d: letters are kept", plain);
	}
}

static bool fits(struct letters *letters, const char *text, int32_t width)
{
	char out[LETTERS_LONGEST];
	int32_t taken, height;

	letters_fit(letters, text, width, out);
	letters_size(letters, out, &taken, &height);
	return taken <= (width > 0 ? width : 0) &&
	       (!*out || strcmp(out, text) == 0 || strcmp(out + strlen(out) - 3, "…") == 0);
}

static void test_fit(void)
{
	char out[LETTERS_LONGEST];
	bool good = true;

	letters_fit(letters_of(9, true), "12345678", 30, out);
	OK(strcmp(out, "1234…") == 0, "a text is cut");
	letters_fit(letters_of(9, true), "12345", 30, out);
	OK(strcmp(out, "12345") == 0, "or fits just so");
	for (int32_t width = -1; width < 300; width++)
		good = good && fits(letters_of(15, false), "5 µm, lane2_mac_acc_reg_39_", width) &&
		       fits(letters_of(22, true), "5 µm, lane2_mac_acc_reg_39_", width);
	OK(good, "to any width");
}

static void test_fill(void)
{
	struct canvas canvas = new_canvas(3, 1);

	canvas.pixel[0] = canvas.pixel[1] = canvas.pixel[2] = 0x7f00ff40;
	canvas_fill(&canvas, 0, 0, 1, 1, 0x112233, 255);
	canvas_fill(&canvas, 1, 0, 1, 1, 0x112233, 0);
	canvas_fill(&canvas, 2, -5, 9, 9, 0xff0040, 128);
	OK(canvas.pixel[0] == 0x7f112233 && canvas.pixel[1] == 0x7f00ff40 &&
		   canvas.pixel[2] == 0x7f807f40,
	   "all of a colour, nothing of it, half of it");
	for (unsigned i = 0; i < 100; i++)
		canvas_fill(&canvas, places[i % 10], places[i / 10], INT32_MAX, INT32_MAX, 0, 300);
	OK(is_guarded(&canvas) && canvas.pixel[2] == 0x7f000000, "of any size");
	canvas_fill(&canvas, 0, 0, -1, INT32_MIN, 0xffffff, 255);
	OK(canvas.pixel[0] == 0x7f000000, "or none");
	free_canvas(&canvas);
}

int main(void)
{
	test_fallback();
	test_font();
	test_inside();
	test_clipped();
	test_little();
	test_size();
	test_fit();
	test_fill();
	return tap_done();
}
