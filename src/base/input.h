/*
 * Text files, plain or gzip, line by line or whole, with the position for error messages and the
 * progress for the screen. Nothing is trusted: a line has a largest length and the file may be
 * truncated, binary, silent or endless. All files that a user names are opened here: ^C ends it
 * while they make their reader wait, and what they unpack to has a ceiling (stream.h).
 *
 * So has a text that is read whole, packed or not: beyond INPUT_ANY_MEMORY it may take half of the
 * memory that is available (memory.h), the other half being for what is made of it; with
 * task->allow_large all of it.
 */
#ifndef BASE_INPUT_H
#define BASE_INPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/stream.h"
#include "base/task.h"

enum { INPUT_ANY_MEMORY = 1 << 26 }; /* bytes */

struct input {
	char *path; /* owned: as given, for messages */
	struct stream stream;
	struct task *task; /* borrowed */
	char *data;        /* owned: the window of the file that is in memory */
	int64_t capacity, begin, end;
	bool at_end;     /* nothing follows the window */
	int64_t ceiling; /* of a text that is read whole, in bytes; 0 = not looked up */
	int64_t line;    /* number of the line given last, from 1 */
};

/* None: input_close() does nothing. */
#define INPUT_INIT                                                                                 \
	{                                                                                          \
		.stream = {.fd = -1 }                                                              \
	}

/* Open a file; its size becomes the task's total, in compressed bytes. Returns at once, also of what
 * has nothing to read yet. */
enum status input_open(struct input *in, const char *path, struct task *task);
void input_close(struct input *in);

/*
 * The next line as [*begin, *end) without its newline (and without a carriage return before it), in
 * memory that lives until the next call. *more is false after the last line.
 */
enum status input_line(struct input *in, const char **begin, const char **end, bool *more);

/*
 * The next lines as [*begin, *end), at least that number of bytes or all that are left, in memory that lives
 * until the next call. *more is false after the last. The caller counts in->line; input_back() gives
 * those from a place on back, to be read line by line.
 */
enum status input_block(struct input *in, int64_t bytes, const char **begin, const char **end,
			bool *more);
void input_back(struct input *in, const char *place);

/*
 * Read everything that is left into data[0 … end), with a NUL after it, for readers that walk over
 * the text with a pointer; input_line() gives nothing after that. The walk is then the task's work:
 * it says how far it is with task_progress(offset). STATUS_NO_MEMORY when it is too large.
 */
enum status input_all(struct input *in);

/* STATUS_BAD_INPUT with the line and column of a place in a text that was read whole. */
enum status input_error_at(const struct input *in, const char *place, const char *format, ...)
	__attribute__((format(printf, 3, 4), cold));
/* A comment of C or C++ that begins at *at, in such a text: *at is after it then. STATUS_BAD_INPUT without an
 * end. */
enum status input_skip_comment(const struct input *in, const char **at);
/* How many lines begin from `from`, on a line, to `to`; *last is where the last of them does, if there is one (NULL is fine). */
int64_t count_lines(const char *from, const char *to, const char **last);
/* The line of a place in such a text. Counts from the beginning: not forevery token. */
int64_t input_line_at(const struct input *in, const char *place);

/* STATUS_BAD_INPUT with "path:line:column: error: …"; column counts bytes from 1, 0 leaves
 * it out. */
enum status input_error(const struct input *in, int64_t column, const char *format, ...)
	__attribute__((format(printf, 3, 4), cold));

#endif
