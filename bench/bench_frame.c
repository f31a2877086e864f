/*
 * How long a frame of the layout window takes, offscreen:
 *
 *	bench_frame [-d cpu|cuda] [-threads N] [-cells N] [-grid N] [-lines N] [-size WxH] [-frames N]
 *
 * N cells (a million) in rows that fill a square die, a map of 1024 × 1024 bins over them, and lines
 * (1000) as of paths. The camera moves from frame to frame as a user's would: over all of the die, in
 * it where cells have outlines, and around a relief. A figure is the time from the drawing's
 * description on the host to the pixels there: what the window waits for, but for its legend.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/frame/frame.h"
#include "base/clock.h"
#include "base/grow.h"
#include "bench.h"

enum { CELL_WIDTH = 20000, CELL_HEIGHT = 56000 };

struct bench {
	int argc;
	char **argv;
	struct device_config device;
	struct task task;
	struct queue *queue;
	const char *name;
	int32_t n_cells, grid, n_lines, width, height;
	int frames;
	struct frame_scene *scene;
	struct rect die;
	uint32_t *pixels;
};

static enum status take_option(struct bench *b, const char *name, const char *value)
{
	if (bench_device_option(&b->device, name, value))
		return STATUS_OK;
	if (strcmp(name, "-cells") == 0)
		b->n_cells = atoi(value);
	else if (strcmp(name, "-grid") == 0)
		b->grid = atoi(value);
	else if (strcmp(name, "-lines") == 0)
		b->n_lines = atoi(value);
	else if (strcmp(name, "-frames") == 0)
		b->frames = atoi(value);
	else if (strcmp(name, "-size") != 0 ||
		 sscanf(value, "%dx%d", (int *)&b->width, (int *)&b->height) != 2)
		return status_fail(STATUS_USAGE, "unknown option \"%s\"", name);
	return STATUS_OK;
}

static enum status parse(struct bench *b)
{
	for (int i = 1; i + 1 < b->argc; i += 2)
		TRY(take_option(b, b->argv[i], b->argv[i + 1]));
	if (b->argc % 2 == 0 || b->frames < 1 || b->n_cells < 1 || b->grid < 1)
		return status_fail(STATUS_USAGE, "options with a value each");
	return STATUS_OK;
}

/* ---- what is drawn ---- */

static enum status place_cells(struct bench *b, struct placement *placement, int32_t macro)
{
	double area = (double)b->n_cells * CELL_WIDTH * CELL_HEIGHT;
	int32_t columns = (int32_t)ceil(sqrt(area) / CELL_WIDTH);

	for (int32_t i = 0; i < b->n_cells; i++)
		placement->component[i] = (struct component){.macro = macro,
							     .x = i % columns * CELL_WIDTH,
							     .y = i / columns * CELL_HEIGHT,
							     .status = i % 1000 ? PLACED : FIXED};
	placement->die = b->die = (struct rect){0, 0, columns * CELL_WIDTH,
						((b->n_cells - 1) / columns + 1) * CELL_HEIGHT};
	return frame_set_cells(b->scene, placement);
}

static enum status make_cells(struct bench *b)
{
	struct netlist *netlist;
	struct technology *technology;
	struct placement *placement;
	int32_t master, macro, instance;
	enum status status = STATUS_OK;

	TRY(netlist_new("bench", &netlist));
	TRY(technology_new("bench", &technology));
	TRY(technology_add_macro(technology, "CELL", 4, &macro));
	technology->macro[macro].width = CELL_WIDTH;
	technology->macro[macro].height = CELL_HEIGHT;
	TRY(netlist_add_black_box(netlist, "CELL", 0, NULL, &master));
	for (int32_t i = 0; i < b->n_cells && status == STATUS_OK; i++) {
		char name[16];

		snprintf(name, sizeof name, "u%d", (int)i);
		status = netlist_add_instance(netlist, name, master, &instance);
	}
	TRY(status);
	TRY(netlist_close(netlist));
	TRY(placement_new("bench", netlist, technology, &placement));
	status = place_cells(b, placement, macro);
	placement_unref(placement);
	technology_unref(technology);
	netlist_unref(netlist);
	return status;
}

/* Hills. */
static enum status make_map(struct bench *b)
{
	int64_t n = (int64_t)b->grid * b->grid;
	uint32_t colour[256];
	uint16_t *level;
	enum status status;

	TRY(ALLOC(&level, n));
	for (int64_t i = 0; i < n; i++) {
		double x = (double)(i % b->grid) / b->grid, y = (double)(i / b->grid) / b->grid;

		level[i] = (uint16_t)(1 + 65534 * (0.5 + 0.25 * sin(20 * x) + 0.25 * sin(31 * y)));
	}
	for (uint32_t i = 0; i < 256; i++)
		colour[i] = 0xff000000u | i << 16 | (255 - i) << 8 | 128;
	status = frame_set_map(b->scene, b->grid, b->grid, level, 0, colour);
	free(level);
	return status;
}

static uint64_t random_state = 1;

static double random_share(void)
{
	random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (double)(random_state >> 11) * 0x1p-53;
}

/* Paths of 20 lines that stay near each other. */
static enum status add_lines(const struct bench *b, struct frame_drawing *d,
			     struct frame_shapes *shapes)
{
	double x = 0, y = 0;

	random_state = 1;
	for (int32_t i = 0; i < b->n_lines; i++) {
		double to_x = x + (random_share() - 0.5) * b->die.x2 / 20, from_px, from_py, px, py;
		double to_y = y + (random_share() - 0.5) * b->die.y2 / 20;

		if (i % 20 == 0) {
			x = to_x = random_share() * b->die.x2;
			y = to_y = random_share() * b->die.y2;
		}
		camera_project(&d->view, x, y, 0, &from_px, &from_py);
		camera_project(&d->view, to_x, to_y, 0, &px, &py);
		TRY(frame_add_line(shapes, &d->view, from_px, from_py, px, py, 1.5, 0xffff8040));
		x = to_x;
		y = to_y;
	}
	return STATUS_OK;
}

/* ---- measuring ---- */

static enum status draw(struct bench *b, const struct camera *camera, double *ms)
{
	struct frame_shapes shapes = {0};
	struct frame_drawing d = {.view = camera_view_of(camera, b->width, b->height),
				  .die = b->die,
				  .relief = camera->tilt > 0,
				  .background = 0x101010,
				  .die_colour = 0x202020,
				  .ink = 0xf0f0f0,
				  .shapes = &shapes};
	double begin = clock_ms();
	enum status status;

	if (d.relief)
		d.high = (int32_t)(d.view.up[2] * b->die.x2 * 0.12);
	status = add_lines(b, &d, &shapes);
	if (status == STATUS_OK)
		status = frame_draw(b->scene, &d, b->pixels);
	*ms = clock_ms() - begin;
	frame_shapes_release(&shapes);
	return status;
}

/* `cell` pixels high, moving; 0 = all of the die. */
static enum status measure(struct bench *b, const char *what, double cell, double tilt)
{
	double *ms, share = 0;
	char figure[96];

	TRY(ALLOC(&ms, b->frames));
	for (int i = -20; i < b->frames; i++) {
		struct camera camera = {.tilt = tilt, .turn = tilt > 0 ? i : 0};

		camera_fit(&camera, &b->die, 0, b->width, b->height, 40);
		if (cell > 0)
			camera.scale = cell / CELL_HEIGHT;
		share = fmod(share + 0.013, 0.5);
		camera.x = b->die.x2 * (0.25 + share);
		camera.y = b->die.y2 * (0.75 - share);
		TRY(draw(b, &camera, &ms[i < 0 ? 0 : i]));
	}
	snprintf(figure, sizeof figure, "%s, median", what);
	bench_figure(b->argc, b->argv, b->name, figure, bench_quantile(ms, b->frames, 0.5), "ms");
	snprintf(figure, sizeof figure, "%s, 99 %%", what);
	bench_figure(b->argc, b->argv, b->name, figure, bench_quantile(ms, b->frames, 0.99), "ms");
	free(ms);
	return STATUS_OK;
}

static enum status run(struct bench *b, struct device **device)
{
	double begin;

	TRY(parse(b));
	TRY(device_open(&b->device, NULL, device));
	b->name = device_name(*device);
	TRY(queue_new(*device, &b->task, &b->queue));
	TRY(frame_scene_new(b->queue, &b->scene));
	TRY(ALLOC(&b->pixels, (int64_t)b->width * b->height));
	device_pin(*device, b->pixels, (int64_t)b->width * b->height * 4);
	begin = clock_ms();
	TRY(make_cells(b));
	bench_figure(b->argc, b->argv, b->name, "cells made and put on the device",
		     clock_ms() - begin, "ms");
	TRY(make_map(b));
	TRY(measure(b, "all of the die", 0, 0));
	TRY(measure(b, "cells 7 pixels high", 7, 0));
	TRY(measure(b, "cells 40 pixels high", 40, 0));
	TRY(measure(b, "relief", 0, 50));
	device_unpin(*device, b->pixels);
	return STATUS_OK;
}

int main(int argc, char **argv)
{
	struct bench b = {.argc = argc,
			  .argv = argv,
			  .device = {.kind = DEVICE_CPU},
			  .task = TASK_INIT,
			  .n_cells = 1000000,
			  .grid = 1024,
			  .n_lines = 1000,
			  .width = 1280,
			  .height = 800,
			  .frames = 200};
	struct device *device = NULL;
	enum status status = run(&b, &device);

	if (status != STATUS_OK)
		fprintf(stderr, "bench_frame: %s\n", status_text(status));
	frame_scene_free(b.scene);
	free(b.pixels);
	queue_free(b.queue);
	device_close(device);
	return status != STATUS_OK;
}
