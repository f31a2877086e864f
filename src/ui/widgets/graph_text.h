/*
 * A small graph as text: its levels from left to right, arcs as lines, with numbers where they are asked for: after
 * the turn of a line its delay or, once there is a forest, what it costs to leave that there. The arcs of the suffix
 * forest are heavy, the vertices of the path are in brackets, and a star is where it deviates. In place of that a
 * caller's notes say what is marked.
 */
#ifndef UI_WIDGETS_GRAPH_TEXT_H
#define UI_WIDGETS_GRAPH_TEXT_H

#include "snap/snap.h"
#include "ui/widgets/plot.h"

struct graph_text;

struct vertex_note {
	char below[16];  /* stands below the name */
	uint32_t colour; /* 0xRRGGBB of the name's ground, which is dark on it; 0 = none */
	bool marked;     /* in brackets */
};

struct arc_note {
	bool heavy, bad; /* bad ones are red */
	char mark[16];   /* beside the arc, "" = none */
};

/* What is known of a graph besides; borrowed [n_vertices], [n_arcs]. */
struct graph_notes {
	const struct vertex_note *vertex;
	const struct arc_note *arc;
};

/* Lay out a graph of at most WALK_DRAWN vertices; NULL when it is larger, too much of a tangle, or
 * memory lacks. `walk` says what is known of it, NULL = nothing; both are borrowed. An arc may be chosen, else -1. */
struct graph_text *graph_text_new(const struct graph *graph, const struct snap_walk *walk,
				  bool numbers, int32_t chosen);
/* The same numbers without a picture, where that is too wide with them: "a-c:10  b-c:13". Nothing is appended when
 * delays are computed. */
void graph_text_write_arcs(const struct graph *graph, const struct snap_walk *walk,
			   struct text *out);
/* What these numbers are; "" = there are none. */
void graph_text_caption(const struct graph *graph, const struct snap_walk *walk, struct text *out);
/* The same with notes in place of a walk. */
struct graph_text *graph_text_noted(const struct graph *graph, const struct graph_notes *notes,
				    int32_t chosen);
/* Lay it out again, larger by whole rows and columns between vertices, at most as large as that; false without memory. */
bool graph_text_grow(struct graph_text *picture, int width, int height);
void graph_text_free(struct graph_text *picture);

/* Columns and rows that it takes. */
void graph_text_size(const struct graph_text *picture, int *width, int *height);
void graph_text_draw(const struct graph_text *picture, enum glyphs glyphs, struct area area);

#endif
