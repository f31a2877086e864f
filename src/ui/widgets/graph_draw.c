/* The lines of a small graph and their texts. */
#include "ui/widgets/graph_text_impl.h"

#include "base/grow.h"

/* ---- lines ---- */

static struct line_cell *cell_at(const struct graph_text *p, int x, int y)
{
	return &p->cell[y * p->width + x];
}

static void thicken(struct line_cell *cell, enum side side, const struct link *link)
{
	uint8_t weight = link->forest ? 2 : 1;

	if (cell->weight[side] < weight)
		cell->weight[side] = weight;
	cell->tone = link->tone > cell->tone ? link->tone : cell->tone;
}

/* From the middle of cell a to that of cell b, a < b. */
static void draw_across(struct graph_text *p, int a, int b, int y, const struct link *link)
{
	for (int x = a; x < b; x++) {
		thicken(cell_at(p, x, y), RIGHT, link);
		thicken(cell_at(p, x + 1, y), LEFT, link);
	}
}

static void draw_upright(struct graph_text *p, int x, int a, int b, const struct link *link)
{
	for (int y = a < b ? a : b; y < (a < b ? b : a); y++) {
		thicken(cell_at(p, x, y), DOWN, link);
		thicken(cell_at(p, x, y + 1), UP, link);
	}
}

static void draw_link(struct graph_text *p, const struct link *link)
{
	const struct knot *from = &p->knot[link->from], *to = &p->knot[link->to];
	char label[64];
	int c = from->column, left = p->x[c], end = p->x[c + 1] - 1, turn;

	/* from the end of the name, or through the column */
	if (from->vertex >= 0) {
		graph_text_write_label(p, from, label, sizeof label);
		left += text_columns(label) - 1;
	}
	end++; /* below the first character of a name, which is written over it */
	turn = from->turn;
	draw_across(p, left, turn, from->row, link);
	draw_upright(p, turn, from->row, to->row, link);
	draw_across(p, turn, end, to->row, link);
	if (from->upright >= 0) {
		cell_at(p, turn, from->row)->joint = true;
		cell_at(p, turn, to->row)->joint = true;
		cell_at(p, turn, to->row)->ends_here |= from->row != to->row;
	}
	cell_at(p, end - 1, to->row)->deviates |= link->deviates;
}

bool graph_text_draw_lines(struct graph_text *p)
{
	if (ALLOC(&p->cell, (int64_t)p->width * p->height) != STATUS_OK)
		return false;
	for (int l = 0; l < p->n_links; l++)
		draw_link(p, &p->link[l]);
	return true;
}

/* ---- glyphs ---- */

/* By the weights upwards, to the right, down and to the left, in that order: base 3. */
static uint32_t box_glyph(const uint8_t *w)
{
	static const uint16_t glyph[81] = {
		[1] = 0x2574,  [2] = 0x2578,  [3] = 0x2577,  [6] = 0x257b,  [9] = 0x2576,
		[18] = 0x257a, [27] = 0x2575, [54] = 0x2579, [10] = 0x2500, [20] = 0x2501,
		[19] = 0x257c, [11] = 0x257e, [30] = 0x2502, [60] = 0x2503, [33] = 0x257d,
		[57] = 0x257f, [12] = 0x250c, [21] = 0x250d, [15] = 0x250e, [24] = 0x250f,
		[4] = 0x2510,  [5] = 0x2511,  [7] = 0x2512,  [8] = 0x2513,  [36] = 0x2514,
		[45] = 0x2515, [63] = 0x2516, [72] = 0x2517, [28] = 0x2518, [29] = 0x2519,
		[55] = 0x251a, [56] = 0x251b, [39] = 0x251c, [48] = 0x251d, [66] = 0x251e,
		[42] = 0x251f, [69] = 0x2520, [75] = 0x2521, [51] = 0x2522, [78] = 0x2523,
		[31] = 0x2524, [32] = 0x2525, [58] = 0x2526, [34] = 0x2527, [61] = 0x2528,
		[59] = 0x2529, [35] = 0x252a, [62] = 0x252b, [13] = 0x252c, [14] = 0x252d,
		[22] = 0x252e, [23] = 0x252f, [16] = 0x2530, [17] = 0x2531, [25] = 0x2532,
		[26] = 0x2533, [37] = 0x2534, [38] = 0x2535, [46] = 0x2536, [47] = 0x2537,
		[64] = 0x2538, [65] = 0x2539, [73] = 0x253a, [74] = 0x253b, [40] = 0x253c,
		[50] = 0x253f, [70] = 0x2542, [80] = 0x254b,
	};

	return glyph[27 * w[UP] + 9 * w[RIGHT] + 3 * w[DOWN] + w[LEFT]];
}

static uint32_t ascii_glyph(const struct line_cell *cell)
{
	const uint8_t *w = cell->weight;
	bool upright = w[UP] && w[DOWN], across = w[LEFT] && w[RIGHT];

	if ((upright && !w[LEFT] && !w[RIGHT]) || (upright && across && !cell->joint))
		return w[UP] == 2 ? '|' : ':';
	if (across && !w[UP] && !w[DOWN])
		return w[LEFT] == 2 ? '=' : '-';
	if (!w[UP] && !w[DOWN])
		return w[LEFT] + w[RIGHT] == 2 ? '=' : '-';
	return '+';
}

/* Another line is on its way to the same head: which one forks and which one joins has to
 * be known. */
static bool joins(const struct line_cell *cell)
{
	return cell->ends_here && cell->weight[LEFT];
}

static uint32_t glyph_of(const struct line_cell *cell, enum glyphs glyphs)
{
	const uint8_t *w = cell->weight;
	bool all = w[UP] && w[RIGHT] && w[DOWN] && w[LEFT];

	if (joins(cell))
		return '>';
	if (glyphs == GLYPHS_ASCII)
		return ascii_glyph(cell);
	return all && cell->joint ? 0x25cf : box_glyph(w) ? box_glyph(w) : 0x253c;
}

enum style graph_text_line_style(enum tone tone, bool heavy)
{
	return tone == TONE_BAD ? STYLE_ERROR
	       : tone           ? STYLE_ACCENT
	       : heavy          ? STYLE_NORMAL
				: STYLE_DIM;
}

enum style graph_text_number_style(const struct link *link)
{
	return graph_text_line_style(link->tone, true);
}

static void draw_knot(const struct graph_text *p, const struct knot *k, struct area area)
{
	char text[64];
	enum style style = k->on_path ? STYLE_ACCENT : STYLE_STRONG;

	if (k->vertex < 0)
		return;
	graph_text_write_label(p, k, text, sizeof text);
	area_text(area, p->x[k->column], k->row, style, text);
	if (p->notes && p->notes->vertex[k->vertex].colour)
		area_ground(area_columns(area, p->x[k->column], text_columns(text)), k->row,
			    p->notes->vertex[k->vertex].colour);
	graph_text_write_below(p, k, text, sizeof text);
	area_text(area, p->x[k->column] + 1, k->row + 1, STYLE_DIM, text);
}

int graph_text_number_column(const struct graph_text *p, const struct link *link)
{
	const struct knot *from = &p->knot[link->from];

	return from->turn + (from->upright < 0 ? 0 : p->notes ? 1 : 2);
}

static void draw_number(const struct graph_text *p, const struct link *link, struct area area)
{
	area_text(area, graph_text_number_column(p, link), p->knot[link->to].row,
		  graph_text_number_style(link), link->number);
}

void graph_text_draw(const struct graph_text *p, enum glyphs glyphs, struct area area)
{
	if (graph_pixels_draw(p, area))
		return;
	for (int y = 0; y < p->height; y++) {
		for (int x = 0; x < p->width; x++) {
			const struct line_cell *cell = cell_at(p, x, y);
			bool heavy = cell->weight[0] == 2 || cell->weight[1] == 2 ||
				     cell->weight[2] == 2 || cell->weight[3] == 2;
			enum style style = graph_text_line_style(cell->tone, heavy);

			if (!cell->weight[0] && !cell->weight[1] && !cell->weight[2] &&
			    !cell->weight[3])
				continue;
			area_put(area, x, y, style, cell->deviates ? '*' : glyph_of(cell, glyphs));
		}
	}
	for (int l = 0; l < p->n_links; l++)
		draw_number(p, &p->link[l], area);
	for (int i = 0; i < p->first[p->n_columns]; i++)
		draw_knot(p, &p->knot[p->order[i]], area);
}
