/* A density map in cells of the screen, and the scale that it is read by. */
#include <math.h>
#include <string.h>

#include "snap/labels.h"
#include "ui/views/view_density.h"

enum {
	LOWER_HALF = 0x2584,
	OUTSIDE = '/', /* the die, where 0 is blank */
	SCALE_CELLS = 20,
};

int density_rows_each(const struct ui *ui)
{
	if (ui->on_sheet) /* half-blocks are nothing without colours */
		return 1;
	return terminal_has_colours(ui->terminal) && ui->glyphs != GLYPHS_ASCII ? 2 : 1;
}

static bool is_time(const struct snap_density_picture *p)
{
	return strcmp(p->unit, "ps") == 0;
}

const char *density_unit(const struct snap_density_picture *p)
{
	return is_time(p) ? time_unit() : p->unit;
}

double density_in_unit(const struct snap_density_picture *p, double value)
{
	return is_time(p) ? value * 1000 / time_unit_fs() : value;
}

void density_write_value(const struct snap_density_picture *p, double value, struct text *out)
{
	if (isnan(value))
		text_add(out, "none");
	else
		text_printf(out, "%.4g%s%s", density_in_unit(p, value),
			    strcmp(p->unit, "1") == 0 ? "" : " ",
			    strcmp(p->unit, "1") == 0 ? "" : density_unit(p));
}

/* ---- the scale ---- */

struct density_shares density_scale_of(const struct ui *ui)
{
	const struct snap_density_picture *p = density_of(ui)->picture;
	struct density_shares s;

	density_shares_init(&s, density_of(ui)->scale, snap_density_range(p), p->value,
			    (int64_t)p->width * p->height);
	return s;
}

/* ---- what a place on the scale looks like ---- */

/* Without a sign the more the darker; with one, minuses are of the one kind and pluses of the
 * other; of slacks those that don't meet are dark. */
static uint32_t shade(const struct snap_density_picture *p, double share)
{
	static const char plain[] = " .:-=+*#%@", below[] = "-=&", above[] = "+*#";
	static const char met[] = "-:.", missed[] = "*%@";
	int third = (int)ceil(fabs(share) * 3) - 1, tenth = (int)(share * 10);

	third = third < 0 ? 0 : third > 2 ? 2 : third;
	if (!p->is_signed)
		return (uint32_t)plain[tenth < 0 ? 0 : tenth > 9 ? 9 : tenth];
	if (p->least)
		return (uint32_t)(share < 0 ? missed : met)[third];
	return share == 0 ? ' ' : (uint32_t)(share < 0 ? below : above)[third];
}

static uint32_t colour(const struct snap_density_picture *p, const struct density_shares *s,
		       double share)
{
	int i = (int)(density_share_place(s, share) * (p->n_colours - 1) + 0.5);

	if (p->n_colours == 0)
		return COLOUR_SET;
	return COLOUR_SET | (uint32_t)p->colour[i][0] << 16 | (uint32_t)p->colour[i][1] << 8 |
	       p->colour[i][2];
}

uint32_t density_over(uint32_t c)
{
	return COLOUR_SET |
	       (3 * (c >> 16 & 255) + 6 * (c >> 8 & 255) + (c & 255) > 1275 ? 0 : 0xffffff);
}

/* ---- the map ---- */

struct brush {
	struct area area;
	const struct snap_density_picture *picture;
	struct density_shares scale;
	bool in_colour, ascii;
	int each, rows; /* of the screen */
};

static uint32_t colour_of(const struct brush *b, int x, int y)
{
	const struct snap_density_picture *p = b->picture;
	double value = y < p->height ? p->value[(int64_t)y * p->width + x] : (double)NAN;

	return isnan(value) ? 0 : colour(p, &b->scale, density_share(&b->scale, value));
}

static void put_halves(const struct brush *b, int x, int row)
{
	uint32_t upper = colour_of(b, x, 2 * row), lower = colour_of(b, x, 2 * row + 1);

	if (upper)
		area_put_colours(b->area, x, row, DENSITY_UPPER_HALF, upper, lower);
	else if (lower)
		area_put_colours(b->area, x, row, LOWER_HALF, lower, 0);
}

static void put_shade(const struct brush *b, int x, int row)
{
	double value = b->picture->value[(int64_t)row * b->picture->width + x];
	uint32_t back = b->in_colour ? colour_of(b, x, row) : 0;
	uint32_t glyph;

	if (!b->in_colour && b->picture->mark[(int64_t)row * b->picture->width + x] & MARK_OUTSIDE)
		area_put(b->area, x, row, STYLE_DIM, OUTSIDE);
	if (isnan(value))
		return;
	glyph = shade(b->picture, density_share(&b->scale, value));
	if (back)
		area_put_colours(b->area, x, row, glyph, density_over(back), back);
	else
		area_put(b->area, x, row, STYLE_NORMAL, glyph);
}

/* A mark on the map at a cell of the picture. */
static void put_over(const struct brush *b, int x, int y, enum style style, uint32_t glyph)
{
	uint32_t back = b->in_colour ? colour_of(b, x, y) : 0;

	if (back)
		area_put_colours(b->area, x, y / b->each, glyph, density_over(back), back);
	else
		area_put(b->area, x, y / b->each, style, glyph);
}

/* In shades a die that ends in bins of 0 has no border: what is beyond it is hatched. Returns how
 * many rows that takes. */
static int hatch_beyond(const struct brush *b)
{
	const struct snap_density_picture *p = b->picture;
	bool right = p->window.left + p->window.columns == p->columns,
	     bottom = p->window.bottom == 0;

	if (b->in_colour)
		return 0;
	for (int row = 0; right && row < b->rows; row++)
		area_put(b->area, p->width, row, STYLE_DIM, OUTSIDE);
	for (int x = 0; bottom && x < p->width + right; x++)
		area_put(b->area, x, b->rows, STYLE_DIM, OUTSIDE);
	return bottom && b->rows < b->area.height;
}

/* ---- blocks ---- */

/* The cells of the screen that its border goes through. */
struct outline {
	int left, top, right, bottom;
};

static uint32_t border_glyph(const struct brush *b, const struct outline *o, int x, int y)
{
	static const uint32_t corner[2][2] = {{0x250c, 0x2510}, {0x2514, 0x2518}};
	bool across = y == o->top || y == o->bottom, up = x == o->left || x == o->right;

	if (across && up)
		return b->ascii ? '+' : corner[y == o->bottom][x == o->right];
	if (across)
		return b->ascii ? '-' : 0x2500;
	return b->ascii ? '|' : 0x2502;
}

static void put_in_window(const struct brush *b, int x, int y, enum style style, uint32_t glyph)
{
	if (x >= 0 && x < b->picture->width && y >= 0 && y < b->rows)
		put_over(b, x, y * b->each, style, glyph);
}

/* Inside the border, when all of it has room: names of blocks often begin alike. */
static void put_name(const struct brush *b, const struct outline *o, const char *name)
{
	int left = o->left < 0 ? 0 : o->left + 1, top = o->top < 0 ? 0 : o->top + 1;
	int right = o->right < b->picture->width ? o->right : b->picture->width;
	size_t n = strlen(name);

	if (left + text_columns(name) > right || (size_t)text_columns(name) != n)
		return; /* what isn't ASCII has no cell for each byte */
	for (size_t i = 0; i < n; i++)
		put_in_window(b, left + (int)i, top, STYLE_STRONG, (uint32_t)name[i]);
}

static void draw_block(const struct brush *b, const struct density_block *block)
{
	struct outline o = {(int)floor(block->left + 0.5), (int)floor(block->top / b->each + 0.5),
			    (int)floor(block->right + 0.5) - 1,
			    (int)floor(block->bottom / b->each + 0.5) - 1};

	for (int x = o.left < 0 ? 0 : o.left; x <= o.right && x < b->picture->width; x++) {
		put_in_window(b, x, o.top, STYLE_NORMAL, border_glyph(b, &o, x, o.top));
		put_in_window(b, x, o.bottom, STYLE_NORMAL, border_glyph(b, &o, x, o.bottom));
	}
	for (int y = o.top < 0 ? 0 : o.top + 1; y < o.bottom && y < b->rows; y++) {
		put_in_window(b, o.left, y, STYLE_NORMAL, border_glyph(b, &o, o.left, y));
		put_in_window(b, o.right, y, STYLE_NORMAL, border_glyph(b, &o, o.right, y));
	}
	put_name(b, &o, placement_component_name(b->picture->placement, block->component));
}

/* In half-blocks ^ and v say in which half a bin is that has no more than that. */
static uint32_t cursor_glyph(const struct brush *b)
{
	const struct snap_density_picture *p = b->picture;

	if (b->each == 1 || p->window.rows * 2 <= p->height)
		return 'X';
	return p->cursor_y % 2 ? 'v' : '^';
}

/* Regions of a constrained subgraph: their numbers from 0, each in its colour. */
static void draw_regions(const struct brush *b)
{
	const struct snap_density_picture *p = b->picture;

	for (int y = 0; p->region && y < p->height; y++) {
		for (int x = 0; x < p->width; x++) {
			int r = p->region[(int64_t)y * p->width + x] - 1;
			uint32_t glyph = r < 0 ? 0 : (uint32_t)(r < 10 ? '0' + r : '+');

			if (r >= 0 && b->in_colour)
				area_put_colours(b->area, x, y / b->each, glyph,
						 COLOUR_SET | label_colour(r), COLOUR_SET);
			else if (r >= 0)
				area_put(b->area, x, y / b->each, STYLE_STRONG, glyph);
		}
	}
}

/* From 1, right, on counterclockwise. */
static uint32_t arrow_glyph(const struct brush *b, int way)
{
	static const uint16_t arrows[] = {0x2192, 0x2197, 0x2191, 0x2196,
					  0x2190, 0x2199, 0x2193, 0x2198};

	return b->ascii ? (uint32_t) ">/^\\</v\\"[way - 1] : arrows[way - 1];
}

int density_draw_map(const struct ui *ui, struct area area)
{
	const struct snap_density_picture *p = density_of(ui)->picture;
	struct brush b = {.area = area,
			  .picture = p,
			  .scale = density_scale_of(ui),
			  .in_colour = terminal_has_colours(ui->terminal),
			  .ascii = ui->glyphs == GLYPHS_ASCII,
			  .each = density_rows_each(ui)};
	int below;

	b.rows = (p->height + b.each - 1) / b.each;
	below = hatch_beyond(&b);
	for (int row = 0; row < b.rows; row++) {
		for (int x = 0; x < p->width; x++) {
			if (b.each == 2)
				put_halves(&b, x, row);
			else
				put_shade(&b, x, row);
		}
	}
	for (int i = 0; i < p->n_blocks; i++)
		draw_block(&b, &p->block[i]);
	draw_regions(&b);
	for (int y = 0; y < p->height; y++) {
		for (int x = 0; x < p->width; x++) {
			uint8_t mark = p->mark[(int64_t)y * p->width + x];

			if (mark >> MARK_ARROW)
				put_over(&b, x, y, STYLE_STRONG,
					 arrow_glyph(&b, mark >> MARK_ARROW));
			if (mark & MARK_ENDPOINT)
				put_over(&b, x, y, STYLE_BAD, DENSITY_FAILS);
			else if (mark & MARK_PATH)
				put_over(&b, x, y, STYLE_ACCENT, 'o');
		}
	}
	put_over(&b, p->cursor_x, p->cursor_y, STYLE_SELECTED, cursor_glyph(&b));
	density_draw_numbers(ui, area);
	density_shares_release(&b.scale);
	return b.rows + below;
}

void density_draw_scale(const struct ui *ui, struct area area, int y)
{
	const struct snap_density_picture *p = density_of(ui)->picture;
	bool in_colour = terminal_has_colours(ui->terminal);
	RELEASED_BY(density_shares_release) struct density_shares s = density_scale_of(ui);
	RELEASED_BY(text_release) struct text high = TEXT_INIT;
	double low = s.low, begin = p->is_signed ? -1 : 0;
	int x, n;

	if (p->least) { /* an end that isn't there takes no room */
		begin = s.low < 0 ? -1 : 0;
		low = s.low < 0 ? s.low : 0;
	}
	density_write_value(p, p->least && s.high < 0 ? 0 : s.high, &high);
	x = area_printf(area, 0, y, STYLE_NORMAL, "%.4g ", density_in_unit(p, low));
	n = area.width - x - 1 - text_columns(text_string(&high));
	n = n > SCALE_CELLS ? SCALE_CELLS : n;
	for (int i = 0; i < n; i++) {
		double share = begin + (i + 0.5) / n * ((p->least && s.high < 0 ? 0 : 1) - begin);
		uint32_t back = colour(p, &s, share);

		if (in_colour)
			area_put_colours(area, x + i, y, ' ', density_over(back), back);
		else
			area_put(area, x + i, y, STYLE_NORMAL, shade(p, share));
	}
	if (begin < 0 && n > 2 &&
	    !(p->least && s.high < 0)) /* both sides are as wide, whatever they reach */
		area_put(area, x + n / 2, y, STYLE_STRONG, '0');
	area_text_cut(area, x + (n > 0 ? n : 0) + 1, y, STYLE_NORMAL, text_string(&high));
}
