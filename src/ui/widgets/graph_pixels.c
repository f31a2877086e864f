/*
 * A small graph as pixels, laid out as it is in text: names in boxes, arcs as curves from column to column. Arcs
 * of the forest are heavy, those of the path have its colour, and a star is where it deviates.
 */
#include <string.h>

#include "draw/strokes.h"
#include "ui/widgets/graph_text_impl.h"

enum { PIECES = 24 }; /* of a curve */

struct drawing {
	const struct graph_text *graph;
	const struct surface *surface;
	struct canvas canvas;
	struct letters *letters;
	int cell_width, cell_height;
};

struct spot {
	double x, y;
};

/* Where an arc leaves a knot, or ends at it. */
static struct spot side_of(const struct drawing *d, const struct knot *k, bool leaves)
{
	char label[64];
	double x = d->graph->x[k->column];

	if (k->vertex >= 0 && leaves) {
		graph_text_write_label(d->graph, k, label, sizeof label);
		x += text_columns(label);
	} else if (k->vertex < 0 && leaves) {
		x += d->graph->label[k->column];
	}
	return (struct spot){x * d->cell_width, (k->row + 0.5) * d->cell_height};
}

/* Level at both ends. */
static struct spot on_curve(struct spot a, struct spot b, double t)
{
	double s = 1 - t, middle = (a.x + b.x) / 2;

	return (struct spot){s * s * s * a.x + 3 * s * s * t * middle + 3 * s * t * t * middle +
				     t * t * t * b.x,
			     s * s * (s + 3 * t) * a.y + t * t * (t + 3 * s) * b.y};
}

static void draw_curve(const struct drawing *d, struct spot a, struct spot b, double half,
		       uint32_t colour)
{
	struct spot last = a;

	for (int i = 1; i <= PIECES; i++) {
		struct spot next = on_curve(a, b, (double)i / PIECES);

		canvas_line(&d->canvas, last.x, last.y, next.x, next.y, half, colour);
		last = next;
	}
}

static void draw_star(const struct drawing *d, struct spot at)
{
	static const double by[3][2] = {{0, 6}, {5.2, 3}, {5.2, -3}}; /* a sixth of a turn each */

	canvas_disc(&d->canvas, at.x, at.y, 7, d->surface->paper);
	for (int i = 0; i < 3; i++)
		canvas_line(&d->canvas, at.x - by[i][0], at.y - by[i][1], at.x + by[i][0],
			    at.y + by[i][1], 1.1, d->surface->ink[STYLE_BAD]);
}

/* 0: what is neither of the forest nor of a path, 1: of the forest, from there on by tones. */
static int rank_of(const struct link *link)
{
	return link->tone ? 1 + (int)link->tone : link->forest;
}

static void draw_link(const struct drawing *d, const struct link *link)
{
	const struct knot *from = &d->graph->knot[link->from], *to = &d->graph->knot[link->to];
	struct spot a = side_of(d, from, true), b = side_of(d, to, false), middle;
	uint32_t colour = d->surface->ink[graph_text_line_style(link->tone, link->forest)];
	double half = link->forest ? 1.5 : 0.6;

	draw_curve(d, a, b, half, colour);
	if (from->vertex < 0) /* through the column before */
		canvas_line(&d->canvas, d->graph->x[from->column] * d->cell_width, a.y, a.x, a.y,
			    half, colour);
	if (to->vertex >= 0) {
		canvas_line(&d->canvas, b.x, b.y, b.x - 6, b.y - 4, half, colour);
		canvas_line(&d->canvas, b.x, b.y, b.x - 6, b.y + 4, half, colour);
	}
	middle = on_curve(a, b, 0.5);
	if (link->deviates)
		draw_star(d, middle);
}

/* Without the brackets or blanks around it: here a box says whether a path passes. */
static void draw_knot(const struct drawing *d, const struct knot *k)
{
	const uint32_t *ink = d->surface->ink;
	int x = d->graph->x[k->column] * d->cell_width, y = k->row * d->cell_height, width;
	uint32_t edge = ink[k->on_path ? STYLE_ACCENT : STYLE_DIM], ground = d->surface->paper;
	char label[64], name[LETTERS_LONGEST];
	bool wide;
	int n;

	if (k->vertex < 0)
		return;
	graph_text_write_label(d->graph, k, label, sizeof label);
	width = text_columns(label) * d->cell_width;
	n = (int)strlen(label);
	memmove(label, label + 1, (size_t)n - 1);
	label[n - 2] = '\0';
	canvas_fill(&d->canvas, x + 1, y + 1, width - 2, d->cell_height - 2, edge, 255);
	if (d->graph->notes && d->graph->notes->vertex[k->vertex].colour)
		ground = d->graph->notes->vertex[k->vertex].colour;
	canvas_fill(&d->canvas, x + 2, y + 2, width - 4, d->cell_height - 4, ground, 255);
	letters_fit(d->letters, label, width - 4, name);
	letters_draw(d->letters, &d->canvas, x + width / 2, y + 1, LETTERS_MIDDLE,
		     ground == d->surface->paper ? ink[STYLE_STRONG] : 0, name);
	graph_text_write_below(d->graph, k, label, sizeof label);
	wide = text_columns(label) * d->cell_width > width;
	letters_draw(d->letters, &d->canvas, wide ? x : x + width / 2, y + d->cell_height,
		     wide ? LETTERS_LEFT : LETTERS_MIDDLE, ink[STYLE_DIM], label);
}

/* On paper, as a line may pass below; a mark is on its arc. */
static void draw_number(const struct drawing *d, const struct link *link)
{
	const struct knot *from = &d->graph->knot[link->from], *to = &d->graph->knot[link->to];
	int x = graph_text_number_column(d->graph, link) * d->cell_width;
	int y = to->row * d->cell_height;

	if (!link->number[0])
		return;
	if (d->graph->notes) {
		struct spot at = on_curve(side_of(d, from, true), side_of(d, to, false), 0.5);

		x = (int)at.x - d->cell_width / 2;
		y = (int)at.y - d->cell_height / 2;
	}
	canvas_fill(&d->canvas, x, y + 1, text_columns(link->number) * d->cell_width,
		    d->cell_height - 2, d->surface->paper, 255);
	letters_draw(d->letters, &d->canvas, x, y + 1, LETTERS_LEFT,
		     d->surface->ink[graph_text_number_style(link)], link->number);
}

bool graph_pixels_draw(const struct graph_text *p, struct area area)
{
	struct surface *s = area.surface;
	struct drawing d = {.graph = p,
			    .surface = s,
			    .cell_width = s->cell_width,
			    .cell_height = s->cell_height};

	area = area_rows(area_columns(area, 0, p->width), 0, p->height);
	d.canvas = (struct canvas){area.width * s->cell_width, area.height * s->cell_height, NULL};
	d.canvas.pixel = area.width < p->width || area.height < p->height
				 ? NULL
				 : area_canvas(area, s->paper);
	if (!d.canvas.pixel)
		return false;
	d.letters = letters_of(s->cell_height - 2, 0);
	for (int rank = 0; rank <= 1 + (int)TONE_CHOSEN; rank++) {
		for (int l = 0; l < p->n_links; l++) {
			if (rank_of(&p->link[l]) == rank)
				draw_link(&d, &p->link[l]);
		}
	}
	for (int l = 0; l < p->n_links; l++)
		draw_number(&d, &p->link[l]);
	for (int i = 0; i < p->first[p->n_columns]; i++)
		draw_knot(&d, &p->knot[p->order[i]]);
	return true;
}
