/*
 * The Test Anything Protocol for tests in C: one line a check, a plan at the end.
 *
 *	OK(condition, "what is true of %s", thing);
 *	SKIP("a name", "why");
 *	return tap_done();
 */
#ifndef TESTS_TAP_H
#define TESTS_TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

static int tap_count, tap_failures;

__attribute__((format(printf, 4, 5))) static inline bool tap_ok(bool passed, const char *file,
								int line, const char *format, ...)
{
	va_list args;

	printf("%sok %d - ", passed ? "" : "not ", ++tap_count);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
	if (!passed) {
		printf("# failed at %s:%d\n", file, line);
		tap_failures++;
	}
	fflush(stdout);
	return passed;
}

#define OK(condition, ...) tap_ok((condition), __FILE__, __LINE__, __VA_ARGS__)

static inline void SKIP(const char *name, const char *why)
{
	printf("ok %d - %s # SKIP %s\n", ++tap_count, name, why);
}

static inline int tap_done(void)
{
	printf("1..%d\n", tap_count);
	return tap_failures > 0;
}

#endif
