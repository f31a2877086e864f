/*
 * As much of a density map as a screen shows: a window of its bins as cells of a picture, and what
 * is to be said of the bin at the cursor and of the step of the pass that the map is at.
 */
#ifndef SNAP_DENSITY_PICTURE_H
#define SNAP_DENSITY_PICTURE_H

#include "db/layout/placement.h"
#include "snap/density.h"
#include "snap/density_scale.h"
#include "snap/endpoints.h"

/* What is asked for. */
REQUEST_BEGIN
struct density_query {
	int32_t width, height; /* cells of the picture that there is room for */
	int32_t tall;          /* the height of a cell over its width */
	int32_t zoom;          /* the window is 2^-zoom of the die along each axis */
	int32_t columns, rows; /* of the grid that the bins here are of; 0 = none is known yet … */
	int32_t column, row;   /* … the cursor, which then is where the map stands out most */
	int32_t left, bottom;  /* the window's first bin, as far as the cursor stays in it */
	int32_t colours;       /* 1 and up: of COLOUR_MAPS; 0 = what fits the map */
	int32_t scale;         /* enum density_scale: of the counts */
	int32_t finest; /* of a first map: bins along the shorter axis; 0 = as many as cells */
	int32_t level;  /* a level … */
	int64_t search; /* … of the search of this serial, … */
	int64_t rank;   /* … and the path whose cells are marked; -1 = none */
	int64_t labels; /* serial of the query whose regions are drawn, 0 = none */
	int64_t exact;  /* the cursor's bin is meant, 0 = the one that stands out in its cell */
	int64_t fails;  /* not 0: endpoints of this filter that fail are marked */
	struct endpoint_filter endpoints;
};

struct density_request {
	int64_t edition; /* the answer's serial */
	int64_t map;     /* board_map_edition() */
	struct density_query query;
};
REQUEST_END

struct density_window {
	int32_t left, bottom, columns, rows;
};

/* A component in the bin at the cursor. */
struct density_listed {
	int32_t component;
	double amount; /* µm² in common with the bin; of slacks its slack, ps; of a backward pass the mean under it … */
	double right, up; /* … and the gradient there, value × µm² for a µm */
};

/* What a box adds to the differences: at columns x[0 … 3] and rows y[0 … 3], by the product, in
 * bins' areas. What is 0 or off the grid isn't added. */
struct density_corners {
	bool known;
	double x1, y1, x2, y2; /* the box, in bins */
	int32_t x[4], y[4];
	double by_x[4], by_y[4];
};

/* Of the pass that makes a map. */
enum density_pass_stage {
	PASS_BEGIN, /* no box is added */
	PASS_BOXES,
	PASS_ROWS,    /* sums along rows */
	PASS_COLUMNS, /* and columns: it is complete, or of a backward pass P is */
	PASS_UNDER,   /* the boxes of a backward pass */
};

/* The terms of algorithm 4 of [Density] for a corner of a box, in values × bins. */
struct density_top_left {
	double x, y, term[4]; /* bins */
};

struct density_pass_state {
	bool known; /* it is followed step by step; else only its result is there */
	bool backward;
	enum density_pass_stage stage;
	int32_t step, n_steps, n_batches;
	int64_t n_added, n_boxes;
};

enum { DENSITY_LISTED = 256, DENSITY_LINE = 6, DENSITY_COLOURS = 256, DENSITY_BLOCKS = 256 };

/* Parts of the scale that bins are counted by. */
enum { DENSITY_PLACES = 128 };

/* What is at a cell of the picture; shifted by MARK_ARROW, 1 to 8 for the way to where the map grows: right, up right, up, …,
 * counterclockwise. */
enum { MARK_PATH = 1, MARK_OUTSIDE = 2 /* of the die */, MARK_ENDPOINT = 4, MARK_ARROW = 4 };

/* Rows and columns of the screen that a block takes to have an outline. */
enum { BLOCK_LEAST_WIDTH = 6, BLOCK_LEAST_HEIGHT = 3 };

/* A placed block: its sides in cells of the picture from the upper left, also beyond the window. */
struct density_block {
	int32_t component;
	double left, top, right, bottom;
};

struct snap_density_picture {
	struct snap snap;
	struct density_query query;  /* what was asked */
	struct placement *placement; /* owned reference: of the components; NULL = there is none,
				      * and nothing else is there */
	char why[128];               /* there is no map of it; "" = there is one */
	char name[32], unit[16], colours_name[16];
	int32_t quantity;
	char note[DENSITY_NOTE]; /* of struct snap_density */
	bool has_saved;          /* slacks are saved, so there is a map of their changes */
	bool least;              /* of slacks: less is worse */
	bool is_signed;          /* below zero means something */
	bool of_boxes;           /* boxes of the map are components */
	bool is_old;             /* slacks from before something changed */
	enum split split;        /* that slacks are of */
	struct rect die;
	int32_t columns, rows; /* of the map */
	struct density_summary summary;
	struct density_window window;
	int32_t width, height; /* of the picture */
	double *value;         /* owned [height][width], top row first; NAN = nothing */
	uint8_t *mark;         /* owned [height][width]: MARK_… */
	uint8_t *
		region; /* owned [height][width]: of the constrained subgraph, and one more; NULL = none */
	int32_t n_blocks; /* the first in the window */
	struct density_block block[DENSITY_BLOCKS];
	int32_t n_marked; /* cells of the path */
	/* endpoints that fail: all of them, and those marked; −1 = slacks are pending */
	int64_t n_failing, n_failing_marked;
	int32_t cursor_x, cursor_y;
	int32_t column, row; /* the bin at the cursor: where cells of the picture are several, the
			      * one of them that stands out */
	double bin_value;
	int32_t most, least_bin; /* bins that stand out most and least; row × columns + column */
	int64_t n_cells;         /* in the bin */
	int32_t n_listed;
	struct density_listed listed[DENSITY_LISTED]; /* the largest, or worst, first */
	struct density_corners corners;               /* of the first of them */
	struct density_top_left
		top_left[4]; /* the same, of a backward pass: its corners, lower left first */
	struct density_pass_state pass;
	/* Up to the cursor along what was summed last, before and after; the last at the cursor. */
	int32_t n_line;
	double before[DENSITY_LINE], after[DENSITY_LINE];
	bool has_counts;
	int32_t count
		[DENSITY_PLACES]; /* bins of the map by their place on the scale, from its lower end */
	int32_t n_colours;
	uint8_t colour[DENSITY_COLOURS][3];
};

static inline struct density_range snap_density_range(const struct snap_density_picture *p)
{
	return (struct density_range){p->summary.min, p->summary.max, p->is_signed, p->least};
}

enum status snap_density_picture_new(int64_t serial, const struct density_query *query,
				     struct placement *placement,
				     struct snap_density_picture **out);

/* The window of a grid: 2^-zoom of it with the cursor inside, the query's bins taken to this grid.
 * What the cursor is then goes to *column and *row. */
struct density_window density_window_of(const struct density_query *query, int32_t columns,
					int32_t rows, int32_t *column, int32_t *row);

/* Window, size and values of the picture, and the bin at its cursor. */
enum status snap_density_picture_fill(struct snap_density_picture *picture,
				      const struct snap_density *map);

/* The cell of the picture that a bin is seen in; false when it isn't. */
bool snap_density_picture_at(const struct snap_density_picture *picture, int32_t column,
			     int32_t row, int32_t *x, int32_t *y);

#endif
