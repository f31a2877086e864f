#include "ui/widgets/scatter.h"

#include <math.h>
#include <string.h>

#include "base/axis.h"
#include "ui/widgets/dots.h"

enum {
	LABEL_WIDTH = 10, /* with the axis */
	BELOW = 2,        /* rows: axis and labels */
	SMALLEST_WIDTH = LABEL_WIDTH + 12,
	SMALLEST_HEIGHT = BELOW + 3,
	TICK_ROWS = 3, /* between two ticks, at least */
	TICK_COLUMNS = 10,
	LABEL_SIZE = 32,
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

	for (int y = 0; y < canvas.height; y++)
		area_put(area, LABEL_WIDTH - 1, y, STYLE_DIM, ascii ? '|' : 0x2502);
	for (double v = t.first; v <= t.last; v += t.step) {
		int row = canvas.height - 1 - place_of(s, 1, v * s->unit, canvas.height);
		char label[LABEL_SIZE];

		if (row < 0 || row >= canvas.height)
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

static void set_dots(const struct scatter *s, int side, struct dots *dots)
{
	static const enum style style[] = {STYLE_BAD, STYLE_NORMAL, STYLE_GOOD};

	for (int32_t y = 0; y < s->n[1]; y++) {
		for (int32_t x = 0; x < s->n[0]; x++) {
			if (s->count[y * s->n[0] + x] && side_of(s, x, y) == side)
				dots_set(dots, x, dots->height * dots->rows - 1 - y,
					 style[side + 1]);
		}
	}
}

void scatter_draw(const struct scatter *s, enum glyphs glyphs, struct area area)
{
	struct area canvas = canvas_of(area);
	bool ascii = glyphs == GLYPHS_ASCII;
	struct dots dots;

	if (area.width < SMALLEST_WIDTH || area.height < SMALLEST_HEIGHT) {
		area_text_cut(area, 0, 0, STYLE_DIM, "no room for a plot");
		return;
	}
	draw_y_axis(s, canvas, area, ascii);
	draw_x_axis(s, canvas, area, ascii);
	draw_lines(s, canvas, ascii);
	if (dots_init(&dots, glyphs, canvas.width, canvas.height)) {
		for (int side = 1; side >= -1; side--)
			set_dots(s, side, &dots);
		dots_show(&dots, canvas);
	}
	dots_release(&dots);
	area_text(canvas, 1, 0, STYLE_DIM, s->name[1]);
}
