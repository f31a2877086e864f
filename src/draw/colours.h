/*
 * Colour maps: from a share of a scale to a colour, by points in a file of assets/colours, which
 * says where they come from, and straight lines between them.
 */
#ifndef DRAW_COLOURS_H
#define DRAW_COLOURS_H

#include <stdint.h>

#include "base/status.h"
#include "base/task.h"

/* The names, as a choice of options; the files are called so. */
#define COLOUR_MAPS "viridis|cividis|inferno|grey|turbo|blue_orange|night|paper"

/* Places in that list, from 1. */
enum { COLOURS_NIGHT = 7, COLOURS_PAPER = 8 };

enum { COLOUR_POINTS = 256 };

struct colour_map {
	int32_t n; /* at least two */
	uint8_t point[COLOUR_POINTS][3];
};

/* STATUS_IO when the file isn't there, STATUS_BAD_INPUT with its line. */
enum status colours_read(const char *name, struct task *task, struct colour_map *out);

/* The colour at 0 … 1; what is beyond is the end's. */
void colour_at(const struct colour_map *map, double share, uint8_t *rgb);

#endif
