/*
 * How long it takes from a key to the last byte of the frame that shows it, in a pty:
 *
 *	bench_keys [-n KEYS] [-size WxH] [-wait TEXT] [-busy] [-cancel | -redraw | -start]
 *		-- warpscope ARGUMENTS...
 *
 * -busy: what the arguments start goes on forever. -wait: keys begin when this text was on the
 * screen, ten minutes later at most. -cancel: from ^C to the word "cancelled"; between two of them
 * R computes again.
 * -redraw: what the main thread computes for a ^L, which draws the whole screen again. -start: no
 * keys, but from the start of the program to its first frame, and to the text.
 *
 * warpscope brackets every frame by the sequences of synchronised output (CSI ? 2026 h and l), so
 * the end of a frame can be seen. A key is `j` or `k`, which moves the selection, so each changes
 * the screen; its time ends with the end of the first frame that began after the key was written.
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

enum {
	MARK = sizeof frame_begin - 1,
	TAIL = 128,
	DEADLINE_MS = 5000,
	LONG_DEADLINE_MS = 600000,
};

/* A window over what came from the terminal, to find marks that are cut by reads. */
struct stream {
	int fd;
	char tail[TAIL];
	int64_t begun, ended; /* frames so far */
	const char *text;     /* to be seen: "cancelled", or what is waited for */
	bool seen;
};

static bool ends_with(const struct stream *s, const char *text)
{
	size_t n = strlen(text);

	return n <= sizeof s->tail && memcmp(s->tail + sizeof s->tail - n, text, n) == 0;
}

static void take_byte(struct stream *s, char c)
{
	const char *mark = s->tail + sizeof s->tail - MARK;

	memmove(s->tail, s->tail + 1, sizeof s->tail - 1);
	s->tail[sizeof s->tail - 1] = c;
	if (memcmp(mark, frame_begin, MARK) == 0)
		s->begun++;
	if (memcmp(mark, frame_end, MARK) == 0)
		s->ended++;
	if (s->text && *s->text && ends_with(s, s->text))
		s->seen = true;
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

	s->text = "cancelled";
	s->seen = false;
	begin = clock_ms();
	if (write(s->fd, "\003", 1) != 1)
		return -1;
	while (!s->seen) {
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

/* What a thread has computed so far, ms. */
static double computed_ms(pid_t pid)
{
	char path[64];
	long long ns = 0;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%d/task/%d/schedstat", (int)pid, (int)pid);
	file = fopen(path, "re");
	if (file && fscanf(file, "%lld", &ns) != 1)
		ns = 0;
	if (file)
		fclose(file);
	return (double)ns / 1e6;
}

/* What the main thread has to do for one key, without the waits between. */
static double redraw(struct stream *s, pid_t pid)
{
	double begin = computed_ms(pid);

	if (press(s, '\014') < 0)
		return -1;
	pump(s, 5);
	return computed_ms(pid) - begin;
}

/* ---- what is measured ---- */

struct bench {
	int n, settle_ms;
	enum { KEYS, CANCEL, REDRAW, START } what;
	struct winsize size;
	const char *wait; /* NULL = three seconds */
	int first;        /* of the arguments: the program */
};

static bool parse(struct bench *b, int argc, char **argv)
{
	for (b->first = 1; b->first < argc && strcmp(argv[b->first], "--") != 0; b->first++) {
		const char *option = argv[b->first];
		bool more = b->first + 1 < argc;

		if (strcmp(option, "-n") == 0 && more)
			b->n = atoi(argv[++b->first]);
		else if (strcmp(option, "-wait") == 0 && more)
			b->wait = argv[++b->first];
		else if (strcmp(option, "-size") == 0 && more)
			sscanf(argv[++b->first], "%hux%hu", &b->size.ws_col, &b->size.ws_row);
		else if (strcmp(option, "-busy") == 0)
			b->settle_ms = 0; /* what runs goes on forever */
		else if (strcmp(option, "-cancel") == 0)
			b->what = CANCEL;
		else if (strcmp(option, "-redraw") == 0)
			b->what = REDRAW;
		else if (strcmp(option, "-start") == 0)
			b->what = START;
		else
			return false;
	}
	b->first++;
	return b->first < argc && b->n >= 1 && (b->what != START || b->wait);
}

/* Until the program is ready for keys; false when it ended before. */
static bool wait_for_it(struct bench *b, struct stream *s, int argc, char **argv)
{
	double begin = clock_ms(), first = 0;

	s->text = b->wait;
	while (b->wait ? !s->seen : clock_ms() < begin + 3000) {
		if (!pump(s, b->what == START ? 1000 : 100) ||
		    clock_ms() - begin > LONG_DEADLINE_MS)
			return false;
		if (first == 0 && s->ended > 0)
			first = clock_ms() - begin;
	}
	if (b->what != START)
		return b->settle_ms == 0 || settle(s, b->settle_ms);
	bench_figure(argc, argv, NULL, "start to the first frame", first, "ms");
	bench_figure(argc, argv, NULL, "start to the text", clock_ms() - begin, "ms");
	return true;
}

static bool measure(struct bench *b, struct stream *s, pid_t pid, double *ms)
{
	for (int i = 0; i < b->n; i++) {
		char key = i / 100 % 2 ? 'k' : 'j';

		ms[i] = b->what == CANCEL   ? cancel(s)
			: b->what == REDRAW ? redraw(s, pid)
					    : press(s, key);
		if (ms[i] < 0) {
			fprintf(stderr, "bench_keys: no frame came for key %d\n", i);
			return false;
		}
		pump(s, 3); /* not all at the same phase of what runs */
	}
	return true;
}

static void tell(const struct bench *b, int argc, char **argv, double *ms)
{
	static const char *const names[] = {"key to frame", "^C to cancelled", "redraw, computed"};
	static const struct {
		const char *name;
		double p;
	} quantiles[] = {{"median", 0.5}, {"p99", 0.99}, {"most", 1}};

	for (int i = 0; i < 3; i++) {
		char figure[64];

		snprintf(figure, sizeof figure, "%s, %s", names[b->what], quantiles[i].name);
		bench_figure(argc, argv, NULL, figure, bench_quantile(ms, b->n, quantiles[i].p),
			     "ms");
	}
}

int main(int argc, char **argv)
{
	struct bench b = {.n = 1000, .settle_ms = 500, .size = {.ws_row = 24, .ws_col = 80}};
	struct stream s = {0};
	double *ms;
	bool good;
	pid_t pid;

	if (!parse(&b, argc, argv)) {
		fprintf(stderr, "usage: bench_keys [-n KEYS] [-size WxH] [-wait TEXT] [-busy] "
				"[-cancel | -redraw | -start] -- warpscope ARGUMENTS...\n"
				"       -start needs -wait\n");
		return 2;
	}
	ms = calloc((size_t)b.n, sizeof *ms);
	pid = forkpty(&s.fd, NULL, NULL, &b.size);
	if (pid == 0) {
		setenv("TERM", "xterm-256color", 1);
		execvp(argv[b.first], argv + b.first);
		_exit(127);
	}
	if (pid < 0 || !ms)
		return 1;
	good = wait_for_it(&b, &s, argc, argv);
	if (!good)
		fprintf(stderr, "bench_keys: it didn't get ready for keys\n");
	if (good && b.what != START) {
		good = measure(&b, &s, pid, ms);
		if (good)
			tell(&b, argc, argv, ms);
	}
	kill(pid, SIGTERM);
	while (pump(&s, 200))
		;
	waitpid(pid, NULL, 0);
	return !good;
}
