/*
 * What a fallible function returns, and the sentence that goes with it.
 *
 * A function that can fail returns enum status and hands its results out through parameters. The
 * function that knows what went wrong calls status_fail() once; everybody above only passes the
 * value on with TRY(). The sentence is kept per thread, so it must be read on the thread that
 * failed (a device queue, which runs elsewhere, carries its own: see queue_sync()).
 *
 * This is not for bugs of ours: those are asserts.
 */
#ifndef BASE_STATUS_H
#define BASE_STATUS_H

#include <stdbool.h>

/* name, exit code of the process, message where there is no better one */
#define STATUS_LIST(X)                                                                             \
	X(OK, 0, "ok")                                                                             \
	X(FAILED, 1, "the command failed")                                                         \
	X(USAGE, 2, "wrong usage")                                                                 \
	X(BAD_INPUT, 3, "bad input")                                                               \
	X(IO, 3, "a file could not be read or written")                                            \
	X(NO_DEVICE, 4, "the device asked for is not there")                                       \
	X(NO_TERMINAL, 5, "no terminal")                                                           \
	X(NO_MEMORY, 1, "out of memory")                                                           \
	X(DEVICE_MEMORY, 1, "out of device memory")                                                \
	X(DEVICE, 1, "the device failed")                                                          \
	X(CANCELLED, 130, "cancelled")

enum status {
#define X(name, code, text) STATUS_##name,
	STATUS_LIST(X)
#undef X
		N_STATUSES
};

#define TRY(call)                                                                                  \
	do {                                                                                       \
		enum status try_status = (call);                                                   \
		if (try_status != STATUS_OK)                                                       \
			return try_status;                                                         \
	} while (0)

/* A status: op(with, p) for each of up to eight, until one of them fails. */
#define EACH_1(op, with, p)                        op(with, p)
#define EACH_2(op, with, p, ...)                   (op(with, p) ?: EACH_1(op, with, __VA_ARGS__))
#define EACH_3(op, with, p, ...)                   (op(with, p) ?: EACH_2(op, with, __VA_ARGS__))
#define EACH_4(op, with, p, ...)                   (op(with, p) ?: EACH_3(op, with, __VA_ARGS__))
#define EACH_5(op, with, p, ...)                   (op(with, p) ?: EACH_4(op, with, __VA_ARGS__))
#define EACH_6(op, with, p, ...)                   (op(with, p) ?: EACH_5(op, with, __VA_ARGS__))
#define EACH_7(op, with, p, ...)                   (op(with, p) ?: EACH_6(op, with, __VA_ARGS__))
#define EACH_8(op, with, p, ...)                   (op(with, p) ?: EACH_7(op, with, __VA_ARGS__))
#define EACH_OF(a, b, c, d, e, f, g, h, each, ...) each
#define EACH(op, with, ...)                                                                        \
	EACH_OF(__VA_ARGS__, EACH_8, EACH_7, EACH_6, EACH_5, EACH_4, EACH_3, EACH_2, EACH_1, )     \
	(op, with, __VA_ARGS__)

/*
 * For a variable that owns something as long as its block lasts: release(&variable) is called when the block is
 * left, also by TRY() and return; of several, the last one declared comes first. The variable is initialized where it
 * is declared, as `release` may be called before anything else is done with it.
 */
#define RELEASED_BY(release) __attribute__((cleanup(release)))
/* The same for a variable that is a pointer: RELEASER(thing_drop, struct thing, thing_unref) defines thing_drop(). */
#define RELEASER(name, type, release)                                                              \
	static inline void name(type **pointer)                                                    \
	{                                                                                          \
		release(*pointer);                                                                 \
	}
/* release(pointer), a variable that owns nothing then. */
#define RESET(release, pointer) (release(pointer), (pointer) = NULL)
/* Of a struct with an `atomic_int refs`: REFERENCES(thing_ref, struct thing) defines thing_ref(), which takes one more reference. */
#define REFERENCES(name, type)                                                                     \
	static inline type *name(type *thing)                                                      \
	{                                                                                          \
		atomic_fetch_add(&thing->refs, 1);                                                 \
		return thing;                                                                      \
	}
/* *to = from, which is no longer released here. */
#define HAND_OVER(to, from) (*(to) = (from), (from) = NULL)

/* Record a sentence (lower case, no full stop) for this thread and return the status. */
enum status status_fail(enum status status, const char *format, ...)
	__attribute__((format(printf, 2, 3), cold));
/* More things than an index can count: STATUS_NO_MEMORY. */
enum status status_too_many(const char *things) __attribute__((cold));

/* The sentence of this thread's last status_fail() of that status, else the status' own text. */
const char *status_text(enum status status);

/* The last sentence of this thread, to be put back after something else that may fail was done amid. */
struct status_sentence {
	enum status status;
	char text[1024];
};

void status_keep_sentence(struct status_sentence *out);
void status_put_back(const struct status_sentence *sentence);

/* Did memory or the device fail, not the request itself? */
bool status_is_trouble(enum status status);

/* The process' exit code for a status: see "EXIT STATUS" in the manual page. */
int status_exit_code(enum status status);

#endif
