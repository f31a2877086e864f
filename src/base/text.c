#include "base/text.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/units.h"

void text_release(struct text *text)
{
	free(text->data);
	*text = (struct text)TEXT_INIT;
}

void text_clear(struct text *text)
{
	text->length = 0;
	text->status = STATUS_OK;
	if (text->data)
		text->data[0] = '\0';
}

static int text_room(struct text *text, int64_t more)
{
	if (text->status == STATUS_OK)
		text->status = GROW(&text->data, &text->capacity, text->length + more + 1);
	return text->status == STATUS_OK;
}

void text_append(struct text *text, const char *data, int64_t length)
{
	if (!text_room(text, length))
		return;
	if (length > 0) /* data may be NULL then */
		memcpy(text->data + text->length, data, (size_t)length);
	text->length += length;
	text->data[text->length] = '\0';
}

void text_add(struct text *text, const char *string)
{
	text_append(text, string, (int64_t)strlen(string));
}

void text_vprintf(struct text *text, const char *format, va_list args)
{
	va_list again;
	int length;

	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, again);
	va_end(again);
	if (length < 0 || !text_room(text, length))
		return;
	vsnprintf(text->data + text->length, (size_t)length + 1, format, args);
	text->length += length;
}

void text_rule(struct text *text, int n)
{
	for (int i = 0; i < n; i++)
		text_add(text, "-");
	text_add(text, "\n");
}

void text_printf(struct text *text, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	text_vprintf(text, format, args);
	va_end(args);
}

struct shown_time shown_time = {.digits = 3};

const char *time_unit(void)
{
	return shown_time.in_ns ? "ns" : "ps";
}

double time_unit_fs(void)
{
	return shown_time.in_ns ? 1e6 : 1e3;
}

const char *shown_string(int64_t fs, char buffer[SHOWN_TIME_SIZE])
{
	snprintf(buffer, SHOWN_TIME_SIZE, "%.*f", shown_time.digits, (double)fs / time_unit_fs());
	return buffer;
}

void text_time_digits(struct text *out, int64_t fs, int most)
{
	text_printf(out, "%.*f", shown_time.digits < most ? shown_time.digits : most,
		    (double)fs / time_unit_fs());
}

void text_time_short(struct text *out, int64_t fs)
{
	text_printf(out, "%.10g", (double)fs / time_unit_fs());
}

enum { NUMBER_SIZE = 32 };

/* Fifteen digits are enough for a number written with fifteen, and seventeen for all. */
static void write_shortest(char out[NUMBER_SIZE], double number)
{
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(out, NUMBER_SIZE, "%.*g", digits, number);
		if (strtod(out, NULL) == number)
			return;
	}
}

void text_number(struct text *text, double number)
{
	char digits[NUMBER_SIZE];

	write_shortest(digits, number + 0.0); /* -0 is 0 */
	text_add(text, digits);
}

/* Does a number with this many digits, or a neighbour of it, read back as `number`? */
static bool find_factor(char out[NUMBER_SIZE], double number, double unit)
{
	double factor = number / unit, beside[3];

	for (int digits = 15; digits <= 16; digits++) {
		snprintf(out, NUMBER_SIZE, "%.*g", digits, factor);
		if (strtod(out, NULL) * unit == number)
			return true;
	}
	beside[0] = factor;
	beside[1] = nextafter(factor, HUGE_VAL);
	beside[2] = nextafter(factor, -HUGE_VAL);
	for (int i = 0; i < 3; i++) {
		write_shortest(out, beside[i]);
		if (beside[i] * unit == number)
			return true;
	}
	write_shortest(out, factor);
	return false;
}

void text_number_in(struct text *text, double number, double unit)
{
	char digits[NUMBER_SIZE];

	/* What is nearest gives another number when it is read, which may have a shorter text. */
	if (!find_factor(digits, number + 0.0, unit))
		find_factor(digits, strtod(digits, NULL) * unit, unit);
	text_add(text, digits);
}

const char *text_string(const struct text *text)
{
	return text->data ? text->data : "";
}

enum status text_take(struct text *text, char **out)
{
	TRY(text_status(text));
	*out = copy_string(text_string(text));
	text_clear(text);
	return *out ? STATUS_OK : STATUS_NO_MEMORY;
}

enum status text_status(const struct text *text)
{
	return text->status;
}
