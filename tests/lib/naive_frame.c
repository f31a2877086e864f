#include "naive_frame.h"
#include "gpu/frame/device_frame.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* `alpha` 255ths of a colour over another, rounded, each part by itself. */
static uint32_t over(uint32_t under, uint32_t colour, int alpha)
{
	uint32_t out = 0xff;

	for (int shift = 16; shift >= 0; shift -= 8) {
		int a = (int)(under >> shift) & 255, b = (int)(colour >> shift) & 255;

		out = out << 8 | (uint32_t)((a * (255 - alpha) + b * alpha + 127) / 255);
	}
	return out;
}

/* ---- where a pixel is ---- */

struct place {
	double x, y; /* from the die's corner */
	bool on_die;
};

/* Is a place inside of a polygon without slanted edges? A ray to the left meets its outline so
 * often. */
static bool is_inside(const struct placement *placement, double x, double y)
{
	const int32_t *point = placement->die_point;
	int32_t n = placement->n_die_points, met = 0;

	for (int32_t i = 0; i < n; i++) {
		const int32_t *a = &point[2 * i], *b = &point[2 * ((i + 1) % n)];
		int32_t low = a[1] < b[1] ? a[1] : b[1], high = a[1] < b[1] ? b[1] : a[1];

		met += a[0] == b[0] && a[0] <= x && low <= y && y < high;
	}
	return n == 0 || met % 2 == 1;
}

/* The ground at a pixel's centre: counted from that of the first. */
static struct place place_of(const struct frame_drawing *d, const struct placement *placement,
			     double i, double j)
{
	const struct rect *die = &d->die;
	double x0, y0, right_x, right_y, down_x, down_y;
	struct place p;

	camera_ground(&d->view, 0.5, 0.5, &x0, &y0);
	camera_ground(&d->view, 1.5, 0.5, &right_x, &right_y);
	camera_ground(&d->view, 0.5, 1.5, &down_x, &down_y);
	p.x = x0 - die->x1 + i * (right_x - x0) + j * (down_x - x0);
	p.y = y0 - die->y1 + i * (right_y - y0) + j * (down_y - y0);
	p.on_die = p.x >= 0 && p.y >= 0 && p.x < (double)die->x2 - die->x1 &&
		   p.y < (double)die->y2 - die->y1 &&
		   is_inside(placement, p.x + die->x1, p.y + die->y1);
	return p;
}

/* What a pixel reaches: to either side of its centre a number of blocks of 2^halvings bins. */
struct reach {
	double x, y;
	int halvings;
};

static int32_t blocks(int32_t n, int halvings)
{
	return (n + (1 << halvings) - 1) >> halvings;
}

/* The larger the pixel, the more bins, until a pixel wide blocks are at most four. */
static struct reach reach_of(const struct frame_drawing *d, const struct placement *placement,
			     const struct naive_map *m)
{
	struct place o = place_of(d, placement, 0, 0), r = place_of(d, placement, 1, 0),
		     b = place_of(d, placement, 0, 1);
	double width = (double)d->die.x2 - d->die.x1, height = (double)d->die.y2 - d->die.y1;
	struct reach reach = {(fabs(r.x - o.x) + fabs(b.x - o.x)) * (m->columns / width),
			      (fabs(r.y - o.y) + fabs(b.y - o.y)) * (m->rows / height), 0};

	while (fmax(reach.x, reach.y) > 4 &&
	       (blocks(m->columns, reach.halvings) > 1 || blocks(m->rows, reach.halvings) > 1)) {
		reach.x /= 2;
		reach.y /= 2;
		reach.halvings++;
	}
	reach.x = reach.x > 1 ? reach.x / 2 : 0;
	reach.y = reach.y > 1 ? reach.y / 2 : 0;
	return reach;
}

/* Is block b of n one that a pixel at u, in blocks, reaches? */
static bool reaches(double u, double reach, int32_t b, int32_t n)
{
	if (reach == 0)
		return b == (u < n ? (int32_t)floor(u) : n - 1);
	return b + 1 > u - reach && b < u + reach;
}

/* ---- the map ---- */

/* Of all bins in what the pixel reaches the one that is farthest from rest; of two the higher. */
static int32_t level_of(const struct frame_drawing *d, const struct naive_map *m, struct place p,
			struct reach reach)
{
	double each = 1 << reach.halvings;
	double u = p.x * (m->columns / ((double)d->die.x2 - d->die.x1)) / each;
	double v = p.y * (m->rows / ((double)d->die.y2 - d->die.y1)) / each;
	int32_t columns = blocks(m->columns, reach.halvings), found = 0;
	int32_t rows = blocks(m->rows, reach.halvings);

	for (int32_t row = 0; p.on_die && row < m->rows; row++) {
		if (!reaches(v, reach.y, row >> reach.halvings, rows))
			continue;
		for (int32_t column = 0; column < m->columns; column++) {
			int32_t level = m->level[(int64_t)row * m->columns + column];
			int32_t out = abs(level - m->rest), most = abs(found - m->rest);

			if (level && reaches(u, reach.x, column >> reach.halvings, columns) &&
			    (!found || out > most || (out == most && level > found)))
				found = level;
		}
	}
	return found;
}

static uint32_t colour_of(const struct naive_map *m, int32_t level)
{
	return m->colour[(level - 1) / 256];
}

/* ---- cells ---- */

/* One without a size is a point, drawn as a square of a 160th of the die. */
static struct rect box_of(const struct placement *placement, int32_t i)
{
	struct rect box = placement_component_box(placement, i);
	int32_t half = (int32_t)(((int64_t)placement->die.x2 - placement->die.x1) / 320) + 1;

	if (box.x1 == box.x2 && box.y1 == box.y2)
		box = (struct rect){box.x1 - half, box.y1 - half, box.x2 + half, box.y2 + half};
	return box;
}

static bool is_somewhere(const struct placement *placement, int32_t i)
{
	struct rect box = box_of(placement, i);

	return placement->component[i].status != UNPLACED && box.x1 < box.x2 && box.y1 < box.y2 &&
	       rect_overlaps(&box, &placement->die);
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

/* How strong outlines are, 255ths: from 6 to 16 pixels that the middle one of all cells is high. */
static int outlines(const struct frame_drawing *d, const struct placement *placement)
{
	double *height = calloc((size_t)placement->n_components + 1, sizeof *height), pixels;
	int32_t n = 0;

	for (int32_t i = 0; i < placement->n_components; i++) {
		struct rect box = box_of(placement, i);

		if (is_somewhere(placement, i))
			height[n++] = (double)box.y2 - box.y1;
	}
	qsort(height, (size_t)n, sizeof *height, compare);
	pixels = (n ? height[n / 2] : 0) * hypot(d->view.right[0], d->view.right[1]);
	free(height);
	return pixels <= 6 ? 0 : pixels >= 16 ? 150 : (int)(150 * ((pixels - 6) / 10));
}

/* An outline is a pixel wide and inside: full to half a pixel from the edge, none at 1.5. */
static uint32_t with_cells(const struct frame_drawing *d, const struct placement *placement,
			   double pixel, int strength, struct place p, uint32_t colour)
{
	uint32_t ink = d->ink;
	bool fixed = false;
	int most = 0;

	for (int32_t i = 0; i < placement->n_components; i++) {
		struct rect box = box_of(placement, i);
		double left = p.x - ((double)box.x1 - d->die.x1);
		double right = (double)box.x2 - d->die.x1 - p.x;
		double below = p.y - ((double)box.y1 - d->die.y1);
		double above = (double)box.y2 - d->die.y1 - p.y, share;

		if (left < 0 || below < 0 || right <= 0 || above <= 0 ||
		    !is_somewhere(placement, i))
			continue;
		fixed = fixed || placement->component[i].status == FIXED;
		share = 1.5 - fmin(fmin(left, right), fmin(below, above)) / pixel;
		share = fmin(1, fmax(0, share));
		most = (int)(share * 255) > most ? (int)(share * 255) : most;
	}
	if (3 * (colour >> 16 & 255) + 6 * (colour >> 8 & 255) + (colour & 255) > 1275)
		ink = ~ink & 0xffffff; /* what can be seen on a light colour */
	if (fixed && !d->tints)
		colour = over(colour, ink, 40);
	return over(colour, ink, most * strength / 255);
}

int32_t naive_component_at(const struct placement *placement, double x, double y)
{
	double least = HUGE_VAL;
	int32_t found = -1;

	if (x < placement->die.x1 || y < placement->die.y1 || x >= placement->die.x2 ||
	    y >= placement->die.y2 || !is_inside(placement, x, y))
		return -1;
	for (int32_t i = 0; i < placement->n_components; i++) {
		struct rect box = box_of(placement, i);
		double area = ((double)box.x2 - box.x1) * ((double)box.y2 - box.y1);

		if (x >= box.x1 && x < box.x2 && y >= box.y1 && y < box.y2 && area < least &&
		    is_somewhere(placement, i)) {
			least = area;
			found = i;
		}
	}
	return found;
}

/* ---- types ---- */

/* Of cells without a library or pins: by the class of their macro; without a size it is unknown. */
static enum frame_type type_of(const struct placement *placement, int32_t i)
{
	const struct tech_macro *macro =
		&placement->technology->macro[placement->component[i].macro];

	if (macro->width == 0 && macro->height == 0)
		return FRAME_TYPE_UNKNOWN;
	switch (macro->class) {
	case TECH_CORE:
		return FRAME_TYPE_LOGIC;
	case TECH_BLOCK:
	case TECH_RING:
		return FRAME_TYPE_BLOCK;
	case TECH_PAD:
	case TECH_COVER:
		return FRAME_TYPE_PAD;
	default:
		return FRAME_TYPE_FILLER;
	}
}

/* The mean of what is at four places in the pixel. */
static uint32_t by_type(const struct frame_drawing *d, const struct placement *placement, int32_t i,
			int32_t j)
{
	uint32_t sum[3] = {0}, mean = 0;

	for (int k = 0; k < 4; k++) {
		struct place p = place_of(d, placement, i + (k % 2 ? 0.25 : -0.25),
					  j + (k / 2 ? 0.25 : -0.25));
		int32_t cell = naive_component_at(placement, p.x + d->die.x1, p.y + d->die.y1);
		uint32_t colour = !p.on_die  ? d->background
				  : cell < 0 ? d->die_colour
					     : NAIVE_TINT(type_of(placement, cell));

		for (int c = 0; c < 3; c++)
			sum[c] += colour >> 8 * c & 255;
	}
	for (int c = 0; c < 3; c++)
		mean |= (sum[c] + 2) / 4 << 8 * c;
	return 0xff000000u | mean;
}

/* ---- the ground ---- */

static void flat(const struct frame_drawing *d, const struct placement *placement,
		 const struct naive_map *m, uint32_t *pixels)
{
	int32_t width = (int32_t)d->view.width, height = (int32_t)d->view.height;
	struct place o = place_of(d, placement, 0, 0), r = place_of(d, placement, 1, 0);
	double pixel = hypot(r.x - o.x, r.y - o.y);
	struct reach reach = {0};
	int strength = outlines(d, placement);

	if (m->level)
		reach = reach_of(d, placement, m);
	for (int32_t j = 0; j < height; j++) {
		for (int32_t i = 0; i < width; i++) {
			struct place p = place_of(d, placement, i, j);
			int32_t level = m->level ? level_of(d, m, p, reach) : 0;
			uint32_t colour = p.on_die ? d->die_colour : d->background;

			colour = 0xff000000u | (level ? colour_of(m, level) : colour);
			if (d->tints && placement->n_components)
				colour = by_type(d, placement, i, j);
			if (p.on_die && strength > 0)
				colour = with_cells(d, placement, pixel, strength, p, colour);
			pixels[(int64_t)j * width + i] = colour;
		}
	}
}

static uint32_t lit(uint32_t colour, int light)
{
	light = light < -96 ? -96 : light > 96 ? 96 : light;
	return over(colour, light < 0 ? 0 : 0xffffff, abs(light));
}

struct step {
	int32_t level, row; /* where its upper edge is seen */
	bool on_die;
};

/* One column: a pixel shows the first step from the front that stands as high. */
static void relief_column(const struct frame_drawing *d, const struct placement *placement,
			  const struct naive_map *m, int32_t i, struct reach reach,
			  uint32_t *pixels)
{
	int32_t width = (int32_t)d->view.width, height = (int32_t)d->view.height;
	struct step *step = calloc((size_t)(height + d->high) + 1, sizeof *step);

	for (int32_t j = 0; j <= height + d->high; j++) {
		struct place p = place_of(d, placement, i, j);

		step[j].on_die = p.on_die;
		step[j].level = level_of(d, m, p, reach);
		step[j].row = j - (int32_t)((int64_t)step[j].level * d->high / 65535);
	}
	for (int32_t y = 0; y < height; y++) {
		int32_t j = height + d->high, left, right;
		uint32_t colour;

		while (step[j].row > y)
			j--;
		colour = step[j].on_die ? d->die_colour : d->background;
		left = level_of(d, m, place_of(d, placement, i - 1, j), reach);
		right = level_of(d, m, place_of(d, placement, i + 1, j), reach);
		if (step[j].level == 0)
			left = right = 0;
		else
			colour = colour_of(m, step[j].level);
		/* Two pixels of its top, then the wall below. */
		pixels[(int64_t)y * width + i] =
			lit(colour, y < step[j].row + 2 ? -((left - right) / 256) : -72);
	}
	free(step);
}

void naive_ground(const struct frame_drawing *d, const struct placement *placement,
		  const struct naive_map *map, uint32_t *pixels)
{
	struct reach reach;

	if (!d->relief || !map->level) {
		flat(d, placement, map, pixels);
		return;
	}
	reach = reach_of(d, placement, map);
	for (int32_t i = 0; i < (int32_t)d->view.width; i++)
		relief_column(d, placement, map, i, reach, pixels);
}

/* ---- shapes ---- */

static double cover(const struct naive_shape *s, double x, double y)
{
	double dx = s->x2 - s->x1, dy = s->y2 - s->y1, along = 0, share;

	if (s->is_line) {
		if (dx != 0 || dy != 0)
			along = ((x - s->x1) * dx + (y - s->y1) * dy) / (dx * dx + dy * dy);
		along = fmin(1, fmax(0, along));
		share = s->half + 0.5 - hypot(x - s->x1 - along * dx, y - s->y1 - along * dy);
	} else {
		share = 0.5 + fmin(fmin(x - fmin(s->x1, s->x2), fmax(s->x1, s->x2) - x),
				   fmin(y - fmin(s->y1, s->y2), fmax(s->y1, s->y2) - y));
	}
	return fmin(1, fmax(0, share));
}

void naive_shapes(const struct naive_shape *shape, int64_t n, int32_t width, int32_t height,
		  uint32_t *pixels)
{
	for (int64_t i = 0; i < (int64_t)width * height; i++) {
		for (int64_t s = 0; s < n; s++) {
			double share = cover(&shape[s], (double)(i % width) + 0.5,
					     (double)(i / width) + 0.5);

			pixels[i] = over(pixels[i], shape[s].colour,
					 (int)lround(share * (shape[s].colour >> 24)));
		}
	}
}

static float kept_cover(const struct frame_shape *s, float x, float y)
{
	float dx = s->x2 - s->x1, dy = s->y2 - s->y1, px = x - s->x1, py = y - s->y1;
	float length = dx * dx + dy * dy, along = 0, share;

	if (s->kind == FRAME_LINE) {
		if (length > 0)
			along = fminf(1, fmaxf(0, (px * dx + py * dy) / length));
		px -= along * dx;
		py -= along * dy;
		share = s->half + 0.5f - sqrtf(px * px + py * py);
	} else {
		share = fminf(fminf(x - s->x1, s->x2 - x), fminf(y - s->y1, s->y2 - y)) + 0.5f;
	}
	return fminf(1, fmaxf(0, share));
}

void naive_kept_shapes(const struct frame_shapes *shapes, int32_t width, int32_t height,
		       uint32_t *pixels)
{
	for (int64_t i = 0; i < (int64_t)width * height; i++) {
		for (int64_t s = 0; s < shapes->n; s++) {
			const struct frame_shape *shape = &shapes->shape[s];
			float alpha = (float)(shape->colour >> 24);
			float share = kept_cover(shape, (float)(i % width) + 0.5f,
						 (float)(i / width) + 0.5f);

			if (share > 0)
				pixels[i] =
					over(pixels[i], shape->colour, (int)(share * alpha + 0.5f));
		}
	}
}
