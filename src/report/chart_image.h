/* Charts of snap/chart.h as pixels: in pictures of their own, and over frames of the layout window. */
#ifndef REPORT_CHART_IMAGE_H
#define REPORT_CHART_IMAGE_H

#include "base/task.h"
#include "draw/letters.h"
#include "snap/chart.h"

struct chart_colours {
	uint32_t ink, paper, line[CHART_LINES], mark; /* 0xRRGGBB */
	int32_t alpha;                                /* of the paper, 255ths */
};

/* Into a rectangle of a canvas, 120 × 80 pixels at least; letters of `letters` pixels a line, `plain` as in letters_of(). */
struct chart_place {
	int32_t x, y, width, height; /* pixels of the canvas */
	int32_t letters;             /* their size, pixels */
	bool plain;                  /* letters of draw/glyphs.c, the same on every machine */
};

void chart_draw(const struct chart *chart, const struct canvas *canvas, struct chart_place place,
		const struct chart_colours *colours);
/* As a PNG file on white paper. STATUS_IO, STATUS_NO_MEMORY. */
enum status chart_save(const struct chart *chart, int32_t width, int32_t height, bool plain,
		       const char *path, struct task *task);

#endif
