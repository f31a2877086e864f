/* Input of the layout window: its camera, the mouse, keys, and the selection. */
#include <inttypes.h>
#include <math.h>

#include "base/clock.h"
#include "ui/widgets/key.h"
#include "ui/keymap.h"
#include "ui/record.h"
#include "ui/views/view_density.h"
#include "ui/win/window_impl.h"

enum {
	CLICK_PIXELS = 4, /* a button that moves farther drags */
	LEAST_BOX = 8,    /* pixels */
	TILT = 50,        /* degrees */
	TURN = 30,
};

static const double wheel_factor = 1.25; /* a notch */
static const double least_scale = 1e-3 / LENGTHS_PER_MICRON,
		    most_scale = 2000.0 / LENGTHS_PER_MICRON;

/* ---- the camera ---- */

/* The point looked at stays near the largest possible die, so that all coordinates stay finite. */
static void keep_near(struct camera *camera)
{
	camera->x = fmax(INT32_MIN, fmin(INT32_MAX, camera->x));
	camera->y = fmax(INT32_MIN, fmin(INT32_MAX, camera->y));
}

static void pan(struct window_ui *w, struct camera *camera, double by_x, double by_y)
{
	camera_pan(camera, w->width, w->height, by_x, by_y);
	keep_near(camera);
}

/* To begin from; NULL while there is nothing to be seen. */
static struct camera *camera_now(struct window_ui *w)
{
	if (!w->frame || !w->frame->placement)
		return NULL;
	if (!(w->camera.scale > 0))
		camera_fit_die(&w->camera, &w->frame->placement->die, w->width, w->height);
	return &w->camera;
}

static void zoom_at(struct window_ui *w, double x, double y, double factor)
{
	struct camera *camera = camera_now(w);

	if (!camera)
		return;
	factor = fmin(factor, most_scale / camera->scale);
	factor = fmax(factor, least_scale / camera->scale);
	camera_zoom(camera, w->width, w->height, x, y, factor);
	keep_near(camera);
}

static bool has_pointer(const struct window_ui *w)
{
	return w->pointer_x >= 0 && w->pointer_y >= 0;
}

void window_zoom(struct ui *ui, double factor)
{
	struct window_ui *w = &ui->window;

	zoom_at(w, has_pointer(w) ? w->pointer_x : w->width / 2.0,
		has_pointer(w) ? w->pointer_y : w->height / 2.0, factor);
}

void window_pan(struct ui *ui, double by_x, double by_y)
{
	struct window_ui *w = &ui->window;
	struct camera *camera = camera_now(w);

	if (camera)
		pan(w, camera, by_x * w->width, by_y * w->height);
}

void window_fit(struct ui *ui)
{
	ui->window.camera.scale = 0;
}

void window_tilt(struct ui *ui)
{
	struct camera *camera = &ui->window.camera;
	bool flat = camera->tilt == 0;

	camera->tilt = flat ? TILT : 0;
	camera->turn = flat ? TURN : 0;
}

void window_turn(struct ui *ui, double degrees)
{
	struct camera *camera = &ui->window.camera;

	camera->turn = fmod(camera->turn + degrees, 360);
}

/* The rectangle of pixels fills the frame. */
static void zoom_to_box(struct window_ui *w, double x1, double y1, double x2, double y2)
{
	struct camera *camera = camera_now(w);
	double wide = fabs(x2 - x1), high = fabs(y2 - y1);

	if (!camera || wide < LEAST_BOX || high < LEAST_BOX)
		return;
	pan(w, camera, w->width / 2.0 - (x1 + x2) / 2, w->height / 2.0 - (y1 + y2) / 2);
	zoom_at(w, w->width / 2.0, w->height / 2.0, fmin(w->width / wide, w->height / high));
}

/* ---- selection ---- */

void window_select(struct ui *ui, int32_t component)
{
	struct window_ui *w = &ui->window;
	const struct placement *placement = w->frame ? w->frame->placement : NULL;
	struct camera *camera = camera_now(w);
	struct rect box;

	w->component = component;
	if (!camera || component < 0 || component >= placement->n_components ||
	    placement->component[component].status == UNPLACED)
		return;
	box = placement_component_box(placement, component);
	camera->x = ((double)box.x1 + box.x2) / 2;
	camera->y = ((double)box.y1 + box.y2) / 2;
}

/* A record doesn't know the window's size and camera, so it has the effects of clicks instead. */
static void record_pick(struct ui *ui, const struct snap_frame *f)
{
	const struct frame_place *at = &f->picked;
	RELEASED_BY(script_release) struct script line = SCRIPT_INIT;

	record_command(ui, "view density");
	script_option(&line, "density_cursor", "%" PRId32, at->column);
	script_option(&line, NULL, "%" PRId32, at->row);
	script_add(&line,
		   at->component >= 0 && at->component < f->placement->netlist->n_instances
			   ? placement_component_name(f->placement, at->component)
			   : "",
		   NULL);
	record_command(ui, script_string(&line));
}

/* What was clicked on is shown in view Density: its bin, and in it its line. */
void window_take_pick(struct ui *ui, const struct snap_frame *f)
{
	const struct frame_place *at = &f->picked;
	struct window_ui *w = &ui->window;

	w->taken = f->query.pick;
	w->component = at->component;
	if (!at->on_die) {
		ui_say(ui, STYLE_NORMAL, "nothing is there");
		return;
	}
	if (f->columns) {
		ui_show_view(ui, &density_view);
		record_pick(ui, f);
		density_go_to_cell(ui, f->columns, f->rows, at->column, at->row, at->component);
	}
	if (at->component < 0)
		ui_say(ui, STYLE_NORMAL, "no cell at %.3f %.3f um", microns((int64_t)at->x),
		       microns((int64_t)at->y));
	else
		ui_say(ui, STYLE_NORMAL, "%s (%s)",
		       placement_component_name(f->placement, at->component),
		       placement_component_macro(f->placement, at->component));
}

/* ---- what the window tells ---- */

static void take_pointer(struct window_ui *w, const struct window_message *m)
{
	double by_x = m->x - w->pointer_x, by_y = m->y - w->pointer_y;
	struct camera *camera;

	if (m->buttons < 0) {
		w->pointer_x = w->pointer_y = -1;
		return;
	}
	/* The last motion may come before the button's release; after it, the release was lost. */
	w->n_loose = m->buttons & 1 << w->button ? 0 : w->n_loose + 1;
	if (w->n_loose > 1)
		w->drag = DRAG_NONE;
	if (w->drag == DRAG_PRESSED && hypot(m->x - w->from_x, m->y - w->from_y) > CLICK_PIXELS) {
		w->drag = DRAG_PAN;
		by_x = m->x - w->from_x;
		by_y = m->y - w->from_y;
	}
	camera = w->drag == DRAG_PAN ? camera_now(w) : NULL;
	if (camera)
		pan(w, camera, by_x, by_y);
	w->pointer_x = m->x;
	w->pointer_y = m->y;
}

static void press(struct window_ui *w, const struct window_message *m)
{
	w->drag = m->button == WINDOW_RIGHT ? DRAG_BOX : DRAG_PRESSED;
	w->button = m->button;
	w->from_x = m->x;
	w->from_y = m->y;
}

/* What is meant is what was to be seen then. */
static void pick(struct window_ui *w, double x, double y)
{
	struct camera_view view;

	if (!w->frame || !w->frame->placement)
		return;
	view = camera_view_of(&w->frame->query.camera, w->frame->query.width,
			      w->frame->query.height);
	camera_ground(&view, x, y, &w->pick_x, &w->pick_y);
	w->picks++;
}

static void let_go(struct ui *ui, const struct window_message *m)
{
	struct window_ui *w = &ui->window;

	if (w->drag == DRAG_BOX && hypot(m->x - w->from_x, m->y - w->from_y) <= CLICK_PIXELS)
		window_panel_show(ui, PANEL_MENU);
	else if (w->drag == DRAG_BOX)
		zoom_to_box(w, w->from_x, w->from_y, m->x, m->y);
	if (w->drag == DRAG_PRESSED && m->button == WINDOW_LEFT)
		pick(w, m->x, m->y);
	w->drag = DRAG_NONE;
}

static void take_button(struct ui *ui, const struct window_message *m)
{
	struct window_ui *w = &ui->window;
	struct window_message at = *m;

	at.buttons = 1 << w->button;
	take_pointer(w, &at);
	if (m->down && window_panel_press(ui, m->x, m->y))
		w->drag = DRAG_NONE;
	else if (m->down && w->drag == DRAG_NONE)
		press(w, m);
	else if (!m->down && w->drag != DRAG_NONE && m->button == w->button)
		let_go(ui, m);
}

/* A command line is Tcl, which can do anything, and the window's process isn't trusted: a line typed in the window runs only after Enter in the terminal. */
static bool would_run_line(const struct ui *ui, int32_t key)
{
	return ui->prompt.open && ui->prompt.sign == ':' && key == UI_KEY_ENTER;
}

/* Keys mean the same as in the terminal, except the window's own; a line begun in the terminal can be continued here. */
static void take_window_key(struct ui *ui, int32_t key)
{
	const struct binding *binding = keymap_find("window", key);
	bool typing = ui->prompt.open || ui->prompt.pasting || ui->asking_to_quit;

	if (key == UI_KEY_PASTE_BEGIN || key == UI_KEY_PASTE_END)
		return;
	if (would_run_line(ui, key)) {
		ui_say(ui, STYLE_ACCENT, "Enter in the terminal runs the command line");
		return;
	}
	if (!typing && window_panel_key(ui, key))
		return;
	if (typing || !binding || !binding->view) {
		ui_key(ui, key);
		return;
	}
	ui->last_key = clock_ms();
	text_clear(&ui->message);
	record_command(ui, binding->command);
	ui_run_line(ui, binding->command);
}

void window_ended(struct ui *ui, enum style style, const char *why)
{
	window_close(ui);
	ui_say(ui, style, "%s; %s opens it again", why, ui_key_of("window toggle"));
}

/* Whether that may come now. */
static enum status check_turn(const struct window_ui *w, const struct window_message *m)
{
	bool first = m->kind == WINDOW_READY;

	if (m->kind == WINDOW_FAILED || m->kind == WINDOW_CLOSED)
		return STATUS_OK;
	if (first == w->ready)
		return status_fail(STATUS_BAD_INPUT, first ? "that it is ready, twice"
							   : "something before it was ready");
	if (m->kind == WINDOW_SHOWN && !(w->sent && w->frame && m->slot == w->frame->query.slot))
		return status_fail(STATUS_BAD_INPUT,
				   "that it shows slot %" PRId32 ", which it wasn't given",
				   m->slot);
	return STATUS_OK;
}

enum status window_take_message(struct ui *ui, const struct window_message *m)
{
	struct window_ui *w = &ui->window;

	TRY(check_turn(w, m));
	switch ((enum window_message_kind)m->kind) {
	case WINDOW_READY:
		w->ready = true;
		window_panel_opened(ui);
		/* fall through */
	case WINDOW_SIZE:
		w->width = m->width;
		w->height = m->height;
		break;
	case WINDOW_SHOWN:
		w->under_way = w->sent = false;
		break;
	case WINDOW_POINTER:
		take_pointer(w, m);
		window_panel_pointer(ui);
		break;
	case WINDOW_BUTTON:
		take_button(ui, m);
		break;
	case WINDOW_WHEEL:
		w->pointer_x = m->x;
		w->pointer_y = m->y;
		zoom_at(w, m->x, m->y, pow(wheel_factor, m->dy));
		break;
	case WINDOW_KEY:
		take_window_key(ui, m->key);
		break;
	case WINDOW_FAILED:
		window_close(ui);
		ui_say(ui, STYLE_ERROR, "no layout window: %s", m->text);
		break;
	case WINDOW_CLOSED:
		window_ended(ui, STYLE_NORMAL, "the layout window was closed");
		break;
	case WINDOW_FRAME:
	case WINDOW_TITLE:
	case N_WINDOW_MESSAGES:
		break;
	}
	return STATUS_OK;
}
