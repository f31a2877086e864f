#include "ui/widgets/bars.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/axis.h"
#include "base/grow.h"
#include "draw/strokes.h"

enum {
	EIGHTHS = 8,
	LOWER_EIGHTH = 0x2581, /* the glyph of one; the others follow */
	SOME = '.',            /* less than can be drawn as a bar */
	GRID = 70,             /* 255ths of a line of the grid */
	LEAST_PIXELS = 2,      /* that a bar is high */
	STRIPES_FROM = 5,      /* series whose colour another one has, too: they are striped, … */
	STRIPE = 4,            /* pixels of one stripe */
	WIDEST = 8,            /* columns of a bin where there is room … */
	GAP_FROM = 3,          /* … with a gap between bins that are so wide */
	HIGHEST = 26,          /* rows that are good to look at; */
	MARKS_FROM = 7,        /* those from which there are marks, … */
	NAMES_FROM = 7,        /* … and names of several series; */
	OVER_FROM = 4,      /* of the bars alone, those from which there is something over them */
	TICK_ROWS = 2,      /* rows between two labels, at least, … */
	HIGH_TICK_ROWS = 4, /* … in a chart as high as */
	HIGH = 12,
	TICK_COLUMNS = 10, /* between two labels of times, … */
	VALUE_COLUMNS = 6, /* … of small whole numbers */
};

/* Where everything is. */
struct frame {
	const struct bars *bars;
	enum glyphs glyphs;
	/* those that there is no room for are empty */
	struct area names, left, canvas, axis, marks, labels;
	int32_t first, end;   /* the bins on this page */
	int each, wide;       /* columns of a bin, and of its bar */
	double most;          /* the sum at the top */
	struct canvas pixels; /* the bars are drawn on; NULL = in cells */
};

int bars_room(struct area area)
{
	int room = (area.width - BARS_LABELS) / 2;

	return room < 8 ? 8 : room;
}

/* The glyph that a series is drawn with. */
static uint32_t bars_glyph(enum glyphs glyphs, int series)
{
	static const uint32_t blocks[BARS_SERIES] = {0x2588, 0x2593, 0x2592, 0x2591,
						     0x256c, 0x253c, 'o',    0x00b7};
	static const char ascii[BARS_SERIES + 1] = "#=+:ox%.";

	return glyphs == GLYPHS_ASCII ? (uint32_t)ascii[series] : blocks[series];
}

/* Its style, where there are several. */
static enum style bars_style(int series)
{
	static const enum style styles[BARS_SERIES] = {STYLE_PLOT_1, STYLE_PLOT_2, STYLE_STRONG,
						       STYLE_DIM,    STYLE_TITLE,  STYLE_PLOT_1,
						       STYLE_PLOT_2, STYLE_NORMAL};

	return styles[series];
}

static double sum_of(const struct bars *bars, int32_t bin)
{
	double sum = bars->sums ? bars->sums[bin] : 0;

	for (int s = 0; s < bars->n_series; s++)
		sum += bars->series[s].count[bin];
	return sum;
}

/* ---- heights ---- */

/* From 0 at the axis to 1 at the top. */
static double share_of(const struct frame *f, double sum)
{
	if (sum <= 0)
		return 0;
	if (f->bars->scale == SCALE_LOG)
		return sum < 1 ? 0 : (1 + log10(sum)) / (1 + log10(f->most));
	return sum / f->most;
}

static double top_of(const struct bars *bars)
{
	double most = 1;

	if (bars->scale == SCALE_CDF)
		return bars->total > 0 ? bars->total : 1;
	for (int32_t b = 0; b < bars->n; b++)
		most = fmax(most, sum_of(bars, b));
	for (int p = 0; p < bars->n_points; p++)
		for (int32_t b = 0; b < bars->n; b++)
			most = fmax(most, (double)bars->points[p].count[b]);
	for (int32_t b = 0; b < bars->n && bars->error_high; b++)
		most = fmax(most, (double)bars->error_high[b]);
	return most;
}

/* The glyph of a row `eighths` below the top of a bar; 0 = none. */
static uint32_t part_glyph(enum glyphs glyphs, int eighths)
{
	if (eighths <= 0)
		return 0;
	if (glyphs == GLYPHS_ASCII)
		return eighths >= EIGHTHS / 2 ? '#' : '.';
	return LOWER_EIGHTH - 1 + (uint32_t)(eighths < EIGHTHS ? eighths : EIGHTHS);
}

/* The series that a height belongs to: each ends where the axis has the sum of those up to it. */
static int series_at(const struct frame *f, int32_t bin, double height)
{
	const struct bars *bars = f->bars;
	double seen = 0;
	int last = 0;

	for (int s = 0; s < bars->n_series; s++) {
		if (!bars->series[s].count[bin])
			continue;
		last = s;
		seen += (double)bars->series[s].count[bin];
		if (height <= share_of(f, seen))
			break;
	}
	return last;
}

static enum style plain_style(const struct bars *bars, int32_t bin)
{
	if (!bars->signs)
		return STYLE_PLOT_1;
	return bars->low + bin * bars->width < 0 ? STYLE_BAD : STYLE_GOOD;
}

static bool is_stacked(const struct bars *bars)
{
	return bars->n_series > 1 && bars->scale != SCALE_CDF;
}

static void draw_bar(const struct frame *f, int32_t bin, double height)
{
	const struct bars *bars = f->bars;
	int rows = f->canvas.height, eighths = (int)lround(height * rows * EIGHTHS);
	int x0 = (bin - f->first) * f->each;
	bool stacked = is_stacked(bars);

	for (int row = 0; row < rows; row++) {
		int above = eighths - EIGHTHS * (rows - 1 - row);
		enum style style = plain_style(bars, bin);
		uint32_t glyph = part_glyph(f->glyphs, above);

		if (stacked && glyph) {
			int s = series_at(f, bin, (rows - 1 - row + 0.5) / rows);

			glyph = above < EIGHTHS / 2 ? 0 : bars_glyph(f->glyphs, s);
			style = bars_style(s);
		}
		/* what is there is seen, however little it is, but not as a bar */
		if (!glyph && height > 0 && row == rows - 1)
			glyph = f->glyphs == GLYPHS_ASCII ? ',' : SOME;
		if (bin == bars->selected && !(bars->signs && f->axis.height > 0))
			style = STYLE_ACCENT; /* good and bad keep their colours where a mark is below */
		for (int x = 0; x < f->wide && glyph; x++)
			area_put(f->canvas, x0 + x, row, style, glyph);
	}
}

/* As pixels: each series from where the axis has the sum of those below it. */
static void draw_pixel_bar(const struct frame *f, int32_t bin, double height)
{
	const struct bars *bars = f->bars;
	const uint32_t *ink = f->canvas.surface->ink;
	int cell = f->canvas.surface->cell_width, high = f->pixels.height;
	int x = (bin - f->first) * f->each * cell, wide = f->wide * cell - (f->wide == f->each);
	bool stacked = is_stacked(bars);
	double sum = 0, last = 0;

	if (height > 0 && height * high < LEAST_PIXELS) /* what is there is seen */
		canvas_fill(&f->pixels, x, high - LEAST_PIXELS, wide, LEAST_PIXELS, ink[STYLE_DIM],
			    255);
	for (int s = 0; s < (stacked ? bars->n_series : 1); s++) {
		enum style style = stacked ? bars_style(s) : plain_style(bars, bin);
		int top, bottom = high - (int)lround(last * high);

		sum += stacked ? (double)bars->series[s].count[bin] : 0;
		last = stacked ? share_of(f, sum) : height;
		top = high - (int)lround(last * high);
		canvas_fill(&f->pixels, x, top, wide, bottom - top, ink[style], 255);
		for (int y = top - top % STRIPE + STRIPE / 2; s >= STRIPES_FROM && y < bottom;
		     y += STRIPE)
			if (y >= top)
				canvas_fill(&f->pixels, x, y, wide, 1, f->canvas.surface->paper,
					    255);
	}
	if (bin == bars->selected) {
		int top = high - (int)lround(height * high);

		canvas_fill(&f->pixels, x, top - 3, wide, 3, ink[STYLE_ACCENT], 255);
	}
}

static void draw_bars(const struct frame *f)
{
	const struct bars *bars = f->bars;
	double before = bars->below;

	for (int32_t b = 0; b < f->end; b++) {
		double sum = sum_of(bars, b);

		before += sum;
		if (b >= f->first)
			(f->pixels.pixel ? draw_pixel_bar : draw_bar)(
				f, b, share_of(f, bars->scale == SCALE_CDF ? before : sum));
	}
}

/* The row in which a height ends. */
static int row_of(const struct frame *f, double sum)
{
	int rows = f->canvas.height, row;
	double height = share_of(f, sum) * rows;

	/* stacked bars end between two rows, others within one */
	row = rows - (int)(is_stacked(f->bars) ? floor(height + 0.5 + 1e-9) : ceil(height - 1e-9));
	return row < 0 ? 0 : row >= rows ? rows - 1 : row;
}

static void draw_pixels_over(const struct frame *f)
{
	const struct bars *bars = f->bars;
	const struct surface *s = f->canvas.surface;
	int high = f->pixels.height;

	for (int32_t b = f->first; b < f->end; b++) {
		double middle = ((b - f->first) * f->each + f->wide / 2.0) * s->cell_width;

		if (bars->error_high && bars->error_high[b] > 0)
			canvas_line(&f->pixels, middle,
				    high * (1 - share_of(f, bars->error_high[b])), middle,
				    high * (1 - share_of(f, bars->error_low[b])), 0.5,
				    s->ink[STYLE_STRONG]);
		for (int p = 0; p < bars->n_points; p++) {
			double y = high * (1 - share_of(f, bars->points[p].count[b]));

			if (bars->points[p].count[b] <= 0)
				continue;
			if (p == 0)
				canvas_disc(&f->pixels, middle, y, 3, s->ink[STYLE_STRONG]);
			else
				canvas_line(&f->pixels, middle - 4, y, middle + 4, y, 1,
					    s->ink[STYLE_ACCENT]);
		}
	}
}

/* Drawn over the bars: lines of errors, and points that aren't 0. */
static void draw_over(const struct frame *f)
{
	const struct bars *bars = f->bars;
	bool ascii = f->glyphs == GLYPHS_ASCII;

	if (f->canvas.height < OVER_FROM)
		return;
	if (f->pixels.pixel) {
		draw_pixels_over(f);
		return;
	}
	for (int32_t b = f->first; b < f->end; b++) {
		int x = (b - f->first) * f->each;
		int top = bars->error_high ? row_of(f, bars->error_high[b]) : 0;

		for (int row = top; bars->error_high && bars->error_high[b] > 0 && f->wide > 1;
		     row++) {
			if (row > row_of(f, bars->error_low[b]))
				break;
			area_put(f->canvas, x + f->wide - 1, row, STYLE_STRONG,
				 ascii ? '|' : 0x2502);
		}
		EACH_ITEM(points, bars->points, bars->n_points) {
			if (points->count[b] > 0)
				area_put(f->canvas, x + (f->wide > 1 ? f->wide / 2 - 1 : 0),
					 row_of(f, points->count[b]), STYLE_STRONG,
					 ascii ? (uint32_t)points->ascii : points->glyph);
		}
	}
}

/* ---- the axes ---- */

static void draw_y_tick(const struct frame *f, double value, const char *label)
{
	int row = row_of(f, value);
	bool ascii = f->glyphs == GLYPHS_ASCII;

	area_text_right(f->left, BARS_LABELS - 1, row, STYLE_DIM, label);
	area_put(f->left, BARS_LABELS - 1, row, STYLE_DIM, ascii ? '+' : 0x2524);
	if (f->pixels.pixel) /* a line across */
		canvas_fill(&f->pixels, 0, (int)((1 - share_of(f, value)) * (f->pixels.height - 1)),
			    f->pixels.width, 1, f->canvas.surface->ink[STYLE_DIM], GRID);
}

static void draw_log_ticks(const struct frame *f)
{
	int decades = (int)floor(log10(f->most) + 1e-9), step = 1;
	char label[32];

	while (f->canvas.height * step < TICK_ROWS * (decades + 1))
		step++;
	for (int d = 0; d <= decades; d += step) {
		axis_write(pow(10, d) / f->bars->y_unit, pow(10, d) / f->bars->y_unit,
			   pow(10, d) / f->bars->y_unit, label, sizeof label);
		draw_y_tick(f, pow(10, d), label);
	}
}

static void draw_y_axis(const struct frame *f)
{
	bool ascii = f->glyphs == GLYPHS_ASCII, cdf = f->bars->scale == SCALE_CDF;
	double unit = cdf ? f->most / 100 : f->bars->y_unit, step, top = f->most / unit;
	int rows = f->canvas.height;
	double last = 0;
	char label[32];

	for (int row = 0; row < rows; row++)
		area_put(f->left, BARS_LABELS - 1, row, STYLE_DIM, ascii ? '|' : 0x2502);
	if (f->bars->scale == SCALE_LOG) {
		draw_log_ticks(f);
		return;
	}
	step = axis_step(top, rows / (rows < HIGH ? TICK_ROWS : HIGH_TICK_ROWS));
	if (unit == 1 && step < 1)
		step = 1;
	if (step > top) /* no room for a round one */
		step = top;
	for (int i = 1; i * step <= top * (1 + 1e-9); i++) {
		axis_write(i * step, step, top, label, sizeof label);
		if (cdf)
			snprintf(label, sizeof label, "%g %%", i * step);
		draw_y_tick(f, i * step * unit, label);
		last = i * step;
	}
	if (!cdf && row_of(f, f->most) + 1 < row_of(f, last * unit)) { /* the highest bar's */
		axis_write(top, top, top, label, sizeof label);
		draw_y_tick(f, f->most, label);
	}
}

/* The column of a value on this page, -1 = it isn't on it. */
static int column_of(const struct frame *f, int64_t value)
{
	const struct bars *bars = f->bars;
	int64_t from = bars->low + f->first * bars->width;
	int column;

	if (value < from || value > bars->low + f->end * bars->width)
		return -1;
	column = (int)((double)(value - from) * f->each / (double)bars->width);
	return bars->bins_are_values ? column + (f->wide - 1) / 2 : column;
}

static void draw_x_ticks(const struct frame *f)
{
	const struct bars *bars = f->bars;
	int64_t low = bars->low + f->first * bars->width, end = bars->low + f->end * bars->width;
	int apart = bars->bins_are_values ? VALUE_COLUMNS : TICK_COLUMNS;
	int n = (f->end - f->first) * f->each / apart + 1, used = -1;
	int64_t step = axis_whole_step(end - low, bars->width, n);
	double largest = fmax(fabs((double)low), fabs((double)end)) / bars->x_unit;
	bool ascii = f->glyphs == GLYPHS_ASCII;

	for (int64_t v = (low / step - (low % step < 0)) * step; v <= end; v += step) {
		int x = column_of(f, v), at;
		char label[32];

		if (x < 0 || (bars->bins_are_values && v == end))
			continue;
		axis_write((double)v / bars->x_unit, (double)step / bars->x_unit, largest, label,
			   sizeof label);
		at = x - text_columns(label) / 2;
		at = at < 0 ? 0 : at;
		area_put(f->axis, x, 0, v == 0 ? STYLE_STRONG : STYLE_DIM,
			 ascii    ? '+'
			 : v == 0 ? 0x253c
				  : 0x252c);
		if (at > used && at + text_columns(label) <= f->labels.width)
			used = area_text(f->labels, at, 0, v == 0 ? STYLE_STRONG : STYLE_DIM,
					 label);
	}
}

static void draw_x_axis(const struct frame *f)
{
	const struct bars *bars = f->bars;
	int end = (f->end - f->first) * f->each;
	bool ascii = f->glyphs == GLYPHS_ASCII;

	area_put(f->left, BARS_LABELS - 1, f->canvas.height, STYLE_DIM, ascii ? '+' : 0x2514);
	for (int x = 0; x < end; x++)
		area_put(f->axis, x, 0, STYLE_DIM, ascii ? '-' : 0x2500);
	draw_x_ticks(f);
	if (bars->selected >= f->first && bars->selected < f->end)
		area_put(f->axis, (bars->selected - f->first) * f->each + (f->wide - 1) / 2, 0,
			 STYLE_ACCENT, '^');
	for (int m = bars->n_marks; m-- > 0;) { /* the first ones on top */
		char letter[2] = {bars->mark[m].letter, 0};
		int x = column_of(f, bars->mark[m].value);

		if (x >= 0)
			area_text(f->marks, x, 0, STYLE_STRONG, letter);
	}
}

/* "# clk 12  = out 3", with numbers or without; what doesn't fit is left out, and said so. Returns
 * the column after it, without drawing when there is no area. */
static int write_names(const struct frame *f, struct area *area, bool numbers)
{
	int x = 0;

	for (int s = 0; s < f->bars->n_series; s++) {
		const struct bars_series *series = &f->bars->series[s];
		bool last = s + 1 == f->bars->n_series;
		char text[128];
		int n = snprintf(text, sizeof text, "%.80s", series->name ? series->name : "");

		if (numbers)
			snprintf(text + n, sizeof text - (size_t)n, " %" PRId64, series->n);
		if (area && x + 2 + text_columns(text) + (last ? 0 : 5) > area->width) {
			area_text(*area, x, 0, STYLE_DIM, "...");
			break;
		}
		if (area) {
			area_put(*area, x, 0, bars_style(s), bars_glyph(f->glyphs, s));
			area_text(*area, x + 2, 0, STYLE_NORMAL, text);
		}
		x += 2 + text_columns(text) + 2;
	}
	return x - 2;
}

static void draw_names(const struct frame *f)
{
	struct area area = f->names;

	for (int p = 0, x = 0; p < f->bars->n_points && area.height > 0; p++) {
		const struct bars_points *points = &f->bars->points[p];

		area_put(area, x, 0, f->pixels.pixel && p > 0 ? STYLE_ACCENT : STYLE_STRONG,
			 f->pixels.pixel             ? (p > 0 ? 0x2500 : 0x25cf)
			 : f->glyphs == GLYPHS_ASCII ? (uint32_t)points->ascii
						     : points->glyph);
		x = area_text(area, x + 2, 0, STYLE_NORMAL, points->name) + 2;
	}
	if (area.height > 0 && f->bars->n_series > 1)
		write_names(f, &area, write_names(f, NULL, true) <= area.width);
}

/* ---- all of it ---- */

static void divide(struct frame *f, struct area area)
{
	const struct bars *bars = f->bars;
	bool names = (bars->n_series > 1 || bars->n_points > 0) && area.height >= NAMES_FROM;
	bool marks = bars->n_marks > 0 && area.height >= MARKS_FROM;
	int rows = area.height - 2 - marks - names, page;

	f->names = area_rows(area, 0, names ? 1 : 0);
	area = area_rows(area, names ? 1 : 0, area.height);
	f->left = area_columns(area, 0, BARS_LABELS);
	area = area_columns(area, BARS_LABELS, area.width - BARS_LABELS);
	f->canvas = area_rows(area, 0, rows);
	f->axis = area_rows(area, rows, 1);
	f->marks = area_rows(area, rows + 1, marks ? 1 : 0);
	f->labels = area_rows(area, rows + 1 + marks, 1);
	f->each = area.width / bars->n < WIDEST ? area.width / bars->n : WIDEST;
	f->each = f->each < 1 ? 1 : f->each;
	f->wide = f->each >= GAP_FROM ? f->each - 1 : f->each;
	page = area.width / f->each;
	f->first = bars->selected > 0 ? bars->selected / page * page : 0;
	f->end = bars->n < f->first + page ? bars->n : f->first + page;
}

int32_t bars_bin_at(int32_t n, int32_t selected, struct area area, int x)
{
	const struct bars bars = {.n = n, .selected = selected};
	struct frame f = {.bars = &bars};
	int32_t bin;

	if (n <= 0 || area.width < BARS_LABELS + 8)
		return -1;
	divide(&f, area);
	x -= f.canvas.x;
	bin = f.first + x / f.each;
	return x >= 0 && bin < f.end ? bin : -1;
}

void bars_draw(const struct bars *bars, enum glyphs glyphs, struct area area)
{
	struct frame f = {.bars = bars, .glyphs = glyphs};

	if (bars->n <= 0 || area.width < BARS_LABELS + 8 || area.height < 3) {
		area_text(area, 0, 0, STYLE_DIM, bars->n <= 0 ? "no values" : "no room for a plot");
		return;
	}
	divide(&f, area_rows(area, 0, area.height < HIGHEST ? area.height : HIGHEST));
	f.most = top_of(bars);
	f.pixels = (struct canvas){f.canvas.width * area.surface->cell_width,
				   f.canvas.height * area.surface->cell_height,
				   area_canvas(f.canvas, area.surface->paper)};
	draw_y_axis(&f);
	draw_bars(&f);
	draw_over(&f);
	draw_x_axis(&f);
	draw_names(&f);
}
