#include "gen/rows.h"

#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/keyed.h"
#include "base/order.h"

/* What takes room, by its left edge within a line. */
struct hole {
	int32_t line, x1, x2;
};

struct holes {
	struct hole *hole; /* owned */
	int64_t n, capacity;
};

static FREES(holes_release, struct holes, x->hole);

bool rows_hold(const struct rows *rows, const struct placement *placement, int32_t component)
{
	const struct component *c = &placement->component[component];
	const struct tech_macro *macro;

	if (c->macro < 0)
		return false;
	macro = &placement->technology->macro[c->macro];
	return macro->site == rows->site && macro->height == rows->height;
}

int32_t rows_line(const struct rows *rows, int32_t y)
{
	return FIRST_NOT(i, 0, rows->n_lines - 1, y - rows_y(rows, i) > rows_y(rows, i + 1) - y);
}

COMPARER(by_place, struct segment, ORDER(x->y, y->y) ?: ORDER(x->x1, y->x1))

static enum status add_segment(struct rows *rows, const struct segment *segment)
{
	return APPEND(rows->segment, rows->n_segments, &rows->segment_capacity, *segment);
}

static enum status take_rows(const struct placement *placement, struct rows *rows)
{
	for (int32_t i = 0; i < placement->n_rows; i++) {
		const struct placed_row *row = &placement->row[i];
		/* sites and lines beyond all lengths are none */
		int64_t n = min_i64(row->n_x, ((int64_t)INT32_MAX - row->x) / rows->step);

		if (row->site != rows->site || row->n_y != 1 || n < 1 ||
		    row->y > INT32_MAX - rows->height || orientation_swaps(row->orientation))
			continue;
		TRY(add_segment(rows, &(struct segment){row->x, (int32_t)(row->x + n * rows->step),
							row->y, row->orientation}));
	}
	SORT(rows->segment, rows->n_segments, by_place);
	return STATUS_OK;
}

static enum status number_lines(struct rows *rows)
{
	rows->n_lines = 0;
	free(rows->line_row);
	rows->line_row = NULL;
	TRY(ALLOC(&rows->line_row, (int64_t)rows->n_segments + 1));
	for (int32_t i = 0; i < rows->n_segments; i++)
		if (i == 0 || rows->segment[i].y != rows->segment[i - 1].y)
			rows->line_row[rows->n_lines++] = i;
	rows->line_row[rows->n_lines] = rows->n_segments;
	return STATUS_OK;
}

static enum status add_hole(const struct rows *rows, struct holes *holes, const struct rect *box)
{
	int32_t line = rows_line(rows, box->y1);

	while (line > 0 && rows_y(rows, line) + rows->height > box->y1)
		line--;
	for (; line < rows->n_lines && rows_y(rows, line) < box->y2; line++) {
		if (rows_y(rows, line) + rows->height <= box->y1)
			continue;
		TRY(APPEND(holes->hole, holes->n, &holes->capacity,
			   (struct hole){line, box->x1, box->x2}));
	}
	return STATUS_OK;
}

static enum status find_holes(const struct placement *placement, const struct rows *rows,
			      struct holes *holes)
{
	for (int32_t i = 0; i < placement->n_components; i++) {
		const struct component *c = &placement->component[i];
		struct rect box = placement_component_box(placement, i);

		if (c->status == UNPLACED || (c->status == PLACED && rows_hold(rows, placement, i)))
			continue;
		TRY(add_hole(rows, holes, &box));
	}
	for (int32_t i = 0; i < placement->n_blockages; i++)
		if (placement->blockage[i].layer < 0 &&
		    placement->blockage[i].kind == BLOCKAGE_HARD)
			TRY(add_hole(rows, holes, &placement->blockage[i].rect));
	SORT(holes->hole, holes->n, compare_int32_pair);
	return STATUS_OK;
}

/* What is left of a segment between the holes of its line; edges stay on sites. */
static enum status cut_segment(struct rows *rows, const struct segment *from,
			       const struct hole *hole, int64_t n)
{
	struct segment piece = *from;
	int32_t x = from->x1;

	for (int64_t i = 0; i < n && x < from->x2; i++) {
		if (hole[i].x2 <= x || hole[i].x1 >= from->x2)
			continue;
		piece.x1 = x;
		piece.x2 = hole[i].x1 <= x
				   ? x
				   : hole[i].x1 - (int32_t)(((int64_t)hole[i].x1 - from->x1) %
							    rows->step);
		if (piece.x2 > piece.x1)
			TRY(add_segment(rows, &piece));
		x = (int32_t)min_i64(from->x2,
				     from->x1 + ((int64_t)hole[i].x2 - from->x1 + rows->step - 1) /
							rows->step * rows->step);
	}
	piece.x1 = x;
	piece.x2 = from->x2;
	return x < from->x2 ? add_segment(rows, &piece) : STATUS_OK;
}

static enum status cut_rows(struct rows *rows, const struct holes *holes)
{
	RELEASED_BY(rows_release)
	struct rows cut = {.site = rows->site, .step = rows->step, .height = rows->height};
	struct rows whole = *rows;
	int64_t at = 0;

	for (int32_t line = 0; line < rows->n_lines; line++) {
		int64_t begin = at;

		while (at < holes->n && holes->hole[at].line == line)
			at++;
		for (int32_t i = rows->line_row[line]; i < rows->line_row[line + 1]; i++)
			TRY(cut_segment(&cut, &rows->segment[i], holes->hole + begin, at - begin));
	}
	*rows = cut;
	cut = whole;
	return number_lines(rows);
}

static enum status make(const struct placement *placement, struct rows *rows)
{
	RELEASED_BY(holes_release) struct holes holes = {0};

	TRY(take_rows(placement, rows));
	TRY(number_lines(rows));
	TRY(find_holes(placement, rows, &holes));
	if (holes.n)
		TRY(cut_rows(rows, &holes));
	if (!rows->n_segments)
		return status_fail(STATUS_FAILED, "the placement has no room in its rows");
	return STATUS_OK;
}

enum status rows_new(const struct placement *placement, struct rows *out)
{
	const struct technology *technology = placement->technology;
	RELEASED_BY(rows_release) struct rows rows = {.site = -1};

	for (int32_t i = placement->n_rows - 1; i >= 0; i--)
		if (placement->row[i].site >= 0 && !technology->site[placement->row[i].site].is_pad)
			rows.site = placement->row[i].site;
	if (rows.site < 0 || technology->site[rows.site].width <= 0 ||
	    technology->site[rows.site].height <= 0)
		return status_fail(STATUS_FAILED, "the placement has no rows");
	rows.step = technology->site[rows.site].width;
	rows.height = technology->site[rows.site].height;
	TRY(make(placement, &rows));
	*out = rows;
	rows = (struct rows){0};
	return STATUS_OK;
}

FREES(rows_release, struct rows, x->segment, x->line_row);
