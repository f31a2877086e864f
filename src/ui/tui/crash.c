#include "ui/tui/crash.h"

#include <errno.h>
#include <ncurses.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/visible.h"
#include "ui/tui/graphics.h"
#include "ui/tui/terminal.h"
#include <term.h> /* after ours: it has macros of names that we use */

/* ncurses names some of its macros as we do. */
#undef lines
#undef columns

enum { DRAIN_MS = 300 }; /* for a terminal that takes nothing */

/* What a dying process writes to the terminal; set while it is ours. */
static volatile sig_atomic_t restore_fd = -1, crash_fd = -1;
static struct termios restore_mode;
static char restore_text[256];
static char crash_words[1024];
static char crash_stack[1 << 16]; /* where a stack that is full leaves no room */
static char crash_out[VISIBLE_OUT];

/* All of it, unless the terminal takes nothing any more. */
static void write_all(int fd, const char *bytes, size_t n)
{
	struct pollfd p = {.fd = fd, .events = POLLOUT};

	while (n > 0) {
		ssize_t done = write(fd, bytes, n);

		if (done < 0 && (errno != EAGAIN || poll(&p, 1, DRAIN_MS) <= 0))
			return;
		if (done > 0) {
			bytes += done;
			n -= (size_t)done;
		}
	}
}

static void write_visible(int fd, const char *words, int length)
{
	static struct visible visible;
	int n = visible_put(&visible, words, length, crash_out);

	if (write(fd, crash_out, (size_t)n) < 0)
		return; /* there is no reader left */
}

bool crash_in_foreground(int fd)
{
	return tcgetpgrp(fd) == getpgrp();
}

/* A crash: put the terminal back, then die of it. Only calls that a signal handler may make. */
static void restore_and_die(int number)
{
	int fd = restore_fd;
	char words[VISIBLE_IN];
	const char *images;
	size_t length;
	ssize_t n;

	images = graphics_on_crash(&length);
	if (fd >= 0) {
		write_all(fd, "\033\\", 2); /* it may have been amid a picture */
		write_all(fd, images, length);
		write_all(fd, restore_text, strlen(restore_text));
		if (crash_in_foreground(fd))
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

void crash_guard(void)
{
	static const int numbers[] = {SIGSEGV, SIGBUS,  SIGFPE, SIGILL,   SIGABRT,
				      SIGQUIT, SIGTRAP, SIGSYS, SIGSTKFLT};
	struct sigaction action = {.sa_handler = restore_and_die,
				   .sa_flags = (int)(SA_RESETHAND | SA_ONSTACK)};
	stack_t stack = {.ss_sp = crash_stack, .ss_size = sizeof crash_stack};

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

void crash_set_terminal(int fd, const struct termios *mode)
{
	if (mode)
		restore_mode = *mode;
	restore_fd = fd;
}
