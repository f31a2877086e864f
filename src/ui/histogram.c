#include "ui/histogram.h"

enum {
	EIGHTHS = 8,
	LOWER_EIGHTH = 0x2581, /* the glyph of one; the others follow */
	AXIS_ROWS = 2,
	WIDEST = 6,   /* columns of a bin where there is room … */
	GAP_FROM = 3, /* … with a gap between bins that are so wide */
};

/* Where bins lie. */
struct columns {
	int bins;  /* that share a column */
	int width; /* of a bin; 1 when bins is not 1 */
};

static struct columns divide(int n, int width)
{
	struct columns c = {.bins = (n + width - 1) / width, .width = 1};

	if (c.bins <= 1) {
		c.bins = 1;
		c.width = width / n < WIDEST ? width / n : WIDEST;
	}
	return c;
}

static int column_of(const struct columns *c, int bin)
{
	return bin / c->bins * c->width;
}

static int64_t sum_of(const struct histogram *h, const struct columns *c, int first)
{
	int64_t sum = 0;

	for (int bin = first; bin < first + c->bins && bin < h->n; bin++)
		sum += h->count[bin];
	return sum;
}

/* What stands in a row that lies `eighths` below the top of a bar; 0 = nothing. */
static uint32_t glyph_of(enum glyphs glyphs, int64_t eighths)
{
	if (eighths <= 0)
		return 0;
	if (glyphs == GLYPHS_ASCII)
		return eighths >= EIGHTHS / 2 ? '#' : '.';
	return LOWER_EIGHTH - 1 + (uint32_t)(eighths < EIGHTHS ? eighths : EIGHTHS);
}

static void draw_bar(const struct histogram *h, enum glyphs glyphs, struct area area,
		     const struct columns *c, int first, int64_t most)
{
	int rows = area.height, width = c->width >= GAP_FROM ? c->width - 1 : c->width;
	bool selected = h->selected >= first && h->selected < first + c->bins;
	enum style style = selected ? STYLE_ACCENT : first < h->zero ? STYLE_BAD : STYLE_GOOD;
	int64_t sum = sum_of(h, c, first), height = 0;

	if (sum > 0) /* what is there is seen, however little it is */
		height = 1 + (sum * (EIGHTHS * (int64_t)rows) - 1) / most;
	if (height > EIGHTHS * (int64_t)rows)
		height = EIGHTHS * (int64_t)rows;
	for (int row = 0; row < rows; row++) {
		uint32_t glyph = glyph_of(glyphs, height - EIGHTHS * (int64_t)(rows - 1 - row));

		for (int x = 0; x < width && glyph; x++)
			area_put(area, column_of(c, first) + x, row, style, glyph);
	}
}

/* A ruler with marks at zero and under the selected bin, and labels below it. */
static void draw_axis(const struct histogram *h, enum glyphs glyphs, struct area area,
		      const struct columns *c)
{
	int end = column_of(c, h->n - 1) + c->width, zero = column_of(c, h->zero);
	bool ascii = glyphs == GLYPHS_ASCII;
	int low = text_columns(h->low), high = text_columns(h->high);
	int right = end > low + high + 1 ? end - high : low + 2;

	for (int x = 0; x < end; x++)
		area_put(area, x, 0, STYLE_DIM, ascii ? '-' : 0x2500);
	area_text(area, 0, 1, STYLE_DIM, h->low);
	area_text(area, right, 1, STYLE_DIM, h->high);
	if (h->zero > 0 && h->zero < h->n) {
		area_put(area, zero, 0, STYLE_STRONG, ascii ? '|' : 0x253c);
		if (zero > low && zero + 1 < right)
			area_text(area, zero, 1, STYLE_STRONG, "0");
	}
	if (h->selected >= 0)
		area_put(area, column_of(c, h->selected), 0, STYLE_ACCENT, '^');
}

void histogram_draw(const struct histogram *h, enum glyphs glyphs, struct area area)
{
	struct area bars = area_rows(area, 0, area.height - AXIS_ROWS);
	struct columns c;
	int64_t most = 1;

	if (h->n <= 0 || area.width <= 0 || bars.height <= 0)
		return;
	c = divide(h->n, area.width);
	for (int bin = 0; bin < h->n; bin += c.bins)
		most = sum_of(h, &c, bin) > most ? sum_of(h, &c, bin) : most;
	for (int bin = 0; bin < h->n; bin += c.bins)
		draw_bar(h, glyphs, bars, &c, bin, most);
	draw_axis(h, glyphs, area_rows(area, area.height - AXIS_ROWS, AXIS_ROWS), &c);
}
