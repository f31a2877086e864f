#include "base/print.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/lock.h"
#include "base/messages.h"
#include "base/text.h"
#include "base/visible.h"

/* Where standard output and error are, when they are terminals. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct visible stream[2];
static char last_error[400];

static int write_all(int fd, const char *data, int64_t length)
{
	while (length > 0) {
		ssize_t n = write(fd, data, (size_t)length);

		if (n < 0 && errno == EAGAIN)
			poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, -1);
		else if (n < 0 && errno != EINTR)
			return errno;
		if (n > 0) {
			data += n;
			length -= n;
		}
	}
	return 0;
}

static struct visible *stream_of(int fd)
{
	return fd == STDOUT_FILENO || fd == STDERR_FILENO ? &stream[fd - STDOUT_FILENO] : NULL;
}

/* The lock isn't held while it is written: a terminal that takes nothing may hold up the thread
 * that prints, but no other. */
static int print_visible(int fd, const char *data, int64_t length)
{
	struct visible own = {0}, *visible = stream_of(fd);
	char out[VISIBLE_OUT];
	int error = 0;

	while (!error && length > 0) {
		int n = length < VISIBLE_IN ? (int)length : VISIBLE_IN, made;

		pthread_mutex_lock(&lock);
		made = visible_put(visible ? visible : &own, data, n, out);
		pthread_mutex_unlock(&lock);
		error = write_all(fd, out, made);
		data += n;
		length -= n;
	}
	if (!error && !visible)
		error = write_all(fd, out, visible_end(&own, out));
	return error;
}

static _Thread_local bool (*before)(void *context);
static _Thread_local void *before_context;

void print_before(bool (*call)(void *context), void *context)
{
	before = call;
	before_context = context;
}

static bool may_print(void)
{
	bool (*call)(void *context) = before;

	before = NULL;
	return !call || call(before_context);
}

int print_bytes(int fd, const char *data, int64_t length)
{
	if (length > 0 && !may_print())
		return 0;
	return isatty(fd) ? print_visible(fd, data, length) : write_all(fd, data, length);
}

enum status print_out(const char *data, int64_t length)
{
	int error = print_bytes(STDOUT_FILENO, data, length);

	return error ? status_fail(STATUS_IO, "standard output: error: %s", strerror(error))
		     : STATUS_OK;
}

void print_error(const char *format, ...)
{
	static const char no_memory[] = "warpscope: out of memory\n";
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	va_list args;

	va_start(args, format);
	text_vprintf(&text, format, args);
	va_end(args);
	if (text_status(&text) != STATUS_OK) {
		text_clear(&text);
		print_bytes(STDERR_FILENO, no_memory, sizeof no_memory - 1);
	}
	messages_sift(&text);
	print_bytes(STDERR_FILENO, text_string(&text), text.length);
	if (text.length) {
		pthread_mutex_lock(&lock);
		snprintf(last_error, sizeof last_error, "%s", text_string(&text));
		pthread_mutex_unlock(&lock);
	}
}

void print_last_error(char *out, size_t size)
{
	static const char program[] = "warpscope: ";
	const char *text = last_error;
	HOLDS(&lock);

	if (strncmp(text, program, sizeof program - 1) == 0)
		text += sizeof program - 1;
	if (*text)
		snprintf(out, size, "%.*s", (int)strcspn(text, "\n"), text);
}

void print_begin(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		/* the lowest number that is free; only to be read, so that writing fails */
		if (fcntl(fd, F_GETFD) < 0)
			(void)!open("/dev/null", O_RDONLY);
	}
}

void print_end(void)
{
	for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
		char out[VISIBLE_OUT];
		int n;

		pthread_mutex_lock(&lock);
		n = visible_end(stream_of(fd), out);
		pthread_mutex_unlock(&lock);
		if (n > 0)
			write_all(fd, out, n);
	}
}
