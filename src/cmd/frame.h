/*
 * Frames of the layout window, made of the session: the command thread answers what the screen asks
 * for, and draws the same for pictures in files.
 */
#ifndef CMD_FRAME_H
#define CMD_FRAME_H

#include "algo/frame.h"
#include "cmd/frame_legend.h"
#include "cmd/session.h"
#include "snap/density_scale.h"
#include "snap/frame.h"

struct frame_maker;

/* Draw what is asked for into the shared memory's slot. */
enum status session_frame(struct session *session, const struct want *want,
			  struct snap_frame **out);
/* The same as a PNG. */
enum status session_save_frame(struct session *session, const struct frame_query *query,
			       const char *path);
/* Forget what is kept for frames, and the memory that a window shares. */
void session_drop_frames(struct session *session);

/* ---- frame_overlay.c: what lies over the map ---- */

struct frame_overlay {
	struct camera_view view;
	struct frame_shapes shapes; /* owned */
	int32_t n_labels;
	struct legend_label label[LEGEND_LABELS];
	/* Pixels that the map stands above the ground at a place; NULL = it is flat. */
	double (*height_at)(const void *of, double x, double y);
	const void *of;
	double cell_pixels; /* how high most cells are */
};

enum status frame_overlay_make(struct session *session, const struct frame_query *query,
			       struct frame_overlay *overlay);

#endif
