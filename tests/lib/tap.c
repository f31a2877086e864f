#include "tap.h"

#include <stdarg.h>
#include <stdio.h>

static int n_checks, n_failures;

bool tap_ok(bool passed, const char *file, int line, const char *format, ...)
{
	va_list args;

	printf("%sok %d - ", passed ? "" : "not ", ++n_checks);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
	if (!passed) {
		printf("# failed at %s:%d\n", file, line);
		n_failures++;
	}
	fflush(stdout);
	return passed;
}

void tap_skip(const char *name, const char *why)
{
	printf("ok %d - %s # SKIP %s\n", ++n_checks, name, why);
}

int tap_done(void)
{
	printf("1..%d\n", n_checks);
	return n_failures > 0;
}
