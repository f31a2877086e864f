#include "report/chart_image.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/grow.h"
#include "write/png.h"

/* Where the axes are on the canvas, and what draws on it. */
struct sheet {
	const struct chart *chart;
	const struct canvas *canvas;
	const struct chart_colours *colours;
	struct letters *letters;
	int32_t line; /* height of one of text */
	int32_t left, top, width, height;
};

static double x_of(const struct sheet *s, double place)
{
	return s->left + place * s->width;
}

static double y_of(const struct sheet *s, double place)
{
	return s->top + (1 - place) * s->height;
}

static void dot(const struct sheet *s, double x, double y, int32_t size, uint32_t colour)
{
	canvas_fill(s->canvas, (int32_t)lround(x) - size / 2, (int32_t)lround(y) - size / 2, size,
		    size, colour, 255);
}

static void stroke(const struct sheet *s, double x0, double y0, double x1, double y1,
		   uint32_t colour)
{
	double length = fmax(fabs(x1 - x0), fabs(y1 - y0));
	int32_t n = (int32_t)ceil(length);

	for (int32_t i = 0; i <= n; i++) {
		double share = n ? (double)i / n : 0;

		dot(s, x0 + share * (x1 - x0), y0 + share * (y1 - y0), 2, colour);
	}
}

static double clamped(double place)
{
	return place < 0 ? 0 : place > 1 ? 1 : place;
}

static void draw_lines(const struct sheet *s)
{
	for (int32_t l = 0; l < s->chart->n_lines; l++) {
		const struct chart_line *line = &s->chart->line[l];

		for (int32_t i = 0; i + 1 < line->n; i++)
			stroke(s, x_of(s, clamped(chart_place(&s->chart->x, line->x[i]))),
			       y_of(s, clamped(chart_place(&s->chart->y, line->y[i]))),
			       x_of(s, clamped(chart_place(&s->chart->x, line->x[i + 1]))),
			       y_of(s, clamped(chart_place(&s->chart->y, line->y[i + 1]))),
			       s->colours->line[l]);
	}
}

/* A square with its sign beside. */
static void draw_marks(const struct sheet *s)
{
	for (int32_t m = s->chart->n_marks - 1; m >= 0; m--) {
		const struct chart_mark *mark = &s->chart->mark[m];
		double x = x_of(s, chart_place(&s->chart->x, mark->x));
		double y = y_of(s, chart_place(&s->chart->y, mark->y));
		char sign[2] = {mark->sign, 0};

		dot(s, x, y, 6, s->colours->mark);
		letters_draw(s->letters, s->canvas, (int32_t)x + 6, (int32_t)y - s->line / 2,
			     LETTERS_LEFT, s->colours->ink, sign);
	}
}

static void draw_axes(const struct sheet *s)
{
	struct chart_tick tick[CHART_TICKS];
	uint32_t ink = s->colours->ink;
	int32_t n = chart_ticks(&s->chart->y, s->height / (2 * s->line) + 2, tick);

	canvas_fill(s->canvas, s->left, s->top, 1, s->height, ink, 255);
	canvas_fill(s->canvas, s->left, s->top + s->height, s->width, 1, ink, 255);
	for (int32_t i = 0; i < n; i++) {
		int32_t y = (int32_t)y_of(s, tick[i].at);

		canvas_fill(s->canvas, s->left, y, s->width, 1, ink, 40);
		letters_draw(s->letters, s->canvas, s->left - 4, y - s->line / 2, LETTERS_RIGHT,
			     ink, tick[i].text);
	}
	n = chart_ticks(&s->chart->x, s->width / (5 * s->line) + 2, tick);
	for (int32_t i = 0; i < n; i++) {
		int32_t x = (int32_t)x_of(s, tick[i].at);

		canvas_fill(s->canvas, x, s->top, 1, s->height, ink, 40);
		letters_draw(s->letters, s->canvas, x, s->top + s->height + 3, LETTERS_MIDDLE, ink,
			     tick[i].text);
	}
}

static void draw_text(const struct sheet *s, int32_t x, int32_t y, int32_t width, const char *text)
{
	char fitting[LETTERS_LONGEST];

	letters_fit(s->letters, text, width, fitting);
	letters_draw(s->letters, s->canvas, x, y, LETTERS_LEFT, s->colours->ink, fitting);
}

/* The names of the marks, in the lower right corner, where a roof leaves room. */
static void draw_names(const struct sheet *s)
{
	int32_t width = 0, n = s->chart->n_marks, w, y;
	char text[80];

	if (n * s->line > s->height - s->line)
		return;
	for (int32_t m = 0; m < n; m++) {
		snprintf(text, sizeof text, "%c %s", s->chart->mark[m].sign,
			 s->chart->mark[m].name);
		w = letters_width(s->letters, text);
		width = w > width ? w : width;
	}
	if (width > s->width * 2 / 3)
		return;
	y = s->top + s->height - n * s->line - s->line / 2;
	for (int32_t m = 0; m < n; m++, y += s->line) {
		snprintf(text, sizeof text, "%c %s", s->chart->mark[m].sign,
			 s->chart->mark[m].name);
		letters_draw(s->letters, s->canvas, s->left + s->width - width - s->line, y,
			     LETTERS_LEFT, s->colours->ink, text);
	}
}

void chart_draw(const struct chart *chart, const struct canvas *canvas, struct chart_place place,
		const struct chart_colours *colours)
{
	struct sheet s = {.chart = chart, .canvas = canvas, .colours = colours};
	int32_t x = place.x, y = place.y, width = place.width, height = place.height, w;

	s.letters = letters_of(place.letters, place.plain);
	letters_size(s.letters, "0.0001 ", &w, &s.line);
	s.left = x + w + 8;
	s.top = y + 2 * s.line + 8;
	s.width = width - w - 8 - s.line;
	s.height = height - 5 * s.line - 8;
	if (s.width < 1 || s.height < 1)
		return;
	canvas_fill(canvas, x, y, width, height, colours->paper, colours->alpha);
	draw_text(&s, x + 4, y + 2, width - 8, chart->title);
	draw_text(&s, x + 4, y + 4 + s.line, width - 8, chart->y.title);
	draw_text(&s, s.left, s.top + s.height + 5 + s.line, s.width, chart->x.title);
	draw_axes(&s);
	draw_lines(&s);
	draw_marks(&s);
	draw_names(&s);
}

enum status chart_save(const struct chart *chart, int32_t width, int32_t height, bool plain,
		       const char *path, struct task *task)
{
	static const struct chart_colours on_white = {
		0x202020, 0xffffff, {0x1f5fa8, 0xc24a1d, 0x2a7f3f}, 0xc24a1d, 255};
	FREED uint32_t *pixel = NULL;

	TRY(ALLOC(&pixel, (int64_t)width * height));
	chart_draw(chart, &(struct canvas){width, height, pixel},
		   (struct chart_place){0, 0, width, height, height / 40 < 14 ? 14 : height / 40,
					plain},
		   &on_white);
	return png_write(path, width, height, pixel, task);
}
