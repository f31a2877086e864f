/* How a small graph is laid out, between what does that (graph_text.c) and what draws it (graph_draw.c). */
#ifndef UI_WIDGETS_GRAPH_TEXT_IMPL_H
#define UI_WIDGETS_GRAPH_TEXT_IMPL_H

#include "ui/widgets/graph_text.h"

enum {
	MAX_KNOTS = 400,
	MAX_LINKS = 1200,
	MAX_COLUMNS = WALK_DRAWN,
	LABEL = 12,  /* columns of a name at most */
	NUMBER = 16, /* bytes of the text at an arc */
};

struct knot {
	int32_t vertex; /* -1 = arcs pass */
	int32_t tail;   /* of those arcs */
	int column, row;
	double wish; /* where its neighbours would have it */
	int upright; /* of its arcs, -1 = they go straight on */
	int turn; /* the column where that stands, or where a number of what goes straight on begins */
	bool on_path;
};

/* Which path a line is part of; a higher one is drawn over a lower. */
enum tone { TONE_NONE, TONE_PATH, TONE_BAD, TONE_CHOSEN };

struct link { /* from a column to the next */
	int from, to;
	bool forest, deviates;
	enum tone tone;
	char number[NUMBER]; /* of the arcs that end with it, "" = none */
};

/* A cell of the lines: how heavy it is upwards, to the right, down and to the left. */
enum side { UP, RIGHT, DOWN, LEFT };

struct line_cell {
	uint8_t weight[4];
	bool joint;     /* lines meet here; else they only cross */
	bool ends_here; /* an upright comes into the row of a head */
	bool deviates;
	enum tone tone;
};

struct graph_text {
	const struct graph *graph;
	const struct snap_walk *walk;    /* NULL = none */
	const struct graph_notes *notes; /* NULL = none */
	int32_t chosen;                  /* an arc, -1 = none */
	int n_knots, n_links, n_columns;
	struct knot knot[MAX_KNOTS];
	struct link link[MAX_LINKS];
	int order[MAX_KNOTS];                   /* knots by column and from top to bottom … */
	int first[MAX_COLUMNS + 1];             /* … those of column c from here on */
	int x[MAX_COLUMNS], label[MAX_COLUMNS]; /* where a column begins, and how wide it is */
	int n_uprights[MAX_COLUMNS];            /* after a column, … */
	int gap[MAX_COLUMNS];                   /* … and how wide they are with their numbers */
	int spare;                              /* columns more between two columns */
	bool has_numbers;
	int width, height;
	struct line_cell *cell; /* owned [height * width] */
};

void graph_text_write_label(const struct graph_text *p, const struct knot *k, char *out,
			    size_t size);
/* What stands below a name. */
void graph_text_write_below(const struct graph_text *p, const struct knot *k, char *out,
			    size_t size);
/* What a line is drawn in, and the text at it. */
enum style graph_text_line_style(enum tone tone, bool heavy);
enum style graph_text_number_style(const struct link *link);
/* Where the number at an arc begins: of what goes straight on before any upright, else after its own. */
int graph_text_number_column(const struct graph_text *p, const struct link *link);
/* Into the cells of a picture that is laid out; false without memory. */
bool graph_text_draw_lines(struct graph_text *p);

/* The same drawing as pixels; false where there are none. */
bool graph_pixels_draw(const struct graph_text *picture, struct area area);

#endif
