/* What is written over frames: which ticks, nothing beside the canvas, and how it looks. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/frame_legend.h"
#include "lib/guarded_canvas.h"
#include "lib/tap.h"

enum { INK = 0xffffff, PAPER = 0, LAST = LEGEND_COLOURS - 1 };

/* ---- ticks ---- */

static double slack(double at)
{
	return at < 0.5 ? -1362 * (1 - 2 * at) : 215.5 * (2 * at - 1);
}

static double straight(double at)
{
	return 0.8734 * at;
}

static double downward(double at)
{
	return 12 - 15.7 * at;
}

static double tiny(double at)
{
	return 3e-9 * at;
}

static double large(double at)
{
	return 2.5e12 * at;
}

static double decades(double at)
{
	return pow(10, -1 + 5.3 * at);
}

static double few_decades(double at)
{
	return 3 * pow(10, at);
}

static double many_decades(double at)
{
	return pow(10, 40 * at - 20);
}

static double from_zero(double at)
{
	return expm1(9 * at);
}

static double both_ways(double at)
{
	return at < 0.5 ? -expm1(14 * (0.5 - at)) : expm1(14 * (at - 0.5));
}

static double ranked(double at)
{
	return at < 0.1 ? 0 : 1730 * pow((at - 0.1) / 0.9, 5);
}

static double ranked_down(double at)
{
	return -ranked(at);
}

static double stairs(double at)
{
	return floor(4 * at);
}

static double same(double at)
{
	return 42 + 0 * at;
}

static const struct {
	const char *name, *scale_name;
	double (*value)(double at);
	int lines;
	const char *ticks;
} scales[] = {
	{"straight", "linear", straight, 20, "0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.87"},
	{"straight, short", "linear", straight, 4, "0 0.5 0.87"},
	{"downward", "linear", downward, 20, "12 10 8 6 4 2 0 −2 −3.7"},
	{"tiny", "linear", tiny, 12, "0 5e-10 1e-09 1.5e-09 2e-09 2.5e-09 3e-09"},
	{"large", "linear", large, 12, "0 500G 1000G 1500G 2000G 2500G"},
	{"slack", "linear", slack, 20, "−1362 −1000 −500 0 50 100 150 215.5"},
	{"slack, short", "linear", slack, 5, "−1362 0 215.5"},
	{"decades", "log", decades, 20, "0.1 1 10 100 1k 10k 19.95k"},
	{"decades, short", "log", decades, 6, "0.1 1 100 19.95k"},
	{"few decades", "log", few_decades, 20, "3 5 10 20 30"},
	{"many decades", "log", many_decades, 12, "1e-20 1e-10 0.00001 1 100k 10G 1e+15 1e+20"},
	{"log from zero", "log", from_zero, 20, "0 1 10 100 1k 8.102k"},
	{"log both ways", "log", both_ways, 20, "−1.096k −100 −10 0 10 100 1.096k"},
	{"equalised", "equalised", ranked, 20, "0 0.2 5 40 100 200 500 1k 1.73k"},
	{"equalised, down", "equalised", ranked_down, 20,
	 "0 −0.2 −5 −40 −100 −200 −500 −1k −1.73k"},
	{"stairs", "equalised", stairs, 20, "0 1 2 3 4"},
	{"one value", "linear", same, 20, "42"},
};

static void set_values(struct legend *legend, const char *scale_name, double (*value)(double at))
{
	legend->scale_name = scale_name;
	for (int i = 0; i <= LAST; i++)
		legend->value[i] = value((double)i / LAST);
}

static void tick_texts(const struct legend_tick *tick, int32_t n, char *out)
{
	*out = 0;
	for (int32_t i = 0; i < n; i++) {
		strcat(out, i ? " " : "");
		strcat(out, tick[i].text);
	}
}

/* 1 … 9 times a power of ten, or two digits of one. */
static bool is_round(double value)
{
	double power = value == 0 ? 1 : pow(10, floor(log10(fabs(value) * 1.000001)) - 1);

	return fabs(value / power - round(value / power)) < 1e-6;
}

static bool well_placed(const struct legend_tick *tick, int32_t n, double apart, bool down)
{
	bool good = n == 1 || (tick[0].place == 0 && tick[n - 1].place == 1);

	for (int32_t i = 1; i < n; i++) {
		good = good && tick[i].place - tick[i - 1].place > apart - 1e-9;
		good = good && (down ? tick[i].value < tick[i - 1].value
				     : tick[i].value > tick[i - 1].value);
	}
	for (int32_t i = 1; i < n - 1; i++)
		good = good && is_round(tick[i].value);
	return good;
}

/* The value at a tick's place is the tick's. */
static bool where_they_are(const struct legend_tick *tick, int32_t n, const struct legend *legend)
{
	for (int32_t i = 0; i < n; i++) {
		double at = tick[i].place * LAST;
		double low = legend->value[(int)floor(at)], high = legend->value[(int)ceil(at)];

		if (tick[i].value < fmin(low, high) - 1e-9 * fabs(low) ||
		    tick[i].value > fmax(low, high) + 1e-9 * fabs(high))
			return false;
	}
	return true;
}

static void test_ticks(void)
{
	for (unsigned i = 0; i < sizeof scales / sizeof *scales; i++) {
		static struct legend legend;
		struct legend_tick tick[LEGEND_TICKS];
		char texts[LEGEND_TICKS * 25];
		double apart = 1.0 / scales[i].lines;
		int32_t n;

		set_values(&legend, scales[i].scale_name, scales[i].value);
		n = legend_ticks(&legend, apart, tick);
		tick_texts(tick, n, texts);
		if (!OK(strcmp(texts, scales[i].ticks) == 0, "%s: \"%s\"", scales[i].name, texts))
			printf("# wanted \"%s\"\n", scales[i].ticks);
		OK(n > 0 && well_placed(tick, n, apart, legend.value[LAST] < legend.value[0]),
		   "%s: both ends, round values between them", scales[i].name);
		OK(where_they_are(tick, n, &legend), "%s: where these are", scales[i].name);
	}
}

static void test_no_ticks(void)
{
	static struct legend legend;
	struct legend_tick tick[LEGEND_TICKS];
	bool good = true;

	set_values(&legend, NULL, straight);
	OK(legend_ticks(&legend, 0.1, tick) > 2, "a scale without a name");
	OK(legend_ticks(&legend, 0, tick) <= LEGEND_TICKS, "ticks of no height");
	OK(legend_ticks(&legend, 5, tick) == 1, "ticks higher than the bar");
	for (int i = 1; i < LAST; i++)
		legend.value[i] = i % 2 ? (double)NAN : -1e300;
	OK(legend_ticks(&legend, 0.1, tick) >= 2, "values out of order");
	for (int i = 0; i < 4; i++) {
		const double ends[] = {NAN, INFINITY, -INFINITY, -1.5e308};

		set_values(&legend, "log", straight);
		legend.value[i % 2 ? 0 : LAST] = ends[i];
		legend.value[i % 2 ? LAST : 0] = i == 3 ? 1.5e308 : 1;
		good = good && legend_ticks(&legend, 0.1, tick) == 0;
	}
	OK(good, "none where an end isn't a number");
}

/* ---- pictures ---- */

static bool is_touched(const struct canvas *canvas, int32_t x1, int32_t y1, int32_t x2, int32_t y2)
{
	for (int32_t y = y1; y < y2; y++) {
		for (int32_t x = x1; x < x2; x++) {
			if (canvas->pixel[(int64_t)y * canvas->width + x] != UNTOUCHED)
				return true;
		}
	}
	return false;
}

static struct legend *made_legend(void)
{
	static struct legend legend;

	memset(&legend, 0, sizeof legend);
	strcpy(legend.title, "loom: cells, x4");
	strcpy(legend.readout, "x 12.3 µm  y 4.5 µm  0.73  u7/ZN");
	strcpy(legend.unit, "fF");
	legend.pixels_per_um = 1.7;
	legend.has_scale = legend.clipped_high = legend.clipped_low = true;
	legend.ink = INK;
	legend.paper = PAPER;
	for (int i = 0; i <= LAST; i++)
		legend.colour[i] = 0x010000u * (uint32_t)i;
	set_values(&legend, "log", decades);
	return &legend;
}

static void add_label(struct legend *legend, double x, double y, const char *text)
{
	struct legend_label *label = &legend->label[legend->n_labels++];

	*label = (struct legend_label){.x = x, .y = y, .colour = INK};
	snprintf(label->text, sizeof label->text, "%s", text);
}

/* Everything as long as it can be. */
static struct legend *full_legend(void)
{
	static const double places[] = {NAN, -INFINITY, -1e300, -50, 3, 200, 5000, 1e300, INFINITY};
	struct legend *legend = made_legend();

	memset(legend->title, 'W', sizeof legend->title - 1);
	memset(legend->readout, '\xb5', sizeof legend->readout - 1);
	memset(legend->unit, 'M', sizeof legend->unit - 1);
	for (int i = 0; i < LEGEND_LABELS; i++) {
		add_label(legend, places[i % 9], places[i / 7 % 9], "");
		memset(legend->label[i].text, 'a' + i % 26, sizeof legend->label[i].text - 1);
	}
	return legend;
}

static void test_inside(void)
{
	static const int sizes[][2] = {{0, 0},     {1, 1},     {1, 2000},   {2000, 1},   {40, 30},
				       {300, 200}, {300, 199}, {1280, 800}, {3840, 2160}};
	static const double rulers[] = {0, -1, 1e-300, 1e-9, 3, 1e9, 1e300, NAN, INFINITY};

	for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct canvas canvas = new_canvas(sizes[i][0], sizes[i][1]);

		for (int k = 0; k < 36; k++) {
			struct legend *legend = k % 2 ? full_legend() : made_legend();

			legend->pixels_per_um = rulers[k % 9];
			frame_legend_draw(legend, k % 4 * 9 * (k % 8 == 7 ? 100 : 1), k % 3 == 0,
					  &canvas);
		}
		OK(is_guarded(&canvas), "%d × %d: nothing beside it", sizes[i][0], sizes[i][1]);
		free_canvas(&canvas);
	}
}

static void test_small(void)
{
	struct canvas large = new_canvas(300, 200), small = new_canvas(299, 200);
	struct canvas tiny_one = new_canvas(40, 30);

	frame_legend_draw(made_legend(), 0, true, &large);
	frame_legend_draw(made_legend(), 0, true, &small);
	frame_legend_draw(made_legend(), 0, true, &tiny_one);
	OK(is_touched(&large, 0, 0, 150, 30) && is_touched(&large, 0, 150, 150, 180),
	   "title and ruler");
	OK(!is_touched(&small, 0, 0, 150, 180) && is_touched(&small, 250, 0, 299, 100) &&
		   is_touched(&small, 0, 190, 299, 200),
	   "the bar and what is at the pointer alone");
	OK(!is_touched(&tiny_one, 0, 0, 40, 14), "not even a bar");
	free_canvas(&large);
	free_canvas(&small);
	free_canvas(&tiny_one);
}

/* Labels that would cover each other move, and one that has no room isn't there. */
static void test_labels(void)
{
	static struct legend legend;
	struct canvas canvas = new_canvas(200, 100);
	int32_t lines = 0;

	legend.ink = INK;
	for (int i = 0; i < 30; i++)
		add_label(&legend, 50, 50, "reg");
	frame_legend_draw(&legend, 10, true, &canvas);
	for (int32_t y = 0; y < 100; y += 11)
		lines += is_touched(&canvas, 49, y + 6, 68, y + 7);
	OK(lines == 7 && !is_touched(&canvas, 80, 0, 200, 100), "labels beside each other: %d",
	   lines);
	free_canvas(&canvas);
}

/* ---- how it looks ---- */

static char picture_letter(uint32_t pixel)
{
	return pixel == UNTOUCHED                          ? ' '
	       : (pixel & 0xffffff) == INK                 ? '#'
	       : (pixel & 0xffff) == 0 && pixel & 0xff0000 ? ':' /* of the bar */
							   : '.';
}

static char *picture_of(const struct canvas *canvas)
{
	char *text = malloc((size_t)(canvas->width + 1) * (size_t)canvas->height + 1), *at = text;

	for (int32_t y = 0; y < canvas->height; y++) {
		for (int32_t x = 0; x < canvas->width; x++)
			*at++ = picture_letter(canvas->pixel[y * canvas->width + x]);
		while (at > text && at[-1] == ' ')
			at--;
		*at++ = '\n';
	}
	*at = 0;
	return text;
}

static FILE *open_picture(const char *mode)
{
	const char *srcdir = getenv("srcdir");
	char path[4096];

	snprintf(path, sizeof path, "%s/tests/data/legend.txt", srcdir ? srcdir : ".");
	return fopen(path, mode);
}

static bool same_as_file(const char *text)
{
	FILE *file = open_picture("r");
	size_t length = strlen(text), n;
	char *wanted = malloc(length + 2);

	n = file ? fread(wanted, 1, length + 1, file) : 0;
	if (file)
		fclose(file);
	wanted[n] = 0;
	n = strcmp(wanted, text) == 0;
	free(wanted);
	return n;
}

static void test_picture(void)
{
	struct legend *legend = made_legend();
	struct canvas canvas = new_canvas(300, 200);
	char *text;

	add_label(legend, 100, 80, "lane2_mac_acc_reg_39_");
	add_label(legend, 110, 84, "u7/ZN");
	frame_legend_draw(legend, 0, true, &canvas);
	text = picture_of(&canvas);
	if (getenv("WARPSCOPE_UPDATE_SCREENS")) {
		FILE *file = open_picture("w");

		if (file) {
			fputs(text, file);
			fclose(file);
		}
	}
	OK(same_as_file(text), "a legend looks as in tests/data/legend.txt");
	free(text);
	free_canvas(&canvas);
}

int main(void)
{
	test_ticks();
	test_no_ticks();
	test_inside();
	test_small();
	test_labels();
	test_picture();
	return tap_done();
}
