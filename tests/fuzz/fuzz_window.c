/*
 * Fuzz target of what the layout window's process sends: whatever comes through the socket, the
 * explorer takes it or ends the link, its camera and pointer stay places, and what it sends itself
 * is what the window accepts. The input is packets: a byte says how many bytes of a message follow,
 * the rest of which is 0; 255 that the next byte is the packet's whole size. Frames are answered
 * as the command thread does, by one without pixels. Keys are only looked at, unless they move the
 * camera: others run commands.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "lib/small.h"
#include "ui/keymap.h"
#include "ui/ui.h"

int fuzz_window(const uint8_t *data, size_t size);

enum { WHOLE_PACKET = 255, SIDE = 40 * 1000 * 1000 /* of the die: a millimetre */ };

static void must(bool condition)
{
	if (!condition)
		abort();
}

/* A die with a cell on it. */
static struct placement *make_placement(void)
{
	struct netlist *netlist = small_netlist();
	struct technology *technology;
	struct placement *placement;

	must(technology_new("", &technology) == STATUS_OK &&
	     placement_new("", netlist, technology, &placement) == STATUS_OK);
	netlist_unref(netlist);
	technology_unref(technology);
	placement->die = (struct rect){0, 0, SIDE, SIDE};
	placement->component[0].status = PLACED;
	placement->component[0].x = placement->component[0].y = SIDE / 2;
	return placement;
}

/* ---- the explorer ---- */

struct explorer {
	struct ui *ui;
	int window; /* the socket's other end, −1 = closed */
};

static void open_link(struct explorer *e)
{
	struct window_ui *w = &e->ui->window;
	int fd[2];

	must(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, fd) == 0);
	w->fd = fd[0];
	w->ready = w->under_way = w->sent = w->held = false;
	w->title[0] = '\0';
	e->window = fd[1];
}

static void check_message(const struct explorer *e)
{
	char bytes[2 * sizeof(struct window_message)];
	struct window_message m;
	ssize_t n;

	while ((n = recv(e->window, bytes, sizeof bytes, 0)) > 0)
		must(window_message_parse(bytes, (size_t)n, FROM_EXPLORER, &m) == STATUS_OK);
}

static void check_place(double value, double most)
{
	must(value >= -most && value <= most);
}

static void check_window(const struct window_ui *w)
{
	check_place(w->camera.x, 2147483648.0);
	check_place(w->camera.y, 2147483648.0);
	check_place(w->camera.turn, 360);
	must(w->camera.tilt >= 0 && w->camera.tilt <= CAMERA_MOST_TILT);
	must(w->camera.scale >= 0 && w->camera.scale <= 1);
	check_place(w->pointer_x, WINDOW_FAR);
	check_place(w->pointer_y, WINDOW_FAR);
	check_place(w->pick_x, 1e15);
	check_place(w->pick_y, 1e15);
	must(w->button >= 0 && w->button <= WINDOW_RIGHT && w->drag <= DRAG_BOX);
	must(!w->ready || (w->width >= 1 && w->width <= WINDOW_MOST_PIXELS && w->height >= 1 &&
			   w->height <= WINDOW_MOST_BYTES / 4 / w->width));
}

/* What the command thread does when a frame is asked for. */
static void answer(struct explorer *e, struct placement *placement)
{
	enum reading_kind kind;
	struct snap_frame *f;
	union request wanted;

	while (board_take_request(e->ui->board, false, &kind, &wanted)) {
		if (kind != READ_frame || wanted.frame.query.width == 0) {
			board_put_reading(e->ui->board, kind, NULL);
			continue;
		}
		must(snap_frame_new(wanted.frame.serial, &wanted.frame.query, placement, &f) ==
		     STATUS_OK);
		if (!(f->query.camera.scale > 0))
			camera_fit_die(&f->query.camera, &placement->die, f->query.width,
				       f->query.height);
		f->fd = STDIN_FILENO;
		f->bytes = 4 * (int64_t)f->query.width * f->query.height;
		f->memory = 1;
		f->columns = f->rows = 8;
		f->picked =
			(struct frame_place){.on_die = wanted.frame.query.pick_x >= 0,
					     .x = wanted.frame.query.pick_x,
					     .y = wanted.frame.query.pick_y,
					     .component = wanted.frame.query.pick_y >= 0 ? 0 : -1};
		board_put_reading(e->ui->board, kind, &f->snap);
	}
}

/* A key that does more than move the camera runs commands, which is for other targets. */
static bool moves_camera(int32_t key)
{
	static const char *const commands[] = {"window_pan", "window_zoom", "window_relief",
					       "window_show", "window close"};
	const struct binding *binding = keymap_find("window", key);

	for (size_t i = 0; binding && i < sizeof commands / sizeof *commands; i++) {
		if (strncmp(binding->command, commands[i], strlen(commands[i])) == 0)
			return true;
	}
	return false;
}

static void take(struct explorer *e, const void *packet, size_t size, struct placement *placement)
{
	struct window_ui *w = &e->ui->window;
	struct window_message m;
	bool is_one = window_message_parse(packet, size, FROM_WINDOW, &m) == STATUS_OK;

	if (is_one && m.kind == WINDOW_KEY && !moves_camera(m.key))
		return;
	must(send(e->window, packet, size, MSG_NOSIGNAL) == (ssize_t)size);
	w->messages.left = w->events.left = 100; /* all, however fast they come */
	window_take(e->ui);
	must(is_one || w->fd < 0);
	check_window(w);
	for (int i = 0; i < 2; i++) {
		window_update(e->ui);
		answer(e, placement);
	}
	check_message(e);
	check_window(w);
	must(e->ui->message.length < 1000);
	if (w->fd < 0) {
		close(e->window);
		open_link(e);
	}
}

static void take_all(struct explorer *e, const uint8_t *data, size_t size,
		     struct placement *placement)
{
	while (size > 1) {
		struct window_message m = {0};
		bool whole = data[0] == WHOLE_PACKET;
		size_t n = data[whole];

		data += 1 + whole;
		size -= 1 + whole;
		n = n < size ? n : size;
		n = n < sizeof m ? n : sizeof m;
		memcpy(&m, data, n);
		if (!whole || n > 0)
			take(e, &m, whole ? n : sizeof m, placement);
		data += n;
		size -= n;
	}
}

int fuzz_window(const uint8_t *data, size_t size)
{
	static struct placement *placement;
	struct explorer e = {.ui = calloc(1, sizeof *e.ui)};

	if (!placement) {
		if (!command_find("window"))
			command_add_table(window_commands);
		placement = make_placement();
	}
	must(e.ui && board_new(&e.ui->board) == STATUS_OK);
	e.ui->view = &paths_view;
	window_init(e.ui);
	must(views_init(e.ui) == STATUS_OK);
	open_link(&e);
	take_all(&e, data, size, placement);
	window_close(e.ui);
	close(e.window);
	text_release(&e.ui->message);
	board_free(e.ui->board);
	ui_forget(e.ui);
	views_release(e.ui);
	free(e.ui);
	return 0;
}
