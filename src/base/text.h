/*
 * A growing string: what reports are built in before they go to a channel, a file or a pane.
 *
 * Appending never fails in the caller's face: the first failure is kept and text_status() tells it,
 * so a report is written straight and checked once.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/status.h"

struct text {
	char *data; /* owned; NUL-terminated once something was appended */
	int64_t length;
	int64_t capacity;
	enum status status;
};

#define TEXT_INIT                                                                                  \
	{                                                                                          \
		NULL, 0, 0, STATUS_OK                                                              \
	}

void text_release(struct text *text);
void text_clear(struct text *text); /* empty it, keep the memory */
void text_append(struct text *text, const char *data, int64_t length);
void text_add(struct text *text, const char *string);
/* n dashes and the end of the line. */
void text_rule(struct text *text, int n);
void text_printf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vprintf(struct text *text, const char *format, va_list args)
	__attribute__((format(printf, 2, 0)));
/* What the arguments after a function's format make of it: appended to a text, or printed into an array. */
#define TEXT_ARGS(text, format)                                                                    \
	do {                                                                                       \
		va_list args;                                                                      \
		va_start(args, format);                                                            \
		text_vprintf((text), (format), args);                                              \
		va_end(args);                                                                      \
	} while (0)
#define PRINT_ARGS(array, format)                                                                  \
	do {                                                                                       \
		va_list args;                                                                      \
		va_start(args, format);                                                            \
		vsnprintf((array), sizeof(array), (format), args);                                 \
		va_end(args);                                                                      \
	} while (0)
/* "0.5": the unit and the digits of times on the screen, of the thread that draws (settings time_unit and digits). */
extern struct shown_time {
	int in_ns; /* bool */
	int digits;
} shown_time;

/* "ps" or "ns", and its length in fs. */
const char *time_unit(void);
double time_unit_fs(void);
/* A time on the screen, for the %s of a format; the string is there until the block ends. */
enum { SHOWN_TIME_SIZE = 64 };
#define SHOWN_TIME(fs) shown_string((fs), (char[SHOWN_TIME_SIZE]){0})
const char *shown_string(int64_t fs, char buffer[SHOWN_TIME_SIZE]);
/* The same appended: with fewer digits; with those that it has and no more, for axes. */
void text_time_digits(struct text *out, int64_t fs, int most);
void text_time_short(struct text *out, int64_t fs);
/* The shortest decimal number that reads back as this one; not an infinity or NaN. */
void text_number(struct text *text, double number);
/* The same of what gives the number when multiplied by the unit, as readers do; where nothing does,
 * of what comes nearest. Once read, it is written the same again. */
void text_number_in(struct text *text, double number, double unit);

/* Of a path, or a name with levels: what is after the last '/'. */
static inline const char *last_part(const char *name)
{
	const char *slash = strrchr(name, '/');

	return slash ? slash + 1 : name;
}

/* The content as a string, "" when there is none. */
const char *text_string(const struct text *text);
enum status text_status(const struct text *text);
/* A copy of it, the caller's; the text is emptied. STATUS_NO_MEMORY, also where it couldn't grow. */
enum status text_take(struct text *text, char **out);

#endif
