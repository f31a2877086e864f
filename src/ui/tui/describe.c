/* What is known of the terminal, for --doctor. */
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/clock.h"
#include "ui/tui/crash.h"
#include "ui/tui/graphics.h"
#include "ui/tui/terminal.h"
#include "ui/tui/type.h"
#include <term.h> /* after ours: it has macros of names that we use */

/* ncurses names some of its macros as we do. */
#undef lines
#undef columns

enum { PATIENCE_MS = 1000 };

const char *terminal_library(void)
{
	return curses_version();
}

static void take(void *context, const struct reply *reply)
{
	graphics_take(context, reply);
}

/* Ask the terminal, and wait for its answers. What is typed meanwhile is lost. */
static void ask(int fd, const struct winsize *size, struct graphics *g)
{
	struct replies replies = {.take = take, .context = g};
	RELEASED_BY(text_release) struct text out = TEXT_INIT, keys = TEXT_INIT;
	struct pollfd p = {.fd = fd, .events = POLLIN};
	double begin = clock_ms();
	struct termios before, raw;
	char buffer[1024];
	ssize_t n;

	if (!crash_in_foreground(fd) || tcgetattr(fd, &before) != 0)
		return;
	raw = before;
	cfmakeraw(&raw);
	tcsetattr(fd, TCSANOW, &raw);
	graphics_ask(g, size, begin, &out);
	if (write(fd, text_string(&out), (size_t)out.length) == out.length) {
		while (graphics_is_waiting(g, clock_ms()) && poll(&p, 1, PATIENCE_MS) > 0 &&
		       (n = read(fd, buffer, sizeof buffer)) > 0)
			replies_read(&replies, buffer, n, clock_ms(), &keys);
	}
	tcsetattr(fd, TCSANOW, &before);
}

static void describe_colours(int fd, const struct graphics *g, struct text *out)
{
	const char *depth = getenv("COLORTERM"), *no_color = getenv("NO_COLOR");
	bool direct = type_is_direct(fd) || (g && graphics_found_colours(g));
	int found;

	if (setupterm(NULL, fd < 0 ? STDOUT_FILENO : fd, &found) != OK)
		return;
	text_printf(out, "colours    %d", tigetnum("colors"));
	if (direct)
		text_add(out, " by its type, 24 bits by a description of our own");
	text_printf(out, "%s%s%s\n", depth ? ", COLORTERM=" : "", depth ? depth : "",
		    no_color && *no_color ? ", NO_COLOR is set: none" : "");
	del_curterm(cur_term);
}

bool terminal_describe(enum graphics_choice choice, struct text *out)
{
	const char *name = getenv("TERM");
	int fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
	struct graphics *g = NULL;
	struct winsize size = {0};
	struct replies replies = {0};
	RELEASED_BY(text_release) struct text keys = TEXT_INIT, note = TEXT_INIT;
	bool fits;

	text_printf(out, "type       %s", name ? name : "TERM is not set");
	if (type_fall_back(fd, &replies, &keys, &note))
		text_printf(out, ", not known here: taken for %s", getenv("TERM"));
	fits = terminal_type_check(fd) == STATUS_OK;
	text_add(out, fits ? "\n" : ", unknown, or it can't show a picture\n");
	if (fd >= 0 && ioctl(fd, TIOCGWINSZ, &size) == 0 && fits &&
	    graphics_new(choice, &g) == STATUS_OK)
		ask(fd, &size, g);
	if (fits)
		describe_colours(fd, g, out);
	if (fd < 0)
		text_add(out, "size       no terminal here\n");
	else
		text_printf(out, "size       %dx%d\n", size.ws_col, size.ws_row);
	text_add(out, "graphics   ");
	if (g)
		graphics_describe(g, out);
	else
		text_add(out, "none: no terminal here that can show a picture");
	text_add(out, "\n");
	graphics_free(g);
	if (fd >= 0)
		close(fd);
	return fits;
}
