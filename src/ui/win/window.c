/*
 * Frames of the layout window: what is to be seen is asked for when it is something else, and passed on.
 * The window's process is window_link.c's, what is done in it window_mouse.c's.
 */
#include "ui/win/window.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "snap/forces.h"
#include "ui/views/view_density.h"
#include "ui/views/view_paths.h"
#include "ui/win/window_impl.h"

enum { GLOW_MS = 1600, GLOW_STEP = 3, FRAME_MS = 16 };

enum { PATIENCE_MS = 5000 }; /* of scripts and replays with a window that doesn't answer */

void window_init(struct ui *ui)
{
	struct window_ui *w = &ui->window;

	w->fd = -1;
	w->pointer_x = w->pointer_y = -1;
	w->component = -1;
	w->flags = FRAME_LEGEND | FRAME_MARKED | FRAME_NETS | FRAME_LABELS;
}

/* A number for the marks. */
int64_t window_labels(const struct ui *ui)
{
	int64_t cursor, serial = 0;
	struct snap_timeline *steps = board_get_timeline(ui->board, STEPPER_LABELS, &cursor);

	if (steps && ui->window.flags & FRAME_LABELS)
		serial = steps->snap.serial;
	snap_unref(steps ? &steps->snap : NULL);
	return serial;
}

int64_t window_marks(struct ui *ui)
{
	struct list_filter *shown = board_get_filter(ui->board, LIST_SHOWN);
	struct list_filter_parts parts = list_filter_parts(shown);
	uint64_t sum = (uint64_t)parts.n_marks;

	for (int64_t i = 0; i < parts.n_marks; i++)
		sum = sum * UINT64_C(0x100000001B3) + (uint64_t)parts.mark[i];
	list_filter_unref(shown);
	return (int64_t)sum;
}

static void select_in(struct ui *ui, struct frame_query *q)
{
	q->rank = paths_selected_rank(ui);
	if (ui->search) {
		q->search = ui->search->snap.serial;
		q->level = ui->level;
	}
	if (ui->playing)
		q->flags |= FRAME_DEVIATES;
	if (ui->view->overlay)
		ui->view->overlay(ui, q);
}

/* A step forward has brought a level: what is new in it lights up. */
static void watch_level(struct ui *ui)
{
	struct window_ui *w = &ui->window;
	int64_t search = ui->search ? ui->search->snap.serial : 0;

	if (search == w->stepped && ui->level == w->level)
		return;
	if (ui->motion && !ui->replaying && search == w->stepped && ui->level == w->level + 1 &&
	    ui->level > 0)
		w->lit = clock_ms();
	else
		w->lit = 0;
	w->stepped = search;
	w->level = ui->level;
}

/* 255ths by which it glows now: by the time that has passed, so frames that take long are fewer and the
 * fading isn't slower. */
static int32_t glow_now(const struct ui *ui)
{
	double left = 1 - (clock_ms() - ui->window.lit) / GLOW_MS;

	if (!(ui->window.lit > 0) || left <= 0 || left > 1)
		return 0;
	return (int32_t)(255 * left * left) / GLOW_STEP * GLOW_STEP;
}

static void add_glow(const struct ui *ui, struct frame_query *q)
{
	q->glow = glow_now(ui);
	if (q->glow > 0)
		q->flags |= FRAME_FADES;
}

int window_wait(const struct ui *ui)
{
	double hint = window_panel_ms(ui);

	if (ui->window.fd < 0 || !ui->window.ready)
		return -1;
	return glow_now(ui) > 0 ? FRAME_MS : hint > 0 ? (int)hint : -1;
}

static struct frame_request request_of(struct ui *ui)
{
	struct window_ui *w = &ui->window;
	struct frame_query q = FRAME_QUERY_INIT;

	q.camera = w->camera;
	q.width = w->width;
	q.height = w->height;
	q.pointer_x = w->pointer_x;
	q.pointer_y = w->pointer_y;
	q.pick = w->picks;
	q.pick_x = w->pick_x;
	q.pick_y = w->pick_y;
	q.component = w->component;
	q.flags = w->flags;
	if (q.flags & FRAME_FIELD) {
		q.field_columns = FORCES_COLUMNS;
		q.field_rows = FORCES_ROWS;
	}
	q.colours = density_of(ui)->colours;
	q.scale = (int32_t)density_of(ui)->scale;
	q.edition = window_marks(ui);
	q.labels = window_labels(ui);
	q.clip_low = w->clip_low;
	q.clip_high = w->clip_high;
	if (w->drag == DRAG_BOX)
		q.band = (struct frame_box){
			fmin(w->from_x, w->pointer_x), fmin(w->from_y, w->pointer_y),
			fmax(w->from_x, w->pointer_x), fmax(w->from_y, w->pointer_y)};
	select_in(ui, &q);
	add_glow(ui, &q);
	window_panel_fill(ui, &q);
	return (struct frame_request){
		.edition = ui->edition, .map = board_map_edition(ui->board), .query = q};
}

enum status window_write_query(const struct ui *ui, struct script *out)
{
	static const char *const charts[] = {"roofline", "residual", "wires"};
	const struct snap_frame *f = ui->window.frame;
	const struct frame_query *q;
	const struct camera *c;

	if (!f || f->fd < 0)
		return status_fail(STATUS_FAILED, "nothing is in the layout window");
	q = &f->query;
	c = &q->camera;
	script_add(out, "save_image", "-window", NULL);
	script_option(out, "-pixels", "%" PRId32 "x%" PRId32, q->width, q->height);
	script_option(out, "-camera", "%.12g %.12g %.12g %.6g %.6g", c->x / LENGTHS_PER_MICRON,
		      c->y / LENGTHS_PER_MICRON, c->scale * LENGTHS_PER_MICRON, c->tilt, c->turn);
	if (q->scale != DENSITY_LINEAR)
		script_add(out, "-scale", density_scale_name[q->scale], NULL);
	if (q->clip_low < q->clip_high) {
		script_option(out, "-min", "%.9g", q->clip_low);
		script_option(out, "-max", "%.9g", q->clip_high);
	}
	if (!(q->flags & FRAME_LEGEND))
		script_add(out, "-legend", "off", NULL);
	if (q->flags & FRAME_CHARTS)
		script_add(out, "-lab", charts[(q->flags & FRAME_CHARTS) / FRAME_CHART - 1], NULL);
	if (q->rank >= 0)
		script_option(out, "-path", "%" PRId64, q->rank + 1);
	if (!(q->flags & FRAME_MARKED))
		script_add(out, "-marks", "off", NULL);
	if (q->labels)
		script_add(out, "-labels", NULL);
	if (frame_by(q->flags) == FRAME_BY_TYPE)
		script_add(out, "-types", NULL);
	else if (frame_by(q->flags))
		script_add(out, "-cells",
			   frame_by(q->flags) == FRAME_BY_SLACK   ? "slack"
			   : frame_by(q->flags) == FRAME_BY_MOVES ? "moves"
								  : "correlation",
			   NULL);
	if (q->flags & FRAME_FIELD)
		script_add(out, "-forces", NULL);
	if (q->component >= 0)
		script_add(out, "-select", placement_component_name(f->placement, q->component),
			   q->flags & FRAME_NETS ? "-nets" : NULL, NULL);
	return STATUS_OK;
}

static void set_title(struct window_ui *w, const struct snap_frame *f)
{
	struct window_message m = {.kind = WINDOW_TITLE};
	const char *name = f->placement ? f->placement->netlist->name : NULL;
	char title[WINDOW_TEXT];

	snprintf(title, sizeof title, "%.*s - warpscope", WINDOW_TEXT - 16,
		 f->why[0] ? f->why : name);
	window_text_set(m.text, title);
	if (strcmp(m.text, w->title) == 0)
		return;
	memcpy(w->title, m.text, sizeof w->title);
	window_tell(w, &m, -1);
}

static void show(struct ui *ui, const struct snap_frame *f)
{
	struct window_ui *w = &ui->window;
	struct window_message m = {.kind = WINDOW_FRAME,
				   .slot = f->query.slot,
				   .width = f->query.width,
				   .height = f->query.height,
				   .bytes = f->bytes};

	set_title(w, f);
	if (f->fd < 0) { /* not even an empty frame could be made */
		w->under_way = false;
		return;
	}
	window_tell(w, &m, f->memory == w->memory ? -1 : f->fd);
	w->memory = f->memory;
	w->sent = true;
}

/* Another die is looked at as a whole, and of another netlist nothing is selected. */
static void forget_last(struct window_ui *w, const struct placement *now)
{
	const struct placement *last = w->frame ? w->frame->placement : NULL;

	if (!last || !now || last == now)
		return;
	if (memcmp(&last->die, &now->die, sizeof now->die) != 0) {
		w->camera = (struct camera){.tilt = w->camera.tilt, .turn = w->camera.turn};
		w->drag = DRAG_NONE;
	}
	if (last->netlist != now->netlist)
		w->component = -1;
}

/* The frame that was asked for, when it is there. */
static void take_frame(struct ui *ui)
{
	struct window_ui *w = &ui->window;
	struct snap_frame *f = board_get_frame(ui->board);

	if (!f)
		return;
	if (f->snap.serial != w->serial) {
		snap_unref(&f->snap);
		return;
	}
	forget_last(w, f->placement);
	if (w->frame)
		snap_unref(&w->frame->snap);
	w->frame = f;
	show(ui, f);
	if (f->query.pick > w->taken)
		window_take_pick(ui, f);
}

void window_update(struct ui *ui)
{
	struct window_ui *w = &ui->window;
	struct frame_request wanted;

	window_reap(w);
	watch_level(ui);
	if (w->fd < 0 || !w->ready)
		return;
	if (w->under_way && !w->sent) {
		bool waiting = board_waiting(ui->board);

		take_frame(ui);
		if (!waiting && !w->sent)
			w->under_way = false; /* there was no memory for an answer */
	}
	if (w->under_way)
		return;
	wanted = request_of(ui);
	if (memcmp(&wanted, &w->asked, sizeof wanted) == 0)
		return;
	w->asked = wanted;
	w->since = clock_ms();
	w->under_way = true;
	w->sent = false;
	wanted.serial = ++w->serial;
	wanted.query.slot = (int32_t)(w->serial & 1);
	ui_want_frame(ui, &wanted);
}

bool window_is_ending(const struct ui *ui)
{
	return ui->window.fd < 0 && ui->window.pid > 0;
}

bool window_is_settled(struct ui *ui)
{
	struct window_ui *w = &ui->window;
	struct frame_request wanted;

	if (w->fd < 0 || clock_ms() - w->since > PATIENCE_MS || (w->frame && !ui->replaying))
		return true;
	if (!w->ready || w->under_way)
		return false;
	wanted = request_of(ui);
	return memcmp(&wanted, &w->asked, sizeof wanted) == 0;
}

void window_end(struct ui *ui)
{
	window_close(ui);
	window_wait_for_end(&ui->window);
}
