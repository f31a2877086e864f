/*
 * What is written over a frame: title, colour bar with ticks and unit, ruler, read-out, labels.
 * A small frame has less of them: below 300 × 200 pixels neither title nor ruler.
 */
#ifndef DRAW_FRAME_LEGEND_H
#define DRAW_FRAME_LEGEND_H

#include <stdbool.h>

#include "draw/letters.h"

enum { LEGEND_COLOURS = 256, LEGEND_LABELS = 64, LEGEND_TICKS = 32, LEGEND_SWATCHES = 12 };

/* A name beside something on the die. It is moved into the canvas, and up or down a few lines where
 * others are; where it still has no room it is left out, so those that matter come first. */
struct legend_label {
	double x, y; /* pixels: the text's left end and upper edge */
	uint32_t colour;
	char text[96];
};

/* With the scale of the map's colours: from a place on the colour bar (0 = its lower end, 1 = its
 * upper one) to a value. */
struct legend {
	char title[128];                 /* "loom: cells, x4" */
	char readout[160];               /* of what is at the pointer, "" = none */
	char unit[16];                   /* of values; "" or "1" = none */
	double pixels_per_um;            /* 0 = no ruler (a relief has none) */
	double beside;                   /* pixels to one side of the die, where the ruler is … */
	bool at_right;                   /* … if it has room there */
	uint32_t colour[LEGEND_COLOURS]; /* along the bar */
	double value[LEGEND_COLOURS];    /* that has this colour; ascending or descending */
	bool has_scale;
	bool clipped_low, clipped_high; /* values beyond the ends are there: a mark at that end */
	const char *scale_name;         /* "linear", "log", "equalised" */
	bool has_gaps;                  /* places without a value have this colour */
	uint32_t gap_colour;
	uint32_t ink, paper; /* of text and its background */
	int32_t n_swatches;  /* what colours of cells or lines mean */
	struct {
		uint32_t colour;
		char text[48];
	} swatch[LEGEND_SWATCHES];
	int32_t n_labels;
	struct legend_label label[LEGEND_LABELS];
};

struct legend_tick {
	double place; /* on the bar, 0 … 1 */
	double value;
	char text[24];
};

/*
 * Ticks along the bar, from below: both ends as they are, and between them round values, at least
 * `apart` of the bar's length from each other. Where the scale is straight they are multiples of 1,
 * 2 or 5 times a power of ten; where it is "log", powers of ten; else what is roundest near evenly
 * spaced places. Zero comes first where that isn't at an end. A bar of one value has one tick.
 * Returns how many: 0 where an end isn't a number.
 */
int32_t legend_ticks(const struct legend *legend, double apart,
		     struct legend_tick tick[LEGEND_TICKS]);

/* One more swatch, as long as there is room for it. */
void legend_add_swatch(struct legend *legend, uint32_t colour, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* A line of text in a frame of that size, pixels. */
int32_t legend_letters(int32_t width, int32_t height);

/* Over the pixels of the frame; `letters`: a line's height in pixels, 0 = as fits the frame. */
void frame_legend_draw(const struct legend *legend, int32_t letters, bool plain,
		       const struct canvas *canvas);

#endif
