/* The density map as pixels: what is asked for, and where it lies. */
#include <math.h>
#include <string.h>

#include "draw/letters.h"
#include "ui/views/view_density.h"
#include "ui/views/view_endpoints.h"
#include "ui/views/view_paths.h"

/* What the window of bins takes of the die, lengths. */
static struct frame_box window_of(const struct snap_density_picture *p)
{
	double bin_x = ((double)p->die.x2 - p->die.x1) / p->columns;
	double bin_y = ((double)p->die.y2 - p->die.y1) / p->rows;

	return (struct frame_box){p->die.x1 + p->window.left * bin_x,
				  p->die.y1 + p->window.bottom * bin_y,
				  p->die.x1 + (p->window.left + p->window.columns) * bin_x,
				  p->die.y1 + (p->window.bottom + p->window.rows) * bin_y};
}

static void set_query(struct ui *ui, const struct frame_box *box, double scale,
		      struct frame_query *q)
{
	const struct density_ui *d = density_of(ui);

	q->camera = (struct camera){
		.x = (box->x1 + box->x2) / 2, .y = (box->y1 + box->y2) / 2, .scale = scale};
	q->flags = FRAME_NAMES | FRAME_MARKED | FRAME_LABELS;
	q->colours = d->colours;
	q->scale = (int32_t)d->scale;
	q->labels = window_labels(ui);
	q->edition = window_marks(ui);
	q->rank = paths_selected_rank(ui);
	if (ui->search) {
		q->search = ui->search->snap.serial;
		q->level = ui->level;
	}
	endpoints_mark(ui, &q->fails, &q->endpoints);
	q->columns = d->picture->columns;
	q->rows = d->picture->rows;
	q->column = d->picture->column;
	q->row = d->picture->row;
}

bool density_want_pixels(struct ui *ui, int columns, int rows, struct density_frame *frame)
{
	const struct snap_density_picture *p = density_of(ui)->picture;
	const struct surface *s = &ui->surface;
	struct frame_query q = FRAME_QUERY_INIT;
	struct pixels_request wanted = {.edition = ui->edition,
					.map = board_map_edition(ui->board)};
	struct frame_box box;
	double scale;

	*frame = (struct density_frame){0};
	if (!s->cell_width || ui->on_sheet || !p || !p->columns || columns < 1 || rows < 1)
		return false;
	box = window_of(p);
	scale = fmin(columns * s->cell_width / (box.x2 - box.x1),
		     rows * s->cell_height / (box.y2 - box.y1));
	frame->columns = (int)fmin(columns, ceil((box.x2 - box.x1) * scale / s->cell_width - 1e-6));
	frame->rows = (int)fmin(rows, ceil((box.y2 - box.y1) * scale / s->cell_height - 1e-6));
	frame->bins_x = s->cell_width / scale / (box.x2 - box.x1) * p->window.columns;
	frame->bins_y = s->cell_height / scale / (box.y2 - box.y1) * p->window.rows;
	set_query(ui, &box, scale, &q);
	q.width = frame->columns * s->cell_width;
	q.height = frame->rows * s->cell_height;
	wanted.query = q;
	ui_want_pixels(ui, &wanted);
	return true;
}

bool density_draw_pixels(struct ui *ui, struct area area, const struct density_frame *frame)
{
	const struct snap_pixels *pixels = density_of(ui)->pixels;
	const struct surface *s = &ui->surface;
	struct canvas canvas = {frame->columns * s->cell_width, frame->rows * s->cell_height, NULL};

	if (!pixels || !pixels->pixel || pixels->query.width != canvas.width ||
	    pixels->query.height != canvas.height)
		return false;
	area = area_columns(area_rows(area, 0, frame->rows), 0, frame->columns);
	if (!density_has_numbers(ui, frame))
		return area_image(area, pixels->pixel);
	canvas.pixel = area_canvas(area, 0);
	if (!canvas.pixel)
		return false;
	memcpy(canvas.pixel, pixels->pixel,
	       (size_t)canvas.width * (size_t)canvas.height * sizeof *canvas.pixel);
	density_number_pixels(ui, frame, &canvas);
	return true;
}

static int32_t bin_at(double middle, double cells, double bins, int32_t first, int32_t n)
{
	double at = middle + cells * bins;

	return at < first ? first : at >= first + n ? first + n - 1 : (int32_t)at;
}

void density_frame_bin(const struct ui *ui, int x, int y, int32_t *column, int32_t *row)
{
	const struct density_frame *f = &density_of(ui)->frame;
	const struct density_window *w = &density_of(ui)->picture->window;

	*column = bin_at(w->left + w->columns / 2.0, x + 0.5 - f->columns / 2.0, f->bins_x, w->left,
			 w->columns);
	*row = bin_at(w->bottom + w->rows / 2.0, f->rows / 2.0 - y - 0.5, f->bins_y, w->bottom,
		      w->rows);
}
