#include "base/status.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

static _Thread_local struct status_sentence last;

enum status status_fail(enum status status, const char *format, ...)
{
	/* The arguments may point into the last one, so format beside it. */
	char text[sizeof last.text];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	snprintf(last.text, sizeof last.text, "%s", text);
	last.status = status;
	return status;
}

enum status status_too_many(const char *things)
{
	return status_fail(STATUS_NO_MEMORY, "more than %d %s", INT32_MAX, things);
}

void status_keep_sentence(struct status_sentence *out)
{
	*out = last;
}

void status_put_back(const struct status_sentence *sentence)
{
	last = *sentence;
}

const char *status_text(enum status status)
{
	static const char *const texts[] = {
#define X(name, code, text) text,
		STATUS_LIST(X)
#undef X
	};

	if (status == last.status && last.text[0])
		return last.text;
	return texts[status];
}

bool status_is_trouble(enum status status)
{
	return status == STATUS_NO_MEMORY || status == STATUS_DEVICE_MEMORY ||
	       status == STATUS_DEVICE;
}

int status_exit_code(enum status status)
{
	static const int codes[] = {
#define X(name, code, text) code,
		STATUS_LIST(X)
#undef X
	};

	return codes[status];
}
