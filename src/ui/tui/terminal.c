#include "ui/tui/terminal_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <ncurses.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <termios.h>
#include <unistd.h>

#include "base/base64.h"
#include "base/clock.h"
#include "base/grow.h"
#include "ui/widgets/key.h"
#include "ui/tui/crash.h"
#include "ui/tui/curses_keys.h"
#include "ui/tui/pairs.h"
#include "ui/tui/themes.h"
#include "ui/tui/type.h"

/* ncurses names some of its macros as we do. */
#undef lines
#undef columns

enum {
	LARGEST_COPY = 50000, /* bytes that terminals take */
	/* How long a terminal may take nothing before it isn't waited for any more. */
	DRAIN_MS = 300,
	LATE_MS = 200,         /* for answers of the terminal, when it is given back */
	KEY_REST_MS = 1,       /* of sequences, which come whole */
	LEAST_SHEET = 1 << 20, /* bytes that a limit on files must leave for a frame */
};

void terminal_redraw(struct terminal *terminal)
{
	clearok(stdscr, TRUE);
	graphics_cleared(terminal->graphics);
}

/* Curses gets all of the next frame. */
void terminal_forget_shown(struct terminal *terminal)
{
	surface_release(&terminal->shown);
}

/* ---- colours ---- */

void terminal_set_colors(struct terminal *terminal, enum color_mode mode, enum theme theme)
{
	const char *no_color = getenv("NO_COLOR");
	bool color = mode == COLOR_ALWAYS || (mode == COLOR_AUTO && !(no_color && *no_color));

	color = color && theme != THEME_MONO && has_colors() && start_color() == OK &&
		use_default_colors() == OK;
	terminal->has_colours = color && pairs_are_enough();
	terminal->asks_graphics = color || terminal->choice > GRAPHICS_AUTO;
	terminal->color = mode;
	terminal->theme = theme;
	for (int s = 0; s < N_STYLES; s++) {
		struct look look = theme_look(theme, (enum style)s);
		int number = COLORS >= 256 ? look.color_256 : look.color_8;

		terminal->attribute[s] = look.attribute;
		terminal->pair[s] = 0;
		if (!color || number < 0)
			continue;
		/* A terminal of more colours than that has them by red, green and blue. */
		pairs_set_style(s, COLORS > 256 ? theme_rgb(number) : number);
		terminal->pair[s] = (short)(s + 1);
		if (COLORS >= 256)
			terminal->attribute[s] &= ~A_DIM;
	}
	terminal_forget_shown(terminal);
	terminal_redraw(terminal);
}

void terminal_set_mouse(struct terminal *terminal, bool on)
{
	terminal->mouse = on;
	if (terminal->headless)
		return;
	mouseinterval(0); /* a press counts at once, not only when it has become a click */
	mousemask(on ? BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED : 0, NULL);
}

/* ---- opening and closing ---- */

/* Curses reads a pipe: what the terminal answers is taken out before. */
static enum status open_files(struct terminal *terminal)
{
	int sheet = memfd_create("screen", MFD_CLOEXEC), ends[2] = {-1, -1}, in;
	struct rlimit limit;

	if (terminal->headless) {
		in = open("/dev/null", O_RDWR | O_CLOEXEC);
	} else {
		terminal->fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
		if (terminal->fd >= 0 && pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
			ends[0] = ends[1] = -1;
		in = ends[0];
		terminal->typed = ends[1];
	}
	terminal->in = in < 0 ? NULL : fdopen(in, "r");
	terminal->sheet = sheet < 0 ? NULL : fdopen(sheet, "w");
	if (!terminal->in || !terminal->sheet)
		return status_fail(STATUS_NO_TERMINAL, "no terminal: %s", strerror(errno));
	if (!terminal->headless && getrlimit(RLIMIT_FSIZE, &limit) == 0 &&
	    limit.rlim_cur < LEAST_SHEET)
		return status_fail(STATUS_NO_TERMINAL,
				   "no terminal: the limit on the size of files (ulimit -f) is "
				   "less than a screen takes");
	return STATUS_OK;
}

/* Curses writes to a sheet and knows no terminal, so the modes are ours: ^C and ^Z are keys, no echo. */
static void set_raw_mode(struct terminal *terminal)
{
	struct termios raw = terminal->mode;

	cfmakeraw(&raw);
	tcsetattr(terminal->fd, TCSANOW, &raw);
}

/* What curses does with its screen, whichever it is. */
void terminal_set_up_screen(struct terminal *terminal)
{
	set_term(terminal->screen);
	pairs_forget();
	raw();
	noecho();
	nonl();
	keypad(stdscr, TRUE);
	idcok(stdscr, FALSE); /* inserting would move parts of pictures */
	nodelay(stdscr, TRUE);
	curs_set(0);
	set_escdelay(KEY_REST_MS);
	define_key("\033[200~", KEY_PASTE_BEGIN);
	define_key("\033[201~", KEY_PASTE_END);
	terminal_set_colors(terminal, terminal->color, terminal->theme);
	terminal_set_mouse(terminal, terminal->mouse);
}

static enum status open_screen(struct terminal *terminal, const struct terminal_config *config)
{
	if (!config->headless)
		TRY(terminal_type_check(terminal->fd));
	if (!config->headless && type_is_direct(terminal->fd))
		terminal->screen = type_open_own(terminal->fd, true, terminal->sheet, terminal->in);
	terminal->is_direct = terminal->screen != NULL;
	if (!config->headless && !terminal->screen)
		terminal->screen =
			type_open_own(terminal->fd, false, terminal->sheet, terminal->in);
	terminal->names_pairs = terminal->screen != NULL;
	if (!terminal->screen) /* a headless one needs some terminal to pretend to be */
		terminal->screen = newterm(config->headless ? "xterm-256color" : NULL,
					   terminal->sheet, terminal->in);
	if (!terminal->screen && config->headless)
		terminal->screen = newterm("dumb", terminal->sheet, terminal->in);
	if (!terminal->screen)
		return status_fail(STATUS_NO_TERMINAL, "the terminal can't be opened");
	terminal->color = config->color;
	terminal->theme = config->theme;
	terminal->mouse = config->mouse;
	terminal_set_up_screen(terminal);
	terminal->height = config->height;
	terminal->width = config->width;
	return STATUS_OK;
}

/* ---- reading ---- */

static void take_reply(void *context, const struct reply *reply)
{
	struct terminal *terminal = context;

	graphics_take(terminal->graphics, reply);
}

/* Take what the terminal has sent, unless curses hasn't read what came before; keys go on to curses. Returns
 * the bytes. */
static ssize_t read_terminal(struct terminal *terminal)
{
	char buffer[4096];
	double now = clock_ms();
	ssize_t n = 0, done;

	if (terminal->keys.length == 0) {
		n = read(terminal->fd, buffer, sizeof buffer);
		if (n > 0)
			replies_read(&terminal->replies, buffer, n, now, &terminal->keys);
		else
			replies_flush(&terminal->replies, now, &terminal->keys);
	}
	done = write(terminal->typed, text_string(&terminal->keys), (size_t)terminal->keys.length);
	if (done == terminal->keys.length) {
		text_clear(&terminal->keys);
	} else if (done > 0) {
		memmove(terminal->keys.data, terminal->keys.data + done,
			(size_t)(terminal->keys.length - done));
		terminal->keys.length -= done;
	}
	return n;
}

/* ---- writing ---- */

/* Take over what curses has written. */
void terminal_collect(struct terminal *terminal)
{
	int sheet = fileno(terminal->sheet);
	off_t end = lseek(sheet, 0, SEEK_CUR), at = 0; /* what follows is of an earlier frame */
	struct text *read = &terminal->collected;
	char buffer[16384];
	ssize_t n = 1;

	text_clear(read);
	while (!terminal->headless && at < end && n > 0) {
		size_t most = end - at < (off_t)sizeof buffer ? (size_t)(end - at) : sizeof buffer;

		n = pread(sheet, buffer, most, at);
		if (n > 0)
			text_append(read, buffer, n);
		at += n;
	}
	lseek(sheet, 0, SEEK_SET);
	if (terminal->names_pairs)
		pairs_spell(text_string(read), read->length, &terminal->out);
	else
		text_append(&terminal->out, read->data, read->length);
}

/* As much as the terminal takes now; true when nothing is left. */
bool terminal_flush(struct terminal *terminal)
{
	while (terminal->sent < terminal->out.length) {
		ssize_t n = write(terminal->fd, terminal->out.data + terminal->sent,
				  (size_t)(terminal->out.length - terminal->sent));

		if (n < 0 && errno == EAGAIN)
			return false;
		if (n < 0 && errno != EINTR)
			break; /* it is gone; terminal_key() will say so */
		if (n > 0)
			terminal->sent += n;
	}
	text_clear(&terminal->out);
	terminal->sent = 0;
	return true;
}

/* Wait until all is written, but not for a terminal that has stopped reading. */
static void drain(struct terminal *terminal)
{
	struct pollfd p = {.fd = terminal->fd, .events = POLLOUT};

	while (!terminal_flush(terminal) && poll(&p, 1, DRAIN_MS) > 0)
		;
}

/* The modes that curses doesn't know: bracketed paste, frames that appear whole. */
void terminal_write_mode(struct terminal *terminal, const char *text)
{
	if (!terminal->headless)
		text_add(&terminal->out, text);
}

/* The shell must not get the terminal's answers: they weren't typed. */
static void take_late_answers(struct terminal *terminal)
{
	struct pollfd p = {.fd = terminal->fd, .events = POLLIN};
	double end = clock_ms() + LATE_MS;

	while (crash_in_foreground(terminal->fd) &&
	       graphics_is_waiting(terminal->graphics, clock_ms()) && clock_ms() < end &&
	       poll(&p, 1, (int)(end - clock_ms()) + 1) > 0 && read_terminal(terminal) > 0)
		;
}

/* Give the terminal back. */
static void leave(struct terminal *terminal)
{
	if (terminal->left)
		return;
	terminal->left = true;
	if (!terminal->headless)
		graphics_hide(terminal->graphics, &terminal->out);
	terminal_write_mode(terminal, "\033[?2004l");
	endwin();
	terminal_collect(terminal);
	drain(terminal);
	if (!terminal->headless) {
		take_late_answers(terminal);
		if (crash_in_foreground(terminal->fd))
			tcsetattr(terminal->fd, TCSANOW, &terminal->mode);
	}
	crash_set_terminal(-1, NULL);
}

static void ask(struct terminal *terminal)
{
	struct winsize size = {0};

	ioctl(terminal->fd, TIOCGWINSZ, &size);
	graphics_ask(terminal->graphics, &size, clock_ms(), &terminal->out);
	terminal_flush(terminal);
}

/* Take it, also again. */
static void enter(struct terminal *terminal)
{
	terminal->left = false;
	if (terminal->headless)
		return;
	crash_set_terminal(terminal->fd, &terminal->mode);
	set_raw_mode(terminal);
	terminal_write_mode(terminal, "\033[?2004h");
	terminal_resized(terminal);
	terminal_redraw(terminal);
	ask(terminal);
}

bool terminal_is_ours(const struct terminal *terminal)
{
	return terminal->headless || crash_in_foreground(terminal->fd);
}

void terminal_resumed(struct terminal *terminal)
{
	if (terminal->headless)
		return;
	/* As the kernel stops a process that touches it from there; but a signal that comes with the next CONT
	 * is looked at before it is touched. */
	if (!crash_in_foreground(terminal->fd)) {
		kill(0, SIGTTOU);
		return;
	}
	if (terminal->left)
		tcgetattr(terminal->fd, &terminal->mode);
	enter(terminal);
}

enum status terminal_open(const struct terminal_config *config, struct terminal **out)
{
	struct terminal *terminal;
	enum status status;

	TRY(ALLOC(&terminal, 1));
	terminal->headless = config->headless;
	terminal->fd = terminal->typed = -1;
	terminal->choice = config->graphics;
	status = graphics_new(config->graphics, &terminal->graphics) ?: open_files(terminal);
	if (status == STATUS_OK)
		type_fall_back(terminal->fd, &terminal->replies, &terminal->keys, &terminal->note);
	terminal->replies.take = take_reply;
	terminal->replies.context = terminal;
	if (status == STATUS_OK)
		status = open_screen(terminal, config);
	if (status != STATUS_OK) {
		terminal_close(terminal);
		return status;
	}
	if (!terminal->headless) {
		crash_guard();
		tcgetattr(terminal->fd, &terminal->mode);
	}
	enter(terminal);
	resize_term(terminal->height, terminal->width);
	*out = terminal;
	return STATUS_OK;
}

const char *terminal_note(const struct terminal *terminal)
{
	return text_string(&terminal->note);
}

void terminal_close(struct terminal *terminal)
{
	if (!terminal)
		return;
	if (terminal->screen) {
		leave(terminal);
		terminal_show_on_crash(-1);
		delscreen(terminal->screen);
		if (terminal->first)
			delscreen(terminal->first);
	}
	if (terminal->in)
		fclose(terminal->in);
	if (terminal->sheet)
		fclose(terminal->sheet);
	if (terminal->fd >= 0)
		close(terminal->fd);
	if (terminal->typed >= 0)
		close(terminal->typed);
	graphics_free(terminal->graphics);
	terminal_forget_shown(terminal);
	text_release(&terminal->keys);
	text_release(&terminal->note);
	text_release(&terminal->out);
	text_release(&terminal->collected);
	free(terminal);
}

/* ---- keys ---- */

int terminal_fd(const struct terminal *terminal)
{
	return terminal->fd;
}

/* Does curses have something to read? */
static bool waits(const struct terminal *terminal)
{
	int n = 0;

	return ioctl(fileno(terminal->in), FIONREAD, &n) == 0 && n > 0;
}

short terminal_events(const struct terminal *terminal)
{
	bool writes = terminal->out.length > 0 ||
		      (!terminal->left && graphics_is_due(terminal->graphics, clock_ms()));

	return writes ? POLLIN | POLLOUT : POLLIN;
}

int terminal_wait(const struct terminal *terminal)
{
	double now = clock_ms();
	int keys, pictures;

	if (terminal->headless || terminal->left)
		return -1;
	if (terminal->keys.length || waits(terminal))
		return 0;
	keys = replies_wait(&terminal->replies, now);
	/* While it takes nothing they wait for that, however long. */
	pictures = terminal->out.length ? -1 : graphics_wait(terminal->graphics, now);
	return keys < 0 || (pictures >= 0 && pictures < keys) ? pictures : keys;
}

/* ncurses can't tell "no key" from "no terminal"; the descriptor can. */
static bool is_gone(const struct terminal *terminal)
{
	struct pollfd p = {.fd = terminal->fd, .events = POLLIN};
	int waiting = 0;

	if (terminal->fd < 0 || poll(&p, 1, 0) <= 0)
		return false;
	if (p.revents & (POLLHUP | POLLERR | POLLNVAL))
		return true;
	return p.revents & POLLIN && (ioctl(terminal->fd, FIONREAD, &waiting) != 0 || waiting == 0);
}

bool terminal_skip_paste(struct terminal *terminal)
{
	static const char end[] = "\033[201~";
	char buffer[16384];
	ssize_t n;

	while (!terminal->headless && (read_terminal(terminal), true) &&
	       (n = read(fileno(terminal->in), buffer, sizeof buffer)) > 0) {
		for (ssize_t i = 0; i < n; i++) {
			int *at = &terminal->paste_matched;

			*at = buffer[i] == end[*at] ? *at + 1 : buffer[i] == end[0];
			if (end[*at])
				continue;
			*at = 0;
			while (--n > i) /* what was typed after it */
				ungetch((unsigned char)buffer[n]);
			return true;
		}
	}
	return false;
}

int terminal_key(struct terminal *terminal, bool *gone)
{
	wint_t key;
	int kind, translated;

	*gone = false;
	if (terminal->headless)
		return UI_KEY_NONE;
	if (terminal->left) {
		*gone = is_gone(terminal);
		return UI_KEY_NONE;
	}
	for (;;) {
		read_terminal(terminal);
		kind = get_wch(&key);
		if (kind == ERR) {
			*gone = is_gone(terminal);
			return UI_KEY_NONE;
		}
		translated = curses_key(kind, key);
		if (translated != UI_KEY_NONE)
			return translated;
	}
}

bool terminal_copy(struct terminal *terminal, const char *text)
{
	const char *type = getenv("TERM");
	size_t length = strlen(text);

	if (terminal->headless || length > LARGEST_COPY || (type && strcmp(type, "linux") == 0))
		return false;
	text_add(&terminal->out, "\033]52;c;");
	base64_add(&terminal->out, text, (int64_t)length);
	text_add(&terminal->out, "\a");
	terminal_flush(terminal);
	return true;
}

/* The signal as it would be without us, until it is handled; it may be one that is ignored. */
void terminal_suspend(struct terminal *terminal)
{
	struct sigaction ours, stop = {.sa_handler = SIG_DFL};

	if (terminal->headless || sigaction(SIGTSTP, NULL, &ours) != 0 ||
	    ours.sa_handler == SIG_IGN)
		return;
	leave(terminal);
	sigaction(SIGTSTP, &stop, NULL);
	kill(0, SIGTSTP); /* the whole job: a pipeline stops with us */
	sigaction(SIGTSTP, &ours, NULL);
	/* Continued by "fg", or not stopped at all, as nothing would continue it. In the background
	 * the signals that have come meanwhile are looked at first. */
	if (crash_in_foreground(terminal->fd))
		terminal_resumed(terminal);
}
