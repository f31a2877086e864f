#include "ui/tui/terminal.h"

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
#include <term.h>
#include <termios.h>
#include <unistd.h>

#include "base/grow.h"
#include "base/visible.h"
#include "ui/widgets/key.h"
#include "ui/tui/curses_keys.h"
#include "ui/tui/pairs.h"
#include "ui/tui/themes.h"

/* ncurses names some of its macros as we do. */
#undef lines
#undef columns

struct terminal {
	SCREEN *screen;
	FILE *in;    /* owned: the terminal, or /dev/null */
	FILE *sheet; /* owned: what curses writes on: a file in memory, which never makes it wait */
	struct text out; /* what was on it and … */
	int64_t sent;    /* … how much of that the terminal has taken */
	int fd;          /* of the terminal, non-blocking; -1 = headless */
	bool headless;
	bool left; /* given back, until the process goes on */
	int width, height;
	int paste_matched; /* bytes of the end of a paste that is skipped */
	attr_t attribute[N_STYLES];
	short pair[N_STYLES];
	bool has_colours; /* of one's own, not only those of styles */
};

enum {
	LARGEST_COPY = 50000, /* bytes that terminals take */
	/* How long a terminal may take nothing before it isn't waited for any more. */
	DRAIN_MS = 300,
	LEAST_SHEET = 1 << 20, /* bytes that a limit on files must leave for a frame */
};

/* ---- the way back ---- */

/* What a dying process writes to the terminal; set while it is ours. */
static volatile sig_atomic_t restore_fd = -1, crash_fd = -1;
static struct termios restore_mode;
static char restore_text[256];
static char crash_words[1024];
static char crash_stack[1 << 16]; /* where a stack that is full leaves no room */
static char crash_out[VISIBLE_OUT];

static void write_visible(int fd, const char *words, int length)
{
	static struct visible visible;
	int n = visible_put(&visible, words, length, crash_out);

	if (write(fd, crash_out, (size_t)n) < 0)
		return; /* there's nobody left to tell */
}

/* Somebody else's terminal keeps its modes: a shell that edits a line has set its own. */
static bool in_foreground(int fd)
{
	return tcgetpgrp(fd) == getpgrp();
}

/* A crash: put the terminal back, then die of it. Only calls that a signal handler may make. */
static void restore_and_die(int number)
{
	int fd = restore_fd;
	char words[VISIBLE_IN];
	ssize_t n;

	if (fd >= 0) {
		n = write(fd, restore_text, strlen(restore_text));
		if (in_foreground(fd))
			tcsetattr(fd, TCSANOW, &restore_mode);
		while (crash_fd >= 0 && (n = read(crash_fd, words, sizeof words)) > 0)
			write_visible(fd, words, (int)n);
		write_visible(fd, crash_words, (int)strlen(crash_words));
	}
	signal(number, SIG_DFL);
	raise(number);
}

void terminal_show_on_crash(int fd)
{
	crash_fd = fd;
}

void terminal_say_on_crash(const char *words)
{
	snprintf(crash_words, sizeof crash_words, "%s", words);
}

static void add_capability(const char *name)
{
	const char *text = tigetstr(name);

	if (text && text != (char *)-1 &&
	    strlen(restore_text) + strlen(text) + 1 < sizeof restore_text)
		strcat(restore_text, text);
}

static void guard_crashes(struct terminal *terminal)
{
	static const int numbers[] = {SIGSEGV, SIGBUS,  SIGFPE, SIGILL,   SIGABRT,
				      SIGQUIT, SIGTRAP, SIGSYS, SIGSTKFLT};
	struct sigaction action = {.sa_handler = restore_and_die,
				   .sa_flags = (int)(SA_RESETHAND | SA_ONSTACK)};
	stack_t stack = {.ss_sp = crash_stack, .ss_size = sizeof crash_stack};

	if (terminal->headless)
		return;
	snprintf(restore_text, sizeof restore_text, "\033[?2026l\033[?2004l\033[?1006;1000l");
	add_capability("sgr0");
	add_capability("rmkx");
	add_capability("cnorm");
	add_capability("rmcup");
	sigfillset(&action.sa_mask);
	sigaltstack(&stack, NULL);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		sigaction(numbers[i], &action, NULL);
}

/* ---- colours ---- */

void terminal_set_colors(struct terminal *terminal, enum color_mode mode, enum theme theme)
{
	const char *no_color = getenv("NO_COLOR");
	bool color = mode == COLOR_ALWAYS || (mode == COLOR_AUTO && !(no_color && *no_color));

	color = color && theme != THEME_MONO && has_colors() && start_color() == OK &&
		use_default_colors() == OK;
	terminal->has_colours = color && pairs_are_enough();
	for (int s = 0; s < N_STYLES; s++) {
		struct look look = theme_look(theme, (enum style)s);
		int number = COLORS >= 256 ? look.color_256 : look.color_8;

		terminal->attribute[s] = look.attribute;
		terminal->pair[s] = 0;
		if (!color || number < 0)
			continue;
		/* A terminal of more colours than that has them by red, green and blue. */
		init_extended_pair(s + 1, COLORS > 256 ? theme_rgb(number) : number, -1);
		terminal->pair[s] = (short)(s + 1);
		if (COLORS >= 256)
			terminal->attribute[s] &= ~A_DIM;
	}
	clearok(stdscr, TRUE);
}

void terminal_set_mouse(struct terminal *terminal, bool on)
{
	if (terminal->headless)
		return;
	mouseinterval(0); /* a press counts at once, not only when it has become a click */
	mousemask(on ? BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED : 0, NULL);
}

/* ---- opening and closing ---- */

static enum status open_files(struct terminal *terminal)
{
	const char *path = terminal->headless ? "/dev/null" : "/dev/tty";
	int in = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	int sheet = memfd_create("screen", MFD_CLOEXEC);
	struct rlimit limit;

	terminal->fd = terminal->headless ? -1 : in;
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

/* Is a terminal of that name known? Then it is the one that is asked from now on, until
 * del_curterm(). */
static bool is_known(const char *name, int fd)
{
	int found;

	return setupterm(name, fd < 0 ? STDOUT_FILENO : fd, &found) == OK;
}

/* Is $TERM known, and can such a terminal show a picture? Asked before anything is written. */
static enum status check_type(int fd)
{
	const char *name = getenv("TERM"), *cup = NULL, *clear = NULL;

	if (!is_known(NULL, fd))
		return status_fail(STATUS_NO_TERMINAL,
				   "the terminal \"%s\" is not known; set TERM to one that is",
				   name ? name : "");
	cup = tigetstr("cup");
	clear = tigetstr("clear");
	del_curterm(cur_term);
	if (!cup || !clear)
		return status_fail(STATUS_NO_TERMINAL,
				   "the terminal \"%s\" can't place the cursor or clear the "
				   "screen; set TERM to one that can",
				   name);
	return STATUS_OK;
}

/*
 * $COLORTERM tells of 24 bits of colour, $TERM can't: its description of 256 has a sister of all
 * that are, xterm-direct for xterm-256color, unless that isn't installed. NULL = what $TERM says.
 */
static const char *choose_type(int fd, char *buffer, size_t size)
{
	const char *depth = getenv("COLORTERM"), *name = getenv("TERM"), *end;
	bool direct = depth && (strcmp(depth, "truecolor") == 0 || strcmp(depth, "24bit") == 0);

	end = direct && name ? strstr(name, "-256color") : NULL;
	if (!end)
		return NULL;
	snprintf(buffer, size, "%.*s-direct", (int)(end - name), name);
	if (!is_known(buffer, fd))
		return NULL;
	direct = tigetnum("colors") > 256;
	del_curterm(cur_term);
	return direct ? buffer : NULL;
}

/* Curses sees no terminal behind its sheet, so the modes are ours: ^C and ^Z are keys, no echo. */
static void set_raw_mode(struct terminal *terminal)
{
	struct termios raw = restore_mode;

	cfmakeraw(&raw);
	tcsetattr(terminal->fd, TCSANOW, &raw);
}

static enum status open_screen(struct terminal *terminal, const struct terminal_config *config)
{
	char type[64];

	if (!config->headless)
		TRY(check_type(terminal->fd));
	/* A headless one needs some terminal to pretend to be. */
	terminal->screen = newterm(config->headless ? "xterm-256color"
						    : choose_type(terminal->fd, type, sizeof type),
				   terminal->sheet, terminal->in);
	if (!terminal->screen && config->headless)
		terminal->screen = newterm("dumb", terminal->sheet, terminal->in);
	if (!terminal->screen)
		return status_fail(STATUS_NO_TERMINAL, "the terminal can't be opened");
	set_term(terminal->screen);
	raw();
	noecho();
	nonl();
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	curs_set(0);
	set_escdelay(25);
	define_key("\033[200~", KEY_PASTE_BEGIN);
	define_key("\033[201~", KEY_PASTE_END);
	terminal_set_colors(terminal, config->color, config->theme);
	terminal_set_mouse(terminal, config->mouse);
	terminal->height = config->height;
	terminal->width = config->width;
	return STATUS_OK;
}

/* ---- writing ---- */

/* Take over what curses has written. */
static void collect(struct terminal *terminal)
{
	int sheet = fileno(terminal->sheet);
	char buffer[16384];
	ssize_t n;

	lseek(sheet, 0, SEEK_SET);
	while (!terminal->headless && (n = read(sheet, buffer, sizeof buffer)) > 0)
		text_append(&terminal->out, buffer, n);
	lseek(sheet, 0, SEEK_SET);
	if (ftruncate(sheet, 0) != 0)
		terminal_redraw(terminal);
}

/* As much as the terminal takes now; true when that is all. */
static bool flush(struct terminal *terminal)
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

	while (!flush(terminal) && poll(&p, 1, DRAIN_MS) > 0)
		;
}

/* The modes that curses doesn't know: bracketed paste, frames that appear whole. */
static void write_mode(struct terminal *terminal, const char *text)
{
	if (!terminal->headless)
		text_add(&terminal->out, text);
}

/* Give the terminal back. */
static void leave(struct terminal *terminal)
{
	if (terminal->left)
		return;
	terminal->left = true;
	write_mode(terminal, "\033[?2004l");
	endwin();
	collect(terminal);
	drain(terminal);
	if (!terminal->headless && in_foreground(terminal->fd))
		tcsetattr(terminal->fd, TCSANOW, &restore_mode);
	restore_fd = -1;
}

/* Take it, also again. */
static void enter(struct terminal *terminal)
{
	terminal->left = false;
	if (terminal->headless)
		return;
	restore_fd = terminal->fd;
	set_raw_mode(terminal);
	write_mode(terminal, "\033[?2004h");
	terminal_resized(terminal);
	terminal_redraw(terminal);
}

bool terminal_is_ours(const struct terminal *terminal)
{
	return terminal->headless || in_foreground(terminal->fd);
}

void terminal_resumed(struct terminal *terminal)
{
	if (terminal->headless)
		return;
	/* As the kernel stops who touches it from there; but a signal that comes with the next CONT
	 * is looked at before it is touched. */
	if (!in_foreground(terminal->fd)) {
		kill(0, SIGTTOU);
		return;
	}
	if (terminal->left)
		tcgetattr(terminal->fd, &restore_mode);
	enter(terminal);
}

enum status terminal_open(const struct terminal_config *config, struct terminal **out)
{
	struct terminal *terminal;
	enum status status;

	TRY(ALLOC(&terminal, 1));
	terminal->headless = config->headless;
	status = open_files(terminal);
	if (status == STATUS_OK)
		status = open_screen(terminal, config);
	if (status != STATUS_OK) {
		terminal_close(terminal);
		return status;
	}
	guard_crashes(terminal);
	if (!terminal->headless)
		tcgetattr(terminal->fd, &restore_mode);
	enter(terminal);
	resize_term(terminal->height, terminal->width);
	*out = terminal;
	return STATUS_OK;
}

void terminal_close(struct terminal *terminal)
{
	if (!terminal)
		return;
	if (terminal->screen) {
		leave(terminal);
		crash_fd = -1;
		delscreen(terminal->screen);
	}
	if (terminal->in)
		fclose(terminal->in);
	if (terminal->sheet)
		fclose(terminal->sheet);
	text_release(&terminal->out);
	free(terminal);
}

/* ---- keys ---- */

int terminal_fd(const struct terminal *terminal)
{
	return terminal->fd;
}

short terminal_events(const struct terminal *terminal)
{
	return terminal->out.length > 0 ? POLLIN | POLLOUT : POLLIN;
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

	while ((n = terminal->headless ? 0 : read(terminal->fd, buffer, sizeof buffer)) > 0) {
		for (ssize_t i = 0; i < n; i++) {
			int *at = &terminal->paste_matched;

			*at = buffer[i] == end[*at] ? *at + 1 : buffer[i] == end[0];
			if (end[*at])
				continue;
			*at = 0;
			while (--n > i) /* what was typed behind it */
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

/* ---- the picture ---- */

void terminal_size(const struct terminal *terminal, int *width, int *height)
{
	*width = terminal->width;
	*height = terminal->height;
}

bool terminal_has_colours(const struct terminal *terminal)
{
	return terminal->has_colours;
}

void terminal_resized(struct terminal *terminal)
{
	struct winsize size;

	if (terminal->headless || ioctl(terminal->fd, TIOCGWINSZ, &size) != 0 || !size.ws_row ||
	    !size.ws_col)
		return;
	resize_term(size.ws_row, size.ws_col); /* resizeterm() would send a key about it */
	getmaxyx(stdscr, terminal->height, terminal->width);
	clearok(stdscr, TRUE);
}

static void show_run(struct terminal *terminal, int y, int x, const struct cell *cell, int n)
{
	wchar_t text[256];
	int length = 0;

	for (int i = 0; i < n; i++) {
		if (cell[i].glyph)
			text[length++] = (wchar_t)cell[i].glyph;
	}
	if (cell->fore || cell->back)
		pairs_set(cell->fore, cell->back);
	else
		attr_set(terminal->attribute[cell->style], terminal->pair[cell->style], NULL);
	mvaddnwstr(y, x, text, length);
}

void terminal_show(struct terminal *terminal, const struct surface *surface)
{
	if (terminal->left || !flush(terminal))
		return; /* the next frame will do */
	for (int y = 0; y < surface->height && y < terminal->height; y++) {
		const struct cell *row = surface->cell + y * surface->width;
		int width = surface->width < terminal->width ? surface->width : terminal->width;

		for (int x = 0; x < width;) {
			int n = 1;

			while (x + n < width && n < 256 && row[x + n].style == row[x].style &&
			       row[x + n].fore == row[x].fore && row[x + n].back == row[x].back)
				n++;
			show_run(terminal, y, x, row + x, n);
			x += n;
		}
	}
	if (surface->cursor_x >= 0) {
		move(surface->cursor_y, surface->cursor_x);
		curs_set(1);
	} else {
		curs_set(0);
	}
	wnoutrefresh(stdscr);
	doupdate();
	write_mode(terminal, "\033[?2026h");
	collect(terminal);
	write_mode(terminal, "\033[?2026l");
	flush(terminal);
}

void terminal_redraw(struct terminal *terminal)
{
	(void)terminal;
	clearok(stdscr, TRUE);
}

/* Three bytes are four of 64 characters. */
static void add_base64(struct text *out, const char *text, size_t length)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < length; i += 3) {
		uint32_t bits = 0;
		char four[4];

		for (size_t b = 0; b < 3; b++)
			bits = bits << 8 | (i + b < length ? (uint8_t)text[i + b] : 0);
		for (size_t d = 0; d < 4; d++)
			four[d] = i + d <= length ? digits[bits >> (18 - 6 * d) & 63] : '=';
		text_append(out, four, 4);
	}
}

bool terminal_copy(struct terminal *terminal, const char *text)
{
	const char *type = getenv("TERM");
	size_t length = strlen(text);

	if (terminal->headless || length > LARGEST_COPY || (type && strcmp(type, "linux") == 0))
		return false;
	text_add(&terminal->out, "\033]52;c;");
	add_base64(&terminal->out, text, length);
	text_add(&terminal->out, "\a");
	flush(terminal);
	return true;
}

/* The signal as it would be without us, for as long as it takes; it may be one that is ignored. */
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
	/* Continued by "fg", or not stopped at all, as nobody would continue it. In the background
	 * the signals that have come meanwhile are looked at first. */
	if (in_foreground(terminal->fd))
		terminal_resumed(terminal);
}

/* ---- what there is ---- */

const char *terminal_library(void)
{
	return curses_version();
}

bool terminal_describe(struct text *out)
{
	const char *name = getenv("TERM"), *depth = getenv("COLORTERM"),
		   *no_color = getenv("NO_COLOR");
	int fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
	struct winsize size = {0};
	char type[64];
	bool fits = check_type(fd) == STATUS_OK;
	const char *direct = fits ? choose_type(fd, type, sizeof type) : NULL;

	text_printf(out, "type       %s%s\n", name ? name : "TERM is not set",
		    fits ? "" : ", unknown, or it can't show a picture");
	if (fits && is_known(direct, fd)) {
		text_printf(out, "colours    %d%s%s%s\n", tigetnum("colors"),
			    depth ? ", COLORTERM=" : "", depth ? depth : "",
			    no_color && *no_color ? ", NO_COLOR is set: none" : "");
		del_curterm(cur_term);
	}
	if (fd < 0)
		text_add(out, "size       no terminal here\n");
	else if (ioctl(fd, TIOCGWINSZ, &size) == 0)
		text_printf(out, "size       %dx%d\n", size.ws_col, size.ws_row);
	if (fd >= 0)
		close(fd);
	return fits;
}
