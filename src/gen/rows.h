/*
 * Where cells can stand: the rows of a placement less what is fixed on them, as segments of sites.
 */
#ifndef GEN_ROWS_H
#define GEN_ROWS_H

#include "db/layout/placement.h"

struct segment {
	int32_t x1, x2; /* a whole number of sites apart */
	int32_t y;
	enum orientation orientation;
};

struct rows {
	int32_t site;         /* of the rows, in the technology */
	int32_t step, height; /* of that site */
	int32_t n_segments;
	struct segment *segment; /* owned [n_segments], by y, then x */
	int32_t n_lines;         /* different y */
	int32_t *line_row;       /* owned [n_lines + 1]: segments of each */
	int64_t segment_capacity;
};

/*
 * Segments of the horizontal rows of one site (that of the first row; others are left out), less
 * hard blockages of placement and components that are fixed, or placed and no cells of these rows.
 * STATUS_FAILED when there is no row.
 */
enum status rows_new(const struct placement *placement, struct rows *out);
void rows_release(struct rows *rows);

/* Is a component on rows of this site? */
bool rows_hold(const struct rows *rows, const struct placement *placement, int32_t component);

static inline int64_t rows_y(const struct rows *rows, int32_t line)
{
	return rows->segment[rows->line_row[line]].y;
}

/* The line nearest to a height. */
int32_t rows_line(const struct rows *rows, int32_t y);

#endif
