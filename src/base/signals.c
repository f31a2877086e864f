#include "base/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static int write_fd = -1;

static void on_signal(int number)
{
	int saved = errno;
	unsigned char byte = (unsigned char)number;

	/* A full pipe holds thousands of signals for the main loop: one more adds nothing. */
	if (write(write_fd, &byte, 1) < 0)
		errno = 0;
	errno = saved;
}

static void take(int number, void (*handler)(int))
{
	struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, old;

	sigfillset(&action.sa_mask);
	if (sigaction(number, NULL, &old) == 0 && old.sa_handler == SIG_DFL)
		sigaction(number, &action, NULL);
}

int signals_open(const int *signals)
{
	int fds[2];

	if (pipe(fds) != 0)
		return -1;
	for (int i = 0; i < 2; i++) {
		fcntl(fds[i], F_SETFD, FD_CLOEXEC);
		fcntl(fds[i], F_SETFL, O_NONBLOCK);
	}
	write_fd = fds[1];
	for (; *signals; signals++)
		take(*signals, on_signal);
	return fds[0];
}

void signals_take_ends(void)
{
	static const int ends[] = {SIGHUP,  SIGINT,    SIGTERM, SIGUSR1, SIGUSR2, SIGALRM,
				   SIGXCPU, SIGVTALRM, SIGPROF, SIGIO,   SIGPWR};

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		take(ends[i], on_signal);
	for (int number = SIGRTMIN; number <= SIGRTMAX; number++)
		take(number, on_signal);
}

static void do_nothing(int number)
{
	(void)number;
}

void signals_fail_writes(void)
{
	take(SIGPIPE, do_nothing);
	take(SIGXFSZ, do_nothing);
}

int signals_next(int fd)
{
	unsigned char byte;
	ssize_t n;

	do {
		n = read(fd, &byte, 1);
	} while (n < 0 && errno == EINTR);
	return n == 1 ? byte : 0;
}
