#include "ui/widgets/chart.h"

#include <math.h>
#include <string.h>

#include "draw/strokes.h"

enum {
	LABEL_WIDTH = 10, /* with the axis */
	ABOVE = 2,        /* rows: the title, and what goes up */
	BELOW = 3,        /* axis, labels, and what goes right */
	LEAST_ROWS = 4,   /* of the canvas */
	LEAST_WIDTH = LABEL_WIDTH + 20,
	TICK_ROWS = 3,
	TICK_COLUMNS = 10,
	GRID = 60, /* 255ths of a line at a tick */
	RING = 24, /* strokes of one */
};

/* What is drawn on: its axes go from the middle of the first cell to that of the last, where the ticks are. */
struct sheet {
	struct canvas canvas;
	double left, top, wide, high;
};

static double x_at(const struct sheet *s, double place)
{
	return s->left + fmin(1, fmax(0, place)) * s->wide;
}

static double y_at(const struct sheet *s, double place)
{
	return s->top + (1 - fmin(1, fmax(0, place))) * s->high;
}

static double x_of(const struct chart *chart, const struct sheet *s, double x)
{
	return x_at(s, chart_place(&chart->x, x));
}

static double y_of(const struct chart *chart, const struct sheet *s, double y)
{
	return y_at(s, chart_place(&chart->y, y));
}

static enum style line_style(int line)
{
	static const enum style styles[CHART_LINES] = {STYLE_PLOT_1, STYLE_PLOT_2, STYLE_STRONG};

	return styles[line];
}

static void draw_lines(const struct chart *chart, const struct sheet *s, const uint32_t *ink)
{
	for (int32_t l = 0; l < chart->n_lines; l++) {
		const struct chart_line *line = &chart->line[l];

		for (int32_t i = 0; i + 1 < line->n; i++)
			canvas_line(&s->canvas, x_of(chart, s, line->x[i]),
				    y_of(chart, s, line->y[i]), x_of(chart, s, line->x[i + 1]),
				    y_of(chart, s, line->y[i + 1]), 0.7, ink[line_style(l)]);
	}
}

static void draw_ring(const struct canvas *c, double x, double y, double radius, uint32_t ink)
{
	for (int i = 0; i < RING; i++) {
		double a = 2 * M_PI * i / RING, b = 2 * M_PI * (i + 1) / RING;

		canvas_line(c, x + radius * cos(a), y + radius * sin(a), x + radius * cos(b),
			    y + radius * sin(b), 0.6, ink);
	}
}

/* Discs with their signs beside; the first ones on top. */
static void draw_marks(const struct chart *chart, int selected, const struct sheet *sheet,
		       const struct surface *s)
{
	const struct canvas *c = &sheet->canvas;
	double size = s->cell_height / 4.0;
	struct letters *letters = letters_of(s->cell_height, 1);

	for (int32_t m = chart->n_marks - 1; m >= 0; m--) {
		double x = x_of(chart, sheet, chart->mark[m].x);
		double y = y_of(chart, sheet, chart->mark[m].y);
		char sign[2] = {chart->mark[m].sign, 0};

		canvas_disc(c, x, y, size - 1, s->ink[m == selected ? STYLE_ACCENT : STYLE_PLOT_2]);
		if (m == selected)
			draw_ring(c, x, y, size + 2, s->ink[STYLE_ACCENT]);
		letters_draw(letters, c, (int32_t)(x + size + 3), (int32_t)y - s->cell_height / 2,
			     LETTERS_LEFT, s->ink[STYLE_STRONG], sign);
	}
}

static void draw_y_ticks(const struct chart *chart, struct area area, int rows, bool ascii,
			 const struct sheet *s)
{
	struct chart_tick tick[CHART_TICKS];
	int32_t n = chart_ticks(&chart->y, rows / TICK_ROWS, tick);

	for (int y = 0; y < rows; y++)
		area_put(area, LABEL_WIDTH - 1, ABOVE + y, STYLE_DIM, ascii ? '|' : 0x2502);
	for (int32_t i = 0; i < n; i++) {
		int row = (int)lround((1 - tick[i].at) * (rows - 1));

		area_text_right(area, LABEL_WIDTH - 1, ABOVE + row, STYLE_DIM, tick[i].text);
		area_put(area, LABEL_WIDTH - 1, ABOVE + row, STYLE_DIM, ascii ? '+' : 0x2524);
		canvas_fill(&s->canvas, 0, (int32_t)y_at(s, tick[i].at), s->canvas.width, 1,
			    area.surface->ink[STYLE_DIM], GRID);
	}
}

static void draw_x_ticks(const struct chart *chart, struct area area, int rows, bool ascii,
			 const struct sheet *s)
{
	struct chart_tick tick[CHART_TICKS];
	struct area below = area_columns(area, LABEL_WIDTH, area.width - LABEL_WIDTH);
	int32_t n = chart_ticks(&chart->x, below.width / TICK_COLUMNS, tick);
	int used = -1, row = ABOVE + rows;

	for (int x = 0; x < below.width; x++)
		area_put(below, x, row, STYLE_DIM, ascii ? '-' : 0x2500);
	for (int32_t i = 0; i < n; i++) {
		int column = (int)lround(tick[i].at * (below.width - 1));
		int length = (int)strlen(tick[i].text), at = column - length / 2;

		at = at < 0 ? 0 : at + length > below.width ? below.width - length : at;
		if (at <= used)
			continue;
		area_put(below, column, row, STYLE_DIM, ascii ? '+' : 0x252c);
		used = area_text(below, at, row + 1, STYLE_DIM, tick[i].text);
		canvas_fill(&s->canvas, (int32_t)x_at(s, tick[i].at), 0, 1, s->canvas.height,
			    area.surface->ink[STYLE_DIM], GRID);
	}
	area_text_cut(below, 0, row + 2, STYLE_DIM, chart->x.title);
}

/* What goes up, and after it the lines' names where there are several. */
static void draw_names(const struct chart *chart, struct area area, bool ascii)
{
	int x = area_text_cut(area, 0, 1, STYLE_DIM, chart->y.title);

	for (int32_t l = 0; l < chart->n_lines && chart->n_lines > 1; l++)
		x = area_printf(area, x + (x > 0 ? 2 : 0), 1, line_style(l), "%s %s",
				ascii ? "-" : "\u2500", chart->line[l].name);
}

static struct sheet sheet_of(struct area area)
{
	const struct surface *s = area.surface;
	struct sheet out = {{area.width * s->cell_width, area.height * s->cell_height,
			     area_canvas(area, s->paper)},
			    s->cell_width / 2.0,
			    s->cell_height / 2.0,
			    0,
			    0};

	out.wide = out.canvas.width - s->cell_width;
	out.high = out.canvas.height - s->cell_height;
	return out;
}

/* Rows of the marks' names: a line each, or where there is no room for that as short as can be. */
static int write_legend(const struct chart *chart, int rows, int width, struct text *out)
{
	int n = 0;

	chart_write_names(chart, rows - chart->n_marks >= 2 * LEAST_ROWS ? 0 : width, out);
	for (const char *at = text_string(out); *at; at++)
		n += *at == '\n';
	return rows - n >= LEAST_ROWS ? n : 0;
}

static void draw_legend(const char *text, int rows, struct area area)
{
	for (int y = 0; y < rows; y++) {
		int n = (int)strcspn(text, "\n");

		area_printf(area, 0, area.height - rows + y, STYLE_NORMAL, "%.*s", n, text);
		text += n + 1;
	}
}

bool chart_plot(const struct chart *chart, int selected, enum glyphs glyphs, struct area area)
{
	int rows = area.height - ABOVE - BELOW, legend;
	bool ascii = glyphs == GLYPHS_ASCII;
	RELEASED_BY(text_release) struct text names = TEXT_INIT;
	struct sheet sheet;

	if (area.surface->cell_width <= 0 || rows < LEAST_ROWS || area.width < LEAST_WIDTH)
		return false;
	legend = write_legend(chart, rows, area.width, &names);
	rows -= legend;
	sheet = sheet_of(
		area_columns(area_rows(area, ABOVE, rows), LABEL_WIDTH, area.width - LABEL_WIDTH));
	if (sheet.canvas.pixel) {
		area_text_cut(area, 0, 0, STYLE_STRONG, chart->title);
		draw_names(chart, area, ascii);
		draw_y_ticks(chart, area, rows, ascii, &sheet);
		draw_x_ticks(chart, area, rows, ascii, &sheet);
		draw_lines(chart, &sheet, area.surface->ink);
		draw_marks(chart, selected, &sheet, area.surface);
		draw_legend(text_string(&names), legend, area);
	}
	return sheet.canvas.pixel != NULL;
}
