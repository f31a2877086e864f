#include "snap/frame.h"

#include <cglm/cglm.h>
#include <math.h>

enum {
	MARGIN = 40,         /* around the die where it is fitted into the frame, pixels */
	MARGIN_PERCENT = 5,  /* … but no more of it than that */
	BESIDE = 120,        /* at the right of the die for the legend, pixels … */
	BESIDE_PERCENT = 40, /* … but no more of it */
	RELIEF_PERCENT = 12, /* of the die's longer side: how high a map may stand */
};

static void release(struct snap *snap)
{
	placement_unref(((struct snap_frame *)snap)->placement);
}

enum status snap_frame_new(int64_t serial, const struct frame_query *query,
			   struct placement *placement, struct snap_frame **out)
{
	struct snap_frame *frame;

	TRY(snap_new((void **)&frame, sizeof *frame, release, NULL, serial));
	frame->query = *query;
	frame->placement = placement ? placement_ref(placement) : NULL;
	frame->pointer.component = frame->picked.component = -1;
	frame->fd = -1;
	*out = frame;
	return STATUS_OK;
}

/* ---- the camera ---- */

struct camera_view camera_view_of(const struct camera *camera, int32_t width, int32_t height)
{
	struct camera_view view = {
		.x = camera->x, .y = camera->y, .width = width, .height = height};
	mat4 turned = GLM_MAT4_IDENTITY_INIT;

	/* First about the upright, then the far edge down. */
	glm_rotate_x(turned, glm_rad(-(float)camera->tilt), turned);
	glm_rotate_z(turned, glm_rad(-(float)camera->turn), turned);
	for (int axis = 0; axis < 3; axis++) { /* cglm's matrices are columns of rows */
		view.right[axis] = camera->scale * (double)turned[axis][0];
		view.up[axis] = camera->scale * (double)turned[axis][1];
	}
	return view;
}

void camera_project(const struct camera_view *view, double x, double y, double z, double *pixel_x,
		    double *pixel_y)
{
	double dx = x - view->x, dy = y - view->y;

	*pixel_x = view->width / 2 + view->right[0] * dx + view->right[1] * dy + view->right[2] * z;
	*pixel_y = view->height / 2 - view->up[0] * dx - view->up[1] * dy - view->up[2] * z;
}

void camera_ground(const struct camera_view *view, double pixel_x, double pixel_y, double *x,
		   double *y)
{
	double i = pixel_x - view->width / 2, j = view->height / 2 - pixel_y;
	double area = view->right[0] * view->up[1] - view->right[1] * view->up[0];

	*x = view->x + (i * view->up[1] - j * view->right[1]) / area;
	*y = view->y + (j * view->right[0] - i * view->up[0]) / area;
}

void camera_zoom(struct camera *camera, int32_t width, int32_t height, double pixel_x,
		 double pixel_y, double factor)
{
	struct camera_view view = camera_view_of(camera, width, height);
	double x, y;

	camera_ground(&view, pixel_x, pixel_y, &x, &y);
	camera->scale *= factor;
	camera->x = x + (camera->x - x) / factor;
	camera->y = y + (camera->y - y) / factor;
}

void camera_pan(struct camera *camera, int32_t width, int32_t height, double by_x, double by_y)
{
	struct camera_view view = camera_view_of(camera, width, height);

	camera_ground(&view, width / 2.0 - by_x, height / 2.0 - by_y, &camera->x, &camera->y);
}

void camera_fit(struct camera *camera, const struct rect *box, double z, int32_t width,
		int32_t height, double margin)
{
	double w = (double)box->x2 - box->x1, h = (double)box->y2 - box->y1;
	double room_x = fmax(width - 2 * margin, width / 4.0);
	double room_y = fmax(height - 2 * margin, height / 4.0);
	struct camera_view view;
	double wide, high;

	camera->x = ((double)box->x1 + box->x2) / 2;
	camera->y = ((double)box->y1 + box->y2) / 2;
	camera->scale = 1;
	view = camera_view_of(camera, width, height);
	wide = fabs(view.right[0]) * w + fabs(view.right[1]) * h;
	high = fabs(view.up[0]) * w + fabs(view.up[1]) * h + view.up[2] * z;
	camera->scale = fmin(room_x / fmax(wide, 1), room_y / fmax(high, 1));
	camera_pan(camera, width, height, 0, camera->scale * view.up[2] * z / 2);
}

double frame_relief_height(const struct rect *die)
{
	return fmax((double)die->x2 - die->x1, (double)die->y2 - die->y1) * RELIEF_PERCENT / 100;
}

void camera_fit_die(struct camera *camera, const struct rect *die, int32_t width, int32_t height)
{
	double margin = fmin(MARGIN, (width < height ? width : height) * MARGIN_PERCENT / 100.0);

	double beside = fmin(BESIDE, width * BESIDE_PERCENT / 100.0);

	camera_fit(camera, die, frame_relief_height(die), width, height, margin);
	if (camera->tilt != 0 || ((double)die->x2 - die->x1) * camera->scale <= width - 2 * beside)
		return;
	camera_fit(camera, die, frame_relief_height(die), width - (int32_t)beside, height, margin);
	camera->x += beside / 2 / camera->scale;
}
