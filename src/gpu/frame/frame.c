/* The device's part of a frame: cells by parts of the die, the map, shapes by tiles, launches. */
#include "gpu/frame/frame_args.h"
#include "gpu/frame/frame_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "db/layout/placement_check.h"

enum {
	CELLS_A_PART = 2,     /* of the die, on average */
	MOST_PARTS = 1 << 12, /* along an axis */
	MOST_MAPS = 16,
	MOST_BINS = 4,      /* that a pixel is wide; from more on a coarser map is looked at */
	OUTLINES_FROM = 6,  /* pixels that most cells are high; … */
	OUTLINES_FULL = 16, /* … from here on they don't get stronger */
	OUTLINE = 150,      /* 255ths */
	FIXED_FILL = 40,
	POINTS_ACROSS = 160, /* a point is this part of the die wide */
};

struct frame_scene {
	struct queue *queue; /* borrowed */
	struct rect die;
	int32_t n_cells;
	struct density_box_32 *box; /* owned [n_cells], from the die's corner; x2 < x1 = nowhere */
	int32_t columns, rows;      /* of parts */
	int32_t *part_row, *part_cell;   /* owned */
	double usual_height;             /* of cells, lengths; 0 = there are none */
	struct density_box_32 *die_part; /* owned [n_die_parts]: a polygon; else there are none */
	int32_t n_die_parts;
	struct density_box_32 *d_box; /* device, owned, as those below */
	struct density_box_32 *d_die_part;
	uint8_t *d_fixed, *d_tint;
	uint32_t *d_tint_colour;
	int32_t *d_part_row, *d_part_cell;
	int32_t map_columns, map_rows, rest, n_maps;
	uint16_t *d_level[MOST_MAPS]; /* each half as fine as the one before */
	uint32_t *d_colour;
	uint32_t *d_pixel;
	int64_t n_pixels;
};

enum status frame_scene_new(struct queue *queue, struct frame_scene **out)
{
	TRY(ALLOC(out, 1));
	(*out)->queue = queue;
	return STATUS_OK;
}

static void drop_cells(struct frame_scene *s)
{
	FREE_ALL(s->box, s->part_row, s->part_cell, s->die_part);
	s->box = s->die_part = NULL;
	s->part_row = s->part_cell = NULL;
	s->n_die_parts = 0;
	DEVICE_FREE_ALL(s->queue, &s->d_die_part, &s->d_box, &s->d_fixed, &s->d_part_row,
			&s->d_part_cell);
	s->n_cells = 0;
	s->usual_height = 0;
}

static void drop_tints(struct frame_scene *s)
{
	DEVICE_FREE_ALL(s->queue, &s->d_tint, &s->d_tint_colour);
}

static void drop_map(struct frame_scene *s)
{
	for (int i = 0; i < s->n_maps; i++)
		device_free(s->queue, s->d_level[i]);
	DEVICE_FREE(s->queue, s->d_colour);
	s->n_maps = s->map_columns = s->map_rows = 0;
}

void frame_scene_free(struct frame_scene *s)
{
	if (!s)
		return;
	drop_cells(s);
	drop_tints(s);
	drop_map(s);
	device_free(s->queue, s->d_pixel);
	free(s);
}

/* ---- cells ---- */

static int32_t part_of(double x, double per_length, int32_t n)
{
	int32_t part = (int32_t)(x * per_length);

	return part < 0 ? 0 : part < n ? part : n - 1;
}

/* The parts that a box is in. */
struct parts {
	int32_t left, right, low, high;
};

static struct parts parts_of(const struct frame_scene *s, const struct density_box_32 *box)
{
	double per_x = s->columns / ((double)s->die.x2 - s->die.x1);
	double per_y = s->rows / ((double)s->die.y2 - s->die.y1);

	return (struct parts){part_of(box->x1, per_x, s->columns),
			      part_of(box->x2, per_x, s->columns), part_of(box->y1, per_y, s->rows),
			      part_of(box->y2, per_y, s->rows)};
}

static bool is_off(const struct frame_scene *s, const struct density_box_32 *box)
{
	return box->x2 <= box->x1 || box->y2 <= box->y1 || box->x2 <= 0 || box->y2 <= 0 ||
	       box->x1 >= s->die.x2 - (int64_t)s->die.x1 ||
	       box->y1 >= s->die.y2 - (int64_t)s->die.y1;
}

/* Count, or with part_cell place: cells of a part in their order. */
static void sort_into_parts(struct frame_scene *s, bool place)
{
	for (int32_t i = 0; i < s->n_cells; i++) {
		struct parts p;

		if (is_off(s, &s->box[i]))
			continue;
		p = parts_of(s, &s->box[i]);
		for (int32_t v = p.low; v <= p.high; v++) {
			int32_t *row = s->part_row + (int64_t)v * s->columns;

			for (int32_t u = p.left; u <= p.right; u++) {
				if (place)
					s->part_cell[row[u]] = i;
				row[u]++;
			}
		}
	}
}

/* Counts to where they begin. */
static enum status begin_parts(struct frame_scene *s, int64_t n_parts)
{
	int64_t sum = 0;

	for (int64_t part = 0; part <= n_parts; part++) {
		int32_t n = s->part_row[part];

		s->part_row[part] = (int32_t)sum;
		sum += n;
		if (sum > INT32_MAX)
			return status_fail(STATUS_FAILED, "too many cells over each other to draw");
	}
	return ALLOC(&s->part_cell, sum);
}

static enum status make_parts(struct frame_scene *s)
{
	double w = (double)s->die.x2 - s->die.x1, h = (double)s->die.y2 - s->die.y1;
	double wanted = fmax(1, (double)s->n_cells / CELLS_A_PART), across = sqrt(wanted * w / h);
	int64_t n_parts;

	s->columns = (int32_t)fmin(MOST_PARTS, fmax(1, across));
	s->rows = (int32_t)fmin(MOST_PARTS, fmax(1, wanted / fmax(1, across)));
	n_parts = (int64_t)s->columns * s->rows;
	TRY(ALLOC(&s->part_row, n_parts + 1));
	sort_into_parts(s, false);
	TRY(begin_parts(s, n_parts));
	sort_into_parts(s, true);
	memmove(s->part_row + 1, s->part_row, (size_t)n_parts * sizeof *s->part_row);
	s->part_row[0] = 0;
	return STATUS_OK;
}

/* The median of a thousand of them. */
static double usual_height(const struct frame_scene *s)
{
	enum { SOME = 1000 };
	int32_t height[SOME], n = 0;

	for (int32_t i = 0; i < SOME && i < s->n_cells; i++) {
		int64_t at = s->n_cells <= SOME ? i : (int64_t)i * s->n_cells / SOME;

		if (!is_off(s, &s->box[at]))
			height[n++] = s->box[at].y2 - s->box[at].y1;
	}
	SORT(height, n, compare_int32);
	return n ? height[n / 2] : 0;
}

/* From the die's corner; what is further away than lengths reach is there. */
static int32_t from_corner(int32_t at, int32_t corner)
{
	int64_t from = (int64_t)at - corner;

	return from > INT32_MAX ? INT32_MAX : from < -INT32_MAX ? -INT32_MAX : (int32_t)from;
}

static struct density_box_32 box_from_corner(const struct frame_scene *s, const struct rect *box)
{
	return (struct density_box_32){
		from_corner(box->x1, s->die.x1), from_corner(box->y1, s->die.y1),
		from_corner(box->x2, s->die.x1), from_corner(box->y2, s->die.y1)};
}

static enum status take_die(struct frame_scene *s, const struct placement *placement)
{
	FREED struct rect *part = NULL;

	if (placement->n_die_points == 0)
		return STATUS_OK;
	TRY(placement_cut_die(placement, &part, &s->n_die_parts));
	TRY(ALLOC(&s->die_part, s->n_die_parts));
	for (int32_t i = 0; i < s->n_die_parts; i++)
		s->die_part[i] = box_from_corner(s, &part[i]);
	TRY(DEVICE_PUT(s->queue, "frame", &s->d_die_part, s->die_part, s->n_die_parts));
	return queue_sync(s->queue);
}

static enum status take_boxes(struct frame_scene *s, const struct placement *placement,
			      uint8_t *fixed)
{
	for (int32_t i = 0; i < s->n_cells; i++) {
		struct rect box = placement_component_box(placement, i);

		fixed[i] = placement->component[i].status == FIXED;
		/* what has no size is a point, which is to be seen */
		if (box.x2 == box.x1 && box.y2 == box.y1) {
			int32_t half =
				(int32_t)(((int64_t)s->die.x2 - s->die.x1) / (2 * POINTS_ACROSS)) +
				1;

			box = (struct rect){box.x1 - half, box.y1 - half, box.x2 + half,
					    box.y2 + half};
		}
		s->box[i] = (struct density_box_32){0, 0, -1, -1};
		if (placement->component[i].status != UNPLACED)
			s->box[i] = box_from_corner(s, &box);
	}
	return make_parts(s);
}

enum status frame_set_tints(struct frame_scene *s, const uint8_t *tint, const uint32_t *colour)
{
	enum status status;

	drop_tints(s);
	if (!tint)
		return STATUS_OK;
	status = DEVICE_PUT(s->queue, "frame", &s->d_tint, tint, s->n_cells)
			 ?: DEVICE_PUT(s->queue, "frame", &s->d_tint_colour, colour, FRAME_TINTS);
	status = queue_settle(s->queue, status);
	if (status != STATUS_OK)
		drop_tints(s);
	return status;
}

static enum status upload_cells(struct frame_scene *s, const uint8_t *fixed)
{
	int64_t n_parts = (int64_t)s->columns * s->rows, n = s->part_row[n_parts];

	TRY(DEVICE_PUT(s->queue, "frame", &s->d_box, s->box, s->n_cells));
	TRY(DEVICE_PUT(s->queue, "frame", &s->d_fixed, fixed, s->n_cells));
	TRY(DEVICE_PUT(s->queue, "frame", &s->d_part_row, s->part_row, n_parts + 1));
	return DEVICE_PUT(s->queue, "frame", &s->d_part_cell, s->part_cell, n);
}

static enum status fill_cells(struct frame_scene *s, const struct placement *placement)
{
	FREED uint8_t *fixed = NULL;

	TRY(ALLOC(&fixed, s->n_cells));
	TRY(take_die(s, placement));
	TRY(ALLOC(&s->box, s->n_cells));
	TRY(take_boxes(s, placement, fixed));
	return queue_settle(s->queue, upload_cells(s, fixed));
}

enum status frame_set_cells(struct frame_scene *s, const struct placement *placement)
{
	enum status status;

	drop_cells(s);
	drop_tints(s);
	s->die = placement->die;
	if (s->die.x2 <= s->die.x1 || s->die.y2 <= s->die.y1)
		return status_fail(STATUS_FAILED, "the die has no area");
	s->n_cells = placement->n_components;
	status = fill_cells(s, placement);
	if (status != STATUS_OK)
		drop_cells(s);
	else
		s->usual_height = usual_height(s);
	return status;
}

bool frame_is_on_die(const struct frame_scene *s, double x, double y)
{
	double from_x = x - s->die.x1, from_y = y - s->die.y1;

	if (!(from_x >= 0 && from_y >= 0 && x < s->die.x2 && y < s->die.y2))
		return false;
	for (int32_t i = 0; i < s->n_die_parts; i++) {
		const struct density_box_32 *part = &s->die_part[i];

		if (from_x >= part->x1 && from_x < part->x2 && from_y >= part->y1 &&
		    from_y < part->y2)
			return true;
	}
	return s->n_die_parts == 0;
}

int32_t frame_component_at(const struct frame_scene *s, double x, double y)
{
	double from_x = x - s->die.x1, from_y = y - s->die.y1, least = HUGE_VAL;
	int32_t found = -1;
	int64_t part;

	if (!s->part_row || !frame_is_on_die(s, x, y))
		return -1;
	part = (int64_t)part_of(from_y, s->rows / ((double)s->die.y2 - s->die.y1), s->rows) *
		       s->columns +
	       part_of(from_x, s->columns / ((double)s->die.x2 - s->die.x1), s->columns);
	for (int32_t e = s->part_row[part]; e < s->part_row[part + 1]; e++) {
		const struct density_box_32 *box = &s->box[s->part_cell[e]];
		double area = ((double)box->x2 - box->x1) * ((double)box->y2 - box->y1);

		if (from_x >= box->x1 && from_x < box->x2 && from_y >= box->y1 &&
		    from_y < box->y2 && area < least) {
			least = area;
			found = s->part_cell[e];
		}
	}
	return found;
}

/* ---- the map ---- */

static int32_t halved(int32_t n, int times)
{
	while (times-- > 0)
		n = (n + 1) / 2;
	return n;
}

/* Coarser maps for small scales, down to one bin. */
static enum status halve_maps(struct frame_scene *s)
{
	while (halved(s->map_columns, s->n_maps - 1) > 1 ||
	       halved(s->map_rows, s->n_maps - 1) > 1) {
		struct frame_halve_args args = {.columns = halved(s->map_columns, s->n_maps - 1),
						.rows = halved(s->map_rows, s->n_maps - 1),
						.level = s->d_level[s->n_maps - 1],
						.rest = s->rest};
		int64_t n = (int64_t)halved(args.columns, 1) * halved(args.rows, 1);

		TRY(DEVICE_ALLOC(s->queue, "frame", &args.halved, n));
		s->d_level[s->n_maps++] = args.halved;
		LAUNCH(s->queue, frame_halve, 32, &args, n);
	}
	return STATUS_OK;
}

enum status frame_set_map(struct frame_scene *s, int32_t columns, int32_t rows,
			  const uint16_t *level, int32_t rest, const uint32_t *colour)
{
	int64_t n = (int64_t)columns * rows;

	drop_map(s);
	if (!level)
		return STATUS_OK;
	TRY(DEVICE_ALLOC(s->queue, "frame", &s->d_colour, 256));
	TRY(DEVICE_ALLOC(s->queue, "frame", &s->d_level[0], n));
	s->n_maps = 1;
	s->map_columns = columns;
	s->map_rows = rows;
	s->rest = rest;
	queue_upload(s->queue, s->d_level[0], level, n * (int64_t)sizeof *level);
	queue_upload(s->queue, s->d_colour, colour, 256 * (int64_t)sizeof *colour);
	return queue_settle(s->queue, halve_maps(s));
}

/* ---- shapes ---- */

/* Items of kernels that have a run of pixels each. */
static int64_t n_runs(int32_t width, int32_t height)
{
	return (int64_t)((width + FRAME_RUN - 1) / FRAME_RUN) * height;
}

/* Launch them; what was uploaded is read until the next sync. */
static enum status launch_shapes(struct frame_scene *s, const struct frame_shapes *shapes,
				 const struct frame_tiles *t, int32_t width, int32_t height,
				 struct frame_shapes_args *args)
{
	int64_t n_tiles = (int64_t)t->columns * t->rows;

	args->width = width;
	args->tiles_x = t->columns;
	args->pixel = s->d_pixel;
	TRY(DEVICE_PUT(s->queue, "frame", &args->shape, shapes->shape, shapes->n));
	TRY(DEVICE_PUT(s->queue, "frame", &args->tile_row, t->row, n_tiles + 1));
	TRY(DEVICE_PUT(s->queue, "frame", &args->tile_shape, t->shape, t->row[n_tiles]));
	LAUNCH(s->queue, frame_shapes, 32, args, n_runs(width, height));
	return STATUS_OK;
}

/* ---- a frame ---- */

static struct frame_ground ground_of(const struct frame_scene *s, const struct frame_drawing *d)
{
	struct frame_ground g = {.width = (double)d->die.x2 - d->die.x1,
				 .height = (double)d->die.y2 - d->die.y1,
				 .part = s->d_die_part,
				 .n_parts = s->n_die_parts};
	double x, y;

	camera_ground(&d->view, 0.5, 0.5, &g.x0, &g.y0);
	camera_ground(&d->view, 1.5, 0.5, &x, &y);
	g.x_right = x - g.x0;
	g.y_right = y - g.y0;
	camera_ground(&d->view, 0.5, 1.5, &x, &y);
	g.x_down = x - g.x0;
	g.y_down = y - g.y0;
	g.x0 -= d->die.x1;
	g.y0 -= d->die.y1;
	return g;
}

static struct frame_map map_of(const struct frame_scene *s, const struct frame_ground *g)
{
	/* bins that a pixel is wide and high */
	double wide = (fabs(g->x_right) + fabs(g->x_down)) * s->map_columns / g->width;
	double high = (fabs(g->y_right) + fabs(g->y_down)) * s->map_rows / g->height;
	double finer = 1;
	int i = 0;

	for (; i + 1 < s->n_maps && fmax(wide, high) / finer > MOST_BINS; i++)
		finer *= 2;
	/* A pixel within a bin is of that bin alone, so that borders are where they are. */
	return (struct frame_map){.columns = halved(s->map_columns, i),
				  .rows = halved(s->map_rows, i),
				  .level = s->n_maps ? s->d_level[i] : NULL,
				  .colour = s->d_colour,
				  .rest = s->rest,
				  .bins_x = s->map_columns / g->width / finer,
				  .bins_y = s->map_rows / g->height / finer,
				  .reach_x = wide / finer > 1 ? wide / finer / 2 : 0,
				  .reach_y = high / finer > 1 ? high / finer / 2 : 0};
}

double frame_cell_pixels(const struct frame_scene *s, const struct camera_view *view)
{
	return s->usual_height * hypot(view->right[0], view->right[1]);
}

static struct frame_cells cells_of(const struct frame_scene *s, const struct frame_drawing *d,
				   const struct frame_ground *g)
{
	struct frame_cells c = {.box = s->d_box,
				.fixed = s->d_fixed,
				.part_row = s->d_part_row,
				.part_cell = s->d_part_cell,
				.columns = s->columns,
				.rows = s->rows,
				.parts_x = s->columns / g->width,
				.parts_y = s->rows / g->height,
				.pixel = hypot(g->x_right, g->y_right),
				.fill = FIXED_FILL,
				.tint = s->d_tint,
				.colour = s->d_tint_colour,
				.tinted = d->tints && s->n_cells > 0 && s->d_tint};
	double pixels = frame_cell_pixels(s, &d->view);
	double share = (pixels - OUTLINES_FROM) / (OUTLINES_FULL - OUTLINES_FROM);

	c.outline = (int32_t)(OUTLINE * fmin(1, fmax(0, share)));
	return c;
}

static void launch_ground(struct frame_scene *s, const struct frame_drawing *d, int32_t width,
			  int32_t height)
{
	struct frame_ground ground = ground_of(s, d);
	struct frame_flat_args flat = {.width = width,
				       .ground = ground,
				       .map = map_of(s, &ground),
				       .cells = cells_of(s, d, &ground),
				       .background = 0xff000000u | d->background,
				       .die = 0xff000000u | d->die_colour,
				       .ink = d->ink,
				       .pixel = s->d_pixel};
	struct frame_relief_args relief = {.width = width,
					   .height = height,
					   .ground = ground,
					   .map = flat.map,
					   .most = d->high,
					   .background = flat.background,
					   .die = flat.die,
					   .pixel = s->d_pixel};

	if (d->relief && s->n_maps)
		LAUNCH(s->queue, frame_relief, 32, &relief, width);
	else
		LAUNCH(s->queue, frame_flat, 32, &flat, n_runs(width, height));
}

static enum status need_pixels(struct frame_scene *s, int64_t n)
{
	if (n <= s->n_pixels)
		return STATUS_OK;
	DEVICE_FREE(s->queue, s->d_pixel);
	s->n_pixels = 0;
	TRY(DEVICE_ALLOC(s->queue, "frame", &s->d_pixel, n));
	s->n_pixels = n;
	return STATUS_OK;
}

static FREES(tiles_release, struct frame_tiles, x->row, x->shape);

enum status frame_draw(struct frame_scene *s, const struct frame_drawing *d, uint32_t *pixels)
{
	int32_t width = (int32_t)d->view.width, height = (int32_t)d->view.height;
	int64_t n = (int64_t)width * height;
	RELEASED_BY(tiles_release)
	struct frame_tiles tiles = {.columns = (width + FRAME_TILE - 1) / FRAME_TILE,
				    .rows = (height + FRAME_TILE - 1) / FRAME_TILE};
	struct frame_shapes_args args = {0};
	DEVICE_HELD held = {s->queue, {&args.shape, &args.tile_row, &args.tile_shape}};
	enum status status = STATUS_OK;

	TRY(need_pixels(s, n));
	TRY(frame_sort_into_tiles(d->shapes, &tiles));
	launch_ground(s, d, width, height);
	if (d->shapes->n)
		status = launch_shapes(s, d->shapes, &tiles, width, height, &args);
	queue_download(s->queue, pixels, s->d_pixel, n * (int64_t)sizeof *pixels);
	return queue_settle(s->queue, status);
}
