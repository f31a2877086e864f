/* Lines and rectangles over the ground of a frame, clipped to it and sorted into its tiles. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gpu/frame/frame_args.h"
#include "gpu/frame/frame_impl.h"

FREES(frame_shapes_release, struct frame_shapes, x->shape);

/* Cut to a little more than the frame, so that no float is larger than it can be exact; false when
 * nothing is left. */
static bool clip(const struct camera_view *view, double *x1, double *y1, double *x2, double *y2)
{
	double margin = 64, low[2] = {-margin, -margin};
	double high[2] = {view->width + margin, view->height + margin};
	double from[2] = {*x1, *y1}, by[2] = {*x2 - *x1, *y2 - *y1}, begin = 0, end = 1;

	if (!isfinite(from[0]) || !isfinite(from[1]) || !isfinite(by[0]) || !isfinite(by[1]))
		return false; /* of a camera at the end of the world */
	for (int axis = 0; axis < 2; axis++) {
		double a, b;

		if (by[axis] == 0) {
			if (from[axis] < low[axis] || from[axis] > high[axis])
				return false;
			continue;
		}
		a = (low[axis] - from[axis]) / by[axis];
		b = (high[axis] - from[axis]) / by[axis];
		begin = fmax(begin, fmin(a, b));
		end = fmin(end, fmax(a, b));
	}
	if (begin > end)
		return false;
	*x1 = from[0] + begin * by[0];
	*y1 = from[1] + begin * by[1];
	*x2 = from[0] + end * by[0];
	*y2 = from[1] + end * by[1];
	return true;
}

static enum status add(struct frame_shapes *shapes, const struct frame_shape *shape)
{
	return APPEND(shapes->shape, shapes->n, &shapes->capacity, *shape);
}

enum status frame_add_line(struct frame_shapes *shapes, const struct camera_view *view, double x1,
			   double y1, double x2, double y2, double half, uint32_t colour)
{
	if (!clip(view, &x1, &y1, &x2, &y2))
		return STATUS_OK;
	return add(shapes, &(struct frame_shape){(float)x1, (float)y1, (float)x2, (float)y2,
						 (float)half, FRAME_LINE, colour});
}

enum status frame_add_fill(struct frame_shapes *shapes, const struct camera_view *view, double x1,
			   double y1, double x2, double y2, uint32_t colour)
{
	double left = fmax(fmin(x1, x2), -64), right = fmin(fmax(x1, x2), view->width + 64);
	double top = fmax(fmin(y1, y2), -64), bottom = fmin(fmax(y1, y2), view->height + 64);

	if (!(left <= right && top <= bottom))
		return STATUS_OK;
	return add(shapes, &(struct frame_shape){(float)left, (float)top, (float)right,
						 (float)bottom, 0, FRAME_FILL, colour});
}

static int32_t tile_at(double pixel, int32_t n)
{
	int32_t tile = (int32_t)floor(pixel / FRAME_TILE);

	return tile < 0 ? -1 : tile < n ? tile : n;
}

static void touch(struct frame_tiles *t, int32_t left, int32_t right, int32_t tile_row,
		  int32_t shape)
{
	for (int32_t x = left < 0 ? 0 : left; x <= right && x < t->columns; x++) {
		int32_t *at = &t->row[(int64_t)tile_row * t->columns + x];

		if (t->place)
			t->shape[*at] = shape;
		++*at;
	}
}

/* In each row of tiles from the leftmost to the rightmost that it may touch. */
static void touch_shape(struct frame_tiles *t, const struct frame_shape *s, int32_t number)
{
	double reach = s->kind == FRAME_LINE ? (double)s->half + 1 : 1;
	double low = fmin(s->y1, s->y2) - reach, high = fmax(s->y1, s->y2) + reach;
	double dx = (double)s->x2 - s->x1, dy = (double)s->y2 - s->y1;
	int32_t first = tile_at(low, t->rows), last = tile_at(high, t->rows);

	for (int32_t v = first < 0 ? 0 : first; v <= last && v < t->rows; v++) {
		double left = fmin(s->x1, s->x2), right = fmax(s->x1, s->x2);

		if (s->kind == FRAME_LINE && fabs(dy) > FRAME_TILE) {
			double a = s->x1 + dx * (v * FRAME_TILE - 2 * reach - s->y1) / dy;
			double b = s->x1 + dx * ((v + 1) * FRAME_TILE + 2 * reach - s->y1) / dy;

			left = fmax(left, fmin(a, b));
			right = fmin(right, fmax(a, b));
		}
		touch(t, tile_at(left - 2 * reach, t->columns),
		      tile_at(right + 2 * reach, t->columns), v, number);
	}
}

enum status frame_sort_into_tiles(const struct frame_shapes *shapes, struct frame_tiles *t)
{
	int64_t n_tiles = (int64_t)t->columns * t->rows, sum = 0;

	TRY(ALLOC(&t->row, n_tiles + 1));
	for (int64_t i = 0; i < shapes->n; i++)
		touch_shape(t, &shapes->shape[i], (int32_t)i);
	for (int64_t tile = 0; tile <= n_tiles; tile++) {
		int32_t n = t->row[tile];

		t->row[tile] = (int32_t)sum;
		sum += n;
		if (sum > INT32_MAX)
			return status_fail(STATUS_FAILED, "too many lines over each other to draw");
	}
	TRY(ALLOC(&t->shape, sum));
	t->place = true;
	for (int64_t i = 0; i < shapes->n; i++)
		touch_shape(t, &shapes->shape[i], (int32_t)i);
	memmove(t->row + 1, t->row, (size_t)n_tiles * sizeof *t->row);
	t->row[0] = 0;
	return STATUS_OK;
}
