#include "base/input.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/grow.h"
#include "base/memory.h"
#include "base/text.h"

enum {
	WINDOW = 1 << 20,
	LONGEST_LINE = 1 << 24,
	LEAST_ROOM = 1 << 17,
};

enum status input_open(struct input *in, const char *path, struct task *task)
{
	enum status status;

	*in = (struct input){.task = task, .stream = {.fd = -1}};
	in->path = strdup(path);
	if (!in->path)
		return status_fail(STATUS_NO_MEMORY, "out of memory");
	status = stream_open(&in->stream, in->path, task) ?: GROW(&in->data, &in->capacity, WINDOW);
	if (status != STATUS_OK)
		input_close(in);
	return status;
}

void input_close(struct input *in)
{
	stream_close(&in->stream);
	FREE_ALL(in->data, in->path);
	*in = (struct input)INPUT_INIT;
}

/* Read into what is free of the window; at_end is set when nothing came. */
static enum status read_more(struct input *in)
{
	int64_t got;

	TRY(stream_read(&in->stream, in->data + in->end, in->capacity - in->end, &got));
	in->end += got;
	in->at_end = got == 0;
	return STATUS_OK;
}

/* Read after the window until it holds more than before or the file ends. */
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
	int64_t seen = 0; /* bytes after begin that hold no newline */

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

enum status input_block(struct input *in, int64_t bytes, const char **begin, const char **end,
			bool *more)
{
	for (;;) {
		char *from = in->data + in->begin, *last = NULL;
		int64_t n = in->end - in->begin;

		if (in->at_end)
			last = from + n;
		else if (n >= bytes && (last = memrchr(from, '\n', (size_t)n)) != NULL)
			last++;
		if (last) {
			*begin = from;
			*end = last;
			in->begin = last - in->data;
			*more = last > from;
			return STATUS_OK;
		}
		TRY(fill(in));
	}
}

void input_back(struct input *in, const char *place)
{
	in->begin = place - in->data;
}

static enum status too_large(const struct input *in, int64_t size, int64_t available)
{
	bool all = in->task->allow_large;
	char how[256];

	stream_how_large(&in->stream, how, sizeof how);
	return status_fail(STATUS_NO_MEMORY,
			   "%s: error: a text of %s%.3g GB takes more than %sthe %.3g GB of memory "
			   "that are available%s%s",
			   in->path, size == in->stream.size ? "" : "at least ",
			   (double)size * 1e-9, all ? "" : "half of ", (double)available * 1e-9,
			   all ? "" : "; ", all ? "" : how);
}

/* May the text have this size? What is available is looked up once, when it matters. */
static enum status check_size(struct input *in, int64_t size)
{
	int64_t available;

	if (size <= INPUT_ANY_MEMORY || size <= in->ceiling)
		return STATUS_OK;
	available = memory_available();
	if (available < INT64_MAX - in->end)
		available += in->end;
	in->ceiling = in->task->allow_large ? available : available / 2;
	return size <= in->ceiling ? STATUS_OK : too_large(in, size, available);
}

/* Room for all of a plain file, for more of any other. */
static enum status make_room(struct input *in)
{
	bool known = in->stream.begun && !in->stream.unpacker && in->stream.size > in->end;
	int64_t need = in->end + LEAST_ROOM;

	TRY(check_size(in, known ? in->stream.size : in->end));
	if (known)
		need = in->stream.size + LEAST_ROOM;
	else if (need > in->capacity)
		need = in->capacity * 2;
	return GROW(&in->data, &in->capacity, need);
}

enum status input_all(struct input *in)
{
	while (!in->at_end) {
		TRY(make_room(in));
		TRY(read_more(in));
	}
	TRY(GROW(&in->data, &in->capacity, in->end + 1));
	in->data[in->end] = '\0';
	in->begin = in->end;
	task_begin_bytes(in->task, "parsing", in->end);
	return STATUS_OK;
}

int64_t count_lines(const char *from, const char *to, const char **last)
{
	int64_t n = 0;

	for (; (from = memchr(from, '\n', (size_t)(to - from))); n++) {
		from++;
		if (last)
			*last = from;
	}
	return n;
}

/* The line of a place and, for its column, where that line begins. */
static int64_t find_line(const struct input *in, const char *place, const char **line_begin)
{
	*line_begin = in->data;
	return 1 + count_lines(in->data, place, line_begin);
}

enum status input_skip_comment(const struct input *in, const char **at)
{
	const char *text_end = in->data + in->end, *end;
	size_t left = (size_t)(text_end - *at);

	if ((*at)[1] == '/') {
		end = memchr(*at, '\n', left);
		*at = end ? end + 1 : text_end;
		return STATUS_OK;
	}
	end = memmem(*at + 2, left - 2, "*/", 2);
	if (!end)
		return input_error_at(in, *at, "comment without end");
	*at = end + 2;
	return STATUS_OK;
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

	PRINT_ARGS(text, format);
	return status_fail(STATUS_BAD_INPUT, "%s:%" PRId64 ":%" PRId64 ": error: %s", in->path,
			   line, (int64_t)(place - begin) + 1, text);
}

enum status input_error(const struct input *in, int64_t column, const char *format, ...)
{
	char text[768], place[32] = "";

	PRINT_ARGS(text, format);
	if (column > 0)
		snprintf(place, sizeof place, ":%" PRId64, column);
	return status_fail(STATUS_BAD_INPUT, "%s:%" PRId64 "%s: error: %s", in->path, in->line,
			   place, text);
}
