/* The layout window's camera: places to pixels and back, zoom, pan, and what fits. */
#include <math.h>
#include <stdio.h>

#include "lib/devices.h"
#include "snap/frame.h"
#include "lib/tap.h"

enum { N_TRIALS = 20000 };

static double random_between(double low, double high)
{
	return low + (high - low) * (double)random_below(1 << 30) / (1 << 30);
}

static struct camera random_camera(void)
{
	return (struct camera){.x = random_between(-2e9, 2e9),
			       .y = random_between(-2e9, 2e9),
			       .scale = pow(10, random_between(-8, 3)),
			       .tilt = random_below(2) ? random_between(0, CAMERA_MOST_TILT) : 0,
			       .turn = random_below(2) ? random_between(-720, 720) : 0};
}

/* Pixels that rounding of a place may move it by: 2^-52 of where it is, and of how far from there
 * the pixel's ground is. */
static double rounding(const struct camera *camera, double pixels)
{
	double tilted = cos(camera->tilt * (acos(-1.0) / 180));

	return 4e-15 * (camera->scale * (fabs(camera->x) + fabs(camera->y)) + pixels) / tilted +
	       1e-9;
}

static bool is_near(double a, double b, double off)
{
	return fabs(a - b) <= off;
}

/* ---- from above ---- */

static void check_from_above(void)
{
	const struct camera camera = {.x = 1000, .y = -500, .scale = 0.25};
	struct camera_view view = camera_view_of(&camera, 320, 200);
	double x, y;

	camera_project(&view, 1000, -500, 0, &x, &y);
	OK(x == 160 && y == 100, "the camera's place is in the middle");
	camera_project(&view, 1040, -420, 0, &x, &y);
	OK(x == 170 && y == 80, "east is right, north is up");
	camera_project(&view, 1040, -420, 77, &x, &y);
	OK(x == 170 && y == 80, "from above heights don't show");
	camera_ground(&view, 0, 200, &x, &y);
	OK(x == 1000 - 640 && y == -500 - 400, "the lower left pixel");
}

static void check_tilted(void)
{
	struct camera camera = {.scale = 1, .tilt = 60};
	struct camera_view view = camera_view_of(&camera, 200, 200);
	double x, y, up;

	camera_project(&view, 0, 50, 0, &x, &y);
	OK(is_near(x, 100, 1e-5) && is_near(y, 75, 1e-5), "what is north is half as far up");
	camera_project(&view, 0, 0, 50, &x, &up);
	OK(is_near(x, 100, 1e-5) && is_near(up, 100 - 50 * sqrt(0.75), 1e-5), "what is high is up");
	camera.turn = 90;
	view = camera_view_of(&camera, 200, 200);
	camera_project(&view, 50, 0, 0, &x, &y);
	OK(is_near(fabs(x - 100), 0, 1e-5) && is_near(fabs(y - 100), 25, 1e-5),
	   "turned by a right angle east is up or down");
}

/* ---- both ways ---- */

static void check_inverse(void)
{
	int wrong = 0;

	for (int t = 0; t < N_TRIALS; t++) {
		struct camera camera = random_camera();
		struct camera_view view = camera_view_of(&camera, 1280, 800);
		double i = random_between(-3000, 4000), j = random_between(-3000, 4000);
		double off = rounding(&camera, 8000), x, y, u, v;

		camera_ground(&view, i, j, &x, &y);
		camera_project(&view, x, y, 0, &u, &v);
		if (!is_near(u, i, off) || !is_near(v, j, off)) {
			printf("# (%g, %g) comes back as (%g, %g), scale %g, tilt %g, turn %g\n", i,
			       j, u, v, camera.scale, camera.tilt, camera.turn);
			wrong++;
		}
	}
	OK(wrong == 0, "a pixel's place on the ground is seen there");
}

static void check_zoom(void)
{
	int wrong = 0;

	for (int t = 0; t < N_TRIALS; t++) {
		struct camera camera = random_camera(), closer = camera;
		struct camera_view view = camera_view_of(&camera, 1280, 800);
		double i = random_between(0, 1280), j = random_between(0, 800), x, y, u, v;
		double factor = pow(10, random_between(-2, 2));

		camera_zoom(&closer, 1280, 800, i, j, factor);
		camera_ground(&view, i, j, &x, &y);
		view = camera_view_of(&closer, 1280, 800);
		camera_project(&view, x, y, 0, &u, &v);
		if (!is_near(u, i, rounding(&closer, 3000) + 100 * rounding(&camera, 3000)) ||
		    !is_near(v, j, rounding(&closer, 3000) + 100 * rounding(&camera, 3000)) ||
		    !is_near(closer.scale / camera.scale, factor, factor * 1e-12) ||
		    closer.tilt != camera.tilt || closer.turn != camera.turn) {
			printf("# zoom by %g at (%g, %g) brings it to (%.17g, %.17g)\n", factor, i,
			       j, u, v);
			wrong++;
		}
	}
	OK(wrong == 0, "zoom keeps what is at the pixel");
}

static void check_pan(void)
{
	int wrong = 0;

	for (int t = 0; t < N_TRIALS; t++) {
		struct camera camera = random_camera(), moved = camera;
		struct camera_view view = camera_view_of(&camera, 640, 400);
		double i = random_between(0, 640), j = random_between(0, 400), x, y, u, v;
		double by_x = random_between(-640, 640), by_y = random_between(-400, 400);
		double off = 2 * rounding(&camera, 4000);

		camera_ground(&view, i, j, &x, &y);
		camera_pan(&moved, 640, 400, by_x, by_y);
		view = camera_view_of(&moved, 640, 400);
		camera_project(&view, x, y, 0, &u, &v);
		wrong += !is_near(u, i + by_x, off) || !is_near(v, j + by_y, off) ||
			 moved.scale != camera.scale;
	}
	OK(wrong == 0, "the ground goes along with the pointer");
}

/* ---- what fits ---- */

/* How far out of the middle corners are, as a part of the room inside margins: 1 = at its edge. */
static double filled(const struct camera *camera, const struct rect *box, double z, int32_t width,
		     int32_t height, double margin)
{
	struct camera_view view = camera_view_of(camera, width, height);
	double most = 0;

	for (int corner = 0; corner < 8; corner++) {
		double x, y;

		camera_project(&view, corner & 1 ? box->x2 : box->x1,
			       corner & 2 ? box->y2 : box->y1, corner & 4 ? z : 0, &x, &y);
		most = fmax(most, fabs(x - width / 2.0) / (width / 2.0 - margin));
		most = fmax(most, fabs(y - height / 2.0) / (height / 2.0 - margin));
	}
	return most;
}

static void check_fit(void)
{
	static const struct {
		int32_t width, height;
		double margin;
	} frame[] = {
		{1, 1, 0.05}, {31, 1, 0.05}, {320, 200, 10}, {200, 900, 40}, {16384, 16384, 40}};
	static const struct rect box[] = {
		{0, 0, 9856000, 9792000},
		{-INT32_MAX, -INT32_MAX, INT32_MAX, INT32_MAX},
		{5, 5, 6, 2000000000},
		{-2000000000, 7, 2000000000, 9},
	};
	int wrong = 0;

	for (int t = 0; t < N_TRIALS; t++) {
		size_t f = (size_t)random_below(sizeof frame / sizeof *frame);
		size_t b = (size_t)random_below(sizeof box / sizeof *box);
		struct camera camera = random_camera();
		double z = random_between(0, 0.2) * ((double)box[b].x2 - box[b].x1), part;

		camera_fit(&camera, &box[b], z, frame[f].width, frame[f].height, frame[f].margin);
		part = filled(&camera, &box[b], z, frame[f].width, frame[f].height,
			      frame[f].margin);
		if (!(part > 0.999999 && part < 1.000001)) {
			printf("# box %zu fills %g of frame %zu, tilt %g, turn %g\n", b, part, f,
			       camera.tilt, camera.turn);
			wrong++;
		}
	}
	OK(wrong == 0, "what is to fit does, with its tops, and as large as it can");
}

static void check_fit_odd(void)
{
	const struct rect point = {7, 8, 7, 8}, die = {0, 0, 1000, 1000};
	struct camera camera = {.scale = 0};

	camera_fit(&camera, &point, 0, 320, 200, 10);
	OK(camera.x == 7 && camera.y == 8 && camera.scale > 0 && isfinite(camera.scale),
	   "a point fits");
	camera_fit(&camera, &die, 0, 20, 20, 40);
	OK(filled(&camera, &die, 0, 20, 20, 0) <= 1,
	   "a margin wider than the frame leaves a part of it");
}

int main(void)
{
	random_seed(7);
	check_from_above();
	check_tilted();
	check_inverse();
	check_zoom();
	check_pan();
	check_fit();
	check_fit_odd();
	return tap_done();
}
