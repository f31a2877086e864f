/* What moves cells at an iteration of a placement: the field of density, and the two forces of the selected cell, as arrows. */
#include <math.h>
#include <stdio.h>

#include "report/frame.h"

static const uint32_t field_colour = 0xffffffff, pull_colour = 0xffffb000, push_colour = 0xff3fd0ff,
		      shadow = 0xa0000000;

/* From a place, pixels, along a way with its tip there. */
static enum status arrow(struct frame_overlay *o, double x, double y, const double by[2],
			 double half, uint32_t colour)
{
	double length = hypot(by[0], by[1]), head = fmin(length * 0.45, 3 + 4 * half) / length;
	double u = by[0] * head, v = by[1] * head, tip_x = x + by[0], tip_y = y + by[1];
	const double line[3][2] = {{x, y},
				   {tip_x - u - v * 0.6, tip_y - v + u * 0.6},
				   {tip_x - u + v * 0.6, tip_y - v - u * 0.6}};

	for (int pass = 0; pass < 2 && length > 0; pass++) {
		for (int i = 0; i < 3; i++)
			TRY(frame_add_line(&o->shapes, &o->view, line[i][0], line[i][1], tip_x,
					   tip_y, pass ? half : half + 1, pass ? colour : shadow));
	}
	return STATUS_OK;
}

static double strongest(const struct snap_forces *f)
{
	int32_t n = f->columns * f->rows;
	double most = 0;

	for (int32_t i = 0; i < n; i++)
		most = fmax(most, hypot(f->field[i], f->field[n + i]));
	return most;
}

/* In the middle of each part of the core, the strongest as long as a part is wide. */
static enum status add_field(struct frame_overlay *o)
{
	const struct snap_forces *f = o->forces;
	int32_t n = f->columns * f->rows;
	double most = strongest(f), wide = ((double)f->core.x2 - f->core.x1) / f->columns;
	double high = ((double)f->core.y2 - f->core.y1) / f->rows, to[2], by[2];
	double length = fmin(wide, high) / fmax(most, 1e-300);

	for (int32_t i = 0; i < n; i++) {
		double x = f->core.x1 + (i % f->columns + 0.5) * wide;
		double y = f->core.y1 + (i / f->columns + 0.5) * high;
		double dx = f->field[i] * length / 2, dy = f->field[n + i] * length / 2;

		camera_project(&o->view, x - dx, y - dy, 0, &x, &y);
		camera_project(&o->view, f->core.x1 + (i % f->columns + 0.5) * wide + dx,
			       f->core.y1 + (i / f->columns + 0.5) * high + dy, 0, &to[0], &to[1]);
		by[0] = to[0] - x;
		by[1] = to[1] - y;
		TRY(arrow(o, x, y, by, 0.6, field_colour));
	}
	return STATUS_OK;
}

/* From the middle of the cell, both on one scale: nets pull it against the growth of their lengths. */
static enum status add_force(struct frame_overlay *o, const struct rect *box)
{
	const struct snap_forces *f = o->forces;
	double most = fmax(hypot(f->force.pull_x, f->force.pull_y),
			   hypot(f->force.push_x, f->force.push_y)),
	       x, y;
	const double *right = o->view.right, *up = o->view.up;
	double scale = fmin(o->view.width, o->view.height) / 5 / fmax(most, 1e-300) /
		       hypot(right[0], right[1]);
	const double pull[2] = {-(right[0] * f->force.pull_x + right[1] * f->force.pull_y) * scale,
				(up[0] * f->force.pull_x + up[1] * f->force.pull_y) * scale};
	const double push[2] = {(right[0] * f->force.push_x + right[1] * f->force.push_y) * scale,
				-(up[0] * f->force.push_x + up[1] * f->force.push_y) * scale};

	camera_project(&o->view, ((double)box->x1 + box->x2) / 2, ((double)box->y1 + box->y2) / 2,
		       0, &x, &y);
	TRY(arrow(o, x, y, pull, 1.25, pull_colour));
	return arrow(o, x, y, push, 1.25, push_colour);
}

enum status frame_add_forces(struct frame_overlay *o, const struct frame_query *q)
{
	struct rect box;

	if (!o->forces || o->height_at) /* a relief hides where they begin */
		return STATUS_OK;
	if (q->flags & FRAME_FIELD && o->forces->columns)
		TRY(add_field(o));
	if (!o->forces->has_force)
		return STATUS_OK;
	box = placement_component_box(o->kept->placement, q->component);
	return add_force(o, &box);
}

static void add_swatch(struct legend *l, uint32_t colour, const char *what, double value)
{
	if (l->n_swatches == LEGEND_SWATCHES)
		return;
	l->swatch[l->n_swatches].colour = colour & 0xffffff;
	snprintf(l->swatch[l->n_swatches++].text, sizeof l->swatch->text, "%s %.3g", what, value);
}

void frame_forces_swatches(const struct snap_forces *f, struct legend *l)
{
	if (f && f->columns)
		add_swatch(l, field_colour, "field up to", strongest(f));
	if (!f || !f->has_force)
		return;
	add_swatch(l, pull_colour, "nets", hypot(f->force.pull_x, f->force.pull_y));
	add_swatch(l, push_colour, "density", hypot(f->force.push_x, f->force.push_y));
}
