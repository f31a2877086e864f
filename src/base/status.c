#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>

static _Thread_local enum status last_status;
static _Thread_local char last_text[1024];

enum status status_fail(enum status status, const char *format, ...)
{
	/* The arguments may point into last_text, so format beside it. */
	char text[sizeof last_text];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	snprintf(last_text, sizeof last_text, "%s", text);
	last_status = status;
	return status;
}

const char *status_text(enum status status)
{
	static const char *const texts[] = {
#define X(name, code, text) text,
		STATUS_LIST(X)
#undef X
	};

	if (status == last_status && last_text[0])
		return last_text;
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
