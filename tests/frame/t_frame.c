/*
 * Frames of the layout window on each device, pixel by pixel as tests/lib/naive_frame.h has them: maps
 * from above and as a relief, cells, and shapes over them.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/devices.h"
#include "lib/naive_frame.h"
#include "lib/tap.h"

enum { MICRON = LENGTHS_PER_MICRON };

static struct test_device device[N_TEST_DEVICES];
static bool is_open[N_TEST_DEVICES];
static struct frame_scene *scene[N_TEST_DEVICES];
static const struct frame_shapes no_shapes;

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* ---- what is in the scene ---- */

static struct placement *place_cells(struct rect die)
{
	struct technology *technology;
	struct netlist *netlist;
	struct placement *placement;

	must(technology_new("frame.lef", &technology));
	must(technology_close(technology));
	must(netlist_new("frame", &netlist));
	must(netlist_close(netlist));
	must(placement_new("frame.def", netlist, technology, &placement));
	technology_unref(technology);
	netlist_unref(netlist);
	placement->die = die;
	return placement;
}

static const enum tech_class classes[] = {TECH_CORE, TECH_CORE_SPACER, TECH_PAD, TECH_CORE_TIE,
					  TECH_BLOCK};

static void add_cell(struct placement *p, enum place_status status, int32_t x, int32_t y,
		     int32_t width, int32_t height)
{
	char name[32];
	int32_t macro, i;

	snprintf(name, sizeof name, "%dx%d", (int)width, (int)height);
	must(technology_add_macro(p->technology, name, (int64_t)strlen(name), &macro));
	p->technology->macro[macro].width = width;
	p->technology->macro[macro].height = height;
	p->technology->macro[macro].class = classes[2 * (int64_t)width / MICRON % 5];
	snprintf(name, sizeof name, "u%d", (int)p->n_components);
	must(placement_add_component(p, name, (int64_t)strlen(name), macro, &i));
	p->component[i].status = (uint8_t)status;
	p->component[i].x = x;
	p->component[i].y = y;
}

static void use_cells(const struct placement *placement)
{
	for (int i = 0; i < N_TEST_DEVICES; i++)
		if (is_open[i])
			must(frame_set_cells(scene[i], placement));
}

static void use_map(const struct naive_map *map)
{
	for (int i = 0; i < N_TEST_DEVICES; i++)
		if (is_open[i])
			must(frame_set_map(scene[i], map->columns, map->rows, map->level, map->rest,
					   map->colour));
}

static uint32_t colours[256];

/* Levels all over the scale; some bins have none, some the lowest or highest. */
static struct naive_map random_map(int32_t columns, int32_t rows, int32_t rest)
{
	int64_t n = (int64_t)columns * rows;
	uint16_t *level = calloc((size_t)n, sizeof *level);

	for (int64_t i = 0; i < n; i++) {
		switch (random_below(8)) {
		case 0:
			break;
		case 1:
			level[i] = 1;
			break;
		case 2:
			level[i] = 65535;
			break;
		default:
			level[i] = (uint16_t)random_below(65536);
			break;
		}
	}
	return (struct naive_map){columns, rows, rest, level, colours};
}

/* ---- drawing and comparing ---- */

static struct frame_drawing drawing_of(const struct rect *die, const struct camera *camera,
				       int32_t width, int32_t height, bool relief)
{
	struct camera taken = *camera;
	double high = 0.12 * ((double)die->x2 - die->x1);
	struct frame_drawing d = {.die = *die,
				  .background = 0x15171c,
				  .die_colour = 0x23262d,
				  .ink = 0xf0f0f0,
				  .relief = relief,
				  .shapes = &no_shapes};

	if (taken.scale == 0)
		camera_fit(&taken, die, high, width, height, 2);
	d.view = camera_view_of(&taken, width, height);
	d.high = (int32_t)fmin(1 << 14, d.view.up[2] * high);
	return d;
}

/* Each device draws these pixels. */
static void check_drawn(const struct frame_drawing *d, const uint32_t *wanted, const char *what)
{
	int64_t n = (int64_t)d->view.width * (int64_t)d->view.height;
	uint32_t *got = calloc((size_t)n, sizeof *got);

	for (int i = 0; i < N_TEST_DEVICES; i++) {
		int64_t wrong = 0, first = 0;

		if (!is_open[i])
			continue;
		memset(got, 0, (size_t)n * sizeof *got);
		must(frame_draw(scene[i], d, got));
		for (int64_t p = n - 1; p >= 0; p--) {
			if (got[p] != wanted[p]) {
				first = p;
				wrong++;
			}
		}
		OK(wrong == 0, "%s, %.0fx%.0f, %s", what, d->view.width, d->view.height,
		   device[i].name);
		if (wrong)
			printf("# %lld pixels differ; (%lld, %lld) is %08x, should be %08x\n",
			       (long long)wrong, (long long)(first % (int64_t)d->view.width),
			       (long long)(first / (int64_t)d->view.width), got[first],
			       wanted[first]);
	}
	free(got);
}

static void check_ground(const struct placement *placement, const struct naive_map *map,
			 const struct frame_drawing *d, const char *what)
{
	uint32_t *wanted = calloc((size_t)d->view.width * (size_t)d->view.height, sizeof *wanted);

	naive_ground(d, placement, map, wanted);
	check_drawn(d, wanted, what);
	free(wanted);
}

/* ---- maps ---- */

static const struct {
	int32_t width, height;
} sizes[] = {{1, 1}, {31, 1}, {33, 17}, {320, 200}};

/* In µm and pixels a µm; the die is 120 × 90 µm at (−20, 10). */
static const struct {
	const char *name;
	double x, y, scale, tilt, turn;
	bool relief;
} cameras[] = {
	{"all of it", 0, 0, 0, 0, 0, false},
	{"a corner", -20, 10, 7.3, 0, 0, false},
	{"within a bin", 33.3, 44.4, 40000, 0, 0, false},
	{"smaller than a pixel", 40, 55, 0.004, 0, 0, false},
	{"beside the die", 4000, 55, 2, 0, 0, false},
	{"tilted, and flat all the same", 0, 0, 0, 60, 30, false},
	{"relief", 0, 0, 0, 45, 0, true},
	{"relief, turned", 0, 0, 0, 30, 217, true},
	{"relief, from the side", 40, 40, 3, 80, -90, true},
	{"relief, near", 40, 40, 30, 60, 20, true},
	{"relief, far away", 40, 40, 0.01, 60, 20, true},
};

static struct camera camera_of(size_t i)
{
	return (struct camera){cameras[i].x * MICRON, cameras[i].y * MICRON,
			       cameras[i].scale / MICRON, cameras[i].tilt, cameras[i].turn};
}

/* Like an E lying on its back: nothing of map and cells is shown between its arms. */
static void cut_die(struct placement *p)
{
	static const int32_t part[][2] = {{0, 0},  {10, 0}, {10, 6}, {7, 6}, {7, 3}, {6, 3},
					  {6, 10}, {4, 10}, {4, 3},  {3, 3}, {3, 8}, {0, 8}};
	enum { N = sizeof part / sizeof *part };

	p->die_point = calloc(2 * N, sizeof *p->die_point);
	p->n_die_points = N;
	for (int i = 0; i < N; i++) {
		p->die_point[2 * i] = p->die.x1 + (p->die.x2 - p->die.x1) / 10 * part[i][0];
		p->die_point[2 * i + 1] = p->die.y1 + (p->die.y2 - p->die.y1) / 10 * part[i][1];
	}
}

static void check_cut_die(const struct rect *die)
{
	struct placement *p = place_cells(*die);
	struct naive_map map = random_map(47, 61, 0);

	cut_die(p);
	use_cells(p);
	use_map(&map);
	for (size_t c = 0; c < sizeof cameras / sizeof *cameras; c++) {
		struct camera camera = camera_of(c);
		struct frame_drawing d = drawing_of(die, &camera, 160, 100, cameras[c].relief);
		char what[96];

		snprintf(what, sizeof what, "a die that is a polygon: %s", cameras[c].name);
		check_ground(p, &map, &d, what);
	}
	free((void *)map.level);
	placement_unref(p);
}

static void check_maps(void)
{
	const struct rect die = {-20 * MICRON, 10 * MICRON, 100 * MICRON, 100 * MICRON};
	struct placement *empty = place_cells(die);
	struct naive_map map[] = {{.columns = 0},
				  random_map(1, 1, 0),
				  random_map(3, 5, 32768),
				  random_map(300, 200, 32768),
				  random_map(47, 61, 0)};

	map[1].level = memcpy((uint16_t *)map[1].level, &(uint16_t){40000}, sizeof(uint16_t));
	use_cells(empty);
	for (size_t m = 0; m < sizeof map / sizeof *map; m++) {
		use_map(&map[m]);
		for (size_t c = 0; c < sizeof cameras / sizeof *cameras; c++) {
			for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
				struct camera camera = camera_of(c);
				struct frame_drawing d =
					drawing_of(&die, &camera, sizes[s].width, sizes[s].height,
						   cameras[c].relief);
				char what[96];

				if (!test_size_wanted((int64_t)sizes[s].width * sizes[s].height))
					continue;
				snprintf(what, sizeof what, "map of %dx%d: %s", (int)map[m].columns,
					 (int)map[m].rows, cameras[c].name);
				check_ground(empty, &map[m], &d, what);
			}
		}
		free((void *)map[m].level);
	}
	placement_unref(empty);
	check_cut_die(&die);
}

/* However many bins share a pixel, the only one that has a value is seen. */
static void check_never_lost(void)
{
	const struct rect die = {0, 0, 100 * MICRON, 100 * MICRON};
	struct placement *empty = place_cells(die);
	uint16_t *level = calloc(100 * 100, sizeof *level);
	struct naive_map map = {100, 100, 0, level, colours};
	uint32_t pixel[100 * 100];
	int wrong = 0;

	use_cells(empty);
	for (int trial = 0; trial < 60; trial++) {
		int32_t at = (int32_t)random_below(100 * 100);
		int32_t size = 12 + (int32_t)random_below(88);
		double scale = (double)size / (100 * MICRON);
		struct camera camera = {50 * MICRON, 50 * MICRON, scale, 0, 0};
		struct frame_drawing d = drawing_of(&die, &camera, size, size, false);

		level[at] = 65535;
		use_map(&map);
		for (int i = 0; i < N_TEST_DEVICES; i++) {
			int32_t n = 0;

			if (!is_open[i])
				continue;
			must(frame_draw(scene[i], &d, pixel));
			for (int32_t p = 0; p < size * size; p++)
				n += pixel[p] == (0xff000000u | colours[255]);
			if (n < 1 || n > 4) {
				printf("# bin %d of 100x100 is in %d pixels of %dx%d\n", (int)at,
				       (int)n, (int)size, (int)size);
				wrong++;
			}
		}
		level[at] = 0;
	}
	OK(wrong == 0, "one bin of many in a pixel is seen, in four pixels at most");
	free(level);
	placement_unref(empty);
}

/* ---- cells ---- */

static struct placement *some_cells(const struct rect *die)
{
	struct placement *p = place_cells(*die);
	int32_t u = MICRON;

	add_cell(p, UNPLACED, 0, 0, 2 * u, 2 * u);
	add_cell(p, PLACED, 3 * u, 3 * u, 0, 0);
	add_cell(p, PLACED, 4 * u, 3 * u, 0, 3 * u);
	add_cell(p, PLACED, 5 * u, 3 * u, 3 * u, 0);
	add_cell(p, FIXED, -50 * u, -50 * u, 300 * u, 300 * u);     /* larger than the die */
	add_cell(p, PLACED, 200 * u, 200 * u, 2 * u, 2 * u);        /* beside it */
	add_cell(p, FIXED, -3 * u, -3 * u, 3 * u, 3 * u);           /* touches its corner */
	add_cell(p, COVER, die->x2 - u, die->y2 - u, 2 * u, 3 * u); /* partly on it */
	add_cell(p, FIXED, 10 * u, 2 * u, 30 * u, 2 * u);
	for (int i = 0; i < 200; i++)
		add_cell(p, random_below(5) ? PLACED : FIXED, (int32_t)random_below(die->x2),
			 (int32_t)random_below(die->y2), (int32_t)(1 + random_below(4)) * u / 2,
			 2 * u);
	return p;
}

static void use_types(const struct placement *p)
{
	uint8_t *type = calloc((size_t)p->n_components + 1, 1);
	uint32_t colour[FRAME_TINTS];

	must(frame_types_of(p, type));
	for (uint32_t i = 0; i < FRAME_TINTS; i++)
		colour[i] = NAIVE_TINT(i);
	for (int i = 0; i < N_TEST_DEVICES; i++)
		if (is_open[i])
			must(frame_set_tints(scene[i], type, colour));
	free(type);
}

static void check_cells_of(const struct placement *p, const struct naive_map *map, const char *what)
{
	static const double scale[] = {0, 3.5, 5, 9, 40, 3000};

	use_cells(p);
	use_types(p);
	use_map(map);
	for (size_t c = 0; c < sizeof scale / sizeof *scale; c++) {
		for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
			struct camera camera = {12.2 * MICRON, 3.3 * MICRON, scale[c] / MICRON, 0,
						0};
			struct frame_drawing d = drawing_of(&p->die, &camera, sizes[s].width,
							    sizes[s].height, false);
			char text[96];

			if (sizes[s].width * p->n_components > 100 * 1000 || /* naive is slow */
			    !test_size_wanted((int64_t)sizes[s].width * sizes[s].height))
				continue;
			snprintf(text, sizeof text, "%s at %g pixels/um", what, scale[c]);
			check_ground(p, map, &d, text);
			if (map->level)
				continue;
			d.tints = true;
			snprintf(text, sizeof text, "%s by type at %g pixels/um", what, scale[c]);
			check_ground(p, map, &d, text);
		}
	}
}

/* What is at a place on it, or just beside it. */
static void check_component_at(const struct placement *p, const char *what)
{
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		int32_t wrong = 0, here = 0;

		for (int t = 0; is_open[i] && t < 20000; t++) {
			double w = (double)p->die.x2 - p->die.x1, h = (double)p->die.y2 - p->die.y1;
			double x = p->die.x1 + w * ((double)random_below(1100) - 50) / 1000;
			double y = p->die.y1 + h * ((double)random_below(1100) - 50) / 1000;
			int32_t naive = naive_component_at(p, x, y);

			here += naive >= 0;
			wrong += frame_component_at(scene[i], x, y) != naive;
		}
		if (is_open[i])
			OK(wrong == 0, "%s: what is where, %s (%d places with one)", what,
			   device[i].name, (int)here);
	}
}

static void check_cells(void)
{
	const struct rect die = {0, 0, 60 * MICRON, 20 * MICRON};
	struct naive_map none = {.columns = 0}, map = random_map(9, 4, 0);
	struct placement *p = place_cells(die);

	check_cells_of(p, &none, "no cells");
	check_component_at(p, "no cells");
	placement_unref(p);
	p = place_cells(die);
	add_cell(p, UNPLACED, 0, 0, MICRON, MICRON);
	check_cells_of(p, &map, "one cell, nowhere");
	placement_unref(p);
	p = some_cells(&die);
	check_cells_of(p, &none, "some cells");
	check_cells_of(p, &map, "some cells on a map");
	check_component_at(p, "some cells");
	cut_die(p);
	check_cells_of(p, &map, "some cells on a polygon");
	check_component_at(p, "some cells on a polygon");
	placement_unref(p);
	p = place_cells(die);
	for (int i = 0; i < 1000; i++)
		add_cell(p, FIXED, 11 * MICRON, 3 * MICRON, 2 * MICRON, MICRON);
	check_cells_of(p, &none, "a pile of a thousand");
	check_cells_of(p, &map, "a pile of a thousand");
	check_component_at(p, "a pile of a thousand");
	placement_unref(p);
	free((void *)map.level);
}

/* As far apart as coordinates can be; nothing to compare with but that it's done. */
static void check_wide_die(void)
{
	const struct rect die = {-INT32_MAX, -INT32_MAX, INT32_MAX, INT32_MAX};
	struct placement *p = place_cells(die);
	struct camera camera = {.scale = 0};
	struct frame_drawing d = drawing_of(&die, &camera, 33, 17, false);
	uint32_t pixel[33 * 17];

	add_cell(p, FIXED, -INT32_MAX, -INT32_MAX, 1 << 30, 1 << 30);
	add_cell(p, PLACED, INT32_MAX - 10, INT32_MAX - 10, 10, 10);
	use_cells(p);
	use_map(&(struct naive_map){.columns = 0});
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		if (!is_open[i])
			continue;
		must(frame_draw(scene[i], &d, pixel));
		OK(frame_component_at(scene[i], -INT32_MAX, -INT32_MAX) == 0 &&
			   pixel[8 * 33 + 16] == (0xff000000u | d.die_colour),
		   "a die as wide as coordinates, %s", device[i].name);
	}
	placement_unref(p);
}

static void check_no_die(void)
{
	struct placement *p = place_cells((struct rect){5, 5, 5, 9});

	for (int i = 0; i < N_TEST_DEVICES; i++)
		if (is_open[i])
			OK(frame_set_cells(scene[i], p) == STATUS_FAILED, "a die without area, %s",
			   device[i].name);
	placement_unref(p);
}

/* ---- shapes ---- */

struct drawn {
	struct camera_view view;
	struct naive_shape shape[4096];
	int64_t n;
	struct frame_shapes kept;
};

static void add_shape(struct drawn *drawn, bool is_line, double x1, double y1, double x2, double y2,
		      double half, uint32_t colour)
{
	drawn->shape[drawn->n++] = (struct naive_shape){x1, y1, x2, y2, half, is_line, colour};
	must(is_line ? frame_add_line(&drawn->kept, &drawn->view, x1, y1, x2, y2, half, colour)
		     : frame_add_fill(&drawn->kept, &drawn->view, x1, y1, x2, y2, colour));
}

/* The same bytes as with all shapes looked at everywhere, and what geometry says but for rounding:
 * of each shape a pixel may be one off, and what comes over it makes less of that. */
static void check_drawn_shapes(struct drawn *drawn, const char *what)
{
	int32_t width = (int32_t)drawn->view.width, height = (int32_t)drawn->view.height;
	int64_t n = (int64_t)width * height;
	uint32_t *kept = calloc((size_t)n, sizeof *kept), *asked = calloc((size_t)n, sizeof *asked);
	struct frame_drawing d = {.view = drawn->view,
				  .die = {0, 0, 100, 100},
				  .background = 0x808080,
				  .die_colour = 0x808080,
				  .shapes = &drawn->kept};
	int most = 0;

	for (int64_t i = 0; i < n; i++)
		kept[i] = asked[i] = 0xff808080;
	naive_kept_shapes(&drawn->kept, width, height, kept);
	naive_shapes(drawn->shape, drawn->n, width, height, asked);
	for (int64_t i = 0; i < n; i++) {
		for (int shift = 0; shift < 24; shift += 8) {
			int off =
				abs((int)(kept[i] >> shift & 255) - (int)(asked[i] >> shift & 255));

			most = off > most ? off : most;
		}
	}
	OK(most <= 2, "%s, %dx%d: as geometry has it (%d off at most)", what, (int)width,
	   (int)height, most);
	check_drawn(&d, kept, what);
	frame_shapes_release(&drawn->kept);
	free(kept);
	free(asked);
}

/* Somewhere in the frame, around it, or far away. */
static double random_at(double size)
{
	switch (random_below(8)) {
	case 0:
		return (double)random_below(2000000) - 1000000;
	case 1:
		return (double)random_below(3 * (int64_t)size + 200) - size - 100;
	case 2:
		return (double)random_below((int64_t)size + 1); /* on a pixel's edge */
	case 3:
		return 16 * (double)random_below((int64_t)size / 16 + 1); /* a tile's */
	default:
		return size * (double)random_below(1 << 20) / (1 << 20);
	}
}

static void add_random(struct drawn *drawn, double width, double height)
{
	double x1 = random_at(width), y1 = random_at(height), x2 = random_at(width);
	double y2 = random_at(height), half = 0.25 * (double)random_below(12);
	uint32_t colour = (uint32_t)random_next();
	bool is_line = random_below(6) != 0;

	switch (random_below(8)) {
	case 0:
		x2 = x1;
		break;
	case 1:
		y2 = y1;
		break;
	case 2: /* short, as most are */
		x2 = x1 + (double)random_below(40) - 20;
		y2 = y1 + (double)random_below(40) - 20;
		break;
	case 3:
		half = random_below(10) ? half : 40;
		break;
	default:
		break;
	}
	if (!is_line && random_below(4)) { /* else they would hide everything */
		x2 = x1 + (double)random_below(30);
		y2 = y1 + (double)random_below(30);
	}
	add_shape(drawn, is_line, x1, y1, x2, y2, half, colour);
}

static void check_odd_shapes(struct drawn *drawn)
{
	double w = drawn->view.width, h = drawn->view.height;
	const double line[][5] = {
		{0, 0, w, h, 1},
		{-1e7, -1e7, 1e7, 1e7, 1.75},
		{-1e9, h / 2, 1e9, h / 2, 1},
		{w / 2, -1e9, w / 2, 1e9, 1},
		{w / 3, h / 3, w / 3, h / 3, 3},
		{-1e7, 3, 1e7, h - 3, 0.5},
		{w + 70, 0, w + 80, h, 1},
		{16, -5, 16, h + 5, 0},
		{-5, 16, w + 5, 16, 1.75},
		{w / 2, h / 2, w / 2 + 1, 1e6, 30},
		{-3, -3, -3, h + 3, 5},
		{5, h + 2, w - 5, h + 2.5, 4},
	};

	drawn->n = 0;
	check_drawn_shapes(drawn, "no shapes");
	for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
		char what[32];

		for (int is_line = 0; is_line < 2; is_line++) {
			drawn->n = 0;
			add_shape(drawn, is_line, line[i][0], line[i][1], line[i][2], line[i][3],
				  line[i][4], 0xc0ffe040);
			snprintf(what, sizeof what, "%s %zu", is_line ? "line" : "fill", i);
			check_drawn_shapes(drawn, what);
		}
	}
	drawn->n = 0;
	must(frame_add_line(&drawn->kept, &drawn->view, (double)NAN, 0, 5, 5, 1, ~0u));
	must(frame_add_line(&drawn->kept, &drawn->view, 0, HUGE_VAL, 5, 5, 1, ~0u));
	must(frame_add_line(&drawn->kept, &drawn->view, -1e308, 0, 1e308, 5, 1, ~0u));
	OK(drawn->kept.n == 0, "lines to nowhere are left out");
}

static void check_shapes(void)
{
	struct placement *empty = place_cells((struct rect){0, 0, 100, 100});
	static const int32_t many[] = {4000, 4000, 4000, 1200};
	struct drawn *drawn = calloc(1, sizeof *drawn);

	use_cells(empty);
	use_map(&(struct naive_map){.columns = 0});
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
		struct camera camera = {.scale = 1};

		if (!test_size_wanted((int64_t)sizes[s].width * sizes[s].height))
			continue;
		drawn->view = camera_view_of(&camera, sizes[s].width, sizes[s].height);
		check_odd_shapes(drawn);
		drawn->n = 0;
		for (int32_t i = 0; i < many[s]; i++)
			add_random(drawn, sizes[s].width, sizes[s].height);
		check_drawn_shapes(drawn, "thousands of shapes");
	}
	free(drawn);
	placement_unref(empty);
}

int main(void)
{
	for (int i = 0; i < 256; i++)
		colours[i] = 0xff000000u | (uint32_t)(random_next() & 0xffffff);
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		is_open[i] = test_device_open(i, &device[i]);
		if (is_open[i])
			must(frame_scene_new(device[i].queue, &scene[i]));
	}
	check_maps();
	check_never_lost();
	check_cells();
	check_wide_die();
	check_no_die();
	check_shapes();
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		if (!is_open[i])
			continue;
		frame_scene_free(scene[i]);
		test_device_close(&device[i]);
	}
	return tap_done();
}
