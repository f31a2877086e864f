#include "ui/widgets/scatter.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/axis.h"
#include "draw/strokes.h"
#include "ui/widgets/dots.h"

enum {
	LABEL_WIDTH = 10, /* with the axis */
	BELOW = 2,        /* rows: axis and labels */
	SMALLEST_WIDTH = LABEL_WIDTH + 12,
	SMALLEST_HEIGHT = BELOW + 3,
	TICK_ROWS = 3, /* between two ticks, at least */
	TICK_COLUMNS = 10,
	LABEL_SIZE = 32,
	DOT = 2,           /* pixels of a grid's cell */
	MOST_DISCS = 4096, /* dots that are drawn round */
	FAINT = 150,       /* 255ths of the ink of a single pair */
	RING = 24,         /* strokes of one */
	MARK = 0x25c6,
};

static struct area canvas_of(struct area area)
{
	return area_columns(area_rows(area, 0, area.height - BELOW), LABEL_WIDTH,
			    area.width - LABEL_WIDTH);
}

void scatter_room(struct area area, enum glyphs glyphs, int32_t n[2])
{
	static const int32_t per[][2] = {
		[GLYPHS_BRAILLE] = {2, 4}, [GLYPHS_BLOCK] = {2, 2}, [GLYPHS_ASCII] = {1, 1}};
	struct area canvas = canvas_of(area);
	bool room = area.width >= SMALLEST_WIDTH && area.height >= SMALLEST_HEIGHT;
	const struct surface *s = area.surface;

	if (room && s->cell_width > 0) {
		n[0] = canvas.width * s->cell_width / DOT;
		n[1] = canvas.height * s->cell_height / DOT;
		return;
	}
	n[0] = room ? canvas.width * per[glyphs][0] : 0;
	n[1] = room ? canvas.height * per[glyphs][1] : 0;
}

/* ---- axes ---- */

/* The character at a value, counted from the lower left corner. */
static int place_of(const struct scatter *s, int axis, double value, int size)
{
	double span = (double)s->width[axis] * s->n[axis];

	return (int)floor((value - (double)s->low[axis]) / span * size);
}

struct axis_ticks {
	double step, first, last;
};

static struct axis_ticks ticks_of(const struct scatter *s, int axis, int most)
{
	double low = (double)s->low[axis] / s->unit;
	double high = low + (double)s->width[axis] * s->n[axis] / s->unit;
	struct axis_ticks t = {.step = axis_step(high - low, most > 1 ? most : 1)};

	t.first = ceil(low / t.step - 1e-9) * t.step;
	t.last = high;
	return t;
}

/* Of a tick, whose zero is one. */
static double rounded(double value, double step)
{
	return fabs(value) < 1e-9 * step ? 0 : value;
}

static void draw_y_axis(const struct scatter *s, struct area canvas, struct area area, bool ascii)
{
	struct axis_ticks t = ticks_of(s, 1, canvas.height / TICK_ROWS);
	char name[2 * LABEL_SIZE];

	for (int y = 0; y < canvas.height; y++)
		area_put(area, LABEL_WIDTH - 1, y, STYLE_DIM, ascii ? '|' : 0x2502);
	snprintf(name, sizeof name, "%s, %s", s->name[1], s->unit_name);
	area_text_right(area, LABEL_WIDTH - 1, 0, STYLE_DIM, name);
	for (double v = t.first; v <= t.last; v += t.step) {
		int row = canvas.height - 1 - place_of(s, 1, v * s->unit, canvas.height);
		char label[LABEL_SIZE];

		if (row < 1 || row >= canvas.height) /* the first has the name */
			continue;
		axis_write(rounded(v, t.step), t.step, fmax(fabs(t.first), fabs(t.last)), label,
			   sizeof label);
		area_text_right(area, LABEL_WIDTH - 1, row, STYLE_DIM, label);
		area_put(area, LABEL_WIDTH - 1, row, STYLE_DIM, ascii ? '+' : 0x2524);
	}
}

static void draw_x_axis(const struct scatter *s, struct area canvas, struct area area, bool ascii)
{
	struct axis_ticks t = ticks_of(s, 0, canvas.width / TICK_COLUMNS);
	struct area row = area_columns(area, LABEL_WIDTH, canvas.width);
	int used = -1;

	for (int x = 0; x < canvas.width; x++)
		area_put(row, x, canvas.height, STYLE_DIM, ascii ? '-' : 0x2500);
	for (double v = t.first; v <= t.last; v += t.step) {
		int column = place_of(s, 0, v * s->unit, canvas.width), at, n;
		char label[LABEL_SIZE];

		axis_write(rounded(v, t.step), t.step, fmax(fabs(t.first), fabs(t.last)), label,
			   sizeof label);
		n = (int)strlen(label);
		at = column - n / 2 < 0 ? 0 : column - n / 2;
		if (column >= canvas.width || at <= used || at + n > canvas.width)
			continue;
		area_put(row, column, canvas.height, STYLE_DIM, ascii ? '+' : 0x253c);
		used = area_text(row, at, canvas.height + 1, STYLE_DIM, label);
	}
	area_text(area, 0, canvas.height + 1, STYLE_DIM, s->name[0]);
}

/* Zero of both values, and where both are equal. */
static void draw_lines(const struct scatter *s, struct area canvas, bool ascii)
{
	int zero_x = place_of(s, 0, 0, canvas.width);
	int zero_y = canvas.height - 1 - place_of(s, 1, 0, canvas.height);

	for (int x = 0; x < canvas.width; x++) {
		double value = (double)s->low[0] +
			       (x + 0.5) * (double)s->width[0] * s->n[0] / canvas.width;
		int y = canvas.height - 1 - place_of(s, 1, value, canvas.height);

		if (zero_y >= 0 && zero_y < canvas.height)
			area_put(canvas, x, zero_y, STYLE_DIM, ascii ? '-' : 0x2508);
		if (y >= 0 && y < canvas.height)
			area_put(canvas, x, y, STYLE_DIM, ascii ? '.' : 0x00b7);
	}
	for (int y = 0; y < canvas.height && zero_x >= 0 && zero_x < canvas.width; y++)
		area_put(canvas, zero_x, y, STYLE_DIM,
			 y == zero_y ? (ascii ? '+' : 0x253c)
			 : ascii     ? ':'
				     : 0x250a);
}

/* ---- dots ---- */

/* −1 below the diagonal, 1 above it, 0 on it. */
static int side_of(const struct scatter *s, int32_t x, int32_t y)
{
	int64_t low[2] = {s->low[0] + x * s->width[0], s->low[1] + y * s->width[1]};

	if (low[1] + s->width[1] <= low[0])
		return -1;
	return low[0] + s->width[0] <= low[1] ? 1 : 0;
}

static const enum style side_style[] = {STYLE_BAD, STYLE_NORMAL, STYLE_GOOD};

static void set_dots(const struct scatter *s, int side, struct dots *dots)
{
	int width = dots->width * dots->columns, height = dots->height * dots->rows;

	for (int32_t y = 0; y < s->n[1]; y++) {
		for (int32_t x = 0; x < s->n[0]; x++) {
			if (s->count[y * s->n[0] + x] && side_of(s, x, y) == side)
				dots_set(dots, (int)((int64_t)x * width / s->n[0]),
					 height - 1 - (int)((int64_t)y * height / s->n[1]),
					 side_style[side + 1]);
		}
	}
}

static void draw_text(const struct scatter *s, enum glyphs glyphs, struct area canvas)
{
	bool ascii = glyphs == GLYPHS_ASCII;
	struct dots dots;

	draw_lines(s, canvas, ascii);
	if (dots_init(&dots, glyphs, canvas.width, canvas.height)) {
		for (int side = 1; side >= -1; side--)
			set_dots(s, side, &dots);
		dots_show(&dots, canvas);
	}
	dots_release(&dots);
	if (s->marked)
		area_put(canvas, place_of(s, 0, (double)s->mark[0], canvas.width),
			 canvas.height - 1 - place_of(s, 1, (double)s->mark[1], canvas.height),
			 STYLE_ACCENT, ascii ? '@' : MARK);
}

/* ---- as pixels ---- */

/* What is drawn on, and half a cell of the screen: no pair is nearer to an edge, so that a ring has room. */
struct sheet {
	struct canvas canvas;
	double margin[2];
};

/* From 0 to 1 along an axis: pixels from the left or the upper edge. */
static double pixel_at(const struct sheet *sheet, int axis, double share)
{
	double size = axis ? sheet->canvas.height : sheet->canvas.width;
	double at = sheet->margin[axis] + share * (size - 2 * sheet->margin[axis]);

	return axis ? size - at : at;
}

static double pixel_of(const struct scatter *s, const struct sheet *sheet, int axis, double value)
{
	double span = (double)s->width[axis] * s->n[axis];

	return pixel_at(sheet, axis, (value - (double)s->low[axis]) / span);
}

static void draw_pixel_lines(const struct scatter *s, const struct sheet *sheet, uint32_t dim)
{
	const struct canvas *c = &sheet->canvas;
	double x = pixel_of(s, sheet, 0, 0), y = pixel_of(s, sheet, 1, 0);
	double low = (double)s->low[0], high = low + (double)s->width[0] * s->n[0];

	if (x >= 0 && x < c->width)
		canvas_fill(c, (int32_t)x, 0, 1, c->height, dim, 255);
	if (y >= 0 && y < c->height)
		canvas_fill(c, 0, (int32_t)y, c->width, 1, dim, 255);
	canvas_line(c, pixel_at(sheet, 0, 0), pixel_of(s, sheet, 1, low), pixel_at(sheet, 0, 1),
		    pixel_of(s, sheet, 1, high), 0, dim);
}

/* From the paper to the ink, by 255ths. */
static uint32_t mixed(uint32_t paper, uint32_t ink, int share)
{
	uint32_t out = 0;

	for (int shift = 0; shift < 24; shift += 8) {
		int from = paper >> shift & 255, to = ink >> shift & 255;

		out |= (uint32_t)(from + (to - from) * share / 255) << shift;
	}
	return out;
}

struct occupied {
	int64_t n;
	int32_t most; /* pairs of a cell */
};

static struct occupied occupied_of(const struct scatter *s)
{
	struct occupied o = {0};

	for (int64_t i = 0; i < (int64_t)s->n[0] * s->n[1]; i++) {
		o.n += s->count[i] > 0;
		o.most = s->count[i] > o.most ? s->count[i] : o.most;
	}
	return o;
}

static void draw_pixel_dots(const struct scatter *s, const struct sheet *sheet, int side,
			    const struct occupied *o, const struct surface *surface)
{
	uint32_t ink = surface->ink[side_style[side + 1]];
	double most = log(1 + o->most), round = surface->cell_height / 9.0;

	for (int64_t i = 0; i < (int64_t)s->n[0] * s->n[1]; i++) {
		int32_t n = s->count[i], x = (int32_t)(i % s->n[0]), y = (int32_t)(i / s->n[0]);
		double share = n ? log(1 + n) / most : 0;
		uint32_t colour;
		double at[2];

		if (!n || side_of(s, x, y) != side)
			continue;
		colour = mixed(surface->paper, ink, FAINT + (int)((255 - FAINT) * share));
		at[0] = pixel_at(sheet, 0, (x + 0.5) / s->n[0]);
		at[1] = pixel_at(sheet, 1, (y + 0.5) / s->n[1]);
		if (o->n <= MOST_DISCS)
			canvas_disc(&sheet->canvas, at[0], at[1], round, colour);
		else
			canvas_fill(&sheet->canvas, (int32_t)at[0] - DOT / 2,
				    (int32_t)at[1] - DOT / 2, DOT, DOT, colour, 255);
	}
}

/* A ring around the pair. */
static void draw_pixel_mark(const struct scatter *s, const struct sheet *sheet,
			    const struct surface *surface)
{
	double x = pixel_of(s, sheet, 0, (double)s->mark[0]);
	double y = pixel_of(s, sheet, 1, (double)s->mark[1]);
	double radius = surface->cell_height / 2.5;

	for (int i = 0; i < RING; i++) {
		double a = 2 * M_PI * i / RING, b = 2 * M_PI * (i + 1) / RING;

		canvas_line(&sheet->canvas, x + radius * cos(a), y + radius * sin(a),
			    x + radius * cos(b), y + radius * sin(b), 0.7,
			    surface->ink[STYLE_ACCENT]);
	}
}

/* False where there are no pixels. */
static bool draw_pixels(const struct scatter *s, struct area area)
{
	const struct surface *surface = area.surface;
	struct sheet c = {{area.width * surface->cell_width, area.height * surface->cell_height,
			   area_canvas(area, surface->paper)},
			  {surface->cell_width, surface->cell_height / 2.0}};
	struct occupied o;

	if (!c.canvas.pixel)
		return false;
	o = occupied_of(s);
	draw_pixel_lines(s, &c, mixed(surface->paper, surface->ink[STYLE_DIM], FAINT));
	for (int side = 1; side >= -1; side--)
		draw_pixel_dots(s, &c, side, &o, surface);
	if (s->marked)
		draw_pixel_mark(s, &c, surface);
	return true;
}

void scatter_draw(const struct scatter *s, enum glyphs glyphs, struct area area)
{
	struct area canvas = canvas_of(area);
	bool ascii = glyphs == GLYPHS_ASCII;

	if (area.width < SMALLEST_WIDTH || area.height < SMALLEST_HEIGHT) {
		area_text_cut(area, 0, 0, STYLE_DIM, "no room for a plot");
		return;
	}
	draw_y_axis(s, canvas, area, ascii);
	draw_x_axis(s, canvas, area, ascii);
	if (!draw_pixels(s, canvas))
		draw_text(s, glyphs, canvas);
}
