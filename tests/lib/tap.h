/*
 * The Test Anything Protocol for tests in C: one line a check, a plan at the end.
 *
 *	OK(condition, "what is true of %s", thing);
 *	tap_skip("a name", "why");
 *	return tap_done();
 */
#ifndef TESTS_LIB_TAP_H
#define TESTS_LIB_TAP_H

#include <stdbool.h>

#define OK(condition, ...) tap_ok((condition), __FILE__, __LINE__, __VA_ARGS__)

bool tap_ok(bool passed, const char *file, int line, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
void tap_skip(const char *name, const char *why);
int tap_done(void);

#endif
