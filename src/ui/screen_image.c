/* The screen as a picture: what a terminal shows of a surface. */
#include "base/grow.h"
#include "base/utf8.h"
#include "draw/letters.h"
#include "ui/ui.h"
#include "write/png.h"

/* Blocks and Braille by their shape, others by letters. */
static void draw_cell(const struct canvas *canvas, struct area at, uint32_t glyph, uint32_t ink)
{
	int n = (int)glyph - 0x2580; /* the upper half, eighths from below, eighths from the left */
	int height = n == 0 ? at.height / 2 : n <= 8 ? at.height * n / 8 : at.height;
	static const int bit[] = {0, 1, 2, 6, 3, 4, 5, 7}; /* of Braille's dots, by columns */
	char utf8[8] = "";

	if (n >= 0 && n < 16) {
		canvas_fill(canvas, at.x, n ? at.y + at.height - height : at.y,
			    n <= 8 ? at.width : at.width * (16 - n) / 8, height, ink, 255);
	} else if (glyph >= 0x2800 && glyph < 0x2900) {
		for (int i = 0; i < 8; i++) {
			int x = at.x + (4 * (i / 4) + 1) * at.width / 8;
			int y = at.y + (4 * (i % 4) + 1) * at.height / 16;

			if (glyph >> bit[i] & 1)
				canvas_fill(canvas, x, y, at.width / 5, at.width / 5, ink, 255);
		}
	} else if (glyph > ' ') {
		utf8[utf8_put(glyph, utf8)] = '\0';
		letters_draw(letters_of(at.height, LETTERS_MONO), canvas, at.x + at.width / 2, at.y,
			     LETTERS_MIDDLE, ink, utf8);
	}
}

static void draw_cells(const struct surface *s, const struct canvas *canvas, bool papers)
{
	int width = canvas->width / s->width, height = canvas->height / s->height;

	for (int i = 0; i < s->width * s->height; i++) {
		const struct cell *c = &s->cell[i];
		bool reverse = c->style == STYLE_SELECTED || c->style == STYLE_TAB_ON;
		uint32_t ink = c->fore ? c->fore : s->ink[c->style];
		uint32_t paper = c->back ? c->back : s->paper;
		struct area at = {NULL, i % s->width * width, i / s->width * height, width, height};

		if (papers)
			canvas_fill(canvas, at.x, at.y, width, height, reverse ? ink : paper, 255);
		else
			draw_cell(canvas, at, c->glyph, reverse ? paper : ink);
	}
}

static void draw_image(const struct surface *s, const struct surface_image *image,
		       const struct canvas *canvas)
{
	int width = image->columns * s->cell_width, height = image->rows * s->cell_height;

	for (int i = 0; i < width * height; i++) {
		int x = image->x * s->cell_width + i % width;
		int y = image->y * s->cell_height + i / width;

		if (s->cell[y / s->cell_height * s->width + x / s->cell_width].style == STYLE_IMAGE)
			canvas->pixel[y * canvas->width + x] = image->pixel[i];
	}
}

enum status ui_save_image(const struct ui *ui, const char *path)
{
	const struct surface *s = &ui->surface;
	struct canvas canvas = {s->width * (s->cell_width ? s->cell_width : SLIDE_CELL_WIDTH),
				s->height * (s->cell_width ? s->cell_height : SLIDE_CELL_HEIGHT),
				NULL};
	FREED uint32_t *pixel = NULL;
	struct task task = TASK_INIT;

	TRY(ALLOC(&pixel, (int64_t)canvas.width * canvas.height));
	canvas.pixel = pixel;
	draw_cells(s, &canvas, true);
	draw_cells(s, &canvas, false);
	for (int i = 0; i < s->n_images; i++)
		draw_image(s, &s->image[i], &canvas);
	return png_write(path, canvas.width, canvas.height, pixel, &task);
}
