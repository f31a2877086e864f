/* A chart of dies as a picture: bars or a curve, with errors, the normal distribution and the overlay. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/axis.h"
#include "base/grow.h"
#include "draw/glyphs.h"
#include "draw/letters.h"
#include "report/ssta.h"
#include "write/png.h"

enum {
	WIDTH = 900,
	HEIGHT = 560,
	LEFT = 90,
	RIGHT = 30,
	TOP = 110,
	BOTTOM = 60,
	LETTER = 2,
	LINE = LETTER * (GLYPH_HEIGHT + 4),
	BINS = 60,
	TICKS = 8,
};

static const uint32_t white = 0xffffff, black = 0x000000, grey = 0x8c8c8c, good = 0x5ea16e,
		      bad = 0xc96256, plain = 0x6e8cbe, normal = 0x143ca0, over = 0xc87800;

struct sheet {
	struct canvas canvas;
	const struct die_chart *chart;
	double most; /* at the top */
};

static int32_t x_of(const struct sheet *c, double value)
{
	const struct histogram_axis *a = &c->chart->axis;
	double share = (value - (double)a->low) / ((double)a->width * a->n_bins);

	return LEFT + (int32_t)(share * (WIDTH - LEFT - RIGHT) + 0.5);
}

static int32_t y_of(const struct sheet *c, double height)
{
	return HEIGHT - BOTTOM - (int32_t)(height / c->most * (HEIGHT - TOP - BOTTOM) + 0.5);
}

static void fill(const struct sheet *c, int32_t x, int32_t y, int32_t width, int32_t height,
		 uint32_t colour)
{
	canvas_fill(&c->canvas, x, y, width, height, colour, 255);
}

/* A straight line, two pixels wide. */
static void draw_line(struct sheet *c, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
		      uint32_t colour)
{
	int32_t n = abs(x1 - x0) > abs(y1 - y0) ? abs(x1 - x0) : abs(y1 - y0);

	for (int32_t i = 0; i <= n; i++)
		fill(c, x0 + (int32_t)((int64_t)(x1 - x0) * i / (n ? n : 1)),
		     y0 + (int32_t)((int64_t)(y1 - y0) * i / (n ? n : 1)), 2, 2, colour);
}

static double middle(const struct die_chart *chart, int32_t bin)
{
	return (double)chart->axis.low +
	       ((double)bin + (chart->curve ? 0 : 0.5)) * (double)chart->axis.width;
}

static void draw_bin(struct sheet *c, int32_t b)
{
	const struct histogram_axis *a = &c->chart->axis;
	int64_t low = a->low + b * a->width;
	int32_t x0 = x_of(c, (double)low), x1 = x_of(c, (double)(low + a->width));
	struct die_bin bin;
	int32_t at = x_of(c, middle(c->chart, b));

	dies_chart_bin(c->chart, b, &bin);
	if (!c->chart->curve)
		fill(c, x0 + 1, y_of(c, bin.count), x1 - x0 - 1, y_of(c, 0) - y_of(c, bin.count),
		     low < 0 ? bad : good);
	fill(c, at, y_of(c, bin.most), 1, y_of(c, bin.least) - y_of(c, bin.most) + 1, black);
	fill(c, at - 3, y_of(c, bin.most), 7, 1, black);
	fill(c, at - 3, y_of(c, bin.least), 7, 1, black);
}

static void draw_lines(struct sheet *c)
{
	struct die_bin bin, before;

	dies_chart_bin(c->chart, 0, &before);
	for (int32_t b = 1; b < c->chart->axis.n_bins; b++, before = bin) {
		int32_t x0 = x_of(c, middle(c->chart, b - 1)), x1 = x_of(c, middle(c->chart, b));

		dies_chart_bin(c->chart, b, &bin);
		if (c->chart->curve)
			draw_line(c, x0, y_of(c, before.count), x1, y_of(c, bin.count), plain);
		draw_line(c, x0, y_of(c, before.normal), x1, y_of(c, bin.normal), normal);
		if (c->chart->over.n)
			draw_line(c, x0, y_of(c, before.over), x1, y_of(c, bin.over), over);
	}
}

static void draw_axes(struct sheet *c)
{
	const struct histogram_axis *a = &c->chart->axis;
	int64_t end = a->low + a->width * a->n_bins;
	int64_t step = axis_whole_step(end - a->low, a->width, TICKS);
	double scale = c->chart->curve ? 100 : 1, y_step = axis_step(c->most * scale, TICKS - 2);
	char label[32];

	fill(c, LEFT, y_of(c, 0), WIDTH - LEFT - RIGHT, 1, black);
	fill(c, LEFT, TOP, 1, HEIGHT - TOP - BOTTOM, black);
	for (int64_t v = a->low / step * step; v <= end; v += step) {
		if (v < a->low)
			continue;
		snprintf(label, sizeof label, "%g", (double)v / 1000);
		fill(c, x_of(c, (double)v), y_of(c, 0), 1, 7, black);
		letters_draw_little(&c->canvas, x_of(c, (double)v) - 12, y_of(c, 0) + 12, LETTER,
				    label);
	}
	for (double v = y_step; v <= c->most * scale * (1 + 1e-9); v += y_step) {
		snprintf(label, sizeof label, "%g", v);
		fill(c, LEFT - 6, y_of(c, v / scale), 6, 1, black);
		letters_draw_little(&c->canvas, 8, y_of(c, v / scale) - 6, LETTER, label);
	}
}

static void draw_quantiles(struct sheet *c)
{
	static const double share[] = {0.135, 50, 99.865};
	const struct die_values *v = &c->chart->v;

	for (int i = 0; i < 3 && !c->chart->curve; i++) {
		int32_t x = x_of(c, (double)v->slack[dies_quantile(v->n, share[i], 0)]);
		char label[32];

		snprintf(label, sizeof label, "%g %%", share[i]);
		fill(c, x, TOP, 1, HEIGHT - TOP - BOTTOM, grey);
		letters_draw_little(&c->canvas, x + 3, TOP, 1, label);
	}
}

static void draw_words(struct sheet *c, const struct session *session,
		       const struct dies_shown *shown)
{
	const struct die_chart *chart = c->chart;
	const char *split = chart->v.split == LATE ? "setup" : "hold";
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	if (chart->curve)
		text_printf(&text, "yield in %%, %s, of ", split);
	else
		text_add(&text, dies_of(&shown->subject, chart->v.split));
	dies_write_name(session, &shown->subject, &text);
	dies_write_method(session, &shown->subject, &text);
	text_printf(&text, ", %" PRId64 " dies", chart->v.n);
	letters_draw_little(&c->canvas, 20, 20, LETTER, text_string(&text));
	text_clear(&text);
	text_printf(&text, "mean %.3f sigma %.3f skew %.3f yield %.3f %%", chart->s.mean / 1000,
		    chart->s.sigma / 1000, chart->s.skew,
		    100.0 * (double)(chart->v.n - chart->s.n_failing) / (double)chart->v.n);
	letters_draw_little(&c->canvas, 20, 20 + LINE, LETTER, text_string(&text));
	fill(c, 20, 24 + 2 * LINE, 24, 3, normal);
	letters_draw_little(&c->canvas, 50, 20 + 2 * LINE, LETTER, "normal");
	if (chart->over.n) {
		text_clear(&text);
		dies_write_name(session, &shown->over, &text);
		fill(c, 160, 24 + 2 * LINE, 24, 3, over);
		letters_draw_little(&c->canvas, 190, 20 + 2 * LINE, LETTER, text_string(&text));
	}
	letters_draw_little(&c->canvas, WIDTH / 2 - 60, HEIGHT - 24, LETTER,
			    chart->curve ? "ps later" : "slack, ps");
}

enum status dies_save_image(struct session *session, const struct dies_shown *shown, bool curve,
			    const char *path)
{
	RELEASED_BY(dies_chart_release) struct die_chart chart = {0};
	FREED uint32_t *pixel = NULL;
	struct sheet c = {.chart = &chart, .most = curve ? 1 : 1e-9};

	TRY(dies_chart_make(session, shown, ssta_n(session->design.ssta), curve, BINS, &chart));
	for (int32_t b = 0; b < chart.axis.n_bins && !curve; b++) {
		struct die_bin bin;

		dies_chart_bin(&chart, b, &bin);
		c.most = fmax(fmax(c.most, bin.most), fmax(bin.normal, bin.over));
	}
	TRY(ALLOC(&pixel, WIDTH * HEIGHT));
	c.canvas = (struct canvas){WIDTH, HEIGHT, pixel};
	fill(&c, 0, 0, WIDTH, HEIGHT, white);
	draw_quantiles(&c);
	for (int32_t b = 0; b < chart.axis.n_bins; b++)
		draw_bin(&c, b);
	draw_lines(&c);
	draw_axes(&c);
	draw_words(&c, session, shown);
	return png_write(path, WIDTH, HEIGHT, pixel, &session->task);
}
