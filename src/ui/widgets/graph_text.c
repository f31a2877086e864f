/*
 * How a small graph is drawn. Vertices stand in columns by their longest distance to the end; an
 * arc that passes columns has a knot in each, one for all arcs of its tail. Between two columns
 * each tail has an upright of its own, so a line that turns or forks belongs to one tail. A line
 * that joins another one to the same head does so at a '>', from where both go to the right. Where
 * lines only cross, the glyph is a plain cross.
 */
#include "ui/widgets/graph_text.h"
#include "base/grow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MAX_KNOTS = 400,
	MAX_LINKS = 1200,
	MAX_COLUMNS = WALK_DRAWN,
	LABEL = 12,    /* columns of a name at most */
	SWEEPS = 8,    /* that sort the columns */
	ATTEMPTS = 12, /* to find an order of the uprights */
	NOWHERE = -1,  /* the column of what has no arcs: it isn't drawn */
};

struct knot {
	int32_t vertex; /* -1 = arcs pass */
	int32_t tail;   /* of those arcs */
	int column, row;
	double wish; /* where its neighbours would have it */
	int upright; /* of its arcs, -1 = they go straight on */
	bool on_path;
};

struct link { /* from a column to the next */
	int from, to;
	bool forest, on_path, deviates;
};

/* A cell of the lines: how heavy it is upwards, to the right, down and to the left. */
enum side { UP, RIGHT, DOWN, LEFT };

struct line_cell {
	uint8_t weight[4];
	bool joint;     /* lines meet here; else they only cross */
	bool ends_here; /* an upright comes into the row of a head */
	bool on_path, deviates;
};

struct graph_text {
	const struct graph *graph;
	const struct snap_walk *walk;    /* NULL = none */
	const struct graph_notes *notes; /* NULL = none */
	int n_knots, n_links, n_columns;
	struct knot knot[MAX_KNOTS];
	struct link link[MAX_LINKS];
	int order[MAX_KNOTS];                   /* knots by column and from top to bottom … */
	int first[MAX_COLUMNS + 1];             /* … those of column c from here on */
	int x[MAX_COLUMNS], label[MAX_COLUMNS]; /* where a column begins, and how wide it is */
	int n_uprights[MAX_COLUMNS];            /* behind a column */
	int width, height;
	struct line_cell *cell; /* owned [height * width] */
};

/* ---- the graph as knots and links ---- */

static int add_knot(struct graph_text *p, int32_t vertex, int32_t tail, int column)
{
	if (p->n_knots == MAX_KNOTS)
		return -1;
	p->knot[p->n_knots] = (struct knot){vertex, tail, column, 0, 0, -1, false};
	return p->n_knots++;
}

/* Vertices have the knots of their numbers. */
static bool place_vertices(struct graph_text *p)
{
	const struct graph *g = p->graph;
	int level[WALK_DRAWN] = {0}, last = 0;
	bool linked[WALK_DRAWN] = {false}, changed = true;

	while (changed) {
		changed = false;
		for (int32_t a = 0; a < g->n_arcs; a++) {
			int least = level[g->arc_to[a]] + 1;

			if (level[g->arc_from[a]] < least) {
				level[g->arc_from[a]] = least;
				changed = true;
			}
		}
	}
	for (int32_t a = 0; a < g->n_arcs; a++)
		linked[g->arc_from[a]] = linked[g->arc_to[a]] = true;
	for (int32_t v = 0; v < g->n_vertices; v++)
		last = level[v] > last ? level[v] : last;
	p->n_columns = last + 1;
	for (int32_t v = 0; v < g->n_vertices; v++)
		add_knot(p, v, -1, linked[v] ? last - level[v] : NOWHERE);
	return g->n_arcs > 0;
}

/* The link between two knots, made when it isn't there. */
static struct link *find_link(struct graph_text *p, int from, int to)
{
	int l = 0;

	while (l < p->n_links && (p->link[l].from != from || p->link[l].to != to))
		l++;
	if (l == MAX_LINKS)
		return NULL;
	if (l == p->n_links)
		p->link[p->n_links++] = (struct link){from, to, false, false, false};
	return &p->link[l];
}

/* The knot where arcs of a tail pass a column. */
static int find_passing(struct graph_text *p, int32_t tail, int column)
{
	for (int k = 0; k < p->n_knots; k++) {
		if (p->knot[k].tail == tail && p->knot[k].column == column)
			return k;
	}
	return add_knot(p, -1, tail, column);
}

/* Mark or make the links of an arc; false when there are too many. */
static bool follow_arc(struct graph_text *p, int32_t from, int32_t to, bool forest, bool on_path,
		       bool deviates)
{
	int at = from;

	for (int c = p->knot[from].column + 1; c <= p->knot[to].column; c++) {
		int next = c == p->knot[to].column ? to : find_passing(p, from, c);
		struct link *link = next < 0 ? NULL : find_link(p, at, next);

		if (!link)
			return false;
		link->forest |= forest;
		link->on_path |= on_path;
		link->deviates |= deviates && next == to;
		at = next;
	}
	return true;
}

static bool link_arcs(struct graph_text *p)
{
	const struct graph *g = p->graph;
	const int32_t *forest = p->walk ? p->walk->forest : NULL;
	const struct snap_path *path = p->walk ? p->walk->path : NULL;

	for (int32_t a = 0; a < g->n_arcs; a++) {
		bool heavy = p->notes ? p->notes->heavy[a] : forest && forest[g->arc_from[a]] == a;

		if (!follow_arc(p, g->arc_from[a], g->arc_to[a], heavy, false, false))
			return false;
	}
	for (int32_t v = 0; v < g->n_vertices && p->notes; v++)
		p->knot[v].on_path = p->notes->marked[v];
	for (int64_t i = 0; path && i < path->n_points; i++) {
		int32_t to = path->point[i].vertex;

		p->knot[to].on_path = true;
		if (i > 0 && !follow_arc(p, path->point[i - 1].vertex, to, false, true,
					 path->point[i].deviates))
			return false;
	}
	return true;
}

/* ---- the order within columns ---- */

static void fill_order(struct graph_text *p)
{
	int n = 0;

	for (int c = 0; c < p->n_columns; c++) {
		p->first[c] = n;
		for (int k = 0; k < p->n_knots; k++) {
			if (p->knot[k].column == c)
				p->order[n++] = k;
		}
	}
	p->first[p->n_columns] = n;
}

/* What a knot's neighbours have on the average: in the column before, or behind. */
static double mean_row(const struct graph_text *p, int k, bool before)
{
	double sum = 0;
	int n = 0;

	for (int l = 0; l < p->n_links; l++) {
		if ((before ? p->link[l].to : p->link[l].from) != k)
			continue;
		sum += p->knot[before ? p->link[l].from : p->link[l].to].row;
		n++;
	}
	return n ? sum / n : p->knot[k].row;
}

static void sort_column(struct graph_text *p, int c, bool before)
{
	for (int i = p->first[c]; i < p->first[c + 1]; i++)
		p->knot[p->order[i]].wish = mean_row(p, p->order[i], before);
	for (int i = p->first[c] + 1; i < p->first[c + 1]; i++) {
		int k = p->order[i], j = i;

		for (; j > p->first[c] && p->knot[p->order[j - 1]].wish > p->knot[k].wish; j--)
			p->order[j] = p->order[j - 1];
		p->order[j] = k;
	}
	for (int i = p->first[c]; i < p->first[c + 1]; i++)
		p->knot[p->order[i]].row = i - p->first[c];
}

static void sort_columns(struct graph_text *p)
{
	fill_order(p);
	for (int c = 0; c < p->n_columns; c++) {
		for (int i = p->first[c]; i < p->first[c + 1]; i++)
			p->knot[p->order[i]].row = i - p->first[c];
	}
	for (int s = 0; s < SWEEPS; s++) {
		for (int c = 1; c < p->n_columns; c++)
			sort_column(p, c, true);
		for (int c = p->n_columns - 2; c >= 0; c--)
			sort_column(p, c, false);
	}
}

/* ---- rows ---- */

/* Below a vertex stands its number. */
static int rows_of(const struct graph_text *p, int k)
{
	return p->knot[k].vertex >= 0 ? 2 : 1;
}

/* From the column before to the right; what would overlap is pushed down, then all of it up again
 * as far as it was pushed on the average. */
static void place_column(struct graph_text *p, int c)
{
	int free_row = 0, up = 0, n = p->first[c + 1] - p->first[c];
	double pushed = 0;

	for (int i = p->first[c]; i < p->first[c + 1]; i++) {
		struct knot *k = &p->knot[p->order[i]];
		double wish = c > 0 ? mean_row(p, p->order[i], true) : free_row;

		k->row = wish + 0.5 > free_row ? (int)(wish + 0.5) : free_row;
		pushed += k->row - wish;
		free_row = k->row + rows_of(p, p->order[i]);
	}
	if (n > 0)
		up = (int)(pushed / n + 0.5);
	if (n > 0 && up > p->knot[p->order[p->first[c]]].row)
		up = p->knot[p->order[p->first[c]]].row;
	for (int i = p->first[c]; i < p->first[c + 1]; i++)
		p->knot[p->order[i]].row -= up;
}

static bool has_row(const struct graph_text *p, int c, int row)
{
	for (int i = p->first[c]; i < p->first[c + 1]; i++) {
		if (p->knot[p->order[i]].row == row)
			return true;
	}
	return false;
}

/* ---- uprights ---- */

static int links_from(const struct graph_text *p, int k, int *only)
{
	int n = 0;

	for (int l = 0; l < p->n_links; l++) {
		if (p->link[l].from == k) {
			*only = p->link[l].to;
			n++;
		}
	}
	return n;
}

static bool goes_straight(const struct graph_text *p, int k)
{
	int only = -1, n = links_from(p, k, &only);

	return n == 0 || (n == 1 && p->knot[only].row == p->knot[k].row);
}

/* The line that comes from k may not reach as far as another line to the head in its row: does k's
 * upright have to stand before that of some other that has none yet? */
static bool must_wait(const struct graph_text *p, int k, int c, int *head)
{
	for (int l = 0; l < p->n_links; l++) {
		int s = p->link[l].from, h = p->link[l].to;

		if (s != k || p->knot[h].column != c + 1)
			continue;
		for (int i = p->first[c]; i < p->first[c + 1]; i++) {
			int t = p->order[i];

			if (t != k && p->knot[t].row == p->knot[h].row &&
			    p->knot[t].upright == -1 && !goes_straight(p, t)) {
				*head = h;
				return true;
			}
		}
	}
	return false;
}

/* Among those that may be next: lines down from the bottom on, then lines up from the top on. */
static int better(const struct graph_text *p, int a, int b)
{
	bool down_a, down_b;

	if (b < 0)
		return true;
	down_a = mean_row(p, a, false) > p->knot[a].row;
	down_b = mean_row(p, b, false) > p->knot[b].row;
	if (down_a != down_b)
		return down_a;
	return down_a ? p->knot[a].row > p->knot[b].row : p->knot[a].row < p->knot[b].row;
}

/* Give the tails of a column their uprights; false when each has to wait for another, and the head
 * where that is so. */
static bool order_uprights(struct graph_text *p, int c, int *head)
{
	int n = 0, left = 0;

	for (int i = p->first[c]; i < p->first[c + 1]; i++) {
		p->knot[p->order[i]].upright = -1;
		left += !goes_straight(p, p->order[i]);
	}
	for (; left > 0; left--) {
		int next = -1;

		for (int i = p->first[c]; i < p->first[c + 1]; i++) {
			int k = p->order[i];

			if (p->knot[k].upright == -1 && !goes_straight(p, k) &&
			    !must_wait(p, k, c, head) && better(p, k, next))
				next = k;
		}
		if (next < 0)
			return false;
		p->knot[next].upright = n++;
	}
	p->n_uprights[c] = n;
	return true;
}

/* Move the head and those below it off the rows of the column before. */
static void move_down(struct graph_text *p, int c, int head)
{
	bool below = false;
	int by = 1;

	while (has_row(p, c - 1, p->knot[head].row + by))
		by++;
	for (int i = p->first[c]; i < p->first[c + 1]; i++) {
		below |= p->order[i] == head;
		p->knot[p->order[i]].row += below ? by : 0;
	}
}

static bool place_rows(struct graph_text *p)
{
	int head = -1;

	place_column(p, 0);
	for (int c = 1; c < p->n_columns; c++) {
		int attempt = 0;

		place_column(p, c);
		while (!order_uprights(p, c - 1, &head)) {
			if (attempt++ == ATTEMPTS)
				return false;
			move_down(p, c, head);
		}
	}
	return true;
}

/* ---- columns ---- */

static void write_label(const struct graph_text *p, const struct knot *k, char *out, size_t size)
{
	struct text name = TEXT_INIT;

	graph_write_name(p->graph, k->vertex, &name);
	snprintf(out, size, k->on_path ? "[%.*s]" : " %.*s ", LABEL, text_string(&name));
	text_release(&name);
}

static void write_number(const struct graph_text *p, const struct knot *k, char *out, size_t size)
{
	const int64_t *dist = p->walk ? p->walk->dist_of : NULL;

	*out = '\0';
	if (p->notes)
		snprintf(out, size, "%s", p->notes->below[k->vertex]);
	if (dist && p->walk->forest[k->vertex] >= 0)
		snprintf(out, size, "%.6g", (double)dist[k->vertex] / 1e3);
}

static void place_columns(struct graph_text *p)
{
	int x = 0;

	for (int c = 0; c < p->n_columns; c++) {
		p->label[c] = 1;
		p->x[c] = x;
		for (int i = p->first[c]; i < p->first[c + 1]; i++) {
			const struct knot *k = &p->knot[p->order[i]];
			char text[64], number[32];
			int n;

			if (k->vertex < 0)
				continue;
			write_label(p, k, text, sizeof text);
			write_number(p, k, number, sizeof number);
			n = text_columns(text);
			n = (int)strlen(number) + 1 > n ? (int)strlen(number) + 1 : n;
			p->label[c] = n > p->label[c] ? n : p->label[c];
		}
		x += p->label[c] + p->n_uprights[c] + (c + 1 < p->n_columns ? 2 : 0);
	}
	p->width = x;
	for (int i = 0; i < p->first[p->n_columns]; i++) {
		int end = p->knot[p->order[i]].row + rows_of(p, p->order[i]);

		p->height = end > p->height ? end : p->height;
	}
}

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
	cell->on_path |= link->on_path;
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
		write_label(p, from, label, sizeof label);
		left += text_columns(label) - 1;
	}
	end++; /* below the first character of a name, which is written over it */
	turn = p->x[c] + p->label[c] + 1 + (from->upright < 0 ? 0 : from->upright);
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

static bool draw_lines(struct graph_text *p)
{
	if (ALLOC(&p->cell, (int64_t)p->width * p->height) != STATUS_OK)
		return false;
	for (int l = 0; l < p->n_links; l++)
		draw_link(p, &p->link[l]);
	return true;
}

/* ---- */

static struct graph_text *make(const struct graph *graph, const struct snap_walk *walk,
			       const struct graph_notes *notes)
{
	struct graph_text *p;

	if (graph->n_vertices > WALK_DRAWN)
		return NULL;
	if (ALLOC(&p, 1) != STATUS_OK)
		return NULL;
	p->graph = graph;
	p->walk = walk;
	p->notes = notes;
	if (place_vertices(p) && link_arcs(p)) {
		sort_columns(p);
		if (place_rows(p)) {
			place_columns(p);
			if (draw_lines(p))
				return p;
		}
	}
	graph_text_free(p);
	return NULL;
}

struct graph_text *graph_text_new(const struct graph *graph, const struct snap_walk *walk)
{
	return make(graph, walk, NULL);
}

struct graph_text *graph_text_noted(const struct graph *graph, const struct graph_notes *notes)
{
	return make(graph, NULL, notes);
}

void graph_text_free(struct graph_text *picture)
{
	if (picture)
		free(picture->cell);
	free(picture);
}

void graph_text_size(const struct graph_text *picture, int *width, int *height)
{
	*width = picture->width;
	*height = picture->height;
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
 * be told. */
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

static void draw_knot(const struct graph_text *p, const struct knot *k, struct area area)
{
	char text[64];
	enum style style = k->on_path ? STYLE_ACCENT : STYLE_STRONG;

	if (k->vertex < 0)
		return;
	write_label(p, k, text, sizeof text);
	area_text(area, p->x[k->column], k->row, style, text);
	write_number(p, k, text, sizeof text);
	area_text(area, p->x[k->column] + 1, k->row + 1, STYLE_DIM, text);
}

void graph_text_draw(const struct graph_text *p, enum glyphs glyphs, struct area area)
{
	for (int y = 0; y < p->height; y++) {
		for (int x = 0; x < p->width; x++) {
			const struct line_cell *cell = cell_at(p, x, y);
			bool heavy = cell->weight[0] == 2 || cell->weight[1] == 2 ||
				     cell->weight[2] == 2 || cell->weight[3] == 2;
			enum style style = cell->on_path ? STYLE_ACCENT
					   : heavy       ? STYLE_NORMAL
							 : STYLE_DIM;

			if (!cell->weight[0] && !cell->weight[1] && !cell->weight[2] &&
			    !cell->weight[3])
				continue;
			area_put(area, x, y, style, cell->deviates ? '*' : glyph_of(cell, glyphs));
		}
	}
	for (int i = 0; i < p->first[p->n_columns]; i++)
		draw_knot(p, &p->knot[p->order[i]], area);
}
