#include "ui/win/window_process.h"

#include <errno.h>
#include <fcntl.h>
#include <SDL_opengl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/grow.h"
#include "base/print.h"
#include "base/signals.h"
#include "ui/widgets/key.h"
#include "ui/win/frames.h"
#include "ui/win/peer.h"
#include "ui/win/sdl.h"
#include "ui/win/sdl_keys.h"

enum {
	WIDTH = 1280,
	HEIGHT = 800,
	PART_OF_DISPLAY = 80, /* percent, of one that is smaller */
	LEAST_SIDE = 200,
	MOST_WAITING = 64, /* messages */
	OWED_MS = 50,      /* between two attempts to send what is owed */
	END_S = 1          /* that the end may take when the display hangs */
};

struct window {
	SDL_Window *window;
	SDL_Renderer *renderer;
	SDL_Texture *texture; /* what was shown last, NULL before */
	int width, height;    /* of the texture */
	struct window_frames frames;
	struct peer peer;
	pthread_t reader;
	sem_t room; /* for messages that wait for SDL */
	bool reads;
	_Atomic bool quiet;  /* the reader is to say no more */
	Uint32 packet_event; /* data1: an owned struct peer_packet, or NULL: the explorer is gone */
	bool stale;          /* what is on the screen isn't the texture */
	bool ended;
	enum status status;
};

/* ---- the process ---- */

/*
 * Away from the terminal: from what its keys send, from the signals that the explorer has blocked
 * for its own, and from writing on it (Xlib does when its server dies).
 */
static void leave_terminal(void)
{
	int nothing = open("/dev/null", O_RDWR);
	sigset_t none;

	setsid();
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO && nothing >= 0; fd++)
		dup2(nothing, fd);
	if (nothing > STDERR_FILENO)
		close(nothing);
	fcntl(WINDOW_SOCKET, F_SETFD, FD_CLOEXEC);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signals_fail_writes(); /* to a display that has died */
	prctl(PR_SET_PDEATHSIG, SIGTERM);
}

/* Not more than a few messages wait for SDL; others do in the socket. False at the end. */
static bool wait_for_room(struct window *w)
{
	while (sem_wait(&w->room) != 0 && errno == EINTR)
		;
	return !w->quiet;
}

/* Reads the socket, so that the window can wait for SDL's events alone. */
static void *read_socket(void *argument)
{
	struct window *w = argument;
	SDL_Event event = {.user = {.type = w->packet_event}};
	struct peer_packet *packet;

	while ((packet = malloc(sizeof *packet)) && wait_for_room(w) && peer_receive(packet)) {
		event.user.data1 = packet;
		if (sdl.PushEvent(&event) > 0)
			continue;
		if (packet->descriptor >= 0)
			close(packet->descriptor);
		free(packet);
		sem_post(&w->room);
	}
	free(packet);
	event.user.data1 = NULL;
	if (!w->quiet) {
		alarm(END_S); /* a window that waits for its display doesn't hear of the end */
		sdl.PushEvent(&event);
	}
	return NULL;
}

/* ---- opening ---- */

/* The driver on the display that a variable names. */
static bool open_driver(const char *driver, const char *variable)
{
	const char *display = getenv(variable);

	if (!display || !*display)
		return false;
	setenv("SDL_VIDEODRIVER", driver, 1);
	return sdl.Init(SDL_INIT_VIDEO) == 0;
}

/*
 * Only drivers of windows, unless the environment names another: without a display SDL takes one
 * that shows nothing ("offscreen") or, on a text console, screen and keyboard ("KMSDRM").
 */
static enum status open_display(void)
{
	const char *named = getenv("SDL_VIDEODRIVER"), *x11 = getenv("DISPLAY");
	const char *wayland = getenv("WAYLAND_DISPLAY"), *driver;

	if (named && *named)
		return sdl.Init(SDL_INIT_VIDEO) == 0
			       ? STATUS_OK
			       : status_fail(STATUS_NO_TERMINAL, "no display: %s", sdl.GetError());
	if (!(x11 && *x11) && !(wayland && *wayland))
		return status_fail(STATUS_NO_TERMINAL,
				   "no display: neither DISPLAY nor WAYLAND_DISPLAY is set");
	if (!open_driver("x11", "DISPLAY") && !open_driver("wayland", "WAYLAND_DISPLAY"))
		return status_fail(STATUS_NO_TERMINAL, "no display: %s=%.60s can't be opened",
				   x11 && *x11 ? "DISPLAY" : "WAYLAND_DISPLAY",
				   x11 && *x11 ? x11 : wayland);
	driver = sdl.GetCurrentVideoDriver();
	if (!driver || (strcmp(driver, "x11") != 0 && strcmp(driver, "wayland") != 0))
		return status_fail(STATUS_NO_TERMINAL,
				   "no display: SDL has only its invisible driver \"%s\"",
				   driver ? driver : "");
	return STATUS_OK;
}

static void give_hints(void)
{
	sdl.SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
	sdl.SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
	sdl.SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
	/* the terminal mostly has the focus; a click that brings it here is one all the same */
	sdl.SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
	sdl.SetHint(SDL_HINT_APP_NAME, "warpscope");
	/* the renderer without a GPU shall do without one */
	sdl.SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
}

/* Whether OpenGL, whose renderer is there, is computed by the CPU: of SDL's own renderer a frame
 * takes a tenth of the time and the process a fifth of the memory. */
static bool is_software_gl(void)
{
	typedef const GLubyte *APIENTRY get_string(GLenum);
	static const char *const names[] = {"llvmpipe", "softpipe", "Software Rasterizer",
					    "SwiftShader"};
	get_string *get = (get_string *)sdl.GL_GetProcAddress("glGetString");
	const char *name = get ? (const char *)get(GL_RENDERER) : NULL;

	return name && ANY(i, 0, sizeof names / sizeof *names, strstr(name, names[i]) != NULL);
}

static enum status open_renderer(struct window *w)
{
	Uint32 flags = SDL_RENDERER_ACCELERATED | SDL_RENDERER_PRESENTVSYNC;
	SDL_RendererInfo info = {0};

	w->renderer = sdl.CreateRenderer(w->window, -1, flags);
	if (w->renderer && sdl.GetRendererInfo(w->renderer, &info) == 0 &&
	    strncmp(info.name, "opengl", strlen("opengl")) == 0 && is_software_gl()) {
		sdl.DestroyRenderer(w->renderer);
		w->renderer = NULL;
	}
	if (!w->renderer)
		w->renderer = sdl.CreateRenderer(w->window, -1, SDL_RENDERER_SOFTWARE);
	return w->renderer ? STATUS_OK
			   : status_fail(STATUS_FAILED, "no renderer: %s", sdl.GetError());
}

static enum status open_window(struct window *w)
{
	Uint32 flags = SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
	int width = WIDTH, height = HEIGHT;
	SDL_Rect display;

	if (sdl.GetDisplayUsableBounds(0, &display) == 0) {
		width = SDL_min(width, display.w * PART_OF_DISPLAY / 100);
		height = SDL_min(height, display.h * PART_OF_DISPLAY / 100);
	}
	w->window = sdl.CreateWindow("warpscope", SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED,
				     width, height, flags);
	if (!w->window)
		return status_fail(STATUS_FAILED, "no window: %s", sdl.GetError());
	TRY(open_renderer(w));
	sdl.SetWindowMinimumSize(w->window, LEAST_SIDE, LEAST_SIDE);
	sdl.SetRenderDrawColor(w->renderer, 0, 0, 0, 255);
	sdl.StartTextInput();
	return STATUS_OK;
}

static void say_ready(struct window *w)
{
	struct window_message ready = {.kind = WINDOW_READY};
	SDL_RendererInfo info = {0};
	char drivers[WINDOW_TEXT];

	sdl.GetRendererInfo(w->renderer, &info);
	sdl.GetRendererOutputSize(w->renderer, &ready.width, &ready.height);
	window_size_clamp(&ready.width, &ready.height);
	snprintf(drivers, sizeof drivers, "%s, %s", sdl.GetCurrentVideoDriver(),
		 info.name ? info.name : "?");
	window_text_set(ready.text, drivers);
	w->peer.width = ready.width;
	w->peer.height = ready.height;
	peer_send_word(&ready);
}

static enum status start(struct window *w)
{
	TRY(sdl_load());
	give_hints();
	TRY(open_display());
	TRY(open_window(w));
	w->packet_event = sdl.RegisterEvents(1);
	say_ready(w);
	w->reads = pthread_create(&w->reader, NULL, read_socket, w) == 0;
	return w->reads ? STATUS_OK : status_fail(STATUS_FAILED, "no thread for the window");
}

/* ---- what the explorer says ---- */

static enum status resize_texture(struct window *w, int width, int height)
{
	if (w->texture && w->width == width && w->height == height)
		return STATUS_OK;
	if (w->texture)
		sdl.DestroyTexture(w->texture);
	w->texture = sdl.CreateTexture(w->renderer, SDL_PIXELFORMAT_XRGB8888,
				       SDL_TEXTUREACCESS_STREAMING, width, height);
	if (!w->texture)
		return status_fail(STATUS_FAILED, "a frame of %dx%d: %s", width, height,
				   sdl.GetError());
	w->width = width;
	w->height = height;
	return STATUS_OK;
}

/* The pixels are taken at once, so that the next frame is made while this one is presented. */
static enum status take_frame(struct window *w, const struct window_message *m, int descriptor)
{
	const void *pixels = NULL;

	TRY(window_frames_take(&w->frames, m, descriptor, &pixels));
	TRY(resize_texture(w, m->width, m->height));
	if (sdl.UpdateTexture(w->texture, NULL, pixels, m->width * 4) != 0)
		return status_fail(STATUS_FAILED, "a frame of %dx%d: %s", m->width, m->height,
				   sdl.GetError());
	peer_send_shown(&w->peer, m->slot);
	w->stale = true;
	return STATUS_OK;
}

static enum status take_packet(struct window *w, const struct peer_packet *packet)
{
	struct window_message m;
	enum status status =
		window_message_parse(&packet->message, packet->size, FROM_EXPLORER, &m);

	if (status == STATUS_OK && m.kind == WINDOW_FRAME)
		return take_frame(w, &m, packet->descriptor);
	if (packet->descriptor >= 0)
		close(packet->descriptor);
	if (status == STATUS_OK)
		sdl.SetWindowTitle(w->window, m.text);
	return status;
}

static void on_packet(struct window *w, struct peer_packet *packet)
{
	w->ended = packet == NULL;
	if (!packet)
		return;
	w->status = take_packet(w, packet);
	w->ended = w->status != STATUS_OK;
	free(packet);
	sem_post(&w->room);
}

/* ---- what the user does ---- */

static double within(double value, double most)
{
	return value >= -most && value <= most ? value : value > most ? most : -most;
}

/* Where the pointer is, in pixels; SDL counts in units that may be larger. */
static struct window_message message_at(struct window *w, int32_t kind, int x, int y)
{
	struct window_message m = {.kind = kind};
	int units_x = 0, units_y = 0, width = 0, height = 0;
	Uint32 state = sdl.GetMouseState(NULL, NULL);

	sdl.GetWindowSize(w->window, &units_x, &units_y);
	sdl.GetRendererOutputSize(w->renderer, &width, &height);
	m.x = units_x > 0 ? (double)x * width / units_x : x;
	m.y = units_y > 0 ? (double)y * height / units_y : y;
	m.x = within(m.x, WINDOW_FAR);
	m.y = within(m.y, WINDOW_FAR);
	m.buttons = (state & SDL_BUTTON_LMASK ? 1 << WINDOW_LEFT : 0) |
		    (state & SDL_BUTTON_MMASK ? 1 << WINDOW_MIDDLE : 0) |
		    (state & SDL_BUTTON_RMASK ? 1 << WINDOW_RIGHT : 0);
	m.modifiers = sdl_modifiers(sdl.GetModState());
	return m;
}

static void on_motion(struct window *w, const SDL_MouseMotionEvent *event)
{
	struct window_message m = message_at(w, WINDOW_POINTER, event->x, event->y);

	peer_note_pointer(&w->peer, &m);
}

static void on_button(struct window *w, const SDL_MouseButtonEvent *event)
{
	struct window_message m = message_at(w, WINDOW_BUTTON, event->x, event->y);

	m.button = event->button == SDL_BUTTON_LEFT     ? WINDOW_LEFT
		   : event->button == SDL_BUTTON_MIDDLE ? WINDOW_MIDDLE
		   : event->button == SDL_BUTTON_RIGHT  ? WINDOW_RIGHT
							: 0;
	m.down = event->state == SDL_PRESSED;
	m.clicks = event->clicks;
	if (m.button)
		peer_send_event(&w->peer, &m);
}

static void on_wheel(struct window *w, const SDL_MouseWheelEvent *event)
{
	struct window_message m;
	int x, y;

	sdl.GetMouseState(&x, &y);
	m = message_at(w, WINDOW_WHEEL, x, y);
	m.dx = within((double)event->preciseX, WINDOW_MOST_NOTCHES);
	m.dy = within((double)event->preciseY, WINDOW_MOST_NOTCHES);
	peer_send_event(&w->peer, &m);
}

static void send_key(struct window *w, int32_t key)
{
	struct window_message m = {.kind = WINDOW_KEY, .key = key};

	m.modifiers = sdl_modifiers(sdl.GetModState());
	if (window_key_is_valid(key))
		peer_send_event(&w->peer, &m);
}

/* With Alt held a text is meant for the desktop; AltGr is the right one. */
static void on_text(struct window *w, const char *text)
{
	int32_t key;

	while (!(sdl.GetModState() & KMOD_LALT) && (key = sdl_text_key(&text)) != UI_KEY_NONE)
		send_key(w, key);
}

static void on_size(struct window *w)
{
	int32_t width = 0, height = 0;

	w->stale = true;
	if (sdl.GetRendererOutputSize(w->renderer, &width, &height) != 0)
		return;
	window_size_clamp(&width, &height);
	if (width != w->peer.width || height != w->peer.height)
		peer_send_size(&w->peer, width, height);
}

static void on_leave(struct window *w)
{
	struct window_message m = {.kind = WINDOW_POINTER, .buttons = -1};

	/* a drag goes on outside */
	if (!sdl.GetMouseState(NULL, NULL))
		peer_note_pointer(&w->peer, &m);
}

static void on_window(struct window *w, const SDL_WindowEvent *event)
{
	switch (event->event) {
	case SDL_WINDOWEVENT_SIZE_CHANGED:
		on_size(w);
		break;
	case SDL_WINDOWEVENT_EXPOSED:
		w->stale = true;
		break;
	case SDL_WINDOWEVENT_LEAVE:
		on_leave(w);
		break;
	case SDL_WINDOWEVENT_CLOSE:
		peer_send_word(&(struct window_message){.kind = WINDOW_CLOSED});
		w->ended = true;
		break;
	}
}

static void on_event(struct window *w, const SDL_Event *event)
{
	if (event->type == w->packet_event) {
		on_packet(w, event->user.data1);
		return;
	}
	switch (event->type) {
	case SDL_WINDOWEVENT:
		on_window(w, &event->window);
		break;
	case SDL_MOUSEMOTION:
		on_motion(w, &event->motion);
		break;
	case SDL_MOUSEBUTTONDOWN:
	case SDL_MOUSEBUTTONUP:
		on_button(w, &event->button);
		break;
	case SDL_MOUSEWHEEL:
		on_wheel(w, &event->wheel);
		break;
	case SDL_KEYDOWN:
		send_key(w, sdl_key(event->key.keysym));
		break;
	case SDL_TEXTINPUT:
		on_text(w, event->text.text);
		break;
	}
}

/* ---- running ---- */

/* The last frame, scaled when the window has another size meanwhile. */
static void present(struct window *w)
{
	/* where nothing is seen presenting may wait forever; being seen again is an event */
	if (sdl.GetWindowFlags(w->window) & (SDL_WINDOW_HIDDEN | SDL_WINDOW_MINIMIZED))
		return;
	sdl.RenderClear(w->renderer);
	if (w->texture)
		sdl.RenderCopy(w->renderer, w->texture, NULL, NULL);
	sdl.RenderPresent(w->renderer);
	w->stale = false;
}

static void run(struct window *w)
{
	bool paid = true;
	SDL_Event event;
	int got;

	while (!w->ended) {
		got = paid ? sdl.WaitEvent(&event) : sdl.WaitEventTimeout(&event, OWED_MS);
		w->ended = paid && !got;
		for (; got && !w->ended; got = sdl.PollEvent(&event))
			on_event(w, &event);
		paid = peer_pay(&w->peer);
		if (w->stale && !w->ended)
			present(w);
	}
}

/*
 * The reader ends first, since it tells SDL of what it reads. An X server cleans up after us: SDL
 * wakes its window through a second connection, and where that comes after the window's end it is
 * an error of X.
 */
static void stop(struct window *w)
{
	const char *driver = sdl.GetCurrentVideoDriver ? sdl.GetCurrentVideoDriver() : NULL;

	alarm(END_S);
	w->quiet = true;
	sem_post(&w->room);
	shutdown(WINDOW_SOCKET, SHUT_RDWR);
	if (w->reads)
		pthread_join(w->reader, NULL);
	if (driver && strcmp(driver, "x11") != 0)
		sdl.Quit();
	window_frames_release(&w->frames);
}

int window_process_run(void)
{
	struct window w = {0};
	struct window_message failed = {.kind = WINDOW_FAILED};

	if (!peer_is_there()) {
		print_error("warpscope: --window-helper is for the explorer, not to be typed\n");
		return 2;
	}
	leave_terminal();
	sem_init(&w.room, 0, MOST_WAITING);
	w.status = start(&w);
	if (w.status == STATUS_OK)
		run(&w);
	if (w.status != STATUS_OK) {
		window_text_set(failed.text, status_text(w.status));
		peer_send_word(&failed);
	}
	stop(&w);
	return w.status != STATUS_OK;
}

void window_describe(struct text *out)
{
	const char *const names[] = {"SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"};
	bool any = false;
	SDL_version version;

	if (sdl_load() != STATUS_OK) {
		text_printf(out, "none: %s", status_text(STATUS_FAILED));
		return;
	}
	sdl.GetVersion(&version);
	text_printf(out, "SDL %d.%d.%d", version.major, version.minor, version.patch);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *value = getenv(names[i]);

		if (value && *value)
			text_printf(out, ", %s=%.40s", names[i], value);
		any |= value && *value;
	}
	if (!any)
		text_add(out, "; no display: neither DISPLAY nor WAYLAND_DISPLAY is set");
}
