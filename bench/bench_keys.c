/*
 * How long it takes from a key to the last byte of the frame that shows it, in a pty:
 *
 *	bench_keys [-n KEYS] [-busy] [-cancel] -- warpscope ARGUMENTS...
 *
 * -busy: what the arguments start goes on for ever. -cancel: from ^C to the word "cancelled"; between
 * two of them R computes again.
 *
 * warpscope brackets every frame by the sequences of synchronised output (CSI ? 2026 h and l), so the
 * end of a frame can be seen. A key is `j` or `k`, which moves the selection, so each changes the
 * screen; its time ends with the end of the first frame that began after the key was written.
 * Frames that were under way when the key was written don't count.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "bench.h"

static const char frame_begin[] = "\033[?2026h", frame_end[] = "\033[?2026l";

enum { MARK = sizeof frame_begin - 1, DEADLINE_MS = 5000 };

/* A window over what came from the terminal, to find marks that are cut by reads. */
struct stream {
	int fd;
	char tail[16];
	int64_t begun, ended; /* frames so far */
	bool cancelled;	      /* the word was seen */
};

static void take_byte(struct stream *s, char c)
{
	const char *mark = s->tail + sizeof s->tail - MARK;

	memmove(s->tail, s->tail + 1, sizeof s->tail - 1);
	s->tail[sizeof s->tail - 1] = c;
	if (memcmp(mark, frame_begin, MARK) == 0)
		s->begun++;
	if (memcmp(mark, frame_end, MARK) == 0)
		s->ended++;
	if (memcmp(s->tail + sizeof s->tail - 9, "cancelled", 9) == 0)
		s->cancelled = true;
}

/* Read what is there, waiting up to ms for it; false at the end of the stream. */
static bool pump(struct stream *s, int ms)
{
	struct pollfd p = {.fd = s->fd, .events = POLLIN};
	char buffer[65536];
	ssize_t n;

	if (poll(&p, 1, ms) <= 0)
		return true;
	n = read(s->fd, buffer, sizeof buffer);
	if (n <= 0)
		return false;
	for (ssize_t i = 0; i < n; i++)
		take_byte(s, buffer[i]);
	return true;
}

/* From ^C to the word that says it. */
static double cancel(struct stream *s)
{
	double begin;

	s->cancelled = false;
	begin = clock_ms();
	if (write(s->fd, "\003", 1) != 1)
		return -1;
	while (!s->cancelled) {
		if (!pump(s, 100) || clock_ms() - begin > DEADLINE_MS)
			return -1;
	}
	begin = clock_ms() - begin;
	if (write(s->fd, "R", 1) != 1)
		return -1;
	for (double end = clock_ms() + 300 + 7 * (rand() % 50); clock_ms() < end;)
		pump(s, 10);
	return begin;
}

static bool settle(struct stream *s, double quiet_ms)
{
	int64_t before = -1;

	while (s->ended != before) {
		before = s->ended;
		for (double end = clock_ms() + quiet_ms; clock_ms() < end;) {
			if (!pump(s, (int)quiet_ms / 2))
				return false;
		}
	}
	return true;
}

static double press(struct stream *s, char key)
{
	double begin;
	int64_t begun;

	while (pump(s, 0) && s->begun != s->ended)
		;
	begun = s->begun;
	begin = clock_ms();
	if (write(s->fd, &key, 1) != 1)
		return -1;
	while (s->ended <= begun) {
		if (!pump(s, 100) || clock_ms() - begin > DEADLINE_MS)
			return -1;
	}
	return clock_ms() - begin;
}

int main(int argc, char **argv)
{
	struct winsize size = {.ws_row = 24, .ws_col = 80};
	struct stream s = {0};
	int n = 1000, first = 1, settle_ms = 500;
	bool cancels = false;
	double *ms;
	pid_t pid;

	for (; first < argc && strcmp(argv[first], "--") != 0; first++) {
		if (strcmp(argv[first], "-n") == 0 && first + 1 < argc)
			n = atoi(argv[++first]);
		if (strcmp(argv[first], "-busy") == 0)
			settle_ms = 0; /* what runs goes on for ever */
		if (strcmp(argv[first], "-cancel") == 0)
			cancels = true;
	}
	if (first + 1 >= argc || n < 1) {
		fprintf(stderr, "usage: bench_keys [-n KEYS] [-busy] [-cancel] -- warpscope ARGUMENTS...\n");
		return 2;
	}
	pid = forkpty(&s.fd, NULL, NULL, &size);
	if (pid == 0) {
		setenv("TERM", "xterm-256color", 1);
		execvp(argv[first + 1], argv + first + 1);
		_exit(127);
	}
	ms = calloc((size_t)n, sizeof *ms);
	if (pid < 0 || !ms)
		return 1;
	for (double end = clock_ms() + 3000; clock_ms() < end;)
		pump(&s, 100);
	if (settle_ms)
		settle(&s, settle_ms);
	for (int i = 0; i < n; i++) {
		ms[i] = cancels ? cancel(&s) : press(&s, i / 100 % 2 ? 'k' : 'j');
		if (ms[i] < 0) {
			fprintf(stderr, "bench_keys: no frame came for key %d\n", i);
			return 1;
		}
		pump(&s, 3); /* not all at the same phase of what runs */
	}
	bench_figure(argc, argv, NULL, cancels ? "^C to cancelled, median" : "key to frame, median",
		     bench_quantile(ms, n, 0.5), "ms");
	bench_figure(argc, argv, NULL, cancels ? "^C to cancelled, p99" : "key to frame, p99",
		     bench_quantile(ms, n, 0.99), "ms");
	bench_figure(argc, argv, NULL, cancels ? "^C to cancelled, most" : "key to frame, most",
		     ms[n - 1], "ms");
	kill(pid, SIGTERM);
	while (pump(&s, 200))
		;
	waitpid(pid, NULL, 0);
	return 0;
}
