/*
 * The layout window's process with SDL's driver that shows nothing (tests/ui/t_window_x.c has a
 * display): what it answers, what it shows, that no message crashes it, and how it
 * ends. The driver can write what it would show, a file for each time.
 */
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/tap.h"
#include "ui/win/protocol.h"
#include "lib/window_helper.h"

static const char *const dummy[] = {"SDL_VIDEODRIVER=dummy", "DISPLAY", "WAYLAND_DISPLAY", NULL};

static bool start_dummy(struct helper *h, struct window_message *ready)
{
	return helper_start(h, NULL, dummy) && helper_await(h, WINDOW_READY, ready);
}

/* ---- frames ---- */

static void check_frames(void)
{
	struct window_message m, title = {.kind = WINDOW_TITLE, .text = "a title"};
	struct helper h;
	bool started = start_dummy(&h, &m);

	OK(started && m.width > 100 && m.height > 100, "it has %d x %d pixels", m.width, m.height);
	OK(strcmp(m.text, "dummy, software") == 0, "and says by what: %s", m.text);
	OK(helper_grow(&h, 640 * 480) && helper_show(&h, 0, 640, 480, true), "a frame is shown");
	OK(helper_show(&h, 1, 640, 480, false), "another of the same memory");
	OK(helper_show(&h, 0, 320, 960, false), "one of another shape");
	OK(helper_grow(&h, 1920 * 1080) && helper_show(&h, 1, 1920, 1080, true),
	   "a larger one in new memory");
	OK(helper_send(&h, &title, -1) && helper_show(&h, 0, 1920, 1080, false), "a title");
	OK(!helper_next(&h, 100, &m), "no other message");
	OK(helper_end(&h, 1000) == 0, "it ends within a second when the explorer does");
}

static void check_flood(void)
{
	struct window_message m, frame = {.kind = WINDOW_FRAME, .width = 16, .height = 16};
	struct helper h;
	int sent = 0;

	OK(start_dummy(&h, &m) && helper_grow(&h, 256) && helper_show(&h, 0, 16, 16, true),
	   "a small frame");
	for (int i = 0; i < 3000; i++) {
		frame.slot = i & 1;
		sent += helper_send(&h, &frame, -1);
	}
	OK(sent == 3000, "an explorer that doesn't listen can send thousands");
	while (helper_next(&h, 1000, &m))
		;
	OK(helper_show(&h, 1, 16, 16, false) && helper_end(&h, 1000) == 0, "and listen again");
}

/* ---- pixels ---- */

/* The 32-bit pixel of a bitmap file of Windows at x, y; ~0 when there is none. */
static uint32_t bitmap_pixel(const char *path, int x, int y)
{
	FILE *file = fopen(path, "rb");
	uint32_t start = 0, pixel = ~0u;
	int32_t size[2] = {0, 0};
	unsigned char head[30], bgr[3] = {0};
	long bytes, row;

	if (!file)
		return ~0u;
	if (fread(head, sizeof head, 1, file) == 1) {
		memcpy(&start, head + 10, 4);
		memcpy(size, head + 18, 8);
		bytes = head[28] / 8;
		row = (size[0] * bytes + 3) / 4 * 4;
		fseek(file, (long)start + (size[1] - 1 - y) * row + x * bytes, SEEK_SET);
		if (fread(bgr, sizeof bgr, 1, file) == 1)
			pixel = (uint32_t)(bgr[2] << 16 | bgr[1] << 8 | bgr[0]);
	}
	fclose(file);
	return pixel;
}

/* How many times it has shown something, and the file of the last one. */
static int count_shown(const char *folder, char *last, size_t room)
{
	int n = 0;

	for (;; n++) {
		char path[256];

		snprintf(path, sizeof path, "%s/SDL_window1-%8.8d.bmp", folder, n + 1);
		if (access(path, R_OK) != 0)
			return n;
		snprintf(last, room, "%s", path);
	}
}

static void wait_shown(const char *folder, int n, char *last, size_t room)
{
	for (int i = 0; i < WAIT_MS / 10 && count_shown(folder, last, room) < n; i++)
		usleep(10000);
	usleep(300000);
}

static void check_pixels(const char *folder)
{
	static const char *const saving[] = {"SDL_VIDEODRIVER=dummy",
					     "SDL_VIDEO_DUMMY_SAVE_FRAMES=1", NULL};
	static const uint32_t colour[4] = {0xff0000, 0x00ff00, 0x0000ff, 0xff123456};
	struct window_message ready;
	char path[256] = "";
	struct helper h;
	bool same = true;
	int n, w, height;

	if (!OK(helper_start(&h, folder, saving) && helper_await(&h, WINDOW_READY, &ready),
		"a window whose pixels can be seen"))
		return;
	w = ready.width;
	height = ready.height;
	helper_grow(&h, (int64_t)w * height);
	for (int64_t i = 0; i < (int64_t)w * height; i++)
		h.slots[i] = colour[i % w % 2 + 2 * (i / w % 2)];
	OK(helper_show(&h, 0, w, height, true), "a frame of four colours");
	wait_shown(folder, 1, path, sizeof path);
	n = count_shown(folder, path, sizeof path);
	for (int i = 0; i < 4; i++) {
		int x = w - 1 - i % 2, y = height - 1 - i / 2;

		same &= bitmap_pixel(path, i % 2, i / 2) == (colour[i] & 0xffffff) &&
			bitmap_pixel(path, x, y) == (colour[x % 2 + 2 * (y % 2)] & 0xffffff);
	}
	OK(same, "is shown pixel by pixel, red as red");
	usleep(300000);
	OK(n >= 1 && n <= 3 && count_shown(folder, path, sizeof path) == n,
	   "and only when there is something new: %d times", n);
	OK(helper_end(&h, 1000) == 0, "it ends");
}

/* ---- what can't be true ---- */

enum descriptor { NONE, MEMORY, A_PIPE, UNSEALED };

static const struct lie {
	const char *what;
	int32_t kind, slot, width, height;
	int64_t bytes;
	enum descriptor with;
	size_t cut; /* bytes that are sent; 0 = all */
} lies[] = {
	{"no memory", WINDOW_FRAME, 0, 64, 64, 16384, NONE, 0},
	{"slot 2", WINDOW_FRAME, 2, 64, 64, 16384, MEMORY, 0},
	{"slot -1", WINDOW_FRAME, -1, 64, 64, 16384, MEMORY, 0},
	{"slots of fewer bytes than pixels", WINDOW_FRAME, 1, 64, 64, 16383, MEMORY, 0},
	{"memory smaller than its slots", WINDOW_FRAME, 1, 64, 64, 16388, MEMORY, 0},
	{"no pixels", WINDOW_FRAME, 0, 0, 64, 16384, MEMORY, 0},
	{"a negative size", WINDOW_FRAME, 0, -64, -64, 16384, MEMORY, 0},
	{"a huge size", WINDOW_FRAME, 0, INT32_MAX, INT32_MAX, 16384, MEMORY, 0},
	{"a size whose bytes wrap around", WINDOW_FRAME, 0, 1 << 30, 1 << 30, 16384, MEMORY, 0},
	{"slots of 2^63 - 1 bytes", WINDOW_FRAME, 1, 64, 64, INT64_MAX, MEMORY, 0},
	{"slots of no bytes", WINDOW_FRAME, 1, 64, 64, 0, MEMORY, 0},
	{"a pipe for memory", WINDOW_FRAME, 1, 64, 64, 16384, A_PIPE, 0},
	{"a kind that isn't", 99, 0, 0, 0, 0, NONE, 0},
	{"a kind that isn't, with memory", -1, 0, 0, 0, 0, MEMORY, 0},
	{"its own words", WINDOW_READY, 0, 64, 64, 0, NONE, 0},
	{"memory that can be cut", WINDOW_FRAME, 0, 64, 64, 16384, UNSEALED, 0},
	{"half a message", WINDOW_FRAME, 0, 64, 64, 16384, MEMORY, 40},
	{"one byte", WINDOW_TITLE, 0, 0, 0, 0, NONE, 1},
};

static void check_lie(const struct lie *lie)
{
	struct window_message m = {.kind = lie->kind,
				   .slot = lie->slot,
				   .width = lie->width,
				   .height = lie->height,
				   .bytes = lie->bytes};
	struct window_message answer = {0};
	int ends[2] = {-1, -1}, descriptor, open = memfd_create("frames", MFD_CLOEXEC);
	struct helper h;
	bool said;

	if (!start_dummy(&h, &answer) || !helper_grow(&h, 64 * 64) || pipe(ends) != 0 ||
	    ftruncate(open, 2 * 64 * 64 * 4) != 0)
		OK(false, "%s: it starts", lie->what);
	descriptor = lie->with == MEMORY     ? h.memory
		     : lie->with == A_PIPE   ? ends[0]
		     : lie->with == UNSEALED ? open
					     : -1;
	said = helper_send_bytes(&h, &m, lie->cut ? lie->cut : sizeof m, descriptor) &&
	       helper_await(&h, WINDOW_FAILED, &answer);
	close(ends[0]);
	close(ends[1]);
	close(open);
	OK(said && helper_end(&h, WAIT_MS) == 1, "%s: %s", lie->what, answer.text);
}

static void check_longer(void)
{
	struct window_message answer;
	char bytes[2000] = {WINDOW_TITLE};
	struct helper h;

	OK(start_dummy(&h, &answer) && helper_send_bytes(&h, bytes, sizeof bytes, -1) &&
		   helper_await(&h, WINDOW_FAILED, &answer) && helper_end(&h, WAIT_MS) == 1,
	   "two thousand bytes: %s", answer.text);
	memset(bytes, 'x', sizeof bytes);
	memcpy(bytes, &(int32_t){WINDOW_TITLE}, sizeof(int32_t));
	OK(start_dummy(&h, &answer) &&
		   helper_send_bytes(&h, bytes, sizeof(struct window_message), -1) &&
		   helper_await(&h, WINDOW_FAILED, &answer) && helper_end(&h, WAIT_MS) == 1,
	   "a title without an end: %s", answer.text);
}

/* ---- no display ---- */

static void check_no_display(const char *what, const char *const *environment, const char *wanted)
{
	struct window_message m = {0};
	struct helper h;

	OK(helper_start(&h, NULL, environment) && helper_await(&h, WINDOW_FAILED, &m) &&
		   strncmp(m.text, wanted, strlen(wanted)) == 0 && helper_end(&h, WAIT_MS) == 1,
	   "%s: %s", what, m.text);
}

static void check_no_displays(void)
{
	check_no_display(
		"without a display",
		(const char *const[]){"SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY", NULL},
		"no display: neither DISPLAY nor WAYLAND_DISPLAY is set");
	check_no_display("a display that isn't there",
			 (const char *const[]){"SDL_VIDEODRIVER", "DISPLAY=:31999",
					       "WAYLAND_DISPLAY=nowhere", NULL},
			 "no display: DISPLAY=:31999 can't be opened");
	check_no_display("a driver that isn't there",
			 (const char *const[]){"SDL_VIDEODRIVER=mirror", NULL}, "no display: ");
}

/* ---- the end ---- */

/* A process that does nothing but keep what its parent has open. */
static pid_t hold(void)
{
	pid_t pid = fork();

	if (pid == 0) {
		sleep(60);
		_exit(0);
	}
	return pid;
}

/* The socket stays open, in another process, when the one that started the window dies. */
static void check_orphan(void)
{
	struct window_message m;
	struct helper h;
	int said[2], state = 0;
	pid_t parent, holder = -1, ended = 0;

	prctl(PR_SET_CHILD_SUBREAPER, 1);
	if (pipe(said) != 0)
		return;
	parent = fork();
	if (parent == 0) {
		sigset_t all;

		sigfillset(&all);
		sigprocmask(SIG_SETMASK, &all, NULL); /* as the explorer reads its signals */
		if (start_dummy(&h, &m) && (holder = hold()) > 0 &&
		    write(said[1], &holder, sizeof holder) == sizeof holder &&
		    write(said[1], &h, sizeof h) == sizeof h)
			sleep(60);
		_exit(1);
	}
	if (read(said[0], &holder, sizeof holder) != sizeof holder ||
	    read(said[0], &h, sizeof h) != sizeof h)
		h.pid = -1;
	if (parent > 0) { /* kill(-1) would go to every process */
		kill(parent, SIGKILL);
		waitpid(parent, &state, 0);
	}
	for (int i = 0; h.pid > 0 && ended == 0 && i < WAIT_MS / 10; i++) {
		ended = waitpid(h.pid, &state, WNOHANG);
		usleep(10000);
	}
	OK(h.pid > 0 && ended == h.pid && WIFSIGNALED(state) && WTERMSIG(state) == SIGTERM,
	   "it ends when the explorer is killed, even if another process has its socket");
	if (holder > 0) {
		kill(holder, SIGKILL);
		waitpid(holder, &state, 0);
	}
	close(said[0]);
	close(said[1]);
}

int main(void)
{
	char folder[] = "/tmp/t_window.XXXXXX", command[64];

	if (!mkdtemp(folder))
		return 1;
	check_frames();
	check_flood();
	check_pixels(folder);
	for (size_t i = 0; i < sizeof lies / sizeof *lies; i++)
		check_lie(&lies[i]);
	check_longer();
	check_no_displays();
	check_orphan();
	snprintf(command, sizeof command, "rm -rf %s", folder);
	if (system(command) != 0)
		return 1;
	return tap_done();
}
