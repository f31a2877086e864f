/* The layout window's process, its messages, camera and frames; all on the main thread. */
#include "ui/window.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "cmd/objects.h"
#include "ui/keymap.h"
#include "ui/record.h"
#include "ui/ui.h"
#include "ui/win/protocol.h"

enum {
	CLICK_PIXELS = 4, /* a button that moves farther drags */
	LEAST_BOX = 8,    /* pixels */
	TILT = 50,        /* degrees */
	TURN = 30,
	ENDING_MS = 500,    /* for a window that is closed, before it is killed */
	PATIENCE_MS = 5000, /* of scripts and replays with one that doesn't answer */
};

static const double wheel_factor = 1.25, most_scale = 2000.0 / LENGTHS_PER_MICRON;

extern char **environ;

void window_init(struct ui *ui)
{
	struct window_ui *w = &ui->window;

	w->fd = -1;
	w->pointer_x = w->pointer_y = -1;
	w->component = -1;
	w->flags = FRAME_LEGEND | FRAME_MARKED | FRAME_NETS;
}

/* ---- the process ---- */

/* This program once more, with the socket and nothing else of ours. */
static enum status start(struct window_ui *w, int theirs)
{
	char *const words[] = {"warpscope", "--window-helper", NULL};
	posix_spawn_file_actions_t actions;
	int error;

	if (posix_spawn_file_actions_init(&actions) != 0)
		return STATUS_NO_MEMORY;
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDWR, 0);
	posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_RDWR, 0);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_RDWR, 0);
	posix_spawn_file_actions_adddup2(&actions, theirs, WINDOW_SOCKET);
	posix_spawn_file_actions_addclosefrom_np(&actions, WINDOW_SOCKET + 1);
	error = posix_spawn(&w->pid, "/proc/self/exe", &actions, NULL, words, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (error == 0)
		return STATUS_OK;
	w->pid = 0;
	return status_fail(STATUS_FAILED, "the layout window can't be started: %s",
			   strerror(error));
}

enum status window_open(struct ui *ui)
{
	struct window_ui *w = &ui->window;
	enum status status;
	int fd[2];

	if (w->is_forbidden)
		return status_fail(STATUS_FAILED, "window: --no-window was given");
	if (w->fd >= 0)
		return STATUS_OK;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, fd) < 0)
		return status_fail(STATUS_FAILED, "window: %s", strerror(errno));
	/* The window waits for its messages; so the flag is ours alone. */
	fcntl(fd[1], F_SETFL, fcntl(fd[1], F_GETFL) & ~O_NONBLOCK);
	status = start(w, fd[1]);
	close(fd[1]);
	if (status != STATUS_OK) {
		close(fd[0]);
		return status;
	}
	w->fd = fd[0];
	w->ready = w->under_way = w->sent = false;
	w->since = clock_ms();
	w->memory = 0;
	w->title[0] = '\0';
	memset(&w->asked, 0, sizeof w->asked);
	return STATUS_OK;
}

/* It ends when its socket does; one that doesn't is made to. */
static void wait_for_end(struct window_ui *w)
{
	double begin = clock_ms();
	bool killed = false;

	while (w->pid > 0 && waitpid(w->pid, NULL, WNOHANG) == 0) {
		if (!killed && clock_ms() - begin > ENDING_MS) {
			kill(w->pid, SIGKILL);
			killed = true;
		}
		usleep(1000);
	}
	w->pid = 0;
}

void window_close(struct ui *ui)
{
	struct window_ui *w = &ui->window;

	if (w->fd >= 0)
		close(w->fd);
	w->fd = -1;
	w->ready = false;
	w->drag = DRAG_NONE;
	w->pointer_x = w->pointer_y = -1;
	if (w->frame)
		snap_unref(&w->frame->snap);
	w->frame = NULL;
	wait_for_end(w);
}

/* A message, with a descriptor if it isn't −1. */
static void tell(struct window_ui *w, const struct window_message *message, int descriptor)
{
	union {
		struct cmsghdr align;
		char bytes[CMSG_SPACE(sizeof(int))];
	} control = {0};
	struct iovec part = {(void *)message, sizeof *message};
	struct msghdr packet = {.msg_iov = &part, .msg_iovlen = 1};

	if (descriptor >= 0) {
		struct cmsghdr *head;

		packet.msg_control = control.bytes;
		packet.msg_controllen = sizeof control.bytes;
		head = CMSG_FIRSTHDR(&packet);
		head->cmsg_level = SOL_SOCKET;
		head->cmsg_type = SCM_RIGHTS;
		head->cmsg_len = CMSG_LEN(sizeof descriptor);
		memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
	}
	sendmsg(w->fd, &packet, MSG_NOSIGNAL); /* one that is gone is noticed by reading */
}

/* ---- the camera ---- */

/* The one that was seen last, to begin from when all of the die is shown. */
static struct camera *camera_now(struct window_ui *w)
{
	if (!(w->camera.scale > 0) && w->frame && w->frame->query.camera.scale > 0)
		w->camera = w->frame->query.camera;
	return w->camera.scale > 0 ? &w->camera : NULL;
}

static void zoom_at(struct window_ui *w, double x, double y, double factor)
{
	struct camera *camera = camera_now(w);

	if (!camera)
		return;
	if (camera->scale * factor > most_scale)
		factor = most_scale / camera->scale;
	camera_zoom(camera, w->width, w->height, x, y, factor);
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
		camera_pan(camera, w->width, w->height, by_x * w->width, by_y * w->height);
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
	camera_pan(camera, w->width, w->height, w->width / 2.0 - (x1 + x2) / 2,
		   w->height / 2.0 - (y1 + y2) / 2);
	zoom_at(w, w->width / 2.0, w->height / 2.0, fmin(w->width / wide, w->height / high));
}

/* ---- selection ---- */

void window_select(struct ui *ui, int32_t component)
{
	struct window_ui *w = &ui->window;
	struct placement *placement = w->frame ? w->frame->placement : NULL;
	struct camera *camera = camera_now(w);
	struct rect box;

	w->component = component;
	if (!placement || !camera || component < 0 || component >= placement->n_components)
		return;
	box = placement_component_box(placement, component);
	camera->x = ((double)box.x1 + box.x2) / 2;
	camera->y = ((double)box.y1 + box.y2) / 2;
}

/* A record has no clicks in the window, whose size and camera it doesn't know, but what they did. */
static void record_pick(struct ui *ui, const struct snap_frame *f)
{
	const struct frame_place *at = &f->picked;
	struct text line = TEXT_INIT;

	record_command(ui, "view density");
	text_printf(&line, "density_cursor %" PRId32 " %" PRId32, at->column, at->row);
	list_add(&line,
		 at->component >= 0 && at->component < f->placement->netlist->n_instances
			 ? placement_component_name(f->placement, at->component)
			 : "");
	record_command(ui, text_string(&line));
	text_release(&line);
}

/* What was clicked on is shown in view Density: its bin, and in it its line. */
static void take_pick(struct ui *ui, const struct snap_frame *f)
{
	const struct frame_place *at = &f->picked;
	struct window_ui *w = &ui->window;

	w->taken = f->query.pick;
	w->component = at->component;
	if (!at->on_die || f->columns == 0) {
		ui_say(ui, STYLE_NORMAL, "nothing is there");
		return;
	}
	ui_show_view(ui, &density_view);
	record_pick(ui, f);
	density_go_to_cell(ui, f->columns, f->rows, at->column, at->row, at->component);
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
	if (w->drag == DRAG_PRESSED &&
	    hypot(m->x - w->from_x, m->y - w->from_y) > CLICK_PIXELS) {
		w->drag = DRAG_PAN;
		by_x = m->x - w->from_x;
		by_y = m->y - w->from_y;
	}
	camera = w->drag == DRAG_PAN ? camera_now(w) : NULL;
	if (camera)
		camera_pan(camera, w->width, w->height, by_x, by_y);
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

static void let_go(struct window_ui *w, const struct window_message *m)
{
	if (w->drag == DRAG_BOX)
		zoom_to_box(w, w->from_x, w->from_y, m->x, m->y);
	if (w->drag == DRAG_PRESSED && m->button == WINDOW_LEFT) {
		w->pick_x = m->x;
		w->pick_y = m->y;
		w->picks++;
	}
	w->drag = DRAG_NONE;
}

static void take_button(struct window_ui *w, const struct window_message *m)
{
	struct window_message at = *m;

	at.buttons = 0;
	take_pointer(w, &at);
	if (m->down && w->drag == DRAG_NONE)
		press(w, m);
	else if (!m->down && w->drag != DRAG_NONE && m->button == w->button)
		let_go(w, m);
}

/* A key means the same as in the terminal, but for those that are the window's own; while something
 * is typed there it goes on here. */
static void take_window_key(struct ui *ui, int32_t key)
{
	const struct binding *binding = keymap_find("window", key);
	bool typing = ui->prompt.open || ui->prompt.pasting || ui->asking_to_quit;

	if (typing || !binding || !binding->view) {
		ui_key(ui, key);
		return;
	}
	ui->last_key = clock_ms();
	text_clear(&ui->message);
	record_command(ui, binding->command);
	ui_run_line(ui, binding->command);
}

static void take_end(struct ui *ui, enum style style, const char *why)
{
	char key[32];

	window_close(ui);
	ui_say(ui, style, "%s; %s opens it again", why,
	       keymap_key("window toggle", key, sizeof key));
}

static void take_message(struct ui *ui, const struct window_message *m)
{
	struct window_ui *w = &ui->window;

	switch ((enum window_message_kind)m->kind) {
	case WINDOW_READY:
		w->ready = true;
		w->width = m->width;
		w->height = m->height;
		break;
	case WINDOW_SIZE:
		w->width = m->width;
		w->height = m->height;
		break;
	case WINDOW_SHOWN:
		w->under_way = w->sent = false;
		break;
	case WINDOW_POINTER:
		take_pointer(w, m);
		break;
	case WINDOW_BUTTON:
		take_button(w, m);
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
		ui_say(ui, STYLE_ERROR, "no layout window: %.*s", WINDOW_TEXT - 1, m->text);
		break;
	case WINDOW_CLOSED:
		take_end(ui, STYLE_NORMAL, "the layout window was closed");
		break;
	case WINDOW_FRAME:
	case WINDOW_TITLE:
	case N_WINDOW_MESSAGES:
		break;
	}
}

int window_fd(const struct ui *ui)
{
	return ui->window.fd;
}

void window_take(struct ui *ui)
{
	struct window_ui *w = &ui->window;
	struct window_message m;

	while (w->fd >= 0 && !ui->quit) {
		ssize_t n = recv(w->fd, &m, sizeof m, 0);

		if (n < 0 && (errno == EAGAIN || errno == EINTR))
			return;
		if (n != (ssize_t)sizeof m) {
			take_end(ui, STYLE_ERROR, "the layout window's process has ended");
			return;
		}
		m.text[WINDOW_TEXT - 1] = '\0';
		take_message(ui, &m);
	}
}

/* ---- frames ---- */

/* A number for the marks. */
static int64_t marks_edition(struct ui *ui)
{
	struct path_choice *shown = board_get_choice(ui->board, LIST_SHOWN);
	struct choice_parts parts = path_choice_parts(shown);
	uint64_t sum = (uint64_t)parts.n_marks;

	for (int64_t i = 0; i < parts.n_marks; i++)
		sum = sum * UINT64_C(0x100000001B3) + (uint64_t)parts.mark[i];
	path_choice_unref(shown);
	return (int64_t)sum;
}

/* The bin that view Density speaks of: where several share a cell it isn't always the cursor's. */
static void select_bin(struct ui *ui, struct frame_query *q)
{
	const struct density_ui *d = &ui->density;
	const struct snap_density_picture *p = ui->density_picture;
	bool is_read = p && p->columns == d->columns && p->rows == d->rows &&
		       p->query.column == d->column && p->query.row == d->row;

	q->columns = d->columns;
	q->rows = d->rows;
	q->column = is_read ? p->column : d->column;
	q->row = is_read ? p->row : d->row;
}

static void select_in(struct ui *ui, struct frame_query *q)
{

	q->rank = ui_selected_rank(ui);
	if (ui->search) {
		q->search = ui->search->snap.serial;
		q->level = ui->level;
	}
	if (ui->view == &density_view && ui->density.columns > 0)
		select_bin(ui, q);
	if (ui->view == &levels_view || ui->playing)
		q->flags |= FRAME_DEVIATES;
	if (ui->view == &cone_view && ui->cone.chosen) {
		q->pin = ui->cone.here.vertex / N_EDGES;
		q->cone = ui->pane == 0 ? -1 : 1;
	}
}

static void want_of(struct ui *ui, struct want *want)
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
	q.colours = ui->density.colours;
	q.scale = (int32_t)ui->density.scale;
	q.edition = marks_edition(ui);
	q.clip_low = w->clip_low;
	q.clip_high = w->clip_high;
	if (w->drag == DRAG_BOX)
		q.band = (struct frame_box){
			fmin(w->from_x, w->pointer_x), fmin(w->from_y, w->pointer_y),
			fmax(w->from_x, w->pointer_x), fmax(w->from_y, w->pointer_y)};
	select_in(ui, &q);
	memset(want, 0, sizeof *want);
	want->id = board_map_edition(ui->board);
	want->n = ui->edition;
	memcpy(&want->frame, &q, sizeof q);
}

enum status window_write_query(const struct ui *ui, struct text *out)
{
	const struct snap_frame *f = ui->window.frame;
	const struct frame_query *q;
	const struct camera *c;

	if (!f || f->fd < 0)
		return status_fail(STATUS_FAILED, "nothing is in the layout window");
	q = &f->query;
	c = &q->camera;
	text_printf(out, "save_image -window -pixels %" PRId32 "x%" PRId32, q->width, q->height);
	text_printf(out, " -camera {%.12g %.12g %.12g %.6g %.6g}", c->x / LENGTHS_PER_MICRON,
		    c->y / LENGTHS_PER_MICRON, c->scale * LENGTHS_PER_MICRON, c->tilt, c->turn);
	if (q->scale != DENSITY_LINEAR)
		text_printf(out, " -scale %s", density_scale_name[q->scale]);
	if (q->clip_low < q->clip_high)
		text_printf(out, " -min %.9g -max %.9g", q->clip_low, q->clip_high);
	if (!(q->flags & FRAME_LEGEND))
		text_add(out, " -legend off");
	if (q->rank >= 0)
		text_printf(out, " -path %" PRId64, q->rank + 1);
	if (q->component >= 0 && q->component < f->placement->netlist->n_instances)
		text_printf(out, " -select {%s}%s",
			    placement_component_name(f->placement, q->component),
			    q->flags & FRAME_NETS ? " -nets" : "");
	return STATUS_OK;
}

static void set_title(struct window_ui *w, const struct snap_frame *f)
{
	struct window_message m = {.kind = WINDOW_TITLE};
	const char *name = f->placement ? f->placement->netlist->name : NULL;

	snprintf(m.text, sizeof m.text, "%.*s - warpscope", WINDOW_TEXT - 16,
		 f->why[0] ? f->why : name);
	if (strcmp(m.text, w->title) == 0)
		return;
	memcpy(w->title, m.text, sizeof w->title);
	tell(w, &m, -1);
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
	tell(w, &m, f->memory == w->memory ? -1 : f->fd);
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
	struct snap_frame *f = (struct snap_frame *)board_get_reading(ui->board, READ_FRAME);

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
		take_pick(ui, f);
}

void window_update(struct ui *ui)
{
	struct window_ui *w = &ui->window;
	struct want want;

	if (w->fd < 0 || !w->ready)
		return;
	if (w->under_way && !w->sent)
		take_frame(ui);
	if (w->under_way)
		return;
	want_of(ui, &want);
	if (memcmp(&want, &w->asked, sizeof want) == 0)
		return;
	w->asked = want;
	w->since = clock_ms();
	w->under_way = true;
	w->sent = false;
	want.serial = ++w->serial;
	want.frame.slot = (int32_t)(w->serial & 1);
	ui_want(ui, READ_FRAME, &want);
}

bool window_is_settled(struct ui *ui)
{
	struct window_ui *w = &ui->window;
	struct want want;

	if (w->fd < 0 || clock_ms() - w->since > PATIENCE_MS || (w->frame && !ui->replaying))
		return true;
	if (!w->ready || w->under_way)
		return false;
	want_of(ui, &want);
	return memcmp(&want, &w->asked, sizeof want) == 0;
}
