/*
 * A small graph as text: its levels from left to right, arcs as lines. The arcs of the suffix forest are
 * heavy, the vertices of the path stand in brackets, and a star is where it deviates.
 */
#ifndef UI_PICTURE_H
#define UI_PICTURE_H

#include "snap/snap.h"
#include "ui/plot.h"

struct picture;

/* Lay out a graph of at most WALK_DRAWN vertices; NULL when it is larger, too much of a tangle, or memory
 * lacks. `walk` says what is known of it, NULL = nothing; both are borrowed. */
struct picture *picture_new(const struct graph *graph, const struct snap_walk *walk);
void picture_free(struct picture *picture);

/* Columns and rows that it takes. */
void picture_size(const struct picture *picture, int *width, int *height);
void picture_draw(const struct picture *picture, enum glyphs glyphs, struct area area);

#endif
