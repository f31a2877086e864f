#include "draw/strokes.h"

#include <math.h>

/* How far a place is from a segment. */
static double distance(double x, double y, double x0, double y0, double dx, double dy)
{
	double length = dx * dx + dy * dy;
	double t = length > 0 ? ((x - x0) * dx + (y - y0) * dy) / length : 0;

	t = fmin(1, fmax(0, t));
	return hypot(x - x0 - t * dx, y - y0 - t * dy);
}

static int32_t inside(double at, int32_t most)
{
	return (int32_t)fmin(most, fmax(0, at));
}

/* What a row has to look at of a long line: columns to either side of where the line crosses it; INFINITY = all. */
static double reach_of(double dx, double dy, double half)
{
	return dy == 0 ? INFINITY : (half + 1) * hypot(dx, dy) / fabs(dy) + 1;
}

void canvas_line(const struct canvas *canvas, double x0, double y0, double x1, double y1,
		 double half, uint32_t colour)
{
	int32_t left = inside(floor(fmin(x0, x1) - half - 1), canvas->width);
	int32_t right = inside(ceil(fmax(x0, x1) + half + 1), canvas->width);
	int32_t top = inside(floor(fmin(y0, y1) - half - 1), canvas->height);
	int32_t bottom = inside(ceil(fmax(y0, y1) + half + 1), canvas->height);
	double reach = reach_of(x1 - x0, y1 - y0, half);

	if (!isfinite(x0) || !isfinite(y0) || !isfinite(x1) || !isfinite(y1))
		return;
	for (int32_t y = top; y < bottom; y++) {
		double middle = isinf(reach) ? 0 : x0 + (y + 0.5 - y0) / (y1 - y0) * (x1 - x0);
		int32_t from = inside(fmax(left, floor(middle - reach)), right);
		int32_t to = inside(fmin(right, ceil(middle + reach)), right);

		for (int32_t x = from; x < to; x++) {
			double d = distance(x + 0.5, y + 0.5, x0, y0, x1 - x0, y1 - y0);
			double share = half + 0.5 - d;

			if (share > 0)
				canvas_fill(canvas, x, y, 1, 1, colour,
					    (int32_t)(255 * fmin(1, share)));
		}
	}
}

void canvas_disc(const struct canvas *canvas, double x, double y, double radius, uint32_t colour)
{
	canvas_line(canvas, x, y, x, y, radius, colour);
}
