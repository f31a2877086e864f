/* A map as a picture: title, map, the scale of its colours beside it and one of lengths below. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/grow.h"
#include "draw/colours.h"
#include "draw/glyphs.h"
#include "draw/letters.h"
#include "report/density.h"
#include "write/png.h"

enum {
	SIZE = 800,
	MARGIN = 20,
	BAR = 24,   /* wide */
	TICKS = 7,  /* one in the middle */
	LETTER = 2, /* pixels of a glyph's pixel */
	LINE = LETTER * (GLYPH_HEIGHT + 4),
	LABELS = 13 * GLYPH_WIDTH * LETTER,
};

static const uint32_t white = 0xffffff, black = 0x000000;
/* Where there is no data: stripes, as white may be a value. */
static const uint32_t nothing[2] = {0xcdcdcd, 0xebebeb};
enum { STRIPE = 4, BEYOND = 6 /* pixels of the mark at zero beside the bar */ };

struct layout {
	int32_t width, height; /* of the map */
	int32_t x, y;          /* its upper left corner */
	double low, high;
	/* Slacks that don't meet have the lower half of the scale, up to 0, and its warm colours. */
	bool of_slacks;
	struct colour_map colours;
};

static void lay_out(const struct density_result *result, const struct image_options *options,
		    struct layout *l)
{
	const struct snap_density *map = result->map;
	struct density_summary s = snap_density_summarize(map);
	double w = (double)map->die.x2 - map->die.x1, h = (double)map->die.y2 - map->die.y1;
	double longer = options->size ? options->size : SIZE, most = w > h ? w : h;

	l->width = (int32_t)fmax(1, longer * w / most + 0.5);
	l->height = (int32_t)fmax(1, longer * h / most + 0.5);
	l->x = MARGIN;
	l->y = MARGIN + 2 * LINE;
	l->low = s.min;
	l->high = s.max;
	if (result->difference) {
		l->high = fmax(fabs(s.min), fabs(s.max));
		l->low = -l->high;
	}
	if (options->has_min)
		l->low = options->min;
	if (options->has_max)
		l->high = options->max;
	l->of_slacks = density_least(result);
	if (l->of_slacks && l->low >= 0)
		l->low = -l->high;
	if (l->of_slacks && l->high <= 0)
		l->high = -l->low;
	if (!(l->high > l->low))
		l->high = l->low + 1;
}

/* The place of a value on the scale, 0 being its lower end, and the value at a place. */
static double place_of(const struct layout *l, double value)
{
	if (l->of_slacks)
		return value < 0 ? (1 - value / l->low) / 2 : (1 + value / l->high) / 2;
	return (value - l->low) / (l->high - l->low);
}

static double value_at(const struct layout *l, double place)
{
	if (l->of_slacks)
		return place < 0.5 ? l->low * (1 - 2 * place) : l->high * (2 * place - 1);
	return l->low + (l->high - l->low) * place;
}

static uint32_t place_colour(const struct layout *l, double place)
{
	uint8_t rgb[3];

	colour_at(&l->colours, l->of_slacks ? 1 - place : place, rgb);
	return (uint32_t)(rgb[0] << 16 | rgb[1] << 8 | rgb[2]);
}

static uint32_t pixel_colour(const struct layout *l, double value, int32_t x, int32_t y)
{
	return isnan(value) ? nothing[(x + y) / STRIPE % 2] : place_colour(l, place_of(l, value));
}

static void fill(const struct canvas *canvas, int32_t x, int32_t y, int32_t width, int32_t height,
		 uint32_t colour)
{
	canvas_fill(canvas, x, y, width, height, colour, 255);
}

static enum status draw_map(const struct density_result *result, const struct layout *l,
			    const struct canvas *canvas)
{
	FREED double *value = NULL;

	TRY(ALLOC(&value, (int64_t)l->width * l->height));
	snap_density_picture(result->map, density_least(result), l->width, l->height, value);
	for (int32_t y = 0; y < l->height; y++) {
		for (int32_t x = 0; x < l->width; x++)
			canvas->pixel[(int64_t)(l->y + y) * canvas->width + l->x + x] =
				pixel_colour(l, value[(int64_t)y * l->width + x], x, y);
	}
	fill(canvas, l->x - 1, l->y - 1, l->width + 2, 1, black);
	fill(canvas, l->x - 1, l->y + l->height, l->width + 2, 1, black);
	fill(canvas, l->x - 1, l->y, 1, l->height, black);
	fill(canvas, l->x + l->width, l->y, 1, l->height, black);
	return STATUS_OK;
}

static void draw_bar(const struct layout *l, const struct canvas *canvas)
{
	int32_t x = l->x + l->width + MARGIN;

	for (int32_t y = 0; y < l->height; y++) {
		fill(canvas, x, l->y + y, BAR, 1, place_colour(l, 1 - (y + 0.5) / l->height));
	}
	for (int tick = 0; tick < TICKS; tick++) {
		int32_t y = l->y + (int32_t)((int64_t)(l->height - 1) * tick / (TICKS - 1));
		double value = value_at(l, 1 - (double)tick / (TICKS - 1));
		char label[32];

		snprintf(label, sizeof label, "%.4g", value);
		fill(canvas, x + BAR, y, 6, 1, black);
		letters_draw_little(canvas, x + BAR + 10, y - LETTER * GLYPH_HEIGHT / 2, LETTER,
				    label);
	}
}

/* Across the bar, where values change their sign. */
static void draw_zero(const struct layout *l, const struct canvas *canvas)
{
	int32_t x = l->x + l->width + MARGIN;
	int32_t y = l->y + (int32_t)((l->height - 1) * (1 - place_of(l, 0)));

	if (l->low < 0 && l->high > 0)
		fill(canvas, x - BEYOND, y - 1, BAR + 2 * BEYOND, 3, black);
}

/* What bins look like where there is nothing. */
static void draw_nothing(const struct snap_density *map, const struct layout *l,
			 const struct canvas *canvas)
{
	int32_t x = l->x + l->width + MARGIN, y = l->y + l->height + MARGIN - BAR / 2;

	if (snap_density_summarize(map).n_values == (int64_t)map->columns * map->rows)
		return;
	for (int32_t i = 0; i < BAR; i++) {
		for (int32_t j = 0; j < BAR; j++)
			fill(canvas, x + i, y + j, 1, 1, nothing[(i + j) / STRIPE % 2]);
	}
	letters_draw_little(canvas, x + BAR + 10, y + BAR / 2 - LETTER * GLYPH_HEIGHT / 2, LETTER,
			    "no data");
}

/* 1, 2 or 5 times a power of ten, at most a third of the map. */
static double round_length(double most)
{
	double power = pow(10, floor(log10(most))), first = most / power;

	return power * (first >= 5 ? 5 : first >= 2 ? 2 : 1);
}

static void draw_lengths(const struct snap_density *map, const struct layout *l,
			 const struct canvas *canvas)
{
	double width = microns((int64_t)map->die.x2 - map->die.x1);
	double length = round_length(width / 3);
	int32_t wide = (int32_t)(length / width * l->width), y = l->y + l->height + MARGIN;
	char label[32];

	fill(canvas, l->x, y, wide, 3, black);
	fill(canvas, l->x, y - 4, 1, 11, black);
	fill(canvas, l->x + wide - 1, y - 4, 1, 11, black);
	snprintf(label, sizeof label, "%g um", length);
	letters_draw_little(canvas, l->x + wide + 10, y - LETTER * GLYPH_HEIGHT / 2, LETTER, label);
}

static void draw_title(const struct snap_density *map, const struct canvas *canvas)
{
	char title[128];

	snprintf(title, sizeof title, "%s", map->name);
	letters_draw_little(canvas, MARGIN, MARGIN, LETTER, title);
	snprintf(title, sizeof title, "%" PRId32 " x %" PRId32 " bins%s%s%s%s", map->columns,
		 map->rows, strcmp(map->unit, "1") == 0 ? "" : ", ",
		 strcmp(map->unit, "1") == 0 ? "" : map->unit, *map->note ? ", " : "", map->note);
	letters_draw_little(canvas, MARGIN, MARGIN + LINE, LETTER, title);
}

enum status density_save_image(const struct density_result *result, const char *path,
			       const struct image_options *options, struct task *task)
{
	const char *colours =
		result->difference || density_least(result) ? "blue_orange" : "viridis";
	struct layout l;
	FREED uint32_t *pixel = NULL;
	struct canvas canvas;
	int32_t width, height;

	TRY(colours_read(options->colours ? options->colours : colours, task, &l.colours));
	lay_out(result, options, &l);
	width = (l.width > LABELS ? l.width : LABELS) + 3 * MARGIN + BAR + LABELS;
	height = l.y + l.height + 3 * MARGIN;
	TRY(ALLOC(&pixel, (int64_t)width * height));
	canvas = (struct canvas){width, height, pixel};
	fill(&canvas, 0, 0, width, height, white);
	TRY(draw_map(result, &l, &canvas));
	draw_bar(&l, &canvas);
	draw_zero(&l, &canvas);
	draw_nothing(result->map, &l, &canvas);
	draw_lengths(result->map, &l, &canvas);
	draw_title(result->map, &canvas);
	return png_write(path, width, height, pixel, task);
}
