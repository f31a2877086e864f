#include "snap/chart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/axis.h"

enum { LABELS = 9, LEAST_WIDTH = 30, MOST_WIDTH = 400, LEAST_HEIGHT = 8, MOST_HEIGHT = 200 };

static double along(const struct chart_axis *axis, double value)
{
	return axis->is_log ? log10(value) : value;
}

double chart_place(const struct chart_axis *axis, double value)
{
	double low = along(axis, axis->low), high = along(axis, axis->high);

	return (along(axis, value) - low) / (high - low);
}

void chart_widen(struct chart_axis *axis, double value)
{
	axis->low = value < axis->low ? value : axis->low;
	axis->high = value > axis->high ? value : axis->high;
}

static double value_at(const struct chart_axis *axis, double place)
{
	double low = along(axis, axis->low), high = along(axis, axis->high);
	double at = low + place * (high - low);

	return axis->is_log ? pow(10, at) : at;
}

static int32_t add_tick(const struct chart_axis *axis, double value, struct chart_tick *tick,
			int32_t n)
{
	double at = chart_place(axis, value);

	if (n == CHART_TICKS || !(at > -0.001 && at < 1.001))
		return n;
	tick[n].at = at;
	return n + 1;
}

int32_t chart_ticks(const struct chart_axis *axis, int32_t most,
		    struct chart_tick tick[CHART_TICKS])
{
	int32_t n = 0, before;

	most = most < 2 ? 2 : most > CHART_TICKS ? CHART_TICKS : most;
	if (axis->is_log) {
		double from = ceil(log10(axis->low) - 1e-9), to = floor(log10(axis->high) + 1e-9);
		double step = ceil((to - from + 1) / most);

		for (double at = from; at <= to; at += step < 1 ? 1 : step) {
			before = n;
			n = add_tick(axis, pow(10, at), tick, n);
			if (n > before)
				snprintf(tick[before].text, sizeof tick->text, "%g", pow(10, at));
		}
		return n;
	}
	for (double step = axis_step(axis->high - axis->low, most - 1),
		    at = ceil(axis->low / step) * step;
	     at <= axis->high + step / 1000; at += step) {
		before = n;
		n = add_tick(axis, at, tick, n);
		if (n > before)
			axis_write(at, step, fmax(fabs(axis->low), fabs(axis->high)),
				   tick[before].text, sizeof tick->text);
	}
	return n;
}

/* The height of a line at x, NAN = it isn't there. Between its points it is straight on the axes as they are. */
static double chart_line_at(const struct chart *chart, const struct chart_line *line, double x)
{
	for (int32_t i = 0; i + 1 < line->n; i++) {
		double a, b, y0, y1, share;

		if (x < line->x[i] || x > line->x[i + 1])
			continue;
		a = chart_place(&chart->x, line->x[i]);
		b = chart_place(&chart->x, line->x[i + 1]);
		y0 = chart_place(&chart->y, line->y[i]);
		y1 = chart_place(&chart->y, line->y[i + 1]);
		share = b > a ? (chart_place(&chart->x, x) - a) / (b - a) : 0;
		return value_at(&chart->y, y0 + share * (y1 - y0));
	}
	return NAN;
}

/* ---- as text ---- */

struct grid {
	int32_t width, height;
	char *cell; /* owned [height][width] */
};

static void put(const struct grid *g, double x, double y, char sign)
{
	int32_t column = (int32_t)lround(x * (g->width - 1));
	int32_t row = g->height - 1 - (int32_t)lround(y * (g->height - 1));

	if (x >= 0 && x <= 1 && row >= 0 && row < g->height && column >= 0 && column < g->width)
		g->cell[row * g->width + column] = sign;
}

static void put_line(const struct chart *chart, const struct grid *g, const struct chart_line *line,
		     int32_t number)
{
	for (int32_t c = 0; c < g->width; c++) {
		double x = (double)c / (g->width - 1), next = (double)(c + 1) / (g->width - 1);
		double y = chart_line_at(chart, line, value_at(&chart->x, x));
		double rise = chart_line_at(chart, line, value_at(&chart->x, next < 1 ? next : 1));
		char sign = number ? '*' : '.';

		if (isnan(y))
			continue;
		y = chart_place(&chart->y, y);
		if (number == 0 && !isnan(rise)) {
			rise = (chart_place(&chart->y, rise) - y) * g->height;
			sign = rise > 0.3 ? '/' : rise < -0.3 ? '\\' : '-';
		}
		put(g, x, y, sign);
	}
}

static void fill(const struct chart *chart, const struct grid *g)
{
	memset(g->cell, ' ', (size_t)g->width * (size_t)g->height);
	for (int32_t l = chart->n_lines - 1; l >= 0; l--)
		put_line(chart, g, &chart->line[l], l);
	for (int32_t m = chart->n_marks - 1; m >= 0; m--)
		put(g, chart_place(&chart->x, chart->mark[m].x),
		    chart_place(&chart->y, chart->mark[m].y), chart->mark[m].sign);
}

static void write_grid(const struct chart *chart, const struct grid *g, struct text *out)
{
	struct chart_tick tick[CHART_TICKS];
	int32_t n = chart_ticks(&chart->y, g->height / 3, tick);

	for (int32_t row = 0; row < g->height; row++) {
		const char *label = "";

		for (int32_t i = 0; i < n; i++) {
			if (g->height - 1 - (int32_t)lround(tick[i].at * (g->height - 1)) == row)
				label = tick[i].text;
		}
		text_printf(out, "%*s |%.*s\n", LABELS - 2, label, g->width,
			    g->cell + row * g->width);
	}
}

/* What stands below: a line, the ticks, and what is counted. */
static void write_below(const struct chart *chart, const struct grid *g, struct text *out)
{
	struct chart_tick tick[CHART_TICKS];
	int32_t n = chart_ticks(&chart->x, g->width / 10, tick), at = 0;

	text_printf(out, "%*s+", LABELS - 1, "");
	text_rule(out, g->width);
	text_printf(out, "%*s", LABELS, "");
	for (int32_t i = 0; i < n; i++) {
		int32_t length = (int32_t)strlen(tick[i].text);
		int32_t from = (int32_t)lround(tick[i].at * (g->width - 1)) - length / 2;

		from = from < at ? at : from > g->width - length ? g->width - length : from;
		if (from < at)
			continue;
		text_printf(out, "%*s%s", from - at, "", tick[i].text);
		at = from + length;
	}
	text_printf(out, "\n%*s%s\n", LABELS, "", chart->x.title);
}

void chart_write_names(const struct chart *chart, int32_t width, struct text *out)
{
	int32_t used = 0;

	EACH_ITEM(mark, chart->mark, chart->n_marks) {
		int32_t n = (int32_t)strcspn(mark->name, " ");

		if (width <= 0) {
			text_printf(out, "%c %s\n", mark->sign, mark->name);
			continue;
		}
		if (used > 0 && used + 4 + n > width) {
			text_add(out, "\n");
			used = 0;
		}
		text_printf(out, "%s%c %.*s", used > 0 ? "  " : "", mark->sign, n, mark->name);
		used += (used > 0 ? 4 : 2) + n;
	}
	if (used > 0)
		text_add(out, "\n");
}

void chart_write(const struct chart *chart, int32_t width, int32_t height, bool legend,
		 struct text *out)
{
	struct grid g;

	g.width = (width < LEAST_WIDTH  ? LEAST_WIDTH
		   : width > MOST_WIDTH ? MOST_WIDTH
					: width) -
		  LABELS;
	g.height = (height < LEAST_HEIGHT  ? LEAST_HEIGHT
		    : height > MOST_HEIGHT ? MOST_HEIGHT
					   : height) -
		   5;
	g.cell = calloc((size_t)g.width, (size_t)g.height);
	if (!g.cell)
		return;
	fill(chart, &g);
	text_printf(out, "%.*s\n%s\n", width, chart->title, chart->y.title);
	write_grid(chart, &g, out);
	write_below(chart, &g, out);
	free(g.cell);
	if (legend)
		chart_write_names(chart, 0, out);
}

void chart_release(struct chart *chart)
{
	for (int32_t l = 0; l < chart->n_lines; l++) {
		FREE_ALL(chart->line[l].x, chart->line[l].y);
	}
	*chart = (struct chart){.n_lines = 0};
}
