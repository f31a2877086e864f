#include "ui/tui/type.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/grow.h"
#include "base/text.h"
#include "ui/tui/crash.h"
#include "ui/tui/direct.h"
#include <term.h> /* after ours: it defines macros with names that we use */

/* ncurses names some of its macros as we do. */
#undef lines
#undef columns

enum { PATIENCE_MS = 1000 };

/* Is a terminal of that name known? Then it is the one that is asked from now on, until
 * del_curterm(). */
static bool is_known(const char *name, int fd)
{
	int found;

	return setupterm(name, fd < 0 ? STDOUT_FILENO : fd, &found) == OK;
}

struct waiting {
	bool answered;
};

static void take_attributes(void *context, const struct reply *reply)
{
	struct waiting *waiting = context;

	waiting->answered |= reply->kind == REPLY_ATTRIBUTES;
}

/* Does it answer DA1, as all do that understand xterm's sequences? What is typed meanwhile are keys. */
static bool answers(int fd, struct replies *replies, struct text *keys)
{
	static const char question[] = "\033[c";
	struct pollfd p = {.fd = fd, .events = POLLIN};
	struct waiting waiting = {0};
	struct termios before, raw;
	double end = clock_ms() + PATIENCE_MS;
	char buffer[1024];
	ssize_t n = 1;

	if (!crash_in_foreground(fd) || tcgetattr(fd, &before) != 0)
		return false;
	raw = before;
	cfmakeraw(&raw);
	tcsetattr(fd, TCSANOW, &raw);
	replies->take = take_attributes;
	replies->context = &waiting;
	if (write(fd, question, sizeof question - 1) == (ssize_t)sizeof question - 1) {
		while (!waiting.answered && n > 0 && clock_ms() < end &&
		       poll(&p, 1, (int)(end - clock_ms()) + 1) > 0) {
			n = read(fd, buffer, sizeof buffer);
			if (n > 0)
				replies_read(replies, buffer, n, clock_ms(), keys);
		}
	}
	replies->take = NULL;
	replies->context = NULL;
	tcsetattr(fd, TCSANOW, &before);
	return waiting.answered;
}

/* The first of these that is known here. */
static const char *known_of(const char *const *names, int fd)
{
	while (*names && !is_known(*names, fd))
		names++;
	if (*names)
		del_curterm(cur_term);
	return *names;
}

bool type_fall_back(int fd, struct replies *replies, struct text *keys, struct text *note)
{
	static const char *const modern[] = {"xterm-256color", "xterm", "vt220", "vt100", NULL};
	static const char *const plain[] = {"vt100", "ansi", NULL};
	const char *name = getenv("TERM"), *found;
	bool answered;

	if (fd < 0)
		return false;
	if (is_known(NULL, fd)) {
		del_curterm(cur_term);
		return false;
	}
	answered = answers(fd, replies, keys);
	found = known_of(answered ? modern : plain, fd);
	if (!found)
		return false;
	text_printf(note, "the terminal \"%s\" is not known here: it is taken for %s%s",
		    name ? name : "", found,
		    answered ? "" : ", as it doesn't answer what others do");
	return setenv("TERM", found, 1) == 0;
}

enum status terminal_type_check(int fd)
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

bool type_is_direct(int fd)
{
	const char *depth = getenv("COLORTERM");
	bool direct = depth && (strcmp(depth, "truecolor") == 0 || strcmp(depth, "24bit") == 0);

	if (is_known(NULL, fd)) {
		direct = (direct || direct_is_described()) && tigetnum("colors") >= 8;
		del_curterm(cur_term);
	}
	return direct;
}

SCREEN *type_open_own(int fd, bool rgb, FILE *sheet, FILE *in)
{
	const char *name = getenv("TERM"), *folder = getenv("TERMINFO");
	FREED char *before = folder ? strdup(folder) : NULL;
	RELEASED_BY(text_release) struct text entry = TEXT_INIT;
	SCREEN *screen = NULL;
	TERMINAL *shown = set_curterm(NULL); /* that of a screen that is open */

	if (name && (before || !folder) && is_known(name, fd)) {
		bool made =
			(rgb || direct_has_256()) && direct_entry(name, rgb, &entry) == STATUS_OK;

		del_curterm(cur_term);
		set_curterm(shown);
		if (made && setenv("TERMINFO", text_string(&entry), 1) == 0)
			screen = newterm(name, sheet, in);
		if (before)
			setenv("TERMINFO", before, 1);
		else
			unsetenv("TERMINFO");
	} else {
		set_curterm(shown);
	}
	return screen;
}
