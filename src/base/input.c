#include "base/input.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/grow.h"

enum {
	WINDOW = 1 << 20,
	LONGEST_LINE = 1 << 24,
	READ_AT_ONCE = 1 << 20, /* between two looks at whether to stop */
};

static enum status open_failed(const char *path, const char *why)
{
	return status_fail(STATUS_IO, "%s: error: %s", path, why);
}

static enum status open_gz(struct input *in, const char *path)
{
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);

	if (fd < 0)
		return open_failed(path, strerror(errno));
	if (fstat(fd, &st) != 0 || S_ISDIR(st.st_mode)) {
		close(fd);
		return open_failed(path, strerror(EISDIR));
	}
	in->gz = gzdopen(fd, "rb");
	if (!in->gz) {
		close(fd);
		return open_failed(path, "out of memory");
	}
	gzbuffer(in->gz, 1 << 17);
	task_begin_bytes(in->task, "reading", S_ISREG(st.st_mode) ? st.st_size : 0);
	return STATUS_OK;
}

enum status input_open(struct input *in, const char *path, struct task *task)
{
	enum status status;

	*in = (struct input){.task = task};
	in->path = strdup(path);
	if (!in->path)
		return status_fail(STATUS_NO_MEMORY, "out of memory");
	status = open_gz(in, path);
	if (status == STATUS_OK)
		status = GROW(&in->data, &in->capacity, WINDOW);
	if (status != STATUS_OK)
		input_close(in);
	return status;
}

void input_close(struct input *in)
{
	if (in->gz) {
		gzclose_r(in->gz);
		task_end(in->task);
	}
	free(in->data);
	free(in->path);
	*in = (struct input){0};
}

/* Read into what is free of the window; at_end is set when nothing came. */
static enum status read_more(struct input *in)
{
	int64_t room = in->capacity - in->end;
	int got, error;
	const char *message;

	got = gzread(in->gz, in->data + in->end,
		     room < READ_AT_ONCE ? (unsigned)room : READ_AT_ONCE);
	if (got > 0) {
		in->end += got;
		return task_progress(in->task, gzoffset(in->gz));
	}
	message = gzerror(in->gz, &error);
	if (got < 0 || error == Z_BUF_ERROR) {
		if (error == Z_ERRNO)
			message = strerror(errno);
		else if (error == Z_BUF_ERROR)
			message = "compressed data ends too early";
		return open_failed(in->path, message);
	}
	in->at_end = true;
	return STATUS_OK;
}

/* Read behind the window until it holds more than before or the file ends. */
static enum status fill(struct input *in)
{
	if (in->begin > 0) {
		memmove(in->data, in->data + in->begin, (size_t)(in->end - in->begin));
		in->end -= in->begin;
		in->begin = 0;
	}
	if (in->end == in->capacity) {
		if (in->capacity >= LONGEST_LINE) {
			in->line++;
			return input_error(in, 0, "line longer than %d bytes", LONGEST_LINE);
		}
		TRY(GROW(&in->data, &in->capacity, in->capacity * 2));
	}
	return read_more(in);
}

enum status input_line(struct input *in, const char **begin, const char **end, bool *more)
{
	int64_t seen = 0; /* bytes behind begin that hold no newline */

	for (;;) {
		char *from = in->data + in->begin;
		char *newline = memchr(from + seen, '\n', (size_t)(in->end - in->begin - seen));

		if (newline || (in->at_end && in->end > in->begin)) {
			*begin = from;
			*end = newline ? newline : in->data + in->end;
			in->begin = *end - in->data + (newline != NULL);
			if (*end > *begin && (*end)[-1] == '\r')
				(*end)--;
			in->line++;
			*more = true;
			return STATUS_OK;
		}
		if (in->at_end) {
			*more = false;
			return STATUS_OK;
		}
		seen = in->end - in->begin;
		TRY(fill(in));
	}
}

enum status input_all(struct input *in)
{
	while (!in->at_end) {
		if (in->end + 1 >= in->capacity)
			TRY(GROW(&in->data, &in->capacity, in->capacity * 2));
		TRY(read_more(in));
	}
	TRY(GROW(&in->data, &in->capacity, in->end + 1));
	in->data[in->end] = '\0';
	in->begin = in->end;
	task_begin_bytes(in->task, "parsing", in->end);
	return STATUS_OK;
}

/* The line of a place and, for its column, where that line begins. */
static int64_t find_line(const struct input *in, const char *place, const char **line_begin)
{
	int64_t line = 1;

	*line_begin = in->data;
	for (const char *p = in->data; (p = memchr(p, '\n', (size_t)(place - p))); line++)
		*line_begin = ++p;
	return line;
}

int64_t input_line_at(const struct input *in, const char *place)
{
	const char *begin;

	return find_line(in, place, &begin);
}

enum status input_error_at(const struct input *in, const char *place, const char *format, ...)
{
	const char *begin;
	int64_t line = find_line(in, place, &begin);
	char text[768];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return status_fail(STATUS_BAD_INPUT, "%s:%" PRId64 ":%" PRId64 ": error: %s", in->path,
			   line, (int64_t)(place - begin) + 1, text);
}

enum status input_error(const struct input *in, int64_t column, const char *format, ...)
{
	char text[768], place[32] = "";
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	if (column > 0)
		snprintf(place, sizeof place, ":%" PRId64, column);
	return status_fail(STATUS_BAD_INPUT, "%s:%" PRId64 "%s: error: %s", in->path, in->line,
			   place, text);
}
