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

	/* A full pipe holds thousands of signals that nobody has looked at: one more
	 * tells nothing. */
	if (write(write_fd, &byte, 1) < 0)
		errno = 0;
	errno = saved;
}

int signals_open(const int *signals)
{
	struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART}, old;
	int fds[2];

	if (pipe(fds) != 0)
		return -1;
	for (int i = 0; i < 2; i++) {
		fcntl(fds[i], F_SETFD, FD_CLOEXEC);
		fcntl(fds[i], F_SETFL, O_NONBLOCK);
	}
	write_fd = fds[1];
	sigfillset(&action.sa_mask);
	for (; *signals; signals++) {
		if (sigaction(*signals, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
			sigaction(*signals, &action, NULL);
	}
	return fds[0];
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
