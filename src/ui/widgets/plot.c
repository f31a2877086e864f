#include "ui/widgets/plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/axis.h"
#include "base/grow.h"
#include "draw/strokes.h"
#include "ui/widgets/dots.h"

enum {
	LABEL_WIDTH = 11,
	SMALLEST_WIDTH = LABEL_WIDTH + 8,
	SMALLEST_HEIGHT = 4,
	TICK_ROWS = 2, /* between two ticks, at least */
	TICK_COLUMNS = 6,
	POINTS_FROM = 12, /* pixels between two, from which they are marked */
	GRID = 70,        /* 255ths of a line of the grid */
};

/* A straight line of dots. */
static void dots_line(struct dots *d, int x0, int y0, int x1, int y1, enum style style)
{
	int n = abs(x1 - x0) > abs(y1 - y0) ? abs(x1 - x0) : abs(y1 - y0);

	for (int i = 0; i <= n; i++) {
		double t = n ? (double)i / n : 0;

		dots_set(d, x0 + (int)lround(t * (x1 - x0)), y0 + (int)lround(t * (y1 - y0)),
			 style);
	}
}

/* ---- scales ---- */

struct range {
	double low, high; /* of the values, or of their logarithms */
	bool any, zero;   /* zero: of logarithms, zeros have the lowest row, below the axis */
};

static double scaled(const struct plot *plot, double y)
{
	return plot->log_y ? log10(y) : y;
}

static struct range find_range(const struct plot *plot)
{
	struct range r = {INFINITY, -INFINITY, false, false};

	for (int l = 0; l < plot->n_lines; l++) {
		for (int i = 0; i < plot->line[l].n; i++) {
			double y = plot->line[l].y[i];

			r.zero |= plot->log_y && y <= 0;
			if (isnan(y) || (plot->log_y && y <= 0))
				continue;
			r.any = true;
			r.low = fmin(r.low, scaled(plot, y));
			r.high = fmax(r.high, scaled(plot, y));
		}
	}
	if (r.any && plot->log_y) {
		r.low = floor(r.low);
		r.high = ceil(r.high);
	}
	if (r.zero && !r.any)
		r = (struct range){0, 0, true, true};
	if (r.zero)
		r.low--;
	if (r.any && r.high - r.low < 1e-9) {
		r.low -= 0.5;
		r.high += 0.5;
	}
	return r;
}

static int row_of(const struct plot *plot, const struct range *r, double y, int rows)
{
	double t;

	if (plot->log_y && y <= 0)
		return rows - 1;
	t = (r->high - scaled(plot, y)) / (r->high - r->low);
	return (int)lround(t * (rows - 1));
}

static int column_of(const struct plot *plot, int i, int columns)
{
	int last = plot->n_x > 2 ? plot->n_x - 1 : 1;

	return (int)lround((double)i / last * (columns - 1));
}

static void draw_line(const struct plot *plot, const struct range *r, const struct plot_line *line,
		      struct dots *d)
{
	int rows = d->height * d->rows, columns = d->width * d->columns;
	int x0 = -1, y0 = 0;

	for (int i = 0; i < line->n; i++) {
		int x, y;

		if (isnan(line->y[i])) {
			x0 = -1;
			continue;
		}
		x = column_of(plot, i, columns);
		y = row_of(plot, r, line->y[i], rows);
		dots_line(d, x0 < 0 ? x : x0, x0 < 0 ? y : y0, x, y, line->style);
		x0 = x;
		y0 = y;
	}
}

/* The ticks along y, from top to bottom or from bottom to top. */
struct y_ticks {
	const struct plot *plot;
	const struct range *range;
	struct area canvas, area;
	const struct canvas *pixels; /* of the plot, or none */
	bool ascii;
	char last[32]; /* the label of the tick before */
};

/* Where a value is on a picture: from the middle of the first row to that of the last, as ticks in cells. */
static int pixel_row_of(const struct plot *plot, const struct range *r, double y,
			const struct canvas *pixels, int cell_height)
{
	return cell_height / 2 + row_of(plot, r, y, pixels->height - cell_height);
}

/* A tick and its value, at a row of the canvas. */
static void draw_y_tick(struct y_ticks *t, double y)
{
	int row = row_of(t->plot, t->range, y, t->canvas.height);
	char label[32];

	if (t->plot->digits || fabs(y) < 10)
		snprintf(label, sizeof label, "%.*g", t->plot->digits ? t->plot->digits : 3, y);
	else
		snprintf(label, sizeof label, "%.0f", y);
	if (strcmp(label, t->last) == 0) /* too near to be distinguished */
		return;
	strcpy(t->last, label);
	area_text_right(t->area, LABEL_WIDTH - 1, 1 + row, STYLE_DIM, label);
	area_put(t->area, LABEL_WIDTH - 1, 1 + row, STYLE_DIM, t->ascii ? '+' : 0x2524);
	if (t->pixels->pixel) /* a line across: the row is only the nearest */
		canvas_fill(
			t->pixels, 0,
			pixel_row_of(t->plot, t->range, y, t->pixels, t->area.surface->cell_height),
			t->pixels->width, 1, t->area.surface->ink[STYLE_DIM], GRID);
}

static void draw_y_ticks(const struct plot *plot, const struct range *r, struct area canvas,
			 struct area area, const struct canvas *pixels, bool ascii)
{
	int most = canvas.height / TICK_ROWS > 1 ? canvas.height / TICK_ROWS : 1;
	double step = axis_step(r->high - r->low, most);
	struct y_ticks ticks = {plot, r, canvas, area, pixels, ascii, ""};

	if (plot->log_y && step < 1)
		step = 1;
	if (r->zero) { /* no logarithm is that low: the axis is broken above it */
		draw_y_tick(&ticks, 0);
		area_put(area, LABEL_WIDTH - 1, canvas.height - 1, STYLE_DIM, ascii ? ':' : 0x22ee);
	}
	for (double y = ceil((r->low + r->zero) / step - 1e-9) * step; y <= r->high + 1e-9 * step;
	     y += step)
		draw_y_tick(&ticks, plot->log_y ? pow(10, y) : fabs(y) < 1e-9 * step ? 0 : y);
}

/* A label in the middle of a column, unless it touches the one before, which ends at `used`; where the last one ends
 * then. */
static int write_x_tick(struct area area, int width, int column, const char *label, int used)
{
	int n = (int)strlen(label), at = column - n / 2;

	at = at < 0 ? 0 : at + n > width ? width - n : at;
	return at > used ? area_text(area_columns(area, LABEL_WIDTH, width), at, area.height - 1,
				     STYLE_DIM, label)
			 : used;
}

/* Ticks at 1, 2 and 5 times the powers of ten. */
static void draw_log_ticks(const struct plot *plot, struct area canvas, struct area area)
{
	static const int leading[] = {1, 2, 5};
	double span = plot->log_high - plot->log_low;
	int used = -1;

	for (int i = 3 * (int)(plot->log_low / log(10)); i < 3 * 19; i++) {
		double value = leading[i % 3] * pow(10, i / 3), x = log(value) - plot->log_low;
		char label[32];

		if (x < 0 || x > span)
			continue;
		axis_write(value, value, value, label, sizeof label);
		used = write_x_tick(area, canvas.width, (int)(x / span * (canvas.width - 1) + 0.5),
				    label, used);
	}
}

/* Whole numbers between those of the first and the last point. */
static void draw_whole_ticks(double low, double high, struct area canvas, struct area area)
{
	double span = high - low;
	int64_t step = axis_whole_step((int64_t)span, 1, canvas.width / TICK_COLUMNS + 1);
	int used = -1;

	for (int64_t x = (int64_t)ceil(low / (double)step) * step; (double)x <= high; x += step) {
		char label[32];

		snprintf(label, sizeof label, "%lld", (long long)x);
		used = write_x_tick(area, canvas.width,
				    (int)(((double)x - low) / span * (canvas.width - 1) + 0.5),
				    label, used);
	}
}

static void draw_x_ticks(const struct plot *plot, struct area canvas, struct area area)
{
	area_text_right(area, LABEL_WIDTH - 1, area.height - 1, STYLE_DIM, plot->x_label);
	if (plot->log_high > plot->log_low)
		draw_log_ticks(plot, canvas, area);
	else if (plot->x_high > plot->x_low)
		draw_whole_ticks(plot->x_low, plot->x_high, canvas, area);
	else
		draw_whole_ticks(0, plot->n_x > 2 ? plot->n_x - 1 : 1, canvas, area);
}

/* The lines as pixels. */
static void draw_pixels(const struct plot *plot, const struct range *r, const struct surface *s,
			const struct canvas *canvas)
{
	/* from the middle of the first cell to that of the last, where the ticks are */
	double last = plot->n_x > 2 ? plot->n_x - 1 : 1, left = s->cell_width / 2.0;
	double wide = canvas->width - s->cell_width;

	if (plot->mark_x >= 0 && plot->mark_x < plot->n_x)
		canvas_fill(canvas, (int32_t)(left + plot->mark_x / last * wide), 0, 1,
			    canvas->height, s->ink[STYLE_ACCENT], 255);
	EACH_ITEM(line, plot->line, plot->n_lines) {
		double x0 = -1, y0 = 0;

		for (int i = 0; i < line->n; i++) {
			double x = left + i / last * wide, y;

			if (isnan(line->y[i])) {
				x0 = -1;
				continue;
			}
			y = pixel_row_of(plot, r, line->y[i], canvas, s->cell_height);
			canvas_line(canvas, x0 < 0 ? x : x0, x0 < 0 ? y : y0, x, y, 1,
				    s->ink[line->style]);
			if (wide / last >= POINTS_FROM)
				canvas_disc(canvas, x, y, 3, s->ink[line->style]);
			x0 = x;
			y0 = y;
		}
	}
}

static void draw_title(const struct plot *plot, enum glyphs glyphs, struct area area)
{
	int x = area_text_cut(area, 0, 0, STYLE_TITLE, plot->title);

	if (plot->unit)
		x = area_printf(area, x, 0, STYLE_TITLE, ", %s%s", plot->unit,
				plot->log_y ? " (log)" : "");
	for (int l = 0; l < plot->n_lines; l++) {
		if (plot->line[l].name)
			x = area_printf(area, x + 2, 0, plot->line[l].style, "%s %s",
					glyphs == GLYPHS_ASCII ? "-" : "\u2500",
					plot->line[l].name);
	}
}

void plot_draw(const struct plot *plot, enum glyphs glyphs, struct area area)
{
	struct range r = find_range(plot);
	struct area canvas = area_columns(area_rows(area, 1, area.height - 2), LABEL_WIDTH,
					  area.width - LABEL_WIDTH);
	uint32_t bar = glyphs == GLYPHS_ASCII ? '|' : 0x2502;
	const struct surface *s = area.surface;
	struct canvas pixels;
	struct dots d;

	if (area.width < SMALLEST_WIDTH || area.height < SMALLEST_HEIGHT) {
		area_text(area, 0, 0, STYLE_DIM, "no room for a plot");
		return;
	}
	draw_title(plot, glyphs, area);
	for (int y = 0; y < canvas.height; y++)
		area_put(area, LABEL_WIDTH - 1, y + 1, STYLE_DIM, bar);
	if (!r.any) {
		area_text(canvas, 1, canvas.height / 2, STYLE_DIM,
			  plot->empty ? plot->empty : "no values yet");
		return;
	}
	pixels = (struct canvas){canvas.width * s->cell_width, canvas.height * s->cell_height,
				 area_canvas(canvas, s->paper)};
	draw_y_ticks(plot, &r, canvas, area, &pixels, glyphs == GLYPHS_ASCII);
	draw_x_ticks(plot, canvas, area);
	if (pixels.pixel) {
		draw_pixels(plot, &r, s, &pixels);
		return;
	}
	if (plot->mark_x >= 0 && plot->mark_x < plot->n_x) {
		int x = column_of(plot, plot->mark_x, canvas.width);

		for (int y = 0; y < canvas.height; y++)
			area_put(canvas, x, y, STYLE_DIM, glyphs == GLYPHS_ASCII ? ':' : 0x250a);
	}
	if (dots_init(&d, glyphs, canvas.width, canvas.height)) {
		for (int l = 0; l < plot->n_lines; l++)
			draw_line(plot, &r, &plot->line[l], &d);
		dots_show(&d, canvas);
	}
	dots_release(&d);
}
