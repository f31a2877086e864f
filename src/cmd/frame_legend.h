/* What is written over a frame: title, colour bar with ticks and unit, ruler, read-out, labels. */
#ifndef CMD_FRAME_LEGEND_H
#define CMD_FRAME_LEGEND_H

#include "cmd/letters.h"
#include "snap/frame.h"

enum { LEGEND_COLOURS = 256, LEGEND_LABELS = 64 };

/* A name beside something on the die. */
struct legend_label {
	double x, y; /* pixels: where the text begins */
	uint32_t colour;
	char text[96];
};

/* The scale of the map's colours: from a place on the colour bar (0 = below, 1 = above) to a value. */
struct legend {
	char title[128];    /* "loom: cells, x4" */
	char readout[160];  /* of what is at the pointer, "" = none */
	char unit[16];      /* of values; "" or "1" = none */
	double pixels_per_um; /* 0 = no ruler (a relief has none) */
	uint32_t colour[LEGEND_COLOURS]; /* along the bar */
	double value[LEGEND_COLOURS];    /* that has this colour; ascending or descending */
	bool has_scale;
	bool clipped_low, clipped_high; /* values beyond the ends are there: a mark at that end */
	const char *scale_name; /* "linear", "log", "equalised" */
	uint32_t ink, paper;    /* of text and what is behind it */
	int32_t n_labels;
	struct legend_label label[LEGEND_LABELS];
};

/* Over the pixels of the frame; `letters`: a line's height in pixels, 0 = as fits the frame. */
void frame_legend_draw(const struct legend *legend, int32_t letters, bool plain,
		       const struct canvas *canvas);

#endif
