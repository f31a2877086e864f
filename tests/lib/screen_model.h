/*
 * A terminal of our own for tests: cells, and pictures by kitty's protocol and as sixels, as it gets them byte
 * by byte. It answers what it is asked, and becomes a picture that can be looked at.
 */
#ifndef TESTS_LIB_SCREEN_MODEL_H
#define TESTS_LIB_SCREEN_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum { MODEL_IMAGES = 1024 };

struct model_cell {
	uint32_t glyph, fore, back; /* 0xRRGGBB */
	uint16_t mark[2];           /* of a placeholder: row and column */
};

struct model_image {
	uint32_t id;
	int x, y, columns, rows, width, height; /* cells, pixels */
	bool is_virtual;                        /* shown by placeholders */
	uint8_t *rgb;
};

/* What it can, and what it has seen. */
struct model {
	int columns, rows, cell_width, cell_height;
	bool kitty, shared, sixel, colours, says_cell, refuses;
	struct model_cell *cell;
	uint32_t
		*sixels; /* [rows * cell_height][columns * cell_width], 0 = none, else 0xffRRGGBB */
	struct model_image image[MODEL_IMAGES];
	int n_images;
	int x, y, kept_x, kept_y;
	bool wraps; /* the cursor is after the last column */
	uint32_t fore, back, kept_fore, kept_back;
	bool reverse;
	uint32_t last; /* character, for REP */
	struct text sequence, answers;
	int state;
	uint32_t utf8;
	int utf8_left;
	char control[256];   /* of a transmission in pieces */
	struct text payload; /* … and what has come of it */
	int64_t n_sent, n_bytes, n_deleted, n_shared, n_tiles_wrong, n_sixels, n_direct, longest;
	int64_t n_begun, n_frames; /* begins and ends of mode 2026 */
	bool synchronised;         /* between begin and end of mode 2026 */
	int region, region_end;    /* rows that scroll; 0 = to the last */
	bool shows_outside;        /* a picture came outside of that */
	uint32_t mode_of_object;
};

void model_init(struct model *model, int columns, int rows, int cell_width, int cell_height);
void model_take(struct model *model, const char *bytes, int64_t n);
void model_resize(struct model *model, int columns, int rows);
/* The row's text. */
void model_row(const struct model *model, int row, struct text *out);
/* Is there a picture at a pixel? Its colour then, 0xRRGGBB. */
bool model_pixel(const struct model *model, int x, int y, uint32_t *colour);
enum status model_save(const struct model *model, const char *path, bool by_font);

#endif
