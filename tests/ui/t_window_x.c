/*
 * The layout window's process on an X server of its own: what it shows, read from the server's
 * framebuffer, and what it tells of a pointer and a keyboard that xdotool moves.
 */
#include <arpa/inet.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#if __has_include(<X11/Xlib.h>)
#include <X11/Xlib.h>
#define HAS_XLIB
#endif

#if defined(__has_feature)
#define SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

#include "lib/tap.h"
#include "ui/widgets/key.h"
#include "ui/win/protocol.h"
#include "lib/window_helper.h"

/* So large that the window has its usual size: 1280 x 800. */
enum { SCREEN_WIDTH = 1600, SCREEN_HEIGHT = 1000, SETTLE_US = 200000 };

static char folder[] = "/tmp/t_window.XXXXXX";
static char display[32] = "DISPLAY=:";
static pid_t server;
static struct helper h;
static unsigned long window;
static int left, top; /* of the window, on the screen */

/* ---- the server ---- */

static bool has(const char *program)
{
	char command[64];

	snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", program);
	return system(command) == 0;
}

/* Starts the server on a display that is free; display names it then. */
static bool start_server(void)
{
	struct pollfd p;
	char number[16] = "", screen[32];
	int ends[2];
	ssize_t n = 0;

	if (pipe(ends) != 0)
		return false;
	snprintf(screen, sizeof screen, "%dx%dx24", SCREEN_WIDTH, SCREEN_HEIGHT);
	server = fork();
	if (server < 0)
		return false;
	if (server == 0) {
		int nothing = open("/dev/null", O_RDWR);

		dup2(nothing, 1);
		dup2(nothing, 2);
		dup2(ends[1], 3);
		execlp("Xvfb", "Xvfb", "-displayfd", "3", "-screen", "0", screen, "-nolisten",
		       "tcp", "-noreset", "-fbdir", folder, (char *)NULL);
		_exit(127);
	}
	close(ends[1]);
	p = (struct pollfd){.fd = ends[0], .events = POLLIN};
	while (n >= 0 && !strchr(number, '\n') && poll(&p, 1, WAIT_MS) > 0) {
		size_t length = strlen(number);

		n = read(ends[0], number + length, sizeof number - 1 - length);
		if (n == 0)
			break;
	}
	close(ends[0]);
	strncat(display, number, strcspn(number, "\n"));
	return strchr(number, '\n') != NULL;
}

/* Runs xdotool with these words; what it says first. */
static const char *xdotool(const char *format, ...) __attribute__((format(printf, 1, 2)));
static const char *xdotool(const char *format, ...)
{
	static char line[4096];
	char words[512], command[1024];
	va_list args;
	FILE *out;
	size_t n;

	va_start(args, format);
	vsnprintf(words, sizeof words, format, args);
	va_end(args);
	snprintf(command, sizeof command, "%s timeout 20 xdotool %s 2>/dev/null", display, words);
	out = popen(command, "r");
	n = out ? fread(line, 1, sizeof line - 1, out) : 0;
	line[n] = '\0';
	if (out)
		pclose(out);
	return line;
}

/* ---- pixels ---- */

/* The framebuffer, an X window dump that the server keeps up to date. */
static const unsigned char *screen_map(void)
{
	char path[64];
	struct stat st;
	void *map;
	int fd;

	snprintf(path, sizeof path, "%s/Xvfb_screen0", folder);
	fd = open(path, O_RDONLY);
	if (fd < 0 || fstat(fd, &st) != 0)
		return NULL;
	map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
	close(fd);
	return map == MAP_FAILED ? NULL : map;
}

/* The colour of the screen at a pixel of the window. */
static uint32_t pixel(const unsigned char *screen, int x, int y)
{
	const uint32_t *head = (const uint32_t *)screen;
	uint32_t start = ntohl(head[0]) + ntohl(head[19]) * 12;
	const unsigned char *p =
		screen + start + (uint32_t)(top + y) * ntohl(head[12]) + (uint32_t)(left + x) * 4;

	/* as the dump says: its bytes are in this order */
	return ntohl(head[7]) ? (uint32_t)(p[1] << 16 | p[2] << 8 | p[3])
			      : (uint32_t)(p[2] << 16 | p[1] << 8 | p[0]);
}

static const uint32_t colours[4] = {0xff0000, 0x00ff00, 0x0000ff, 0xff123456};

/* Whether the window shows a quarter in each colour, to its corners, within some time. */
static bool shows_quarters(int width, int height, int margin)
{
	const unsigned char *screen = screen_map();
	bool same = false;

	for (int i = 0; screen && !same && i < WAIT_MS / 20; i++) {
		int x[2][2] = {{margin, width / 2 - 1 - margin},
			       {width / 2 + margin, width - 1 - margin}};
		int y[2][2] = {{margin, height / 2 - 1 - margin},
			       {height / 2 + margin, height - 1 - margin}};

		same = true;
		for (int corner = 0; corner < 16; corner++) {
			int a = corner & 1, b = corner >> 1 & 1;

			same &= pixel(screen, x[a][corner >> 2 & 1], y[b][corner >> 3]) ==
				(colours[a + 2 * b] & 0xffffff);
		}
		if (!same)
			usleep(20000);
	}
	return same;
}

static void draw_quarters(uint32_t *pixels, int width, int height)
{
	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x++)
			pixels[y * width + x] = colours[(x >= width / 2) + 2 * (y >= height / 2)];
	}
}

/* ---- the window ---- */

static bool check_window(void)
{
	struct window_message m = {0}, title = {.kind = WINDOW_TITLE, .text = "quarters"};
	const char *geometry, *at;
	bool started = helper_start(&h, NULL,
				    (const char *const[]){display, "SDL_VIDEODRIVER",
							  "WAYLAND_DISPLAY", NULL}) &&
		       helper_await(&h, WINDOW_READY, &m);

	OK(started && m.width == 1280 && m.height == 800 && strncmp(m.text, "x11, ", 5) == 0,
	   "a window of %dx%d: %s", m.width, m.height, m.text);
	OK(helper_send(&h, &title, -1) && helper_grow(&h, 1280 * 800), "a title");
	draw_quarters(h.slots, 1280, 800);
	OK(helper_show(&h, 0, 1280, 800, true), "a frame");
	window = strtoul(xdotool("search --sync --onlyvisible --name '^quarters$'"), NULL, 10);
	geometry = xdotool("getwindowgeometry --shell %lu", window);
	at = strstr(geometry, "X=");
	left = at ? atoi(at + 2) : -1;
	at = strstr(geometry, "Y=");
	top = at ? atoi(at + 2) : -1;
	OK(window && left >= 0 && top >= 0, "the window has its title");
	return window && left >= 0 && top >= 0 &&
	       OK(shows_quarters(1280, 800, 0), "each pixel in its colour, to the corners");
}

/* What it takes of memory, in MB; the whole process with its libraries. */
static int resident_mb(pid_t pid)
{
	char path[64], line[256];
	FILE *file;
	int kb = 0;

	snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
	file = fopen(path, "r");
	while (file && fgets(line, sizeof line, file) && sscanf(line, "VmRSS: %d", &kb) != 1)
		;
	if (file)
		fclose(file);
	return kb / 1024;
}

static void check_memory(void)
{
	int mb = resident_mb(h.pid);

	if (SANITIZED)
		tap_skip("memory", "a sanitizer's");
	else
		OK(mb > 0 && mb < 150, "it takes less than 150 MB of memory: %d", mb);
}

/* ---- pointer ---- */

/* The last message of a kind that comes until nothing does for a while. */
static bool last(int32_t kind, struct window_message *m)
{
	struct window_message next;
	bool any = helper_await(&h, kind, m);

	while (helper_next(&h, SETTLE_US / 1000, &next)) {
		if (next.kind == kind)
			*m = next;
	}
	return any;
}

static void forget(void)
{
	struct window_message m;

	while (helper_next(&h, SETTLE_US / 1000, &m))
		;
}

static bool is_button(int button, bool down, int clicks, int modifiers, double x, double y)
{
	struct window_message m;

	return helper_await(&h, WINDOW_BUTTON, &m) && m.button == button && m.down == down &&
	       m.clicks == clicks && m.modifiers == modifiers && m.x == x && m.y == y;
}

static void check_pointer(void)
{
	struct window_message m;

	xdotool("mousemove %d %d", left + 100, top + 50);
	OK(last(WINDOW_POINTER, &m) && m.x == 100 && m.y == 50 && m.buttons == 0,
	   "where the pointer is");
	xdotool("click 1");
	OK(is_button(WINDOW_LEFT, true, 1, 0, 100, 50) &&
		   is_button(WINDOW_LEFT, false, 1, 0, 100, 50),
	   "a click");
	usleep(700000);
	xdotool("click --repeat 2 --delay 60 3");
	OK(is_button(WINDOW_RIGHT, true, 1, 0, 100, 50) &&
		   is_button(WINDOW_RIGHT, false, 1, 0, 100, 50) &&
		   is_button(WINDOW_RIGHT, true, 2, 0, 100, 50) &&
		   is_button(WINDOW_RIGHT, false, 2, 0, 100, 50),
	   "a double click with the right button");
	xdotool("keydown shift click 2 keyup shift");
	OK(is_button(WINDOW_MIDDLE, true, 1, WINDOW_SHIFT, 100, 50), "a middle one with Shift");
	forget();
	xdotool("mousedown 1 mousemove %d %d", left + 300, top + 200);
	OK(last(WINDOW_POINTER, &m) && m.x == 300 && m.y == 200 && m.buttons == 1 << WINDOW_LEFT,
	   "a drag");
	xdotool("mouseup 1");
	OK(is_button(WINDOW_LEFT, false, 1, 0, 300, 200), "and its end");
	xdotool("mousemove %d %d", SCREEN_WIDTH - 1, SCREEN_HEIGHT - 1);
	OK(last(WINDOW_POINTER, &m) && m.buttons == -1, "the pointer has left");
	xdotool("mousemove %d %d", left + 10, top + 10);
	forget();
}

static bool turns(const char *words, double dx, double dy, int modifiers)
{
	struct window_message m;

	xdotool("%s", words);
	return helper_await(&h, WINDOW_WHEEL, &m) && m.dx == dx && m.dy == dy && m.x == 10 &&
	       m.y == 10 && m.modifiers == modifiers;
}

static void check_wheel(void)
{
	OK(turns("click 4", 0, 1, 0), "the wheel, away");
	OK(turns("click 5", 0, -1, 0), "and back");
	OK(turns("click 7", 1, 0, 0), "to the right");
	OK(turns("click 6", -1, 0, 0), "and the left");
	OK(turns("keydown ctrl click 4 keyup ctrl", 0, 1, WINDOW_CONTROL), "with Control");
	forget();
}

/* Of many places only the last has to come, and it has to, when the explorer didn't listen. */
static void check_deaf(void)
{
	struct window_message m = {0};
	int n = 0;
	bool there = false;

	for (int i = 0; i < 12; i++)
		xdotool("mousemove %d %d sleep 0.004 mousemove %d %d sleep 0.004 "
			"click --repeat 20 --delay 2 1",
			left + i, top + 20, left + i + 20, top + 30);
	xdotool("mousemove %d %d", left + 444, top + 333);
	while (helper_next(&h, 1000, &m)) {
		n++;
		there = m.kind == WINDOW_POINTER && m.x == 444 && m.y == 333;
	}
	OK(there && n > 100, "the last place comes, after %d unread messages", n);
	OK(helper_show(&h, 0, 1280, 800, false), "and frames are shown again");
}

/* ---- keys ---- */

static bool types(const char *words, int32_t key)
{
	struct window_message m;

	xdotool("key %s", words);
	if (helper_await(&h, WINDOW_KEY, &m) && m.key == key)
		return true;
	printf("# %s: %d instead of %d\n", words, m.key, key);
	return false;
}

/* A key that the keyboard hasn't: xdotool lends it one, and may take it back too early. */
static bool types_rare(const char *word, int32_t key)
{
	struct window_message m;
	bool came = false;

	for (int i = 0; i < 10 && !came; i++) {
		xdotool("key %s", word);
		while (!came && helper_next(&h, 10 * SETTLE_US / 1000, &m))
			came = m.kind == WINDOW_KEY && m.key == key;
	}
	return came;
}

static void check_keys(void)
{
	static const struct {
		const char *words;
		int32_t key;
	} keys[] = {
		{"a", 'a'},
		{"shift+z", 'Z'},
		{"shift+semicolon", ':'},
		{"9", '9'},
		{"slash", '/'},
		{"plus", '+'},
		{"space", UI_KEY_SPACE},
		{"Return", UI_KEY_ENTER},
		{"KP_Enter", UI_KEY_ENTER},
		{"Tab", UI_KEY_TAB},
		{"shift+Tab", UI_KEY_S_TAB},
		{"Escape", UI_KEY_ESC},
		{"BackSpace", UI_KEY_BACKSPACE},
		{"Delete", UI_KEY_DELETE},
		{"Up", UI_KEY_UP},
		{"shift+Down", UI_KEY_S_DOWN},
		{"shift+Home", UI_KEY_S_HOME},
		{"Prior", UI_KEY_PAGE_UP},
		{"F1", UI_KEY_F1},
		{"F12", UI_KEY_F12},
		{"ctrl+d", UI_KEY_CONTROL('d')},
		{"ctrl+i", UI_KEY_TAB},
		{"q", 'q'},
	};
	struct window_message m;
	int n = 0;

	forget();
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		n += types(keys[i].words, keys[i].key);
	OK(n == sizeof keys / sizeof *keys, "keys: %d", n);
	OK(!helper_next(&h, SETTLE_US / 1000, &m), "each came once");
	xdotool("keydown alt key x keyup alt");
	OK(!helper_next(&h, SETTLE_US / 1000, &m), "with Alt they are another process's");
	OK(types_rare("eacute", 0xe9), "a letter beyond ASCII");
	OK(types_rare("EuroSign", 0x20ac), "and beyond Latin");
}

/* ---- size, ends ---- */

static void check_size(void)
{
	struct window_message m = {0};

	forget();
	xdotool("windowsize %lu 900 600", window);
	OK(last(WINDOW_SIZE, &m) && m.width == 900 && m.height == 600, "another size");
	OK(shows_quarters(900, 600, 3), "the frame that it has is scaled");
	draw_quarters(h.slots + h.bytes / 4, 900, 600);
	OK(helper_show(&h, 1, 900, 600, false) && shows_quarters(900, 600, 0),
	   "until there is one of that size");
}

#ifdef HAS_XLIB
/* Asks the window to close, as a window manager does. */
static bool ask_to_close(void)
{
	void *library = dlopen("libX11.so.6", RTLD_NOW);
	__typeof__(XOpenDisplay) *open_display;
	__typeof__(XInternAtom) *atom;
	__typeof__(XSendEvent) *send;
	__typeof__(XCloseDisplay) *close_display;
	XEvent event = {.xclient = {.type = ClientMessage, .window = window, .format = 32}};
	Display *d;

	if (!library)
		return false;
	*(void **)&open_display = dlsym(library, "XOpenDisplay");
	*(void **)&atom = dlsym(library, "XInternAtom");
	*(void **)&send = dlsym(library, "XSendEvent");
	*(void **)&close_display = dlsym(library, "XCloseDisplay");
	d = open_display(strchr(display, ':'));
	if (!d)
		return false;
	event.xclient.message_type = atom(d, "WM_PROTOCOLS", False);
	event.xclient.data.l[0] = (long)atom(d, "WM_DELETE_WINDOW", False);
	send(d, window, False, NoEventMask, &event);
	close_display(d);
	return true;
}
#else
static bool ask_to_close(void)
{
	return false;
}
#endif

static void check_closed(void)
{
	struct window_message m;
	bool said;
	int code;

	if (!ask_to_close()) {
		tap_skip("closed by the user", "no Xlib");
		helper_end(&h, WAIT_MS);
		return;
	}
	said = helper_await(&h, WINDOW_CLOSED, &m);
	code = helper_end(&h, WAIT_MS);
	OK(said && code == 0, "it says that the user has closed it (%d), and ends: %d", said, code);
}

static void check_server_gone(void)
{
	struct window_message m;
	int code;

	OK(helper_start(
		   &h, NULL,
		   (const char *const[]){display, "SDL_VIDEODRIVER", "WAYLAND_DISPLAY", NULL}) &&
		   helper_await(&h, WINDOW_READY, &m),
	   "another window");
	kill(server, SIGKILL);
	waitpid(server, NULL, 0);
	server = 0; /* from now on the number may be another process's */
	while (helper_next(&h, WAIT_MS, &m) && m.kind != WINDOW_CLOSED)
		;
	OK(m.kind < 0, "when the server dies the socket is closed");
	code = helper_end(&h, WAIT_MS);
	OK(code >= 0 && code < 128, "and the process ends: %d", code);
}

static void check_all(void)
{
	if (!check_window())
		return;
	check_memory();
	check_pointer();
	check_wheel();
	check_keys();
	check_deaf();
	check_size();
	check_closed();
	check_server_gone();
}

int main(void)
{
	char command[64];

	if (!mkdtemp(folder))
		return 1;
	if (!has("Xvfb") || !has("xdotool"))
		tap_skip("a window on an X server", "no Xvfb or no xdotool");
	else if (!start_server())
		tap_skip("a window on an X server", "Xvfb doesn't start here");
	else
		check_all();
	if (server > 0)
		kill(server, SIGTERM);
	snprintf(command, sizeof command, "rm -rf %s", folder);
	return system(command) != 0 || tap_done();
}
