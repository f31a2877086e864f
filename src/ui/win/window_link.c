/* The layout window's process: started, told and heard through a socket, ended. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "ui/ui.h"
#include "ui/win/window_impl.h"

enum {
	ENDING_MS = 1500, /* for a window that is closed, before it is killed */
	MESSAGES_AT_ONCE = 64,
	MOST_MESSAGES = 1000,
	MESSAGES_A_SECOND = 4000,
	MOST_EVENTS = 400, /* keys, buttons and turns of the wheel */
	EVENTS_A_SECOND = 200,
};

extern char **environ;

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
	window_wait_for_end(w); /* of the one before, if that takes its time */
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
	w->held = false;
	w->messages = (struct window_rate){MOST_MESSAGES, w->since};
	w->events = (struct window_rate){MOST_EVENTS, w->since};
	memset(&w->asked, 0, sizeof w->asked);
	return STATUS_OK;
}

bool window_reap(struct window_ui *w)
{
	if (w->fd >= 0 || w->pid == 0)
		return true;
	if (clock_ms() - w->since > ENDING_MS)
		kill(w->pid, SIGKILL);
	if (waitpid(w->pid, NULL, WNOHANG) != 0)
		w->pid = 0;
	return w->pid == 0;
}

void window_wait_for_end(struct window_ui *w)
{
	while (!window_reap(w))
		usleep(1000);
}

void window_close(struct ui *ui)
{
	struct window_ui *w = &ui->window;

	if (w->fd < 0)
		return;
	close(w->fd);
	w->fd = -1;
	w->since = clock_ms();
	w->ready = w->under_way = false;
	w->drag = DRAG_NONE;
	w->pointer_x = w->pointer_y = -1;
	w->taken = w->picks;
	if (w->frame)
		snap_unref(&w->frame->snap);
	w->frame = NULL;
	window_reap(w);
	if (!ui->quit) /* a frame of no size: what was kept for frames can go */
		board_want_frame(ui->board, &(struct frame_request){.serial = ++w->serial});
}

/* A message, with a descriptor if it isn't −1. */
void window_tell(struct window_ui *w, const struct window_message *message, int descriptor)
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

int window_fd(const struct ui *ui)
{
	return ui->window.held ? -1 : ui->window.fd;
}

/* As many as come at that rate, a second's worth of `most` at once. */
static bool allows(struct window_rate *rate, double most, double a_second)
{
	double now = clock_ms();

	rate->left = fmin(most, rate->left + (now - rate->since) * a_second / 1000);
	rate->since = now;
	if (rate->left < 1)
		return false;
	rate->left--;
	return true;
}

static enum status take(struct ui *ui, const void *bytes, size_t n)
{
	struct window_ui *w = &ui->window;
	struct window_message m;

	TRY(window_message_parse(bytes, n, FROM_WINDOW, &m));
	if ((m.kind == WINDOW_KEY || m.kind == WINDOW_BUTTON || m.kind == WINDOW_WHEEL) &&
	    !allows(&w->events, MOST_EVENTS, EVENTS_A_SECOND))
		return STATUS_OK;
	return window_take_message(ui, &m);
}

bool window_is_held(const struct ui *ui)
{
	return ui->window.fd >= 0 && ui->window.held;
}

/* A few at a time, and no more a second than hands and displays make: others wait in the socket, and
 * then their sender does. */
void window_take(struct ui *ui)
{
	struct window_ui *w = &ui->window;
	struct window_message bytes;
	char why[160];

	for (int i = 0; i < MESSAGES_AT_ONCE && w->fd >= 0 && !ui->quit; i++) {
		ssize_t n;

		w->held = !allows(&w->messages, MOST_MESSAGES, MESSAGES_A_SECOND);
		if (w->held)
			return;
		n = recv(w->fd, &bytes, sizeof bytes, MSG_TRUNC);
		if (n < 0 && (errno == EAGAIN || errno == EINTR))
			return;
		if (n <= 0) {
			window_ended(ui, STYLE_ERROR, "the layout window's process has ended");
		} else if (take(ui, &bytes, (size_t)n) != STATUS_OK) {
			snprintf(why, sizeof why, "the layout window's process sent %s",
				 status_text(STATUS_BAD_INPUT));
			window_ended(ui, STYLE_ERROR, why);
		}
	}
}
