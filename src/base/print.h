/*
 * Standard output and standard error: all that the program itself says goes through here. A
 * terminal gets text in which what could steer it is visible (visible.h); a file and a pipe get
 * the bytes as they are. Several threads may print at once.
 */
#ifndef BASE_PRINT_H
#define BASE_PRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* Standard input, output and error that our parent closed are opened, so that no file
 * gets their numbers; writing to them fails. At the beginning of main(). */
void print_begin(void);
/* A character whose beginning came last won't be completed: show its bytes. */
void print_end(void);

/* Before this thread prints next, once, it calls this; when that gives false, nothing is printed. NULL = no more. */
void print_before(bool (*call)(void *context), void *context);

/* Write all of it to a descriptor of any kind, waiting where it doesn't block. 0 or an errno. */
int print_bytes(int fd, const char *data, int64_t length);
/* To standard output. STATUS_IO: "standard output: error: …". */
enum status print_out(const char *data, int64_t length);
/* To standard error, as one write; it ends in a newline when it should. A failure of that
 * isn't reported. */
void print_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* What it printed last, as a sentence: without "warpscope: " and the newline. Unchanged where there is nothing. */
void print_last_error(char *out, size_t size);

#endif
