/* What moves cells at an iteration of a placement: the field of density, and the two forces of the selected cell, as arrows. */
#include <math.h>
#include <stdio.h>

#include "report/frame.h"

/* Half of the width of its lines (pixels), and a colour. */
struct pen {
	double half;
	uint32_t colour;
};
static const struct pen field_pen = {0.6, 0xffffffff}, pull_pen = {1.25, 0xffffb000},
			push_pen = {1.25, 0xff3fd0ff};
static const uint32_t shadow = 0xa0000000;

/* From a place on the die, as long as that is along x and y, pixels. */
static enum status arrow(struct frame_overlay *o, double x, double y, double dx, double dy,
			 const struct pen *pen)
{
	const double *right = o->view.right, *up = o->view.up, scale = hypot(right[0], right[1]);
	double u = (right[0] * dx + right[1] * dy) / scale, v = -(up[0] * dx + up[1] * dy) / scale;
	double head = fmin(0.45, (3 + 4 * pen->half) / hypot(u, v)), tip_x, tip_y;

	camera_project(&o->view, x, y, 0, &x, &y);
	tip_x = x + u;
	tip_y = y + v;
	/* a shaft and both sides of a head, their shadows first */
	for (int i = 0; i < 6 && hypot(u, v) > 0; i++) {
		double across = i % 3 - 1, back = across != 0 ? head : 1;

		TRY(frame_add_line(&o->shapes, &o->view, tip_x - back * u - across * 0.6 * head * v,
				   tip_y - back * v + across * 0.6 * head * u, tip_x, tip_y,
				   i < 3 ? pen->half + 1 : pen->half,
				   i < 3 ? shadow : pen->colour));
	}
	return STATUS_OK;
}

/* Around the middle of each part of the core, the strongest as long as a part. */
static enum status add_field(struct frame_overlay *o)
{
	const struct snap_forces *f = o->forces;
	double pixels = hypot(o->view.right[0], o->view.right[1]);
	double side = fmin(((double)f->core.x2 - f->core.x1) / f->columns,
			   ((double)f->core.y2 - f->core.y1) / f->rows);

	for (int32_t i = 0; i < f->columns * f->rows; i++) {
		struct field_part p = snap_forces_part(f, i);

		TRY(arrow(o, p.x - p.share_x * side / 2, p.y - p.share_y * side / 2,
			  p.share_x * side * pixels, p.share_y * side * pixels, &field_pen));
	}
	return STATUS_OK;
}

/* From the middle of the cell, both on one scale: nets pull it against the growth of their lengths. */
static enum status add_force(struct frame_overlay *o, const struct rect *box)
{
	const struct placer_force *f = &o->forces->force;
	double most = fmax(hypot(f->pull_x, f->pull_y), hypot(f->push_x, f->push_y));
	double scale = most > 0 ? fmin(o->view.width, o->view.height) / 5 / most : 0;
	double x = ((double)box->x1 + box->x2) / 2, y = ((double)box->y1 + box->y2) / 2;

	TRY(arrow(o, x, y, -f->pull_x * scale, -f->pull_y * scale, &pull_pen));
	return arrow(o, x, y, f->push_x * scale, f->push_y * scale, &push_pen);
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

void frame_forces_swatches(const struct snap_forces *f, struct legend *l)
{
	if (f && f->columns)
		legend_add_swatch(l, field_pen.colour, "field up to %.3g", f->strongest);
	if (!f || !f->has_force)
		return;
	legend_add_swatch(l, pull_pen.colour, "nets %.3g", hypot(f->force.pull_x, f->force.pull_y));
	legend_add_swatch(l, push_pen.colour, "density %.3g",
			  hypot(f->force.push_x, f->force.push_y));
}
