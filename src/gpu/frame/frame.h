/*
 * Frames of the layout window: what of a design is kept on the device for them, and the launches
 * that draw one. Kernels are in gpu/frame/k_frame.cu; what is drawn, and where, is snap/frame.h's.
 */
#ifndef GPU_FRAME_FRAME_H
#define GPU_FRAME_FRAME_H

#include "db/layout/placement.h"
#include "gpu/device/device.h"
#include "gpu/frame/device_frame.h"
#include "snap/frame.h"

struct frame_scene;

/* Nothing is in it. The queue is borrowed. */
enum status frame_scene_new(struct queue *queue, struct frame_scene **out);
void frame_scene_free(struct frame_scene *scene); /* NULL is fine */

/* The cells of a placement: their boxes on the device, found by parts of the die; and the die. */
enum status frame_set_cells(struct frame_scene *scene, const struct placement *placement);

/*
 * A map over the die, and its colours.
 *
 *	level: [rows][columns], its values as places on the scale, 1 … 65535, 0 = none; NULL = no map
 *	rest: where bins share a pixel, that which is farthest from this level is shown
 *	colour: [256] 0xRRGGBB along the scale
 */
enum status frame_set_map(struct frame_scene *scene, int32_t columns, int32_t rows,
			  const uint16_t *level, int32_t rest, const uint32_t *colour);

/* Cells in colours where there is no map, from the next drawing with `tints` on.
 *
 *	tint: [components], one of the colours of each; NULL = none has one
 *	colour: [FRAME_TINTS] 0xRRGGBB
 */
enum { FRAME_TINTS = 256 };
enum status frame_set_tints(struct frame_scene *scene, const uint8_t *tint, const uint32_t *colour);

/* What is drawn over the ground, in this order. */
struct frame_shapes {
	int64_t n, capacity;
	struct frame_shape *shape; /* owned */
};
void frame_shapes_release(struct frame_shapes *shapes);
/* half: of the line's width, pixels. A line that isn't in the frame is left out. */
enum status frame_add_line(struct frame_shapes *shapes, const struct camera_view *view, double x1,
			   double y1, double x2, double y2, double half, uint32_t colour);
enum status frame_add_fill(struct frame_shapes *shapes, const struct camera_view *view, double x1,
			   double y1, double x2, double y2, uint32_t colour);

struct frame_drawing {
	struct camera_view view;
	struct rect die;
	bool tints;  /* cells in their colours */
	bool relief; /* the map stands up, by `high` pixels at its upper end */
	int32_t high;
	uint32_t background, die_colour, ink; /* 0xRRGGBB */
	const struct frame_shapes *shapes;
};

/* The type of each component of a placement. */
enum status frame_types_of(const struct placement *placement, uint8_t *type);

/* Draw, and bring it to pixels ([height][width], 0xffRRGGBB); waits for it. */
enum status frame_draw(struct frame_scene *scene, const struct frame_drawing *drawing,
		       uint32_t *pixels);

/* Is a place (lengths) on the die, which may be a polygon? */
bool frame_is_on_die(const struct frame_scene *scene, double x, double y);

/* From here on cells have outlines: pixels that most of them are high. */
double frame_cell_pixels(const struct frame_scene *scene, const struct camera_view *view);

/* The smallest component at a place (lengths), −1 = none. */
int32_t frame_component_at(const struct frame_scene *scene, double x, double y);

#endif
