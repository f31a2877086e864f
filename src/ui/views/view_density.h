/*
 * View Density: a map of the placement as coloured half-blocks, or as shades of characters without
 * colours; a cursor over its bins, and the steps of making it.
 *
 * view_density.c lays it out and requests the picture, density_map.c draws the picture,
 * density_explain.c explains steps, commands_density.c has the commands for keys and scripts.
 */
#ifndef UI_VIEWS_VIEW_DENSITY_H
#define UI_VIEWS_VIEW_DENSITY_H

#include "base/text.h"
#include "snap/density_picture.h"
#include "snap/density_scale.h"
#include "ui/ui.h"
#include "ui/widgets/list.h"

struct canvas; /* draw/letters.h */

enum { DENSITY_FAILS = 'E' }; /* the letter of failing endpoints */

/* The map in pixels: the size of its image in cells, its middle that of the window. */
struct density_frame {
	int columns, rows;     /* cells; 0 = not shown in pixels */
	double bins_x, bins_y; /* bins per cell */
};

struct density_ui {
	struct snap_pixels *pixels;           /* a reference; or NULL */
	struct density_frame frame;           /* as drawn last */
	struct snap_density_picture *picture; /* a reference to the board's, or NULL */
	int32_t quantity;                     /* requested last */
	int32_t zoom, colours;
	enum density_scale scale;
	int32_t columns, rows; /* grid of the bins below; 0 = not known yet */
	int32_t column, row, left, bottom;
	bool exact; /* as in struct density_query */
	struct list bins, cells;
	int32_t sought; /* 1 + component to be selected in `cells`, 0 = none */
};

VIEW_STATE(density, struct density_ui)

/* " -colours inferno", unless the default colours are shown. */
void density_write_colours(const struct ui *ui, struct script *out);
/* Move the cursor to a bin of the shown map. */
void density_go(struct ui *ui, int32_t column, int32_t row);
/* Move the cursor to a bin of a grid of this size, and select a component in the list of its
 * cells. */
void density_go_to_cell(struct ui *ui, int32_t columns, int32_t rows, int32_t column, int32_t row,
			int32_t component);

/* ---- commands_density.c ---- */

/* Is there data for a map of this quantity? Changes need saved slacks, criticality needs dies. */
bool density_can_show(const struct ui *ui, int quantity);
/* Save the map as a picture, by a command, which reports errors. */
void density_save_picture(struct ui *ui, const char *path);

/* ---- density_values.c ---- */

/* Does the scale with the histogram of bins fit the area? */
bool density_has_values(const struct ui *ui, struct area area);
/* Draw it at the area's top: colours, ticks, numbers of bins, and the cursor's value; returns its
 * rows. */
int density_draw_values(const struct ui *ui, struct area area);

/* ---- density_pixels.c ---- */

/* Request the map in pixels that fit these cells, and set their place; false if the terminal has
 * only text. */
bool density_want_pixels(struct ui *ui, int columns, int rows, struct density_frame *frame);
/* Draw the pixels at the area's upper left corner; false = not read yet. */
bool density_draw_pixels(struct ui *ui, struct area area, const struct density_frame *frame);
/* The bin under a cell of the pixels. */
void density_frame_bin(const struct ui *ui, int x, int y, int32_t *column, int32_t *row);

/* ---- density_map.c ---- */

/* The map's scale; release it by density_shares_release(). */
struct density_shares density_scale_of(const struct ui *ui);
/* Rows of a picture in a row of the screen: 2 with half-blocks, else 1. */
int density_rows_each(const struct ui *ui);
/* Draw the map at the area's upper left corner; returns its rows on the screen. */
int density_draw_map(const struct ui *ui, struct area area);
/* Draw the scale in one row, "0 .:-=+*#%@ 1.02 pins". */
void density_draw_scale(const struct ui *ui, struct area area, int y);
/* The unit of values on the screen (times are in the unit of the setting); a value in this unit;
 * "0.734 pins". */
const char *density_unit(const struct snap_density_picture *picture);
double density_in_unit(const struct snap_density_picture *picture, double value);
void density_write_value(const struct snap_density_picture *picture, double value,
			 struct text *out);

enum { DENSITY_UPPER_HALF = 0x2580 };
/* The more readable one of black and white on a colour (struct cell). */
uint32_t density_over(uint32_t colour);

/* ---- density_numbers.c ---- */

/* Draw values over the map's bins, where they fit. */
void density_draw_numbers(const struct ui *ui, struct area area);
/* Likewise on the map's pixels, if bins are large enough. */
bool density_has_numbers(const struct ui *ui, const struct density_frame *frame);
void density_number_pixels(const struct ui *ui, const struct density_frame *frame,
			   const struct canvas *canvas);

/* ---- density_explain.c ---- */

/* Explain the step, for the panel. */
void density_explain(struct ui *ui, struct explanation_text *out);

extern const struct command density_view_commands[];

#endif
