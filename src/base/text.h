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
void text_printf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vprintf(struct text *text, const char *format, va_list args)
	__attribute__((format(printf, 2, 0)));
/* A time in femtoseconds as picoseconds with three decimals, right-aligned in width columns. */
void text_ps(struct text *text, int64_t fs, int width);
/* The shortest decimal number that reads back as this one; not an infinity or NaN. */
void text_number(struct text *text, double number);
/* The same of what gives the number when multiplied by the unit, as readers do; where nothing does,
 * of what comes nearest. Once read, it is written the same again. */
void text_number_in(struct text *text, double number, double unit);

/* The content as a string, "" when there is none. */
const char *text_string(const struct text *text);
enum status text_status(const struct text *text);

#endif
