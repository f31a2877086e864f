/*
 * The part of a density map that a screen shows: a window of its bins as cells of a picture, with
 * facts about the bin at the cursor and about the current step of the pass that makes the map.
 */
#ifndef SNAP_DENSITY_PICTURE_H
#define SNAP_DENSITY_PICTURE_H

#include "db/layout/placement.h"
#include "snap/density.h"
#include "snap/density_scale.h"
#include "snap/endpoints.h"

REQUEST_BEGIN
struct density_query {
	int32_t width, height; /* size of the picture in cells, at most */
	int32_t tall;          /* height of a cell / its width */
	int32_t zoom;          /* the window is 2^-zoom of the die along each axis */
	int32_t columns, rows; /* grid that bins in this query refer to; 0 = not known yet */
	int32_t column, row;   /* the cursor; without a grid it goes to the most outstanding bin */
	int32_t left, bottom;  /* first bin of the window, moved if the cursor isn't in it */
	int32_t colours;       /* 1 and up: of COLOUR_MAPS; 0 = by the kind of map */
	int32_t scale;         /* enum density_scale: of the counts */
	int32_t finest;        /* bins along the shorter axis of a new map; 0 = one for each cell */
	int32_t level;         /* of the search */
	int64_t search;        /* serial of the search */
	int64_t rank;          /* the path whose cells are marked; -1 = none */
	int64_t labels;        /* serial of the query whose regions are drawn, 0 = none */
	int64_t exact; /* 1 = the cursor's own bin, 0 = the outstanding bin of the cursor's cell */
	int64_t fails; /* not 0: failing endpoints of this filter are marked */
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
	/* overlap with the bin, µm²; of a slack map its slack, ps; of a backward pass the mean
	 * under it */
	double amount;
	double right, up; /* of a backward pass: gradient, value × µm² for a µm */
};

/* The terms that a box adds to the differences: by_x × by_y at columns x[0 … 3] and rows y[0 … 3],
 * in areas of bins. Terms that are 0 or outside of the grid aren't added. */
struct density_corners {
	bool known;
	double x1, y1, x2, y2; /* the box, in bins */
	int32_t x[4], y[4];
	double by_x[4], by_y[4];
};

/* The last stage done of the pass that makes a map. */
enum density_pass_stage {
	PASS_BEGIN, /* no box is added yet */
	PASS_BOXES,
	PASS_ROWS,    /* sums along rows */
	PASS_COLUMNS, /* sums along columns: the map is complete, or P of a backward pass */
	PASS_UNDER,   /* values under the boxes of a backward pass */
};

/* The terms of algorithm 4 of [Density] for a corner of a box, in values × bins. */
struct density_top_left {
	double x, y, term[4]; /* bins */
};

struct density_pass_state {
	bool known; /* false = the map was made without steps */
	bool backward;
	enum density_pass_stage stage;
	int32_t step, n_steps, n_batches;
	int64_t n_added, n_boxes;
};

enum { DENSITY_LISTED = 256, DENSITY_LINE = 6, DENSITY_COLOURS = 256, DENSITY_BLOCKS = 256 };

/* Intervals of the scale for the histogram of bins. */
enum { DENSITY_PLACES = 128 };

/* Marks of a cell of the picture, bits. From bit MARK_ARROW on: the direction of the map's
 * gradient, 1 = right, then counterclockwise to 8; 0 = no arrow. */
enum { MARK_PATH = 1, MARK_OUTSIDE = 2 /* of the die */, MARK_ENDPOINT = 4, MARK_ARROW = 4 };

/* Least size on the screen of a block with an outline, columns and rows. */
enum { BLOCK_LEAST_WIDTH = 6, BLOCK_LEAST_HEIGHT = 3 };

/* A placed block: its sides in cells of the picture from the upper left, possibly outside of the
 * window. */
struct density_block {
	int32_t component;
	double left, top, right, bottom;
};

struct snap_density_picture {
	struct snap snap;
	struct density_query query;
	struct placement *placement; /* owned reference; NULL = none, all below is empty */
	char why[128];               /* why there is no map; "" = there is one */
	char name[32], unit[16], colours_name[16];
	int32_t quantity;
	char note[DENSITY_NOTE]; /* of struct snap_density */
	bool has_saved;          /* slacks are saved: a map of changes is possible */
	bool least;              /* less is worse (slacks) */
	bool is_signed;          /* negative values have colours of their own */
	bool of_boxes;           /* the map's boxes are components */
	bool is_old;             /* slacks are out of date */
	enum split split;        /* of the slacks */
	struct rect die;
	int32_t columns, rows; /* of the map */
	struct density_summary summary;
	struct density_window window;
	int32_t width, height; /* of the picture */
	double *value;         /* owned [height][width], top row first; NAN = nothing */
	uint8_t *mark;         /* owned [height][width]: MARK_… */
	uint8_t *region;  /* owned [height][width]: 1 + constrained region; NULL = none drawn */
	int32_t n_blocks; /* the first ones in the window */
	struct density_block block[DENSITY_BLOCKS];
	int32_t n_marked; /* cells of the path */
	/* failing endpoints: all, and those marked; −1 = slacks are pending */
	int64_t n_failing, n_failing_marked;
	int32_t cursor_x, cursor_y;
	int32_t column,
		row; /* the cursor's bin; of several in its cell, the most outstanding one */
	double bin_value;
	int32_t most, least_bin; /* the most and least outstanding bins; row × columns + column */
	int64_t n_cells;         /* in the cursor's bin */
	int32_t n_listed;
	struct density_listed listed[DENSITY_LISTED]; /* components there, the worst first */
	struct density_corners corners;               /* of the first one listed */
	struct density_top_left top_left[4]; /* of a backward pass: its corners, lower left first */
	struct density_pass_state pass;
	/* Values before and after the last sum along a row or column, up to the cursor's, which is
	 * last. */
	int32_t n_line;
	double before[DENSITY_LINE], after[DENSITY_LINE];
	bool has_counts;
	int32_t count[DENSITY_PLACES]; /* bins of the map by interval of the scale, lowest first */
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

/* The window of a grid: 2^-zoom of it, with the cursor inside. The query's bins are converted to
 * this grid; *column and *row get the cursor. */
struct density_window density_window_of(const struct density_query *query, int32_t columns,
					int32_t rows, int32_t *column, int32_t *row);

/* Fill in window, size and values of the picture, and the bin at its cursor. */
enum status snap_density_picture_fill(struct snap_density_picture *picture,
				      const struct snap_density *map);

/* The cell of the picture that shows a bin; false = it is outside of the window. */
bool snap_density_picture_at(const struct snap_density_picture *picture, int32_t column,
			     int32_t row, int32_t *x, int32_t *y);

#endif
