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
#include <term.h>
#include <termios.h>
#include <unistd.h>

#include "base/grow.h"
#include "ui/key.h"
#include "ui/tui/pairs.h"

/* ncurses names some of its macros as we do. */
#undef lines
#undef columns

struct terminal {
	SCREEN *screen;
	FILE *in;	 /* owned: the terminal, or /dev/null */
	FILE *sheet;	 /* owned: what curses writes on: a file in memory, which never makes it wait */
	struct text out; /* what was on it and … */
	int64_t sent;	 /* … how much of that the terminal has taken */
	int fd;		 /* of the terminal, non-blocking; -1 = headless */
	bool headless;
	int width, height;
	attr_t attribute[N_STYLES];
	short pair[N_STYLES];
	bool has_colours; /* of one's own, not only those of styles */
};

enum {
	KEY_PASTE_BEGIN = KEY_MAX + 1,
	KEY_PASTE_END,
	LARGEST_COPY = 50000, /* bytes that terminals take */
	DRAIN_MS = 300, /* how long a terminal may take nothing before it isn't waited for any more */
};

/* ---- the way back ---- */

/* What a dying process writes to the terminal; set while one is open. */
static volatile sig_atomic_t restore_fd = -1, crash_fd = -1;
static struct termios restore_mode;
static char restore_text[256];

/* A crash: put the terminal back, then die of it. Only calls that a signal handler may make. */
static void restore_and_die(int number)
{
	int fd = restore_fd;
	char words[4096];
	ssize_t n;

	if (fd >= 0) {
		n = write(fd, restore_text, strlen(restore_text));
		tcsetattr(fd, TCSANOW, &restore_mode);
		while (crash_fd >= 0 && (n = read(crash_fd, words, sizeof words)) > 0)
			n = write(fd, words, (size_t)n);
	}
	signal(number, SIG_DFL);
	raise(number);
}

void terminal_show_on_crash(int fd)
{
	crash_fd = fd;
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
	static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT};
	struct sigaction action = {.sa_handler = restore_and_die, .sa_flags = (int)SA_RESETHAND};

	if (terminal->headless)
		return;
	snprintf(restore_text, sizeof restore_text, "\033[?2004l");
	add_capability("sgr0");
	add_capability("rmkx");
	add_capability("cnorm");
	add_capability("rmcup");
	restore_fd = terminal->fd;
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		sigaction(numbers[i], &action, NULL);
}

/* ---- colours ---- */

/* Colour numbers of 256, then of 8, for a dark background. -1 = the terminal's own. */
static const struct {
	short color_256, color_8;
	attr_t attribute;
} looks[N_STYLES] = {
	[STYLE_NORMAL] = {-1, -1, A_NORMAL},
	[STYLE_DIM] = {245, -1, A_DIM},
	[STYLE_STRONG] = {-1, -1, A_BOLD},
	[STYLE_TITLE] = {110, COLOR_CYAN, A_BOLD},
	[STYLE_TAB] = {-1, -1, A_NORMAL},
	[STYLE_TAB_ON] = {-1, -1, A_REVERSE | A_BOLD},
	[STYLE_SELECTED] = {-1, -1, A_REVERSE},
	[STYLE_BAD] = {208, COLOR_YELLOW, A_NORMAL},
	[STYLE_GOOD] = {75, COLOR_BLUE, A_NORMAL},
	[STYLE_ACCENT] = {179, COLOR_YELLOW, A_BOLD},
	[STYLE_PLOT_1] = {75, COLOR_BLUE, A_NORMAL},
	[STYLE_PLOT_2] = {208, COLOR_YELLOW, A_NORMAL},
	[STYLE_ERROR] = {203, COLOR_RED, A_BOLD},
	[STYLE_KEY] = {110, COLOR_CYAN, A_NORMAL},
	[STYLE_PROMPT] = {-1, -1, A_NORMAL},
};

static void choose_looks(struct terminal *terminal, enum color_mode mode)
{
	const char *no_color = getenv("NO_COLOR");
	bool color = mode == COLOR_ALWAYS || (mode == COLOR_AUTO && !(no_color && *no_color));

	color = color && has_colors() && start_color() == OK && use_default_colors() == OK;
	terminal->has_colours = color && pairs_are_enough();
	for (int s = 0; s < N_STYLES; s++) {
		short number = COLORS >= 256 ? looks[s].color_256 : looks[s].color_8;

		terminal->attribute[s] = looks[s].attribute;
		terminal->pair[s] = 0;
		if (!color || number < 0)
			continue;
		init_pair((short)(s + 1), number, -1);
		terminal->pair[s] = (short)(s + 1);
		if (COLORS >= 256)
			terminal->attribute[s] &= ~A_DIM;
	}
}

/* ---- opening and closing ---- */

static enum status open_files(struct terminal *terminal)
{
	const char *path = terminal->headless ? "/dev/null" : "/dev/tty";
	int in = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	int sheet = memfd_create("screen", MFD_CLOEXEC);

	terminal->fd = terminal->headless ? -1 : in;
	terminal->in = in < 0 ? NULL : fdopen(in, "r");
	terminal->sheet = sheet < 0 ? NULL : fdopen(sheet, "w");
	if (!terminal->in || !terminal->sheet)
		return status_fail(STATUS_NO_TERMINAL, "no terminal: %s", strerror(errno));
	return STATUS_OK;
}

/* Is $TERM known, and can such a terminal show a picture? Asked before anything is written. */
static enum status check_type(const struct terminal *terminal)
{
	const char *name = getenv("TERM"), *cup = NULL, *clear = NULL;
	int found;

	if (terminal->headless)
		return STATUS_OK;
	if (setupterm(NULL, terminal->fd, &found) != OK)
		return status_fail(STATUS_NO_TERMINAL,
				   "the terminal \"%s\" is not known; set TERM to one that is",
				   name ? name : "");
	cup = tigetstr("cup");
	clear = tigetstr("clear");
	del_curterm(cur_term);
	if (!cup || !clear)
		return status_fail(STATUS_NO_TERMINAL,
				   "the terminal \"%s\" can't place the cursor or clear the screen; "
				   "set TERM to one that can",
				   name);
	return STATUS_OK;
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
	TRY(check_type(terminal));
	/* A headless one needs some terminal to pretend to be. */
	terminal->screen =
		newterm(config->headless ? "xterm-256color" : NULL, terminal->sheet, terminal->in);
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
	choose_looks(terminal, config->color);
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
	write_mode(terminal, "\033[?2004l");
	endwin();
	collect(terminal);
	drain(terminal);
	if (!terminal->headless)
		tcsetattr(terminal->fd, TCSANOW, &restore_mode);
}

void terminal_resumed(struct terminal *terminal)
{
	if (terminal->headless)
		return;
	set_raw_mode(terminal);
	write_mode(terminal, "\033[?2004h");
	terminal_resized(terminal);
	terminal_redraw(terminal);
}

/* Take it, also again. */
static void enter(struct terminal *terminal)
{
	if (!terminal->headless)
		tcgetattr(terminal->fd, &restore_mode);
	terminal_resumed(terminal);
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
	enter(terminal);
	resize_term(terminal->height, terminal->width);
	guard_crashes(terminal);
	*out = terminal;
	return STATUS_OK;
}

void terminal_close(struct terminal *terminal)
{
	if (!terminal)
		return;
	if (terminal->screen) {
		leave(terminal);
		restore_fd = crash_fd = -1;
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

static int translate(wint_t key)
{
	static const struct {
		int curses, key;
	} table[] = {
		{KEY_UP, UI_KEY_UP},
		{KEY_DOWN, UI_KEY_DOWN},
		{KEY_LEFT, UI_KEY_LEFT},
		{KEY_RIGHT, UI_KEY_RIGHT},
		{KEY_HOME, UI_KEY_HOME},
		{KEY_END, UI_KEY_END},
		{KEY_PPAGE, UI_KEY_PAGE_UP},
		{KEY_NPAGE, UI_KEY_PAGE_DOWN},
		{KEY_SHOME, UI_KEY_S_HOME},
		{KEY_SEND, UI_KEY_S_END},
		{KEY_SR, UI_KEY_S_UP},
		{KEY_SF, UI_KEY_S_DOWN},
		{KEY_BTAB, UI_KEY_S_TAB},
		{KEY_ENTER, UI_KEY_ENTER},
		{KEY_BACKSPACE, UI_KEY_BACKSPACE},
		{KEY_DC, UI_KEY_DELETE},
		{KEY_IC, UI_KEY_INSERT},
		{KEY_PASTE_BEGIN, UI_KEY_PASTE_BEGIN},
		{KEY_PASTE_END, UI_KEY_PASTE_END},
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		if (table[i].curses == (int)key)
			return table[i].key;
	}
	if (key >= KEY_F(1) && key <= KEY_F(12))
		return UI_KEY_F1 + (int)key - KEY_F(1);
	return UI_KEY_OTHER;
}

static int translate_character(wint_t key)
{
	switch (key) {
	case '\r':
	case '\n':
		return UI_KEY_ENTER;
	case '\t':
		return UI_KEY_TAB;
	case 27:
		return UI_KEY_ESC;
	case 8:
	case 127:
		return UI_KEY_BACKSPACE;
	case ' ':
		return UI_KEY_SPACE;
	default:
		return (int)key;
	}
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

int terminal_key(struct terminal *terminal, bool *gone)
{
	wint_t key;
	int kind;

	*gone = false;
	if (terminal->headless)
		return UI_KEY_NONE;
	kind = get_wch(&key);
	if (kind == ERR) {
		*gone = is_gone(terminal);
		return UI_KEY_NONE;
	}
	return kind == KEY_CODE_YES ? translate(key) : translate_character(key);
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
	if (!flush(terminal))
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
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

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

	if (terminal->headless || sigaction(SIGTSTP, NULL, &ours) != 0 || ours.sa_handler == SIG_IGN)
		return;
	leave(terminal);
	sigaction(SIGTSTP, &stop, NULL);
	kill(0, SIGTSTP); /* the whole job: a pipeline stops with us */
	sigaction(SIGTSTP, &ours, NULL);
	enter(terminal);
}
