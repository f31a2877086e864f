/*
 * The scale of a density map and all its bins by value: a colour bar with ticks, beside each colour a bar as
 * long as there are bins of it, and the value of the bin at the cursor.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/frame_legend.h"
#include "ui/views/view_density.h"

enum {
	LEAST_WIDTH = 30,
	LEAST_HEIGHT = 25, /* of all beside the map */
	MOST_WIDTH = 64,
	MOST_ROWS = 24,
	LABELS = 9, /* columns at the left */
	BAR = 2,    /* of the colour bar */
	VALUE = 11, /* columns at the right, for the cursor's */
	EIGHTHS = 0x2590,
	FULL = 0x2588,
	POINTER = 0x25c0,
};

static const uint32_t background = 0x15171c, ink = 0xf0f0f0, faint = 0x8a909c;

bool density_has_values(const struct ui *ui, struct area area)
{
	return !ui->on_sheet && area.width >= LEAST_WIDTH && area.height >= LEAST_HEIGHT &&
	       density_of(ui)->picture->has_counts;
}

struct values {
	const struct snap_density_picture *picture;
	struct density_shares shares;
	struct area bars; /* colours and bars */
	int64_t most;     /* bins of a row */
	double cursor;    /* its place, 0 … 1 from the lower end; NAN = it has no value */
	bool in_colour, ascii;
};

/* Values rise upward; of slacks colours fall then. */
static double place_of(const struct values *v, double t)
{
	return v->shares.least ? 1 - t : t;
}

static uint32_t colour_at(const struct values *v, double t)
{
	const uint8_t *c = v->picture->colour[(int)(place_of(v, t) * (DENSITY_COLOURS - 1) + 0.5)];

	return (uint32_t)c[0] << 16 | (uint32_t)c[1] << 8 | c[2];
}

/* Bins from part i of n on upward. */
static int64_t count_of(const struct values *v, int i, int n)
{
	int first = i * DENSITY_PLACES / n, end = (i + 1) * DENSITY_PLACES / n;

	return SUM(int64_t, k, first, end,
		   v->picture->count[v->shares.least ? DENSITY_PLACES - 1 - k : k]);
}

static void find_most(struct values *v, int n)
{
	v->most = 1;
	for (int i = 0; i < n; i++) {
		int64_t count = count_of(v, i, n);

		v->most = count > v->most ? count : v->most;
	}
}

/* ---- as pixels ---- */

static void fill(const struct canvas *canvas, int x, int y, int width, int height, uint32_t colour)
{
	canvas_fill(canvas, x, y, width, height, colour, 255);
}

/* Parts as high as a pixel, or several. */
static void draw_pixels(const struct values *v, const struct canvas *canvas, int cell_width)
{
	int high = canvas->height, left = BAR * cell_width, room = canvas->width - left - 6;
	int n = high < DENSITY_PLACES ? high : DENSITY_PLACES;
	bool has_zero = v->shares.is_signed && v->shares.low < 0 && v->shares.high > 0;

	for (int y = 0; y < high; y++)
		fill(canvas, 0, y, left - 3, 1, colour_at(v, (high - 1 - y) / fmax(1, high - 1.0)));
	for (int i = 0; i < n; i++) {
		int top = high - (i + 1) * high / n, bottom = high - i * high / n;
		int64_t count = count_of(v, i, n);
		int width = (int)(count * room / v->most);

		width = count && width < 1 ? 1 : width;
		fill(canvas, left, top, width, bottom - top, colour_at(v, (i + 0.5) / n));
		fill(canvas, left + width, top, count > 0, bottom - top,
		     faint); /* also of dark ones */
	}
	fill(canvas, left - 1, 0, 1, high, faint);
	if (has_zero) {
		double zero = density_share_place(&v->shares, density_share(&v->shares, 0));
		int y = (int)((1 - place_of(v, zero)) * (high - 1) + 0.5);

		for (int x = 0; x < canvas->width; x += 6)
			fill(canvas, x, y, 3, 1, ink);
	}
	if (!isnan(v->cursor)) {
		int y = (int)((1 - v->cursor) * (high - 1) + 0.5);

		fill(canvas, 0, y, canvas->width, 1, ink);
		for (int i = 0; i < 6; i++)
			fill(canvas, canvas->width - 6 + i, y - i, 1, 2 * i + 1, ink);
	}
}

/* ---- in cells ---- */

static void draw_cells(const struct values *v)
{
	int n = v->bars.height, room = v->bars.width - BAR;

	for (int row = 0; row < n; row++) {
		int i = n - 1 - row;
		int64_t count = count_of(v, i, n);
		int eighths = (int)(count * 8 * room / v->most);
		uint32_t colour = COLOUR_SET | colour_at(v, (i + 0.5) / n);

		eighths = count && eighths == 0 ? 1 : eighths;
		for (int x = 0; x < BAR && v->in_colour; x++)
			area_put_colours(v->bars, x, row, ' ', 0, colour);
		for (int x = 0; 8 * x < eighths; x++) {
			int left = eighths - 8 * x;
			uint32_t glyph = v->ascii   ? '#'
					 : left < 8 ? (uint32_t)(EIGHTHS - left)
						    : FULL;

			if (v->in_colour && !v->ascii)
				area_put_colours(v->bars, BAR + x, row, glyph, colour, 0);
			else
				area_put(v->bars, BAR + x, row, STYLE_NORMAL, glyph);
		}
	}
}

/* ---- what is written beside it ---- */

static int row_at(const struct values *v, double t)
{
	int row = (int)((1 - t) * v->bars.height);

	return row < v->bars.height ? row : v->bars.height - 1;
}

static void draw_ticks(const struct values *v, struct area area)
{
	struct legend_tick tick[LEGEND_TICKS];
	static struct legend legend; /* of the main thread */
	int32_t n;

	memset(&legend, 0, sizeof legend);
	legend.scale_name = density_scale_name[v->shares.kind];
	for (int i = 0; i < LEGEND_COLOURS; i++)
		legend.value[i] = density_in_unit(
			v->picture,
			density_value_at(&v->shares, place_of(v, i / (LEGEND_COLOURS - 1.0))));
	n = legend_ticks(&legend, 2.2 / v->bars.height, tick);
	for (int32_t i = 0; i < n; i++) {
		int row = row_at(v, tick[i].place);

		area_text_right(area, LABELS - 1, row,
				tick[i].value == 0 ? STYLE_STRONG : STYLE_DIM, tick[i].text);
		area_put(area, LABELS - 1, row, STYLE_DIM, v->ascii ? '-' : 0x2500);
	}
}

static void draw_cursor(const struct values *v, struct area area)
{
	int row = row_at(v, v->cursor), x = LABELS + v->bars.width;
	char text[32];

	snprintf(text, sizeof text, "%.4g", density_in_unit(v->picture, v->picture->bin_value));
	area_put(area, x, row, STYLE_ACCENT, v->ascii ? '<' : POINTER);
	area_text(area, x + 2, row, STYLE_STRONG, text);
}

/* Above what the bins are, in row y how they are seen. */
static void draw_head(const struct ui *ui, const struct values *v, struct area area, int y)
{
	const struct snap_density_picture *p = v->picture;
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	text_printf(&text, "%" PRId32 "x%" PRId32 " bins by value%s%s", p->columns, p->rows,
		    strcmp(p->unit, "1") ? ", " : "", strcmp(p->unit, "1") ? density_unit(p) : "");
	area_text_cut(area, 0, 0, STYLE_DIM, text_string(&text));
	text_clear(&text);
	text_add(&text, density_scale_name[v->shares.kind]);
	if (p->is_signed && v->shares.kind == DENSITY_LINEAR)
		text_add(&text, " on each side of 0");
	if (terminal_has_colours(ui->terminal))
		text_printf(&text, ", %s", p->colours_name);
	area_text_cut(area, 0, y, STYLE_DIM, text_string(&text));
}

static void draw_foot(const struct values *v, struct area area, int y)
{
	const struct snap_density_picture *p = v->picture;
	char most[32];

	area_text(area, LABELS, y, STYLE_DIM, "0");
	snprintf(most, sizeof most, "%" PRId64 " bins", v->most);
	area_text_right(area, LABELS + v->bars.width, y, STYLE_DIM, most);
	area_printf(area, 0, y + 1, STYLE_DIM, "min %.4g, mean %.4g, max %.4g",
		    density_in_unit(p, p->summary.min), density_in_unit(p, p->summary.mean),
		    density_in_unit(p, p->summary.max));
}

int density_draw_values(const struct ui *ui, struct area area)
{
	const struct snap_density_picture *p = density_of(ui)->picture;
	int rows = area.height / 2 < MOST_ROWS ? area.height / 2 : MOST_ROWS;
	int width = area.width < MOST_WIDTH ? area.width : MOST_WIDTH;
	struct values v = {.picture = p,
			   .shares = density_scale_of(ui),
			   .cursor = (double)NAN,
			   .in_colour = terminal_has_colours(ui->terminal),
			   .ascii = ui->glyphs == GLYPHS_ASCII};
	const struct surface *s = area.surface;
	uint32_t *pixel;

	v.bars = area_rows(area_columns(area, LABELS, width - LABELS - VALUE), 1, rows);
	if (!isnan(p->bin_value))
		v.cursor = place_of(
			&v, density_share_place(&v.shares, density_share(&v.shares, p->bin_value)));
	draw_head(ui, &v, area, rows + 3);
	draw_ticks(&v, area_rows(area, 1, rows));
	pixel = density_of(ui)->frame.columns ? area_canvas(v.bars, background) : NULL;
	find_most(&v, pixel && v.bars.height * s->cell_height < DENSITY_PLACES
			      ? v.bars.height * s->cell_height
		      : pixel ? DENSITY_PLACES
			      : v.bars.height);
	if (pixel) {
		const struct canvas canvas = {v.bars.width * s->cell_width,
					      v.bars.height * s->cell_height, pixel};

		draw_pixels(&v, &canvas, s->cell_width);
	} else {
		draw_cells(&v);
	}
	if (!isnan(v.cursor))
		draw_cursor(&v, area_rows(area, 1, rows));
	draw_foot(&v, area, 1 + rows);
	density_shares_release(&v.shares);
	return rows + 5;
}
