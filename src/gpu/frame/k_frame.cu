/*
 * Frames of the layout window: the map as colours or as a relief, outlines of cells, and lines and
 * rectangles over it. Everything is worked out from the pixel: only its own thread writes to a pixel
 * item, so frames are the same in any run. Floating point is + − × ÷ √ alone.
 *
 * A frame of 1280 × 800 is 4 MB: to be written in a microsecond, brought to the host in 75 (55 GB/s).
 */
#include <math.h>

#include "gpu/frame/frame_args.h"
#include "gpu/kernel/kernel.h"

DEVICE_INLINE uint32_t mixed_part(uint32_t under, uint32_t over, int shift, uint32_t alpha)
{
	uint32_t a = under >> shift & 255, b = over >> shift & 255;

	return (a * (255 - alpha) + b * alpha + 127) / 255 << shift;
}

/* `alpha` 255ths of the colour over what is there. */
DEVICE_INLINE uint32_t mixed(uint32_t under, uint32_t over, uint32_t alpha)
{
	return 0xff000000u | mixed_part(under, over, 16, alpha) |
	       mixed_part(under, over, 8, alpha) | mixed_part(under, over, 0, alpha);
}

/* The pixels of an item, side by side in a row. */
struct pixel_run {
	int32_t y, first, end;
};

DEVICE_INLINE struct pixel_run run_of(int64_t i, int32_t width)
{
	int32_t runs = (width + FRAME_RUN - 1) / FRAME_RUN;
	struct pixel_run run = {(int32_t)(i / runs), (int32_t)(i % runs) * FRAME_RUN, 0};

	run.end = run.first + FRAME_RUN < width ? run.first + FRAME_RUN : width;
	return run;
}

/* ---- the ground ---- */

struct ground_point {
	double x, y; /* lengths from the die's lower left corner */
	bool on_die;
};

DEVICE_INLINE bool is_in_parts(const struct frame_ground *g, double x, double y)
{
	for (int32_t i = 0; i < g->n_parts; i++) {
		struct density_box_32 part = g->part[i];

		if (x >= part.x1 && x < part.x2 && y >= part.y1 && y < part.y2)
			return true;
	}
	return false;
}

DEVICE_INLINE struct ground_point ground_at(const struct frame_ground *g, double i, double j)
{
	struct ground_point p;

	p.x = g->x0 + i * g->x_right + j * g->x_down;
	p.y = g->y0 + i * g->y_right + j * g->y_down;
	p.on_die = p.x >= 0 && p.y >= 0 && p.x < g->width && p.y < g->height &&
		   (g->n_parts == 0 || is_in_parts(g, p.x, p.y));
	return p;
}

DEVICE_INLINE int32_t place_in(double x, double per_length, int32_t n)
{
	int32_t place = (int32_t)(x * per_length);

	return place < n ? place : n - 1;
}

/* Of the bins from (left, low) to (right, high) that which is farthest from `rest`. */
DEVICE_INLINE int32_t level_of(const uint16_t *map, int32_t columns, int32_t rest, int32_t left,
			       int32_t right, int32_t low, int32_t high)
{
	int32_t found = 0, most = -1;

	for (int32_t y = low; y <= high; y++) {
		for (int32_t x = left; x <= right; x++) {
			int32_t level = map[(int64_t)y * columns + x];
			int32_t out = level > rest ? level - rest : rest - level;

			/* of two as far the higher, in any order */
			if (level > 0 && (out > most || (out == most && level > found))) {
				most = out;
				found = level;
			}
		}
	}
	return found;
}

/* Item: bin of a map half as fine, which shows what stands out of the four. Floor: 8 bytes read, 2
 * written. */
KERNEL(frame_halve, k, i)
{
	int32_t columns = (k->columns + 1) / 2;
	int32_t x = (int32_t)(i % columns) * 2, y = (int32_t)(i / columns) * 2;

	k->halved[i] = (uint16_t)level_of(k->level, k->columns, k->rest, x,
					  x + 1 < k->columns ? x + 1 : x, y,
					  y + 1 < k->rows ? y + 1 : y);
}

/* The last bin that ends at `end` (bins) or reaches over it. */
DEVICE_INLINE int32_t last_before(double end, int32_t first, int32_t n)
{
	int32_t last = (int32_t)end;

	last = last > first && (double)last == end ? last - 1 : last;
	return last < n ? last : n - 1;
}

/* The level that a pixel shows: of the bins it reaches that which stands out most. */
DEVICE_INLINE int32_t level_at(const struct frame_map *m, struct ground_point p)
{
	double x1 = p.x * m->bins_x - m->reach_x, y1 = p.y * m->bins_y - m->reach_y;
	int32_t left = x1 < 0 ? 0 : place_in(x1, 1, m->columns);
	int32_t low = y1 < 0 ? 0 : place_in(y1, 1, m->rows);

	return level_of(m->level, m->columns, m->rest, left,
			last_before(p.x * m->bins_x + m->reach_x, left, m->columns), low,
			last_before(p.y * m->bins_y + m->reach_y, low, m->rows));
}

/* ---- cells ---- */

/* How much of the pixel the outline of a box covers, in 255ths: it is a pixel wide, inside. */
DEVICE_INLINE uint32_t outline_over(const struct density_box_32 *box, struct ground_point p,
				    double pixel)
{
	double left = p.x - box->x1, right = box->x2 - p.x, low = p.y - box->y1;
	double high = box->y2 - p.y;
	double x = left < right ? left : right, y = low < high ? low : high;
	double share = 1.5 - (x < y ? x : y) / pixel;

	return share <= 0 ? 0 : share >= 1 ? 255 : (uint32_t)(share * 255);
}

DEVICE_INLINE bool is_light(uint32_t colour)
{
	return 3 * (colour >> 16 & 255) + 6 * (colour >> 8 & 255) + (colour & 255) > 1275;
}

enum { MOST_IN_PART = 64 }; /* looked at; where cells are piled up there are more */

DEVICE_INLINE uint32_t with_cells(const struct frame_cells *c, struct ground_point p, uint32_t ink,
				  uint32_t colour)
{
	int32_t u = place_in(p.x, c->parts_x, c->columns), v = place_in(p.y, c->parts_y, c->rows);
	int64_t part = (int64_t)v * c->columns + u;
	int32_t begin = c->part_row[part], end = c->part_row[part + 1];
	uint32_t outline = 0;
	bool fixed = false;

	end = end - begin > MOST_IN_PART ? begin + MOST_IN_PART : end;
	for (int32_t e = begin; e < end; e++) {
		int32_t cell = c->part_cell[e];
		struct density_box_32 box = c->box[cell];
		uint32_t over;

		if (p.x < box.x1 || p.x >= box.x2 || p.y < box.y1 || p.y >= box.y2)
			continue;
		fixed |= c->fixed[cell] != 0;
		over = outline_over(&box, p, c->pixel);
		outline = over > outline ? over : outline;
	}
	if (is_light(colour))
		ink = ~ink & 0xffffff;
	if (fixed && !c->tinted)
		colour = mixed(colour, ink, (uint32_t)c->fill);
	return mixed(colour, ink, outline * (uint32_t)c->outline / 255);
}

/* The colour of the smallest cell at a place, of two as small the one that comes first. */
DEVICE_INLINE uint32_t tint_at(const struct frame_cells *c, struct ground_point p, uint32_t colour)
{
	int32_t u = place_in(p.x, c->parts_x, c->columns), v = place_in(p.y, c->parts_y, c->rows);
	int64_t part = (int64_t)v * c->columns + u, least = 0;
	int32_t begin = c->part_row[part], end = c->part_row[part + 1], found = -1;

	end = end - begin > MOST_IN_PART ? begin + MOST_IN_PART : end;
	for (int32_t e = begin; e < end; e++) {
		struct density_box_32 box = c->box[c->part_cell[e]];
		int64_t area = ((int64_t)box.x2 - box.x1) * ((int64_t)box.y2 - box.y1);

		if (p.x < box.x1 || p.x >= box.x2 || p.y < box.y1 || p.y >= box.y2)
			continue;
		if (found < 0 || area < least) {
			found = c->part_cell[e];
			least = area;
		}
	}
	return found < 0 ? colour : 0xff000000u | c->colour[c->tint[found]];
}

/* The mean of four places in the pixel, so that cells smaller than it show by their share. */
DEVICE_INLINE uint32_t tinted_pixel(const struct frame_flat_args *k, int32_t x, int32_t y)
{
	uint32_t red = 2, green = 2, blue = 2;

	for (int32_t i = 0; i < 4; i++) {
		struct ground_point p = ground_at(&k->ground, (double)x + (i & 1 ? 0.25 : -0.25),
						  (double)y + (i & 2 ? 0.25 : -0.25));
		uint32_t colour = p.on_die ? tint_at(&k->cells, p, k->die) : k->background;

		red += colour >> 16 & 255;
		green += colour >> 8 & 255;
		blue += colour & 255;
	}
	return 0xff000000u | red / 4 << 16 | green / 4 << 8 | blue / 4;
}

DEVICE_INLINE uint32_t flat_pixel(const struct frame_flat_args *k, int32_t x, int32_t y)
{
	struct ground_point p = ground_at(&k->ground, (double)x, (double)y);
	uint32_t colour = k->background;
	int32_t level = 0;

	if (k->cells.tinted)
		colour = tinted_pixel(k, x, y);
	if (p.on_die) {
		if (!k->cells.tinted)
			colour = k->die;
		if (k->map.level)
			level = level_at(&k->map, p);
		if (level > 0)
			colour = k->map.colour[(level - 1) >> 8];
		if (k->cells.outline > 0)
			colour = with_cells(&k->cells, p, k->ink, colour);
	}
	return colour;
}

/* Item: run of pixels, by a warp. The ground seen from above. Writes its pixels. Floor: 4 bytes
 * each, and those of the map and the cells that are in the frame, once. */
TEAM_KERNEL(frame_flat, k, i, t)
{
	struct pixel_run run = run_of(i, k->width);

	for (int32_t x = run.first + t.lane; x < run.end; x += t.width)
		k->pixel[(int64_t)run.y * k->width + x] = flat_pixel(k, x, run.y);
}

/* ---- relief ---- */

/* Its colour on top, lighter where the ground rises to the right, and on a wall. */
DEVICE_INLINE uint32_t shaded(uint32_t colour, int32_t light)
{
	light = light < -96 ? -96 : light > 96 ? 96 : light;
	return light < 0 ? mixed(colour, 0, (uint32_t)-light)
			 : mixed(colour, 0xffffff, (uint32_t)light);
}

DEVICE_INLINE int32_t relief_level(const struct frame_relief_args *k, double i, double j)
{
	struct ground_point p = ground_at(&k->ground, i, j);

	return p.on_die ? level_at(&k->map, p) : 0;
}

/* What a step along a column of pixels shows. */
struct relief_step {
	int32_t level, row; /* where its upper edge is seen */
	bool on_die;
};

DEVICE_INLINE struct relief_step relief_step_at(const struct frame_relief_args *k, int64_t i, int32_t j)
{
	struct ground_point p = ground_at(&k->ground, (double)i, (double)j);
	struct relief_step step = {0, j, p.on_die};

	step.level = p.on_die ? level_at(&k->map, p) : 0;
	step.row -= (int32_t)((int64_t)step.level * k->most / 65535);
	return step;
}

/* The rows of column i from a step's own to below `end`: two of its top, then the wall below, which is seen from the front. */
DEVICE_INLINE void paint_step(const struct frame_relief_args *k, int64_t i, int32_t j, struct relief_step step, int32_t end)
{
	uint32_t colour = step.on_die ? k->die : k->background, top, wall;
	int32_t light = 0;

	if (step.level > 0) {
		colour = k->map.colour[(step.level - 1) >> 8];
		light = (relief_level(k, (double)(i - 1), (double)j) -
			 relief_level(k, (double)(i + 1), (double)j)) /
			256;
	}
	top = shaded(colour, -light);
	wall = shaded(colour, -72);
	for (int32_t y = step.row < 0 ? 0 : step.row; y < end; y++)
		k->pixel[(int64_t)y * k->width + i] = y < step.row + 2 ? top : wall;
}

/*
 * Item: column of pixels, by a warp. The camera is far away, so a column of the frame is a straight line on
 * the ground: it is walked from the front to the back, a pixel a step and a step a lane, and what stands
 * higher than all before is seen; beside the die there is background. Writes its column. Floor: 4 bytes a
 * pixel, and a level a step.
 */
TEAM_KERNEL(frame_relief, k, i, t)
{
	int32_t top = k->height; /* rows from here on are painted */

	for (int32_t j = k->height + k->most - t.lane; top > 0; j -= t.width) {
		struct relief_step step = relief_step_at(k, i, j);
		int32_t highest = team_scan_min_32(t, step.row);
		int32_t before = team_take_i32(t, highest, t.lane - 1);

		before = t.lane == 0 || before > top ? top : before;
		if (step.row < before)
			paint_step(k, i, j, step, before);
		highest = team_take_i32(t, highest, t.width - 1);
		top = highest < top ? highest : top;
	}
}

/* ---- shapes ---- */

DEVICE_INLINE float between(float x, float low, float high)
{
	return x < low ? low : x > high ? high : x;
}

/* How far from a line's middle: that of its two ends or, beside it, of the line. */
DEVICE_INLINE float distance_to(const struct frame_shape *s, float x, float y)
{
	float dx = s->x2 - s->x1, dy = s->y2 - s->y1, px = x - s->x1, py = y - s->y1;
	float length = dx * dx + dy * dy;
	float along = length > 0 ? between((px * dx + py * dy) / length, 0, 1) : 0;

	px -= along * dx;
	py -= along * dy;
	return sqrtf(px * px + py * py);
}

DEVICE_INLINE float smaller(float a, float b)
{
	return a < b ? a : b;
}

/* How much of the pixel at (x, y) it covers, 0 … 1. */
DEVICE_INLINE float cover(const struct frame_shape *s, float x, float y)
{
	if (s->kind == FRAME_LINE)
		return between(s->half + 0.5f - distance_to(s, x, y), 0, 1);
	return between(smaller(smaller(x - s->x1, s->x2 - x), smaller(y - s->y1, s->y2 - y)) +
			       0.5f,
		       0, 1);
}

DEVICE_INLINE uint32_t with_shapes(const struct frame_shapes_args *k, int32_t tile, int32_t x,
				   int32_t y, uint32_t colour)
{
	for (int32_t e = k->tile_row[tile]; e < k->tile_row[tile + 1]; e++) {
		struct frame_shape s = k->shape[k->tile_shape[e]];
		float share = cover(&s, (float)x + 0.5f, (float)y + 0.5f);

		if (share > 0)
			colour = mixed(colour, s.colour,
				       (uint32_t)(share * (float)(s.colour >> 24) + 0.5f));
	}
	return colour;
}

/* Item: run of pixels, by a warp. The shapes that touch a pixel's tile over what is there, in their
 * order. Floor: 4 bytes read and written where there are any. */
TEAM_KERNEL(frame_shapes, k, i, t)
{
	struct pixel_run run = run_of(i, k->width);
	uint32_t *row = k->pixel + (int64_t)run.y * k->width;

	for (int32_t x = run.first + t.lane; x < run.end; x += t.width) {
		int32_t tile = run.y / FRAME_TILE * k->tiles_x + x / FRAME_TILE;

		if (k->tile_row[tile] < k->tile_row[tile + 1])
			row[x] = with_shapes(k, tile, x, run.y, row[x]);
	}
}
