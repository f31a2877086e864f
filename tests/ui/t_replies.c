/*
 * Answers of terminals between what is typed: taken out whole, late or in pieces, and every other byte is given on.
 * Sixels: what they decode to is what was drawn.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/tui/themes.h"
#undef OK /* of ncurses */
#include "draw/colours.h"
#include "lib/screen_model.h"
#include "lib/tap.h"
#include "report/frame.h"
#include "ui/tui/pairs.h"
#include "ui/tui/replies.h"
#include "ui/tui/sixel.h"

struct heard {
	int n;
	struct reply last;
};

static void hear(void *context, const struct reply *reply)
{
	struct heard *heard = context;

	heard->n++;
	heard->last = *reply;
}

/* The bytes, `step` at a time and `ms` apart; what are keys of it. */
static void run(const char *bytes, int64_t n, int step, double ms, struct heard *heard,
		struct text *keys)
{
	struct replies r = {.take = hear, .context = heard};
	double now = 1000;

	*heard = (struct heard){0};
	text_clear(keys);
	for (int64_t i = 0; i < n; i += step, now += ms) {
		replies_flush(&r, now, keys);
		replies_read(&r, bytes + i, n - i < step ? n - i : step, now, keys);
	}
	replies_flush(&r, now + 5000, keys);
}

static void check_answers(void)
{
	static const struct {
		const char *bytes, *keys;
		int n;
	} cases[] = {
		{"\033[?62;4;22c", "", 1},
		{"a\033[?62;4;22cb", "ab", 1},
		{"\033_Gi=31;OK\033\\", "", 1},
		{"j\033_Gi=31;ENOENT:no\033\\\033[6;16;8tk", "jk", 2},
		{"\033P1$r0;48:2::1:2:3m\033\\q", "q", 1},
		{"\033[0nx", "x", 1},
		{"\033]11;rgb:ffff/ffff/ffff\033\\x", "x", 1},
		{"\033]11;rgb:ff/ff/ff\007x", "x",
		 1}, /* as xterm ends it where BEL ended the question */
		{"\033]10;x", "\033]10;x", 0},
		{"\033[?2026;2$yx", "x", 0}, /* swallowed: unsolicited */
		{"\033[>1;10;0cx", "x", 0},
		{"\033[8;24;80tx", "x", 0},
		{"\033[A\033OP\033[1;5A", "\033[A\033OP\033[1;5A", 0}, /* keys */
		{"\033[<0;10;20M\033[<0;10;20m", "\033[<0;10;20M\033[<0;10;20m", 0},
		{"\033[M !!", "\033[M !!", 0},
		{"\033[200~\033[?6c\033[201~\033[?6c", "\033[200~\033[?6c\033[201~", 1},
		{"\033", "\033", 0},
		{"\033\033\033[A", "\033\033\033[A", 0},
		{"\033a\033_b\033Px", "\033a\033_b\033Px", 0},
		{"\033_Gi=31;O\003q", "\003q", 0}, /* ^C ends what never ends */
		{"\033_Gi=31;O\033[A", "\033[A", 0},
		{"\033[?62;\rq", "\033[?62;\rq", 0},
		{"\303\244\342\202\254", "\303\244\342\202\254", 0},
	};
	struct text keys = TEXT_INIT;
	struct heard heard;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		int64_t n = (int64_t)strlen(cases[i].bytes);

		for (int step = 1; step <= 64; step += 21) {
			run(cases[i].bytes, n, step, 3, &heard, &keys);
			OK(heard.n == cases[i].n && strcmp(text_string(&keys), cases[i].keys) == 0,
			   "case %zu in steps of %d: %d answers", i, step, heard.n);
		}
	}
	run("\033_Gi=2148007939,p=1;EINVAL:\033\\", 29, 29, 0, &heard, &keys);
	OK(heard.n == 1 && heard.last.id == 0 && !heard.last.ok,
	   "an id that is too large is invalid");
	run("\033_Gi=13127683,p=1;OK\033\\", 23, 23, 0, &heard, &keys);
	OK(heard.last.id == 13127683 && heard.last.ok, "id and word of an answer");
	run("\033[6;18;9t", 9, 1, 1, &heard, &keys);
	OK(heard.last.n == 3 && heard.last.number[1] == 18 && heard.last.number[2] == 9,
	   "the size of a cell");
	run("\033[6;99999999999;9t", 18, 1, 1, &heard, &keys);
	OK(heard.last.number[1] == -1, "a number that is too large is invalid");
	text_release(&keys);
}

/* Its rest never comes. */
static void check_lost(void)
{
	struct text keys = TEXT_INIT, words = TEXT_INIT;
	struct heard heard;

	run("\033[A", 3, 1, 40, &heard, &keys);
	OK(strcmp(text_string(&keys), "\033[A") == 0, "a key that comes slowly is given on");
	run("\033_Gi=31;OK", 10, 1, 5, &heard, &keys);
	OK(keys.length == 0 && heard.n == 0, "half an answer is no key");
	text_add(&words, "\033_Gi=31;");
	for (int i = 0; i < 3000; i++)
		text_add(&words, "x");
	text_add(&words, "\033\\q");
	run(text_string(&words), words.length, 100, 1, &heard, &keys);
	OK(strcmp(text_string(&keys), "q") == 0 && heard.n == 0, "one that is too long is dropped");
	text_clear(&words);
	text_add(&words, "\033_G");
	for (int i = 0; i < 9000; i++)
		text_add(&words, "y");
	run(text_string(&words), words.length, 100, 1, &heard, &keys);
	OK(keys.length > 3000 && keys.length < 5000, "one without an end doesn't swallow all: %d",
	   (int)keys.length);
	text_release(&words);
	text_release(&keys);
}

/* Any bytes: nothing is lost but answers, and keys don't depend on how bytes come together. */
static void check_random(void)
{
	static const char *const parts[] = {
		"\033", "[",  "?", "6",         ";",         "c",      "_", "G",   "P",
		"1",    "$",  "r", "m",         "\\",        "\033\\", "t", "n",   "i=1;OK",
		"q",    "\r", "~", "\033[200~", "\033[201~", "M",      "O", "\377"};
	struct text bytes = TEXT_INIT, one = TEXT_INIT, other = TEXT_INIT;
	struct heard first, second;
	int same = 0, n = 20000;

	srand(1);
	for (int i = 0; i < n; i++) {
		text_clear(&bytes);
		for (int k = rand() % 24; k >= 0; k--)
			text_add(&bytes, parts[rand() % (int)(sizeof parts / sizeof *parts)]);
		run(text_string(&bytes), bytes.length, 1, 0, &first, &one);
		run(text_string(&bytes), bytes.length, 1 + rand() % 9, 0, &second, &other);
		same += first.n == second.n && one.length == other.length &&
			memcmp(text_string(&one), text_string(&other), (size_t)one.length) == 0 &&
			one.length <= bytes.length;
	}
	OK(same == n, "%d of %d random sequences are read alike in pieces", same, n);
	text_release(&bytes);
	text_release(&one);
	text_release(&other);
}

/* ---- sixels ---- */

/* The largest difference of a channel between what was drawn and what the terminal shows. */
static int sixel_error(const uint32_t *pixel, int width, int height)
{
	struct model model;
	struct text out = TEXT_INIT;
	int worst = 0;

	model_init(&model, 20, 8, 8, 16);
	model.sixel = true;
	text_add(&out, "\033[2;3H");
	sixel_add(&out, pixel, width, width, height);
	model_take(&model, text_string(&out), out.length);
	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x++) {
			uint32_t shown, drawn = pixel[y * width + x];

			if (!model_pixel(&model, x + 16, y + 16, &shown))
				return 256;
			for (int c = 0; c < 24; c += 8) {
				int by = abs((int)(shown >> c & 255) - (int)(drawn >> c & 255));

				worst = by > worst ? by : worst;
			}
		}
	}
	text_release(&out);
	return worst;
}

static void check_sixels(void)
{
	static const int heights[] = {1, 5, 6, 7, 33, 48};
	uint32_t pixel[40 * 48];

	for (size_t h = 0; h < sizeof heights / sizeof *heights; h++) {
		for (int i = 0; i < 40 * 48; i++)
			pixel[i] = 0xff000000 | (uint32_t)(i % 7 * 0x241a05);
		OK(sixel_error(pixel, 40, heights[h]) <= 3, "few colours, %d rows", heights[h]);
	}
	for (int i = 0; i < 40 * 48; i++)
		pixel[i] = (uint32_t)(i % 40 * 6) << 16 | (uint32_t)(i / 40 * 5) << 8 | 77;
	OK(sixel_error(pixel, 40, 48) <= 17, "more than 256 colours: %d off at most",
	   sixel_error(pixel, 40, 48));
}

/* ---- colours ---- */

static void check_colours(void)
{
	static const struct {
		uint32_t rgb;
		int number;
	} cases[] = {
		{0x000000, 16},  {0xffffff, 231}, {0x0000ff, 21},  {0x808080, 244},
		{0xd75f00, 166}, {0x080808, 232}, {0xafd7ff, 153}, {0x5f875f, 65},
	};
	int moved = 0, last = -1;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		OK(pairs_nearest(cases[i].rgb) == cases[i].number, "%06x is %d: %d",
		   (unsigned)cases[i].rgb, cases[i].number, pairs_nearest(cases[i].rgb));
	for (uint32_t grey = 0; grey < 256; grey++) { /* greys stay grey, and in order */
		int n = pairs_nearest(grey * 0x10101), level = theme_rgb(n) & 255;

		moved += theme_rgb(n) != level * 0x10101 || level < last;
		last = level;
	}
	OK(moved == 0, "%d greys have another tint or are out of order", moved);
	/* Blue-grey ends of a scale are none of the cube's lavenders. */
	OK(pairs_nearest(0x46505f) != 60 && pairs_nearest(0x46505f) != 103,
	   "a dark blue grey is %d", pairs_nearest(0x46505f));
}

/* Of a colour of sRGB, relative to white (WCAG 2). */
static double luminance(uint32_t rgb)
{
	static const double weight[] = {0.0722, 0.7152, 0.2126};
	double sum = 0;

	for (int c = 0; c < 3; c++) {
		double v = (rgb >> 8 * c & 255) / 255.0;

		sum += weight[c] * (v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4));
	}
	return sum;
}

static double contrast(uint32_t a, uint32_t b)
{
	double x = luminance(a) + 0.05, y = luminance(b) + 0.05;

	return x > y ? x / y : y / x;
}

/* Paths of view Start against all of the map below them, in 24 bits and in the 256 colours nearest to these. */
static void check_start(const char *map, uint32_t fails, uint32_t meets)
{
	const uint32_t path[] = {fails, meets};
	struct task task = TASK_INIT;
	struct colour_map colours;
	double least[2] = {99, 99};

	OK(colours_read(map, &task, &colours) == STATUS_OK, "colours %s", map);
	for (int i = 0; i < 2 * 256; i++) {
		uint8_t rgb[3];
		uint32_t below;
		double now;

		colour_at(&colours, (i >> 1) / 255.0, rgb);
		below = (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
		now = contrast(path[i & 1], below);
		least[0] = now < least[0] ? now : least[0];
		now = contrast(theme_rgb(pairs_nearest(path[i & 1])),
			       theme_rgb(pairs_nearest(below)));
		least[1] = now < least[1] ? now : least[1];
	}
	OK(least[0] >= 3, "paths on %s: contrast %.2f", map, least[0]);
	OK(least[1] >= 3, "paths on %s, 256 colours: contrast %.2f", map, least[1]);
}

/* What curses writes names pairs; colours that stay aren't written again, but after any other sequence all are. */
static void check_spelling(void)
{
	static const char named[] = "\0011\002a\0011\002b\0012\002c\033[Hd\0012\002e\033[39;49mf";
	static const char spelled[] = "\033[38;5;100m\033[49mab\033[38;5;200mc\033[Hd"
				      "\033[38;5;200m\033[49me\033[39;49mf";
	struct text out = TEXT_INIT;

	pairs_set_style(0, 100);
	pairs_set_style(1, 200);
	pairs_spell(named, sizeof named - 1, &out);
	OK(strcmp(text_string(&out), spelled) == 0, "pairs are spelled as colours");
	text_clear(&out);
	pairs_spell("\00199999\002x\0011", 10, &out); /* none that curses writes, but no harm */
	OK(strcmp(text_string(&out), "\033[38;5;0m\033[48;5;0mx\033[38;5;100m\033[49m") == 0,
	   "a number out of range, and a name that is cut");
	text_release(&out);
}

int main(void)
{
	check_answers();
	check_lost();
	check_random();
	check_sixels();
	check_colours();
	check_spelling();
	check_start("night", START_FAILS, START_MEETS);
	check_start("paper", START_LIGHT_FAILS, START_LIGHT_MEETS);
	return tap_done();
}
