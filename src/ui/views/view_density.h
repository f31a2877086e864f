/*
 * View Density: a map of the placement as half-blocks in colour, or as shades of characters where
 * there are no colours; a cursor over its bins, and its making step by step.
 *
 * view_density.c lays it out and asks for the picture, density_map.c draws that, density_explain.c
 * says what a step does, commands_density.c is what keys and scripts do to it.
 */
#ifndef UI_VIEWS_VIEW_DENSITY_H
#define UI_VIEWS_VIEW_DENSITY_H

#include "base/text.h"
#include "snap/density_picture.h"
#include "snap/density_scale.h"
#include "ui/ui.h"
#include "ui/widgets/list.h"

struct canvas; /* draw/letters.h */

enum { DENSITY_FAILS = 'E' }; /* the letter of endpoints that fail */

/* The map in pixels: the size of its image in cells, its middle that of the window. */
struct density_frame {
	int columns, rows;     /* cells; 0 = it is shown in cells alone */
	double bins_x, bins_y; /* bins of a cell */
};

struct density_ui {
	struct snap_pixels *pixels;           /* a reference; or NULL */
	struct density_frame frame;           /* as it was drawn */
	struct snap_density_picture *picture; /* what the board has, a reference; or NULL */
	int32_t quantity;                     /* the one asked for last */
	int32_t zoom, colours;
	enum density_scale scale;
	int32_t columns, rows; /* the grid that these are bins of; 0 = none is known yet */
	int32_t column, row, left, bottom;
	bool exact; /* not the bin that stands out in their cell */
	struct list bins, cells;
	int32_t sought; /* one more than the component to be selected in cells, 0 = none */
};

static inline struct density_ui *density_of(const struct ui *ui)
{
	return ui->view_state[VIEW_density];
}

/* " -colours inferno", when others than usual were chosen. */
void density_write_colours(const struct ui *ui, struct script *out);
/* To a bin of the map that is shown. */
void density_go(struct ui *ui, int32_t column, int32_t row);
/* To a bin of such a grid, and a component in the list of its cells. */
void density_go_to_cell(struct ui *ui, int32_t columns, int32_t rows, int32_t column, int32_t row,
			int32_t component);

/* ---- commands_density.c ---- */

/* Is there something to make such a map of? Changes need saved slacks, criticality dies. */
bool density_can_show(const struct ui *ui, int quantity);
/* The map as a picture: a command of its own, which says what fails. */
void density_save_picture(struct ui *ui, const char *path);

/* ---- density_values.c ---- */

/* Is there room for the scale with all bins by their values? */
bool density_has_values(const struct ui *ui, struct area area);
/* Draw it from the area's top: colours, ticks, how many bins have each value, and the cursor's; returns its rows. */
int density_draw_values(const struct ui *ui, struct area area);

/* ---- density_pixels.c ---- */

/* Ask for the map as pixels that fit into this many cells, and return their place; false where there is only text. */
bool density_want_pixels(struct ui *ui, int columns, int rows, struct density_frame *frame);
/* Show it at the area's upper left corner; false = there is none yet. */
bool density_draw_pixels(struct ui *ui, struct area area, const struct density_frame *frame);
/* The bin under a cell of it. */
void density_frame_bin(const struct ui *ui, int x, int y, int32_t *column, int32_t *row);

/* ---- density_map.c ---- */

/* How the map's values are seen; density_shares_release() it. */
struct density_shares density_scale_of(const struct ui *ui);
/* How many rows of a picture a row of the screen shows: 2 in half-blocks, else 1. */
int density_rows_each(const struct ui *ui);
/* The map at the area's upper left corner; returns its rows on the screen. */
int density_draw_map(const struct ui *ui, struct area area);
/* "0 .:-=+*#%@ 1.02 pins" in one row: the scale. */
void density_draw_scale(const struct ui *ui, struct area area, int y);
/* The unit of the map's values on the screen, which are times in that of the setting; a value in it. "0.734 pins" */
const char *density_unit(const struct snap_density_picture *picture);
double density_in_unit(const struct snap_density_picture *picture, double value);
void density_write_value(const struct snap_density_picture *picture, double value,
			 struct text *out);

enum { DENSITY_UPPER_HALF = 0x2580 };
/* Black or white, what can be read on a colour (struct cell). */
uint32_t density_over(uint32_t colour);

/* ---- density_numbers.c ---- */

/* Over the map, the value of each bin that has room for it. */
void density_draw_numbers(const struct ui *ui, struct area area);
/* The same on its pixels, where there is room. */
bool density_has_numbers(const struct ui *ui, const struct density_frame *frame);
void density_number_pixels(const struct ui *ui, const struct density_frame *frame,
			   const struct canvas *canvas);

/* ---- density_explain.c ---- */

/* What the step does, for the panel. */
void density_explain(struct ui *ui, struct explanation_text *out);

extern const struct command density_view_commands[];

#endif
